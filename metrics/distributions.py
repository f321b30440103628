"""The distributions of test statistics: Student's t, F and χ².

A name with *beyond* is a p-value: how often chance makes the statistic at least as large.
"""

from functools import lru_cache
from math import erfc, exp, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from . import checks

_MOST_FREEDOM: Final = 10_000
"""Beyond these degrees of freedom, Student's t equals the normal distribution to four digits."""
_MOST_STEPS: Final = 60
_MOST_TERMS: Final = 500


class Interval(NamedTuple):
    """The two ends of an interval, in the unit of the score; NaN if there is none."""

    low: float
    high: float


def t_beyond(t: float, degrees: float) -> float:
    """Return the two-sided p-value of Student's t. Abramowitz & Stegun (1964), 26.7.1.

    Args:
        t: the statistic, of either sign.
        degrees: degrees of freedom, above 0; by Welch no whole number.

    >>> round(t_beyond(1, 1), 12), round(t_beyond(-2.571, 5), 3)
    (0.5, 0.05)
    """
    if degrees > _MOST_FREEDOM:
        return erfc(abs(t) / sqrt(2))
    return beta_share(degrees / 2, 0.5, degrees / (degrees + t * t))


@lru_cache(maxsize=1024)
def t_quantile(probability: float, degrees: float) -> float:
    """Return the quantile of Student's t for a probability of at least 1/2.

    Newton's method starts at the normal quantile, which lies below. The density falls from there
    on, so no step overshoots.

    Args:
        probability: in [0.5, 1).
        degrees: degrees of freedom, above 0; by Welch no whole number.

    Raises:
        ValueError: a probability outside its range.

    >>> round(t_quantile(0.975, 5), 3), round(t_quantile(0.75, 1), 12)
    (2.571, 1.0)
    >>> round(t_quantile(0.975, 25.1), 4)  # 2.0595 for 25, 2.0555 for 26
    2.0591
    """
    checks.number("probability", probability, 0.5, below=1)
    t = NormalDist().inv_cdf(probability)
    if degrees > _MOST_FREEDOM:
        return t
    constant = lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - log(degrees * pi) / 2
    for _ in range(_MOST_STEPS):
        density = exp(constant - (degrees + 1) / 2 * log1p(t * t / degrees))
        step = (probability - 1 + t_beyond(t, degrees) / 2) / density
        t += step
        if abs(step) <= 1e-14 * t:
            break
    return t


def f_beyond(f: float, between: int, within: int) -> float:
    """Return the p-value of F. Abramowitz & Stegun (1964), 26.6.2.

    Args:
        f: the statistic, at least 0.
        between: degrees of freedom between the groups, at least 1.
        within: those within, at least 1.

    >>> round(f_beyond(5.143, 2, 6), 3)
    0.05
    """
    return beta_share(within / 2, between / 2, within / (within + between * f))


def critical_f(between: int, within: int, level: float = 0.05) -> float:
    """Return the F beyond which groups differ significantly.

    Args:
        between: degrees of freedom between the groups, at least 1.
        within: those within, at least 1.
        level: significance level, above 0 and below 1.

    Raises:
        ValueError: an argument outside its range.

    >>> round(critical_f(2, 6), 3)
    5.143
    """
    checks.number("level", level, above=0, below=1)
    if min(checks.count("between", between), checks.count("within", within)) < 1:
        raise ValueError(f"both degrees of freedom must be at least 1, got {between}, {within}")
    low, high = 0.0, 1.0  # of within/(within + between · F), which falls as F rises
    for _ in range(_MOST_STEPS):
        middle = (low + high) / 2
        if beta_share(within / 2, between / 2, middle) > level:
            high = middle
        else:
            low = middle
    return within * (1 / high - 1) / between


def chi_squared_beyond(chi_squared: float, freedom: int = 1) -> float:
    """Return how often chance makes a χ² at least as large. Abramowitz & Stegun (1964), 26.4.4.

    Args:
        chi_squared: at least 0.
        freedom: degrees of freedom, at least 1.

    Raises:
        ValueError: a number outside its range.

    >>> round(chi_squared_beyond(3.841), 3), round(chi_squared_beyond(11.07, 5), 3)
    (0.05, 0.05)
    """
    half = checks.number("chi_squared", chi_squared, 0) / 2
    if checks.count("freedom", freedom) < 1:
        raise ValueError(f"freedom must be at least 1, got {freedom!r}")
    odd = freedom % 2
    found = erfc(sqrt(half)) if odd else 0.0
    powers = np.arange(0.5 if odd else 0.0, freedom / 2)  # half^power / power!
    if half:
        found += sum(exp(power * log(half) - half - lgamma(power + 1)) for power in powers.tolist())
    else:
        found = 1.0
    return min(found, 1.0)


def beta_share(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, the p-value of t and of F.

    By its continued fraction. Abramowitz & Stegun (1964), 26.5.8.

    >>> round(beta_share(2, 3, 0.5), 6)  # of five coins two or more
    0.6875
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = fraction
        for term in (even, odd):
            c, d = 1 + term / c, 1 / (1 + term * d)
            fraction *= c * d
        if abs(fraction - before) < 1e-15 * abs(fraction):
            break
    return front * fraction
