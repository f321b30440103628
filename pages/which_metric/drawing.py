"""Which metric fits: the questions, the verdicts, and a sentence that reports the metric."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from math import isclose, log2
from typing import Final

import streamlit as st

from metrics.catalog import METRICS
from metrics.orders import SAME
from pages.which_metric.needs import SIGNS
from ui import lesson
from ui.core import plain, post, presets
from ui.core.columns import Cell, Column, Part
from ui.core.documents import RefusedError
from ui.core.knob_kinds import scale_with
from ui.core.knobs import WhichMetric
from ui.core.plain import brief, decimals
from ui.core.post import Action
from ui.core.presets import Preset
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.draw import beside_cards, rank_terms, score
from ui.draw.score import Measured
from ui.draw.which_metric import ADVICE, SAID, Verdict, verdicts
from ui.export import report
from ui.lesson import WorkedFormula
from ui.parts import controls, steps
from ui.room import wall as room
from ui.room.slide_questions import Choice

_PAGE: Final = "which_metric"
_KNOWN: Final = ("ndcg", "average_precision", "reciprocal_rank", "precision", "recall")
"""The metrics that everybody has heard of."""
_BEST: Final = 3
"""Most metrics that fit best."""
_FITS: Final = "fits"
"""Key of the question for a class, which of some metrics fits."""
_MOST_HITS: Final = 4
"""Most hits of an average precision that is written out."""
_QUOTIENTS: Final = ("recall", "ndcg")
"""Metrics that are shorter as a quotient than as a sum."""
_RULE: Final = "<p>A score <b>fits</b> if it changes as much as they notice.</p>"
_READERS: Final = {
    "which-phone": "Readers leave at the first good page.",
    "which-ads": "Readers see all three ads alike.",
    "which-legal": "A lawyer reads all, and must miss nothing.",
    "which-shop": "Shoppers look most at the top.",
    "which-web": "7 of 8 readers stop at a 3.",
    "which-feed": "Nobody has judged all of these pages yet.",
}
"""What the readers of each product do, by its step."""
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LEAST: Final = 5e-4
"""Least amount that has a number beside its bar."""
_MOST_WRONG: Final = 3
"""Most metrics of that question that do not fit."""


def best_metrics() -> list[str]:
    """Return the keys of up to three metrics with the fewest objections."""
    judged = verdicts(session().shown)
    fewest = len(judged[0].objections)
    best = [v.key for v in judged if not v.never and len(v.objections) == fewest]
    return best[:_BEST]


def offered() -> list[str]:
    """Return the keys of the metrics to choose from.

    For a product that has a step they are the two that the step compares. For a reader of one's own
    they are five: well-known ones, and one that fits best.
    """
    if (two := of_step()) and not is_asked():
        return two
    best = best_metrics()
    best = [key for key in best if key in _KNOWN] or best
    keys = dict.fromkeys([best[0], *_KNOWN])
    return [key for key in METRICS if key in [*keys][: len(_KNOWN)]]


def of_step() -> list[str]:
    """Return the keys of the two metrics that the step of a product compares; none without one.

    They are in the order of their formulas.
    """
    product = _step_for(session().shown)
    shown = [key for key in METRICS if product and key in product.show]
    return sorted(shown, key=lambda key: (key != "rbp", key in _QUOTIENTS))


@once_per_screen
def _step_for(screen: Screen) -> Preset | None:
    """Return the first step whose reader has the needs on a screen."""
    first = (each for each in presets.presets(_PAGE).values() if each.group == "first")
    readers = ((each, each.on(Screen())) for each in first)
    return next(
        (
            each
            for each, reader in readers
            if all(reader[need] == screen[need] for need in WhichMetric)
        ),
        None,
    )


def columns(chosen: Sequence[Measured]) -> list[Column]:
    """Return the columns beside the cards: the reader's attention, and what each rank adds.

    For a reader of one's own, only to the metric that fits best; none while a class is asked.
    """
    looks = attention(chosen[0].screen, chosen[0].screen_before)
    adds = [] if is_asked() else [*map(_adds, compared(chosen))]
    if len(adds) > 1:  # three columns have their numbers below the bars
        return [replace(each, room="0.2rem") for each in (looks, *adds)]
    return [looks, *adds]


def in_cards(shown: Sequence[Column]) -> Column:
    """Return the reader's attention with what each rank adds, for the cards of a phone."""
    looks, *adds = shown
    names = [each.heading.removeprefix("Adds to ") for each in adds]
    cells = {}
    for row, cell in looks.cells.items():
        amounts = [each.cells[row].label if row in each.cells else "" for each in adds]
        named = zip(names, amounts, strict=True)
        label = " · ".join(f"{name}\u00a0{amount or 0}" for name, amount in named)
        cells[row] = cell._replace(label=label) if any(amounts) else cell
    heading = looks.heading + ", and what each rank adds" * bool(adds)
    return replace(looks, heading=heading, cells=cells)


