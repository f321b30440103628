"""Predicted against true grades, document by document: close numbers, and nothing about order."""

import numpy as np
from numpy.typing import ArrayLike

from metrics import checks
from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown


def mse(predicted: ArrayLike, true: ArrayLike) -> Breakdown:
    """Mean squared error: one prediction far off weighs more than many a little off.

    Both have shape (..., n), documents in any one order; leading axes broadcast. Each document
    contributes its squared error over n. Undefined, reported as 0, without documents.

    Raises:
        ValueError: numbers that are not finite, or shapes that do not fit.

    >>> float(mse([3, 1, 0], [2, 1, 3]).score)  # (1 + 0 + 9) / 3
    3.3333333333333335
    """
    return _mean("squared_error", _errors(predicted, true) ** 2)


def mae(predicted: ArrayLike, true: ArrayLike) -> Breakdown:
    """Mean absolute error: every step off weighs the same. Shapes and errors as for `mse`.

    >>> float(mae([3, 1, 0], [2, 1, 3]).score)  # (1 + 0 + 3) / 3
    1.3333333333333333
    """
    return _mean("absolute_error", np.abs(_errors(predicted, true)))


def rmse(predicted: ArrayLike, true: ArrayLike) -> Array:
    """Root of the mean squared error, shape (...): back in grades, and no longer a sum.

    The one score that has no contribution per document; look at those of `mse`.

    >>> float(rmse([3, 1, 0, 2], [2, 1, 3, 4]))  # the root of (1 + 0 + 9 + 4) / 4
    1.8708286933869707
    """
    return np.sqrt(mse(predicted, true).score)


def _errors(predicted: ArrayLike, true: ArrayLike) -> Array:
    numbers = {"predicted": predicted, "true": true}
    rows = {name: checks.numbers(name, values) for name, values in numbers.items()}
    for name, row in rows.items():
        if not np.isfinite(row).all():
            raise ValueError(f"{name} must be finite numbers, got {row[~np.isfinite(row)][0]:g}")
    shapes = {row.shape[-1:] for row in rows.values()}
    if len(shapes) > 1 or () in shapes:
        raise ValueError(
            "predicted and true must be rows with a number for each document, got the shapes "
            f"{rows['predicted'].shape} and {rows['true'].shape}"
        )
    return rows["predicted"] - rows["true"]


def _mean(name: str, error: Array) -> Breakdown:
    n = np.full(error.shape[:-1], float(error.shape[-1]))
    return Breakdown({name: error, "contribution": ratio(error, n[..., None])}, undefined=n == 0)
