"""The numbers that tools print for one list, and the definitions behind a number of the reader."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from html import escape
from itertools import chain, groupby
from math import inf, log10
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import conventions
from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.conventions import Line, definitions
from metrics.conventions.definitions import Definition, Found, Scored
from metrics.gain import dcg
from metrics.ranking import Ranking
from pages.two_tools.model import Group, Numbers, as_read, named, tied
from rooms import typed
from rooms.typed import Typed
from ui.contents import PAGES
from ui.core import plain
from ui.core.documents import RefusedError
from ui.core.knobs import KNOBS, TwoTools
from ui.core.plain import Html, decimals, signed
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.parts import controls

_PLACES: Final = 4
_PROOFS: Final[Mapping[str, tuple[str, str]]] = {
    "run": ("", "run by our tests"),
    "read": ("°", "read in its source"),
    "told": ("†", "reported by its users"),
}
"""The evidence for a line: its mark, and a text."""
_MOST: Final = 5
"""Most definitions that are shown; the others are folded."""
_PERCENT: Final = 100
_EXACT: Final = 2e-9
"""Largest rounding error of a number that was calculated."""
_ONE_DECIMAL: Final = re.compile(r"-?\d*[.,]\d")
_WRAPPED: Final = re.compile(r"(?:\w+\.)*(?:float\d*|array)\(([^()]*)\)")
_BRACKETS: Final = str.maketrans("[]{}", "    ")
"""What Python prints around a number: np.float64(0.75), [0.75]."""
_POWER: Final = re.compile(r"\d+(?:\.\d*)?e-\d{1,2}(?!\d)", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?<!\S)(?!(?:x|and|or|vs\.?|versus)\s)\S*[^\W\d]\S*\s+(?:[=:]\s*)?(?=.*\d)"
)
"""A word before a number, as in "map all 0.75"."""
_FEW_PLACES: Final = 2
DIFFER: Final[Mapping[str, str]] = {
    "ndcg": "The *ideal* is the best possible order. Tools differ in which documents it has, and "
    "how deep it goes. ",
    "average_precision": "Tools differ in what they divide the sum of precisions by. ",
    "precision": "Tools differ in what they divide the hits by. ",
    "recall": "Tools differ in what they divide the hits by. ",
}
"""In what tools differ most, by metric."""
_IN_ORDER: Final = ("order", "shuffled")
"""Rules for ties that leave the documents in the order of the list, or in any order."""
_RARE: Final = 0.01
"""Share of fitting numbers from which a fit may be a coincidence."""
_COINCIDENCE: Final = "a coincidence"
_NEAR: Final = 0.02
"""Largest distance of a number that is called near."""
_DEEPEST: Final = 20
"""Largest cutoff that is tried for a number that nothing else gives."""
_AND: Final = re.compile(r"\s+(?:and|or|vs\.?|versus)\s+|\s*[;&]\s*|,\s+|(?<=[\d%])\s+(?=[\d.])")
_NAME: Final = re.compile(r"[^=:]*[^\W\d][^=:]*[=:]\s*")
"""The name that a tool prints before a number."""
_BRACKETED: Final = re.compile(r"(?<=[\d%])\s*\(\s*(\d*[.,]\d+\s*%?)\s*\)$")
"""A second number in brackets; no calculation has brackets after a number."""
_PAIR: Final = re.compile(r"((?:.*[=:])?\s*[01]?[.,]\d{2,})\s*/\s*([01]?[.,]\d{2,})")
"""Two scores separated by a slash, as in 0.6788/0.8400; 2/3 is a calculation."""


# The groups


def little_html(numbers: Numbers) -> str:
    """Return the count of numbers, and a link to the input field for phones, as HTML."""
    link = "<a href='#explain' data-field='explain'>Explain mine</a>"
    return f"<p class='numbers'><b>{_count(numbers)}</b>{link}</p>"


def draw(printed: Numbers, hidden: bool) -> None:
    """Draw the numbers that tools print, with the conventions and tools of each."""
    label = f"{printed.taught.label}, as {len(printed.names)} tools print it"
    if hidden:
        st.html(
            f"<section class='printed'><p class='many'><b>?</b> numbers for one list <small>{label}"
            "</small></p><p>Guess first. Then see how many numbers the tools print.</p></section>"
        )
        return
    _tell(_count(printed))
    many = len(printed.groups)
    groups = [*printed.groups, *([printed.without] if printed.without.ways else [])]
    mine = typed_numbers(printed.taught.screen)
    rows = "".join(_row(printed, group, mine) for group in groups)
    if not session().projector.presenting:
        _ask()
    numbers = "number" if many == 1 else "different numbers"
    bar = printed.taught.screen.relevant_from
    labels = f" Tools that see only hits get labels: 1 from grade {bar} on, and else 0."
    st.html(
        f"<section class='printed' aria-label='Numbers that tools print'><p class='many'><b>{many}"
        f"</b> {numbers} for one list <small>{label}</small></p><ol role='list'>"
        f"{rows}</ol><p class='legend'>° read in its source, † reported by its users. Our tests "
        "run all others. Select a convention for names and versions."
        f"{labels * (bar > 1)}</p></section>"
    )


def _tell(*sentences: str) -> None:
    """Add sentences to what a screen reader says."""
    state = session()
    state.drawn.add(*sentences)


def _count(printed: Numbers) -> str:
    many = len(printed.groups)
    return f"{many} {'number' if many == 1 else 'numbers'}"


def _row(printed: Numbers, group: Group, numbers: Sequence[Typed]) -> str:
    """Return a row: a number, its difference from Rankbook's, its conventions and tools."""
    is_number, is_own = group.number == group.number, group is printed.own
    off = round(group.number, _PLACES) - round(printed.taught.score, _PLACES)
    is_typed = any(number.means(group.number) for number in numbers)
    marks = " ".join(["own"] * is_own + ["yours"] * is_typed + ["none"] * (not is_number))
    difference = signed(off, _PLACES) if is_number and not is_own else ""
    ways = "".join(_way(why, lines, printed) for why, lines in group.ways.items())
    if is_own:
        ways = f"<p><b>Rankbook</b> with the present settings</p>{ways}"
    return (
        f"<li class='{marks}'><b>{group.text if is_number else 'none'}</b>"
        f"<em>{difference}{'<span>your number</span>' * is_typed}</em>"
        f"<div class='ways'>{ways}</div></li>"
    )


