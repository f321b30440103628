"""Lesson: which metric fits a task, and a sentence that reports it."""

from metrics.catalog import METRICS
from pages.which_metric import drawing as which_metric
from pages.which_metric import needs
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.session import session
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.draw.which_metric import verdicts

page = "which_metric"
lit = which_metric.lit()
lesson.heading("which_metric", asked=lit[0])

chosen = [score.measure(key) for key in lit]
judged = verdicts(session().shown)

revealed = lesson.stage(
    *chosen,
    columns=[
        running(
            metric,
            METRICS[metric.key].label(),
            most=metric.bounds[1] or max(sum(metric.breakdown.terms["contribution"]), 1),
            room="3.2rem",
        )
        for metric in reversed(chosen)
    ],
    worked=lesson.summed(chosen[0]),
    above=which_metric.choices,
    turn=[*knobs.of(*lit), "empty_query"],
    explanation="Say who reads, what the labels hold and which error costs. The metrics that fit "
    "light up. Then drag a card and see which of them change.",
    chart=None if which_metric.is_asked() else figure.Figure(needs, [*needs.rows(judged)]),
)

lesson.section(
    "Which fit, and why not the others",
    "A metric assumes a reader. Each tile says what speaks for a metric here, or against it. The "
    "list in it shows that: grades from rank 1 on, “?” for a document that nobody judged. If two "
    "needs say the same against a metric, one line stands for both. *Argue against* has an "
    "objection even to a metric that fits.",
)
which_metric.tiles(hidden=not revealed)
lesson.section(
    "Say it so that others can compute it",
    "A score can only be repeated if you say the cutoff, the scale and the conventions. These "
    "sentences do, for the metrics that fit and the present settings.",
)
which_metric.sentences()

three_one, one_three, first_hit, all_hits, page_of_five = (
    lesson.to_preset(text, page, preset)
    for text, preset in (
        ("3 1 0", "which-best-first"),
        ("1 3 0", "which-weak-first"),
        ("1 0 0 0 0", "which-one-hit"),
        ("1 1 1 1 1", "which-all-hits"),
        ("1 1 1 1 1, five missed", "which-five-of-ten"),
    )
)
lesson.section(
    "Families of metrics",
    f"""
| family | what it reads | metrics |
| --- | --- | --- |
| **by {TEXTS["guide"].link}** | | |
| unranked | scores or classes of documents, without their order | MSE (mean squared error), \
RMSE, MAE; precision and recall of a set |
| ranked | an order of documents | Kendall’s distance, P@k, R@k, AP, RR |
| for a user | an order, and a model of a reader | DCG, nDCG, RBP, ERR |
| **by {TEXTS["chapter"].link}** | | |
| by position | the first k ranks, or the first hit | P@k, R@k, Hit@k, RR, FRP, ERR |
| compre\u00adhensive | all relevant documents | AP, AR, nDCG, MR |
| few relevant documents | whether and where one good answer is | Hit@k, RR, FRP |

Efimov says that ranked metrics do not model a reader. But P@k is a reader who looks at exactly k
documents, and RR one who leaves at the first hit. C/W/L (continue, weight, last) gives both, digit
by digit: {lesson.to_preset("see its readers", "continuation", "cwl-precision")}.
""",
)
lesson.section(
    "Four arguments against MAP and MRR, and what speaks for them",
    f"""
They are from {TEXTS["article"].cited}. MAP and MRR are the means of AP and RR over queries.

**Grades.** {three_one} or {one_three}? To AP and RR both are perfect: two hits, then a miss. nDCG
says 1 and 0.797. *For them:* labels that only say “relevant or not” have no grades to lose.

**All results.** RR reads one result: {first_hit} has RR 1, and so has {all_hits}. *For it:* a voice
assistant reads out one answer, and a question like “capital of Peru” needs one.

**Recall and the long tail.** AP divides by all relevant documents. Ten exist, and a page of five is
perfect: {page_of_five} has AP@5 0.500 and nDCG@5 1. So a model that is trained for MAP also works
for documents that few readers see. *For it:* a late hit adds little. With two relevant documents, a
second hit at rank 30 adds 0.033 to AP; the first hit at rank 1 instead of 2 adds 0.250. And in a
legal search a missed document should cost.

**How fast the weight falls.** RR counts 1/r, nDCG counts 1/log₂(1 + r):

| rank | 1 | 2 | 5 | 10 |
| --- | --- | --- | --- | --- |
| 1/r | 1 | 0.5 | 0.2 | 0.1 |
| 1/log₂(1+r) | 1 | 0.631 | 0.387 | 0.289 |

RR loses 0.5 from rank 1 to 2, and only 0.4 from rank 2 to 10. So MRR mostly says how many queries
have a hit at rank 1. *For it:* that number is easy to explain.
""",
)
lesson.questions(
    {
        "AP went up, nDCG went down. How can that be?": "AP counts hits; nDCG also counts how good "
        "they are. From 3 0 0 1 to 1 3 0 0, AP rises from 0.750 to 1 and nDCG falls from 0.945 to "
        "0.797.",
        "Which metric for a chat assistant that reads ten passages?": "R@10 (recall) for the "
        "retrieval: the model reads all ten passages, in any order, and cannot use what is "
        "missing. Also nDCG@10, if the model prefers what stands first. "
        + lesson.to_preset("Show it", page, "which-rag")
        + ".",
        "Many documents were never judged. What now?": "Report RBP with its residual, or bpref, or "
        "judge more documents. AP and nDCG count an unjudged document as a miss: ? 1 has AP 0.5. "
        "A new system finds documents that nobody judged, and loses for it.",
        "May I report several metrics?": "Yes, but choose the one that decides before you look. "
        "With 20 independent metrics and no real difference, at least one has p < 0.05 with "
        "probability 0.642.",
        "What must stand beside an nDCG so that others can compute it?": "k, the gain, the "
        "discount, and the ideal: of which documents, and cut at k or not. Also how ties are "
        "broken, what an unjudged document counts, and what a query with nothing to find counts.",
    },
    before="""## What people get wrong

- **“nDCG is the best metric.”** For whom? A voice assistant reads out one answer. A lawyer reads
  everything.
- **“We use what the library calls map.”** Ask what it divides by, its cutoff, and what an empty
  query counts. One list can have AP@3 0.333, 0.556 and 0.833 (*Two tools*).
- **“The metric that correlates best with the others is safest.”** All of them may miss the same
  thing, as AP and RR miss grades.
- **“A higher score is a better search.”** It is better for the reader that the metric assumes.
""",
)
if revealed:
    lesson.take(page, chosen)
lesson.onward(page)
