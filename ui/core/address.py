"""Read the screen from the address when a session begins, and write it there after every run.

An address is read in two cases only: at the start of a session, by a link or a reload, and after
the browser's Back or Forward, which arrive as an action. At all other times the screen is valid,
and the address may still be on its way to the browser.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from ui.core import post, presets
from ui.core.session import Depth, Session, session


def read(page: str) -> None:
    """Start a new session from its address, or enter the page in a running session.

    Whoever saves a file of Python makes all classes anew, and they do not know old objects. So the
    session then starts anew, too, as after a restart of the server.
    """
    opening = presets.opening(page)
    if isinstance(st.session_state.get("session"), Session):
        session().enter(opening)
    else:
        st.session_state["session"] = Session()
        recognise = partial(presets.recognised, page)
        session().begin(presets.with_screen(st.query_params.to_dict()), opening, recognise)
        if "Origin" in st.context.headers:  # a browser's, which asks for the rest
            session().depth = Depth.STAGE


@post.on_session("arrive")
def _arrive(state: Session, action: Mapping[str, Any]) -> None:
    query = parse_qsl(str(action["query"]).removeprefix("?"), keep_blank_values=True)
    # The action names the new page: the message still comes from the page that was left.
    state.arrive(presets.with_screen(dict(query)), presets.opening(str(action["page"])))


def write() -> None:
    """Write the screen to the address, as a step of the browser's history.

    The parameters are compared with those that the browser sent: an aborted run may have lost the
    last update. They are also compared with the last update, which may still be on its way.
    """
    state = session()
    query = state.query
    if query != st.query_params.to_dict() or query != state.query_sent:
        st.query_params.from_dict(query)
    state.query_sent = query
