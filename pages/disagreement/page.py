"""Lesson: disagreement, two lists of which two metrics prefer different ones."""

from functools import partial

import streamlit as st

from pages.disagreement import drawing as disagreement
from pages.disagreement import leads
from ui import lesson
from ui.core import knobs
from ui.core.plain import typeset
from ui.core.session import session
from ui.draw import beside_cards, figure, pairs
from ui.draw import orders_page as orders
from ui.parts import controls, prose

NAME = "disagreement"

chosen = orders.chosen_metrics(session().shown, "orders_by", "orders_against")
lesson.heading(NAME)

both = disagreement.measured(chosen)
measured = [one.a for one in both]
screen = measured[0].screen
disagreement.offer(both)
verdict = "" if disagreement.is_asked() else disagreement.verdict(both)
below_score = disagreement.row_of_b(both) if verdict else ""
compared = disagreement.has_b(screen) and not disagreement.is_asked()


def words() -> None:
    """Say what the metrics are; a hall has it beside the formula."""
    if not session().projector.presenting:
        st.markdown(typeset(disagreement.words(both)), unsafe_allow_html=True)


revealed = lesson.show(
    NAME,
    lesson.Stage(
        measured,
        columns=(),
        above=lambda hidden: disagreement.draw(NAME, both, hidden=hidden),
        worked=disagreement.worked(both, with_b=compared),
        knobs=["orders_by", "orders_against"],
        below_score=below_score,
        remark=verdict,
        words="",
        picture=lambda _: words(),
    ),
)


def draw_leads() -> None:
    """Draw which list leads down to each rank, for the notebook, too."""
    session().drawn.figure = figure.Figure(leads, leads.rows(both)).read()
    figure.show(session().drawn.figure)


def widest() -> None:
    """Say about which two orders of list A's documents the metrics disagree most."""
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
    others=revealed and compared and partial(disagreement.others, both),
    leads=revealed and compared and draw_leads,
    widest=revealed and widest,
    all_orders=revealed and all_orders,
    swaps=revealed and partial(beside_cards.draw, screen, "a", pairs.swaps(measured)),
    numbers=revealed and not disagreement.is_asked() and numbers,
    settings=partial(controls.turn, ["orders_by", "orders_against", *knobs.of_metrics(*chosen)]),
    ways_on=lesson.ways_on(NAME),
)
