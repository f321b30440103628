"""What the reader does in the browser, as it arrives: numbered, in order, and repeated until taken.

Board, knobs, toolbar and the browser's Back put actions into one outbox (assets/courier.js), which
rides on every message. So none is lost with a run that is broken off or with a connection, and
none is taken twice. What came from a browser may be anything: each action is checked where it is
defined, against the screen as it is then.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import quote

import streamlit as st

from ui.state.documents import ASSETS
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.wire import heard

Action: TypeAlias = Mapping[str, Any]

_CHANGES: Final[dict[str, Callable[[Screen, Action], Screen]]] = {}
_DEEDS: Final[dict[str, Callable[[Session, Action], object]]] = {}
_MOST: Final = 10_000
"""How far a number may be ahead: far more than a reader does while a connection is away."""

_post = st.components.v2.component(
    "rankbook_post",
    html=(ASSETS / "post.html").read_text(encoding="utf-8"),
    js=(ASSETS / "post.js").read_text(encoding="utf-8"),
)


def change(
    do: str,
) -> Callable[[Callable[[Screen, Action], Screen]], Callable[[Screen, Action], Screen]]:
    """Say what an action makes of a screen; while something is held, it can be previewed."""

    def register(taken: Callable[[Screen, Action], Screen]) -> Callable[[Screen, Action], Screen]:
        _name(do, taken)
        _CHANGES[do] = taken
        return taken

    return register


def deed(do: str) -> Callable[[Callable[[Session, Action], object]], object]:
    """Say what an action does to the session."""

    def register(done: Callable[[Session, Action], object]) -> object:
        _name(do, done)
        _DEEDS[do] = done
        return done

    return register


def _name(do: str, function: Callable[..., object]) -> None:
    """Refuse a second function for an action: a later import would silently replace the first."""
    for taken in (_CHANGES.get(do), _DEEDS.get(do)):
        if taken and (taken.__module__, taken.__name__) != (function.__module__, function.__name__):
            raise ValueError(f"{taken.__module__} has the action {do!r} already")


def href(action: Action) -> str:
    """Write an action as what a link leads to, for a text that does what it says (contents.js)."""
    return f"#do={quote(json.dumps(action))}"


def deliver(page: str = "") -> None:
    """End a run: tell the browser what was taken, which page it has, and what is to be heard."""
    now = session()
    if said := heard.sentence(now, page):
        now.speech.last = now.speech.last[0] + 1, said
    data = {
        "session": now.inbox.session,
        "ack": now.inbox.taken,
        "page": page,
        "said": now.speech.last,
    }
    _post(
        key="post",
        data=data,
        on_outbox_change=_collect,
    )
    now.end_run()


def _collect() -> None:
    """Take what is new in the outbox."""
    now, outbox = session(), st.session_state["post"].outbox
    try:
        message = json.loads(outbox)
        if (
            message["session"] != now.inbox.session
        ):  # of a server that is gone; the browser says so itself
            return
        preview = message["preview"]
        new = sorted(message["actions"], key=lambda action: _number(action, now))
        if preview:
            _number(preview, now)
            new.append(preview)
    except (ValueError, KeyError, TypeError, RecursionError):
        now.say("A message of this page arrived damaged. Nothing was changed.")
        return
    for action in new:
        if action["seq"] > now.inbox.taken:
            now.inbox.acknowledge(action["by"][:40], action["seq"])
            now.speech.document = str(action.get("id") or now.speech.document)
            _take(now, action, held=action is preview)


def _number(action: Action, now: Session) -> int:
    """Return an action's number, if it is an action that a page of ours could have sent."""
    number = action["seq"]
    if (
        type(number) is not int
        or number > now.inbox.taken + _MOST
        or not isinstance(action["by"], str)
        or not isinstance(action["do"], str)
    ):
        raise ValueError("a message that the page did not send")
    return number


def _take(now: Session, action: Action, *, held: bool) -> None:
    do = action["do"]
    made = _CHANGES.get(do)
    try:
        if held:
            now.show(made and (lambda screen: made(screen, action)), action["by"])
        elif made:
            now.act(lambda screen: made(screen, action))
        else:
            now.show(None)
            _DEEDS[do](now, action)
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
        # nothing that our own page sends
        now.show(None)
        now.say("A message of this page arrived damaged. Nothing was changed.")


@deed("lost")
def _lost(now: Session, action: Action) -> None:  # noqa: ARG001
    now.say(
        "The server was started anew before it took your last change. Everything before it is here."
    )
