"""Text that is not ours, from a file, a link or a reader: shown and saved as text, nothing else.

Streamlit reads almost every text as Markdown, in which `![](http://…)` asks another host. So
whatever holds such a text goes through here.
"""

from collections.abc import Sequence
from html import escape
from itertools import starmap, zip_longest
from math import floor, log10
from typing import Final

import pandas as pd
import streamlit as st

_RUN: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a cell begins that a spreadsheet would take for a formula; the last are the wide forms."""


def decimals(value: float, places: int = 3) -> str:
    """Write a number the way all pages do: .756 is 0.756, and what is no number is a dash."""
    return "–" if value != value else f"{value:z.{places}f}"


def signed(number: float, step: float = 0.001) -> str:
    """Write a difference with its sign, as exactly as a step needs.

    >>> signed(-0.02, 0.01), signed(0, 0.01), signed(0.5, 0.1)
    ('−0.02', '0', '+0.5')
    """
    places = max(0, -floor(log10(step) + 1e-9))
    written = f"{number:+.{places}f}".replace("-", "−")
    return written if written.strip("+−0.") else "0"


def sentence(text: str, kind: str = "caption") -> None:
    """Draw a sentence; `kind` is how it looks: "caption", "text", "notice" or "error"."""
    role = " role='alert'" if kind == "error" else ""  # a notice is heard with all else (ui.heard)
    st.html(f"<p class='plain {kind}'{role}>{escape(text)}</p>")


def heading(text: str) -> None:
    """Open a section whose title names what a reader brought."""
    st.html(f"<h2>{escape(text)}</h2>")


def about(document: str) -> str:
    """Write, as an attribute, which document an element lights up with, if any (assets/lit.js).

    A document is named by its list's name, "-" and its id; several have a space between them.
    """
    return f" data-doc='{escape(document, quote=True)}'" if document else ""


def table_html(
    name: str,
    head: Sequence[str],
    body: Sequence[Sequence[object]],
    foot: Sequence[object] = (),
    marks: Sequence[str] = (),
) -> str:
    """Lay a table out as HTML; a float has four places, all else is text.

    `name` says to those who hear it what it is of, and the first cell of a row names the row;
    `marks` names the documents that the first rows are about (assets/lit.js).
    """

    def line(cells: Sequence[object], mark: str = "") -> str:
        shown = (decimals(c, 4) if isinstance(c, float) else escape(str(c)) for c in cells)
        first, *others = shown
        rest = "".join(f"<td>{cell}</td>" for cell in others)
        named = f"<th scope='row'>{first}</th>" if first else "<td></td>"
        return f"<tr{about(mark)}>{named}{rest}</tr>"

    top = "</th><th scope='col'>".join(map(escape, head))
    return (
        # With a tab stop the keys can scroll it where it is wider than the screen.
        f"<div class='wide' role='region' aria-label='{escape(name, quote=True)}' tabindex='0'>"
        f"<table class='rows'><caption>{escape(name)}</caption>"
        f"<thead><tr><th scope='col'>{top}</th></tr></thead>"
        f"<tbody>{''.join(starmap(line, zip_longest(body, marks, fillvalue='')))}</tbody>"
        f"{f'<tfoot>{line(foot)}</tfoot>' if foot else ''}</table></div>"
    )


def table(
    name: str, head: Sequence[str], body: Sequence[Sequence[object]], foot: Sequence[object] = ()
) -> None:
    """Draw a table whose cells are text."""
    st.html(table_html(name, head, body, foot))


def csv(head: Sequence[str], body: Sequence[Sequence[object]]) -> bytes:
    """Write a table as a file; a text that a spreadsheet would run gets a ' in front."""
    safe = [
        [f"'{cell}" if isinstance(cell, str) and cell.startswith(_RUN) else cell for cell in row]
        for row in [head, *body]
    ]
    return (
        pd.DataFrame(safe[1:], columns=safe[0]).to_csv(index=False, lineterminator="\r\n").encode()
    )
