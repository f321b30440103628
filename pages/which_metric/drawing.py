"""Which metric fits: the questions, the verdicts, and a sentence that reports the metric."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Final

import streamlit as st

from metrics.catalog import METRICS
from ui.core import knobs, plain, post, presets
from ui.core.documents import RefusedError
from ui.core.knobs import SCALES, WhichMetric
from ui.core.post import Action
from ui.core.presets import Preset
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import score
from ui.draw.which_metric import SAID, Rank, Verdict, verdicts
from ui.parts import controls
from ui.room import wall as room
from ui.room.slide_questions import Choice

_PAGE: Final = "which_metric"
PRODUCTS: Final = {
    "which-phone": "One known page",
    "which-voice": "Voice assistant",
    "which-complete": "Autocomplete",
    "which-ads": "Ads",
    "which-web": "Web search",
    "which-legal": "Legal review",
    "which-shop": "A shop",
    "which-feed": "A feed",
    "which-rag": "Language model",
}
"""Presets that are a product, and its short name."""
_LIT: Final = 3
"""Most metrics that are drawn beside the list."""
_FITS: Final = "fits"
"""Key of the question for a class, which of some metrics fits."""
_MOST_WRONG: Final = 3
"""Most metrics of that question that do not fit."""
_SHOWN_MEANWHILE: Final = ["precision", "average_precision", "ndcg"]
"""The metrics that are drawn beside the list while the class is asked."""


def best_metrics() -> list[str]:
    """Return the keys of up to three metrics with the fewest objections."""
    if is_asked():
        return _SHOWN_MEANWHILE
    judged = verdicts(session().shown)
    fewest = len(judged[0].objections)
    best = [v.key for v in judged if not v.never and len(v.objections) == fewest]
    return best[:_LIT]


def is_asked() -> bool:
    """Return whether a class is asked which metric fits, so that nothing may say it."""
    return room.is_asked(_FITS)


def choices(_hidden: bool) -> None:
    """Draw the request, the products, what their reader needs, and the metrics that fit.

    None of them shows a score.
    """
    screen = session().shown
    judged = verdicts(screen)
    room.offer_choice(*_of_class(judged))
    presenting = session().projector.presenting
    with st.container(key="which_metric"):
        if not presenting:
            st.html(_products())
        controls.turn(WhichMetric, "needs", "grid short", folded=True)
        st.html(_lights(judged, screen))


def _products() -> str:
    """Write the request, and a link to each preset that is a product."""
    chosen = controls.preset_of(_PAGE, session().current)
    links = (
        f"<li><a href='{post.href({'do': 'preset', 'lesson': _PAGE, 'to': id_})}'"
        f"{' aria-current=true' * (id_ == chosen)}>{title}</a></li>"
        for id_, title in PRODUCTS.items()
    )
    return (
        "<p class='request'>Choose a product, or say what your reader needs.</p>"
        f"<ul class='products' aria-label='Products'>{''.join(links)}</ul>"
    )


def _lights(judged: Sequence[Verdict], screen: Screen) -> str:
    """Write the metrics that fit, each with its name, and those that come near."""
    if is_asked():
        return "<p class='legend'>The class is asked which metric fits.</p>"
    lit = [verdict for verdict in judged if verdict.rank != "not"]
    lights = "".join(
        f"<li class='{one.rank}' title='{METRICS[one.key].name}'>{METRICS[one.key].label()}"
        f"<span>: {SAID[one.rank].lower()}</span></li>"
        for one in lit
    )
    fits = [one for one in lit if one.rank == "fits"]
    names = ", ".join(METRICS[one.key].name for one in fits)
    legend = f"<b>{names}.</b> {fits[0].strength if len(fits) == 1 else 'They fit.'}"
    if not fits:
        legend = "<b>Nothing fits all of this.</b> These come nearest."
    elif len(lit) > len(fits):
        legend += " Dashed: one objection."
    if screen["labels"] == "graded" and screen.scale == 1:
        to_grades = post.href({"do": "turn", "knob": "scale", "to": 3})
        legend += f" The list has only 0 and 1: <a href='{to_grades}'>give it grades 0 to 3</a>."
    return (
        f"<ul class='lights' aria-label='Which metrics fit'>{lights}</ul>"
        f"<p class='legend'>{legend}</p>"
    )


def _of_class(judged: Sequence[Verdict]) -> list[Choice]:
    """Return the question for a class: which of these metrics fits.

    One fits. The others have at least two objections; those with the fewest come first.
    """
    fits = [verdict.key for verdict in judged if verdict.rank == "fits"]
    wrong = [verdict.key for verdict in judged if verdict.rank == "not" and not verdict.never]
    if not fits or not wrong:
        return []
    keys = [key for key in METRICS if key in (fits[0], *wrong[:_MOST_WRONG])]
    labels = [METRICS[key].label() for key in keys]
    text = "Which of these metrics fits what is asked of it on the wall?"
    return [Choice(_FITS, "which metric fits", text, labels, keys.index(fits[0]))]


def words() -> str:
    """Return what stands below the list: how to read the table."""
    if is_asked():
        return "Which metric fits? The table comes with the answer."
    return (
        "The table has the six best metrics, and what the reader needs. A ✓ says that nothing "
        "speaks against the metric. Point at a red field, or tap it: it says the objection."
    )


def tiles(rank: Rank, *, hidden: bool) -> None:
    """Draw a tile for each metric with a verdict, with an argument against it.

    None is drawn while a class is asked which metric fits.
    """
    if is_asked():
        return
    screen = session().shown
    group = [verdict for verdict in verdicts(screen) if verdict.rank == rank]
    written = "".join(_tile(verdict, screen, hidden=hidden) for verdict in group)
    nothing = "<p>Nothing fits all of this: each metric assumes another reader.</p>"
    if group or rank == "fits":
        shown = f"<ul class='verdicts {rank}'>{written}</ul>" if group else nothing
        st.html(f"<h3>{SAID[rank]}</h3>{shown}")


def others(*, hidden: bool) -> None:
    """Draw the tiles of the metrics that do not fit, those that come near first."""
    tiles("near", hidden=hidden)
    tiles("not", hidden=hidden)


def _tile(verdict: Verdict, screen: Screen, *, hidden: bool) -> str:
    metric, argument = METRICS[verdict.key], METRICS[verdict.key].advice.flaw
    value = float(score.compute(verdict.key, "a", screen).score)
    against = dict(verdict.against)
    if screen["wants"] == "one" and screen["attention"] == "until" and "wants" in against:
        against.pop("attention", None)  # both say that its reader goes on
    reasons = "".join(
        f"<p>{_unbroken(reason)}</p>"
        for reason in dict.fromkeys(against.values()) or [verdict.strength]
    )
    show = post.href({"do": "argue", "metric": verdict.key})
    return (
        f"<li><b>{metric.label(screen.k)}</b> <span>{'' if hidden else plain.decimals(value)}"
        f"</span><small>{metric.name}</small>{reasons}<details><summary>Argue "
        f"against</summary><p>{_unbroken(argument)}</p></details><a href='{show}'>Put its "
        "list on the board</a></li>"
    )


def _unbroken(text: str) -> str:
    """Keep the grades of a list, as 1 0 0, on one line."""
    return re.sub(r"(?<=[\d?]) (?=[\d?](?![\d.]))", "\u00a0", text)


def sentences(keys: Sequence[str]) -> None:
    """Draw, for each of some metrics, a sentence that reports it, with a copy button."""
    screen = session().shown
    if keys:
        st.html(
            "".join(
                f"<div class='code'><pre tabindex='0'><code>{escape(sentence(key, screen))}</code>"
                "</pre><button data-copy>Copy</button></div>"
                for key in keys
            )
        )


@post.on_screen("argue", linked=True)
def _argue(screen: Screen, action: Action) -> Screen:
    """Put the example of the argument against a metric on the board."""
    key = action["metric"]
    if key not in METRICS:
        raise RefusedError("This metric is not in the catalog.")
    example = METRICS[key].advice.example
    highest = max(grade or 1 for grade in (*example.grades, *example.missed))
    scale = next(scale for scale in SCALES if scale >= max(highest, screen.scale))
    ranked = presets.listed([*example.grades, *example.missed], len(example.grades))
    shown = Preset(key, "", "", {"a": ranked}, {**example.settings, "scale": scale})
    return replace(shown.on(screen), preset=screen.preset)


def sentence(key: str, screen: Screen) -> str:
    """Return a sentence for a paper: a metric with all settings that its score depends on."""
    metric = METRICS[key]
    shown = knobs.to_draw(knobs.of_metrics(key), screen.settings)
    clauses = (_clause(name, screen) for name in shown if name not in ("k", "scale"))
    grades = f"grades 0–{screen.scale}" if screen.scale > 1 else "binary labels"
    nothing = screen[knobs.MeanOverQueries.EMPTY]
    cited = f"{metric.label(screen.k)} ({_cited(metric.source)})"
    empty = _NOTHING[nothing, metric.higher_is_better]
    settings = ", ".join([cited, grades, *filter(None, clauses)])
    return f"{settings}; queries without a relevant document {empty}."


def _cited(source: str) -> str:
    """Return authors and year as they are cited: three or more authors become "et al.".

    >>> _cited("Chapelle, Metzler, Zhang & Grinspan (2009)"), _cited("Moffat & Zobel (2008)")
    ('Chapelle et al. 2009', 'Moffat & Zobel 2008')
    """
    return re.sub(r"(\w+), [\w, ]+ & \w+", r"\1 et al.", re.sub(r"\((\d+)\)", r"\1", source))


def _clause(name: str, screen: Screen) -> str:
    """Return what the position of a knob means, as part of a sentence; "" if it means nothing."""
    value, top = screen[name], screen.scale
    if name in _WORDS:
        clause: str = _WORDS[name][value]
    elif name in ("utility", "satisfaction"):
        exponential = f"(2^g − 1)/{2**top}" if top > 1 else "g/2"
        sigmoid = f"1/(1 + e^(−{screen['steepness']:g}(g − {screen['midpoint']:g})))"
        share = {"linear": f"g/{top}" if top > 1 else "g", "exponential": exponential}
        share |= {"binary": "1 if it is relevant, else 0", "sigmoid": sigmoid}
        counts = "is worth {}" if name == "utility" else "satisfies a share of its readers of {}"
        if name == "satisfaction" and value == "exponential":
            counts = "satisfies {} of its readers"
        return f"a document of grade g {counts.format(share[value])}"
    elif name in _AMOUNTS:
        clause = _AMOUNTS[name]
    elif name in _USED:  # it is in another knob's clause
        return ""
    else:
        return f"{knobs.KNOBS[name].label.lower()} {knobs.to_text(value)}"
    amounts = {each: knobs.to_text(screen[each]) for each in _USED}
    amounts["thresholds"] = ":".join(map(str, screen["thresholds"][:top]))
    return clause.format(**amounts) if name != "continuation" or value < 1 else ""


_USED: Final = (
    *("relevant_from", "gain_per_grade", "log_base", "exponent", "shift", "ratio"),
    *("persistence", "patience", "continuation", "k", "steepness", "midpoint"),
)
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "denominator": {
        "relevant": "divided by all relevant documents",
        "found": "divided by the relevant documents in the top {k}",
        "capped": "divided by all relevant documents, at most {k}",
    },
    "recall_denominator": {
        "relevant": "divided by all relevant documents",
        "capped": "divided by all relevant documents, at most {k}",
    },
    "missing": {
        "penalty": "a relevant document that is not in the top {k} counts as rank k + 1",
        "ignore": "only relevant documents in the top {k} count",
    },
    "gain": {
        "linear": "gain g",
        "exponential": "gain 2^g − 1",
        "custom": "gains {gain_per_grade} from grade 0 on",
    },
    "discount": {
        "log": "discount 1/log_{log_base}(i + 1)",
        "log_thresholded": "discount 1/log_{log_base}(i) from rank {log_base} on",
        "reciprocal": "discount 1/i",
        "power": "discount 1/(i + {shift})^{exponent}",
        "geometric": "discount {ratio}^(i − 1)",
        "none": "no discount",
    },
    "ideal": {
        "judged": "ideal of all judged documents, cut at k",
        "retrieved": "ideal of the retrieved documents only",
        "uncut": "ideal of all judged documents, not cut",
    },
}
"""What the positions of choices mean in a sentence."""
_AMOUNTS: Final = {
    "relevant_from": "relevant from grade {relevant_from}",
    "persistence": "p = {persistence}",
    "patience": "patience {patience}",
    "continuation": "an unsatisfied reader goes on with probability {continuation}",
    "thresholds": "shares of readers by threshold, from grade 1 on, {thresholds}",
}
_NOTHING: Final = {
    ("worst", True): "count 0",
    ("worst", False): "count as the worst score",
    ("skip", True): "are left out",
    ("skip", False): "are left out",
    ("best", True): "count 1",
    ("best", False): "count as the best score",
}
"""What a query with nothing to find counts, by the knob and by whether a higher score is better."""