def _way(why: str, lines: Sequence[Line], printed: Numbers) -> str:
    """Return a convention and its tools, with names and versions folded.

    A tool that prints several variants of the metric has the name of the variant.
    """
    screen = printed.taught.screen
    tools = ", ".join(
        f"{_tool(line)}{_name(line, screen) * (printed.names[line.tool] > 1)}{_proof(line)}"
        for line in lines
    )
    return (
        f"<details><summary><b>{_words(why)}</b> <span>{tools}</span></summary>"
        f"{_evidence(lines, screen)}</details>{_call(lines, screen)}"
    )


def _evidence(lines: Iterable[Line], screen: Screen) -> str:
    """Return a list of lines: tool, version, name, evidence, rule for ties, and call."""
    return "<ul>{}</ul>".format(
        "".join(
            f"<li>{escape(line.tool)} {escape(line.version)}{_name(line, screen)}: "
            f"{_PROOFS[line.proof][1]}. Ties: {conventions.TIES[line.ties]}."
            f"{f' {escape(line.note)}' * bool(line.note)}"
            f"{f' <code>{_called(line, screen)}</code>' * bool(line.call)}</li>"
            for line in lines
        )
    )


def _call(lines: Iterable[Line], screen: Screen) -> str:
    """Return the shortest call among some lines, one that our tests run if there is one."""
    calls = [
        (line.proof != "run", len(line.call), _called(line, screen)) for line in lines if line.call
    ]
    *_, called = min(calls, default=("",))
    return f"<p class='call'><code>{called}</code></p>" * bool(called)


def _called(line: Line, screen: Screen) -> str:
    return escape(line.called(screen.k, screen.relevant_from))


def _name(line: Line, screen: Screen) -> str:
    return f"<span> <code>{escape(line.name(screen.k, screen.relevant_from))}</code></span>"


def _tool(line: Line) -> str:
    """Return a tool's name, with the version if other versions compute something else."""
    return escape(
        f"{line.tool} {line.version}" if (line.tool, line.prints) in _RENEWED else line.tool
    )


def _proof(line: Line) -> str:
    return _PROOFS[line.proof][0]


def _words(phrase: str) -> str:
    """Return a phrase of the `conventions` package as HTML."""
    return re.sub(r"\^(\w+|\([^)]*\))", r"<sup>\1</sup>", escape(phrase))


def _tools(lines: Iterable[Line], screen: Screen) -> str:
    """Return the tools of some lines, with the names that they print."""
    return ", ".join(f"{_tool(line)}{_name(line, screen)}{_proof(line)}" for line in lines)


