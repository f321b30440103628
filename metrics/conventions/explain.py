"""Explain a printed number: find all its readings, the likeliest first.

All that `answer` says of the number is made from them, so that no sentence contradicts another.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property, partial
from itertools import chain, combinations, groupby, islice, product
from math import isnan, log10, nan
from typing import Final

import numpy as np

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import DRILLED, METRICS
from ..ranking import Ranking
from . import mistakes
from .causes import Cause, causes, is_count
from .combinations import POSITIONS, highest
from .compositions import SCALE, Base, Composed, Composition, Part, pairs
from .definitions import Definition, as_read
from .guesses import guesses
from .inputs import INPUTS, of_input
from .lines import Line
from .printing import all_definitions, of_ties, printed, tools
from .variants import over, rarely

EXACT: Final = 2e-9
"""Largest rounding error of a number that was calculated."""
_MOST_EXACT: Final = 10
"""Largest number with one decimal that is exact; 67.9 is rather a percentage that was rounded."""
NEAR: Final = 0.02
"""Largest distance of a number that is called near."""
_TENTH: Final = 0.1
_DEEPEST: Final = 20
"""Largest cutoff that is tried for a number that nothing else gives."""
_HIGHEST_TOP: Final = 5
"""Highest top grade that is tried."""
_FEW_PLACES: Final = 2
_MOST_BY_CHANCE: Final = 0.1
"""Largest share of the numbers with as many decimals that guesses may give."""
MANY_PLACES: Final = 7
"""Fewest decimals that show single precision, a value rounded on the way, or a small number in the
denominator."""
_LONG: Final = 10
"""Most decimals of a text that is not shortened."""
_SHORTEST: Final = 6
"""Decimals of the text of a number in short."""
_DECIMAL: Final = re.compile(r"-?\d*[.,](\d+)")
_ONE_OFF: Final = "one "
"""How a last digit that nothing explains begins; an exact number of relevant documents does."""
_SMALL: Final = 0.05
"""Largest share of a score that one in its last digit may be."""
_ON_THE_WAY: Final = 1e-6
"""Largest error of a number that was calculated in single precision, or from rounded values."""
_DOUBLE: Final = 1e-14
"""Rounding error of double precision."""
_MOST_TRIED: Final = 40
_IN_ORDER: Final = ("order", "shuffled")
"""Rules for ties that leave the documents in the order of the list, or in any order."""
_SHOWN: Final = {"ties", "unjudged"}
"""Knobs that only matter for a list that has ties or unjudged documents."""
MOVED: Final = {"ties", "order", "dropped", "unmatched"}
"""Knobs that give a list another order."""
_OF_INPUT: Final = {*(each.knob for each in INPUTS.values()), *MOVED, "empty", "queries"}
"""Knobs that decide what list reaches a tool."""
ALL_TIED: Final = "If all scores are tied"
TIED_BY_TWO: Final = "If scores are tied two by two"
TIED_IN_PART: Final = "If the documents at ranks"
BLIND: Final = ("hit", "precision", "recall", "f1")
"""Metrics that do not depend on the order of the top k."""
_LONGEST_TIE: Final = 4
_MOST_TIES: Final = 40
"""Most ways in which a few documents may be tied that are tried."""
_MOST_MERGED: Final = 100
_OF_ORDER: Final = ("ndcg", "average_precision")
"""Metrics that are 1 for the best order alone."""
_SIMPLE: Final = ("precision", "r_precision", "hit", "reciprocal_rank", "f1", "recall")
"""Metrics that may be printed in the place of another one."""
_FEW_BESIDE: Final = 2
"""Most tools of a reading beside which a simple metric is named."""
_OF_FIRST_HIT: Final = ("reciprocal_rank", "hit")
"""Metrics for which programs take the best, middle, mean or worst place of a tie."""
_DROPPING: Final = ("BEIR", "MTEB")
"""Tools that drop the document whose id is the query's."""
_BY_STEP: Final = 0.2
"""Cost of a definition that is not the metric as taught."""
_COST_OF_NONE: Final = 1.5
"""Highest cost of what explains a number without decimals."""
_COST_BY_DECIMAL: Final = 0.6
_MOST_COMMON: Final = 0.2
"""Largest share of all numbers that compositions may give, so that one explains a number."""
_OF_MISSES: Final = ("precision: misses", "recall: rest")
"""Mistakes of people and of no program: as 1 minus the score they come last."""
_PUBLISHED: Final = ("dcg: log of i", "ndcg: log of i", "bpref: over m")
"""Mistakes about a metric as taught that are definitions of papers."""
_MOST_USED: Final = (
    *("scikit-learn", "trec_eval", "LightGBM", "XGBoost", "torchmetrics", "pytrec_eval"),
    *("ir_measures", "ranx", "Elasticsearch", "BEIR", "MTEB", "TF-Ranking", "CatBoost"),
    *("Spark MLlib", "Recommenders", "RecBole", "LensKit"),
)
"""Tools in the order in which a sentence names those that print one number."""
_OF_A_TOOL: Final = ("bpref",)
"""Metrics whose definitions bear the name of the tool that made them."""


