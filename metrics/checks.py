"""Checks of input: each error message names the parameter, the value and what is allowed."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from numbers import Integral
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array

Name = TypeVar("Name", bound=Hashable)


def cutoff(k: object) -> int | None:
    """Return k, a whole number of ranks of at least 1, or None for the whole list.

    Raises:
        ValueError: any other value.
    """
    if k is None:
        return None
    if isinstance(k, bool) or not isinstance(k, Integral) or k < 1:
        raise ValueError(f"k must be a whole number of at least 1, or None, got {k!r}")
    return int(k)


def count(parameter: str, value: object) -> int:
    """Return a whole number of at least 0.

    Raises:
        ValueError: any other value.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{parameter} must be a whole number of at least 0, got {value!r}")
    return value


def number(
    parameter: str,
    value: object,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    above: float = -math.inf,
    below: float = math.inf,
) -> float:
    """Return a finite number with low <= value <= high and above < value < below.

    Raises:
        ValueError: any other value.
    """
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
    """Return a contiguous array of numbers; None becomes NaN.

    Args:
        parameter: the name to use in the error message.
        values: numbers in rows of one length.
        own: whether the result must be a copy.

    Raises:
        ValueError: values that are not numbers in rows of one length.
    """
    try:
        given = np.asarray(values)
        texts = given.dtype.kind == "O" and any(isinstance(each, str) for each in given.flat)
        if given.dtype.kind not in "biufO" or texts:
            raise TypeError
        return np.array(values, dtype=np.float64, order="C", copy=own or None)
    except (TypeError, ValueError):
        raise ValueError(
            f"{parameter} must be numbers in rows of one length, got {values!r}"
        ) from None


def one_of(parameter: str, value: str, allowed: Sequence[str]) -> str:
    """Return the value if it is one of the allowed names.

    Raises:
        ValueError: any other value.
    """
    if value not in allowed:
        raise ValueError(f"{parameter} must be one of {', '.join(allowed)}, got {value!r}")
    return value


def mapping(
    parameter: str,
    choice: str | Callable[..., Array],
    named: Mapping[str, Callable[..., Array]],
    high: float = math.inf,
) -> Callable[..., Array]:
    """Return a function by its name, or the caller's own function, with a check of its values.

    Args:
        parameter: the name to use in the error message.
        choice: a key of `named`, or a function.
        named: functions by name.
        high: the highest value that the function may return.

    Returns:
        A function that raises ValueError for values that are not finite, below 0, above `high`, or
        not in the shape of its first argument.

    Raises:
        ValueError: a choice that is neither a function nor a known name.
    """
    if not callable(choice) and not (isinstance(choice, str) and choice in named):
        allowed = ", ".join(["a function", *named])
        raise ValueError(f"{parameter} must be one of {allowed}, got {choice!r}")
    function = choice if callable(choice) else named[choice]

    def checked(argument: Array, *others: object) -> Array:
        # An overflow becomes infinite; the check below refuses it with a sentence.
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            values = numbers(parameter, function(argument, *others), own=False)
        if values.shape != argument.shape:
            raise ValueError(
                f"{parameter} must give values of the shape it is given, {argument.shape}, "
                f"got {values.shape}"
            )
        # Lowest and highest value reveal any wrong one, also NaN, without an array of comparisons.
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


def repeated(names: Sequence[Name]) -> Name | None:
    """Return the first of some names that stands more than once, or None.

    >>> repeated(["b", "a", "a", "b"]), repeated(["a", "b"])
    ('b', None)
    """
    last = {name: place for place, name in enumerate(names)}
    return next((name for place, name in enumerate(names) if last[name] != place), None)
