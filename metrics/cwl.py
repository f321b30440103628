"""C/W/L: any reader as one question, asked at each rank: with which probability do they go on?

From the continuation C follow the share of attention each rank gets, the weights W, and where the
reader stops, L. A score is then the gain per document read. Many metrics are nothing but a C:
static ones know it before they see the list (P@k, RBP, scaled DCG, INSQ), adaptive ones react to
what was found (reciprocal rank, INST). ERR has such a reader, too, but is no gain per document.
Moffat, Bailey, Scholer & Thomas (2017).
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from metrics import checks
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.browsing import Utility, on_the_scale_of
from metrics.ranking import Ranking

Continuation: TypeAlias = Callable[[Array], Array]
"""Gains (..., d) in [0, 1], to the probability of going on after each of those ranks, (..., d)."""

DEEPEST = 1000
"""Where even the most patient reader stops, as in cwl-eval. Documents below the list gain 0."""


def rate_of_gain(
    ranking: Ranking, continuation: Continuation, *, utility: str | Utility = "linear"
) -> Breakdown:
    """Expected gain per document that a reader with this continuation looks at.

    Terms, (..., n): "gain", "continuation" C, "reach" V (the share of readers who look), "weight" W
    (attention, its sum over all depths is 1), "stop" L (the share of readers whose last document it
    is). Beside the sum stand "expected_documents" read, 1 / W(1), and "total_gain", what all of
    them together gave: score · documents. C may be anything in [0, 1]; at rank 1000 everybody
    stops. Never undefined. Moffat, Bailey, Scholer & Thomas (2017).

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
    go_on[..., -1] = 0
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


def precision(k: int) -> Continuation:
    """Read k documents, whatever they are: P@k.

    >>> precision(2)(np.zeros(3)).tolist()
    [1.0, 0.0, 0.0]
    """
    depth = checks.cutoff(k)
    return lambda gain: np.broadcast_to(_ranks(gain) < (depth or np.inf), gain.shape).astype(float)


def rbp(persistence: float = 0.8) -> Continuation:
    """Go on with the same probability after every document: rank-biased precision.

    >>> rbp(0.5)(np.zeros(3)).tolist()
    [0.5, 0.5, 0.5]
    """
    p = checks.number("persistence", persistence, 0, below=1)
    return lambda gain: np.full(gain.shape, p)


def scaled_dcg(k: int) -> Continuation:
    """Lose attention as 1/log2(i + 1) does, and stop at k: DCG, with weights that add up to 1.

    >>> scaled_dcg(3)(np.zeros(3)).round(3).tolist()  # log 2 / log 3, log 3 / log 4
    [0.631, 0.792, 0.0]
    """
    inside = precision(k)
    return lambda gain: inside(gain) * np.log2(_ranks(gain) + 1) / np.log2(_ranks(gain) + 2)


def reciprocal_rank() -> Continuation:
    """Go on until the first document with any gain: the reciprocal rank of a binary list.

    >>> reciprocal_rank()(np.array([0.0, 1.0, 0.0])).tolist()
    [1.0, 0.0, 0.0]
    """
    return lambda gain: ((gain > 0).cumsum(-1) == 0).astype(float)


def insq(target: float = 1) -> Continuation:
    """Grow more patient with depth, the more so the more one wants: ((i + 2T - 1) / (i + 2T))².

    The T documents that are wanted are hoped for, not looked at. Moffat, Scholer & Thomas (2012).

    >>> insq(1)(np.zeros(2)).tolist()  # (2/3)², (3/4)²
    [0.4444444444444444, 0.5625]
    """
    wanted = checks.number("target", target, above=0)
    return lambda gain: np.broadcast_to(_insistent(_ranks(gain) + 2 * wanted), gain.shape).copy()


def inst(target: float = 1) -> Continuation:
    """Be as patient as INSQ while nothing is found, and less with every gain: adaptive.

    T_i is what is still wanted of T after rank i; C = ((i + T + T_i - 1) / (i + T + T_i))².
    T is at least 1/2, or C would not be a probability. Moffat, Bailey, Scholer & Thomas (2015).

    >>> inst(1)(np.array([0.0, 1.0])).tolist()  # T_1 = 1: (2/3)²; T_2 = 0: (2/3)²
    [0.4444444444444444, 0.4444444444444444]
    """
    wanted = checks.number("target", target, 0.5)
    return lambda gain: _insistent(_ranks(gain) + 2 * wanted - gain.cumsum(-1))


def err_like(k: int) -> Continuation:
    """Go on unless satisfied, with the gain as the probability of that, and stop at k.

    So reads the reader of ERR@k, whose satisfaction is the gain. ERR is another score of theirs:
    the mean of 1 / the rank that satisfies, where the rate of gain is the mean gain over the mean
    number of documents. They agree where it is certain who stops where.

    >>> err_like(3)(np.array([0.875, 0.0, 0.125])).tolist()
    [0.125, 1.0, 0.0]
    """
    inside = precision(k)
    return lambda gain: inside(gain) * (1 - gain)


def given(curve: Sequence[float]) -> Continuation:
    """Go on as a list of probabilities says, rank by rank, and beyond it as its last one says.

    >>> given([1, 0.5])(np.zeros(4)).tolist()
    [1.0, 0.5, 0.5, 0.5]
    """
    stated = checks.numbers("curve", curve)
    if stated.ndim != 1 or not stated.size or not ((stated >= 0) & (stated <= 1)).all():
        raise ValueError(f"curve must be numbers from 0 to 1, at least one, got {curve!r}")
    return lambda gain: np.broadcast_to(
        stated[np.minimum(np.arange(gain.shape[-1]), stated.size - 1)], gain.shape
    ).copy()


def _insistent(depth: Array) -> Array:
    return ((depth - 1) / depth) ** 2


def _ranks(gain: Array) -> Array:
    return np.arange(1.0, gain.shape[-1] + 1)
