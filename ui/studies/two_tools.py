"""What tools print for one list, grouped by equal numbers, and what a number that one got means."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from itertools import chain, groupby
from typing import Final, NamedTuple

import streamlit as st

from metrics import conventions
from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.conventions import Line, definitions
from metrics.conventions.definitions import Definition, Found, Scored
from metrics.ranking import Ranking
from ui.look import plain
from ui.look.plain import Html, decimals, signed
from ui.models.two_tools import Group, Numbers, named, phrase, tied
from ui.parts import controls
from ui.state import typed
from ui.state.documents import RefusedError
from ui.state.knobs import KNOBS, TwoTools
from ui.state.screen import Screen
from ui.state.session import session
from ui.state.typed import Typed

_PLACES: Final = 4
_PROOFS: Final[Mapping[str, tuple[str, str]]] = {
    "run": ("", "run by our tests"),
    "read": ("°", "read in its source"),
    "told": ("†", "told by its users"),
}
"""How a line is known: its mark, and in words."""
_MOST: Final = 5
"""Definitions that are shown at once; the others fold."""
_NO_SCORE: Final = 10
"""What is above is a percentage."""
_DEEPEST: Final = 20
"""Cutoffs that are tried for a number that nothing else gives."""
_AND: Final = re.compile(r"\s+(?:and|or|vs\.?|versus)\s+|\s*[;&]\s*|,\s+|(?<=[\d%])\s+(?=[\d.])")
_NAME: Final = re.compile(r"[^=:]*[^\W\d][^=:]*[=:]\s*")
"""What a tool prints in front of a number."""
_BRACKETED: Final = re.compile(r"(?<=[\d%])\s*\(\s*(\d*[.,]\d+\s*%?)\s*\)$")
"""A second number; no calculation has brackets behind a number."""
_PAIR: Final = re.compile(r"((?:.*[=:])?\s*[01]?[.,]\d{2,})\s*/\s*([01]?[.,]\d{2,})")
"""Two scores with a stroke between them: 2/3 is a calculation, 0.6788/0.8400 none."""


# The groups


def little_html(found: Numbers) -> str:
    """Write how many numbers there are, and a phone’s way to the field."""
    way = "<a href='#explain' data-field='explain'>Explain mine</a>"
    return f"<p class='numbers'><b>{_count(found)}</b>{way}</p>"


def draw(found: Numbers, hidden: bool) -> None:
    """Draw the numbers that tools print, each with why and by whom."""
    label = f"{found.taught.label}, as {len(found.names)} tools print it"
    if hidden:
        st.html(
            f"<section class='printed'><p class='many'><b>?</b> numbers for one list <small>{label}"
            "</small></p><p>Guess first, then see how many numbers they make of it.</p></section>"
        )
        return
    _tell(_count(found))
    many = len(found.groups)
    every = [*found.groups, *([found.without] if found.without.ways else [])]
    asked = asked_for(found.taught.screen)
    rows = "".join(_row(found, group, asked) for group in every)
    if not session().hall.presenting:
        _ask()
    numbers = "number" if many == 1 else "different numbers"
    st.html(
        f"<section class='printed' aria-label='Numbers that tools print'><p class='many'><b>{many}"
        f"</b> {numbers} for one list <small>{label}</small></p><ol role='list'>"
        f"{rows}</ol><p class='legend'>° read in its source, † told by its users; all else "
        "is run by our tests. Click a convention for names and versions.</p></section>"
    )


def _tell(*sentences: str) -> None:
    """Have sentences heard."""
    now = session()
    now.drawn.add(*sentences)


def _count(found: Numbers) -> str:
    many = len(found.groups)
    return f"{many} {'number' if many == 1 else 'numbers'}"


def _row(found: Numbers, group: Group, asked: Sequence[Typed]) -> str:
    """Write a number, how far it is from Rankbook's, the conventions that make it, the tools."""
    is_number, own = group.number == group.number, group is found.own
    off = round(group.number, _PLACES) - round(found.taught.score, _PLACES)
    mine = any(each.means(group.number) for each in asked)
    marks = " ".join(["own"] * own + ["yours"] * mine + ["none"] * (not is_number))
    differs = signed(off, _PLACES) if is_number and not own else ""
    ways = "".join(_way(why, lines, found) for why, lines in group.ways.items())
    if own:
        ways = f"<p><b>Rankbook</b> with the knobs as they stand</p>{ways}"
    return (
        f"<li class='{marks}'><b>{group.said if is_number else 'none'}</b>"
        f"<em>{differs}{'<span>your number</span>' * mine}</em>"
        f"<div class='ways'>{ways}</div></li>"
    )


