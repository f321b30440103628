"""All readers as one bar: who stops where, and who leaves unsatisfied; together 1."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import altair as alt
import numpy as np
import streamlit as st

from metrics.arrays import Array
from ui import theme
from ui.pictures.grammar import COLOUR, DATA, Row, Spec, show, spec, table, unit_axis
from ui.plain import decimals

FIELDS: Final = {"start": float, "end": float, "label": str, "colour": int}


def draw(satisfied: Mapping[str, Array], leaving: Mapping[str, Array]) -> None:
    """Draw shares of all readers, those who stop satisfied and those who leave, and say the sum."""
    amounts = {name: float(share) for name, share in {**satisfied, **leaving}.items()}
    ends = np.cumsum(list(amounts.values()))
    parts: list[Row] = [
        {
            "start": end - amount,
            "end": end,
            "label": f"{name}: {decimals(amount)}",
            "colour": theme.LINES if name in satisfied else theme.LOST,
        }
        for (name, amount), end in zip(amounts.items(), ends, strict=True)
    ]
    show(
        table(parts, FIELDS),
        built(),
        "shares",
        "All readers as one bar, cut into those who stop at each rank and those who leave",
    )
    lost = ", ".join(f"{name} {decimals(amounts[name])}" for name in leaving)
    st.markdown(
        f"Stop satisfied **{decimals(sum(amounts[name] for name in satisfied))}** + leave "
        f"unsatisfied **{decimals(sum(amounts[name] for name in leaving))}** ({lost}) = "
        f"**{decimals(ends[-1])}**"
    )


@cache
def built() -> Spec:
    """One bar cut into shares of all readers: who stops where, and who leaves unsatisfied.

    Data: a row per share with `start`, `end`, `label` and `colour`.
    """
    place = alt.Chart(DATA, height=130).transform_calculate(middle="(datum.start + datum.end) / 2")
    x = unit_axis("X", "start", "Share of all readers")
    bar = place.mark_bar(height=36, yOffset=14, stroke="white", strokeWidth=1).encode(
        x=x, x2="end", color=COLOUR, tooltip=["label:N"]
    )
    label = (
        place.transform_filter("datum.end - datum.start > 0.12")
        .mark_text(fontSize=14, yOffset=-18)
        .encode(x=alt.X("middle:Q"), text="label:N")
    )
    return spec(bar, label)
