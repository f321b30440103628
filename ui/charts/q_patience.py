"""Q over the reader's patience, from average precision at 0 to the gain alone without end."""

import json
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import Final

import altair as alt

from metrics.catalog import METRICS
from ui import knobs, score, theme
from ui.charts.house import View, across, curves
from ui.charts.worked import Row, ends, point
from ui.knobs import KNOBS, Range
from ui.plain import decimals
from ui.score import Measured
from ui.screen import Screen

TITLE: Final = "How much does patience change Q?"
_PATIENCES: Final = (0, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7, 10, 20, 40, 100)
_ENDLESS: Final = 1e9
"""A patience at which nothing but the gain counts."""
_ROOM: Final = 0.05
"""How much of the scores is seen above and below the curve."""


def chart() -> View:
    """Draw the curve between the scores at its two ends."""
    ticks = [0, 1, 2, 5, 10, 20, 50, 100]
    patience = across("x", "Patience β", 0, 100, kind="symlog", values=ticks, format="d")
    zoomed = alt.Scale(zero=False, nice=False)
    axis = alt.Axis(tickCount=5, format=".3~f")
    return curves(patience, alt.Y("y:Q", title="Q, on an axis cut to fit", scale=zoomed, axis=axis))


def rows(q: Measured, other: Measured | None = None, since: Screen | None = None) -> Iterator[Row]:
    """Write a row for each patience and list, and what is at the ends; `since` is what was."""
    knob = KNOBS["patience"]
    assert isinstance(knob, Range)
    lists = {"Q": _curve(q, q.screen)}
    if since:
        lists["was"] = _curve(q, since)
    if other:
        lists["list B"] = _curve(other, other.screen)
    for name, heights in lists.items():
        for beta, height in zip(_PATIENCES, heights, strict=False):
            row = point(
                name, beta, height, strong=name == "Q", part="was" if name == "was" else "line"
            )
            yield {**row, "colour": theme.UNJUDGED} if name == "list B" else row
    now = lists["Q"]
    bounds = {"AP": now[0], "gain alone": now[-1]}
    named = {}
    for dash, (name, height) in enumerate(bounds.items(), start=1):
        for beta in (0, 100):
            yield point(name, beta, height, dash, strong=False)
        named[f"{name} {decimals(height)}"] = 100, height
    if other:
        named["list B"] = 100, lists["list B"][-2]
    every = [height for heights in (*lists.values(), bounds.values()) for height in heights]
    low, high = min(every) - _ROOM, max(every) + _ROOM
    yield from ends(named, 0.075 * (high - low), most=high)
    for key, height in {"room low": low, "room high": high}.items():
        yield {"part": "room", "key": key, "y": height}
    here = q.screen["patience"]
    label = f"β = {here:g}: {q.label} = {q.said}"
    yield {"part": "mark", "key": "mark", "x": here, "label": label}
    yield {"part": "here", "key": "here", "x": here, "y": q.score, "colour": theme.HIT}
    middles = [sqrt((1 + one) * (1 + two)) - 1 for one, two in pairwise(_PATIENCES)]
    each = zip(_PATIENCES, now[:-1], [0, *middles], [*middles, 100], strict=True)
    for beta, height, start, end in each:
        yield {
            "part": "at",
            "key": f"at{beta}",
            "low": start,
            "high": end,
            "said": f"Patience {beta:g}: {q.label} = {decimals(height)}",
            "do": json.dumps({"do": "turn", "knob": "patience", "to": beta})
            if beta <= knob.high
            else None,
        }


def _curve(q: Measured, screen: Screen) -> list[float]:
    """Score a list at every patience, and without end; a screen keeps what it has computed."""
    known: list[float] | None = screen.computed.get((_curve, q.name))
    if known is None:
        score.compute(q.key, q.name, screen)  # which has the ranking read
        given, ranking = knobs.arguments(q.key, screen.settings), screen.computed[q.name]
        known = [
            float(METRICS[q.key].compute(ranking, **{**given, "patience": beta}).score)
            for beta in (*_PATIENCES, _ENDLESS)
        ]
        screen.computed[_curve, q.name] = known
    return known
