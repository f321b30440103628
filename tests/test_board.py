"""The board in a real Chromium: moved by mouse, finger and keys, it says what the package says."""

import math
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from expected import written
from live_app import settle
from live_board import (
    Board,
    arrive,
    begin,
    box,
    comes_true,
    focused,
    heard,
    middle,
    press,
    query,
    score,
    swipe,
    to_text,
    turn_to,
)
from metrics.average import average_precision
from metrics.ranking import Ranking
from vehicle import PATH, VEHICLE

Open = Callable[..., Page]

LESSON = PATH + to_text("30213", "2")
LIST = "A3 B0 C2 D1 E3 | F2"


def ap(text: str, k: int = 5, top_grade: int = 3, relevant_from: int = 1, **options: Any) -> str:
    """AP of a list written like `A3 B? | C1`, as a page prints it."""
    shown, missed = (
        [math.nan if card[-1] == "?" else int(card[-1]) for card in part.split()]
        for part in text.partition("|")[::2]
    )
    ranking = Ranking(shown, missed, top_grade=top_grade, relevant_from=relevant_from)
    return written(float(average_precision(ranking, k, **options).score))


def agree(board: Board, text: str, k: int = 5, **knobs: Any) -> None:
    """Wait until the board shows a list, and the page the package's AP of it."""
    board.shows(text)
    expect(score(board.page, f"AP@{k}")).to_have_text(ap(text, k, **knobs))


def told(board: Board, words: str) -> None:
    """Wait until an edit is heard, and the score it made; what it is stands in test_heard.py."""
    sentence = rf"{re.escape(words)}\. AP@\d+ \d\.\d{{3}}, (unchanged|(up|down) \d\.\d{{3}})"
    expect(heard(board.page)).to_have_text(re.compile(f"^{sentence}$"))


def only_step(board: Board, before: str = LIST, **knobs: Any) -> None:
    """Undo one step, and find that it was the only one."""
    press(board.page, "Undo")
    agree(board, before, **knobs)
    no_step(board.page)


def no_step(page: Page) -> None:
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


@pytest.fixture
def board(reader: Page) -> Board:
    """Five documents and a missed one on the page of average precision, and no step to undo."""
    begin(reader, VEHICLE, to_text("30213", "2"))
    found = Board(reader)
    agree(found, LIST)
    return found


def test_drag_down_and_up(board: Board) -> None:
    board.drag("A", onto="D")
    agree(board, "B0 C2 D1 A3 E3 | F2")
    settle(board.page, 150)
    board.drag("E", onto="C")
    agree(board, "B0 E3 C2 D1 A3 | F2")
    for button, text in {
        "Undo": "B0 C2 D1 A3 E3 | F2",
        "Redo": "B0 E3 C2 D1 A3 | F2",
    }.items():
        press(board.page, button)
        agree(board, text)
    press(board.page, "Undo")
    agree(board, "B0 C2 D1 A3 E3 | F2")
    only_step(board)


def test_the_whole_card_is_the_handle(board: Board) -> None:
    """Its title or its rank, too."""
    for part, text in {"title": "B0 A3 C2 D1 E3 | F2", "rank": "B0 C2 A3 D1 E3 | F2"}.items():
        board.card("A").locator(f".{part}").hover()  # when it has come to rest
        board.page.mouse.down()
        board.carry(board.title(text.split()[text.split().index("A3") - 1][0]))
        board.page.mouse.up()
        agree(board, text)


def test_a_drag_that_a_busy_page_sees_all_at_once_is_a_drag(board: Board) -> None:
    x, y = middle(board.card("A").locator(".rank"))
    _, end = middle(board.card("C"))
    board.card("A").locator(".rank").evaluate(
        """(at, [x, y, end]) => {
          const pointer = {bubbles: true, composed: true, cancelable: true, button: 0,
                           pointerType: "mouse", isPrimary: true, pointerId: 1, clientX: x};
          const send = (type, on, clientY) =>
            on.dispatchEvent(new PointerEvent(type, {...pointer, clientY}));
          send("pointerdown", at, y);
          for (const part of [0.3, 0.6, 1]) send("pointermove", document, y + part * (end - y));
          send("pointerup", document, end);
        }""",
        [x, y, end],
    )
    agree(board, "B0 C2 A3 D1 E3 | F2")
    only_step(board)


