"""Receive the reader's actions from the browser: numbered, in order, repeated until processed.

Board, knobs, toolbar and the browser's Back put actions into one outbox (assets/courier.js), which
is sent with every message. So an aborted run or a lost connection loses no action, and none is
processed twice. A browser may send anything: each handler checks its action against the current
screen. Anybody can write a link that starts an action. So a link starts only what is `linked`.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import quote

import streamlit as st

from ui.core import announcements
from ui.core.documents import ASSETS
from ui.core.screen import Screen
from ui.core.session import Depth, Session, session

Action: TypeAlias = Mapping[str, Any]

LINK: Final = "link"
"""The sender of all actions that links start (assets/links.js)."""

_ON_SCREEN: Final[dict[str, Callable[[Screen, Action], Screen]]] = {}
_ON_SESSION: Final[dict[str, Callable[[Session, Action], object]]] = {}
_LINKED: Final[set[str]] = set()
_MOST: Final = 10_000
"""Largest jump of an action's number: more than a reader does while the connection is lost."""
_LONGEST: Final = 1_000_000
"""Most characters of a message. It holds thousands of actions."""
_DAMAGED: Final = "A message of this page arrived damaged. Nothing was changed."

_post = st.components.v2.component(
    "rankbook_post",
    html=(ASSETS / "post.html").read_text(encoding="utf-8"),
    js=(ASSETS / "post.js").read_text(encoding="utf-8"),
)


def on_screen(
    do: str, *, linked: bool = False
) -> Callable[[Callable[[Screen, Action], Screen]], Callable[[Screen, Action], Screen]]:
    """Register the handler of an action that changes the screen; a drag can preview it.

    Args:
        do: the name of the action.
        linked: whether a link may start it.
    """

    def register(handler: Callable[[Screen, Action], Screen]) -> Callable[[Screen, Action], Screen]:
        _register_name(do, handler, linked)
        _ON_SCREEN[do] = handler
        return handler

    return register


def on_session(
    do: str, *, linked: bool = False
) -> Callable[[Callable[[Session, Action], object]], object]:
    """Register the handler of an action that changes the session beyond its screen.

    Args:
        do: the name of the action.
        linked: whether a link may start it. Nothing that concerns a room may be linked.
    """

    def register(handler: Callable[[Session, Action], object]) -> object:
        _register_name(do, handler, linked)
        _ON_SESSION[do] = handler
        return handler

    return register


def _register_name(do: str, handler: Callable[..., object], linked: bool) -> None:
    """Note whether links may start an action; refuse a second handler of it.

    A later import would silently replace the first.
    """
    for old in (_ON_SCREEN.get(do), _ON_SESSION.get(do)):
        if old and (old.__module__, old.__name__) != (handler.__module__, handler.__name__):
            raise ValueError(f"{old.__module__} has the action {do!r} already")
    if linked:
        _LINKED.add(do)


def href(action: Action) -> str:
    """Write an action as the target of a link; a click on it acts (links.js).

    Raises:
        ValueError: no link may start this action.
    """
    if action["do"] not in _LINKED:
        raise ValueError(f"the handler of {action['do']!r} is not linked")
    short = json.dumps(action, separators=(",", ":"))
    return f"#do={quote(short, safe=',:')}"


def deliver(page: str = "") -> None:
    """End a run: send the number processed last, the page, and the sentence to announce."""
    state = session()
    if sentence := announcements.announcement(state, page):
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
    """Process a message; what is no action in it is left out, and does not hold up the others."""
    try:
        message = _read(outbox)
        if message["session"] != state.inbox.session:  # the server restarted; the browser says so
            return
        preview, depth = message["preview"], Depth(message.get("depth", 0))
        received = [*message["actions"], *([preview] if preview else [])]
    except (ValueError, KeyError, TypeError, RecursionError):
        state.say(_DAMAGED)
        return
    state.depth = max(state.depth, depth)
    most = state.inbox.taken + _MOST
    new = [action for action in received if _has_number(action, most)]
    if len(new) < len(received):
        state.say(_DAMAGED)
    elif all(action["seq"] <= state.inbox.taken or "unasked" in action for action in new):
        # The browser repeats itself, asks for the charts, or tells what its page does by itself.
        # The reader has done nothing: what the reader was told stays.
        state.repeat()
    for action in sorted(new, key=lambda action: (action is preview, action["seq"])):
        if action["seq"] > state.inbox.taken:
            by = action.get("by")
            state.inbox.acknowledge(by[:40] if isinstance(by, str) else "", action["seq"])
            _process(state, action, held=action is preview)


def _read(outbox: str) -> dict[str, Any]:
    if len(outbox) > _LONGEST:
        raise ValueError("a message that the page did not send")
    message: dict[str, Any] = json.loads(outbox)
    if not isinstance(message["actions"], list):
        raise TypeError("no list of actions")
    return message


def _has_number(action: Any, most: int) -> bool:
    """Return whether an action has a number that our page could have sent."""
    return isinstance(action, dict) and type(number := action.get("seq")) is int and number <= most


def _process(state: Session, action: Action, *, held: bool) -> None:
    """Do an action that has just been acknowledged, preview it, or say why it is refused."""
    by, do = action.get("by"), action.get("do")
    try:
        if not isinstance(by, str) or not isinstance(do, str):
            raise TypeError("an action without a sender or a name")
        if by == LINK and do not in _LINKED:
            state.say("No link can do what this one asks for. Nothing was changed.")
            return
        state.speech.document = str(action.get("id") or state.speech.document)
        handler = _ON_SCREEN.get(do)
        if held:
            state.show(handler and (lambda screen: handler(screen, action)), by)
        elif handler:
            state.act(lambda screen: handler(screen, action))
        else:
            state.show(None)
            _ON_SESSION[do](state, action)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        # our own page sends no such action
        state.show(None)
        state.say(_DAMAGED)


@on_session("lost")
def _say_lost(state: Session, _action: Action) -> None:
    state.say(
        "The server was started anew before it took your last change. Everything before it is here."
    )
