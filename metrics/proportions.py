"""An A/B test: the shares of two groups, their difference, and how sure it is.

Each reader sees A or B, not both, and does something or not: clicks, buys. So the two groups are
independent, unlike the paired scores in `metrics.compare`.
"""

from collections.abc import Callable, Mapping
from math import asin, ceil, exp, inf, isinf, log, nan, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from . import checks
from .distributions import Interval

_NORMAL: Final = NormalDist()
_HALVINGS: Final = 60


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


class ChiSquared(NamedTuple):
    """The χ² test of two groups, by those who succeed and those who do not.

    Attributes:
        expected: the counts if both shares were equal: successes of A, its others, those of B.
        statistic: χ² with one degree of freedom, the square of z.
        corrected: χ² by Yates: each count is nearer to the expected one by 1/2, or equal to it.
        p_corrected: p-value of the corrected one.
    """

    expected: tuple[float, float, float, float]
    statistic: float
    corrected: float
    p_corrected: float


def chi_squared(successes_a: int, count_a: int, successes_b: int, count_b: int) -> ChiSquared:
    """Compare two shares by χ² of four counts. Pearson (1900); Yates (1934).

    R's chisq.test and SciPy's chi2_contingency correct it unless they are told not to. All but the
    expected counts is NaN where all succeed or none. Args and errors as for `standard_errors`.

    >>> found = chi_squared(105, 2000, 130, 2000)
    >>> found.expected, round(found.statistic, 3), round(found.corrected, 3)
    ((117.5, 1882.5, 117.5, 1882.5), 2.826, 2.604)
    """
    pooled = standard_errors(successes_a, count_a, successes_b, count_b).pooled
    due_a, due_b = count_a * pooled, count_b * pooled
    expected = due_a, count_a - due_a, due_b, count_b - due_b
    if not 0 < pooled < 1:
        return ChiSquared(expected, nan, nan, nan)
    each, off = sum(1 / due for due in expected), abs(successes_a - due_a)
    corrected = max(off - 0.5, 0) ** 2 * each
    p = 2 * _NORMAL.cdf(-sqrt(corrected))
    return ChiSquared(expected, off**2 * each, corrected, p)


class Lift(NamedTuple):
    """How much larger the share of B is than that of A, as a part of that of A.

    Attributes:
        lift: b/a - 1; NaN if A has no success.
        error: the standard error of the logarithm of b/a; NaN if a group has no success.
        interval: its 95 % interval; NaN as the error.
    """

    lift: float
    error: float
    interval: Interval


def lift(successes_a: int, count_a: int, successes_b: int, count_b: int) -> Lift:
    """Return the relative difference of two shares. Katz, Baptista, Azen & Pike (1978).

    Args and errors as for `standard_errors`.

    >>> found = lift(105, 2000, 130, 2000)
    >>> low, high = found.interval  # e^(log(0.065/0.0525) ± 1.96 · 0.1273) - 1
    >>> round(found.lift, 4), round(found.error, 4), round(low, 3), round(high, 3)
    (0.2381, 0.1273, -0.035, 0.589)
    """
    a, b = _share("a", successes_a, count_a), _share("b", successes_b, count_b)
    if not a or not b:
        return Lift(b / a - 1 if a else nan, nan, Interval(nan, nan))
    error = sqrt(1 / successes_a - 1 / count_a + 1 / successes_b - 1 / count_b)
    reach = _quantile(0.975) * error
    low, high = (exp(log(b / a) + side * reach) - 1 for side in (-1, 1))
    return Lift(b / a - 1, error, Interval(low, high))


SPREADS: Final[Mapping[str, Callable[[float, float], tuple[float, float, float]]]] = {
    "pooled": lambda a, b: (
        sqrt((a + b) * (1 - (a + b) / 2)),
        sqrt(a * (1 - a) + b * (1 - b)),
        abs(b - a),
    ),
    "variances": lambda a, b: (*2 * (sqrt(a * (1 - a) + b * (1 - b)),), abs(b - a)),
    "baseline": lambda a, b: (*2 * (sqrt(2 * a * (1 - a)),), abs(b - a)),
    "arcsine": lambda a, b: (sqrt(2), sqrt(2), abs(2 * asin(sqrt(b)) - 2 * asin(sqrt(a)))),
}
"""Formulas of the sample size of two shares: each gives the standard error of the difference from
one reader in each group if the shares are equal, the error if they are these, and the difference.

"pooled" is R's power.prop.test, Fleiss, Levin & Paik (2003). "variances" takes the variance of each
share for both errors. "baseline" takes that of A for both groups; its effect size is the difference
over √(a(1 − a)), Kohavi, Tang & Xu (2020). "arcsine" is Cohen's effect size h (1988), as in
statsmodels.
"""


