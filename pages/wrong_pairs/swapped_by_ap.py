"""What the swap of each two neighbours would change in the count of wrong pairs, and in AP."""

from typing import Final

from pages.wrong_pairs import swapped
from ui.draw.style import View, of_neighbours, stack

TITLE: Final = swapped.TITLE
VIEWS: Final = ("What would it change in AP?",)


def chart() -> View:
    """Draw the change of the count by each swap, and below it that of AP."""
    count = of_neighbours("inversions", "Wrong pairs: change", 1)
    return stack(count, of_neighbours("average_precision", "AP: change", 0.5))


rows = swapped.rows
