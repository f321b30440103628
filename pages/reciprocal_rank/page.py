"""Lesson: reciprocal rank and the rank of the first hit, and how the two differ."""

from functools import partial

from pages.reciprocal_rank import first_hit, first_hits, outliers
from ui import lesson
from ui.contents import TEXTS
from ui.draw import figure, score
from ui.parts import controls, prose

lesson.heading("reciprocal_rank")

rr = score.measure("reciprocal_rank")
frp = score.measure("first_relevant_rank")
mr = score.measure("mean_rank")
k, documents = rr.screen.k, rr.ranked.documents
hits = [rank for rank, hit in enumerate(rr.breakdown.terms["relevant"], start=1) if hit]

down = lesson.to_step("Take a list with one", "reciprocal_rank", "rr-opening")
if hits and hits[0] < rr.ranked.retrieved:
    first = documents[hits[0] - 1].id
    down = controls.invite(
        "Move it one rank down", {"do": "move", "list": "a", "id": first, "to": hits[0]}
    )
worked = lesson.WorkedFormula(rr, [(rank, f"1/{rank}") for rank in hits[:1]])
lesson.stage(
    rr,
    frp,
    mr,
    columns=first_hit.stairs(rr, frp),
    above=partial(first_hit.scales, rr, frp),
    worked=worked,
    chart=figure.of_score(first_hits, rr),
    explanation="Drag the relevant card or its mark. A reader stops at the first relevant "
    "document, the first *hit*. **FRP**, the first relevant rank, counts the documents opened. "
    "**RR** is 1 / FRP, and 0 without a hit: at rank 2 half is lost. "
    f"{down} and compare.",
)


def move_last_hit(words: str, to: int) -> str:
    """Link to a move of the last hit of the list."""
    last = documents[hits[-1] - 1].id
    return controls.invite(words, {"do": "move", "list": "a", "id": last, "to": to})


def trap() -> str:
    """Link to a move of the last hit below the line k, or to a list where there is one."""
    if len(hits) > 1 and rr.ranked.retrieved > k:
        return move_last_hit("Drag the last hit to the end of the list", rr.ranked.retrieved - 1)
    return lesson.to_step("Take hits at 1 and 5, k = 5", "reciprocal_rank", "rr-mean")


def move_only_mr_sees() -> str:
    """Link to a move of the last hit to the rank below the first, or to a list with two hits."""
    if hits and hits[-1] > hits[0] + 1:
        return move_last_hit("Move the last hit up, to the rank below the first", hits[0])
    return lesson.to_step("Take two hits", "reciprocal_rank", "rr-two")


prose.draw(
    "reciprocal_rank",
    variants=partial(
        lesson.variants,
        mr,
        notes={
            "penalty": f"each missing one counts as rank {k + 1}",
            "ignore": f"the mean of the hits in the top k, as in {TEXTS['chapter'].name}",
        },
    ),
    trap=trap,
    move_only_mr_sees=move_only_mr_sees,
    four_queries=partial(
        lesson.unfold,
        figure.of_score(outliers, rr),
        "Four queries: three first hits at rank 1, and this list",
    ),
    formula=partial(lesson.formula, worked),
    numbers=partial(lesson.numbers, rr, relevant="hit", contribution="adds"),
)
lesson.onward("reciprocal_rank")
