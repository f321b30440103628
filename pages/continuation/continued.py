"""C, W and L of a reader at each rank, beside those of other readers."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from metrics.breakdown import Breakdown
from pages.continuation import continuation
from pages.continuation.knobs import Continuation
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends, titled
from ui.draw.score import Measured
from ui.draw.style import GROWN, SIZED, View, across, curves, stack, up

TITLE: Final = "How does this reader read on?"
VIEWS: Final = (
    "At which ranks is a document seen, and by how many?",
    "At which rank does the reader stop?",
)
_DEEP: Final = 20
"""Fewest ranks that are drawn, because patient readers go on below a short list."""
_COLOURS: Final = (theme.HIT, theme.LOST, theme.LINES)
_VIEWS: Final = {"goes_on": "continuation", "weight": "weight", "stop": "stop"}
"""The column of each view, and the term that it draws."""


def chart() -> View:
    """Draw C, W and L below each other."""
    rank = across("x", "Rank", tickMinStep=1, format="d")
    c = up("goes_on", "C: those who come here and go on")
    w, stops = up("weight", "W: share of all attention", None), up("stop", "L: stop here")
    return stack(
        curves(rank, c, stepped=True, high=170),
        curves(rank, w, stepped=True, sentence=GROWN, high=130),
        curves(rank, stops, stepped=True, sentence=SIZED, high=130),
    )


def rows(rate: Measured) -> Iterator[Row]:
    """Yield the curves of the chosen readers with their names, and a column for each rank."""
    screen, present, names = rate.screen, continuation.reader_key(rate.screen), continuation.names()
    listed = rate.ranked.retrieved
    if not listed:
        return
    last, drawn = max(listed, _DEEP), [present, *continuation.others(screen)]
    read = {by: continuation.rate(screen, by, last) for by in drawn}
    alike = defaultdict(list)
    for by, one in read.items():
        alike[tuple(_arrived(one, "continuation"))].append(by)
    at_end: dict[tuple[str, float], dict[str, tuple[float, float]]] = defaultdict(dict)
    looks, turns = {}, {}
    for dash, (goes_on, same) in enumerate(alike.items()):
        name, end = " = ".join(names[by] for by in same), len(goes_on) + 0.5
        looks[name] = {"dash": dash, "colour": _COLOURS[dash]}
        turns[name] = {"do": "turn", "knob": Continuation.READER, "to": same[-1]}
        yield from _steps(read[same[0]], name, strong=not dash, **looks[name])
        for view, term in _VIEWS.items():
            at_end[view, end][name] = end, _arrived(read[same[0]], term)[-1]
    most = {
        **dict.fromkeys(_VIEWS, 1.0),
        "weight": max(max(_arrived(r, "weight")) for r in read.values()),
    }
    chosen = next(iter(looks))
    for (view, end), named in at_end.items():
        below = (1 if end > last else 0.76) * most[view]  # "the list ends" may stand above it
        min_distance = (0.105 if view == "goes_on" else 0.16) * most[view]
        for row in ends(named, min_distance, chosen, turns, below, looks):
            sentence = row["said"] if view == "goes_on" else f"{row['said']} here, too: {view}"
            own = {"key": f"{view} {row['name']}", "said": sentence}
            yield {**row, **own, view: row["y"], "y": None}
    if rate.measured_before:
        was, now = (
            continuation.rate(rate.measured_before.screen, "", last),
            next(iter(read.values())),
        )
        if any(_arrived(was, term) != _arrived(now, term) for term in _VIEWS.values()):
            yield from _steps(was, "", part="was")
    deepest = int(max(end for _, end in at_end))
    if deepest != listed:
        mark = {"part": "mark", "key": "mark", "x": listed + 0.5, "label": "the list ends"}
        yield {**mark, "left": deepest < listed}
    yield from _columns(rate, read, max(deepest, listed))


def _columns(rate: Measured, read: dict[str, Breakdown], deepest: int) -> Iterator[Row]:
    """Yield the column of each rank that is drawn, with the sentences of all three views."""
    names, terms = continuation.names(), ("continuation", "reach", "weight", "gain", "stop")
    deep = next(iter(read.values())).terms
    adds = deep["contribution"]
    steps = zip(*(deep[name][:deepest] for name in terms), strict=True)
    for rank, step in enumerate(steps, start=1):
        c, v, w, gain, stops = map(decimals, step)
        inside = rank <= len(rate.breakdown.terms["gain"])
        title = titled(rate.ranked, rank) if inside else ", below the list"
        weights, ended = (
            ", ".join(
                f"{names[by]} {decimals(one.terms[what][rank - 1])}" for by, one in read.items()
            )
            for what in ("weight", "stop")
        )
        worked = f"C {c}, V {v}, W {w} × gain {gain} = {decimals(adds[rank - 1])}, L {stops}"
        yield column(
            rank,
            (0.5, deepest + 0.5),
            f"Rank {rank}: {worked}{title}",
            grown=f"Rank {rank}: W of {weights}",
            sized=f"Rank {rank}: L of {ended}",
        )


def _arrived(breakdown: Breakdown, term: str) -> list[float]:
    """Return a term for the ranks that a reader may reach."""
    terms = breakdown.terms
    return [*map(float, terms[term][terms["reach"] > 1e-9])]


def _steps(breakdown: Breakdown, name: str, **look: Any) -> Iterator[Row]:
    """Yield a step around each rank that a reader may reach."""
    views = {view: _arrived(breakdown, term) for view, term in _VIEWS.items()}
    xs = [at + 0.5 for at in range(len(views["weight"]) + 1)]
    for at, row in enumerate(curve(name, xs, xs, **look)):
        yield {
            **{**row, "y": None},
            **{view: heights[min(at, len(heights) - 1)] for view, heights in views.items()},
        }
