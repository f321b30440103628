"""What Q divides at each hit, and the ratio, as columns of bars; a miss has none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from metrics.breakdown import Breakdown
from ui.core.columns import Column
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


def both_sums(screen: Screen) -> Breakdown:
    """Return what Q divides at each rank: what this list has so far, and the best so far."""
    found = score.compute("q_measure", "a", screen)
    terms, beta = found.terms, float(found.aside["patience"])
    hits, ranks = terms["relevant"].cumsum(), np.arange(1, terms["relevant"].size + 1)
    return Breakdown(
        {
            "relevant": terms["relevant"],
            "list": hits + beta * terms["gain"],
            "best": ranks + beta * terms["ideal_gain"],
            "contribution": terms["contribution"],
        }
    )


def compared(q: Measured, times: str) -> list[Column]:
    """Draw both sums at each hit, to one scale, which a move changes; so none is drawn as it was.

    `times` names the grades, and how often they count.
    """
    sums = score.measure_by(both_sums, "Sums", screen=q.screen)
    terms = sums.breakdown.terms
    most = float((terms["relevant"] * terms["best"]).max(initial=0))
    rows = [*enumerate(_counted(q), start=1)]
    own = [f"{hits} + {gain}" if hits else "" for _, (hits, gain, _) in rows]
    best = [f"{rank} + {ideal}" if hits else "" for rank, (hits, _, ideal) in rows]
    return [
        column(sums, term, f"{counted} + {times}\nof {order}", labels, "2rem", most)
        for term, counted, order, labels in (
            ("list", "Hits", "this list", _totalled(own, sums, "list")),
            ("best", "Rank", "the best order", _totalled(best, sums, "best")),
        )
    ]


def _totalled(sums: Sequence[str], measured: Measured, term: str) -> list[str]:
    """Write what a sum comes to."""
    totals = measured.breakdown.terms[term].tolist()
    return [f"{text} = {total:.4g}" * bool(text) for text, total in zip(sums, totals, strict=True)]


def best_order(q: Measured) -> str:
    """Write what the documents of the best order are worth, to the last one that counts."""
    worth = np.diff(q.breakdown.terms["ideal_gain"], prepend=0).tolist()
    many = " …" * (len(worth) > _MOST_WORTHS)
    return " ".join(f"{each:.3g}" for each in worth[:_MOST_WORTHS]) + many


def ratios(q: Measured) -> list[str]:
    """Write the ratio at each hit as a fraction; "" for a miss."""
    return [term.summand for term in rank_terms.of_q_measure(q.breakdown)]


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
    measured: Measured,
    term: str,
    heading: str,
    labels: Sequence[str],
    room: str = "2rem",
    most: float = 1,
) -> Column:
    """Draw a term at the hits, with its fraction below it: bars of two scores have one scale."""
    now, was = (
        [] if breakdown is None else breakdown.terms["relevant"].tolist()
        for breakdown in (measured.breakdown, measured.terms_before)
    )
    drawn = bars(measured, term, heading, labels, most=most or 1, room=room)
    cells = {}
    for row, cell in drawn.cells.items():
        is_hit, was_hit = (row <= len(hits) and bool(hits[row - 1]) for hits in (now, was))
        parts = [part for part in cell.parts if (was_hit if part.look == "was" else is_hit)]
        if parts:
            cells[row] = cell._replace(parts=parts)
    return replace(drawn, cells=cells, below=True)
