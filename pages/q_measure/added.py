"""What each hit adds to Q, and what it would add if its ratio were 1."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ui.draw import rank_terms
from ui.draw.rows import Row, Version, of_whole, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, part_of_whole

TITLE: Final = "What does each hit add to Q?"
LEGEND: Final = "Filled: what it adds. Pale: what it would add with a ratio of 1."


def chart() -> View:
    """Draw what each hit adds, in front of what it would add."""
    return part_of_whole("Adds to Q")


def rows(q: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = versions(q, other, graded=True)
    shown = {version.part: [*_ranks(version)] for version in each}
    return of_whole(shown, [*uncounted(q, good=q.screen.relevant_from)])


def _ranks(version: Version) -> Iterator[Row]:
    terms, total = version.breakdown.terms, float(version.breakdown.aside["denominator"])
    hits = terms["relevant"].tolist()
    for term in rank_terms.of_q_measure(version.breakdown):
        is_hit = hits[term.rank - 1]
        yield version.row(
            term.rank,
            term.sentence,
            height=term.value,
            whole=is_hit / total if total else 0,
            label=version.named(f"{term.summand} ÷ {total:g}" if is_hit else ""),
        )
