"""A score of a list with what nobody judged as misses, as hits, and left out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import altair as alt

from metrics.catalog import METRICS
from pages.unjudged import ways
from ui.core import knobs, theme
from ui.core.documents import RankedList
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw.rows import Row, changed
from ui.draw.score import Measured
from ui.draw.style import BAR, BAR_BEFORE, BOLD, COLOUR, LOW, TOLD, View, marks, up

TITLE: Final = "What if each ? is a miss, a hit, or left out?"


def chart() -> View:
    """Draw a bar for each way to take a ?; those of the list before the last move are outlines."""
    bars, was = map(marks, ("bars", "was"))
    drawn: View = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(aria=True, **BAR).encode(color=COLOUR, **TOLD),
        bars.mark_text(dy=-9, **BOLD).encode(text="label:N"),
    ).encode(
        x=alt.X("way:N", title=None, sort=["a miss", "a hit", "left out"]),
        y=up("score", "Score", 1),
        key=alt.Key("way:N"),
    )
    return drawn.properties(height=LOW)


ALIKE: Final = "No ? is left: each way gives the same score"


def title(screen: Screen) -> str:
    """Return the chart's question, or what holds without a ?."""
    return TITLE if asked_of(screen) else ALIKE


def asked_of(screen: Screen) -> bool:
    """Return whether any document is a ?."""
    return any(each.grade is None for each in screen.a.documents)


def rows(
    measured: Measured, *, asks: bool = False, untold: bool = False
) -> Mapping[str, Sequence[Row]]:
    """Return a table of the bars, and one of those that the last move changed.

    Args:
        measured: the score.
        asks: whether the step asks what a judge's verdict does; then what it did before is no hint.
        untold: whether that is still to be found out; then a hit has what to do for its bar.
    """
    now, before = _ways(measured.key, measured.screen), measured.screen_before
    bars = [
        {
            **{"way": way, "score": value, "label": decimals(value)},
            "colour": theme.UNJUDGED if way == "a hit" and asked_of(measured.screen) else theme.HIT,
            "said": f"Each ? is {way}: {measured.label} {decimals(value)}",
        }
        for way, value in now.items()
    ]
    if untold:
        bars[1] |= {
            "score": 0,
            "label": "grade it to see",
            "said": "Each ? is a hit: judge it, and see",
        }
    earlier = _ways(measured.key, before).items() if before else ()
    was = [{"way": way, "score": value} for way, value in earlier if not (asks and way == "a hit")]
    return {"bars": bars, "was": changed(was, bars, "way", "score")}


def _ways(key: str, screen: Screen) -> dict[str, float]:
    def scored(ranked: RankedList) -> float:
        ranking = ranked.ranking(screen.scale, screen.relevant_from)
        given = knobs.arguments(key, screen.settings)
        return float(METRICS[key].compute(ranking, **given).score)

    def as_judged(grade: int) -> float:
        documents = (
            replace(each, grade=grade) if each.grade is None else each
            for each in screen.a.documents
        )
        return scored(replace(screen.a, documents=tuple(documents)))

    return {
        "a miss": as_judged(0),
        "a hit": as_judged(screen.relevant_from),
        "left out": scored(ways.without_unjudged(screen.a)[0]),
    }
