"""Playground: every metric at once, as what each rank adds to each score."""

import streamlit as st

from ui import controls, knobs, lesson, matrix, score
from ui.session import session

lesson.heading("playground")
now = session().shown
measured = {
    name: [score.measure(key, name) for key in now["metrics"]]
    for name in ("a", "b")
    if name in now.lists
}
matrix.scores(measured)
controls.toolbar(with_b=True)
matrix.draw("a", measured["a"])
if "b" in measured:
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.header("List B", anchor=False)
        controls.orders("b")
    matrix.draw("b", measured["b"])

st.caption(
    "Each column is a metric. Each cell is what the document at that rank adds to the score; a bar "
    "is as long as the cell's share of the column's largest. What FRP and MR charge for a miss, "
    "k + 1, is in the score and at no rank."
)
controls.turn(["metrics", *knobs.of(*now["metrics"])])
