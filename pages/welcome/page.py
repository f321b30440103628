"""Welcome: what Rankbook is, with a list to drag."""

import streamlit as st

from metrics.catalog import METRICS
from pages.welcome import first_move, ways_in
from ui import lesson
from ui.core.session import session
from ui.draw import score, scoreboard
from ui.parts import board, controls
from ui.parts.present import AllDrawn
from ui.room import wall as room

lesson.heading("Drag a document. Watch the score.")
screen = session().shown
st.markdown(
    "Rankbook teaches how to score a ranking. A search for *how to bake sourdough bread* found "
    f"these pages. Grade 0 is off topic, {screen.scale} just right. Three readers see the first "
    f"{screen.k}: each has a score. "
    "<a class='to-ways' href='#where-to-start'>Where to start</a>",
    unsafe_allow_html=True,
)
readers = {
    "average_precision": "Wants all good pages",
    "ndcg": "Prefers the top",
    "err": "Stops when satisfied",
}
measured = [score.measure(metric) for metric in readers]
first_move.draw()
room.offer(*measured, in_sight=True)
with st.container(key="readers"):
    columns = st.columns(3, wrap=False)
    for column, measure, reader in zip(columns, measured, readers.values(), strict=True):
        with column:
            st.html(f"<p class='plain reader'>{reader}</p>")
            scoreboard.tiles([measure])
names = ", ".join(f"<b>{each.label}</b> {METRICS[each.key].name.lower()}" for each in measured)

projector = session().projector.presenting
cards, links = (st.container(), None) if projector else st.columns([6, 4], gap="large")
with cards:
    with st.container(key="cards"):
        board.show()
    if links:
        k = measured[0].screen.k
        st.html(
            "<p class='plain caption hints'><b>Drag a card</b>, on a touch screen by its grip. "
            "<span>With the keyboard: Tab to a grip, then Alt and an arrow key; a digit sets the "
            f"grade. </span><br><b>k = {k}</b> and <b>@{k}</b>: only the first {k} ranks count. "
            f"<b>Good</b>, or relevant: of grade {screen.relevant_from} or more. <b>Not "
            "retrieved</b>: the search did not show this page. <b>?</b>: nobody judged it.<br>"
            f"The scores: {names}.</p>"
        )
    controls.toolbar()
    scoreboard.note_undefined(measured)
lesson.show_answers()
if not links:
    raise AllDrawn
with links:
    st.header("Where to start", anchor="where-to-start")
    ways_in.draw()
    ways_in.challenge()
    st.caption("The address holds your list and all settings: copy it to come back.")
