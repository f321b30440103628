"""Say what a number means, in plain sentences made from its readings.

>>> from metrics.conventions.case import Case
>>> from metrics.conventions.explain import explain
>>> from metrics.conventions.reading import Number
>>> from metrics.ranking import Ranking
>>> case = Case("ndcg", Ranking([3, 0, 2, 0, 1], missed=[3, 1], top_grade=3), 3)
>>> "".join(headline(explain(Number.of("0.6788", 0.6788, 5e-5), case)))
'nDCG@3 is 0.6788: gain = grade, ideal of all judged, cut at k'
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from math import isnan
from typing import Final

import numpy as np

from ..catalog import METRICS
from .case import ALL_TIED, BLIND, TIED_IN_PART
from .causes import COPIES, COUNT, SCORES, means, named
from .explain import Explanation, likely_guesses, share
from .reading import FEW_PLACES, MANY_PLACES, Kind, Number, Reading, alike

_MOST_QUERIES: Final = 9
"""Most queries whose scores may have been added up."""
_MOST_SETTINGS: Final = 3
"""Most further settings that a sentence names."""
_MOST_ALSO: Final = 3
"""Most further definitions that a sentence names."""
MOST_WORDS: Final = 25
"""Most words of a sentence, those in brackets aside."""
_BRACKETED: Final = re.compile(r" \([^)]*\)")
_FEW_TOOLS: Final = 2
_MANY_DIGITS: Final = 4
"""Fewest decimals of a number that two swapped digits explain."""
_RARE: Final = 0.01
"""Share of fitting numbers from which a fit may be a coincidence."""
_RARE_SETTING: Final = 0.1
"""The same for another setting of a tool, which is simpler than another definition."""
_SURE: Final = 2.5
"""Highest joint cost of two readings that are no coincidence, however few decimals they have."""
_SURE_PLACES: Final = 4
"""Fewest decimals of a number that is no coincidence in a pair."""
_COST_BY_DECIMAL: Final = 0.75
"""Cost that each typed decimal makes likely; what costs more may be a coincidence."""
_TWO_FAULTS: Final = 3
"""Cost from which what explains a number is two unlikely faults at once."""
_COSTS: Final = {
    Kind.TOOL: 0,
    Kind.KNOWN: 0,
    Kind.SETTING: 1,
    Kind.NAMED: 1,
    Kind.UNUSED: 2,
    Kind.MISTAKE: 2,
    Kind.MOVED: 2,
    Kind.GUESS: 2.5,
    Kind.COMPOSED: 3,
    Kind.OTHER: 4,
    Kind.FAR: 5,
}
"""How unlikely the kinds of readings are."""
IDEALS: Final = {
    "retrieved": "of the list alone",
    "returned": "cut at what was returned",
    "window": "of the first k of the list alone",
}
"""Ideals that know of the list alone, or are as long as the list, as phrases."""
_ADDED: Final = 1e-8
"""Largest error by a small number in the denominator."""
_SLIPS: Final = {"empty", "summed", "total", "counted", "twice", "times"}
"""Knobs of guesses."""


def headline(explained: Explanation) -> tuple[str, str]:
    """Return what a number is, as a title and the rest of its sentence, without a full stop."""
    title, rest = _said(explained)
    if not explained.readings or is_left_open(explained) or explained.kind is Kind.DIGIT:
        return title, rest
    how = _cut(explained)
    if how not in rest:
        rest += how
    return title, rest + _in_the_last_digits(explained.number, explained.readings[0].score)


def about_order(explained: Explanation) -> str:
    """Say that every order of the list is ideal, if that explains its number; else ""."""
    first, number = explained.readings[0], explained.number
    if not explained.case.every_order_is_ideal or number.value == 0 or explained.is_in_pair:
        return ""
    if number.means(1) or "times" in first.knobs:
        return f"{ALL_ALIKE}, so every order is ideal"
    if first.definition.metric == explained.case.metric and number.value < 1:
        return f"no order of this list has less than 1, because {ALL_ALIKE}"
    return ""


ALL_ALIKE: Final = "all documents have the same grade"


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
    is_it = f"{first.label}, {first.phrase}"
    perhaps = ", perhaps a coincidence" * _is_by_chance(explained)
    who = f" ({first.who})" * bool(first.who)
    is_other = any(each.kind in (Kind.SETTING, Kind.MOVED) for each in explained.readings)
    stands = " as it stands" * (explained.is_possible and is_other)
    end = _ending(explained)
    is_printed = any(each.kind <= Kind.KNOWN for each in explained.readings)
    if is_printed and first.kind > Kind.SETTING and first.kind is not Kind.MOVED:
        title = f"{first.when}, " * bool(first.when) + f"{first.label} is {text}"
        return title, f"{_ruled(title, ': ', f'{first.phrase}{who}{perhaps}')}{end}"
    match first.kind:
        case Kind.TOOL | Kind.KNOWN:
            title = f"{first.label} is {text}"
            if number.means(1) and (order := about_order(explained)):
                return title, f": {order}"
            who *= first.kind is Kind.KNOWN
            more = f", or {ideal}" * bool(ideal)
            few = _few_places(explained) * (first.kind is Kind.TOOL)
            return title, f": {first.phrase}{who}{more}{end}{few}"
        case Kind.SETTING | Kind.MOVED if (
            first.turned
            or "grades" in first.knobs
            or any(each.kind is Kind.TOOL for each in explained.readings)
        ):
            title = f"{first.when}, {first.label} is {text}"
            return title, f"{_ruled(title, ': ', f'{first.phrase}{who}{perhaps}')}{end}"
        case Kind.SETTING | Kind.MOVED:
            rule = _ruled(f"{first.when}: {first.label}", ", ", f"{first.phrase}{who}{perhaps}")
            if rule.startswith(_RULE):
                return no, f"{limits}{stands}. {first.when}, it is {first.label}{rule}{end}"
            return no, f"{limits}{stands}. {first.when}: {first.label}{rule}{end}"
        case Kind.NAMED | Kind.OTHER:
            return no, f"{limits}{stands}. It is {_other(first)}{perhaps}"
        case Kind.DIGIT:
            title = f"{first.label} is {first.score:.{number.places}f}"
            return title, f": {first.phrase}. {text} is {first.rounding}"
        case Kind.MISTAKE:
            second = "".join(f", or {each.phrase}" for each in groups[1:2])
            by = f"{first.phrase}{second * (not explained.is_possible)}{_cut(explained)}"
            return no, f"{limits}{stands}. A common mistake gives it: {by}{perhaps}{end}"
    if first.kind is Kind.COMPOSED:
        who *= count_words(f"{first.phrase}{who}") <= MOST_WORDS
        gives = f"{first.when}, {first.label} is {text}{perhaps}"
        return no, f"{limits}{stands}. {gives}{_RULE}{first.phrase}{who}{end}"
    if first.when or first.kind is Kind.GUESS or {"empty", "queries"} & first.knobs.keys():
        when = f"{first.when}, it" if first.when else "It"
        guess, other = f"{when} may be {_guessed(first)}{who}", _or_by(explained)
        if other:
            is_long = count_words(f"{guess}, or {other}") > MOST_WORDS
            guess += f". Or it may be {first.label}, {other}" if is_long else f", or {other}"
        return no, f"{limits}{stands}. {guess}{_cut(explained)}{perhaps}{end}"
    return no, f"{limits}{stands}. A definition of no known tool gives it: {is_it}{perhaps}"


_RULE: Final = ". Its rule: "


def _ruled(start: str, sign: str, rule: str) -> str:
    """Return a rule behind the start of its sentence, or in one of its own if that is long."""
    return f"{sign if count_words(f'{start}{sign}{rule}') <= MOST_WORDS else _RULE}{rule}"


def _ending(explained: Explanation) -> str:
    """Return what else gives a number, in sentences without the last full stop."""
    order, same = about_order(explained), as_it_stands(explained)
    ends = []
    if same:
        ends.append(in_two(f"Or, as the list stands, it is {same}"))
    ends += [f"Or it is {mean}" for mean in [pooled(explained)] if mean]
    ends += [f"Or, {other}" for other in islice(other_settings(explained), _MOST_SETTINGS)]
    ends += [f"Or, {tied}" for tied in [tied_beside(explained)] if tied]
    ends += [f"{order[:1].upper()}{order[1:]}"] * bool(order)
    return "".join(f". {each}" for each in ends)


def _cut(explained: Explanation) -> str:
    """Say how a number lost its last digits, as the end of a sentence; or ""."""
    how = explained.readings[0].rounding
    return f". {explained.number.text} is {how}" * bool(how)


def _guessed(guess: Reading) -> str:
    """Return a guess; its slip begins a sentence if it would make the first one long."""
    slip = guess.definition.parts[-1].text
    base = guess.phrase.removesuffix(slip).removesuffix(", ")
    said = f"{guess.label}, {guess.phrase}"
    if base and count_words(f"It may be {said}") > MOST_WORDS:
        return f"{guess.label}, {base}. Its slip: {slip}"
    return said


def in_two(sentence: str) -> str:
    """Return a sentence as two behind its mistake, if it is long."""
    by = " by a common mistake, "
    return (
        sentence.replace(by, f"{by[:-2]}. It is ")
        if count_words(sentence) > MOST_WORDS
        else sentence
    )


def count_words(sentence: str) -> int:
    """Count the words of a sentence, those in brackets aside."""
    return len(_BRACKETED.sub("", sentence).split())


def pooled(explained: Explanation) -> str:
    """Return a mean over queries that a number may be, if few tools print its first reading."""
    means = (each for each in explained.case.guesses if "queries" in each.knobs)
    if not _is_of_few(explained) or (each := _giving(explained, means)) is None:
        return ""
    *_, said = each.definition.parts
    return said.text.removeprefix("in ") + ", if the list holds both" * ("2 q" in said.text)


def tied_beside(explained: Explanation) -> str:
    """Return which tool gives a number if all scores are tied, if few print its first reading."""
    case, first = explained.case, explained.readings[0]
    if not case.ranking.relevant().any():
        return ""
    is_uncut = case.metric in BLIND and first.kind <= Kind.KNOWN and first.definition.is_whole
    ties = (
        each
        for each in (*case.moved, *(case.guesses if is_uncut else ()))
        if each.when == ALL_TIED and (not each.definition.is_whole if is_uncut else each.lines)
    )
    if not (is_uncut or _is_of_few(explained)) or (each := _giving(explained, ties)) is None:
        return ""
    return _with_setting(each, explained.number.text)


def _is_of_few(explained: Explanation) -> bool:
    first = explained.readings[0]
    few = first.definition.steps and len({line.tool for line in first.lines}) <= _FEW_TOOLS
    return bool(few) and first.kind is Kind.TOOL


def _giving(explained: Explanation, readings: Iterable[Reading]) -> Reading | None:
    return next((each for each in readings if explained.number.means(each.score)), None)


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
    is_said = _or_by(explained) != ""
    likely = (each for each in others if not (is_said and each.kind is Kind.GUESS))
    each = next(filter(_is_likely, likely), None)
    if each is None or not first.takes_another:
        return ""
    match each.kind:
        case Kind.NAMED:
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
            yield _with_setting(each, explained.number.text)


def _with_setting(reading: Reading, text: str) -> str:
    """Return with which setting a reading gives a number, as the end of a sentence."""
    *_, last = reading.definition.parts
    when = f"{reading.when[:1].lower()}{reading.when[1:]}" if reading.when else last.text
    tied = str(reading.definition.knobs.get("ties", ""))
    end = f", {OF_TIES.get(tied, last.text)}" * bool(tied)
    end += f" ({reading.who})" * ("dropped" in reading.knobs)
    return f"{when}, {reading.label} is {text}{end}"


OF_TIES: Final = {
    "best": "as hits come first",
    "worst": "as misses come first",
    "middle": "as each hit has the middle rank of its tie",
    "averaged": "the mean over all orders of a tie",
    "id": "as the last id in the alphabet comes first",
    "id_first": "as the first id in the alphabet comes first",
    "reversed": "as the last row comes first",
    "last": "as each hit has the last rank of its tie",
}
"""What each rule for ties does, as the end of a sentence."""


def _other_setting(first: Reading, each: Reading) -> str:
    """Return the knob by which a reading is worth a sentence beside the first one, or ""."""
    knobs = {*each.knobs} - {*first.knobs}
    is_cut = "k" in first.turned or any(part.knob == "k" for part in first.parts)
    is_set = each.kind in (Kind.SETTING, Kind.MOVED)
    if is_set and "k" in each.turned and not is_cut:
        return "k"
    if is_set and "copies" in knobs:
        return "copies"
    if is_cut and "dropped" in knobs:
        return "dropped"
    if (is_cut or "dropped" in first.knobs) and "unmatched" in knobs:
        return "unmatched"
    is_tied = each.when == ALL_TIED and first.when != ALL_TIED and is_set
    if is_tied and first.kind in (Kind.MISTAKE, Kind.SETTING):
        return "ties"
    if is_set and "order" in knobs and each.score == 1:
        return "order"
    is_few = first.kind in (Kind.SETTING, Kind.MISTAKE)
    is_mean = each.kind is Kind.GUESS and "empty" in knobs and is_few
    return "empty" if is_mean else ""


def also(explained: Explanation) -> str:
    """Return what else tools and programs print as a number of a pair, or ""."""
    printed = alike([each for each in explained.readings if each.kind <= Kind.KNOWN])
    if explained.readings[0].kind > Kind.KNOWN or not printed[1:]:
        return ""
    others, start = [group[0] for group in printed[1:]], f"{explained.number.text} is also"
    for with_who, most in product((True, False), range(min(_MOST_ALSO, len(others)), 0, -1)):
        said = either([_short(each, with_who=with_who) for each in others[:most]])
        if len(f"{start} {said}".split()) <= MOST_WORDS:
            return f"{start} {said}"
    return ""


def _short(reading: Reading, *, with_who: bool) -> str:
    who = f" ({reading.who})" * (with_who and bool(reading.who))
    comma = "" if reading.phrase.startswith(_PARTICIPLES) else ","
    return f"{reading.label}{comma} {reading.phrase}{who}"


_PARTICIPLES: Final = ("divided", "satisfied")
"""Phrases that follow a metric's name without a comma begin with one of these."""


