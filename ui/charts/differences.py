"""How much better B is than A, a bar for each topic, the largest difference first."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from metrics.arrays import Array
from ui import theme
from ui.charts.house import View, bins
from ui.charts.worked import Row
from ui.plain import decimals, signed

TITLE: Final = "On which topics is B ahead?"
_MOST: Final = 200
"""Bars at most; of more topics some are drawn, evenly over all."""


def chart() -> View:
    """Draw the sorted differences."""
    return bins("Topics, the best for B first", up="B − A", step=0.001, tickMinStep=1)


def rows(names: Sequence[str], a: Array, b: Array) -> Iterator[Row]:
    """Write a row for each topic that counts, by its name and the two scores."""
    order = np.argsort(a - b, kind="stable")
    places = np.unique(np.linspace(0, len(order) - 1, min(len(order), _MOST)).astype(int))
    for at, place in enumerate(places.tolist()):
        topic = order[place]
        one, other = float(a[topic]), float(b[topic])
        yield {
            **{"part": "bin", "key": names[topic], "low": place, "bottom": 0, "top": other - one},
            "high": places[at + 1] if at + 1 < len(places) else len(order),
            "strong": True,
            "colour": theme.LINES if other > one else theme.UNJUDGED,
            "said": f"{names[topic]}: A {decimals(one)}, B {decimals(other)}: "
            f"{signed(other - one)}",
        }
