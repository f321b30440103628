"""Lesson: squared error, and why a smaller error may give a worse ranking."""

from metrics import pointwise
from pages.squared_error import counted, dots, errors, slide, squares
from ui import lesson
from ui.contents import TEXTS
from ui.core import plain
from ui.draw import figure, score
from ui.draw.beside_cards import running

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
worked = lesson.Sum(
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
            ghosts=mse.was is None or float(mse.was.score) <= most,
            room="4.4rem",
        ),
    ],
    above=dots.line,
    worked=worked,
    turn=["scale", "relevant_from", "k"],
    chart=figure.of(squares, mse),
    more=[sliding] if sliding else [],
    explanation="A model predicted a score for each document. Each line starts at the document’s "
    "true grade and ends at the score: its length is the error. **MSE**, the mean squared error, "
    "squares these lengths and averages them. It does not know which document stands above which. "
    "**RR** is 1 / rank of the first relevant document. **nDCG** (discounted gain) adds up the "
    "grades, and counts each rank less than the rank above. Both read only the order. "
    + controls.invite("Add 10 to every score", {"do": "rescore", "list": "a", "how": "add"})
    + ": the error explodes, and the order stays.",
)

if revealed and slid and sliding:
    figure.show(sliding)
    plain.sentence(
        f"Only the score of “{slid.document.title}” changes here. The error is a bowl, and it is "
        "lowest at the grade. The order changes only where the score passes another score. So the "
        "score with the least error need not give the best order.",
        "text",
    )
if revealed:
    lesson.formula(worked, {"n": "documents that have both, retrieved or not"})
    lesson.beside(
        "Three ways to add up the errors",
        "In MSE, one error of 2 costs as much as four errors of 1. In MAE, the mean absolute "
        "error, it costs as much as two. RMSE is the root of MSE, so its unit is the grade again. "
        "It ranks models as MSE does. All three compare each score with its own grade. None of "
        "them compares two documents.",
        {
            ("MSE, mean of error²", True, "a large error counts most"): mse.score,
            ("MAE, mean of |error|", False, "each step counts the same"): float(
                dots.error(mse.screen, pointwise.mae).score
            ),
            ("RMSE, root of MSE", False, "in grades"): mse.score**0.5,
        },
    )
    lesson.section(
        "Counting has the same flaw",
        "A classifier has a threshold: it shows the documents that score above it. Of those, TP "
        "are relevant (true positives) and FP are not. FN relevant documents are not shown. "
        "Precision is TP / (TP + FP), recall is TP / (TP + FN). Both count every shown document "
        "the same. A ranking is for readers who start at the top and may stop early. Drag the line "
        "*k*, the threshold, and compare: only the last column sees which document comes first. "
        f"{TEXTS['guide'].link} calls MSE, precision and recall of a whole list *unranked* for "
        "this reason.",
    )
    counted.orders(mse)

right, wrong = (
    lesson.to_preset(text, "squared_error", preset)
    for text, preset in (("One model", "mse-right-first"), ("another", "mse-lower-error"))
)
lesson.questions(
    {
        "Two documents have the grades 1 and 0. Model X scores them 0.4 and 0.5, model Y 3 and 1. "
        "Which has less error, which ranks better?": "X has an MSE of (0.6² + 0.5²)/2 = **0.305**, "
        "Y of (2² + 1²)/2 = **2.5**. But X puts the wrong document first, and Y the right one.",
        "An error is score minus grade, and the mean error is 0.32. Add 10 to every score: by how "
        "much does MSE grow?": "An error e becomes e + 10, and e² becomes e² + 20e + 100. So MSE "
        "grows by 20 · 0.32 + 100 = **106.4**. "
        + lesson.to_preset("Show it", "squared_error", "mse-plus-ten")
        + ": from 0.233 to 106.633.",
        "MSE is 0. What does that say about the ranking?": "The ranking is ideal, because the "
        "scores *are* the grades. Near 0 MSE is a guarantee, too: with whole grades and every "
        "error below 0.5, no two documents of different grades can swap.",
        "When is it fine to predict grades?": "When somebody uses the number itself: for a "
        "threshold, a price, or a mix with other scores. It is also fine as a first model, if a "
        "ranking metric judges it.",
        "What do models that learn to rank optimise instead?": "The order. Pairwise losses "
        "(RankNet, LambdaMART, LightGBM's *lambdarank*) look at the difference of two scores. "
        "Listwise losses look at all scores. Add 10 to every score, and these losses stay.",
        "Why not train on nDCG itself?": "nDCG moves in jumps. A small change of a score swaps "
        "nothing, and nDCG stays; or it swaps two documents, and nDCG jumps. So its gradient is "
        "zero almost everywhere. LambdaMART multiplies the gradient of a pairwise loss by what the "
        "swap would do to nDCG.",
    },
    before=f"""## What people get wrong

- **“The model with the lower error is the better ranker.”** {right} has MSE 0.233 and puts the
  relevant document first; {wrong} has 0.178 and puts it last. Error may come from documents that
  nobody looks at, or from a shift that all scores share.
- **“Calibrated means well ranked.”** Calibrated scores say: of the documents scored 0.25, a quarter
  is relevant. If every document gets the average score, that is true, and the order is chance.
  """
    + lesson.to_preset("A calibrated list", "squared_error", "mse-calibrated")
    + " has RR 0.5, "
    + lesson.to_preset("a badly calibrated one", "squared_error", "mse-too-low")
    + """ has RR 1.
- **“Then scores mean nothing.”** They do, wherever somebody uses the number. For a ranking only one
  thing counts: which of two scores is larger.
- **“Ties do not matter.”** Equal scores leave the order to chance. Here such documents stay in the
  order in which the list came.
""",
)

if revealed:
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
lesson.onward("squared_error")
