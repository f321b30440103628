"""Address, pages and looks in a real Chromium: what a reader set up is kept and fits the screen."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from expected import BOARDS, EVERY_KNOB, written
from expected import WITH_BARS as BARS
from live_app import settle
from live_board import Board, box, comes_true, middle, overhang, press, query, score, to_text
from metrics.average import average_precision
from metrics.catalog import METRICS
from metrics.gain import ndcg
from metrics.ranking import Ranking
from metrics.reader_models import err
from test_states import UNEVEN_LIST, level
from ui import contents
from vehicle import PATH

Open = Callable[..., Page]

LESSONS = [f"/{page.url}" for page in contents.LESSONS if page.name in BOARDS]
WITH_BARS = [path for path in LESSONS if path[1:] in BARS]
TITLE = "A title of eighty characters, " + "wide " * 8 + "and 7 more"
WIDEST = 80 * "W"
HOLD_BACK = """() => navigation.addEventListener("navigate", (event) => event.intercept({
  precommitHandler: () => new Promise((commit) => { globalThis.letGo = commit; }),
}), {once: true})"""


def topic(page: Page) -> Locator:
    """What is chosen in the box of topics."""
    return page.get_by_role("combobox", name="Topic").locator("option:checked")


def pill(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()


# ---- the address


def test_first_screen_has_the_empty_address(page: Page) -> None:
    assert not urlsplit(page.url).query


def test_copy_link(open_page: Open) -> None:
    """What the button copies is the whole screen, for another reader too, and on every page."""
    board = Board(open_page("/playground" + to_text("302", "1")))
    page = board.page
    press(page, "Keep a copy as list B")
    other = Board(page, "Ranked documents B")
    other.shows("A3 B0 C2 | D1")
    other.grip("B").press("3")
    other.shows("A3 B3 C2 | D1")
    page.get_by_text("Other scores: choose").click()
    page.get_by_role("radiogroup", name="Gain").get_by_text("2^g − 1", exact=True).click()
    page.get_by_role("slider", name="Log base").press("ArrowRight")
    board.cut.press("ArrowUp")
    expect(score(page, "AP@4")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    assert query(page) == {
        "a": "3A~0B~2C~.~1D",
        "b": "3A~3B~2C~.~1D",
        "k": "4",
        "gain": "exponential",
        "base": "2.1",
    }
    parts = urlsplit(link)
    elsewhere = open_page(f"/expected_reciprocal_rank?{parts.query}")
    Board(elsewhere).shows("A3 B0 C2 | D1")
    grades = Ranking([3, 0, 2], [1], top_grade=3)
    expect(score(elsewhere, "ERR@4")).to_have_text(written(float(err(grades, 4).score)))
    pill(elsewhere, "Playground")
    Board(elsewhere, "Ranked documents B").shows("A3 B3 C2 | D1")
    expected = ndcg(grades, 4, gain="exponential")
    expect(score(elsewhere, "nDCG@4")).to_have_text(written(float(expected.score)))
    assert query(elsewhere) == query(page)


@pytest.mark.parametrize("path", [PATH, "/playground"])
def test_every_part_of_an_address_is_kept(open_page: Open, path: str) -> None:
    """All of it, shown there or not, through a reload and an edit."""
    page = open_page(f"{path}?{EVERY_KNOB}")
    board = Board(page)
    given = query(page)
    assert len(given) == len(parse_qsl(EVERY_KNOB))
    titles = ["Alpha & Omega", "🍞 שלום", "50% off", "A~B"]
    for reload in (True, False):
        expect(board.cards).to_have_count(4)
        ranked = board.ranked()
        assert [d.title for d in ranked.documents] == titles
        assert [d.grade for d in ranked.documents] == [4, 0, None, 3]
        assert ranked.retrieved == 3
        assert query(page) == given
        if reload:
            page.reload()
            settle(page)
    board.grip("A~B").press("4")
    expect(board.card("A~B")).to_have_accessible_name("A~B, not retrieved, relevance 4 of 4")
    edited = given | {"a": given["a"].replace("3A~_B", "4A~_B")}
    comes_true(page, lambda: query(page) == edited, "the address has the edit and all else")


def test_undo_in_a_title_is_the_browser_s_only_while_something_is_typed(open_page: Open) -> None:
    """The browser would take back what was typed in the title of another card."""
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    board.title("A").fill("Rye")
    page.keyboard.press("Enter")
    board.shows("Rye3 B0 C2")
    board.all.get_by_role("button", name="Add document").click()
    expect(board.cards).to_have_count(4)
    page.keyboard.press("Control+z")
    board.shows("Rye3 B0 C2")
    board.title("Rye").click()
    page.keyboard.press("Control+z")
    board.shows("A3 B0 C2")
    board.title("B").click()
    page.keyboard.type("x")
    page.keyboard.press("Control+z")
    expect(board.title("B")).to_have_value("B")
    board.grip("C").focus()
    board.shows("A3 B0 C2")


def test_back_puts_a_lifted_card_down(open_page: Open) -> None:
    """Otherwise the board would keep its list, and the address would name another."""
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    board.grip("A").press("Alt+ArrowDown")
    expect(page).to_have_url(re.compile("a=0B"))
    settle(page)
    board.grip("C").press("Space")
    page.keyboard.press("ArrowUp")
    board.shows("B0 C2 A3")
    page.go_back()
    board.shows("A3 B0 C2")
    page.go_forward()
    board.shows("B0 A3 C2")


def test_an_answer_that_overtakes_the_address_of_back_leaves_forward(open_page: Open) -> None:
    """A browser under load shows the new address after Python's answer, which wrote one itself."""
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    board.grip("A").press("Alt+ArrowDown")
    expect(page).to_have_url(re.compile("a=0B"))
    settle(page)
    board.grip("C").press("Space")
    page.keyboard.press("ArrowUp")  # its preview is being sent when Back begins
    board.shows("B0 C2 A3")
    page.evaluate(HOLD_BACK)
    page.evaluate("history.back()")
    board.shows("A3 B0 C2")
    page.evaluate("rankbook.preview('text', {do: 'turn', knob: 'k', to: 2})")
    page.wait_for_timeout(300)
    page.evaluate("letGo()")
    expect(page).to_have_url(re.compile("a=3A"))
    settle(page)
    page.go_forward()
    board.shows("B0 A3 C2")
    expect(page).to_have_url(re.compile("a=0B"))


