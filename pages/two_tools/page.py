"""Lesson: why tools print different numbers for one list, and what a number means."""

from functools import partial

import streamlit as st

from pages.two_tools import drawing as two_tools
from pages.two_tools import printed
from pages.two_tools.model import averages_ties, metric, numbers, taught, tied
from ui import lesson
from ui.contents import PAGES
from ui.core import knobs
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.parts import controls, prose

lesson.heading("two_tools", guessed_key=metric())

measured = taught()
printed_numbers = numbers(measured)
typed = {number.text: number.value for number in two_tools.typed_numbers(measured.screen)}
turned = ["scale", "relevant_from", "k", "tied"]
own = [knob for knob in knobs.of_metrics(measured.key) if knob not in turned]
if averages_ties(measured.key) and tied(measured.screen):
    own.append(knobs.TwoTools.TIES)

revealed = lesson.stage(
    measured,
    columns=[running(measured, "Adds", room="3.2rem")],
    in_place_of_bars=partial(two_tools.draw, printed_numbers),
    below_score=two_tools.little_html(printed_numbers),
    main_knobs=("printed_metric", "handed"),
    other_knobs=turned,
    explanation="Tools that print **the same number** form one group. Drag, grade or cut, and see "
    f"which groups separate. {two_tools.DIFFER.get(measured.key, '')}Did your tool print a number "
    "for this list? Type it.",
    chart=figure.Figure(printed, [*printed.rows(printed_numbers, typed)]),
)


def settings() -> None:
    """Draw Rankbook's own settings, and where to read about an ideal."""
    ideal = controls.link(PAGES["discounted_gain"], "What an ideal order is")
    controls.turn(own, "own", more=[ideal] * (measured.key == "ndcg"))


prose.draw(
    "two_tools",
    legend=revealed and partial(st.html, printed.legend(printed_numbers)),
    meaning=revealed and two_tools.explain,
    own_settings=own,
    label=measured.label,
    settings=settings,
    every_line=two_tools.every_line,
    take=lambda: lesson.take("two_tools", [score.measure(measured.key)]),
)
lesson.onward("two_tools")
