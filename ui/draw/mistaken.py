"""What each rank adds by the mistake, as bars, and what it really adds, as dashed frames."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from metrics.arrays import Array
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import MOST_NAMED, Row
from ui.draw.style import View, by_position

TITLE: Final = "At which ranks is the mistake?"


def chart() -> View:
    """Draw a bar and a frame for each rank."""
    return by_position("What a rank adds; dashed: what is right", most=None, due=True)


def rows(right: Array, wrong: Array, titles: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each rank: what it adds, and what it adds by the mistake."""
    for rank, (expected, mistaken) in enumerate(
        zip_longest(right.tolist(), wrong.tolist(), fillvalue=0.0), start=1
    ):
        yield {
            **{"part": "a", "key": f"a{rank}", "rank": rank, "value": mistaken, "due": expected},
            **{"counts": True, "colour": theme.LOST},
            "label": decimals(mistaken) if mistaken and right.size <= MOST_NAMED else "",
            "said": f"Rank {rank}: right {decimals(expected)}, the mistake {decimals(mistaken)} "
            f"({titles[rank - 1]})",
        }
