"""Lesson: CG, DCG and nDCG, the gains of grades and the weights of ranks."""

from pages.discounted_gain import discounts, gains, regret
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, score, weights, worths
from ui.draw import orders_page as orders
from ui.draw.beside_cards import running
from ui.draw.orders import every
from ui.parts import controls

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
    columns=[
        *([gains.places(ndcg)] if screen["ideal_places"] == "shown" else []),
        gains.areas(ndcg),
        gains.regrets(ndcg),
        running(ndcg, "Adds", total=f"= {decimals(ndcg.score)}", room="0.2rem"),
    ],
    worked=worked,
    decisive="ideal_places",
    turn=["scale", "k", "gain", "ideal"],
    chart=figure.of(regret, ndcg),
    more=[curves],
    explanation="Each card becomes a rectangle. Its length is the **gain** of the document: how "
    "good it is. Its height is the **weight** of the rank: how deep it is. All areas together are "
    "DCG (discounted cumulative gain); without the weights they are CG.\n\nThe dashed box is what "
    "the best order would have at this rank. **Regret** at a rank is the ideal value minus yours, "
    "as a share of the ideal DCG. A minus sign means that the rank has more than in the best "
    "order: its document belongs higher, where it counts more. nDCG (normalised DCG) is 1 minus "
    "all regrets. "
    + (
        "Drag until no lines cross. Then every card is in its ideal place."
        if screen["ideal_places"] == "shown"
        else controls.invite("Show the lines to the ideal places", show_ideal)
        + ". Then drag until none cross."
    ),
)

if revealed:
    lesson.variants(
        ndcg,
        "gain",
        "How good: the gain",
        "With g, a 3 is worth three 1s. With 2^g − 1 it is worth seven. The gain is a decision "
        "about readers, and it can decide which of two lists wins. With g, "
        + lesson.to_preset("1 1 1 3 0 0", "discounted_gain", "ndcg-flip-many")
        + " beats "
        + lesson.to_preset("0 3 1 0 1 1", "discounted_gain", "ndcg-flip-one")
        + ", 0.750 to 0.687. With 2^g − 1 it loses, 0.601 to 0.661.<br>"
        f"<a href='{TEXTS['guide'].url}'>{TEXTS['guide'].name}</a> says of ratings from 0 to 5 "
        "that each counts about twice as much as the one below. At the top that is so: "
        + lesson.to_preset("a 5 is worth 31, a 4 is worth 15", "discounted_gain", "ndcg-stars")
        + ", and 31/15 = 2.067. But a 2 is worth three times as much as a 1.",
        {"custom": "starts as 0 1 3 7 …: change it; LightGBM (label_gain), ir_measures (gains)"},
    )
    lesson.unfold(figure.Figure(worths, worths.rows(ndcg, "gain")), "The gains as curves")

lesson.section(
    "How deep: the discount",
    "How much should rank i count? Each curve is an assumption about readers, and this page has "
    "no data about them. Two texts, two arguments:\n\n"
    f"- {TEXTS['chapter'].link} takes Zipf’s law for attention: rank i gets 1/i of what rank 1 "
    "gets. The logarithm is a milder, more balanced form of it.\n"
    f"- {TEXTS['article'].link} takes the logarithm for attention: a large step from rank 1 to 2, "
    "a small one from rank 10 to 50. With 1/i, ranks 1 to 3 would decide too much.\n\n"
    "Both call 1/i the linear discount. Here are the numbers. With 1/i, ranks 1 to 3 hold 41 % of "
    "the weight of 50 ranks; with the "
    "logarithm they hold 17 %. The step from rank 1 to 2 takes away 0.500 with 1/i and 0.369 with "
    "the logarithm. The step from rank 10 to 50 takes away 0.080 and 0.113. So between ranks 10 "
    "and 50 the logarithm falls more. Is it concave, as the second text says? Its divisor "
    "log₂(1 + i) is concave, the weight 1/log₂(1 + i) is convex.\n\n"
    "Power equals 1/i until you move its two sliders, the exponent and the shift.\n\n"
    "**Does the base matter?** In 1 / log(i + 1) another base multiplies all weights by the same "
    "number. It cancels in nDCG. "
    + (
        controls.invite("Set base 10", {"do": "turn", "knob": "log_base", "to": 10})
        if screen["discount"] == "log"
        else controls.invite("Choose this logarithm", {"do": "turn", "knob": "discount", "to": "log"})
    )
    + " and move the slider of the base: DCG changes, nDCG does not. In the form of 2002 "
    "(Järvelin and Kekäläinen) the first b ranks count in full, and there the base does change "
    "nDCG. On the five films of the first text, 3 3 0 3 2, "
    + lesson.to_preset("base 2", "discounted_gain", "ndcg-2002-base-2")
    + " gives 0.940. With "
    + lesson.to_preset("base 5", "discounted_gain", "ndcg-2002-base-5")
    + " all five ranks count in full. So every order of five documents scores 1. So name the "
    "form before the base.\n\nChoose a curve, and compare the score of your list:",
)
controls.turn(["discount"], "discounts")
figure.show(curves)
weights.draw(
    ndcg,
    "discount",
    {
        **weights.at(1, 2, 5, 10, 50),
        "ranks 1 to 3 of 50": lambda each: f"{sum(each.weights[:3]) / sum(each.weights):.0%}",
    },
    hidden=not revealed,
)