def _way(why: str, lines: Sequence[Line], found: Numbers) -> str:
    """Write a convention and its tools, with the names and versions to unfold.

    A tool that prints several of the metric is told with the name.
    """
    k = found.taught.screen.k
    tools = ", ".join(
        f"{_tool(line)}{_name(line, k) * (found.names[line.tool] > 1)}{_proof(line)}"
        for line in lines
    )
    versions = "".join(
        f"<li>{escape(line.tool)} {escape(line.version)}{_name(line, k)}: "
        f"{_PROOFS[line.proof][1]}"
        f"{f'. {escape(line.note)}' * bool(line.note)}</li>"
        for line in lines
    )
    return (
        f"<details><summary><b>{_words(why)}</b> <span>{tools}</span></summary><ul>{versions}</ul>"
        "</details>"
    )


def _name(line: Line, k: int) -> str:
    return f"<span> <code>{escape(line.name(k))}</code></span>"


def _tool(line: Line) -> str:
    """Name a tool, and its version where another one has something else by the same name."""
    return escape(
        f"{line.tool} {line.version}" if (line.tool, line.prints) in _RENEWED else line.tool
    )


def _proof(line: Line) -> str:
    return _PROOFS[line.proof][0]


def _words(says: str) -> str:
    """Write a phrase of the package's as HTML."""
    return re.sub(r"\^(\w+|\([^)]*\))", r"<sup>\1</sup>", escape(says))


def _tools(lines: Iterable[Line], k: int) -> str:
    """Write the tools of some lines, each with the name that it prints under."""
    return ", ".join(f"{_tool(line)}{_name(line, k)}{_proof(line)}" for line in lines)


_RENEWED: Final = {
    each
    for each, count in Counter((line.tool, line.prints) for line in conventions.LINES).items()
    if count > 1
}
"""Names that are something else in another version."""


# From a number back to what it means


def _ask() -> None:
    """Ask for the number that the reader got, and tell what it comes to.

    While something is held the answer stays as it was: it takes longer than a hand waits.
    """
    asked: controls.Control = {
        "kind": "line",
        "name": "number",
        "label": KNOBS[TwoTools.GOT].label,
        "value": session().current[TwoTools.GOT],
        "help": "As your tool printed it, 0.6788, 67.88 % or 3/4; or two numbers, 0.6788 and "
        "0.6581.",
        "placeholder": "0.6788, or two",
        "enter": "Explain it",
        "change": {"do": "turn", "knob": TwoTools.GOT},
    }
    controls.draw("explain", [asked], "row")
    found = answers(session().current)
    if isinstance(found, RefusedError):
        short = f"<p class='plain error' role='alert'>{escape(str(found))}</p>"
    else:
        _tell(*(each.said for each in found))
        below = "<p><a href='#meaning'>Worked out below</a></p>" * bool(found)
        short = "".join(f"<p>{_words(each.said)}.</p>" for each in found) + below
    st.html(f"<div class='short'>{short}</div>")


def explain() -> None:
    """Draw all that gives the numbers that were typed, worked out."""
    found = answers(session().current)
    sections = (
        ()
        if isinstance(found, RefusedError)
        else [f"<section>{each.html}</section>" for each in found]
    )
    title = "<h2 id='meaning' tabindex='-1'>What your number means</h2>" * bool(sections)
    st.html(f"<div class='answers'>{title}{''.join(sections)}</div>")


