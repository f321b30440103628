"""What a student's phone shows of a room, in a real browser: every kind of question, to its end."""

import gzip
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Route,
    expect,
)

from live_app import ROOT
from live_board import comes_true
from rooms import page as phone_page
from rooms.store import Rooms, SQLite
from ui.core import theme

LIST = {
    "documents": [["1", "Apple", 3], ["2", "Bread", 0], ["3", "Cider", None], ["4", "Dough", 2]],
    "retrieved": 3,
    "k": 2,
    "top": 3,
    "symbols": list(theme.SYMBOLS[3]),
}
NUMBER = {"kind": "number", "text": "What is AP@2?", "low": 0, "high": 1, "label": "AP@2", **LIST}
DIRECTION = {"kind": "direction", "text": "With the next move, AP@2 …", **LIST}
CHOICE = {"kind": "choice", "text": "Which list?", "choices": ["List A", "List <b>B</b>"]}
ORDER = {"kind": "order", "text": "Find an AP of 0.5.", "graded": True, **LIST}
QUESTIONS = {asked["kind"]: asked for asked in (NUMBER, DIRECTION, CHOICE, ORDER)}

SECRET = "mulberry"  # stands in every truth
TRUTHS: Mapping[str, Mapping[str, Any]] = {
    "number": {
        "text": f"AP@2 = 0.5, {SECRET}",
        "value": "0.5",
        "within": 0.005,
        "link": "average_precision?a=3",
    },
    "direction": {"text": f"AP@2 rises, {SECRET}", "value": "rises", "link": None},
    "choice": {"text": f"The first one, {SECRET}", "value": 0, "link": None},
    "order": {"text": f"The list on the wall has 0.5, {SECRET}", "value": None, "link": "a?w"},
}
IN = "Your answer is in"

Asked = Mapping[str, Any]


