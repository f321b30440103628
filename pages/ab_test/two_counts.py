"""Two counts of one total: what only A and only B got right, wins, or a split of readers."""

from collections.abc import Sequence
from html import escape
from math import comb
from typing import Final

import streamlit as st

from metrics.two_counts import (
    PairedDifference,
    TwoCounts,
    paired_difference,
    size_of_share,
    two_counts,
)
from pages.ab_test.knobs import AbTest
from pages.ab_test.other_forms import SIGNIFICANT
from ui.core.knob_kinds import to_text
from ui.core.plain import decimals, p_value, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_RARE: Final = (0.001, 0.01)
"""Limits that are usual for the p of a split check."""
_FEW: Final = 25
"""Total below which χ² is rough."""
_TERMS: Final = 20
"""Largest total of which the ways are added up one by one."""


def draw() -> None:
    """Draw fields for the counts, and the test that fits what they count."""
    screen = session().shown
    planned = [AbTest.PLANNED] if screen[AbTest.KIND] == "split" else []
    controls.turn([AbTest.COUNTS, AbTest.KIND, *planned], by="two_counts")
    st.html(table(screen))


def table(screen: Screen) -> str:
    """Write the test of both counts, worked out, with a sentence on what it says."""
    counts, kind = [*map(int, screen[AbTest.COUNTS])], str(screen[AbTest.KIND])
    cells = counts if len(counts) == 4 else []
    if cells and kind != "right":
        return "<p>Four cells are what both, only A, only B and neither got right: choose that.</p>"
    first, second, *of = [*cells[1:3], sum(cells)] if cells else counts
    if kind == "split":
        return _split(first, second, screen[AbTest.PLANNED][0])
    found = two_counts(first, second)
    rows = _right(found, first, second) if kind == "right" else _wins(found, first, second)
    if cells:
        rows = _shares(cells) | rows
    if of:
        rows |= _of_all(paired_difference(first, second, of[0]), first, second, of[0])
        if kind == "wins":
            rows |= _with_ties(first, second, of[0])
    said = f"<p>χ² has one degree of freedom. {SIGNIFICANT}</p>" if kind == "right" else ""
    if first + second < _FEW:
        said += f"<p>Fewer than {_FEW} together: the exact p is right, and χ² and z are rough.</p>"
    head = ["the test", "worked out"]
    written = (_table_of(cells) if cells else "") + table_html(
        "The test of both counts", head, [*rows.items()], words=(0, 1)
    )
    return written + said + (_sizes(found.share) if kind == "wins" else "")


def _right(found: TwoCounts, first: int, second: int) -> dict[str, str]:
    """Return the rows of McNemar's test."""
    total, off = first + second, abs(first - second)
    both = f"({first:,} + {second:,})"
    less = f"(|{first:,} − {second:,}| − 1)² / {both} = {off - 1:,}²/{total:,}"
    return {
        "χ², corrected (McNemar)": f"{less} = {decimals(found.corrected)}{_p(found.p_corrected)}"
        if off
        else f"0, for both are equal{_p(found.p_corrected)}",
        "χ², not corrected": f"({first:,} − {second:,})² / {both} = {decimals(found.chi_squared)}"
        + _p(found.p),
        "exact: the sign test": _exact(found, first, second),
        "exact, one-sided": _one_sided(first, second),
    }


def _table_of(cells: Sequence[int]) -> str:
    """Write the four cells as a table, with their sums."""
    both, only_a, only_b, neither = cells
    rows = {"A right": (both, only_a), "A wrong": (only_b, neither)}
    body = [[name, *(f"{each:,}" for each in (*row, sum(row)))] for name, row in rows.items()]
    foot = ["all", *(f"{each:,}" for each in (both + only_b, only_a + neither, sum(cells)))]
    return table_html("The four cells", ["", "B right", "B wrong", "all"], body, foot)


def _shares(cells: Sequence[int]) -> dict[str, str]:
    """Return the rows of what each system got right."""
    both, total = cells[0], sum(cells)
    return {
        f"share that {name} got right": f"({both:,} + {only:,}) / {total:,} = "
        f"{_short((both + only) / total)}"
        for name, only in (("A", cells[1]), ("B", cells[2]))
    }


def _wins(found: TwoCounts, first: int, second: int) -> dict[str, str]:
    """Return the rows of a share that is compared with one half."""
    total, (low, high) = first + second, found.interval
    share, rest = _short(found.share), _short(1 - found.share)
    z = (first - second) / total**0.5
    return {
        "win rate, A/(A + B)": f"{first:,}/{total:,} = {share}",
        "z": f"({share} − 0.5) / √(0.5 · 0.5/{total:,}) = ({first:,} − {second:,}) / √{total:,} = "
        f"{decimals(z)}{_p(found.p)}",
        "exact: the sign test": _exact(found, first, second),
        "exact, one-sided": _one_sided(first, second),
        "95 % interval of the win rate": f"{share} ± 1.96 · √({share} · {rest}/{total:,}): "
        f"{decimals(low)} to {decimals(high)}"
        if first and second
        else "none: nothing varies",
    }