_RENEWED: Final = {
    each
    for each, count in Counter((line.tool, line.prints) for line in conventions.LINES).items()
    if count > 1
}
"""Tools and names that mean something else in another version."""


# From a number back to what it means


def _ask() -> None:
    """Draw the field for the reader's number, and short answers below it.

    A preview of a drag does not change the answers, because they take too long to compute.
    """
    field: controls.Control = {
        "kind": "line",
        "name": "number",
        "label": KNOBS[TwoTools.GOT].label,
        "value": session().current[TwoTools.GOT],
        "about": session().current.preset,
        "help": "As your tool printed it, 0.6788, 67.88 % or 3/4; or two numbers, 0.6788 and "
        "0.6581.",
        "placeholder": "0.6788, or two",
        "enter": "Explain it",
        "change": {"do": "turn", "knob": TwoTools.GOT},
    }
    link = controls.link(PAGES["your_data"], "Paste your own list: it comes along")
    controls.draw("explain", [field, link], "row")
    results = explanations(session().current)
    if isinstance(results, RefusedError):
        short = f"<p class='plain error' role='alert'>{escape(str(results))}</p>"
    else:
        _tell(*(answer.summary for answer in results))
        below = "<p><a href='#meaning'>Worked out below</a></p>" * bool(results)
        short = "".join(f"<p>{_words(answer.summary)}.</p>" for answer in results) + below
    st.html(f"<div class='short'>{short}</div>")


def explain() -> None:
    """Draw the definitions that give the typed numbers, worked out."""
    results = explanations(session().current)
    sections = (
        ()
        if isinstance(results, RefusedError)
        else [f"<section>{answer.html}</section>" for answer in results]
    )
    title = "<h2 id='meaning' tabindex='-1'>What your number means</h2>" * bool(sections)
    st.html(f"<div class='answers'>{title}{''.join(sections)}</div>")


class Answer(NamedTuple):
    """What a number means: a sentence without its full stop, and a worked solution as HTML."""

    summary: str
    html: str


def typed_numbers(screen: Screen) -> list[Typed]:
    """Return the one or two typed numbers; none if they cannot be read."""
    try:
        return read(screen[TwoTools.GOT])
    except RefusedError:
        return []


def read(text: str) -> list[Typed]:
    """Read a number, or two with "and" between them; each may have a name, "nDCG = 0.75".

    A number with one decimal is exact, because Python prints 0.5 for 1/2.

    Raises:
        RefusedError: the text cannot be read; the message says what is allowed.

    >>> [[each.value for each in read(text)] for text in ("0,75", "75 %", "0.50 and 2/3", "")]
    [[0.75], [0.75], [0.5, 0.6666666666666666], []]
    """
    if not text:
        return []
    bare = _WRAPPED.sub(r"\1", text.translate(_BRACKETS))
    bare = _POWER.sub(lambda power: f"{Decimal(power.group()):f}", bare)
    bare = _LABEL.sub("", bare).strip()
    pair = _PAIR.fullmatch(bare)
    to_text = " and ".join(pair.groups()) if pair else _BRACKETED.sub(r" and \1", bare)
    parts = [_NAME.sub("", part, count=1) for part in _AND.split(to_text) if part]
    if len(parts) > 2:
        raise RefusedError(f"These are {len(parts)} numbers: type one, or two from two tools.")
    try:
        numbers = [typed.read(part) for part in parts]
    except RefusedError as refused:
        raise RefusedError(
            f"{refused} Type it as the tool printed it, 0.6788, 75 % or 3/4, or two with “and” "
            "between them."
        ) from None
    return [replace(each, within=_EXACT / 2) if _is_coarse(each) else each for each in numbers]


def _is_coarse(number: Typed) -> bool:
    return _ONE_DECIMAL.fullmatch(number.text) is not None


