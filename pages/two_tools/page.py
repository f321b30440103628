"""Lesson: why tools print different numbers for one list, and what a number means."""

from functools import partial

from pages.two_tools import explained, groups, lines, printed
from pages.two_tools.knobs import TwoTools
from pages.two_tools.model import averages_ties, numbers, taught, tied
from ui import lesson
from ui.core import knobs
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import board, controls, prose, steps

NAME = "two_tools"

lesson.heading(NAME)

measured = taught()
printed_numbers = numbers(measured)
typed = {number.text: number.value for number in explained.typed_numbers(measured.screen)}
own = knobs.of_metrics(measured.key)
latex, in_words = measured.latex, measured.in_words
if measured.key == "ndcg":  # what it divides is defined beside it
    weighed = r"\mathrm{DCG@}k &= \sum_{i=1}^{k} \text{gain}_i \times \text{weight}_i"
    aligned = latex.replace(" = ", " &= ", 1)
    latex = rf"\begin{{aligned}} {aligned} \\ {weighed} \end{{aligned}}"
    in_words += " Here DCG at k is the sum of gain times weight over each rank i from 1 to k."
ties = [TwoTools.TIES] * bool(averages_ties(measured.key) and tied(measured.screen))
handed = [TwoTools.HANDED, TwoTools.TIED]

revealed = lesson.show(
    NAME,
    lesson.Stage(
        [measured],
        columns=(),
        board=lambda _: board.show("a", plain=steps.is_first(NAME), searched=True),
        picture=partial(groups.draw, printed_numbers),
        chart=figure.Figure(
            printed, printed.rows(printed_numbers, typed, groups.awaited(printed_numbers))
        ),
        worked=None if groups.has_sum(printed_numbers) else lesson.worked_out(measured),
        above=lambda _: groups.define(measured),
        knobs=[*(knob for knob in own if knob not in ("k", "scale", "relevant_from")), *handed],
        below_score=None if session().projector.presenting else "",
        words="",
    ),
)

prose.draw(
    NAME,
    ask=explained.ask,
    meaning=explained.draw,
    formula=partial(lesson.formula_text, measured, latex=latex, in_words=in_words),
    label=measured.label,
    settings=partial(controls.turn, [*own, *ties, *handed]),
    every_line=lines.draw_all,
    take=lambda: lesson.take(NAME, [score.measure(measured.key)]),
    ways_on=lesson.ways_on(NAME),
)
