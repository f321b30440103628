"""How often chance makes which mean, and how far that is from none at all."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import Final

import altair as alt
import numpy as np

from metrics import compare
from metrics.arrays import Array, Truth
from metrics.compare import Randomised
from metrics.distributions import Interval
from ui.core import theme
from ui.core.plain import counted, ends, signed
from ui.draw.rows import Row
from ui.draw.style import (
    BESIDE,
    BOLD,
    FOOT,
    HIGH,
    INK,
    PAGE,
    PALETTE,
    TOLD,
    UNSEEN,
    Options,
    View,
    across,
    by,
    marks,
    up_to_room,
)

TITLE: Final = "Which means does chance give?"
ENOUGH: Final = 40
"""Fewest draws whose middle 95 % leave at least one draw on each side."""
_BINS: Final = 25
_MOST: Final = 60
"""Most different means with one bar each; with more, means within a step share a bar."""
_BRICKS: Final = 64
"""Most ways that are a brick each, to be counted, if bars are wide."""
_WIDEST: Final = 3
"""Largest distance of bars from middle to middle, in steps, that widens them."""
_SNAP: Final = 5
"""The axis ends at multiples of this many bins, so that a drag seldom moves it."""
_FEWEST: Final = 8
"""Smallest height of the axis of draws, in means: the first draws are bricks."""
_LANE: Final = 28
"""Pixels from the top to the interval."""
_ROOM: Final = 1.35
"""Height of the axis, as a multiple of the highest bar; names stand above it."""


def chart() -> View:
    """Draw a histogram of means, lines through it, and an interval above it."""
    bars, places, lines = map(marks, ("bars", "places", "lines"))
    interval, ends, room = map(marks, ("interval", "ends", "room"))
    sign = "datum.value ? format(datum.value, '+~g') : '0'"
    domain = [{"expr": f"data('room')[{at}].low"} for at in (0, 1)]
    x = across("low", "Mean B − A", *domain, format="~g", labelExpr=sign)
    y = up_to_room("top", "How often", nice=False).axis(tickCount=4, tickMinStep=1)
    lane, half = alt.value(28), "4 * length(datum.name)"
    middle = {"expr": f"clamp(datum.share * width, {half}, max({half}, width - {half}))"}
    piece: Options = {"y": {"expr": "datum.from"}, "y2": {"expr": "height"}}
    shown = alt.layer(
        room.mark_point(opacity=0).encode(y=y),
        bars.mark_rect(stroke=PAGE, strokeWidth=1, fillOpacity=by("strong", 1, 0.45)).encode(
            x2="high:Q", y=y, y2="bottom:Q", color="colour:N"
        ),
        lines.mark_rule(strokeWidth=2, strokeDash=by("solid", [1, 0], [5, 4]), **piece),
        lines.mark_text(baseline="top", **BESIDE, **BOLD).encode(y=alt.value(0), text="name:N"),
        places.mark_rect(**UNSEEN).encode(x2="high:Q", y=alt.value(0), y2=FOOT, **TOLD),
        interval.mark_rule(strokeWidth=2.5, aria=True).encode(x2="high:Q", y=lane, **TOLD),
        ends.mark_tick(orient="vertical", thickness=2.5, size=14, color=INK).encode(y=lane),
        interval.mark_text(dy=-16, **BOLD).encode(x=alt.value(middle), y=lane, text="name:N"),
    ).encode(x=x, color=PALETTE, key=alt.Key("key:N"))
    return shown.properties(height=HIGH)


def drawn(differences: Array, means: Array, number: int) -> Mapping[str, Sequence[Row]]:
    """Return tables for the first `number` resampled means, and for their 95 % interval."""
    mean, reach, drawn_means = float(differences.mean()), _reach(differences), means[:number]
    edges = _edges(min(mean - reach, -reach / 4), max(mean + reach, reach / 4))
    low, high = interval(drawn_means)
    inside = ~((drawn_means < low - 1e-12) | (drawn_means > high + 1e-12))
    parts = {"inside the interval" if low == low else "so far": inside, "outside": ~inside}
    lines = [_line("none", 0)]
    if 0 < number < len(means):
        last = float(drawn_means[-1])
        told = {"name": f"last draw {signed(last)}" * (low != low), "left": last < mean}
        lines.append({**_line("last", last, solid=True), **told})
    name, spans = f"95 %: {' to '.join(ends(low, high))}", []
    if low == low:
        start, end = np.clip((low, high), edges[0], edges[-1]).tolist()
        share = ((start + end) / 2 - edges[0]) / (edges[-1] - edges[0])
        told = {"name": name, "share": share, "said": name}
        spans.append({"key": "interval", "low": start, "high": end, **told})
    return {
        **_bars(edges, means, drawn_means, parts, "draw", _FEWEST),
        "lines": lines,
        "interval": spans,
        "ends": [
            {"key": f"end {at}", "low": end}
            for at, end in enumerate((low, high))
            if edges[0] <= end <= edges[-1]
        ],
    }


def interval(means: Array) -> Interval:
    """Return the middle 95 % of resampled means; NaN if they are too few."""
    return compare.percentiles(means if len(means) >= ENOUGH else means[:0])


def changed(differences: Array, randomised: Randomised) -> Mapping[str, Sequence[Row]]:
    """Return tables for the means under swaps, and for lines as far from 0 as the real one."""
    real, means = float(differences.mean()), randomised.means
    mean = abs(real)
    reach = max(min(_reach(differences), 1.1 * float(means.max())), 1.5 * mean, 0.01)
    far = as_far(differences, randomised)
    parts = {"at least as far from 0 as the measured one": far, "nearer to 0": ~far}
    return {
        **_bars(
            _edges(-reach, reach), means, means, parts, "way", brick=int(means.size <= _BRICKS)
        ),
        "lines": [
            {**_line(f"{side}", side * mean, solid=True), "from": 0}
            | {"name": "seen " * (side * real > 1e-9) + signed(side * mean), "left": side < 0}
            for side in (-1, 1)
        ],
        "interval": [],
        "ends": [],
    }


def _line(key: str, at: float, *, solid: bool = False) -> Row:
    """Return the row of a line that ends below the name of an interval."""
    name = {"name": "", "left": False}
    return {"key": key, "low": at, "from": _LANE - 8, "solid": solid, **name}


def as_far(differences: Array, randomised: Randomised) -> Truth:
    """Mark the ways whose mean is at least as far from 0 as the real one."""
    far: Truth = np.abs(randomised.means) >= abs(float(differences.mean())) - 1e-12
    return far


def _reach(differences: Array) -> float:
    """Return the half-width of the axis: four standard errors of the mean, at least 0.05."""
    return 4 * float(differences.std()) / len(differences) ** 0.5 or 0.05


def _edges(low: float, high: float) -> Array:
    """Return the edges of bins of a round width; one of the edges is 0."""
    width = (high - low) / _BINS
    power = 10.0 ** floor(log10(width))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= width * (1 - 1e-9))
    first, last = floor(low / step / _SNAP), ceil(high / step / _SNAP)
    edges: Array = step * np.arange(first * _SNAP, last * _SNAP + 1, dtype=np.float64)
    return edges


def _bars(
    edges: Array,
    means: Array,
    drawn_means: Array,
    parts: Mapping[str, Truth],
    what: str,
    fewest: int = 1,
    brick: int = 0,
) -> Mapping[str, Sequence[Row]]:
    """Return tables of the parts of the bars, stacked, of the bars' places, and of the axes.

    The first part is strong. Few different means have one bar each. With more, means within a step
    share a bar, and 0 has its own. The outer bars include the means beyond the axis.

    Args:
        edges: edges of the steps.
        means: all means that may be drawn, which determine the bars.
        drawn_means: means that are drawn now.
        parts: by name, which of the drawn means belong to a part.
        what: noun for one mean.
        fewest: smallest height of the axis, in means.
        brick: how many means a brick of a bar holds; 0 for all.
    """
    (least, *_, most), step = edges.tolist(), float(edges[1] - edges[0])
    values = np.unique(np.round(means, 9))
    gap = float(np.diff(values).min(initial=_WIDEST * step))
    is_single = len(values) <= _MOST and gap > step / 8
    half, beside, tied, wide = 0.4 * gap, 0.0, 0.4 * gap, gap > step / 2
    if not is_single:
        half, tied = step / 2, step / 6
        beside = tied * (0 in values)
    places = max(3, ceil(-log10(gap))) if is_single else max(0, ceil(-log10(step) - 1e-9))
    middles = np.round(np.clip(drawn_means, least, most), 9) + 0.0
    if not is_single:
        inner = np.clip(drawn_means, least + half, most - half)
        middles = np.where(middles == 0, 0, (np.floor(inner / step + 1e-9) + 0.5) * step)
    middles, bar_of = np.unique(middles, return_inverse=True)
    counts = {
        name: np.bincount(bar_of[part], minlength=len(middles)).tolist()
        for name, part in parts.items()
    }
    top = _ROOM * max(fewest, int(np.bincount(bar_of, minlength=1).max()))
    bars: list[Row] = []
    columns: list[Row] = []
    for at, middle in enumerate(middles.tolist()):
        held = {name: count[at] for name, count in counts.items() if count[at]}
        reach = half if middle else tied
        low, high = max(middle - reach, least), min(middle + reach, most)
        ends = [middle] if is_single or not middle else [low, high]
        if (drawn_means[bar_of == at] < least - 1e-9).any():
            span = f"{signed(ends[-1], places)} or less"
        elif (drawn_means[bar_of == at] > most + 1e-9).any():
            span = f"{signed(ends[0], places)} or more"
        else:
            span = " to ".join(signed(end, places) for end in ends)
        low, high = (
            max(low, beside) if middle > 0 else low,
            min(high, -beside) if middle < 0 else high,
        )
        texts = [f"{count:,} {name}" if len(held) > 1 else name for name, count in held.items()]
        said = f"{span}: {counted(sum(held.values()), what)}, {', '.join(texts)}"
        columns.append({"key": f"{middle:.9g}", "low": low, "high": high, "said": said})
        bars += _stacked(held, next(iter(parts)), middle, (low, high), brick if wide else 0)
    room = [{"key": f"{at}", "low": end, "top": top} for at, end in enumerate((least, most))]
    return {"bars": bars, "places": columns, "room": room}


def _stacked(
    held: Mapping[str, int], strong: str, middle: float, ends: tuple[float, float], brick: int
) -> Iterator[Row]:
    """Yield the parts of one bar from below, each as one piece or as bricks."""
    bottom = 0
    for name, count in held.items():
        for start in range(0, count, brick or count):
            low = bottom + start
            yield {
                **{"key": f"{name} {middle:.9g} {low}", "low": ends[0], "high": ends[1]},
                **{"bottom": low, "top": low + (brick or count), "strong": name == strong},
                "colour": (0, theme.LINES, theme.UNJUDGED)[(middle > 0) - (middle < 0)],
            }
        bottom += count
