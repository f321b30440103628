"""Explain a printed number: find all its readings, the likeliest first.

All that `answer` says of the number is made from them, so that no sentence contradicts another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import isnan
from typing import Final

from ..catalog import METRICS
from .case import ALL_TIED, BLIND, Case
from .causes import Cause, causes, is_count
from .printing import printed
from .reading import (
    BY_STEP,
    EXACT,
    FEW_PLACES,
    ONE_OFF,
    Kind,
    Number,
    Reading,
    alike,
    given_places,
    reads,
)

NEAR: Final = 0.02
"""Largest distance of a number that is called near."""
_TENTH: Final = 0.1
_MOST_BY_CHANCE: Final = 0.1
"""Largest share of the numbers with as many decimals that guesses may give."""
_OF_ORDER: Final = ("ndcg", "average_precision")
"""Metrics that are 1 for the best order alone."""
_MOST_COMMON: Final = 0.2
"""Largest share of all numbers that compositions may give, so that one explains a number."""
COST_OF_TOTAL: Final = 3
"""Cost of another number of relevant documents that nothing hints at."""


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
            key=lambda each: (each.kind != reading.kind, reads(each) != reads(reading)),
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

    >>> from metrics.ranking import Ranking
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
            readings = [each for each in readings if not each.rounding.startswith(ONE_OFF)]
    if not any(each.kind <= Kind.GUESS for each in readings):
        readings += [*_cut_off(number, case)]
    if not any(each.kind <= Kind.GUESS and not is_late(each) for each in readings):
        readings += [each for each in case.part_ties if number.means(each.score)]
    is_simple = any(not each.definition.steps for each in others)
    likely = [each for each in readings if each.kind <= Kind.GUESS and not is_late(each)]
    if all(map(_is_of_any_total, likely)) and not is_simple:
        composed = _composed(number, case)
        is_cheap = bool(composed) and composed[0].cost < COST_OF_TOTAL
        if is_cheap:
            readings = [
                replace(each, kind=Kind.FAR) if _is_of_any_total(each) else each
                for each in readings
            ]
        readings += composed if is_cheap or not likely else []
    readings += others
    readings.sort(key=lambda each: (each.kind, case.is_set_otherwise(each), *_rank(each)[1:]))
    explained = Explanation(number, case, readings, [] if is_printed else reasons)
    return explained if is_printed else by_its_name(explained)


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
        if each.cost <= found[0].cost + BY_STEP
    ]


def share(number: Number, case: Case, most: float) -> float:
    """Return which share of the numbers with as many decimals compositions of a cost give."""
    return case.composed.share(given_places(number), most)


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
    if exact or number.decimals <= FEW_PLACES or _is_possible(number, case.metric):
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
    most = _MOST_BY_CHANCE * 10 ** max(number.places, FEW_PLACES)
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
    is_exact = number.places is not None and number.places > FEW_PLACES
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
        return reading.kind, is_late(reading), 0, False
    if reading.kind is Kind.SETTING:
        return reading.kind, _setting_order(reading), steps * bool(reading.turned), False
    return reading.kind, "unjudged" not in knobs, steps, reading.definition.is_whole


def is_likely_order(reading: Reading) -> bool:
    """Return whether a reading sets how ties, or the list, are ordered."""
    return reading.kind is Kind.SETTING and bool({"ties", "order"} & reading.knobs.keys())


def likely_order(reading: Reading) -> int:
    """Return 0 for the order of the list, 1 for ties and 2 for another order."""
    return 2 if "order" in reading.knobs else int(bool(reading.when) and "ties" in reading.knobs)


def is_late(reading: Reading) -> bool:
    """Return whether a document below the first is dropped, which few tools have a reason for."""
    return reading.turned.get("dropped", 1) > 1


def _setting_order(reading: Reading) -> int:
    """Return the place of another setting or input among those, the likeliest first."""
    knobs = reading.knobs.keys()
    turned = reading.turned.keys() - {"unmatched"}
    inputs = {"grades", "appended", "unjudged"}
    likeliest = ({"empty", "queries"}, inputs, turned, {"ties"}, {"order"})
    return next((at for at, some in enumerate(likeliest) if some & knobs), len(likeliest))


def by_its_name(explained: Explanation) -> Explanation:
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
