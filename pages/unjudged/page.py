"""Lesson: what metrics make of documents that nobody judged."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.unjudged import pool, preferences, table, verdicts, ways
from pages.unjudged.knobs import Pool
from ui import lesson
from ui.core import knobs
from ui.core.columns import Column
from ui.core.plain import decimals
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import controls, prose, steps

NAME = "unjudged"

lesson.heading(NAME)

bpref = score.measure("bpref")
ap, rbp = score.measure("average_precision"), score.measure("rbp")
condensed = score.measure_by(ways.condensed, "AP without ?")
each = {"ap": ap, "condensed": condensed, "bpref": bpref, "rbp": rbp}
step = steps.current(NAME)
needed = step.show if step else ()
known, listed = ways.judged(bpref.screen)
judged = f"Judged@{bpref.screen.k}"
read_of = f"Judges read {known} of {listed}"
below_score = f"<p>{read_of}{', not the ?' * (known < listed)}</p>"
total = float(bpref.breakdown.aside["relevant_total"])
of_hits = ways.of_bpref(bpref.breakdown, bpref.ranked)
m = "" if total == 1 else f"1/{total:g}" if total else "0/0"
residual = float(rbp.breakdown.aside["residual"])
with_b = score.measure("bpref", "b") if "b" in bpref.screen.lists else None
taken = ""  # the columns of AP say what each score makes of a ?
of_ap, adds = (
    "AP: at each hit, hits ÷ rank; their mean.",
    "**AP**, average precision, adds hits so far ÷ rank at each hit, and divides by all relevant "
    "documents. ",
)
of_bpref = (
    "**bpref**, binary preference: a hit gives it 1 minus the share of the judged misses that "
    "stand above. "
)
unknown, as_miss, why = (
    "A **?** is a document that nobody judged. ",
    "**AP** counts it as a miss",
    " Judges read only the **pool**: the first results of some systems.",
)
if "judged" in needed:
    beside = "judged"
    each[beside] = score.measure_by(ways.judged_share, judged)
    also = f"{judged} = {known}/{listed} = {each[beside].text}"
    of_ap = f"{judged}: judges read {known} of {listed}."
    says = f"**{judged}** is the share of the top {bpref.screen.k} that judges read."
elif "bpref" in needed:
    beside = "bpref"
    hits = " + ".join(bar.words for bar in of_hits.values())
    also = f"bpref = {m} ({hits}) = {bpref.text}"
    says = of_bpref
else:
    beside, also = "condensed", ways.worked(condensed)
    says = (
        "**AP without ?** divides by the judged so far: it scores the *condensed list*, which has "
        "judged documents only. Nobody knows which of the two is right."
    )


def columns(*shown: str) -> list[Column]:
    """Return a column of bars for each of some ways to take a ?."""
    return [ways.column(way, each[way]) for way in shown]


def chart_of(measured: score.Measured) -> figure.Figure:
    """Return the chart of what a ? may be; a step that judges the ? does not tell the answer."""
    screen = measured.screen
    acted = step and step.acted(screen)
    judges = bool(acted and all(each.grade is not None for each in acted.a.documents))
    untold = judges and bool(step and step.on(screen) == screen)
    rows = verdicts.rows(measured, asks=judges, untold=untold)
    cut = verdicts.asked_of(screen) and screen.k < screen.a.retrieved
    legend = "Left out: the next judged one moves up." * cut
    return figure.Figure(verdicts, rows, title=verdicts.title(screen), legend=legend)


if "average_precision" in needed:
    half = "calc(50% + 7rem)" if beside == "judged" else ""  # as long as beside another column
    beside_ap = [
        replace(column, heading=ways.DIVIDED.get(way, column.heading), total="", room=half)
        for way in ("ap", *[beside] * (beside != "judged"))
        for column in columns(way)
    ]
    stage = lesson.Stage(
        [ap, each[beside]],
        columns=beside_ap,
        in_cards=ways.both(*beside_ap) if len(beside_ap) > 1 else beside_ap[0],
        chart=chart_of(ap),
        worked=lesson.worked_out(ap)._replace(also=[also]),
        knobs=["relevant_from"],
        below_score=f"<p class='ap'>{of_ap}</p>",
        words=adds + says + why,
    )
elif "rbp" in needed:
    taken = f"{unknown}**RBP** lies between two values: judges may call it a miss or a hit."
    stage = lesson.Stage(
        [rbp],
        columns=[replace(column, total="") for column in columns("rbp")],
        chart=chart_of(rbp),
        worked=lesson.worked_out(rbp),
        knobs=["persistence"],
        below_score=f"<p>At most {decimals(rbp.score + residual)}</p>",
        words="**RBP**, rank-biased precision, adds the weights of the hits. Each rank has p times "
        "the weight of the rank above it. Nobody knows what a ?, and all ranks below the list, "
        f"would add: that is the *residual*.{why}",
    )
else:
    taken = f"{unknown}**bpref** skips it, {as_miss}, **AP without ?** leaves it out."
    stage = lesson.Stage(
        [bpref, ap, condensed],
        columns=columns("ap", "condensed", "bpref"),
        in_cards=ways.column("bpref", bpref),
        chart=figure.Figure(preferences, preferences.rows(bpref, with_b)),
        worked=lesson.WorkedFormula(
            bpref,
            [(rank, bar.words) for rank, bar in of_hits.items()],
            m,
            says="bpref: at each hit, 1 minus the share of the judged misses above it.",
        ),
        knobs=["persistence", "relevant_from"],
        below_score=below_score,
        words=f"{of_bpref}**Judged@k** is the share of the top k that judges read.{why}",
    )


def is_taken(_: bool) -> None:
    """Draw what the scores make of a ?."""
    with st.container(key="taken"):
        st.markdown(taken)


with_runs = pool.is_shown(session().shown)
typed = [Pool.RUNS] * (not step)
revealed = lesson.show(
    NAME,
    pool.stage(pool.measured(needed), typed=not step)
    if with_runs
    else replace(stage, always=typed, above=is_taken if taken else None),
)
listed = revealed and not with_runs

unjudged = next((d for d in bpref.ranked.documents if d.grade is None), None)


def what_to_try() -> str:
    """Link to changes that only bpref notices, and that only bpref does not notice."""
    on_a = {"do": "grade", "list": "a"}
    if unjudged:
        judge = {**on_a, "id": unjudged.id, "grade": 0}
        lift = {"do": "move", "list": "a", "id": unjudged.id, "to": 0}
        return (
            f"{controls.invite('Judge the first ? a miss', judge)}: AP stays the same. "
            f"{controls.invite('Put it on top', lift)}: bpref stays the same."
        )
    miss = next((d.id for d in bpref.ranked.documents if d.grade == 0), "")
    forget = {**on_a, "id": miss, "grade": None}
    return (
        f"{controls.invite('Turn the first miss into a ?', forget)}: AP stays the same. Then put "
        "it elsewhere: bpref stays the same."
    )


now = bpref.screen


def formula() -> str:
    """Write the formula of the score that stands first; of AP with and without a ?."""
    if stage.measured[0] is bpref:
        return lesson.formula_text(
            bpref,
            latex=r"\mathrm{bpref} = \frac{1}{m} \sum_{i} \mathrm{hit}_i"
            r" \left(1 - \frac{\min(a_i, m)}{\min(N, m)}\right)",
            in_words="bpref is 1 over m, times a sum for the ranks i. Each adds hit at i times a "
            "difference: 1 minus a ratio. Above are the judged misses a above i, at most m. Below "
            "is the smaller of N and m. Here m is how many relevant documents exist, and N is how "
            "many documents were judged irrelevant. Hit at i is 1 for a relevant document, else 0, "
            "and a at i is how many judged misses stand above it.",
        )
    if beside != "condensed" or now["denominator"] != "relevant":
        return lesson.formula_text(stage.measured[0])
    return lesson.formula_text(
        ap,
        latex=r"\begin{aligned} \mathrm{AP} &= \frac{1}{m} \sum_{\text{hits}}"
        r" \frac{\text{hits so far}}{\text{rank}} \\ \mathrm{AP\ without\ ?} &= \frac{1}{m}"
        r" \sum_{\text{hits}} \frac{\text{hits so far}}{\text{judged so far}} \end{aligned}",
        in_words="AP is 1 over m, times a sum over the hits: hits so far over rank. AP without "
        "question marks has judged so far in the place of rank. Here m is how many relevant "
        "documents are known. A ? above a hit makes its rank larger, but not the number judged "
        "so far.",
    )


prose.draw(
    NAME,
    formula=formula,
    other_ways=lambda: st.html(
        ways.table_html({way: one for way, one in each.items() if one not in stage.measured})
    ),
    p=f"{now['persistence']:g}",
    over_m=partial(ways.over_m, bpref),
    what_to_try=what_to_try,
    listed=listed,
    without_unjudged=unjudged
    and listed
    and partial(
        table.unjudged,
        [score.measure(key) for key in ("average_precision", "q_measure", "ndcg", "bpref")],
    ),
    with_runs=with_runs,
    own_runs=with_runs and not typed and partial(controls.turn, [Pool.RUNS], by="own_runs"),
    each_run=lambda: pool.each_run(session().shown),
    numbers=not with_runs
    and partial(
        lesson.numbers,
        bpref,
        relevant="hit",
        irrelevant_above="judged misses above",
        contribution="adds",
    ),
    settings=partial(
        controls.turn,
        [
            *knobs.of_metrics("bpref", "average_precision", "rbp"),
            *[Pool.RUNS] * (not (typed or with_runs)),
        ],
    ),
    ways_on=lesson.ways_on(NAME),
)
