"""How far list A is ahead of list B, down to each rank, by each of two metrics."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from metrics.catalog import METRICS
from pages.disagreement.drawing import Both
from ui.core import theme
from ui.draw import rank_terms
from ui.draw.rows import Row, changed, only, spread_out, titled
from ui.draw.style import (
    BOLD,
    BY_RANK,
    COLOUR,
    FOOT,
    HIGH,
    INK,
    KEY,
    PATH,
    TOLD,
    UNSEEN,
    View,
    marks,
    ranks,
)

TITLE: Final = "Which list is ahead, down to each rank?"
LEGEND: Final = "The sum of A so far, minus that of B."
_ENDS: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1)
"""Ends of the axis, of which the first that suffices is taken."""


def chart() -> View:
    """Draw a curve for each metric: above 0 list A is ahead, below 0 list B."""
    sides, curves, was, ends, each_rank = map(marks, ("sides", "curves", "was", "ends", "ranks"))
    kinds = alt.Scale(domain=[0, 1], range=[[1, 0], [7, 5]])
    dash, each = alt.StrokeDash("dash:O", scale=kinds), {"detail": "name:N", **PATH}
    most = "(extent(pluck(data('sides'), 'lead'))[1] || 1)"
    lead = alt.Y(
        "lead:Q",
        title="Above 0 A is ahead, below 0 B",
        scale=alt.Scale(domain=[{"expr": f"-{most}"}, {"expr": most}], nice=False),
        axis=alt.Axis(tickCount=5, format="+.2~f", labelExpr="datum.value ? datum.label : '0'"),
    )
    return (
        alt.layer(
            sides.mark_rule(opacity=0.2).encode(y=alt.datum(0), key=KEY),
            was.mark_line(color=INK, opacity=0.2, strokeWidth=5).encode(x=ranks(), **each),
            curves.mark_line(strokeWidth=2.5).encode(
                x=ranks(), color=COLOUR, strokeDash=dash, **each
            ),
            curves.mark_circle(size=70, opacity=1).encode(x=ranks(), color=COLOUR, key=KEY),
            ends.mark_text(align="left", dx=12, **BOLD).encode(x=ranks(), text="label:N", key=KEY),
            each_rank.mark_bar(width={"band": 1}, **UNSEEN).encode(
                x=ranks(), y=alt.value(0), y2=FOOT, key=BY_RANK, **TOLD
            ),
        )
        .encode(y=lead)
        .properties(height=HIGH)
    )


def rows(both: Sequence[Both]) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    cut = all(METRICS[one.a.key].has_cutoff for one in both)
    colours = theme.of_metrics([one.a.key for one in both])
    looks = enumerate(zip(both, colours, strict=True))  # they differ in greyscale too
    curves = [row for dash, (one, colour) in looks for row in _curve(one, (colour, dash), cut=cut)]
    before = [*_before(both, cut=cut)]
    farthest = max((abs(row["lead"]) for row in curves + before), default=0) * 1.05
    most = next((end for end in _ENDS if end >= farthest), farthest)
    deepest = max((row["rank"] for row in curves), default=0)
    last = {row["name"]: row["lead"] for row in curves if row["rank"] == deepest}
    names = ("rank", "key", "name", "lead")
    return {
        "sides": [
            {"key": "A", "lead": most},
            {"key": "B", "lead": -most},
        ],
        "curves": curves,
        "was": changed(before, curves, *names),
        "ends": [
            {"rank": deepest, "key": name, "lead": at, "label": name}
            for name, at in spread_out(last, 0.22 * most, most).items()
        ],
        "ranks": [*_ranks(both, cut=cut)],
    }


def _terms(one: Both, *, cut: bool) -> list[rank_terms.RankTerm]:
    """Return the lead down to each rank, or down to the `cut`."""
    if one.b is None:
        return []
    listed = max(one.a.ranked.retrieved, one.b.ranked.retrieved)
    if cut:
        listed = min(listed, one.a.screen.k)
    return rank_terms.of_lead(
        one.a.breakdown,
        one.b.breakdown,
        listed,
        one.name,
        higher_is_better=one.a.higher_is_better is not False,
    )


def _curve(one: Both, look: tuple[int, int], *, cut: bool) -> Iterator[Row]:
    """Yield the lead down to each rank."""
    colour, dash = look
    for term in _terms(one, cut=cut):
        yield {
            **{"rank": term.rank, "key": f"{one.name}{term.rank}", "name": one.name},
            **{"lead": term.value, "colour": colour, "dash": dash},
        }


def _before(both: Sequence[Both], *, cut: bool) -> Iterator[Row]:
    """Yield the curves before the last move."""
    for one in both:
        a = one.a.measured_before
        b = one.b and one.b.measured_before
        if a and b:
            yield from only(_curve(Both(a, b), (0, 0), cut=cut), "rank", "key", "name", "lead")


def _ranks(both: Sequence[Both], *, cut: bool) -> Iterator[Row]:
    """Yield a column for each rank, with its sentence."""
    for terms in zip(*(_terms(one, cut=cut) for one in both), strict=True):
        rank = terms[0].rank
        said = "; ".join(term.sentence for term in terms)
        yield {"rank": rank, "said": f"Rank {rank}: {said}{titled(both[0].a.ranked, rank)}"}
