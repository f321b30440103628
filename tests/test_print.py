"""A page on paper: black on white, nothing to click, nothing cut, on a sane number of sheets."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from live_app import PATHS, settle
from live_board import box, spelled
from ui.contents import LESSONS

Open = Callable[..., Page]

SHEET = 695
"""Pixels between the margins of a sheet of A4."""

# Every element that is seen on paper, shadow roots included, with what a proof wants to know of it.
SEEN = """() => {
  const found = [];
  const look = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.closest("style, script, template, svg *")) continue; // a drawing is one thing
      if (node.checkVisibility({opacityProperty: true, visibilityProperty: true})) {
        const box = node.getBoundingClientRect();
        const name = `${node.tagName}.${node.className} ${node.textContent.slice(0, 20)}`;
        const text = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
        if (box.width > 1 && box.height > 1) {
          found.push({ name, tag: node.tagName, text, right: box.right, left: box.left,
            colour: getComputedStyle(node).color,
            stays: node.matches("[role=radio], [aria-pressed=true], .square") });
        }
      }
      if (node.shadowRoot) look(node.shadowRoot);
    }
  };
  look(document);
  return found;
}"""


def print_out(page: Page) -> None:
    """Have a page as it is on paper; in dark, for paper is white all the same."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": SHEET, "height": 1000})
    settle(page, 50)


def brightness(colour: str) -> float:
    """The mean of red, green and blue, from 0 to 1."""
    numbers = [float(each) for each in re.findall(r"[\d.]+", colour)]
    return sum(numbers[:3]) / (3 * 255 if colour.startswith("rgb") else 3)


def sheets(page: Page) -> int:
    printed = page.pdf(format="A4")
    return len(re.findall(rb"/Type /Page\b", printed))


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_clean_on_paper(turn_to: Open, path: str) -> None:
    """And all of it is printed, though its window scrolls: a lesson takes two sheets or more."""
    page = turn_to(path)
    try:
        print_out(page)
        seen = page.evaluate(SEEN)
        sheet = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
        around = [page.get_by_test_id(each).is_visible() for each in ("stSidebar", "stHeader")]
        count = len(re.findall(rb"/Type /Page\b", page.pdf(format="A4")))
    finally:
        page.emulate_media(media="screen", color_scheme="light")
    clicked = [each["name"] for each in seen if each["tag"] == "BUTTON" and not each["stays"]]
    assert clicked == []
    assert [each["name"] for each in seen if each["right"] > SHEET + 12 or each["left"] < -1] == []
    text = [each for each in seen if each["text"] and each["tag"] in ("P", "LI", "H1", "H2", "TD")]
    assert text
    assert [each["name"] for each in text if brightness(each["colour"]) > 0.5] == []
    assert (sheet, around) == ("rgb(255, 255, 255)", [False, False])
    lessons = [f"/{page.url}" for page in LESSONS]
    assert (2 if path in lessons else 1) <= count <= (16 if path == "/reference" else 7)


def test_a_list_and_an_answer_on_paper(open_page: Open) -> None:
    """A card is its rank, its title and its grade; what is folded stays folded unless opened."""
    page = open_page("/average_precision" + spelled("302", "1", k=2))
    folds = page.get_by_test_id("stMain").locator("details:has(summary)")
    opened = folds.first
    opened.evaluate("(each) => { each.open = true; }")
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
