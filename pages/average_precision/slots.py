"""Average precision as a column of slots, one for each relevant document."""

from collections.abc import Sequence

from metrics.breakdown import Breakdown
from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.rank_terms import RankTerm, of_average_precision
from ui.draw.score import Measured


def column(measured: Measured) -> Column:
    """Draw a slot of width 1/m for each relevant document, filled to the precision at its rank.

    m is the chosen denominator. A relevant document that is missed or below the cutoff has an empty
    slot, because its precision is 0. Documents that the denominator leaves out have no slot.
    """
    total = float(measured.breakdown.aside["denominator"])
    hits, were = _hits(measured.breakdown), _hits(measured.terms_before)
    ghosts = {term.rank: _filled(measured.terms_before, at) for at, term in enumerate(were)}
    before = _shares_before(measured, were)
    by_rank = {term.rank: at for at, term in enumerate(hits)}
    cells = {}
    used = 0
    for row, document in enumerate(measured.ranked.documents, start=1):
        parts, label = [], ""
        at = by_rank.get(row)
        filled = None if at is None else _filled(measured.breakdown, at)
        if row in ghosts and ghosts[row] != filled:
            parts.append(ghosts[row]._replace(look="was filled"))
        if filled and at is not None:
            parts += [filled._replace(look="hollow", height=1), filled]
            share, was = hits[at].short, before.get(document.id, "")
            share = f"{was} → {share}" * (was not in ("", share)) or share
            label = f"{share}{f' ÷ {total:g}' * (total > 1)} = {decimals(hits[at].value)}"
        elif (document.grade or 0) >= measured.screen.relevant_from and used < total:
            parts.append(Part(used / total, (used + 1) / total, "dashed", 1))
            label = "not found: 0" if row > measured.ranked.retrieved else "cut off: 0"
        used += bool(label)
        if parts:
            cells[row] = Cell(parts, label, soft=at is None)
    heading = "Adds 0: 0/0"
    if total:
        by = f"precision ÷ {_of(measured)} ({total:g})"
        heading = f"Each hit adds {by}" if total > 1 else "Precision at the hit"
    return Column(
        heading,
        cells,
        sees_grades=False,
        room="11rem",
    )


def _of(measured: Measured) -> str:
    """Name what the denominator counts."""
    return {
        "relevant": "all relevant",
        "found": "the hits in the top k",
        "capped": "at most k",
    }[measured.screen["denominator"]]


def _shares_before(measured: Measured, hits: Sequence[RankTerm]) -> dict[str, str]:
    """Return the share that each document, by its id, had before the last move."""
    if measured.screen_before is None:
        return {}
    documents = measured.screen_before.ranked(measured.name).documents
    return {documents[term.rank - 1].id: term.short for term in hits}


def _hits(breakdown: Breakdown | None) -> list[RankTerm]:
    return [term for term in of_average_precision(breakdown) if term.summand] if breakdown else []


def _filled(breakdown: Breakdown | None, at: int) -> Part:
    """Return what fills a slot; hits have the first slots."""
    assert breakdown
    total, hit = float(breakdown.aside["denominator"]), _hits(breakdown)[at]
    return Part(at / total, (at + 1) / total, "filled", hit.value * total)
