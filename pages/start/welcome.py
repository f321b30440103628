"""Welcome: what Rankbook is, by way of a list that can be dragged at once."""

import streamlit as st

from ui import address, board, lesson, screen

lesson.heading("Drag a document. Watch the score.")
st.markdown(
    "A search engine ranked these pages for *how to bake sourdough bread*. People graded each "
    "from 0, off topic, to 3, just right. Is it a good ranking? That depends on who reads it, "
    "and each metric has its own idea of a reader."
)
cards, scores = st.columns([5, 3], gap="large")
with scores:
    for key, reader in {
        "average_precision": "reads on to every relevant page and minds each bad one on the way",
        "ndcg": "reads all of it, with less and less attention further down",
        "err": "stops at the first page that satisfies",
    }.items():
        measured = lesson.measure(key)
        lesson.score(measured)
        st.caption(f"{measured.metric.name}: a reader who {reader}.")
with cards:
    board.show()
    board.toolbar()

st.subheader("Where to go", anchor=False)
query = address.encode(screen.current())
for page, label in {
    "pages/binary/average_precision.py": "**Average precision:** how clean is the road to "
    "each hit?",
    "pages/reading/expected_reciprocal_rank.py": "**Expected reciprocal rank:** when does a reader "
    "stop satisfied?",
    "pages/start/playground.py": "**Playground:** every metric at once, and two lists side by side",
}.items():
    st.page_link(page, label=label, icon=":material/arrow_forward:", query_params=query)
