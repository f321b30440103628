"""The expected search length of a ranking in which documents are tied."""

from itertools import accumulate

import streamlit as st

from metrics.first_hit import Tied, expected_search_length
from pages.reciprocal_rank.knobs import Ordered
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.parts import controls

_MOST = 20
"""Most hits that have a row."""


def draw(screen: Screen) -> None:
    """Draw the field for the groups, and the search length down to each hit."""
    controls.turn([Ordered.GROUPS], by="tied_groups")
    st.html(table(screen))


def table(screen: Screen) -> str:
    """Return a row for each hit, with the sum of its search length."""
    typed = [*map(int, screen[Ordered.GROUPS])]
    groups = [*map(Tied, typed[::2], typed[1::2])]
    hits, misses = map(sum, zip(*groups, strict=True))
    if not hits:
        return "<p>These groups have no hit, so there is no such number.</p>"
    body = []
    for wanted in range(1, min(hits, _MOST) + 1):
        found = [*accumulate(group.relevant for group in groups)]
        at = next(place for place, so_far in enumerate(found) if so_far >= wanted)
        relevant, irrelevant = groups[at]
        above = sum(group.irrelevant for group in groups[:at])
        still = wanted - (found[at] - relevant)
        body.append(
            [
                str(wanted),
                str(at + 1),
                f"{above:,} + {irrelevant:,} · {still}/({relevant:,} + 1)",
                decimals(expected_search_length(groups, wanted)),
                decimals(expected_search_length([Tied(hits, misses)], wanted)),
            ]
        )
    head = ["hits", "in group", "misses: above + i · s/(r + 1)", "expected", "all tied"]
    more = f"<p>The first {_MOST} of {counted(hits, 'hit')} have a row.</p>" * (hits > _MOST)
    return table_html("Expected search length", head, body, words=(2,)) + more
