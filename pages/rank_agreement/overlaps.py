"""The overlap of two lists at each depth, and RBO as an area: weights wide, overlaps high."""

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
    DASHED,
    FAINT,
    FOOT,
    GHOST,
    HIGH,
    INK,
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

TITLE: Final = "What do the tops share, and how much does each depth count?"
VIEWS: Final = ("Which area is RBO?",)
LEGEND: Final = "Below, dashed: the depths that are not seen."


def chart() -> View:
    """Draw the overlap at each depth, and below it RBO as an area."""
    bars, was = map(marks, ("ranks", "was"))
    overlaps = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(aria=True, **BAR).encode(color=alt.datum(8), **TOLD),
        bars.mark_text(dy=-8, **fits_rank()).encode(text="label:N"),
        *not_counted(),
    ).encode(
        x=ranks("Depth"),
        y=up("height", "Share of the tops that is in both lists"),
        color=PALETTE,
        key=BY_RANK,
    )
    slots, slots_were, rest = map(marks, ("slots", "slots_was", "rest"))
    slot = {"x2": "end:Q", "y2": FOOT}
    area = alt.layer(
        rest.mark_rect(aria=True, **FAINT, **DASHED).encode(**slot, **TOLD),
        rest.mark_text(align="left", dx=5, dy=-9, **fits(90)).encode(text="label:N"),
        slots.mark_rect(stroke=INK, strokeOpacity=0.4, aria=True).encode(
            color=alt.datum(8), **slot, **TOLD
        ),
        slots.mark_text(align="left", dx=5, dy=-9, **fits(52)).encode(text="label:N"),
        slots_were.mark_rect(**GHOST).encode(**slot),
    ).encode(
        x=across("start", "Weight: share of readers who stop there", 0, 1),
        y=up("height", "Overlap"),
        color=PALETTE,
        key=alt.Key("start:N"),
    )
    return stack(overlaps.properties(height=HIGH), area.properties(height=HIGH))


def rows(rbo: Measured, _other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_depths(version)] for version in versions(rbo)}
    now, was = each["a"], each.get("was", [])
    return {
        "ranks": only(now, "rank", "height", "label", "said"),
        "was": changed(was, now, "rank", "height"),
        "gone": only(uncounted(rbo, "is not compared"), "rank", "label", "said"),
        "slots": [
            {**only([row], "start", "end", "height")[0], "label": row["adds"], "said": row["sized"]}
            for row in now
        ],
        "slots_was": changed(was, now, "start", "end", "height"),
        "rest": [*_rest(rbo)],
    }


def _depths(version: Version) -> Iterator[Row]:
    version = version._replace(ranked=None)  # a depth has no document of its own
    terms = version.breakdown.terms
    ends = accumulate(terms["weight"].tolist())
    depths = zip(
        rank_terms.of_rbo(version.breakdown),
        terms["overlap"].tolist(),
        terms["weight"].tolist(),
        ends,
        strict=True,
    )
    for term, overlap, weight, end in depths:
        yield version.row(
            term.rank,
            term.sentence,
            height=overlap,
            high=overlap,
            label=version.named(term.short),
            adds=f"+{decimals(term.value)}",
            start=end - weight,
            end=end,
        )


def _rest(rbo: Measured) -> Iterator[Row]:
    """Yield the depths that are not seen, as one row."""
    terms = rbo.breakdown.terms
    start, adds = float(terms["weight"].sum()), decimals(float(rbo.breakdown.remainder))
    if start and 1 - start >= 5e-4:
        overlap, unseen = float(terms["overlap"][-1]), decimals(1 - start)
        yield {
            **{"start": start, "end": 1, "height": overlap, "label": f"assumed: +{adds}"},
            "said": f"Never seen: weight {unseen}, adds {unseen} × {decimals(overlap)} = {adds} "
            "if the overlap stays",
        }
