"""Common mistakes as definitions, with their corrections, to explain a wrong number.

A mistake scores NaN for a list on which it makes no difference. For example, a list without missed
documents cannot show that they were forgotten.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from metrics import gain, reader_models
from metrics.arrays import Array
from metrics.average import bpref, q_measure
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, for_drill
from metrics.conventions.definitions import Definition
from metrics.ranking import Pool, Ranking

Score: TypeAlias = Callable[[Ranking, int | None], float | Array]
"""Maps a ranking and a cutoff to a score, or to what each rank adds to it, shape (d,)."""


@dataclass(frozen=True, kw_only=True)
class Mistake(Definition):
    """A wrong definition of a metric.

    Attributes:
        instead: the correction, in a sentence.
        adds: the score, or what each rank adds to it. `phrase` names the wrong computation.
    """

    instead: str
    adds: Score

    def terms(self, ranking: Ranking, k: int | None) -> Array | None:
        """Return what each rank adds to the score, or None if it is no sum over ranks.

        >>> every_rank = of_metric("average_precision")[1]
        >>> every_rank.terms(Ranking([1, 0]), None).tolist()
        [0.5, 0.25]
        """
        added = self.adds(ranking, k)
        return added if isinstance(added, np.ndarray) and added.ndim else None


def of_metric(metric: str, **knobs: Any) -> tuple[Mistake, ...]:
    """Return the common mistakes about a metric of the drill, with its knobs at given positions.

    Raises:
        KeyError: a metric that the drill does not ask for.

    >>> [mistake.key for mistake in of_metric("reciprocal_rank")][:2]
    ['reciprocal_rank: last hit', 'reciprocal_rank: rank']
    """
    return _of(metric, tuple(sorted(knobs.items())))


@lru_cache(maxsize=256)
def _of(metric: str, knobs: tuple[tuple[str, Any], ...]) -> tuple[Mistake, ...]:
    rows = [*_MISTAKES[metric](**dict(knobs))]
    if METRICS[metric].reads == "binary":
        rows.append(
            (
                "grade 1",
                "what comes out if grade 1 is a hit already",
                "A grade below the relevance threshold is a miss.",
                _from_grade_one(metric, dict(knobs)),
            )
        )
    return tuple(
        Mistake(
            f"{metric}: {name}", metric, (phrase,), _sum(adds), steps=1, instead=instead, adds=adds
        )
        for name, phrase, instead, adds in rows
    )


def constant_mistakes(metric: str, rows: Iterable[tuple[str, str, float]]) -> dict[Mistake, float]:
    """Return the wrong number of each mistake that is made in one exercise alone.

    Args:
        metric: first part of the mistakes' keys.
        rows: for each mistake what it does, its correction and its number.

    >>> found = constant_mistakes("tau", [("a sum", "Divide it.", 3)])
    >>> [(one.wording, number) for one, number in found.items()]
    [('a sum', 3)]
    """

    def constant(number: float) -> Score:
        return lambda *_: number

    return {
        Mistake(
            f"{metric}: {phrase}",
            metric,
            (phrase,),
            constant(number),
            steps=1,
            instead=instead,
            adds=constant(number),
        ): number
        for phrase, instead, number in rows
    }


def over_queries(ranks: Sequence[int]) -> dict[Mistake, float]:
    """Return the common mistakes about the MRR of queries by the ranks of their first hits."""
    each = [1 / rank for rank in ranks]
    return constant_mistakes(
        "mrr",
        (
            (
                "one over the mean rank",
                "Take 1/r of each query first, and then the mean.",
                len(ranks) / sum(ranks),
            ),
            (
                "the mean rank",
                "Take 1/r of each query, and the mean of those.",
                sum(ranks) / len(ranks),
            ),
            ("the sum of 1/r", "Divide it by the number of queries.", sum(each)),
            ("1/r of the best query", "Every query counts, and alike.", max(each)),
            (
                "the product of 1/r",
                "Add them up, and divide by the number of queries.",
                math.prod(each),
            ),
            (
                "the geometric mean of 1/r",
                "Take the arithmetic mean: their sum over their number.",
                math.prod(each) ** (1 / len(each)),
            ),
            (
                "1/r of the middle query",
                "It is a mean and no median.",
                sorted(each)[len(each) // 2],
            ),
        ),
    )


def _sum(adds: Score) -> Callable[[Ranking, int | None], float]:
    return lambda ranking, k: float(np.sum(adds(ranking, k)))


def taught(metric: str, **knobs: Any) -> Definition:
    """Return the correct definition."""
    phrase = METRICS[metric].drilled
    return Definition(f"{metric}: taught", metric, (phrase,), _as_taught(metric, **knobs))


_Row: TypeAlias = tuple[str, str, str, Score]
"""A mistake's name, phrase, correction and score."""


def _as_taught(metric: str, **knobs: Any) -> Callable[[Ranking, int | None], float]:
    function = METRICS[metric]

    def scored(ranking: Ranking, k: int | None) -> float:
        cut = {"k": k} if "k" in function.knobs else {}
        return float(function.compute(ranking, **cut, **knobs).score)

    return scored


def _from_grade_one(metric: str, knobs: Mapping[str, Any]) -> Score:
    score = _as_taught(metric, **knobs)

    def scored(ranking: Ranking, k: int | None) -> float:
        if ranking.relevant_from <= 1:
            return math.nan
        return score(Ranking(ranking.grades, ranking.missed, top_grade=ranking.top_grade), k)

    return scored


# Hits and misses


