"""A bar for each topic, best first, and a line at their mean."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import altair as alt
import numpy as np

from metrics.breakdown import Breakdown, mean
from metrics.catalog import Metric
from ui import theme
from ui.charts.house import COLOUR, KEY, SAID, UNSEEN, View, by, level, of, room, up
from ui.charts.worked import Row
from ui.plain import decimals

TITLE: Final = "Which topics make the mean?"
MOST: Final = 400
"""Bars at most: an eye cannot tell more, and each is an element of the page."""
_CROWD: Final = 100
"""Of more bars none is pale: they are too thin to be told apart."""


def chart() -> View:
    """Draw the sorted bars; a score of 0 has none, so each topic is an unseen column as well."""
    axis = alt.Axis(
        labelAngle=-20, labelLimit={"expr": "min(110, width / length(domain('x')) / 2 + 38)"}
    )
    best = alt.EncodingSortField("place", op="min")
    x = alt.X("topic:N", title="Topics, best first", sort=best, axis=axis)
    y = up("value", "Score", None)
    bar = of("a").encode(x=x, y=y, key=KEY)
    column = of("a").mark_bar(width={"band": 1}, cursor="pointer", **UNSEEN)
    return alt.layer(
        room(y),
        bar.mark_bar(fillOpacity=by("strong", 1, 0.35)).encode(color=COLOUR),
        *level(),
        bar.mark_text(dy=-9).encode(text="label:N"),
        column.encode(x=x, y=alt.value(0), y2=alt.value("height"), **SAID),
    ).properties(height=280)


def rows(
    names: Sequence[str],
    scored: Breakdown,
    metric: Metric,
    label: str,
    opened: int | None,
    worked: Callable[[Sequence[int]], Sequence[str]],
) -> Iterator[Row]:
    """Write a row for each topic, which a click opens, and for their mean.

    Args:
        names: of all topics.
        scored: their scores by a metric.
        metric: that metric.
        label: what the metric is called.
        opened: the topic on the board, if one is.
        worked: works the scores of some topics out.
    """
    order = np.argsort(-scored.score if metric.higher_is_better else scored.score, kind="stable")
    places = np.unique(np.linspace(0, len(order) - 1, min(len(order), MOST)).astype(int))
    if opened is not None:
        places = np.union1d(places, np.flatnonzero(order == opened))
    drawn = order[places].tolist()
    for place, topic, told in zip(places.tolist(), drawn, worked(drawn), strict=True):
        value = float(scored.score[topic])
        nothing = "0/0" if scored.undefined[topic] else "0" * (len(order) <= _CROWD)
        yield {
            **{"part": "a", "key": f"topic {topic}", "place": place, "topic": names[topic]},
            "value": value,
            "label": "▼" * (topic == opened) + nothing * (not value),
            "strong": opened is None or topic == opened or len(order) > _CROWD,
            "colour": theme.LINES,
            "said": f"Topic {names[topic]}: {label} = {told}",
            "do": json.dumps({"do": "topic", "to": topic}),
        }
    average = float(mean(scored))
    told = f"mean {label} {decimals(average)}"
    yield {"part": "mean", "key": "mean", "value": average, "label": told}
    yield {"part": "room", "key": "room", "value": metric.range[1] or 0}
