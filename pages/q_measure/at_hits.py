"""A ratio at each hit as a column of bars; a miss has none."""

from collections.abc import Sequence
from dataclasses import replace

from ui.core.columns import Column
from ui.draw.beside_cards import bars
from ui.draw.rank_terms import RankTerm
from ui.draw.score import Measured


def column(measured: Measured, term: str, heading: str, each: Sequence[RankTerm]) -> Column:
    """Draw a term at the hits, with its fraction; `each` has a summand at a hit."""
    now, was = (
        [] if breakdown is None else breakdown.terms["relevant"].tolist()
        for breakdown in (measured.breakdown, measured.terms_before)
    )
    labels = [one.summand for one in each]
    total = f"{measured.label} = {measured.text}"
    drawn = bars(measured, term, heading, labels, total=total, room="4.5rem")
    cells = {}
    for row, cell in drawn.cells.items():
        is_hit, was_hit = (row <= len(hits) and bool(hits[row - 1]) for hits in (now, was))
        parts = [part for part in cell.parts if (was_hit if part.look == "was" else is_hit)]
        if parts:
            cells[row] = cell._replace(parts=parts)
    return replace(drawn, cells=cells)
