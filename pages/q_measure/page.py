"""Lesson: the Q-measure, a mean over the hits that blends precision and gain."""

from functools import partial

from pages.q_measure import at_hits, q_patience, ratios
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, rank_terms, score, scoreboard
from ui.parts import prose

NAME = "q_measure"

lesson.heading(NAME)

q, ap = score.measure(NAME), score.measure("average_precision")
beta, total = q.screen["patience"], float(q.breakdown.aside["denominator"])
columns = [
    at_hits.column(
        q, "blended_ratio", "Q’s ratio at each hit", rank_terms.of_q_measure(q.breakdown)
    ),
    at_hits.column(
        ap, "precision", "AP’s precision", rank_terms.of_average_precision(ap.breakdown)
    ),
]

lesson.show(
    NAME,
    lesson.Stage(
        [q],
        columns=columns,
        in_cards=columns[0],
        chart=figure.of_score(ratios, q),
        worked=lesson.worked(q, factor="" if total == 1 else f"1/{total:g}" if total else "0/0"),
        knobs=["patience", "denominator", "gain"],
        words="At a hit, **AP** (average precision) reads the precision, hits / rank. **Q** also "
        "reads the *gain*, what the grades so far are worth, and the *ideal gain*, what the best "
        "order has down to the same rank. The **ratio** is (hits + β · gain so far) / (rank + β · "
        f"ideal gain so far). β is the **patience**, here {beta:g}. Q adds up the ratios at the "
        f"hits, and divides by the number of relevant documents, here {total:g}.",
    ),
)

patiences = sorted({0, 1, 10, beta})
people = {0: "AP", 1: "common", 10: "forgives late hits"}
prose.draw(
    NAME,
    formula=partial(lesson.formula_text, q),
    scores=lambda: scoreboard.variants_html(
        {
            (f"β = {value:g}", value == beta, people.get(value, "")): score.score_with(
                q, "patience", value
            )
            for value in patiences
        }
    ),
    q_by_patience=partial(figure.show, figure.of_score(q_patience, q)),
    tools=partial(
        lesson.variants,
        q,
        "denominator",
        notes={"capped": "NTCIREVAL and pyNTCIREVAL, at a cutoff"},
    ),
    at_one=decimals(score.score_with(q, "patience", 1)),
    numbers=partial(
        lesson.numbers,
        q,
        relevant="hit",
        gain="gain so far",
        ideal_gain="ideal so far",
        blended_ratio="ratio",
        contribution="adds",
    ),
    settings=partial(lesson.settings, q),
    ways_on=lesson.ways_on(NAME),
)