@dataclass
class Class:
    """A room with its lecturer, whose acts go to the database of the server."""

    rooms: Rooms
    server: str
    code: str
    secret: str
    number: int = 0
    phones: list[BrowserContext] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.server}/room/{self.code}"

    def ask(self, asked: Asked, again: int | None = None, *, only_here: bool = False) -> None:
        self.number = self.rooms.ask(self.code, self.secret, asked, {}, again, only_here=only_here)

    def close(self) -> None:
        self.rooms.close(self.code, self.secret, self.number)

    def reveal(self, verdicts: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        kind = self.rooms.state(self.code).question.content["kind"]  # type: ignore[union-attr]
        self.close()
        self.rooms.reveal(self.code, self.secret, self.number, TRUTHS[kind], verdicts or {})

    def end(self) -> None:
        self.rooms.end(self.code, self.secret)

    @property
    def answers(self) -> list[str]:
        return self.rooms.answers(self.code, self.secret, self.number)


@pytest.fixture
def lesson(app_url: str, server_log: Path) -> Class:
    rooms = Rooms(SQLite(server_log.parent / "rooms.sqlite"))
    return Class(rooms, app_url, *rooms.open())


@pytest.fixture
def pocket(browser: Browser, lesson: Class) -> Iterator[Callable[..., BrowserContext]]:
    """A new phone. What its browser complains of fails the test, but for lost requests."""
    complaints: list[str] = []

    def pocket(width: int = 390, height: int = 844, **options: Any) -> BrowserContext:
        phone = browser.new_context(
            viewport={"width": width, "height": height},
            **{"has_touch": True, "is_mobile": True, **options},
        )
        phone.on("weberror", lambda error: complaints.append(str(error.error)))
        phone.on(
            "console",
            lambda line: (
                complaints.append(line.text)
                if line.type == "error" and "Failed to load resource" not in line.text
                else None
            ),
        )
        lesson.phones.append(phone)
        return phone

    yield pocket
    for phone in lesson.phones:
        phone.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def join(pocket: Callable[..., BrowserContext], lesson: Class) -> Callable[..., Page]:
    """Join the room with a new phone."""

    def join(**options: Any) -> Page:
        page = pocket(**options).new_page()
        page.goto(lesson.address)
        return page

    return join


def status(page: Page) -> Locator:
    return page.locator("#said")


def is_in(page: Page) -> None:
    expect(page.get_by_role("status", name=IN, exact=True)).to_be_visible()


def move(page: Page, title: str, key: str) -> None:
    page.get_by_role("button", name=f"Move {title}").press(f"Alt+{key}")


def give(page: Page, kind: str, which: int = 0) -> str:
    """Give one of two answers to a question of a kind; return how it is stored."""
    if kind == "number":
        page.get_by_role("textbox", name="Your answer").fill(["2/3", "25 %"][which])
        page.get_by_role("button", name="Send").click()
        return ["0.666667", "0.25"][which]
    if kind == "order":
        move(page, "Apple", ["ArrowDown", "ArrowDown"][which])
        page.get_by_role("button", name="Send").click()
        return ["1,0,2", "1,2,0"][which]
    page.get_by_role("radio").nth([0, 1][which]).check()
    return {"direction": ["rises", "stays"], "choice": ["0", "1"]}[kind][which]


def own(page: Page, kind: str, which: int) -> None:
    """Wait until the phone shows one of the two answers as its own."""
    if kind == "number":
        expect(status(page)).to_contain_text(["You said 0.667.", "You said 0.25."][which])
    elif kind == "order":
        second = page.get_by_role("listitem").nth(1)
        expect(second).to_have_accessible_name(re.compile(["^Apple", "^Cider"][which]))
    else:
        expect(page.get_by_role("radio").nth(which)).to_be_checked()


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_answer_from_the_question_to_the_end(
    join: Callable[..., Page], lesson: Class, kind: str
) -> None:
    page = join()
    expect(page.get_by_role("heading")).to_have_text("Wait for the next question.")
    lesson.ask(QUESTIONS[kind])
    expect(page.get_by_role("heading")).to_have_text(QUESTIONS[kind]["text"])
    stored = give(page, kind)
    is_in(page)
    assert lesson.answers == [stored]
    page.reload()
    is_in(page)
    own(page, kind, 0)
    stored = give(page, kind, 1)
    own(page, kind, 1)
    is_in(page)
    expect(status(page)).to_contain_text("until the question is closed")
    assert lesson.answers == [stored]
    lesson.close()
    expect(status(page)).to_contain_text("Closed")
    expect(status(page)).to_contain_text("Wait for the answer.")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
    expect(page.get_by_role("radio")).to_have_count(0)
    assert SECRET not in page.content()
    lesson.reveal({"1,2,0": {"text": "Your order: AP@2 = 0.7", "link": "average_precision?b=1"}})
    expect(status(page)).to_contain_text(SECRET)
    for words in {
        "number": ["Off by 0.25", "You said 0.25.", "AP@2 = 0.5"],
        "direction": ["Not right", "You said “stays”."],
        "choice": ["Not right", "You said “List <b>B</b>”."],
        "order": ["Your order: AP@2 = 0.7"],
    }[kind]:
        expect(status(page)).to_contain_text(words)
    links = {
        "number": [f"{lesson.server}/average_precision?a=3"],
        "order": [f"{lesson.server}/a?w", f"{lesson.server}/average_precision?b=1"],
    }
    expect(page.get_by_role("link")).to_have_count(len(links.get(kind, [])))
    hrefs = page.get_by_role("link").evaluate_all("(links) => links.map(({ href }) => href)")
    assert hrefs == links.get(kind, [])
    page.reload()
    expect(status(page)).to_contain_text(SECRET)
    lesson.end()
    expect(page.get_by_role("heading")).to_have_text("The room has ended. Nothing was kept.")
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize(
    ("asked", "answer", "words"),
    [
        (NUMBER, "50%", "Right"),
        (NUMBER, "0.497", "Right"),
        (NUMBER, "0.494", "Off by 0.006"),
        (NUMBER, "", "You gave no answer."),
        (DIRECTION, "rises", "Right"),
        (CHOICE, "List A", "Right"),
    ],
)
def test_right_and_none(
    join: Callable[..., Page], lesson: Class, asked: Asked, answer: str, words: str
) -> None:
    lesson.ask(asked)
    page = join()
    if asked is not NUMBER:
        page.get_by_role("radio", name=answer).check()
    elif answer:
        page.get_by_role("textbox").fill(answer)
        page.get_by_role("textbox").press("Enter")
    if answer:
        is_in(page)
    lesson.reveal()
    expect(status(page)).to_contain_text(words)
    expect(status(page)).to_contain_text(SECRET)


@pytest.mark.parametrize(
    ("value", "text", "words"),
    [
        ("0", "List A", "Right The answer is “List A”. You said “List A”."),
        ("1", "List <b>B</b>", "Not right The answer is “List <b>B</b>”. You said “List A”."),
        (None, "There is no right answer.", "The answer There is no right answer. You said"),
    ],
)
def test_the_truth_of_a_choice(
    join: Callable[..., Page], lesson: Class, value: str | None, text: str, words: str
) -> None:
    lesson.ask(CHOICE)
    page = join()
    page.get_by_role("radio", name="List A").check()
    is_in(page)
    truth = {"text": text, "value": value, "link": ""}
    lesson.rooms.reveal(lesson.code, lesson.secret, lesson.number, truth, {})
    expect(status(page)).to_contain_text(words)


def test_a_refused_number_stays_in_the_field(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(NUMBER)
    page = join()
    field = page.get_by_role("textbox", name="Your answer")
    assert field.get_attribute("inputmode") == "decimal"
    for typed, sentence in [
        ("abc", "is not a number"),
        ("7", "out of range"),
        ("", "Write a number"),
    ]:
        field.fill(typed)
        page.get_by_role("button", name="Send").click()
        expect(status(page)).to_contain_text(sentence)
        expect(field).to_have_value(typed)
        expect(field).to_be_focused()
    page.get_by_role(
        "button", name="Write /"
    ).click()  # a phone's keys for numbers have no such key
    page.keyboard.type("4")
    expect(field).to_have_value("/4")
    field.fill("3/4")
    field.press("Enter")
    is_in(page)
    field.fill("abc")
    field.press("Enter")
    expect(status(page)).to_contain_text("Your answer before still counts. You said 0.75.")
    assert lesson.answers == ["0.75"]


def test_pressed_many_times_is_one_answer(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(DIRECTION)
    page = join()
    for way in ["rises", "falls", "stays"] * 3:
        page.get_by_role("radio", name=way).check()
    is_in(page)
    expect(status(page)).to_contain_text("You said “stays”.")
    assert lesson.answers == ["stays"]


@pytest.mark.parametrize("kind", QUESTIONS)
def test_without_network_an_answer_is_kept_and_sent_again(
    join: Callable[..., Page], lesson: Class, kind: str
) -> None:
    lesson.ask(QUESTIONS[kind])
    page = join()
    expect(page.get_by_role("heading")).to_have_text(QUESTIONS[kind]["text"])
    if kind == "order":
        expect(page.get_by_role("button", name="Send")).to_be_enabled()
    page.context.set_offline(True)
    give(page, kind)
    expect(status(page)).to_contain_text("No network")
    expect(status(page)).to_contain_text("Your answer is kept and sent again.")
    stored = give(page, kind, 1)
    assert lesson.answers == []
    page.context.set_offline(False)
    is_in(page)
    own(page, kind, 1)
    assert lesson.answers == [stored]


def test_a_reply_that_is_lost_is_asked_for_again(join: Callable[..., Page], lesson: Class) -> None:
    """The server has taken the answer, and the phone does not know; then the page is reloaded."""
    lesson.ask(NUMBER)
    page = join()
    sent = []

    def lose(route: Route) -> None:
        sent.append(route.fetch())
        with suppress(Error):  # a reload, or the end of losing, has answered the page meanwhile
            route.abort()

    page.route("**/answer", lose)
    stored = give(page, "number")
    expect(status(page)).to_contain_text("No network")
    assert sent
    page.reload()
    expect(status(page)).to_contain_text("No network")
    page.unroute("**/answer")
    is_in(page)
    assert lesson.answers == [stored]


FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_full_storage_loses_no_answer(
    pocket: Callable[..., BrowserContext], lesson: Class, kind: str
) -> None:
    """It can be read, and nothing can be written into it."""
    lesson.ask(QUESTIONS[kind])
    page = pocket().new_page()
    page.add_init_script(FULL)
    page.goto(lesson.address)
    for which in (0, 1):
        stored = give(page, kind, which)
        is_in(page)
        own(page, kind, which)
        assert lesson.answers == [stored]


def test_a_full_storage_brings_no_older_answer_back(
    join: Callable[..., Page], lesson: Class
) -> None:
    lesson.ask(CHOICE)
    page = join()
    page.route("**/answer", lambda route: route.abort())
    page.get_by_role("radio").first.check()
    expect(status(page)).to_contain_text("No network")
    page.evaluate(f"{FULL} null")  # a reload ends it
    with page.expect_event("requestfailed"):
        page.get_by_role("radio").last.check()
    expect(page.get_by_role("radio").last).to_be_checked()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.reload()
    expect(page.get_by_role("radio").first).not_to_be_checked()
    reloaded = sent.index(page.url)  # the old page may have tried once more
    assert not [url for url in sent[reloaded:] if url.endswith("/answer")]


@pytest.mark.parametrize("trouble", [429, 503])
def test_a_server_in_trouble_is_tried_again(
    join: Callable[..., Page], lesson: Class, trouble: int
) -> None:
    """Also if it sends JSON, as a proxy that counts requests may do."""
    lesson.ask(CHOICE)
    page = join()
    page.route("**/answer", lambda route: route.fulfill(status=trouble, body="{}"))
    stored = give(page, "choice")
    expect(status(page)).to_contain_text("Your answer is kept and sent again.")
    page.unroute("**/answer")
    is_in(page)
    assert lesson.answers == [stored]


OLD_MARK = "a" * 22  # as an older version of the server gave it out


@pytest.mark.parametrize("left", ["", OLD_MARK, f"{OLD_MARK}.{OLD_MARK}"])
def test_a_phone_that_the_server_does_not_know_gets_a_mark_and_sends_again(
    join: Callable[..., Page], lesson: Class, left: str
) -> None:
    """Its cookies were deleted, or the server was updated; the student does nothing."""
    lesson.ask(CHOICE)
    page = join()
    page.context.clear_cookies()
    if left:
        path = f"/room/{lesson.code}"
        cookie = {"name": "rankbook_voter", "value": left, "domain": "127.0.0.1", "path": path}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
    stored = give(page, "choice")
    is_in(page)
    assert lesson.answers == [stored]
    stored = give(page, "choice", 1)
    expect(status(page)).to_contain_text("You said “List <b>B</b>”.")
    assert lesson.answers == [stored]  # one phone, one answer
    page.reload()
    is_in(page)
    lesson.reveal()
    page.context.clear_cookies()
    page.reload()
    expect(status(page)).to_contain_text("You gave no answer.")


def test_a_browser_that_keeps_no_cookie_is_told_so(
    pocket: Callable[..., BrowserContext], lesson: Class
) -> None:
    lesson.ask(CHOICE)
    page = pocket().new_page()
    loaded: list[str] = []

    def keep_none(route: Route) -> None:
        loaded.append(route.request.url)
        reply = route.fetch()
        headers = {name: of for name, of in reply.headers.items() if name != "set-cookie"}
        page.context.clear_cookies()
        route.fulfill(response=reply, headers=headers)

    page.route(lesson.address, keep_none)
    page.goto(lesson.address)
    give(page, "choice")
    expect(status(page)).to_contain_text("Not taken")
    expect(status(page)).to_contain_text("Let the browser keep cookies, load the page again")
    give(page, "choice", 1)
    expect(status(page)).to_contain_text("Let the browser keep cookies")
    assert len(loaded) == 2  # by the student, and once by itself
    assert lesson.answers == []


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_phone_that_came_late_says_why_it_cannot_answer(
    join: Callable[..., Page], lesson: Class, kind: str
) -> None:
    here = join()
    while not lesson.rooms.state(lesson.code, counted=True).crowd.here:  # type: ignore[union-attr]
        here.wait_for_timeout(20)
    lesson.ask(QUESTIONS[kind], only_here=True)
    late = join()
    said = late.get_by_role("status", name="Not for this phone", exact=True)
    expect(said).to_be_visible()
    expect(status(late)).to_contain_text("for the phones that were here when it was asked")
    for part in (late.locator("form"), late.get_by_role("button"), late.locator("#hint")):
        expect(part).to_have_count(part.count())
        assert not any(each.is_visible() for each in part.all())
    stored = give(here, kind)
    is_in(here)
    assert lesson.answers == [stored]
    lesson.ask(QUESTIONS[kind])
    expect(late.locator("form")).to_be_visible()
    if kind == "order":
        expect(late.get_by_role("button", name="Send")).to_be_enabled()
    give(late, kind)
    is_in(late)


def test_a_phone_that_slept_when_it_was_asked_is_told_why_it_cannot_answer(
    join: Callable[..., Page], lesson: Class
) -> None:
    """It hears the question, and does not know yet that it is for others."""
    page = join()
    while not lesson.rooms.state(lesson.code, counted=True).crowd.here:  # type: ignore[union-attr]
        page.wait_for_timeout(20)
    lesson.rooms._db.run("UPDATE listeners SET seen = 1 WHERE room = ?", lesson.code)
    lesson.rooms.note(lesson.code, {"another phone": True})
    lesson.ask(CHOICE, only_here=True)
    page.get_by_role("radio").first.click()  # `check` would insist that it stays checked
    expect(status(page)).to_contain_text("Not taken")
    expect(status(page)).to_contain_text("for the phones that were here when it was asked")
    page.evaluate("dispatchEvent(new Event('online'))")  # it looks again
    expect(page.get_by_role("status", name="Not for this phone", exact=True)).to_be_visible()
    expect(page.locator("form")).to_be_hidden()
    assert lesson.answers == []


def test_a_phone_is_here_that_gets_no_stream(
    pocket: Callable[..., BrowserContext], lesson: Class
) -> None:
    """Some networks let no stream through. Its page is read again and again instead."""
    page = pocket().new_page()
    page.route("**/events", lambda route: route.fulfill(status=502))
    page.clock.install()
    page.goto(lesson.address)
    page.clock.fast_forward("00:10")
    while not lesson.rooms.state(lesson.code, counted=True).crowd.here:  # type: ignore[union-attr]
        page.wait_for_timeout(20)
    lesson.ask(CHOICE, only_here=True)
    page.clock.fast_forward("00:10")
    give(page, "choice")
    is_in(page)


def test_a_state_that_is_older_is_not_shown(join: Callable[..., Page], lesson: Class) -> None:
    """What was on its way for long comes after what the phone shows."""
    lesson.ask(CHOICE)
    page = join()
    lesson.ask(DIRECTION)
    expect(page.get_by_role("heading")).to_have_text(DIRECTION["text"])
    page.evaluate(
        "globalThis.shown = []; new MutationObserver(() => shown.push(question.textContent))"
        ".observe(question, {subtree: true, childList: true, characterData: true})"
    )
    older = {"version": 1, "number": 1, "phase": "open", "again": None, "asked": CHOICE}
    newer = {"version": 3, "number": 2, "phase": "closed", "again": None, "asked": DIRECTION}
    stream = "".join(f"data: {json.dumps({**told, 'truth': {}})}\n\n" for told in (older, newer))
    page.route(
        "**/events", lambda route: route.fulfill(content_type="text/event-stream", body=stream)
    )
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(status(page)).to_contain_text("Closed")
    assert not any(CHOICE["text"] in text for text in page.evaluate("shown"))


def test_a_newer_answer_follows_the_one_on_its_way(
    join: Callable[..., Page], lesson: Class
) -> None:
    lesson.ask(DIRECTION)
    page = join()
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/answer", hold_first)
    with page.expect_request("**/answer"):
        page.get_by_role("radio", name="rises").check()
    page.get_by_role("radio", name="falls").check()
    expect(status(page)).to_contain_text("Sending")
    held[0].continue_()
    is_in(page)
    expect(status(page)).to_contain_text("You said “falls”.")
    assert lesson.answers == ["falls"]


def test_two_tabs_are_one_phone(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(CHOICE)
    page = join()
    other = page.context.new_page()
    other.goto(lesson.address)
    page.get_by_role("radio", name="List A").check()
    expect(other.get_by_role("radio", name="List A")).to_be_checked()
    is_in(other)
    other.get_by_role("radio", name="List <b>B</b>").check()
    expect(page.get_by_role("radio", name="List <b>B</b>")).to_be_checked()
    assert lesson.answers == ["1"]


def test_an_old_answer_never_follows_a_newer_one(join: Callable[..., Page], lesson: Class) -> None:
    """One tab cannot send; the other one sends a newer answer."""
    lesson.ask(CHOICE)
    page = join()
    page.route("**/answer", lambda route: route.abort())
    page.get_by_role("radio", name="List A").check()
    expect(status(page)).to_contain_text("No network")
    other = page.context.new_page()
    other.goto(lesson.address)
    is_in(other)  # it sends what the other one has kept
    other.get_by_role("radio", name="List <b>B</b>").check()
    expect(status(other)).to_contain_text("You said “List <b>B</b>”.")
    page.unroute("**/answer")
    is_in(page)
    expect(page.get_by_role("radio", name="List <b>B</b>")).to_be_checked()
    assert lesson.answers == ["1"]


def test_the_last_reply_counts_when_two_are_on_their_way(
    join: Callable[..., Page], lesson: Class
) -> None:
    """A tab asks before and after the other one's answer was taken; the first reply comes first."""
    lesson.ask(CHOICE)
    page = join()
    page.get_by_role("radio", name="List A").check()
    is_in(page)
    replies: list[tuple[Route, APIResponse]] = []
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "/mine?" in request.url else None
    )
    page.route("**/mine?*", lambda route: replies.append((route, route.fetch())))

    def ask() -> None:
        with page.expect_request("**/mine?*"):
            storage = {"key": f"rankbook-room-{lesson.code}"}
            page.evaluate("(what) => dispatchEvent(new StorageEvent('storage', what))", storage)

    ask()
    other = page.context.new_page()
    other.goto(lesson.address)
    is_in(other)
    other.get_by_role("radio", name="List <b>B</b>").check()
    expect(status(other)).to_contain_text("You said “List <b>B</b>”.")
    ask()
    while len(replies) < len(asked):
        page.wait_for_timeout(20)
    for route, reply in replies:
        route.fulfill(response=reply)
    expect(page.get_by_role("radio", name="List <b>B</b>")).to_be_checked()


def test_closed_while_an_answer_is_sent(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(DIRECTION)
    page = join()
    page.get_by_role("radio", name="rises").check()
    is_in(page)

    def late(route: Route) -> None:
        lesson.close()
        route.continue_()

    page.route("**/answer", late)
    page.get_by_role("radio", name="falls").click()  # `check` would insist that it stays checked
    expect(status(page)).to_contain_text("Your last answer came too late.")
    expect(status(page)).to_contain_text("You said “rises”.")
    assert lesson.answers == ["rises"]


def test_the_lecturer_moves_on_while_the_network_is_lost(
    join: Callable[..., Page], lesson: Class
) -> None:
    lesson.ask(CHOICE)
    page = join()
    page.route(re.compile("answer|events"), lambda route: route.abort())
    page.get_by_role("radio").first.check()
    expect(status(page)).to_contain_text("No network")
    lesson.ask(DIRECTION)
    page.unroute(re.compile("answer|events"))
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("radiogroup")).to_have_accessible_name(DIRECTION["text"])
    expect(status(page)).to_contain_text("Your answer to the question before came too late")
    assert lesson.answers == []
    page.get_by_role("radio", name="falls").check()
    is_in(page)
    assert lesson.answers == ["falls"]


def test_without_a_stream_the_page_is_read(join: Callable[..., Page], lesson: Class) -> None:
    """Some networks let no stream of events through."""
    page = join()
    page.route("**/events", lambda route: route.fulfill(status=502))
    page.clock.install()
    page.reload()
    later = "00:10"  # twice the time between two readings
    lesson.ask(CHOICE)
    page.clock.fast_forward(later)
    expect(page.get_by_role("heading")).to_have_text(CHOICE["text"])
    page.get_by_role("radio").first.check()
    is_in(page)
    lesson.reveal()
    page.clock.fast_forward(later)
    expect(status(page)).to_contain_text(SECRET)
    lesson.end()
    page.clock.fast_forward(later)
    expect(page.get_by_role("heading")).to_have_text("The room has ended. Nothing was kept.")


# What the system does to the stream of a phone that sleeps: nothing comes, no error either.
STREAMS = """
globalThis.streams = [];
const Real = EventSource;
globalThis.EventSource = class extends Real {
  constructor(url) {
    super(url);
    streams.push(this);
  }
};"""
WAKING = {
    "unlocked": "document.dispatchEvent(new Event('visibilitychange'))",
    "online": "dispatchEvent(new Event('online'))",
    "back": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "later": "",
}


@pytest.mark.parametrize("waking", WAKING)
def test_a_phone_that_slept_finds_what_changed(
    pocket: Callable[..., BrowserContext], lesson: Class, waking: str
) -> None:
    lesson.ask(CHOICE)
    page = pocket().new_page()
    page.add_init_script(STREAMS)
    page.clock.install()
    page.goto(lesson.address)
    page.get_by_role("radio").first.check()
    is_in(page)
    page.evaluate("streams.forEach((stream) => stream.close())")
    lesson.ask(DIRECTION)
    expect(page.get_by_role("heading")).to_have_text(CHOICE["text"])
    page.evaluate(WAKING[waking])
    if waking == "later":
        page.clock.fast_forward("02:00")
    expect(page.get_by_role("heading")).to_have_text(DIRECTION["text"])
    expect(page.get_by_role("radio", name="rises")).not_to_be_checked()


def test_asked_again(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(CHOICE)
    page = join()
    give(page, "choice")
    is_in(page)
    lesson.close()
    lesson.ask(CHOICE, again=1)
    expect(page.locator("#which")).to_have_text("Question 1, asked again")
    expect(page.get_by_role("radio").first).not_to_be_checked()
    expect(page.get_by_role("heading")).to_be_focused()
    give(page, "choice", 1)
    is_in(page)
    assert lesson.rooms.moves(lesson.code, lesson.secret, 2) == [("0", "1")]


def test_an_order_by_pointer_keys_and_clicks(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(ORDER)
    page = join(is_mobile=False, has_touch=False)
    rows = page.get_by_role("list", name="Your order").get_by_role("listitem")
    expect(rows).to_have_count(3)  # what was not retrieved is named, and not asked for
    expect(page.get_by_text("Not retrieved: Dough")).to_be_visible()

    def titles() -> list[str]:
        names = rows.evaluate_all("(all) => all.map(({ ariaLabel }) => ariaLabel)")
        return [name.split(",")[0] for name in names]

    boxes = [rows.nth(at).bounding_box() for at in range(3)]
    assert boxes[0]
    assert boxes[2]
    x, pitch = boxes[0]["x"] + 20, (boxes[2]["y"] - boxes[0]["y"]) / 2
    page.mouse.move(x, boxes[0]["y"] + 20)
    page.mouse.down()
    page.mouse.move(x, boxes[0]["y"] + 20 + pitch, steps=4)
    page.mouse.move(x, boxes[0]["y"] + 20 + 2 * pitch, steps=4)
    page.mouse.up()
    expect(rows.nth(2)).to_have_accessible_name("Apple, rank 3 of 3, relevance 3 of 3")
    assert titles() == ["Bread", "Cider", "Apple"]
    expect(page.locator("#voice")).to_have_text("Apple, rank 3 of 3")
    grip = page.get_by_role("button", name="Move Cider")
    for key in ["Space", "ArrowUp", "Space"]:
        grip.press(key)
    expect(rows.nth(0)).to_have_accessible_name("Cider, rank 1 of 3, relevance not judged")
    page.get_by_role("button", name="Move Bread").press("3")  # grades nothing
    expect(rows.nth(1)).to_have_accessible_name("Bread, rank 2 of 3, relevance 0 of 3")
    page.reload()  # what is not sent is not lost
    expect(rows.nth(0)).to_have_accessible_name(re.compile("^Cider"))
    assert titles() == ["Cider", "Bread", "Apple"]
    assert lesson.answers == []
    page.get_by_role("button", name="Move Apple").click()
    rows.nth(0).click()
    expect(rows.nth(0)).to_have_accessible_name(re.compile("^Apple"))
    page.get_by_role("button", name="Send").click()
    is_in(page)
    assert lesson.answers == ["0,2,1"]
    move(page, "Bread", "ArrowUp")
    expect(status(page)).to_contain_text("Changed, but not sent")
    assert lesson.answers == ["0,2,1"]
    expect(page.locator("#voice")).not_to_be_empty()
    lesson.ask(NUMBER)
    expect(page.get_by_role("heading")).to_have_text(NUMBER["text"])
    expect(page.locator("#voice")).to_be_empty()
    lesson.end()
    expect(page.get_by_role("heading")).to_have_text("The room has ended. Nothing was kept.")
    assert page.evaluate("localStorage.length") == 0


def test_an_order_of_documents_without_grades(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask({**ORDER, "graded": False})
    page = join()
    row = page.get_by_role("listitem").first
    expect(row).to_have_accessible_name("Apple, rank 1 of 3")
    expect(row).not_to_contain_text("3", use_inner_text=True)
    colours = page.get_by_role("listitem").evaluate_all(
        "(rows) => rows.map((row) => getComputedStyle(row).borderLeftColor)"
    )
    assert len(set(colours)) == 1


def test_a_board_that_does_not_arrive_is_asked_for_again(
    join: Callable[..., Page], lesson: Class
) -> None:
    page = join()
    page.route("**/room/-/*", lambda route: route.abort())
    lesson.ask(ORDER)
    expect(status(page)).to_contain_text("No network")
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    page.unroute("**/room/-/*")
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    give(page, "order")
    is_in(page)


def test_an_older_page_is_given_the_present_board(
    pocket: Callable[..., BrowserContext], lesson: Class
) -> None:
    """The server was renewed after the page had come, and before the order was asked for."""
    page = pocket().new_page()
    (name,) = phone_page.FILES

    def of_old(route: Route) -> None:
        route.fulfill(response=(reply := route.fetch()), body=reply.text().replace(name, OLD))

    page.route(lesson.address, of_old)
    with page.expect_response(f"**/{OLD}"):
        page.goto(lesson.address)
        lesson.ask(ORDER)
    stored = give(page, "order")
    is_in(page)
    assert lesson.answers == [stored]


OLD = "board-0123456789ab.js"


def count_loads(page: Page) -> list[str]:
    """The loads of the page from now on."""
    loads: list[str] = []
    page.on("load", lambda page: loads.append(page.url))
    return loads


@pytest.mark.parametrize(
    ("status_", "said", "reloads"), [(404, "Reload this page", 1), (None, "No network", 0)]
)
def test_a_board_that_does_not_arrive_is_forgotten_with_its_question(
    pocket: Callable[..., BrowserContext],
    lesson: Class,
    status_: int | None,
    said: str,
    reloads: int,
) -> None:
    page = pocket().new_page()
    page.clock.install()
    page.goto(lesson.address)
    loads, asked = count_loads(page), []
    page.on("request", lambda request: asked.append(request.url) if "/-/" in request.url else None)
    page.route(
        "**/room/-/*",
        lambda route: route.fulfill(status=status_) if status_ else route.abort(),
    )
    lesson.ask(ORDER)
    expect(status(page)).to_contain_text(said)
    with page.expect_request("**/room/-/*"):
        page.clock.fast_forward("00:20")
    expect(status(page)).to_contain_text(said)
    if status_:
        expect(status(page)).not_to_contain_text("No network")
    lesson.ask(DIRECTION)
    expect(page.get_by_role("heading")).to_have_text(DIRECTION["text"])
    expect(status(page)).to_be_empty()
    known = len(asked)
    page.clock.fast_forward("01:00")
    give(page, "direction")
    is_in(page)
    expect(status(page)).not_to_contain_text("No network")
    assert (len(asked), len(loads)) == (known, reloads)


NEWER: Mapping[str, Any] = {
    "kind": {"asked": {"kind": "ranking", "text": "In which order?"}},
    "phase": {"phase": "paused"},
    "phase of an order": {"phase": "paused", "asked": ORDER},
    "choices": {"asked": {"kind": "choice", "text": "Which?"}},
    "documents": {"asked": {"kind": "order", "text": "In which order?"}},
    "question": {"asked": None},
    "truth": {"phase": "revealed", "truth": None},
    "state": None,
}


@pytest.mark.parametrize("what", NEWER)
def test_what_an_older_page_cannot_show_is_said_after_one_reload(
    join: Callable[..., Page], lesson: Class, what: str
) -> None:
    lesson.ask(CHOICE)
    page = join()
    told = json.loads(page.locator("#state").text_content() or "")["told"]
    newer = NEWER[what] and {**told, "number": told["number"] + 1, **NEWER[what]}
    loads, streams = count_loads(page), []

    def tell(route: Route) -> None:
        streams.append(route)
        body = f"retry: 50\ndata: {json.dumps(newer)}\n\n"
        route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/events", tell)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(status(page)).to_contain_text("Reload this page")
    known = len(streams)
    comes_true(page, lambda: len(streams) > known + 2, "it is told so again")
    expect(status(page)).to_contain_text("Reload this page")
    assert len(loads) == 1
    page.unroute("**/events")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(status(page)).to_be_empty()
    stored = give(page, "choice")
    is_in(page)
    assert lesson.answers == [stored]


def test_a_reply_that_an_older_page_does_not_know_loses_no_answer(
    join: Callable[..., Page], lesson: Class
) -> None:
    lesson.ask(NUMBER)
    page = join()
    loads = count_loads(page)
    page.route("**/answer", lambda route: route.fulfill(json={"state": "taken"}))
    stored = give(page, "number")
    comes_true(page, lambda: len(loads) == 1, "it reloads itself")
    expect(status(page)).to_contain_text("Reload this page")
    assert lesson.answers == []
    page.unroute("**/answer")
    page.reload()
    is_in(page)
    assert lesson.answers == [stored]


def test_another_page_in_the_place_of_the_room_ends_nothing(
    join: Callable[..., Page], lesson: Class
) -> None:
    """Such as that of a network which asks for a password first."""
    lesson.ask(CHOICE)
    page = join()
    page.route(re.compile("answer|events"), lambda route: route.fulfill(status=502))
    stored = give(page, "choice")
    expect(status(page)).to_contain_text("No network")
    page.clock.install()
    loads = count_loads(page)

    def password(route: Route) -> None:
        if route.request.is_navigation_request():
            route.continue_()
        else:
            route.fulfill(body="<p>Your password?</p>", content_type="text/html")

    page.route(f"{lesson.address}*", password)
    page.reload()
    page.clock.fast_forward("00:10")
    comes_true(page, lambda: len(loads) == 2, "it reloads itself, after the test")
    page.clock.fast_forward("00:10")
    expect(status(page)).to_contain_text("Reload this page")
    expect(page.get_by_role("heading")).to_have_text(CHOICE["text"])
    page.unroute_all()
    page.reload()
    is_in(page)
    assert lesson.answers == [stored]


def test_the_list_on_the_wall(join: Callable[..., Page], lesson: Class) -> None:
    lesson.ask(NUMBER)
    rows = join().get_by_role("list", name="The list on the wall").get_by_role("listitem")
    expect(rows).to_have_text(
        ["1Apple● 3", "2Bread○ 0", "k = 2", "3Cider?", "not retrieved", "–Dough◑ 2"]
    )
    lesson.ask({**NUMBER, "k": 4})  # deeper than what was retrieved: no rank has the line
    expect(rows).to_have_text(["1Apple● 3", "2Bread○ 0", "3Cider?", "not retrieved", "–Dough◑ 2"])


@pytest.mark.parametrize("kind", QUESTIONS)
def test_without_javascript_one_reads_what_to_do(
    join: Callable[..., Page], lesson: Class, kind: str
) -> None:
    lesson.ask(QUESTIONS[kind])
    page = join(java_script_enabled=False)
    expect(page.get_by_role("heading")).to_have_text(QUESTIONS[kind]["text"])
    expect(page.get_by_text("your browser does not run it")).to_be_visible()
    for text in QUESTIONS[kind].get("choices", ["Apple", "Dough"]):
        expect(page.get_by_text(text)).to_be_visible()
    lesson.reveal()
    page.reload()
    expect(page.get_by_text(SECRET)).to_be_visible()


def test_a_room_is_joined_by_its_code(pocket: Callable[..., BrowserContext], lesson: Class) -> None:
    page = pocket(java_script_enabled=False).new_page()
    page.goto(f"{lesson.server}/room/ZZZZZZ")
    expect(page.get_by_text("There is no room ZZZZZZ.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Code of the room")).to_have_value("ZZZZZZ")
    page.goto(f"{lesson.server}/room")
    code = lesson.code.lower()
    page.get_by_role("textbox", name="Code of the room").fill(f" {code[:3]} {code[3:]}")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading")).to_have_text("Wait for the next question.")
    assert page.url == lesson.address


# Whether what has the focus is framed, itself or its label.
HAS_RING = """() => [document.activeElement, document.activeElement.closest("label")]
  .some((each) => each && getComputedStyle(each).outlineStyle === "solid")"""


def test_by_the_keyboard_alone(join: Callable[..., Page], lesson: Class) -> None:
    page = join(is_mobile=False, has_touch=False)
    keys = page.keyboard
    lesson.ask(NUMBER)
    expect(page.get_by_role("heading")).to_be_focused()
    keys.press("Tab")
    assert page.evaluate(HAS_RING)
    keys.type("0.5")
    keys.press("Enter")
    is_in(page)
    lesson.ask(DIRECTION)
    expect(page.get_by_role("heading")).to_be_focused()
    expect(page.get_by_role("heading")).to_have_text(DIRECTION["text"])
    keys.press("Tab")
    assert page.evaluate(HAS_RING)
    keys.press("Space")
    is_in(page)
    keys.press("ArrowDown")
    assert page.evaluate(HAS_RING)
    expect(status(page)).to_contain_text("You said “stays”.")
    lesson.reveal()
    expect(status(page)).to_contain_text(SECRET)
    expect(page.get_by_role("heading")).to_be_focused()  # what had the focus is gone
    lesson.ask(ORDER)
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    keys.press("Tab")
    keys.press("Alt+ArrowDown")
    expect(page.locator("#voice")).to_have_text("Apple, rank 2 of 3")
    keys.press("Tab")  # a card is one stop
    expect(page.get_by_role("button", name="Send")).to_be_focused()
    assert page.evaluate(HAS_RING)
    keys.press("Enter")
    is_in(page)
    assert lesson.answers == ["1,0,2"]


SAMPLES: Mapping[str, Asked | None] = {"none": None, **QUESTIONS}


@pytest.mark.parametrize("kind", SAMPLES)
def test_small_screens_themes_and_axe(join: Callable[..., Page], lesson: Class, kind: str) -> None:
    """Nothing scrolls sideways at 320 px, targets are large, and axe finds nothing."""
    page = join(width=320, height=568)

    def look(state: str) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, f"{state}: {wide} pixels wide"
        small = page.locator("button:visible, a:visible, label:has(input):visible").evaluate_all(
            "(all) => all.map((each) => [each.textContent, each.getBoundingClientRect()])"
            ".filter(([, { width, height }]) => width < 44 || height < 44).map(([text]) => text)"
        )
        assert not small, f"{state}: {small} too small"
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            # In dark only the colours are others.
            asked = {"runOnly": ["color-contrast"]} if scheme == "dark" else {}
            found = Axe().run(page, options=asked).response["violations"]
            assert not found, f"{state}, {scheme}: {json.dumps(found)[:1500]}"

    if kind == "none":
        look("waiting")
        lesson.end()
        expect(page.get_by_role("heading")).to_have_text("The room has ended. Nothing was kept.")
        look("ended")
        page.reload()
        look("unknown")
        return
    long = {"text": QUESTIONS[kind]["text"] + " " + "W" * 60}
    if "documents" in QUESTIONS[kind]:
        documents = [["1", "W" * 80, 3], *QUESTIONS[kind]["documents"][1:]]
        long = {**long, "documents": documents}
    lesson.ask({**QUESTIONS[kind], **long})
    expect(page.locator("form")).to_be_visible()
    if kind == "order":
        expect(page.get_by_role("button", name="Send")).to_be_enabled()
    look("asked")
    if kind == "order":
        page.get_by_role("button", name="Send").click()
    else:
        give(page, kind)
    is_in(page)
    look("in")
    lesson.reveal({"0,1,2": {"text": "Your order: AP@2 = 0.7", "link": "b"}})
    expect(status(page)).to_contain_text(SECRET)
    look("revealed")


@pytest.mark.parametrize("kind", QUESTIONS)
def test_what_goes_over_the_wire(join: Callable[..., Page], lesson: Class, kind: str) -> None:
    """One request and 20 KB for a question, two and 40 KB with the list to drag."""
    documents = [[str(row), f"{row} {80 * 'W'}", 1] for row in range(30)]
    lesson.ask({**LIST, **QUESTIONS[kind], "documents": documents})
    page = join()
    expect(page.locator("form")).to_be_visible()
    if kind == "order":
        expect(page.get_by_role("button", name="Send")).to_be_enabled()
    loaded = page.evaluate(
        """() => [
          ...performance.getEntriesByType("navigation"),
          ...performance.getEntriesByType("resource"),
        ].filter(({ name }) => !name.endsWith("/events"))
          .map(({ name, encodedBodySize, decodedBodySize }) =>
               [name, encodedBodySize, decodedBodySize])"""
    )
    assert len(loaded) == 1 + (kind == "order"), loaded
    assert all(sent < whole for _, sent, whole in loaded), loaded
    assert sum(sent for _, sent, _ in loaded) <= (40_000 if kind == "order" else 20_000), loaded


def test_the_files_alone() -> None:
    asked = {**NUMBER, "text": "</script><script>alert(1)</script>"}
    told = {"version": 1, "number": 1, "phase": "open", "again": None, "asked": asked}
    html = phone_page.html("/rankbook", "ABC234", told, {})
    assert "<script>alert" not in html
    assert html.count("</script>") == 2
    assert len(gzip.compress(html.encode())) < 12_000
    [name] = phone_page.FILES
    assert f"/rankbook/room/-/{name}" in html
    for text in phone_page.INLINE:
        assert text in html


@pytest.mark.parametrize("top", [1, 3, 4, 8])
def test_grades_have_the_colours_of_the_app(
    join: Callable[..., Page], lesson: Class, top: int
) -> None:
    """The phone computes which (assets/room/order.js)."""
    documents = [[str(grade), f"Grade {grade}", grade] for grade in range(top + 1)]
    symbols = list(theme.SYMBOLS[top])
    shown = {"documents": documents, "retrieved": top + 1, "top": top, "symbols": symbols}
    lesson.ask({**ORDER, **shown})
    cards = join().get_by_role("listitem")
    expect(cards).to_have_count(top + 1)
    drawn = cards.evaluate_all(
        "(all) => all.map((card) => getComputedStyle(card).getPropertyValue('--grade').trim())"
    )
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    palette = config["theme"]["light"]["chartCategoricalColors"]
    assert drawn == [palette[index] for index in theme.COLOURS[top]]
