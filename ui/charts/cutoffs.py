"""What each score would be at every cutoff: list A as a line, list B as a dashed one."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from metrics.catalog import METRICS
from ui import knobs, theme
from ui.charts.house import View, across, curves, up
from ui.charts.worked import Row, ends, point
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "What would each score be at another k?"
COLOURS: Final = (theme.HIT, theme.LOST, 0, theme.COLOURS[3][1])
_DEEPEST: Final = 20
_CLOSE: Final = 1e-9


def chart() -> View:
    """Draw a curve for each metric and list."""
    return curves(across("x", "k", format="d", tickMinStep=1), up("y", "Score at k"), high=230)


def rows(lists: Mapping[str, Sequence[Measured]]) -> Iterator[Row]:
    """Write a row for each metric, list and cutoff, and what a cutoff changes."""
    screen = lists["a"][0].screen
    longest = max(len(one.ranked.documents) for each in lists.values() for one in each[:1])
    cuts = range(1, min(max(longest, screen.k, 2), _DEEPEST) + 1)
    found = {n: {one.key: _scores(one, cuts) for one in each} for n, each in lists.items()}
    at_end = {}
    for one, colour in zip(lists["a"], COLOURS, strict=False):
        name = METRICS[one.key].label()
        for dash, (of, scores) in enumerate(found.items()):
            for k, score in zip(cuts, scores[one.key], strict=True):
                row = point(f"{name} {of}", k, score, dash, strong=not dash)
                yield {**row, "colour": colour}
        at_end[name] = (cuts[-1], found["a"][one.key][-1])
    for k in cuts:
        told = "; ".join(_told(each, found, k) for each in found["a"])
        yield {
            "part": "at",
            "key": f"at{k}",
            "low": max(k - 0.5, 1),
            "high": min(k + 0.5, cuts[-1]),
            "said": f"k = {k}: {told}",
            "do": json.dumps({"do": "turn", "knob": "k", "to": k}),
        }
    yield from ends(at_end, 0.08, most=1)
    if screen.k in cuts:
        yield {"part": "mark", "key": "k", "x": screen.k, "label": f"k = {screen.k}"}


def _scores(one: Measured, cuts: range) -> list[float]:
    """Score a list at every cutoff."""
    screen, at = one.screen, (one.key, one.name, cuts)
    known: list[float] | None = screen.computed.get(at)
    if known is None:
        turned, ranking = knobs.arguments(one.key, screen.settings), screen.computed[one.name]
        compute = METRICS[one.key].compute
        known = [float(compute(ranking, **{**turned, "k": k}).score) for k in cuts]
        screen.computed[at] = known
    return known


def _told(key: str, found: Mapping[str, Mapping[str, Sequence[float]]], k: int) -> str:
    """Tell a score at a cutoff, and that of list B, and since which cutoff B has been ahead."""
    name, (a, *b) = METRICS[key].label(), (each[key] for each in found.values())
    if not b:
        return f"{name} {decimals(a[k - 1])}"
    since = k
    while since and b[0][since - 1] - a[since - 1] > _CLOSE:
        since -= 1
    ahead = f", B ahead from k = {since + 1} on" * (since < k)
    return f"{name} A {decimals(a[k - 1])}, B {decimals(b[0][k - 1])}{ahead}"
