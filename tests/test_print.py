"""A page on paper: black on white, nothing to click, nothing cut, on a sane number of sheets."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from live_app import PATHS, settle
from live_board import arrive, box, spelled
from ui.contents import LESSONS

Open = Callable[..., Page]

SHEET = 695
"""Pixels between the margins of a sheet of A4."""

# What is wrong with the elements that are seen on paper, shadow roots included; and how many have
# words of their own. Of buttons, those that say what is set stay.
WRONG = """(sheet) => {
  const found = [];
  let words = 0;
  const brightness = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map(Number);
    return (red + green + blue) / (colour.startsWith("rgb") ? 3 * 255 : 3);
  };
  const look = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) look(node.shadowRoot);
      if (node.closest("style, script, template, svg *")) continue; // a drawing is one thing
      if (!node.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
      const {width, height, left, right} = node.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const say = (what, when) => {
        if (when) found.push(`${what}: ${node.tagName}.${node.className} ${node.textContent}`);
      };
      say("to be clicked", node.matches(
        "button:not([role=radio], [aria-pressed=true], .square)"));
      say("cut", right > sheet + 12 || left < -1);
      const text = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
      if (!text || !node.matches("p, li, h1, h2, td")) continue;
      words += 1;
      say("pale", brightness(getComputedStyle(node).color) > 0.5);
    }
  };
  look(document);
  return [found, words];
}"""


def print_out(page: Page) -> None:
    """Have a page as it is on paper; in dark, for paper is white all the same."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": SHEET, "height": 1000})
    settle(page, 50)


def sheets(page: Page) -> int:
    printed = page.pdf(format="A4")
    return len(re.findall(rb"/Type /Page\b", printed))


@pytest.fixture
def paper(reader: Page) -> Page:
    """A tab that stays as it is on paper, from page to page."""
    if reader.url == "about:blank":
        reader.goto("/average_precision")
        settle(reader)
        print_out(reader)
    return reader


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_clean_on_paper(paper: Page, path: str) -> None:
    """And all of it is printed, though its window scrolls: a lesson takes two sheets or more."""
    arrive(paper, path)
    found, words = paper.evaluate(WRONG, SHEET)
    assert found == []
    assert words
    sheet = paper.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert sheet == "rgb(255, 255, 255)"
    lessons = [f"/{page.url}" for page in LESSONS]
    assert (2 if path in lessons else 1) <= sheets(paper) <= (16 if path == "/reference" else 7)


def test_a_list_and_an_answer_on_paper(open_page: Open) -> None:
    """A card is its rank, its title and its grade; what is folded stays folded unless opened."""
    page = open_page("/average_precision" + spelled("302", "1", k=2))
    folds = page.get_by_test_id("stMain").locator("details:has(summary)")
    opened = folds.first
    opened.evaluate("(each) => { each.open = true; }")
    page.emulate_media(media="print")
    for around in ("stSidebar", "stHeader"):
        expect(page.get_by_test_id(around)).to_be_hidden()
    print_out(page)
    assert page.locator(".grades button:visible").all_inner_texts() == ["3", "0", "2", "1"]
    assert page.locator(".grip:visible, .delete:visible").count() == 0
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
    assert page.get_by_label("Begin at level").locator("visible=true").count() == 0
    assert 3 <= sheets(page) <= 5
