"""Predicted scores: dots on a line, which are dragged, and what they are off from the grades.

The scores are the list's own (`ui.state.documents`), and make its order. A list that has none is
read as if it had been scored evenly by rank, until the reader moves a dot.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import pointwise
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.look import theme
from ui.models.score import Measured
from ui.state import knobs
from ui.state.documents import ASSETS, Document, RankedList, checked_score
from ui.state.screen import Screen
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action

_ALL: Final[dict[str, tuple[str, Callable[[Document, float], float]]]] = {
    "add": ("Add 10 to all", lambda _, score: score + 10),
    "halve": ("Halve all", lambda _, score: score / 2),
    "truth": ("Match the grades", lambda d, score: score if d.grade is None else d.grade),
}
"""What can be done to all scores at once: what it is called, and a document's new score."""

_PLACES: Final = 60
"""Steps on the way of a score that slides, at most."""

_dots = st.components.v2.component(
    "rankbook_dots", js=(ASSETS / "mount.js").read_text(encoding="utf-8")
)


def line(hidden: bool) -> None:
    """Draw the scores of list A as dots; how far they are off is not told as long as `hidden`."""
    state, key = session(), "dots"
    on = state.shown_to(key)
    ranked = on.a.scored(on.scale)
    _dots(
        key=key,
        data={
            "kind": "dots",
            **state.inbox.sender(key),
            "list": "a",
            "hidden": hidden,
            "held": state.preview is not None,  # while anything is held, the line stays as it is
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
    predicted, true = _numbers(screen.a.scored(screen.scale).documents)
    off = predicted - true
    counted = ~np.isnan(off)
    found = of(predicted[counted], true[counted])
    adds = np.zeros(off.size)
    adds[counted] = found.terms["contribution"]
    return Breakdown(
        {"predicted": predicted, "error": off, "squared": off**2, "contribution": adds},
        remainder=np.where(found.undefined, np.nan, 0.0),
        undefined=found.undefined,
        aside={"counted": counted.sum()},
    )


def _numbers(documents: Sequence[Document]) -> list[Array]:
    """Return the predicted scores of documents, and their grades; NaN where there is none."""
    return [
        np.array([np.nan if each is None else each for each in row], dtype=float)
        for row in ([d.predicted for d in documents], [d.grade for d in documents])
    ]


class Slide(NamedTuple):
    """What scores would be if one document's predicted score were another, and all else the same.

    Attributes:
        document: the document, with its present score.
        places: scores it might have, in even steps.
        ranks: where in the list each of these would put it.
        lists: the grades in the order that each of these makes.
        errors: MSE at each of these.
        steps: the lowest of these, and the scores of others: from each on the order is the same.
        orders: for each measure of the order its scores at all places, and from all steps on.
    """

    document: Document
    places: list[float]
    ranks: list[int]
    lists: list[str]
    errors: list[float]
    steps: list[float]
    orders: list[tuple[list[float], list[float]]]


def slide(mse: Measured, measured: Sequence[Measured]) -> Slide | None:
    """Let one score of list A slide: that which was changed last, or else the highest."""
    screen, counted = mse.screen, ~np.isnan(mse.breakdown.terms["error"])
    if not counted.any():
        return None
    ranked = screen.a.scored(screen.scale)
    predicted, true = _numbers(ranked.documents)
    at = _changed(ranked, session().since)
    if at is None or not counted[at]:
        at = int(counted.argmax())
    low = math.floor(min(-1, np.nanmin(predicted)))
    high = math.ceil(max(screen.scale + 1, np.nanmax(predicted)))
    per = next((per for per in (20, 10, 5) if (high - low) * per <= _PLACES), 1)
    places = np.linspace(low, high, min((high - low) * per, _PLACES) + 1)
    others = np.unique(predicted[np.arange(counted.size) != at])
    steps = np.array([low, *others[(low < others) & (others < high)], high])
    each = np.concatenate([places, (steps[1:] + steps[:-1]) / 2])
    slid, rows = (np.tile(row, (each.size, 1)) for row in (predicted, np.arange(counted.size)))
    slid[:, at] = each
    scored = np.flatnonzero(~np.isnan(predicted))
    rows[:, scored] = scored[np.argsort(-slid[:, scored], kind="stable")]
    retrieved, missed = np.split(true[rows], [ranked.retrieved], axis=1)
    orders = Ranking(
        retrieved, missed=missed, top_grade=screen.scale, relevant_from=screen.relevant_from
    )
    found = (
        METRICS[one.key].compute(orders, **knobs.arguments(one.key, screen.settings)).score
        for one in measured
    )
    n = places.size
    return Slide(
        ranked.documents[at],
        places.tolist(),
        ((rows == at).argmax(1) + 1)[:n].tolist(),
        [" ".join("?" if g != g else f"{g:g}" for g in each) for each in retrieved[:n].tolist()],
        pointwise.mse(slid[:n, counted], true[counted]).score.tolist(),
        steps[:-1].tolist(),
        [(scores[:n].tolist(), scores[n:].tolist()) for scores in found],
    )


def _changed(ranked: RankedList, since: Screen | None) -> int | None:
    """Find the only document whose score is another than it was."""
    if since is None:
        return None
    were = {d.id: d.predicted for d in since.a.scored(since.scale).documents}
    rows = [at for at, d in enumerate(ranked.documents) if were.get(d.id) != d.predicted]
    return rows[0] if len(rows) == 1 else None


@post.change("score")
def _score(screen: Screen, action: Action) -> Screen:
    ranked = screen.ranked(action["list"]).scored(screen.scale)
    return screen.with_list(
        action["list"], ranked.rescored({action["id"]: checked_score(action["to"])})
    )


@post.change("rescore")
def _rescore(screen: Screen, action: Action) -> Screen:
    ranked, (_, new) = screen.ranked(action["list"]).scored(screen.scale), _ALL[action["how"]]
    return screen.with_list(
        action["list"],
        ranked.rescored(
            {
                d.id: checked_score(round(new(d, d.predicted), 6))
                for d in ranked.documents
                if d.predicted is not None
            }
        ),
    )
