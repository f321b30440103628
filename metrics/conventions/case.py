"""A list and the settings of its reader, and all numbers that may be printed for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, islice
from math import isnan, nan
from typing import Final

import numpy as np

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import DRILLED, METRICS
from ..ranking import Ranking
from . import mistakes
from .combinations import POSITIONS, highest
from .compositions import SCALE, Base, Composed, Composition, Part
from .definitions import Definition
from .guesses import guesses
from .inputs import INPUTS, of_input
from .lines import Line
from .printing import all_definitions, of_ties, tools
from .reading import (
    BASE_COST,
    BY_STEP,
    COST_BY_DECIMAL,
    COST_OF_NONE,
    EXACT,
    MOVED,
    OF_A_TOOL,
    Kind,
    Number,
    Reading,
    given_places,
    usage,
)
from .variants import over, rarely

_DEEPEST: Final = 20
"""Largest cutoff that is tried for a number that nothing else gives."""
_HIGHEST_TOP: Final = 5
"""Highest top grade that is tried."""
_IN_ORDER: Final = ("order", "shuffled")
"""Rules for ties that leave the documents in the order of the list, or in any order."""
ALL_TIED: Final = "If all scores are tied"
TIED_BY_TWO: Final = "If scores are tied two by two"
TIED_IN_PART: Final = "If the documents at ranks"
BLIND: Final = ("hit", "precision", "recall", "f1")
"""Metrics that do not depend on the order of the top k."""
_LONGEST_TIE: Final = 4
_MOST_TIES: Final = 40
"""Most ways in which a few documents may be tied that are tried."""
_MOST_MERGED: Final = 100
_OF_FIRST_HIT: Final = ("reciprocal_rank", "hit")
"""Metrics for which programs take the best, middle, mean or worst place of a tie."""
_DROPPING: Final = ("BEIR", "MTEB")
"""Tools that drop the document whose id is the query's."""
_OF_MISSES: Final = ("precision: misses", "recall: rest")
"""Mistakes of people and of no program: as 1 minus the score they come last."""
_PUBLISHED: Final = ("dcg: log of i", "ndcg: log of i", "bpref: over m")
"""Mistakes about a metric as taught that are definitions of papers."""
_MOST_OF_MISTAKE: Final = 3
"""Highest cost of a mistake with a change of the list."""


