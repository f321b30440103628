"""Average precision as a column of slots, one for each relevant document."""

from metrics.breakdown import Breakdown
from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.score import Measured


def column(measured: Measured) -> Column:
    """Draw a slot of width 1/m for each relevant document, filled to the precision at its rank.

    m is the chosen denominator. A relevant document that is missed or below the cutoff has an empty
    slot, because its precision is 0. Documents that the denominator leaves out have no slot.
    """
    total = float(measured.breakdown.aside["denominator"])
    filled, was = _filled(measured.breakdown), _filled(measured.terms_before)
    contributions = measured.breakdown.terms["contribution"]
    cells = {}
    used = 0
    for row, document in enumerate(measured.ranked.documents, start=1):
        parts, label = [], ""
        if row in was and was[row] != filled.get(row):
            parts.append(was[row]._replace(look="was filled"))
        if row in filled:
            parts += [filled[row]._replace(look="hollow", height=1), filled[row]]
            label = f"+{decimals(contributions[row - 1])}"
        elif (document.grade or 0) >= measured.screen.relevant_from and used < total:
            parts.append(Part(used / total, (used + 1) / total, "dashed", 1))
            label = "never found: 0" if row > measured.ranked.retrieved else "cut off: 0"
        used += bool(label)
        if parts:
            cells[row] = Cell(parts, label, soft=row not in filled)
    return Column(
        f"Adds 1/{total:g} × precision" if total else "Adds nothing: 0/0",
        cells,
        f"{measured.label} = {decimals(measured.score)}",
        sees_grades=False,
        room="0px",
    )


def _filled(breakdown: Breakdown | None) -> dict[int, Part]:
    """Return the filled slots of the hits, by rank; hits have the first slots."""
    if breakdown is None:
        return {}
    relevant, precision = breakdown.terms["relevant"], breakdown.terms["precision"]
    total, hits = float(breakdown.aside["denominator"]), relevant.cumsum()
    return {
        rank: Part((hits[rank - 1] - 1) / total, hits[rank - 1] / total, "filled", share)
        for rank, (is_hit, share) in enumerate(zip(relevant, map(float, precision), strict=True), 1)
        if is_hit
    }
