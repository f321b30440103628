"""Storms: two to four actions without waiting, in a slow browser; none is lost or undone.

What the reader did is read off the outbox, in which the browser numbers it; the package takes the
same actions one by one. Afterwards page, package and address must agree, and there must be as many
steps to undo as the package has.
"""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Event, Thread
from time import sleep
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from live_app import settle
from live_board import Board, begin, middle, query
from pages.mean_over_queries import queries
from pages.significance import drawing as significance
from ui.core import address, link, post
from ui.core.screen import Screen
from ui.core.session import Session
from ui.parts import board, controls
from walk import PAGES, agreed

assert all([address, board, controls, queries, significance])  # they say what their actions do

RUNS, STANDS = 0.01, 0.05  # seconds, in turn
STORMS = int(os.environ.get("STORMS", "3"))  # `STORMS=200 pytest tests/test_storm.py`
START = {
    **{"a": "3A~0B~2C~1D~3E~.~2F", "b": "1X~0Y~2Z", "q2": "0U~1V~2W"},
    "show": "average_precision,err",  # all metrics take their time to be drawn
}

# Keeps each action that the page puts into its outbox, by its number.
RECORD = """(() => {
  window.done = new Map();
  const written = window.written ??= JSON.stringify;
  JSON.stringify = (value, ...more) => {
    const actions = value?.session && value.actions;
    if (actions) actions.forEach((action) => done.set(action.seq, action));
    return written(value, ...more);
  };
})()"""

# Takes back all steps but one.
ALL_BUT_ONE = """(steps) => {
  for (let step = 1; step < steps; step += 1) rankbook.act("text", {do: "undo"});
}"""


class Storm:
    """The actions of a storm, each done at once and without a look at what came before."""

    def __init__(self, page: Page, choose: Random) -> None:
        """Storm over one page."""
        self.page, self.choose = page, choose
        self.board = Board(page)

    def holder(self, title: str) -> Locator:
        """What moves a document: the grip of its card, or its square."""
        square = self.page.locator(f".square[aria-label^='{title}, ']")
        return self.board.grip(title).or_(square).first

    def where(self, title: str) -> tuple[float, float]:
        """Where it is at this moment, at rest or not, as soon as it is there."""
        return middle(self.holder(title))

    def move(self) -> str:
        arrow = self.choose.choice(("ArrowUp", "ArrowDown"))
        self.holder(self.choose.choice("ABCDE")).press(f"Alt+{arrow}")
        return "move"

    def drag(self) -> str:
        one, other = (self.where(title) for title in self.choose.sample("ABCDE", 2))
        self.page.mouse.move(*one)
        self.page.mouse.down()
        self.page.mouse.move(*other, steps=3)
        self.page.mouse.up()
        return "move"

    def grade(self) -> str:
        self.holder(self.choose.choice("ABCDE")).press(str(self.choose.randint(0, 3)))
        return "grade"

    def grade_b(self) -> str:
        other = Board(self.page, "Ranked documents B")
        if not other.list.count():
            return ""
        other.grip("Y").press(str(self.choose.randint(1, 3)), timeout=2000)
        return "grade"

    def undo(self) -> str:
        self.page.keyboard.press("Control+z")
        return "undo"

    def knob(self) -> str:
        key = self.choose.choice(("ArrowLeft", "ArrowRight"))
        self.page.get_by_role("slider", name="Cutoff k").press(key)
        return "turn"

    def copy(self) -> str:
        button = self.page.get_by_role("button", name=re.compile("(copy as|Remove) list B$"))
        if not button.count():
            return ""
        button.click()
        return "list b"

    def query(self) -> str:
        """Work on the second query: its squares, and the row itself."""
        doing = self.choose.choice(("move", "grade", "copy_query", "add", "remove_query"))
        if not self.page.locator(".queries").count():
            return ""
        if doing in ("move", "grade"):
            key = "Alt+ArrowRight" if doing == "move" else "3"
            self.holder("V").press(key, timeout=2000)
        else:
            name = {"copy_query": "Duplicate", "add": "Add a document to", "remove_query": "Remove"}
            button = f"{name[doing]} Query 2"
            self.page.get_by_role("button", name=button, exact=True).click(timeout=2000)
        return doing

    def add_query(self) -> str:
        button = self.page.get_by_role("button", name="Add query")
        if not button.count():
            return ""
        button.click()
        return "add_query"

    def point(self) -> str:
        """Move a system's score on a topic by its slider."""
        topic, system = self.choose.randint(1, 3), self.choose.choice("AB")
        slider = self.page.get_by_role("slider", name=f"Topic {topic}, {system}", exact=True)
        slider.press(self.choose.choice(("ArrowLeft", "ArrowRight")), timeout=2000)
        return "pair"

    def link(self) -> str:
        names = ["Average precision", "Expected reciprocal rank", "Wrong pairs", "Playground"]
        names += ["Mean over queries"]
        name = self.choose.choice(names)
        self.page.get_by_role("link", name=name, exact=True).first.click()
        return "link"

    def back(self) -> str:
        self.page.evaluate("history.back()")
        return "back"


