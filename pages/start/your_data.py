"""Your own data: a list or files of the reader, with a topic of theirs on the board."""

import streamlit as st

from ui import lesson
from ui.models import score
from ui.parts import controls, scoreboard
from ui.parts.present import AllPresented
from ui.state import knobs
from ui.state.session import session
from ui.studies import matrix, your_data

lesson.heading("your_data")
with st.container(key="brought"):  # not seen by a hall
    your_data.bring()
    metric = your_data.choose()
if session().hall.presenting:
    your_data.present_topics()
measured = score.measure(metric)
with st.container(key="bar", horizontal=True, vertical_alignment="bottom"):
    with st.container(key="score", width="content"):
        scoreboard.tiles([measured], "big")
        your_data.name(metric)
    controls.toolbar()
matrix.draw({"a": [measured]})
if session().hall.presenting:
    raise AllPresented
controls.turn(name for name in knobs.of(metric) if name != "scale")
your_data.show(metric)
