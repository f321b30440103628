"""The house style of the charts, and the shapes they are made of.

A chart is built once and holds no data; its rows flow in with every run. A row is one mark:

    part    what the mark belongs to: "a" is the list, "was" the list before the last move, "b"
            list B; a shape may name others
    key     the mark's name; a mark that keeps its key is moved, not built anew
    said    its sentence, which is its tooltip and its accessible name. It begins "Rank 3:" where
            the mark is about rank 3 (assets/lit.js lights what else is about it)
    colour  an index into the theme's palette (`ui.look.theme`)

The other columns are a shape's own. This file needs Altair alone, so a notebook can hold it.
"""

from typing import Any, Final, TypeAlias

import altair as alt

Options: TypeAlias = dict[str, Any]
View: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart | alt.VConcatChart

DATA: Final = alt.NamedData("rows")
INK: Final = "currentColor"
PAGE: Final[Options] = {"expr": "background"}
KEY: Final = "key:N"
SAID: Final[Options] = {"tooltip": "said:N", "description": "said:N", "key": KEY}
GROWN: Final[Options] = {"tooltip": "grown:N", "description": "grown:N", "key": KEY}
SIZED: Final[Options] = {"tooltip": "sized:N", "description": "sized:N", "key": KEY}
"""Sentences of a mark: what is worked out there, what the score has grown to, and its size.

Only a mark with `aria=True` is heard; without a sentence it is not pointed at, either.
"""
PATH: Final[Options] = {"key": alt.Key(KEY, aggregate="min"), "description": KEY}
"""The key of a line's points. Vega-Lite would part the line by it, were it not an aggregate.

All columns that such a line needs are channels of its own, or its `detail`.
"""
FAINT: Final[Options] = {"color": INK, "fillOpacity": 0.13}
"""For what is out of reach."""
GHOST: Final[Options] = {"fillOpacity": 0, "stroke": "#8a8a8a", "opacity": 0.75, "strokeWidth": 3}
"""For where something was before the last move: a broad grey outline."""
UNSEEN: Final[Options] = {"color": INK, "fillOpacity": 0, "aria": True}
"""For what lies over other marks, to be pointed at."""
DASHED: Final[Options] = {"stroke": INK, "strokeDash": [5, 4]}
BOLD: Final[Options] = {"fontWeight": 600}
MERIT: Final[Options] = {"labelExpr": "format(abs(datum.value), '.3~f')"}
"""For an axis of scores whose better end is always the further one: a score that is better lower
stands there with a minus, which is not written."""
MISSED: Final = 1000
"""Added to the rank of a document that was never retrieved; the axis shows a dash for it."""
HIGH: Final = 200
"""Pixels of a view from top to bottom."""

_PALETTE: Final = alt.Scale(domain=list(range(12)))
COLOUR: Final = alt.Color("colour:N", scale=_PALETTE)
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
            "axisY": {  # its title lies above its numbers, so that nobody has to turn their head
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
            "mark": {"aria": False, "tooltip": None},
            "view": {"continuousWidth": 640, "discreteWidth": 640},  # where no page gives one
            "text": {"fontSize": 14, "color": INK, "fill": INK},
            "rule": {"color": INK},
            "line": {"strokeCap": "round", "strokeJoin": "round"},
        }
    }


def of(*parts: str) -> alt.Chart:
    """Take the rows of some parts."""
    among = " || ".join(f"datum.part == '{part}'" for part in parts)
    wanted: alt.Chart = alt.Chart(DATA).transform_filter(among)
    return wanted


def ranks(title: str | None = "Rank") -> alt.X:
    """Lay ranks out from left to right."""
    shown = f"datum.value < {MISSED} ? datum.label : '–'"
    return alt.X("rank:O", title=title, axis=alt.Axis(labelExpr=shown))