def _exact(found: TwoCounts, first: int, second: int) -> str:
    most, total = max(first, second), first + second
    ways = f", 2 · {_ways(most, total)}" if total <= _TERMS and first != second else ""
    return f"{most:,} or more of {total:,} coins on one side{ways}{_p(found.exact)}"


def _one_sided(first: int, second: int) -> str:
    most, total = max(first, second), first + second
    ways = f", {_ways(most, total)}" if total <= _TERMS else ""
    return f"{most:,} or more of {total:,}{ways}{_p(two_counts(most, total - most).greater)}"


def _ways(most: int, total: int) -> str:
    """Write how many of all ways to throw coins have so many on a side, or more."""
    each = [comb(total, heads) for heads in range(most, total + 1)]
    return f"({' + '.join(f'{some:,}' for some in each)})/{2**total:,}"


def _p(p: float) -> str:
    """Write a p-value after what it comes from."""
    if p != p:
        return ": too many to count"
    written = p_value(p)
    return f": p {written}" if written.startswith("<") else f": p = {written}"


def _short(number: float) -> str:
    """Write a number with four digits."""
    return f"{number:.4g}".replace("-", "−")


def _of_all(found: PairedDifference, first: int, second: int, of: int) -> dict[str, str]:
    """Return the rows of the difference of both shares of all."""
    low, high = map(_short, found.interval)
    lead = _short(found.difference)
    error = f"√({first + second:,} − {abs(first - second):,}²/{of:,}) / {of:,}"
    return {
        "A − B, of all": f"({first:,} − {second:,}) / {of:,} = {lead}",
        "standard error": f"{error} = {_short(found.error)}",
        "95 % interval of A − B": f"{lead} ± 1.96 · {_short(found.error)}: {low} to {high}",
    }


def _with_ties(first: int, second: int, of: int) -> dict[str, str]:
    """Return the rows of Δ, which counts a tie as half a win, and of what ties are not."""
    ties, half = of - first - second, (first - second) / of / 2
    delta = f"({first:,} + ½ · {ties:,}) / {of:,} − ½ = {_short(half)}"
    rows = {"Δ, a tie is half a win": f"{delta}, half of A − B"}
    if ties:
        rows["not the win rate"] = (
            f"{first:,}/{of:,} = {_short(first / of)} counts all {ties:,} ties as losses of A"
        )
    return rows


def _sizes(share: float) -> str:
    """Write how many wins find such a share again, for two powers, two-sided and one-sided."""
    if share in (0, 0.5, 1):
        return ""
    body: list[list[object]] = [
        [name, *(f"{size_of_share(share, power, sides=sides):,}" for power in (0.8, 0.9))]
        for name, sides in (("two-sided", 2), ("one-sided", 1))
    ]
    own, gap = _short(share), _short(abs(share - 0.5))
    said = f"<p>How many readers with a winner find a share of {own}, with p &lt; 0.05?</p>"
    example = (
        f"<p>One-sided, power 0.9: ((1.645 · 0.5 + 1.282 · √({own} · {_short(1 - share)})) / "
        f"{gap})², rounded up. Two-sided has 1.960 for 1.645, power 0.8 has 0.842 for 1.282.</p>"
    )
    head = ["p is", "power 0.8", "power 0.9"]
    return said + table_html(f"How many find a share of {own}", head, body) + example


def _split(first: int, second: int, planned: float) -> str:
    """Write the split check: how far both counts are from the planned ones."""
    found, total = two_counts(first, second, planned), first + second
    shares = (planned, 1 - planned)
    body = []
    for name, count, share, due in zip("AB", (first, second), shares, found.expected, strict=True):
        adds = (count - due) ** 2 / due
        written = f"{due:,.2f}".rstrip("0").rstrip(".")
        body.append(
            [
                name,
                f"{count:,}",
                f"{total:,} · {to_text(round(share, 6))} = {written}",
                f"({count:,} − {written})² / {written} = {decimals(adds)}",
            ]
        )
    head = ["group", "readers", "planned", "(readers − planned)² / planned"]
    chi = f"χ² = {decimals(found.chi_squared)}"
    foot = ["sum", f"{total:,}", "", chi]
    low, high = _RARE
    said = (
        "chance alone hardly makes such a split. It is a <em>sample ratio mismatch</em> (SRM): "
        "find out which readers are missing, and do not read the A/B test before"
        if found.p < low
        else f"a mismatch for who takes p &lt; {high}, none for who takes p &lt; {low}. Both "
        "limits are in use"
        if found.p < high
        else "chance alone makes such a split. There is no sample ratio mismatch (SRM)"
    )
    return (
        table_html("The split check", head, body, foot)
        + f"<p>{chi},{escape(_p(found.p)[1:])}: {said}.</p>"
    )
