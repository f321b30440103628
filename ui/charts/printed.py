"""What each convention prints for the list, the highest first, and what Rankbook says."""

from collections.abc import Iterator, Mapping
from typing import Final

import altair as alt

from ui.charts.house import (
    BOLD,
    COLOUR,
    INK,
    KEY,
    SAID,
    STROKE,
    UNSEEN,
    Options,
    View,
    by,
    of,
    spread,
)
from ui.charts.worked import Row
from ui.look import theme
from ui.models.two_tools import Numbers

TITLE: Final = "Which convention prints which number?"
_SHORT: Final = {
    "gain = grade": "gain g",
    "ideal of ": "",
    "divided by ": "÷ ",
    ", none before rank 2": "",
    " from the relevant grade t on": "",
}
"""Replacements that shorten a name; the sentence has the full name."""


def chart() -> View:
    """Draw a row for each convention: its name, and below it a line as long as its number."""
    scale = alt.Scale(
        nice=False, domain=spread("number", zero=True), range=[0, {"expr": "width - 58"}]
    )
    x = alt.X("number:Q", title=None, scale=scale, axis=alt.Axis(format=".2~f", tickCount=6))
    y = alt.Y("place:O", axis=None, scale=alt.Scale(paddingOuter=0.1))
    each = of("way").encode(y=y)
    shown: Options = {"opacity": {"expr": "bandwidth('y') > 20 ? 1 : 0"}}
    name = each.mark_text(align="left", dy=-9, limit={"expr": "width"}, **shown)
    number = each.mark_text(align="right", dy=8, **shown)
    own = of("own", "room").encode(x=x, key=KEY)
    named = own.mark_text(
        align=by("high", "right", "left"), dy={"expr": "-8 - 16 * datum.lane"}, **BOLD
    )
    # Short pieces beside the bars instead of a full line, which would cross names.
    piece = of("piece").mark_tick(orient="vertical", size=14, thickness=2, yOffset=8, color=INK)
    return alt.layer(
        named.encode(y=alt.value(0), text="label:N"),
        each.mark_rule(strokeWidth=3, yOffset=8).encode(
            x=x, x2=alt.datum(0), stroke=STROKE, key=KEY
        ),
        piece.encode(x=x, y=y, key=KEY),
        each.mark_circle(size=110, opacity=1, yOffset=8).encode(x=x, color=COLOUR, key=KEY),
        name.encode(x=alt.value(0), text="name:N", key=KEY),
        number.encode(x=alt.value("width"), text="label:N", key=KEY),
        each.mark_rect(**UNSEEN).encode(x=alt.value(0), x2=alt.value("width"), **SAID),
    ).properties(height=alt.Step(40))


def rows(numbers: Numbers, typed: Mapping[str, float]) -> Iterator[Row]:
    """Yield a row for each convention, and lines for Rankbook's number and the typed ones."""
    place = 0
    for group in numbers.groups:
        own = group is numbers.own
        for why, lines in group.ways.items():
            name = why.partition(":")[0]
            for long, short in _SHORT.items():
                name = name.replace(long, short)
            tools = ", ".join(dict.fromkeys(line.tool for line in lines))
            difference = (
                ""
                if own or why not in numbers.apart
                else (f". Only {numbers.apart[why]} differs: {numbers.own.said} → {group.said}")
            )
            yield {
                **{"part": "way", "key": f"{why} ({tools})", "place": place, "name": name},
                **{"number": group.number, "label": group.said},
                "colour": theme.LINES if own else 0,
                "said": f"{group.said}{' as Rankbook' * own}: {why} ({tools}){difference}",
            }
            place += 1
    marks = {f"Rankbook {numbers.own.said}": numbers.own.number}
    marks |= {f"yours {text}": value for text, value in typed.items() if 0 <= value <= numbers.end}
    for lane, (label, number) in enumerate(marks.items()):
        shared = {"part": "own", "key": f"own{lane}", "lane": lane, "label": label}
        yield {**shared, "number": number, "high": number > 0.5 * numbers.end}
        for at in range(place):
            yield {"part": "piece", "key": f"piece{lane} {at}", "place": at, "number": number}
    yield {"part": "room", "key": "room", "number": numbers.end, "label": ""}
