"""Lesson: disagreement, two lists of which two metrics prefer different ones."""

from functools import partial

import streamlit as st

from pages.disagreement import drawing as disagreement
from pages.disagreement import leads
from ui import lesson
from ui.core import knobs
from ui.core.session import session
from ui.draw import beside_cards, figure, pairs
from ui.draw import orders_page as orders
from ui.parts import controls, prose

NAME = "disagreement"

chosen = orders.chosen_metrics(session().shown, "orders_by", "orders_against")
lesson.heading(NAME, guessed_key=chosen[0])

both = disagreement.measured(chosen)
measured = [one.a for one in both]
screen = measured[0].screen
disagreement.offer(both)
verdict = "" if disagreement.is_asked() else disagreement.verdict(both)
of_b = ", ".join(f"{one.name} <b>{one.b.text}</b>" for one in both if one.b)
short = disagreement.verdict(both, short=True)
below_score = f"<p>{of_b and f'B: {of_b}. '}{short}</p>" if verdict else ""
compared = disagreement.has_b(screen) and not disagreement.is_asked()

revealed = lesson.show(
    NAME,
    lesson.Stage(
        measured,
        columns=(),
        above=lambda hidden: disagreement.draw(NAME, both, hidden=hidden),
        chart=figure.Figure(leads, leads.rows(both)) if compared else None,
        worked=disagreement.worked(measured[0]),
        knobs=["orders_by", "orders_against"],
        below_score=below_score,
        remark=verdict,
        words=disagreement.words(both),
    ),
)


def widest() -> None:
    """Say which two orders of list A's documents divide the metrics most."""
    st.markdown(disagreement.widest_text(chosen), unsafe_allow_html=True)


def all_orders() -> None:
    """Draw all orders of list A by both metrics, and buttons that put one of them on the board."""
    in_b = {"list B": [one.b.score for one in both if one.b]} if compared else {}
    figure.show(orders.picture(*chosen, marked=in_b))
    orders.caption(*chosen)
    controls.turn([], "orders", "row", orders.buttons(chosen))


def numbers() -> None:
    """Draw what each rank of both lists adds, and the download of the scores."""
    st.html(disagreement.numbers_html(both))
    lesson.take(NAME, measured)


prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        measured[0],
        latex=r"\bigl(m_1(A) - m_1(B)\bigr) \cdot \bigl(m_2(A) - m_2(B)\bigr) < 0",
        in_words="Two metrics disagree if m 1 of A minus m 1 of B, times m 2 of A minus m 2 of B, "
        "is less than 0. Here m 1 of A is the score of list A by the first metric, and m 2 of A "
        "that by the second.",
    ),
    others=disagreement.others_html,
    widest=revealed and widest,
    all_orders=revealed and all_orders,
    swaps=revealed and partial(beside_cards.draw, screen, "a", pairs.swaps(measured)),
    numbers=revealed and not disagreement.is_asked() and numbers,
    settings=partial(controls.turn, ["orders_by", "orders_against", *knobs.of_metrics(*chosen)]),
    ways_on=lesson.ways_on(NAME),
)