@dataclass(frozen=True)
class _BinaryList:
    """A list as hits and misses, with a cutoff; without a cutoff, k is the length."""

    all_hits: list[int]
    missed: int
    k: int

    @property
    def hits(self) -> list[int]:
        return self.all_hits[: self.k]

    @property
    def found(self) -> int:
        return sum(self.hits)

    @property
    def n(self) -> int:
        return len(self.all_hits)

    @property
    def m(self) -> int:
        """Number of relevant documents that exist."""
        return sum(self.all_hits) + self.missed

    @property
    def below(self) -> int:
        """Number of hits below the cut."""
        return sum(self.all_hits[self.k :])

    @cached_property
    def at(self) -> list[int]:
        """Ranks of the hits."""
        return [rank for rank, hit in enumerate(self.hits, start=1) if hit]

    @property
    def charged(self) -> list[int]:
        """Ranks of the hits, and k + 1 for each relevant document that is not there."""
        return [*self.at, *[self.k + 1] * (self.m - self.found)]

    @cached_property
    def precisions(self) -> list[float]:
        """Precision at each rank."""
        return [sum(self.hits[:rank]) / rank for rank in range(1, len(self.hits) + 1)]

    @property
    def at_hits(self) -> list[float]:
        """Precision at each hit, 0 at other ranks."""
        return [p * hit for p, hit in zip(self.precisions, self.hits, strict=True)]

    @property
    def interpolated(self) -> list[float]:
        """At each hit the highest precision there or below, 0 at other ranks."""
        return [hit * max(self.precisions[at:]) for at, hit in enumerate(self.hits)]


def _binary(
    score: Callable[[_BinaryList], float | list[float]],
    needs: Callable[[_BinaryList], object] | None = None,
) -> Score:
    """Make a score of a list's hits; NaN if the list fails `needs`, or for 0/0."""

    def scored(ranking: Ranking, k: int | None) -> float | Array:
        all_hits = [int(hit) for hit in ranking.relevant()]
        missed = int((ranking.missed >= ranking.relevant_from).sum())
        seen = _BinaryList(all_hits, missed, len(all_hits) if k is None else k)
        try:
            return np.array(score(seen)) if needs is None or needs(seen) else math.nan
        except ZeroDivisionError:
            return math.nan

    return scored


def _is_cut(seen: _BinaryList) -> bool:
    return seen.below > 0


def _has_missed(seen: _BinaryList) -> bool:
    return seen.missed > 0


def _several(seen: _BinaryList) -> bool:
    return seen.found > 1


def _over(terms: Iterable[float], total: float) -> list[float]:
    return [term / total for term in terms]


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall)


def _precision() -> list[_Row]:
    return [
        (
            "over list",
            "the hits in the top k over the length of the whole list",
            "Divide by k: only k ranks are looked at.",
            _binary(lambda s: _over(s.hits, s.n), lambda s: s.n != s.k),
        ),
        (
            "uncut",
            "the hits of the whole list over its length",
            "Stop at rank k, for the hits and for what they are divided by.",
            _binary(lambda s: _over(s.all_hits, s.n), lambda s: s.n > s.k),
        ),
        (
            "hits below",
            "the hits of the whole list over k",
            "Count the hits down to rank k only.",
            _binary(lambda s: _over(s.all_hits, s.k), _is_cut),
        ),
        (
            "count",
            "the number of hits",
            "Divide it by k.",
            _binary(lambda s: [*map(float, s.hits)]),
        ),
        (
            "recall",
            "recall: the hits over all that is relevant",
            "Precision divides by k, however much exists.",
            _binary(lambda s: _over(s.hits, s.m)),
        ),
        (
            "misses",
            "the share of misses",
            "Precision is the share of hits: one minus that.",
            _binary(lambda s: 1 - s.found / s.k),
        ),
    ]


def _recall() -> list[_Row]:
    return [
        (
            "precision",
            "precision: the hits over k",
            "Recall divides by all relevant documents that exist.",
            _binary(lambda s: _over(s.hits, s.k)),
        ),
        (
            "forgot missed",
            "the hits over the relevant documents of the list alone",
            "The relevant documents that were not retrieved exist, too: count them below the line.",
            _binary(lambda s: _over(s.hits, sum(s.all_hits)), _has_missed),
        ),
        (
            "uncut",
            "the share found in the whole list",
            "Count the hits down to rank k only.",
            _binary(lambda s: _over(s.all_hits, s.m), _is_cut),
        ),
        (
            "over list",
            "the hits over the length of the list",
            "Divide by the relevant documents, not by all.",
            _binary(lambda s: _over(s.hits, s.n)),
        ),
        (
            "count",
            "the number of hits",
            "Divide it by the number of relevant documents.",
            _binary(lambda s: [*map(float, s.hits)]),
        ),
        (
            "rest",
            "the share that was not found",
            "Recall is the share that was: one minus that.",
            _binary(lambda s: 1 - s.found / s.m),
        ),
    ]


