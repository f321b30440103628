"""Lesson: rank-biased precision, the share of a reader's attention that goes to good documents."""

from metrics import simulation
from pages.rank_biased_precision import attention, patiences, residuals
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import decimals
from ui.draw import figure, readers, score, sending, sent, weights, worths
from ui.draw.sending_page import means

lesson.heading("rank_biased_precision")
page = "rank_biased_precision"

rbp = score.measure("rbp")
screen, terms, aside = rbp.screen, rbp.breakdown.terms, rbp.breakdown.aside
p = screen["persistence"]
read = float(aside["expected_documents"])
walk = simulation.collecting(terms["weight"], terms["utility"], read)
group = sending.readers(rbp, walk, sending.COLLECTING)
looks = f"{read:.3g}"
documents = "document" if looks == "1" else "documents"
send = {"do": "send", "readers": 10_000}
people = {0.5: ", in a hurry", 0.8: ", a common choice", 0.95: ", patient"}

deeper = figure.of(residuals, rbp, "persistence")
worked = lesson.Sum(
    rbp,
    [
        (rank, f"{worth:.4g}·{decimals(reach)}")
        for rank, (worth, reach, adds) in enumerate(
            zip(terms["utility"], terms["reach"], terms["contribution"], strict=True), start=1
        )
        if adds
    ],
    factor=f"{1 - p:g}",
)
revealed = lesson.stage(
    rbp,
    worked=worked,
    columns=[
        readers.column(rbp, "weight"),
        *sent.column(group),
        sent.adds(group, "weight × worth"),
    ],
    decisive="persistence",
    deeds=sending.buttons(),
    turn=["scale", "k", "utility"],
    chart=figure.of(attention, rbp),
    more=[deeper],
    little=group.little or f"<p>looks at <b>{looks}</b> {documents} on average</p>",
    explanation="All readers look at rank 1. After each document, good or bad, a reader goes on "
    f"with probability **p = {p:g}** (pale) or stops (filled). On average a reader looks at "
    f"1/(1 − p) = **{looks}** {documents}.\n\nThe share of readers who stop at a rank is the "
    "**weight** of the rank. Weight × worth of the document is what the rank adds. The sum is RBP "
    "(rank-biased precision). "
    + controls.invite("Send 10,000 readers", send)
    + ", and see where they stop. RBP has no cutoff: the line at k only says how far the list was "
    "judged (see *What nobody knows*).",
)

if revealed:
    gain = read * rbp.score
    lesson.section(
        "What the readers bring back",
        "Add up the worth of all that one reader saw, and divide by "
        f"{looks}, the number that an average reader sees. Here a reader may expect "
        f"{decimals(gain)} in all, and {decimals(gain)} / {looks} = **{decimals(rbp.score)}**: "
        "that is RBP. A single reader may find much more or less. The more readers you send, the "
        "nearer their mean comes to RBP. In 95 of 100 tries it is inside the band, two standard "
        "errors wide to each side. Each click sends new readers; the link keeps them.",
    )
    means(group)

lesson.section(
    "A metric is a person",
    "A metric stands for a reader, and RBP says for which one. So choose the reader first, and "
    "look at scores afterwards.",
)
readers.patient(p)
lesson.unfold(
    figure.Figure(patiences, patiences.rows(rbp, "persistence", people)), "The weights as curves"
)
weights.draw(
    rbp,
    "persistence",
    {
        "looks at": lambda reader: f"{1 / (1 - reader.value):.3g}",
        **weights.at(1, 2, 5, 10, 20),
        "ranks 1 to 10": lambda reader: decimals(sum(reader.weights[:10])),
    },
    {value: f"p = {value:g}{people.get(value, '')}" for value in sorted({*people, p})},
    hidden=not revealed,
)
early = lesson.to_preset("1 0 0 0 0 0 1 1", page, "rbp-flip-early")
late = lesson.to_preset("0 1 1 1 0 0 0 0", page, "rbp-flip-late")
hurried, patient = (
    controls.invite(f"p = {to:g}", {"do": "turn", "knob": "persistence", "to": to})
    for to in (0.5, 0.95)
)
lesson.section(
    "Which list is better?",
    f"{early} or {late}? That depends on the reader. At {hurried} the first list wins, 0.512 to "
    f"0.438. At {patient} the second wins, 0.135 to 0.122. They are equal near p = 0.56.",
)

