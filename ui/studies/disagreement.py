"""The two orders of a list about which two metrics disagree most, and which the reader prefers.

The reader says first which of the two they would rather get; then it is told which metric sides
with them, and at which ranks it made up its mind.
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
from ui.look.plain import decimals
from ui.models import orders
from ui.parts import controls
from ui.parts.controls import Control
from ui.pictures import disagreement
from ui.pictures.disagreement import SIDES, Adds
from ui.state import knobs
from ui.state.documents import RefusedError
from ui.state.predict import Preference
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.wire import post
from ui.wire.post import Action

_QUESTION: Final = "Which would you rather get?"


def widest(screen: Screen, metrics: Sequence[str]) -> Pair | None:
    """Return the orders of list A about which two metrics disagree most, if they ever do."""
    if len(metrics) < 2:
        return None
    one, other = metrics
    return orders.every(screen, one, other).widest


def preferred(pair: Pair | None) -> int | None:
    """Return which order of a pair the reader would rather get, if they have said so."""
    said = session().prediction.preference
    return said.order if said and pair and said.asked == (pair.metrics, pair.orders) else None


def marks(pair: Pair | None) -> dict[str, Sequence[float]]:
    """Return the scores of both orders by where they stand, once the reader has preferred one."""
    if pair is None or preferred(pair) is None:
        return {}
    return {SIDES[at].lower(): pair.scores[order] for at, order in enumerate(_sides(pair))}


def draw(metrics: Sequence[str], *, hidden: bool) -> None:
    """Draw the two orders that metrics disagree about most, and ask which the reader prefers.

    No score is told as long as one is `hidden`, for it is still to be guessed.
    """
    screen = session().shown
    pair = widest(screen, metrics)
    said = None if hidden else preferred(pair)
    asked: list[Control] = []
    if pair:
        asked = [{"kind": "text", "name": "question", "text": _QUESTION}, *_choices(pair, said)]
    with st.container(key="rather"):
        st.html(_lists(screen, pair, told=said is not None))
        controls.draw("pair", asked)
        st.html(f"<div class='told'>{_verdict(screen, metrics, pair, said)}</div>")


def _sides(pair: Pair) -> tuple[int, int]:
    """Return which order stands left and which right: nobody is to know whose is whose."""
    return (0, 1) if crc32(repr(pair.orders).encode()) % 2 else (1, 0)


def _lists(screen: Screen, pair: Pair | None, *, told: bool) -> str:
    if pair is None:
        return disagreement.html((), screen.scale)
    sides = _sides(pair)
    grades = [pair.orders[at] for at in sides]
    shown = [orders.in_order(screen.a, each) for each in grades]
    return disagreement.html(shown, screen.scale, _adds(screen, pair) if told else ())


def _adds(screen: Screen, pair: Pair) -> list[Adds]:
    """Work out what each rank adds, in both orders at once."""
    sides = _sides(pair)
    codes = np.array([pair.orders[at] for at in sides], dtype=float)
    missed = screen.a.ranking(screen.scale, screen.relevant_from).missed
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


def _choices(pair: Pair, said: int | None) -> list[Control]:
    """Describe the two answers."""
    return [
        controls.button(
            f"The {side.lower()} one",
            {
                "do": "prefer",
                "metrics": list(pair.metrics),
                "orders": [list(each) for each in pair.orders],
                "for": order,
            },
            pressed=said == order,
        )
        for side, order in zip(SIDES, _sides(pair), strict=True)
    ]


def _verdict(screen: Screen, metrics: Sequence[str], pair: Pair | None, said: int | None) -> str:
    """Say which metric sides with the reader, or what else there is to say."""
    labels = [METRICS[key].label(screen.k) for key in metrics]
    if len(metrics) < 2:
        return "<p>Choose a second metric, and see whether the two can disagree.</p>"
    found = orders.every(screen, *metrics)
    seen = f"all {found.total:,}" if found.exact else f"{found.seen:,} random"
    if pair is None:
        return (
            f"<p>{labels[0]} and {labels[1]} <b>never disagree</b> about {seen} orders of these "
            "documents: no two of them are there of which each metric prefers another. Change a "
            "grade, add a document, or move the cut.</p>"
        )
    if said is None:
        return (
            f"<p>Of {seen} orders of your documents, about these two {labels[0]} and {labels[1]} "
            "disagree most. Answer first; then see which metric is on your side.</p>"
        )
    label, other = labels[said], labels[1 - said]
    told = [
        f"{decimals(pair.scores[at][at])} to {decimals(pair.scores[1 - at][at])}"
        for at in (said, 1 - said)
    ]
    now = session()
    verdict = f"{label} sides with you, {told[0]}; {other} takes the other, {told[1]}"
    now.drawn.add(verdict)
    ways = " or ".join(
        f"<a href='{post.href({'do': 'take_grades', 'grades': list(pair.orders[order])})}'>"
        f"the {side.lower()} one</a>"
        for side, order in zip(SIDES, _sides(pair), strict=True)
    )
    return (
        f"<p><b>{label} sides with you</b>, {told[0]}. {other} takes the other, {told[1]}.</p>"
        f"<p>Who is behind it? <b>{label}</b>: {_small(METRICS[metrics[said]].reader)} "
        f"<b>{other}</b>: {_small(METRICS[metrics[1 - said]].reader)}</p>"
        f"<p>Put {ways} on the board.</p>"
    )


def _small(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


@post.deed("prefer")
def _prefer(now: Session, action: Action) -> None:
    metrics, asked, order = action["metrics"], action["orders"], action["for"]
    grades = tuple(tuple(int(grade) for grade in each[:50]) for each in asked[:2])
    if order not in (0, 1) or not set(metrics) <= METRICS.keys() or len(metrics) != 2:
        raise ValueError("a preference that no page asks for")
    preference = Preference((tuple(metrics), grades), order)
    now.prediction = replace(now.prediction, preference=preference)


# How many hits it takes


def draw_hits(metrics: Sequence[str]) -> None:
    """Draw how far two metrics can disagree about lists of few and of many hits, as links."""
    screen = session().shown
    one, other = (METRICS[key].label(screen.k) for key in metrics)
    of = min(screen.a.retrieved, orders.MOST_DIVIDED)
    gaps = orders.by_hits(screen, *metrics)
    if not gaps:
        return
    most = max(gaps, default=0) or 1
    widest = gaps.index(max(gaps)) + 1
    many = f"{widest} {'hit' if widest == 1 else 'hits'}"
    example = (
        f"With {many}, the order that the other prefers costs each of the two at least "
        f"{decimals(most)} of its way from its worst order to its best. "
        if max(gaps)
        else ""
    )
    each = "".join(
        f"<a href='{post.href({'do': 'take_hits', 'hits': hits, 'of': of})}' "
        f"style='--to:{gap / most:.3f}'><b>{hits}</b> {'hit' if hits == 1 else 'hits'}"
        f"<span>{decimals(gap) if gap else 'never'}</span></a>"
        for hits, gap in enumerate(gaps, start=1)
    )
    st.html(
        f"<h2>How many hits does it take?</h2><p class='plain text'>Take lists of {of} documents, "
        f"nothing missed, and of each the two orders about which {one} and {other} disagree most. "
        f"{example}Choose one: the first {of} documents of the board become so many hits, and "
        "misses.</p>"
        f"<p class='hits'>{each}</p>"
    )


@post.change("take_hits")
def _take_hits(now: Screen, action: Action) -> Screen:
    """Make the first documents that were retrieved hits, as many as asked for, or misses."""
    hits, of = action["hits"], action["of"]
    ranked = now.a
    if type(hits) is not int or type(of) is not int or not 0 < hits < of <= orders.MOST_DIVIDED:
        raise ValueError("hits that no page asks for")
    if ranked.retrieved < of:
        raise RefusedError("There are fewer documents by now.")
    kept = sorted(
        ranked.documents[:of], key=lambda d: -1 if d.grade is None else d.grade, reverse=True
    )
    good = {document.id for document in kept[:hits]}
    documents = tuple(replace(d, grade=int(d.id in good)) for d in ranked.documents[:of])
    binary = now.turned(scale=1, relevant_from=1)
    return binary.with_list("a", replace(ranked, documents=documents, retrieved=of))
