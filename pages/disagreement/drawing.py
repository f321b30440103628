"""Two lists side by side with what each rank adds to two metrics, and which list each prefers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import streamlit as st

from metrics.catalog import METRICS
from metrics.orders import SAME, UNJUDGED, higher_is_better_score
from ui import lesson
from ui.core import post
from ui.core.columns import Cell, Column
from ui.core.documents import RankedList, RefusedError
from ui.core.plain import Html, decimals, table_html
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import beside_cards, orders, score
from ui.draw.beside_cards import running
from ui.draw.score import Measured
from ui.lesson import WorkedFormula
from ui.parts import board, steps
from ui.room import wall as room
from ui.room.slide_questions import Choice

READERS: Final[Mapping[str, str]] = {
    "reciprocal_rank": "reciprocal rank, is 1 / rank of the first hit.",
    "precision": "precision, is the share of hits in the top k. Cards below k do not count.",
    "average_precision": "average precision: take the share of hits down to each hit. AP is their "
    "sum, divided by {divisor}.",
    "ndcg": "normalised discounted gain: a document adds {worth} × the weight of its "
    "rank{weight}. The sum is divided by that of the best order{best}.",
    "err": "expected reciprocal rank: a good document stops many readers. A stop at rank i is "
    "worth 1 / i.",
}
"""What some metrics are, after their names."""
_IN_HALL: Final[Mapping[str, str]] = {
    "reciprocal_rank": "RR is 1 / rank of the first hit.",
    "precision": "P is hits / k.",
    "average_precision": "AP adds hits so far ÷ rank at each hit, and divides by {divisor}.",
    "ndcg": "nDCG adds {worth} {weight}, and divides by the sum of the best order.",
}
"""The same for a hall, beside or below the formula."""
_WANTS: Final[Mapping[str, str]] = {
    "reciprocal_rank": "leaves at the first hit",
    "precision": "looks at k documents",
    "average_precision": "wants every hit",
    "ndcg": "wants the best document first",
    "err": "stops at a good document",
}
"""What the reader does whom a metric stands for."""
_SHADED: Final = "Shaded: what each reads."
_DIVISORS: Final = {
    "relevant": "the number of relevant documents",
    "found": "the number of hits",
    "capped": "the number of relevant documents, or by k if that is less",
}
_DIVISORS_IN_HALL: Final = {
    "relevant": "the relevant ones",
    "found": "the hits",
    "capped": "the relevant ones, or k if less",
}
_MOST_PARTS: Final = 50
"""Most characters of what adds up to a score of list B."""
_MOST_GAINS: Final = 4
"""Most gains that an nDCG is written with."""
OTHERS: Final[Mapping[str, str]] = {
    "reciprocal_rank": "RR: reciprocal rank.",
    "precision": "P: precision.",
    "average_precision": "AP: average precision.",
    "ndcg": "nDCG: normalised discounted gain.",
    "err": "ERR: expected reciprocal rank.",
    "rbp": "RBP: rank-biased precision, p = {persistence:g}, no cutoff.",
}
"""The metrics of the table beside the text, and what they are called."""
_QUESTION: Final = "Which would you rather get?"


class Both(NamedTuple):
    """A metric of both lists; without list B, of A alone."""

    a: Measured
    b: Measured | None

    @property
    def name(self) -> str:
        """The name of the metric without its cutoff."""
        return self.a.label.partition("@")[0]

    @property
    def lead(self) -> float:
        """How far A is ahead, in the direction that is better; 0 without list B."""
        if self.b is None:
            return 0
        a, b = (higher_is_better_score(self.a.key, one.score) for one in (self.a, self.b))
        return float(a - b) if a == a and b == b else 0

    @property
    def winner(self) -> str:
        """The list that the metric prefers, "A" or "B"; "" if it prefers neither."""
        return "" if abs(self.lead) <= SAME else "A" if self.lead > 0 else "B"


def measured(keys: Sequence[str]) -> list[Both]:
    """Measure both lists of the screen."""
    with_b = has_b(session().shown)
    return [Both(score.measure(key), score.measure(key, "b") if with_b else None) for key in keys]


def has_b(screen: Screen) -> bool:
    """Return whether there is a list B."""
    return screen.lists.get("b") is not None


def is_asked() -> bool:
    """Return whether a class is asked which list is better, so that no winner may be named."""
    return room.is_asked("rather") or room.is_asked("metric")


def verdict(both: Sequence[Both]) -> str:
    """Return the sentence on which list each metric prefers, and whether they agree."""
    if both[0].b is None:
        return "There is no list B to compare with."
    winners = {one.winner for one in both}
    if len(both) == 1:
        end = ""
    elif winners == {""}:
        return "Both see a tie."
    elif winners == {"A", "B"}:
        end = "They disagree."
    else:
        end = "One has a tie." if len(winners) > 1 else "They agree."
    each = [f"{one.name} prefers {one.winner or 'neither'}" for one in both]
    return f"{', '.join(each)}. {end}".strip()


def row_of_b(both: Sequence[Both]) -> str:
    """Return the scores of list B as a row below those of A, and beside both whether they agree.

    Below each list stands who prefers it. Its classes tell the style sheet which numbers are the
    worse ones of their pair.
    """
    scores = [f"{one.name} </span><b>{one.b.text}</b>" for one in both if one.b]
    cells = "<span class='spoken'>, ".join(scores)
    row = f"B: <span class='spoken'>{cells}<span class='spoken'>. </span>" if cells else ""
    worse = {"A": "b", "B": "a"}
    looks = [f"{worse[one.winner]}{at}" for at, one in enumerate(both) if one.winner]
    look = f" class='{' '.join(looks)}'" if looks else ""
    each, stop, end = verdict(both).rpartition(". ")
    apart = " class='apart'" * (len({one.winner for one in both} - {""}) > 1)
    seen = f"<span class='spoken'>{each}{stop}</span><strong{apart}>{end}</strong>"
    return f"<p{look}>{row}<span>{seen}</span></p>"


def worked(both: Sequence[Both], *, with_b: bool) -> WorkedFormula:
    """Return the formula of a metric of list A with its numbers, as fractions if it has some.

    A precision or an nDCG as the second metric has its numbers beside it. Below stands list B.
    """
    measured = [one.a for one in both]
    one, also = measured[0], [text for other in measured[1:] if (text := _quotient(other))]
    now, of_b = one.screen, [each.b for each in both if each.b and with_b]
    below = [f"B:\u2002{_in_one_line(each)}" for each in of_b[:1]]
    below += filter(None, map(_quotient, of_b[1:]))
    about = {
        "divisor": _DIVISORS_IN_HALL[now["denominator"]],
        "worth": "grade" if now["gain"] == "linear" else "gain",
        "weight": "÷ log₂(rank + 1)" if _is_log_2(now) else "× weight of its rank",
    }
    says = " ".join(_IN_HALL[each.key].format(**about) for each in measured if each.key in _IN_HALL)
    says += f" {_SHADED}" * _is_shaded(both)
    return lesson.worked_out(one)._replace(also=also, says=says, below=below)


def _in_one_line(one: Measured) -> str:
    """Write a score with its numbers, `RR@4 = 1/2 = 0.500`; without them if they are many."""
    formula = lesson.worked_out(one)
    terms = " + ".join(text for _, text in formula.summands).replace("+ −", "− ")
    parts = f"{formula.factor} ({terms or 0})" if formula.factor else terms
    known = parts and one.score == one.score and len(parts) <= _MOST_PARTS
    return f"{one.label} = {f'{parts} = ' * bool(known)}{one.text}"


def _quotient(other: Measured) -> str:
    """Write a score as what it divides; "" if it divides nothing."""
    k, aside = other.screen.k, other.breakdown.aside
    if other.key == "precision":
        parts = f"{other.score * k:.0f}/{k}"
    elif other.key == "ndcg" and aside["ideal_dcg"]:
        parts = _gains(other)
    else:
        return ""
    return f"{other.label} = {parts} = {other.text}"


def _gains(ndcg: Measured) -> str:
    """Write an nDCG as `(3/1 + 1/1.585) / 4.131`, or as one quotient if that is long or inexact."""
    names, ideal = ("gain", "weight"), float(ndcg.breakdown.aside["ideal_dcg"])
    terms = zip(*(ndcg.breakdown.terms[name].tolist() for name in names), strict=True)
    adds = [(gain, decimals(1 / weight)) for gain, weight in terms if gain and weight]
    below = decimals(ideal)
    by_hand = sum(gain / float(divisor) for gain, divisor in adds) / float(below)
    if 0 < len(adds) <= _MOST_GAINS and decimals(by_hand) == ndcg.text:
        each = (f"{gain:g}/{divisor.removesuffix('.000')}" for gain, divisor in adds)
        return f"({' + '.join(each)}) / {below}"
    return f"{decimals(float(ndcg.breakdown.aside['dcg']))}/{below}"


def _ideal(ndcg: Measured) -> str:
    """Write the sum of the best order as `, 3 + 1/1.585 = 3.631`; "" if long or inexact."""
    aside = ndcg.breakdown.aside
    terms = zip(aside["ideal_gain"].tolist(), aside["ideal_weight"].tolist(), strict=True)
    adds = [(gain, decimals(1 / weight).removesuffix(".000")) for gain, weight in terms if gain]
    total = decimals(float(aside["ideal_dcg"]))
    if (
        decimals(sum(gain / float(divisor) for gain, divisor in adds)) != total
        or len(adds) > _MOST_GAINS
    ):
        return ""
    each = (f"{gain:g}/{divisor}".removesuffix("/1") for gain, divisor in adds)
    return f", {' + '.join(each)}\u00a0=\u00a0{total}" * bool(adds)


def _is_log_2(screen: Screen) -> bool:
    """Return whether the weight of a rank is 1 / log₂(rank + 1)."""
    return (screen["discount"], screen["log_base"]) == ("log", 2)


def words(both: Sequence[Both]) -> str:
    """Return what the metrics are, in Markdown."""
    now = both[0].a.screen
    worth = "its grade" if now["gain"] == "linear" else "the gain of its grade"
    weight = ", 1 / log₂(rank + 1)" * _is_log_2(now)
    divisor = _DIVISORS[now["denominator"]]
    best = next((_ideal(one.a) for one in both if one.a.key == "ndcg"), "")
    about = {"worth": worth, "weight": weight, "divisor": divisor, "best": best}
    each = [
        f"**{one.name}**, {READERS[one.a.key].format(**about)}"
        if one.a.key in READERS
        else f"**{one.name}**: {METRICS[one.a.key].reader}"
        for one in both
    ]
    wants = [f"{one.name}’s {_WANTS[one.a.key]}" for one in both if one.a.key in _WANTS]
    told = f" Ask which reader you have: {', '.join(wants)}." * (len(wants) == len(both) > 1)
    told += f"<span class='no_phone'> {_SHADED}</span>" * _is_shaded(both)
    disagree = f"Two metrics **disagree** if one prefers A and the other B.{told}"
    return f"A *hit* is a relevant document. {' '.join(each)}\n\n{disagree}"


def offer(both: Sequence[Both]) -> None:
    """Offer a class to say which list it prefers, and which metric prefers A."""
    if both[0].b is None:
        return
    a, b = (_grades(one.ranked) for one in (both[0].a, both[0].b))
    choices = [
        Choice("rather", "which list you prefer", _QUESTION, [f"List A: {a}", f"List B: {b}"])
    ]
    if len(both) > 1:
        takes_a = [one.winner == "A" for one in both]
        right = 2 if all(takes_a) else takes_a.index(True) if any(takes_a) else 3
        text = f"Which metric prefers list A, {a}, to list B, {b}?"
        names = [*(one.a.label for one in both), "Both", "Neither"]
        choices.append(Choice("metric", "which metric prefers A", text, names, right))
    room.offer_choice(*choices)


def _grades(ranked: RankedList) -> str:
    retrieved = ranked.documents[: ranked.retrieved]
    return " ".join("?" if each.grade is None else str(each.grade) for each in retrieved)


def draw(name: str, both: Sequence[Both], *, hidden: bool) -> None:
    """Draw both lists, each with what its ranks add to the metrics."""
    screen, plain = session().shown, steps.is_first(name)
    hidden = hidden or is_asked()
    with st.container(key="both_lists", horizontal=True):
        for each in ([one.a for one in both], [one.b for one in both]):
            shown = [one for one in each if one]
            if not shown:
                st.html(_NO_B)
                continue
            of, is_shaded = shown[0].name, _is_shaded(both)
            columns = [_column(one, _depth(one) * is_shaded) for one in shown]
            board.show(
                of,
                adds=_on_phone(both, of.upper(), hidden=hidden),
                hidden=hidden,
                called=(f"List {of.upper()}", "" if hidden else _preferred(both, of.upper())),
                plain=plain,
            )
            beside_cards.draw(screen, of, columns, hidden=hidden)


_NO_B: Final = (
    "<p class='no-b'>There is no list B. "
    f"<a href='{post.href({'do': 'keep_b'})}'>Keep a copy of A as list B</a>, and drag A. Below, "
    "in the box “Further”, are the two orders of A about which the metrics disagree most.</p>"
)


def _preferred(both: Sequence[Both], name: str) -> str:
    """Return who prefers a list, below its name."""
    takers = [one.name for one in both if one.winner == name]
    if not takers:
        return "&nbsp;"
    return f"{' and '.join(takers)} prefer{'s' * (len(takers) == 1)} it."


def _column(one: Measured, reads: int = 0) -> Column:
    """Return what each rank adds, above how many ranks the reader `reads`; 0 leaves that out."""
    name, most = one.label.partition("@")[0], one.bounds[1] or max(one.score, 1)
    adds = one.breakdown.terms["contribution"].tolist()
    labels = [decimals(value) if value else "" for value in adds]
    over = f"<i class='read' style='--ranks:{reads}'></i>" * bool(reads)
    return running(one, f"Adds to {name}", labels, most, total="", room="", over=over)


def _depth(one: Measured) -> int:
    """Return how many ranks the reader reads: that of RR leaves at the first hit."""
    hits = one.breakdown.terms["contribution"].nonzero()[0]
    if one.key == "reciprocal_rank" and hits.size:
        return int(hits[0]) + 1
    return min(one.screen.k, one.ranked.retrieved)


def _is_shaded(both: Sequence[Both]) -> bool:
    """Return whether the ranks that are read differ between two metrics, so that they are shown."""
    return len(both) > 1 and "reciprocal_rank" in {one.a.key for one in both}


def _on_phone(both: Sequence[Both], name: str, *, hidden: bool) -> Column:
    """Return who prefers a list, above its cards on a phone, and what each card adds."""
    shown = [one for each in both if (one := each.a if name == "A" else each.b)]
    columns = [_column(one).cells for one in shown]
    cells = {}
    for row in sorted({row for column in columns for row in column}):
        labels = [column.get(row, Cell([], "")).label for column in columns]
        each = ", ".join(label or "0" for label in labels)
        cells[row] = Cell([], each * any(labels))
    takers = [one.name for one in both if one.winner == name]
    who = "both prefer" if len(takers) > 1 else f"{''.join(takers) or 'none'} prefers"
    heading = f"{who} it\nAdds to {', '.join(one.name for one in both)}"
    return Column("" if hidden else heading, cells)


def others(both: Sequence[Both]) -> None:
    """Draw a table of both lists by further metrics."""
    chosen = {one.a.key for one in both}
    shown = measured([key for key in OTHERS if key not in chosen])
    persistence = session().shown["persistence"]
    body = [
        [
            one.a.label,
            *(
                Html(f"<b>{each.text}</b>") if name == one.winner else each.text
                for name, each in zip("AB", one, strict=True)
                if each
            ),
            one.winner or "–",
        ]
        for one in shown
    ]
    head = ["metric", "A", "B", "prefers"]
    st.html(
        "<div class='others'>"
        f"{table_html('Both lists by other metrics', head, body)}"
        f"<p>{' '.join(OTHERS[one.a.key].format(persistence=persistence) for one in shown)}</p>"
        "</div>"
    )


def numbers_html(both: Sequence[Both]) -> str:
    """Return a table of what each rank of both lists adds to the metrics."""
    columns = [("A", one.a) for one in both] + [("B", one.b) for one in both if one.b]
    adds = [one.breakdown.terms["contribution"].tolist() for _, one in columns]
    deepest = max(map(len, adds), default=0)
    body = [
        [rank, *(float(column[rank - 1]) if rank <= len(column) else "" for column in adds)]
        for rank in range(1, deepest + 1)
    ]
    head = ["rank", *(f"{name}: {one.label}" for name, one in columns)]
    foot = ["Sum", *(decimals(one.score, 4) for _, one in columns)]
    title = "What each rank adds"
    return f"<h2>{title}</h2>{table_html(title, head, body, foot)}"


# The two orders about which two metrics disagree most


def widest_text(keys: Sequence[str]) -> str:
    """Return a sentence on the two orders of A about which the metrics disagree most."""
    screen = session().shown
    if len(keys) < 2:
        return "Choose a second metric, and see whether the two can disagree."
    names = [METRICS[key].label(screen.k) for key in keys]
    tried = orders.every(screen, *keys)
    seen = f"all {tried.total:,}" if tried.exact else f"{tried.seen:,} random"
    pair = tried.widest
    if pair is None:
        return (
            f"{names[0]} and {names[1]} **never disagree** about {seen} orders of A’s documents. "
            "Take any two of these orders: the two metrics never prefer different ones. Change a "
            "grade, add a document, or move the cut."
        )
    one, other = (
        " ".join("?" if grade == UNJUDGED else str(grade) for grade in order[:_MOST])
        + " …" * (len(order) > _MOST)
        for order in pair.orders
    )
    (a_one, a_other), (b_one, b_other) = pair.scores
    take = post.href({"do": "take_pair", "orders": [list(order) for order in pair.orders]})
    return (
        f"Of {seen} orders of A’s documents, {names[0]} and {names[1]} disagree most about {one} "
        f"and {other}. {names[0]} prefers the first one, {decimals(a_one)} to {decimals(b_one)}. "
        f"{names[1]} prefers the second one, {decimals(b_other)} to {decimals(a_other)}. "
        f"<a href='{take}'>Take these two as A and B</a>."
    )


_MOST: Final = 12
"""Most grades of an order that are written."""


@post.on_screen("take_pair", linked=True)
def _take_pair(screen: Screen, action: Action) -> Screen:
    """Put two orders of list A's documents on A and B."""
    first, second = action["orders"]
    ranked = screen.a
    try:
        a, b = (
            orders.in_order(ranked, [int(grade) for grade in row[:50]]) for row in (first, second)
        )
    except TypeError as wrong:
        raise ValueError("orders that no page asks for") from wrong
    if len(ranked.documents) < 2:
        raise RefusedError("There are fewer documents by now.")
    return screen.with_list("a", a).with_list("b", replace(b, query=""))
