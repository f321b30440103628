"""Two systems on the same topics: against SciPy, by hand, and by how often an interval is right."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, isnan, nan
from typing import Any

import numpy as np
import pytest
from scipy import stats

from metrics import compare, evaluate
from metrics.arrays import Array

A = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.2])
B = np.array([0.85, 0.82, 0.72, 0.63, 0.55, 0.25])
SIX = compare.differences(A, B)


def some(n: int, seed: int = 3, shift: float = 0.02) -> Array:
    """Differences as they may be, ties among them."""
    drawn = np.random.default_rng(seed).normal(shift, 0.1, n)
    return np.where(np.arange(n) % 7 == 3, 0.0, drawn)


# Student's t


@pytest.mark.parametrize("differences", [SIX, some(2), some(50), some(501, shift=0)])
def test_the_t_test_and_its_interval_are_those_of_scipy(differences: Array) -> None:
    wanted = stats.ttest_1samp(differences, 0)
    assert compare.t_test(differences) == pytest.approx(wanted.pvalue, abs=1e-12)
    greater = stats.ttest_1samp(differences, 0, alternative="greater")
    assert compare.student_t(differences) == pytest.approx(
        (wanted.statistic, wanted.df, wanted.pvalue, greater.pvalue), abs=1e-12
    )
    less = stats.ttest_1samp(differences, 0, alternative="less").pvalue
    assert compare.student_t(-differences).greater == pytest.approx(less, abs=1e-12)
    interval = wanted.confidence_interval(0.95)
    assert compare.t_interval(differences) == pytest.approx(
        (interval.low, interval.high), abs=1e-12
    )
    narrow = wanted.confidence_interval(0.5)
    assert compare.t_interval(differences, 0.5) == pytest.approx(
        (narrow.low, narrow.high), abs=1e-12
    )


# The bootstrap


@pytest.mark.parametrize("differences", [SIX, some(50), some(3)])
@pytest.mark.parametrize("seed", [0, 7])
def test_the_bootstrap_is_that_of_scipy_draw_by_draw(differences: Array, seed: int) -> None:
    wanted = stats.bootstrap(
        (differences,),
        np.mean,
        n_resamples=10_000,
        method="percentile",
        rng=np.random.default_rng(seed),
        vectorized=True,
    )
    means = compare.bootstrap_means(differences, seed=seed)
    assert means == pytest.approx(wanted.bootstrap_distribution, abs=1e-12)
    interval = wanted.confidence_interval
    assert compare.percentiles(means) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_the_first_of_more_resamples_are_those_of_fewer() -> None:
    all_ = compare.bootstrap_means(some(40), seed=2)
    for count in (0, 1, 99, 3277, 3278, 9999):
        some_ = compare.bootstrap_means(some(40), count, seed=2)
        assert some_.tolist() == all_[:count].tolist()


@pytest.mark.parametrize("number", [1, 2, 3276, 3277, 9000])
def test_a_resample_is_known_by_its_number(number: int) -> None:
    """The topics of which it was drawn make its mean, in each block."""
    differences = some(40)
    times = compare.counts_in_resample(40, number, seed=5)
    assert times.sum() == 40
    mean = compare.bootstrap_means(differences, number, seed=5)[-1]
    assert float(times @ differences) / 40 == pytest.approx(mean, abs=1e-12)


def test_of_very_many_topics_fewer_resamples_are_drawn() -> None:
    assert compare.bootstrap_means(some(5000)).shape == (2000,)
    assert compare.randomisation(some(5000)).means.shape == (2000,)


@pytest.mark.slow
def test_a_bracket_of_few_topics_is_right_less_often_than_it_promises() -> None:
    """As the page says: 86 % of six normal topics. And Student's keeps its word.

    All 462 resamples are counted, each by the number of ways to draw it.
    """
    drawn = np.array(
        [np.bincount(each, minlength=6) for each in combinations_with_replacement(range(6), 6)]
    )
    ways = np.array([factorial(6) / np.prod([factorial(n) for n in each]) for each in drawn])
    every = np.random.default_rng(1).standard_normal((40_000, 6))
    means = every @ drawn.T
    tails = [(means > 0) @ ways / 6**6, (means < 0) @ ways / 6**6]
    bootstrap = (np.minimum(*tails) >= 0.025).mean()
    students = np.array([compare.t_interval(d) for d in every[:2000]])
    student = ((students[:, 0] <= 0) & (students[:, 1] >= 0)).mean()
    assert bootstrap == pytest.approx(0.86, abs=0.005)
    assert student == pytest.approx(0.95, abs=0.01)


# Changed names


@pytest.mark.parametrize("differences", [SIX, some(2), some(9), some(11, shift=0)])
def test_changed_names_are_those_of_scipy(differences: Array) -> None:
    wanted = stats.permutation_test(
        (np.zeros(len(differences)), differences),
        lambda a, b, axis=-1: (b - a).mean(axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )
    found = compare.randomisation(differences)
    assert found.exact
    assert found.p == pytest.approx(wanted.pvalue, abs=1e-12)
    assert np.sort(found.means) == pytest.approx(np.sort(wanted.null_distribution), abs=1e-12)
    for one, less in ((found.greater, False), (found.less, True)):
        sides = wanted.null_distribution
        real = differences.mean()
        assert one == pytest.approx((sides <= real + 1e-9 if less else sides >= real - 1e-9).mean())


def test_rounding_makes_no_way_less_far() -> None:
    """0.1 + 0.2 is not 0.3 to a computer; still two of eight ways are as far, in any order."""
    for order in ([0.1, 0.2, 0.3], [0.3, 0.1, 0.2], [0.2, 0.3, 0.1]):
        assert compare.randomisation(np.array(order)).p == 0.25
    assert compare.randomisation(np.array([0.3, -0.1, -0.2])).p == 1


def test_drawn_ways_come_near_to_all_of_them() -> None:
    """Sixteen topics are the first of which ways are drawn: within four standard errors of all."""
    differences = some(16)
    signs = np.array(list(product((-1, 1), repeat=16)))
    true = float((np.abs(signs @ differences) >= abs(differences.sum()) - 1e-9).mean())
    found = compare.randomisation(differences, seed=1)
    assert not found.exact
    assert found.p == pytest.approx(true, abs=4 * (true * (1 - true) / 10_000) ** 0.5 + 1e-4)
    assert found.p != compare.randomisation(differences, seed=2).p
    assert found.p == compare.randomisation(differences, seed=1).p
    assert compare.randomisation(np.full(40, 0.5)).p == pytest.approx(1 / 10_001)


def test_p_is_below_a_twentieth_in_a_twentieth_of_all_cases() -> None:
    """Where A and B are alike: exact tests keep their word, of few topics and of many."""
    randomly = np.random.default_rng(4)
    for n, resamples in ((9, 0), (30, 400)):
        every = [
            compare.randomisation(randomly.normal(0, 1, n), at, resamples) for at in range(2000)
        ]
        assert np.mean([each.p <= 0.05 for each in every]) == pytest.approx(0.05, abs=0.015)


# Wins, and what could have been found


@pytest.mark.parametrize(
    ("won", "ties", "lost"), [(5, 0, 1), (0, 3, 0), (8, 2, 8), (0, 0, 9), (700, 9, 613)]
)
def test_the_sign_test_is_that_of_scipy(won: int, ties: int, lost: int) -> None:
    differences = np.array([0.1] * won + [0.0] * ties + [-0.2] * lost)
    assert compare.outcomes(differences) == (won, ties, lost)
    wanted = stats.binomtest(won, won + lost).pvalue if won + lost else 1
    assert compare.sign_test(differences) == pytest.approx(wanted, rel=1e-9)
    for side in (1, -1):
        one = (
            stats.binomtest(won if side > 0 else lost, won + lost, alternative="greater").pvalue
            if won + lost
            else 1
        )
        assert compare.signs(side * differences).greater == pytest.approx(one, rel=1e-9)


def test_the_signed_rank_test_of_a_textbook() -> None:
    """Croft, Metzler & Strohman (2010), ten queries: ranks 40 against 5, 18 of 512 ways."""
    a = np.array([25, 43, 39, 75, 43, 15, 20, 52, 49, 50])
    b = np.array([35, 84, 15, 75, 68, 85, 80, 50, 58, 75])
    found = compare.wilcoxon((b - a) / 100)
    assert found == pytest.approx(stats.wilcoxon(b - a).pvalue)
    assert found == 18 / 512
    for side in (1, -1):
        one = stats.wilcoxon(side * (b - a), alternative="greater").pvalue
        assert compare.signed_ranks(side * (b - a) / 100).greater == pytest.approx(one)


@pytest.mark.parametrize(
    "differences",
    [[0.1, -0.2, 0.3, 0.4], [0.1, -0.1, 0.2, 0.2, 0], [0.3, 0.3, 0.3], [-0.5, 0.4], [0.1]],
)
def test_the_signed_rank_test_is_that_of_all_signs(differences: list[float]) -> None:
    """Each sign of each difference is as likely; equal sizes share their mean rank."""
    apart = np.array([each for each in differences if each])
    ranks = stats.rankdata(abs(apart))
    sums = [(ranks * (np.array(signs) > 0)).sum() for signs in product((-1, 1), repeat=len(apart))]
    away = abs((ranks * (apart > 0)).sum() - ranks.sum() / 2)
    wanted = np.mean([abs(each - ranks.sum() / 2) >= away - 1e-9 for each in sums])
    assert compare.wilcoxon(np.array(differences)) == pytest.approx(wanted)
    found = compare.signed_ranks(np.array(differences))
    assert found.ranks[found.ranks > 0].tolist() == ranks.tolist()
    assert (found.won, found.lost) == ((ranks * (apart > 0)).sum(), (ranks * (apart < 0)).sum())
    assert found.greater == pytest.approx(np.mean([each >= found.won - 1e-9 for each in sums]))
    smaller = min(found.won, found.lost)
    assert found.ways == sum(each <= smaller + 1e-9 for each in sums)


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("level", [0.1, 0.05, 0.01])
def test_critical_sums_of_ranks_are_those_of_the_table(level: float, sides: int) -> None:
    """Two-sided at 5 % and 6 to 12 topics: 0 2 3 5 8 10 13; and by SciPy's exact p."""
    table = [compare.critical_rank_sum(n, 0.05) for n in range(6, 13)]
    assert table == [0, 2, 3, 5, 8, 10, 13]
    for n in (4, 9, 15):
        found = compare.critical_rank_sum(n, level, sides)
        for reach, significant in (
            (-1 if found is None else found, True),
            (0 if found is None else found + 1, False),
        ):
            if reach < 0:
                continue
            left, signs = reach, np.ones(n)  # W− is `reach`: the largest ranks first
            for rank in range(n, 0, -1):
                if left >= rank:
                    left, signs[rank - 1] = left - rank, -1
            ranks = signs * np.arange(1, n + 1)
            kind = "two-sided" if sides == 2 else "greater"
            p = stats.wilcoxon(ranks, alternative=kind, method="exact").pvalue
            assert (p <= level) == significant, (n, reach)


