"""The pictures, as Vega-Lite specs without data: built once, then only data flows through them.

Colours are indices into the theme's categorical colours (see `theme`), so that a chart follows
the reader's light or dark theme by itself.
"""

from functools import cache
from typing import Any, Final

import altair as alt

from ui.theme import HEAD, ROW_GAP, ROW_PITCH

Spec = dict[str, Any]

MOST_AT_EASE: Final = 13
"""Columns of bars that stand beside the cards with a heading each that can be read from afar."""

_DATA: Final = alt.NamedData("rows")  # where the rows will flow in; dropped from the spec
_INK: Final = "currentColor"  # the page's own text colour, light or dark
_COLOUR: Final = alt.Color("colour:N", legend=None).scale(domain=list(range(12)))


@cache
def beside_cards(columns: int) -> Spec:
    """Bars at the height of the cards, one column of bars a quantity.

    Data: a row per bar with `id` of the document, `rank`, `column` from 0, `start` and `end` in
    [0, 1], `colour`, `faint` and `label`; one row of rank 0 per column with `label` as its heading
    and `score` below it; and one row per rank of column -1 whose `label` names the rank.
    """
    crowded = columns > 2
    # How much of its column the longest bar fills: beside it stands a label of up to 85 pixels.
    full = "0.86" if crowded else f"clamp(1 - {85 * columns} / width, 0.3, 0.6)"
    size = 14 if columns <= 5 else 12 if columns <= MOST_AT_EASE else 10

    def unless_narrow(wide: float, narrow: float) -> alt.ExprRef:
        """Choose anew whenever the width changes: on a phone the headings of many columns stand."""
        return alt.ExprRef(f"width < {30 * columns} ? {narrow} : {wide}")

    place = alt.Chart(_DATA, height=alt.Step(ROW_PITCH)).transform_calculate(
        x0=f"datum.column + {full} * datum.start",
        x1=f"datum.column + {full} * datum.end",
        said="'rank ' + datum.rank + ': ' + datum.label",
    )
    x = alt.X("x0:Q", axis=None, scale=alt.Scale(domain=[0, columns], nice=False))
    y = alt.Y("rank:O", axis=None, scale=alt.Scale(padding=0))
    cell = place.transform_filter("datum.rank > 0 && datum.column >= 0")
    picked = alt.selection_point(name="pick", fields=["id"], on="click", clear=False)
    bar = (
        cell.mark_bar(
            height=14 if crowded else 24,
            cornerRadius=3,
            cursor="pointer",
        )
        .encode(
            x=x,
            x2="x1",
            y=y,
            description="said:N",
            tooltip="said:N",
            color=_COLOUR,
            opacity=alt.condition("datum.faint", alt.value(0.35), alt.value(1)),
        )
        .add_params(picked)
    )
    if crowded:  # the numbers stand below their bars
        label = cell.mark_text(
            align="left", dx=1, dy=16, fontSize=size, opacity=unless_narrow(1, 0)
        ).encode(x=x)
    else:
        label = cell.mark_text(align="left", dx=5, fontSize=size).encode(x=alt.X("x1:Q", axis=None))
    label = label.encode(y=y, text="label:N")
    rank = (
        place.transform_filter("datum.column === -1")
        .mark_text(align="left", fontSize=13, x=-30)
        .encode(y=y, text="label:N")
    )
    cut = (
        place.transform_filter("datum.column < -1")
        .mark_rule(strokeWidth=2, strokeDash=[2, 3])
        .encode(y=alt.Y("rank:O", axis=None, bandPosition=1), color=_COLOUR)
    )
    head = place.transform_filter("datum.rank === 0 && datum.column >= 0")
    heading = head.mark_text(
        align="left",
        y=unless_narrow(-32, -4),
        angle=unless_narrow(0, 270),
        dy=unless_narrow(0, 6),
        fontSize=size,
    ).encode(x=x, text="label:N")
    score = head.mark_text(
        align="left",
        y=-13,
        fontSize=size + 2 * (size > 10),
        fontWeight="bold",
        opacity=unless_narrow(1, 0),
    ).encode(x=x, text="score:N")
    zero = (
        head.mark_rule(opacity=0.4, color=_INK)
        .encode(x=x)
        .encode(y=alt.value(0), y2=alt.value("height"))
    )
    # Vega makes room for all marks; this unseen one fixes how much, whatever the others say.
    room = head.mark_rect(aria=False, opacity=0, x=-34, x2=0, y=ROW_GAP / 2 - HEAD, y2=0)
    spec = _spec(room, zero, bar, label, cut, rank, heading, score)
    return {**spec, "padding": 0}


