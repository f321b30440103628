"""Which numbers of one system cannot stand together.

The bounds hold for one list and for means over the same queries alike.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import inf, log2
from typing import Final, NamedTuple, TypeAlias

from ..catalog import METRICS
from ..evaluation import parse
from ..ranking import Ranking
from .reading import EXACT, Number

Measure: TypeAlias = tuple[str, int | None]
"""Catalog key and cutoff of a metric; None for the whole list."""

CONTEXT_PRECISION: Final = re.compile(
    r"(?:non_?)?(?:llm_?)?context(?:ual)?_?precision[a-z_]*(?:[@_](\d+))?", re.IGNORECASE
)
"""Names of AP in tools that test answers from retrieved texts; that of autoevals is a hit."""
AT_R: Final = re.compile(r"(?<!\w)m?ap@r(?!\w)", re.IGNORECASE)
"""Names of AP at k = R, the number of relevant documents."""
_HIT_RATE: Final = re.compile(r"(?:hits?|hr|acc|accuracy)([@_]\d+)", re.IGNORECASE)
"""Further names of Hit@k; ranx calls a count so, which no share of queries can be."""
_RISING: Final = ("hit", "recall", "reciprocal_rank", "average_precision")
"""Metrics that a deeper cutoff never lowers."""
_FALLING: Final = {
    "recall": "where R is divided by min(relevant, k)",
    "average_precision": "where AP is divided by min(relevant, k), by k or by the hits found",
}
"""With which conventions a rising metric may fall with k all the same."""
_ONE_OF_NONE: Final = ("recall", "average_precision", "ndcg")
"""Metrics that are 1 in some tools where nothing is relevant."""
_NOTHING_IS_1: Final = "a query with nothing relevant counts 1"
_FAR_ABOVE: Final = 2
"""Largest score that a document which counts twice may explain; more is rather a percentage."""
_RANKS: Final = ("mean_rank", "first_relevant_rank")
"""Metrics that are the mean rank of the first hit where each query has one relevant document."""
_OF_HITS: Final = ("precision", "average_precision", "recall", "f1", "ndcg")
"""Metrics of all hits that are 0 without a hit, and only then."""
_SAME_AT_MORE: Final = 3
_SAME_AT_TWO: Final = 5
"""Fewest decimals that are the same by no chance at three cutoffs or more, and at two."""
_OF_FIRST: Final = ("reciprocal_rank", "hit", "precision")
"""Metrics that are the same number at k = 1."""


class Stated(NamedTuple):
    """A number with the metric that it is said to be."""

    metric: str
    k: int | None
    number: Number

    @property
    def label(self) -> str:
        """The metric's symbol, with its cutoff."""
        return METRICS[self.metric].label(self.k)

    @property
    def rounding(self) -> float:
        """Largest rounding error, also of a number with one decimal."""
        places = self.number.places
        return EXACT if places is None else 0.5 * 10.0**-places

    @property
    def low(self) -> float:
        """The lowest value that may have been rounded to it."""
        return self.number.value - self.rounding

    @property
    def high(self) -> float:
        """The highest value that may have been rounded to it."""
        return self.number.value + self.rounding

    @property
    def depth(self) -> float:
        """The cutoff, infinite for the whole list."""
        return inf if self.k is None else self.k


class Bound(NamedTuple):
    """What some numbers say of another.

    Attributes:
        text: in sentences.
        is_kept: whether the numbers can stand together.
        needs: with which convention they can, as the end of a sentence; "" for any.
        unless: which convention that few tools have breaks the bound, as a clause; "" for none.
    """

    text: str
    is_kept: bool
    needs: str = ""
    unless: str = ""


def measure(name: str) -> Measure | None:
    """Return the metric and the cutoff that a name stands for, or None.

    >>> measure("Hits@10"), measure("recip_rank"), measure("scikit-learn")
    (('hit', 10), ('reciprocal_rank', None), None)
    >>> measure("ContextPrecision"), measure("context_precision@2"), measure("MAP@R")
    (('average_precision', None), ('average_precision', 2), ('average_precision', None))
    """
    if context := CONTEXT_PRECISION.fullmatch(name.strip()):
        return "average_precision", int(context[1]) if context[1] else None
    if AT_R.fullmatch(name.strip()):
        return "average_precision", None
    try:
        found = parse(_HIT_RATE.sub(r"hit\1", name.strip()))
    except ValueError:
        return None
    return (found.key, found.knobs.get("k")) if found.key in METRICS else None