if revealed:
    unjudged = next((d for d in rbp.ranked.documents if d.grade is None), None)
    card = unjudged or next(iter(rbp.ranked.documents), None)
    grade = {"do": "grade", "list": "a", "id": card.id if card else ""}
    depth = min(screen.k, rbp.ranked.retrieved)
    nothing = 0.0, float(aside["residual"])
    known, possible = [nothing, *zip(*residuals.by_depth(rbp).values(), strict=True)][depth]
    lesson.section(
        "What nobody knows",
        "RBP is not divided by the best possible score. So what is missing to 1 has two parts. One "
        "part is **lost**: a reader looked, and the document was not the best. The other part is "
        "the **residual**: the weight of all ranks that nobody judged, in the list or below it. "
        f"Judged down to rank {depth}, **{decimals(known)}** is known, "
        f"**{decimals(possible - known)}** is not known, and **{decimals(1 - possible)}** is lost. "
        "The true score is between the known part and the sum of known and unknown. Drag the line "
        "at k up, or "
        + (
            controls.invite("judge the first ? a miss", {**grade, "grade": 0})
            if unjudged
            else controls.invite("turn the first card into a ?", {**grade, "grade": None})
        )
        + ".",
    )
    figure.show(deeper)
    lesson.variants(
        rbp,
        "utility",
        "How good is half good?",
        "How much is a document of grade g worth? RBP takes any number from 0 to 1. In the "
        "original paper (Moffat & Zobel 2008) a document is worth 1 or 0. Sigmoid depends on its "
        "midpoint: on a binary scale, with midpoint 2, even a 1 is worth only 0.119.",
        {
            "linear": "cwl-eval, if it is given shares of the top grade",
            "exponential": "the satisfaction of ERR",
            "binary": "ir_measures, as in the original paper; ranx on a binary scale",
            "sigmoid": f"{knobs.besides('utility', 'sigmoid', screen.settings)}; "
            f"<a href='{TEXTS['chapter'].url}'>{TEXTS['chapter'].name}</a>, for ERR",
        },
    )
    lesson.unfold(
        figure.Figure(worths, worths.rows(rbp, "utility")), "The four utilities as curves"
    )
    lesson.formula(worked)

longest = controls.invite("Set p to 0.99", {"do": "turn", "knob": "persistence", "to": 0.99})
mistake = lesson.asked(
    {
        "What does the reader with p = 1 do?": "Read on for ever: 1/(1 − p) is 1/0. This reader "
        "stops nowhere, so each weight is 0, and RBP is 0 for every list. So p must be less than "
        f"1. {longest}: even ten good documents get only 0.096.",
        "Whom should p be fitted to?": f"To readers. Put {early} and {late} on the board again. "
        "With the p that “works best” either list comes from the better system, as you like. Logs "
        "of queries tell how deep people look: Park & Zhang (2007) found a mean p of 0.78 in one.",
    },
    title="Two questions that find it",
    before=f"""## Find the mistakes

{TEXTS["guide"].link} says two things about p, the probability of going on. First: 0 ≤ p ≤ 1, so the
sum of all p^(i − 1) converges. Second: try several p in experiments, and take the one that works
best.
""",
)
ten = lesson.to_preset("Ten good documents", page, "rbp-ten")
lesson.questions(
    {
        "What is the RBP of 1 0 1 at p = 0.8?": "0.2 · (1 + 0.64) = **0.328**.",
        "Which p makes readers look at 4 documents on average?": "1/(1 − p) = 4, so p = **0.75**. "
        "Most readers see fewer: 1 − 0.75³ = 0.578 of them stop within the first three. A few go "
        "on for very long.",
        "Five documents were judged, p = 0.8. How much could the rest still add?": "0.8⁵ = "
        "**0.328**, if all below is perfect. A document in the list that nobody judged adds the "
        "weight of its rank to that: at rank 2 another 0.160. "
        + lesson.to_preset("Show it", page, "rbp-unjudged")
        + ".",
        "Why is RBP not divided by the best score possible?": "Then a query with one relevant "
        "document would look as well served as a query with ten. The gap to 1 says how much of the "
        "reader’s attention found nothing. And without a denominator, what is unknown has a clear "
        "limit.",
        "Which p makes RBP the precision at rank 1?": "p = **0**: no reader looks further. The "
        "larger p, the flatter the weights. Then RBP is close to a precision of a deep list.",
    },
    before=mistake
    + f"""## What people get wrong

- **“A perfect list scores 1.”** Only an endless one does. {ten} get 0.401 at p = 0.95, 0.893 at
  0.8 and 0.999 at 0.5. The rest of the weight is below them.
- **“It needs a cutoff.”** p sets the depth. RBP@k is only a part of the sum. Print the residual
  beside it, or nobody knows how far it is from RBP.
- **“p = 0.8 means that 80 % read the whole page.”** 0.8⁹ = 0.134 look at rank 10.
- **“RBP@10 at p = 0.95 compares two systems.”** 0.599 of the weight is below rank 10. If two
  scores differ by less than their residuals, their order may change.
- **“Readers go on until they find something.”** Not these: good or bad, they go on with p. A reader
  who stops when satisfied is the reader of ERR (expected reciprocal rank), in the next lesson.
""",
)

if revealed:
    lesson.numbers(
        rbp,
        reach="look here",
        weight="stop here",
        utility="worth",
        contribution="adds",
    )
lesson.onward(page)
