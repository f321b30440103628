"""How many readers reach each rank and stop there, what a stop is worth, and the area that is ERR.

A bar is the share of the readers who still read; its filled part stops.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import WIDE, Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    COLOUR,
    DASHED,
    FOOT,
    GHOST,
    INK,
    KEY,
    LOW,
    PALETTE,
    SAID,
    STROKE,
    UNSEEN,
    View,
    across,
    like,
    ranks,
    stack,
    table,
    up,
)

TITLE: Final = "Who stops where, and what is a stop worth?"
VIEWS: Final = ("Which area is ERR?",)


def chart() -> View:
    """Draw the stops as parts of the readers still there, and below them the worth of all stops."""
    bars, was, b, gone = map(table, ("ranks", "was", "b", "gone"))
    y = up("stop", "Pale: still read. Filled: stop. ◇: a stop is worth 1/rank")
    shares = alt.layer(
        was.mark_bar(width={"band": 0.84}, **GHOST),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y=like(y, "reach"), color=COLOUR, **SAID
        ),
        bars.mark_bar(**BAR).encode(color=COLOUR),
        bars.mark_text(dy=-10).encode(text="label:N"),
        bars.mark_point(shape="diamond", size=90, stroke=INK, strokeWidth=2).encode(
            x=ranks().bandPosition(0.92), y=like(y, "worth")
        ),
        gone.mark_bar(width={"band": 1}, **UNSEEN).encode(y=alt.value(0), y2=FOOT, **SAID),
        gone.mark_text(dy=-10).encode(y=FOOT, text="label:N"),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **SAID),
    ).encode(x=ranks(), y=y, color=PALETTE, key=KEY)
    areas, areas_were, areas_b, left = map(table, ("areas", "areas_was", "areas_b", "left"))
    area = {"x2": "end:Q", "y2": FOOT}
    worths = alt.layer(
        left.mark_rect(fillOpacity=0, aria=True, **DASHED).encode(**area, **SAID),
        areas.mark_rect(aria=True).encode(color=COLOUR, **area, **SAID),
        areas_were.mark_rect(**GHOST).encode(**area),
        areas_b.mark_rect(fillOpacity=0, strokeWidth=2.5).encode(stroke=STROKE, **area),
        areas.mark_text(align="left", dx=4, dy=-9).encode(text="label:N"),
        left.mark_text(align="left", dx=4, dy=-9).encode(text="label:N"),
    ).encode(
        x=across("start", "Share of all readers, by where they stop", 0, 1),
        y=up("worth", "Worth of a stop: 1/rank"),
        color=PALETTE,
        key=KEY,
    )
    return stack(shares.properties(height=LOW), worths.properties(height=LOW))


def rows(err: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = [*versions(err, other, graded=True)]
    ranks = {version.part: [*_ranks(version)] for version in each}
    areas = {version.part: [*_areas(version)] for version in each}
    return {
        "ranks": ranks["a"],
        "was": changed(ranks.get("was", ()), ranks["a"], "rank", "stop"),
        "b": only(ranks.get("b", ()), "key", "rank", "stop", "said"),
        "gone": only(uncounted(err, good=1), "key", "rank", "label", "said"),
        "areas": areas["a"],
        "areas_was": changed(areas.get("was", ()), areas["a"], "start", "end", "worth"),
        "areas_b": only(areas.get("b", ()), "key", "start", "end", "worth", "colour"),
        "left": [*_left(err)],
    }


def _ranks(version: Version) -> Iterator[Row]:
    terms = version.breakdown.terms
    shares = zip(terms["stop"].tolist(), terms["reach"].tolist(), strict=True)
    for term, (stop, reach) in zip(rank_terms.of_err(version.breakdown), shares, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            **{"reach": reach, "stop": stop, "worth": 1 / term.rank},
            label=version.named(decimals(stop)),
        )
        names = ("key", "rank", "reach", "stop", "worth", "colour", "label", "said")
        yield from only([row], *names)


def _areas(version: Version) -> Iterator[Row]:
    """Yield the area of each rank at which somebody stops."""
    stops = version.breakdown.terms["stop"].tolist()
    terms = rank_terms.of_err(version.breakdown)
    for term, stop, end in zip(terms, stops, accumulate(stops), strict=True):
        if stop:
            size = f"area {decimals(stop)} × 1/{term.rank} = {decimals(term.value)}, what it adds"
            row = version.row(term.rank, size, worth=1 / term.rank)
            yield {
                **only([row], "key", "worth", "colour", "said")[0],
                **{"start": end - stop, "end": end},
                "label": f"+{decimals(term.value)}" if stop > 1.5 * WIDE else "",
            }


def _left(err: Measured) -> Iterator[Row]:
    """Yield those who leave without a stop."""
    start = float(err.breakdown.terms["stop"].sum())
    for term, why in {"gave_up": "gave up", "reached_end": "reached the end"}.items():
        share = float(err.breakdown.aside[term])
        if share >= 5e-4:
            yield {
                **{"key": term, "start": start, "end": start + share, "worth": 0.04},
                "label": f"leave {decimals(share)}" if share > 2 * WIDE else "",
                "said": f"{decimals(share)} of all readers {why}: they add nothing",
            }
        start += share
