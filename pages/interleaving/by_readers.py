"""The interval of A − B for more and more readers, and where it leaves 0."""

from collections.abc import Mapping, Sequence
from typing import Final

import altair as alt

from metrics.interleaving import Outcomes
from ui.core import theme
from ui.core.plain import ends
from ui.draw.rows import Row
from ui.draw.style import COLOUR, DASHED, FOOT, KEY, LOW, TOLD, View, across, by, marks

TITLE: Final = "How many readers show who wins?"
IN_HALL: Final = "How many readers? A thick line leaves 0 out."
LEGEND: Final = "Line: 95 of 100 results. Thick: 0 is outside."
_COUNTS: Final = (100, 1_000, 10_000)
_MOST: Final = 1_000_000
"""Most readers that have a line, as many as are needed too."""
_ENDS: Final = (0.25, 0.5, 0.75, 1)
"""Ends of the axis, of which the first that suffices is taken."""


def chart() -> View:
    """Draw a line for each number of readers, with a dot at A − B, and another one at 0."""
    lines, none, room = map(marks, ("lines", "none", "room"))
    ends = [{"expr": f"data('room')[{at}].low"} for at in (0, 1)]
    sign = "datum.value ? format(datum.value, '+~g') : '0'"
    sides = "← more for B\u2003A − B\u2003more for A →"
    y = alt.Y("place:O", title=None).axis(
        grid=False, labelOverlap=False, labelExpr="data('lines')[datum.value].name"
    )
    drawn: View = alt.layer(
        room.mark_point(opacity=0),
        none.mark_rule(**DASHED, strokeWidth=1.5).encode(y=alt.value(0), y2=FOOT),
        lines.mark_rule(aria=True, strokeCap="butt", strokeWidth=by("outside", 8, 2)).encode(
            x2="high:Q", y=y, color=COLOUR, **TOLD
        ),
        lines.mark_circle(size=110, opacity=1).encode(x="lead:Q", y=y, color=COLOUR),
    ).encode(
        x=across("low", sides, *ends, labelExpr=sign, domain=True, titleAnchor="middle"), key=KEY
    )
    return drawn.properties(height=LOW)


def rows(found: Outcomes, readers: int, *, needed: bool = True) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark.

    Args:
        found: how often each ranking wins.
        readers: how many readers are asked now.
        needed: whether the number that is needed has a line, too.
    """
    enough = found.readers_needed()
    marked = {readers: " now"} if readers > 1 else {}
    if needed and enough <= _MOST:
        marked[int(enough)] = marked.get(int(enough), "") + " needed"
    each = [(count, found.interval(count)) for count in sorted({*_COUNTS, *marked})]
    end = next(end for end in _ENDS if all(-end <= low and high <= end for _, (low, high) in each))
    return {
        "lines": [
            {
                **{"key": f"{count}", "place": place, "low": low, "high": high},
                **{"lead": found.lead, "colour": theme.HIT, "outside": low > 0 or high < 0},
                "name": f"{count:,}{marked.get(count, '')}",
                "said": f"{count:,} readers: from {' to '.join(ends(low, high))}",
            }
            for place, (count, (low, high)) in enumerate(each)
        ],
        "none": [{"key": "none", "low": 0.0}],
        "room": [{"key": "first", "low": -end}, {"key": "last", "low": end}],
    }
