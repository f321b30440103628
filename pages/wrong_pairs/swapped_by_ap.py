"""What the swap of each two neighbours would change in AP, and in the count of wrong pairs."""

from typing import Final

from pages.wrong_pairs import swapped
from ui.draw.style import View, of_neighbours, stack

TITLE: Final = swapped.TITLE
VIEWS: Final = ("What would it change in the count?",)


def chart() -> View:
    """Draw the change of AP by each swap, and below it that of the count."""
    ap = of_neighbours("average_precision", "AP: change", 0.5)
    return stack(ap, of_neighbours("inversions", "Wrong pairs: change", 1, ghosts=True))


rows = swapped.rows
