"""A page on paper: black on white, nothing to click, nothing cut, on a sane number of sheets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from live_app import settle
from live_board import box, to_text
from test_states import SHEET, printed

Open = Callable[..., Page]


def print_out(page: Page) -> None:
    """Have a page as it is on paper; in dark, for paper is white all the same."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": SHEET, "height": 1000})
    settle(page, 50)


def test_a_list_and_an_answer_on_paper(open_page: Open) -> None:
    """A card is its rank, its title and its grade; what is folded stays folded unless opened."""
    page = open_page("/average_precision" + to_text("302", "1", k=2))
    folds = page.get_by_test_id("stMain").locator("details:has(summary):not(.save)")
    opened = folds.first
    opened.evaluate("(each) => { each.open = true; }")
    page.emulate_media(media="print")
    for around in ("stSidebar", "stHeader"):
        expect(page.get_by_test_id(around)).to_be_hidden()
    print_out(page)
    assert page.locator(".grades button:visible").all_inner_texts() == ["3", "0", "2", "1"]
    assert page.locator(".grip:visible, .delete:visible, .save:visible").count() == 0
    rows = page.locator(".picture .ranks li").all()
    assert len(rows) == 4
    for card, row in zip(page.locator(".card").all(), rows, strict=True):
        middles = [(box(each)["y"] + box(each)["height"] / 2) for each in (card, row)]
        assert middles[0] == pytest.approx(middles[1], abs=3)
    shown = [each.locator(":scope > *:not(summary)").first.is_visible() for each in folds.all()]
    assert (shown[0], set(shown[1:])) == (True, {False})


def test_ten_exercises_and_their_solutions_on_paper(open_page: Open) -> None:
    """Solutions begin a sheet of their own, and no way on is printed."""
    page = open_page("/drill?sheet=ten")
    print_out(page)
    assert page.locator("section.exercise:visible").count() == 10
    assert page.locator("section.solution:visible").count() == 10
    begins = page.get_by_role("heading", name="Solutions")
    assert begins.evaluate("(title) => getComputedStyle(title).breakBefore") == "page"
    assert page.get_by_label("Level", exact=True).locator("visible=true").count() == 0
    assert 3 <= printed(page) <= 5