@cache
def staircase() -> Spec:
    """Precision against recall, a step at each hit: the shaded area is the average precision.

    Data: a row per hit with `from` and `to` (recall), `precision`, `rank`, `colour`.
    """
    x = _unit("X", "from", "Recall at that rank")
    y = _unit("Y", "precision", "Precision at that rank")
    step = alt.Chart(_DATA, height=260).encode(
        x=x, x2="to", y=y, description="label:N", tooltip="label:N"
    )
    area = step.mark_rect(opacity=0.35).encode(y2=alt.datum(0), color=_COLOUR)
    edge = step.mark_rule(strokeWidth=3).encode(color=_COLOUR)
    label = (
        alt.Chart(_DATA)
        .transform_calculate(middle="(datum.from + datum.to) / 2")
        .mark_text(dy=-10, fontSize=14)
        .encode(x=alt.X("middle:Q"), y=y, text="label:N")
    )
    return _spec(area, edge, label)


@cache
def shares() -> Spec:
    """One bar cut into shares of all readers: who stops where, and who leaves unsatisfied.

    Data: a row per share with `start`, `end`, `label` and `colour`.
    """
    place = alt.Chart(_DATA, height=130).transform_calculate(middle="(datum.start + datum.end) / 2")
    x = _unit("X", "start", "Share of all readers")
    bar = place.mark_bar(height=36, yOffset=14, stroke="white", strokeWidth=1).encode(
        x=x, x2="end", color=_COLOUR, tooltip=["label:N"]
    )
    label = (
        place.transform_filter("datum.end - datum.start > 0.12")
        .mark_text(fontSize=14, yOffset=-18)
        .encode(x=alt.X("middle:Q"), text="label:N")
    )
    return _spec(bar, label)


@cache
def topics() -> Spec:
    """A bar per topic, best first, and a line at their mean.

    Data: a row per topic with its `id`, `place` in the order, `topic`, `score`, `label` where there
    is something to say, and whether it is `open`, `colour`; and one row with the `mean`.
    """
    place = alt.Chart(_DATA, height=320)
    y = alt.Y("score:Q", title="Score", scale=alt.Scale(domainMin=0))
    x = alt.X(
        "topic:N",
        title="Topics, best first",
        sort=alt.EncodingSortField("place", op="min"),
        axis=alt.Axis(labelAngle=-30, labelLimit=130, labelOverlap=True, ticks=False),
    )
    # What is picked is let go, so that a second click on the same bar is one.
    picked = alt.selection_point(name="pick", fields=["id"], on="click", clear="pointerout")
    topic = place.transform_filter("isValid(datum.id)")
    bar = topic.mark_bar(cornerRadiusEnd=2).encode(
        x=x,
        y=y,
        color=_COLOUR,
        opacity=alt.condition("datum.open", alt.value(1), alt.value(0.35)),
    )
    said = topic.mark_text(dy=-8, fontSize=13).encode(x=x, y=y, text="label:N")
    # A score of 0 has no bar to click, so each topic is an unseen column from top to bottom.
    column = (
        topic.mark_bar(cursor="pointer", opacity=0)
        .encode(
            x=x,
            description="topic:N",
            tooltip=["topic:N", alt.Tooltip("score:Q", format=".3f")],
        )
        .encode(y=alt.value(0), y2=alt.value("height"))
        .add_params(picked)
    )
    line = (
        place.transform_filter("isValid(datum.mean)")
        .mark_rule(strokeDash=[4, 3], strokeWidth=2, color=_INK)
        .encode(y="mean:Q")
    )
    return _spec(bar, said, line, column)


def _unit(channel: str, field: str, title: str) -> Any:
    axis = alt.Axis(title=title, values=[0, 0.25, 0.5, 0.75, 1], format=".2f")
    return getattr(alt, channel)(f"{field}:Q", axis=axis, scale=alt.Scale(domain=[0, 1]))


def _spec(*layers: alt.Chart) -> Spec:
    ink = "currentColor"  # the page's own text colour, light or dark
    chart = (
        alt.layer(*layers).configure_axis(labelColor=ink, titleColor=ink).configure_text(color=ink)
    )
    spec: Spec = chart.to_dict()
    del spec["data"]
    return spec
