"""GAP as an area: each group of readers is as wide as its weight and as high as its AP."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.graded_average_precision import crowd
from ui.core import theme
from ui.core.knob_kinds import accepted
from ui.core.plain import decimals
from ui.draw.rows import Row, changed, only
from ui.draw.score import Measured
from ui.draw.style import FOOT, GHOST, INK, LOW, PALETTE, TOLD, View, across, fits, marks, up

TITLE: Final = "Which area is GAP?"
LEGEND: Final = "Height: AP of the group. Width: its weight. The filled area is GAP."


def chart() -> View:
    """Draw an area for each group, in a frame that is as high as an AP of 1."""
    groups, was, b = map(marks, ("groups", "was", "b"))
    area = {"x2": "end:Q", "y2": FOOT}
    drawn: View = alt.layer(
        groups.mark_rect(fillOpacity=0, stroke=INK, strokeOpacity=0.4, aria=True).encode(
            y=alt.value(0), **area, **TOLD
        ),
        groups.mark_rect().encode(color="colour:N", **area),
        groups.mark_text(align="left", dx=5, dy=-9, **fits(48)).encode(text="label:N"),
        was.mark_rect(**GHOST).encode(**area),
        b.mark_rect(filled=False, strokeWidth=2.5).encode(color=alt.datum(9), **area),
    ).encode(
        x=across("start", "Weights of the groups", 0, 1),
        y=up("height", "AP of a group"),
        color=PALETTE,
        key=alt.Key("grade:N"),
    )
    return drawn.properties(height=LOW)


def rows(gap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    now = [*_groups(gap)]
    was, b = ([*_groups(one)] if one else [] for one in (gap.measured_before, other))
    size = ("grade", "start", "end", "height")
    return {"groups": now, "was": changed(was, now, *size), "b": only(b, *size)}


def _groups(gap: Measured) -> Iterator[Row]:
    """Yield each group with its weight and its AP; the weights stand side by side."""
    aside, start = gap.breakdown.aside, 0.0
    total = float(aside["denominator"])
    groups = crowd.groups_by_threshold(gap, gap.screen)
    shares, reaches = aside["share"].tolist(), aside["reach"].tolist()
    each = zip(groups, crowd.weights(gap.breakdown), shares, reaches, strict=True)
    for grade, (group, weight, share, reach) in enumerate(each, start=1):
        ap = float(group.score)
        yield {
            **{"grade": grade, "start": start, "end": start + weight, "height": ap},
            "label": accepted(grade, len(groups)),
            "said": f"Accept {crowd.in_full(grade, len(groups))}: weight {decimals(share)} × "
            f"{reach:g} / {total:.4g} = {decimals(weight)}, AP {decimals(ap)}, adds "
            f"{decimals(weight)} × {decimals(ap)} = {decimals(weight * ap)}",
            "colour": theme.colour(grade, len(groups)),
        }
        start += weight
