"""Lesson: which metric fits a task, and a sentence that reports it."""

from metrics.catalog import METRICS
from ui import figure, lesson
from ui.charts import needs
from ui.models import score
from ui.models.which_metric import verdicts
from ui.pictures.beside_cards import running
from ui.state import knobs
from ui.state.session import session
from ui.studies import which_metric

lesson.heading("which_metric")
page = "which_metric"

lit = which_metric.lit()
chosen = [score.measure(key) for key in lit]
judged = verdicts(session().shown)

revealed = lesson.stage(
    *chosen,
    columns={
        "a": [
            running(
                metric,
                METRICS[metric.key].label(),
                most=metric.bounds[1] or max(sum(metric.breakdown.terms["contribution"]), 1),
                room="3.2rem",
            )
            for metric in reversed(chosen)
        ]
    },
    above=which_metric.choices,
    turn=[*knobs.of(*lit), "empty_query"],
    explanation="Say who reads, what the labels know and which error costs, and the metrics that "
    "fit light up. Then drag: each hears what it was made for, and is deaf to the rest.",
    chart=figure.Figure(needs, [*needs.rows(judged)]),
)

lesson.section(
    "Which fit, and why not the others",
    "A metric is an assumption about people. Each says here what speaks for it, or against it. "
    "And nothing is beyond doubt: every one can be argued against.",
)
which_metric.tiles(hidden=not revealed)
lesson.section(
    "Say it so that others can compute it",
    "A metric means nothing without its cutoff, its scale and its conventions. This sentence has "
    "them, as the knobs stand.",
)
which_metric.sentences()

one_three, three_one = (
    lesson.to_preset(text, page, preset)
    for text, preset in (("1 3 0", "which-weak-first"), ("3 1 0", "which-best-first"))
)
lesson.section(
    "Why MAP and MRR fall short for search",
    f"""
**Grades.** {three_one} or {one_three}? To AP and RR both are perfect: two hits, then a miss. nDCG
says 1 and 0.797. Web pages, products and answers come in shades, and labels that have them should
not be rounded to hit and miss.

**All results.** MRR hears one result. {lesson.to_preset("1 0 0 0 0", page, "which-one-hit")} has
RR 1, and so has {lesson.to_preset("1 1 1 1 1", page, "which-all-hits")}.

**How fast attention falls.** RR counts 1/r, nDCG 1/log₂(1 + r):

| rank | 1 | 2 | 5 | 10 |
| --- | --- | --- | --- | --- |
| 1/r | 1 | 0.5 | 0.2 | 0.1 |
| 1/log₂(1+r) | 1 | 0.631 | 0.387 | 0.289 |

Between ranks 2 and 10 RR has 0.4 to lose, and between 1 and 2 more than that. So MRR is mostly the
share of queries with a hit on top.
""",
)
lesson.questions(
    {
        "AP went up, nDCG went down. How can that be?": "AP counts hits, nDCG counts how good they "
        "are. Put a weak hit above a strong one, or trade one early hit for a cluster of late "
        "ones, and they part.",
        "Which metric for a chat assistant that reads ten passages?": "Recall at 10 for the "
        "retrieval: the model reads all ten, in any order, and what is not among them it cannot "
        "use. Then nDCG, if models prefer what stands first. "
        + lesson.to_preset("Show it", page, "which-rag")
        + ".",
        "Many documents were never judged. What now?": "Report the residual of RBP, or bpref; or "
        "judge more. With AP and nDCG an unjudged document counts as a miss, and a new system is "
        "punished for being new.",
        "May I report several metrics?": "Choose the one you decide by before you look, and give "
        "the others beside it. Among many metrics one improves by chance.",
        "What must stand beside an nDCG so that others can compute it?": "k, the gain, the "
        "discount, the pool and the cut of the ideal, how ties are broken, what is not judged, and "
        "what a query with nothing to find counts.",
    },
    before="""## What people get wrong

- **“nDCG is the best metric.”** For whom? A voice assistant reads out one answer; a lawyer reads
  everything.
- **“We use what the library calls map.”** Ask it for the denominator, the cutoff, and what an empty
  query counts.
- **“The metric that correlates best with the others is safest.”** It may share their blind spot.
- **“A higher score is a better search.”** It is better for the reader whom the metric assumes.
""",
)
if revealed:
    lesson.take(page, chosen)
lesson.onward(page)
