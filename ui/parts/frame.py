"""The frame around every page: the browser's code, the styles, the table of contents."""

import json
from functools import cache
from typing import Final

import streamlit as st

from ui.contents import CHAPTERS, Page
from ui.look import theme
from ui.parts import search
from ui.state.documents import ASSETS

_LESS: Final = {
    "keys": ("No single-key shortcuts", "P, / and other single keys do nothing on their own."),
    "motion": ("No motion", "Cards, bars and charts move at once."),
    "bars": ("Larger bars", "The bars of the documents are thicker."),
}
"""What a reader may want less of (assets/less.js): the setting, and what it does."""


def _in_both_themes(name: str, option: str) -> str:
    """Return CSS properties for one or more theme colours of .streamlit/config.toml."""
    light, dark = (st.get_option(f"theme.{mode}.{option}") for mode in ("light", "dark"))
    if isinstance(light, str):
        return f"--{name}: light-dark({light}, {dark});"
    pairs = enumerate(zip(light, dark, strict=True))
    return "".join(f"--{name}-{at}: light-dark({a}, {b});" for at, (a, b) in pairs)


_COLOURS = (
    _in_both_themes("page", "backgroundColor")
    + _in_both_themes("primary", "primaryColor")
    + _in_both_themes("colour", "chartCategoricalColors")
    + f"--hit: var(--colour-{theme.HIT}); --line-colour: var(--colour-{theme.LINES});"
)


@cache
def _text(file: str) -> str:
    return (ASSETS / file).read_text(encoding="utf-8")


# Streamlit sends a component's code with every change of its data. So the large scripts are a
# component of their own, whose data never changes.
_texts = {
    file: _text(f"{file.partition('.')[0]}/{file}")
    for file in (
        *("board.html", "board.css", "controls.css", "dots.css"),
        *("queries.html", "queries.css"),
    )
}
_engine = st.components.v2.component(
    "rankbook_engine",
    css=f".stApp {{ {_COLOURS} }}\n{_text('page.css')}\n{_text('print.css')}",
    js="\n".join(
        [
            _text("board/sortable.min.js"),
            f"const TEXTS = {json.dumps(_texts)};",
            f"const INDEX = {search.index()};",
            _text("less.js"),
            _text("focus.js"),
            _text("measured.js"),
            _text("courier.js"),
            _text("holding.js"),
            _text("board/board.js"),
            _text("controls/controls.js"),
            _text("wall.js"),
            _text("dots/dots.js"),
            _text("queries/queries.js"),
            _text("contents.js"),
            _text("pairs.js"),
            _text("lit.js"),
            _text("charts.js"),
            "export default function () {} // a component needs one; this one only brings the code",
        ]
    ),
    isolate_styles=False,
)


def engine() -> None:
    """Load the code and the styles of all boards and controls, once a page."""
    _engine(key="engine", data={})


def pages() -> dict[str, list[st.Page]]:
    """Return the pages by chapter; cached in the session, because each looks its file up."""
    if "pages" not in st.session_state:
        st.session_state["pages"] = {
            chapter: [
                st.Page(page.path, title=page.title, url_path=page.url, default=not page.url)
                for page in pages
            ]
            for chapter, pages in CHAPTERS.items()
        }
    by_chapter: dict[str, list[st.Page]] = st.session_state["pages"]
    return by_chapter


def open_with(current: st.Page) -> None:
    """Draw the sidebar of a page; the page's styles come after the shared ones."""
    with st.sidebar:
        engine()
        st.html(_contents(current.url_path))


@cache
def _contents(current: str) -> str:
    """Write the table of contents and the page's own styles; assets/contents.js follows links."""

    def link(page: Page) -> str:
        here = " aria-current='page'" if page.url == current else ""
        return f"<li><a href='{page.url or '.'}'{here}>{page.title}</a></li>"

    chapters = (
        f"<p aria-hidden='true'>{chapter}</p>"
        f"<ul aria-label='{chapter}'>{''.join(map(link, pages))}</ul>"
        for chapter, pages in CHAPTERS.items()
    )
    own = f"pages/{current}.css"
    style = f"<style>{_text(own)}</style>" if (ASSETS / own).exists() else ""
    nav = f"<nav aria-label='Chapters'>{''.join(chapters)}</nav>"
    found = (
        "<div role='search'><label>Search<input type='search' autocomplete='off' "
        "placeholder='LightGBM, ties, MAP'></label><p role='status'></p><ul></ul></div>"
    )
    wishes = "".join(
        f"<label><input type='checkbox' data-less='{name}'><span>{wish}<br><small>{what}</small>"
        "</span></label>"
        for name, (wish, what) in _LESS.items()
    )
    less = (
        "<details class='less'><summary>Settings</summary><fieldset>"
        f"<legend>Kept in this browser</legend>{wishes}</fieldset></details>"
    )
    return f"<p class='brand'>Rankbook</p>{less}{found}{nav}{style}"
