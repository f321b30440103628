"""Distributions of test statistics, against SciPy's."""

from itertools import product

import pytest
from scipy import stats

from metrics.distributions import (
    beta_share,
    chi_squared_beyond,
    critical_f,
    f_beyond,
    t_beyond,
    t_quantile,
)


@pytest.mark.parametrize("freedom", [1, 1.5, 2, 3, 5, 8, 25.1, 30, 99, 1000.7, 4999, 9999])
def test_students_t_is_that_of_scipy(freedom: float) -> None:
    for t in (0, 1e-3, 0.1, 0.5, 1, 2, 3.3, 8, 40):
        for side in (t, -t):
            assert t_beyond(side, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), rel=1e-9)
    for probability in (0.5, 0.6, 0.75, 0.8, 0.95, 0.975, 0.995, 0.9995):
        wanted = stats.t.ppf(probability, freedom)
        found = t_quantile(probability, freedom)
        assert found == pytest.approx(wanted, rel=1e-10, abs=1e-12)


def test_beyond_many_degrees_it_is_the_normal_distribution() -> None:
    assert t_beyond(1.96, 20_000) == pytest.approx(2 * stats.t.sf(1.96, 20_000), abs=1e-4)
    assert t_quantile(0.975, 20_000) == pytest.approx(stats.t.ppf(0.975, 20_000), abs=2e-4)


def test_f_and_beta_are_those_of_scipy() -> None:
    for a, b, x in product((0.5, 3, 40), (0.5, 2.5, 30), (0, 1e-6, 0.3, 0.97, 1)):
        assert beta_share(a, b, x) == pytest.approx(stats.beta.cdf(x, a, b), abs=1e-12)
    for one, other, level in product((1, 3), (1, 20), (0.1, 0.01)):
        wanted_f = stats.f.ppf(1 - level, one, other)
        assert critical_f(one, other, level) == pytest.approx(wanted_f, rel=1e-9)
        assert f_beyond(wanted_f, one, other) == pytest.approx(level)
    with pytest.raises(ValueError, match="both degrees of freedom"):
        critical_f(0, 3)


@pytest.mark.parametrize("freedom", [1, 2, 3, 6, 55])
def test_chi_squared_is_that_of_scipy(freedom: int) -> None:
    for statistic in (0, 0.3, 5, 70, 2000):
        assert chi_squared_beyond(statistic, freedom) == pytest.approx(
            stats.chi2.sf(statistic, freedom)
        )
