"""AP as an area: a slot for each relevant document, filled to the precision at its rank."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, versions
from ui.draw.score import Measured
from ui.draw.style import FOOT, GHOST, INK, LOW, PALETTE, TOLD, View, across, fits, marks, up

TITLE: Final = "Which area is AP?"


def chart() -> View:
    """Draw the slots that the hits fill, which are the stairs of the precision-recall curve."""
    slots, was, b = map(marks, ("slots", "was", "b"))
    slot = {"x2": "end:Q", "y2": FOOT}
    drawn: View = alt.layer(
        slots.mark_rect(fillOpacity=0, stroke=INK, strokeOpacity=0.4, aria=True).encode(
            y=alt.value(0), **slot, **TOLD
        ),
        slots.mark_rect().encode(color=alt.datum(8), **slot),
        slots.mark_text(align="left", dx=5, dy=-9, **fits(56)).encode(text="label:N"),
        was.mark_rect(**GHOST).encode(**slot),
        b.mark_rect(filled=False, strokeWidth=2.5).encode(color=alt.datum(9), **slot),
    ).encode(
        x=across("start", "A slot for each relevant document", 0, 1),
        y=up("height", "Precision"),
        color=PALETTE,
        key=alt.Key("start:N"),
    )
    return drawn.properties(height=LOW)


def rows(ap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_slots(version)] for version in versions(ap, other)}
    slot = ("start", "end", "height")
    return {
        "slots": each["a"],
        "was": changed(each.get("was", ()), each["a"], *slot),
        "b": only(each.get("b", ()), *slot),
    }


def _slots(version: Version) -> Iterator[Row]:
    """Yield the slot of each hit, and then the slots that no hit fills."""
    breakdown = version.breakdown
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