@dataclass(frozen=True)
class Number:
    """A number as it was typed.

    Attributes:
        text: the typed text, or the start of a long one.
        value: its value; may be NaN.
        within: largest rounding error, half a unit of the last decimal; `EXACT` for a calculation
            and for a small number with one decimal, because Python prints 0.5 for 1/2.
        places: decimals of the value; None for a calculation.
        in_full: the typed text, if `text` is only its start.
    """

    text: str
    value: float
    within: float
    places: int | None = None
    in_full: str = ""

    @classmethod
    def of(cls, text: str, value: float, within: float) -> "Number":
        """Return a number whose `within` is half a unit of its last decimal."""
        places = round(-log10(2 * within)) if within > EXACT else None
        is_exact = places == 1 and abs(value) <= _MOST_EXACT
        number = cls(text, value, EXACT / 2 if is_exact else within, places)
        if number.decimals < MANY_PLACES:
            return number
        # 5/6 in 32 bits is 0.8333333134651184, and (0.5 + 0.666667) / 2 is 0.5833335.
        return replace(number, within=max(within, _ON_THE_WAY))

    @property
    def decimals(self) -> int:
        """Decimals that were typed, also if they are more than `places`; 0 for a calculation."""
        typed = _DECIMAL.fullmatch(self.in_full or self.text)
        return len(typed[1]) if typed else 0

    def in_short(self) -> "Number":
        """Return the number with six decimals in its text if it has many.

        >>> Number.of("0.904619061234", 0.904619061234, 5e-13).in_short().text
        '0.904619…'
        """
        if self.decimals <= _LONG:
            return self
        return replace(self, text=f"{self.text[: _SHORTEST - self.decimals]}…", in_full=self.text)

    def means(self, score: float) -> bool:
        """Return whether a score, rounded like this number, equals it.

        >>> [Number.of("0.7", 0.7, 0.05).means(score) for score in (0.7, 0.71)]
        [True, False]
        """
        return abs(score - self.value) <= self.within

    def before_cut(self) -> "Number":
        """Return the number in the middle of all that are this one once they are cut off.

        >>> [Number.of("0.66", 0.66, 0.005).before_cut().means(each) for each in (2 / 3, 0.657)]
        [True, False]
        """
        off = self.within if self.value >= 0 else -self.within
        return replace(self, value=self.value + off)

    def rounds(self, value: float) -> bool:
        """Return whether a number is this one to its own decimals, however many.

        >>> one = Number.of("0.5833335", 0.5833335, 5e-8)
        >>> one.means(0.5833333), one.rounds(0.5833333)
        (True, False)
        """
        half = 0.5 * 10.0**-self.decimals + _DOUBLE
        return self.means(value) and (
            self.decimals < MANY_PLACES or abs(value - self.value) <= half
        )

    def last_digit(self, score: float) -> str:
        """Say how this number comes from a score that it equals but for its last digit; or "".

        >>> [Number.of(text, float(text), 5e-5).last_digit(8 / 9) for text in ("0.8888", "0.8887")]
        ['0.88889, cut off after 4 decimals', '']
        """
        if self.places in (None, 1) or self.means(score):
            return ""
        assert self.places is not None
        unit, off = 10.0**-self.places, score - self.value
        more = f"{score:.{self.places + 1}f}"
        if abs(off) > unit + EXACT:
            return ""
        if EXACT < off < unit - EXACT:
            return f"{more}, cut off after {self.places} decimals"
        if off < 0 and abs(float(more) - self.value) <= unit / 2 + EXACT:
            return f"{more} rounded once more, and {more} is {score:.{self.places + 2}f} rounded"
        if unit > _SMALL * abs(score):
            return ""
        which = "less" if off > 0 else "more"
        return f"{_ONE_OFF}{which} in the last digit of {score:.{self.places}f}"


class Kind(IntEnum):
    """Kinds of readings, the likeliest first."""

    TOOL = 0
    """A tool prints it as this metric of the list as it stands."""
    KNOWN = 1
    """As TOOL, for programs that no line has."""
    SETTING = 2
    """A tool prints it as this metric with another cutoff, threshold or input."""
    NAMED = 3
    """Another metric, which a tool prints under a name of this one."""
    UNUSED = 4
    """A convention of this metric that differs in one thing, and that no known tool has."""
    DIGIT = 5
    """As TOOL, but for the last digit."""
    MISTAKE = 6
    """A common mistake."""
    MOVED = 7
    """A tool prints it of another list: with ties that nobody mentioned, or without a document."""
    GUESS = 8
    """This metric with a wrong sum, an empty query or another number of relevant documents."""
    COMPOSED = 9
    """This metric with two or more faults at once, or with a change that few things make."""
    OTHER = 10
    """Another metric."""
    FAR = 11
    """A convention of this metric that differs in more, or on another input, as no known tool has.

    There are so many that one may give any number by chance.
    """


_BASE_COST: Final = {Kind.TOOL: 0, Kind.KNOWN: 0.5, Kind.UNUSED: 1.5, Kind.MISTAKE: 1.4}
"""Cost of a definition by the kind of its readings; others are no part of a composition."""
_MOST_OF_MISTAKE: Final = 3
"""Highest cost of a mistake with a change of the list."""
_COST_OF_TOTAL: Final = 3
"""Cost of another number of relevant documents that nothing hints at."""
_KNOB_COST: Final[Mapping[str, float]] = {
    **{"k": 1, "relevant_from": 1, "top": 1, "unjudged": 0.75, "appended": 1.25, "ties": 1},
    **{"order": 1.25, "unmatched": 2, "copies": 2.2, "grades": 1.5, "empty": 1.5, "queries": 2},
    **{"times": 1.5, "total": _COST_OF_TOTAL, "counted": 2, "twice": 2, "summed": 2, "classes": 2},
    **{"missed": 0.75, "dropped": 1.7, "predicted": 1.3, "weights": 1.5},
}
"""Cost of what a reading has and the plainest one has not; 1 is a setting that people forget."""
_PLAIN: Final = 1.5
"""Highest joint cost of two readings that need no composed ones beside them."""
_MARGIN: Final = 0.28
"""By how much composed readings of a pair must cost less than plain ones."""
_MOST_OF_TWO: Final = 2.5
"""Highest joint cost of two readings that have a fault each."""
_LATE: Final = 1.5
"""Further cost of a document below the first that is dropped, and of a tie of a few documents."""
_MOST_OF_PAIR: Final = 3.25
"""Highest joint cost of any two readings that are composed."""
_OF_FEW_TOOLS: Final = 0.6
"""Further cost of a rule for ties that three tools or fewer have, and only one more metric sees."""
_FEW_TOOLS: Final = 3
_BESIDE: Final = 1
"""By how much another cause of a pair may cost more than the first one, to be named beside it."""
_DEAREST_BESIDE: Final = 2.5
"""Highest joint cost of such a cause: what costs more may be a coincidence."""
_MOST_BESIDE: Final = 2
"""Most causes that are named beside the first one."""
_CHANGED: Final = 0.75
"""Cost of each further knob in which two definitions differ."""
_OF_TWO_TOOLS: Final = 0.5
"""Cost of two numbers that no tool prints both."""
_DROPS_GRADES: Final = 0.75
"""Further cost where one of two definitions reads no grades, and the list has several."""