def compared(chosen: Sequence[Measured]) -> Sequence[Measured]:
    """Return the metrics that have bars: for a reader of one's own that which fits best."""
    if _step_for(chosen[0].screen):
        return chosen
    best = best_metrics()[0]
    return [each for each in chosen if each.key == best] or [score.measure(best)]


def _adds(one: Measured) -> Column:
    """Return what each rank adds to a score; a score without an upper limit fills its column."""
    values = one.breakdown.terms["contribution"].tolist()
    return beside_cards.running(
        one,
        f"Adds to {METRICS[one.key].label()}",
        [decimals(value) if value >= _LEAST else "" for value in values],
        most=one.bounds[1] or sum(values) or 1,
        total="",
    )


def attention(screen: Screen, before: Screen | None = None) -> Column:
    """Return how much of a reader's attention each rank gets, and got before the last move."""
    shares, ranked = _attention(screen), screen.ranked("a")
    were = _attention(before) if before else []
    leaves = shares.count(1) if screen["attention"] == "until" and 0.0 in shares else 0
    cells = {}
    for rank in range(1, ranked.retrieved + 1):
        share = shares[rank - 1] if rank <= len(shares) else 0
        written = decimals(share) if abs(share - round(share, 3)) > SAME else f"{share:g}"
        label = f"{written}{_source(shares, rank, screen)}" if share else "gone"
        label += ", then leaves" * (rank == leaves)
        part = Part(0, share)
        was = [Part(0, each, "was") for each in were[rank - 1 : rank]]
        label = label if rank <= len(shares) else "not shown"
        cells[rank] = Cell([*beside_cards.ghost(was, part), part], label, soft=not share)
    for row in range(ranked.retrieved + 1, len(ranked.documents) + 1):
        cells[row] = Cell([], "not shown", soft=True)
    return Column("Reader’s attention", cells, room="6.5rem", sees_grades=False)


def _attention(screen: Screen) -> list[float]:
    """Return the attention of each rank down to k, by the reader's need of that name.

    It is 1, or 1 until the reader leaves: at the first hit, or with grades as in ERR. Where it
    fades, it falls as in nDCG from 1, or as in RBP where RBP fits.
    """
    to, way = min(screen.k, screen.ranked("a").retrieved), screen["attention"]
    if way == "same":
        return [1.0] * to
    if way == "until" and screen["labels"] == "binary":
        hits = score.compute("reciprocal_rank", "a", screen).terms["relevant"][:to].tolist()
        return [float(not seen) for seen in [0, *accumulate(hits)][:to]]
    key = "err" if way == "until" else "rbp" if screen["labels"] == "incomplete" else "ndcg"
    term = "weight" if key == "ndcg" else "reach"
    shares = score.compute(key, "a", screen).terms[term][:to].tolist()
    return [share / max(*shares, 1) for share in shares]


def _source(shares: Sequence[float], rank: int, screen: Screen) -> str:
    """Write where attention comes from, as ` = 1/log₂ 3`, ` = 0.8²`, or ` = 0.125 · 5/8` stay."""
    share = shares[rank - 1]
    if rank == 1 or screen["attention"] == "same":
        return ""
    if screen["attention"] == "until":
        before = shares[rank - 2]
        stay = rank_terms.fraction(share / before) if share < before else ""
        return f" = {f'{brief(before)} · ' * (before < 1)}{stay}" * bool(stay)
    if screen["labels"] == "incomplete":
        return f" = {screen['persistence']:g}{str(rank - 1).translate(_RAISED)}" * (rank > 2)
    return f" = 1/log₂ {rank + 1}" * isclose(share, 1 / log2(rank + 1))


def is_asked() -> bool:
    """Return whether a class is asked which metric fits, so that nothing may say it."""
    return room.is_asked(_FITS)


def offer(_hidden: bool) -> None:
    """Offer a class the question which metric fits."""
    room.offer_choice(*_of_class(verdicts(session().shown)))


def _preset(screen: Screen) -> Preset | None:
    """Return the step whose reader has the needs on a screen; None for a reader of one's own."""
    step = presets.presets(_PAGE).get(controls.preset_of(_PAGE, screen) or "")
    told = step.on(screen) if step else None
    return step if told and all(told[need] == screen[need] for need in WhichMetric) else None


