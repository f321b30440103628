"""What each rank's weight adds to RBP, and how far RBP is known after each rank."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from ui.core.documents import RankedList
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

TITLE: Final = "How does RBP grow from rank to rank?"
UNKNOWN: Final = "How far is RBP known? Pale: not known"
_ROUNDING: Final = 1e-12


def chart() -> View:
    """Draw what is known of RBP after each rank, and above it what is still possible."""
    bars, was, b = map(marks, ("ranks", "was", "b"))
    known: View = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y2="possible:Q", color=alt.datum(8), tooltip="grown:N", description="grown:N"
        ),
        bars.mark_bar(aria=True, **BAR).encode(color=alt.datum(8), **TOLD),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up("known", "RBP down to this rank"), color=PALETTE, key=BY_RANK)
    return known.properties(height=LOW)


def rows(
    rbp: Measured, other: Measured | None = None, with_unknown: bool = True
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; what is not known may be left out."""
    each = {
        version.part: [*_ranks(version, with_unknown)]
        for version in versions(rbp, other, graded=True)
    }
    return {
        "ranks": each["a"],
        "was": changed(each.get("was", ()), each["a"], "rank", "known"),
        "b": only(each.get("b", ()), "rank", "known", "sum", "said"),
        "gone": only(uncounted(rbp, good=1), "rank", "label", "said"),
    }


def by_depth(breakdown: Breakdown, ranked: RankedList | None) -> list[tuple[float, float]]:
    """Return what is known of RBP and what is still possible, judged to each depth from 0 on.

    What nobody judged may be as good as the best document.
    """
    weights = breakdown.terms["weight"].tolist()
    grades = [document.grade for document in ranked.documents] if ranked else [0] * len(weights)
    judged = [w * (grade is not None) for w, grade in zip(weights, grades, strict=False)]
    unknown = 1 - sum(judged)
    best = float(breakdown.aside["residual"]) / unknown if unknown > _ROUNDING else 0.0
    known = accumulate(breakdown.terms["contribution"].tolist(), initial=0.0)
    settled = accumulate(judged, initial=0.0)
    return [(low, low + best * (1 - seen)) for low, seen in zip(known, settled, strict=True)]


def _ranks(version: Version, with_unknown: bool) -> Iterator[Row]:
    _, *scores = by_depth(version.breakdown, version.ranked)
    names = ("rank", "known", "possible", "label", "sum", "said", "grown")
    for term, (known, possible) in zip(rank_terms.of_rbp(version.breakdown), scores, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            **{"known": known, "possible": possible if with_unknown else known},
            label=version.named(decimals(known)),
            sum=known,
            grown=f"RBP is at least {decimals(known)} and at most {decimals(possible)}",
        )
        yield from only([row], *names)
