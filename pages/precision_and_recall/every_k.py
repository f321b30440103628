"""Precision and recall at every k, from the top of the list down to its end."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.precision_and_recall.tops import NAMES, at_each
from ui.core import theme
from ui.draw.rank_terms import Top
from ui.draw.rows import MOST_NAMED, Row, only, spread_out, titled
from ui.draw.score import Measured
from ui.draw.style import (
    BESIDE,
    BOLD,
    BY_RANK,
    CLICKED,
    COLOUR,
    FOOT,
    INK,
    KEY,
    LOW,
    PATH,
    TOLD,
    UNSEEN,
    View,
    by,
    fits_rank,
    marks,
    ranks,
    up,
)

TITLE: Final = "How do the scores change with k?"
_DASHES: Final = {"precision": 0, "recall": 1, "f1": 2, "hit": 0}


def chart() -> View:
    """Draw a point for each k, joined to a curve for each score, and a line at the chosen k."""
    curves, was, b, ends = map(marks, ("curves", "curves_was", "b", "ends"))
    here, meet, each_k = map(marks, ("mark", "meet", "ranks"))
    kinds = alt.Scale(domain=[0, 1, 2], range=[[1, 0], [7, 5], [2, 5]])
    dash, each = alt.StrokeDash("dash:O", scale=kinds), {"detail": "name:N", **PATH}
    return (
        alt.layer(
            was.mark_line(color=INK, opacity=0.2, strokeWidth=5).encode(**each),
            here.mark_rule(strokeWidth=2, opacity=0.7).encode(y=alt.value(0), y2=FOOT, key=BY_RANK),
            here.mark_text(dy=-9, **BESIDE, **BOLD).encode(y=FOOT, text="label:N", key=BY_RANK),
            curves.mark_line(strokeWidth=2).encode(color=COLOUR, strokeDash=dash, **each),
            curves.mark_circle(size=by("strong", 170, 60), opacity=1).encode(color=COLOUR, key=KEY),
            curves.mark_text(dy=by("low", 17, -15), **fits_rank()).encode(text="label:N", key=KEY),
            meet.mark_point(size=420, strokeWidth=2, stroke=INK).encode(key=BY_RANK),
            meet.mark_text(dy=24, **BOLD).encode(text="label:N", key=BY_RANK),
            ends.mark_text(align="left", dx=14, **BOLD).encode(text="label:N", key=KEY),
            each_k.mark_bar(width={"band": 1}, **UNSEEN, **CLICKED).encode(
                y=alt.value(0), y2=FOOT, key=BY_RANK, **TOLD
            ),
            b.mark_line(strokeWidth=2).encode(color=COLOUR, strokeDash=dash, **each),
            b.mark_point(shape="diamond", size=110, filled=True, aria=True).encode(
                color=COLOUR, key=KEY, **TOLD
            ),
        )
        .encode(x=ranks("k"), y=up("height", "").title(None))
        .properties(height=LOW)
    )


def rows(p: Measured, other: Measured | None, keys: Sequence[str]) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; only the scores with these keys are drawn.

    The curve of precision alone ends at k, so that the reader finds out how it goes on.
    """
    k, deepest = p.screen.k, max(len(p.ranked.documents), p.screen.k)
    end = deepest if len(keys) > 1 else k
    shown = [key for key in NAMES if key in keys]
    now = _tops(p, deepest)
    curves = [row for key in shown for row in _curve(now[:end], key, shown, k)]
    last = {row["name"]: row["height"] for row in curves if row["rank"] == end}
    meet = _tops(p, now[0].exist)[-1] if now[0].exist else None
    return {
        "curves": curves,
        "curves_was": [*_were(p, now[:end], shown)],
        "b": [*_of_b(other, deepest, shown)] if other else [],
        "mark": [{"rank": k, "label": f"k = {k}", "left": k == deepest}],
        "meet": [
            {
                "rank": meet.k,
                "height": meet.fractions["P"].value,
                "label": f"RP {meet.fractions['P']}",
            }
        ]
        if meet and "r_precision" in keys
        else [],
        "ends": [
            {"rank": end, "key": name, "height": at, "label": name}
            for name, at in spread_out(last, 0.11, 1).items()
        ],
        "ranks": [*_ranks(p, now, shown)],
    }


def _tops(measured: Measured, deepest: int) -> list[Top]:
    return at_each(measured.screen, measured.name, range(1, deepest + 1))


def _curve(tops: Sequence[Top], key: str, shown: Sequence[str], k: int = 0) -> Iterator[Row]:
    """Yield a point for each k.

    Of P and R the higher one has its label above, the other one below; equal ones have one label.
    """
    name, dash, (colour,) = NAMES[key], _DASHES[key], theme.of_metrics([key])
    named = len(tops) <= MOST_NAMED and key in ("precision", "recall")
    for top in tops:
        height, p, r = (top.fractions[each].value for each in (name, "P", "R"))
        once = key == "recall" and p == r
        yield {
            **{"rank": top.k, "key": f"{name}{top.k}", "name": name, "height": height},
            **{"dash": dash, "colour": colour, "strong": top.k == k},
            "label": str(top.fractions[name]) if named and not once else "",
            "low": "recall" in shown and (p < r if key == "precision" else p > r),
        }


def _were(p: Measured, now: Sequence[Top], shown: Sequence[str]) -> Iterator[Row]:
    """Yield the curves before the last move that differ from those now."""
    before = p.measured_before
    tops = _tops(before, len(now)) if before else now
    for key in shown:
        was, is_ = ([top.fractions[NAMES[key]].value for top in each] for each in (tops, now))
        if was != is_:
            yield from only(_curve(tops, key, shown), "rank", "key", "name", "height")


def _of_b(b: Measured, deepest: int, shown: Sequence[str]) -> Iterator[Row]:
    """Yield precision and recall of list B."""
    tops = _tops(b, deepest)
    for key in (key for key in ("precision", "recall") if key in shown):
        for top, row in zip(tops, _curve(tops, key, shown), strict=True):
            yield {
                **only([row], "rank", "key", "name", "height", "dash")[0],
                "colour": theme.UNJUDGED,
                "said": f"List B, rank {top.k}: {top.worked(NAMES[key])}",
            }


def _ranks(p: Measured, tops: Sequence[Top], shown: Sequence[str]) -> Iterator[Row]:
    """Yield a column for each k; a click takes the cut there."""
    for top in tops:
        listed = top.k <= p.ranked.retrieved
        begins = f"Rank {top.k}:" if listed else f"k = {top.k}, no document there:"
        worked = top.worked(*(NAMES[key] for key in shown))
        title = titled(p.ranked, top.k) if listed else ""
        yield {
            "rank": top.k,
            "said": f"{begins} {top.counted} in {top.k}: {worked}{title}",
            "do": json.dumps({"do": "turn", "knob": "k", "to": top.k}),
        }
