"""The least that a page with the board can be: the board and one number. Others are held to it."""

import streamlit as st

from ui import board, lesson

st.set_page_config(layout="wide")
board.engine()
st.metric("AP@5", lesson.measure("average_precision").score)
board.show()
