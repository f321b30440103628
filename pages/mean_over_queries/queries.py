"""Several queries: each is a row of squares with its score as a dot; the mean is a line.

The browser draws them (assets/queries/) and sends each edit as an action, as the board does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import means
from metrics.arrays import Array, Truth, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, Metric
from metrics.interpolated import LEVELS
from ui.core import documents, plain, post, theme
from ui.core.documents import Document, RankedList, checked_title
from ui.core.knobs import CUTOFF, MeanOverQueries
from ui.core.plain import decimals
from ui.core.post import Action
from ui.core.screen import QUERIES, Screen, once_per_screen, query_name
from ui.core.session import session
from ui.draw import rank_terms, score
from ui.draw.rank_terms import of_mean
from ui.draw.score import Measured

_SHORT: Final = dict.fromkeys(
    ("average_precision", "reciprocal_rank", "average_recall", "err"), "M"
)
"""Prefix of metrics whose mean has its own name: MAP, MRR, MAR, MERR."""

_ELEVEN: Final = 11
FEW: Final = 8
"""Most queries of which each has a number in a sentence, or in a chart."""
_DOT: Final = 0.08
"""How wide a dot is on the small axis of a phone, of all of it."""
_NEAR: Final = 5e-4
"""A distance that three digits do not show."""
INTERPOLATED: Final = "interpolated_average_precision"

FRESH: Final = RankedList(
    tuple(Document(str(at), f"Document {at}", int(at == 2)) for at in range(1, 6)),
    retrieved=5,
    query="New query",
)
"""A new query."""

_queries = st.components.v2.component(
    "rankbook_queries", js=(documents.ASSETS / "mount.js").read_text(encoding="utf-8")
)


class Scores(NamedTuple):
    """The score of each query for the mean; which of them are defined, and which count."""

    values: Array
    defined: Truth
    counted: Truth


def metric(screen: Screen) -> Metric:
    """Return the metric that each query is scored by."""
    return METRICS[screen[MeanOverQueries.METRIC]]


def is_whole(screen: Screen) -> bool:
    """Return whether the whole list of each query counts."""
    return bool(screen[MeanOverQueries.DEPTH] == "list")


def has_short(screen: Screen) -> bool:
    """Return whether a list that has documents ends above the line k."""
    return any(0 < ranked.retrieved < screen.k for ranked in screen.queries.values())


def at_depth(screen: Screen, name: str) -> Screen:
    """Return the screen with the k of one query: its length, if the whole list counts."""
    if not is_whole(screen):
        return screen
    return screen.with_settings(k=max(screen.ranked(name).retrieved, 1))


def short(screen: Screen) -> str:
    """Return the name of a query's score; without k if the whole list counts."""
    label = metric(screen).label(screen.k)
    label = label.partition("@")[0] if is_whole(screen) else label
    points = screen["point_count"]
    if metric(screen).key != INTERPOLATED or points == _ELEVEN:
        return label
    return f"{label} at {', '.join(map(str, LEVELS[points]))}"


@once_per_screen
def scores(screen: Screen) -> Scores:
    """Score each query, and apply the rule for queries without relevant documents.

    Their score is 0/0 for most metrics, but not for all: their reciprocal rank and ERR are 0.
    """
    scored_by = metric(screen)
    lowest = 1 if scored_by.reads == "graded" else screen.relevant_from
    values, defined = [], []
    for name in screen.queries:
        breakdown = score.compute(scored_by.key, name, at_depth(screen, name))
        something = any((d.grade or 0) >= lowest for d in screen.ranked(name).documents)
        values.append(float(breakdown.score))
        defined.append(not breakdown.undefined and something)
    all_values, has_score, rule = np.array(values), np.array(defined), screen[MeanOverQueries.EMPTY]
    if rule == "best":
        all_values = np.where(has_score, all_values, 1.0)  # 1 is the best rank, too
    return Scores(all_values, has_score, has_score | (rule != "skip"))


def label(screen: Screen) -> str:
    """Return the usual name of the mean."""
    scored_by = metric(screen)
    prefix = "macro " if scored_by.key in ("precision", "recall") else "mean "
    return _SHORT.get(scored_by.key, prefix) + short(screen)


