"""Lesson: CG, DCG and nDCG, the gains of grades and the weights of ranks."""

from functools import partial

from pages.discounted_gain import discounts, gains, regret
from ui import lesson
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, score, weights, worths
from ui.draw import orders_page as orders
from ui.draw.beside_cards import running
from ui.draw.orders import every
from ui.parts import controls, prose

lesson.heading("discounted_gain")

ndcg = score.measure("ndcg")
best = score.measure_by(gains.ideal_of, "Ideal DCG", key="ideal_dcg", bounds=(0, None))
screen = ndcg.screen
ideal_dcg = best.score
show_ideal = {"do": "turn", "knob": "ideal_places", "to": "shown"}

curves = figure.Figure(discounts, discounts.rows(ndcg, "discount"))
worked = lesson.WorkedFormula(
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
    main_knobs="ideal_places",
    other_knobs=["scale", "k", "gain", "ideal"],
    chart=figure.of_score(regret, ndcg),
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

if screen["discount"] == "log":
    another = {"do": "turn", "knob": "log_base", "to": 10}
    to_another_base = controls.invite("Set base 10", another)
else:
    logarithm = {"do": "turn", "knob": "discount", "to": "log"}
    to_another_base = controls.invite("Choose this logarithm", logarithm)


def if_none_reaches_it() -> str:
    """Say so if no order of the list reaches 0.9."""
    _, top = every(screen, "ndcg").ends[0]
    return f"No order reaches 0.9 here; the best has {decimals(top)}." * (top < 0.9)


def all_orders() -> None:
    """Draw the scores of all orders of the list, with a mark at 0.9."""
    figure.show(orders.picture("ndcg", marked={"0.9": (0.9,)}))
    orders.caption("ndcg")


gain_curves = figure.Figure(worths, worths.rows(ndcg, "gain"))
weight_columns = {
    **weights.at(1, 2, 5, 10, 50),
    "ranks 1 to 3 of 50": lambda each: f"{sum(each.heights[:3]) / sum(each.heights):.0%}",
}
prose.draw(
    "discounted_gain",
    variants=partial(
        lesson.variants,
        ndcg,
        notes={
            "custom": "starts as 0 1 3 7 …: change it; LightGBM (label_gain), ir_measures (gains)",
            "uncut": "trec_eval only where its list is not cut, Quepid only since February 2025",
        },
    ),
    gain_curves=partial(lesson.unfold, gain_curves, "The gains as curves"),
    to_another_base=to_another_base,
    discount_knob=partial(controls.turn, ["discount"], "discounts"),
    discount_curves=partial(figure.show, curves),
    discount_table=partial(
        weights.draw,
        ndcg,
        "discount",
        weight_columns,
        {"power": "Power (Zipf)"},
        hidden=not revealed,
    ),
    mean_over_orders=partial(orders.expectation, "ndcg"),
    if_none_reaches_it=if_none_reaches_it,
    all_orders=all_orders,
    formula=partial(
        lesson.formula,
        worked,
        {
            "G": f"gain of the grade, {knobs.value_text('gain', screen.settings)}",
            "w": f"weight of the rank, {knobs.value_text('discount', screen.settings)}",
            "IDCG": f"the same sum for the ideal order, {gains.written(best.breakdown)}",
        },
        latex=r"\mathrm{nDCG@}k = \frac{1}{\mathrm{IDCG}} \sum_{i=1}^{k} G(g_i) \, w_i",
        in_words="nDCG at k is 1 over IDCG, times the sum of G times w at i for the ranks i from 1 "
        "to k. G is the gain of g at i, the grade at rank i.",
    ),
    numbers=partial(lesson.numbers, ndcg, gain="gain", weight="weight", contribution="adds"),
)
lesson.onward("discounted_gain")
