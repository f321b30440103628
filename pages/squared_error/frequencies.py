"""MAE, MSE and RMSE of errors that are only counted: so many of 0, of 1, of 2."""

import streamlit as st

from pages.squared_error.knobs import Counted
from ui.core.plain import decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw a field for the counts, and the three errors."""
    controls.turn([Counted.ERRORS], by="error_counts")
    st.html(table(session().shown))


def table(screen: Screen) -> str:
    """Write the three errors with their sums, or that there are none."""
    counts = [*map(int, screen[Counted.ERRORS])]
    every = sum(counts)
    if not every:
        return "<p>Type how many documents have each error: all counts are 0.</p>"
    of_one, squared = (
        " + ".join(
            f"{count:,} · {_power(error, by)}" for error, count in enumerate(counts) if count
        )
        for by in (1, 2)
    )
    absolute, square = (
        sum(count * error**by for error, count in enumerate(counts)) / every for by in (1, 2)
    )
    body = [
        ["MAE", f"({of_one})/{every:,}", decimals(absolute)],
        ["MSE", f"({squared})/{every:,}", decimals(square)],
        ["RMSE", f"√(({squared})/{every:,})", decimals(square**0.5)],
    ]
    return table_html("Errors that are only counted", ["mean", "worked", ""], body, words=(0, 1))


def _power(error: int, by: int) -> str:
    return f"{error}²" if by > 1 else f"{error}"
