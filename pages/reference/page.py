"""Reference: a card for each metric and each further measure, with links into the app."""

import streamlit as st

from metrics.catalog import METRICS
from metrics.further import FURTHER
from pages.reference import alone
from pages.reference import drawing as reference
from ui import lesson
from ui.contents import TEXTS
from ui.draw import figure

# What each text is good for.
GOOD_FOR = {
    "guide": "a first tour in pictures, from errors to readers",
    "notes": "eight metrics in a line each, to revise with",
    "chapter": "calculations step by step, from MAP to ERR",
    "article": "the case against MAP and MRR in search, and for nDCG and ERR",
}

FAMILIES = f"""
This page has all measures of this notebook. First come those of one ranking, in the order in which
they are best learnt. Then come errors, pairs, means, readers and two rankings. Formulas use the
default settings. The bars show what one relevant document among ten scores at each rank, with the
cutoff k = 10.

{TEXTS["guide"].link} and {TEXTS["chapter"].link} sort metrics into families:

| Family | Metrics |
| --- | --- |
| Efimov: unranked | MSE, RMSE, MAE; precision and recall of a set |
| Efimov: ranked | Kendall’s distance, P@k, R@k, AP, RR |
| Efimov: for a user | DCG, nDCG, RBP, ERR |
| Yu: by position | P@k, R@k, Hit@k, RR, FRP, ERR |
| Yu: comprehensive | AP, AR, nDCG, MR |
| Yu: few relevant documents | Hit@k, RR, FRP |

Every ranked metric implies a reader, too. P@k is a reader who looks at exactly k documents.
"""


symbols = {key: metric.symbol for key, metric in METRICS.items()}
symbols |= {key: measure.symbol for key, measure in FURTHER.items()}
index = "".join(f"<a href='#measure_{key}'>{symbol}</a>" for key, symbol in symbols.items())

lesson.heading("reference")
st.html(f"<nav class='index' aria-label='All measures'>{index}</nav>")
st.markdown(FAMILIES)
with st.container(key="reference", gap=None):
    for key in symbols:
        with st.container(horizontal=True, key=f"measure_{key}"):
            st.markdown(reference.card(key), unsafe_allow_html=True)
            if key in METRICS:
                figure.show(figure.Figure(alone, alone.rows(key), key), bare=True)

cited = "\n".join(f"- {text.cited}: {GOOD_FOR[key]}." for key, text in TEXTS.items())
st.markdown(f"## Further reading\n\nRankbook began with four texts.\n\n{cited}")
