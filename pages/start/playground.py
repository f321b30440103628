"""Playground: every metric at once, as what each rank adds to each score."""

import streamlit as st

from ui import board, knobs, lesson, screen

lesson.heading("Playground: what does every rank add to every score?")
now = screen.shown()
measured = {name: [lesson.measure(key, name) for key in now.metrics] for name in now.lists()}
lesson.scores(measured)
with st.container(horizontal=True, gap="xsmall"):
    board.toolbar()
    lesson.list_b()
lesson.matrix("a", measured["a"])
if "b" in measured:
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.header("List B", anchor=False)
        board.orders("b")
    lesson.matrix("b", measured["b"])

st.caption(
    "Each column is a metric. Each cell is what the document at that rank adds to the score; a bar "
    "is as long as the cell's share of the column's largest. What FRP and MR charge for a miss, "
    "k + 1, is in the score and at no rank."
)
knobs.show(["metrics"])
with st.grid(min_column_width=250):
    knobs.show(knobs.of(*now.metrics))
