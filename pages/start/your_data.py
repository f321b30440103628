"""Your own data: a list or files that the reader brings, a topic of theirs on the board."""

import streamlit as st

from ui import board, knobs, lesson, topics

lesson.heading("Your own data: on which topics does the ranking fail?")
topics.bring()
metric = topics.choose()
measured = lesson.measure(metric)
with st.container(key="bar", horizontal=True, vertical_alignment="bottom"):
    with st.container(key="score", width="content"):
        lesson.score(measured)
        topics.name()
    board.toolbar()
lesson.matrix("a", [measured])
with st.grid(min_column_width=250):
    knobs.show(name for name in knobs.of(metric) if name != "scale")
topics.show(metric)
