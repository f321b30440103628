"""What each rank adds to a score, in numbers and in words, for all that shows it.

The bars beside the cards, the worked formula, the chart, the drill and the sums of topics read
these.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from metrics.breakdown import Breakdown
from ui.core.plain import counted, decimals


class RankTerm(NamedTuple):
    """What a rank adds to a score.

    Attributes:
        rank: the rank, from 1.
        value: what it adds.
        summand: its summand in the worked formula, as `2/3` or `1/3·0.047`; "" if it has none.
        short: the quantity that a card or a bar shows, as `2/3` or `0.375 of 0.625`.
        sentence: how it is worked out.
    """

    rank: int
    value: float
    summand: str
    short: str
    sentence: str


def of_average_precision(breakdown: Breakdown) -> list[RankTerm]:
    """Return the precision at each rank, and what it adds at a hit."""
    total, terms, hits = float(breakdown.aside["denominator"]), breakdown.terms, 0
    ranks = zip(*(terms[name] for name in ("relevant", "precision", "contribution")), strict=True)
    found = []
    for rank, (is_hit, precision, adds) in enumerate(ranks, start=1):
        hits += int(is_hit)
        share = f"{hits}/{rank}"
        added = f"adds 1/{total:g} × {decimals(precision)} = {decimals(adds)}"
        found.append(
            RankTerm(
                rank,
                float(adds),
                share if is_hit else "",
                share,
                f"{counted(hits, 'hit') if hits else '0 hits'} in {rank} = {decimals(precision)}, "
                + (added if is_hit else "no hit, adds nothing"),
            )
        )
    return found


def of_err(breakdown: Breakdown) -> list[RankTerm]:
    """Return the share of the readers who stop at each rank, and what their stops add."""
    names = ("reach", "satisfaction", "stop", "contribution")
    ranks = zip(*(breakdown.terms[name] for name in names), strict=True)
    return [
        RankTerm(
            rank,
            float(adds),
            f"1/{rank}·{decimals(stop)}" if stop >= 5e-4 else "",
            f"{decimals(stop)} of {decimals(reach)}",
            f"{decimals(reach)} still read, the document satisfies {decimals(satisfied)} of them: "
            f"{decimals(stop)} stop. Adds 1/{rank} × {decimals(stop)} = {decimals(adds)}",
        )
        for rank, (reach, satisfied, stop, adds) in enumerate(ranks, start=1)
    ]


def of_rbp(breakdown: Breakdown) -> list[RankTerm]:
    """Return the weight of each rank, and what it adds."""
    names = ("reach", "weight", "utility", "contribution")
    ranks = zip(*(breakdown.terms[name] for name in names), strict=True)
    return [
        RankTerm(
            rank,
            float(adds),
            f"{worth:.4g}·{decimals(reach)}" if adds else "",
            f"{decimals(weight)} of {decimals(reach)}",
            f"{decimals(reach)} look here, {decimals(weight)} stop: the weight. Adds "
            f"{decimals(weight)} × worth {worth:.4g} = {decimals(adds)}",
        )
        for rank, (reach, weight, worth, adds) in enumerate(ranks, start=1)
    ]


def of_gain(breakdown: Breakdown, weigh: Callable[[int], str] = lambda _: "") -> list[RankTerm]:
    """Return gain times weight at each rank, of a DCG or of the DCG in an nDCG.

    `weigh` writes how the weight of a rank comes about, as `1/log₂(1 + 3)`.
    """
    found = []
    terms = zip(*(breakdown.terms[name].tolist() for name in ("gain", "weight")), strict=True)
    for rank, (gain, weight) in enumerate(terms, start=1):
        adds, written = decimals(gain * weight), decimals(weight)
        short = f"{gain:g} × {written} = {adds}"
        how = weigh(rank)
        found.append(
            RankTerm(
                rank,
                gain * weight,
                f"{gain:g}·{written}" if gain else "",
                short,
                f"gain {gain:g} × weight {f'{how} = {short}' if how else short.partition('× ')[2]}",
            )
        )
    return found


def ideal_order(ndcg: Breakdown) -> Breakdown:
    """Return the breakdown of the ideal DCG that an nDCG is divided by."""
    gains, weights = ndcg.aside["ideal_gain"], ndcg.aside["ideal_weight"]
    return Breakdown({"gain": gains, "weight": weights, "contribution": gains * weights})


OF: Final[Mapping[str, Callable[[Breakdown], Sequence[RankTerm]]]] = {
    "average_precision": of_average_precision,
    "err": of_err,
    "rbp": of_rbp,
    "dcg": of_gain,
    "ndcg": of_gain,
}
"""The terms of each metric that has them, by its key."""
