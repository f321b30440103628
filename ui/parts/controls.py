"""Knobs, buttons and presets: one component a group, whose parts are named in its data.

They are the browser's own controls, drawn by assets/controls/controls.js, and not Streamlit's
widgets, for three reasons. The screen is the only state: a widget keeps a second one, which can
come back as the reader's doing. A slider is previewed while it is held; `st.slider` tells its
value when it is let go. A group of controls is one element; a widget costs an edit 0.2 to 0.4 ms.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import streamlit as st

from ui.contents import PAGES, Page
from ui.parts import present
from ui.state import knobs
from ui.state.documents import ASSETS, RefusedError
from ui.state.knobs import KNOBS
from ui.state.presets import presets
from ui.state.screen import Name, Screen
from ui.state.session import REDO, UNDO, Session, session
from ui.wire import post
from ui.wire.post import Action

Control: TypeAlias = Mapping[str, Any]
Layout: TypeAlias = Literal[
    "row",
    "halves",
    "grid",
    "talk",
    "hall",
    "guess",
    "hands",
    "hall-guess",
    "beside",
    "drill",
]

COPY: Control = {"kind": "copy", "name": "copy", "label": "Copy link"}
"""The button that copies the page's address."""

_controls = st.components.v2.component(
    "rankbook_controls", js=(ASSETS / "mount.js").read_text(encoding="utf-8")
)


def draw(
    by: str,
    controls: Sequence[Control],
    layout: Layout = "row",
    asks: str | None = None,
    *,
    hall: bool = False,
) -> None:
    """Draw controls; `by` names the group, once a page.

    Where they are about one thing after the other, `asks` names it: the first control of another
    one takes the focus. Those of a `hall` have the whole page drawn for it (assets/page.css).
    """
    _controls(
        key=by,
        data={
            "kind": "controls",
            **session().inbox.sender(by),
            "layout": layout,
            "hall": hall,
            **({} if asks is None else {"asks": asks}),
            "controls": tuple(controls),  # Streamlit looks whether a list is a table
        },
    )


def turn(
    names: Iterable[str],
    by: str = "knobs",
    layout: Layout = "grid",
    more: Sequence[Control] = (),
    *,
    folded: bool = False,
) -> None:
    """Draw the named knobs, after each what its present position needs besides, then `more`.

    If `folded`, rows of choices are boxes to select from, which take less room.
    """
    drawn = _knobs(names)
    if folded:
        drawn = [{**each, "kind": "select"} if each["kind"] == "radio" else each for each in drawn]
    draw(by, [*drawn, *more], layout)


def _knobs(names: Iterable[str]) -> list[Control]:
    screen = session().shown
    return [
        {
            "name": name,
            "label": KNOBS[name].label,
            "help": KNOBS[name].help,
            "change": {"do": "turn", "knob": name},
            **KNOBS[name].drawn(screen[name], screen.scale),
        }
        for name in knobs.drawn(names, screen.settings)
    ]


def toolbar(
    *,
    with_b: bool = False,
    decisive: Sequence[str] = (),
    deeds: Sequence[Control] = (),
    lesson: bool = False,
    orders_of: Name = "a",
    charts: int = 0,
    revealed: bool = True,
) -> None:
    """Draw the way back, the orders a list can be put in, and the ways to take the page along.

    `with_b` adds the button that keeps the list as B to compare with, or that lets B go;
    `decisive` knobs stand beside the buttons, and `deeds` are buttons that stand beside those; a
    `lesson` can be predicted and presented; the orders are those of list `orders_of`, and so of all
    queries, where it stands for them, or of none. In front of a hall there are few buttons, and
    large; one of them shows `charts`, once the answer is `revealed`.
    """
    state = session()
    hall = lesson and state.hall.presenting
    buttons = back_and_forth(state)
    if lesson:
        on = state.prediction.on
        buttons.append(button("Predict first", {"do": "predict", "to": not on}, pressed=on))
    orders = _orders(orders_of) if orders_of else {}
    buttons += [each for order, each in orders.items() if not hall or order != "reverse"]
    if not hall:
        buttons.append(button("Reset", {"do": "reset"}))
    if hall:
        buttons.append(present.chart_of(state, charts, revealed=revealed))
    if lesson:
        buttons.append(present.button_of(state))
    buttons.append(present.code_of(state) if hall else COPY)
    if with_b:
        kept = "b" in state.current.lists
        keep = ("Remove list B", "remove_b") if kept else ("Keep a copy as list B", "keep_b")
        buttons.append({**button(keep[0], {"do": keep[1]}), "name": "list_b"})
    beside = ({**deed, "deed": True} for deed in deeds)
    draw("toolbar", [*buttons, *beside, *_knobs(decisive)])


def back_and_forth(state: Session) -> list[Control]:
    """Describe the buttons that undo and redo."""
    return [
        button("Undo", {"do": "undo"}, text="↶", shortcut="Ctrl+Z", off=not state.can_step(UNDO)),
        button("Redo", {"do": "redo"}, text="↷", shortcut="Ctrl+Y", off=not state.can_step(REDO)),
    ]


def orders(name: Name) -> None:
    """Draw the buttons that put a list in another order."""
    draw(f"orders_{name}", [*_orders(name).values()])


