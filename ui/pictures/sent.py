"""Readers who were sent down the list: where they stop, level with the cards, and their mean.

A single one is a figure that walks down, a hundred are a dot each, and more of them are bars.
"""

from typing import Final

import numpy as np

from ui.look.columns import Cell, Column, Look, Part
from ui.look.plain import decimals
from ui.parts.sending import Readers
from ui.pictures.beside_cards import running

_DOTS: Final = 100
"""So many readers have a dot each."""


def column(readers: Readers) -> list[Column]:
    """Draw where those who were sent stopped, over where the formula has them; or no column.

    Those who leave without a stop have a row of their own below the last card. The figure walks,
    and dots and bars pile up, only when the last move sent them: not with every edit anew.
    """
    walk, count = readers.walk, readers.count
    if not count:
        return []
    last = int(walk.rank.max())
    row = np.where(walk.leaves, last, walk.rank)
    due = np.bincount(row, walk.share, minlength=last + 1).tolist()
    came = np.bincount(row, readers.came.counts, minlength=last + 1).astype(int).tolist()
    look: Look = "dots" if count == _DOTS else "solid"

    def cell(at: int) -> Cell:
        bar = [Part(0, came[at] / count, look)] if count > 1 else []
        one = f"{readers.words.gets} {decimals(readers.brought)}" * came[at]
        return Cell([*bar, Part(0, due[at], "hollow")], f"{came[at]:,}" if count > 1 else one)

    rows = range(1, last)
    mark = f"<i class='sent{' new' * readers.are_new}'></i>"
    if count == 1:
        mark = _figure(int(walk.rank[readers.came.ends[0]]), last, readers)
    return [
        Column(
            readers.name,
            {at: cell(at) for at in rows},
            f"{decimals(readers.brought)} {readers.off}".strip(),
            sees_grades=False,
            width=1.3,
            over=mark,
            past=(readers.words.leaves, cell(last)),
        )
    ]


def adds(readers: Readers, how: str) -> Column:
    """Draw what each rank adds to the score, and say how, where there is room for that."""
    if not readers.count:
        return running(readers.measured, f"Adds: {how}")
    return running(readers.measured, "Adds", total=f"= {readers.measured.said}")


def _figure(rank: int, last: int, readers: Readers) -> str:
    """Write the figure beside the card at which it stops, or below the last one.

    On its way down it rests at each card: half of the time it stands, half it walks.
    """
    row = rank if rank < last else len(readers.measured.ranked.documents) + 1
    moves = row - 1
    if not readers.are_new or not moves:
        return f"<i class='sent figure' style='--row:{row}'></i>"
    stands = (
        f"{move / moves:.3f} {100 * (move + rest) / moves:.1f}%"
        for move in range(moves)
        for rest in (0, 0.5)
    )
    return (
        f"<i class='sent figure walks' style='--row:{row};--moves:{moves};"
        f"--pace:linear({','.join(stands)},1)'></i>"
    )
