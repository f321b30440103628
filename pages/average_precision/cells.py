"""Average precision beside the cards: the list down to each relevant document."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.rank_terms import of_average_precision
from ui.draw.score import Measured

MOST_CELLS: Final = 10
"""Most ranks of a list whose bars show each rank as a cell, in order."""
_GAP: Final = 0.012


def column(measured: Measured) -> Column:
    """Draw a bar for each document that AP divides by: its filled share is the precision.

    At a hit it has a cell for each rank down to it, in order, and hits are filled; in a long list
    it has a filled and a hollow part. A relevant document that is missed or below the cutoff has an
    empty bar, because its precision is 0. Relevant documents that the denominator leaves out have
    no bar, and a word.
    """
    breakdown, before = measured.breakdown, _shares_before(measured)
    terms, total = of_average_precision(breakdown), float(breakdown.aside["denominator"])
    precisions = breakdown.terms["precision"].tolist()
    cells: dict[int, Cell] = {}
    for row, document in enumerate(measured.ranked.documents, start=1):
        if row <= len(terms) and terms[row - 1].summand:
            share, was = terms[row - 1].short, before.get(document.id, "")
            change = f", was {was}" * (was not in ("", share))
            hits = [bool(term.summand) for term in terms]
            cells[row] = Cell(
                _parts(hits, row), f"{share} = {decimals(precisions[row - 1])}{change}"
            )
    found = len(cells)
    for row, document in enumerate(measured.ranked.documents, start=1):
        is_hit, is_good = row in cells, (document.grade or 0) >= measured.screen.relevant_from
        if is_good and not is_hit and found >= total:
            cells[row] = Cell([Part(0, 0)], "not counted", soft=True)
        elif is_good and not is_hit:
            label = "counts 0" if row > measured.ranked.retrieved else "cut off: 0"
            cells[row] = Cell([Part(0, 1, "dashed")], label, soft=True)
            found += 1
    heading = "Precision at each hit" if total > 1 else "Precision at the hit"
    return Column(
        f"{heading}: the filled part" if total else "No relevant document: 0/0",
        dict(sorted(cells.items())),
        sees_grades=False,
        room="10rem",
    )


def in_cards(drawn: Column) -> Column:
    """Return the column for cards: what a share was stands below it, so bars keep their length."""
    cells = {
        row: cell._replace(label=cell.label.replace(", was", "\nwas"))
        for row, cell in drawn.cells.items()
    }
    return replace(drawn, cells=cells)


def _parts(hits: Sequence[bool], rank: int) -> list[Part]:
    if len(hits) > MOST_CELLS:
        share = sum(hits[:rank]) / rank
        return [Part(0, share), *[Part(share, 1, "hollow")] * (share < 1)]
    return [
        Part(at / len(hits) + _GAP * (at > 0), (at + 1) / len(hits), "solid" if hit else "hollow")
        for at, hit in enumerate(hits[:rank])
    ]


def _shares_before(measured: Measured) -> dict[str, str]:
    """Return the share that each hit, by its document's id, had before the last move."""
    if measured.screen_before is None or measured.terms_before is None:
        return {}
    documents = measured.screen_before.ranked(measured.name).documents
    terms = of_average_precision(measured.terms_before)
    return {documents[term.rank - 1].id: term.short for term in terms if term.summand}
