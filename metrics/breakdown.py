"""The result of a metric: a score with the terms that add up to it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import numpy as np

from . import checks
from .arrays import Array, Truth, average, ratio

if TYPE_CHECKING:
    import pandas as pd

Undefined: TypeAlias = Literal["worst", "skip", "error"]
Values = TypeVar("Values", Array, Truth)


@dataclass(frozen=True, eq=False)
class Breakdown:
    """A score as a sum of terms per rank, named as in the formula.

    Attributes:
        terms: arrays by name, each of shape (..., min(k, n)). "contribution", what each rank adds,
            is always present.
        remainder: shape (...), the part of the score outside the ranks; 0 for most metrics.
        undefined: shape (...), True where a denominator is 0. The score is then the metric's worst
            value. It is NaN where two rankings cannot be compared, since no value is the worst
            there.
        aside: other quantities by name that are not part of the sum, most of shape (...).

    >>> breakdown = Breakdown({"contribution": np.array([0.5, 0.0, 0.25])})
    >>> float(breakdown.score)
    0.75
    """

    terms: Mapping[str, Array]
    remainder: Array = field(default_factory=lambda: np.zeros(()))
    undefined: Truth = field(default_factory=lambda: np.zeros((), dtype=bool))
    aside: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Broadcast each term to the contribution's shape, and the rest to the score's shape."""
        shape = self.terms["contribution"].shape
        vars(self).update(
            terms={name: _shaped(term, shape) for name, term in self.terms.items()},
            remainder=_shaped(self.remainder, shape[:-1]),
            undefined=_shaped(self.undefined, shape[:-1]),
        )

    @cached_property
    def score(self) -> Array:
        """The metric's value: the sum of the contributions and the remainder, shape (...)."""
        return np.asarray(self.terms["contribution"].sum(-1) + self.remainder)

    def over(self, total: Array, aside: Mapping[str, Array]) -> "Breakdown":
        """Divide contributions and remainder, and so the score, by a total.

        Args:
            total: shape (...). Where it is 0, the score is undefined and reported as 0.
            aside: asides to add. Other terms and asides stay.

        >>> half = Breakdown({"contribution": np.array([1.0, 0.5])}).over(np.array(3.0), {})
        >>> float(half.score)
        0.5
        """
        contribution = ratio(self.terms["contribution"], total[..., None])
        return Breakdown(
            {**self.terms, "contribution": contribution},
            remainder=ratio(self.remainder, total),
            undefined=self.undefined | (total == 0),
            aside={**self.aside, **aside},
        )

    def table(self) -> "pd.DataFrame":
        """Return the terms of one ranking as a table with a row per rank.

        Raises:
            ValueError: a breakdown of several rankings.
        """
        import pandas as pd

        contribution = self.terms["contribution"]
        if contribution.ndim != 1:
            raise ValueError(f"table() shows one ranking, got terms of shape {contribution.shape}")
        return pd.DataFrame({"rank": np.arange(1, contribution.size + 1), **self.terms})


def _shaped(array: Values, shape: tuple[int, ...]) -> Values:
    """Broadcast an array; most have the shape already, and the comparison is cheaper."""
    return array if array.shape == shape else np.broadcast_to(array, shape)


def postponed(parts: Iterable[Breakdown], whole: Callable[[], Breakdown]) -> Breakdown:
    """Join the scores of a batch that was computed in parts, and compute its terms on demand.

    Args:
        parts: breakdowns, consecutive along the first axis. Only score, remainder and undefined are
            kept.
        whole: computes the breakdown of the whole batch. It runs when terms or asides are first
            read.

    >>> parts = [Breakdown({"contribution": np.array([row])}) for row in ([1.0, 0.5], [0.0, 0.25])]
    >>> postponed(parts, lambda: Breakdown({"contribution": np.zeros((2, 2))})).score.tolist()
    [1.5, 0.25]
    """
    # Keep no part: the next one reuses its memory.
    columns = zip(*map(attrgetter("score", "remainder", "undefined"), parts), strict=True)
    score, remainder, undefined = map(np.concatenate, columns)
    breakdown = object.__new__(_Postponed)
    vars(breakdown).update(score=score, remainder=remainder, undefined=undefined, _whole=whole)
    return breakdown


class _Postponed(Breakdown):
    """A breakdown with known scores that computes its terms on first access."""

    _whole: Callable[[], Breakdown]

    @cached_property
    def _computed(self) -> Breakdown:
        return self._whole()

    @cached_property
    def terms(self) -> Mapping[str, Array]:
        return self._computed.terms

    @cached_property
    def aside(self) -> Mapping[str, Array]:
        return self._computed.aside


def mean(breakdown: Breakdown, *, undefined: Undefined = "worst") -> float:
    """Average the scores of many queries.

    Args:
        breakdown: scores of any shape.
        undefined: how to treat a query with an undefined score. "worst": count its reported value
            (trec_eval over all topics). "skip": leave it out. "error": refuse to average.

    Returns:
        The mean, or NaN without any query to average.

    Raises:
        ValueError: an undefined score with "error", or an unknown name.

    >>> per_query = Breakdown({"contribution": np.array([[1.0], [0.5], [0.0]])},
    ...     undefined=np.array([False, False, True]))
    >>> mean(per_query), mean(per_query, undefined="skip")
    (0.5, 0.75)
    """
    return average(breakdown.score[~left_out(breakdown, undefined)])


def left_out(breakdown: Breakdown, undefined: Undefined) -> Truth:
    """Mark the queries that `mean` leaves out; it says what it raises.

    >>> breakdown = Breakdown({"contribution": np.zeros((2, 1))}, undefined=np.array([False, True]))
    >>> left_out(breakdown, "worst").tolist(), left_out(breakdown, "skip").tolist()
    ([False, False], [False, True])
    """
    checks.one_of("undefined", undefined, ("worst", "skip", "error"))
    is_undefined = breakdown.undefined
    if undefined == "error" and is_undefined.any():
        raise ValueError(
            f"the score of {is_undefined.sum()} of {is_undefined.size} queries is undefined"
        )
    return is_undefined & (undefined == "skip")
