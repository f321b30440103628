"""The address is the save file: the whole screen, spelled in a page's query.

Only what differs from the first screen is written. A list reads as one piece of text: each
document is its grade and its title, with `~` between documents and `~.` where retrieval stopped:
`3Feeding a starter~0Toasters~-Nobody judged this~.~2Missed by the system`.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from ui import documents, knobs, screen
from ui.documents import Document, RankedList, RefusedError
from ui.screen import Name, Screen

LONGEST: Final = 8000
"""Characters of a query that every browser, server and chat window still takes."""

# How the address calls the fields of a screen, where it does not use their own name.
_SHORT: Final = {
    "relevant_from": "from",
    "denominator": "ap",
    "recall_denominator": "recall",
    "gain_per_grade": "gains",
    "log_base": "base",
    "persistence": "p",
    "continuation": "continue",
    "metrics": "show",
}
NAMES: Final = {_SHORT.get(field.name, field.name): field.name for field in fields(Screen)}
_FIRST: Final = Screen()


_copy = st.components.v2.component(
    "rankbook_copy_link",
    html=(documents.ASSETS / "copy_link.html").read_text(encoding="utf-8"),
    js=(documents.ASSETS / "copy_link.js").read_text(encoding="utf-8"),
)


def encode(now: Screen) -> dict[str, str]:
    """Spell a screen as query parameters; the first screen is the empty address."""
    changed = {
        name: getattr(now, field)
        for name, field in NAMES.items()
        if getattr(now, field) != getattr(_FIRST, field)
    }
    if now.scale != _FIRST.scale:
        changed["a"] = now.a  # a list is only readable beside its scale
    return {
        name: _spell_list(value) if isinstance(value, RankedList) else knobs.spelled(value)
        for name, value in changed.items()
    }


def decode(query: Mapping[str, str]) -> tuple[Screen, list[str]]:
    """Read what can be read of a query, and name in a sentence each part that can't.

    A part that is wrong leaves what the first screen has in its place, so every query gives a
    screen that can be drawn.
    """
    problems = [
        f"The address has a part “{name[:20]}” that Rankbook does not know; it was left out."
        for name in query
        if name not in NAMES
    ]
    found = _FIRST
    for name, field in NAMES.items():
        if name in query and field in knobs.KNOBS:
            try:
                found = _with(found, field, knobs.KNOBS[field].parse(query[name]))
            except ValueError as allowed:
                problems.append(
                    f"“{name}={query[name][:20]}” in the address was left out; allowed: {allowed}."
                )
    lists: tuple[Name, ...] = ("a", "b")
    for which in lists:
        if which in query:
            ranked, wrong = _read_list(query[which], found.scale)
            try:
                readable = ranked.documents or not wrong
                candidate = found.with_list(which, ranked) if readable else found
                refuse_if_too_long(candidate)
                found = candidate
            except RefusedError as refused:
                wrong = [f"{refused} It was left out."]
            problems += [f"List {which.upper()} in the address: {sentence}" for sentence in wrong]
    return found, problems


def _with(found: Screen, field: str, value: Any) -> Screen:
    """Set one field of a screen that is being read; the scale refits what stands on it."""
    if field == "scale":
        return found.with_scale(value)
    if field == "relevant_from" and value > found.scale:
        raise ValueError(f"a grade from 1 to {found.scale}")
    return replace(found, **{field: value})


def _spell_list(ranked: RankedList) -> str:
    spelled = [
        f"{'-' if d.grade is None else d.grade}{d.title.replace('~', '~_')}"
        for d in ranked.documents
    ]
    if ranked.retrieved < len(spelled):
        spelled.insert(ranked.retrieved, ".")
    return "~".join(spelled)


def _read_list(text: str, top_grade: int) -> tuple[RankedList, list[str]]:
    """Read a list's documents, those that can be read, and say what is wrong with the others."""
    read: list[Document] = []
    retrieved, problems = None, []
    for part in re.split(r"~(?!_)", text) if text else []:
        if part == "." and retrieved is None:
            retrieved = len(read)
            continue
        grade, title = part[:1], part[1:].replace("~_", "~")
        try:
            documents.checked_length(len(read) + 1)
            title = documents.checked_title(title)
            if not re.match(r"[-\d]", part):
                raise RefusedError(f"“{part[:20]}” does not begin with a grade.")
            number = None if grade == "-" else int(grade)
            documents.checked_grade(number, top_grade, title)
        except RefusedError as refused:
            problems.append(f"{refused} It was left out.")
            continue
        read.append(Document(str(len(read) + 1), title, number))
    return RankedList(tuple(read), len(read) if retrieved is None else retrieved), problems


def refuse_if_too_long(candidate: Screen) -> None:
    """Refuse a screen whose address would not travel."""
    length = len(urlencode(encode(candidate)))
    if length > LONGEST:
        raise RefusedError(
            f"This would make the address {length} characters long and at most {LONGEST} can be "
            "shared: use fewer documents or shorter titles."
        )


def read() -> None:
    """Take what the address says when it was the address that changed.

    So it is for a link, a reload or the browser's Back. When the reader acted on the page instead,
    the address still shows the step before, and `write` brings it up to date.
    """
    query = st.query_params.to_dict()
    written = st.session_state.get("address")
    if screen.acted():
        try:
            refuse_if_too_long(screen.current())
        except RefusedError as refused:
            screen.take_back()
            screen.notify(f"{refused} Nothing was changed.")
        return
    if written is None:
        st.session_state["address"] = query
    if query in (written, encode(screen.current())):
        return
    for by in screen.UNDO, screen.REDO:
        neighbour = screen.neighbour(by)
        if neighbour and encode(neighbour) == query:
            screen.step(by)
            screen.acted()
            return
    found, problems = decode(query)
    for sentence in problems[:3]:
        screen.notify(sentence)
    if more := problems[3:]:
        screen.notify(f"{len(more)} more parts of the address were left out.")
    screen.restore(found, fresh=written is None)


def write() -> None:
    """Bring the address up to date with the screen, as a step that the browser's Back takes.

    Held against what the browser sent, because what it was told last may have been lost with a run
    that was broken off; and against what it was told last, because that may still be on its way, or
    have arrived after the Back that this run answers.
    """
    query = encode(screen.current())
    if not query == st.query_params.to_dict() == st.session_state.get("address"):
        st.query_params.from_dict(query)
    st.session_state["address"] = query
    screen.end_preview()


def copy_link() -> None:
    """Draw the button that copies the address."""
    _copy(key="copy_link", width="content")
