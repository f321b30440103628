"""Reference: a card for each metric and each further measure, with links into the app."""

from functools import partial

import streamlit as st

from metrics.catalog import METRICS
from metrics.other_measures import FURTHER
from pages.reference import drawing as reference
from pages.reference import one_hit
from ui import lesson
from ui.draw import figure
from ui.parts import prose

symbols = {key: metric.symbol for key, metric in METRICS.items()}
symbols |= {key: measure.symbol for key, measure in FURTHER.items()}
index = "".join(f"<a href='#measure_{key}'>{symbol}</a>" for key, symbol in symbols.items())


def cards() -> None:
    """Draw a card for each measure, and bars beside those of one ranking."""
    with st.container(key="reference", gap=None):
        for key in symbols:
            with st.container(horizontal=True, key=f"measure_{key}"):
                st.markdown(reference.card(key), unsafe_allow_html=True)
                if key in METRICS:
                    figure.show(figure.Figure(one_hit, one_hit.rows(key), key), bare=True)


lesson.heading("reference")
prose.draw(
    "reference",
    index=partial(st.html, f"<nav class='index' aria-label='All measures'>{index}</nav>"),
    cards=cards,
)
