"""The smallest true difference that is mostly found, over the number of topics."""

from collections.abc import Iterator
from math import ceil, inf, log10
from typing import Any, Final

import altair as alt

from metrics import compare
from metrics.compare import Summary
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve
from ui.draw.style import View, across, curves

TITLE: Final = "How small a difference can so many topics show?"
_LEAST: Final = 0.001
_MOST: Final = 10_000
_STEPS_PER_DECADE: Final = 12
"""Points of the curve in each power of ten."""
_BESIDE: Final = 1.4
"""Factor by which a name is higher or lower than its point."""
_FAR: Final = 200
"""Number of topics from which a name has room only at the left."""
_HALF: Final = 10 ** (0.5 / _STEPS_PER_DECADE)


def chart() -> View:
    """Draw the curve on two logarithmic axes."""
    ticks = [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
    title = "Difference found in 4 of 5"
    ends = [{"expr": "extent(pluck(data('rows'), 'low_end'))[1] || 0.001"}]
    ends += [{"expr": "extent(pluck(data('rows'), 'high_end'))[1] || 1"}]
    y = alt.Y("y:Q", title=title, scale=alt.Scale(type="log", domain=ends))
    return curves(
        across("x", "Topics", 2, 10_000, kind="log", values=ticks, format=",d"),
        y.axis(values=[10.0**power for power in range(-3, 4)], format="~g"),
    )


def rows(differences: Summary, top: float = 1) -> Iterator[Row]:
    """Yield rows for the curve, for the current number of topics, and for their difference.

    Scores up to 1 have an axis from 0.001 to 1; with a `top` above 1 it is as many times longer.
    """
    most = 10.0 ** ceil(log10(top))
    bottom = _LEAST * most
    yield {"part": "room", "key": "room", "y": most, "low_end": bottom, "high_end": most}
    lead, needed = abs(differences.mean), compare.topics_needed(differences)
    here = differences.size
    topics = {
        round(10 ** (at / _STEPS_PER_DECADE)) for at in range(4, 4 * _STEPS_PER_DECADE + 1)
    } | {here, needed}
    detected = {n: compare.detectable(differences, topics=int(n)) for n in topics if 1 < n <= _MOST}
    points = {n: least for n, least in sorted(detected.items()) if bottom <= least <= most}
    yield from curve("found", points, points.values(), strong=True)
    for n, least in points.items():
        sentence = f"a difference of {decimals(least)} is found in four of five comparisons"
        within = max(n / _HALF, 2), n * _HALF
        yield column(n, within, f"With {n:,.0f} topics {sentence}", half=inf)
    if here in points:
        least = points[here]
        yield {"part": "here", "key": "here", "x": here, "y": least, "colour": theme.LINES}
        name = f"your {here:,} topics: {decimals(least)}"
        if here < _FAR:
            yield _name(name, here, max(least, lead) * _BESIDE)
        else:
            yield _name(name, here, least / _BESIDE, left=True)
    if lead >= bottom:
        far = needed > _FAR  # so that the name does not cross the curve
        yield from curve("lead", (2, _MOST), (lead, lead), 1)
        yield _name(
            f"your lead {decimals(lead)}", 2 if far else _MOST, lead / _BESIDE, left=not far
        )
    if needed in points:
        yield from curve("needed", (needed, 1.001 * needed), (lead, bottom), 1)
        name = f"{needed:,.0f} needed"
        yield _name(name, needed, bottom * _BESIDE, left=needed > _FAR, strong=True)


def _name(name: str, x: float, y: float, **look: Any) -> Row:
    return {"part": "end", "key": name, "name": name, "x": x, "y": y, "said": name, **look}
