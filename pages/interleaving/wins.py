"""Wins and ties of many readers that are typed: A − B, Δ, and the sign test."""

import streamlit as st

from metrics.two_counts import two_counts
from pages.interleaving.knobs import Interleaving
from ui.core.plain import p_value, signed, typeset
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw the field for the wins, and what they say."""
    controls.turn([Interleaving.WINS], by="wins")
    st.markdown(worked(session().shown))


def worked(screen: Screen) -> str:
    """Write A − B, Δ and the sign test with their numbers, as Markdown."""
    a, b, ties = (int(each) for each in (*screen[Interleaving.WINS], 0, 0)[:3])
    every = a + b + ties
    if not a + b:
        return "Nobody won a reader: there is nothing to test."
    first, second, leads, behind = ("A", "B", a, b) if a >= b else ("B", "A", b, a)
    delta = (leads + ties / 2) / every - 0.5
    found = two_counts(a, b)
    return typeset(
        f"**A − B** = ({a:,} − {b:,})/{every:,} = **{signed((a - b) / every)}**.\n\n"
        f"**Δ** = (wins of {first} + half the ties)/readers − 0.5 = "
        f"({leads:,} + {ties / 2:,g})/{every:,} − 0.5 = **{signed(delta)}**. It is above 0 where "
        f"{first} has more wins than {second}, and half of the difference above.\n\n"
        f"**Sign test**: ties do not count. Suppose each of {a + b:,} readers goes to A or B by a "
        f"coin. Then {leads:,} wins or more of one of the two have p = "
        f"**{p_value(found.exact)}**, two-sided, by the binomial distribution."
        if leads != behind
        else f"**A − B** = ({a:,} − {b:,})/{every:,} = **0**, and Δ is 0, too. The sign "
        "test has p = 1."
    )
