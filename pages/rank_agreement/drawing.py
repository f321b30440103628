"""Two boards side by side with their columns, and buttons that swap neighbours."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import streamlit as st

from pages.rank_agreement.model import has_b, name_of_b, pair, swapped
from ui.core import post, theme
from ui.core.columns import Column
from ui.core.plain import about, decimals
from ui.core.post import Action
from ui.core.screen import Name, Screen
from ui.core.session import session
from ui.draw import beside_cards
from ui.draw.score import Measured
from ui.parts import board, controls

_B: Final = "List B", "Same title, same document."
_FEW: Final = 6
"""Most documents whose numbers are written into a formula."""


def boards(columns: Mapping[Name, Sequence[Column]], explanation: str, hidden: bool) -> None:
    """Draw both boards with their columns, and below them buttons that swap neighbours.

    On a phone the cards show the first column of A and the last of B: what each rank adds.
    """
    state = session()
    screen, with_b = state.shown, has_b(state.current)
    # st.columns would add an element for each column.
    with st.container(key="two_lists", horizontal=True):
        board.show("a", adds=columns["a"][0], hidden=hidden, called=("List A", "Drag the cards."))
        beside_cards.draw(screen, "a", columns["a"], hidden=hidden)
        if with_b:
            board.show("b", adds=columns["b"][-1], hidden=hidden, called=_B)
        else:
            st.html(_copy_html(screen))
        beside_cards.draw(screen, name_of_b(screen), columns["b"], hidden=hidden)
    with st.container(key="below_lists", horizontal=True):
        st.markdown("" if state.projector.presenting else explanation)
        ends = [
            controls.button(f"Swap at the {end}", {"do": "swap_end", "end": end})
            for end in ("top", "bottom")
        ]
        controls.draw("swaps", ends, "halves")


def formulas(distance: Measured, rho: Measured, tau_ap: Measured, rbo: Measured) -> str:
    """Return the formulas of four measures as Markdown, with the numbers of short lists."""
    lists = pair(rho.screen)
    n, in_b = len(lists.both), lists.both_in_b
    squares = sum((at - in_b.index(each)) ** 2 for at, each in enumerate(lists.both))
    shares = dict(zip(lists.b, tau_ap.breakdown.terms["right_above"].tolist(), strict=True))
    right = (f"{at * shares[each]:.0f}/{at}" for at, each in enumerate(in_b) if at)
    weights, overlaps = (rbo.breakdown.terms[name].tolist() for name in ("weight", "overlap"))
    depths = [*weights, rbo.screen["persistence"] ** len(weights)], [*overlaps, *overlaps[-1:]]
    seen = (f"{decimals(w)} · {overlap:.3g}" for w, overlap in zip(*depths, strict=False))
    written = (
        (distance, f"2/({n} · {n - 1}) · {distance.breakdown.aside['pairs'].sum() / 2:g}"),
        (rho, f"1 − 6 · {squares}/({n} · {n**2 - 1})"),
        (tau_ap, f"2/{n - 1} · ({' + '.join(right)}) − 1"),
        (rbo, " + ".join(seen)),
    )
    parts = []
    for one, numbers in written:
        here = f"Here: {numbers} = **{one.text}**." if 1 < n <= _FEW >= len(weights) else ""
        parts.append(f"**{one.label}**\n\n$$\n{one.latex}\n$$\n\n{one.in_words}\n\n{here}")
    return "\n\n".join(parts)


def _copy_html(screen: Screen) -> str:
    """Return a copy of list A as HTML, shown while there is no list B."""
    ranked = screen.a
    items = "".join(
        f"<li{about(f'a-{document.id}')}>{rank} {escape(document.title)}</li>"
        for rank, document in enumerate(ranked.documents[: ranked.retrieved], start=1)
    )
    keep = post.href({"do": "keep_b"})
    return (
        f"<div class='copy' style='--pitch:{theme.ROW_PITCH}px;--gap:{theme.ROW_GAP}px'>"
        "<p>There is no list B yet: this is A again. "
        f"<a href='{keep}'><b>Keep a copy as list B</b></a></p>"
        f"<ol role='list' aria-label='A again, as long as there is no list B'>{items}</ol></div>"
    )


@post.on_screen("swap_end")
def _swap_end(screen: Screen, action: Action) -> Screen:
    return swapped(screen, action["end"])
