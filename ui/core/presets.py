"""The steps of the lessons, read from `pages/<lesson>/steps.toml` and checked."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode

from metrics.catalog import METRICS
from ui.contents import HOME, PAGES, TEXTS
from ui.core import link
from ui.core.documents import (
    ASSETS,
    Document,
    RankedList,
    checked_length,
    checked_score,
    checked_title,
)
from ui.core.knob_kinds import scale_of_brought, to_text
from ui.core.knobs import CHALLENGE, KNOBS, SHOWN, Compared, MeanOverQueries
from ui.core.pages import read_toml
from ui.core.screen import QUERIES, START, Name, Screen

GROUPS: Final = {
    **{"first": "Begin here", "pool": "The pool", "scores": "Other scores"},
    **{"further": "Further", "texts": "From published texts"},
}
"""The groups of a lesson's steps, each with its name in the menu; the first tells the lesson."""
PHONES: Final = ("number", "direction", "choice", "order")
"""What a class may answer on its phones at a step."""
_NEAR: Final = 0.05
"""How far from a score that a step asks for a hand may let go."""


class Scores(tuple[float, ...]):
    """Predicted scores of the documents of list A, in the order of the step."""


@dataclass(frozen=True)
class Preset:
    """Lists and settings that show one point of a lesson; a list of None is removed.

    Attributes:
        id: its name in links.
        title: its name in the menu.
        answer: its point.
        lists: its lists by name.
        settings: its knobs.
        do: what the reader is asked to do, or "".
        ask: a question that the score does not answer, or "".
        then: what the act leads to: the grades of list A, first of the ranked and then of the
            missed documents; or knobs; or predicted scores; None without an act.
        moves: the rank of the document that the act moves and its new rank, or () if `then` tells.
        show: knobs that the step needs, and scores, if the lesson does not show all of them.
        phones: what a class may answer on its phones.
        group: a key of `GROUPS`, or "" for a challenge.
        source: key of the published text that has this list and its score (`ui.contents.TEXTS`),
            or "".
    """

    id: str
    title: str
    answer: str
    lists: Mapping[Name, RankedList | None]
    settings: Mapping[str, Any]
    do: str = ""
    ask: str = ""
    then: tuple[list[int | None], list[int | None]] | Scores | Mapping[str, Any] | None = None
    moves: Sequence[int] = ()
    show: Sequence[str] = ()
    phones: Sequence[str] = ()
    group: str = ""
    source: str = ""

    def on(self, screen: Screen) -> Screen:
        """Return the screen with this preset; lists and knobs that it does not name stay."""
        first = {"relevant_from": 1} if self.lists else {}
        settings = {**first, **self.settings}
        # The scale changes first: the grades of old and new lists must fit it.
        scale = settings.pop("scale", screen.scale)
        changed = replace(screen.with_settings(scale=scale), preset=self.id)
        for name, ranked in self.lists.items():
            changed = changed.with_list(name, ranked)
        return changed.with_settings(**settings)

    def is_done(self, screen: Screen) -> bool:
        """Return whether the reader of a screen has done what the step asks for."""
        made, a = self.on(screen), screen.a
        if self.then is None or not _same_rest(made, screen):
            return False
        wanted = [d.grade for d in made.a.documents], made.a.retrieved
        if isinstance(self.then, Mapping):
            made = made.with_settings(**self.then)
        elif isinstance(self.then, Scores):
            scored = _with_scores(made.a, self.then)
            wanted = [d.grade for d in scored.documents], scored.retrieved
            if not _near(scored, a):
                return False
        else:
            wanted = [*self.then[0], *self.then[1]], len(self.then[0])
        return ([d.grade for d in a.documents], a.retrieved) == wanted and _same_scores(
            made, screen
        )

    def acted(self, screen: Screen) -> Screen | None:
        """Return the screen of the step after its act; None without one.

        Of the moves that lead to the wanted grades, it takes the one that the step names, or else
        the shortest one of the best document.
        """
        made = self.on(screen)
        if isinstance(self.then, Mapping):
            return made.with_settings(**self.then)
        if isinstance(self.then, Scores):
            return made.with_list("a", _with_scores(made.a, self.then))
        if self.then is None:
            return None
        ranked, (found, missed) = made.a, self.then
        if self.moves:
            at, to = self.moves
            return made.with_list("a", ranked.moved(ranked.documents[at - 1].id, to - 1))
        moves = sorted(
            (-(d.grade or 0), abs(to - at), at, to)
            for at, d in enumerate(ranked.documents)
            for to in range(len(ranked.documents) + 1)
        )
        lists = (
            *(ranked.moved(ranked.documents[at].id, to) for *_, at, to in moves),
            *(
                ranked.edited(d.id, grade=grade)
                for d, grade in zip(ranked.documents, (*found, *missed), strict=False)
            ),
        )
        wanted = [*found, *missed], len(found)
        return next(
            made.with_list("a", each)
            for each in lists
            if ([d.grade for d in each.documents], each.retrieved) == wanted
        )

    @property
    def sentence(self) -> str:
        """All that it says."""
        return " ".join(filter(None, (self.do, self.ask, self.answer)))


