"""Between which values AP lies if only counts are known, as of a list that is cut at rank 1000."""

from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from pages.average_precision.knobs import Counted
from ui.core.plain import p_value, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_TERMS: Final = 6
"""Most summands that are written one by one."""
_MOST: Final = 1_000_000
"""Most relevant documents whose ranks are added up."""


class Reach(NamedTuple):
    """What some hits add to AP, before the division by m.

    Attributes:
        first: how many hits stand above, and one: the number of the first of these hits.
        ranks: the first and the last rank of the hits, which stand one after the other.
    """

    first: int
    ranks: tuple[int, int]

    @property
    def total(self) -> float:
        """The sum of the precisions at the hits; 0 without any."""
        low, high = self.ranks
        ranks = np.arange(low, high + 1)
        return float(((self.first + ranks - low) / ranks).sum())

    def worked(self, relevant: int) -> str:
        """Write what they add to AP."""
        low, high = self.ranks
        value = _written(self.total / relevant)
        if low > high:
            return value
        each = [f"{self.first + at - low:,}/{at:,}" for at in range(low, min(high, low + 9) + 1)]
        if len(each) > _TERMS or high > low + 9:
            each = [*each[:2], "…", f"{self.first + high - low:,}/{high:,}"]
        return f"({' + '.join(each)})/{relevant:,} = {value}"


def _written(share: float) -> str:
    """Write a share with three decimals, or as many as its first two digits need."""
    return p_value(share) if share else "0"


def draw() -> None:
    """Draw a field for the counts, and between which values P, R and AP lie."""
    controls.turn([Counted.CUT], by="cut")
    st.html(table(session().shown))


def table(screen: Screen) -> str:
    """Write the lowest and the highest values, or why the counts cannot be."""
    counts = [*map(int, screen[Counted.CUT])]
    if why := _impossible(counts):
        return f"<p>{why}</p>"
    found, relevant, shown, collection = counts
    missing = relevant - found
    last, first = Reach(1, (shown - found + 1, shown)), Reach(1, (1, found))
    late = Reach(found + 1, (collection - missing + 1, collection))
    soon = Reach(found + 1, (shown + 1, shown + missing))
    whole = [_written((a.total + b.total) / relevant) for a, b in ((last, late), (first, soon))]
    p, r = f"{found:,}/{shown:,}", f"{found:,}/{relevant:,}"
    exact = [f"{p} = {_written(found / shown)}", f"{r} = {_written(found / relevant)}"]
    body = [
        [f"P@{shown:,}", exact[0], "the same"],
        [f"R@{shown:,}", exact[1], "the same"],
        [f"AP@{shown:,}", last.worked(relevant), first.worked(relevant)],
        ["what the rest adds to AP", late.worked(relevant), soon.worked(relevant)],
        [f"AP of all {collection:,}", *whole],
    ]
    head = ["score", "lowest: hits come last", "highest: hits come first"]
    return table_html("What the counts allow", head, body, words=range(3))


def _impossible(counts: list[int]) -> str:
    """Say why four counts cannot be those of a list; "" if they can."""
    if len(counts) != 4:
        return "Type four numbers: found, relevant, shown, and all in the collection."
    found, relevant, shown, collection = counts
    if found > min(relevant, shown):
        return "No more can be found than are relevant, or than are shown."
    if shown > collection or relevant - found > collection - shown:
        return "The collection is too small for what is shown and for what is relevant."
    if not 0 < relevant <= _MOST or not shown:
        return f"At least one is shown, and 1 to {_MOST:,} are relevant."
    return ""
