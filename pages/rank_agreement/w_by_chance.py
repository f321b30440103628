"""Kendall’s W against chance: each judge puts the items into any order, each as likely."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import inf
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metrics.agreement import spearman_rho
from metrics.arrays import Array
from metrics.distributions import chi_squared_beyond
from pages.rank_agreement import concordance
from ui.core.plain import decimals, p_value

_ROUGH: Final = 7
"""Most items for which χ² is rough. Of so few, the orders of all judges may be counted."""
_LEVEL: Final = 0.05
_MOST_SORTED: Final = 1_000_000
_MOST_COUNTED: Final = 6_000_000
"""Most sums at once: of some judges, with each order of the next one, or of the last one."""
_BASE: Final = 256
"""More than the largest sum of doubled ranks."""


class Counted(NamedTuple):
    """What all orders tell.

    Attributes:
        p: how often W is at least as large as that of the judges.
        least: the smallest W that is significant at 5 %; infinite if there is none.
    """

    p: float
    least: float


def critical_chi_squared(freedom: int) -> float:
    """Return the χ² that chance reaches in 5 % of all cases."""
    low, high = 0.0, 10.0 * freedom
    for _ in range(60):
        middle = (low + high) / 2
        if chi_squared_beyond(middle, freedom) > _LEVEL:
            low = middle
        else:
            high = middle
    return high


def counted(judges: Sequence[Sequence[float]]) -> Counted | None:
    """Return what the orders of all judges tell of W; None if they are too many to count."""
    found = concordance.of(judges)
    by_chance = _spreads(tuple(tuple(sorted(round(2 * rank) for rank in row)) for row in judges))
    if by_chance is None:
        return None
    spreads, at_least = by_chance
    reached = spreads >= round(4 * found.spread)
    least = spreads[at_least <= _LEVEL * (1 + 1e-9)]
    return Counted(
        float(at_least[reached].max()), float(least.min()) / 4 / found.most if least.size else inf
    )


@lru_cache(maxsize=32)
def _spreads(judges: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.intp], Array] | None:
    """Return each spread of the sums of doubled ranks, and how often it is that or larger.

    Items are alike here: the same sums of other items are counted together.
    """
    n = len(judges[0])
    if n > _ROUGH:
        return None
    orders = np.array([*permutations(range(n))])
    sums = np.array([judges[0]])
    shares: NDArray[Any] = np.ones(1)
    for row in judges[1:-1]:
        if len(sums) * len(orders) > _MOST_SORTED:
            return None
        each = np.sort((sums[:, None] + np.array(row)[orders]).reshape(-1, n), axis=1)
        codes = each @ _BASE ** np.arange(n)
        _, first, same = np.unique(codes, return_index=True, return_inverse=True)
        shares = np.bincount(same, weights=np.repeat(shares / len(orders), len(orders)))
        sums = each[np.asarray(first)]
    if len(sums) * len(orders) > _MOST_COUNTED:
        return None
    last = np.array(judges[-1])[orders]
    squares = 2 * sums @ last.T + (sums**2).sum(axis=1)[:, None] + (last[0] ** 2).sum()
    squares -= n * (len(judges) * (n + 1)) ** 2
    found = np.bincount(squares.ravel(), np.repeat(shares / len(orders), len(orders)))
    spreads = np.flatnonzero(found)
    return spreads, np.minimum(found[::-1].cumsum()[::-1], 1)[spreads]


def verdict(judges: Mapping[str, Sequence[float]]) -> str:
    """Say whether W is significant, and write the mean ρ; "" for two judges or no W."""
    ranks = [[*row] for row in judges.values()]
    m, n, w = len(ranks), len(ranks[0]), concordance.of(ranks).w
    if m < 3 or w != w:
        return ""
    chi, exact = m * (n - 1) * w, counted(ranks)
    rough = chi_squared_beyond(chi, n - 1)
    p = exact.p if exact else rough
    by_order = ""
    if exact:
        by_order = f"The exact p is **{p_value(p)}**: it counts the orders of all judges. " + (
            f"At 5 % W must reach {decimals(exact.least)}. "
            if exact.least <= 1
            else "With so few, no W is significant at 5 %. "
        )
    return (
        f"**Kendall’s W of all {m} judges is {decimals(w)}, "
        f"{'' if p <= _LEVEL * (1 + 1e-9) else 'not '}significant at 5 %.** By chance, each judge "
        "puts the items into any order. p is how often W is then as large, or larger. "
        f"{by_order}χ² = {m} · {n - 1} · W = {decimals(chi)}, with {n - 1} "
        f"degree{'s' * (n > 2)} of freedom: p = {p_value(rough)}. At 5 % χ² must reach "
        f"{decimals(critical_chi_squared(n - 1))}."
        + " For 7 items or fewer χ² is rough." * (n <= _ROUGH)
        + f"\n\n{_mean_rho(ranks, w)}"
    )


def _mean_rho(ranks: Sequence[Sequence[float]], w: float) -> str:
    """Write the mean ρ of the pairs by W; with ties it is near that alone."""
    m = len(ranks)
    by_w = f"({m} · {decimals(w)} − 1) / ({m} − 1) = {decimals((m * w - 1) / (m - 1))}"
    said = f"mean ρ of each two of m = {m} judges is (m · W − 1) / (m − 1) = {by_w}."
    if all(len({*row}) == len(row) for row in ranks):
        return f"The {said}"
    pairs = [*combinations(ranks, 2)]
    mean = sum(float(spearman_rho(one, other).score) for one, other in pairs) / len(pairs)
    here = f" With these ties it is {decimals(mean)}." * (mean == mean)
    return f"Without ties, the {said}{here}"
