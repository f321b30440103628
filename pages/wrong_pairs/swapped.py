"""What the swap of each two neighbours would change in the count of wrong pairs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.plain import signed
from ui.draw.pairs import Neighbours
from ui.draw.rows import MOST_NAMED, Row, changed
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BOLD,
    BY_RANK,
    CLICKED,
    FOOT,
    LOW,
    PALETTE,
    TOLD,
    UNSEEN,
    View,
    marks,
)

TITLE: Final = "What would each swap of neighbours change?"
_SEEN: Final = 5e-4
"""Smallest change that shows in three decimals."""
_FEW: Final = 6
"""Most swaps whose labels of three decimals have room."""


SWAPPED: Final = alt.X(
    "rank:O",
    title="Swapped ranks",
    axis=alt.Axis(labelExpr="datum.value + '–' + (datum.value + 1)"),
)
"""An axis of two neighbours each, from left to right; the upper one has the rank."""


def by_swap(field: str, title: str, most: float, *, ghosts: bool = False) -> alt.LayerChart:
    """Draw what a swap of each two neighbours changes: a bar up or down, which a click swaps.

    Rows of the table "ranks" have the upper `rank` of the two, the `field`, its label and colour,
    `said` and `do`.

    Args:
        field: name of the column; those of its label and its colour end in `_label`, `_colour`.
        title: title of the vertical axis.
        most: the largest number on it.
        ghosts: whether the table "was" has the bars before the last move.
    """
    bars, was = map(marks, ("ranks", "was"))
    signed = "datum.value ? datum.label : '0'"
    change = alt.Axis(values=[-most, 0, most], format="+~g", labelExpr=signed)
    room = alt.Scale(domain=[-1.6 * most, 1.6 * most])  # for labels
    return (
        alt.layer(
            *([was.mark_bar(**BAR_BEFORE)] if ghosts else []),
            bars.mark_bar(**BAR).encode(color=f"{field}_colour:N"),
            bars.mark_text(dy={"expr": f"datum.{field} < -0.0005 ? 11 : -10"}, **BOLD).encode(
                text=f"{field}_label:N"
            ),
            bars.mark_bar(width={"band": 1}, **UNSEEN, **CLICKED).encode(
                y=alt.value(0), y2=FOOT, **TOLD
            ),
        )
        .encode(
            x=SWAPPED,
            y=alt.Y(f"{field}:Q", title=title, scale=room, stack=None, axis=change),
            color=PALETTE,
            key=BY_RANK,
        )
        .properties(height=LOW)
    )


def chart() -> View:
    """Draw a bar for each two neighbours: a wrong pair more, one fewer, or as many."""
    return by_swap("inversions", "Wrong pairs: change", 1, ghosts=True)


def rows(swaps: Neighbours, before: Neighbours | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of the swaps, and one of those that changed something else before a move."""
    now = [*_rows(swaps)]
    was = [*_rows(before)] if before else []
    return {"ranks": now, "was": changed(was, now, "rank", "inversions")}


def _rows(swaps: Neighbours) -> Iterator[Row]:
    each = zip(swaps.changes, swaps.sentences, swaps.actions, strict=True)
    for rank, (changes, sentence, action) in enumerate(each, start=1):
        row = {
            "rank": rank,
            "said": f"Swap ranks {rank} and {rank + 1}: {sentence}",
            "do": json.dumps(action),
        }
        for one, by in changes:
            better = (by > 0) == one.higher_is_better
            most = _FEW if one.places else MOST_NAMED
            label = signed(by, one.places, nothing="0") if len(swaps.changes) <= most else ""
            row |= {
                one.key: by if abs(by) >= _SEEN else 0,
                f"{one.key}_label": label,
                f"{one.key}_colour": theme.HIT if better else theme.LOST,
            }
        yield row
