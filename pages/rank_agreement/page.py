"""Lesson: two rankings, how similar they are, and which measures see which differences."""

from functools import partial

import streamlit as st

from pages.rank_agreement import crossings, drawing, overlaps, ranks, slopes
from pages.rank_agreement import model as rank_agreement
from ui import lesson
from ui.core.plain import decimals, table_html
from ui.draw import figure, score, scoreboard, swap_costs
from ui.parts import controls, prose, steps

NAME = "rank_agreement"

lesson.heading(NAME)

tau = score.measure_by(
    rank_agreement.tau,
    "Kendall’s τ",
    key="kendall_tau",
    latex=r"\tau = \frac{S - D}{n(n-1)/2}",
    in_words="τ is S minus D, divided by half of n times n minus 1. Here n is how many documents "
    "are in both lists, which makes n times n minus 1 over 2 pairs. S is how many pairs are in the "
    "same order in both lists, and D is how many are in opposite orders.",
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
step, screen, k = steps.current(NAME), tau.screen, tau.screen.k
shown = [one for one in measures if not step or one is tau or one.key in step.show]
n = len(rank_agreement.pair(screen).both)
same, opposite = crossings.counts(tau)

columns = [
    *([slopes.moves(rho)] if rho in shown else []),
    *([slopes.right_above(tau_ap)] if tau_ap in shown else []),
    *([slopes.overlaps(rbo)] if rbo in shown else []),
]
costs = rank_agreement.costs([tau, rho, tau_ap, rbo])
sizes = [[abs(by) for _, by in each] for each in zip(*costs, strict=True)]
swapped = figure.Figure(swap_costs, swap_costs.rows(costs, sizes, where=" in a copy of A"))
by_depth, by_rank = (figure.of_score(*each) for each in ((overlaps, rbo), (crossings, tau)))
tops = bool(step) and rbo in shown  # a step about RBO

revealed = lesson.show(
    NAME,
    lesson.Stage(
        shown,
        columns=(),
        above=partial(
            drawing.boards,
            slopes.lines(distance),
            columns[-2:],
            slopes.in_cards(columns[-1]) if columns else None,
            steps.is_first(NAME),
        ),
        chart=by_depth if tops else by_rank,
        worked=lesson.WorkedFormula(
            tau,
            [(0, str(same)), (0, f"−{opposite}")],
            factor=f"1/{n * (n - 1) // 2}" if n > 1 else "0/0",
            also=[
                f"{one.label.removeprefix('Spearman’s ')} = {numbers} = {one.text}"
                for one, numbers in drawing.by_hand(rho, tau_ap)
                if one in shown
            ],
            says=drawing.in_a_sentence(shown),
        ),
        knobs=["persistence"],
        buttons=drawing.swaps(),
        ideal=False,
        below_score=f"<p>{drawing.below_score(shown)}</p>",
        words=drawing.WHY * steps.is_first(NAME) + drawing.words(shown),
        more=[] if steps.is_first(NAME) else [swapped],
    ),
)


def undefined() -> str:
    """Write why measures that do not stand above the lists have no value."""
    return scoreboard.undefined([one for one in measures if one not in shown])


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
    NAME,
    formula=partial(lesson.formula_text, tau),
    distance=distance.text,
    rho=rho.text,
    tau_ap=tau_ap.text,
    rbo=rbo.text,
    undefined=undefined,
    persistence=f"{screen['persistence']:g}",
    seen_weight=decimals(float(rbo.breakdown.terms["weight"].sum())),
    own_rankings=ranks.own_rankings,
    by_judges=ranks.by_judges,
    depths=revealed and not tops and partial(figure.show, by_depth),
    average_overlap=partial(drawing.mean_of_shares, screen),
    rbo_both_ways=rbo_both_ways,
    swap_costs=partial(figure.show, swapped),
    k=k,
    top_distances=top_distances,
    other_formulas=lambda: st.markdown(drawing.formulas(distance, rho, tau_ap, rbo)),
    numbers=revealed and numbers,
    settings=partial(controls.turn, ["k", "persistence"]),
    ways_on=lesson.ways_on(NAME),
)
