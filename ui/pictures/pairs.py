"""Which pairs of a list stand in the wrong order, and what a swap of two neighbours would change.

Both lie over the rows of a column beside the cards: the pairs as a triangle, a cell for each two
ranks, level with the card of the lower one; the swaps level with the gaps between the cards.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from metrics.agreement import graded_inversions
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui import knobs
from ui.pictures.beside_cards import Column
from ui.plain import about
from ui.post import Action
from ui.score import Measured
from ui.screen import Screen

_LOOKS = {1: "wrong", -1: "right", 0: "even"}
"""What a cell is called, by how the lower document's grade compares with the upper one's."""

_MOST = 0.5
"""Points that fill half a column: what the reciprocal rank wins by a swap at the top."""


def inversions(screen: Screen) -> Breakdown:
    """Count the pairs of list A that stand in the wrong order; what was missed has no place.

    Beside what each rank adds stands with how many above it a rank is in the "right" order.
    """
    grades = _ranking(screen).grades
    wrong, right = graded_inversions(grades), graded_inversions(-grades)
    return replace(wrong, terms={**wrong.terms, "right": right.terms["contribution"]})


def matrix(wrong: Measured) -> Column:
    """Draw a cell for each pair of ranks: filled if the lower document is better, else an outline.

    Where both are as good, or one is not judged, there is no order to be wrong, and a dot. The
    diagonal names the ranks. All cells are one stop of the keys (assets/pairs.js).
    """
    grades = _ranking(wrong.screen).grades
    n = grades.size
    looks = [
        [_LOOKS.get(compared, "none") for compared in row]
        for row in np.sign(grades[:, None] - grades).tolist()
    ]
    cells = "".join(
        f"<i class={looks[low][high]} style='grid-area:{low + 1}/{high + 1}'"
        f"{about(f'{wrong.document(high + 1)} {wrong.document(low + 1)}')}></i>"
        for low in range(n)
        for high in range(low)
    )
    ranks = "".join(f"<b style='grid-area:{rank}/{rank}'>{rank}</b>" for rank in range(1, n + 1))
    ordered = wrong.breakdown.aside["ordered_pairs"]
    below = {
        high + 1: [str(low + 1) for low in range(high + 1, n) if looks[low][high] == "wrong"]
        for high in range(n)
    }
    faults = "; ".join(f"rank {high} above {', '.join(low)}" for high, low in below.items() if low)
    said = f"{wrong.said} of {ordered:g} wrong"
    drawn = (
        f"<section class='pairs' role='slider' tabindex='0' aria-label='Pairs of ranks' "
        f"aria-valuemin='1' aria-valuemax='{n * (n - 1) // 2}' aria-valuenow='1' aria-valuetext='"
        f"{said}{faults and f': {faults}'}. Arrow keys choose a pair.'>"
        f"<span aria-hidden='true'>{ranks}{cells}</span>"
        f"<p aria-hidden='true'><b>{said}</b><span></span></p></section>"
    )
    heading = "All pairs, filled if wrong"
    return Column(heading, width=2.2, over=drawn if n > 1 else "")


class Swaps:
    """What a swap of each two neighbours would change in each of several scores.

    Computed in one call a metric, for a batch of as many lists as there are neighbours.

    Attributes:
        changes: for each two neighbours, from the top, the scores with what is added to them.
    """

    def __init__(self, measured: Sequence[Measured]) -> None:
        """Compute all of them for the list that was measured."""
        self._measured = measured
        now = _ranking(measured[0].screen)
        neighbours = max(now.grades.size - 1, 0)
        at = np.arange(neighbours)
        orders = np.tile(np.arange(now.grades.size), (neighbours, 1))
        orders[at, at], orders[at, at + 1] = at + 1, at
        swapped = Ranking(
            now.grades[orders],
            np.tile(now.missed, (neighbours, 1)),
            top_grade=now.top_grade,
            relevant_from=now.relevant_from,
        )
        changes = [_scores(one, swapped) - one.score for one in measured]
        self.changes = [list(zip(measured, row, strict=True)) for row in zip(*changes, strict=True)]

    @property
    def said(self) -> list[str]:
        """A sentence for each two neighbours, from the top."""
        return [
            ", ".join(f"{one.label} {_signed(one, by) or 'unchanged'}" for one, by in each)
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
    share = by if one.places == 0 else np.clip(by / _MOST, -1, 1)
    better = share if one.higher_is_better else -share
    look = "up" if better > 0 else "down" if better < 0 else ""
    said = _signed(one, by)
    return (
        f"<em aria-hidden='true' class='{look if said else ''}' style='--by:{better:.4f}'>"
        f"<span>{said.replace('0.', '<small>0</small>.') or '0'}</span></em>"
    )


def _signed(one: Measured, by: float) -> str:
    """Write a change with its sign; "" where there is none that would be seen."""
    said = f"{by:+.{one.places}f}".replace("-", "−")
    return said if said.strip("+−0.") else ""


def _short(one: Measured) -> str:
    return METRICS[one.key].label() if one.key in METRICS else "count"


def _scores(one: Measured, ranking: Ranking) -> Array:
    if one.key not in METRICS:
        return graded_inversions(ranking.grades).score
    given = knobs.arguments(one.key, one.screen.settings)
    return METRICS[one.key].compute(ranking, **given).score


def _ranking(screen: Screen) -> Ranking:
    return screen.a.ranking(screen.scale, screen.relevant_from)
