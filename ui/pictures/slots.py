"""Average precision as slots, one for each relevant document."""

from metrics.breakdown import Breakdown
from ui.look.columns import Cell, Column, Part
from ui.look.plain import decimals
from ui.models.score import Measured


def column(measured: Measured) -> Column:
    """Draw a slot of width 1/m for each relevant document, as full as the precision at its rank.

    m is the denominator as it is chosen. A relevant document that was not found, or only below the
    cut, has an empty slot: its precision is 0. Where the denominator leaves documents out, those
    have none.
    """
    total = float(measured.breakdown.aside["denominator"])
    filled, was = _filled(measured.breakdown), _filled(measured.was)
    added = measured.breakdown.terms["contribution"]
    cells = {}
    slots = 0
    for row, document in enumerate(measured.ranked.documents, start=1):
        parts, label = [], ""
        if row in was and was[row] != filled.get(row):
            parts.append(was[row]._replace(look="was filled"))
        if row in filled:
            parts += [filled[row]._replace(look="hollow", height=1), filled[row]]
            label = f"+{decimals(added[row - 1])}"
        elif (document.grade or 0) >= measured.screen.relevant_from and slots < total:
            parts.append(Part(slots / total, (slots + 1) / total, "dashed", 1))
            label = "never found: 0" if row > measured.ranked.retrieved else "cut off: 0"
        slots += bool(label)
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
    """Return the slots of the hits, by rank; they come first, for they stand above all others."""
    if breakdown is None:
        return {}
    hit, precision = breakdown.terms["relevant"], breakdown.terms["precision"]
    total, found = float(breakdown.aside["denominator"]), hit.cumsum()
    return {
        rank: Part((found[rank - 1] - 1) / total, found[rank - 1] / total, "filled", share)
        for rank, (counts, share) in enumerate(zip(hit, map(float, precision), strict=True), 1)
        if counts
    }
