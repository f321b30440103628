"""Lesson: graded average precision, a mean over readers with different relevance thresholds."""

from metrics.average import naive_graded_average_precision
from metrics.breakdown import Breakdown
from pages.graded_average_precision import borders, crowd, crowds, preferences, q_patience
from ui import lesson
from ui.contents import TEXTS
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.parts import controls

lesson.heading("graded_average_precision")

gap = score.measure("graded_average_precision")
q = score.measure("q_measure")
bpref = score.measure("bpref")
ap = score.measure("average_precision")
now, total = gap.screen, float(gap.breakdown.aside["denominator"])
precision = gap.breakdown.terms["precision"]
turn = {"do": "turn", "knob": "thresholds"}


def naive(screen: Screen) -> Breakdown:
    """Return the terms of the shortcut on list A."""
    ranking = score.ranking(screen, "a")
    return naive_graded_average_precision(ranking, screen.k)


*groups, adds = crowd.columns(gap)
if now["naive_gap"] == "shown":
    shortcut = score.measure_by(naive, "Shortcut")
    groups.append(running(shortcut, "Shortcut", total=shortcut.text, room="0.2rem"))
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
    columns=[*groups, adds],
    decisive="thresholds",
    chart=figure.of(crowds, gap),
    more=[patience, judged_above],
    turn=["scale", "relevant_from", "k", "denominator", "gain", "naive_gap"],
    explanation="Many readers look at one list. Each has a **threshold**: the grade from which a "
    "document is good for them. So each has other hits, and another AP (average precision).\n\n"
    "Each hit has a block beside its card. Length: precision at this hit. Thickness: share of "
    "readers. Add up all areas and divide by those of a perfect list: that is GAP (graded "
    "average precision). Now make "
    + controls.invite("all readers accept a 1", {**turn, "to": easy})
    + ", or "
    + controls.invite("all readers want the top grade", {**turn, "to": picky})
    + ", and watch GAP.",
)

if revealed:
    lesson.section(
        "How the blend comes about",
        "GAP is not the plain mean of these APs. The weight of a group is its share of the "
        "readers, *times how many documents are good enough for it*. The table adds up group by "
        "group. The formula below it adds up rank by rank: its numbers differ, but the sum is "
        f"the same, **{gap.text}**.",
    )
    crowd.blend(gap)
    lesson.formula(
        worked,
        {
            "c": f"from 1 to the top grade {now.scale}",
            "m of c": f"also counts those not found, so the second sum is {total:.4g} here",
        },
    )
    if now.scale > 1:
        lesson.unfold(figure.of(borders, gap), "Which readers prefer your last move, or list B?")
    lesson.section(
        "Q: from hits to gain, by patience",
        "The Q-measure has only one reader. At each hit, AP asks for hits / rank. Q blends in the "
        "gain: (hits + β · gain so far) / (rank + β · ideal gain so far). The sum over the hits "
        "is divided by the number of relevant documents. β is the **patience**. With β = 0, Q is "
        "AP. The larger β, the more the gain counts. The ideal gain stops growing after the last "
        "relevant document. So with a large β a late hit costs little, a known weakness of Q.",
    )
    figure.show(patience)
    controls.turn(["patience"], "patience")
    unjudged = next((d for d in gap.ranked.documents if d.grade is None), None)
    judged = next((d for d in gap.ranked.documents if d.grade == 0), unjudged)
    on_a = {"do": "grade", "list": "a"}
    lesson.section(
        "Nobody judged it",
        "A card with a ? is a document that nobody judged. AP, Q and GAP count it as a miss. "
        "bpref (binary preference) skips it. In bpref a hit scores 1 − (judged misses above it) / "
        "(all judged misses). Both counts stop at m, the number of relevant documents that "
        "exist. The mean is over all m of them, found or not. In 3 1 0 2 the three hits score "
        "1, 1 and 1 − 1/1 = 0, and bpref is 2/3. "
        + (
            controls.invite("Judge the first ? a miss", {**on_a, "id": unjudged.id, "grade": 0})
            + ": only bpref changes. "
            + controls.invite(
                "Put it on top", {"do": "move", "list": "a", "id": unjudged.id, "to": 0}
            )
            + ": only bpref stays the same."
            if unjudged
            else controls.invite(
                "Turn the first miss into a ?",
                {**on_a, "id": judged.id if judged else "", "grade": None},
            )
            + ": only bpref changes. Then put it elsewhere: only bpref stays the same."
        ),
    )
    figure.show(judged_above)
    if unjudged:
        crowd.unjudged([ap, q, gap, bpref])

