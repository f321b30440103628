"""Lesson: rank-biased precision, the share of a reader's attention that goes to good documents."""

from functools import partial

from metrics import simulation
from pages.rank_biased_precision import attention, patiences
from ui import lesson
from ui.contents import TEXTS
from ui.core import knobs
from ui.core.plain import brief, decimals
from ui.draw import (
    figure,
    rank_terms,
    readers,
    score,
    scoreboard,
    simulated_column,
    simulated_readers,
    weights,
    worths,
)
from ui.draw.simulated_page import means
from ui.parts import controls, prose, steps

NAME = "rank_biased_precision"

lesson.heading(NAME)

rbp = score.measure("rbp")
terms = rbp.breakdown.terms
p, read = rbp.screen["persistence"], float(rbp.breakdown.aside["expected_documents"])
looks = f"{read:.3g}"
documents = "document" if looks == "1" else "documents"
walk = simulation.collecting(terms["weight"], terms["utility"], read)
group = simulated_readers.simulated(rbp, walk, simulated_readers.COLLECTING)
each = rank_terms.of_rbp(rbp.breakdown)
judged = [document.grade is not None for document in rbp.ranked.documents[: len(each)]]
stopping = readers.stops_column(rbp, "weight", [term.short for term in each])
values, stops = terms["utility"].tolist(), terms["weight"].tolist()
is_graded = any(0 < worth < 1 for worth in values)
shares = [rank_terms.fraction(stop) for stop in stops]
if not all(shares):
    shares = [decimals(stop) for stop in stops]
adds = [
    decimals(term.value) if term.value else "0" * is_judged
    for term, is_judged in zip(each, judged, strict=True)
]
adding = [  # with three digits each, a share and a worth between 0 and 1 need not make the product
    ""
    if not is_judged
    else f"{share} × {worth:g} = {decimals(term.value)}"
    if worth in (0, 1)
    else f"× {worth:.3g}: +{decimals(term.value)}"
    for term, is_judged, share, worth in zip(each, judged, shares, values, strict=True)
]
if not group.count:  # else the readers sent have the row below the list
    reach = terms["reach"].tolist()
    of_people = [
        f"{brief(8 * stop, 2)} of {brief(8 * here, 2)} stop"
        for stop, here in zip(stops, reach, strict=True)
    ]
    sums = [
        f"{share} {added or '× ?'}" if added[:1] in ("", "×") else added
        for added, share in zip(adding, shares, strict=True)
    ]
    stopping = readers.stops_column(rbp, "weight", of_people)
    past = "go on below", p ** len(each)
    stopping = readers.of_eight(stopping, *past, "stops × worth", sums)
has_two_worths = rbp.screen.scale == 1 and rbp.screen["utility"] in ("linear", "binary")
is_worth = "1 for a hit and 0 for a miss" if has_two_worths else "from 0 to 1"
step = steps.current(NAME)
said = f"At each rank {'half' if p == 0.5 else f'{p:g}'} of the readers go on: p = {p:g}"
if not step or p != step.settings["persistence"]:
    said = f"Readers look at 1/(1 − {p:g}) = {looks} {documents} on average"
if not all(judged):
    highest = rbp.score + float(rbp.breakdown.aside["residual"])
    said = f"RBP is at least {decimals(rbp.score)}, at most {decimals(highest)}"
    least = [rbp.score, *(stop for stop, known in zip(stops, judged, strict=True) if not known)]
    more = [decimals(share) for share in (*least, p ** len(each))]
    if len(more) <= 4 and decimals(sum(map(float, more))) == decimals(highest):
        said = f"Lowest {more[0]}, highest {' + '.join(more)} = {decimals(highest)}"

known_only = step is not None and all(judged)
chart = figure.of_score(attention, rbp, not known_only)

