"""The data of columns of bars level with the cards; `ui.draw.beside_cards` draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

Span: TypeAlias = tuple[float, float]
"""Start and end of a bar, as shares of a column's width."""
Look: TypeAlias = Literal[
    "solid",
    "filled",
    "pale",
    "hollow",
    "dashed",
    "dots",
    "was",
    "was filled",
]

FRAMES: Final = ("hollow", "dashed")
"""Looks of parts that show a place and not an amount."""

USUAL_HEIGHT: Final = 0.5


class Part(NamedTuple):
    """A rectangle in a row.

    Attributes:
        start, end: its left and right end, as shares of the column's width.
        look: its meaning. "solid" counts; "filled" counts, and its height, too; "pale" goes on;
            "hollow" does not count; "dashed" is empty; "dots" are a hundredth each;
            "was" is another part before the last move.
        height: its height, as a share of the row's.
    """

    start: float
    end: float
    look: Look = "solid"
    height: float = USUAL_HEIGHT


class Cell(NamedTuple):
    """One row of a column: rectangles, and the number that they show."""

    parts: Sequence[Part]
    label: str
    soft: bool = False

    def hidden(self) -> "Cell":
        """Return what may be seen while the answer is hidden: frames without an amount."""
        frames = (part for part in self.parts if part.height == 1 and part.look in FRAMES)
        return Cell([part._replace(look="dashed") for part in frames] or [Part(0, 1, "dashed")], "")


@dataclass(frozen=True)
class Column:
    """One quantity with a cell for each row that has one.

    Attributes:
        heading: its name, in words.
        cells: its cells by row, counted from 1.
        total: sum of the rows, below the heading.
        sees_grades: whether a bar has the colour of its document's grade, or that of any hit.
        width: its width, relative to other columns of width 1.
        head: HTML above it instead of heading and total.
        over: HTML over all its rows, from the top of the first card to the foot of the last; not
            drawn while the answer is hidden.
        room: CSS length kept free for the number beside the longest bar; without it, numbers of
            bars further right are drawn to their left.
        below: whether numbers stand below their bars, which then have the column's whole width, in
            all columns of a picture; `room` is then the width of the longest number.
        past: name and cell of an extra row after the last document.
    """

    heading: str
    cells: Mapping[int, Cell] = field(default_factory=dict)
    total: str = ""
    sees_grades: bool = True
    width: float = 1
    head: str = ""
    over: str = ""
    room: str = ""
    below: bool = False
    past: tuple[str, Cell] | None = None
