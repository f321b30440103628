"""A table of rank weights with a row for each position of a knob; a click turns the knob."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import streamlit as st

from ui.core import plain, post
from ui.core.plain import Html, decimals
from ui.draw import score
from ui.draw.rows import Position, positions
from ui.draw.score import Measured

Columns: TypeAlias = Mapping[str, Callable[[Position], str]]


def at(*ranks: int) -> Columns:
    """Return table columns with the weights of some ranks, by their headings."""
    return {f"rank {i}": lambda position, i=i: decimals(position.heights[i - 1]) for i in ranks}  # type: ignore[misc]


def draw(
    measured: Measured, knob: str, columns: Columns, names: Mapping[Any, str], *, hidden: bool
) -> None:
    """Draw the table for all positions of a knob, with the scores unless they are `hidden`.

    `names` are names of positions, as in `positions`.
    """
    drawn = positions(measured, knob, "weight", (0,) * 50, names)
    rows: list[list[object]] = []
    for position in drawn:
        link = post.href({"do": "turn", "knob": knob, "to": position.value})
        label = Html(f"<a href='{link}'>{position.name}</a>")
        rows.append([label, *(write(position) for write in columns.values())])
        if not hidden:
            found = score.score_with(measured, knob, position.value)
            rows[-1].insert(1, Html(f"<b>{decimals(found)}</b>"))
    header = ["weight of", *([] if hidden else [measured.label]), *columns]
    present = [position.value for position in drawn].index(measured.screen[knob])
    st.html(plain.table_html("Weights", header, rows, present=present))
