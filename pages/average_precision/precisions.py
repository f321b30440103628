"""Precision down to each rank, with AP as the mean of those at the hits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, levels, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    DASHED,
    FOOT,
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
    up,
)

TITLE: Final = "How precise is the list down to each rank?"
LEGEND: Final = "Hollow: a miss. Dashed line: AP."
BEFORE: Final = "Dashed outline"


def chart() -> View:
    """Draw a bar for each rank, filled at a hit."""
    bars, was, b, gone = map(marks, ("ranks", "was", "b", "gone"))
    filled = alt.FillOpacity("filled:Q", scale=None)
    precisions: View = alt.layer(
        was.mark_bar(**BAR_BEFORE | DASHED),
        bars.mark_bar(stroke=INK, strokeOpacity=0.6, aria=True, **BAR).encode(
            color=alt.datum(8), fillOpacity=filled, **TOLD
        ),
        *not_counted(),
        gone.mark_bar(fillOpacity=0, **BAR, **DASHED).encode(
            y=FOOT, y2=FOOT, strokeOpacity=alt.StrokeOpacity("slot:Q", scale=None)
        ),
        gone.mark_text(dy=-8).encode(y=alt.value(0), text="adds:N"),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
        *named_levels(),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
    ).encode(x=ranks(), y=up("height", "Precision"), color=PALETTE, key=BY_RANK)
    return precisions.properties(height=LOW)


def rows(ap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    shown = {version.part: [*_ranks(version)] for version in versions(ap, other)}
    was = changed(shown.get("was", ()), shown["a"], "rank", "height")
    return {
        "ranks": only(shown["a"], "rank", "height", "filled", "label", "said"),
        "was": [row for row in was if row["height"]],  # of a height of 0 there is no outline
        "b": only(shown.get("b", ()), "rank", "height", "said"),
        "gone": [*_gone(ap)],
        "levels": [*levels(ap, other, 0.16)],
    }


def _gone(ap: Measured) -> Iterator[Row]:
    """Yield the documents that are not in the top k; a relevant one may count as a hit of 0."""
    hits, bar = ap.breakdown.terms["relevant"], ap.screen.relevant_from
    empty = float(ap.breakdown.aside["denominator"]) - float(hits.sum())
    left = ap.ranked.documents[hits.size :]
    for row, document in zip(uncounted(ap, good=bar), left, strict=True):
        is_slot = (document.grade or 0) >= bar and empty > 0
        empty -= is_slot
        shown = {"slot": int(is_slot), "adds": "0" * (is_slot and row["label"] != "")}
        yield {**only([row], "rank", "label", "said")[0], **shown}


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
