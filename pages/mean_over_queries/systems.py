"""Two systems on the same queries: all measures of both, and their mean curves."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

import numpy as np

from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.interpolated import LEVELS, interpolated_average_precision
from pages.mean_over_queries import mean_curve, queries
from ui.contents import PAGES
from ui.core import link, theme
from ui.core.knob_kinds import Choice, to_text
from ui.core.knobs import KNOBS, Compared, MeanOverQueries
from ui.core.plain import Html, counted, decimals, signed, table_html
from ui.core.post import Action
from ui.core.screen import Screen, query_name
from ui.draw import figure, score
from ui.draw.rows import Row
from ui.parts import controls
from ui.parts.controls import Control
from ui.parts.own_lists import other, written


def buttons(screen: Screen) -> list[Control]:
    """Return the buttons that keep all lists as system B, and that remove system B."""
    turn: Action = {"do": "turn", "knob": MeanOverQueries.OTHER}
    lists = written(screen)
    now = "; ".join(lists) if all(len(each) == 1 for each in lists) else to_text(lists)
    kept = controls.button("Keep all lists as system B", {**turn, "to": now})
    gone = controls.button("Remove system B", {**turn, "to": ""})
    return [kept, gone] if screen[MeanOverQueries.OTHER] else [kept]


def table(screen: Screen) -> str:
    """Write the mean of each measure for both systems, and their difference.

    Of one system alone it is the mean and the score of each query.
    """
    b, body = other(screen), []
    for settings, way in _measures(screen):
        of_a = screen.with_settings(**settings)
        name = queries.label(of_a) + way
        mean = float(queries.mean(of_a).score)
        if b is None:
            values, _, counted = queries.scores(of_a)
            each = [
                decimals(value) if counts else "left out"
                for value, counts in zip(values.tolist(), counted, strict=True)
            ]
            body.append([name, decimals(mean), *each])
            none = [""] * len(each)
            for label, value, _ in queries.pooled(of_a):
                body.append([label, decimals(value), *none])
        else:
            mean_b = float(queries.mean(b.with_settings(**settings)).score)
            body.append([name, decimals(mean), decimals(mean_b), signed(mean - mean_b)])
            both = (queries.pooled(one.with_settings(**settings)) for one in (screen, b))
            for (micro, whole, _), (_, of_b, _) in zip(*both, strict=True):
                body.append([micro, decimals(whole), decimals(of_b), signed(whole - of_b)])
    if b is None:
        numbers = range(1, len(screen.queries) + 1)
        head = ["measure", "mean", *(f"query {number}" for number in numbers)]
        return table_html("All measures", head, body)
    every = table_html("Two systems", ["measure", "A", "B", "A − B"], body)
    return every + _note(screen, b) + _by_query(screen, b) + _to_test(screen, b)


def each_worked(screen: Screen) -> str:
    """Write how the score of each list comes about, of one system or of both."""
    b = other(screen)
    systems = {"A": screen, "B": b} if b else {"": screen}
    body = [
        [query_name(at, ranked), *[system] * bool(system), queries.worked_out(own, name)]
        for at, (name, ranked) in enumerate(screen.queries.items(), start=1)
        for system, own in systems.items()
        if name in own.queries
    ]
    head = ["query", *["list of"] * bool(b), queries.short(screen)]
    return table_html("Each list, worked", head, body, words=range(3))


def _measures(screen: Screen) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the knobs of each measure of a query, in all ways to count it, with the way's name."""
    ways: dict[str, list[tuple[dict[str, Any], str]]] = {
        queries.INTERPOLATED: [
            ({"point_count": count}, ", 11 points" * (count == 11)) for count in LEVELS
        ],
        "average_precision": [
            ({"denominator": "relevant"}, ""),
            ({"denominator": "capped"}, ", ÷ m, at most k"),
            ({"denominator": "found"}, ", ÷ hits found (context precision)"),
        ],
    }
    if not queries.is_whole(screen) and queries.has_short(screen):
        whole: dict[str, Any] = {MeanOverQueries.DEPTH: "list"}
        ways["precision"] = [({}, ""), (whole, ", each of its whole list")]
    knob = KNOBS[MeanOverQueries.METRIC]
    assert isinstance(knob, Choice)
    for key in knob.options:
        for settings, way in ways.get(key, [({}, "")]):
            yield {MeanOverQueries.METRIC: key, **settings}, way


def _by_query(screen: Screen, b: Screen) -> str:
    """Write the scores of each query, and both lists, which can be long."""
    score_of = queries.short(screen)
    head = ["query", f"{score_of} of A", f"{score_of} of B", "A − B", "list of A", "list of B"]
    of_a, of_b = (queries.scores(one) for one in (screen, b))
    body = [
        [
            query_name(at + 1, screen.queries[name]),
            *(decimals(of.values[at]) if of.counted[at] else "left out" for of in (of_a, of_b)),
            signed(of_a.values[at] - of_b.values[at])
            if of_a.counted[at] and of_b.counted[at]
            else "",
            *(_symbols(one, name) for one in (screen, b)),
        ]
        for at, name in enumerate(screen.queries)
        if name in b.queries
    ]
    return table_html("Both lists of each query", head, body, words=(0, 4, 5))


