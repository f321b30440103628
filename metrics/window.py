"""Metrics of a window: what is in the top k counts, in which order it stands does not."""

from typing import Literal

from metrics import checks
from metrics.arrays import ratio
from metrics.breakdown import Breakdown
from metrics.ranking import Ranking


def hit(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Ask whether the top k hold anything relevant at all: 1 or 0.

    Also called success@k and accuracy@k. The first hit contributes the 1; later hits add nothing.
    Never undefined. Craswell & Hawking (2004).

    >>> breakdown = hit(Ranking([0, 1, 1]), k=2)
    >>> breakdown.terms["contribution"].tolist(), float(breakdown.score)
    ([0.0, 1.0], 1.0)
    """
    relevant = ranking.relevant(k)
    first = relevant * (relevant.cumsum(-1) == 1)
    return Breakdown({"relevant": relevant, "contribution": first})


def precision(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Ask which share of the top k was worth reading.

    A list shorter than k still divides by k, as trec_eval does: an empty rank is no hit. Without k
    it divides by n, the whole list, and only an empty list is then 0/0. Kent et al. (1955).

    >>> float(precision(Ranking([1, 0, 1, 1, 0]), k=4).score)  # 3 of 4
    0.75
    """
    relevant = ranking.relevant(k)
    cutoff = ranking.cutoff(k)
    return Breakdown(
        {"relevant": relevant, "contribution": ratio(relevant, cutoff[..., None])},
        undefined=cutoff == 0,
    )


def recall(
    ranking: Ranking,
    k: int | None = None,
    *,
    denominator: Literal["relevant", "capped"] = "relevant",
) -> Breakdown:
    """Ask which share of the relevant documents made it into the top k.

    With "relevant" it divides by all m that exist and never falls as k grows. "capped" divides by
    min(m, k), so that a full window scores 1, and can fall: [1, 0] with m = 2 scores 1, then 1/2.
    The term "recall" is the share found down to each rank. Nothing relevant is 0/0, reported as 0.
    Kent et al. (1955).

    >>> float(recall(Ranking([1, 0, 1, 1, 0], missed=[1])).score)  # 3 of 4
    0.75
    """
    checks.one_of("denominator", denominator, ("relevant", "capped"))
    relevant = ranking.relevant(k)
    total = ranking.denominator(k, denominator)
    share = ratio(relevant, total[..., None])
    return Breakdown(
        {
            "relevant": relevant,
            "recall": ratio(relevant.cumsum(-1), total[..., None]),
            "contribution": share,
        },
        undefined=total == 0,
        aside={"denominator": total},
    )


def f1(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Weigh precision and recall against each other: their harmonic mean, 2·hits / (k + m).

    Each hit adds 2 / (k + m), so it too is a sum over ranks. 0/0 only for an empty list with
    nothing relevant and no k. van Rijsbergen (1979).

    >>> breakdown = f1(Ranking([1, 0, 1, 1, 0], missed=[1]))  # P = 3/5, R = 3/4: 6 / (5 + 4)
    >>> round(float(breakdown.score), 3)
    0.667
    """
    relevant = ranking.relevant(k)
    total = ranking.cutoff(k) + ranking.relevant_total
    return Breakdown(
        {"relevant": relevant, "contribution": ratio(2 * relevant, total[..., None])},
        undefined=total == 0,
    )


def r_precision(ranking: Ranking) -> Breakdown:
    """Cut the list where a perfect system would be done: precision at m, which is also recall at m.

    Terms have shape (..., n); ranks below m contribute 0. A list of fewer than m documents loses
    what it does not show. Nothing relevant is 0/0, reported as 0. Buckley & Voorhees (2000).

    >>> round(float(r_precision(Ranking([1, 0, 1, 1, 0])).score), 3)  # 2 of the top 3
    0.667
    """
    relevant = ranking.relevant()
    total = ranking.relevant_total
    inside = ranking.ranks() <= total[..., None]
    return Breakdown(
        {"relevant": relevant, "contribution": ratio(relevant * inside, total[..., None])},
        undefined=total == 0,
        aside={"relevant_total": total},
    )
