"""Whether two rankings agree more than chance: p-values and critical values of rho and tau.

Chance puts the items of one ranking into any order, each as likely. p is the share of these orders
that agree at least as much, or that disagree as much for a score below 0. Ties stay ties, so both
sides may differ: the two-sided p counts the orders of both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import factorial, inf, nan, prod, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .agreement import kendall_tau, mean_ranks, pair_counts, spearman_rho
from .arrays import Array
from .distributions import t_beyond, t_quantile

MOST_COUNTED: Final = 10
"""Most items whose orders are counted for rho, and for tau with ties: 10! have 166 values."""
_NEAR: Final = 1e-9
_NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class RankTest:
    """The test of a coefficient against chance.

    Attributes:
        score: rho or tau; NaN where it is undefined.
        one_sided: p-value of the side on which the score lies; NaN as the score, and for a rho of 1
            or -1 with ties of more than 10 items.
        p: two-sided p-value, of scores of this size or larger on both sides; NaN as the other.
        exact: whether all orders were counted. If not, p and the critical values are approximate.
        statistic: t of rho or z of tau, of which an approximate p is; NaN for an exact one.
        tied: whether items are tied. Printed tables of critical values are for items without ties.
    """

    score: float
    one_sided: float
    p: float
    exact: bool
    statistic: float
    tied: bool
    _least: Callable[[float, int], float] = field(repr=False, compare=False)

    def critical(self, level: float = 0.05, sides: int = 2) -> float:
        """Return the least size of a score that is significant; infinite if there is none.

        Args:
            level: the level of significance, in (0, 0.5].
            sides: 2, or 1 for the side on which the score lies, expected before.

        Raises:
            ValueError: a level or a number of sides that is not allowed.
        """
        level = checks.number("level", level, above=0, high=0.5)
        sides = int(checks.number("sides", sides, 1, high=2))
        return self._least(level, sides)


def rho_test(x: ArrayLike, y: ArrayLike) -> RankTest:
    """Test Spearman's rho of two scores of the same n items.

    Exact up to 10 items, also with ties. Else t = rho * sqrt((n - 2) / (1 - rho^2)) has n - 2
    degrees of freedom, about. Args and errors as for `agreement.kendall_tau`. Spearman (1904).

    >>> found = rho_test([1, 2, 3, 4], [1, 2, 4, 3])  # 4 of 24 orders have rho 0.8 or 1
    >>> round(found.score, 3), round(found.one_sided, 4), found.critical(0.05, sides=1)
    (0.8, 0.1667, 1.0)
    >>> rho_test([1, 1, 2], [1, 1, 2]).one_sided == 1 / 3  # 2 of 6 orders
    True
    """
    score, n = float(spearman_rho(x, y).score), len(mean_ranks(x))
    if score != score:
        return _none(score)
    tied = _tied(x, y)
    if n <= MOST_COUNTED:
        return _counted(score, *_orders_of(x, y, "rho"), tied)
    freedom, left = n - 2, 1 - score * score
    if left < _NEAR and tied:
        return _none(score)
    if left < _NEAR:
        left = 0.0
    t = score * (sqrt(freedom / left) if left else inf)

    def least(level: float, sides: int) -> float:
        reach = t_quantile(1 - level / sides, freedom)
        return reach / sqrt(reach * reach + freedom)

    one_sided = t_beyond(t, freedom) / 2 if left else 1 / factorial(n)
    return RankTest(score, one_sided, 2 * one_sided, False, t, tied, least)


def tau_test(x: ArrayLike, y: ArrayLike) -> RankTest:
    """Test Kendall's tau of two scores of the same items, tau-b with ties.

    Exact without ties, and with ties up to 10 items. Else z = S / sqrt(variance) is normal, about;
    S is concordant minus discordant pairs. Args and errors as for `agreement.kendall_tau`. Kendall
    (1970), chapter 4.

    >>> found = tau_test([1, 2, 3, 4], [1, 2, 4, 3])  # 4 of 24 orders cross at most once
    >>> round(found.score, 3), round(found.one_sided, 4), found.critical(0.05, sides=1)
    (0.667, 0.1667, 1.0)
    """
    score, n = float(kendall_tau(x, y).score), len(mean_ranks(x))
    if score != score:
        return _none(score)
    if not _tied(x, y):
        ways = _crossings(n)
        every = len(ways) - 1
        return _counted(score, (every - 2 * np.arange(every + 1)) / every, ways, tied=False)
    if n <= MOST_COUNTED:
        return _counted(score, *_orders_of(x, y, "tau"), tied=True)
    counts = pair_counts(x, y)
    surplus, deviation = counts.concordant - counts.discordant, sqrt(_variance(x, y))
    z, pairs = surplus / deviation, n * (n - 1) / 2
    own = (counts.tied_in_x + counts.tied_in_both, counts.tied_in_y + counts.tied_in_both)
    most = sqrt((pairs - own[0]) * (pairs - own[1]))
    one_sided = _NORMAL.cdf(-abs(z))
    return RankTest(
        *(score, one_sided, 2 * one_sided, False, z, True),
        lambda level, sides: -_NORMAL.inv_cdf(level / sides) * deviation / most,
    )


def _none(score: float) -> RankTest:
    return RankTest(score, nan, nan, False, nan, True, lambda _level, _sides: nan)


def _tied(*rows: ArrayLike) -> bool:
    return any(max(_groups(row), default=1) > 1 for row in rows)


def _groups(row: ArrayLike) -> tuple[int, ...]:
    """Return how many items share each rank, from the lowest on."""
    return tuple(np.unique(row, return_counts=True)[1].tolist())


def _counted(score: float, values: Array, ways: Array, tied: bool) -> RankTest:
    """Return the exact test of a score by how many orders have each value."""
    values, shares = values[ways > 0], ways[ways > 0] / ways.sum()
    sizes = {1: values if score >= 0 else -values, 2: abs(values)}

    def p(sides: int) -> float:
        return min(1.0, float(shares[sizes[sides] >= abs(score) - _NEAR].sum()))

    def least(level: float, sides: int) -> float:
        each, at = np.unique(-sizes[sides], return_inverse=True)
        at_least = np.bincount(at, shares).cumsum()
        found = np.flatnonzero((each < 0) & (at_least <= level * (1 + _NEAR)))
        return float(-each[found[-1]]) if found.size else inf

    return RankTest(score, p(1), p(2), True, nan, tied, least)


def _orders_of(x: ArrayLike, y: ArrayLike, of: str) -> tuple[Array, Array]:
    fewer, more = sorted((_groups(x), _groups(y)), key=len)  # fewer groups have fewer states
    return _orders(more, fewer, of)


@lru_cache(maxsize=64)
def _orders(first: tuple[int, ...], second: tuple[int, ...], of: str) -> tuple[Array, Array]:
    """Return the values that rho or tau can have, and how many orders of the items have each.

    `first` and `second` say how many items share each rank. The groups of the first take items of
    the second's groups, one group after the other. Ranks are doubled and centred: they are whole.
    """
    n = sum(first)
    reach = n * (n * n - 1) // 3  # no sum of products and no number of pairs is larger
    ranks = _centred(second)
    ways = np.zeros(2 * reach + 1)
    ways[reach] = 1
    states = {(0,) * len(second): ways}
    for size, rank in zip(first, _centred(first), strict=True):
        following: dict[tuple[int, ...], Array] = {}
        for taken, before in states.items():
            adds = [
                rank * ranks[at] if of == "rho" else sum(taken[:at]) - sum(taken[at + 1 :])
                for at in range(len(taken))
            ]
            for chosen in _choices(np.subtract(second, taken).tolist(), size):
                now = tuple(np.add(taken, chosen).tolist())
                times = factorial(size) // prod(map(factorial, chosen))
                added = times * np.roll(before, int(np.dot(adds, chosen)))
                following[now] = following.get(now, 0) + added
        states = following
    most = sqrt(prod(_most(groups, of) for groups in (first, second)))
    return np.arange(-reach, reach + 1) / most, states[second]


def _choices(left: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield in which ways so many items can be taken from groups."""
    if not left:
        yield from [()] * (not size)
        return
    for count in range(min(left[0], size) + 1):
        for others in _choices(left[1:], size - count):
            yield (count, *others)


