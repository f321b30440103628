"""A screen as URL parameters, and back; `ui.core.address` puts them into the browser.

Only differences from the first screen are written; a page's opening screen has no parameters. A
list is one text: each document is its grade and its title, with `~` between documents and
`~.` where retrieval stopped:
`3Feeding a starter~0Toasters~-Nobody judged this~.~2Missed by the system`. Predicted scores
are a parameter of their own, in the order of the documents: `a_scores=0.6,0.55,,0.5`. So are the
words of its query: `a_query=feed a sourdough starter`.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from ui.core.documents import (
    Document,
    RankedList,
    RefusedError,
    checked_grade,
    checked_length,
    checked_score,
    checked_title,
)
from ui.core.knob_kinds import SCALES, to_text
from ui.core.knobs import CHALLENGE, CUTOFF, KNOBS
from ui.core.screen import NAMES, Screen

LONGEST: Final = 8000
"""Most characters of URL parameters that every browser, server and chat window accepts."""

KNOB_OF: Final = {knob.link or key: key for key, knob in KNOBS.items()}
"""The key of each knob by its URL parameter."""
DEPTH: Final = "depth"
"""The URL parameter of a cutoff of runs that is deeper than a list's; k is at its largest then."""
_OF_LIST: Final = "List {} in the address: "
OF_LIST_A: Final = _OF_LIST.format("A")
"""How a sentence begins that says what of list A in an address could not be read."""
FLAGS: Final = ("predict", "present")
"""URL parameters of a page that are not part of its screen."""
LIST_OF: Final = {f"{name}{part}": name for name in NAMES for part in ("", "_scores", "_query")}

_FIRST_SCREEN: Final = Screen()


def encode(screen: Screen, opening: Screen = _FIRST_SCREEN) -> dict[str, str]:
    """Write a screen as URL parameters; the page's opening screen is encoded as none."""
    if screen == opening:
        return {}
    query = {}
    for name, ranked in screen.lists.items():
        # A list is only readable beside its scale; a challenge without a list gets its own list.
        differs = ranked != _FIRST_SCREEN.lists.get(name) or screen.scale != _FIRST_SCREEN.scale
        if differs or screen[CHALLENGE]:
            query[name] = _list_to_text(ranked)
            if ranked.query:
                query[f"{name}_query"] = ranked.query
            scores = [d.predicted for d in ranked.documents]
            if any(score is not None for score in scores):
                query[f"{name}_scores"] = ",".join(
                    "" if score is None else to_text(float(score)) for score in scores
                )
    query |= {
        name: to_text(screen[key])
        for name, key in KNOB_OF.items()
        if screen[key] != _FIRST_SCREEN[key]
    }
    if screen["k"] != screen.k:
        query |= {"k": to_text(screen.k), DEPTH: to_text(screen["k"])}
    return query or {"k": to_text(screen.k)}  # never empty: that is the opening


def decode(query: Mapping[str, str], opening: Screen = _FIRST_SCREEN) -> tuple[Screen, list[str]]:
    """Read URL parameters, and write a sentence about each part that cannot be read.

    A part that cannot be read keeps the value of the first screen. So every address gives a screen
    that can be drawn.
    """
    problems = [
        f"The address has a part “{name[:20]}” that Rankbook does not know; it was left out."
        for name in query
        if name not in (*KNOB_OF, DEPTH) and LIST_OF.get(name) not in query
    ]
    if not query:
        return opening, problems
    screen = _FIRST_SCREEN
    for name in filter(query.__contains__, (*KNOB_OF, DEPTH)):
        try:
            screen = _with_parameter(screen, name, query[name])
        except ValueError as allowed:
            problems.append(
                f"“{name}={query[name][:20]}” in the address was left out; allowed: {allowed}."
            )
    screen, raised = _with_scale_of_lists(screen, query)
    problems += raised
    for name in NAMES:
        if name in query:
            ranked, wrong = _read(query[name], screen.scale)
            if name == "b":
                ranked = _with_ids_of(ranked, screen.a)
            try:
                ranked = _with_scores(ranked, query.get(f"{name}_scores", ""))
            except RefusedError as refused:
                wrong.append(f"{refused} They were left out.")
            try:
                if words := query.get(f"{name}_query"):
                    ranked = replace(ranked, query=checked_title(words, "query"))
            except RefusedError as refused:
                wrong.append(f"{refused} It was left out.")
            try:
                readable = ranked.documents or not wrong
                screen = fitting(screen.with_list(name, ranked)) if readable else screen
            except RefusedError as refused:
                wrong = [f"{refused} It was left out."]
            problems += [f"{_OF_LIST.format(name.upper())}{sentence}" for sentence in wrong]
    return screen, problems


