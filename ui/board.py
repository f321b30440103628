"""The board: a list of documents to drag into an order and to grade.

The browser draws the list and sends back, as one message, the whole list it should become.
Python checks that and commits it, or refuses it with a sentence and sends its own list again.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from ui import address, documents, knobs, screen, theme
from ui.documents import Document, RankedList, RefusedError
from ui.screen import Name, Screen

_ASSETS: Final = documents.ASSETS / "board"


def _text(*files: str) -> str:
    return "\n".join((_ASSETS / file).read_text(encoding="utf-8") for file in files)


# Streamlit sends a component's code with every change of its data. So the heavy part is a component
# of its own whose data never changes, and the browser keeps it.
_engine = st.components.v2.component(
    "rankbook_engine",
    html="<i class='rankbook-engine'></i>",
    css=".stElementContainer:has(.rankbook-engine) { display: none }",
    js=_text("sortable.min.js", "board.js"),
    isolate_styles=False,
)
_board = st.components.v2.component(
    "rankbook_board", html=_text("board.html"), css=_text("board.css"), js=_text("mount.js")
)


def engine() -> None:
    """Load, once a page, the code that all boards run on."""
    _engine(key="board_engine", data={})


def show(name: Name = "a", *, beside_bars: bool = True, lit: str | None = None) -> None:
    """Draw a list, level with the bars of a chart; `lit` is the id of the card to stand out."""
    session, key = screen.session(), f"board_{name}"
    on = session.current
    ranked = on.lists()[name]

    def take() -> None:
        _take(name, st.session_state[key].edit)

    _board(
        key=key,
        data={
            "session": session.id,
            "ack": session.acks.get(name, 0),
            "label": "Ranked documents" if name == "a" else "Ranked documents B",
            "pitch": theme.ROW_PITCH,
            "head": theme.HEAD if beside_bars else 0,
            "top": on.scale,
            "relevant_from": on.relevant_from,
            "symbols": theme.SYMBOLS[on.scale],
            "steps": theme.COLOURS[on.scale],
            "documents": [vars(document) for document in ranked.documents],
            "retrieved": ranked.retrieved,
            "k": on.k,
            "lit": lit,
        },
        on_edit_change=take,
    )


def picked(chart: str) -> str | None:
    """Return the id of the document whose bar was clicked last in a chart."""
    picks = st.session_state.get(chart, {}).get("selection", {}).get("pick", [])
    return picks[0].get("id") if picks else None


def touched() -> None:
    """Note that the reader acted on the page, so that its address is not taken for theirs."""
    screen.preview(None)


def _take(name: Name, message: Mapping[str, Any]) -> None:
    """Take over one message of the browser's, or refuse it and leave everything as it was."""
    session = screen.session()
    session.preview, session.acted = None, True
    try:
        # Messages that come together run this once each, with the last of them.
        if message["seq"] <= session.acks.get(name, 0):
            return
        session.acks[name] = message["seq"]
        if message["kind"] != "cancel":
            wanted = _checked(session.current, name, message)
            if message["kind"] == "preview":
                session.preview = wanted
            else:
                session.commit(wanted)
    except (ValueError, KeyError, TypeError) as refused:
        sentence = refused if isinstance(refused, RefusedError) else "The list arrived damaged."
        session.notices += (f"{sentence} Nothing was changed.",)


def _checked(now: Screen, name: Name, message: Mapping[str, Any]) -> Screen:
    """Return the screen that a message asks for; what came from a browser may be anything."""
    items = message["documents"]
    documents.checked_length(len(items))
    read = []
    for item in items:
        title = documents.checked_title(item["title"])
        grade = documents.checked_grade(item["grade"], now.scale, title)
        read.append(Document(str(item["id"])[:40], title, grade))
    retrieved = message["retrieved"]
    if len({d.id for d in read}) < len(read) or retrieved not in range(len(read) + 1):
        raise ValueError("documents share an id, or more were retrieved than there are")
    wanted = now.with_list(name, RankedList(tuple(read), retrieved))
    if message["k"] is not None:
        cut: Any = knobs.KNOBS["k"].parse(str(message["k"]))
        wanted = replace(wanted, k=cut)
    return wanted


def toolbar() -> None:
    """Draw the way back, the orders a list can be put in, and the button that copies the link."""
    with st.container(key="toolbar", horizontal=True, gap="xsmall"):
        for label, by, shortcut in (
            ("Undo", screen.UNDO, "Ctrl+Z"),
            ("Redo", screen.REDO, "Ctrl+Y"),
        ):
            st.button(
                label,
                shortcut=shortcut,
                help=shortcut,
                on_click=screen.step,
                args=(by,),
                disabled=screen.neighbour(by) is None,
            )
        orders()
        st.button("Reset", on_click=screen.reset)
        address.copy_link()


def orders(name: Name = "a") -> None:
    """Draw the buttons that put a list in another order."""
    suffix = "" if name == "a" else " B"
    for label, order in (
        ("Ideal order", RankedList.ideal),
        ("Reverse", RankedList.reversed),
        ("Shuffle", RankedList.shuffled),
    ):
        st.button(label + suffix, on_click=_reorder, args=(name, order))


def _reorder(name: Name, order: Callable[[RankedList], RankedList]) -> None:
    session = screen.session()
    session.commit(session.current.with_list(name, order(session.current.lists()[name])))
