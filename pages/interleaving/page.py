"""Lesson: interleaving, which of two rankings readers prefer."""

from functools import partial

from pages.interleaving import by_readers, drawing, model
from ui import lesson
from ui.core.knobs import Clicks, Interleaving
from ui.core.plain import decimals
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import controls, prose

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
found, presenting = model.expected(screen), session().projector.presenting
of_a, of_b = (model.clicked(screen, team) for team in ("a", "b"))
shown = figure.Figure(by_readers, by_readers.rows(found, readers))
in_hall = presenting and not one
words = (
    "A **team draft** merges two rankings. In each round both pick their best document that is "
    "left, and a coin says who picks first. Readers see one list, without the names. A click is a "
    "vote for the ranking that picked the document. "
)
words += (
    "More votes win the reader. **A − B** is 1 if A wins, −1 if B wins, and 0 for a tie. The "
    "chart supposes many readers who click on the same documents. Each has coins of their own."
    if one
    else "Of the readers 1/i^η look at rank i. Half of these click on ●, which is relevant, and "
    "one in ten on ○. "
    "**A − B** is the share of readers that A wins minus the share that B wins. The band holds "
    "95 of 100 results of so many readers. Where it leaves 0, chance hardly explains who wins."
)
if model.is_balanced(screen):
    words = (
        "**Balanced interleaving** lets a coin say once who begins. Then each ranking by turns "
        "gives its next document, unless the list has it. Let k be the first rank at which A or B "
        "has the lowest document that is clicked. Then the clicks on the top k of A and on the top "
        "k of B are counted, and a document in both counts for both. "
        + words.partition("for the ranking that picked the document. ")[2]
    )
low, high = found.interval(readers)
places = 3 if one else 4  # so that the difference is right to three
below = (
    f"Clicks: A {len(of_a)}, B {len(of_b)}"
    if one
    else f"{readers:,} readers: {decimals(low)} to {decimals(high)}"
)
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [lead, *([] if one else wins)],
        columns=(),
        board=lambda _hidden: drawing.board(screen),
        picture=None if in_hall else lambda _hidden: drawing.both(screen),
        chart=None if one and presenting else shown,
        in_hall=in_hall,
        worked=lesson.WorkedFormula(
            lead,
            [(0, decimals(a_wins, places)), (0, f"−{decimals(b_wins, places)}")],
            says="A − B: the readers that A wins less those that B wins.",
        ),
        knobs=[Interleaving.METHOD, Interleaving.READERS, Clicks.DECAY],
        lists="",
        below_score=f"<p>{below}</p>",
        words=words,
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
    formula=partial(lesson.formula_text, lead),
    needed=model.needed(screen),
    needed_alone=model.needed_alone(screen),
    alone_a=decimals(a),
    alone_b=decimals(b),
    numbers=numbers,
    settings=partial(
        controls.turn,
        [
            Interleaving.RANKINGS,
            Interleaving.METHOD,
            Interleaving.FIRST,
            *[Interleaving.CLICKS] * one,
            Interleaving.READERS,
            *[Clicks.DECAY] * (not one),
        ],
    ),
    ways_on=lesson.ways_on(NAME),
)
