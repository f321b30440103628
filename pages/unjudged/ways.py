"""What each way to score makes of documents that nobody judged, as a column of bars."""

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

from metrics.average import average_precision
from metrics.breakdown import Breakdown
from ui.core import knobs
from ui.core.columns import Cell, Column, Look, Part
from ui.core.documents import RankedList
from ui.core.plain import decimals, enough
from ui.core.plain import table_html as table_of
from ui.core.screen import Name, Screen
from ui.draw import rank_terms, score
from ui.draw.beside_cards import ghost
from ui.draw.score import Measured

NAMES: Final = {"ap": "AP", "condensed": "AP without ?", "bpref": "bpref", "rbp": "RBP"}
"""The ways, each with its score."""

_HEADINGS: Final = {"ap": "AP: ? is a miss", "bpref": "bpref: 1 − above"}
"""What a column draws, where the name of its score does not say it."""
DIVIDED: Final = {"ap": "AP: hits ÷ rank", "condensed": "Without ?: hits ÷ judged"}
"""What the bars of both APs are, where there is room for that."""
_TAKEN: Final = {
    **{"ap": "a miss", "condensed": "left out", "bpref": "skipped"},
    "rbp": "unknown",
}
"""What each way makes of a ?; all but the last write it beside its card."""
_LONGEST: Final = 60
"""Most characters of a sum in a table."""


class Bar(NamedTuple):
    """A bar of a rank: its length, its words, and whether it counts."""

    length: float
    words: str
    look: Look = "solid"


Bars = Mapping[int, Bar]


def without_unjudged(ranked: RankedList) -> tuple[RankedList, list[int]]:
    """Return the condensed list, and the row in the whole list of each of its documents."""
    rows = [row for row, d in enumerate(ranked.documents, start=1) if d.grade is not None]
    retrieved = sum(row <= ranked.retrieved for row in rows)
    return RankedList(tuple(ranked.documents[row - 1] for row in rows), retrieved), rows


def condensed(screen: Screen, name: Name = "a") -> Breakdown:
    """Return the AP of the list without what nobody judged."""
    short, _ = without_unjudged(screen.ranked(name))
    given = knobs.arguments("average_precision", screen.settings)
    return average_precision(short.ranking(screen.scale, screen.relevant_from), **given)


def of_ap(breakdown: Breakdown, _: RankedList) -> Bars:
    """Return the precision at each hit."""
    return {
        term.rank: Bar(precision, term.short)
        for term, precision in zip(
            rank_terms.of_average_precision(breakdown),
            breakdown.terms["precision"].tolist(),
            strict=True,
        )
        if term.summand
    }


def of_condensed(breakdown: Breakdown, ranked: RankedList) -> Bars:
    """Return the precision at each hit of the condensed list, at its row in the whole list."""
    _, rows = without_unjudged(ranked)
    return {rows[rank - 1]: bar for rank, bar in of_ap(breakdown, ranked).items()}


def of_bpref(breakdown: Breakdown, _: RankedList | None = None) -> Bars:
    """Return what the judged misses above each hit leave of it."""
    exist = float(breakdown.aside["relevant_total"])
    nothing = f"0/{min(exist, float(breakdown.aside['irrelevant_total'])):g}"
    hits = breakdown.terms["relevant"].tolist()
    return {
        term.rank: Bar(term.value * exist, term.summand or nothing)
        for term, hit in zip(rank_terms.of_bpref(breakdown), hits, strict=True)
        if hit
    }


def of_rbp(breakdown: Breakdown, ranked: RankedList) -> Bars:
    """Return what each rank adds, or could add if nobody judged its document."""
    terms = breakdown.terms
    ranks = zip(*(terms[name].tolist() for name in ("weight", "contribution")), strict=True)
    found: dict[int, Bar] = {}
    for row, (weight, adds) in enumerate(ranks, start=1):
        if ranked.documents[row - 1].grade is None:
            found[row] = Bar(weight, f"up to {decimals(weight)}", "hollow")
        elif adds:
            found[row] = Bar(adds, f"+{decimals(adds)}")
    return found


_OF: Final = {"ap": of_ap, "condensed": of_condensed, "bpref": of_bpref, "rbp": of_rbp}


def column(way: str, measured: Measured) -> Column:
    """Draw the bars of one way, and where they were before the last move."""
    heading = _HEADINGS.get(way, NAMES[way])
    now = _OF[way](measured.breakdown, measured.ranked)
    earlier: Bars = {}
    if before := measured.measured_before:
        earlier = _OF[way](before.breakdown, before.ranked)
    cells = {}
    unknown = {row for row, d in enumerate(measured.ranked.documents, 1) if d.grade is None}
    for row in sorted({*now, *earlier, *(unknown if way != "rbp" else ())}):
        was = [Part(0, earlier[row].length, "was")] if row in earlier else []
        if row in now:
            part = Part(0, now[row].length, now[row].look)
            cells[row] = Cell([*ghost(was, part), part], now[row].words)
        elif row in unknown and way != "rbp":
            cells[row] = Cell([*was, Part(0, 0)], _TAKEN[way])
        else:
            cells[row] = Cell(was, "")
    return Column(heading, cells, total(way, measured))


