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
lesson.stage(
    measured,
    columns=[running(measured, "Adds")],
    explanation="It is long. " * 100,  # a phone that shows the list is far from the chart
    main_knobs="denominator",
    chart=Figure(cutoffs, cutoffs.rows({"a": [measured]})),
    worked=worked,
)
lesson.formula(worked)
lesson.numbers(measured, contribution="adds")
invitation = controls.invite("It is long.", {"do": "grade", "list": "a", "id": "2", "grade": 1})
st.markdown(f"{invitation}\n\n" * 50 + "## Could you answer?")
