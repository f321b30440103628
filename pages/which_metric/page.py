"""Lesson: which metric fits a task, and a sentence that reports it."""

from functools import partial

import streamlit as st

from pages.which_metric import drawing as which_metric
from pages.which_metric import needs, questions
from ui import lesson
from ui.core import knobs
from ui.core.session import session
from ui.draw import figure, score
from ui.draw.which_metric import verdicts
from ui.parts import controls, prose

NAME = "which_metric"

lesson.heading(NAME)
best = which_metric.best_metrics()
chosen = [score.measure(key) for key in which_metric.offered()]
columns = which_metric.columns(chosen)
asked, presenting = which_metric.is_asked(), session().projector.presenting
tabled = needs.shown(verdicts(session().shown), which_metric.of_step())
table = figure.Figure(needs, needs.rows(tabled))


def draw_table() -> None:
    """Draw the table, for the notebook, too, and the names of its metrics."""
    session().drawn.figure = table.read()
    figure.show(table)
    which_metric.names(tabled)


revealed = lesson.show(
    NAME,
    lesson.Stage(
        chosen,
        columns=columns,
        in_cards=which_metric.in_cards(columns),
        below_score=which_metric.below_scores(chosen),
        words=which_metric.words(chosen),
        worked=which_metric.worked(chosen),
        above=which_metric.offer,
        chart=table if presenting and not asked else None,
    ),
)

prose.draw(
    NAME,
    questions=lambda: st.html(questions.html()),
    needs=which_metric.needs,
    table=None if asked else draw_table,
    sentence=partial(which_metric.sentence, best[:1]),
    tiles=partial(which_metric.tiles, hidden=not revealed),
    more=len(best) > 1,
    more_sentences=partial(which_metric.sentences, best[1:]),
    take=partial(lesson.take, NAME, chosen),
    settings=partial(controls.turn, [*knobs.of_metrics(*best), "empty_query"]),
    ways_on=lesson.ways_on(NAME),
)
