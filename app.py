"""Rankbook: every page in its frame, from the table of contents in `ui.contents`."""

from contextlib import suppress

import streamlit as st

from ui.parts import frame, present
from ui.wire import address, post

page = st.navigation(frame.pages(), position="hidden")
st.set_page_config(
    f"{page.title} · Rankbook",
    page_icon="assets/icon.svg",
    layout="wide",
    initial_sidebar_state=260,
    # With an entry of ours the menu is shown, and with it the choice between light and dark.
    menu_items={"About": "Rankbook: ranking-evaluation metrics to play with. MIT licence."},
)
address.read(page.url_path)
frame.open_with(page)
with suppress(present.AllPresented):
    page.run()
address.write()
with st.sidebar:
    post.deliver(page.url_path)
