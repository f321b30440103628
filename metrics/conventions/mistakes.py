"""Common mistakes as definitions, with their corrections, to explain a wrong number.

Here each has its name and its score; `mistakes.toml` has its words.

A mistake scores NaN for a list on which it makes no difference. For example, a list without missed
documents cannot show that they were forgotten.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from .. import gain, reader_models
from ..arrays import Array
from ..average import bpref, q_measure
from ..breakdown import Breakdown
from ..catalog import METRICS, for_drill
from ..ranking import Pool, Ranking
from .combinations import highest
from .definitions import Definition
from .tables import read_table, refuse_unknown

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


def of_every_gain(metric: str, top: float) -> tuple[Mistake, ...]:
    """Return the mistakes about a metric of the drill, those that only code makes included.

    Args:
        metric: catalog key.
        top: highest grade of the list; above 1, the mistakes with gain 2^g − 1 come last.

    >>> [one.wording for one in of_every_gain("dcg", 1)][-1]
    'DCG discounted by 1/log₂ i, without rank 1, where log₂ i is 0'
    """
    if "gain" not in METRICS[metric].knobs:
        return of_metric(metric)
    gains = ("linear", "exponential") if top > 1 else ("linear",)
    return tuple(
        replace(one, phrases=(*one.phrases, f"with gain {_GAIN_IS[gain]}"))
        if gain == "exponential" and _GAIN_IS[gain] not in one.wording
        else one
        for gain in gains
        for one in (*of_metric(metric, gain=gain), *_in_code(metric, gain))
    )


@lru_cache(maxsize=256)
def _in_code(metric: str, gain: str) -> tuple[Mistake, ...]:
    """Return the mistakes that nobody makes on paper, so that the drill has none of them."""
    scores = _IN_CODE[metric](gain) if metric in _IN_CODE else {}
    return _named(metric, scores, WORDS[_of_code(metric)] if scores else {}, gain)


@lru_cache(maxsize=256)
def _of(metric: str, knobs: tuple[tuple[str, Any], ...]) -> tuple[Mistake, ...]:
    scores, words = dict(_MISTAKES[metric](**dict(knobs))), WORDS[metric]
    if METRICS[metric].reads == "binary":
        scores |= {name: _from_grade_one(metric, dict(knobs)) for name in WORDS[_BINARY]}
        words = {**words, **WORDS[_BINARY]}
    return _named(metric, scores, words, dict(knobs).get("gain", "linear"))


def _named(
    metric: str, scores: Mapping[str, Score], words: Mapping[str, "Words"], gain: str
) -> tuple[Mistake, ...]:
    """Give the mistakes of a metric their words."""
    filled = dict(zip(_PLACES, (_GAIN_IS[gain], _GAIN_IS[_OTHER[gain]]), strict=True))
    return tuple(
        Mistake(
            f"{metric}: {name}",
            metric,
            (words[name].phrase.format(**filled),),
            _sum(adds),
            steps=1,
            instead=words[name].instead.format(**filled),
            adds=adds,
        )
        for name, adds in scores.items()
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
    numbers = _mrr(ranks)
    return constant_mistakes("mrr", [(*WORDS["mrr"][name], numbers[name]) for name in numbers])


def _mrr(ranks: Sequence[int]) -> dict[str, float]:
    each = [1 / rank for rank in ranks]
    return {
        "over mean rank": len(ranks) / sum(ranks),
        "mean rank": sum(ranks) / len(ranks),
        "sum": sum(each),
        "best": max(each),
        "product": math.prod(each),
        "geometric": math.prod(each) ** (1 / len(each)),
        "middle": sorted(each)[len(each) // 2],
    }


def _sum(adds: Score) -> Callable[[Ranking, int | None], float]:
    return lambda ranking, k: float(np.sum(adds(ranking, k)))


def taught(metric: str, **knobs: Any) -> Definition:
    """Return the correct definition."""
    phrase = METRICS[metric].drilled
    return Definition(f"{metric}: taught", metric, (phrase,), _as_taught(metric, **knobs))


_Scores: TypeAlias = Mapping[str, Score]
"""The mistakes of a metric by name."""


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
    def shares_of_k(self) -> list[float]:
        """The hits down to each hit over k, 0 at other ranks."""
        return [hit * sum(self.hits[:at]) / self.k for at, hit in enumerate(self.hits, start=1)]

    @property
    def interpolated(self) -> list[float]:
        """At each hit the highest precision there or below, 0 at other ranks."""
        return [hit * max(self.precisions[at:]) for at, hit in enumerate(self.hits)]

    def at_levels(self, *, exist: int = 0, beyond: bool = True) -> list[float]:
        """Precision at recall 0, 0.1 ... 1: the highest there or beyond, or that there.

        0 for a level that is never reached. `exist` stands in the place of m.
        """
        m, found = exist or self.m, [self.precisions[at - 1] for at in self.at]
        at_each = ([p for n, p in enumerate(found, 1) if 10 * n >= of * m] for of in range(11))
        return [max(some[: None if beyond else 1], default=0) for some in at_each]


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


def _precision() -> _Scores:
    return {
        "over list": _binary(lambda s: _over(s.hits, s.n), lambda s: s.n != s.k),
        "uncut": _binary(lambda s: _over(s.all_hits, s.n), lambda s: s.n > s.k),
        "hits below": _binary(lambda s: _over(s.all_hits, s.k), _is_cut),
        "count": _binary(lambda s: [*map(float, s.hits)]),
        "recall": _binary(lambda s: _over(s.hits, s.m)),
        "misses": _binary(lambda s: 1 - s.found / s.k),
    }


def _recall() -> _Scores:
    return {
        "precision": _binary(lambda s: _over(s.hits, s.k)),
        "forgot missed": _binary(lambda s: _over(s.hits, sum(s.all_hits)), _has_missed),
        "uncut": _binary(lambda s: _over(s.all_hits, s.m), _is_cut),
        "over list": _binary(lambda s: _over(s.hits, s.n)),
        "count": _binary(lambda s: [*map(float, s.hits)]),
        "rest": _binary(lambda s: 1 - s.found / s.m),
    }


def _f1() -> _Scores:
    return {
        "mean": _binary(lambda s: (s.found / s.k + s.found / s.m) / 2),
        "geometric": _binary(lambda s: math.sqrt(s.found / s.k * s.found / s.m)),
        "product": _binary(lambda s: s.found / s.k * s.found / s.m),
        "half": _binary(lambda s: _harmonic(s.found / s.k, s.found / s.m) / 2),
        "precision": _binary(lambda s: s.found / s.k),
        "recall": _binary(lambda s: s.found / s.m),
        "over list": _binary(
            lambda s: _harmonic(s.found / s.n, s.found / s.m), lambda s: s.n != s.k
        ),
        "uncut": _binary(
            lambda s: _harmonic(sum(s.all_hits) / s.n, sum(s.all_hits) / s.m), _is_cut
        ),
        "forgot missed": _binary(
            lambda s: _harmonic(s.found / s.k, s.found / sum(s.all_hits)), _has_missed
        ),
        "jaccard": _binary(lambda s: s.found / (s.k + s.m - s.found)),
        "not divided": _binary(lambda s: 2 * s.found / s.k * s.found / s.m),
    }


def _r_precision() -> _Scores:
    return {
        "recall": _binary(lambda s: sum(s.all_hits) / s.m, lambda s: sum(s.all_hits[s.m :])),
        "precision": _binary(lambda s: sum(s.all_hits) / s.n, lambda s: s.n != s.m),
        "over list": _binary(lambda s: sum(s.all_hits[: s.m]) / s.n, lambda s: s.n != s.m),
        "forgot missed": _binary(
            lambda s: sum(s.all_hits[: sum(s.all_hits)]) / sum(s.all_hits), _has_missed
        ),
        "count": _binary(lambda s: sum(s.all_hits[: s.m])),
        "average": _binary(lambda s: sum(s.at_hits) / s.m),
    }


def _reciprocal_rank() -> _Scores:
    return {
        "last hit": _binary(lambda s: 1 / s.at[-1], _several),
        "rank": _binary(lambda s: s.at[0], lambda s: s.at),
        "mean": _binary(lambda s: sum(1 / at for at in s.at) / s.found, _several),
        "sum": _binary(lambda s: sum(1 / at for at in s.at), _several),
        "from 0": _binary(lambda s: 1 / (s.at[0] - 1), lambda s: s.at),
        "uncut": _binary(lambda s: 1 / (s.all_hits.index(1) + 1), lambda s: not s.at and s.below),
        "precision": _binary(lambda s: s.found / s.k, lambda s: s.at),
        "plus one": _binary(lambda s: 1 / (s.at[0] + 1), lambda s: s.at),
    }


def _first_relevant_rank() -> _Scores:
    return {
        "reciprocal": _binary(lambda s: 1 / s.at[0], lambda s: s.at),
        "from 0": _binary(lambda s: s.at[0] - 1, lambda s: s.at),
        "last hit": _binary(lambda s: s.at[-1], _several),
        "mean": _binary(lambda s: sum(s.at) / s.found, _several),
        "uncut": _binary(lambda s: s.all_hits.index(1) + 1, lambda s: not s.at and s.below),
        "k": _binary(lambda s: s.k, lambda s: not s.at),
        "zero": _binary(lambda _: 0, lambda s: not s.at),
    }


def _mean_rank() -> _Scores:
    return {
        "ignored": _binary(lambda s: sum(s.at) / s.found, lambda s: s.m > s.found),
        "over found": _binary(
            lambda s: sum(s.charged) / s.found,
            lambda s: s.m > s.found,
        ),
        "free": _binary(lambda s: sum(s.at) / s.m, lambda s: s.m > s.found),
        "first": _binary(lambda s: s.at[0], lambda s: s.at),
        "sum": _binary(lambda s: sum(s.charged)),
        "uncut": _binary(
            lambda s: (
                (
                    sum(rank for rank, hit in enumerate(s.all_hits, start=1) if hit)
                    + (s.m - sum(s.all_hits)) * (s.k + 1)
                )
                / s.m
            ),
            lambda s: s.below,
        ),
        "k": _binary(lambda s: (sum(s.at) + (s.m - s.found) * s.k) / s.m, lambda s: s.m > s.found),
        "from 0": _binary(lambda s: sum(rank - 1 for rank in s.charged) / s.m),
        "median": _binary(lambda s: float(np.median(s.charged)), lambda s: s.m > 2),
    }


def _average_precision() -> _Scores:
    return {
        "over k": _binary(lambda s: _over(s.at_hits, s.k)),
        "every rank": _binary(lambda s: _over(s.precisions, s.k)),
        "over found": _binary(lambda s: _over(s.at_hits, s.found), lambda s: s.m > s.found),
        "forgot missed": _binary(lambda s: _over(s.at_hits, sum(s.all_hits)), _has_missed),
        "sum": _binary(lambda s: s.at_hits),
        "precision": _binary(lambda s: _over(s.hits, s.k)),
        "reciprocals": _binary(
            lambda s: [hit / at / s.m for at, hit in enumerate(s.hits, start=1)], _several
        ),
        "recalls": _binary(
            lambda s: [
                hit * sum(s.hits[:at]) / s.m / s.found for at, hit in enumerate(s.hits, start=1)
            ],
            _several,
        ),
        "hits over k": _binary(lambda s: _over(s.shares_of_k, s.m), _several),
        "hits over k, capped": _binary(
            lambda s: _over(s.shares_of_k, s.k), lambda s: _several(s) and s.m > s.k
        ),
        "uncut": _binary(lambda s: _over(replace(s, k=s.n).at_hits, s.m), _is_cut),
        "over list": _binary(lambda s: _over(s.at_hits, s.n), lambda s: s.n != s.k),
        "interpolated": _binary(
            lambda s: _over(s.interpolated, s.m), lambda s: s.interpolated != s.at_hits
        ),
    }


def _interpolated_average_precision() -> _Scores:
    def mean(numbers: Sequence[float]) -> float:
        return sum(numbers) / len(numbers)

    return {
        "AP": _binary(lambda s: _over(s.at_hits, s.m)),
        "at hits": _binary(lambda s: _over(s.interpolated, s.m)),
        "there": _binary(
            lambda s: mean(s.at_levels(beyond=False)),
            lambda s: s.at_levels() != s.at_levels(beyond=False),
        ),
        "reached": _binary(
            lambda s: mean([p for p in s.at_levels() if p]), lambda s: 0 < s.found < s.m
        ),
        "without 0": _binary(lambda s: mean(s.at_levels()[1:])),
        "forgot missed": _binary(lambda s: mean(s.at_levels(exist=sum(s.all_hits))), _has_missed),
        "sum": _binary(lambda s: sum(s.at_levels())),
        "every rank": _binary(lambda s: _over(s.precisions, s.k)),
    }


def _with(ranking: Ranking, grades: Array, missed: Array | tuple[()] = ()) -> Ranking:
    """Return other documents on the scale of a list."""
    return Ranking(grades, missed, top_grade=ranking.top_grade, relevant_from=ranking.relevant_from)


def _is_uncapped(ranking: Ranking, _: int | None) -> bool:
    """Return whether more irrelevant documents stand above a hit than relevant ones exist."""
    above = bpref(ranking).terms["irrelevant_above"][ranking.relevant() > 0]
    return bool(above.size and above.max() > ranking.relevant_total)


def _bpref() -> _Scores:
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

    return {
        "as misses": as_misses,
        "every one above": _if(
            lambda r, _: bool(bpref(r).aside["irrelevant_total"] > r.relevant_total),
            by(lambda above, _, n: 1 - above / n),
        ),
        "over m": _if(
            lambda r, _: bool(bpref(r).aside["irrelevant_total"] < r.relevant_total),
            by(lambda above, m, _: 1 - min(above, m) / m),
        ),
        "not capped": _if(_is_uncapped, by(lambda above, m, n: 1 - above / min(n, m))),
        "penalties": by(lambda above, m, n: min(above, m) / min(n, m)),
        "over found": _if(
            lambda r, _: bool(0 < r.relevant().sum() < r.relevant_total),
            lambda r, _: float(bpref(r).score * r.relevant_total / r.relevant().sum()),
        ),
        "AP": _as_taught("average_precision"),
    }


# Grades

_OTHER: Final = {"linear": "exponential", "exponential": "linear"}
_GAIN_IS: Final = {"linear": "the grade g itself", "exponential": "2^g − 1"}
_LOG: Final = gain.logarithmic()
_LOG_OF_I: Final = gain.logarithmic_thresholded()
_RECIPROCAL: Final = gain.reciprocal
_NATURAL: Final = gain.logarithmic(math.e)
_TEN: Final = gain.logarithmic(10)
_FLAT: Final = gain.DISCOUNTS["none"]


def _late(ranks: Array) -> Array:
    """Weigh each rank as the next one."""
    return _LOG(ranks + 1)


def _without_first(ranks: Array) -> Array:
    """Weigh each rank i by 1/log2(i), and rank 1, where that is 1/0, by 0."""
    return np.where(ranks > 1, 1 / np.log2(np.maximum(ranks, 2)), 0)


def _plus_1(grades: Array) -> Array:
    return grades + 1


def _xor(left: int, right: Array) -> Array:
    return np.asarray(left ^ right.astype(np.int64), dtype=np.float64)


_XOR: Final[Mapping[str, gain.Gain]] = {
    "xor": lambda grades: _xor(2, grades),
    "xor minus 1": lambda grades: _xor(2, grades) - 1,
    "xor of less 1": lambda grades: _xor(2, grades - 1),
}
"""Gains 2^g, (2^g) − 1 and 2^g − 1 where ^ is XOR, which comes after −; grades are whole."""
_RAISED: Final[Mapping[str, gain.Gain]] = {"no minus 1": np.exp2, "plus 1": _plus_1}
"""Gains that a document of grade 0 has, too."""
_WRONG: Final = {**_XOR, **_RAISED}
_SORTED: Final = ", sorted"
"""End of the name of a mistake whose ideal order is that of the gains."""


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
    return highest(ranking) > 1


def _highest_shown(ranking: Ranking) -> float:
    """Return the highest grade in the list, 0 if nobody judged it."""
    return float(np.fmax.reduce([0.0, *ranking.grades]))


def _if(needs: Callable[[Ranking, int | None], bool], score: Score) -> Score:
    """Make a score NaN for a list that fails a condition."""
    return lambda ranking, k: score(ranking, k) if needs(ranking, k) else math.nan


def _cumulative_gain(gain: str = "linear") -> _Scores:
    return {
        "discounted": lambda r, k: _added(r, k, gain),
        "other gain": _if(lambda r, _: _steep(r), lambda r, k: _added(r, k, _OTHER[gain], _FLAT)),
        "uncut": _if(_goes_on, lambda r, _: _added(r, None, gain, _FLAT)),
        "mean": lambda r, k: _added(r, k, gain, _FLAT) / r.ranks(k).size,
        "hits": _if(lambda r, _: _steep(r), lambda r, k: r.relevant(k)),
    }


def _dcg(gain: str = "linear") -> _Scores:
    return {
        "log of i": _weighted(gain, _LOG_OF_I),
        "reciprocal": _weighted(gain, _RECIPROCAL),
        "natural log": _weighted(gain, _NATURAL),
        "log10": _weighted(gain, _TEN),
        "times log": _weighted(gain, lambda ranks: np.log2(ranks + 1)),
        "flat": _weighted(gain, _FLAT),
        "normalised": lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain)),
        "other gain": _if(lambda r, _: _steep(r), lambda r, k: _added(r, k, _OTHER[gain])),
        "uncut": _if(_goes_on, lambda r, _: _added(r, None, gain)),
    }


def _weighted(by: str, weight: gain.Discount) -> Score:
    return lambda ranking, k: _added(ranking, k, by, weight)


def _ndcg(gain: str = "linear") -> _Scores:
    other = _OTHER[gain]
    return {
        "log of i": _share_of_best(gain, _LOG_OF_I),
        "reciprocal": _share_of_best(gain, _RECIPROCAL),
        "flat": _share_of_best(gain, _FLAT),
        "not normalised": lambda r, k: _added(r, k, gain),
        "ideal of retrieved": _if(
            lambda r, _: bool(np.nansum(r.missed) > 0),
            lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain, pool="retrieved")),
        ),
        "ideal uncut": _if(
            lambda r, k: bool(_best(r, k, gain) < _best(r, k, gain, pool="uncut") - 1e-12),
            lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain, pool="uncut")),
        ),
        "other gain": _if(
            lambda r, _: _steep(r),
            lambda r, k: _shares(_added(r, k, other), _best(r, k, other)),
        ),
        "two gains": _if(
            lambda r, _: _steep(r),
            lambda r, k: _shares(_added(r, k, gain), _best(r, k, other)),
        ),
        "over flat ideal": lambda r, k: _shares(_added(r, k, gain), _best(r, k, gain, _FLAT)),
        "uncut": _if(_goes_on, lambda r, _: _shares(_added(r, None, gain), _best(r, None, gain))),
        "hits": _if(
            lambda r, _: _steep(r),
            lambda r, k: _share_of_best("linear", _LOG)(_as_hits(r), k),
        ),
        "min–max": _between_worst_and_best(gain),
        "over discounts": lambda r, k: _added(r, k, gain) / _LOG(r.ranks(k)).sum(),
        "upside down": lambda r, k: _shares(
            np.array(_best(r, k, gain)), float(_added(r, k, gain).sum())
        ),
        "ideal of top grades": lambda r, k: _shares(
            _added(r, k, gain), _best_of_top_grades(r, k, gain)
        ),
    }


def _by_gain(worth: gain.Gain) -> Callable[[Ranking, int | None], Array]:
    """Make DCG by another gain."""
    return lambda r, k: r.worth(worth, k) * _LOG(r.ranks(k))


def _share_by_gain(worth: gain.Gain, *, is_sorted: bool) -> Score:
    """Make nDCG by another gain; the ideal order is that of the gains, or of the grades."""

    def scored(ranking: Ranking, k: int | None) -> float | Array:
        best = _best_first(ranking)
        ideal = worth(best.grades)
        ideal = (np.sort(ideal)[::-1] if is_sorted else ideal)[:k]
        return _shares(_by_gain(worth)(ranking, k), float((ideal * _LOG(best.ranks(k))).sum()))

    return scored


def _dcg_in_code(by: str) -> _Scores:
    return {
        **{name: _by_gain(worth) for name, worth in (_WRONG if by == "linear" else {}).items()},
        "one rank on": _weighted(by, _late),
        "rank 1 left out": _weighted(by, _without_first),
    }


def _is_binary(ranking: Ranking, _: int | None) -> bool:
    return not _steep(ranking)


def _ndcg_in_code(by: str) -> _Scores:
    def higher(grade: int) -> Score:
        return lambda r, k: _shares(_added(r, k, by), grade * _best(r, k, by))

    def halves(mine: gain.Discount, ideal: gain.Discount) -> Score:
        return lambda r, k: _shares(_added(r, k, by, mine), _best(r, k, by, ideal))

    def uncut(weight: gain.Discount) -> Score:
        return lambda r, k: _shares(_added(r, None, by, weight), _best(r, k, by, weight))

    return {
        **{
            f"{name}{_SORTED * is_sorted}": _share_by_gain(worth, is_sorted=is_sorted)
            for is_sorted in (False, True)
            for name, worth in (_XOR if by == "linear" else {}).items()
        },
        "one rank on": halves(_late, _late),
        "list one rank on": halves(_late, _LOG),
        "ideal one rank on": halves(_LOG, _late),
        "list log of i": halves(_LOG_OF_I, _LOG),
        "ideal log of i": halves(_LOG, _LOG_OF_I),
        "list natural log": halves(_NATURAL, _LOG),
        "ideal natural log": halves(_LOG, _NATURAL),
        "list log10": halves(_TEN, _LOG),
        "ideal log10": halves(_LOG, _TEN),
        "list reciprocal": halves(_RECIPROCAL, _LOG),
        "list flat": halves(_FLAT, _LOG),
        "list of hits": _if(
            lambda r, _: _steep(r),
            lambda r, k: _shares(_added(_as_hits(r), k, "linear"), _best(r, k, by)),
        ),
        "ideal of hits": _if(
            lambda r, _: _steep(r),
            lambda r, k: _shares(_added(r, k, by), _best(_as_hits(r), k, "linear")),
        ),
        **{f"ideal of {grade}s": _if(_is_binary, higher(grade)) for grade in (2, 3, 4, 5)},
        **{
            f"list uncut{name}": _if(_goes_on, uncut(weight))
            for name, weight in (("", _LOG), (", log of i", _LOG_OF_I))
        },
        "rank 1 left out": halves(_without_first, _without_first),
        "worst order": _ascending(by),
        "loss": lambda r, k: 1 - float(np.sum(_share_of_best(by, _LOG)(r, k))),
        **{
            name: _share_by_gain(worth, is_sorted=False)
            for name, worth in (_RAISED if by == "linear" else {}).items()
        },
        "gain over rank": _share_of_best(by, lambda ranks: _LOG(ranks) / ranks),
        "times rank": _share_of_best(by, lambda ranks: ranks),
        "times log": _share_of_best(by, lambda ranks: np.log2(ranks + 1)),
    }


def _ascending(by: str) -> Score:
    """Make the share of the worst order of all judged documents; NaN if that has no gain."""

    def scored(ranking: Ranking, k: int | None) -> float | Array:
        every = np.nan_to_num(np.concatenate([ranking.grades, ranking.missed]))
        worst = _with(ranking, np.sort(every))
        return _shares(_added(ranking, k, by), float(_added(worst, k, by).sum()))

    return scored


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


def _q_measure() -> _Scores:
    def of_ranks(added: Callable[[Breakdown, Array], Array]) -> Score:
        def scored(ranking: Ranking, k: int | None) -> Array:
            breakdown = q_measure(ranking, k)
            return added(breakdown, ranking.ranks(k)) / float(breakdown.aside["denominator"])

        return scored

    return {
        "AP": of_ranks(lambda q, ranks: q.terms["relevant"] * q.terms["relevant"].cumsum() / ranks),
        "gains alone": of_ranks(
            lambda q, _: q.terms["relevant"] * q.terms["gain"] / q.terms["ideal_gain"]
        ),
        "every rank": of_ranks(lambda q, _: q.terms["blended_ratio"]),
        "sum": lambda r, k: q_measure(r, k).terms["contribution"] * r.relevant_total,
        "over found": _if(
            lambda r, k: bool(0 < r.relevant()[:k].sum() < r.relevant_total),
            lambda r, k: (
                q_measure(r, k).terms["contribution"] * r.relevant_total / r.relevant()[:k].sum()
            ),
        ),
        "over k": lambda r, k: (
            q_measure(r, k).terms["contribution"] * r.relevant_total / r.ranks(k).size
        ),
        "ideal of retrieved": _if(
            lambda r, _: bool(np.nansum(r.missed) > 0),
            lambda r, k: (
                q_measure(_with(r, r.grades), k).terms["contribution"]
                * (r.relevant().sum() / r.relevant_total)
            ),
        ),
    }


# A person reading


def _rbp(persistence: float = 0.8) -> _Scores:
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

    return {
        "forgot 1 − p": powers,
        "one power more": summed(lambda i: (1 - p) * p**i),
        "p swapped": _if(lambda *_: p != 0.5, summed(lambda i: p * (1 - p) ** (i - 1))),
        "divided": lambda r, k: powers(r, k) / float((p ** (r.ranks(k) - 1)).sum()),
        "linear": lambda r, k: summed(lambda i: np.full(i.shape, 1 / i.size))(r, k),
        "grades": _if(
            is_graded,
            lambda r, k: weighed(r, k) * r.top_grade,
        ),
        "hits": _if(is_graded, summed(lambda i: (1 - p) * p ** (i - 1), reader_models.binary)),
        "normalised": lambda r, k: _shares(powers(r, k), float(powers(_best_first(r), k).sum())),
        "with residual": lambda r, k: float(
            weighed(r, k).sum() + reader_models.rbp(r, k, persistence=p).aside["residual"]
        ),
        "exponential": _if(
            is_graded, summed(lambda i: (1 - p) * p ** (i - 1), reader_models.exponential)
        ),
    }


def _best_first(ranking: Ranking) -> Ranking:
    """Return the best order of all judged documents, as long as the list."""
    every = np.sort(np.nan_to_num(np.concatenate([ranking.grades, ranking.missed])))[::-1]
    return _with(ranking, every[: ranking.grades.size])


def _err() -> _Scores:
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

    return {
        "stops": of_chances(stops),
        "forgot those above": of_chances(_over_ranks),
        "stop for satisfaction": of_chances(with_stops),
        "linear": _if(lambda r, _: r.top_grade > 1, of_chances(expected, reader_models.linear)),
        "over top gain": of_chances(expected, lambda g, r: (np.exp2(g) - 1) / (2**r.top_grade - 1)),
        "top of the list": _if(
            lambda r, _: 0 < _highest_shown(r) < r.top_grade,
            of_chances(expected, lambda g, r: (np.exp2(g) - 1) / 2 ** _highest_shown(r)),
        ),
        "ignores misses": _if(
            lambda r, _: bool((r.grades == 0).any()),
            of_chances(lambda chances: sum(expected([chance for chance in chances if chance]))),
        ),
        "reciprocal rank": lambda r, k: float(METRICS["reciprocal_rank"].compute(r, k=k).score),
        "forgot − 1": of_chances(expected, lambda g, r: np.exp2(g - r.top_grade)),
        "previous only": of_chances(after_one),
        "normalised": lambda r, k: METRICS["nerr"].compute(r, k=k).terms["contribution"],
        "goes on with R": of_chances(going_on_with_r),
    }


def _over_ranks(shares: list[float]) -> list[float]:
    return [share / rank for rank, share in enumerate(shares, start=1)]


_MISTAKES: Final[Mapping[str, Callable[..., _Scores]]] = for_drill(
    "mistakes",
    *(_precision, _recall, _f1, _r_precision, _reciprocal_rank, _first_relevant_rank, _mean_rank),
    *(_average_precision, _interpolated_average_precision, _q_measure, _bpref, _cumulative_gain),
    *(_dcg, _ndcg, _rbp, _err),
)

_IN_CODE: Final[Mapping[str, Callable[[str], _Scores]]] = {
    "dcg": _dcg_in_code,
    "ndcg": _ndcg_in_code,
}


def _of_code(metric: str) -> str:
    """Return the entry of the words for the mistakes about a metric that only code makes."""
    return f"{metric}_in_code"


_BINARY: Final = "binary"
"""Entry of the words for the mistake that every metric of hits and misses has."""
_PLACES: Final = ("gain", "other_gain")
"""What a {name} in words may be."""


class Words(NamedTuple):
    """What a mistake does, as a phrase, and its correction, in a sentence."""

    phrase: str
    instead: str


def read(
    table: Mapping[str, Any], where: str, names: Mapping[str, Collection[str]]
) -> Mapping[str, Mapping[str, Words]]:
    """Return the words of all mistakes by metric and name, checked.

    Args:
        table: what `mistakes.toml` holds.
        where: name of the file, for errors.
        names: the mistakes that need words, by metric.

    Raises:
        ValueError: words are missing, or nobody needs them; the message names file, entry and
            field, and what is allowed.
    """
    refuse_unknown(table, names, where)
    words = {}
    for metric, wanted in names.items():
        entries = table.get(metric, {})
        refuse_unknown(entries, wanted, f"{where}, {metric}")
        for name in wanted:
            entry, here = entries.get(name, {}), f"{where}, {metric}, {name}"
            refuse_unknown(entry, Words._fields, here)
            for field in Words._fields:
                if not isinstance(entry.get(field), str):
                    raise ValueError(f"{here}: lacks {field}")
                for place in re.findall(r"{(\w*)}", entry[field]):
                    if place not in _PLACES:
                        raise ValueError(f"{here}: {field} has {{{place}}}, not one of {_PLACES}")
        words[metric] = {name: Words(**entries[name]) for name in wanted}
    return words


WORDS: Final = read(
    *read_table("mistakes.toml"),
    {
        _BINARY: ["grade 1"],
        **{metric: scores().keys() for metric, scores in _MISTAKES.items()},
        **{_of_code(metric): scores("linear").keys() for metric, scores in _IN_CODE.items()},
        "mrr": _mrr([1]).keys(),
    },
)
