"""Explain a printed mean over topics: which tools print it, by which definition.

A tool decides three things: what it computes for a topic, what a topic with nothing to compute
counts, and what a topic counts that the run lacks. Of one list alone, `explain` tells more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Final

import numpy as np

from ..catalog import METRICS
from ..ranking import Ranking
from .definitions import Definition
from .explain import NEAR
from .lines import CONVENTIONS, LINES, Line
from .printing import all_definitions, printed, tools, usual
from .reading import Kind, Number

CUTOFFS: Final = (1, 3, 5, 10, 20, 50, 100, 1000)
"""Cutoffs that are tried where the given one does not give the number."""


@dataclass(frozen=True)
class MeanReading:
    """One way to get a number from the lists of several topics.

    Attributes:
        kind: how likely it is.
        definition: what gives the score of a topic.
        score: the mean before it was rounded.
        k: the cutoff.
        counted: the number of topics in the mean.
        lines: the lines that print it; () if no tool does.
        when: with which setting, and what topics without a score count; or "".
    """

    kind: Kind
    definition: Definition
    score: float
    k: int
    counted: int
    lines: Sequence[Line] = ()
    when: str = ""

    @property
    def label(self) -> str:
        """The metric's symbol, with the cutoff."""
        return self.definition.label(self.k)


@dataclass(frozen=True)
class MeanExplanation:
    """What a mean over topics may be.

    Attributes:
        number: the number.
        label: the metric's symbol, with the cutoff that was asked for.
        topics: the number of topics.
        readings: all that give it, the likeliest first; those of one kind only.
        nearest: up to three that tools print near a number that nothing gives.
    """

    number: Number
    label: str
    topics: int
    readings: Sequence[MeanReading]
    nearest: Sequence[MeanReading] = ()


def explain_mean(
    number: Number,
    metric: str,
    lists: Sequence[Ranking],
    k: int,
    progress: Callable[[float], object] = lambda _share: None,
) -> MeanExplanation:
    """Find what gives a mean over topics; the first kind of readings that does is enough.

    Args:
        number: the number.
        metric: catalog key.
        lists: one list for each topic, shape (n,); empty where the run lacks the topic.
        k: cutoff in ranks.
        progress: called with the share of the conventions that were tried.

    >>> lists = [Ranking([1, 0, 1], missed=[1]), Ranking([0, 1])]
    >>> found = explain_mean(Number.of("0.5278", 0.5278, 5e-5), "average_precision", lists, 3)
    >>> found.readings[0].definition.wording  # (5/9 + 1/2) / 2
    'divided by all relevant'
    """
    top = lists[0].top_grade
    own = lists[0].relevant_from
    others = [each for each in METRICS if each != metric and each in _PRINTED]
    bars = [bar for bar in range(1, int(top) + 1) if bar != own]
    longest = max(each.grades.size for each in lists)
    cutoffs = [each for each in CUTOFFS if each != k and each <= longest]

    def with_cutoffs() -> Iterator[MeanReading]:
        for cutoff in cutoffs:
            for each in _printed(metric, lists, cutoff):
                if not each.definition.is_whole:
                    yield _as_setting(each, f"k is {cutoff}")

    def with_thresholds() -> Iterator[MeanReading]:
        for bar in bars:
            other = [Ranking(each.grades, each.missed, None, each.top_grade, bar) for each in lists]
            for each in _printed(metric, other, k):
                yield _as_setting(each, f"documents are relevant from grade {bar}")

    def of_others() -> Iterator[MeanReading]:
        for other in others:
            for each in _printed(other, lists, k):
                named = [line for line in each.lines if metric in line.named.split(", ")]
                kind = Kind.NAMED if named else Kind.OTHER
                yield replace(each, kind=kind, lines=named or each.lines)

    standing = [*_printed(metric, lists, k)]
    steps: list[Callable[[], Iterator[MeanReading]]] = [
        lambda: iter(standing),
        lambda: _known(metric, lists, k),
        with_cutoffs,
        with_thresholds,
        of_others,
    ]
    found: list[MeanReading] = []
    for at, step in enumerate(steps):
        progress(at / len(steps))
        found = [each for each in step() if _means(number, each.score)]
        if found:
            break
    progress(1)
    ordered = sorted(found, key=lambda each: (each.kind, each.when != "", each.definition.steps))
    near = sorted(
        (each for each in standing if abs(each.score - number.value) <= NEAR),
        key=lambda each: abs(each.score - number.value),
    )
    nearest = () if found else near[:3]
    return MeanExplanation(number, METRICS[metric].label(k), len(lists), ordered, nearest)


