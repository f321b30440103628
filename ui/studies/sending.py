"""What readers who were sent brought back in the mean, by how many they are."""

import numpy as np
import streamlit as st

from ui import figure
from ui.charts import sent_means
from ui.look.plain import decimals, signed, table_html
from ui.parts.sending import Readers
from ui.state.session import session


def means(readers: Readers) -> None:
    """Draw what they brought back in the mean, by how many they are, and have it heard."""
    figure.show(figure.Figure(sent_means, [*sent_means.rows(readers)]))
    if readers.count:
        st.html(_table(readers))
    now = session()
    now.drawn.add(readers.told)


def _table(readers: Readers) -> str:
    """Write the mean after the first reader, the first ten, and so on, as far as some were sent."""
    after = np.array([each for each in sent_means.EACH if each <= readers.count], dtype=int)
    score = readers.measured.score
    found, margins = readers.came.means(after), readers.walk.margin(after)
    rows = {
        "mean": [decimals(mean) for mean in found],
        "two standard errors": [f"± {decimals(margin)}" for margin in margins],
        "off the formula": [signed(mean - score) for mean in found],
    }
    head = ["readers", *(f"{number:,}" for number in after)]
    body = [[name, *cells] for name, cells in rows.items()]
    return table_html("Mean by number of readers", head, body)