def test_back_and_forward(open_page: Open) -> None:
    """Back takes back the last edit or page, Forward brings it again, and a new edit goes on."""
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    board.grip("A").press("Alt+ArrowDown")
    expect(page).to_have_url(re.compile("a=0B"))
    settle(page)
    pill(page, "Playground")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Playground")
    settle(page)
    board.shows("B0 A3 C2")
    board.grip("C").press("1")
    board.shows("B0 A3 C1")
    expect(page).to_have_url(re.compile("1C"))
    settle(page)
    for turn, heading, text in (
        (page.go_back, "Playground", "B0 A3 C2"),
        (page.go_back, "Vehicle", "B0 A3 C2"),
        (page.go_back, "Vehicle", "A3 B0 C2"),
        (page.go_forward, "Vehicle", "B0 A3 C2"),
        (page.go_forward, "Playground", "B0 A3 C2"),
        (page.go_forward, "Playground", "B0 A3 C1"),
        (page.go_back, "Playground", "B0 A3 C2"),
    ):
        turn()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        settle(page)
        board.shows(text)
        shown = query(page)["a"]
        assert shown == "~".join(card[::-1] for card in text.split())
    board.grip("A").press("0")
    board.shows("B0 A0 C2")
    settle(page)
    expect(page.get_by_role("button", name="Redo", exact=True)).to_be_disabled()


def test_an_edit_while_another_page_is_on_its_way(open_page: Open) -> None:
    """It waits for that page: a message that still named the one before would bring it back."""
    page = open_page(PATH + to_text("302"))
    page.evaluate(
        """(move) => addEventListener("popstate", () => {
             setTimeout(() => rankbook.act("board_a", move)); // Streamlit has asked for the page
           }, {once: true})""",
        {"do": "move", "list": "a", "id": "1", "to": 1},
    )
    pill(page, "Playground")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Playground")
    settle(page, 600)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Playground")
    Board(page).shows("B0 A3 C2")


def test_undo_goes_through_the_pages(open_page: Open) -> None:
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    board.grip("A").press("1")
    board.shows("A1 B0 C2")
    for name in ("Discounted gain", "Welcome", "Playground"):
        pill(page, name)
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            "Drag a document" if name == "Welcome" else name
        )
        settle(page)
        board.shows("A1 B0 C2")
        assert query(page)["a"] == "1A~0B~2C"
    page.get_by_role("button", name="Undo", exact=True).click()
    board.shows("A3 B0 C2")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_mangled_address(open_page: Open) -> None:
    page = open_page(f"{PATH}?k=banana&a=3A~9B~2C&scale=3&from=2")
    board = Board(page)
    board.shows("A3 C2")
    alert = page.locator("p.notice")
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("“k=banana” in the address was left out; allowed: a whole")
    expect(alert).to_contain_text("“B” has the grade 9; allowed are 0 to 3 and ?")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expected = average_precision(Ranking([3, 2], top_grade=3, relevant_from=2), 5)
    expect(score(page, "AP@5")).to_have_text(written(float(expected.score)))
    board.grip("A").press("0")
    expect(alert).to_have_count(0)


@pytest.mark.parametrize("against", ["ndcg", "none"])
def test_a_click_on_an_order_takes_it(open_page: Open, against: str) -> None:
    """With the mouse where the bar or dot is seen, whatever is drawn over it."""
    page = open_page("/playground" + to_text("0031", "2") + f"&against={against}")
    page.get_by_text("All orders of this list").click()
    page.locator(".stVegaLiteChart [aria-label*='Click to take']").last.wait_for()
    settle(page, 600)
    board = Board(page)
    mark = page.locator(".stVegaLiteChart [aria-label*='Click to take']").last
    mark.scroll_into_view_if_needed()
    settle(page, 600)  # a fold that has opened lets its charts take their width
    order = mark.evaluate("(mark) => JSON.parse(mark.__data__.datum.do).grades")
    page.mouse.click(*middle(mark))
    assert order != [0, 0, 3, 1]
    comes_true(
        page,
        lambda: [document.grade for document in board.ranked().documents] == [*order, 2],
        f"the board shows {order}",
    )
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()


