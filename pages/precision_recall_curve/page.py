"""Lesson: the precision–recall curve, its stairs, and the mean of points on them."""

from dataclasses import replace
from functools import partial

import streamlit as st

from metrics.conventions.combinations import defined
from pages.precision_recall_curve import (
    beside,
    curve,
    each_level,
    each_query,
    from_points,
    roc,
    roc_of_models,
    roc_of_points,
    roc_of_scores,
)
from pages.precision_recall_curve.knobs import Counted
from ui import lesson
from ui.core import knobs
from ui.core.plain import counted, decimals
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import beside_cards, figure, score
from ui.parts import controls, own_lists, prose, steps

NAME = "precision_recall_curve"
LEVELS = ("point_count", "recall_level")
STAIRS = "Stairs: the highest P at this recall or further right."
_ELEVEN = 11

lesson.heading(NAME)

iap = score.measure("interpolated_average_precision")
screen = iap.screen
p, r, ap, rp, iprec = map(
    score.measure,
    ("precision", "recall", "average_precision", "r_precision", "interpolated_precision"),
)
iprec = replace(iprec, label=f"IPrec at {screen['recall_level']:g}")
auc = roc.measured()
step = steps.current(NAME)
show = step.show if step else (iap.key, ap.key, iprec.key, rp.key)
alone = [one for one in (p, r, iprec, rp, auc) if one.key in show]  # in the place of IAP
scores = alone if step and alone else [iap, *(one for one in (ap, iprec, rp) if one.key in show)]
of_rank, of_roc, averaged = p in scores, auc in scores, iap in scores
with_stairs = averaged or iprec in scores
of_b = None if step else own_lists.other(screen)
several = len(screen.queries) > 1 or bool(of_b and len(of_b.queries) > 1)
beside_a = None if several else of_b  # one list of B
if not beside_a and "b" in screen.lists:
    beside_a = screen.with_queries([screen.ranked("b")])
found = int(iap.breakdown.terms["relevant"].sum())
m, points = int(iap.breakdown.aside["relevant_total"]), iap.breakdown.aside["level"].size
b = score.measure(iap.key, screen=beside_a) if beside_a else None
level = screen["recall_level"] if iprec in scores else None
levels = {11: "0, 0.1 and so on to 1", 3: "0.2, 0.5 and 0.8", "quarters": "0.25, 0.5 and 0.75"}[
    screen["point_count"]
]

words = []  # what is new comes first
if iprec in scores:
    words += [
        "The thin line joins the ranks. The thick *stairs* are at each recall as high as the "
        "highest P there or further right: a reader may read on to it."
    ]
if averaged:
    words += [
        "**IAP**, interpolated average precision, is the mean of the stairs’ height "
        f"at {'eleven' if points == _ELEVEN else 'three'} recalls: {levels}."
        + f" Each of these points is a ◇: {beside.weights(iap)}." * (not several)
        + " Where a recall is never reached, the height is 0." * (found < m)
    ]
    words += [STAIRS.replace("Stairs", "The *stairs*")] * (iprec not in scores)
if ap in scores:
    words += ["**AP**, average precision, reads the thin line at the hits."]
if level is not None:
    words += [
        "**IPrec**, interpolated precision, is the height of the stairs at one recall, "
        f"r = {level:g} here. {beside.first_reach(iap, level)}"
        + f" Straight lines at recall {level:g}: {decimals(beside.on_line(iap, level))}."
        * (not steps.is_first(NAME))
    ]
if rp in scores:
    words += [f"**RP**, R-precision, is the precision at rank m. {beside.break_even(rp)}"]
if of_rank:
    words += [
        "A *hit* is a relevant document. **P**, precision, is hits / rank. **R**, recall, is "
        f"hits / m: m = {m} relevant documents exist. Each rank is a point: R across, P up. So the "
        "chart shows how P changes as R grows."
    ]
    if not step or step.is_done(screen):
        words += [
            "A hit leads right, and up unless P is 1. A miss leads straight down, or stays at 0."
        ]
else:
    words += [
        "**P**, precision, is hits / rank. **R**, recall, is hits / m: "
        f"m = {counted(m, 'document')} {'is' if m == 1 else 'are'} relevant."
    ]
