"""Welcome: what Rankbook is, with a list to drag."""

import streamlit as st

from metrics.catalog import METRICS
from pages.welcome import first_move, ways_in
from ui import lesson
from ui.core import plain
from ui.core.session import session
from ui.draw import rank_terms, score, scoreboard
from ui.parts import board, controls
from ui.parts.present import AllDrawn
from ui.room import wall as room

SHOWN = 5  # most weights that are named

lesson.heading("Drag a document. Watch the score.")
screen = session().shown
found = (
    "A search for <i>how to bake sourdough bread</i> found these pages. Grade 0 is off topic, "
    f"{screen.scale} just right."
)
st.markdown(
    f"Rankbook teaches how to score a ranking. {found} Three metrics, each for another "
    "reader, score the list from 0 to 1. "
    "<a class='to-ways' href='#where-to-start'>Where to start</a>",
    unsafe_allow_html=True,
)
readers = {
    "average_precision": "Wants all good pages",
    "ndcg": "Looks less lower down",
    "err": "Stops when satisfied",
}
measured = [score.measure(metric) for metric in readers]
first_move.draw()
room.offer(*measured, in_sight=True)
with st.container(key="readers"):
    columns = st.columns(3, wrap=False)
    for column, measure, reader in zip(columns, measured, readers.values(), strict=True):
        with column:
            name = METRICS[measure.key].name.lower()
            st.html(f"<p class='plain reader'>{reader} <span>{name}</span></p>")
            scoreboard.tiles([measure])
names = ", ".join(f"<b>{each.label}</b> {METRICS[each.key].name.lower()}" for each in measured)
only = (
    f"<b>k = {screen.k}</b> and <b>@{screen.k}</b>: only the first {screen.k} ranks count. "
    f"<b>Good</b>, or relevant: of grade {screen.relevant_from} or more. <b>Not retrieved</b>: "
    "the search did not show this page. <b>?</b>: nobody judged it."
)
average, discounted, stops = measured
ranked, weights = average.ranked, discounted.breakdown.terms["weight"].tolist()
good = [(each.grade or 0) >= screen.relevant_from for each in ranked.documents]
missed = sum(good[ranked.retrieved :])
quotient = (
    [] if discounted.breakdown.undefined else [(0, rank_terms.ndcg_by_hand(discounted.breakdown))]
)
usual = screen.scale == 3 and screen["satisfaction"] == "exponential"
by_all = screen["denominator"] == "relevant" and any(good)
by_log = (screen["discount"], screen["log_base"]) == ("log", 2)
named = ", ".join(plain.decimals(weight).removesuffix(".000") for weight in weights[:SHOWN])
lost = "; the one not retrieved adds 0" if missed == 1 else f"; the {missed} not retrieved add 0"
sums = [
    (
        "AP: good pages so far ÷ rank, ÷ all good ones.",
        lesson.worked_out(average),
        f"1/{sum(good)}: {plain.counted(sum(good), 'good page')}{lost * bool(missed)}." * by_all,
    ),
    (
        "nDCG: grade × rank weight, ÷ best order’s.",
        lesson.WorkedFormula(discounted, quotient),
        f"Weights of ranks: {named}{' …' * (len(weights) > SHOWN)}"
        + " (1 ÷ log₂(rank + 1))" * by_log
        + ".",
    ),
    (
        "ERR: readers who stop ÷ rank.",
        lesson.worked(stops),
        "1/rank · shares who go on · share who stop. "
        + "Grades 1, 2, 3 stop 1/8, 3/8, 7/8 of those who look." * usual,
    ),
]
fell = min(range(len(measured)), key=lambda at: measured[at].change or 0)
worked = "".join(
    f"<details name='sum'{' open' * (at == fell)}><summary>{says}</summary>"
    f"{lesson.worked_html(sum_)}<p>{also}</p></details>"
    for at, (says, sum_, also) in enumerate(sums)
)
worked = f"<div class='worked'>{worked}</div>".replace(" · ", "\u00a0·\u00a0")

projector = session().projector.presenting
if not projector:
    st.html(f"<div class='worked first-sum'>{lesson.worked_html(sums[fell][1])}</div>")
cards, beside = st.columns([6, 4], gap="small" if projector else "large")
with cards:
    with st.container(key="cards"):
        board.show()
    controls.toolbar()
    scoreboard.note_undefined(measured)
lesson.show_answers()
with beside:
    if projector:
        st.html(f"<div class='told'><p>{found}</p>{worked}<p>{only}</p></div>")
        raise AllDrawn
    st.html(
        f"{worked}<p class='plain caption hints'><b>Drag a card</b>, on a touch screen by its "
        "grip. <span>With the keyboard: Tab to a grip, then Alt and an arrow key; a digit sets "
        f"the grade. </span><br>{only}<span class='names'><br>The scores: {names}.</span></p>"
    )
st.header("Where to start", anchor="where-to-start")
ways_in.draw()
ways_in.challenge()
st.caption("The address holds your list and all settings: copy it to come back.")
