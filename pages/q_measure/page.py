"""Lesson: the Q-measure, a mean over the hits that blends precision and gain."""

from functools import partial

from pages.q_measure import at_hits, q_patience, ratios
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, rank_terms, score, scoreboard
from ui.parts import prose, steps

NAME = "q_measure"

lesson.heading(NAME)

q, ap = score.measure(NAME), score.measure("average_precision")
step = steps.current(NAME)
is_alone = bool(step and step.id == "q-one")
beta, total = q.screen["patience"], float(q.breakdown.aside["denominator"])
precisions = [term.summand for term in rank_terms.of_average_precision(ap.breakdown)]
columns = [
    at_hits.column(q, "blended_ratio", "Q: collected ÷ best order", at_hits.sums(q), "6rem"),
    at_hits.column(ap, "precision", "AP: hits ÷ rank", precisions, "2rem"),
]

grade = "its grade" if q.screen["gain"] == "linear" else "what its grade is worth"
divisor = {
    "relevant": "the number of relevant documents",
    "found": "the number of hits",
    "capped": "the number of relevant documents, or k if that is less",
}[q.screen["denominator"]]
words = (
    f"A hit collects 1 + {grade}, a miss nothing. The best order has collected 1 for each rank "
    "and its own grades. At a hit, the **ratio** is what this list has collected so far ÷ what "
    f"the best order has. **Q** is the sum of the ratios ÷ {divisor}, here {total:g}."
)
if not is_alone:
    words += "\n\n**AP**, average precision, leaves the grades out: hits ÷ rank."
if not step or beta != 1 or "patience" in step.show:
    words += f" With **patience** β a grade counts β times, here {beta:g}."
lesson.show(
    NAME,
    lesson.Stage(
        [q] if is_alone else [q, ap],
        columns=columns[:1] if is_alone else columns,
        in_cards=columns[0],
        chart=figure.of_score(ratios, q),
        worked=lesson.worked(
            q,
            factor="" if total == 1 else f"1/{total:g}" if total else "0/0",
            says="At a hit: collected so far ÷ what the best order has.",
        ),
        knobs=["patience", "denominator", "gain"],
        words=words,
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
