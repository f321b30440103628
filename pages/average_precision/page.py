"""Lesson: average precision, the mean of the precisions at the hits."""

from pages.average_precision import precisions, slots
from ui import lesson
from ui.contents import TEXTS
from ui.core.plain import decimals
from ui.draw import figure, score
from ui.draw.beside_cards import bars

lesson.heading("average_precision")

ap = score.measure("average_precision")
terms, total = ap.breakdown.terms, ap.breakdown.aside["denominator"]
hit, precision = terms["relevant"], terms["precision"]
hits = [int(count) for count in hit.cumsum()]
average = "average" if total == hit.sum() else f"over all {total:g} slots:"

worked = lesson.Sum(
    ap,
    [(rank, f"{hits[rank - 1]}/{rank}") for rank, at in enumerate(hit, 1) if at],
    factor=f"1/{total:g}" if total else "0/0",
)
revealed = lesson.stage(
    ap,
    worked=worked,
    columns=[
        bars(
            ap,
            "precision",
            "Precision down to here",
            [
                f"{count}/{rank} = {decimals(share)}"
                for rank, (count, share) in enumerate(zip(hits, precision, strict=True), 1)
            ],
            counts=hit,
            line=(ap.score, f"{average} {decimals(ap.score)}"),
            sees_grades=False,
        ),
        slots.column(ap),
    ],
    decisive="denominator",
    chart=figure.of(precisions, ap),
    explanation="A *hit* is a relevant document in the top k. A bar is the precision down to its "
    "rank: the share of hits so far. Average precision, AP, uses only the filled bars: the "
    "precision **at each hit**. Each hit fills one slot: the more misses stand above it, the less "
    "it fills. "
    + {
        "relevant": "Every relevant document that exists has one slot. If it is below the line k, "
        "or was never found, its slot stays empty.",
        "found": "Only hits have a slot. A relevant document below the line k, or never found, "
        "costs nothing.",
        "capped": "There are at most k slots. A slot that no hit fills stays empty.",
    }[ap.screen["denominator"]]
    + " AP is the filled part of all slots.",
)

if revealed:
    lesson.section(
        "The same score as an area",
        "The staircase at the foot of the chart is the **precision–recall curve**. Recall grows "
        "only at a hit, each time by 1/m, where m relevant documents exist. So AP adds up "
        "precision × growth of recall: it is the area below the staircase. The formula began as "
        "this area. (Other tools often smooth the curve; this one does not.) If the "
        "denominator is another number d (see below), each step is 1/d wide.",
    )
    lesson.variants(
        ap,
        "denominator",
        "One list, three answers",
        "If AP is divided by all relevant documents, one that was not found adds 0, as if it stood "
        "at rank 1 000 000. If it is divided by the hits, such a document costs nothing. Capped at "
        "k, a perfect page scores 1 even when more relevant documents exist than fit. When two "
        "tools disagree on AP, look here first. Tools named twice offer both.",
    )
    exist = "m is how many relevant documents exist"
    divisor, in_words, meaning = {
        "relevant": ("m", "m", exist),
        "found": (r"\mathrm{hits}_k", "hits at k", "hits at k is how many hits the top k have"),
        "capped": (r"\min(m, k)", "the smaller of m and k", exist),
    }[ap.screen["denominator"]]
    lesson.formula(
        worked,
        latex=ap.latex.replace("{m}", f"{{{divisor}}}"),
        in_words=ap.in_words.replace("1 over m", f"1 over {in_words}").replace(exist, meaning),
    )

page = "average_precision"
alternating = lesson.to_preset("1 0 1 0 1", page, "ap-alternating")
first_page = lesson.to_preset("List X", page, "ap-first-page")
long_tail = lesson.to_preset("List Y", page, "ap-long-tail")
lesson.section(
    "Does AP count recall too much?",
    f"""
{TEXTS["article"].link} says yes: people want a few good documents, and a system trained for MAP,
the mean of AP, spends its effort on the long tail. Ten relevant documents exist. {first_page} has
three at ranks 1 to 3 and no more. {long_tail} has all ten, at ranks 2, 4, 6 and so on.

| list | AP@20 | AP@5 | P@3 |
| --- | --- | --- | --- |
| X, a good first page | 0.300 | **0.300** | **1.000** |
| Y, a long tail | **0.500** | 0.100 | 0.333 |

So AP@20 prefers Y, and a reader of three results prefers X. The other side: a lawyer wants all ten,
and for her Y is better. And the cutoff decides: AP@5 prefers X.

The cutoff also says what is *seen*. One relevant document at rank 3 has an AP of 0.333, at rank 30
of 0.033. But a reader of ten results sees the first and never the second: AP@10 is 0.333 and 0.
""",
)
lesson.questions(
    {
        "What is the AP of 0 1 1 0 1?": "The hits are at 2, 3 and 5: (1/2 + 2/3 + 3/5) / 3 = "
        "**0.589**.",
        "1 0 1 0 1 gets one more miss in front. What is its AP now?": "The hits are at 2, 4 and 6: "
        "(1/2 + 2/4 + 3/6) / 3 = **0.5**. This needs k = 6: with k = 5 the last hit is below the "
        "line. " + lesson.to_preset("Show it", page, "ap-miss-in-front") + ".",
        "1 0 1 0 1 gets a hundred misses at its end. What is its AP now?": "The same. AP reads "
        "precision at the hits only, and no hit has moved.",
        "Ten relevant documents exist, and the top 5 are all relevant. AP@5?": "**0.5** if divided "
        "by all ten. **1** if divided by at most k, or by the hits. Ask which one the tool uses. "
        + lesson.to_preset("Show it", page, "ap-perfect-page")
        + ".",
        "One relevant document exists. Which simpler metric equals AP?": "The reciprocal rank: "
        "1 / rank.",
        "Why does AP read precision only at the hits?": "At a hit a reader has found something. "
        "Precision there says what it cost: which share of the documents read so far was good. A "
        "mean over all ranks also charges misses below the last hit. On 1 0 1 0 1 0 0 it is 0.599, "
        "without the last two misses 0.653. AP is 0.756 both times.",
        "Can AP read grades instead of hit or miss?": "Not in the usual definition: you choose "
        "from which grade on a document counts. Graded average precision, GAP, has a lesson of its "
        "own.",
    },
    before=f"""## What people get wrong

- **“AP is the mean of P@1, P@2, … P@k.”** Only the ranks with a hit count. On {alternating} the
  mean over all five ranks is 0.653; AP is larger.
- **“AP averages precision and recall.”** {TEXTS["chapter"].link} begins so, but its formula
  averages precisions only. Recall is the width of a step.
- **“AP falls in a straight line with the rank.”** {TEXTS["article"].link} calls the
  loss linear. The figures in that text, 1, 0.333 and 0.033 at ranks 1, 3 and 30, are 1/rank: at
  rank 2 AP has already lost half.
- **“AP sees how good a document is.”** It reads hit or miss. With *relevant from grade 1*, swap the
  grades 3 and 1: AP stays.
- **“AP is AP.”** Say k, the denominator, and from which grade on a document counts.
""",
)

if revealed:
    lesson.numbers(
        ap,
        relevant="hit",
        precision="precision",
        recall="share of slots",
        contribution="adds",
    )
lesson.onward("average_precision")
