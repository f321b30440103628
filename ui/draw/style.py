"""The style of the charts, and the shapes they consist of.

A chart is built once without data; each run sends its rows. A row is one mark:

    part    what the mark belongs to: "a" the list, "was" the list before the last move, "b" list
            B; shapes have other parts too
    key     the mark's name; a mark that keeps its key is moved, not created again
    said    its tooltip and accessible name. It begins with "Rank 3:" if the mark is about rank 3
            (assets/lit.js then highlights everything about that rank)
    colour  an index into the theme's palette (`ui.core.theme`)

The other columns belong to the shape. This file imports only Altair, so notebooks can include it.
"""

from typing import Any, Final, TypeAlias

import altair as alt

Options: TypeAlias = dict[str, Any]
View: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart | alt.VConcatChart

DATA: Final = alt.NamedData("rows")
INK: Final = "currentColor"
PAGE: Final[Options] = {"expr": "background"}
KEY: Final = alt.Key("key:N")
"""An object, not a text: Altair takes 4 ms of CPU to make a channel from a text."""
SAID, GROWN, SIZED = (
    {"tooltip": alt.Tooltip(name), "description": alt.Description(name), "key": KEY}
    for name in ("said:N", "grown:N", "sized:N")
)
"""Sentences of a mark: its calculation, the score so far, and its area.

Only marks with `aria=True` are read aloud. Marks without a sentence have no tooltip.
"""
PATH: Final[Options] = {
    "key": alt.Key("key:N", aggregate="min"),
    "description": alt.Description("key:N"),
}
"""The key of a line's points, aggregated, because otherwise Vega-Lite would split the line by it.

Such a line has all columns it needs as channels or as `detail`.
"""
FAINT: Final[Options] = {"color": INK, "fillOpacity": 0.13}
"""For values out of reach."""
GHOST: Final[Options] = {"fillOpacity": 0, "stroke": "#8a8a8a", "opacity": 0.75, "strokeWidth": 2}
"""For the position before the last move: a grey outline."""
BAR_BEFORE: Final[Options] = {"width": {"band": 0.84}, **GHOST}
"""For a bar before the last move: wider than the bar that is there now."""
UNSEEN: Final[Options] = {"color": INK, "fillOpacity": 0, "aria": True}
"""For invisible marks over others, for pointer and screen reader."""
DASHED: Final[Options] = {"stroke": INK, "strokeDash": [5, 4]}
BOLD: Final[Options] = {"fontWeight": 600}
MERIT: Final[Options] = {"labelExpr": "format(abs(datum.value), '.3~f')"}
"""For an axis where further is better: scores that are better lower are negative there, and the
labels omit the minus."""
MISSED: Final = 1000
"""Added to the rank of a document that was never retrieved; the axis shows a dash."""
HIGH: Final = 200
"""Height of a view in pixels."""
LOW: Final = 130
"""Height of a view below the bars of a lesson, so that the first one is on the first screen."""
BAR: Final[Options] = {"width": {"band": 0.56}}
BAR_ACROSS: Final[Options] = {"height": {"expr": "min(44, 0.66 * bandwidth('y'))"}}
"""For a bar from left to right, which is not fat where there is but one."""
FOOT: Final = alt.value("height")
"""The lower edge of a view."""

_PALETTE: Final = alt.Scale(domain=list(range(12)))
COLOUR: Final = alt.Color("colour:N", scale=_PALETTE)
PALETTE: Final = alt.Color(type="nominal", scale=_PALETTE)
"""The palette that layers share; each has one colour, `alt.datum(8)`, or a column, `"colour"`."""
BY_RANK: Final = alt.Key("rank:N")
"""The key of marks at ranks: one that stays at its rank is changed, not created again."""
TOLD: Final[Options] = {name: channel for name, channel in SAID.items() if name != "key"}
"""Sentences of a mark whose key stands once, at the layered chart."""
FILL: Final = alt.Fill("colour:N", scale=_PALETTE)
STROKE: Final = alt.Stroke("colour:N", scale=_PALETTE)


