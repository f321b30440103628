"""The mean without each query in turn, beside the mean over all of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from pages.mean_over_queries import queries
from ui.core.plain import decimals
from ui.core.screen import query_name
from ui.draw import rank_terms
from ui.draw.rows import Row, changed
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    FOOT,
    LOW,
    PALETTE,
    TOLD,
    UNSEEN,
    View,
    marks,
    named_levels,
    up_to_room,
)

TITLE: Final = "What is the mean without one query?"


def chart() -> View:
    """Draw a bar for each query: the mean of the others. A line is the mean of all."""
    bars, was, room = map(marks, ("queries", "was", "room"))
    x = alt.X("query:O", title="The query that is left out")
    shown = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE).encode(x=x),
        bars.mark_bar(**BAR).encode(x=x, color=alt.datum(8)),
        *named_levels(),
        bars.mark_text(dy=-8).encode(x=x, y=alt.value(0), text="label:N"),
        bars.mark_bar(width={"band": 1}, **UNSEEN).encode(x=x, y=alt.value(0), y2=FOOT, **TOLD),
    ).encode(
        y=up_to_room("height", "Mean of the others", nice=False),
        color=PALETTE,
        key=alt.Key("query:N"),
    )
    return shown.properties(height=LOW)


def rows(mean: Measured, _other: None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    now, score = [*_queries(mean)], mean.score
    if len(now) > queries.FEW:  # the numbers would overlap: the largest change alone has its own
        away = [abs(row["height"] - score) if row["height"] is not None else 0 for row in now]
        now = [
            row if at == away.index(max(away)) else {**row, "label": ""}
            for at, row in enumerate(now)
        ]
    before = mean.terms_before
    were = [{"query": at, "height": one} for at, one in enumerate(_without(before), 1)]
    most = queries.highest(mean.screen)
    return {
        "queries": now,
        "was": changed(were if len(were) == len(now) else (), now, "query", "height"),
        "levels": [{"query": 0, "height": score, "at": score, "label": f"mean {mean.text}"}]
        if score == score
        else [],
        "room": [{"query": 0, "height": most}],
    }


def _queries(mean: Measured) -> Iterator[Row]:
    """Yield the mean without each query."""
    terms = rank_terms.of_mean(mean.breakdown)
    each = zip(mean.screen.queries.values(), terms, _without(mean.breakdown), strict=True)
    for at, (ranked, term, height) in enumerate(each, start=1):
        begins = f"Query {at}, {ranked.query}" if ranked.query else query_name(at, ranked)
        left = "no query" if height is None else f"{mean.label} {decimals(height)}"
        yield {
            **{"query": at, "height": height},
            "label": "–" if height is None else decimals(height),
            "said": f"{begins}: {term.sentence}. Without it: {left}",
        }


def _without(breakdown: Breakdown | None) -> Iterator[float | None]:
    """Yield the mean of the other queries that count, for each query; None if there is none."""
    if breakdown is None:
        return
    counted = breakdown.terms["counts"] > 0
    values = breakdown.terms["score"]
    for at in range(len(values)):
        others = counted.copy()
        others[at] = False
        yield float(values[others].mean()) if others.any() else None
