"""Compose ways to get a number from parts, each with a cost, the likeliest first.

A composition is a definition, what reached the tool in the place of the list, and what was done
with the score. Its cost is the sum of the costs of its parts: what real tools do is cheap, and a
coincidence is dear. Two numbers are told apart by the parts that only one of them has.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from math import isnan, log2, nan
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ..arrays import Array
from ..ranking import Ranking
from .combinations import highest
from .definitions import Definition

_List: TypeAlias = tuple[Ranking, int]
_DEEPEST: Final = 20
"""Largest cutoff, and lowest rank of a changed document, that is tried."""
_HIGHEST_TOP: Final = 5
_NEAR_CUT: Final = 3
"""By how many ranks any other cutoff may be off."""
_USUAL_CUTS: Final = (1, 3, 5, 10, 20)
"""Cutoffs that are tried however far they are off."""
_USUAL: Final = 1.5
"""Highest cost of a change of the list that is tried together with another one."""
_FEW: Final = 6
"""Most definitions that are tried with two changes of the list."""
_DEAREST: Final = 3.5
"""Highest cost of a definition with a change of the list; what costs more explains nothing."""
_BY_RANK: Final = 0.05
"""Cost of each further rank that a cutoff is away."""
_COST_OF_COPY: Final = 1.65
"""Cost of one hit that repeats another one of two, and of each further one that may be it."""
_BY_HIT: Final = 0.15
_MOST_COPIED: Final = 6
"""Most hits of a list of which one may be a copy."""
_MOST_FIT: Final = 80
"""Most compositions of a number that are paired with those of another."""
_SAME: Final = 1e-12
_COST_OF_TWO: Final = 1.75
"""Cost of a mean of two queries, and of each further one."""
_BY_QUERY: Final = 0.5
_OF_FIRST: Final = ("hit", "reciprocal_rank")
"""Metrics that are 0 more often because of ties: programs that rank entities score many alike."""
_RANKS: Final = ("first_relevant_rank", "mean_rank")
"""Metrics by which no query scores 0."""
OF_ONE_ANSWER: Final = (*_OF_FIRST, *_RANKS)
"""Metrics by which programs judge at which rank the one right answer stands."""
SCALE: Final = "times"
"""Knob of what is done with a score."""


class Mean(NamedTuple):
    """How many lists of one score, and other queries that score 0 and 1, a mean is over."""

    lists: int
    zeros: int
    ones: int

    @property
    def size(self) -> int:
        """The number of queries."""
        return sum(self)

    @property
    def others(self) -> str:
        """What the other queries are, as a phrase.

        >>> [Mean(1, *each).others for each in ((1, 0), (0, 2), (1, 1))]
        ['another query that scores 0', '2 other queries that score 1', \
'other queries that score 0 and 1']
        """
        if self.zeros and self.ones:
            return "other queries that score 0 and 1"
        count, score = max(self.zeros, self.ones), int(self.ones > 0)
        if count == 1:
            return f"another query that scores {score}"
        return f"{count} other queries that score {score}"


MEANS: Final = (
    *(Mean(1, 1, 0), Mean(1, 0, 1)),
    *(Mean(1, 1, 1), Mean(1, 2, 0), Mean(1, 0, 2), Mean(2, 1, 0), Mean(2, 0, 1)),
    *(Mean(1, 3, 0), Mean(1, 0, 3), Mean(3, 1, 0), Mean(3, 0, 1)),
)
"""Means that are tried, the smallest first."""
_MOST_IN_MEAN: Final = 3
"""Most queries of a mean that is tried together with other parts."""


class Part(NamedTuple):
    """What a composition has and the plainest one has not.

    Attributes:
        knob: what it decides, as a knob of a definition.
        value: its position.
        cost: how unlikely it is; 1 is a setting that people forget.
        clause: what it says, as a clause in the present tense.
    """

    knob: str
    value: object
    cost: float
    clause: str


class Change(NamedTuple):
    """A part that changes what reaches the tool; `make` returns None where that is the same."""

    part: Part
    make: Callable[[Ranking, int], _List | None]


class After(NamedTuple):
    """A part that is done with a score: `times` it, plus `plus`; None as part for nothing."""

    part: Part | None
    times: float
    plus: float = 0


@dataclass(frozen=True)
class Composition:
    """A definition with the parts by which it comes to a score.

    Attributes:
        definition: the definition.
        parts: its parts, none for the definition of the list as it stands.
        score: the score.
        cost: the cost of the definition and of all parts.
        ranking: what reached the tool.
        k: its cutoff.
        after: what was done with the score of the definition.
    """

    definition: Definition
    parts: tuple[Part, ...]
    score: float
    cost: float
    ranking: Ranking
    k: int
    after: After

    @property
    def own_cost(self) -> float:
        """The cost of the definition alone."""
        return self.cost - sum(part.cost for part in self.parts)


class Base(NamedTuple):
    """A definition with its own cost, and the highest one with a change of the list."""

    definition: Definition
    cost: float
    most: float = _DEAREST


def changes(ranking: Ranking, k: int, metric: str = "") -> Iterator[Change]:
    """Yield what may have reached a tool in the place of a list, one thing at a time.

    >>> found = {each.part.clause: each.make for each in changes(Ranking([1, 0], missed=[1]), 1)}
    >>> found["the list is read from its end"](Ranking([1, 0]), 1)[0].grades.tolist()
    [0.0, 1.0]
    """
    size, grades = ranking.grades.size, np.nan_to_num(ranking.grades)
    highest = max(1, int(max([*grades, *ranking.missed, 0])))
    yield Change(
        Part("k", "whole", 0.5, "the tool ignores the cutoff"),
        lambda r, cut: (r, r.grades.size) if r.grades.size > cut else None,
    )
    for cut in range(1, min(size, _DEEPEST) + 1):
        off = abs(cut - k)
        if off and (off <= _NEAR_CUT or cut in _USUAL_CUTS):
            cost = 2.1 if off == 1 else 2.2 + _BY_RANK * off
            yield Change(Part("k", cut, cost, f"k is {cut}"), _cut(cut))
    for count in predicted(ranking, k) if metric == "precision" else ():
        clause = f"P is divided by {as_predicted(count)}"
        yield Change(Part("predicted", count, 1.3, clause), _cut(count))
    if metric in OF_ONE_ANSWER:
        yield from _filtered(ranking)
    alone = Part("missed", "unknown", 0.75, "the tool does not get the missed documents")
    yield Change(alone, _of_list(lambda r: _like(r, r.grades, ()) if r.missed.size else None))
    end = Part("appended", "appended", 1.25, "the missed documents stand at the end of the list")
    yield Change(end, _of_list(_appended))
    for first, sign, cost in (("hits", -1, 1.0), ("misses", 1, 1.6)):
        tied = Part("ties", first, cost, f"all scores are tied and {first} come first")
        yield Change(tied, _of_list(_sorted(sign)))
    turned = Part("order", "reversed", 1.25, "the list is read from its end")
    yield Change(turned, _of_list(lambda r: _like(r, r.grades[::-1], r.missed)))
    copies = "all hits of one grade are one document and the first alone adds"
    yield Change(Part("copies", "copies_missed", 1.8, copies), _of_list(_copies))
    judged = Part("unjudged", "judged", 0.75, "unjudged documents are left out")
    yield Change(judged, _of_list(_judged))
    twice = Part("twice", "all", 2, "the judgements are loaded twice")
    yield Change(twice, _of_list(lambda r: _judged_again(r, [*r.grades, *r.missed])))
    for hit in sorted({*grades[grades > 0].tolist(), *ranking.missed[ranking.missed > 0].tolist()}):
        which = "a relevant document" if highest <= 1 else f"a document of grade {hit:g}"
        again = Part("twice", hit, 2, f"the judgements name {which} twice")
        yield Change(again, _of_list(partial(_judged_again, again=[hit])))
    for is_alone in (True, False):
        last = "only the last hit counts" + ", and the others are still relevant" * (not is_alone)
        yield Change(
            Part("last", is_alone, 2 if is_alone else 2.2, last),
            _of_list(partial(_last_hit, is_alone=is_alone)),
        )
    one = "two relevant documents are one answer, which counts once"
    same = Part("answers", "first", 1.9, one)
    yield Change(same, _of_list(_answered))
    for bar in range(1, int(ranking.top_grade) + 1):
        part = Part("relevant_from", bar, 1, f"a document is relevant from grade {bar}")
        yield Change(part, _of_list(_from(bar)))
    for top in range(highest, _HIGHEST_TOP + 1):
        yield Change(Part("top", top, 1, f"the top grade is {top}"), _of_list(_of_top(top)))
    hits = np.flatnonzero(grades >= ranking.relevant_from).tolist()
    if len(hits) <= _MOST_COPIED:
        copy_cost = _COST_OF_COPY + _BY_HIT * (len(hits) - 2)
        for at in hits[1:]:
            clause = f"rank {at + 1} repeats a document from above, which counts once"
            yield Change(Part("copies", at + 1, copy_cost, clause), _of_list(_as_miss(at)))
    for at in range(min(size, k + 1, _DEEPEST)):  # what stands lower changes few definitions
        yield from _of_document(at, bool(grades[at]), is_all=not ranking.missed.size)


def predicted(ranking: Ranking, k: int) -> Iterator[int]:
    """Yield how many of the top k may be predicted as relevant: the first ones, with a hit.

    A function that people copy from Surprise's example divides P by them.

    >>> [*predicted(Ranking([0, 1, 0, 0]), 4)]
    [2, 3]
    """
    (hits,) = np.nonzero(ranking.relevant(k))
    yield from range(int(hits[0]) + 1, min(k, ranking.grades.size)) if hits.size else ()


def _filtered(ranking: Ranking) -> Iterator[Change]:
    """Yield the list of one hit without some misses above it, as other right answers.

    Bordes et al. (2013) leave out known triples when they rank the one that is asked for.
    """
    (hits,) = np.nonzero(ranking.relevant())
    above = min(int(hits[0]), _DEEPEST) if hits.size == 1 and highest(ranking) <= 1 else 0
    for count in range(1, above + 1):
        answers = "one right answer" if count == 1 else f"{count} right answers"
        is_ = "is" if count == 1 else "are"
        clause = f"{answers} above the hit {is_} left out, as in a filtered ranking"
        part = Part("filtered", count, 1.4 + _BY_RANK * count, clause)
        yield Change(part, _of_list(partial(_without_misses, count=count)))


def _without_misses(ranking: Ranking, count: int) -> Ranking:
    """Return a list without its first misses."""
    misses = np.flatnonzero(ranking.relevant() == 0)[:count]
    return _like(ranking, np.delete(ranking.grades, misses), ranking.missed)


def as_predicted(count: int) -> str:
    """Return what P is divided by, if some documents are predicted as relevant, as a phrase."""
    those = "one document that was" if count == 1 else f"{count} documents that were"
    return f"the {those} predicted as relevant"


def _of_document(at: int, is_hit: bool, *, is_all: bool) -> Iterator[Change]:
    """Yield what may happen to one document; where nothing is missed, the query’s own is found."""
    rank = at + 1
    which = "the first document" if not at else f"the document at rank {rank}"
    query = f"the tool drops {which}, whose id is the query’s"
    yield Change(
        Part("dropped", rank, 2.5 if at else 1.6 if is_all else 2.3, query), _of_list(_dropped(at))
    )
    if is_hit:
        lost = f"the id of the hit at rank {rank} matches no judgement"
        yield Change(Part("unmatched", rank, 2, lost), _of_list(_unmatched(at)))
    else:
        same = f"the miss at rank {rank} has the id of a missed hit"
        yield Change(Part("collision", rank, 2.25, same), _of_list(_collided(at)))


def _of_list(make: Callable[[Ranking], Ranking | None]) -> Callable[[Ranking, int], _List | None]:
    """Return a change that leaves the cutoff; None where it leaves the list as well."""

    def changed(ranking: Ranking, k: int) -> _List | None:
        other = make(ranking)
        return None if other is None or _is_same(ranking, other) else (other, k)

    return changed


def _is_same(one: Ranking, other: Ranking) -> bool:
    return (
        np.array_equal(one.grades, other.grades, equal_nan=True)
        and np.array_equal(one.missed, other.missed, equal_nan=True)
        and (one.top_grade, one.relevant_from) == (other.top_grade, other.relevant_from)
    )


def _like(ranking: Ranking, grades: Array, missed: Array | tuple[()]) -> Ranking:
    return Ranking(grades, missed, None, ranking.top_grade, ranking.relevant_from)


def _cut(k: int) -> Callable[[Ranking, int], _List | None]:
    return lambda ranking, before: (ranking, k) if k != before else None


def _appended(ranking: Ranking) -> Ranking:
    return _like(ranking, np.concatenate([ranking.grades, ranking.missed]), ())


def _judged(ranking: Ranking) -> Ranking:
    return _like(ranking, ranking.grades[~np.isnan(ranking.grades)], ranking.missed)


def _judged_again(ranking: Ranking, again: Sequence[float]) -> Ranking:
    """Return a list of which some judgements count once more, as of missed documents."""
    return _like(ranking, ranking.grades, np.append(ranking.missed, np.nan_to_num(again)))


def _last_hit(ranking: Ranking, *, is_alone: bool) -> Ranking | None:
    """Return a list of which only the last hit counts; it alone is relevant, or the others too."""
    (hits,) = np.nonzero(ranking.relevant())
    if hits.size < 2:
        return None
    grades, others = ranking.grades.copy(), ranking.grades[hits[:-1]]
    grades[hits[:-1]] = 0
    return _like(ranking, grades, () if is_alone else np.append(ranking.missed, others))


def _copies(ranking: Ranking) -> Ranking:
    """Return a list in which each grade counts once, and the copies stay relevant."""
    grades, seen = ranking.grades.copy(), set[float]()
    copies = []
    for at, grade in enumerate(ranking.grades.tolist()):
        if grade > 0 and grade in seen:
            grades[at] = 0
            copies.append(grade)
        seen.add(grade)
    return _like(ranking, grades, np.append(ranking.missed, copies))


def _answered(ranking: Ranking) -> Ranking | None:
    """Return a list in which a hit has the answer of one that is missed, or of the first hit."""
    (missed,) = np.nonzero(ranking.missed >= ranking.relevant_from)
    (hits,) = np.nonzero(ranking.relevant())
    if not hits.size or hits.size + missed.size < 3:
        return None
    if missed.size:
        return _like(ranking, ranking.grades, np.delete(ranking.missed, missed[0]))
    grades = ranking.grades.copy()
    grades[hits[1]] = 0
    return _like(ranking, grades, ranking.missed)


def _sorted(sign: int) -> Callable[[Ranking], Ranking]:
    def made(ranking: Ranking) -> Ranking:
        order = np.argsort(sign * np.nan_to_num(ranking.grades), kind="stable")
        return _like(ranking, ranking.grades[order], ranking.missed)

    return made


def _from(bar: int) -> Callable[[Ranking], Ranking | None]:
    def made(ranking: Ranking) -> Ranking | None:
        other = Ranking(ranking.grades, ranking.missed, None, ranking.top_grade, bar)
        return other if other.relevant_total else None

    return made


def _of_top(top: int) -> Callable[[Ranking], Ranking | None]:
    return lambda r: (
        Ranking(r.grades, r.missed, None, top, r.relevant_from) if top >= r.relevant_from else None
    )


def _dropped(at: int) -> Callable[[Ranking], Ranking | None]:
    def made(ranking: Ranking) -> Ranking | None:
        if not at < ranking.grades.size > 1 or isnan(ranking.grades[at]):
            return None
        missed = np.append(ranking.missed, ranking.grades[at])
        return _like(ranking, np.delete(ranking.grades, at), missed)

    return made


def _unmatched(at: int) -> Callable[[Ranking], Ranking | None]:
    def made(ranking: Ranking) -> Ranking | None:
        if at >= ranking.grades.size or not ranking.grades[at] > 0:
            return None
        grades, hit = ranking.grades.copy(), ranking.grades[at]
        grades[at] = np.nan
        return _like(ranking, grades, np.append(ranking.missed, hit))

    return made


def _as_miss(at: int) -> Callable[[Ranking], Ranking | None]:
    """Return a change that makes a hit a miss, and no missed document of it."""

    def made(ranking: Ranking) -> Ranking | None:
        if at >= ranking.grades.size or not ranking.grades[at] > 0:
            return None
        grades = ranking.grades.copy()
        grades[at] = 0
        return _like(ranking, grades, ranking.missed)

    return made


def _collided(at: int) -> Callable[[Ranking], Ranking | None]:
    """Return a change that puts the best missed document in the place of a miss."""

    def made(ranking: Ranking) -> Ranking | None:
        missed = np.sort(ranking.missed)
        if at >= ranking.grades.size or not missed.size or not missed[-1] > 0:
            return None
        if ranking.grades[at] > 0:
            return None
        grades = ranking.grades.copy()
        grades[at] = missed[-1]
        return _like(ranking, grades, missed[:-1])

    return made


def afters(ranking: Ranking, k: int, metric: str = "") -> list[After]:
    """Return what may be done with the score of a list, nothing first."""
    short = "the list has fewer documents than k, and counts 0"
    none = "no id of the list matches a judgement, and the score is 0"
    by_ten = "the logarithm has base 10"
    means = [each for each in MEANS if each.size <= _MOST_IN_MEAN and metric not in _RANKS]
    return [
        After(None, 1),
        After(Part("unmatched", "all", 1.35 if metric in _OF_FIRST else 0.7, none), 0),
        *[After(Part("base", 10, 1.4, by_ten), log2(10))] * (metric == "dcg"),
        *[After(Part("short", 0, 0.65, short), 0)] * (ranking.grades.size < k),
        After(Part(SCALE, 100, 1, "the score is a percentage without its sign"), 100),
        *(
            [
                After(Part(SCALE, "k", 1.9, f"the score is multiplied by k = {k}"), k),
                After(Part(SCALE, "1/k", 1.9, f"the score is divided by k = {k}"), 1 / k),
            ]
            * (k > 1)
        ),
        *(
            After(
                Part("empty", (*mean,), _mean_cost(mean), _mean_clause(mean)),
                mean.lists / mean.size,
                mean.ones / mean.size,
            )
            for mean in means
        ),
        # Of nDCG it is a common mistake.
        *[After(Part(SCALE, "loss", 2, "the number is 1 minus the score"), -1, 1)]
        * (metric != "ndcg"),
        After(Part(SCALE, -1, 2, "the score is multiplied by −1, as a loss"), -1),
    ]


def _mean_cost(mean: Mean) -> float:
    return 4 if mean.lists > 1 else _COST_OF_TWO + _BY_QUERY * (mean.size - 2)


def _mean_clause(mean: Mean) -> str:
    such = "this list" if mean.lists == 1 else f"{mean.lists} lists like this"
    return f"the number is the mean of {such} and {mean.others}"


class Composed:
    """All compositions of some definitions of one list."""

    def __init__(self, bases: Sequence[Base], ranking: Ranking, k: int, metric: str) -> None:
        """Score a list under definitions, with one change and, for the first ones, with two."""
        self._afters = afters(ranking, k, metric)
        self._scored: list[tuple[Base, tuple[Part, ...], Ranking, int]] = []
        scores: list[float] = []
        own: dict[tuple[object, ...], float] = {}
        lists = [
            (sum(part.cost for part in parts), parts, other, cut)
            for parts, other, cut in _changed(ranking, k, metric)
        ]
        for (at, base), (cost, parts, other, cut) in product(enumerate(bases), lists):
            if len(parts) > 1 and at >= _FEW:
                continue
            if parts and base.cost + cost > base.most:
                continue
            if "k" in base.definition.knobs and any(part.knob == "k" for part in parts):
                continue
            score = float(base.definition.score(other, cut))
            known = [own.get((base.definition.key, *some), nan) for some in _fewer(parts)]
            if parts and any(abs(score - each) <= _SAME for each in known):
                continue  # a part does nothing
            own[base.definition.key, *parts] = score
            scores.append(score)
            self._scored.append((base, parts, other, cut))
        self._scores = np.array(scores)
        self._costs = np.array(
            [base.cost + sum(p.cost for p in parts) for base, parts, *_ in self._scored]
        )

    def giving(self, number: float, within: float, most: float) -> list[Composition]:
        """Return the compositions that give a number at some cost or less, the cheapest first."""
        found = []
        for after in self._afters:
            costs = self._costs + (after.part.cost if after.part else 0)
            values = self._scores * after.times + after.plus
            fits = (np.abs(values - number) <= within) & (costs <= most)
            for at in np.flatnonzero(fits).tolist():
                base, parts, ranking, k = self._scored[at]
                every = (*parts, *([after.part] if after.part else []))
                found.append(
                    Composition(
                        *(base.definition, every, float(values[at]), float(costs[at])),
                        *(ranking, k, after),
                    )
                )
        return sorted(found, key=lambda each: each.cost)

    def share(self, places: int, most: float) -> float:
        """Return which share of the numbers from 0 to 1 with some decimals so much cost gives."""
        shown: set[float] = set()
        for after in self._afters:
            costs = self._costs + (after.part.cost if after.part else 0)
            values = (self._scores * after.times + after.plus)[costs <= most]
            shown.update(np.round(values[(values >= 0) & (values <= 1)], places).tolist())
        return float(len(shown) / (10**places + 1))


def _fewer(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Yield parts without one of them."""
    for at in range(len(parts)):
        yield parts[:at] + parts[at + 1 :]


