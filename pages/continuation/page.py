"""Lesson: C/W/L, one formula that gives many metrics by its model of the reader."""

from pages.continuation import attention, continuation, continued
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, score

lesson.heading("continuation")

rate = score.measure_by(
    continuation.rate,
    "Rate of gain",
    key="rate_of_gain",
    latex=r"\begin{aligned} \mathrm{rate} &= \textstyle\sum_{i} W_i\, u_i \\ "
    r"W_i &= V_i \,/\, \textstyle\sum_{j} V_j \\ V_i &= C_1 C_2 \cdots C_{i-1} \\ "
    r"L_i &= V_i\,(1 - C_i) \end{aligned}",
    in_words="The rate is the sum of W at i times u at i for all ranks i. W at i is V at i divided "
    "by the sum of V at j for all ranks j. V at i is the product of C at 1, C at 2 and so "
    "on to C at i minus 1. L at i is V at i times the difference 1 minus C at i. Here V at i is "
    "the share of readers who look at rank i, and C at i the probability of going on after it. "
    "Below the list u at i is 0; else it is the gain of the document at rank i.",
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
    columns=attention.columns(rate),
    between=lambda: attention.handles(rate),
    decisive="reader",
    turn=["scale", "relevant_from", "utility", "k", "persistence", "target", "read_also"],
    little=attention.twin(rate),
    chart=figure.Figure(continued, [*continued.rows(rate)]),
    explanation="C/W/L: *continue*, *weight*, *last*. A handle is **C**, the probability that a "
    "reader goes on after this card. **W** is the share of attention that the rank gets; it is "
    "filled if the document is worth something. **L** is the share of readers whose last card "
    "it is. "
    + {
        "precision": f"P@{now.k} is a reader who takes exactly {now.k} documents.",
        "rbp": "RBP is a reader who goes on with the same probability after each document.",
        "reciprocal_rank": "RR is a reader who wants one good document. C depends on the list: "
        "this reader is **adaptive**.",
        "dcg": "DCG is a reader whose attention falls as 1/log(i + 1) and ends at k.",
        "insq": "INSQ means inverse squares: attention falls about as 1/i². This reader hopes for "
        f"{wanted} good documents, and gets more patient with depth.",
        "inst": f"INST is INSQ with a target. This reader wants {wanted}, and each find brings the "
        "end nearer: **adaptive**.",
        "err": "A document satisfies ERR’s reader with the probability of its gain: **adaptive**.",
        "own": "This reader is yours.",
    }[reader]
    + " Drag a handle, or draw a line across all of them.",
)

if revealed:
    lesson.section(
        "Eight readers, one list",
        "The rate of gain is how much a reader finds per document read. Each row needs only "
        "the reader’s C and the gains of the list. Beside it is the metric by its own formula. RBP "
        "(rank-biased precision) and DCG (discounted cumulative gain) agree digit by digit. So do "
        "P@k and RR, if each document is worth 0 or 1. Otherwise ≠ stands beside them: they count "
        "hits, and the rate counts gains. So to choose a metric "
        "is to choose a reader; click on one. T is how much gain a reader wants. T with a "
        "small i is T minus the gain found down to rank i. It is negative if more than T is "
        "found.\n\n"
        "As in cwl-eval, all readers stop at rank 1000 at the latest. That changes "
        "INSQ (inverse squares) and INST (INSQ with a target) a little, so they have only three "
        "digits. Without this end, INSQ with T = 1 reads 4(π²/6 − 1) = 2.580 "
        "documents, not 2.576. On 1 0 1 0 1 its rate is 0.5276, and that of INST 0.7546.",
    )
    attention.every_reader(rate)
    lesson.formula(worked)

lesson.section(
    "Who looks at the list first?",
    "P@k, RBP, DCG and INSQ fix their C before they see a document. Drag the cards: the handles "
    "stay. RR, INST and ERR’s reader react to the documents. "
    + controls.invite("Read as INST", as_["inst"])
    + ", move a relevant card down, and the handles above it grow. Then move a handle by hand: "
    "now the curve is yours, and it no longer reacts.",
)

printed = lesson.to_preset("half satisfied by each hit", page, "cwl-err")
if revealed:
    known, cascade = continuation.twin(now, "err"), continuation.rate(now, "err")
    found, read = (float(cascade.aside[each]) for each in ("total_gain", "expected_documents"))
    assert known
    lesson.section(
        "Where it is not the same",
        "ERR (expected reciprocal rank) has a reader, too, and so a C, W and L. But ERR is not the "
        "rate of gain of this reader. ERR is the mean of 1/rank of the last document, and 0 for "
        "readers who leave unsatisfied. The rate of gain is the *mean* gain divided by the *mean* "
        "number of documents. A mean of quotients is not the quotient of the means. On 1 0 1 0 1, "
        f"{printed}, 1/2, 1/4 and 1/8 of the readers leave satisfied, at ranks 1, 3 and 5. So ERR "
        "is 1/2 + 1/12 + 1/40 = 0.608. The rate of gain is 0.875 / 2.5 = 0.350. On this list: "
        f"{known.label} = **{decimals(known.score)}**, rate of gain = {decimals(found)} / "
        f"{decimals(read)} = **{decimals(float(cascade.score))}**. They agree only if it is "
        "certain at which rank all readers stop, as with RR.",
    )

lesson.questions(
    {
        "Which C makes P@3?": "1, 1, 0. Draw it by hand, and the page finds the name: P@3.",
        "Which C is the reciprocal rank?": "1 until the first relevant document, then 0. All "
        "documents down to there have the same W, and one of them is relevant: 1/rank.",
        "How many documents does RBP’s reader look at with p = 0.95?": "1 + p + p² + … = "
        "1/(1 − p) = **20**. In general it is 1/W of the first rank.",
        "Why must C be 0 at the last rank?": "Otherwise the reader goes on below the list. Nobody "
        "knows what is there, so its gain counts as 0. With p = 0.8, RBP leaves 0.8⁵ = 0.328 of "
        "its attention below five documents. P@k and DCG stop at k and leave none.",
        "What does INST want?": "A gain of T. Until the first find, its C is that of INSQ, and "
        "rises from rank to rank. From this find on it is lower than that of INSQ.",
        "For which reader are W and L the same?": "For RBP alone: at each rank the same "
        "share 1 − p of those who get there stops.",
    },
    before=f"""## What people get wrong

- **“ERR is a gain weighted with W.”** It is the mean of 1/rank of the last document, and 0
  for readers who leave unsatisfied. See above.
- **“C is the share still reading.”** C is about the readers who have come that far. The share still
  reading is the product of all C above: with 0.8 each, 0.41 are left after four.
- **“A more patient reader finds more, so the score is higher.”** They find more in total, but the
  score is per document. On 1 0 1 0 1 RBP is 0.656 with p = 0.5, and 0.247 with p = 0.9.
- **“DCG is not normalised, so it has no such reader.”** Divide DCG@k by the sum of its weights,
  and the weights add up to 1. nDCG is different: its divisor comes from the documents.
- **“Two readers may disagree about the score of a list, but not about which list is better.”**
  Compare {lesson.to_preset("one good document first", page, "cwl-front")} and
  {lesson.to_preset("two good ones later", page, "cwl-deep")}. P@5 prefers the second list, RBP with
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
