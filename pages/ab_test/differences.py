"""Differences that chance alone makes, the one that was seen, and its interval."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import Final

import altair as alt
import numpy as np

from metrics.proportions import StandardErrors, TwoProportions
from ui.core import theme
from ui.core.plain import decimals, ends, signed
from ui.draw.rows import Row, changed, only
from ui.draw.style import (
    BESIDE,
    BOLD,
    COLOUR,
    INK,
    KEY,
    PATH,
    TOLD,
    Options,
    View,
    across,
    marks,
)

TITLE: Final = "Which differences does chance make?"
LEGEND: Final = "Filled: this often. Left: A leads."
SEEN: Final = 3
"""Largest z whose tails are high enough to be seen."""
_REACH: Final = 4
_STRIP: Final = -0.4
"""Where the axis begins if an interval stands between it and the curve, whose top is 1."""
_LIMIT: Final = NormalDist().inv_cdf(0.975)
_POINTS: Final = 33


def chart() -> View:
    """Draw the curve of chance and another one, filled parts, and the interval below them."""
    curve, tails, seen, interval = map(marks, ("curve", "tails", "seen", "interval"))
    was, room = map(marks, ("was", "room"))
    domain = [{"expr": f"data('room')[{at}].x"} for at in (0, 1)]
    half = "4 * length(datum.label)"
    over = {"expr": f"clamp(datum.share * width, {half}, max({half}, width - {half}))"}
    sign = "datum.value ? format(datum.value, '+~g') : '0'"
    bottom = {"expr": "[data('room')[0].base, 1.2]"}
    span: Options = {"y": {"expr": "4"}, "y2": {"expr": "data('room')[0].base ? 143 : height"}}
    line, fits = (alt.value(each) for each in (138, 156))  # of the interval, in pixels from the top
    height = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=bottom), stack=None)
    return (
        alt.layer(
            room.mark_point(opacity=0),
            was.mark_line(interpolate="monotone", color=INK, opacity=0.25, strokeWidth=5).encode(
                y=height, **PATH
            ),
            curve.mark_line(interpolate="monotone", color=INK, opacity=0.7, strokeWidth=2).encode(
                y=height, detail="side:N", **PATH
            ),
            tails.mark_area(interpolate="monotone", aria=True).encode(
                y=height, color=COLOUR, detail="side:N", **PATH
            ),
            seen.mark_rule(strokeWidth=2, aria=True, **span).encode(key=KEY, **TOLD),
            seen.mark_text(baseline="top", **BESIDE, **BOLD).encode(
                y=alt.value(4), text="label:N", key=KEY
            ),
            interval.mark_rule(strokeWidth=3, aria=True).encode(
                x2="end:Q", y=line, key=KEY, **TOLD
            ),
            interval.mark_point(filled=True, size=70, color=INK, opacity=1).encode(
                x="middle:Q", y=line, key=KEY
            ),
            interval.mark_text(**BOLD).encode(x=alt.value(over), y=fits, text="label:N", key=KEY),
        )
        .encode(x=across("x", "B − A", *domain, format="~g", labelExpr=sign, domain=True))
        .properties(height=170)
    )


def rows(
    found: TwoProportions,
    before: TwoProportions | None = None,
    places: int = 3,
    *,
    with_interval: bool = True,
) -> Mapping[str, Sequence[Row]]:
    """Return a table for each kind of mark; none where there is no z.

    The axis has room for what was found `before` the last move, too, so that a curve is seen to
    grow narrower. The difference has so many `places`.
    """
    error = _error(found)
    if not error:
        return {}
    low, high = found.interval
    base = _STRIP if with_interval else 0
    written = " to ".join(ends(low, high))
    seen = signed(found.difference, places)
    reach = max(_reach(each) for each in (found, before) if each)
    curve = [*_curve(error, -_REACH * error, _REACH * error, "all")]
    was = _error(before) if before else 0
    names = ("key", "x", "y")
    old = only(_curve(was, -_REACH * was, _REACH * was, "all"), *names) if was else []
    return {
        "was": old if changed(old, curve, *names) else [],
        "curve": curve,
        "tails": [*_tails(found, error)],
        "seen": [
            {
                **{"key": "none", "x": 0.0, "label": "", "left": False},
                "said": "0: both groups are equal",
            },
            {
                **{"key": "seen", "x": found.difference, "left": found.difference < 0},
                "label": seen,
                "said": f"Seen: {seen}, z = {decimals(found.z)}",
            },
        ],
        "interval": [
            {
                **{"key": "interval", "x": low, "end": high, "middle": found.difference},
                "label": f"True differences that fit: {written}",
                "said": f"95 % interval: {written}",
                "share": (found.difference + reach) / (2 * reach),
            }
        ]
        * with_interval,
        "room": [{"x": x, "base": base} for x in (-reach, reach)],
    }


def of_power(
    found: TwoProportions,
    errors: StandardErrors,
    before: tuple[TwoProportions, StandardErrors] | None = None,
) -> Mapping[str, Sequence[Row]]:
    """Return tables of the curve of chance, and of that around a true difference as found.

    The part of the second curve is filled where p is below 0.05.
    """
    lead, limit = found.difference, _LIMIT * errors.equal
    ends: list[float] = []
    for one, each in (pair for pair in ((found, errors), before) if pair):
        for middle, error in ((0, each.equal), (one.difference, each.own)):
            ends += middle - _REACH * error, middle + _REACH * error
    least, most = lead - _REACH * errors.own, lead + _REACH * errors.own
    parts = [("left", least, min(-limit, most)), ("right", max(limit, least), most)]
    beyond = -limit if lead < 0 else limit
    seen = [("limit", beyond, "p = 0.05"), ("seen", lead, signed(lead))]
    chance = _curve(errors.equal, -_REACH * errors.equal, _REACH * errors.equal, "all")
    return {
        "was": [],
        "curve": [*chance, *_curve(errors.own, least, most, "true", lead)],
        "tails": [
            row
            for side, start, end in parts
            if start < end
            for row in _curve(errors.own, start, end, side, lead)
        ],
        "seen": [
            {"key": key, "x": x, "left": x == min(beyond, lead), "label": label, "said": label}
            for key, x, label in seen
        ],
        "interval": [],
        "room": [{"x": x, "base": 0} for x in (min(ends), max(ends))],
    }


def _error(found: TwoProportions) -> float:
    """Return the standard error of the difference if both shares are equal."""
    if found.z != found.z or not found.z:
        return (found.interval.high - found.interval.low) / 2 / 1.96
    return found.difference / found.z


def _reach(found: TwoProportions) -> float:
    """Return how far from 0 the axis ends: it shows the curve and the interval."""
    return 1.05 * max(_REACH * _error(found), *map(abs, found.interval))


def _tails(found: TwoProportions, error: float) -> Iterator[Row]:
    """Yield the parts of the curve that are at least as far from 0 as the difference."""
    far, end = abs(found.difference), _REACH * error
    if far < end:
        yield from _curve(error, -end, -far, "left")
        yield from _curve(error, far, end, "right")


def _curve(error: float, start: float, end: float, side: str, middle: float = 0) -> Iterator[Row]:
    """Yield points of the normal curve, whose top is 1."""
    colour = theme.UNJUDGED if side == "left" else theme.LINES
    for at, x in enumerate(np.linspace(start, end, _POINTS).tolist()):
        yield {
            **{"key": f"{side}{at}", "side": side, "x": x, "colour": colour},
            "y": float(np.exp(-(((x - middle) / error) ** 2) / 2)),
        }
