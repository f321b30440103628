"""Many metrics at once: their scores, and what each rank adds to them."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Final

import streamlit as st

from metrics.catalog import METRICS
from ui.contents import lesson_on
from ui.core import knobs, plain, post
from ui.core.columns import Column
from ui.core.plain import Html, decimals, listed, signed
from ui.core.screen import Name
from ui.core.session import session
from ui.draw import beside_cards, cutoffs, figure, scoreboard
from ui.draw.beside_cards import MOST_WITH_GHOSTS
from ui.draw.figure import Figure
from ui.draw.score import Measured
from ui.parts import board, controls

_USUAL: Final = (
    ("average_precision", "ndcg", "err"),
    ("precision", "recall", "f1"),
    ("reciprocal_rank", "first_relevant_rank", "mean_rank"),
    ("average_precision", "q_measure", "bpref"),
    ("cumulative_gain", "dcg", "ndcg"),
)
"""Metrics that are often looked at together."""

_ASKS: Final = {
    "hit": "is there a relevant one in the top k",
    "precision": "the share of relevant ones in the top k",
    "recall": "how much of all that is relevant is in the top k",
    "f1": "precision and recall in one number",
    "r_precision": "the share of relevant ones in the top m, where m exist",
    "reciprocal_rank": "how early the first relevant one comes",
    "first_relevant_rank": "the rank of the first relevant one",
    "mean_rank": "the mean rank of the relevant ones",
    "average_precision": "how early all relevant ones come",
    "interpolated_precision": "the best precision from a recall on",
    "interpolated_average_precision": "the best precision at levels of recall",
    "average_recall": "how many relevant ones are in the top k",
    "graded_average_precision": "how early good ones come, for readers who differ on what is good",
    "q_measure": "how early all relevant ones come, the best first",
    "bpref": "how few judged misses stand above relevant ones",
    "cumulative_gain": "the gain of the top k in any order",
    "dcg": "the gain of the top k, more if it comes early",
    "ndcg": "how near the best order is",
    "rbp": "the gain for a reader who may stop at each rank",
    "err": "how soon a reader is satisfied",
    "nerr": "how soon a reader is satisfied, beside the best order",
}
"""What each metric asks, in a clause."""

_AT_EASE: Final = 3
"""Most metrics that leave room for list B beside A."""


def draw(lists: Mapping[Name, Sequence[Measured]], *, heads: bool = True) -> None:
    """Draw each list beside one column of bars for each metric, whose bars add up to the score.

    The scale of a column ends at the metric's upper limit, or at the largest score of all lists.
    With `heads`, each score stands above its column.
    """
    at_ease = len(lists["a"]) <= _AT_EASE
    beside = len(lists) > 1 and at_ease
    # The same elements with and without list B, so that list A is not rebuilt when B appears.
    widths = [1, 1] if beside else [1, 1e-6]
    places = (
        st.columns(widths, gap="medium" if beside else None)
        if at_ease
        else [st.container() for _ in lists]
    )
    for place, (name, measured) in zip(places, lists.items(), strict=False):
        with place:
            if name != "a" or at_ease:
                title = st.container(key=f"title_{name}", horizontal=True, gap="xsmall")
            if name != "a" or beside:
                title.header(f"List {name.upper()}", anchor=False)
                if name != "a":
                    with title:
                        controls.order_buttons(name)
            ghosts = len(measured) <= MOST_WITH_GHOSTS
            seen = [] if session().drawn.hidden else measured
            columns = [
                _column(score, [each[index] for each in lists.values()], ghosts=ghosts, head=heads)
                for index, score in enumerate(seen)
            ]
            presenting = session().projector.presenting
            few = len(measured) <= (MOST_WITH_GHOSTS if presenting else _AT_EASE)
            many = [5, 8] if presenting else [4, 9]
            cards, bars = st.columns([6, 5] if beside else [1, 1] if few else many, gap="small")
            with cards:
                text = [f"Adds to {score.label} = {decimals(score.score)}" for score in seen[:1]]
                text += [f" · {_short(one)} {decimals(one.score)}" for one in seen[1:_AT_EASE]]
                board.show(
                    name,
                    adds=columns[0] if columns else Column(""),
                    title="".join(text),
                    searched=len(lists) == 1,
                )
            with bars:
                beside_cards.draw(session().shown, name, columns)
            scoreboard.note_undefined(seen)


def _column(
    score: Measured, in_all_lists: Sequence[Measured], *, ghosts: bool, head: bool
) -> Column:
    breakdowns = [measured.breakdown for measured in in_all_lists]
    if ghosts:
        breakdowns += [measured.terms_before for measured in in_all_lists if measured.terms_before]
    values = [breakdown.terms["contribution"] for breakdown in breakdowns]
    return beside_cards.running(
        score,
        _short(score) if head else f"What each rank adds to {score.label}",
        [decimals(v) if v >= 5e-4 else "" for v in score.breakdown.terms["contribution"].tolist()],
        most=score.bounds[1] or max(float(terms.sum()) for terms in values) or 1,
        ghosts=ghosts,
        room="0.2rem",
        **{"head": _head(score)} if head else {"total": ""},
    )


def _head(score: Measured) -> str:
    """Return the HTML of a score above its column; a click on its name shows only this metric."""
    name = _short(score)
    label = f"{name}<small>{score.label.removeprefix(name)}</small>"
    title = f"{METRICS[score.key].name}: show it alone"
    link = f"<a href='{_only(score.key)}' title='{title}'>{label}</a>"
    scores = "scores " * (score.name == "a")
    return f"<dl class='{scores}head list-{score.name}'>{scoreboard.tile_html(score, link)}</dl>"


def _short(measured: Measured) -> str:
    """Return the label of a metric without the cutoff, which all metrics share."""
    return METRICS[measured.key].label()


def compare(lists: Mapping[Name, Sequence[Measured]]) -> None:
    """Draw a table of the scores of A and B.

    The better list of each column is bold; metrics that disagree with most others have a colour.
    """
    pairs = list(zip(lists["a"], lists["b"], strict=True))
    gains = {a.label: (a.score - b.score) * (1 if a.higher_is_better else -1) for a, b in pairs}
    prefer = {
        "A": [label for label, gain in gains.items() if gain >= 5e-4],
        "B": [label for label, gain in gains.items() if gain <= -5e-4],
    }
    fewer, more = sorted(prefer, key=lambda name: (len(prefer[name]), name == "A"))
    odd = prefer[fewer] if prefer[more] else []

    def row(name: str, cells: Sequence[str]) -> list[str]:
        shown = [name]
        for label, text in zip(gains, cells, strict=True):
            cell = f"<b>{text}</b>" if label in prefer.get(name, []) else text
            shown.append(Html(f"<span class='odd'>{cell}</span>" if label in odd else cell))
        return shown

    table = plain.table_html(
        "A beside B: the better score is bold",
        ["list", *(_short(a) for a, _ in pairs)],
        [
            row("A", [decimals(a.score) for a, _ in pairs]),
            row("B", [decimals(b.score) for _, b in pairs]),
        ],
        row("A − B", [signed(a.score - b.score) for a, b in pairs]),
    )
    sides = [
        f"{listed(prefer[name])} prefer{'s' * (len(prefer[name]) == 1)} {name}"
        for name in (fewer, more)
    ]
    sentence = f"{', and '.join(sides)}." * bool(odd)
    session().drawn.add(sentence)
    legend = f"Bold: the better list. {sentence}".strip()
    st.html(f"<div class='compared'>{table}</div><p class='plain text'>{legend}</p>")


def over_k(lists: Mapping[Name, Sequence[Measured]]) -> None:
    """Draw the scores at every k, and say which metrics are not drawn."""
    chosen = lists["a"]
    fit = [
        at
        for at, score in enumerate(chosen)
        if score.bounds[1] and "k" in knobs.of_metrics(score.key)
    ]
    fit.sort(key=lambda at: [*knobs.PRINTED, chosen[at].key].index(chosen[at].key))
    shown = fit[: cutoffs.MOST]
    if shown:
        few = {name: [measured[at] for at in shown] for name, measured in lists.items()}
        session().drawn.figure = Figure(cutoffs, [*cutoffs.rows(few)])
        figure.show(session().drawn.figure)
    sentences = ["List B is dashed; a dot is where A and B cross."] * bool(shown and "b" in lists)
    for what, left in {
        "no upper limit": [_short(score) for score in chosen if not score.bounds[1]],
        "no k": [_short(score) for score in chosen if "k" not in knobs.of_metrics(score.key)],
    }.items():
        has = "has" if len(left) == 1 else "have"
        sentences += [f"{listed(left)} {has} {what}: not drawn."] * bool(left)
    rest = [_short(chosen[at]) for at in sorted(fit[len(shown) :])]
    sentences += [f"Choose fewer metrics to see {listed(rest)}."] * bool(rest)
    plain.sentence(" ".join(sentences))


def reaction(measured: Sequence[Measured]) -> str:
    """Say which score the last move changed most, and which least; "" if they cannot be compared.

    Scores without an upper limit have another unit, and are left out.
    """
    changes = {_short(one): abs(one.change or 0) for one in measured if one.bounds[1]}
    by_size = sorted(changes, key=lambda name: round(changes[name], 3))
    if len(by_size) < 2 or round(changes[by_size[-1]] - changes[by_size[0]], 3) == 0:
        return ""
    how = "least" if changes[by_size[0]] else "not at all"
    return f"{by_size[-1]} changed most, {by_size[0]} {how}: why?"


def questions() -> None:
    """Say before the scores what each of a few metrics asks."""
    keys = session().shown["metrics"]
    if len(keys) <= _AT_EASE and not session().projector.presenting:
        plain.sentence(" ".join(map(asks, keys)), "caption")


def asks(key: str) -> str:
    """Return what a metric asks, as a sentence."""
    return f"{METRICS[key].label()}: {_ASKS.get(key, METRICS[key].name)}."


@cache
def explanation(keys: tuple[str, ...], top: int) -> str:
    """Return a caption of bars and grades up to `top`, and links to sets of metrics, as HTML."""
    usual = {" · ".join(METRICS[key].label() for key in few): few for few in _USUAL}
    links = f"<a href='{_only(*METRICS)}'>All metrics</a>" + "".join(
        f"<a href='{_only(*some)}' title='{escape(_names(some))}'>{name}</a>"
        for name, some in usual.items()
    )
    shown = [METRICS[key] for key in keys]
    unlimited = ", ".join(metric.label() for metric in shown if metric.range[1] is None)
    best = f"{top} = best" if top > 1 else "1 = relevant"
    charged = any(metric.key in ("first_relevant_rank", "mean_rank") for metric in shown)
    return (
        "<p class='plain caption'>A bar is what the document at that rank adds, from 0 at the left "
        "to 1 at the right. The bars add up to the score. "
        f"Grades: {best}, 0 = not relevant, ? = not judged. {_names(keys, linked=True)}."
        + f" Without an upper limit: {unlimited}. Their longest bar shows the largest score."
        * bool(unlimited)
        + " FRP and MR count a missed document as rank k + 1: no bar shows that." * charged
        + f"</p><nav class='pills' aria-label='Metrics to show'>{links}</nav>"
    )


def _names(keys: Sequence[str], *, linked: bool = False) -> str:
    """Write the names of metrics, each after its symbol if that is another word.

    As HTML, `linked` names lead to their lessons, which work the scores out.
    """
    names = []
    for each in map(METRICS.__getitem__, keys):
        is_word = each.name.lower() == each.label().lower()
        name = each.name
        if not is_word:
            name = re.sub(r"^[A-Z](?=[a-z])", lambda first: first[0].lower(), name)
        if linked and (lesson := lesson_on(each.key)):
            name = f"<a href='{lesson.url}'>{escape(name)}</a>"
        names.append(name if is_word else f"{each.label()} is {name}")
    return ", ".join(names)


@cache
def _only(*keys: str) -> str:
    """Return a link that shows only the given metrics."""
    return post.href({"do": "turn", "knob": "metrics", "to": keys})
