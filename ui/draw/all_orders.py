"""All orders of a list by two metrics, a dot each, and how often either score comes."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import altair as alt
import numpy as np

from metrics.arrays import Array
from metrics.orders import Orders
from ui.core import theme
from ui.core.plain import counted, decimals
from ui.draw import orders
from ui.draw.rows import Row
from ui.draw.style import (
    COLOUR,
    INK,
    KEY,
    MERIT,
    PAGE,
    SAID,
    Options,
    View,
    by,
    domain_of,
    like,
    rows_of,
)

TITLE: Final = "Which orders do the two metrics see differently?"
_BINS: Final = 30


def chart() -> View:
    """Draw dots, and a histogram along each axis; right and up are better.

    Pointing at a dot highlights its bars, and pointing at a bar its dots.
    """
    # A fifth of the height stays free at the left and at the foot, for the bars.
    edge, foot, wide = ({"expr": at} for at in ("height / 5", "height * 4 / 5", "width"))
    long, top = ({"expr": f"height * {at}"} for at in ("datum.share / 6", "(1 - datum.share / 6)"))
    scale: Options = {"zero": False, "nice": False, "padding": 8}
    wide_x, wide_y = domain_of("x", "x2"), domain_of("y", "y2")
    axis = alt.Axis(tickCount=6, **MERIT)
    x = alt.X(
        "x:Q", title=None, axis=axis, scale=alt.Scale(domain=wide_x, range=[edge, wide], **scale)
    )
    y = alt.Y(
        "y:Q", title=None, axis=axis, scale=alt.Scale(domain=wide_y, range=[foot, 0], **scale)
    )
    point: Options = {"on": "pointerover", "clear": "pointerout", "empty": False}
    column, row = (alt.selection_point(name=at, fields=[at], **point) for at in ("column", "row"))
    bar: Options = {"color": INK, "stroke": PAGE, "strokeWidth": 1, "aria": True}

    def opacity_if(selection: Any) -> Any:
        return alt.when(selection).then(alt.value(1)).otherwise(alt.value(0.4))

    line: Options = {"strokeWidth": 2, "strokeDash": by("strong", [1, 0], [4, 3])}
    down, side = (rows_of(part).mark_rule(**line).encode(key=KEY) for part in ("down", "side"))
    text: Options = {"align": by("left", "right", "left")}
    across = rows_of("column").mark_rect(**bar).encode(x=x, **SAID)
    upwards = rows_of("row").mark_rect(**bar).encode(y=y, **SAID)
    dot = rows_of("dot").mark_circle(
        color=INK, stroke=INK, strokeOpacity=0, strokeWidth=10, aria=True
    )
    field, place = rows_of("field").encode(key=KEY), rows_of("place").encode(x=x, y=y, key=KEY)
    away = by("left", -6, 6)
    short: Options = {"expr": "width > 500 ? datum.name : slice(datum.name, 0, 1)"}
    corner = field.mark_text(
        baseline=by("left", "bottom", "top"), dx=away, dy=away, text=short, **text
    )
    name = place.mark_text(
        dx=by("left", -14, 14), dy=by("here", 0, 18), fontWeight=by("here", 600, 400), **text
    )
    ring = place.mark_point(size=220, strokeWidth=3, fillOpacity=by("here", 1, 0))
    no_mean = "replace(datum.name, regexp(' mean [^,]*,'), '')"  # where there is no room for it
    whole: Options = {"expr": f"7 * length(datum.name) > width + 38 ? {no_mean} : datum.name"}
    title = rows_of("title").mark_text(
        text=whole,
        x={"expr": "datum.left ? width : -38"},
        y={"expr": "datum.left ? height + 42 : -16"},
        **text,
    )
    return alt.layer(
        field.mark_rect(fillOpacity=0.16).encode(x=x, x2="x2:Q", y=y, y2="y2:Q", color=COLOUR),
        across.encode(
            x2="x2:Q", y=alt.value(top), y2=alt.value("height"), fillOpacity=opacity_if(column)
        ),
        upwards.encode(y2="y2:Q", x=alt.value(0), x2=alt.value(long), fillOpacity=opacity_if(row)),
        down.encode(x=x, y=alt.value(foot), y2=alt.value("height")),
        side.encode(y=y, x=alt.value(0), x2=alt.value(edge)),
        dot.encode(
            **{"x": x, "y": y, "size": alt.Size("size:Q", scale=None), **SAID},
            fillOpacity=opacity_if(column | row),
        ).add_params(column, row),
        ring.encode(fill=COLOUR, stroke=COLOUR),
        name.encode(text="name:N"),
        corner.encode(x=like(x, "name_x"), y=like(y, "name_y")),
        title.encode(key=KEY),
    ).properties(height=400)


def rows(
    found: Orders,
    labels: tuple[str, ...],
    here: Sequence[float],
    marked: Mapping[str, Sequence[float]],
) -> Iterator[Row]:
    """Yield a row for each dot and bar, for this list, and for the regions of disagreement.

    Args:
        found: the orders.
        labels: labels of the two metrics.
        here: merits of the list.
        marked: merits of named orders.
    """
    for row in _still(found, labels):
        if row["part"] == "dot":
            each = zip(labels, (row["x"], row["y"]), here, strict=True)
            scores = "; ".join(_score_and_range(*one) for one in each)
            yield {**row, "said": row["said"].format(scores)}
        else:
            yield row
    (x, y), ((worst_x, best_x), (worst_y, best_y)) = here, found.ends
    fields = {
        "better": ("① {} better, {} worse", x, best_x, worst_y, y),
        "worse": ("② {} worse, {} better", worst_x, x, y, best_y),
    }
    room = (best_y - worst_y) / 9
    for key, (name, left, right, low, high) in fields.items():
        better = key == "better"  # its name stands in the corner that lies furthest out
        yield {
            **{"part": "field", "key": key, "x": left, "x2": right, "y": low, "y2": high},
            **{"name_x": right if better else left, "name_y": low if better else high},
            "left": better,
            "name": name.format(*labels) if right > left and high - low > room else "",
            "colour": theme.LOST,
        }
    for name, place in {**marked, "this list": here}.items():
        yield {
            **{"part": "place", "key": name, "name": name, "x": place[0], "y": place[1]},
            "here": name == "this list",
            "left": place[0] > (worst_x + best_x) / 2,
            "colour": theme.LINES if name == "this list" else theme.LOST,
        }
    yield {"part": "down", "key": "down", "x": x, "strong": True}
    yield {"part": "side", "key": "side", "y": y, "strong": True}


@lru_cache(maxsize=32)
def _still(found: Orders, labels: tuple[str, ...]) -> Sequence[Row]:
    """Return the rows that do not depend on the order of the list."""
    still: list[Row] = []
    bins = []
    for at, (label, (worst, best)) in enumerate(zip(labels, found.ends, strict=True)):
        part, side, rule = (("column", "x", "down"), ("row", "y", "side"))[at]
        spans, edges, span_texts = _spans(found, at)
        bin_of, held = found.binned(at, edges)
        bins.append(bin_of[found.dots].tolist())
        mean = float(np.average(found.merits[at], weights=found.counts))
        still.append({"part": rule, "key": f"{rule} mean", side: mean, "strong": False})
        three = [decimals(abs(each)) for each in (worst, mean, best)]
        scores = "{}: worst {}, mean {}, best {}".format(label, *three)
        still.append({"part": "title", "key": f"title {part}", "name": scores, "left": not at})
        still += [
            {
                **{"part": part, "key": f"{part}{number}", part: number},
                **{side: spans[number][0], f"{side}2": spans[number][1]},
                "share": many / held.max(),
                "said": f"{label} {span_texts[number]}: {counted(many, 'order')}",
            }
            for number, many in enumerate(held.tolist())
            if many
        ]
    most = max(int(found.counts[found.dots].max()) - 1, 1)
    for at, column, row in zip(found.dots.tolist(), *bins, strict=True):
        (x, y), many = (each[at] for each in found.merits), int(found.counts[at])
        still.append(
            {
                **{"part": "dot", "key": f"dot{at}", "x": x, "y": y, "column": column, "row": row},
                "size": 30 + 100 * (many - 1) / most,
                "said": f"{orders.as_text(found, at)}: {{}}: {orders.offer(many)}",
                "do": orders.take(found, at),
            }
        )
    return still


def _score_and_range(label: str, higher_is_better_score: float, here: float) -> str:
    """Return a text with a score, and how much better or worse it is than that of the list."""
    gap = decimals(abs(higher_is_better_score - here))
    text = (
        f", {'better' if higher_is_better_score > here else 'worse'} by {gap}"
        if gap.strip("0.")
        else ", as here"
    )
    return f"{label} {decimals(abs(higher_is_better_score))}{text}"


def _spans(found: Orders, at: int) -> tuple[Sequence[tuple[float, float]], Array, Sequence[str]]:
    """Return the spans of the bars, the edges of their bins, and their names.

    Few different scores have one bar each.
    """
    worst, best = found.ends[at]
    values, wide = np.unique(found.merits[at].round(9)), (best - worst) / _BINS
    if len(values) > 2 * _BINS:
        edges = np.linspace(worst, best, _BINS + 1)
        spans = list(pairwise(edges.tolist()))
        return spans, edges, [orders.score_range(*span) for span in spans]
    half = min(wide, np.diff(values).min(initial=1)) * 0.45
    edges = np.concatenate([[worst], (values[1:] + values[:-1]) / 2, [best]])
    places = 3 if np.diff(values).min(initial=1) > 1e-3 else 6  # so that all names differ
    names = [decimals(abs(value), places) for value in values.tolist()]
    return [(value - half, value + half) for value in values.tolist()], edges, names
