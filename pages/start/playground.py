"""Playground: every metric at once, as what each rank adds to each score."""

import streamlit as st

from ui import board, knobs, lesson, screen

lesson.heading("Playground: what does every rank add to every score?")
now = screen.shown()
chosen = now.metrics
lesson.scores({name: [lesson.measure(key, name) for key in chosen] for name in now.lists()})
board.toolbar()
for name in now.lists():
    lesson.matrix(name, [lesson.measure(key, name) for key in chosen])
lesson.keep_or_drop_list_b()

st.subheader("Knobs", anchor=False)
knobs.show(["metrics", *knobs.of(*chosen)])
