"""The ratio at each hit, as columns of bars; a miss has none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from metrics.breakdown import Breakdown
from ui.core import theme
from ui.core.columns import Cell, Column, Part
from ui.core.screen import Screen
from ui.draw import rank_terms, score
from ui.draw.beside_cards import bars
from ui.draw.score import Measured

_MOST_WORTHS: Final = 8
"""Most documents of the best order that are written."""


def grades_alone(screen: Screen) -> Breakdown:
    """Return the weighted precision at each rank: Q's ratio of gains without its counts."""
    terms = score.compute("q_measure", "a", screen).terms
    gain, ideal = terms["gain"], terms["ideal_gain"]
    ratio = np.divide(gain, ideal, out=np.zeros(gain.shape), where=ideal > 0)
    adds = terms["relevant"] * ratio
    return Breakdown({"relevant": terms["relevant"], "ratio": ratio, "contribution": adds})


def best_order(q: Measured) -> tuple[str, str]:
    """Write what each document of the best order is worth, and their sum so far."""
    so_far = q.breakdown.terms["ideal_gain"]
    return _written(np.diff(so_far, prepend=0).tolist()), _written(so_far.tolist())


def _written(numbers: Sequence[float]) -> str:
    many = " …" * (len(numbers) > _MOST_WORTHS)
    return ",\u00a0".join(f"{each:.4g}" for each in numbers[:_MOST_WORTHS]) + many


def ratio(q: Measured, times: str, counted: str) -> Column:
    """Draw at each hit which part of the best order's sum this list has.

    `counted` names the grades, and `times` how often they count.
    """
    heading = f"(hits + {times}{counted} so far)\n÷ (rank + {times}best {counted} so far)"
    fractions = [term.summand for term in rank_terms.of_q_measure(q.breakdown)]
    written = [
        f"<span>{sum_}</span> = {one}" * bool(sum_)
        for sum_, one in zip(sums(q), fractions, strict=True)
    ]
    longest = max(map(len, fractions), default=0)
    drawn = column(q, "blended_ratio", heading, written, room=f"{0.6 * longest + 2:g}rem")
    cells = {row: _of_all(cell) for row, cell in drawn.cells.items()}
    return replace(drawn, cells=cells, width=3.5, over=_parts(q, times, counted))


def _parts(q: Measured, times: str, counted: str) -> str:
    """Cut each hit's bar in its hits and its grades, above the rank and the best grades."""
    drawn = []
    for rank, (hits, gain, ideal) in enumerate(_counted(q), start=1):
        if hits:
            rows = (
                (f"hits + {times}{counted}", f"{hits}", gain),
                (f"rank + {times}best", f"{rank}", ideal),
            )
            total = rank + float(ideal)
            each = "".join(
                f"<s>{name}</s><p style='width:{sum(map(float, sizes)) / total:.2%}'>"
                + "".join(f"<b style='flex:{size}'>{size}</b>" for size in sizes if float(size))
                + "</p>"
                for name, *sizes in rows
            )
            grade = q.ranked.documents[rank - 1].grade
            colour = theme.colour(grade, q.screen.scale)
            drawn.append(f"<div style='--row:{rank};--fill:var(--colour-{colour})'>{each}</div>")
    look = "sums times" if times else "sums"
    return f"<div class='{look}' aria-hidden='true'>{''.join(drawn)}</div>" if drawn else ""


def _of_all(cell: Cell) -> Cell:
    """Draw what a hit lacks to the whole, too, and not what it had before: its sums cover that."""
    parts = [part for part in cell.parts if part.look != "was"]
    rest = [Part(parts[-1].end, 1, "pale")] if cell.label and parts[-1].end < 1 else []
    return cell._replace(parts=[*parts, *rest])


def in_cards(q: Measured, times: str, beside: Column) -> Column:
    """Return the ratios for a phone, with the sums that they are made of."""
    best = times.rpartition(" ")
    heading = f"(hits + {times}) ÷ (rank + {best[0]}{best[1]}best {best[2]}), so far"
    written = dict(enumerate(sums(q), start=1))
    cells = {row: cell._replace(label=written.get(row, "")) for row, cell in beside.cells.items()}
    return Column(heading, cells, f"{q.label} = {q.text}", room="6rem")


def sums(q: Measured) -> list[str]:
    """Write, for each hit, the two sums that Q divides; "" for a miss."""
    return [
        f"({hits} + {gain})/({rank} + {ideal})" if hits else ""
        for rank, (hits, gain, ideal) in enumerate(_counted(q), start=1)
    ]


def _counted(q: Measured) -> Iterator[tuple[int, str, str]]:
    """Yield, for each rank, the hits so far, 0 at a miss, and both sums of grades, times β."""
    beta, hits = float(q.breakdown.aside["patience"]), 0
    for is_hit, gain, ideal in _each(q):
        hits += int(is_hit)
        yield hits if is_hit else 0, f"{beta * gain:.4g}", f"{beta * ideal:.4g}"


def grades(q: Measured) -> list[str]:
    """Write, for each hit, the two sums of grades; "" for a miss."""
    return [f"{gain:.4g}/{ideal:.4g}" if is_hit else "" for is_hit, gain, ideal in _each(q)]


def _each(q: Measured) -> Iterator[tuple[float, float, float]]:
    names = "relevant", "gain", "ideal_gain"
    return zip(*(q.breakdown.terms[name].tolist() for name in names), strict=True)


def column(
    measured: Measured, term: str, heading: str, labels: Sequence[str], room: str = "3rem"
) -> Column:
    """Draw a term at the hits, with its fraction: bars of two scores have one scale."""
    now, was = (
        [] if breakdown is None else breakdown.terms["relevant"].tolist()
        for breakdown in (measured.breakdown, measured.terms_before)
    )
    drawn = bars(measured, term, heading, labels, room=room)
    cells = {}
    for row, cell in drawn.cells.items():
        is_hit, was_hit = (row <= len(hits) and bool(hits[row - 1]) for hits in (now, was))
        parts = [part for part in cell.parts if (was_hit if part.look == "was" else is_hit)]
        if parts:
            cells[row] = cell._replace(parts=parts)
    return replace(drawn, cells=cells)
