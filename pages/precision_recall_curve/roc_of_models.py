"""The ROC curves of several models that gave scores to the same cases, in one chart."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from pages.precision_recall_curve import roc_of_scores
from pages.precision_recall_curve.roc_of_scores import Model
from ui.core import theme
from ui.core.plain import decimals, listed
from ui.core.screen import Screen
from ui.draw.rows import Row, column, curve, ends
from ui.draw.style import View, across, curves, up

TITLE: Final = "Which model has which TPR at which FPR?"
LEGEND: Final = "Dashed: chance."

_LOOKS: Final = ((theme.HIT, 0), (theme.LOST, 0), (theme.LINES, 2), (theme.UNJUDGED, 2))
_APART: Final = 0.09


def chart() -> View:
    """Draw a path from 0 to 1 for each model, and the line of chance."""
    return curves(
        across("x", "False positive rate", 0, 1, values=[0, 0.2, 0.4, 0.6, 0.8, 1]),
        up("y", "True positive rate", grid=False),
        high=240,
    )


def rows(screen: Screen) -> Iterator[Row]:
    """Yield the points of each model, its name with its AUC, and a column for each rate."""
    models = roc_of_scores.models(screen)
    paths = {name: _path(model) for name, model in models.items()}
    looks = {
        f"{name}: AUC {decimals(models[name].auc)}": {"colour": colour, "dash": dash}
        for name, (colour, dash) in zip(models, _LOOKS, strict=False)
    }
    for (name, look), path in zip(looks.items(), paths.values(), strict=True):
        xs, ys = zip(*path, strict=True)
        for at, row in enumerate(curve(name, xs, ys)):
            yield {**row, **look, "key": f"line {name} {at}"}
        for at, (x, y) in enumerate(path[1:-1], start=1):
            here = {"part": "here", "key": f"{name} {at}", "x": x, "y": y}
            yield {**here, **look, "said": f"{name}: TPR {decimals(y)}, FPR {decimals(x)}"}
    yield from curve("chance", (0, 1), (0, 1), dash=1)
    yield from ends(dict.fromkeys(looks, (1.0, 1.0)), _APART, most=1, looks=looks)
    for rate in sorted({x for path in paths.values() for x, _ in path}):
        said = ", ".join(f"{name} {decimals(_height(path, rate))}" for name, path in paths.items())
        yield column(rate, (0, 1), f"FPR {decimals(rate)}: TPR of {said}", half=0.03)


def _path(model: Model) -> list[tuple[float, float]]:
    return [(0.0, 0.0), *((point.fpr.value, point.tpr.value) for point in model.points)]


def _height(path: Sequence[tuple[float, float]], rate: float) -> float:
    """Return the highest TPR of a path at an FPR; between two points it lies on their line."""
    (x, y), *_ = [point for point in path if point[0] <= rate][::-1]
    beyond = next((point for point in path if point[0] > rate), (x, y))
    return y + (beyond[1] - y) * (rate - x) / (beyond[0] - x) if x < rate < beyond[0] else y


def compared(screen: Screen) -> str:
    """Say how AUC is counted, which model has the highest, and whose curve is never below."""
    models = roc_of_scores.models(screen)
    best = max(model.auc for model in models.values())
    first = [name for name, model in models.items() if model.auc > best - 1e-9]
    said = [
        "For each 1, from its model’s largest score on, count the 0s below it, and half of those "
        "with its score: their share of all pairs is AUC. AP is the mean of the precisions at the "
        f"1s.\n\nAUC is highest for **{listed(first)}**."
    ]
    paths = {name: _path(model) for name, model in models.items()}
    for one, other in combinations(paths, 2):
        rates = sorted({x for name in (one, other) for x, _ in paths[name]})
        wins = {
            _height(paths[one], rate) > _height(paths[other], rate)
            for rate in rates
            if abs(_height(paths[one], rate) - _height(paths[other], rate)) > 1e-9
        }
        said.append(_where(one, other, wins))
    return " ".join(said)


def _where(one: str, other: str, wins: set[bool]) -> str:
    if not wins:
        return f"{one} and {other} have the same curve."
    if len(wins) == 2:
        return (
            f"The curves of {one} and {other} cross: which is better depends on the FPR that you "
            "can bear."
        )
    higher, lower = (one, other) if True in wins else (other, one)
    return f"The curve of {higher} is nowhere below that of {lower}."
