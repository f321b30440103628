"""The pairs of each document of A: those in the same order upwards, those that cross downwards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from pages.rank_agreement.model import pair
from ui.core import theme
from ui.draw import rank_terms
from ui.draw.rows import MOST_NAMED, Row, changed
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BOLD,
    FOOT,
    HIGH,
    KEY,
    PALETTE,
    TOLD,
    UNSEEN,
    View,
    by,
    marks,
    ranks,
)

TITLE: Final = "Which documents are in pairs that cross?"
LEGEND: Final = "Up: in the same order. Down: crosses. A pair counts at both documents."
_ROOM: Final = 1.25
"""Length of the axis on each side, as a multiple of the longest bar; labels need it."""


def chart() -> View:
    """Draw two bars for each document: one up and one down."""
    sides, was, bars, each, gone = map(marks, ("sides", "was", "bars", "ranks", "gone"))
    most = "(extent(pluck(data('sides'), 'pairs'))[1] || 1)"
    pairs = alt.Y(
        "pairs:Q",
        title="Pairs of the document",
        stack=None,
        scale=alt.Scale(domain=[{"expr": f"-{most}"}, {"expr": most}], nice=False),
        axis=alt.Axis(tickCount=5, tickMinStep=1, labelExpr="abs(datum.value)"),
    )
    x = ranks("Rank in A")
    return (
        alt.layer(
            sides.mark_rule(opacity=0.3).encode(y=alt.datum(0), key=KEY),
            was.mark_bar(**BAR_BEFORE).encode(x=x, key=KEY),
            bars.mark_bar(**BAR).encode(x=x, color="colour:N", key=KEY),
            bars.mark_text(dy=by("up", -10, 11), **BOLD).encode(x=x, text="label:N", key=KEY),
            gone.mark_text(dy=-10).encode(x=x, y=FOOT, text="label:N", key=KEY),
            each.mark_bar(width={"band": 1}, **UNSEEN).encode(
                x=x, y=alt.value(0), y2=FOOT, key=KEY, **TOLD
            ),
        )
        .encode(y=pairs, color=PALETTE)
        .properties(height=HIGH)
    )


def counts(tau: Measured) -> tuple[int, int]:
    """Return how many pairs are in the same order, and how many cross."""
    same, crossed = (round(tau.breakdown.terms[name].sum() / 2) for name in ("right", "wrong"))
    return same, crossed


def rows(tau: Measured, _other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    lists = pair(tau.screen)
    if len(lists.both) < 2:
        return {name: [] for name in ("sides", "was", "bars", "ranks", "gone")}
    bars = [*_bars(tau.breakdown)]
    before = [*_bars(tau.terms_before)] if tau.terms_before else []
    terms = rank_terms.of_tau(tau.breakdown)
    alone = [row for row, title in enumerate(lists.a, start=1) if title not in lists.both]
    farthest = _ROOM * (len(lists.both) - 1)
    few = len(lists.a) <= MOST_NAMED
    return {
        "sides": [{"key": f"{side}", "pairs": side * farthest} for side in (-1, 1)],
        "was": changed(before, bars, "key", "rank", "pairs"),
        "bars": bars,
        "ranks": [
            {
                "key": f"{term.rank}",
                "rank": term.rank,
                "said": f"Rank {term.rank}: "
                + ("only in A" if term.rank in alone else term.sentence)
                + f" ({lists.a[term.rank - 1][0]})",
            }
            for term in terms
        ],
        "gone": [{"key": f"only {rank}", "rank": rank, "label": "only A" * few} for rank in alone],
    }


def _bars(breakdown: Breakdown) -> Iterator[Row]:
    """Yield a bar up and one down for each document that has such pairs."""
    names = ("right", "wrong")
    each = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    few = len(breakdown.terms["right"]) <= MOST_NAMED
    for rank, (same, crossed) in enumerate(each, start=1):
        for up, count in ((True, same), (False, crossed)):
            if count:
                yield {
                    "key": f"{'same' if up else 'cross'} {rank}",
                    "rank": rank,
                    "pairs": count if up else -count,
                    "up": up,
                    "colour": theme.HIT if up else theme.LOST,
                    "label": f"{count:g}" * few,
                }