def _is_likely(reading: Reading) -> bool:
    """Return whether a reading of the list as it stands is worth a sentence beside others.

    Another metric that no tool calls by this name has the same number by chance.
    """
    by_chance = (Kind.DIGIT, Kind.OTHER, Kind.FAR)
    if reading.takes_another or reading.when or reading.kind in by_chance:
        return False
    return reading.kind is not Kind.GUESS or "summed" in reading.knobs


def _other(reading: Reading) -> str:
    """Return what another metric is, with the name of this one that a tool prints for it."""
    named = ""
    if reading.kind is Kind.NAMED:
        line = reading.lines[0]
        named = f", which {line.tool} prints as {line.name(reading.k)}"
    same = f"the same number as {reading.label}{named}"
    return f"{same}{_ruled(f'Or, as the list stands, it is {same}', ': ', reading.phrase)}"


def _another_ideal(readings: Sequence[Reading]) -> str:
    """Return what one of some readings of an nDCG says of its ideal, if the first says less.

    Ideals are confused most: where two give a number, both are named. Its gain is named, too, if no
    ideal with the same gain gives the number.
    """
    first, *others = readings
    own, (gain, *_) = first.knobs.get("ideal"), first.definition.parts
    others = [each for each in others if each.knobs.get("ideal") in IDEALS.keys() - {own}]
    for each in sorted(others, key=lambda each: each.definition.parts[0] != gain):
        if own in IDEALS:
            its_gain, *said = each.definition.parts
            return ", ".join(
                part.text for part in (said if its_gain == gain else each.definition.parts)
            )
    return ""


