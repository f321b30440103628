"""Welcome: its three doors, and where it says to begin."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    captions,
    controls,
    follow,
    go,
    pieces,
    press,
    tiles,
    visit,
)
from live_app import settle
from live_board import overhang
from metrics.catalog import METRICS
from pages.welcome.ways_in import PATHS
from ui import contents
from ui.core.presets import presets

AP = "average_precision"


def doors(at: AppTest) -> dict[str, bool]:
    """Which doors there are, and whether their path is shown."""
    return {
        name: control["pressed"]
        for name, control in controls(at).items()
        if control["by"] == "doors"
    }


def path(at: AppTest) -> list[tuple[str, str]]:
    """The pages of the shown path, each with what it gives."""
    shown = [control for control in controls(at).values() if control["by"] == "path"]
    pages = [control["path"] for control in shown if control["kind"] == "link"]
    gives = [control["text"] for control in shown if control["kind"] == "text"]
    return list(zip(pages, gives, strict=True))


# Doors


def test_each_door_opens_a_path_of_six_pages_with_a_line_and_minutes() -> None:
    at = visit("welcome")
    assert doors(at) == {each: each == "I am new" for each in PATHS}
    for door, stops in PATHS.items():
        press(at, door)
        assert doors(at) == {each: each == door for each in PATHS}
        assert [page for page, _ in path(at)] == [stop.page for stop in stops]
        assert len({stop.page for stop in stops}) == 6
        assert all(re.fullmatch(r".+ \(\d+\smin\)", gives) for _, gives in path(at))
    assert at.query_params == {}
    follow(at, f"2. {contents.PAGES[stops[1].page].title}")
    go(at, "welcome")
    assert doors(at)[door]


def test_welcome_writes_its_names_out() -> None:
    at = visit("welcome")
    text = "".join([*pieces(at), *(m.value for m in at.markdown), *captions(at)])
    for key in ("average_precision", "ndcg", "err"):
        assert METRICS[key].name.lower() in text.lower()
    for words in ("k = 5", "Not retrieved", "<b>?</b>", "by its grip"):
        assert words in text


@pytest.mark.parametrize("query", [{}, {"present": "1"}])
def test_the_query_the_grades_and_the_sums_stand_beside_the_list(
    query: dict[str, str],
) -> None:
    """A 3 satisfies 7/8, a 2 3/8, and a 1 1/8. A hall reads the same."""
    at = visit("welcome", query)
    text = "".join([*pieces(at), *(m.value for m in at.markdown)] if not query else pieces(at))
    assert "how to bake sourdough bread" in text
    assert "Grade 0 is off topic, 3 just right" in text
    assert "Grades 1, 2, 3 stop 1/8, 3/8, 7/8 of those who look." in text
    assert "1/5: 5 good pages; the one not retrieved adds 0." in text
    assert "1, 0.631, 0.500, 0.431, 0.387 (1 ÷ log₂(rank + 1))" in text
    formulas = re.findall(r"aria-label='Formula'>(.*?)</p>", text)
    *first, average, discounted, stops = (re.sub("<.*?>", "", each) for each in formulas)
    assert first == ([] if query else [average.replace("\u00a0·\u00a0", " · ")])  # of a phone
    assert average.replace("\u00a0", " ") == "AP@5 = 1/5 (1/1 + 2/3 + 3/4 + 4/5) = 0.643"
    ideal = "(3 + 3 · 0.631 + 2 · 0.500 + 2 · 0.431 + 0.387)"
    given = "(3 + 2 · 0.500 + 0.431 + 3 · 0.387)"
    assert discounted.replace("\u00a0", " ") == f"nDCG@5 = {given} / {ideal} = 0.783"
    written = stops.replace("\u00a0", " ")
    assert written.startswith("ERR@5 = 1/1 · 7/8 + 1/3 · 1/8 · 3/8 + ")
    assert written.endswith(" = 0.905")


@pytest.mark.parametrize("to", ["I leave", 7, None, ["I teach"]])
def test_a_door_that_is_none_opens_nothing(to: object) -> None:
    at = visit("welcome")
    act(at, by="doors", do="open_door", to=to)
    assert not at.exception
    assert doors(at)["I am new"]


# The first move


def test_the_answer_comes_with_the_move_and_says_what_the_scores_did() -> None:
    """ERR's reader: 1 − 7/8 of them pass a 3, and all of them a 0."""
    at = visit("welcome")
    step = controls(at)["step"]
    assert ("The ten best toasters this year" in step["do"], step["open"]) == (True, False)
    act(at, by="first_move", **step["acts"])
    assert controls(at)["step"]["open"]
    fell = {label.split("@")[0]: tile.change for label, tile in tiles(at).items()}
    assert fell == {"AP": "−0.100", "nDCG": "−0.155", "ERR": "−0.438"}
    assert max(fell, key=lambda name: float(fell[name].replace("−", ""))) == "ERR"
    assert step["answer"].startswith("ERR, by 0.438: 7 of 8 readers stopped at rank 1")


@pytest.mark.parametrize("query", [{"k": "3"}, {"a": "3Rye~0Spelt"}])
def test_another_list_or_setting_has_no_answer_of_the_first(query: dict[str, str]) -> None:
    step = controls(visit("welcome", query))["step"]
    assert (step["answer"], "toasters" in step["do"]) == ("", False)


# Where to begin


def test_the_first_link_leads_to_the_first_of_the_steps_that_it_counts() -> None:
    at = visit("welcome")
    first = [step for step in presets(AP).values() if step.group == "first"]
    follow(at, f"1. Begin: average precision in {len(first)} steps")
    assert controls(at)["Step"]["value"] == first[0].id
    assert controls(at)["step"]["place"] == f"1 of {len(first)}"


# In a browser


def test_doors_by_keys_alone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.get_by_role("button", name="I teach").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="I teach", pressed=True)).to_be_focused()
    expect(page.locator(".controls .link", has_text="The drill")).to_be_visible()
    page.get_by_role("link", name="Begin: average precision").focus()
    page.keyboard.press("Enter")
    chosen = page.get_by_label("Step", exact=True).locator("option:checked")
    expect(chosen).to_have_text("1. One hit")
    settle(page)
    page.get_by_role("button", name="Next step").focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_text("2. Every second one")
    settle(page)
    page.keyboard.press("Shift+ArrowRight")
    expect(chosen).to_have_text("3. A miss on top")


def test_doors_by_touch(open_page: Callable[..., Page]) -> None:
    """On a narrow phone nothing hangs over, and every step has its buttons."""
    page = open_page("/", width=320, height=720, touch=True)
    page.get_by_role("button", name="I have an interview").tap()
    expect(page.locator(".controls .link", has_text="Two tools")).to_be_visible()
    assert overhang(page) == []
    page.get_by_role("link", name="Begin: average precision").tap()
    first = [step for step in presets(AP).values() if step.group == "first"]
    for n, step in enumerate(first, start=1):
        chosen = page.get_by_label("Step", exact=True).locator("option:checked")
        expect(chosen).to_have_text(f"{n}. {step.title}")
        settle(page)
        assert overhang(page) == []
        if n < len(first):
            page.get_by_role("button", name="Next step").tap()
