"""Lesson: reciprocal rank and the rank of the first hit, and how the two differ."""

from functools import partial

from metrics.first_hit import Tied, expected_search_length
from pages.reciprocal_rank import first_hit, first_hits, groups, outliers
from ui import lesson
from ui.contents import TEXTS
from ui.core.plain import decimals
from ui.draw import figure, score, scoreboard
from ui.parts import controls, prose, steps

NAME = "reciprocal_rank"

lesson.heading(NAME)

rr = score.measure(NAME)
frp = score.measure("first_relevant_rank")
mr = score.measure("mean_rank")
k, documents = rr.screen.k, rr.ranked.documents
hits = [rank for rank, hit in enumerate(rr.breakdown.terms["relevant"], start=1) if hit]
about_mr = steps.shown(NAME, ["missing"])
from_grade = f" A document is relevant from grade {rr.screen.relevant_from} on."
mrr = score.measure_by(first_hit.mean_with_second, "MRR")
step, before = steps.current(NAME), rr.measured_before
with_second = bool(step and "mrr" in step.show)
is_ = "1 ÷ the rank of the first hit" if hits else "No hit in the top k"
if with_second:
    is_ = f"Query 1: RR {rr.text}. Query 2: RR 1.000."
elif before and before.screen.k != k:
    is_ += f". RR@{before.screen.k} was {before.text}."
lesson.show(
    NAME,
    lesson.Stage(
        [rr, mrr] if with_second else [rr],
        columns=[first_hit.column(rr)],
        chart=figure.of_score(first_hits, rr),
        worked=lesson.WorkedFormula(
            rr,
            [(rank, f"1/{rank}") for rank in hits[:1]],
            also=[f"MRR = ({f'1/{hits[0]}' if hits else 0} + 1)/2 = {mrr.text}"] * with_second,
            says="" if with_second else "A reader stops at the first hit.",
        ),
        knobs=["missing", "relevant_from"],
        below_score=f"<p>{mr.label}, the mean rank: {mr.text}</p>"
        if about_mr
        else f"<p class='is'>{is_}</p>",
        words="Somebody who looks for one page goes down the list and stops at the first relevant "
        "document, the first *hit*. **RR**, the reciprocal rank, is 1 divided by its rank: 1/1 at "
        "rank 1, 1/2 at rank 2. A reader stops at the line **k** at the latest: "
        f"**@{k}** means k = {k}. Without a hit there, RR is "
        f"0.{from_grade * (rr.screen.scale > 1)}\n\n"
        "The filled bar is RR. An outline is RR if the first hit were at that rank.",
    ),
)


def move_last_hit(words: str, to: int) -> str:
    """Link to a move of the last hit of the list."""
    last = documents[hits[-1] - 1].id
    return controls.invite(words, {"do": "move", "list": "a", "id": last, "to": to})


def trap() -> str:
    """Link to a move of the last hit below the line k, or to a list where there is one."""
    if len(hits) > 1 and rr.ranked.retrieved > k:
        return move_last_hit("Drag the last hit to the end of the list", rr.ranked.retrieved - 1)
    return lesson.to_step("Take hits at 1 and 5, k = 5", NAME, "rr-mean")


def move_only_mr_sees() -> str:
    """Link to a move of the last hit to the rank below the first, or to a list with two hits."""
    if hits and hits[-1] > hits[0] + 1:
        return move_last_hit("Move the last hit up, to the rank below the first", hits[0])
    return lesson.to_step("Take two hits", NAME, "rr-two")


def random_order() -> str:
    """Say the search length of this list, and what it is expected to be in random order."""
    relevant = rr.ranked.ranking(rr.screen.scale, rr.screen.relevant_from).relevant()
    n, m = relevant.size, int(relevant.sum())
    if not m:
        return "This list has no hit, so it has no such number."
    expected = expected_search_length([Tied(m, n - m)])
    calculation = f"({n} − {m})/({m} + 1) = {decimals(expected)}"
    return (
        f"For this list it is {calculation}. In the order that you see it is {relevant.argmax()}."
    )


prose.draw(
    NAME,
    formula=partial(lesson.formula_text, rr),
    scores=lambda: (
        "<dl class='scores variants'>" + "".join(map(scoreboard.tile_html, (frp, mr))) + "</dl>"
    ),
    undefined=scoreboard.undefined([mr]),
    variants=partial(
        lesson.variants,
        mr,
        "missing",
        notes={
            "penalty": f"each missing one counts as rank {k + 1}",
            "ignore": f"the mean of the hits in the top k, as in {TEXTS['chapter'].name}",
        },
    ),
    trap=trap,
    move_only_mr_sees=move_only_mr_sees,
    random_order=random_order,
    groups=partial(groups.draw, rr.screen),
    four_queries=partial(
        lesson.unfold,
        figure.of_score(outliers, rr),
        "Four queries: three first hits at rank 1, and this list",
    ),
    numbers=partial(lesson.numbers, rr, relevant="hit", contribution="adds"),
    settings=partial(lesson.settings, rr, frp, mr),
    ways_on=lesson.ways_on(NAME),
)
