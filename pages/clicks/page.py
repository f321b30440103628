"""Lesson: clicks, which need attention and relevance, and how to tell the two apart."""

from dataclasses import replace
from functools import partial

from pages.clicks import beside, by_rank, model, observed, preferences, sessions
from pages.clicks.knobs import Clicks
from ui import lesson
from ui.core.knobs import ATTENTION_DECAY, Sending
from ui.core.plain import decimals, table_html
from ui.draw import figure, score, simulated_readers
from ui.draw.rank_terms import fraction
from ui.draw.score import Measured
from ui.parts import controls, prose, steps

NAME = "clicks"

lesson.heading(NAME)

clicks = score.measure_by(
    model.expected, "Clicks per reader", key="expected_clicks", bounds=(0, None)
)
estimate = score.measure_by(
    model.weighted,
    "Mean estimate",
    key="weighted_clicks",
    bounds=(0, None),
    higher_is_better=None,
)
best = score.measure_by(
    model.best,
    "Estimate",
    key="best_estimate",
    bounds=(0, None),
    higher_is_better=None,
)
err = score.measure("err")
on_best = score.measure_by(
    model.best_clicks, "Clicks on the best", key="best_clicks", bounds=(0, None), places=0
)
on_best = replace(on_best, words=f"{on_best.score + 1e-9:,.0f}")
screen = clicks.screen
step = steps.current(NAME)
show = step.show if step else ()
is_divided = screen[Clicks.PROPENSITY] != "none"
told = best if best.key in show else estimate if estimate.key in show or is_divided else None
asked = best if told is best else on_best if on_best.key in show else None
by_rank_told = estimate if told else None
cascade, count = screen[Clicks.MODEL] == "cascade", model.readers(screen)
relevance = clicks.breakdown.terms["relevance"]


def looks_at(rank: int) -> str:
    """Write the share of the readers who look at a rank."""
    decay = screen[ATTENTION_DECAY]
    return f"1/{rank**decay:g}" if decay in (1, 2) else f"{decimals(rank**-decay)}"


def of_the_best(asked: Measured) -> lesson.WorkedFormula:
    """Work out the clicks on the best document, or its estimate."""
    rank = model.best_rank(screen)
    if not rank:
        return lesson.WorkedFormula(asked, [])
    if asked is best:
        worked, equals, _ = beside.worked(estimate, counted=True)[rank - 1].partition(" = ")
        summands = [(rank, worked)] if equals else []
        says = "Clicks/readers" + " ÷ attention" * is_divided + "."
    else:
        terms = (clicks.breakdown.terms[name].tolist()[rank - 1] for name in ("reach", "relevance"))
        each = [fraction(share) or decimals(share, 4) for share in terms]
        summands = [] if screen[Sending.SENT] else [(rank, "·".join([f"{count:,}", *each]))]
        says = "Readers · attention · relevance."
    return lesson.WorkedFormula(asked, summands, says=says, flat=True)


lowest = min((d.grade for d in screen.a.documents if d.grade), default=1)
worth = {
    "linear": f"grade/{screen.scale}, so {lowest}/{screen.scale} at grade {lowest}",
    "binary": "1 for a hit, else 0",
}
share_r = worth.get(screen["utility"], "it grows with the grade")
formula = lesson.worked(clicks, says="Each rank adds attention · relevance.")._replace(flat=True)
looks = (
    "readers look until they click: at rank 2 those are left who did not click at rank 1"
    if cascade
    else f"all look at rank 1, {looks_at(2)} at rank 2, {looks_at(3)} at rank 3, "
    f"{looks_at(4)} at rank 4"
)
example = "".join(
    f" At rank 2: {product.replace('·', ' · ')} · {count:,} = {model.amount(screen, share)}."
    for (rank, product), share in zip(
        formula.summands, clicks.breakdown.terms["contribution"].tolist(), strict=False
    )
    if rank == 2 and asked is not on_best and "." not in product and model.is_whole(screen, share)
)
words = [
    "A click needs two things that nobody sees:\n\n"
    f"- **attention**: a reader looks at the rank. Here {looks}.\n"
    "- **relevance**, R: the document suits them. Of those who look, the share R clicks: "
    f"{share_r}.\n\n"
    f"So we *expect* readers · attention · R clicks, here of {count:,} readers.{example}",
]
if told:
    assumed = {
        "none": "nothing yet",
        "position": "an assumed attention"
        + f", 1/rank^η with η = {screen[Clicks.ASSUMED]:g}" * (Clicks.ASSUMED in show or not step),
        "cascade": "the share of readers without a click above",
    }[screen[Clicks.PROPENSITY]]
    if steps.is_first(NAME):  # the steps before have told what a click needs
        words = [
            f"**Attention**: {looks}. **Relevance**: of those who look, the share R clicks: "
            f"{share_r}."
        ]
    words += [
        f"The **estimate** of R is the share who click, divided by {assumed}. If the assumption is "
        "right, it is R again: *inverse propensity weighting* (IPW)."
    ]
    if not all(estimate.breakdown.terms["propensity"]):
        words += ["Where nobody is left to look, R is unknown. Such ranks are not in the mean."]

