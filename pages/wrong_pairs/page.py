"""Lesson: wrong pairs, a count that ignores their ranks."""

from functools import partial
from itertools import combinations

from pages.wrong_pairs import over_orders, swapped, swapped_by_ap
from ui import lesson
from ui.core import knobs, plain
from ui.core.columns import Cell, Column, Part
from ui.draw import figure, pairs, rank_terms, score, scoreboard
from ui.parts import controls, prose, steps

NAME = "wrong_pairs"
OTHERS = ("reciprocal_rank", "average_precision", "ndcg")
ADDS = "Each rank adds how many worse documents stand above it."
_FEW = 4  # most shares of an AP whose calculation has room


lesson.heading(NAME)

step = steps.current(NAME)
others = {key: score.measure(key) for key in OTHERS}
counted = pairs.inversions(others["ndcg"].screen).aside
ordered, right = float(counted["ordered_pairs"]), float(counted["pairwise_accuracy"])
wrong = score.measure_by(
    pairs.inversions,
    "Wrong pairs",
    key="inversions",
    bounds=(0, max(ordered, 1)),
    higher_is_better=False,
    places=0,
)
shown = [wrong, *(others[key] for key in OTHERS if step and key in step.show)]
ap = others["average_precision"]
with_ap = ap in shown
factor = rank_terms.factor(ap.key, ap.breakdown, ap.screen.k)
hits = [share for _, share in lesson.worked(ap).summands if share != "0"]
shares = f"{factor} ({' + '.join(hits)})" if factor else " + ".join(hits)
by_hand = [f"{ap.label} = {shares} = {ap.text}"] * (with_ap and 0 < len(hits) <= _FEW)
swaps = pairs.Neighbours(shown)

ranks = range(1, wrong.ranked.retrieved + 1)
words = (
    f"A *grade* says how good a document is: 0 useless, {wrong.screen.scale} best. Two documents "
    "with different grades are a pair. The pair is **wrong** if the worse document stands above "
    "the better one. The count of wrong pairs is also called **inversions**.\n\n"
)
grades = [document.grade for document in wrong.ranked.documents[: len(ranks)]]
given = [grade for grade in grades if grade is not None]
found = next(((a, b) for a, b in combinations(given, 2) if a < b), None)
if found and len(ranks) <= pairs.COMPARED and not scoreboard.is_hidden(shown):
    words += (
        f"Here {wrong.text} boxes are filled, as {found[0]} < {found[1]}: each is a wrong pair. "
        if wrong.score > 1
        else f"Here {found[0]} < {found[1]} is wrong, so its box is filled. "
    )
else:
    words += "A box is filled if its pair is wrong. "
words += ADDS
if ordered < len(ranks) * (len(ranks) - 1) / 2:
    words += " Two equal grades (=) are no pair, nor is one that nobody judged (?)."
if not step:
    words += " Press **⇅** between two cards to swap them."
if others["reciprocal_rank"] in shown:
    words += " **RR**, reciprocal rank, is 1 / rank of the first relevant document."
if with_ap:
    words += (
        " **AP**, average precision, adds hits / rank at each hit, a relevant document, and "
        "divides by all relevant."
    )

of_all = f"{wrong.text} of {plain.counted(int(ordered), 'pair')}"
if with_ap:
    least = wrong.screen.relevant_from
    at_least = "" if least == wrong.screen.scale else " or more"
    below = f"AP: hits ÷ rank at each hit (grade {least}{at_least}), averaged."
elif step and "kendall_distance" in step.show:
    below = f"{of_all} wrong: share {plain.decimals(1 - right)}"
else:
    below = f"In {of_all} the worse one is above."
added = {
    term.rank: Cell([Part(0, 0)], f"{term.short[1:]} wrong" * bool(term.short))
    for term in rank_terms.of_inversions(wrong.breakdown)
}
revealed = lesson.show(
    NAME,
    lesson.Stage(
        shown,
        columns=[pairs.matrix(wrong)],
        in_cards=Column("Wrong pairs with those above", added, sees_grades=False),
        swaps=swaps.sentences,
        worked=lesson.worked(wrong)._replace(
            also=by_hand,
            says="AP: hits / rank at each hit, added up, divided by all relevant."
            if with_ap
            else ADDS,
        ),
        chart=figure.Figure(swapped_by_ap if with_ap else swapped, swapped.rows(swaps)),
        knobs=["relevant_from"],
        below_score=f"<p>{below}</p>",
        words=words,
    ),
)

every = [wrong, *others.values()]


def other_scores() -> None:
    """Draw the scores that the step does not show."""
    rest = [one for one in every if one not in shown]
    if rest:
        scoreboard.tiles(rest, "several")
        scoreboard.note_undefined(rest)


def over_all_orders() -> None:
    """Draw how much a swap changes on average over all orders."""
    sizes = [pairs.mean_changes(one) for one in every]
    figure.show(figure.Figure(over_orders, over_orders.rows(every, sizes)))


wrong_of_all = f"{wrong.text} wrong of {ordered:g}: 0 is the best order, 1 the worst"
right_of_all = f"{ordered - wrong.score:g} right of {ordered:g}: 1 is the best order, 0 the worst"
code = f"""
grades = np.array({wrong.grades}, dtype=float)  # NaN: nobody judged it
lower_above = np.tril(grades[:, None] > grades, -1)  # row i: is the one at j worse, and above?
score = lower_above.sum()
"""
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text, wrong, {"#": "how many such ranks", "g": "the grade at a rank"}
    ),
    shares=partial(
        scoreboard.variants_html,
        {
            ("Kendall’s distance", False, wrong_of_all): 1 - right,
            ("Pairwise accuracy", False, right_of_all): right,
        },
    ),
    scores=other_scores,
    each_swap=lambda: lesson.fold(
        "What would each swap do to this list?", pairs.Neighbours(every).table
    ),
    over_all_orders=over_all_orders,
    numbers=partial(lesson.numbers, wrong, code, contribution="worse ones above"),
    settings=partial(controls.turn, knobs.of_metrics(*OTHERS)),
    ways_on=lesson.ways_on(NAME),
)
