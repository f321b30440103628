"""Lesson: the mean over queries, and what it hides."""

from functools import partial

from pages.mean_over_queries import catalogue, queries, systems, without
from ui import lesson
from ui.core import knobs
from ui.core.knob_kinds import Choice
from ui.core.knobs import KNOBS
from ui.core.plain import decimals
from ui.core.presets import presets
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import figure, scoreboard
from ui.parts import controls, own_lists, prose, steps
from ui.parts.board import EVERY_QUERY

NAME = "mean_over_queries"

lesson.heading(NAME)

mean, other, worst = queries.measured()
screen, terms = mean.screen, mean.breakdown.terms
metric, key = queries.metric(screen), queries.metric(screen).key
whole, with_b = queries.is_whole(screen), own_lists.other(screen) is not None
each = queries.short(screen)
points = ["point_count"] if key == queries.INTERPOLATED else []
count, defined = int(mean.breakdown.aside["count"]), terms["defined"].all()
step, first = steps.current(NAME), steps.is_first(NAME)
asked = step.show if step else ()
later = not first or "empty_query" in asked  # a rule for a query with nothing to find
beside = [] if first and "per_query" not in asked else ["per_query"]
beside *= "empty_query" not in asked  # there is room for one
told = not first or (step is not None and step.is_done(screen))
told &= not scoreboard.must_guess([mean])

all_dots = "the APs" if key == "average_precision" else "all dots"
says = "AP: sum of hits / rank, ÷ all relevant."
says *= key == "average_precision" and screen["denominator"] == "relevant"
words = (
    "Each row is a **query**: what somebody has searched for, and the documents that were found. "
    + {
        "average_precision": "A *hit* is a relevant document"
        + " in the top k, left of the line k" * (not whole)
        + ". **AP**, "
        "average precision: take the share of hits down to each hit. Add these shares up, and "
        "divide by the number of relevant documents. ",
        "first_relevant_rank": "**FRP** is the rank of the first relevant document. A query "
        "without one in the top k counts as k + 1, the first rank below the line. ",
        "mean_rank": "**MR** is the mean rank of the relevant documents. One that is not in the "
        "top k counts as k + 1, the first rank below the line. ",
        "f1": "**F1** is 2 · hits / (k + m), where m relevant documents exist. ",
        queries.INTERPOLATED: "**IAP** is the mean of the interpolated precision at "
        + {
            11: "recall 0, 0.1 and so on to 1",
            3: "recall 0.2, 0.5 and 0.8",
            "quarters": "recall 0.25, 0.5 and 0.75",
        }[screen["point_count"]]
        + ": the highest precision at this recall or beyond. ",
        "r_precision": "**RP** is precision at k = m, where m relevant documents exist. ",
        "bpref": "**bpref** counts, for each hit, the judged misses above it. ",
        "dcg": "**DCG** adds each document’s gain times the weight of its rank. It has no highest "
        "value: a query with many relevant documents weighs more in the mean. ",
        "hit": "**Hit** is 1 if a relevant document is in the top k, else 0. ",
        "err": "**ERR** is the expected 1/rank at which a reader stops satisfied. ",
    }.get(key, "")
    + f"The dot of a row is its {each}. The line {mean.label} is the **mean** of {all_dots}"
    + f"{', mean average precision' * (key == 'average_precision')}. "
    + "A bar leads from each dot to the mean." * (not first)
    + queries.balance(mean) * told
    + " The *whole list* counts: each query has its own k, the length of its list." * whole
)
if not first:
    words += " " + {
        "average_precision": f"Dashed: {other.label}, the geometric mean: the n-th root of the "
        "product of n APs. It rewards ratios: from 0.05 to 0.10 counts as much as from 0.4 to 0.8. "
        "A score of 0 counts as 0.00001.",
        "first_relevant_rank": "Dashed: the harmonic mean of these ranks. It is 1/MRR, and MRR is "
        "the mean of 1/rank, if every query has a hit.",
        "mean_rank": "Dashed: the harmonic mean, which small ranks dominate.",
        "f1": "Dashed: F1 of the mean precision and the mean recall. It is another number, and "
        "some tools print it.",
        "precision": "Dashed: the micro mean puts the hits of all queries together. "
        + (
            "A query with a long list has many votes."
            if whole
            else "Each query divides by the same k, so both means are equal."
            + f" A list of fewer than {screen.k} documents is divided by {screen.k}, too. Set "
            "“Ranks that count” to the whole list, and each is divided by its length."
            * queries.has_short(screen)
        ),
        "recall": "Dashed: the micro mean puts the documents of all queries together. A query with "
        "many relevant documents has many votes.",
    }.get(key, "Dashed: the geometric mean. In it a score of 0 counts as 0.00001.")

