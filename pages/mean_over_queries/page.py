"""Lesson: the mean over queries, and what it hides."""

from functools import partial

from pages.mean_over_queries import queries, query_scores
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure
from ui.parts import controls, prose

lesson.heading("mean_over_queries")

mean, other, worst = queries.measured()
screen, terms = mean.screen, mean.breakdown.terms
metric = queries.metric(screen)
each = metric.label(screen.k)
counted, count = terms["counts"] > 0, int(mean.breakdown.aside["count"])

worked = lesson.WorkedFormula(
    mean,
    [
        (at, decimals(value))
        for at, (value, counts) in enumerate(zip(terms["score"], counted, strict=True), 1)
        if counts
    ],
    factor=f"1/{count}" if count else "0/0",
)
revealed = lesson.stage(
    mean,
    other,
    worst,
    worked=worked,
    above=partial(queries.show, mean, other),
    below_score=queries.little_html(mean),
    orders_of="queries",
    main_knobs="per_query",
    chart=figure.of_score(query_scores, mean, other, each),
    other_knobs=[*knobs.of_metrics(metric.key), "empty_query"],
    explanation=f"Each row is a query, and its dot is the {each} of its own list. The solid line "
    "is the mean. Left and right bars have the same total length. So equal and very unequal "
    "queries can have the same mean. "
    + {
        "average_precision": f"Dashed: {other.label}, the geometric mean. It rewards ratios: from "
        "0.05 to 0.10 counts as much as from 0.4 to 0.8. So weak queries dominate it.",
        "first_relevant_rank": "A query without a hit counts as rank k + 1. Dashed: the harmonic "
        "mean of these ranks. It is 1/MRR if every query has a hit.",
        "mean_rank": "A query without a hit counts as rank k + 1. Dashed: the harmonic mean, which "
        "the queries with small ranks dominate.",
        "precision": "Dashed: the micro mean, which puts the hits of all queries together. Here "
        "each query divides by the same k, so both means are equal.",
        "recall": "Dashed: the micro mean, which puts the documents of all queries together. A "
        "query with many relevant documents has many votes.",
        "hit": "The mean is the share of queries with a hit in the top k; the others failed.",
        "err": "ERR is the expected 1/rank at which a reader stops satisfied. Its mean is also "
        f"called MERR ({TEXTS['chapter'].link}).",
    }.get(metric.key, "Dashed: the geometric mean, which weak queries dominate."),
)


def queries_in_the_mean() -> str:
    """Say how many queries are in the mean, or link to queries where one may not be."""
    if terms["defined"].all():
        words = "Take queries where one has nothing"
        link = lesson.to_step(words, "mean_over_queries", "mq-empty")
        return f"Each of these queries has something to find. {link}."
    return f"Here {mean.label} is {decimals(mean.score)}, over {count} of {len(counted)}."


def numbers() -> None:
    """Draw the numbers, and the rule for empty queries as a line of code."""
    rule = {
        "worst": f"np.where(np.isnan(scores), {'0' if metric.higher_is_better else screen.k + 1}, "
        "scores)",
        "skip": "scores[~np.isnan(scores)]",
        "best": "np.where(np.isnan(scores), 1, scores)",
    }[screen["empty_query"]]
    values = [
        f"{value!r}" if defined else "np.nan"
        for value, defined in zip(terms["score"].tolist(), terms["defined"], strict=True)
    ]
    lesson.numbers(
        mean,
        f"""
scores = np.array([{", ".join(values)}])  # {each}; NaN: nothing to find
scores = {rule}
score = scores.mean() if scores.size else np.nan
""",
        each=(
            ("query", "its words", "relevant"),
            queries.rows(screen),
        ),
        score=each,
        contribution="adds",
    )


prose.draw(
    "mean_over_queries",
    queries_in_the_mean=queries_in_the_mean,
    variants=partial(
        lesson.variants,
        mean,
        notes={
            "worst": "trec_eval, ranx, ir_measures, ndcg_score() of scikit-learn",
            "skip": "the library rankerEval prints “not a number”; you decide",
            "best": "label ranking average precision of scikit-learn",
        },
    ),
    formula=partial(
        lesson.formula,
        worked,
        {"score of q": f"{each} of query q", "n": "how many queries count"},
    ),
    shuffle=controls.invite(
        "shuffle all lists", {"do": "order", "list": "queries", "order": "shuffle"}
    ),
    numbers=revealed and numbers,
)
lesson.onward("mean_over_queries")
