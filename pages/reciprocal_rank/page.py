"""Lesson: reciprocal rank and the rank of the first hit, and how the two differ."""

from functools import partial

from pages.reciprocal_rank import first_hit, first_hits, outliers
from ui import lesson
from ui.contents import TEXTS
from ui.draw import figure, score

lesson.heading("reciprocal_rank")
page = "reciprocal_rank"

rr = score.measure("reciprocal_rank")
frp = score.measure("first_relevant_rank")
mr = score.measure("mean_rank")
k, documents = rr.screen.k, rr.ranked.documents
hits = [rank for rank, hit in enumerate(rr.breakdown.terms["relevant"], start=1) if hit]

down = lesson.to_preset("Take a list with one", page, "rr-opening")
if hits and hits[0] < rr.ranked.retrieved:
    first = documents[hits[0] - 1].id
    down = controls.invite(
        "Move it one rank down", {"do": "move", "list": "a", "id": first, "to": hits[0]}
    )
worked = lesson.Sum(rr, [(rank, f"1/{rank}") for rank in hits[:1]])
revealed = lesson.stage(
    rr,
    frp,
    mr,
    columns=first_hit.stairs(rr, frp),
    above=partial(first_hit.scales, rr, frp),
    worked=worked,
    chart=figure.of(first_hits, rr),
    explanation="Drag the relevant card or its mark. A reader stops at the first relevant "
    "document, the first *hit*. **FRP**, the first relevant rank, counts the documents opened. "
    "**RR** is 1 / FRP: at rank 2 half is lost. "
    f"{down} and compare.",
)

if revealed:
    lesson.variants(
        mr,
        "missing",
        "The trap of the mean rank",
        "MR, the mean rank, is the average rank of all relevant documents, not of the first alone. "
        "A relevant document below the line k, or never found, has no rank. If it counts as rank "
        "k + 1, losing a document always makes MR worse. If it is left out, losing a late one "
        "makes MR better.",
        {
            "penalty": f"each missing one counts as rank {k + 1}",
            "ignore": f"the mean of the hits in the top k, as in {TEXTS['chapter'].name}",
        },
    )
    trap = (
        controls.invite(
            "Drag the last hit to the end of the list",
            {
                "do": "move",
                "list": "a",
                "id": documents[hits[-1] - 1].id,
                "to": rr.ranked.retrieved - 1,
            },
        )
        if len(hits) > 1 and rr.ranked.retrieved > k
        else lesson.to_preset("Take hits at 1 and 5, k = 5", page, "rr-mean")
    )
    later = (
        controls.invite(
            "Move the last hit up, to the rank below the first",
            {"do": "move", "list": "a", "id": documents[hits[-1] - 1].id, "to": hits[0]},
        )
        if hits and hits[-1] > hits[0] + 1
        else lesson.to_preset("Take two hits", page, "rr-two")
    )
    lesson.section(
        "Try the trap",
        f"{trap}, and watch both numbers. With missing ones left out, 1 0 0 0 1 0 0 0 has an MR@5 "
        "of (1 + 5)/2 = 3. If the second hit falls to rank 8, MR@5 is 1/1 = 1: a worse list and a "
        "better score. If it counts as rank k + 1 = 6, MR@5 is (1 + 6)/2 = 3.5.\n\n"
        f"RR ignores everything below the first hit. {later}: MR changes, RR and the first "
        "relevant rank stay.",
    )
    lesson.unfold(
        figure.of(outliers, rr), "Four queries: three first hits at rank 1, and this list"
    )
    lesson.formula(worked)

