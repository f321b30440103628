"""Say what a number means, in plain sentences made from its readings.

>>> from metrics.conventions.explain import Case, Number, explain
>>> from metrics.ranking import Ranking
>>> case = Case("ndcg", Ranking([3, 0, 2, 0, 1], missed=[3, 1], top_grade=3), 3)
>>> "".join(headline(explain(Number.of("0.6788", 0.6788, 5e-5), case)))
'nDCG@3 is 0.6788: gain = grade, ideal of all judged, cut at k'
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product
from math import isnan
from typing import Final

import numpy as np

from metrics.catalog import METRICS
from metrics.conventions.causes import COUNT, means, named
from metrics.conventions.explain import (
    ALL_TIED,
    BLIND,
    MANY_PLACES,
    Explanation,
    Kind,
    Number,
    Reading,
    alike,
    likely_guesses,
)
from metrics.ranking import Ranking

_FEW_PLACES: Final = 2
_MOST_SETTINGS: Final = 2
"""Most further settings that a sentence names."""
_MOST_ALSO: Final = 3
"""Most further definitions that a sentence names."""
_MOST_WORDS: Final = 25
"""Most words of such a sentence, its count of the rest aside."""
_RARE: Final = 0.01
"""Share of fitting numbers from which a fit may be a coincidence."""
_RARE_SETTING: Final = 0.1
"""The same for another setting of a tool, which is simpler than another definition."""
_IDEALS: Final = {
    "retrieved": "of the list alone",
    "returned": "cut at what was returned",
    "window": "of the first k of the list alone",
}
"""Ideals that know of the list alone, or are as long as the list, as phrases."""
_ADDED: Final = 1e-8
"""Largest error by a small number in the denominator."""
_SLIPS: Final = {"empty", "summed", "total", "times"}
"""Knobs of guesses."""


def headline(explained: Explanation) -> tuple[str, str]:
    """Return what a number is, as a title and the rest of its sentence, without a full stop."""
    title, rest = _said(explained)
    if not explained.readings or is_left_open(explained) or explained.kind is Kind.DIGIT:
        return title, rest
    return title, rest + _in_the_last_digits(explained.number, explained.readings[0].score)


def _said(explained: Explanation) -> tuple[str, str]:
    if isnan(explained.number.value) and explained.readings:
        return f"{explained.case.label} is no number", f": {_why_nan(explained)}"
    number, case = explained.number, explained.case
    text, low, high = number.text, *METRICS[case.metric].range
    if explained.is_possible:
        no, limits = f"No tool that we know prints {text} as {case.label} of this list", ""
    else:
        no = f"No {case.label} is {text}"
        limits = (
            f": it is at least {low:g}" if high is None else f": it goes from {low:g} to {high:g}"
        )
    first = explained.readings[0] if explained.readings else None
    if is_left_open(explained):
        return no, limits + _instead(explained)
    if first is None:
        return f"Nothing gives {text} for this list at k = {case.k}", ""
    groups = [group[0] for group in alike(explained.by_kind[0])]
    ideal = _another_ideal(groups)
    rest = len(groups) - 1 - bool(ideal)
    more = f", or {ideal}" * bool(ideal) + f", or {rest} more" * (rest > 0)
    is_it = f"{first.label}, {first.phrase}"
    perhaps = ", perhaps a coincidence" * _is_by_chance(explained)
    who = f" ({first.who})" * bool(first.who)
    when = f"{first.when[:1].lower()}{first.when[1:]}: " * bool(first.when)
    is_other = any(each.kind in (Kind.SETTING, Kind.MOVED) for each in explained.readings)
    stands = " as it stands" * (explained.is_possible and is_other)
    same = as_it_stands(explained)
    or_else = f". Or, as the list stands, it is {same}" * bool(same)
    others = islice(other_settings(explained), _MOST_SETTINGS)
    or_else += "".join(f". Or, {other}" for other in others)
    match first.kind:
        case Kind.TOOL:
            end = _few_places(explained)
            return f"{first.label} is {text}", f": {first.phrase}{more}{or_else}{end}"
        case Kind.KNOWN:
            return f"{first.label} is {text}", f": {first.phrase}{who}{more}{or_else}"
        case Kind.SETTING | Kind.MOVED if first.turned or any(
            each.kind is Kind.TOOL for each in explained.readings
        ):
            end = f"{who}{perhaps}{or_else}"
            return f"{first.when}, {first.label} is {text}", f": {first.phrase}{end}"
        case Kind.SETTING | Kind.MOVED:
            return no, f"{limits}{stands}. {first.when}: {is_it}{who}{perhaps}{or_else}"
        case Kind.NAMED:
            return no, f"{limits}{stands}. It is {_other(first)}{perhaps}"
        case Kind.DIGIT:
            title = f"{first.label} is {first.score:.{number.places}f}"
            return title, f": {first.phrase}. {text} is {first.rounding}"
        case Kind.MISTAKE:
            end = f". {text} is {first.rounding}" * bool(first.rounding)
            second = "".join(f", or {each.phrase}" for each in groups[1:2])
            by = f"{first.phrase}{second * (not explained.is_possible)}{end}{perhaps}{or_else}"
            by = f"A common mistake gives it: {by}"
            return no, f"{limits}{stands}. {by}"
        case Kind.OTHER:
            return no, f"{limits}{stands}. It is {_other(first)}{perhaps}"
    if first.when or first.kind is Kind.GUESS or "empty" in first.knobs:
        or_by = _or_by(explained)
        return no, f"{limits}{stands}. It may be {when}{is_it}{who}{or_by}{perhaps}{or_else}"
    return no, f"{limits}{stands}. A definition that no known tool has gives it: {is_it}{perhaps}"


def _why_nan(explained: Explanation) -> str:
    """Return why tools print no number, with the tools."""
    ranking, k = explained.case.ranking, explained.case.k
    first, *_ = explained.readings
    lines = (line for each in explained.readings for line in each.lines)
    few = named([*dict.fromkeys(line.tool for line in lines)])
    if not ranking.relevant_total:
        return f"nothing is relevant. It is nan, refused or left out in {few}"
    if not ranking.relevant(k).any():
        return f"nothing relevant was retrieved. It is nan then in {few}"
    return f"{first.who} {first.when}"


def as_it_stands(explained: Explanation) -> str:
    """Return what else gives a number, of the list alone, if its first reading takes another."""
    first, *others = explained.readings
    each = next((each for each in others if _is_likely(each)), None)
    if each is None or not first.takes_another:
        return ""
    match each.kind:
        case Kind.NAMED | Kind.OTHER:
            return _other(each)
        case Kind.MISTAKE:
            return f"{each.label} by a common mistake, {each.phrase}"
    return f"{each.label}, {each.phrase}"


def other_settings(explained: Explanation) -> Iterator[str]:
    """Yield other cutoffs, copies, ties and means that give a number as well, each kind once."""
    first, told = explained.readings[0], set[str]()
    if first.kind is Kind.DIGIT or (first.kind <= Kind.KNOWN and not first.definition.is_whole):
        return
    for each in explained.readings:
        what = _other_setting(first, each)
        if what and what not in told:
            told.add(what)
            *_, last = each.definition.parts
            when = f"{each.when[:1].lower()}{each.when[1:]}" if each.when else last.text
            end = f": {last.text}" * (what == "ties")
            end += f" ({each.who})" * (what == "dropped")
            yield f"{when}, {each.label} gives it{end}"


def _other_setting(first: Reading, each: Reading) -> str:
    """Return the knob by which a reading is worth a sentence beside the first one, or ""."""
    knobs = {*each.knobs} - {*first.knobs}
    is_cut, is_set = "k" in first.turned, each.kind in (Kind.SETTING, Kind.MOVED)
    if is_set and "k" in each.turned and not is_cut:
        return "k"
    if is_set and "copies" in knobs:
        return "copies"
    if is_cut and "dropped" in knobs:
        return "dropped"
    if each.when == ALL_TIED and each.kind is Kind.MOVED and first.kind is Kind.MISTAKE:
        return "ties"
    is_mean = each.kind is Kind.GUESS and "empty" in knobs and first.kind is Kind.SETTING
    return "empty" if is_mean else ""


def also(explained: Explanation) -> str:
    """Return what else tools and programs print as a number of a pair, or ""."""
    printed = alike([each for each in explained.readings if each.kind <= Kind.KNOWN])
    if explained.readings[0].kind > Kind.KNOWN or not printed[1:]:
        return ""
    others, start = [group[0] for group in printed[1:]], f"{explained.number.text} is also"
    for with_who, most in product((True, False), range(min(_MOST_ALSO, len(others)), 0, -1)):
        said = [_short(each, with_who=with_who) for each in others[:most]]
        if len(f"{start} {_either(said)}".split()) <= _MOST_WORDS:
            rest = len(others) - most
            return f"{start} {_either([*said, *[f'{rest} more'] * (rest > 0)])}"
    return f"{explained.number.text} has {len(others)} more readings"


def _short(reading: Reading, *, with_who: bool) -> str:
    who = f" ({reading.who})" * (with_who and bool(reading.who))
    return f"{reading.label} {reading.phrase}{who}"


def _is_likely(reading: Reading) -> bool:
    """Return whether a reading of the list as it stands is worth a sentence beside others."""
    if reading.takes_another or "k" in reading.turned or reading.kind in (Kind.DIGIT, Kind.FAR):
        return False
    return reading.kind is not Kind.GUESS or "summed" in reading.knobs


def _other(reading: Reading) -> str:
    """Return what another metric is, with the name of this one that a tool prints for it."""
    named = ""
    if reading.kind is Kind.NAMED:
        line = reading.lines[0]
        named = f", which {line.tool} prints as {line.name(reading.k)}"
    return f"the same number as {reading.label}{named}: {reading.phrase}"


def _another_ideal(readings: Sequence[Reading]) -> str:
    """Return what one of some readings of an nDCG says of its ideal, if the first says less.

    Ideals are confused most: where two give a number, both are named. Its gain is named, too, if no
    ideal with the same gain gives the number.
    """
    first, *others = readings
    own, (gain, *_) = first.knobs.get("ideal"), first.definition.parts
    others = [each for each in others if each.knobs.get("ideal") in _IDEALS.keys() - {own}]
    for each in sorted(others, key=lambda each: each.definition.parts[0] != gain):
        if own in _IDEALS:
            its_gain, *said = each.definition.parts
            return ", ".join(
                part.text for part in (said if its_gain == gain else each.definition.parts)
            )
    return ""


def ideals(explained: Explanation) -> str:
    """Return what the ideal of a number may be, if it is one of several that know the list alone.

    >>> from metrics.conventions.explain import Case, explain
    >>> case = Case("ndcg", Ranking([1], missed=[1]), 10)
    >>> ideals(explain(Number.of("1", 1, 0), case))
    'of the list alone or cut at what was returned'
    """
    found = [str(each.knobs.get("ideal")) for each in explained.by_kind[0]]
    if found[0] not in _IDEALS:
        return ""
    names = [*dict.fromkeys(_IDEALS[each] for each in found if each in _IDEALS)]
    return _either(names) if names[1:] else ""


def _or_by(explained: Explanation) -> str:
    """Return another slip that gives the number with the metric as taught, or ""."""
    first, *others = explained.by_kind[0]
    slip = _SLIPS & first.knobs.keys()
    taught = next(each.definition for each in explained.case.standing if not each.definition.steps)
    for each in others if slip else ():
        *base, said = each.definition.parts
        its_slip = _SLIPS & each.knobs.keys()
        if its_slip and its_slip != slip and base in ([], [*taught.parts]):
            return f", or {said.text}"
    return ""


def is_left_open(explained: Explanation) -> bool:
    """Return whether a cause, or a rounded number, says more than the readings do.

    What cannot be comes from a slip, so that one that gives it exactly says most.
    """
    kind = Kind.FAR if explained.kind is None else explained.kind
    is_rounded = bool(explained.rounded) and kind in (Kind.UNUSED, Kind.GUESS, Kind.OTHER, Kind.FAR)
    likeliest = Kind.MOVED if explained.is_possible or _is_counted(explained) else Kind.GUESS
    return is_rounded or (bool(explained.causes) and kind > likeliest)


def _is_counted(explained: Explanation) -> bool:
    return any(cause.name == COUNT for cause in explained.causes)


def _instead(explained: Explanation) -> str:
    """Return what may make a number that no likely reading gives."""
    if explained.rounded:
        return f". It may be {_either(explained.rounded)}, rounded. Type more decimals"
    first, *more = explained.causes
    if first.name == COUNT:
        also = _either([cause.name for cause in more])
        return f". {first.text} Or it may come from {also}"
    if more:
        return f". It may come from {_either([cause.name for cause in explained.causes])}"
    return f". {first.text.removesuffix('.')}"


def _either(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


def remarks(explained: Explanation) -> Iterator[str]:
    """Yield what to know about the first reading of a number, in sentences."""
    number = explained.number
    if not explained.readings or isnan(number.value) or is_left_open(explained):
        return
    first, ranking = explained.readings[0], explained.case.ranking
    label, metric, size = first.label, first.definition.metric, ranking.grades.size
    if number.places == 1:
        yield f"{number.text} is taken as exact: Python prints one decimal only then."
    if "empty" in first.knobs:
        yield means(metric)
    if metric in BLIND and size <= first.k and first.kind <= Kind.DIGIT:
        yield (
            f"The list has {size} documents, and k is {first.k}: {label} is the same in any order. "
            "So it tells nothing about the ranking."
        )
    elif metric in BLIND:
        yield f"{label} counts hits and does not see their order."
    elif number.means(1) and _every_order_is_ideal(ranking):
        yield (
            "All documents of the list have the same grade, so every order is ideal. Another list "
            "tells more about the conventions."
        )


def _in_the_last_digits(number: Number, score: float) -> str:
    """Say why a number with many decimals is a little off the score that it means; or ""."""
    off = score - number.value
    if number.decimals < MANY_PLACES or number.rounds(score):
        return ""
    if number.rounds(float(np.float32(score))):
        return f". {number.text} is {score:.9f} in single precision: 32 bits keep 7 digits"
    if 0 < off <= _ADDED:
        return (
            f". {number.text} is a little below {score:.9g}. Some programs add a small number to "
            "what they divide by, to avoid 0/0: RAGAS adds 1e-10"
        )
    return f". {number.text} is not quite {score:.9g}: a value on the way to it was rounded"


def _every_order_is_ideal(ranking: Ranking) -> bool:
    grades = np.nan_to_num(ranking.grades)
    return bool(np.ptp(grades) == 0 and np.nanmax(ranking.missed, initial=0) <= grades.max())


def chance(explained: Explanation) -> str:
    """Return how many numbers with as many decimals fit as well, or "" if they are few."""
    number = explained.number
    if not _is_by_chance(explained) or number.places is None:
        return ""
    first = explained.readings[0]
    among = f"of the {10**number.places + 1:,} numbers with {number.places} decimals from 0 to 1"
    if first.kind > Kind.KNOWN:
        fit = _fitting(explained)
        return f"<b>It may be a coincidence:</b> {among}, {fit:,} can be explained as well."
    if number.places > _FEW_PLACES:
        return ""
    return (
        f"<b>By chance:</b> {among}, tools print {_fitting(explained)} as {first.label} of this "
        f"list, and {_of_any_tool(explained)} as some metric. A further decimal tells more."
    )


def _few_places(explained: Explanation) -> str:
    number = explained.number
    if number.places != _FEW_PLACES or not 0 <= number.value <= 1:
        return ""
    fit = round((10**_FEW_PLACES + 1) / _of_any_tool(explained))
    return f". With two decimals, one number in {fit} fits some tool by chance"


def _is_by_chance(explained: Explanation) -> bool:
    """Return whether so many such numbers would be explained as well that one may be by chance.

    One with one decimal is exact, so that it is no matter of chance.
    """
    number = explained.number
    if number.places in (None, 1) or not explained.readings or not 0 <= number.value <= 1:
        return False
    share = _RARE_SETTING if explained.kind in (Kind.SETTING, Kind.MOVED) else _RARE
    return bool(_fitting(explained) >= share * (10**number.places + 1))


def _fitting(explained: Explanation) -> int:
    """Count the numbers with as many decimals that would be explained as well or better."""
    case, kind = explained.case, explained.readings[0].kind
    tried = [case.standing]
    if kind >= Kind.SETTING:
        tried.append(case.settings)
        if not explained.readings[0].turned:
            tried.append(case.inputs)
    if kind >= Kind.MISTAKE:
        tried.append(case.mistakes)
    if kind >= Kind.MOVED:
        tried.append(case.moved)
    if kind >= Kind.GUESS:
        tried.append(likely_guesses(explained.number, case))
    if kind >= Kind.NAMED:
        tried.append(case.others)
    return _count(explained, (each for each in chain(*tried) if each.kind <= kind))


def _of_any_tool(explained: Explanation) -> int:
    both = (*explained.case.standing, *explained.case.others)
    return _count(explained, (each for each in both if each.is_named))


def _count(explained: Explanation, readings: Iterable[Reading]) -> int:
    places = explained.number.places
    return len({round(each.score, places) for each in readings if 0 <= each.score <= 1})
