"""Differences that chance alone makes, the one that was seen, or its interval."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor
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
    PAGE,
    PATH,
    TOLD,
    Options,
    View,
    across,
    marks,
)

TITLE: Final = "Which differences does chance make?"
LEGEND: Final = "Filled: what counts. Left: A leads."
SEEN: Final = 3
"""Largest z whose tails are high enough to be seen."""
_REACH: Final = 4
_STRIP: Final = -0.4
"""Where the axis begins if an interval stands between it and the curve, whose top is 1."""
_LIMIT: Final = NormalDist().inv_cdf(0.975)
_NAMED: Final = 0.6
"""How many standard errors from its middle a curve has its name."""
_POINTS: Final = 33
_BLOCKS: Final = 100
"""How many blocks are below a curve."""
_WIDE: Final = 0.25
"""Width of a block in standard errors, if no line lies in it."""


def chart() -> View:
    """Draw the curve of chance and another one, filled parts or blocks, and the interval."""
    curve, tails, seen, interval = map(marks, ("curve", "tails", "seen", "interval"))
    blocks, names = map(marks, ("blocks", "names"))
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
            blocks.mark_rect(stroke=PAGE, strokeWidth=1).encode(
                x2="end:Q",
                y=height,
                y2="top:Q",
                color=COLOUR,
                fillOpacity=alt.FillOpacity("strength:Q", scale=None),
                key=KEY,
            ),
            was.mark_line(interpolate="monotone", color=INK, opacity=0.25, strokeWidth=5).encode(
                y=height, **PATH
            ),
            curve.mark_line(interpolate="monotone", color=INK, opacity=0.7, strokeWidth=2).encode(
                y=height, detail="side:N", **PATH
            ),
            tails.mark_area(interpolate="monotone", aria=True).encode(
                y=height, color=COLOUR, detail="side:N", **PATH
            ),
            names.mark_text(**BESIDE).encode(y=height, text="label:N", key=KEY),
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
    as_blocks: bool = False,
) -> Mapping[str, Sequence[Row]]:
    """Return a table for each kind of mark; none where there is no z.

    The axis has room for what was found `before` the last move, too, so that a curve is seen to
    grow narrower. The difference has so many `places`. What chance makes is a curve with its tails
    filled, or a hundred blocks.
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
        "tails": [] if as_blocks else [*_tails(found, error)],
        "names": [],
        "blocks": _blocks(error, abs(found.difference)) if as_blocks else [],
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

    The blocks of the second curve are filled where p is below 0.05.
    """
    lead, limit = found.difference, _LIMIT * errors.equal
    ends: list[float] = []
    for one, each in (pair for pair in ((found, errors), before) if pair):
        for middle, error in ((0, each.equal), (one.difference, each.own)):
            ends += middle - _REACH * error, middle + _REACH * error
    least, most = lead - _REACH * errors.own, lead + _REACH * errors.own
    beyond = -limit if lead < 0 else limit
    seen = [("limit", beyond, "p = 0.05"), ("seen", lead, signed(lead))]
    chance = _curve(errors.equal, -_REACH * errors.equal, _REACH * errors.equal, "all")
    return {
        "was": [],
        "curve": [*chance, *_curve(errors.own, least, most, "true", lead)],
        "tails": [],
        "names": [
            _name("neither is better", 0, errors.equal, left=lead > 0),
            _name("true shares", lead, errors.own, left=lead <= 0),
        ],
        "blocks": _blocks(errors.own, limit, lead),
        "seen": [
            {"key": key, "x": x, "left": x == min(beyond, lead), "label": label, "said": label}
            for key, x, label in seen
        ],
        "interval": [],
        "room": [{"x": x, "base": 0} for x in (min(ends), max(ends))],
    }


def of_interval(
    found: TwoProportions,
    errors: StandardErrors,
    before: tuple[TwoProportions, StandardErrors] | None = None,
) -> Mapping[str, Sequence[Row]]:
    """Return tables of the curve around what was found; its middle 95 % are filled."""
    lead, (low, high) = found.difference, found.interval
    written = " to ".join(ends(low, high))
    pairs = (pair for pair in ((found, errors), before) if pair)
    all_of_them = [(one.difference, each.own) for one, each in pairs]
    sides = [middle + sign * _REACH * error for middle, error in all_of_them for sign in (-1, 1)]
    least, most = min(0, *sides), max(0, *sides)

    def around(middle: float, error: float) -> list[Row]:
        reach = _REACH * error
        return [*_curve(error, middle - reach, middle + reach, "all", middle)]

    names = ("key", "x", "y")
    return {
        "was": only(around(*all_of_them[-1]), *names) if before else [],
        "curve": around(lead, errors.own),
        "tails": [*_curve(errors.own, low, high, "right", lead)],
        "names": [],
        "blocks": [],
        "seen": [
            {"key": "none", "x": 0.0, "label": "0", "left": lead > 0, "said": "0: no difference"},
            {"key": "seen", "x": lead, "label": signed(lead), "left": lead < 0}
            | {"said": f"Seen: {signed(lead)}"},
        ],
        "interval": [
            {
                **{"key": "interval", "x": low, "end": high, "middle": lead},
                "label": f"95 %: {written}",
                "said": f"95 % interval: {written}",
                "share": (lead - least) / (most - least),
            }
        ],
        "room": [{"x": x, "base": _STRIP} for x in (least, most)],
    }


def counted(tables: Mapping[str, Sequence[Row]]) -> tuple[int, int]:
    """Return how many blocks are filled, left and right."""
    filled = [row["colour"] for row in tables.get("blocks", ()) if row["strength"] == 1]
    return filled.count(theme.UNJUDGED), filled.count(theme.LINES)


def _blocks(error: float, cut: float, middle: float = 0) -> list[Row]:
    """Cut what is below a normal curve into a hundred blocks; those beyond the cut are filled.

    They lie in columns, one of which begins at the cut on either side of 0. A block is in the
    column of the middle of its hundredth.
    """
    wide = cut / max(1, round(cut / (_WIDE * error)))
    normal = NormalDist(middle, error)
    high = error * float(np.sqrt(2 * np.pi)) / (_BLOCKS * wide)
    columns: dict[int, int] = {}
    found: list[Row] = []
    for each in range(_BLOCKS):
        x = normal.inv_cdf((each + 0.5) / _BLOCKS)
        at = floor(x / wide)
        below = columns[at] = columns.get(at, 0) + 1
        found.append(
            {
                **{"key": f"block{at}-{below}", "x": at * wide, "end": (at + 1) * wide},
                **{"y": (below - 1) * high, "top": below * high},
                "colour": theme.UNJUDGED if at < 0 else theme.LINES,
                "strength": 1 if abs(at + 0.5) * wide > cut else 0.3,
            }
        )
    return found


def _name(label: str, middle: float, error: float, *, left: bool) -> Row:
    """Return the name of a curve, outside of it, near its top."""
    x = middle + (-_NAMED if left else _NAMED) * error
    y = float(np.exp(-(_NAMED**2) / 2))
    return {"key": label, "x": x, "y": y, "label": label, "left": left}


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
