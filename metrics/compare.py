"""Statistics to compare two systems, A and B, on the same topics.

`runs` compares two runs under the usual names of metrics.

The other functions take the difference B − A of each topic, shape (n,), in the unit of the score. A
topic that is hard for both systems then has no influence. P-values are two-sided.

Random draws are seeded: the same seed draws the same. `MOST_DRAWN` limits their number, so that
each comparison stays fast.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import ceil, inf, nan, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from . import checks
from .arrays import Array, Truth, average
from .breakdown import Undefined
from .distributions import Interval, t_beyond, t_quantile
from .evaluation import MEAN, evaluate, parse
from .ranking import BLOCK
from .reading.rows import Progress
from .runs import Given, Precision

RESAMPLES: Final = 10_000
"""Default number of resamples."""

MOST_DRAWN: Final = 10_000_000
"""Limit of topics drawn over all resamples, about 100 ms. So 1,000 topics get 10,000 resamples, and
5,000 topics 2,000, enough for an interval of two digits."""

MOST_EXACT: Final = 15
"""Up to this number of topics all assignments of names are tried: 2^15 = 32,768."""

_EXACT: Final = 50
"""Most topics for which the signed-rank test is exact."""
_NODES: Final = 200
"""Points at which the density of an estimated s is taken."""
_TIE: Final = 1e-9
"""Greatest difference that counts as a tie: a rounding error."""


class Randomised(NamedTuple):
    """The result of a randomisation test.

    Attributes:
        means: mean difference for each assignment of names that was tried, shape (2^n,) or (m,).
        p: share of the assignments with a mean at least as far from 0 as the observed mean.
        exact: whether all assignments were tried.
        greater: one-sided p-value, the share with a mean at least as high as the observed mean.
        less: the other one-sided p-value, the share with a mean at most as high.
    """

    means: Array
    p: float
    exact: bool
    greater: float
    less: float


def runs(
    a: Given,
    b: Given,
    qrels: Given,
    names: Iterable[object] | str,
    *,
    confidence: float = 0.95,
    top_grade: int | None = None,
    relevant_from: float = 1,
    undefined: Undefined = "worst",
    precision: Precision = "single",
    worth: Mapping[str, float] | None = None,
    seed: int = 0,
) -> pd.DataFrame:
    """Compare two runs on the judged topics: a row for each metric.

    Args:
        a: scores of run A, in any form that `metrics.evaluate` takes.
        b: scores of run B.
        qrels: grades.
        names: names of metrics, as for `metrics.evaluate`.
        confidence: the probability that the interval covers the true mean difference.
        top_grade: as for `metrics.evaluate`.
        relevant_from: as for `metrics.evaluate`.
        undefined: as for `metrics.evaluate`; "skip" leaves a topic out of both runs.
        precision: as for `metrics.evaluate`.
        worth: as for `metrics.evaluate`.
        seed: seed of the randomisation test.

    Returns:
        Columns "a" and "b", the means; "difference", the mean B − A; "low" and "high", the ends of
        `t_interval`; p-values of `t_test`, `randomisation` and `sign_test`; "topics", how many
        count. The p-values are not corrected for several metrics; see `holm`. What was noticed of
        each run stands in `attrs["notes"]`.

    Raises:
        ValueError: as `metrics.evaluate`; GMAP, which is no mean of differences.

    >>> a = {"1": {"x": 2, "y": 1}, "2": {"x": 2, "y": 1}, "3": {"x": 1}}
    >>> b = {"1": {"y": 1}, "2": {"y": 2, "x": 1}, "3": {"x": 1}}
    >>> found = runs(a, b, {"1": {"y": 1}, "2": {"y": 1}, "3": {"x": 1}}, "RR")
    >>> found.loc["RR", ["a", "b", "difference", "sign_test"]].round(3).tolist()
    [0.667, 1.0, 0.333, 0.5]
    """
    found = several(
        {"A": a, "B": b},
        qrels,
        names,
        confidence=confidence,
        top_grade=top_grade,
        relevant_from=relevant_from,
        undefined=undefined,
        precision=precision,
        worth=worth,
        seed=seed,
    )
    compared = found.set_index("metric").drop(columns=["run_a", "run_b", "holm"])
    compared.index.name = None
    compared.attrs["notes"] = found.attrs["notes"]
    return compared


def several(
    given: Mapping[str, Given],
    qrels: Given,
    names: Iterable[object] | str,
    *,
    confidence: float = 0.95,
    top_grade: float | None = None,
    relevant_from: float = 1,
    undefined: Undefined = "worst",
    precision: Precision = "single",
    worth: Mapping[str, float] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Compare each two of several runs on the judged topics: a row for each metric and pair.

    Args:
        given: two or more runs by name, each in any form that `metrics.evaluate` takes.
        qrels: as for `runs`, and so are all others.
        names: names of metrics.
        confidence: of each interval.
        top_grade: highest grade.
        relevant_from: lowest relevant grade.
        undefined: how to treat a topic with an undefined score.
        precision: of scores.
        worth: what words are worth as grades.
        seed: seed of the randomisation tests.
        progress: called with the share of the runs that were scored.

    Returns:
        Columns "metric", "run_a" and "run_b", those of `runs`, and "holm": the p-value of the
        t-test, corrected for all rows of the table.

    Raises:
        ValueError: as `runs`; fewer than two runs.

    >>> one, other = {"q1": {"x": 2, "y": 1}, "q2": {"y": 1}}, {"q1": {"y": 1}, "q2": {"y": 1}}
    >>> found = several({"one": one, "other": other}, {"q1": {"y": 1}, "q2": {"y": 1}}, ["RR"])
    >>> found[["metric", "run_a", "run_b", "difference"]].values.tolist()
    [['RR', 'one', 'other', 0.25]]
    """
    if len(given) < 2:
        raise ValueError(f"two runs or more can be compared, got {len(given)}")
    listed = [names] if isinstance(names, str) else [str(name) for name in names]
    _refuse_geometric(listed)
    tables = {}
    for at, (name, run) in enumerate(given.items(), start=1):
        tables[name] = evaluate(
            run,
            qrels,
            listed,
            top_grade=top_grade,
            relevant_from=relevant_from,
            undefined=undefined,
            precision=precision,
            worth=worth,
        )
        if progress:
            progress(at / len(given))
    return of_tables(tables, confidence=confidence, seed=seed)