def _same_scores(one: Screen, other: Screen) -> bool:
    """Return whether two screens have the same values of all knobs that a score depends on.

    Scores of two systems are dragged, so nearly the same are enough.
    """
    a, b = one[Compared.PAIRS], other[Compared.PAIRS]
    same = len(a) == len(b) and all(
        x == y or (x is not None and y is not None and abs(x - y) <= _NEAR)
        for x, y in zip(a, b, strict=True)
    )
    others = (key for key in one.settings if key not in (*SHOWN, Compared.PAIRS))
    return same and all(one[key] == other[key] for key in others)


def _same_rest(one: Screen, other: Screen) -> bool:
    """Return whether two screens have the same lists besides A, down to their grades."""
    return one.lists.keys() == other.lists.keys() and all(
        _same_grades(ranked, other.lists[name]) for name, ranked in one.lists.items() if name != "a"
    )


def _with_scores(ranked: RankedList, scores: Scores) -> RankedList:
    """Return a list whose documents have predicted scores, one for each in the present order."""
    return ranked.rescored(dict(zip((d.id for d in ranked.documents), scores, strict=True)))


def _near(one: RankedList, other: RankedList) -> bool:
    """Return whether two lists have nearly the same predicted scores from rank to rank."""
    rows = zip(one.documents, other.documents, strict=False)
    return all(
        b.predicted is not None and abs((a.predicted or 0) - b.predicted) <= _NEAR for a, b in rows
    )


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
    head, steps = file.get("settings", {}), file.get("step", ())
    found = {entry["id"]: read(entry, head, where) for entry in steps}
    # A step without list B, or without further queries, takes those of another step away.
    some = dict.fromkeys(name for each in found.values() for name in each.lists if name != "a")
    if some:
        found = {
            id_: replace(each, lists={**some, **each.lists}) if each.lists else each
            for id_, each in found.items()
        }
    return found


@lru_cache(maxsize=64)
def opening(page: str) -> Screen:
    """Return the opening screen of a page: its first preset."""
    return next((preset.on(Screen()) for preset in presets(page).values()), Screen())


def address(page: str, screen: Screen) -> str:
    """Return the address of a page with a screen, relative to the app."""
    query = urlencode(link.encode(screen, opening(page)))
    return f"{PAGES[page].url}{'?' * bool(query)}{query}"


_TAKEN_FROM: Final[Mapping[str, Sequence[str]]] = {
    "graded_average_precision": ("q_measure", "unjudged"),
}
"""By a lesson those that have steps which it had once; its old addresses lead to them."""


@cache
def lessons_by_step() -> Mapping[str, str]:
    """Return the lesson of each step, by the step's id."""
    return {step["id"]: page for page in PAGES for step in read_toml(page).get("step", ())}


def recognised(page: str, screen: Screen) -> Screen:
    """Mark a screen as a preset of the page if it equals one: a link does not name its preset.

    Or as one that the page had once.
    """
    lessons = page, *_TAKEN_FROM.get(page, ())
    same = (
        preset.id
        for lesson in lessons
        for preset in presets(lesson).values()
        if preset.on(screen) == screen
    )
    return replace(screen, preset=next(same, ""))


def moved(page: str, query: Mapping[str, str]) -> str:
    """Return the address of the page that has now what another address opens, or ""."""
    if page == HOME:  # by its name; its own address is empty
        return f"?{urlencode(query)}" if query else "."
    lessons = _TAKEN_FROM.get(page, ())
    rest = {name: value for name, value in query.items() if name not in link.FLAGS}
    if not (lessons and rest):
        return ""
    screen, problems = link.decode(rest)
    step = recognised(page, screen).preset
    there = next((lesson for lesson in lessons if step in presets(lesson)), "")
    if problems or not there:
        return ""
    new = link.encode(screen, opening(there))
    flags = {name: query[name] for name in link.FLAGS if name in query}
    return f"{PAGES[there].url}?{urlencode({**new, **flags})}".removesuffix("?")


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