def power(
    a: float, b: float, count: float, level: float = 0.05, *, sides: int = 2, by: str = "pooled"
) -> float:
    """Return how likely the p-value of two groups of this size falls below the level.

    If the p-value is two-sided, leads the wrong way count, too: R's power.prop.test with
    strict=TRUE. Equal shares: the level itself, or 0 where all succeed or none, as p is NaN then.

    Args:
        a: true share of A, from 0 to 1.
        b: true share of B.
        count: number in each group, above 0.
        level: the p-value below which a difference is found, above 0 and below 1.
        sides: 2, or 1 if it was said before which group has the larger share, and it has.
        by: a formula of `SPREADS`.

    Raises:
        ValueError: an argument outside its range, or a share A of 0 or 1 by "baseline".

    >>> round(power(0.5, 0.75, 50), 3)  # the example of R's power.prop.test
    0.74
    """
    equal, own, gap = _errors(a, b, level, sides, by)
    count = checks.number("count", count, above=0)
    lead, least = gap * sqrt(count), _quantile(1 - level / sides) * equal
    if not own:
        return float(bool(gap) and lead >= least)
    found = _NORMAL.cdf((lead - least) / own)
    return found + (_NORMAL.cdf((-lead - least) / own) if sides == 2 else 0)


def sample_size(
    a: float,
    b: float,
    power: float = 0.8,
    level: float = 0.05,
    *,
    sides: int = 2,
    by: str = "pooled",
) -> float:
    """Return how many each group needs to find a difference with this power; inf for equal shares.

    Args:
        a: true share of A, from 0 to 1.
        b: true share of B.
        power: how often the difference is to be found, at least 1/2 and below 1.
        level: as for `power`.
        sides: as for `power`.
        by: as for `power`.

    Raises:
        ValueError: as for `power`.

    >>> sample_size(0.5, 0.75, 0.9)  # R's power.prop.test says 76.7
    77
    """
    exact = _size(a, b, power, level, sides, by)
    return inf if isinf(exact) else ceil(round(exact, 9))


def detectable(
    a: float,
    count: float,
    power: float = 0.8,
    level: float = 0.05,
    *,
    sides: int = 2,
    by: str = "pooled",
) -> float:
    """Return the smallest rise of a share that groups of this size find with this power.

    NaN if even a rise to 1 is not found so often.

    Args:
        a: true share of A, from 0 and below 1.
        count: number in each group, above 0.
        power: as for `sample_size`.
        level: as for `power`.
        sides: as for `power`.
        by: as for `power`.

    Raises:
        ValueError: as for `power`.

    >>> round(detectable(0.5, 77, 0.9), 3)  # 77 find 0.75 from 0.5
    0.25
    """
    count = checks.number("count", count, above=0)
    low, high = checks.number("a", a, 0, below=1), 1.0
    if _size(a, high, power, level, sides, by) > count:
        return nan
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _size(a, middle, power, level, sides, by) > count:
            low = middle
        else:
            high = middle
    return high - a


def _size(a: float, b: float, power: float, level: float, sides: int, by: str) -> float:
    """Return the number that each group needs before it is rounded up."""
    equal, own, gap = _errors(a, b, level, sides, by)
    checks.number("power", power, 0.5, below=1)
    reach = _quantile(1 - level / sides) * equal + _quantile(power) * own
    return (reach / gap) ** 2 if gap else inf


def _share(group: str, successes: int, count: int) -> float:
    checks.count(f"successes_{group}", successes)
    if checks.count(f"count_{group}", count) < max(successes, 1):
        least = f"at least 1 and {successes}, the successes"
        raise ValueError(f"count_{group} must be {least}, got {count!r}")
    return successes / count


def _errors(a: float, b: float, level: float, sides: int, by: str) -> tuple[float, float, float]:
    """Check the arguments of `power`, and return what a formula makes of two shares."""
    checks.number("level", level, above=0, below=1)
    a, b = checks.number("a", a, 0, 1), checks.number("b", b, 0, 1)
    if by == "baseline":
        checks.number("a", a, above=0, below=1)
    if sides not in (1, 2):
        raise ValueError(f"sides must be 1 or 2, got {sides!r}")
    if by not in SPREADS:
        raise ValueError(f"by must be one of {', '.join(SPREADS)}, got {by!r}")
    return SPREADS[by](a, b)


def _quantile(probability: float) -> float:
    return _NORMAL.inv_cdf(probability)
