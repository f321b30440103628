"""How the pairs make τ: those in the same order lead right from 0, those that cross lead back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from pages.rank_agreement.model import pair
from ui.core import theme
from ui.core.plain import counted, decimals
from ui.draw.rows import Row, changed
from ui.draw.score import Measured
from ui.draw.style import (
    BOLD,
    COLOUR,
    GHOST,
    INK,
    KEY,
    LOW,
    PAGE,
    TOLD,
    View,
    across,
    marks,
)

TITLE: Final = "How do the pairs make τ?"
LEGEND: Final = "A box: a pair. Same order: right. Crossing: left."
_MOST_BOXES: Final = 66
"""Most pairs that are boxes; more are one bar."""
_FAR: Final = 0.8
"""From this distance to 0 on the name of τ does not stand across its line, or it would be cut."""


def chart() -> View:
    """Draw a row of boxes to the right, one back to the left below, and τ where that ends."""
    was, boxes, bars, ends = map(marks, ("was", "boxes", "bars", "ends"))
    y = alt.Y("row:Q", title=None, axis=None, scale=alt.Scale(domain=[2.4, 0], nice=False))
    drawn: View = alt.layer(
        boxes.mark_rect(stroke=PAGE, strokeWidth=2).encode(
            x2="end:Q", y2="foot:Q", color=COLOUR, key=KEY
        ),
        was.mark_rect(**GHOST).encode(x2="end:Q", y2="foot:Q", key=KEY),
        ends.mark_rule(strokeWidth=3).encode(y2="foot:Q", key=KEY),
        ends.mark_text(align={"expr": "datum.align"}, **BOLD).encode(
            y="at:Q", text="label:N", key=KEY
        ),
        bars.mark_text(align="left").encode(x=alt.value(0), y="at:Q", text="label:N", key=KEY),
        bars.mark_rect(color=INK, fillOpacity=0, aria=True).encode(
            x2="end:Q", y2="foot:Q", key=KEY, **TOLD
        ),
    ).encode(x=across("start", "τ", -1.02, 1.02, values=[-1, -0.5, 0, 0.5, 1]), y=y)
    return drawn.properties(height=LOW)


def counts(tau: Measured) -> tuple[int, int]:
    """Return how many pairs are in the same order, and how many cross."""
    return _counts(tau.breakdown)


def _counts(breakdown: Breakdown) -> tuple[int, int]:
    same, crossed = (round(breakdown.terms[name].sum() / 2) for name in ("right", "wrong"))
    return same, crossed


def rows(tau: Measured, _other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    if len(pair(tau.screen).both) < 2:
        return {name: [] for name in ("was", "boxes", "bars", "ends")}
    bars = [*_bars(tau.breakdown)]
    before = [*_bars(tau.terms_before)] if tau.terms_before else []
    align = "center" if abs(tau.score) < _FAR else "right" if tau.score > 0 else "left"
    before = [row for row in before if row["start"] != row["end"]]
    return {
        "was": changed(before, bars, "key", "start", "end", "row", "foot"),
        "boxes": [*_boxes(tau.breakdown)],
        "bars": bars,
        "ends": [
            {
                **{"key": "τ", "start": tau.score, "row": 1.3, "foot": 2.02},
                **{"at": 2.22, "align": align, "label": f"τ {tau.text}"},
            }
        ],
    }


def _bars(breakdown: Breakdown) -> Iterator[Row]:
    """Yield the row of boxes that leads right, and the one that leads back."""
    same, crossed = _counts(breakdown)
    every = same + crossed
    if not every:
        return
    right, end = same / every, (same - crossed) / every
    cross = "crosses" if crossed == 1 else "cross"
    said = (
        f"{counted(same, 'pair')} in the same order: + {same}/{every}",
        f"{counted(crossed, 'pair')} {cross}: − {crossed}/{every}",
    )
    for at, (start, stop) in enumerate(((0.0, right), (right, end))):
        yield {
            **{"key": ("same", "cross")[at], "start": start, "end": stop},
            **{"row": at + 0.38, "foot": at + 0.86, "at": at + 0.19},
            **{"label": said[at], "said": f"{said[at]}, to {decimals(stop)}"},
            "colour": (theme.HIT, theme.LOST)[at],
        }


def _boxes(breakdown: Breakdown) -> Iterator[Row]:
    """Yield a box for each pair; of many pairs, one for each kind."""
    for count, bar in zip(_counts(breakdown), _bars(breakdown), strict=False):
        parts = count if sum(_counts(breakdown)) <= _MOST_BOXES else min(count, 1)
        wide = (bar["end"] - bar["start"]) / (parts or 1)
        for part in range(parts):
            start = bar["start"] + part * wide
            yield {
                **{"key": f"{bar['key']} {part + 1}", "start": start, "end": start + wide},
                **{name: bar[name] for name in ("row", "foot", "colour")},
            }