@pytest.mark.parametrize("clipboard", [True, False])
def test_lines_of_code_are_copied(open_page: Open, clipboard: bool) -> None:
    """On plain http, as in a class, there is no such clipboard, and the older way is taken."""
    page = open_page(PATH + to_text("302", "1"))
    if not clipboard:
        page.evaluate("() => { navigator.clipboard.writeText = undefined; }")
    page.locator(".code").get_by_role("button", name="Copy").click()
    expect(page.locator(".code").get_by_role("button", name="Copied")).to_be_visible()
    copied: str = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("import numpy as np\n\n")
    names: dict[str, Any] = {}
    exec(copied, names)
    assert names["score"] == pytest.approx(
        float(average_precision(Ranking([3, 0, 2], [1], top_grade=3), 5).score)
    )


def test_a_closed_sidebar_takes_no_focus(open_page: Open) -> None:
    page = open_page(PATH, 390, 844)
    chapters = page.get_by_role("navigation", name="Chapters")
    expect(chapters).to_have_count(0)
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.closest('[data-testid=stSidebar]')"))
    assert reached == [None] * 6
    page.get_by_role("button", name="Expand sidebar").press("Enter")
    expect(chapters.get_by_role("link", name="Playground")).to_be_visible()
    chapters.get_by_role("link", name="Playground").press("Enter")
    expect(page.get_by_role("heading", name="Playground")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "name"), [(PATH, "The numbers, rank by rank"), ("/playground", "")]
)
def test_a_table_says_what_it_is_of_and_names_its_rows(
    open_page: Open, path: str, name: str
) -> None:
    page = open_page(path + to_text("302", "1") + ("" if name else "&b=3x"))
    name_of_table = name or "A beside B"
    table = page.get_by_role("region", name=name_of_table).get_by_role("table", name=name_of_table)
    rows = table.get_by_role("row")
    assert rows.count() >= 4
    expect(rows.nth(1).get_by_role("rowheader")).to_have_text("1" if name else "A")
    expect(table.get_by_role("rowheader").filter(has_text=re.compile("^$"))).to_have_count(0)


def test_nonsense_path(open_page: Open, problems: list[str]) -> None:
    page = open_page("/nonsense?k=3")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drag a document")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(score(page, "AP@3")).to_be_visible()
    # Streamlit notes in the console that it shows its first page instead.
    problems[:] = [said for said in problems if "does not seem to exist" not in said]


# ---- the playground's two boards


def test_two_boards(open_page: Open) -> None:
    page = open_page("/playground" + to_text("302", "1", show="average_precision,err"))
    a, b = Board(page), Board(page, "Ranked documents B")
    press(page, "Keep a copy as list B")
    b.shows("A3 B0 C2 | D1")

    def agree(grades: dict[str, tuple[list[int], list[int]]]) -> None:
        for name, (shown, missed) in grades.items():
            ranking = Ranking(shown, missed, top_grade=3)
            cells = [average_precision(ranking, 5), err(ranking, 5)]
            expect(
                page.get_by_role("row").filter(
                    has=page.get_by_role("rowheader", name=name, exact=True)
                )
            ).to_contain_text("".join(written(float(cell.score)) for cell in cells))

    agree({"A": ([3, 0, 2], [1]), "B": ([3, 0, 2], [1])})
    b.drag("A", onto="C")
    b.shows("B0 C2 A3 | D1")
    agree({"A": ([3, 0, 2], [1]), "B": ([0, 2, 3], [1])})
    a.shows("A3 B0 C2 | D1")
    settle(page, 150)
    a.drag("D", onto="B")
    a.shows("A3 D1 B0 C2")
    agree({"A": ([3, 1, 0, 2], []), "B": ([0, 2, 3], [1])})
    b.shows("B0 C2 A3 | D1")
    settle(page)
    assert query(page)["a"] == "3A~1D~0B~2C"
    assert query(page)["b"] == "0B~2C~3A~.~1D"
    page.get_by_role("button", name="Reverse B").click()
    b.shows("A3 C2 B0 | D1")
    a.shows("A3 D1 B0 C2")
    undo = page.get_by_role("button", name="Undo", exact=True)
    for text in ("B0 C2 A3 | D1", "B0 C2 A3 | D1", "A3 B0 C2 | D1"):
        undo.click()
        b.shows(text)
    a.shows("A3 B0 C2 | D1")
    press(page, "Remove list B")
    expect(b.list).to_have_count(0)
    expect(score(page, "AP@5")).to_be_visible()
    settle(page)
    assert "b" not in query(page)


def test_list_b_comes_and_goes_without_a_being_built_anew(open_page: Open) -> None:
    """A card that is held, and the focus, would be lost with it."""
    page = open_page("/playground" + to_text("302", "1"))
    board = Board(page)
    board.list.evaluate("(list) => { list.same = true; }")
    for name in ("Keep a copy as list B", "Remove list B"):
        press(page, name)
        expect(page.get_by_role("button", name=name)).to_have_count(0)
        settle(page)
        assert board.list.evaluate("(list) => list.same")


# ---- bars and cards


def test_bars_stand_level_with_cards_after_a_drag(turn_to: Open) -> None:
    """As they do in every list (test_states.py)."""
    page = turn_to(PATH + UNEVEN_LIST, 1400, 1800)
    board = Board(page)
    board.drag("D", onto="C")
    settle(page)
    assert board.ranked().documents[2].title == "D"
    comes_true(page, lambda: not level.look(page, PATH), "they are level")


