"""Playground: every metric at once, as what each rank adds to each score."""

import streamlit as st

from ui import lesson
from ui.models import score
from ui.parts import controls
from ui.state import knobs
from ui.state.session import session
from ui.studies import challenges, matrix, orders

lesson.heading("playground")
now = session().shown
challenges.draw(now["challenge"])
measured = {
    name: [score.measure(key, name) for key in now["metrics"]]
    for name in ("a", "b")
    if name in now.lists
}
with st.container(key="bar", horizontal=True):
    controls.toolbar(with_b=True)
with st.container(key="compared"):  # always there, or list A would be built anew with B
    if "b" in measured:
        matrix.compare(measured)
matrix.draw(measured)

st.html(matrix.explanation())
controls.turn(["metrics", *knobs.of(*now["metrics"])])
matrix.over_k(measured)

st.header("All orders of these documents", anchor=False)
orders.draw("orders_by", "orders_against")
lesson.take("playground", [one for each in measured.values() for one in each])
challenges.contents(now["challenge"])
