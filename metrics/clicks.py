"""Clicks on a ranking: two models of readers who click, and the relevance that clicks tell.

A click needs two things that nobody sees: a reader looks at the rank, and the document is relevant
to the reader. Divided by the share of readers who look, the clicks are the relevance again: inverse
propensity weighting. For shared arguments see `metrics`.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array, Truth, ratio
from .breakdown import Breakdown
from .ranking import Ranking
from .reader_models import Utility, arrivals, on_the_scale_of

Model: TypeAlias = Literal["position", "cascade"]
Propensity: TypeAlias = Literal["none", "position", "cascade"]

MODELS: Final = ("position", "cascade")
PROPENSITIES: Final = ("none", "position", "cascade")


def expected_clicks(
    ranking: Ranking,
    k: int | None = None,
    *,
    model: Model = "position",
    decay: float = 1,
    relevance: str | Utility = "linear",
) -> Breakdown:
    """Return the expected number of clicks of one reader: at each rank, attention · relevance.

    Never undefined. Craswell, Zoeter, Taylor & Ramsey (2008) compare both models.

    Args:
        ranking: lists, shape (..., n).
        k: how many ranks the readers are shown; None for the whole list.
        model: "position": a reader looks at rank i with probability 1/i^decay, whatever stands
            above. "cascade": a reader looks at one rank after the other, up to the first click.
        decay: how fast attention falls, at least 0; of no effect on "cascade".
        relevance: probability of a click by a reader who looks: a name in `reader_models.UTILITIES`
            or a function as for `rbp`.

    Returns:
        Terms "relevance", "reach" (share of readers who look at the rank) and "contribution" (share
        of readers who click on it).

    Raises:
        ValueError: an unknown model or relevance, or a decay below 0.

    >>> breakdown = expected_clicks(Ranking([2, 0, 1], top_grade=2))  # 1 · 1 + 1/2 · 0 + 1/3 · 1/2
    >>> round(float(breakdown.score), 3)
    1.167
    >>> cascade = expected_clicks(Ranking([1, 1], top_grade=2), model="cascade")
    >>> cascade.terms["contribution"].tolist()  # half click at rank 1; half of the others at rank 2
    [0.5, 0.25]
    """
    checks.one_of("model", model, MODELS)
    relevant = ranking.worth(on_the_scale_of(ranking, "relevance", relevance), k)
    if model == "position":
        reach = attention(ranking.ranks(k), decay)
    else:
        checks.number("decay", decay, 0)
        reach = arrivals(1 - relevant)[..., :-1]
    reach = reach * ranking.seen(k)
    return Breakdown({"relevance": relevant, "reach": reach, "contribution": reach * relevant})


def weighted_clicks(
    ranking: Ranking,
    k: int | None = None,
    *,
    model: Model = "position",
    decay: float = 1,
    relevance: str | Utility = "linear",
    propensity: Propensity = "position",
    assumed_decay: float = 1,
) -> Breakdown:
    """Estimate relevance by inverse propensity weighting: expected clicks over assumed attention.

    The score is the mean of the estimates at the ranks where the assumed attention is above 0. It
    is the mean relevance there if the assumption is right. Without such a rank it is undefined,
    reported as 0. Joachims, Swaminathan & Schnabel (2017).

    Args:
        ranking: lists, shape (..., n).
        k: how many ranks the readers are shown; None for the whole list.
        model: as for `expected_clicks`.
        decay: as for `expected_clicks`: how fast attention falls in truth.
        relevance: as for `expected_clicks`.
        propensity: assumed share of readers who look at rank i. "none": all of them, so that clicks
            count as they are. "position": 1/i^assumed_decay. "cascade": the expected share without
            a click above.
        assumed_decay: at least 0; of no effect on other propensities.

    Returns:
        Terms "relevance", "clicks", "propensity" (the assumed share), "estimate" (0 where that is
        0), "error" (standard error of the estimate from one reader; divide it by the square root
        of their number) and "contribution".

    Raises:
        ValueError: as for `expected_clicks`, or an unknown propensity, or an assumed decay below 0.

    >>> breakdown = weighted_clicks(Ranking([1, 2], top_grade=2))  # clicks 1/2 · 1, 1 · 1/2
    >>> breakdown.terms["estimate"].tolist(), float(breakdown.score)
    ([0.5, 1.0], 0.75)
    """
    checks.one_of("propensity", propensity, PROPENSITIES)
    terms = expected_clicks(ranking, k, model=model, decay=decay, relevance=relevance).terms
    clicks = terms["contribution"]
    by_rank = attention(ranking.ranks(k), checks.number("assumed_decay", assumed_decay, 0))
    assumed = {
        "none": np.ones(()),
        "position": by_rank,
        "cascade": terms["reach"] if model == "cascade" else arrivals(1 - clicks)[..., :-1],
    }[propensity] * np.where(ranking.seen(k), np.ones_like(clicks), 0)
    number = (assumed > 0).sum(-1)
    estimate = ratio(clicks, assumed)
    return Breakdown(
        {
            "relevance": terms["relevance"],
            "clicks": clicks,
            "propensity": assumed,
            "estimate": estimate,
            "error": ratio(np.sqrt(clicks * (1 - clicks)), assumed),
            "contribution": ratio(estimate, number[..., None]),
        },
        undefined=number == 0,
    )


def observed_relevance(
    clicks: ArrayLike, propensity: ArrayLike, readers: ArrayLike = 1
) -> Breakdown:
    """Estimate relevance from clicks that were counted: clicks / (readers · propensity), summed.

    Nobody looks at a rank of propensity 0, so it has no estimate and is left out. Without any other
    rank the sum is undefined, reported as 0. Joachims, Swaminathan & Schnabel (2017).

    Args:
        clicks: how many readers clicked on each rank, shape (..., n), at most `readers`.
        propensity: share of readers who look at each rank, from 0 to 1, shape (..., n).
        readers: how many readers there were, at least 1: one number, or one for each rank.

    Returns:
        Terms "clicks" (as a share of the readers), "propensity", "estimate", "error" (standard
        error of the estimate) and "contribution", the estimate again.

    Raises:
        ValueError: other numbers, other shapes, or clicks on a rank at which nobody looks.

    >>> found = observed_relevance([90, 40, 25], [1, 0.5, 0.25], readers=100)
    >>> found.terms["estimate"].tolist(), round(float(found.score), 3)  # 0.9/1, 0.4/0.5, 0.25/0.25
    ([0.9, 0.8, 1.0], 2.7)
    """
    count = _readers(readers)
    share, looks = (np.asarray(each, dtype=np.float64) for each in (clicks, propensity))
    if share.shape != looks.shape or not share.ndim:
        raise ValueError(f"clicks of shape {share.shape} need as many propensities as ranks")
    if count.ndim and count.shape != share.shape:
        raise ValueError(f"readers of shape {count.shape} must be one number or one for each rank")
    if not np.all(count > 0) or not np.all((share >= 0) & (share <= count)):
        raise ValueError(f"clicks must be from 0 to the number of readers, {readers!r}")
    if not np.all((looks >= 0) & (looks <= 1)):
        raise ValueError("a propensity must be from 0 to 1")
    if np.any((looks == 0) & (share > 0)):
        raise ValueError("there are clicks on a rank of propensity 0, at which nobody looks")
    share = share / count
    estimate = ratio(share, looks)
    return Breakdown(
        {
            "clicks": share,
            "propensity": looks,
            "estimate": estimate,
            "error": ratio(np.sqrt(share * (1 - share) / count), looks),
            "contribution": estimate,
        },
        undefined=~np.any(looks > 0, axis=-1),
    )


def _readers(readers: ArrayLike) -> Array:
    """Return checked numbers of readers."""
    count = checks.numbers("readers", readers)
    if not np.all((count >= 0) & (count == np.floor(count)) & np.isfinite(count)):
        raise ValueError(f"readers must be whole numbers of at least 0, got {readers!r}")
    return count


class OneResult(NamedTuple):
    """The relevance of one result that was shown at several ranks.

    Attributes:
        rate: its clicks among all its readers, without weights.
        weighted: the mean of the estimates at its ranks, by the readers of each: inverse propensity
            weighting. NaN if nobody looks at one of its ranks.
        error: its standard error.
        pooled: its clicks among all who look. NaN if nobody does.
        pooled_error: its standard error.
    """

    rate: float
    weighted: float
    error: float
    pooled: float
    pooled_error: float


def one_result(clicks: ArrayLike, propensity: ArrayLike, readers: ArrayLike = 1) -> OneResult:
    """Estimate the relevance of one result from its clicks at several ranks.

    Both estimates are right if the attention is; the pooled one is less noisy. Joachims,
    Swaminathan & Schnabel (2017) weight each click.

    Args:
        clicks: as for `observed_relevance`, at each rank where it was shown, shape (ranks,).
        propensity: share of readers who look there, shape (ranks,).
        readers: how many saw it there: one number, or one for each rank.

    Raises:
        ValueError: as for `observed_relevance`, or more than one result.

    >>> found = one_result([27, 12], [0.9, 0.6], [100, 100])  # (27/0.9 + 12/0.6)/200, 39/150
    >>> found.rate, found.weighted, found.pooled
    (0.195, 0.25, 0.26)
    """
    terms = observed_relevance(clicks, propensity, readers).terms
    share, looks = terms["clicks"], terms["propensity"]
    if share.ndim != 1:
        raise ValueError(f"clicks must be of one result, got shape {share.shape}")
    count = np.broadcast_to(_readers(readers), share.shape)
    every, looked = float(count.sum()), float((count * looks).sum())
    variance = count * share * (1 - share)
    known = np.nan if np.any(looks == 0) else 1.0
    looked = looked or np.nan
    return OneResult(
        rate=float((count * share).sum() / every),
        weighted=float((count * terms["estimate"]).sum() / every * known),
        error=float(np.sqrt(ratio(variance, looks**2).sum()) / every * known),
        pooled=float((count * share).sum() / looked),
        pooled_error=float(np.sqrt(variance.sum()) / looked),
    )


def own_clicks(relevance: ArrayLike, looks: ArrayLike | None = None) -> Breakdown:
    """Return the expected clicks of one reader by relevance that is known: attention · relevance.

    The other way round is `observed_relevance`. Craswell, Zoeter, Taylor & Ramsey (2008).

    Args:
        relevance: probability of a click at each rank by a reader who looks, shape (..., n).
        looks: share of readers who look at each rank, shape (..., n). None: they look until their
            first click, the cascade model.

    Returns:
        Terms "relevance", "reach" (the share who look) and "contribution" (the share who click).
        The aside "nobody" is the share of readers without any click; with given attention they
        look at each rank independently of the others.

    Raises:
        ValueError: numbers that are not from 0 to 1, or other shapes.

    >>> found = own_clicks([0.8, 0.3, 0.5])
    >>> found.terms["contribution"].round(3).tolist()  # 0.8, 0.2 · 0.3, 0.2 · 0.7 · 0.5
    [0.8, 0.06, 0.07]
    >>> round(float(found.aside["nobody"]), 3)
    0.07
    """
    relevant = np.asarray(relevance, dtype=np.float64)
    if not relevant.ndim:
        raise ValueError("relevance must be of at least one list, got one number")
    arrive = arrivals(1 - relevant)
    reach = arrive[..., :-1] if looks is None else np.asarray(looks, dtype=np.float64)
    if relevant.shape != reach.shape:
        raise ValueError(f"relevance of shape {relevant.shape} needs as much attention as ranks")
    if not np.all((relevant >= 0) & (relevant <= 1) & (reach >= 0) & (reach <= 1)):
        raise ValueError("relevance and attention must be from 0 to 1")
    clicks = reach * relevant
    nobody = arrive[..., -1] if looks is None else (1 - clicks).prod(-1)
    return Breakdown(
        {"relevance": relevant, "reach": reach, "contribution": clicks}, aside={"nobody": nobody}
    )


Preference: TypeAlias = tuple[int, int]
"""Two ranks: the document at the first is preferred to that at the second."""


def preferences(clicked: Sequence[int], shown: int) -> dict[str, list[Preference]]:
    """Return which documents one reader prefers to which, by five rules for clicks.

    Args:
        clicked: ranks from 1 in the order of the clicks; a rank that comes again counts once.
        shown: how many results the reader was shown, at least the lowest clicked rank.

    Returns:
        Pairs of ranks by rule. "skip_above": a clicked document to each one above it without a
        click, Joachims (2002). "last_click": the same for the last click alone. "earlier_click": a
        clicked document to each one that was clicked before. "skip_previous" and "next_not": a
        clicked document to the one before it, or after it, without a click. All are of Joachims,
        Granka, Pan, Hembrooke & Gay (2005).

    Raises:
        ValueError: a rank that is not a whole number from 1 to `shown`.

    >>> found = preferences([1, 3, 5], 6)
    >>> found["skip_above"], found["last_click"]
    ([(3, 2), (5, 2), (5, 4)], [(5, 2), (5, 4)])
    >>> found["earlier_click"], found["next_not"]
    ([(3, 1), (5, 1), (5, 3)], [(1, 2), (3, 4), (5, 6)])
    """
    ranks = [*dict.fromkeys(checks.count("clicked", rank) for rank in clicked)]
    if ranks and not 1 <= min(ranks) <= max(ranks) <= checks.count("shown", shown):
        raise ValueError(f"clicked must be ranks from 1 to {shown}, those shown, got {clicked!r}")
    skipped = [
        (rank, above) for rank in sorted(ranks) for above in range(1, rank) if above not in ranks
    ]
    return {
        "skip_above": skipped,
        "last_click": [(rank, above) for rank, above in skipped if rank == ranks[-1]],
        "earlier_click": [(rank, old) for at, rank in enumerate(ranks) for old in ranks[:at]],
        "skip_previous": [(rank, above) for rank, above in skipped if above == rank - 1],
        "next_not": [
            (rank, rank + 1) for rank in sorted(ranks) if rank < shown and rank + 1 not in ranks
        ],
    }


def attention(ranks: Array, decay: float) -> Array:
    """Return the share of readers who look at each rank: 1/i^decay.

    Raises:
        ValueError: a decay below 0.

    >>> attention(np.array([1.0, 2.0, 4.0]), 1).tolist()
    [1.0, 0.5, 0.25]
    """
    return np.asarray(ranks ** -checks.number("decay", decay, 0))


def simulated_clicks(expected: Breakdown, readers: int, seed: int, *, model: Model) -> Truth:
    """Draw the clicks of readers on one list: a random number from 0 to 1 a reader and rank.

    The same seed draws the same readers for every order of a list. Fewer readers are the first ones
    of more.

    Args:
        expected: of `expected_clicks`, for one list.
        readers: number of readers.
        seed: seed of the random generator.
        model: the one that `expected` is of.

    Returns:
        Who clicked on which rank, shape (readers, d).

    Raises:
        ValueError: a number or seed that is not a whole number of at least 0, an unknown model, or
            a breakdown of several lists.

    >>> clicks = expected_clicks(Ranking([1, 2], top_grade=2))  # half of them click on each
    >>> simulated_clicks(clicks, 10_000, seed=1, model="position").sum(0).tolist()
    [5027, 5004]
    """
    checks.one_of("model", model, MODELS)
    shares = expected.terms["contribution"]
    if shares.ndim != 1:
        raise ValueError(f"clicks are drawn on one list, got terms of shape {shares.shape}")
    generator = np.random.default_rng(checks.count("seed", seed))
    drawn = generator.random((checks.count("readers", readers), shares.size))
    if model == "position":
        return np.asarray(drawn < shares)
    would = drawn < expected.terms["relevance"]
    return np.asarray(would & (would.cumsum(-1) == 1))