def bounds(stated: Sequence[Stated]) -> list[Bound]:
    """Return what the numbers say of each other, broken bounds first, then what needs something.

    >>> numbers = {("reciprocal_rank", None): 0.06, ("hit", 1): 0.06, ("hit", 10): 0.3}
    >>> found = bounds([
    ...     Stated(*of, Number.of(f"{value:.2f}", value, 0.005)) for of, value in numbers.items()
    ... ])
    >>> print(found[0].text)
    RR is at least 0.06/1 + 0.24/10 = 0.084, so 0.06 is impossible if RR is 1/rank of the first hit.
    """
    by_measure = {(each.metric, each.k): each for each in stated}
    found = [
        *(bound for each in stated for bound in _range(each)),
        *(bound for k in {each.k for each in stated} for bound in _same_divisor(k, by_measure)),
        *(
            bound
            for each in stated
            if each.metric == "reciprocal_rank"
            for bound in _of_rr(each, stated)
        ),
        *(
            bound
            for rr, other in product(stated, stated)
            if rr.metric == "reciprocal_rank" and other.metric in _OF_HITS and other.k
            for bound in _of_first_hit(rr, other, other.k)
        ),
        *(
            bound
            for rank in stated
            if rank.metric in _RANKS and rank.k is None
            for bound in _of_mean_rank(rank, stated)
        ),
        *(bound for pair in combinations(stated, 2) for bound in _over_k(*pair)),
        *_of_counts(stated),
        *_same_digits(stated),
        *(bound for k in {each.k for each in stated} for bound in _at_k(k, by_measure)),
    ]
    return sorted(dict.fromkeys(found), key=lambda bound: (bound.is_kept, not bound.needs))


def off_list(stated: Sequence[Stated], ranking: Ranking) -> list[str]:
    """Return what is wrong if a list has some of the numbers and not the others, in sentences.

    >>> found = [Stated("precision", 5, Number.of("1.0", 1, 0.05))]
    >>> found += [Stated("recall", 5, Number.of("0.25", 0.25, 0.005))]
    >>> off_list(found, Ranking([1] * 5, missed=[1] * 3))
    ['The list on the board has P@5 1.0, too. But its R@5 is 0.625 and not 0.25.']
    """
    own = [_score(each, ranking) for each in stated]
    pairs = [*zip(stated, own, strict=True)]
    same = [each for each, score in pairs if each.low <= score <= each.high]
    others = [(each, score) for each, score in pairs if each not in same]
    # Only ends of the scale are of many lists.
    if not any(0 < each.number.value < 1 for each in same) and len(others) > 1:
        first, score = others[0]
        return [
            f"None of them is of the list on the board. For example, its {first.label} is "
            f"{score:.4g}."
        ]
    has = f"The list on the board has {same[0].label} {same[0].number.text}, too."
    return [
        f"{has} But its {each.label} is {score:.4g} and not {each.number.text}."
        for each, score in others
    ]


def _score(each: Stated, ranking: Ranking) -> float:
    metric = METRICS[each.metric]
    return float(metric.compute(ranking, **({"k": each.k} if metric.has_cutoff else {})).score)


def _range(each: Stated) -> Iterator[Bound]:
    low, high = METRICS[each.metric].range
    if not low - EXACT <= each.number.value <= (inf if high is None else high + EXACT):
        limits = f"at least {low:g}" if high is None else f"from {low:g} to {high:g}"
        above = high is not None and each.number.value > high
        is_percent = above and each.number.value > _FAR_ABOVE
        why = " It may be a percentage." if is_percent else " Perhaps a document counts twice."
        said = f"{each.label} is {limits}, so {each.number.text} is impossible."
        yield Bound(f"{said}{why * above}", False)