@pytest.mark.parametrize("zoom", [0.8, 1, 1.25])
def test_a_card_hangs_at_the_pointer_in_a_page_of_any_size(board: Board, zoom: float) -> None:
    """Pointers and rectangles are measured on the screen, lengths of a style in the page."""
    board.page.locator(".stApp").evaluate("(app, zoom) => app.style.zoom = zoom", zoom)
    board.take("A")
    board.carry(board.grip("C"))
    floating = board.all.locator(".floating")
    expect(floating.locator(".rank")).to_have_text("3")
    assert middle(floating.locator(".grip")) == pytest.approx(middle(board.grip("A")), abs=1)
    board.page.mouse.up()
    expect(floating).to_have_count(0)
    agree(board, "B0 C2 A3 D1 E3 | F2")


def test_escape_takes_a_card_from_the_mouse(board: Board) -> None:
    """What the mouse does then, it does to nothing."""
    board.take("A")
    board.carry(board.grip("C"))
    expect(board.all.locator(".floating[inert]")).to_have_count(1)
    board.page.keyboard.press("Escape")
    expect(board.all.locator(".floating")).to_have_count(0)
    agree(board, LIST)
    board.carry(board.grip("D"))
    board.page.mouse.up()
    agree(board, LIST)
    no_step(board.page)


def test_undo_and_redo_by_keys(board: Board) -> None:
    board.grip("A").press("Alt+ArrowDown")
    agree(board, "B0 A3 C2 D1 E3 | F2")
    for focus in ("grip", "page"):
        if focus == "page":
            board.page.get_by_role("heading", level=1).click()
        for keys, text in {"Control+z": LIST, "Control+y": "B0 A3 C2 D1 E3 | F2"}.items():
            settle(board.page)  # the button of the key is drawn after the score
            board.page.keyboard.press(keys)
            agree(board, text)
        assert focused(board.page).startswith("Move A, rank 2") == (focus == "grip")


def test_touch(open_page: Open) -> None:
    board = Board(open_page(LESSON, 390, 844, touch=True))
    finger = board.page.context.new_cdp_session(board.page)
    board.centre("B")
    x, start = middle(board.grip("A"))
    end = middle(board.grip("C"))[1]
    swipe(finger, [(x, start + (end - start) * part / 12) for part in range(13)])
    agree(board, "B0 C2 A3 D1 E3 | F2")
    # The next tap is a tap.
    settle(board.page, 150)
    board.opener("B").tap()
    board.grade("B", 2).tap()
    agree(board, "B2 C2 A3 D1 E3 | F2")
    # Elsewhere on the card the finger scrolls the page.
    settle(board.page, 150)
    board.centre("A")
    x, start = middle(board.card("A").locator(".rank"))
    before = middle(board.grip("A"))[1]
    swipe(finger, [(x, start - 10 * part) for part in range(15)])
    settle(board.page, 150)
    assert middle(board.grip("A"))[1] < before - 50
    board.shows("B2 C2 A3 D1 E3 | F2")
    # When the system takes the finger away, the card goes back.
    board.centre("B")
    x, start = middle(board.grip("B"))
    swipe(finger, [(x, start + 12 * part) for part in range(10)], lift=False)
    board.shows("C2 B2 A3 D1 E3 | F2")
    finger.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    agree(board, "B2 C2 A3 D1 E3 | F2")
    press(board.page, "Undo")
    agree(board, "B0 C2 A3 D1 E3 | F2")
    only_step(board)
    settle(board.page, 150)
    board.cut.scroll_into_view_if_needed()
    x, start = middle(board.cut.locator(".chip"))
    swipe(finger, [(x, start - 13 * part) for part in range(14)])  # two rows
    agree(board, LIST, k=3)


@pytest.mark.parametrize("touch", [False, True])
def test_a_card_is_moved_by_clicks_or_taps_alone(open_page: Open, touch: bool) -> None:
    board = Board(open_page(LESSON, *((390, 844) if touch else (1400, 900)), touch=touch))

    def tap(thing: Locator) -> None:
        thing.tap() if touch else thing.click()

    invitation = board.all.get_by_text("Choose where it should go")
    for title, onto, then in (
        ("A", "C", "B0 C2 A3 D1 E3 | F2"),
        ("E", "B", "E3 B0 C2 A3 D1 | F2"),
        ("B", "F", "E3 C2 A3 D1 | F2 B0"),
        ("F", "A", "E3 C2 F2 A3 D1 | B0"),
    ):
        tap(board.grip(title))
        expect(board.status).to_contain_text(f"{title} lifted")
        expect(invitation).to_be_visible()
        # On a grade or a title, too, it says where the card goes, and does nothing else.
        tap(board.opener(onto) if touch else board.grade(onto, 0))
        agree(board, then)
        assert focused(board.page).startswith(f"Move {title}, ")
        expect(invitation).to_be_hidden()
        settle(board.page)  # the move is announced before the next card is lifted
    for _ in range(4):
        press(board.page, "Undo")
    agree(board, LIST)
    # The card itself, Escape, or another place on the page leaves it where it is.
    for end in (
        lambda: tap(board.card("A").locator(".rank")),
        lambda: board.page.keyboard.press("Escape"),
        lambda: tap(board.page.get_by_role("heading", level=1)),
    ):
        tap(board.grip("A"))
        expect(invitation).to_be_visible()
        end()
        expect(invitation).to_be_hidden()
        board.shows(LIST)
    no_step(board.page)
    # Where nothing is missed yet, there is a place for what will be.
    arrive(board.page, PATH + to_text("30"))
    tap(board.grip("A"))
    tap(board.all.get_by_text("Drop a card here"))
    agree(board, "B0 | A3")


