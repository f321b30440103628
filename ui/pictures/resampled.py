"""What chance makes of a mean, as histograms: draws of other topics, and names that are changed."""

from math import ceil, floor, log10

import numpy as np
import streamlit as st

from metrics import compare
from metrics.arrays import Array
from metrics.compare import Interval, Randomised
from ui.pictures import plane

_BINS = 25
_BRICKS = 8
"""Means that a bar has room for until one of them has more."""
_MOST_BARS = 200
_ENOUGH = 40
"""Resamples of which the 95 % in the middle leave a whole one on each side."""


class _Axis:
    """Bins of a round width, one of which has 0 in its middle."""

    def __init__(self, low: float, high: float) -> None:
        """Make room for two ends."""
        self.step = _round((high - low) / _BINS)
        self.low = (floor(low / self.step) - 0.5) * self.step
        self.bins = ceil(high / self.step) - floor(low / self.step) + 1

    def at(self, value: float) -> float:
        """Return where a value is, from 0 to 1."""
        return (value - self.low) / (self.bins * self.step)

    def count(self, means: Array) -> Array:
        """Count the means in each bin."""
        edges = self.low + self.step * np.arange(self.bins + 1)
        return np.histogram(means, edges)[0].astype(np.float64)

    def html(self, side: str = "across") -> str:
        """Write it, with round numbers."""
        wide = _round(self.bins * self.step / 6)
        high = self.low + self.bins * self.step
        numbers = wide * np.arange(ceil(self.low / wide), floor(high / wide) + 1)
        ticks = {signed(number, wide): self.at(number) for number in numbers.tolist()}
        inside = {text: at for text, at in ticks.items() if 0.03 <= at <= 0.97}
        title = "Mean B − A" if side == "across" else "B − A, topic by topic"
        return plane.axis_html(side, title, inside)

    def mark_html(self, look: str, value: float) -> str:
        """Write a line at a value."""
        return f"<b class='{look}' style='left:{plane.percent(self.at(value))}'></b>"


def signed(number: float, step: float = 0.001) -> str:
    """Write a difference with its sign, as exactly as a step needs.

    >>> signed(-0.02, 0.01), signed(0, 0.01), signed(0.5, 0.1)
    ('−0.02', '0', '+0.5')
    """
    places = max(0, -floor(log10(step) + 1e-9))
    written = f"{number:+.{places}f}".replace("-", "−")
    return written if written.strip("+−0.") else "0"


def _round(number: float) -> float:
    """Return the first of 1, 2, 5, 10, … and of their tenths that is not below a number."""
    power = 10.0 ** floor(log10(number))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= number * (1 - 1e-9))


def _share(part: float) -> str:
    """Write a part of all; all, or none, only if it is.

    >>> _share(0.915), _share(0.999), _share(1), _share(0.001)
    ('92 %', 'over 99 %', '100 %', 'under 1 %')
    """
    if 0.995 <= part < 1:
        return "over 99 %"
    return "under 1 %" if 0 < part < 0.005 else f"{100 * part:.0f} %"


def _reach(differences: Array) -> float:
    """Return how far chance takes a mean at most: four standard errors, or a little."""
    return 4 * float(differences.std()) / len(differences) ** 0.5 or 0.05


def draw(differences: Array, means: Array, most: int, *, hidden: bool) -> None:
    """Draw the means of so many resamples, of `most`, and below them two intervals of 95 %."""
    if hidden or not len(differences):
        title = "" if hidden else "No topic counts: there is nothing to draw."
        st.html(f"<div class='plane draws'><p class='title'>{title}</p></div>")
        return
    mean, reach = float(differences.mean()), _reach(differences)
    axis = _Axis(min(mean - reach, -reach / 4), max(mean + reach, reach / 4))
    within = compare.percentiles(means if len(means) >= _ENOUGH else means[:0])
    title, last = f"{len(means):,} draws", ""
    if len(means) >= _ENOUGH:
        title += f": B is ahead in {_share(float((means > 1e-12).mean()))}"
    elif len(means):
        title = f"Draw {len(means)} of {most:,}: mean {signed(means[-1])}"
    if 0 < len(means) < most:
        last = axis.mark_html("last", float(means[-1]))
    inside = (means >= within.low - 1e-12) & (means <= within.high + 1e-12)
    parts = {"": means[inside], "out": means[~inside]} if len(means) >= _ENOUGH else {"": means}
    intervals = {"bootstrap": within, "t": compare.t_interval(differences)}
    st.html(
        f"<div class='plane draws'><p class='title'>{title}</p>{axis.html()}"
        f"<div class='bars' role='img' aria-label='The means of {len(means):,} draws'>"
        f"{_bars(axis, parts)}{last}</div><ul role='list' aria-label='Intervals of 95 %'>"
        f"{''.join(_bracket(axis, name, each) for name, each in intervals.items())}</ul>"
        f"<div class='marks'>{axis.mark_html('zero', 0)}</div></div>"
    )


