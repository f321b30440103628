"""What each rank adds to a score, in numbers and in words, for all that shows it.

The bars beside the cards, the worked formula, the chart, the drill and the sums of topics read
these.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction as Exact
from itertools import accumulate
from math import prod
from typing import Final, NamedTuple

from metrics.breakdown import Breakdown
from ui.core.plain import (
    MOST_PLACES,
    as_share,
    brief,
    counted,
    decimals,
    exactly,
    quotient,
    signed,
)

_MOST_FACTORS: Final = 5
"""Most factors of a summand; a longer one has their product."""
_LARGEST: Final = 9_999
"""Largest denominator of such a product as a fraction."""
_LONGEST: Final = 90
"""Most characters of an nDCG that is written out."""
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_EXACT: Final = 1e-12
_HALVED: Final = 64
"""Largest denominator of a share that is a number of halves, quarters, eighths and so on."""


class RankTerm(NamedTuple):
    """What a rank adds to a score.

    Attributes:
        rank: the rank, from 1.
        value: what it adds.
        summand: its summand in the worked formula, as `2/3` or `1/3·0.047`; "" if it has none.
        short: the quantity that a card or a bar shows, as `2/3` or `7/8 of 0.625 = 0.547`.
        sentence: how it is worked out.
    """

    rank: int
    value: float
    summand: str
    short: str
    sentence: str


class Fraction(NamedTuple):
    """A fraction of two counts; the value of 0/0 is 0."""

    above: int
    below: int

    @property
    def value(self) -> float:
        """The quotient."""
        return self.above / self.below if self.below else 0

    @property
    def worked(self) -> str:
        """Write it and its value behind a name: ` = 3/5 = 0.600`; 0/0 equals nothing."""
        value = as_share(self.value)
        return f" = {self} = {value}" if self.below else f": {self}, which counts as {value}"

    def __str__(self) -> str:
        """Write the fraction with a slash."""
        return f"{self.above}/{self.below}"


class Top(NamedTuple):
    """The top k of a list: its hits, all relevant documents, and whether recall is capped at k."""

    hits: int
    k: int
    exist: int
    capped: bool = False

    @property
    def fractions(self) -> Mapping[str, Fraction]:
        """Precision, recall and F1 as fractions, and Hit, which is 1 or 0."""
        possible = min(self.exist, self.k) if self.capped else self.exist
        return {
            "P": Fraction(self.hits, self.k),
            "R": Fraction(self.hits, possible),
            "F1": Fraction(2 * self.hits, self.k + self.exist),
            "Hit": Fraction(min(self.hits, 1), 1),
        }

    @property
    def counted(self) -> str:
        """The hits in words."""
        return counted(self.hits, "hit") if self.hits else "0 hits"

    def worked(self, *names: str) -> str:
        """Work out some of the fractions."""
        found = self.fractions
        each = {name: found[name].worked for name in found}
        each["F1"] = f" = 2·{self.hits}/({self.k}+{self.exist}) = {as_share(found['F1'].value)}"
        each["Hit"] = f" = {found['Hit'].above}"
        return ", ".join(f"{name}@{self.k}{each[name]}" for name in names)


def of_precision(breakdown: Breakdown) -> list[RankTerm]:
    """Return the precision down to each rank, and what a hit adds."""
    terms, hits = breakdown.terms, 0
    ranks = zip(*(terms[name].tolist() for name in ("relevant", "contribution")), strict=True)
    found = []
    for rank, (is_hit, adds) in enumerate(ranks, start=1):
        hits += int(is_hit)
        top = Top(hits, rank, 0)
        sentence = f"{top.counted} in {rank}: {top.worked('P')}"
        found.append(RankTerm(rank, adds, f"{is_hit:g}", str(top.fractions["P"]), sentence))
    return found


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


def of_interpolated(breakdown: Breakdown) -> list[RankTerm]:
    """Return the precision and the recall at each rank, and what its levels of recall add."""
    names = ("relevant", "precision", "levels", "contribution")
    exist, points = float(breakdown.aside["relevant_total"]), breakdown.aside["level"].size
    found, hits = [], 0
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    for rank, (is_hit, precision, levels, adds) in enumerate(ranks, start=1):
        hits += int(is_hit)
        p, r = Fraction(hits, rank), Fraction(hits, int(exist))
        best = f"the best at {levels:g} of {counted(points, 'recall level')}"
        sentence = f"P {p} = {decimals(precision)}, R {r} = {decimals(r.value)}, "
        sentence += f"{best}, adds {decimals(adds)}" if levels else "adds nothing"
        times = "" if points == 1 else f"{levels:g}·"
        found.append(RankTerm(rank, adds, f"{times}{p}" if levels else "", str(p), sentence))
    return found


def of_graded_average_precision(
    breakdown: Breakdown, groups: Sequence[Breakdown]
) -> list[RankTerm]:
    """Return the precisions that groups of readers see at a rank, and what it adds.

    Args:
        breakdown: the graded average precision.
        groups: the average precision of each group of readers, from grade 1 on, from 2, and so on.
    """
    total, shares = float(breakdown.aside["denominator"]), breakdown.aside["share"].tolist()
    hits = [group.terms["relevant"].tolist() for group in groups]
    so_far = [group.terms["relevant"].cumsum().tolist() for group in groups]
    ranks = zip(
        *(breakdown.terms[name].tolist() for name in ("precision", "contribution")), strict=True
    )
    found = []
    for rank, (seen, adds) in enumerate(ranks, start=1):
        each = [
            f"{down[rank - 1]:g}/{rank}" if hit[rank - 1] else ""
            for hit, down in zip(hits, so_far, strict=True)
        ]
        parts = [
            f"{decimals(share)} × {precision}"
            for share, precision in zip(shares, each, strict=True)
            if share and precision
        ]
        short = ", ".join(precision or "–" for precision in each)
        if len(each) > _MOST_FACTORS:
            short = f"for {sum(map(bool, each))} of {len(each)}"
        sentence = f"{' + '.join(parts)} = {decimals(seen)}, adds {decimals(seen)} / {total:.4g}"
        found.append(
            RankTerm(
                rank,
                adds,
                decimals(seen) if seen else "",
                short if any(each) else "",
                f"{sentence} = {decimals(adds)}" if parts else "good for nobody, adds nothing",
            )
        )
    return found


def of_q_measure(breakdown: Breakdown) -> list[RankTerm]:
    """Return the blended ratio at each rank, and what it adds at a hit."""
    total, beta = float(breakdown.aside["denominator"]), float(breakdown.aside["patience"])
    times = "" if beta == 1 else f"{beta:g}·"
    names = ("relevant", "gain", "ideal_gain", "blended_ratio", "contribution")
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    found, hits = [], 0
    for rank, (is_hit, gain, ideal, blended, adds) in enumerate(ranks, start=1):
        hits += int(is_hit)
        above, below = round(hits + beta * gain, 3), round(rank + beta * ideal, 3)
        short = f"{above:.12g}/{below:.12g}"
        added = f"adds 1/{total:g} × {decimals(blended)} = {decimals(adds)}"
        found.append(
            RankTerm(
                rank,
                adds,
                short if is_hit else "",
                short,
                f"gain so far {gain:g}, ideal {ideal:g}: ({hits} + {times}{gain:g})/"
                f"({rank} + {times}{ideal:g}) = {decimals(blended)}, "
                + (added if is_hit else "no hit, adds nothing"),
            )
        )
    return found


def of_bpref(breakdown: Breakdown) -> list[RankTerm]:
    """Return how much of a hit the judged misses above it leave, and what it adds.

    What nobody judged adds nothing and takes nothing.
    """
    exist, before = float(breakdown.aside["relevant_total"]), 0.0
    least = min(exist, float(breakdown.aside["irrelevant_total"]))
    names = ("relevant", "irrelevant_above", "contribution")
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    found = []
    for rank, (is_hit, above, adds) in enumerate(ranks, start=1):
        lost, is_miss = min(above, exist), above > before
        before = above
        if is_hit:
            left = f"{least - lost:g}/{least:g}" if least else "1"
            short = f"1 − {lost:g}/{least:g}" if least else "1"
            times = f" × ({short})" if least else ""
            misses = f"{above:g} judged {'miss' if above == 1 else 'misses'} above"
            sentence = f"{misses}, adds 1/{exist:g}{times} = {decimals(adds)}"
        elif is_miss:
            left, short = "", ""
            sentence = "a judged miss, each hit below it adds less, adds nothing"
        else:
            left, short = "", "?"
            sentence = "nobody judged it, adds nothing and takes nothing"
        found.append(RankTerm(rank, adds, left if adds else "", short, sentence))
    return found


def of_inversions(breakdown: Breakdown) -> list[RankTerm]:
    """Return how many documents above each rank are worse; each is a wrong pair."""
    found = []
    for rank, worse in enumerate(breakdown.terms["contribution"].tolist(), start=1):
        sentence = f"{worse:g} of {rank - 1} above worse, adds {worse:g}"
        short = f"+{worse:g}" if worse else ""
        found.append(RankTerm(rank, worse, f"{worse:g}", short, sentence))
    return found


def of_err(breakdown: Breakdown) -> list[RankTerm]:
    """Return the share of the readers who stop at each rank, and what their stops add."""
    names = ("reach", "satisfaction", "stop", "contribution")
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    found: list[RankTerm] = []
    passed: list[str] = []  # the share that each document above lets pass, as far as it is not all
    left = 1.0
    for rank, (reach, satisfied, stop, adds) in enumerate(ranks, start=1):
        factors = [f"1/{rank}", *passed, fraction(satisfied)]
        factors = [factor for factor in factors if factor != "1"]
        exact = abs(left - reach) < _EXACT and all(factors)
        if exact and len(factors) > _MOST_FACTORS:
            share = prod(map(Exact, factors[1:]), start=Exact(1))
            factors, exact = [factors[0], f"{share}"], share.denominator <= _LARGEST
        rounded = decimals(stop) if stop >= 0.1 else f"{stop:.3g}"
        product = "·".join(factors) if exact else f"1/{rank}·{rounded}"
        found.append(
            RankTerm(
                rank,
                adds,
                product if stop >= 5e-4 else "",
                _stopping(reach, satisfied, stop),
                f"{decimals(reach)} still read, the document satisfies {decimals(satisfied)} of "
                f"them: {decimals(stop)} stop. Adds 1/{rank} × {decimals(stop)} = {decimals(adds)}",
            )
        )
        passed += [fraction(1 - satisfied)] * (satisfied > 0)
        left *= 1 - satisfied
    return found


def _stopping(
    reach: float,
    satisfied: float,
    stop: float,
    *,
    reached: str = "",
    does: str = "stop",
    nobody: str = "nobody left",
) -> str:
    """Write how many stop at a rank, or do something else: the share, of those who reach it.

    `reached` is how the share who reach it is written, by default as any share.
    """
    if not reach or not stop:
        return f"none {does}" if reach else nobody
    if stop == 1:
        return f"all {does}"
    some, stops = map(share_text, (satisfied, stop))
    return f"{some} of all" if reach == 1 else f"{some} of {reached or share_text(reach)} = {stops}"


def fraction(share: float, most: int = 16) -> str:
    """Write a share as a fraction, as `7/8`; "" if none has a denominator of at most `most`.

    A share that was halved again and again may have a larger one.

    >>> fraction(7 / 8), fraction(1 / 64), fraction(1 / 128), fraction(4 / 25)
    ('7/8', '1/64', '', '')
    """
    halved = Exact(share)
    exact = halved if halved.denominator <= _HALVED else halved.limit_denominator(most)
    return str(exact) if abs(exact - share) < _EXACT else ""


def share_text(share: float) -> str:
    """Write a share as a short fraction, or else with three decimals."""
    return fraction(share) or decimals(share)


def of_rbp(breakdown: Breakdown) -> list[RankTerm]:
    """Return the weight of each rank, and what it adds."""
    names = ("reach", "weight", "utility", "contribution")
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    goes_on = (
        fraction(float(breakdown.terms["reach"][1])) if breakdown.terms["reach"].size > 1 else ""
    )

    def reached(rank: int, reach: float) -> str:
        """Write a power of p, whose decimals do not look like one."""
        power = f"({goes_on}){str(rank - 1).translate(_RAISED)}"
        return power if rank > 2 and goes_on and not fraction(reach) else ""

    return [
        RankTerm(
            rank,
            float(adds),
            f"{worth:.4g}·{decimals(reach)}" if adds else "",
            _stopping(reach, weight / reach if reach else 0, weight, reached=reached(rank, reach)),
            f"{decimals(reach)} look here, {decimals(weight)} stop: the weight. Adds "
            f"{decimals(weight)} × worth {worth:.4g} = {decimals(adds)}",
        )
        for rank, (reach, weight, worth, adds) in enumerate(ranks, start=1)
    ]


def of_cwl(breakdown: Breakdown) -> list[RankTerm]:
    """Return the share of the attention at each rank, and what it adds to the rate of gain."""
    names = ("continuation", "reach", "weight", "gain", "stop", "contribution")
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    found = []
    for rank, (goes_on, reach, weight, gain, stop, adds) in enumerate(ranks, start=1):
        c, v, w, last = map(decimals, (goes_on, reach, weight, stop))
        sentence = f"C {c}, V {v}, W {w} × gain {decimals(gain)} = {decimals(adds)}, L {last}"
        summand = f"{w}·{gain:.4g}" if adds >= 5e-7 else ""
        found.append(RankTerm(rank, adds, summand, w, sentence))
    return found


def of_clicks(breakdown: Breakdown) -> list[RankTerm]:
    """Return the share of readers who look at each rank, and the share who click there."""
    names, found = ("reach", "relevance", "contribution"), []
    ranks = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    for rank, (reach, relevance, adds) in enumerate(ranks, start=1):
        factors = [share_text(share) for share in (reach, relevance)]
        sentence = (
            f"{decimals(reach)} look, and {decimals(relevance)} of those click: {decimals(adds)}"
        )
        short = _stopping(reach, relevance, adds, does="click", nobody="nobody looks")
        found.append(RankTerm(rank, adds, "·".join(factors), short, sentence))
    return found


def of_gain(breakdown: Breakdown, weigh: Callable[[int], str] = lambda _: "") -> list[RankTerm]:
    """Return gain times weight at each rank, of a DCG or of the DCG in an nDCG.

    `weigh` writes how the weight of a rank comes about, as `1/log₂ 4`.
    """
    found = []
    terms = zip(*(breakdown.terms[name].tolist() for name in ("gain", "weight")), strict=True)
    places = _places_of_gain(breakdown)
    for rank, (gain, weight) in enumerate(terms, start=1):
        adds, written = decimals(gain * weight), weight_of(gain, weight)
        short = f"{gain:g} × {written} = {adds}"
        how = weigh(rank)
        found.append(
            RankTerm(
                rank,
                gain * weight,
                f"{gain:g}·{decimals(weight, places)}" if gain else "",
                short,
                f"gain {gain:g} × weight {f'{how} = {short}' if how else short.partition('× ')[2]}",
            )
        )
    return found


def weight_of(gain: float, weight: float) -> str:
    """Write a weight with as many digits as its product with the gain needs for three decimals.

    >>> weight_of(1, 0.430677), weight_of(7, 0.430677)
    ('0.431', '0.4307')
    """
    texts = [decimals(weight, places) for places in range(3, MOST_PLACES + 1)]
    product = decimals(gain * weight)
    return next((text for text in texts if decimals(gain * float(text)) == product), texts[-1])


def _places_of_gain(breakdown: Breakdown) -> int:
    """Return how many digits the parts of a worked DCG or nDCG need to give its three decimals."""
    ideal = float(breakdown.aside.get("ideal_dcg", 0))
    terms = [*zip(*(breakdown.terms[name].tolist() for name in ("gain", "weight")), strict=True)]
    for places in range(3, MOST_PLACES):
        by_hand = sum(gain * round(weight, places) for gain, weight in terms)
        if ideal:
            by_hand /= round(ideal, places) or 1
        if decimals(by_hand) == decimals(float(breakdown.score)):
            return places
    return MOST_PLACES


def ideal_order(ndcg: Breakdown) -> Breakdown:
    """Return the breakdown of the ideal DCG that an nDCG is divided by."""
    gains, weights = ndcg.aside["ideal_gain"], ndcg.aside["ideal_weight"]
    return Breakdown({"gain": gains, "weight": weights, "contribution": gains * weights})


def of_squared_error(breakdown: Breakdown) -> list[RankTerm]:
    """Return the squared error of each document, exact if it is short, and what it adds to MSE.

    A document without a score or without a grade adds nothing.
    """
    n = int(breakdown.aside["counted"])
    names = ("predicted", "error", "squared", "contribution")
    rows = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    found = []
    for row, (score, error, squared, adds) in enumerate(rows, start=1):
        if error != error:
            lacking = "no score" if score != score else "no grade"
            found.append(RankTerm(row, 0, "", lacking, f"{lacking}, adds nothing"))
            continue
        square = f"{abs(round(error, 3)):g}²"
        signed = f"({decimals(error, 2)})" if error < 0 else decimals(error, 2)
        sentence = (
            f"predicted {decimals(score, 2)}, grade {score - error:g}: {signed}² = "
            f"{decimals(squared)}, adds 1/{n} × {decimals(squared)} = {decimals(adds)}"
        )
        is_exact = abs(error - round(error, 2)) < _EXACT
        total = exactly(squared) if is_exact else decimals(squared)
        worked = f"({brief(score)} − {brief(score - error)})² = {total}"
        found.append(RankTerm(row, adds, square, worked, sentence))
    return found


def of_mean(breakdown: Breakdown) -> list[RankTerm]:
    """Return the score of each query, and what it adds to their mean.

    The number of a query stands in the place of a rank.
    """
    names = ("score", "defined", "counts", "contribution")
    queries = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    n, found = f"{float(breakdown.aside['count']):g}", []
    for number, (score, defined, counts, adds) in enumerate(queries, start=1):
        written = f"{score:g}" if breakdown.aside.get("whole") else decimals(score)
        short = written if defined else f"0/0 → {written}" if counts else "left out"
        sentence = f"{short}, adds 1/{n} × {written} = {decimals(adds)}"
        if not counts:
            written, sentence = "", "nothing to find, left out"
        found.append(RankTerm(number, adds, written, short, sentence))
    return found


def of_lead(
    a: Breakdown, b: Breakdown, listed: int, name: str, *, higher_is_better: bool = True
) -> list[RankTerm]:
    """Return how far list A is ahead of list B, down to each of the `listed` ranks.

    What belongs to no rank is added at the last one. `name` is the metric's.
    """
    sums = []
    for one in (a, b):
        adds = [*one.terms["contribution"].tolist(), *[0.0] * listed][:listed]
        so_far = [*accumulate(adds)]
        if so_far:
            so_far[-1] = float(one.score) if one.score == one.score else so_far[-1]
        sums.append(so_far)
    found, before = [], 0.0
    for rank, (of_a, of_b) in enumerate(zip(*sums, strict=True), start=1):
        lead = of_a - of_b if higher_is_better else of_b - of_a
        ahead = "A" if lead > 0 else "B"
        by = f"{ahead} is ahead by {decimals(abs(lead))}" if abs(lead) >= 5e-4 else "none is ahead"
        step = signed(lead - before, nothing="0")
        sentence = f"{name} so far {decimals(of_a)} in A, {decimals(of_b)} in B: {by}"
        found.append(RankTerm(rank, lead, step, signed(lead, nothing="0"), sentence))
        before = lead
    return found


def of_tau(breakdown: Breakdown) -> list[RankTerm]:
    """Return for each document of a list its pairs in the same order and those that cross."""
    names, found = ("right", "wrong", "contribution"), []
    rows = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    for rank, (same, crossed, adds) in enumerate(rows, start=1):
        crosses = "crosses" if crossed == 1 else "cross"
        sentence = (
            f"of {counted(round(same + crossed), 'pair')}, {same:g} in the same order, "
            f"{crossed:g} {crosses}"
        )
        net = f"{same - crossed:g}".replace("-", "−")
        found.append(RankTerm(rank, adds, net, f"{same:g} − {crossed:g}", sentence))
    return found


def of_rbo(breakdown: Breakdown) -> list[RankTerm]:
    """Return what two tops share at each depth, and what the depth adds."""
    names, found = ("overlap", "weight", "contribution"), []
    rows = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    for depth, (overlap, weight, adds) in enumerate(rows, start=1):
        shared = brief(overlap * depth, 2)
        sentence = (
            f"depth {depth}: {shared} of {depth} in both = {decimals(overlap)}, "
            f"weight {decimals(weight)}, adds {decimals(adds)}"
        )
        summand = f"{decimals(weight)}·{shared}/{depth}" if adds else ""
        found.append(RankTerm(depth, adds, summand, f"{shared}/{depth}", sentence))
    return found


def factor(key: str, breakdown: Breakdown, k: int) -> str:
    """Return the factor of the sum of a metric's summands, as `1/5`, or nothing."""
    aside = breakdown.aside
    if key == "precision":
        return f"1/{k}"
    if key == "average_precision" and float(aside["denominator"]) > 1:
        return f"1/{aside['denominator']:g}"
    if key == "ndcg" and aside["ideal_dcg"]:
        return f"1/{decimals(float(aside['ideal_dcg']), _places_of_gain(breakdown))}"
    return ""