def _f1() -> list[_Row]:
    return [
        (
            "mean",
            "the mean of precision and recall",
            "F1 is their harmonic mean, 2PR / (P + R), which stays near the lower one.",
            _binary(lambda s: (s.found / s.k + s.found / s.m) / 2),
        ),
        (
            "geometric",
            "the root of precision times recall",
            "F1 is the harmonic mean, 2PR / (P + R).",
            _binary(lambda s: math.sqrt(s.found / s.k * s.found / s.m)),
        ),
        (
            "product",
            "precision times recall",
            "Double it, and divide it by their sum: 2PR / (P + R).",
            _binary(lambda s: s.found / s.k * s.found / s.m),
        ),
        (
            "half",
            "PR / (P + R)",
            "The harmonic mean has a 2 in front: 2PR / (P + R).",
            _binary(lambda s: _harmonic(s.found / s.k, s.found / s.m) / 2),
        ),
        (
            "precision",
            "precision alone, or F1 with a recall divided by k",
            "Recall divides by all relevant documents; then take 2PR / (P + R).",
            _binary(lambda s: s.found / s.k),
        ),
        (
            "recall",
            "recall alone",
            "Work out precision as well, and take 2PR / (P + R).",
            _binary(lambda s: s.found / s.m),
        ),
        (
            "over list",
            "F1 with a precision divided by the length of the list",
            "Precision divides by k.",
            _binary(lambda s: _harmonic(s.found / s.n, s.found / s.m), lambda s: s.n != s.k),
        ),
        (
            "uncut",
            "F1 of the whole list",
            "Stop at rank k.",
            _binary(lambda s: _harmonic(sum(s.all_hits) / s.n, sum(s.all_hits) / s.m), _is_cut),
        ),
        (
            "forgot missed",
            "F1 with a recall of what was retrieved alone",
            "Recall divides by all relevant documents, those that were not retrieved, too.",
            _binary(lambda s: _harmonic(s.found / s.k, s.found / sum(s.all_hits)), _has_missed),
        ),
        (
            "jaccard",
            "Jaccard: the hits over everything retrieved or relevant",
            "F1 counts the hits twice, above and below: 2·hits / (k + m).",
            _binary(lambda s: s.found / (s.k + s.m - s.found)),
        ),
        (
            "not divided",
            "2PR alone",
            "Divide it by P + R.",
            _binary(lambda s: 2 * s.found / s.k * s.found / s.m),
        ),
    ]


def _r_precision() -> list[_Row]:
    return [
        (
            "recall",
            "recall of the whole list",
            "Stop at rank m, the number of relevant documents.",
            _binary(lambda s: sum(s.all_hits) / s.m, lambda s: sum(s.all_hits[s.m :])),
        ),
        (
            "precision",
            "precision of the whole list",
            "Look at the top m only, and divide by m.",
            _binary(lambda s: sum(s.all_hits) / s.n, lambda s: s.n != s.m),
        ),
        (
            "over list",
            "the hits in the top m over the length of the list",
            "Divide by m, the number of relevant documents.",
            _binary(lambda s: sum(s.all_hits[: s.m]) / s.n, lambda s: s.n != s.m),
        ),
        (
            "forgot missed",
            "R-precision without what was missed",
            "m counts all relevant documents, those that were not retrieved, too.",
            _binary(lambda s: sum(s.all_hits[: sum(s.all_hits)]) / sum(s.all_hits), _has_missed),
        ),
        (
            "count",
            "the number of hits in the top m",
            "Divide it by m.",
            _binary(lambda s: sum(s.all_hits[: s.m])),
        ),
        (
            "average",
            "AP, which averages the precision at every hit",
            "R-precision is one precision, that of the top m.",
            _binary(lambda s: sum(s.at_hits) / s.m),
        ),
    ]


def _reciprocal_rank() -> list[_Row]:
    return [
        (
            "last hit",
            "1/r of the last hit",
            "Only the first hit counts.",
            _binary(lambda s: 1 / s.at[-1], _several),
        ),
        (
            "rank",
            "the rank of the first hit",
            "Take one over it: the reciprocal.",
            _binary(lambda s: s.at[0], lambda s: s.at),
        ),
        (
            "mean",
            "the mean of 1/r over all hits",
            "Only the first hit counts; a mean is taken over queries.",
            _binary(lambda s: sum(1 / at for at in s.at) / s.found, _several),
        ),
        (
            "sum",
            "the sum of 1/r over all hits",
            "Only the first hit counts.",
            _binary(lambda s: sum(1 / at for at in s.at), _several),
        ),
        (
            "from 0",
            "one over the misses above the first hit",
            "Ranks begin with 1: count the hit as well.",
            _binary(lambda s: 1 / (s.at[0] - 1), lambda s: s.at),
        ),
        (
            "uncut",
            "1/r of a hit below the cut",
            "Without a hit in the top k it is 0.",
            _binary(lambda s: 1 / (s.all_hits.index(1) + 1), lambda s: not s.at and s.below),
        ),
        (
            "precision",
            "precision: the share of hits",
            "How many there are does not count: one over the rank of the first.",
            _binary(lambda s: s.found / s.k, lambda s: s.at),
        ),
        (
            "plus one",
            "1/(r + 1), one over a rank too many",
            "Ranks begin with 1, so a hit at rank 1 scores 1.",
            _binary(lambda s: 1 / (s.at[0] + 1), lambda s: s.at),
        ),
    ]


def _first_relevant_rank() -> list[_Row]:
    return [
        (
            "reciprocal",
            "the reciprocal of the rank",
            "The rank itself is asked for.",
            _binary(lambda s: 1 / s.at[0], lambda s: s.at),
        ),
        (
            "from 0",
            "the number of misses above the first hit",
            "Count the hit as well: ranks begin with 1.",
            _binary(lambda s: s.at[0] - 1, lambda s: s.at),
        ),
        (
            "last hit",
            "the rank of the last hit",
            "Only the first hit counts.",
            _binary(lambda s: s.at[-1], _several),
        ),
        (
            "mean",
            "the mean rank of the hits",
            "Only the first hit counts.",
            _binary(lambda s: sum(s.at) / s.found, _several),
        ),
        (
            "uncut",
            "the rank of a hit below the cut",
            "Without a hit in the top k the reader is charged k + 1.",
            _binary(lambda s: s.all_hits.index(1) + 1, lambda s: not s.at and s.below),
        ),
        (
            "k",
            "the cutoff k",
            "Without a hit in the top k the reader is charged k + 1.",
            _binary(lambda s: s.k, lambda s: not s.at),
        ),
        (
            "zero",
            "no rank at all",
            "Without a hit in the top k the reader is charged k + 1.",
            _binary(lambda _: 0, lambda s: not s.at),
        ),
    ]