def of_tables(
    tables: Mapping[str, pd.DataFrame], *, confidence: float = 0.95, seed: int = 0
) -> pd.DataFrame:
    """Compare each two of several runs that were scored, on the same topics, by the same metrics.

    Args:
        tables: by name of the run, as `metrics.evaluate` or `metrics.partitions.combine` returns.
        confidence: as for `runs`.
        seed: as for `runs`.

    Returns:
        As `several`.

    Raises:
        ValueError: other topics or metrics; GMAP, which is no mean of differences.
    """
    first, *others = tables.values()
    _refuse_geometric(first)
    if any({*first} != {*each} or {*first.index} != {*each.index} for each in others):
        raise ValueError("all runs must have the same topics and metrics")
    topics = first.index.drop(MEAN)
    rows = []
    for metric in first:
        scores = {name: table[metric].loc[topics] for name, table in tables.items()}
        rows += [
            {"metric": metric, "run_a": a, "run_b": b}
            | _compared(scores[a], scores[b], confidence, seed)
            for a, b in combinations(scores, 2)
        ]
    compared = pd.DataFrame(rows)
    compared["holm"] = holm(compared["t_test"].to_numpy())
    compared.attrs["notes"] = [
        *dict.fromkeys(
            f"{name}: {note}"
            for name, table in tables.items()
            for note in table.attrs.get("notes", ())
        )
    ]
    return compared


def _refuse_geometric(names: Iterable[object]) -> None:
    if geometric := next((name for name in map(str, names) if parse(name).geometric), ""):
        raise ValueError(
            f"{geometric!r} has no score for each topic to take differences of; compare AP"
        )


