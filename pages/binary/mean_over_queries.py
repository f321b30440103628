"""Lesson: the mean over queries, and what it hides."""

from functools import partial

from ui import figure, lesson
from ui.charts import query_scores
from ui.contents import TEXTS
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
    explanation=f"Each row is a query, and its dot is the {each} of its own list. The solid line "
    "is the mean. The bars left of it are together as long as the bars right of it, so the mean "
    "does not say whether they are short or long. "
    + {
        "average_precision": f"Dashed: {other.label}, the geometric mean. It rewards ratios: from "
        "0.05 to 0.10 counts as much as from 0.4 to 0.8. So weak queries dominate it.",
        "first_relevant_rank": "A query without a hit counts as rank k + 1. Dashed: the harmonic "
        "mean of these ranks, which is 1/MRR.",
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
            f"None of these queries is one; {shows('here is one', preset='mq-empty')}."
            if terms["defined"].all()
            else f"Here {mean.label} is {decimals(mean.score)}, over {count} of {len(counted)}."
        ),
        {
            "worst": "trec_eval, ranx, ir_measures, nDCG of scikit-learn",
            "skip": "rankerEval prints NaN; you decide",
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
        "MRR is 0.5. At which rank is the first hit on average?": "Nobody can say. First hits at "
        "ranks 1, 2 and 10 have an MRR of 0.533. Their mean rank is 4.333, and 1/0.533 = 1.875 is "
        "the harmonic mean. " + shows("Show it", preset="mq-ranks-1-2-10") + ".",
        "First hits at {1, 100} or at {10, 10}: which system is better?": "MRR says the first, "
        "0.505 against 0.1. The mean rank says the second, 10 against 50.5. Use MRR if readers "
        "leave after the first page. Use the mean rank if each document read costs the same. "
        "Rankbook’s k ends at 50, so with 25 for 100: "
        + shows("show it", preset="mq-ranks-1-25")
        + ".",
        "Three first hits at rank 1, one at 100. MRR, and mean rank?": "**0.7525** and **25.75**. "
        f"Without the last query both are 1. {TEXTS['chapter'].link} says it: outliers move MRR "
        "less than FRP. " + shows("Show it with 25", preset="mq-outlier") + ": 0.760 and 7.",
        "One query rises from 0.05 to 0.10, another falls from 0.80 to 0.70. MAP? GMAP?": "MAP "
        "falls. GMAP rises: one score is multiplied by 2, the other by 0.70/0.80 = 0.875, together "
        "by 1.75.",
        "What does a query without any hit do to GMAP?": "A score of 0 would make GMAP 0, whatever "
        "the other scores are. So trec_eval counts lower scores as 0.00001, and so does this page. "
        "How far GMAP falls is then the result of this rule.",
        "Macro P@5 and micro P@5 agree, macro R@5 and micro R@5 do not. Why?": "Macro takes the "
        "mean of the queries’ scores. Micro puts all queries together and divides once. Each query "
        "divides its P@5 by five, but its R@5 by its own number of relevant documents. "
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
  empty ones. Compare query by query, and do a paired test (t, randomisation, bootstrap) before you
  believe a difference of 0.01.
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
