"""The index of the search in the sidebar, which assets/search.js fetches."""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

from metrics.catalog import METRICS, NAMES, PRINTED, Metric
from metrics.conventions import CONVENTIONS, LINES, TIES
from metrics.conventions.lines import Line
from metrics.other_measures import FURTHER, Measure
from ui.contents import CHAPTERS, PAGES
from ui.core import knobs, link
from ui.core.pages import read_toml
from ui.core.plain import typeset
from ui.core.presets import address, presets
from ui.core.screen import Screen
from ui.parts import prose

Entry = tuple[str, str, str, str, str, str]
"""Its kind, title, other names, further words to find it by, address, and what to show there: the
class of an element, or the beginning of a text; "" for the top of a page."""

_WORD: Final = re.compile(r"[^\W_][\w@’'+-]+")
"""A word of two letters or more: a letter alone stands for a quantity."""


def index() -> str:
    """Return all entries as JSON.

    Pages, measures, the questions and sections of pages, the lines of *Two tools*, steps, puzzles.
    """
    entries = [*_pages(), *_measures(), *_prose(), *_lines(), *_steps(), *_puzzles()]
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def _pages() -> Iterator[Entry]:
    for chapter, pages in CHAPTERS.items():
        for page in pages:
            # Ties are a matter of every tool, and of this page.
            ties = " ".join(TIES.values()) if page.name == "two_tools" else ""
            yield "Page", page.title, page.words, f"{page.question} {chapter} {ties}", page.url, ""


def _measures() -> Iterator[Entry]:
    measures: list[Metric | Measure] = [*METRICS.values(), *FURTHER.values()]
    for measure in measures:
        names = [name for name, (key, _) in NAMES.items() if key == measure.key]
        others = [name for name in names if f"{name}@k" not in names]
        turned = knobs.positions(measure.key) if measure.key in METRICS else {}
        words = " ".join(f"{knob} {positions}" for knob, positions in turned.items())
        yield (
            *("Measure", f"{measure.name}, {measure.symbol}"),
            *(" ".join([measure.key, measure.also, *others]), f"{measure.source} {words}"),
            *(PAGES["reference"].url, f".st-key-measure_{measure.key}"),
        )


def _prose() -> Iterator[Entry]:
    """Yield the questions of all pages, then their sections; "…" stands for a number."""
    for kind in ("Question", "Section"):
        for page in PAGES.values():
            for is_question, title, text, step in prose.headed(page.name):
                if is_question == (kind == "Question"):
                    words = f"{page.title} {_words(text)}"
                    where = f"{kind} · {page.title}"
                    place = page.url
                    if step:
                        place = address(page.name, presets(page.name)[step].on(Screen()))
                    shown = re.sub(r"</?\w[^<>]*>", "", typeset(title))
                    yield where, title, "", words, place, shown.split("…")[0]


def _words(text: str) -> str:
    """Return the different words of a text."""
    return " ".join(dict.fromkeys(_WORD.findall(text.lower())))


def _steps() -> Iterator[Entry]:
    """Yield an entry for each step of a lesson; its address has all of its screen."""
    for page in PAGES.values():
        for step in presets(page.name).values():
            place = f"{page.url}?{urlencode(link.encode(step.on(Screen())))}"
            words = f"{page.title} {_words(step.sentence)}"
            yield f"Step · {page.title}", step.title, "", words, place, ""


def _puzzles() -> Iterator[Entry]:
    page = PAGES["spot_the_mistake"]
    for puzzle in read_toml(page.name, "puzzles")[knobs.PUZZLE]:
        place = f"{page.url}?{urlencode({knobs.PUZZLE: puzzle['id']})}"
        yield "Puzzle", puzzle["title"], "", _words(puzzle["definition"]), place, ""


def _lines() -> Iterator[Entry]:
    """Yield an entry for what each version of a tool prints under each metric."""

    def kind(line: Line) -> tuple[str, str, str]:
        return line.tool, line.version, CONVENTIONS[line.definition].metric

    for (tool, version, metric), lines in groupby(LINES, kind):
        each = [*lines]
        names = ", ".join(dict.fromkeys(line.name(None) for line in each))
        phrases = dict.fromkeys(CONVENTIONS[line.definition].wording for line in each)
        ties = dict.fromkeys(f"ties {TIES[line.ties]}" for line in each if line.ties != "order")
        notes = " ".join(f"{line.empty} {line.single} {line.odd} {line.note}" for line in each)
        words = f"{METRICS[metric].symbol} {' '.join(phrases)} {' '.join(ties)} {_words(notes)}"
        if metric in PRINTED:
            place, shown = f"{PAGES['two_tools'].url}?printed={metric}", f"{tool} {version}"
        else:
            place, shown = PAGES["reference"].url, f".st-key-measure_{metric}"
        yield "Tool", f"{tool} {version}: {names}", "", words, place, shown
