"""The weight of each rank, filled by the worth of its document, and both sums so far."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw.rows import Row, Version, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, by_position, climb, stack

TITLE: Final = "At which ranks is attention well spent?"
VIEWS: Final = ("How does RBP grow from rank to rank?",)


def chart() -> View:
    """Draw the worth of each document as a part of its rank's weight, and below it both sums."""
    return stack(
        by_position("Weight (filled: weight × worth)", most=None, whole=True),
        climb("RBP so far; dashed: if all were perfect", most=None, due=True),
    )


def rows(rbp: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, and for each document that was never retrieved."""
    for version in versions(rbp, other, graded=True):
        yield from _ranks(version)
    yield from uncounted(rbp, good=1)
    whole_list = Ranking([0] * len(rbp.ranked.documents))  # its weights set the end of the axis
    best = METRICS[rbp.key].compute(whole_list, **knobs.arguments(rbp.key, rbp.screen.settings))
    yield {"part": "room", "key": "room", "sum": float(best.terms["weight"].sum())}


def _ranks(version: Version) -> Iterator[Row]:
    ideals = accumulate(version.breakdown.terms["weight"].tolist())
    each = version.ranks("weight", "utility", "contribution", "sum")
    for ideal, (rank, weight, worth, adds, so_far) in zip(ideals, each, strict=False):
        grown = f"RBP so far {decimals(so_far)} of {decimals(ideal)}"
        yield version.row(
            rank,
            f"weight {decimals(weight)} × worth {worth:.4g} = {decimals(adds)}, {grown}",
            value=adds,
            whole=weight,
            counts=worth > 0,
            label=version.named(decimals(adds)),
            sum=so_far,
            grown=grown,
            ideal=ideal,
        )