page = "graded_average_precision"
dip = lesson.to_preset("2 0 0 3 0 1, cut at 5,", page, "q-dip")
mistake = lesson.asked(
    {
        "What does it give 3 1 0 and 1 3 0?": "**1** both times: "
        + lesson.to_preset("3 1 0", page, "gap-swap-before")
        + " and "
        + lesson.to_preset("1 3 0", page, "gap-shortcut")
        + ". The grade is a weight on precision, but precision counts hits. A 1 is as much of a "
        "hit as a 3. Without a miss between them their order costs nothing.",
        "What does GAP give them?": "**1** and **0.750**. Two readers in three want more than a 1. "
        "For them rank 1 of 1 3 0 is a miss, and their AP is 0.5.",
        "So does the shortcut never see order?": "Only if a miss is between the hits: "
        + lesson.to_preset("1 0 3", page, "gap-gap")
        + " gets 0.750 by the shortcut, and 0.583 from GAP.",
    },
    title="Three questions that find it",
    before=f"""## Find the mistake

{TEXTS["chapter"].link} asks whether relevance in AP’s formula may be more than 0 or 1. It answers
that such extensions are a metric of their own, GAP. Some take a **shortcut** instead: where
the hit stands in AP’s formula, put the grade, and divide by the sum of all grades.
{controls.invite("Show the shortcut", {"do": "turn", "knob": "naive_gap", "to": "shown"})} beside the
cards, and drag.
""",
)
lesson.questions(
    {
        "All grades are 0 or 1. What is GAP?": "AP: there is only one threshold, whatever the "
        "shares. " + lesson.to_preset("Show it", page, "gap-binary") + ".",
        "1 0 2 0 3, a third of the readers at each threshold. GAP?": "The APs of the three groups "
        "are 0.756, 0.367 and 0.2. For them 3, 2 and 1 documents are good: "
        "(3 · 0.756 + 2 · 0.367 + 0.2) / 6 = **0.533**. The plain mean would be 0.441. "
        + lesson.to_preset("Show it", page, "gap-opening")
        + ".",
        "Can two groups of readers prefer different lists?": "Yes. With equal groups, "
        + lesson.to_preset("1 1 2 0 3", page, "gap-tolerant")
        + " has 0.676 and "
        + lesson.to_preset("3 0 0 1 2", page, "gap-for-the-picky")
        + " has 0.750. If all readers accept a 1, it is 0.950 against 0.700.",
        "Is there a list that nobody can complain about?": "The list in the order of the grades, "
        "if it holds all good documents. Then no reader has a miss between hits: every AP is 1.",
        "A new system finds documents nobody judged. Which score is fair to it?": "bpref at least "
        "does not punish them. In "
        + lesson.to_preset("? 3 1 0 2", page, "unjudged-on-top")
        + " AP is 0.589 and bpref 0.667. "
        + lesson.to_preset("Without the ?", page, "unjudged-out")
        + " AP is 0.917, and bpref is 0.667 again.",
    },
    before=mistake
    + f"""## What people get wrong

- **“Put the grade in the place of AP’s hit, and you have GAP.”** That gives 1 3 0 a perfect 1.
- **“GAP is the mean of the readers’ APs.”** It is a weighted mean: a threshold that more documents
  reach weighs more.
- **“Unjudged means irrelevant.”** It means unknown. AP, Q, GAP and nDCG (discounted gain)
  treat it as irrelevant. That favours the systems whose documents were judged.
- **“bpref is just AP without the unjudged.”** On 3 1 0 2 AP is 0.917 and bpref 0.667. bpref counts
  judged misses above a hit; the rank of the hit does not matter.
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
