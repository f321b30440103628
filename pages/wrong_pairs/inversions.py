"""How many documents above each rank are worse, of those that are worse or better."""

from collections.abc import Iterator
from typing import Final

from ui.core import theme
from ui.draw.rows import Row, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, by_position

TITLE: Final = "Which documents stand below worse ones?"


def chart() -> View:
    """Draw a bar for each rank: its pairs with the ranks above, the wrong ones solid."""
    return by_position("Pairs with the documents above; solid: wrong", most=None, whole=True)


def rows(wrong: Measured, _other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank; the axis ends at the most pairs that a rank can have."""
    for version in versions(wrong):
        for rank, worse, better in version.ranks("contribution", "right"):
            yield version.row(
                rank,
                f"of {rank - 1} above {worse:g} are worse and {better:g} better, adds {worse:g}",
                value=worse,
                whole=worse + better,
                counts=worse > 0,
                colour=theme.LOST,
                label="" if rank == 1 else version.named(f"{worse:g}/{worse + better:g}"),
            )
    yield from uncounted(wrong, "is in no pair")
    yield {"part": "room", "key": "room", "value": max(wrong.ranked.retrieved - 1, 1)}