@alt.theme.register("rankbook", enable=True)
def _theme() -> alt.theme.ThemeConfig:
    text: Options = {"labelFontSize": 14, "titleFontSize": 14, "labelColor": INK, "titleColor": INK}
    return {
        "config": {
            "axis": {
                **text,  # type: ignore[typeddict-item]
                "titleFontWeight": 600,
                "labelPadding": 6,
                "labelAngle": 0,
                "labelLimit": 0,
                "labelFlush": False,
                "labelOverlap": True,
                "grid": False,
                "ticks": False,
                "domainColor": INK,
                "domainOpacity": 0.45,
                "aria": False,
            },
            "axisX": {"titleAnchor": "end", "titlePadding": 4, "labelSeparation": 4},
            "axisY": {  # the title is horizontal, above the numbers
                "titleAngle": 0,
                "titleAlign": "left",
                "titleAnchor": "end",
                "titleBaseline": "bottom",
                "titleX": -38,
                "titleY": -22,
                "minExtent": 38,
                "grid": True,
                "gridColor": INK,
                "gridOpacity": 0.13,
                "domain": False,
                "format": ".2~f",
            },
            "legend": {"disable": True},
            "title": {"anchor": "start", "dx": -38, "offset": 14, "fontSize": 16, "color": INK},
            "mark": {"aria": False, "tooltip": None},
            "view": {"continuousWidth": 640, "discreteWidth": 640},  # the default without a page
            "text": {"fontSize": 14, "color": INK, "fill": INK},
            "rule": {"color": INK},
            "line": {"strokeCap": "round", "strokeJoin": "round"},
        }
    }


def marks(table: str) -> alt.Chart:
    """Return a chart of the marks of one of several tables."""
    return alt.Chart(alt.NamedData(table))


def rows_of(*parts: str) -> alt.Chart:
    """Return a chart of the rows of some parts."""
    among = " || ".join(f"datum.part == '{part}'" for part in parts)
    wanted: alt.Chart = alt.Chart(DATA).transform_filter(among)
    return wanted


def ranks(title: str | None = "Rank", below: str = "") -> alt.X:
    """Return an axis of ranks from left to right; under each, `below` and the rank once more."""
    label = f"[datum.label, '{below}' + datum.label]" if below else "datum.label"
    shown = f"datum.value < {MISSED} ? {label} : '–'"
    return alt.X("rank:O", title=title, axis=alt.Axis(labelExpr=shown))


def domain_of(*fields: str, zero: bool = False) -> list[Options]:
    """Return the domain of some columns over all parts, starting at 0 if `zero`.

    Vega would compute it for each part, and warn about parts without rows.
    """
    each = [f"extent(pluck(data('rows'), '{field}'))" for field in fields]
    least, most = (", ".join(f"{extent}[{end}] || 0" for extent in each) for end in (0, 1))
    first = f"min(0, {least})" if zero else f"min({least})"
    return [{"expr": first}, {"expr": f"max({most}) || {int(zero)}"}]


def across(field: str, title: str, *domain: Any, kind: Any = "linear", **axis: Any) -> alt.X:
    """Return an axis from left to right over a `domain`, or over the range of the values."""
    return alt.X(
        f"{field}:Q",
        title=title,
        scale=alt.Scale(type=kind, nice=False, domain=domain or domain_of(field)),
        axis=alt.Axis(
            **{"format": ".3~f", "tickCount": 6 if kind == "linear" else alt.Undefined, **axis}
        ),
    )


def up(field: str, title: str, most: float | None = 1, *others: str, **axis: Any) -> alt.Y:
    """Return an axis from 0 upwards to `most`, or to the largest value of these columns."""
    axis = {"tickCount": 5, **axis}
    open_: Options = {"domain": domain_of(field, *others, zero=True), "nice": axis["tickCount"]}
    scale, shown = alt.Scale(**({"domain": [0, most]} if most else open_)), alt.Axis(**axis)
    return alt.Y(f"{field}:Q", title=title, scale=scale, stack=None, axis=shown)


def up_to_room(field: str, title: str, *, nice: bool = True) -> alt.Y:
    """Return an axis from 0 upwards to what the table "room" has, however long the marks are.

    An invisible mark of the chart must read that table. Tables without rows do not matter here.
    The axis ends at the next round number, if `nice`.
    """
    most = {"expr": f"extent(pluck(data('room'), '{field}'))[1] || 1"}
    scale = alt.Scale(domain=[0, most], nice=5 if nice else alt.Undefined)
    return alt.Y(f"{field}:Q", title=title, scale=scale, stack=None, axis=alt.Axis(tickCount=5))


def like(channel: Any, field: str) -> Any:
    """Return the same axis for another field."""
    same = channel.copy()
    same.shorthand = f"{field}:Q"
    return same


def by(field: str, yes: Any, no: Any) -> Options:
    """Return a look that depends on a column: `yes` if it is true, else `no`."""
    return {"expr": f"datum.{field} ? {yes!r} : {no!r}"}