below_score = f"{model.amount(screen, clicks.score)} clicks ÷ {count:,} readers"
rank = model.best_rank(screen)
if rank and not told and not cascade:
    share = clicks.breakdown.terms["contribution"].tolist()[rank - 1]
    click = model.amount(screen, share)
    if asked:
        look = model.amount(screen, clicks.breakdown.terms["reach"].tolist()[rank - 1])
        below_score = f"Rank {rank}: of {count:,} readers {look} look, {click} click"
    else:
        words += [f"In all: {below_score}."]
        below_score = f"Rank {rank}: {click} of {count:,} readers click"
if rank and told is best:
    clicked = f"{int(model.drawn(screen)[rank - 1]):,} clicks" if screen[Sending.SENT] else "clicks"
    of = f"{count:,} readers" if screen[Sending.SENT] else "readers"
    below_score = f"Rank {rank}: {clicked} ÷ {of}{' ÷ attention' * is_divided}"
elif screen[Sending.SENT]:
    sent = f"{count:,} sent: {int(model.drawn(screen).sum()):,} clicks"
    known = [one for one in model.estimates(screen) if one is not None]
    if told is estimate and known:  # it is not the one that is expected, which stands above
        below_score = f"{sent}, mean estimate {decimals(sum(known) / len(known))}"
        below_score += "<span class='of'>. Above: expected</span>"
    else:
        below_score = f"{sent}, {model.amount(screen, clicks.score)} expected"
if screen[Sending.SENT]:
    words += ["In the charts **+** is how many click, by chance."]
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [asked]  # a step that asks about one document shows the number of it
        if asked
        else [clicks, *([told] if told else []), *([err] if err.key in show else [])],
        columns=beside.columns(clicks, by_rank_told),
        in_cards=beside.in_cards(clicks, by_rank_told),
        chart=figure.Figure(
            by_rank,
            by_rank.rows(clicks, estimate),
            title="Do as many click (+) as expected (●)?" * bool(screen[Sending.SENT]),
            alone=not (told and screen[Sending.SENT]),
            legend="Dot: a document." * cascade,
        ),
        worked=of_the_best(asked) if asked else formula,
        knobs=[Clicks.MODEL, ATTENTION_DECAY, Clicks.PROPENSITY, Clicks.ASSUMED],
        buttons=simulated_readers.buttons(),
        ideal=False,
        below_score=f"<p>{below_score}</p>",
        words=" ".join(words),
    ),
)


def estimates() -> None:
    """Draw the estimate of each rank as a folded table."""
    terms, root = estimate.breakdown.terms, count**0.5
    names = ("clicks", "propensity", "estimate", "error", "relevance")
    body = [
        [rank, share, assumed, *([one, 2 * error / root] if assumed else ["–", "–"]), true]
        for rank, (share, assumed, one, error, true) in enumerate(
            zip(*(terms[name].tolist() for name in names), strict=True), start=1
        )
    ]
    head = ["rank", "click", "÷ assumed", "estimate", "± two standard errors", "R"]
    lesson.fold(f"The estimates, with {count:,} readers", table_html("The estimates", head, body))


def numbers() -> None:
    """Draw the numbers by rank, and as lines of NumPy."""
    attention = (
        "np.concatenate([[1], (1 - relevance).cumprod()])[:-1]"
        if cascade
        else f"ranks ** -{screen[ATTENTION_DECAY]:g}"
    )
    lesson.numbers(
        clicks,
        f"""
relevance = np.array({relevance.tolist()})
ranks = np.arange(1.0, len(relevance) + 1)
attention = {attention}
score = (attention * relevance).sum()
""",
        reach="look",
        relevance="R",
        contribution="click",
    )


prose.draw(
    NAME,
    own_clicks=observed.draw,
    preferences=preferences.draw,
    sessions=sessions.draw,
    formula=partial(
        lesson.formula_text,
        clicks,
        latex=r"\mathrm{clicks} = \sum_{i=1}^{k} R_i \prod_{j=1}^{i-1} (1 - R_j)",
        in_words="The clicks of a reader are a sum for the ranks i from 1 to k. Each adds R at i "
        "times a product. The product has a factor 1 minus R at j for each rank j from 1 to i "
        "minus 1. Here R at i is the share of those who look at rank i who click there.",
    )
    if cascade
    else partial(lesson.formula_text, clicks),
    weighting=partial(
        lesson.formula_text,
        estimate,
        latex=r"\hat R = \frac{\text{clicks}}{\text{readers} \cdot \text{attention}}",
        in_words="R hat is the clicks at a rank, divided by the product of the readers and the "
        "attention. Here R hat is the estimate of R at that rank. The attention is the share of "
        "readers who are assumed to look: the propensity. The mean of all ranks is "
        "inverse propensity weighting.",
    ),
    numbers=numbers,
    estimates=revealed and estimates,
    settings=partial(controls.turn, ["k", "scale", "utility", "relevant_from", *Clicks]),
    ways_on=lesson.ways_on(NAME),
)