@dataclass(frozen=True)
class Reading:
    """One way to get a number from a list.

    Attributes:
        kind: how likely it is.
        definition: what gives the number.
        score: the number before it was rounded.
        ranking: the list as the tool gets it.
        k: the cutoff.
        lines: the lines that print it; () if no tool does.
        when: with which setting, or "".
        rounding: how the number comes from a score that it equals but for its last digit, or "".
        turned: the threshold, cutoff or top grade, if the tool has another than the list; and the
            rank of a document that it drops.
        parts: what else it is composed of.
        cost: how unlikely a composed one is.
    """

    kind: Kind
    definition: Definition
    score: float
    ranking: Ranking
    k: int
    lines: Sequence[Line] = ()
    when: str = ""
    turned: Mapping[str, int] = field(default_factory=dict)
    rounding: str = ""
    parts: tuple[Part, ...] = ()
    cost: float = 0

    @property
    def knobs(self) -> Mapping[str, object]:
        """The knobs of the definition and of the tool."""
        return {**self.definition.knobs, **self.turned}

    @property
    def takes_another(self) -> bool:
        """Whether it takes another list than the typed one, or other queries beside it."""
        is_changed = bool(self.when) and not self.turned
        return is_changed or bool({"dropped", "unmatched", "empty", "queries"} & self.knobs.keys())

    @property
    def label(self) -> str:
        """The metric's symbol, with the cutoff."""
        return self.definition.label(self.k)

    @cached_property
    def phrase(self) -> str:
        """What the definition says, without rules that do not matter for this list."""
        wording = as_read(self.definition, self.ranking, self.k).wording
        is_capped = self.knobs.get("denominator") == "capped" and "k" not in self.definition.knobs
        is_precision = self.definition.metric == "recall" and self.k <= int(
            self.ranking.relevant_total
        )
        same = f", here k: the same as {METRICS['precision'].label(self.k)}"
        return wording + same * (is_capped and is_precision)

    @property
    def is_named(self) -> bool:
        """Whether a tool or a program is known to print it."""
        return bool(self.lines or self.definition.known or self.definition.metric in _OF_A_TOOL)

    @property
    def who(self) -> str:
        """Who prints it, in a few words, with the option for another relevance threshold."""
        bar = self.ranking.relevant_from
        # Of another threshold, who can be told it comes first.
        lines = sorted(self.lines, key=lambda line: (bar > 1 and not line.rel, _use(line.tool)))
        told = ((line, line.rel.replace("{t}", f"{bar:g}").strip(" ,()")) for line in lines)
        names = dict.fromkeys(
            f"{line.tool} {rel}" if bar > 1 and rel else line.tool for line, rel in told
        )
        few = ", ".join([*names][:3]) + " and others" * (len(names) > 3)
        return few or self.definition.known