BESIDE: Final[Options] = {"align": by("left", "right", "left"), "dx": by("left", -6, 6)}
"""For a name at the left or right of its place."""
STRONG: Final[Options] = {"fontWeight": by("strong", 700, 400)}
CLICKED: Final[Options] = {"cursor": by("do", "pointer", "default")}
TARGET: Final[Options] = {"size": 24**2, "opacity": 0, "aria": False, **CLICKED}
"""For an invisible circle below a dot that is clicked: it is 24 pixels wide at least."""
AROUND: Final[Options] = {"tooltip": SAID["tooltip"], "key": KEY}


def stack(*views: View) -> View:
    """Stack views vertically; assets/lit.js highlights a rank in all of them."""
    return alt.vconcat(*views, spacing=26)


SWAPPED: Final = alt.X(
    "rank:O",
    title="Swapped ranks",
    axis=alt.Axis(labelExpr="datum.value + '–' + (datum.value + 1)"),
)
"""An axis of two neighbours each, from left to right; the upper one has the rank."""


def by_swap(field: str, title: str, most: float) -> alt.LayerChart:
    """Draw what a swap of each two neighbours changes: a bar up or down, which a click swaps.

    Rows have the upper `rank` of the two, the `field`, its label and colour, `said` and `do`.

    Args:
        field: name of the column; those of its label and its colour end in `_label`, `_colour`.
        title: title of the vertical axis.
        most: the largest number on it.
    """
    bars = alt.Chart(DATA)
    signed = "datum.value ? datum.label : '0'"
    change = alt.Axis(values=[-most, 0, most], format="+~g", labelExpr=signed)
    room = alt.Scale(domain=[-1.6 * most, 1.6 * most])  # for labels
    return (
        alt.layer(
            bars.mark_bar(**BAR).encode(color=f"{field}_colour:N"),
            bars.mark_text(dy={"expr": f"datum.{field} < -0.0005 ? 11 : -10"}, **BOLD).encode(
                text=f"{field}_label:N"
            ),
            bars.mark_bar(width={"band": 1}, **UNSEEN, **CLICKED).encode(
                y=alt.value(0), y2=FOOT, **TOLD
            ),
        )
        .encode(
            x=SWAPPED,
            y=alt.Y(f"{field}:Q", title=title, scale=room, stack=None, axis=change),
            color=PALETTE,
            key=BY_RANK,
        )
        .properties(height=LOW)
    )


def by_position(
    title: str,
    *,
    most: float | None = 1,
    due: bool = False,
    below: str = "Rank",
) -> View:
    """Draw a bar for each rank: filled if it counts, else hollow.

    Rows of "a", "was" and "b" have `rank`, `value`, `counts`, and of "a" a `label`. Rows of "gone"
    have a `rank` and a `label`: nothing counts there. The row of "mean" is a line through all
    ranks: `value`, `label`; other labels keep clear of it. The row of "room" draws nothing: its
    `value` makes the axis at least that long. List B is a line of diamonds over the bars.

    Args:
        title: title of the value axis.
        most: end of the value axis; None: the longest bar.
        due: whether a dashed frame of length `due` shows how long the bar could be.
        below: title of the rank axis.
    """
    x, y = ranks(below), up("value", title, most, *["due"] * due)
    wide: Options = {"width": {"band": 0.56}}
    bar = rows_of("a").encode(x=x, key=KEY)
    before = moved("rank", "value", "counts").mark_bar(**BAR_BEFORE)
    layers: list[View] = [before.encode(x=x, y=y, key=KEY), room(y)]
    solid = bar.mark_bar(strokeWidth=by("value", 1.75, 0), fillOpacity=by("counts", 1, 0), **wide)
    layers.append(solid.encode(y=y, color=COLOUR, stroke=STROKE))
    if due:
        frame = rows_of("a", "gone").mark_bar(width={"band": 0.7}, fillOpacity=0, **DASHED)
        layers.append(frame.encode(x=x, y=like(y, "due"), key=KEY))
    labelled = rows_of("a", "gone", "mean").transform_calculate(
        line="datum.part === 'mean' ? datum.value : null",
        longest="length(datum.long || '')",
        shortest="datum.part === 'mean' ? length(datum.label) : 0",
    )
    named = labelled.transform_joinaggregate(
        places="count()", level="max(line)", longest="max(longest)", shortest="max(shortest)"
    ).encode(x=x, key=KEY)
    short = "length(datum.label) < 4"
    fits = f"{short} || item.mark.group.width > 7.5 * length(datum.label) * datum.places"
    # Near the line a label would be struck out, and at its right end lie under its name.
    over_line = "(scale('y', datum.value) - scale('y', datum.level))"
    letters = "(width > 500 && datum.longest || datum.shortest)"
    right = "(width - scale('x', datum.rank) - bandwidth('x') / 2)"
    under = f"{right} < 8 * {letters} + 4 * length(datum.label) && abs({over_line}) < 18"
    clear = f"{under} ? -27 - {over_line} : abs({over_line} - 9) < 11 ? -9 - {over_line} : -9"
    clear = f"isValid(datum.level) ? ({clear}) : -9"
    label: Options = {"dy": {"expr": clear}, "opacity": {"expr": f"{fits} ? 1 : 0"}}
    end = named.transform_filter("datum.part == 'a'")
    gone = named.transform_filter("datum.part == 'gone'")
    layers += [
        *level(),
        end.mark_text(**label).encode(y=y, text="label:N"),
        gone.mark_text(**label).encode(y=alt.value("height"), text="label:N"),
        columns(x),
        *over(x, y),
    ]
    return alt.layer(*layers).properties(height=HIGH)