def spread(*fields: str, zero: bool = False) -> list[Options]:
    """Return a domain from the least to the most that these columns hold, and from 0 if `zero`.

    It is about the rows of all parts together: Vega would warn of each part that has no rows.
    """
    each = [f"extent(pluck(data('rows'), '{field}'))" for field in fields]
    least, most = (", ".join(f"{extent}[{end}] || 0" for extent in each) for end in (0, 1))
    first = f"min(0, {least})" if zero else f"min({least})"
    return [{"expr": first}, {"expr": f"max({most}) || {int(zero)}"}]


def across(field: str, title: str, *domain: Any, kind: Any = "linear", **axis: Any) -> alt.X:
    """Lay values out from left to right, over a `domain`, or from the least to the most of them."""
    return alt.X(
        f"{field}:Q",
        title=title,
        scale=alt.Scale(type=kind, nice=False, domain=domain or spread(field)),
        axis=alt.Axis(
            **{"format": ".3~f", "tickCount": 6 if kind == "linear" else alt.Undefined, **axis}
        ),
    )


def up(field: str, title: str, most: float | None = 1, *others: str, **axis: Any) -> alt.Y:
    """Lay values out from 0 upwards, to `most`, or as far as they and other columns go."""
    axis = {"tickCount": 5, **axis}
    open_: Options = {"domain": spread(field, *others, zero=True), "nice": axis["tickCount"]}
    scale, shown = alt.Scale(**({"domain": [0, most]} if most else open_)), alt.Axis(**axis)
    return alt.Y(f"{field}:Q", title=title, scale=scale, stack=None, axis=shown)


def like(channel: Any, field: str) -> Any:
    """Lay another field out along the same axis."""
    same = channel.copy()
    same.shorthand = f"{field}:Q"
    return same


def by(field: str, yes: Any, no: Any) -> Options:
    """Let a look depend on a column of the row: one if it is true, else the other."""
    return {"expr": f"datum.{field} ? {yes!r} : {no!r}"}


BESIDE: Final[Options] = {"align": by("left", "right", "left"), "dx": by("left", -6, 6)}
"""For a name to the left of its place, or to the right."""
STRONG: Final[Options] = {"fontWeight": by("strong", 700, 400)}
CLICKED: Final[Options] = {"cursor": by("do", "pointer", "default")}


def stack(*views: View) -> View:
    """Set views below each other; what is about one rank is lit in all of them together."""
    return alt.vconcat(*views, spacing=26)


