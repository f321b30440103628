"""Lesson: the mean over queries, and what it hides."""

from functools import partial

from ui import figure, lesson
from ui.charts import query_scores
from ui.look.plain import decimals
from ui.parts import queries
from ui.state import knobs

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
    columns={},
    above=partial(queries.show, mean, other),
    little=queries.little_html(mean),
    orders_of="queries",
    decisive="per_query",
    chart=figure.of(query_scores, mean, other, each),
    turn=[*knobs.of(metric.key), "empty_query"],
    explanation=f"A row is a query, its dot the {each} of its list alone. The mean is the line "
    "where they balance: the bars to its left are together as long as those to its right. It says "
    "nothing of how long they are. "
    + {
        "average_precision": f"{other.label}, dashed, is the geometric mean, for which doubling a "
        "score counts alike wherever it happens: it follows the query that fails.",
        "first_relevant_rank": "Without a hit in sight a query is charged k + 1. The harmonic "
        "mean, dashed, is what one over MRR really is.",
        "precision": "Micro, dashed, pools the hits of all queries. Each divides by the same k "
        "here, so pooling changes nothing.",
        "recall": "Micro, dashed, pools the documents of all queries: who has many to find has "
        "many votes.",
    }.get(metric.key, "The geometric mean, dashed, follows the query that fails."),
)

if revealed:
    lesson.variants(
        mean,
        "empty_query",
        "A query with nothing to find",
        "No relevant document exists, and the score is 0/0. No tool is wrong, but two tools "
        "differ, and so do two means over the same lists. Say which it was, and over how many "
        "queries. "
        + (
            f"None of these is such a query; {shows('here is one', preset='mq-empty')}."
            if terms["defined"].all()
            else f"Here {mean.label} is {decimals(mean.score)}, over {count} of {len(counted)}."
        ),
        {
            "worst": "trec_eval, ranx, ir_measures, nDCG of scikit-learn",
            "skip": "rankerEval gives NaN, which is yours to leave out",
            "best": "LRAP of scikit-learn",
        },
    )
    lesson.formula(
        worked, {r"\mathrm{score}(q)": f"{each} of query q", "n": "how many queries count"}
    )

shuffle = lesson.invite("shuffle all lists", {"do": "order", "list": "queries", "order": "shuffle"})
recalls = shows("three lists", preset="mq-average-recall")
lesson.questions(
    {
        "MRR is 0.5. At which rank is the first hit on average?": "It cannot be told. First hits "
        "at ranks 1, 2 and 10 have an MRR of 0.533; their mean rank is 4.333, and 1/0.533 = 1.875 "
        "is the harmonic mean. " + shows("Show it", preset="mq-ranks-1-2-10") + ".",
        "First hits at {1, 100} or at {10, 10}: which system is better?": "MRR says the first, "
        "0.505 against 0.1. The mean rank says the second, 10 against 50.5. Where a miss on the "
        "first page loses the reader, believe MRR; where every document read costs the same, the "
        "ranks. With 25 in the place of 100: " + shows("show it", preset="mq-ranks-1-25") + ".",
        "Three first hits at rank 1, one at 100. MRR, and mean rank?": "0.7525 and **25.75**. "
        "Without the outlier both are 1. The reciprocal squashes far ranks, so MRR barely sees "
        "it; of the mean rank it is nearly all.",
        "One query rises from 0.05 to 0.10, another falls from 0.80 to 0.70. MAP? GMAP?": "MAP "
        "falls. GMAP rises: 2 · 0.875 is more than 1.",
        "What does a query without any hit do to GMAP?": "It would make it 0, whatever the others "
        "score. trec_eval therefore counts a lower score as 0.00001, and so does this page: how "
        "far GMAP falls is then this convention's doing.",
        "Macro P@5 and micro P@5 agree, macro R@5 and micro R@5 do not. Why?": "Macro scores each "
        "query and takes the mean; micro pools all queries and divides once. Each query has the "
        "same five ranks to divide by, but its own number of relevant documents. "
        + shows("Show it", preset="mq-macro-micro")
        + ".",
    },
    before=f"""## Find the mistake

A text in print defines *mean average recall* after the pattern of MAP, averages the recall at every
hit, and says that it rewards hits near the top. Put its {recalls} on the board, and only then
{shuffle}, or drag what you like inside the cut.

The dots stay. At the j-th hit recall is j/m, wherever that hit stands: with three hits always
(1/3 + 2/3 + 3/3) / 3 = 0.667. What pushes AP down are the misses between the hits, and recall does
not count misses.

## What people get wrong

- **“MAP 0.7: our search is at 0.7.”** No query need be. {{0.5, 0.5}} and {{1, 0}} have one mean.
- **“Mean of the ranks, one over MRR: the same thing.”** Only if all ranks are alike.
- **“The mean over queries is the mean over readers.”** Each query has one vote, however often it is
  asked.
- **“Two systems, two means: the higher is better.”** On the same queries, with the same rule for
  empty ones. Look at the rows in pairs, and ask a paired test (t, randomisation, bootstrap) before
  you believe a difference of 0.01.
- **“Round the scores, then average.”** Round once, at the end: a textbook's 0.708 is 0.707.
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
