"""Say in which things two numbers of one list differ, in plain sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isnan
from typing import Any, Final

from ..catalog import METRICS
from ..ranking import Ranking
from .answer import (
    ALL_ALIKE,
    IDEALS,
    MOST_WORDS,
    OF_TIES,
    about_order,
    count_words,
    either,
    is_counted_again,
    is_doubtful,
    tied_beside,
)
from .case import ALL_TIED
from .causes import COUNT
from .compositions import Mean, as_predicted, predicted
from .explain import Explanation
from .explain_two import beside, common_lines
from .lines import CONVENTIONS
from .reading import FEW_PLACES, MANY_PLACES, MOVED, Kind, Number, Reading

_P: Final = "precision"
_DIVIDED: Final = " is divided by "
_MOST_QUERIES: Final = 9
"""Most queries whose scores may have been added up."""
_OF_FIRST: Final = ("reciprocal_rank", "hit")
"""Metrics of the first hit, which are the same whatever was missed."""
_DECIDES: Final = {
    "metric": "the metric",
    "mistake": "a common mistake",
    "k": "the cutoff",
    "gain": "the gain",
    "discount": "the discount",
    "base": "the base of the logarithm",
    "ideal": "the ideal",
    "denominator": "what is divided by",
    "lower": "what a grade below the relevance threshold counts",
    "relevant_from": "the grade from which a document is relevant",
    "grades": "whether the grades are read",
    "queries": "how the queries become one number",
    "classes": "whether misses count as a class of their own",
    "unmatched": "whether the id of each hit matches a judgement",
    "collision": "whether two documents have one id",
    "missed": "whether the tool gets the missed documents",
    "appended": "whether the missed documents stand at the end of the list",
    "ties": "how ties are broken",
    "ranks": "which ranks count",
    "continuation": "how many unsatisfied readers go on",
    "between": "what lies between two hits",
    "judged": "which irrelevant documents count",
    "penalty": "what an irrelevant document above a hit costs",
    "unjudged": "whether unjudged documents count",
    "copies": "whether a document counts each time that it is returned",
    "order": "the order in which the list is read",
    "missing": "what a missed relevant document counts",
    "top": "the top grade",
    "empty": "which other queries the mean is over",
    "summed": "what is added up",
    "total": "how many documents count as relevant",
    "counted": "which documents count as relevant",
    "times": "a factor",
    "dropped": "whether a retrieved document is dropped",
    "nothing": "what a query with nothing to find counts",
    "answers": "whether two relevant documents are one answer",
    "twice": "whether the judgements name a document twice",
    "last": "whether only the last hit counts",
    "short": "what a list of fewer than k documents counts",
    "filtered": "whether other right answers are left out",
    "weights": "whether each query counts the same, or each document",
    "predicted": "how many documents are predicted as relevant",
    "persistence": "the persistence p",
    "utility": "the utility of a grade",
    "satisfaction": "which grade satisfies a reader",
    "patience": "the patience β",
    "point_count": "the recall levels",
    "rounding": "how many hits reach a recall level",
}
"""What each knob decides, as a phrase."""


def decided(*knobs: str) -> str:
    """Return what some knobs of a definition decide, as the end of a sentence.

    >>> decided("gain", "k")
    'the gain and the cutoff'
    """
    *some, last = (_DECIDES[knob] for knob in knobs)
    return f"{', '.join(some)} and {last}" if some else last


def one_number(first: Number, second: Number) -> str:
    """Say that two typed numbers are one but for their rounding, without a full stop; or ""."""
    rough, fine = sorted((first, second), key=lambda number: -number.within)
    if rough.rounds(fine.value):
        if rough.value != fine.value and rough.decimals == fine.decimals:
            return (
                "The two differ only in floating point: one of the sums was added in another order"
            )
        rounded = f": {rough.text} is {fine.text}, rounded" * (rough.within > fine.within)
        return f"To the decimals you typed, the two are one number{rounded}"
    return ""


def last_digits(first: Number, second: Number) -> str:
    """Say that two typed numbers differ in their last digits alone, without a full stop; or ""."""
    is_off = any(
        each.decimals >= MANY_PLACES and each.means(first.value) and each.means(second.value)
        for each in (first, second)
    )
    said = (
        "The two differ only in the last digits. One may be of single precision, "
        "or come from a value that was rounded on the way"
    )
    return said * is_off


def difference(both: Sequence[Explanation], knobs: Sequence[str]) -> str:
    """Say in what the first readings of two numbers differ, without the last full stop; or "".

    Args:
        both: the explanations of the pair, those readings first that explain it.
        knobs: the knobs in which these differ.
    """
    case, typed = both[0].case, [each.number for each in both]
    if not knobs:
        is_count = any(cause.name == COUNT for each in both for cause in each.causes)
        is_count |= any(map(is_counted_again, both))
        is_open = not is_count and any(each.kind is None or each.kind > Kind.GUESS for each in both)
        return factor(typed[0], typed[1], case.ranking, case.k) if is_open else ""
    firsts = [each.readings[0] for each in both]
    (when, *more) = dict.fromkeys(each.when for each in firsts)
    text = f"{when}, the two" if when and not more else "The two"
    text += f" differ in {decided(*knobs)}"
    text += _ideals(both) * ("ideal" in knobs)
    if knobs == ["times"]:
        text = factor(typed[0], typed[1], case.ranking, case.k) or text
    if change := one_change(both):
        text = change
    elif knobs == ["metric"]:
        text += ": " + " and ".join(_as_metric(each, both) for each in both).rstrip(",")
    elif knobs == ["ties"] and [when] == [ALL_TIED] and not more:
        text = _two_orders(both) or text
    elif knobs == ["unjudged"]:
        text = _as_grade(both) or text
    elif knobs == ["empty"]:
        text = _in_a_mean(both) or text
    elif of_definition := [knob for knob in knobs if knob not in _changed(firsts)]:
        beside = [f". {each}" for each in changes_beside(both)]
        text = f"The two differ in {decided(*of_definition)}{''.join(beside)}" if beside else text
    is_doubted = any if both[0].cost_of_pair is not None else all
    text += ", perhaps a coincidence" * is_doubted(map(is_doubtful, both))
    lines_of_one = common_lines(*map(_as_typed, both))
    is_composed = any(each.parts for each in firsts)
    is_whole = all(
        each.number.rounds(each.readings[0].score) and not each.readings[0].rounding
        for each in both
    )
    is_of_two = lines_of_one is not None and lines_of_one[0] is not lines_of_one[1]
    if lines_of_one and is_of_two and is_whole and not is_composed:
        one, other = (
            f"{line.name(first.k)} {each.number.text}"
            for line, each, first in zip(lines_of_one, both, firsts, strict=True)
        )
        text += f". {lines_of_one[0].tool} prints both: {one} and {other}"
    return text + _divisors(both) * (knobs == ["denominator"])


def _two_orders(both: Sequence[Explanation]) -> str:
    """Say which order of one tie each number of a pair comes from; "" if one has no words."""
    rules = [_PUTS.get(str(each.readings[0].knobs.get("ties", ""))) for each in both]
    said = [f"{each.number.text} {rule}" for each, rule in zip(both, rules, strict=True) if rule]
    return f"All scores are tied: {', '.join(said)}" if said[1:] else ""


_PUTS: Final = {
    "best": "puts the best document first",
    "worst": "puts the worst document first",
    "averaged": "is the mean over all orders",
    "id": "puts the last id in the alphabet first",
    "id_first": "puts the first id in the alphabet first",
    "reversed": "puts the last row first",
    "middle": "gives each hit the middle rank",
    "last": "gives each hit the last rank",
    "order": "keeps the order of the list",
}
"""What each rule for ties does, as the end of a clause."""


def _divisors(both: Sequence[Explanation]) -> str:
    """Say by what each number of a pair is divided, in further sentences; "" if one is long.

    P may be divided by what a model predicted, of which a list alone does not tell.
    """
    said = []
    for each in both:
        by = each.readings[0].phrase.partition(": ")[0]
        if each.readings[0].knobs.get("denominator") == "capped" and each.case.metric == _P:
            ranking, k = each.case.ranking, each.case.k
            counts = (n for n in predicted(ranking, k) if each.number.means(_precision(ranking, n)))
            by += "".join(f", or by {as_predicted(n)}" for n in [*counts][-1:])
        said.append(f"{each.number.text} is {by}")
    is_said = all(_DIVIDED in each and count_words(each) <= MOST_WORDS for each in said)
    return "".join(f". {each}" for each in said) * is_said


def _precision(ranking: Ranking, k: int) -> float:
    return float(METRICS[_P].compute(ranking, k=k).score)


def _as_grade(both: Sequence[Explanation]) -> str:
    """Say which number of a pair gives each unjudged document a grade; "" if none does."""
    said = []
    for each in both:
        first = each.readings[0]
        phrases = [first.when.removeprefix("If "), *(part.text for part in first.definition.parts)]
        is_given = str(first.knobs.get("unjudged", "")).startswith("unjudged_")
        clause = next((phrase for phrase in phrases if is_given and "unjudged" in phrase), "")
        who = f" ({first.who})" * bool(first.who)
        said += [f"{each.number.text} comes if {clause}{who}"] * bool(clause)
    start = "The two differ in what an unjudged document counts"
    return ". ".join([start, *said]) if said else ""


def _as_metric(explained: Explanation, both: Sequence[Explanation]) -> str:
    """Return which metric a number is, and who prints it alone by the name of another one."""
    first = explained.readings[0]
    named = ""
    is_named = first.kind is Kind.NAMED or (explained.case.called and any(first.lines))
    if is_named and common_lines(*map(_as_typed, both)) is None:
        line = first.lines[0]
        named = f", which {line.tool} prints as {line.name(first.k)},"
    return f"{explained.number.text} is {first.label}{named}"


def _as_typed(explained: Explanation) -> Reading:
    """Return the first reading with the lines that print as many decimals as were typed."""
    first, decimals = explained.readings[0], explained.number.decimals
    lines = [line for line in first.lines if decimals <= int(line.digits or decimals)]
    return replace(first, lines=lines)


def in_full(both: Sequence[Explanation], knobs: Sequence[str]) -> str:
    """Say in what two numbers differ, or else may differ, without the last full stop; or ""."""
    text = difference(both, knobs)
    as_hits = _as_hits(both)
    if text and as_hits:
        as_hits += ". "
    is_one = any(each.number.means(1) for each in both)
    if not knobs and both[0].case.every_order_is_ideal and is_one:
        return _sorted_first(f"{ALL_ALIKE}, so every order is ideal", text)
    if not text or not knobs:
        return as_hits + text
    for *led, others in beside(both):
        if other := _named_sides(led, others):
            text = f"{stopped(text)} {_or(other)}"
    for tied in filter(None, map(tied_beside, both if "k" in knobs else ())):
        text = f"{stopped(text)} Or, {tied}"
    # What follows from an order that is ideal is the same sentence for both.
    if order := max(map(about_order, both), key=lambda each: each.endswith("ideal")):
        text = _sorted_first(order, text)
    return as_hits + text


def _sorted_first(order: str, text: str) -> str:
    """Return what all orders of a list have before what two numbers differ in."""
    sorts = _SORTS if order.endswith("ideal") else ""
    return ". ".join(f"{each[:1].upper()}{each[1:]}" for each in (order, sorts, text) if each)


_SORTS: Final = "a prediction only sorts, and is no hit"


def _as_hits(both: Sequence[Explanation]) -> str:
    """Say that predictions of 0 and 1 were taken for hits, if that explains a pair; or ""."""
    case = both[0].case
    grades, k = case.ranking.grades, case.k
    is_of_two = {*grades.tolist()} == {0, 1} and not case.ranking.missed.size
    values = sorted((each.number for each in both), key=lambda number: -number.value)
    if case.metric != "ndcg" or not is_of_two or not values[0].means(1):
        return ""
    of_ones = CONVENTIONS["ndcg-binary-ones"].score(case.ranking, k)
    if not values[1].means(float(of_ones)):
        return ""
    return (
        f"If these are predictions, and each document is relevant, every order is ideal: {_SORTS}"
    )


def _named_sides(both: Sequence[Explanation], knobs: Sequence[str]) -> str:
    """Say in what two numbers differ if that names both sides; or ""."""
    cut = [each for each in both if "k" in each.readings[0].turned]
    if [*knobs] == ["k"] and len(cut) == 1:
        return f"{cut[0].number.text} comes with k = {cut[0].readings[0].k}"
    other = difference(both, knobs)
    return "" if other.startswith("The two differ in ") and ": " not in other else other


def stopped(text: str) -> str:
    """Return a sentence with its full stop, unless it is a question."""
    return text if text.endswith("?") else f"{text}."


_ONE_TOOL: Final = ". So one tool may print both"
_LEADS: Final = re.compile(
    r"(One|Two) (common mistake|things?) leads? from \S+( as the list stands,)? to \S+"
    r"(: |\. It is )"
)


def _or(other: str) -> str:
    """Return another cause of a pair as a sentence behind the first one."""
    found = _LEADS.match(other)
    if found is None:
        return f"Or {other[:1].lower()}{other[1:]}"
    other = other.replace(_ONE_TOOL, "")
    mistake = "by a common mistake: " if "mistake" in found[2] else ""
    return f"Or {mistake}{other[found.end() :]}"


def _in_a_mean(both: Sequence[Explanation]) -> str:
    """Say that one number of a pair is the other in a mean with other queries; or ""."""
    one, other = sorted(both, key=lambda each: "empty" in each.readings[0].knobs)
    if "empty" in one.readings[0].knobs:
        return ""
    of: Any = other.readings[0].knobs["empty"]
    mean = Mean(*of)
    such = f" of {mean.lists} such lists" * (mean.lists > 1)
    text = f"{other.number.text} may be {one.number.text} in the mean{such} with {mean.others}"
    ranking = other.readings[0].ranking
    missed = int((ranking.missed >= ranking.relevant_from).sum())
    is_of_first = one.case.metric in _OF_FIRST  # others see what was missed
    is_of_answers = is_of_first and mean.lists == 1 and not mean.ones and mean.zeros <= missed
    return text + _of_answers(one, other, mean.zeros) * is_of_answers


def _of_answers(one: Explanation, mean: Explanation, missed: int) -> str:
    """Say which mean over the answers of one list a number is, as a further sentence."""
    first = mean.readings[0].ranking
    found = int(first.relevant().sum())
    which = "the hit is" if found == 1 else f"the {found} hits are"
    none = "1 missed answer counts" if missed == 1 else f"{missed} missed answers count"
    sum_ = f"({' + '.join([one.number.text, *['0'] * missed])}) / {missed + 1}"
    said = f"Or each answer is a query of its own: {which} one answer, and {none} 0. The mean is"
    return f". {said} {sum_} = {mean.number.text}"


def _changed(readings: Sequence[Reading]) -> set[str]:
    return {part.knob for each in readings for part in each.parts}


def _ideals(both: Sequence[Explanation]) -> str:
    """Say of two numbers what differs in their ideals, as the end of a sentence."""
    several = [(each.number.text, ideals(each)) for each in both]
    if named := [f"that of {text} is {ideals}" for text, ideals in several if ideals]:
        return f": {', '.join(named)}"
    firsts = [each.readings[0] for each in both]
    aware = [each.definition.knobs.get("ideal") != "retrieved" for each in firsts]
    if not firsts[0].ranking.missed.size or all(aware) or not any(aware):
        return ""
    yes, no = (each.number.text for each in (both if aware[0] else reversed(both)))
    return f": the ideal of {yes} has the missed documents, that of {no} does not"


def ideals(explained: Explanation) -> str:
    """Return what the ideal of a number may be, if it is one of several that know the list alone.

    >>> from metrics.conventions.case import Case
    >>> from metrics.conventions.explain import explain
    >>> from metrics.ranking import Ranking
    >>> case = Case("ndcg", Ranking([1], missed=[1]), 10)
    >>> ideals(explain(Number.of("1", 1, 0), case))
    'of the list alone or cut at what was returned'
    """
    found = [str(each.knobs.get("ideal")) for each in explained.by_kind[0]]
    if found[0] not in IDEALS:
        return ""
    names = [*dict.fromkeys(IDEALS[each] for each in found if each in IDEALS)]
    return either(names) if names[1:] else ""


def one_change(both: Sequence[Explanation]) -> str:
    """Return which change leads from one number of a pair to the other, in sentences; or "".

    Args:
        both: the explanations of the pair, the readings that are composed together first.
    """
    firsts = [each.readings[0] for each in both]
    if said := _one_mistake(both) or _moved(both) or _two_inputs(both):
        return said
    phrases = [each.definition.phrases for each in firsts]
    of_one = all(a == b for a, b in zip(*phrases, strict=False))
    if not (of_one and any(each.parts for each in firsts)):
        return ""
    more = [
        [part.clause for part in each.parts if part not in other.parts]
        for each, other in (firsts, firsts[::-1])
    ]
    common = [part.clause for part in firsts[0].parts if part in firsts[1].parts]
    one, other = (each.number.text for each in both)
    if all(more):
        text = f"{one} comes if {' and '.join(more[0])}. {other} comes if {' and '.join(more[1])}"
    elif more[0] or more[1]:
        clauses = more[0] or more[1]
        start, end = (other, one) if more[0] else (one, other)
        things = "One thing leads" if len(clauses) == 1 else "Two things lead"
        stands = ", as the list stands," * (not common)
        text = f"{things} from {start}{stands} to {end}: {' and '.join(clauses)}"
        text += _ONE_TOOL * (firsts[0].lines == firsts[1].lines != ())
    else:
        return ""
    return text + "".join(f". For both, {clause}" for clause in common)


def _moved(both: Sequence[Explanation]) -> str:
    """Say that one number of a pair comes from another order of its list; or ""."""
    stands, moved = sorted(both, key=lambda each: each.readings[0].when)
    first, other = stands.readings[0], moved.readings[0]
    apart = {*other.knobs} - {*first.knobs}
    is_one = [*first.definition.parts] == [*other.definition.parts][: len(first.definition.parts)]
    if first.when or not (is_one and apart and apart <= MOVED and other.when.startswith("If ")):
        return ""
    rule = OF_TIES.get(str(other.knobs.get("ties", "")), "")
    sign = " and " if rule.startswith("as ") else ", "
    clause = other.when.removeprefix("If ") + f"{sign}{rule.removeprefix('as ')}" * bool(rule)
    text = (
        f"One thing leads from {stands.number.text}, as the list stands, "
        f"to {moved.number.text}: {clause}"
    )
    tools = [{line.tool for line in each.lines} for each in (first, other)]
    return text + _ONE_TOOL * bool(tools[0] & tools[1])


def _two_inputs(both: Sequence[Explanation]) -> str:
    """Say that each number of a pair comes from another list than the typed one; or ""."""
    firsts = [each.readings[0] for each in both]
    whens = [each.when for each in firsts]
    is_of_two = whens[0] != whens[1] and all(each.startswith("If ") for each in whens)
    if not is_of_two or any(each.parts or "ties" in each.knobs for each in firsts):
        return ""
    return ". ".join(
        f"{each.number.text} comes if {when.removeprefix('If ')}"
        for each, when in zip(both, whens, strict=True)
    )


def changes_beside(both: Sequence[Explanation]) -> Iterator[str]:
    """Yield what changes a number of a pair besides its definition, in sentences."""
    for each in both:
        if parts := each.readings[0].parts:
            yield f"For {each.number.text}, {' and '.join(p.clause for p in parts)}, too"


def _one_mistake(both: Sequence[Explanation]) -> str:
    """Say that one number of a pair is a mistake about the definition of the other; or ""."""
    wrong = [each for each in both if each.kind is Kind.MISTAKE]
    if len(wrong) != 1 or any(each.readings[0].parts for each in both):
        return ""
    (right,) = (each for each in both if each is not wrong[0])
    said = f"One common mistake leads from {right.number.text} to {wrong[0].number.text}"
    named = f"{said}: {wrong[0].readings[0].phrase}"
    more = f"{said}. It is {wrong[0].readings[0].phrase}"
    return named if count_words(named) <= MOST_WORDS else more


def factor(first: Number, second: Number, ranking: Ranking, k: int) -> str:
    """Return by which number the larger of two is the smaller one, as a sentence; or "".

    >>> from metrics.ranking import Ranking
    >>> typed = ("0.03", 0.005), ("0.3", 0.05)
    >>> numbers = [Number.of(text, float(text), within) for text, within in typed]
    >>> factor(*numbers, Ranking([0, 1]), 10)
    '0.3 is 0.03 times k = 10: is each score divided by k?'
    """
    low, high = sorted((first, second), key=lambda number: number.value)
    if high.value > 0 and low.means(-high.value):
        return f"{low.text} is {high.text} times −1: is one of them a loss?"
    if low.value <= 0 or isnan(high.value):
        return ""
    off = 0.5 * 10.0**-high.places if high.places else high.within
    size, total = ranking.grades.size, int(ranking.relevant_total)
    sums = [
        (n, f"{n}: is it a sum over {n} queries")
        for n in range(2, _MOST_QUERIES + 1)
        if min(low.decimals, high.decimals) > FEW_PLACES
    ]
    factors = (
        (k, f"k = {k}: is each score divided by k"),
        (100, "100: is one of them a percentage"),
        (size, f"{size}, the length of the list: is each score divided by it"),
        (total, f"{total}, the relevant documents: is each score divided by their number"),
        *sums,
    )
    for times, said in factors:
        near = abs(low.value * times - high.value) <= times * low.within + off
        if times > 1 and near:
            return f"{high.text} is {low.text} times {said}?"
    return ""
