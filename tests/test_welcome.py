"""Welcome: its three doors, and the tour of average precision that starts there."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    controls,
    follow,
    go,
    notices,
    pieces,
    press,
    set_to,
    shown_grades,
    tiles,
    visit,
)
from live_app import settle
from live_board import overhang
from metrics.catalog import METRICS
from pages.welcome.ways_in import PATHS
from ui import contents
from ui.core.presets import tour

AP = "average_precision"
STEPS = list(tour())
LISTS = ["10101", "11100", "101101", "00111", "130"]
"""The grades of each step's list, worked out by hand below."""
AFTER = ["0.867", "0.639", "0.804", "0.111", "1.000"]
"""AP after what each step asks: (1 + 1 + 3/5)/3, (1/2 + 2/3 + 3/4)/3,
(1 + 2/3 + 3/4 + 4/5)/4, (1/3)/3, and 1."""
DONE: list[tuple[str, dict[str, Any]]] = [
    ("move", {"list": "a", "id": "3", "to": 1}),
    ("move", {"list": "a", "id": "4", "to": 0}),
    ("move", {"list": "a", "id": "6", "to": 2}),
    ("turn", {"knob": "k", "to": 3}),
    ("move", {"list": "a", "id": "2", "to": 0}),
]


def doors(at: AppTest) -> dict[str, bool]:
    """Which doors there are, and whether their path is shown."""
    return {
        name: control["pressed"]
        for name, control in controls(at).items()
        if control["by"] == "paths" and control["kind"] == "button"
    }


def path(at: AppTest) -> list[tuple[str, str]]:
    """The pages of the shown path, each with what it gives."""
    _, *shown = (control for control in controls(at).values() if control["by"] == "paths")
    pages = [control["path"] for control in shown if control["kind"] == "link"]
    gives = [control["text"] for control in shown if control["kind"] == "text"]
    return list(zip(pages, gives, strict=True))


def said(at: AppTest) -> str:
    return str(controls(at)["says"]["text"])


def ap(at: AppTest) -> str:
    return next(tile.score for label, tile in tiles(at).items() if label.startswith("AP@"))


# Doors


def test_each_door_opens_a_path_of_six_pages_with_a_line_and_minutes() -> None:
    at = visit("welcome")
    assert doors(at) == {"I teach": False, "I prepare for an interview": False, "I explore": True}
    for door, stops in PATHS.items():
        press(at, door)
        assert doors(at) == {each: each == door for each in PATHS}
        assert [page for page, _ in path(at)] == [stop.page for stop in stops]
        assert len({stop.page for stop in stops}) == 6
        assert all(re.fullmatch(r".+ \(\d+ min\)", gives) for _, gives in path(at))
    assert at.query_params == {}
    follow(at, contents.PAGES[PATHS["I explore"][1].page].title)
    go(at, "welcome")
    assert doors(at)["I explore"]


def test_welcome_writes_its_names_out() -> None:
    text = "".join([*pieces(visit("welcome")), *(m.value for m in visit("welcome").markdown)])
    for key in ("average_precision", "ndcg", "err"):
        assert f"{METRICS[key].name.lower()} ({METRICS[key].label()})" in text
    for words in ("k = 5", "Not retrieved", "<b>?</b>", "by its grip"):
        assert words in text


@pytest.mark.parametrize("to", ["I leave", 7, None, ["I teach"]])
def test_a_door_that_is_none_opens_nothing(to: object) -> None:
    at = visit("welcome")
    act(at, by="paths", do="open_door", to=to)
    assert not at.exception
    assert doors(at)["I explore"]


# The tour


def test_the_tour_by_its_buttons_with_what_each_step_asks_done() -> None:
    at = visit("welcome")
    follow(at, "Tour: average precision in 90 seconds")
    assert "Preset" not in controls(at)
    for n, (id_, grades, after, (do, given)) in enumerate(
        zip(STEPS, LISTS, AFTER, DONE, strict=True), 1
    ):
        step = tour()[id_]
        assert controls(at)["Step"]["value"] == id_ == at.query_params["tour"]
        assert said(at) == f"{step.answer} {step.do}"
        assert "".join(map(str, shown_grades(at)[0])) == grades
        assert ap(at) == "1.000" or ap(at) in step.answer
        act(at, do, **given)
        assert ap(at) == after
        assert said(at) == f"Before: {step.answer}"
        assert float(after) == 1 or after in step.do
        press(at, "End the tour" if n == len(STEPS) else "Next step")
    assert controls(at)["Preset"]["value"] == "ap-blind-1-3"
    assert notices(at) == []