def _of_rr(rr: Stated, stated: Sequence[Stated]) -> Iterator[Bound]:
    """Bound the reciprocal rank by the share of queries with a hit in the first ranks."""
    hits = sorted(
        (each for each in stated if each.metric == "hit" and each.k and each.k <= rr.depth),
        key=lambda each: each.depth,
    )
    if not hits or rr.k == 1:
        return
    known = [(0, 0.0), *((int(each.depth), each.number.value) for each in hits)]
    steps = [(before + 1, at, more - some) for (before, some), (at, more) in pairwise(known)]
    rest = (1 - known[-1][1]) / (known[-1][0] + 1) * (rr.depth > known[-1][0])
    low = sum(share / last for _, last, share in steps)
    high = sum(share / first for first, _, share in steps) + rest
    error = sum(each.rounding for each in hits)
    sum_ = " + ".join(f"{share:.4g}/{last}" for _, last, share in steps if share)
    if rr.high < low - error:
        said = f"{rr.label} is at least {sum_} = {low:.4g}, so {rr.number.text} is impossible"
        yield Bound(f"{said} if RR is 1/rank of the first hit.", False)
    elif rr.low > high + error:
        said = (
            f"{rr.label} is at most {high:.4g} with these hits, so {rr.number.text} is impossible."
        )
        yield Bound(said, False)
    else:
        said = f"With these hits {rr.label} is from {low:.4g} to {high:.4g}: {rr.number.text} fits."
        yield Bound(said, True)


def _of_first_hit(rr: Stated, other: Stated, k: int) -> Iterator[Bound]:
    """Bound a metric of all hits in the top k by the reciprocal rank of the first, and it by that.

    A query with RR above 0 has a hit, and a hit in the top k has an RR of 1/k or more.
    """
    is_0 = rr.number.value == 0 and other.low > 0
    if rr.depth >= k and (is_0 or other.low > k * rr.high):
        most = "0" if is_0 else f"{k} · {rr.number.text} = {k * rr.number.value:.4g}"
        rounded = f", unless {rr.number.text} was rounded" * (other.low <= k * rr.high)
        where = " if each document with a gain is relevant" * (other.metric == "ndcg")
        yield Bound(
            f"A query without a hit has {other.label} 0{where}. With a hit, {rr.label} is at least "
            f"1/{k}, if it is of the first. So {other.label} is at most {most}: "
            f"{other.number.text} is impossible{rounded}.",
            False,
            unless=_NOTHING_IS_1 * (other.metric in _ONE_OF_NONE),
        )
    elif other.metric == "recall" and k == 1 < rr.depth:
        yield Bound(
            f"{other.label} is never above {rr.label}: a hit at rank 1 gives {rr.label} 1. "
            f"{other.number.text} and {rr.number.text} fit.",
            True,
        )
    dcg_of_hits = sum(1 / log2(rank + 1) for rank in range(1, k + 1))
    over, where, why = {
        "precision": (k, "", ""),
        "average_precision": (k, " where it is divided by at most k", "it is divided by more"),
        "ndcg": (dcg_of_hits, " where grades are 0 and 1", "grades are higher"),
    }.get(other.metric, (None, "", ""))
    least, lowest = (_in_top(value, rr.depth, k) for value in (rr.number.value, rr.low))
    if over is None or least <= 0 or (k == 1 and other.metric in _OF_FIRST):
        return
    is_below = other.high < lowest / over
    is_kept = not is_below or bool(why and other.number.value > 0)
    fits = f"is below, so {why}." if is_below else "fits."
    yield Bound(
        f"A query with {rr.label} above 0 has a hit, so {other.label} is above 0, too: at least "
        f"{least:.4g}/{over:.4g} = {least / over:.4g}{where}. {other.number.text} "
        + (fits if is_kept else "is impossible."),
        is_kept,
    )


def _in_top(value: float, depth: float, k: int) -> float:
    """Return the least RR@k for an RR at a depth: a first hit below k adds at most 1/(k + 1)."""
    return value if depth <= k else (value * (k + 1) - 1) / k