# What has a ring, by what it is: a card, a column's bar, a term of the formula, a table's row.
RINGS = """() => {
  const all = [...document.querySelectorAll("[data-doc]")];
  document.querySelectorAll("*").forEach((thing) => thing.shadowRoot
    && all.push(...thing.shadowRoot.querySelectorAll("[data-doc]")));
  const lit = all.filter((thing) => getComputedStyle(thing).outlineStyle === "solid"
    && getComputedStyle(thing).outlineWidth === "3px");
  const kind = (thing) => thing.matches(".card") ? "card" : thing.closest(".picture") ? "bar"
    : thing.closest(".formula") ? "term" : "row";
  return [...new Set(lit.map((thing) => `${thing.dataset.doc} ${kind(thing)}`))].sort();
}"""


HITS = to_text("2130", k=4, **{"from": 3})  # C is the first hit
OF_C = [f"a-3 {kind}" for kind in ("bar", "card", "row", "term")]


def test_what_stands_for_one_document_lights_up_together(turn_to: Open) -> None:
    """Card, bars, term and row, whichever is pointed at, or when the card has the focus."""
    page = turn_to(PATH + HITS, 1400, 1800)
    places = {
        "card": Board(page).card("C").locator(".rank"),
        "bar": page.locator(".picture .column li[data-doc=a-3]").last,
        "term": page.locator(".formula [data-doc=a-3]"),
        "row": page.locator("tr[data-doc=a-3]"),
    }
    for kind, place in places.items():
        place.hover()
        comes_true(page, lambda: page.evaluate(RINGS) == OF_C, f"{kind} lights the others")
        expect(places["term"]).to_have_css("outline-offset", "-2px")  # clear of the bracket
        page.mouse.move(700, 20)
        comes_true(page, lambda: page.evaluate(RINGS) == [], "nothing is lit")
    Board(page).grip("B").focus()
    page.keyboard.press("ArrowDown")
    expect(Board(page).grip("C")).to_be_focused()
    comes_true(page, lambda: page.evaluate(RINGS) == OF_C, "the focus lights them too")


@pytest.mark.parametrize("path", [PATH, "/squared_error"])
def test_rings_go_with_their_document(turn_to: Open, path: str) -> None:
    page = turn_to(path + HITS, 1400, 1800)
    board = Board(page)
    board.grip("C").press("Alt+ArrowUp")
    board.shows("A2 C3 B1 D0")
    settle(page)
    assert page.evaluate(RINGS) == OF_C
    board.card("C").get_by_role("button", name="Delete C").click()
    board.shows("A2 B1 D0")
    settle(page)
    assert not [each for each in page.evaluate(RINGS) if each.startswith("a-3")]


def test_bars_leave_ghosts_where_they_were(open_page: Open) -> None:
    """After an edit of the reader's own that leaves the order; and none after a step."""
    page = open_page(PATH + to_text("301"))
    board = Board(page)
    ghosts = page.locator(".picture .was")
    expect(ghosts).to_have_count(0)
    board.grade("B", 1).click()
    board.shows("A3 B1 C1")
    # The hit at rank 3 added a third of 2/3, and adds a third of 3/3; that at rank 1 added a half.
    expect(ghosts).to_have_count(2)
    rows = page.locator(".picture .column").first.locator("li")
    ghost, bar = (box(rows.nth(0).locator(each)) for each in (".was", ".solid"))
    assert abs(ghost["width"] / bar["width"] - 3 / 2) < 0.05
    board.grip("C").press("Alt+ArrowUp")
    board.shows("A3 C1 B1")
    expect(ghosts).to_have_count(0)  # another document stands at rank 2
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("combobox", name="Step")).not_to_have_value("")
    settle(page)
    expect(ghosts).to_have_count(0)
    expect(page.locator("dl.scores .up, dl.scores .down")).to_have_count(0)


@pytest.mark.parametrize("path", [PATH, "/playground", "/discounted_gain"])
def test_an_edit_styles_what_it_changes_and_not_the_page(open_page: Open, path: str) -> None:
    """A rule whose last part fits anything, below one that asks what a page has, styles all anew.

    Such rules once made an edit style each element four times, a quarter of an edit's work.
    """
    page = open_page(path, motion=False)
    grip = page.locator(".board .grip").first
    grip.press("Alt+ArrowDown")
    settle(page)
    devtools = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    devtools.on("Tracing.tracingComplete", lambda data: ended.append(data))
    traced = {"includedCategories": ["devtools.timeline"]}
    styled = []
    for key in ("Alt+ArrowDown", "Alt+ArrowUp"):  # a busy machine may style in more than one go
        events.clear()
        ended.clear()
        devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": traced})
        grip.press(key)
        settle(page)
        devtools.send("Tracing.end")
        comes_true(page, lambda: bool(ended), "what was traced is told")
        updates = (event for event in events if event["name"] == "UpdateLayoutTree")
        styled.append(sum(event["args"].get("elementCount", 0) for event in updates))
    assert 0 < min(styled) < 1.5 * page.evaluate("document.querySelectorAll('*').length")