def mean(screen: Screen) -> Breakdown:
    """Return the mean: each query adds its score divided by the number of queries that count."""
    values, defined, counted = scores(screen)
    count = np.array(float(counted.sum()))
    return Breakdown(
        {
            "score": values,
            "defined": defined.astype(np.float64),
            "counts": counted.astype(np.float64),
            "contribution": ratio(np.where(counted, values, 0.0), count),
        },
        remainder=np.array(0.0 if count else np.nan),
        undefined=count == 0,
        aside={"count": count, "whole": np.array(metric(screen).key == "first_relevant_rank")},
    )


def measured() -> list[Measured]:
    """Measure the mean, a second kind of mean, and the worst query."""
    screen = session().shown
    scored_by = metric(screen)
    own: dict[str, Any] = {
        "bounds": scored_by.range,
        "higher_is_better": scored_by.higher_is_better,
    }
    other = "geometric mean"
    if scored_by.key == "average_precision":
        other = f"G{label(screen)}"
    elif scored_by.key in ("precision", "recall"):
        other = f"micro {short(screen)}"
    elif scored_by.key == "f1":
        other = f"{short(screen)} of the means"
    elif not scored_by.higher_is_better:
        other = "harmonic mean"
    worst = f"{'lowest' if scored_by.higher_is_better else 'highest'} {scored_by.label()}"
    parts = tuple(screen.queries)
    measures = [
        score.measure_by(mean, label(screen), key="mean", parts=parts, **own),
        score.measure_by(_other, other, key="other_mean", parts=parts, **own),
        score.measure_by(_worst, worst, key="worst_query", parts=parts, **own),
    ]
    since = session().since
    if since and since[MeanOverQueries.METRIC] != screen[MeanOverQueries.METRIC]:
        measures = [
            replace(one, terms_before=None) for one in measures
        ]  # another metric: not comparable
    return measures


def highest(screen: Screen) -> float:
    """Return where the axis of the scores ends; a score without a limit is below a whole number."""
    scored_by = metric(screen)
    if scored_by.range[1]:
        return scored_by.range[1]
    if not scored_by.higher_is_better:
        return screen.k + 1
    return max(1.0, float(np.ceil(np.nan_to_num(scores(screen).values).max(initial=0))))


def _worst(screen: Screen) -> Breakdown:
    values, _, counted = scores(screen)
    counting = values[counted]
    worst = np.min if metric(screen).higher_is_better else np.max
    return score.single(float(worst(counting)) if counting.size else np.nan)


def _other(screen: Screen) -> Breakdown:
    scored_by = metric(screen)
    values, _, counted = scores(screen)
    if scored_by.key == "f1":
        each = (screen.with_settings(per_query=key) for key in ("precision", "recall"))
        p, r = (float(mean(one).score) for one in each)
        return score.single(2 * p * r / (p + r) if p + r else 0.0)
    if scored_by.key not in ("precision", "recall"):
        kind = means.geometric_mean if scored_by.higher_is_better else means.harmonic_mean
        return score.single(kind(values[counted]))
    hits, of = _pooled(screen)
    return score.single(sum(hits) / sum(of) if sum(of) else np.nan)


def _pooled(screen: Screen) -> tuple[list[float], list[float]]:
    """Return the hits of each query, and what they are divided by; 0 for a query left out."""
    hits, of = [], []
    for name, counts in zip(screen.queries, scores(screen).counted, strict=True):
        own = at_depth(screen, name)
        breakdown = score.compute(metric(screen).key, name, own)
        hits.append(float(breakdown.terms["relevant"].sum()))
        of.append(float(breakdown.aside.get("denominator", own.k)) * counts)
    return hits, of


def pooled(screen: Screen) -> list[tuple[str, float, str]]:
    """Return the label, the value and the work of a micro mean; [] if the metric has none.

    F1 has two: F1 of the mean P and the mean R, and F1 of all hits together.
    """
    if metric(screen).key == "f1":
        return _pooled_f1(screen)
    if metric(screen).key not in ("precision", "recall"):
        return []
    hits, of = _pooled(screen)
    above, below = (" + ".join(f"{each:g}" for each in some) for some in (hits, of))
    return [(f"micro {short(screen)}", float(_other(screen).score), f"({above}) / ({below})")]