def _of_mean_rank(rank: Stated, stated: Sequence[Stated]) -> Iterator[Bound]:
    """Bound the mean rank of the first hit by RR and by the share of queries with a hit."""
    rr = next((each for each in stated if (each.metric, each.k) == ("reciprocal_rank", None)), None)
    if rr and rank.low > 0:
        is_kept = rr.high >= 1 / rank.high
        yield Bound(
            f"The mean of 1/rank is at least 1 over the mean rank: {rr.label} is at least "
            f"1/{rank.number.text} = {1 / rank.number.value:.4g} if each query has a hit. "
            + f"{rr.number.text} "
            + ("fits." if is_kept else "is impossible."),
            is_kept,
        )
    for hit in (each for each in stated if each.metric == "hit" and each.k):
        share, below = hit.number.value, hit.depth + 1
        least = share + (1 - share) * below
        is_kept = rank.high >= least - hit.rounding * below
        yield Bound(
            f"A query without a hit at {hit.label} has rank {below:g} or more, so {rank.label} is "
            f"at least {share:.4g} + {1 - share:.4g} · {below:g} = {least:.4g}. "
            + f"{rank.number.text} "
            + ("fits." if is_kept else "is impossible."),
            is_kept,
        )


def _over_k(one: Stated, other: Stated) -> Iterator[Bound]:
    """Bound one metric at two cutoffs."""
    if one.metric != other.metric or one.k == other.k:
        return
    small, large = sorted((one, other), key=lambda each: each.depth)
    falls = large.high <= small.low + EXACT and large.number.value < small.number.value
    both = f"{small.label} is {small.number.text}, and {large.label} is {large.number.text}"
    if one.metric in _RISING:
        needs = _FALLING.get(one.metric, "")
        by_all = "Divided by all relevant documents, " * bool(needs)
        why = f"{by_all}{large.label} is never below {small.label}, because no hit is lost"
        if falls and needs:
            symbol = METRICS[one.metric].label(None)
            fell = f"{large.label} {large.number.text} is below {small.label} {small.number.text}"
            text = f"{fell}. {symbol} falls with k only if it is not divided by all relevant ones."
            yield Bound(text, True, needs)
        else:
            yield Bound(f"{why}. {both}: {'impossible' if falls else 'that fits'}.", not falls)
    elif one.metric == "ndcg":
        may = "nDCG may fall with k, because the ideal order grows with k, too"
        yield Bound(f"{may}. {both}: that is possible.", True)
    elif one.metric == "precision" and large.k and small.k:
        least = small.number.value * small.k / large.k
        is_kept = large.high >= small.low * small.k / large.k
        end = f"{large.number.text} " + ("fits." if is_kept else "is impossible.")
        yield Bound(
            f"{large.label} is at least {small.k}/{large.k} of {small.label}: {least:.4g}. {end}",
            is_kept,
        )


def _same_digits(stated: Sequence[Stated]) -> Iterator[Bound]:
    """Say why one metric may have the same digits at several cutoffs."""
    by_number: dict[tuple[str, str], list[Stated]] = {}
    for each in stated:
        if each.k and not each.number.value.is_integer():
            by_number.setdefault((each.metric, each.number.text), []).append(each)
    for (metric, text), some in by_number.items():
        cutoffs = sorted({each.k for each in some if each.k})
        few = _SAME_AT_TWO if len(cutoffs) == 2 else _SAME_AT_MORE
        if len(cutoffs) < 2 or some[0].number.decimals < few:
            continue
        first, *_, last = cutoffs
        at = ", ".join(map(str, cutoffs))
        other = {
            "ndcg": f"nothing below rank {first} counts, in the lists and in their ideal orders",
            "precision": f"P is divided by the documents of lists that have at most {first}",
        }.get(metric, f"no hit stands at ranks {first + 1} to {last}")
        yield Bound(
            f"{METRICS[metric].label(None)} is {text} at k = {at}, to the last digit. Probably the "
            "tool ignored k.",
            True,
            f"if one cutoff was used for all, or {other}",
        )


