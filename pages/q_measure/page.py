"""Lesson: the Q-measure, a mean over the hits that blends precision and gain."""

from functools import partial

import streamlit as st

from pages.q_measure import added, at_hits, q_patience
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
counted = "grades" if q.screen["gain"] == "linear" else "gains"
times = "β × " * is_patient + counted
columns = [at_hits.ratio(q, "β·" * is_patient, counted)]
without = score.measure_by(at_hits.grades_alone, f"{counted.capitalize()} alone")
if with_grades:
    columns.append(
        at_hits.column(
            without, "ratio", f"{counted} so far\n÷ best so far".capitalize(), at_hits.grades(q)
        )
    )
if with_ap:
    columns.append(at_hits.column(ap, "precision", "AP: mean of\nhits ÷ rank", precisions))


def compares(_: bool) -> None:
    """Draw what Q compares."""
    with st.container(key="compares"):
        order, so_far = at_hits.best_order(q)
        st.markdown(
            "At each **hit** (a relevant document), a **ratio** compares the list with the best "
            f"order ({order}), whose {counted} so far are **{so_far}**."
        )


divisor, unit = {
    "relevant": ("the number of relevant documents", "relevant document"),
    "found": ("the number of hits", "hit"),
    "capped": ("the number of relevant documents, or k if that is less", "possible hit"),
}[q.screen["denominator"]]
words = (
    "**Q** is average precision (AP) with grades: the sum of the ratios ÷ "
    f"{divisor}, here {total:g}.\n\n**Why count hits, too?** After its last relevant document, the "
    f"best order collects no more {counted}. With {counted} alone (*weighted precision*), a late "
    "hit would then cost nothing."
)
if with_ap:
    words += "\n\n**AP** leaves the grades out."
if is_patient:
    words += (
        "\n\nThe larger the **patience** β, the less a late hit costs: a grade counts β times, "
        f"here {beta:g}."
    )
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [q, ap] if with_ap else [q],
        columns=columns,
        in_cards=at_hits.in_cards(q, times, columns[0]),
        above=compares,
        chart=figure.of_score(added, q),
        below_score="",
        worked=lesson.worked(
            q,
            factor="" if total == 1 else f"1/{total:g}" if total else "0/0",
            says="Q: the sum of the ratios"
            + f" ÷ {total:g} {unit}{'s' * (total != 1)}." * bool(total),
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
        in_words=q.in_words.replace("β times ", "")
        .replace(", and β the patience", "")
        .replace("is the gain down", f"is the sum of the {counted} down")
        .replace("the ideal order", "the best order"),
    ),
    patient=is_patient and revealed,
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
