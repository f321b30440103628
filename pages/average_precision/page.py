"""Lesson: average precision, the mean of the precisions at the hits."""

from functools import partial

from metrics.conventions.combinations import defined
from pages.average_precision import precisions, slots
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, score
from ui.draw.beside_cards import bars
from ui.parts import prose

lesson.heading("average_precision")

ap = score.measure("average_precision")
terms, total = ap.breakdown.terms, ap.breakdown.aside["denominator"]
hit, precision = terms["relevant"], terms["precision"]
hits = [int(count) for count in hit.cumsum()]
average = "average" if total == hit.sum() else f"over all {total:g} slots:"

worked = lesson.WorkedFormula(
    ap,
    [(rank, f"{hits[rank - 1]}/{rank}") for rank, at in enumerate(hit, 1) if at],
    factor=f"1/{total:g}" if total else "0/0",
)
lesson.stage(
    ap,
    worked=worked,
    columns=[
        bars(
            ap,
            "precision",
            "Precision down to here",
            [
                f"{count}/{rank} = {decimals(share)}"
                for rank, (count, share) in enumerate(zip(hits, precision, strict=True), 1)
            ],
            counts=hit,
            line=(ap.score, f"{average} {decimals(ap.score)}"),
            sees_grades=False,
        ),
        slots.column(ap),
    ],
    main_knobs="denominator",
    chart=figure.of_score(precisions, ap),
    explanation="A *hit* is a relevant document in the top k. A bar is the precision down to its "
    "rank: the share of hits so far. Average precision, AP, uses only the filled bars: the "
    "precision **at each hit**. Each hit fills one slot: the more misses stand above it, the less "
    "it fills. "
    + {
        "relevant": "Every relevant document that exists has one slot. If it is below the line k, "
        "or was never found, its slot stays empty.",
        "found": "Only hits have a slot. A relevant document below the line k, or never found, "
        "costs nothing.",
        "capped": "There are at most k slots. A slot that no hit fills stays empty.",
    }[ap.screen["denominator"]]
    + " AP is the filled part of all slots.",
)

exist = "m is how many relevant documents exist"
in_words, here = {
    "relevant": ("m", exist),
    "found": ("hits at k", "hits at k is how many hits the top k have"),
    "capped": ("the smaller of m and k", exist),
}[ap.screen["denominator"]]
prose.draw(
    "average_precision",
    variants=partial(lesson.variants, ap),
    formula=partial(
        lesson.formula,
        worked,
        latex=defined("average_precision", denominator=ap.screen["denominator"]).latex,
        in_words=f"AP at k is 1 over {in_words}, times the sum of P at i times hit at i for the "
        f"ranks i from 1 to k. Here {here}. P at i is the precision down to rank i, and hit at i "
        "is 1 for a relevant document, else 0.",
    ),
    numbers=partial(
        lesson.numbers,
        ap,
        relevant="hit",
        precision="precision",
        recall="share of slots",
        contribution="adds",
    ),
)
lesson.onward("average_precision")
