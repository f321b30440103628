"""The documents above the cut in three orders, for measures that count them and one that looks."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from metrics.catalog import METRICS
from ui.look import plain, theme
from ui.models import score
from ui.models.score import Measured

_BLIND: Final = "precision", "recall"
_SEES: Final = "reciprocal_rank"


def orders(measured: Measured) -> None:
    """Draw what is above the cut as it stands, best first and worst first, each with its scores."""
    screen, ranked, name = measured.screen, measured.ranked, measured.name
    at = min(screen.k, ranked.retrieved)
    shown, rest = list(ranked.documents[:at]), ranked.documents[at:]
    worst = sorted(shown, key=lambda d: d.grade or 0)
    body: list[Sequence[object]] = []
    for called, order in {
        "as they stand": shown,
        "best first": worst[::-1],
        "worst first": worst,
    }.items():
        with_it = screen  # which knows some of its scores already
        if order is not shown:
            with_it = screen.with_list(name, ranked.reordered((*order, *rest)))
        scores = [score.compute(key, name, with_it).score for key in (*_BLIND, _SEES)]
        symbols = " ".join(theme.symbol(d.grade, screen.scale) for d in order)
        body.append([called, symbols, *map(plain.decimals, map(float, scores))])
    labels = [METRICS[key].label(screen.k) for key in (*_BLIND, _SEES)]
    title = f"The first {at} in three orders"
    head = ["order", f"ranks 1 to {at}", *labels]
    st.html(plain.table_html(title, head, body, words=(0, 1)))
