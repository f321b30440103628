"""The frame around every page: the chapters at the side, and the few styles Streamlit lacks."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from ui import address, screen

_STYLE: Final = """
<style>
.stMainBlockContainer { max-width: 88rem; padding: 2.5rem 2.5rem 6rem; }
[data-testid="stMetricValue"], table { font-variant-numeric: tabular-nums; }
.katex-display { overflow: auto hidden; }

[data-testid="stMarkdownContainer"] :is(p, li) { max-width: 44rem; }

/* The score and the way back stay in sight while a card far down a long list is dragged. */
.st-key-bar { position: sticky; top: 3rem; z-index: 5; padding-block: 0.5rem; }
.st-key-bar, .st-key-score { background: var(--st-background-color, inherit); }
:is(.st-key-score, .st-key-readers) [data-testid="stMetric"] > div {
  display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 0.75rem;
}
:is(.st-key-score, .st-key-readers) [data-testid="stMetric"] label { flex-basis: 100%; }
.st-key-score [data-testid="stMetricValue"] { font-size: 3rem; line-height: 1.1; }
.st-key-scores [data-testid="stMetricValue"] { font-size: 1.3rem; }

/* The tooltip names the shortcut; in the button it would be part of its name. */
.st-key-toolbar kbd { display: none; }

.stHtml:has(.dataframe) { overflow-x: auto; }
.dataframe { border-collapse: collapse; width: 100%; }
.dataframe :is(th, td) { padding: 0.35rem 0.75rem; text-align: right; border: 0; }
.dataframe tr { border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
.dataframe :is(th, td):nth-child(2) { text-align: left; }
.dataframe tbody tr:last-child { font-weight: 700; border-bottom: 0; }

@media (max-width: 640px) {
  .stMainBlockContainer { padding: 3.5rem 1rem 6rem; }
  .st-key-bar { position: static; }
  .st-key-readers [data-testid="stColumn"] { min-width: 0; }
  .st-key-readers { position: sticky; top: 3rem; z-index: 5; background: inherit; }
  .st-key-readers [data-testid="stCaptionContainer"] { display: none; }
  .st-key-readers [data-testid="stMetricValue"] { font-size: 1.5rem; }
}
</style>
"""


def open_with(chapters: Mapping[str, Sequence[st.Page]]) -> None:
    """Draw the table of contents; its links carry the reader's screen to the other pages."""
    st.html(_STYLE)
    query = address.encode(screen.current())
    with st.sidebar:
        st.markdown("### Rankbook")
        for chapter, pages in chapters.items():
            st.caption(chapter)
            for page in pages:
                st.page_link(page, query_params=query)
