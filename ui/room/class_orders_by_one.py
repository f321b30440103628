"""The scores of a class's orders, a dot for each student, over the scores of all orders."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

import altair as alt
import numpy as np

from metrics.catalog import METRICS
from metrics.orders import Orders, higher_is_better_score
from ui.core.plain import decimals
from ui.draw import orders
from ui.draw.rows import Row
from ui.draw.style import (
    AROUND,
    BESIDE,
    BOLD,
    CLICKED,
    COLOUR,
    INK,
    KEY,
    MERIT,
    PAGE,
    SAID,
    STRONG,
    TARGET,
    Options,
    View,
    across,
    by,
    domain_of,
    rows_of,
)
from ui.room.counts import WALL, Compared, reached

TITLE: Final = "Which scores do the orders of the class have?"
_BINS: Final = 40
"""Columns of dots, and bars of all orders, on the whole axis."""


def chart() -> View:
    """Draw dots upwards from a floor, and downwards from it how many orders have each score."""
    x = across("x", "", *domain_of("x", "x2"), **MERIT)
    head = "(20 * datum.lanes + 8)"  # the names of the marks, each in a lane
    floor = f"({head} + (height - {head}) * 0.6)"
    wide = f"min(width / datum.bins, ({floor} - {head}) / datum.most)"
    level: Options = {"y": {"expr": f"{floor} - (datum.level - 0.5) * {wide} - 2"}}
    dot = rows_of("dot").mark_circle(
        size={"expr": f"pow(0.9 * {wide}, 2)"},
        opacity=1,
        aria=True,
        **level,
        **CLICKED,
    )
    target = rows_of("dot").mark_circle(**TARGET, **level)
    down: Options = {
        "y": {"expr": floor},
        "y2": {"expr": f"{floor} + max(2, datum.share * (height - {floor} - 6))"},
    }
    bar = rows_of("bin").mark_rect(color=INK, fillOpacity=0.35, stroke=PAGE, aria=True, **down)
    mark = rows_of("mark").encode(x=x, key=KEY)
    piece: Options = {"y": {"expr": "20 * datum.lane"}, "y2": {"expr": "height"}}
    name = mark.mark_text(baseline="top", y={"expr": "20 * datum.lane"}, **BESIDE, **STRONG)
    goal = rows_of("goal").encode(x=x, x2="x2:Q", key=KEY)
    side = rows_of("side").mark_text(
        align="left", x=2, y={"expr": f"{floor} + datum.below"}, **BOLD
    )
    return alt.layer(
        rows_of("room").mark_point(opacity=0).encode(x=x, key=KEY),
        goal.mark_rect(y={"expr": head}, y2={"expr": "height"}, color=INK, fillOpacity=0.12),
        bar.encode(x=x, x2="x2:Q", **SAID),
        mark.mark_rule(strokeDash=by("strong", [1, 0], [5, 4]), strokeWidth=2, **piece),
        target.encode(x=x, **AROUND),
        dot.encode(x=x, color=COLOUR, **SAID),
        side.encode(text="name:N", key=KEY),
        name.encode(text="name:N"),
    ).properties(height=400)


def rows(compared: Compared) -> Iterator[Row]:
    """Yield a row for each student, for each bar of all orders, and for the named orders."""
    found, goal, [label] = compared.every, compared.goal, compared.names
    [key] = found.metrics
    merits, marks = (
        {
            name: higher_is_better_score
            for name, [higher_is_better_score] in compared.merits(scored).items()
        }
        for scored in (compared.scored, compared.marked)
    )
    ends = sorted(
        float(higher_is_better_score(key, end)) for end in METRICS[key].range if end is not None
    )
    values = [*found.ends[0], *merits.values(), *marks.values()]
    low, high = min(values + ends), max(values + ends)
    high = max(high, low + 0.01)
    step = (high - low) / _BINS
    limits = [limit for limit in goal.get(key, ()) if limit is not None]
    lanes = {"lanes": len(marks) + bool(limits), "bins": _BINS}
    for end in (low - step, high + step):
        yield {"part": "room", "key": f"room{end:g}", "x": end}
    yield from _bars(found, label, low, step, lanes)
    yield from _dots(compared, merits, low, step, lanes)
    for lane, (name, place) in enumerate(sorted(marks.items(), key=lambda mark: -mark[1])):
        yield {
            **{"part": "mark", "key": name, "x": place, "lane": lane, **lanes},
            "name": f"{name} {decimals(abs(place))}",
            **{"left": place > (low + high) / 2, "strong": name == WALL},
        }
    if limits:
        x, x2 = reached(goal, key, low, high)
        written = " to ".join(dict.fromkeys(decimals(limit) for limit in limits))
        if len(limits) == 1:
            written = f"at {'most' if goal[key][0] is None else 'least'} {written}"
        yield {"part": "goal", "key": "goal", "x": x, "x2": x2, **lanes}
        yield {
            **{"part": "mark", "key": "goal", "x": (x + x2) / 2, "lane": len(marks), **lanes},
            "name": f"the goal: {written}",
            **{"left": x + x2 > low + high, "strong": False},
        }
    yield {"part": "side", "key": "class", "name": "the class", "below": -12, **lanes}
    seen = f"all {found.total:,}" if found.exact else f"{found.seen:,} random"
    yield {"part": "side", "key": "all", "name": f"{seen} orders", "below": 12, **lanes}


def _bars(found: Orders, label: str, low: float, step: float, lanes: Row) -> Iterator[Row]:
    edges = low + step * np.arange(-0.5, _BINS + 1)
    _, counts = found.binned(0, edges)
    for at, count in enumerate(counts.tolist()):
        if count:
            left, right = edges[at : at + 2].tolist()
            yield {
                **{"part": "bin", "key": f"bin{at}", "x": left, "x2": right, **lanes},
                "share": count / counts.max(),
                "said": f"{label} {orders.score_range(left, right)}: {count:,} of all orders",
            }


def _dots(
    compared: Compared, merits: Mapping[str, float], low: float, step: float, lanes: Row
) -> Iterator[Row]:
    column = {answer: round((place - low) / step) for answer, place in merits.items()}
    every = sorted(compared.answers, key=lambda answer: (column[answer], merits[answer], answer))
    stacks = [(at, list(there)) for at, there in groupby(every, key=column.__getitem__)]
    most = max(len(there) for _, there in stacks)
    for at, there in stacks:
        for level, answer in enumerate(there, start=1):
            place: Row = {"x": low + at * step, "level": level, "most": most}
            yield compared.row(answer, key=f"dot{at} {level}", **place, **lanes)
