"""Probabilities that a reader of the page types for each rank: ERR of them, and expected scores."""

from collections.abc import Sequence
from fractions import Fraction
from math import log2
from typing import Final

import streamlit as st

from metrics.uncertain import expected_scores
from ui.core.knob_kinds import to_text
from ui.core.knobs import OWN_RELEVANCE
from ui.core.plain import decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_SMALL: Final = 100
"""Largest denominator of a fraction that is typed."""
_ROUNDED: Final = 6e-7
"""How far a typed number is rounded."""
_LARGEST: Final = 9_999
"""Largest denominator of a fraction that is written."""


def draw() -> None:
    """Draw a field for the probabilities, who stops where, and what is expected of the list."""
    screen = session().shown
    controls.turn([OWN_RELEVANCE], by="own_relevance")
    st.html(table(screen))
    st.markdown(worked(screen))


def _exactly(chances: Sequence[float]) -> list[Fraction]:
    """Return probabilities as they were typed, before they were rounded: 1/6 for 0.166667."""
    found = []
    for chance in chances:
        near = Fraction(chance).limit_denominator(_SMALL)
        found.append(near if abs(near - Fraction(chance)) < _ROUNDED else Fraction(to_text(chance)))
    return found


def _text(share: Fraction, *, as_fractions: bool) -> str:
    """Write a share as a fraction, or as a decimal number where all typed ones are short."""
    if as_fractions and share.denominator <= _LARGEST:
        return str(share)
    return f"{float(share):.4g}"


def _are_fractions(chances: Sequence[Fraction]) -> bool:
    """Return whether a probability is a fraction that three decimals cannot write, such as 1/6."""
    return any(
        chance.denominator <= _SMALL and (chance * 1000).denominator > 1 for chance in chances
    )


def table(screen: Screen) -> str:
    """Write how many readers get to each rank and stop there, and what a stop adds to ERR."""
    chances = _exactly(screen[OWN_RELEVANCE])
    as_fractions, left, body = _are_fractions(chances), Fraction(1), list[list[object]]()
    for rank, chance in enumerate(chances, 1):
        stop = left * chance
        r, here, stops = (_text(one, as_fractions=as_fractions) for one in (chance, left, stop))
        adds = f"{stops} ÷ {rank} = {decimals(float(stop / rank))}"
        body.append([rank, r, here, f"{here} · {r} = {stops}", adds])
        left -= stop
    never = _text(left, as_fractions=as_fractions)
    body.append(["never", "", never, never, "0.000"])
    head = ["rank", "R", "get here", "stop here: get here · R", "stop ÷ rank"]
    err = expected_scores([*map(float, chances)]).reciprocal_rank
    return table_html("Who stops where", head, body, ["sum", "", "", "1", f"ERR = {decimals(err)}"])


def worked(screen: Screen) -> str:
    """Write what is expected if R is the probability of being relevant, as Markdown."""
    chances = _exactly(screen[OWN_RELEVANCE])
    found, n = expected_scores([*map(float, chances)]), len(chances)
    as_fractions = _are_fractions(chances)
    each = [_text(chance, as_fractions=as_fractions) for chance in chances]
    misses = [_text(1 - chance, as_fractions=as_fractions) for chance in chances]
    weights = [decimals(1 / log2(rank + 1)) for rank in range(1, n + 1)]
    gains = " + ".join(f"{r} · {weight}" for r, weight in zip(each, weights, strict=True))
    return (
        "Or R is the probability that a document is *relevant*, independent of the others. Then a "
        "reader stops at the first relevant one, and ERR is the expected reciprocal rank:\n\n"
        f"- expected P@{n} = ({' + '.join(each)}) / {n} = **{decimals(found.precision)}**\n"
        f"- expected RR = **{decimals(found.reciprocal_rank)}**, the sum of the last column\n"
        f"- expected DCG@{n}, each R discounted by its rank: {gains} = **{decimals(found.dcg)}**\n"
        f"- none is relevant: {' · '.join(misses)} = **{decimals(found.none)}**"
    )
