"""Lesson: two rankings, how similar they are, and which measures see which differences."""

from functools import partial

import streamlit as st

from pages.rank_agreement import model as rank_agreement
from pages.rank_agreement import overlaps, slopes
from pages.rank_agreement.drawing import boards, formulas
from ui import lesson
from ui.core.plain import decimals, table_html
from ui.draw import figure, score, swap_costs
from ui.parts import prose

lesson.heading("rank_agreement")

tau = score.measure_by(
    rank_agreement.tau,
    "Kendall’s τ",
    key="kendall_tau",
    latex=r"\tau = \frac{1}{n(n-1)} \sum_{d} (\mathrm{right}_d - \mathrm{wrong}_d)",
    in_words="τ is 1 over the product of n and n minus 1, times the sum of right of d minus wrong "
    "of d for the documents d. Here n is how many documents are in both lists. Right of d is how "
    "many of them stand in the same order with d in both lists. Wrong of d is how many stand in "
    "opposite orders.",
    bounds=(-1, 1),
)
distance = score.measure_by(
    rank_agreement.distance,
    "Distance",
    key="kendall_distance",
    higher_is_better=False,
)
rho = score.measure_by(
    rank_agreement.rho,
    "Spearman’s ρ",
    key="spearman_rho",
    bounds=(-1, 1),
)
tau_ap = score.measure_by(
    rank_agreement.tau_ap,
    "τ-AP",
    key="tau_ap",
    bounds=(-1, 1),
)
rbo = score.measure_by(
    rank_agreement.rbo,
    f"RBO@{tau.screen.k}",
    key="rbo",
)
measures = (tau, distance, rho, tau_ap, rbo)
screen, k = tau.screen, tau.screen.k
n = len(rank_agreement.pair(screen).both)

costs = rank_agreement.costs([tau, rho, tau_ap, rbo])
sizes = [[abs(by) for _, by in each] for each in zip(*costs, strict=True)]
swapped = figure.Figure(swap_costs, swap_costs.rows(costs, sizes, where=" in a copy of A"))
net = tau.breakdown.terms["right"] - tau.breakdown.terms["wrong"]
worked = lesson.WorkedFormula(
    tau,
    [(rank, f"{each:g}".replace("-", "−")) for rank, each in enumerate(net, start=1)],
    factor=f"1/{n * (n - 1)}" if n > 1 else "0/0",
)
revealed = lesson.stage(
    *measures,
    worked=worked,
    above=partial(
        boards,
        {
            "a": [slopes.crossed(distance), slopes.lines(distance)],
            "b": [slopes.right_above(tau_ap), slopes.overlaps(rbo)],
        },
        "A line leads from a document’s rank in A to its rank in B. Two lines that **cross** are a "
        "pair in opposite orders. **Distance**: the share of pairs that cross. **Kendall’s τ**: "
        "the share in the same order − the share in opposite orders. **Spearman’s ρ** compares "
        "the two ranks of each document. For each document of B: which share of those above it "
        "is above it in A, too? **τ-AP** is twice the mean share, minus 1. **RBO**, at each "
        "depth: the share of documents in both tops.",
    ),
    below_score=slopes.little_html(screen),
    other_knobs=["k", "persistence"],
    chart=figure.of_score(overlaps, rbo),
    more=[swapped],
)


def rbo_both_ways() -> None:
    """Draw RBO for either assumption about what was not seen."""
    truncated = rank_agreement.truncated_rbo(screen)
    lesson.beside(
        {
            ("extrapolated", False, "the last overlap goes on"): rbo.score,
            ("truncated", False, "the overlap below is 0"): float(truncated.score),
        }
    )


def top_distances() -> None:
    """Draw the distance of both tops, of the documents in either and of those in both."""
    scores = {}
    for name, pairs in {"in either": "union", "in both": "common"}.items():
        top = rank_agreement.top_distance(screen, pairs)
        wrong = f"{top.aside['pairs'].sum() / 2:g} of {top.aside['most']:g} pairs"
        scores[name, False, wrong] = float(top.score)
    lesson.beside(scores)


def numbers() -> None:
    """Draw the numbers of τ and, folded, those of the other scores."""
    pair = rank_agreement.pair(screen)
    in_b = {each: rank for rank, each in enumerate(pair.b, start=1)}
    places = [pair.both_in_b.index(each) + 1 for each in pair.both]
    lesson.numbers(
        tau,
        f"""
in_a = np.arange(1, {n + 1})  # documents in both lists, ranked among themselves
in_b = np.array({places})
order = np.sign(np.subtract.outer(in_a, in_a) * np.subtract.outer(in_b, in_b))
score = {"order.sum() / (len(in_a) * (len(in_a) - 1))" if n > 1 else "np.nan  # nothing to compare"}
""",
        each=(
            ("rank", "document", "rank in B"),
            [(rank, each[0], in_b.get(each, "–")) for rank, each in enumerate(pair.a, start=1)],
        ),
        right="in the same order",
        wrong="in opposite orders",
        contribution="adds",
    )
    lesson.fold(
        "What each rank and each depth adds to the other scores",
        table_html("The other scores", *slopes.others(measures)),
    )


prose.draw(
    "rank_agreement",
    persistence=f"{screen['persistence']:g}",
    seen_weight=decimals(float(rbo.breakdown.terms["weight"].sum())),
    rbo_both_ways=rbo_both_ways,
    swap_costs=partial(figure.show, swapped),
    k=k,
    top_distances=top_distances,
    formula=partial(lesson.formula, worked),
    other_formulas=lambda: st.markdown(formulas(distance, rho, tau_ap, rbo)),
    numbers=revealed and numbers,
)
lesson.onward("rank_agreement")