def _to_test(screen: Screen, b: Screen) -> str:
    """Write a link that tests the scores of both systems as pairs; "" if these are no pairs.

    The test takes the higher score for the better one.
    """
    if len(screen.queries) != len(b.queries) or not queries.metric(screen).higher_is_better:
        return ""
    of_a, of_b = (queries.scores(one) for one in (screen, b))
    scored = np.stack([of_a.values, of_b.values], axis=1)
    counted_, has_score = of_a.counted & of_b.counted, of_a.defined | of_b.defined
    is_share, pairs = scored.max() <= 1, list[float | None]()
    for each, counts, has in zip(scored.tolist(), counted_, has_score, strict=True):
        if counts and (has or not is_share):
            pairs += [round(value, 4) for value in each]
        elif is_share:
            pairs += [None, None]
    settings = {Compared.PAIRS: tuple(pairs), MeanOverQueries.EMPTY: screen["empty_query"]}
    query = link.encode(Screen().with_settings(**settings))
    place = f"{PAGES['significance'].url}?{urlencode(query)}"
    return (
        "<p>Can chance alone make such differences? "
        f"<a href='{escape(place)}'>Test these {queries.short(screen)} in Two systems</a>, "
        "where the difference is B − A.</p>"
    )


def _symbols(screen: Screen, name: str) -> Html:
    """Write a list by the symbols of its grades; after a bar those that it missed."""
    ranked = screen.queries[name]
    each = [theme.symbol(d.grade, screen.scale) for d in ranked.documents]
    parts = [" ".join(part) for part in (each[: ranked.retrieved], each[ranked.retrieved :])]
    told = ["not judged" if d.grade is None else str(d.grade) for d in ranked.documents]
    said = [", ".join(part) for part in (told[: ranked.retrieved], told[ranked.retrieved :])]
    label = f"grades {said[0] or 'none'}{f'; missed {said[1]}' * bool(said[1])}"
    shown = " | ".join(filter(None, parts))
    return Html(f"<span role='img' aria-label='{label}'>{shown}</span>")


def _note(screen: Screen, b: Screen) -> str:
    """Say where the two systems cannot be compared; "" if they can."""
    if len(screen.queries) != len(b.queries):
        of_a = counted(len(screen.queries), "query", "queries")
        return (
            f"<p>A has {of_a} and B has {len(b.queries)}: give each query one list of each "
            "system.</p>"
        )
    totals = (
        [score.ranking(one, name).relevant_total for one in (screen, b)] for name in b.queries
    )
    differ = [at for at, (of_a, of_b) in enumerate(totals, start=1) if of_a != of_b]
    if not differ:
        return _short(screen, b)
    return (
        f"<p>Query {differ[0]}: A and B do not know the same number of relevant documents. Put "
        "those that a system missed after a bar.</p>"
    )


def _short(screen: Screen, b: Screen) -> str:
    """Say how the ranks count that only one of two lists has; "" if there are none down to k."""
    if queries.is_whole(screen):
        return ""
    k = screen.k
    for at, name in enumerate(b.queries, start=1):
        lengths = [min(one.queries[name].retrieved, k) for one in (screen, b)]
        if lengths[0] != lengths[1]:
            least, system = min(zip(lengths, "AB", strict=True))
            return (
                f"<p>Query {at}: the list of {system} has only {least} of {k} ranks. The others "
                f"count as misses: P@{k} divides by {k}.</p>"
            )
    return ""


def curve(screen: Screen) -> figure.Figure:
    """Return the chart of the mean precision at eleven levels of recall, of one or two systems."""
    b = other(screen)
    systems = {"A": screen} | ({"B": b} if b else {})
    return figure.Figure(mean_curve, _curves(systems), title=f"{mean_curve.TITLE}{_cut(screen)}")


def curve_table(screen: Screen) -> str:
    """Write the interpolated precision of each query at eleven levels of recall, and their mean."""
    b, rows = other(screen), dict[str, Array]()
    for of, one in ({" of A": screen, " of B": b} if b else {"": screen}).items():
        rows |= {
            f"query {at}{of}": _interpolated(one, name).aside["at_level"]
            for at, name in enumerate(one.queries, start=1)
        }
        rows[f"mean{of}"] = at_levels(one)
    head = ["recall", *(f"{level:g}" for level in LEVELS[11])]
    body = [[name, *map(decimals, heights.tolist())] for name, heights in rows.items()]
    return table_html(f"Interpolated precision at eleven recalls{_cut(screen)}", head, body)


def _cut(screen: Screen) -> str:
    """Say down to which rank the lists count; "" if all of them are shorter."""
    systems = [screen, *filter(None, [other(screen)])]
    longest = max(ranked.retrieved for one in systems for ranked in one.queries.values())
    is_cut = not queries.is_whole(screen) and longest > screen.k
    return f" (down to rank k = {screen.k})" * is_cut


def _interpolated(screen: Screen, name: str) -> Breakdown:
    k, rounding = queries.at_depth(screen, name).k, screen["rounding"]
    return interpolated_average_precision(score.ranking(screen, name), k, rounding=rounding)


def _curves(systems: Mapping[str, Screen]) -> Iterator[Row]:
    yield from mean_curve.rows({name: at_levels(one).tolist() for name, one in systems.items()})


def at_levels(screen: Screen) -> Array:
    """Return the mean of the interpolated precision at eleven levels of recall.

    A query with nothing to find counts by the rule of the screen.
    """
    rule, found = screen[MeanOverQueries.EMPTY], []
    for name in screen.queries:
        breakdown = _interpolated(screen, name)
        if breakdown.undefined and rule == "skip":
            continue
        best = breakdown.undefined and rule == "best"
        found.append(np.ones(len(LEVELS[11])) if best else breakdown.aside["at_level"])
    return np.mean(found, axis=0) if found else np.full(len(LEVELS[11]), np.nan)