def _centred(groups: Sequence[int]) -> list[int]:
    """Return the mean rank of each group, doubled, from the middle rank."""
    ends = np.cumsum(groups)
    return [int(2 * end - size - ends[-1]) for end, size in zip(ends, groups, strict=True)]


def _most(groups: Sequence[int], of: str) -> int:
    """Return the sum of squares of the ranks of rho, or the untied pairs of tau."""
    if of == "rho":
        return sum(size * rank**2 for size, rank in zip(groups, _centred(groups), strict=True))
    n = sum(groups)
    return (n * (n - 1) - sum(size * (size - 1) for size in groups)) // 2


@lru_cache(maxsize=64)
def _crossings(n: int) -> Array:
    """Return the share of the orders of n items that cross 0, 1, 2 ... pairs.

    The last of i items crosses 0 ... i - 1 of the others, each as likely.
    """
    shares = np.ones(1)
    for items in range(2, n + 1):
        shares = np.convolve(shares, np.full(items, 1 / items))
    return shares


def _variance(x: ArrayLike, y: ArrayLike) -> float:
    """Return the variance of S with ties. Kendall (1970), 4.4."""
    n = len(mean_ranks(x))
    whole = float(n * (n - 1) * (2 * n + 5))
    sums = []
    for row in (x, y):
        tied = np.unique(row, return_counts=True)[1].astype(float)
        pairs = tied * (tied - 1)
        whole -= float((pairs * (2 * tied + 5)).sum())
        sums.append((float(pairs.sum()), float((pairs * (tied - 2)).sum())))
    (pairs_x, triples_x), (pairs_y, triples_y) = sums
    variance = whole / 18 + pairs_x * pairs_y / (2 * n * (n - 1))
    if n > 2:
        variance += triples_x * triples_y / (9 * n * (n - 1) * (n - 2))
    return variance
