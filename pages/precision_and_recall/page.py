"""Lesson: precision, recall and other metrics that count the hits in the top k."""

from functools import partial

import streamlit as st

from pages.precision_and_recall import boxes, classes, counts, every_k, gain_and_cost, tops, trade
from pages.precision_and_recall.knobs import Retrieved
from ui import lesson
from ui.contents import PAGES
from ui.core import knobs
from ui.core.plain import as_share
from ui.core.session import session
from ui.draw import figure, score, scoreboard
from ui.draw.rank_terms import Top
from ui.parts import controls, prose, steps

NAME = "precision_and_recall"

lesson.heading(NAME)

measured = {key: score.measure(key) for key in PAGES[NAME].metrics}
p, r, r_precision = (measured[key] for key in ("precision", "recall", "r_precision"))
step = steps.current(NAME)
shown = [key for key in measured if not step or key == p.key or key in step.show]
top, m = tops.at_cut(session().shown, "a"), int(r_precision.breakdown.aside["relevant_total"])

words = [
    "The top k are above the line k, and a *hit* is a relevant document among them. **Precision** "
    "P is hits / k."
]
if not step or len(shown) > 1 or step.is_done(session().shown):
    words += ["A hit never lowers P, a miss never raises it."]
if "recall" in shown:
    words += [
        f"**Recall** R is hits / m, where m = {m} relevant documents exist: a miss leaves it as "
        "it is."
    ]
if "r_precision" in shown:
    words += ["**R-precision** RP is what both are at k = m."]
if "f1" in shown:
    words += ["**F1** is 2 · hits / (k + all relevant), a mean of both, nearer to the smaller one."]
if "hit" in shown:
    words += ["**Hit** is 1 if there is any hit, else 0."]

also = [top.worked(tops.NAMES[key]) for key in ("recall", "f1") if key in shown]

# Three scores of a step have no room for the sum in a hall.
worked = (
    lesson.WorkedFormula(p, [(0, str(top.fractions["P"]))])
    if "f1" in shown and steps.is_first(NAME)
    else lesson.worked(p, factor=f"1/{top.k}")
)
says = "P: the share of hits in the top k."
if "recall" in shown:
    says = f"P: hits / k. R: hits / {'at most k' if top.capped else 'all relevant'}."
if "f1" in shown:
    says = "F1: 2 · hits / (k + all relevant)."

of_list = lesson.Stage(
    [measured[key] for key in shown],
    columns=boxes.columns(p, shown),
    chart=figure.of_score(every_k, p, shown)._replace(
        title="" if len(shown) > 1 else "How does P change with k?"
    ),
    worked=worked._replace(also=also, says=says),
    knobs=["recall_denominator", "relevant_from"],
    below_score=tops.sentence(p, shown),
    words=" ".join(words),
)
of_set = counts.is_shown(session().shown)
set_scores = counts.measured() if of_set else []
revealed = lesson.show(
    NAME,
    counts.stage(set_scores) if of_set else of_list,
)
later = of_set or "recall" in shown
listed, counted = revealed and not of_set, revealed and counts.has_counts(session().shown)


def goes_on() -> str:
    """Say between which values P and R lie at a k below the last rank that is shown."""
    retrieved = p.ranked.retrieved
    (seen,) = tops.at_each(session().shown, "a", [retrieved])
    k = top.k if top.k > retrieved else 10_000
    most = min(m, seen.hits + k - retrieved)
    low, high = (Top(hits, k, m, top.capped).worked("P", "R") for hits in (seen.hits, most))
    begins = f"{retrieved} ranks are shown, with {seen.hits} of {m} relevant documents. "
    if seen.hits == m:
        return f"{begins}No other one can come, so at k = {k:,} this is exact: {low}."
    return (
        f"{begins}Nothing below can change P and R at a k that is shown. Suppose the list goes on. "
        f"If no other one comes down to k = {k:,}, then {low}. If {most - seen.hits} come, {high}. "
        "Both lie between these."
    )


def fall_out() -> None:
    """Draw a field for the size of the collection, and the fall-out of the top k."""
    controls.turn([Retrieved.COLLECTION], by="collection")
    misses, exist = min(top.k, p.ranked.retrieved) - top.hits, tops.irrelevant(p.screen, "a")
    written = f"{misses}/{exist:,} = {as_share(misses / exist)}" if exist else "0/0"
    st.markdown(
        f"Fall-out@{top.k} = irrelevant above the line ÷ irrelevant that exist = {written}. The "
        "table *The numbers, rank by rank* has it at each rank."
    )


prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        p,
        latex=rf"\begin{{aligned}} & {p.latex} \\ & {r.latex} \end{{aligned}}"
        if "recall" in shown
        else "",
        in_words="P at k is 1 over k, times the sum of hit at i for the ranks i from 1 to k. R at "
        "k is 1 over m, times the same sum. Here hit at i is 1 for a relevant document, else 0, m "
        "is how many relevant documents exist, and k is the cutoff, however short the list is."
        if "recall" in shown
        else "",
    ),
    same_hits=f"Both have the same numerator: {top.fractions['P']} and {top.fractions['R']}."
    * ("recall" in shown),
    about_recall=listed and "recall" in shown,
    early=revealed and not later,
    later=revealed and later,
    listed=listed,
    counted=counted,
    beside=lambda: counts.beside(session().shown),
    all_shares=lambda: counts.all_shares(session().shown),
    goes_on=goes_on(),
    fall_out=fall_out,
    priced=listed or counted,
    gain_and_cost=partial(gain_and_cost.draw, session().shown),
    scores=partial(lesson.variants_html, r, "recall_denominator"),
    tools=partial(
        lesson.variants,
        r,
        "recall_denominator",
        notes={"capped": "as R_cap, beside recall; the library “implicit” calls it precision"},
    ),
    all_scores=lambda: scoreboard.tiles(
        [one for key, one in measured.items() if key not in shown], "several"
    ),
    classes=partial(classes.draw, session().shown),
    curve=lambda: figure.show(figure.of_score(trade, p)),
    found=top.hits,
    k=top.k,
    m=m,
    f1=top.fractions["F1"],
    hit=top.fractions["Hit"].above,
    found_in_top_m=round(r_precision.score * m),
    numbers=partial(counts.numbers, set_scores[0])
    if of_set
    else revealed
    and partial(
        lesson.numbers,
        tops.with_each(p),
        relevant="hit",
        precision="P@i",
        recall="R@i",
        f1="F1@i",
        fall_out="fall-out@i",
        contribution="adds",
    ),
    settings=lambda: controls.turn(
        [*([] if of_set else knobs.of_metrics(*measured)), *counts.own_knobs(session().shown)]
    ),
    ways_on=lesson.ways_on(NAME),
)
