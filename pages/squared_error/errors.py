"""Errors of predictions: a line from the mark of the grade to the dot of the predicted score."""

from ui.core.columns import Cell, Column, Part
from ui.draw.score import Measured


def column(measured: Measured) -> Column:
    """Draw a line from each document's grade to its predicted score, all on one scale.

    The breakdown has the terms "predicted" and "error", with one value for each document.
    """
    terms, top = measured.breakdown.terms, measured.screen.scale
    scores = [score for score in terms["predicted"].tolist() if score == score]
    low, high = min([0.0, *scores]), max([float(top), *scores])

    def place(value: float) -> float:
        return float((value - low) / (high - low))

    cells = {}
    for row, (score, error) in enumerate(
        zip(terms["predicted"].tolist(), terms["error"].tolist(), strict=True), start=1
    ):
        if score != score:
            continue
        dot = Part(place(score), place(score), "spot")
        if error != error:
            cells[row] = Cell([dot], f"{_short(score)}, no grade", soft=True)
            continue
        grade = measured.ranked.documents[row - 1].grade or 0
        start, end = sorted((place(grade), place(score)))
        sign = "+" if error > 0 else "−" if error < 0 else ""
        cells[row] = Cell(
            [Part(start, end, "way", 0.12), Part(place(grade), place(grade), "goal"), dot],
            f"{_short(score)} − {grade} = {sign}{_short(abs(error))}",
        )
    return Column("Error: score − grade", cells, width=1.6, room="8.4rem")


def _short(value: float) -> str:
    return f"{round(value, 3):g}".replace("-", "−")
