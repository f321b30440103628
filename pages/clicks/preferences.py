"""One reader's clicks as preferences: which results are better than which."""

from itertools import groupby
from typing import Final

import streamlit as st

from metrics.clicks import Preference, preferences
from pages.clicks.knobs import Observed
from ui.core.plain import counted, listed, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_RULES: Final = {
    "skip_above": ("click > skip above", "the reader saw both, and clicked the lower one"),
    "last_click": ("last click > skip above", "the search ended with this click"),
    "earlier_click": ("click > earlier click", "the reader went on after the earlier click"),
    "skip_previous": ("click > skip previous", "the one just above a click is most likely seen"),
    "next_not": ("click > no click next", "the one just below is often seen, too"),
}


def draw() -> None:
    """Draw fields for the clicked ranks and the results shown, and the pairs by each rule."""
    controls.turn([Observed.CLICKED, Observed.SHOWN], by="preferences")
    st.html(table(session().shown))


def table(screen: Screen) -> str:
    """Write the pairs of each rule, and those of the first rule click by click."""
    clicked = [*dict.fromkeys(map(int, screen[Observed.CLICKED]))]
    (shown,) = map(int, screen[Observed.SHOWN])
    if max(clicked) > shown:
        results = counted(shown, "result is", "results are")
        return f"<p>Rank {max(clicked)} was clicked, but {results} shown: type how many.</p>"
    found = preferences(clicked, shown)
    body = [[name, why, _written(found[rule])] for rule, (name, why) in _RULES.items()]
    return (
        _by_click(clicked, found["skip_above"])
        + table_html("Preferences by rule", ["rule", "because", "pairs"], body, words=range(3))
        + "<p>A pair of <em>skip above</em> turns the order shown around. A click on rank 1 gives "
        "none: readers click there most, whatever stands there (<em>position bias</em>). So such "
        "pairs say what stands too low, and never that the order is right. Pairs of <em>click &gt; "
        "no click next</em> agree with the order shown.</p>"
    )


def _by_click(clicked: list[int], pairs: list[Preference]) -> str:
    """Write for each clicked rank what was skipped above it."""
    by_rank = {
        rank: [over for _, over in each] for rank, each in groupby(pairs, key=lambda pair: pair[0])
    }
    body = []
    for rank in sorted(clicked):
        skipped = by_rank.get(rank, [])
        why = "nothing stands above it" if rank == 1 else "all above it were clicked, too"
        if skipped:
            why = f"{listed(skipped)} {'was' if len(skipped) == 1 else 'were'} not clicked"
        body.append([f"rank {rank}", why, _written([(rank, over) for over in skipped])])
    foot = ["sum", "", counted(len(pairs), "pair")]
    head = ["clicked", "above it", "click > skip above"]
    return table_html("Click > skip above", head, body, foot, words=range(3))


def _written(pairs: list[Preference]) -> str:
    return ", ".join(f"{rank} > {over}" for rank, over in pairs) or "none"
