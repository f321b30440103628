"""Two boards side by side with their columns, and buttons that swap neighbours."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import streamlit as st

from ui.look import theme
from ui.look.columns import Column
from ui.look.plain import about
from ui.models.rank_agreement import has_b, name_of_b, swapped
from ui.parts import board, controls
from ui.pictures import beside_cards
from ui.state.screen import Name, Screen
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action

_B: Final = "List B", "Same title, same document."


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
        st.markdown("" if state.hall.presenting else explanation)
        ends = [
            controls.button(f"Swap at the {end}", {"do": "swap_end", "end": end})
            for end in ("top", "bottom")
        ]
        controls.draw("swaps", ends, "halves")


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


@post.change("swap_end")
def _swap_end(screen: Screen, action: Action) -> Screen:
    return swapped(screen, action["end"])
