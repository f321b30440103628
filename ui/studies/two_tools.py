"""The numbers that tools print for one list, and the definitions behind a number of the reader."""

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
    "told": ("†", "reported by its users"),
}
"""The evidence for a line: its mark, and a text."""
_MOST: Final = 5
"""Most definitions that are shown; the others are folded."""
_NO_SCORE: Final = 10
"""Numbers above this are percentages, not scores."""
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
    mine = asked_for(printed.taught.screen)
    rows = "".join(_row(printed, group, mine) for group in groups)
    if not session().hall.presenting:
        _ask()
    numbers = "number" if many == 1 else "different numbers"
    st.html(
        f"<section class='printed' aria-label='Numbers that tools print'><p class='many'><b>{many}"
        f"</b> {numbers} for one list <small>{label}</small></p><ol role='list'>"
        f"{rows}</ol><p class='legend'>° read in its source, † reported by its users. Our tests "
        "run all others. Click a convention for names and versions.</p></section>"
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
        f"<li class='{marks}'><b>{group.said if is_number else 'none'}</b>"
        f"<em>{difference}{'<span>your number</span>' * is_typed}</em>"
        f"<div class='ways'>{ways}</div></li>"
    )


def _way(why: str, lines: Sequence[Line], printed: Numbers) -> str:
    """Return a convention and its tools, with names and versions folded.

    A tool that prints several variants of the metric has the name of the variant.
    """
    k = printed.taught.screen.k
    tools = ", ".join(
        f"{_tool(line)}{_name(line, k) * (printed.names[line.tool] > 1)}{_proof(line)}"
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
    """Return a tool's name, with the version if other versions compute something else."""
    return escape(
        f"{line.tool} {line.version}" if (line.tool, line.prints) in _RENEWED else line.tool
    )


def _proof(line: Line) -> str:
    return _PROOFS[line.proof][0]


def _words(says: str) -> str:
    """Return a phrase of the `conventions` package as HTML."""
    return re.sub(r"\^(\w+|\([^)]*\))", r"<sup>\1</sup>", escape(says))


def _tools(lines: Iterable[Line], k: int) -> str:
    """Return the tools of some lines, with the names that they print."""
    return ", ".join(f"{_tool(line)}{_name(line, k)}{_proof(line)}" for line in lines)


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
        "help": "As your tool printed it, 0.6788, 67.88 % or 3/4; or two numbers, 0.6788 and "
        "0.6581.",
        "placeholder": "0.6788, or two",
        "enter": "Explain it",
        "change": {"do": "turn", "knob": TwoTools.GOT},
    }
    controls.draw("explain", [field], "row")
    results = answers(session().current)
    if isinstance(results, RefusedError):
        short = f"<p class='plain error' role='alert'>{escape(str(results))}</p>"
    else:
        _tell(*(answer.said for answer in results))
        below = "<p><a href='#meaning'>Worked out below</a></p>" * bool(results)
        short = "".join(f"<p>{_words(answer.said)}.</p>" for answer in results) + below
    st.html(f"<div class='short'>{short}</div>")


def explain() -> None:
    """Draw the definitions that give the typed numbers, worked out."""
    results = answers(session().current)
    sections = (
        ()
        if isinstance(results, RefusedError)
        else [f"<section>{answer.html}</section>" for answer in results]
    )
    title = "<h2 id='meaning' tabindex='-1'>What your number means</h2>" * bool(sections)
    st.html(f"<div class='answers'>{title}{''.join(sections)}</div>")


class Answer(NamedTuple):
    """What a number means: a sentence without its full stop, and a worked solution as HTML."""

    said: str
    html: str


def asked_for(screen: Screen) -> list[Typed]:
    """Return the one or two typed numbers; none if they cannot be read."""
    try:
        return read(screen[TwoTools.GOT])
    except RefusedError:
        return []