def test_an_invitation_does_what_it_says(open_page: Open) -> None:
    page = open_page(PATH)
    board = Board(page)
    second = board.cards.nth(1)
    expect(second.get_by_role("radio", name="0", exact=True)).to_be_checked()
    page.get_by_role("link", name="It is long.").first.click()
    expect(second.get_by_role("radio", name="1", exact=True)).to_be_checked()
    settle(page)
    assert len(page.context.pages) == 1
    assert [title[0] for title in query(page)["a"].split("~")] == [*"11101"]
    page.get_by_role("button", name="Undo", exact=True).click()
    settle(page)
    assert query(page) == {}


# ---- screens


def test_an_invitation_that_was_copied_does_what_it_says_in_another_tab(open_page: Open) -> None:
    page = open_page(f"{PATH}?k=3")
    link = page.locator('a[href^="#do="]').first
    asked = link.evaluate("(link) => link.href")
    link.click()
    comes_true(page, lambda: query(page) != {"k": "3"}, "the link has done something")
    done = query(page)
    other = open_page(asked.replace(page.url.split(PATH)[0], ""))
    comes_true(other, lambda: query(other) == done, "it does the same in another tab")
    assert "#" not in other.url
    cut = open_page(f"{PATH}?k=3#do=%7B%22do")
    assert query(cut) == {"k": "3"}
    expect(Board(cut).cards.first).to_be_visible()


def luminance(colour: str) -> float:
    """Relative luminance of `rgb(…)`, 0 black to 1 white. WCAG 2.2."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# A background as plain numbers, however its colour is written (a card's is mixed by the browser).
PAINTED = """(thing) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.fillStyle = getComputedStyle(thing).backgroundColor;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  if (alpha < 255) throw new Error("a card must cover what lies below it");
  return `rgb(${red}, ${green}, ${blue})`;
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark(open_page: Open, dark: bool) -> None:
    """Page, cards, chart and sticky bar all change sides."""
    page = open_page(PATH, dark=dark)
    board = Board(page)

    def colour(selector: str, name: str) -> str:
        found: str = page.locator(selector).first.evaluate(
            "(thing, name) => getComputedStyle(thing)[name]", name
        )
        return found

    grounds = [
        colour("[data-testid=stApp]", "backgroundColor"),
        colour("[data-testid=stSidebar]", "backgroundColor"),
        colour("[data-testid=stLayoutWrapper]:has(> .st-key-bar)", "backgroundColor"),
        board.card("Bakeries near you").evaluate(PAINTED),
    ]
    inks = [
        colour("h1", "color"),
        colour("dl.scores b", "color"),
        colour(".picture li > span", "color"),
        board.title("Bakeries near you").evaluate("(title) => getComputedStyle(title).color"),
    ]
    for ground in grounds:
        assert (luminance(ground) < 0.1) == dark, ground
    for ink in inks:
        assert (luminance(ink) > 0.5) == dark, ink


# ---- a lesson's own parts


@pytest.mark.parametrize("path", [PATH, "/squared_error"])
def test_table_as_file(open_page: Open, path: str) -> None:
    page = open_page(f"{path}?k=2&a=3Rye, “dark”~0B~-C")
    if (fold := page.locator(".st-key-further summary")).count():
        fold.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Table as CSV").click()
    rows = download.value.path().read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("rank,document,grade,")
    assert rows[1].startswith('1,"Rye, “dark”",3,')


def test_welcome(open_page: Open) -> None:
    page = open_page()
    board = Board(page)
    board.drag("The ten best toasters this year", onto="Sourdough bread, step by step")
    ranking = Ranking([0, 3, 2, 1, 3, 0], [2], top_grade=3)
    for label, key in {"AP@5": "average_precision", "nDCG@5": "ndcg", "ERR@5": "err"}.items():
        expected = METRICS[key].function(ranking, 5)
        expect(score(page, label)).to_have_text(written(float(expected.score)))
    for change in page.locator("dl.scores dd span").all():
        expect(change).to_be_visible()


def test_a_link_that_is_clicked_with_ctrl_opens_a_tab_of_its_own(open_page: Open) -> None:
    """The page that was read stays as it is."""
    page = open_page()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Challenge: ").click(modifiers=["ControlOrMeta"])
    tab = opened.value
    expect(tab).to_have_url(re.compile("/playground"))
    settle(tab)
    assert Board(tab).cards.count() > 1
    assert urlsplit(page.url).path == "/"
    tab.close()


def search(page: Page, words: str) -> list[str]:
    """The results' titles for words typed by keyboard, from anywhere on a page."""
    if not page.evaluate("document.activeElement.matches('[role=search] input')"):
        page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search")).to_be_focused()
    expect(page.get_by_role("search")).to_have_attribute("aria-busy", "false")  # it has its index
    page.keyboard.type(words[0])
    page.keyboard.insert_text(words[1:])
    texts = page.get_by_role("search").locator("a").all_inner_texts()
    return [text.split("\n")[0] for text in texts]


