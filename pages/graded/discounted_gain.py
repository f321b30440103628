"""Lesson: CG, DCG and nDCG, the gains of grades and the weights of ranks."""

from ui import figure, lesson
from ui.charts import discounts, regret, worths
from ui.look.plain import decimals
from ui.models import score
from ui.models.orders import every
from ui.parts import controls
from ui.pictures import gains, weights
from ui.pictures.beside_cards import running
from ui.state import knobs
from ui.studies import orders

lesson.heading("discounted_gain")

ndcg = score.measure("ndcg")
best = score.measure_by(gains.ideal_of, "Ideal DCG", key="ideal_dcg", bounds=(0, None))
screen = ndcg.screen
ideal_dcg = best.score
show_ideal = {"do": "turn", "knob": "ideal_places", "to": "shown"}

curves = figure.Figure(discounts, discounts.rows(ndcg, "discount"))
worked = lesson.Sum(
    ndcg,
    [*gains.summands(ndcg.breakdown).items()] if ideal_dcg else [],
    factor=f"1/{decimals(ideal_dcg)}" if ideal_dcg else "0/0",
)
revealed = lesson.stage(
    ndcg,
    score.measure("dcg"),
    best,
    score.measure("cumulative_gain"),
    columns={
        "a": [
            *([gains.places(ndcg)] if screen["ideal_places"] == "shown" else []),
            gains.areas(ndcg),
            gains.regrets(ndcg),
            running(ndcg, "Adds", total=f"= {decimals(ndcg.score)}", room="0.2rem"),
        ]
    },
    worked=worked,
    decisive="ideal_places",
    in_hall=["gain", "discount"],
    turn=["scale", "k", "gain", "ideal"],
    chart=figure.of(regret, ndcg),
    more=[curves],
    explanation="A card is a rectangle: as long as its **gain**, how good it is, and as high as "
    "the **weight** of its rank, how deep it stands. All areas together are DCG. Dashed stands "
    "what the ideal order has at that rank; what is missing to it is **regret**, and 1 − all "
    "regret is nDCG. "
    + (
        "Drag until no lines cross: then every card has its ideal place."
        if screen["ideal_places"] == "shown"
        else lesson.invite("Draw lines to the ideal places", show_ideal)
        + ", and drag until none cross."
    ),
)

if revealed:
    lesson.variants(
        ndcg,
        "gain",
        "How good: the gain",
        "With g, a 3 is worth three 1s. With 2^g − 1 it is worth seven, and one great document "
        "outweighs a handful of fair ones. It is a decision about readers, and it can turn two "
        "lists round: "
        + lesson.to_preset("three 1s before the 3", "discounted_gain", "ndcg-flip-many")
        + " beats "
        + lesson.to_preset("the 3 at rank 2", "discounted_gain", "ndcg-flip-one")
        + " by 0.750 to 0.687 with g, and loses by 0.601 to 0.661 with 2^g − 1.",
        {"custom": "starts as 0 1 3 7 …: change it; LightGBM (label_gain), ir_measures (gains)"},
    )
    lesson.unfold(figure.Figure(worths, worths.rows(ndcg, "gain")), "The gains as curves")

lesson.section(
    "How deep: the discount",
    "Attention to search results falls about like Zipf’s law, 1/i: a tenth at rank 10. The "
    "logarithm is gentler, with 0.289 at rank 10. The power is Zipf’s curve until you turn its "
    "exponent or shift.\n\n**Does the base matter?** In 1 / log(i + 1) another base multiplies "
    "every weight by one factor. "
    + (
        lesson.invite("Set base 10", {"do": "turn", "knob": "log_base", "to": 10})
        if screen["discount"] == "log"
        else lesson.invite("Take it", {"do": "turn", "knob": "discount", "to": "log"})
    )
    + " and slide the base: DCG and the ideal DCG grow alike, and nDCG stands still. The form of "
    "2002 (Järvelin and Kekäläinen) is another: down to rank b it does not discount at all. There "
    "a higher base is gentler, and nDCG feels it: "
    + lesson.to_preset("base 2", "discounted_gain", "ndcg-2002-base-2")
    + " gives 0.940, "
    + lesson.to_preset("base 5", "discounted_gain", "ndcg-2002-base-5")
    + " sees no order in five documents and gives 1. Name the form before the base.\n\n"
    "Choose a curve, and compare its score:",
)
controls.turn(["discount"], "discounts")
figure.show(curves)
weights.draw(ndcg, "discount", weights.at(1, 2, 5, 10, 50), hidden=not revealed)