has_two = b and step and step.lists.get("b")
if b:
    where = "List A is at the left, **B** at the right" if has_two else "The list is A"
    words += [f"{where}. B is the second colour in the chart."]
if of_roc:
    words = [roc.words(screen)]
if several:
    words += [
        "Each query has stairs of its own, and the thick line is their mean. A dot is a hit. The "
        f"cards are query 1 of {len(screen.queries)}."
    ]

below_score = f"<p>IAP is the mean height of the {points} ◇.</p>"
if of_rank:
    hits = int(p.breakdown.terms["relevant"].sum())
    below_score = (
        f"<p>P<span>, precision</span>: {hits} of {screen.k} relevant. "
        f"R<span>, recall</span>: {hits} of {m} found.</p>"
    )
elif of_roc:
    below_score = roc.below_score(screen)
elif b:
    below_score = f"<p>B: IAP {b.text}, AP {score.measure(ap.key, screen=beside_a).text}</p>"
elif several:
    systems = {"A": screen, "B": of_b} if of_b else {"": screen}
    below_score = f"<p>Of query 1. Mean IAP of all: {each_query.named(systems)}</p>"
elif not averaged:
    below_score = (
        f"<p>{beside.best_from(iprec, level)}</p>"
        if level is not None
        else f"<p>RP is the precision at rank m = {m}.</p>"
    )
drawn = curve.rows(
    iap,
    b,
    level=level,
    height=iprec.score,
    equal=rp in scores,
    large=screen.k if of_rank else m * (scores == [rp]),
    with_stairs=with_stairs,
    averaged=averaged,
)
in_hall = session().projector.presenting  # where a chart has no legend below its title
grey = drawn["was"] or drawn["was_hits"]
told = f" {'Grey: before.' if grey else curve.LEGEND}" * in_hall
chart = figure.Figure(curve, drawn, title=curve.TITLE + told)
columns, in_cards = beside.columns(iap), beside.in_cards(iap)
if of_rank:
    worked = beside.worked_at(screen.k, p, r)
elif of_roc:
    worked = roc.worked(auc)
    chart = figure.Figure(roc, roc.rows(screen))
    columns, in_cards = roc.columns(auc), roc.in_cards(auc)
elif averaged:
    worked = lesson.worked(iap, factor=f"1/{points}", says=STAIRS * (not several))
    at_zero = points - round(iap.breakdown.terms["levels"].sum())
    worked = worked._replace(summands=[*worked.summands, *[(0, f"{at_zero}·0")] * (at_zero > 0)])
elif iprec in scores:
    worked = lesson.worked(iprec, says=STAIRS)
else:
    worked = beside.worked_at(m, rp)
if several:
    chart = figure.Figure(each_query, each_query.rows(screen))
above = [each for each in LEVELS if step and each in step.show]


def fractions(hidden: bool) -> None:
    """Draw P and R of each rank; a hall has them beside the chart, too."""
    beside_cards.draw(session().shown, "a", columns, hidden=hidden)


revealed = lesson.show(
    NAME,
    lesson.Stage(
        scores,
        columns=columns,
        in_cards=in_cards,
        picture=partial(beside.list_b, b) if b and has_two else fractions,
        chart=chart,
        in_hall=not has_two,
        worked=worked,
        knobs=[*above, "rounding"],
        below_score=below_score,
        words=" ".join(words),
    ),
)


def formula() -> str:
    """Write the formula of what stands first."""
    if of_rank:
        return lesson.formula_text(
            p,
            latex=rf"\begin{{aligned}} & {p.latex} \\ & {r.latex} \end{{aligned}}",
            in_words="P at k is 1 over k, times the sum of hit at i for the ranks i from 1 to k. R "
            "at k is 1 over m, times the same sum. Here hit at i is 1 for a relevant document, "
            "else 0, and m is how many relevant documents exist.",
        )
    if not averaged:
        return lesson.formula_text(scores[0])
    given = {"point_count": screen["point_count"]} if points != _ELEVEN else {}
    spoken = iap.in_words
    if points != _ELEVEN:
        spoken = spoken.replace("1 over 11", "1 over 3").replace("0, 0.1 and so on to 1", levels)
    return lesson.formula_text(iap, latex=defined(iap.key, **given).latex, in_words=spoken)


