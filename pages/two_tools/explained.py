"""A number that the reader's tool printed, and what gives it: the answer as HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import chain
from math import isnan
from typing import Final, NamedTuple

import streamlit as st

from metrics.catalog import PRINTED
from metrics.conventions import answer, differing, of_scores, pasted
from metrics.conventions.bounds import AT_R, CONTEXT_PRECISION, Bound, Stated, bounds, off_list
from metrics.conventions.case import Case
from metrics.conventions.causes import Cause, to_check
from metrics.conventions.explain import NEAR, Explanation, explain
from metrics.conventions.explain_two import explain_two
from metrics.conventions.mistakes import Mistake
from metrics.conventions.reading import Kind, Number, Reading, alike
from metrics.conventions.together import one_cause
from pages.two_tools import lines, typed_list
from pages.two_tools.knobs import TwoTools
from pages.two_tools.lines import words
from pages.two_tools.model import PLACES, tied
from ui.core.documents import RefusedError
from ui.core.knobs import KNOBS
from ui.core.plain import decimals
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.parts import controls

_MOST: Final = 5
"""Most definitions that are shown; the others are folded."""
_NAMES: Final = (
    "<p class='names'>Type one number, or two. Numbers of several metrics need their names: "
    "MRR 0.06, Hits@10 0.30.</p>"
)
_FOLDS: Final = {
    Kind.TOOL: "Printed by tools",
    Kind.KNOWN: "Computed by other programs",
    Kind.SETTING: "With another setting or input",
    Kind.NAMED: "Another metric under this metric’s name",
    Kind.UNUSED: "Definitions that no known tool has",
    Kind.DIGIT: "Equal but for the last digit",
    Kind.MISTAKE: "Common mistakes",
    Kind.MOVED: "With ties, copies or another order",
    Kind.GUESS: "By a slip that few make",
    Kind.FAR: "Further definitions that no known tool has",
    Kind.COMPOSED: "By two faults at once, or by a rare one",
    Kind.OTHER: "The same number as another metric",
}
"""Titles of the readings by kind; only the first kind is unfolded."""


def ask() -> None:
    """Draw the metric and the field for the reader's number, and short answers below them.

    A preview of a drag does not change the answers, because they take too long to compute.
    """
    field: controls.Control = {
        "kind": "line",
        "name": "number",
        "label": KNOBS[TwoTools.GOT].label,
        "value": session().current[TwoTools.GOT],
        "about": session().origin.preset,
        "help": "As your tool printed it, 0.6788, 67.88 %, 3/4 or nan; two numbers, 0.6788 and "
        "0.6581; or numbers with their names, MRR 0.06, Hits@10 0.30. Or the scores of queries, "
        "and what was printed for all: 0.8, 0.5, 0.34 → 0.547.",
        "placeholder": "0.6788, or two",
        "enter": "Explain it",
        "answered": True,
        "change": {"do": "turn", "knob": TwoTools.GOT},
    }
    fields = [typed_list.field(session().current), field]
    controls.turn([TwoTools.METRIC], "explain", "grid", fields, folded=True)
    results = explanations(session().current)
    wrong = [*session().lacks[:1], *typed_list.refused(session().current)]
    lacks = "".join(f"<p class='plain error'>{escape(each)}</p>" for each in wrong)
    if remark := typed_list.remark(session().current):
        lacks += f"<p class='plain notice'>{escape(remark)}</p>"
    if isinstance(results, RefusedError):
        short = f"<p class='plain error' role='alert'>{escape(str(results))}</p>"
    else:
        session().drawn.add(*(each.summary for each in results))
        said = (f"<p>{differing.stopped(words(each.summary))}</p>" for each in results)
        here = next((each.here for each in results if each.here), "")
        short = "".join(said) + here or _NAMES
    st.html(f"<div class='short'>{lacks}{short}</div>")


def draw() -> None:
    """Draw the definitions that give the typed numbers, worked out."""
    results = explanations(session().current)
    sections = (
        ()
        if isinstance(results, RefusedError)
        else [f"<section>{each.title}{each.html}</section>" for each in results]
    )
    st.html(f"<div class='answers'>{''.join(sections)}</div>")


class Answer(NamedTuple):
    """What a number means.

    Attributes:
        summary: a sentence without its full stop.
        title: the heading of its worked solution, as HTML.
        html: the worked solution, without its heading.
        here: what stands below the sentence, as HTML.
    """

    summary: str
    title: str
    html: str = ""
    here: str = ""


class _Typed(NamedTuple):
    """What was typed of a list.

    Attributes:
        case: the list, with the metric that a name chooses.
        numbers: one or two numbers of that metric, or none.
        said: what was made of a name, in sentences.
        stated: numbers of several metrics, if there are no others.
        scores: of several queries, if the numbers are made of them.
    """

    case: Case
    numbers: Sequence[Number]
    said: Sequence[str] = ()
    stated: Sequence[Stated] = ()
    scores: Sequence[Number] = ()


def typed_numbers(screen: Screen) -> list[Number]:
    """Return the one or two typed numbers; none if they cannot be read or are of other metrics."""
    typed = _typed(screen)
    if isinstance(typed, RefusedError) or typed.scores or typed.case.label != _case(screen).label:
        return []
    return [*typed.numbers]


@once_per_screen
def explanations(screen: Screen) -> Sequence[Answer] | RefusedError:
    """Return the answers for the typed numbers, or the error why they cannot be read."""
    typed = _typed(screen)
    return typed if isinstance(typed, RefusedError) else _answers(typed)


def answers(text: str, case: Case) -> Sequence[Answer] | RefusedError:
    """Return the answers for typed numbers of a list, or the error why they cannot be read."""
    typed = _read(text, case)
    return typed if isinstance(typed, RefusedError) else _answers(typed)


@once_per_screen
def _typed(screen: Screen) -> _Typed | RefusedError:
    return _read(screen[TwoTools.GOT], _case(screen))


def _read(text: str, case: Case) -> _Typed | RefusedError:
    if stated := pasted.stated(text):
        return _Typed(case, [], [*_unknown(text)], stated)
    try:
        if read := pasted.of_scores(text):
            scores, numbers = read
            return _Typed(case, numbers, scores=scores)
        numbers = pasted.read(text)
    except RefusedError as refused:
        return refused
    case, said = _by_name(text, case) if numbers else (case, "")
    return _Typed(case, numbers, [said] * bool(said))


def _answers(typed: _Typed) -> Sequence[Answer]:
    case, numbers, said, stated, scores = typed
    if scores:
        return [_of_queries(each, scores) for each in numbers]
    of_numbers = _bounded(stated, case) if stated else _explained(numbers, case)
    return [*map(_titled, said), *of_numbers]


def _of_queries(number: Number, scores: Sequence[Number]) -> Answer:
    """Say how a number comes from the scores of several queries, with the sum."""
    found = of_scores.fitting(number, scores)
    if not found:
        plain = next(of_scores.ways([each.value for each in scores]))
        usual = f"{plain.phrase} is {decimals(plain.value, PLACES)}"
        return _titled(f"Nothing that we know makes {number.text} of these scores: {usual}")
    first = found[0]
    title = f"{number.text} is {first.phrase}"
    sums = f"<p class='sum'>{first.worked} = <b>{decimals(first.value, PLACES)}</b></p>"
    said = f"<p>{escape(first.note)}.</p>" * bool(first.note)
    summary = ". ".join(filter(None, (title, first.note)))
    return _titled(summary, f"{sums * bool(first.worked)}{said}", title)


def _by_name(text: str, case: Case) -> tuple[Case, str]:
    """Return the case of the metric that a text names, and a sentence if it is another one."""
    if (found := pasted.named(text)) is None:
        name = pasted.ignored(text)
        said = f"“{name}” is no metric that we know, so the number is read as {case.label}"
        return case, said * bool(name)
    name, (metric, k) = found
    if metric not in PRINTED:
        known = f"“{name}” is a metric that this page does not explain"
        return case, f"{known}. So the name is ignored, and the answer is about {case.label}"
    chosen = case.chosen if metric == case.metric else {}
    if at_r := AT_R.search(text):
        name, k = at_r[0], int(case.ranking.relevant_total) or None
    called = name if CONTEXT_PRECISION.fullmatch(name.replace(" ", "_")) else ""
    other = replace(case, metric=metric, k=k or case.k, chosen=chosen, called=called)
    if (metric, other.k) == (case.metric, case.k):
        return other, ""
    return other, f"The number’s name is “{name}”, so this is about {other.label}" + (
        f" and not about {case.label}" * (other.label != case.label)
    )


def _explained(numbers: Sequence[Number], case: Case) -> Sequence[Answer]:
    """Return the answers for one or two numbers of a metric; none for no number."""
    if len(numbers) < 2:
        return [_meaning(explain(each, case)) for each in numbers]
    if any(isnan(each.value) for each in numbers):
        return [_meaning(explain(each, case)) for each in numbers]
    if said := differing.one_number(*numbers):
        _, fine = sorted(numbers, key=lambda each: -each.within)
        return [_titled(said), _meaning(explain(fine, case))]
    if said := differing.last_digits(*numbers):
        return [_titled(said), *(_meaning(explain(each, case)) for each in numbers)]
    one, other, knobs = explain_two(numbers[0], numbers[1], case)
    differ = _difference((one, other), knobs)
    is_said = bool(knobs) or "every order is ideal" in differ.summary
    below = [replace(each, is_in_pair=is_said) for each in (one, other)]
    each = map(_meaning, below)
    return [*[differ] * bool(differ.summary), *(map(_in_pair, each) if knobs else each)]


def _unknown(text: str) -> Iterator[str]:
    """Yield that a name before a number is unknown, so that nothing is said of it."""
    for name in pasted.unknown(text):
        yield f"“{name}” is not a name that we know, so nothing is said of its number"


def _case(screen: Screen) -> Case:
    """Return the list as the tools get it: with missed documents, or only the retrieved ones."""
    ranked = screen.a
    titles = [document.title for document in ranked.documents[: ranked.retrieved]]
    if screen[TwoTools.HANDED] == "list":
        ranked = replace(ranked, documents=ranked.documents[: ranked.retrieved])
    ranking, *further = (
        each.ranking(screen.scale, screen.relevant_from)
        for each in (ranked, *[*screen.queries.values()][1:])
    )
    metric = str(screen[TwoTools.METRIC])
    chosen = {"persistence": screen["persistence"]} if metric == "rbp" else {}
    return Case(metric, ranking, screen.k, tied(screen), titles, further, chosen)


def _bounded(stated: Sequence[Stated], case: Case) -> Iterator[Answer]:
    """Yield whether some numbers can stand together and be of the list, and what each may be."""
    found = bounds(stated)
    off = off_list(stated, case.ranking)
    cause = one_cause(stated, case.ranking)
    needs = next((bound.needs for bound in found if bound.needs), "")
    is_broken = any(not bound.is_kept for bound in found)
    if cause:
        title = cause
    elif is_broken:
        unless = {bound.unless for bound in found if not bound.is_kept}
        rare = unless.pop() if len(unless) == 1 else ""
        title, off = "These numbers cannot all be right" + f", unless {rare}" * bool(rare), []
    elif off and not off[0].startswith("None"):
        title = "These numbers are not all of this list"
    elif found:
        title = "These numbers can stand together" + f" only {needs}" * bool(needs)
    else:
        title = "We know no bound between these numbers"
    if cause:
        off, found = [], [bound for bound in found if bound.is_kept]
    elif off and off[0].startswith("None"):
        found, off = [*found, Bound(off[0], True)], []
    texts = [*off, *(bound.text for bound in found)]
    if texts:
        items = "".join(f"<li>{escape(text)}</li>" for text in texts)
        summary = title if cause else f"{title}. {texts[0].removesuffix('.')}"
        yield _titled(summary, f"<ul>{items}</ul>", title)
    else:
        yield _titled(title)
    if not (cause or is_broken):
        yield from _each(stated, case)


def _each(stated: Sequence[Stated], case: Case) -> Iterator[Answer]:
    """Yield what each of some named numbers may be that the list as it stands has not."""
    for metric, k, number in stated:
        if metric in PRINTED:
            chosen = case.chosen if metric == case.metric else {}
            one = replace(case, metric=metric, k=k or case.k, chosen=chosen)
            explained = explain(number, one)
            if not number.means(one.own) and answer.is_likely(explained):
                yield _meaning(explained)


def _difference(both: Sequence[Explanation], knobs: Sequence[str]) -> Answer:
    """Name the knobs in which the first readings of two numbers differ, above these readings."""
    if not knobs:
        return _titled(differing.in_full(both, knobs))
    below = "".join(f"<p>{words(each)}.</p>" for each in _beside(both, knobs))
    items = "".join(_found(alike(each.readings)[0], with_evidence=False) for each in both)
    return _titled(differing.in_full(both, knobs), f"<ol role='list'>{items}</ol>{below}")


def _beside(both: Sequence[Explanation], knobs: Sequence[str]) -> Iterator[str]:
    """Yield what else the numbers of a pair are, in sentences without the full stop."""
    unknown = [each.number.text for each in both if not each.readings[0].is_named]
    if unknown:
        yield f"No tool that we know prints {' or '.join(unknown)}"
    for each in both:
        if mean := answer.pooled(each):
            yield f"Or {each.number.text} is {mean}"
        elif "k" not in knobs and (tied := answer.tied_beside(each)):
            yield f"Or, {tied}"
        if further := answer.also(each):
            yield further
        if same := answer.as_it_stands(each):
            yield answer.in_two(f"Or, as the list stands, {each.number.text} is {same}")


def _titled(sentence: str, html: str = "", title: str = "") -> Answer:
    """Return an answer; its title is the sentence, or `title`, the start of it."""
    return Answer(sentence, f"<h3>{escape(title or sentence)}</h3>", html)


def _in_pair(one: Answer) -> Answer:
    """Return the answer on a number of a pair: the pair is worked out, and the rest is folded."""
    title = one.title.replace("h3>", "b>")
    return one._replace(title="", html=f"<details><summary>{title}</summary>{one.html}</details>")


def _meaning(explained: Explanation) -> Answer:
    """Return the likeliest kind of readings of a number, with the others and causes folded."""
    title, rest = answer.headline(explained)
    number, case = explained.number, explained.case
    is_open = answer.is_left_open(explained) or not explained.readings
    first, others = explained.by_kind[:1], explained.by_kind[1:]
    causes = _listed("What can make it", explained.causes)
    near = explained.nearest if is_open and not explained.causes else ()
    digit = explained.readings[0].rounding if explained.readings else ""
    digit = f"{escape(explained.number.text)} is {digit}." * bool(digit)
    remarks = [digit, *answer.remarks(explained), answer.chance(explained)]
    html = "".join(
        (
            causes * is_open,
            *(_list(each) for each in first if not is_open),
            *(f"<p>{remark}</p>" for remark in remarks if remark),
            f"<p>Nearest, within {NEAR:g}, come</p>{_list(near)}" * bool(near),
            *(_folded(each) for each in (explained.by_kind if is_open else others)),
            causes * (not is_open),
        )
    )
    checks = _listed("What else to check", to_check(number.value, case.own, case.metric))
    swapped = answer.swapped(explained)
    answered = _titled(f"{title}{rest}{f'. {swapped}' * bool(swapped)}", html, title)
    return answered._replace(here=checks * (is_open and not explained.causes and not swapped))


def _listed(title: str, causes: Sequence[Cause]) -> str:
    items = "".join(
        f"<li><b>{_capital(cause.name)}.</b> {words(cause.text)}</li>" for cause in causes
    )
    return f"<p>{title}</p><ul>{items}</ul>" * bool(items)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _folded(readings: Sequence[Reading]) -> str:
    title = f"{_FOLDS[readings[0].kind]}: {len(alike(readings))}"
    return f"<details><summary>{title}</summary>{_list(readings)}</details>"


def _list(readings: Sequence[Reading]) -> str:
    """Return readings of a number, the likeliest first, with the later ones folded."""
    groups = alike(readings)
    written = "".join(_found(group, is_first=not at) for at, group in enumerate(groups[:_MOST]))
    rest = "".join(_found(group, worked=False) for group in groups[_MOST:])
    more = f"<details><summary>{len(groups) - _MOST} more</summary><ol>{rest}</ol></details>"
    return f"<ol role='list'>{written}</ol>{more * bool(rest)}"


def _found(
    group: Sequence[Reading],
    *,
    worked: bool = True,
    with_evidence: bool = True,
    is_first: bool = False,
) -> str:
    """Return a reading and its tools, and if `worked` its formula and the lines, as HTML.

    Readings of a group differ only for a list without relevant documents.
    """
    one = group[0]
    k, bar, top = one.k, one.ranking.relevant_from, one.ranking.top_grade
    name, when = escape(one.label), f"{words(one.when)}: " * bool(one.when)
    is_worked = worked and not isnan(one.score)
    formula = lines.worked(one.definition, one.ranking, k) if is_worked else ""
    start = f"{name} = " + f"{formula} = " * any(sign in formula for sign in "+·/")
    sum_ = f"<p class='sum'>{start}<b>{decimals(one.score, PLACES)}</b></p>"
    by = [*chain(*(each.lines for each in group))]
    unknown = "" if one.is_named else "no tool that we know of"
    who = f"<small>{lines.tools(by, k, bar) or escape(one.definition.known) or unknown}</small>"
    if by and worked and with_evidence:
        who = (
            f"<details><summary>{who}</summary>{lines.evidence(by, k, bar, top)}</details>"
            f"{lines.call(by, k, bar, top)}{lines.checks(by) * is_first}"
        )
    if isinstance(one.definition, Mistake):
        who = f"<small>{words(one.definition.instead)}</small>"
    stop = "." * isinstance(one.definition, Mistake)
    return f"<li>{when}<b>{name}</b> {words(one.phrase)}{stop}{sum_ * bool(formula)} {who}</li>"
