"""What is seen, and what is heard in its place: measured on every page of the table of contents.

A page to come is held by this without a test of its own. The measures are in `sight.js`.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from live_app import PATHS, ROOT, THOROUGH, settle, turns
from live_board import Board, box, overhang, spelled
from ui.contents import LESSONS

Open = Callable[..., Page]

BOTH = "?a=3A~0B~2C~1D~-E~.~2F&b=1X~2Y&show=average_precision,err"
TWELVE = "?a=" + "~".join(f"{at % 4}Document+number+{at}" for at in range(12))
SCREENS = [(1400, 900), (820, 1180), (900, 600), (844, 390), (390, 844), (350, 225)]
LOW = [(350, 225), (320, 256), (844, 390), (700, 450)]
SIGHT = (ROOT / "tests/sight.js").read_text()


# What styles are on the way to: a transition may take longer than a busy machine is given.
STILL = """() => {
  for (const each of document.getAnimations()) {
    if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
  }
}"""


def wrong(page: Page, *measures: str) -> dict[str, list[str]]:
    """What measures of `sight.js` find wrong with a page, by measure."""
    page.wait_for_timeout(50)
    page.evaluate(STILL)
    each = "".join(f"'{measure}': await sight.{measure}, " for measure in measures)
    page.evaluate(f"() => {{ if (!globalThis.sight) {{ {SIGHT} }} }}")
    found = page.evaluate(f"async () => ({{ {each} }})")
    return {measure: which for measure, which in found.items() if which}


def look(page: Page, width: int, height: int) -> None:
    """Give a page another screen."""
    page.set_viewport_size({"width": width, "height": height})
    settle(page, 50)


def states(page: Page) -> Iterator[str]:
    """A page as it opens, and with each way of it that Streamlit's own radios lead to; and back."""
    yield ""
    first, *others = page.get_by_test_id("stRadioOption").all() or [None]
    for option in others:
        option.click()
        settle(page)
        yield option.inner_text()
    if first:
        first.click()


@pytest.mark.parametrize("path", PATHS)
def test_what_has_the_focus_is_not_covered(turn_to: Open, path: str) -> None:
    """By what stays in sight: forwards and backwards through twelve documents and all controls."""
    page = turn_to(path + TWELVE)
    ways = ["covered(true)", *["covered(false)"] * (path in THOROUGH)]
    for screen in turns(path, SCREENS):
        look(page, *screen)
        assert not wrong(page, *ways), screen


@pytest.mark.parametrize("path", [f"/{page.url}" for page in LESSONS])
def test_a_low_window_has_room_to_work(turn_to: Open, path: str) -> None:
    """At 400 %, or on a phone on its side, one line stays: the score."""
    page = turn_to(path + TWELVE)
    main = page.get_by_test_id("stMain")
    for screen in turns(path, LOW):
        look(page, *screen)
        main.evaluate("(main) => main.scrollTo(0, 900)")
        first = page.locator(".st-key-score dl.scores > div").first
        name, number = (box(first.locator(part)) for part in ("dt", "b"))
        middle = number["y"] + number["height"] / 2
        assert name["y"] < middle < name["y"] + name["height"], screen
        assert 0 <= number["y"] < number["y"] + number["height"] <= 45, screen
        stuck = main.evaluate("(main) => parseFloat(main.style.getPropertyValue('--stuck'))")
        assert 20 < stuck <= 45, screen


# What a lesson is about: a card, a square of a query, a topic, a document of an exercise, a step.
FOLDS = """(open) => {
  const folds = document.querySelectorAll(".stMain details:not([data-testid=stExpander] *)");
  for (const fold of folds) fold.open = open;
}"""
FIRST = ".board .card, .queries .square, .pairs .track, .cards > li, .puzzle li"


@pytest.mark.parametrize("path", PATHS)
def test_a_phone_shows_what_the_page_is_about(turn_to: Open, path: str) -> None:
    """On its first screen, upright and on its side: a whole card, which has its bar inside.

    Nothing scrolls sideways, titles are cut nowhere in a line, targets have 24 px, and the closed
    table of contents has no stop of the Tab key.
    """
    page = turn_to(path, 390, 844, touch=True)
    found: dict[object, object] = {}
    first = page.locator(FIRST).first
    for screen in ((390, 844), (844, 390), *turns(path, ((640, 844), (320, 640))), (360, 640)):
        look(page, *screen)
        found["sideways", screen] = overhang(page)
        if screen[0] in (640, 320):
            page.evaluate(FOLDS, True)
            settle(page, 50)
            found["sideways", "unfolded", screen] = overhang(page)
            page.evaluate(FOLDS, False)
        if screen[0] in (360, 844) and first.count():
            at = box(first)
            found["below", screen] = max(0, at["y"] + at["height"] - screen[1])
        if screen[0] in (390, 844):
            found[screen] = wrong(page, "small()")
            found["contents", screen] = page.get_by_test_id("stSidebarContent").is_visible()
        if screen[0] == 390:
            wrong(page, "space(true)")
            settle(page, 50)
            found["spaced"] = wrong(page, "cut()")
            wrong(page, "space(false)")
    assert not any(found.values()), {what: which for what, which in found.items() if which}


@pytest.mark.parametrize("screen", [(390, 844), (844, 390), (820, 1180)])
def test_the_contents_are_closed_on_a_phone_until_they_are_opened(
    open_page: Open, screen: tuple[int, int]
) -> None:
    page = open_page("/average_precision", *screen, touch=True)
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