revealed = lesson.show(
    NAME,
    lesson.Stage(
        [rbp],
        columns=[stopping, *simulated_column.columns(group)],
        in_cards=readers.in_cards(stopping, "stops × worth", adding),
        chart=chart if known_only else chart._replace(title=attention.UNKNOWN),
        worked=lesson.WorkedFormula(
            rbp,
            [
                (rank, f"{worth:.4g}·" * is_graded + share if worth else add)
                for rank, (add, worth, share) in enumerate(
                    zip(adds, values, shares, strict=True), 1
                )
                if add
            ],
            says="RBP: each rank adds the share that stops there × the worth of its document.",
        ),
        knobs=["persistence", "utility"],
        buttons=simulated_readers.buttons(),
        below_score=group.below_score or f"<p class='long'>{said}</p>",
        remark=group.sentence,
        words="All readers look at rank 1. After each document, good or bad, a share of them "
        f"goes on: the *persistence* **p = {p:g}**. The others stop. The share of all readers that "
        "stops at a rank is its **weight**.\n\nA rank adds its weight × the *worth* of its "
        f"document, {is_worth}. **RBP**, rank-biased precision, is the sum.",
    ),
)

people = {0.5: ", in a hurry", 0.8: ", common", 0.95: ", patient"}
named = {value: f"p = {value:g}{people.get(value, '')}" for value in sorted({*people, p})}
unjudged = next((d for d in rbp.ranked.documents if d.grade is None), None)
card = unjudged or next(iter(rbp.ranked.documents), None)
judge = {"do": "grade", "list": "a", "id": card.id if card else ""}

depth = min(rbp.screen.k, rbp.ranked.retrieved)
known, possible = attention.by_depth(rbp.breakdown, rbp.ranked)[depth]

prose.draw(
    NAME,
    formula=partial(lesson.formula_text, rbp),
    scores=scoreboard.variants_html(
        {
            (
                name if value == p else scoreboard.turning(name, "persistence", value),
                value == p,
                f"looks at {1 / (1 - value):.3g}",
            ): score.score_with(rbp, "persistence", value)
            for value, name in named.items()
        }
    ),
    sent=revealed and group.count,
    looks=looks,
    first=rank_terms.fraction(1 - p) or decimals(1 - p),
    second=rank_terms.fraction(p - p * p) or decimals(p - p * p),
    means=partial(means, group),
    reader=partial(readers.patient, p),
    weight_curves=partial(
        lesson.unfold,
        figure.Figure(patiences, patiences.rows(rbp, "persistence", people)),
        "The weights as curves",
    ),
    weight_table=partial(
        weights.draw,
        rbp,
        "persistence",
        {
            **weights.at(1, 2, 5, 10, 20),
            "ranks 1 to 10": lambda reader: decimals(sum(reader.heights[:10])),
        },
        named,
        hidden=not revealed,
    ),
    depth=depth,
    known=decimals(known),
    unknown=decimals(possible - known),
    lost=decimals(1 - possible),
    judge_or_unjudge=controls.invite("judge the first ? a miss", {**judge, "grade": 0})
    if unjudged
    else controls.invite("turn the first card into a ?", {**judge, "grade": None}),
    utilities=partial(
        lesson.variants,
        rbp,
        "utility",
        notes={
            "linear": "cwl-eval, if it is given shares of the top grade",
            "exponential": "the satisfaction of ERR",
            "binary": "ir_measures, as in the original paper; ranx on a binary scale",
            "sigmoid": f"{knobs.needed_values('utility', 'sigmoid', rbp.screen.settings)}; "
            f"<a href='{TEXTS['chapter'].url}'>{TEXTS['chapter'].name}</a>, for ERR",
        },
        turns=True,
    ),
    utility_curves=partial(
        lesson.unfold,
        figure.Figure(worths, worths.rows(rbp, "utility")),
        "The four utilities as curves",
    ),
    numbers=partial(
        lesson.numbers,
        rbp,
        reach="look here",
        weight="stop here",
        utility="worth",
        contribution="adds",
    ),
    settings=partial(controls.turn, ["k", *knobs.of_metrics("rbp")]),
    ways_on=lesson.ways_on(NAME),
)
