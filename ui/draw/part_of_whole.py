"""A chart of what each rank adds to a score, and what it would add at best."""

from collections.abc import Mapping, Sequence

import altair as alt

from ui.draw.rows import Row, changed, only
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    LOW,
    PALETTE,
    TOLD,
    View,
    fits_rank,
    marks,
    not_counted,
    ranks,
    up_to_room,
)


def chart(title: str) -> View:
    """Draw what each rank adds, in front of what it would add."""
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    drawn: View = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="whole:Q", color="colour:N", **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up_to_room("height", title), color=PALETTE, key=BY_RANK)
    return drawn.properties(height=LOW)


def tables(shown: Mapping[str, Sequence[Row]], gone: Sequence[Row]) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; "room" has what the axis must hold.

    Args:
        shown: rows with `height` and `whole`, by list: "a", perhaps "was" and "b".
        gone: what is not counted.
    """
    most = max((row["whole"] for rows in shown.values() for row in rows), default=1)
    return {
        "ranks": only(shown["a"], "rank", "height", "whole", "colour", "label", "said"),
        "was": changed(shown.get("was", ()), shown["a"], "rank", "height"),
        "b": only(shown.get("b", ()), "rank", "height", "said"),
        "gone": only(gone, "rank", "label", "said"),
        "room": [{"rank": row["rank"], "height": most} for row in shown["a"][:1]],
    }
