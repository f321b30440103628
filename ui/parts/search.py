"""The index of the search in the sidebar, which assets/contents.js reads."""

import ast
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from metrics.catalog import METRICS, NAMES, Metric
from metrics.conventions import CONVENTIONS, LINES, TIES
from metrics.conventions.lines import Line
from metrics.further import FURTHER, Measure
from ui.contents import CHAPTERS, PAGES, Page
from ui.core import knobs

_ROOT: Final = Path(__file__).parents[2]

Entry = tuple[str, str, str, str, str, str]
"""Its kind, title, other names, further words to find it by, address, and what to show there: the
class of an element, or the beginning of a text; "" for the title of a question, and for the top of
a page."""


def index() -> str:
    """Return all entries as JSON: pages, measures, questions, and the lines of *Two tools*."""
    entries = [*_pages(), *_measures(), *_questions(), *_lines()]
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


def _questions() -> Iterator[Entry]:
    for page in PAGES.values():
        for question in _asked(page):
            yield "Question", question, "", page.title, page.url, ""


def _asked(page: Page) -> Iterator[str]:
    """Read the questions of a page in its source, where they are keys; "…" stands for a number."""
    for node in ast.walk(ast.parse((_ROOT / page.path).read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in ("asked", "questions") and isinstance(node.args[0], ast.Dict):
            for key in node.args[0].keys:
                parts = key.values if isinstance(key, ast.JoinedStr) else [key]
                yield "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts
                )


def _lines() -> Iterator[Entry]:
    """Yield an entry for what each version of a tool prints under each metric."""

    def kind(line: Line) -> tuple[str, str, str]:
        return line.tool, line.version, CONVENTIONS[line.definition].metric

    for (tool, version, metric), lines in groupby(LINES, kind):
        each = [*lines]
        names = ", ".join(dict.fromkeys(line.name(None) for line in each))
        says = dict.fromkeys(CONVENTIONS[line.definition].says for line in each)
        ties = dict.fromkeys(f"ties {TIES[line.ties]}" for line in each if line.ties != "order")
        words = f"{METRICS[metric].symbol} {' '.join(says)} {' '.join(ties)}"
        if metric in knobs.PRINTED:
            place, shown = f"{PAGES['two_tools'].url}?printed={metric}", f"{tool} {version}"
        else:
            place, shown = PAGES["reference"].url, f".st-key-measure_{metric}"
        yield "Tool", f"{tool} {version}: {names}", "", words, place, shown