class Answer(NamedTuple):
    """What a number comes to: in a sentence without its full stop, and worked out, as HTML."""

    said: str
    html: str


def asked_for(screen: Screen) -> list[Typed]:
    """Return the numbers that were typed, one or two; none where they cannot be read."""
    try:
        return read(screen[TwoTools.GOT])
    except RefusedError:
        return []


def read(text: str) -> list[Typed]:
    """Read a number, or two with "and" between them; each may have a name, "nDCG = 0.75".

    Raises:
        RefusedError: with a sentence that says what is allowed.

    >>> [[each.value for each in read(text)] for text in ("0,75", "75 %", "0.5 and 2/3", "")]
    [[0.75], [0.75], [0.5, 0.6666666666666666], []]
    """
    if not text:
        return []
    pair = _PAIR.fullmatch(text.strip())
    spelled = " and ".join(pair.groups()) if pair else _BRACKETED.sub(r" and \1", text.strip())
    parts = [_NAME.sub("", part, count=1) for part in _AND.split(spelled) if part]
    if len(parts) > 2:
        raise RefusedError(f"These are {len(parts)} numbers: type one, or two from two tools.")
    try:
        return [typed.read(part) for part in parts]
    except RefusedError as refused:
        raise RefusedError(
            f"{refused} Type it as the tool printed it, 0.6788, 75 % or 3/4, or two with “and” "
            "between them."
        ) from None


def answers(screen: Screen) -> Sequence[Answer] | RefusedError:
    """Return what gives the numbers that were typed, or why they cannot be read."""
    known: Sequence[Answer] | RefusedError | None = screen.computed.get(answers)
    if known is None:
        known = screen.computed[answers] = _answered(screen)
    return known


def _answered(screen: Screen) -> Sequence[Answer] | RefusedError:
    try:
        numbers = read(screen[TwoTools.GOT])
    except RefusedError as refused:
        return refused
    ranking = _handed(screen, screen.relevant_from)
    scored = Scored.of(_known(screen) if numbers else (), ranking, screen.k)
    found = [_meaning(each, screen, ranking, scored) for each in numbers]
    apart = _apart(numbers[0], numbers[1], ranking, scored, screen.k) if len(numbers) > 1 else None
    return [apart, *found] if apart else found


def _known(screen: Screen) -> Sequence[Definition]:
    """Return all definitions there are, those among them that a tie makes."""
    titles = [document.title for document in screen.a.documents[: screen.a.retrieved]]
    scores = tied(screen)
    return (*conventions.known(), *(conventions.of_ties(scores, titles) if scores else ()))


def _handed(screen: Screen, relevant_from: int) -> Ranking:
    """Return the list with what was missed, unless no tool is told of that."""
    ranked = screen.a
    if screen[TwoTools.HANDED] == "list":
        ranked = replace(ranked, documents=ranked.documents[: ranked.retrieved])
    return ranked.ranking(screen.scale, relevant_from)


def _apart(one: Typed, other: Typed, ranking: Ranking, scored: Scored, k: int) -> Answer | None:
    """Find the definitions of two numbers that differ in the fewest knobs, and name those knobs."""
    if one.means(other.value) or other.means(one.value):
        return _titled("To the decimals you typed, the two are one number")
    pairs = scored.both((one.value, one.within), (other.value, other.within), most=1)
    if not pairs:
        return None
    names = definitions.differ(*(found.definition for found in pairs[0]))
    told = " and ".join(map(named, names))
    alike = [
        each
        for asked, found in zip((one, other), pairs[0], strict=True)
        for each in scored.giving(asked.value, asked.within)
        if _reads(each, ranking, k) == _reads(found, ranking, k)
    ]
    know = [found.definition.knobs.get("ideal") != "retrieved" for found in pairs[0]]
    if "ideal" in names and ranking.missed.size and any(know) and not all(know):
        does, does_not = (each.text for each in ((one, other) if know[0] else (other, one)))
        told += f": that of {does} knows the missed documents, that of {does_not} does not"
    return _titled(f"The two differ in {told}", _list(alike, ranking, k))


