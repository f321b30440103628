"""The squared error of each document's predicted score, and their mean, which is MSE."""

from collections.abc import Iterator
from typing import Final

from ui.charts.house import MISSED, View, by_position
from ui.charts.worked import MOST_NAMED, Row, Version, mean, titled, versions
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "Which errors make the mean?"


def chart() -> View:
    """Draw a bar for each document, wherever it stands."""
    return by_position("Squared error: (score − grade)²", most=None)


def rows(mse: Measured, _other: Measured | None = None) -> Iterator[Row]:
    """Write a row for each document; what no score within the scale exceeds keeps its room."""
    for version in versions(mse):
        yield from _ranks(version, mse)
    if mse.score == mse.score:
        yield mean(mse, "MSE")
    yield {"part": "room", "key": "room", "value": mse.screen.scale**2}


def _ranks(version: Version, mse: Measured) -> Iterator[Row]:
    terms, n = version.breakdown.terms, int(version.breakdown.aside["counted"])
    names = ("predicted", "error", "squared", "contribution")
    crowded = len(terms["error"]) > MOST_NAMED
    each = zip(*(terms[name].tolist() for name in names), strict=True)
    for row, (score, error, squared, adds) in enumerate(each, start=1):
        missed = row > mse.ranked.retrieved
        place = {"rank": row + MISSED * missed, "key": f"{version.part}{row}"}
        begins, title = f"{'Row' if missed else 'Rank'} {row}:", titled(mse.ranked, row)
        if error == error:
            off = f"(−{-error:.2f})" if error < 0 else f"{error:.2f}"
            predicted = f"predicted {score:.2f}, grade {score - error:g}".replace("-", "−")
            yield {
                **version.row(row, ""),
                **place,
                "value": squared,
                "counts": squared > 0,
                "label": "" if crowded else decimals(squared, 2),
                "said": f"{begins} {predicted}: {off}² = {decimals(squared)}, adds 1/{n} × "
                f"{decimals(squared)} = {decimals(adds)}{title}",
            }
        elif version.part == "a":
            lacks = "prediction" if score != score else "grade"
            yield {
                **place,
                "part": "gone",
                "label": "" if crowded else f"no {lacks}",
                "said": f"{begins} no {lacks}, adds nothing{title}",
            }