if revealed:
    lesson.variants(
        ndcg,
        "ideal",
        "Ideal: from which documents?",
        "nDCG divides by the DCG of the best order. But of which documents? All judged: then a "
        "missed document costs. Only the retrieved: then nDCG compares your list with itself, "
        "sorted, and a missed document costs nothing. If the ideal list is not cut at k, "
        "even a perfect page scores below 1 whenever more good documents exist than fit.",
        {"uncut": "trec_eval only where its list is not cut, Quepid only since February 2025"},
    )
    (_, top) = every(screen, "ndcg").ends[0]
    lesson.section(
        "Is 0.9 excellent?",
        f"{orders.expectation('ndcg')}. A shuffled list scores that much on average. "
        + f"No order reaches 0.9 here; the best has {decimals(top)}. " * (top < 0.9)
        + "With many good documents, or a mild discount, nDCG cannot fall far. So compare a score "
        f"with the mean, not with 0. {TEXTS['chapter'].link} calls "
        + lesson.to_preset("the list of five films with 0.959", "discounted_gain", "ndcg-film")
        + " very good, and 5 of its 20 orders are better.",
    )
    figure.show(orders.picture("ndcg", marked={"0.9": (0.9,)}))
    orders.caption("ndcg")
    lesson.formula(
        worked,
        {
            "G": f"gain of the grade, {knobs.value_text('gain', screen.settings)}",
            "w": f"weight of the rank, {knobs.value_text('discount', screen.settings)}",
            "IDCG": f"the same sum for the ideal order, {gains.written(best.breakdown)}",
        },
        latex=r"\mathrm{nDCG@}k = \frac{1}{\mathrm{IDCG}} \sum_{i=1}^{k} G(g_i) \, w_i",
        in_words="nDCG at k is 1 over IDCG, times the sum of G times w at i for the ranks i from 1 "
        "to k. G is the gain of g at i, the grade at rank i.",
    )

printed = lesson.to_preset("that list", "discounted_gain", "ndcg-printed-84")
mistake = lesson.asked(
    {
        "Which line can be checked at a glance?": "The second. A grade 1 is worth 1, and rank 2 "
        "weighs 0.631: together **0.631**. The printed 4.42 is 7 · 0.631, but the 7 is at rank 3.",
        "Whose nDCG is 0.84?": f"Put {printed} on the board and move the 3 up to rank 2: 2 3 1 "
        "scores **0.843**. So the text prints the numbers of another list. The right ones are "
        "(3 + 0.631 + 7 · 0.5) / 9.393 = **0.759**.",
    },
    title="Two questions that find it",
    before=f"""## Find the mistake

{TEXTS["article"].link} compares 3 2 1 with 2 1 3, with the gain 2^g − 1. For 2 1 3 it prints:

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
one = lesson.to_preset("3 0", "discounted_gain", "ndcg-one-to-find")
two = lesson.to_preset("3 3", "discounted_gain", "ndcg-two-to-find")
lesson.questions(
    {
        "What is the nDCG of 1 3 2 with the gain 2^g − 1?": "(1 + 7 · 0.631 + 3 · 0.5) / "
        "(7 + 3 · 0.631 + 0.5) = 6.917 / 9.393 = **0.736**.",
        "You replace log₂ by ln. By which factor does DCG change?": "By 1/ln 2 = **1.443**: every "
        "weight is divided by ln 2 = 0.693. The ideal DCG changes by the same factor.",
        "nDCG@3 of 0 0 1, three relevant documents judged?": "0.5 / (1 + 0.631 + 0.5) = **0.235**. "
        "With the ideal from the retrieved alone it is 0.5 / 1 = **0.5**. "
        + lesson.to_preset("Show it", "discounted_gain", "ndcg-missed")
        + ".",
        "A tool prints an nDCG of 1.31. How can that be?": "Look for **duplicates in the run** "
        "first: a document that is listed twice counts twice, but the ideal order has it once. "
        "If there are none, the “ideal” is not ideal. It comes from other judgements, is cut "
        "earlier than the list, or uses another gain.",
        "Nothing relevant exists. What is nDCG?": "0/0. Most tools print 0, LightGBM and XGBoost "
        "1, others leave the query out. The mean over queries depends on it. "
        + lesson.to_preset("Show it", "discounted_gain", "ndcg-nothing")
        + ".",
    },
    before=mistake
    + f"""## What people get wrong

- **“A higher base discounts more gently.”** So says {TEXTS["chapter"].link}. In 1 / log(i + 1)
  no base changes nDCG. In the form of 2002 it does, because the ranks down to b count in full.
- **“nDCG 0.9 is excellent.”** Ask what a shuffled list scores: for 3 3 0 3 2 the mean over all
  orders is 0.894.
- **“The ideal is my list, sorted.”** Then a missed document costs nothing. The ideal order is one
  of all judged documents.
- **“DCG 5.459 is better than DCG 1.”** DCG has no upper bound. A query with {many} collects 5.459
  in a poor order; one with {few} cannot collect more than 1. Their nDCG is 0.752 and 1.
- **“nDCG corrects for the length of the list.”** {TEXTS["notes"].link} gives this reason, and it is
  half right. With 2^g − 1 the ideal DCG of {one} is 7.0 and that of {two} is 11.417. Both lists
  have two documents: what counts is how much there is to find.
- **“The logarithm is how readers look.”** Some say so of 1/i. Each is an assumption: ask for data.
- **“nDCG is nDCG.”** Name the gain, the discount, the cutoff, and the documents of the ideal.
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
