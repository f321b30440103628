"""What each convention prints for the list, the highest first, and what Rankbook says."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Final

import altair as alt

from pages.two_tools.model import Numbers, named
from ui.core import theme
from ui.draw.rows import Row
from ui.draw.style import (
    BOLD,
    FILL,
    INK,
    KEY,
    SAID,
    STROKE,
    UNSEEN,
    Options,
    View,
    by,
    domain_of,
    rows_of,
)

TITLE: Final = "Which convention prints which number?"
_HUES: Final = {
    **dict.fromkeys(("gain", "satisfaction", "utility"), theme.LOST),
    **dict.fromkeys(("ideal", "denominator", "top"), theme.UNJUDGED),
}
"""Colours of the knobs; all others have that of lines."""


def chart() -> View:
    """Draw a row for each convention: its difference from Rankbook's, and a dot at its number.

    A line leads from Rankbook's number to the dot of a convention that differs in one knob.
    """
    scale = alt.Scale(nice=False, domain=domain_of("number"), range=[8, {"expr": "width - 66"}])
    x = alt.X("number:Q", title=None, scale=scale, axis=alt.Axis(format=".2~f", tickCount=6))
    y = alt.Y("place:O", axis=None, scale=alt.Scale(paddingOuter=0.1))
    each = rows_of("way").encode(y=y)
    shown: Options = {"opacity": {"expr": "bandwidth('y') > 20 ? 1 : 0"}}
    name = each.mark_text(
        align="left",
        dy=-9,
        limit={"expr": "width - 66"},
        fontWeight=by("strong", 700, 400),
        **shown,
    )
    number = each.mark_text(align="right", dy=8, **shown)
    own = rows_of("own", "room").encode(x=x, key=KEY)
    named_ = own.mark_text(
        align=by("high", "right", "left"), dy={"expr": "-8 - 16 * datum.lane"}, **BOLD
    )
    # Short pieces beside the dots instead of a full line, which would cross names.
    piece = rows_of("piece").mark_tick(
        orient="vertical", size=14, thickness=2, yOffset=8, color=INK
    )
    dot = each.mark_point(
        size=110,
        opacity=1,
        strokeWidth=2,
        fillOpacity=by("one", 1, 0),
        yOffset=8,
    )
    return alt.layer(
        named_.encode(y=alt.value(0), text="label:N"),
        each.mark_rule(strokeWidth=4, yOffset=8).encode(x=x, x2="own:Q", stroke=STROKE, key=KEY),
        piece.encode(x=x, y=y, key=KEY),
        dot.encode(x=x, stroke=STROKE, fill=FILL, key=KEY),
        name.encode(x=alt.value(0), text="name:N", key=KEY),
        number.encode(x=alt.value("width"), text="label:N", key=KEY),
        each.mark_rect(**UNSEEN).encode(x=alt.value(0), x2=alt.value("width"), **SAID),
    ).properties(height=alt.Step(40))


def rows(numbers: Numbers, typed: Mapping[str, float]) -> Iterator[Row]:
    """Yield a row for each convention, and lines for Rankbook's number and the typed ones."""
    own = numbers.own.number
    mine = numbers.lesson.parts if numbers.lesson else ()
    place = 0
    for group in numbers.groups:
        for why, lines in group.ways.items():
            knobs = numbers.differing_knobs.get(why)
            is_equal, is_mine, is_one = group is numbers.own, knobs == [], len(knobs or ()) == 1
            parts = numbers.conventions[why].parts
            further = [part for part in parts if part not in mine]
            named_by = parts if is_mine or not further else further
            name = ", ".join(part.short for part in named_by if part.short)
            tools = ", ".join(dict.fromkeys(line.tool for line in lines))
            sentence = f"{group.text}{' as Rankbook' * is_equal}: {why} ({tools})"
            if knobs and not is_equal:
                what = named(*knobs)
                differs = f"Only {what} differs" if is_one else f"It differs in {what}"
                sentence += f". {differs}: {numbers.own.text} → {group.text}"
            yield {
                **{"part": "way", "key": f"{why} {lines[0].tool} {lines[0].prints}"},
                **{"place": place, "name": name, "number": group.number, "label": group.text},
                **{"own": own if is_one else group.number, "one": is_mine or is_one},
                "strong": is_mine,
                "colour": _colour(knobs),
                "said": sentence,
            }
            place += 1
    marks = {f"Rankbook {numbers.own.text}": own}
    marks |= {f"yours {text}": value for text, value in typed.items() if 0 <= value <= numbers.end}
    ends = [*marks.values(), *(group.number for group in numbers.groups)]
    low, high = floor(10 * min(ends)) / 10, ceil(10 * max(ends)) / 10
    for lane, (label, number) in enumerate(marks.items()):
        shared = {"part": "own", "key": f"own{lane}", "lane": lane, "label": label}
        yield {**shared, "number": number, "high": number > (low + high) / 2}
        for at in range(place):
            yield {"part": "piece", "key": f"piece{lane} {at}", "place": at, "number": number}
    for end in (low, high):
        yield {"part": "room", "key": f"room{end}", "number": end, "label": ""}


def _colour(knobs: Sequence[str] | None) -> int:
    """Return the colour of the one knob that differs, or of none; grey if several do."""
    if knobs == []:
        return theme.HIT
    return _HUES.get(knobs[0], theme.LINES) if knobs and len(knobs) == 1 else 0


def legend(numbers: Numbers) -> str:
    """Return what the dots and the colours of the lines mean, as HTML."""
    named_by: dict[int, list[str]] = {}
    for knobs in sorted(
        {tuple(knobs) for knobs in numbers.differing_knobs.values() if len(knobs) == 1}
    ):
        named_by.setdefault(_colour(knobs), []).append(named(*knobs))
    lines = "; ".join(
        f"<i style='background: var(--colour-{colour})'></i> {', '.join(names)}"
        for colour, names in named_by.items()
    )
    one = f"Filled dot and line: one thing alone differs from Rankbook’s settings: {lines}. "
    text = f"{one * bool(lines)}Hollow dot: several things differ."
    return f"<p class='plain caption strokes'>{text}</p>"