def _changed(
    ranking: Ranking, k: int, metric: str
) -> Iterator[tuple[tuple[Part, ...], Ranking, int]]:
    """Yield a list as it stands, with one change, and with two usual ones of other knobs."""
    yield (), ranking, k
    single = []
    for change in changes(ranking, k, metric):
        if (made := change.make(ranking, k)) is not None:
            single.append((change, made))
            yield (change.part,), *made
    usual = [each for each in single if each[0].part.cost <= _USUAL]
    for (one, made), (other, _) in combinations(usual, 2):
        if one.part.knob != other.part.knob and (both := other.make(*made)) is not None:
            yield (one.part, other.part), *both


def pairs(
    one: Iterable[Composition],
    other: Iterable[Composition],
    apart: Callable[[Definition, Definition], float],
    most: float,
) -> Iterator[tuple[Composition, Composition, float]]:
    """Yield the compositions of two numbers with their joint cost, the least first.

    What both have counts once.

    Args:
        one: compositions of one number, the cheapest first.
        other: those of the other number.
        apart: what it costs that two definitions differ.
        most: the highest joint cost.
    """
    found = []
    differences: dict[tuple[str, str], float] = {}
    for a, b in product([*one][:_MOST_FIT], [*other][:_MOST_FIT]):
        cost = sum(part.cost for part in {*a.parts, *b.parts}) + max(a.own_cost, b.own_cost)
        if cost <= most and a.definition is not b.definition:
            keys = a.definition.key, b.definition.key
            if keys not in differences:
                differences[keys] = apart(a.definition, b.definition)
            cost += differences[keys]
        if cost <= most:
            found.append((a, b, cost))
    yield from sorted(found, key=lambda each: each[2])
