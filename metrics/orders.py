"""All orders of some documents: how each scores, and where two metrics disagree most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.ranking import Ranking

Grades: TypeAlias = tuple[int, ...]
"""Grades of documents; `UNJUDGED` where nobody judged one."""
Codes: TypeAlias = NDArray[np.int8]

UNJUDGED: Final = -1
MOST: Final = 40_320 * 8
"""Grades in all orders together, up to which all are scored: those of 8 grades that all differ."""
SAMPLE: Final = 20_000
"""Orders that are drawn where there are too many."""
DOTS: Final = 500
"""Dots at most, of all the orders."""
SAME: Final = 1e-9
"""Scores that differ by less are the same."""
_GRIDS: Final = (240, 120, 80, 60, 48, 40, 34, 28, 22)
"""Cells across, of which the finest is taken that leaves few enough dots."""


@dataclass(frozen=True, eq=False)
class Orders:
    """Orders of some grades with their scores; those that score the same count as one.

    Attributes:
        metrics: the keys of one or two metrics of the catalog.
        grades: shape (m, n), an order of each kind, best rank first.
        scores: for each metric the scores, shape (m,).
        merits: the scores, with a minus if lower is better: so more is always better.
        counts: how many orders are of each kind, shape (m,).
        total: how many orders there are, whether or not they were looked at.
        exact: whether all of them were.
        dots: which of the m a scatter shows, so that it looks the same.
    """

    metrics: tuple[str, ...]
    grades: Codes
    scores: tuple[Array, ...]
    merits: tuple[Array, ...]
    counts: NDArray[np.intp]
    total: int
    exact: bool
    dots: NDArray[np.intp]

    @property
    def seen(self) -> int:
        """How many orders were looked at."""
        return int(self.counts.sum())

    @property
    def ends(self) -> list[tuple[float, float]]:
        """The least and the greatest merit, by each metric."""
        return [(float(each.min()), float(each.max())) for each in self.merits]

    def binned(self, metric: int, edges: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return which bin each kind is in by its merit, and how many orders each bin holds."""
        last = len(edges) - 2
        at = np.clip(edges.searchsorted(self.merits[metric] + SAME, side="right") - 1, 0, last)
        return at, np.bincount(at, weights=self.counts, minlength=last + 1).astype(np.intp)

    @cached_property
    def widest(self) -> "Pair | None":
        """The two orders about which two metrics disagree most, or None if they never do.

        What each of the metrics loses is taken as a share of its own way from its worst order to
        its best. Of all pairs this is the one whose smaller loss is largest.
        """
        merits = [each.round(9) for each in self.merits]
        x, y, gap = furthest(*(each / (np.ptp(each) or 1) for each in merits))
        if gap <= SAME:
            return None
        one, other = self.metrics
        first, second = (tuple(self.order(at)) for at in (x, y))
        scores = [(float(self.scores[0][at]), float(self.scores[1][at])) for at in (x, y)]
        return Pair((one, other), (first, second), (scores[0], scores[1]), gap)

    def order(self, at: int) -> list[int]:
        """Return the grades of an order, best rank first."""
        return [int(code) for code in self.grades[at]]


@dataclass(frozen=True)
class Pair:
    """Two orders of the same documents, of which each of two metrics prefers another.

    Attributes:
        metrics: the two metrics.
        orders: the grades of the order that the first prefers, and of that which the second does.
        scores: of each of these orders by each of the metrics.
        gap: what each metric loses at least with the order it does not prefer, as a share of the
            way from its worst order to its best.
    """

    metrics: tuple[str, str]
    orders: tuple[Grades, Grades]
    scores: tuple[tuple[float, float], tuple[float, float]]
    gap: float


