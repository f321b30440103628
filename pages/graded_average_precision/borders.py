"""Which list each mix of readers prefers, by how many accept a 1 and how many want the top."""

import json
from collections.abc import Iterator
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, for_each_position
from ui.draw.score import Measured
from ui.draw.style import CLICKED, FILL, INK, KEY, PAGE, SAID, STRONG, Options, View, by, rows_of

TITLE: Final = "Which readers prefer which list?"
_STEPS: Final = 10
_SIGNS: Final = {"now": "+", "before": "−", "alike": "="}


def chart() -> View:
    """Draw a cell for each crowd; the current one has a frame."""
    percent: Options = {"labelExpr": "datum.value + ' %'", "grid": False}
    x = alt.X("easy:O", title="Accept a 1", axis=alt.Axis(**percent))
    y = alt.Y("picky:O", title="Want the top grade", sort="descending", axis=alt.Axis(**percent))
    crowd = rows_of("a").encode(x=x, y=y, key=KEY)
    frame = by("strong", 3, 0)
    cell = crowd.mark_rect(fillOpacity=alt.expr("datum.strength"), cornerRadius=2, stroke=PAGE)
    return alt.layer(
        cell.encode(fill=FILL),
        crowd.mark_text(**STRONG).encode(text="label:N"),
        crowd.mark_rect(
            color=INK, fillOpacity=0, stroke=INK, strokeWidth=frame, aria=True, **CLICKED
        ).encode(**SAID),
    ).properties(height=11 * 22)


def rows(gap: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each crowd, comparing with list B, or else with the list before the move.

    Readers who are neither easy nor picky share the grades between equally; on a scale of two there
    are none.
    """
    top, lists = gap.screen.scale, (gap, other or gap.measured_before or gap)
    between = top - 2
    names = ("A", "B") if other else ("now", "before")
    crowds = {
        (easy, picky): (
            easy / _STEPS,
            *(rest / _STEPS / max(between, 1),) * between,
            picky / _STEPS,
        )
        for easy in range(_STEPS + 1)
        for picky in range(_STEPS + 1 - easy)
        for rest in [_STEPS - easy - picky]
        if between or not rest
    }
    each = [for_each_position(one, "thresholds", (*crowds.values(),)) for one in lists]
    scores = [[float(found.score) for found in of_list] for of_list in each]
    most = max(abs(a - b) for a, b in zip(*scores, strict=True))
    compared = bool(other) or most > 5e-4
    shares = gap.breakdown.aside["share"]
    now = min(crowds, key=lambda at: float(abs(shares - crowds[at]).sum()))
    for at, a, b in zip(crowds, *scores, strict=True):
        ahead = abs(a - b) > 5e-4
        who = names[a < b] if ahead else "alike"
        easy, picky = (100 * share // _STEPS for share in at)
        both = f"{names[0]} {decimals(a)}, {names[1]} {decimals(b)}"
        scores_text = both if compared else decimals(a)
        yield {
            **{"part": "a", "key": f"crowd {at}", "easy": easy, "picky": picky},
            "label": _SIGNS.get(who, who) if compared else "",
            "strength": 0.15 + 0.6 * abs(a - b) / (most or 1) if compared else 0.05 + 0.7 * a,
            "colour": (theme.UNJUDGED if b > a else theme.LINES) if ahead or not compared else 0,
            "strong": at == now,
            "said": f"{easy} % accept a 1, {picky} % want a {top}: {scores_text}"
            + f", better {'in ' * bool(other)}{who}" * ahead,
            "do": json.dumps({"do": "turn", "knob": "thresholds", "to": [*crowds[at]]}),
        }
