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
    Options,
    View,
    fits_rank,
    marks,
    not_counted,
    ranks,
    stack,
    up,
    up_to_room,
)

TITLE: Final = "At which ranks is attention well spent?"
VIEWS: Final = ("How much is known, or not (pale)?",)
LEGEND: Final = "Filled: adds. Pale: the rest of its weight."
_ROUNDING: Final = 1e-12


def chart() -> View:
    """Draw what a rank adds as a part of its weight, and below it what is known of RBP."""
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    adds = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="weight:Q", color="colour:N", **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up_to_room("adds", "Weight"), color=PALETTE, key=BY_RANK)
    band: Options = {"width": {"band": 0.98}}
    known = alt.layer(
        bars.mark_bar(fillOpacity=0.25, aria=True, **band).encode(
            y2="possible:Q", color=alt.datum(8), tooltip="grown:N", description="grown:N"
        ),
        bars.mark_bar(**band).encode(color=alt.datum(8)),
        bars.mark_text(dy=-8, **fits_rank()).encode(
            y=alt.value(0), text=alt.Text("sum:Q", format=".3f")
        ),
        b.mark_point(shape="diamond", size=130).encode(color=alt.datum(9)),
    ).encode(x=ranks(), y=up("known", "RBP down to this rank"), color=PALETTE, key=BY_RANK)
    return stack(adds.properties(height=LOW), known.properties(height=LOW))


def rows(rbp: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(rbp, other, graded=True)}
    now = each["a"]
    return {
        "ranks": now,
        "was": changed(each.get("was", ()), now, "rank", "adds"),
        "b": only(each.get("b", ()), "rank", "adds", "known", "said"),
        "gone": only(uncounted(rbp, good=1), "rank", "label", "said"),
        "room": [{"rank": row["rank"], "adds": row["weight"]} for row in now[:1]],
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


def _ranks(version: Version) -> Iterator[Row]:
    weights = version.breakdown.terms["weight"].tolist()
    _, *scores = by_depth(version.breakdown, version.ranked)
    each = zip(rank_terms.of_rbp(version.breakdown), weights, scores, strict=True)
    names = ("rank", "weight", "adds", "known", "possible", "colour", "label", "sum", "said")
    for term, weight, (known, possible) in each:
        row = version.row(
            term.rank,
            term.sentence,
            **{"weight": weight, "adds": term.value, "known": known, "possible": possible},
            label=version.named(decimals(term.value) if term.value else ""),
            sum=known,
            grown=f"RBP is at least {decimals(known)} and at most {decimals(possible)}",
        )
        yield from only([row], *names, "grown")
