"""Knobs, buttons and presets: one component a group, whose parts are named in its data.

Native controls of the browser, drawn by assets/controls/controls.js. They are a view of
the screen, so what Python sets can never come back as the reader's doing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import streamlit as st

from ui import knobs, post
from ui.contents import Page
from ui.documents import ASSETS, RefusedError
from ui.knobs import KNOBS
from ui.post import Action
from ui.presets import presets
from ui.screen import Name, Screen
from ui.session import REDO, UNDO, Session, session

Control: TypeAlias = Mapping[str, Any]

_controls = st.components.v2.component(
    "rankbook_controls", js=(ASSETS / "mount.js").read_text(encoding="utf-8")
)


def draw(by: str, controls: Sequence[Control], layout: Literal["row", "grid"] = "row") -> None:
    """Draw controls; `by` names the group, once a page."""
    _controls(
        key=by,
        data={
            "kind": "controls",
            "by": by,
            "session": session().id,
            "ack": post.ack(by),
            "layout": layout,
            "controls": controls,
        },
    )


def turn(names: Iterable[str], by: str = "knobs", layout: Literal["row", "grid"] = "grid") -> None:
    """Draw the named knobs, and after each what its present position needs besides."""
    now = session().shown
    draw(
        by,
        [
            {
                "name": name,
                "label": KNOBS[name].label,
                "help": KNOBS[name].help,
                "change": {"do": "turn", "knob": name},
                **KNOBS[name].drawn(now[name], now.scale),
            }
            for name in knobs.drawn(names, now.settings)
        ],
        layout,
    )


def toolbar(*, with_b: bool = False) -> None:
    """Draw the way back, the orders a list can be put in, and the button that copies the link.

    `with_b` adds the button that keeps the list as B to compare with, or that lets B go.
    """
    now = session()
    buttons = [
        button("Undo", {"do": "undo"}, shortcut="Ctrl+Z", off=not now.can_step(UNDO)),
        button("Redo", {"do": "redo"}, shortcut="Ctrl+Y", off=not now.can_step(REDO)),
        *_orders("a"),
        button("Reset", {"do": "reset"}),
        {"kind": "copy", "name": "copy", "label": "Copy link"},
    ]
    if with_b:
        kept = "b" in now.current.lists
        keep = ("Remove list B", "remove_b") if kept else ("Keep a copy as list B", "keep_b")
        buttons.append({**button(keep[0], {"do": keep[1]}), "name": "list_b"})
    draw("toolbar", buttons)


def orders(name: Name) -> None:
    """Draw the buttons that put a list in another order."""
    draw(f"orders_{name}", _orders(name))


def _orders(name: Name) -> list[Control]:
    suffix = "" if name == "a" else f" {name.upper()}"
    labels = {"ideal": "Ideal order", "reverse": "Reverse", "shuffle": "Shuffle"}
    return [
        button(label + suffix, {"do": "order", "list": name, "order": order})
        for order, label in labels.items()
    ]


def button(label: str, change: Action, **more: Any) -> Control:
    """Describe a button that sends an action."""
    return {"kind": "button", "name": label, "label": label, "change": change, **more}


def link(page: Page, label: str, **more: Any) -> Control:
    """Describe a link to a page, which takes the reader's screen along.

    `change` is an action on the way; `query` is what the address says of it, for a link that is
    copied or opened beside this page.
    """
    return {"kind": "link", "name": page.name, "label": label, "path": page.url, **more}


def preset(lesson: str, present: str | None, note: str) -> None:
    """Draw the choice of a lesson's presets; `present` is the one on the screen, if it is."""
    draw(
        "preset",
        [
            {
                "kind": "select",
                "name": "preset",
                "label": "Preset",
                "placeholder": "Lists that make a point",
                "value": present,
                "note": note,
                "options": [[each.id, each.name] for each in presets(lesson).values()],
                "change": {"do": "preset", "lesson": lesson},
            }
        ],
        "grid",
    )


@post.change("turn")
def _turn(now: Screen, action: Action) -> Screen:
    name = action["knob"]
    knob, value = KNOBS[name], action["to"]
    try:
        return now.turned(**{name: knob.taken(value, now[name], now.scale)})
    except RefusedError:
        raise
    except ValueError as allowed:
        said = value if isinstance(value, str) else knobs.spelled(value)
        raise RefusedError(
            f"{knob.label}: “{said[:40]}” was not taken; allowed are {allowed}."
        ) from None


@post.deed("undo")
def _undo(now: Session, action: Action) -> None:  # noqa: ARG001
    now.step(UNDO)


@post.deed("redo")
def _redo(now: Session, action: Action) -> None:  # noqa: ARG001
    now.step(REDO)


@post.deed("reset")
def _reset(now: Session, action: Action) -> None:  # noqa: ARG001
    now.reset()


@post.deed("preset")
def _preset(now: Session, action: Action) -> None:
    chosen = presets(str(action["lesson"])).get(str(action["to"]))
    if chosen:
        now.act(chosen.on, begin=True)
