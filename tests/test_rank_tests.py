"""Spearman's ρ and Kendall's τ against chance: exact p, approximate p, and critical values."""

import warnings
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.agreement import kendall_tau, spearman_rho
from metrics.rank_tests import rho_test, tau_test


@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_exact_p_values_count_all_orders(n: int) -> None:
    first = [*range(n)]
    orders = [*permutations(first)]
    for test, of in ((rho_test, spearman_rho), (tau_test, kendall_tau)):
        every = np.array([float(of(first, order).score) for order in orders])
        for order, score in [*zip(orders, every, strict=True)][:: max(len(orders) // 30, 1)]:
            found = test(first, order)
            assert found.exact
            assert found.p == pytest.approx((abs(every) >= abs(score) - 1e-9).mean().clip(max=1))
            assert found.one_sided == pytest.approx((every >= abs(score) - 1e-9).mean())


@given(
    st.integers(3, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, n // 2), min_size=n, max_size=n), min_size=2, max_size=2
        )
    )
)
def test_ties_stay_in_all_orders(rows: list[list[int]]) -> None:
    x, y = rows
    for test, of in ((rho_test, spearman_rho), (tau_test, kendall_tau)):
        found, every = test(x, y), [float(of(x, order).score) for order in permutations(y)]
        if found.score != found.score:
            continue
        on_its_side = np.array(every) * (1 if found.score >= 0 else -1)
        for sides, p, scores in ((1, found.one_sided, on_its_side), (2, found.p, abs(on_its_side))):
            assert p == pytest.approx((scores >= abs(found.score) - 1e-9).mean())
            for level in (0.05, 0.2):
                within = [each for each in scores if (scores >= each - 1e-9).mean() <= level + 1e-9]
                least = min((each for each in within if each > 1e-9), default=np.inf)
                assert found.critical(level, sides) == pytest.approx(least)


def test_marks_with_ties_are_counted_over_all_120_orders() -> None:
    """A question in print: z has p .037 for τ-b of both sides, but 8 of 120 orders reach it."""
    a, b = [70, 92, 80, 65, 70], [54, 43, 43, 67, 64]
    rho, tau = rho_test(a, b), tau_test(a, b)
    assert [each.score for each in (rho, tau)] == pytest.approx([-18 / 19, -8 / 9])
    assert [rho.one_sided, rho.p] == pytest.approx([4 / 120, 4 / 120])
    assert [tau.one_sided, tau.p] == pytest.approx([4 / 120, 8 / 120])
    assert rho.critical(0.01) == tau.critical(0.05) == np.inf


@pytest.mark.parametrize(
    ("n", "level", "sides", "rho"),
    [  # printed tables: Zar (1984), B.20; the Edexcel formula book has one-sided levels
        (4, 0.05, 1, 1),
        (5, 0.05, 1, 0.9),
        (6, 0.05, 2, 0.886),
        (7, 0.05, 2, 0.786),
        (8, 0.01, 2, 0.881),
        (9, 0.05, 1, 0.6),
        (9, 0.01, 1, 0.783),
        (10, 0.05, 1, 0.564),
        (10, 0.01, 2, 0.794),
    ],
)
def test_critical_values_of_rho_are_those_of_printed_tables(
    n: int, level: float, sides: int, rho: float
) -> None:
    items = range(n)
    assert rho_test(items, items).critical(level, sides) == pytest.approx(rho, abs=6e-4)


@pytest.mark.parametrize(
    ("n", "level", "sides", "tau"),
    [  # Kendall (1970), table 1: S 8 has p .042, 18 .016, 24 .0063 (22 .012), 21 .036, 23 .023
        (5, 0.05, 1, 0.8),
        (8, 0.05, 2, 0.643),
        (9, 0.01, 1, 0.667),
        (10, 0.05, 1, 0.467),
        (10, 0.05, 2, 0.511),
    ],
)
def test_critical_values_of_tau_are_those_of_printed_tables(
    n: int, level: float, sides: int, tau: float
) -> None:
    items = range(n)
    assert tau_test(items, items).critical(level, sides) == pytest.approx(tau, abs=6e-4)


def test_few_items_are_never_significant() -> None:
    assert rho_test([1, 2, 3], [1, 2, 3]).critical(0.05, 1) == np.inf
    assert rho_test([1, 2, 3, 4], [1, 2, 3, 4]).critical(0.01, 1) == np.inf


@given(
    rows=st.integers(11, 25).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=2, max_size=2
        )
    )
)
def test_p_values_are_those_of_scipy(rows: list[list[int]]) -> None:
    """Scipy has t for every ρ, and z for a τ with ties: so it is for more than 10 items."""
    x, y = rows
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rho, tau = stats.spearmanr(x, y), stats.kendalltau(x, y)
    for found, wanted in ((rho_test(x, y), rho), (tau_test(x, y), tau)):
        assert found.score == pytest.approx(wanted.statistic, nan_ok=True)
        if found.score != found.score:
            assert np.isnan([found.p, found.critical()]).all()
        elif not (found.exact or found.p != found.p):
            assert found.p == pytest.approx(wanted.pvalue, abs=1e-9)


@given(st.permutations(range(14)), st.sampled_from([0.05, 0.01]), st.sampled_from([1, 2]))
def test_a_score_is_significant_from_its_critical_value_on(
    order: list[int], level: float, sides: int
) -> None:
    for found in (rho_test(range(14), order), tau_test(range(14), order)):
        p = found.p if sides == 2 else found.one_sided
        assert (p <= level) == (abs(found.score) >= found.critical(level, sides) - 1e-9)


def test_a_perfect_rho_with_ties_has_no_p_where_orders_are_not_counted() -> None:
    row = [1, 1, *range(2, 11)]
    found = rho_test(row, row)
    assert np.isnan([found.p, found.statistic, found.critical()]).all()
    assert not found.exact
    assert rho_test(row[:3], row[:3]).p == pytest.approx(1 / 3)
