"""The list as its grades in a line of text: what is typed there comes onto the board.

The cutoff becomes the length of the list.
"""

import re
from typing import Final

from ui.core import post
from ui.core.documents import RankedList, RefusedError, checked_length
from ui.core.knobs import SCALES
from ui.core.post import Action
from ui.core.presets import grades, listed
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_LONGEST: Final = 500
_SIGNS: Final = str.maketrans({**dict.fromkeys(",;[](){}", " "), "/": " | ", "|": " | "})
_HITS: Final = re.compile(r"[01]{3,}")
"""Grades without spaces between them, "10110"."""
_HOW: Final = (
    "Write the grades of your list, best rank first, with spaces between them: 3 0 ? 2 / 1. Those "
    "behind the slash were not retrieved. “Your own data” reads titles and files."
)
_NEGATIVE: Final = (
    "A grade below 0 stands as 0, because trec_eval takes it as not relevant. Programs that add up "
    "a DCG from the grades themselves have a lower sum."
)


def field(screen: Screen) -> controls.Control:
    """Return a field that shows the grades of the list, and takes others."""
    return {
        "kind": "line",
        "name": "list",
        "label": "The list",
        "value": _written(screen.a),
        "about": screen.preset,
        "help": "The grades, best rank first. ? stands for a document that nobody judged. "
        "Documents behind the slash were not retrieved.",
        "placeholder": "3 0 2 / 1",
        "change": {"do": "type_list"},
    }


def _written(ranked: RankedList) -> str:
    marks = ["?" if each.grade is None else str(each.grade) for each in ranked.documents]
    parts = [" ".join(marks[: ranked.retrieved]), " ".join(marks[ranked.retrieved :])]
    return " / ".join(filter(None, parts))


@post.on_screen("type_list")
def _type_list(screen: Screen, action: Action) -> Screen:
    """Put a list with typed grades on the board, on a scale that has them."""
    ranked, missed = _read(str(action["to"])[:_LONGEST])
    checked_length(len(ranked) + len(missed))
    every = [grade if grade is None else max(grade, 0) for grade in (*ranked, *missed)]
    top = max((grade for grade in every if grade is not None), default=0)
    if top > max(SCALES):
        raise RefusedError(f"A grade is a whole number from 0 to {max(SCALES)}, or ?. {_HOW}")
    if every != [*ranked, *missed]:
        session().say(_NEGATIVE)
    scale = next(each for each in sorted(SCALES) if each >= top)
    on_scale = screen.with_settings(scale=max(scale, screen.scale), k=len(ranked))
    titles = [f"Document {number}" for number in range(1, len(every) + 1)]
    return on_scale.with_list("a", listed(every, len(ranked), titles))


def _read(text: str) -> tuple[list[int | None], list[int | None]]:
    spaced = text.translate(_SIGNS)
    spaced = _HITS.sub(lambda hits: " ".join(hits[0]), spaced)
    try:
        ranked, missed = grades(spaced)
    except ValueError:
        raise RefusedError(_HOW) from None
    if not ranked:
        raise RefusedError(_HOW)
    return ranked, missed
