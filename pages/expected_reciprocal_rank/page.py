"""Lesson: expected reciprocal rank, with a reader who stops when satisfied."""

from fractions import Fraction
from functools import partial
from itertools import pairwise

from metrics import simulation
from pages.expected_reciprocal_rank import own_probabilities, stop_areas, stops
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, rank_terms, readers, score, simulated_column, simulated_readers, worths
from ui.draw.rows import positions
from ui.draw.score import Measured
from ui.draw.simulated_page import means
from ui.parts import controls, prose

NAME = "expected_reciprocal_rank"
_SHORT_SCALE = 4
_SHORT_SUM = 18  # a product of shares beside the sum of its rank
_SHARES = "reach", "satisfaction", "stop"

lesson.heading(NAME)

err = score.measure("err")
stop, reach = err.breakdown.terms["stop"], err.breakdown.terms["reach"]
walk = simulation.satisfied(reach, stop, float(err.breakdown.aside["reached_end"]))
group = simulated_readers.simulated(err, walk, simulated_readers.SATISFIED)


def satisfied_by_grade(err: Measured) -> str:
    """Write the share of readers whom each grade satisfies, of a long scale only the best."""
    top = err.screen.scale
    each = positions(err, "satisfaction", "satisfaction", tuple(range(top + 1)))
    shares = next(one.heights for one in each if one.value == err.screen["satisfaction"])
    grades = [grade for grade in range(top + 1) if shares[grade]] if top <= _SHORT_SCALE else [top]
    written = [
        "all"
        if shares[grade] == 1
        else rank_terms.fraction(shares[grade]) or decimals(shares[grade])
        for grade in grades
    ]
    if {*written} == {"all"}:
        return "Each hit *satisfies* all who reach it."
    if top == 1 and err.screen["satisfaction"] == "exponential":
        return "Grades are 0 and 1 here: a 1 *satisfies* (2 − 1)/2 = 1/2 of those who reach it."
    how = "(2^g − 1)/8: " * (
        top == _SHORT_SCALE - 1 and err.screen["satisfaction"] == "exponential"
    )
    return (
        f"Grade {', '.join(map(str, grades))} *satisfies* {how}{', '.join(written)} of those who "
        "reach it."
    )


terms = rank_terms.of_err(err.breakdown)
goes_on = err.screen["continuation"]
left = {"gave up": "gave_up", "reached the end": "reached_end"}
shares = {name: float(err.breakdown.aside[term]) for name, term in left.items()}
never = sum(shares.values())
adding = [
    f"{rank_terms.share_text(here)} ÷ {term.rank} = {decimals(term.value)}" if term.summand else ""
    for term, here in zip(terms, stop.tolist(), strict=True)
]
stopping = readers.stops_column(err, labels=[term.short for term in terms])
each = zip(terms, *(err.breakdown.terms[name].tolist() for name in _SHARES), strict=True)
of_people = []  # what fits the people beside it
for term, here, satisfied, stopped in each:
    is_part = 0 < satisfied < 1 and stopped >= 5e-4
    some = " of ".join(rank_terms.share_text(share) for share in (satisfied, here))
    stops_here = rank_terms.share_text(stopped)
    if here == 1 and (8 * stopped).is_integer():
        some = f"{8 * stopped:g} of 8 readers"
    elif len(some) + 2 * len(stops_here) <= _SHORT_SUM:
        some += f" = {stops_here}"
    of_people.append(some if is_part else term.short)
if not group.count:  # else the readers sent have that row
    stopping = readers.stops_column(err, labels=of_people)
    past = simulated_readers.SATISFIED.leaves, never
    stopping = readers.of_eight(stopping, *past, "stops ÷ rank", adding)
