"""Lists of recommended items that a reader types: what they show of a catalogue, and novelty."""

from collections.abc import Sequence

import streamlit as st

from metrics.recommended import Recommended, recommended, self_information
from pages.mean_over_queries.knobs import UsersLists
from ui.core.plain import decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw fields for the lists, and what they show of the catalogue."""
    controls.turn([UsersLists.USERS, UsersLists.CATALOGUE, UsersLists.POPULARITY], by="users_lists")
    st.html(tables(session().shown))


def tables(screen: Screen) -> str:
    """Write the coverage, the novelty of each item and of each list, or why there are none."""
    starred = [[] if row == "–" else row.split(" ") for row in screen[UsersLists.USERS].split("; ")]
    lists = [[item.removesuffix("*") for item in row] for row in starred]
    items = [*dict.fromkeys(item for row in lists for item in row)]
    words = screen[UsersLists.POPULARITY].replace(",", "").split()
    typed = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    catalogue = int(screen[UsersLists.CATALOGUE][0])
    if catalogue < len(items):
        return f"<p>The lists have {len(items)} items: the catalogue is larger.</p>"
    if typed and (missing := [item for item in items if item not in typed]):
        return f"<p>{missing[0]} has no popularity: type those of all items, or of none.</p>"
    found = recommended(lists, catalogue, typed or None)
    return _covered(found, starred, len(items), catalogue) + _novelty(
        found, lists, typed=bool(typed)
    )


def _covered(
    found: Recommended, starred: Sequence[Sequence[str]], items: int, catalogue: int
) -> str:
    n, have = len(starred), sum(map(bool, starred))
    hits = sum(any(item.endswith("*") for item in row) for row in starred)
    body: list[list[object]] = [
        [
            "of the catalogue",
            f"{items} different items / {catalogue:,} = {decimals(found.coverage)}",
        ],
        ["of users: has a list", f"{have}/{n} = {decimals(found.users)}"],
    ]
    if hits:
        body.append(["of users: has a hit (*)", f"{hits}/{n} = {decimals(hits / n)}"])
    return table_html("Coverage", ["coverage", "worked out"], body, words=(0, 1))


def _novelty(found: Recommended, lists: Sequence[Sequence[str]], *, typed: bool) -> str:
    bits = {item: self_information(p) for item, p in found.popularity.items()}
    n = len(lists)
    shares = {
        item: f"{p:.4g}" if typed else f"{round(p * n)}/{n}" for item, p in found.popularity.items()
    }
    of_items = [[item, p, f"−log2({p}) = {decimals(bits[item])}"] for item, p in shares.items()]
    body = [
        [
            at,
            f"({' + '.join(decimals(bits[item]) for item in row)}) / {len(row)}" if row else "–",
            decimals(novelty),
        ]
        for at, (row, novelty) in enumerate(zip(lists, found.novelty, strict=True), start=1)
    ]
    mean = ["mean", "of the lists", decimals(found.mean_novelty)]
    return (
        "<p>The novelty of each item:</p>"
        + table_html("Novelty of each item", ["item", "popularity", "novelty"], of_items)
        + "<p>The novelty of each list is the mean of its items:</p>"
        + table_html("Novelty of each list", ["user", "worked out", "novelty"], body, mean)
    )