@pytest.mark.parametrize("touch", [False, True])
def test_a_drag_scrolls_a_long_list_both_ways(open_page: Open, touch: bool) -> None:
    """Also where the score stays in sight, which covers the upper end of what scrolls."""
    size = (390, 844) if touch else (1024, 768)
    page = open_page(PATH + to_text("30210" * 3), *size, touch=touch)
    page.bring_to_front()  # what lies behind another tab is drawn seldom
    board, finger = Board(page), page.context.new_cdp_session(page)
    bar = page.locator(".st-key-score")

    def carry(title: str, to: float, place: int) -> None:
        """Hold a card at a height until it has become first, or last."""
        board.centre(title)
        x, y = middle(board.grip(title))
        path = [(x, y + (to - y) * part / 10) for part in range(11)]
        if touch:
            swipe(finger, path, lift=False)
        else:
            page.mouse.move(*path[0])
            page.mouse.down()
            for at in path:
                page.mouse.move(*at)
        arrived = lambda: board.ranked().documents[place].title == title  # noqa: E731
        comes_true(page, arrived, f"{title} arrives")
        if touch:
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            page.mouse.up()
        settle(page)

    carry("A", size[1] - 10, -1)
    foot = box(bar)["y"] + box(bar)["height"]
    assert box(board.card("B"))["y"] < foot, "the top is out of sight"
    carry("O", foot + 20, 0)
    titles = [document.title for document in board.ranked().documents]
    assert titles == [*"OBCDEFGHIJKLMNA"]


def test_a_phone_has_score_list_and_bars_in_view_together(open_page: Open) -> None:
    page = open_page("/average_precision" + to_text("3021030", "2"), 390, 844, touch=True)
    board = Board(page)

    def bars() -> dict[str, str]:
        each = board.cards.evaluate_all(
            """(cards) => cards.map((card) =>
              [card.querySelector("input").value, card.querySelector(".number").textContent])"""
        )
        return dict(each)

    # At k = 5 hits stand at ranks 1, 3 and 4: precision 1, 2/3, 3/4.
    adds = {"A": "1/1 = 1.000", "B": "", "C": "2/3 = 0.667", "D": "3/4 = 0.750"}
    adds["F"] = "cut off: 0"
    assert {**bars(), **adds} == bars()
    assert bars()["H"] == "counts 0"
    cell = box(board.card("C").locator(".bar i").last)  # rank 3 of the 5 that count
    track = box(board.card("C").locator(".bar"))
    assert cell["width"] == pytest.approx(track["width"] * (1 / 5 - 0.012), abs=1.5)
    assert cell["x"] == pytest.approx(track["x"] + track["width"] * (2 / 5 + 0.012), abs=2)
    assert cell["height"] == pytest.approx(track["height"], abs=1)
    # While a card is dragged they follow, as the score does, and all of it can be seen.
    board.card("A").evaluate("(card) => card.scrollIntoView({block: 'start'})")
    finger = page.context.new_cdp_session(page)
    x, start = middle(board.grip("A"))
    end = middle(board.grip("B"))[1]
    swipe(finger, [(x, start + (end - start) * part / 10) for part in range(11)], lift=False)
    expect(score(page, "AP@5")).to_have_text("0.383")  # 1/2, 2/3 and 3/4, divided by 5
    held = lambda: bars()["A"].startswith("1/2 = 0.500")  # noqa: E731
    comes_true(page, held, "the held card shows what it adds")
    top = box(page.locator(".st-key-score"))
    assert top["y"] >= 0
    cards = [box(card) for card in board.cards.all()]
    assert (
        sum(
            card["y"] >= top["y"] + top["height"] and card["y"] + card["height"] <= 844
            for card in cards
        )
        >= 5
    )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_box_of_grades_says_what_deletes_the_card(open_page: Open) -> None:
    """A cross at the end of a box that opens would be taken for one that closes it."""
    page = open_page(PATH + to_text("302", scale=8), 360, 640, touch=True)
    board = Board(page)
    board.opener("B").tap()
    delete = board.card("B").get_by_role("button", name="Delete B")
    shown = delete.evaluate(
        """(node) => parseFloat(getComputedStyle(node).fontSize) ? node.textContent
             : getComputedStyle(node, "::after").content"""
    )
    assert shown == '"Delete"'
    assert delete.evaluate("(node) => node.scrollWidth <= node.clientWidth"), "the word fits"
    grades = board.card("B").get_by_role("radio")
    assert grades.count() == 10  # nine grades, and not judged
    assert min(box(each)["width"] for each in grades.all()) >= 24
    delete.tap()
    board.shows("A3 C2")


