"""Lesson: graded average precision, a mean over readers with different relevance thresholds."""

from ui import figure, lesson
from ui.charts import borders, crowds, preferences, q_patience
from ui.look.plain import decimals
from ui.models import score
from ui.parts import controls
from ui.pictures import crowd

lesson.heading("graded_average_precision")

gap = score.measure("graded_average_precision")
q = score.measure("q_measure")
bpref = score.measure("bpref")
ap = score.measure("average_precision")
now, total = gap.screen, float(gap.breakdown.aside["denominator"])
precision = gap.breakdown.terms["precision"]
turn = {"do": "turn", "knob": "thresholds"}
easy, picky = ([*row] for row in ([1] + [0] * (now.scale - 1), [0] * (now.scale - 1) + [1]))

patience, judged_above = figure.of(q_patience, q), figure.of(preferences, bpref)
worked = lesson.Sum(
    gap,
    [(rank, decimals(seen)) for rank, seen in enumerate(precision, 1) if seen],
    factor=f"1/{total:.4g}" if total else "0/0",
)
revealed = lesson.stage(
    *(gap, q, bpref, ap),
    worked=worked,
    columns={"a": crowd.columns(gap)},
    decisive="thresholds",
    chart=figure.of(crowds, gap),
    more=[patience, judged_above],
    turn=["scale", "relevant_from", "k", "denominator", "gain"],
    explanation="One list, and a crowd that looks at it. Each reader has a **bar**: a grade from "
    "which a document is good. So each sees other hits and has another AP. A block beside a "
    "card is as long as the precision at a hit and as thick as these readers are many; all their "
    "areas, over what a perfect list would have, are GAP. Make "
    + lesson.invite("everybody content with a 1", {**turn, "to": easy})
    + ", or "
    + lesson.invite("everybody picky", {**turn, "to": picky})
    + ".",
)

if revealed:
    lesson.section(
        "How the blend comes about",
        "GAP is not the plain mean of these APs. A reader weighs by the share of readers, *times "
        "how many documents are good enough for them*: a bar that a single document reaches has "
        "a single precision to add.",
    )
    crowd.blend(gap)
    lesson.formula(
        worked,
        {
            "c": f"a bar, from 1 to the top grade {now.scale}",
            "t_c": "share of the readers who have it",
            r"\mathrm{P}_c\mathrm{@}i": "precision down to rank i as they see it",
            "m_c": "documents that reach it, found or not; the sum of all "
            f"$t_c \\, m_c$ is {total:.4g} here",
        },
    )
    if now.scale > 1:
        lesson.unfold(figure.of(borders, gap), "Which crowd likes your last move, which list B?")
    lesson.section(
        "Q: from hits to gain, by patience",
        "Q-measure has one reader, and minds grades in another way. At each hit AP asks for "
        "hits / rank. Q blends in the gain: (hits + β · gain so far) / (rank + β · the ideal gain "
        "so far), summed over the hits and divided by all that exist. β is the **patience**. At 0 "
        "Q is AP. The more patience, the more the gain alone counts. Once the ideal list is used "
        "up its gain stands still, so a late hit costs less and less.",
    )
    figure.show(patience)
    controls.turn(["patience"], "patience")
    unjudged = next((d for d in gap.ranked.documents if d.grade is None), None)
    judged = next((d for d in gap.ranked.documents if d.grade == 0), unjudged)
    on_a = {"do": "grade", "list": "a"}
    lesson.section(
        "Nobody judged it",
        "A card with a ? is a document no judge has seen. AP, Q and GAP count it as a miss. bpref "
        "acts as if it were not there: each hit scores 1 − (judged misses above it) / (judged hits "
        "or judged misses, whichever are fewer), never below 0, and the mean is over all hits that "
        "exist. "
        + (
            lesson.invite("Judge the first ? a miss", {**on_a, "id": unjudged.id, "grade": 0})
            + ", and bpref alone moves. "
            + lesson.invite(
                "Put it on top", {"do": "move", "list": "a", "id": unjudged.id, "to": 0}
            )
            + ", and bpref alone stands still."
            if unjudged
            else lesson.invite(
                "Turn the first miss into a ?",
                {**on_a, "id": judged.id if judged else "", "grade": None},
            )
            + ", and bpref alone moves; then put it elsewhere, and bpref alone stands still."
        ),
    )
    figure.show(judged_above)
    if unjudged:
        crowd.unjudged([ap, q, gap, bpref])

