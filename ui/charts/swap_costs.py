"""How much a swap of two neighbours changes each score, from the top of the list to its end."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ui import theme
from ui.charts.house import View, across, curves, up
from ui.charts.worked import Row, column, curve, ends
from ui.plain import decimals, signed
from ui.post import Action
from ui.score import Measured

TITLE: Final = "Who minds a swap of neighbours, and where?"
_LOOKS: Final = ((theme.LOST, 0), (theme.HIT, 0), (theme.LINES, 1), (theme.COLOURS[3][1], 2))
"""Colour and dash of each curve, so that they differ in greyscale, too."""

Changes: TypeAlias = Sequence[Sequence[tuple[Measured, float]]]
"""At each place, from the top, the scores with what a swap of two neighbours adds to them."""


def chart() -> View:
    """Draw a curve for each score over the places where neighbours can be swapped."""
    both = "datum.value + '–' + (datum.value + 1)"
    neighbours = across("x", "Ranks swapped", format="d", tickMinStep=1, labelExpr=both)
    return curves(neighbours, up("y", "Size of the change", None), dots=True)


def rows(
    changes: Changes, actions: Sequence[Action] = (), where: str = "", were: Changes = ()
) -> Iterator[Row]:
    """Write a row for each score and place, and for each place what the swap there would do.

    What is counted is drawn as a share of all that could be.

    Args:
        changes: what the swaps change.
        actions: what a click on each place does, if anything.
        where: which list the ranks are of, if not of the present one.
        were: what the swaps would have changed before the last move.
    """
    places = range(1, len(changes) + 1)
    at_end: dict[str, tuple[float, float]] = {}
    for (name, sizes), (colour, dash) in zip(_sizes(changes).items(), _LOOKS, strict=False):
        yield from curve(name, places, sizes, dash, strong=not at_end, colour=colour)
        at_end[name] = places[-1], sizes[-1]
    for name, sizes in _sizes(were).items():
        yield from curve(name, places, sizes, part="was")
    within = (1, len(changes)) if len(changes) > 1 else (0.5, 1.5)
    for rank, each in enumerate(changes, start=1):
        told = []
        for one, by in each:
            change = signed(by, one.places, nothing="unchanged")
            share = abs(by) / (one.bounds[1] or 1)
            counted = f" ({decimals(share)} of all)" if by and not one.places else ""
            told.append(f"{one.label} {change}{counted}")
        said = f"Rank {rank}: swap ranks {rank} and {rank + 1}{where}: {', '.join(told)}"
        yield column(rank, within, said, actions[rank - 1] if actions else None)
    for end in ends(at_end, 0.035):
        yield {**end, "y": end["y"] + 0.02}  # above the names of the ranks
    yield {"part": "room", "key": "room", "y": 0.5}


def _sizes(changes: Changes) -> dict[str, list[float]]:
    """Return, for each score, the sizes of its changes."""
    return {
        each[0][0].label: [abs(by) / (one.bounds[1] or 1) for one, by in each]
        for each in zip(*changes, strict=True)
    }
