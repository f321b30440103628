"""Groups of scores that are not paired: do their means or their ranks differ by more than chance?

Two systems on different topics make two groups, and so do the readers of an A/B test whose score is
no share. For t and F, a group's summary is enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil, comb, nan, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array
from .compare import Summary, summary
from .distributions import Interval, f_beyond, t_beyond, t_quantile

_MOST_SPLITS: Final = 1_000_000
_MOST_RANKED: Final = 200
"""Most scores of two groups whose splits are counted by their ranks."""
_TIE: Final = 1e-9
"""Greatest deviation of ranks that counts as none: a rounding error."""


class Splits(NamedTuple):
    """The randomisation test of two groups that are not paired.

    Attributes:
        differences: mean of the first group minus mean of the second for each split, shape (ways,);
            that of the groups as they are comes first.
        p: share of the splits with a difference at least as far from 0 as that of the groups.
        greater: one-sided p-value, the share with a difference at least as high.
        less: the other one-sided p-value, the share with a difference at most as high.
    """

    differences: Array
    p: float
    greater: float
    less: float


def splits(first: int, second: int) -> Iterator[tuple[int, ...]]:
    """Yield the members of the first group, by number from 0, for each split into such sizes.

    >>> [*splits(2, 1)]
    [(0, 1), (0, 2), (1, 2)]
    """
    return combinations(range(first + second), first)


def randomisation(a: ArrayLike, b: ArrayLike) -> Splits:
    """Test by randomisation whether two groups of scores differ that are not paired.

    If the groups do not differ, every split of all scores into groups of these sizes is equally
    likely. All splits are tried, in the order of `splits`. Fisher (1935); Pitman (1937).

    Args:
        a: scores of the first group, shape (n,).
        b: scores of the second group, shape (m,).

    Raises:
        ValueError: a group that is no row of finite numbers or has none, or more than a million
            splits.

    >>> found = randomisation([7, 5], [3, 1])
    >>> found.differences.tolist(), round(found.p, 3), round(found.greater, 3)
    ([4.0, 2.0, 0.0, 0.0, -2.0, -4.0], 0.333, 0.167)
    """
    groups = _groups({"a": a, "b": b})
    n, m = (each.size for each in groups)
    if comb(n + m, n) > _MOST_SPLITS:
        raise ValueError(
            f"a and b must have at most {_MOST_SPLITS:,} splits, got {n} and {m} scores"
        )
    scores = np.concatenate(groups)
    sums = scores[np.array([*splits(n, m)])].sum(-1)
    each = sums / n - (scores.sum() - sums) / m
    error = 1e-12 * max(1.0, float(np.abs(scores).max()))
    far = np.abs(each) >= abs(each[0]) - error
    high, low = each >= each[0] - error, each <= each[0] + error
    return Splits(each, *(float(some.mean()) for some in (far, high, low)))


class MannWhitney(NamedTuple):
    """The test of Mann and Whitney, of two groups that are not paired.

    Attributes:
        u: in how many pairs the score of the first group is higher; a tie counts half.
        p: two-sided p-value: the share of all splits with a U as far from its mean, nm/2.
        greater: one-sided p-value, the share with a U at least as high.
        less: the other one-sided p-value, the share with a U at most as high.
        z: how far U is from its mean, in standard deviations; NaN if all scores are equal.
        p_normal: two-sided p-value of z, by the normal distribution.
        p_corrected: that with the correction for continuity: U is nearer to its mean by 1/2.
    """

    u: float
    p: float
    greater: float
    less: float
    z: float
    p_normal: float
    p_corrected: float


def rank_sum(a: ArrayLike, b: ArrayLike) -> MannWhitney:
    """Compare two groups by the ranks of all scores. Wilcoxon (1945); Mann & Whitney (1947).

    Equal scores share their mean rank. All splits are counted, also with ties: how many have each
    sum of ranks, one score after the other.

    Args:
        a: scores of the first group, shape (n,).
        b: scores of the second group, shape (m,); both together have at most 200.

    Raises:
        ValueError: a group that is no row of finite numbers or has none, or too many scores.

    >>> found = rank_sum([7, 5], [3, 5])  # ranks 4 and 2.5, 1 and 2.5: U = 6.5 − 3
    >>> found.u, round(found.greater, 3), round(found.p, 3)  # 2 of 6 splits, and 4
    (3.5, 0.333, 0.667)
    """
    groups = _groups({"a": a, "b": b})
    n, m = (each.size for each in groups)
    if n + m > _MOST_RANKED:
        raise ValueError(f"a and b must have at most {_MOST_RANKED} scores, got {n} and {m}")
    _, at, shared = np.unique(np.concatenate(groups), return_inverse=True, return_counts=True)
    twice = (2 * np.cumsum(shared) - shared + 1)[at]  # a shared rank may be a half
    ways = np.zeros((n + 1, int(twice.sum()) + 1))
    ways[0, 0] = 1
    for rank in twice.tolist():
        ways[1:, rank:] += ways[:-1, :-rank].copy()
    shares, own = ways[n] / comb(n + m, n), int(twice[:n].sum())
    middle, sums = n * (n + m + 1), np.arange(shares.size)
    p, greater, less = (
        min(1.0, float(shares[some].sum()))
        for some in (abs(sums - middle) >= abs(own - middle), sums >= own, sums <= own)
    )
    u, size = (own - n * (n + 1)) / 2, n + m
    uneven = float((shared.astype(float) ** 3 - shared).sum())
    deviation = sqrt(n * m / 12 * (size + 1 - uneven / (size * (size - 1))))
    if deviation < _TIE:
        return MannWhitney(u, p, greater, less, nan, nan, nan)
    off, normal = u - n * m / 2, NormalDist()
    near = max(abs(off) - 0.5, 0.0)
    beyond = (2 * normal.cdf(-each / deviation) for each in (abs(off), near))
    return MannWhitney(u, p, greater, less, off / deviation, *beyond)


class UnpairedT(NamedTuple):
    """Student's t of two groups that are not paired.

    Attributes:
        t: mean of the first group minus mean of the second, over its standard error; NaN if no
            group varies.
        error: that standard error.
        degrees: degrees of freedom, by Welch no whole number.
        p: two-sided p-value; NaN as t.
    """

    t: float
    error: float
    degrees: float
    p: float


def student_t(a: ArrayLike | Summary, b: ArrayLike | Summary, *, pooled: bool = True) -> UnpairedT:
    """Compare the means of two groups that are not paired. Student (1908); Welch (1947).

    Args:
        a: scores of the first group, shape (n,), or what an exercise says of them.
        b: scores of the second group, shape (m,); both together have 3 or more.
        pooled: whether both groups have one variance, as Student supposes. Welch takes each by
            itself, and each group then needs 2 scores.

    Raises:
        ValueError: a group that is no row of finite numbers, or too few scores.

    >>> found = student_t([7, 5, 6], [3, 1])  # 6 − 2 over √((2 + 2)/3 · (1/3 + 1/2))
    >>> round(found.t, 3), found.degrees, round(found.p, 3)
    (3.795, 3, 0.032)
    """
    groups = _summaries({"a": a, "b": b})
    n, m = (each.size for each in groups)
    if n + m < 3 or (not pooled and min(n, m) < 2):
        raise ValueError(f"t of two groups needs more scores, got {n} and {m}")
    squares = [each.squares for each in groups]
    if pooled:
        degrees: float = n + m - 2
        variance = sum(squares) / degrees * (1 / n + 1 / m)
    else:
        parts = [each / (size - 1) / size for each, size in zip(squares, (n, m), strict=True)]
        variance = sum(parts)
        shares = sum(part**2 / (size - 1) for part, size in zip(parts, (n, m), strict=True))
        degrees = variance**2 / shares if shares else nan
    lead, error = groups[0].mean - groups[1].mean, sqrt(variance)
    if error <= 1e-12 * max(1.0, *(abs(each.mean) for each in groups)):
        return UnpairedT(nan, error, degrees, nan)
    t = lead / error
    return UnpairedT(t, error, degrees, t_beyond(t, degrees))


def t_interval(
    a: ArrayLike | Summary,
    b: ArrayLike | Summary,
    confidence: float = 0.95,
    *,
    pooled: bool = True,
) -> Interval:
    """Return the interval of the mean of the first group minus that of the second.

    It is the difference ± t · its standard error, as `student_t` has both. Args and errors as
    there, and a confidence in (0, 1). NaN if no group varies by Welch.

    >>> low, high = t_interval([7, 5, 6], [3, 1])  # 4 ± 3.182 · 1.054
    >>> round(low, 3), round(high, 3)
    (0.645, 7.355)
    """
    confidence = checks.number("confidence", confidence, above=0, below=1)
    found, (one, other) = student_t(a, b, pooled=pooled), _summaries({"a": a, "b": b})
    if found.degrees != found.degrees:
        return Interval(nan, nan)
    reach = t_quantile((1 + confidence) / 2, found.degrees) * found.error
    lead = one.mean - other.mean
    return Interval(lead - reach, lead + reach)


def group_size(deviation: float, within: float, confidence: float = 0.95) -> float:
    """Return how many each group needs so that the difference of the means is known within ± w.

    It is 2(z · s/w)², rounded up: the two groups have one standard deviation s, and z is the normal
    quantile of the confidence. Cochran (1977), section 4.

    Args:
        deviation: the standard deviation in each group, 0 or more.
        within: half of the interval, w, above 0.
        confidence: of the interval, in (0, 1).

    Raises:
        ValueError: an argument outside its range.

    >>> group_size(78.86, 10, 0.99)  # 2 · (2.5758 · 7.886)² = 825.2
    826
    """
    s = checks.number("deviation", deviation, 0)
    w = checks.number("within", within, above=0)
    confidence = checks.number("confidence", confidence, above=0, below=1)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return ceil(round(2 * (z * s / w) ** 2, 9))


class Anova(NamedTuple):
    """The analysis of variance of several groups, one-way.

    Attributes:
        between: sum of squares of the groups' means from the mean of all, each as often as it has
            scores.
        within: sum of squares of the scores from the mean of their group.
        degrees: degrees of freedom of both.
        f: the mean square between the groups over that within; NaN if nothing varies within.
        p: its p-value; NaN as f.
    """

    between: float
    within: float
    degrees: tuple[int, int]
    f: float
    p: float


def anova(groups: Sequence[ArrayLike | Summary]) -> Anova:
    """Test whether the means of several groups differ. Fisher (1925).

    Args:
        groups: scores of two groups or more, each a row, or what an exercise says of them; one at
            least has two scores.

    Raises:
        ValueError: a group that is no row of finite numbers, or too few scores.

    >>> found = anova([[1, 2, 3], [2, 3, 4], [6, 7, 8]])
    >>> round(found.between, 3), found.within, found.degrees, round(found.f, 3), round(found.p, 4)
    (42.0, 6.0, (2, 6), 21.0, 0.002)
    """
    each = _summaries({f"group {at}": group for at, group in enumerate(groups, start=1)})
    count = sum(group.size for group in each)
    degrees = len(each) - 1, count - len(each)
    if min(degrees) < 1:
        raise ValueError("an analysis of variance needs two groups, and two scores in one")
    mean = sum(group.size * group.mean for group in each) / count
    between = sum(group.size * (group.mean - mean) ** 2 for group in each)
    within = sum(group.squares for group in each)
    if within <= 1e-20 * max(1.0, *(abs(group.mean) for group in each)) ** 2:
        return Anova(between, within, degrees, nan, nan)
    one, other = degrees
    f = between / one / (within / other)
    return Anova(between, within, degrees, f, f_beyond(f, one, other))


def _summaries(given: Mapping[str, ArrayLike | Summary]) -> list[Summary]:
    arrays = {name: each for name, each in given.items() if not isinstance(each, Summary)}
    read = dict(zip(arrays, map(summary, _groups(arrays)), strict=True))
    found = [each if isinstance(each, Summary) else read[name] for name, each in given.items()]
    for each in found:
        checks.number("deviation", each.deviation, 0)
        checks.count("size", each.size)
    return found


def _groups(given: Mapping[str, ArrayLike]) -> list[Array]:
    groups = [checks.numbers(name, scores) for name, scores in given.items()]
    if any(each.ndim != 1 or not each.size or not np.isfinite(each).all() for each in groups):
        raise ValueError(f"{' and '.join(given)} must be rows of finite numbers")
    return groups
