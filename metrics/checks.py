"""Bad input stops here: every message names the parameter, the value, and what is allowed."""

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from metrics.arrays import Array


def cutoff(k: object) -> int | None:
    """Return k if it is a whole number of ranks, at least 1, or None for the whole list."""
    if k is None:
        return None
    if isinstance(k, bool) or not isinstance(k, Integral) or k < 1:
        raise ValueError(f"k must be a whole number of at least 1, or None, got {k!r}")
    return int(k)


def number(
    parameter: str,
    value: object,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    above: float = -math.inf,
    below: float = math.inf,
) -> float:
    """Return a finite number with low <= value <= high and above < value < below."""
    if (
        isinstance(value, int | float | np.integer | np.floating)
        and not isinstance(value, bool)
        and low <= value <= high
        and above < value < below
    ):
        return float(value)
    bounds = {"at least": low, "at most": high, "more than": above, "less than": below}
    allowed = [f"{words} {bound:g}" for words, bound in bounds.items() if math.isfinite(bound)]
    raise ValueError(
        f"{parameter} must be a finite number{' ' * bool(allowed)}{' and '.join(allowed)}, "
        f"got {value!r}"
    )


def numbers(parameter: str, values: ArrayLike, *, own: bool = True) -> Array:
    """Return a contiguous array of numbers, a copy if it is to be our `own`; None reads as NaN."""
    try:
        if np.asarray(values).dtype.kind not in "biufO":
            raise TypeError
        return np.array(values, dtype=np.float64, order="C", copy=own or None)
    except (TypeError, ValueError):
        raise ValueError(
            f"{parameter} must be numbers in rows of one length, got {values!r}"
        ) from None


def one_of(parameter: str, value: str, allowed: Sequence[str]) -> str:
    """Return the value if it is one of the allowed names."""
    if value not in allowed:
        raise ValueError(f"{parameter} must be one of {', '.join(allowed)}, got {value!r}")
    return value


def mapping(
    parameter: str,
    choice: str | Callable[..., Array],
    named: Mapping[str, Callable[..., Array]],
    high: float = math.inf,
) -> Callable[..., Array]:
    """Return the function behind a name, or the caller's own, with a check on what it gives.

    Its values must be finite, at least 0 and at most `high`, in the shape of its first argument.
    """
    if not callable(choice) and not (isinstance(choice, str) and choice in named):
        allowed = ", ".join(["a function", *named])
        raise ValueError(f"{parameter} must be one of {allowed}, got {choice!r}")
    function = choice if callable(choice) else named[choice]

    def checked(argument: Array, *others: object) -> Array:
        # What overflows becomes infinite, and is refused below in words.
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            values = numbers(parameter, function(argument, *others), own=False)
        if values.shape != argument.shape:
            raise ValueError(
                f"{parameter} must give values of the shape it is given, {argument.shape}, "
                f"got {values.shape}"
            )
        # The two ends tell whether anything is wrong, NaN included, without an array of answers.
        lowest, highest = values.min(initial=0), values.max(initial=0)
        if not (lowest >= 0 and highest <= high and highest < math.inf):
            wrong = ~((values >= 0) & (values <= high) & np.isfinite(values))
            most = "finite" if high == math.inf else f"at most {high:g}"
            raise ValueError(
                f"{parameter} must give values at least 0 and {most}, "
                f"got {values[wrong][0]:g} for {argument[wrong][0]:g}"
            )
        return values

    return checked
