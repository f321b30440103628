"""Lesson: C/W/L, one formula that gives many metrics by its model of the reader."""

from ui import figure, lesson
from ui.charts import continued
from ui.look.plain import decimals
from ui.models import score
from ui.pictures import attention
from ui.state import continuation

lesson.heading("continuation")

rate = score.measure_by(
    continuation.rate,
    "Rate of gain",
    key="rate_of_gain",
    latex=r"\begin{aligned} \mathrm{rate} &= \textstyle\sum_{i} W_i\, g_i \\ "
    r"W_i &= V_i \,/\, \textstyle\sum_{j} V_j \\ V_i &= C_1 C_2 \cdots C_{i-1} \\ "
    r"L_i &= V_i\,(1 - C_i) \end{aligned}",
)
documents = score.measure_by(
    lambda screen: continuation.beside(screen, "expected_documents"),
    "Documents read",
    bounds=(1, 1000),
    higher_is_better=None,
)
total = score.measure_by(
    lambda screen: continuation.beside(screen, "total_gain"), "Total gain", bounds=(0, None)
)
now, page = rate.screen, "continuation"
reader = now["reader"]
as_ = {name: {"do": "turn", "knob": "reader", "to": name} for name in continuation.names()}
wanted = f"{now['target']:g}"

worked = lesson.Sum(
    rate,
    [
        (rank, f"{decimals(weight)}·{gain:.4g}")
        for rank, (weight, gain) in enumerate(
            zip(rate.breakdown.terms["weight"], rate.breakdown.terms["gain"], strict=True), 1
        )
        if weight * gain >= 5e-7
    ],
)
revealed = lesson.stage(
    *(rate, documents, total),
    worked=worked,
    columns={"a": attention.columns(rate)},
    between=lambda: attention.handles(rate),
    decisive="reader",
    turn=["scale", "relevant_from", "utility", "k", "persistence", "target", "read_also"],
    little=attention.twin(rate),
    chart=figure.Figure(continued, [*continued.rows(rate)]),
    explanation="Each handle is **C**, the probability that a reader goes on after that card. All "
    "else follows: **W**, the share of their attention a rank gets, filled where it is worth "
    "something; **L**, the share of readers whose last card it is. W adds up to 1, and so does L. "
    + {
        "precision": f"This reader takes {now.k} documents, whatever they are, and that is all "
        "P@k is.",
        "rbp": "This reader tosses the same coin after each document.",
        "reciprocal_rank": "This reader wants one good document: **adaptive**, C waits for the "
        "list.",
        "dcg": "This reader loses attention as 1/log(i + 1) does, and stops at k.",
        "insq": f"This reader hopes for {wanted} good ones, and gets more patient with depth.",
        "inst": f"This reader wants {wanted}, and leaves sooner the more they have found: "
        "**adaptive**.",
        "err": "This reader is satisfied with the probability of the gain: **adaptive**.",
        "own": "This reader is yours.",
    }[reader]
    + " Drag a handle, or drag across all of them as if you drew a line.",
)

if revealed:
    lesson.section(
        "Eight readers, one list",
        "First what follows from C alone, then the metric by its own formula: the same number, "
        "digit by digit. Choosing a metric is choosing a reader; click one to be them. T is "
        "what a reader wants, $T_i$ what of it they still miss after rank i.",
    )
    attention.every_reader(rate)
    lesson.formula(
        worked,
        {
            "C_i": "probability of going on after rank i",
            "V_i": "share of readers who look at rank i",
            "g_i": "gain of the document there; below the list 0",
        },
    )

lesson.section(
    "Who looks at the list first?",
    "P@k, RBP, DCG and INSQ know their C before they see a document: drag the cards, and the "
    "handles rest. RR, INST and ERR’s reader react. "
    + lesson.invite("Read as INST", as_["inst"])
    + ", put a relevant card lower, and watch the handles between grow. Then move a handle by "
    "hand: the curve is yours, and it no longer reacts.",
)

printed = lesson.to_preset("half satisfied by each hit", page, "cwl-err")
if revealed:
    known, cascade = continuation.twin(now, "err"), continuation.rate(now, "err")
    found, read = (float(cascade.aside[each]) for each in ("total_gain", "expected_documents"))
    assert known
    lesson.section(
        "Where it is not the same",
        "ERR has a reader, and so a C, W and L. But ERR is not their gain per document. It asks "
        "each satisfied reader for 1 / *their own* last rank, and takes the mean: it is built on "
        "L. The rate of gain divides the *mean* gain by the *mean* number of documents. A mean of "
        "quotients is not the quotient of the means. On this list: "
        f"{known.label} = **{decimals(known.score)}**, rate of gain = {decimals(found)} / "
        f"{decimals(read)} = **{decimals(float(cascade.score))}**. They agree only where it is "
        f"certain at which rank everybody stops, as with RR. Compare {printed}.",
    )

