"""The list as its grades in a line of text: what is typed there comes onto the board.

The cutoff becomes the length of the list, unless "@20" ends the text, and the scale the shortest
that has its grades. A text that cannot be read stays in the field.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Final

from ui.core import post
from ui.core.documents import RefusedError, checked_length
from ui.core.knob_kinds import SCALES, scale_with
from ui.core.knobs import CUTOFF
from ui.core.post import Action
from ui.core.presets import grades, listed
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_FIELD: Final = "list"
_LONGEST: Final = 500
_SIGNS: Final = str.maketrans({**dict.fromkeys(",;[](){}", " "), "/": " | ", "|": " | "})
_HITS: Final = re.compile(r"[01]{3,}")
"""Grades without spaces between them, "10110"; beside other grades 100 is one of them."""
_HOW: Final = (
    "Write the grades of your list, best rank first, with spaces between them: 3 0 ? 2 / 1. Those "
    "behind the slash were not retrieved. “Your own data” reads titles and files."
)
_CUT: Final = re.compile(r"(?:@|\bk\s*[=:])\s*(\d+)\s*$")
_FRACTION: Final = re.compile(r"-?\d*\.?\d+")
_TITLE: Final = "Document {number}"
_NEGATIVE: Final = (
    "A grade below 0 is read as ?, not judged: trec_eval -J takes it so. Without -J it counts 0, "
    "as does ?. Programs that add up a DCG from the grades themselves have a lower sum."
)


def field(screen: Screen) -> controls.Control:
    """Return a field that shows the grades of the list, and takes others."""
    return {
        "kind": "line",
        "name": _FIELD,
        "label": "The list",
        "value": controls.refused(_FIELD, screen.a)[0] or _written(screen),
        "about": session().origin.preset,
        "help": "The grades, best rank first. ? stands for a document that nobody judged. "
        "Documents behind the slash were not retrieved. @ 20 at the end sets k to 20; without it, "
        "k is the number of retrieved documents.",
        "placeholder": "3 0 2 / 1, or 3 0 2 @ 10",
        "change": {"do": "type_list"},
    }


def refused(screen: Screen) -> Iterator[str]:
    """Yield why the text in the field is not the list on the board, in sentences."""
    text, why = controls.refused(_FIELD, screen.a)
    if text:
        yield f"“{text}” is not read, so all answers are of the list on the board. {why}"


def remark(screen: Screen) -> str:
    """Return how a typed list was read, if that may surprise, in sentences; else ""."""
    text, why = controls.refused(_FIELD, screen.a)
    return "" if text else why


def _written(screen: Screen) -> str:
    ranked = screen.a
    marks = ["?" if each.grade is None else str(each.grade) for each in ranked.documents]
    parts = [" ".join(marks[: ranked.retrieved]), " ".join(marks[ranked.retrieved :])]
    cut = f" @ {screen.k}" * (screen.k != ranked.retrieved)
    return " / ".join(filter(None, parts)) + cut


@post.on_screen("type_list")
def _type_list(screen: Screen, action: Action) -> Screen:
    """Put a list with typed grades on the board, on a scale that has them."""
    text = str(action["to"])[:_LONGEST]
    with controls.keeping(_FIELD, screen.a, text):
        return _with_list(screen, text)


def _with_list(screen: Screen, text: str) -> Screen:
    cut = _CUT.search(text)
    ranked, missed = _read(text[: cut.start()] if cut else text)
    k = int(cut[1]) if cut else len(ranked)
    if not CUTOFF.low <= k <= CUTOFF.high:
        raise RefusedError(f"k is a whole number from {CUTOFF.low} to {CUTOFF.high}, got {k}.")
    checked_length(len(ranked) + len(missed))
    every = [grade if (grade or 0) >= 0 else None for grade in (*ranked, *missed)]
    top = max((grade for grade in every if grade is not None), default=0)
    if top > max(SCALES):
        raise RefusedError(_smaller(ranked, missed, top))
    is_negative = every != [*ranked, *missed]
    if is_negative:
        session().say(_NEGATIVE)
    others = [each.grade for name, b in screen.lists.items() if name != "a" for each in b.documents]
    scale = scale_with([*every, *others], screen.scale if _is_set(screen) else screen.relevant_from)
    if scale != screen.scale:
        session().say(f"The scale is now 0 to {scale}, the shortest that has all grades.")
    titles = [_TITLE.format(number=number) for number in range(1, len(every) + 1)]
    on_both = screen.with_settings(scale=max(scale, screen.scale), k=k)
    with_list = on_both.with_list("a", listed(every, len(ranked), titles))
    if is_negative:
        session().untaken[_FIELD] = with_list.a, "", _NEGATIVE
    return replace(with_list.with_settings(scale=scale), preset="")


def _is_set(screen: Screen) -> bool:
    """Return whether a link or the reader has set the scale; the page or a typed list has not."""
    grades = [each.grade for each in screen.a.documents]
    titles = {each.title for each in screen.a.documents}
    is_typed = titles == {_TITLE.format(number=at) for at in range(1, len(grades) + 1)}
    of_list = is_typed and screen.scale == scale_with(grades, screen.relevant_from)
    return not of_list and screen.scale != session().opening.scale


def _read(text: str) -> tuple[list[int | None], list[int | None]]:
    spaced = text.translate(_SIGNS)
    spaced = "|".join(
        " ".join("".join(side.split())) if all(map(_HITS.fullmatch, side.split())) else side
        for side in spaced.split("|")
    )
    try:
        ranked, missed = grades(spaced)
    except ValueError:
        raise RefusedError(_of_fractions(spaced) or _HOW) from None
    if not ranked:
        raise RefusedError(_HOW)
    return ranked, missed


def _of_fractions(spaced: str) -> str:
    """Say which whole grades have the ratios of some fractions, in sentences; "" for others."""
    ranked, sign, missed = spaced.partition("|")
    parts = [ranked.split(), missed.split()]
    written = [each for part in parts for each in part]
    if not written or not all(map(_FRACTION.fullmatch, written)):
        return ""
    numbers = [Fraction(each) for each in written]
    whole = lcm(*(each.denominator for each in numbers))
    common = gcd(*(int(each * whole) for each in numbers)) or 1
    grades = [int(each * whole) // common for each in numbers]
    said = "Fractions are not read here."
    if max(grades) > max(SCALES):
        return (
            "These look like a model’s scores, and not like grades. Type the grades in this order, "
            f"each a whole number from 0 to {max(SCALES)}, or ?."
        )
    shown = " ".join(map(str, grades[: len(parts[0])]))
    shown += f" / {' '.join(map(str, grades[len(parts[0]) :]))}" * bool(sign)
    below = " A grade below 0 is read as ?, not judged." * (min(grades) < 0)
    same = "nDCG with gain = grade stays the same if all grades are multiplied"
    return f"{said} {same}: type {shown}.{below}"


def _smaller(ranked: Sequence[int | None], missed: Sequence[int | None], top: int) -> str:
    """Say which grades to type for some of which the highest is too high, in sentences."""
    most = max(SCALES)
    known = [grade for grade in (*ranked, *missed) if grade]
    common = gcd(*known)
    is_same = top // common <= most
    sides = [
        " ".join("?" if each is None or each < 0 else _fitted(each, top, common) for each in side)
        for side in (ranked, missed)
    ]
    shown = " / ".join(filter(None, sides))
    start = f"A grade is a whole number from 0 to {most}, or ?."
    if is_same:
        same = "nDCG with gain = grade stays the same if all grades are divided"
        return f"{start} {same}: type {shown}."
    return f"{start} Type {shown}, and let your tool score these grades, too: its number changes."


def _fitted(grade: int, top: int, common: int) -> str:
    """Return a grade on a scale that this page has, in the same proportion or nearly so."""
    most = max(SCALES)
    exact = grade // common if top // common <= most else max(round(grade * most / top), 1)
    return str(exact if grade else 0)
