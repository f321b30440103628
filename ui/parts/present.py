"""Present: the list and its score for a hall's last row, and the page as a code for its phones.

Whether a page is presented is part of its address, not of the screen: it is no step to undo. How
much larger everything is stands in assets/page.css, so that it follows the projector.
"""

from collections.abc import Mapping
from typing import Any, Final

import segno

from ui.state.session import Session
from ui.wire import post
from ui.wire.post import Action

MOST: Final = 2953
"""Bytes that the largest QR code holds."""


class AllPresented(Exception):  # noqa: N818 (nothing went wrong)
    """All of a page that a hall is shown has been drawn; app.py goes on from here."""


def button_of(state: Session) -> Mapping[str, Any]:
    """Describe the button that begins, or ends, presenting."""
    return {
        "kind": "button",
        "name": "present",
        "label": "End presenting" if state.hall.presenting else "Present",
        "text": "End" if state.hall.presenting else None,
        "help": "End presenting, Esc" if state.hall.presenting else "Present, P",
        "shortcut": "Escape" if state.hall.presenting else "P",
        "change": {"do": "present", "to": not state.hall.presenting},
    }


def chart_of(state: Session, views: int, *, revealed: bool) -> Mapping[str, Any]:
    """Describe the button that shows one view of the page's charts after the other, then none."""
    at = state.hall.chart if state.hall.chart <= views else 0
    shown = f"Chart {at} of {views}, C" if at else "Chart, C"
    without = "All charts are on the board" if revealed else "Charts come with the answer"
    return {
        "kind": "button",
        "name": "Chart",
        "label": "Chart",
        "help": shown if views else without,
        "shortcut": "C",
        "off": not views,
        "pressed": at > 0,
        "change": {"do": "chart", "to": (at + 1) % (views + 1)},
    }


def code_of(state: Session) -> Mapping[str, Any]:
    """Describe the button that opens the page's address as a QR code, and the code if asked for."""
    drawn = code(state.hall.code) if state.hall.code else {}
    shown = {"kind": "code", "name": "code", "label": "QR code", "text": "QR"}
    return {**shown, "change": {"do": "code"}, **drawn}


def code(address: str) -> dict[str, Any]:
    """Draw an address as a QR code: the path of its dark squares in a square of `size`.

    What comes from a browser is text here: it is spelled in squares and never read as markup.
    """
    length = len(address.encode())
    if length > MOST:
        return {
            "of": address,
            "note": f"This address has {length} characters and a QR code holds {MOST}: use fewer "
            "documents or shorter titles, or copy the link.",
        }
    made = segno.make_qr(address, error="l", mode="byte", encoding="utf-8")
    squares = (
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(made.matrix_iter(border=4))
        for x, dark in enumerate(row)
        if dark
    )
    return {"of": address, "size": made.symbol_size(border=4)[0], "path": "".join(squares)}


@post.deed("present")
def _present(state: Session, action: Action) -> None:
    state.hall.presenting = action["to"] is True


@post.deed("chart")
def _chart(state: Session, action: Action) -> None:
    state.hall.chart = max(0, int(action["to"]))


@post.deed("code")
def _code(state: Session, action: Action) -> None:
    state.hall.code = str(action["of"])[:20_000].encode(errors="replace").decode()
