"""How often chance makes which mean, and how far that is from none at all."""

from collections.abc import Iterator, Mapping
from math import ceil, floor, log10
from typing import Final

import numpy as np

from metrics import compare
from metrics.arrays import Array, Truth
from metrics.compare import Interval, Randomised
from ui.core import theme
from ui.core.plain import counted, decimals, signed
from ui.draw.rows import Row
from ui.draw.style import View, bins

TITLE: Final = "How far does chance take the mean?"
CHANGED: Final = "Which means come if scores are exchanged by chance?"
ENOUGH: Final = 40
"""Fewest draws whose middle 95 % leave at least one draw on each side."""
_BINS: Final = 25
_MOST: Final = 60
"""Most different means with one bar each; with more, means within a step share a bar."""
_SNAP: Final = 5
"""The axis ends at multiples of this many bins, so that a drag seldom moves it."""
_BRICKS: Final = 8
"""Smallest height of the axis, in means."""
_LANES: Final = (36, 74)
_FOOT: Final = 82
"""Pixels from the top to the highest bar; lines that start there cross no text."""


def chart() -> View:
    """Draw a histogram of means below brackets."""
    sign = "datum.value ? format(datum.value, '+~g') : '0'"
    return bins("Mean B − A", room=82, labelExpr=sign)


def drawn(differences: Array, means: Array, number: int) -> Iterator[Row]:
    """Yield a row for each bar of the first `number` resampled means, and for two intervals."""
    mean, reach, drawn_means = float(differences.mean()), _reach(differences), means[:number]
    edges = _edges(min(mean - reach, -reach / 4), max(mean + reach, reach / 4))
    enough = number >= ENOUGH
    within = compare.percentiles(drawn_means if enough else drawn_means[:0])
    inside = ~((drawn_means < within.low - 1e-12) | (drawn_means > within.high + 1e-12))
    parts = {"inside the bracket" if enough else "so far": inside, "outside": ~inside}
    yield from _bars(edges, means, drawn_means, parts, "draw")
    yield {**_mark("none", 0), "strong": False, "from": _FOOT}
    if 0 < number < len(means):
        yield {**_mark("last", float(drawn_means[-1])), "from": _FOOT}
    intervals = {"bootstrap": within, "t": compare.t_interval(differences)}
    for lane, (name, interval) in zip(_LANES, intervals.items(), strict=True):
        yield {**_mark(f"0 of {name}", 0), "from": lane - 8, "to": lane + 8}
        yield _bracket(name, interval, edges, lane)


def changed(differences: Array, randomised: Randomised) -> Iterator[Row]:
    """Yield a row for each bar of the means under exchanges, and for those as far from 0."""
    mean, means = abs(float(differences.mean())), randomised.means
    reach = max(_reach(differences), 1.3 * mean)
    edges, far = _edges(-reach, reach), np.abs(means) >= mean - 1e-12
    parts = {"at least as far from 0 as the real one": far, "nearer to 0": ~far}
    yield from _bars(edges, means, means, parts, "way")
    p = f": p = {decimals(randomised.p)}" if randomised.exact else ""
    label = {"name": f"{far.sum():,} of {len(far):,} are as far from 0{p}", "strong": True}
    for side, end in {-mean: float(edges[0]), mean: float(edges[-1])}.items():
        span = {"key": f"beyond {end:g}", "lane": _LANES[0], "open": "low high", "share": 0.5}
        span["said"] = f"{signed(side)} or {'less' if end < 0 else 'more'}: as far from 0 as it is"
        yield {**label, **span, "part": "span", "low": min(side, end), "high": max(side, end)}
        yield {
            **_mark(f"{end > 0}", side),
            "from": _LANES[0],
            "left": end < 0,
            "name": signed(side),
            "lane": _LANES[0] + 8,
        }
        label = {"name": ""}


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
    edges: Array, means: Array, drawn_means: Array, parts: Mapping[str, Truth], what: str
) -> Iterator[Row]:
    """Yield a row for each part of a bar, stacked, of which the first is strong.

    Few different means have one bar each. With more, means within a step share a bar, and 0 has
    its own. The outer bars include the means beyond the axis.

    Args:
        edges: edges of the steps.
        means: all means that may be drawn, which determine the bars.
        drawn_means: means that are drawn now.
        parts: by name, which of the drawn means belong to a part.
        what: noun for one mean.
    """
    (least, *_, most), step = edges.tolist(), float(edges[1] - edges[0])
    values = np.unique(np.round(means, 9))
    gap = float(np.diff(values).min(initial=step))
    is_single = len(values) <= _MOST and gap > step / 8
    half, beside, tied = 0.4 * gap, 0.0, 0.4 * gap
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
    tallest = max(_BRICKS, int(np.bincount(bar_of, minlength=1).max()))
    for name, end in {"least": least, "most": most}.items():
        yield {
            **{"part": "bin", "key": name, "low": end, "high": end, "bottom": tallest},
            **{"top": tallest, "said": f"The axis ends at {signed(end)}"},
        }
    for at, middle in enumerate(middles.tolist()):
        held = {name: count[at] for name, count in counts.items() if count[at]}
        total, bottom = sum(held.values()), 0
        reach = half if middle else tied
        low, high = max(middle - reach, least), min(middle + reach, most)
        ends = [middle] if is_single or not middle else [low, high]
        if (drawn_means[bar_of == at] < least - 1e-9).any():
            span = f"{signed(ends[-1], places)} or less"
        elif (drawn_means[bar_of == at] > most + 1e-9).any():
            span = f"{signed(ends[0], places)} or more"
        else:
            span = " to ".join(signed(end, places) for end in ends)
        texts = [f"{count:,} {name}" if len(held) > 1 else name for name, count in held.items()]
        for name, count in held.items():
            yield {
                **{
                    "part": "bin",
                    "key": f"{name} {middle:.9g}",
                    "strong": name == next(iter(parts)),
                },
                **{"low": max(low, beside) if middle > 0 else low},
                **{"high": min(high, -beside) if middle < 0 else high},
                **{"bottom": bottom, "top": bottom + count},
                "colour": (0, theme.LINES, theme.UNJUDGED)[(middle > 0) - (middle < 0)],
                "said": f"{span}: {counted(total, what)}, {', '.join(texts)}",
            }
            bottom += count


def _mark(key: str, at: float) -> Row:
    return {"part": "mark", "key": key, "low": at, "name": "", "lane": 0, "strong": True}


def _bracket(name: str, interval: Interval, edges: Array, lane: int) -> Row:
    """Return the row of an interval, clipped to the axis, and whether 0 is in it."""
    shared = {"part": "span", "key": name or "real", "lane": lane}
    if interval.low != interval.low:
        text = f"{name}: too few for an interval"
        return {**shared, "share": 0.5, "name": text, "said": text, "open": ""}
    low, high = np.clip(interval, edges[0], edges[-1]).tolist()
    outside = interval.low > 0 or interval.high < 0
    ends = f"{signed(interval.low)} to {signed(interval.high)}"
    text = f"{name}: {ends}, 0 is {'outside' if outside else 'in it'}"
    return {
        **{**shared, "low": low, "high": high, "strong": outside, "name": text, "said": text},
        "share": ((low + high) / 2 - edges[0]) / (edges[-1] - edges[0]),
        "open": "low" * (low > interval.low) + "high" * (high < interval.high),
    }
