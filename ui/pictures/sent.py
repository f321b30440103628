"""Readers who were sent down the list: where they stop, level with the cards, and their mean.

A single one is a figure that walks down, a hundred are a dot each, and more of them are bars.
"""

from math import log10
from typing import Final

import numpy as np
import streamlit as st

from ui.pictures import plane
from ui.pictures.beside_cards import Cell, Column, Look, Part, running
from ui.plain import decimals
from ui.sending import Readers
from ui.session import session

_MOST: Final = 10_000
_TICKS: Final = (1, 10, 100, 1000, 10_000)
_DOTS: Final = 100
"""So many readers have a dot each."""
_TOPS: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
"""Where the axis of a mean may end."""


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


def means(readers: Readers) -> None:
    """Draw what they brought back in the mean, by how many they are, and have it heard.

    The band is known before anybody is sent: two standard errors to either side of the score.
    """
    walk, count, score = readers.walk, readers.count, readers.measured.score
    top = next((top for top in _TOPS if top >= score + float(walk.margin(1))), _TOPS[-1])

    def up(value: float) -> float:
        return min(max(value / top, 0), 1)

    def point(x: float, y: float) -> str:
        return f"{100 * x:.1f}% {100 * (1 - y):.1f}%"

    numbers = np.geomspace(1, _MOST, 33)
    margins = zip(map(_across, numbers), walk.margin(numbers).tolist(), strict=True)
    band = [(x, up(score + margin), up(score - margin)) for x, margin in margins]
    edge = [point(x, high) for x, high, _ in band] + [point(x, low) for x, _, low in band[::-1]]
    drawn = f"<i class='band' style='clip-path:polygon({','.join(edge)})'></i>"
    drawn += f"<i class='score' style='bottom:{plane.percent(up(score))}'></i>"
    if count > 1:
        after = np.unique(np.geomspace(1, count, 60).astype(int))
        path = zip(map(_across, after), readers.came.means(after).tolist(), strict=True)
        drawn += plane.line_html(tuple((x, mean / top) for x, mean in path), "present")
    if count:
        margin = float(walk.margin(count)) if count > 1 else 0
        low, high = up(readers.brought - margin), up(readers.brought + margin)
        place = f"left:{plane.percent(_across(count))}"
        drawn += (
            f"<i class='reach' style='{place};bottom:{plane.percent(low)};"
            f"height:{plane.percent(high - low)}'></i>"
            f"<b style='{place};bottom:{plane.percent(up(readers.brought))}'></b>"
        )
    across = {f"{tick:,}": _across(tick) for tick in _TICKS}
    said = f"Mean of what readers brought back. {readers.told or 'Nobody was sent yet'}"
    st.html(
        f"<div class='plane means' role='img' aria-label='{said}'>"
        f"{plane.axis_html('across', 'Readers', across)}"
        f"{plane.axis_html('up', 'Mean', {f'{top * part:g}': part for part in (0, 0.5, 1)})}"
        f"{drawn}<span style='bottom:{plane.percent(up(score))}'>{readers.measured.label} "
        f"{readers.measured.said}</span></div>{_table(readers)}"
    )
    now = session()
    now.remark = ". ".join(filter(None, [now.remark, readers.told]))


def _across(readers: float) -> float:
    return log10(readers) / log10(_MOST)


def _table(readers: Readers) -> str:
    """Write the mean after the first reader, the first ten, and so on, as far as some were sent."""
    after = np.array([tick for tick in _TICKS if tick <= readers.count], dtype=int)
    if not readers.count:
        return ""
    score = readers.measured.score
    found, margins = readers.came.means(after), readers.walk.margin(after)
    rows = {
        "mean": [decimals(mean) for mean in found],
        "two standard errors": [f"± {decimals(margin)}" for margin in margins],
        "off the formula": [f"{mean - score:+.3f}".replace("-", "−") for mean in found],
    }
    head = "".join(f"<th scope='col'>{number:,}</th>" for number in after)
    body = "".join(
        f"<tr><th scope='row'>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for name, cells in rows.items()
    )
    return (
        "<div class='wide' role='region' aria-label='Mean by number of readers' tabindex='0'>"
        f"<table class='weights'><thead><tr><th scope='col'>readers</th>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
