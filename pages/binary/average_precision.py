"""Lesson: average precision, how clean the road to each hit is."""

import streamlit as st

from ui import lesson, score
from ui.pictures import staircase
from ui.pictures.beside_cards import Bars
from ui.plain import decimals

lesson.heading("average_precision")

ap = score.measure("average_precision")
terms, total = ap.breakdown.terms, ap.breakdown.aside["denominator"]
hits, precision = terms["relevant"].cumsum(), terms["precision"]
fractions = [f"{found:g}/{rank}" for rank, found in enumerate(hits, start=1)]
at_hits = [i for i, hit in enumerate(terms["relevant"]) if hit]

revealed = lesson.stage(
    ap,
    columns={
        "a": [
            Bars.of(
                "Precision down to here",
                precision,
                [
                    f"{f} = {decimals(p).lstrip('0')}"
                    for f, p in zip(fractions, precision, strict=True)
                ],
                terms["relevant"] == 0,
            ),
            Bars.running(f"Adds to {ap.label}", terms["contribution"], decimals(ap.score)),
        ]
    },
)

st.markdown(
    "Read down the list. At every rank, precision says which share of the documents so far was "
    "relevant. Average precision keeps the precisions **at the hits**, the solid bars, and "
    "averages them: each relevant document reports how clean the road to it was. Misses count "
    "only through the hits below them, and a relevant document that was never retrieved "
    "reports a 0."
)

if revealed:
    summands = " + ".join(rf"\frac{{{hits[i]:g}}}{{{i + 1}}}" for i in at_hits) or "0"
    divisor = {
        "relevant": "m",
        "found": r"\mathrm{hits}_k",
        "capped": r"\min(m, k)",
    }[ap.screen["denominator"]]
    lesson.formula(
        ap,
        rf"\frac{{1}}{{{total:g}}}\left({summands}\right)" if total else r"\tfrac{0}{0} \to 0",
        ap.latex.replace("{m}", f"{{{divisor}}}"),
    )
    lesson.variants(
        ap,
        "denominator",
        "One list, three answers",
        "Divide by every relevant document that exists and a missed one costs as much as one "
        "ranked last of a million. Divide by those found and it costs nothing. Capped at k, a "
        "perfect page scores 1 even when more exist than fit. When two tools disagree on AP, "
        "look here first.",
    )
    lesson.section(
        "The same score as an area",
        "Recall grows only at a hit, by one part in the denominator. So AP is precision times "
        "the recall gained, summed: the area of this staircase. It is drawn with steps, neither "
        "smoothed nor interpolated.",
    )
    staircase.draw(ap)
    lesson.table(
        ap,
        relevant="hit",
        precision="precision",
        recall="recall",
        contribution="adds",
    )

lesson.numpy_lines(f"""
grades = np.array({ap.grades}, dtype=float)[:{ap.screen.k}]  # NaN: nobody judged it
hit = (grades >= {ap.screen.relevant_from}).astype(float)
precision = hit.cumsum() / np.arange(1, len(hit) + 1)
score = (precision * hit).sum() / {max(total, 1):g}
""")

lesson.section(
    "What people get wrong",
    """
- **“AP is the mean of P@1, P@2, … P@k.”** Only the ranks with a hit are averaged. On
  1 0 1 0 1 the mean over all five ranks would be 0.653; AP is 0.756.
- **“AP averages precision and recall.”** Recall is only the width of a step, never a summand.
- **“AP falls in a straight line with the rank.”** With one relevant document it is 1/rank: 1 at
  rank 1, 0.333 at rank 3, 0.033 at rank 30. Half of it is gone at the second step.
- **“AP sees how good a document is.”** It reads hit or miss. Swap grades 3 and 1 and it stays.
- **“AP is AP.”** Say the cutoff, the denominator and the grade from which a document counts.
""",
)

lesson.questions(
    {
        "What is the AP of 1 0 1 0 1?": "(1/1 + 2/3 + 3/5) / 3 = **0.756**.",
        "Put one miss in front of that list. And now?": "The hits stand at 2, 4 and 6: "
        "(1/2 + 2/4 + 3/6) / 3 = **0.5**.",
        "Append a hundred misses instead. And now?": "Nothing changes: AP looks at precision at "
        "the hits only, and no hit moved.",
        "Ten relevant documents exist, and a perfect five are shown. AP@5?": "**0.5** divided by "
        "all ten that exist, **1** if the denominator is capped at k or counts only what was "
        "found. Ask which one the tool uses.",
        "One relevant document exists. Which simpler metric equals AP?": "The reciprocal rank: "
        "1 / rank.",
    }
)