def moved(*columns: str) -> alt.Chart:
    """Return a chart of the rows of "was" that differ from all rows of "a" in these columns."""
    both = rows_of("a", "was")
    both = both.transform_joinaggregate(parts="distinct(part)", groupby=list(columns))
    gone: alt.Chart = both.transform_filter("datum.part == 'was' && datum.parts < 2")
    return gone


def room(y: alt.Y) -> alt.Chart:
    """Return an invisible mark that extends an axis to the value of the row "room"."""
    unseen: alt.Chart = rows_of("room").mark_point(opacity=0).encode(y=y, key=KEY)
    return unseen


def columns(x: alt.X) -> alt.Chart:
    """Return an invisible column at each place, for pointer and screen reader."""
    column: alt.Chart = (
        rows_of("a", "gone")
        .mark_bar(width={"band": 1}, **UNSEEN)
        .encode(x=x, y=alt.value(0), y2=alt.value("height"), **SAID)
    )
    return column


def level() -> list[alt.Chart]:
    """Draw the row of "mean" as a dashed horizontal line with its name above the right end.

    Wide charts show its `long` name.
    """
    mean = rows_of("mean").encode(y=alt.Y("value:Q"), key=KEY)
    text: Options = {"expr": "width > 500 && datum.long || datum.label"}
    return [
        mean.mark_rule(stroke=PAGE, strokeWidth=5),
        mean.mark_rule(strokeDash=[5, 4], strokeWidth=2),
        mean.mark_text(align="right", dy=-9, text=text, **BOLD).encode(x=alt.value("width")),
    ]


def fits(room: int) -> Options:
    """Return a look that hides the text of an area that is narrower than its room in pixels."""
    wide = "(datum.end - datum.start) * item.mark.group.width"
    return {"opacity": {"expr": f"{wide} > {room} ? 1 : 0"}}


def fits_rank() -> Options:
    """Return a look that hides the labels of ranks that are wider than a bar of all has room."""
    wide = "item.mark.group.width / (length(data('ranks')) + length(data('gone')))"
    return {"opacity": {"expr": f"{wide} > 8 * length(datum.label) ? 1 : 0"}}


def not_counted() -> list[alt.Chart]:
    """Draw nothing but the labels of the table "gone", and let each of its rows be heard."""
    gone = marks("gone")
    return [
        gone.mark_bar(width={"band": 1}, **UNSEEN).encode(y=alt.value(0), y2=FOOT, **TOLD),
        gone.mark_text(dy=-10, **fits_rank()).encode(y=FOOT, text="label:N"),
    ]


def named_levels() -> list[alt.Chart]:
    """Draw the rows of the table "levels" as dashed lines, each with its `label`.

    They have the height of the view's vertical axis. A label stands at the right of the plot, clear
    of all marks, `at` a height of its own.
    """
    levels = marks("levels")
    line = levels.encode(x=alt.value(0), x2=alt.value("width"))
    return [
        line.mark_rule(stroke=PAGE, strokeWidth=2),
        line.mark_rule(strokeDash=[5, 4], strokeWidth=2),
        levels.mark_text(align="left", dx=6, **BOLD).encode(
            x=alt.value("width"), y="at:Q", text="label:N"
        ),
    ]


