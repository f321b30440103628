"""The mean worth of simulated readers, by their number."""

import numpy as np
import streamlit as st

from ui.core.plain import decimals, signed, table_html
from ui.draw import figure, simulated_means
from ui.draw.simulated_readers import Readers


def means(readers: Readers) -> None:
    """Draw the running mean as chart and table."""
    figure.show(figure.Figure(simulated_means, [*simulated_means.rows(readers)]))
    if readers.count:
        st.html(_table(readers))


def _table(readers: Readers) -> str:
    """Return a table of the mean after 1, 10, … readers, up to the number sent."""
    after = np.array([each for each in simulated_means.EACH if each <= readers.count], dtype=int)
    score = readers.measured.score
    averages, margins = readers.sample.means(after), readers.walk.margin(after)
    rows = {
        "mean": [decimals(mean) for mean in averages],
        "two standard errors": [f"± {decimals(margin)}" for margin in margins],
        "off the formula": [signed(mean - score) for mean in averages],
    }
    head = ["readers", *(f"{number:,}" for number in after)]
    body = [[name, *cells] for name, cells in rows.items()]
    return table_html("Mean by number of readers", head, body)
