"""How many orders of a list have which score, and where the list itself stands among them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import altair as alt
import numpy as np

from metrics.orders import Orders
from ui.core import theme
from ui.core.plain import decimals
from ui.draw import orders
from ui.draw.rows import Row
from ui.draw.style import (
    CLICKED,
    COLOUR,
    FOOT,
    HIGH,
    KEY,
    MERIT,
    PAGE,
    SAID,
    STRONG,
    UNSEEN,
    Options,
    View,
    across,
    by,
    domain_of,
    rows_of,
)

TITLE: Final = "Where does this list stand among all its orders?"
_BINS: Final = 60
"""Number of bars on the whole axis."""
_LANE: Final = 18


def chart() -> View:
    """Draw a histogram of scores, better to the right."""
    x = across("low", "Score", *domain_of("low", "high"), **{**MERIT, "format": "~g"})
    upwards = alt.Scale(domain=domain_of("top", zero=True), range=[{"expr": "height"}, 94])
    axis = alt.Axis(tickCount=4, tickMinStep=1)
    y = alt.Y("top:Q", title="How many orders", scale=upwards, axis=axis)
    bar, line = rows_of("bin").encode(x=x, x2="high:Q"), rows_of("mark").encode(x=x, key=KEY)
    piece: Options = {"y": {"expr": "datum.from"}, "y2": {"expr": "height"}}
    near: Options = {"expr": "max(8 * length(datum.name), scale('x', datum.low))"}
    return alt.layer(
        rows_of("room").mark_point(opacity=0).encode(x=x, key=KEY),
        bar.mark_rect(stroke=PAGE, strokeWidth=1, fillOpacity=0.45).encode(
            y=y, y2="bottom:Q", color=COLOUR, key=KEY
        ),
        line.mark_rule(strokeDash=by("strong", [1, 0], [5, 4]), strokeWidth=2, **piece),
        line.mark_text(baseline="top", align="right", dx=-6, x=near, **STRONG).encode(
            y=alt.Y("lane:Q", scale=None), text="name:N"
        ),
        bar.mark_rect(**CLICKED, **UNSEEN).encode(y=alt.value(0), y2=FOOT, order="low:Q", **SAID),
    ).properties(height=HIGH)


def rows(
    found: Orders,
    label: str,
    here: float,
    whole: tuple[float, float],
    marked: Mapping[str, float],
) -> Iterator[Row]:
    """Yield a row for each bar, for this list, and for the best, mean and worst score.

    Args:
        found: the orders.
        label: label of the metric.
        here: merit of the list.
        whole: ends of the axis.
        marked: other scores by name, drawn if some order reaches them.
    """
    yield from _bars(found, label, whole)
    for end in whole:
        yield {"part": "room", "key": f"room{end}", "low": end}
    worst, best = found.ends[0]
    mean = float(np.average(found.merits[0], weights=found.counts))
    marks = {"this list": here, "best": best, "mean": mean, "worst": worst}
    marks |= {name: at for name, at in marked.items() if worst <= at <= best}
    # A name is left of its line, above the start of the other lines.
    for lane, (name, at) in enumerate(sorted(marks.items(), key=lambda mark: -mark[1])):
        text = name if name in marked else f"{name} {decimals(abs(at))}"
        yield {
            **{"part": "mark", "key": name, "low": at, "name": text, "lane": lane * _LANE},
            **{"from": lane * _LANE, "strong": name == "this list"},
        }


@lru_cache(maxsize=32)
def _bars(found: Orders, label: str, whole: tuple[float, float]) -> Sequence[Row]:
    (worst, best), width = found.ends[0], (whole[1] - whole[0]) / _BINS
    edges = np.linspace(worst, max(best, worst + width), max(round((best - worst) / width), 1) + 1)
    bin_of, counts = found.binned(0, edges)
    bars: list[Row] = []
    for at, count in enumerate(counts.tolist()):
        if not count:
            continue
        low, high = edges[at : at + 2]
        orders_here = np.flatnonzero(bin_of == at)
        bars.append(
            {
                **{"part": "bin", "key": f"bin{at}", "low": low, "high": high, "bottom": 0},
                **{"top": count, "colour": theme.HIT},
                "said": f"{label} {orders.score_range(low, high)}: {orders.offer(count)}",
                "do": orders.take(found, int(orders_here[len(orders_here) // 2])),
            }
        )
    return bars
