"""Precision down to each rank, with AP as the mean of those at the hits; and AP as an area."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, levels, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    DASHED,
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
    named_levels,
    ranks,
    stack,
    up,
)

TITLE: Final = "How precise is the list down to each rank?"
VIEWS: Final = ("Which area is AP?",)
LEGEND: Final = "Filled: a hit. Hollow: a miss. Dashed line: AP."


def chart() -> View:
    """Draw a bar for each rank, filled at a hit, and below them the slots that the hits fill."""
    bars, was, b, gone = map(marks, ("ranks", "was", "b", "gone"))
    filled = alt.FillOpacity("filled:Q", scale=None)
    precisions = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(stroke=INK, strokeOpacity=0.6, aria=True, **BAR).encode(
            color=alt.datum(8), fillOpacity=filled, **TOLD
        ),
        gone.mark_bar(fillOpacity=0, aria=True, **BAR, **DASHED).encode(
            y=alt.value(0), y2=FOOT, strokeOpacity=alt.StrokeOpacity("slot:Q", scale=None), **TOLD
        ),
        gone.mark_text(dy=-10, **fits_rank()).encode(y=FOOT, text="label:N"),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
        *named_levels(),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
    ).encode(x=ranks(), y=up("height", "Precision"), color=PALETTE, key=BY_RANK)
    slots, slots_were, slots_b = map(marks, ("slots", "slots_was", "slots_b"))
    slot = {"x2": "end:Q", "y2": FOOT}
    area = alt.layer(
        slots.mark_rect(fillOpacity=0, stroke=INK, strokeOpacity=0.4, aria=True).encode(
            y=alt.value(0), **slot, **TOLD
        ),
        slots.mark_rect().encode(color=alt.datum(8), **slot),
        slots.mark_text(align="left", dx=5, dy=-9, **fits(56)).encode(text="label:N"),
        slots_were.mark_rect(**GHOST).encode(**slot),
        slots_b.mark_rect(filled=False, strokeWidth=2.5).encode(color=alt.datum(9), **slot),
    ).encode(
        x=across("start", "One share for each relevant", 0, 1),
        y=up("height", "Precision"),
        color=PALETTE,
        key=alt.Key("start:N"),
    )
    return stack(precisions.properties(height=LOW), area.properties(height=LOW))


def rows(ap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    shown = {version.part: [*_ranks(version)] for version in versions(ap, other)}
    slots = {version.part: [*_slots(version)] for version in versions(ap, other)}
    return {
        "ranks": only(shown["a"], "rank", "height", "filled", "label", "said"),
        "was": changed(shown.get("was", ()), shown["a"], "rank", "height"),
        "b": only(shown.get("b", ()), "rank", "height", "said"),
        "gone": [*_gone(ap)],
        "levels": [*levels(ap, other, 0.16)],
        "slots": only(slots["a"], "start", "end", "height", "label", "said"),
        "slots_was": changed(slots.get("was", ()), slots["a"], "start", "end", "height"),
        "slots_b": only(slots.get("b", ()), "start", "end", "height"),
    }


def _gone(ap: Measured) -> Iterator[Row]:
    """Yield the documents that are not in the top k; a relevant one may have an empty slot."""
    hits, bar = ap.breakdown.terms["relevant"], ap.screen.relevant_from
    empty = float(ap.breakdown.aside["denominator"]) - float(hits.sum())
    left = ap.ranked.documents[hits.size :]
    for row, document in zip(uncounted(ap, good=bar), left, strict=True):
        is_slot = (document.grade or 0) >= bar and empty > 0
        empty -= is_slot
        yield {**only([row], "rank", "label", "said")[0], "slot": int(is_slot)}


def _ranks(version: Version) -> Iterator[Row]:
    terms = version.breakdown.terms
    for term, precision in zip(
        rank_terms.of_average_precision(version.breakdown), terms["precision"].tolist(), strict=True
    ):
        yield version.row(
            term.rank,
            term.sentence,
            height=precision,
            filled=int(bool(term.summand)),
            label=version.named(term.short),
        )


def _slots(version: Version) -> Iterator[Row]:
    """Yield the slot of each hit, and then the slots that no hit fills."""
    breakdown: Breakdown = version.breakdown
    total = int(breakdown.aside["denominator"])
    hits = [term for term in rank_terms.of_average_precision(breakdown) if term.summand]
    for slot in range(total):
        term = hits[slot] if slot < len(hits) else None
        adds = term.value if term else 0.0
        size = f"area 1/{total} × {decimals(adds * total)} = {decimals(adds)}, what it adds"
        yield {
            **{"start": slot / total, "end": (slot + 1) / total, "height": adds * total},
            "label": f"+{decimals(adds)}" if term else "",
            "said": version.told(term.rank, size)
            if term
            else f"Slot {slot + 1} of {total}: no hit fills it, adds nothing",
        }
