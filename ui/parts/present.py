"""Present a page to a hall: large list and score, and a QR code of the page for phones.

Presenting is part of the address, not of the screen, so it cannot be undone. All sizes are in
assets/page.css, because they depend on the projector's window.
"""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import segno
import streamlit as st
from streamlit.net_util import get_internal_ip

from ui.core import post
from ui.core.post import Action
from ui.core.session import Session

MOST: Final = 2953
"""Most bytes of a QR code."""


class AllDrawn(Exception):  # noqa: N818 (nothing went wrong)
    """Raised when all is drawn of a page that a hall or a `Depth` asks for; app.py catches it."""


def button_of(state: Session) -> Mapping[str, Any]:
    """Return the button that starts or ends presenting."""
    return {
        "kind": "button",
        "name": "present",
        "label": "End presenting" if state.projector.presenting else "Present",
        "text": "End" if state.projector.presenting else None,
        "help": "End presenting, Esc" if state.projector.presenting else "Present, P",
        "shortcut": "Escape" if state.projector.presenting else "P",
        "change": {"do": "present", "to": not state.projector.presenting},
    }


def chart_of(state: Session, views: int) -> Mapping[str, Any]:
    """Return the button that shows the next view of the page's charts, or none after the last.

    Without `views` the charts come with the answer.
    """
    at = state.projector.chart if state.projector.chart <= views else 0
    place = f"Chart {at} of {views}, C" if at else "Chart, C"
    return {
        "kind": "button",
        "name": "Chart",
        "label": "Chart",
        "help": place if views else "Charts come with the answer",
        "shortcut": "C",
        "off": not views,
        "pressed": at > 0,
        "change": {"do": "chart", "to": (at + 1) % (views + 1)},
    }


def room_of(state: Session) -> list[Mapping[str, Any]]:
    """Return the button that opens a room (`ui.room.wall`); an open room has its own buttons."""
    button = {
        **{"kind": "button", "name": "room", "label": "Room", "shortcut": "R"},
        "help": "Open a room: the class answers on its phones, R",
        "change": {"do": "room_open"},
    }
    return [button] if state.projector.presenting and not state.projector.room else []


def code_of(state: Session) -> Mapping[str, Any]:
    """Return the button that opens the page's address as a QR code, with the code if requested."""
    drawing = code(state.projector.code) if state.projector.code else {}
    button = {"kind": "code", "name": "code", "label": "QR code", "text": "QR"}
    return {**button, "change": {"do": "code"}, **drawing}


def code(original: str) -> dict[str, Any]:
    """Return an address as a QR code: SVG path of the dark squares, and `size` in squares.

    For a loopback address it is the address of this computer in its network.
    """
    address, reach = _for_phones(original)
    length = len(address.encode())
    if length > MOST:
        return {
            **{"of": original, "address": address},
            "note": f"This address has {length} characters and a QR code holds {MOST}: use fewer "
            "documents or shorter titles, or copy the link.",
        }
    qr = segno.make_qr(address, error="l", mode="byte", encoding="utf-8")
    squares = (
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(qr.matrix_iter(border=4))
        for x, dark in enumerate(row)
        if dark
    )
    return {
        **{"of": original, "address": address, "reach": reach},
        **{"size": qr.symbol_size(border=4)[0], "path": "".join(squares)},
    }


def _for_phones(address: str) -> tuple[str, str]:
    """Return an address that phones can open, and its reach.

    The reach is "shared" for this computer's address in its network, "alone" if it has none, and
    "" for the address of a server.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # not an address of a page
        return address, ""
    if not re.match(r"localhost$|127\.|::1$", host):
        return address, ""
    ip = None if st.get_option("server.address") else get_internal_ip()
    if not ip or ip.startswith("127."):
        return address, "alone"
    return urlunsplit(parts._replace(netloc=f"{ip}:{port or 80}")), "shared"


@post.on_session("present")
def _present(state: Session, action: Action) -> None:
    state.projector.presenting = action["to"] is True
    state.projector.slides.clear()


@post.on_session("chart")
def _chart(state: Session, action: Action) -> None:
    state.projector.chart = max(0, int(action["to"]))


@post.on_session("code")
def _code(state: Session, action: Action) -> None:
    state.projector.code = str(action["of"])[:20_000].encode(errors="replace").decode()
