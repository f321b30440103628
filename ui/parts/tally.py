"""A table of four counts that is filled by hand, with its sums."""

from functools import partial

from ui.core import announcements, post
from ui.core.documents import RefusedError
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.core.typed_knobs import Counts
from ui.parts import controls
from ui.parts.controls import Control


def draw(name: str) -> None:
    """Draw a knob of four counts as a table, with a field for each count."""
    knob, counts = _knob(name), session().shown[name]
    fields: list[Control] = [
        {
            **{"kind": "line", "name": f"cell-{cell}", "label": label},
            **{"note": "".join(knob.signs[cell : cell + 1])},
            **{"value": "" if count is None else str(count), "placeholder": "?"},
            **{"signs": "", "change": {"do": "tally", "knob": name, "cell": cell}},
        }
        for cell, (label, count) in enumerate(zip(knob.cells, counts, strict=True))
    ]
    a, b, c, d = counts
    head, foot = (*knob.columns, "Sum"), ("Sum", _sum(a, c), _sum(b, d), _sum(*counts))
    table = [
        _text("corner", ""),
        *(_text(f"head-{at}", text) for at, text in enumerate(head)),
        *(_text("row-1", knob.rows[0]), *fields[:2], _text("sum-1", _sum(a, b))),
        *(_text("row-2", knob.rows[1]), *fields[2:], _text("sum-2", _sum(c, d))),
        *(_text(f"foot-{at}", text) for at, text in enumerate(foot)),
    ]
    controls.draw("tally", table, "tally")


def _sum(*counts: int | None) -> str:
    """Write a sum, or a question mark if one count is unknown."""
    known = [count for count in counts if count is not None]
    return f"{sum(known):,}" if len(known) == len(counts) else "?"


def _text(name: str, text: str) -> Control:
    return {"kind": "text", "name": name, "text": text}


def _knob(name: str) -> Counts:
    knob = KNOBS[name]
    if not isinstance(knob, Counts):
        raise RefusedError("This table is not there.")
    return knob


@post.on_screen("tally")
def _count(screen: Screen, action: Action) -> Screen:
    """Set one count of a table."""
    name, cell = action["knob"], action["cell"]
    knob, counts = _knob(name), to_text(screen[name]).split(",")
    if type(cell) is not int or not 0 <= cell < len(counts):
        raise RefusedError("This count is no longer there.")
    typed = str(action["to"])[:20]
    empty = "" if knob.last_unknown and cell == len(counts) - 1 else "0"
    counts[cell] = typed.strip(" ?").replace(",", "") or empty
    try:
        return screen.with_settings(**{name: knob.parse(",".join(counts), screen.scale)})
    except ValueError:
        raise RefusedError(
            f"{knob.cells[cell]}: “{typed}” was not taken; allowed are whole numbers from 0 to "
            f"{knob.most:,}."
        ) from None


def _changed(name: str, old: Screen, new: Screen, _back: bool) -> str:
    """Describe the changes of the counts of a knob."""
    knob, before, after = _knob(name), old[name], new[name]
    if len(before) != len(after) or len(after) > len(knob.cells):
        return f"{knob.label}: {knob.in_words(after, new.scale)}"
    changed = [
        f"{label}: {'unknown' if now is None else f'{now:,}'}"
        for label, was, now in zip(knob.cells, before, after, strict=True)
        if was != now
    ]
    return ", ".join(changed)


for _name, _one in KNOBS.items():
    if isinstance(_one, Counts):
        announcements.words_of(_name)(partial(_changed, _name))
