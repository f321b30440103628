"""Lesson: expected reciprocal rank, with a reader who stops when satisfied."""

from metrics import simulation
from ui import figure, lesson
from ui.charts import stops, worths
from ui.look.plain import decimals
from ui.models import score
from ui.parts import sending
from ui.pictures import readers, sent
from ui.studies.sending import means

lesson.heading("expected_reciprocal_rank")

err = score.measure("err")
stop, reach = err.breakdown.terms["stop"], err.breakdown.terms["reach"]
walk = simulation.satisfied(reach, stop, float(err.breakdown.aside["reached_end"]))
group = sending.readers(err, walk, sending.SATISFIED)
first = err.ranked.documents[:1]

worked = lesson.Sum(
    err,
    [
        (rank, f"1/{rank}·{decimals(share)}")
        for rank, share in enumerate(stop, start=1)
        if share >= 5e-4
    ],
)
revealed = lesson.stage(
    err,
    worked=worked,
    columns={
        "a": [
            readers.column(err),
            *sent.column(group),
            sent.adds(group, "stops ÷ rank"),
        ]
    },
    decisive="satisfaction",
    deeds=sending.buttons(),
    chart=figure.of(stops, err),
    little=group.little or None,
    explanation="A reader starts at the top. Each document satisfies some of those who get to it, "
    "the more the better its grade; they stop there, and a stop at rank i is worth 1/i. "
    + (
        "The rest, see-through, goes on. "
        if err.screen["continuation"] == 1
        else f"Of the rest, see-through, a share of {err.screen['continuation']:g} goes on. "
    )
    + "So a document is worth what those above it leave: "
    + lesson.invite(
        "grade the first one 0",
        {"do": "grade", "list": "a", "id": first[0].id if first else "", "grade": 0},
    )
    + " and watch how many readers reach each later one.",
)

if revealed and group.count:
    lesson.section(
        "What the readers brought back",
        "The *expected* in the name: each reader brings back 1/rank of the document that satisfied "
        "them, or nothing. The more are sent, the nearer their mean comes to ERR.",
    )
    means(group)
if revealed:
    left = {"gave up": "gave_up", "reached the end": "reached_end"}
    shares = {name: float(err.breakdown.aside[term]) for name, term in left.items()}
    named = " + ".join(f"{decimals(share)} {name}" for name, share in shares.items() if share)
    lesson.section(
        "Everyone ends up somewhere",
        f"**{decimals(stop.sum())}** of all readers stop satisfied, and "
        f"**{decimals(sum(shares.values()))}** leave unsatisfied{f' ({named})' if named else ''}. "
        f"Together they are 1. The area in the chart is {err.label} = **{err.said}**.",
    )
    lesson.formula(
        worked,
        {
            r"R_i": "satisfaction with the grade at rank i",
            r"p": "probability of going on, 1 as published",
        },
    )

lesson.fold(
    "The reader, as a diagram",
    readers.DIAGRAM
    + "<p>R is the satisfaction of the document's grade. In the published metric p is 1: nobody "
    "gives up before the end. Below 1, an unsatisfied reader leaves with probability 1 − p at each "
    "rank; name it when you use it, because it changes the score.</p>",
)
lesson.unfold(figure.Figure(worths, worths.rows(err, "satisfaction")), "Satisfaction as curves")

printed = lesson.to_preset("that list", "expected_reciprocal_rank", "err-printed-936")
ideal = lesson.invite("its ideal order", {"do": "order", "list": "a", "order": "ideal"})
mistake = lesson.asked(
    {
        "Which check takes five seconds?": "Add the stops: 0.875 + 0.047 + 0.104 + 0.013 = "
        f"**1.039**. More readers stop than ever came. Put {printed} on the board and compare: the "
        "right ones add up to 0.991, and 0.009 leave.",
        "Which check needs no arithmetic at all?": f"Put {printed} on the board and take {ideal}. "
        "The best order of these five documents scores **0.932**. No order can have 0.936.",
        "What went wrong?": "The share that goes on was taken as 1 − the probability of "
        "*stopping* instead of 1 − the *satisfaction*: behind rank 2 1 − 0.047 where 1 − 0.375 "
        "belongs, behind rank 3 1 − 0.104 where 1 − 0.875 belongs. The right ERR is **0.922**.",
    },
    title="Two checks that tell",
    before="""## Find the mistake

A published walk-through works out the list 3 2 3 1 0 on a scale of 0 to 3. It prints these
probabilities of stopping, and an ERR of **0.936**:

| rank | grade | printed |
| --- | --- | --- |
| 1 | 3 | 0.875 |
| 2 | 2 | 0.047 |
| 3 | 3 | 0.104 |
| 4 | 1 | 0.013 |
| 5 | 0 | 0.000 |
""",
)

lesson.questions(
    {
        "What is the ERR of 2 3 0 on a scale to 3?": "3/8 + 1/2 · 5/8 · 7/8 = **0.648**.",
        "How much does a grade 3 lose from rank 1 to rank 3 behind two zeros?": "7/8 = **0.875** "
        "against 7/8 · 1/3 = **0.292**: two thirds. Nobody stops at a zero, so only the rank "
        "counts.",
        "Binary 0 1 0: is ERR the reciprocal rank?": "Not with the published "
        "satisfaction: a hit satisfies half the readers, 1/2 · 1/2 = **0.25**. With *Binary* it "
        "satisfies them all, and ERR is the reciprocal rank, **0.5**.",
        "How do you check an ERR in five seconds?": "Stops plus those who leave must be 1, and no "
        "order may beat the best order.",
        "On a scale to 8: by which factor does a grade 8 fall from rank 1 to rank 5 behind four "
        "4s?": "5 for the rank, times 1.273 for the four chances to stop earlier: **6.37**.",
        "Top grades without end: how far does ERR get?": "To 7 · ln(8/7) = **0.935** on a scale "
        "to 3, and to ln 2 = **0.693** on a binary one. The top grade never satisfies everybody.",
    },
    before=mistake
    + """## What people get wrong

- **“R is the probability of stopping there.”** Only for those who get there. It has to be
  multiplied with the share that is still reading.
- **“The *expected* in the name is a mean over queries.”** It is a mean over where one reader
  stops, on one list. The mean over queries is another step.
- **“A perfect list scores 1.”** The top grade satisfies (2^g − 1)/2^g of the readers: 0.875 on
  a scale to 3, 0.5 on a binary one. With this satisfaction, the published one, ERR stays below 1.
- **“A middling grade is worth half.”** On a scale to 8, grade 4 satisfies 0.059 and grade 8
  satisfies 0.996. The scale's top grade is part of the metric: say it.
""",
)

if revealed:
    lesson.numbers(
        err,
        reach="get here",
        satisfaction="satisfied",
        stop="stop here",
        contribution="adds",
    )
lesson.onward("expected_reciprocal_rank")
