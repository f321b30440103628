"""Precision at each rank, average precision as it grows, and the staircase whose area it is."""

from collections.abc import Iterator
from typing import Final

from ui.core.plain import decimals
from ui.draw.rows import MOST_NAMED, Row, Version, mean, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, areas, by_position, climb, stack

TITLE: Final = "How precise is the list down to each rank?"
VIEWS: Final = (
    "How does AP grow from rank to rank?",
    "Which area is AP?",
)


def chart() -> View:
    """Draw three views of average precision below each other."""
    return stack(
        by_position("Precision down to the rank"),
        climb("AP so far"),
        areas("Share of the slots", "Precision"),
    )


def rows(ap: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, for each empty slot, and for the average."""
    for version in versions(ap, other):
        yield from _ranks(version)
    yield from uncounted(ap, good=ap.screen.relevant_from)
    total, filled = float(ap.breakdown.aside["denominator"]), ap.breakdown.terms["relevant"].sum()
    yield mean(ap, f"over {total:g} slots", f"average over all {total:g} slots")
    for slot in range(int(filled), int(total)):
        yield {
            **{"part": "empty", "key": f"empty{slot}", "high": 1},
            **{"start": slot / total, "end": (slot + 1) / total},
            "said": f"Slot {slot + 1} of {total:g}: no hit fills it, adds nothing",
        }


def _ranks(version: Version) -> Iterator[Row]:
    total, hits = float(version.breakdown.aside["denominator"]), 0
    ranks = version.ranks("relevant", "precision", "contribution", "sum")
    for rank, hit, precision, adds, so_far in ranks:
        hits += int(hit)
        sentence = f"{hits} {'hit' if hits == 1 else 'hits'} in {rank} = {decimals(precision)}"
        added = f"adds 1/{total:g} × {decimals(precision)} = {decimals(adds)}"
        slot = {"start": (hits - 1) / total, "end": hits / total} if hit else {}
        yield version.row(
            rank,
            f"{sentence}, {added if hit else 'no hit, adds nothing'}",
            value=precision,
            counts=bool(hit),
            label=version.named(f"{hits}/{rank}"),
            sum=so_far,
            high=precision,
            step=f"rank {rank}\n+{decimals(adds)}" if hit and total <= MOST_NAMED else "",
            **slot,
        )
