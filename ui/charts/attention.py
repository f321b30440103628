"""The weight of each rank, filled as far as its document is worth it, and what they add up to."""

from collections.abc import Iterator
from typing import Final

import altair as alt

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui import knobs
from ui.charts.house import by_position, climb, stack
from ui.charts.worked import MOST_NAMED, Row, Version, uncounted, versions
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "Whose attention is well spent?"


def chart() -> alt.VConcatChart:
    """Draw what a document is worth as part of its rank's weight, and below it both sums."""
    return stack(
        by_position("Weight, filled by the worth", most=None, whole=True),
        climb("RBP so far; dashed: if all were perfect", most=None, due=True),
    )


def rows(rbp: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Write a row for each rank, and for each document that was never retrieved."""
    for version in versions(rbp, other, graded=True):
        yield from _ranks(version)
    yield from uncounted(rbp)
    found = Ranking([0] * len(rbp.ranked.documents))  # as if none were missed: so far the axis goes
    every = METRICS[rbp.key].compute(found, **knobs.arguments(rbp.key, rbp.screen.settings))
    yield {"part": "room", "key": "room", "sum": float(every.terms["weight"].sum())}


def _ranks(version: Version) -> Iterator[Row]:
    terms, so_far, ideal = version.breakdown.terms, 0.0, 0.0
    worths, weights = terms["utility"].tolist(), terms["weight"].tolist()
    for rank, (worth, weight) in enumerate(zip(worths, weights, strict=True), start=1):
        adds = worth * weight
        so_far, ideal = so_far + adds, ideal + weight
        grown = f"RBP so far {decimals(so_far)} of {decimals(ideal)}"
        yield version.row(
            rank,
            f"weight {decimals(weight)} × worth {worth:.4g} = {decimals(adds)}, {grown}",
            value=adds,
            whole=weight,
            counts=worth > 0,
            label="" if len(weights) > MOST_NAMED else decimals(adds),
            sum=so_far,
            grown=f"Rank {rank}: {grown}",
            ideal=ideal,
        )