class _Case(NamedTuple):
    """A list as the tools get it, with its score under each definition."""

    screen: Screen
    ranking: Ranking
    scored: Scored

    @property
    def metric(self) -> str:
        """Key of the chosen metric."""
        return str(self.screen[TwoTools.METRIC])

    @property
    def k(self) -> int:
        """The cutoff."""
        return self.screen.k

    def giving(self, number: Typed) -> list[Found]:
        """Return the definitions that give a number, the simplest first."""
        return self.scored.giving(number.value, number.within)

    def likely(self, number: Typed) -> list[Found]:
        """Return those of the chosen metric that tools print, or if there are none, all of it."""
        mine = [found for found in self.giving(number) if found.definition.metric == self.metric]
        return [found for found in mine if self.is_used(found.definition)] or mine

    def tools(self, definition: Definition) -> list[Line]:
        """Return the lines that print a definition for this list."""
        as_they_stand = tied(self.screen) is not None and "ties" not in definition.knobs
        return [
            line
            for line in conventions.tools(definition, self.ranking)
            if not as_they_stand or line.ties in _IN_ORDER
        ]

    def is_used(self, definition: Definition) -> bool:
        """Return whether a tool prints a definition, or gave it its name."""
        return bool(self.tools(definition)) or definition.metric in _OF_A_TOOL

    def reads(self, found: Found) -> tuple[str, str]:
        """Return label and phrase of a definition, without rules that do not matter here."""
        nothing = not self.ranking.relevant_total
        return found.definition.label(self.k), as_read(found.definition, nothing=nothing).wording


def _case(screen: Screen) -> _Case:
    ranking = _tool_ranking(screen, screen.relevant_from)
    all_ = (*conventions.all_definitions(), *_of_ties(screen))
    return _Case(screen, ranking, Scored.of(all_, ranking, screen.k))


def _of_ties(screen: Screen) -> Sequence[Definition]:
    """Return the definitions for the ties of this list."""
    titles = [document.title for document in screen.a.documents[: screen.a.retrieved]]
    scores = tied(screen)
    return conventions.of_ties(scores, titles) if scores else ()


def _all_tied(screen: Screen) -> Iterator[tuple[str, Screen]]:
    """Yield the same list with ties that its reader may have forgotten to mention."""
    if tied(screen) is None:
        yield "If all scores are tied", screen.with_settings(**{TwoTools.TIED: "all"})
        yield "If scores are tied two by two", screen.with_settings(**{TwoTools.TIED: "pairs"})


@once_per_screen
def explanations(screen: Screen) -> Sequence[Answer] | RefusedError:
    """Return the answers for the typed numbers, or the error why they cannot be read."""
    try:
        numbers = read(screen[TwoTools.GOT])
    except RefusedError as refused:
        return refused
    if not numbers:
        return []
    case = _case(screen)
    if len(numbers) == 1:
        return [_meaning(numbers[0], None, case)]
    first, second = numbers
    if first.means(second.value) or second.means(first.value):
        same = _titled("To the decimals you typed, the two are one number")
        return [same, _meaning(min(numbers, key=lambda each: each.within), None, case)]
    pair = _pair(first, second, case)
    meanings = [_meaning(*each, case) for each in zip(numbers, pair or (None, None), strict=True)]
    if pair:
        return [_difference(numbers, pair, case), *meanings]
    for when, other in _all_tied(screen):
        tied_case = _case(other)
        if pair := _pair(first, second, tied_case):
            return [_difference(numbers, pair, tied_case, f"{when}, the two"), *meanings]
    return meanings


def _tool_ranking(screen: Screen, relevant_from: int) -> Ranking:
    """Return the list as the tools get it: with missed documents, or only the retrieved ones."""
    ranked = screen.a
    if screen[TwoTools.HANDED] == "list":
        ranked = replace(ranked, documents=ranked.documents[: ranked.retrieved])
    return ranked.ranking(screen.scale, relevant_from)


def _pair(first: Typed, second: Typed, case: _Case) -> tuple[Found, Found] | None:
    """Return a likely reading of each number, the two that differ in the fewest knobs."""
    readings = [*case.likely(first), *case.likely(second)]
    likely = Scored(
        [each.definition for each in readings], np.array([each.score for each in readings])
    )
    pairs = likely.both((first.value, first.within), (second.value, second.within), most=1)
    return pairs[0] if pairs else None


def _difference(
    numbers: Sequence[Typed], pair: tuple[Found, Found], case: _Case, who: str = "The two"
) -> Answer:
    """Name the knobs in which the readings of two numbers differ, above these readings."""
    names = definitions.differ(*(found.definition for found in pair))
    text = named(*names)
    alike = [
        each
        for number, found in zip(numbers, pair, strict=True)
        for each in case.likely(number)
        if case.reads(each) == case.reads(found)
    ]
    aware = [found.definition.knobs.get("ideal") != "retrieved" for found in pair]
    if "ideal" in names and case.ranking.missed.size and any(aware) and not all(aware):
        yes, no = (each.text for each in (numbers if aware[0] else reversed(numbers)))
        text += f": the ideal of {yes} has the missed documents, that of {no} does not"
    return _titled(f"{who} differ in {text}", _list(alike, case))


