"""AP of the last run and of run A over the depth of the pool, and what the last run could have."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pages.unjudged.knobs import Pool
from ui.core import theme
from ui.core.plain import counted, decimals
from ui.draw.rows import Row, column, curve, ends
from ui.draw.style import View, across, curves, up

TITLE: Final = "Who leads, with a deeper pool?"
LEGEND: Final = "Pale: what the last run could have."


class Depth(NamedTuple):
    """The pool of a depth: how many documents it has, and scores.

    Attributes:
        documents: how many documents it has.
        new: AP of the last run, with what nobody judged as misses.
        a: AP of run A.
        low: the lowest AP that judges could give the last run.
        high: the highest.
    """

    documents: int
    new: float
    a: float
    low: float
    high: float


def chart() -> View:
    """Draw both scores as lines, and the bounds of the last run as a band."""
    return curves(
        across("x", "Pool depth", tickMinStep=1, format="d"),
        up("y", "AP", 1),
        dots=True,
        high=200,
    )


def rows(depths: Sequence[Depth], now: int, name: str) -> Iterator[Row]:
    """Yield rows for the curves, a column for each depth, and a mark at the present one.

    Args:
        depths: the pool of each depth from 1 on.
        now: the present depth.
        name: the name of the last run.
    """
    xs, last = range(1, len(depths) + 1), len(depths)
    for row in curve(name, xs, (at.new for at in depths), part="band"):
        at = depths[int(row["x"]) - 1]
        yield {**row, "low": at.low, "high": at.high, "colour": theme.HIT}
    yield from curve(name, xs, (at.new for at in depths), strong=True, colour=theme.HIT)
    yield from curve("A", xs, (at.a for at in depths), dash=1, colour=theme.LOST)
    looks = {name: {"colour": theme.HIT}, "A": {"colour": theme.LOST, "dash": 1}}
    heights = {name: (last, depths[-1].new), "A": (last, depths[-1].a)}
    yield from ends(heights, 0.09, name, most=1, looks=looks)
    yield {"part": "mark", "key": "now", "x": min(now, last), "label": "now", "left": now > 1}
    for x, at in zip(xs, depths, strict=True):
        documents = counted(at.documents, "document")
        sentence = (
            f"Depth {x}: {documents}, {name} {decimals(at.new)}, from {decimals(at.low)} to "
            f"{decimals(at.high)} once judged, A {decimals(at.a)}"
        )
        yield column(x, (1, last), sentence, {"do": "turn", "knob": Pool.DEPTH, "to": x})
