"""The presets of the lessons, read from `assets/presets.json` and checked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final
from urllib.parse import urlencode

from ui.contents import PAGES, TEXTS
from ui.core import link
from ui.core.documents import ASSETS, Document, RankedList, checked_score, checked_title
from ui.core.knobs import CHALLENGE, KNOBS, SHOWN, TOUR, spelled
from ui.core.screen import QUERIES, Name, Screen


@dataclass(frozen=True)
class Preset:
    """Lists and settings that show one point of a lesson; a list of None is removed.

    `says` states the point, and `do` is what the reader is asked to do next, or "".
    """

    id: str
    lesson: str
    name: str
    says: str
    lists: Mapping[Name, RankedList | None]
    settings: Mapping[str, Any]
    do: str = ""
    text: str = ""
    """Key of the published text that has this list (`ui.contents.TEXTS`), or ""."""

    def on(self, screen: Screen) -> Screen:
        """Return the screen with this preset; lists and knobs that it does not name stay.

        The tour ends, unless the preset is a step of it.
        """
        first = {TOUR: "", "relevant_from": 1} if self.lists else {TOUR: ""}
        settings = {**first, **self.settings}
        # The scale changes first: the grades of old and new lists must fit it.
        scale = settings.pop("scale", screen.scale)
        changed = replace(screen.turned(scale=scale), preset=self.id)
        for name, ranked in self.lists.items():
            changed = changed.with_list(name, ranked)
        return changed.turned(**settings)

    @property
    def sentence(self) -> str:
        """Its point, and what the reader is asked to do."""
        return f"{self.says} {self.do}".rstrip()

    def sentence_for(self, screen: Screen) -> str:
        """Return its sentence for a screen that was made from it.

        If the reader has changed what scores depend on, the point is marked as that of the list
        before, and there is nothing to do. Titles and equal grades that change places are no such
        change, unless two lists are compared.
        """
        made = self.on(screen)
        lists = made.lists == screen.lists
        if self.lists.get("b") is None and made.lists.keys() == screen.lists.keys():
            lists = all(map(_same_grades, made.lists.values(), screen.lists.values()))
        knobs = all(made[key] == screen[key] for key in made.settings if key not in SHOWN)
        return self.sentence if lists and knobs else f"Before: {self.says}"


def _same_grades(one: RankedList, other: RankedList) -> bool:
    """Return whether two lists have the same grades and predictions in the same order."""
    rows = ([(d.grade, d.predicted) for d in each.documents] for each in (one, other))
    return one.retrieved == other.retrieved and next(rows) == next(rows)


@cache
def _book() -> Mapping[str, Any]:
    book: Mapping[str, Any] = json.loads((ASSETS / "presets.json").read_text(encoding="utf-8"))
    return book


@lru_cache(maxsize=64)  # a browser may name any lesson
def presets(lesson: str) -> dict[str, Preset]:
    """Return the presets of one lesson by id, in teaching order.

    Raises:
        ValueError: if a screen would refuse a preset; the message names it.
    """
    return {entry["id"]: read(entry) for entry in _book()["presets"] if entry["lesson"] == lesson}


TOURED: Final = "average_precision"
"""The lesson of the tour."""


@lru_cache(maxsize=64)
def opening(page: str) -> Screen:
    """Return the opening screen of a page: its first preset."""
    return next((preset.on(Screen()) for preset in presets(page).values()), Screen())


def address(page: str, screen: Screen) -> str:
    """Return the address of a page with a screen, relative to the app."""
    query = urlencode(link.encode(screen, opening(page)))
    return f"{PAGES[page].url}{'?' * bool(query)}{query}"


def recognised(page: str, screen: Screen) -> Screen:
    """Mark a screen as a preset of the page if it equals one: a link does not name its preset."""
    same = (preset.id for preset in presets(page).values() if preset.on(screen) == screen)
    return replace(screen, preset=next(same, ""))


@cache
def challenges() -> Mapping[str, Mapping[str, Any]]:
    """Return the entries of `assets/challenges.json` by id."""
    entries = json.loads((ASSETS / "challenges.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def challenged(entry: Mapping[str, Any]) -> Screen:
    """Return the starting screen of a challenge: its list, settings and metrics.

    Raises:
        ValueError: as `presets`.
    """
    shown = read({**entry, "lesson": ""}).on(Screen())
    return shown.turned(metrics=tuple(entry["metrics"]), challenge=entry["id"])


@cache
def tour() -> Mapping[str, Preset]:
    """Return the steps of the tour by number: presets of `TOURED` in other words.

    Raises:
        LookupError: if a step names no preset.
    """
    steps = {}
    for number, step in enumerate(_book()[TOUR], start=1):
        preset = presets(TOURED)[step["preset"]]
        words = {name: step[name] for name in ("name", "says", "do")}
        settings = {**preset.settings, TOUR: str(number)}
        steps[str(number)] = replace(preset, **words, settings=settings)
    return steps


def completed(query: Mapping[str, str]) -> Mapping[str, str]:
    """Add the screen to an address that names a challenge or a step of the tour, and no more."""
    entry, step = challenges().get(query.get(CHALLENGE, "")), tour().get(query.get(TOUR, ""))
    if not (entry or step) or query.keys() - {CHALLENGE, TOUR, *link.FLAGS}:
        return query
    screen = challenged(entry) if entry else Screen()
    return {**link.encode(step.on(screen) if step else screen), **query}


def read(entry: Mapping[str, Any]) -> Preset:
    """Read one preset of `assets/presets.json`.

    `grades` and `missed` are list A, `predicted` has a score for each of its documents. A preset
    without grades changes no list. `b` is list B: a list of its own, or the `order` of A's
    documents, counted from 1. `queries` are all queries besides A, each with `grades` and `missed`.
    A list may have its own `titles`, and `query`, the words of its query. `do` is what to do next,
    and `text` the key of the published text that has this list.

    Raises:
        ValueError: as `presets`.
    """
    try:
        lists: dict[Name, RankedList | None] = {}
        if "grades" in entry:
            lists["a"] = a = _ranked(entry)
        elif not entry.keys().isdisjoint(("missed", "predicted", "b", "queries")):
            raise ValueError("it has no grades")
        if "b" in entry:
            order = entry["b"].get("order")
            lists["b"] = _ranked(entry["b"]) if order is None else _reordered(a, order)
        if "queries" in entry:
            queries = [_ranked(query) for query in entry["queries"]]
            lists |= Screen().with_queries([a, *queries]).queries
            lists |= dict.fromkeys(name for name in QUERIES if name not in lists)
        settings: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in entry["settings"].items()
        }
        scale = settings["scale"] if lists else Screen().scale
        for key, value in settings.items():
            if KNOBS[key].parse(spelled(value), scale) != value:
                raise ValueError(f"{key} = {value!r} is not how the knob has it")
        text = entry.get("text", "")
        if text and text not in TEXTS:
            raise ValueError(f"there is no text {text!r}")
        words = {name: entry[name] for name in ("id", "lesson", "name", "says")}
        do = entry.get("do", "")
        preset = Preset(**words, lists=lists, settings=settings, do=do, text=text)
        preset.on(Screen())
        if link.decode(link.encode(preset.on(Screen())))[1]:
            raise ValueError("its address does not bring it back")
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as wrong:
        raise ValueError(f"preset {entry.get('id')}: {wrong!r}") from wrong
    return preset


def _reordered(a: RankedList, order: Sequence[int]) -> RankedList:
    rows = dict(enumerate(a.documents, start=1))
    if len(set(order)) < len(order):
        raise ValueError(f"the order {order} has a document twice")
    return RankedList(tuple(rows[at] for at in order), len(order))


def _ranked(given: Mapping[str, Any]) -> RankedList:
    unused = {name: iter(titles) for name, titles in _book()["titles"].items()}
    grades = (*given["grades"], *given.get("missed", ()))
    predicted = given.get("predicted", [None] * len(grades))
    titles = given.get("titles") or (
        next(unused["relevant" if g else "irrelevant"]) for g in grades
    )
    documents = tuple(
        Document(
            str(i), checked_title(title), grade, None if score is None else checked_score(score)
        )
        for i, (title, grade, score) in enumerate(
            zip(titles, grades, predicted, strict=True), start=1
        )
    )
    query = checked_title(given["query"], "query") if "query" in given else ""
    return RankedList(documents, len(given["grades"]), query=query)