_TOUR: Final = {
    str(number): step
    for number, step in enumerate(
        ("ap-alternating", "ap-clean-start", "ap-denominators", "ap-late-cluster", "ap-blind-1-3"),
        start=1,
    )
}
"""Steps of *Average precision* that links have called `?tour=1` and so on."""


def with_screen(query: Mapping[str, str]) -> Mapping[str, str]:
    """Add the screen to an address that names a challenge or a step of the old tour, and no more.

    A tour's number beside a list of the reader's is dropped.
    """
    query = dict(query)
    step = _TOUR.get(query.get("tour", ""))
    if step:
        del query["tour"]
    entry = challenges().get(query.get(CHALLENGE, ""))
    if not (entry or step) or query.keys() - {CHALLENGE, *link.FLAGS}:
        return query
    screen = challenge_start(entry) if entry else Screen()
    if step:
        screen = presets("average_precision")[step].on(screen)
    return {**link.encode(screen), **query}


_TEXTS: Final = ("id", "title", "list", "query", "do", "ask", "answer", "from", "group")
_FIELDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    **dict.fromkeys(_TEXTS, str),
    **dict.fromkeys(("documents", "predicted", "queries", "moves", "show", "phones"), list),
    **dict.fromkeys(("b", "settings", "claims", "claims_then"), dict),
    "then": (str, dict, list),
}
"""Fields of a step, and the kind of value of each."""
_TERMS: Final = (
    "weight",
    "stop",
    "mrr",
    "judged",
    "p",
    "interval",
    "power",
    "z",
    "best_estimate",
    "best_clicks",
)
"""Terms of a score that a lesson brings one after the other."""
_SHOWN: Final = (
    *(*KNOBS, *METRICS, *_TERMS),
    *(key for page in PAGES.values() for key in page.metrics),
)
_PRINTED: Final = re.compile(r"-?\d+(\.\d+)?")
_MOST_WORDS: Final = 5
"""Most words of a step's title."""
_CHALLENGES_OWN: Final = ("metrics", "goal", "hint", "solve")
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
    to do, `ask` a question, and `answer` its answer. `then` is what the act leads to: the grades of
    the list, or knobs, or a list of predicted scores, one for each document of the step. `moves`
    says from which rank to which, if another move leads to the same grades. `show` names knobs,
    scores and terms that the step needs, `phones` what a class may answer. `group` is a key of
    `GROUPS`. `from` is the key of the published text that has this list and its score.
    Tests check the `claims`, and `claims_then` after the act.

    Args:
        entry: a table [[step]] of a file.
        head: the table [settings] of the file.
        where: the file, for messages.

    Raises:
        ValueError: as `presets`.
    """
    try:
        _check(entry)
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
        settings = {**own, **_settings({**head, **entry.get("settings", {})})}
        scale = settings["scale"] if lists else Screen().scale
        then = entry.get("then")
        if isinstance(then, list):
            then = Scores(map(checked_score, then))
        else:
            then = grades(then) if isinstance(then, str) else then and _settings(then)
        for turned in (settings, then if isinstance(then, dict) else {}):
            for key, value in turned.items():
                if KNOBS[key].parse(to_text(value), scale) != value:
                    raise ValueError(f"{key} = {value!r} is not how the knob has it")
        preset = Preset(
            **{name: entry[name] for name in ("id", "title", "answer")},
            **{name: entry.get(name, "") for name in ("do", "ask", "group")},
            moves=tuple(entry.get("moves", ())),
            show=tuple(entry.get("show", ())),
            phones=tuple(entry.get("phones", ())),
            lists=lists,
            settings=settings,
            then=then,
            source=entry.get("from", ""),
        )
        preset.on(Screen())
        if link.decode(link.encode(preset.on(Screen())))[1]:
            raise ValueError("its address does not bring it back")
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as wrong:
        raise ValueError(f"{where}: step {entry.get('id')}: {wrong!r}") from wrong
    return preset


def _settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return knobs as the screen has them: a list is a tuple, and "?" in it is None."""
    return {
        key: tuple(None if one == "?" else one for one in value)
        if isinstance(value, list)
        else value
        for key, value in given.items()
    }


