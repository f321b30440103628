"""Storms: two to four actions without waiting, in a slow browser; none is lost or undone.

What the reader did is read off the outbox, in which the browser numbers it; the package takes the
same actions one by one. Afterwards page, package and address must agree, and there must be as many
steps to undo as the package has.
"""

import os
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Error, Page, expect

from live_app import settle
from live_board import Board, query
from ui import address, board, controls, link, post
from ui.screen import Screen
from ui.session import Session
from walk import agreed

assert all([address, board, controls])  # they say what their actions do

SLOWDOWN = 6
STORMS = int(os.environ.get("STORMS", "3"))  # `STORMS=200 pytest tests/test_storm.py`
START = {"a": "3A~0B~2C~1D~3E~.~2F", "b": "1X~0Y~2Z"}
QUICK = {**START, "show": "average_precision,err"}  # all metrics take their time to be drawn

# Keeps each action that the page puts into its outbox, by its number.
RECORD = """(() => {
  const written = JSON.stringify;
  window.done = new Map();
  JSON.stringify = (value, ...more) => {
    const actions = value?.session && value.actions;
    if (actions) actions.forEach((action) => done.set(action.seq, action));
    return written(value, ...more);
  };
})()"""


class Storm:
    """The actions of a storm, each done at once and without a look at what came before."""

    def __init__(self, page: Page, choose: Random) -> None:
        """Storm over one page."""
        self.page, self.choose = page, choose
        self.board = Board(page)

    def move(self) -> str:
        title = self.choose.choice("ABCDE")
        self.board.grip(title).press(f"Alt+{self.choose.choice(('ArrowUp', 'ArrowDown'))}")
        return "move"

    def drag(self) -> str:
        one, other = self.choose.sample("ABCDE", 2)
        self.board.take(one)
        self.board.carry(self.board.grip(other))
        self.page.mouse.up()
        return "move"

    def grade(self) -> str:
        self.board.grip(self.choose.choice("ABCDE")).press(str(self.choose.randint(0, 3)))
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
        button = self.page.get_by_role("button", name="list B")
        if not button.count():
            return ""
        button.click()
        return "list b"

    def link(self) -> str:
        names = ["Average precision", "Expected reciprocal rank", "Wrong pairs", "Playground"]
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


KNOWN = {
    "a drop, and another page at once": ["drag", "link"],
    "a drop, and its copy at once": ["copy", "drag", "copy"],
    "a knob and a drop": ["knob", "drag"],
    "undo twice over a slider": ["knob", "knob", "undo", "undo"],
    "list B goes, and an edit of it": ["grade_b", "copy", "grade_b"],
    "back, and a drop": ["back", "drag"],
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_was_lost_once(open_page: Callable[..., Page], name: str) -> None:
    storm_over(open_page, Random(7), "/playground", KNOWN[name], QUICK)


@pytest.mark.parametrize("number", range(STORMS))
def test_storm(open_page: Callable[..., Page], number: int) -> None:
    choose = Random(1000 + number)
    paths = ["average_precision", "discounted_gain", "expected_reciprocal_rank"]
    paths += ["graded_average_precision", "playground", "precision_and_recall"]
    paths += ["rank_agreement", "reciprocal_rank", "squared_error", "wrong_pairs"]
    path = f"/{choose.choice(paths)}"
    doings = ["move", "drag", "grade", "undo", "knob", "copy", "link", "back"]
    storm_over(open_page, choose, path, choose.choices(doings, k=choose.randint(2, 4)))


def storm_over(
    open_page: Callable[..., Page],
    choose: Random,
    path: str,
    doings: list[str],
    start: Mapping[str, str] = START,
) -> None:
    """Do these things without waiting, and see that nothing was lost."""
    page = open_page(f"{path}?{urlencode(start, safe='~,')}", 1400, 2000)
    page.evaluate(RECORD)
    slow = page.context.new_cdp_session(page)
    storm = Storm(page, choose)
    # Steps to go back to, so that Back stays in the app.
    for _ in range(max(doings.count("back"), 1)):
        storm.board.grip("A").press("Alt+ArrowDown")
        settle(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    told = [attempted(getattr(storm, doing)) for doing in doings]
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    slow.detach()
    print(path, told)
    settle(page, 600)
    assert_nothing_lost(page, told, start)
    agreed(page)


def assert_nothing_lost(page: Page, told: list[str], start: Mapping[str, str]) -> None:
    """What was done is in the outbox, and has made of the start what the address holds."""
    done: list[dict[str, Any]] = page.evaluate("[...done.values()]")
    expected = Session()
    expected.begin(start, Screen())
    for action in sorted(done, key=lambda action: int(action["seq"])):
        post._take(expected, action, held=False)
    assert link.encode(expected.current) == query(page), (told, done)
    for button, back in (("Undo", True), ("Redo", False)):
        press = page.get_by_role("button", name=button, exact=True)
        for _ in range(expected.position):
            expect(press).to_be_enabled()
            press.click()
        settle(page, 300)
        if back or expected.position == len(expected.steps) - 1:
            expect(press).to_be_disabled()
    assert link.encode(expected.current) == query(page)
    kinds = {"list b": ("keep_b", "remove_b"), "back": ("arrive",)}
    for kind in set(told) - {"", "link", "undo"}:
        there = [action for action in done if action["do"] in kinds.get(kind, (kind,))]
        # A step beyond the list's end is none, nor is the grade that a document has.
        assert there or kind in ("move", "grade"), f"{kind} is not in the outbox: {done}"
    edits = [action for action in done if action["do"] not in ("undo", "arrive")]
    assert expected.position <= len(edits) + sum(action["do"] == "arrive" for action in done)