def worked(chosen: Sequence[Measured]) -> WorkedFormula | None:
    """Return how the first score comes about, and those of the others that are quotients.

    RBP is first where it is offered, with what unjudged documents can add.
    """
    each = ((one, _quotient(one)) for one in chosen)
    also = {one.key: f"{one.label} = {text} = {one.text}" for one, text in each if text}
    rbp = next((one for one in chosen if one.key == "rbp"), None)
    known = _of_rbp(rbp) if rbp else None
    sums = [one for one in chosen if one.key not in _QUOTIENTS]
    one = [*sums, *chosen][0]
    first = known or (lesson.worked if one.key == "err" else lesson.worked_out)(one)
    others = [text for key, text in also.items() if key != first.measured.key]
    return first._replace(also=[*first.also, *others])


def below_scores(chosen: Sequence[Measured]) -> str:
    """Write what readers do, and when a score fits; for a hall the product and the scores, too.

    Of a reader of one's own it says which fit.
    """
    named = [METRICS[one.key] for one in chosen if len(chosen) < len(_KNOWN)]
    if not named and not is_asked():
        judged = verdicts(chosen[0].screen)
        near = next((each for each in judged if each.rank == "near"), None)
        nearly = f" Nearly: {METRICS[near.key].label()}." if near else ""
        return f"<p>{_fits(judged)}{nearly}</p>"
    names = "; ".join(f"{metric.label()}: {_in_text(metric.name)}" for metric in named)
    names = f" <small class='named'>{names}</small>" * bool(names)
    ranges = _ranges(chosen) if named else ""
    step = _preset(session().current)
    said = _READERS.get(step.id, "") if step else ""
    use = f"<b class='named'>{step.title}.</b> {said}" if step and said else ""
    return f"<p class='use'>{use}{names}</p>" + (_verdicts(chosen) or ranges or _RULE)


def _verdicts(chosen: Sequence[Measured]) -> str:
    """Write whether each of two scores fits, once the act of the step is done; "" before."""
    step = steps.current(_PAGE)
    if len(chosen) == len(_KNOWN) or is_asked() or not (step and step.is_done(session().current)):
        return ""
    rank_of = {verdict.key: verdict.rank for verdict in verdicts(chosen[0].screen)}
    verb = {"fits": "fits", "near": "comes near", "not": "does not fit"}
    each = (
        f"{SIGNS[rank_of[one.key]]} {METRICS[one.key].label()} {verb[rank_of[one.key]]}"
        for one in chosen
    )
    return f"<p class='verdict-line'><b>{' · '.join(each)}</b></p>"


def _ranges(chosen: Sequence[Measured]) -> str:
    """Write between which scores RBP lies, beside a score that takes “?” for a miss."""
    by_key = {one.key: one for one in chosen}
    if (rbp := by_key.pop("rbp", None)) is None or not (most := _most(rbp)):
        return ""
    others = "".join(f" <b>{METRICS[key].label()}</b>: {one.text}." for key, one in by_key.items())
    to = decimals(rbp.score + most)
    return f"<p><b>RBP</b>: {rbp.text} to {to} (“?” as 0 or {rbp.screen.scale}).{others}</p>"


def _most(rbp: Measured) -> float:
    """Return what documents that nobody judged can add to RBP."""
    documents = rbp.ranked.documents[: rbp.ranked.retrieved]
    reach = zip(rbp.breakdown.terms["reach"].tolist(), documents, strict=True)
    share = sum(each for each, one in reach if one.grade is None)
    return float((1 - rbp.screen["persistence"]) * share)


def _in_text(name: str) -> str:
    return name[:1].lower() + name[1:]


def _of_rbp(rbp: Measured) -> WorkedFormula | None:
    """Return how RBP comes about if some documents are not judged, and what these can add.

    Its summands are what readers' attention leaves of the worth of a document, as beside the cards.
    """
    terms, documents = rbp.breakdown.terms, rbp.ranked.documents[: rbp.ranked.retrieved]
    reach = [brief(each) for each in terms["reach"].tolist()]
    open_ = [each for each, one in zip(reach, documents, strict=True) if one.grade is None]
    if not 0 < len(open_) <= _MOST_HITS:
        return None
    adds = [
        (rank, each if useful == 1 else f"{each}·{useful:.3g}")
        for rank, (each, useful) in enumerate(zip(reach, terms["utility"], strict=True), 1)
        if useful
    ]
    stop = 1 - rbp.screen["persistence"]
    most = decimals(_most(rbp))
    sum_ = f"({' + '.join(open_)})" if len(open_) > 1 else open_[0]
    also = [f"“?” can add at most {stop:.3g} · {sum_} = {most}"]
    return WorkedFormula(rbp, adds, f"{stop:.3g}", also=also)


