"""The frame around every page: the browser's code, the styles, the table of contents."""

import json
import threading
from collections.abc import Mapping
from copy import copy
from functools import cache
from html import escape
from itertools import chain
from typing import Final

import streamlit as st

from rooms import bundle
from ui.contents import CHAPTERS, FOLDER, PAGES, Page
from ui.core import link, presets, theme
from ui.core.screen import QUERIES
from ui.parts import search

ONE_PAGE_AT_A_TIME: Final = threading.Lock()
"""Held while a page is drawn: one page at a time. Python computes one at a time anyway, and pages
that interrupt each other all end late. With 200 readers at once, the slowest 5 % wait half as long.
"""

_LESS: Final = {
    "keys": ("No single-key shortcuts", "P, / and other single keys do nothing on their own."),
    "motion": ("No motion", "Cards, bars and charts move at once."),
    "bars": ("Larger bars", "The bars of the documents are thicker. Charts stay as they are."),
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
    + _in_both_themes("link", "linkColor")
    + _in_both_themes("colour", "chartCategoricalColors")
    + f"--hit: var(--colour-{theme.HIT}); --line-colour: var(--colour-{theme.LINES});"
)
_ROWS = (
    f"--row-head: {theme.HEAD}px; --row-pitch: {theme.ROW_PITCH}px; --row-gap: {theme.ROW_GAP}px;"
)


def _contents() -> str:
    """Write the table of contents."""

    def link(page: Page) -> str:
        return f"<li><a href='{page.url or '.'}'>{page.title}</a></li>"

    chapters = (
        f"<p aria-hidden='true'>{chapter}</p>"
        f"<ul aria-label='{chapter}'>{''.join(map(link, pages))}</ul>"
        for chapter, pages in CHAPTERS.items()
    )
    nav = f"<nav aria-label='Chapters'>{''.join(chapters)}</nav>"
    found = (
        "<div role='search'><label>Search<input type='search' autocomplete='off' "
        "placeholder='LightGBM, MAP'></label><p role='status'></p><ul></ul></div>"
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
    return f"<p class='brand'>Rankbook</p>{less}{found}{nav}"


@cache
def _styles() -> dict[str, str]:
    """Return the styles of the pages that have some, by their path."""
    files = {page.url: FOLDER / page.name / "style.css" for page in PAGES.values()}
    return {
        url: bundle.style(file.read_text(encoding="utf-8"))
        for url, file in files.items()
        if file.exists()
    }


CODE: Final = {
    "page.css": "\n".join(
        [
            bundle.text("fonts.css"),
            f".stApp {{ {_COLOURS} {_ROWS} }}",
            bundle.text("page.css"),
            bundle.text("print.css"),
        ]
    ),
    "engine.js": bundle.script(
        "engine.js", {"contents.html": _contents(), "styles.json": json.dumps(_styles())}
    ),
    "search.json": search.index(),
}
"""The code and the styles of all boards and controls, which come with a page (`ui.core.served`),
and the index of the search, which is fetched by who searches."""


_FIRST_STYLE = (
    "#first { position: fixed; inset: 0; z-index: 1000000; overflow: auto; padding: 0.5rem 1rem; "
    "font: 17px/1.5 'IBM Plex Sans', sans-serif; color-scheme: light dark; "
    f"{_in_both_themes('page', 'backgroundColor')} {_in_both_themes('text', 'textColor')} "
    "background: var(--page); color: var(--text); } "
    "#first h1 { font-size: 2rem; line-height: 1.2; } #first small { font-weight: 400; } "
    "#first ol { padding-left: 1.7em; } #first li.missed { opacity: 0.8; } "
    "@media (width >= 768px) { #first { padding-left: 300px; } }"
)


def first_html(url: str, query: Mapping[str, str]) -> str:
    """Return the HTML that a page shows before its scripts have loaded: its question and its list.

    They lie above the app until the page's own are drawn (assets/courier.js).
    """
    page = next((page for page in PAGES.values() if page.url == url), None)
    own = f"<style id='own'>{_styles()[url]}</style>" if page and url in _styles() else ""
    if page is None or not page.question or not query.keys().isdisjoint(link.FLAGS):
        return own
    screen, _ = link.decode(presets.with_screen(query), presets.opening(url))
    lines = (
        f"<li{' class=missed' * (at >= screen.a.retrieved)}>"
        f"{theme.symbol(document.grade, screen.scale)} {escape(document.title)} "
        f"<small>grade {'?' if document.grade is None else document.grade}"
        f"{', not retrieved' * (at >= screen.a.retrieved)}</small></li>"
        for at, document in enumerate(screen.a.documents)
    )
    opened = next(iter(presets.presets(page.name).values()), None)
    is_one = opened and "a" in opened.lists and opened.lists.keys().isdisjoint(QUERIES[1:])
    listed = f"<ol>{''.join(lines)}</ol>" if is_one and screen.has_list else ""
    return (
        f"{own}<style>{_FIRST_STYLE}</style><main id='first'><h1>{escape(page.title)}: "
        f"<small>{escape(page.question)}</small></h1>{listed}</main>"
    )


def pages() -> list[st.Page]:
    """Return the pages, as new objects: `st.navigation` marks the one that may run.

    Two runs of a session overlap while one waits for the lock. With shared objects, the first would
    take the mark of the second away.
    """
    return [copy(page) for page in _pages()]


@cache
def _pages() -> list[st.Page]:
    """Look each page's file up, once for all readers."""
    return [
        st.Page(page.path, title=page.title, url_path=page.url, default=not page.url)
        for page in chain.from_iterable(CHAPTERS.values())
    ]


def open_with(current: st.Page) -> None:
    """Draw the sidebar; assets/sidebar.js writes what is the same on all pages, and the styles."""
    with st.sidebar:
        st.html(f"<div data-contents='{current.url_path}'></div>")