def read(text: str) -> list[Typed]:
    """Read a number, or two with "and" between them; each may have a name, "nDCG = 0.75".

    Raises:
        RefusedError: the text cannot be read; the message says what is allowed.

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
    """Return the cached answers for the typed numbers, or the error why they cannot be read."""
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
    meanings = [_meaning(number, screen, ranking, scored) for number in numbers]
    apart = _apart(numbers[0], numbers[1], ranking, scored, screen.k) if len(numbers) > 1 else None
    return [apart, *meanings] if apart else meanings


def _known(screen: Screen) -> Sequence[Definition]:
    """Return all definitions, including those for the ties of this list."""
    titles = [document.title for document in screen.a.documents[: screen.a.retrieved]]
    scores = tied(screen)
    return (*conventions.known(), *(conventions.of_ties(scores, titles) if scores else ()))


def _handed(screen: Screen, relevant_from: int) -> Ranking:
    """Return the list as the tools get it: with missed documents, or only the retrieved ones."""
    ranked = screen.a
    if screen[TwoTools.HANDED] == "list":
        ranked = replace(ranked, documents=ranked.documents[: ranked.retrieved])
    return ranked.ranking(screen.scale, relevant_from)


def _apart(first: Typed, second: Typed, ranking: Ranking, scored: Scored, k: int) -> Answer | None:
    """Find the definitions of two numbers that differ in the fewest knobs, and name those knobs."""
    if first.means(second.value) or second.means(first.value):
        return _titled("To the decimals you typed, the two are one number")
    pairs = scored.both((first.value, first.within), (second.value, second.within), most=1)
    if not pairs:
        return None
    names = definitions.differ(*(found.definition for found in pairs[0]))
    text = " and ".join(map(named, names))
    alike = [
        each
        for asked, found in zip((first, second), pairs[0], strict=True)
        for each in scored.giving(asked.value, asked.within)
        if _reads(each, ranking, k) == _reads(found, ranking, k)
    ]
    aware = [found.definition.knobs.get("ideal") != "retrieved" for found in pairs[0]]
    if "ideal" in names and ranking.missed.size and any(aware) and not all(aware):
        yes, no = (each.text for each in ((first, second) if aware[0] else (second, first)))
        text += f": the ideal of {yes} has the missed documents, that of {no} does not"
    return _titled(f"The two differ in {text}", _list(alike, ranking, k))


def _titled(sentence: str, html: str = "", title: str = "") -> Answer:
    """Return an answer; its title is the sentence, or `title`, the start of it."""
    return Answer(sentence, f"<h3>{escape(title or sentence)}</h3>{html}")


def _meaning(number: Typed, screen: Screen, ranking: Ranking, scored: Scored) -> Answer:
    """Return all definitions that give a number, or the nearest and hints if there are none."""
    key, k, text = screen[TwoTools.METRIC], screen.k, number.text
    giving = scored.giving(number.value, number.within)
    if not giving or not 0 <= number.value <= 1:
        return _nothing(number, screen, ranking, scored)
    own = [
        found
        for found in giving
        if found.definition.metric == key and conventions.tools(found.definition)
    ]
    if not own:
        return _unprinted(giving, number, screen, ranking)
    others = [found for found in giving if found not in own]
    count = len(_alike(others, ranking, k))
    more = f"{count} {'definition more gives' if count == 1 else 'definitions more give'} "
    more = f"<details><summary>{more}{escape(text)}</summary>{_list(others, ranking, k)}</details>"
    title = f"{METRICS[key].label(k)} is {text} by"
    _, says = _reads(own[0], ranking, k)
    return _titled(f"{title} {says}", _list(own, ranking, k) + more * bool(others), title)


def _unprinted(giving: Sequence[Found], number: Typed, screen: Screen, ranking: Ranking) -> Answer:
    """Return what gives a number that no tool prints under the metric's name, likeliest first.

    First come other metrics of tools, then other cutoffs or relevance thresholds. Definitions that
    no known tool uses come last, those of the metric itself before others.
    """
    key, k = screen[TwoTools.METRIC], screen.k
    printed, unused = (
        [found for found in giving if bool(conventions.tools(found.definition)) == is_used]
        for is_used in (True, False)
    )
    unused.sort(key=lambda found: found.definition.metric != key)
    title = f"No tool that we know prints {number.text} as {METRICS[key].label(k)} of this list"
    ways = _elsewhere(number, screen, ranking)
    if printed:
        lead = f"{title}. But it is"
        rest = (
            "<details><summary>Definitions that no known tool prints</summary>"
            f"{_list(unused, ranking, k)}</details>"
        )
        below = f"{_list(printed, ranking, k)}{_ways(ways)}{rest * bool(unused)}"
        return _titled(f"{lead} {' '.join(_reads(printed[0], ranking, k))}", below, lead)
    below = f"{_ways(ways)}<p>It is{' also' * bool(ways)}</p>{_list(unused, ranking, k)}"
    return _titled(". ".join((title, *ways[:1])), below, title)


def _reads(found: Found, ranking: Ranking, k: int) -> tuple[str, str]:
    """Return label and phrase of a definition, without rules that do not matter for this list."""
    definition = found.definition
    return definition.label(k), phrase(definition, nothing=not ranking.relevant_total)


def _alike(giving: Sequence[Found], ranking: Ranking, k: int) -> list[list[Found]]:
    """Group definitions with the same label and phrase."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for found in giving:
        groups.setdefault(_reads(found, ranking, k), []).append(found)
    return list(groups.values())


