"""The prose of a page: Markdown in `pages/<page>/prose.md`, which owns the order of the page.

A line that starts with `## ` begins a section. One that starts with `### ` begins a question, whose
answer is folded until the next heading. Besides Markdown there are

    {{name}}                            in a text: a field, a value that the page's Python gives
    {{name}}, {{name words}}            on a line of its own: a slot, which Python draws; if the
                                        value is a text, it goes on here
    ## Title {{if name}}                a section that stands only where `name` is true
    ## Title {{if name: step}}          the same; the search opens the step, where it stands
    ## Title {{if name: typed}}         the same; the search leaves it out: it needs what is typed
    [List X](step:ap-first-page)        a link that takes a step of any lesson
    [Set base 10](turn:log_base=10)     a link that turns a knob
    [the article](text:article)         a link to a published text; [](text:article) has its author
                                        and year, [](cited:article) its title, too
    [its lesson](lesson:disagreement)   a link to a page

    ::: two                             until a line `:::`, two sections beside each other; their
                                        slots return texts
    ::: further What it has             until a line `:::`, a fold with this title; its content is
                                        sent when the reader opens it
    ::: fold Title {{if name}}          the same for one section in it: the titles are a menu

A link stands on one line. `revealed` is known everywhere: whether the reader may see the score.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from ui.contents import FOLDER, PAGES, TEXTS
from ui.core.knob_kinds import SCALES
from ui.core.knobs import KNOBS
from ui.core.plain import typeset
from ui.core.presets import lessons_by_step
from ui.core.session import session
from ui.parts.controls import invite

_IF: Final = r"(?: \{\{if (\w+)(?:: ([\w-]+))?\}\})?"
_BEGIN: Final = re.compile(rf"::: (two|further|fold)(?: (.+?))?{_IF}")
_END: Final = ":::"
_HEADING: Final = re.compile(rf"(##|###) (.+?){_IF}")
_SLOT: Final = re.compile(r"\{\{(\w+)((?: [\w-]+)*)\}\}")
_HEADED: Final = re.compile(r"<details><summary>(.+?)</summary>|## (.+)")
_SOURCE: Final = re.compile(r"\[([^\]]+)\]\(https:[^)]+\)")
_LINK: Final = re.compile(r"\[([^\]]*)\]\((step|turn|text|cited|lesson):([^)\s]+)\)")
_KNOWN: Final = re.compile(rf"{_SLOT.pattern}|{_LINK.pattern}|\]\(https?://")
_LIST: Final = re.compile(r"\+ |\d+[.)] ")
_MISSPELLED: Final = re.compile(r"\{\{|\}\}|\]\([^)]*\)?")
_REVEALED: Final = "revealed"
_TYPED: Final = "typed"


class Block(NamedTuple):
    """A text, a slot, or a group of blocks.

    Attributes:
        text: Markdown with fields, or the title of a fold; "" for a slot.
        slot: name and arguments of a slot.
        only_if: the name of what must be true for its section.
        step: where the search finds its section, or "" for the page as it opens.
        line: where it begins in its file.
        group: "two", "further" or "fold", or "" for what is no group.
        inside: the blocks of a group.
    """

    text: str = ""
    slot: tuple[str, ...] = ()
    only_if: str = ""
    step: str = ""
    line: int = 0
    group: str = ""
    inside: tuple["Block", ...] = ()

    def needs(self) -> Iterator[tuple[str, int]]:
        """Yield the names that the page's Python must give, and the line of each."""
        for block in self.inside:
            yield from block.needs()
        for found in _SLOT.finditer(self.text):
            yield found[1], self.line + self.text.count("\n", 0, found.start())
        for name in (*self.slot[:1], self.only_if):
            if name not in ("", _REVEALED):
                yield name, self.line


def draw(page: str, **values: Any) -> None:
    """Draw the prose of a page; text between two slots is one element.

    Args:
        page: the page's name.
        values: a field's text or number, or a function that returns it; a slot's function or text,
            or None where nothing is drawn; whether a section stands.
    """
    values[_REVEALED] = not session().drawn.hidden
    _draw(read(page), values)


