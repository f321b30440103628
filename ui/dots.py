"""Predicted scores: dots on a line, which are dragged, and what they are off from the grades.

The scores are the list's own (`ui.documents`), and make its order. A list that has none is read as
if it had been scored evenly by rank, until the reader moves a dot.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import streamlit as st

from metrics import pointwise
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from ui import post, theme
from ui.documents import ASSETS, Document, checked_score
from ui.post import Action
from ui.screen import Screen
from ui.session import session

_ALL: Final[dict[str, tuple[str, Callable[[Document, float], float]]]] = {
    "add": ("Add 10 to all", lambda _, score: score + 10),
    "halve": ("Halve all", lambda _, score: score / 2),
    "truth": ("Match the grades", lambda d, score: score if d.grade is None else d.grade),
}
"""What can be done to all scores at once: what it is called, and a document's new score."""

_dots = st.components.v2.component(
    "rankbook_dots", js=(ASSETS / "mount.js").read_text(encoding="utf-8")
)


def line(hidden: bool) -> None:
    """Draw the scores of list A as dots; how far they are off is not told as long as `hidden`."""
    now, key = session(), "dots"
    on = now.shown_to(key)
    ranked = on.a.scored(on.scale)
    _dots(
        key=key,
        data={
            "kind": "dots",
            **now.sender(key),
            "list": "a",
            "hidden": hidden,
            "held": now.preview is not None,  # whatever it is: until it is let go, the line rests
            "top": on.scale,
            "symbols": theme.SYMBOLS[on.scale],
            "colours": theme.COLOURS[on.scale],
            "unjudged": theme.UNJUDGED,
            "documents": tuple(  # Streamlit looks whether a list is a table
                {"id": d.id, "title": d.title, "grade": d.grade, "score": d.predicted}
                for d in ranked.documents
                if d.predicted is not None
            ),
            "all": [
                [name, {"do": "rescore", "list": "a", "how": how}]
                for how, (name, _) in _ALL.items()
            ],
        },
    )


def error(screen: Screen, of: Callable[[Array, Array], Breakdown] = pointwise.mse) -> Breakdown:
    """Hold the predicted scores of list A against its grades, document by document.

    Every document counts that has both, retrieved or not; the others add nothing. Without any
    there is no score.
    """
    documents = screen.a.scored(screen.scale).documents
    predicted, true = (
        np.array([np.nan if each is None else each for each in row], dtype=float)
        for row in ([d.predicted for d in documents], [d.grade for d in documents])
    )
    off = predicted - true
    counted = ~np.isnan(off)
    found = of(predicted[counted], true[counted])
    adds = np.zeros(len(documents))
    adds[counted] = found.terms["contribution"]
    return Breakdown(
        {"predicted": predicted, "error": off, "squared": off**2, "contribution": adds},
        remainder=np.where(found.undefined, np.nan, 0.0),
        undefined=found.undefined,
        aside={"counted": counted.sum()},
    )


@post.change("score")
def _score(now: Screen, action: Action) -> Screen:
    ranked = now.ranked(action["list"]).scored(now.scale)
    return now.with_list(
        action["list"], ranked.rescored({action["id"]: checked_score(action["to"])})
    )


@post.change("rescore")
def _rescore(now: Screen, action: Action) -> Screen:
    ranked, (_, new) = now.ranked(action["list"]).scored(now.scale), _ALL[action["how"]]
    return now.with_list(
        action["list"],
        ranked.rescored(
            {
                d.id: checked_score(round(new(d, d.predicted), 6))
                for d in ranked.documents
                if d.predicted is not None
            }
        ),
    )
