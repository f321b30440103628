"""The overlap of two lists at each depth, and RBO as an area: weights wide, overlaps high."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from ui.core.plain import decimals
from ui.draw.rows import Row, Version, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, areas, by_position, stack

TITLE: Final = "What do the tops share, and how much does each depth count?"
VIEWS: Final = ("Which area is RBO?",)


def chart() -> View:
    """Draw the overlap at each depth, and below it RBO as an area."""
    return stack(
        by_position("Share of the tops that is in both lists", below="Depth"),
        areas("Weight: share of readers who stop there", "Overlap"),
    )


def rows(rbo: Measured, _other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each depth, and one for the unseen rest."""
    for version in versions(rbo):
        yield from _depths(version._replace(ranked=None))  # a depth has no document of its own
    yield from uncounted(rbo, "is not compared")
    terms = rbo.breakdown.terms
    start, adds = float(terms["weight"].sum()), decimals(float(rbo.breakdown.remainder))
    if start and 1 - start >= 5e-4:
        overlap, unseen = float(terms["overlap"][-1]), decimals(1 - start)
        yield {
            **{"part": "empty", "key": "unseen", "start": start, "end": 1, "high": overlap},
            "assumed": True,
            "step": f"assumed to go on\nlike this: +{adds}" if start < 0.6 else f"assumed\n+{adds}",
            "said": f"Never seen: weight {unseen}, adds {unseen} × {decimals(overlap)} = {adds} "
            "if the overlap stays",
        }


def _depths(version: Version) -> Iterator[Row]:
    ends = accumulate(version.breakdown.terms["weight"].tolist())
    ranks = version.ranks("overlap", "weight", "contribution")
    for end, (depth, overlap, weight, adds) in zip(ends, ranks, strict=False):
        shared = f"{round(overlap * depth, 2):g}"
        yield version.row(
            depth,
            f"depth {depth}: {shared} of {depth} in both = {decimals(overlap)}, "
            f"weight {decimals(weight)}, adds {decimals(adds)}",
            value=overlap,
            counts=overlap > 0,
            label=version.named(f"{shared}/{depth}"),
            start=end - weight,
            end=end,
            high=overlap,
            step=f"depth {depth}\n+{decimals(adds)}",
        )
