"""A plane between two axes, in HTML like the bars beside the cards.

It costs an edit a tenth of a chart of Vega's, whose code a phone would have to fetch first.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import streamlit as st

from ui.plain import about

Points: TypeAlias = tuple[tuple[float, float], ...]
"""Places from 0 to 1, across and up."""
UNIT: Final = {f"{at:.2f}": at for at in (0, 0.25, 0.5, 0.75, 1)}
"""The round numbers of an axis from 0 to 1."""
_CURVE: Final = (
    'url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 '
    "viewBox=%220 0 100 100%22 preserveAspectRatio=%22none%22%3E%3Cpolyline fill=%22none%22 "
    "stroke=%22%23000%22 stroke-width=%22{}%22 vector-effect=%22non-scaling-stroke%22 "
    'points=%22{}%22/%3E%3C/svg%3E")'
)
"""A curve as what lets its colour through: of drawings, Streamlit takes none but in a style."""
_APART: Final = 0.085
"""How far apart the names of two curves are, as a share of the height."""


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


@lru_cache(maxsize=128)
def line_html(points: Points, look: str = "") -> str:
    """Write a line through points; "present" is the strong look."""
    through = " ".join(f"{100 * x:.1f},{100 * (1 - y):.1f}" for x, y in points)
    curve = _CURVE.format(4.5 if look else 1.5, through)
    return f"<i class='{look}' style='--curve:{curve}'></i>"


def curves_html(
    curves: Mapping[Any, Points],
    names: Mapping[Any, tuple[str, str]],
    present: Any,
    axes: str,
) -> str:
    """Write curves over each other, the present one strong, each with its name at its end.

    Args:
        curves: their points.
        names: of each its name, and where a click on that leads.
        present: the one that holds.
        axes: the axes, as HTML.
    """
    labels = [
        f"<a class='{'present' * (key == present)}' style='bottom:{percent(at)}' "
        f"href='{names[key][1]}'>{names[key][0]}</a>"
        for key, at in _spread({key: curve[-1][1] for key, curve in curves.items()}).items()
    ]
    others = "".join(line_html(curve) for key, curve in curves.items() if key != present)
    return (
        f"<div class='plane curves'>{axes}<p class='lines' aria-hidden='true'>{others}"
        f"{line_html(curves[present], 'present')}</p>{''.join(labels)}</div>"
    )


def _spread(ends: Mapping[Any, float]) -> dict[Any, float]:
    """Return where the names of curves stand, none on another, each near the end of its own."""
    places: dict[Any, float] = {}
    lowest = 0.0
    for key, end in sorted(ends.items(), key=lambda each: each[1]):
        places[key] = max(end, lowest)
        lowest = places[key] + _APART
    highest = 1.0
    for key in reversed(places):
        places[key] = min(places[key], highest)
        highest = places[key] - _APART
    return places


def _look(part: Part) -> str:
    narrow = "narrow" if part.width < (0.07 if part.height else 0.03) else ""
    return f"{'' if part.height else 'strip'} {narrow}".strip()
