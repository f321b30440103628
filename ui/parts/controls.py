"""Knobs, buttons and choices: one component for each group of controls.

They are native browser controls, drawn by assets/controls/controls.js. Streamlit's widgets are not
used, for three reasons. The screen is the only state: a widget keeps a second one, which can
overwrite it. A slider sends previews during a drag; `st.slider` sends its value only at the end. A
group of controls is one element; each widget adds 0.2 to 0.4 ms to an edit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

import streamlit as st

from ui.contents import Page
from ui.core import knobs, post
from ui.core.documents import ASSETS, RefusedError
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS
from ui.core.post import Action
from ui.core.presets import lessons_by_step, presets
from ui.core.screen import Name, Screen
from ui.core.session import REDO, UNDO, Session, session
from ui.parts import present

Control: TypeAlias = Mapping[str, Any]
Layout: TypeAlias = Literal[
    "row",
    "grid",
    "grid short",
    "talk",
    "steps",
    "steps alone",
    "hall",
    "guess",
    "hall-guess",
    "wall",
    "beside",
    "drill",
    "draft",
    "draft many",
    "tally",
    "verdicts of-3",
    "verdicts of-4",
    "verdicts of-5",
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
    question: str | None = None,
    *,
    projector: bool = False,
) -> None:
    """Draw a group of controls.

    Args:
        by: name of the group, unique on the page.
        controls: its controls.
        layout: its CSS class.
        question: the current question of a series; a new one gives the first control the focus.
        projector: whether the whole page is styled for a hall (assets/page.css).
    """
    _controls(
        key=by,
        data={
            "kind": "controls",
            **session().inbox.sender(by),
            "layout": layout,
            "hall": projector,
            **({} if question is None else {"asks": question}),
            # A tuple: Streamlit checks whether a list is a table.
            "controls": tuple(_short(control) for control in controls),
        },
    )


_UNSAID: Final[Control] = {
    **{"kind": "button", "off": False, "look": "", "mark": ""},
    **{"text": None, "none": None},
}
"""What assets/controls/controls.js takes for a field that is not given."""
_TYPED: Final = ("line", "pairs")
"""Kinds of knobs that can be typed."""


def _short(control: Control) -> Control:
    """Return a control as it is sent, without what need not be said; its name may be its label."""
    said = {
        name: value
        for name, value in control.items()
        if name not in _UNSAID or value != _UNSAID[name]
    }
    if said["name"] == said.get("label"):
        del said["name"]
    return said | ({"items": tuple(map(_short, said["items"]))} if "items" in said else {})


def turn(
    names: Iterable[str],
    by: str = "knobs",
    layout: Layout = "grid",
    more: Sequence[Control] = (),
    *,
    folded: bool = False,
) -> None:
    """Draw knobs, each with those that its value needs, then `more`.

    If `folded`, choices are select boxes with short names, which take less room.
    """
    draw(by, [*_knobs(names, folded=folded), *more], layout)


def _knobs(names: Iterable[str], *, folded: bool = False) -> list[Control]:
    shown = [field(name) for name in knobs.to_draw(names, session().shown.settings)]
    if folded:
        return [_short_names(knob) for knob in shown]
    return shown


def field(name: str) -> Control:
    """Return the control of a knob, with the text that was refused in its place."""
    knob, screen = KNOBS[name], session().shown
    return {
        "name": name,
        "label": knob.label,
        "help": knob.help,
        "change": {"do": "turn", "knob": name, **({"typed": True} if knob.is_subject else {})},
        **knob.control(screen[name], screen.scale),
        **untaken(name),
    }


def untaken(name: str, knob: str = "") -> Control:
    """Return the text that was typed for a knob and refused, and why, as long as its value stands.

    So the reader can mend what was typed. A field may have another name than its `knob`.
    """
    text, why = refused(name, session().shown[knob or name])
    return {"value": text, "note": why} if why else {}


def refused(name: str, value: Any) -> tuple[str, str]:
    """Return the text that was refused in the place of a value, and why; twice "" for none."""
    before, *found = session().untaken.get(name, (None, "", ""))
    text, why = found if before == value else ("", "")
    return text, why


@contextmanager
def keeping(name: str, value: Any, text: str) -> Iterator[None]:
    """Keep a typed text that is refused in the place of a value, until another one is taken."""
    session().untaken.pop(name, None)
    try:
        yield
    except RefusedError as why:
        session().untaken[name] = value, text, str(why)
        raise


def _short_names(knob: Control) -> Control:
    """Return a choice as a select box, whose options have no explanation after a colon."""
    if knob["kind"] not in ("radio", "select"):
        return knob
    options = [[value, name.partition(":")[0]] for value, name in knob["options"]]
    return {**knob, "kind": "select", "options": options}


def invite(text: str, action: Action) -> str:
    """Write a Markdown link that sends an action (assets/links.js)."""
    return f"[**{text}**]({post.href(action)})"


def toolbar(
    *,
    with_b: bool = False,
    more: Sequence[Control] = (),
    main_knobs: Sequence[str] = (),
    presents: bool = True,
    orders_of: Name = "a",
    charts: int | None = None,
    menu: Sequence[Control] | None = None,
    ideal: bool = True,
    predicts: bool = True,
) -> None:
    """Draw undo, redo, the orders of a list, and the buttons that share the page.

    Args:
        with_b: whether the menu keeps the list as B, or removes B.
        more: further buttons in the row.
        main_knobs: knobs beside the buttons.
        presents: whether the page can be presented.
        orders_of: list to put in order, `board.EVERY_QUERY`, or "" for none.
        charts: number of views of charts for a hall, which sees fewer and larger buttons; 0 until
            the answer may be seen, None for a page without such charts.
        menu: further buttons, in a menu with those that are less common; None: no menu.
        ideal: whether one of the orders is that by the grades.
        predicts: whether the menu offers to predict a score, as in a lesson.
    """
    state = session()
    projector = presents and state.projector.presenting
    buttons = back_and_forth(state)
    orders = _orders(orders_of) if orders_of else {}
    first = orders.pop("ideal", None)
    reset = [] if projector else [button("Reset", {"do": "reset"})]
    own = [first] if first and ideal else []
    rest = [item for order, item in orders.items() if not projector or order != "reverse"]
    if menu is None:
        buttons += [*own, *rest, *reset]
    elif main_knobs and not projector:  # a phone has no room for them beside a knob
        buttons += [{**each, "look": "in-row"} for each in (*own, *reset)]
        rest = [{**each, "look": "in-menu"} for each in (*own, *reset)] + rest
    else:
        buttons += [*own, *reset]
    if projector and charts is not None:
        buttons.append(present.chart_of(state, charts))
    if presents:
        buttons += [present.button_of(state), *present.room_of(state)]
    if projector:
        buttons.append(present.code_of(state))
    link_of_page = [] if projector else [COPY]
    last = [*more]
    if with_b:
        has_b = "b" in state.current.lists
        label, do = ("Remove list B", "remove_b") if has_b else ("Keep a copy as list B", "keep_b")
        rest.insert(0, {**button(label, {"do": do}), "name": "list_b"})
    if menu is None:
        buttons += link_of_page
    else:
        if last and not projector:  # a phone has no room for them
            rest = [{**each, "look": "in-menu"} for each in last] + rest
            last = [{**each, "look": "in-row"} for each in last]
        which = which_score(state, "Score to predict")
        guess = [predict_first(state), *which] if predicts else []
        items = [*guess, *rest, *menu, *link_of_page]
        buttons.append({"kind": "menu", "name": "more", "label": "More", "items": items})
    buttons += last
    draw("toolbar", [*buttons, *_knobs(main_knobs, folded=True)], projector=projector)


def predict_first(state: Session) -> Control:
    """Return the button that hides the scores until one is guessed."""
    on = state.prediction.on
    return button("Predict first", {"do": "predict", "to": not on}, pressed=on)


def which_score(state: Session, label: str) -> list[Control]:
    """Return the choice of the score that is predicted and asked, if the page offers several."""
    labels: dict[str, str] = {}
    for one in state.projector.offers.get("measured", ()):
        labels.setdefault(one.key, one.label)
    if len(labels) < 2:
        return []
    return [
        {
            **{"kind": "select", "name": "predict_of", "label": label},
            "value": state.prediction.asked([*labels]),
            "options": [*map(list, labels.items())],
            "change": {"do": "predict_of"},
        }
    ]


def back_and_forth(state: Session) -> list[Control]:
    """Return the buttons that undo and redo."""
    return [
        button("Undo", {"do": "undo"}, text="↶", shortcut="Ctrl+Z", off=not state.can_step(UNDO)),
        button("Redo", {"do": "redo"}, text="↷", shortcut="Ctrl+Y", off=not state.can_step(REDO)),
    ]


def order_buttons(name: Name) -> None:
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
    """Return a button that sends an action."""
    return {"kind": "button", "name": label, "label": label, "change": change, **more}


def link(page: Page, label: str, **more: Any) -> Control:
    """Return a link to a page, which keeps the reader's screen.

    `more` may have a `change`, an action that the click sends; its `query`, the URL parameters of
    that action for a copied link; and `back`, which reverses the arrow.
    """
    return {"kind": "link", "name": page.name, "label": label, "path": page.url, **more}


def talk(
    by: str,
    choice: Control,
    *,
    at: int,
    of: int,
    question: str,
    sentence: Control,
    onward: Page | None = None,
    walk: Sequence[str] = (),
) -> None:
    """Draw a choice with buttons for the previous and next entry, and a sentence.

    Args:
        by: name of the group.
        choice: the select box; its action with a "step" goes to a neighbour.
        at: index of the chosen entry, or -1.
        of: number of entries.
        question: question for a hall, which sees "2 / 5" over the select box.
        sentence: the sentence.
        onward: the page that follows the last entry.
        walk: the entries that the buttons go through, by default all; the strip of a lesson's
            steps.
    """
    projector = session().projector.presenting
    before, after = (
        button(
            f"{way} {choice['label'].lower()}",
            {**choice["change"], "step": step},
            text=sign,
            off=(off := not 0 <= at + step < of),
            none=f"This is the {end} {choice['label'].lower()}" if off else None,
            shortcut=arrow if projector else f"Shift+{arrow}",
        )
        for way, sign, arrow, step, end in (
            ("Previous", "\u2039", "ArrowLeft", -1, "first"),
            ("Next", "\u203a", "ArrowRight", 1, "last"),
        )
    )
    if projector:
        ids = [*walk] or [id_ for id_, _ in choice["options"] if id_ != ""]
        ends = {"Home": ids[0], "End": ids[-1]}
        changes = {key: {**choice["change"], "to": id_} for key, id_ in ends.items()}
        after = {**after, "ends": changes}
    if onward:
        title = f"Next lesson: {onward.title}"
        keys = {name: after[name] for name in ("text", "shortcut", "ends") if name in after}
        first: Action = {
            "do": "preset",
            "lesson": onward.name,
            "to": next(iter(presets(onward.name))),
        }
        after = link(onward, title, change=first, **keys)
    if projector:
        place = f"{at + 1 or '–'} / {of}"
        which: Control = {"kind": "text", "name": "which", "text": place}
        question_control: Control = {"kind": "text", "name": "question", "text": question}
        draw(by, [before, which, after, question_control, sentence, choice], "hall", projector=True)
    else:
        draw(by, [before, choice, after, sentence], "steps" if walk else "talk")


def preset_of(lesson: str, screen: Screen) -> str | None:
    """Return the id of the preset that a screen was made from, or else equals.

    A preset of scores is not chosen while runs are compared instead of its scores.
    """
    all_, source = presets(lesson), knobs.Compared.SOURCE
    origin = all_.get(screen.preset)
    if origin and origin.settings.get(source, screen[source]) == screen[source]:
        return origin.id
    equal = (
        entry.id
        for entry in all_.values()
        if entry.lists.get("a", screen.a) == screen.a and entry.on(screen) == screen
    )
    return next(equal, None)


@post.on_screen("turn", linked=True)
def _turn(screen: Screen, action: Action) -> Screen:
    name, to = action["knob"], action["to"]
    is_typed = KNOBS[name].control(screen[name], screen.scale)["kind"] in _TYPED
    with keeping(name, screen[name], str(to)) if is_typed else nullcontext():
        changed = turned(screen, name, to)
    if said := KNOBS[name].read_as(str(to), changed[name]):
        session().say(said)
    if not action.get("typed") or changed == screen:
        return changed
    step = presets(lessons_by_step().get(screen.preset, "")).get(screen.preset)
    return changed if step and step.is_done(changed) else replace(changed, preset="")


def turned(screen: Screen, name: str, value: Any) -> Screen:
    """Return a screen with a knob set to a value that the browser sent, or refuse."""
    knob = KNOBS[name]
    try:
        return screen.with_settings(**{name: knob.from_browser(value, screen[name], screen.scale)})
    except RefusedError:
        raise
    except ValueError as allowed:
        text = value if isinstance(value, str) else to_text(value)
        raise RefusedError(
            f"{knob.label}: “{text[:40]}” was not taken; allowed are {allowed}."
        ) from None


@post.on_session("undo")
def _undo(state: Session, _action: Action) -> None:
    state.step(UNDO)


@post.on_session("redo")
def _redo(state: Session, _action: Action) -> None:
    state.step(REDO)


@post.on_session("reset")
def _reset(state: Session, _action: Action) -> None:
    state.reset()


@post.on_session("preset", linked=True)
def _preset(state: Session, action: Action) -> None:
    """Load a preset by its id, or by a `step` from the current one: keys can be fast.

    A step stays in its group.
    """
    lesson = str(action["lesson"])
    all_, at = presets(lesson), preset_of(lesson, state.current) or ""
    group = all_[at].group if at else "first"
    slides = {
        id_: entry.on for id_, entry in all_.items() if "step" not in action or entry.group == group
    }
    turn_slide(state, action, slides, at=at)


def turn_slide(
    state: Session,
    action: Action,
    slides: Mapping[str, Callable[[Screen], Screen]],
    at: str,
) -> None:
    """Load a slide by the id in "to", or by a "step" from the current one; none changes nothing.

    A step in front of a hall finds a slide as the hall left it.

    Args:
        state: the session.
        action: what the reader sent.
        slides: how each slide, by its id, changes the screen.
        at: id of the current slide, or "".
    """
    ids = list(slides)
    if at in slides and state.projector.presenting:
        state.projector.slides[at] = state.current
    if "step" in action:
        to = (ids.index(at) if at in slides else -1) + action["step"]
        chosen = ids[to] if 0 <= to < len(ids) else ""
    else:
        chosen = str(action["to"])
    if chosen in slides:
        goes_on = "step" in action and state.projector.presenting
        left = state.projector.slides.get(chosen) if goes_on else None
        state.act(lambda screen: left or slides[chosen](screen), begin=True)