_CHARGED: Final = (
    "A relevant document that is not in the top k counts as rank k + 1. Without a cutoff, k is the "
    "length of the list."
)


def _mean_rank() -> list[_Row]:
    return [
        (
            "ignored",
            "the mean rank of the hits alone",
            _CHARGED,
            _binary(lambda s: sum(s.at) / s.found, lambda s: s.m > s.found),
        ),
        (
            "over found",
            "the ranks and the charges over the hits alone",
            "Divide by all relevant documents.",
            _binary(
                lambda s: sum(s.charged) / s.found,
                lambda s: s.m > s.found,
            ),
        ),
        (
            "free",
            "the ranks of the hits over all relevant documents, the others free of charge",
            _CHARGED,
            _binary(lambda s: sum(s.at) / s.m, lambda s: s.m > s.found),
        ),
        (
            "first",
            "the rank of the first hit",
            "Take the mean over all relevant documents.",
            _binary(lambda s: s.at[0], lambda s: s.at),
        ),
        (
            "sum",
            "the sum of the ranks",
            "Divide it by the number of relevant documents.",
            _binary(lambda s: sum(s.charged)),
        ),
        (
            "uncut",
            "the mean rank with the own rank of a hit below the cut",
            "A relevant document below the top k is charged k + 1, too.",
            _binary(
                lambda s: (
                    (
                        sum(rank for rank, hit in enumerate(s.all_hits, start=1) if hit)
                        + (s.m - sum(s.all_hits)) * (s.k + 1)
                    )
                    / s.m
                ),
                lambda s: s.below,
            ),
        ),
        (
            "k",
            "the mean rank with a charge of k, not k + 1",
            "A document that is not in the top k counts as rank k + 1, which nobody looks at.",
            _binary(lambda s: (sum(s.at) + (s.m - s.found) * s.k) / s.m, lambda s: s.m > s.found),
        ),
        (
            "from 0",
            "the mean rank with ranks counted from 0",
            "Ranks begin with 1.",
            _binary(lambda s: sum(rank - 1 for rank in s.charged) / s.m),
        ),
        (
            "median",
            "the median of the ranks",
            "Take the mean: their sum over their number.",
            _binary(lambda s: float(np.median(s.charged)), lambda s: s.m > 2),
        ),
    ]


def _average_precision() -> list[_Row]:
    return [
        (
            "over k",
            "the precisions at the hits, divided by the number of ranks",
            "Divide their sum by the number of relevant documents.",
            _binary(lambda s: _over(s.at_hits, s.k)),
        ),
        (
            "every rank",
            "precision averaged over every rank",
            "Take it at the hits only: a miss adds nothing of its own.",
            _binary(lambda s: _over(s.precisions, s.k)),
        ),
        (
            "over found",
            "the precisions at the hits, divided by the hits found",
            "Divide by all relevant documents, those that were not found, too.",
            _binary(lambda s: _over(s.at_hits, s.found), lambda s: s.m > s.found),
        ),
        (
            "forgot missed",
            "AP without the relevant documents below the line",
            "They exist: they count in what you divide by.",
            _binary(lambda s: _over(s.at_hits, sum(s.all_hits)), _has_missed),
        ),
        (
            "sum",
            "the sum of the precisions at the hits",
            "Divide it by the number of relevant documents.",
            _binary(lambda s: s.at_hits),
        ),
        (
            "precision",
            "precision of the whole window",
            "Take the precision at each hit's rank, and their mean.",
            _binary(lambda s: _over(s.hits, s.k)),
        ),
        (
            "reciprocals",
            "the sum of 1/r over the hits, divided by all relevant documents",
            "Precision counts all hits so far: it is 2/r at the second hit, and 3/r at the third.",
            _binary(lambda s: [hit / at / s.m for at, hit in enumerate(s.hits, start=1)], _several),
        ),
        (
            "recalls",
            "the recalls at the hits, averaged",
            "Average the precisions: hits so far over the rank, not over what exists.",
            _binary(
                lambda s: [
                    hit * sum(s.hits[:at]) / s.m / s.found for at, hit in enumerate(s.hits, start=1)
                ],
                _several,
            ),
        ),
        (
            "uncut",
            "AP of the whole list",
            "Hits below rank k add nothing.",
            _binary(lambda s: _over(replace(s, k=s.n).at_hits, s.m), _is_cut),
        ),
        (
            "over list",
            "the precisions at the hits, divided by the length of the whole list",
            "Divide their sum by the number of relevant documents.",
            _binary(lambda s: _over(s.at_hits, s.n), lambda s: s.n != s.k),
        ),
        (
            "interpolated",
            "interpolated AP: at each hit the best precision there or below",
            "Take the precision at the hit's own rank.",
            _binary(lambda s: _over(s.interpolated, s.m), lambda s: s.interpolated != s.at_hits),
        ),
    ]


def _with(ranking: Ranking, grades: Array, missed: Array | tuple[()] = ()) -> Ranking:
    """Return other documents on the scale of a list."""
    return Ranking(grades, missed, top_grade=ranking.top_grade, relevant_from=ranking.relevant_from)