_PRINTED: Final = {CONVENTIONS[line.definition].metric for line in LINES}


def _means(number: Number, score: float) -> bool:
    return isnan(score) if isnan(number.value) else number.means(score)


def _as_setting(reading: MeanReading, when: str) -> MeanReading:
    whens = " and ".join(filter(None, (when, reading.when)))
    return replace(reading, kind=Kind.SETTING, when=whens)


def _printed(metric: str, lists: Sequence[Ranking], k: int) -> Iterator[MeanReading]:
    """Yield the means that tools print, those of one definition and rule together."""
    there = [each for each in lists if each.grades.size]
    lacking = len(lists) - len(there)
    of_lists = [{id(each.line): each for each in printed(one, k, metric)} for one in there]
    groups: dict[tuple[str, str], tuple[MeanReading, list[Line]]] = {}
    for line in LINES:
        definition = usual(line)
        if definition.metric != metric:
            continue
        scores, left_out, sound = [], 0, True
        for of_list in of_lists:
            one = of_list.get(id(line))
            if one is not None and one.why.endswith(" out"):
                left_out += 1
            elif one is None or (one.why and "nan" not in one.why):
                sound = False  # it refuses the list, and so the run
            else:
                scores.append(one.number)
        if not sound:
            continue
        nothing = f"{_topics(left_out)} with nothing relevant {_counted('left out', left_out)}"
        why = nothing * bool(left_out)
        for counts in _of_lacking(line, lacking):
            every = [*scores, *[0.0] * (lacking if counts == "0" else 0)]
            rule = f"{_topics(lacking)} that the run lacks {_counted(counts, lacking)}"
            when = " and ".join(filter(None, (why, rule * bool(lacking))))
            mean = float(np.mean(every)) if every else nan
            kind = Kind.TOOL if counts == line.absent else Kind.SETTING
            reading = MeanReading(kind, definition, mean, k, len(every), (), when)
            key = f"{kind} {definition.key} {mean:.12g}"
            groups.setdefault((key, when), (reading, []))[1].append(line)
    for reading, by in groups.values():
        yield replace(reading, lines=tuple(by))


def _counted(counts: str, topics: int) -> str:
    if counts == "0":
        return f"count{'s' * (topics == 1)} 0"
    return f"{'is' if topics == 1 else 'are'} left out"


def _of_lacking(line: Line, lacking: int) -> Sequence[str]:
    """Return what topics that the run lacks count; who leaves them out may be told not to."""
    if not lacking:
        return (line.absent,)
    return (line.absent,) if line.absent == "0" else ("0", "left out")


def _topics(count: int) -> str:
    return f"{count:,} topic{'s' * (count != 1)}"


def _known(metric: str, lists: Sequence[Ranking], k: int) -> Iterator[MeanReading]:
    """Yield the means that other programs compute; topics without a score count 0."""
    for definition in all_definitions(metric):
        if (definition.known or not definition.steps) and not tools(definition):
            scores = [
                float(definition.score(each, k)) if each.grades.size else 0.0 for each in lists
            ]
            mean = float(np.mean(np.nan_to_num(scores)))
            yield MeanReading(Kind.KNOWN, definition, mean, k, len(scores))
