"""The known and the largest possible score, by how deep the list is judged."""

from collections.abc import Iterator
from itertools import count
from typing import Final

from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends, for_each_position
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, up

TITLE: Final = "How deep must one judge to know the score?"


def chart() -> View:
    """Draw a band from the known to the possible score, over the judged depth."""
    depth = across("x", "Judged down to rank", format="d", tickMinStep=1)
    return curves(depth, up("y", "Score"), stepped=True, dots=True)


def rows(rbp: Measured, other: Measured | None, knob: str) -> Iterator[Row]:
    """Yield rows for each list and depth, and a mark at the cutoff."""
    bands = {"A: ": by_depth(rbp), "B: ": by_depth(other)} if other else {"": by_depth(rbp)}
    limits, looks = {}, {}
    for at, (name, band) in enumerate(bands.items()):
        colour = theme.UNJUDGED if at else theme.HIT
        for side, scores in band.items():
            yield from curve(f"{name}{side}", count(1), scores, at, colour=colour)
            if scores:
                limits[f"{name}{side}"] = (len(scores), scores[-1])
                looks[f"{name}{side}"] = {"dash": at, "colour": colour}
        for depth, low, high in zip(count(1), *band.values(), strict=False):
            shape = {"part": "band", "key": f"band {name}{depth}", "name": name, "colour": colour}
            yield {**shape, "x": depth, "low": low, "high": high}
    were = by_depth(rbp.measured_before) if rbp.measured_before else {}
    if were != by_depth(rbp):
        for side, scores in were.items():
            yield from curve(side, count(1), scores, part="was")
    deepest = max(len(band["known"]) for band in bands.values())
    for depth in range(1, deepest + 1):
        ranges = [
            f"{'list B ' * at}between {decimals(low[depth - 1])} and {decimals(high[depth - 1])}"
            for at, (low, high) in enumerate(band.values() for band in bands.values())
            if depth <= len(low)
        ]
        text = f"Rank {depth}: judged to {depth} at p = {rbp.screen[knob]:g}: {', '.join(ranges)}"
        yield column(depth, (1, deepest), text)
    if cut := min(rbp.screen.k, rbp.ranked.retrieved):
        here = {"x": cut, "label": f"judged to {cut}", "left": cut > deepest / 2}
        yield {"part": "mark", "key": "cut", **here}
    yield from ends(limits, 0.066, most=1, looks=looks)


def by_depth(rbp: Measured) -> dict[str, list[float]]:
    """Return the known and the largest possible score, for each depth."""
    breakdowns = for_each_position(rbp, "k", range(1, rbp.ranked.retrieved + 1))
    scores = [float(breakdown.score) for breakdown in breakdowns]
    residuals = [float(breakdown.aside["residual"]) for breakdown in breakdowns]
    return {"known": scores, "at most": [sum(both) for both in zip(scores, residuals, strict=True)]}