def _bpref() -> list[_Row]:
    def by(above: Callable[[float, float, float], float]) -> Score:
        """Average over the relevant documents what a hit adds: of those above, m and N."""

        def scored(ranking: Ranking, _: int | None) -> float:
            judged, found = bpref(ranking), ranking.relevant()
            m, n = (float(judged.aside[each]) for each in ("relevant_total", "irrelevant_total"))
            worse = judged.terms["irrelevant_above"].tolist()
            if not n:
                return math.nan
            return sum(above(w, m, n) for w, hit in zip(worse, found, strict=True) if hit) / m

        return scored

    def as_misses(ranking: Ranking, _: int | None) -> float:
        if not np.isnan(ranking.grades).any():
            return math.nan
        return float(bpref(_with(ranking, np.nan_to_num(ranking.grades), ranking.missed)).score)

    return [
        (
            "as misses",
            "bpref with what nobody judged counted as irrelevant",
            "An unjudged document is skipped: only judged irrelevant ones above a hit cost.",
            as_misses,
        ),
        (
            "every one above",
            "what comes out if each irrelevant document above costs 1/N",
            "Divide by the smaller one of N and m.",
            _if(
                lambda r, _: bool(bpref(r).aside["irrelevant_total"] > r.relevant_total),
                by(lambda above, _, n: 1 - above / n),
            ),
        ),
        (
            "over m",
            "what comes out if each irrelevant document above costs 1/m",
            "Divide by the smaller one of N and m.",
            _if(
                lambda r, _: bool(bpref(r).aside["irrelevant_total"] < r.relevant_total),
                by(lambda above, m, _: 1 - min(above, m) / m),
            ),
        ),
        (
            "penalties",
            "the mean of the penalties",
            "Each hit adds one minus its penalty.",
            by(lambda above, m, n: min(above, m) / min(n, m)),
        ),
        (
            "over found",
            "what the hits add, over the hits found",
            "Divide by all relevant documents, those that were not retrieved, too.",
            _if(
                lambda r, _: bool(0 < r.relevant().sum() < r.relevant_total),
                lambda r, _: float(bpref(r).score * r.relevant_total / r.relevant().sum()),
            ),
        ),
        (
            "AP",
            "AP, in which every document above a hit counts",
            "Bpref looks at the judged irrelevant documents above each hit, and at no ranks.",
            _as_taught("average_precision"),
        ),
    ]


# Grades

_OTHER: Final = {"linear": "exponential", "exponential": "linear"}
_GAIN_IS: Final = {"linear": "the grade g itself", "exponential": "2^g − 1"}
_LOG: Final = gain.logarithmic()
_NATURAL: Final = gain.logarithmic(math.e)
_TEN: Final = gain.logarithmic(10)
_FLAT: Final = gain.DISCOUNTS["none"]


def _added(ranking: Ranking, k: int | None, by: str, weight: gain.Discount = _LOG) -> Array:
    """Return the gain of each document times the weight of its rank."""
    return ranking.worth(gain.GAINS[by], k) * weight(ranking.ranks(k))


def _best(
    ranking: Ranking,
    k: int | None,
    by: str,
    weight: gain.Discount = _LOG,
    pool: Pool = "judged",
) -> float:
    """Return the same sum for the best order."""
    worth = ranking.ideal_worth(gain.GAINS[by], k, pool)
    return float((worth * weight(np.arange(1.0, worth.size + 1))).sum())


def _shares(over: Array, under: float) -> float | Array:
    return over / under if under else math.nan


def _goes_on(ranking: Ranking, k: int | None) -> bool:
    """Return whether a document of positive grade stands below the cut."""
    return k is not None and bool(np.nansum(ranking.grades[k:]) > 0)


def _steep(ranking: Ranking) -> bool:
    """Return whether linear and exponential gain differ on some grade of the list."""
    return bool(np.nanmax(np.concatenate([ranking.grades, ranking.missed])) > 1)


def _if(needs: Callable[[Ranking, int | None], bool], score: Score) -> Score:
    """Make a score NaN for a list that fails a condition."""
    return lambda ranking, k: score(ranking, k) if needs(ranking, k) else math.nan


def _cumulative_gain(gain: str = "linear") -> list[_Row]:
    return [
        (
            "discounted",
            "DCG: discounted by rank",
            "The gains are added up as they are.",
            lambda r, k: _added(r, k, gain),
        ),
        (
            "other gain",
            f"what comes out with the gain {_GAIN_IS[_OTHER[gain]]}",
            f"The gain is {_GAIN_IS[gain]}.",
            _if(lambda r, _: _steep(r), lambda r, k: _added(r, k, _OTHER[gain], _FLAT)),
        ),
        (
            "uncut",
            "the gain of the whole list",
            "Stop at rank k.",
            _if(_goes_on, lambda r, _: _added(r, None, gain, _FLAT)),
        ),
        (
            "mean",
            "the mean gain of a rank",
            "Add the gains up, and do not divide.",
            lambda r, k: _added(r, k, gain, _FLAT) / r.ranks(k).size,
        ),
        (
            "hits",
            "the number of hits",
            f"A document counts its gain: {_GAIN_IS[gain]}.",
            _if(lambda r, _: _steep(r), lambda r, k: r.relevant(k)),
        ),
    ]


_WEIGHTS: Final[Mapping[str, tuple[str, str, gain.Discount]]] = {
    "log of i": (
        "discounted by log₂ i, with nothing taken off at rank 1",
        "The discount is 1/log₂(i + 1): rank 2 has 1/log₂ 3 already.",
        gain.logarithmic_thresholded(),
    ),
    "reciprocal": (
        "discounted by 1/i",
        "The discount is 1/log₂(i + 1), which is gentler.",
        gain.reciprocal,
    ),
}


