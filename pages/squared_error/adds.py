"""What each document adds to MSE, and what the last move did to the error and to the order."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from metrics.agreement import graded_inversions
from metrics.breakdown import Breakdown
from ui.core.columns import Cell, Column, Part
from ui.core.documents import Document
from ui.core.screen import Screen
from ui.draw import rank_terms
from ui.draw.beside_cards import ghost
from ui.draw.score import Measured

_LEAST: Final = 2
"""Smallest error whose square is the largest."""


def column(mse: Measured, *, in_cards: bool = False) -> Column:
    """Draw what each document adds as a square, whose side is its error.

    The largest is as high as a card; `in_cards` as a line of it, where the heading has one line.
    """
    n = int(mse.breakdown.aside["counted"])
    labels = [term.short for term in rank_terms.of_squared_error(mse.breakdown)]
    now, before = _sides(mse.breakdown), _sides(mse.terms_before)
    most = max([_LEAST, *now, *before])
    if in_cards:
        squares_of = [Part(0, side / most, "filled", side / most) for side in now]
        cells = {
            at: Cell([square], label)
            for at, (square, label) in enumerate(zip(squares_of, labels, strict=True), 1)
        }
        return Column(f"Adds a square, (score − grade)². MSE: the sum ÷ {n}", cells)
    cells = {}
    for at, (side, label) in enumerate(zip(now, labels, strict=True)):
        part = Part(0, side / most)
        was = ghost([Part(0, each / most, "was") for each in before[at : at + 1]], part)
        cells[at + 1] = Cell([*was, part], label)
    return Column("Adds: (score − grade)², a square", cells, room="10.5rem")


def _sides(breakdown: Breakdown | None) -> list[float]:
    """Return how far each score is from its grade; 0 where one of them is missing."""
    return [] if breakdown is None else np.nan_to_num(np.abs(breakdown.terms["error"])).tolist()


def verdict(mse: Measured) -> str:
    """Say in one sentence what the last move did to the error and to the order, or nothing."""
    before = mse.measured_before
    if before is None or before.screen.a == mse.screen.a:
        return ""
    change = mse.change or 0
    error = "Less error" if change < 0 else "More error" if change > 0 else "Same error"
    old, new = (_ranked(one.screen) for one in (before, mse))
    if [d.id for d in old] == [d.id for d in new]:
        return f"{error}, same order."
    more = _wrong_pairs(new) - _wrong_pairs(old)
    order = "better order" if more < 0 else "worse order" if more > 0 else "another order"
    return f"{error}, {order}."


def _ranked(screen: Screen) -> Sequence[Document]:
    ranked = screen.a.scored(screen.scale)
    return ranked.documents[: ranked.retrieved]


def _wrong_pairs(documents: Sequence[Document]) -> float:
    """Count the pairs in which the lower grade stands above the higher one."""
    grades = [float("nan") if d.grade is None else d.grade for d in documents]
    return float(graded_inversions(grades).score)
