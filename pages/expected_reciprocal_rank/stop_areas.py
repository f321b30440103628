"""What the stops at each rank are worth: one area for each rank, which add up to ERR."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BY_RANK,
    FOOT,
    GHOST,
    LOW,
    PALETTE,
    TOLD,
    Options,
    View,
    across,
    fits,
    marks,
    up,
)

TITLE: Final = "Which area is ERR?"
LEGEND: Final = "Width: who stops. Height: its worth. Dashed: who leaves."


def chart() -> View:
    """Draw the share that stops at each rank times the worth of a stop there."""
    stops, were, b, left = map(marks, ("ranks", "was", "b", "left"))
    area = {"x2": "end:Q", "y2": FOOT}
    below: Options = {"dy": 13, "lineBreak": "\n", "lineHeight": 15, **fits(50)}
    drawn: View = alt.layer(
        left.mark_rule(strokeDash=[5, 4], strokeWidth=6, aria=True).encode(
            x2="end:Q", y=FOOT, key="start:N", **TOLD
        ),
        stops.mark_rect(aria=True).encode(color="colour:N", **TOLD, **area),
        were.mark_rect(**GHOST).encode(**area),
        b.mark_rect(filled=False, strokeWidth=2.5).encode(color=alt.datum(9), **area),
        stops.mark_text(dy=-9, **fits(50)).encode(x="middle:Q", text="adds:N"),
        stops.mark_text(**below).encode(x="middle:Q", y=FOOT, text="label:N"),
        left.mark_text(**below).encode(x="middle:Q", y=FOOT, text="label:N", key="start:N"),
    ).encode(
        x=across("start", "Share of all readers", 0, 1, labels=False, titlePadding=34),
        y=up("worth", "Worth of a stop, 1/rank"),
        color=PALETTE,
        key=BY_RANK,
    )
    return drawn.properties(height=LOW)


def rows(err: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(err, other, graded=True)}
    area = ("rank", "start", "end", "worth")
    # Where nobody stops there is no area, and so no outline.
    was = [row for row in each.get("was", ()) if row["start"] < row["end"]]
    b = (row if row["start"] < row["end"] else {**row, "worth": None} for row in each.get("b", ()))
    return {
        "ranks": each["a"],
        "was": changed(was, each["a"], *area),
        "b": only(b, *area, "said"),
        "left": [*_left(err)],
    }


def _ranks(version: Version) -> Iterator[Row]:
    stops = version.breakdown.terms["stop"].tolist()
    each = zip(rank_terms.of_err(version.breakdown), stops, accumulate(stops), strict=True)
    for term, stop, end in each:
        row = version.row(
            term.rank,
            term.sentence,
            **{"start": end - stop, "end": end, "worth": 1 / term.rank, "high": 1 / term.rank},
            middle=end - stop / 2,
            label=f"rank {term.rank}\n{decimals(stop)}",
            adds=f"+{decimals(term.value)}",
        )
        names = ("rank", "start", "middle", "end", "worth", "colour", "label", "adds", "said")
        yield from only([row], *names)


def _left(err: Measured) -> Iterator[Row]:
    """Yield those who leave without a stop."""
    start = float(err.breakdown.terms["stop"].sum())
    for term, why in {"gave_up": "gave up", "reached_end": "reached the end"}.items():
        share = float(err.breakdown.aside[term])
        if share >= 5e-4:
            yield {
                **{"start": start, "middle": start + share / 2, "end": start + share},
                "label": f"leave\n{decimals(share)}",
                "said": f"{decimals(share)} of all readers {why}: they add nothing",
            }
        start += share
