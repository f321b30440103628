"""Several tests with p-values of the reader's own: Bonferroni, Holm, and Benjamini and Hochberg."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import compare
from metrics.compare import Corrected
from pages.significance.knobs import Significance
from ui.core.plain import counted, listed, table_html
from ui.core.screen import Screen
from ui.parts import controls

_ROUNDING: Final = 1e-12


class Tested(NamedTuple):
    """A test: its name, or its number as it was typed, and its p-value."""

    name: str
    p: float


def draw(screen: Screen) -> None:
    """Draw a field for the p-values, and what each method rejects, with its limits."""
    controls.turn([Significance.OWN_P, Significance.LEVEL], by="own_p")
    level = screen[Significance.LEVEL]
    tests = sorted(_tests(screen[Significance.OWN_P]), key=lambda test: test.p)
    every = [test.p for test in tests]
    bonferroni, holm, fdr = (
        compare.corrected(every, method, level)
        for method in ("bonferroni", "holm", "benjamini_hochberg")
    )
    st.markdown(_said(tests, level, bonferroni, holm))
    st.html(_table(tests, level, bonferroni, holm))
    st.markdown(
        "**Benjamini and Hochberg**, for independent tests: the limit of row i is i · α/m. The "
        "last p up to its limit is rejected, with all above it. "
        f"Rejected: **{_rejected(tests, fdr)}**."
    )
    st.html(_table_of_shares(tests, level, fdr))


def _tests(typed: Sequence[str]) -> list[Tested]:
    words = [each.rpartition(" ") for each in typed]
    return [
        Tested(name or f"test {at}", float(p)) for at, (name, _, p) in enumerate(words, start=1)
    ]


def _said(tests: Sequence[Tested], level: float, bonferroni: Corrected, holm: Corrected) -> str:
    """Write how many are rejected without a correction, and by each method, as Markdown."""
    m = len(tests)
    below = sum(test.p < level - _ROUNDING for test in tests)
    at_level = sum(abs(test.p - level) <= _ROUNDING for test in tests)
    alone = f"**{below} of {m}** {'is' if below == 1 else 'are'} below α = {level:g}"
    alone += f", and {counted(at_level, 'is', 'are')} exactly α" * bool(at_level)
    return (
        f"Without a correction {alone}.\n\n"
        f"**Bonferroni**: each p has the limit α/m, here {level:g}/{m} = "
        f"{_short(level / m)}. Or compare the *adjusted p*, m · p and at most 1, with α. "
        f"Rejected: **{_rejected(tests, bonferroni)}**.\n\n"
        "**Holm**: the limits are α/m for the smallest p, α/(m − 1) for the next one, and so on. "
        "Go down the rows. The first p above its limit ends it: it and all below are not "
        f"rejected. Rejected: **{_rejected(tests, holm)}**."
    )


def _rejected(tests: Sequence[Tested], found: Corrected) -> str:
    names = [test.name for test, rejected in zip(tests, found.rejected, strict=True) if rejected]
    return f"{len(names)} of {len(tests)}: {listed(names)}" if names else "none"


def _table(tests: Sequence[Tested], level: float, bonferroni: Corrected, holm: Corrected) -> str:
    """Write each test with its limits, what follows, and its adjusted p; the smallest p first."""
    m, body, most = len(tests), list[list[object]](), 0.0
    for at, (name, p) in enumerate(tests):
        left, times = m - at, (m - at) * p
        product = f"{left} · {_short(p)}"
        is_less, most = times < most - _ROUNDING, max(most, times)
        adjusted = _short(min(most, 1))
        if is_less:
            adjusted = f"{adjusted}, as above: {product} is less"
        else:
            adjusted = f"{product} = {_short(times)}" + ", so 1" * (times > 1 + _ROUNDING)
        body.append(
            [
                *(name, _short(p), "yes" if bonferroni.rejected[at] else "no"),
                _short(min(m * p, 1)),
                f"{level:g}/{left} = {_short(float(holm.limits[at]))}",
                *("yes" if holm.rejected[at] else "no", adjusted),
            ]
        )
    head = ["test", "p", f"Bonferroni: p ≤ {_short(level / m)}", "adjusted p"]
    head += ["Holm’s limit", "Holm: p ≤ limit", "adjusted p"]
    return table_html("Your tests by Bonferroni and Holm", head, body, words=(0, 2, 4, 5, 6))


def _table_of_shares(tests: Sequence[Tested], level: float, fdr: Corrected) -> str:
    """Write each test with its limit by Benjamini and Hochberg."""
    m = len(tests)
    body = [
        [
            *(name, _short(p), f"{at} · {level:g}/{m} = {_short(float(fdr.limits[at - 1]))}"),
            *("yes" if fdr.rejected[at - 1] else "no", _short(float(fdr.adjusted[at - 1]))),
        ]
        for at, (name, p) in enumerate(tests, start=1)
    ]
    head = ["test", "p", "limit", "rejected", "adjusted p"]
    return table_html("Your tests by Benjamini and Hochberg", head, body, words=(0, 2, 3))


def _short(number: float) -> str:
    """Write a number with four digits, and no more zeros than it needs.

    >>> _short(0.05 / 3), _short(0.01), _short(0.00001)
    ('0.01667', '0.01', '0.00001')
    """
    return str(
        np.format_float_positional(number, precision=4, unique=False, fractional=False, trim="-")
    )
