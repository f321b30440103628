"""Lesson: precision, recall and other metrics that count the hits in the top k."""

from functools import partial

from ui import figure, lesson
from ui.charts import windows
from ui.look.plain import decimals
from ui.models import score
from ui.pictures import window
from ui.pictures.beside_cards import running

lesson.heading("precision_and_recall")

p = score.measure("precision")
r = score.measure("recall")
f1 = score.measure("f1")
others = [score.measure("hit"), score.measure("r_precision")]
hits = p.breakdown.terms["relevant"]
found, m, k = int(hits.sum()), int(others[1].breakdown.aside["relevant_total"]), p.screen.k
top = round(others[1].score * m)
first = p.ranked.documents[:1]

worked = lesson.Sum(p, [(rank, f"{hit:g}") for rank, hit in enumerate(hits, 1)], factor=f"1/{k}")
revealed = lesson.stage(
    *(p, r, f1, *others),
    worked=worked,
    columns={
        "a": [
            window.column(p),
            running(
                p,
                f"Adds 1/{k}",
                [f"+1/{k}" if hit else "" for hit in hits],
                total=f"P = {decimals(p.score)}",
                sees_grades=False,
            ),
        ]
    },
    above=partial(window.changed, p),
    chart=figure.of(windows, p),
    explanation="Drag the line at k. A hit takes P and R to the right, a miss takes P back. At "
    f"k = m = {m}, all that exist, they meet. The shade is out of reach. "
    + lesson.invite(
        "Put the first document last in the window",
        {
            "do": "move",
            "list": "a",
            "id": first[0].id if first else "",
            "to": min(k, p.ranked.retrieved) - 1,
        },
    )
    + ": at the line nothing moves.",
)

if revealed:
    lesson.variants(
        r,
        "recall_denominator",
        "Recall of what exists, or of what fits",
        "When more relevant documents exist than fit, no page reaches a recall of 1. So some tools "
        "divide by no more than k. Down to k = m that is precision, from there on recall: always "
        "the larger of the two. Unlike recall, it can fall.",
        {"capped": "as R_cap, beside recall; the library “implicit” calls it precision"},
    )
    lesson.section(
        "One count, five questions",
        f"""
| | asks | here |
| --- | --- | --- |
| P@k | How much of the page is worth reading? | hits / k = {found}/{k} |
| R@k | How much of what exists is on the page? | hits / m = {found}/{m} |
| F1@k | Are both good? | 2 · hits / (k + m) = {2 * found}/{k + m} |
| Hit@k | Is there anything at all? | {min(found, 1)} |
| RP: R-precision | How much, where both could be perfect? | hits in the top m / m = {top}/{m} |

Here m = {m}: so many relevant documents exist. F1 is the harmonic mean of P and R. They have the
same number on top, so it comes from adding tops and bottoms: {found}/{k} and {found}/{m} make
{2 * found}/{k + m}, and F1 lies between the two. RP needs no k, a query brings its own: the m
documents that should be found. There P, R and F1 are one fraction, so their curves meet. The shaded
corners are what m and k forbid: after k ranks R is at most k/m, and P at most m/k. None of the five
sees the order inside the window.
""",
    )
    lesson.formula(
        worked,
        {r"\mathrm{hit}_i": "1 at a hit, else 0", "k": "the cutoff, however short the list is"},
    )

page = "precision_and_recall"
flat = lesson.to_preset("this list", page, "pr-flat")
three = lesson.to_preset("Three exist", page, "pr-three-exist")
lopsided = lesson.to_preset("one of ten", page, "pr-lopsided")
on_top = lesson.to_preset("at ranks 1 and 2", page, "pr-hits-first")
at_the_end = lesson.to_preset("at 9 and 10", page, "pr-hits-last")
short = lesson.to_preset("Four returned, k = 10", page, "pr-short-list")
lesson.questions(
    {
        "Three relevant documents exist. What is the highest P@10? And the highest R@2?": "P@10: "
        "3/10 = **0.3**, min(m, k)/k. R@2: 2/3 = **0.667**, min(m, k)/m. A target for either means "
        "nothing without m.",
        "Can R@k fall as k grows? Can P@k?": "R@k cannot, a hit that is found stays found. P@k "
        "can: on 1 0 it is 1, then 0.5. Capped recall can, too: the same list with m = 2.",
        "When does Hit@k equal R@k on every list?": "When one relevant document exists. "
        + lesson.to_preset("Drag the line there", page, "pr-one-exists")
        + ".",
        "At which k is precision the same as recall?": "At k = m, for hits/k and hits/m are then "
        "one fraction; F1 is the same, too. It is the R-precision. Elsewhere P and R are equal "
        "only without a hit.",
        "When does recall matter more than precision?": "When a miss is dearer than a wasted look: "
        "patents, law, medicine, or the first stage of a search whose results a second one sorts. "
        "Precision matters where readers see one screen and go no further. "
        "F with a β says which: (1 + β²) · P · R / (β² · P + R), where at β = 2 recall counts "
        "more, and at 1 it is F1.",
        "A tool prints precision and recall without a k. What do they tell of the ranking?": "Of "
        "its order nothing: they read the whole list as one window, in which every document counts "
        "the same. "
        + lesson.to_preset("Show all there is", page, "pr-all-shown")
        + " and recall is 1, whatever the order.",
    },
    before=f"""## What people get wrong

- **“Recall always increases with k.”** Some textbooks say so. It never falls, but at each miss it
  stands still: 0.5 four times on {flat}.
- **“Precision falls with k.”** It moves both ways: a hit raises it, unless it is 1, and a miss
  lowers it. On 1 0 0 1 it is 1, 0.5, 0.333, 0.5.
- **“P@10 can be 1.”** {three}, and it ends at 0.3.
- **“P@10 shows where the two hits are.”** So a textbook has it. Both hits {on_top} or both
  {at_the_end}: 0.2.
- **“F1 is the average of P and R.”** With {lopsided} found, P is 1 and R is 0.1. Their average is
  0.55, F1 is 0.182.
- **“P@k is P@k.”** {short}: three hits are 3/10 in trec_eval, 3/4 where a tool divides by what was
  returned.
""",
)

if revealed:
    lesson.numbers(
        window.every_k(p),
        relevant="hit",
        precision="P@i",
        recall="R@i",
        f1="F1@i",
        contribution="adds",
    )
lesson.onward(page)
