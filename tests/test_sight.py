"""What is seen, and what is heard in its place: measured on every page of the table of contents.

A page to come is held by this without a test of its own. The measures are in `sight.js`.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from live_app import settle
from live_board import Board, box, to_text
from vehicle import PATH

Open = Callable[..., Page]


@pytest.mark.parametrize("screen", [(390, 844), (844, 390), (820, 1180)])
def test_the_contents_are_closed_on_a_phone_until_they_are_opened(
    open_page: Open, screen: tuple[int, int]
) -> None:
    page = open_page(PATH, *screen, touch=True)
    contents = page.get_by_test_id("stSidebarContent")
    expect(contents).to_be_hidden()
    page.get_by_test_id("stExpandSidebarButton").tap()
    expect(contents).to_be_visible()
    page.reload()
    settle(page)
    if min(screen) < 480:
        expect(contents).to_be_hidden()
    else:  # a tablet remembers
        expect(contents).to_be_visible()


@pytest.mark.parametrize("way", ["Do two judges agree?", "Kappa"])
def test_a_question_or_a_name_leads_to_its_measure_and_opens_it(open_page: Open, way: str) -> None:
    """In a chapter that was folded; the chapters besides stay so."""
    page = open_page("/reference", 390, 844, touch=True)
    row = page.locator(".st-key-measure_kappa summary").first
    expect(row).to_be_hidden()
    button = page.get_by_role("button", name=re.compile(f"^{re.escape(way)}"))
    button.or_(button.get_by_text("Kappa")).last.tap()  # what is inside it, where something is
    expect(row).to_be_in_viewport()
    expect(row).to_be_focused()
    expect(page.locator(".st-key-measure_kappa .katex-display")).to_be_visible()
    expect(page.locator(".st-key-measure_bpref summary").first).to_be_visible()
    expect(page.locator(".st-key-measure_hit summary").first).to_be_hidden()
    expect(page.get_by_role("button", name="Bpref")).to_be_hidden()
    expect(page.get_by_role("button", name="Precision", exact=True)).to_be_visible()


def test_a_row_of_the_reference_unfolds_its_formula_and_its_bars(open_page: Open) -> None:
    page = open_page("/reference", 390, 844, touch=True)
    for chapter in ("Relevant or not", "How good, how deep"):
        page.get_by_role("heading", name=chapter).tap()
    for key in ("reciprocal_rank", "ndcg"):
        row = page.locator(f".st-key-measure_{key}")
        expect(row.locator(".katex-display")).to_be_hidden()
        row.locator("summary").first.tap()
        expect(row.locator(".katex-display")).to_be_visible()
        bars = row.locator(".stVegaLiteChart svg")
        expect(bars).to_be_visible()
        assert box(bars)["width"] > 200
    assert page.locator(".katex-display:visible").count() == 2


# Elements of the page that hide a part of their width, and whether a shadow shows it.
SCROLLED = """() => [...document.querySelectorAll(".stMain :is(div, p, span)")]
  .map((node) => [node, getComputedStyle(node)])
  .filter(([node]) => node.scrollWidth > node.clientWidth + 1)
  .filter(([_, {overflowX}]) => /auto|scroll/.test(overflowX))
  .map(([node, style]) => [node.className, style.backgroundAttachment.includes("local")])"""


def test_what_scrolls_sideways_shows_it(open_page: Open) -> None:
    """The tables in a lesson's fold, on a narrow phone."""
    page = open_page("/discounted_gain", 320, 844, touch=True)
    page.locator(".st-key-further summary").first.tap()
    settle(page)
    found = page.evaluate(SCROLLED)
    assert found
    assert [name for name, shows in found if not shows] == []


@pytest.mark.parametrize("width", [320, 390])
def test_buttons_between_cards_cover_no_text(open_page: Open, width: int) -> None:
    page = open_page("/wrong_pairs", width, 844, touch=True)
    texts = [box(text) for text in page.locator(".card :is(.whole, .rank, .grade, .number)").all()]
    buttons = [box(button) for button in page.locator(".swaps button").all()]
    assert buttons
    for button in buttons:
        for text in texts:
            apart = max(
                text["x"] - button["x"] - button["width"], button["x"] - text["x"] - text["width"]
            )
            assert apart >= 0, (button, text)


def test_the_name_of_the_retrieval_line_stands_left_of_the_titles(open_page: Open) -> None:
    page = open_page(PATH + to_text("302", "1"), 1400, 900)
    name = box(page.locator(".retrieval .chip"))
    assert name["x"] + name["width"] <= box(page.locator(".card .title").first)["x"]


@pytest.mark.parametrize("against", ["none", "ndcg"])
def test_an_order_is_taken_with_the_keys(open_page: Open, against: str) -> None:
    """All bars or dots are one stop; the arrows choose, Enter takes."""
    page = open_page("/playground" + to_text("0031", "2", against=against))
    page.get_by_text("All orders of this list").click()
    orders = page.locator("[class*=st-key-figure_][class*=orders]").get_by_role("slider")
    for key in ("Home", "ArrowRight", "PageUp", "ArrowLeft", "End"):
        orders.press(key)
    last = orders.get_attribute("aria-valuemax") or ""
    expect(orders).to_have_attribute("aria-valuenow", last)
    expect(orders).to_have_attribute("aria-valuetext", re.compile(r"\d orders?\b"))
    order = page.evaluate("JSON.parse(document.querySelector('.chosen').__data__.datum.do).grades")
    assert order[:2] in ([3, 1], [1, 3])
    orders.press("Enter")
    Board(page).shows(("C3 D1" if order[0] == 3 else "D1 C3") + " A0 B0 | E2")
    expect(orders).to_be_focused()
    orders.press("ArrowLeft")
    expect(orders).to_have_attribute("aria-valuenow", str(int(last) - 1))
