"""The top k and all relevant documents as two boxes that overlap: in both are the hits."""

from collections.abc import Sequence
from typing import Final

from pages.precision_and_recall.tops import NAMES, at_cut, at_each, relevance
from ui.core.columns import Cell, Column, Part
from ui.draw.score import Measured

_LANES: Final = (0.25, 0.75)
"""Where the documents stand that are not relevant, and those that are, as shares of the width."""


def columns(precision: Measured, keys: Sequence[str]) -> list[Column]:
    """Return the boxes, and what the scores are if the list is cut below each document.

    Args:
        precision: the precision, with the list.
        keys: the scores that are shown; the box of all relevant documents comes with recall.
    """
    return [_boxes(precision, with_recall="recall" in keys), _fractions(precision, keys)]


def _boxes(precision: Measured, *, with_recall: bool) -> Column:
    """Draw a dot for each document, left if it is not relevant, else right.

    The box of the top k has both, down to the cut. The other box has all that are relevant.
    """
    screen, name, ranked = precision.screen, precision.name, precision.ranked
    top, relevant = at_cut(screen, name), relevance(screen, name)
    rows, cut = len(relevant), min(screen.k, ranked.retrieved)
    cells, dots = {}, []
    for row, is_relevant in enumerate(relevant, start=1):
        inside = row <= cut
        what = {
            (True, True): "a hit",
            (True, False): f"relevant, but not in the top {screen.k}",
            (False, True): "a miss",
            (False, False): "not relevant, below the cut",
        }[is_relevant, inside]
        cells[row] = Cell([Part(0, 1, "dashed", 1)], what)
        look = f"{'in' if inside else 'out'} {'relevant' if is_relevant else 'other'}"
        dots.append(f"<i class='{look}' style='--x:{_LANES[is_relevant]};--y:{row - 0.5:g}'></i>")
    all_relevant = "<i class='all'></i><b class='all'>all {}</b>".format(
        f"{top.exist} relevant"
    ) * (with_recall and any(relevant))
    lanes = "" if with_recall else "<b class='lane'>not relevant</b><b class='lane'>relevant</b>"
    over = (
        f"<span class='boxes' aria-hidden='true' style='--listed:{rows};--cut:{cut}'>"
        f"<i class='top'></i><b class='top'>top {screen.k}</b>{all_relevant}{lanes}{''.join(dots)}"
        f"<i class='take' data-cut='{name}' style='--y:{cut}'>↕</i></span>"
    )
    heading = "The top k" + ", all relevant" * with_recall
    return Column(heading, cells, sees_grades=False, room="0px", over=over if rows else "")


def _fractions(precision: Measured, keys: Sequence[str]) -> Column:
    """Write the fractions for each k down to the cut, beside the card that is the last in it."""
    screen, name = precision.screen, precision.name
    shown = [NAMES[key] for key in ("precision", "recall") if key in keys]
    cut = min(screen.k, precision.ranked.retrieved)
    cells = {
        top.k: Cell(
            [Part(0, 0)],  # a row without a part is not drawn
            ", ".join(f"{each} {top.fractions[each]}" for each in shown),
            soft=top.k < cut,
        )
        for top in at_each(screen, name, range(1, cut + 1))
    }
    return Column(f"{' and '.join(shown)} down to here", cells, sees_grades=False)
