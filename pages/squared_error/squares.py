"""The squared error of each document's predicted score, and their mean, which is MSE."""

from collections.abc import Iterator
from typing import Final

from ui.core.plain import decimals
from ui.draw.rows import Row, Version, mean, titled, versions
from ui.draw.score import Measured
from ui.draw.style import MISSED, View, by_position

TITLE: Final = "Which errors make the mean?"


def chart() -> View:
    """Draw a bar for each document, retrieved or not."""
    return by_position("Squared error: (score − grade)²", most=None)


def rows(mse: Measured, _other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each document; the axis ends at the largest error within the scale."""
    for version in versions(mse):
        yield from _ranks(version, mse)
    if mse.score == mse.score:
        yield mean(mse, "MSE")
    yield {"part": "room", "key": "room", "value": mse.screen.scale**2}


def _ranks(version: Version, mse: Measured) -> Iterator[Row]:
    n = int(version.breakdown.aside["counted"])
    ranks = version.ranks("predicted", "error", "squared", "contribution")
    for row, score, error, squared, adds in ranks:
        missed = row > mse.ranked.retrieved
        place = {"rank": row + MISSED * missed, "key": f"{version.part}{row}"}
        begins, title = f"{'Row' if missed else 'Rank'} {row}:", titled(mse.ranked, row)
        if error == error:
            error_text = f"({decimals(error, 2)})" if error < 0 else decimals(error, 2)
            predicted = f"predicted {decimals(score, 2)}, grade {score - error:g}"
            yield {
                **version.row(row, ""),
                **place,
                "value": squared,
                "counts": squared > 0,
                "label": version.named(decimals(squared, 2)),
                "said": f"{begins} {predicted}: {error_text}² = {decimals(squared)}, adds 1/{n} × "
                f"{decimals(squared)} = {decimals(adds)}{title}",
            }
        elif version.part == "a":
            lacking = "prediction" if score != score else "grade"
            yield {
                **{**place, "part": "gone", "label": version.named(f"no {lacking}")},
                "said": f"{begins} no {lacking}, adds nothing{title}",
            }
