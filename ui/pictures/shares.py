"""All readers side by side: as wide as the share that stops there, as high as a stop is worth."""

from functools import cache
from typing import Final

import altair as alt
import streamlit as st

from ui import theme
from ui.pictures.grammar import COLOUR, DATA, INK, Row, Spec, show, spec, table, unit_axis
from ui.plain import decimals
from ui.score import Measured

FIELDS: Final = {
    "start": float,
    "end": float,
    "worth": float,
    "label": str,
    "said": str,
    "colour": int,
}


def draw(measured: Measured) -> None:
    """Draw a score as an area: those who stop at rank i, times 1/i; those who leave add nothing.

    Reads the term "stop" and, beside it, "gave_up" and "reached_end".
    """
    stops, aside = measured.breakdown.terms["stop"], measured.breakdown.aside
    documents, top = measured.ranked.documents, measured.screen.scale
    parts: list[Row] = []
    end = 0.0
    for rank, share in enumerate(map(float, stops), start=1):
        start, end = end, end + share
        parts.append(
            {
                "start": start,
                "end": end,
                "worth": 1 / rank,
                "label": f"rank {rank}",
                "said": f"{decimals(share)} stop at rank {rank}: {decimals(share / rank)}",
                "colour": theme.colour(documents[rank - 1].grade, top),
            }
        )
    leaving = {"gave up": float(aside["gave_up"]), "reached the end": float(aside["reached_end"])}
    for name, share in leaving.items():
        start, end = end, end + share
        said = f"{decimals(share)} {name}: 0"
        parts.append(
            {
                "start": start,
                "end": end,
                "worth": 0.0,
                "label": name,
                "said": said,
                "colour": theme.LOST,
            }
        )
    show(
        table(parts, FIELDS),
        built(),
        "shares",
        "An area for each rank: as wide as the share of readers who stop there, as high as 1 "
        "divided by the rank",
    )
    left = " + ".join(f"{decimals(share)} {name}" for name, share in leaving.items() if share)
    st.markdown(
        f"Stop satisfied **{decimals(stops.sum())}**, leave unsatisfied "
        f"**{decimals(sum(leaving.values()))}**{f' ({left})' if left else ''}: everyone ends up "
        f"somewhere. The area is {measured.label} = **{decimals(measured.score)}**."
    )


@cache
def built() -> Spec:
    """Rectangles side by side, and those without height as a line: their area is the score.

    Data: a row per share with `start`, `end`, `worth`, `label`, `said` and `colour`.
    """
    place = alt.Chart(DATA, height=230).transform_calculate(middle="(datum.start + datum.end) / 2")
    x = unit_axis("X", "start", "Share of all readers")
    y = unit_axis("Y", "worth", "Worth of a stop: 1 / rank")
    shown = place.transform_filter("datum.end - datum.start > 0.0005")
    area = shown.mark_rect(stroke="white", strokeWidth=1.5).encode(
        x=x, x2="end", y=y, y2=alt.datum(0), color=COLOUR, tooltip="said:N", description="said:N"
    )
    leave = (
        shown.transform_filter("datum.worth === 0")
        .mark_rule(strokeWidth=6)
        .encode(x=x, x2="end", y=y, color=COLOUR, tooltip="said:N", description="said:N")
    )
    label = (
        place.transform_filter("datum.end - datum.start > 0.07")
        .mark_text(fontSize=14, dy=-10, color=INK)
        .encode(x=alt.X("middle:Q"), y=y, text="label:N")
    )
    return spec(area, leave, label)
