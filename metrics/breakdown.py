"""What a metric returns: not a number, but what the number is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import pandas as pd

from metrics import checks
from metrics.arrays import Array, Truth

Undefined: TypeAlias = Literal["worst", "skip", "error"]


@dataclass(frozen=True, eq=False)
class Breakdown:
    """What a metric adds up: its terms per rank under the formula's own names, and their sum.

    Attributes:
        terms: each of shape (..., min(k, n)); "contribution", what each rank adds, is always there.
        remainder: shape (...), what is charged beside the ranks; 0 for most metrics.
        undefined: shape (...), True where a denominator is 0; the score is then the worst value.
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
        terms = {
            name: term if term.shape == shape else np.broadcast_to(term, shape)
            for name, term in self.terms.items()
        }
        vars(self).update(
            terms=terms,
            remainder=np.broadcast_to(self.remainder, shape[:-1]),
            undefined=np.broadcast_to(self.undefined, shape[:-1]),
        )

    @property
    def score(self) -> Array:
        """The metric's value: the sum of the contributions and the remainder, shape (...)."""
        return np.asarray(self.terms["contribution"].sum(-1) + self.remainder)

    def table(self) -> pd.DataFrame:
        """Lay one ranking's terms out, a row per rank, to be read like the worked example it is.

        Raises:
            ValueError: the breakdown is of many rankings.
        """
        contribution = self.terms["contribution"]
        if contribution.ndim != 1:
            raise ValueError(f"table() shows one ranking, got terms of shape {contribution.shape}")
        return pd.DataFrame({"rank": np.arange(1, contribution.size + 1), **self.terms})


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
