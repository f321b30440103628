"""Lesson: precision, recall and other metrics that count the hits in the top k."""

from functools import partial

from pages.precision_and_recall import window, windows
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.parts import controls, prose

lesson.heading("precision_and_recall")

p = score.measure("precision")
r = score.measure("recall")
f1 = score.measure("f1")
hit = score.measure("hit")
r_precision = score.measure("r_precision")
hits = p.breakdown.terms["relevant"]
found, m, k = int(hits.sum()), int(r_precision.breakdown.aside["relevant_total"]), p.screen.k
first = p.ranked.documents[:1]

worked = lesson.WorkedFormula(
    p, [(rank, f"{at:g}") for rank, at in enumerate(hits, 1)], factor=f"1/{k}"
)
revealed = lesson.stage(
    p,
    r,
    f1,
    hit,
    r_precision,
    worked=worked,
    columns=[
        window.column(p),
        running(
            p,
            f"Adds 1/{k}",
            [f"+1/{k}" if at else "" for at in hits],
            total=f"P = {decimals(p.score)}",
            sees_grades=False,
        ),
    ],
    above=partial(window.changed, p),
    chart=figure.of_score(windows, p),
    explanation="A *hit* is a relevant document in the top k. Drag the line at k. **Precision** P "
    "is the share of the top k that is relevant: a hit moves it right, a miss moves it left. "
    f"**Recall** R is the share of all m = {m} relevant documents: a hit moves it right. At "
    f"k = m = {m} both are equal: this is R-precision, RP. **F1** lies between P and R. **Hit** is "
    "1 if there is any hit. Recall cannot reach the blue area, nor precision the red one. "
    + controls.invite(
        "Move the first document down to rank k",
        {
            "do": "move",
            "list": "a",
            "id": first[0].id if first else "",
            "to": min(k, p.ranked.retrieved) - 1,
        },
    )
    + ": the values at the line stay.",
)

prose.draw(
    "precision_and_recall",
    variants=partial(
        lesson.variants,
        r,
        notes={"capped": "as R_cap, beside recall; the library “implicit” calls it precision"},
    ),
    found=found,
    k=k,
    m=m,
    twice_found=2 * found,
    k_plus_m=k + m,
    hit=min(found, 1),
    found_in_top_m=round(r_precision.score * m),
    formula=partial(lesson.formula, worked, {"k": "the cutoff, however short the list is"}),
    numbers=revealed
    and partial(
        lesson.numbers,
        window.every_k(p),
        relevant="hit",
        precision="P@i",
        recall="R@i",
        f1="F1@i",
        contribution="adds",
    ),
)
lesson.onward("precision_and_recall")
