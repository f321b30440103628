"""A ratio at each hit as a column of bars; a miss has none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from metrics.breakdown import Breakdown
from ui.core.columns import Column
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.beside_cards import bars
from ui.draw.score import Measured


def grades_alone(screen: Screen) -> Breakdown:
    """Return the weighted precision at each rank: Q's ratio of gains without its counts."""
    terms = score.compute("q_measure", "a", screen).terms
    gain, ideal = terms["gain"], terms["ideal_gain"]
    ratio = np.divide(gain, ideal, out=np.zeros(gain.shape), where=ideal > 0)
    adds = terms["relevant"] * ratio
    return Breakdown({"relevant": terms["relevant"], "ratio": ratio, "contribution": adds})


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


def column(measured: Measured, term: str, heading: str, labels: Sequence[str], room: str) -> Column:
    """Draw a term at the hits, with its fraction below it: bars of two scores have one scale."""
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
    return replace(drawn, cells=cells, below=True)