def _orders(name: Name) -> dict[str, Control]:
    suffix = f" {name.upper()}" if name == "b" else ""
    labels = {"ideal": "Ideal order", "reverse": "Reverse", "shuffle": "Shuffle"}
    return {
        order: button(label + suffix, {"do": "order", "list": name, "order": order})
        for order, label in labels.items()
    }


def button(label: str, change: Action, **more: Any) -> Control:
    """Describe a button that sends an action."""
    return {"kind": "button", "name": label, "label": label, "change": change, **more}


def link(page: Page, label: str, **more: Any) -> Control:
    """Describe a link to a page, which takes the reader's screen along.

    `change` is an action on the way; `query` is what the address says of it, for a link that is
    copied or opened beside this page; `back` turns its arrow round.
    """
    return {"kind": "link", "name": page.name, "label": label, "path": page.url, **more}


def preset(lesson: str, *, hide: bool = False) -> None:
    """Draw a lesson's presets as a talk: the one before, the choice, the next, and its sentence.

    A preset that was changed by hand keeps its sentence. `hide` holds it back until the reader has
    guessed. A hall has the page's question above the sentence, and which of how many it is.
    """
    state, all_ = session(), presets(lesson)
    chosen = _chosen(lesson, state.current)
    changed = chosen is not None and all_[chosen].on(state.current) != state.current
    ids = list(all_)
    at = ids.index(chosen) if chosen else -1
    turn: Action = {"do": "preset", "lesson": lesson}
    if not chosen:
        note = "Each preset makes one point. Or drag your own."
    elif hide:
        note = "What it shows stands here once you have guessed."
    else:
        note = all_[chosen].says
    choice: Control = {
        "kind": "select",
        "name": "preset",
        "label": "Preset",
        "placeholder": "Lists that make a point",
        "value": chosen,
        "options": [
            [each.id, f"{each.name} (changed)" if changed and each.id == chosen else each.name]
            for each in all_.values()
        ],
        "change": turn,
    }
    says: Control = {"kind": "text", "name": "says", "text": note}
    if chosen:
        says = {**says, "room": all_[chosen].says}  # it is kept free while another text stands here
    asked = f"{PAGES[lesson].title}: {PAGES[lesson].question}"
    talk("preset", choice, at=at, of=len(ids), asked=asked, says=says)


def talk(by: str, choice: Control, *, at: int, of: int, asked: str, says: Control) -> None:
    """Draw the way through a row of things: the one before, the choice, the next, and a sentence.

    A hall has what is `asked` above the sentence, and in the place of the choice which it is; `at`
    is -1 where it is none of them. What the choice changes leads with a "step" to a neighbour.
    """
    hall = session().hall.presenting
    before, after = (
        button(
            f"{way} {choice['label'].lower()}",
            {**choice["change"], "step": step},
            text=sign,
            off=not 0 <= at + step < of,
            shortcut=arrow if hall else f"Shift+{arrow}",
        )
        for way, sign, arrow, step in (
            ("Previous", "\u2039", "ArrowLeft", -1),
            ("Next", "\u203a", "ArrowRight", 1),
        )
    )
    if hall:
        place = f"{at + 1 or '–'} / {of}"
        which: Control = {"kind": "text", "name": "which", "text": place}
        question: Control = {"kind": "text", "name": "question", "text": asked}
        draw(by, [before, which, after, question, says], "hall", hall=True)
    else:
        draw(by, [before, choice, after, says], "talk")


def _chosen(lesson: str, screen: Screen) -> str | None:
    """Return the preset that a screen was made from, or else shows as it was written.

    Of two runs that are compared in the place of its scores it says nothing.
    """
    all_, source = presets(lesson), knobs.Significance.SOURCE
    origin = all_.get(screen.preset)
    if origin and origin.settings.get(source, screen[source]) == screen[source]:
        return origin.id
    found = (
        each.id
        for each in all_.values()
        if each.lists.get("a", screen.a) == screen.a and each.on(screen) == screen
    )
    return next(found, None)


@post.change("turn")
def _turn(screen: Screen, action: Action) -> Screen:
    name = action["knob"]
    knob, value = KNOBS[name], action["to"]
    try:
        return screen.turned(**{name: knob.taken(value, screen[name], screen.scale)})
    except RefusedError:
        raise
    except ValueError as allowed:
        said = value if isinstance(value, str) else knobs.spelled(value)
        raise RefusedError(
            f"{knob.label}: “{said[:40]}” was not taken; allowed are {allowed}."
        ) from None


@post.deed("undo")
def _undo(state: Session, action: Action) -> None:  # noqa: ARG001
    state.step(UNDO)


@post.deed("redo")
def _redo(state: Session, action: Action) -> None:  # noqa: ARG001
    state.step(REDO)


@post.deed("reset")
def _reset(state: Session, action: Action) -> None:  # noqa: ARG001
    state.reset()


@post.deed("preset")
def _preset(state: Session, action: Action) -> None:
    """Take a preset by its id, or the one a `step` from the present one: keys may be fast."""
    all_ = presets(str(action["lesson"]))
    if "step" in action:
        ids = list(all_)
        at = _chosen(str(action["lesson"]), state.current)
        to = (ids.index(at) if at else -1) + action["step"]
        chosen = all_[ids[to]] if 0 <= to < len(ids) else None
    else:
        chosen = all_.get(str(action["to"]))
    if chosen:
        state.act(chosen.on, begin=True)
