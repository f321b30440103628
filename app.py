"""Rankbook: draw the current page of the table of contents (`ui.contents`) in its frame."""

from contextlib import suppress
from importlib import import_module

import streamlit as st

from ui import contents
from ui.core import address, post, presets, served
from ui.parts import frame, present, prose
from ui.room import wall as room

if __name__ != "__main__":
    # The server imports this file once, for its routes, and runs it as a script for each reader.
    app = st.App(
        __file__,
        routes=served.routes(frame.CODE, frame.first_html, presets.moved),
        middleware=served.middleware(),
        lifespan=served.lifespan,
    )
else:
    for module in contents.modules():  # so every lesson's actions are known on every page
        import_module(module)
    prose.check()
    page = st.navigation(frame.pages(), position="hidden")  # one list: chapters would be sent, too
    st.set_page_config(
        f"{page.title} · Rankbook",
        layout="wide",
        initial_sidebar_state=260,
        # An own entry makes Streamlit show the menu, which has the choice between light and dark.
        menu_items={"About": "Rankbook: ranking-evaluation metrics to play with. MIT licence."},
    )
    address.read(page.url_path)
    frame.open_with(page)
    with room.held(page.url_path), frame.ONE_PAGE_AT_A_TIME, suppress(present.AllDrawn):
        page.run()
    address.write()
    with st.sidebar:
        post.deliver(page.url_path)
