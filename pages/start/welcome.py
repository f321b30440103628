"""Welcome: what Rankbook is, with a list to drag."""

import streamlit as st

from ui import lesson
from ui.contents import LESSONS, PAGES
from ui.models import score
from ui.parts import board, controls, scoreboard
from ui.parts.present import AllPresented
from ui.state.session import session
from ui.studies import challenges

lesson.heading("Drag a document. Watch the score.")
st.markdown(
    "A search engine ranked these pages for *how to bake sourdough bread*, and people graded them "
    "from 0, off topic, to 3, just right. Is it a good ranking? That depends on who reads it: "
    "every metric has its own idea of a reader."
)
readers = {
    "average_precision": "visits every relevant page and minds each bad one on the way",
    "ndcg": "looks at all of them, with less attention further down",
    "err": "stops at the first page that satisfies",
}
measured = [score.measure(metric) for metric in readers]
with st.container(key="readers"):
    columns = st.columns(3, wrap=False)
    for column, measure, reader in zip(columns, measured, readers.values(), strict=True):
        with column:
            scoreboard.tiles([measure])
            st.caption(f"for a reader who {reader}")

hall = session().hall.presenting
cards, links = (st.container(), None) if hall else st.columns([6, 4], gap="large")
with cards:
    with st.container(key="cards"):
        board.show()
    controls.toolbar()
    scoreboard.note_undefined(measured)
if not links:
    raise AllPresented
with links:
    st.header("Find out why", anchor=False)
    controls.draw(
        "ways",
        [
            controls.link(page, f"{page.title}: {page.question}")
            for page in (*LESSONS, PAGES["playground"])
        ],
        "grid",
    )
    challenges.invitation()
    st.caption(
        "Drag by the card, or by its grip on a touch screen; or click a grip, and then where it "
        "goes. With the keyboard: Tab to a grip, Alt and an arrow key to move, a digit to grade. "
        "Everything you set up is in the address."
    )
