"""Pairs of ranks: which are in the wrong order, and how a swap of two changes the scores.

The pairs form a triangle in a column beside the cards. Each cell stands for two ranks, level with
the card of the lower one. A click on a cell, or Enter on the cell chosen with the arrow keys, does
the swap (assets/pairs.js).
"""

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import pairwise, permutations
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metrics.agreement import graded_inversions
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs
from ui.core.columns import Column
from ui.core.plain import about, signed, table_html
from ui.core.post import Action
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.score import Measured

Rows: TypeAlias = NDArray[np.integer[Any]]

MOST: Final = 12
"""Most ranks whose swaps are drawn as a triangle; with more, the cells are too small to click."""
_WIDE: Final = 5
"""Most ranks whose columns have room for a word above them."""
COMPARED: Final = 7
"""Most ranks whose cells have room for two grades."""
_SEEN: Final = 5e-4
"""Smallest change that shows in three decimals."""
_LOOKS: Final[Mapping[float, tuple[str, str]]] = {
    **{1: ("wrong", "<"), -1: ("right", ">")},
    0: ("even", "="),
}
"""CSS class of a cell, and what stands between the upper grade and the lower one, by the sign of
the lower grade minus the upper one."""
_FEW: Final = 6
"""Most documents of which all orders are tried."""
_SOME: Final = 150_000
"""About how many grades the sampled orders of more documents hold, for each metric."""


def inversions(screen: Screen) -> Breakdown:
    """Count the retrieved pairs of list A that are in the wrong order.

    The term "right" counts, for each rank, the ranks above it that are in the right order with it.
    """
    grades = score.ranking(screen, "a").grades
    breakdown, right = graded_inversions(grades), graded_inversions(-grades)
    return replace(breakdown, terms={**breakdown.terms, "right": right.terms["contribution"]})


def matrix(wrong: Measured) -> Column:
    """Draw a cell for each pair of ranks: filled if the lower document is better, else an outline.

    In a short list it has both grades, `1 < 2`. A pair with equal grades is "=", one with an
    unjudged document "?". A pair that the last move made wrong has a ring, one that it made right a
    dashed outline.
    """
    grades = [document.grade for document in wrong.ranked.documents]
    is_short = wrong.ranked.retrieved <= COMPARED
    was = _wrong(wrong.measured_before)
    below: dict[int, list[str]] = {}
    cells, made = [], set()
    for lower, upper, sign in _signs(wrong):
        look, sign_between = _LOOKS.get(sign, ("none", ""))
        documents = [wrong.document(upper), wrong.document(lower)]
        if look == "wrong":
            below.setdefault(upper, []).append(f"{lower}")
        moved = was is not None and (frozenset(documents) in was) != (look == "wrong")
        shown = f"'{look} moved'" if moved else look
        if moved:
            made.add("Ring: wrong now" if look == "wrong" else "Dashed: was wrong")
        names = about(" ".join(documents))
        compared = ""
        if sign_between and is_short:
            compared = escape(f"{grades[upper - 1]} {sign_between} {grades[lower - 1]}")
        cells.append(f"<i class={shown} style='grid-area:{lower}/{upper}'{names}>{compared}</i>")
    count = f"{wrong.text} of {wrong.breakdown.aside['ordered_pairs']:g} wrong"
    faults = "; ".join(f"rank {upper} above {', '.join(below[upper])}" for upper in sorted(below))
    spoken = f"{count}{faults and f': {faults}'}. Arrow keys choose a pair."
    note = ". ".join(sorted(made))
    over = _triangle("pairs", "Pairs of ranks", cells, wrong.ranked.retrieved, note, spoken, _WIDE)
    boxes = "Column: grade above. Row: grade below. Filled: wrong"
    return Column(boxes if is_short else "All pairs, filled if wrong", over=over)


def _signs(wrong: Measured) -> list[tuple[int, int, float]]:
    """Return each two ranks, the lower one first, and by how much the lower document is better."""
    grades = wrong.ranked.ranking(wrong.screen.scale, wrong.screen.relevant_from).grades
    low, high = np.tril_indices(grades.size, -1)
    signs = np.sign(grades[low] - grades[high])
    return list(zip((low + 1).tolist(), (high + 1).tolist(), signs.tolist(), strict=True))