def _quotient(one: Measured) -> str:
    """Return a score as a quotient with its numbers, or nothing if it is none or a long one."""
    terms, aside = one.breakdown.terms, one.breakdown.aside
    if one.breakdown.undefined:
        return ""
    if one.key in ("precision", "recall"):
        exist = one.screen.k if one.key == "precision" else aside["denominator"]
        return f"{terms['relevant'].sum():g}/{exist:g}"
    if one.key == "ndcg":
        return rank_terms.ndcg_by_hand(one.breakdown)
    if one.key not in ("reciprocal_rank", "average_precision"):
        return ""
    formula = lesson.worked_out(one)
    hits = [summand for _, summand in formula.summands]
    if not 0 < len(hits) <= _MOST_HITS:
        return ""
    total = " + ".join(hits)
    below = formula.factor.removeprefix("1/")
    return (f"({total})" if len(hits) > 1 else total) + f" ÷ {below}" * bool(below)


def words(chosen: Sequence[Measured]) -> str:
    """Say what reader each of two metrics assumes, and whether it fits once the act is done."""
    screen, step = chosen[0].screen, steps.current(_PAGE)
    by_key = {verdict.key: verdict for verdict in verdicts(screen)}
    done = bool(step and step.is_done(session().current))
    shown = [] if is_asked() else compared(chosen)
    each = (_said(by_key[one.key], screen, done=done) for one in shown)
    ends = " A bar begins where the one above ended. The end of the last bar is the score."
    ends = ends * bool(shown)
    return "\n\n".join(["**Reader’s attention**, an assumption: 1 is full, 0 none." + ends, *each])


def _said(verdict: Verdict, screen: Screen, *, done: bool) -> str:
    """Write a metric with the reader that it assumes, and perhaps the verdict on it."""
    metric = METRICS[verdict.key]
    reader = metric.reader.replace("k documents", f"{screen.k} documents")
    said = reader
    if done:
        said = f"**{SIGNS[verdict.rank]} {SAID[verdict.rank]}.** {_reasons(verdict, screen)[0]}"
    return f"**{metric.label(screen.k)}**, {_in_text(metric.name)}. {said}{_amounts(metric.key)}"


def _amounts(key: str) -> str:
    """Say what a grade and a rank count, of a metric whose formula does not tell it; or nothing."""
    screen = session().shown
    ranked, terms = screen.ranked("a"), score.compute(key, "a", screen).terms
    if key == "err":
        grades = [document.grade for document in ranked.documents[: ranked.retrieved]]
        each = dict(zip(grades, terms["satisfaction"].tolist(), strict=False))
        shares = [
            f"{rank_terms.fraction(each[grade]) or decimals(each[grade])} stop at a {grade}"
            for grade in sorted(filter(None, each), reverse=True)
        ]
        return f" Of those who look, {', '.join(shares)}." * bool(shares)
    if key == "ndcg" and (screen["discount"], screen["log_base"]) == ("log", 2):
        return " Rank i weighs 1/log₂(i + 1)."
    if key == "rbp" and screen["utility"] == "linear":
        p = screen["persistence"]
        grade = f", grade g counts g/{screen.scale}" * (screen.scale > 1)
        goes_on = f"of those who look, {p:g} go on; {1 - p:.3g} makes the weights add up to 1"
        return f" Rank i weighs {1 - p:.3g} · {p:g}^(i − 1): {goes_on}{grade}."
    return ""


def needs() -> None:
    """Draw the needs of a reader, and below them what fits if they are of the reader's own."""
    screen = session().shown
    controls.turn(WhichMetric, "needs", "grid short", folded=True)
    said = "" if is_asked() or _preset(screen) else _fitting(verdicts(screen))
    if screen["labels"] == "graded" and screen.scale == 1:
        to_grades = post.href({"do": "turn", "knob": "scale", "to": 3})
        said += (
            f" The list above has only 0 and 1: <a href='{to_grades}'>give it grades 0 to 3</a>."
        )
    st.html(f"<p class='fitting'>{said}</p>")


