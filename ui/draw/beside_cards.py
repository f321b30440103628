"""Columns of bars beside the cards: a row for each document, a column for each quantity.

They are HTML, not Vega charts: a redraw takes a tenth of the time, and the page's font reads well
from afar. Each row names its document in `data-doc`. Pointing at a bar then highlights its card,
its term of the formula and its row of the table (assets/lit.js).
"""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from itertools import accumulate
from typing import Any, Final

import streamlit as st

from metrics.arrays import Array
from ui.core import theme
from ui.core.columns import USUAL_HEIGHT, Cell, Column, Part, Span
from ui.core.plain import about, decimals
from ui.core.screen import Name, Screen
from ui.core.session import session
from ui.draw.score import Measured

MOST_WITH_GHOSTS: Final = 5
"""Most columns that also show their earlier bars; with more, earlier bars would hide the rest."""


def bars(
    measured: Measured,
    term: str,
    heading: str,
    labels: Sequence[str] = (),
    *,
    counts: Array | None = None,
    most: float = 1,
    **more: Any,
) -> Column:
    """Draw a term of a breakdown as one bar for each rank, and pale bars for the values before.

    Args:
        measured: the score and its breakdown.
        term: name of the term.
        heading: heading of the column.
        labels: a text for each rank; the default is the value.
        counts: 0 for ranks whose bar is only an outline; by default all are filled.
        most: the value that fills the column.
        more: further attributes of the column.
    """
    values = measured.breakdown.terms[term].tolist()
    return _column(
        heading,
        [(0, value / most) for value in values],
        labels or [decimals(value) for value in values],
        [1] * len(values) if counts is None else counts.tolist(),
        [Part(0, was / most, "was") for was in _was(measured, term)],
        **more,
    )


def running(
    measured: Measured,
    heading: str,
    labels: Sequence[str] = (),
    most: float = 1,
    *,
    ghosts: bool = True,
    **more: Any,
) -> Column:
    """Draw each contribution from the end of the one above, so that the last bar ends at the score.

    With `ghosts`, bars also appear where they were before the last move.
    """
    values = measured.breakdown.terms["contribution"].tolist()
    were = _was(measured, "contribution") if ghosts else []
    return _column(
        heading,
        _climb(values, most),
        labels or [f"+{decimals(value)}" if value else "" for value in values],
        [1] * len(values),
        [Part(start, end, "was") for start, end in _climb(were, most)],
        **{"total": f"{measured.label} = {measured.text}", "room": "3.8rem", **more},
    )


def _was(measured: Measured, term: str) -> list[float]:
    return [] if measured.terms_before is None else measured.terms_before.terms[term].tolist()


def _climb(values: Sequence[float], most: float) -> list[Span]:
    """Return the spans of values laid end to end, as shares of `most`."""
    ends = accumulate(values)
    return [((end - value) / most, end / most) for value, end in zip(values, ends, strict=True)]


def _column(
    heading: str,
    spans: Sequence[Span],
    labels: Sequence[str],
    counts: Sequence[float],
    were: Sequence[Part],
    **more: Any,
) -> Column:
    # The cutoff may have moved: there may be more bars before the move than after it.
    cells = {row: Cell([was], "") for row, was in enumerate(were, start=1)}
    rows = zip(spans, labels, counts, strict=True)
    for at, ((start, end), label, count) in enumerate(rows):
        part = Part(start, end, "solid" if count else "hollow")
        earlier = ghost(were[at : at + 1], part) if were else ()
        cells[at + 1] = Cell([*earlier, part], label, soft=not count)
    return Column(heading, cells, **more)


def ghost(was: Sequence[Part], now: Part) -> Sequence[Part]:
    """Return the earlier parts that were seen and differ visibly from the current one."""
    return [
        p
        for p in was
        if abs(p.end - p.start) > 5e-4
        and abs(p.start - now.start) + abs(p.end - now.end) + abs(p.height - now.height) > 5e-4
    ]


_UNSAID: Final = {"from": 0, "to": 0, "start": 0, "end": 0, "height": USUAL_HEIGHT}
"""What assets/page.css takes for a length that is not given."""


def _lengths(**shares: float) -> str:
    """Return CSS properties, `--from:0.25;--to:1`, without those that need not be given."""
    said = {name: round(share, 3 if name == "height" else 4) for name, share in shares.items()}
    return ";".join(f"--{name}:{share:g}" for name, share in said.items() if share != _UNSAID[name])


def _style(*properties: str) -> str:
    """Return a style attribute with those properties that are given, or nothing."""
    given = ";".join(filter(None, properties))
    return given and f" style='{given}'"


def draw(screen: Screen, name: Name, columns: Sequence[Column], *, hidden: bool = False) -> None:
    """Draw columns of bars beside a list; only outlines while the answer is `hidden`.

    After a move that changed the order, a rank has another document: its earlier bar is left out.
    """
    since = session().since
    if since is not None and _order(since, name) != _order(screen, name):
        columns = [replace(column, cells=_now(column)) for column in columns]
    st.html(html(screen, name, columns, hidden=hidden))


