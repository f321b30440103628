"""The guesses of a class at a number, a dot each, with their median and the right number."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.plain import decimals
from ui.core.predict import Bounds
from ui.draw.rows import Row
from ui.draw.style import (
    BESIDE,
    BOLD,
    COLOUR,
    KEY,
    SAID,
    STROKE,
    UNSEEN,
    Options,
    View,
    across,
    by,
    rows_of,
)
from ui.room.counts import NEAR, ROUNDS, Numbers, near, percent

TITLE: Final = "How near did the class come?"
_COLUMNS: Final = 20
"""Columns of dots on the whole axis; the right number is in the middle of one."""
_LANE: Final = 0.25
"""Height of the dots of one round, of two, as a part of the axis's width; for the size of dots."""


def chart() -> View:
    """Draw columns of dots, filled if they are right; a second round has a lane below the first."""
    x = across("x", "")
    head = 24
    lane = f"((height - {head}) / datum.lanes)"
    foot = f"({head} + {lane} * (datum.lane + 1))"
    top = f"({foot} - {lane})"
    # A dot is as wide as its column, unless the highest column would reach the texts of its lane.
    wide = f"min(width * datum.wide, ({lane} - 52) / datum.most)"
    dot = rows_of("dot").mark_circle(
        y={"expr": f"{foot} - (datum.level + 0.5) * {wide} - 2"},
        xOffset={"expr": f"datum.beside * {wide}"},
        size={"expr": f"pow(0.9 * {wide}, 2)"},
        strokeWidth={"expr": f"clamp({wide} / 6, 0.5, 2)"},
        fillOpacity=by("right", 1, 0),
        opacity=1,
    )
    column = rows_of("at").mark_rect(y={"expr": f"{top} + 44"}, y2={"expr": foot}, **UNSEEN)
    median, truth = rows_of("median").encode(x=x, key=KEY), rows_of("truth").encode(x=x, key=KEY)
    whole: Options = {"y": head - 4, "y2": {"expr": "height"}}
    piece: Options = {"y": {"expr": f"{top} + 44"}, "y2": {"expr": foot}}
    floor = rows_of("lane").mark_rule(x=0, x2={"expr": "width"}, y={"expr": foot}, opacity=0.45)
    away: Options = {"align": by("left", "left", "right"), "x": {"expr": "datum.left ? 0 : width"}}
    title = rows_of("lane").mark_text(y={"expr": f"{top} + 10"}, **away, **BOLD)
    return alt.layer(
        rows_of("room").mark_point(opacity=0).encode(x=x, key=KEY),
        floor.encode(key=KEY),
        truth.mark_rule(strokeWidth=2.5, **whole),
        median.mark_rule(strokeWidth=2, strokeDash=[5, 4], **piece),
        dot.encode(x=x, color=COLOUR, stroke=STROKE, key=KEY),
        truth.mark_text(y=8, **BESIDE, **BOLD).encode(text="name:N"),
        median.mark_text(y={"expr": f"{top} + 32"}, **BESIDE).encode(text="name:N"),
        title.encode(text="name:N", key=KEY),
        column.encode(x=alt.X("low:Q"), x2="high:Q", **SAID),
    ).properties(height=320)


def rows(
    rounds: Sequence[Numbers], bounds: Bounds, truth: float | None, label: str
) -> Iterator[Row]:
    """Yield rows for the dots and the medians of one or two rounds, and for the right number.

    Args:
        rounds: the guesses of each round.
        bounds: lowest and highest possible guess; the highest may be None.
        truth: the right number, or None.
        label: what was asked for, as "AP@5".
    """
    every = [value for guessed in rounds for value in guessed.values]
    every += [] if truth is None else [truth]
    low, high = bounds[0], bounds[1]
    if high is None:  # one wild guess leaves the others their room
        high = min(max(every), 3 * max(each.median for each in rounds) + 3 * (truth or 0))
    high = max(high, low + 2 * NEAR)
    step = (high - low) / _COLUMNS
    zero = low if truth is None else truth
    for end, at in (("low", low - 2 * step), ("high", high + 2 * step)):
        yield {"part": "room", "key": end, "x": at}
    if truth is not None:
        name = f"{label} = {decimals(truth)}"
        yield {"part": "truth", "key": "truth", "x": truth, "name": name} | {
            "left": truth > (low + high) / 2
        }
    stacks = [
        [
            (at, tuple(values))
            for at, values in groupby(
                guessed.values, lambda value: round((min(value, high) - zero) / step)
            )
        ]
        for guessed in rounds
    ]
    most = max(len(values) for stack in stacks for _, values in stack)
    # As many dots abreast as make them largest, in a column and in the height of a lane.
    abreast = max(
        range(1, 13),
        key=lambda count: min(1 / count, _COLUMNS * _LANE / len(rounds) / ceil(most / count)),
    )
    look = {
        "most": ceil(most / abreast),
        "wide": 0.95 / abreast / _COLUMNS,
        "colour": theme.HIT,
    }
    for lane, (guessed, stack) in enumerate(zip(rounds, stacks, strict=True)):
        place = {"lane": lane, "lanes": len(rounds)}
        count = len(guessed.values)
        name = f"{guessed.right} of {count} are within {NEAR}"
        if truth is None:
            name = f"{count} answers"
        if beyond := sum(value > high for value in guessed.values):
            name += f", {beyond} above {high:g}"
        name = f"{ROUNDS[lane]}: {name}" if len(rounds) > 1 else name
        yield {
            **{"part": "lane", "key": f"lane{lane}", "name": name, **place},
            "left": zero > (low + high) / 2 or truth is None,
        }
        yield {
            **{"part": "median", "key": f"median{lane}", "x": guessed.median, **place},
            "name": f"median {decimals(guessed.median)}",
            "left": guessed.median > (low + high) / 2,
        }
        for at, values in stack:
            x = min(max(zero + at * step, low), high)
            for number, value in enumerate(values):
                level, beside = divmod(number, abreast)
                yield {
                    **{"part": "dot", "key": f"dot{lane} {at} {number}", "x": x, "level": level},
                    "beside": beside - (min(abreast, len(values)) - 1) / 2,
                    "right": truth is None or near(value, truth),
                    **look,
                    **place,
                }
            ends = dict.fromkeys(f"{value:g}" for value in (values[0], values[-1]))
            guesses = f"{len(values)} guess{'es' * (len(values) > 1)}"
            yield {
                **{"part": "at", "key": f"at{lane} {at}", **place},
                **{"low": x - step / 2, "high": x + step / 2},
                "said": f"{f'{ROUNDS[lane]}, ' * (len(rounds) > 1)}{' to '.join(ends)}: "
                f"{guesses} ({percent(len(values) / count)})",
            }
