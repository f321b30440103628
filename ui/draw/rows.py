"""Rows that several charts share."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, repeat
from math import inf
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs, theme
from ui.core.documents import RankedList
from ui.core.knob_kinds import Choice
from ui.core.knobs import KNOBS
from ui.core.plain import decimals
from ui.core.post import Action
from ui.core.screen import Name, Screen, once_per_screen
from ui.draw import score
from ui.draw.score import Measured
from ui.draw.style import MISSED

Row: TypeAlias = Mapping[str, Any]
"""A row of a chart: the fields that its layers draw, and some that every chart has.

`part` tells which layer draws the row, `key` identifies its mark while it moves. `said` is the
sentence of a mark, for the pointer and for screen readers. `do` is the action of a click, as JSON.
"""

MOST_NAMED: Final = 12
"""Most bars that have room for a label each."""


def only(rows: Iterable[Row], *names: str) -> list[Row]:
    """Return a table: of each row what the layers read that draw it."""
    return [{name: row[name] for name in names} for row in rows]


def changed(was: Iterable[Row], now: Iterable[Row], *names: str) -> list[Row]:
    """Return a table of the rows before the last move that differ from all rows now."""
    there = only(now, *names)
    return [row for row in only(was, *names) if row not in there]


def levels(measured: Measured, other: Measured | None, apart: float) -> Iterator[Row]:
    """Yield the level of a score and that of list B, with labels at least so far `apart`."""
    heights = {"a": measured.score} | ({"b": other.score} if other else {})
    places = spread_out(heights, apart, 1)
    label = measured.label.partition("@")[0]
    for at, (name, height) in enumerate(heights.items()):
        text = f"{label if name == 'a' else 'B'} {decimals(height)}"
        yield {"rank": -at, "height": height, "at": places[name], "label": text}


class ConstantRows(tuple[Row, ...]):
    """Rows that no edit changes; compared by identity, so that their table can be cached."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same object."""
        return self is other


class Version(NamedTuple):
    """One of the lists in a chart: its `part`, its breakdown, and the start of its sentences."""

    part: str
    breakdown: Breakdown
    ranked: RankedList | None = None
    begins: str = ""
    name: str = ""
    scale: int = 0
    """Scale of the grades if marks have their colours, else 0."""

    def ranks(self, *terms: str) -> Iterator[tuple[Any, ...]]:
        """Return tuples of a rank and its terms; "sum" is the contribution of all ranks so far."""
        all_terms = self.breakdown.terms
        all_terms = {**all_terms, "sum": all_terms["contribution"].cumsum()}
        return zip(count(1), *(all_terms[term].tolist() for term in terms), strict=False)

    def named(self, label: str) -> str:
        """Return the label of a bar, or "" if there are too many bars."""
        return "" if len(self.breakdown.terms["contribution"]) > MOST_NAMED else label

    def _rank(self, rank: int) -> str:
        return f"{self.begins}{'r' if self.begins else 'R'}ank {rank}:"

    def told(self, rank: int, sentence: str) -> str:
        """Return the sentence of a rank with the title of its document."""
        ranked = self.ranked
        title = titled(ranked, rank) if ranked and rank <= ranked.retrieved else ""
        return f"{self._rank(rank)} {sentence}{title}"

    def row(self, rank: int, sentence: str, **more: Any) -> Row:
        """Return the row of a rank; `sum` and `start` add sentences to it."""
        begins = self._rank(rank)
        if "sum" in more:
            more["grown"] = f"{begins} {more.get('grown') or decimals(more['sum']) + ' so far'}"
        if "start" in more:
            wide, high = more["end"] - more["start"], more["high"]
            size = f"area {decimals(wide)} × {decimals(high)} = {decimals(wide * high)}"
            more["sized"] = f"{begins} {size}, what it adds"
        last = rank == len(self.breakdown.terms["contribution"])
        return {
            "part": self.part,
            "key": f"{self.part}{rank}",
            "rank": rank,
            "said": self.told(rank, sentence),
            "name": self.name if last else "",
            "colour": self._colour(rank),
            **more,
        }

    def _colour(self, rank: int) -> int:
        if self.scale and self.ranked:
            return theme.colour(self.ranked.documents[rank - 1].grade, self.scale)
        return theme.UNJUDGED if self.part == "b" else theme.HIT


def versions(
    measured: Measured, other: Measured | None = None, *, graded: bool = False
) -> Iterator[Version]:
    """Yield the list, the list before the last move if that changed it, and list B if it exists.

    If `graded`, the marks of the list have the colours of their grades.
    """
    scale = measured.screen.scale if graded else 0
    yield Version("a", measured.breakdown, measured.ranked, scale=scale)
    was, terms = measured.terms_before, measured.breakdown.terms
    if was and any(not np.array_equal(term, was.terms[name]) for name, term in terms.items()):
        yield Version("was", was)
    if other:
        yield Version("b", other.breakdown, other.ranked, "List B, ", f"list B: {other.text}")


