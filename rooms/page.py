"""The page of a room on a student's phone: one document, with all that it needs inside.

The server writes the question into it, so that it can be read at once and without JavaScript.
`assets/room/room.js` draws the rest. A question that asks for an order loads a second file: the
board of the app, which keeps the order itself (`assets/room/order.js`).
"""

import base64
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import quote

from rooms import bundle

_ROOT: Final = Path(__file__).parents[1]
_HINTS: Final = {
    "number": "Write a number. A fraction (2/3) or a percentage (66 %) is fine.",
    "direction": "Choose one. It is sent at once.",
    "choice": "Choose one. It is sent at once.",
    "wait": "It comes by itself. You need not reload.",
    "order": "Drag the documents into your order. It counts when you press Send.",
}
_WITHOUT_SCRIPT: Final = (
    "An answer needs JavaScript, and your browser does not run it. Turn it on, or tell the"
    " lecturer your answer. Reload this page to see the next question."
)


def _style() -> str:
    """Return the page's style, with the colours of the app's two themes."""
    theme = tomllib.loads((_ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
    font = base64.b64encode((_ROOT / "static/grades.woff").read_bytes()).decode()
    return (
        f'@font-face {{ font-family: Grades; src: url("data:font/woff;base64,{font}");'
        " unicode-range: U+25CB, U+25CF, U+25D1, U+25D4-25D5; }\n"
        f":root {{ color-scheme: light dark; {_colours(theme['light'])}"
        f" --st-font: Grades, {theme['font'].split(',')[0]}, system-ui, sans-serif; }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_colours(theme['dark'])} }} }}\n"
        + bundle.text("room/room.css")
    )


def _colours(theme: Mapping[str, Any]) -> str:
    """Write a theme's colours as CSS properties: our names, and Streamlit's for the board."""
    page, text, primary = (theme[f"{name}Color"] for name in ("background", "text", "primary"))
    colours = {
        "page": page,
        "raised": theme["secondaryBackgroundColor"],
        "text": text,
        "primary": primary,
        "link": theme["linkColor"],
        "rule": theme["borderColor"],
        "soft": f"color-mix(in srgb, {text} 72%, {page})",
        "edge": f"color-mix(in srgb, {text} 56%, {page})",
        "chosen": f"color-mix(in srgb, {primary} 14%, {page})",
        "st-background-color": page,
        "st-text-color": text,
        "st-primary-color": primary,
        "st-chart-categorical-colors": ", ".join(theme["chartCategoricalColors"]),
    }
    return " ".join(f"--{name}: {value};" for name, value in colours.items())


def _board() -> str:
    """Return a script with the app's board, for questions that ask for an order."""
    # The rules for paper stand last: no phone prints a room's page.
    source = (_ROOT / "assets/board/board.css").read_text(encoding="utf-8")
    on_screen, _, _ = source.partition("\n@media print")
    return bundle.script("room/order.js", {"board/board.css": bundle.style(on_screen)})


_SCRIPT: Final = bundle.script("room/room.js")
_STYLE: Final = _style()
_BOARD: Final = f"board-{hashlib.sha256(_board().encode()).hexdigest()[:12]}.js"

INLINE: Final = (_SCRIPT, _STYLE)
"""The texts of the page's <script> and <style> elements: the browser runs no others."""

FILES: Final[Mapping[str, bytes]] = {_BOARD: _board().encode()}
"""What the page fetches from `room/-/`, by file name; the name holds a hash of the content."""


def html(base: str, code: str, view: Mapping[str, Any] | None, mine: Mapping[str, Any]) -> str:
    """Write the page.

    Args:
        base: path of the app on its server, as "" or "/rankbook".
        code: the room's code; empty if nobody has named one.
        view: what everybody may know of the room (`rooms.hub.student_view`); None if there is no
            such room.
        mine: the phone's own answer, and the verdict on it.
    """
    if view is None:
        return _page("Rankbook room", "", _door(base, code), "")
    state = {"base": base, "code": code, "hints": _HINTS, "told": view, "mine": mine}
    state["board"] = f"{base}/room/-/{_BOARD}"
    data = json.dumps(state, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    script = (
        f'<script type="application/json" id="state">{data}</script>\n'
        f'<script type="module">{_SCRIPT}</script>'
    )
    room = f"<p>Room <b>{escape(code)}</b></p>"
    return _page(f"Room {code} · Rankbook", room, "\n".join(_question(view)), script)


def _page(title: str, room: str, main: str, script: str) -> str:
    return Template(bundle.text("room/room.html")).substitute(
        title=escape(title),
        icon=f"data:image/svg+xml,{quote(bundle.text('icon.svg'))}",
        style=_STYLE,
        room=room,
        main=main,
        script=script,
    )


def _door(base: str, code: str) -> str:
    """Write a field for the code of a room; if one was named, say that there is no such room."""
    sentence = f"There is no room {escape(code)}. Check the code. Or has the room ended?"
    problem = f'<p id="problem">{sentence}</p>' if code else ""
    return f"""\
<h1>Join a room</h1>
{problem}
<form action="{escape(base)}/room" method="get">
<label for="code">Code of the room</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false"
 value="{escape(code)}"
 maxlength="40" required{' aria-describedby="problem"' if code else ""}>
<p class="soft">Your teacher shows it: six letters and digits.</p>
<button class="send">Join</button>
</form>"""


def _question(view: Mapping[str, Any]) -> Iterator[str]:
    """Write the question, the list on the wall, and what to do; room.js draws them anew."""
    question = view.get("asked", {})
    number, again = view.get("number"), view.get("again")
    which = f"Question {again}, asked again" if again else f"Question {number}" if number else ""
    text = question.get("text", "Wait for the next question.")
    yield f'<p id="which">{which}</p>'
    yield f'<h1 id="question" tabindex="-1">{escape(text)}</h1>'
    is_order = question.get("kind") == "order"  # its list is the board
    yield f'<div id="wall">{"" if is_order else _list(question)}</div>'
    doing = "" if question else "wait"
    if view.get("phase") == "open":
        doing = question["kind"]
    yield f'<p id="hint">{_HINTS.get(doing, "")}</p>'
    yield '<div id="plain">'  # room.js removes it
    yield _list(question) if is_order else ""
    yield from (f"<p>{escape(choice)}</p>" for choice in question.get("choices", ()))
    if view.get("phase") == "closed":
        yield "<p>Closed. Wait for the answer.</p>"
    yield f"<p>{escape(view.get('truth', {}).get('text', ''))}</p>"
    yield f"<p>{_WITHOUT_SCRIPT}</p></div>"
    yield '<form id="answer" hidden></form>'
    yield (
        '<div id="bar"><div id="said" class="empty" role="status" aria-atomic="true"'
        ' aria-labelledby="headline"><b id="headline"></b> <span id="detail"></span></div></div>'
    )
    yield '<p id="links"></p><p id="voice" role="status"></p>'


def _list(question: Mapping[str, Any]) -> str:
    """Write the list on the wall as room.js draws it."""
    documents = question.get("documents", ())
    retrieved, graded = question.get("retrieved", len(documents)), question.get("graded", True)
    if not documents:
        return ""
    rows = []
    for rank, (_, title, grade) in enumerate(documents, start=1):
        mark = "?" if grade is None else f"{question['symbols'][grade]} {grade}"
        rows.append(
            f"<li><b>{rank if rank <= retrieved else '–'}</b><span>{escape(title)}</span>"
            f"<i>{mark if graded else ''}</i></li>"
        )
        if rank == question.get("k") and rank <= retrieved:
            rows.append(f'<li class="line">k = {rank}</li>')
        if rank == retrieved < len(documents):
            rows.append('<li class="line missed">not retrieved</li>')
    return f'<ol class="list" role="list">{"".join(rows)}</ol>'
