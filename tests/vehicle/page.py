"""The tests' own page: what every lesson has, once, and nothing that is one lesson's alone."""

import streamlit as st

from ui import lesson
from ui.draw import score
from ui.draw.beside_cards import running

lesson.heading("vehicle")
measured = score.measure("average_precision")
lesson.stage(
    measured,
    columns=[running(measured, "Adds")],
    main_knobs="denominator",
    worked=lesson.summed(measured),
)
lesson.numbers(measured, contribution="adds")
st.markdown("It is long.\n\n" * 50 + "## Could you answer?")
