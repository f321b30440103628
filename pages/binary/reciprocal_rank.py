"""Lesson: reciprocal rank and the rank of the first hit, and how the two differ."""

from functools import partial

from ui import figure, lesson
from ui.charts import first_hits, outliers
from ui.models import score
from ui.pictures import first_hit

lesson.heading("reciprocal_rank")
page = "reciprocal_rank"

rr = score.measure("reciprocal_rank")
frp = score.measure("first_relevant_rank")
mr = score.measure("mean_rank")
k, documents = rr.screen.k, rr.ranked.documents
hits = [rank for rank, hit in enumerate(rr.breakdown.terms["relevant"], start=1) if hit]

down = lesson.to_preset("Take one at rank 1", page, "rr-first")
if hits and hits[0] < rr.ranked.retrieved:
    first = documents[hits[0] - 1].id
    down = lesson.invite(
        "Move it one rank down", {"do": "move", "list": "a", "id": first, "to": hits[0]}
    )
worked = lesson.Sum(rr, [(rank, f"1/{rank}") for rank in hits[:1]])
revealed = lesson.stage(
    rr,
    frp,
    mr,
    columns={"a": first_hit.stairs(rr, frp)},
    above=partial(first_hit.scales, rr, frp),
    worked=worked,
    chart=figure.of(first_hits, rr),
    explanation="Drag the relevant card, or its mark on a scale. A reader leaves with the first "
    "relevant document. The **first relevant rank**, FRP, counts those opened: a step is a step. "
    f"**RR** is 1 over that: the first step costs half, each later one less. {down} and compare.",
)

if revealed:
    lesson.variants(
        mr,
        "missing",
        "The trap of the mean rank",
        "MR, the mean rank, looks at all relevant documents, not at the first alone: at which rank "
        "do they stand on average? One below the cut, or never found, has no rank. Charge it k + "
        "1, and losing a document always costs. Leave it out, and losing a late one makes the mean "
        "better.",
        {
            "penalty": f"what is missing counts as rank {k + 1}",
            "ignore": "the mean of the hits in sight, as a textbook has it",
        },
    )
    trap = (
        lesson.invite(
            "Drop the last hit below the cut",
            {"do": "move", "list": "a", "id": documents[hits[-1] - 1].id, "to": k},
        )
        if len(hits) > 1 and rr.ranked.retrieved > k
        else lesson.to_preset("Hits at 1 and 5, k = 5", page, "rr-trap")
    )
    later = (
        lesson.invite(
            "Bring the last hit up, right behind the first",
            {"do": "move", "list": "a", "id": documents[hits[-1] - 1].id, "to": hits[0]},
        )
        if hits and hits[-1] > hits[0] + 1
        else lesson.to_preset("Two hits", page, "rr-two")
    )
    lesson.section(
        "Fall into it, and out again",
        f"{trap}, and see both. With what is missing left out, 1 0 0 0 1 0 has an MR@5 of (1 + "
        "5)/2 = 3, and 1 0 0 0 0 1 one of 1/1 = 1: a worse list, a better score. Charged k + 1, it "
        "is (1 + 6)/2 = 3.5.\n\n"
        f"RR has another blind spot: all that comes after the first hit. {later}: MR moves, RR and "
        "the first relevant rank stay.",
    )
    lesson.unfold(figure.of(outliers, rr), "Four queries: three hit at rank 1, this list is one")
    lesson.formula(
        worked,
        {r"\mathrm{hit}_i": "1 at a hit, else 0", "k": "the cutoff; no hit down to it scores 0"},
    )

lesson.section(
    "Where it fits",
    """
| one answer is enough | why |
| --- | --- |
| a voice assistant | it reads out one answer, and nobody waits for the third |
| a question with one answer, a featured snippet | the second right one adds nothing |
| autocomplete | one completion is taken, the others vanish |
| a phone's screen, two or three sponsored slots | few are in sight, and each swipe loses people |

Not where one is not enough: research and law want all there is (recall, AP), a shop has shades of
good (nDCG, ERR), and whoever compares offers reads on after the first.
""",
)

first_of_all = lesson.to_preset("From rank 1", page, "rr-first")
ninth = lesson.to_preset("from rank 9", page, "rr-ninth")
lesson.questions(
    {
        "First hits at ranks 1, 2 and 10. What is the mean RR? Which rank is that?": "(1 + 0.5 + "
        "0.1)/3 = **0.533**. 1/0.533 is 1.875, the *harmonic* mean of the ranks. Their mean is "
        "13/3 = 4.333.",
        "Two relevant documents, and the lower one moves up. What does RR do?": "Nothing, as long "
        "as it stays the lower one. " + lesson.to_preset("Try it", page, "rr-two") + ".",
        "First hits at 1, 1, 1 and 100: which mean does the last query rule, that of RR or that "
        "of the ranks?": "That of the ranks: 103/4 = **25.75**, where three of four are perfect. "
        "Mean RR is 3.01/4 = **0.7525**; without any hit it would be 0.75.",
        "System A has its first hits at 1 and 100, B at 10 and 10. Which is better?": "By mean RR "
        "A: (1 + 0.01)/2 = **0.505** against **0.1**. By mean rank B: **10** against **50.5**. RR "
        "rewards one perfect answer more than it charges a hopeless one.",
        "RR@5 is 0. Where is the first hit?": "At rank 6, at rank 1000, or nowhere: from the cut "
        "on they are the same. See a first hit "
        + lesson.to_preset("below the cut", page, "rr-cut")
        + ", and one that is "
        + lesson.to_preset("nowhere", page, "rr-nothing")
        + ".",
    },
    before=f"""## What people get wrong

- **“MRR is the average rank of the first hit.”** Some textbooks say so. It is the average of
  1/rank, and its inverse is the harmonic mean, which the good ranks rule.
- **“A rank lost is a rank lost.”** {first_of_all} to 2 RR loses 0.5, {ninth} to 10 it loses 0.011:
  45 times less.
- **“RR 0.5 is half as good.”** It is one document more to open. Only the first relevant rank says
  it in documents.
- **“Mean rank: lower is better.”** Only if what is missing has a price. Ask for it before you
  compare two systems.
- **“RR sees how good the first hit is.”** It reads hit or miss: 2 3 0 scores 1, with the better
  one at rank 2. Say from which grade a document counts.
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