def _pooled_f1(screen: Screen) -> list[tuple[str, float, str]]:
    p, r = (
        float(mean(screen.with_settings(per_query=key)).score) for key in ("precision", "recall")
    )
    of_means = f"2 · {decimals(p)} · {decimals(r)} / ({decimals(p)} + {decimals(r)})"
    hits, retrieved = _pooled(screen.with_settings(per_query="precision"))
    relevant = [
        float(score.ranking(screen, name).relevant_total) * counts
        for name, counts in zip(screen.queries, scores(screen).counted, strict=True)
    ]
    of = sum(retrieved) + sum(relevant)
    together = f"2 · {sum(hits):g} / ({sum(retrieved):g} + {sum(relevant):g})"
    return [
        (f"{short(screen)} of the means", float(_other(screen).score), of_means),
        (f"micro {short(screen)}", 2 * sum(hits) / of if of else np.nan, together),
    ]


def rows(screen: Screen) -> list[tuple[int, str, str]]:
    """Return, for each query: its number, its name, and how many relevant documents were found."""
    lines = []
    for at, (name, ranked) in enumerate(screen.queries.items(), start=1):
        ranking = score.ranking(screen, name)
        k = at_depth(screen, name).k
        found, total = ranking.denominator(k, "found"), ranking.relevant_total
        lines.append((at, query_name(at, ranked), f"{found:g} of {total:g}"))
    return lines


def by_hand(screen: Screen, name: str) -> str:
    """Work the score of one query out as a fraction, as `(1/1 + 2/3) / 2`; "" if that is long."""
    key, screen = metric(screen).key, at_depth(screen, name)
    breakdown = score.compute(key, name, screen)
    if key == "average_precision":
        total = float(breakdown.aside["denominator"])
        summands = [term.summand for term in rank_terms.OF[key](breakdown) if term.summand]
        above = " + ".join(summands) or "0"
        return above if total == 1 else f"{f'({above})' if summands else above} / {total:g}"
    hits = int(np.count_nonzero(breakdown.terms["contribution"]))
    exist = f"{float(score.ranking(screen, name).relevant_total):g}"
    if key == INTERPOLATED:
        return _added(breakdown)
    if key == "f1":
        return f"2 · {hits} / ({screen.k} + {exist})"
    if key == "r_precision":
        return f"{hits} / {exist}"
    if key in ("precision", "recall"):
        return f"{hits} / {float(breakdown.aside.get('denominator', screen.k)):g}"
    if key == "reciprocal_rank" and breakdown.score:
        return f"1 / {1 / float(breakdown.score):.0f}"
    return ""


_SUMS: Final = ("rbp", "err", "bpref")
"""Metrics whose summands say how a rank adds to the score, and which no short fraction gives."""


def worked_out(screen: Screen, name: str) -> str:
    """Work the score of one query out in full, with the result: `AP@5 = (1/1 + 2/3) / 2 = 0.833`.

    DCG and nDCG have the ideal DCG as well.
    """
    key, own = metric(screen).key, at_depth(screen, name)
    breakdown = score.compute(key, name, own)
    result = decimals(float(breakdown.score))
    if breakdown.undefined:
        return f"{short(own)}: 0/0"
    if key in _SUMS:
        summands = [term.summand for term in rank_terms.OF[key](breakdown) if term.summand]
        added = " + ".join(summands) or "0"
        if before := _before_sum(key, own, breakdown):
            added = f"{before} · ({added})"
        return f"{short(own)} = {added} = {result}"
    if key not in ("dcg", "ndcg"):
        return " = ".join(filter(None, (short(own), by_hand(screen, name), result)))
    ndcg = score.compute("ndcg", name, own)
    dcg, ideal = score.compute("dcg", name, own), rank_terms.ideal_order(ndcg)
    said = [f"{called} = {_gains(of)}" for called, of in (("DCG", dcg), ("ideal DCG", ideal))]
    if key == "ndcg":
        above, below = (float(ndcg.aside[part]) for part in ("dcg", "ideal_dcg"))
        divided = plain.quotient(above, below, " / ")
        said.append(f"nDCG = {divided} = {result}")
    return "; ".join(said)


