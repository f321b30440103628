"""The address is the save file: read when a reader comes by it, written at the end of every run.

A reader comes by an address in two ways only: as a new session, by a link or a reload, or by the
browser's Back and Forward, which arrive like any other action. Otherwise the screen is right and
the address, which may be on its way, is not.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from ui import link, post
from ui.session import Session, session


def read() -> None:
    """Begin a new session with the screen that its address holds."""
    if "session" not in st.session_state:
        session().begin(st.query_params.to_dict())


@post.deed("arrive")
def _arrive(now: Session, action: Mapping[str, Any]) -> None:
    now.arrive(dict(parse_qsl(str(action["query"]).removeprefix("?"), keep_blank_values=True)))


def write() -> None:
    """Bring the address up to date with the screen, as a step that the browser's Back takes.

    Held against what the browser sent, because what it was told last may have been lost with a run
    that was broken off; and against what it was told last, because that may still be on its way.
    """
    now = session()
    query = link.encode(now.current)
    if not query == st.query_params.to_dict() == now.told:
        st.query_params.from_dict(query)
    now.told = query