def _titled(said: str, html: str = "", title: str = "") -> Answer:
    """Make an answer whose title is what is said, or the beginning of it."""
    return Answer(said, f"<h3>{escape(title or said)}</h3>{html}")


def _meaning(asked: Typed, screen: Screen, ranking: Ranking, scored: Scored) -> Answer:
    """Tell all that gives a number, or where nothing does the nearest, and what else to check."""
    key, k, text = screen[TwoTools.METRIC], screen.k, asked.text
    giving = scored.giving(asked.value, asked.within)
    if not giving or not 0 <= asked.value <= 1:
        return _nothing(asked, screen, ranking, scored)
    own = [
        each
        for each in giving
        if each.definition.metric == key and conventions.tools(each.definition)
    ]
    if not own:
        return _unprinted(giving, asked, screen, ranking)
    others = [each for each in giving if each not in own]
    count = len(_alike(others, ranking, k))
    give = f"{count} {'definition more gives' if count == 1 else 'definitions more give'} "
    more = f"<details><summary>{give}{escape(text)}</summary>{_list(others, ranking, k)}</details>"
    title = f"{METRICS[key].label(k)} is {text} by"
    _, says = _reads(own[0], ranking, k)
    return _titled(f"{title} {says}", _list(own, ranking, k) + more * bool(others), title)


def _unprinted(giving: Sequence[Found], asked: Typed, screen: Screen, ranking: Ranking) -> Answer:
    """Tell what gives a number that no tool prints under the metric's name.

    What is likelier stands first: another metric of some tool's, then another cutoff or bar, then
    definitions that nobody is known to use, those of the metric itself before others.
    """
    key, k = screen[TwoTools.METRIC], screen.k
    printed, unused = (
        [each for each in giving if bool(conventions.tools(each.definition)) == used]
        for used in (True, False)
    )
    unused.sort(key=lambda each: each.definition.metric != key)
    title = f"No tool that we know prints {asked.text} as {METRICS[key].label(k)} of this list"
    ways = _elsewhere(asked, screen, ranking)
    if printed:
        but = f"{title}. But it is"
        rest = (
            f"<details><summary>What nobody prints</summary>{_list(unused, ranking, k)}</details>"
        )
        below = f"{_list(printed, ranking, k)}{_ways(ways)}{rest * bool(unused)}"
        return _titled(f"{but} {' '.join(_reads(printed[0], ranking, k))}", below, but)
    below = f"{_ways(ways)}<p>It is{' also' * bool(ways)}</p>{_list(unused, ranking, k)}"
    return _titled(". ".join((title, *ways[:1])), below, title)


def _reads(found: Found, ranking: Ranking, k: int) -> tuple[str, str]:
    """Name a definition as it is read; several differ only for a list with nothing to find."""
    definition = found.definition
    return definition.label(k), phrase(definition, nothing=not ranking.relevant_total)


def _alike(giving: Sequence[Found], ranking: Ranking, k: int) -> list[list[Found]]:
    """Put definitions together that read the same."""
    alike: dict[tuple[str, str], list[Found]] = {}
    for each in giving:
        alike.setdefault(_reads(each, ranking, k), []).append(each)
    return list(alike.values())


def _list(giving: Sequence[Found], ranking: Ranking, k: int) -> str:
    """Write definitions that give a number, the simplest first; what is beyond the first folds."""
    every = _alike(giving, ranking, k)
    written = "".join(_found(each, ranking, k) for each in every[:_MOST])
    rest = "".join(_found(each, ranking, k, worked=False) for each in every[_MOST:])
    more = f"<details><summary>{len(every) - _MOST} more</summary><ol>{rest}</ol></details>"
    return f"<ol role='list'>{written}</ol>{more * bool(rest)}"


