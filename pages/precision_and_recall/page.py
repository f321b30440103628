"""Lesson: precision, recall and other metrics that count the hits in the top k."""

from functools import partial

from pages.precision_and_recall import window, windows
from ui import lesson
from ui.contents import TEXTS
from ui.core.plain import decimals
from ui.draw import figure, score
from ui.draw.beside_cards import running

lesson.heading("precision_and_recall")

p = score.measure("precision")
r = score.measure("recall")
f1 = score.measure("f1")
others = [score.measure("hit"), score.measure("r_precision")]
hits = p.breakdown.terms["relevant"]
found, m, k = int(hits.sum()), int(others[1].breakdown.aside["relevant_total"]), p.screen.k
top = round(others[1].score * m)
first = p.ranked.documents[:1]
page = "precision_and_recall"
average_precision = lesson.to_preset("Average precision", "average_precision", "ap-alternating")

worked = lesson.Sum(p, [(rank, f"{hit:g}") for rank, hit in enumerate(hits, 1)], factor=f"1/{k}")
revealed = lesson.stage(
    *(p, r, f1, *others),
    worked=worked,
    columns=[
        window.column(p),
        running(
            p,
            f"Adds 1/{k}",
            [f"+1/{k}" if hit else "" for hit in hits],
            total=f"P = {decimals(p.score)}",
            sees_grades=False,
        ),
    ],
    above=partial(window.changed, p),
    chart=figure.of(windows, p),
    explanation="A *hit* is a relevant document in the top k. Drag the line at k. **Precision** P "
    "is the share of the top k that is relevant: a hit moves it right, a miss moves it left. "
    f"**Recall** R is the share of all m = {m} relevant documents: a hit moves it right. At "
    f"k = m = {m} both are equal: this is R-precision, RP. **F1** lies between P and R. **Hit** is "
    "1 if there is any hit. Recall cannot reach the blue area, nor precision the red one. "
    + controls.invite(
        "Move the first document down to rank k",
        {
            "do": "move",
            "list": "a",
            "id": first[0].id if first else "",
            "to": min(k, p.ranked.retrieved) - 1,
        },
    )
    + ": the values at the line stay.",
)

if revealed:
    lesson.section(
        "The precision–recall curve",
        "The lower half of the chart is the *precision–recall curve*: each k is one point, with "
        "its recall across and its precision upwards. At a hit the line goes right, then up; at a "
        "miss it goes straight down. Along a grey line F1 is the same. "
        f"{average_precision} (see that lesson) is the area below a similar staircase. It takes "
        "the precision at each hit.",
    )
    lesson.variants(
        r,
        "recall_denominator",
        "Recall of what exists, or of what fits",
        "When more relevant documents exist than fit into the top k, recall cannot reach 1. So "
        "some tools divide by k at most. While k is at most m, this capped recall equals "
        "precision. After that it equals recall.",
        {"capped": "as R_cap, beside recall; the library “implicit” calls it precision"},
    )
    lesson.section(
        "One count, five questions",
        f"""
| measure | asks | here |
| --- | --- | --- |
| P@k: precision | How much of the page is worth reading? | hits / k = {found}/{k} |
| R@k: recall | How much of what exists is on the page? | hits / m = {found}/{m} |
| F1@k | Are both good? | 2 · hits / (k + m) = {2 * found}/{k + m} |
| Hit@k | Is there anything at all? | {min(found, 1)} |
| RP: R-precision | How much, at the k where both could be 1? | hits in the top m / m = {top}/{m} |

Here m = {m}: so many relevant documents exist. F1 is the harmonic mean of P and R. Both fractions
have the same numerator, the hits. So F1 = ({found} + {found})/({k} + {m}), and it lies between
the two. RP needs no k: each query uses its own m. There P, R and F1 are the same fraction, so their
curves meet. At most k of the m documents fit into k ranks. So R is at most k/m, and P is at most
m/k.
P, R, F1 and Hit do not see the order of the top k; RP does not see that of the top m.
""",
    )
    lesson.formula(worked, {"k": "the cutoff, however short the list is"})