if revealed:
    lesson.variants(
        ndcg,
        "ideal",
        "Ideal: from which documents?",
        "The denominator is the DCG of the best order of which documents? Take all that were "
        "judged, and what was missed costs. Take only what was retrieved, and nDCG sorts what it "
        "was given, and forgives the rest. Leave the ideal uncut, and no page is perfect as long "
        "as more good documents exist than fit.",
        {"uncut": "trec_eval only where its list is not cut"},
    )
    (_, top) = every(screen, "ndcg").ends[0]
    lesson.section(
        "Is 0.9 excellent?",
        f"{orders.expectation('ndcg')}: so much a shuffled list may expect. "
        + f"No order reaches 0.9 here; the best has {decimals(top)}. " * (top < 0.9)
        + "With many good documents, or a gentle discount, nDCG has little room to fall. Judge a "
        "score against the mean, not against 0. "
        + lesson.to_preset("A published list with 0.959", "discounted_gain", "ndcg-film")
        + " is beaten by 5 of its 20 orders.",
    )
    figure.show(orders.picture("ndcg", marked={"0.9": (0.9,)}))
    orders.caption("ndcg")
    lesson.formula(
        worked,
        {
            "G(g)": f"gain of the grade, {knobs.told('gain', screen.settings)}",
            "w_i": f"weight of rank i, {knobs.told('discount', screen.settings)}",
            r"\mathrm{IDCG}": f"the same sum for the ideal order, {gains.written(best.breakdown)}",
        },
        latex=r"\mathrm{nDCG@}k = \frac{1}{\mathrm{IDCG}} \sum_{i=1}^{k} G(g_i) \, w_i",
    )

printed = lesson.to_preset("that list", "discounted_gain", "ndcg-printed-84")
mistake = lesson.asked(
    {
        "Which line can be checked at a glance?": "The second: a grade 1 is worth 1, times the "
        "weight 0.631 of rank 2, **0.631**. 4.42 is 7 · 0.631, and the 7 stands at rank 3.",
        "Whose nDCG is 0.84?": f"Put {printed} on the board and move the 3 up to rank 2: 2 3 1 "
        "scores **0.843**. The example prints the numbers of another list. The right one is "
        "(3 + 0.631 + 7 · 0.5) / 9.393 = **0.759**.",
    },
    title="Two questions that find it",
    before="""## Find the mistake

A published example compares 3 2 1 with 2 1 3, with the gain 2^g − 1. For the second it prints:

| rank | grade | printed |
| --- | --- | --- |
| 1 | 2 | 3.00 |
| 2 | 1 | 4.42 |
| 3 | 3 | 0.50 |
| | DCG | 7.92 |
| | nDCG | 7.92 / 9.39 = 0.84 |
""",
)
few = lesson.to_preset("little to find", "discounted_gain", "ndcg-query-few")
many = lesson.to_preset("much to find", "discounted_gain", "ndcg-query-many")
lesson.questions(
    {
        "What is the nDCG of 2 1 3 with the gain 2^g − 1?": "(3 + 0.631 + 3.5) / (7 + 1.893 + 0.5) "
        "= 7.131 / 9.393 = **0.759**.",
        "Replace log₂ by ln. What happens?": "To nDCG nothing: every weight is divided by the same "
        "ln 2 = 0.693, in DCG and in the ideal DCG. DCG itself is multiplied by 1.443.",
        "nDCG@3 of 0 0 1, three relevant documents judged?": "0.5 / (1 + 0.631 + 0.5) = **0.235**. "
        "With the ideal from the retrieved alone it is 0.5 / 1 = **0.5**. "
        + lesson.to_preset("Show it", "discounted_gain", "ndcg-missed")
        + ".",
        "A tool prints an nDCG of 1.31. How can that be?": "Its ideal is none: built from "
        "other judgements than the list, cut shorter than the list, or with another gain. Where "
        "the ideal holds all documents of the list, and is cut no earlier, no order beats it.",
        "Nothing relevant exists. What is nDCG?": "0/0. Most tools print 0, LightGBM and XGBoost "
        "1, others leave the query out, and the mean over queries moves with it. "
        + lesson.to_preset("Show it", "discounted_gain", "ndcg-nothing")
        + ".",
    },
    before=mistake
    + f"""## What people get wrong

- **“A higher base discounts more gently.”** Only in the form of 2002, which spares the ranks down
  to the base. In 1 / log(i + 1) nDCG has no base at all.
- **“nDCG 0.9 is excellent.”** Ask what a shuffled list would get: for 3 3 0 3 2 the mean over all
  orders is 0.894.
- **“The ideal is my list, sorted.”** Then what was missed is forgiven. The ideal is of all that
  was judged.
- **“DCG 5.459 is better than DCG 1.”** It has no upper bound: a query with {many} collects 5.459
  in a poor order, one with {few} cannot collect more than 1. nDCG says 0.752 and 1, and may be
  averaged over queries.
- **“The log falls off like a reader’s attention.”** That falls like Zipf’s 1/i. The log is gentler.
- **“nDCG is nDCG.”** Say the gain, the discount, the cutoff and where the ideal comes from.
""",
)

if revealed:
    lesson.numbers(
        ndcg,
        gain="gain",
        weight="weight",
        contribution="adds",
    )
lesson.onward("discounted_gain")