def over(x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Draw list B over another list as a line of diamonds.

    The `name` of its last row is at the right of the title, clear of all marks.
    """
    b = rows_of("b").encode(x=x, y=y)
    filled = alt.when("datum.counts").then(COLOUR).otherwise(alt.value(PAGE))
    point = b.mark_point(shape="diamond", size=130, strokeWidth=2, fillOpacity=1, aria=True)
    return [
        b.mark_line(stroke=PAGE, strokeWidth=5).encode(**PATH),
        b.mark_line(strokeWidth=2).encode(stroke=STROKE, **PATH),
        point.encode(stroke=STROKE, fill=filled, **SAID),
        b.mark_text(align="right", dy=-27, **BOLD).encode(
            x=alt.value("width"), y=alt.value(0), text="name:N", key=KEY
        ),
    ]


def part_of_whole(title: str) -> View:
    """Draw what each rank adds to a score, in front of what it would add at best.

    `ui.draw.rows.of_whole` has the tables of rows.
    """
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    drawn: View = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="whole:Q", color="colour:N", **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up_to_room("height", title), color=PALETTE, key=BY_RANK)
    return drawn.properties(height=LOW)


def curves(
    x: alt.X,
    y: alt.Y,
    *,
    stepped: bool = False,
    dots: bool = False,
    sentence: Options = SAID,
    high: int = 260,
) -> View:
    """Draw curves, each with its name at its end.

    Rows by part:
        line: points of curves: `x`, `y`, `name`, `dash` (0 is solid), `strong` for the current one.
        was: the same before the last move.
        band: an area behind, from `low` to `high` at `x`.
        at: invisible columns from `low` to `high`, for pointer and screen reader.
        end: names at `x` and `y`, at the `left` of it if true, with a click action `do`. A thin
            line leads to a name from the end of its curve `at` a height.
        mark: a vertical line at `x` with a `label`, at its `left` if true.
        here: a point.
        room: extends the axis to `y`.

    Args:
        x: horizontal axis of the field "x".
        y: vertical axis of the field "y".
        stepped: whether curves are stairs.
        dots: whether points are drawn as dots.
        sentence: the sentence of the columns, if stacked views have different ones.
        high: height in pixels.
    """
    path: Options = {"interpolate": "step-after" if stepped else "linear"}
    kinds = alt.Scale(domain=[0, 1, 2], range=[[1, 0], [7, 5], [2, 5]])
    dash = alt.StrokeDash("dash:O", scale=kinds)
    line, before, band = (rows_of(part).encode(x=x) for part in ("line", "was", "band"))
    each: Options = {"detail": [alt.Detail("name:N"), alt.Detail("strong:N")], **PATH}
    points = line.mark_circle(size=16, opacity=1).encode(y=y, color=COLOUR, key=KEY)
    mark = rows_of("mark").encode(x=x, key=KEY)
    end, height = rows_of("end").encode(x=x), y.shorthand.partition(":")[0]
    led = end.transform_filter(f"isValid(datum.at) && isValid(datum.{height})")
    lead = led.mark_rule(xOffset=3, x2Offset=19, strokeWidth=1.25).encode(
        **{"x2": "x:Q", "y": like(y, "at"), "y2": height, "strokeDash": dash, "key": KEY},
        stroke=STROKE,
    )
    aside: Options = {"expr": "datum.left ? -8 : isValid(datum.at) ? 22 : 8"}
    side: Options = {"align": by("left", "right", "left"), "dx": aside}
    name = end.mark_text(aria=True, **side, **STRONG, **CLICKED)
    return alt.layer(
        room(y),
        band.mark_area(fillOpacity=0.2, **path).encode(
            y=like(y, "low"), y2="high:Q", color=COLOUR, **each
        ),
        before.mark_line(color=INK, opacity=0.2, strokeWidth=5, **path).encode(y=y, **each),
        line.mark_line(strokeWidth=by("strong", 4, 2), **path).encode(
            y=y, stroke=STROKE, strokeDash=dash, **each
        ),
        *([points] if dots else []),
        mark.mark_rule(strokeWidth=2, opacity=0.7),
        mark.mark_text(baseline="top", **BESIDE, **BOLD).encode(y=alt.value(0), text="label:N"),
        rows_of("here").mark_circle(size=130, opacity=1).encode(x=x, y=y, color=COLOUR, key=KEY),
        rows_of("at")
        .mark_rect(**CLICKED, **UNSEEN)
        .encode(x=like(x, "low"), x2="high:Q", y=alt.value(0), y2=alt.value("height"), **sentence),
        lead,
        name.encode(y=y, text="name:N", **SAID),
    ).properties(height=high)