def _draw(blocks: Sequence[Block], values: Mapping[str, Any]) -> None:
    texts: list[str] = []
    for block in blocks:
        if block.only_if and not values[block.only_if]:
            continue
        if block.group == "two":
            texts.append(_two(block.inside, values))
        elif block.group:
            _draw_text(texts)
            in_menu = block.group == "fold"
            title = f"**{block.text}**" if in_menu else f"**Further:** {block.text}"
            key = fold_key(block.text) if in_menu else "further"
            with st.expander(title, on_change="rerun", key=key) as fold:
                if fold.open:
                    _draw(block.inside, values)
        elif block.text:
            texts.append(_filled(block.text, values))
        elif isinstance(values[block.slot[0]], str):
            texts.append(values[block.slot[0]])
        else:
            _draw_text(texts)
            texts += filter(None, [_drawn(block, values)])
    _draw_text(texts)


def fold_key(title: str) -> str:
    """Return the key of the fold of a section.

    >>> fold_key("P and F1 at each level of recall")
    'fold_p_and_f1_at_each_level_of_recall'
    """
    return "_".join(["fold", *re.findall(r"[a-z0-9]+", title.lower())])


def _two(blocks: Sequence[Block], values: Mapping[str, Any]) -> str:
    """Write two sections beside each other, as one text."""
    sections: list[list[str]] = []
    for block in blocks:
        if block.only_if and not values[block.only_if]:
            continue
        text = _filled(block.text, values) if block.text else _drawn(block, values)
        if block.text.startswith("## "):
            sections.append([])
        sections[-1].append(text)
    columns = ("\n\n".join(["<div>", *texts, "</div>"]) for texts in sections)
    return f"<div class='two'>{''.join(columns)}</div>"


def _filled(text: str, values: Mapping[str, Any]) -> str:
    return typeset(_SLOT.sub(lambda found: _text(values[found[1]]), text))


def _drawn(block: Block, values: Mapping[str, Any]) -> str:
    """Draw a slot, or return its text."""
    name, *arguments = block.slot
    value = values[name]
    text = value(*arguments) if callable(value) else value
    return text if isinstance(text, str) else ""


def _text(value: Any) -> str:
    return str(value() if callable(value) else value)


def _draw_text(texts: list[str]) -> None:
    """Draw texts as one element, and take them off the list.

    A source is linked where it is named first.
    """
    linked: set[str] = set()

    def once(found: re.Match[str]) -> str:
        again = found[0] in linked
        linked.add(found[0])
        return found[1] if again else found[0]

    text = _SOURCE.sub(once, "\n\n".join(texts))
    texts.clear()
    if text:
        st.markdown(text, unsafe_allow_html=True)


def headed(page: str) -> Iterator[tuple[bool, str, str, str]]:
    """Yield whether it is a question, title, plain text and step of all that the search finds.

    "…" stands for a field.
    """
    for block in _flat(read(page)):
        text = re.sub(r"\]\([^)]*\)|[*`|\[]", " ", _SLOT.sub("…", block.text))
        found = _HEADED.match(text)
        if found and block.step != _TYPED:
            yield bool(found[1]), found[1] or found[2], text[found.end() :], block.step


def folds(page: str) -> Iterator[str]:
    """Yield the titles of the folds in the fold at the foot of a page."""
    for block in read(page):
        yield from (each.text for each in block.inside if each.group == "fold")


