"""Lesson: the Q-measure, a mean over the hits that blends precision and gain."""

from functools import partial

from pages.q_measure import at_hits, collected, q_patience
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, rank_terms, score, scoreboard
from ui.parts import prose, steps

NAME = "q_measure"

lesson.heading(NAME)

q, ap = score.measure(NAME), score.measure("average_precision")
step = steps.current(NAME)
needed = step.show if step else (ap.key,)
with_grades, with_ap = "cumulative_gain" in needed, ap.key in needed
is_patient = not step or bool(steps.shown(NAME, ["patience"]))
beta, total = q.screen["patience"], float(q.breakdown.aside["denominator"])
precisions = [term.summand for term in rank_terms.of_average_precision(ap.breakdown)]
times = "β × " * is_patient
best = f"(rank + {times}best grades)".replace(" ", "\u00a0")  # it breaks before this
heading = f"Q: (hits + {times}grades) ÷ {best}"
ratios = at_hits.column(q, "blended_ratio", heading, at_hits.sums(q), room="6rem")
without = score.measure_by(at_hits.grades_alone, "Grades alone")
beside = {
    not (with_grades or with_ap): [ratios],
    with_grades: [
        ratios,
        at_hits.column(without, "ratio", "Grades ÷ best grades", at_hits.grades(q), room="2rem"),
    ],
    with_ap: [ratios, at_hits.column(ap, "precision", "AP: hits ÷ rank", precisions, room="2rem")],
}

worth = "their grades" if q.screen["gain"] == "linear" else "what their grades are worth"
divisor = {
    "relevant": "the number of relevant documents",
    "found": "the number of hits",
    "capped": "the number of relevant documents, or k if that is less",
}[q.screen["denominator"]]
mean = "The ratio at the hit" if total == 1 else f"The sum of the ratios ÷ {total:g}"
words = (
    "At each hit, Q divides two sums:\n\n"
    f"- **hits + {times}grades**: this list’s hits so far, and the sum of {worth}\n"
    f"- **rank + {times}best grades**: as if each rank so far were a hit, and the grades of the "
    "best order so far\n\n"
    "Hits and rank tell how late a hit is, grades how good. "
    f"**Q** is the sum of these ratios ÷ {divisor}, here {total:g}."
)
if with_grades:
    words += " The **grades alone** leave hits and rank out."
if with_ap:
    words += " **AP**, average precision, leaves the grades out."
if is_patient:
    words += f" With **patience** β a grade counts β times, here {beta:g}."
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [q, ap] if with_ap else [q],
        columns=beside[True],
        in_cards=ratios,
        chart=figure.of_score(collected, q),
        below_score=f"<p>{mean}</p>" if total else None,
        worked=lesson.worked(
            q,
            factor="" if total == 1 else f"1/{total:g}" if total else "0/0",
            says=f"At a hit: (hits + {times}grades so far) ÷ (rank + {times}best grades so far).",
        ),
        knobs=["patience", "denominator", "gain"],
        words=words,
    ),
)

patiences = sorted({0, 1, 10, beta})
people = {0: "AP", 1: "common", 10: "forgives late hits"}
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        q,
        latex="" if is_patient else q.latex.replace(r"\beta \, ", ""),
        in_words=q.in_words.replace("β times ", "").replace(", and β the patience", ""),
    ),
    patient=is_patient and revealed,
    at_once=revealed and not is_patient,
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
