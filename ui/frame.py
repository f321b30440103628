"""The frame around every page: the chapters at the side, and the few styles Streamlit lacks."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from ui import address, screen
from ui.documents import ASSETS

_LIGHT, _DARK = (st.get_option(f"theme.{mode}.backgroundColor") for mode in ("light", "dark"))
_STYLE: Final = (
    f"<style>.stApp {{ --page: light-dark({_LIGHT}, {_DARK}); }}\n"
    f"{(ASSETS / 'page.css').read_text(encoding='utf-8')}</style>"
)


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
