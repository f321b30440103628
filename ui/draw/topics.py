"""A bar for each topic, the worst first, and a line at their mean."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

import altair as alt
import numpy as np

from metrics.arrays import Array, Truth
from metrics.catalog import Metric
from ui.core import theme
from ui.core.plain import decimals, signed
from ui.draw.rows import Row
from ui.draw.style import (
    BESIDE,
    BOLD,
    CLICKED,
    COLOUR,
    KEY,
    SAID,
    UNSEEN,
    View,
    by,
    domain_of,
    rows_of,
)

TITLE: Final = "Which topics make the mean?"
AHEAD: Final = "On which topics is B ahead?"
SELECT: Final = "Select a bar to see its list."
MOST: Final = 30
"""Most bars, so that each has its name."""
TALLER: Final = 1.5
"""How much higher rows are on a phone, where each has two lines; `chart` has it, too."""
ENDS: Final = 12
"""Topics that are drawn from each end if not all are; the others are evenly spread between."""


def chart() -> View:
    """Draw a row for each topic: its name, perhaps the top of its list, its bar, and its number."""
    # The top of a list and how many are relevant: beside its bar, or on a phone below its name. The
    # container's width stays while the axis takes its part of it; `width` has it drawn anew.
    has, room, wide = "data('rows')[0].marks && width", "containerSize()[0] > 450", 92
    top, below = f"{has} && {room}", f"{has} && !({room})"
    high = f"height * ({below} ? 1.5 : 1)"
    scale = alt.Scale(
        nice=False,
        domain=domain_of("value", zero=True),
        range=[{"expr": f"{top} ? {wide + 8} : 0"}, {"expr": "width - 60"}],
    )
    ticks = alt.Axis(format="~g", tickCount=4, offset={"expr": f"{high} - height"})
    x = alt.X("value:Q", title=None, scale=scale, axis=ticks)
    # Names often differ at their end only, so a long one is cut in its middle.
    name = f"truncate(datum.value, width && {room} ? 30 : 22, 'center')"
    up = {"expr": f"{below} ? -8 : 0"}
    axis = alt.Axis(labelLimit=240, labelExpr=name, labelOffset=up, grid=False, minExtent=0)
    best = alt.EncodingSortField("place", op="min")
    rows = alt.Scale(rangeMax={"expr": high})
    y = alt.Y("topic:N", title=None, sort=best, axis=axis, scale=rows)
    each, level = rows_of("a").encode(y=y, key=KEY), rows_of("mean").encode(x=x, key=KEY)
    bar = each.mark_bar(height={"band": 0.7}, fillOpacity=by("strong", 1, 0.35))
    row = rows_of("a").mark_bar(height={"band": 1}, **UNSEEN, **CLICKED)
    return alt.layer(
        rows_of("room").mark_point(opacity=0).encode(x=x, key=KEY),
        bar.encode(x=x, color=COLOUR),
        level.mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(
            y=alt.value(0), y2=alt.value({"expr": high})
        ),
        level.mark_text(
            dy=-9, text={"expr": "width < 300 ? datum.short : datum.label"}, **BESIDE, **BOLD
        ).encode(y=alt.value(0)),
        each.mark_text(align="right").encode(x=alt.value("width"), text="label:N"),
        each.mark_text(
            align={"expr": f"{below} ? 'right' : 'left'"},
            dx={"expr": f"{below} ? -5 : 0"},
            dy={"expr": f"{below} ? 8 : 0"},
            text={
                "expr": f"{top} ? datum.marks : {below} ? datum.marks + ' ' + datum.relevant : ''"
            },
        ).encode(x=alt.value(0)),
        each.mark_text(align="right", text={"expr": f"{top} ? datum.relevant : ''"}).encode(
            x=alt.value(wide)
        ),
        rows_of("head")
        .mark_text(align="right", dy=-9, text={"expr": f"{top} ? datum.label : ''"})
        .encode(x=alt.value(wide), y=alt.value(0)),
        row.encode(x=alt.value(0), x2=alt.value("width"), y=y, **SAID),
    ).properties(height=alt.Step(24))


class Head(NamedTuple):
    """The top of a list: a sign for each grade, and how many documents are relevant in all."""

    marks: str
    relevant: int


class Scored(Protocol):
    """The scores of all topics: their mean, each, and whether it is 0/0."""

    @property
    def mean(self) -> float:
        """The mean score."""

    @property
    def each(self) -> Array:
        """The score of each topic."""

    @property
    def undefined(self) -> Truth:
        """Whether each is 0/0."""


def rows(
    names: Sequence[str],
    scored: Scored,
    metric: Metric,
    label: str,
    opened: int | None,
    worked: Callable[[Sequence[int]], Sequence[str]],
    heads: Callable[[Sequence[int]], Sequence[Head]],
    ranks: int,
) -> Iterator[Row]:
    """Yield a row for each topic, which a click opens, and for their mean.

    Args:
        names: names of all topics.
        scored: scores of all topics.
        metric: metric of the scores.
        label: label of the metric.
        opened: index of the topic on the board, if any.
        worked: function that explains the scores of some topics.
        heads: function that returns the tops of the lists of some topics.
        ranks: how many ranks such a top has.
    """
    places, chosen = _order(merit(scored, metric), opened)
    each = zip(places, chosen, worked(chosen), heads(chosen), strict=True)
    for place, topic, explanation, head in each:
        value = float(scored.each[topic])
        number = f"0/0, so {value:g}" if scored.undefined[topic] else decimals(value)
        yield {
            **{"part": "a", "key": f"topic {topic}", "place": place, "topic": names[topic]},
            **{"value": value, "marks": head.marks or "–", "relevant": f"of {head.relevant}"},
            "label": "▸ " * (topic == opened) + number,
            "strong": opened is None or topic == opened,
            "colour": theme.LINES,
            "said": f"Topic {names[topic]}: {label} = {explanation}",
            "do": _opens(topic),
        }
    yield {"part": "head", "key": "head", "label": f"top {ranks}, of all relevant"}
    most = metric.range[1] or float(scored.each.max())
    average = decimals(scored.mean)
    yield {
        **_mean(scored.mean, f"mean {label} {average}", scored.mean > 0.75 * most),
        "short": f"mean {average}",
    }
    yield {"part": "room", "key": "room", "value": metric.range[1] or 0}


def merit(scored: Scored, metric: Metric) -> Array:
    """Return how good each topic is: the lowest is the worst one."""
    return scored.each if metric.higher_is_better else -scored.each


def ahead(names: Sequence[str], a: Array, b: Array, *, opens: bool = False) -> Iterator[Row]:
    """Yield a row for each topic with two scores, and for the mean difference.

    If it `opens`, a click on a topic puts it on the board.
    """
    for place, topic in zip(*_order(b - a), strict=True):
        score_a, score_b = float(a[topic]), float(b[topic])
        yield {
            **{"part": "a", "key": names[topic], "place": place, "topic": names[topic]},
            **{"value": score_b - score_a, "label": signed(score_b - score_a), "strong": True},
            "colour": theme.LINES if score_b > score_a else theme.UNJUDGED,
            "said": f"{names[topic]}: A {decimals(score_a)}, B {decimals(score_b)}: "
            f"{signed(score_b - score_a)}",
            "do": _opens(topic) if opens else None,
        }
    if len(a):
        least, average, most = ((b - a).min(), float((b - a).mean()), (b - a).max())
        left = average > (min(least, 0) + max(most, 0)) / 2
        yield _mean(average, f"mean B − A {signed(average)}", bool(left))


def _opens(topic: int) -> str:
    return json.dumps({"do": "topic", "to": topic})


def _order(scores: Array, opened: int | None = None) -> tuple[list[int], list[int]]:
    """Return the places that are drawn, lowest score first, and their topics."""
    order, count = np.argsort(scores, kind="stable"), len(scores)
    places = np.arange(count)
    if count > MOST:
        between = np.linspace(ENDS, count - 1 - ENDS, MOST - 2 * ENDS).astype(int)
        places = np.concatenate([places[:ENDS], between, places[count - ENDS :]])
    if opened is not None:
        places = np.union1d(places, np.flatnonzero(order == opened))
    return places.tolist(), order[places].tolist()


def _mean(value: float, label: str, left: bool) -> Row:
    of_mean = {"part": "mean", "key": "mean", "value": value}
    return {**of_mean, "label": label, "short": label, "left": left}
