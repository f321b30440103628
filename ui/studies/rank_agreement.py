"""Two boards side by side, what stands beside them, and the buttons that swap neighbours."""

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
    """Draw both boards with what stands beside them, and below them buttons that swap.

    The first column of A and the last of B are what each rank adds, which a phone has in the cards.
    """
    now = session()
    on, with_b = now.shown, has_b(now.current)
    # Not st.columns, each of which would be an element of its own.
    with st.container(key="two_lists", horizontal=True):
        board.show("a", adds=columns["a"][0], hidden=hidden, called=("List A", "Drag the cards."))
        beside_cards.draw(on, "a", columns["a"], hidden=hidden)
        if with_b:
            board.show("b", adds=columns["b"][-1], hidden=hidden, called=_B)
        else:
            st.html(_copy_html(on))
        beside_cards.draw(on, name_of_b(on), columns["b"], hidden=hidden)
    with st.container(key="below_lists", horizontal=True):
        st.markdown("" if now.hall.presenting else explanation)
        ends = [
            controls.button(f"Swap at the {end}", {"do": "swap_end", "end": end})
            for end in ("top", "bottom")
        ]
        controls.draw("swaps", ends, "halves")


def _copy_html(screen: Screen) -> str:
    """Write list A once more, in the place of a list B that is not there yet."""
    ranked = screen.a
    each = "".join(
        f"<li{about(f'a-{document.id}')}>{rank} {escape(document.title)}</li>"
        for rank, document in enumerate(ranked.documents[: ranked.retrieved], start=1)
    )
    keep = post.href({"do": "keep_b"})
    return (
        f"<div class='copy' style='--pitch:{theme.ROW_PITCH}px;--gap:{theme.ROW_GAP}px'>"
        "<p>There is no list B yet: this is A again. "
        f"<a href='{keep}'><b>Keep a copy as list B</b></a></p>"
        f"<ol role='list' aria-label='A again, as long as there is no list B'>{each}</ol></div>"
    )


@post.change("swap_end")
def _swap_end(now: Screen, action: Action) -> Screen:
    return swapped(now, action["end"])
