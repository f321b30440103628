"""Metrics of the top k in which the order does not count. For shared arguments see `metrics`."""

from typing import Literal

from . import checks
from .arrays import ratio
from .breakdown import Breakdown
from .ranking import Ranking


def hit(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Return 1 if the top k hold anything relevant, else 0.

    Also called success@k and accuracy@k. The first hit contributes the 1; later hits add nothing.
    Never undefined. Craswell & Hawking (2004).

    >>> breakdown = hit(Ranking([0, 1, 1]), k=2)
    >>> breakdown.terms["contribution"].tolist(), float(breakdown.score)
    ([0.0, 1.0], 1.0)
    """
    return Breakdown({"relevant": ranking.relevant(k), "contribution": ranking.first(k)})


def precision(ranking: Ranking, k: int | None = None) -> Breakdown:
    """Return the share of the top k that is relevant.

    A list shorter than k still divides by k, as trec_eval does. Without k it divides by n; only an
    empty list is then undefined, reported as 0. Kent et al. (1955).

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
    """Return the share of the relevant documents that the top k hold.

    Nothing relevant is undefined, reported as 0. Kent et al. (1955).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        denominator: "relevant": all m that exist; recall then never falls as k grows. "capped":
            min(m, k), so that a full window scores 1. It can fall: [1, 0] with m = 2 scores 1, then
            1/2.

    Returns:
        Terms "relevant", "recall" (share found down to each rank), "contribution".

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
    """Return the harmonic mean of precision and recall, 2·hits / (k + m).

    Each hit contributes 2 / (k + m). Undefined, reported as 0, only for an empty list with nothing
    relevant and no k. van Rijsbergen (1979).

    >>> breakdown = f1(Ranking([1, 0, 1, 1, 0], missed=[1]))  # P = 3/5, R = 3/4: 6 / (5 + 4)
    >>> round(float(breakdown.score), 3)
    0.667
    """
    return f_beta(ranking, k)


def f_beta(ranking: Ranking, k: int | None = None, *, beta: float = 1) -> Breakdown:
    """Return precision and recall in one number, (1 + β²)·hits / (k + β²·m).

    Recall weighs β times as much as precision: 2 for those who miss little, 0.5 for those who want
    little junk. Each hit contributes (1 + β²) / (k + β²·m). Undefined as `f1`. van Rijsbergen
    (1979).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        beta: weight of recall, above 0.

    >>> breakdown = f_beta(Ranking([1, 0, 1, 1, 0], missed=[1]), beta=2)  # 5 · 3 / (5 + 4 · 4)
    >>> round(float(breakdown.score), 3)
    0.714
    """
    weight = checks.number("beta", beta, above=0) ** 2
    relevant = ranking.relevant(k)
    total = ranking.cutoff(k) + weight * ranking.relevant_total
    return Breakdown(
        {"relevant": relevant, "contribution": ratio((1 + weight) * relevant, total[..., None])},
        undefined=total == 0,
    )


def r_precision(ranking: Ranking) -> Breakdown:
    """Return precision at rank m, the number of relevant documents; it equals recall at m.

    Terms have shape (..., n); ranks below m contribute 0. A list of fewer than m documents still
    divides by m. Nothing relevant is undefined, reported as 0. Buckley & Voorhees (2000).

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
