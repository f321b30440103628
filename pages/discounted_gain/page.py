"""Lesson: CG, DCG and nDCG, the gains of grades and the weights of ranks."""

from functools import partial

from pages.discounted_gain import adds, discounts, gains, places
from ui import lesson
from ui.core import knobs, plain
from ui.core.knob_kinds import Choice
from ui.core.plain import decimals
from ui.draw import figure, rank_terms, score, scoreboard, weights, worths
from ui.draw import orders_page as orders
from ui.draw.orders import every
from ui.draw.score import Measured
from ui.parts import controls, prose, steps

NAME = "discounted_gain"
step = steps.current(NAME)
told = step.id if step else ""
alone, undivided = told == "ndcg-swap", told in ("ndcg-swap", "ndcg-ideal")

lesson.heading(NAME)

dcg, ndcg = score.measure("dcg"), score.measure("ndcg")
main = dcg if undivided else ndcg
screen, breakdown = ndcg.screen, ndcg.breakdown
ideal = score.measure_by(
    lambda screen: rank_terms.ideal_order(score.compute("ndcg", "a", screen)),
    "Ideal DCG",
    key="ideal_dcg",
    bounds=(0, None),
)
ideal_dcg = ideal.score
ideal_terms = rank_terms.of_gain(ideal.breakdown)
ideal_sum = " + ".join(term.summand for term in ideal_terms if term.summand) or "0"
quotient = f" = {plain.quotient(dcg.score, ideal_dcg, ' / ')} = {ndcg.text}"
if ndcg.breakdown.undefined:
    quotient = f": 0/0, which counts as {ndcg.text}"
lines_shown = screen["ideal_places"] == "shown"
show_lines = {"do": "turn", "knob": "ideal_places", "to": "shown"}
weight = gains.weight_text(screen.settings, "i") or "1"

has_log_2 = screen["discount"] == "log" and screen["log_base"] == 2
gain_is = {
    "linear": "the grade",
    "exponential": "2^g − 1 for the grade g",
    "custom": "a number of your own for each grade",
}[screen["gain"]]
if alone:
    words = (
        f"The **gain** says how good a document is, here {gain_is}: the width of its rectangle. "
        "The **weight** says how much its rank counts: the height. "
        + "Here log₂ 4 = 2, because 2 · 2 = 4, so rank 3 has the weight 1/2. These weights are a "
        "convention."
        * has_log_2
        + "\n\n**DCG**, discounted cumulative gain, adds up all areas. *Discounted* means weighted "
        "by rank, *cumulative* means added up."
    )
else:
    of_which = {
        "judged": "all judged documents, found or not",
        "retrieved": "the retrieved documents only",
        "uncut": "all judged documents, also below rank k",
    }[screen["ideal"]]
    words = (
        f"{'Each line leads to the place of its card in' if lines_shown else 'Dashed is'} the "
        f"**ideal order**: the best first, of {of_which}. Its DCG, the **ideal "
        "DCG**, is the largest one. "
    )
if not undivided:
    words += (
        "**nDCG**, normalised DCG, is DCG divided by it. So a query with little to find can reach "
        "1, too. "
    ) + (
        "Drag until no lines cross: then every card is in its ideal place."
        if lines_shown
        else controls.invite("Show lines to the ideal places", show_lines)
        + ", and drag until none cross."
    )

below_score = "The sum of gain × weight" if undivided else f"nDCG{quotient}"
chart = figure.of_score(adds, dcg, not alone)
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [main],
        columns=[
            gains.weights(dcg)
            if alone
            else places.column(ndcg)
            if lines_shown
            else gains.ideal_areas(dcg, breakdown),
            gains.areas(dcg, total=not undivided),
        ],
        in_cards=gains.in_cards(dcg, total=not undivided, with_weight=alone),
        chart=chart if alone else chart._replace(title=f"{adds.TITLE} Dashed: ideal"),
        worked=lesson.worked(
            main,
            factor="" if undivided else rank_terms.factor("ndcg", breakdown, screen.k) or "0/0",
            says="DCG: each document adds its gain × the weight of its rank."
            if undivided
            else "nDCG: the DCG ÷ the DCG of the ideal order.",
        ),
        knobs=["gain", "ideal"],
        below_score=f"<p>{below_score}</p>",
        words=words,
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


def apart(measured: Measured, knob: str, note: tuple[str, str]) -> None:
    """Draw the scores for all positions of a knob, unless they are equal on this list."""
    choice = knobs.KNOBS[knob]
    assert isinstance(choice, Choice)
    scores = (score.score_with(measured, knob, each) for each in choice.names(screen.scale))
    if len({*map(decimals, scores)}) > 1:
        lesson.variants(measured, knob, dict([note]))


log_2 = ", where log₂ 4 = 2, because 2 · 2 = 4" * has_log_2
gain_curves = figure.Figure(worths, worths.rows(ndcg, "gain"))
weight_columns = {
    **weights.at(1, 2, 5, 10, 50),
    "ranks 1 to 3 of 50": lambda each: f"{sum(each.heights[:3]) / sum(each.heights):.0%}",
}
numbers = partial(lesson.numbers, gain="gain", weight="weight", dcg="DCG@i")
if undivided:
    numbers = partial(numbers, gains.with_each(dcg, None))
else:
    each = gains.with_each(ndcg, ndcg.breakdown)
    numbers = partial(numbers, each, ideal_dcg="ideal DCG@i", ndcg="nDCG@i")
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        ndcg,
        {
            "G": f"its gain, {knobs.value_text('gain', screen.settings)}",
            "w": f"weight of the rank, {weight}{log_2}",
            "IDCG": f"ideal DCG, {ideal_sum} = {decimals(ideal_dcg)}",
        },
        latex=r"\begin{aligned} \mathrm{DCG@}k &= \sum_{i=1}^{k} G(g_i) \, w_i \\ "
        r"\mathrm{nDCG@}k &= \frac{\mathrm{DCG@}k}{\mathrm{IDCG}} \end{aligned}",
        in_words="DCG at k is the sum of G times w at i for the ranks i from 1 to k. nDCG at k is "
        "DCG at k divided by IDCG. Here g at i is the grade at rank i.",
    ),
    mean_over_orders=partial(orders.expectation, "ndcg"),
    if_none_reaches_it=if_none_reaches_it,
    all_orders=all_orders,
    gain_scores=partial(
        apart,
        main,
        "gain",
        ("custom", "starts as 0 1 3 7 …: change it; LightGBM (label_gain), ir_measures (gains)"),
    ),
    gain_curves=partial(lesson.unfold, gain_curves, "The gains as curves"),
    ideal_scores=partial(
        apart,
        ndcg,
        "ideal",
        ("uncut", "trec_eval only where its list is not cut, Quepid only since February 2025"),
    ),
    parts=scoreboard.tiles_html(
        [ndcg if undivided else dcg, ideal, score.measure("cumulative_gain")]
    )
    if revealed
    else None,
    to_another_base=to_another_base,
    discount_curves=partial(
        figure.show, figure.Figure(discounts, discounts.rows(ndcg, "discount"))
    ),
    discount_table=partial(
        weights.draw,
        ndcg,
        "discount",
        weight_columns,
        {"power": "Power (Zipf)"},
        hidden=not revealed,
    ),
    numbers=partial(numbers, contribution="adds"),
    settings=partial(controls.turn, [*knobs.of_metrics("ndcg", "dcg"), "ideal_places"]),
    ways_on=lesson.ways_on(NAME),
)
