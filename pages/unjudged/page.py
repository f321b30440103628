"""Lesson: what metrics make of documents that nobody judged."""

from functools import partial

from pages.unjudged import preferences, table, ways
from ui import lesson
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, score, scoreboard
from ui.parts import controls, prose, steps

NAME = "unjudged"

lesson.heading(NAME)

bpref = score.measure("bpref")
each = {
    "ap": score.measure("average_precision"),
    "condensed": score.measure_by(ways.condensed, "AP without ?"),
    "bpref": bpref,
    "rbp": score.measure("rbp"),
}
step = steps.current(NAME)
shown = [way for way in each if way != "rbp" or (step and "rbp" in step.show)]
known, listed = ways.judged(bpref.screen)
total = float(bpref.breakdown.aside["relevant_total"])
columns = [ways.column(way, each[way]) for way in shown]
with_b = score.measure("bpref", "b") if "b" in bpref.screen.lists else None

revealed = lesson.show(
    NAME,
    lesson.Stage(
        [bpref],
        columns=columns,
        in_cards=columns[shown.index("rbp" if "rbp" in shown else "bpref")],
        chart=figure.Figure(preferences, preferences.rows(bpref, with_b, each)),
        worked=lesson.worked(
            bpref, factor="" if total == 1 else f"1/{total:g}" if total else "0/0"
        ),
        knobs=["persistence", "relevant_from"],
        below_score=f"<p>Judged@{bpref.screen.k}: {known} of {listed}</p>",
        words="Nobody judged a document with a **?**. **Judged@k** is the share of the top k that "
        "judges read. *AP*, average precision, counts a ? as a miss. In the **condensed list** "
        "every ? is taken out. **bpref** skips a ?: at a hit, a relevant document, it reads which "
        "share of the judged misses is not above."
        + (
            " **RBP**, rank-biased precision, says what is not known: its *residual* is the weight "
            "of every ? and of all ranks below the list."
            if "rbp" in shown
            else ""
        ),
    ),
)

unjudged = next((d for d in bpref.ranked.documents if d.grade is None), None)
residual = float(each["rbp"].breakdown.aside["residual"])


def what_to_try() -> str:
    """Link to changes that only bpref notices, and that only bpref does not notice."""
    on_a = {"do": "grade", "list": "a"}
    if unjudged:
        judge = {**on_a, "id": unjudged.id, "grade": 0}
        lift = {"do": "move", "list": "a", "id": unjudged.id, "to": 0}
        return (
            f"{controls.invite('Judge the first ? a miss', judge)}: AP stays the same. "
            f"{controls.invite('Put it on top', lift)}: bpref stays the same."
        )
    miss = next((d.id for d in bpref.ranked.documents if d.grade == 0), "")
    forget = {**on_a, "id": miss, "grade": None}
    return (
        f"{controls.invite('Turn the first miss into a ?', forget)}: AP stays the same. Then put "
        "it elsewhere: bpref stays the same."
    )


notes = {"rbp": f"at most {decimals(each['rbp'].score + residual)}"}
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        bpref,
        latex=r"\mathrm{bpref} = \frac{1}{m} \sum_{i} \mathrm{hit}_i"
        r" \left(1 - \frac{\min(a_i, m)}{\min(N, m)}\right)",
        in_words="bpref is 1 over m, times a sum for the ranks i. Each adds hit at i times a "
        "difference: 1 minus a ratio. Above are the judged misses a above i, at most m. Below is "
        "the smaller of N and m. Here m is how many relevant documents exist, N is how many "
        "documents were judged irrelevant, and hit at i is 1 for a relevant document, else 0.",
    ),
    scores=lambda: scoreboard.variants_html(
        {
            (name, way == "bpref", notes.get(way, "")): each[way].score
            for way, name in ways.NAMES.items()
        }
    ),
    what_to_try=what_to_try,
    known=each["rbp"].text,
    unknown=decimals(residual),
    lost=decimals(1 - each["rbp"].score - residual),
    without_unjudged=unjudged
    and partial(
        table.unjudged,
        [score.measure(key) for key in ("average_precision", "q_measure", "ndcg", "bpref")],
    ),
    numbers=partial(
        lesson.numbers,
        bpref,
        relevant="hit",
        irrelevant_above="judged misses above",
        contribution="adds",
    ),
    settings=partial(controls.turn, knobs.of_metrics("bpref", "average_precision", "rbp")),
    ways_on=lesson.ways_on(NAME),
)
