"""How many readers reach each rank and stop there, what a stop is worth, and ERR as an area."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    FOOT,
    GHOST,
    LOW,
    PALETTE,
    TOLD,
    View,
    across,
    fits,
    fits_rank,
    marks,
    not_counted,
    ranks,
    stack,
    up,
)

TITLE: Final = "Who stops where, and what is a stop worth?"
VIEWS: Final = ("Which area is ERR?",)
LEGEND: Final = "Pale: still reading. Filled: stop."


def chart() -> View:
    """Draw the stops as parts of the readers still there, and below them the worth of all stops."""
    bars, was, b = map(marks, ("ranks", "was", "b"))
    y = up("stop", "Share of readers")
    shares = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="reach:Q", color=alt.datum(0), **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks("Rank, and the worth of a stop", "1/"), y=y, color=PALETTE, key=BY_RANK)
    were, left = map(marks, ("areas_was", "left"))
    area = {"x2": "end:Q", "y2": FOOT}
    worths = alt.layer(
        left.mark_rule(strokeDash=[5, 4], strokeWidth=6, aria=True).encode(
            x2="end:Q", y=FOOT, key="start:N", **TOLD
        ),
        bars.mark_rect(aria=True).encode(
            color="colour:N", tooltip="sized:N", description="sized:N", **area
        ),
        were.mark_rect(**GHOST).encode(**area),
        b.mark_rect(filled=False, strokeWidth=2.5).encode(color=alt.datum(9), **area),
        bars.mark_text(align="left", dx=4, dy=-9, **fits(56)).encode(text="adds:N"),
        left.mark_text(align="left", dx=4, dy=-13, **fits(92)).encode(
            y=FOOT, text="label:N", key="start:N"
        ),
    ).encode(
        x=across("start", "Share of all readers", 0, 1),
        y=up("worth", "Worth of a stop, 1/rank"),
        color=PALETTE,
        key=BY_RANK,
    )
    return stack(shares.properties(height=LOW), worths.properties(height=LOW))


def rows(err: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(err, other, graded=True)}
    now, were, b = each["a"], each.get("was", ()), each.get("b", ())
    area = ("rank", "start", "end", "worth")
    return {
        "ranks": now,
        "was": changed(were, now, "rank", "stop"),
        # Where nobody stops there is no area, and so no outline.
        "b": only(
            (row if row["stop"] else {**row, "worth": None} for row in b), *area, "stop", "said"
        ),
        "gone": only(uncounted(err, good=1), "rank", "label", "said"),
        "areas_was": changed((row for row in were if row["stop"]), now, *area),
        "left": [*_left(err)],
    }


def _ranks(version: Version) -> Iterator[Row]:
    terms = version.breakdown.terms
    stops, reaches = terms["stop"].tolist(), terms["reach"].tolist()
    each = zip(rank_terms.of_err(version.breakdown), reaches, stops, accumulate(stops), strict=True)
    names = ("rank", "reach", "stop", "worth", "start", "end", "colour")
    for term, reach, stop, end in each:
        row = version.row(
            term.rank,
            term.sentence,
            **{"reach": reach, "stop": stop, "worth": 1 / term.rank, "high": 1 / term.rank},
            **{"start": end - stop, "end": end},
            label=version.named(decimals(stop) * (stop >= 5e-4)),
            adds=f"+{decimals(term.value)}",
        )
        yield from only([row], *names, "label", "adds", "said", "sized")


def _left(err: Measured) -> Iterator[Row]:
    """Yield those who leave without a stop."""
    start = float(err.breakdown.terms["stop"].sum())
    for term, why in {"gave_up": "gave up", "reached_end": "reached the end"}.items():
        share = float(err.breakdown.aside[term])
        if share >= 5e-4:
            yield {
                **{"start": start, "end": start + share},
                "label": f"leave {decimals(share)}",
                "said": f"{decimals(share)} of all readers {why}: they add nothing",
            }
        start += share