def test_a_search_leads_to_a_measure_with_the_list(open_page: Open) -> None:
    """By keyboard; the measure has the focus, and its link shows it alone."""
    page = open_page(PATH + to_text("302", "1", k=2))
    found = search(page, "jarvelin normali")
    assert found == ["Normalised discounted cumulative gain, nDCG@k"]
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("1 result")
    page.keyboard.press("Enter")
    row = page.locator("summary", has_text="Normalised discounted cumulative gain nDCG@k")
    expect(row).to_be_focused()
    expect(row).to_be_in_viewport()
    settle(page)
    page.get_by_role("link", name="Playground with nDCG").click()
    Board(page).shows("A3 B0 C2 | D1")
    expected = ndcg(Ranking([3, 0, 2], [1], top_grade=3), 2)
    expect(score(page, "nDCG@2")).to_have_text(written(float(expected.score)))
    expect(page.locator("dl.scores > div:visible")).to_have_count(1)


def test_a_search_for_a_tool_shows_what_it_prints_of_the_list(open_page: Open) -> None:
    """Of the metric that was searched for; Undo shows the one before."""
    page = open_page(PATH + to_text("302", "1", k=2))
    assert search(page, "pytrec_eval recall_k")
    page.keyboard.press("Enter")
    settle(page)
    Board(page).shows("A3 B0 C2 | D1")
    expect(page).to_have_url(re.compile("/two_tools.*printed=recall"))
    page.get_by_role("button", name="Undo").click()
    settle(page)
    expect(page).not_to_have_url(re.compile("printed=recall"))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_result_is_not_hidden_behind_the_chapters(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page("/drill", width, height, touch=True)
    if page.get_by_test_id("stExpandSidebarButton").is_visible():
        page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("searchbox", name="Search").fill("LightGBM")
    page.get_by_role("search").locator("a").first.click()
    expect(page.get_by_role("searchbox", name="Search")).not_to_be_in_viewport()


@pytest.mark.parametrize("width", [1400, 390])
def test_what_is_asked_for_is_found_on_every_page(open_page: Open, width: int) -> None:
    """By all names, in any order of the words; an unknown word is answered in one sentence."""
    page = open_page("/drill", width, 844)
    results = page.get_by_role("search").locator("a")
    for words, first in {
        "LightGBM": "LightGBM",
        "quepid": "Quepid",
        "ties": "Two tools",
        "ragas context precision": "RAGAS",
        "map_cut": "Average precision",
        "persistence": "Rank-biased precision",
        "KEKÄLÄINEN 2002": "Cumulative gain",
        "success": "Hit",
        "rename documents": "You rename the documents",
        "cut off at 1000": "Average precision",
        "R N R N": "Your own data",
        "MRR not found": "Reciprocal rank",
        "F1 and break-even": "Precision–recall curve",
        "MAE": "Squared error",
        "Wilcoxon": "Two systems",
    }.items():
        found = search(page, words)
        assert found, (words, page.get_by_role("searchbox").input_value())
        assert found[0].startswith(first), (words, found[0])
        page.keyboard.press("Escape")
        expect(results).to_have_count(0)
    assert search(page, "no such metriq") == []
    said = "Nothing here has all of these words; try fewer, or a shorter one."
    expect(page.get_by_role("search").get_by_role("status")).to_have_text(said)
    page.keyboard.press("Escape")
    search(page, "neighbours sort")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    question = page.locator("summary", has_text="How many swaps of neighbours")
    expect(question).to_be_focused()
    if width < 500:
        expect(page.get_by_role("searchbox")).to_have_count(0)  # the sidebar is closed again


SEARCHED = {
    **dict.fromkeys(("sigmoid", "residual"), "Rank-biased precision"),
    **dict.fromkeys(("condensed", "pooling"), "What nobody judged"),
    **dict.fromkeys(("bootstrap", "permutation"), "Two systems"),
    **dict.fromkeys(("bonferroni", "holm", "p-values", "multiple tests"), "Your own p-values"),
    **dict.fromkeys(("how many topics", "paired power"), "How many topics do you need?"),
    **dict.fromkeys(("paired t-test", "GMAP scores"), "Scores of your own: paired t-test"),
    **dict.fromkeys(("largest possible AP", "upper bound"), "If the list goes on"),
    **{"bpref": "What nobody judged", "leave one out": "Mean over queries"},
    "pool own runs": "What nobody judged",
    **dict.fromkeys(("sample size", "users per group"), "Sample size and power"),
    "effect size": "How large is the lead?",
    **dict.fromkeys(("NPV", "Matthews", "contingency table"), "The scores of a table"),
    **dict.fromkeys(("two groups", "Welch", "Student"), "Groups that are not paired"),
    **dict.fromkeys(("peeking", "sequential", "Pocock"), "Looking several times"),
    "Spearman ties": "Ranks or scores of two to eight judges",
    **dict.fromkeys(("confidence interval", "statistical significance", "t-test"), "Two systems"),
    **dict.fromkeys(("unpaired", "permutation test"), "Two systems"),
    **dict.fromkeys(("qrels", "CSV", "upload", "export", "unjudged"), "Your own data"),
    **{"LambdaMART": "Squared error", "lambda": "Squared error", "AUC": "Wrong pairs"},
    **{"cascade": "Expected reciprocal rank", "patience": "Q-measure", "tie": "Two tools"},
    **{"empty query": "Mean over queries", "exponential gain": "Discounted gain"},
    **{"P@5": "Precision, P@k", "p@k": "Precision, P@k", "Hits@10": "Hit, Hit@k"},
    **{
        "nDCG@10": "Normalised discounted",
        "MAP@5": "Average precision, AP@k",
        "bpref@5": "What nobody judged",
    },
    **{"kendall’s": "Two rankings", "wilcox": "Two systems", "map": "Average precision"},
    # What sections, steps and notes on tools have.
    "families": "Families of metrics",
    **{"long tail": "Y: a long tail"},
    **dict.fromkeys(("autocomplete", "low precision"), "When few documents"),
    **{"voice assistant": "A voice assistant", "precision vs recall": "Precision and recall"},
    **{"Gandhi": "What is the ERR", "zero score": "Two tools"},
    **dict.fromkeys(("duplicates", "negative grade"), "Your own data"),
    **dict.fromkeys(("optimistic rank", "sampled"), "Two tools"),
    **{tool: tool for tool in ("LensKit", "Spark", "MLflow", "Surprise", "PyTorch Geometric")},
    **{tool: tool for tool in ("TruLens", "DeepEval", "PyTerrier", "MTEB")},
    **{"LinkPredMRR": "PyTorch", "RecipRank": "LensKit"},
    **dict.fromkeys(("expected search length", "weak ordering"), "Expected search length"),
    **{"top-heavy": "Discounted gain", "trapezoid": "Average precision"},
    **dict.fromkeys(("macro F1", "RAG", "ARHR", "HR@k", "context recall"), "Mean over queries"),
    **{"confusion matrix": "Precision and recall", "MDE": "A/B test"},
    **dict.fromkeys(("RBP", "RBP residual"), "Rank-biased precision"),
    **{"err": "Expected reciprocal rank", "kendall tau": "Two rankings"},
    **dict.fromkeys(("interpolated", "11-point", "break-even"), "Precision–recall curve"),
    **dict.fromkeys(("precision-recall curve", "PR curve"), "Precision–recall curve"),
    **dict.fromkeys(("ROC", "ROC curve", "TPR", "FPR"), "Precision–recall curve"),
    **dict.fromkeys(("clicks", "CTR", "position bias", "propensity"), "Clicks"),
    **dict.fromkeys(("A/B test", "two proportions"), "A/B test"),
    **dict.fromkeys(("interleaving", "team draft"), "Interleaving"),
    **dict.fromkeys(("test collection", "little traffic"), "No labels, and 35 queries"),
    **{"average overlap": "Two rankings", "F-beta": "Precision and recall"},
}
"""Words with the beginning of what they must find first."""


def test_a_search_finds_what_a_page_is_about_and_no_part_of_a_word(open_page: Open) -> None:
    page = open_page("/drill")
    page.keyboard.press("/")
    wrong = {}
    for words, first in SEARCHED.items():
        found = search(page, words)
        if not found or not found[0].startswith(first):
            wrong[words] = found[:2]
        page.keyboard.press("Escape")
    assert wrong == {}
    for words in ("13-point", "U-measure", "recision", "pfound"):
        assert search(page, words) == []
        page.keyboard.press("Escape")


def test_files_of_a_readers_own(open_page: Open, tmp_path: Path) -> None:
    """Two files are read, a click on a bar opens its topic, and Back leaves it again."""
    run, qrels = tmp_path / "mine.run", tmp_path / "web.qrels"
    run.write_text("t1 Q0 a 1 3 s\nt1 Q0 b 2 2 s\nt2 Q0 b 1 9 s\n")
    qrels.write_text("t1 0 b 2\nt1 0 z 1\nt2 0 b 1\n")
    page = open_page("/your_data" + to_text("302", "1"))
    board = Board(page)
    page.get_by_text("Files", exact=True).click()
    page.locator("input[type=file]").set_input_files([run, qrels])
    settle(page)
    worst = page.get_by_role("heading", name="2 topics by AP, the worst first: mine.run")
    worst.wait_for()
    expect(page.locator(".voice")).to_contain_text("Read: 2 topics of mine.run and web.qrels")
    expect(board.cards).to_have_count(0)
    page.get_by_label("t1: ").click()
    board.shows("a? b2 | z1")
    expect(topic(page)).to_have_text("t1")
    page.go_back()
    expect(board.cards).to_have_count(0)
    page.mouse.move(0, 0)
    settle(page)
    page.get_by_label("t1: ").click()  # the same once more
    board.shows("a? b2 | z1")
    page.get_by_role("button", name="Back to the mean").click()
    expect(board.cards).to_have_count(0)
    bad = tmp_path / "bad.qrels"
    bad.write_text("t1 0 b 2\nt1 0 z 1x\n")
    page.get_by_role("button", name="Remove web.qrels").click()
    settle(page)  # Streamlit loses a file that is brought while another one is being removed
    page.locator("input[type=file]").set_input_files(bad)
    page.get_by_text("bad.qrels, line 2: the grade must be a number up to 1,000, got 1x").wait_for()
    worst.wait_for()
    expect(board.cards).to_have_count(0)


def test_a_pasted_list_is_taken_by_ctrl_enter(open_page: Open) -> None:
    page = open_page("/your_data" + to_text("302", "1"))
    page.get_by_role("textbox", name="Titles and grades").click()
    page.keyboard.type("Tea, 3\nJam, 0")
    page.keyboard.press("Control+Enter")
    Board(page).shows("Tea3 Jam0")


def test_a_topic_on_a_phone_has_its_bars_once(open_page: Open) -> None:
    """On its cards; the text about it is as wide as the screen, and the score beside no text."""
    page = open_page("/your_data", 390, 844, touch=True)
    expect(page.locator("svg").get_by_text("○○●○◑ of 3")).to_be_visible()  # below its name
    page.get_by_role("combobox", name="Topic").select_option(label="bowline-knot")
    board = Board(page)
    expect(board.cards).to_have_count(6)
    expect(page.locator(".picture")).to_have_count(1)
    expect(page.locator(".picture")).to_be_hidden()
    expect(board.cards.first).to_be_visible()
    text = page.locator(".st-key-about").get_by_text("Mean AP@5 of all 8")
    score = page.locator(".st-key-score dl.scores")
    assert box(score)["y"] + box(score)["height"] <= box(text)["y"]
    assert box(text)["width"] > 300


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_tap_beside_the_menu_closes_it_and_presses_nothing(
    open_page: Open, width: int, height: int
) -> None:
    """It can be closed by its own button, too, and a phone does not open it by itself."""
    page = open_page(PATH + to_text("302"), width, height, touch=True)
    opener, closer = map(page.get_by_test_id, ("stExpandSidebarButton", "stSidebarCollapseButton"))
    button = page.get_by_role("button", name="Ideal order")
    opener.tap()
    expect(closer).to_be_visible()
    settle(page)
    edge = box(page.get_by_test_id("stSidebar"))["width"]
    # What lies there is below the finger, whichever control it is.
    button.evaluate(
        """(node, edge) => { node.style.cssText = `position: fixed; top: 150px; left: ${edge}px;
          width: 90px; height: 90px; z-index: 9`; }""",
        edge,
    )
    page.touchscreen.tap(edge + 40, 190)
    expect(opener).to_be_visible()
    settle(page)
    Board(page).shows("A3 B0 C2")
    page.touchscreen.tap(edge + 40, 190)
    Board(page).shows("A3 C2 B0")
    opener.tap()
    expect(closer).to_be_visible()
    page.reload()
    expect(opener).to_be_visible()
    if width < height:  # scrolled, it covers nothing
        page.locator(".stMain").evaluate("node => node.scrollTo(0, 200)")
        expect(opener).not_to_be_in_viewport()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390)])
