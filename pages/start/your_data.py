"""Your own data: a list or files that the reader brings, a topic of theirs on the board."""

import streamlit as st

from ui import controls, knobs, lesson, matrix, score, topics

lesson.heading("your_data")
topics.bring()
metric = topics.choose()
measured = score.measure(metric)
with st.container(key="bar", horizontal=True, vertical_alignment="bottom"):
    with st.container(key="score", width="content"):
        score.tiles([measured], "big")
        topics.name()
    controls.toolbar()
matrix.draw({"a": [measured]})
controls.turn(name for name in knobs.of(metric) if name != "scale")
topics.show(metric)