def _titled(sentence: str, html: str = "", title: str = "") -> Answer:
    """Return an answer; its title is the sentence, or `title`, the start of it."""
    return Answer(sentence, f"<h3>{escape(title or sentence)}</h3>{html}")


def _meaning(number: Typed, reading: Found | None, case: _Case) -> Answer:
    """Return all definitions that give a number, or the nearest and hints if there are none.

    The `reading` of a number of two comes first.
    """
    giving = case.giving(number)
    low, high = METRICS[case.metric].range
    if not low <= number.value <= (inf if high is None else high):
        return _out_of_range(giving, number, case)
    own = [
        found
        for found in giving
        if found.definition.metric == case.metric and case.is_used(found.definition)
    ]
    if not own and _is_coarse(number) and number.value in _printed(case, 1, case.metric):
        label = METRICS[case.metric].label(case.k)
        return _titled(
            f"“{number.text}” has one decimal. No tool that we know prints exactly this as {label} "
            "of this list, but some print a number that rounds to it. Type more decimals"
        )
    if not giving:
        return _nothing(number, case)
    if not own:
        return _unprinted(giving, number, case)
    if reading:
        own.sort(key=lambda found: case.reads(found) != case.reads(reading))
    others = [found for found in giving if found not in own]
    count = len(_alike(others, case))
    more = f"{count} {'definition more gives' if count == 1 else 'definitions more give'} "
    more = f"<details><summary>{more}{escape(number.text)}</summary>{_list(others, case)}</details>"
    label, phrase = case.reads(own[0])
    title, further = f"{label} is {number.text}", len(_alike(own, case)) - 1
    phrase += f", or {further} more" * bool(further)
    below = _list(own, case) + _remarks(own[0], number, case) + more * bool(others)
    if _places(number) == _FEW_PLACES and number.value <= 1:
        fit = round((10**_FEW_PLACES + 1) / _fitting(case, _FEW_PLACES))
        phrase += f". With two decimals, one number in {fit} fits some tool by chance"
    return _titled(f"{title}: {phrase}", below, title)


def _unprinted(giving: Sequence[Found], number: Typed, case: _Case) -> Answer:
    """Return what gives a number that no tool prints under the metric's name, likeliest first.

    First come other metrics of tools, then other cutoffs, relevance thresholds or ties. Definitions
    that no known tool uses come last, those of the metric itself before others.
    """
    printed, unused = (
        [found for found in giving if case.is_used(found.definition) == is_used]
        for is_used in (True, False)
    )
    unused.sort(key=lambda found: found.definition.metric != case.metric)
    label = METRICS[case.metric].label(case.k)
    title = f"No tool that we know prints {number.text} as {label} of this list"
    ways = _other_settings(number, case)
    if printed:
        lead = f"{title}. But it is"
        rest = (
            "<details><summary>Definitions that no known tool prints</summary>"
            f"{_list(unused, case)}</details>"
        )
        remarks = _remarks(printed[0], number, case)
        below = f"{_list(printed, case)}{remarks}{_ways(ways)}{rest * bool(unused)}"
        perhaps = f", perhaps {_COINCIDENCE}" * bool(_chance(printed[0], number, case))
        return _titled(f"{lead} {': '.join(case.reads(printed[0]))}{perhaps}", below, lead)
    below = (
        f"{_ways(ways)}<p>It is{' also' * bool(ways)}</p>{_list(unused, case)}"
        f"{_remarks(unused[0], number, case)}"
    )
    it_is = f"It is {': '.join(case.reads(unused[0]))}"
    return _titled(f"{title}. {(ways or [it_is])[0]}", below, title)


def _remarks(found: Found, number: Typed, case: _Case) -> str:
    """Return what to know about the first reading of a number, as HTML."""
    label, metric = found.definition.label(case.k), found.definition.metric
    remarks = []
    if _is_coarse(number):
        remarks.append(f"{number.text} is taken as exact: Python prints one decimal only then.")
    if metric in _BLIND:
        remarks.append(f"{label} counts hits and does not see their order.")
    if metric not in _BLIND and number.means(1) and _every_order_is_ideal(case.ranking):
        remarks.append(
            "All documents of the list have the same grade, so every order is ideal. Another list "
            "tells more about the conventions."
        )
    remarks.append(_chance(found, number, case))
    return "".join(f"<p>{remark}</p>" for remark in remarks if remark)


