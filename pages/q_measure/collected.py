"""What the list has collected down to each rank, beside what the best order has."""

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

TITLE: Final = "How much has the list collected?"
LEGEND: Final = "Filled: this list, weaker at a miss. Pale: rank + best grades."


def chart() -> View:
    """Draw two bars for each rank, one in front of the other; a miss's is weaker."""
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    filled = alt.FillOpacity("filled:Q", scale=None)
    drawn: View = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="best:Q", color=alt.datum(8), **TOLD
        ),
        bars.mark_bar(**BAR).encode(color=alt.datum(8), fillOpacity=filled),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
    ).encode(x=ranks(), y=up_to_room("height", "Collected so far"), color=PALETTE, key=BY_RANK)
    return drawn.properties(height=LOW)


def rows(q: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; "room" has what the axis must hold."""
    each = {version.part: [*_ranks(version)] for version in versions(q, other)}
    now = each["a"]
    most = max((row["best"] for rows in each.values() for row in rows), default=1)
    return {
        "ranks": now,
        "was": changed(each.get("was", ()), now, "rank", "height"),
        "b": only(each.get("b", ()), "rank", "height", "said"),
        "gone": only(uncounted(q, good=q.screen.relevant_from), "rank", "label", "said"),
        "room": [{"rank": row["rank"], "height": most} for row in now[:1]],
    }


def _ranks(version: Version) -> Iterator[Row]:
    terms, beta = version.breakdown.terms, float(version.breakdown.aside["patience"])
    each = zip(
        rank_terms.of_q_measure(version.breakdown),
        *(terms[name].tolist() for name in ("relevant", "gain", "ideal_gain")),
        strict=True,
    )
    hits = 0
    for term, is_hit, gain, ideal in each:
        hits += int(is_hit)
        collected, best = hits + beta * gain, term.rank + beta * ideal
        row = version.row(
            term.rank,
            term.sentence,
            height=collected,
            best=best,
            filled=1 if is_hit else 0.35,
            label=version.named(f"{collected:.4g} of {best:.4g}" if is_hit else ""),
        )
        yield from only([row], "rank", "height", "best", "filled", "label", "said")
