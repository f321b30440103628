"""Metrics that average over the hits: each relevant document asks what was above it."""

from metrics.arrays import ratio
from metrics.breakdown import Breakdown
from metrics.ranking import Denominator, Ranking


def average_precision(
    ranking: Ranking, k: int | None = None, *, denominator: Denominator = "relevant"
) -> Breakdown:
    """Mean of the precision at each relevant rank: how clean the road to every hit was.

    The denominator is a decision, and tools differ: every relevant document that exists
    ("relevant", trec_eval), those found by rank k ("found"), or those k ranks could hold
    ("capped"). The term "recall" is the hits so far over that denominator, so that the score is
    the area under the stepped precision-recall picture. A denominator of 0 is 0/0, reported as 0.
    Buckley & Voorhees (2000).

    >>> round(float(average_precision(Ranking([1, 0, 1, 0, 1])).score), 3)  # (1/1 + 2/3 + 3/5) / 3
    0.756
    """
    relevant = ranking.relevant(k)  # (..., min(k, n))
    hits = relevant.cumsum(-1)
    precision = hits / ranking.ranks(k)
    total = ranking.denominator(k, denominator)  # (...)
    return Breakdown(
        {
            "relevant": relevant,
            "precision": precision,
            "recall": ratio(hits, total[..., None]),
            "contribution": ratio(precision * relevant, total[..., None]),
        },
        undefined=total == 0,
        aside={
            "denominator": total,
            "relevant_total": ranking.relevant_total,
            "found": ranking.denominator(k, "found"),
        },
    )