def _of_counts(stated: Sequence[Stated]) -> Iterator[Bound]:
    """Compare the hits at two cutoffs with recall at these: a further hit raises it."""
    of = {(each.metric, each.k): each for each in stated}
    cutoffs = sorted({each.k for each in stated if each.k})
    for k, deeper in pairwise(cutoffs):
        few, more = of.get(("precision", k)), of.get(("precision", deeper))
        low, high = of.get(("recall", k)), of.get(("recall", deeper))
        if not (few and more and low and high) or more.low * deeper <= few.high * k:
            continue
        is_kept = high.number.value > low.number.value
        counts = [
            f"{each.label} · {each.k} = {each.number.value * (each.k or 0):.4g}"
            for each in (more, few)
        ]
        yield Bound(
            f"{counts[0]} is more than {counts[1]}, so there are hits below rank {k}. Each raises "
            f"recall. {high.label} {high.number.text} "
            + ("fits." if is_kept else f"is impossible: it is {low.label}."),
            is_kept,
        )


def _at_k(k: int | None, stated: Mapping[Measure, Stated]) -> Iterator[Bound]:
    """Bound metrics at one cutoff."""
    of = {metric: each for (metric, cutoff), each in stated.items() if cutoff == k}
    hit, precision, recall, f1 = map(of.get, ("hit", "precision", "recall", "f1"))
    if k == 1:
        yield from _at_first(of)
    for part in ("precision", "recall", "reciprocal_rank", "average_precision", "f1"):
        if hit and part in of and not (k == 1 and part in (*_OF_FIRST, "recall")):
            yield _never_above(of[part], hit, ": it is 0 for a query without a hit")
            if part == "recall" and of[part].low <= hit.high:
                yield _one_relevant_each(hit, of[part])
    if hit and (ndcg := of.get("ndcg")):
        yield _never_above(ndcg, hit, " if each document with a gain is relevant")
    if recall and (ap := of.get("average_precision")):
        yield _of_ap(ap, recall)
    if hit and precision and k and k > 1:
        is_kept = hit.low <= k * precision.high
        yield Bound(
            f"{hit.label} is at most {k} times {precision.label}, the mean number of hits. "
            + f"{hit.number.text} "
            + ("fits." if is_kept else "is impossible."),
            is_kept,
        )
    if precision and recall and k and k > 1:
        hits, is_kept = k * precision.number.value, recall.low <= k * precision.high
        said = f"{precision.label} means {hits:.4g} hits a query"
        if hits >= 1:
            yield Bound(f"{said}, so {recall.label} may be any number up to 1.", True)
        else:
            end = f"{recall.number.text} " + ("fits." if is_kept else "is impossible.")
            why = f"A hit adds at most 1 to {recall.label}, so that is at most {hits:.4g}"
            yield Bound(f"{said}. {why}. {end}", is_kept, unless=_NOTHING_IS_1)
    if precision and recall and f1:
        low = _between(precision, recall, f1) if k == 1 else None
        yield _of_f1(precision, recall, f1) if low is None else low


def _of_ap(ap: Stated, recall: Stated) -> Bound:
    """Bound AP by recall, where both divide by all relevant documents."""
    text = (
        f"{ap.label} is never above {recall.label} where both are divided by all relevant "
        f"documents. {ap.number.text}"
    )
    if ap.low <= recall.high:
        return Bound(f"{text} and {recall.number.text} fit.", True)
    return Bound(f"{text} is above.", True, "where AP is divided by less than all relevant")


def _equal(one: Stated, other: Stated) -> bool:
    """Return whether two numbers may be the same score."""
    return one.low <= other.high and other.low <= one.high


def _same_divisor(k: int | None, stated: Mapping[Measure, Stated]) -> Iterator[Bound]:
    """Say why precision and recall may be equal: they divide the same hits."""
    precision, recall = stated.get(("precision", k)), stated.get(("recall", k))
    if k == 1 or precision is None or recall is None:
        return
    if _equal(precision, recall) and 0 < precision.number.value < 1:
        many = "as many documents are retrieved as are" if k is None else f"{k} documents are"
        yield Bound(
            f"{precision.label} and {recall.label} divide the same hits. They are equal in each "
            f"query for which {many} relevant. Or perhaps a tool prints one of them by both names.",
            True,
        )