def _list(giving: Sequence[Found], ranking: Ranking, k: int) -> str:
    """Return definitions that give a number, the simplest first, with the later ones folded."""
    groups = _alike(giving, ranking, k)
    written = "".join(_found(group, ranking, k) for group in groups[:_MOST])
    rest = "".join(_found(group, ranking, k, worked=False) for group in groups[_MOST:])
    more = f"<details><summary>{len(groups) - _MOST} more</summary><ol>{rest}</ol></details>"
    return f"<ol role='list'>{written}</ol>{more * bool(rest)}"


def _found(alike: Sequence[Found], ranking: Ranking, k: int, *, worked: bool = True) -> str:
    """Return a definition, its formula with the list's numbers, and its tools, as HTML.

    Definitions in `alike` differ only for a list without relevant documents.
    """
    definition = alike[0].definition
    name, phrase = _reads(alike[0], ranking, k)
    label, says = escape(name), _words(phrase)
    formula = _worked(definition, ranking, k) if worked else ""
    total = decimals(alike[0].score, _PLACES)
    worked_out = f"<p class='sum'>{label} = {formula} = <b>{total}</b></p>"
    lines = chain(*(conventions.tools(found.definition) for found in alike))
    tools = _tools(lines, k) or "no tool that we know of"
    return f"<li><b>{label}</b> {says}{worked_out * bool(formula)}<small>{tools}</small></li>"


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


def _nothing(number: Typed, screen: Screen, ranking: Ranking, scored: Scored) -> Answer:
    """Return an answer for a number that no definition gives, or only other metrics."""
    metric, k, text = METRICS[screen[TwoTools.METRIC]], screen.k, number.text
    label = metric.label(k)
    if not 0 <= number.value <= 1:
        percent = (
            f" If it is a percentage, type {escape(text)} %." if 1 < number.value <= 100 else ""
        )
        ideal = (
            " Above 1, it may have been divided by the ideal of fewer documents than the list "
            "has. Or a document stands twice in the list."
            if metric.key == "ndcg" and 1 < number.value <= _NO_SCORE
            else ""
        )
        others = scored.giving(number.value, number.within)
        but = f"<p>But it is</p>{_list(others, ranking, k)}" if others else ""
        return _titled(f"No {label} is {text}", f"<p>It goes from 0 to 1.{percent}{ideal}</p>{but}")
    nearest = scored.nearest(number.value)
    printed = [
        each
        for each in nearest
        if each.definition.metric == metric.key and conventions.tools(each.definition)
    ][:3]
    ways = _elsewhere(number, screen, ranking)
    tried = (
        "<li><b>No other cutoff gives this number</b>, and no other grade from which a document is "
        "relevant.</li>"
    )
    hints = tried * (not ways) + "".join(f"<li>{each}</li>" for each in _HINTS)
    title = f"Nothing gives {text} for this list at k = {k}"
    return _titled(
        ". ".join((title, *ways[:1])),
        f"{_ways(ways)}<p>Nearest come</p>{_list(printed, ranking, k)}"
        f"<p>What else to check</p><ul>{hints}</ul>",
        title,
    )


