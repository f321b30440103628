"""How much each rank counts beside the first, a curve for each discount."""

from typing import Final

from ui.draw.rows import ConstantRows, choice, positions
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, up

TITLE: Final = "How much does each rank count?"


def chart() -> View:
    """Draw the curves over ranks on a logarithmic axis."""
    ticks = [1, 2, 3, 5, 10, 20, 50]
    rank = across("x", "Rank", 1, 50, kind="log", values=ticks, format="d", labelOverlap=False)
    return curves(rank, up("y", "Weight, against that of rank 1"), dots=True)


def rows(measured: Measured, knob: str) -> ConstantRows:
    """Return a row for each curve and rank; they do not depend on the list."""
    against_first = tuple(
        p._replace(heights=tuple(weight / p.heights[0] for weight in p.heights))
        for p in positions(measured, knob, "weight", (0,) * 50)
    )
    return choice(knob, measured.screen[knob], against_first, range(1, 51))
