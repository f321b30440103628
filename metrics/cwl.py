"""C/W/L: metrics defined by the probability that a reader continues after each rank.

From the continuation C follow the weights W, each rank's share of attention, and L, the
distribution of the last rank read. The score is the expected gain per document read. Static
continuations do not depend on the list: P@k, RBP, scaled DCG, INSQ. Adaptive ones do: reciprocal
rank, INST. ERR has such a reader too, but is not a gain per document. Moffat, Bailey, Scholer &
Thomas (2017).
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from . import checks
from .arrays import Array
from .breakdown import Breakdown
from .ranking import Ranking
from .reader_models import Utility, on_the_scale_of

Continuation: TypeAlias = Callable[[Array], Array]
"""Maps gains (..., d) in [0, 1] to the probabilities of continuing after each rank, (..., d)."""

DEEPEST = 1000
"""Rank at which every reader stops, as in cwl-eval. Documents below the list gain 0."""


def rate_of_gain(
    ranking: Ranking, continuation: Continuation, *, utility: str | Utility = "linear"
) -> Breakdown:
    """Return the expected gain per document read, for a reader with a given continuation.

    Never undefined. Moffat, Bailey, Scholer & Thomas (2017).

    Args:
        ranking: lists, shape (..., n) with n up to 1000.
        continuation: C, a function of the gains (..., d) with values in [0, 1]. At rank 1000 every
            reader stops.
        utility: the gain, as for `browsing.rbp`.

    Returns:
        Terms of shape (..., n): "gain", "continuation" C, "reach" V (share of readers who see the
        rank), "weight" W (sums to 1 over all depths), "stop" L (share of readers who stop there).
        The aside "expected_documents" is 1 / W(1); "total_gain" is score · documents.

    Raises:
        ValueError: a list longer than 1000, an unknown utility, or a C outside [0, 1].

    >>> breakdown = rate_of_gain(Ranking([1, 0, 1, 0]), precision(3))  # W = 1/3, three times
    >>> round(float(breakdown.score), 3), round(float(breakdown.aside["total_gain"]), 3)
    (0.667, 2.0)
    """
    n = ranking.grades.shape[-1]
    if n > DEEPEST:
        raise ValueError(f"a reader stops at rank {DEEPEST}, got a list of {n}: cut it before")
    gain = np.zeros((*ranking.grades.shape[:-1], DEEPEST))
    gain[..., :n] = ranking.worth(on_the_scale_of(ranking, "utility", utility))
    go_on = checks.mapping("continuation", continuation, {}, high=1)(gain)
    go_on = np.where(np.arange(DEEPEST) < DEEPEST - 1, go_on, 0.0)
    reach = np.ones_like(gain)
    reach[..., 1:] = go_on[..., :-1].cumprod(-1)
    documents = reach.sum(-1)
    weight = reach / documents[..., None]
    contribution = weight * gain
    terms = {
        "gain": gain,
        "continuation": go_on,
        "reach": reach,
        "weight": weight,
        "stop": reach * (1 - go_on),
        "contribution": contribution,
    }
    return Breakdown(
        {name: term[..., :n] for name, term in terms.items()},
        aside={
            "expected_documents": documents,
            "total_gain": contribution.sum(-1) * documents,
        },
    )


def precision(k: int | None) -> Continuation:
    """Read k documents: P@k. None reads to the end.

    >>> precision(2)(np.zeros(3)).tolist()
    [1.0, 0.0, 0.0]
    """
    depth = checks.cutoff(k)
    return lambda gain: np.broadcast_to(_ranks(gain) < (depth or np.inf), gain.shape).astype(float)


def rbp(persistence: float = 0.8) -> Continuation:
    """Continue with the same probability, in [0, 1), after every document: rank-biased precision.

    >>> rbp(0.5)(np.zeros(3)).tolist()
    [0.5, 0.5, 0.5]
    """
    p = checks.number("persistence", persistence, 0, below=1)
    return lambda gain: np.full(gain.shape, p)


def scaled_dcg(k: int) -> Continuation:
    """Give rank i attention in proportion to 1/log2(i + 1), and stop at k: scaled DCG.

    >>> scaled_dcg(3)(np.zeros(3)).round(3).tolist()  # log 2 / log 3, log 3 / log 4
    [0.631, 0.792, 0.0]
    """
    inside = precision(k)
    return lambda gain: inside(gain) * np.log2(_ranks(gain) + 1) / np.log2(_ranks(gain) + 2)


def reciprocal_rank() -> Continuation:
    """Continue until the first document with any gain: the reciprocal rank of a binary list.

    >>> reciprocal_rank()(np.array([0.0, 1.0, 0.0])).tolist()
    [1.0, 0.0, 0.0]
    """
    return lambda gain: ((gain > 0).cumsum(-1) == 0).astype(float)


def insq(target: float = 1) -> Continuation:
    """Continue with probability ((i + 2T - 1) / (i + 2T))², which grows with depth and T.

    The target T > 0 is the number of documents that the reader hopes for. Moffat, Scholer & Thomas
    (2012).

    >>> insq(1)(np.zeros(2)).tolist()  # (2/3)², (3/4)²
    [0.4444444444444444, 0.5625]
    """
    wanted = checks.number("target", target, above=0)
    return lambda gain: np.broadcast_to(_insistent(_ranks(gain) + 2 * wanted), gain.shape)


def inst(target: float = 1) -> Continuation:
    """Continue as INSQ while nothing is found, and less after every gain: adaptive.

    C = ((i + T + T_i - 1) / (i + T + T_i))², where T_i is what remains of T after rank i. The
    target T is at least 1/2, or C would not be a probability. Moffat, Bailey, Scholer & Thomas
    (2015).

    >>> inst(1)(np.array([0.0, 1.0])).tolist()  # T_1 = 1: (2/3)²; T_2 = 0: (2/3)²
    [0.4444444444444444, 0.4444444444444444]
    """
    wanted = checks.number("target", target, 0.5)
    return lambda gain: _insistent(_ranks(gain) + 2 * wanted - gain.cumsum(-1))


def err_like(k: int) -> Continuation:
    """Continue with probability 1 - gain, and stop at k.

    This is the reader of ERR@k if the gain is the satisfaction. But ERR is the mean of 1 / (rank
    that satisfies), and the rate of gain is mean gain over mean number of documents. The two agree
    where the last rank is certain.

    >>> err_like(3)(np.array([0.875, 0.0, 0.125])).tolist()
    [0.125, 1.0, 0.0]
    """
    inside = precision(k)
    return lambda gain: inside(gain) * (1 - gain)


def given(curve: Sequence[float]) -> Continuation:
    """Continue with listed probabilities, rank by rank; below the list the last one holds.

    Raises:
        ValueError: an empty curve, or a number outside [0, 1].

    >>> given([1, 0.5])(np.zeros(4)).tolist()
    [1.0, 0.5, 0.5, 0.5]
    """
    probabilities = checks.numbers("curve", curve)
    if (
        probabilities.ndim != 1
        or not probabilities.size
        or not ((probabilities >= 0) & (probabilities <= 1)).all()
    ):
        raise ValueError(f"curve must be numbers from 0 to 1, at least one, got {curve!r}")
    return lambda gain: np.broadcast_to(
        probabilities[np.minimum(np.arange(gain.shape[-1]), probabilities.size - 1)], gain.shape
    )


def _insistent(depth: Array) -> Array:
    return ((depth - 1) / depth) ** 2


def _ranks(gain: Array) -> Array:
    return np.arange(1.0, gain.shape[-1] + 1)