def _before_sum(key: str, screen: Screen, breakdown: Breakdown) -> str:
    """Return the factor of the sum of a metric of `_SUMS`, or ""."""
    if key == "rbp":
        return f"{1 - screen['persistence']:.3g}"
    total = breakdown.aside.get("relevant_total")
    return "" if total is None or total in (0, 1) else f"1/{float(total):g}"


def _gains(dcg: Breakdown) -> str:
    """Write a DCG as the sum of gain times weight, with its result."""
    adds = " + ".join(term.summand for term in rank_terms.of_gain(dcg) if term.summand)
    return f"{adds or '0'} = {decimals(float(dcg.score))}"


def _added(interpolated: Breakdown) -> str:
    """Work IAP out: how many recall levels have which precision, as `(6 · 1/1 + 5 · 2/5) / 11`."""
    terms, count = interpolated.terms, interpolated.aside["level"].size
    hits = terms["relevant"].cumsum()
    each = [
        f"{served:g} · {hits[at]:g}/{at + 1}" for at, served in enumerate(terms["levels"]) if served
    ]
    return f"({' + '.join(each)}) / {count}" if each else f"0 / {count}"


def little_html(mean: Measured) -> str:
    """Write a small chart of all scores: a dot for each query, and a bar from it to the mean.

    Dots of few queries have their numbers, and those that have moved leave a ring.
    """
    axis = _axis(mean)
    few, dots = len(axis["dots"]) <= FEW, ""
    for there in places(axis["dots"], _DOT if few else 0.01):
        at, look = (there[0][0] + there[-1][0]) / 2, " class=many" * (few and len(there) > 1)
        named = " ".join(f"{number}" for _, number in there) * few
        dots += f"<i{look} style='--at:{at:g}'>{named}</i>"
    line = "".join(f"<b style='--at:{at}'><em>{name}</em></b>" for at, name in axis["lines"])
    bars = "".join(
        f"<u style='--at:{min(at, middle)};--long:{abs(at - middle):.4f}'></u>"
        for middle, _ in axis["lines"][:1]
        for at, _ in axis["dots"]
        if at is not None
    )
    moved = zip(axis["was"], axis["dots"], strict=False)
    was = "".join(f"<i class=was style='--at:{old}'></i>" for old, (at, _) in moved if at != old)
    ends = "".join(f"<s>{text}</s>" for _, text in (axis["ticks"][0], axis["ticks"][-1]))
    return f"<span class='dots' aria-hidden='true'>{ends}{bars}{line}{was}{dots}</span>"


def places(dots: Sequence[tuple[float | None, Any]], wide: float) -> list[list[tuple[float, int]]]:
    """Return the dots of a small chart from the left; those that would overlap are one group."""
    found: list[list[tuple[float, int]]] = []
    numbered = ((at, number) for number, (at, _) in enumerate(dots, start=1) if at is not None)
    for at, number in sorted(numbered):
        if found and at - found[-1][0][0] < wide:
            found[-1].append((at, number))
        else:
            found.append([(at, number)])
    return found


def balance(mean: Measured) -> str:
    """Say how far the queries are from the mean, on both sides of it; "" if none is."""
    values, _, counted = scores(mean.screen)
    apart = (values[counted] - mean.score).tolist()
    left, right = ([abs(gap) for gap in apart if gap * side > _NEAR] for side in (-1, 1))
    if not left or not right:
        return ""

    def added(gaps: Sequence[float]) -> str:
        each, total = [*map(decimals, gaps)], decimals(sum(gaps))
        exact = decimals(sum(map(float, each))) == total  # rounded numbers may add up to another
        return (
            f"{' + '.join(each)} {'=' if exact else '≈'} {total}" if 1 < len(gaps) <= FEW else total
        )

    return f" Left of the mean the bars are {added(left)} long, right of it {added(right)}: equal."


