"""What each rank's weight adds to RBP, and how far RBP is known after each rank."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BY_RANK,
    FOOT,
    GHOST,
    LOW,
    PALETTE,
    TOLD,
    UNSEEN,
    Options,
    View,
    fits_rank,
    marks,
    ranks,
    stack,
    up,
    up_to_largest,
)

TITLE: Final = "At which ranks is attention well spent?"
VIEWS: Final = ("How much of RBP is known after each rank?",)


def chart() -> View:
    """Draw what a rank adds as a part of its weight, and below it what is known of RBP."""
    bars, was, b, gone = map(marks, ("ranks", "was", "b", "gone"))
    adds = alt.layer(
        was.mark_bar(width={"band": 0.84}, **GHOST),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="weight:Q", color="colour:N", **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-10, **fits_rank()).encode(text="label:N"),
        gone.mark_bar(width={"band": 1}, **UNSEEN).encode(y=alt.value(0), y2=FOOT, **TOLD),
        gone.mark_text(dy=-10, **fits_rank()).encode(y=FOOT, text="label:N"),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(
        x=ranks(), y=up_to_largest("adds", "Pale: weight. Filled: adds"), color=PALETTE, key=BY_RANK
    )
    band: Options = {"width": {"band": 0.98}}
    known = alt.layer(
        bars.mark_bar(fillOpacity=0.25, aria=True, **band).encode(
            y2="possible:Q", color=alt.datum(8), tooltip="grown:N", description="grown:N"
        ),
        bars.mark_bar(**band).encode(color=alt.datum(8)),
        bars.mark_text(dy=-8, **fits_rank()).encode(text=alt.Text("sum:Q", format=".3f")),
        b.mark_point(shape="diamond", size=130).encode(color=alt.datum(9)),
    ).encode(
        x=ranks(), y=up("known", "Filled: known. Pale: still possible"), color=PALETTE, key=BY_RANK
    )
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
    }


def _ranks(version: Version) -> Iterator[Row]:
    terms, ranked = version.breakdown.terms, version.ranked
    weights = terms["weight"].tolist()
    grades = [document.grade for document in ranked.documents] if ranked else [0] * len(weights)
    settled = accumulate(
        weight * (grade is not None) for weight, grade in zip(weights, grades, strict=False)
    )
    each = zip(
        rank_terms.of_rbp(version.breakdown),
        weights,
        terms["contribution"].cumsum(),
        settled,
        strict=True,
    )
    names = (
        "rank",
        "weight",
        "adds",
        "known",
        "possible",
        "colour",
        "label",
        "sum",
        "said",
        "grown",
    )
    for term, weight, known, judged in each:
        possible = float(known) + 1 - judged
        row = version.row(
            term.rank,
            term.sentence,
            **{"weight": weight, "adds": term.value, "known": float(known), "possible": possible},
            label=version.named(decimals(term.value) if term.value else ""),
            sum=float(known),
            grown=f"RBP is at least {decimals(known)} and at most {decimals(possible)}",
        )
        yield from only([row], *names)
