"""Definitions that tools use and that no knob of the catalog gives.

For example, an ideal order with a hit at every rank, division by the returned documents, or 0/0 =
1.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import Phrase, divided_by
from metrics.conventions.combinations import POSITIONS, binary, defined
from metrics.conventions.definitions import FAR, NOTHING_IS_1, Definition, Phrases
from metrics.gain import Gain, dcg, exponential
from metrics.ranking import Ranking
from metrics.reader_models import err, rbp

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


def _ideal_of_returned(ranking: Ranking, k: int | None) -> Breakdown:
    """Score by nDCG with the gain 2^g − 1 whose ideal is as long as the returned list."""
    best = ranking.ideal_worth(exponential, k)[: _returned(ranking, k)]
    return _over_ideal(ranking, k, exponential, best)


def _gain_from_bar(ranking: Ranking, k: int | None) -> Breakdown:
    """Score by nDCG whose gain starts at the relevance threshold t: 2^(g − t + 1) − 1."""
    bar = ranking.relevant_from

    def gain(grades: Array) -> Array:
        return np.asarray((np.exp2(np.maximum(grades - bar, -1) + 1) - 1) * (grades >= bar))

    return _over_ideal(ranking, k, gain, ranking.ideal_worth(gain, k))


def _precisions(ranking: Ranking, k: int | None) -> Array:
    """Return the precision at each hit, 0 elsewhere."""
    relevant = ranking.relevant(k)
    return np.asarray(relevant * relevant.cumsum(-1) / ranking.ranks(k))


def _over(summands: Array, total: ArrayLike, remainder: float = 0) -> Breakdown:
    denominator = np.asarray(total, dtype=np.float64)
    sums = Breakdown({"contribution": summands}, remainder=np.asarray(remainder))
    return sums.over(denominator, {"denominator": denominator})


def _ap_over_cutoff(ranking: Ranking, k: int | None) -> Breakdown:
    return _over(_precisions(ranking, k), _depth(ranking, k))


def _every_rank(ranking: Ranking, k: int | None) -> Breakdown:
    """Average the precision at all ranks. Below the list the hits stay and the rank grows."""
    hits, depth = ranking.relevant(k).cumsum(), _depth(ranking, k)
    below = np.arange(hits.size + 1, depth + 1)
    total_hits = float(hits[-1]) if hits.size else 0.0
    return _over(hits / ranking.ranks(k), depth, remainder=total_hits * float((1 / below).sum()))


def _precision_of_returned(ranking: Ranking, k: int | None) -> Breakdown:
    return _over(ranking.relevant(k), _returned(ranking, k))


def _precision_capped(ranking: Ranking, k: int | None) -> Breakdown:
    return _over(ranking.relevant(k), ranking.denominator(k, "capped"))


def _err_on(top: int) -> Compute:
    """Make ERR on a fixed scale, independent of the scale of the grades."""

    def satisfaction(grades: Array, _: Ranking) -> Array:
        return np.asarray(np.minimum((np.exp2(grades) - 1) / 2**top, 1))

    return lambda ranking, k: err(ranking, k, satisfaction=satisfaction)


def _err_plus_1(ranking: Ranking, _: int | None) -> Breakdown:
    """Score the whole list by ERR whose top grade satisfies all but 1 / (top + 1) of readers."""
    return err(ranking, satisfaction=lambda grades, of: grades / (of.top_grade + 1))


def _rbp_times_grade(persistence: float) -> Compute:
    def compute(ranking: Ranking, _: int | None) -> Breakdown:
        terms = rbp(ranking, persistence=persistence).terms
        return Breakdown({"contribution": terms["contribution"] * ranking.top_grade})

    return compute


def _rr_every_hit(ranking: Ranking, _: int | None) -> Breakdown:
    """Average 1/rank over all hits. Nothing relevant is undefined."""
    relevant = ranking.relevant()
    return _over(relevant / ranking.ranks(), relevant.sum(-1))


def _rr_best(ranking: Ranking, k: int | None) -> Breakdown:
    """Return 1/rank of the first document with the highest grade in the top k."""
    shown = np.nan_to_num(ranking.grades[: len(ranking.ranks(k))])
    first = (np.arange(shown.size) == shown.argmax()) * (shown > 0) if shown.size else shown
    return Breakdown({"contribution": first / ranking.ranks(k)})


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
        _ideal_of_returned,
        gain="exponential",
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
