"""What a reader gains from documents, and what reading costs, in a unit that the caller chooses."""

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


def _counts(**given: ArrayLike) -> list[Array]:
    found = [checks.numbers(name, counts) for name, counts in given.items()]
    for name, counts in zip(given, found, strict=True):
        if not ((counts >= 0) & np.isfinite(counts)).all():
            raise ValueError(f"{name} must be finite and at least 0, got {given[name]!r}")
    return found
