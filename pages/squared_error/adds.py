"""What each document adds to MSE, and what the last move did to the error and to the order."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from metrics.agreement import graded_inversions
from ui.core.columns import Column, Part
from ui.core.documents import Document
from ui.core.plain import exactly
from ui.core.screen import Screen
from ui.draw import rank_terms
from ui.draw.beside_cards import running
from ui.draw.score import Measured


def column(mse: Measured, *, in_cards: bool = False) -> Column:
    """Draw what each document adds, from the end of the bar above it.

    The column is as wide as a quarter of the largest error within the grades, or as MSE if that is
    more. Then earlier bars may leave it. `in_cards` there is no line below the heading.
    """
    n, score = int(mse.breakdown.aside["counted"]), float(mse.breakdown.score)
    most = max(mse.screen.scale**2 / 4, score if n else 0)
    labels = [term.short for term in rank_terms.of_squared_error(mse.breakdown)]
    heading = "Adds: error²" + f". MSE is the sum ÷ {n}" * in_cards
    squares = float(np.nansum(mse.breakdown.terms["squared"]))
    total = f"{exactly(squares)} ÷ {n} = {mse.text}" if n else ""
    drawn = running(mse, heading, labels, most, ghosts=False, room="10.5rem", total=total)
    cells = {
        row: cell._replace(parts=[_within(part) for part in cell.parts])
        for row, cell in drawn.cells.items()
    }
    return replace(drawn, cells=cells)


def _within(part: Part) -> Part:
    """Return a part as far as the column reaches."""
    return part._replace(start=min(part.start, 1), end=min(part.end, 1))


def verdict(mse: Measured, nothing: str) -> str:
    """Say in one sentence what the last move did to the error and to the order, else `nothing`."""
    before = mse.measured_before
    if before is None or before.screen.a == mse.screen.a:
        return nothing
    change = mse.change or 0
    error = "Less error" if change < 0 else "More error" if change > 0 else "Same error"
    old, new = (_ranked(one.screen) for one in (before, mse))
    if [d.id for d in old] == [d.id for d in new]:
        return f"{error}, same order."
    more = _wrong_pairs(new) - _wrong_pairs(old)
    order = "better order" if more < 0 else "worse order" if more > 0 else "another order"
    first = new[0].grade if old and new else None
    is_new = first is not None and first != old[0].grade
    return f"{error}, {order}{f': grade {first} is first' * is_new}."


def _ranked(screen: Screen) -> Sequence[Document]:
    ranked = screen.a.scored(screen.scale)
    return ranked.documents[: ranked.retrieved]


def _wrong_pairs(documents: Sequence[Document]) -> float:
    """Count the pairs in which the lower grade stands above the higher one."""
    grades = [float("nan") if d.grade is None else d.grade for d in documents]
    return float(graded_inversions(grades).score)
