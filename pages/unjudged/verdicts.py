"""AP of a list with what nobody judged as misses, left out, and as hits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import altair as alt

from metrics.average import average_precision
from pages.unjudged import ways
from ui.core import knobs, theme
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw.rows import Row, changed
from ui.draw.score import Measured
from ui.draw.style import BAR, BAR_BEFORE, BOLD, COLOUR, LOW, TOLD, View, marks, up

TITLE: Final = "How much depends on what nobody judged?"


def chart() -> View:
    """Draw a bar for each way to take a ?; those of the list before the last move are outlines."""
    bars, was = map(marks, ("bars", "was"))
    drawn: View = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(aria=True, **BAR).encode(color=COLOUR, **TOLD),
        bars.mark_text(dy=-9, **BOLD).encode(text="label:N"),
    ).encode(
        x=alt.X("way:N", title="Each ? is", sort=None),
        y=up("ap", "AP", 1),
        key=alt.Key("way:N"),
    )
    return drawn.properties(height=LOW)


def rows(ap: Measured) -> Mapping[str, Sequence[Row]]:
    """Return a table of the bars, and one of those that the last move changed."""
    now, before = _ways(ap.screen), ap.screen_before
    bars = [
        {
            **{"way": way, "ap": value, "label": decimals(value)},
            "colour": theme.UNJUDGED if way == "a hit" else theme.HIT,
            "said": f"Each ? is {way}: AP {decimals(value)}",
        }
        for way, value in now.items()
    ]
    was = [{"way": way, "ap": value} for way, value in _ways(before).items()] if before else []
    return {"bars": bars, "was": changed(was, bars, "way", "ap")}


def _ways(screen: Screen) -> dict[str, float]:
    def as_judged(grade: int) -> float:
        documents = (
            replace(each, grade=grade) if each.grade is None else each
            for each in screen.a.documents
        )
        ranked = replace(screen.a, documents=tuple(documents))
        given = knobs.arguments("average_precision", screen.settings)
        found = average_precision(ranked.ranking(screen.scale, screen.relevant_from), **given)
        return float(found.score)

    return {
        "a miss": as_judged(0),
        "left out": float(ways.condensed(screen).score),
        "a hit": as_judged(screen.relevant_from),
    }
