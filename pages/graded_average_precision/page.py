"""Lesson: graded average precision, a mean over readers with different relevance thresholds."""

from functools import partial

from metrics.average import naive_graded_average_precision
from metrics.breakdown import Breakdown
from pages.graded_average_precision import borders, crowd, crowds, preferences, q_patience
from ui import lesson
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.parts import controls, prose

lesson.heading("graded_average_precision")

gap = score.measure("graded_average_precision")
q = score.measure("q_measure")
bpref = score.measure("bpref")
ap = score.measure("average_precision")
now, total = gap.screen, float(gap.breakdown.aside["denominator"])
precision = gap.breakdown.terms["precision"]
turn = {"do": "turn", "knob": "thresholds"}


def naive(screen: Screen) -> Breakdown:
    """Return the terms of the shortcut on list A."""
    ranking = score.ranking(screen, "a")
    return naive_graded_average_precision(ranking, screen.k)


*groups, adds = crowd.columns(gap)
if now["naive_gap"] == "shown":
    shortcut = score.measure_by(naive, "Shortcut")
    groups.append(running(shortcut, "Shortcut", total=shortcut.text, room="0.2rem"))
easy, picky = ([*row] for row in ([1] + [0] * (now.scale - 1), [0] * (now.scale - 1) + [1]))

patience, judged_above = figure.of_score(q_patience, q), figure.of_score(preferences, bpref)
worked = lesson.WorkedFormula(
    gap,
    [(rank, decimals(seen)) for rank, seen in enumerate(precision, 1) if seen],
    factor=f"1/{total:.4g}" if total else "0/0",
)
lesson.stage(
    *(gap, q, bpref, ap),
    worked=worked,
    columns=[*groups, adds],
    main_knobs="thresholds",
    chart=figure.of_score(crowds, gap),
    more=[patience, judged_above],
    other_knobs=["scale", "relevant_from", "k", "denominator", "gain", "naive_gap"],
    explanation="Many readers look at one list. Each has a **threshold**: the grade from which a "
    "document is good for them. So each reader counts other hits, and gets another AP (average "
    "precision).\n\n"
    "Each hit has a block beside its card. Length: precision at this hit. Thickness: share of "
    "readers. Add up all areas and divide by those of a perfect list: that is GAP (graded "
    "average precision). Now make "
    + controls.invite("all readers accept a 1", {**turn, "to": easy})
    + ", or "
    + controls.invite("all readers want the top grade", {**turn, "to": picky})
    + ", and watch GAP.",
)

unjudged = next((d for d in gap.ranked.documents if d.grade is None), None)


def what_to_try() -> str:
    """Link to changes that only bpref notices, and that only bpref does not notice."""
    on_a = {"do": "grade", "list": "a"}
    if unjudged:
        judge = {**on_a, "id": unjudged.id, "grade": 0}
        lift = {"do": "move", "list": "a", "id": unjudged.id, "to": 0}
        return (
            f"{controls.invite('Judge the first ? a miss', judge)}: only bpref changes. "
            f"{controls.invite('Put it on top', lift)}: only bpref stays the same."
        )
    miss = next((d.id for d in gap.ranked.documents if d.grade == 0), "")
    forget = {**on_a, "id": miss, "grade": None}
    return (
        f"{controls.invite('Turn the first miss into a ?', forget)}: only bpref changes. Then put "
        "it elsewhere: only bpref stays the same."
    )


by_readers = "Which readers prefer your last move, or list B?"
prose.draw(
    "graded_average_precision",
    score=gap.text,
    blend=partial(crowd.blend, gap),
    formula=partial(
        lesson.formula,
        worked,
        {
            "c": f"from 1 to the top grade {now.scale}",
            "m of c": f"also counts those not found, so the second sum is {total:.4g} here",
        },
    ),
    borders=now.scale > 1 and partial(lesson.unfold, figure.of_score(borders, gap), by_readers),
    q_by_patience=partial(figure.show, patience),
    patience_knob=partial(controls.turn, ["patience"], "patience"),
    what_to_try=what_to_try,
    judged_misses=partial(figure.show, judged_above),
    without_unjudged=unjudged and partial(crowd.unjudged, [ap, q, gap, bpref]),
    numbers=partial(lesson.numbers, gap, precision="share × precision", contribution="adds"),
)
lesson.onward("graded_average_precision")
