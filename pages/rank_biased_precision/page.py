"""Lesson: rank-biased precision, the share of a reader's attention that goes to good documents."""

from functools import partial

from metrics import simulation
from pages.rank_biased_precision import attention, patiences, residuals
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, readers, score, simulated_column, simulated_readers, weights, worths
from ui.draw.simulated_page import means
from ui.parts import controls, prose

lesson.heading("rank_biased_precision")

rbp = score.measure("rbp")
screen, terms, aside = rbp.screen, rbp.breakdown.terms, rbp.breakdown.aside
p = screen["persistence"]
read = float(aside["expected_documents"])
walk = simulation.collecting(terms["weight"], terms["utility"], read)
group = simulated_readers.simulated(rbp, walk, simulated_readers.COLLECTING)
looks = f"{read:.3g}"
documents = "document" if looks == "1" else "documents"
send = {"do": "send", "readers": 10_000}
people = {0.5: ", in a hurry", 0.8: ", a common choice", 0.95: ", patient"}

deeper = figure.of_score(residuals, rbp, "persistence")
worked = lesson.WorkedFormula(
    rbp,
    [
        (rank, f"{worth:.4g}·{decimals(reach)}")
        for rank, (worth, reach, adds) in enumerate(
            zip(terms["utility"], terms["reach"], terms["contribution"], strict=True), start=1
        )
        if adds
    ],
    factor=f"{1 - p:g}",
)
revealed = lesson.stage(
    rbp,
    worked=worked,
    columns=[
        readers.stops_column(rbp, "weight"),
        *simulated_column.column(group),
        simulated_column.adds(group, "weight × worth"),
    ],
    main_knobs="persistence",
    own_buttons=simulated_readers.buttons(),
    other_knobs=["scale", "k", "utility"],
    chart=figure.of_score(attention, rbp),
    more=[deeper],
    below_score=group.below_score or f"<p>looks at <b>{looks}</b> {documents} on average</p>",
    explanation="All readers look at rank 1. After each document, good or bad, a reader goes on "
    f"with probability **p = {p:g}** (pale) or stops (filled). On average a reader looks at "
    f"1/(1 − p) = **{looks}** {documents}.\n\nOf all looks at documents, the **weight** "
    "of a rank is the share that falls on it. (For RBP it is also the share of readers who stop "
    "there.) Weight × worth of the document is what the rank adds. The sum is RBP "
    "(rank-biased precision). "
    + controls.invite("Send 10,000 readers", send)
    + ", and see where they stop. RBP has no cutoff: the line at k only says how far the list was "
    "judged (see *What nobody knows*).",
)

unjudged = next((d for d in rbp.ranked.documents if d.grade is None), None)
card = unjudged or next(iter(rbp.ranked.documents), None)
grade = {"do": "grade", "list": "a", "id": card.id if card else ""}
if unjudged:
    judge_or_unjudge = controls.invite("judge the first ? a miss", {**grade, "grade": 0})
else:
    judge_or_unjudge = controls.invite("turn the first card into a ?", {**grade, "grade": None})

depth = min(screen.k, rbp.ranked.retrieved)
nothing_judged = 0.0, float(aside["residual"])
by_depth = [nothing_judged, *zip(*residuals.by_depth(rbp).values(), strict=True)]
known_score, possible = by_depth[depth]

weight_curves = figure.Figure(patiences, patiences.rows(rbp, "persistence", people))
utility_curves = figure.Figure(worths, worths.rows(rbp, "utility"))
prose.draw(
    "rank_biased_precision",
    looks=looks,
    expected_worth=decimals(read * rbp.score),
    score=decimals(rbp.score),
    means=partial(means, group),
    reader=partial(readers.patient, p),
    weight_curves=partial(lesson.unfold, weight_curves, "The weights as curves"),
    weight_table=partial(
        weights.draw,
        rbp,
        "persistence",
        {
            "looks at": lambda reader: f"{1 / (1 - reader.value):.3g}",
            **weights.at(1, 2, 5, 10, 20),
            "ranks 1 to 10": lambda reader: decimals(sum(reader.heights[:10])),
        },
        {value: f"p = {value:g}{people.get(value, '')}" for value in sorted({*people, p})},
        hidden=not revealed,
    ),
    depth=depth,
    known=decimals(known_score),
    unknown=decimals(possible - known_score),
    lost=decimals(1 - possible),
    judge_or_unjudge=judge_or_unjudge,
    known_by_depth=partial(figure.show, deeper),
    variants=partial(
        lesson.variants,
        rbp,
        notes={
            "linear": "cwl-eval, if it is given shares of the top grade",
            "exponential": "the satisfaction of ERR",
            "binary": "ir_measures, as in the original paper; ranx on a binary scale",
            "sigmoid": f"{knobs.needed_values('utility', 'sigmoid', screen.settings)}; "
            f"<a href='{TEXTS['chapter'].url}'>{TEXTS['chapter'].name}</a>, for ERR",
        },
    ),
    utility_curves=partial(lesson.unfold, utility_curves, "The four utilities as curves"),
    formula=partial(lesson.formula, worked),
    numbers=partial(
        lesson.numbers,
        rbp,
        reach="look here",
        weight="stop here",
        utility="worth",
        contribution="adds",
    ),
)
lesson.onward("rank_biased_precision")
