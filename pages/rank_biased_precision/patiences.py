"""How much each rank weighs for readers of different patience, a curve for each of them."""

from collections.abc import Iterable
from typing import Final

from ui.draw.rows import ConstantRows, choice, positions
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, up

TITLE: Final = "How much does each rank weigh, and for whom?"


def chart() -> View:
    """Draw the curves over ranks."""
    return curves(across("x", "Rank", 1, 20, format="d"), up("y", "Weight", None), dots=True)


def rows(measured: Measured, knob: str, others: Iterable[float]) -> ConstantRows:
    """Return a row for each reader and rank, for the current patience and others."""
    current = measured.screen[knob]
    names = {p: f"p = {p:g}" for p in sorted({*others, current})}
    options = positions(measured, knob, "weight", (0,) * 20, names)
    return choice(knob, current, options, range(1, 21))
