"""Lesson: interleaving, which of two rankings readers prefer."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.interleaving import by_readers, coins, drawing, model
from ui import lesson
from ui.core.knobs import Clicks, Interleaving
from ui.core.plain import decimals, typeset
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import controls, prose, steps

NAME = "interleaving"

lesson.heading(NAME)

PARTS = ("ranking-a", "ranking-b")
lead = score.measure_by(model.preference, "A − B", key="team_draft", bounds=(-1, 1), parts=PARTS)
wins = [
    score.measure_by(model.wins_a, "A wins", key="draft_a", parts=PARTS),
    score.measure_by(model.wins_b, "B wins", key="draft_b", higher_is_better=False, parts=PARTS),
]
screen = lead.screen
a_wins, b_wins = (each.score for each in wins)
one, readers = model.is_one(screen), screen[Interleaving.READERS]
if one:
    lead = replace(lead, places=0)
found, presenting = model.expected(screen), session().projector.presenting
of_a, of_b = (model.clicked(screen, team) for team in ("a", "b"))
shown = figure.Figure(by_readers, by_readers.rows(found, readers))
words = (
    "Readers see **one** list, the middle one. In each round A and B both pick their best document "
    "that is left. A coin says who picks first: press it to turn it. ✓ is a pick; what "
    "the other one picked is struck out. This is a **team draft**.\n\n"
)
vote = "A **click is a vote** for the ranking that picked the document. More votes win the reader. "
if not one:
    words = (
        "Each reader sees **one** list: the **team draft** in the middle, with coins of its own. "
    )
if model.is_balanced(screen):
    words = (
        "Readers see **one** list, the middle one. A coin says once who begins. Then A and B give "
        "their next document by turns, unless the list has it. ✓ is a document that a ranking "
        "gave. This is **balanced interleaving**.\n\nLet **k** be the first rank at which A or B "
        "has the lowest document that is clicked. The ranking with more clicks in its own top k "
        "wins the reader. "
    )
    vote = ""
decay = screen[Clicks.DECAY]
looks = (
    "All readers look at all ranks"
    if decay == 0
    else "All readers look at rank 1, half of them at rank 2, and 1/i at rank i"
    if decay == 1
    else "Of the readers 1/i^η look at rank i"
) + (f": **η** is {decay:g}." if steps.shown(NAME, [Clicks.DECAY]) else ".")
click = "Of those who look, half click on ●, which is relevant, and one in ten on ○."
if model.none_is_relevant(screen):
    click = (
        "**No document is relevant**: of those who look, one in ten clicks. Write relevant ones as "
        "capitals, or with a star: 1\\* 2."
    )
words += (
    f"{vote}**A − B** is 1 if A wins, −1 if B wins, and 0 for a tie."
    if one
    else f"{looks} {click} "
    "**A − B** is the share of readers that A wins minus the share that B wins.\n\nAsk so many "
    "readers again and again: 95 of 100 results lie in the pale **band**. Where it leaves 0, "
    "chance hardly explains who wins. So many as are **needed** find who leads four times in five."
)


def beside(hidden: bool) -> None:
    """Draw what one reader sees with other coins, or say how many readers are counted."""
    if one:
        st.html(coins.html(screen, hidden=hidden))
    elif not presenting:
        st.markdown(typeset(words), unsafe_allow_html=True)


low, high = found.interval(readers)
places = 4  # so that the difference is right to three
waits = model.waits(screen) or not screen[Interleaving.CLICKS]
verdict = "a tie" if a_wins == b_wins else f"{'A' if a_wins else 'B'} wins"
below = (
    "Nobody has clicked yet."
    if one and waits
    else f"Clicks: A {len(of_a)}, B {len(of_b)}: {verdict}"
    if one
    else f"{readers:,} readers: {decimals(low)} to {decimals(high)}"
)
says = (
    "1: A wins this reader. −1: B does. 0: a tie."
    if one
    else "A − B: the readers that A wins less those that B wins."
)
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [lead, *([] if one else wins)],
        columns=(),
        board=lambda _hidden: drawing.board(screen),
        picture=beside,
        chart=None if one else shown,
        in_hall=not one,
        worked=lesson.WorkedFormula(
            lead,
            [(0, f"{a_wins:g}"), (0, f"−{b_wins:g}")]
            if one
            else [(0, decimals(a_wins, places)), (0, f"−{decimals(b_wins, places)}")],
            says=says,
        ),
        knobs=[Interleaving.METHOD, Interleaving.READERS, Clicks.DECAY],
        lists="",
        below_score=f"<p>{below}</p>",
        words=words * one,
    ),
)


def numbers() -> None:
    """Draw what each ranking wins, and the difference as lines of NumPy."""
    lesson.numbers(
        lead,
        f"""
wins = np.array([{a_wins!r}, {b_wins!r}])  # shares of the readers
score = wins[0] - wins[1]
""",
        each=(("ranking", "name"), [(1, "A"), (2, "B")]),
        share="wins",
        contribution="adds",
    )


a, b = model.alone(screen)
prose.draw(
    NAME,
    formula=partial(lesson.formula_text, lead)
    if not one
    else partial(
        lesson.formula_text,
        lead,
        latex=r"A - B = \mathrm{sign}(c_A - c_B)",
        in_words="A − B is the sign of c of A minus c of B. Here c of A and c of B are how many "
        "clicks count for A and for B. The sign is 1 above 0, −1 below 0, and 0 at 0.",
    ),
    one=revealed and one,
    many=revealed and not one,
    needed=model.needed(screen),
    needed_alone=model.needed_alone(screen),
    alone_a=decimals(a),
    alone_b=decimals(b),
    numbers=numbers,
    settings=partial(
        controls.turn,
        [
            Interleaving.METHOD,
            Interleaving.FIRST,
            *[Interleaving.CLICKS] * one,
            Interleaving.READERS,
            *[Clicks.DECAY] * (not one),
        ],
    ),
    ways_on=lesson.ways_on(NAME, has_list=False),
)
