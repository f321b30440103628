"""Lesson: average precision, the mean of the precisions at the hits."""

from functools import partial

from metrics.conventions.combinations import defined
from pages.average_precision import areas, cells, from_counts, precisions, tied
from ui import lesson
from ui.core.plain import counted, decimals
from ui.draw import figure, score
from ui.parts import prose, steps

NAME = "average_precision"

lesson.heading(NAME)

ap = score.measure(NAME)
denominator, total = ap.screen["denominator"], float(ap.breakdown.aside["denominator"])
step = steps.current(NAME)
of_step = step and step.lists["a"]
some_missed = not of_step or of_step.retrieved < len(of_step.documents)
as_area = figure.of_score(areas, ap)
hits = int(ap.breakdown.aside["found"])
mean = f"The mean of {total:g} precisions" if total > 1 else "The precision at the hit"
if 0 < hits < total:
    mean = f"The sum of {counted(hits, 'precision')} ÷ {total:g}"
divided = {"relevant": "all relevant", "found": "the hits", "capped": "all relevant, k at most"}
lesson.show(
    NAME,
    lesson.Stage(
        [ap],
        columns=[drawn := cells.column(ap)],
        in_cards=cells.in_cards(drawn),
        chart=figure.of_score(precisions, ap),
        more=[as_area],
        worked=lesson.worked(
            ap,
            factor="" if total == 1 else f"1/{total:g}" if total else "0/0",
            says="Each hit counts with its precision: hits so far ÷ rank."
            + f" Their sum ÷ {divided[denominator]}, here {total:g}." * (total > 1),
        ),
        knobs=["denominator"],
        below_score=f"<p>{mean}</p>" if total else None,
        words="A *hit* is a relevant document above the line k. The **precision** at a hit is the "
        "share of hits down to its rank: hits so far ÷ rank."
        + " Its bar is the list down to it, from left to right: a cell for each rank, filled at a "
        "hit."
        * (len(ap.breakdown.terms["precision"]) <= cells.MOST_CELLS)
        + "\n\n"
        + {
            "one": "Only one document is relevant here. So **AP**, average precision, is the "
            "precision at its rank, or 0 if it is not a hit.",
            "relevant": "**AP** is the mean of the precisions: their sum, divided by **m**, the "
            "number of relevant documents that exist."
            + " A relevant document that was not retrieved has a dashed bar, which is 0."
            * some_missed,
            "found": "**AP** is the mean of the precisions at the hits. A relevant document that "
            "is not in the top k costs nothing.",
            "capped": "**AP** is the sum of the precisions at the hits, divided by the number of "
            "relevant documents that exist, or by k if that is less.",
        }["one" if total == 1 and denominator == "relevant" else denominator]
        + " A miss adds nothing itself, but it lowers the precision at each hit below it.",
    ),
)


def goes_on() -> str:
    """Say between which values AP lies if more ranks follow those that are shown."""
    shown = ap.ranked.retrieved
    missing = int(total) - hits
    if ap.screen.k < shown:
        return f"{ap.label} reads only ranks that are shown. So nothing below can change it."
    if denominator != "relevant":
        return "Choose *all relevant* as the denominator, to see how far AP can still rise."
    if not missing:
        return "All relevant documents are in the list. So nothing below can change AP."
    most = ap.score + sum((hits + at) / (shown + at) for at in range(1, missing + 1)) / total
    ranks = [at for at, grade in enumerate(ap.breakdown.terms["relevant"].tolist(), 1) if grade]
    found = [*enumerate(ranks, 1)]
    found += [(hits + at, shown + at) for at in range(1, missing + 1)]
    terms = " + ".join(f"{at}/{rank}" for at, rank in found)
    return (
        f"{shown} ranks are shown, and {missing} of {total:g} relevant documents are not among "
        f"them. AP of the whole list has no cutoff k. If those never come, it is "
        f"{decimals(ap.score)}, the smallest AP. If they come next, from rank {shown + 1} on, it "
        f"is the largest: 1/{total:g} ({terms}) = {decimals(float(most))}. Every list that goes on "
        "has an AP between these two."
    )


exist = "m is how many relevant documents exist"
in_words, here = {
    "relevant": ("m", exist),
    "found": ("hits at k", "hits at k is how many hits the top k have"),
    "capped": ("the smaller of m and k", exist),
}[denominator]
by_each = {score.score_with(ap, "denominator", each) for each in ("relevant", "found", "capped")}
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        ap,
        latex=defined(NAME, denominator=denominator).latex,
        in_words=f"AP at k is 1 over {in_words}, times the sum of P at i times hit at i for the "
        f"ranks i from 1 to k. Here {here}. P at i is the precision down to rank i, and hit at i "
        "is 1 for a relevant document, else 0.",
    ),
    scores=lesson.variants_html(ap, "denominator") if len(by_each) > 1 else "",
    tools=partial(lesson.variants, ap, "denominator"),
    tied=partial(tied.draw, ap),
    goes_on=goes_on(),
    from_counts=from_counts.draw,
    as_area=partial(lesson.unfold, as_area, areas.TITLE),
    numbers=partial(
        lesson.numbers,
        ap,
        relevant="hit",
        precision="precision",
        recall="share of slots",
        contribution="adds",
    ),
    settings=partial(lesson.settings, ap),
    ways_on=lesson.ways_on(NAME),
)