def score_all(
    grades: Sequence[int],
    missed: Sequence[int],
    metrics: Mapping[str, Mapping[str, Any]],
    *,
    top_grade: int,
    relevant_from: int = 1,
) -> Orders:
    """Score all orders of some grades by one metric or two, in one batch.

    Args:
        grades: those that were retrieved, in any order; `UNJUDGED` where nobody judged.
        missed: those that exist and were not retrieved.
        metrics: the keyword arguments of each metric, by its key in the catalog.
        top_grade: the highest grade of the scale.
        relevant_from: the lowest grade that is relevant.

    >>> found = score_all([0, 1, 1], [], {"average_precision": {"k": 3}}, top_grade=1)
    >>> found.grades.tolist(), found.scores[0].round(3).tolist()
    ([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [0.583, 0.833, 1.0])
    """
    orders, total = all_or_some(grades)
    ranking = Ranking(
        numbers(orders),
        missed=numbers(np.array(missed, dtype=np.int8)),
        top_grade=top_grade,
        relevant_from=relevant_from,
    )
    scores = [METRICS[key].compute(ranking, **given).score for key, given in metrics.items()]
    place = np.zeros(len(orders), dtype=np.intp)
    for each in scores:
        values, at = np.unique(each.round(9), return_inverse=True)
        place = place * len(values) + at
    _, first, counts = np.unique(place, return_index=True, return_counts=True)
    distinct = tuple(each[first] for each in scores)
    return Orders(
        tuple(metrics),
        orders[first],
        distinct,
        tuple(merit(key, each) for key, each in zip(metrics, distinct, strict=True)),
        counts,
        total,
        exact=len(orders) == total,
        dots=_spread(distinct),
    )


def merit(metric: str, scores: Any) -> Any:
    """Return scores of a metric so that more is better."""
    return scores if METRICS[metric].higher_is_better else -scores


def all_or_some(grades: Sequence[int]) -> tuple[Codes, int]:
    """Return all distinct orders of some grades or, of very many, a sample; and how many exist.

    Documents of one grade are interchangeable, so 1 1 0 has three orders, not six. A sample is
    always the same, and holds the order from the best grade down and that from the worst up.

    >>> all_or_some((0, 1, 1))[0].tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    values, counts = np.unique(np.array(grades, dtype=np.int8), return_counts=True)
    total = factorial(len(grades)) // prod(factorial(int(count)) for count in counts)
    if total * len(grades) > MOST:
        ascending = np.sort(np.array(grades, dtype=np.int8))
        drawn = np.random.default_rng(0).permuted(np.tile(ascending, (SAMPLE - 2, 1)), axis=1)
        return np.unique(np.vstack([drawn, ascending, ascending[::-1]]), axis=0), total
    rows = np.zeros((1, 0), dtype=np.int8)
    left = counts[None]
    for _ in grades:
        row, value = np.nonzero(left)
        rows = np.column_stack([rows[row], values[value]])
        left = left[row]
        left[np.arange(len(row)), value] -= 1
    return rows, total


def numbers(codes: Codes) -> Array:
    """Return grades as a ranking has them: NaN where nobody judged."""
    return np.where(codes == UNJUDGED, np.nan, codes)


def _spread(scores: Sequence[Array]) -> NDArray[np.intp]:
    """Choose the dots to draw: all, or one in each cell of a grid, and the outermost."""
    if len(scores) < 2 or len(scores[0]) <= DOTS:
        return np.arange(len(scores[0]))
    ends = [end(each) for each in scores for end in (np.argmin, np.argmax)]
    for cells in _GRIDS:
        cell = np.zeros(len(scores[0]))
        for each in scores:
            width = np.ptp(each) or 1
            cell = cell * cells + np.minimum((each - each.min()) / width * cells, cells - 1) // 1
        chosen = np.unique([*np.unique(cell, return_index=True)[1], *ends])
        if len(chosen) <= DOTS:
            break
    return chosen


def furthest(one: Array, other: Array) -> tuple[int, int, float]:
    """Return the x and y for which one[x] - one[y] and other[y] - other[x] are both large.

    That is, whose smaller difference is the largest of all pairs, and that difference. It is exact
    and takes no longer than to sort. Only a y counts that no other point beats both ways, with less
    of the one and more of the other. Those, sorted, are a staircase along which both rise: with
    every step one[x] - one[y] shrinks and other[y] - other[x] grows. So for each x the best y is
    one of the two steps between which they cross, which is where one + other passes that of x.

    >>> furthest(np.array([0.0, 0.5, 1.0]), np.array([0.75, 1.0, 0.0]))
    (2, 0, 0.75)
    """
    by = np.lexsort((-other, one))
    highest = np.maximum.accumulate(other[by])
    stairs = by[np.concatenate([[True], highest[1:] > highest[:-1]])]
    sums = one + other
    below = np.searchsorted(sums[stairs], sums) - 1
    steps = stairs[np.clip([below, below + 1], 0, len(stairs) - 1)]
    gaps = np.minimum(one - one[steps], other[steps] - other)
    side, x = np.unravel_index(gaps.argmax(), gaps.shape)
    return int(x), int(steps[side, x]), float(gaps[side, x])
