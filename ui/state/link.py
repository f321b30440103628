"""A screen as the query of a link, and back; `ui.wire.address` puts it into the browser.

Only what differs from the first screen is written, and nothing of what a page opens with. A list
reads as one piece of text: each document is its grade and its title, with `~` between documents and
`~.` where retrieval stopped:
`3Feeding a starter~0Toasters~-Nobody judged this~.~2Missed by the system`. Predicted scores stand
beside it, in the order of the documents: `a_scores=0.6,0.55,,0.5`; so do the words of its query:
`a_query=feed a sourdough starter`.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from ui.state.documents import (
    Document,
    RankedList,
    RefusedError,
    checked_grade,
    checked_length,
    checked_title,
)
from ui.state.knobs import KNOBS, spelled
from ui.state.screen import NAMES, Screen

LONGEST: Final = 8000
"""Characters of a query that every browser, server and chat window still takes."""

KNOB_OF: Final = {knob.link or key: key for key, knob in KNOBS.items()}
"""The knobs by what an address calls them."""
LIST_OF: Final = {f"{name}{part}": name for name in NAMES for part in ("", "_scores", "_query")}

_FIRST: Final = Screen()


def encode(now: Screen, opening: Screen = _FIRST) -> dict[str, str]:
    """Spell a screen as query parameters; what the page opens with is the empty address."""
    if now == opening:
        return {}
    query = {}
    for name, ranked in now.lists.items():
        # A list is only readable beside its scale.
        if ranked != _FIRST.lists.get(name) or now.scale != _FIRST.scale:
            query[name] = _spell(ranked)
            if ranked.query:
                query[f"{name}_query"] = ranked.query
            scores = [d.predicted for d in ranked.documents]
            if any(score is not None for score in scores):
                query[f"{name}_scores"] = ",".join(
                    "" if score is None else spelled(float(score)) for score in scores
                )
    query |= {name: spelled(now[key]) for name, key in KNOB_OF.items() if now[key] != _FIRST[key]}
    return query or {"k": spelled(now.k)}  # the first screen, where the page opens with another


def decode(query: Mapping[str, str], opening: Screen = _FIRST) -> tuple[Screen, list[str]]:
    """Read what can be read of a query, and name in a sentence each part that can't.

    A part that is wrong leaves what the first screen has in its place, so every query gives a
    screen that can be drawn.
    """
    problems = [
        f"The address has a part “{name[:20]}” that Rankbook does not know; it was left out."
        for name in query
        if name not in KNOB_OF and LIST_OF.get(name) not in query
    ]
    if not query:
        return opening, problems
    found = _FIRST
    for name, key in KNOB_OF.items():
        if name in query:
            try:
                found = found.turned(**{key: KNOBS[key].parse(query[name], found.scale)})
            except ValueError as allowed:
                problems.append(
                    f"“{name}={query[name][:20]}” in the address was left out; allowed: {allowed}."
                )
    for name in NAMES:
        if name in query:
            ranked, wrong = _read(query[name], found.scale)
            if name == "b":
                ranked = _of_the_same(ranked, found.a)
            try:
                ranked = _with_scores(ranked, query.get(f"{name}_scores", ""))
            except RefusedError as refused:
                wrong.append(f"{refused} They were left out.")
            try:
                if asked := query.get(f"{name}_query"):
                    ranked = replace(ranked, query=checked_title(asked, "query"))
            except RefusedError as refused:
                wrong.append(f"{refused} It was left out.")
            try:
                readable = ranked.documents or not wrong
                found = fitting(found.with_list(name, ranked)) if readable else found
            except RefusedError as refused:
                wrong = [f"{refused} It was left out."]
            problems += [f"List {name.upper()} in the address: {sentence}" for sentence in wrong]
    return found, problems


def fitting(screen: Screen) -> Screen:
    """Return a screen whose address travels, else `RefusedError`."""
    length = len(urlencode(encode(screen)))
    if length > LONGEST:
        raise RefusedError(
            f"This would make the address {length} characters long and at most {LONGEST} can be "
            "shared: use fewer documents or shorter titles."
        )
    return screen


def _spell(ranked: RankedList) -> str:
    parts = [
        f"{'-' if d.grade is None else d.grade}{d.title.replace('~', '~_')}"
        for d in ranked.documents
    ]
    if ranked.retrieved < len(parts):
        parts.insert(ranked.retrieved, ".")
    return "~".join(parts)


def _read(text: str, top_grade: int) -> tuple[RankedList, list[str]]:
    """Read a list's documents, those that can be read, and say what is wrong with the others."""
    read: list[Document] = []
    retrieved, problems = None, []
    for part in re.split(r"~(?!_)", text) if text else []:
        if part == "." and retrieved is None:
            retrieved = len(read)
            continue
        grade, title = part[:1], part[1:].replace("~_", "~")
        try:
            checked_length(len(read) + 1)
            title = checked_title(title)
            if not re.match(r"[-\d]", part):
                raise RefusedError(f"“{part[:20]}” does not begin with a grade.")
            number = None if grade == "-" else int(grade)
            checked_grade(number, top_grade, title)
        except RefusedError as refused:
            problems.append(f"{refused} It was left out.")
            continue
        read.append(Document(str(len(read) + 1), title, number))
    return RankedList(tuple(read), len(read) if retrieved is None else retrieved), problems


def _of_the_same(ranked: RankedList, a: RankedList) -> RankedList:
    """Know the documents of A again in another list, by their titles: an address has no ids."""
    ids = {document.title: document.id for document in reversed(a.documents)}
    known = [ids.pop(document.title, f"b{document.id}") for document in ranked.documents]
    return replace(
        ranked,
        documents=tuple(
            replace(document, id=id_) for document, id_ in zip(ranked.documents, known, strict=True)
        ),
    )


def _with_scores(ranked: RankedList, text: str) -> RankedList:
    """Give each document of a list its predicted score, `` for none."""
    if not text:
        return ranked
    try:
        scores = [float(part) if part else None for part in text.split(",")]
    except ValueError:
        scores = []
    if len(scores) != len(ranked.documents) or not all(
        score is None or abs(score) <= 1e6 for score in scores
    ):
        raise RefusedError(
            f"The scores must be a number from -1000000 to 1000000, or nothing, for each of the "
            f"{len(ranked.documents)} documents, with commas between them."
        )
    scored = zip(ranked.documents, scores, strict=True)
    return replace(ranked, documents=tuple(replace(d, predicted=score) for d, score in scored))
