"""Many metrics at once: their scores, and what every rank adds to each."""

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from metrics.catalog import METRICS
from ui import board, plain, score
from ui.pictures import beside_cards
from ui.pictures.beside_cards import MOST_AT_EASE, Bars
from ui.plain import decimals
from ui.score import Measured
from ui.screen import Name
from ui.session import session


def scores(lists: Mapping[Name, Sequence[Measured]]) -> None:
    """Draw a tile per metric with what the last move changed, and how B differs from A."""
    drawn = score.tiles_html(lists["a"], "small")
    if "b" in lists:
        pairs = list(zip(lists["a"], lists["b"], strict=True))
        crowded = "crowded" if len(pairs) > MOST_AT_EASE else "pairs"
        compared = plain.table_html(
            ["list", *(_short_label(a, len(pairs)) for a, _ in pairs)],
            [
                ["A", *(decimals(a.score) for a, _ in pairs)],
                ["B", *(decimals(b.score) for _, b in pairs)],
            ],
            ["B − A", *(f"{b.score - a.score:+.3f}" for a, b in pairs)],
        )
        drawn += f"<div class='{crowded}'>{compared}</div>"
    st.html(drawn)


def draw(name: Name, measured: Sequence[Measured]) -> None:
    """Draw a list beside one column of bars per metric: what each rank adds to each score."""
    cards, bars = st.columns([1, 1] if len(measured) < 3 else [4, 9], gap="small")
    key = f"pick_{name}"
    with bars:
        if measured:
            beside_cards.draw(
                session().shown, name, [_column(one, len(measured)) for one in measured], key
            )
    with cards:
        board.show(name, lit=board.picked(key))
    score.note_undefined(measured)


def _column(one: Measured, columns: int) -> Bars:
    contribution = one.breakdown.terms["contribution"]
    nothing = np.zeros_like(contribution)
    return Bars(
        _short_label(one, columns),
        nothing,
        contribution,
        [decimals(c).lstrip("0") if c >= 5e-4 else "" for c in contribution],
        nothing,
        decimals(one.score),
        most=contribution.max(initial=0) or 1,
    )


def _short_label(measured: Measured, columns: int) -> str:
    """Write a heading; where many stand side by side, without the cutoff that they share."""
    return measured.label if columns <= MOST_AT_EASE else METRICS[measured.key].label()