def titled(ranked: RankedList, rank: int) -> str:
    """Return a document's title in brackets, or "" if the list has no such rank any more."""
    return f" ({ranked.documents[rank - 1].title})" if rank <= len(ranked.documents) else ""


def uncounted(
    measured: Measured, nothing: str | Sequence[str] = "adds nothing", good: int = 0
) -> Iterator[Row]:
    """Yield a row for each document below the cutoff, and for each that was never retrieved.

    `nothing` says what all or each of them do. Documents with a grade of at least `good` have a
    label.
    """
    ranked = measured.ranked
    counted = len(measured.breakdown.terms["contribution"])
    crowded = len(ranked.documents) > MOST_NAMED
    left = ranked.documents[counted:]
    does = repeat(nothing) if isinstance(nothing, str) else nothing
    for row, (document, words) in enumerate(zip(left, does, strict=False), counted + 1):
        missed, lost = row > ranked.retrieved, (document.grade or 0) >= good and not crowded
        why = "never retrieved" if missed else f"below the cut at k = {measured.screen.k}"
        yield {
            "part": "gone",
            "key": f"gone{row}",
            "rank": row + MISSED * missed,
            "label": ("not found" if missed else "cut off") if lost else "",
            "said": f"{'Row' if missed else 'Rank'} {row}: {why}, {words}{titled(ranked, row)}",
        }


def of_whole(
    shown: Mapping[str, Sequence[Row]], gone: Sequence[Row]
) -> Mapping[str, Sequence[Row]]:
    """Return the tables of `ui.draw.style.part_of_whole`; "room" has what the axis must hold.

    Args:
        shown: rows with `height` and `whole`, by list: "a", perhaps "was" and "b".
        gone: what is not counted.
    """
    most = max((row["whole"] for rows in shown.values() for row in rows), default=1)
    return {
        "ranks": only(shown["a"], "rank", "height", "whole", "colour", "label", "said"),
        "was": [
            row
            for row in changed(shown.get("was", ()), shown["a"], "rank", "height")
            if row["height"]
        ],
        "b": only(shown.get("b", ()), "rank", "height", "said"),
        "gone": only(gone, "rank", "label", "said"),
        "room": [{"rank": row["rank"], "height": most} for row in shown["a"][:1]],
    }


def mean(measured: Measured, name: str, long: str = "") -> Row:
    """Return the row of a line at the score, with a short name and a `long` one."""
    score = measured.score
    names = {"label": f"{name} {decimals(score)}", "long": long and f"{long} {decimals(score)}"}
    return {"part": "mean", "key": "mean", "value": score, **names}


def curve(
    name: str,
    xs: Iterable[float],
    ys: Iterable[float],
    dash: int = 0,
    *,
    strong: bool = False,
    part: str = "line",
    **look: Any,
) -> Iterator[Row]:
    """Yield the points of a curve; only the current one is `strong`."""
    for x, y in zip(xs, ys, strict=False):
        yield {
            "part": part,
            "key": f"{part} {name} {x:g}",
            "name": name,
            "x": x,
            "y": y,
            "dash": dash % 3,
            "strong": strong,
            "colour": theme.HIT if strong else 0,
            **look,
        }


def column(
    place: float,
    within: tuple[float, float],
    sentence: str,
    change: Action | None = None,
    half: float = 0.5,
    **more: Any,
) -> Row:
    """Return a column around a place, for pointer and screen reader.

    It extends `half` to each side, limited by `within`. A click sends the action `change`.
    """
    return {
        "part": "at",
        "key": f"at{place:g}",
        "low": max(place - half, within[0]),
        "high": min(place + half, within[1]),
        "said": sentence,
        "do": change and json.dumps(change),
        **more,
    }


def for_each_position(measured: Measured, knob: str, values: Sequence[Any]) -> list[Breakdown]:
    """Return the breakdown of a score for each position of a knob, cached in its screen."""
    return _for_each_position(measured.screen, measured.key, measured.name, knob, tuple(values))


@once_per_screen
def _for_each_position(
    screen: Screen, key: str, name: Name, knob: str, values: tuple[Any, ...]
) -> list[Breakdown]:
    given, ranking = knobs.arguments(key, screen.settings), score.ranking(screen, name)
    return [METRICS[key].compute(ranking, **{**given, knob: value}) for value in values]


def spread_out(heights: Mapping[str, float], min_distance: float, most: float) -> dict[str, float]:
    """Return heights of names near the given ones, from below, each `min_distance` from the next.

    None is higher than `most` while there is room below.
    """
    places: dict[str, float] = {}
    for name, height in sorted(heights.items(), key=lambda each: each[1]):
        places[name] = max(height, max(places.values(), default=-inf) + min_distance)
    for name in reversed(places):
        places[name] = min(places[name], most)
        most = places[name] - min_distance
    return places


