"""The address is the save file: read when a reader comes by it, written at the end of every run.

A reader comes by an address in two ways only: as a new session, by a link or a reload, or by the
browser's Back and Forward, which arrive like any other action. Otherwise the screen is right and
the address, which may be on its way, is not.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from ui.state import presets
from ui.state.session import Session, session
from ui.wire import post


def read(page: str) -> None:
    """Begin a new session with the screen that its address holds; go on with one that is there."""
    opening = presets.opening(page)
    if "session" in st.session_state:
        session().enter(opening)
    else:
        known = partial(presets.recognised, page)
        session().begin(st.query_params.to_dict(), opening, known)


@post.deed("arrive")
def _arrive(now: Session, action: Mapping[str, Any]) -> None:
    query = parse_qsl(str(action["query"]).removeprefix("?"), keep_blank_values=True)
    # Its page is not there yet: what comes back is still a message of the page that was left.
    now.arrive(dict(query), presets.opening(str(action["page"])))


def write() -> None:
    """Bring the address up to date with the screen, as a step that the browser's Back takes.

    Held against what the browser sent, because what it was told last may have been lost with a run
    that was broken off; and against what it was told last, because that may still be on its way.
    """
    now = session()
    query = now.query
    if not query == st.query_params.to_dict() == now.query_sent:
        st.query_params.from_dict(query)
    now.query_sent = query