@pytest.mark.parametrize(("n", "level", "sides"), [(51, 0.05, 2), (5, 0, 2), (5, 0.05, 3)])
def test_a_critical_sum_that_no_table_has_is_refused(n: int, level: float, sides: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        compare.critical_rank_sum(n, level, sides)


def test_the_signed_rank_test_of_many_topics_is_that_of_scipy() -> None:
    differences = np.array([((7 * at) % 101 - 40) / 100 for at in range(80)])
    wanted = stats.wilcoxon(differences, method="asymptotic").pvalue
    assert compare.wilcoxon(differences) == pytest.approx(wanted)
    one = stats.wilcoxon(differences, method="asymptotic", alternative="greater").pvalue
    assert compare.signed_ranks(differences).greater == pytest.approx(one)
    assert compare.wilcoxon(np.zeros(3)) == 1


def test_the_smallest_difference_is_mostly_found() -> None:
    """Against the noncentral t distribution, which the formula comes near to."""
    for n in (4, 6, 20, 100, 1000):
        differences = some(n)
        true = compare.detectable(differences) / differences.std(ddof=1) * n**0.5
        threshold = stats.t.ppf(0.975, n - 1)
        power = stats.nct.sf(threshold, n - 1, true)
        assert power == pytest.approx(0.8, abs=0.03)


def test_so_many_topics_and_no_fewer_would_show_the_mean() -> None:
    for differences in (SIX, some(50), np.array([0.1, 0.0]), some(30, shift=0.001)):
        mean, spread = abs(differences.mean()), differences.std(ddof=1)
        needed = compare.topics_needed(differences)

        def reach(n: float) -> float:
            return sum(stats.t.ppf(p, n - 1) for p in (0.975, 0.8)) * spread / n**0.5  # noqa: B023

        assert reach(needed) <= mean + 1e-4 * mean
        assert needed == 2 or reach(needed - 1) > mean * (1 - 1e-4)
    assert compare.topics_needed(SIX) == 29


def test_false_alarms_by_hand() -> None:
    assert compare.false_alarms(1) == pytest.approx((0.05, 0.05))
    assert compare.false_alarms(20) == pytest.approx((1, 1 - 0.95**20))


def test_holm_by_hand() -> None:
    """The smallest times 4, the next times 3, …; never less than one before, never above 1."""
    assert compare.holm([0.04, 0.01, 0.5, 0.02]).tolist() == pytest.approx([0.08, 0.04, 0.5, 0.06])
    assert compare.holm([0.6, 0.5]).tolist() == [1, 1]


FIFTEEN = (
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240),
    *(0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
)
"""Benjamini & Hochberg (1995), section 3.2."""
FIVE = (0.07, 0.001, 0.015, 0.005, 0.05)
"""UC Berkeley, IEOR 151 (2013), homework 3."""


@pytest.mark.parametrize(
    ("p", "method", "rejected"),
    [
        (FIFTEEN, "bonferroni", FIFTEEN[:3]),
        (FIFTEEN, "holm", FIFTEEN[:3]),
        (FIFTEEN, "benjamini_hochberg", FIFTEEN[:4]),
        (FIVE, "bonferroni", (0.001, 0.005)),
        (FIVE, "holm", (0.001, 0.005, 0.015)),
        ((0.01, 0.04, 0.03), "holm", (0.01,)),  # 0.03 > 0.05/2 ends it, and 0.04 < 0.05
        ((0.05,), "holm", (0.05,)),
        ((0.06,), "bonferroni", ()),
    ],
)
def test_printed_corrections(
    p: tuple[float, ...], method: str, rejected: tuple[float, ...]
) -> None:
    found = compare.corrected(p, method).rejected
    assert sorted(each for each, no_chance in zip(p, found, strict=True) if no_chance) == [
        *rejected
    ]


def test_corrections_by_hand_and_by_scipy() -> None:
    holm, strict = compare.corrected(FIVE), compare.corrected(FIVE, "bonferroni")
    assert holm.limits == pytest.approx([0.05, 0.01, 0.05 / 3, 0.0125, 0.025])
    assert holm.adjusted == pytest.approx([0.1, 0.005, 0.045, 0.02, 0.1])
    assert strict.limits == pytest.approx([0.01] * 5)
    assert strict.adjusted == pytest.approx([0.35, 0.005, 0.075, 0.025, 0.25])
    for p in (FIVE, FIFTEEN):
        found = compare.corrected(p, "benjamini_hochberg", 0.1)
        assert found.adjusted == pytest.approx(stats.false_discovery_control(p))
        assert found.limits == pytest.approx(stats.rankdata(p) * 0.1 / len(p))
    gap = compare.corrected([nan, 0.02, 0.04], "benjamini_hochberg")
    assert gap.limits[1:].tolist() == pytest.approx([0.025, 0.05])
    assert gap.rejected.tolist() == [False, True, True]


@pytest.mark.parametrize("level", [0.01, 0.05, 0.1])
def test_a_test_is_rejected_by_its_limit_or_by_its_adjusted_p(level: float) -> None:
    """Walked down and up; p-values of two decimals have ties, and lie on limits."""
    draw = np.random.default_rng(7)
    for _ in range(200):
        p = np.sort(draw.random(draw.integers(1, 9)).round(2) * draw.choice([0.1, 1]))
        for method in ("bonferroni", "holm", "benjamini_hochberg"):
            found = compare.corrected(p, method, level)
            within = p <= found.limits * (1 + 1e-9)
            if method == "holm":
                within = np.logical_and.accumulate(within)
            elif method == "benjamini_hochberg":
                within = np.logical_or.accumulate(within[::-1])[::-1]
            assert found.rejected.tolist() == within.tolist()
            assert (found.adjusted <= level * (1 + 1e-9)).tolist() == within.tolist()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([0.1, 1.2],), "p must be a row of numbers from 0 to 1"),
        (([[0.1]],), "p must be a row of numbers"),
        (([0.1], "sidak"), "method must be 'bonferroni', 'holm' or"),
        (([0.1], "holm", 0), "level must be .* more than 0"),
    ],
)
def test_corrections_refuse_what_is_no_p_value(arguments: tuple[Any, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        compare.corrected(*arguments)


# Two runs


def test_two_runs_under_the_usual_names_are_those_of_scipy() -> None:
    draw = np.random.default_rng(5)
    topics = [f"t{at}" for at in range(30)]
    qrels = {t: {f"d{d}": int(draw.integers(0, 3)) for d in range(15)} for t in topics}
    a, b = ({t: {f"d{d}": float(draw.random()) for d in range(20)} for t in topics} for _ in "ab")
    found = compare.runs(a, b, qrels, ["nDCG@10", "map"], seed=3)
    assert [*found.index] == ["nDCG@10", "map"]
    for name in found.index:
        scores = [evaluate(run, qrels, name)[name].drop("mean") for run in (a, b)]
        wanted = stats.ttest_rel(scores[1], scores[0])
        row = found.loc[name]
        assert row[["a", "b"]].tolist() == pytest.approx([each.mean() for each in scores])
        assert row["difference"] == pytest.approx(row["b"] - row["a"])
        assert row["t_test"] == pytest.approx(wanted.pvalue, abs=1e-12)
        assert row[["low", "high"]].tolist() == pytest.approx([*wanted.confidence_interval()])
        apart = (scores[1] - scores[0]).to_numpy()
        assert row["randomisation"] == compare.randomisation(apart, 3).p
        assert row["sign_test"] == compare.sign_test(apart)
        assert row["topics"] == 30


def test_a_topic_without_a_score_counts_in_neither_run() -> None:
    qrels = {"x": {"a": 1}, "y": {"a": 0}, "z": {"a": 1}}
    a, b = {"x": {"b": 2, "a": 1}, "z": {"a": 1}}, {"x": {"a": 1}}
    found = compare.runs(a, b, qrels, "AP", undefined="skip").loc["AP"]
    assert found[["a", "b", "difference", "topics"]].tolist() == [0.75, 0.5, -0.25, 2]
    assert compare.runs(a, b, qrels, "AP").loc["AP", "topics"] == 3


@pytest.mark.parametrize(("effect", "n"), [(0.5, 34), (0.375, 40), (-0.2, 5), (0, 9), (1, 2)])
@pytest.mark.parametrize("level", [0.01, 0.05, 0.2])
def test_the_power_is_that_of_the_noncentral_t(effect: float, n: int, level: float) -> None:
    """The formula of statsmodels' TTestPower, with SciPy."""
    far, centre = stats.t.ppf(1 - level / 2, n - 1), effect * n**0.5
    wanted = stats.nct.sf(far, n - 1, centre) + stats.nct.cdf(-far, n - 1, centre)
    found = compare.power(compare.Summary(2 * effect, 2, 7), level, n)
    assert found == pytest.approx(wanted, abs=1e-7)


def test_a_power_where_nothing_spreads() -> None:
    assert compare.power(compare.Summary(0.1, 0, 4)) == 1
    assert np.isnan(compare.power(compare.Summary(0.1, 1, 1)))


# Ends


@pytest.mark.parametrize("of", [compare.detectable, compare.topics_needed])
@pytest.mark.parametrize(
    ("knob", "value"), [("power", 0.4), ("power", 1), ("level", 0), ("level", 1), ("level", np.nan)]
)
def test_a_power_or_level_that_cannot_be_is_refused(of: Any, knob: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"^{knob} must be a finite number"):
        of(SIX, **{knob: value})


def test_where_there_is_nothing_to_compare_there_is_no_number() -> None:
    none, one = np.zeros(0), np.array([0.2])
    for differences in (none, one):
        assert np.isnan(compare.t_interval(differences)).all()
        for number in (compare.t_test, compare.detectable, compare.topics_needed):
            assert np.isnan(number(differences))
    assert np.isnan(compare.percentiles(compare.bootstrap_means(none))).all()
    assert np.isnan(compare.randomisation(none).p)
    assert compare.randomisation(one).p == 1
    assert (compare.sign_test(none), compare.outcomes(none)) == (1, (0, 0, 0))


def test_where_all_differences_are_alike_nothing_is_left_to_chance() -> None:
    ties, ahead = np.zeros(5), np.full(5, 0.1)
    assert (compare.t_test(ties), compare.t_test(ahead)) == (1, 0)
    assert np.isnan(compare.student_t(ties).t)
    assert compare.student_t(-ahead) == (-np.inf, 4, 0, 1)
    assert compare.student_t(ahead) == (np.inf, 4, 0, 0)
    assert compare.t_interval(ahead) == pytest.approx((0.1, 0.1))
    assert compare.randomisation(ahead).p == float(Fraction(2, 32))
    assert (compare.topics_needed(ties), compare.topics_needed(ahead)) == (np.inf, 2)


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ([1, 0], [1], "got the shapes"),
        ([[1]], [[1]], "got the shapes"),
        ([np.nan], [1], "finite"),
        (["x"], [1], "must be numbers"),
    ],
)
def test_what_is_no_pair_of_rows_is_refused(a: object, b: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        compare.differences(a, b)  # type: ignore[arg-type]


def test_a_test_without_a_p_value_is_not_counted_by_holm() -> None:
    """As statsmodels' multipletests of the two that there are."""
    found = compare.holm([nan, 0.51293, 0.433652]).tolist()
    assert isnan(found[0])
    assert found[1:] == pytest.approx([0.867304, 0.867304])