_HINTS: Final = (
    "<b>The documents.</b> Did the tool get all documents on the board, and no others?",
    "<b>Ties.</b> Documents with the same score may have another order in the tool.",
    "<b>A mean.</b> A mean over queries is the score of no single query. An empty query counts 0, "
    "1 or not at all.",
    "<b>Candidates.</b> Among a sample of documents every score is higher than among all.",
    "<b>Rounding.</b> Some tools round each query before they take the mean.",
)
"""Other possible reasons for a different number."""


def _elsewhere(number: Typed, screen: Screen, ranking: Ranking) -> list[str]:
    """Return with which other cutoff or relevance threshold a tool prints a number."""
    return [*filter(None, (_by_cutoff(number, screen, ranking), _by_bar(number, screen)))]


def _ways(ways: Sequence[str]) -> str:
    """Return a list of settings that would give a number, as HTML."""
    items = "".join(f"<li>{_words(way)}.</li>" for way in ways)
    return f"<p>What would give it</p><ul>{items}</ul>" * bool(items)


def _by_cutoff(number: Typed, screen: Screen, ranking: Ranking) -> str:
    """Return the nearest other cutoff at which a tool prints a number, or ""."""
    cutoffs = [k for k in range(1, min(len(ranking.grades), _DEEPEST) + 1) if k != screen.k]
    cutoffs.sort(key=lambda k: abs(k - screen.k))
    results = ((k, _convention(number, screen, ranking, k)) for k in cutoffs)
    return next((f"With k = {k}: {by}" for k, by in results if by), "")


def _by_bar(number: Typed, screen: Screen) -> str:
    """Return another relevance threshold with which a tool prints a number, or ""."""
    bars = [grade for grade in range(1, screen.scale + 1) if grade != screen.relevant_from]
    results = ((bar, _convention(number, screen, _handed(screen, bar), screen.k)) for bar in bars)
    return next((f"Relevant from grade {bar}: {by}" for bar, by in results if by), "")


def _convention(number: Typed, screen: Screen, ranking: Ranking, k: int) -> str:
    """Return by which convention a tool prints a number as the metric, or ""."""
    metric = screen[TwoTools.METRIC]
    candidates = [known for known in conventions.CONVENTIONS.values() if known.metric == metric]
    found = definitions.giving(number.value, number.within, candidates, ranking, k)
    if not found:
        return ""
    names = [*dict.fromkeys(line.tool for line in conventions.tools(found[0].definition))]
    tools = ", ".join(names[:3]) + " and others" * (len(names) > 3)
    label, says = _reads(found[0], ranking, k)
    return f"{label}, {says} ({tools})"


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
    remarks = dict.fromkeys(
        chain(*((line.empty, line.alone, line.short, line.odd, line.note) for line in lines))
    )
    remark = " ".join(f"{text[0].upper()}{text[1:].rstrip('.')}." for text in remarks if text)
    small = f"<small>{escape(remark)}</small>" * bool(remark)
    yield Html(f"<b>{escape(tool)}</b> {escape(version)}{small}")
    for line in lines:
        meant = conventions.CONVENTIONS[line.definition]
        name = Html(f"<code>{escape(line.name(10))}</code>{_proof(line)}")
        yield [name, meant.label(10), Html(_words(meant.says)), conventions.TIES[line.ties]]
