"""RR as bars beside the cards: 1/rank at each rank, filled at the first hit."""

from metrics.breakdown import Breakdown
from ui.core.columns import Cell, Column, Look, Part
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.score import Measured


def column(rr: Measured) -> Column:
    """Draw 1/rank at each rank, and fill the bar of the first hit; below the cutoff it is 0."""
    window, here = len(rr.breakdown.terms["relevant"]), _row_of(rr)
    cells = {}
    for row in range(1, len(rr.ranked.documents) + 1):
        look: Look = "solid" if row == here else "hollow" if row <= window else "dashed"
        share = 1 / row if row <= window else 0
        worth = f"1/{row} = {decimals(share)}" if row <= window else "below k: 0"
        cells[row] = Cell([Part(0, share, look)], worth, row != here)
    return Column("RR, if the first hit is here", cells, sees_grades=False, room="6rem")


def mean_with_second(screen: Screen) -> Breakdown:
    """Compute the mean RR of the list and of a second query, whose first document is a hit."""
    return score.single((float(score.compute("reciprocal_rank", "a", screen).score) + 1) / 2)


def _row_of(measured: Measured) -> int | None:
    """Return the row of the first relevant document in the whole list, or None."""
    rows = enumerate(measured.ranked.documents, start=1)
    lowest = measured.screen.relevant_from
    return next((row for row, document in rows if (document.grade or 0) >= lowest), None)