def _compared(
    a: "pd.Series[float]", b: "pd.Series[float]", confidence: float, seed: int
) -> dict[str, float]:
    """Compare the scores of two runs by topic."""
    scores = pd.DataFrame({"a": a, "b": b}).dropna()
    difference = differences(scores["a"].to_numpy(), scores["b"].to_numpy())
    low, high = t_interval(difference, confidence)
    return {
        "a": average(scores["a"].to_numpy()),
        "b": average(scores["b"].to_numpy()),
        "difference": average(difference),
        "low": low,
        "high": high,
        "t_test": t_test(difference),
        "randomisation": randomisation(difference, seed).p,
        "sign_test": sign_test(difference),
        "topics": len(difference),
    }


def differences(a: ArrayLike, b: ArrayLike) -> Array:
    """Subtract the scores of A from those of B, topic by topic.

    Args:
        a: scores of A, shape (n,).
        b: scores of B for the same topics, shape (n,).

    Returns:
        B − A, shape (n,).

    Raises:
        ValueError: rows of different lengths, or a score that is not a finite number.

    >>> differences([0.5, 0.75], [1, 0.5]).tolist()
    [0.5, -0.25]
    """
    scores_a, scores_b = checks.numbers("a", a), checks.numbers("b", b)
    if scores_a.ndim != 1 or scores_a.shape != scores_b.shape:
        raise ValueError(
            "a and b must be rows with a score for each topic, got the shapes "
            f"{scores_a.shape} and {scores_b.shape}"
        )
    if not (np.isfinite(scores_a).all() and np.isfinite(scores_b).all()):
        raise ValueError("a and b must be finite numbers: leave out topics without a score")
    return scores_b - scores_a


class Summary(NamedTuple):
    """What t and F need of scores: an exercise may print this alone.

    Attributes:
        mean: their mean.
        deviation: their standard deviation, by n − 1; 0 for one score.
        size: how many there are, n.
    """

    mean: float
    deviation: float
    size: int

    @property
    def squares(self) -> float:
        """The sum of squares from the mean."""
        return (self.size - 1) * self.deviation**2


def summary(scores: ArrayLike | Summary) -> Summary:
    """Return what t and F need of scores.

    >>> summary([1, 2, 3])
    Summary(mean=2.0, deviation=1.0, size=3)
    """
    if isinstance(scores, Summary):
        return scores
    each = checks.numbers("scores", scores)
    if not each.size:
        return Summary(nan, nan, 0)
    mean = average(each)
    squares = average((each - mean) ** 2) * each.size
    return Summary(mean, sqrt(squares / max(each.size - 1, 1)), each.size)


def t_interval(differences: Array | Summary, confidence: float = 0.95) -> Interval:
    """Return Student's confidence interval of the mean: mean ± t · s/√n, n − 1 degrees of freedom.

    It assumes that the mean of n topics is normally distributed. It is NaN for fewer than two
    topics. Student (1908).

    Args:
        differences: shape (n,), in the unit of the score, or what an exercise says of them.
        confidence: the probability to cover the true mean, in (0, 1).

    Raises:
        ValueError: a confidence outside (0, 1).

    >>> low, high = t_interval(np.array([1.0, 2.0, 3.0]))  # 2 ± 4.3027 · 1/√3
    >>> round(low, 4), round(high, 4)
    (-0.4841, 4.4841)
    """
    confidence = checks.number("confidence", confidence, above=0, below=1)
    mean, deviation, n = summary(differences)
    if n < 2:
        return Interval(np.nan, np.nan)
    reach = t_quantile((1 + confidence) / 2, n - 1) * deviation / sqrt(n)
    return Interval(mean - reach, mean + reach)


class StudentT(NamedTuple):
    """The paired t-test.

    Attributes:
        t: the mean difference over its standard error; NaN for fewer than two topics, or if all
            differences are 0; infinite if all are equal.
        degrees: degrees of freedom, one less than there are topics; 0 without topics.
        p: two-sided p-value; NaN for fewer than two topics. If all differences are equal, it is 0,
            or 1 if they are all 0.
        greater: one-sided p-value of a mean difference above 0, p/2 or 1 - p/2; NaN as p.
    """

    t: float
    degrees: int
    p: float
    greater: float


