"""Lesson: wrong pairs, a count that ignores their ranks."""

from pages.wrong_pairs import inversions
from ui import lesson
from ui.contents import TEXTS
from ui.core import plain
from ui.draw import figure, pairs, score, swap_costs
from ui.draw.beside_cards import running

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
sizes = [pairs.usual(measured) for measured in (wrong, rr, ap, ndcg)]
swapped = figure.Figure(swap_costs, swap_costs.rows(swaps.changes, sizes, swaps.actions))

worked = lesson.Sum(wrong, list(enumerate(worse_above, start=1)))
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
    turn=["scale", "relevant_from", "k", "gain", "discount"],
    swaps=swaps.said,
    worked=worked,
    chart=figure.of(inversions, wrong),
    more=[swapped],
    explanation="Two documents with different grades are a pair. The pair is **wrong** if the "
    "better document stands below; it is then called an *inversion*. Each square is a pair: its "
    "row is the lower rank, its column the higher one. A filled square is wrong, an empty one is "
    "right; a dot is no pair. Press **⇅** between two cards to swap them: at most one square "
    "changes, so the count changes by at most one. **RR** (1 / rank of the first relevant "
    "document), **AP** (average precision) and **nDCG** (discounted gain) react most at the top.",
)

if revealed:
    figure.show(swapped)
    if swaps.changes:
        plain.sentence(
            "This is the mean over all orders of these documents. A swap moves the count by the "
            "same amount at every rank. RR, AP and nDCG react most at the top.",
            "text",
        )
        lesson.fold("What would each swap do to this list?", swaps.table)
    lesson.beside(
        "The same count as a share",
        "A longer list has more pairs, so a bare count says little. Divide it by the number of "
        "pairs. The share of wrong pairs is Kendall’s distance, that of right ones is pairwise "
        "accuracy. With two grades pairwise accuracy is called AUC, the area under the ROC curve. "
        "Two documents of the same grade form no pair. Neither does a document that nobody judged, "
        "or one that was not retrieved and so has no rank.",
        {
            (
                "Kendall’s distance",
                False,
                f"{wrong.text} wrong of {ordered:g} pairs: 0 is the best order, 1 the worst",
            ): 1 - right,
            (
                "Pairwise accuracy",
                False,
                f"{ordered - wrong.score:g} right of {ordered:g}; with two grades, the AUC",
            ): right,
        },
    )
    lesson.formula(worked)

nine = lesson.to_preset("1 0 0 0 1 1 1", "wrong_pairs", "pairs-nine")
eight = lesson.to_preset("0 0 1 1 1 1 0", "wrong_pairs", "pairs-eight")
top = lesson.to_preset("2 3 2 1 0", "wrong_pairs", "pairs-wrong-at-top")
bottom = lesson.to_preset("3 2 2 0 1", "wrong_pairs", "pairs-wrong-at-bottom")
undiscounted = controls.invite(
    "Set *Discount* to None", {"do": "turn", "knob": "discount", "to": "none"}
)
lesson.questions(
    {
        "Four relevant documents and three others, 9 pairs are wrong. What is the AUC?": "AUC is "
        "the share of right pairs. A relevant document and another one make a pair: 4 · 3 = 12. "
        "9 of 12 are wrong, so the AUC is 1 − 9/12 = **0.25**.",
        "Why is Kendall’s distance a poor metric for search?": "It does not weigh the top more. "
        "Take five documents with five grades. Swap the first two, or swap the last two: each time "
        "one of ten pairs is wrong, **0.1**. A reader who stops at rank 3 sees only the first "
        "swap.",
        "How many swaps of neighbours does it take to sort a list?": "As many as it has "
        "inversions. Each swap repairs at most one pair, and in an unsorted list some swap always "
        "repairs one. Bubble sort works this way.",
        "Five documents with five different grades stand in the worst order. Swap the first and "
        "last one. How many pairs are still wrong?": "**Three** of ten. The grades 0 1 2 3 4 have "
        "5 · 4 / 2 = 10 pairs, all wrong. In 4 1 2 3 0 only the pairs of 1, 2 and 3 are wrong.",
        "Why does nDCG react most at the top?": "Because of its discount: each rank weighs less "
        f"than the rank above. {undiscounted} and let *k* include the whole list: now every order "
        "has the same nDCG. Without weights by rank nDCG cannot see the order at all. The count of "
        "wrong pairs still can.",
    },
    before=f"""## What people get wrong

- **“Fewer inversions, happier readers.”** {nine} has nine, {eight} has eight. But only the first
  list has a hit at rank 1: RR 1 against 0.333, AP 0.618 against 0.525. {TEXTS["guide"].link} shows
  such a pair of lists.
- **“A wrong pair is a wrong pair.”** {top} and {bottom} hold the same documents, and each has one.
  nDCG says 0.935 and 0.992. AP says 1 and 0.950, because to AP a 3 and a 2 are the same.
- **“A swap changes many pairs.”** A swap of neighbours changes one pair, or none. For every other
  document the two stay above it or below it.
- **“A pairwise accuracy of 0.9 is good.”** Put one relevant document at rank 11 of 101: 90 of 100
  pairs are right. But RR is 0.091, and the first ten ranks have no hit. A random order gets 0.5.
""",
)

if revealed:
    lesson.numbers(
        wrong,
        f"""
grades = np.array({wrong.grades}, dtype=float)  # NaN: nobody judged it
lower_above = np.tril(grades[:, None] > grades, -1)  # row i: is the one at j worse, and above?
score = lower_above.sum()
""",
        contribution="worse ones above",
    )
lesson.onward("wrong_pairs")