as_area = figure.of_score(stop_areas, err)
by_grade = satisfied_by_grade(err)
told = by_grade.replace("*", "").replace("(2^g − 1)/8: ", "").rstrip(".")
in_hall = f"<span class='in-hall'>. {told}</span>"
passed = [
    rank_terms.fraction(share)
    for share, below in pairwise(err.breakdown.terms["satisfaction"].tolist())
    if 0 < share < 1 and below
]
passing = ""
if passed and passed[0]:
    passing = f" In the sum, {Fraction(1) - Fraction(passed[0])} is 1 − {passed[0]}: they go on."
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [err],
        columns=[stopping, *simulated_column.columns(group)],
        chart=figure.of_score(stops, err),
        more=[as_area],
        in_cards=readers.in_cards(
            stopping,
            "stops ÷ rank",
            [added or term.short for added, term in zip(adding, terms, strict=True)],
        ),
        worked=lesson.worked(
            err, says="Each rank adds the share of all readers who stop there ÷ rank."
        ),
        knobs=["satisfaction", "continuation"],
        buttons=simulated_readers.buttons(),
        below_score=group.below_score or f"<p>Mean of 1/rank over all readers{in_hall}</p>",
        remark=group.sentence,
        words=f"A reader starts at the top. {by_grade} They **stop**. "
        + (
            f"Those whom it does not satisfy go on.{passing}"
            if goes_on == 1
            else f"Of the others, a share of {goes_on:g} goes on."
        )
        + "\n\nA stop at rank r counts 1/r, the *reciprocal*. A reader who never stops counts "
        "0. **ERR** is the mean over all readers, what we *expect* of one. So a good document "
        "takes readers from all below it.",
    ),
)

named = " + ".join(f"{decimals(share)} {name}" for name, share in shares.items() if share)
curves = figure.Figure(worths, worths.rows(err, "satisfaction"))


def diagram() -> None:
    """Draw the reader as a folded diagram."""
    lesson.fold(
        "The reader, as a diagram",
        readers.DIAGRAM
        + "<p>R is the satisfaction of the document’s grade. In the original paper c is 1: nobody "
        "gives up before the end. Below 1, an unsatisfied reader leaves with probability 1 − c "
        "after each rank. Name c if you use it, because it changes the score.</p>",
    )


prose.draw(
    NAME,
    formula=partial(lesson.formula_text, err, {"c": "1 in the original paper"})
    if goes_on < 1
    else partial(
        lesson.formula_text,
        err,
        latex=r"\mathrm{ERR@}k = \sum_{i=1}^{k} \frac{1}{i} \, R_i \prod_{j=1}^{i-1} (1 - R_j)",
        in_words="ERR at k is a sum for the ranks i from 1 to k. Each adds 1 over i times R at i, "
        "times a product. The product has a factor 1 minus R at j for each rank j from 1 to i "
        "minus 1. Here R at i is the share of readers whom the document at rank i satisfies.",
    ),
    scores=partial(lesson.variants_html, err, "satisfaction", leave_out=["sigmoid"]),
    tools=partial(
        lesson.variants,
        err,
        "satisfaction",
        notes={
            "sigmoid": f"{knobs.needed_values('satisfaction', 'sigmoid', err.screen.settings)}; "
            + TEXTS["chapter"].name
        },
    ),
    sent=revealed and group.count,
    means=partial(means, group),
    satisfied=decimals(stop.sum()),
    unsatisfied=decimals(never),
    in_two_ways=f" ({named})" if goes_on < 1 and named else "",
    own_probabilities=own_probabilities.draw,
    diagram=diagram,
    as_area=partial(lesson.unfold, as_area, stop_areas.TITLE),
    satisfaction_curves=partial(lesson.unfold, curves, "The four satisfactions as curves"),
    its_ideal_order=controls.invite(
        "its ideal order", {"do": "order", "list": "a", "order": "ideal"}
    ),
    numbers=partial(
        lesson.numbers,
        err,
        reach="get here",
        satisfaction="satisfied",
        stop="stop here",
        contribution="adds",
    ),
    settings=partial(lesson.settings, err),
    ways_on=lesson.ways_on(NAME),
)
