"""The least that a page with the board can be: the board and one number. Others are held to it."""

import streamlit as st

from ui.core import post, served
from ui.draw import score
from ui.parts import board, frame

if __name__ != "__main__":
    app = st.App(
        __file__,
        routes=served.routes(frame.CODE, frame.first_html),
        middleware=served.middleware(),
    )
else:
    st.set_page_config(layout="wide")
    st.metric("AP@5", score.measure("average_precision").score)
    board.show()
    post.deliver()
