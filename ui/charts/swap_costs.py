"""How much a swap of two neighbours changes each score, from the top of the list to its end."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from ui import theme
from ui.charts.house import View, across, curves, up
from ui.charts.worked import Row, ends, point
from ui.plain import decimals
from ui.post import Action
from ui.score import Measured

TITLE: Final = "Who minds a swap of neighbours, and where?"
_LOOKS: Final = ((theme.LOST, 0), (theme.HIT, 0), (theme.LINES, 1), (theme.COLOURS[3][1], 2))
"""Colour and dash of each curve, so that they differ in greyscale, too."""


def chart() -> View:
    """Draw a curve for each score over the places where neighbours can be swapped."""
    neighbours = across(
        "x",
        "Ranks swapped",
        format="d",
        tickMinStep=1,
        labelExpr="datum.value + '–' + (datum.value + 1)",
    )
    return curves(neighbours, up("y", "Size of the change", None), dots=True)


def rows(
    changes: Sequence[Sequence[tuple[Measured, float]]],
    actions: Sequence[Action] = (),
    where: str = "",
) -> Iterator[Row]:
    """Write a row for each score and place, and for each place what the swap there would do.

    What is counted is drawn as a share of all that could be.

    Args:
        changes: at each place, from the top, the scores with what the swap adds to them.
        actions: what a click on each place does, if anything.
        where: which list the ranks are of, if not of the present one.
    """
    last: dict[str, tuple[float, float]] = {}
    first, end = (1, len(changes)) if len(changes) > 1 else (0.5, 1.5)
    for rank, each in enumerate(changes, start=1):
        told: list[str] = []
        for (one, by), (colour, dash) in zip(each, _LOOKS, strict=True):
            size = abs(by) / (one.bounds[1] or 1)
            yield {**point(one.label, rank, size, dash, strong=not told), "colour": colour}
            last[one.label] = rank, size
            signed = f"{by:+.{one.places}f}".replace("-", "−") if abs(by) >= 5e-4 else "unchanged"
            counted = f" ({decimals(size)} of all)" if by and not one.places else ""
            told.append(f"{one.label} {signed}{counted}")
        yield {
            "part": "at",
            "key": f"at{rank}",
            "low": max(rank - 0.5, first),
            "high": min(rank + 0.5, end),
            "said": f"Rank {rank}: swap ranks {rank} and {rank + 1}{where}: {', '.join(told)}",
            "do": json.dumps(actions[rank - 1]) if actions else None,
        }
    for name in ends(last, 0.035):
        yield {**name, "y": name["y"] + 0.02}  # above the names of the ranks
    yield {"part": "room", "key": "room", "y": 0.5}
