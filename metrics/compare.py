"""Two systems on the same topics: is the one better, or was it the luck of these topics?

What is compared is the difference of each topic, B − A, so that a hard topic is hard for both. All
functions take these differences, shape (n,), in the unit of the score; p-values are two-sided.

What is random is seeded, and drawn in blocks that fit the cache: the same seed draws the same. As
many topics as `MOST_DRAWN` allows are drawn, so that no comparison takes longer than a moment.
"""

from functools import lru_cache
from math import atan2, ceil, erf, exp, inf, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics import checks
from metrics.arrays import Array, Truth
from metrics.ranking import BLOCK

RESAMPLES: Final = 10_000
"""How often topics are drawn anew, or systems change their names."""

MOST_DRAWN: Final = 10_000_000
"""Topics that are drawn at most, all times together: some 100 ms. A thousand topics are drawn
10,000 times, five thousand 2,000 times, which is enough for an interval of two digits."""

MOST_EXACT: Final = 15
"""So many topics have few enough ways to change names that all are tried: 2^15 = 32,768."""

_MOST_FREEDOM: Final = 10_000
"""Beyond so many degrees of freedom Student's t is the normal distribution to four digits."""

_MOST_STEPS: Final = 50


class Interval(NamedTuple):
    """Two ends, in the unit of the score; NaN where there is none."""

    low: float
    high: float


class Randomised(NamedTuple):
    """The means that come of changed names, and how likely chance makes one as far from 0.

    Attributes:
        means: shape (2^n,) or (m,), one for each way to change names that was tried.
        p: the share of ways with a mean at least as far from 0 as the real one.
        exact: whether all ways were tried.
    """

    means: Array
    p: float
    exact: bool


def differences(a: ArrayLike, b: ArrayLike) -> Array:
    """Subtract the scores of A from those of B, topic by topic, shape (n,).

    Raises:
        ValueError: two rows of different length, or a score that is not a finite number.

    >>> differences([0.5, 0.75], [1, 0.5]).tolist()
    [0.5, -0.25]
    """
    one, other = checks.numbers("a", a), checks.numbers("b", b)
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(
            f"a and b must be rows with a score for each topic, got the shapes {one.shape} and "
            f"{other.shape}"
        )
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise ValueError("a and b must be finite numbers: leave out topics without a score")
    return other - one


def t_interval(differences: Array, confidence: float = 0.95) -> Interval:
    """Put Student's interval around the mean: mean ± t · s/√n, with n − 1 degrees of freedom.

    It takes the mean of n topics for normal, which needs no normal topics but enough of them. Of
    fewer than two topics there is none. Student (1908).

    >>> low, high = t_interval(np.array([1.0, 2.0, 3.0]))  # 2 ± 4.3027 · 1/√3
    >>> round(low, 4), round(high, 4)
    (-0.4841, 4.4841)
    """
    confidence = checks.number("confidence", confidence, above=0, below=1)
    n = len(differences)
    if n < 2:
        return Interval(np.nan, np.nan)
    mean = float(differences.mean())
    reach = quantile((1 + confidence) / 2, n - 1) * _error(differences)
    return Interval(mean - reach, mean + reach)


def t_test(differences: Array) -> float:
    """Tell how likely chance alone makes a mean as far from 0, if it is normal: the paired t-test.

    NaN for fewer than two topics. Where all differences are alike, nothing is left to chance: 0,
    or 1 if they are all 0. Student (1908).

    >>> round(t_test(np.array([1.0, 2.0, 3.0])), 4)  # t = 2 / (1/√3) = 3.4641
    0.0742
    """
    n = len(differences)
    if n < 2:
        return np.nan
    mean, error = abs(float(differences.mean())), _error(differences)
    if error <= 1e-12 * mean or not error:
        return float(not mean)
    return 1 - central(mean / error, n - 1)


