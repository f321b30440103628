"""Who is still reading at each rank: some stop there, the others go on to the next."""

from ui.pictures.beside_cards import Cell, Column, Part, ghost
from ui.plain import decimals
from ui.score import Measured


def column(measured: Measured) -> Column:
    """Draw the share that gets to each rank, split into those who stop there and those who go on.

    Reads the terms "reach" and "stop". Each bar begins as long as the pale part above it, times
    the probability of going on.
    """
    terms, was = measured.breakdown.terms, measured.was
    cells = {}
    if was is not None:  # the cut may have moved
        cells = {
            rank: Cell([Part(0, float(reach), "was")], "")
            for rank, reach in enumerate(was.terms["reach"], start=1)
        }
    for at, (reach, stop) in enumerate(zip(terms["reach"], terms["stop"], strict=True)):
        going = Part(float(stop), float(reach), "pale")
        before = []
        if was is not None and at < len(was.terms["reach"]):
            before = [Part(0, float(was.terms["reach"][at]), "was")]
        cells[at + 1] = Cell(
            [*ghost(before, Part(0, going.end)), going, Part(0, going.start)],
            f"{decimals(stop)} of {decimals(reach)}",
        )
    return Column("Still reading, and how many stop", cells, width=1.4, room="8.2rem")
