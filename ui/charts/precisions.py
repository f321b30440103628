"""Precision at each rank, average precision as it grows, and the staircase whose area it is."""

from collections.abc import Iterator
from typing import Final

import altair as alt

from ui.charts.house import areas, by_position, climb, stack
from ui.charts.worked import MOST_NAMED, Row, Version, mean, uncounted, versions
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "How clean is the way down to each hit?"


def chart() -> alt.VConcatChart:
    """Set three views of average precision below each other."""
    return stack(
        by_position("Precision down to the rank"),
        climb("AP so far"),
        areas("Share of the slots: recall", "Precision"),
    )


def rows(ap: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Write a row for each rank, each slot that stays empty, and the average."""
    for version in versions(ap, other):
        yield from _ranks(version)
    yield from uncounted(ap)
    yield mean(ap, "average")
    total, filled = float(ap.breakdown.aside["denominator"]), ap.breakdown.terms["relevant"].sum()
    for slot in range(int(filled), int(total)):
        yield {
            "part": "empty",
            "key": f"empty{slot}",
            "start": slot / total,
            "end": (slot + 1) / total,
            "high": 1,
            "said": f"Slot {slot + 1} of {total:g}: no hit fills it, adds nothing",
        }


def _ranks(version: Version) -> Iterator[Row]:
    terms, total = version.breakdown.terms, float(version.breakdown.aside["denominator"])
    crowded = len(terms["relevant"]) > MOST_NAMED
    each = zip(terms["relevant"].tolist(), terms["precision"].tolist(), strict=True)
    hits, so_far = 0, 0.0
    for rank, (hit, precision) in enumerate(each, start=1):
        hits += int(hit)
        adds = precision / total if hit else 0.0
        so_far += adds
        worked = f"{hits} {'hit' if hits == 1 else 'hits'} in {rank} = {decimals(precision)}"
        added = f"adds 1/{total:g} × {decimals(precision)} = {decimals(adds)}"
        slot = {"start": (hits - 1) / total, "end": hits / total} if hit else {}
        yield version.row(
            rank,
            f"{worked}, {added if hit else 'no hit, adds nothing'}",
            value=precision,
            counts=bool(hit),
            label="" if crowded else f"{hits}/{rank}",
            sum=so_far,
            high=precision,
            step=f"rank {rank}\n+{decimals(adds)}" if hit and total <= MOST_NAMED else "",
            **slot,
        )
