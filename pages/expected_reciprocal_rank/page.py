"""Lesson: expected reciprocal rank, with a reader who stops when satisfied."""

from metrics import simulation
from pages.expected_reciprocal_rank import stops
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, readers, score, sending, sent, worths
from ui.draw.sending_page import means

lesson.heading("expected_reciprocal_rank")
page = "expected_reciprocal_rank"

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
    columns=[
        readers.column(err),
        *sent.column(group),
        sent.adds(group, "stops ÷ rank"),
    ],
    decisive="satisfaction",
    deeds=sending.buttons(),
    chart=figure.of(stops, err),
    little=group.little or None,
    explanation="A reader starts at the top. Each document satisfies a share R of those who look "
    "at it: the better its grade, the more. They stop there (filled), and a stop at rank i is "
    "worth 1/i. "
    + (
        "The others (pale) go on. "
        if err.screen["continuation"] == 1
        else f"Of the others (pale), a share of {err.screen['continuation']:g} goes on. "
    )
    + "The sum is ERR (expected reciprocal rank).\n\nA document only satisfies "
    "readers who are not satisfied yet. Try it: "
    + controls.invite(
        "grade the first document 0",
        {"do": "grade", "list": "a", "id": first[0].id if first else "", "grade": 0},
    )
    + ". More readers reach each later rank.",
)

if revealed and group.count:
    lesson.section(
        "What the readers brought back",
        "*Expected* means a mean over readers. Each reader gets 1/rank of the document that "
        "satisfied them, or 0. The more readers you send, the nearer their mean comes to ERR.",
    )
    means(group)
if revealed:
    left = {"gave up": "gave_up", "reached the end": "reached_end"}
    shares = {name: float(err.breakdown.aside[term]) for name, term in left.items()}
    named = " + ".join(f"{decimals(share)} {name}" for name, share in shares.items() if share)
    parts = f" ({named})" if err.screen["continuation"] < 1 and named else ""
    lesson.section(
        "Everyone ends up somewhere",
        f"**{decimals(stop.sum())}** of all readers stop satisfied, and "
        f"**{decimals(sum(shares.values()))}** leave unsatisfied{parts}. "
        f"Together they are 1. The area in the chart is {err.label} = **{err.text}**.",
    )
    lesson.formula(worked, {"c": "1 in the original paper"})

lesson.fold(
    "The reader, as a diagram",
    readers.DIAGRAM
    + "<p>R is the satisfaction of the document’s grade. In the original paper c is 1: nobody "
    "gives up before the end. Below 1, an unsatisfied reader leaves with probability 1 − c after "
    "each rank. Name c if you use it, because it changes the score.</p>",
)
if revealed:
    lesson.variants(
        err,
        "satisfaction",
        "How far does a grade satisfy?",
        "R is the probability that a document of grade g satisfies a reader. Exponential is the "
        "form of the original paper (Chapelle et al. 2009): a 3 satisfies 7 of 8 readers, a 1 only "
        "1 of 8. With Linear the 1 satisfies 1 of 3. Sigmoid gives even a grade 0 a little: at "
        "steepness 2, 0.018 with midpoint 2 and 0.047 with midpoint 1.5. So "
        + lesson.to_preset("a list without any relevant document", page, "err-sigmoid")
        + " does not score 0.",
        {
            "sigmoid": f"{knobs.besides('satisfaction', 'sigmoid', err.screen.settings)}; "
            + TEXTS["chapter"].name
        },
    )
lesson.unfold(
    figure.Figure(worths, worths.rows(err, "satisfaction")), "The four satisfactions as curves"
)

printed = lesson.to_preset("that list", page, "err-printed-936")
gives_up = lesson.to_preset("c = 0.9", page, "err-gives-up")
ideal = controls.invite("its ideal order", {"do": "order", "list": "a", "order": "ideal"})
mistake = lesson.asked(
    {
        "Which check takes five seconds?": "Add the stops: 0.875 + 0.047 + 0.104 + 0.013 = "
        f"**1.039**. More readers stop than there are. Put {printed} on the board and compare: the "
        "right stops add up to 0.991, and 0.009 leave.",
        "Which check needs no arithmetic at all?": f"Put {printed} on the board and take {ideal}. "
        "The best order of these five documents scores **0.932**. No order can have 0.936.",
        "What went wrong?": "The share that goes on is 1 − the *satisfaction*, but 1 − the "
        "probability of *stopping* was taken. After rank 2 that is 1 − 0.047 instead of "
        "1 − 0.375. After rank 3 it is 1 − 0.104 instead of 1 − 0.875. The right ERR is **0.922**.",
    },
    title="Two checks that find it",
    before=f"""## Find the mistake

{TEXTS["chapter"].link} works out a list of smartphone reviews, 3 2 3 1 0, on a scale of 0 to 3. It
prints these probabilities of stopping, and an ERR of **0.936**:

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
        "What is the ERR of 2 3 0 on a scale of 0 to 3?": "3/8 + 1/2 · 5/8 · 7/8 = **0.648**. "
        f"{TEXTS['article'].link} has the right score, but prints a sum that forgets the 5/8.",
        "How much does a grade 3 lose from rank 1 to rank 3, below two zeros?": "At rank 1 it adds "
        "7/8 = **0.875**, at rank 3 only 7/8 · 1/3 = **0.292**: it loses two thirds. Nobody stops "
        "at a zero, so only the rank counts.",
        "The list 0 1 0 has grades 0 and 1 only: is ERR the reciprocal rank?": "Not with "
        "*Satisfaction* Exponential: a hit satisfies half of the readers, 1/2 · 1/2 = **0.25**. "
        "With *Satisfaction* Binary it satisfies all of them, and ERR is the reciprocal rank, "
        "**0.5**.",
        "On a scale of 0 to 8: by which factor does a grade 8 fall from rank 1 to rank 5, below "
        "four 4s?": "5 for the rank, times 1.273 for the four chances to stop earlier: **6.37**. "
        f"{TEXTS['article'].link} prints 6.36, and 0.99 for an ERR of 0.996: both are cut off, not "
        "rounded.",
        "An endless list of top grades: what is its ERR?": "On a scale of 0 to 3 it is "
        "7 · ln(8/7) = **0.935**, on a binary scale ln 2 = **0.693**. With Exponential the top "
        "grade never satisfies all readers.",
        "One in ten unsatisfied readers gives up after each rank. ERR of 3 2 3 1 0?": "**0.915** "
        f"instead of 0.922: {gives_up}. {TEXTS['guide'].link} describes ERR with this probability; "
        "the original paper has none.",
    },
    before=mistake
    + f"""## What people get wrong

- **“R is the probability of stopping there.”** Only for those who get there. Multiply it by the
  share of readers who still read.
- **“The *expected* in the name is a mean over queries.”** So says {TEXTS["guide"].link}. It is a
  mean over where a reader stops, in one list. The mean over queries is another step.
- **“A perfect list scores 1.”** With Exponential the top grade satisfies 0.875 of the readers on a
  scale of 0 to 3, and 0.5 on a binary one. So ERR stays below 1.
- **“A middling grade is worth half.”** On a scale of 0 to 8, grade 4 satisfies 0.059 and grade 8
  satisfies 0.996. The top grade of the scale is part of the metric: name it.
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
lesson.onward(page)
