"""A dot for each topic, by two metrics, or by a metric and the share that nobody judged."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

import altair as alt
import numpy as np

from metrics.arrays import Array
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row
from ui.draw.style import (
    BOLD,
    CLICKED,
    COLOUR,
    INK,
    KEY,
    SAID,
    Options,
    View,
    across,
    by,
    domain_of,
    rows_of,
)

TITLE: Final = "Which topics do the two see differently?"
_MOST: Final = 400
"""Most dots; of more topics, an even selection by the first metric is drawn."""
_NAMED: Final = 3


def chart() -> View:
    """Draw the dots, the two means as lines, and the names of those that differ most."""
    scale = alt.Scale(domain=domain_of("y"), nice=False, zero=False, padding=12)
    x = across("x", "")
    y = alt.Y("y:Q", title=None, scale=scale, axis=alt.Axis(format=".3~f", tickCount=5))
    topic, mean = rows_of("a").encode(x=x, y=y, key=KEY), rows_of("mean")
    dot = topic.mark_circle(size=by("strong", 260, 110), stroke=INK, aria=True, **CLICKED)
    line: Options = {"strokeDash": [5, 4], "opacity": 0.6}
    title = rows_of("title").mark_text(baseline="bottom", align=by("left", "left", "right"), **BOLD)
    place = {
        "x": {"expr": "datum.left ? -38 : width"},
        "y": {"expr": "datum.left ? -12 : height + 44"},
    }
    return alt.layer(
        mean.mark_rule(**line).encode(x=x, key=KEY),
        mean.mark_rule(**line).encode(y=y, key=KEY),
        dot.encode(color=COLOUR, strokeWidth=alt.value(1), **SAID),
        topic.mark_text(align=by("left", "right", "left"), dx=by("left", -12, 12)).encode(
            text="name:N"
        ),
        title.encode(text="name:N", key=KEY, **{at: alt.value(each) for at, each in place.items()}),
    ).properties(height=300)


def rows(
    names: Sequence[str], labels: tuple[str, str], x: Array, y: Array, opened: int | None
) -> Iterator[Row]:
    """Write a row for each topic, which a click opens, one for both means, and the axes' names."""
    order = np.argsort(x, kind="stable")
    drawn = order[np.unique(np.linspace(0, len(order) - 1, min(len(order), _MOST)).astype(int))]
    one, other = ((each - each.mean()) / (each.std() or 1) for each in (x, y))
    unlike_most = abs(one - np.copysign(1, (one * other).sum()) * other)  # from how most of them go
    named = set(np.argsort(-unlike_most, kind="stable")[:_NAMED].tolist())
    middle = float(x.min() + x.max()) / 2
    for at in drawn.tolist():
        scores = zip(labels, (float(x[at]), float(y[at])), strict=True)
        scores_text = ", ".join(f"{label} {decimals(value)}" for label, value in scores)
        yield {
            **{"part": "a", "key": f"topic {at}", "x": float(x[at]), "y": float(y[at])},
            "name": names[at] if at in named and unlike_most[at] > 1e-9 else "",
            **{"left": x[at] > middle, "strong": at == opened, "colour": theme.LINES},
            "said": f"Topic {names[at]}: {scores_text}",
            "do": json.dumps({"do": "topic", "to": at}),
        }
    if len(x):
        yield {"part": "mean", "key": "mean", "x": float(x.mean()), "y": float(y.mean())}
    for at, label in enumerate(labels):
        yield {"part": "title", "key": f"title {at}", "name": label, "left": bool(at)}
