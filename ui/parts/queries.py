"""Several queries, each a row of squares with its score as a dot, and the mean as a line.

The browser draws them (assets/queries/) and sends each edit as what it changes, as the board does.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import means
from metrics.arrays import Array, Truth, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, Metric
from ui.look import theme
from ui.look.plain import decimals
from ui.models import score
from ui.models.score import Measured
from ui.state import documents
from ui.state.documents import Document, RankedList, checked_title
from ui.state.knobs import KNOBS, MeanOverQueries, Range
from ui.state.screen import QUERIES, Screen, query_name
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action

_SHORT: Final = {"average_precision": "M", "reciprocal_rank": "M", "average_recall": "M"}
"""Metrics whose mean has a name of its own: MAP, MRR, MAR."""

FRESH: Final = RankedList(
    tuple(Document(str(at), f"Document {at}", int(at == 2)) for at in range(1, 6)),
    retrieved=5,
    query="New query",
)
"""A query that has just been added."""

_LATEX: Final = r"\mathrm{mean} = \frac{1}{n} \sum_{q=1}^{n} \mathrm{score}(q)"

_queries = st.components.v2.component(
    "rankbook_queries", js=(documents.ASSETS / "mount.js").read_text(encoding="utf-8")
)


class Scores(NamedTuple):
    """One score a query, as it goes into a mean; which queries have one, and which count."""

    each: Array
    defined: Truth
    counted: Truth


def metric(screen: Screen) -> Metric:
    """Return the metric that each query is scored by."""
    return METRICS[screen[MeanOverQueries.METRIC]]


def scores(screen: Screen) -> Scores:
    """Score each query, and settle what one counts in which there is nothing to find.

    That is 0/0 for most metrics, but not for all: the reciprocal rank of such a query is 0.
    """
    known: Scores | None = screen.computed.get(Scores)
    if known is not None:
        return known
    asked = metric(screen)
    found, defined = [], []
    for name in screen.queries:
        breakdown = score.compute(asked.key, name, screen)
        nothing = asked.reads != "graded" and not screen.computed[name].relevant_total
        found.append(float(breakdown.score))
        defined.append(not breakdown.undefined and not nothing)
    each, has_one, rule = np.array(found), np.array(defined), screen[MeanOverQueries.EMPTY]
    if rule == "best":
        each = np.where(has_one, each, 1.0)  # which is the best rank, too
    known = screen.computed[Scores] = Scores(each, has_one, has_one | (rule != "skip"))
    return known


def label(screen: Screen) -> str:
    """Name the mean as the field does."""
    asked = metric(screen)
    prefix = "macro " if asked.key in ("precision", "recall") else "mean "
    return _SHORT.get(asked.key, prefix) + asked.label(screen.k)


def mean(screen: Screen) -> Breakdown:
    """Add up what each query adds to the mean: its score over how many count."""
    each, defined, counted = scores(screen)
    count = np.array(float(counted.sum()))
    return Breakdown(
        {
            "score": each,
            "defined": defined.astype(np.float64),
            "counts": counted.astype(np.float64),
            "contribution": ratio(np.where(counted, each, 0.0), count),
        },
        remainder=np.array(0.0 if count else np.nan),
        undefined=count == 0,
        aside={"count": count},
    )


def measured() -> list[Measured]:
    """Measure the mean, another mean that hears something else, and the query that did worst."""
    screen = session().shown
    asked, short = metric(screen), metric(screen).label(screen.k)
    own: dict[str, Any] = {"bounds": asked.range, "higher_is_better": asked.higher_is_better}
    other = "geometric mean"
    if asked.key == "average_precision":
        other = f"G{label(screen)}"
    elif asked.key in ("precision", "recall"):
        other = f"micro {short}"
    elif not asked.higher_is_better:
        other = "harmonic mean"
    worst = f"{'lowest' if asked.higher_is_better else 'highest'} {short}"
    parts = tuple(screen.queries)
    found = [
        score.measure_by(mean, label(screen), key="mean", latex=_LATEX, parts=parts, **own),
        score.measure_by(_other, other, key="other_mean", parts=parts, **own),
        score.measure_by(_worst, worst, key="worst_query", parts=parts, **own),
    ]
    since = session().since
    if (
        since and since[MeanOverQueries.METRIC] != screen[MeanOverQueries.METRIC]
    ):  # scores of another kind compare with nothing
        found = [replace(each, was=None) for each in found]
    return found


def _single(value: float) -> Breakdown:
    return Breakdown({"contribution": np.array([value])}, undefined=np.array(value != value))


def _worst(screen: Screen) -> Breakdown:
    each, _, counted = scores(screen)
    chosen = each[counted]
    worst = np.min if metric(screen).higher_is_better else np.max
    return _single(float(worst(chosen)) if chosen.size else np.nan)


def _other(screen: Screen) -> Breakdown:
    asked = metric(screen)
    each, _, counted = scores(screen)
    if asked.key not in ("precision", "recall"):
        kind = means.geometric_mean if asked.higher_is_better else means.harmonic_mean
        return _single(kind(each[counted]))
    hits, of = 0.0, 0.0
    for name, counts in zip(screen.queries, counted, strict=True):
        breakdown = score.compute(asked.key, name, screen)
        hits += float(breakdown.terms["relevant"].sum())
        of += float(breakdown.aside.get("denominator", screen.k)) * counts
    return _single(hits / of if of else np.nan)


def rows(screen: Screen) -> list[tuple[int, str, str]]:
    """Name each query for a table, and say how many of its relevant documents were found."""
    named = []
    for at, ranked in enumerate(screen.queries.values(), start=1):
        ranking = ranked.ranking(screen.scale, screen.relevant_from)
        found, exist = ranking.denominator(screen.k, "found"), ranking.relevant_total
        named.append((at, query_name(at, ranked), f"{found:g} of {exist:g}"))
    return named


def little_html(mean: Measured) -> str:
    """Write all scores in little: a dot each on one axis, and the mean as a mark on it."""
    axis = _axis(mean)
    dots = "".join(f"<i style='--at:{at}'></i>" for at, _ in axis["dots"] if at is not None)
    line = "".join(f"<b style='--at:{at}'></b>" for at, _ in axis["lines"])
    return f"<span class='dots' aria-hidden='true'>{dots}{line}</span>"


def show(mean: Measured, other: Measured, hidden: bool) -> None:
    """Draw the queries as rows, and, unless hidden, their scores and two means on one axis."""
    state, cut = session(), KNOBS["k"]
    on = state.current
    assert isinstance(cut, Range)
    _queries(
        key="queries",
        data={
            "kind": "queries",
            **state.inbox.sender("queries"),
            "top": on.scale,
            "symbols": theme.SYMBOLS[on.scale],
            "colours": theme.COLOURS[on.scale],
            "unjudged": theme.UNJUDGED,
            "names": QUERIES,
            "rows": tuple(_row(ranked) for ranked in on.queries.values()),
            "fresh": _row(FRESH),
            "k": on.k,
            "deepest": cut.high,
            "longest": documents.MOST_DOCUMENTS,
            "hall": state.hall.presenting,
            "axis": None if hidden else _axis(mean, other),
        },
    )


def _row(ranked: RankedList) -> Mapping[str, Any]:
    return {
        "query": ranked.query,
        "documents": tuple(
            {"id": d.id, "title": d.title, "grade": d.grade} for d in ranked.documents
        ),
        "retrieved": ranked.retrieved,
    }


def _axis(*measured: Measured) -> Mapping[str, Any]:
    """Say where on one axis the scores, what they were, and their means are, from 0 to 1."""
    mean = measured[0]
    asked, screen = metric(mean.screen), mean.screen
    low, high = asked.range[0], asked.range[1] or screen.k + 1
    terms = mean.breakdown.terms

    def at(value: float) -> float:
        return round(min((value - low) / (high - low), 1), 4)

    dots = []
    for value, defined, counts in zip(
        terms["score"].tolist(), terms["defined"], terms["counts"], strict=True
    ):
        said = decimals(value) if defined else f"0/0 → {decimals(value)}" if counts else "left out"
        dots.append([at(value) if counts else None, said])
    was = [] if mean.was is None else mean.was.terms["score"].tolist()
    middle = (low + high) / 2
    return {
        "ticks": tuple([at(value), f"{value:g}"] for value in (low, middle, high)),
        "dots": tuple(dots),
        "was": tuple(map(at, was)) if len(was) == len(dots) else (),
        "lines": tuple(
            [at(one.score), f"{one.label} {decimals(one.score)}"]
            for one in measured
            if one.score == one.score
        ),
    }


def _at(screen: Screen, action: Action) -> int:
    """Return the place among the queries of the one that an action is about."""
    screen.ranked(action["list"])
    return list(screen.queries).index(action["list"])


@post.change("add_query")
def _add_query(screen: Screen, action: Action) -> Screen:  # noqa: ARG001
    return screen.with_queries([*screen.queries.values(), FRESH])


@post.change("copy_query")
def _copy_query(screen: Screen, action: Action) -> Screen:
    at, all_ = _at(screen, action), list(screen.queries.values())
    return screen.with_queries([*all_[: at + 1], *all_[at:]])


@post.change("remove_query")
def _remove_query(screen: Screen, action: Action) -> Screen:
    at, all_ = _at(screen, action), list(screen.queries.values())
    return screen.with_queries([*all_[:at], *all_[at + 1 :]])


@post.change("name_query")
def _name_query(screen: Screen, action: Action) -> Screen:
    asked = action["query"]
    named = checked_title(asked, "query") if asked else ""
    return screen.with_list(action["list"], replace(screen.ranked(action["list"]), query=named))