def _or_by(explained: Explanation) -> str:
    """Return another slip that gives the number with the metric as taught, or ""."""
    first, *others = explained.by_kind[0]
    slip = _SLIPS & first.knobs.keys()
    taught = next(each.definition for each in explained.case.standing if not each.definition.steps)
    for each in others if slip else ():
        *base, said = each.definition.parts
        its_slip = _SLIPS & each.knobs.keys()
        if its_slip and its_slip != slip and base in ([], [*taught.parts]):
            return said.text
    return ""


def swapped(explained: Explanation) -> str:
    """Return the number of a tool that has two neighbouring digits in the other order, or "".

    >>> from metrics.conventions.case import Case
    >>> from metrics.conventions.explain import explain
    >>> from metrics.conventions.reading import Number
    >>> from metrics.ranking import Ranking
    >>> case = Case("ndcg", Ranking([1, 3, 2], top_grade=3), 3)
    >>> swapped(explain(Number.of("0.8715", 0.8715, 5e-5), case))
    'Or two digits are swapped: tools print 0.8175'
    """
    number = explained.number
    if explained.kind in (Kind.TOOL, Kind.KNOWN) or number.decimals < _MANY_DIGITS:
        return ""
    text = f"{number.value:.{number.decimals}f}"
    others = {
        f"{text[:at]}{text[at + 1]}{text[at]}{text[at + 2 :]}"
        for at in range(text.index(".") + 1, len(text) - 1)
    } - {text}
    scores = (each.score for each in explained.case.standing if each.kind is Kind.TOOL)
    found = (one for score in scores if (one := f"{score:.{number.decimals}f}") in others)
    return next((f"Or two digits are swapped: tools print {one}" for one in found), "")