def _wrong(before: Measured | None) -> Set[frozenset[str]] | None:
    """Return the documents of each pair that was wrong; None if nothing was moved."""
    if before is None:
        return None
    return {
        frozenset((before.document(upper), before.document(lower)))
        for lower, upper, sign in _signs(before)
        if sign > 0
    }


def swaps(measured: Sequence[Measured]) -> list[Column]:
    """Draw, for each metric of a list, a triangle of how each swap of two ranks changes it.

    A cell's shade shows the size of the change, its sign the direction. The best swap has a frame.
    """
    first = measured[0]
    low, high = np.tril_indices(min(first.ranked.retrieved, MOST), -1)
    changes = [_changes(score, low, high) for score in measured]
    ids = [document.id for document in first.ranked.documents]
    rest = []
    for lower, upper, *row in zip(low, high, *changes, strict=True):
        documents = about(f"{first.document(upper + 1)} {first.document(lower + 1)}")
        sentence = ", ".join(
            f"{score.label} {signed(change, nothing='unchanged')}"
            for score, change in zip(measured, row, strict=True)
        )
        rest.append(
            f"{documents} data-swap='{ids[upper]} {ids[lower]}' "
            f"data-said='Ranks {upper + 1} and {lower + 1}: {sentence}'></i>"
        )
    places = [f"{lower}/{upper}" for lower, upper in zip(low + 1, high + 1, strict=True)]
    return [_swaps(score, places, rest, row) for score, row in zip(measured, changes, strict=True)]


def _swaps(metric: Measured, places: Sequence[str], rest: Sequence[str], changes: Array) -> Column:
    gains = np.where(np.abs(changes) < _SEEN, 0, changes if metric.higher_is_better else -changes)
    most, top = float(np.abs(gains).max(initial=_SEEN)), float(gains.max(initial=_SEEN)) - 1e-9
    cells = [
        f"<i class='{'up' if by > 0 else 'down' if by < 0 else 'even'}{' best' * (by >= top)}' "
        f"style='grid-area:{place};--by:{abs(by) / most:.2f}'{more}"
        for place, by, more in zip(places, gains.tolist(), rest, strict=True)
    ]
    summary = f"{(gains > 0).sum()} better, {(gains < 0).sum()} worse"
    spoken = f"Of {len(cells)} swaps {summary}. Arrow keys choose a swap, Enter does it."
    ranks = min(metric.ranked.retrieved, MOST)
    over = _triangle("pairs swapped", f"Swaps by {metric.label}", cells, ranks, summary, spoken)
    return Column(f"A swap changes {metric.label}", width=1.6, over=over)


def _triangle(
    look: str, name: str, cells: Sequence[str], ranks: int, note: str, text: str, below: int = 0
) -> str:
    """Return a triangle, one tab stop, with a `note` below; a screen reader first says `text`.

    The head of a column says `rank 2` if there are at most so many ranks, else only `2`.
    """
    if not cells:
        return ""
    names = "".join(
        f"<b style='grid-area:{at}/{at}'>{'rank ' * (ranks <= below)}{at}</b>"
        for at in range(1, ranks)
    )
    return (
        f"<div class='{look}' role='slider' tabindex='0' aria-label='{name}' "
        f"aria-valuemin='1' aria-valuemax='{len(cells)}' aria-valuenow='1' aria-valuetext='{text}' "
        f"style='--ranks:{ranks}'><span aria-hidden='true'>{names}{''.join(cells)}</span>"
        f"<p aria-hidden='true'><b>{note}</b><span></span></p></div>"
    )


def _changes(measured: Measured, low: Rows, high: Rows) -> Array:
    """Return the changes of a score by swaps of rows `low` and `high`, shape (n,), in one batch."""
    ranking = measured.ranked.ranking(measured.screen.scale, measured.screen.relevant_from)
    orders = np.tile(np.arange(ranking.grades.size), (len(low), 1))
    batch = np.arange(len(low))
    orders[batch, low], orders[batch, high] = high, low
    scores = _scores(measured.key, measured.screen.settings, ranking.grades[orders], ranking.missed)
    return scores - measured.score


