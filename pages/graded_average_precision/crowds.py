"""What each rank adds to GAP, and what it would add without misses above it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.graded_average_precision import crowd
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
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

TITLE: Final = "What does each rank add to GAP?"
LEGEND: Final = "Filled: what it adds. Pale: what it would add without misses above it."


def chart() -> View:
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
    ).encode(x=ranks(), y=up_to_room("height", "Adds to GAP"), color=PALETTE, key=BY_RANK)
    return drawn.properties(height=LOW)


def rows(gap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; "room" has what the axis must hold."""
    lists = {"a": gap, "was": gap.measured_before, "b": other}
    shown: dict[str, list[Row]] = {}
    for version in versions(gap, other, graded=True):
        if measured := lists[version.part]:
            shown[version.part] = [*_ranks(version, measured)]
    most = max((row["whole"] for rows in shown.values() for row in rows), default=1)
    return {
        "ranks": only(shown["a"], "rank", "height", "whole", "colour", "label", "said"),
        "was": changed(shown.get("was", ()), shown["a"], "rank", "height"),
        "b": only(shown.get("b", ()), "rank", "height", "said"),
        "gone": only(uncounted(gap, good=1), "rank", "label", "said"),
        "room": [{"rank": row["rank"], "height": most} for row in shown["a"][:1]],
    }


def _ranks(version: Version, measured: Measured) -> Iterator[Row]:
    groups = crowd.groups_by_threshold(measured, measured.screen)
    aside = version.breakdown.aside
    shares, total = aside["share"].tolist(), float(aside["denominator"])
    count = float(aside["reach"].sum()) * (max(shares) == min(shares))
    pleased = [group.terms["relevant"].tolist() for group in groups]
    for term in rank_terms.of_graded_average_precision(version.breakdown, groups):
        good = sum(share for share, hit in zip(shares, pleased, strict=True) if hit[term.rank - 1])
        yield version.row(
            term.rank,
            term.sentence,
            height=term.value,
            whole=good / total if total else 0,
            label=version.named(
                f"{term.value * count:.3g}/{count:g}" if count else decimals(term.value)
            ),
        )