@dataclass(frozen=True)
class Case:
    """A list as the tools get it, and the metric that they printed.

    Attributes:
        metric: catalog key.
        ranking: one list, shape (n,).
        k: cutoff in ranks.
        tied: the model's scores, equal ones are ties; None: no ties.
        ids: ids of the documents, for tools that order ties by them.
        further: the lists of further queries.
        chosen: what the reader has set, positions by knob; what a tool sets itself comes later.
        called: the typed name, if tools print different metrics by it; else "".
    """

    metric: str
    ranking: Ranking
    k: int
    tied: Sequence[float] | None = None
    ids: Sequence[str] | None = None
    further: Sequence[Ranking] = ()
    chosen: Mapping[str, object] = field(default_factory=dict)
    called: str = ""

    @property
    def label(self) -> str:
        """The metric's symbol, with the cutoff."""
        return METRICS[self.metric].label(self.k)

    def is_set_otherwise(self, reading: Reading) -> bool:
        """Return whether a reading has another position of a knob than the reader."""
        knobs = reading.definition.knobs
        return any(
            knobs.get(knob, next(iter(POSITIONS[knob]))) != at for knob, at in self.chosen.items()
        )

    @cached_property
    def standing(self) -> Sequence[Reading]:
        """The scores of the list as it stands under all definitions of the metric."""
        scores = {each.definition.key: each.score for each in self._whole}
        judged = self._readings(of_input(each, "judged") for each in self.by_tools)
        changed = (
            each
            for each in judged
            if abs(each.score - scores[each.definition.key.removesuffix("-judged")]) > EXACT
        )
        return [*self._whole, *changed]

    @cached_property
    def _whole(self) -> Sequence[Reading]:
        """The scores of all documents of the list."""
        # Another threshold is a setting of each tool.
        mine = (each for each in all_definitions(self.metric) if not _has_threshold(each))
        return self._readings((*mine, *self._tied(self.tied)))

    @cached_property
    def by_tools(self) -> Sequence[Definition]:
        """The definitions of the metric that tools print, ties aside."""
        return [
            each.definition
            for each in self._whole
            if "ties" not in each.definition.knobs and tools(each.definition, self.ranking)
        ]

    @cached_property
    def settings(self) -> Sequence[Reading]:
        """The scores of what tools print with another setting, the likeliest first."""
        return [*self._by_threshold(), *self._by_cutoff(), *self._by_top_grade()]

    @cached_property
    def moved(self) -> Sequence[Reading]:
        """The scores of what programs print of another order that nobody mentioned."""
        size = self.ranking.grades.size
        ties = [each for each in self._by_ties if not self._is_rare(each)]
        found = (
            *(each for each in ties if each.when == ALL_TIED),
            *self._by_input(is_moved=True),
            *self._by_dropped(dict.fromkeys((1, size, *range(2, min(size, _DEEPEST))))),
            *self.unmatched,
            *(each for each in ties if each.when != ALL_TIED),
        )
        return [
            replace(each, kind=Kind.MOVED) if each.kind is Kind.SETTING else each for each in found
        ]

    @cached_property
    def mistakes(self) -> Sequence[Reading]:
        """The scores under the mistakes that the drill knows, and those that only code makes."""
        known = self.metric in DRILLED and self.ranking.relevant().any()
        every = mistakes.of_every_gain(self.metric, highest(self.ranking)) if known else ()
        found = (each for each in every if each.key not in (*_OF_MISSES, *_PUBLISHED))
        return [replace(reading, kind=Kind.MISTAKE, lines=()) for reading in self._readings(found)]

    @cached_property
    def guesses(self) -> Sequence[Reading]:
        """The scores under what only a slip makes, the likeliest first."""
        found = self._readings(guesses(self.metric, self.by_tools, self.ranking, self.k))
        rare = (each for each in self._by_ties if self._is_rare(each))
        return [
            replace(each, kind=Kind.FAR if _is_of_lists(each) else Kind.GUESS, lines=())
            for each in (*found, *rare)
        ]

    @cached_property
    def composed(self) -> Composed:
        """The scores of all compositions, of what tools print before what nobody does."""
        plain = (each for each in self._whole if "ties" not in each.definition.knobs)
        below = self._readings(rarely(self.metric, self.ranking))
        found = [*plain, *self.mistakes, *(replace(each, kind=Kind.UNUSED) for each in below)]
        bases = [
            Base(each.definition, BASE_COST[each.kind] + BY_STEP * _is_turned(each.definition))
            for each in found
            if each.kind in BASE_COST
        ]
        bases = [
            base._replace(most=_MOST_OF_MISTAKE)
            if isinstance(base.definition, mistakes.Mistake)
            else base
            for base in bases
        ]
        by_cost = sorted(bases, key=lambda base: base.cost)
        return Composed(by_cost, self.ranking, self.k, self.metric)

    def composing(self, number: Number) -> list[Composition]:
        """Return what gives a number, as unlikely as its decimals allow."""
        most = COST_OF_NONE + COST_BY_DECIMAL * given_places(number)
        return self.composed.giving(number.value, number.within, most)

    def as_reading(self, found: Composition) -> Reading:
        """Return a composition as a reading of this list."""
        if not found.parts:
            plain = (*self._whole, *self.mistakes)
            same = (each for each in plain if each.definition.key == found.definition.key)
            if (each := next(same, None)) is not None:
                return each
        meant = found.definition
        added = {part.knob: part.value for part in found.parts}
        is_of_list = {SCALE, "empty"}.isdisjoint(added)
        meant = replace(
            meant,
            score=lambda *_: found.score,
            knobs={**meant.knobs, **added},
            compute=meant.compute if is_of_list else None,
        )
        return Reading(
            Kind.COMPOSED if found.parts else Kind.UNUSED,
            meant,
            found.score,
            found.ranking,
            found.k,
            self._lines(found.definition),
            clauses(found.parts),
            parts=found.parts,
            cost=found.cost,
        )

    def _is_rare(self, of_ties: Reading) -> bool:
        """Return whether no program is known to give the hits of a tie such a place."""
        by_lines = "between" in of_ties.definition.knobs
        return not (of_ties.lines or by_lines or self.metric in _OF_FIRST_HIT)

    @cached_property
    def others(self) -> Sequence[Reading]:
        """The scores of the list under other metrics, as they are taught and as tools print them.

        Each thing that no tool has in common with another adds numbers that fit by chance.
        """
        ties = of_ties(self.tied, self.ids) if self.tied else ()
        others = self._readings(
            definition
            for definition in (*all_definitions(), *ties)
            if definition.metric != self.metric
            and (not definition.steps or self._lines(definition) or definition.metric in OF_A_TOOL)
        )
        return [self._other(reading) for reading in others]

    def _other(self, reading: Reading) -> Reading:
        """Return a reading as another metric; lines that print this metric's name stand alone."""
        lines = sorted(reading.lines, key=lambda line: usage(line.tool))
        named = [line for line in lines if self.metric in line.named.split(", ")]
        kind = Kind.NAMED if named else Kind.OTHER
        return replace(reading, kind=kind, lines=named or reading.lines)

    @cached_property
    def own(self) -> float:
        """The score of the metric as taught."""
        return next(each.score for each in self.standing if not each.definition.steps)

    @cached_property
    def without_first(self) -> Sequence[Reading]:
        """The scores without a first hit, where a list that ends at k leaves nothing to cut.

        Who asks for k documents, and gets the query's own as the best of them, has k − 1.
        """
        is_full = self.ranking.grades.size <= self.k and self.ranking.relevant(1).any()
        return [*self._by_dropped([1])] if is_full else []

    @cached_property
    def every_order_is_ideal(self) -> bool:
        """Whether all documents have one grade, so that each order scores 1."""
        grades = np.nan_to_num(self.ranking.grades)
        is_one = abs(self.own - 1) <= EXACT and self.metric not in BLIND
        return is_one and bool(np.ptp(grades) == 0 < grades.max())

    @cached_property
    def unmatched(self) -> Sequence[Reading]:
        """The scores with one hit that counts as a miss, and stays among the relevant ones."""
        ranking, found = self.ranking, self.ranking.relevant()
        readings = []
        for at in np.flatnonzero(found)[: -_DEEPEST - 1 : -1].tolist() if found.sum() > 1 else ():
            grades, hit = ranking.grades.copy(), ranking.grades[at]
            grades[at] = np.nan
            missed = [*ranking.missed, hit]
            other = Ranking(grades, missed, None, ranking.top_grade, ranking.relevant_from)
            when = f"If the id of the hit at rank {at + 1} matches no judgement"
            readings += self._readings(self.by_tools, when, other, unmatched=at + 1)
        # Who gets no judgements has no ids that could match one.
        judged = (
            replace(each, lines=[a for a in each.lines if a.takes == "judgements"])
            for each in readings
        )
        return [each for each in judged if each.lines and "missed" not in each.definition.knobs]

    @cached_property
    def copied(self) -> Sequence[Reading]:
        """The scores with one hit that repeats another one, and counts once."""
        ranking, readings = self.ranking, list[Reading]()
        for at in np.flatnonzero(ranking.relevant())[1 : _DEEPEST + 1].tolist():
            grades = ranking.grades.copy()
            grades[at] = 0
            other = Ranking(grades, ranking.missed, None, ranking.top_grade, ranking.relevant_from)
            when = f"If rank {at + 1} repeats a document from above, which counts once"
            readings += self._readings(self.by_tools, when, other, copies=at + 1)
        return readings

    @cached_property
    def part_ties(self) -> Sequence[Reading]:
        """The scores of tools with ties of a few documents that nobody mentioned."""
        size, readings = self.ranking.grades.size, list[Reading]()
        for groups in _few_ties(self.ranking) if self.tied is None else ():
            place = {at: group[0] for group in groups for at in group}
            tied = [float(-place.get(at, at)) for at in range(size)]
            rules = [
                each
                for each in of_ties(tied, self.ids, self.metric)
                if tools(each) and each.knobs["ties"] != "reversed"  # known of all tied alone
            ]
            which = ", and at ".join(_ranks_of(group) for group in groups) + "," * (len(groups) > 1)
            is_all = sum(map(len, groups)) == size and len(groups) > 1
            like = ", as predictions of 0 and 1 are" * is_all
            found = self._readings(rules, f"{TIED_IN_PART} {which} are tied{like}")
            readings += [replace(each, kind=Kind.MOVED) for each in found]
        return readings

    @cached_property
    def of_queries(self) -> Sequence[Reading]:
        """The scores of the mean over several queries, and of one list of all their documents."""
        lists = [self.ranking, *self.further]
        when = f"In the mean over the {len(lists)} queries on the board"
        means = [
            replace(each, lines=self._lines(untouched))
            for untouched in (self.by_tools if self.further else ())
            for each in self._readings([_mean_over(untouched, lists)], when)
        ]
        at_once = _at_once(self.metric, lists) if self.further else ()
        means += self._readings(at_once, f"Over the {len(lists)} queries on the board")
        when = "If the queries on the board are ranked as one list"
        pooled = [
            replace(each, definition=replace(each.definition, knobs={"queries": "pooled"}))
            for merged in (_merged(lists) if self.further else ())
            for each in self._readings(self.by_tools[:1], when, merged)
        ]
        return [*means, *pooled]

    @property
    def loses_nothing_by_cut(self) -> bool:
        """Whether no hit stands below k, so that a cutoff only changes what hits are divided by."""
        below = self.ranking.relevant()[self.k :]
        return METRICS[self.metric].reads == "binary" and not below.any()

    def _lines(self, definition: Definition) -> Sequence[Line]:
        """Return the lines that print a definition for this list."""
        as_they_stand = self.tied is not None and "ties" not in definition.knobs
        return [
            line
            for line in tools(definition, self.ranking)
            if not as_they_stand or line.ties in _IN_ORDER
        ]

    def _readings(
        self,
        definitions: Iterable[Definition],
        when: str = "",
        ranking: Ranking | None = None,
        **turned: int,
    ) -> list[Reading]:
        """Score a list under definitions; those without a score are left out."""
        ranking, k = ranking or self.ranking, turned.get("k", self.k)
        pairs = ((each, float(each.score(ranking, k))) for each in definitions)
        return [
            Reading(
                self._kind(each, when),
                each,
                score,
                ranking,
                k,
                self._lines(each),
                when,
                turned,
            )
            for each, score in pairs
            if not isnan(score)
        ]

    def _kind(self, definition: Definition, when: str) -> Kind:
        metric, knobs = definition.metric, definition.knobs
        if when:
            is_known = self._lines(definition) or len(knobs.keys() - {"k"}) <= 1
            return Kind.SETTING if is_known or "between" in knobs else Kind.FAR
        if metric in OF_A_TOOL or "unjudged" in knobs or self._lines(definition):
            return Kind.TOOL
        if definition.known or not definition.steps:
            return Kind.KNOWN
        # Both gains are usual, so neither is what a definition differs in.
        unusual = {knob for knob, at in knobs.items() if knob != "k" and at != "exponential"}
        return Kind.UNUSED if len(unusual) <= 1 else Kind.FAR

    def _tied(self, tied: Sequence[float] | None) -> Sequence[Definition]:
        return of_ties(tied, self.ids, self.metric) if tied else ()

    def _by_threshold(self) -> Iterator[Reading]:
        """Yield the scores from another grade on; one above all grades explains nothing."""
        ranking = self.ranking
        for bar in range(1, int(ranking.top_grade) + 1):
            other = Ranking(ranking.grades, ranking.missed, None, ranking.top_grade, bar)
            if bar != ranking.relevant_from and other.relevant_total:
                when = f"Relevant from grade {bar}"
                mine = (each for each in all_definitions(self.metric) if tools(each, other))
                yield from self._readings(mine, when, other, relevant_from=bar)

    def _by_dropped(self, ranks: Iterable[int]) -> Iterator[Reading]:
        """Yield the scores without one document that stays judged, where a hit is left."""
        ranking = self.ranking
        for rank in ranks:
            grades, dropped = np.delete(ranking.grades, rank - 1), ranking.grades[rank - 1]
            missed = [*ranking.missed, dropped]
            if not grades.size or isnan(dropped):
                continue
            other = Ranking(grades, missed, None, ranking.top_grade, ranking.relevant_from)
            which = "first document" if rank == 1 else f"document at rank {rank}"
            when = f"If the tool drops the {which}, whose id is the query’s"
            for each in self._readings(self.by_tools, when, other, dropped=rank):
                lines = [line for line in each.lines if line.tool in _DROPPING]
                if lines and each.score:
                    yield replace(each, lines=lines)

    def _by_cutoff(self) -> Iterator[Reading]:
        """Yield the scores at other cutoffs, the nearest first."""
        cut = [each for each in self.by_tools if not each.is_whole]
        cutoffs = [k for k in range(1, min(self.ranking.grades.size, _DEEPEST) + 1) if k != self.k]
        for k in sorted(cutoffs, key=lambda k: abs(k - self.k)):
            yield from self._readings(cut, f"With k = {k}", k=k)

    def _by_top_grade(self) -> Iterator[Reading]:
        """Yield the scores on other scales, where those matter."""
        ranking = self.ranking
        scores = {each.definition.key: each.score for each in self._whole}
        for top in range(max(1, int(highest(ranking))), _HIGHEST_TOP + 1):
            if top != ranking.top_grade and top >= ranking.relevant_from:
                other = Ranking(ranking.grades, ranking.missed, None, top, ranking.relevant_from)
                for each in self._readings(self.by_tools, f"With top grade {top}", other, top=top):
                    if abs(each.score - scores[each.definition.key]) > EXACT:
                        yield each

    @cached_property
    def _by_ties(self) -> Sequence[Reading]:
        """The scores with ties that nobody mentioned."""
        size = self.ranking.grades.size
        if self.tied is not None or size < 2:
            return []
        of_all = of_ties([0.0] * size, self.ids, self.metric)
        all_tied = sorted(of_all, key=lambda each: not tools(each))
        by_two = of_ties([float(-(rank // 2)) for rank in range(size)], self.ids)
        mine = (each for each in by_two if each.metric == self.metric)
        return [
            *self._readings(all_tied, ALL_TIED),
            *self._readings(mine, TIED_BY_TWO),
        ]

    @property
    def rare_knobs(self) -> set[str]:
        """Knobs that only another list has, which nobody mentioned.

        Where there are only 0 and 1, a tool that does not read the grades is one of these, too.
        """
        return MOVED | ({"grades"} if highest(self.ranking) <= 1 else set())

    @cached_property
    def inputs(self) -> Sequence[Reading]:
        """The scores of what tools print of another input than the list, in the same order."""
        return [*self._by_input(is_moved=False)]

    def _by_input(self, *, is_moved: bool) -> Iterator[Reading]:
        inputs = {
            name: each
            for name, each in INPUTS.items()
            if (each.knob in self.rare_knobs) is is_moved
        }
        for name, given in inputs.items():
            when = f"{given.phrase[0].upper()}{given.phrase[1:]}"
            for untouched in self.by_tools if name != "judged" else ():
                for each in self._readings([of_input(untouched, name)], when):
                    meant = replace(each.definition, phrases=untouched.phrases)
                    lines = () if given.known else self._lines(untouched)
                    # Only with gains of 0 and 1 does nDCG see what counts as a hit.
                    is_known = lines or given.of_hits or given.of_grades or given.keeps_total
                    kind = Kind.SETTING if is_known else each.kind
                    yield replace(each, kind=kind, definition=meant, lines=lines)


def clauses(parts: Iterable[Part], start: str = "If ") -> str:
    """Return what some parts say, as the start of a sentence; "" for none."""
    said = " and ".join(part.clause for part in parts)
    return f"{start}{said}" if said else ""


def _few_ties(ranking: Ranking) -> Iterator[tuple[range, ...]]:
    """Yield ties that change a list, as places: of all in two, of neighbours, or of one stretch.

    Two ties of all documents are what predictions of 0 and 1 make, in the place of scores.
    """
    grades, size = np.nan_to_num(ranking.grades), ranking.grades.size
    pairs = [range(at, at + 2) for at in range(size - 1) if grades[at] != grades[at + 1]]
    stretches = (
        range(at, at + length)
        for length in range(3, min(size, _LONGEST_TIE + 1))
        for at in range(size - length + 1)
        if np.ptp(grades[at : at + length])
    )
    two = ((one, other) for one, other in combinations(pairs, 2) if one.stop <= other.start)
    one = ((group,) for group in (*pairs, *stretches))
    halves = ((range(at), range(at, size)) for at in range(2, size - 1))
    yield from islice(
        chain(((pair,) for pair in pairs), halves, two, islice(one, len(pairs), None)), _MOST_TIES
    )


def _ranks_of(places: range) -> str:
    joined = " and " if len(places) == 2 else " to "
    return f"{places[0] + 1}{joined}{places[-1] + 1}"


def _mean_over(definition: Definition, lists: Sequence[Ranking]) -> Definition:
    """Return the mean of a definition over the lists of some queries."""

    def compute(_: Ranking, k: int | None) -> Breakdown:
        scores = [float(definition.score(each, k)) for each in lists]
        return over(np.array(scores), len(lists))

    return replace(
        definition,
        key=f"{definition.key}-mean",
        score=lambda ranking, k: compute(ranking, k).score,
        knobs={**definition.knobs, "queries": "mean"},
        compute=compute,
    )


def _at_once(metric: str, lists: Sequence[Ranking]) -> Iterator[Definition]:
    """Yield what programs print for several queries that is no mean of the metric over them."""

    def micro(_: Ranking, k: int | None) -> Breakdown:
        relevant = sum(float(each.relevant_total) for each in lists)
        seen = len(lists) * (k or 0) if metric == "f1" else 0
        return over(hits(k) * (2 if metric == "f1" else 1), relevant + seen)

    def of_mean_rank(_ranking: Ranking, _k: int | None) -> Breakdown:
        ranks = [np.flatnonzero(each.relevant()) for each in lists]
        first = [float(each[0] + 1) if each.size else nan for each in ranks]
        return over(np.array([1.0]), float(np.mean(first)))

    def count(_: Ranking, k: int | None) -> Breakdown:
        return over(hits(k), len(lists))

    def hits(k: int | None) -> Array:
        return np.array([float(each.relevant(k).sum()) for each in lists])

    of_all = "the hits of all queries over all their"
    found = {
        "recall": (micro, f"{of_all} relevant documents, a micro average"),
        "f1": (micro, f"2 · {of_all} ranks to k and relevant documents, a micro average"),
        "reciprocal_rank": (of_mean_rank, "1 / the mean rank of the first hit"),
        "hit": (count, "the mean number of hits"),
    }
    if metric in found:
        compute, phrase = found[metric]
        yield Definition(
            f"{metric}-at_once",
            metric,
            (phrase,),
            score=lambda ranking, k: compute(ranking, k).score,
            steps=1,
            knobs={"queries": "at once"},
            compute=compute,
        )


def _merged(lists: Sequence[Ranking]) -> Iterator[Ranking]:
    """Yield some lists as one, in each order that keeps their own; none if these are many."""
    first = lists[0]
    orders: set[tuple[tuple[int, ...], tuple[float, ...]]] = {((0,) * len(lists), ())}
    for _ in range(sum(each.grades.size for each in lists)):
        orders = {
            (
                tuple(at + (of == n) for of, at in enumerate(taken)),
                (*grades, list_.grades[taken[n]]),
            )
            for taken, grades in orders
            for n, list_ in enumerate(lists)
            if taken[n] < list_.grades.size
        }
        if len(orders) > _MOST_MERGED:
            return
    missed = np.concatenate([each.missed for each in lists])
    for grades in dict.fromkeys(grades for _, grades in orders):
        yield Ranking(grades, missed, None, first.top_grade, first.relevant_from)


def _is_turned(definition: Definition) -> bool:
    """Return whether a definition is not the metric as taught; a mistake is the change itself."""
    return bool(definition.steps) and not isinstance(definition, mistakes.Mistake)


def _is_of_lists(guess: Reading) -> bool:
    """Return whether it is a mean of several lists, of the same score or of one hit each."""
    lists, *_ = guess.definition.knobs.get("empty", (1,))
    return bool(lists > 1) or "queries" in guess.definition.knobs


def _has_threshold(definition: Definition) -> bool:
    return isinstance(definition.knobs.get("relevant_from"), int)
