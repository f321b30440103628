"""Whatever is done by keys, something has the focus afterwards, near to where it was."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from live_app import settle
from live_board import ACTIVE, Board, begin, focused, link_to, to_text, turn_to
from sample import sampled
from ui.contents import PAGES
from vehicle import PATH

PATHS = [page.url for page in PAGES.values()][::-1]  # the first pages have most controls

# What Tab reaches, in order, through shadow roots. Each is called by what it is and does, without
# numbers, what a reader brought, and what a chart, a file or a help is about, so that of many alike
# one is tried. Links to other hosts or another tab are left out.
STOPS = r"""() => {
  const found = [];
  const walk = (root) => {
    for (const node of root.children) {
      if (node.matches("[data-testid=stHeader], [data-testid=stFileUploader]")) continue;
      if (node.matches("details:not([open]) > :not(summary)")) continue;
      const leaves = node.matches("a[href^='http']") && node.host !== location.host
        || node.target === "_blank";
      const stops = node.tabIndex >= 0 && !node.disabled && !leaves && !node.matches(".stMain");
      if (stops && node.checkVisibility({visibilityProperty: true})) found.push(node);
      if (node.shadowRoot) walk(node.shadowRoot);
      walk(node);
    }
  };
  walk(document.body);
  globalThis.stops = found;
  return found.map((node) => {
    const host = node.getRootNode().host ?? node;
    const part = host.closest('[class*="st-key-"]')?.className.match(/st-key-\S+/)[0] ?? "";
    const action = node.getAttribute("href")?.match(/^#do=(.*)/)?.[1];
    const card = node.closest(".card, .queries .row, .drawer") && node.classList[0];
    const group = node.closest("[role=radiogroup]");
    const choice = group && node.matches("[type=radio], [role=radio]");
    const knob = node.matches("select, [type=range], [role=slider]");
    const alike = choice || knob || node.matches("pre, summary, [role=region], .names button");
    const own = node.ariaLabel || node.labels?.[0]?.innerText || node.innerText || "";
    const name = (alike ? "" : own)
      .replace(/(score|Relevance|Best|Worst|Help on|Swaps by) .*/, "$1")
      .replace(/(Marks of the chart).*/, "$1")
      .replace(/.* better, .* worse|.* worse, .* better/, "disputed");
    const alone = Object.entries({link: ".link, .ways a, .caption a", page: "nav *",
      file: "[data-testid=stDownloadButton] *"}).find(([_, which]) => node.matches(which))?.[0];
    const says = action ? JSON.parse(decodeURIComponent(action)).do : card || name;
    const does = alone ?? says;
    const place = part.replace(/(measure|figure|fold|chapter)_.*/, "$1");
    return [node.tagName, node.type, node.role, does.replace(/\d+/g, "#"), place].join("|");
  });
}"""


def keys_for(stop: str) -> list[str]:
    """What a reader does where Tab has stopped."""
    tag, kind, role, does, _ = stop.split("|")
    if does == "grip":
        return ["Alt+ArrowDown", "Space", "ArrowDown", "Space", "Space", "Escape", "End", "Home"]
    if does == "square":
        square = ["Alt+ArrowRight", "Space", "ArrowRight", "Space", "End", "1", "Delete"]
        return [*square, "Enter", "Enter"]
    if "slider" in (role, kind) or "radio" in (role, kind) or kind == "range":
        return ["ArrowRight"]
    if tag == "SELECT":
        return ["ArrowDown"]
    return ["x", "Enter"] if tag in ("INPUT", "TEXTAREA") else ["Enter"]


def use(page: Page, at: int, stop: str) -> None:
    """Do there what a reader does, and see after each key that something has the focus."""
    page.evaluate("(at) => stops[at].focus()", at)
    assert page.evaluate("(at) => stops[at].matches(':focus')", at), stop
    for key in keys_for(stop):
        page.keyboard.press(key)
        settle(page, 60)
        expect(page.locator("body"), f"{key} at {stop}").not_to_be_focused()


@pytest.fixture(scope="module")
def tried_on(kept: Page) -> dict[str, str]:
    """The page on which each control is tried: of those that have one of its kind, the first."""
    kept.emulate_media(reduced_motion="reduce")
    return {}


@pytest.mark.parametrize("path", sampled(PATHS))
def test_no_action_by_keys_loses_the_focus(
    reader: Page, tried_on: dict[str, str], path: str
) -> None:
    """Each control is used once, on one of its pages; a page that comes has its title focused."""
    page = reader
    begin(page, PATHS[PATHS.index(path) - 1])
    page.mouse.move(700, 20)  # over nothing: what a mouse points at shows more
    link_to(page, path).press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == f"/{path}")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    settle(page)
    here = page.url
    tried: set[str] = set()
    left = {stop for stop in page.evaluate(STOPS) if tried_on.setdefault(stop, path) == path}
    for again in (True, True, False):  # what controls have taken away is there on a new visit
        while True:
            stops = page.evaluate(STOPS)
            new = (at for at, stop in enumerate(stops) if tried_on.setdefault(stop, path) == path)
            at = next((at for at in new if stops[at] not in tried), None)
            if at is None:
                break
            tried.add(stops[at])
            use(page, at, stops[at])
            if urlsplit(page.url).path != urlsplit(here).path:
                # A result of the search leads to what it is about, not only to its page.
                at_result = page.locator("[data-testid=stMain] :focus")
                title = page.get_by_role("heading", level=1)
                expect(at_result if "search" in stops[at] else title).to_be_focused()
                settle(page)
                turn_to(page, path)
        if left <= tried:
            break
        if again:
            page.goto(here)
            settle(page, 1000)  # a long page comes in parts
    assert left <= tried
    assert len(tried_on) > 10


def test_what_comes_and_goes_takes_no_focus_along(open_page: Callable[..., Page]) -> None:
    """A note on 0/0, a sentence at the top, a list that is full, the last step of undo."""
    page = open_page(PATH + to_text("031", k=1))
    page.get_by_role("radio", name="all relevant").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_text("0/0 for AP@1").wait_for()
    assert page.get_by_role("radio", name="found in the top k").evaluate(
        "(radio) => radio === radio.getRootNode().activeElement"
    )
    page.evaluate("rankbook.act('text', {do: 'turn', knob: 'k', to: 0})")
    page.locator("p.notice").wait_for()
    assert page.get_by_role("radio", name="found in the top k").evaluate(
        "(radio) => radio === radio.getRootNode().activeElement"
    )
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.press("Enter")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("0/0 for AP@1")).to_have_count(0)
    assert focused(page) == "Undo"
    page.goto(PATH + to_text("0" * 26 + "1" * 23))
    board = Board(page)
    add = board.all.get_by_role("button", name="Add document")
    add.press("Enter")
    expect(board.cards).to_have_count(50)
    assert focused(page) == "Title of New document"
    before = page.locator(".stMain").evaluate("(main) => main.scrollTop")
    add.press("Enter")
    expect(page.locator("p.notice")).to_contain_text(re.compile("50"))
    expect(board.cards).to_have_count(50)
    assert focused(page) == "Move New document, rank 50 of 50", "there the refused one was"
    assert page.locator(".stMain").evaluate("(main) => main.scrollTop") >= before - 100


def test_a_control_that_goes_leaves_the_focus_to_one_that_can_be_seen(
    open_page: Callable[..., Page],
) -> None:
    """A hall's drill has no field."""
    page = open_page("/drill?level=1&exercise=1")
    page.get_by_role("button", name="Present", exact=True).press("Enter")
    page.wait_for_url("**present=1*")
    expect(page.locator("body")).not_to_be_focused()
    expect(page.get_by_label("Your answer")).to_have_count(0)
    assert page.evaluate(f"() => ({ACTIVE})()?.checkVisibility()")


def test_a_control_that_goes_when_its_run_is_over_leaves_the_focus_too(
    open_page: Callable[..., Page],
) -> None:
    """Streamlit may remove it after everything else has come."""
    page = open_page("/drill")
    present = page.get_by_role("button", name="Present", exact=True)
    present.focus()
    present.evaluate("(node) => node.getRootNode().host.closest('.stElementContainer').remove()")
    expect(page.locator("body")).not_to_be_focused()


def test_predict_first_closes_no_answer(open_page: Callable[..., Page]) -> None:
    """Sections above the questions come and go; what a reader has opened stays open."""
    page = open_page("/average_precision")
    question = page.get_by_text("What is the AP of 0 1 1 0 1?")
    answer = page.get_by_text("The hits are at 2, 3 and 5")
    question.click()
    expect(answer).to_be_visible()
    for hidden in (True, False):
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Predict first").click()
        formula = page.get_by_role("heading", name="The formula")
        expect(formula).to_have_count(0 if hidden else 1)
        expect(answer).to_be_visible()


def ask_for_less(page: Page, wish: str, *, less: bool = True) -> None:
    """Tick or untick a setting, by keys alone."""
    settings = page.get_by_test_id("stSidebar").locator("summary").filter(has_text="Settings")
    box = page.get_by_role("checkbox", name=wish)
    if not box.is_visible():
        settings.press("Enter")
    expect(box).to_be_checked(checked=not less)  # it is shown a moment after the settings open
    box.press("Space")
    expect(box).to_be_checked(checked=less)


def test_single_keys_can_be_switched_off(open_page: Callable[..., Page]) -> None:
    """Only those that act from anywhere: a card that has the focus is still graded by its keys."""
    page = open_page(PATH + to_text("302"))
    board, search = Board(page), page.get_by_role("searchbox")
    present = page.get_by_role("button", name="Present", exact=True)
    expect(present).to_have_attribute("aria-keyshortcuts", "P")
    page.get_by_role("link", name="Playground", exact=True).focus()
    page.keyboard.press("/")
    expect(search).to_be_focused()
    ask_for_less(page, "No single-key shortcuts")
    for reload in (False, True):
        if reload:
            page.reload()
            settle(page)
        expect(present).not_to_have_attribute("aria-keyshortcuts", "P")
        expect(present).to_have_attribute("title", "Present")
        page.get_by_role("link", name="Playground", exact=True).focus()
        for key in ("p", "/", "P"):
            page.keyboard.press(key)
        settle(page)
        expect(page.get_by_role("link", name="Playground", exact=True)).to_be_focused()
        assert "present" not in page.url
    board.grip("A").press("1")
    expect(page.locator(".voice")).to_contain_text("A graded 1 of 3")
    page.keyboard.press("Control+z")
    expect(page.locator(".voice")).to_contain_text("A graded 3 of 3")
    ask_for_less(page, "No single-key shortcuts", less=False)
    page.keyboard.press("p")
    page.wait_for_url("**present=1**")


def test_motion_can_be_switched_off(open_page: Callable[..., Page]) -> None:
    """In the page, in its shadow roots and in what a script moves; a new page keeps it."""
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    moves = """(card) => {
      card.querySelector(".grip").focus();
      card.querySelector(".grip").dispatchEvent(new KeyboardEvent(
        "keydown", {key: "ArrowDown", altKey: true, bubbles: true, composed: true}));
      const line = card.getRootNode().querySelector(".retrieval");
      const mark = document.querySelector(".stVegaLiteChart .role-mark > *");
      const lasts = (node) => getComputedStyle(node).transitionDuration.split(",")[0];
      return [card.getAnimations().length, lasts(line), lasts(mark)];
    }"""

    def moved() -> list[object]:
        page.locator(".stVegaLiteChart .role-mark > *").first.wait_for(state="attached")
        return list(board.card("A").evaluate(moves))

    assert moved() == [1, "0.15s", "0.25s"]
    settle(page)
    ask_for_less(page, "No motion")
    assert moved() == [0, "0s", "0s"]
    page.reload()
    settle(page)
    assert moved() == [0, "0s", "0s"]


@pytest.mark.parametrize("width", [1400, 390])
def test_bars_can_be_larger(open_page: Callable[..., Page], width: int) -> None:
    """Beside the cards, in them on a phone, and never out of their row."""
    page = open_page("/rank_biased_precision" + to_text("031"), width)
    bar = page.locator(".picture .column li > i.solid").first
    if width == 390:
        bar = Board(page).card("B").locator(".bar i").first
    before = bar.bounding_box()
    expand = page.get_by_test_id("stExpandSidebarButton")
    if expand.is_visible():
        expand.press("Enter")
    ask_for_less(page, "Larger bars")
    after = bar.bounding_box()
    row = bar.locator("..").bounding_box()
    assert before
    assert after
    assert row
    assert after["height"] > 1.2 * before["height"]
    assert row["y"] <= after["y"] + 0.5
    assert after["y"] + after["height"] <= row["y"] + row["height"] + 0.5


def test_a_stray_key_is_no_answer(open_page: Callable[..., Page]) -> None:
    """In the drill a digit or letter answers where the focus is among the answers or the cards."""
    page = open_page("/drill")
    for number in (2, 3):  # the third asks for a choice
        page.get_by_role("button", name="Skip").press("Enter")
        expect(page.locator(".which")).to_contain_text(f"Exercise {number}")
    settle(page)
    option = page.get_by_role("button", name="rises ↑")
    expect(option).to_have_attribute("aria-keyshortcuts", "1")
    title = page.get_by_role("heading", level=1)
    title.evaluate("(title) => { title.tabIndex = -1; title.focus(); }")
    page.keyboard.press("1")
    settle(page)
    expect(option).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Skip").focus()
    page.keyboard.press("1")
    expect(option).to_have_attribute("aria-pressed", "true")


def test_a_slash_leads_to_the_search_from_where_nothing_is_typed(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(PATH)
    search = page.get_by_role("searchbox", name="Search")
    for place in (
        Board(page).grip("Sourdough bread, step by step"),
        page.get_by_role("button", name="Ideal order"),
        page.get_by_role("slider", name="Cutoff k").last,
    ):
        place.focus()
        page.keyboard.press("/")
        expect(search).to_be_focused()
        expect(search).to_have_value("")


def test_escape_folds_what_is_open_and_keeps_the_focus(open_page: Callable[..., Page]) -> None:
    page = open_page(PATH)
    help_ = page.get_by_role("button", name="Help on Cutoff k")
    help_.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    tip = page.locator("#k-help")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(help_).to_be_focused()
    for summary, box in ((".less summary", ".less"), (".save summary", ".save")):
        page.locator(summary).first.press("Enter")
        expect(page.locator(box).first).to_have_attribute("open", "")
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(page.locator(box).first).not_to_have_attribute("open", "")
        expect(page.locator(summary).first).to_be_focused()


# Counts our observers of the whole page: what Streamlit watches is its own affair.
WATCHING = """{
  globalThis.watching = new Set();
  const { observe, disconnect } = MutationObserver.prototype;
  MutationObserver.prototype.observe = function (target, options) {
    const isOurs = /engine\\.js/.test(new Error().stack);
    if (target === document.body && options.subtree && isOurs) watching.add(this);
    return observe.call(this, target, options);
  };
  MutationObserver.prototype.disconnect = function () {
    watching.delete(this);
    return disconnect.call(this);
  };
}"""


def test_nothing_watches_the_whole_page_for_ever(open_page: Callable[..., Page]) -> None:
    """What is waited for ends the watch: each change of the page would be looked at."""
    page = open_page(PATH)
    page.add_init_script(WATCHING)
    page.reload()
    settle(page)
    turn_to(page, "average_precision")
    assert page.evaluate("watching.size") == 0
