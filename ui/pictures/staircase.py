"""Average precision as the area under precision against recall."""

from functools import cache
from typing import Final

import altair as alt
import numpy as np

from ui import theme
from ui.pictures.grammar import COLOUR, DATA, Row, Spec, show, spec, table, unit_axis
from ui.score import Measured

FIELDS: Final = {"from": float, "to": float, "precision": float, "label": str, "colour": int}


def draw(measured: Measured) -> None:
    """Draw average precision as the area of a staircase, a step at each hit."""
    terms, screen = measured.breakdown.terms, measured.screen
    recall = np.concatenate([[0], terms["recall"]])
    steps: list[Row] = [
        {
            "from": recall[i],
            "to": recall[i + 1],
            "precision": terms["precision"][i],
            "label": f"rank {i + 1}",
            "colour": theme.colour(measured.ranked.documents[i].grade, screen.scale),
        }
        for i, hit in enumerate(terms["relevant"])
        if hit
    ]
    show(
        table(steps, FIELDS),
        built(),
        "staircase",
        "Precision against the share of relevant documents found, a step at each hit",
    )


@cache
def built() -> Spec:
    """Precision against recall, a step at each hit: the shaded area is the average precision.

    Data: a row per hit with `from` and `to` (recall), `precision`, `rank`, `colour`.
    """
    x = unit_axis("X", "from", "Share of the slots: recall, if all relevant count")
    y = unit_axis("Y", "precision", "Precision at that rank")
    step = alt.Chart(DATA, height=260).encode(
        x=x, x2="to", y=y, description="label:N", tooltip="label:N"
    )
    area = step.mark_rect(opacity=0.35).encode(y2=alt.datum(0), color=COLOUR)
    edge = step.mark_rule(strokeWidth=3).encode(color=COLOUR)
    label = (
        alt.Chart(DATA)
        .transform_calculate(middle="(datum.from + datum.to) / 2")
        .mark_text(dy=-10, fontSize=14)
        .encode(x=alt.X("middle:Q"), y=y, text="label:N")
    )
    return spec(area, edge, label)
