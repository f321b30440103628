"""Lesson: squared error, and why a smaller error may give a worse ranking."""

from metrics import pointwise
from ui import figure, lesson
from ui.charts import slide, squares
from ui.look import plain
from ui.look.plain import decimals
from ui.models import score
from ui.parts import dots
from ui.pictures import counted, errors
from ui.pictures.beside_cards import running

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
title = f"What if the score of “{slid.document.title}” slides?" if slid else ""
sliding = figure.Figure(slide, slide.rows(slid, mse, [ndcg, rr]), title=title) if slid else None
revealed = lesson.stage(
    mse,
    rr,
    ndcg,
    columns={
        "a": [
            errors.column(mse),
            running(
                mse,
                f"Adds: error² ÷ {n}",
                most=most,
                ghosts=mse.was is None or float(mse.was.score) <= most,
                room="4.4rem",
            ),
        ]
    },
    above=dots.line,
    turn=["scale", "relevant_from", "k"],
    chart=figure.of(squares, mse),
    more=[sliding] if sliding else [],
    explanation="A model predicted a score for each document; its true grade is the mark that each "
    "line starts at. **MSE** averages the squared lengths of these lines, and knows nothing of "
    "who stands above whom. **RR** (1 / rank of the first hit) and **nDCG** (gain that counts less "
    "with each rank, against the ideal order's) see only the order. "
    + lesson.invite("Add 10 to every score", {"do": "rescore", "list": "a", "how": "add"})
    + ": the error explodes, the order stays.",
)

if revealed and slid and sliding:
    figure.show(sliding)
    plain.sentence(
        f"Here slides “{slid.document.title}”, and all else stays. The error is a bowl, lowest at "
        "the grade. The order changes only where the score passes another, and then at once: the "
        "place of the least error need not be on the highest stair.",
        "text",
    )
if revealed:
    missed = [(rank, abs(off)) for rank, off in enumerate(terms["error"], 1) if off * off > 0]
    lesson.formula(
        mse,
        {
            r"s_i": "predicted score",
            r"g_i": "true grade",
            "n": "documents that have both, retrieved or not",
        },
        [(rank, f"{decimals(off)}²") for rank, off in missed],
        factor=f"1/{n}" if n else "0/0",
    )
    lesson.beside(
        "Three ways to add up the errors",
        "One large error weighs more in MSE than many small ones; in MAE they weigh alike. RMSE is "
        "the root of MSE, back in grades: it puts models into the same order as MSE does. All "
        "three compare each score with its own grade, and none compares two documents.",
        {
            ("MSE, mean of error²", True, "a large error dominates"): mse.score,
            ("MAE, mean of |error|", False, "each step weighs alike"): float(
                dots.error(mse.screen, pointwise.mae).score
            ),
            ("RMSE, root of MSE", False, "back in grades"): mse.score**0.5,
        },
    )
    lesson.section(
        "Counting has the same flaw",
        "A threshold instead of an order: what scores above it is shown. Precision and recall, so "
        "understood, count what is shown, every document alike. But only the first screen is read, "
        "and from the top. Drag the line *k*, the threshold, and compare: only the last column "
        "sees which comes first.",
    )
    counted.orders(mse)

right, wrong = (
    lesson.to_preset(text, "squared_error", preset)
    for text, preset in (("the right one first", "mse-right-first"), ("last", "mse-lower-error"))
)
lesson.questions(
    {
        "Can a lower MSE go with a worse ranking?": f"Yes. 1 0 0 0 0 predicted as 0.6, 0.55, 0.5, "
        f"0.5, 0.45 has MSE **0.233** and puts {right}; as 0.2, 0.25, 0.25, 0.25, 0.25 it has "
        f"**0.178** and puts it {wrong}.",
        "Add 10 to every score. What happens to MSE, to nDCG?": "With the error e of a document, "
        "e² becomes e² + 20e + 100: MSE grows by 100 plus 20 times the mean error. nDCG stays: any "
        "change that keeps the order keeps it. "
        + lesson.to_preset("Show it", "squared_error", "mse-plus-ten")
        + ".",
        "MSE is 0. What does that say about the ranking?": "It is ideal: the scores *are* the "
        "grades, and documents of one grade may stand in any order. Only near 0 is MSE a "
        "guarantee. With whole grades, an error below 0.5 everywhere cannot swap two of them.",
        "When is regression on grades fine?": "When the number itself is used: for a threshold, a "
        "price, a blend with other scores. And as a first model, if it is judged by a ranking "
        "metric.",
        "What do learners of rankings optimise instead?": "The order. Pairwise losses (RankNet, "
        "LambdaMART, LightGBM's *lambdarank*) look at the difference of two scores, listwise ones "
        "at all of them. Add a constant to every score, and these losses stay.",
        "Why not train on nDCG itself?": "It moves in jumps. A small change of a score changes no "
        "place and so nothing, or it swaps two documents at once: there is no slope to follow. "
        "LambdaMART takes the slope of a pairwise loss, times what the swap would do to nDCG.",
    },
    before="""## What people get wrong

- **“Calibrated means well ranked.”** Calibrated: of the documents scored 0.25, a quarter is
  relevant. Score everything with the average, and that holds, with an order left to chance.
  """
    + lesson.to_preset("A calibrated list", "squared_error", "mse-calibrated")
    + " has RR 0.5, "
    + lesson.to_preset("a badly calibrated one", "squared_error", "mse-too-low")
    + """ RR 1.
- **“The model with the lower error is the better ranker.”** Most of an error may be paid where
  nobody looks, or for scores that are off together. What readers see is the order.
- **“Then scores mean nothing.”** They do, wherever somebody uses the number. To rank, only which
  one is larger counts.
- **“Ties do not matter.”** Equal scores leave the order to chance: here to the order in which the
  list came.
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