lesson.questions(
    {
        "Which C makes P@5?": "1, 1, 1, 1, 0. Draw it by hand, and the page finds the name: P@5.",
        "Which C is the reciprocal rank?": "1 until the first relevant document, then 0. W is "
        "spread evenly over the documents down to there, and one of them is relevant: 1/rank.",
        "How many documents does RBP’s reader look at?": "1 + p + p² + … = 1/(1 − p): 5 for "
        "p = 0.8, 20 for p = 0.95. In general it is 1/W of the first rank.",
        "Why must C be 0 at the last rank?": "Or the reader goes on below the list, where nobody "
        "knows what there is and the gain is taken as 0. RBP leaves p^n of its attention there, "
        "0.328 for p = 0.8 behind five documents. P@k and DCG stop at k, and W is all spent.",
        "What does INST want?": "T documents’ worth of gain. As long as nothing is found it is as "
        "patient as INSQ, more so with every rank; each find brings the end nearer.",
        "What do W and L add up to, and for whom are they the same?": "1 and 1: W is the "
        "attention of all, L where each of them ends. They are the same for RBP alone: of those "
        "who come to a rank, the same share 1 − p stops everywhere.",
    },
    before=f"""## What people get wrong

- **“ERR is a gain weighted with W.”** It is E[1/last rank], built on L. See above.
- **“C is the share still reading.”** C is asked of those who have come that far. The share is the
  product of all C above: at 0.8 each, 0.41 are left after four.
- **“A more patient reader finds more, so the score is higher.”** They find more in total, but the
  score is per document. On 1 0 1 0 1 RBP has 0.656 with p = 0.5, and 0.247 with p = 0.9.
- **“DCG is not normalised, so it is no such metric.”** Its weights only need to add up to 1:
  divide DCG@k by the sum of its weights. nDCG is another matter: its divisor comes from the
  documents that exist, not from the reader.
- **“Two readers of one list may differ by a factor, not in order.”**
  {lesson.to_preset("One good first", page, "cwl-front")} and
  {lesson.to_preset("two good later", page, "cwl-deep")}: P@5 prefers the second list, RBP with
  p = 0.5 the first.
""",
)

if revealed:
    worth = {
        "linear": f"grades / {now.scale}",
        "exponential": f"(2**grades - 1) / 2**{now.scale}",
        "binary": f"grades >= {now.relevant_from}",
        "sigmoid": f"1 / (1 + np.exp(-{now['steepness']:g} * (grades - {now['midpoint']:g})))",
    }[now["utility"]]
    inside, curve = f"(ranks < {now.k})", list(now["own_curve"])
    go_on = {
        "precision": f"{inside}.astype(float)",
        "rbp": f"np.full(1000, {now['persistence']:g})",
        "reciprocal_rank": "((gains > 0).cumsum() == 0).astype(float)",
        "dcg": f"{inside} * np.log(ranks + 1) / np.log(ranks + 2)",
        "insq": f"((ranks + 2 * {wanted} - 1) / (ranks + 2 * {wanted})) ** 2",
        "inst": f"1 - 1 / (ranks + 2 * {wanted} - gains.cumsum())",
        "err": f"{inside} * (1 - gains)",
        "own": f"np.array({curve} + {1000 - len(curve)} * [{curve[-1]:g}], dtype=float)",
    }[reader]
    squared = "\ngo_on = go_on**2" * (reader == "inst")
    lesson.numbers(
        rate,
        f"""
grades = np.array({rate.grades}, dtype=float)  # NaN: nobody judged it
ranks = np.arange(1.0, 1001)  # nobody reads on from there, and below the list is no gain
gains = np.zeros(1000)
gains[: len(grades)] = np.where(np.isnan(grades), 0, {worth})
go_on = {go_on}{squared}
reach = np.concatenate([[1], go_on[:-1].cumprod()])
score = (reach * gains).sum() / reach.sum()
""",
        continuation="C",
        weight="W",
        stop="L",
        gain="gain",
        contribution="adds",
    )
lesson.onward(page)
