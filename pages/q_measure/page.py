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
precisions = [term.summand for term in rank_terms.of_average_precision(ap.breakdown)]
ratio = {
    0: "hits / rank",
    1: "(hits + gain) / (rank + ideal gain)",
}.get(beta, "(hits + β · gain) / (rank + β · ideal gain)")
columns = [
    at_hits.column(q, "blended_ratio", f"Q: {ratio}", at_hits.sums(q), "6rem"),
    at_hits.column(ap, "precision", "AP: hits / rank", precisions, "2rem"),
]

worth = "the sum of the grades" if q.screen["gain"] == "linear" else "what the grades are worth"
lesson.show(
    NAME,
    lesson.Stage(
        [q, ap],
        columns=columns,
        in_cards=columns[0],
        chart=figure.of_score(ratios, q),
        worked=lesson.worked(
            q,
            factor="" if total == 1 else f"1/{total:g}" if total else "0/0",
            says="Each hit counts with (hits + β · gain) ÷ (rank + β · ideal gain).",
        ),
        knobs=["patience", "denominator", "gain"],
        words="At a hit, **AP** (average precision) reads the precision, hits / rank. **Q** adds "
        "the gain to the hits and the ideal gain to the rank. So its **ratio** is "
        f"(hits + β · gain) / (rank + β · ideal gain). The *gain* is {worth} so far, the *ideal "
        f"gain* that of the best order. β, the **patience**, is {beta:g} here. Q is the sum of the "
        "ratios at the hits, divided by the "
        f"number of relevant documents, here {total:g}.",
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
