"""How many readers stop at each rank, and what they add to ERR."""

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
LEGEND: Final = "Pale: readers who stop. Dark: what they add."
BEFORE: Final = "Outline"


def chart() -> View:
    """Draw the share of readers who stop at each rank, and what they add as its part."""
    bars, was, b = map(marks, ("ranks", "was", "b"))
    drawn: View = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.4, aria=True, **BAR).encode(color="colour:N", **TOLD),
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
    stops = terms["stop"].tolist()
    for term, stop in zip(rank_terms.of_err(version.breakdown), stops, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            **{"stop": stop, "adds": term.value},
            label=version.named(f"+{decimals(term.value)}" * (stop >= 5e-4)),
        )
        yield from only([row], "rank", "stop", "adds", "colour", "label", "said")
