"""Metrics that average over the relevant documents. For shared arguments see `metrics`."""

from collections.abc import Sequence

import numpy as np

from . import checks
from .arrays import Array, ratio
from .breakdown import Breakdown
from .gain import GAINS, Gain
from .ranking import Denominator, Ranking


def average_precision(
    ranking: Ranking, k: int | None = None, *, denominator: Denominator = "relevant"
) -> Breakdown:
    """Average the precision at the ranks of the relevant documents.

    The score is also the area under the stepped precision-recall curve. A denominator of 0 is
    undefined, reported as 0. Buckley & Voorhees (2000).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        denominator: "relevant": all relevant documents that exist (trec_eval). "found": those in
            the top k. "capped": as many as k ranks can hold.

    Returns:
        Terms "relevant", "precision", "recall" (hits so far over the denominator), "contribution".

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
    """Average the recall at the ranks of the hits. The order does not matter.

    The first hit has recall 1/m, the second 2/m, at whatever ranks. So the score is always (found +
    1) / 2m, with `found` hits in the top k. Undefined, reported as 0, without such a hit.

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
    """Average precision over readers who differ in the lowest grade that they accept.

    Each whole grade 1 ... top_grade is the threshold of some readers. A rank adds the precision
    that each of them sees there, weighted by their share. The denominator is what a perfect list
    would add. For binary grades this is AP. Undefined, reported as 0, where nothing reaches a
    threshold. Robertson, Kanoulas & Yilmaz (2010).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        thresholds: share of readers for each threshold, shape (top_grade,), with the sum 1. None:
            all equal.

    Returns:
        The term "precision" of a rank is the sum of its precisions, each times the share of readers
        who see it. The asides "share" and "reach", shape (..., top_grade), hold the share of
        readers for each threshold and the number of documents that reach it.

    Raises:
        ValueError: thresholds that are not top_grade numbers from 0 to 1 with the sum 1.

    >>> breakdown = graded_average_precision(Ranking([1, 2], top_grade=2))
    >>> # from 1: two hits, 1/1 and 2/2; from 2: the second only, 1/2; perfect: 2 + 1 precisions
    >>> round(float(breakdown.score), 3)  # (1/2·(1 + 1) + 1/2·(1/2)) / (1/2·2 + 1/2·1)
    0.833
    """
    shown, ranks = ranking.grades[..., : checks.cutoff(k)], ranking.ranks(k)
    total = np.zeros(shown.shape[:-1])
    seen = np.zeros(shown.shape)
    shares = _readers(thresholds, int(ranking.top_grade))
    reach = np.zeros((*total.shape, shares.size))
    for least, share in enumerate(shares, start=1):
        hits = shown >= least
        seen += share * hits * hits.cumsum(-1) / ranks
        good = (ranking.grades >= least).sum(-1) + (ranking.missed >= least).sum(-1)
        reach[..., least - 1] = good
        total += share * good
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
    """Weight AP's precisions by the grades: a common shortcut that ignores the order of hits.

    Precision counts hits, not grades. So a 1 above a 3 costs nothing if no miss is between them. It
    is here only for comparison, and not in the catalog. Undefined, reported as 0, if all grades are
    0.

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
    """Return the share of readers for each threshold from 1 up, shape (top_grade,)."""
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
    """Average over the hits a blend of precision and normalised gain.

    The blended ratio at rank i is (hits + patience · CG) / (i + patience · ideal CG). Undefined,
    reported as 0, where the denominator is 0. Sakai (2004).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        gain: name in `gain.GAINS`, or a function of grades.
        patience: weight of the gain. 0 is AP. With a large one the gain decides alone; below the
            end of the ideal list its ratio no longer falls, so late hits are forgiven.
        denominator: as for `average_precision`; NTCIREVAL's cutoff is "capped".

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
        aside={"denominator": total, "patience": np.full(total.shape, beta)},
    )


def bpref(ranking: Ranking) -> Breakdown:
    """Average over the relevant documents a penalty for judged irrelevant ones above.

    Unjudged documents are skipped, so a run loses nothing for documents that nobody judged. A hit
    adds 1 - min(irrelevant above, m) / min(N, m), divided by m. N counts the judged irrelevant
    documents, retrieved or not; for N = 0 each hit counts in full. Undefined, reported as 0, with
    nothing relevant. Buckley & Voorhees (2004), in trec_eval's form.

    >>> breakdown = bpref(Ranking([1, np.nan, 0, 1], missed=[0]))  # m = 2, N = 2
    >>> float(breakdown.score)  # (1 - 0/2 + 1 - 1/2) / 2
    0.75
    """
    relevant, total = ranking.relevant(), ranking.relevant_total
    irrelevant = ranking.grades < ranking.relevant_from  # False for NaN, unjudged
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
