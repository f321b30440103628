"""Precision down to each rank with AP as the mean of those at the hits, and AP as an area."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import altair as alt

from metrics.breakdown import Breakdown
from ui.core import theme
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import MOST_NAMED, WIDE, Row, document_rows, level_rows, mark_rows, moved_rows
from ui.draw.score import Measured
from ui.draw.style import (
    COLOUR,
    DASHED,
    GHOST,
    HIGH,
    INK,
    KEY,
    SAID,
    STROKE,
    View,
    across,
    level,
    ranks,
    stack,
    table,
    up,
)

TITLE: Final = "How precise is the list down to each rank?"
VIEWS: Final = ("Which area is AP?",)


def chart() -> View:
    """Draw a bar for each rank, filled at a hit, and below them the slots that the hits fill."""
    bars, was, b, gone = map(table, ("ranks", "was", "b", "gone"))
    y = up("precision", "Precision")
    wide, fill = {"width": {"band": 0.56}}, alt.Opacity("filled:Q", scale=None)
    precisions = alt.layer(
        was.mark_bar(width={"band": 0.84}, **GHOST).encode(key=KEY),
        bars.mark_bar(stroke=INK, aria=True, **wide).encode(color=COLOUR, fillOpacity=fill, **SAID),
        bars.mark_text(dy=-10).encode(text="label:N", key=KEY),
        gone.mark_bar(fillOpacity=0, aria=True, **wide, **DASHED).encode(
            y=alt.value(0), y2="empty:Q", **SAID
        ),
        gone.mark_text(dy=-10).encode(y=alt.value(HIGH), text="label:N", key=KEY),
        b.mark_point(shape="diamond", size=130, opacity=1, aria=True).encode(stroke=STROKE, **SAID),
        *level("levels"),
    ).encode(x=ranks(), y=y)
    slots = table("slots").encode(x=across("start", "Share of the slots filled so far", 0, 1))
    area = alt.layer(
        slots.mark_rect(fillOpacity=0, stroke=INK, strokeOpacity=0.4).encode(
            x2="end:Q", y=alt.value(0), y2=alt.value(HIGH), key=KEY
        ),
    )
    return stack(precisions.properties(height=HIGH), area.properties(height=HIGH))
