"""Many metrics at once: their scores, and what each rank adds to them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from typing import Final

import streamlit as st

from metrics.catalog import METRICS, PRINTED
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
from ui.parts.controls import Control

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

IN_SHORT: Final = {
    "precision": "how many relevant?",
    "recall": "all relevant found?",
    "reciprocal_rank": "first relevant early?",
    "first_relevant_rank": "where is it?",
    "mean_rank": "where are all?",
    "average_precision": "all relevant early?",
    "q_measure": "best ones early?",
    "cumulative_gain": "high grades?",
    "dcg": "grades early?",
    "ndcg": "best first?",
    "rbp": "hits where many read?",
    "err": "satisfied soon?",
}
"""The same in two or three words, above a column of bars."""

LEAST: Final = 5e-4
"""Least amount that has a number beside its bar."""
MOST_AT_EASE: Final = 3
"""Most metrics that leave room for list B beside A."""


def draw(
    lists: Mapping[Name, Sequence[Measured]],
    *,
    heads: bool = True,
    only: str = "",
    in_cards: Sequence[str] | None = None,
    beside_bars: Sequence[str] | None = None,
    below: str = "",
    note: str = "",
) -> None:
    """Draw each list beside one column of bars for each metric, whose bars add up to the score.

    The scale of a column ends at the metric's upper limit, or at the largest score of all lists.
    With `heads`, each score stands above its column. With `only`, the one column is that metric's:
    `in_cards` has its numbers inside the cards of a phone, `beside_bars` those of list A's bars,
    `below` is HTML below the bars, and `note` stands above them.
    """
    at_ease = len(lists["a"]) <= MOST_AT_EASE
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
                if only in ("", score.key)
            ]
            presenting = session().projector.presenting
            few = only or len(measured) <= (MOST_WITH_GHOSTS if presenting else MOST_AT_EASE)
            many = [5, 8] if presenting else [4, 9]
            cards, bars = st.columns([6, 5] if beside else [1, 1] if few else many, gap="small")
            with cards:
                first = [score for score in seen if only in ("", score.key)][:1]
                text = [f"Adds to {score.label} = {decimals(score.score)}" for score in first]
                text += [f": {plain_name(score.key)}" for score in first if only]
                adds = columns[0] if columns else Column("")
                if in_cards and name == "a":
                    adds = _labelled(adds, in_cards)
                board.show(
                    name,
                    adds=adds,
                    title="".join(text),
                    searched=len(lists) == 1,
                )
            if beside_bars and name == "a":
                longest = max(map(len, beside_bars))
                columns = [
                    replace(
                        _labelled(column, beside_bars),
                        heading=f"{column.heading}{'. ' * bool(note)}{note}",
                        room=f"{longest * 0.5 + 0.8:g}rem",
                    )
                    for column in columns
                ]
            with bars:
                beside_cards.draw(session().shown, name, columns)
                if below:
                    st.html(below)
            scoreboard.note_undefined(seen)


def _labelled(column: Column, labels: Sequence[str]) -> Column:
    """Return a column with other numbers beside its bars."""
    cells = {
        row: cell._replace(label=labels[row - 1]) if row <= len(labels) else cell
        for row, cell in column.cells.items()
    }
    return replace(column, cells=cells)


def _column(
    score: Measured, in_all_lists: Sequence[Measured], *, ghosts: bool, head: bool
) -> Column:
    breakdowns = [measured.breakdown for measured in in_all_lists]
    if ghosts:
        breakdowns += [measured.terms_before for measured in in_all_lists if measured.terms_before]
    values = [breakdown.terms["contribution"] for breakdown in breakdowns]
    return beside_cards.running(
        score,
        _short(score) if head else f"Adds to {score.label}",
        [decimals(v) if v >= LEAST else "" for v in score.breakdown.terms["contribution"].tolist()],
        most=score.bounds[1] or max(float(terms.sum()) for terms in values) or 1,
        ghosts=ghosts,
        **{"head": _head(score, alone=len(in_all_lists) == 1), "room": "0.2rem"}
        if head
        else {"total": ""},
    )


def _head(score: Measured, *, alone: bool) -> str:
    """Return the HTML of a score above its column; a click on its name shows only this metric.

    If its list is `alone`, the score has room to say what it asks.
    """
    name = _short(score)
    label = f"{name}<small>{score.label.removeprefix(name)}</small>"
    title = f"{METRICS[score.key].name}: show it alone"
    link = f"<a href='{_only(score.key)}' title='{title}'>{label}</a>"
    scores = "scores " * (score.name == "a")
    tile = _tile(score, link) if alone else scoreboard.tile_html(score, link)
    return f"<dl class='{scores}head list-{score.name}'>{tile}</dl>"


def _tile(score: Measured, name: str = "") -> str:
    """Return the HTML of a score with its change, or with what it asks as long as it stays."""
    tile = scoreboard.tile_html(score, name)
    if score.key in IN_SHORT and not score.change:
        tile = f"{tile.removesuffix('</div>')}<dd><small>{IN_SHORT[score.key]}</small></dd></div>"
    return tile


def tiles(measured: Sequence[Measured]) -> None:
    """Draw scores side by side, each with its change."""
    st.html(f"<dl class='scores'>{''.join(map(scoreboard.tile_html, measured))}</dl>")


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


def over_k(lists: Mapping[Name, Sequence[Measured]], says: str = "") -> None:
    """Draw the scores at every k, with what a page `says` of them, and which are not drawn."""
    chosen = lists["a"]
    fit = [
        at
        for at, score in enumerate(chosen)
        if score.bounds[1] and "k" in knobs.of_metrics(score.key)
    ]
    fit.sort(key=lambda at: [*PRINTED, chosen[at].key].index(chosen[at].key))
    shown = fit[: cutoffs.MOST]
    if shown:
        few = {name: [measured[at] for at in shown] for name, measured in lists.items()}
        session().drawn.figure = Figure(cutoffs, [*cutoffs.rows(few)])
        figure.show(session().drawn.figure)
    sentences = ["Select a k to take it."] * bool(shown)
    sentences += ["List B is dashed; a dot is where A and B cross."] * bool(shown and "b" in lists)
    sentences += [says] * bool(shown and says)
    for what, left in {
        "no upper limit": [_short(score) for score in chosen if not score.bounds[1]],
        "no k": [_short(score) for score in chosen if "k" not in knobs.of_metrics(score.key)],
    }.items():
        has = "has" if len(left) == 1 else "have"
        sentences += [f"{listed(left)} {has} {what}: not drawn."] * bool(left)
    rest = [_short(chosen[at]) for at in sorted(fit[len(shown) :])]
    sentences += [f"Choose fewer metrics to see {listed(rest)}."] * bool(rest)
    plain.sentence(" ".join(sentences))


def asks(key: str) -> str:
    """Return what a metric asks, as a sentence."""
    return f"{METRICS[key].label()}: {_ASKS.get(key, METRICS[key].name)}."


def sets() -> Control:
    """Return the choice of metrics that are often looked at together, or of all."""
    current = session().shown["metrics"]
    named: dict[str, Sequence[str]] = {
        " · ".join(METRICS[key].label() for key in few): few for few in _USUAL
    }
    named[f"All {len(METRICS)} metrics"] = tuple(METRICS)
    chosen = next((name for name, some in named.items() if {*some} == {*current}), "")
    return {
        **{"kind": "select", "name": "sets", "label": "Scores"},
        "value": ",".join(named[chosen]) if chosen else None,
        "placeholder": "Your own choice",
        "options": [[",".join(some), name] for name, some in named.items()],
        "change": {"do": "turn", "knob": "metrics"},
    }


@cache
def explanation(keys: tuple[str, ...], top: int, k: int, *, chosen: bool = False) -> str:
    """Return a caption of bars, grades up to `top` and `k`, as HTML, with names of many metrics.

    With `chosen`, the bars are those of one score.
    """
    shown = [METRICS[key] for key in keys]
    unlimited = ", ".join(metric.label() for metric in shown if metric.range[1] is None)
    best = f"{top}\u00a0= best" if top > 1 else "1\u00a0= relevant"
    charged = any(metric.key in ("first_relevant_rank", "mean_rank") for metric in shown)
    return (
        f"<p class='plain caption'>{'Select another score to see its bars. ' * chosen}"
        "A bar is what a rank adds, from 0 (left) to 1 (right). "
        f"Bars add up to the score. @{k}: only ranks 1 to {k} count. "
        f"Grades: {best}, 0\u00a0= irrelevant, ?\u00a0= unjudged. A hit is a relevant document."
        + f" Without an upper limit: {unlimited}. Their longest bar shows the largest score."
        * bool(unlimited)
        + " FRP and MR count a missed document as rank k + 1: no bar shows that." * charged
        + f" {_names(keys)}." * (len(keys) > MOST_WITH_GHOSTS)
        + "</p>"
    )


def _names(keys: Sequence[str]) -> str:
    """Write the names of metrics, each after its symbol if that is another word."""
    symbols = {key: METRICS[key].label() for key in keys}
    return ", ".join(
        name(key) if METRICS[key].name == symbol else f"{symbol} is {name(key)}"
        for key, symbol in symbols.items()
    )


def name(key: str) -> str:
    """Write the name of a metric, as HTML; it leads to its lesson, which works the score out."""
    text, lesson = plain_name(key), lesson_on(key)
    return f"<a href='{lesson.url}'>{text}</a>" if lesson else text


def plain_name(key: str) -> str:
    """Write the name of a metric inside a sentence, as HTML."""
    text = METRICS[key].name
    if text != METRICS[key].label():
        text = re.sub(r"^[A-Z](?=[a-z])", lambda first: first[0].lower(), text)
    return escape(text)


@cache
def _only(*keys: str) -> str:
    """Return a link that shows only the given metrics."""
    return post.href({"do": "turn", "knob": "metrics", "to": keys})
