"""How many readers reach each rank, and how many of them read no further."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.continuation import attention
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, versions
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
    ranks,
    up,
)

TITLE: Final = "How far do they read?"
LEGEND: Final = "Pale: look here. Filled: stop here, L."


def chart() -> View:
    """Draw who stops as a part of those still reading."""
    bars, was = map(marks, ("ranks", "was"))
    reads: View = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(color=alt.datum(8), **TOLD),
        bars.mark_bar(**BAR).encode(y="stop:Q", color=alt.datum(8)),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
    ).encode(x=ranks(), y=up("reach", "Of 100 people", 100), color=PALETTE, key=BY_RANK)
    return reads.properties(height=LOW)


def rows(rate: Measured) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(rate)}
    now = each["a"]
    return {"ranks": now, "was": changed(each.get("was", ()), now, "rank", "reach")}


def _ranks(version: Version) -> Iterator[Row]:
    terms = (version.breakdown.terms[name].tolist() for name in ("reach", "stop"))
    for term, reach, stop in zip(rank_terms.of_cwl(version.breakdown), *terms, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            reach=100 * reach,
            stop=100 * stop,
            label=version.named(attention.people(reach, attention.DIVIDED) * (reach >= 5e-4)),
        )
        yield from only([row], "rank", "reach", "stop", "label", "said")
