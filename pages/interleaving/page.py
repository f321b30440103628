"""Lesson: interleaving, which of two rankings readers prefer."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.interleaving import by_readers, coins, drawing, model, wins
from pages.interleaving.knobs import Interleaving
from ui import lesson
from ui.core.knobs import ATTENTION_DECAY
from ui.core.plain import decimals, ends, typeset
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import controls, prose, steps

NAME = "interleaving"

lesson.heading(NAME)

PARTS = ("ranking-a", "ranking-b")
lead = score.measure_by(
    model.preference,
    "A − B",
    key="team_draft",
    bounds=(-1, 1),
    higher_is_better=None,
    parts=PARTS,
)
needed = score.measure_by(
    model.needed,
    "Readers needed",
    key="draft_needed",
    bounds=(1, None),
    higher_is_better=None,
    places=0,
    parts=PARTS,
)
needed = replace(needed, why_none="Nobody leads, so no number of readers is enough.")
screen = lead.screen
one, readers = model.is_one(screen), screen[Interleaving.READERS]
a_wins, b_wins = (float(each(screen).score) for each in (model.wins_a, model.wins_b))
waits = model.waits(screen)
# The lists of other coins answer a step that asks for the turn of a coin.
due = not (waits or Interleaving.FIRST in drawing.asked(screen))
few = not one and len(model.coins(screen)) < coins.MOST
if one:  # a sign has no distance, so no change stands beside it
    lead = replace(lead, label="This reader’s vote", places=0, terms_before=None)
# One step is about the sums of the lists, the next one about the interval; how many readers are
# needed comes after both.
step = steps.current(NAME)
sums = not one and bool(step and step.id == "il-mean")
is_sure = not one and bool(step and Interleaving.READERS in step.show)
counts_readers = not (one or sums or is_sure)
presenting = session().projector.presenting
words = (
    "Clicks of real readers say which of two rankings they prefer. **Team draft**: A and B pick "
    "documents in turn, as two captains pick their players.\n\n"
    * (not presenting)
    + "1. Each **picks** (✓) its best document not yet picked. It is struck out for the "
    "other.\n"
    "2. Two picks are a round. A **coin** (“A first”) says who begins.\n"
    "3. Readers see the list in the middle. A **click counts** for the ranking that picked the "
    "document.\n\n"
)
if model.is_balanced(screen):
    words = (
        "1. A **coin** says once who begins. Press it to turn it.\n"
        "2. A and B give their next document by turns, unless the list has it. ✓ is a document "
        "that a ranking gave.\n"
        "3. Readers see the list in the middle. This is **balanced interleaving**.\n"
        "4. Let **k** be the first rank at which A or B has the lowest document that is clicked. "
        "Only clicks in the top k of a ranking **count** for it.\n\n"
    )
picking = waits and bool(step and step.id == "il-opening")  # nobody has voted
words += "The reader’s **vote** is 1 if A has more clicks, −1 if B has more, and 0 at a tie." * (
    not picking
)
decay = screen[ATTENTION_DECAY]
looks = (
    "All readers look at all ranks."
    if decay == 0
    else "All readers look at rank 1, half at rank 2, and 1/i at rank i."
    if decay == 1
    else "Of the readers 1/i^η look at rank i."
)
if steps.shown(NAME, [ATTENTION_DECAY]):
    so = {0: ", so all look at all ranks", 1: ", so half look at rank 2"}.get(decay, "")
    looks = f"Attention **falls off**: 1/i^η of the readers look at rank i. **η** is {decay:g}{so}."
click = "Of those who look, half click on ● (relevant), and nobody on ○."
if model.none_is_relevant(screen):
    click = "**No document is relevant**: of those who look, one in ten clicks."
    if not presenting:  # a hall has no field for them
        click += " Write relevant ones as capitals, or with a star: 1\\* 2."
mean_vote = "**A − B** is the mean vote: the share that A wins minus the share that B wins."
interval = (
    "**95 % interval**: ask so many readers again and again, and 95 of 100 results lie in it. "
    "If 0 is outside, chance hardly explains who wins."
)
found = model.expected(screen)
variance = decimals(found.a + found.b - found.lead**2)
shares = f"{decimals(found.a, 4)} + {decimals(found.b, 4)} − {decimals(abs(found.lead))}²"
sum_ = f"{lead.text} ± 1.96 · √({variance} / {readers:,})"
by_hand = f"It is {sum_}. The variance of the votes is {shares} = {variance}."
often = "Ask the **readers needed**: in 4 of 5 such tests, 0 is outside." * counts_readers
if sums:
    words = (
        "Each reader sees **one** list: the coins choose it.\n\n"
        f"1. **Look**: {looks[0].lower()}{looks[1:]}\n2. **Click**: {click[0].lower()}{click[1:]} "
        f"The last column has both{coins.at_rank_3(screen)}.\n"
        "3. **Vote**: whoever has more clicks wins the reader."
    )
elif is_sure:
    words = interval if presenting else f"{interval}\n\n{by_hand}"
elif not one:
    words = f"{looks} {click} {mean_vote}\n\n{interval} {often}".rstrip()


not_shown = drawing.not_shown(screen) if one else ""


def board(hidden: bool) -> None:
    """Draw the list of one reader; of many readers all lists beside the rankings, if few."""
    if few:
        st.html(coins.html(screen, mean, hidden=hidden, ranked=True))
    else:
        drawing.board(screen)
    if not_shown:
        st.markdown(not_shown)
    if not (presenting or steps.is_first(NAME)):
        drawing.own_rankings()


def beside(hidden: bool) -> None:
    """Draw the rules, or in their place the lists that other coins make, once they are due.

    Beside all lists of many readers stands who of them clicks.
    """
    if presenting and not (one or sums or is_sure):
        st.markdown(typeset(f"{looks} {often}"), unsafe_allow_html=True)
    elif few or (one and not due):
        st.markdown(typeset(words), unsafe_allow_html=True)
    else:
        st.html(coins.html(screen, mean, hidden=hidden))


low, high = found.interval(readers)
places = 4  # so that the difference is right to three
share_a, share_b = decimals(a_wins, places), decimals(b_wins, places)
mean = f"Mean of all lists: A wins {share_a}, B wins {share_b}."
below = (
    f"95 % interval{', where 95 of 100 results lie' * presenting}: "
    + " to ".join(ends(low, high))
    + f"<span class='of'>, of {readers:,} readers</span>" * (not presenting)
)
if sums:
    below = "Mean vote: share A wins − share B wins"
if one:
    of_a, of_b = (len(model.clicked(screen, team)) for team in ("a", "b"))
    verdict = "a tie" if a_wins == b_wins else f"{'A' if a_wins else 'B'} wins"
    than = "=" if of_a == of_b else "&lt;" if of_a < of_b else "&gt;"
    compared = [
        f"clicks {of_a} {than} {of_b}, winner: {verdict[0] if a_wins != b_wins else 'none'}"
    ]
    below = f"Clicks: A {of_a}, B {of_b}: {verdict}"
    if waits:
        below = f"Nobody has clicked {'on this list' if not_shown else 'yet'}: a tie"
    elif model.is_balanced(screen):
        below = f"k = {model.depth(screen)}. {below}"
        compared.insert(0, model.in_the_top(screen))
if picking:
    below = "A and B are two rankings of the same documents.<br>"
    below += "Readers will see the list that the two pick."
intervals = figure.Figure(
    by_readers,
    by_readers.rows(found, readers, needed=counts_readers),
    title=by_readers.IN_HALL if presenting else by_readers.TITLE,
)
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [lead, *[needed] * counts_readers],
        columns=(),
        board=board,
        picture=beside,
        chart=None if one or sums else intervals,
        in_hall=not one,
        worked=None
        if picking
        else lesson.WorkedFormula(
            lead,
            [] if one else [(0, share_a), (0, f"−{share_b}")],
            also=compared if one and not waits else (),
            says=f"The interval: {sum_}." * is_sure,
        ),
        knobs=[Interleaving.METHOD, Interleaving.READERS, ATTENTION_DECAY],
        lists="",
        below_score=f"<p{' class=picking' * picking}>{below}</p>",
        words="" if one or few else words,
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
        latex=r"\mathrm{vote} = \mathrm{sign}(c_A - c_B)",
        in_words="The vote is the sign of c of A minus c of B. Here c of A and c of B are how many "
        "clicks count for A and for B. The sign is 1 above 0, −1 below 0, and 0 at 0.",
    ),
    one=revealed and one,
    coin=revealed and one and not due,
    rules=revealed and one and due and typeset(words),
    many=revealed and not one,
    needed=model.needed_in_words(screen),
    needed_alone=model.needed_alone(screen),
    alone_a=decimals(a),
    alone_b=decimals(b),
    numbers=numbers,
    at_random=partial(model.at_random, screen),
    neutral=model.neutral(screen),
    own=steps.is_first(NAME),
    own_rankings=drawing.own_rankings,
    wins=wins.draw,
    settings=partial(
        controls.turn,
        [
            Interleaving.METHOD,
            Interleaving.FIRST,
            Interleaving.READERS,
            *[ATTENTION_DECAY] * (not one),
        ],
        more=[drawing.clicks(screen)] * one,
    ),
    ways_on=lesson.ways_on(NAME, has_list=False),
)
