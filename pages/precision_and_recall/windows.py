"""P, R and F1 at every k, and below it precision against recall, with lines of equal F1."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import altair as alt

from pages.precision_and_recall import window
from pages.precision_and_recall.window import Window
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import MOST_NAMED, Row, column, curve, ends, titled
from ui.draw.score import Measured
from ui.draw.style import (
    COLOUR,
    FAINT,
    INK,
    KEY,
    PAGE,
    PATH,
    SAID,
    STROKE,
    View,
    across,
    by,
    curves,
    rows_of,
    stack,
    up,
)

TITLE: Final = "What does one rank more do to P, R and F1?"
VIEWS: Final = ("How do precision and recall move together?",)
_LOOKS: Final = {"P": (0, theme.LOST), "R": (1, theme.LINES), "F1": (2, theme.HIT)}
"""Dash and colour of each curve, as in the picture beside the cards."""


def chart() -> View:
    """Draw the curves over k, and below them precision against recall."""
    k = across("x", "k, the ranks looked at", tickMinStep=1, format="d")
    square = alt.Scale(domain=[0, 1], range=[0, {"expr": "min(width, 420)"}])
    axis = alt.Axis(tickCount=6, format=".3~f")
    recall = alt.X("recall:Q", title="Recall", scale=square, axis=axis)
    precision = up("precision", "Precision", grid=False)
    equal, before, b, now = (
        rows_of(part).encode(x=recall, y=precision) for part in ("equal", "before", "b", "a")
    )
    filled = alt.when("datum.counts").then(COLOUR).otherwise(alt.value(PAGE))
    lines = [
        equal.mark_line(color=INK, opacity=0.3, interpolate="monotone"),
        before.mark_line(color=INK, opacity=0.2, strokeWidth=5, interpolate="step-after"),
        b.mark_line(strokeWidth=2, interpolate="step-after").encode(stroke=STROKE),
        now.mark_line(strokeWidth=2.5, interpolate="step-after").encode(stroke=STROKE),
    ]
    points = [
        b.mark_point(shape="diamond", size=110, strokeWidth=2, fillOpacity=1, aria=True),
        now.mark_point(size=by("strong", 330, 100), strokeWidth=2, fillOpacity=1, aria=True),
    ]
    never, right = rows_of("never").encode(x=recall, key=KEY), alt.datum(1)
    corner = never.mark_text(align="right", dx=-6, dy=6, baseline="top")
    aside = now.mark_text(
        align=by("strong", "left", "right"), dx=by("strong", 14, -9), dy=by("strong", 16, -10)
    )
    plane = alt.layer(
        never.mark_rect(**FAINT).encode(x2=right),
        corner.encode(x=right, y=alt.value(0), text="label:N"),
        equal.mark_text(align="left", dx=12).encode(text="label:N", key=KEY),
        *(line.encode(detail="name:N", order="rank:Q", **PATH) for line in lines),
        *(spot.encode(stroke=STROKE, fill=filled, **SAID) for spot in points),
        aside.encode(text="label:N", key=KEY),
    )
    above = curves(k, up("y", "Score"), stepped=True, high=190)
    return stack(above, plane.properties(height=300))


def rows(p: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each curve and k, and for each point of precision against recall."""
    deepest, at_end, looks = max(len(p.ranked.documents), p.screen.k), {}, {}
    each_k, now = range(1, deepest + 1), None
    lists = {"a": p, "before": p.measured_before, "b": other}
    for part, one in lists.items():
        windows = window.at_each(one.screen, one.name, each_k) if one else None
        now = now or windows
        if not windows or (part == "before" and windows == now):
            continue
        yield from _path(part, windows, p)
        for label, (dash, own) in _LOOKS.items():
            name = f"{label}@k{' rows_of list B' * (part == 'b')}"
            heights = [at.fractions[label].value for at in windows]
            steps = [at + 0.5 for at in range(deepest + 1)]  # a step is around its k
            colour = theme.UNJUDGED if part == "b" else own
            kind = "was" if part == "before" else "line"
            yield from curve(name, steps, [*heights, heights[-1]], dash, part=kind, colour=colour)
            if part != "before":
                at_end[name] = deepest + 0.5, heights[-1]
                looks[name] = {"colour": colour, "dash": dash}
            if part == "a":
                here = {"x": p.screen.k, "y": heights[p.screen.k - 1]}
                yield {"part": "here", "key": f"here {label}", **here, "colour": colour}
    (most,) = window.at_each(p.screen, p.name, [p.ranked.retrieved])
    if most.hits < most.exist and not most.capped:
        never = f"never found: {most.exist - most.hits} of {most.exist}"
        yield {"part": "never", "key": "never", "recall": most.hits / most.exist, "label": never}
    yield from ends(at_end, 0.09, most=1, looks=looks)
    yield {"part": "mark", "key": "mark", "x": p.screen.k, "label": f"k = {p.screen.k}"}
    yield from _equal()


@cache
def _equal() -> Sequence[Row]:
    """Return rows of the lines of equal F1; each line is symmetric in precision and recall."""
    return [
        {
            **{"part": "equal", "key": f"equal {f1} {at}", "name": f"{f1}", "rank": at},
            "recall": f1 / 2 + f1 / 2 * ((2 - f1) / f1) ** (at / 9),
            "precision": f1 / 2 + f1 / 2 / ((2 - f1) / f1) ** (at / 9),
            "label": f"F1 {f1}" if at == 9 else "",
        }
        for f1 in (0.2, 0.4, 0.6, 0.8)
        for at in range(-9, 10)
    ]


def _path(part: str, windows: Sequence[Window], p: Measured) -> Iterator[Row]:
    """Yield the points of a list, and for list A a column at each k."""
    before, is_short = 0, len(windows) <= MOST_NAMED
    for k, top in enumerate(windows, start=1):
        hit, inside = top.hits > before, k <= p.ranked.retrieved or part != "a"
        begins = {"a": f"Rank {k}:" if inside else f"k = {k}, no document there:"}
        texts = {n: f"{f} = {decimals(f.value)}" for n, f in top.fractions.items()}
        texts["F1"] = f"2·{top.hits}/({k}+{top.exist}) = {decimals(top.fractions['F1'].value)}"
        p_at, r_at, f1_at = (f"{name}@{k} = {number}" for name, number in texts.items())
        place = f"{begins.get(part, f'List B, rank {k}:')} "
        yield {
            **{"part": part, "key": f"{part}{k}", "name": part, "rank": k},
            "recall": top.fractions["R"].value,
            "precision": top.fractions["P"].value,
            "counts": hit,
            "strong": k == p.screen.k,
            "colour": theme.UNJUDGED if part == "b" else theme.HIT,
            "label": f"k = {k}" if k == p.screen.k else f"{k}" if is_short and hit else "",
            "said": f"{place}{p_at}, {r_at}",
        }
        if part == "a":
            hits = f"{top.hits} {'hit' if top.hits == 1 else 'hits'} in {k}"
            title = titled(p.ranked, k) if inside else ""
            change = {"do": "turn", "knob": "k", "to": k}
            yield column(k, (0, k + 1), f"{place}{hits}: {p_at}, {r_at}, {f1_at}{title}", change)
        before = top.hits
