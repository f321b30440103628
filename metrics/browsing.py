"""Models of a person who reads from the top: who goes on, who stops, and how satisfied."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from metrics import checks
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.ranking import Pool, Ranking

# Grades (..., n) and the ranking whose scale they are on, to [0, 1].
Utility: TypeAlias = Callable[[Array, Ranking], Array]


def rbp(
    ranking: Ranking,
    k: int | None = None,
    *,
    persistence: float = 0.8,
    utility: str | Utility = "linear",
) -> Breakdown:
    """Follow a reader who goes on to the next document with probability p: rank-biased precision.

    Rank i weighs (1 - p)·p^(i-1), the share of readers whose last document it is; "reach" are those
    who look at it. Beside the sum stand "residual", the most that ranks below the depth seen and
    documents nobody judged could still add, and "expected_documents", 1 / (1 - p). Never undefined.
    p = 0 reads rank 1 only.
    Moffat & Zobel (2008).

    >>> breakdown = rbp(Ranking([1, 0, 1]), persistence=0.8)  # .2 · (1 + .8²); unseen .8³
    >>> round(float(breakdown.score), 3), round(float(breakdown.aside["residual"]), 3)
    (0.328, 0.512)
    """
    p = checks.number("persistence", persistence, 0, below=1)
    useful = on_the_scale_of(ranking, "utility", utility)
    reads_on = p ** np.arange(ranking.ranks(k).size + 1.0)  # share of readers past 0, 1 ... ranks
    reach = reads_on[:-1]
    weight = (1 - p) * reach
    value = ranking.worth(useful, k)
    unjudged = np.isnan(ranking.grades[..., : weight.size])  # padding, which nobody read, too
    unread = reads_on[-1] + np.vecdot(unjudged, weight)
    return Breakdown(
        {"utility": value, "reach": reach, "weight": weight, "contribution": value * weight},
        aside={
            "residual": useful(np.asarray(ranking.top_grade)) * unread,
            "expected_documents": np.full(unread.shape, 1 / (1 - p)),
        },
    )


def err(
    ranking: Ranking,
    k: int | None = None,
    *,
    satisfaction: str | Utility = "exponential",
    continuation: float = 1,
) -> Breakdown:
    """Follow a reader who stops when satisfied: the expected 1/rank of the document that did it.

    Rank i is reached by those whom nothing above satisfied, R_i of them stop there, and each stop
    is worth 1/i. An unsatisfied reader goes on with probability p = `continuation` (1 in the
    paper). Beside the sum stand "gave_up" (1 - p of the unsatisfied at each rank), "reached_end",
    and their sum "leaves"; stops and leaves add up to 1. Never undefined.
    Chapelle, Metzler, Zhang & Grinspan (2009).

    >>> breakdown = err(Ranking([2, 3, 0], top_grade=3))  # R = 3/8, 7/8, 0: 3/8 + 5/8·7/8·1/2
    >>> round(float(breakdown.score), 3)
    0.648
    """
    p = checks.number("continuation", continuation, 0, 1)
    satisfied = ranking.worth(on_the_scale_of(ranking, "satisfaction", satisfaction), k)
    unsatisfied = 1 - satisfied
    seen = ranking.seen(k)
    arrive = _arrivals(np.where(seen, p * unsatisfied, 1.0))
    reach = arrive[..., :-1] * seen
    stop = reach * satisfied
    gave_up = (1 - p) * (reach * unsatisfied).sum(-1)
    reached_end = arrive[..., -1]
    return Breakdown(
        {
            "satisfaction": satisfied,
            "reach": reach,
            "stop": stop,
            "contribution": stop / ranking.ranks(k),
        },
        aside={"gave_up": gave_up, "reached_end": reached_end, "leaves": gave_up + reached_end},
    )


def nerr(
    ranking: Ranking,
    k: int | None = None,
    *,
    satisfaction: str | Utility = "exponential",
    continuation: float = 1,
    ideal: Pool = "judged",
) -> Breakdown:
    """Compare ERR with the best it could have been: ERR over the ERR of the ideal order.

    The ideal is cut at the same k and orders all judged documents ("judged"), missed ones too, or
    only those of the list ("retrieved"); "uncut" shows all judged documents. An ideal of 0 is 0/0,
    reported as 0. Sakai & Song (2011).

    >>> ranking = Ranking([0, 1])  # R = 0, 1/2: ERR 1/4; the ideal order has 1/2
    >>> float(nerr(ranking).score)
    0.5
    """
    breakdown = err(ranking, k, satisfaction=satisfaction, continuation=continuation)
    best = ranking.ideal_worth(on_the_scale_of(ranking, "satisfaction", satisfaction), k, ideal)
    stop = _arrivals(continuation * (1 - best))[..., :-1] * best
    ideal_err = (stop / np.arange(1, best.shape[-1] + 1)).sum(-1)
    return breakdown.over(ideal_err, {"err": breakdown.score, "ideal_err": ideal_err})


def _arrivals(go_on: Array) -> Array:
    """Share of readers who arrive at rank 1 ... d and at the end, (..., d + 1)."""
    arrive = np.ones((*go_on.shape[:-1], go_on.shape[-1] + 1))
    go_on.cumprod(-1, out=arrive[..., 1:])
    return arrive


def on_the_scale_of(
    ranking: Ranking, parameter: str, utility: str | Utility
) -> Callable[[Array], Array]:
    """Return grades (..., n) to [0, 1], on a ranking's scale and with its threshold.

    Raises:
        ValueError: naming the parameter; an unknown name, or values outside [0, 1].
    """
    checked = checks.mapping(parameter, utility, UTILITIES, high=1)
    return lambda grades: checked(grades, ranking)


def linear(grades: Array, ranking: Ranking) -> Array:
    """Take the grade's share of the top grade: g / top.

    >>> linear(np.array([0.0, 3.0]), Ranking([0, 3], top_grade=4)).tolist()
    [0.0, 0.75]
    """
    return grades / ranking.top_grade


def exponential(grades: Array, ranking: Ranking) -> Array:
    """Satisfy about half as often with every grade less: (2^g - 1) / 2^top, never quite 1.

    >>> exponential(np.array([0.0, 1.0, 3.0]), Ranking([0, 1, 3], top_grade=3)).tolist()
    [0.0, 0.125, 0.875]
    """
    return np.asarray((np.exp2(grades) - 1) * np.exp2(-ranking.top_grade))


def binary(grades: Array, ranking: Ranking) -> Array:
    """Satisfy fully with any relevant document, and not at all with any other.

    >>> binary(np.array([1.0, 2.0]), Ranking([1, 2], top_grade=3, relevant_from=2)).tolist()
    [0.0, 1.0]
    """
    return (grades >= ranking.relevant_from).astype(np.float64)


def sigmoid(steepness: float = 2, midpoint: float | None = None) -> Utility:
    """Let satisfaction turn around a midpoint: 1 / (1 + e^(-steepness·(g - midpoint))).

    Grade 0 gets more than 0. What nobody judged still counts 0. The midpoint is a grade; None is
    the middle of the scale.

    Raises:
        ValueError: a steepness that is not more than 0, or a midpoint that is not finite.

    >>> sigmoid(midpoint=1)(np.array([1.0]), Ranking([1], top_grade=3)).tolist()
    [0.5]
    """
    checks.number("steepness", steepness, above=0)
    if midpoint is not None:
        checks.number("midpoint", midpoint)

    def utility(grades: Array, ranking: Ranking) -> Array:
        middle = ranking.top_grade / 2 if midpoint is None else midpoint
        return 1 / (1 + np.exp(-steepness * (grades - middle)))

    return utility


UTILITIES: Mapping[str, Utility] = {
    "linear": linear,
    "exponential": exponential,
    "binary": binary,
    "sigmoid": sigmoid(),
}
