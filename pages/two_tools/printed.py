"""What each convention prints that differs in one thing from Rankbook's, the highest first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Final

import altair as alt

from metrics.conventions.differing import decided
from pages.two_tools.model import Numbers
from ui.core import theme
from ui.draw.rows import Row
from ui.draw.style import (
    COLOUR,
    INK,
    KEY,
    SAID,
    STRONG,
    UNSEEN,
    Options,
    View,
    by,
    marks,
)

_HIGH: Final = {"g": "2ᵍ − 1", "g − t + 1": "2ᵍ⁻ᵗ⁺¹ − 1 (t: lowest relevant grade)"}
"""Gains with their exponents."""
TITLE: Final = "What does one difference alone change?"


def chart() -> View:
    """Draw a row for each convention: a line from Rankbook's number to its own."""
    ways, own, pieces, room = map(marks, ("ways", "own", "pieces", "room"))
    ends = "extent(pluck(data('room'), 'number'))"
    scale = alt.Scale(nice=False, domain={"expr": ends}, range=[8, {"expr": "width - 66"}])
    x = alt.X("number:Q", title=None, scale=scale, axis=alt.Axis(format=".2~f", tickCount=6))
    y = alt.Y("place:O", axis=None, scale=alt.Scale(paddingOuter=0.1))
    shown: Options = {"opacity": {"expr": "bandwidth('y') > 20 ? 1 : 0"}}
    label = own.mark_text(align=by("high", "right", "left"), dy={"expr": "-8 - 16 * datum.lane"})
    # Short pieces beside the dots instead of a full line, which would cross names.
    piece = pieces.mark_tick(orient="vertical", size=14, thickness=2, yOffset=8, color=INK)
    line = ways.mark_rule(strokeWidth=4, yOffset=8)
    dot = ways.mark_circle(size=130, opacity=1, yOffset=8)
    name = ways.mark_text(align="left", dy=-9, limit={"expr": "width - 66"}, **STRONG, **shown)
    number = ways.mark_text(align="right", dy=8, **STRONG, **shown)
    return alt.layer(
        room.mark_point(opacity=0).encode(x=x, key=KEY),
        label.encode(x=x, y=alt.value(0), text="label:N", key=KEY),
        line.encode(x=x, x2="own:Q", y=y, color=COLOUR, key=KEY),
        piece.encode(x=x, y=y, key=KEY),
        dot.encode(x=x, y=y, color=COLOUR, key=KEY),
        name.encode(x=alt.value(0), y=y, text="name:N", key=KEY),
        number.encode(x=alt.value("width"), y=y, text="label:N", key=KEY),
        ways.mark_rect(**UNSEEN).encode(x=alt.value(0), x2=alt.value("width"), y=y, **SAID),
    ).properties(height=alt.Step(40))


def rows(numbers: Numbers, typed: Mapping[str, float], awaited: str) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; the typed numbers have lines, too.

    What is `awaited` has no mark until then.
    """
    ways = [{"place": place, **row} for place, row in enumerate(_ways(numbers, awaited))]
    shown = {f"Rankbook {numbers.own.text}": numbers.own.number}
    most = max(1, *(group.number for group in numbers.groups))
    shown |= {f"yours {text}": value for text, value in typed.items() if 0 <= value <= most}
    waits = [group.number for group in numbers.groups if group.text == awaited]  # it has room
    drawn = [row["number"] for row in ways if row["number"] is not None]
    every = [*shown.values(), *waits, *drawn]
    low, high = floor(10 * min(every)) / 10, ceil(10 * max(every)) / 10
    if low == high:
        low -= 0.1
    lines = [*enumerate(shown.items())]
    return {
        "ways": ways,
        "own": [
            {
                **{"key": f"own{lane}", "lane": lane, "label": label},
                **{"number": number, "high": number > (low + high) / 2},
            }
            for lane, (label, number) in lines
        ],
        "pieces": [
            {"key": f"piece{lane} {at}", "place": at, "number": number}
            for lane, (_, number) in lines
            for at in range(len(ways))
        ],
        "room": [{"key": "low", "number": low}, {"key": "high", "number": high}],
    }


def _raised(name: str) -> str:
    """Return a name with high exponents and the low base of a logarithm, as fonts have them."""
    name = name.replace("log2(", "log₂(")
    return re.sub(r"2\^\(?(g|g − t \+ 1)\)? − 1", lambda power: _HIGH[power[1]], name)


def _ways(numbers: Numbers, awaited: str) -> Iterator[Row]:
    """Yield a row for each convention that differs from Rankbook's in at most one knob."""
    own = numbers.own
    for group in numbers.groups:
        for why, lines in group.ways.items():
            knobs = numbers.differing_knobs.get(why)
            if knobs is None or len(knobs) > 1 or (knobs and group is own):
                continue  # what changes nothing has no line
            tools = ", ".join(dict.fromkeys(line.tool for line in lines))
            said = f"{group.text}{' as Rankbook' * (group is own)}: {why} ({tools})"
            if knobs and group is not own:
                said += f". Only {decided(*knobs)} differs: {own.text} → {group.text}"
            waits = group.text == awaited
            if waits:
                said = f"?: {why} ({tools})"
            yield {
                **{
                    "key": f"{why} {lines[0].tool} {lines[0].prints}",
                    "name": _raised(numbers.name(why)),
                },
                **{
                    "number": None if waits else group.number,
                    "label": "?" if waits else group.text,
                    "own": own.number,
                },
                **{"strong": not knobs, "said": said},
                "colour": theme.LINES if knobs else theme.HIT,
            }