def _fitting(judged: Sequence[Verdict]) -> str:
    """Say which metrics fit, and which comes nearest, with the objection to it."""
    said, near = _fits(judged), next((each for each in judged if each.rank == "near"), None)
    if near:
        said += f" Nearly: {METRICS[near.key].label()}. {plain.typeset(near.objections[0])}"
    return said


def _fits(judged: Sequence[Verdict]) -> str:
    """Say which metrics fit, to a screen reader, too."""
    names = ", ".join(METRICS[each.key].label() for each in judged if each.rank == "fits")
    session().drawn.add(f"Fits: {names or 'no metric'}")
    return f"<b>Fits: {names}.</b>" if names else "<b>No metric fits.</b>"


def names(tabled: Sequence[Verdict]) -> None:
    """Draw the full names of the metrics of the table."""
    named = (METRICS[each.key] for each in tabled)
    each = ", ".join(f"<b>{one.label()}</b> {one.name}" for one in named)
    st.html(f"<p class='legend'>{each}.</p>")


def _reasons(verdict: Verdict, screen: Screen) -> Sequence[str]:
    """Return what speaks against a metric, or for it where nothing does."""
    against = dict(verdict.against)
    if screen["wants"] == "one" and screen["attention"] == "until" and "wants" in against:
        against.pop("attention", None)  # both say that its reader goes on
    return list(dict.fromkeys(against.values())) or [verdict.strength]


def _of_class(judged: Sequence[Verdict]) -> list[Choice]:
    """Return the question for a class: which of these metrics fits.

    One fits. The others have at least two objections; those with the fewest come first.
    """
    fits = [verdict.key for verdict in judged if verdict.rank == "fits"]
    wrong = [verdict.key for verdict in judged if verdict.rank == "not" and not verdict.never]
    if not fits or not wrong:
        return []
    keys = [key for key in METRICS if key in (fits[0], *wrong[:_MOST_WRONG])]
    names = [METRICS[key].name for key in keys]
    text = "Which of these metrics fits the reader on the wall?"
    return [Choice(_FITS, "which metric fits", text, names, keys.index(fits[0]))]


def tiles(*, hidden: bool) -> None:
    """Draw a tile for each metric with a verdict, with an argument against it, best first.

    None is drawn while a class is asked which metric fits.
    """
    if is_asked():
        return
    screen = session().shown
    judged = verdicts(screen)
    for rank, said in SAID.items():
        group = [_tile(each, screen, hidden=hidden) for each in judged if each.rank == rank]
        if group:
            st.html(f"<h3>{said}</h3><ul class='verdicts {rank}'>{''.join(group)}</ul>")


def _tile(verdict: Verdict, screen: Screen, *, hidden: bool) -> str:
    metric, argument = METRICS[verdict.key], ADVICE[verdict.key].flaw
    value = float(score.compute(verdict.key, "a", screen).score)
    reasons = "".join(f"<p>{plain.typeset(one)}</p>" for one in _reasons(verdict, screen))
    show = post.href({"do": "argue", "metric": verdict.key})
    return (
        f"<li><b>{metric.label(screen.k)}</b> <span>{'' if hidden else plain.decimals(value)}"
        f"</span><small>{metric.name}</small>{reasons}<details><summary>Argue "
        f"against</summary><p>{plain.typeset(argument)}</p></details><a href='{show}'>Put its "
        "list on the board</a></li>"
    )


def sentences(keys: Sequence[str]) -> None:
    """Draw, for each of some metrics, a sentence that reports it, with a copy button."""
    screen = session().shown
    if screen["labels"] == "graded" and screen.scale == 1:  # the reader has grades, the list none
        screen = screen.with_settings(scale=3)
    if keys:
        st.html("".join(report.to_copy(report.sentence(key, screen)) for key in keys))


def sentence(keys: Sequence[str]) -> None:
    """Draw the sentence of the reader at the top, which goes as soon as a question is answered."""
    with st.container(key="of_reader"):
        st.markdown("This is the sentence for the reader at the top of the page.")
        sentences(keys)


@post.on_screen("argue", linked=True)
def _argue(screen: Screen, action: Action) -> Screen:
    """Put the example of the argument against a metric on the board."""
    key = action["metric"]
    if key not in METRICS:
        raise RefusedError("This metric is not in the catalog.")
    shown, missed = ADVICE[key].example
    scale = scale_with((*shown, *missed), screen.scale)
    ranked = presets.listed([*shown, *missed], len(shown))
    example = Preset(key, "", "", {"a": ranked}, {**ADVICE[key].settings, "scale": scale})
    return replace(example.on(screen), preset=screen.preset)
