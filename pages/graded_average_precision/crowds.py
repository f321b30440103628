"""The precision that readers see at each rank, and the AP of each group of readers as an area."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.graded_average_precision import crowd
from ui.core import theme
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
    INK,
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

TITLE: Final = "For how many readers is a document good?"
VIEWS: Final = ("Which area is GAP?",)
LEGEND: Final = "Pale: share of the readers for whom it is good. Filled: that × precision."


def chart() -> View:
    """Draw what the readers see at each rank, and below it an area for each group of them."""
    bars, was, b = map(marks, ("ranks", "was", "b"))
    seen = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="whole:Q", color="colour:N", **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up("height", "Share of readers"), color=PALETTE, key=BY_RANK)
    groups, were, groups_b = map(marks, ("groups", "groups_was", "groups_b"))
    area = {"x2": "end:Q", "y2": FOOT}
    areas = alt.layer(
        groups.mark_rect(fillOpacity=0, stroke=INK, strokeOpacity=0.4, aria=True).encode(
            y=alt.value(0), **area, **TOLD
        ),
        groups.mark_rect().encode(color="colour:N", **area),
        groups.mark_text(align="left", dx=5, dy=-9, **fits(48)).encode(text="label:N"),
        were.mark_rect(**GHOST).encode(**area),
        groups_b.mark_rect(filled=False, strokeWidth=2.5).encode(color=alt.datum(9), **area),
    ).encode(
        x=across("start", "Weights of the groups", 0, 1),
        y=up("height", "AP of a group"),
        color=PALETTE,
        key=alt.Key("grade:N"),
    )
    return stack(seen.properties(height=LOW), areas.properties(height=LOW))


def rows(gap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    lists = {"a": gap, "was": gap.measured_before, "b": other}
    shown: dict[str, list[Row]] = {}
    groups: dict[str, list[Row]] = {}
    for version in versions(gap, other, graded=True):
        if measured := lists[version.part]:
            shown[version.part] = [*_ranks(version, measured)]
            groups[version.part] = [*_groups(measured)]
    size = ("grade", "start", "end", "height")
    return {
        "ranks": only(shown["a"], "rank", "height", "whole", "colour", "label", "said"),
        "was": changed(shown.get("was", ()), shown["a"], "rank", "height"),
        "b": only(shown.get("b", ()), "rank", "height", "said"),
        "gone": only(uncounted(gap, good=1), "rank", "label", "said"),
        "groups": groups["a"],
        "groups_was": changed(groups.get("was", ()), groups["a"], *size),
        "groups_b": only(groups.get("b", ()), *size),
    }


def _ranks(version: Version, measured: Measured) -> Iterator[Row]:
    groups = crowd.groups_by_threshold(measured, measured.screen)
    shares = version.breakdown.aside["share"].tolist()
    pleased = [group.terms["relevant"].tolist() for group in groups]
    seen = version.breakdown.terms["precision"].tolist()
    for term, precision in zip(
        rank_terms.of_graded_average_precision(version.breakdown, groups), seen, strict=True
    ):
        yield version.row(
            term.rank,
            term.sentence,
            height=precision,
            whole=sum(
                share for share, hit in zip(shares, pleased, strict=True) if hit[term.rank - 1]
            ),
            label=version.named(decimals(precision)),
        )


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
            "label": f"from {grade}",
            "said": f"From {grade}: weight {decimals(share)} × {reach:g} / {total:.4g} = "
            f"{decimals(weight)}, AP {decimals(ap)}, adds {decimals(weight)} × {decimals(ap)} = "
            f"{decimals(weight * ap)}",
            "colour": theme.colour(grade, len(groups)),
        }
        start += weight
