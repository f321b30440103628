"""What NumPy leaves to its callers: a short name for an array of numbers, and 0/0."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[np.float64]
Truth: TypeAlias = NDArray[np.bool_]


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> Array:
    """Divide, and call x/0 zero: the one place that decides what a metric without a denominator is.

    Shapes broadcast as for `/`. A metric also says `undefined` where its denominator is 0.

    >>> ratio([1.0, 0.0], [4.0, 0.0]).tolist()
    [0.25, 0.0]
    """
    # Anything over infinity is 0.
    return np.asarray(np.divide(numerator, np.where(np.equal(denominator, 0), np.inf, denominator)))
