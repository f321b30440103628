"""Lesson: squared error, and why a smaller error may give a worse ranking."""

from functools import partial

from metrics import pointwise
from pages.squared_error import counted, dots, errors, slide, squares
from ui import lesson
from ui.core import plain
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.parts import controls, prose

lesson.heading("squared_error")

mse = score.measure_by(
    dots.error,
    "MSE",
    key="mse",
    bounds=(0, None),
    higher_is_better=False,
)
rr, ndcg = score.measure("reciprocal_rank"), score.measure("ndcg")
terms, n = mse.breakdown.terms, int(mse.breakdown.aside["counted"])
most = max(mse.screen.scale**2 / 4, mse.score)  # fixed, unless an error exceeds it

slid = dots.slide(mse, [ndcg, rr])
title = f"What if the score of “{slid.document.title}” changes?" if slid else ""
sliding = figure.Figure(slide, slide.rows(slid, mse, [ndcg, rr]), title=title) if slid else None
worked = lesson.WorkedFormula(
    mse,
    [
        (rank, f"{abs(round(off, 3)):g}²")
        for rank, off in enumerate(terms["error"], 1)
        if off == off  # both a score and a grade
    ],
    factor=f"1/{n}" if n else "0/0",
)
revealed = lesson.stage(
    mse,
    rr,
    ndcg,
    columns=[
        errors.column(mse),
        running(
            mse,
            f"Adds: error² ÷ {n}",
            most=most,
            ghosts=mse.terms_before is None or float(mse.terms_before.score) <= most,
            room="4.4rem",
        ),
    ],
    above=dots.line,
    worked=worked,
    other_knobs=["scale", "relevant_from", "k"],
    chart=figure.of_score(squares, mse),
    more=[sliding] if sliding else [],
    explanation="A model predicted a score for each document. Each line starts at the document’s "
    "true grade and ends at the score: its length is the error. **MSE**, the mean squared error, "
    "squares these lengths and averages them. It does not know which document stands above which. "
    "**RR** is 1 / rank of the first relevant document. **nDCG** (discounted gain) adds up the "
    "grades, and counts each rank less than the rank above. Both read only the order. "
    + controls.invite("Add 10 to every score", {"do": "rescore", "list": "a", "how": "add"})
    + ": the error explodes, and the order stays.",
)


def one_score_slides() -> None:
    """Draw what happens if the score of one document changes, if one can."""
    if slid and sliding:
        figure.show(sliding)
        plain.sentence(
            f"Only the score of “{slid.document.title}” changes here. The error is a bowl, and it "
            "is lowest at the grade. The order changes only where the score passes another score. "
            "So the score with the least error need not give the best order.",
            "text",
        )


def three_sums() -> None:
    """Draw the errors added up as MSE, MAE and RMSE."""
    mae = float(dots.error(mse.screen, pointwise.mae).score)
    lesson.beside(
        {
            ("MSE, mean of error²", True, "a large error counts most"): mse.score,
            ("MAE, mean of |error|", False, "each step counts the same"): mae,
            ("RMSE, root of MSE", False, "in grades"): mse.score**0.5,
        }
    )


def numbers() -> None:
    """Draw the numbers of the documents that have both a score and a grade."""
    documents = mse.ranked.scored(mse.screen.scale).documents
    pairs = [(d.predicted, d.grade) for d in documents if None not in (d.predicted, d.grade)]
    lesson.numbers(
        mse,
        f"""
predicted = np.array({[predicted for predicted, _ in pairs]})
grades = np.array({[grade for _, grade in pairs]})
score = {"((predicted - grades) ** 2).mean()" if n else "np.nan  # nothing to compare"}
""",
        predicted="score",
        error="error",
        squared="error²",
        contribution="adds",
    )


prose.draw(
    "squared_error",
    one_score_slides=revealed and one_score_slides,
    formula=partial(lesson.formula, worked, {"n": "documents that have both, retrieved or not"}),
    three_sums=three_sums,
    three_orders=partial(counted.three_orders, mse),
    numbers=revealed and numbers,
)
lesson.onward("squared_error")