page = "graded_average_precision"
dip = lesson.to_preset("2 0 0 3 0 1, cut at 5,", page, "q-dip")
mistake = lesson.asked(
    {
        "Which of the two lists does it rank wrongly?": "Both get **1**: "
        + lesson.to_preset("3 1 0", page, "gap-swap-before")
        + " and "
        + lesson.to_preset("1 3 0", page, "gap-swap")
        + ". The grade is a weight on precision, but precision counts hits, and a 1 is as much of "
        "a hit as a 3. Without a miss between them their order costs nothing.",
        "What does GAP say?": "**1** and **0.750**. For the two readers in three who want more "
        "than a 1, the first rank of 1 3 0 is a miss, and their AP is 0.5.",
        "So does it never see order?": "Only when a miss comes between: "
        + lesson.to_preset("1 0 3", page, "gap-gap")
        + " gets 0.750 by that formula, and 0.583 from GAP.",
    },
    title="Three questions that find it",
    before="""## Find the mistake

A published text on graded AP says: take the formula of AP, and where the hit stands, put the
grade. Divide by the sum of all grades. Try it on 3 1 0 and on 1 3 0.
""",
)
lesson.questions(
    {
        "All grades are 0 or 1. What is GAP?": "AP: a single bar is left, whatever the shares. "
        + lesson.to_preset("Show it", page, "gap-binary")
        + ".",
        "1 0 2 0 3, a third of the readers at each bar. GAP?": "Their APs are 0.756, 0.367 and "
        "0.2, and 3, 2 and 1 documents are good for them: (3 · 0.756 + 2 · 0.367 + 0.2) / 6 = "
        "**0.533**. The plain mean would be 0.441. "
        + lesson.to_preset("Show it", page, "gap-opening")
        + ".",
        "Can two crowds prefer different lists?": "Yes. "
        + lesson.to_preset("1 1 2 0 3", page, "gap-tolerant")
        + " has 0.676 and "
        + lesson.to_preset("3 0 0 1 2", page, "gap-for-the-picky")
        + " 0.750 for a crowd in thirds. If all are content with a 1, it is 0.950 against 0.700.",
        "Is there a list that nobody can complain about?": "The one sorted by grade, if all that "
        "is good is on it: each reader finds their hits without a miss between, and every AP is 1.",
        "A new system finds documents nobody judged. Which score is fair to it?": "bpref at least "
        "does not hold them against it. In "
        + lesson.to_preset("? 3 1 0 2", page, "unjudged-on-top")
        + " AP is 0.589 and bpref 0.667; "
        + lesson.to_preset("without the ?", page, "unjudged-out")
        + " AP is 0.917, and bpref 0.667 again.",
    },
    before=mistake
    + f"""## What people get wrong

- **“Put the grade in the place of AP's hit, and you have GAP.”** That gives 1 3 0 a perfect 1.
- **“GAP is the mean of the readers' APs.”** It is a weighted one: a bar that more documents reach
  weighs more.
- **“Unjudged means irrelevant.”** It means unknown. AP, Q, GAP and nDCG treat it as irrelevant, a
  decision that favours the systems whose documents were judged.
- **“bpref is just AP without the unjudged.”** On 3 1 0 2 AP is 0.917 and bpref 0.667: bpref counts
  judged misses above a hit and does not care at which rank the hit stands.
- **“Q lies between AP and the gain alone.”** Mostly. On {dip} both are 0.500, and Q at patience 1
  is 0.483.
""",
)

if revealed:
    lesson.numbers(
        gap,
        precision="share × precision",
        contribution="adds",
    )
lesson.onward(page)