def bootstrap_means(differences: Array, resamples: int = RESAMPLES, seed: int = 0) -> Array:
    """Draw as many topics as there are, with replacement, again and again: the mean of each draw.

    How these means spread is how the mean would if the topics were others of the same kind. The
    first of more resamples are those of fewer. Shape (m,), m as `MOST_DRAWN` allows; (0,) without
    topics. Efron (1979).

    >>> bootstrap_means(np.array([0.5, 0.5, 0.5]), resamples=2).tolist()
    [0.5, 0.5]
    """
    n, means = len(differences), []
    if not n:
        return np.zeros(0)
    total = allowed(n, resamples)
    randomly, rows = np.random.default_rng(seed), max(BLOCK // n, 1)
    for at in range(0, total, rows):
        drawn = randomly.integers(0, n, (min(rows, total - at), n))
        means.append(differences[drawn].mean(-1))
    return np.concatenate([np.zeros(0), *means])


def drawn(topics: int, number: int, seed: int = 0) -> NDArray[np.intp]:
    """Count how often each topic is in one of the resamples, by its number from 1, shape (n,).

    >>> int(drawn(6, 1).sum())
    6
    """
    randomly, rows = np.random.default_rng(seed), max(BLOCK // topics, 1)
    for _ in range((number - 1) // rows):
        randomly.integers(0, topics, (rows, topics))
    last = randomly.integers(0, topics, ((number - 1) % rows + 1, topics))[-1]
    return np.bincount(last, minlength=topics)


def percentiles(means: Array, confidence: float = 0.95) -> Interval:
    """Cut off the tails of resampled means, alike on both sides; NaN where there are none.

    >>> percentiles(np.array([4.0, 0.0, 2.0]), 0.5)
    Interval(low=1.0, high=3.0)
    """
    confidence = checks.number("confidence", confidence, above=0, below=1)
    if not means.size:
        return Interval(np.nan, np.nan)
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))


def randomisation(differences: Array, seed: int = 0, resamples: int = RESAMPLES) -> Randomised:
    """Let A and B change names on each topic by the toss of a coin, and see what means come of it.

    If neither is better, the real mean is one of these like any other. Up to `MOST_EXACT` topics
    all 2^n ways are tried. Beyond, some are drawn, and the real one counts among them, so that no p
    is 0: (1 + those at least as far from 0) / (1 + all). Without topics p is NaN. Fisher (1935);
    Smucker, Allan & Carterette (2007).

    >>> randomisation(np.array([1.0, 2.0, 3.0])).p  # all up or all down: 2 of 8
    0.25
    """
    n = len(differences)
    if not n:
        return Randomised(np.zeros(0), np.nan, exact=True)
    if n <= MOST_EXACT:
        sums = np.zeros(1)
        for difference in differences:
            sums = np.concatenate([sums + difference, sums - difference])
        return Randomised(sums / n, float(_as_far(sums / n, differences).mean()), exact=True)
    total = allowed(n, resamples)
    randomly, rows, means = np.random.default_rng(seed), max(BLOCK // n, 1), []
    for at in range(0, total, rows):
        stays = randomly.integers(0, 2, (min(rows, total - at), n), dtype=np.uint8)
        means.append((2 * (stays @ differences) - differences.sum()) / n)
    flipped = np.concatenate(means)
    p = (1 + float(_as_far(flipped, differences).sum())) / (1 + total)
    return Randomised(flipped, p, exact=False)


def allowed(topics: int, resamples: int = RESAMPLES) -> int:
    """Return how many resamples of so many topics are drawn, of those asked for.

    >>> allowed(50), allowed(5000)
    (10000, 2000)
    """
    return min(resamples, max(MOST_DRAWN // max(topics, 1), 1))


def sign_test(differences: Array) -> float:
    """Ask only who wins each topic: would a fair coin fall so unevenly? Ties are left out.

    Exact, from the binomial distribution; 1 where all are ties. Arbuthnot (1710).

    >>> sign_test(np.array([0.5, 0.1, 0.2, 0.0, -0.9]))  # 3 of 4: (1 + 4) / 16, on both sides
    0.625
    """
    won, _, lost = outcomes(differences)
    fewer, all_ = min(won, lost), won + lost
    tail, ways = 0, 1
    for at in range(fewer + 1):
        tail += ways
        ways = ways * (all_ - at) // (at + 1)
    return min(1.0, float(2 * tail / 2**all_))


def outcomes(differences: Array) -> tuple[int, int, int]:
    """Count the topics that B wins, those that are ties, and those that A wins.

    Scores that differ by the rounding of a computer are a tie.

    >>> outcomes(np.array([0.5, 0.1 + 0.2 - 0.3, -0.1]))
    (1, 1, 1)
    """
    won, lost = (int((side * differences > 1e-9).sum()) for side in (1, -1))
    return won, len(differences) - won - lost, lost


def detectable(
    differences: Array, power: float = 0.8, level: float = 0.05, topics: int | None = None
) -> float:
    """Return the smallest true difference that so many topics, so spread, would mostly show.

    (t(1 − level/2) + t(power)) · s/√n, with n − 1 degrees of freedom: the threshold of the t-test,
    and as much again that a mean passes it with the probability `power`. A good approximation of
    what the noncentral t distribution gives. NaN for fewer than two topics. Cohen (1988).

    Of another number of `topics` it is what they would show if they spread alike.

    >>> round(detectable(np.array([1.0, 2.0, 3.0])), 2)  # (4.30 + 1.06) · 1/√3
    3.1
    """
    n = topics or len(differences)
    enough = n > 1 and len(differences) > 1
    return _reach(n, power, level) * float(differences.std(ddof=1)) if enough else np.nan


def topics_needed(differences: Array, power: float = 0.8, level: float = 0.05) -> float:
    """Return how many such topics would mostly show a difference as large as their mean.

    The first n for which `detectable` is not above the mean. Infinite where the mean is 0, NaN for
    fewer than two topics.

    >>> topics_needed(np.array([1.0, 2.0, 3.0]))
    5.0
    """
    if len(differences) < 2:
        return np.nan
    mean, spread = abs(float(differences.mean())), float(differences.std(ddof=1))
    if mean <= 1e-12:
        return inf
    normal = NormalDist()
    least = (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * spread / mean
    n = max(2, ceil(least**2))  # Student's t asks for some more
    while _reach(n, power, level) * spread > mean:
        n += 1
    return float(n)


def false_alarms(tests: int, level: float = 0.05) -> tuple[float, float]:
    """Return how many of so many tests find a difference where there is none, and P(at least one).

    As many as tests · level in the mean, however the tests depend on each other. At least one with
    the probability 1 − (1 − level)^tests if they do not.

    >>> expected, any_ = false_alarms(20)
    >>> round(expected, 3), round(any_, 3)
    (1.0, 0.642)
    """
    return tests * level, 1 - (1 - level) ** tests


def holm(p: ArrayLike) -> Array:
    """Make each p of several tests so large that chance gives one below .05 in 5 % of all studies.

    The smallest is multiplied by their number m, the next by m − 1, and none ends below one that
    was smaller. Never above 1. Shape (m,). Holm (1979).

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = checks.numbers("p", p)
    order = np.argsort(values)
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1)
    return adjusted


def central(t: float, freedom: int) -> float:
    """Return the probability that Student's t lies between −t and t.

    For whole degrees of freedom it is a finite sum of positive terms, in θ = arctan(t/√freedom):
    exact, without a special function. Abramowitz & Stegun (1964), 26.7.3 and 26.7.4.

    >>> round(central(1, 1), 12)  # one degree: 2θ/π
    0.5
    """
    if freedom > _MOST_FREEDOM:
        return erf(t / sqrt(2))
    length = sqrt(freedom + t * t)
    sine, cosine = t / length, sqrt(freedom) / length
    i = np.arange(1.0, freedom // 2)
    factors = 2 * i / (2 * i + 1) if freedom % 2 else (2 * i - 1) / (2 * i)
    total = 1 + float(np.cumprod(cosine * cosine * factors).sum())
    if freedom % 2 == 0:
        return sine * total
    return 2 / pi * (atan2(sine, cosine) + (freedom > 1) * sine * cosine * total)


@lru_cache(maxsize=1024)
def quantile(probability: float, freedom: int) -> float:
    """Return what Student's t stays below with a probability of at least a half.

    By Newton's method from the normal quantile, which lies below it: as t thins out there, no step
    goes too far.

    >>> round(quantile(0.975, 5), 3), round(quantile(0.75, 1), 12)
    (2.571, 1.0)
    """
    checks.number("probability", probability, 0.5, below=1)
    t = NormalDist().inv_cdf(probability)
    if freedom > _MOST_FREEDOM:
        return t
    constant = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * pi) / 2
    for _ in range(_MOST_STEPS):
        density = exp(constant - (freedom + 1) / 2 * log1p(t * t / freedom))
        step = (probability - (1 + central(t, freedom)) / 2) / density
        t += step
        if abs(step) <= 1e-14 * t:
            break
    return t


def _reach(n: int, power: float, level: float) -> float:
    """Return how many standard deviations of a difference n topics would mostly show."""
    return (quantile(1 - level / 2, n - 1) + quantile(power, n - 1)) / sqrt(n)


def _error(differences: Array) -> float:
    """Return the standard error of the mean, s/√n."""
    return float(differences.std(ddof=1)) / sqrt(len(differences))


def _as_far(means: Array, differences: Array) -> Truth:
    """Tell which means are at least as far from 0 as the real one, but for their rounding."""
    real = abs(float(differences.mean()))
    return np.abs(means) >= real - 1e-12 * max(1.0, real)
