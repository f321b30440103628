"""A table of the top k in three orders: precision and recall ignore the order, RR does not."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from metrics.catalog import METRICS
from ui.core import plain, theme
from ui.draw import score
from ui.draw.score import Measured

_BLIND: Final = "precision", "recall"
_SEES: Final = "reciprocal_rank"


def three_orders(measured: Measured) -> None:
    """Draw a table of the top k as listed, best first and worst first, each with three scores."""
    screen, ranked, name = measured.screen, measured.ranked, measured.name
    depth = min(screen.k, ranked.retrieved)
    shown, rest = list(ranked.documents[:depth]), ranked.documents[depth:]
    worst = sorted(shown, key=lambda d: d.grade or 0)
    body: list[Sequence[object]] = []
    for label, order in {
        "as they stand": shown,
        "best first": worst[::-1],
        "worst first": worst,
    }.items():
        reordered = screen  # its scores may be cached
        if order is not shown:
            reordered = screen.with_list(name, ranked.reordered((*order, *rest)))
        scores = [score.compute(key, name, reordered).score for key in (*_BLIND, _SEES)]
        symbols = " ".join(theme.symbol(d.grade, screen.scale) for d in order)
        body.append([label, symbols, *map(plain.decimals, map(float, scores))])
    labels = [METRICS[key].label(screen.k) for key in (*_BLIND, _SEES)]
    title = f"The first {depth} in three orders"
    header = ["order", f"ranks 1 to {depth}", *labels]
    st.html(plain.table_html(title, header, body, words=(0, 1)))
