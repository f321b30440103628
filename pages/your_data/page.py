"""Your own data: a list or files of the reader, the mean of its topics, and one on the board."""

import streamlit as st

from pages.your_data import drawing as your_data
from ui import lesson
from ui.core import knobs
from ui.core.session import session
from ui.draw import many_metrics, score, scoreboard, summands
from ui.parts import controls
from ui.parts.present import AllDrawn

lesson.heading("your_data")
with st.container(key="brought"):  # not seen by a hall
    your_data.bring()
metric, pasted = your_data.metric(), your_data.is_pasted()
your_data.ask()
presenting = session().projector.presenting
if pasted and not presenting:
    your_data.choose()
measured = [score.measure(metric)] if your_data.on_board() else []
if not (measured or presenting):  # the picture comes first, and then the number that it shows
    your_data.show_topics(metric)
with st.container(key="bar", horizontal=True, vertical_alignment="bottom"):
    with st.container(key="score", width="content"):
        if measured:
            scoreboard.tiles(measured, "big")
        else:
            your_data.headline(metric)
    if your_data.is_empty() and not presenting:
        controls.draw("toolbar", controls.back_and_forth(session()))
    else:
        controls.toolbar(
            orders_of="a" if measured else "",
            more=your_data.closing(),
            menu=[] if measured else None,
            predicts=False,
        )
if presenting and not measured:
    your_data.project(metric)
with st.container(key="about"):
    your_data.name(metric)
    your_data.doubts()
    if presenting:
        your_data.about_mean(metric)
if measured:
    many_metrics.draw(
        {"a": measured},
        heads=False,
        only=metric,
        in_cards=summands.labels(measured[0]),
        beside_bars=summands.equations(measured[0]),
    )
if presenting:
    raise AllDrawn
if measured:
    left, right = st.columns(2, gap="small")
    with left:
        st.html(lesson.worked_html(lesson.worked_out(measured[0])))
    with right:
        your_data.show_topics(metric)
else:
    your_data.about_mean(metric)
if not pasted:
    your_data.choose()
if not your_data.show(metric) and measured:
    controls.turn(name for name in knobs.of_metrics(metric) if name != "scale")
