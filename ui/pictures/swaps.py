"""What a swap of any two documents would do to a metric: a triangle of cells beside the cards.

A cell for each two ranks, level with the card of the lower one: its ground says how much, its sign
which way, and a frame is round the best. A click, or Enter where the arrow keys have led to it,
does the swap (assets/pairs.js).
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui import knobs
from ui.pictures.beside_cards import Column
from ui.plain import about
from ui.score import Measured

Ranks: TypeAlias = NDArray[np.integer[Any]]

MOST: Final = 12
"""Ranks whose swaps are drawn; of more, no cell could be hit."""
_SEEN: Final = 5e-4
"""Change that shows in three decimals."""


def columns(measured: Sequence[Measured]) -> list[Column]:
    """Draw, for each metric of a list, what each swap of two ranks would change in it."""
    ranks = min(measured[0].ranked.retrieved, MOST)
    low, high = np.tril_indices(ranks, -1)
    changes = [_changes(one, low, high) for one in measured]
    told = [
        ", ".join(f"{one.label} {_signed(by)}" for one, by in zip(measured, each, strict=True))
        for each in zip(*(each.tolist() for each in changes), strict=True)
    ]
    cells = [
        f"style='grid-area:{lower}/{upper};--by:%'{_swap(measured[0], upper, lower)} "
        f"data-said='Ranks {upper} and {lower}: {said}'></i>"
        for lower, upper, said in zip((low + 1).tolist(), (high + 1).tolist(), told, strict=True)
    ]
    return [_column(one, ranks, cells, each) for one, each in zip(measured, changes, strict=True)]


def _column(one: Measured, ranks: int, cells: Sequence[str], changes: Array) -> Column:
    better = np.where(np.abs(changes) < _SEEN, 0, changes if one.higher_is_better else -changes)
    most, top = float(np.abs(better).max(initial=_SEEN)), float(better.max(initial=_SEEN)) - 1e-9
    drawn = "".join(
        f"<i class='{'up' if by > 0 else 'down' if by < 0 else 'even'}{' best' * (by >= top)}' "
        f"{cell.replace('%', f'{abs(by) / most:.2f}', 1)}"
        for cell, by in zip(cells, better.tolist(), strict=True)
    )
    names = "".join(f"<b style='grid-area:{at}/{at}'>{at}</b>" for at in range(1, ranks + 1))
    said = f"{(better > 0).sum()} better, {(better < 0).sum()} worse"
    return Column(
        f"A swap changes {one.label}",
        width=1.6,
        over=f"<section class='pairs swapped' role='slider' tabindex='0' "
        f"aria-label='Swaps by {one.label}' aria-valuemin='1' aria-valuemax='{len(cells)}' "
        f"aria-valuenow='1' aria-valuetext='Of {len(cells)} swaps {said}. Arrow keys choose a "
        f"swap, Enter does it.' style='--ranks:{ranks}'><span aria-hidden='true'>{names}{drawn}"
        f"</span><p aria-hidden='true'><b>{said}</b><span></span></p></section>"
        if cells
        else "",
    )


def _swap(one: Measured, upper: int, lower: int) -> str:
    """Write which documents a cell swaps, and lights."""
    ids = [one.ranked.documents[rank - 1].id for rank in (upper, lower)]
    lit = about(" ".join(map(one.document, (upper, lower))))
    return f"{lit} data-swap='{' '.join(ids)}'"


def _changes(one: Measured, low: Ranks, high: Ranks) -> Array:
    """Work out what each swap changes, all in one batch."""
    now = one.ranked.ranking(one.screen.scale, one.screen.relevant_from)
    rows = np.arange(len(low))
    orders = np.tile(np.arange(now.grades.size), (len(low), 1))
    orders[rows, low], orders[rows, high] = high, low
    swapped = Ranking(
        now.grades[orders],
        np.tile(now.missed, (len(low), 1)),
        top_grade=now.top_grade,
        relevant_from=now.relevant_from,
    )
    given = knobs.arguments(one.key, one.screen.settings)
    return np.asarray(METRICS[one.key].compute(swapped, **given).score - one.score)


def _signed(by: float) -> str:
    return f"{by:+.3f}".replace("-", "−") if abs(by) >= _SEEN else "unchanged"