def both(first: Column, second: Column) -> Column:
    """Return the numbers of two columns at each rank, for a phone."""
    cells, names = {}, [column.heading.partition(":")[0] for column in (first, second)]
    for row in sorted({*first.cells, *second.cells}):
        each = [
            f"{name} " * ("/" in column.cells[row].label) + column.cells[row].label
            for name, column in zip(names, (first, second), strict=True)
            if row in column.cells
        ]
        cells[row] = Cell([], " · ".join(filter(None, each)))
    return Column(f"{first.heading} · {second.heading}", cells)


def over_m(bpref: Measured) -> str:
    """Write the bpref of the paper, which divides by m, with its terms, as Markdown."""
    terms, aside = bpref.breakdown.terms, bpref.breakdown.aside
    m, misses = (float(aside[name]) for name in ("relevant_total", "irrelevant_total"))
    if not m:
        return "Nothing relevant is known, so this list has neither."
    above = zip(terms["relevant"].tolist(), terms["irrelevant_above"].tolist(), strict=True)
    hits = [min(each, m) for hit, each in above if hit]
    hit_by_hit = " + ".join(f"(1 − {each:g}/{m:g})" for each in hits) or "0"
    score_ = decimals(sum(1 - each / m for each in hits) / m)
    found = f"1/{m:g} · [{hit_by_hit}] = **{score_}**"
    if misses >= m or not any(hits):
        return f"For this list both are {found}: N is {misses:g}, and m is {m:g}."
    return (
        f"This list has m = {m:g} and N = {misses:g}. By the paper bpref is {found}, by trec_eval "
        f"{bpref.text}."
    )


def worked(measured: Measured) -> str:
    """Write AP with the precisions whose mean it is, as `AP = 1/2 (1/1 + 2/3) = 0.833`."""
    terms = rank_terms.of_average_precision(measured.breakdown)
    summands = " + ".join(term.summand for term in terms if term.summand) or "0"
    of = rank_terms.factor("average_precision", measured.breakdown, 0)
    mean = f"{of} ({summands})" if of else summands
    return f"{measured.label} = {mean} = {measured.text}"


def sum_of_bpref(breakdown: Breakdown) -> str:
    """Write bpref as the mean of what its hits count: `1/2 (2/2 + 1/2)`."""
    hits = " + ".join(bar.words for bar in of_bpref(breakdown).values())
    exist = float(breakdown.aside["relevant_total"])
    return f"1/{exist:g} ({hits or 0})" if exist > 1 else hits


def sum_of(way: str, measured: Measured) -> str:
    """Write a way's score as a sum: `(1/2 + 2/3) / 3 = 0.389`; only the score if that is long."""
    if way in ("ap", "condensed"):
        sum_ = worked(measured).removeprefix(f"{measured.label} = ").rpartition(" = ")[0]
    elif way == "bpref":
        sum_ = sum_of_bpref(measured.breakdown)
    else:
        return _up_to(measured)
    known = f"{sum_} = " * (0 < len(sum_) <= _LONGEST and not measured.breakdown.undefined)
    return known + total(way, measured)


def _up_to(rbp: Measured) -> str:
    """Write the highest RBP as a sum: what is known, and what a ? and lower ranks could add."""
    low, residual = rbp.score, float(rbp.breakdown.aside["residual"])
    bars = of_rbp(rbp.breakdown, rbp.ranked)
    unread = sum(bar.length for bar in bars.values() if bar.look == "hollow")
    each = enough(lambda *adds: sum(adds), low, unread, residual - unread)
    parts = [each[0], *[f"{each[1]} (the ?)"] * bool(unread), f"{each[2]} (below the list)"]
    most = f"at most {' + '.join(parts)} = {decimals(low + residual)}"
    hits = [bar.length for bar in bars.values() if bar.look != "hollow"]
    adds = " + ".join(enough(lambda *adds: sum(adds), *hits)) if hits else "0"
    known = (
        f"{adds} = {decimals(low)}" if len(hits) > 1 and len(adds) <= _LONGEST else decimals(low)
    )
    return f"at least {known}, {most}"


def table_html(each: Mapping[str, Measured]) -> str:
    """Write a table of some ways: what each makes of a ?, and its score as a sum."""
    body = [
        [name, _TAKEN[way], sum_of(way, each[way])] for way, name in NAMES.items() if way in each
    ]
    return table_of("Other ways to take a ?", ["score", "a ? is", "its sum"], body, words=(0, 1, 2))


def total(way: str, measured: Measured) -> str:
    """Return the score of a way, or between which two it is."""
    if way == "rbp":
        low, high = measured.score, measured.score + float(measured.breakdown.aside["residual"])
        return f"{decimals(low)} to {decimals(high)}"
    return measured.text


def judged_share(screen: Screen) -> Breakdown:
    """Return Judged@k: the share of the top k of list A that somebody judged."""
    known, listed = judged(screen)
    return score.single(known / listed if listed else math.nan)


def judged(screen: Screen) -> tuple[int, int]:
    """Return how many of the top k of list A somebody judged, and how many there are."""
    top = screen.a.documents[: min(screen.k, screen.a.retrieved)]
    return sum(document.grade is not None for document in top), len(top)