def _found(alike: Sequence[Found], ranking: Ranking, k: int, *, worked: bool = True) -> str:
    """Write a definition, the formula with these numbers in it, and the tools that mean it so.

    Several are alike but for a list with nothing to find.
    """
    definition = alike[0].definition
    name, phrase = _reads(alike[0], ranking, k)
    label, says = escape(name), _words(phrase)
    formula = _worked(definition, ranking, k) if worked else ""
    told = decimals(alike[0].score, _PLACES)
    worked_out = f"<p class='sum'>{label} = {formula} = <b>{told}</b></p>"
    lines = chain(*(conventions.tools(each.definition) for each in alike))
    tools = _tools(lines, k) or "no tool that we know of"
    return f"<li><b>{label}</b> {says}{worked_out * bool(formula)}<small>{tools}</small></li>"


def _worked(definition: Definition, ranking: Ranking, k: int) -> str:
    """Write a definition with the list's numbers in it; of nDCG gain and weight of each rank."""
    parts = definition.compute and definition.compute(ranking, k)
    if not parts or not {"ideal_gain", "ideal_weight"} <= parts.aside.keys():
        return escape(definitions.worked(definition, ranking, k))
    shown = _products(parts.terms["gain"], parts.terms["weight"])
    return f"({shown}) / ({_products(parts.aside['ideal_gain'], parts.aside['ideal_weight'])})"


def _products(gains: Array, weights: Array) -> str:
    """Write the gain of each rank that has some, times the weight of the rank."""
    products = (
        f"{gain:g}" + (f" · {decimals(weight)}" if weight < 1 else "")
        for gain, weight in zip(gains.tolist(), weights.tolist(), strict=False)
        if gain
    )
    return " + ".join(products) or "0"


def _nothing(asked: Typed, screen: Screen, ranking: Ranking, scored: Scored) -> Answer:
    """Tell what there is to say of a number that nothing gives, or only other metrics do."""
    metric, k, text = METRICS[screen[TwoTools.METRIC]], screen.k, asked.text
    label = metric.label(k)
    if not 0 <= asked.value <= 1:
        may = (
            f" A percentage without its sign? Then type {escape(text)} %."
            if 1 < asked.value <= 100
            else ""
        )
        above = (
            " Above 1 it may have been divided by the ideal of fewer documents than the list has."
            if metric.key == "ndcg" and 1 < asked.value <= _NO_SCORE
            else ""
        )
        others = scored.giving(asked.value, asked.within)
        there = f"<p>But it is</p>{_list(others, ranking, k)}" if others else ""
        return _titled(f"No {label} is {text}", f"<p>It goes from 0 to 1.{may}{above}</p>{there}")
    every = scored.nearest(asked.value)
    near = [
        each
        for each in every
        if each.definition.metric == metric.key and conventions.tools(each.definition)
    ][:3]
    ways = _elsewhere(asked, screen, ranking)
    tried = (
        "<li><b>Another cutoff does not give this number.</b> Another grade from which a document "
        "is relevant does not, either.</li>"
    )
    hints = tried * (not ways) + "".join(f"<li>{each}</li>" for each in _HINTS)
    title = f"Nothing gives {text} for this list at k = {k}"
    return _titled(
        ". ".join((title, *ways[:1])),
        f"{_ways(ways)}<p>Nearest come</p>{_list(near, ranking, k)}"
        f"<p>What else to check</p><ul>{hints}</ul>",
        title,
    )


_HINTS: Final = (
    "<b>The documents.</b> Was all that is on the board handed to the tool, and nothing else?",
    "<b>Ties.</b> Documents with one score may have stood in another order.",
    "<b>A mean.</b> Over queries it is nobody’s own score, and an empty query counts 0, 1 or "
    "not at all.",
    "<b>Candidates.</b> Among a sample of documents every score is higher than among all.",
    "<b>Rounding.</b> Some tools round each query before they take the mean.",
)
"""What else may have been different."""


