"""What the rows of several charts share."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from math import inf
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.charts.house import MISSED
from ui.look import theme
from ui.look.plain import decimals
from ui.models import score
from ui.models.score import Measured
from ui.state import knobs
from ui.state.documents import RankedList
from ui.state.knobs import KNOBS, Choice
from ui.wire.post import Action

Row: TypeAlias = Mapping[str, Any]

MOST_NAMED: Final = 12
"""Bars that have room for a label each."""
WIDE: Final = 0.07
"""Share of a chart's width that has room for a label."""


class Still(tuple[Row, ...]):
    """Rows that no edit changes: they are like no others, so their table can be kept."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Tell whether these are the very same rows."""
        return self is other


class Version(NamedTuple):
    """One of the lists in a chart: its `part`, its terms, and what its sentences begin with."""

    part: str
    breakdown: Breakdown
    ranked: RankedList | None = None
    begins: str = ""
    name: str = ""
    scale: int = 0
    """The scale of the grades, where marks have the colours of theirs."""

    def ranks(self, *terms: str) -> Iterator[tuple[Any, ...]]:
        """Return each rank, with its terms; "sum" is what all ranks down to it contribute."""
        known = self.breakdown.terms
        known = {**known, "sum": known["contribution"].cumsum()}
        return zip(count(1), *(known[term].tolist() for term in terms), strict=False)

    def named(self, label: str) -> str:
        """Return the label of a bar, where there are few enough of them."""
        return "" if len(self.breakdown.terms["contribution"]) > MOST_NAMED else label

    def row(self, rank: int, said: str, **more: Any) -> Row:
        """Write the row of a rank; a `sum` and a `start` get their own sentences."""
        begins = f"{self.begins}{'r' if self.begins else 'R'}ank {rank}:"
        if "sum" in more:
            more["grown"] = f"{begins} {more.get('grown') or decimals(more['sum']) + ' so far'}"
        if "start" in more:
            wide, high = more["end"] - more["start"], more["high"]
            size = f"area {decimals(wide)} × {decimals(high)} = {decimals(wide * high)}"
            more["sized"] = f"{begins} {size}, what it adds"
        ranked = self.ranked
        title = titled(ranked, rank) if ranked and rank <= ranked.retrieved else ""
        last = rank == len(self.breakdown.terms["contribution"])
        return {
            "part": self.part,
            "key": f"{self.part}{rank}",
            "rank": rank,
            "said": f"{begins} {said}{title}",
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
    """Return a list, what it was before a last move that changed it, and list B, if there is one.

    Marks of the list itself have the colours of their grades, if it is `graded`.
    """
    scale = measured.screen.scale if graded else 0
    yield Version("a", measured.breakdown, measured.ranked, scale=scale)
    was, now = measured.was, measured.breakdown.terms
    if was and any(not np.array_equal(term, was.terms[name]) for name, term in now.items()):
        yield Version("was", was)
    if other:
        yield Version("b", other.breakdown, other.ranked, "List B, ", f"list B: {other.said}")


def titled(ranked: RankedList, rank: int) -> str:
    """Write the title of a document behind a sentence; a list before it may have been longer."""
    return f" ({ranked.documents[rank - 1].title})" if rank <= len(ranked.documents) else ""


def uncounted(measured: Measured, nothing: str = "adds nothing", good: int = 0) -> Iterator[Row]:
    """Return a row for each document below the cut, and for each that was never retrieved.

    It has a label if its grade is so `good` that it is a loss.
    """
    ranked = measured.ranked
    counted = len(measured.breakdown.terms["contribution"])
    crowded = len(ranked.documents) > MOST_NAMED
    for row, document in enumerate(ranked.documents[counted:], counted + 1):
        missed, lost = row > ranked.retrieved, (document.grade or 0) >= good and not crowded
        why = "never retrieved" if missed else f"below the cut at k = {measured.screen.k}"
        yield {
            "part": "gone",
            "key": f"gone{row}",
            "rank": row + MISSED * missed,
            "label": ("missed" if missed else "cut off") if lost else "",
            "said": f"{'Row' if missed else 'Rank'} {row}: {why}, {nothing}{titled(ranked, row)}",
        }


def mean(measured: Measured, name: str, long: str = "") -> Row:
    """Return the row of a line at the score, with its name, and the one where there is room."""
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
    """Return the points of a curve; only the present one is `strong`."""
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
    said: str,
    change: Action | None = None,
    half: float = 0.5,
    **more: Any,
) -> Row:
    """Return a column to be pointed at, `half` to either side of a place and `within` two others.

    A click makes the `change`, if there is one.
    """
    return {
        "part": "at",
        "key": f"at{place:g}",
        "low": max(place - half, within[0]),
        "high": min(place + half, within[1]),
        "said": said,
        "do": change and json.dumps(change),
        **more,
    }