def ends(
    curves: Mapping[str, tuple[float, float]],
    min_distance: float,
    present: str = "",
    actions: Mapping[str, Action] = MappingProxyType({}),
    most: float = inf,
    looks: Mapping[str, Row] = MappingProxyType({}),
) -> Iterator[Row]:
    """Yield the names of curves near their ends `(x, y)`, at least `min_distance` from each other.

    No name is higher than `most` while there is room below. The line from a curve to its name has
    the `colour` and the `dash` of its looks.
    """
    for name, height in spread_out(
        {name: y for name, (_, y) in curves.items()}, min_distance, most
    ).items():
        change = actions.get(name)
        x, y = curves[name]
        yield {
            "part": "end",
            "key": f"end {name}",
            "x": x,
            "y": height,
            "at": y,
            **{"colour": 0, "dash": 0, **looks.get(name, {})},
            "name": name,
            "strong": name == present,
            "said": f"Choose “{name}”" if change else f"{name}: {decimals(y)} at the end",
            "do": json.dumps(change) if change else None,
        }


class Position(NamedTuple):
    """A position of a knob as a curve: its value, its name, and the values of a term."""

    value: Any
    name: str
    heights: tuple[float, ...]


def positions(
    measured: Measured,
    knob: str,
    term: str,
    grades: tuple[int, ...],
    names: Mapping[Any, str] = MappingProxyType({}),
) -> tuple[Position, ...]:
    """Return a term of a metric for a list with `grades`, for each position of a knob.

    `names` are names of positions by value; a `Choice` has its own for all others.
    """
    settings = tuple(measured.screen.settings.items())
    return _positions(measured.key, settings, knob, term, grades, tuple(names.items()))


@lru_cache(maxsize=100)
def _positions(
    key: str,
    settings: tuple[tuple[str, Hashable], ...],
    knob: str,
    term: str,
    grades: tuple[int, ...],
    names: tuple[tuple[Any, str], ...],
) -> tuple[Position, ...]:
    turned: dict[str, Any] = dict(settings)
    options = KNOBS[knob]
    all_names = dict(names)
    if isinstance(options, Choice):
        long = options.names(turned["scale"])
        own = {value: name.partition(":")[0] for value, name in long.items()}  # no formula
        all_names = {**own, **options.short, **all_names}
    ranking = Ranking(grades, top_grade=turned["scale"], relevant_from=turned["relevant_from"])
    result = []
    for value, name in all_names.items():
        arguments = {**knobs.arguments(key, {**turned, knob: value}), "k": None}
        heights = METRICS[key].compute(ranking, **arguments).terms[term].tolist()
        result.append(Position(value, name, tuple(heights)))
    return tuple(result)


@lru_cache(maxsize=100)
def choice(
    knob: str, present: Any, options: tuple[Position, ...], places: range, what: str = "Rank"
) -> ConstantRows:
    """Return the curves of all positions of a knob; a click on a name turns the knob.

    Equal curves are one curve with all their names, except that of a custom position. Dashed
    curves are drawn over solid ones, so that both are visible where they meet.

    Args:
        knob: key of the knob.
        present: current position.
        options: a curve for each position.
        places: places of the heights along the axis.
        what: noun for a place.
    """
    by_heights: dict[tuple[float, ...], list[Position]] = {}
    for item in options:
        by_heights.setdefault(tuple(round(height, 9) for height in item.heights), []).append(item)
    rows: list[Row] = []
    looks: dict[str, Row] = {}
    at_end, turns, chosen = {}, {}, ""
    for equal in by_heights.values():
        named = [item for item in equal if item.value == present or item.name != "custom"] or equal
        name, heights = " = ".join(item.name for item in named), equal[0].heights
        strong = any(item.value == present for item in named)
        at = options.index(equal[0])
        look: dict[str, Any] = {"dash": at % 3, "colour": (0, 5)[at // 3 % 2]}
        if strong:
            look, chosen = {"dash": 0, "colour": theme.HIT}, name
        rows += curve(name, places, heights, strong=strong, **look)
        turn = next((item.value for item in named if item.value != present), present)
        turns[name] = {"do": "turn", "knob": knob, "to": turn}
        at_end[name], looks[name] = (places[-1], heights[-1]), look
    rows.sort(key=lambda row: (not row["strong"], row["dash"]))
    most = max(max(item.heights) for item in options) or 1
    rows += ends(at_end, 0.066 * most, chosen, turns, most, looks)
    for place, *here in zip(places, *(item.heights for item in options), strict=True):
        best = sorted(zip(here, options, strict=True), key=lambda pair: -pair[0])
        text = ", ".join(f"{item.name}: {decimals(height)}" for height, item in best)
        rows.append(column(place, (places[0], places[-1]), f"{what} {place}: {text}"))
    return ConstantRows(rows)