def student_t(differences: Array | Summary) -> StudentT:
    """Compare two systems by the paired t-test. Student (1908).

    Args:
        differences: the difference of each topic, or what an exercise says of them.

    >>> found = student_t(np.array([1.0, 2.0, 3.0]))  # t = 2 / (1/√3)
    >>> round(found.t, 4), found.degrees, round(found.p, 4), round(found.greater, 4)
    (3.4641, 2, 0.0742, 0.0371)
    >>> round(student_t(Summary(mean=2, deviation=1, size=3)).t, 4)
    3.4641
    """
    mean, deviation, n = summary(differences)
    if n < 2:
        return StudentT(np.nan, 0, np.nan, np.nan)
    error = deviation / sqrt(n)
    if error <= 1e-12 * abs(mean) or not error:
        t, p = float(np.copysign(np.inf, mean)) if mean else np.nan, float(not mean)
    else:
        t = mean / error
        p = t_beyond(t, n - 1)
    return StudentT(t, n - 1, p, p / 2 if mean >= 0 else 1 - p / 2)


def t_test(differences: Array) -> float:
    """Return the two-sided p-value of the paired t-test, as `student_t` has it.

    >>> round(t_test(np.array([1.0, 2.0, 3.0])), 4)
    0.0742
    """
    return student_t(differences).p


