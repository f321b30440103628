"""The orders of a class by two metrics, a dot for each student, among all orders of the list."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt
from typing import Final

import altair as alt

from metrics.orders import SAME
from ui.core import theme
from ui.draw.rows import Row, spread_out
from ui.draw.style import (
    AROUND,
    BOLD,
    CLICKED,
    COLOUR,
    INK,
    KEY,
    MERIT,
    PAGE,
    SAID,
    STROKE,
    TARGET,
    Options,
    View,
    by,
    domain_of,
    like,
    rows_of,
)
from ui.room.counts import WALL, Compared, meets, reached

TITLE: Final = "Where are the orders of the class among all orders?"
_TURN: Final = pi * (3 - sqrt(5))
_WIDEST: Final = 44
"""Pixels from a place to the outermost dot of the students there."""
_STEP: Final = 7.5
"""Most pixels between two dots there."""
_NARROW: Final = 0.08
"""Share of an axis below which a frame is too narrow for dots to be spread into it."""
_MIN_DISTANCE: Final = 0.09
"""Smallest distance of two names, as a share of the height."""


def chart() -> View:
    """Draw all orders as small grey dots, those of the class over them, and the names of some.

    A goal makes the dots pale that do not reach it. Those that do are spread into its frame.
    """
    scale: Options = {"zero": False, "nice": False, "padding": 18}
    axis = alt.Axis(tickCount=5, **MERIT)
    x = alt.X("x:Q", title=None, axis=axis, scale=alt.Scale(domain=domain_of("x"), **scale))
    y = alt.Y("y:Q", title=None, axis=axis, scale=alt.Scale(domain=domain_of("y"), **scale))
    order, place, dot = (rows_of(part).encode(x=x, y=y) for part in ("order", "place", "dot"))
    field = rows_of("goal").encode(x=x, y=y, key=KEY)
    title = rows_of("title").mark_text(
        baseline="bottom",
        align=by("left", "left", "right"),
        x={"expr": "datum.left ? -38 : width"},
        y={"expr": "datum.left ? -12 : height + 44"},
        **BOLD,
    )
    shift: Options = {"xOffset": {"expr": "datum.dx"}, "yOffset": {"expr": "datum.dy"}}
    target = dot.mark_circle(**TARGET, **shift)
    seed = dot.mark_circle(
        size={"expr": "datum.size"},
        stroke=PAGE,
        strokeWidth=1,
        opacity=by("right", 1, 0.4),
        aria=True,
        **shift,
        **CLICKED,
    )
    name = rows_of("place").mark_text(
        align=by("left", "right", "left"), dx=by("left", -16, 16), fontWeight=600
    )
    return alt.layer(
        rows_of("room").mark_point(opacity=0).encode(x=x, y=y, key=KEY),
        field.mark_rect(
            fillOpacity=0.12, strokeDash=[5, 4], strokeWidth=1.5, color=INK, stroke=INK
        ).encode(x2="x2:Q", y2="y2:Q"),
        field.mark_text(align="right", baseline="bottom", dx=-6, dy=-6, text="the goal").encode(
            x=like(x, "x2")
        ),
        order.mark_circle(color=INK, opacity=0.25).encode(
            size=alt.Size("size:Q", scale=None), key=KEY
        ),
        target.encode(**AROUND),
        seed.encode(color=COLOUR, **SAID),
        place.mark_point(size=260, strokeWidth=3, filled=False).encode(stroke=STROKE, key=KEY),
        name.encode(x=x, y=like(y, "name_y"), text="name:N", key=KEY),
        title.encode(text="name:N", key=KEY),
    ).properties(height=420)


def rows(compared: Compared) -> Iterator[Row]:
    """Yield a row for each order by two metrics, for each student, and for the named orders."""
    found, goal = compared.every, compared.goal
    keys = found.metrics
    merits, named = compared.merits(compared.scored), compared.merits(compared.marked)
    ends = []
    for at, (worst, best) in enumerate(found.ends):
        values = [worst, best, *(each[at] for each in (*merits.values(), *named.values()))]
        low, high = min(values), max(values)
        ends.append((low, high) if high - low > SAME else (low - 0.05, high + 0.05))
    for at, label in enumerate(compared.names):
        yield {"part": "title", "key": f"title{at}", "name": label, "left": bool(at)}
    for x, y in zip(*ends, strict=True):
        yield {"part": "room", "key": f"room{x:g}", "x": x, "y": y}
    inwards = [0, 0]
    if any(key in goal for key in keys):
        sides = [reached(goal, key, *end) for key, end in zip(keys, ends, strict=True)]
        inwards = [_inwards(side, end) for side, end in zip(sides, ends, strict=True)]
        (x, x2), (y, y2) = sides
        yield {"part": "goal", "key": "goal", "x": x, "x2": x2, "y": y, "y2": y2}
    most = max(int(found.counts[found.dots].max()) - 1, 1)
    for at in found.dots.tolist():
        x, y = (float(each[at]) for each in found.merits)
        size = 14 + 50 * (int(found.counts[at]) - 1) / most
        yield {"part": "order", "key": f"order{at}", "x": x, "y": y, "size": size}
    yield from _students(compared, merits, inwards)
    yield from _names(named, ends)


def _inwards(side: tuple[float, float], end: tuple[float, float]) -> int:
    """Return in which direction of an axis a frame lies: 1, -1, or 0 for both or neither."""
    wide = end[1] - end[0]
    if side[1] - side[0] < _NARROW * wide:
        return 0
    return int(side[0] - end[0] > SAME) - int(end[1] - side[1] > SAME)


def _students(
    compared: Compared, merits: Mapping[str, Sequence[float]], inwards: Sequence[int]
) -> Iterator[Row]:
    """Yield a dot for each student; those of one place are spread around it like seeds.

    Those that reach the goal are spread `inwards`, in the direction of its frame on each axis.
    """
    places: dict[tuple[float, ...], list[str]] = {}
    for answer in sorted(compared.answers, key=lambda each: (-compared.many[each], each)):
        place = tuple(round(value, 9) for value in merits[answer])
        places.setdefault(place, []).append(answer)
    step = min(_STEP, _WIDEST / sqrt(max(map(len, places.values()), default=1)))
    wide = 1.8 * step
    for place, there in places.items():
        for at, answer in enumerate(there):
            right = meets(compared.goal, compared.every.metrics, compared.scored[answer])
            dx, dy = _seed(at, step, inwards if right else (0, 0))
            where = {"x": place[0], "y": place[1], "dx": dx, "dy": dy}
            look = {"size": wide**2, "right": right}
            yield compared.row(answer, key=f"dot{place} {at}", **where, **look)


def _seed(at: int, step: float, inwards: Sequence[int]) -> tuple[float, float]:
    """Return the pixels from a place to its dot `at`: right of it, and below it.

    Directions to leave out fold the circle of seeds into a half or a quarter that is as large.
    """
    across, up = inwards
    far = step * sqrt(at * (1 + abs(across)) * (1 + abs(up)))
    dx, dy = far * cos(at * _TURN), far * sin(at * _TURN)
    if across:
        dx = across * (abs(dx) + step)
    if up:
        dy = -up * (abs(dy) + step)
    return dx, dy


def _names(
    named: Mapping[str, Sequence[float]], ends: Sequence[tuple[float, float]]
) -> Iterator[Row]:
    """Yield a ring for each named order, and its name at a height of its own."""
    (left, right), (low, high) = ends
    heights = spread_out(
        {name: y for name, (_, y) in named.items()}, _MIN_DISTANCE * (high - low), high
    )
    for name, (x, y) in named.items():
        yield {
            **{"part": "place", "key": name, "name": name, "x": x, "y": y},
            **{"name_y": heights[name], "left": x > (left + right) / 2},
            "colour": theme.LINES if name == WALL else theme.LOST,
        }
