"""How far a prediction is from the truth: from the grade's mark to the score's dot."""

from ui.look.columns import Cell, Column, Part
from ui.models.score import Measured


def column(measured: Measured) -> Column:
    """Draw a line from each document's grade to its predicted score, all on one scale.

    Reads the terms "predicted" and "error" of a measure that has a row for every document.
    """
    terms, top = measured.breakdown.terms, measured.screen.scale
    scores = [score for score in terms["predicted"].tolist() if score == score]
    low, high = min([0.0, *scores]), max([float(top), *scores])

    def place(value: float) -> float:
        return float((value - low) / (high - low))

    cells = {}
    for row, (score, off) in enumerate(
        zip(terms["predicted"].tolist(), terms["error"].tolist(), strict=True), start=1
    ):
        if score != score:
            continue
        spot = Part(place(score), place(score), "spot")
        if off != off:
            cells[row] = Cell([spot], f"{_short(score)}, no grade", soft=True)
            continue
        true = measured.ranked.documents[row - 1].grade or 0
        start, end = sorted((place(true), place(score)))
        sign = "+" if off > 0 else "−" if off < 0 else ""
        cells[row] = Cell(
            [Part(start, end, "way", 0.12), Part(place(true), place(true), "goal"), spot],
            f"{_short(score)} − {true} = {sign}{_short(abs(off))}",
        )
    return Column("Error: score − grade", cells, width=1.6, room="8.4rem")


def _short(value: float) -> str:
    return f"{round(value, 3):g}".replace("-", "−")
