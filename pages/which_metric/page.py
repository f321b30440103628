"""Lesson: which metric fits a task, and a sentence that reports it."""

from functools import partial

from metrics.catalog import METRICS
from pages.which_metric import drawing as which_metric
from pages.which_metric import needs
from ui import lesson
from ui.core import knobs
from ui.core.session import session
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.draw.which_metric import verdicts
from ui.parts import prose

best = which_metric.best_metrics()
lesson.heading("which_metric", guessed_key=best[0])

chosen = [score.measure(key) for key in best]
judged = verdicts(session().shown)

revealed = lesson.stage(
    *chosen,
    columns=[
        running(
            metric,
            METRICS[metric.key].label(),
            most=metric.bounds[1] or max(sum(metric.breakdown.terms["contribution"]), 1),
            room="3.2rem",
        )
        for metric in reversed(chosen)
    ],
    worked=lesson.summed(chosen[0]),
    above=which_metric.choices,
    other_knobs=[*knobs.of_metrics(*best), "empty_query"],
    explanation="Say who reads, what the labels hold and which error costs. The metrics that fit "
    "light up. Then drag a card and see which of them change.",
    chart=None if which_metric.is_asked() else figure.Figure(needs, [*needs.rows(judged)]),
)

prose.draw(
    "which_metric",
    tiles=partial(which_metric.tiles, hidden=not revealed),
    sentences=which_metric.sentences,
    take=partial(lesson.take, "which_metric", chosen),
)
lesson.onward("which_metric")