def _dcg(gain: str = "linear") -> list[_Row]:
    other_weights: list[_Row] = [
        (name, f"the gains {phrase}", instead, _weighted(gain, weight))
        for name, (phrase, instead, weight) in _WEIGHTS.items()
    ]
    return [
        *other_weights,
        (
            "natural log",
            "the gains discounted by the natural logarithm",
            "The logarithm has base 2: ln(i + 1) / ln 2.",
            _weighted(gain, _NATURAL),
        ),
        (
            "log10",
            "the gains discounted by the logarithm of base 10",
            "The logarithm has base 2: lg(i + 1) / lg 2.",
            _weighted(gain, _TEN),
        ),
        (
            "times log",
            "the gains times log₂(i + 1)",
            "Divide by the logarithm: lower ranks count less, not more.",
            _weighted(gain, lambda ranks: np.log2(ranks + 1)),
        ),
        (
            "flat",
            "the gains added up, without a discount",
            "Multiply each by 1/log₂(i + 1).",
            _weighted(gain, _FLAT),
        ),
        (
            "normalised",
            "nDCG: divided by the best",
            "DCG is not divided by anything.",
            lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain)),
        ),
        (
            "other gain",
            f"DCG with the gain {_GAIN_IS[_OTHER[gain]]}",
            f"The gain is {_GAIN_IS[gain]}.",
            _if(lambda r, _: _steep(r), lambda r, k: _added(r, k, _OTHER[gain])),
        ),
        (
            "uncut",
            "DCG of the whole list",
            "Stop at rank k.",
            _if(_goes_on, lambda r, _: _added(r, None, gain)),
        ),
    ]


def _weighted(by: str, weight: gain.Discount) -> Score:
    return lambda ranking, k: _added(ranking, k, by, weight)


def _ndcg(gain: str = "linear") -> list[_Row]:
    other = _OTHER[gain]
    other_weights: list[_Row] = [
        (name, f"the share of the best, both {phrase}", instead, _share_of_best(gain, weight))
        for name, (phrase, instead, weight) in _WEIGHTS.items()
    ]
    return [
        *other_weights,
        (
            "flat",
            "the gain over the best gain, without discounts",
            "Multiply each gain by 1/log₂(i + 1), here and in the ideal order.",
            _share_of_best(gain, _FLAT),
        ),
        (
            "not normalised",
            "DCG itself",
            "Divide it by the DCG of the ideal order.",
            lambda r, k: _added(r, k, gain),
        ),
        (
            "ideal of retrieved",
            "DCG over the ideal order of the retrieved documents alone",
            "The ideal order has all judged documents, those below the line, too.",
            _if(
                lambda r, _: bool(np.nansum(r.missed) > 0),
                lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain, pool="retrieved")),
            ),
        ),
        (
            "ideal uncut",
            "DCG over an ideal order that is not cut",
            "Cut the ideal order at the same rank as the list.",
            _if(
                lambda r, k: bool(_best(r, k, gain) < _best(r, k, gain, pool="uncut") - 1e-12),
                lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain, pool="uncut")),
            ),
        ),
        (
            "other gain",
            f"nDCG with the gain {_GAIN_IS[other]}",
            f"The gain is {_GAIN_IS[gain]}.",
            _if(
                lambda r, _: _steep(r),
                lambda r, k: _shares(_added(r, k, other), _best(r, k, other)),
            ),
        ),
        (
            "two gains",
            f"DCG with the gain {_GAIN_IS[gain]} over an ideal with {_GAIN_IS[other]}",
            f"The gain is {_GAIN_IS[gain]} in both.",
            _if(
                lambda r, _: _steep(r),
                lambda r, k: _shares(_added(r, k, gain), _best(r, k, other)),
            ),
        ),
        (
            "over flat ideal",
            "DCG over the sum of the ideal gains, without a discount",
            "The ideal order is discounted like the list.",
            lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain, _FLAT)),
        ),
        (
            "uncut",
            "nDCG of the whole list",
            "Stop at rank k, in the list and in the ideal order.",
            _if(_goes_on, lambda r, _: _shares(_added(r, None, gain), _best(r, None, gain))),
        ),
        (
            "hits",
            "nDCG with the gain 1 for whatever is relevant",
            f"The gain is {_GAIN_IS[gain]}.",
            _if(
                lambda r, _: _steep(r),
                lambda r, k: _share_of_best("linear", _LOG)(_as_hits(r), k),
            ),
        ),
        (
            "min–max",
            "the way from the worst order to the best: (DCG − worst) / (best − worst)",
            "Divide DCG by that of the best order. The worst order has no part in it.",
            _between_worst_and_best(gain),
        ),
        (
            "over discounts",
            "DCG over the sum of the discounts",
            "Divide it by the DCG of the ideal order.",
            lambda r, k: _added(r, k, gain) / _LOG(r.ranks(k)).sum(),
        ),
        (
            "upside down",
            "the ideal DCG over DCG, upside down",
            "DCG stands above the line, and the ideal DCG below it.",
            lambda r, k: _shares(np.array(_best(r, k, gain)), float(_added(r, k, gain).sum())),
        ),
        (
            "ideal of top grades",
            "DCG over an ideal order of top grades only",
            "The ideal order has the judged documents of this query, with their own grades.",
            lambda r, k: _shares(_added(r, k, gain), _best_of_top_grades(r, k, gain)),
        ),
    ]


def _as_hits(ranking: Ranking) -> Ranking:
    """Return the list with grade 1 for whatever is relevant."""
    return Ranking(ranking.relevant(), ranking.missed >= ranking.relevant_from)