def _scores(key: str, settings: Mapping[str, Any], grades: Array, missed: Array) -> Array:
    """Score a batch of lists with the same missed documents."""
    if key not in METRICS:
        return graded_inversions(grades).score
    lists = Ranking(
        grades,
        np.tile(missed, (len(grades), 1)),
        top_grade=settings["scale"],
        relevant_from=settings["relevant_from"],
    )
    return np.asarray(METRICS[key].compute(lists, **knobs.arguments(key, settings)).score)


def mean_changes(measured: Measured) -> tuple[float, ...]:
    """Return the mean absolute change of a score by a swap at each rank.

    The mean is over all orders of up to six documents, else over a sample of orders.
    """
    ranking = measured.ranked.ranking(measured.screen.scale, measured.screen.relevant_from)
    grades, missed = (  # None if nobody judged it: the cache would never find a NaN
        tuple(sorted((None if g != g else g for g in pool.tolist()), key=str))
        for pool in (ranking.grades, ranking.missed)
    )
    return _mean_changes(measured.key, tuple(measured.screen.settings.items()), grades, missed)


@lru_cache(maxsize=100)
def _mean_changes(
    key: str,
    settings: tuple[tuple[str, Hashable], ...],
    grades: tuple[float | None, ...],
    missed: tuple[float | None, ...],
) -> tuple[float, ...]:
    """Average over all orders of a short list; of a long one over random orders and rotations."""
    n = len(grades)
    if n < 2:
        return ()
    if n <= _FEW:
        orders = np.array([*permutations(range(n))]).reshape(-1, n)
    else:
        sample = np.random.default_rng(0).permuted(
            np.tile(np.arange(n), (max(_SOME // n**3, 1), 1)), axis=1
        )
        orders = np.vstack([np.roll(sample, by, axis=1) for by in range(n)])
    means = []
    for upper in range(n - 1):
        swapped = orders.copy()
        swapped[:, [upper, upper + 1]] = orders[:, [upper + 1, upper]]
        scores = (
            _scores(key, dict(settings), np.array(grades, float)[batch], np.array(missed, float))
            for batch in (orders, swapped)
        )
        means.append(float(np.abs(np.subtract(*scores)).mean()))
    return tuple(means)


class Neighbours:
    """The changes of several scores by each swap of two neighbours.

    Each metric is computed once, for a batch of all swapped lists.

    Attributes:
        changes: for each swap, from the top, pairs of a score and its change.
    """

    def __init__(self, measured: Sequence[Measured]) -> None:
        """Compute the changes for the list that was measured."""
        self._measured = measured
        low = np.arange(1, max(measured[0].ranked.retrieved, 1))
        changes = [_changes(score, low, low - 1).tolist() for score in measured]
        self.changes = [list(zip(measured, row, strict=True)) for row in zip(*changes, strict=True)]

    @property
    def sentences(self) -> list[str]:
        """A sentence for each swap, from the top."""
        return [
            ", ".join(
                f"{score.label} {signed(change, score.places, nothing='unchanged')}"
                for score, change in changes
            )
            for changes in self.changes
        ]

    @property
    def actions(self) -> list[Action]:
        """The actions that swap neighbours, from the top."""
        ids = [document.id for document in self._measured[0].ranked.documents]
        neighbours = pairwise(ids[: len(self.changes) + 1])
        return [{"do": "swap", "list": "a", "ids": [*each]} for each in neighbours]

    @property
    def table(self) -> str:
        """Return a table of the changes, with a row for each swap."""
        head = ["swap", *(score.label for score in self._measured)]
        body = [
            [
                f"ranks {rank} and {rank + 1}",
                *(signed(change, score.places, nothing="0") for score, change in changes),
            ]
            for rank, changes in enumerate(self.changes, start=1)
        ]
        return table_html("What a swap would change", head, body)
