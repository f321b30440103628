"""Metrics of the ranks at which hits stand. For shared arguments see `metrics`."""

from collections.abc import Sequence
from math import nan
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from . import checks
from .arrays import ratio
from .breakdown import Breakdown
from .ranking import Ranking

Missing: TypeAlias = Literal["penalty", "ignore"]


def reciprocal_rank(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Score the first hit by its rank: 1 at rank 1, 1/2 at rank 2, 1/3 at rank 3.

    Later hits add nothing. Without a hit in the top k the score is 0; never undefined. Kantor &
    Voorhees (2000).

    >>> breakdown = reciprocal_rank(Ranking([0, 1, 0, 1]))
    >>> breakdown.terms["contribution"].tolist(), float(breakdown.score)
    ([0.0, 0.5, 0.0, 0.0], 0.5)
    """
    contribution = ranking.first(k) / ranking.ranks(k)
    return Breakdown({"relevant": ranking.relevant(k), "contribution": contribution})


def first_relevant_rank(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Return the rank of the first hit; lower is better.

    Without a hit in the top k the score is k + 1, as the remainder (without k: n + 1). Ranks are an
    equal step apart, so their mean is meaningful, unlike that of reciprocals. With nothing relevant
    it is k + 1, too; never undefined. After Cooper (1968).

    >>> float(first_relevant_rank(Ranking([0, 1, 0, 1])).score)
    2.0
    >>> float(first_relevant_rank(Ranking([0, 0, 0, 1]), k=2).score)  # nothing in sight: 2 + 1
    3.0
    """
    first = ranking.first(k)
    return Breakdown(
        {"relevant": ranking.relevant(k), "contribution": first * ranking.ranks(k)},
        remainder=(1 - first.sum(-1)) * (ranking.cutoff(k) + 1),
    )


class Tied(NamedTuple):
    """How many documents with one score are relevant, and how many are not."""

    relevant: int
    irrelevant: int


def expected_search_length(groups: Sequence[Tied], wanted: int = 1) -> float:
    """Return how many irrelevant documents a reader is expected to open; lower is better.

    The reader wants some relevant documents. Documents with one score stand in random order, so
    that one group is a list in random order. All groups before the last one that the reader opens
    are read whole. Of i irrelevant documents in that group, among r relevant ones of which s are
    still wanted, i · s / (r + 1) stand before the last wanted one. Cooper (1968).

    Args:
        groups: groups of tied documents, the highest score first.
        wanted: how many relevant documents the reader wants.

    Returns:
        The expected number; NaN with fewer relevant documents than are wanted.

    >>> expected_search_length([Tied(2, 3)])  # in random order, 3/3 before the first of two
    1.0
    >>> expected_search_length([Tied(0, 2), Tied(2, 3)], wanted=2)  # 2 + 3 · 2/3
    4.0
    """
    left, read = checks.count("wanted", wanted), 0
    for relevant, irrelevant in groups:
        checks.count("relevant", relevant)
        checks.count("irrelevant", irrelevant)
        if left <= relevant:
            return read + irrelevant * left / (relevant + 1)
        left, read = left - relevant, read + irrelevant
    return nan


def mean_rank(ranking: Ranking, k: int | None = None, *, missing: Missing = "penalty") -> Breakdown:
    """Average the ranks of the relevant documents; lower is better.

    Undefined, reported as k + 1, with nothing to average over.

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        missing: what to do with relevant documents outside the top k. "penalty": each counts as
            rank k + 1 (without k: n + 1), in the remainder, so each loss makes the score worse.
            "ignore": average over the hits only. The score then improves when a hit leaves the
            window.

    >>> float(mean_rank(Ranking([1, 0, 1, 0]), k=3).score)  # (1 + 3) / 2
    2.0
    >>> float(mean_rank(Ranking([1, 0, 0, 1]), k=3).score)  # (1 + 4) / 2: the fourth rank is unseen
    2.5
    >>> float(mean_rank(Ranking([1, 0, 0, 1]), k=3, missing="ignore").score)  # 1 / 1
    1.0
    """
    checks.one_of("missing", missing, ("penalty", "ignore"))
    relevant = ranking.relevant(k)
    total = ranking.denominator(k, "relevant" if missing == "penalty" else "found")
    unseen = np.where(total == 0, 1.0, ratio(total - relevant.sum(-1), total))
    return Breakdown(
        {
            "relevant": relevant,
            "contribution": ratio(relevant * ranking.ranks(k), total[..., None]),
        },
        remainder=unseen * (ranking.cutoff(k) + 1),
        undefined=total == 0,
        aside={"denominator": total},
    )