def _between_worst_and_best(by: str) -> Score:
    """Make the min–max score; NaN if the worst order has no gain, as that gives nDCG."""

    def scored(ranking: Ranking, k: int | None) -> float:
        every = np.sort(np.concatenate([ranking.grades, ranking.missed]))
        worst = _with(ranking, every[: ranking.grades.size])
        low, best = float(_added(worst, k, by).sum()), _best(ranking, k, by)
        mine = float(_added(ranking, k, by).sum())
        return (mine - low) / (best - low) if 0 < low < best else math.nan

    return scored


def _best_of_top_grades(ranking: Ranking, k: int | None, by: str) -> float:
    ranks = ranking.ranks(k)
    return float(gain.GAINS[by](np.asarray(ranking.top_grade)) * _LOG(ranks).sum())


def _share_of_best(by: str, weight: gain.Discount) -> Score:
    return lambda r, k: _shares(_added(r, k, by, weight), _best(r, k, by, weight))


def _q_measure() -> list[_Row]:
    def of_ranks(added: Callable[[Breakdown, Array], Array]) -> Score:
        def scored(ranking: Ranking, k: int | None) -> Array:
            breakdown = q_measure(ranking, k)
            return added(breakdown, ranking.ranks(k)) / float(breakdown.aside["denominator"])

        return scored

    return [
        (
            "AP",
            "AP, which does not see the gains",
            "Add the gains: (hits + gain) / (rank + ideal gain).",
            of_ranks(lambda q, ranks: q.terms["relevant"] * q.terms["relevant"].cumsum() / ranks),
        ),
        (
            "gains alone",
            "the gain over the ideal gain at the hits, averaged",
            "Add the hits above and the rank below: (hits + gain) / (rank + ideal gain).",
            of_ranks(lambda q, _: q.terms["relevant"] * q.terms["gain"] / q.terms["ideal_gain"]),
        ),
        (
            "every rank",
            "the blended ratio of every rank, added up",
            "Take it at the hits only.",
            of_ranks(lambda q, _: q.terms["blended_ratio"]),
        ),
        (
            "sum",
            "the sum of the blended ratios at the hits",
            "Divide it by the number of relevant documents.",
            lambda r, k: q_measure(r, k).terms["contribution"] * r.relevant_total,
        ),
        (
            "over found",
            "the blended ratios at the hits, divided by the hits found",
            "Divide by all relevant documents, those that were not found, too.",
            _if(
                lambda r, k: bool(0 < r.relevant()[:k].sum() < r.relevant_total),
                lambda r, k: (
                    q_measure(r, k).terms["contribution"]
                    * r.relevant_total
                    / r.relevant()[:k].sum()
                ),
            ),
        ),
        (
            "over k",
            "the blended ratios at the hits, divided by the number of ranks",
            "Divide their sum by the number of relevant documents.",
            lambda r, k: q_measure(r, k).terms["contribution"] * r.relevant_total / r.ranks(k).size,
        ),
        (
            "ideal of retrieved",
            "Q with an ideal of the retrieved documents alone",
            "The ideal order has all judged documents, those below the line, too.",
            _if(
                lambda r, _: bool(np.nansum(r.missed) > 0),
                lambda r, k: (
                    q_measure(_with(r, r.grades), k).terms["contribution"]
                    * (r.relevant().sum() / r.relevant_total)
                ),
            ),
        ),
    ]


# A person reading


def _rbp(persistence: float = 0.8) -> list[_Row]:
    p = persistence

    def summed(
        weight: Callable[[Array], Array],
        utility: Callable[[Array, Ranking], Array] = reader_models.linear,
    ) -> Callable[[Ranking, int | None], Array]:
        return lambda ranking, k: (
            ranking.worth(lambda grades: utility(grades, ranking), k) * weight(ranking.ranks(k))
        )

    def is_graded(ranking: Ranking, _: int | None) -> bool:
        return ranking.top_grade > 1

    powers = summed(lambda i: p ** (i - 1))
    weighed = summed(lambda i: (1 - p) * p ** (i - 1))

    return [
        (
            "forgot 1 − p",
            "the sum without the factor 1 − p",
            "Multiply it by 1 − p: the share of readers who stop at a rank.",
            powers,
        ),
        (
            "one power more",
            "the sum with p^i",
            "Everybody looks at rank 1: its weight is (1 − p)·p^0.",
            summed(lambda i: (1 - p) * p**i),
        ),
        (
            "p swapped",
            "the sum with p and 1 − p in each other's place",
            "p is the chance to go on: rank i weighs (1 − p)·p^(i − 1).",
            _if(lambda *_: p != 0.5, summed(lambda i: p * (1 - p) ** (i - 1))),
        ),
        (
            "divided",
            "the sum divided by what a list that is all perfect would get",
            "RBP is not normalised.",
            lambda r, k: powers(r, k) / float((p ** (r.ranks(k) - 1)).sum()),
        ),
        (
            "linear",
            "the mean worth of a rank",
            "Weigh rank i by (1 − p)·p^(i − 1).",
            lambda r, k: summed(lambda i: np.full(i.shape, 1 / i.size))(r, k),
        ),
        (
            "grades",
            "the sum with the grades themselves",
            "A document is worth its grade over the highest grade of the scale.",
            _if(
                is_graded,
                lambda r, k: weighed(r, k) * r.top_grade,
            ),
        ),
        (
            "hits",
            "the sum with 1 for whatever is relevant",
            "A document is worth its grade over the highest grade of the scale.",
            _if(is_graded, summed(lambda i: (1 - p) * p ** (i - 1), reader_models.binary)),
        ),
        (
            "normalised",
            "RBP over that of the best order, as in nDCG",
            "RBP is not normalised.",
            lambda r, k: _shares(powers(r, k), float(powers(_best_first(r), k).sum())),
        ),
        (
            "with residual",
            "RBP with the residual added",
            "The residual is what RBP could still gain. It stands beside the score, not in it.",
            lambda r, k: float(
                weighed(r, k).sum() + reader_models.rbp(r, k, persistence=p).aside["residual"]
            ),
        ),
        (
            "exponential",
            "RBP with documents worth (2^g − 1) / 2^top",
            "That is R of ERR. Here a document is worth its grade over the highest grade.",
            _if(is_graded, summed(lambda i: (1 - p) * p ** (i - 1), reader_models.exponential)),
        ),
    ]