_BLIND: Final = ("hit", "precision", "recall", "f1")
"""Metrics that do not depend on the order of the top k."""
_OF_A_TOOL: Final = ("bpref",)
"""Metrics whose definitions bear the name of the tool that made them."""


def _every_order_is_ideal(ranking: Ranking) -> bool:
    grades = np.nan_to_num(ranking.grades)
    return bool(np.ptp(grades) == 0 and np.nanmax(ranking.missed, initial=0) <= grades.max())


def _chance(found: Found, number: Typed, case: _Case) -> str:
    """Return how many numbers with as many decimals fit, if they are more than one in a hundred.

    For a reading that tools print as the chosen metric, only if there are two decimals.
    """
    places, definition = _places(number), found.definition
    own = definition.metric == case.metric and case.is_used(definition)
    if places is None or number.value > 1 or (own and places > _FEW_PLACES):
        return ""
    total = 10**places + 1
    among = f"of the {total:,} numbers with {places} decimals from 0 to 1"
    if own:
        return (
            f"<b>By chance:</b> {among}, tools print {_fitting(case, places, case.metric)} as "
            f"{definition.label(case.k)} of this list, and {_fitting(case, places)} as some "
            "metric. A further decimal tells more."
        )
    used = case.is_used(definition)
    fit = _fitting(case, places, used=used)
    if fit < _RARE * total:
        return ""
    what = "some tool prints" if used else "one of our definitions gives"
    return f"<b>It may be {_COINCIDENCE}:</b> {among}, {what} {fit:,} for this list."


def _fitting(case: _Case, places: int, metric: str = "", *, used: bool = True) -> int:
    """Count the numbers that `_printed` returns."""
    return len(_printed(case, places, metric, used=used))


def _printed(case: _Case, places: int, metric: str = "", *, used: bool = True) -> set[float]:
    """Return the numbers from 0 to 1 that tools print for a list, rounded to some decimals.

    Without a metric, return those of all metrics; unless `used`, also those that no tool prints.
    """
    return {
        round(score, places)
        for definition, score in zip(
            case.scored.definitions, case.scored.scores.tolist(), strict=True
        )
        if 0 <= score <= 1
        and metric in ("", definition.metric)
        and (not used or case.is_used(definition))
    }


def _places(number: Typed) -> int | None:
    """Return the decimals of a number, or None for a calculation with whole numbers."""
    return round(-log10(2 * number.within)) if number.within > _EXACT else None


def _alike(giving: Sequence[Found], case: _Case) -> list[list[Found]]:
    """Group definitions with the same label and phrase."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for found in giving:
        groups.setdefault(case.reads(found), []).append(found)
    return list(groups.values())


def _list(giving: Sequence[Found], case: _Case) -> str:
    """Return definitions that give a number, the simplest first, with the later ones folded."""
    groups = _alike(giving, case)
    written = "".join(_found(group, case) for group in groups[:_MOST])
    rest = "".join(_found(group, case, worked=False) for group in groups[_MOST:])
    more = f"<details><summary>{len(groups) - _MOST} more</summary><ol>{rest}</ol></details>"
    return f"<ol role='list'>{written}</ol>{more * bool(rest)}"


def _found(alike: Sequence[Found], case: _Case, *, worked: bool = True) -> str:
    """Return a definition and its tools, and if `worked` its formula and the lines, as HTML.

    Definitions in `alike` differ only for a list without relevant documents.
    """
    definition = alike[0].definition
    name, phrase = map(escape, case.reads(alike[0]))
    formula = _worked(definition, case.ranking, case.k) if worked else ""
    total = decimals(alike[0].score, _PLACES)
    worked_out = f"<p class='sum'>{name} = {formula} = <b>{total}</b></p>"
    lines = [*chain(*(case.tools(found.definition) for found in alike))]
    unknown = "" if definition.metric in _OF_A_TOOL else "no tool that we know of"
    tools = f"<small>{_tools(lines, case.screen) or unknown}</small>"
    if lines and worked:
        tools = (
            f"<details><summary>{tools}</summary>{_evidence(lines, case.screen)}</details>"
            f"{_call(lines, case.screen)}"
        )
    return f"<li><b>{name}</b> {_words(phrase)}{worked_out * bool(formula)}{tools}</li>"


def _worked(definition: Definition, ranking: Ranking, k: int) -> str:
    """Return a formula with the list's numbers in it; for nDCG with the gains and weights."""
    parts = definition.compute and definition.compute(ranking, k)
    if not parts or not {"ideal_gain", "ideal_weight"} <= parts.aside.keys():
        return escape(definitions.worked(definition, ranking, k))
    shown = _products(parts.terms["gain"], parts.terms["weight"])
    return f"({shown}) / ({_products(parts.aside['ideal_gain'], parts.aside['ideal_weight'])})"