def is_left_open(explained: Explanation) -> bool:
    """Return whether a cause, or a rounded number, says more than the readings do.

    What cannot be comes from a slip, so that one that gives it exactly says most.
    """
    kind = Kind.FAR if explained.kind is None else explained.kind
    likeliest = Kind.MOVED if explained.is_possible or _is_counted(explained) else Kind.COMPOSED
    if explained.number.value == 0:  # there are more ways to 0 than one mistake
        likeliest = Kind.DIGIT
    return explained.is_rounded or (bool(explained.causes) and kind > likeliest)


def _is_counted(explained: Explanation) -> bool:
    return is_counted_again(explained) or any(each.name == COUNT for each in explained.causes)


def is_counted_again(explained: Explanation) -> bool:
    """Return whether documents that count twice are the likeliest cause of what cannot be."""
    return bool(explained.causes) and explained.causes[0].name == COPIES


def _instead(explained: Explanation) -> str:
    """Return what may make a number that no likely reading gives."""
    if explained.rounded:
        return f". It may be {either(explained.rounded)}, rounded. Type more decimals"
    first, *more = explained.causes
    if first.name in (COPIES, COUNT, SCORES):
        also = either([cause.name for cause in more])
        return f". {first.text} Or it may come from {also}"
    if more:
        return f". It may come from {either([cause.name for cause in explained.causes])}"
    return f". {first.text.removesuffix('.')}"


