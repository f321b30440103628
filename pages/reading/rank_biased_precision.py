"""Lesson: rank-biased precision, the share of a reader's attention that goes to good documents."""

from metrics import simulation
from ui import figure, lesson
from ui.charts import attention, patiences, residuals, worths
from ui.look.plain import decimals
from ui.models import score
from ui.parts import sending
from ui.pictures import readers, sent, weights
from ui.studies.sending import means

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
    columns={
        "a": [
            readers.column(rbp, "weight"),
            *sent.column(group),
            sent.adds(group, "weight × worth"),
        ]
    },
    decisive="persistence",
    deeds=sending.buttons(),
    turn=["scale", "k", "utility"],
    chart=figure.of(attention, rbp),
    more=[deeper],
    little=group.little or f"<p>looks at <b>{looks}</b> {documents} on average</p>",
    explanation="Everybody looks at rank 1. After each document, good or bad, a reader goes on "
    f"with probability **p = {p:g}** (see-through) or stops (filled), and so looks at 1/(1 − p) = "
    f"**{looks}** {documents} on average. The share who stop at a rank is its **weight**; "
    "times what the document there is worth, it is what the rank adds. "
    + lesson.invite("Send 10,000 readers", send)
    + ": those who stop pile up beside the cards. All ranks count; the line at k is for the "
    "judges, below.",
)

if revealed:
    gain = read * rbp.score
    lesson.section(
        "What the readers bring back",
        "Each reader brings back what the documents they looked at are worth, over the "
        f"{looks} that one looks at on average. Here they may expect {decimals(gain)} in all, and "
        f"{decimals(gain)} / {looks} = **{decimals(rbp.score)}**: that is RBP. A single reader "
        "brings back anything; the more are sent, the nearer their mean comes. In 95 of 100 tries "
        "it ends inside the band, two standard errors wide to each side. Each press sends other "
        "readers; the link keeps these.",
    )
    means(group)

lesson.section(
    "A metric is a person",
    "Few metrics say so openly whom they are for. Choose the reader first, and then look at "
    "scores.",
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
    lesson.invite(f"p = {to:g}", {"do": "turn", "knob": "persistence", "to": to})
    for to in (0.5, 0.95)
)
lesson.section(
    "Which list is better?",
    f"{early} or {late}? It depends on who reads. At {hurried} the first wins by 0.512 to 0.438, "
    f"at {patient} the second by 0.135 to 0.122. They cross near p = 0.56: slide there.",
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
        "RBP is not divided by a best possible score. So what is missing to 1 can be told apart: "
        "part of it is **lost**, at ranks where a reader looked and found less than the best. The "
        "rest is the **residual**: the weight of all that nobody judged, below the cut or above "
        f"it. Judged down to rank {depth}, **{decimals(known)}** is known, "
        f"**{decimals(possible - known)}** nobody knows, and **{decimals(1 - possible)}** is lost. "
        "The true score lies between the known part and both parts together. Drag the cut up, or "
        + (
            lesson.invite("judge the first ? a miss", {**grade, "grade": 0})
            if unjudged
            else lesson.invite("turn the first card into a ?", {**grade, "grade": None})
        )
        + ".",
    )
    figure.show(deeper)
    lesson.variants(
        rbp,
        "utility",
        "How good is half good?",
        "RBP takes any worth from 0 to 1. As it was published a document was a hit or a miss.",
        {
            "linear": "cwl-eval, when it is given shares of the top grade",
            "exponential": "the satisfaction of ERR",
            "binary": "ir_measures, as first published; ranx on a binary scale",
        },
    )
    lesson.unfold(figure.Figure(worths, worths.rows(rbp, "utility")), "The utilities as curves")
    lesson.formula(
        worked,
        {
            "p": "persistence, the probability of going on",
            "u_i": "what the document at rank i is worth, from 0 to 1",
        },
    )

longest = lesson.invite("Slide p to its end", {"do": "turn", "knob": "persistence", "to": 0.99})
mistake = lesson.asked(
    {
        "What does the reader with p = 1 do?": "Read on, for ever: 1/(1 − p) is 1/0. They never "
        "stop anywhere, so each weight is 0, and so is RBP, for every list that ends. p must stay "
        f"below 1. {longest}: at 0.99 even ten good documents get 0.096.",
        "Who should p be fitted to?": f"To readers. Put {early} and {late} on the board once more: "
        "with the p that “works best” either of them is the better system, as you like. Logs of "
        "queries tell how deep people look; one published study of them found a mean p of 0.78.",
    },
    title="Two questions that find it",
    before="""## Find the mistakes

A published text introduces RBP with two sentences. The probability of going on is p, with
0 ≤ p ≤ 1. And: try values of p in experiments, and take the one that works best.
""",
)
ten = lesson.to_preset("Ten good ones", page, "rbp-ten")
lesson.questions(
    {
        "What is the RBP of 1 0 1 at p = 0.8?": "0.2 · (1 + 0.64) = **0.328**.",
        "How many documents does a reader with p = 0.8 look at?": "1/(1 − 0.8) = **5** on average. "
        "Most see fewer: 0.590 of them stop within the first four, and a few go on for very long.",
        "Five documents were judged, p = 0.8. How much could the rest still add?": "0.8⁵ = "
        "**0.328**, if all below is perfect. A document in between that nobody judged adds its "
        "weight to that: at rank 2 another 0.160. "
        + lesson.to_preset("Show it", page, "rbp-unjudged")
        + ".",
        "Why is RBP not divided by the best score possible?": "Then a query with one relevant "
        "document would look as well served as one with ten. The gap to 1 is honest: it says how "
        "much of the reader's attention found nothing. And without a denominator, what is "
        "unknown has a clean bound.",
        "Which p makes RBP the precision at rank 1?": "p = **0**: nobody looks further. The larger "
        "p, the flatter the weights, and the more it is a precision of a deep list.",
    },
    before=mistake
    + f"""## What people get wrong

- **“A perfect list scores 1.”** Only an endless one. {ten} get 0.401 at p = 0.95, 0.893 at 0.8 and
  0.999 at 0.5: the rest of the weight is below them.
- **“It needs a cutoff.”** p is the depth. RBP@k is a partial sum; print the residual beside it,
  or nobody knows how far it is from RBP.
- **“p = 0.8 means that 80 % read the whole page.”** 0.8⁹ = 0.134 look at rank 10.
- **“RBP@10 at p = 0.95 compares two systems.”** 0.599 of the weight is below rank 10. Two scores
  that differ by less than their residuals may change places.
- **“Readers go on until they found something.”** Not these: good or bad, they go on with p. Who
  stops when satisfied is the reader of ERR, the next lesson.
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
