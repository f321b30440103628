"""How each reader goes on, pays attention and stops, rank by rank; the present one is bold."""

from collections.abc import Iterator
from typing import Any, Final

from metrics.breakdown import Breakdown
from ui import continuations, theme
from ui.charts.house import GROWN, SIZED, View, across, curves, stack, up
from ui.charts.worked import Row, column, curve, ends, titled
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "How does each reader read this list?"
_OTHERS: Final = (0, theme.LINES, theme.LOST)
"""Colours of the others; three of them share one, and differ in their dashes."""


def chart() -> View:
    """Set C, W and L below each other; readers are named beside the first."""
    above, below = (across("x", title, tickMinStep=1, format="d") for title in ("", "Rank"))
    return stack(
        curves(above, up("goes_on", "C: goes on after this rank"), high=160),
        curves(above, up("weight", "W: share of all attention"), sentence=GROWN, high=130),
        curves(below, up("stop", "L: stops at this rank"), sentence=SIZED, high=130),
    )


def rows(rate: Measured) -> Iterator[Row]:
    """Write a row for each reader and rank, the steps of the present one, and all names."""
    screen, present = rate.screen, continuations.who(rate.screen)
    each = continuations.names()
    read = {name: continuations.rate(screen, by).terms for by, name in each.items()}
    for at, (by, name) in enumerate(each.items()):
        colour = theme.HIT if by == present else _OTHERS[at // len(_OTHERS)]
        yield from _curve(
            continuations.rate(screen, by), name, at, strong=by == present, colour=colour
        )
    if rate.was:
        yield from _curve(rate.was, "", part="was", strong=True)
    yield from _curve(rate.breakdown, "", part="here", strong=True)
    names = ("continuation", "reach", "weight", "gain", "contribution", "stop")
    last = len(rate.breakdown.terms["gain"])
    steps = zip(*(rate.breakdown.terms[name].tolist() for name in names), strict=True)
    for rank, step in enumerate(steps, start=1):
        c, v, w, gain, adds, stops = map(decimals, step)
        weights, ended = (
            ", ".join(f"{name} {decimals(terms[what][rank - 1])}" for name, terms in read.items())
            for what in ("weight", "stop")
        )
        said = f"C {c}, V {v}, W {w} × gain {gain} = {adds}, L {stops}"
        yield column(
            rank,
            (1, last),
            f"Rank {rank}: {said}{titled(rate.ranked, rank)}",
            grown=f"Rank {rank}: W of {weights}",
            sized=f"Rank {rank}: L of {ended}",
        )
    turns = {
        name: {"do": "turn", "knob": continuations.READER, "to": by} for by, name in each.items()
    }
    at_end = {name: (last, terms["continuation"][-1]) for name, terms in read.items() if last}
    for row in ends(at_end, 0.105, each[present], turns, 1):
        yield {**row, "goes_on": row["y"]}


def _curve(read: Breakdown, name: str, at: int = 0, **look: Any) -> Iterator[Row]:
    goes_on, weights, stops = (
        read.terms[term].tolist() for term in ("continuation", "weight", "stop")
    )
    points = curve(name, range(1, len(goes_on) + 1), goes_on, at, **look)
    for row, on, weight, stop in zip(points, goes_on, weights, stops, strict=True):
        yield {**row, "goes_on": on, "weight": weight, "stop": stop}