def either(names: Sequence[str]) -> str:
    """Return some names with "or" before the last one."""
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
            f"The list has {size} document{'s' * (size != 1)}, and k is {first.k}: {label} is the "
            "same in any order. So it tells nothing about the ranking."
        )
    elif metric in BLIND:
        yield f"{label} counts hits and does not see their order."
    elif about_order(explained):
        yield "Another list tells more about the conventions."
    longest = max(each.grades.size for each in (ranking, *explained.case.further))
    is_beyond = first.kind <= Kind.SETTING and longest < first.k and not first.definition.is_whole
    if is_beyond and first.definition.score(first.ranking, longest) == first.score:
        yield f"No list here has more than {longest}: every k from {longest} on gives the same."
    if first.knobs.get("ties") in ("id", "id_first"):
        where = "last" if first.knobs["ties"] == "id" else "first"
        yield f"Of documents with one score, that whose id is {where} in the alphabet comes first."


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
    return f". {number.text} is not quite {score:.9g}: perhaps a value on the way to it was rounded"


def chance(explained: Explanation) -> str:
    """Return how many numbers with as many decimals fit as well, or "" if they are few."""
    number = explained.number
    if explained.cost_of_pair is not None:
        return ""
    if not _is_by_chance(explained) or number.places is None:
        return ""
    first = explained.readings[0]
    among = f"of the {10**number.places + 1:,} numbers with {number.places} decimals from 0 to 1"
    if first.kind is Kind.COMPOSED:
        part = round(1 / share(number, explained.case, first.cost))
        return f"<b>It may be a coincidence:</b> one number in {part} comes from as few faults."
    if first.kind > Kind.KNOWN:
        fit = _fitting(explained)
        return f"<b>It may be a coincidence:</b> {among}, {fit:,} can be explained as well."
    if number.places > FEW_PLACES:
        return ""
    return (
        f"<b>By chance:</b> {among}, tools print {_fitting(explained)} as {first.label} of this "
        f"list, and {_of_any_tool(explained)} as some metric. A further decimal tells more."
    )


