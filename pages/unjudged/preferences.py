"""What each hit adds to bpref."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    DASHED,
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

TITLE: Final = "How many judged misses stand above a hit?"
LEGEND: Final = "Dashed: the most that a hit can add."


def chart() -> View:
    """Draw what each hit adds to bpref; a list before the last move is an outline."""
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    drawn: View = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(aria=True, **BAR).encode(color=alt.datum(8), **TOLD),
        bars.mark_bar(width={"band": 0.7}, fillOpacity=0, **DASHED).encode(y="due:Q"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up_to_room("value", "Adds to bpref"), color=PALETTE, key=BY_RANK)
    return drawn.properties(height=LOW)


def rows(bpref: Measured, other: Measured | None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    shown = {version.part: [*_ranks(version)] for version in versions(bpref, other)}
    exist = float(bpref.breakdown.aside["relevant_total"])
    return {
        "ranks": shown["a"],
        "was": changed(shown.get("was", ()), shown["a"], "rank", "value"),
        "b": only(shown.get("b", ()), "rank", "value", "said"),
        "gone": only(uncounted(bpref, good=bpref.screen.relevant_from), "rank", "label", "said"),
        "room": [{"rank": 1, "value": 1 / exist}] if exist else [],
    }


def _ranks(version: Version) -> Iterator[Row]:
    exist = float(version.breakdown.aside["relevant_total"])
    terms = version.breakdown.terms
    found = (terms[name].tolist() for name in ("relevant", "irrelevant_above"))
    for term, hit, above in zip(rank_terms.of_bpref(version.breakdown), *found, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            value=term.value,
            due=1 / exist if hit else None,
            label=version.named(f"{above:g}" if hit else term.short),
        )
        yield from only([row], "rank", "value", "due", "label", "said")
