"""The frame around every page: the chapters at the side, and the few styles Streamlit lacks."""

from collections.abc import Mapping, Sequence

import streamlit as st

from ui.documents import ASSETS

_LIGHT, _DARK = (st.get_option(f"theme.{mode}.backgroundColor") for mode in ("light", "dark"))

# One component whose data changes with the page only: in Streamlit's own links the reader's screen
# would have to be spelled anew after every edit, a message for each.
_contents = st.components.v2.component(
    "rankbook_contents",
    html="<p class='brand'>Rankbook</p><nav aria-label='Chapters'></nav>",
    css=f".stApp {{ --page: light-dark({_LIGHT}, {_DARK}); }}\n"
    + (ASSETS / "page.css").read_text(encoding="utf-8"),
    js=(ASSETS / "contents.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def open_with(chapters: Mapping[str, Sequence[st.Page]], current: st.Page) -> None:
    """Draw the table of contents; its links carry the reader's screen to the other pages."""
    with st.sidebar:
        _contents(
            key="contents",
            data={
                "chapters": [
                    [chapter, [[page.title, page.url_path] for page in pages]]
                    for chapter, pages in chapters.items()
                ],
                "current": current.url_path,
            },
        )
