"""What a document of each grade is worth, a curve for each position of a knob."""

from collections.abc import Sequence
from typing import Final

from ui.charts.house import View, across, curves, up
from ui.charts.worked import Row, choice, positions
from ui.score import Measured

TITLE: Final = "What is a grade worth?"


def chart() -> View:
    """Draw the curves over the grades of the scale."""
    return curves(
        across("x", "Grade", format="d", tickMinStep=1), up("y", "Worth", None), dots=True
    )


def rows(measured: Measured, knob: str) -> Sequence[Row]:
    """Write a row for each curve and grade; the metric's term is called as the knob is."""
    grades = range(measured.screen.scale + 1)
    each = positions(measured, knob, knob, tuple(grades))
    most = max(max(curve.heights) for curve in each) or 1
    return choice(knob, measured.screen[knob], each, grades, most, "Grade")
