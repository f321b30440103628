"""Links of one day open the same screens on every later day.

`links.json` holds over 100 links of November 2026, each with what its screen had then. They hold
every page and knob, lists with grades, misses and scores, challenges, puzzles, exercises, and
spellings that no address is written in any more. An entry is never changed to make a test pass.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from app_driver import markup, visit
from metrics.catalog import METRICS
from ui.core import knobs, link, presets
from ui.core.documents import RankedList
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.core.session import Session

LINKS = json.loads(Path(__file__).with_name("links.json").read_text(encoding="utf-8"))
LINE = "retrieved so far"
"""Stands in a list between what was retrieved and what was missed."""


def parts(link: str) -> tuple[str, dict[str, str]]:
    """The page and the query of a link."""
    split = urlsplit(link)
    return split.path[1:], dict(parse_qsl(split.query, keep_blank_values=True))


def to_text(ranked: RankedList) -> list[str]:
    """A list as `links.json` spells it: grade and title, and the score if there is one."""
    rows = [
        f"{'?' if document.grade is None else document.grade} {document.title}"
        + ("" if document.predicted is None else f" = {document.predicted:g}")
        for document in ranked.documents
    ]
    rows.insert(ranked.retrieved, LINE)
    return [f"query: {ranked.query}", *rows] if ranked.query else rows


def turned(screen: Screen) -> dict[str, Any]:
    """The knobs that are not where they start, by their labels."""
    return {
        knob.label: list(value) if isinstance(value, tuple) else value
        for key, knob in knobs.KNOBS.items()
        if (value := screen[key]) != knob.first
    }


def score(label: str, screen: Screen) -> str:
    """The score of list A by a metric's label, as it is written."""
    (metric,) = (one for one in METRICS.values() if one.label(screen.k) == label)
    ranking = screen.a.ranking(screen.scale, screen.relevant_from)
    given = knobs.arguments(metric.key, screen.settings)
    return decimals(float(metric.compute(ranking, **given).score))


@pytest.mark.parametrize("facts", LINKS, ids=lambda facts: facts["link"][:60])
def test_an_old_link_opens_the_same_screen(facts: dict[str, Any]) -> None:
    page, query = parts(facts["link"])
    reader = Session()
    reader.begin(query, presets.opening(page), partial(presets.recognised, page))
    screen = reader.current
    assert {name: to_text(ranked) for name, ranked in screen.lists.items()} == facts["lists"]
    assert turned(screen) == facts["knobs"]
    assert screen.preset == facts.get("preset", "")
    assert reader.projector.presenting == facts.get("presented", False)
    assert reader.owed == facts.get("says", [])
    scores = facts.get("scores", {})
    assert {label: score(label, screen) for label in scores} == scores
    if ranks := facts.get("ranks of B in A"):
        at = {document.id: rank for rank, document in enumerate(screen.a.documents, start=1)}
        assert [at.get(document.id) for document in screen.lists["b"].documents] == ranks


@pytest.mark.parametrize(
    "facts",
    [facts for facts in LINKS if facts.keys() & {"drawn", "shows"}],
    ids=lambda facts: facts["link"][:60],
)
def test_an_old_link_draws_the_same_page(facts: dict[str, Any]) -> None:
    """One link or two of each page: the scores that it draws, or what else it shows."""
    page, query = parts(facts["link"])
    at = visit(page or "welcome", query)
    assert not at.exception
    drawn = at.session_state["session"].drawn.scores
    assert {label: said for label, (said, _) in drawn.items()} == facts.get("drawn", {})
    assert [words for words in facts.get("shows", []) if words not in markup(at)] == []


@pytest.mark.parametrize("lesson", ["q_measure", "unjudged"])
def test_an_old_address_of_a_step_leads_to_the_lesson_that_has_it_now(lesson: str) -> None:
    """The step is the same there, and so is what stands in the address besides it."""
    for step in OF_OLD[lesson]:
        screen = presets.presets(lesson)[step].on(Screen())
        query = {**link.encode(screen), "present": "1"}
        page, there = parts("/" + presets.moved("graded_average_precision", query))
        assert page == lesson
        assert there.pop("present") == "1"
        reader = Session()
        reader.begin(there, presets.opening(page), partial(presets.recognised, page))
        assert (reader.current, reader.current.preset) == (screen, step)
        assert presets.moved(page, query) == ""


OF_OLD = {
    "q_measure": ["q-patience-0", "q-patience-10", "q-dip"],
    "unjudged": ["unjudged-on-top", "unjudged-out"],
}
"""Steps that *Graded average precision* had once."""


@pytest.mark.parametrize("query", [{}, {"present": "1"}, {"a": "3A~0B"}, {"a": "9~0B", "x": "1"}])
def test_any_other_address_of_that_lesson_stays(query: dict[str, str]) -> None:
    assert presets.moved("graded_average_precision", query) == ""
