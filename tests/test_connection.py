"""What a connection, or a server, that breaks does to an edit: nothing, or it is said."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from expected import written
from live_app import serve, settle
from live_board import Board, begin, comes_true, query, score, to_text
from live_proxy import Proxy, proxy
from metrics.average import average_precision
from metrics.ranking import Ranking
from vehicle import PATH, VEHICLE

GIVEN = to_text("3021", "2")
BEFORE, AFTER = "A3 B0 C2 D1 | E2", "B0 A3 C2 D1 | E2"


def ap(text: str) -> str:
    """AP@5 of a list, as a page prints it."""
    shown = [int(card[-1]) for card in text.split("|")[0].split()]
    return written(float(average_precision(Ranking(shown, [2], top_grade=3), 5).score))


def agree(page: Page, text: str) -> None:
    """List, number and address say the same, and soon."""
    Board(page).shows(text)
    expect(score(page, "AP@5")).to_have_text(ap(text))
    spelling = "~".join(card[::-1] for card in text.replace("|", ".").split())
    comes_true(page, lambda: query(page)["a"] == spelling, f"the address has {spelling}")


@pytest.fixture(scope="module")
def running(app_url: str) -> Iterator[Proxy]:
    with proxy(urlsplit(app_url).port or 0) as running:
        yield running


@pytest.fixture
def between(running: Proxy) -> Proxy:
    """The proxy, as it lets everything through."""
    running.mend()
    return running


@pytest.fixture(scope="module")
def reader(browser: Browser, running: Proxy) -> Iterator[Page]:
    """A reader behind the proxy; what the console says of a lost connection is no fault."""
    reader = browser.new_context(base_url=running.address)
    yield reader.new_page()
    reader.close()


@pytest.fixture
def page(reader: Page, between: Proxy) -> Page:  # noqa: ARG001 (it lets everything through)
    begin(reader, VEHICLE, GIVEN)
    agree(reader, BEFORE)
    return reader


def before_the_drop(page: Page, between: Proxy, drop: Callable[[], None]) -> None:
    between.cut()
    page.wait_for_timeout(300)
    drop()


def with_the_drop_on_its_way(page: Page, between: Proxy, drop: Callable[[], None]) -> None:
    between.deaf.add("up")
    drop()
    page.wait_for_timeout(300)
    between.cut()


def before_the_answer(page: Page, between: Proxy, drop: Callable[[], None]) -> None:
    between.deaf.add("down")
    drop()
    page.wait_for_timeout(700)
    between.cut()


def with_the_answer_seen(page: Page, between: Proxy, drop: Callable[[], None]) -> None:
    drop()
    expect(score(page, "AP@5")).to_have_text(ap(AFTER))
    between.cut()


CUTS = [before_the_drop, with_the_drop_on_its_way, before_the_answer, with_the_answer_seen]


@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_connection_loses_no_drop(
    page: Page, between: Proxy, cut: Callable[[Page, Proxy, Callable[[], None]], None]
) -> None:
    board = Board(page)
    cut(page, between, lambda: board.grip("A").press("Alt+ArrowDown"))
    page.wait_for_timeout(500)
    between.mend()
    agree(page, AFTER)
    board.grip("D").press("3")  # the next edit neither erases the move nor is lost
    agree(page, "B0 A3 C2 D3 | E2")
    page.get_by_role("button", name="Undo", exact=True).click()
    agree(page, AFTER)
    page.get_by_role("button", name="Undo", exact=True).click()
    agree(page, BEFORE)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


# The next message that the page sends never leaves it, and the connection stays.
LOSE_ONE = """() => {
  const {send} = WebSocket.prototype;
  globalThis.lost = 0;
  WebSocket.prototype.send = () => {
    globalThis.lost += 1;
    WebSocket.prototype.send = send;
  };
}"""


def test_a_message_that_was_lost_is_sent_again_without_being_asked_for(
    open_page: Callable[..., Page],
) -> None:
    """Nothing is cut, so that no new connection brings it: the courier's timed repeat does."""
    page = open_page(PATH + GIVEN)
    page.evaluate(LOSE_ONE)
    Board(page).grip("A").press("Alt+ArrowDown")
    agree(page, AFTER)
    assert page.evaluate("lost") == 1


# The next two messages never leave the page; what they said stays.
LOSE_TWO = """() => {
  const {send} = WebSocket.prototype;
  globalThis.lost = [];
  WebSocket.prototype.send = (message) => {
    lost.push(new TextDecoder().decode(message).match(/"outbox".*/)[0]);
    if (lost.length === 2) WebSocket.prototype.send = send;
  };
}"""


def test_a_message_that_is_sent_again_is_another_for_streamlit(page: Page) -> None:
    """Of two that are the same, it calls back for the first alone, and may have stopped that."""
    page.evaluate(LOSE_TWO)
    Board(page).grip("A").press("Alt+ArrowDown")
    agree(page, AFTER)
    first, second = page.evaluate("lost")
    assert first != second


def test_silence_is_said_and_ends(page: Page, between: Proxy) -> None:
    between.deaf.add("up")
    Board(page).grip("A").press("Alt+ArrowDown")
    said = page.get_by_text("No answer from the server yet.")
    expect(said).to_be_visible()
    between.cut()
    between.mend()
    agree(page, AFTER)
    expect(said).to_be_hidden()


def test_who_comes_first_to_a_page_that_is_missing_is_told_so(
    browser: Browser, tmp_path: Path
) -> None:
    with serve(tmp_path / "output.log") as server:
        page = browser.new_page()
        page.goto(f"{server.address}/nonsense")
        settle(page, 500)
        expect(page.get_by_role("dialog")).to_have_count(1)
        page.close()


def test_a_restarted_server_goes_on_from_the_address(browser: Browser, tmp_path: Path) -> None:
    """The new one knows nothing of the reader; the address does.

    A drop that the old one did not take is not taken, and the page says so. Who comes first to a
    server is not told that the page is missing: Streamlit says so before it has asked app.py.
    """
    reader = browser.new_context()
    page = reader.new_page()
    board = Board(page)
    lost = page.locator("p.notice").get_by_text(
        "The server was started anew before it took your last change."
    )
    with serve(tmp_path / "first.log") as server:
        port = urlsplit(server.address).port or 0
        page.goto(f"{server.address}{PATH}{GIVEN}")
        settle(page, 500)
        expect(page.get_by_role("dialog")).to_have_count(0)
        board.grip("A").press("Alt+ArrowDown")
        agree(page, AFTER)
    board.grip("D").press("3")
    board.shows("B0 A3 C2 D3 | E2")
    with serve(tmp_path / "second.log", port=port):
        expect(lost).to_be_visible()
        agree(page, AFTER)
        board.grip("C").press("0")
        agree(page, "B0 A3 C0 D1 | E2")
        page.get_by_role("heading", name="Could you answer?").scroll_into_view_if_needed()
        reads_at = page.get_by_test_id("stMain").evaluate("(main) => main.scrollTop")
        assert reads_at > 1000
    with serve(tmp_path / "third.log", port=port):
        settle(page, 1000)  # and until it has found the new one
        assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollTop") == reads_at
        agree(page, "B0 A3 C0 D1 | E2")
        board.grip("C").press("1")
        agree(page, "B0 A3 C1 D1 | E2")
        expect(lost).to_be_hidden()
        before = page.url  # and a new session begins where this one is
        page.reload()
        settle(page)
        assert page.url == before
        agree(page, "B0 A3 C1 D1 | E2")
    reader.close()
