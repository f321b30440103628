"""How many readers reach each rank and stop there, and what a stop is worth."""

from collections.abc import Iterator, Mapping, Sequence
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
    LOW,
    PALETTE,
    TOLD,
    View,
    fits_rank,
    marks,
    not_counted,
    ranks,
    up,
)

TITLE: Final = "Who stops where, and what do they add?"
LEGEND: Final = "Grey area: go on. Colour: stop. Full colour: what these add."
BEFORE: Final = "Outline"


def chart() -> View:
    """Draw the stops as parts of the readers who are still there, and what they add as theirs."""
    bars, was, b = map(marks, ("ranks", "was", "b"))
    drawn: View = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="reach:Q", color=alt.datum(0), **TOLD
        ),
        bars.mark_bar(fillOpacity=0.4, **BAR).encode(color="colour:N"),
        bars.mark_bar(**BAR).encode(y="adds:Q", color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(
        x=ranks(),
        y=up("stop", "Share of readers"),
        color=PALETTE,
        key=BY_RANK,
    )
    return drawn.properties(height=LOW)


def rows(err: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(err, other, graded=True)}
    return {
        "ranks": each["a"],
        "was": changed(each.get("was", ()), each["a"], "rank", "stop"),
        "b": only(each.get("b", ()), "rank", "stop", "said"),
        "gone": only(uncounted(err, good=1), "rank", "label", "said"),
    }


def _ranks(version: Version) -> Iterator[Row]:
    terms = version.breakdown.terms
    stops, reaches = terms["stop"].tolist(), terms["reach"].tolist()
    for term, reach, stop in zip(rank_terms.of_err(version.breakdown), reaches, stops, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            **{"reach": reach, "stop": stop, "adds": term.value},
            label=version.named(decimals(stop) * (stop >= 5e-4)),
        )
        yield from only([row], "rank", "reach", "stop", "adds", "colour", "label", "said")
