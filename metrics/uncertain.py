"""Scores of a list of which each document is relevant with a probability.

The documents are relevant independently of each other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array
from .reader_models import arrivals


class Expected(NamedTuple):
    """What is expected of a list.

    Attributes:
        first: probability that the first relevant document is at each rank, shape (n,).
        none: probability that none is relevant; with `first` it adds up to 1.
        precision: expected precision at n: the mean of the probabilities.
        reciprocal_rank: expected 1/rank of the first relevant document. It is ERR with these
            probabilities of being satisfied.
        dcg: expected DCG at n, by 1 / log2(i + 1), with the gain 1 for a relevant document.
    """

    first: Array
    none: float
    precision: float
    reciprocal_rank: float
    dcg: float


def expected_scores(probabilities: ArrayLike) -> Expected:
    """Return the expected scores of a list. Chapelle, Metzler, Zhang & Grinspan (2009) for ERR.

    Args:
        probabilities: how likely the document at each rank is relevant, shape (n,).

    Raises:
        ValueError: an empty list, or a number that is not from 0 to 1.

    >>> found = expected_scores([1 / 2, 1 / 4, 1 / 6])
    >>> round(found.precision, 3)  # (1/2 + 1/4 + 1/6)/3
    0.306
    >>> round(found.reciprocal_rank, 3)  # 1/2 + 1/2 · 1/4 · 1/2 + 1/2 · 3/4 · 1/6 · 1/3
    0.583
    """
    chances = np.asarray(probabilities, dtype=np.float64)
    if chances.ndim != 1 or not chances.size or not np.all((chances >= 0) & (chances <= 1)):
        raise ValueError(f"probabilities must be a row of numbers from 0 to 1, got {chances}")
    ranks, arrive = np.arange(1.0, chances.size + 1), arrivals(1 - chances)
    first = arrive[:-1] * chances
    return Expected(
        first=first,
        none=float(arrive[-1]),
        precision=float(chances.mean()),
        reciprocal_rank=float((first / ranks).sum()),
        dcg=float((chances / np.log2(ranks + 1)).sum()),
    )