below = f"{mean.label} is the mean of {all_dots}"
below = f"The mean of {all_dots}. Bars: their distances to it." if first else below
if key == "first_relevant_rank" and (whole or (terms["score"] > screen["k"]).any()):
    below = f"FRP {'' if whole else screen['k'] + 1} = k + 1: not found"
if any(ranked.retrieved < len(ranked.documents) for ranked in screen.queries.values()):
    if first and key == "average_precision":
        below = "Bars: distances to MAP. Dashed: not found, but it counts."
    elif session().projector.presenting:
        below += " Dashed square: not retrieved."

micro = [
    f"{name} = {by_hand} = {decimals(value)}"
    for name, value, by_hand in ([] if first else queries.pooled(screen))
]
lesson.show(
    NAME,
    lesson.Stage(
        [mean] if first else [mean, other, worst],
        columns=(),
        lists=EVERY_QUERY,
        above=partial(queries.show, [mean] if first else [mean, other], first),
        chart=figure.of_score(without, mean) if len(screen.queries) > 2 or not first else None,
        worked=lesson.worked(mean, factor=f"1/{count}" if count else "0/0", says=says)._replace(
            also=micro
        ),
        always=beside,
        knobs=["per_query", *points, "empty_query", "query_depth"],
        buttons=systems.buttons(screen),
        below_score=queries.little_html(mean) + f"<p>{below}</p>",
        words=words,
    ),
)


def rules() -> str:
    """Write the mean by each rule for queries with nothing to find; of a step that has one.

    Three equal numbers would not show what a rule does.
    """
    if not defined:
        return lesson.variants_html(mean, "empty_query")
    three, knob = presets(NAME)["mq-empty"].on(Screen()), KNOBS["empty_query"]
    assert isinstance(knob, Choice)
    rules = knob.names(three.scale)
    scores = [queries.mean(three.with_settings(empty_query=rule)).score for rule in rules]
    link = lesson.to_step("three queries", NAME, "mq-empty")
    return "\n".join(
        [
            f"This is MAP over {link}, of which the third has nothing to find.\n",
            "| query 3 | MAP |",
            "| --- | --- |",
            *(
                f"| {name} | {decimals(float(score))} |"
                for name, score in zip(rules.values(), scores, strict=True)
            ),
        ]
    )


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
    NAME,
    formula=partial(
        lesson.formula_text,
        mean,
        {"score of q": f"{each} of query q", "n": "how many queries count"},
    ),
    later=later and not session().drawn.hidden,
    rules=rules,
    mean=mean.label,
    score=decimals(mean.score),
    count=count,
    of_all=len(terms["score"]),
    shuffle=controls.invite(
        "shuffle all lists", {"do": "order", "list": EVERY_QUERY, "order": "shuffle"}
    ),
    own_lists=lambda: controls.draw("own_lists", own_lists.fields(screen), "grid"),
    own_alone=step is None and not with_b and not session().drawn.hidden,
    in_full=not first and not session().drawn.hidden,
    each_worked=partial(systems.each_worked, screen),
    step_with_b=with_b and step is not None and not session().drawn.hidden,
    both=with_b and step is None and not session().drawn.hidden and partial(systems.table, screen),
    systems=lambda: systems.table(screen),
    mean_curve=lambda: figure.show(systems.curve(screen)),
    curve_table=lambda: systems.curve_table(screen),
    catalogue=catalogue.draw,
    numbers=numbers,
    settings=partial(
        controls.turn,
        [*["per_query"] * (not beside), *knobs.of_metrics(key), "empty_query", "query_depth"],
    ),
    ways_on=lesson.ways_on(NAME),
)
