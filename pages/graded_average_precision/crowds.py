"""The precision that a crowd sees at each rank, and the AP of each group of readers."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrics.breakdown import Breakdown
from pages.graded_average_precision import crowd
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, Version, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, areas, by_position, stack

TITLE: Final = "For how many readers is a document good?"
VIEWS: Final = ("Which area is graded AP?",)


def chart() -> View:
    """Draw the crowd's precision at each rank, and below it the groups, whose area is the score."""
    return stack(
        by_position("Readers (filled: × precision)", whole=True),
        areas("Weight of a group: share × good documents", "Their AP", own="group "),
    )


def rows(gap: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, and one for each group of readers."""
    lists = {"a": gap, "was": gap.measured_before, "b": other}
    for version in versions(gap, other, graded=True):
        if measured := lists[version.part]:
            readers = crowd.groups_by_threshold(measured, measured.screen)
            yield from _ranks(version, readers)
            yield from _groups(version, readers)
    yield from uncounted(gap, good=1)


def _ranks(version: Version, readers: Sequence[Breakdown]) -> Iterator[Row]:
    total = float(version.breakdown.aside["denominator"])
    relevant = [reader.terms["relevant"].tolist() for reader in readers]
    hits = [reader.terms["relevant"].cumsum().tolist() for reader in readers]
    shares = version.breakdown.aside["share"].tolist()
    for rank, precision, adds in version.ranks("precision", "contribution"):
        pleased = [
            (share, f"{decimals(share)} × {hits_so_far[rank - 1]:g}/{rank}")
            for share, hits_so_far, hit in zip(shares, hits, relevant, strict=True)
            if share and hit[rank - 1]
        ]
        sentence = f"{' + '.join(part for _, part in pleased)} = {decimals(precision)}"
        added = f"adds {decimals(precision)} / {total:.4g} = {decimals(adds)}"
        yield version.row(
            rank,
            f"{sentence}, {added}" if pleased else "good for nobody, adds nothing",
            value=precision,
            whole=sum(share for share, _ in pleased),
            counts=bool(pleased),
            label=version.named(decimals(precision)),
        )


def _groups(version: Version, readers: Sequence[Breakdown]) -> Iterator[Row]:
    aside, start = version.breakdown.aside, 0.0
    total = float(aside["denominator"]) or 1.0
    groups = zip(readers, aside["share"].tolist(), aside["reach"].tolist(), strict=True)
    for grade, (reader, share, reach) in enumerate(groups, start=1):
        weight, precision = share * reach / total, float(reader.score)
        adds = f"adds {decimals(weight)} × {decimals(precision)} = {decimals(weight * precision)}"
        yield {
            **{"part": f"group {version.part}", "key": f"group {version.part}{grade}"},
            **{"start": start, "end": start + weight, "high": precision},
            "step": f"from {grade}\n{decimals(precision)}" if weight else "",
            "sized": f"Good from {grade}: weight {decimals(share)} × {reach:g} / {total:.4g} = "
            f"{decimals(weight)}, AP {decimals(precision)}, {adds}",
            "colour": theme.UNJUDGED if version.part == "b" else theme.colour(grade, len(readers)),
        }
        start += weight