def own() -> None:
    """Draw fields for the lists of all queries, and the levels at which they are read."""
    controls.draw("own_lists", own_lists.fields(screen), "grid")
    controls.turn([each for each in LEVELS if each not in above], by="levels")


def own_scores() -> None:
    """Draw a field for scores with classes, their AUC, the curve, and a row for each score."""
    controls.turn([Counted.SCORED], by="scored_cases")
    models = roc_of_scores.models(screen)
    if len(models) > 1:
        of_models = [*roc_of_models.rows(screen)]
        figure.show(figure.Figure(roc_of_models, of_models, "scores", title=roc_of_models.TITLE))
        st.markdown(roc_of_models.compared(screen))
        controls.turn([Counted.COSTS], by="costs")
        for name, model in models.items():
            st.markdown(f"**{name}**: {roc_of_scores.summed(model)}")
            st.markdown(roc_of_scores.cheapest(model, screen))
            st.html(roc_of_scores.table(model, screen, name))
        return
    (model,) = models.values()
    st.markdown(roc_of_scores.worked(model))
    of_scores = roc_of_scores.rows(model)
    figure.show(figure.Figure(roc, of_scores, "scores", title=roc_of_scores.TITLE))
    controls.turn([Counted.COSTS], by="costs")
    st.markdown(roc_of_scores.cheapest(model, screen))
    st.html(roc_of_scores.table(model, screen))


def own_points() -> None:
    """Draw a field for points of a curve, and the lists that have them."""
    controls.turn([Counted.POINTS], by="curve_points")
    st.markdown(from_points.worked(screen), unsafe_allow_html=True)


def own_roc_points() -> None:
    """Draw a field for points of a ROC curve, the curve, its trapezoids, and precisions."""
    controls.turn([Counted.ROC], by="roc_points")
    st.markdown(roc_of_points.worked(screen), unsafe_allow_html=True)
    figure.show(figure.Figure(roc, roc_of_points.rows(screen), "points", title=roc_of_points.TITLE))


def both() -> None:
    """Draw where A or B is higher, and the means of both, worked out."""
    assert b
    st.markdown(beside.higher(iap, b))
    systems = {"A": screen, "B": b.screen}
    means = ((iap.key, f"1/{points}"), (ap.key, ""))
    formulas = [each for mean in means for each in beside.worked(systems, *mean)]
    with st.container(key="both"):
        st.html("".join(map(lesson.worked_html, formulas)))
    if not several:
        st.html(each_query.table(screen, b.screen))


def stairs_of_b(system: Screen) -> None:
    """Draw the folded stairs of system B."""
    drawn = figure.Figure(each_query, each_query.rows(system), "b", "The stairs of system B")
    lesson.unfold(drawn, "The stairs of system B")


prose.draw(
    NAME,
    formula=formula,
    averaged=revealed and averaged,
    early=revealed and of_rank,
    later=revealed and not of_rank,
    several=revealed and several,
    with_b=revealed and not step and b is not None,
    both=both,
    each_query=lambda: each_query.table(screen, of_b),
    curve_of_b=several and of_b and partial(stairs_of_b, of_b),
    own_lists=own,
    each_level=partial(each_level.table, iap),
    scores=partial(lesson.variants_html, iap, "point_count"),
    ap_as_sum=partial(beside.summed, ap),
    under_lines=lambda: decimals(beside.under_lines(iap)),
    roc_words=roc.words(screen),
    roc_of_list=" ".join(roc.of_list(screen)),
    roc_curve=lambda: figure.show(figure.Figure(roc, roc.rows(screen), "list")),
    roc_table=partial(roc.table, screen),
    with_roc=revealed and not of_roc,
    own_scores=revealed and own_scores,
    points=own_points,
    roc_points=revealed and own_roc_points,
    numbers=partial(
        lesson.numbers,
        iap,
        relevant="hit",
        precision="P@i",
        recall="R@i",
        interpolated="stairs",
        levels="levels",
        contribution="adds",
    ),
    settings=partial(
        controls.turn,
        [key for key in knobs.of_metrics(iap.key, iprec.key, ap.key) if key not in LEVELS],
    ),
    ways_on=lesson.ways_on(NAME),
)
