"""The score of each query, best first, and the means that lie between them."""

from collections.abc import Iterator
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.plain import decimals
from ui.core.screen import query_name
from ui.draw.rows import Row
from ui.draw.score import Measured
from ui.draw.style import (
    BESIDE,
    BOLD,
    COLOUR,
    GHOST,
    INK,
    KEY,
    PAGE,
    SAID,
    Options,
    View,
    across,
    by,
    rows_of,
)

TITLE: Final = "Which queries make the mean?"


def chart() -> View:
    """Draw a row for each query, and a named line for each mean."""
    x = across("x", "Score of a query")
    lane = alt.Y("lane:Q", axis=None, scale=alt.Scale(domain=[1, 0]))
    query, mean = rows_of("a").encode(y=lane), rows_of("mean").encode(x=x, key=KEY)
    there = query.transform_filter("isValid(datum.x)").encode(x=x, color=COLOUR, key=KEY)
    left, right = alt.value(0), alt.value("width")
    names = query.mark_text(align="left", dy=-17, limit={"expr": "width - 130"})
    scores = query.mark_text(align="right", dy=-17, **BOLD)
    clear: Options = {  # clears the line of a mean behind a name
        **{"x": 0, "x2": {"expr": "min(width - 130, 6.8 * length(datum.name))"}, "fill": PAGE},
        **{"y": {"expr": "height * datum.lane - 26"}, "y2": {"expr": "height * datum.lane - 8"}},
    }
    side = mean.mark_text(fontWeight=by("strong", 700, 400), **BESIDE)
    row = query.mark_rule(strokeWidth=30, strokeOpacity=0, aria=True)
    return alt.layer(
        rows_of("edge").mark_point(opacity=0).encode(x=x),
        rows_of("mean was").mark_rule(strokeWidth=6, opacity=0.2).encode(x=x, key=KEY),
        query.mark_rule(opacity=0.3).encode(x=left, x2=right, key=KEY),
        there.mark_rule(strokeWidth=7, opacity=0.35).encode(x2="mean:Q"),
        mean.mark_rule(strokeDash=by("strong", [1, 0], [5, 4]), strokeWidth=2),
        side.encode(y=lane, text="name:N"),
        rows_of("a").mark_rect(**clear).encode(key=KEY),
        rows_of("was").mark_circle(size=420, **GHOST).encode(x=x, y=lane, key=KEY),
        there.mark_circle(size=190, opacity=1),
        names.encode(x=left, text="name:N", key=KEY),
        scores.encode(x=right, text="label:N", key=KEY),
        row.encode(x=left, x2=right, stroke=alt.value(INK), **SAID),
    ).properties(height=300)


def rows(mean: Measured, _other: None, another: Measured, each: str) -> Iterator[Row]:
    """Yield a row for each query, scored by the metric `each`, for the mean, and for another."""
    screen, count = mean.screen, mean.breakdown.aside["count"]
    low, high = mean.bounds[0], mean.bounds[1] or screen.k + 1
    queries, terms = screen.queries, mean.breakdown.terms
    was = [] if mean.terms_before is None else mean.terms_before.terms["score"].tolist()
    query_rows = zip(
        queries.items(),
        *(terms[name].tolist() for name in ("score", "defined", "counts", "contribution")),
        was if len(was) == len(queries) else [None] * len(queries),
        strict=True,
    )
    best = sorted(
        enumerate(query_rows, start=1),
        key=lambda query: (not query[1][3], query[1][1] * (-1 if mean.higher_is_better else 1)),
    )
    for place, (at, ((name, ranked), score, defined, counts, adds, before)) in enumerate(best):
        lane = (place + 0.7) / len(best)
        value = decimals(score) if defined else f"0/0 → {decimals(score)}"
        worked = f"{each} = {value}, adds 1/{count:g} × {decimals(score)} = {decimals(adds)}"
        begins = f"Query {at}, {ranked.query}" if ranked.query else f"Query {at}"
        yield {
            **{"part": "a", "key": name, "lane": lane, "name": query_name(at, ranked)},
            **{"x": score if counts else None, "mean": mean.score},
            "label": value if counts else "left out",
            "colour": theme.HIT,
            "said": f"{begins}: {worked if counts else 'nothing to find, left out'}",
        }
        if before not in (None, score):
            yield {"part": "was", "key": f"was {name}", "lane": lane, "x": before}
    for index, line in enumerate((mean, another)):
        if line.score == line.score:
            yield {
                **{"part": "mean", "key": f"mean{index}", "x": line.score},
                "lane": 0.06 * index - 0.09,
                "name": f"{line.label} {line.text}",
                "left": (line.score - low) / (high - low)
                > (0.3 if line.score < mean.score else 0.7),
                "strong": not index,
            }
    if mean.change is not None and mean.terms_before is not None:
        yield {"part": "mean was", "key": "mean was", "x": float(mean.terms_before.score)}
    for edge in (low, high):
        yield {"part": "edge", "key": f"edge{edge:g}", "x": edge}
