"""Lesson: squared error, and why a smaller error may give a worse ranking."""

import textwrap
from functools import partial

from metrics import pointwise
from pages.squared_error import adds, counted, dots, frequencies, rated, slide
from ui import lesson
from ui.draw import figure, pairs, score, scoreboard
from ui.parts import prose, steps

NAME = "squared_error"

lesson.heading(NAME)

mse = score.measure_by(
    dots.error,
    "MSE",
    key="mse",
    bounds=(0, None),
    higher_is_better=False,
)
wrong = score.measure_by(
    pairs.inversions,
    "Wrong pairs",
    key="inversions",
    bounds=(0, None),
    higher_is_better=False,
    places=0,
)
step = steps.current(NAME)
about_order = not step or "inversions" in step.show
n, scale = int(mse.breakdown.aside["counted"]), mse.screen.scale
slid = dots.slide(mse)
moved = textwrap.shorten(slid.document.title.partition(",")[0], 30, placeholder="…") if slid else ""
words = (
    f"A document’s **grade** says how good it is, from 0 (bad) to {scale} (best). A **model** is a "
    "program that predicts a **score** for each document; the highest score comes first. The "
    "**error** is score − grade. **MSE**, the mean squared error, squares each error: too low "
    "counts like too high. Then it takes the mean, the average."
)
if about_order:
    below = f"<p>Wrong pair: lower grade above. <span>{adds.verdict(mse)}</span></p>"
    words += (
        "\n\nBut a reader sees no score, only the order. Two documents are a **wrong pair** if the "
        "lower grade stands above the higher one. The chart moves one score. MSE is a bowl, lowest "
        "at the grade. A pair changes only where that score passes one of another grade. A card "
        "that you drag gets a score between those beside it."
    )
else:
    below = f"<p class='error-only'>Mean of error². <span>{adds.verdict(mse)}</span></p>"
lesson.show(
    NAME,
    lesson.Stage(
        [mse, wrong],
        columns=[adds.column(mse)],
        in_cards=adds.column(mse, in_cards=True),
        above=partial(dots.line, step.do if step else "", steps.is_first(NAME)),
        chart=figure.Figure(
            slide,
            slide.rows(slid, mse) if slid else (),
            title=f"What if “{moved}” had another score?" if slid else "",
            alone=not about_order,
        ),
        worked=lesson.worked(mse, factor=f"1/{n}" if n else "0/0"),
        lists="",  # scores put it in order
        below_score=below,
        words=words,
    ),
)


def three_sums() -> str:
    """Write the errors added up as MSE, MAE and RMSE."""
    mae = float(dots.error(mse.screen, pointwise.mae).score)
    return scoreboard.variants_html(
        {
            ("MSE, mean of error²", True, "a large error counts most"): mse.score,
            ("MAE, mean |error|", False, "each step counts the same"): mae,
            ("RMSE, √MSE", False, "in grades"): mse.score**0.5,
        }
    )


def numbers() -> None:
    """Draw the numbers of the documents that have both a score and a grade."""
    documents = mse.ranked.scored(scale).documents
    both = [(d.predicted, d.grade) for d in documents if None not in (d.predicted, d.grade)]
    lesson.numbers(
        mse,
        f"""
predicted = np.array({[predicted for predicted, _ in both]})
grades = np.array({[grade for _, grade in both]})
score = {"((predicted - grades) ** 2).mean()" if n else "np.nan  # nothing to compare"}
""",
        predicted="score",
        error="error",
        squared="error²",
        contribution="adds",
    )


prose.draw(
    NAME,
    formula=partial(lesson.formula_text, mse, {"n": "how many documents have a score and a grade"}),
    three_sums=three_sums,
    frequencies=frequencies.draw,
    rated=rated.draw,
    three_orders=partial(counted.three_orders, mse),
    numbers=numbers,
    settings=partial(lesson.settings, score.measure("reciprocal_rank")),
    ways_on=lesson.ways_on(NAME),
)
