"""The two orders of a list about which two metrics disagree most, and which the reader prefers.

The reader chooses one first. Then the page shows which metric agrees, and what each rank adds.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from zlib import crc32

import numpy as np
import streamlit as st

from metrics.catalog import METRICS
from metrics.orders import UNJUDGED, Pair
from metrics.ranking import Ranking
from pages.disagreement import picture as disagreement
from pages.disagreement.picture import SIDES, Adds
from ui.core import knobs, post
from ui.core.documents import RefusedError
from ui.core.plain import counted, decimals
from ui.core.post import Action
from ui.core.predict import Preference
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.draw import orders, score
from ui.parts import controls
from ui.parts.controls import Control
from ui.room import wall as room
from ui.room.slide_questions import Choice

_QUESTION: Final = "Which would you rather get?"


def widest(screen: Screen, metrics: Sequence[str]) -> Pair | None:
    """Return the two orders of list A about which two metrics disagree most, or None."""
    if len(metrics) < 2:
        return None
    first, second = metrics
    return orders.every(screen, first, second).widest


def preferred(pair: Pair | None) -> int | None:
    """Return the index of the order that the reader prefers, or None before they answer."""
    given = session().prediction.preference
    return given.order if given and pair and given.pair == (pair.metrics, pair.orders) else None


def marks(pair: Pair | None) -> dict[str, Sequence[float]]:
    """Return the scores of both orders by "left" and "right"; nothing before the reader answers."""
    if pair is None or preferred(pair) is None:
        return {}
    return {SIDES[side].lower(): pair.scores[order] for side, order in enumerate(_sides(pair))}


def draw(metrics: Sequence[str], *, hidden: bool) -> None:
    """Draw the two orders that metrics disagree about most, and ask which the reader prefers.

    No score is shown while scores are `hidden`, because the reader still has to guess.
    """
    screen = session().shown
    pair = widest(screen, metrics)
    answer = None if hidden else preferred(pair)
    question: list[Control] = []
    if pair:
        room.offer_choice(*_of_class(screen, pair))
        question = [
            {"kind": "text", "name": "question", "text": _QUESTION},
            *_choices(pair, answer),
        ]
    with st.container(key="rather"):
        st.html(_lists(screen, pair, with_scores=answer is not None))
        controls.draw("pair", question)
        st.html(f"<div class='told'>{_verdict(screen, metrics, pair, answer)}</div>")


def _sides(pair: Pair) -> tuple[int, int]:
    """Return which order is left and which right: fixed for a pair, but not by metric."""
    return (0, 1) if crc32(repr(pair.orders).encode()) % 2 else (1, 0)


def _of_class(screen: Screen, pair: Pair) -> list[Choice]:
    """Return what a class can be asked: which list it prefers, and which metric does."""
    sides = _sides(pair)
    left, right = (
        " ".join("?" if g == UNJUDGED else str(g) for g in pair.orders[order]) for order in sides
    )
    lists = [f"The left one: {left}", f"The right one: {right}"]
    metrics = [METRICS[key].label(screen.k) for key in pair.metrics]
    text = f"Which metric prefers the left list, {left}, to the right one, {right}?"
    return [
        Choice("rather", "which list you prefer", _QUESTION, lists),
        Choice(
            "metric", "which metric prefers the left", text, [*metrics, "Both", "Neither"], sides[0]
        ),
    ]


def _lists(screen: Screen, pair: Pair | None, *, with_scores: bool) -> str:
    if pair is None:
        return disagreement.html((), screen.scale)
    sides = _sides(pair)
    grades = [pair.orders[order] for order in sides]
    shown = [orders.in_order(screen.a, row) for row in grades]
    return disagreement.html(shown, screen.scale, _adds(screen, pair) if with_scores else ())


def _adds(screen: Screen, pair: Pair) -> list[Adds]:
    """Return what each rank adds to both metrics, for both orders in one batch."""
    sides = _sides(pair)
    codes = np.array([pair.orders[at] for at in sides], dtype=float)
    missed = score.ranking(screen, "a").missed
    ranking = Ranking(
        np.where(codes == UNJUDGED, np.nan, codes),
        np.tile(missed, (2, 1)),
        top_grade=screen.scale,
        relevant_from=screen.relevant_from,
    )
    return [
        Adds(
            METRICS[key].label(screen.k),
            METRICS[key]
            .compute(ranking, **knobs.arguments(key, screen.settings))
            .terms["contribution"]
            .tolist(),
            [pair.scores[order][at] for order in sides],
            sides.index(at),
        )
        for at, key in enumerate(pair.metrics)
    ]


def _choices(pair: Pair, answer: int | None) -> list[Control]:
    """Return the buttons of the two answers."""
    return [
        controls.button(
            f"The {side.lower()} one",
            {
                "do": "prefer",
                "metrics": list(pair.metrics),
                "orders": [list(grades) for grades in pair.orders],
                "for": order,
            },
            pressed=answer == order,
        )
        for side, order in zip(SIDES, _sides(pair), strict=True)
    ]


def _verdict(screen: Screen, metrics: Sequence[str], pair: Pair | None, answer: int | None) -> str:
    """Return the HTML of which metric agrees with the reader, or why there is no answer yet."""
    labels = [METRICS[key].label(screen.k) for key in metrics]
    if len(metrics) < 2:
        return "<p>Choose a second metric, and see whether the two can disagree.</p>"
    tried = orders.every(screen, *metrics)
    seen = f"all {tried.total:,}" if tried.exact else f"{tried.seen:,} random"
    if pair is None:
        return (
            f"<p>{labels[0]} and {labels[1]} <b>never disagree</b> about {seen} orders of these "
            "documents. Take any two of these orders: the two metrics never prefer different "
            "ones. Change a grade, add a document, or move the cut.</p>"
        )
    if answer is None:
        return (
            f"<p>Of {seen} orders of your documents, {labels[0]} and {labels[1]} disagree most on "
            "these two lists. Answer first. Then see which metric is on your side.</p>"
        )
    label, other = labels[answer], labels[1 - answer]
    scores = [
        f"{decimals(pair.scores[own][own])} to {decimals(pair.scores[1 - own][own])}"
        for own in (answer, 1 - answer)
    ]
    state = session()
    verdict = f"{label} agrees with you, {scores[0]}; {other} prefers the other list, {scores[1]}"
    state.drawn.add(verdict)
    links = " or ".join(
        f"<a href='{post.href({'do': 'take_grades', 'grades': list(pair.orders[order])})}'>"
        f"the {side.lower()} one</a>"
        for side, order in zip(SIDES, _sides(pair), strict=True)
    )
    return (
        f"<p><b>{label} agrees with you</b>, {scores[0]}. {other} prefers the other list, "
        f"{scores[1]}.</p><p>The two readers: <b>{label}</b>: "
        f"{_small(METRICS[metrics[answer]].reader)} <b>{other}</b>: "
        f"{_small(METRICS[metrics[1 - answer]].reader)}</p>"
        f"<p>Put {links} on the board.</p>"
    )


def _small(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


@post.on_session("prefer")
def _prefer(state: Session, action: Action) -> None:
    metrics, both, order = action["metrics"], action["orders"], action["for"]
    grades = tuple(tuple(int(grade) for grade in row[:50]) for row in both[:2])
    if order not in (0, 1) or not set(metrics) <= METRICS.keys() or len(metrics) != 2:
        raise ValueError("a preference that no page asks for")
    preference = Preference((tuple(metrics), grades), order)
    state.prediction = replace(state.prediction, preference=preference)


# How many hits it takes


def draw_hits(metrics: Sequence[str]) -> None:
    """Draw how far two metrics can disagree about lists of 1, 2, … hits; each is a link."""
    screen = session().shown
    a, b = (METRICS[key].label(screen.k) for key in metrics)
    of = min(screen.a.retrieved, orders.MOST_DIVIDED)
    gaps = orders.by_hits(screen, *metrics)
    if not gaps:
        return
    largest = max(gaps, default=0) or 1
    widest = gaps.index(max(gaps)) + 1
    example = (
        "A metric’s range goes from its worst order to its best. "
        f"<b>{decimals(largest)}</b> with {counted(widest, 'hit')} means: each metric scores its "
        f"own favourite higher, by at least {100 * largest:.1f} % of its range. "
        if max(gaps)
        else ""
    )
    links = "".join(
        f"<a href='{post.href({'do': 'take_hits', 'hits': hits, 'of': of})}' "
        f"style='--to:{gap / largest:.3f}'><b>{hits}</b> {'hit' if hits == 1 else 'hits'}"
        f"<span>{decimals(gap) if gap else 'never'}</span></a>"
        for hits, gap in enumerate(gaps, start=1)
    )
    st.html(
        f"<h2>How many hits does it take?</h2><p class='plain text'>Here are lists of {of} "
        f"documents with 1, 2, … hits, and nothing missed. How far can {a} and {b} disagree about "
        f"two orders of such a list? {example}Choose a number: the first {of} documents on the "
        "board become that many hits, the others misses.</p>"
        f"<p class='hits'>{links}</p>"
    )


@post.on_screen("take_hits", linked=True)
def _take_hits(screen: Screen, action: Action) -> Screen:
    """Make the first `of` documents binary: the best of them become `hits`, the others misses."""
    hits, of = action["hits"], action["of"]
    ranked = screen.a
    if type(hits) is not int or type(of) is not int or not 0 < hits < of <= orders.MOST_DIVIDED:
        raise ValueError("hits that no page asks for")
    if ranked.retrieved < of:
        raise RefusedError("There are fewer documents by now.")
    kept = sorted(
        ranked.documents[:of], key=lambda d: -1 if d.grade is None else d.grade, reverse=True
    )
    relevant = {document.id for document in kept[:hits]}
    documents = tuple(replace(d, grade=int(d.id in relevant)) for d in ranked.documents[:of])
    binary = screen.with_settings(scale=1, relevant_from=1)
    return binary.with_list("a", replace(ranked, documents=documents, retrieved=of))
