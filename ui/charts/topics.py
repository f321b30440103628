"""A bar for each topic, the best first, and a line at their mean."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import altair as alt
import numpy as np

from metrics.arrays import Array
from metrics.breakdown import Breakdown, mean
from metrics.catalog import Metric
from ui.charts.house import BESIDE, BOLD, CLICKED, COLOUR, KEY, SAID, UNSEEN, View, by, of, spread
from ui.charts.worked import Row
from ui.look import theme
from ui.look.plain import decimals, signed

TITLE: Final = "Which topics make the mean?"
AHEAD: Final = "On which topics is B ahead?"
MOST: Final = 50
"""Most bars, so that each has its name; of more topics, an even selection is drawn."""


def chart() -> View:
    """Draw a row for each topic: its name, its bar, and its number."""
    scale = alt.Scale(
        nice=False, domain=spread("value", zero=True), range=[0, {"expr": "width - 64"}]
    )
    x = alt.X("value:Q", title=None, scale=scale, axis=alt.Axis(format="~g", tickCount=4))
    limit = {"expr": "width > 450 ? 220 : 125"}
    axis = alt.Axis(labelLimit=limit, labelExpr="datum.value", grid=False, minExtent=0)
    best = alt.EncodingSortField("place", op="min")
    y = alt.Y("topic:N", title=None, sort=best, axis=axis)
    each, level = of("a").encode(y=y, key=KEY), of("mean").encode(x=x, key=KEY)
    bar = each.mark_bar(height={"band": 0.7}, fillOpacity=by("strong", 1, 0.35))
    row = of("a").mark_bar(height={"band": 1}, **UNSEEN, **CLICKED)
    return alt.layer(
        of("room").mark_point(opacity=0).encode(x=x, key=KEY),
        bar.encode(x=x, color=COLOUR),
        level.mark_rule(strokeDash=[5, 4], strokeWidth=2),
        level.mark_text(dy=-9, **BESIDE, **BOLD).encode(y=alt.value(0), text="label:N"),
        each.mark_text(align="right").encode(x=alt.value("width"), text="label:N"),
        row.encode(x=alt.value(0), x2=alt.value("width"), y=y, **SAID),
    ).properties(height=alt.Step(24))


def rows(
    names: Sequence[str],
    scored: Breakdown,
    metric: Metric,
    label: str,
    opened: int | None,
    worked: Callable[[Sequence[int]], Sequence[str]],
) -> Iterator[Row]:
    """Yield a row for each topic, which a click opens, and for their mean.

    Args:
        names: names of all topics.
        scored: scores of all topics.
        metric: metric of the scores.
        label: label of the metric.
        opened: index of the topic on the board, if any.
        worked: function that explains the scores of some topics.
    """
    places, chosen = _order(-scored.score if metric.higher_is_better else scored.score, opened)
    for place, topic, explanation in zip(places, chosen, worked(chosen), strict=True):
        value = float(scored.score[topic])
        number = "0/0" if scored.undefined[topic] else decimals(value)
        yield {
            **{"part": "a", "key": f"topic {topic}", "place": place, "topic": names[topic]},
            "value": value,
            "label": "▸ " * (topic == opened) + number,
            "strong": opened is None or topic == opened,
            "colour": theme.LINES,
            "said": f"Topic {names[topic]}: {label} = {explanation}",
            "do": json.dumps({"do": "topic", "to": topic}),
        }
    most = metric.range[1] or float(scored.score.max())
    average = float(mean(scored))
    yield _mean(average, f"mean {label} {decimals(average)}", average > most / 2)
    yield {"part": "room", "key": "room", "value": metric.range[1] or 0}


def ahead(names: Sequence[str], a: Array, b: Array) -> Iterator[Row]:
    """Yield a row for each topic with two scores, and for the mean difference."""
    for place, topic in zip(*_order(a - b), strict=True):
        score_a, score_b = float(a[topic]), float(b[topic])
        yield {
            **{"part": "a", "key": names[topic], "place": place, "topic": names[topic]},
            **{"value": score_b - score_a, "label": signed(score_b - score_a), "strong": True},
            "colour": theme.LINES if score_b > score_a else theme.UNJUDGED,
            "said": f"{names[topic]}: A {decimals(score_a)}, B {decimals(score_b)}: "
            f"{signed(score_b - score_a)}",
        }
    if len(a):
        least, average, most = ((b - a).min(), float((b - a).mean()), (b - a).max())
        left = average > (min(least, 0) + max(most, 0)) / 2
        yield _mean(average, f"mean B − A {signed(average)}", bool(left))


def _order(worse: Array, opened: int | None = None) -> tuple[list[int], list[int]]:
    """Return the places that are drawn, best first, and their topics."""
    order = np.argsort(worse, kind="stable")
    places = np.unique(np.linspace(0, len(order) - 1, min(len(order), MOST)).astype(int))
    if opened is not None:
        places = np.union1d(places, np.flatnonzero(order == opened))
    return places.tolist(), order[places].tolist()


def _mean(value: float, label: str, left: bool) -> Row:
    return {"part": "mean", "key": "mean", "value": value, "label": label, "left": left}
