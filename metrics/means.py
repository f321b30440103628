"""Geometric and harmonic means of many scores; `metrics.breakdown.mean` is the arithmetic one."""

from typing import Final

import numpy as np

from . import checks
from .arrays import Array

FLOOR: Final = 1e-5
"""trec_eval's lower limit for scores in a geometric mean; a single 0 would make the mean 0."""


def geometric_mean(scores: Array, floor: float = FLOOR) -> float:
    """Return the geometric mean of scores, in which only ratios of scores matter.

    GMAP, the geometric mean of average precisions, depends most on the queries that fail. Robertson
    (2006).

    Args:
        scores: shape (n,). NaN is returned for n = 0.
        floor: the value of lower scores.

    Raises:
        ValueError: a negative floor.

    >>> round(geometric_mean(np.array([0.1, 0.9])), 3)
    0.3
    """
    floored = np.maximum(scores, checks.number("floor", floor, 0))
    return float(np.exp(np.log(floored).mean())) if floored.size else float("nan")


def harmonic_mean(ranks: Array) -> float:
    """Return the harmonic mean of ranks, shape (n,): 1 / mean reciprocal rank.

    The ranks 1, 2 and 10 have the mean 4.333; their mean reciprocal is 0.533 = 1/1.875. NaN for n =
    0.

    >>> round(harmonic_mean(np.array([1, 2, 10])), 3)
    1.875
    """
    return float(1 / (1 / ranks).mean()) if ranks.size else float("nan")