def by_position(
    title: str,
    *,
    most: float | None = 1,
    whole: bool = False,
    due: bool = False,
    alone: bool = False,
    lost: bool = False,
    below: str = "Rank",
) -> View:
    """Draw a bar a rank: filled where it counts, hollow where not.

    Rows of "a", "was" and "b" have `rank`, `value`, `counts`, and of "a" a `label`. Rows of "gone"
    have a `rank` and a `label`: nothing counts there. The row of "mean" is a line through all
    ranks: `value`, `label`; other labels keep clear of it. The row of "room" keeps room up to a
    `value`. List B is a line of diamonds over the bars.

    Args:
        title: what the bars measure.
        most: the end of the axis; None ends it with the longest bar.
        whole: whether the bar is a part of a see-through one, `whole`.
        due: whether a dashed frame, `due`, says how long the bar could be.
        alone: whether a ring beside it, `alone`, says what the document would have by itself.
        lost: whether its end is red down to `left`.
        below: the name of the axis of ranks.
    """
    x, y = ranks(below), up("value", title, most, *["whole"] * whole, *["due"] * due)
    wide: Options = {"width": {"band": 0.56}}
    bar = of("a").encode(x=x, key=KEY)
    before = moved("", "rank", "value", "counts").mark_bar(width={"band": 0.84}, **GHOST)
    layers: list[View] = [before.encode(x=x, y=y, key=KEY), room(y)]
    if whole:
        pale = bar.mark_bar(fillOpacity=0.25, **wide)
        layers.append(pale.encode(y=like(y, "whole"), color=COLOUR))
    solid = bar.mark_bar(strokeWidth=by("value", 1.75, 0), fillOpacity=by("counts", 1, 0), **wide)
    layers.append(solid.encode(y=y, color=COLOUR, stroke=STROKE))
    if lost:
        red = bar.transform_calculate(hue="11").mark_bar(**wide)
        layers.append(red.encode(y=y, y2="left:Q", color=alt.Color("hue:N", scale=_PALETTE)))
    if due:
        frame = of("a", "gone").mark_bar(width={"band": 0.7}, fillOpacity=0, **DASHED)
        layers.append(frame.encode(x=x, y=like(y, "due"), key=KEY))
    known = of("a", "gone", "mean").transform_calculate(
        line="datum.part === 'mean' ? datum.value : null",
        longest="length(datum.long || '')",
        shortest="datum.part === 'mean' ? length(datum.label) : 0",
    )
    named = known.transform_joinaggregate(
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
    if alone:
        aside = alt.X("rank:O", bandPosition=0.94)
        ring = of("a").mark_point(filled=False, size=90, strokeWidth=2, stroke=INK)
        layers.append(ring.encode(x=aside, y=like(y, "alone"), key=KEY))
    return alt.layer(*layers).properties(height=HIGH)


def moved(own: str, *columns: str) -> alt.Chart:
    """Take the rows of "was" that no row of "a" is like, by these columns."""
    both = of(f"{own}a", f"{own}was")
    both = both.transform_joinaggregate(parts="distinct(part)", groupby=list(columns))
    gone: alt.Chart = both.transform_filter(f"datum.part == '{own}was' && datum.parts < 2")
    return gone


def room(y: alt.Y) -> alt.Chart:
    """Let an axis reach as far as the row of "room" says, though no mark may be there."""
    unseen: alt.Chart = of("room").mark_point(opacity=0).encode(y=y, key=KEY)
    return unseen


def columns(x: alt.X, sentence: Options = SAID) -> alt.Chart:
    """Lay a column from top to bottom at each place, unseen: to be pointed at, and heard."""
    rows = of("a") if sentence is GROWN else of("a", "gone")
    column: alt.Chart = rows.mark_bar(width={"band": 1}, **UNSEEN).encode(
        x=x, y=alt.value(0), y2=alt.value("height"), **sentence
    )
    return column


def level() -> list[alt.Chart]:
    """Draw the row of "mean" as a dashed line from side to side, its name above its right end.

    Where there is room, the name is its `long` one.
    """
    mean = of("mean").encode(y=alt.Y("value:Q"), key=KEY)
    text: Options = {"expr": "width > 500 && datum.long || datum.label"}
    return [
        mean.mark_rule(stroke=PAGE, strokeWidth=5),
        mean.mark_rule(strokeDash=[5, 4], strokeWidth=2),
        mean.mark_text(align="right", dy=-9, text=text, **BOLD).encode(x=alt.value("width")),
    ]


def over(x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Lay list B over another list, as a line of diamonds; its last row has its `name`.

    The name stands at the end of the line with the title, clear of all marks.
    """
    b = of("b").encode(x=x, y=y)
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


def climb(title: str, *, most: float | None = 1, due: bool = False) -> View:
    """Draw a score as it grows from rank to rank: `sum`; and what is `due` at most, `ideal`.

    The row of "room" keeps room up to a `sum`.
    """
    x, y = ranks(), up("sum", title, most, *["ideal"] * due, tickCount=3)
    step: Options = {"interpolate": "step-after"}
    hue: Options = {"shorthand": "hue:N", "scale": _PALETTE}
    grows = of("a").transform_calculate(hue="8")  # its points may have the grades' colours
    each = of("a", "was").transform_joinaggregate(parts="distinct(part)", groupby=["rank", "sum"])
    each = each.transform_joinaggregate(parts="min(parts)")  # 2: nothing has changed
    before = each.transform_filter("datum.part == 'was' && datum.parts < 2")
    lines = [
        before.mark_line(color=INK, opacity=0.25, strokeWidth=5, **step).encode(y=y),
        of("b").mark_line(strokeWidth=2, **step).encode(y=y, stroke=STROKE),
        grows.mark_line(strokeWidth=3, **step).encode(y=y, stroke=alt.Stroke(**hue)),
    ]
    if due:
        best = of("a", "gone").encode(y=like(y, "ideal"))
        gap = best.transform_calculate(hue="11").mark_area(fillOpacity=0.16, **step)
        gap = gap.encode(y2="sum:Q", fill=alt.Fill(**hue))
        lines[:0] = [gap, best.mark_line(**DASHED, **step)]
    drawn = (line.encode(x=x, **PATH) for line in lines)
    # so that ranks are where they are above
    gone = of("gone").mark_point(opacity=0).encode(x=x, key=KEY)
    point = of("a").mark_circle(size=60, opacity=1).encode(x=x, y=y, color=COLOUR, key=KEY)
    return alt.layer(*drawn, gone, room(y), point, columns(x, GROWN)).properties(height=110)


def areas(below: str, title: str, *, own: str = "") -> View:
    """Draw rectangles side by side, whose area is the score.

    Rows of "a", "was", "b" and "empty" that have a `start` have an `end`, and a height `high`; of
    "a" and "empty" a `step` as label, where it has room. What is "empty" is a frame, tinted if
    it is `assumed`. The names of its `own` parts begin so, where another view draws other rows.
    """
    x, y = across("start", below, 0, 1), up("high", title, titleY=-40)  # labels stand below it
    before = moved(own, "start", "end", "high")
    now, before, b, empty = (
        rows.transform_filter("isValid(datum.start)").encode(x=x, x2="end:Q", y=y)
        for rows in (of(f"{own}a"), before, of(f"{own}b"), of(f"{own}empty"))
    )
    fits: Options = {"expr": "(datum.end - datum.start) * item.mark.group.width > 48 ? 1 : 0"}
    label = (
        of(f"{own}a", f"{own}empty")
        .transform_filter("datum.step")
        .transform_calculate(middle="(datum.start + datum.end) / 2")
        .mark_text(dy=-26, lineBreak="\n", lineHeight=17, opacity=fits)
    )
    return alt.layer(
        empty.mark_rect(color=INK, fillOpacity=by("assumed", 0.13, 0), aria=True, **DASHED).encode(
            **SAID
        ),
        now.mark_rect(stroke=PAGE, strokeWidth=1.5, aria=True).encode(color=COLOUR, **SIZED),
        before.mark_rect(**GHOST).encode(key=KEY),
        b.mark_rect(fillOpacity=0, strokeWidth=2.5).encode(stroke=STROKE, key=KEY),
        label.encode(x=like(x, "middle"), y=y, text="step:N", key=KEY),
    ).properties(height=HIGH)


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

    Rows of "line" are points of curves: `x`, `y`, `name`, `dash` (0 is solid), and `strong` for the
    present one; rows of "was" the same before the last move. Rows of "band" are an area behind:
    `x`, `low`, `high`. Rows of "at" are columns to be pointed at, from `low` to `high`. Rows of
    "end" are names, at `x` and `y`, and a thin line leads to one whose curve ends `at` a height;
    it stands to the `left` of its place if that is true; one with an action `do` does it when it is
    clicked. Rows of "mark" are a line from top to bottom at `x`, with a `label`, which is on its
    `left` if that is true; rows of "here" a point. The row of "room" keeps room up to a `y`.

    Args:
        x: the axis from left to right, of the field "x".
        y: the axis upwards, of the field "y".
        stepped: whether curves are stairs.
        dots: whether their points are dots.
        sentence: what the columns say, where views that are stacked say something else.
        high: pixels from top to bottom.
    """
    path: Options = {"interpolate": "step-after" if stepped else "linear"}
    kinds = alt.Scale(domain=[0, 1, 2], range=[[1, 0], [7, 5], [2, 5]])
    dash = alt.StrokeDash("dash:O", scale=kinds)
    line, before, band = (of(part).encode(x=x) for part in ("line", "was", "band"))
    each: Options = {"detail": ["name:N", "strong:N"], **PATH}
    points = line.mark_circle(size=16, opacity=1).encode(y=y, color=COLOUR, key=KEY)
    mark = of("mark").encode(x=x, key=KEY)
    end, height = of("end").encode(x=x), y.shorthand.partition(":")[0]
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
        of("here").mark_circle(size=130, opacity=1).encode(x=x, y=y, color=COLOUR, key=KEY),
        of("at")
        .mark_rect(**CLICKED, **UNSEEN)
        .encode(x=like(x, "low"), x2="high:Q", y=alt.value(0), y2=alt.value("height"), **sentence),
        lead,
        name.encode(y=y, text="name:N", **SAID),
    ).properties(height=high)


def bins(
    title: str,
    *,
    up: str = "How many",
    step: float = 1,
    room: int = 0,
    **axis: Any,
) -> View:
    """Draw a distribution: how many there are of each value.

    Rows of "bin" go from `low` to `high` across, and from `bottom` to `top` upwards; what is not
    `strong` is pale. Where the bottom is 0 a column can be pointed at, however short the bar. Rows
    of "mark" are lines at `low`, from top to bottom, or `from` and `to` so many pixels below the
    top; their `name` stands at a `lane`, to the left of its line if `left`, and bold if `strong`.
    Rows of "span" are brackets from `low` to `high`, `lane` pixels below the top, whose `name` is
    near their middle, at this `share` of the width; one that goes on is `open`: "low", "high" or
    both. Rows of "room" keep room across, as far as `low`.

    Args:
        title: what is counted.
        up: what the bins are as high as.
        step: the least difference between two numbers of the axis upwards.
        room: pixels above the bins that are kept free for names and brackets.
        axis: how the axis across writes its numbers.
    """
    x = across("low", title, *spread("low", "high"), **{"format": "~g", **axis})
    upwards = alt.Scale(domain=spread("top", zero=True), range=[{"expr": "height"}, room])
    y = alt.Y("top:Q", title=up, scale=upwards, axis=alt.Axis(tickCount=4, tickMinStep=step))
    bar = of("bin").encode(x=x, x2="high:Q")
    shape = bar.mark_rect(stroke=PAGE, strokeWidth=1, fillOpacity=by("strong", 1, 0.45))
    column = bar.transform_filter("datum.bottom === 0").mark_rect(**CLICKED, **UNSEEN)
    line, span = (of(part).encode(x=x, key=KEY) for part in ("mark", "span"))
    lane = alt.Y("lane:Q", scale=None)
    least, at = "8 * length(datum.name)", "scale('x', datum.low)"
    near: Options = {"expr": f"datum.left ? max({least}, {at}) : {at}"}
    side = line.mark_text(baseline="top", x=near, **BESIDE, **STRONG)
    piece: Options = {"y": {"expr": "datum.from || 0"}, "y2": {"expr": "datum.to || height"}}
    ticks: Options = {"orient": "vertical", "thickness": 2.5, "size": 14, "color": INK}
    short = "replace(datum.name, regexp('(: p|, 0 is).*'), '')"  # where there is no more room
    told = f"(8 * length(datum.name) > width ? {short} : datum.name)"
    half = f"4 * length({told})"
    middle: Options = {"expr": f"clamp(datum.share * width, {half}, max({half}, width - {half}))"}
    return alt.layer(
        of("room").mark_point(opacity=0).encode(x=x, key=KEY),
        shape.encode(y=y, y2="bottom:Q", color=COLOUR, key=KEY),
        line.mark_rule(strokeDash=by("strong", [1, 0], [5, 4]), strokeWidth=2, **piece),
        side.encode(y=lane, text="name:N"),
        column.encode(y=alt.value(0), y2=alt.value("height"), order="low:Q", **SAID),
        span.mark_rule(strokeWidth=2.5, aria=True).encode(x2="high:Q", y=lane, **SAID),
        *(
            span.transform_filter(f"indexof(datum.open, '{end}') < 0")
            .mark_tick(**ticks)
            .encode(x=like(x, end), y=lane)
            for end in ("low", "high")
        ),
        span.mark_text(dy=-15, text={"expr": told}, **STRONG).encode(x=alt.value(middle), y=lane),
    ).properties(height=HIGH)