def _flat(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield all blocks, and those of a group in its place; a fold has a heading."""
    for block in blocks:
        if block.group == "fold":
            text = next((each.text for each in block.inside[:1] if not each.group), "")
            yield Block(f"## {block.text}\n{text}", step=block.step)
        yield from _flat(block.inside) if block.group else (block,)


def read(page: str) -> tuple[Block, ...]:
    """Return the blocks of a page's prose; an edited file is read again.

    Raises:
        ValueError: a link leads nowhere; the message names file and line.
    """
    file = FOLDER / page / "prose.md"
    return _read(file, file.stat().st_mtime_ns) if file.exists() else ()


@lru_cache(maxsize=64)
def _read(file: Path, _changed: int) -> tuple[Block, ...]:
    """Read a file that was last changed at a time."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return tuple(_blocks(lines, f"pages/{file.parent.name}/{file.name}"))


def _blocks(numbered: Iterator[tuple[int, str]], file: str, group: str = "") -> Iterator[Block]:
    """Yield the blocks of a file, or those of a group until its end."""
    lines: list[str] = []
    only_if, step, begins = "", "", 1
    folded: tuple[str, ...] = ()  # what ends an answer

    def close() -> Iterator[Block]:
        """Yield a block of the lines so far."""
        if lines:
            text = "\n".join([*lines, *folded])
            yield Block(text, only_if=only_if, step=step, line=begins)
        lines.clear()

    for number, line in numbered:
        where = f"{file}, line {number}"
        heading, slot, begin = (pattern.fullmatch(line) for pattern in (_HEADING, _SLOT, _BEGIN))
        if heading or slot or begin or line == _END:
            yield from close()
            folded = ()
        if line == _END:
            if not group:
                raise ValueError(f"{where}: no group has begun")
            return
        if heading and heading[1] == "##":
            only_if, step = heading[3] or "", heading[4] or ""
        begins = begins if lines else number
        if begin:
            inside = tuple(_blocks(numbered, file, begin[1]))
            yield Block(
                begin[2] or "", (), begin[3] or "", begin[4] or "", number, begin[1], inside
            )
            only_if, step = "", ""
        elif heading and heading[1] == "###":
            lines.append(f"<details><summary>{_linked(heading[2], where)}</summary>")
            folded = ("\n</details>",)
        elif heading:
            lines.append(f"## {_linked(heading[2], where)}")
        elif slot:
            yield Block("", (slot[1], *slot[2].split()), only_if, step, number)
        elif _LIST.match(line) and lines and lines[-1] and not _LIST.match(lines[-1]):
            raise ValueError(f"{where}: a line that begins with {line.split()[0]!r} is a list")
        elif line or lines:
            lines.append(_linked(line, where))
    yield from close()
    if group:
        raise ValueError(f"{file}: the group {group!r} has no end")


def _linked(line: str, where: str) -> str:
    """Write our links in a line as Markdown has them.

    Raises:
        ValueError: a link leads nowhere, or a slot is spelled in another way.
    """
    try:
        written = _LINK.sub(_link, line)
    except ValueError as wrong:
        raise ValueError(f"{where}: {wrong}") from wrong
    if unknown := _MISSPELLED.search(_KNOWN.sub("", line)):
        raise ValueError(f"{where}: what is {unknown[0]!r}?")
    return written


def _link(found: re.Match[str]) -> str:
    """Write one of our links as Markdown has it."""
    words, kind, to = found.groups()
    if kind == "turn":
        knob, _, value = to.partition("=")
        if knob not in KNOBS:
            raise ValueError(f"there is no knob {knob!r}")
        KNOBS[knob].parse(value, max(SCALES))
        return invite(words, {"do": "turn", "knob": knob, "to": _number(value)})
    targets: Mapping[str, Any] = {"step": lessons_by_step(), "lesson": PAGES}.get(kind, TEXTS)
    if to not in targets:
        raise ValueError(f"there is no {kind} {to!r}")
    if kind == "step":
        return invite(words, {"do": "preset", "lesson": targets[to], "to": to})
    if kind == "cited":
        return str(targets[to].cited)
    return f"[{words or targets[to].name}]({targets[to].url or '.'})"


def _number(value: str) -> str | float:
    """Return the number that a text has, or the text."""
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return value


@cache
def check() -> None:
    """Read the prose of all pages, once.

    Raises:
        ValueError: a link leads nowhere; a text names a slot, a field or a condition that its
            page.py does not give to `draw`, or names none of those that it gives. The message names
            file and line.
    """
    for page in PAGES:
        check_page(page)


def check_page(page: str) -> None:
    """Read the prose of one page.

    Raises:
        ValueError: as `check`.
    """
    given = _given(page)
    needed = [each for block in read(page) for each in block.needs()]
    for name, line in needed:
        if name not in given:
            raise ValueError(f"pages/{page}/prose.md, line {line}: page.py gives no {name!r}")
    for name in given.keys() - dict(needed).keys():
        raise ValueError(f"pages/{page}/page.py, line {given[name]}: no text names {name!r}")


def _given(page: str) -> Mapping[str, int]:
    """Return the names that a page gives to `draw`, each with its line, as its source has them."""
    source = (FOLDER / page / "page.py").read_text(encoding="utf-8")
    return {
        keyword.arg or "**": keyword.value.lineno
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "prose.draw"
        for keyword in call.keywords
    }