flat = lesson.to_preset("1 0 0 0 1 0", page, "pr-flat")
three = lesson.to_preset("three exist", page, "pr-three-exist")
lopsided = lesson.to_preset("one of ten", page, "pr-lopsided")
on_top = lesson.to_preset("at ranks 1 and 2", page, "pr-hits-first")
at_the_end = lesson.to_preset("at 9 and 10", page, "pr-hits-last")
short = lesson.to_preset("Four returned, k = 10", page, "pr-short-list")
voice = lesson.to_preset("Show it", "reciprocal_rank", "rr-voice")
lesson.questions(
    {
        "Four relevant documents exist. What is the highest P@20? And the highest R@3?": "P@20: "
        "4/20 = **0.2**, which is min(m, k)/k. R@3: 3/4 = **0.75**, which is min(m, k)/m. So the "
        "goal “P@20 of at least 0.5” means nothing until you know m.",
        "Capped recall divides by at most k. Can it fall as k grows?": "Yes. On 1 0 with m = 2 it "
        "is 1/1 at k = 1 and 1/2 at k = 2. Recall itself cannot fall: a document that was found "
        "stays found.",
        "When does Hit@k equal R@k on every list?": "When one relevant document exists. "
        + lesson.to_preset("Drag the line there", page, "pr-one-exists")
        + ".",
        "P@5 and R@5 are both 0.6. How many relevant documents exist?": "**Five**. P@5 = 0.6 is "
        "three hits of five, and R@5 = 3/m = 0.6 only if m = 5. P and R are the same at k = m: "
        "this is R-precision. Elsewhere they are equal only without a hit.",
        "When does recall matter more than precision?": "When a missed document costs more than a "
        "wasted look: patents, law, medicine. Also in the first stage of a search, if a second "
        "stage sorts its results. Precision matters where people read one screen and stop. "
        "F with β sets the balance: (1 + β²) · P · R / (β² · P + R). At β = 2 recall counts "
        "more, and at β = 1 this is F1.",
        "Why do teams report precision@k more often than recall@k?": f"{TEXTS['guide'].link} says "
        "that precision@k is usually preferred in practice. It needs judgements for k documents "
        "only. Recall needs m, and nobody has judged all documents that exist. But P@10 depends "
        "on m, too: with m = 2 it cannot pass 0.2.",
        "A tool prints precision and recall without a k. What do they say about the order?": "Of "
        "the order they say nothing. They read the whole list as the top k, and each document "
        "counts the same. "
        + lesson.to_preset("Show all documents", page, "pr-all-shown")
        + " and recall is 1 in every order.",
        "One of a million documents is relevant, and a voice reads out one. Which k?": "**k = 1**: "
        f"Hit@1 is 1 if the first document is right, else 0. {voice}.",
    },
    before=f"""## What people get wrong

- **“Recall always increases with k.”** {TEXTS["guide"].link} says so. It never falls, but a miss
  leaves it as it is: on {flat} it is 0.5 at k = 1, 2, 3 and 4.
- **“Precision falls with k.”** It goes both ways. A hit raises it, unless it is 1. A miss lowers
  it, unless it is 0. On 1 0 0 1 it is 1, 0.5, 0.333, 0.5.
- **“P@10 can be 1.”** Only if ten relevant documents exist. If {three}, P@10 is at most
  0.3.
- **“P@10 shows where the two hits are.”** It does not, as {TEXTS["guide"].link} explains. Both hits
  {on_top} or both {at_the_end}: 0.2.
- **“F1 is the average of P and R.”** It is the harmonic mean. With {lopsided} found, P is 1 and R
  is 0.1. Their average is 0.55, F1 is 0.182.
- **“P@k is P@k.”** {short}: three hits are 3/10 in trec_eval. They are 3/4 in a tool that divides
  by what was returned.
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
