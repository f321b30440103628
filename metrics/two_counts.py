"""Two counts of one total: are they as far from their expected shares as chance makes them?

Three tasks have this form. Of the topics that only one of two systems got right, how many are A's
(McNemar's test)? Of the readers whom one of two rankers won, how many did A win? Of all readers of
an A/B test, how many saw A (a split check, *sample ratio mismatch*)?
"""

from math import ceil, exp, inf, lgamma, log, nan, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from . import checks
from .distributions import Interval, chi_squared_beyond

_NORMAL: Final = NormalDist()
_MOST_EXACT: Final = 1_000_000
"""Largest total whose binomial probabilities are added up."""
_SAME: Final = 1e-7
"""Relative difference below which two probabilities are equal."""


class TwoCounts(NamedTuple):
    """The comparison of two counts with their expected shares.

    Attributes:
        share: share of the first count.
        expected: both expected counts.
        chi_squared: χ² with one degree of freedom, without correction; its root is z.
        p: its p-value, by the normal distribution, two-sided.
        corrected: χ² with the correction for continuity: each difference is smaller by 1/2.
        p_corrected: its p-value.
        exact: two-sided p-value by the binomial distribution: all outcomes that are as unlikely.
            NaN for more than a million in all.
        greater: one-sided p-value by that distribution: so large a first count, or a larger one.
        interval: 95 % interval of the share, by its own variance (Wald).
    """

    share: float
    expected: tuple[float, float]
    chi_squared: float
    p: float
    corrected: float
    p_corrected: float
    exact: float
    greater: float
    interval: Interval


def two_counts(first: int, second: int, share: float = 0.5, confidence: float = 0.95) -> TwoCounts:
    """Compare two counts with an expected share. McNemar (1947); Fleiss, Levin & Paik (2003).

    With the share 1/2 the exact test is the sign test, and χ² is McNemar's: (b − c)²/(b + c), with
    the correction (|b − c| − 1)²/(b + c).

    Args:
        first: the first count, a whole number.
        second: the second count; one of both is above 0.
        share: expected share of the first, above 0 and below 1.
        confidence: of the interval, above 0 and below 1.

    Raises:
        ValueError: a count that is not whole, two zeros, or a share or confidence outside (0, 1).

    >>> found = two_counts(300, 220)
    >>> round(found.corrected, 3), round(found.chi_squared, 3)  # 79²/520, 80²/520
    (12.002, 12.308)
    >>> found = two_counts(3, 1)  # 3 or more of 4: (4 + 1) / 16, on both sides
    >>> found.greater, found.exact
    (0.3125, 0.625)
    """
    total = checks.count("first", first) + checks.count("second", second)
    if not total:
        raise ValueError("one of both counts must be above 0")
    q = checks.number("share", share, above=0, below=1)
    own = first / total
    variance = total * q * (1 - q)
    off = abs(first - total * q)
    chi_squared, corrected = off**2 / variance, max(off - 0.5, 0) ** 2 / variance
    exact, greater = _binomial(first, total, q) if total <= _MOST_EXACT else (nan, nan)
    reach = _quantile((1 + checks.number("confidence", confidence, above=0, below=1)) / 2) * sqrt(
        own * (1 - own) / total
    )
    return TwoCounts(
        share=own,
        expected=(total * q, total * (1 - q)),
        chi_squared=chi_squared,
        p=chi_squared_beyond(chi_squared),
        corrected=corrected,
        p_corrected=chi_squared_beyond(corrected),
        exact=exact,
        greater=greater,
        interval=Interval(own - reach, own + reach),
    )


class PairedDifference(NamedTuple):
    """The difference of the shares that two systems got right, of the same topics.

    Attributes:
        difference: share of A minus share of B.
        error: its standard error.
        interval: its 95 % interval (Wald).
    """

    difference: float
    error: float
    interval: Interval


def paired_difference(only_a: int, only_b: int, of: int) -> PairedDifference:
    """Return the difference of two paired shares. Fleiss, Levin & Paik (2003), chapter 13.

    Args:
        only_a: how many only A got right.
        only_b: how many only B got right.
        of: how many there are in all, at least 1 and at least both together.

    Raises:
        ValueError: a count that is not whole, or too few in all.

    >>> found = paired_difference(300, 220, 10_000)
    >>> round(found.difference, 3), round(found.error, 5)  # √(520 − 80²/10,000) / 10,000
    (0.008, 0.00228)
    """
    some = checks.count("only_a", only_a) + checks.count("only_b", only_b)
    if checks.count("of", of) < max(some, 1):
        raise ValueError(f"of must be at least 1 and {some}, those of one system, got {of!r}")
    lead = only_a - only_b
    error = sqrt(some - lead**2 / of) / of
    reach = _quantile(0.975) * error
    return PairedDifference(lead / of, error, Interval(lead / of - reach, lead / of + reach))


def size_of_share(share: float, power: float = 0.8, level: float = 0.05, sides: int = 2) -> float:
    """Return how many find that a share is not 1/2; inf for 1/2. Fleiss, Levin & Paik (2003).

    By the normal distribution, without a correction for continuity.

    Args:
        share: the true share, from 0 to 1.
        power: how often it is to be found, at least 1/2 and below 1.
        level: the p-value below which it is found, above 0 and below 1.
        sides: 2, or 1 if it was said before on which side of 1/2 the share is.

    Raises:
        ValueError: an argument outside its range.

    >>> size_of_share(0.6, power=0.9, sides=1)  # ((1.645 · 0.5 + 1.282 · √0.24) / 0.1)² = 210.3
    211
    """
    gap = abs(checks.number("share", share, 0, 1) - 0.5)
    checks.number("power", power, 0.5, below=1)
    checks.number("level", level, above=0, below=1)
    if sides not in (1, 2):
        raise ValueError(f"sides must be 1 or 2, got {sides!r}")
    if not gap:
        return inf
    reach = _quantile(1 - level / sides) / 2 + _quantile(power) * sqrt(share * (1 - share))
    return ceil(round((reach / gap) ** 2, 9))


def _binomial(first: int, total: int, share: float) -> tuple[float, float]:
    """Return the two-sided and the one-sided p-value of a count, by the binomial distribution."""
    counts = np.arange(total)
    ratios = np.log((total - counts) / (counts + 1)) + log(share / (1 - share))
    logs = np.concatenate([[0.0], ratios.cumsum()]) + total * log(1 - share)
    # The sum of many logarithms drifts: the largest is set to what it is.
    top = int(logs.argmax())
    largest = lgamma(total + 1) - lgamma(top + 1) - lgamma(total - top + 1)
    largest += top * log(share) + (total - top) * log(1 - share)
    chances = np.exp(logs - logs[top]) * exp(largest)
    as_unlikely = chances <= chances[first] * (1 + _SAME)
    return min(1.0, float(chances[as_unlikely].sum())), min(1.0, float(chances[first:].sum()))


def _quantile(probability: float) -> float:
    return _NORMAL.inv_cdf(probability)
