"""A page of the tests' own: steps, a score, a list beside its bars, a knob, and no lesson's text.

What every page shares is tried here, so that a lesson may change. `python -m tests.vehicle run
app.py` serves the app with it.
"""

from functools import cache
from typing import Final

import pytest
import streamlit as st

from ui import contents
from ui.core import presets
from ui.core.pages import read_toml
from ui.parts import frame, prose, steps

VEHICLE: Final = "vehicle"
"""The name of the page."""
PATH: Final = f"/{VEHICLE}"
"""Where a browser finds it."""
FOLDER: Final = "tests/vehicle"


def add(patch: pytest.MonkeyPatch) -> None:
    """Let the app have the page, in front of the first lesson; no table of contents names it."""
    page = contents.Page(VEHICLE, "Vehicle", "does it run?", ("average_precision",))
    prose.check()  # of all other pages: this one has none
    every = frame._pages

    @cache
    def pages() -> list[st.Page]:
        return [*every(), st.Page(f"{FOLDER}/page.py", title=page.title, url_path=VEHICLE)]

    patch.setattr(frame, "_pages", pages)
    patch.setitem(contents.PAGES, VEHICLE, page)
    patch.setattr(steps, "LESSONS", (page, *steps.LESSONS))
    folders = {VEHICLE: f"../{FOLDER}"}
    patch.setattr(
        presets, "read_toml", lambda page, *file: read_toml(folders.get(page, page), *file)
    )
    for cached in (presets.presets, presets.opening):  # a test may have asked for it before
        cached.cache_clear()