def draw_sorted(differences: Array) -> None:
    """Draw a bar for each difference, the largest first; of very many, some evenly over all."""
    order = np.sort(differences)[::-1]
    places = np.unique(np.linspace(0, len(order) - 1, min(len(order), _MOST_BARS)).astype(int))
    low, high = min(float(order[-1]), 0.0), max(float(order[0]), 0.0)
    axis = _Axis(low, high if high > low else 1.0)
    zero, drawn = axis.at(0), []
    for at, value in enumerate(order[places].tolist()):
        start, end = sorted((zero, axis.at(value)))
        drawn.append(
            f"<i class='{'b' if value > 0 else 'a'}' style='left:{plane.percent(at / len(places))};"
            f"width:{plane.percent(1 / len(places))};bottom:{plane.percent(start)};"
            f"height:{plane.percent(end - start)}'></i>"
        )
    won, ties, lost = compare.outcomes(differences)
    said = f"B is better on {won:,} topics, A on {lost:,}, {ties:,} are ties"
    st.html(
        f"<div class='plane draws sorted'>{axis.html('up')}<div class='bars' role='img' "
        f"aria-label='{said}'>{''.join(drawn)}</div></div>"
    )


def draw_changed(differences: Array, randomised: Randomised) -> None:
    """Draw the means that come of changed names, those at least as far from 0 as the real one."""
    mean = abs(float(differences.mean()))
    reach = max(_reach(differences), 1.3 * mean)
    axis = _Axis(-reach, reach)
    far = np.abs(randomised.means) >= mean - 1e-12
    parts = {"": randomised.means[far], "out": randomised.means[~far]}
    marks = "".join(axis.mark_html("real", side * mean) for side in (-1, 1))
    st.html(
        f"<div class='plane draws changed'>{axis.html()}<div class='bars' role='img' "
        f"aria-label='The means of {len(far):,} ways to change names, {int(far.sum()):,} of them "
        f"at least {signed(mean)} from 0'>{_bars(axis, parts)}</div><div class='marks'>{marks}"
        "</div></div>"
    )


def _bars(axis: _Axis, parts: dict[str, Array]) -> str:
    """Write a bar for each bin that has a mean, in parts, one above the other."""
    counts = {look: axis.count(means) for look, means in parts.items()}
    tallest = max(_BRICKS, float(sum(counts.values(), np.zeros(axis.bins)).max()))
    drawn, below = [], np.zeros(axis.bins)
    for look, each in counts.items():
        for at in np.flatnonzero(each).tolist():
            middle = axis.low + (at + 0.5) * axis.step
            side = "even" if abs(middle) < axis.step / 4 else "b" if middle > 0 else "a"
            drawn.append(
                f"<i class='{side} {look}' style='left:{plane.percent(at / axis.bins)};"
                f"width:{plane.percent(1 / axis.bins)};bottom:{plane.percent(below[at] / tallest)};"
                f"height:{plane.percent(each[at] / tallest)}'></i>"
            )
        below += each
    return "".join(drawn)


def _bracket(axis: _Axis, name: str, interval: Interval) -> str:
    """Write an interval as a bracket, and whether 0 is in it."""
    if interval.low != interval.low:
        return f"<li class='none'><span>{name}: none of so few</span></li>"
    low, high = (min(max(axis.at(end), 0), 1) for end in interval)
    beyond = " left" * (low == 0) + " right" * (high == 1)
    crosses = interval.low <= 0 <= interval.high
    look, verdict = ("crosses", "0 is in it") if crosses else ("clear", "0 is outside")
    return (
        f"<li class='{look}{beyond}' style='--low:{low:.4f};--high:{high:.4f}'><i></i><span>"
        f"{name}: {signed(interval.low)} to {signed(interval.high)}, {verdict}</span></li>"
    )
