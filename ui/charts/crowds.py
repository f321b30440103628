"""The precision that a crowd sees at each rank, and the AP of each group of readers."""

from collections.abc import Iterator, Sequence
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from ui import theme
from ui.charts.house import areas, by_position, stack
from ui.charts.worked import MOST_NAMED, Row, Version, uncounted, versions
from ui.pictures import crowd
from ui.plain import decimals
from ui.score import Measured
from ui.screen import Screen

TITLE: Final = "Who finds what good, and what does that add?"


def chart() -> alt.VConcatChart:
    """Draw what the crowd sees at each rank, and below it the groups, whose area is the score."""
    return stack(
        by_position("Content; solid: precision", whole=True),
        areas("Weight of a group: share × good documents", "Their AP", own="group "),
    )


def rows(
    gap: Measured, other: Measured | None = None, since: Screen | None = None
) -> Iterator[Row]:
    """Write a row for each rank, and one for each group of readers; `since` is what was before."""
    readers = {"a": crowd.readers(gap, gap.screen)}
    if since:
        readers["was"] = crowd.readers(gap, since)
    if other:
        readers["b"] = crowd.readers(other, other.screen)
    for version in versions(gap, other, graded=True):
        if version.part in readers:
            yield from _ranks(version, readers[version.part])
            yield from _groups(version, readers[version.part])
    yield from uncounted(gap)


def _ranks(version: Version, readers: Sequence[Breakdown]) -> Iterator[Row]:
    terms, aside = version.breakdown.terms, version.breakdown.aside
    crowded, total = len(terms["precision"]) > MOST_NAMED, float(aside["denominator"])
    hits = [reader.terms["relevant"].cumsum() for reader in readers]
    each = zip(terms["precision"].tolist(), terms["contribution"].tolist(), strict=True)
    for rank, (seen, adds) in enumerate(each, start=1):
        content = [
            (share, f"{decimals(share)} × {found[rank - 1]:g}/{rank}")
            for share, found, reader in zip(aside["share"].tolist(), hits, readers, strict=True)
            if share and reader.terms["relevant"][rank - 1]
        ]
        worked = f"{' + '.join(part for _, part in content)} = {decimals(seen)}"
        added = f"adds {decimals(seen)} / {total:.4g} = {decimals(adds)}"
        yield version.row(
            rank,
            f"{worked}, {added}" if content else "good for nobody, adds nothing",
            value=seen,
            whole=sum(share for share, _ in content),
            counts=bool(content),
            label="" if crowded else decimals(seen),
        )


def _groups(version: Version, readers: Sequence[Breakdown]) -> Iterator[Row]:
    aside, start = version.breakdown.aside, 0.0
    total = float(aside["denominator"]) or 1.0
    each = zip(readers, aside["share"].tolist(), aside["reach"].tolist(), strict=True)
    for bar, (reader, share, reach) in enumerate(each, start=1):
        weight, average = share * reach / total, float(reader.score)
        adds = f"adds {decimals(weight)} × {decimals(average)} = {decimals(weight * average)}"
        yield {
            "part": f"group {version.part}",
            "key": f"group {version.part}{bar}",
            "start": start,
            "end": start + weight,
            "high": average,
            "step": f"from {bar}\n{decimals(average)}" if weight else "",
            "sized": f"Good from {bar}: weight {decimals(share)} × {reach:g} / {total:.4g} = "
            f"{decimals(weight)}, AP {decimals(average)}, {adds}",
            "colour": theme.UNJUDGED if version.part == "b" else theme.colour(bar, len(readers)),
        }
        start += weight