def _at_first(of: Mapping[str, Stated]) -> Iterator[Bound]:
    """Bound metrics that see one document only: RR, Hit and P are one number, R is at most that."""
    same = [of[metric] for metric in _OF_FIRST if metric in of]
    if same and (recall := of.get("recall")):
        why = ", and equal if each query has one relevant document"
        yield _never_above(recall, same[0], why, "At k = 1, ")
    ap, recall = of.get("average_precision"), of.get("recall")
    by_all = ap is not None and recall is not None and same != [] and _equal(ap, recall)
    if ap and by_all and not _equal(ap, same[0]):
        yield Bound(
            f"{ap.label} and R@1 are equal where both divide by all relevant documents. Here they "
            f"are below {same[0].label}, so some queries have several.",
            ap.low <= same[0].high,
            "if some queries have several relevant documents",
        )
    others = ["average_precision"] * (not by_all)
    alike = [of[metric] for metric in ("ndcg", *others, *_OF_FIRST) if metric in of]
    if "ndcg" in of and alike[1:]:
        one, other = alike[:2]
        is_one = _equal(one, other)
        yield Bound(
            f"At k = 1, {one.label} and {other.label} are the same number where grades are 0 and 1"
            + " and AP is divided by at most k" * (other.metric == "average_precision")
            + (". Here they are." if is_one else ". Here they differ: ")
            + "look for higher grades and for ties." * (not is_one),
            True,
            "" if is_one else "with grades above 1 or with ties",
        )
    for one, other in pairwise(same):
        is_kept = _equal(one, other)
        yield Bound(
            f"At k = 1, {one.label} and {other.label} are the same number: 1 if the first document "
            f"is relevant, and else 0. {one.number.text} and {other.number.text} "
            + ("fit." if is_kept else "together are impossible."),
            is_kept,
        )


def _one_relevant_each(hit: Stated, recall: Stated) -> Bound:
    """Say what it means that a hit rate and recall are equal, or are not."""
    is_equal = _equal(hit, recall)
    both = f"{recall.label} and {hit.label} are equal where each query has one relevant document"
    end = "Here they are." if is_equal else "Here they are not: some queries have more."
    return Bound(f"{both}. {end}", True)


def _never_above(low: Stated, high: Stated, why: str, where: str = "") -> Bound:
    """Bound a number by another; `why` also says when that holds."""
    is_kept = low.low <= high.high
    both = f"{low.number.text} and {high.number.text}"
    end = f"{both} fit." if is_kept else f"{low.number.text} is impossible."
    said = f"{where}{low.label} is never above {high.label}{why}. {end}"
    return Bound(said, is_kept, unless=_NOTHING_IS_1 * (low.metric in _ONE_OF_NONE))


def _between(precision: Stated, recall: Stated, f1: Stated) -> Bound | None:
    """Say that a mean F1@1 is below the mean of recall, which it cannot be; None if it is not."""
    if f1.high + EXACT >= recall.low:
        return None
    is_equal = _equal(precision, recall)
    same = "Here these are equal, so F1@1 is the same number. " if is_equal else ""
    return Bound(
        f"In each query F1@1 is between {recall.label} and {precision.label}: with a hit these are "
        f"1/relevant and 1. {same}{f1.number.text} is impossible.",
        False,
        unless=_NOTHING_IS_1,
    )


def _of_f1(precision: Stated, recall: Stated, f1: Stated) -> Bound:
    def harmonic(p: float, r: float) -> float:
        return 2 * p * r / (p + r) if p + r > 0 else 0

    of_means = harmonic(precision.number.value, recall.number.value)
    least, most = harmonic(precision.low, recall.low), harmonic(precision.high, recall.high)
    text = (
        f"F1 of the two means is 2PR/(P + R) = {of_means:.4g}. The mean of each query’s F1 is "
        "never above that, because queries differ."
    )
    if f1.low > most:
        return Bound(f"{text} So {f1.number.text} is impossible.", False)
    if f1.high >= least:
        return Bound(f"{text} {f1.number.text} may be F1 of the means.", True)
    return Bound(f"{text} {f1.number.text} is below: it may be that mean.", True)
