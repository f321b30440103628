"""A ratio at each hit as a column of bars; a miss has none."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ui.core.columns import Column
from ui.draw.beside_cards import bars
from ui.draw.score import Measured

IN_WORDS: Final = "(hits {} + grades {}) ÷ (rank {} + best grades {})"
IN_SHORT: Final = "({} + {})/({} + {})"
"""The two forms of a ratio."""


def sums(q: Measured, written: str) -> list[str]:
    """Write, for each hit, the two sums that are divided, in the form `written`; "" for a miss."""
    terms, beta = q.breakdown.terms, float(q.breakdown.aside["patience"])
    found, hits = [], 0
    each = zip(*(terms[name].tolist() for name in ("relevant", "gain", "ideal_gain")), strict=True)
    for rank, (is_hit, gain, ideal) in enumerate(each, start=1):
        hits += int(is_hit)
        numbers = hits, f"{beta * gain:.4g}", rank, f"{beta * ideal:.4g}"
        found.append(written.format(*numbers) if is_hit else "")
    return found


def column(measured: Measured, term: str, heading: str, labels: Sequence[str], room: str) -> Column:
    """Draw a term at the hits, with its fraction below it: bars of two scores have one scale."""
    now, was = (
        [] if breakdown is None else breakdown.terms["relevant"].tolist()
        for breakdown in (measured.breakdown, measured.terms_before)
    )
    drawn = bars(measured, term, heading, labels, room=room)
    cells = {}
    for row, cell in drawn.cells.items():
        is_hit, was_hit = (row <= len(hits) and bool(hits[row - 1]) for hits in (now, was))
        parts = [part for part in cell.parts if (was_hit if part.look == "was" else is_hit)]
        if parts:
            cells[row] = cell._replace(parts=parts)
    return replace(drawn, cells=cells, below=True)