def test_the_index_of_the_reference_leads_to_each_measure(open_page: Open) -> None:
    page = open_page("/reference", 390, 844, touch=True)
    index = page.get_by_role("navigation", name="All measures").get_by_role("link")
    symbols = index.all_inner_texts()
    assert symbols == page.locator(".st-key-reference h2 small").all_inner_texts()
    for symbol in (symbols[1], symbols[-1]):
        index.get_by_text(symbol, exact=True).tap()
        heading = page.get_by_role("heading", level=2).filter(
            has=page.get_by_text(symbol, exact=True)
        )
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()


# Texts that need no 4.5:1: of what is switched off, and the signs of grades.
EXEMPT = ":disabled, [aria-disabled=true], i, .square"


@pytest.mark.parametrize("path", PATHS)
def test_what_is_used_stands_out(turn_to: Open, path: str) -> None:
    """Edges and rings at 3:1, text at 4.5:1; all text and edges where more is asked for.

    And what is chosen, in forced colours.
    """
    page = turn_to(path + BOTH)
    faint = {}
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for state in states(page):
        for scheme in turns(path, schemes):
            page.emulate_media(color_scheme=scheme)
            settle(page, 50)
            page.keyboard.press("Tab")
            found = wrong(page, f'texts(4.5, "{EXEMPT}")', "edges(3)", "rings()")
            page.emulate_media(contrast="more")
            settle(page, 50)
            found |= wrong(page, "texts(6.5)", "edges(4.5)")
            page.emulate_media(contrast="no-preference", forced_colors="active")
            settle(page, 50)
            found |= wrong(page, "forced()")
            page.emulate_media(forced_colors="none")
            faint |= {(state, scheme, measure): which for measure, which in found.items()}
    assert not faint


# Elements of the page that hide a part of their width, and whether a shadow shows it.
SCROLLED = """() => [...document.querySelectorAll(".stMain :is(div, p, span)")]
  .map((node) => [node, getComputedStyle(node)])
  .filter(([node]) => node.scrollWidth > node.clientWidth + 1)
  .filter(([_, {overflowX}]) => /auto|scroll/.test(overflowX))
  .map(([node, style]) => [node.className, style.backgroundAttachment.includes("local")])"""


@pytest.mark.parametrize("path", ["/continuation", "/graded_average_precision"])
def test_what_scrolls_sideways_shows_it(open_page: Open, path: str) -> None:
    page = open_page(path, 320, 844, touch=True)
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
    page = open_page("/average_precision" + spelled("302", "1"), 1400, 900)
    name = box(page.locator(".retrieval .chip"))
    assert name["x"] + name["width"] <= box(page.locator(".card .title").first)["x"]


def test_the_name_of_a_line_keeps_clear_of_what_follows(open_page: Open) -> None:
    page = open_page("/average_precision", 1400, 900)
    name = box(page.locator(".picture .line span"))
    follows = box(
        page.locator(".stColumn", has=page.locator(".picture .line")).locator(
            "p", has_text="A hit is"
        )
    )
    assert name["y"] + name["height"] <= follows["y"]


def misheard(page: Page) -> Iterator[str]:
    """What is read of pictures but for a list a column, named by it, of the bars that are seen."""
    for picture in page.locator(".picture").all():
        read = [line.strip() for line in picture.aria_snapshot().splitlines()]
        # In the playground the scores stand above the columns, and are links.
        scores = "|term|definition|link|text|/url" if picture.locator(".head").count() else ""
        yield from (
            line
            for line in read
            if not re.fullmatch(rf"- '?((list|slider) \"|listitem: {scores}).*", line)
        )
        bars = picture.locator("ul > li:not([aria-hidden])").count()
        if bars != sum(line.startswith("- listitem: ") for line in read):
            yield f"not {bars} bars"
        if picture.get_by_role("list").count() != picture.locator("ul[aria-label]").count():
            yield "a column without a name"


@pytest.mark.parametrize("path", PATHS)
def test_what_pictures_tell(turn_to: Open, path: str) -> None:
    """Pictures are heard as their bars; narrow, or spaced as WCAG says, no text lies on another.

    And tables name themselves and their rows, the page's heading is the first, targets have 24 px.
    """
    page = turn_to(path + BOTH)
    if page.locator(".board").count():
        page.get_by_role("button", name="Move B").press("Alt+ArrowDown")
        settle(page)
    found: dict[object, object] = {
        "heard": wrong(page, "heard()", "order()"),
        "misheard": [*misheard(page)],
    }
    for screen in ((1400, 900), *turns(path, ((820, 1180), (700, 450))), (350, 225)):
        look(page, *screen)
        found[screen] = wrong(page, "small()", "overlaps(3)", "charted(3)")
        if screen[0] in (1400, 350) and page.locator(".picture").count():
            wrong(page, "space(true)")
            settle(page, 50)
            found[screen, "spaced"] = wrong(page, "overlaps(5)")
            wrong(page, "space(false)")
    assert not any(found.values()), {what: which for what, which in found.items() if which}


@pytest.mark.parametrize("against", ["none", "ndcg"])
def test_an_order_is_taken_with_the_keys(open_page: Open, against: str) -> None:
    """All bars or dots are one stop; the arrows choose, Enter takes."""
    page = open_page("/playground" + spelled("0031", "2", against=against))
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
