"""Lesson: wrong pairs, a count that ignores their ranks."""

from ui import figure, lesson
from ui.charts import inversions, swap_costs
from ui.look import plain
from ui.models import score
from ui.pictures import pairs
from ui.pictures.beside_cards import running

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

revealed = lesson.stage(
    wrong,
    rr,
    ap,
    ndcg,
    columns={
        "a": [
            swaps.column,
            pairs.matrix(wrong),
            running(
                wrong,
                "Worse above",
                [f"+{count}" if count != "0" else "" for count in worse_above],
                most=max(ordered, 1),
                total=f"Sum = {wrong.said}",
                room="1.6rem",
            ),
        ]
    },
    turn=["scale", "relevant_from", "k", "gain", "discount"],
    swaps=swaps.said,
    chart=figure.of(inversions, wrong),
    more=[swapped],
    explanation="Two documents with different grades are a pair, and it is **wrong** if the better "
    "one stands below. **Swap here** with ⇅ between two cards: one cell turns over, so the count "
    "moves by one, at the top as at the bottom. **RR** (1 / rank of the first hit), **AP** (the "
    "precision at each hit, averaged) and **nDCG** (gain that counts less with each rank) ask "
    "where: their bars die out on the way down.",
)

if revealed:
    figure.show(swapped)
    plain.sentence(
        "The mean over all orders of these documents. A swap moves the count as much at every "
        "rank; it moves the other scores most where they look first.",
        "text",
    )
    lesson.beside(
        "The same count as a share",
        "A longer list has more pairs, so a bare count says little. Divide it by the pairs that "
        "have an order at all. Documents of one grade form no pair; nor does one that nobody "
        "judged, or that was never retrieved and so has no place.",
        {
            (
                "Kendall’s distance",
                False,
                f"{wrong.said} wrong of {ordered:g} pairs: 0 is the ideal order, 1 its reverse",
            ): 1 - right,
            (
                "Pairwise accuracy",
                False,
                f"{ordered - wrong.score:g} right of {ordered:g}; of hits and misses, the AUC",
            ): right,
        },
    )
    lesson.formula(
        wrong,
        {
            r"g_i": "grade at rank i",
            r"n": "documents retrieved",
            r"\#": "how many of the documents above have a lower grade",
        },
        [(rank, count) for rank, count in enumerate(worse_above, start=1) if count != "0"],
    )

nine = lesson.to_preset("1 0 0 0 1 1 1", "wrong_pairs", "pairs-nine")
eight = lesson.to_preset("0 0 1 1 1 1 0", "wrong_pairs", "pairs-eight")
top = lesson.to_preset("2 3 2 1 0", "wrong_pairs", "pairs-wrong-at-top")
bottom = lesson.to_preset("3 2 2 0 1", "wrong_pairs", "pairs-wrong-at-bottom")
undiscounted = lesson.invite(
    "Set *Discount* to None", {"do": "turn", "knob": "discount", "to": "none"}
)
lesson.questions(
    {
        "Four hits, three misses, 9 of the pairs are wrong. What is the AUC?": "A hit and a miss "
        "are a pair: 4 · 3 = 12. 9/12 are wrong, so the AUC is 1 − 9/12 = **0.25**.",
        "Why is Kendall’s distance a poor metric for search?": "It has no weight for the top. In "
        "five documents, all different, swap the first two or the last two: one wrong pair of "
        "ten, **0.1** both times. A reader who stops at rank 3 sees the first swap only.",
        "How many swaps of neighbours does it take to sort a list?": "As many as it has "
        "inversions, never fewer: no swap of neighbours mends more than one pair, and as long as "
        "the list is not sorted, one that mends a pair is there. It is what bubble sort does.",
        "Swap two neighbours with the same grade. Does the count change?": "No. They form no pair "
        "with each other, and every other document stands where it stood to both.",
        "What makes nDCG feel the top, then?": "Its discount: a rank weighs less than the one "
        f"above. {undiscounted}, and look down to the last rank: every order has the same nDCG, "
        "and no swap changes it. Without weights by rank it is blinder than the count.",
    },
    before=f"""## What people get wrong

- **“Fewer inversions, happier readers.”** {nine} has nine, {eight} has eight. But the first puts a
  hit on top, RR 1 against 0.333, and AP 0.618 against 0.525.
- **“A wrong pair is a wrong pair.”** {top} and {bottom} hold the same documents and have one each.
  nDCG says 0.935 and 0.992. AP says 1 and 0.950: it sees no difference between a 3 and a 2.
- **“A swap changes many pairs.”** One of neighbours changes one, or none. To everybody else the
  two stand as before.
- **“A pairwise accuracy of 0.9 is good.”** Put one relevant document at rank 11 of 101: 90 of 100
  pairs are right, RR is 0.091, and the first page of ten has no hit. A random order gets half.
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