def _elsewhere(asked: Typed, screen: Screen, ranking: Ranking) -> list[str]:
    """Say with which other cutoff or bar a tool prints a number."""
    return [*filter(None, (_by_cutoff(asked, screen, ranking), _by_bar(asked, screen)))]


def _ways(ways: Sequence[str]) -> str:
    """Write what would give a number."""
    items = "".join(f"<li>{_words(each)}.</li>" for each in ways)
    return f"<p>What would give it</p><ul>{items}</ul>" * bool(items)


def _by_cutoff(asked: Typed, screen: Screen, ranking: Ranking) -> str:
    """Say at which other cutoff a tool prints a number, the nearest such; "" if at none."""
    cutoffs = [k for k in range(1, min(len(ranking.grades), _DEEPEST) + 1) if k != screen.k]
    cutoffs.sort(key=lambda k: abs(k - screen.k))
    found = ((k, _convention(asked, screen, ranking, k)) for k in cutoffs)
    return next((f"With k = {k}: {there}" for k, there in found if there), "")


def _by_bar(asked: Typed, screen: Screen) -> str:
    """Say from which other grade on a tool prints a number; "" if from none."""
    bars = [grade for grade in range(1, screen.scale + 1) if grade != screen.relevant_from]
    found = ((bar, _convention(asked, screen, _handed(screen, bar), screen.k)) for bar in bars)
    return next((f"Relevant from grade {bar}: {there}" for bar, there in found if there), "")


def _convention(asked: Typed, screen: Screen, ranking: Ranking, k: int) -> str:
    """Say by which convention a tool prints a number as the metric; "" if by none."""
    known = [
        one for one in conventions.CONVENTIONS.values() if one.metric == screen[TwoTools.METRIC]
    ]
    found = definitions.giving(asked.value, asked.within, known, ranking, k)
    if not found:
        return ""
    names = [*dict.fromkeys(line.tool for line in conventions.tools(found[0].definition))]
    tools = ", ".join(names[:3]) + " and others" * (len(names) > 3)
    label, says = _reads(found[0], ranking, k)
    return f"{label}, {says} ({tools})"


# Every line


def every_line() -> None:
    """Draw the table of all that we know of what tools print."""
    st.html(_table())


@cache
def _table() -> str:
    versions = groupby(conventions.LINES, lambda one: (one.tool, one.version))
    body = [*chain(*(_lines(tool, version, [*lines]) for (tool, version), lines in versions))]
    head = ["prints, at k = 10", "as", "which is", "ties"]
    table = plain.table_html("What each tool computes", head, body, words=range(4))
    every, run = len(conventions.LINES), sum(line.proof == "run" for line in conventions.LINES)
    return (
        f"<details class='fold lines'><summary>All {every} lines: each tool, version and name, "
        f"and what it computes</summary><p>Our tests run {run} of them on random lists and hold "
        "each to what is said here. What has a ° was read in the source; † is told by users.</p>"
        f"{table}</details>"
    )


def _lines(tool: str, version: str, lines: Sequence[Line]) -> Iterator[Sequence[object]]:
    """Write what one version of a tool prints, below what is to be said of all of it."""
    remarks = dict.fromkeys(
        chain(*((line.empty, line.alone, line.short, line.odd, line.note) for line in lines))
    )
    said = " ".join(f"{each[0].upper()}{each[1:].rstrip('.')}." for each in remarks if each)
    small = f"<small>{escape(said)}</small>" * bool(said)
    yield Html(f"<b>{escape(tool)}</b> {escape(version)}{small}")
    for line in lines:
        one = conventions.CONVENTIONS[line.definition]
        name = Html(f"<code>{escape(line.name(10))}</code>{_proof(line)}")
        yield [name, one.label(10), Html(_words(one.says)), conventions.TIES[line.ties]]
