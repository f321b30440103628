"""Lesson: C/W/L, one formula that gives many metrics by its model of the reader."""

from functools import partial

from pages.continuation import attention, continuation, continued, reads
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, score
from ui.parts import controls, prose, steps

NAME = "continuation"

lesson.heading(NAME)

rate = score.measure_by(
    continuation.rate,
    "Rate of gain",
    key="rate_of_gain",
    latex=r"\begin{aligned} V_i &= C_1 C_2 \cdots C_{i-1} \\ "
    r"W_i &= V_i \,/\, \textstyle\sum_{j} V_j \\ L_i &= V_i\,(1 - C_i) \\ "
    r"\mathrm{rate} &= \textstyle\sum_{i} W_i \cdot \mathrm{gain}_i \end{aligned}",
    in_words="V at i is the product of C at 1, C at 2 and so on to C at i minus 1. W at i is V at "
    "i divided by the sum of V at j for all ranks j. L at i is V at i times the difference 1 minus "
    "C at i. The rate is the sum of W at i times gain at i for all ranks i. Here C at i is the "
    "share that goes on after rank i, V at i the share of all readers who look at it. W at i is "
    "the rank’s share of all looks. L at i is the share of all readers who stop there. The gain is "
    "0 below the list.",
)
step, is_first = steps.current(NAME), steps.is_first(NAME)


def is_told(term: str) -> bool:
    """Return whether the reader knows a term: the first steps bring one after the other."""
    return not is_first or bool(step and term in step.show)


documents = score.measure_by(
    lambda screen: continuation.quantity(screen, "expected_documents"),
    "Read",
    bounds=(1, 1000),
    higher_is_better=None,
)
total = score.measure_by(
    lambda screen: continuation.quantity(screen, "total_gain"),
    "Found",
    bounds=(0, None),
    higher_is_better=None,
)
now = rate.screen
reader = now["reader"]
wanted = f"{now['target']:g}"
looks = attention.people(documents.score, attention.DIVIDED)
found = attention.people(total.score, attention.DIVIDED)
is_binary = now["scale"] == 1 and now["utility"] in ("linear", "binary")
of_hits = "1 for a relevant document (●, a *hit*), else 0"
worth = of_hits if is_binary else "what a document is worth, from 0 to 1"
gain = f"The **gain** is {worth}. The **rate of gain** "

if not is_first:
    columns = attention.columns(rate)
    worked = lesson.worked(
        rate, says="W: the share of all looks. The rate of gain adds up W × gain."
    )
else:
    if is_told("stop"):
        columns = [attention.leavers(rate, looks)]
        says = "W: share of all looks. L: share who stop here."
    elif is_told("weight"):
        columns, says = [attention.shares(rate, looks)], "W: people here ÷ all looks."
    else:
        columns, says = [attention.finders(rate, found)], "Look: one person, one rank."
    worked = attention.found_per_look(rate, looks, says)
if is_told("weight"):
    words = attention.letters(rate, looks)
    words += f"\n\n{gain}adds up W × gain: what is found per look. "
else:
    words = (
        "Choose who reads on, and you choose the metric: P@k, RBP and RR are such readers, "
        "in steps 4 to 6. 100 people look at rank 1; each figure is ten of them. Each rank’s "
        "slider is **C**, *continue*: the share that goes on. The others stop: **L**, *last*. "
        f"**W**, *weight*, comes in step 2. {attention.went_on(rate)}\n\n"
        f"A **look** is one person at one rank. {attention.all_looks(rate, looks)} "
        f"{gain}is all that is found ÷ all looks."
    )
if not is_first:
    words += "*Found* and *read* are those of one person. "
words += {
    "precision": f"P@{now.k}, precision, is a reader who takes exactly {now.k} documents.",
    "rbp": "RBP, rank-biased precision, is a reader who goes on with the same probability "
    "after each document, the last one, too."
    + " Hatched: the attention that goes below the list."
    * (not is_first),
    "reciprocal_rank": "RR, reciprocal rank, is a reader who wants one good document. C "
    "depends on what was read: this reader is **adaptive**.",
    "dcg": "DCG, discounted gain, is a reader whose attention falls as 1/log(i + 1) and ends at k.",
    "insq": "INSQ means inverse squares: attention falls about as 1/i². This reader hopes "
    f"for {wanted} good document{'s' * (wanted != '1')}, and gets more patient with depth.",
    "inst": f"INST is INSQ with a target. This reader wants {wanted}, and each find brings "
    "the end nearer: **adaptive**.",
    "err": "A document satisfies ERR’s reader with the probability of its gain: **adaptive**.",
    "own": "",
}[reader]
knobs = ["k", "persistence", "target", "utility", "relevant_from", "scale", "read_also"]
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [rate] if is_first else [rate, total, documents],
        columns=columns,
        in_cards=columns[-1],
        middle=partial(attention.handles, rate),
        chart=figure.Figure(reads, reads.rows(rate)),
        worked=worked,
        knobs=["persistence", "target"],
        below_score=attention.per_look(rate, found, looks) if is_first else attention.twin(rate),
        words=words,
    ),
)
has_readers = not is_first or bool(steps.shown(NAME, ["reader"]))


def numbers() -> None:
    """Draw the numbers by rank, and as NumPy lines with the C of the reader."""
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


err, cascade = continuation.twin(now, "err"), continuation.rate(now, "err")
assert err
prose.draw(
    NAME,
    formula=partial(lesson.formula_text, rate),
    by_rank=partial(attention.by_rank, rate),
    reader=partial(controls.turn, ["reader"], "reader") if has_readers else None,
    every_reader=partial(attention.every_reader, rate),
    curves=partial(
        lesson.unfold,
        figure.Figure(continued, [*continued.rows(rate)]),
        "Readers as curves, down to rank 20",
    ),
    err_label=err.label,
    err_score=decimals(err.score),
    err_gain=decimals(float(cascade.aside["total_gain"])),
    err_documents=decimals(float(cascade.aside["expected_documents"])),
    err_rate=decimals(float(cascade.score)),
    numbers=numbers,
    settings=partial(controls.turn, knobs if has_readers else ["reader", *knobs]),
    ways_on=lesson.ways_on(NAME),
)