voice = lesson.to_preset("Play it with a voice assistant", page, "rr-voice")
shop = lesson.to_preset("a shop", page, "rr-published")
lesson.section(
    "When few documents are relevant",
    f"""
In some searches one or two of very many documents are relevant. One of them must come first.
{TEXTS["chapter"].link} calls such searches *low precision* and recommends RR, FRP and Hit. {voice}.

| situation | in sight | why RR fits |
| --- | --- | --- |
| a voice assistant | 1 | It reads out one answer, so use k = 1: RR@1 is Hit@1. |
| a question with one answer, a featured snippet | 1 | A second right answer adds nothing. |
| autocomplete | 4 or 5 | People take one completion. |
| sponsored slots, a phone's screen | 2 or 3 | What is below may not be seen. |

RR does not fit where one document is not enough. Research and law want all relevant documents:
recall or AP (average precision). A shop has grades of good: nDCG (discounted gain) or ERR (expected
reciprocal rank).

**Clicks as relevance.** Often nobody has judged the documents. Then {shop} may count the first
*clicked* document as the first relevant one, as {TEXTS["article"].link} describes: a click at
rank 2 is an RR of 1/2. But a click also says what was seen. In an eye-tracking study people looked
at the first two results most, and clicked the first even when it was worse
([Joachims et al. 2005](https://doi.org/10.1145/1076034.1076063)). So such an RR also measures the
old order.
""",
)

first_of_all = lesson.to_preset("From rank 2", page, "rr-opening")
ninth = lesson.to_preset("from rank 9", page, "rr-ninth")
lesson.questions(
    {
        "First hits at ranks 1, 2 and 10. What is the mean RR? Which rank is that?": "(1 + 0.5 + "
        "0.1)/3 = **0.533**. 1/0.533 is 1.875, the *harmonic* mean of the ranks. Their mean is "
        "13/3 = 4.333.",
        "RR@10 is 0.25. How many documents did the reader open, and how many were relevant?": "Four"
        " documents, and one was relevant: the last one. RR says nothing about the ranks below.",
        "Four queries have their first hit at ranks 1, 1, 1 and 100. What are mean RR and mean "
        "rank?": "Mean RR is 3.01/4 = **0.7525**. The mean rank is 103/4 = **25.75**. One query "
        "makes nearly all of the mean rank, and almost nothing of the mean RR: without a hit there "
        f"it would be 0.75. {TEXTS['chapter'].link} says it: outliers move MRR less than FRP.",
        "System A has its first hits at 1 and 100, B at 10 and 10. Which is better?": "By mean RR "
        "A: (1 + 0.01)/2 = **0.505** against **0.1**. By mean rank B: **10** against **50.5**. RR "
        "gives more for one perfect answer than it takes away for one hopeless one.",
        "RR@5 is 0. Where is the first hit?": "At rank 6, at rank 1000, or nowhere: RR@5 cannot "
        "tell them apart. See a first hit "
        + lesson.to_preset("below k", page, "rr-cut")
        + ", and a list with "
        + lesson.to_preset("no hit", page, "rr-nothing")
        + ".",
    },
    before=f"""## What people get wrong

- **“MRR is the average rank of the first hit.”** {TEXTS["article"].link} describes it so. MRR is
  the average of 1/rank. 1/MRR is the harmonic mean of the ranks, and small ranks dominate it.
- **“A rank lost is a rank lost.”** {first_of_all} to rank 3 RR loses 0.167, {ninth} to 10 it loses
  0.011: 15 times less.
- **“RR 0.5 is half as good.”** It is one more document to open. FRP says so in documents: 2, not 1.
- **“Mean rank: lower is better.”** Only if a missing document counts as a bad rank. Ask for this
  rule before you compare two systems: {TEXTS["chapter"].link} averages the hits in the top k only.
- **“RR sees how good the first hit is.”** It reads relevant or not: 2 3 0 scores 1, though the
  better document is at rank 2. Say from which grade on a document counts.
  {lesson.to_preset("Relevant from 2", page, "rr-graded")}.
""",
)

if revealed:
    lesson.numbers(
        rr,
        relevant="hit",
        contribution="adds",
    )
lesson.onward("reciprocal_rank")
