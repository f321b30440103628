"""Q over the reader's patience, from average precision at 0 to the gain alone without end."""

from collections.abc import Iterator
from itertools import pairwise
from math import inf, sqrt
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.knob_kinds import Range
from ui.core.knobs import KNOBS
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends, for_each_position
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, domain_of

TITLE: Final = "How much does patience change Q?"
_PATIENCES: Final = (0, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7, 10, 20, 40, 100)
_ENDLESS: Final = 1e9
"""A patience at which only the gain counts."""
_ROOM: Final = 0.05
"""Free space above and below the curve, as a score."""


def chart() -> View:
    """Draw the curve between the scores at its two ends."""
    ticks = [0, 1, 2, 5, 10, 20, 50, 100]
    patience = across("x", "Patience β", 0, 100, kind="symlog", values=ticks, format="d")
    zoomed = alt.Scale(domain=domain_of("y"), zero=False, nice=False)
    axis = alt.Axis(tickCount=5, format=".3~f")
    return curves(patience, alt.Y("y:Q", title="Q, a part of its range", scale=zoomed, axis=axis))


def rows(q: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield rows for the curve of each list, and for the limits at both ends."""
    knob = KNOBS["patience"]
    assert isinstance(knob, Range)
    now = _scores(q)
    every = [*now]
    yield from curve("Q", _PATIENCES, now, strong=True)
    bounds = {"AP": now[0], "gain alone": now[-1]}
    named = {f"{name} {decimals(height)}": (100, height) for name, height in bounds.items()}
    for dash, (name, height) in enumerate(bounds.items(), start=1):
        yield from curve(name, (0, 100), (height, height), dash)
    were = _scores(q.measured_before) if q.measured_before else now
    if were != now:
        every += were
        yield from curve("was", _PATIENCES, were, part="was")
    if other:
        of_b = _scores(other)
        every += of_b
        named["list B"] = 100, of_b[-2]
        yield from curve("list B", _PATIENCES, of_b, colour=theme.UNJUDGED)
    low, high = max(min(every) - _ROOM, 0), min(max(every) + _ROOM, 1)
    looks = {name: {"dash": dash} for dash, name in enumerate(named, start=1)}
    looks["list B"] = {"dash": 0, "colour": theme.UNJUDGED}
    yield from ends(named, 0.075 * (high - low), most=high, looks=looks)
    for key, height in {"room low": low, "room high": high}.items():
        yield {"part": "room", "key": key, "y": height}
    here = q.screen["patience"]
    label = f"β = {here:g}: {q.label} = {q.text}"
    yield {"part": "mark", "key": "mark", "x": here, "label": label}
    yield {"part": "here", "key": "here", "x": here, "y": q.score, "colour": theme.HIT}
    edges = [0, *(sqrt((1 + one) * (1 + two)) - 1 for one, two in pairwise(_PATIENCES)), 100]
    for beta, height, within in zip(_PATIENCES, now, pairwise(edges), strict=False):
        change = {"do": "turn", "knob": "patience", "to": beta} if beta <= knob.high else None
        sentence = f"Patience {beta:g}: {q.label} = {decimals(height)}"
        yield column(beta, within, sentence, change, half=inf)


def _scores(q: Measured) -> list[float]:
    """Return the scores of a list at every patience, the last with endless patience."""
    return [
        float(breakdown.score)
        for breakdown in for_each_position(q, "patience", (*_PATIENCES, _ENDLESS))
    ]
