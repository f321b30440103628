"""Means of the scores of many queries, other than the plain one (`metrics.breakdown.mean`)."""

from typing import Final

import numpy as np

from metrics import checks
from metrics.arrays import Array

FLOOR: Final = 1e-5
"""What trec_eval takes a lower score for in a geometric mean: one 0 would else make it all 0."""


def geometric_mean(scores: Array, floor: float = FLOOR) -> float:
    """Average the factors between scores, so that a doubling counts alike wherever it happens.

    GMAP is that of average precisions: it listens to the queries that fail. A score below `floor`
    counts as `floor`. Without any score it is NaN. Robertson (2006).

    >>> round(geometric_mean(np.array([0.1, 0.9])), 3)
    0.3
    """
    above = np.maximum(scores, checks.number("floor", floor, 0))
    return float(np.exp(np.log(above).mean())) if above.size else float("nan")


def harmonic_mean(ranks: Array) -> float:
    """Invert the mean of the inverse: of ranks, what a mean reciprocal rank really tells.

    The ranks 1, 2 and 10 have the mean 4.333; their reciprocals have 0.533, which is 1/1.875.
    Without any rank it is NaN.

    >>> round(harmonic_mean(np.array([1, 2, 10])), 3)
    1.875
    """
    return float(1 / (1 / ranks).mean()) if ranks.size else float("nan")
