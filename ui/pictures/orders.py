"""All orders of a list: by one metric as a strip, by two as a scatter, the list itself in both."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import altair as alt
import pyarrow as pa
from numpy.typing import NDArray

from metrics.catalog import METRICS
from ui import theme
from ui.pictures.grammar import COLOUR, DATA, INK, Row, Spec, show, spec, table

STRIP: Final = "orders_strip"
SCATTER: Final = "orders_scatter"
"""The keys of the two pictures."""

FIELDS: Final = {
    "kind": str,
    "id": int,
    "x": float,
    "x2": float,
    "y": float,
    "y2": float,
    "orders": int,
    "label": str,
    "lane": int,
    "colour": int,
}

_SCHEMA: Final = table([], FIELDS).schema

LANE: Final = 17
"""Pixels from one named score to the next, above the bars of the strip."""


def strip(
    metric: str, bars: Mapping[str, NDArray[Any]], named: Mapping[str, float], **options: Any
) -> None:
    """Draw the bars of a histogram, and a line at each named score, the first the list's own.

    `bars` has the columns `id`, `x`, `x2`, `y`, `y2` and `orders`.
    """
    marks: list[Row] = [
        {
            "kind": "named" if lane else "this",
            "x": score,
            "label": f"{name} {score:.3f}",
            "lane": lane,
            "colour": theme.LINES,
        }
        for lane, (name, score) in enumerate(named.items())
    ]
    show(
        _joined(marks, bars),
        strip_built(metric),
        STRIP,
        "How many orders of the retrieved documents have which score, and where this list stands",
        **options,
    )


def scatter(
    across: str,
    up: str,
    dots: Mapping[str, NDArray[Any]],
    here: tuple[float, float],
    fields: Mapping[str, tuple[float, float, float, float]],
    **options: Any,
) -> None:
    """Draw a dot per pair of scores, the list's own, and the fields in which the metrics disagree.

    `dots` has the columns `id`, `x`, `y` and `orders`; each of the `fields` is named and reaches
    from x to x2 and from y to y2.
    """
    marks: list[Row] = [
        {
            **{"kind": "field", "lane": lane, "label": name, "colour": theme.LOST},
            **dict(zip(("x", "x2", "y", "y2"), ends, strict=True)),
        }
        for lane, (name, ends) in enumerate(fields.items())
    ]
    marks.append(
        {"kind": "this", "x": here[0], "y": here[1], "label": "this list", "colour": theme.LINES}
    )
    show(
        _joined(marks, dots),
        scatter_built(across, up),
        SCATTER,
        "Every order of the retrieved documents by two scores, this list among them, and where the "
        "two metrics disagree about it",
        **options,
    )


def _joined(marks: list[Row], columns: Mapping[str, NDArray[Any]]) -> pa.Table:
    """Put a few rows before many, which come as columns."""
    empty = [None] * len(columns["id"])
    return pa.table(
        [
            pa.concat_arrays(
                [
                    pa.array([mark.get(name) for mark in marks], kind),
                    pa.array(columns.get(name, empty), kind),
                ]
            )
            for name, kind in zip(_SCHEMA.names, _SCHEMA.types, strict=True)
        ],
        schema=_SCHEMA,
    )


def _axis(channel: str, metric: str, *, whole: bool = False) -> Any:
    """The scores of a metric, the better ones to the right or at the top."""
    low, high = METRICS[metric].range
    scale: dict[str, Any] = {"zero": False, "nice": False, "padding": 14}
    if whole and high is not None:
        scale = {"domain": [low, high]}
    scale["reverse"] = not METRICS[metric].higher_is_better
    return getattr(alt, channel)(
        f"{channel.lower()}:Q",
        title=f"{METRICS[metric].name} \u2192",
        scale=alt.Scale(**scale),
        axis=alt.Axis(grid=False, tickCount=6),
    )


def _picked() -> alt.Parameter:
    """A click; what it picked stays picked, and an id says also of which picture (ui/orders.py)."""
    return alt.selection_point(name="pick", fields=["id"], on="click", clear=False)


@cache
def strip_built(metric: str) -> Spec:
    """How many orders have which score, with a line at each score that has a name.

    Data: a row per bar with `id`, its ends `x` and `x2`, its foot `y2` and its top `y`, that of the
    longest being 1, and how many `orders` it holds; a row per name with `kind` ("this" for the
    list's own, else "named"), its score `x`, its `label`, the `lane` it stands in, and `colour`.
    """
    place = alt.Chart(DATA, height=240)
    x = _axis("X", metric, whole=True)
    # The names stand above the bars, the longest of which is 1.
    y = alt.Y(
        "y:Q",
        title="How many orders",
        scale=alt.Scale(domain=[0, 1.75]),
        axis=alt.Axis(grid=False, labels=False, ticks=False),
    )
    each = place.transform_filter("isValid(datum.id)")
    bar = each.mark_rect(color=INK, opacity=0.45, aria=False).encode(x=x, x2="x2:Q", y=y, y2="y2:Q")
    # A short bar is hard to hit, so each is an unseen column from top to bottom.
    column = (
        each.mark_rect(cursor="pointer", opacity=0, aria=False)
        .encode(
            x=x,
            x2="x2:Q",
            tooltip=[
                alt.Tooltip("x:Q", title="from", format=".3f"),
                alt.Tooltip("x2:Q", title="to", format=".3f"),
                alt.Tooltip("orders:Q", title="orders", format=","),
            ],
        )
        .encode(y=alt.value(0), y2=alt.value("height"))
        .add_params(_picked())
    )
    name = place.transform_filter("isValid(datum.lane)")
    beside = alt.expr("scale('x', datum.x) > width / 2 ? 'right' : 'left'")
    away = alt.expr("scale('x', datum.x) > width / 2 ? -10 : 10")
    lane = alt.expr(f"{LANE / 2 + 1} + {LANE} * datum.lane")
    others = name.transform_filter("datum.kind === 'named'")
    rule = others.mark_rule(strokeDash=[3, 3], y=lane, color=INK).encode(x=x)
    rule = rule.encode(y2=alt.value("height"))
    said = others.mark_text(align=beside, dx=away, y=lane, fontSize=13).encode(x=x, text="label:N")
    this = name.transform_filter("datum.kind === 'this'")
    line = this.mark_rule(strokeWidth=2.5, y=lane).encode(x=x, color=COLOUR)
    line = line.encode(y2=alt.value("height"))
    dot = this.mark_point(filled=True, size=170, opacity=1, y=lane).encode(x=x, color=COLOUR)
    own = this.mark_text(align=beside, dx=away, y=lane, fontSize=14, fontWeight="bold").encode(
        x=x, text="label:N"
    )
    return spec(bar, column, rule, said, line, dot, own)


@cache
def scatter_built(across: str, up: str) -> Spec:
    """A dot per pair of scores, the list's own among them, and the fields of disagreement.

    Data: a row per dot with `id`, `x`, `y` and how many `orders` have these scores; a row with
    `kind` "this" for the list; two of kind "field" with `x`, `x2`, `y`, `y2`, `label`, and `lane`:
    0 for the one to the lower right, 1 for the one to the upper left.
    """
    place = alt.Chart(DATA, height=400)
    x, y = _axis("X", across), _axis("Y", up)
    field = place.transform_filter("datum.kind === 'field'")
    tint = field.mark_rect(opacity=0.16).encode(x=x, x2="x2:Q", y=y, y2="y2:Q", color=COLOUR)
    there = field.transform_filter("datum.x !== datum.x2 && datum.y !== datum.y2")
    lower = there.transform_filter("datum.lane === 0").mark_text(
        align="right", dx=-8, dy=-10, fontSize=13
    )
    lower = lower.encode(x=alt.X("x2:Q"), y=y, text="label:N")
    upper = there.transform_filter("datum.lane === 1").mark_text(
        align="left", dx=8, dy=13, fontSize=13
    )
    upper = upper.encode(x=x, y=alt.Y("y2:Q"), text="label:N")
    each = place.transform_filter("isValid(datum.id)")
    size = alt.Size("orders:Q", legend=None, scale=alt.Scale(range=[22, 130], zero=False))
    # A dot is small for a finger, so it has an unseen rim, which can be hit, too.
    dot = (
        each.mark_circle(
            color=INK,
            fillOpacity=0.5,
            strokeWidth=12,
            strokeOpacity=0,
            cursor="pointer",
            aria=False,
        )
        .encode(
            x=x,
            y=y,
            size=size,
            stroke=alt.value("transparent"),
            tooltip=[
                alt.Tooltip("x:Q", title=METRICS[across].label(), format=".3f"),
                alt.Tooltip("y:Q", title=METRICS[up].label(), format=".3f"),
                alt.Tooltip("orders:Q", title="orders", format=","),
            ],
        )
        .add_params(_picked())
    )
    this = place.transform_filter("datum.kind === 'this'")
    own = this.mark_point(filled=True, size=240, opacity=1).encode(x=x, y=y, color=COLOUR)
    beside = alt.expr("scale('x', datum.x) > width / 2 ? 'right' : 'left'")
    away = alt.expr("scale('x', datum.x) > width / 2 ? -13 : 13")
    named = this.mark_text(align=beside, dx=away, fontSize=14, fontWeight="bold").encode(
        x=x, y=y, text="label:N"
    )
    return spec(tint, lower, upper, dot, own, named)
