"""All orders of some documents: their scores, and where two metrics disagree most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .arrays import Array
from .catalog import METRICS
from .ranking import Ranking

Grades: TypeAlias = tuple[int, ...]
"""Grades of documents; `UNJUDGED` where nobody judged."""
Codes: TypeAlias = NDArray[np.int8]
"""Grades of several orders, shape (m, n), as `Grades`."""

UNJUDGED: Final = -1
MOST: Final = 40_320 * 8
"""Most grades (orders times documents) for which all orders are scored: 8! orders of 8 grades."""
SAMPLE: Final = 20_000
"""Size of the sample if there are more orders."""
DOTS: Final = 500
"""Most dots to draw."""
SAME: Final = 1e-9
"""Scores that differ by less count as equal."""
_GRIDS: Final = (240, 120, 80, 60, 48, 40, 34, 28, 22)
"""Grid sizes to try, finest first, until at most `DOTS` cells are occupied."""


@dataclass(frozen=True, eq=False)
class Orders:
    """The orders of some grades with their scores; orders with equal scores form one kind.

    Attributes:
        metrics: catalog keys of one or two metrics.
        grades: shape (m, n), one order of each kind, best rank first.
        scores: for each metric its scores, shape (m,).
        merits: for each metric its scores, negated if lower is better, shape (m,).
        counts: number of orders of each kind, shape (m,).
        total: number of orders that exist, scored or not.
        exact: whether all orders were scored.
        dots: indices of the kinds that a scatter plot shows; with a subset it looks the same.
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
        """Number of orders that were scored."""
        return int(self.counts.sum())

    @property
    def ends(self) -> list[tuple[float, float]]:
        """Lowest and highest merit of each metric."""
        return [(float(merits.min()), float(merits.max())) for merits in self.merits]

    def binned(self, metric: int, edges: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Bin the kinds by merit.

        Args:
            metric: index of the metric.
            edges: bin edges, shape (b + 1,).

        Returns:
            The bin of each kind, shape (m,), and the number of orders in each bin, shape (b,).
        """
        last = len(edges) - 2
        at = np.clip(edges.searchsorted(self.merits[metric] + SAME, side="right") - 1, 0, last)
        return at, np.bincount(at, weights=self.counts, minlength=last + 1).astype(np.intp)

    @cached_property
    def widest(self) -> "Pair | None":
        """The two orders on which two metrics disagree most, or None if they never do.

        A metric's loss is a share of its range, worst order to best. Of all pairs, the smaller of
        its two losses is the largest.
        """
        merits = [scores.round(9) for scores in self.merits]
        x, y, gap = furthest(*(scores / (np.ptp(scores) or 1) for scores in merits))
        if gap <= SAME:
            return None
        metric, other = self.metrics
        first, second = (
            (tuple(self.order(at)), (float(self.scores[0][at]), float(self.scores[1][at])))
            for at in (x, y)
        )
        return Pair((metric, other), (first[0], second[0]), (first[1], second[1]), gap)

    def order(self, at: int) -> list[int]:
        """Return the grades of one kind's order, best rank first."""
        return [int(code) for code in self.grades[at]]


@dataclass(frozen=True)
class Pair:
    """Two orders of the same documents that two metrics rank in opposite ways.

    Attributes:
        metrics: keys of the two metrics.
        orders: grades of the order that the first metric prefers, then of the other one.
        scores: for each order its score by each metric.
        gap: the smaller loss of a metric in the order that it does not prefer, as a share of its
            range, worst order to best.
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
    """Score all orders of some grades by one or two metrics, in one batch.

    Args:
        grades: grades of the retrieved documents, in any order; `UNJUDGED` where nobody judged.
        missed: grades of the judged documents that were not retrieved.
        metrics: keyword arguments of each metric, by catalog key.
        top_grade: highest grade of the scale.
        relevant_from: lowest grade that is relevant.

    >>> orders = score_all([0, 1, 1], [], {"average_precision": {"k": 3}}, top_grade=1)
    >>> orders.grades.tolist(), orders.scores[0].round(3).tolist()
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
    kind = np.zeros(len(orders), dtype=np.intp)
    for of_metric in scores:
        values, at = np.unique(of_metric.round(9), return_inverse=True)
        kind = kind * len(values) + at
    _, first, counts = np.unique(kind, return_index=True, return_counts=True)
    distinct = tuple(of_metric[first] for of_metric in scores)
    return Orders(
        tuple(metrics),
        orders[first],
        distinct,
        tuple(map(higher_is_better_score, metrics, distinct)),
        counts,
        total,
        exact=len(orders) == total,
        dots=_spread(distinct),
    )


def higher_is_better_score(metric: str, scores: Any) -> Any:
    """Return scores such that more is better: negated if the metric is better when lower."""
    return scores if METRICS[metric].higher_is_better else -scores


def all_or_some(grades: Sequence[int]) -> tuple[Codes, int]:
    """Return all distinct orders of some grades, or a sample, and the number that exist.

    Documents of equal grade are interchangeable, so 1 1 0 has three orders, not six. The sample is
    always the same. It contains the sorted orders, ascending and descending.

    Returns:
        Orders, shape (m, n), and the number of distinct orders.

    >>> all_or_some((0, 1, 1))[0].tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    values, counts = np.unique(np.array(grades, dtype=np.int8), return_counts=True)
    total = factorial(len(grades)) // prod(factorial(int(count)) for count in counts)
    if total * len(grades) > MOST:
        ascending = np.sort(np.array(grades, dtype=np.int8))
        sample = np.random.default_rng(0).permuted(np.tile(ascending, (SAMPLE - 2, 1)), axis=1)
        return np.unique(np.vstack([sample, ascending, ascending[::-1]]), axis=0), total
    rows = np.zeros((1, 0), dtype=np.int8)
    left = counts[None]
    for _ in grades:
        row, value = np.nonzero(left)
        rows = np.column_stack([rows[row], values[value]])
        left = left[row]
        left[np.arange(len(row)), value] -= 1
    return rows, total


def numbers(codes: Codes) -> Array:
    """Convert grades for `Ranking`: `UNJUDGED` becomes NaN."""
    return np.where(codes == UNJUDGED, np.nan, codes)


def _spread(scores: Sequence[Array]) -> NDArray[np.intp]:
    """Choose the dots to draw: all, or one in each cell of a grid and those with extreme scores."""
    if len(scores) < 2 or len(scores[0]) <= DOTS:
        return np.arange(len(scores[0]))
    ends = [end(of_metric) for of_metric in scores for end in (np.argmin, np.argmax)]
    for cells in _GRIDS:
        cell = np.zeros(len(scores[0]))
        for of_metric in scores:
            width = np.ptp(of_metric) or 1
            cell = (
                cell * cells
                + np.minimum((of_metric - of_metric.min()) / width * cells, cells - 1) // 1
            )
        chosen = np.unique([*np.unique(cell, return_index=True)[1], *ends])
        if len(chosen) <= DOTS:
            break
    return chosen


def furthest(one: Array, other: Array) -> tuple[int, int, float]:
    """Find x and y for which one[x] - one[y] and other[y] - other[x] are both large.

    The result maximises the smaller of the two differences. It is exact and takes no longer than a
    sort. No y matters if another point has a smaller `one` and a larger `other`. The remaining
    points, sorted, are a staircase on which both values rise. Along it one[x] - one[y] falls and
    other[y] - other[x] rises. So the best y for x is one of the two steps around their crossing,
    where one + other exceeds its value at x.

    Args:
        one: values of each point, shape (m,).
        other: other values of each point, shape (m,).

    Returns:
        x, y and the smaller difference.

    >>> furthest(np.array([0.0, 0.5, 1.0]), np.array([0.75, 1.0, 0.0]))
    (2, 0, 0.75)
    """
    order = np.lexsort((-other, one))
    highest = np.maximum.accumulate(other[order])
    stairs = order[np.concatenate([[True], highest[1:] > highest[:-1]])]
    sums = one + other
    below = np.searchsorted(sums[stairs], sums) - 1
    steps = stairs[np.clip([below, below + 1], 0, len(stairs) - 1)]
    gaps = np.minimum(one - one[steps], other[steps] - other)
    side, x = np.unravel_index(gaps.argmax(), gaps.shape)
    return int(x), int(steps[side, x]), float(gaps[side, x])