def _products(gains: Array, weights: Array) -> str:
    """Return a sum of gain times weight over the ranks with a gain."""
    products = (
        f"{gain:g}" + (f" · {decimals(weight)}" if weight < 1 else "")
        for gain, weight in zip(gains.tolist(), weights.tolist(), strict=False)
        if gain
    )
    return " + ".join(products) or "0"


def _out_of_range(giving: Sequence[Found], number: Typed, case: _Case) -> Answer:
    """Return an answer for a number that the chosen metric never has."""
    metric = METRICS[case.metric]
    low, high = metric.range
    limits = f"is at least {low:g}" if high is None else f"goes from {low:g} to {high:g}"
    title, text = f"No {metric.label(case.k)} is {number.text}", f"<p>It {limits}."
    if giving:
        lead = f"{title}. But it is"
        text += f"</p>{_remarks(giving[0], number, case)}{_list(giving, case)}"
        return _titled(f"{lead} {': '.join(case.reads(giving[0]))}", text, lead)
    if 1 < number.value <= _PERCENT:
        text += f" If it is a percentage, type {escape(number.text)} %."
    if high == 1 < number.value:
        causes = "".join(f"<li>{cause}</li>" for cause in _above_1(case))
        text += f"</p><p>What makes a number greater than 1</p><ul>{causes}</ul>"
    return _titled(title, text)


def _above_1(case: _Case) -> Iterator[str]:
    """Yield reasons why a number is greater than the metric can be."""
    if case.metric == "ndcg":
        linear, exponential = (
            decimals(float(dcg(case.ranking, case.k, gain=gain).score), _PLACES)
            for gain in ("linear", "exponential")
        )
        yield (
            f"<b>Gains not divided.</b> Without its denominator, nDCG is DCG. Here DCG@{case.k} is "
            f"{linear} with the gain g, and {exponential} with 2<sup>g</sup> − 1."
        )
        yield "<b>A small ideal.</b> It may have fewer documents than the list has."
    else:
        yield (
            "<b>Large labels.</b> A tool that expects 0 and 1 may add up grades. ERR and RBP pass "
            "1 with a grade above the tool’s top grade."
        )
    yield (
        "<b>Duplicates.</b> A document that stands twice in the list counts twice, but only once "
        "among the relevant ones."
    )


def _nothing(number: Typed, case: _Case) -> Answer:
    """Return an answer for a number that no definition gives."""
    nearest = [
        each
        for each in case.scored.nearest(number.value)
        if each.off <= _NEAR
        and each.definition.metric == case.metric
        and case.is_used(each.definition)
    ][:3]
    near = f"<p>Nearest, within {_NEAR:g}, come</p>{_list(nearest, case)}" * bool(nearest)
    ways = _other_settings(number, case)
    tried = (
        "<li><b>We tried</b> other cutoffs, other grades from which a document is relevant, and "
        "ties. None gives this number.</li>"
    )
    hints = tried * (not ways) + "".join(f"<li>{each}</li>" for each in _HINTS)
    title = f"Nothing gives {number.text} for this list at k = {case.k}"
    return _titled(
        ". ".join((title, *ways[:1])),
        f"{_ways(ways)}{near}<p>What else to check</p><ul>{hints}</ul>",
        title,
    )


_HINTS: Final = (
    "<b>The documents.</b> Did the tool get all documents on the board, and no others?",
    "<b>Ties.</b> Documents with the same score may have another order in the tool.",
    "<b>A mean.</b> A mean over queries is the score of no single query. An empty query counts 0, "
    "1 or not at all.",
    "<b>Candidates.</b> A tool that ranks only a sample of the documents often prints a higher "
    "score.",
    "<b>Rounding.</b> Some tools round each query before they take the mean.",
)
"""Other possible reasons for a different number."""


def _other_settings(number: Typed, case: _Case) -> list[str]:
    """Return with which other cutoff, relevance threshold or ties a tool prints a number."""
    ways = (_by_cutoff(number, case), _by_bar(number, case), _by_ties(number, case))
    return [*filter(None, ways)]


