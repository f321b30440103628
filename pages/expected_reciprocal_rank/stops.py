"""How many readers reach each rank and stop there, and the area that is ERR."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from ui.core.plain import decimals
from ui.draw.rows import WIDE, Row, Version, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, areas, by_position, stack

TITLE: Final = "Who stops where, and what is that worth?"
VIEWS: Final = ("Which area is ERR?",)


def chart() -> View:
    """Draw the stops as parts of the readers still there, and below them the worth of a stop."""
    return stack(
        by_position("Filled: stop; pale: go on; ring: R", whole=True, own_value=True),
        areas("Share of all readers, by where they stop", "Worth of a stop: 1 / rank"),
    )


def rows(err: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, and for readers who leave without a stop."""
    for version in versions(err, other, graded=True):
        yield from _ranks(version)
    yield from uncounted(err, good=1)
    start = float(err.breakdown.terms["stop"].sum())
    for term, why in {"gave_up": "gave up", "reached_end": "reached the end"}.items():
        share = float(err.breakdown.aside[term])
        if share >= 5e-4:
            yield {
                **{"part": "empty", "key": term, "start": start, "end": start + share},
                **{"high": 0.04, "step": f"leave\n{decimals(share)}" if share > WIDE else ""},
                "said": f"{decimals(share)} of all readers {why}: they add nothing",
            }
        start += share


def _ranks(version: Version) -> Iterator[Row]:
    ends = accumulate(version.breakdown.terms["stop"].tolist())
    ranks = version.ranks("reach", "satisfaction", "stop", "contribution")
    for end, (rank, reach, satisfied, stop, value) in zip(ends, ranks, strict=False):
        adds = decimals(value)
        yield version.row(
            rank,
            f"{decimals(reach)} still read, the document satisfies {decimals(satisfied)} of them: "
            f"{decimals(stop)} stop. Adds 1/{rank} × {decimals(stop)} = {adds}",
            value=stop,
            whole=reach,
            own_value=satisfied,
            counts=stop > 0,
            label=version.named(decimals(stop)),
            start=end - stop,
            end=end,
            high=1 / rank,
            step=f"rank {rank}\n+{adds}" if stop > WIDE else "",
        )
