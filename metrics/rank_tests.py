"""Whether two rankings agree more than chance: p-values and critical values of rho and tau.

Chance puts the items of one ranking into any order, each as likely. p is the share of these orders
that agree at least as much, or that disagree as much for a score below 0.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import factorial, inf, nan, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .agreement import kendall_tau, mean_ranks, pair_counts, spearman_rho
from .arrays import Array
from .compare import central, quantile

MOST_COUNTED: Final = 10
"""Most items whose orders are counted for rho: 10! have 166 values."""
_NEAR: Final = 1e-9
_NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class RankTest:
    """The test of a coefficient against chance.

    Attributes:
        score: rho or tau; NaN where it is undefined.
        one_sided: p-value of the side on which the score lies; NaN as the score, and for a rho of 1
            or -1 with ties.
        exact: whether all orders were counted. If not, p and the critical values are approximate.
        statistic: t of rho or z of tau, of which an approximate p is; NaN for an exact one.
    """

    score: float
    one_sided: float
    exact: bool
    statistic: float
    _least: Callable[[float], float] = field(repr=False, compare=False)

    @property
    def p(self) -> float:
        """Two-sided p-value: chance has two equal sides."""
        return float(np.minimum(1, 2 * self.one_sided))

    def critical(self, level: float = 0.05, sides: int = 2) -> float:
        """Return the least size of a score that is significant; infinite if there is none.

        Args:
            level: the level of significance, in (0, 0.5].
            sides: 2, or 1 for the side that was expected before.

        Raises:
            ValueError: a level or a number of sides that is not allowed.
        """
        level = checks.number("level", level, above=0, high=0.5)
        sides = int(checks.number("sides", sides, 1, high=2))
        return self._least(level / sides)


def rho_test(x: ArrayLike, y: ArrayLike) -> RankTest:
    """Test Spearman's rho of two scores of the same n items.

    Exact up to 10 items without ties. Else t = rho * sqrt((n - 2) / (1 - rho^2)) has n - 2 degrees
    of freedom, about. Args and errors as for `agreement.kendall_tau`. Spearman (1904).

    >>> found = rho_test([1, 2, 3, 4], [1, 2, 4, 3])  # 4 of 24 orders have rho 0.8 or 1
    >>> round(found.score, 3), round(found.one_sided, 4), found.critical(0.05, sides=1)
    (0.8, 0.1667, 1.0)
    """
    score, n = float(spearman_rho(x, y).score), len(mean_ranks(x))
    if score != score:
        return _none(score)
    if n <= MOST_COUNTED and not _tied(x, y):
        ways = _squares(n)
        values = 1 - 12 * np.arange(len(ways)) / max(n * (n * n - 1), 1)
        return _counted(score, values, ways)
    freedom, left = n - 2, 1 - score * score
    if left < _NEAR and _tied(x, y):
        return _none(score)
    if left < _NEAR:
        left = 0.0
    t = score * (sqrt(freedom / left) if left else inf)

    def least(level: float) -> float:
        reach = quantile(1 - level, freedom)
        return reach / sqrt(reach * reach + freedom)

    one_sided = (1 - central(abs(t), freedom)) / 2 if left else 1 / factorial(n)
    return RankTest(score, one_sided, False, t, least)


def tau_test(x: ArrayLike, y: ArrayLike) -> RankTest:
    """Test Kendall's tau of two scores of the same items, tau-b with ties.

    Exact without ties. Else z = S / sqrt(variance) is normal, about; S is concordant minus
    discordant pairs. Args and errors as for `agreement.kendall_tau`. Kendall (1970), chapter 4.

    >>> found = tau_test([1, 2, 3, 4], [1, 2, 4, 3])  # 4 of 24 orders cross at most once
    >>> round(found.score, 3), round(found.one_sided, 4), found.critical(0.05, sides=1)
    (0.667, 0.1667, 1.0)
    """
    score, n = float(kendall_tau(x, y).score), len(mean_ranks(x))
    if score != score:
        return _none(score)
    if not _tied(x, y):
        ways = _crossings(n)
        return _counted(score, 1 - 2 * np.arange(len(ways)) / max(len(ways) - 1, 1), ways)
    counts = pair_counts(x, y)
    surplus, deviation = counts.concordant - counts.discordant, sqrt(_variance(x, y))
    z, every = surplus / deviation, n * (n - 1) / 2
    own = (counts.tied_in_x + counts.tied_in_both, counts.tied_in_y + counts.tied_in_both)
    most = sqrt((every - own[0]) * (every - own[1]))
    return RankTest(
        *(score, _NORMAL.cdf(-abs(z)), False, z),
        lambda level: -_NORMAL.inv_cdf(level) * deviation / most,
    )


def _none(score: float) -> RankTest:
    return RankTest(score, nan, False, nan, lambda _level: nan)


def _tied(*rows: ArrayLike) -> bool:
    return any(len(np.unique(row)) < len(np.asarray(row)) for row in rows)


def _counted(score: float, values: Array, ways: Array) -> RankTest:
    """Return the exact test of a score by how many orders have each value, the highest first."""
    at_least = ways.cumsum() / ways.sum()

    def least(level: float) -> float:
        found = np.flatnonzero((ways > 0) & (at_least <= level * (1 + _NEAR)))
        return float(values[found[-1]]) if found.size else inf

    reached = np.flatnonzero(values >= abs(score) - _NEAR)
    return RankTest(score, float(at_least[reached[-1]]), True, nan, least)


@lru_cache(maxsize=MOST_COUNTED + 1)
def _squares(n: int) -> Array:
    """Count the orders of n items by half of the sum of squared differences, which is even.

    Items take the ranks one after the other; a set of taken ranks is a number in binary digits.
    """
    most = n * (n * n - 1) // 3
    ways = np.zeros((2**n, most + 1))
    ways[0, 0] = 1
    for taken in range(2**n - 1):
        item = taken.bit_count()
        for rank in range(n):
            if not taken >> rank & 1:
                square = (rank - item) ** 2
                ways[taken | 1 << rank, square:] += ways[taken, : most + 1 - square]
    return ways[-1, ::2]


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