def _best_first(ranking: Ranking) -> Ranking:
    """Return the best order of all judged documents, as long as the list."""
    every = np.sort(np.concatenate([ranking.grades, ranking.missed]))[::-1]
    return _with(ranking, every[: ranking.grades.size])


def _err() -> list[_Row]:
    def of_chances(
        score: Callable[[list[float]], float | list[float]],
        satisfied: Callable[[Array, Ranking], Array] = reader_models.exponential,
    ) -> Score:
        def scored(ranking: Ranking, k: int | None) -> Array:
            return np.array(score(ranking.worth(lambda g: satisfied(g, ranking), k).tolist()))

        return scored

    def stops(chances: list[float]) -> list[float]:
        reach, shares = 1.0, []
        for chance in chances:
            shares.append(reach * chance)
            reach *= 1 - chance
        return shares

    def expected(chances: list[float]) -> list[float]:
        return _over_ranks(stops(chances))

    def unlike(shares: list[float], chances: list[float]) -> float | list[float]:
        return math.nan if shares == stops(chances) else _over_ranks(shares)

    def after_one(chances: list[float]) -> float | list[float]:
        before = [0.0, *chances]
        shares = [(1 - last) * chance for last, chance in zip(before, chances, strict=False)]
        return unlike(shares, chances)

    def going_on_with_r(chances: list[float]) -> float | list[float]:
        reach, shares = 1.0, []
        for chance in chances:
            shares.append(reach * chance)
            reach *= chance
        return unlike(shares, chances)

    def with_stops(chances: list[float]) -> list[float]:
        reach, shares = 1.0, []
        for chance in chances:
            shares.append(reach * chance)
            reach *= 1 - shares[-1]
        return _over_ranks(shares)

    return [
        (
            "stops",
            "the sum of the stop probabilities",
            "Each stop is worth 1/rank: divide before you add up.",
            of_chances(stops),
        ),
        (
            "forgot those above",
            "R/i added up over all ranks",
            "Rank i is reached by those alone whom nothing above satisfied: multiply by each 1 − R "
            "above.",
            of_chances(_over_ranks),
        ),
        (
            "stop for satisfaction",
            "the sum in which 1 minus the probability of stopping takes the place of 1 − R",
            "Of those who arrive 1 − R go on; the probability of stopping counts arriving, too.",
            of_chances(with_stops),
        ),
        (
            "linear",
            "ERR with R = g / top",
            "R is (2^g − 1) / 2^top.",
            _if(lambda r, _: r.top_grade > 1, of_chances(expected, reader_models.linear)),
        ),
        (
            "over top gain",
            "ERR with R = (2^g − 1) / (2^top − 1)",
            "Below stands 2^top: nobody is satisfied for certain.",
            of_chances(expected, lambda g, r: (np.exp2(g) - 1) / (2**r.top_grade - 1)),
        ),
        (
            "top of the list",
            "ERR with the highest grade of the list in 2^top",
            "The top grade is the scale's, whatever the list has.",
            _if(
                lambda r, _: 0 < float(np.nanmax(r.grades)) < r.top_grade,
                of_chances(
                    expected, lambda g, r: (np.exp2(g) - 1) / 2 ** float(np.nanmax(r.grades))
                ),
            ),
        ),
        (
            "ignores misses",
            "ERR with the ranks of the hits only: 1, 2, 3 …",
            "A document that satisfies nobody still takes up a rank.",
            _if(
                lambda r, _: bool((r.grades == 0).any()),
                of_chances(lambda chances: sum(expected([chance for chance in chances if chance]))),
            ),
        ),
        (
            "reciprocal rank",
            "RR, which has the reader stop at the first hit for certain",
            "A hit satisfies only R of those who see it.",
            lambda r, k: float(METRICS["reciprocal_rank"].compute(r, k=k).score),
        ),
        (
            "forgot − 1",
            "ERR with R = 2^g / 2^top",
            "R is (2^g − 1) / 2^top: grade 0 satisfies nobody.",
            of_chances(expected, lambda g, r: np.exp2(g - r.top_grade)),
        ),
        (
            "previous only",
            "ERR in which only the document right above can stop a reader",
            "Rank i is reached by those whom none of all above satisfied: multiply every 1 − R.",
            of_chances(after_one),
        ),
        (
            "normalised",
            "nERR: divided by the ERR of the best order",
            "ERR is not divided by anything.",
            lambda r, k: METRICS["nerr"].compute(r, k=k).terms["contribution"],
        ),
        (
            "goes on with R",
            "ERR in which R of the readers stop, and R of them go on, too",
            "R is the share who stop. The others go on: 1 − R.",
            of_chances(going_on_with_r),
        ),
    ]


def _over_ranks(shares: list[float]) -> list[float]:
    return [share / rank for rank, share in enumerate(shares, start=1)]


_MISTAKES: Final[Mapping[str, Callable[..., list[_Row]]]] = for_drill(
    "mistakes",
    *(_precision, _recall, _f1, _r_precision, _reciprocal_rank, _first_relevant_rank, _mean_rank),
    *(_average_precision, _q_measure, _bpref, _cumulative_gain, _dcg, _ndcg, _rbp, _err),
)
