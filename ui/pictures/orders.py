"""All orders of a list: by one metric as a strip, by two as a scatter, the list itself in both.

In two parts: what only the documents decide, which an edit of their order does not send again, and
over it what moves with the list. Each bar or dot knows an order it stands for (`data-order`), which
a click takes or, where the arrow keys have led to it, Enter (assets/contents.js).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from metrics.arrays import Array
from metrics.catalog import METRICS
from ui.pictures.plane import axis_html, percent

Counts: TypeAlias = NDArray[np.integer[Any]]

_LANE = 1.1
"""Height of a name above the bars of the strip, in rem."""


@dataclass(frozen=True)
class Axis:
    """The scores of a metric along a side of a picture, the better ones to the right or above.

    Attributes:
        metric: its catalog key.
        low: the score at one end.
        high: the score at the other.
    """

    metric: str
    low: float
    high: float

    @classmethod
    def around(cls, metric: str, scores: Array, *, whole: bool = False) -> "Axis":
        """Return an axis on which scores find room, and all a metric can reach if it is `whole`."""
        low, high = METRICS[metric].range
        if not whole or high is None:
            room = 0.04 * np.ptp(scores) or 0.5
            low, high = float(scores.min() - room), float(scores.max() + room)
        return cls(metric, low, high)

    def at(self, scores: Array) -> Array:
        """Return places of scores, from 0 to 1."""
        places = np.clip((scores - self.low) / (self.high - self.low), 0, 1)
        return places if METRICS[self.metric].higher_is_better else 1 - places

    def place(self, score: float) -> str:
        """Write the place of a score, in percent."""
        return percent(float(self.at(np.array(score))))

    def side(self, score: float) -> str:
        """Tell on which side of a score there is room for its name: "beyond" it, or before."""
        return "beyond" if self.at(np.array(score)) <= 0.5 else ""

    def html(self, side: str) -> str:
        """Write its round numbers, and its name."""
        unit = 10.0 ** np.floor(np.log10(self.high - self.low))
        step = next(
            size * unit
            for size in (0.1, 0.2, 0.25, 0.5, 1, 2)
            if (self.high - self.low) / (size * unit) <= 7
        )
        first, last = np.ceil(self.low / step - 1e-9), np.floor(self.high / step + 1e-9)
        ticks = {
            f"{round(number * step, 9) + 0.0:g}": float(self.at(np.array(number * step)))
            for number in np.arange(first, last + 1)
        }
        return axis_html(side, f"{METRICS[self.metric].name} \u2192", ticks)


def draw(kind: str, still: str, moving: str, said: str, number: int = 1) -> None:
    """Draw a picture, "strip" or "scatter": what lies still, what moves over it, what it says.

    `number` tells the pictures of one page apart.
    """
    alt = "All orders of the retrieved documents by their scores, and where this list stands"
    alt += f", picture {number}" if number > 1 else ""
    with st.container(key=f"orders_picture_{number}"):
        st.html(
            f"<div class='plane {kind}' role='slider' tabindex='0' aria-label='{alt}' "
            f"aria-valuemin='1' aria-valuemax='{still.count('data-order')}' aria-valuenow='1' "
            f"aria-valuetext='arrow keys choose an order, Enter takes it'>{still}</div>"
        )
        st.html(f"<div class='plane {kind}' aria-hidden='true'>{moving}</div>{said}")


def bars_html(axis: Axis, edges: Array, held: Counts, orders: Counts) -> str:
    """Write a histogram: a bar from each of the `edges` to the next, unless it `held` none."""
    ends = np.sort(axis.at(edges), axis=1)
    return "".join(
        f"<i data-order='{_order(order)}' title='{number:,} {_orders(number)} from {low:.3f} to "
        f"{high:.3f}' style='left:{percent(left)};width:{percent(right - left)};"
        f"--tall:{number / held.max():.4f}'></i>"
        for (low, high), (left, right), number, order in zip(edges, ends, held, orders, strict=True)
    )


def names_html(axis: Axis, named: Mapping[str, float], *, lane: int, look: str) -> str:
    """Write a line at each named score, one name below the other from a `lane` on."""
    return "".join(
        f"<span class='{look} {axis.side(score)}' "
        f"style='--at:{axis.place(score)};--top:{at * _LANE:.2f}rem'>{name} {score:.3f}</span>"
        for at, (name, score) in enumerate(named.items(), start=lane)
    )


def dots_html(across: Axis, up: Axis, x: Array, y: Array, held: Counts, orders: Counts) -> str:
    """Write a dot for each pair of scores; its area grows with how many orders it `held`."""
    one, other = (METRICS[axis.metric].label() for axis in (across, up))
    sizes = 5 + 7 * np.sqrt((held - 1) / max(held.max() - 1, 1))
    places = zip(across.at(x), up.at(y), sizes, strict=True)
    rows = zip(x, y, held, orders, places, strict=True)
    return "".join(
        f"<i data-order='{_order(order)}' title='{one} {at:.3f}, {other} {to:.3f}: {number:,} "
        f"{_orders(number)}' style='left:{percent(left)};bottom:{percent(bottom)};"
        f"--size:{size:.1f}px'></i>"
        for at, to, number, order, (left, bottom, size) in rows
    )


def here_html(across: Axis, up: Axis, x: float, y: float) -> str:
    """Write the list on the screen as a dot with its name."""
    place = f"left:{across.place(x)};bottom:{up.place(y)}"
    return f"<b class='{across.side(x)}' style='{place}'>this list</b>"


def ring_html(name: str, across: Axis, up: Axis, x: float, y: float) -> str:
    """Write a ring round an order, with its name."""
    place = f"left:{across.place(x)};bottom:{up.place(y)}"
    return f"<b class='ring {across.side(x)}' style='{place}'>{name}</b>"


def field_html(name: str, across: Axis, up: Axis, x: Sequence[float], y: Sequence[float]) -> str:
    """Write a field from corner to corner, with its name in the corner that lies furthest out."""
    left, right = sorted(across.at(np.array(x)))
    bottom, top = sorted(up.at(np.array(y)))
    empty = left == right or bottom == top
    return (
        f"<em style='left:{percent(left)};width:{percent(right - left)};"
        f"bottom:{percent(bottom)};height:{percent(top - bottom)}'>"
        f"{'' if empty else f'<span>{name}</span>'}</em>"
    )


def _order(grades: Counts) -> str:
    return ",".join(map(str, grades))


def _orders(number: int) -> str:
    return "order" if number == 1 else "orders"
