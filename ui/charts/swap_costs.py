"""How much a swap of two neighbours changes each score, from the top of the list to its end."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ui.charts.house import View, across, curves, up
from ui.charts.worked import Row, column, curve, ends
from ui.look import theme
from ui.look.plain import decimals, signed
from ui.models.score import Measured
from ui.wire.post import Action

TITLE: Final = "Who minds a swap of neighbours, and where?"
_LOOKS: Final = ((theme.LOST, 0), (theme.HIT, 1), (theme.LINES, 2), (theme.COLOURS[3][1], 0))
"""Colour and dash of each curve, so that they differ in greyscale, too."""

Changes: TypeAlias = Sequence[Sequence[tuple[Measured, float]]]
"""At each place, from the top, the scores with what a swap of two neighbours adds to them."""


def chart() -> View:
    """Draw a curve for each score over the places where neighbours can be swapped."""
    both = "datum.value + '–' + (datum.value + 1)"
    neighbours = across("x", "Ranks swapped", format="d", tickMinStep=1, labelExpr=both)
    return curves(neighbours, up("y", "Size of the change: 1 is each one’s largest"), dots=True)


def rows(
    changes: Changes,
    sizes: Sequence[Sequence[float]],
    actions: Sequence[Action] = (),
    where: str = "",
) -> Iterator[Row]:
    """Write a row for each score and place, and for each place what the swap there would do.

    Args:
        changes: what the swaps change.
        sizes: of each score, how large its change is at each place; it is drawn as a share of the
            largest.
        actions: what a click on each place does, if anything.
        where: which list the ranks are of, if not of the present one.
    """
    places = range(1, len(changes) + 1)
    at_end: dict[str, tuple[float, float]] = {}
    looks: dict[str, Row] = {}
    labels = [one.label for one, _ in changes[0]] if changes else []
    for label, own, (colour, dash) in zip(labels, sizes, _LOOKS, strict=False):
        shares = [size / (max(own) or 1) for size in own]
        yield from curve(label, places, shares, dash, strong=not at_end, colour=colour)
        at_end[label], looks[label] = (places[-1], shares[-1]), {"colour": colour, "dash": dash}
    within = (1, len(changes)) if len(changes) > 1 else (0.5, 1.5)
    for rank, each in enumerate(changes, start=1):
        told = ", ".join(
            f"{one.label} {signed(by, one.places, nothing='unchanged')}" for one, by in each
        )
        said = f"Swap ranks {rank} and {rank + 1}{where}: {told}"
        yield column(rank, within, said, actions[rank - 1] if actions else None)
    for end in ends(at_end, 0.085, most=1, looks=looks):
        share = decimals(at_end[end["name"]][1])
        yield {**end, "said": f"{end['name']}: at the end {share} of its largest change"}