def test_fingers_have_targets_and_titles_room(open_page: Open) -> None:
    title = "Sourdough bread for those who bake it late at night"
    page = open_page(f"{PATH}?a=3{title.replace(' ', '+')}~0B", touch=True)
    board = Board(page)
    fits = "(text) => text.scrollHeight <= text.clientHeight + 2"
    for width, height in ((844, 390), (820, 1180), (1180, 820), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert board.cards.first.locator(".whole").evaluate(fits), "it is all there"
        targets = page.locator(":is(.board, .controls) :is(button, select):visible")
        sizes = targets.evaluate_all(
            """(all) => all.map((each) => [each.ariaLabel || each.textContent, each.offsetWidth,
              each.offsetHeight])"""
        )
        assert [each for each in sizes if min(each[1:]) < 44] == []
        board.opener("B").tap()
        for grade in (0, 1, 2, 3, "?"):
            at = box(board.grade("B", grade))
            assert min(at["width"], at["height"]) >= 43.9
        board.opener("B").tap()
        expect(board.grade("B", 2)).to_be_hidden()
    # Grades open on tap, close on the choice, and the focus comes back.
    board.opener("B").tap()
    board.grade("B", 2).tap()
    expect(board.opener("B")).to_have_accessible_name("Grade B, relevance 2 of 3")
    expect(board.opener("B")).to_be_focused()
    expect(board.grade("B", 2)).to_be_hidden()
    board.opener("B").tap()
    expect(board.grade("B", 2)).to_be_focused()
    page.keyboard.press("Escape")
    expect(board.opener("B")).to_be_focused()
    board.opener("B").tap()
    board.card("B").get_by_role("button", name="Delete B").tap()
    expect(board.cards).to_have_count(1)


def test_a_finger_grades_in_front_of_a_hall_too(open_page: Open) -> None:
    board = Board(open_page(f"{LESSON}&present=1", 1180, 820, touch=True))
    board.opener("B").tap()
    board.grade("B", 2).tap()
    agree(board, "A3 B2 C2 D1 E3 | F2")


def test_live_preview(open_page: Open) -> None:
    six = ["B0", "C0", "D1", "E0", "F0", "G2"]
    board = Board(open_page(PATH + to_text("3001002", k=20)))
    page, text = board.page, " ".join(["A3", *six])
    agree(board, text, k=20)
    page.evaluate(
        """() => {
          window.painted = new Set();
          const read = () => document.querySelectorAll("dl.scores > div").forEach((tile) => {
            const [label, value] = tile.querySelectorAll("dt, b");
            if (label.textContent === "AP@20") window.painted.add(value.textContent);
          });
          new MutationObserver(read).observe(
            document.body, {subtree: true, childList: true, characterData: true});
        }"""
    )
    address = page.url
    board.take("A")
    pitch = middle(board.grip("C"))[1] - middle(board.grip("B"))[1]
    x, y = middle(board.grip("A"))
    for _ in range(6):
        y += pitch
        page.mouse.move(x, y, steps=5)
        page.wait_for_timeout(250)  # the pace of a slow hand
    expect(score(page, "AP@20")).to_have_text(ap(" ".join([*six, "A3"]), 20))
    painted = set(page.evaluate("[...window.painted]"))
    possible = {ap(" ".join([*six[:at], "A3", *six[at:]]), 20) for at in range(7)}
    assert painted <= possible
    assert len(painted) >= 3
    assert page.url == address
    no_step(page)
    page.mouse.up()
    agree(board, " ".join([*six, "A3"]), k=20)
    only_step(board, text, k=20)


def test_a_drag_that_changes_nothing_is_no_step(board: Board) -> None:
    """Esc takes it back, and so does dropping the card where it was."""
    address = board.page.url
    board.take("A")
    board.carry(board.grip("D"))
    agree(board, "B0 C2 D1 A3 E3 | F2")
    board.page.keyboard.press("Escape")
    agree(board, LIST)
    expect(board.status).to_have_text("Move cancelled")
    board.page.mouse.up()
    settle(board.page, 150)
    board.shows(LIST)
    assert board.page.url == address
    no_step(board.page)
    start = board.take("A")
    board.carry(board.grip("D"))
    agree(board, "B0 C2 D1 A3 E3 | F2")
    board.page.mouse.move(middle(board.grip("B"))[0], start, steps=10)
    board.page.mouse.up()
    agree(board, LIST)
    settle(board.page, 150)
    no_step(board.page)
    board.drag("B", onto="A")  # and the board still works
    agree(board, "B0 A3 C2 D1 E3 | F2")


def test_space_lifts_and_drops_and_escape_cancels(board: Board) -> None:
    keys = board.page.keyboard
    board.grip("A").press("Space")
    expect(board.status).to_have_text("A lifted, rank 1 of 5")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(board.status).to_have_text("A, rank 3 of 5")
    agree(board, "B0 C2 A3 D1 E3 | F2")
    no_step(board.page)
    keys.press("ArrowUp")
    keys.press("Space")
    agree(board, "B0 A3 C2 D1 E3 | F2")
    told(board, "A, rank 2 of 5")
    assert focused(board.page) == "Move A, rank 2 of 5"
    only_step(board)
    told(board, "A is back, rank 1 of 5")  # with the score that the server answers
    board.grip("E").press("Space")
    board.page.keyboard.press("ArrowUp")
    agree(board, "A3 B0 C2 E3 D1 | F2")
    board.page.keyboard.press("Escape")
    agree(board, LIST)
    expect(board.status).to_have_text("Move cancelled")
    assert focused(board.page) == "Move E, rank 5 of 5"
    no_step(board.page)


def test_alt_and_arrows(board: Board) -> None:
    board.grip("B").press("Alt+ArrowUp")
    agree(board, "B0 A3 C2 D1 E3 | F2")
    told(board, "B, rank 1 of 5")
    assert focused(board.page) == "Move B, rank 1 of 5"
    board.page.keyboard.press("Alt+ArrowUp")
    expect(board.status).to_have_text("B is already first")
    board.grade("A", 3).press("Alt+ArrowDown")
    agree(board, "B0 C2 A3 D1 E3 | F2")
    told(board, "A, rank 3 of 5")
    assert focused(board.page) == "3", "the focus follows the card, on its radio"
    press(board.page, "Undo")
    agree(board, "B0 A3 C2 D1 E3 | F2")
    only_step(board)
    board.title("B").press("Alt+ArrowUp")
    agree(board, "B0 A3 C2 D1 E3 | F2")
    assert focused(board.page) == "Title of B", "and stays in the title"
    only_step(board)
    # Without Alt they walk from grip to grip.
    board.grip("A").press("ArrowDown")
    assert focused(board.page) == "Move B, rank 2 of 5"
    board.page.keyboard.press("ArrowUp")
    assert focused(board.page) == "Move A, rank 1 of 5"


def test_across_the_retrieval_line(board: Board) -> None:
    """A relevant document that is not retrieved still counts among all that exist: AP pays."""
    board.grip("E").press("Alt+ArrowDown")
    agree(board, "A3 B0 C2 D1 | E3 F2")
    assert ap("A3 B0 C2 D1 | E3 F2") < ap(LIST) < ap("A3 B0 C2 D1 E3")
    told(board, "E, not retrieved")
    assert focused(board.page) == "Move E, not retrieved"
    board.page.keyboard.press("Alt+ArrowUp")
    agree(board, LIST)
    told(board, "E, rank 5 of 5")
    board.take("A")
    board.carry(board.grip("E"), below=15)  # a little low in the last place is not below the line
    board.page.mouse.up()
    agree(board, "B0 C2 D1 E3 A3 | F2")
    press(board.page, "Undo")
    agree(board, LIST)
    board.drag("A", onto="F")
    agree(board, "B0 C2 D1 E3 | F2 A3")
    settle(board.page, 150)
    board.drag("F", onto="B")
    agree(board, "F2 B0 C2 D1 E3 | A3")
    # The first card to leave a list that had none below its line.
    arrive(board.page, PATH + to_text("301"))
    hint = board.page.get_by_text("Drop a card here if the system did not find it")
    agree(board, "A3 B0 C1")
    board.take("A")
    board.carry(hint)
    board.page.mouse.up()
    agree(board, "B0 C1 | A3")
    expect(hint).to_be_hidden()
    press(board.page, "Undo")
    agree(board, "A3 B0 C1")


def test_grades_by_keys_and_clicks(board: Board) -> None:
    board.grip("B").press("2")
    agree(board, "A3 B2 C2 D1 E3 | F2")
    told(board, "B graded 2 of 3")
    board.page.keyboard.press("9")  # not on this scale
    board.page.keyboard.press("u")
    agree(board, "A3 B? C2 D1 E3 | F2")
    told(board, "B not judged")
    board.grade("C", 2).press("ArrowLeft")
    agree(board, "A3 B? C1 D1 E3 | F2")
    board.page.keyboard.press("ArrowUp")
    agree(board, "A3 B? C0 D1 E3 | F2")
    assert focused(board.page) == "0"
    board.page.keyboard.press("ArrowLeft")  # around the corner stands "not judged"
    agree(board, "A3 B? C? D1 E3 | F2")
    board.grade("D", 1).press("3")
    agree(board, "A3 B? C? D3 E3 | F2")
    press(board.page, "Reset")
    agree(board, LIST)
    board.grade("B", 3).click()
    agree(board, "A3 B3 C2 D1 E3 | F2")
    board.grade("F", "?").click()
    agree(board, "A3 B3 C2 D1 E3 | F?")
    press(board.page, "Undo")
    agree(board, "A3 B3 C2 D1 E3 | F2")


def test_title(board: Board) -> None:
    page = board.page
    board.title("A").fill("10 % of 3")
    page.keyboard.press("3")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    told(board, "Renamed to 10 % of 33u")
    expect(board.title("10 % of 33u")).to_have_value("10 % of 33u")
    assert focused(page) == "Move 10 % of 33u, rank 1 of 5"
    expect(page.get_by_role("cell", name="10 % of 33u")).to_be_visible()
    assert [d.grade for d in board.ranked().documents] == [3, 0, 2, 1, 3, 2], "digits do not grade"
    board.title("10 % of 33u").fill("left by clicking elsewhere")
    page.get_by_role("heading", level=1).click()
    expect(page.get_by_role("cell", name="left by clicking elsewhere")).to_be_visible()
    board.title("left by clicking elsewhere").fill("never mind")
    page.keyboard.press("Escape")
    board.title("left by clicking elsewhere").fill("  ")
    page.keyboard.press("Enter")
    expect(board.title("left by clicking elsewhere")).to_have_value("left by clicking elsewhere")
    settle(page, 150)
    press(page, "Undo")
    expect(board.title("10 % of 33u")).to_be_visible()
    only_step(board)
    board.title("A").fill("x" * 81)
    board.page.keyboard.press("Enter")
    refused = board.page.locator("p.notice")
    expect(refused).to_contain_text("has 81 characters; at most 80 are allowed")
    agree(board, LIST)
    no_step(board.page)


def test_delete_and_add(board: Board) -> None:
    page = board.page
    board.card("C").get_by_role("button", name="Delete C").press("Enter")
    agree(board, "A3 B0 D1 E3 | F2")
    told(board, "C deleted")
    assert focused(page) == "Move D, rank 3 of 4"
    board.card("F").get_by_role("button", name="Delete F").click()
    agree(board, "A3 B0 D1 E3")
    told(board, "F deleted")
    board.all.get_by_role("button", name="Add document").click()
    told(board, "New document added, rank 5 of 5")
    assert focused(page) == "Title of New document"
    page.keyboard.type("G")  # the title is selected, so that typing replaces it
    page.keyboard.press("Enter")
    agree(board, "A3 B0 D1 E3 G0")


def test_keyboard_alone(open_page: Open) -> None:
    """From loading the page to a changed score and back, without ever touching a mouse."""
    board = Board(open_page(LESSON))
    keys = board.page.keyboard
    for _ in range(60):
        keys.press("Tab")
        if focused(board.page).startswith("Move A"):
            break
    keys.press("Alt+ArrowDown")
    agree(board, "B0 A3 C2 D1 E3 | F2")
    keys.press("Tab")  # title
    keys.press("Tab")  # grade
    keys.press("1")
    agree(board, "B0 A1 C2 D1 E3 | F2")
    for _ in range(60):
        keys.press("Tab")
        if focused(board.page) == "Cut at k":
            break
    keys.press("ArrowUp")
    agree(board, "B0 A1 C2 D1 E3 | F2", k=4)
    for _ in range(60):
        keys.press("Shift+Tab")
        if focused(board.page) == "Undo":
            break
    keys.press("Enter")
    agree(board, "B0 A1 C2 D1 E3 | F2")


def test_fifty_documents_are_one_stop(open_page: Open) -> None:
    """Tab enters the list at one card, passes its parts and leaves; arrow keys go through cards.

    There is no room for one more.
    """
    titles = [f"T{at}" for at in range(50)]
    board = Board(open_page(f"{PATH}?a=" + "~".join(f"1{title}" for title in titles)))
    keys = board.page.keyboard
    board.all.get_by_role("button", name="Add document").click()
    expect(board.page.locator("p.notice")).to_have_text(
        "The list would have 51 documents; at most 50 are allowed. "
        "“Your own data” scores longer ones from files. Nothing was changed."
    )
    expect(board.cards).to_have_count(50)
    no_step(board.page)

    def stops() -> list[str]:
        reached = [focused(board.page)]
        while reached[-1] != "Cut at k" and len(reached) < 9:
            keys.press("Tab")
            reached.append(focused(board.page))
        return reached[:-1]

    def parts(title: str, rank: int) -> list[str]:
        place = f"Move {title}, rank {rank} of 50"
        return [place, f"Title of {title}", "1", f"Delete {title}"]

    board.grip("T0").focus()
    assert stops() == parts("T0", 1)
    board.grip("T0").press("ArrowDown")
    assert focused(board.page) == "Move T1, rank 2 of 50"
    keys.press("End")
    assert focused(board.page) == "Move T49, rank 50 of 50"
    keys.press("ArrowUp")
    assert stops() == parts("T48", 49)
    keys.press("Shift+Tab")  # back to where it was left
    assert focused(board.page) == "Delete T48"
    board.grade("T20", 3).click()
    told(board, "T20 graded 3 of 3")
    board.grip("T20").press("Alt+ArrowUp")
    told(board, "T20, rank 20 of 50")
    assert stops()[0] == "Move T20, rank 20 of 50"
    keys.press("Shift+Tab")
    keys.press("Enter")
    expect(board.cards).to_have_count(49)
    assert focused(board.page) == "Move T19, rank 20 of 49"
    keys.press("Home")
    assert focused(board.page) == "Move T0, rank 1 of 49"


def test_a_step_in_a_long_list_writes_what_changes(open_page: Open) -> None:
    """Not all that is drawn: two cards, their places, and what is said of them."""
    page = open_page(f"{PATH}?a=" + "~".join(f"1T{at}" for at in range(50)))
    board = Board(page)
    expect(board.cards).to_have_count(50)
    settle(page)
    board.grip("T3").focus()
    board.all.evaluate(
        """(board) => {
          const options = {subtree: true, childList: true, attributes: true, characterData: true};
          globalThis.writes = [];
          new MutationObserver((all) => writes.push(...all)).observe(board, options);
        }"""
    )
    page.keyboard.press("Alt+ArrowDown")
    expect(board.cards.nth(4).get_by_role("textbox")).to_have_value("T3")
    settle(page)
    assert 2 <= page.evaluate("writes.length") <= 20


def test_cut(board: Board) -> None:
    page = board.page
    knob = page.get_by_role("slider", name="Cutoff k")
    expect(board.cut).to_have_attribute("aria-valuenow", "5")
    page.mouse.move(*middle(board.cut.locator(".chip")))
    page.mouse.down()
    board.carry(board.grip("C"), below=20)
    agree(board, LIST, k=3)
    no_step(page)
    page.mouse.up()
    agree(board, LIST, k=3)
    expect(knob).to_have_value("3")
    told(board, "Cutoff k: 3")
    only_step(board)
    expect(knob).to_have_value("5")
    board.cut.press("ArrowUp")
    agree(board, LIST, k=4)
    expect(knob).to_have_value("4")
    board.cut.press("Home")
    agree(board, LIST, k=1)
    knob.press("ArrowRight")
    agree(board, LIST, k=2)
    expect(board.cut).to_have_attribute("aria-valuenow", "2")
    # Deeper than the list it stands at its end and says its k.
    board.cut.press("End")
    agree(board, LIST, k=50)
    expect(board.cut).to_have_text("k = 50")
    board.cut.press("PageUp")
    agree(board, LIST, k=45)
    board.cut.press("PageDown")
    agree(board, LIST, k=50)
    board.cut.press("ArrowUp")
    agree(board, LIST, k=49)
    board.cut.press("PageDown")  # fewer than a page are left
    agree(board, LIST, k=50)

    def below_the_last() -> bool:
        last, line = box(board.card("E")), box(board.cut)
        return abs(line["y"] - last["y"] - last["height"]) < 2

    comes_true(board.page, below_the_last, "the cut is below the last card")
    assert query(board.page)["k"] == "50"


def test_a_title_is_saved_when_the_cut_is_dragged(board: Board) -> None:
    """What is typed while the cut is held waits for its end."""
    page = board.page
    board.title("B").fill("Bread")
    page.mouse.move(*middle(board.cut.locator(".chip")))
    page.mouse.down()
    board.carry(board.grip("C"), below=20)
    agree(board, LIST.replace("B", "Bread"), k=3)
    board.title("A").fill("Apple")
    page.keyboard.press("Enter")
    page.mouse.up()
    page.keyboard.press("Enter")
    agree(board, LIST.replace("B", "Bread").replace("A", "Apple"), k=3)
    for _ in range(2):
        press(page, "Undo")
    only_step(board)


def test_relevant_from_and_scale(board: Board) -> None:
    page = board.page

    def choose(group: str, option: str) -> None:
        page.get_by_role("radiogroup", name=group).get_by_text(option, exact=True).click()

    choose("Relevant from grade", "2")
    agree(board, LIST, relevant_from=2)
    choose("Scale", "Binary")
    agree(board, "A1 B0 C1 D0 E1 | F1", top_grade=1)
    press(page, "Undo")  # one step takes back grades, scale and bar together
    agree(board, LIST, relevant_from=2)
    choose("Scale", "0–8")
    expect(board.card("A").get_by_role("radio")).to_have_count(10)
    board.grip("D").press("8")
    agree(board, "A3 B0 C2 D8 E3 | F2", relevant_from=2, top_grade=8)
    choose("AP denominator", "found in the top k")
    agree(board, "A3 B0 C2 D8 E3 | F2", relevant_from=2, top_grade=8, denominator="found")


def test_orders_and_reset(board: Board) -> None:
    press(board.page, "Reverse")
    agree(board, "E3 D1 C2 B0 A3 | F2")
    press(board.page, "Ideal order")
    settle(board.page, 150)
    ideal = board.text()
    assert [card[-1] for card in ideal.split() if card != "|"] == list("332210")
    agree(board, ideal)
    press(board.page, "Reset")
    agree(board, LIST)
    press(board.page, "Shuffle")
    settle(board.page, 150)
    shuffled = board.text()
    assert sorted(shuffled[: shuffled.index("|")].split()) == ["A3", "B0", "C2", "D1", "E3"]
    agree(board, shuffled)


def test_step(board: Board) -> None:
    """Its list and its knobs come as one step of undo."""
    page = board.page
    page.get_by_role("combobox", name="Step").select_option(index=2)
    expect(board.cards).not_to_have_count(6)
    settle(page, 150)
    on = query(page)
    assert on["scale"] == "1"
    ranked = board.ranked()
    grades = [math.nan if d.grade is None else d.grade for d in ranked.documents]
    expected = average_precision(
        Ranking(grades[: ranked.retrieved], grades[ranked.retrieved :]),
        int(on.get("k", 5)),
        denominator=on.get("ap", "relevant"),  # type: ignore[arg-type]
    )
    expect(score(page, f"AP@{on.get('k', 5)}")).to_have_text(written(float(expected.score)))
    only_step(board)


def test_a_board_that_was_taken_down_hears_nothing(open_page: Open) -> None:
    """Streamlit can take a board down and start another one in the HTML that it left."""
    board = Board(open_page(LESSON))
    board.list.evaluate(
        """(list) => rankbook.mount(list.getRootNode(), {
          kind: "board", by: "another", list: "a", session: "", ack: 0, label: "", pitch: 58,
          gap: 8, head: 44, top: 1, symbols: "○●", colours: [0, 8], unjudged: 9, documents: [],
          retrieved: 0, k: 5, deepest: 50, called: ["", ""],
        })"""
    )
    press(board.page, "Reverse")
    agree(board, "E3 D1 C2 B0 A3 | F2")
    board.grip("E").press("0")
    agree(board, "E0 D1 C2 B0 A3 | F2")


def test_titles_are_text(open_page: Open) -> None:
    """What a title may look like to HTML or Markdown, it is only a title; nothing is fetched."""
    hostile = [
        "<img src=x onerror=document.title='hacked'>",
        "**bold** :material/star: :red[r]",
        "![x](http://example.com/x.png)",
        "$x^2$ [l](javascript:alert(1))",
        "<script>document.title='hacked'</script>",
    ]
    page = open_page(PATH + to_text("11111"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    board = Board(page)
    cells = page.locator("table.rows tbody td:nth-child(2)")
    for old, new in zip("ABCDE", hostile, strict=True):
        board.title(old).fill(new)
        page.keyboard.press("Enter")
        expect(cells.filter(has_text=new)).to_be_visible()
    assert cells.all_inner_texts()[:5] == hostile
    settle(page)
    page.goto(f"/expected_reciprocal_rank?{urlsplit(page.url).query}")
    settle(page)
    page.locator(".st-key-further summary").click()
    settle(page)
    shown = [text for text in cells.all_inner_texts() if text in hostile]
    assert [d.title for d in board.ranked().documents] == shown == hostile
    turn_to(page, "playground")
    assert [d.title for d in board.ranked().documents] == hostile
    assert not [url for url in asked if url.endswith(("/x", "x.png"))]
    assert "hacked" not in page.title()
