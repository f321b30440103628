"""Lesson: average precision, the mean of the precisions at the hits."""

from ui import figure, lesson
from ui.charts import precisions
from ui.look.plain import decimals
from ui.models import score
from ui.pictures import slots
from ui.pictures.beside_cards import bars

lesson.heading("average_precision")

ap = score.measure("average_precision")
terms, total = ap.breakdown.terms, ap.breakdown.aside["denominator"]
hit, precision = terms["relevant"], terms["precision"]
hits = [int(count) for count in hit.cumsum()]

worked = lesson.Sum(
    ap,
    [(rank, f"{hits[rank - 1]}/{rank}") for rank, at in enumerate(hit, 1) if at],
    factor=f"1/{total:g}" if total else "0/0",
)
revealed = lesson.stage(
    ap,
    worked=worked,
    columns={
        "a": [
            bars(
                ap,
                "precision",
                "Precision down to here",
                [
                    f"{count}/{rank} = {decimals(share)}"
                    for rank, (count, share) in enumerate(zip(hits, precision, strict=True), 1)
                ],
                counts=hit,
                line=(ap.score, f"average {decimals(ap.score)}"),
                sees_grades=False,
            ),
            slots.column(ap),
        ]
    },
    decisive="denominator",
    chart=figure.of(precisions, ap),
    explanation="Precision: what share of the documents down to there is relevant. Average "
    "precision keeps it **at the hits**, the filled bars: each fills a slot as far as the road to "
    "it was clean. "
    + {
        "relevant": "Every relevant document has a slot of equal width; one never found, or below "
        "the cut, leaves it empty.",
        "found": "Slots are equally wide; what was never found or lies below the cut has none, and "
        "costs nothing.",
        "capped": "Slots are equally wide, and no more than k; one that no hit has filled stays "
        "empty.",
    }[ap.screen["denominator"]]
    + " The filled part of all slots is the score.",
)

if revealed:
    lesson.section(
        "The same score as an area",
        "The staircase at the foot of the chart is the precision–recall curve. Recall grows only "
        "at a hit, each time by 1/m. So AP is precision times the recall gained, summed: the area "
        "of the staircase. Its steps are neither smoothed nor interpolated. Another denominator "
        "than all relevant makes its width the share of the slots.",
    )
    lesson.variants(
        ap,
        "denominator",
        "One list, three answers",
        "Divide by every relevant document that exists, and a missed one counts and adds 0, as if "
        "it were ranked a millionth. Divide by those found, and it costs nothing. Capped "
        "at k, a perfect page scores 1 even when more exist than fit. When two tools disagree on "
        "AP, look here first.",
    )
    m, divided_by = {
        "relevant": ("m", "relevant documents that exist"),
        "found": (r"\mathrm{hits}_k", "hits down to the cut"),
        "capped": (r"\min(m, k)", "relevant documents that exist, but no more than fit"),
    }[ap.screen["denominator"]]
    lesson.formula(
        worked,
        {
            r"\mathrm{P@}i": "precision down to rank i",
            r"\mathrm{hit}_i": "1 at a hit, else 0",
            m: divided_by,
        },
        latex=ap.latex.replace("{m}", f"{{{m}}}"),
    )

alternating = lesson.to_preset("1 0 1 0 1", "average_precision", "ap-alternating")
lesson.questions(
    {
        "What is the AP of 1 0 1 0 1?": "(1/1 + 2/3 + 3/5) / 3 = **0.756**.",
        "Put one miss in front of that list. And now?": "The hits stand at 2, 4 and 6: "
        "(1/2 + 2/4 + 3/6) / 3 = **0.5**. Look six deep: with k = 5 the last hit would be out of "
        "sight. " + lesson.to_preset("Show it", "average_precision", "ap-miss-in-front") + ".",
        "Append a hundred misses instead. And now?": "Nothing changes: AP looks at precision at "
        "the hits only, and no hit moved.",
        "Ten relevant documents exist, and a perfect five are shown. AP@5?": "**0.5** divided by "
        "all ten that exist, **1** if the denominator is capped at k or counts only what was "
        "found. Ask which one the tool uses. "
        + lesson.to_preset("Show it", "average_precision", "ap-perfect-page")
        + ".",
        "One relevant document exists. Which simpler metric equals AP?": "The reciprocal rank: "
        "1 / rank.",
    },
    before=f"""## What people get wrong

- **“AP is the mean of P@1, P@2, … P@k.”** Only the ranks with a hit are averaged. On
  {alternating} the mean over all five ranks would be 0.653; AP is 0.756.
- **“AP averages precision and recall.”** Recall is only the width of a step, never a summand.
- **“AP falls in a straight line with the rank.”** With one relevant document it is 1/rank: 1 at
  rank 1, 0.333 at rank 3, 0.033 at rank 30. Half is gone by rank 2.
- **“AP sees how good a document is.”** It reads hit or miss. With *relevant from 1*, swap the
  grades 3 and 1: it stays.
- **“AP is AP.”** Say the cutoff, the denominator and the grade from which a document counts.
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
