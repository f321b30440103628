"""What each rank adds to GAP, and what it would add if each of its fractions were 1."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pages.graded_average_precision import crowd
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, of_whole, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, part_of_whole

TITLE: Final = "What does each rank add to GAP?"
_MOST: Final = 6
"""Most fractions of all ranks that have room above the bars; else there is their sum."""
LEGEND: Final = "Filled: what all its fractions add. Pale: what they would add if each were 1."


def chart() -> View:
    """Draw what each rank adds, in front of what it would add."""
    return part_of_whole("Adds to GAP")


def rows(gap: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    lists = {"a": gap, "was": gap.measured_before, "b": other}
    shown: dict[str, list[Row]] = {}
    for version in versions(gap, other, graded=True):
        if measured := lists[version.part]:
            shown[version.part] = [*_ranks(version, measured)]
    return of_whole(shown, [*uncounted(gap, good=1)])


def _ranks(version: Version, measured: Measured) -> Iterator[Row]:
    groups = crowd.groups_by_threshold(measured, measured.screen)
    aside = version.breakdown.aside
    shares, total = aside["share"].tolist(), float(aside["denominator"])
    counting = [
        (share, group.terms["relevant"].tolist(), reach)
        for share, group, reach in zip(shares, groups, aside["reach"].tolist(), strict=True)
        if share and reach
    ]
    ranks = len(version.breakdown.terms["contribution"])
    written = len({share for share, *_ in counting}) == 1
    apart = len(counting) * ranks <= _MOST
    count = sum(reach for *_, reach in counting)
    for term in rank_terms.of_graded_average_precision(version.breakdown, groups):
        pleased = [(share, hits) for share, hits, _ in counting if hits[term.rank - 1]]
        each = [f"{sum(hits[: term.rank]):g}/{term.rank}" for _, hits in pleased]
        summed = f"({'+'.join(each)})" if len(each) > 1 else "".join(each)
        by = " ÷ " if len(each) < 2 else "÷"  # a phone has room for no more
        if not apart:
            summed, by = f"{sum(sum(hits[: term.rank]) for _, hits in pleased):g}/{term.rank}", "÷"
        fractions = f"{summed}{by}{count:g}" if each else "0"
        yield version.row(
            term.rank,
            term.sentence,
            height=term.value,
            whole=sum(share for share, _ in pleased) / total if total else 0,
            label=version.named(fractions if written or not each else decimals(term.value)),
        )
