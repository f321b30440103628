"""How each reader goes on, pays attention and stops, rank by rank; the present one is bold."""

from collections.abc import Iterator
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from ui import continuations, theme
from ui.charts.house import GROWN, SIZED, across, curves, stack, up
from ui.charts.worked import Row, ends, point, titled
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "How does each reader read this list?"
_OTHERS: Final = (0, theme.LINES, theme.LOST)
"""Colours of the others; three of them share one, and differ in their dashes."""


def chart() -> alt.VConcatChart:
    """Set C, W and L below each other; readers are named beside the first."""
    above, below = (across("x", title, tickMinStep=1, format="d") for title in ("", "Rank"))
    return stack(
        curves(above, up("goes_on", "C: goes on after this rank"), high=160),
        curves(above, up("weight", "W: share of all attention"), sentence=GROWN, high=130),
        curves(below, up("stop", "L: stops at this rank"), sentence=SIZED, high=130),
    )


def rows(rate: Measured) -> Iterator[Row]:
    """Write a row for each reader and rank, the steps of the present one, and all names."""
    present, last, at_end, turns = continuations.who(rate.screen), 0, {}, {}
    told: dict[tuple[str, int], list[str]] = {}
    for at, (by, name) in enumerate(continuations.names().items()):
        read, strong = continuations.rate(rate.screen, by), by == present
        for row in _curve(read, name, at, strong=strong):
            last, at_end[name] = row["x"], (row["x"], row["goes_on"])
            for what in ("weight", "stop"):
                told.setdefault((what, last), []).append(f"{name} {decimals(row[what])}")
            yield row if strong else {**row, "colour": _OTHERS[at // len(_OTHERS)]}
        turns[name] = {"do": "turn", "knob": continuations.READER, "to": by}
    if rate.was:
        yield from _curve(rate.was, "", part="was")
    gains = rate.breakdown.terms["gain"].tolist()
    for here, gain in zip(_curve(rate.breakdown, "", part="here"), gains, strict=True):
        c, v, w, stops, adds = map(decimals, list(here.values())[-5:])
        rank = here["x"]
        said = f"C {c}, V {v}, W {w} × gain {decimals(gain)} = {adds}, L {stops}"
        yield here
        yield {
            "part": "at",
            "key": f"at{rank}",
            "low": max(rank - 0.5, 1),
            "high": min(rank + 0.5, last),
            "said": f"Rank {rank}: {said}{titled(rate.ranked, rank)}",
            "grown": f"Rank {rank}: W of {', '.join(told['weight', rank])}",
            "sized": f"Rank {rank}: L of {', '.join(told['stop', rank])}",
        }
    for row in ends(at_end, 0.105, continuations.names()[present], turns, 1):
        yield {**row, "goes_on": row["y"]}


def _curve(
    read: Breakdown, name: str, at: int = 0, part: str = "line", *, strong: bool = True
) -> Iterator[Row]:
    named = {"goes_on": "continuation", "reach": "reach", "weight": "weight", "stop": "stop"}
    named["adds"] = "contribution"
    each = zip(*(read.terms[term].tolist() for term in named.values()), strict=True)
    for rank, values in enumerate(each, start=1):
        row = point(name, rank, values[0], at, strong=strong, part=part)
        yield {**row, **dict(zip(named, values, strict=True))}
