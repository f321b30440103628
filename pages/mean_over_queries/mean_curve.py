"""The mean precision at eleven levels of recall, over all queries, of one system or of two."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends
from ui.draw.style import View, across, curves, up

TITLE: Final = "Which precision at which recall, on average?"


def chart() -> View:
    """Draw a line for each system, with a dot at each level."""
    return curves(
        across("x", "Recall", 0, 1, format=".1f", tickCount=11),
        up("y", "Mean precision", 1),
        dots=True,
        high=220,
    )


def rows(systems: Mapping[str, Sequence[float]]) -> Iterator[Row]:
    """Yield the points of each system's curve, its name, and a column for each level."""
    levels = [tenths / 10 for tenths in range(11)]
    looks: dict[str, Row] = {
        "A": {"colour": theme.HIT, "dash": 0},
        "B": {"colour": theme.UNJUDGED, "dash": 1},
    }
    known = {name: values for name, values in systems.items() if values[0] == values[0]}
    for name, values in known.items():
        for row in curve(name, levels, values, strong=name == "A"):
            yield {**row, **looks[name]}
    at_end = {name: (1.0, values[-1]) for name, values in known.items()}
    yield from ends(at_end, 0.09, "A", most=1, looks=looks)
    for at, level in enumerate(levels):
        each = ", ".join(f"{name} {decimals(values[at])}" for name, values in known.items())
        if each:
            yield column(level, (0, 1), f"Recall {level:g}: {each}", half=0.05)
