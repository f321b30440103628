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
from ui.parts import controls, prose

NAME = "which_metric"

best = which_metric.best_metrics()
lesson.heading(NAME, guessed_key=best[0])

chosen = [score.measure(key) for key in best]
first = chosen[0]
adds = first.breakdown.terms["contribution"]
worked = lesson.summed(first)
if first.key == "reciprocal_rank":
    hits = [rank for rank, share in enumerate(adds, start=1) if share]
    worked = lesson.WorkedFormula(first, [(rank, f"1/{rank}") for rank in hits])

revealed = lesson.show(
    NAME,
    lesson.Stage(
        chosen,
        columns=[
            running(
                first,
                METRICS[first.key].label(),
                most=first.bounds[1] or max(sum(adds), 1),
                room="3.2rem",
            )
        ],
        words=which_metric.words(),
        worked=worked,
        above=which_metric.choices,
        chart=None
        if which_metric.is_asked()
        else figure.Figure(needs, needs.rows(verdicts(session().shown))),
    ),
)

prose.draw(
    NAME,
    fitting=partial(which_metric.tiles, "fits", hidden=not revealed),
    others=partial(which_metric.others, hidden=not revealed),
    sentence=partial(which_metric.sentences, best[:1]),
    more=len(best) > 1,
    more_sentences=partial(which_metric.sentences, best[1:]),
    take=partial(lesson.take, NAME, chosen),
    settings=partial(controls.turn, [*knobs.of_metrics(*best), "empty_query"]),
    ways_on=lesson.ways_on(NAME),
)
