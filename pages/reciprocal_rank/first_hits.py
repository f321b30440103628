"""What one rank lower costs the first hit, at each rank, and where it stands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw.rows import Row, Version, only, titled, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BY_RANK,
    INK,
    LOW,
    MISSED,
    PALETTE,
    TOLD,
    View,
    by,
    marks,
    not_counted,
    ranks,
    up_to_room,
)

TITLE: Final = "What does the first hit lose one rank lower?"
LEGEND: Final = "Filled: the first hit. Hollow: if it were there. Below k RR is 0."
_LABELLED: Final = 6
"""Most ranks with room for a label each."""


def chart() -> View:
    """Draw, for each rank where the first hit could be, what RR loses if it stands one lower."""
    bars, b, room = map(marks, ("ranks", "b", "room"))
    filled = alt.FillOpacity("filled:Q", scale=None)
    loss: View = alt.layer(
        room.mark_point(opacity=0),
        bars.mark_bar(stroke=INK, strokeOpacity=0.6, aria=True, **BAR).encode(
            color=alt.datum(11), fillOpacity=filled, **TOLD
        ),
        bars.mark_text(dy=-8, align=by("last", "right", "center"), dx=by("last", 24, 0)).encode(
            text="label:N"
        ),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up_to_room("loss", "RR lost"), color=PALETTE, key=BY_RANK)
    return loss.properties(height=LOW)


def rows(rr: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    now, *others = versions(rr, other)
    stands = {version.part: [*_first(version, rr.screen.k)] for version in (now, *others)}
    return {
        "ranks": [*_ranks(rr, now)],
        "room": [{"rank": 1, "loss": 0.5 if rr.screen.k > 1 else 1.0}]
        if rr.ranked.retrieved
        else [],
        "b": only(stands.get("b", ()), "rank", "loss", "said"),
        "gone": [*_gone(rr)],
    }


def _loss(rank: int, k: int) -> float:
    """Return what RR loses if the first hit of the top k stands one rank lower."""
    return 1 / rank - (1 / (rank + 1) if rank < k else 0)


def _first(version: Version, k: int) -> Iterator[Row]:
    """Yield the first hit in the top k, if there is one."""
    hits = version.breakdown.terms["relevant"]
    if hits.any():
        rank = int(hits.argmax()) + 1
        text = f"1/{rank} = {decimals(1 / rank)}, its first hit"
        yield version.row(rank, text, loss=_loss(rank, k))


def _ranks(rr: Measured, now: Version) -> Iterator[Row]:
    k, ranked = rr.screen.k, rr.ranked
    stands = next((row["rank"] for row in _first(now, k)), 0)
    for rank in range(1, ranked.retrieved + 1):
        loss = _loss(rank, k) if rank <= k else 0.0
        has_lower = rank < k or k < ranked.retrieved or rank == stands
        is_it = "the first hit" if rank == stands else "if the first hit were here"
        sentence = (
            f"1/{rank} = {decimals(1 / rank)}, {is_it}. One rank lower costs {decimals(loss)}, "
            "and one more document to open"
            if rank <= k
            else f"below the cut at k = {k}: RR 0, first relevant rank {k + 1}"
        )
        shown = rank == stands or rank <= k <= _LABELLED
        yield {
            **only([now.row(rank, sentence)], "rank", "said")[0],
            **{"loss": loss if has_lower else None, "filled": int(rank == stands)},
            "last": rank == k,
            "label": ", ".join([decimals(loss)] * shown + ["falls below k"] * (rank == k > 1))
            * has_lower,
        }


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
