"""Metrics that model a reader who reads from the top. For shared arguments see `metrics`."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from . import checks
from .arrays import Array
from .breakdown import Breakdown
from .ranking import Pool, Ranking

Utility: TypeAlias = Callable[[Array, Ranking], Array]
"""Maps grades (..., n), with the ranking for their scale, to [0, 1]."""


def rbp(
    ranking: Ranking,
    k: int | None = None,
    *,
    persistence: float = 0.8,
    utility: str | Utility = "linear",
) -> Breakdown:
    """Rank-biased precision: expected utility for a reader who continues with probability p.

    Rank i has the weight (1 - p)·p^(i-1), the share of readers who stop there. Never undefined.
    Moffat & Zobel (2008).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        persistence: the probability p, in [0, 1). With 0 only rank 1 is read.
        utility: name in `UTILITIES`, or a function of grades and ranking with values in [0, 1].

    Returns:
        Terms "utility", "reach" (share of readers who see the rank), "weight", "contribution". The
        aside "residual" is the most that unread ranks and unjudged documents could add.
        "expected_documents" is 1 / (1 - p).

    Raises:
        ValueError: a persistence outside [0, 1), or an unknown utility.

    >>> breakdown = rbp(Ranking([1, 0, 1]), persistence=0.8)  # .2 · (1 + .8²); unseen .8³
    >>> round(float(breakdown.score), 3), round(float(breakdown.aside["residual"]), 3)
    (0.328, 0.512)
    """
    p = checks.number("persistence", persistence, 0, below=1)
    useful = on_the_scale_of(ranking, "utility", utility)
    reads_on = p ** np.arange(ranking.ranks(k).size + 1.0)  # share of readers below 0, 1 ... ranks
    reach = reads_on[:-1]
    weight = (1 - p) * reach
    value = ranking.worth(useful, k)
    unjudged = np.isnan(ranking.grades[..., : weight.size])  # includes padding
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
    """Expected reciprocal rank: the expected 1/rank at which a reader is satisfied and stops.

    A reader who reaches rank i is satisfied with probability R_i, and otherwise continues with
    probability c. Each stop at rank i is worth 1/i. Never undefined. Chapelle, Metzler, Zhang &
    Grinspan (2009).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        satisfaction: R, a name in `UTILITIES` or a function as for `rbp`.
        continuation: the probability c, in [0, 1]; 1 in the paper.

    Returns:
        Terms "satisfaction", "reach", "stop" (shares of all readers), "contribution". The aside
        "gave_up" is the share of readers who leave unsatisfied at some rank. "reached_end" is the
        share who continue below the last rank. "leaves" is their sum; stops and leaves add up to 1.

    Raises:
        ValueError: a continuation outside [0, 1], or an unknown satisfaction.

    >>> breakdown = err(Ranking([2, 3, 0], top_grade=3))  # R = 3/8, 7/8, 0: 3/8 + 5/8·7/8·1/2
    >>> round(float(breakdown.score), 3)
    0.648
    """
    c = checks.number("continuation", continuation, 0, 1)
    satisfied = ranking.worth(on_the_scale_of(ranking, "satisfaction", satisfaction), k)
    unsatisfied = 1 - satisfied
    seen = ranking.seen(k)
    arrive = arrivals(np.where(seen, c * unsatisfied, 1.0))
    reach = arrive[..., :-1] * seen
    stop = reach * satisfied
    gave_up = (1 - c) * (reach * unsatisfied).sum(-1)
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
    """Normalise ERR: divide it by the ERR of the ideal order.

    An ideal of 0 is undefined, reported as 0. Errors as for `err`. Sakai & Song (2011).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks of list and ideal; None for the whole list.
        satisfaction: as for `err`.
        continuation: as for `err`.
        ideal: which documents to order, as for `gain.ndcg`.

    >>> ranking = Ranking([0, 1])  # R = 0, 1/2: ERR 1/4; the ideal order has 1/2
    >>> float(nerr(ranking).score)
    0.5
    """
    breakdown = err(ranking, k, satisfaction=satisfaction, continuation=continuation)
    best = ranking.ideal_worth(on_the_scale_of(ranking, "satisfaction", satisfaction), k, ideal)
    stop = arrivals(continuation * (1 - best))[..., :-1] * best
    ideal_err = (stop / np.arange(1, best.shape[-1] + 1)).sum(-1)
    return breakdown.over(ideal_err, {"err": breakdown.score, "ideal_err": ideal_err})


def arrivals(go_on: Array) -> Array:
    """Return the share of readers who arrive at rank 1 ... d and at the end, shape (..., d + 1).

    Args:
        go_on: share of those at each rank who go on to the next, shape (..., d).

    >>> arrivals(np.array([0.5, 0.25])).tolist()
    [1.0, 0.5, 0.125]
    """
    arrive = np.ones((*go_on.shape[:-1], go_on.shape[-1] + 1))
    go_on.cumprod(-1, out=arrive[..., 1:])
    return arrive


def on_the_scale_of(
    ranking: Ranking, parameter: str, utility: str | Utility
) -> Callable[[Array], Array]:
    """Bind a utility to a ranking's scale and threshold: grades (..., n) to [0, 1].

    Raises:
        ValueError: an unknown name, or values outside [0, 1]. The message names `parameter`.
    """
    checked = checks.mapping(parameter, utility, UTILITIES, high=1)
    return lambda grades: checked(grades, ranking)


def linear(grades: Array, ranking: Ranking) -> Array:
    """Divide the grade by the top grade: g / top.

    >>> linear(np.array([0.0, 3.0]), Ranking([0, 3], top_grade=4)).tolist()
    [0.0, 0.75]
    """
    return grades / ranking.top_grade


def exponential(grades: Array, ranking: Ranking) -> Array:
    """Return (2^g - 1) / 2^top: about half as much for each grade less, and never quite 1.

    >>> exponential(np.array([0.0, 1.0, 3.0]), Ranking([0, 1, 3], top_grade=3)).tolist()
    [0.0, 0.125, 0.875]
    """
    return np.asarray((np.exp2(grades) - 1) * np.exp2(-ranking.top_grade))


def binary(grades: Array, ranking: Ranking) -> Array:
    """Return 1 for a relevant document and 0 for any other.

    >>> binary(np.array([1.0, 2.0]), Ranking([1, 2], top_grade=3, relevant_from=2)).tolist()
    [0.0, 1.0]
    """
    return (grades >= ranking.relevant_from).astype(np.float64)


def sigmoid(steepness: float = 2, midpoint: float | None = None) -> Utility:
    """Make a sigmoid of the grade: 1 / (1 + e^(-steepness·(g - midpoint))).

    Grade 0 is worth more than 0; an unjudged document is still worth 0.

    Args:
        steepness: more than 0.
        midpoint: the grade that is worth 1/2; None for the middle of the scale.

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
