"""How much a swap at each rank changes the count and three scores, on average over all orders."""

from collections.abc import Mapping, Sequence
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, spread_out
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BOLD,
    BY_RANK,
    COLOUR,
    FOOT,
    KEY,
    LOW,
    PATH,
    SWAPPED,
    TOLD,
    UNSEEN,
    View,
    marks,
    stack,
    up,
)

TITLE: Final = "How much does a swap change, on average over all orders?"
VIEWS: Final = ("How much does it change RR, AP and nDCG?",)
_DASHES: Final = (1, 2, 0)
"""Dashes of the curves, whose colours differ too."""
_MOST: Final = 0.5
"""No swap of neighbours changes a score by more."""


def chart() -> View:
    """Draw the count as bars, and below it the scores as curves."""
    bars, curves, ends = map(marks, ("ranks", "curves", "ends"))
    kinds = alt.Scale(domain=[0, 1, 2], range=[[1, 0], [7, 5], [2, 5]])
    dash = alt.StrokeDash("dash:O", scale=kinds)
    column = bars.mark_bar(width={"band": 1}, **UNSEEN).encode(
        y=alt.value(0), y2=FOOT, key=BY_RANK, **TOLD
    )
    count = alt.layer(bars.mark_bar(**BAR).encode(color=COLOUR, key=BY_RANK), column).encode(
        x=SWAPPED, y=up("count", "Wrong pairs: size of the change", 1, tickCount=3)
    )
    scores = alt.layer(
        curves.mark_line(strokeWidth=2).encode(
            color=COLOUR, strokeDash=dash, detail="name:N", **PATH
        ),
        curves.mark_circle(size=60, opacity=1).encode(color=COLOUR, key=KEY),
        ends.mark_text(align="left", dx=10, **BOLD).encode(text="name:N", key=KEY),
        column,
    ).encode(x=SWAPPED, y=up("size", "Score: size of the change", 0.5))
    return stack(count.properties(height=LOW), scores.properties(height=LOW + 40))


def rows(
    measured: Sequence[Measured], sizes: Sequence[Sequence[float]]
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark.

    Args:
        measured: the count of wrong pairs, then the scores.
        sizes: for each of them, the mean size of its change by a swap at each rank.
    """
    ranks, scores = [*enumerate(zip(*sizes, strict=True), start=1)], measured[1:]
    colours = theme.of_metrics([one.key for one in scores])
    curves: list[Row] = [
        {"rank": rank, "key": f"{one.label} {rank}", "name": one.label, "size": size}
        | {"colour": colour, "dash": dash}
        for one, own, colour, dash in zip(scores, sizes[1:], colours, _DASHES, strict=True)
        for rank, size in enumerate(own, start=1)
    ]
    last = {row["name"]: row["size"] for row in curves if row["rank"] == len(ranks)}
    return {
        "ranks": [
            {
                "rank": rank,
                "count": each[0],
                "colour": theme.LOST,
                "said": f"Swap ranks {rank} and {rank + 1}, on average: "
                + ", ".join(
                    f"{one.label} by {decimals(size)}"
                    for one, size in zip(measured, each, strict=True)
                ),
            }
            for rank, each in ranks
        ],
        "curves": curves,
        "ends": [
            {"rank": len(ranks), "key": name, "name": name, "size": size}
            for name, size in spread_out(last, 0.06, _MOST).items()
        ],
    }
