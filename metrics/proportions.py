"""An A/B test: the shares of two groups, their difference, and how sure it is.

Each reader sees A or B, not both, and does something or not: clicks, buys. So the two groups are
independent, unlike the paired scores in `metrics.compare`.
"""

from math import ceil, inf, nan, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from . import checks
from .compare import Interval

_NORMAL: Final = NormalDist()


class TwoProportions(NamedTuple):
    """The comparison of two shares.

    Attributes:
        a: share of A.
        b: share of B.
        difference: b - a.
        z: the difference over its standard error if both shares are equal; NaN for 0/0, where all
            succeed or none.
        p: two-sided p-value of z, by the normal distribution; NaN as z.
        interval: 95 % interval of the difference, by each group's own variance (Wald).
    """

    a: float
    b: float
    difference: float
    z: float
    p: float
    interval: Interval


class StandardErrors(NamedTuple):
    """The standard errors of the difference of two shares, and the share of the first error.

    Attributes:
        pooled: the share of both groups together.
        equal: the standard error if both groups have that share: z divides by it.
        own: the standard error by each group's own share: the interval is made of it.
    """

    pooled: float
    equal: float
    own: float


def standard_errors(
    successes_a: int, count_a: int, successes_b: int, count_b: int
) -> StandardErrors:
    """Return the standard errors of the difference of two shares. Fleiss, Levin & Paik (2003).

    Args:
        successes_a: how many of A succeed, a whole number.
        count_a: how many there are in A, at least 1.
        successes_b: as for A.
        count_b: as for A.

    Raises:
        ValueError: a count that is not whole, an empty group, or more successes than there are in a
            group.

    >>> round(standard_errors(90, 100, 85, 100).equal, 4)
    0.0468
    """
    a, b = _share("a", successes_a, count_a), _share("b", successes_b, count_b)
    pooled = (successes_a + successes_b) / (count_a + count_b)
    equal = sqrt(pooled * (1 - pooled) * (1 / count_a + 1 / count_b))
    return StandardErrors(pooled, equal, sqrt(a * (1 - a) / count_a + b * (1 - b) / count_b))


def two_proportions(
    successes_a: int, count_a: int, successes_b: int, count_b: int, confidence: float = 0.95
) -> TwoProportions:
    """Compare two shares by the z-test and the Wald interval. Fleiss, Levin & Paik (2003).

    Both are approximate: they want some successes and some failures in each group, 5 or more.

    Args:
        successes_a: how many of A succeed, a whole number.
        count_a: how many there are in A, at least 1.
        successes_b: as for A.
        count_b: as for A.
        confidence: of the interval, above 0 and below 1.

    Raises:
        ValueError: a count that is not whole, an empty group, more successes than there are in a
            group, or a confidence outside (0, 1).

    >>> found = two_proportions(90, 100, 85, 100)
    >>> round(found.difference, 3), round(found.z, 3), round(found.p, 3)
    (-0.05, -1.069, 0.285)
    """
    a, b = _share("a", successes_a, count_a), _share("b", successes_b, count_b)
    _, error, own = standard_errors(successes_a, count_a, successes_b, count_b)
    z = (b - a) / error if error else nan
    own *= _quantile((1 + checks.number("confidence", confidence, above=0, below=1)) / 2)
    p = 2 * _NORMAL.cdf(-abs(z)) if error else nan
    return TwoProportions(a, b, b - a, z, p, Interval(b - a - own, b - a + own))


def power(a: float, b: float, count: float, level: float = 0.05) -> float:
    """Return how likely the p-value of two groups of this size falls below the level.

    The p-value is two-sided, so leads the wrong way count, too: R's power.prop.test with
    strict=TRUE. Equal shares: the level itself, or 0 where all succeed or none, as p is NaN then.

    Args:
        a: true share of A, from 0 to 1.
        b: true share of B.
        count: number in each group, above 0.
        level: the p-value below which a difference is found, above 0 and below 1.

    Raises:
        ValueError: an argument outside its range.

    >>> round(power(0.5, 0.75, 50), 3)  # the example of R's power.prop.test
    0.74
    """
    equal, own, gap = _errors(a, b, level)
    count = checks.number("count", count, above=0)
    lead, least = gap * sqrt(count), _quantile(1 - level / 2) * equal
    if not own:
        return float(bool(gap) and lead >= least)
    return _NORMAL.cdf((lead - least) / own) + _NORMAL.cdf((-lead - least) / own)


def sample_size(a: float, b: float, power: float = 0.8, level: float = 0.05) -> float:
    """Return how many each group needs to find a difference with this power; inf for equal shares.

    Args:
        a: true share of A, from 0 to 1.
        b: true share of B.
        power: how often the difference is to be found, at least 1/2 and below 1.
        level: as for `power`.

    Raises:
        ValueError: an argument outside its range.

    >>> sample_size(0.5, 0.75, 0.9)  # R's power.prop.test says 76.7
    77
    """
    equal, own, gap = _errors(a, b, level)
    checks.number("power", power, 0.5, below=1)
    if not gap:
        return inf
    reach = _quantile(1 - level / 2) * equal + _quantile(power) * own
    return ceil(round((reach / gap) ** 2, 9))


def _share(group: str, successes: int, count: int) -> float:
    checks.count(f"successes_{group}", successes)
    if checks.count(f"count_{group}", count) < max(successes, 1):
        least = f"at least 1 and {successes}, the successes"
        raise ValueError(f"count_{group} must be {least}, got {count!r}")
    return successes / count


def _errors(a: float, b: float, level: float) -> tuple[float, float, float]:
    """Return the standard errors from one reader in each group, and the gap of two shares.

    The first error is that of equal shares, the second one that of these shares.
    """
    checks.number("level", level, above=0, below=1)
    a, b = checks.number("a", a, 0, 1), checks.number("b", b, 0, 1)
    mean = (a + b) / 2
    return sqrt(2 * mean * (1 - mean)), sqrt(a * (1 - a) + b * (1 - b)), abs(b - a)


def _quantile(probability: float) -> float:
    return _NORMAL.inv_cdf(probability)
