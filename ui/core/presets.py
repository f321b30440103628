"""The presets of the lessons, read from `pages/<lesson>/steps.toml` and checked."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode

from ui.contents import PAGES, TEXTS
from ui.core import link
from ui.core.documents import ASSETS, Document, RankedList, checked_score, checked_title
from ui.core.knobs import CHALLENGE, KNOBS, SHOWN, TOUR, TOURED, to_text
from ui.core.pages import read_toml
from ui.core.screen import QUERIES, Name, Screen


@dataclass(frozen=True)
class Preset:
    """Lists and settings that show one point of a lesson; a list of None is removed.

    `answer` states the point, and `do` is what the reader is asked to do next, or "".
    """

    id: str
    title: str
    answer: str
    lists: Mapping[Name, RankedList | None]
    settings: Mapping[str, Any]
    do: str = ""
    source: str = ""
    """Key of the published text that has this list and its score (`ui.contents.TEXTS`), or ""."""

    def on(self, screen: Screen) -> Screen:
        """Return the screen with this preset; lists and knobs that it does not name stay.

        The tour ends, unless the preset is a step of it.
        """
        first = {TOUR: "", "relevant_from": 1} if self.lists else {TOUR: ""}
        settings = {**first, **self.settings}
        # The scale changes first: the grades of old and new lists must fit it.
        scale = settings.pop("scale", screen.scale)
        changed = replace(screen.with_settings(scale=scale), preset=self.id)
        for name, ranked in self.lists.items():
            changed = changed.with_list(name, ranked)
        return changed.with_settings(**settings)

    @property
    def sentence(self) -> str:
        """Its point, and what the reader is asked to do."""
        return f"{self.answer} {self.do}".rstrip()

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
        return self.sentence if lists and knobs else f"Before: {self.answer}"


def _same_grades(one: RankedList, other: RankedList) -> bool:
    """Return whether two lists have the same grades and predictions in the same order."""
    rows = ([(d.grade, d.predicted) for d in each.documents] for each in (one, other))
    return one.retrieved == other.retrieved and next(rows) == next(rows)


@lru_cache(maxsize=64)  # a browser may name any lesson
def presets(lesson: str) -> dict[str, Preset]:
    """Return the presets of one lesson by id, in teaching order.

    Raises:
        ValueError: if a screen would refuse a preset; the message names file, preset and field.
    """
    if lesson not in PAGES:
        return {}
    file, where = read_toml(lesson), f"pages/{lesson}/steps.toml"
    head = file.get("settings", {})
    return {entry["id"]: read(entry, head, where) for entry in file.get("step", ())}


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
    """Return the entries of `pages/playground/challenges.toml` by id."""
    return {entry["id"]: entry for entry in read_toml("playground", "challenges")[CHALLENGE]}


def challenge_start(entry: Mapping[str, Any]) -> Screen:
    """Return the starting screen of a challenge: its list, settings and metrics.

    Raises:
        ValueError: as `presets`.
    """
    own = {name: part for name, part in entry.items() if name not in _CHALLENGES_OWN}
    shown = read(own, where="pages/playground/challenges.toml").on(Screen())
    return shown.with_settings(metrics=tuple(entry["metrics"]), challenge=entry["id"])


@cache
def tour() -> Mapping[str, Preset]:
    """Return the steps of the tour by number: presets of `TOURED` in other words.

    Raises:
        LookupError: if a step names no preset.
    """
    steps = {}
    for number, step in enumerate(read_toml(TOURED)[TOUR], start=1):
        preset = presets(TOURED)[step["step"]]
        words = {name: step[name] for name in ("title", "answer", "do")}
        settings = {**preset.settings, TOUR: str(number)}
        steps[str(number)] = replace(preset, **words, settings=settings)
    return steps


def with_screen(query: Mapping[str, str]) -> Mapping[str, str]:
    """Add the screen to an address that names a challenge or a step of the tour, and no more."""
    entry, step = challenges().get(query.get(CHALLENGE, "")), tour().get(query.get(TOUR, ""))
    if not (entry or step) or query.keys() - {CHALLENGE, TOUR, *link.FLAGS}:
        return query
    screen = challenge_start(entry) if entry else Screen()
    return {**link.encode(step.on(screen) if step else screen), **query}


_FIELDS: Final = (
    *("id", "title", "list", "documents", "query", "predicted", "b", "queries", "settings"),
    *("do", "answer", "claims", "from"),
)
"""Fields of a step."""
_CHALLENGES_OWN: Final = ("metrics", "goal", "hint")
"""Fields of a challenge that a step lacks."""


def read(
    entry: Mapping[str, Any], head: Mapping[str, Any] = MappingProxyType({}), where: str = ""
) -> Preset:
    """Read one step of a lesson.

    `list` is list A as its grades in ranked order, "?" for unjudged and a bar before what was not
    retrieved: "1 0 ? | 1". `documents` has titles, too: ["1 Keras", "|", "0 Weather"]. A step with
    neither changes no list. `predicted` has a score for each document. `b` is list B: a table with
    a list of its own, or with the `order` of A's documents, counted from 1. `queries` are all
    queries besides A, each a table with a list. `query` has the words of the query. `settings` are
    knobs that differ from the `head`; k is the length of the list unless it is said. `do` is what
    to do next, `from` the key of the published text that has this list and its score. Tests check
    the `claims`.

    Args:
        entry: a table [[step]] of a file.
        head: the table [settings] of the file.
        where: the file, for messages.

    Raises:
        ValueError: as `presets`.
    """
    try:
        if unknown := entry.keys() - {*_FIELDS}:
            raise ValueError(f"no field is called {', '.join(unknown)}; allowed are {_FIELDS}")
        lists: dict[Name, RankedList | None] = {}
        if "list" in entry or "documents" in entry:
            lists["a"] = a = _ranked(entry)
            own = {"k": a.retrieved}
        elif not entry.keys().isdisjoint(("predicted", "b", "queries")):
            raise ValueError("it has no list")
        else:
            own = {}
        if "b" in entry:
            order = entry["b"].get("order")
            lists["b"] = _ranked(entry["b"]) if order is None else _reordered(a, order)
        if "queries" in entry:
            queries = [_ranked(query) for query in entry["queries"]]
            lists |= Screen().with_queries([a, *queries]).queries
            lists |= dict.fromkeys(name for name in QUERIES if name not in lists)
        settings: dict[str, Any] = {
            key: tuple(None if one == "?" else one for one in value)
            if isinstance(value, list)
            else value
            for key, value in {**own, **head, **entry.get("settings", {})}.items()
        }
        scale = settings["scale"] if lists else Screen().scale
        for key, value in settings.items():
            if KNOBS[key].parse(to_text(value), scale) != value:
                raise ValueError(f"{key} = {value!r} is not how the knob has it")
        source = entry.get("from", "")
        if source and source not in TEXTS:
            raise ValueError(f"there is no text {source!r}")
        words = {name: entry[name] for name in ("id", "title", "answer")}
        preset = Preset(
            **words, lists=lists, settings=settings, do=entry.get("do", ""), source=source
        )
        preset.on(Screen())
        if link.decode(link.encode(preset.on(Screen())))[1]:
            raise ValueError("its address does not bring it back")
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as wrong:
        raise ValueError(f"{where}: step {entry.get('id')}: {wrong!r}") from wrong
    return preset


def _reordered(a: RankedList, order: Sequence[int]) -> RankedList:
    rows = dict(enumerate(a.documents, start=1))
    if len(set(order)) < len(order):
        raise ValueError(f"the order {order} has a document twice")
    return RankedList(tuple(rows[at] for at in order), len(order))


def grades(written: str) -> tuple[list[int | None], list[int | None]]:
    """Read the grades of a list, and those of its missed documents: "1 0 ? | 1".

    Raises:
        ValueError: what is neither a whole number nor "?".
    """
    ranked, _, missed = written.partition("|")
    ranked_grades, missed_grades = (
        [None if grade == "?" else int(grade) for grade in part.split()]
        for part in (ranked, missed)
    )
    return ranked_grades, missed_grades


def _ranked(given: Mapping[str, Any]) -> RankedList:
    rows = [row.partition(" ") for row in given.get("documents", ())]
    titles = [title for grade, _, title in rows if grade != "|"]
    ranked, missed = grades(" ".join(grade for grade, *_ in rows) if rows else given["list"])
    query = checked_title(given["query"], "query") if "query" in given else ""
    return listed([*ranked, *missed], len(ranked), titles, given.get("predicted"), query)


def listed(
    every: Sequence[int | None],
    retrieved: int,
    titles: Sequence[str] | None = None,
    predicted: Sequence[float | None] | None = None,
    query: str = "",
) -> RankedList:
    """Return a list of documents with these grades; without titles they get some by their grade.

    Raises:
        ValueError: a title or a score that a list refuses.
    """
    unused = {name: iter(some) for name, some in _titles().items()}
    found = (next(unused["relevant" if grade else "irrelevant"]) for grade in every)
    documents = tuple(
        Document(
            str(i), checked_title(title), grade, None if score is None else checked_score(score)
        )
        for i, (title, grade, score) in enumerate(
            zip(titles or found, every, predicted or [None] * len(every), strict=True), start=1
        )
    )
    return RankedList(documents, retrieved, query=query)


@cache
def _titles() -> Mapping[str, Sequence[str]]:
    return tomllib.loads((ASSETS / "titles.toml").read_text(encoding="utf-8"))
