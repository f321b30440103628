"""What NumPy leaves to its callers: short names for array types, and a rule for x/0."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[np.float64]
Truth: TypeAlias = NDArray[np.bool_]


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> Array:
    """Divide, with x/0 = 0, as all metrics of one ranking do; `agreement` has NaN instead.

    Shapes broadcast as for `/`. A metric also marks a score with the denominator 0 as `undefined`.

    >>> ratio([1.0, 0.0], [4.0, 0.0]).tolist()
    [0.25, 0.0]
    """
    # Division by infinity gives 0 without a warning.
    return np.asarray(np.divide(numerator, np.where(np.equal(denominator, 0), np.inf, denominator)))
