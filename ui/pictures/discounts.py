"""The discounts as curves: how much each rank counts, beside the first."""

from collections.abc import Callable, Hashable, Mapping
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

_DEEPEST: Final = 50
_TICKS: Final = (1, 2, 5, 10, 20, 50)
_RANKS: Final = np.arange(1.0, _DEEPEST + 1)
_PLACES: Final = (np.log(_RANKS) / log(_DEEPEST)).tolist()
"""Where each rank is across."""
_TOLD: Final = (1, 2, 5, 10, 50)
"""Ranks whose weights are told as numbers."""


def draw(measured: Measured, knob: str, *, hidden: bool) -> None:
    """Draw every position of a knob that chooses a discount: as curves, and as a table of weights.

    In the table stands the score that comes of them, unless it is `hidden`.
    """
    screen = measured.screen
    weights, curves = _still(measured.key, knob, tuple(screen.settings.items()))
    scores = {} if hidden else {value: score.elsewhere(measured, knob, value) for value in weights}
    st.html(curves)
    st.html(_table_html(measured, knob, weights, scores))


@lru_cache(maxsize=100)
def _still(
    key: str, knob: str, turned: tuple[tuple[str, Hashable], ...]
) -> tuple[Mapping[Any, Array], str]:
    """Return the weights, and the curves, the present one strong; no edit of the list changes them.

    Each is drawn against its own first rank: a factor of all weights is not seen, as in nDCG. The
    ranks are spread as their logarithms are, so that the first ones have room.
    """
    settings: dict[str, Any] = dict(turned)
    names = _names(knob, settings["scale"])
    weights = {
        value: _weights(knobs.arguments(key, {**settings, knob: value})[knob]) for value in names
    }
    shapes = {
        value: tuple(zip(_PLACES, (each / (each[0] or 1)).round(3).tolist(), strict=True))
        for value, each in weights.items()
    }
    curves = plane.curves_html(
        shapes,
        {value: (name, _turned(knob, value)) for value, name in names.items()},
        settings[knob],
        plane.axis_html("across", "Rank", {str(rank): _PLACES[rank - 1] for rank in _TICKS})
        + plane.axis_html("up", "Weight, against that of rank 1", plane.UNIT),
    )
    return weights, curves


def _table_html(
    measured: Measured, knob: str, weights: Mapping[Any, Array], scores: Mapping[Any, float]
) -> str:
    """Write the weights of a few ranks, and, where they may be seen, the scores."""
    screen, rows = measured.screen, []
    for value, name in _names(knob, screen.scale).items():
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


def _names(knob: str, scale: int) -> dict[Any, str]:
    choice = KNOBS[knob]
    assert isinstance(choice, Choice)
    return {value: name.partition(":")[0] for value, name in choice.names(scale).items()}


def _weights(chosen: str | Callable[[Array], Array]) -> Array:
    """Return the weights of the ranks, of a discount by its name or one of a family."""
    return (DISCOUNTS[chosen] if isinstance(chosen, str) else chosen)(_RANKS)


@cache
def _turned(knob: str, value: str) -> str:
    return post.href({"do": "turn", "knob": knob, "to": value})
