"""Precision against recall, a point for each k, with lines of equal F1."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import altair as alt

from pages.precision_and_recall.tops import at_each
from ui.core import theme
from ui.draw.rows import MOST_NAMED, ConstantRows, Row, only
from ui.draw.score import Measured
from ui.draw.style import (
    COLOUR,
    FAINT,
    FOOT,
    INK,
    KEY,
    PATH,
    TOLD,
    Options,
    View,
    across,
    by,
    marks,
    up,
)

TITLE: Final = "How do precision and recall move together?"


def chart() -> View:
    """Draw a step for each k: right and up at a hit, down at a miss."""
    equal, was, b, now, never = map(marks, ("equal", "points_was", "b", "points", "never"))
    stairs: Options = {"interpolate": "step-after"}
    path: Options = {"order": "rank:Q", **PATH}
    side: Options = {"align": by("strong", "left", "right"), "dx": by("strong", 14, -9)}
    return (
        alt.layer(
            never.mark_rect(**FAINT).encode(x2=alt.datum(1), y=alt.value(0), y2=FOOT),
            never.mark_text(align="right", dx=-6, dy=6, baseline="top").encode(
                x=alt.datum(1), y=alt.value(0), text="label:N"
            ),
            equal.mark_line(color=INK, opacity=0.3, interpolate="monotone").encode(
                detail="name:N", **path
            ),
            equal.mark_text(align="left", dx=12).encode(text="label:N", key=KEY),
            was.mark_line(color=INK, opacity=0.2, strokeWidth=5, **stairs).encode(**path),
            b.mark_line(strokeWidth=2, **stairs).encode(color=COLOUR, **path),
            now.mark_line(strokeWidth=2.5, **stairs).encode(color=COLOUR, **path),
            b.mark_point(shape="diamond", size=110, filled=True, aria=True).encode(
                color=COLOUR, key=KEY, **TOLD
            ),
            now.mark_circle(size=by("strong", 330, 100), opacity=1, aria=True).encode(
                color=COLOUR, key=KEY, **TOLD
            ),
            now.mark_text(dy=by("strong", 16, -10), **side).encode(text="label:N", key=KEY),
        )
        .encode(x=across("recall", "Recall", 0, 1), y=up("precision", "Precision", grid=False))
        .properties(height=300)
    )


def rows(p: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    deepest = max(len(p.ranked.documents), p.screen.k)
    points, before = [*_points(p, "", deepest)], p.measured_before
    was = only(_points(before, "", deepest) if before else (), *_PLACE)
    (most,) = at_each(p.screen, p.name, [p.ranked.retrieved])
    never = f"never found: {most.exist - most.hits} of {most.exist}"
    return {
        "points": points,
        "points_was": was if was != only(points, *_PLACE) else [],
        "b": [*_points(other, "List B, ", deepest)] if other else [],
        "never": [{"recall": most.hits / most.exist, "label": never}]
        if most.hits < most.exist and not most.capped
        else [],
        "equal": _equal(),
    }


_PLACE: Final = ("key", "rank", "recall", "precision")


@cache
def _equal() -> ConstantRows:
    """Return rows of the lines of equal F1; each line is symmetric in precision and recall."""
    return ConstantRows(
        {
            **{"key": f"equal {f1} {at}", "name": f"{f1}", "rank": at},
            "recall": f1 / 2 + f1 / 2 * ((2 - f1) / f1) ** (at / 9),
            "precision": f1 / 2 + f1 / 2 / ((2 - f1) / f1) ** (at / 9),
            "label": f"F1 {f1}" if at == 9 else "",
        }
        for f1 in (0.2, 0.4, 0.6, 0.8)
        for at in range(-9, 10)
    )


def _points(measured: Measured, begins: str, deepest: int) -> Iterator[Row]:
    """Yield a point for each k; the chosen k has its name, and each hit, if they are few."""
    hits, few = 0, deepest <= MOST_NAMED
    for top in at_each(measured.screen, measured.name, range(1, deepest + 1)):
        listed = top.k <= measured.ranked.retrieved
        place = f"rank {top.k}" if listed else f"k = {top.k}, no document there"
        chosen, is_hit = top.k == measured.screen.k, top.hits > hits
        yield {
            **{"key": f"{begins}{top.k}", "rank": top.k, "strong": chosen},
            "recall": top.fractions["R"].value,
            "precision": top.fractions["P"].value,
            "colour": theme.UNJUDGED if begins else theme.HIT,
            "label": f"k = {top.k}" if chosen else f"{top.k}" * (few and is_hit),
            "said": f"{begins or place[0].upper()}{place[not begins :]}: {top.worked('P', 'R')}",
        }
        hits = top.hits
