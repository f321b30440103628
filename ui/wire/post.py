"""Receive the reader's actions from the browser: numbered, in order, repeated until processed.

Board, knobs, toolbar and the browser's Back put actions into one outbox (assets/courier.js), which
is sent with every message. So an aborted run or a lost connection loses no action, and none is
processed twice. A browser may send anything: each handler checks its action against the current
screen.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import quote

import streamlit as st

from ui.state.documents import ASSETS
from ui.state.screen import Screen
from ui.state.session import Depth, Session, session
from ui.wire import heard

Action: TypeAlias = Mapping[str, Any]

_CHANGES: Final[dict[str, Callable[[Screen, Action], Screen]]] = {}
_DEEDS: Final[dict[str, Callable[[Session, Action], object]]] = {}
_MOST: Final = 10_000
"""Largest jump of an action's number: more than a reader does while the connection is lost."""

_post = st.components.v2.component(
    "rankbook_post",
    html=(ASSETS / "post.html").read_text(encoding="utf-8"),
    js=(ASSETS / "post.js").read_text(encoding="utf-8"),
)


def change(
    do: str,
) -> Callable[[Callable[[Screen, Action], Screen]], Callable[[Screen, Action], Screen]]:
    """Register the handler of an action that changes the screen; a drag can preview it."""

    def register(handler: Callable[[Screen, Action], Screen]) -> Callable[[Screen, Action], Screen]:
        _check_unused(do, handler)
        _CHANGES[do] = handler
        return handler

    return register


def deed(do: str) -> Callable[[Callable[[Session, Action], object]], object]:
    """Register the handler of an action that changes the session beyond its screen."""

    def register(handler: Callable[[Session, Action], object]) -> object:
        _check_unused(do, handler)
        _DEEDS[do] = handler
        return handler

    return register


def _check_unused(do: str, handler: Callable[..., object]) -> None:
    """Refuse a second handler of an action: a later import would silently replace the first."""
    for old in (_CHANGES.get(do), _DEEDS.get(do)):
        if old and (old.__module__, old.__name__) != (handler.__module__, handler.__name__):
            raise ValueError(f"{old.__module__} has the action {do!r} already")


def href(action: Action) -> str:
    """Write an action as the target of a link; a click on it acts (contents.js)."""
    return f"#do={quote(json.dumps(action))}"


def deliver(page: str = "") -> None:
    """End a run: send the number processed last, the page, and the sentence to announce."""
    state = session()
    if sentence := heard.sentence(state, page):
        state.speech.last = state.speech.last[0] + 1, sentence
    data = {
        "session": state.inbox.session,
        "ack": state.inbox.taken,
        "page": page,
        "said": state.speech.last,
        "depth": state.depth,
    }
    _post(key="post", data=data, on_outbox_change=_collect)
    state.end_run()


def _collect() -> None:
    """Process the new actions of the outbox, one message after the other."""
    state, outbox = session(), st.session_state["post"].outbox
    with state.inbox.processing:
        _take(state, outbox)


def _take(state: Session, outbox: str) -> None:
    try:
        message = json.loads(outbox)
        if message["session"] != state.inbox.session:  # the server restarted; the browser says so
            return
        preview = message["preview"]
        state.depth = max(state.depth, Depth(message.get("depth", 0)))
        new = sorted(message["actions"], key=lambda action: _checked_number(action, state))
        if preview:
            _checked_number(preview, state)
            new.append(preview)
    except (ValueError, KeyError, TypeError, RecursionError):
        state.say("A message of this page arrived damaged. Nothing was changed.")
        return
    if all(action["seq"] <= state.inbox.taken for action in new):
        # The browser repeats itself, or asks for the charts.
        state.repeat()
    for action in new:
        if action["seq"] > state.inbox.taken:
            state.inbox.acknowledge(action["by"][:40], action["seq"])
            state.speech.document = str(action.get("id") or state.speech.document)
            _process(state, action, held=action is preview)


def _checked_number(action: Action, state: Session) -> int:
    """Return an action's number, or raise an error if our page could not have sent it."""
    number = action["seq"]
    if (
        type(number) is not int
        or number > state.inbox.taken + _MOST
        or not isinstance(action["by"], str)
        or not isinstance(action["do"], str)
    ):
        raise ValueError("a message that the page did not send")
    return number


def _process(state: Session, action: Action, *, held: bool) -> None:
    do = action["do"]
    handler = _CHANGES.get(do)
    try:
        if held:
            state.show(handler and (lambda screen: handler(screen, action)), action["by"])
        elif handler:
            state.act(lambda screen: handler(screen, action))
        else:
            state.show(None)
            _DEEDS[do](state, action)
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
        # our own page sends no such action
        state.show(None)
        state.say("A message of this page arrived damaged. Nothing was changed.")


@deed("lost")
def _lost(state: Session, _action: Action) -> None:
    state.say(
        "The server was started anew before it took your last change. Everything before it is here."
    )