def _ways(ways: Sequence[str]) -> str:
    """Return a list of settings that would give a number, as HTML."""
    items = "".join(f"<li>{_words(way)}.</li>" for way in ways)
    return f"<p>What would give it</p><ul>{items}</ul>" * bool(items)


def _by_cutoff(number: Typed, case: _Case) -> str:
    """Return the nearest other cutoff at which a tool prints a number, or ""."""
    cutoffs = [k for k in range(1, min(len(case.ranking.grades), _DEEPEST) + 1) if k != case.k]
    cutoffs.sort(key=lambda k: abs(k - case.k))
    among = [*conventions.CONVENTIONS.values()]
    results = ((k, _convention(number, among, case, k=k)) for k in cutoffs)
    return next((f"With k = {k}: {by}" for k, by in results if by), "")


def _by_bar(number: Typed, case: _Case) -> str:
    """Return another relevance threshold with which a tool prints a number, or ""."""
    screen, among = case.screen, [*conventions.CONVENTIONS.values()]
    bars = [grade for grade in range(1, screen.scale + 1) if grade != screen.relevant_from]
    cases = ((bar, case._replace(ranking=_tool_ranking(screen, bar))) for bar in bars)
    results = (
        (bar, _convention(number, among, other))
        for bar, other in cases
        if other.ranking.relevant_total
    )
    return next((f"Relevant from grade {bar}: {by}" for bar, by in results if by), "")


def _by_ties(number: Typed, case: _Case) -> str:
    """Return which ties make a tool print a number, or ""."""
    cases = ((when, case._replace(screen=screen)) for when, screen in _all_tied(case.screen))
    results = ((when, _convention(number, _of_ties(other.screen), other)) for when, other in cases)
    return next((f"{when}: {by}" for when, by in results if by), "")


def _convention(
    number: Typed, among: Sequence[Definition], case: _Case, *, k: int | None = None
) -> str:
    """Return by which of some definitions a tool prints a number as the metric, or ""."""
    k = k or case.k
    mine = [each for each in among if each.metric == case.metric and case.tools(each)]
    found = definitions.giving(number.value, number.within, mine, case.ranking, k)
    if not found:
        return ""
    names = [*dict.fromkeys(line.tool for line in case.tools(found[0].definition))]
    tools = ", ".join(names[:3]) + " and others" * (len(names) > 3)
    label, phrase = case._replace(screen=case.screen.with_settings(k=k)).reads(found[0])
    return f"{label}, {phrase} ({tools})"


# Every line


def every_line() -> None:
    """Draw the table of all lines: what each tool and version computes."""
    st.html(_table())


@cache
def _table() -> str:
    versions = groupby(conventions.LINES, lambda row: (row.tool, row.version))
    rows = [*chain(*(_lines(tool, version, [*lines]) for (tool, version), lines in versions))]
    header = ["prints, at k = 10", "as", "which is", "ties"]
    table = plain.table_html("What each tool computes", header, rows, words=range(4))
    total, run = len(conventions.LINES), sum(line.proof == "run" for line in conventions.LINES)
    return (
        f"<details class='fold lines'><summary>All {total} lines: each tool, version and name, "
        f"and what it computes</summary><p>Our tests run {run} of them on random lists and compare "
        "each with this table. ° means: read in its source. † means: reported by its users.</p>"
        f"{table}</details>"
    )


def _lines(tool: str, version: str, lines: Sequence[Line]) -> Iterator[Sequence[object]]:
    """Yield the table rows of one version of a tool: a heading with remarks, then its lines."""
    remarks: dict[str, list[str]] = {}
    for line in lines:
        for text in (line.empty, line.single, line.short, line.no_miss, line.odd, line.note):
            remarks.setdefault(text, []).append(line.name(10))
    remarks.pop("", None)
    remark = " ".join(
        f"{', '.join(names)}: " * (len(names) < len(lines))
        + f"{text[0].upper()}{text[1:].rstrip('.')}."
        for text, names in remarks.items()
    )
    small = f"<small>{escape(remark)}</small>" * bool(remark)
    yield Html(f"<b>{escape(tool)}</b> {escape(version)}{small}")
    for line in lines:
        meant = conventions.CONVENTIONS[line.definition]
        call = f"<br><code>{escape(line.called(10))}</code>" * bool(line.call)
        name = Html(f"<code>{escape(line.name(10))}</code>{_proof(line)}{call}")
        yield [name, meant.label(10), Html(_words(meant.wording)), conventions.TIES[line.ties]]
