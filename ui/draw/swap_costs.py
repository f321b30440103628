"""How much a swap of two neighbours changes each score, from the top of the list to its end."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ui.core import theme
from ui.core.plain import decimals, signed
from ui.draw.rows import Row, column, curve, ends
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, up

TITLE: Final = "How much does a swap of neighbours cost, from rank to rank?"
_DASHES: Final = (0, 1, 2, 0)
"""Dashes of the curves, whose colours differ too."""

Changes: TypeAlias = Sequence[Sequence[tuple[Measured, float]]]
"""For each swap of two neighbours, from the top: pairs of a score and its change."""


def chart() -> View:
    """Draw a curve for each score over the swaps of neighbours."""
    both = "datum.value + '–' + (datum.value + 1)"
    neighbours = across("x", "Ranks swapped", format="d", tickMinStep=1, labelExpr=both)
    return curves(neighbours, up("y", "Change, as a share of the largest one"), dots=True)


def rows(
    changes: Changes,
    sizes: Sequence[Sequence[float]],
    where: str = "",
) -> Iterator[Row]:
    """Yield rows for the curves, and a column for each swap.

    Args:
        changes: changes of the scores by each swap.
        sizes: for each score, the size of its change by each swap; drawn relative to the largest.
        actions: action of a click for each swap, if any.
        where: text that names the list of the ranks, if it is not list A.
    """
    places = range(1, len(changes) + 1)
    at_end: dict[str, tuple[float, float]] = {}
    looks: dict[str, Row] = {}
    scores = [one for one, _ in changes[0]] if changes else []
    colours = theme.of_metrics([one.key for one in scores])
    for one, own, colour, dash in zip(scores, sizes, colours, _DASHES, strict=False):
        label = one.label
        shares = [size / (max(own) or 1) for size in own]
        yield from curve(label, places, shares, dash, strong=not at_end, colour=colour)
        at_end[label], looks[label] = (places[-1], shares[-1]), {"colour": colour, "dash": dash}
    within = (1, len(changes)) if len(changes) > 1 else (0.5, 1.5)
    for rank, each in enumerate(changes, start=1):
        changes_text = ", ".join(
            f"{one.label} {signed(by, one.places, nothing='unchanged')}" for one, by in each
        )
        sentence = f"Swap ranks {rank} and {rank + 1}{where}: {changes_text}"
        yield column(rank, within, sentence)
    for end in ends(at_end, 0.085, most=1, looks=looks):
        share = decimals(at_end[end["name"]][1])
        yield {**end, "said": f"{end['name']}: at the end {share} of its largest change"}
