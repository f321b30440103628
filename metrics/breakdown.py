"""What a metric returns: not a number, but what the number is made of."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Literal, TypeAlias, TypeVar

import numpy as np
import pandas as pd

from metrics import checks
from metrics.arrays import Array, Truth, ratio

Undefined: TypeAlias = Literal["worst", "skip", "error"]
Values = TypeVar("Values", Array, Truth)


@dataclass(frozen=True, eq=False)
class Breakdown:
    """What a metric adds up: its terms per rank under the formula's own names, and their sum.

    Attributes:
        terms: each of shape (..., min(k, n)); "contribution", what each rank adds, is always there.
        remainder: shape (...), what is charged beside the ranks; 0 for most metrics.
        undefined: shape (...), True where a denominator is 0. The score is then the worst value of
            a list held against its grades, and NaN where two rankings cannot be compared at all,
            for which no value is the worst.
        aside: named quantities of the story that are not part of the sum, most of shape (...).

    >>> breakdown = Breakdown({"contribution": np.array([0.5, 0.0, 0.25])})
    >>> float(breakdown.score)
    0.75
    """

    terms: Mapping[str, Array]
    remainder: Array = field(default_factory=lambda: np.zeros(()))
    undefined: Truth = field(default_factory=lambda: np.zeros((), dtype=bool))
    aside: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Give every term the shape of the contribution, and the rest that of the score."""
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
        """Take what is added up as shares of a total (...): the score is then the score over it.

        All other terms and the asides stay, and more of these may follow. A total of 0 is 0/0,
        which is undefined, and reported as 0.

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

    def table(self) -> pd.DataFrame:
        """Lay one ranking's terms out, a row per rank, to be read like the worked example it is.

        Raises:
            ValueError: the breakdown is of many rankings.
        """
        contribution = self.terms["contribution"]
        if contribution.ndim != 1:
            raise ValueError(f"table() shows one ranking, got terms of shape {contribution.shape}")
        return pd.DataFrame({"rank": np.arange(1, contribution.size + 1), **self.terms})


def _shaped(array: Values, shape: tuple[int, ...]) -> Values:
    """Broadcast an array; most have the shape already, and asking is cheaper."""
    return array if array.shape == shape else np.broadcast_to(array, shape)


def postponed(parts: Iterable[Breakdown], whole: Callable[[], Breakdown]) -> Breakdown:
    """Join the scores of a batch that is broken down in parts, and leave its terms for later.

    `parts` are consecutive along the first axis; of each only what has the shape of the score is
    kept. Terms and asides come from `whole`, once somebody looks at them.

    >>> parts = [Breakdown({"contribution": np.array([row])}) for row in ([1.0, 0.5], [0.0, 0.25])]
    >>> postponed(parts, lambda: Breakdown({"contribution": np.zeros((2, 2))})).score.tolist()
    [1.5, 0.25]
    """
    # No part is held on to: its memory is what the next one is made of.
    kept = zip(*map(attrgetter("score", "remainder", "undefined"), parts), strict=True)
    score, remainder, undefined = map(np.concatenate, kept)
    breakdown = object.__new__(_Postponed)
    vars(breakdown).update(score=score, remainder=remainder, undefined=undefined, _whole=whole)
    return breakdown


class _Postponed(Breakdown):
    """A breakdown that knows its scores, and works its terms out when they are looked at."""

    _whole: Callable[[], Breakdown]

    @cached_property
    def _seen(self) -> Breakdown:
        return self._whole()

    @cached_property
    def terms(self) -> Mapping[str, Array]:
        return self._seen.terms

    @cached_property
    def aside(self) -> Mapping[str, Array]:
        return self._seen.aside


def mean(breakdown: Breakdown, *, undefined: Undefined = "worst") -> float:
    """Average the scores of many queries, once it is settled what a query without one counts.

    That is a decision, and tools differ: the worst value ("worst", trec_eval over all topics), not
    at all ("skip"), or that there is no mean ("error"). Without any query to average it is NaN.

    Raises:
        ValueError: "error" and a query whose score is undefined, or an unknown name.

    >>> per_query = Breakdown({"contribution": np.array([[1.0], [0.5], [0.0]])},
    ...     undefined=np.array([False, False, True]))
    >>> mean(per_query), mean(per_query, undefined="skip")
    (0.5, 0.75)
    """
    checks.one_of("undefined", undefined, ("worst", "skip", "error"))
    missing = breakdown.undefined
    if undefined == "error" and missing.any():
        raise ValueError(f"the score of {missing.sum()} of {missing.size} queries is undefined")
    scores = breakdown.score[~missing] if undefined == "skip" else breakdown.score
    return float(scores.mean()) if scores.size else float("nan")
