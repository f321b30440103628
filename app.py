"""Rankbook's table of contents: the chapters, and the frame around every page."""

import streamlit as st

from ui import address, board, frame

CHAPTERS = {
    "Start": [
        st.Page("pages/start/welcome.py", title="Welcome", default=True),
        st.Page("pages/start/playground.py", title="Playground", url_path="playground"),
        st.Page("pages/start/your_data.py", title="Your own data", url_path="your_data"),
        st.Page("pages/start/reference.py", title="Reference", url_path="reference"),
    ],
    "Relevant or not": [
        st.Page(
            "pages/binary/average_precision.py",
            title="Average precision",
            url_path="average_precision",
        ),
    ],
    "A person reading": [
        st.Page(
            "pages/reading/expected_reciprocal_rank.py",
            title="Expected reciprocal rank",
            url_path="expected_reciprocal_rank",
        ),
    ],
}

page = st.navigation(CHAPTERS, position="hidden")
st.set_page_config(
    f"{page.title} · Rankbook",
    page_icon="assets/icon.svg",
    layout="wide",
    initial_sidebar_state=260,
    # With an entry of ours the menu is shown, and with it the choice between light and dark.
    menu_items={"About": "Rankbook: ranking-evaluation metrics to play with. MIT licence."},
)
address.read()
frame.open_with(CHAPTERS, page)
board.engine()
page.run()
address.write()
