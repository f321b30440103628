"""How often chance makes which mean, and how far that is from none at all."""

from collections.abc import Iterator, Mapping
from math import ceil, floor, log10
from typing import Final

import numpy as np

from metrics import compare
from metrics.arrays import Array
from metrics.compare import Interval, Randomised
from ui import theme
from ui.charts.house import View, bins
from ui.charts.worked import Row
from ui.plain import signed

TITLE: Final = "How far does chance take the mean?"
ENOUGH: Final = 40
"""Draws of which the 95 % in the middle leave a whole one on each side."""
_BINS: Final = 25
_SNAP: Final = 5
"""The axis begins and ends at a multiple of so many bins, so that a drag seldom moves it."""
_BRICKS: Final = 8
"""Means that the chart has room for until a bin has more."""
_LANES: Final = (36, 74)


def chart() -> View:
    """Draw a bar for each step of the mean, below brackets."""
    sign = "datum.value ? format(datum.value, '+~g') : '0'"
    return bins("Mean B − A", room=82, labelExpr=sign)


def drawn(differences: Array, means: Array, most: int) -> Iterator[Row]:
    """Write a row for each bin of the means of other topics, `most` at most, and two intervals."""
    mean, reach = float(differences.mean()), _reach(differences)
    edges = _edges(min(mean - reach, -reach / 4), max(mean + reach, reach / 4))
    enough = len(means) >= ENOUGH
    within = compare.percentiles(means if enough else means[:0])
    inside = ~((means < within.low - 1e-12) | (means > within.high + 1e-12))
    what = "inside the bracket" if enough else "so far"
    yield from _bars(edges, {what: means[inside], "outside": means[~inside]}, "draws")
    yield {"part": "mark", "key": "none", "low": 0, "name": "", "lane": 0, "strong": False}
    if 0 < len(means) < most:
        yield _mark("last", float(means[-1]), "")
    intervals = {"bootstrap": within, "t": compare.t_interval(differences)}
    for lane, (name, interval) in zip(_LANES, intervals.items(), strict=True):
        yield _bracket(name, interval, edges, lane)


def changed(differences: Array, randomised: Randomised) -> Iterator[Row]:
    """Write a row for each bin of the means that come of changed names, and how many are near."""
    mean = abs(float(differences.mean()))
    reach = max(_reach(differences), 1.3 * mean)
    edges, far = _edges(-reach, reach), np.abs(randomised.means) >= mean - 1e-12
    parts = {"at least as far from 0": randomised.means[far], "nearer": randomised.means[~far]}
    yield from _bars(edges, parts, "ways")
    for side in {-mean, mean}:
        yield {**_mark(f"{side > 0}", side, signed(side)), "left": side < 0}
    told = f"{(~far).sum():,} of {len(far):,} are nearer to 0"
    yield {**_bracket("", Interval(-mean, mean), edges, _LANES[1]), "name": told, "said": told}


def _reach(differences: Array) -> float:
    """Return how far chance takes a mean at most: four standard errors, or a little."""
    return 4 * float(differences.std()) / len(differences) ** 0.5 or 0.05


def _edges(low: float, high: float) -> Array:
    """Return the edges of bins of a round width, one of which has 0 in its middle."""
    wide = (high - low) / _BINS
    power = 10.0 ** floor(log10(wide))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= wide * (1 - 1e-9))
    first, last = floor(low / step / _SNAP), ceil(high / step / _SNAP)
    edges: Array = step * (np.arange(first * _SNAP, last * _SNAP + 2, dtype=np.float64) - 0.5)
    return edges


def _bars(edges: Array, parts: Mapping[str, Array], what: str) -> Iterator[Row]:
    """Write a row for each part of a bin, one above the other; the outer bins take what is beyond.

    The first part is strong.
    """
    counts = {
        name: np.histogram(np.clip(each, edges[0], edges[-1]), edges)[0].tolist()
        for name, each in parts.items()
    }
    totals = [sum(each) for each in zip(*counts.values(), strict=True)]
    tallest = max(_BRICKS, *totals)
    for name, end in {"least": edges[0], "most": edges[-1]}.items():
        yield {
            **{"part": "bin", "key": name, "low": end, "high": end, "bottom": tallest},
            **{"top": tallest, "said": f"The axis ends at {signed(end)}"},
        }
    step = edges[1] - edges[0]
    places = max(0, -floor(log10(step) + 1e-9))
    for at, total in enumerate(totals):
        middle, bottom = float(edges[at] + edges[at + 1]) / 2, 0
        side = " or less" * (at == 0) + " or more" * (at == len(totals) - 1)
        told = ", ".join(f"{counts[name][at]:,} {name}" for name in parts if counts[name][at])
        colour = theme.LINES if middle > step / 4 else theme.UNJUDGED
        for number, (name, each) in enumerate(counts.items()):
            if each[at]:
                yield {
                    **{"part": "bin", "key": f"{name} {middle:.9g}", "strong": not number},
                    **{"low": edges[at], "high": edges[at + 1]},
                    **{"bottom": bottom, "top": bottom + each[at]},
                    "colour": colour if abs(middle) > step / 4 else 0,
                    "said": f"{signed(middle, places)}{side}: {total:,} {what}, {told}",
                }
            bottom += each[at]


def _mark(key: str, at: float, name: str) -> Row:
    return {"part": "mark", "key": key, "low": at, "name": name, "lane": 0, "strong": True}


def _bracket(name: str, interval: Interval, edges: Array, lane: int) -> Row:
    """Write an interval, as far as the axis goes, and whether 0 is in it."""
    shared = {"part": "span", "key": name or "real", "lane": lane}
    if interval.low != interval.low:
        said = f"{name}: none of so few"
        return {**shared, "share": 0.5, "name": said, "said": said, "open": ""}
    low, high = np.clip(interval, edges[0], edges[-1]).tolist()
    outside = interval.low > 0 or interval.high < 0
    ends = f"{signed(interval.low)} to {signed(interval.high)}"
    said = f"{name}: {ends}, 0 is {'outside' if outside else 'in it'}"
    return {
        **{**shared, "low": low, "high": high, "strong": outside, "name": said, "said": said},
        "share": ((low + high) / 2 - edges[0]) / (edges[-1] - edges[0]),
        "open": "low" * (low > interval.low) + "high" * (high < interval.high),
    }