def attempted(doing: Callable[[], str]) -> str:
    """Do it, unless what it takes leaves at that moment with its page."""
    try:
        return doing()
    except Error as gone:
        if not re.search("not attached|detached|Timeout", str(gone)):
            raise
        return ""


@contextmanager
def slow_browser(browser: Browser) -> Iterator[None]:
    """Stop what runs the pages most of the time: as on a slow machine, but nobody else waits."""
    asked = browser.new_browser_cdp_session()
    running = asked.send("SystemInfo.getProcessInfo")["processInfo"]
    asked.detach()
    pages = [process["id"] for process in running if process["type"] == "renderer"]
    over = Event()

    def brake() -> None:
        while not over.wait(RUNS):
            for now in (signal.SIGSTOP, signal.SIGCONT):
                for page in pages:
                    with suppress(ProcessLookupError):
                        os.kill(page, now)
                if now == signal.SIGSTOP:
                    sleep(STANDS)

    thread = Thread(target=brake)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


KNOWN = {
    "a drop, and another page at once": ["drag", "link"],
    "a drop, and its copy at once": ["copy", "drag", "copy"],
    "a knob and a drop": ["knob", "drag"],
    "undo twice over a slider": ["knob", "knob", "undo", "undo"],
    "list B goes, and an edit of it": ["grade_b", "copy", "grade_b"],
    "back, and a drop": ["back", "drag"],
}
ON_QUERIES = {
    "rows that come and go": ["query", "query", "add_query", "query"],
    "a square, and another page at once": ["drag", "query", "link"],
    "back, and a square": ["query", "back", "move"],
}


ON_TOPICS = {
    "scores of two topics": ["point", "point", "undo", "point"],
    "a score, and another page at once": ["point", "link"],
    "back, and a score": ["point", "back", "point"],
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_was_lost_once(reader: Page, name: str) -> None:
    storm_over(reader, Random(7), "playground", KNOWN[name])


@pytest.mark.parametrize("name", ON_QUERIES)
def test_rows_of_queries_lose_nothing(reader: Page, name: str) -> None:
    storm_over(reader, Random(7), "mean_over_queries", ON_QUERIES[name])


@pytest.mark.parametrize("name", ON_TOPICS)
def test_paired_scores_lose_nothing(reader: Page, name: str) -> None:
    storm_over(reader, Random(7), "significance", ON_TOPICS[name])


@pytest.mark.parametrize("number", range(STORMS))
def test_storm(reader: Page, number: int) -> None:
    choose = Random(1000 + number)
    path = choose.choice([page for page in PAGES if page.name != "significance"]).url
    doings = ["move", "drag", "grade", "undo", "knob", "link", "back"]
    doings += ["query", "add_query"] if path == "mean_over_queries" else ["copy"]
    storm_over(reader, choose, path, choose.choices(doings, k=choose.randint(2, 4)))


def storm_over(page: Page, choose: Random, path: str, doings: list[str]) -> None:
    """Do these things without waiting, and see that nothing was lost."""
    browser = page.context.browser
    assert browser
    page.set_viewport_size({"width": 1400, "height": 2000})
    begin(page, path, f"?{urlencode(START, safe='~,')}")
    page.evaluate(RECORD)
    storm = Storm(page, choose)
    # Steps to go back to, so that Back stays in the app; and one to undo.
    for _ in range(max(doings.count("back"), "undo" in doings)):
        if "point" in doings:
            storm.point()
        else:
            storm.holder("A").press("Alt+ArrowDown")
        settle(page)
    with slow_browser(browser):
        told = [attempted(getattr(storm, doing)) for doing in doings]
    print(path, told)
    settle(page, 600)
    assert_nothing_lost(page, told)
    agreed(page)


def assert_nothing_lost(page: Page, told: list[str]) -> None:
    """What was done is in the outbox, and has made of the start what the address holds."""
    done: list[dict[str, Any]] = page.evaluate("[...done.values()]")
    expected = Session()
    expected.begin(START, Screen())
    for action in sorted(done, key=lambda action: int(action["seq"])):
        post._process(expected, action, held=False)
    assert link.encode(expected.current) == query(page), (told, done)
    undo = page.get_by_role("button", name="Undo", exact=True)
    if expected.position:
        page.evaluate(ALL_BUT_ONE, expected.position)
        settle(page)
        undo.click()
    settle(page, 300)
    expect(undo).to_be_disabled()
    assert query(page) == START
    kinds = {"list b": ("keep_b", "remove_b"), "back": ("arrive",)}
    for kind in set(told) - {"", "link", "undo"}:
        there = [action for action in done if action["do"] in kinds.get(kind, (kind,))]
        # A step beyond the list's end is none, nor is the grade that a document has.
        assert there or kind in ("move", "grade"), f"{kind} is not in the outbox: {done}"
    edits = [action for action in done if action["do"] not in ("undo", "arrive")]
    assert expected.position <= len(edits) + sum(action["do"] == "arrive" for action in done)
