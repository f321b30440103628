"""The stairs of each query, from recall 0 to 1, and their mean, the thick line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from metrics.breakdown import Breakdown
from metrics.interpolated import LEVELS
from pages.precision_recall_curve import beside
from ui.core import theme
from ui.core.plain import decimals, table_html
from ui.core.screen import Screen, query_name
from ui.draw import score
from ui.draw.rank_terms import Fraction
from ui.draw.rows import Row, column, curve, ends
from ui.draw.style import View, across, curves, up

TITLE: Final = "Which P at which R in each query?"
LEGEND: Final = "Dot: a hit. Thick: the mean."

_KEY: Final = "interpolated_average_precision"
_MEAN: Final = "mean"
_COLOURS: Final = (theme.LINES, theme.LOST, theme.UNJUDGED, theme.COLOURS[3][1])
_APART: Final = 0.09
_NAMED: Final = 10
"""Most queries whose names have room beside the mean's; a dot says its query in any case."""
_FEW: Final = 3
"""Most levels of recall whose fractions have room in the table."""


def chart() -> View:
    """Draw stairs for each query and for their mean, each with its name at its end."""
    return curves(
        across("x", "Recall", 0, 1, values=[0, 0.2, 0.4, 0.6, 0.8, 1]),
        up("y", "Precision", grid=False),
        stepped=True,
        high=240,
    )


def rows(screen: Screen) -> Iterator[Row]:
    """Yield the stairs of each query and their mean, their names, and a column for each level."""
    each = {f"query {at}": _of(screen, name) for at, name in enumerate(screen.queries, start=1)}
    corners = {name: [*_corners(breakdown)] for name, breakdown in each.items()}
    places = sorted({recall for hits in corners.values() for recall, _ in hits} | {0.0, 1.0})
    lines = {name: [_height(hits, at) for at in places] for name, hits in corners.items()}
    lines[_MEAN] = [sum(heights) / len(each) for heights in zip(*lines.values(), strict=True)]
    looks = {
        name: {"colour": _COLOURS[at % len(_COLOURS)], "dash": at % 3}
        for at, name in enumerate(each)
    }
    looks[_MEAN] = {"colour": theme.HIT, "dash": 0}
    for name, heights in lines.items():
        # A stair ends at its recall: what is right of a place has the height of the next one.
        right = [*heights[1:], heights[-1]]
        for row in curve(name, places, right, strong=name == _MEAN):
            yield {**row, **looks[name]}
    for name, hits in corners.items():
        for recall, precision in hits:
            said = f"{name.capitalize()}: P {decimals(precision)} at recall {decimals(recall)}"
            here = {"part": "here", "key": f"{name} {recall:g}", "said": said}
            yield {**here, "x": recall, "y": precision, **looks[name]}
    named = lines if len(each) <= _NAMED else [_MEAN]
    at_end = {name: (1.0, lines[name][-1]) for name in named}
    yield from ends(at_end, _APART, _MEAN, most=1, looks=looks)
    for level in LEVELS[11]:
        at_level = {name: _height(hits, level) for name, hits in corners.items()}
        at_level[_MEAN] = sum(at_level.values()) / len(each)
        said = ", ".join(f"{name} {decimals(height)}" for name, height in at_level.items())
        yield column(level, (0, 1), f"Recall {level:g}: {said}", half=0.05)


def _of(screen: Screen, name: str) -> Breakdown:
    return score.compute(_KEY, name, screen)


def _corners(breakdown: Breakdown) -> Iterator[tuple[float, float]]:
    """Yield the recall and the precision of each hit."""
    names = ("relevant", "recall", "precision")
    for is_hit, recall, precision in zip(
        *(breakdown.terms[name].tolist() for name in names), strict=True
    ):
        if is_hit:
            yield recall, precision


def _height(hits: Sequence[tuple[float, float]], level: float) -> float:
    """Return the height of stairs at a recall: the best precision there or beyond."""
    return max((p for recall, p in hits if recall >= level - beside.SLACK), default=0)


def table(screen: Screen, b: Screen | None = None) -> str:
    """Write the interpolated precision of each query at each level, and the means of several.

    Beside it stands the precision at the rank that reaches a recall first, of one system or of two.
    """
    level, many = screen["recall_level"], max(len(one.queries) for one in (screen, b or screen)) > 1
    levels = [f"{at:g}" for at in LEVELS[screen["point_count"]]]
    few = len(levels) <= _FEW
    head = [
        "query" if many else "system",
        *levels,
        f"mean of {len(levels)}",
        f"P where R reaches {level:g}",
        f"IPrec at {level:g}",
    ]
    body: list[list[object]] = []
    for system, one in ({"A, ": screen, "B, ": b} if b else {"": screen}).items():
        values = []
        for at, (name, ranked) in enumerate(one.queries.items(), start=1):
            breakdown = _of(one, name)
            best = float(score.compute("interpolated_precision", name, one).score)
            rank = beside.reaches(breakdown, level)
            first = Fraction(int(breakdown.terms["relevant"][:rank].sum()), rank)
            heights = [*map(float, breakdown.aside["at_level"])]
            own = [*heights, float(breakdown.score), first.value, best]
            values.append(own)
            hits, ranks = breakdown.terms["relevant"].cumsum(), breakdown.aside["at_rank"]
            worked = [
                f"{hits[int(at) - 1]:g}/{at:g} = " if at and few else "" for at in ranks.tolist()
            ]
            named = [*worked, "", f"{first} = " if rank else "not reached: ", ""]
            cells = [of + decimals(value) for of, value in zip(named, own, strict=True)]
            name = f"{system}{query_name(at, ranked)}" if many else system.rstrip(", ")
            body.append([name, *cells])
        if not many:
            continue
        means = [sum(column) / len(values) for column in zip(*values, strict=True)]
        body.append([f"{system}mean", *map(decimals, means)])
    return table_html("Interpolated precision of each query", head, body)


def mean(screen: Screen) -> float:
    """Return the mean of the interpolated average precision over the queries."""
    each = [float(_of(screen, name).score) for name in screen.queries]
    return sum(each) / len(each)


def named(systems: Mapping[str, Screen]) -> str:
    """Write the mean of each system, as `A 0.669, B 0.643`."""
    return ", ".join(f"{name} {decimals(mean(one))}".strip() for name, one in systems.items())
