"""The discounts as curves: how much each rank counts, beside the first."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import log
from typing import Any, Final

import numpy as np
import streamlit as st

from metrics.arrays import Array
from metrics.gain import DISCOUNTS
from ui import knobs, post, score
from ui.knobs import KNOBS, Choice
from ui.pictures import plane
from ui.plain import decimals
from ui.score import Measured
from ui.screen import Screen

_DEEPEST: Final = 50
_TICKS: Final = (1, 2, 5, 10, 20, 50)
_RANKS: Final = np.arange(1.0, _DEEPEST + 1)
_TOLD: Final = (1, 2, 5, 10, 50)
"""Ranks whose weights are told as numbers."""
_CURVE: Final = (
    'url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 '
    "viewBox=%220 0 100 100%22 preserveAspectRatio=%22none%22%3E%3Cpolyline fill=%22none%22 "
    "stroke=%22%23000%22 stroke-width=%22{}%22 vector-effect=%22non-scaling-stroke%22 "
    'points=%22{}%22/%3E%3C/svg%3E")'
)
"""A curve as what lets its colour through: of drawings, Streamlit takes none but in a style."""
_APART: Final = 0.085
"""How far apart the names of two curves are, as a share of the height."""


def draw(measured: Measured, knob: str, *, hidden: bool) -> None:
    """Draw every position of a knob that chooses a discount: as curves, and as a table of weights.

    In the table stands the score that comes of them, unless it is `hidden`.
    """
    settings = measured.screen.settings
    weights = {
        value: _weights(knobs.arguments(measured.key, {**settings, knob: value})[knob])
        for value in _names(knob, measured.screen)
    }
    scores = {} if hidden else {value: score.elsewhere(measured, knob, value) for value in weights}
    st.html(_curves_html(measured, knob, weights) + _table_html(measured, knob, weights, scores))


def _curves_html(measured: Measured, knob: str, weights: Mapping[Any, Array]) -> str:
    """Write the curves, the present one strong.

    Each is drawn against its own first rank: a factor of all weights is not seen, as in nDCG. The
    ranks are spread as their logarithms are, so that the first ones have room.
    """
    screen, names = measured.screen, _names(knob, measured.screen)
    shapes = {
        value: tuple((each / (each[0] or 1)).round(3).tolist()) for value, each in weights.items()
    }
    labels = [
        f"<a class='{'present' * (value == screen[knob])}' style='bottom:{plane.percent(at)}' "
        f"href='{_turned(knob, value)}'>{names[value]}</a>"
        for value, at in _spread({value: shape[-1] for value, shape in shapes.items()}).items()
    ]
    present = screen[knob]
    others = "".join(_line(shape) for value, shape in shapes.items() if value != present)
    ticks = {str(rank): _across(rank) for rank in _TICKS}
    return (
        f"<div class='plane curves'>{plane.axis_html('across', 'Rank', ticks)}"
        f"{plane.axis_html('up', 'Weight, against that of rank 1', plane.UNIT)}"
        f"<p class='lines' aria-hidden='true'>{others}{_line(shapes[present], 'present')}</p>"
        f"{''.join(labels)}</div>"
    )


@lru_cache(maxsize=64)
def _line(shape: tuple[float, ...], look: str = "") -> str:
    points = " ".join(
        f"{100 * _across(rank):.1f},{100 * (1 - share):.1f}"
        for rank, share in enumerate(shape, start=1)
    )
    curve = _CURVE.format(4.5 if look else 1.5, points)
    return f"<i class='{look}' style='--curve:{curve}'></i>"


def _table_html(
    measured: Measured, knob: str, weights: Mapping[Any, Array], scores: Mapping[Any, float]
) -> str:
    """Write the weights of a few ranks, and, where they may be seen, the scores."""
    screen, rows = measured.screen, []
    for value, name in _names(knob, screen).items():
        cells = [decimals(float(weights[value][rank - 1])) for rank in _TOLD]
        if scores:
            cells.append(f"<b>{decimals(scores[value])}</b>")
        rows.append(
            f"<tr{' class=present' * (value == screen[knob])}><th scope='row'>"
            f"<a href='{_turned(knob, value)}'>{name}</a></th>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    head = "".join(f"<th scope='col'>rank {rank}</th>" for rank in _TOLD)
    last = f"<th scope='col'>{measured.label}</th>" if scores else ""
    return (
        "<div class='wide' role='region' aria-label='Weights' tabindex='0'><table class='weights'>"
        f"<thead><tr><th scope='col'>weight of</th>{head}{last}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _across(rank: float) -> float:
    return log(rank) / log(_DEEPEST)


def _names(knob: str, screen: Screen) -> dict[Any, str]:
    choice = KNOBS[knob]
    assert isinstance(choice, Choice)
    return {value: name.partition(":")[0] for value, name in choice.names(screen.scale).items()}


def _weights(chosen: str | Callable[[Array], Array]) -> Array:
    """Return the weights of the ranks, of a discount by its name or one of a family."""
    return (DISCOUNTS[chosen] if isinstance(chosen, str) else chosen)(_RANKS)


@cache
def _turned(knob: str, value: str) -> str:
    return post.href({"do": "turn", "knob": knob, "to": value})


def _spread(ends: Mapping[Any, float]) -> dict[Any, float]:
    """Return where the names of curves stand, none on another, each near the end of its own."""
    places: dict[Any, float] = {}
    lowest = 0.0
    for value, end in sorted(ends.items(), key=lambda each: each[1]):
        places[value] = max(end, lowest)
        lowest = places[value] + _APART
    highest = 1.0
    for value in reversed(places):
        places[value] = min(places[value], highest)
        highest = places[value] - _APART
    return places
