"""What the swap of each two neighbours would change in the count of wrong pairs."""

import json
from collections.abc import Iterator
from typing import Final

from ui.core import theme
from ui.core.plain import signed
from ui.draw.pairs import Neighbours
from ui.draw.rows import MOST_NAMED, Row
from ui.draw.style import View, by_swap

TITLE: Final = "What would each swap of neighbours change?"
LEGEND: Final = "Blue: a better order. Red: a worse one."
_SEEN: Final = 5e-4
"""Smallest change that shows in three decimals."""
_FEW: Final = 6
"""Most swaps whose labels of three decimals have room."""


def chart() -> View:
    """Draw a bar for each two neighbours: a wrong pair more, one fewer, or as many."""
    return by_swap("inversions", "Wrong pairs: change", 1)


def rows(swaps: Neighbours) -> Iterator[Row]:
    """Yield a row for each swap."""
    each = zip(swaps.changes, swaps.sentences, swaps.actions, strict=True)
    for rank, (changes, sentence, action) in enumerate(each, start=1):
        row = {
            "part": "ranks",
            "rank": rank,
            "said": f"Swap ranks {rank} and {rank + 1}: {sentence}",
            "do": json.dumps(action),
        }
        for one, by in changes:
            better = (by > 0) == one.higher_is_better
            most = _FEW if one.places else MOST_NAMED
            label = signed(by, one.places, nothing="0") if len(swaps.changes) <= most else ""
            row |= {
                one.key: by if abs(by) >= _SEEN else 0,
                f"{one.key}_label": label,
                f"{one.key}_colour": theme.HIT if better else theme.LOST,
            }
        yield row
