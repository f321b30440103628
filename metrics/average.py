"""Metrics that average over the hits: each relevant document asks what was above it."""

from collections.abc import Sequence

import numpy as np

from metrics import checks
from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.gain import GAINS, Gain
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
            "found": hits[..., -1:].sum(-1),  # 0 for an empty list
        },
    )


def average_recall(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Mean of the recall at each relevant rank: average precision's mirror, and blind to order.

    The first hit sees recall 1/m, the second 2/m, wherever they stand: found hits in the top k
    always give (found + 1) / 2m. Undefined, reported as 0, without a hit in the top k.

    >>> float(average_recall(Ranking([1, 0, 1, 0])).score)  # (1/2 + 2/2) / 2
    0.75
    >>> float(average_recall(Ranking([0, 0, 1, 1])).score)  # the same
    0.75
    """
    relevant = ranking.relevant(k)
    recall = ratio(relevant.cumsum(-1), ranking.relevant_total[..., None])
    found = ranking.denominator(k, "found")
    return Breakdown(
        {
            "relevant": relevant,
            "recall": recall,
            "contribution": ratio(recall * relevant, found[..., None]),
        },
        undefined=found == 0,
        aside={"found": found, "relevant_total": ranking.relevant_total},
    )


def graded_average_precision(
    ranking: Ranking, k: int | None = None, *, thresholds: Sequence[float] | None = None
) -> Breakdown:
    """Average precision for readers who differ in the grade from which a document is good enough.

    Each grade 1 ... top_grade is some readers' bar, with the probability `thresholds` gives it
    (top_grade numbers that add up to 1; None: all alike). A rank adds the precision that each of
    them sees there, weighted by how many they are; the denominator is what a perfect list would
    add. With binary grades it is AP. Not to be confused with the naive form below. Undefined,
    reported as 0, where nothing reaches anybody's bar. Beside it, for each bar, stands its share
    and how many documents reach it. Robertson, Kanoulas & Yilmaz (2010).

    Raises:
        ValueError: thresholds that are not top_grade numbers from 0 to 1 with the sum 1.

    >>> breakdown = graded_average_precision(Ranking([1, 2], top_grade=2))
    >>> # bar 1: both are hits, 1/1 and 2/2; bar 2: the second only, 1/2; perfect: 2 + 1 precisions
    >>> round(float(breakdown.score), 3)  # (1/2·(1 + 1) + 1/2·(1/2)) / (1/2·2 + 1/2·1)
    0.833
    """
    shown, ranks = ranking.grades[..., : checks.cutoff(k)], ranking.ranks(k)
    total = np.zeros(shown.shape[:-1])
    seen = np.zeros(shown.shape)
    shares = _readers(thresholds, int(ranking.top_grade))
    reach = np.zeros((*total.shape, shares.size))
    for bar, share in enumerate(shares, start=1):
        hits = shown >= bar
        seen += share * hits * hits.cumsum(-1) / ranks
        reach[..., bar - 1] = (ranking.grades >= bar).sum(-1) + (ranking.missed >= bar).sum(-1)
        total += share * reach[..., bar - 1]
    return Breakdown(
        {"precision": seen, "contribution": ratio(seen, total[..., None])},
        undefined=total == 0,
        aside={
            "denominator": total,
            "share": np.broadcast_to(shares, reach.shape),
            "reach": reach,
        },
    )


def naive_graded_average_precision(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Put the grade where AP has its hit: a short cut that sees no order among hits, so don't.

    Each precision is weighted by its document's grade, over the sum of all grades. But precision
    counts hits and not grades, so a 1 above a 3 costs nothing as long as no miss is between them.
    It is here to be compared, and not in the catalog. Undefined, reported as 0, where all is 0.

    >>> round(float(naive_graded_average_precision(Ranking([1, 2], top_grade=2)).score), 3)
    1.0
    """
    precision = average_precision(ranking, k).terms["precision"]
    worth = ranking.worth(GAINS["linear"])
    total = worth.sum(-1) + np.nansum(ranking.missed, -1)
    return Breakdown(
        {
            "precision": precision,
            "contribution": ratio(precision * worth[..., : precision.shape[-1]], total[..., None]),
        },
        undefined=total == 0,
        aside={"denominator": total},
    )


def _readers(thresholds: Sequence[float] | None, top_grade: int) -> Array:
    """Return the share of readers for each bar from 1 to the top grade, shape (top_grade,)."""
    if thresholds is None:
        return np.full(top_grade, 1 / top_grade)
    shares = checks.numbers("thresholds", thresholds)
    if shares.shape != (top_grade,) or not (shares >= 0).all() or abs(shares.sum() - 1) > 1e-9:
        raise ValueError(
            f"thresholds must be {top_grade} numbers from 0 to 1 that add up to 1, one for each "
            f"grade from 1 to {top_grade}, got {thresholds!r}"
        )
    return shares


def q_measure(
    ranking: Ranking,
    k: int | None = None,
    *,
    gain: str | Gain = "linear",
    patience: float = 1,
    denominator: Denominator = "relevant",
) -> Breakdown:
    """Average precision that also minds grades: at each hit, precision blended with gain.

    The blended ratio at rank i is (hits + patience · CG) / (i + patience · ideal CG). Patience 0 is
    AP; a large one leaves the gain alone, whose ratio stands still once the ideal list is used up,
    and so forgives a late hit. The denominator is AP's decision (NTCIREVAL's cutoff is "capped").
    Undefined, reported as 0, where the denominator is 0. Sakai (2004).

    Raises:
        ValueError: a negative patience.

    >>> breakdown = q_measure(Ranking([2, 0, 3], top_grade=3))  # ideal CG: 3, 5, 5
    >>> round(float(breakdown.score), 3)  # ((1 + 2)/(1 + 3) + (2 + 5)/(3 + 5)) / 2
    0.812
    """
    beta = checks.number("patience", patience, 0)
    worth = checks.mapping("gain", gain, GAINS)
    relevant, ranks = ranking.relevant(k), ranking.ranks(k)
    gained = ranking.worth(worth, k).cumsum(-1)
    ideal = ranking.ideal_worth(worth, k)[..., : ranks.size].cumsum(-1)
    blended = (relevant.cumsum(-1) + beta * gained) / (ranks + beta * ideal)
    total = ranking.denominator(k, denominator)
    return Breakdown(
        {
            "relevant": relevant,
            "gain": gained,
            "ideal_gain": ideal,
            "blended_ratio": blended,
            "contribution": ratio(blended * relevant, total[..., None]),
        },
        undefined=total == 0,
        aside={"denominator": total},
    )


def bpref(ranking: Ranking) -> Breakdown:
    """Ask each relevant document how many judged irrelevant ones stand above it.

    What nobody judged is skipped, so a run is not punished for finding documents that the judges
    never saw. A hit adds 1 - min(irrelevant above, m) / min(N, m), divided by m, with N the judged
    irrelevant ones, retrieved or not; without any (N = 0) each hit counts in full. Undefined,
    reported as 0, with nothing relevant. Buckley & Voorhees (2004), in trec_eval's form.

    >>> breakdown = bpref(Ranking([1, np.nan, 0, 1], missed=[0]))  # m = 2, N = 2
    >>> float(breakdown.score)  # (1 - 0/2 + 1 - 1/2) / 2
    0.75
    """
    relevant, total = ranking.relevant(), ranking.relevant_total
    irrelevant = ranking.grades < ranking.relevant_from  # NaN, nobody judged it, is not
    exist = irrelevant.sum(-1) + (ranking.missed < ranking.relevant_from).sum(-1, dtype=np.float64)
    above = irrelevant.cumsum(-1, dtype=np.float64)
    preferred = 1 - ratio(np.minimum(above, total[..., None]), np.minimum(exist, total)[..., None])
    return Breakdown(
        {
            "relevant": relevant,
            "irrelevant_above": above,
            "contribution": ratio(preferred * relevant, total[..., None]),
        },
        undefined=total == 0,
        aside={"relevant_total": total, "irrelevant_total": exist},
    )
