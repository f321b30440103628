"""The board: a list of documents to drag into an order and to grade.

The browser draws the list and sends each edit as an action. Python applies it to its own list, or
refuses it with a sentence, and sends the list back.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from ui.core import documents, post, presets, theme
from ui.core.columns import Column
from ui.core.documents import Document, RankedList, RefusedError
from ui.core.knobs import CUTOFF
from ui.core.post import Action
from ui.core.screen import Name, Screen
from ui.core.session import session

EVERY_QUERY: Final = "queries"
"""Name of a list that means the lists of all queries."""

_LABELS: Final = {"a": "Ranked documents", "b": "Ranked documents B"}
_ORDERS: Final = {
    "ideal": RankedList.ideal,
    "found": RankedList.sorted_as_found,
    "reverse": RankedList.reversed,
    "shuffle": RankedList.shuffled,
}

_board = st.components.v2.component(
    "rankbook_board", js=(documents.ASSETS / "mount.js").read_text(encoding="utf-8")
)


def show(
    name: Name = "a",
    *,
    adds: Column | None = None,
    hidden: bool = False,
    title: str = "",
    swaps: Sequence[str] | None = None,
    called: tuple[str, str] = ("", ""),
    only_order: bool = False,
    plain: bool = False,
    searched: bool = False,
    graded: bool = True,
) -> None:
    """Draw a list, level with the bars of a picture beside it.

    Args:
        name: name of the list.
        adds: the column that is drawn inside the cards if the screen has no room beside them.
        hidden: whether to hide the answer in that column.
        title: heading of that column; by default its own.
        swaps: for each two retrieved neighbours, what their swap changes; draws buttons for it.
        called: the list's name and the text below it; cards then show only their own grade.
        only_order: whether only the order can be changed.
        plain: whether nothing invites to put documents below those that were retrieved.
        searched: whether to name the query of a list that is not plain, too.
        graded: whether cards show their grades.
    """
    state, key = session(), f"board_{name}"
    screen = state.shown_to(key)
    ranked = screen.ranked(name)
    _board(
        key=key,
        data={
            "kind": "board",
            **state.inbox.sender(key),
            "list": name,
            "label": _LABELS.get(name, f"Ranked documents, query {name[1:]}"),
            "pitch": theme.ROW_PITCH,
            "gap": theme.ROW_GAP,
            "head": theme.HEAD if adds or called[0] or searched else 0,
            "called": called,
            "adds": adds and _in_cards(adds, state.shown.ranked(name), title, hidden=hidden),
            **theme.grades(screen.scale),
            "documents": tuple(  # a tuple: Streamlit checks whether a list is a table
                {"id": d.id, "title": d.title, "grade": d.grade} for d in ranked.documents
            ),
            "retrieved": ranked.retrieved,
            "k": screen.k,
            "deepest": CUTOFF.high,
            "only_order": only_order,
            "swaps": None if swaps is None else () if hidden else tuple(swaps),
            **({"plain": True} if plain and ranked.retrieved == len(ranked.documents) else {}),
            **({"searched": presets.searched(ranked)} if plain or searched else {}),
            **({} if graded else {"graded": False}),
        },
    )


def _in_cards(column: Column, ranked: RankedList, title: str, *, hidden: bool) -> dict[str, Any]:
    """Return a column for the cards: the label and the bars of each document."""
    rows = {}
    for row, document in enumerate(ranked.documents, start=1):
        if cell := column.cells.get(row):
            parts, label, *_ = cell.hidden() if hidden else cell
            rows[document.id] = [
                label,
                *(
                    (round(part.start, 4), round(part.end, 4), part.look, round(part.height, 3))
                    for part in parts
                    if "was" not in part.look and part.end > part.start
                ),
            ]
    return {"heading": title or column.heading, "of_hits": not column.sees_grades, "rows": rows}


@post.on_screen("move", linked=True)
def _move(screen: Screen, action: Action) -> Screen:
    to = action["to"]
    if type(to) is not int:
        raise TypeError("a row is a whole number")
    return screen.with_list(action["list"], screen.ranked(action["list"]).moved(action["id"], to))


@post.on_screen("swap")
def _swap(screen: Screen, action: Action) -> Screen:
    first, second = action["ids"]
    return screen.with_list(action["list"], screen.ranked(action["list"]).swapped(first, second))


@post.on_screen("grade", linked=True)
def _grade(screen: Screen, action: Action) -> Screen:
    ranked = screen.ranked(action["list"])
    title = next((d.title for d in ranked.documents if d.id == action["id"]), "")
    grade = documents.checked_grade(action["grade"], screen.scale, title)
    return screen.with_list(action["list"], ranked.edited(action["id"], grade=grade))


@post.on_screen("rename")
def _rename(screen: Screen, action: Action) -> Screen:
    title = documents.checked_title(action["title"])
    ranked = screen.ranked(action["list"]).edited(action["id"], title=title)
    return screen.with_list(action["list"], ranked)


@post.on_screen("add")
def _add(screen: Screen, action: Action) -> Screen:
    if not re.fullmatch(r"[A-Za-z0-9]{1,40}", action["id"]):
        raise RefusedError("The new document arrived damaged.")
    title = documents.checked_title(action["title"])
    grade = documents.checked_grade(action["grade"], screen.scale, title)
    ranked = screen.ranked(action["list"]).added(Document(action["id"], title, grade))
    return screen.with_list(action["list"], ranked)


@post.on_screen("delete")
def _delete(screen: Screen, action: Action) -> Screen:
    return screen.with_list(action["list"], screen.ranked(action["list"]).without(action["id"]))


@post.on_screen("order", linked=True)
def _order(screen: Screen, action: Action) -> Screen:
    order = _ORDERS[action["order"]]
    if action["list"] == EVERY_QUERY:
        return screen.with_queries([order(ranked) for ranked in screen.queries.values()])
    return screen.with_list(action["list"], order(screen.ranked(action["list"])))


@post.on_screen("keep_b", linked=True)
def _keep_b(screen: Screen, _action: Action) -> Screen:
    return screen.with_list("b", screen.a)


@post.on_screen("remove_b")
def _remove_b(screen: Screen, _action: Action) -> Screen:
    return screen.with_list("b", None)