def test_the_tour_is_left_at_any_step_and_undo_goes_back_in_it() -> None:
    at = visit(AP)
    act(at, by="tour", do="tour", to=STEPS[0])
    press(at, "Next step")
    press(at, "Next step")
    press(at, "Undo")
    assert controls(at)["Step"]["value"] == STEPS[1]
    set_to(at, "Step", STEPS[3])
    go(at, "playground")
    go(at, AP)
    assert controls(at)["Step"]["value"] == STEPS[3]
    press(at, "Leave the tour")
    assert controls(at)["Preset"]["value"] == "ap-late-cluster"
    assert "Step" not in controls(at)
    assert "tour" not in at.query_params
    act(at, by="tour", do="tour", to=STEPS[1])
    act(at, "preset", by="preset", lesson=AP, to="ap-query-1")
    assert controls(at)["Preset"]["value"] == "ap-query-1"


def test_an_address_opens_a_step_and_a_hall_goes_through_the_tour() -> None:
    at = visit(AP, {"tour": "3", "present": "1"})
    assert "".join(map(str, shown_grades(at)[0])) == LISTS[2]
    assert said(at) == tour()["3"].sentence
    assert controls(at)["which"]["text"] == "3 / 5"
    act(at, "move", list="a", id="6", to=2)
    left = shown_grades(at)
    press(at, "Next step")
    assert (controls(at)["which"]["text"], ap(at)) == ("4 / 5", "0.478")
    press(at, "Previous step")
    assert shown_grades(at) == left
    assert at.query_params["tour"] == "3"
    again = visit(AP, dict(at.query_params.items()))
    assert (shown_grades(again), said(again)) == (left, said(at))


def test_who_predicts_is_asked_on_the_tour_too() -> None:
    at = visit(AP, {"tour": "1", "predict": "1"})
    assert said(at) == "What is AP@5 of this list?"


@pytest.mark.parametrize(
    "change", [{"to": "ap-opening"}, {"to": 9}, {"to": [1]}, {"step": "x"}, {}]
)
def test_a_step_that_is_none_changes_nothing(change: dict[str, Any]) -> None:
    at = visit(AP)
    before = at.query_params
    act(at, by="tour", do="tour", **change)
    assert not at.exception
    assert "Step" not in controls(at)
    assert at.query_params == before


# In a browser


def test_doors_and_tour_by_keys_alone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.get_by_role("button", name="I teach").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="I teach", pressed=True)).to_be_focused()
    expect(page.locator(".controls .link", has_text="The drill")).to_be_visible()
    page.get_by_role("link", name="Tour: average precision").focus()
    page.keyboard.press("Enter")
    step, voice = page.get_by_label("Step", exact=True), page.locator("body > .voice")
    chosen = step.locator("option:checked")
    expect(chosen).to_have_text("1 of 5. Hits")
    settle(page)
    page.get_by_role("button", name="Next step").focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_text("2 of 5. A miss on top")
    expect(voice).to_contain_text("Step 2 of the tour: 1 1 1 0 0 has its hits on top")
    settle(page)
    page.keyboard.press("Shift+ArrowRight")
    expect(chosen).to_have_text("3 of 5. Not retrieved")
    settle(page)
    page.keyboard.press("Escape")
    expect(step).to_have_count(0)
    expect(page.get_by_label("Preset", exact=True)).to_be_visible()


def test_doors_and_tour_by_touch(open_page: Callable[..., Page]) -> None:
    """On a narrow phone nothing hangs over, and every step has its buttons."""
    page = open_page("/", width=320, height=720, touch=True)
    page.get_by_role("button", name="I prepare for an interview").tap()
    expect(page.locator(".controls .link", has_text="Two tools")).to_be_visible()
    assert overhang(page) == []
    page.get_by_role("link", name="Tour: average precision").tap()
    for n, step in enumerate(tour().values(), start=1):
        chosen = page.get_by_label("Step", exact=True).locator("option:checked")
        expect(chosen).to_have_text(f"{n} of {len(STEPS)}. {step.title}")
        settle(page)
        assert overhang(page) == []
        page.get_by_role("button", name="End the tour" if n == len(STEPS) else "Next step").tap()
    expect(page.get_by_label("Preset", exact=True)).to_be_visible()