def bootstrap_means(differences: Array, resamples: int = RESAMPLES, seed: int = 0) -> Array:
    """Draw n topics with replacement, `resamples` times, and return the mean of each draw.

    The spread of these means estimates how the mean varies with the topics. Fewer resamples with
    the same seed are the first ones of more. Efron (1979).

    Args:
        differences: shape (n,), in the unit of the score.
        resamples: number of draws; `MOST_DRAWN` may allow fewer.
        seed: seed of the random generator.

    Returns:
        Means, shape (m,); shape (0,) without topics.

    >>> bootstrap_means(np.array([0.5, 0.5, 0.5]), resamples=2).tolist()
    [0.5, 0.5]
    """
    n, means = len(differences), []
    if not n:
        return np.zeros(0)
    total = allowed(n, resamples)
    generator, rows = np.random.default_rng(seed), max(BLOCK // n, 1)
    for start in range(0, total, rows):
        resample = generator.integers(0, n, (min(rows, total - start), n))
        means.append(differences[resample].mean(-1))
    return np.concatenate([np.zeros(0), *means])


def counts_in_resample(topics: int, number: int, seed: int = 0) -> NDArray[np.intp]:
    """Count how often each topic is drawn in one resample of `bootstrap_means`.

    Args:
        topics: number of topics n.
        number: number of the resample, from 1.
        seed: seed of the random generator.

    Returns:
        Counts, shape (n,), with the sum n.

    >>> int(counts_in_resample(6, 1).sum())
    6
    """
    generator, rows = np.random.default_rng(seed), max(BLOCK // topics, 1)
    for _ in range((number - 1) // rows):
        generator.integers(0, topics, (rows, topics))
    last = generator.integers(0, topics, ((number - 1) % rows + 1, topics))[-1]
    return np.bincount(last, minlength=topics)


def percentiles(means: Array, confidence: float = 0.95) -> Interval:
    """Return the percentile interval of resampled means; NaN without any.

    Args:
        means: shape (m,), in the unit of the score.
        confidence: share of the means inside, in (0, 1). Both tails are equal.

    Raises:
        ValueError: a confidence outside (0, 1).

    >>> percentiles(np.array([4.0, 0.0, 2.0]), 0.5)
    Interval(low=1.0, high=3.0)
    """
    confidence = checks.number("confidence", confidence, above=0, below=1)
    if not means.size:
        return Interval(np.nan, np.nan)
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))


def randomisation(differences: Array, seed: int = 0, resamples: int = RESAMPLES) -> Randomised:
    """Test by Fisher's randomisation whether neither system is better.

    Exchanging the names A and B on a topic negates its difference. If neither system is better, the
    observed mean is a random one of the means over all such assignments. Up to `MOST_EXACT` topics
    all 2^n assignments are tried. With more topics random ones are drawn, and p is (1 + number at
    least as far from 0) / (1 + number drawn), which is never 0. Fisher (1935); Smucker, Allan &
    Carterette (2007).

    Args:
        differences: shape (n,), in the unit of the score.
        seed: seed of the random generator.
        resamples: number of draws; `MOST_DRAWN` may allow fewer.

    Returns:
        Means and the two-sided p-value; p is NaN without topics.

    >>> randomisation(np.array([1.0, 2.0, 3.0])).p  # all up or all down: 2 of 8
    0.25
    """
    n = len(differences)
    if not n:
        return Randomised(np.zeros(0), np.nan, exact=True, greater=np.nan, less=np.nan)
    if n <= MOST_EXACT:
        sums = np.zeros(1)
        for difference in differences:
            sums = np.concatenate([sums + difference, sums - difference])
        far, *sides = (float(each.mean()) for each in _beyond(sums / n, differences))
        return Randomised(sums / n, far, True, *sides)
    total = allowed(n, resamples)
    generator, rows, means = np.random.default_rng(seed), max(BLOCK // n, 1), []
    for at in range(0, total, rows):
        keeps = generator.integers(0, 2, (min(rows, total - at), n), dtype=np.uint8)
        means.append((2 * (keeps @ differences) - differences.sum()) / n)
    flipped = np.concatenate(means)
    far, *sides = ((1 + float(each.sum())) / (1 + total) for each in _beyond(flipped, differences))
    return Randomised(flipped, far, False, *sides)


def allowed(topics: int, resamples: int = RESAMPLES) -> int:
    """Limit the number of resamples by `MOST_DRAWN`.

    >>> allowed(50), allowed(5000)
    (10000, 2000)
    """
    return min(resamples, max(MOST_DRAWN // max(topics, 1), 1))


class SignTest(NamedTuple):
    """The sign test, which counts only the winner of each topic.

    Attributes:
        won: topics that B wins.
        lost: topics that A wins; ties are left out.
        p: two-sided p-value; 1 if all are ties.
        greater: one-sided p-value: the probability of at least so many topics for B.
    """

    won: int
    lost: int
    p: float
    greater: float


def signs(differences: Array) -> SignTest:
    """Compare two systems by the sign test, with the binomial distribution. Arbuthnot (1710).

    >>> signs(np.array([0.5, 0.1, 0.2, 0.0, -0.9]))  # 3 of 4: (1 + 4) / 16, on both sides
    SignTest(won=3, lost=1, p=0.625, greater=0.3125)
    """
    won, _, lost = outcomes(differences)
    decided = won + lost
    fewer, above = (_binomial(reach, decided) for reach in (min(won, lost), lost))
    return SignTest(won, lost, min(1.0, 2 * fewer / 2**decided), above / 2**decided)


def _binomial(reach: int, of: int) -> int:
    """Return in how many ways at most `reach` of some topics have one sign."""
    tail, ways = 0, 1
    for each in range(reach + 1):
        tail += ways
        ways = ways * (of - each) // (each + 1)
    return tail


def sign_test(differences: Array) -> float:
    """Return the two-sided p-value of the sign test, as `signs` has it.

    >>> sign_test(np.array([0.5, 0.1, 0.2, 0.0, -0.9]))
    0.625
    """
    return signs(differences).p


class SignedRanks(NamedTuple):
    """Wilcoxon's signed-rank test.

    Attributes:
        ranks: for each topic the rank of the size of its difference, from 1 for the smallest, shape
            (n,); equal sizes share their mean rank, and a tie between A and B has 0.
        won: W+, the sum of the ranks of the topics that B wins.
        lost: W−, that of the topics that A wins.
        ways: in how many of the 2^n ways to give the ranks signs W+ is at most the smaller sum; 0
            if p is not exact.
        p: two-sided p-value; 1 if all are ties.
        greater: one-sided p-value: the probability of a W+ that is at least so high.
    """

    ranks: Array
    won: float
    lost: float
    ways: int
    p: float
    greater: float


def signed_ranks(differences: Array) -> SignedRanks:
    """Compare two systems by the ranks of their differences. Wilcoxon (1945).

    Exact for up to 50 topics that are no tie, else by the normal distribution.

    >>> found = signed_ranks(np.array([0.5, 0.1, 0.2, 0.0, -0.9]))
    >>> found.ranks.tolist(), found.won, found.lost  # B wins ranks 1 to 3, A rank 4
    ([3.0, 1.0, 2.0, 0.0, 4.0], 6.0, 4.0)
    >>> found.p, found.greater  # 4 or less in 7 of 16 ways, and 6 or more in as many
    (0.875, 0.4375)
    """
    apart = np.abs(differences) > _TIE
    sizes, at, counts = np.unique(
        np.abs(differences[apart]).round(9), return_inverse=True, return_counts=True
    )
    twice = np.zeros(len(differences), dtype=np.int64)  # a shared rank may be a half
    twice[apart] = (2 * np.cumsum(counts) - counts + 1)[at]
    total, won = int(twice.sum()), int(twice[differences > _TIE].sum())
    lost, n = total - won, int(apart.sum())
    exact, p, greater = 0, 1.0, 1.0
    if n > _EXACT:
        away = (won - lost) / 2 / np.sqrt(float((twice**2).sum()) / 4)
        p, greater = 2 * NormalDist().cdf(-abs(away)), NormalDist().cdf(-away)
    elif sizes.size:
        ways = np.zeros(total + 1, dtype=np.int64)
        ways[0] = 1
        for rank in twice[apart]:
            ways[rank:] += ways[:-rank].copy()
        exact, above = (int(ways[: reach + 1].sum()) for reach in (min(won, lost), lost))
        p, greater = min(1.0, 2 * exact / 2**n), above / 2**n
    return SignedRanks(twice / 2, won / 2, lost / 2, exact, float(p), float(greater))


def critical_rank_sum(n: int, level: float = 0.05, sides: int = 2) -> int | None:
    """Return the largest smaller sum of ranks that is significant, as tables have it; None if none.

    The tables are for n topics without ties or shared ranks. Wilcoxon (1945).

    Args:
        n: topics that are no tie, at most 50.
        level: significance level, above 0 and below 1.
        sides: 2, or 1 for the side that was expected before.

    Raises:
        ValueError: an argument outside its range.

    >>> critical_rank_sum(8), critical_rank_sum(8, 0.01), critical_rank_sum(5)
    (3, 0, None)
    """
    level = checks.number("level", level, above=0, below=1)
    if checks.count("n", n) > _EXACT or sides not in (1, 2):
        raise ValueError(f"n must be at most {_EXACT}, and sides 1 or 2, got {n!r}, {sides!r}")
    ways = np.zeros(n * (n + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, n + 1):
        ways[rank:] += ways[:-rank].copy()
    within = np.flatnonzero(sides * ways.cumsum() / 2.0**n <= level * (1 + 1e-12))
    return int(within[-1]) if within.size else None


def wilcoxon(differences: Array) -> float:
    """Return the two-sided p-value of the signed-rank test, as `signed_ranks` has it.

    >>> wilcoxon(np.array([0.5, 0.1, 0.2, 0.0, -0.9]))
    0.875
    """
    return signed_ranks(differences).p


def outcomes(differences: Array) -> tuple[int, int, int]:
    """Count the topics that B wins, the ties, and the topics that A wins.

    Differences up to 1e-9 are rounding errors and count as ties.

    >>> outcomes(np.array([0.5, 0.1 + 0.2 - 0.3, -0.1]))
    (1, 1, 1)
    """
    won, lost = (int((side * differences > _TIE).sum()) for side in (1, -1))
    return won, len(differences) - won - lost, lost


def detectable(
    differences: Array | Summary,
    power: float = 0.8,
    level: float = 0.05,
    topics: int | None = None,
) -> float:
    """Return the smallest true mean difference that a t-test would probably detect.

    It is (t(1 − level/2) + t(power)) · s/√n with n − 1 degrees of freedom, a good approximation of
    the noncentral t distribution. NaN for fewer than two topics. Cohen (1988).

    Args:
        differences: shape (n,), in the unit of the score, or what an exercise says of them.
        power: probability to detect it.
        level: significance level of the test.
        topics: another number of topics with the same spread; None for n.

    Raises:
        ValueError: a power outside [0.5, 1), or a level outside (0, 1).

    >>> round(detectable(np.array([1.0, 2.0, 3.0])), 2)  # (4.30 + 1.06) · 1/√3
    3.1
    """
    _check(power, level)
    _, spread, size = summary(differences)
    n = size if topics is None else topics
    return _reach(n, power, level) * spread if n > 1 and size > 1 else np.nan


def topics_needed(differences: Array | Summary, power: float = 0.8, level: float = 0.05) -> float:
    """Return how many topics with this spread would probably show the observed mean.

    This is the first n for which `detectable` is not above the mean. Args as for `detectable`.
    Infinite if the mean is 0, NaN for fewer than two topics.

    Raises:
        ValueError: as for `detectable`.

    >>> topics_needed(np.array([1.0, 2.0, 3.0]))
    5.0
    """
    _check(power, level)
    mean, spread, size = summary(differences)
    if size < 2:
        return np.nan
    mean = abs(mean)
    if mean <= 1e-12:
        return inf
    normal = NormalDist()
    least = (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * spread / mean
    n = max(2, ceil(least**2))  # a lower bound: Student's t needs more than the normal
    while _reach(n, power, level) * spread > mean:
        n += 1
    return float(n)


def power(differences: Array | Summary, level: float = 0.05, topics: int | None = None) -> float:
    """Return the probability that a two-sided t-test finds the observed mean, if it is true.

    By the noncentral t distribution with n − 1 degrees of freedom, around mean · √n / s. NaN for
    fewer than two topics; 1 without any spread around a mean other than 0. Cohen (1988).

    Args:
        differences: shape (n,), or what an exercise says of them.
        level: significance level of the test.
        topics: another number of topics with the same mean and spread; None for n.

    Raises:
        ValueError: a level outside (0, 1).

    >>> round(power(Summary(mean=0.5, deviation=1, size=34)), 3)  # Cohen's d = 0.5
    0.808
    """
    level = checks.number("level", level, above=0, below=1)
    mean, spread, size = summary(differences)
    n = size if topics is None else topics
    if n < 2 or size < 2:
        return np.nan
    if abs(mean) <= 1e-12:
        return level
    if not spread:
        return 1.0
    degrees, centre = n - 1, abs(mean) / spread * sqrt(n)
    far, normal = t_quantile(1 - level / 2, degrees), NormalDist().cdf
    # The estimated s is x times the true one: x² · degrees is chi-squared distributed.
    half = 9 / sqrt(2 * degrees)
    low, high = max(0.0, 1 - half), 1 + half
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    x = low + (nodes + 1) * (high - low) / 2
    logs = degrees * (np.log(x) - x**2 / 2 + 0.5) - np.log(x)
    density = weights * np.exp(logs)
    found = [normal(centre - far * each) + normal(-centre - far * each) for each in x.tolist()]
    return float((density * found).sum() / density.sum())


def false_alarms(tests: int, level: float = 0.05) -> tuple[float, float]:
    """Return the expected number of false positives among tests, and P(at least one).

    The first is tests · level, also for dependent tests. The second, 1 − (1 − level)^tests, assumes
    independent tests.

    >>> expected, any_ = false_alarms(20)
    >>> round(expected, 3), round(any_, 3)
    (1.0, 0.642)
    """
    return tests * level, 1 - (1 - level) ** tests


def holm(p: ArrayLike) -> Array:
    """Correct the p-values of several tests by Holm's method, shape (m,).

    The probability of any false positive is then at most the level. The smallest p is multiplied
    by m, the next by m − 1, and so on. No corrected p is below a smaller one's, or above 1. A test
    without a p-value, NaN, is no test: it stays NaN and is not counted in m. Holm (1979).

    Raises:
        ValueError: values that are not numbers.

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = checks.numbers("p", p)
    order = np.argsort(values)[: (~np.isnan(values)).sum()]  # NaN comes last
    factors = np.arange(len(order), 0, -1)
    adjusted = np.full_like(values, np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1)
    return adjusted


class Corrected(NamedTuple):
    """Several tests, corrected for their number; NaN is no test and stays NaN.

    Attributes:
        limits: what each p-value is compared with, shape (m,).
        rejected: whether a null hypothesis is rejected, shape (m,).
        adjusted: p-values of which those up to the level are rejected, shape (m,).
    """

    limits: Array
    rejected: Truth
    adjusted: Array


def corrected(p: ArrayLike, method: str = "holm", level: float = 0.05) -> Corrected:
    """Correct the p-values of m tests for their number.

    With "bonferroni" each p has the limit level/m. With "holm" the i-th smallest has the limit
    level/(m − i + 1), and the first one above its limit ends the rejections. Both keep the
    probability of any false positive, the family-wise error rate, at the level. With
    "benjamini_hochberg" the i-th smallest has the limit i·level/m, and the last one within its
    limit is rejected with all smaller ones. It keeps the expected share of false positives among
    the rejected at the level, for independent tests. A p at its limit is within it. Bonferroni
    (1936); Holm (1979); Benjamini & Hochberg (1995).

    Args:
        p: a p-value for each test, shape (m,); NaN is no test and is not counted.
        method: "bonferroni", "holm" or "benjamini_hochberg".
        level: the level α, above 0 and below 1.

    Raises:
        ValueError: a p outside [0, 1], another method, or a level outside (0, 1).

    >>> corrected([0.03, 0.01, 0.04]).rejected.tolist()  # 0.03 > 0.05/2 ends it
    [False, True, False]
    >>> corrected([0.03, 0.01, 0.04], "benjamini_hochberg").adjusted.round(3).tolist()
    [0.04, 0.03, 0.04]
    """
    values = checks.numbers("p", p)
    checks.number("level", level, above=0, below=1)
    if values.ndim != 1 or ((values < 0) | (values > 1)).any():
        raise ValueError(f"p must be a row of numbers from 0 to 1, got {p!r}")
    order = np.argsort(values, kind="stable")[: (~np.isnan(values)).sum()]  # NaN comes last
    m = len(order)
    if method == "bonferroni":
        divisors = np.full(m, float(m))
        adjusted = values[order] * divisors
    elif method == "holm":
        divisors = np.arange(m, 0, -1.0)
        adjusted = holm(values)[order]
    elif method == "benjamini_hochberg":
        divisors = m / np.arange(1, m + 1)
        adjusted = np.minimum.accumulate((values[order] * divisors)[::-1])[::-1]
    else:
        raise ValueError(
            f"method must be 'bonferroni', 'holm' or 'benjamini_hochberg', got {method!r}"
        )
    found = Corrected(
        np.full_like(values, np.nan), np.zeros(len(values), bool), np.full_like(values, np.nan)
    )
    found.limits[order] = level / divisors
    found.adjusted[order] = np.minimum(adjusted, 1)
    found.rejected[order] = found.adjusted[order] <= level * (1 + 1e-12)  # a p at its limit
    return found


def _check(power: float, level: float) -> None:
    checks.number("power", power, 0.5, below=1)
    checks.number("level", level, above=0, below=1)


def _reach(n: int, power: float, level: float) -> float:
    """Return the detectable difference of n topics, in standard deviations."""
    return (t_quantile(1 - level / 2, n - 1) + t_quantile(power, n - 1)) / sqrt(n)


def _beyond(means: Array, differences: Array) -> Iterator[Truth]:
    """Mark the means as far from 0 as the observed mean, as high, and as low, up to rounding."""
    real = float(differences.mean())
    error = 1e-12 * max(1.0, abs(real))
    yield np.abs(means) >= abs(real) - error
    yield means >= real - error
    yield means <= real + error
