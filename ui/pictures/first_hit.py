"""How far to the first hit: in ranks, which are equal steps, and as 1/rank, whose steps shrink."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import streamlit as st

from ui.look.columns import Cell, Column, Look, Part
from ui.look.plain import decimals, signed
from ui.models.score import Measured

SIDES: Final = ("above", "below")
_EVERY: Final = 13
"""Down to so many ranks each has its mark; of more, only these."""
_FEW: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50)
_APART: Final = 0.048
"""How near to each other two names of a scale may stand, as a share of its length."""
_NARROW: Final = 0.1
"""The same where the scale is as narrow as a phone."""


def rank_of(measured: Measured) -> int | None:
    """Return the rank of the first hit in the window, if there is one."""
    hits = measured.breakdown.terms["relevant"]
    return int(hits.argmax()) + 1 if hits.any() else None


def _row_of(measured: Measured) -> int | None:
    """Return the row of the first relevant document, wherever it is, if there is one."""
    rows = enumerate(measured.ranked.documents, start=1)
    bar = measured.screen.relevant_from
    return next((row for row, each in rows if (each.grade or 0) >= bar), None)


def stairs(rr: Measured, frp: Measured) -> list[Column]:
    """Draw what both measures would be if the first hit stood at a rank, and fill what they are.

    So a card that is dragged slides along two flights of stairs. Below the cut, and where nothing
    was retrieved, nobody finds it: that counts as rank k + 1, and as 0.
    """
    window, nowhere = len(rr.breakdown.terms["relevant"]), rr.screen.k + 1
    here = _row_of(rr)
    ranks, shares = {}, {}
    for row in range(1, len(rr.ranked.documents) + 1):
        look: Look = "solid" if row == here else "hollow" if row <= window else "dashed"
        if row <= window:
            rank, share, counts = row, 1 / row, f"{row}"
            worth = f"{'+' * (row == here)}1/{row} = {decimals(share)}"
        else:
            rank, share, counts, worth = nowhere, 0, f"none: {nowhere}", "none: 0"
        ranks[row] = Cell([Part(0, rank / nowhere, look)], counts, row != here)
        shares[row] = Cell([Part(0, share, look)], worth, row != here)
    return [
        Column(
            "Rank, if first here",
            ranks,
            f"{frp.label} = {frp.score:g}",
            sees_grades=False,
            width=0.8,
            room="3.6rem",
        ),
        Column(
            "1/rank, if first here",
            shares,
            f"{rr.label} = {decimals(rr.score)}",
            sees_grades=False,
            room="6.4rem",
        ),
    ]


def scales(rr: Measured, frp: Measured, hidden: bool) -> None:
    """Draw the first hit's place on two scales, and how far the last move took it on each.

    Above are the ranks, a step apart, below is 1/rank; a line leads from each rank to its
    reciprocal. The best is at the left of both, no hit at the right. The board lets a mark be
    dragged along its scale, and moves the card (assets/board/board.js).
    """
    nowhere = rr.screen.k + 1
    marked = [rank for rank in range(1, nowhere) if nowhere <= _EVERY or rank in _FEW]
    first = rank_of(rr)
    now = None if hidden else first or nowhere

    def places(rank: float) -> tuple[float, float]:
        return (rank - 1) / (nowhere - 1), 1 - 1 / rank if rank < nowhere else 1

    def names(rank: int) -> tuple[str, str]:
        if rank == nowhere:
            return f"none: {nowhere}", "none: 0"
        return f"{rank}", f"1/{rank}" if rank > 1 else "1"

    def line(rank: float, look: str = "") -> str:
        above, below = places(rank)
        return f"<i class='{look}' style='--above:{above:.4f};--below:{below:.4f}'></i>"

    lines = [line(rank) for rank in (*marked, nowhere)]
    drawn, steps = [], ("", "")
    if now:
        was = float(frp.was.score) if frp.was is not None and frp.change else now
        before = places(min(was, nowhere))  # k may have been larger
        if was != now:
            lines.append(line(min(was, nowhere), "was"))
        lines.append(line(now, "now"))
        steps = _steps(rr, frp, first)
        row = _row_of(rr)
        handle = ""
        if row:
            document = escape(rr.document(row), quote=True)
            handle = f" data-doc='{document}' data-take='{document}'"
        along = zip(*map(places, range(1, nowhere + 1)), strict=True)  # where it can be put
        for side, name, one, other, stops in zip(
            SIDES, names(now), before, places(now), along, strict=True
        ):
            stop = " ".join(f"{at:.4f}" for at in stops)
            drawn.append(
                f"<i class='{side}' style='--from:{min(one, other):.4f};"
                f"--to:{max(one, other):.4f}'></i>"
                f"<b class='{side}{' end' * (other == 1)}'{handle} "
                f"data-places='{stop}' style='--at:{other:.2%}'>{name}</b>"
            )
    for at, side in enumerate(SIDES):
        # Those that matter most take their room first; the needle has a name of its own.
        order = dict.fromkeys([*filter(None, [now]), nowhere, 1, *marked])
        drawn += _names(side, [(places(rank)[at], names(rank)[at]) for rank in order], bool(now))
    said = "hidden" if hidden else f"{frp.label} {frp.score:g}, {rr.label} {decimals(rr.score)}"
    st.html(
        f"<div class='scales' role='img' aria-label='Two scales: {said}'>"
        f"<p><span>First relevant rank</span>{steps[0]}</p>"
        f"<p><span>RR = 1/rank</span>{steps[1]}</p>"
        f"<div><p class='fan'>{''.join(lines)}</p>{''.join(drawn)}</div></div>"
    )


def _steps(rr: Measured, frp: Measured, first: int | None) -> tuple[str, str]:
    """Write the size of the last step on each scale, and of the next one down."""
    loss = 0.0
    if first:
        loss = 1 / first - (1 / (first + 1) if first < rr.screen.k else 0)
    last = [
        signed(one.change or 0, places, nothing="&nbsp;") for one, places in ((frp, 0), (rr, 3))
    ]
    after = ("next +1", f"next −{decimals(loss)}") if first else ("&nbsp;", "&nbsp;")
    above, below = (
        f"<b>{one}</b><small>{other}</small>" for one, other in zip(last, after, strict=True)
    )
    return above, below


def _names(side: str, names: Sequence[tuple[float, str]], has_needle: bool) -> Iterable[str]:
    """Write the names of a scale that can be read beside each other; not that of the needle."""
    taken: list[float] = []
    far: list[float] = []
    for at, (place, text) in enumerate(names):
        if any(abs(place - other) < _APART for other in taken):
            continue
        wide = any(abs(place - other) < _NARROW for other in far)
        taken.append(place)
        far += [place] * (not wide)
        if at or not has_needle:
            yield (
                f"<span class='{side}{' wide' * wide}{' end' * (place == 1)}' "
                f"style='--at:{place:.2%}'>{text}</span>"
            )
