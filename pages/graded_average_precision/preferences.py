"""What each hit adds to bpref: the more judged misses are above it, the less."""

from collections.abc import Iterator
from typing import Final

from ui.core.plain import decimals
from ui.draw.rows import Row, Version, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, by_position

TITLE: Final = "Which judged misses stand above a hit?"


def chart() -> View:
    """Draw a bar for each hit, with a frame of what it would add without a miss above it."""
    return by_position("Adds (dashed: at most)", most=None, due=True)


def rows(bpref: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, and for each document that was never retrieved."""
    for version in versions(bpref, other):
        yield from _ranks(version)
    yield from uncounted(bpref, good=bpref.screen.relevant_from)


def _ranks(version: Version) -> Iterator[Row]:
    aside, before = version.breakdown.aside, 0.0
    exist = float(aside["relevant_total"])
    least = min(exist, float(aside["irrelevant_total"]))
    for rank, hit, above, adds in version.ranks("relevant", "irrelevant_above", "contribution"):
        counted, missed = min(above, exist), above > before
        before = above
        lost = f" × (1 − {counted:g}/{least:g})" if least else ""
        hits = f"{above:g} judged {'miss' if above == 1 else 'misses'} above"
        sentence = f"{hits}, adds 1/{exist:g}{lost} = {decimals(adds)}"
        label = f"{above:g} above"
        if not hit:
            label = "" if missed else "?"
            why = "a judged miss, each hit below it adds less" if missed else "nobody judged it"
            sentence = f"{why}, adds nothing{'' if missed else ' and takes nothing'}"
        yield version.row(
            rank,
            sentence,
            value=adds,
            counts=bool(adds),
            due=1 / exist if hit else None,
            label=version.named(label),
        )
