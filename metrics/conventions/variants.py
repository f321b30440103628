"""Definitions that no knob of the catalog gives.

`VARIANTS` are those of tools. For example, an ideal order with a hit at every rank, division by the
returned documents, or 0/0 = 1. `UNLISTED` are those of programs that no line has.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product, starmap
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..average import bpref
from ..breakdown import Breakdown
from ..catalog import Phrase, divided_by
from ..gain import Gain, dcg, exponential, linear
from ..ranking import Denominator, Ranking
from ..reader_models import err, rbp
from .combinations import POSITIONS, binary, defined
from .definitions import FAR, NOTHING_IS_1, UNJUDGED_IS_2, Definition, Phrases

Compute: TypeAlias = Callable[[Ranking, int | None], Breakdown]


def _returned(ranking: Ranking, k: int | None) -> int:
    """Return the number of documents in the top k."""
    return ranking.ranks(k).size


def _depth(ranking: Ranking, k: int | None) -> int:
    return ranking.grades.size if k is None else k


def _over_ideal(ranking: Ranking, k: int | None, gain: Gain, best: Array) -> Breakdown:
    """Divide the DCG by that of an ideal order, given by its gains."""
    ideal = (best / np.log2(np.arange(2, best.size + 2))).sum(-1)
    return dcg(ranking, k, gain=gain).over(ideal, {"ideal_dcg": ideal})


def _ideal_of_ones(ranking: Ranking, k: int | None) -> Breakdown:
    """Score hits by nDCG whose ideal has a hit at each of k ranks, even if fewer hits exist."""
    return _over_ideal(ranking, k, binary(ranking), np.ones(_depth(ranking, k)))


def _ideal_of_top_grades(gain: Gain, *, of_relevant: bool = False) -> Compute:
    """Make nDCG whose ideal has the top grade at k ranks, or at as many as there are relevant."""

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        size = int(ranking.denominator(k, "capped")) if of_relevant else _depth(ranking, k)
        return _over_ideal(ranking, k, gain, gain(np.full(size, ranking.top_grade)))

    return compute


def _ideal_of_window(gain: Gain) -> Compute:
    """Make nDCG whose ideal has the documents of the top k alone."""
    return lambda ranking, k: _over_ideal(ranking, k, gain, np.sort(ranking.worth(gain, k))[::-1])


def _ideal_of_returned(ranking: Ranking, k: int | None, gain: Gain) -> Breakdown:
    """Score by nDCG whose ideal is as long as the returned list."""
    best = ranking.ideal_worth(gain, k)[: _returned(ranking, k)]
    return _over_ideal(ranking, k, gain, best)


def _gain_from_bar(ranking: Ranking, k: int | None) -> Breakdown:
    """Score by nDCG whose gain starts at the relevance threshold t: 2^(g − t + 1) − 1."""
    bar = ranking.relevant_from

    def gain(grades: Array) -> Array:
        return np.asarray((np.exp2(np.maximum(grades - bar, -1) + 1) - 1) * (grades >= bar))

    return _over_ideal(ranking, k, gain, ranking.ideal_worth(gain, k))


def precisions(ranking: Ranking, k: int | None) -> Array:
    """Return the precision at each hit, 0 elsewhere."""
    relevant = ranking.relevant(k)
    return np.asarray(relevant * relevant.cumsum(-1) / ranking.ranks(k))


def over(summands: Array, total: ArrayLike, remainder: float = 0) -> Breakdown:
    """Divide a sum by a total."""
    denominator = np.asarray(total, dtype=np.float64)
    sums = Breakdown({"contribution": summands}, remainder=np.asarray(remainder))
    return sums.over(denominator, {"denominator": denominator})


def _ap_over_cutoff(ranking: Ranking, k: int | None) -> Breakdown:
    return over(precisions(ranking, k), _depth(ranking, k))


def _ap_over_returned(ranking: Ranking, k: int | None) -> Breakdown:
    total = np.minimum(ranking.relevant_total, _returned(ranking, k))
    return over(precisions(ranking, k), total)


def _under_lines(which: Denominator) -> Compute:
    """Make the area under straight lines between the points of recall and precision."""

    def compute(ranking: Ranking, _: int | None) -> Breakdown:
        precision = ranking.relevant().cumsum() / ranking.ranks()
        above = np.concatenate([[1.0], precision[:-1]])
        return over(ranking.relevant() * (precision + above) / 2, ranking.denominator(None, which))

    return compute


def _every_rank(ranking: Ranking, k: int | None) -> Breakdown:
    """Average the precision at all ranks. Below the list the hits stay and the rank grows."""
    hits, depth = ranking.relevant(k).cumsum(), _depth(ranking, k)
    below = np.arange(hits.size + 1, depth + 1)
    total_hits = float(hits[-1]) if hits.size else 0.0
    return over(hits / ranking.ranks(k), depth, remainder=total_hits * float((1 / below).sum()))


def _precision_of_returned(ranking: Ranking, k: int | None) -> Breakdown:
    return over(ranking.relevant(k), _returned(ranking, k))


def _recall_of_returned(ranking: Ranking, k: int | None) -> Breakdown:
    total = np.minimum(ranking.relevant_total, _returned(ranking, k))
    return over(ranking.relevant(k), total)


def _precision_capped(ranking: Ranking, k: int | None) -> Breakdown:
    return over(ranking.relevant(k), ranking.denominator(k, "capped"))


def _err_on(top: int) -> Compute:
    """Make ERR on a fixed scale, independent of the scale of the grades."""

    def satisfaction(grades: Array, _: Ranking) -> Array:
        return np.asarray(np.minimum((np.exp2(grades) - 1) / 2**top, 1))

    return lambda ranking, k: err(ranking, k, satisfaction=satisfaction)


def _bpref_of_retrieved(ranking: Ranking, _: int | None) -> Breakdown:
    """Score by bpref for which no judged irrelevant document was missed."""
    relevant = ranking.missed[ranking.missed >= ranking.relevant_from]
    return bpref(Ranking(ranking.grades, relevant, None, ranking.top_grade, ranking.relevant_from))


def _bpref_over_m(ranking: Ranking, _: int | None) -> Breakdown:
    """Score by bpref in which each of the first m irrelevant documents above a hit costs 1/m."""
    judged = bpref(ranking)
    above, m = judged.terms["irrelevant_above"], float(ranking.relevant_total)
    return over(ranking.relevant() * (1 - np.minimum(above, m) / max(m, 1)), m)


def _err_unjudged_as_2(ranking: Ranking, k: int | None) -> Breakdown:
    """Score by ERR on a scale to 3, an unjudged document as grade 2; 0 if nobody judged any."""
    grades, shown = ranking.grades, ranking.grades[: _returned(ranking, k)]
    is_judged = bool((~np.isnan(shown)).any())
    filled = np.where(np.isnan(grades), 2 * is_judged, grades)
    top = max(2, ranking.top_grade)
    return _err_on(3)(Ranking(filled, ranking.missed, None, top, ranking.relevant_from), k)


def rarely(metric: str, ranking: Ranking) -> Iterator[Definition]:
    """Yield definitions of a list with grades above 1 that few programs have.

    ERR with a top grade below the highest of the list, which may pass 1; nDCG with other gains.
    """
    highest = int(np.nanmax([*ranking.grades, *ranking.missed, 0]))
    for top in range(1, highest) if metric == "err" else ():
        yield _err_of_top(top)
    if metric == "ndcg" and highest > 1:
        yield from starmap(_of_gain, product(_RARE_GAINS, ("judged", "uncut", "retrieved")))


_RARE_GAINS: Final[Mapping[str, Gain]] = {
    "gain 2^g, without − 1": np.exp2,  # a document of grade 0 has a gain of 1
    "gain g²": np.square,
    "gain √g": np.sqrt,
    "gain log₂(g + 1)": lambda grades: np.log2(grades + 1),
}


def _of_gain(phrase: str, ideal: str) -> Definition:
    """Make nDCG with a gain that few programs have."""
    gain = _RARE_GAINS[phrase]
    said = {"judged": "ideal of all judged", "uncut": "ideal of all judged, not cut"}

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        missed = () if ideal == "retrieved" else ranking.missed
        every = np.sort(np.nan_to_num([*ranking.grades, *missed]))[::-1]
        best = every if ideal == "uncut" else every[: _depth(ranking, k)]
        return _over_ideal(ranking, k, gain, np.asarray(gain(best)))

    return Definition(
        f"ndcg-{phrase}-{ideal}",
        "ndcg",
        (phrase, said.get(ideal, "ideal of the list alone"), "cut at {k}"),
        lambda ranking, k: compute(ranking, k).score,
        steps=2,
        knobs={"gain": phrase, "ideal": ideal},
        compute=compute,
    )


def _err_of_top(top: int) -> Definition:
    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        chances = ranking.worth(lambda grades: (np.exp2(grades) - 1) / 2**top, k)
        reach = np.concatenate([[1.0], np.cumprod(1 - chances)[:-1]])
        return Breakdown({"contribution": reach * chances / ranking.ranks(k)})

    return Definition(
        f"err-top_below_{top}",
        "err",
        (
            f"satisfied by (2^g − 1) / 2^{top}: the top grade is left at {top}, "
            "below the list’s own",
        ),
        lambda ranking, k: compute(ranking, k).score,
        steps=1,
        knobs={"top": top},
        compute=compute,
    )


def _err_plus_1(ranking: Ranking, _: int | None) -> Breakdown:
    """Score the whole list by ERR whose top grade satisfies all but 1 / (top + 1) of readers."""
    return err(ranking, satisfaction=lambda grades, of: grades / (of.top_grade + 1))


def _rbp_times_grade(persistence: float) -> Compute:
    def compute(ranking: Ranking, _: int | None) -> Breakdown:
        terms = rbp(ranking, persistence=persistence).terms
        return Breakdown({"contribution": terms["contribution"] * ranking.top_grade})

    return compute


def _rbp_of_highest(ranking: Ranking, _: int | None) -> Breakdown:
    """Score by RBP with p = 0.9 in which the highest judged grade of the query is worth 1."""
    terms = rbp(ranking, persistence=0.9).terms
    highest = np.nanmax([*ranking.grades, *ranking.missed, 1])
    return Breakdown({"contribution": terms["contribution"] * ranking.top_grade / highest})


def _rr_every_hit(ranking: Ranking, _: int | None) -> Breakdown:
    """Average 1/rank over all hits. Nothing relevant is undefined."""
    relevant = ranking.relevant()
    return over(relevant / ranking.ranks(), relevant.sum(-1))


def _rr_sum(ranking: Ranking, k: int | None) -> Breakdown:
    """Add up 1/rank over the hits in the top k."""
    return Breakdown({"contribution": ranking.relevant(k) / ranking.ranks(k)})


def _rr_last(ranking: Ranking, k: int | None) -> Breakdown:
    """Return 1/rank of the last hit in the top k."""
    relevant = ranking.relevant(k)
    last = relevant * (relevant[::-1].cumsum()[::-1] == 1)
    return Breakdown({"contribution": last / ranking.ranks(k)})


def _rr_best(ranking: Ranking, k: int | None) -> Breakdown:
    """Return 1/rank of the first document with the highest grade in the top k."""
    shown = np.nan_to_num(ranking.grades[: len(ranking.ranks(k))])
    first = (np.arange(shown.size) == shown.argmax()) * (shown > 0) if shown.size else shown
    return Breakdown({"contribution": first / ranking.ranks(k)})


def _cut(compute: Compute, last: str) -> Compute:
    """Make a score of the first k ranks, or of all n."""
    return compute if last == "k" else lambda ranking, _: compute(ranking, None)


def _own(
    key: str, metric: str, phrases: Phrases, latex: str, compute: Compute, **knobs: Any
) -> Definition:
    return Definition(
        key,
        metric,
        phrases,
        score=lambda ranking, k: compute(ranking, k).score,
        steps=len(knobs),
        latex=latex,
        knobs=knobs,
        compute=compute,
    )


def _nothing_is_1(definition: Definition) -> Definition:
    """Return a copy of the definition with 0/0 = 1."""
    inner = definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        breakdown = inner(ranking, k)
        charged = np.where(breakdown.undefined, 1.0, breakdown.remainder)
        return replace(breakdown, remainder=charged)

    return _own(
        f"{definition.key}-1",
        definition.metric,
        (*definition.phrases, NOTHING_IS_1),
        definition.latex + r", \quad \tfrac{0}{0} = 1",
        compute,
        **definition.knobs,
        nothing=1,
    )


def from_t(definition: Definition) -> Definition:
    """Return a copy of a graded definition with grade 0 for all that is not relevant."""
    inner = definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        grades, missed = (
            np.where(each < ranking.relevant_from, 0, each)
            for each in (ranking.grades, ranking.missed)
        )
        hits = Ranking(grades, missed, ranking.lengths, ranking.top_grade, ranking.relevant_from)
        return inner(hits, k)

    return replace(
        definition,
        key=f"{definition.key}-from_t",
        phrases=(*definition.phrases, _BELOW_IS_0),
        # From grade 1 on this is the same definition again.
        score=lambda ranking, k: (
            compute(ranking, k).score if ranking.relevant_from > 1 else np.array(np.nan)
        ),
        steps=min(definition.steps + 1, FAR),
        latex=definition.latex + r", \quad g_i = 0 \text{ if } g_i < t",
        knobs={**definition.knobs, "lower": 0},
        compute=compute,
    )


_BELOW_IS_0: Final = Phrase("a grade below the relevance threshold t counts 0", "0 below t")
_HIT: Final = r"\mathrm{hit}_i"
_WEIGHED: Final = r"\frac{1}{\log_2(i + 1)}"


def _dcg(gain: str, last: str = "k") -> str:
    return rf"\sum_{{i=1}}^{{{last}}} {gain} \, {_WEIGHED}"


VARIANTS: Final = (
    _nothing_is_1(defined("ndcg", ideal="retrieved")),
    _nothing_is_1(defined("ndcg", gain="exponential", ideal="retrieved")),
    _nothing_is_1(defined("ndcg", discount="reciprocal", ideal="retrieved")),
    _nothing_is_1(defined("average_precision", denominator="capped")),
    _nothing_is_1(defined("average_precision", k="whole", denominator="found")),
    _nothing_is_1(defined("recall")),
    _own(
        "ndcg-exponential-returned",
        "ndcg",
        ("gain 2^g − 1", "ideal of all judged", "cut at what was returned"),
        rf"\mathrm{{nDCG@}}k = \frac{{{_dcg('(2^{g_i} - 1)')}}}"
        rf"{{\sum_{{i=1}}^{{\min(k, n)}} (2^{{g^*_i}} - 1) \, {_WEIGHED}}}",
        lambda ranking, k: _ideal_of_returned(ranking, k, exponential),
        gain="exponential",
        ideal="returned",
    ),
    _own(
        "ndcg-binary-returned",
        "ndcg",
        ("gain 1 for a hit", "ideal of all judged", "cut at what was returned"),
        rf"\mathrm{{nDCG@}}k = \frac{{{_dcg(_HIT)}}}"
        rf"{{\sum_{{i=1}}^{{\min(k, m, n)}} {_WEIGHED}}}",
        lambda ranking, k: _ideal_of_returned(ranking, k, binary(ranking)),
        gain="binary",
        ideal="returned",
    ),
    _own(
        "ndcg-binary-ones",
        "ndcg",
        ("gain 1 for a hit", "ideal of k hits"),
        rf"\mathrm{{nDCG@}}k = \frac{{{_dcg(_HIT)}}}{{\sum_{{i=1}}^{{k}} {_WEIGHED}}}",
        _ideal_of_ones,
        gain="binary",
        ideal="ones",
    ),
    _own(
        "ndcg-binary-returned_ones",
        "ndcg",
        ("gain 1 for a hit", Phrase("ideal of as many hits as were returned", "ideal of n hits")),
        rf"\mathrm{{nDCG}} = \frac{{{_dcg(_HIT, 'n')}}}"
        rf"{{\sum_{{i=1}}^{{n}} {_WEIGHED}}}",
        lambda ranking, _: _ideal_of_ones(ranking, None),
        k="whole",
        gain="binary",
        ideal="ones",
    ),
    _own(
        "ndcg-from_bar",
        "ndcg",
        (
            Phrase(
                "gain 2^(g − t + 1) − 1 from the relevance threshold t on", "gain 2^(g − t + 1) − 1"
            ),
            "ideal of all judged",
            "cut at k",
        ),
        r"\mathrm{nDCG@}k = \frac{\mathrm{DCG@}k}{\mathrm{DCG@}k \text{ of the ideal order}}"
        r", \quad G = (2^{g_i - t + 1} - 1) \cdot \mathrm{hit}_i",
        _gain_from_bar,
        gain="from_bar",
    ),
    _own(
        "average_precision-cutoff",
        "average_precision",
        (divided_by("{k}"),),
        r"\mathrm{AP@}k = \frac{1}{k} \sum_{i=1}^{k} \mathrm{P@}i \cdot \mathrm{hit}_i",
        _ap_over_cutoff,
        denominator="cutoff",
    ),
    _own(
        "average_precision-returned",
        "average_precision",
        (
            Phrase(
                "divided by min({relevant}, the documents returned, {k})",
                "÷ min({relevant}, n, {k})",
            ),
        ),
        r"\mathrm{AP@}k = \frac{1}{\min(m, n, k)} \sum_{i=1}^{k} \mathrm{P@}i \cdot \mathrm{hit}_i",
        _ap_over_returned,
        denominator="returned",
    ),
    _own(
        "average_precision-every_rank",
        "average_precision",
        ("mean of P@1 … P@k, at hits and misses",),
        r"\mathrm{AP@}k = \frac{1}{k} \sum_{i=1}^{k} \mathrm{P@}i",
        _every_rank,
        denominator="cutoff",
        ranks="every",
    ),
    _own(
        "precision-returned",
        "precision",
        (divided_by("the documents returned, at most {k}"),),
        r"\mathrm{P@}k = \frac{1}{\min(k, n)} \sum_{i=1}^{k} \mathrm{hit}_i",
        _precision_of_returned,
        denominator="returned",
    ),
    _own(
        "precision-capped",
        "precision",
        (
            Phrase(
                "divided by min({relevant}, {k}): capped recall by the name of precision",
                "÷ min({relevant}, {k})",
            ),
        ),
        r"\mathrm{P@}k = \frac{1}{\min(m, k)} \sum_{i=1}^{k} \mathrm{hit}_i",
        _precision_capped,
        denominator="capped",
    ),
    *(
        _own(
            f"err-top_{top}",
            "err",
            (f"satisfied by (2^g − 1) / 2^{top}", Phrase("whatever the top grade", "")),
            r"\mathrm{ERR@}k = \sum_{i=1}^{k} \frac{1}{i} \, R_i \prod_{j=1}^{i-1} (1 - R_j)"
            rf", \quad R_i = \frac{{2^{{g_i}} - 1}}{{2^{top}}}",
            _err_on(top),
            top=top,
        )
        for top in (3, 4)
    ),
    _own(
        "bpref-retrieved",
        "bpref",
        (Phrase("only irrelevant documents that were retrieved count", "N of the list alone"),),
        r"\mathrm{bpref} = \frac{1}{m} \sum_{i} \mathrm{hit}_i \left(1 -"
        r" \frac{\min(\text{irrelevant above}, m)}{\min(m, N_{\mathrm{list}})}\right)",
        _bpref_of_retrieved,
        judged="retrieved",
    ),
    _own(
        "err-top_3-unjudged_2",
        "err",
        ("satisfied by (2^g − 1) / 2^3", Phrase("whatever the top grade", ""), UNJUDGED_IS_2),
        r"\mathrm{ERR@}k = \sum_{i=1}^{k} \frac{1}{i} \, R_i \prod_{j=1}^{i-1} (1 - R_j)"
        r", \quad R_i = \frac{2^{g_i} - 1}{2^3}, \quad g_i = 2 \text{ if nobody judged it}",
        _err_unjudged_as_2,
        top=3,
        unjudged="unjudged_2",
    ),
    _own(
        "err-plus_1",
        "err",
        ("satisfied by grade / (top grade + 1)",),
        r"\mathrm{ERR} = \sum_{i=1}^{n} \frac{1}{i} \, R_i \prod_{j=1}^{i-1} (1 - R_j)"
        r", \quad R_i = \frac{g_i}{g_{\max} + 1}",
        _err_plus_1,
        k="whole",
        satisfaction="plus_1",
    ),
    *(
        _own(
            f"rbp-grade_{p}",
            "rbp",
            (f"p = {p}", "times the grade", Phrase("not divided by the top grade", "")),
            rf"\mathrm{{RBP}} = (1 - {p}) \sum_{{i}} g_i \, {p}^{{\,i-1}}",
            _rbp_times_grade(p),
            k="whole",
            utility="grade",
            **({"persistence": p} if p != next(iter(POSITIONS["persistence"])) else {}),
        )
        for p in POSITIONS["persistence"]
    ),
    _own(
        "rbp-highest_0.9",
        "rbp",
        ("p = 0.9", "utility grade / highest judged grade of the query"),
        r"\mathrm{RBP} = (1 - 0.9) \sum_{i} \frac{g_i}{\max_j g_j} \, 0.9^{\,i-1}",
        _rbp_of_highest,
        k="whole",
        persistence=0.9,
        utility="highest",
    ),
    _own(
        "reciprocal_rank-every_hit",
        "reciprocal_rank",
        ("mean of 1/rank over all hits",),
        r"\mathrm{RR} = \frac{1}{\mathrm{hits}_n} \sum_{i=1}^{n} \frac{\mathrm{hit}_i}{i}",
        _rr_every_hit,
        k="whole",
        ranks="every_hit",
    ),
    _own(
        "reciprocal_rank-best",
        "reciprocal_rank",
        ("rank of the first document with the highest grade in the top k",),
        r"\mathrm{RR@}k = \frac{1}{\min \{ i \le k : g_i = \max_{j \le k} g_j \}}",
        _rr_best,
        relevant_from="best",
    ),
)


def _unlisted(
    key: str,
    metric: str,
    phrases: Phrases,
    latex: str,
    compute: Compute,
    known: str = "",
    **knobs: Any,
) -> Definition:
    made = _own(key, metric, phrases, latex, compute, **knobs)
    return replace(made, steps=FAR + (not known), known=known)


_BY_LINES: Final = "scikit-learn up to 0.18 and the evaluation of image retrieval"
_UNDER: Final[tuple[tuple[Denominator, str, str], ...]] = (
    ("relevant", "all {relevant}", "m"),
    ("found", "the hits found", r"\mathrm{hits}_n"),
)
_GAINS: Final = (
    ("", "linear", "gain = grade", "g_i", "g_{\\max}", linear),
    (
        "-exponential",
        "exponential",
        "gain 2^g − 1",
        "(2^{g_i} - 1)",
        "(2^{g_{\\max}} - 1)",
        exponential,
    ),
)

UNLISTED: Final = (
    *(
        _unlisted(
            f"average_precision-lines{'_found' * (which == 'found')}",
            "average_precision",
            (
                Phrase(
                    "area under straight lines between the points of the curve", "straight lines"
                ),
                divided_by(total),
            ),
            rf"\mathrm{{AP}} = \frac{{1}}{{{under}}} \sum_{{i=1}}^{{n}}"
            r" \frac{\mathrm{P@}(i - 1) + \mathrm{P@}i}{2} \, \mathrm{hit}_i"
            r", \quad \mathrm{P@}0 = 1",
            _under_lines(which),
            _BY_LINES,
            k="whole",
            between="lines",
            **({"denominator": which} if which == "found" else {}),
        )
        for which, total, under in _UNDER
    ),
    *(
        _unlisted(
            f"ndcg{suffix}-{'whole-' * (last == 'n')}top_grades",
            "ndcg",
            (phrase, "ideal of {k} top grades", *(["no cutoff"] * (last == "n"))),
            rf"\mathrm{{nDCG}} = \frac{{{_dcg(gain, last)}}}"
            rf"{{\sum_{{i=1}}^{{{last}}} {top} \, {_WEIGHED}}}",
            _cut(_ideal_of_top_grades(worth), last),
            "programs that know the scale and not the judgements",
            **({"gain": name} if suffix else {}),
            ideal="top",
            **({"k": "whole"} if last == "n" else {}),
        )
        for suffix, name, phrase, gain, top, worth in _GAINS
        for last in ("k", "n")
    ),
    *(
        _unlisted(
            f"ndcg{suffix}-window",
            "ndcg",
            (phrase, "ideal of the first k of the list alone"),
            rf"\mathrm{{nDCG@}}k = \frac{{{_dcg(gain)}}}"
            r"{\mathrm{DCG@}k \text{ of the first } k \text{, sorted}}",
            _ideal_of_window(worth),
            "programs that cut the list before they sort it",
            **({"gain": name} if suffix else {}),
            ideal="window",
        )
        for suffix, name, phrase, gain, _, worth in _GAINS
    ),
    *(
        _unlisted(
            f"ndcg{suffix}-top_relevant",
            "ndcg",
            (phrase, "ideal of a top grade for each relevant document", "cut at k"),
            rf"\mathrm{{nDCG@}}k = \frac{{{_dcg(gain)}}}"
            rf"{{\sum_{{i=1}}^{{\min(m, k)}} {top} \, {_WEIGHED}}}",
            _ideal_of_top_grades(worth, of_relevant=True),
            **({"gain": name} if suffix else {}),
            ideal="top_relevant",
        )
        for suffix, name, phrase, gain, top, worth in _GAINS
    ),
    _unlisted(
        "ndcg-returned",
        "ndcg",
        (_GAINS[0][2], "ideal of all judged", "cut at what was returned"),
        rf"\mathrm{{nDCG@}}k = \frac{{{_dcg('g_i')}}}"
        rf"{{\sum_{{i=1}}^{{\min(k, n)}} g^*_i \, {_WEIGHED}}}",
        lambda ranking, k: _ideal_of_returned(ranking, k, linear),
        ideal="returned",
    ),
    _unlisted(
        "recall-returned",
        "recall",
        (
            Phrase(
                "divided by min({relevant}, the documents returned, {k})",
                "÷ min({relevant}, n, {k})",
            ),
        ),
        r"\mathrm{R@}k = \frac{1}{\min(m, n, k)} \sum_{i=1}^{k} \mathrm{hit}_i",
        _recall_of_returned,
        "searches that compare with a list of the same length, such as vsag",
        denominator="returned",
    ),
    _unlisted(
        "bpref-over_m",
        "bpref",
        ("each irrelevant document above a hit costs 1/m",),
        r"\mathrm{bpref} = \frac{1}{m} \sum_{i} \mathrm{hit}_i \left(1 -"
        r" \frac{\min(\text{irrelevant above}, m)}{m}\right)",
        _bpref_over_m,
        "the formula of Buckley and Voorhees, 2004",
        penalty="m",
    ),
    _unlisted(
        "reciprocal_rank-sum",
        "reciprocal_rank",
        ("sum of 1/rank over all hits",),
        r"\mathrm{RR@}k = \sum_{i=1}^{k} \frac{\mathrm{hit}_i}{i}",
        _rr_sum,
        ranks="sum",
    ),
    _unlisted(
        "reciprocal_rank-last",
        "reciprocal_rank",
        ("1 / rank of the last hit",),
        r"\mathrm{RR@}k = \frac{1}{\max \{ i \le k : \mathrm{hit}_i = 1 \}}",
        _rr_last,
        ranks="last",
    ),
)
"""Definitions that no line prints; `known` says who computes them, if anybody does."""
