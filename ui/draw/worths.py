"""What a document of each grade is worth, a curve for each position of a knob."""

from typing import Final

from ui.draw.rows import ConstantRows, choice, positions
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, up

TITLE: Final = "What is a grade worth?"


def chart() -> View:
    """Draw the curves over the grades of the scale."""
    grade = across("x", "Grade", format="d", tickMinStep=1)
    return curves(grade, up("y", "Worth", None), dots=True)


def rows(measured: Measured, knob: str) -> ConstantRows:
    """Return a row for each curve and grade; the metric's term has the name of the knob."""
    grades = range(measured.screen.scale + 1)
    options = positions(measured, knob, knob, tuple(grades))
    return choice(knob, measured.screen[knob], options, grades, "Grade")
