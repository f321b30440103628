"""Metrics of the first hit: for the reader who wants one good document and then leaves."""

from metrics.breakdown import Breakdown
from metrics.ranking import Ranking


def reciprocal_rank(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Score the walk to the first hit: 1 at rank 1, 1/2 at rank 2, 1/3 at rank 3.

    Whatever stands after the first hit adds nothing. No hit in the top k scores 0; never undefined.
    Kantor & Voorhees (2000).

    >>> breakdown = reciprocal_rank(Ranking([0, 1, 0, 1]))
    >>> breakdown.terms["contribution"].tolist(), float(breakdown.score)
    ([0.0, 0.5, 0.0, 0.0], 0.5)
    """
    relevant = ranking.relevant(k)
    first = relevant * (relevant.cumsum(-1) == 1)
    return Breakdown({"relevant": relevant, "contribution": first / ranking.ranks(k)})
