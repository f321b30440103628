"""Playground: many metrics at once, and what each rank adds to each score."""

import streamlit as st

from pages.playground import challenges, looked_at, sums
from ui import lesson
from ui.core import knobs
from ui.core.session import session
from ui.draw import many_metrics, score, scoreboard, summands
from ui.draw import orders_page as orders
from ui.draw.beside_cards import MOST_WITH_GHOSTS
from ui.draw.many_metrics import MOST_AT_EASE
from ui.parts import controls
from ui.parts.present import AllDrawn
from ui.room import wall as room

lesson.heading("playground")
challenges.look_at_change()
screen = session().shown
measured = {
    name: [score.measure(key, name) for key in screen["metrics"]]
    for name in ("a", "b")
    if name in screen.lists
}
state, of_a = session(), measured["a"]
predicts = bool(of_a) and (state.prediction.on or bool(state.prediction.class_key))
state.drawn.hidden = predicts and scoreboard.is_hidden(of_a)
challenges.draw(screen["challenge"], of_a)
room.offer(*of_a)
in_hall = state.projector.presenting
with st.container(key="bar", horizontal=True):
    if predicts:
        scoreboard.score_or_guess(of_a, "")
    controls.toolbar(
        main_knobs=challenges.knobs_of(screen["challenge"]),
        with_b=True,
        menu=[],
    )
    if in_hall and not screen["challenge"]:  # a challenge has its scores
        controls.draw("sets", [many_metrics.sets()], projector=True)
# One list and a few scores: the bars are those of one, and a click on another score shows its bars.
at_once = "b" in measured or len(of_a) > MOST_WITH_GHOSTS
chosen = "" if at_once or not of_a else looked_at.of(of_a, screen)
with st.container(key="readers"):
    in_sight = not (predicts or in_hall) and len(of_a) <= MOST_AT_EASE
    if chosen and not state.drawn.hidden:
        looked_at.tiles(of_a, chosen)
    elif in_sight:  # on a phone, where the bars with their heads stand below
        many_metrics.tiles(of_a)
with st.container(key="compared"):  # always drawn, so that list A is not rebuilt when B appears
    if "b" in measured and not state.drawn.hidden:
        many_metrics.compare(measured)
seen = [] if state.drawn.hidden else of_a
first = next((each for each in seen if each.key == chosen), None)
bars_say = many_metrics.explanation(screen["metrics"], screen.scale, screen.k, chosen=bool(chosen))
many_metrics.draw(
    measured,
    heads=not chosen,
    only=chosen,
    in_cards=summands.labels(first or seen[0]) if seen else None,
    beside_bars=summands.equations(first) if first else None,
    below=bars_say if first and not in_hall else "",
    note=(sums.sources if in_hall and screen["challenge"] else sums.rule)(first) if first else "",
)
lesson.show_answers()
if in_hall:
    # A challenge has its verdict in this place.
    if first and not screen["challenge"]:
        st.html(sums.slide(first))
    raise AllDrawn

if not first:
    st.html(bars_say)
st.html(sums.html(seen if "b" not in measured else ()))
with st.expander("**Other scores:** choose metrics, and how they count", key="choose"):
    controls.draw("sets", [many_metrics.sets()])
    controls.turn(["metrics", *knobs.of_metrics(*screen["metrics"])])
challenges.contents(screen["challenge"])
if not state.drawn.hidden:
    many_metrics.over_k(measured, sums.at_1(seen))

with st.expander("**All orders of this list:** where do two metrics disagree?", key="fold_orders"):
    orders.draw("orders_by", "orders_against")
lesson.take("playground", [scored for scores in measured.values() for scored in scores])
