"""Lesson: wrong pairs, a count that ignores their ranks."""

from functools import partial

from pages.wrong_pairs import inversions
from ui import lesson
from ui.core import plain
from ui.draw import figure, pairs, score, swap_costs
from ui.draw.beside_cards import running
from ui.parts import prose

lesson.heading("wrong_pairs")

rr, ap, ndcg = map(score.measure, ("reciprocal_rank", "average_precision", "ndcg"))
counted = pairs.inversions(rr.screen).aside
ordered, right = float(counted["ordered_pairs"]), float(counted["pairwise_accuracy"])
wrong = score.measure_by(
    pairs.inversions,
    "Inversions",
    key="inversions",
    bounds=(0, max(ordered, 1)),
    higher_is_better=False,
    places=0,
)
worse_above = [f"{count:g}" for count in wrong.breakdown.terms["contribution"]]
swaps = pairs.Neighbours([wrong, rr, ap, ndcg])
sizes = [pairs.mean_changes(measured) for measured in (wrong, rr, ap, ndcg)]
swapped = figure.Figure(swap_costs, swap_costs.rows(swaps.changes, sizes, swaps.actions))

worked = lesson.WorkedFormula(wrong, list(enumerate(worse_above, start=1)))
revealed = lesson.stage(
    wrong,
    rr,
    ap,
    ndcg,
    columns=[
        pairs.matrix(wrong),
        running(
            wrong,
            "Worse above",
            [f"+{count}" if count != "0" else "" for count in worse_above],
            most=max(ordered, 1),
            total=f"Sum = {wrong.text}",
            room="1.6rem",
        ),
    ],
    other_knobs=["scale", "relevant_from", "k", "gain", "discount"],
    swaps=swaps.sentences,
    worked=worked,
    chart=figure.of_score(inversions, wrong),
    more=[swapped],
    explanation="Two documents with different grades are a pair. The pair is **wrong** if the "
    "better document stands below; it is then called an *inversion*. Each square is a pair: its "
    "row is the lower rank, its column the higher one. A filled square is wrong, an empty one is "
    "right; a dot is no pair. Press **⇅** between two cards to swap them: at most one square "
    "changes, so the count changes by at most one. **RR** (1 / rank of the first relevant "
    "document), **AP** (average precision) and **nDCG** (discounted gain) react most at the top.",
)


def swap_costs_by_rank() -> None:
    """Draw what a swap costs at each rank: over all orders, and folded, in this list."""
    figure.show(swapped)
    if swaps.changes:
        plain.sentence(
            "This is the mean over all orders of these documents. A swap moves the count by the "
            "same amount at every rank. RR, AP and nDCG react most at the top.",
            "text",
        )
        lesson.fold("What would each swap do to this list?", swaps.table)


wrong_of_all = f"{wrong.text} wrong of {ordered:g} pairs: 0 is the best order, 1 the worst"
right_of_all = f"{ordered - wrong.score:g} right of {ordered:g}; with two grades, the AUC"
shares = {
    ("Kendall’s distance", False, wrong_of_all): 1 - right,
    ("Pairwise accuracy", False, right_of_all): right,
}
code = f"""
grades = np.array({wrong.grades}, dtype=float)  # NaN: nobody judged it
lower_above = np.tril(grades[:, None] > grades, -1)  # row i: is the one at j worse, and above?
score = lower_above.sum()
"""
prose.draw(
    "wrong_pairs",
    swap_costs=revealed and swap_costs_by_rank,
    shares=partial(lesson.beside, shares),
    formula=partial(lesson.formula, worked),
    numbers=partial(lesson.numbers, wrong, code, contribution="worse ones above"),
)
lesson.onward("wrong_pairs")
