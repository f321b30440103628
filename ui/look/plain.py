"""Text that is not ours, from a file, a link or a reader: shown and saved as text, nothing else.

Streamlit reads almost every text as Markdown, in which `![](http://…)` asks another host. So
whatever holds such a text goes through here.
"""

from collections.abc import Collection, Sequence
from html import escape
from itertools import count, repeat, zip_longest
from math import copysign
from typing import Final

import pandas as pd
import streamlit as st

_RUN: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a cell begins that a spreadsheet would take for a formula; the last are the wide forms."""


def decimals(value: float, places: int = 3) -> str:
    """Write a number the way all pages do; half is rounded up, and what is no number is a dash.

    >>> decimals(0.3125), decimals(-1.1, 4), decimals(float("nan"))
    ('0.313', '−1.1000', '–')
    """
    up = copysign(10 ** -(places + 6), value)  # a half may have lost a bit in a sum
    return "–" if value != value else f"{value + up:z.{places}f}".replace("-", "−")


def signed(value: float, places: int = 3, nothing: str = "0") -> str:
    """Write a difference with its sign, or `nothing` where none would be seen.

    >>> signed(-0.02, 2), signed(0.0004), signed(0.5, 1), signed(0, nothing="unchanged")
    ('−0.02', '0', '+0.5', 'unchanged')
    """
    written = decimals(value, places)
    if not written.strip("−0."):
        return nothing
    return f"+{written}" if value > 0 else written


class Html(str):
    """Markup of our own, which a table takes as it is."""

    __slots__ = ()


def sentence(text: str, kind: str = "caption") -> None:
    """Draw a sentence; `kind` is how it looks: "caption", "text", "notice" or "error"."""
    role = " role='alert'" if kind == "error" else ""  # a notice: ui.wire.heard
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
    *,
    words: Collection[int] = (0,),
    present: int | None = None,
    marks: Sequence[str] = (),
) -> str:
    """Lay a table out as HTML; a float has four places, `Html` stands as it is, all else is text.

    Args:
        name: what the table is of, for those who hear it.
        head: the headings of the columns.
        body: the cells by row, of which the first names the row; a row that is a single `Html` is a
            heading of the rows below it.
        foot: the cells of a last row.
        words: the columns that hold words and not numbers.
        present: the row that stands for how the knobs are now.
        marks: the documents that the first rows are about (assets/lit.js).
    """

    def cell(at: int, value: object, tag: str) -> str:
        shown = decimals(value, 4) if isinstance(value, float) else _markup(value)
        return f"<{tag}{' class=words' * (at in words)}>{shown}</{tag[:2]}>"

    def line(cells: Sequence[object], attributes: str = "") -> str:
        if isinstance(cells, Html):
            group = f"<tr><th colspan='{len(head)}' scope='rowgroup'>{cells}</th></tr>"
            return f"</tbody><tbody>{group}"
        tags = ("th scope='row'" if cells[0] else "td", *["td"] * (len(cells) - 1))
        return f"<tr{attributes}>{''.join(map(cell, count(), cells, tags))}</tr>"

    titles = "".join(map(cell, count(), head, repeat("th scope='col'")))
    rows = (
        line(cells, about(mark) + " class=present" * (at == present))
        for at, (cells, mark) in enumerate(zip_longest(body, marks, fillvalue=""))
    )
    return (
        # With a tab stop the keys can scroll it where it is wider than the screen.
        f"<div class='wide' role='region' aria-label='{escape(name, quote=True)}' tabindex='0'>"
        f"<table class='rows'><caption>{escape(name)}</caption><thead><tr>{titles}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody>"
        f"{f'<tfoot>{line(foot)}</tfoot>' if foot else ''}</table></div>"
    )


def _markup(value: object) -> str:
    return value if isinstance(value, Html) else escape(str(value))


def csv(head: Sequence[str], body: Sequence[Sequence[object]]) -> bytes:
    """Write a table as a file; a text that a spreadsheet would run gets a ' in front."""
    safe = [
        [f"'{cell}" if isinstance(cell, str) and cell.startswith(_RUN) else cell for cell in row]
        for row in [head, *body]
    ]
    return (
        pd.DataFrame(safe[1:], columns=safe[0]).to_csv(index=False, lineterminator="\r\n").encode()
    )