def _with_scale_of_lists(screen: Screen, query: Mapping[str, str]) -> tuple[Screen, list[str]]:
    """Return the screen on a scale that has the grades of all lists, and say so if it is raised."""
    parts = [part for name in NAMES for part in re.split(r"~(?!_)", query.get(name, ""))]
    highest = max((int(part[0]) for part in parts if re.match("[0-9]", part)), default=0)
    scales = [each for each in SCALES if each >= highest]
    if highest <= screen.scale or not scales:
        return screen, []
    top = min(scales)
    said = f"A list in the address has the grade {highest}, so the scale is now 0 to {top}."
    return screen.with_settings(scale=top), [said]


def _with_parameter(screen: Screen, name: str, text: str) -> Screen:
    """Return the screen with the knob of a URL parameter as a text has it.

    Raises:
        ValueError: the text has no value of the knob; the message says what is allowed.
    """
    if name != DEPTH:
        knob = KNOB_OF[name]
        return screen.with_settings(**{knob: KNOBS[knob].parse(text, screen.scale)})
    deep = CUTOFF.of_runs(text)
    return screen.with_settings(k=deep) if screen.k == CUTOFF.high else screen


def fitting(screen: Screen) -> Screen:
    """Return the screen if its address is short enough to share, else raise `RefusedError`."""
    length = len(urlencode(encode(screen)))
    if length > LONGEST:
        raise RefusedError(
            f"This would make the address {length} characters long and at most {LONGEST} can be "
            "shared: use fewer documents or shorter titles."
        )
    return screen


def _list_to_text(ranked: RankedList) -> str:
    parts = [
        f"{'-' if d.grade is None else d.grade}{d.title.replace('~', '~_')}"
        for d in ranked.documents
    ]
    if ranked.retrieved < len(parts):
        parts.insert(ranked.retrieved, ".")
    return "~".join(parts)


def _read(text: str, top_grade: int) -> tuple[RankedList, list[str]]:
    """Read the documents of a list, and write a sentence about each that cannot be read."""
    documents: list[Document] = []
    retrieved, problems = None, []
    for part in re.split(r"~(?!_)", text) if text else []:
        if part == "." and retrieved is None:
            retrieved = len(documents)
            continue
        grade, title = part[:1], part[1:].replace("~_", "~")
        try:
            checked_length(len(documents) + 1)
            title = checked_title(title)
            if not re.match(r"[-\d]", part):
                raise RefusedError(f"“{part[:20]}” does not begin with a grade.")
            number = None if grade == "-" else int(grade)
            checked_grade(number, top_grade, title)
        except RefusedError as refused:
            problems.append(f"{refused} It was left out.")
            continue
        documents.append(Document(str(len(documents) + 1), title, number))
    return RankedList(
        tuple(documents), len(documents) if retrieved is None else retrieved
    ), problems


def _with_ids_of(ranked: RankedList, a: RankedList) -> RankedList:
    """Give documents the ids of the documents of A with their titles: an address has no ids."""
    ids = {document.title: document.id for document in reversed(a.documents)}
    new_ids = [ids.pop(document.title, f"b{document.id}") for document in ranked.documents]
    return replace(
        ranked,
        documents=tuple(
            replace(document, id=id_)
            for document, id_ in zip(ranked.documents, new_ids, strict=True)
        ),
    )


def _with_scores(ranked: RankedList, text: str) -> RankedList:
    """Give each document of a list its predicted score; an empty part is none."""
    if not text:
        return ranked
    try:
        scores = [checked_score(float(part)) if part else None for part in text.split(",")]
        scored = [*zip(ranked.documents, scores, strict=True)]
    except ValueError:
        raise RefusedError(
            f"The scores must be a number from -1000000 to 1000000, or nothing, for each of the "
            f"{len(ranked.documents)} documents, with commas between them."
        ) from None
    return replace(ranked, documents=tuple(replace(d, predicted=score) for d, score in scored))
