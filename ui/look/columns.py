"""Columns of bars at the height of the cards: what they say, and nothing of how they are drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

Span: TypeAlias = tuple[float, float]
"""Where a bar starts and ends, as shares of a column's width."""
Look: TypeAlias = Literal[
    "solid",
    "filled",
    "pale",
    "hollow",
    "dashed",
    "dots",
    "was",
    "was filled",
    "way",
    "goal",
    "spot",
]

FRAMES: Final = ("hollow", "dashed")
"""Looks that say where something would be, and nothing of how much it is."""


class Part(NamedTuple):
    """A rectangle of a row: from `start` to `end` of the column's width, `height` of the row's.

    `look` is what it stands for: "solid" counts, and "filled" does from the row's foot upwards;
    "pale" goes on, "hollow" does not count, "dashed" is empty, "dots" are a hundredth each, "was"
    is where another part was before the reader's last move; a "way" leads from a mark, the "goal",
    to a dot, the "spot".
    """

    start: float
    end: float
    look: Look = "solid"
    height: float = 0.5


class Cell(NamedTuple):
    """What a column has in one row: rectangles, and the number they stand for."""

    parts: Sequence[Part]
    label: str
    soft: bool = False

    def hidden(self) -> "Cell":
        """Return what may be seen of it as long as the answer is not.

        A slot is where it will be; how full it is, or how long a bar, is the answer.
        """
        frames = (part for part in self.parts if part.height == 1 and part.look in FRAMES)
        return Cell([part._replace(look="dashed") for part in frames] or [Part(0, 1, "dashed")], "")


@dataclass(frozen=True)
class Column:
    """One quantity, a cell for each row that has one, by row from 1.

    Attributes:
        heading: its name, in words.
        cells: its cells by the row they stand in.
        total: what the rows add up to, below the heading.
        line: a value that is drawn through all rows, and its name.
        sees_grades: whether a bar has the colour of its document's grade, or that of any hit.
        width: its share of the width, others having 1.
        head: HTML that stands above it instead of heading and total.
        over: HTML laid over all its rows, from the first card's top to the last one's foot; it is
            not drawn while the answer is hidden. Without cells it is all that the column has.
        room: what it keeps free for the number beside the longest bar, as CSS has it; where there
            is none, the numbers of the bars further right stand to their left.
        past: what comes after the last document, with a name and a row of its own.
    """

    heading: str
    cells: Mapping[int, Cell] = field(default_factory=dict)
    total: str = ""
    line: tuple[float, str] | None = None
    sees_grades: bool = True
    width: float = 1
    head: str = ""
    over: str = ""
    room: str = ""
    past: tuple[str, Cell] | None = None
