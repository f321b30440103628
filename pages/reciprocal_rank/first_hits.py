"""What the first hit is worth at each rank, what one rank lower costs, and where it stands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw.rows import Row, Version, changed, only, titled, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    INK,
    LOW,
    MISSED,
    PALETTE,
    TOLD,
    Options,
    View,
    by,
    fits_rank,
    marks,
    not_counted,
    ranks,
    stack,
    up,
    up_to_room,
)

TITLE: Final = "What is the first hit worth at each rank?"
VIEWS: Final = ("What does it lose one rank lower?",)
LEGEND: Final = "Filled: the first hit."


def chart() -> View:
    """Draw 1/rank for each rank where the first hit could be, and below it the next loss."""
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    filled = alt.FillOpacity("filled:Q", scale=None)
    look: Options = {"stroke": INK, "strokeOpacity": 0.6}
    worth = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(aria=True, **look, **BAR).encode(
            color=alt.datum(8), fillOpacity=filled, **TOLD
        ),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up("worth", "RR, if it is here"), color=PALETTE, key=BY_RANK)
    loss = alt.layer(
        room.mark_point(opacity=0),
        bars.mark_bar(aria=True, **look, **BAR).encode(
            color=alt.datum(11), fillOpacity=filled, tooltip="costs:N", description="costs:N"
        ),
        bars.mark_text(dy=-8, align=by("last", "right", "center"), dx=by("last", 24, 0)).encode(
            text="loss_label:N"
        ),
    ).encode(x=ranks(), y=up_to_room("loss", "RR lost"), color=PALETTE, key=BY_RANK)
    return stack(worth.properties(height=LOW), loss.properties(height=LOW))


def rows(rr: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    now, *others = versions(rr, other)
    stands = {version.part: [*_first(version)] for version in (now, *others)}
    return {
        "ranks": [*_ranks(rr, now)],
        "room": [{"rank": 1, "loss": 0.5 if rr.screen.k > 1 else 1.0}]
        if rr.ranked.retrieved
        else [],
        "was": changed(stands.get("was", ()), stands["a"], "rank", "worth"),
        "b": only(stands.get("b", ()), "rank", "worth", "said"),
        "gone": [*_gone(rr)],
    }


def _first(version: Version) -> Iterator[Row]:
    """Yield the first hit in the top k, if there is one."""
    hits = version.breakdown.terms["relevant"]
    if hits.any():
        rank = int(hits.argmax()) + 1
        yield version.row(rank, f"1/{rank} = {decimals(1 / rank)}, its first hit", worth=1 / rank)


def _ranks(rr: Measured, now: Version) -> Iterator[Row]:
    k, ranked = rr.screen.k, rr.ranked
    stands = next((row["rank"] for row in _first(now)), 0)
    for rank in range(1, ranked.retrieved + 1):
        worth = 1 / rank if rank <= k else 0.0
        lower = 1 / (rank + 1) if rank < k else 0.0
        is_it = "the first hit" if rank == stands else "if the first hit were here"
        sentence = f"1/{rank} = {decimals(worth)}, {is_it}"
        costs = f"One rank lower costs {decimals(worth - lower)}, and one more document to open"
        if rank > k:
            sentence = costs = f"below the cut at k = {k}: RR 0, first relevant rank {k + 1}"
        row = now.row(rank, sentence)
        yield {
            **only([row], "rank", "said")[0],
            **{"worth": worth, "loss": worth - lower, "filled": int(rank == stands)},
            "label": f"1/{rank}" if rank <= min(k, _LABELLED) else "",
            "last": rank == k,
            "loss_label": ", ".join(
                [f"−{decimals(worth - lower)}"] * (rank == stands)
                + ["falls below k"] * (rank == k > 1)
            ),
            "costs": f"{row['said'].partition(':')[0]}: {costs}",
        }


_LABELLED: Final = 12
"""Most ranks with room for a label each."""


def _gone(rr: Measured) -> Iterator[Row]:
    """Yield the documents that were not retrieved."""
    ranked, bar = rr.ranked, rr.screen.relevant_from
    for row, document in enumerate(ranked.documents[ranked.retrieved :], ranked.retrieved + 1):
        yield {
            "rank": row + MISSED,
            "label": "not found" if (document.grade or 0) >= bar else "",
            "said": f"Row {row}: never retrieved: RR 0, first relevant rank {rr.screen.k + 1}"
            + titled(ranked, row),
        }
