"""A plane between two axes, in HTML like the bars beside the cards.

It costs an edit a tenth of a chart of Vega's, whose code a phone would have to fetch first.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import streamlit as st

from ui.plain import about

UNIT: Final = {f"{at:.2f}": at for at in (0, 0.25, 0.5, 0.75, 1)}
"""The round numbers of an axis from 0 to 1."""


def axis_html(side: str, title: str, ticks: Mapping[str, float]) -> str:
    """Write an axis, "across" or "up": its numbers, each with its place from 0 to 1."""
    each = "".join(f"<span style='--at:{percent(at)}'>{text}</span>" for text, at in ticks.items())
    return f"<p class='axis {side}' aria-hidden='true'>{each}<b>{title}</b></p>"


def percent(place: float) -> str:
    """Write a place from 0 to 1 as CSS has it."""
    return f"{100 * place:.2f}%"


class Part(NamedTuple):
    """A rectangle of an area.

    Attributes:
        width: its share of the width.
        height: its share of the height; without any, it is a strip along the axis.
        label: its name, written above it where there is room.
        said: what its numbers are.
        colour: index of its colour in the theme's palette (`ui.theme`).
        document: which document of the board lights up with it, as `plain.about` has it.
    """

    width: float
    height: float
    label: str
    said: str
    colour: int
    document: str = ""


def draw_area(name: str, across: str, up: str, parts: Iterable[Part]) -> None:
    """Draw a score as what it is: rectangles side by side, whose area is the score."""
    start, drawn = 0.0, []
    for part in parts:
        drawn.append(
            f"<li{about(part.document)} class='{_look(part)}' style='left:{percent(start)};"
            f"width:{percent(part.width)};height:{percent(part.height)};"
            f"--colour:var(--colour-{part.colour})'><i title='{part.said}' aria-hidden='true'></i>"
            f"<span aria-hidden='true'>{part.label}</span><b>{part.said}</b></li>"
        )
        start += part.width
    st.html(
        f"<div class='plane area'>{axis_html('across', across, UNIT)}{axis_html('up', up, UNIT)}"
        f"<ul role='list' aria-label='{name}'>{''.join(drawn)}</ul></div>"
    )


def _look(part: Part) -> str:
    narrow = "narrow" if part.width < (0.07 if part.height else 0.03) else ""
    return f"{'' if part.height else 'strip'} {narrow}".strip()
