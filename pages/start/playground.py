"""Playground: every metric at once, as what each rank adds to each score."""

import streamlit as st

from ui import challenges, controls, knobs, lesson, matrix, orders, score
from ui.session import session

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

st.caption(
    "Each column is a metric and climbs to its score: a bar is what the document at that rank "
    "adds, from 0 at the left to 1 at the right; CG, DCG, FRP and MR have no 1 and are drawn "
    "against the highest score here. What FRP and MR charge for a miss, k + 1, is in the score and "
    "at no rank. A click on a metric's name shows it alone."
)
matrix.choose()
controls.turn(["metrics", *knobs.of(*now["metrics"])])

st.header("All orders of these documents", anchor=False)
orders.draw("orders_by", "orders_against")
challenges.contents(now["challenge"])
