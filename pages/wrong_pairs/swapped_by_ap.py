"""What the swap of each two neighbours would change in AP, and in the count of wrong pairs."""

from typing import Final

from pages.wrong_pairs import swapped
from ui.draw.style import View, by_swap, stack

TITLE: Final = "What would each swap of neighbours change in AP?"
LEGEND: Final = swapped.LEGEND
VIEWS: Final = ("What would each swap of neighbours change in the count?",)


def chart() -> View:
    """Draw the change of AP by each swap, and below it that of the count."""
    ap = by_swap("average_precision", "AP: change", 0.5)
    return stack(ap, by_swap("inversions", "Wrong pairs: change", 1))


rows = swapped.rows