OF: Final[Mapping[str, Callable[[Breakdown], Sequence[RankTerm]]]] = {
    "inversions": of_inversions,
    "precision": of_precision,
    "average_precision": of_average_precision,
    "interpolated_precision": of_interpolated,
    "interpolated_average_precision": of_interpolated,
    "q_measure": of_q_measure,
    "bpref": of_bpref,
    "err": of_err,
    "rbp": of_rbp,
    "rate_of_gain": of_cwl,
    "expected_clicks": of_clicks,
    "dcg": of_gain,
    "ndcg": of_gain,
    "mse": of_squared_error,
    "mean": of_mean,
    "kendall_tau": of_tau,
    "rbo": of_rbo,
}
"""The terms of each metric that has them, by its key."""


def ndcg_by_hand(breakdown: Breakdown) -> str:
    """Return nDCG as sums of gain times weight, or of more digits where these are too few."""
    terms, aside = breakdown.terms, breakdown.aside
    pairs = (terms["gain"], terms["weight"]), (aside["ideal_gain"], aside["ideal_weight"])
    sums = [
        [(gain, round(weight, 3)) for gain, weight in zip(*map(list, pair), strict=False) if gain]
        for pair in pairs
    ]
    above, below = (sum(gain * weight for gain, weight in each) for each in sums)
    each = (" + ".join(_times(*pair) for pair in some) for some in sums)
    written = " / ".join(f"({one})" if "+" in one else one for one in each)
    by_hand = decimals(above / below) if below and len(written) <= _LONGEST else ""
    if by_hand == decimals(float(breakdown.score)):
        return written
    return quotient(float(aside["dcg"]), float(aside["ideal_dcg"]))


def _times(gain: float, weight: float) -> str:
    """Write gain times weight, without a factor of 1."""
    if weight == 1:
        return f"{gain:g}"
    return decimals(weight) if gain == 1 else f"{gain:g}·{decimals(weight)}"