def _order(screen: Screen, name: Name) -> list[str]:
    ranked = screen.lists.get(name)
    return [document.id for document in ranked.documents] if ranked else []


def _now(column: Column) -> dict[int, Cell]:
    """Return the cells without what they were before."""
    return {
        row: cell._replace(parts=[part for part in cell.parts if "was" not in part.look])
        for row, cell in column.cells.items()
    }


def html(screen: Screen, name: Name, columns: Sequence[Column], *, hidden: bool = False) -> str:
    """Return the HTML of columns of bars, each row at the height of its card."""
    ranked, top = screen.ranked(name), screen.scale
    rows = list(enumerate(ranked.documents, start=1))
    symbols = {row: theme.symbol(d.grade, top) for row, d in rows}
    docs = {row: about(f"{name}-{d.id}") for row, d in rows}
    colours = {row: f"--colour:var(--colour-{theme.colour(d.grade, top)})" for row, d in rows}
    ranks = "".join(
        f"<li>{row if row <= ranked.retrieved else '–'} {symbols[row]}</li>" for row, _ in rows
    )

    size = "crowded" if len(columns) > MOST_WITH_GHOSTS else "many" if len(columns) > 2 else "few"
    if size == "few" and any(column.head or column.below for column in columns):
        size = "many"

    def cell_html(row: int, cell: Cell, column: Column, place: str) -> str:
        parts, label, *_ = cell.hidden() if hidden else cell
        if size == "crowded" and not label:  # many elements are slow
            return ""
        at = f"rank {row}" if row <= ranked.retrieved else "not retrieved"
        unread = "" if hidden or label else " aria-hidden='true'"
        text = f"<b>{at}: {'hidden' if hidden else ''}</b>{label}"
        colour = colours[row] if column.sees_grades else ""
        if size == "crowded":  # so a row has only its last part and its number
            part = parts[-1]
            ends = _lengths(**{"from": part.start, "to": part.end})
            return f"<li class='{part.look}'{docs[row]}{_style(place, ends, colour)}>{text}</li>"
        if not parts:
            return ""
        start = min(part.start for part in parts)
        end = max(part.end for part in parts)  # the label is clear of earlier bars, too
        looks = " ".join(["soft"] * cell.soft + ["left"] * (column.room == "0px" and end > 0.55))
        looks = looks and f" class='{looks}'"
        style = _style(place, _lengths(start=start, end=end), colour)
        return f"<li{docs[row]}{unread}{style}>{rectangles(parts)}<span{looks}>{text}</span></li>"

    def rectangles(parts: Sequence[Part]) -> str:
        sizes = (
            _lengths(**{"from": part.start, "to": part.end, "height": part.height})
            for part in parts
        )
        each = zip(parts, sizes, strict=True)
        return "".join(f"<i class='{part.look}'{_style(size)}></i>" for part, size in each)

    def past_html(name: str, cell: Cell) -> str:
        return (
            f"<li class='past' style='grid-row:{len(rows) + 1}'>{rectangles(cell.parts)}"
            f"<span>{name}{cell.label and f': {cell.label}'}</span></li>"
        )

    def column_html(column: Column) -> str:
        over = f"<div class='over'>{column.over}</div>"
        total = f"<b>{column.total}</b>" if column.total and not hidden else ""
        tight = " tight" if column.room == "0px" else ""
        heights = {part.height for cell in column.cells.values() for part in cell.parts}
        even = " even" if heights == {USUAL_HEIGHT} else ""  # they say nothing: a setting
        length = "number" if column.below else "own-room"
        room = f" style='--{length}:{column.room}'" if column.room else ""
        shown = {row: cell for row, cell in column.cells.items() if row <= len(rows)}
        gaps = any(not cell.parts or row != at for at, (row, cell) in enumerate(shown.items(), 1))
        cells = "".join(
            cell_html(row, cell, column, f"grid-row:{row}" if gaps or size == "crowded" else "")
            for row, cell in shown.items()
        )
        if column.past and not hidden:
            cells += past_html(*column.past)
        heading = f"<p aria-hidden='true'>{column.heading}{total}</p>"
        listed = f"<ul role='list' aria-label='{escape(column.heading, quote=True)}'>{cells}</ul>"
        return (
            f"<div class='column{tight}{even}'{room}>{column.head or heading}"
            f"{listed if cells or not column.over else ''}"
            f"{over if column.over and not hidden else ''}</div>"
        )

    widths = " ".join(f"{column.width:g}fr" for column in columns)
    return (
        f"<div class='picture {size}' style='--widths:{widths};--rows:{len(rows)};"
        f"--cut:{min(screen.k, ranked.retrieved)}'>"
        f"<ol class='ranks' aria-hidden='true'>{ranks}</ol>{''.join(map(column_html, columns))}"
        f"{'<i class=cut></i>' if ranked.retrieved else ''}</div>"
    )
