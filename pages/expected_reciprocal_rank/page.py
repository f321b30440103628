"""Lesson: expected reciprocal rank, with a reader who stops when satisfied."""

from functools import partial

from metrics import simulation
from pages.expected_reciprocal_rank import stops
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, readers, score, simulated_column, simulated_readers, worths
from ui.draw.simulated_page import means
from ui.parts import controls, prose

lesson.heading("expected_reciprocal_rank")

err = score.measure("err")
stop, reach = err.breakdown.terms["stop"], err.breakdown.terms["reach"]
walk = simulation.satisfied(reach, stop, float(err.breakdown.aside["reached_end"]))
group = simulated_readers.simulated(err, walk, simulated_readers.SATISFIED)

worked = lesson.WorkedFormula(
    err,
    [
        (rank, f"1/{rank}·{decimals(share)}")
        for rank, share in enumerate(stop, start=1)
        if share >= 5e-4
    ],
)


def try_it() -> str:
    """Invite to a grade that changes how many readers reach a good document."""
    shown, top = err.ranked.documents[: err.ranked.retrieved], err.screen.scale
    if len(shown) < 2:
        return lesson.to_step("Take a list of three", "expected_reciprocal_rank", "err-2-3-0") + "."
    at, grade, effect = 0, top, "Fewer readers reach the good documents below."
    if not any(document.grade for document in shown[1:]):
        at, effect = 1, "It gets only the readers whom the first one left."
    elif shown[0].grade:
        grade, effect = 0, "More readers reach the good documents below."
    change = {"do": "grade", "list": "a", "id": shown[at].id, "grade": grade}
    words = f"grade the {('first', 'second')[at]} document {grade}"
    return f"Try it: {controls.invite(words, change)}. {effect}"


revealed = lesson.stage(
    err,
    worked=worked,
    columns=[
        readers.stops_column(err),
        *simulated_column.column(group),
        simulated_column.adds(group, "stops ÷ rank"),
    ],
    main_knobs="satisfaction",
    own_buttons=simulated_readers.buttons(),
    chart=figure.of_score(stops, err),
    below_score=group.below_score or None,
    explanation="A reader starts at the top. Each document satisfies a share R of those who look "
    "at it: the better its grade, the more. They stop there (filled), and a stop at rank i is "
    "worth 1/i. "
    + (
        "The others (pale) go on. "
        if err.screen["continuation"] == 1
        else f"Of the others (pale), a share of {err.screen['continuation']:g} goes on. "
    )
    + "The sum is ERR (expected reciprocal rank).\n\nA document only satisfies "
    f"readers who are not satisfied yet. {try_it()}",
)

left = {"gave up": "gave_up", "reached the end": "reached_end"}
shares = {name: float(err.breakdown.aside[term]) for name, term in left.items()}
named = " + ".join(f"{decimals(share)} {name}" for name, share in shares.items() if share)
ideal = {"do": "order", "list": "a", "order": "ideal"}
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
    "expected_reciprocal_rank",
    sent=revealed and group.count,
    means=partial(means, group),
    satisfied=decimals(stop.sum()),
    unsatisfied=decimals(sum(shares.values())),
    in_two_ways=f" ({named})" if err.screen["continuation"] < 1 and named else "",
    label=err.label,
    score=err.text,
    formula=partial(lesson.formula, worked, {"c": "1 in the original paper"}),
    diagram=diagram,
    variants=partial(
        lesson.variants,
        err,
        notes={
            "sigmoid": f"{knobs.needed_values('satisfaction', 'sigmoid', err.screen.settings)}; "
            + TEXTS["chapter"].name
        },
    ),
    satisfaction_curves=partial(lesson.unfold, curves, "The four satisfactions as curves"),
    its_ideal_order=controls.invite("its ideal order", ideal),
    numbers=partial(
        lesson.numbers,
        err,
        reach="get here",
        satisfaction="satisfied",
        stop="stop here",
        contribution="adds",
    ),
)
lesson.onward("expected_reciprocal_rank")
