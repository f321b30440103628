"""Simulated readers: where they stopped, and what each rank adds to their mean.

A single reader is a walking figure, a hundred are one dot each, other numbers are bars.
"""

from typing import Final

import numpy as np

from ui.core.columns import Cell, Column, Look, Part
from ui.core.plain import decimals
from ui.draw.beside_cards import running
from ui.draw.simulated_readers import Readers

_DOTS: Final = 100
"""The number of readers that are drawn as dots."""


def columns(readers: Readers) -> list[Column]:
    """Draw where the simulated readers stopped, over the expected shares, and what ranks add.

    No readers, no columns. Readers who leave without a stop have their own row below the last
    card. The animation runs only after the move that sent the readers, not after each later edit.
    """
    walk, count = readers.walk, readers.count
    if not count:
        return []
    last = int(walk.rank.max())
    row = np.where(walk.leaves, last, walk.rank)
    due = np.bincount(row, walk.share, minlength=last + 1).tolist()
    counts = np.bincount(row, readers.sample.counts, minlength=last + 1).astype(int).tolist()
    look: Look = "dots" if count == _DOTS else "solid"

    def cell(at: int) -> Cell:
        bar = [Part(0, counts[at] / count, look)] if count > 1 else []
        gain_text = f"{readers.words.gets} {decimals(readers.mean_gain)}" * counts[at]
        return Cell(
            [*bar, Part(0, due[at], "hollow")], f"{counts[at]:,}" if count > 1 else gain_text
        )

    rows = range(1, last)
    mark = f"<i class='sent{' new' * readers.are_new}'></i>"
    if count == 1:
        mark = _figure(int(walk.rank[readers.sample.ends[0]]), last, readers)
    return [
        Column(
            readers.name,
            {at: cell(at) for at in rows},
            f"{decimals(readers.mean_gain)} {readers.margin}".strip(),
            sees_grades=False,
            width=1.3,
            over=mark,
            past=(readers.words.leaves, cell(last)),
        ),
        running(readers.measured, "Adds", total=f"= {readers.measured.text}"),
    ]


def _figure(rank: int, last: int, readers: Readers) -> str:
    """Return the HTML of a figure that stops beside its card, or below the last one.

    It rests at each card on its way down, for half of the time.
    """
    row = rank if rank < last else len(readers.measured.ranked.documents) + 1
    moves = row - 1
    if not readers.are_new or not moves:
        return f"<i class='sent figure' style='--row:{row}'></i>"
    stops = (
        f"{move / moves:.3f} {100 * (move + rest) / moves:.1f}%"
        for move in range(moves)
        for rest in (0, 0.5)
    )
    return (
        f"<i class='sent figure walks' style='--row:{row};--moves:{moves};"
        f"--pace:linear({','.join(stops)},1)'></i>"
    )
