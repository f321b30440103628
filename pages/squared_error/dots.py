"""Predicted scores as dots on a line, which can be dragged, and their errors against the grades.

The scores belong to the list (`ui.core.documents`) and determine its order. A list without scores
gets even ones by rank until the reader moves a dot.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import pointwise
from metrics.agreement import graded_inversions
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from ui.core import post, theme
from ui.core.documents import ASSETS, Document, RankedList, checked_score
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw.score import Measured

_ALL: Final[dict[str, tuple[str, Callable[[Document, float], float]]]] = {
    "add": ("Add 10 to all", lambda _, score: score + 10),
    "halve": ("Halve all", lambda _, score: score / 2),
    "truth": ("Match the grades", lambda d, score: score if d.grade is None else d.grade),
}
"""Changes of all scores at once: label, and a document's new score."""

_PLACES: Final = 60
"""Most steps of a score in `slide`."""

_dots = st.components.v2.component(
    "rankbook_dots", js=(ASSETS / "mount.js").read_text(encoding="utf-8")
)


def line(named_in: str, is_first: bool, hidden: bool) -> None:
    """Draw the scores of list A as dots; `hidden` hides their errors.

    The names of documents that are `named_in` a text have room before the others. A step that
    `is_first` has only those buttons that are named in it.
    """
    state, key = session(), "dots"
    screen = state.shown_to(key)
    ranked = screen.a.scored(screen.scale)
    _dots(
        key=key,
        data={
            "kind": "dots",
            **state.inbox.sender(key),
            "list": "a",
            "hidden": hidden,
            "held": state.preview is not None,  # the line keeps its range during a drag
            "named": [d.id for d in ranked.documents if _named(d) in named_in],
            **theme.grades(screen.scale),
            "documents": tuple(  # a tuple: Streamlit checks whether a list is a table
                {
                    "id": d.id,
                    "title": d.title,
                    "short": _named(d),
                    "grade": d.grade,
                    "score": d.predicted,
                }
                for d in ranked.documents
                if d.predicted is not None
            ),
            "all": [
                [name, {"do": "rescore", "list": "a", "how": how}]
                for how, (name, _) in _ALL.items()
                if not is_first or name in named_in
            ],
        },
    )


def _named(document: Document) -> str:
    """Return the name of a document beside its dot; its card has all of it."""
    return document.title.partition(",")[0]


def error(screen: Screen, of: Callable[[Array, Array], Breakdown] = pointwise.mse) -> Breakdown:
    """Compute the error of list A's predicted scores against its grades, by document.

    Only documents with both count, retrieved or not. Without any, the score is NaN.
    """
    predicted, true = _numbers(screen.a.scored(screen.scale).documents)
    off = predicted - true
    counted = ~np.isnan(off)
    breakdown = of(predicted[counted], true[counted])
    adds = np.zeros(off.size)
    adds[counted] = breakdown.terms["contribution"]
    return Breakdown(
        {"predicted": predicted, "error": off, "squared": off**2, "contribution": adds},
        remainder=np.where(breakdown.undefined, np.nan, 0.0),
        undefined=breakdown.undefined,
        aside={"counted": counted.sum()},
    )


def _numbers(documents: Sequence[Document]) -> list[Array]:
    """Return the predicted scores and the grades of documents; NaN for none."""
    return [
        np.array([np.nan if value is None else value for value in row], dtype=float)
        for row in ([d.predicted for d in documents], [d.grade for d in documents])
    ]


class Slide(NamedTuple):
    """The error and the wrong pairs if one document had another predicted score.

    Attributes:
        document: the document, with its current score.
        places: its possible scores, in even steps.
        ranks: its rank at each place.
        lists: the ranked grades at each place.
        errors: MSE at each place.
        steps: scores from which on the order stays the same: the lowest place, then other scores.
        wrong: the wrong pairs at each place: pairs with the lower grade above the higher one.
        stairs: the wrong pairs after each step.
        now: the wrong pairs as the list is.
    """

    document: Document
    places: list[float]
    ranks: list[int]
    lists: list[str]
    errors: list[float]
    steps: list[float]
    wrong: list[int]
    stairs: list[int]
    now: int


def slide(mse: Measured) -> Slide | None:
    """Vary one score of list A: the one that changed last, or else the highest."""
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
    tried = np.concatenate([places, (steps[1:] + steps[:-1]) / 2])
    slid, rows = (np.tile(row, (tried.size, 1)) for row in (predicted, np.arange(counted.size)))
    slid[:, at] = tried
    scored = np.flatnonzero(~np.isnan(predicted))
    rows[:, scored] = scored[np.argsort(-slid[:, scored], kind="stable")]
    retrieved = true[rows][:, : ranked.retrieved]
    wrong = graded_inversions(retrieved).score.astype(int).tolist()
    n = places.size
    return Slide(
        ranked.documents[at],
        places.tolist(),
        ((rows == at).argmax(1) + 1)[:n].tolist(),
        [
            " ".join("?" if g != g else f"{g:g}" for g in grades)
            for grades in retrieved[:n].tolist()
        ],
        pointwise.mse(slid[:n, counted], true[counted]).score.tolist(),
        steps[:-1].tolist(),
        wrong[:n],
        wrong[n:],
        int(graded_inversions(true[: ranked.retrieved]).score),
    )


def _changed(ranked: RankedList, since: Screen | None) -> int | None:
    """Return the row of the only document whose score changed, or None."""
    if since is None:
        return None
    old = {d.id: d.predicted for d in since.a.scored(since.scale).documents}
    rows = [at for at, d in enumerate(ranked.documents) if old.get(d.id) != d.predicted]
    return rows[0] if len(rows) == 1 else None


@post.on_screen("score")
def _score(screen: Screen, action: Action) -> Screen:
    ranked = screen.ranked(action["list"]).scored(screen.scale)
    scores = {action["id"]: checked_score(action["to"])}
    return screen.with_list(action["list"], ranked.rescored(scores))


@post.on_screen("rescore", linked=True)
def _rescore(screen: Screen, action: Action) -> Screen:
    ranked, (_, new) = screen.ranked(action["list"]).scored(screen.scale), _ALL[action["how"]]
    scores = {
        d.id: checked_score(round(new(d, d.predicted), 6))
        for d in ranked.documents
        if d.predicted is not None
    }
    return screen.with_list(action["list"], ranked.rescored(scores))
