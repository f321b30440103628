"""Columns for a C/W/L reader: C as a handle beside each card, and W and L computed from C."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from pages.continuation import continuation
from pages.continuation.continuation import CLOSE
from pages.continuation.knobs import CONTINUATIONS, Continuation
from ui.core import announcements, post
from ui.core.columns import Column, Look
from ui.core.knobs import KNOBS
from ui.core.plain import Html, decimals, table_html
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import score
from ui.draw.beside_cards import bars, running
from ui.draw.score import Measured
from ui.lesson import WorkedFormula
from ui.parts import controls

_LONG: Final = 4
"""Decimals shown of two numbers that should be equal. Other scores have three, because they depend
on the rank where all readers stop (`metrics.cwl.DEEPEST`)."""

_ROOM: Final = "0.2rem"
"""Space beside the bars of a column; their numbers stand below them."""

DIVIDED: Final = 4
"""Digits of what is divided: the quotient has three."""

_MOST_HEARD: Final = 3
"""Most handles that are announced one by one."""

_MOST_ROWS: Final = 5
"""Most ranks of the table below the formula."""
_LETTERS: Final = {
    "continuation": "C: go on",
    "reach": "V: look",
    "weight": "W: weight",
    "stop": "L: stop",
    "gain": "gain",
}
"""By term, the heading of its column in the table below the formula."""

_GOES_ON: Final = {
    "precision": "1 before rank k, 0 at k",
    "rbp": "p at each rank",
    "reciprocal_rank": "1 until the first gain, then 0",
    "dcg": "log(i + 1) / log(i + 2), 0 at k",
    "insq": "((i + 2T − 1) / (i + 2T))²",
    "inst": "((i + T + T<sub>i</sub> − 1) / (i + T + T<sub>i</sub>))²",
    "err": "1 − gain, 0 at k",
    "own": "as your handles say",
}


def handles(rate: Measured) -> None:
    """Draw a slider beside each retrieved card: the probability of going on after its rank."""
    screen, knob = session().shown, KNOBS[Continuation.CURVE]
    ranked = screen.a
    is_p = "\u00a0=\u00a0p" * (continuation.reader_key(screen) == "rbp")
    control: controls.Control = {
        "name": Continuation.CURVE,
        "label": knob.label,
        "heading": f"C{is_p}: share going on",
        "rows": [rate.document(rank) for rank in range(1, ranked.retrieved + 1)],
        "cards": len(ranked.documents),
        "change": {"do": "bend"},
        **knob.control(continuation.handles(screen), screen.scale),
    }
    controls.draw("curve", [control], "beside")


@post.on_screen("bend")
def _bend(screen: Screen, action: Action) -> Screen:
    chances = {}
    for rank, chance in action["to"]:
        if type(rank) is not int or type(chance) not in (int, float):
            raise TypeError("a rank and a probability")
        chances[rank] = chance
    return continuation.with_curve(screen, chances)


@announcements.words_of(Continuation.CURVE)
def _goes_on(old: Screen, new: Screen, _back: bool) -> str:
    """Describe which handles of a curve moved."""
    was, now = continuation.handles(old), continuation.handles(new)
    moved = {
        rank: chance
        for rank, chance in enumerate(now, start=1)
        if rank <= len(was) and abs(chance - was[rank - 1]) >= 5e-4
    }
    if len(moved) > _MOST_HEARD:
        return f"{len(moved)} handles moved"
    handled = (f"after rank {rank} with {decimals(chance)}" for rank, chance in moved.items())
    return f"Goes on {', '.join(handled)}" if moved else ""


def people(share: float, digits: int = 3) -> str:
    """Write how many of 100 people are a share of all, or how often they look.

    >>> people(0.4096), people(50), people(2.0496, DIVIDED)
    ('41', '5000', '204.96')
    """
    many = 100 * share
    digits += digits == DIVIDED and many >= 100
    return f"{many:.{digits}g}" if many < 1000 else f"{many:.0f}"


def letters(rate: Measured, looks: str) -> str:
    """Write what the letters of C/W/L mean, as HTML."""
    meanings = {
        "C": "continue: of those who look here, the share that goes on",
        "W": f"weight: those who look here ÷ {looks}, all looks{also_below(rate)}",
        "L": "last: of all people, the share who stop here",
    }
    rows = "".join(f"<dt>{letter}</dt><dd>{means}</dd>" for letter, means in meanings.items())
    return f"<dl class='letters'>{rows}</dl>"


def also_below(rate: Measured) -> str:
    """Write how many looks are in the list and how many below, if some are."""
    if not _beyond(rate):
        return ""
    every = float(rate.breakdown.aside["expected_documents"])
    listed = float(rate.breakdown.terms["reach"].sum())
    here, below = people(listed, DIVIDED), people(every - listed, DIVIDED)
    return f": {here} in the list, {below} below"


def went_on(rate: Measured) -> str:
    """Write how many of 100 people go on from each rank to the next, in sentences."""
    terms = rate.breakdown.terms
    chances = terms["continuation"].tolist()
    each = [people(reach) for reach in terms["reach"].tolist()]
    went = ", ".join(
        f"{here}\u00a0×\u00a0{chance:.3g}\u00a0=\u00a0{left}"
        for here, chance, left in zip(each, chances, each[1:], strict=False)
    )
    last = f"Here nobody goes on after rank {len(chances)}: C\u00a0=\u00a00."
    return f"{went or 'There is one rank'}. {last if not chances[-1] else ''}".strip()


def all_looks(rate: Measured, looks: str) -> str:
    """Write how many looks there are, as a sum over few ranks of the list."""
    each = [people(reach, DIVIDED) for reach in rate.breakdown.terms["reach"].tolist() if reach]
    if not 1 < len(each) <= _MOST_ROWS or _beyond(rate):
        return f"There are {looks}{also_below(rate)}."
    return f"There are {' + '.join(each)} = {looks}."


def finders(rate: Measured, found: str) -> Column:
    """Draw how many of 100 people look at each rank, and what each of them finds there."""
    labels = [f"{looking} × {gain}" for looking, gain in _lookers(rate)]
    return _crowd(rate, "reach", "People here × gain", labels, total=f"= {found}", room="4.5rem")


def shares(rate: Measured, looks: str) -> Column:
    """Draw how many of 100 people look at each rank, and write their part of all looks: W."""
    labels = [f"{looking}/{looks} × {gain}" for looking, gain in _lookers(rate)]
    return _crowd(rate, "reach", "W (people ÷ looks) × gain", labels, room="6.2rem")


def leavers(rate: Measured, looks: str) -> Column:
    """Draw how many of 100 people look at each rank, and write W and the share that stops: L."""
    stops = rate.breakdown.terms["stop"].tolist()
    each = zip(_lookers(rate), stops, strict=True)
    labels = [f"{looking}/{looks}, L\u00a0=\u00a0{stop:.3g}" for (looking, _), stop in each]
    return _crowd(rate, "reach", "W (people ÷ looks), L", labels, room="6.2rem")


def _lookers(rate: Measured) -> Iterator[tuple[str, str]]:
    """Yield for each rank how many of 100 people look at it, and its gain."""
    for reach, gain in zip(
        *(rate.breakdown.terms[name] for name in ("reach", "gain")), strict=True
    ):
        yield people(float(reach), DIVIDED), f"{gain:.3g}"


def _crowd(rate: Measured, term: str, heading: str, labels: Sequence[str], **more: Any) -> Column:
    """Draw people at each rank, as outlines where the gain is 0."""
    column = bars(rate, term, heading, labels, **more)
    cells = {}
    for rank, gain in enumerate(rate.breakdown.terms["gain"].tolist(), start=1):
        look: Look = "solid" if gain else "pale"
        parts = [p._replace(look=look) for p in column.cells[rank].parts if p.look == "solid"]
        cells[rank] = column.cells[rank]._replace(parts=parts, soft=not gain)
    return replace(column, cells=cells)


def found_per_look(rate: Measured, looks: str, says: str) -> WorkedFormula:
    """Return the rate of gain as what 100 people find, divided by all their looks.

    What it `says` after the figure is what the step’s letters mean.
    """
    terms = rate.breakdown.terms
    finds = enumerate((terms["reach"] * terms["gain"]).tolist(), start=1)
    each = [(rank, people(share, DIVIDED)) for rank, share in finds if share]
    return WorkedFormula(rate, each, f"1/{looks}", says=f"Figure: 10 people. {says}")


def columns(rate: Measured) -> list[Column]:
    """Draw the W of the reader and of other chosen readers, and what each rank adds."""
    others = []
    for by in continuation.others(rate.screen):
        other = score.measure_by(partial(continuation.rate, by=by), continuation.names()[by])
        others.append(_weights(other, f"W, {other.label}", f"= {other.text}"))
    each = zip(rate.breakdown.terms["weight"], rate.breakdown.terms["gain"], strict=True)
    labels = [f"{decimals(weight)} × {gain:.3g}" for weight, gain in each]
    over = "" if others else _beyond(rate)
    adds = running(rate, "W × gain", labels, total=f"= {rate.text}", room=_ROOM, over=over)
    if others:
        return [_weights(rate, "W"), *others, adds]
    counts = rate.breakdown.terms["gain"]
    return [bars(rate, "weight", "W: share of looks", counts=counts, room=_ROOM), adds]


def _weights(rate: Measured, heading: str, total: str = "") -> Column:
    """Draw the attention to each rank, as an outline where the gain is 0."""
    gains, over = rate.breakdown.terms["gain"], _beyond(rate)
    return bars(rate, "weight", heading, counts=gains, total=total, room=_ROOM, over=over)


def _beyond(rate: Measured) -> str:
    """Write, as HTML below the last row, the share of the attention beyond the list."""
    left = max(1 - float(rate.breakdown.terms["weight"].sum()), 0)
    if left < 5e-4:
        return ""
    where = "below" if continuation.others(rate.screen) else "below the list"
    return (
        "<ul class='beyond' role='list' aria-label='weight, beyond the list'>"
        f"<li><i style='--to:{left:.4f}'></i>{where}: {decimals(left)}</li></ul>"
    )


def per_look(rate: Measured, found: str, looks: str) -> str:
    """Write the rate of gain as a ratio, and which metric it is, as HTML."""
    metric = continuation.twin(rate.screen)
    is_same = metric and abs(metric.score - rate.score) < CLOSE
    name = f". This is {metric.label}." if metric and is_same else ""
    uncut = "" if "k" in CONTINUATIONS[continuation.reader_key(rate.screen)][2] else " uncut"
    return f"<p class='twin{uncut}'>{found} found ÷ {looks} looks{name}</p>"


def twin(rate: Measured) -> str:
    """Name the reader, and write the score of their metric by its own formula, as HTML.

    If it differs from the rate of gain, say why.
    """
    by = continuation.reader_key(rate.screen)
    text, metric = f"Reader: {continuation.names()[by]}", continuation.twin(rate.screen, by)
    if metric:
        is_same = abs(metric.score - rate.score) < CLOSE
        why = "another mean" if by == "err" else "which counts hits, not gain"
        score = f"<b>{decimals(metric.score)}</b>"
        other = f", but {metric.label} = {score}, {why}"
        text += f". Its formula gives {score}" if is_same else other
    elif by == continuation.OWN:
        text += ", no metric yet"
    else:
        text += ", which has no other formula"
    return f"<p class='twin'>{text}</p>"


def _metric_score(screen: Screen, by: str) -> str:
    """Write = or ≠, the metric that belongs to a reader, and its score; "" if none belongs."""
    metric = continuation.twin(screen, by)
    if metric is None:
        return ""
    same = abs(metric.score - float(continuation.rate(screen, by).score)) < CLOSE
    return f"{'=' if same else '≠'} {metric.label} <b>{_long(metric.score)}</b>"


def _long(number: float) -> str:
    return decimals(number, _LONG)


def by_rank(rate: Measured) -> str:
    """Write the letters of the formula for the first ranks of the list, as HTML."""
    each = zip(*(rate.breakdown.terms[name].tolist() for name in _LETTERS), strict=True)
    rows = [[rank, *map(decimals, numbers)] for rank, numbers in enumerate(each, start=1)]
    head = ["i", *_LETTERS.values()]
    return table_html("The letters by rank", head, rows[:_MOST_ROWS])


def every_reader(rate: Measured) -> None:
    """Draw a table of all readers: their rate of gain, and the score of their metric."""
    screen, names = rate.screen, continuation.names()
    rows: list[list[object]] = []
    for by, name in names.items():
        breakdown, comparison = continuation.rate(screen, by), _metric_score(screen, by)
        rate_of_gain = float(breakdown.score)
        action = {"do": "turn", "knob": Continuation.READER, "to": by}
        goes_on = _GOES_ON[by]
        if by == continuation.OWN and screen[Continuation.CURVE] == KNOBS[Continuation.CURVE].first:
            goes_on = f"{screen[Continuation.CURVE][0]:g} at each rank, until you drag a handle"
        rows.append(
            [
                Html(f"<a href='{post.href(action)}'>{name}</a>"),
                Html(goes_on),
                decimals(float(breakdown.aside["expected_documents"])),
                decimals(float(breakdown.aside["total_gain"])),
                Html(f"<b>{_long(rate_of_gain) if comparison else decimals(rate_of_gain)}</b>"),
                Html(comparison),
            ]
        )
    own = "the metric by its own formula"
    header = ("reader", "C after rank i", "documents read", "total gain", "rate of gain", own)
    present = [*names].index(continuation.reader_key(screen))
    st.html(table_html("All readers", header, rows, words=(0, 1, 5), present=present))
