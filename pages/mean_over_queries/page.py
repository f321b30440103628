"""Lesson: the mean over queries, and what it hides."""

from functools import partial

from pages.mean_over_queries import queries, query_scores
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure

lesson.heading("mean_over_queries")

mean, other, worst = queries.measured()
screen, terms = mean.screen, mean.breakdown.terms
metric, empty = queries.metric(screen), screen["empty_query"]
each = metric.label(screen.k)
shows = partial(lesson.to_preset, lesson="mean_over_queries")
counted, count = terms["counts"] > 0, int(mean.breakdown.aside["count"])

worked = lesson.Sum(
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
    little=queries.little_html(mean),
    orders_of="queries",
    decisive="per_query",
    chart=figure.of(query_scores, mean, other, each),
    turn=[*knobs.of(metric.key), "empty_query"],
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

if revealed:
    lesson.variants(
        mean,
        "empty_query",
        "A query with nothing to find",
        "If no relevant document exists, most scores are 0/0. Tools choose different rules for "
        "it, and no rule is wrong. So two means over the same lists can differ. Report your rule, "
        "and how many queries are in the mean. "
        + (
            "Each of these queries has something to find. "
            f"{shows('Take queries where one has nothing', preset='mq-empty')}."
            if terms["defined"].all()
            else f"Here {mean.label} is {decimals(mean.score)}, over {count} of {len(counted)}."
        ),
        {
            "worst": "trec_eval, ranx, ir_measures, ndcg_score() of scikit-learn",
            "skip": "the library rankerEval prints “not a number”; you decide",
            "best": "label ranking average precision of scikit-learn",
        },
    )
    lesson.formula(worked, {"score of q": f"{each} of query q", "n": "how many queries count"})

shuffle = controls.invite("shuffle all lists", {"do": "order", "list": "queries", "order": "shuffle"})
recalls = shows("three lists", preset="mq-average-recall")
lesson.questions(
    {
        "Two queries have an MRR of 0.5. At which ranks are their first hits?": "Both at rank 2, "
        "or one at rank 1 and the other nowhere: 1/2 + 1/2 = 1/1 + 0. No other two ranks give this "
        "sum.",
        "MAP over 50 queries is 0.6, and ten found nothing. What is MAP over the others?": "It is "
        "30/40 = **0.75**: the APs add up to 50 · 0.6 = 30, and ten of them are 0.",
        "Four queries have the APs 1, 0.8, 0.2 and 0. Nothing relevant exists for the last one. "
        "What is MAP?": "**0.5** if its 0 counts: 2/4. **0.667** if it is left out: 2/3. **0.75** "
        "if it counts as 1: 3/4.",
        "One query rises from 0.05 to 0.10, another falls from 0.80 to 0.70. MAP? GMAP?": "MAP "
        "falls. GMAP rises: one score is multiplied by 2, the other by 0.70/0.80 = 0.875, together "
        "by 1.75.",
        "What does a query without any hit do to GMAP?": "A score of 0 would make GMAP 0, whatever "
        "the other scores are. So trec_eval counts lower scores as 0.00001, and so does this page. "
        "How far GMAP falls is then the result of this rule.",
        "Average the P@5 of all queries, or put all queries together and divide once: you get the "
        "same. For R@5 you do not. Why?": "Each query divides its P@5 by five, but its R@5 by "
        "its own number of relevant documents. The first way is called *macro*, the other *micro*. "
        + shows("Show it", preset="mq-macro-micro")
        + ".",
        "How is average recall related to the precision–recall curve?": "Each hit is a corner of "
        "the curve. AP averages the heights of the corners, their precisions. Average recall "
        "averages their places from left to right, their recalls. So with all m hits in the top k "
        "AR is always (m + 1)/(2m).",
    },
    before=f"""## Does average recall see the order?

{TEXTS["chapter"].link} defines *mean average recall*, MAR, after the pattern of MAP: average the
recall at every hit, then average over queries. It is meant to show how well a system retrieves all
relevant documents across the ranks. Take {recalls}, and guess first. Then {shuffle}, or drag
documents inside the top k.

<details><summary>What do you see?</summary>

The dots stay. At the j-th hit recall is j/m, wherever the hit stands. With three hits the average
is (1/3 + 2/3 + 3/3) / 3 = 0.667. Misses between hits lower AP, but recall does not count misses.
Now move a hit below the line k: AR falls to (1/3 + 2/3) / 2 = 0.5. So AR counts how many hits are
in the top k, not where.

</details>

## What people get wrong

- **“MAP is 0.7, so our search scores 0.7.”** Perhaps no query does. {{0.5, 0.5}} and {{1, 0}} have
  the same mean.
- **“The mean of the ranks is 1/MRR.”** Only if all ranks are the same.
- **“The mean over queries is the mean over readers.”** Each query has one vote, even if one is
  asked once a year and another a thousand times a day.
- **“Two systems, two means: the higher is better.”** Use the same queries and the same rule for
  empty ones. Then compare query by query. A *paired test* asks whether chance alone could make such
  differences; do one before you believe 0.01.
- **“Round the scores, then average.”** Round once, at the end. {TEXTS["chapter"].link} prints a MAP
  of 0.708; it is 0.707.
""",
)

if revealed:
    rule = {
        "worst": f"np.where(np.isnan(scores), {'0' if metric.higher_is_better else screen.k + 1}, "
        "scores)",
        "skip": "scores[~np.isnan(scores)]",
        "best": "np.where(np.isnan(scores), 1, scores)",
    }[empty]
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
lesson.onward("mean_over_queries")
