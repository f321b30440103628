"""Bars at the height of the cards: a row a rank, a column a quantity."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

import altair as alt
import numpy as np

from metrics.arrays import Array
from ui import theme
from ui.pictures.grammar import COLOUR, DATA, INK, Row, Spec, show, spec, table
from ui.plain import decimals
from ui.screen import Name, Screen

MOST_AT_EASE: Final = 13
"""Columns of bars that stand beside the cards with a heading each that can be read from afar."""

FIELDS: Final = {
    "kind": str,
    "id": str,
    "rank": int,
    "column": int,
    "start": float,
    "end": float,
    "label": str,
    "score": str,
    "faint": bool,
    "colour": int,
}


@dataclass(frozen=True)
class Bars:
    """One column of bars beside the cards, a bar per rank, each value between 0 and `most`.

    `start` and `end` have shape (ranks,), ranks being those the metric looked at.
    """

    heading: str
    start: Array
    end: Array
    labels: Sequence[str]
    faint: Array
    total: str = ""
    most: float = 1

    @classmethod
    def of(
        cls,
        heading: str,
        values: Array,
        labels: Sequence[str] = (),
        faint: Array | None = None,
        most: float = 1,
    ) -> Self:
        """Draw each rank's value from zero; `most` is what fills the column."""
        nothing = np.zeros_like(values)
        return cls(
            heading,
            nothing,
            values,
            labels or [decimals(value) for value in values],
            nothing if faint is None else faint,
            most=most,
        )

    @classmethod
    def running(cls, heading: str, contribution: Array, total: str, most: float = 1) -> Self:
        """Draw each contribution where the last one ended, so that the ends climb to the score."""
        end = contribution.cumsum()
        return cls(
            heading,
            end - contribution,
            end,
            [f"+{decimals(c)}" if c else "" for c in contribution],
            np.zeros_like(contribution),
            total,
            most,
        )


def draw(screen: Screen, name: Name, columns: Sequence[Bars], key: str) -> None:
    """Draw columns of bars for a list; a click on one lights its card (`board.picked(key)`)."""
    show(
        table(rows(screen, name, columns), FIELDS),
        built(len(columns)),
        key,
        # A heading may hold the cutoff, which changes.
        f"{', '.join(c.heading.partition('@')[0] for c in columns[:MOST_AT_EASE])}: a bar for each "
        "rank of the list",
        on_select="rerun",
        selection_mode="pick",
    )


def rows(screen: Screen, name: Name, columns: Sequence[Bars]) -> list[Row]:
    """Lay columns of bars out as the rows of the picture."""
    ranked, top = screen.ranked(name), screen.scale
    shown = ranked.documents[: ranked.retrieved]
    laid: list[Row] = [{"kind": "cut", "rank": min(screen.k, len(shown)), "colour": theme.LINES}]
    for rank, document in enumerate(shown, start=1):
        symbol = "?" if document.grade is None else theme.SYMBOLS[top][document.grade]
        laid.append({"kind": "rank", "rank": rank, "label": f"{rank} {symbol}"})
    for column, bars in enumerate(columns):
        laid.append(
            {
                "kind": "head",
                "rank": 0,
                "column": column,
                "label": bars.heading,
                "score": bars.total,
            }
        )
        laid.extend(
            {
                "kind": "bar",
                "id": document.id,
                "rank": rank,
                "column": column,
                "start": float(bars.start[rank - 1] / bars.most),
                "end": float(bars.end[rank - 1] / bars.most),
                "label": bars.labels[rank - 1],
                "faint": bool(bars.faint[rank - 1]),
                "colour": theme.colour(document.grade, top),
            }
            for rank, document in enumerate(shown[: len(bars.end)], start=1)
        )
    return laid


@cache
def built(columns: int) -> Spec:
    """Bars at the height of the cards, one column of bars a quantity.

    Rows by their `kind`: a "bar" with `id` of its document, `rank`, `column` from 0, `start` and
    `end` in [0, 1], `colour`, `faint` and `label`; a "head" a column with `label` as its
    heading and `score` below it; a "rank" whose `label` names it; and the "cut".
    """
    crowded = columns > 2
    # How much of its column the longest bar fills: beside it stands a label of up to 85 pixels.
    full = "0.86" if crowded else f"clamp(1 - {85 * columns} / width, 0.3, 0.6)"
    size = 14 if columns <= 5 else 12 if columns <= MOST_AT_EASE else 10

    def unless_narrow(wide: float, narrow: float) -> alt.ExprRef:
        """Choose anew whenever the width changes: on a phone the headings of many columns stand."""
        return alt.ExprRef(f"width < {30 * columns} ? {narrow} : {wide}")

    place = alt.Chart(DATA, height=alt.Step(theme.ROW_PITCH)).transform_calculate(
        x0=f"datum.column + {full} * datum.start",
        x1=f"datum.column + {full} * datum.end",
        said="'rank ' + datum.rank + ': ' + datum.label",
    )
    x = alt.X("x0:Q", axis=None, scale=alt.Scale(domain=[0, columns], nice=False))
    y = alt.Y("rank:O", axis=None, scale=alt.Scale(padding=0))
    cell = place.transform_filter("datum.kind === 'bar'")
    picked = alt.selection_point(name="pick", fields=["id"], on="click", clear=False)
    bar = (
        cell.mark_bar(
            height=14 if crowded else 24,
            cornerRadius=3,
            cursor="pointer",
        )
        .encode(
            x=x,
            x2="x1",
            y=y,
            description="said:N",
            tooltip="said:N",
            color=COLOUR,
            opacity=alt.condition("datum.faint", alt.value(0.35), alt.value(1)),
        )
        .add_params(picked)
    )
    if crowded:  # the numbers stand below their bars
        label = cell.mark_text(
            align="left", dx=1, dy=16, fontSize=size, opacity=unless_narrow(1, 0)
        ).encode(x=x)
    else:
        label = cell.mark_text(align="left", dx=5, fontSize=size).encode(x=alt.X("x1:Q", axis=None))
    label = label.encode(y=y, text="label:N")
    rank = (
        place.transform_filter("datum.kind === 'rank'")
        .mark_text(align="left", fontSize=13, x=-30)
        .encode(y=y, text="label:N")
    )
    cut = (
        place.transform_filter("datum.kind === 'cut'")
        .mark_rule(strokeWidth=2, strokeDash=[2, 3])
        .encode(y=alt.Y("rank:O", axis=None, bandPosition=1), color=COLOUR)
    )
    head = place.transform_filter("datum.kind === 'head'")
    heading = head.mark_text(
        align="left",
        y=unless_narrow(-32, -4),
        angle=unless_narrow(0, 270),
        dy=unless_narrow(0, 6),
        fontSize=size,
    ).encode(x=x, text="label:N")
    score = head.mark_text(
        align="left",
        y=-13,
        fontSize=size + 2 * (size > 10),
        fontWeight="bold",
        opacity=unless_narrow(1, 0),
    ).encode(x=x, text="score:N")
    zero = (
        head.mark_rule(opacity=0.4, color=INK)
        .encode(x=x)
        .encode(y=alt.value(0), y2=alt.value("height"))
    )
    # Vega makes room for all marks; this unseen one fixes how much, whatever the others say.
    room = head.mark_rect(
        aria=False, opacity=0, x=-34, x2=0, y=theme.ROW_GAP / 2 - theme.HEAD, y2=0
    )
    layers = spec(room, zero, bar, label, cut, rank, heading, score)
    return {**layers, "padding": 0}