def test_a_phone_shows_the_goal_of_a_challenge_above_the_list(
    open_page: Open, width: int, height: int
) -> None:
    """It keeps its height from move to move, and covers no card that has the focus."""
    page = open_page("/playground?challenge=ap-up-ndcg-down", width, height, touch=True)
    page.get_by_role("link", name="Start it again").tap()
    settle(page)
    goal, board = page.locator(".verdict"), Board(page)
    heights = [box(goal)["height"]]
    for _ in range(3):
        board.cards.nth(1).get_by_role("button", name="Move").press("Alt+ArrowDown")
        settle(page)
        heights.append(box(goal)["height"])
    assert max(heights) - min(heights) < 1
    page.get_by_role("button", name="Add document").focus()
    board.cards.first.get_by_role("button", name="Move").focus()
    settle(page)
    held = box(goal)
    assert held["y"] >= 0
    assert held["y"] + held["height"] <= box(board.cards.first)["y"] + 1
    page.locator(".stMain").evaluate("(main) => main.scrollBy(0, 200)")
    settle(page)
    assert box(goal)["y"] >= 0
    assert overhang(page) == []


def test_a_phone_has_room_between_the_cards_and_their_bars(open_page: Open) -> None:
    page = open_page("/playground?a=3A~0B&b=1X~2Y", 390, 844, touch=True)
    add, bars = page.locator("button.add").first, page.locator(".picture .head")
    assert box(bars.first)["y"] - box(add)["y"] - box(add)["height"] >= 4


