"""What a reader gains from documents, and what reading costs, in a unit that the caller chooses."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array


def linear_utility(
    hits: ArrayLike,
    read: ArrayLike,
    missed: ArrayLike = 0,
    *,
    worth: float = 1,
    reading: float = 0,
    missing: float = 0,
) -> Array:
    """Return worth · hits - reading · read - missing · missed, in the unit of the three prices.

    So one more document pays if its chance of being relevant is above reading / (worth + missing).
    Lewis (1995). TREC's filtering tracks took 2 · hits - misses, which is worth 3 and reading 1.

    Args:
        hits: how many relevant documents are read, shape (...).
        read: how many documents are read, shape (...).
        missed: how many relevant documents are not read, shape (...).
        worth: what a hit is worth.
        reading: what reading one document costs.
        missing: what a missed relevant document costs.

    Raises:
        ValueError: a count or a price that is below 0 or not finite, or more hits than were read.

    >>> float(linear_utility(2, 3, 1, worth=5, reading=1, missing=2))  # 10 - 3 - 2
    5.0
    """
    found, seen, unseen = _counts(hits=hits, read=read, missed=missed)
    if (found > seen).any():
        raise ValueError(f"hits must be at most read, got {hits!r} and {read!r}")
    prices = {"worth": worth, "reading": reading, "missing": missing}
    a, b, c = (checks.number(name, price, 0) for name, price in prices.items())
    return np.asarray(a * found - b * seen - c * unseen)


def paid_by_block(read: ArrayLike, size: float, price: float = 1) -> Array:
    """Return the cost of so many documents if whole blocks are paid, as by the full hour.

    Args:
        read: how many documents are read, shape (...).
        size: how many documents a block has.
        price: what a block costs.

    Raises:
        ValueError: a count or price that is below 0 or not finite, or a size below 1.

    >>> paid_by_block([0, 1, 100, 101], 100, 15).tolist()
    [0.0, 15.0, 15.0, 30.0]
    """
    (seen,) = _counts(read=read)
    blocks = np.ceil(seen / checks.number("size", size, 1))
    return np.asarray(blocks * checks.number("price", price, 0))


class Prices(NamedTuple):
    """A cost matrix: what each document costs, by which of four counts it is in; below 0 a gain.

    Attributes:
        hit: retrieved and relevant, TP.
        miss: retrieved and irrelevant, FP.
        missed: relevant and not retrieved, FN.
        rejected: neither, TN.
    """

    hit: float
    miss: float
    missed: float
    rejected: float


def cost_of_counts(counts: Sequence[float], prices: Sequence[float]) -> float:
    """Return what four counts cost: each times its price. Elkan (2001).

    Over all documents it is the expected cost of one of them.

    Args:
        counts: hits, misses, missed and rejected documents, as for `contingency`.
        prices: of one of each, in this order; below 0 is a gain.

    Raises:
        ValueError: not four of each, a count below 0, or a price that is not finite.

    >>> cost_of_counts((150, 60, 40, 250), Prices(hit=-1, miss=1, missed=100, rejected=0))
    3910.0
    """
    found, price = _four("counts", counts, 0), _four("prices", prices)
    return sum(n * p for n, p in zip(found, price, strict=True))


def price_of_same_cost(
    counts: Sequence[float],
    others: Sequence[float],
    prices: Sequence[float],
    at: int,
) -> float:
    """Return the price of one of four counts with which two tables cost the same.

    NaN if both tables have as many of it, so that its price moves neither cost nearer.

    Args:
        counts: as for `cost_of_counts`.
        others: the four counts of the other table.
        prices: as for `cost_of_counts`; the one that is asked for does not matter.
        at: 0 for the price of a hit, 1 of a miss, 2 of a missed and 3 of a rejected document.

    Raises:
        ValueError: as for `cost_of_counts`, or another `at`.

    >>> tables = (150, 60, 40, 250), (250, 5, 45, 200)
    >>> price_of_same_cost(*tables, (-1, 1, 100, 0), at=2)  # -90 + 40x = -245 + 45x
    31.0
    """
    if at not in range(4):
        raise ValueError(f"at must be 0, 1, 2 or 3, got {at!r}")
    apart = _four("counts", counts, 0)[at] - _four("others", others, 0)[at]
    if not apart:
        return float(np.nan)
    free = [0.0 if each == at else price for each, price in enumerate(_four("prices", prices))]
    return (cost_of_counts(others, free) - cost_of_counts(counts, free)) / apart


def least_probability(prices: Sequence[float]) -> float:
    """Return from which probability of being relevant on it costs less to retrieve. Elkan (2001).

    It is (miss - rejected) / (miss - rejected + missed - hit). NaN if one decision is never dearer,
    or both always cost the same.

    Args:
        prices: as for `cost_of_counts`.

    Raises:
        ValueError: not four prices, or one that is not finite.

    >>> round(least_probability(Prices(hit=0, miss=1000, missed=5000, rejected=0)), 3)
    0.167
    """
    hit, miss, missed, rejected = _four("prices", prices)
    wrong, lost = miss - rejected, missed - hit
    return wrong / (wrong + lost) if min(wrong, lost) >= 0 < wrong + lost else float(np.nan)


def _four(name: str, values: Sequence[float], low: float = -inf) -> list[float]:
    if len(values) != len(Prices._fields):
        raise ValueError(f"{name} must be four numbers, got {len(values)}")
    return [checks.number(name, each, low) for each in values]


def _counts(**given: ArrayLike) -> list[Array]:
    found = [checks.numbers(name, counts) for name, counts in given.items()]
    for name, counts in zip(given, found, strict=True):
        if not ((counts >= 0) & np.isfinite(counts)).all():
            raise ValueError(f"{name} must be finite and at least 0, got {given[name]!r}")
    return found
