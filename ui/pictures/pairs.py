"""Pairs of ranks: which stand in the wrong order, and what a swap of two would change.

All pairs are a triangle over the rows of a column beside the cards, a cell for each two ranks,
level with the card of the lower one. A click on a cell that can be swapped, or Enter where the
arrow keys have led to it, does the swap (assets/pairs.js). The swaps of neighbours are bars level
with the gaps between the cards.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metrics.agreement import graded_inversions
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.look.columns import Column
from ui.look.plain import about, signed
from ui.models.score import Measured
from ui.state import knobs
from ui.state.screen import Screen
from ui.wire.post import Action

Rows: TypeAlias = NDArray[np.integer[Any]]

MOST: Final = 12
"""Ranks whose swaps are drawn as a triangle; of more, no cell could be hit."""
_SEEN: Final = 5e-4
"""Change that shows in three decimals."""
_LOOKS: Final = {1: "wrong", -1: "right", 0: "even"}
"""What a cell is called, by how the lower document's grade compares with the upper one's."""
_FEW: Final = 6
"""Documents of which all orders are tried."""
_SOME: Final = 150_000
"""Grades that are looked at in the orders of more documents, roughly, for each metric."""
_HALF: Final = 0.5
"""Points that fill half a column: what the reciprocal rank wins by a swap at the top."""


def inversions(screen: Screen) -> Breakdown:
    """Count the pairs of list A that stand in the wrong order; what was missed has no place.

    Beside what each rank adds stands with how many above it a rank is in the "right" order.
    """
    grades = screen.a.ranking(screen.scale, screen.relevant_from).grades
    wrong, right = graded_inversions(grades), graded_inversions(-grades)
    return replace(wrong, terms={**wrong.terms, "right": right.terms["contribution"]})


def matrix(wrong: Measured) -> Column:
    """Draw a cell for each pair of ranks: filled if the lower document is better, else an outline.

    Where both are as good, or one is not judged, there is no order to be wrong, and a dot.
    """
    grades = wrong.ranked.ranking(wrong.screen.scale, wrong.screen.relevant_from).grades
    low, high = np.tril_indices(grades.size, -1)
    below: dict[int, list[str]] = {}
    cells = []
    compared = np.sign(grades[low] - grades[high]).tolist()
    for lower, upper, order in zip((low + 1).tolist(), (high + 1).tolist(), compared, strict=True):
        look = _LOOKS.get(order, "none")
        if look == "wrong":
            below.setdefault(upper, []).append(f"{lower}")
        lit = about(f"{wrong.document(upper)} {wrong.document(lower)}")
        cells.append(f"<i class={look} style='grid-area:{lower}/{upper}'{lit}></i>")
    said = f"{wrong.said} of {wrong.breakdown.aside['ordered_pairs']:g} wrong"
    faults = "; ".join(f"rank {upper} above {', '.join(below[upper])}" for upper in sorted(below))
    told = f"{said}{faults and f': {faults}'}. Arrow keys choose a pair."
    over = _triangle("pairs", "Pairs of ranks", cells, grades.size, said, told)
    return Column("All pairs, filled if wrong", width=2.2, over=over)


def swaps(measured: Sequence[Measured]) -> list[Column]:
    """Draw, for each metric of a list, what each swap of two ranks would change in it.

    The ground of a cell says how much, its sign which way, and a frame is round the best.
    """
    first = measured[0]
    low, high = np.tril_indices(min(first.ranked.retrieved, MOST), -1)
    changes = [_changes(one, low, high) for one in measured]
    ids = [document.id for document in first.ranked.documents]
    rest = []
    for lower, upper, *each in zip(low, high, *changes, strict=True):
        lit = about(f"{first.document(upper + 1)} {first.document(lower + 1)}")
        said = ", ".join(
            f"{one.label} {signed(by, nothing='unchanged')}"
            for one, by in zip(measured, each, strict=True)
        )
        rest.append(
            f"{lit} data-swap='{ids[upper]} {ids[lower]}' "
            f"data-said='Ranks {upper + 1} and {lower + 1}: {said}'></i>"
        )
    places = [f"{lower}/{upper}" for lower, upper in zip(low + 1, high + 1, strict=True)]
    return [_swaps(one, places, rest, each) for one, each in zip(measured, changes, strict=True)]


def _swaps(one: Measured, places: Sequence[str], rest: Sequence[str], changes: Array) -> Column:
    better = np.where(np.abs(changes) < _SEEN, 0, changes if one.higher_is_better else -changes)
    most, top = float(np.abs(better).max(initial=_SEEN)), float(better.max(initial=_SEEN)) - 1e-9
    cells = [
        f"<i class='{'up' if by > 0 else 'down' if by < 0 else 'even'}{' best' * (by >= top)}' "
        f"style='grid-area:{place};--by:{abs(by) / most:.2f}'{more}"
        for place, by, more in zip(places, better.tolist(), rest, strict=True)
    ]
    said = f"{(better > 0).sum()} better, {(better < 0).sum()} worse"
    told = f"Of {len(cells)} swaps {said}. Arrow keys choose a swap, Enter does it."
    ranks = min(one.ranked.retrieved, MOST)
    over = _triangle("pairs swapped", f"Swaps by {one.label}", cells, ranks, said, told)
    return Column(f"A swap changes {one.label}", width=1.6, over=over)


def _triangle(look: str, name: str, cells: Sequence[str], ranks: int, said: str, told: str) -> str:
    """Lay out a triangle whose diagonal names the ranks; all cells are one stop of the keys."""
    if not cells:
        return ""
    names = "".join(f"<b style='grid-area:{at}/{at}'>{at}</b>" for at in range(1, ranks + 1))
    return (
        f"<section class='{look}' role='slider' tabindex='0' aria-label='{name}' "
        f"aria-valuemin='1' aria-valuemax='{len(cells)}' aria-valuenow='1' aria-valuetext='{told}' "
        f"style='--ranks:{ranks}'><span aria-hidden='true'>{names}{''.join(cells)}</span>"
        f"<p aria-hidden='true'><b>{said}</b><span></span></p></section>"
    )


def _changes(one: Measured, low: Rows, high: Rows) -> Array:
    """Compute, in one batch, what the swap of each two rows of a list changes in a score."""
    ranking = one.ranked.ranking(one.screen.scale, one.screen.relevant_from)
    orders = np.tile(np.arange(ranking.grades.size), (len(low), 1))
    at = np.arange(len(low))
    orders[at, low], orders[at, high] = high, low
    scores = _scores(one.key, one.screen.settings, ranking.grades[orders], ranking.missed)
    return scores - one.score


def _scores(key: str, settings: Mapping[str, Any], grades: Array, missed: Array) -> Array:
    """Score many lists that miss the same."""
    if key not in METRICS:
        return graded_inversions(grades).score
    lists = Ranking(
        grades,
        np.tile(missed, (len(grades), 1)),
        top_grade=settings["scale"],
        relevant_from=settings["relevant_from"],
    )
    return np.asarray(METRICS[key].compute(lists, **knobs.arguments(key, settings)).score)


def usual(one: Measured) -> tuple[float, ...]:
    """Return how far a swap of each two neighbours moves a score, on the mean of all orders."""
    ranking = one.ranked.ranking(one.screen.scale, one.screen.relevant_from)
    grades, missed = (
        tuple(sorted(each.tolist(), key=str)) for each in (ranking.grades, ranking.missed)
    )
    return _usual(one.key, tuple(one.screen.settings.items()), grades, missed)


@lru_cache(maxsize=100)
def _usual(
    key: str,
    settings: tuple[tuple[str, Hashable], ...],
    grades: tuple[float, ...],
    missed: tuple[float, ...],
) -> tuple[float, ...]:
    """Average over all orders of a short list; of a long one over some, and all their rotations."""
    n = len(grades)
    if n < 2:
        return ()
    if n <= _FEW:
        orders = np.array([*permutations(range(n))]).reshape(-1, n)
    else:
        some = np.random.default_rng(0).permuted(
            np.tile(np.arange(n), (max(_SOME // n**3, 1), 1)), axis=1
        )
        orders = np.vstack([np.roll(some, by, axis=1) for by in range(n)])
    found = []
    for upper in range(n - 1):
        swapped = orders.copy()
        swapped[:, [upper, upper + 1]] = orders[:, [upper + 1, upper]]
        both = (
            _scores(key, dict(settings), np.array(grades)[each], np.array(missed))
            for each in (orders, swapped)
        )
        found.append(float(np.abs(np.subtract(*both)).mean()))
    return tuple(found)


class Neighbours:
    """What a swap of each two neighbours would change in each of several scores.

    Computed in one call a metric, for a batch of as many lists as there are neighbours.

    Attributes:
        changes: for each two neighbours, from the top, the scores with what is added to them.
    """

    def __init__(self, measured: Sequence[Measured]) -> None:
        """Compute all of them for the list that was measured."""
        self._measured = measured
        low = np.arange(1, max(measured[0].ranked.retrieved, 1))
        changes = [_changes(one, low, low - 1).tolist() for one in measured]
        self.changes = [list(zip(measured, row, strict=True)) for row in zip(*changes, strict=True)]

    @property
    def said(self) -> list[str]:
        """A sentence for each two neighbours, from the top."""
        return [
            ", ".join(
                f"{one.label} {signed(by, one.places, nothing='unchanged')}" for one, by in each
            )
            for each in self.changes
        ]

    @property
    def actions(self) -> list[Action]:
        """What swaps each two neighbours."""
        ids = [document.id for document in self._measured[0].ranked.documents]
        two = pairwise(ids[: len(self.changes) + 1])
        return [{"do": "swap", "list": "a", "ids": [*each]} for each in two]

    @property
    def column(self) -> Column:
        """Draw them as bars from a zero in the middle, better to the right.

        One pair fills the half of what is counted, as half a point does of what is not: so every
        column keeps its scale from list to list.
        """
        names = "".join(f"<span>{_short(one)}</span>" for one in self._measured)
        rows = "".join(
            f"<li style='grid-row:{rank}'"
            f"{about(' '.join(map(self._measured[0].document, (rank, rank + 1))))}>"
            f"<b>ranks {rank} and {rank + 1}: {said}</b>"
            f"{''.join(_bar(one, by) for one, by in each)}</li>"
            for rank, (each, said) in enumerate(zip(self.changes, self.said, strict=True), 1)
        )
        return Column(
            "A swap here: ← worse, better →",
            width=2,
            over=f"<p aria-hidden='true'>{names}</p>"
            f"<ul class='swaps' role='list' aria-label='What a swap would change'>{rows}</ul>",
        )


def _bar(one: Measured, by: float) -> str:
    share = by if one.places == 0 else np.clip(by / _HALF, -1, 1)
    better = share if one.higher_is_better else -share
    look = "up" if better > 0 else "down" if better < 0 else ""
    said = signed(by, one.places, nothing="")
    return (
        f"<em aria-hidden='true' class='{look * bool(said)}' style='--by:{better:.4f}'>"
        f"<span>{said.replace('0.', '<small>0</small>.') or '0'}</span></em>"
    )


def _short(one: Measured) -> str:
    return METRICS[one.key].label() if one.key in METRICS else "count"
