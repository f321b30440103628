"""The lead of A that readers see, with its interval, over the number of readers."""

from collections.abc import Mapping, Sequence
from typing import Final

import altair as alt
import numpy as np

from metrics.interleaving import Outcomes
from ui.core import theme
from ui.core.plain import decimals, signed
from ui.draw.rows import Row
from ui.draw.style import (
    BESIDE,
    BOLD,
    COLOUR,
    DASHED,
    FOOT,
    INK,
    KEY,
    LOW,
    PATH,
    TOLD,
    UNSEEN,
    View,
    across,
    by,
    marks,
)

TITLE: Final = "How many readers show who wins?"
_MOST: Final = 10_000
_POINTS: Final = 33
_LEFT: Final = 10
"""Fewer readers have no room for a label at the left of their line."""
_RIGHT: Final = 1_500
"""More readers have no room for a label at the right of their line."""
_TOLD: Final = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)


def chart() -> View:
    """Draw the interval as a band, the lead as a line, and how many readers are needed."""
    band, lines, at, columns = map(marks, ("band", "lines", "at", "columns"))
    y = alt.Y("low:Q", title="A − B", scale=alt.Scale(domain=[-1, 1])).axis(
        labelExpr="datum.value ? format(datum.value, '+~g') : '0'", tickCount=5
    )
    drawn: View = alt.layer(
        band.mark_area(opacity=0.25).encode(y2="high:Q", color=COLOUR, **PATH),
        lines.mark_rule(**DASHED, strokeWidth=1.5).encode(x=alt.value(0), x2=alt.value("width")),
        lines.mark_text(dy=by("below", 11, -9), **BESIDE, **BOLD).encode(text="label:N"),
        at.mark_rule(strokeWidth=2, color=INK, opacity=0.7).encode(y=alt.value(0), y2=FOOT),
        at.mark_text(dy=by("high", -25, -9), **BESIDE, **BOLD).encode(
            y=alt.value(0), text="label:N"
        ),
        columns.mark_rect(**UNSEEN).encode(x2="end:Q", y=alt.value(0), y2=FOOT, **TOLD),
    ).encode(
        x=across("x", "Readers", 1, 10_000, kind="log", format="~s", values=[1, 10, 100, 1e3, 1e4]),
        y=y,
        key=KEY,
    )
    return drawn.properties(height=LOW)


def rows(found: Outcomes, readers: int) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark.

    Args:
        found: how often each ranking wins.
        readers: how many readers are asked now.
    """
    needed = found.readers_needed()
    xs = [*dict.fromkeys(round(x) for x in np.geomspace(1, _MOST, _POINTS).tolist())]
    places = [(f"{readers:,} now", readers)] * (readers > 1)
    if needed <= _MOST:
        places.append((f"{needed:,} needed", int(needed)))
    right = max((x for _, x in places), default=1)
    return {
        "band": [
            {"key": f"band{at}", "x": x, "low": low, "high": high, "colour": theme.HIT}
            for at, x in enumerate(xs)
            for low, high in [found.interval(x)]
        ],
        "lines": [
            {"key": "none", "low": 0.0, "label": ""},
            {
                **{"key": "lead", "low": found.lead, "label": f"A − B {signed(found.lead)}"},
                **{"x": 1 if right > _RIGHT else _MOST, "left": right <= _RIGHT},
                "below": found.lead < 0,  # no line crosses it
            },
        ],
        "at": [_place(label, x, right) for label, x in places],
        "columns": [
            {
                **{"key": f"column{x}", "x": max(1.0, x / 1.7), "end": min(_MOST, x * 1.7)},
                "said": f"{x:,} readers: from {decimals(low)} to {decimals(high)}",
            }
            for x in _TOLD
            for low, high in [found.interval(x)]
        ],
    }


def _place(label: str, x: int, right: int) -> Row:
    """Return the row of a line: its label is above it, on the side where no other label is."""
    left = x < right
    turned = x < _LEFT if left else x > _RIGHT  # there is no room on this side
    return {
        **{"key": label.partition(" ")[2], "x": x, "label": label},
        **{"left": left != turned, "high": turned},
    }