def turned(measured: Measured, knob: str, values: Sequence[Any]) -> list[Breakdown]:
    """Break a score down for each position of a knob; its screen keeps that for the next run."""
    key, name, screen = measured.key, measured.name, measured.screen
    at = (turned, key, name, knob, *values)
    known: list[Breakdown] | None = screen.computed.get(at)
    if known is None:
        score.compute(key, name, screen)  # which has the ranking read
        given, ranking = knobs.arguments(key, screen.settings), screen.computed[name]
        known = [METRICS[key].compute(ranking, **{**given, knob: value}) for value in values]
        screen.computed[at] = known
    return known


def ends(
    curves: Mapping[str, tuple[float, float]],
    apart: float,
    present: str = "",
    actions: Mapping[str, Action] = MappingProxyType({}),
    most: float = inf,
    looks: Mapping[str, Row] = MappingProxyType({}),
) -> Iterator[Row]:
    """Return the names of curves, near their ends `(x, y)` and at least so far `apart`.

    None stands higher than `most`, as long as there is room below. What leads from a curve to its
    name has the `colour` and the `dash` of its looks.
    """
    places: dict[str, float] = {}
    for name, (_, y) in sorted(curves.items(), key=lambda each: each[1][1]):
        places[name] = max(y, max(places.values(), default=-inf) + apart)
    for name in reversed(places):
        places[name] = min(places[name], most)
        most = places[name] - apart
    for name, height in places.items():
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
    """A position of a knob as a curve: its value, its name, and what a term comes to, in order."""

    value: Any
    name: str
    heights: tuple[float, ...]


def positions(
    measured: Measured,
    knob: str,
    term: str,
    grades: tuple[int, ...],
    names: tuple[tuple[Any, str], ...] = (),
) -> tuple[Position, ...]:
    """Return a term of a metric over some `grades` for each position of a knob; no edit counts.

    Positions that are not a choice's own have `names`, each with its value.
    """
    settings = tuple(measured.screen.settings.items())
    return _positions(measured.key, settings, knob, term, grades, names)


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
    if isinstance(options, Choice):
        names = tuple(options.names(turned["scale"]).items())
    ranking = Ranking(grades, top_grade=turned["scale"], relevant_from=turned["relevant_from"])
    found = []
    for value, name in names:
        given = {**knobs.arguments(key, {**turned, knob: value}), "k": None}
        heights = METRICS[key].compute(ranking, **given).terms[term].tolist()
        short = name.partition(":")[0].partition(" (")[0].replace("Logarithm", "Log")
        short = short.removesuffix(" on")
        found.append(Position(value, short, tuple(heights)))
    return tuple(found)


@lru_cache(maxsize=100)
def choice(
    knob: str, present: Any, each: tuple[Position, ...], places: range, what: str = "Rank"
) -> Still:
    """Return curves of which a knob has chosen the `present` one; a click on a name chooses it.

    Those that are the same are one curve with all their names, but for a custom one. A broken line
    lies over a solid one, so that none is hidden where both meet.

    Args:
        knob: the knob.
        present: where it stands.
        each: a curve for each position.
        places: where along the axis they are so high.
        what: what a place is.
    """
    same: dict[tuple[float, ...], list[Position]] = {}
    for one in each:
        same.setdefault(tuple(round(height, 9) for height in one.heights), []).append(one)
    drawn: list[Row] = []
    looks: dict[str, Row] = {}
    at_end, turns, chosen = {}, {}, ""
    for alike in same.values():
        named = [one for one in alike if one.value == present or one.name != "custom"] or alike
        name, heights = " = ".join(one.name for one in named), alike[0].heights
        strong = any(one.value == present for one in named)
        at = each.index(alike[0])
        look: dict[str, Any] = {"dash": at % 3, "colour": (0, 5)[at // 3 % 2]}
        if strong:
            look, chosen = {"dash": 0, "colour": theme.HIT}, name
        drawn += curve(name, places, heights, strong=strong, **look)
        turn = next((one.value for one in named if one.value != present), present)
        turns[name] = {"do": "turn", "knob": knob, "to": turn}
        at_end[name], looks[name] = (places[-1], heights[-1]), look
    drawn.sort(key=lambda row: (not row["strong"], row["dash"]))
    most = max(max(one.heights) for one in each) or 1
    drawn += ends(at_end, 0.066 * most, chosen, turns, most, looks)
    for place, *there in zip(places, *(one.heights for one in each), strict=True):
        best = sorted(zip(there, each, strict=True), key=lambda both: -both[0])
        told = ", ".join(f"{one.name}: {decimals(height)}" for height, one in best)
        drawn.append(column(place, (places[0], places[-1]), f"{what} {place}: {told}"))
    return Still(drawn)
