"""Two groups and more that are not paired, against SciPy."""

from itertools import combinations
from math import isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics import compare, unpaired


def test_t_and_f_of_groups_are_those_of_scipy() -> None:
    groups = [[5.0, 7.5, 8, 9, 3], [1, 2, 6, 4], [2, 2, 7]]
    for pooled in (True, False):
        wanted = stats.ttest_ind(*groups[:2], equal_var=pooled)
        found = unpaired.student_t(*groups[:2], pooled=pooled)
        assert (found.t, found.degrees, found.p) == pytest.approx(
            (wanted.statistic, wanted.df, wanted.pvalue), abs=1e-12
        )
    found_f = unpaired.anova(groups)
    assert (found_f.f, found_f.p) == pytest.approx(tuple(stats.f_oneway(*groups)), abs=1e-12)
    assert isnan(unpaired.student_t([2, 2], [3, 3]).t)
    assert isnan(unpaired.anova([[2, 2], [3, 3]]).f)
    with pytest.raises(ValueError, match="needs more scores"):
        unpaired.student_t([1], [2])
    with pytest.raises(ValueError, match="needs more scores"):
        unpaired.student_t([1], [2, 3], pooled=False)
    with pytest.raises(ValueError, match="two groups, and two scores"):
        unpaired.anova([[1], [2]])
    with pytest.raises(ValueError, match="rows of finite numbers"):
        unpaired.anova([[1], []])


@pytest.mark.parametrize(
    ("a", "b"),
    [([7, 5], [3, 1]), ([0.2, 0.9, 0.4], [0.1, 0.3]), ([3, 3, 1], [3, 0, 2, 2]), ([5, 5], [5, 5])],
)
def test_unpaired_groups_are_those_of_scipy(a: list[float], b: list[float]) -> None:
    """Of 7 5 and 3 1 six splits, of which two are as far from 0."""
    found = unpaired.randomisation(a, b)
    for p, alternative in ((found.greater, "greater"), (found.less, "less")):
        scipys = stats.permutation_test(
            (a, b),
            lambda x, y: np.mean(x) - np.mean(y),
            n_resamples=np.inf,
            alternative=alternative,
            vectorized=False,
        )
        assert p == pytest.approx(scipys.pvalue)
        assert sorted(found.differences) == pytest.approx(sorted(scipys.null_distribution))
    if len(a) == len(b):  # else SciPy takes twice the smaller side, and not what is as far from 0
        assert found.p == pytest.approx(min(2 * min(found.greater, found.less), 1))
    assert found.differences[0] == pytest.approx(np.mean(a) - np.mean(b))


def test_mean_deviation_and_size_are_enough_for_t_and_f() -> None:
    a, b, c = [12.0, 2, 4, 10, 2, 23], [1.0, 5, 2, 9], [8.0, 7, 11]
    of_a, of_b, of_c = map(compare.summary, (a, b, c))
    assert of_a == pytest.approx((np.mean(a), np.std(a, ddof=1), 6))
    wanted = stats.ttest_1samp(a, 0)
    assert compare.student_t(of_a)[::2] == pytest.approx((wanted.statistic, wanted.pvalue))
    assert compare.t_interval(of_a) == pytest.approx((*wanted.confidence_interval(),))
    for pooled in (True, False):
        found = unpaired.student_t(of_a, of_b, pooled=pooled)
        told = (each for of in (of_a, of_b) for each in of)
        scipys = stats.ttest_ind_from_stats(*told, equal_var=pooled)
        assert (found.t, found.p) == pytest.approx((scipys.statistic, scipys.pvalue))
    by_f = unpaired.anova([of_a, b, of_c])
    assert (by_f.f, by_f.p) == pytest.approx((*stats.f_oneway(a, b, c),))
    with pytest.raises(ValueError, match="deviation"):
        unpaired.student_t(compare.Summary(1, -1, 3), b)


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ([], [1], "rows of finite numbers"),
        ([1, np.nan], [1], "rows of finite numbers"),
        ([[1, 2]], [1], "rows of finite numbers"),
        ([1] * 12, [2] * 12, "at most 1,000,000 splits, got 12 and 12 scores"),
    ],
)
def test_groups_that_cannot_be_split_are_refused(a: Any, b: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        unpaired.randomisation(a, b)


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
)
def test_ranks_of_two_groups_are_counted_over_all_splits(a: list[int], b: list[int]) -> None:
    ranks, n = stats.rankdata([*a, *b]), len(a)
    every = np.array([sum(each) for each in combinations(ranks, n)]) - n * (n + 1) / 2
    u, middle, found = every[0], n * len(b) / 2, unpaired.rank_sum(a, b)
    assert found.u == pytest.approx(u)
    far = abs(every - middle) >= abs(u - middle) - 1e-9
    assert [found.p, found.greater, found.less] == pytest.approx(
        [far.mean(), (every >= u - 1e-9).mean(), (every <= u + 1e-9).mean()]
    )
    if found.z == found.z:
        for corrected, p in ((True, found.p_corrected), (False, found.p_normal)):
            wanted = stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=corrected)
            assert p == pytest.approx(wanted.pvalue)


def test_ranks_of_large_groups_have_the_p_of_scipy() -> None:
    a, b = [*range(0, 60, 2)], [*range(11, 71, 2)]
    wanted = stats.mannwhitneyu(a, b, method="exact")
    assert unpaired.rank_sum(a, b).p == pytest.approx(wanted.pvalue)


@given(
    st.lists(st.integers(0, 99), min_size=2, max_size=9, unique=True),
    st.lists(st.integers(0, 99), min_size=2, max_size=9, unique=True),
    st.sampled_from([0.8, 0.9, 0.95, 0.99]),
)
def test_intervals_of_two_groups_are_those_of_scipy(
    a: list[int], b: list[int], confidence: float
) -> None:
    for pooled in (True, False):
        wanted = stats.ttest_ind(a, b, equal_var=pooled).confidence_interval(confidence)
        found = unpaired.t_interval(a, b, confidence, pooled=pooled)
        assert found == pytest.approx(tuple(wanted), rel=1e-6, abs=1e-6)


def test_users_per_group_for_an_interval_by_hand() -> None:
    """2(2.5758 · 78.86/10)² = 825.2, and four times as many for half."""
    assert unpaired.group_size(78.86, 10, 0.99) == 826
    assert unpaired.group_size(1, 1, 0.95) == 8  # 2 · 1.96² = 7.68
    assert unpaired.group_size(1, 0.5, 0.95) == 31  # 30.73
    assert unpaired.group_size(0, 1) == 0
