"""The ROC curve of typed points: trapezoids, precision, and the share of positives behind it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from metrics import typed
from pages.precision_recall_curve import roc
from pages.precision_recall_curve.knobs import Counted
from ui.core import theme
from ui.core.plain import as_share, decimals, table_html
from ui.core.screen import Screen
from ui.draw.rows import MOST_NAMED, Row

TITLE: Final = "Which TPR at which FPR?"
_NEAR: Final = 1e-9

Point = Mapping[str, typed.Typed]
"""The numbers of a point by the names of their columns."""


def points(screen: Screen) -> Sequence[Point]:
    """Return the typed points from left to right."""
    _, names, *rows = screen[Counted.ROC]
    found = [dict(zip(names.split(), map(_number, row.split()), strict=True)) for row in rows]
    return sorted(found, key=_place)


def _number(text: str) -> typed.Typed:
    """Read a number; a threshold can be below 0."""
    found = typed.read(text.removeprefix("-"))
    return typed.Typed(text, -found.value, found.within) if text.startswith("-") else found


def _place(point: Point) -> tuple[float, float]:
    return point["FPR"].value, point["TPR"].value


def _corners(screen: Screen) -> list[tuple[float, float]]:
    """Return the places of the points between (0, 0) and (1, 1)."""
    return [*dict.fromkeys(((0.0, 0.0), *map(_place, points(screen)), (1.0, 1.0)))]


def _falls(screen: Screen) -> str:
    """Say where TPR falls while FPR rises, or ""."""
    for (x, y), (right, low) in pairwise(_corners(screen)):
        if low < y - _NEAR:
            return (
                f"TPR falls from {y:g} to {low:g} while FPR rises from {x:g} to {right:g}. A lower "
                "threshold lowers neither rate, so these points are not of one curve."
            )
    return ""


def area(screen: Screen) -> float:
    """Return the area below straight lines between the points."""
    return sum((right - x) * (y + up) / 2 for (x, y), (right, up) in pairwise(_corners(screen)))


def worked(screen: Screen) -> str:
    """Write AUC as a sum of trapezoids, and what precision and share say, as Markdown."""
    if falls := _falls(screen):
        return falls
    return "\n\n".join([_trapezoids(screen), *_of_precision(screen), *_at_share(screen)])


def _trapezoids(screen: Screen) -> str:
    """Write the area of each trapezoid; one without width adds nothing."""
    body: list[list[object]] = []
    for (x, y), (right, up) in pairwise(_corners(screen)):
        if right > x:
            whole = f"({right:g} − {x:g}) · ({y:g} + {up:g})/2"
            body.append([f"{x:g} to {right:g}", whole, f"{(right - x) * (y + up) / 2:.4f}"])
    total = area(screen)
    return (
        "The curve begins at (0, 0), where no case is called positive. It ends at (1, 1), where "
        "all are. Between two points it is straight. Below each part lies a *trapezoid*: its area "
        "is its width times the mean of its two heights. "
        f"The sum is AUC = **{decimals(total)}**.\n\n"
        + table_html(
            "The trapezoids",
            ["FPR", "width · mean height", "area"],
            body,
            ["sum", "", f"{total:.4f}"],
        )
    )


def _shares(point: Point) -> tuple[float, float]:
    """Return the least and the largest share of positives with which a point has its precision."""
    found = []
    for sign in (-1, 1):
        p, f = (point[name].value + sign * point[name].within for name in ("precision", "FPR"))
        t = point["TPR"].value - sign * point["TPR"].within
        p, f, t = (min(max(each, 0), 1) for each in (p, f, t))
        below = p * f + t * (1 - p)
        found.append(p * f / below if below > _NEAR else (0.0, 1.0)[sign > 0])
    return found[0], found[1]


def _of_precision(screen: Screen) -> Iterator[str]:
    """Yield which share of positives each typed precision implies, and whether one fits all."""
    found = points(screen)
    if "precision" not in found[0]:
        return
    body: list[list[object]] = []
    for point in found:
        f, t, p = (point[name] for name in ("FPR", "TPR", "precision"))
        below = p.value * f.value + t.value * (1 - p.value)
        sum_ = f"{p.text}·{f.text} / ({p.text}·{f.text} + {t.text}·(1 − {p.text}))"
        value = as_share(p.value * f.value / below) if below > _NEAR else "any"
        body.append([f"{f.text}, {t.text}", p.text, sum_, value])
    ranges = [*map(_shares, found)]
    least, most = max(low for low, _ in ranges), min(high for _, high in ranges)
    said = (
        "**These rows do not fit one test set**: they need different shares, more than rounding "
        "explains."
        if least > most + _NEAR
        else f"These rows fit one test set, with a share from {as_share(least)} to "
        f"{as_share(most)}, as far as rounding tells."
    )
    yield (
        "A precision P implies the share of positives, the *prevalence*: π = P · FPR / (P · FPR + "
        f"TPR · (1 − P)). {said}\n\n"
        + table_html(
            "The share of positives behind each row",
            ["FPR, TPR", "P", "P·FPR / (P·FPR + TPR·(1 − P))", "share π"],
            body,
        )
    )


def _at_share(screen: Screen) -> Iterator[str]:
    """Yield the precision of each point at the typed share of positives."""
    share = screen[Counted.ROC][0]
    if share == "0":
        return
    pi, body = typed.read(share).value, []
    for point in points(screen):
        f, t = point["FPR"], point["TPR"]
        hits, others = pi * t.value, (1 - pi) * f.value
        sum_ = f"{pi:g}·{t.text} / ({pi:g}·{t.text} + {1 - pi:g}·{f.text})"
        value = as_share(hits / (hits + others)) if hits + others else "–"
        missed, rejected = (pi * (1 - t.value), (1 - pi) * (1 - f.value))
        npv = as_share(rejected / (missed + rejected)) if missed + rejected else "–"
        body.append([f"{f.text}, {t.text}", sum_, value, npv])
    yield (
        f"With a share of positives π = {pi:g}, precision is P = π · TPR / (π · TPR + (1 − π) · "
        "FPR). The fewer positives there are, the lower P is. The ROC curve stays. NPV, the "
        "precision of the others, is (1 − π)(1 − FPR) / ((1 − π)(1 − FPR) + π(1 − TPR)).\n\n"
        + table_html(
            f"Precision where {share} are positive",
            ["FPR, TPR", "π·TPR / (π·TPR + (1 − π)·FPR)", "P", "NPV"],
            body,
        )
    )


def rows(screen: Screen) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; none if the points are not of one curve."""
    kinds = ("area", "slopes", "path", "dots", "names", "chance", "cut")
    if _falls(screen):
        return dict.fromkeys(kinds, ())
    corners, found = _corners(screen), points(screen)
    path: list[Row] = [
        {"key": f"a{place}", "place": place, "fpr": x, "tpr": y, "colour": theme.HIT}
        for place, (x, y) in enumerate(corners)
    ]
    slopes: list[Row] = [
        {"group": f"{at}", "key": f"{at} {end}", "fpr": x, "tpr": y, "foot": 0}
        for at, ends in enumerate(pairwise(corners))
        for end, (x, y) in enumerate(ends)
    ]
    dots: list[Row] = []
    for at, point in enumerate(found, start=1):
        label = point["threshold"].text if "threshold" in point else ""
        said = f"TPR {point['TPR'].text}, FPR {point['FPR'].text}"
        x, y = _place(point)
        dots.append(
            {
                **{"key": f"d{at}", "place": at, "fpr": x, "tpr": y, "colour": theme.HIT},
                **{"said": f"From {label}: {said}" if label else said},
                "label": label * (len(found) <= MOST_NAMED),
            }
        )
    names = [{**dot, "left": False, "lower": 12, "strong": True} for dot in dots]
    return {
        **dict.fromkeys(kinds, ()),
        **{"slopes": slopes, "path": path, "dots": dots, "names": names, "chance": [roc.CHANCE]},
    }
