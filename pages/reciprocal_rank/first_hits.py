"""What the first hit is worth at each rank, as 1/rank and as the rank, and where it stands."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from metrics.arrays import Array
from metrics.first_hit import first_relevant_rank, reciprocal_rank
from metrics.ranking import Ranking
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, titled, versions
from ui.draw.score import Measured
from ui.draw.style import MISSED, View, by_position, climb, stack

TITLE: Final = "What does the first hit lose with each rank?"
VIEWS: Final = ("What is the first relevant rank, hit by hit?",)
_SHOWN: Final = 20
"""Fewest ranks that are drawn."""


def chart() -> View:
    """Draw 1/rank for each rank where the first hit could be, and below it the rank."""
    return stack(
        by_position("1/rank; red: next loss", due=True, lost=True),
        climb("First relevant rank, if the first hit is here", most=None),
    )


def rows(rr: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, for the first hit before the last move, and for that of list B."""
    k, ranked = rr.screen.k, rr.ranked
    relevant = [(d.grade or 0) >= rr.screen.relevant_from for d in ranked.documents]
    worth, uncut, opened = _each(max(_SHOWN, ranked.retrieved) + 1, k)
    now, *others = versions(rr, other)
    stands = _first(now.breakdown.terms["relevant"])
    for version in others:
        first = _first(version.breakdown.terms["relevant"])
        if first and (version.part == "b" or first != stands):
            sentence = f"1/{first} = {decimals(uncut[first - 1])}, its first hit"
            yield version.row(
                first, sentence, value=uncut[first - 1], counts=True, name=version.name
            )
    beyond = now._replace(begins="No document, ")
    for rank in range(1, len(worth)):
        there = rank <= ranked.retrieved
        hit = there and relevant[rank - 1]
        fraction = f"1/{rank} = {decimals(uncut[rank - 1])}"
        lower = decimals(worth[rank - 1] - worth[rank])
        why = "if this hit were the first" if hit else "if the first hit were here"
        sentence = (
            f"{fraction}, {'the first hit' if rank == stands else why}. "
            f"One rank lower costs {lower}, one more document to open"
        )
        grown = f"{rank} {'document' if rank == 1 else 'documents'} opened"
        if rank > k:
            sentence = f"below the cut at k = {k}: RR 0, first relevant rank {k + 1}"
            grown = f"below the cut, so it is charged as rank {k + 1} (k + 1)"
        yield (now if there else beyond).row(
            rank,
            sentence,
            value=worth[rank - 1],
            due=None if rank <= k else uncut[rank - 1],
            left=worth[rank],
            counts=rank == stands,
            label=f"1/{rank}" if rank == stands else "",
            sum=opened[rank - 1],
            grown=grown,
            colour=theme.HIT if rank == stands else 0,
        )
    for row in range(ranked.retrieved + 1, len(relevant) + 1):
        yield {
            **{"part": "gone", "key": f"gone{row}", "rank": row + MISSED},
            "label": "missed" if relevant[row - 1] else "",
            "said": f"Row {row}: never retrieved: RR 0, first relevant rank {k + 1}"
            + titled(ranked, row),
        }


def _first(relevant: Array) -> int:
    """Return the rank of the first hit, or 0."""
    return int(relevant.argmax()) + 1 if relevant.any() else 0


@lru_cache(maxsize=64)
def _each(length: int, k: int) -> tuple[list[float], list[float], list[float]]:
    """Return, for a single hit at each rank, RR, RR without a cutoff, and the rank."""
    lists = Ranking(np.eye(length))
    scores = reciprocal_rank(lists, k), reciprocal_rank(lists), first_relevant_rank(lists, k)
    worth, uncut, opened = (breakdown.score.tolist() for breakdown in scores)
    return worth, uncut, opened