def _few_places(explained: Explanation) -> str:
    number = explained.number
    if number.places != FEW_PLACES or not 0 <= number.value <= 1:
        return ""
    fit = round((10**FEW_PLACES + 1) / _of_any_tool(explained))
    return f". With two decimals, one number in {fit} fits some tool by chance"


def _is_by_chance(explained: Explanation) -> bool:
    """Return whether so many such numbers would be explained as well that one may be by chance.

    One with one decimal is exact, so that it is no matter of chance.
    """
    number = explained.number
    if explained.cost_of_pair is not None:
        return explained.cost_of_pair > _SURE and number.decimals < _SURE_PLACES
    if number.places in (None, 1) or not explained.readings or not 0 <= number.value <= 1:
        return False
    first = explained.readings[0]
    cost = first.cost or _COSTS.get(first.kind, 0)
    if first.kind is Kind.COMPOSED and cost >= _TWO_FAULTS:
        return True
    if first.kind > Kind.KNOWN and cost <= _COST_BY_DECIMAL * number.places:
        return False
    if first.kind is Kind.COMPOSED:
        return share(number, explained.case, first.cost) >= _RARE
    rare = _RARE_SETTING if explained.kind in (Kind.SETTING, Kind.MOVED) else _RARE
    return bool(_fitting(explained) >= rare * (10**number.places + 1))


def is_likely(explained: Explanation) -> bool:
    """Return whether a number has a reading that is no coincidence and no other metric."""
    is_of_metric = explained.kind is not None and explained.kind <= Kind.GUESS
    return is_of_metric and not is_left_open(explained) and not _is_by_chance(explained)


def is_doubtful(explained: Explanation) -> bool:
    """Return whether a number of a pair may be one by chance, tools aside: these say so below."""
    return explained.readings[0].kind > Kind.KNOWN and _is_by_chance(explained)


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
    if kind >= Kind.MOVED or explained.readings[0].when == ALL_TIED:
        tried.append([replace(each, kind=kind) for each in case.moved])
    if explained.readings[0].when.startswith(TIED_IN_PART):
        tried.append(case.part_ties)
    if kind >= Kind.GUESS:
        tried.append(likely_guesses(explained.number, case))
    if kind >= Kind.NAMED:
        tried.append(case.others)
    return _count(explained, (each for each in chain(*tried) if each.kind <= kind))


def _of_any_tool(explained: Explanation) -> int:
    both = (*explained.case.standing, *explained.case.others)
    return _count(explained, (each for each in both if each.is_named))


def _count(explained: Explanation, readings: Iterable[Reading]) -> int:
    places, scores = explained.number.places or 0, [each.score for each in readings]
    shown = {round(score, places) for score in scores if 0 <= score <= 1}
    if explained.readings[0].rounding:
        shown |= {round(int(score * 10**places) / 10**places, places) for score in scores}
    return len(shown)