# ---- accessibility


def test_each_page_has_a_title_of_its_own(open_page: Open) -> None:
    page = open_page(PATH)
    expect(page).to_have_title("Vehicle · Rankbook")
    pill(page, "Playground")
    expect(page).to_have_title("Playground · Rankbook")


def test_a_card_moved_by_keys_stays_in_sight(open_page: Open) -> None:
    """Neither the header nor the score that stays at the top covers it."""
    page = open_page(PATH, 1400, 600)
    board = Board(page)
    grip = board.cards.last.get_by_role("button", name="Move")
    page.get_by_role("button", name="Table as CSV").focus()
    grip.focus()
    moved = board.cards.locator(":scope:has(:focus)")

    def in_sight() -> bool:
        card, bar = box(moved), box(page.locator(".st-key-bar"))
        return bar["y"] + bar["height"] <= card["y"] <= 600 - card["height"]

    for _ in range(8):
        page.keyboard.press("Alt+ArrowUp")
        settle(page, 200)
        comes_true(page, in_sight, "the card that was moved is in sight")


def test_undo_in_a_field_of_text_takes_back_the_text_alone(open_page: Open) -> None:
    page = open_page("/your_data" + to_text("302", "1"))
    board = Board(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Reverse").click()
    board.shows("C2 B0 A3 | D1")
    field = page.get_by_role("textbox", name="Titles and grades")
    field.click()
    page.keyboard.type("Tea, 3")
    page.keyboard.press("Control+z")
    settle(page)
    assert field.input_value() != "Tea, 3"
    board.shows("C2 B0 A3 | D1")
    page.get_by_role("button", name="More").focus()
    page.keyboard.press("Control+z")
    board.shows("A3 B0 C2 | D1")
