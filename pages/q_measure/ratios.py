"""The blended ratio at each rank beside the precision there, and the gain that is in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, levels, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    INK,
    LOW,
    PALETTE,
    TOLD,
    View,
    fits_rank,
    marks,
    named_levels,
    not_counted,
    ranks,
    stack,
    up,
    up_to_room,
)

TITLE: Final = "How large is the ratio at each rank?"
VIEWS: Final = ("How near is the best gain (pale)?",)
LEGEND: Final = "Filled: a hit. ◇: hits ÷ rank."


def chart() -> View:
    """Draw a bar for each rank, filled at a hit, and below it the gain so far."""
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    filled = alt.FillOpacity("filled:Q", scale=None)
    ratios = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(stroke=INK, strokeOpacity=0.6, aria=True, **BAR).encode(
            color=alt.datum(8), fillOpacity=filled, **TOLD
        ),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
        *named_levels(),
        bars.mark_point(shape="diamond", size=90, stroke=INK, strokeWidth=2).encode(
            x=alt.X("rank:O").bandPosition(0.92), y="precision:Q"
        ),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
    ).encode(x=ranks(), y=up("height", "Ratio"), color=PALETTE, key=BY_RANK)
    gains = alt.layer(
        room.mark_point(opacity=0),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="ideal:Q", color=alt.datum(8), tooltip="grown:N", description="grown:N"
        ),
        bars.mark_bar(**BAR).encode(color=alt.datum(8)),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="gained:N"),
        b.mark_point(shape="diamond", size=130).encode(color=alt.datum(9)),
    ).encode(x=ranks(), y=up_to_room("gain", "Gain so far"), color=PALETTE, key=BY_RANK)
    return stack(ratios.properties(height=LOW), gains.properties(height=LOW))


def rows(q: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(q, other)}
    now = each["a"]
    most = max((row["ideal"] for rows in each.values() for row in rows), default=1)
    return {
        "ranks": now,
        "was": changed(each.get("was", ()), now, "rank", "height"),
        "b": only(each.get("b", ()), "rank", "height", "gain", "said"),
        "gone": only(uncounted(q, good=q.screen.relevant_from), "rank", "label", "said"),
        "levels": [*levels(q, other, 0.16)],
        "room": [{"rank": row["rank"], "gain": most} for row in now[:1]],
    }


def _ranks(version: Version) -> Iterator[Row]:
    names = ("relevant", "gain", "ideal_gain", "blended_ratio")
    terms = zip(*(version.breakdown.terms[name].tolist() for name in names), strict=True)
    shown = ("rank", "height", "precision", "filled", "gain", "ideal", "label", "gained", "said")
    each, hits = zip(rank_terms.of_q_measure(version.breakdown), terms, strict=True), 0
    for term, (is_hit, gain, ideal, blended) in each:
        hits += int(is_hit)
        row = version.row(
            term.rank,
            term.sentence,
            **{"height": blended, "precision": hits / term.rank, "filled": int(is_hit)},
            **{"gain": gain, "ideal": ideal, "sum": gain},
            label=version.named(decimals(blended) if is_hit else ""),
            gained=version.named(f"{gain:g} of {ideal:g}"),
            grown=f"gain so far {gain:g}, of an ideal {ideal:g}",
        )
        yield from only([row], *shown, "grown")
