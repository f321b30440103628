"""What NumPy leaves to its callers: short names for array types, and a rule for x/0."""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[np.float64]
Truth: TypeAlias = NDArray[np.bool_]


def average(values: Array) -> float:
    """Return the mean, which is the same in whatever order the values come; NaN without any.

    >>> average(np.array([1e16, 1.0, -1e16])), average(np.array([1e16, -1e16, 1.0]))
    (0.3333333333333333, 0.3333333333333333)
    """
    if not values.size:
        return math.nan
    try:
        return math.fsum(values.ravel().tolist()) / values.size
    except (OverflowError, ValueError):  # beyond the largest number, or inf − inf
        with np.errstate(over="ignore", invalid="ignore"):
            return float(values.mean())


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> Array:
    """Divide, with x/0 = 0, as all metrics of one ranking do; `agreement` has NaN instead.

    Shapes broadcast as for `/`. A metric also marks a score with the denominator 0 as `undefined`.

    >>> ratio([1.0, 0.0], [4.0, 0.0]).tolist()
    [0.25, 0.0]
    """
    # Division by infinity gives 0 without a warning.
    return np.asarray(np.divide(numerator, np.where(np.equal(denominator, 0), np.inf, denominator)))