def show(measured: Sequence[Measured], plain: bool, hidden: bool) -> None:
    """Draw the queries as rows; unless hidden, with their scores and one or two means.

    Nothing can be added to `plain` rows, or taken from them.
    """
    state = session()
    screen = state.current
    _queries(
        key="queries",
        data={
            "kind": "queries",
            **state.inbox.sender("queries"),
            **theme.grades(screen.scale),
            "names": QUERIES,
            "rows": tuple(_row(ranked) for ranked in screen.queries.values()),
            "fresh": _row(FRESH),
            "k": CUTOFF.high if is_whole(screen) else screen.k,
            "deepest": CUTOFF.high,
            "longest": documents.MOST_DOCUMENTS,
            "hall": state.projector.presenting,
            "plain": plain,
            "room": _room(screen),
            "axis": None if hidden else {**_axis(*measured), "apart": _apart(measured[0], plain)},
        },
    )


def _room(screen: Screen) -> int:
    """Return how many characters the longest working has, also once a row is in its best order."""
    best = screen
    for name, ranked in screen.queries.items():
        best = best.with_list(name, ranked.ideal())
    each = (by_hand(one, name) for one in (screen, best) for name in screen.queries)
    return len(f"{metric(screen).label()} = ") + max(map(len, each), default=0)


def _row(ranked: RankedList) -> Mapping[str, Any]:
    return {
        "query": ranked.query,
        "documents": tuple(
            {"id": d.id, "title": d.title, "grade": d.grade} for d in ranked.documents
        ),
        "retrieved": ranked.retrieved,
    }


def _axis(*measured: Measured) -> Mapping[str, Any]:
    """Return the positions (0 to 1) on one axis of the scores, old scores and means."""
    mean = measured[0]
    scored_by, screen = metric(mean.screen), mean.screen
    low, high = scored_by.range[0], highest(screen)
    terms = mean.breakdown.terms

    def at(value: float) -> float:
        return round(min((value - low) / (high - low), 1), 4)

    values = zip(terms["score"].tolist(), terms["counts"], of_mean(mean.breakdown), strict=True)
    dots = [[at(value) if counts else None, term.short] for value, counts, term in values]
    was = [] if mean.terms_before is None else mean.terms_before.terms["score"].tolist()
    middle = (low + high) / 2
    ticks = (low, middle, high) if high <= 1 or middle % 1 == 0 else (low, high)
    return {
        "ticks": tuple([at(value), f"{value:g}"] for value in ticks),
        "dots": tuple(dots),
        "each": scored_by.label(),
        "worked": tuple(
            by_hand(screen, name) * (not term.short.startswith("0/0"))  # its value says so
            for name, term in zip(screen.queries, of_mean(mean.breakdown), strict=True)
        ),
        "was": tuple(map(at, was)) if len(was) == len(dots) else (),
        "lines": tuple(
            [at(one.score), _short(one.label) + f" {decimals(one.score)}" * (one is not mean)]
            for one in measured  # the mean is written large
            if one.score == one.score
        ),
    }


def _apart(mean: Measured, plain: bool) -> tuple[str, ...]:
    """Return how far each score is from the mean, if rows are plain; "" if it is not."""
    values, _, counted = scores(mean.screen)
    apart = np.where(counted, np.abs(values - mean.score), 0.0).tolist() if plain else []
    return tuple(decimals(gap) if gap > _NEAR else "" for gap in apart)


def _short(label: str) -> str:
    """Return the name of a mean without the recall levels, for which its line has no room."""
    return label.partition(" at ")[0]


def _at(screen: Screen, action: Action) -> int:
    """Return the index of the query of an action."""
    screen.ranked(action["list"])
    return list(screen.queries).index(action["list"])


@post.on_screen("add_query")
def _add_query(screen: Screen, _action: Action) -> Screen:
    return screen.with_queries([*screen.queries.values(), FRESH])


@post.on_screen("copy_query")
def _copy_query(screen: Screen, action: Action) -> Screen:
    at, all_ = _at(screen, action), list(screen.queries.values())
    return screen.with_queries([*all_[: at + 1], *all_[at:]])


@post.on_screen("remove_query")
def _remove_query(screen: Screen, action: Action) -> Screen:
    at, all_ = _at(screen, action), list(screen.queries.values())
    return screen.with_queries([*all_[:at], *all_[at + 1 :]])


@post.on_screen("name_query")
def _name_query(screen: Screen, action: Action) -> Screen:
    text = action["query"]
    query = checked_title(text, "query") if text else ""
    return screen.with_list(action["list"], replace(screen.ranked(action["list"]), query=query))
