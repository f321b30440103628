"""Errors of predicted grades, document by document; the order plays no role."""

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array, ratio
from .breakdown import Breakdown


def mse(predicted: ArrayLike, true: ArrayLike) -> Breakdown:
    """Mean squared error: one large error weighs more than many small ones.

    Each document contributes its squared error over n. Undefined, reported as 0, without documents.

    Args:
        predicted: predicted grades, shape (..., n), documents in any order.
        true: true grades in the same order, shape (..., n); leading axes broadcast.

    Raises:
        ValueError: numbers that are not finite, or shapes that do not fit.

    >>> float(mse([3, 1, 0], [2, 1, 3]).score)  # (1 + 0 + 9) / 3
    3.3333333333333335
    """
    return _mean("squared_error", _errors(predicted, true) ** 2)


def mae(predicted: ArrayLike, true: ArrayLike) -> Breakdown:
    """Mean absolute error, in grades. Args and errors as for `mse`.

    >>> float(mae([3, 1, 0], [2, 1, 3]).score)  # (1 + 0 + 3) / 3
    1.3333333333333333
    """
    return _mean("absolute_error", np.abs(_errors(predicted, true)))


def nmae(predicted: ArrayLike, true: ArrayLike, low: float, high: float) -> Array:
    """Mean absolute error over the length of the rating scale, shape (...). Errors as for `mse`.

    So 1 is the largest error that a prediction on the scale can have. Goldberg, Roeder, Gupta &
    Perkins (2001).

    Args:
        predicted: as for `mse`.
        true: as for `mse`.
        low: the lowest rating of the scale.
        high: the highest one, above `low`.

    Raises:
        ValueError: also ends that are equal, not finite or in the wrong order.

    >>> float(nmae([1, 2, 3, 4, 4], [3, 5, 3, 2, 1], low=1, high=5))  # (10 / 5) / (5 - 1)
    0.5
    """
    length = checks.number("high", high, above=checks.number("low", low)) - low
    return np.asarray(mae(predicted, true).score / length)


def rmse(predicted: ArrayLike, true: ArrayLike) -> Array:
    """Root of the mean squared error, in grades, shape (...). Args and errors as for `mse`.

    It is not a sum over documents, so it returns no breakdown; for contributions see `mse`.

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