def _check(entry: Mapping[str, Any]) -> None:
    """Check the names, kinds and words of a step's fields, and how its claims are written.

    Raises:
        ValueError: a field is unknown or has another kind of value, or its value is not allowed.
    """
    for field, value in entry.items():
        if field not in _FIELDS:
            raise ValueError(f"no field is called {field!r}; allowed are {', '.join(_FIELDS)}")
        if not isinstance(value, _FIELDS[field]):
            raise ValueError(f"{field} cannot be {value!r}")
    allowed_values = {"group": GROUPS, "from": TEXTS, "show": _SHOWN, "phones": PHONES}
    for field, allowed in allowed_values.items():
        given = entry.get(field, [])
        for one in [given] if isinstance(given, str) else given:
            if one not in allowed:
                raise ValueError(f"{field} cannot be {one!r}; allowed are {', '.join(allowed)}")
    for claim, scores in [*entry.get("claims", {}).items(), *entry.get("claims_then", {}).items()]:
        for turned in claim.split()[1:]:
            if turned.partition("=")[0] not in KNOBS:
                raise ValueError(f"the claim {claim!r} turns {turned!r}, which is no knob")
        for score in [scores] if isinstance(scores, str) else scores:
            if not _PRINTED.fullmatch(score):
                raise ValueError(f"the claim {claim} = {score!r} is no printed number")
    if "group" in entry and len(entry["title"].split()) > _MOST_WORDS:
        raise ValueError(f"the title {entry['title']!r} has more than {_MOST_WORDS} words")
    if "do" in entry and "group" in entry and "then" not in entry:
        raise ValueError("it asks for an act, so it needs what comes then")


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


def with_typed(
    screen: Screen,
    a: Sequence[str],
    b: Sequence[str] = (),
    titles: Sequence[Sequence[str]] = (),
) -> Screen:
    """Return a screen with typed lists as its queries, and others as those of system B.

    The scale has all their grades, and is 0 to 1 if these are 0 and 1. k is as long as the longest
    list. Titles are those of the documents of `a`, list by list.

    Raises:
        RefusedError: more lists or documents than a page has.
    """
    graded = [int(sign) for each in (*a, *b) for sign in each if sign.isdigit()]
    on_scale = screen.with_settings(scale=scale_of_brought(graded, screen.scale))
    if b:
        on_scale = on_scale.with_settings(**{MeanOverQueries.OTHER: tuple(b)})
    of_b = [spelled(each, on_scale.scale) for each in b]
    of_a = [
        spelled(each, on_scale.scale, called)
        for each, called in zip(a, titles or [()] * len(a), strict=True)
    ]
    for system, lists in ((" of A" * bool(of_b), of_a), (" of B", of_b)):
        for at, ranked in enumerate(lists, start=1):
            which = f"List {at}{system}" if len(of_a) + len(of_b) > 1 else "The list"
            checked_length(len(ranked.documents), which)
    longest = max((ranked.retrieved for ranked in (*of_a, *of_b)), default=0)
    if of_b:
        on_scale.with_queries(of_b)  # not too many
    return on_scale.with_queries(of_a).with_settings(k=longest or screen.k)


def spelled(written: str, scale: int, titles: Sequence[str] = ()) -> RankedList:
    """Return the list of a text such as 01?0|1; higher grades than the scale has are its top."""
    ranked, missed = (
        [None if grade is None else min(grade, scale) for grade in part]
        for part in grades(written.replace("|", " | ").replace("", " "))
    )
    numbered = [f"Document {at}" for at in range(1, len(ranked) + len(missed) + 1)]
    return listed([*ranked, *missed], len(ranked), titles or numbered)


def searched(ranked: RankedList) -> str:
    """Return the words of a list's query, or those that the titles of `assets/titles.toml` fit."""
    titles = _titles()
    ours = {*titles["relevant"], *titles["irrelevant"], *(d.title for d in START.documents)}
    fit = ours.issuperset(document.title for document in ranked.documents)
    return ranked.query or (str(titles["query"]) if fit else "")


@cache
def _titles() -> Mapping[str, Any]:
    return tomllib.loads((ASSETS / "titles.toml").read_text(encoding="utf-8"))
