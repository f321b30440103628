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
    rows=st.integers(3, 25).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=2, max_size=2
        )
    )
)
def test_p_values_are_those_of_scipy(rows: list[list[int]]) -> None:
    """Scipy has t for every ρ, and z for a τ with ties."""
    x, y = rows
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rho, tau = stats.spearmanr(x, y), stats.kendalltau(x, y)
    for found, wanted in ((rho_test(x, y), rho), (tau_test(x, y), tau)):
        assert found.score == pytest.approx(wanted.statistic, nan_ok=True)
        if found.score != found.score:
            assert np.isnan([found.p, found.critical()]).all()
        elif wanted is tau or not (found.exact or abs(found.score) > 1 - 1e-9):
            assert found.p == pytest.approx(wanted.pvalue, abs=1e-9)


@given(st.permutations(range(14)), st.sampled_from([0.05, 0.01]), st.sampled_from([1, 2]))
def test_a_score_is_significant_from_its_critical_value_on(
    order: list[int], level: float, sides: int
) -> None:
    for found in (rho_test(range(14), order), tau_test(range(14), order)):
        p = found.p if sides == 2 else found.one_sided
        assert (p <= level) == (abs(found.score) >= found.critical(level, sides) - 1e-9)


def test_a_perfect_rho_with_ties_has_no_p() -> None:
    found = rho_test([1, 1, 2], [1, 1, 2])
    assert np.isnan([found.p, found.statistic, found.critical()]).all()
    assert not found.exact
