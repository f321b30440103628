"""Welcome: what Rankbook is, by way of a list that can be dragged at once."""

import streamlit as st

from ui import address, board, lesson, screen

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
measured = [lesson.measure(metric) for metric in readers]
with st.container(key="readers"):
    columns = st.columns(3, wrap=False)
    for column, one, reader in zip(columns, measured, readers.values(), strict=True):
        with column:
            lesson.score(one)
            st.caption(f"for a reader who {reader}")

cards, links = st.columns([6, 4], gap="large")
with cards:
    board.show(beside_bars=False)
    board.toolbar()
    lesson.note_undefined(measured)
with links:
    st.header("Find out why", anchor=False)
    query = address.encode(screen.current())
    for page, question in {
        "pages/binary/average_precision.py": "How clean is the road to each hit?",
        "pages/reading/expected_reciprocal_rank.py": "When does a reader stop satisfied?",
        "pages/start/playground.py": "What does every rank add to every score?",
    }.items():
        st.page_link(page, icon=":material/arrow_forward:", query_params=query)
        st.caption(question)
    st.caption(
        "Drag by the card, or by its grip on a touch screen. With the keyboard: Tab to a grip, Alt "
        "and an arrow key to move, a digit to grade. Everything you set up is in the address."
    )