def _use(tool: str) -> int:
    """Return the place of a tool among those that are used most; the others come behind."""
    return _MOST_USED.index(tool) if tool in _MOST_USED else len(_MOST_USED)


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
            Base(each.definition, _BASE_COST[each.kind] + _BY_STEP * _is_turned(each.definition))
            for each in found
            if each.kind in _BASE_COST
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
        most = _COST_OF_NONE + _COST_BY_DECIMAL * _places(number)
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
            and (not definition.steps or self._lines(definition) or definition.metric in _OF_A_TOOL)
        )
        return [self._other(reading) for reading in others]

    def _other(self, reading: Reading) -> Reading:
        """Return a reading as another metric; lines that print this metric's name stand alone."""
        lines = sorted(reading.lines, key=lambda line: _use(line.tool))
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
        if metric in _OF_A_TOOL or "unjudged" in knobs or self._lines(definition):
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

    divided = "the hits of all queries{} over all their {}, a micro average"
    found = {
        "recall": (micro, divided.format("", "relevant documents")),
        "f1": (micro, divided.format(" · 2", "k + relevant")),
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


@dataclass(frozen=True)
class Explanation:
    """What a number means.

    Attributes:
        number: the number.
        case: its list.
        readings: all its readings, the likeliest first.
        causes: what makes such a number, whatever else gives it.
        cost_of_pair: how unlikely its first reading is that was composed together with that of
            another number; None if it was not.
        is_in_pair: whether a sentence on both numbers of a pair says what all orders have.
    """

    number: Number
    case: Case
    readings: Sequence[Reading]
    causes: Sequence[Cause]
    cost_of_pair: float | None = None
    is_in_pair: bool = False

    @cached_property
    def by_kind(self) -> Sequence[Sequence[Reading]]:
        """The readings of each kind, the likeliest first."""
        return [[*each] for _, each in groupby(self.readings, key=lambda each: each.kind)]

    @property
    def is_possible(self) -> bool:
        """Whether the metric has such values."""
        return _is_possible(self.number, self.case.metric)

    @property
    def kind(self) -> Kind | None:
        """The kind of its first reading, or None."""
        return self.readings[0].kind if self.readings else None

    def led_by(self, reading: Reading) -> "Explanation":
        """Return the explanation with the kind of a reading first, and the reading before it."""
        order = sorted(
            self.readings,
            key=lambda each: (each.kind != reading.kind, _reads(each) != _reads(reading)),
        )
        return replace(self, readings=order)

    @cached_property
    def nearest(self) -> Sequence[Reading]:
        """Up to three numbers that tools print near a number that nothing gives."""
        near = [
            (abs(each.score - self.number.value), at, each)
            for at, each in enumerate(self.case.standing)
            if each.kind is Kind.TOOL
        ]
        ordered = [each for off, _, each in sorted(near) if off <= NEAR]
        return [group[0] for group in alike(ordered)][:3]

    @cached_property
    def rounded(self) -> Sequence[str]:
        """The numbers of tools, with four decimals, that one with one decimal may stand for."""
        if self.number.places != 1:
            return []
        scores = {each.score for each in self.case.standing if each.kind is Kind.TOOL}
        near = [score for score in scores if abs(score - self.number.value) <= _TENTH / 2]
        return [*dict.fromkeys(f"{score:.4f}" for score in sorted(near, reverse=True))]

    @property
    def is_rounded(self) -> bool:
        """Whether a rounded score is likelier than a definition that no tool has."""
        kind = Kind.FAR if self.kind is None else self.kind
        return bool(self.rounded) and kind in (Kind.UNUSED, Kind.GUESS, Kind.OTHER, Kind.FAR)


def explain(number: Number, case: Case, *, all_settings: bool = False) -> Explanation:
    """Find all readings of a number.

    Args:
        number: the number.
        case: its list.
        all_settings: whether to try other settings even if a tool prints the number without.

    >>> case = Case("ndcg", Ranking([3, 0, 2, 0, 1], missed=[3, 1], top_grade=3), 3)
    >>> explain(Number.of("0.6788", 0.6788, 5e-5), case).readings[0].phrase
    'gain = grade, ideal of all judged, cut at k'
    """
    reasons = [*causes(number.value, number.text, case.metric, case.ranking, case.k)]
    if isnan(number.value):
        return Explanation(number, case, sorted(_without(case), key=_is_of_rows), reasons)
    readings = [each for each in case.standing if number.means(each.score)]
    is_printed = any(each.kind <= Kind.KNOWN for each in readings)
    if all_settings or not is_printed:
        fit = [*_in_settings(number, case, all_settings)]
        nearest = next((each.k for each in fit if each.k != case.k), case.k)
        readings += [each for each in fit if each.k in (case.k, nearest)]
    elif all(each.definition.is_whole for each in readings):  # who has no cutoff may be off by one
        beside = (each for each in case.settings if abs(each.k - case.k) == 1)
        readings += [each for each in beside if number.means(each.score)]
    readings += [each for each in case.of_queries if number.means(each.score)]
    if not is_printed:
        readings += [
            replace(each, kind=Kind.DIGIT, rounding=how)
            for each in case.standing
            if each.kind <= Kind.KNOWN and (how := number.last_digit(each.score))
        ]
    if not any(each.kind in (Kind.TOOL, Kind.KNOWN, Kind.UNUSED) for each in readings):
        readings += [*_mistakes(number, case)]
    others = [each for each in case.others if number.means(each.score)]
    # Another metric, printed of the list as it stands, comes before ties that this one cannot see,
    # or if its own name was typed.
    is_named = (
        (case.metric in BLIND or bool(case.called))
        and any(each.kind is Kind.NAMED for each in others)
        and all(each.kind > Kind.NAMED for each in readings)
    )
    is_moved = all_settings or not any(each.kind is Kind.MISTAKE for each in readings)
    if is_moved and not is_named:
        readings = [_as_setting(each) for each in readings]
    if not is_printed:
        guesses = [each for each in likely_guesses(number, case) if number.means(each.score)]
        readings += [_mean_with_empty(each, number, case) for each in guesses]
        if any({"counted", "twice"} & each.definition.knobs.keys() for each in guesses):
            readings = [each for each in readings if not each.rounding.startswith(_ONE_OFF)]
    if not any(each.kind <= Kind.GUESS for each in readings):
        readings += [*_cut_off(number, case)]
    if not any(each.kind <= Kind.GUESS and not _is_late(each) for each in readings):
        readings += [each for each in case.part_ties if number.means(each.score)]
    is_simple = any(not each.definition.steps for each in others)
    likely = [each for each in readings if each.kind <= Kind.GUESS and not _is_late(each)]
    if all(map(_is_of_any_total, likely)) and not is_simple:
        composed = _composed(number, case)
        is_cheap = bool(composed) and composed[0].cost < _COST_OF_TOTAL
        if is_cheap:
            readings = [
                replace(each, kind=Kind.FAR) if _is_of_any_total(each) else each
                for each in readings
            ]
        readings += composed if is_cheap or not likely else []
    readings += others
    readings.sort(key=lambda each: (each.kind, case.is_set_otherwise(each), *_rank(each)[1:]))
    explained = Explanation(number, case, readings, [] if is_printed else reasons)
    return explained if is_printed else _by_its_name(explained)


def _is_of_any_total(guess: Reading) -> bool:
    """Return whether a guess has a number of relevant documents that nothing hints at."""
    return guess.kind is Kind.GUESS and "total" in guess.definition.knobs


def _composed(number: Number, case: Case) -> list[Reading]:
    """Return the cheapest compositions of a number, if few numbers have as cheap a one."""
    found = case.composing(number) or case.composing(number.before_cut())
    if not found or share(number, case, found[0].cost) > _MOST_COMMON:
        return []
    return [
        replace(case.as_reading(each), rounding=number.last_digit(each.score))
        for each in found
        if each.cost <= found[0].cost + _BY_STEP
    ]


def share(number: Number, case: Case, most: float) -> float:
    """Return which share of the numbers with as many decimals compositions of a cost give."""
    return case.composed.share(_places(number), most)


def _as_setting(reading: Reading) -> Reading:
    """Return ties at a tool, or a sorted list, as a setting, before what no tool prints."""
    is_tied = reading.when == ALL_TIED and bool(reading.lines)
    # Who gets 1 for a list that is not ideal has most likely sorted it by its grades.
    is_sorted = "order" in reading.knobs and abs(reading.score - 1) <= EXACT
    is_likely = is_tied or (is_sorted and reading.definition.metric in _OF_ORDER)
    return replace(reading, kind=Kind.SETTING) if is_likely else reading


def _mean_with_empty(guess: Reading, number: Number, case: Case) -> Reading:
    """Return a guess; half of 1 is most likely the mean with one empty query, as a setting."""
    is_half = guess.definition.knobs == {"empty": (1, 1, 0)} and abs(case.own - 1) <= EXACT
    if not (is_half and _is_possible(number, case.metric)):
        return guess
    *phrases, when = guess.definition.phrases
    meant = replace(guess.definition, phrases=tuple(phrases))
    when = f"{str(when)[:1].upper()}{str(when)[1:]}"
    return replace(guess, kind=Kind.SETTING, definition=meant, when=when)


def _mistakes(number: Number, case: Case) -> Iterator[Reading]:
    """Yield the mistakes that give a number; one that cannot be may also have lost its last digit.

    Programs cut digits off. Of numbers that can be, so many are near a mistake that this tells
    nothing while another reading is exact.
    """
    exact = [each for each in case.mistakes if number.means(each.score)]
    yield from exact
    if exact or number.decimals <= _FEW_PLACES or _is_possible(number, case.metric):
        return
    for each in case.mistakes:
        if how := number.last_digit(each.score):
            yield replace(each, rounding=how)


def _cut_off(number: Number, case: Case) -> Iterator[Reading]:
    """Yield whatever else gives a number once its further decimals are cut off."""
    is_possible = _is_possible(number, case.metric)
    others = (*case.settings, *case.moved, *case.unmatched) if is_possible else ()
    every = (*case.inputs, *others, *case.of_queries)
    for each in (*every, *case.mistakes, *likely_guesses(number, case)):
        if "cut off" in (how := number.last_digit(each.score)):
            yield replace(each, rounding=how)


def likely_guesses(number: Number, case: Case) -> list[Reading]:
    """Return as many guesses as the decimals of a number allow, the likeliest first.

    A number with one decimal is exact, and may be 1/2 by chance all the same.
    """
    if number.places is None:
        return [*case.guesses]
    most = _MOST_BY_CHANCE * 10 ** max(number.places, _FEW_PLACES)
    scores = [*dict.fromkeys(round(each.score, 9) for each in case.guesses)]
    near = {*scores[: int(most)]}
    return [each for each in case.guesses if round(each.score, 9) in near]


def _in_settings(number: Number, case: Case, all_settings: bool) -> Iterator[Reading]:
    """Yield what gives a number with another setting, input or order.

    Many decimals that another threshold or cutoff gives need no other order. A count of hits is
    likelier than copies, but for recall.
    """
    is_possible = _is_possible(number, case.metric)  # only what counts twice passes the highest
    fit = [each for each in case.settings if is_possible and number.means(each.score)]
    found = bool(fit)
    if any("k" in each.turned for each in fit):
        yield from (each for each in case.without_first if number.means(each.score))
        fit += [each for each in case.unmatched if number.means(each.score)]
    yield from fit
    is_exact = number.places is not None and number.places > _FEW_PLACES
    is_counted = is_count(number.value, case.metric, case.ranking, case.k)
    for each in case.inputs:
        if number.means(each.score):
            is_slip = is_counted and "copies" in each.knobs and each.kind is Kind.SETTING
            is_slip &= case.metric != "recall"  # which no program gives as a count
            yield replace(each, kind=Kind.MOVED) if is_slip else each
    if not (found and is_exact and not all_settings) and is_possible:
        yield from (each for each in case.moved if number.means(each.score))


def _is_possible(number: Number, metric: str) -> bool:
    low, high = METRICS[metric].range
    return isnan(number.value) or (low <= number.value and (high is None or number.value <= high))


def _rank(reading: Reading) -> tuple[int, int, int, bool]:
    """Return a sort key; mistakes, guesses, other orders and inputs keep their order."""
    knobs, steps = reading.definition.knobs, reading.definition.steps
    if reading.kind in (Kind.MISTAKE, Kind.MOVED, Kind.GUESS):
        return reading.kind, _is_late(reading), 0, False
    if reading.kind is Kind.SETTING:
        return reading.kind, _setting_order(reading), steps * bool(reading.turned), False
    return reading.kind, "unjudged" not in knobs, steps, reading.definition.is_whole


def _is_likely_order(reading: Reading) -> bool:
    return reading.kind is Kind.SETTING and bool({"ties", "order"} & reading.knobs.keys())


def _order(reading: Reading) -> int:
    """Return 0 for the order of the list, 1 for ties and 2 for another order."""
    return 2 if "order" in reading.knobs else int(bool(reading.when) and "ties" in reading.knobs)


def _is_late(reading: Reading) -> bool:
    """Return whether a document below the first is dropped, which few tools have a reason for."""
    return reading.turned.get("dropped", 1) > 1


def _setting_order(reading: Reading) -> int:
    """Return the place of another setting or input among those, the likeliest first."""
    knobs = reading.knobs.keys()
    turned = reading.turned.keys() - {"unmatched"}
    inputs = {"grades", "appended", "unjudged"}
    likeliest = ({"empty", "queries"}, inputs, turned, {"ties"}, {"order"})
    return next((at for at, some in enumerate(likeliest) if some & knobs), len(likeliest))


def explain_two(
    first: Number, second: Number, case: Case
) -> tuple[Explanation, Explanation, Sequence[str]]:
    """Find the readings of two numbers, led by the pair that differs in the fewest knobs.

    Returns:
        Both explanations, and the knobs in which their first readings differ; none if no pair of
        readings is likely.
    """
    one, other = explain(first, case), explain(second, case)
    if {one.kind, other.kind} - {Kind.TOOL, Kind.KNOWN}:
        wide = [explain(each, case, all_settings=True) for each in (first, second)]
    else:
        wide = [one, other]
    if named := next(_by_names(wide), None):
        return (*named, ["metric"])
    if likely := next(_before_others((one, other)), None):
        return likely
    if named := next(_by_taught(one, other), None):
        return (*named, ["metric"])
    found = None
    for moved in (False, True):
        found = found or _likeliest(_likely(wide[0], moved), _likely(wide[1], moved), case)
    if (cheap := _composed_pair((one, other), case, found)) is not None:
        if tied := _tied_pair(wide, cheap[2]):
            return wide[0].led_by(tied[0]), wide[1].led_by(tied[1]), _differing(*tied)
        composed, cost = cheap[:2], cheap[2]
        said = [*map(_in_known_words, wide, composed)]
        led = [_with_first(each, reading, cost) for each, reading in zip(wide, said, strict=True)]
        return led[0], led[1], _changing(*composed)
    if found is None:
        return one, other, []
    return wide[0].led_by(found[0]), wide[1].led_by(found[1]), _differing(*found)


def _before_others(
    both: tuple[Explanation, Explanation],
) -> Iterator[tuple[Explanation, Explanation, Sequence[str]]]:
    """Yield pairs that are likelier than what few tools print, or than a count of the hits.

    These are two orders of one tie, or a tie in the tools that are used most, or a document that
    counts twice in a recall, or a discount that is one rank late.
    """
    case = both[0].case
    tied = [each for each in (*case.moved, *case.guesses) if each.when == ALL_TIED]
    for at in (0, 1):
        number, led, stands = both[at].number, both[at].readings[:1], both[1 - at]
        others = stands.readings[:1]
        if not led or not others:
            continue
        first, other = led[0], others[0]
        found: Iterable[Reading] = ()
        if first.when == ALL_TIED and first.lines and other.kind > Kind.KNOWN:
            of_one = (each for each in tied if stands.number.means(each.score))
            a = next((each for each in of_one if _differing(first, each) == ["ties"]), None)
            if a is not None:
                pair = _leading(both[at], first), _leading(stands, replace(a, kind=Kind.MOVED))
                yield (*(pair[::-1] if at else pair), ["ties"])
            continue
        if case.metric == "recall" and number.value > 1:
            found = (each for each in case.inputs if _counts_twice(each))
        elif (
            other.kind is Kind.TOOL
            and not other.definition.steps
            and stands.number.rounds(other.score)
            and all(map(_is_of_rare_form, both[at].by_kind[0]))
        ):
            is_tool = first.kind is Kind.TOOL
            by_id = (each for each in case.moved if each.when == ALL_TIED and not _few(each))
            late = (each for each in case.mistakes if each.definition.key.endswith("one rank on"))
            found = (
                *(each for each in by_id if is_tool and _differing(other, each) == ["ties"]),
                *(late if not is_tool or first.knobs.get("discount") == "reciprocal" else ()),
            )
        fit = next((each for each in found if number.means(each.score)), None)
        if fit is not None:
            pair = _leading(both[at], fit), stands
            yield (*(pair[::-1] if at else pair), _changing(other, fit))


def _is_of_rare_form(reading: Reading) -> bool:
    is_tool = reading.kind is Kind.TOOL and bool(reading.definition.steps)
    is_rare = is_tool and _few(reading) and "unjudged" not in reading.knobs
    return reading.kind is Kind.MISTAKE or is_rare


def _few(reading: Reading) -> bool:
    return len({line.tool for line in reading.lines}) <= _FEW_TOOLS


def _leading(explained: Explanation, reading: Reading) -> Explanation:
    """Return an explanation that a reading leads, also one that it has not yet."""
    others = [each for each in explained.readings if _reads(each) != _reads(reading)]
    return replace(explained, readings=[reading, *others]).led_by(reading)


def _by_names(both: Sequence[Explanation]) -> Iterator[tuple[Explanation, Explanation]]:
    """Yield a pair of the list as it stands, one number by the name of another metric."""
    one, other = (_by_its_name(each) for each in both)
    kinds = {one.kind, other.kind}
    if Kind.NAMED in kinds and kinds & {Kind.TOOL, Kind.KNOWN}:
        yield one, other


def _by_its_name(explained: Explanation) -> Explanation:
    """Return an explanation led by the tool that prints its number by the typed name, if any."""
    called = _letters(explained.case.called)
    for each in explained.readings if called else ():
        lines = [line for line in each.lines if line.named]
        lines.sort(key=lambda line: _letters(line.prints) not in called)
        if each.kind in (Kind.TOOL, Kind.NAMED) and lines:
            first = replace(each, lines=lines)
            led = explained.led_by(each).readings[1:]
            return replace(explained, readings=[first, *led])
    return explained


def _letters(name: str) -> str:
    """Return the letters of a name without its cutoff, so that ways to write it are alike."""
    return re.sub(r"[^a-z]", "", name.partition("@")[0].casefold())


def _by_taught(one: Explanation, other: Explanation) -> Iterator[tuple[Explanation, Explanation]]:
    """Yield a pair of which one is the metric, and the other AP as taught for want of another."""
    led = sorted((each.readings[0] for each in (one, other) if each.readings), key=lambda a: a.kind)
    kinds = [each.kind for each in led]
    is_taught = not any(each.definition.steps for each in led)
    is_other = kinds == [Kind.TOOL, Kind.OTHER] and is_taught
    if is_other and led[1].definition.metric == "average_precision":
        yield one, other


def _tied_pair(both: Sequence[Explanation], most: float) -> tuple[Reading, Reading] | None:
    """Return two readings of one tie of all documents that cost less than something else."""
    some = [[each for each in of.readings if each.when == ALL_TIED] for of in both]
    alike_tied = (
        (_KNOB_COST["ties"] + _CHANGED * len(_differing(a, b)), at, a, b)
        for at, (a, b) in enumerate(product(*some))
        if a.definition.knobs.get("ties") == b.definition.knobs.get("ties")
    )
    found = min(alike_tied, key=lambda each: each[:2], default=None)
    return None if found is None or found[0] >= most else found[2:]


def beside(
    both: Sequence[Explanation],
) -> list[tuple[Explanation, Explanation, Sequence[str]]]:
    """Return other causes of a pair that cost little more than the first one, as `explain_two`.

    Args:
        both: the explanations of a pair, the readings that explain it first.
    """
    one, other = (each.readings[0] for each in both)
    simple = [*islice(_by_simple_metric(both), 1)]
    if both[0].case.tied is not None or {one.kind, other.kind} <= {Kind.TOOL, Kind.KNOWN}:
        named = [*islice(_of_one_tool(both), 1)] if not common_lines(one, other) else []
        return [*simple, *named]
    dear = both[0].cost_of_pair
    most = min(_BESIDE + (_joint_cost(one, other) if dear is None else dear), _DEAREST_BESIDE)
    found = [*_plain_pairs(both), *_composed_pairs(both, most), *_copied_pairs(both)]
    told, causes = {_change(one, other)}, [*simple]
    for cost, a, b in sorted(found, key=lambda each: each[0]):
        if cost > most or len(causes) == _MOST_BESIDE + len(simple):
            break
        a, b = (_in_known_words(*each) for each in zip(both, (a, b), strict=True))
        change = _change(a, b)
        is_recut = "k" in change and both[0].case.every_order_is_ideal
        if not is_recut and not any(known <= change for known in told):
            told.add(change)
            led = [_with_first(*each, cost) for each in zip(both, (a, b), strict=True)]
            causes.append((led[0], led[1], _changing(a, b)))
    return causes or [*islice(_of_one_tool(both), 1)]


def _of_one_tool(
    both: Sequence[Explanation],
) -> Iterator[tuple[Explanation, Explanation, Sequence[str]]]:
    """Yield explanations by two metrics that one tool prints under the name of this one."""
    kinds = (Kind.TOOL, Kind.NAMED)
    some = [[each for each in of.readings if each.kind in kinds] for of in both]
    for one, other in product(*some):
        if {one.kind, other.kind} == {*kinds} and common_lines(one, other):
            yield both[0].led_by(one), both[1].led_by(other), ["metric"]


def _by_simple_metric(
    both: Sequence[Explanation],
) -> Iterator[tuple[Explanation, Explanation, Sequence[str]]]:
    """Yield explanations by the metric as taught and by a simple one, which was printed instead.

    Only where few tools, or none, print the number of the simple one as this metric.
    """
    for at in (0, 1):
        taught, other = both[1 - at], both[at]
        led = other.readings[0]
        is_another = led.kind in (Kind.NAMED, Kind.OTHER)  # which says so already
        if other.number.value in (0, 1) or is_another or not _is_of_few_tools(led):
            continue
        own = [each for each in taught.readings if each.kind is Kind.TOOL]
        simple = (
            each
            for each in other.readings
            if each.kind is Kind.OTHER
            and each.definition.metric in _SIMPLE
            and not led.definition.key.endswith(f": {each.definition.metric}")
            and not each.definition.steps
        )
        if own and not own[0].definition.steps and (each := next(simple, None)) is not None:
            pair = taught.led_by(own[0]), other.led_by(each)
            yield (*(pair if at else pair[::-1]), ["metric"])


def _is_of_few_tools(reading: Reading) -> bool:
    return len({line.tool for line in reading.lines}) <= _FEW_BESIDE


def _plain_pairs(both: Sequence[Explanation]) -> Iterator[tuple[float, Reading, Reading]]:
    """Yield pairs of plain readings of which one at least is of the list as it stands."""
    kinds = {*_BASE_COST, Kind.SETTING, Kind.MOVED, Kind.GUESS}
    some = [[each for each in of.readings if each.kind in kinds][:_MOST_TRIED] for of in both]
    for one, other in product(*some):
        if not (one.when and other.when) and one.kind is not other.kind:
            yield _joint_cost(one, other), one, other


def _copied_pairs(both: Sequence[Explanation]) -> Iterator[tuple[float, Reading, Reading]]:
    """Yield pairs of one repeated document: in one number it counts twice, in the other once."""
    counts_twice = [[each for each in of.readings if _counts_twice(each)] for of in both]
    counts_once = [[each for each in of.case.copied if of.number.means(each.score)] for of in both]
    for one, other in chain(
        product(counts_twice[0], counts_once[1]), product(counts_once[0], counts_twice[1])
    ):
        yield _joint_cost(one, other), one, other


def _counts_twice(reading: Reading) -> bool:
    return reading.definition.knobs.get("copies") in ("one_copy", "all_copies")


def _composed_pairs(
    both: Sequence[Explanation], most: float
) -> Iterator[tuple[float, Reading, Reading]]:
    case = both[0].case
    one, other = (_of_pair(each, most) for each in both)
    for a, b, cost in pairs(one, other, partial(_apart, case=case), most):
        yield cost, case.as_reading(a), case.as_reading(b)


def _changing(one: Reading, other: Reading) -> Sequence[str]:
    """Return the knobs in which two readings differ, and whether one of them is a mistake."""
    wrong = sum(isinstance(each.definition, mistakes.Mistake) for each in (one, other))
    return [*_differing(one, other), *["mistake"] * (wrong == 1)]


def _change(one: Reading, other: Reading) -> frozenset[object]:
    """Return what leads from one reading to another, so that two like changes are equal."""
    pair = one, other
    wrong = {each.phrase for each in pair if isinstance(each.definition, mistakes.Mistake)}
    return frozenset(["mistake"] if len(wrong) == 1 else {*_differing(*pair), *wrong})


def _with_first(explained: Explanation, reading: Reading, cost: float) -> Explanation:
    """Return an explanation that a reading leads, also one that it has not yet."""
    return replace(_leading(explained, reading), cost_of_pair=cost)


def _in_known_words(explained: Explanation, reading: Reading) -> Reading:
    """Return a composed reading as the plain one that says the same, if there is one."""
    if len(reading.parts) != 1:
        return reading
    (part,) = reading.parts
    same = (
        replace(each, parts=reading.parts)
        for each in explained.readings
        if part.knob in each.knobs
        and each.kind in (Kind.SETTING, Kind.MOVED, Kind.GUESS)
        and abs(each.score - reading.score) <= EXACT
        and reading.definition.phrases == each.definition.phrases[: len(reading.definition.phrases)]
    )
    return next(same, reading)


def _composed_pair(
    explained: tuple[Explanation, Explanation], case: Case, plain: tuple[Reading, Reading] | None
) -> tuple[Reading, Reading, float] | None:
    """Return compositions of two numbers that cost less together than plain ones, and the cost."""
    places = sum(_places(each.number) for each in explained)
    most = min(places * _COST_BY_DECIMAL + _COST_OF_NONE, _MOST_OF_PAIR)
    dear = 0.0 if plain is None else _joint_cost(*plain)
    is_zero_by_ties = any(
        of.number.value == 0 and each.when and "ties" in each.knobs
        for of, each in zip(explained, plain or (), strict=False)
    )
    if plain is not None and dear <= _PLAIN and not is_zero_by_ties:
        return None
    one, other = (_of_pair(each, most) for each in explained)
    found = next(pairs(one, other, partial(_apart, case=case), most), None)
    if found is None or (plain is not None and found[2] > dear - _MARGIN):
        return None
    a, b, cost = found
    if cost > _PLAIN and any(each.is_rounded for each in explained):
        return None
    if {*a.parts} - {*b.parts} and {*b.parts} - {*a.parts} and cost > _MOST_OF_TWO:
        return None
    return case.as_reading(a), case.as_reading(b), cost


def _of_pair(explained: Explanation, most: float) -> list[Composition]:
    """Return the compositions of a number of a pair; a mistake only where no tool prints it."""
    number, is_printed = explained.number, any(e.kind <= Kind.KNOWN for e in explained.readings)
    return [
        each
        for each in explained.case.composed.giving(number.value, number.within, most)
        if not (isinstance(each.definition, mistakes.Mistake) and (is_printed or each.parts))
    ]


def _places(number: Number) -> int:
    if number.value in (0, 1):
        return 0
    return min(number.places or number.decimals or _FEW_PLACES, MANY_PLACES)


def _apart(one: Definition, other: Definition, case: Case) -> float:
    """Return what it costs that two definitions differ, and that no tool prints both."""
    wrong = [each for each in (one, other) if isinstance(each, mistakes.Mistake)]
    if len(wrong) == 1:  # a mistake is the change itself
        (right,) = {one, other} - {*wrong}
        if not right.steps or right.known or tools(right, case.ranking):
            return _BY_STEP * bool(right.steps)
    knobs = {*one.knobs, *other.knobs}
    apart = [knob for knob in knobs if one.knobs.get(knob) != other.knobs.get(knob)]
    tools_of = [{line.tool for line in tools(each, case.ranking)} for each in (one, other)]
    gains = {one.knobs.get("gain"), other.knobs.get("gain")}
    drops = "gain" in apart and "binary" in gains and highest(case.ranking) > 1
    cost = _CHANGED * max(len(apart), 1) + _DROPS_GRADES * drops
    return cost + _OF_TWO_TOOLS * (not tools_of[0] & tools_of[1])


def _joint_cost(one: Reading, other: Reading) -> float:
    """Return the cost of the first of two readings, and of the change that leads to the other."""
    parts = [_parts(each) for each in (one, other)]
    of_parts = {**parts[0], **parts[1]}
    both = sum(of_parts.values())
    bases = [_BASE_COST.get(each.kind, 0.0) for each in (one, other)]
    of_sums = {"denominator"} if "summed" in (known := {knob for knob, _ in of_parts}) else set()
    apart = {*_differing(one, other)} - known - of_sums
    of_two = bool(one.lines and other.lines) and not common_lines(one, other)
    gains = {one.knobs.get("gain"), other.knobs.get("gain")}
    drops = "gain" in apart and "binary" in gains and highest(one.ranking) > 1
    return (
        both + max(bases) + _CHANGED * len(apart) + _OF_TWO_TOOLS * of_two + _DROPS_GRADES * drops
    )


def _is_of_few_ties(reading: Reading) -> bool:
    """Return whether few tools order ties so that this comes out."""
    return _few(reading) and "ties" in reading.definition.knobs


def _parts(reading: Reading) -> Mapping[tuple[str, str], float]:
    """Return what a reading has and the plainest one has not, with its cost."""
    in_part = reading.when.startswith((TIED_IN_PART, TIED_BY_TWO))
    late = _LATE * (_is_late(reading) or in_part)
    late += _OF_FEW_TOOLS * (bool(reading.when) and _is_of_few_ties(reading))
    found = {
        (knob, "" if knob == "copies" else str(value)): _KNOB_COST[knob]
        for knob, value in {**reading.definition.knobs, **reading.turned}.items()
        if knob in _KNOB_COST and (knob != "k" or knob in reading.turned)
    }
    return {**found, ("late", reading.when): late} if late else found


def _likely(explained: Explanation, moved: bool) -> list[Reading]:
    """Return the readings that a tool may have; a rounded number is likelier than another one.

    Where a number has a plainer reading, nobody needs to move its documents; with `moved` only
    another metric's name is plainer.
    """
    kinds = {Kind.TOOL, Kind.KNOWN, Kind.SETTING}
    plainer = {Kind.NAMED} if moved else {Kind.NAMED, Kind.UNUSED, Kind.DIGIT, Kind.MISTAKE}
    if explained.kind not in plainer:
        kinds.add(Kind.MOVED)
    if explained.kind is Kind.DIGIT:
        kinds.add(Kind.DIGIT)
    if not explained.rounded:
        kinds |= {Kind.UNUSED, *[Kind.GUESS] * (explained.kind is Kind.GUESS)}
    return [each for each in explained.readings if each.kind in kinds]


def _likeliest(
    readings: Sequence[Reading], others: Sequence[Reading], case: Case
) -> tuple[Reading, Reading] | None:
    """Return a pair that differs in few knobs; what tools print comes first, of one tool if it can.

    Args:
        readings: those of one number, the likeliest first.
        others: those of the other number.
        case: their list.
    """

    def unlikeliness(
        ranked: tuple[tuple[int, Reading], tuple[int, Reading]],
    ) -> tuple[int, ...]:
        (rank, one), (other_rank, other) = ranked
        pair = one, other
        is_twice = any("twice" in each.knobs for each in pair)
        of_others = sum(each.knobs.get("empty", (1, 1, 0)) != (1, 1, 0) for each in pair) + is_twice
        guessed = sum(each.kind is Kind.GUESS for each in pair)
        # Who types a score and its half has an empty query beside it.
        is_whole_mean = guessed and all(each.knobs.get("empty") != (1, 1, 0) for each in pair)
        unknown = sum(each.kind in (Kind.UNUSED, Kind.GUESS) for each in pair)
        apart = {*_differing(*pair)}
        tied = {each.when for each in pair if "ties" in each.definition.knobs}
        # Nobody mentioned ties or another order: they come last where the list as it is will do.
        rare = case.rare_knobs
        is_moved = any(
            each.when and rare & each.knobs.keys() and not _is_likely_order(each) for each in pair
        )
        is_late = any(map(_is_late, pair))
        order = max(_order(each) for each in pair)
        is_hidden = sum(each.takes_another and abs(each.score - case.own) <= EXACT for each in pair)
        changed = {*chain(*(_OF_INPUT & each.knobs.keys() for each in pair))}
        recut = sum("k" in each.turned for each in pair)
        is_cut = "k" in apart and case.loses_nothing_by_cut
        is_of_two = not common_lines(one, other)
        distance = len(apart) + (len(tied) > 1) + (one.k != other.k)
        is_one_another = one.takes_another is not other.takes_another
        return (
            *(
                sum(map(case.is_set_otherwise, pair)),
                of_others,
                guessed,
                is_hidden,
                is_whole_mean,
                recut and case.every_order_is_ideal,
                is_moved,
                unknown,
                case.tied is not None and apart != {"ties"},
            ),
            *(recut, is_late, order, is_cut, is_of_two, distance, is_twice),
            *(not apart & _SHOWN, len(changed), is_one_another, rank + other_rank),
        )

    pairs = product(enumerate(readings[:_MOST_TRIED]), enumerate(others[:_MOST_TRIED]))
    first = min(pairs, key=unlikeliness, default=None)
    return first and (first[0][1], first[1][1])


def common_lines(one: Reading, other: Reading) -> tuple[Line, Line] | None:
    """Return two lines of one tool and version that print a reading each, or None."""
    pairs = product(one.lines, other.lines)
    same = ((a, b) for a, b in pairs if (a.tool, a.version) == (b.tool, b.version))
    return next(same, None)


def _differing(one: Reading, other: Reading) -> list[str]:
    """Return the knobs in which two readings of one metric differ."""
    first, second = one.knobs, other.knobs
    knobs = [knob for knob in {**first, **second} if first.get(knob) != second.get(knob)]
    nothing_missed = not (one.ranking.missed.size or other.ranking.missed.size)
    of_list = {first.get("ideal", "retrieved"), second.get("ideal", "retrieved")} == {"retrieved"}
    # A fixed top grade may be that of the list.
    tops = {first.get("top"), second.get("top"), one.ranking.top_grade, other.ranking.top_grade}
    same_top = "top" if len(tops - {None}) == 1 else ""
    # Who does not read the grades has a gain of 1; and without missed documents two ideals are one.
    same = {"gain" if "grades" in knobs else "", "ideal" if nothing_missed and of_list else ""}
    same |= {same_top}
    return [knob for knob in knobs if knob not in same or len(knobs) == 1]


def alike(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Group readings that read the same: definitions that differ only for another list."""
    groups: dict[tuple[str, ...], list[Reading]] = {}
    for each in readings:
        groups.setdefault(_reads(each), []).append(each)
    return [*groups.values()]


def _reads(reading: Reading) -> tuple[str, str, str, str]:
    return reading.when, reading.label, reading.phrase, reading.rounding


def _is_of_rows(reading: Reading) -> bool:
    """Return whether its tool does not know of the missed documents."""
    return all(line.takes == "rows" for line in reading.lines)


def _without(case: Case) -> Iterator[Reading]:
    """Yield the lines that print no number for a list, with their reason."""
    for each in printed(case.ranking, case.k, case.metric, tied=case.tied, ids=case.ids):
        if each.why:
            lines = (each.line,)
            yield Reading(
                Kind.TOOL, each.definition, each.number, case.ranking, case.k, lines, each.why
            )
