"""Between which scores the true one lies, as far as it is known once the list is judged so deep."""

from collections.abc import Iterator
from typing import Final

from metrics.catalog import METRICS
from ui import knobs, theme
from ui.charts.house import View, across, curves, up
from ui.charts.worked import Row, ends, point
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "How deep must one judge to know the score?"


def chart() -> View:
    """Draw a band from what is known to what is possible, over the depth that is judged."""
    depth = across("x", "Judged down to rank", format="d", tickMinStep=1)
    return curves(depth, up("y", "Score"), dots=True)


def rows(rbp: Measured, other: Measured | None, knob: str) -> Iterator[Row]:
    """Write rows for each list and depth; a mark stands at the cut, down to which is judged."""
    bands = {"": _band(rbp)} if other is None else {"A: ": _band(rbp), "B: ": _band(other)}
    limits = {}
    for at, (name, band) in enumerate(bands.items()):
        colour = theme.UNJUDGED if at else theme.HIT
        for depth, both in enumerate(band, start=1):
            low, high = both
            shape = {"part": "band", "key": f"band {name}{depth}", "name": name, "colour": colour}
            yield {**shape, "x": depth, "low": low, "high": high}
            for side, score in zip(("known", "at most"), both, strict=True):
                edge = point(f"{name}{side}", depth, score, at, strong=False)
                yield {**edge, "colour": colour}
                limits[f"{name}{side}"] = (depth, score)
    if rbp.was:
        known = rbp.was.terms["contribution"].cumsum().tolist()
        for depth, score in enumerate(known, start=1):
            yield point("was", depth, score, strong=False, part="was")
    deepest = max(map(len, bands.values()))
    for depth in range(1, deepest + 1):
        told = [
            f"{'list B ' * at}between {decimals(low)} and {decimals(high)}"
            for at, band in enumerate(bands.values())
            for low, high in band[depth - 1 : depth]
        ]
        said = f"Rank {depth}: judged to {depth} at p = {rbp.screen[knob]:g}: {', '.join(told)}"
        place = {"low": max(depth - 0.5, 1), "high": min(depth + 0.5, deepest)}
        yield {"part": "at", "key": f"at{depth}", "said": said, **place}
    cut = min(rbp.screen.k, len(bands[next(iter(bands))]))
    if cut:
        yield {"part": "mark", "key": "cut", "x": cut, "label": ""}
    yield from ends(limits, 0.066, most=1)


def _band(rbp: Measured) -> list[tuple[float, float]]:
    """Return what is known and what is possible, for each depth."""
    screen, ranked = rbp.screen, rbp.ranked
    ranking = ranked.ranking(screen.scale, screen.relevant_from)
    given, found = knobs.arguments(rbp.key, screen.settings), []
    for depth in range(1, ranked.retrieved + 1):
        broken = METRICS[rbp.key].compute(ranking, **{**given, "k": depth})
        known = float(broken.score)
        found.append((known, known + float(broken.aside["residual"])))
    return found
