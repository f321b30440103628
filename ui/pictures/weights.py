"""Tables of weights; those of a knob have a row for each position, which a click takes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import streamlit as st

from ui import post, score
from ui.charts.worked import Position, positions
from ui.plain import decimals
from ui.score import Measured

Columns: TypeAlias = Mapping[str, Callable[[Position], str]]


def at(*ranks: int) -> Columns:
    """Return columns that tell the weights of some ranks, by their headings."""
    return {f"rank {i}": lambda each, i=i: decimals(each.heights[i - 1]) for i in ranks}  # type: ignore[misc]


def draw(
    measured: Measured,
    knob: str,
    columns: Columns,
    names: tuple[tuple[Any, str], ...] = (),
    *,
    hidden: bool,
) -> None:
    """Draw what each position of a knob comes to, with the score unless it is `hidden`."""
    rows = []
    for each in positions(measured, knob, "weight", (0,) * 50, names):
        cells = [tell(each) for tell in columns.values()]
        if not hidden:
            cells.append(f"<b>{decimals(score.elsewhere(measured, knob, each.value))}</b>")
        link = post.href({"do": "turn", "knob": knob, "to": each.value})
        present = each.value == measured.screen[knob]
        rows.append((f"<a href='{link}'>{each.name}</a>", cells, present))
    head = ["weight of", *columns, *([] if hidden else [measured.label])]
    st.html(table_html("Weights", head, rows))


def table_html(
    name: str, head: Sequence[str], rows: Iterable[tuple[str, Sequence[str], bool]]
) -> str:
    """Write a table; a row has a heading, its cells, and whether it is the present one."""
    body = "".join(
        f"<tr{' class=present' * present}><th scope='row'>{heading}</th>"
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for heading, cells, present in rows
    )
    columns = "".join(f"<th scope='col'>{cell}</th>" for cell in head)
    return (
        f"<div class='wide' role='region' aria-label='{name}' tabindex='0'><table class='weights'>"
        f"<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>"
    )
