"""Bars at the height of the cards: a row a document, a column a quantity.

HTML and not a chart of Vega's: it costs an edit a tenth, reads from afar in the page's own type,
and each row carries its document (`data-doc`), so that pointing at a bar lights its card, its term
of the formula and its row of the table (assets/lit.js).
"""

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import Any, Final

import streamlit as st

from metrics.arrays import Array
from ui.look import theme
from ui.look.columns import Cell, Column, Part, Span
from ui.look.plain import about, decimals
from ui.models.score import Measured
from ui.state.screen import Name, Screen

MOST_WITH_GHOSTS: Final = 5
"""So many columns are drawn with where their bars were; among more, nothing else would be seen."""


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
    """Draw a term of a breakdown as a bar a rank, and pale where it was before the last move.

    Args:
        measured: whose term it is.
        term: its name.
        heading: the column's.
        labels: a text a rank; by default the value.
        counts: 0 where a bar is only an outline; by default every bar counts.
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
    """Draw each contribution from where the last one ended, so that the ends climb to the score.

    `ghosts` says whether it is also drawn where it was before the last move.
    """
    values = measured.breakdown.terms["contribution"].tolist()
    were = _was(measured, "contribution") if ghosts else []
    return _column(
        heading,
        _climb(values, most),
        labels or [f"+{decimals(value)}" if value else "" for value in values],
        [1] * len(values),
        [Part(start, end, "was") for start, end in _climb(were, most)],
        **{"total": f"{measured.label} = {measured.said}", "room": "3.8rem", **more},
    )


def _was(measured: Measured, term: str) -> list[float]:
    return [] if measured.was is None else measured.was.terms[term].tolist()


def _climb(values: Sequence[float], most: float) -> list[Span]:
    """Lay values end to end, as shares of the most."""
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
    cells = {
        row: Cell([was], "") for row, was in enumerate(were, start=1)
    }  # the cut may have moved
    drawn = zip(spans, labels, counts, strict=True)
    for at, ((start, end), label, count) in enumerate(drawn):
        now = Part(start, end, "solid" if count else "hollow")
        before = ghost(were[at : at + 1], now) if were else ()
        cells[at + 1] = Cell([*before, now], label, soft=not count)
    return Column(heading, cells, **more)


def ghost(was: Sequence[Part], now: Part) -> Sequence[Part]:
    """Return where a part was, if it can be told from where it is."""
    return [
        one
        for one in was
        if abs(one.start - now.start) + abs(one.end - now.end) + abs(one.height - now.height) > 5e-4
    ]


def draw(screen: Screen, name: Name, columns: Sequence[Column], *, hidden: bool = False) -> None:
    """Draw columns of bars for a list, or, as long as the answer is hidden, their outlines."""
    st.html(html(screen, name, columns, hidden=hidden))


def html(screen: Screen, name: Name, columns: Sequence[Column], *, hidden: bool = False) -> str:
    """Lay columns of bars out, each row at the height of its card."""
    ranked, top = screen.ranked(name), screen.scale
    rows = list(enumerate(ranked.documents, start=1))
    symbols = {row: theme.symbol(d.grade, top) for row, d in rows}
    docs = {row: about(f"{name}-{d.id}") for row, d in rows}
    colours = {row: f"--colour:var(--colour-{theme.colour(d.grade, top)})" for row, d in rows}
    ranks = "".join(
        f"<li style='grid-row:{row}'>{row if row <= ranked.retrieved else '–'} {symbols[row]}</li>"
        for row, _ in rows
    )

    size = "crowded" if len(columns) > MOST_WITH_GHOSTS else "many" if len(columns) > 2 else "few"
    if size == "few" and any(each.head for each in columns):
        size = "many"

    def cell(row: int, cell: Cell, column: Column) -> str:
        parts, label, _ = cell.hidden() if hidden else cell
        if size == "crowded" and not label:  # each element costs
            return ""
        place = f"rank {row}" if row <= ranked.retrieved else "not retrieved"
        unread = "" if hidden or label else " aria-hidden='true'"
        said = f"<b>{place}: {'hidden' if hidden else ''}</b>{label}"
        colour = colours[row] if column.sees_grades else ""
        if size == "crowded":  # and so a row is its last part, and the number in it
            part = parts[-1]
            return (
                f"<li class='{part.look}'{docs[row]} style='grid-row:{row};--from:{part.start:.4f};"
                f"--to:{part.end:.4f};{colour}'>{said}</li>"
            )
        if not parts:
            return ""
        drawn = rectangles(parts)
        start = min(part.start for part in parts)
        end = max((part.end for part in parts if "was" not in part.look), default=0)
        side = " left" if column.room == "0px" and end > 0.55 else ""
        return (
            f"<li{docs[row]}{unread} style='grid-row:{row};--start:{start:.4f};--end:{end:.4f};"
            f"{colour}'>{drawn}<span class='{'soft' * cell.soft}{side}'>{said}</span></li>"
        )

    def rectangles(parts: Sequence[Part]) -> str:
        return "".join(
            f"<i class='{part.look}' style='--from:{part.start:.4f};--to:{part.end:.4f};"
            f"--height:{part.height:.3f}'></i>"
            for part in parts
        )

    def past(name: str, cell: Cell) -> str:
        return (
            f"<li class='past' style='grid-row:{len(rows) + 1}'>{rectangles(cell.parts)}"
            f"<span>{name}{cell.label and f': {cell.label}'}</span></li>"
        )

    def column(each: Column) -> str:
        value, said = each.line or (0, "")
        line = (
            f"<i class='line' aria-hidden='true' style='--at:{value:.4f}'><span>{said}</span></i>"
        )
        over = f"<div class='over'>{each.over}</div>"
        total = f"<b>{each.total}</b>" if each.total and not hidden else ""
        tight = " tight" if each.room == "0px" else ""
        room = f" style='--room:{each.room}'" if each.room else ""
        cells = "".join(cell(row, each.cells[row], each) for row in each.cells if row <= len(rows))
        if each.past and not hidden:
            cells += past(*each.past)
        heading = f"<p aria-hidden='true'>{each.heading}{total}</p>"
        listed = f"<ul role='list' aria-label='{escape(each.heading, quote=True)}'>{cells}</ul>"
        return (
            f"<div class='column{tight}'{room}>{each.head or heading}"
            f"{listed if cells or not each.over else ''}"
            f"{line if each.line and not hidden else ''}"
            f"{over if each.over and not hidden else ''}</div>"
        )

    widths = " ".join(f"{each.width:g}fr" for each in columns)
    return (
        f"<div class='picture {size}' style='--columns:{widths};--rows:{len(rows)};"
        f"--cut:{min(screen.k, ranked.retrieved)};--head:{theme.HEAD}px;"
        f"--pitch:{theme.ROW_PITCH}px;--gap:{theme.ROW_GAP}px'>"
        f"<ol class='ranks' aria-hidden='true'>{ranks}</ol>{''.join(map(column, columns))}"
        f"{'<i class=cut></i>' if ranked.retrieved else ''}</div>"
    )
