"""The place of the first hit, as its rank (equal steps) and as 1/rank (shrinking steps)."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import streamlit as st

from ui.core.columns import Cell, Column, Look, Part
from ui.core.plain import decimals, signed
from ui.draw.score import Measured

SIDES: Final = ("above", "below")
_EVERY: Final = 13
"""With up to this many ranks every rank is marked; with more, only those in `_FEW`."""
_FEW: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50)
_MIN_DISTANCE: Final = 0.068
"""Smallest distance between two labels of a scale, as a share of its length."""
_NARROW: Final = 0.1
"""The same on a phone, and from the label of the first hit, which is larger."""


def rank_of(measured: Measured) -> int | None:
    """Return the rank of the first hit in the top k, or None."""
    hits = measured.breakdown.terms["relevant"]
    return int(hits.argmax()) + 1 if hits.any() else None


def _row_of(measured: Measured) -> int | None:
    """Return the row of the first relevant document in the whole list, or None."""
    rows = enumerate(measured.ranked.documents, start=1)
    lowest = measured.screen.relevant_from
    return next((row for row, document in rows if (document.grade or 0) >= lowest), None)


def column(rr: Measured) -> Column:
    """Draw 1/rank at each rank, and fill the bar of the first hit; below the cutoff it is 0."""
    window, here = len(rr.breakdown.terms["relevant"]), _row_of(rr)
    cells = {}
    for row in range(1, len(rr.ranked.documents) + 1):
        look: Look = "solid" if row == here else "hollow" if row <= window else "dashed"
        share = 1 / row if row <= window else 0
        worth = (
            f"{'+' * (row == here)}1/{row} = {decimals(share)}" if row <= window else "below k: 0"
        )
        cells[row] = Cell([Part(0, share, look)], worth, row != here)
    return Column(
        "1/rank, if first here", cells, f"{rr.label} = {decimals(rr.score)}", sees_grades=False
    )


def scales(rr: Measured, frp: Measured, hidden: bool) -> None:
    """Draw the place of the first hit on two scales, and how far the last move took it on each.

    The upper scale has ranks, the lower 1/rank, and a line joins each rank to its reciprocal.
    Rank 1 is at the left, no hit at the right. A mark can be dragged, which moves its card
    (assets/board/board.js).
    """
    nowhere = rr.screen.k + 1
    marked = [rank for rank in range(1, nowhere) if nowhere <= _EVERY or rank in _FEW]
    first = rank_of(rr)
    needle = None if hidden else first or nowhere

    def places(rank: float) -> tuple[float, float]:
        return (rank - 1) / (nowhere - 1), 1 - 1 / rank if rank < nowhere else 1

    def names(rank: int) -> tuple[str, str]:
        if rank == nowhere:
            return "no hit", "0"
        return f"{rank}", f"1/{rank}" if rank > 1 else "1"

    def line(rank: float, look: str = "") -> str:
        above, below = places(rank)
        return f"<i class='{look}' style='--above:{above:.4f};--below:{below:.4f}'></i>"

    lines = [line(rank) for rank in (*marked, nowhere)]
    parts, steps = [], ("", "")
    if needle:
        was = (
            float(frp.terms_before.score) if frp.terms_before is not None and frp.change else needle
        )
        before = places(min(was, nowhere))  # k may have been larger
        if was != needle:
            lines.append(line(min(was, nowhere), "was"))
        lines.append(line(needle, "now"))
        steps = _steps(rr, frp)
        row = _row_of(rr)
        handle = ""
        if row:
            document = escape(rr.document(row), quote=True)
            handle = f" data-doc='{document}' data-take='{document}'"
        along = zip(*map(places, range(1, nowhere + 1)), strict=True)  # the stops of a drag
        for side, name, start, end, stops in zip(
            SIDES, names(needle), before, places(needle), along, strict=True
        ):
            stop = " ".join(f"{at:.4f}" for at in stops)
            parts.append(
                f"<i class='{side}' style='--from:{min(start, end):.4f};"
                f"--to:{max(start, end):.4f}'></i>"
                f"<b class='{side}'{handle} "
                f"data-places='{stop}' style='--at:{end:.2%}'>{name}</b>"
            )
    for at, side in enumerate(SIDES):
        # The most important labels take their room first. The needle has its own label.
        order = dict.fromkeys([*filter(None, [needle]), nowhere, 1, nowhere - 1, *marked])
        named = [(places(rank)[at], names(rank)[at]) for rank in order]
        parts += _names(side, named, bool(needle), rows=at + 1)
    label = "hidden" if hidden else f"{frp.label} {frp.score:g}, {rr.label} {decimals(rr.score)}"
    st.html(
        f"<div class='scales' role='img' aria-label='Two scales: {label}'>"
        f"<p><span>First relevant rank</span>{steps[0]}</p>"
        f"<p><span>RR = 1/rank, from 1 down to 0</span>{steps[1]}</p>"
        f"<div><p class='fan'>{''.join(lines)}</p>{''.join(parts)}</div></div>"
    )


def _steps(rr: Measured, frp: Measured) -> tuple[str, str]:
    """Write the last step on each scale, as HTML: from which rank to which, and how far."""
    from_to, was, rank_was = "&nbsp;", rr.terms_before, frp.terms_before
    if frp.change and was is not None and rank_was is not None:
        ends = (rank_was.score, was.score), (frp.score, rr.score)
        from_to = " → ".join(f"{float(rank):g}" if found else "no hit" for rank, found in ends)
    return f"<b>{from_to}</b>", f"<b>{signed(rr.change or 0, nothing='&nbsp;')}</b>"


def _names(
    side: str, names: Sequence[tuple[float, str]], has_needle: bool, rows: int
) -> Iterable[str]:
    """Yield the labels of a scale that do not overlap; the needle has drawn its own, the first.

    A label without room in the first row stands in the second, if there are two `rows`.
    """
    taken: list[list[float]] = [[] for _ in range(rows)]
    far: list[list[float]] = [[] for _ in range(rows)]
    for index, (place, text) in enumerate(names):
        beside_needle = has_needle and index and abs(place - names[0][0]) < _NARROW
        for row in range(int(beside_needle), rows):
            if any(abs(place - other) < _MIN_DISTANCE for other in taken[row]):
                continue
            spare = any(abs(place - other) < _NARROW for other in far[row])
            taken[row].append(place)
            far[row] += [place] * (not spare)
            if index or not has_needle:
                look = f"{side}{' spare' * spare}{' second' * row}"
                yield f"<span class='{look}' style='--at:{place:.2%}'>{text}</span>"
            break
