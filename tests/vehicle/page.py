"""The tests' own page: what every lesson has, once, and nothing that is one lesson's alone."""

import streamlit as st

from ui import lesson
from ui.draw import cutoffs, score
from ui.draw.beside_cards import running
from ui.draw.figure import Figure
from ui.parts import controls

lesson.heading("vehicle")
measured = score.measure("average_precision")
hits, total = measured.breakdown.terms["relevant"], measured.breakdown.aside["denominator"]
worked = lesson.WorkedFormula(
    measured,
    [(rank, f"{hits[:rank].sum():g}/{rank}") for rank, hit in enumerate(hits, 1) if hit],
    factor=f"1/{total:g}" if total else "0/0",
)
stage = lesson.Stage(
    [measured],
    columns=[running(measured, "Adds")],
    words="It is long. " * 300,  # a phone that shows the list is far from the chart
    worked=worked,
    chart=Figure(cutoffs, cutoffs.rows({"a": [measured]})),
    knobs=["denominator"],
)
if lesson.show("vehicle", stage):
    st.markdown(f"## The formula\n\n{lesson.formula_text(measured)}")
lesson.numbers(measured, contribution="adds")
invitation = controls.invite("It is long.", {"do": "grade", "list": "a", "id": "2", "grade": 1})
st.markdown(f"{invitation}\n\n" * 50 + "## Could you answer?" + "\n\nIt is long." * 20)
lesson.settings(measured)
