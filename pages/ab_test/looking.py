"""Looking several times at a test: how often it finds a difference where there is none."""

from typing import Final

import streamlit as st

from metrics import looks
from metrics.compare import false_alarms
from pages.ab_test.knobs import AbTest
from ui.core.plain import decimals, table_html
from ui.core.screen import Screen
from ui.parts import controls

_USUAL: Final = (2, 3, 4, 5, 10)
"""Numbers of looks that have a row beside the reader's own."""


def draw(screen: Screen) -> None:
    """Draw a knob for the looks, the chance of a false win, and the level that each look needs."""
    controls.turn([AbTest.LOOKS], by="looks")
    own, level = int(screen[AbTest.LOOKS]), screen[AbTest.LEVEL]
    _, independent = false_alarms(own, level)
    each = looks.pocock(own, level)
    st.markdown(
        f"With {own} looks at α = {level:g}, at least one is significant in "
        f"**{decimals(looks.any_false_win(own, level))}** of all tests without any difference. If "
        f"the looks were independent, it would be 1 − {1 - level:g}<sup>{own}</sup> = "
        f"{decimals(independent)}. But they share their data, so it is less.\n\n"
        f"To keep {level:g} in all, *Bonferroni* asks for p ≤ {level:g}/{own} = "
        f"{decimals(level / own, 4)} at each look. That is too careful: all looks together then "
        f"have {decimals(looks.any_false_win(own, level / own))}. *Pocock* allows p ≤ "
        f"**{decimals(each, 4)}**, z beyond ±{looks.bound(each):.3f}, with {level:g} in all.",
        unsafe_allow_html=True,
    )
    counts = sorted({*_USUAL, own})
    body = [
        [
            *(count, decimals(looks.any_false_win(count, level))),
            *(decimals(false_alarms(count, level)[1]), decimals(level / count, 4)),
            *(
                decimals(looks.pocock(count, level), 4),
                decimals(looks.bound(looks.pocock(count, level))),
            ),
        ]
        for count in counts
    ]
    head = [
        "looks",
        "any false win",
        "if independent",
        "Bonferroni: p ≤",
        "Pocock: p ≤",
        "z, Pocock",
    ]
    st.html(table_html("Looking several times", head, body, present=counts.index(own)))
