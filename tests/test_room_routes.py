"""What phones and the wall are told by a running server, and what it refuses, on both databases."""

import asyncio
import http.client
import inspect
import json
import os
import signal
import time
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, nullcontext
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from streamlit.web import bootstrap
from streamlit.web.server.starlette import starlette_server

from live_app import serve
from rooms import hub as hub_module
from rooms import page, store
from rooms.hub import Hub
from rooms.store import Crowd, Rooms, database
from ui.core import served as served_module

ASKED = {"kind": "number", "text": "What is AP?", "low": 0, "high": 1}
KEPT = {"page": "average_precision", "goal": "KEPT-MARK"}
JSON = {"Content-Type": "application/json"}


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread: the browser of other tests holds the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Phone:
    """A browser, of which only the cookie and the connection count."""

    def __init__(self, address: str, **headers: str) -> None:
        """Know the address of a server."""
        self.address, self.cookie, self.headers = address, "", headers
        self.host, self.base = urlsplit(address).netloc, urlsplit(address).path

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Reply:
        with closing(self.send(path, method, body, **headers)) as connection:
            got = connection.getresponse()
            reply = Reply(got.status, dict(got.headers), got.read().decode(errors="replace"))
        if cookie := reply.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return reply

    @property
    def mark(self) -> str:
        return self.cookie.partition("=")[2]

    def send(self, path: str, method: str, body: Any, **headers: str) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(self.host, timeout=30)
        every = {**self.headers, **headers}
        if self.cookie:
            every["Cookie"] = self.cookie
        sent = {name.replace("_", "-"): value for name, value in every.items()}
        connection.request(method, self.base + path, body, sent)
        return connection

    def enter(self, code: str) -> Reply:
        return self.ask(f"/room/{code}")

    def answer(self, code: str, number: object, value: object, **headers: str) -> Reply:
        body = json.dumps({"number": number, "value": value})
        return self.ask(f"/room/{code}/answer", "POST", body, **JSON, **headers)

    def listen(self, code: str, view: str = "events") -> Iterator[Any]:
        """What a stream says, one message after the other, until it ends."""
        with closing(self.send(f"/room/{code}/{view}", "GET", None)) as connection:
            stream = connection.getresponse()
            assert stream.getheader("content-type") == "text/event-stream; charset=utf-8"
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])


class Served(NamedTuple):
    """A running server and its rooms, through a connection of the test's own."""

    address: str
    rooms: Rooms


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
)
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """One server below a path, and one that has none."""
    folder = tmp_path_factory.mktemp("rooms")
    if request.param == "sqlite":
        url, more = f"sqlite:///{folder}/rooms.sqlite", {"server.baseUrlPath": "rank/book"}
    else:
        url, more = request.getfixturevalue("postgresql_url"), {}
    with serve(folder / "log", rooms=url, more=more) as server:
        opened = database(url)
        yield Served(server.address, Rooms(opened))
        opened.close()
    assert "Traceback" not in (folder / "log").read_text()


class Class(NamedTuple):
    """A room in which something is asked, and a phone that entered."""

    phone: Phone
    rooms: Rooms
    code: str
    secret: str
    number: int

    @property
    def count(self) -> str:
        """The view of the lecturer's wall."""
        return f"count?proof={store.proof(self.secret)}"


@pytest.fixture
def lesson(served: Served) -> Iterator[Class]:
    code, secret = served.rooms.open()
    number = served.rooms.ask(code, secret, ASKED, KEPT)
    phone = Phone(served.address)
    phone.enter(code)
    yield Class(phone, served.rooms, code, secret, number)
    if served.rooms.holds(code, secret):
        served.rooms.end(code, secret)


# Entering


def test_a_phone_gets_a_cookie_that_only_its_room_can_read(served: Served, lesson: Class) -> None:
    phone = Phone(served.address)
    first, again = phone.enter(lesson.code), phone.enter(lesson.code)
    assert (first.status, again.status) == (200, 200)
    _, *rest = first.headers["set-cookie"].split("; ")
    assert lesson.rooms.phone(lesson.code, phone.mark)
    assert set(rest) == {
        *("HttpOnly", "SameSite=lax", "Max-Age=86400"),
        f"Path={urlsplit(served.address).path}/room/{lesson.code}",
    }
    assert "set-cookie" not in again.headers
    assert phone.mark not in again.text
    secure = Phone(served.address, X_Forwarded_Proto="https").enter(lesson.code)
    assert "Secure" in secure.headers["set-cookie"].split("; ")
    for forged in ("1", "a" * 22, f"{phone.mark[:-1]}!", f'"{phone.mark}\\000"'):
        stranger = Phone(served.address)
        stranger.cookie = f"rankbook_voter={forged}"
        assert "set-cookie" in stranger.enter(lesson.code).headers
        assert lesson.rooms.phone(lesson.code, stranger.mark)
    lesson.rooms.end(lesson.code, lesson.secret)
    ended = phone.enter(lesson.code)
    assert ended.status == 404
    assert "Max-Age=0" in ended.headers["set-cookie"]


@pytest.mark.parametrize("typed", ["lower", " spaced out ", "dashed-out", "as it is"])
def test_a_code_is_taken_as_people_type_it(lesson: Class, typed: str) -> None:
    phone, code = lesson.phone, lesson.code
    here = f"{phone.base}/room/{code}"
    to_text = {
        "lower": code.lower(),
        " spaced out ": f"%20{code[:3]}%20{code[3:]}+".replace("+", "%20"),
        "dashed-out": f"{code[:3]}-{code[3:].lower()}",
        "as it is": code,
    }[typed]
    form = phone.ask(f"/room?code={to_text}")
    assert (form.status, form.headers["location"]) == (303, here)
    if to_text != code:
        path = phone.ask(f"/room/{to_text}")
        assert (path.status, path.headers["location"]) == (303, here)


@pytest.mark.parametrize(
    "wrong", ["ABC234", "ABC23", "ABC2345", "ABC23O", "'--", "%F0%9F%98%80", "--", "%20", "_"]
)
def test_no_such_room(served: Served, wrong: str) -> None:
    phone = Phone(served.address)
    replies = [phone.ask(f"/room/{wrong}"), phone.ask(f"/room?code={wrong}")]
    if replies[1].status == 303:  # it could be a code
        replies[1] = phone.ask(f"/room/{wrong}")
    for reply in replies:
        assert reply.status == 404
        assert "set-cookie" not in reply.headers
    phone.cookie = f"rankbook_voter={'a' * 22}"
    assert phone.answer(wrong, 1, "0.5").status == 404
    assert phone.ask(f"/room/{wrong}/mine?number=1").text == "{}"
    assert list(phone.listen(wrong)) == [{"ended": True}]
    assert list(phone.listen(wrong, "count")) == [{"ended": True}]


def test_a_page_without_a_code(served: Served) -> None:
    phone = Phone(served.address)
    for wrong in ("%00", "%2e%2e", "..%2f..%2fapp.py"):
        assert phone.ask(f"/room/{wrong}").status in (400, 404)
        assert phone.ask(f"/room/-/{wrong}").status in (400, 404)
    assert phone.ask("/room").status == phone.ask("/room/").status == 200
    refused = phone.ask("/room/-/none.js")
    assert (refused.status, refused.json) == (404, {"problem": "There is no such file."})
    read = phone.ask("/room/-/none.js", Accept="text/html,*/*")
    assert (read.status, read.text) == (404, "There is no such file.")


def test_what_every_reply_says_to_browsers(lesson: Class) -> None:
    phone, code = lesson.phone, lesson.code
    for path in (
        *("/room", f"/room/{code}", f"/room/{code.lower()}", "/room/ABC234"),
        *(f"/room/{code}/mine?number=1", "/room/-/none.js"),
    ):
        headers = phone.ask(path).headers
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
    assert phone.ask(f"/room/{code}/events", "HEAD").headers["x-accel-buffering"] == "no"


def test_texts_are_compressed_where_that_is_accepted(lesson: Class) -> None:
    path = f"/room/{lesson.code}"
    plain, packed = lesson.phone.ask(path), lesson.phone.ask(path, Accept_Encoding="gzip, br")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    for reply in (plain, packed):  # Streamlit may add the name once more
        assert set(reply.headers["vary"].split(", ")) == {"Accept-Encoding"}


def test_files_of_the_page_are_kept_by_the_browser(served: Served) -> None:
    phone = Phone(served.address)
    for name, content in page.FILES.items():
        got = phone.ask(f"/room/-/{name}")
        assert (got.status, got.text) == (200, content.decode())
        assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert got.headers["content-type"].startswith("text/")
        # A page of another version of the app names another board.
        old = phone.ask("/room/-/board-0123456789ab.js")
        assert (old.status, old.text) == (200, content.decode())
        assert old.headers["cache-control"] == "no-cache"


# Answers


def test_an_answer_counts_and_can_be_changed(lesson: Class) -> None:
    phone, code, number = lesson.phone, lesson.code, lesson.number
    assert phone.ask(f"/room/{code}/mine?number={number}").json == {}
    for typed, value in {"2/3": "0.666667", "66.7 %": "0.667", "0,667": "0.667"}.items():
        assert phone.answer(code, number, typed).json == {"taken": True, "value": value}
        assert phone.ask(f"/room/{code}/mine?number={number}").json == {"value": value}
    assert phone.answer(code.lower(), number, "0.7").json["taken"]
    assert lesson.rooms.answers(code, lesson.secret, number) == ["0.7"]
    refused = phone.answer(code, number, "1.5")
    assert refused.status == 400
    assert refused.json == {"problem": "1.5 is out of range. Type a number from 0 to 1."}
    for wrong in (0, number + 1, 10**30, -1):
        assert phone.answer(code, wrong, "0.5").json == {"taken": False}
    lesson.rooms.close(code, lesson.secret, number)
    assert phone.answer(code, number, "0.5").json == {"taken": False}
    assert lesson.rooms.answers(code, lesson.secret, number) == ["0.7"]


def test_each_phone_is_one_voter(served: Served, lesson: Class) -> None:
    phones = [Phone(served.address) for _ in range(3)]
    for phone in phones:
        phone.enter(lesson.code)
        phone.answer(lesson.code, lesson.number, "0.5")
        phone.answer(lesson.code, lesson.number, "0.25")
    assert lesson.rooms.answers(lesson.code, lesson.secret, lesson.number) == ["0.25"] * 3


def test_other_sites_and_strangers_cannot_answer(served: Served, lesson: Class) -> None:
    phone, code, number = lesson.phone, lesson.code, lesson.number
    body = json.dumps({"number": number, "value": "0.5"})
    for origin in (
        *("https://evil.org", "null", "", f"http://{phone.host}.evil.org", "http://["),
        *(f"{scheme}://{phone.host}" for scheme in ("https", "ftp", "ws", "", "http:http")),
        *(phone.host, f"//{phone.host}", f"http:{phone.host}", f"http://user@{phone.host}"),
    ):
        assert phone.answer(code, number, "0.5", Origin=origin).status == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        sent = phone.ask(f"/room/{code}/answer", "POST", body, Content_Type=kind)
        assert sent.status == 415
    other, theirs = served.rooms.open()
    for forged in ("", "' OR 1=1 --", "a" * 22, f"{phone.mark}=", served.rooms.mark(other)):
        stranger = Phone(served.address)
        stranger.cookie = f"rankbook_voter={forged}"
        for refused in (
            stranger.answer(code, number, "0.5"),
            stranger.ask(f"/room/{code}/mine?number={number}"),
        ):
            assert refused.status == 403
            assert "no mark of this room" in refused.json["problem"]
    served.rooms.end(other, theirs)
    for method, status in {"GET": 404, "PUT": 405, "DELETE": 405}.items():
        assert phone.ask(f"/room/{code}/answer", method).status == status
    assert lesson.rooms.state(code).answer_count == 0


@pytest.mark.parametrize(
    ("scheme", "told"),
    [
        ("http", {}),
        ("https", {"X_Forwarded_Proto": "https"}),  # as nginx says
        ("https", {"X_Forwarded_Proto": "https, http"}),
        ("https", {"Sec_Fetch_Site": "same-origin"}),  # as a browser says, behind another proxy
    ],
)
def test_the_page_of_the_room_can_answer(lesson: Class, scheme: str, told: dict[str, str]) -> None:
    phone = lesson.phone
    own = {"Origin": f"{scheme}://{phone.host}", **told}
    assert phone.answer(lesson.code, lesson.number, "0.5", **own).json["taken"]
    other = {**own, "Origin": f"{scheme}://other.{phone.host}"}
    assert phone.answer(lesson.code, lesson.number, "0.5", **other).status == 403


def test_half_a_character_is_refused_with_a_sentence(lesson: Class) -> None:
    """In each field, and also where a person reads the reply."""
    path, half = f"/room/{lesson.code}/answer", "\\ud800"
    for asked in (
        *(ASKED, {"kind": "choice", "text": "Which?", "choices": ["A", "B"]}),
        *({"kind": "direction", "text": "?"}, {"kind": "order", "documents": [["1", "A", 1]]}),
    ):
        number = lesson.rooms.ask(lesson.code, lesson.secret, asked, {})
        body = f'{{"number": {number}, "value": "{half}"}}'
        for accept in ("text/html", "*/*"):
            sent = lesson.phone.ask(path, "POST", body, **JSON, Accept=accept)
            assert sent.status == 400, asked
            assert sent.text
    lesson.rooms.ask(lesson.code, lesson.secret, {**ASKED, "text": "Half \ud800?"}, {})
    assert "Half ??" in lesson.phone.enter(lesson.code).text  # a title that a lecturer has typed


@pytest.mark.parametrize(
    "body",
    [
        *("", "{", "null", "[]", "1", '"x"', "[" * 3_900, '{"number": 1}', '{"value": "0.5"}'),
        *('{"number": "1", "value": "0.5"}', '{"number": 1, "value": 0.5}', b"\xff\xfe"),
        *('{"number": true, "value": "0.5"}', '{"number": 1.0, "value": "0.5"}'),
        *('{"number": 1, "value": null}', '{"number": 1, "value": ["0.5"]}'),
        *('{"number": ' + "9" * 3_000 + "}", '{"number": NaN, "value": "1"}'),
        *('{"number": 1, "value": "\\ud800"}', '{"number": 1, "value": "\\u0000"}'),
    ],
)
def test_a_damaged_answer_is_refused_with_a_sentence(lesson: Class, body: str | bytes) -> None:
    sent = lesson.phone.ask(f"/room/{lesson.code}/answer", "POST", body, **JSON)
    assert sent.status == 400
    assert sent.json["problem"].endswith(".")
    assert lesson.rooms.state(lesson.code).answer_count == 0


def test_a_long_answer_is_refused_however_it_is_sent(lesson: Class) -> None:
    path, text = f"/room/{lesson.code}/answer", json.dumps({"number": 1, "value": "9" * 5_000})
    assert lesson.phone.ask(path, "POST", text, **JSON).status == 413
    parts = repeat(b"9" * 1_000, 10)
    assert lesson.phone.ask(path, "POST", parts, **JSON).status == 413
    for number in ("", "x", "-1", "9" * 50, "1;", "%00"):
        assert lesson.phone.ask(f"/room/{lesson.code}/mine?number={number}").status == 400


def test_a_phone_that_goes_away_halfway_leaves_no_trace(lesson: Class) -> None:
    path = f"/room/{lesson.code}/answer"
    halfway = lesson.phone.send(path, "POST", b"{", **JSON, Content_Length="100")
    halfway.close()  # the server's output has no traceback (`served`)
    assert lesson.phone.answer(lesson.code, lesson.number, "0.5").json["taken"]


# Streams


def until(stream: Iterator[Any], **what: object) -> Any:
    """The first message that says so."""
    return next(each for each in stream if what.items() <= each.items())


@pytest.mark.slow
def test_streams_follow_the_lecturer(lesson: Class) -> None:
    phone, rooms, code, secret = lesson.phone, lesson.rooms, lesson.code, lesson.secret
    events, count = phone.listen(code), phone.listen(code, lesson.count)
    first = {"version": 1, "number": 1, "phase": "open", "again": None, "asked": ASKED, "truth": {}}
    assert next(events) == first
    nothing = {"admitted": 0, "crowded": False}
    assert until(count, phones=1, here=1) == {
        **{"version": 1, "number": 1, "answered": 0, "phones": 1, "here": 1},
        **nothing,
    }
    phone.answer(code, 1, "0.5")
    assert next(count)["answered"] == 1
    rooms.close(code, secret, 1)
    assert next(events) == {**first, "version": 2, "phase": "closed"}
    rooms.reveal(code, secret, 1, {"text": "0.5"}, {"0.5": {"text": "exact"}})
    revealed = {**first, "version": 3, "phase": "revealed", "truth": {"text": "0.5"}}
    assert next(events) == revealed
    assert next(phone.listen(code)) == revealed  # who comes late
    mine = {"value": "0.5", "verdict": {"text": "exact"}}
    assert phone.ask(f"/room/{code}/mine?number=1").json == mine
    rooms.ask(code, secret, ASKED, KEPT, again=1)
    assert next(events) == {**first, "version": 4, "number": 2, "again": 1}
    for version, number, answered in ((2, 1, 1), (3, 1, 1), (4, 2, 0)):
        told = next(count)
        assert (told["version"], told["number"], told["answered"]) == (version, number, answered)
    rooms.end(code, secret)
    assert list(events) == list(count) == [{"ended": True}]


def test_a_stream_begins_with_what_its_page_showed(lesson: Class) -> None:
    heard = lesson.phone.listen(lesson.code)
    assert next(heard)["number"] == 1
    for number in range(2, 8):
        lesson.rooms.ask(lesson.code, lesson.secret, ASKED, KEPT)
        lesson.phone.enter(lesson.code)
        assert next(lesson.phone.listen(lesson.code))["number"] == number


def test_only_the_lecturers_wall_is_told_the_count(lesson: Class, served: Served) -> None:
    code = lesson.code
    other, theirs = served.rooms.open()
    for view in (
        *("count", "count?proof=", f"count?proof={lesson.secret}", "count?proof=%00"),
        f"count?proof={store.proof(theirs)}",
    ):
        refused = lesson.phone.ask(f"/room/{code}/{view}")
        assert refused.status == 403
        assert refused.json["problem"].startswith("Only the lecturer's wall")
    assert next(lesson.phone.listen(code, lesson.count))["version"] == 1
    served.rooms.end(other, theirs)
    assert list(lesson.phone.listen(other, "count")) == [{"ended": True}]


def test_the_wall_counts_phones_that_loaded_the_page_and_those_that_are_here(
    served: Served, lesson: Class
) -> None:
    """One phone only loads the page, one listens, and one reads the page again and again."""
    code, count = lesson.code, lesson.phone.listen(lesson.code, lesson.count)
    assert until(count, phones=1)["here"] == 0
    one, other = Phone(served.address), Phone(served.address)
    for phone in (one, other, one, other):  # a phone is counted once
        phone.enter(code)
    assert until(count, phones=3)["here"] == 0
    heard = one.listen(code)
    next(heard)
    assert until(count, here=1)["phones"] == 3
    other.ask(f"/room/{code}?here")
    assert until(count, here=2)["phones"] == 3
    stranger = Phone(served.address)  # without a mark
    next(stranger.listen(code))
    lesson.rooms.close(code, lesson.secret, 1)
    assert until(count, version=2)["phones"] == 3


def test_a_phone_that_came_late_is_told_why_it_cannot_answer(served: Served, lesson: Class) -> None:
    code, here, late = lesson.code, lesson.phone, Phone(served.address)
    count, heard = here.listen(code, lesson.count), here.listen(code)
    next(heard)
    until(count, here=1)
    lesson.rooms.ask(code, lesson.secret, ASKED, KEPT, only_here=True)
    assert until(count, number=2)["admitted"] == 1
    assert '"mine":{}' in here.enter(code).text
    assert store.BARRED in late.enter(code).text
    assert late.ask(f"/room/{code}/mine?number=2").json == {"barred": store.BARRED}
    refused = late.answer(code, 2, "0.5")
    assert (refused.status, refused.json) == (400, {"problem": store.BARRED})
    assert here.answer(code, 2, "0.5").json["taken"]
    lesson.rooms.ask(code, lesson.secret, ASKED, KEPT)
    assert late.answer(code, 3, "0.5").json["taken"]


def test_an_empty_room(served: Served) -> None:
    code, secret = served.rooms.open()
    phone = Phone(served.address)
    assert phone.enter(code).status == 200
    assert next(phone.listen(code)) == {"version": 0, "number": None}
    told = next(phone.listen(code, f"count?proof={store.proof(secret)}"))
    assert (told["version"], told["number"], told["answered"]) == (0, None, 0)
    assert phone.answer(code, 1, "0.5").json == {"taken": False}
    served.rooms.end(code, secret)
    assert phone.enter(code).status == 404


def test_no_answer_and_no_truth_leaves_before_the_reveal(served: Served, lesson: Class) -> None:
    code, secret, number = lesson.code, lesson.secret, lesson.number
    lesson.phone.answer(code, number, "0.73519")
    other = Phone(served.address)
    other.enter(code)

    def public() -> str:
        views = [other.enter(code), other.ask(f"/room/{code}/mine?number={number}")]
        views += [other.ask("/room"), other.answer(code, number, "0.2")]
        heard = [next(other.listen(code)), next(other.listen(code, lesson.count))]
        return "".join(map(str, chain(views, heard)))

    for step in (lambda: None, lambda: lesson.rooms.close(code, secret, number)):
        step()
        seen = public()
        assert "73519" not in seen
        assert "MARK" not in seen
        assert secret not in seen
    lesson.rooms.reveal(code, secret, number, {"text": "T-MARK"}, {"0.73519": {"text": "V-MARK"}})
    seen = public()
    assert "T-MARK" in seen
    assert "73519" not in seen
    assert "V-MARK" not in seen  # it is for those who gave that answer


# The process


def test_the_watcher_reads_while_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """One query a room however many listen, none when nobody does, and none is left behind."""
    reads: list[str] = []

    class Fake:
        def state(self, code: str, *, counted: bool) -> store.State:  # noqa: ARG002
            reads.append(code)
            return store.State(len(reads), None, 0)

    monkeypatch.setattr(hub_module.store, "connect", lambda create: Fake())  # noqa: ARG005
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.01)

    async def play() -> None:
        hub = Hub()
        streams = [hub.listen("ABC234", "events") for _ in range(50)]
        for stream in streams:
            assert "retry" in await anext(stream)
            assert "data" in await anext(stream)
        before = len(reads)
        for stream in streams:
            assert "data" in await anext(stream)
        assert len(reads) - before < 25  # not one for each
        for stream in streams:
            await stream.aclose()
        while hub._watcher:
            await asyncio.sleep(0.01)
        rested = len(reads)
        await asyncio.sleep(0.1)
        assert len(reads) == rested
        assert (hub._rooms, hub._noted) == ({}, {})
        late = hub.listen("ABC234", "events")  # and it wakes up again
        assert "retry" in await anext(late)
        assert "data" in await anext(late)
        hub.end()
        assert [text async for text in late] == []

    run(play())


def test_the_wall_never_goes_back_when_the_last_phone_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = Mock(state=lambda _code, counted: store.State(1, None, 0, Crowd()))  # noqa: ARG005
    monkeypatch.setattr(hub_module.store, "connect", lambda create: looks)  # noqa: ARG005
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 1_000)  # the watcher looks once

    async def play() -> None:
        hub = Hub()
        wall, phone = hub.listen("ABC234", "count"), hub.listen("ABC234", "events")
        for heard in (wall, phone):
            assert "retry" in await anext(heard)
            assert '"version": 1' in await anext(heard)
        hub.publish("ABC234", store.State(5, None, 0, Crowd()))
        assert '"version": 5' in await anext(wall)
        await phone.aclose()  # type: ignore[attr-defined]
        hub.publish("ABC234", store.State(3, None, 0, Crowd()))  # a look that took long
        assert '"version": 5' in hub._rooms["ABC234"].published["count"]
        await wall.aclose()  # type: ignore[attr-defined]
        hub._watcher.cancel()

    run(play())


def test_a_stream_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks of several threads end in any order, and a page may be newer than the last look."""
    states = [store.State(1, None, 0)]
    looks = Mock(state=lambda _code, counted: states[-1])  # noqa: ARG005
    monkeypatch.setattr(hub_module.store, "connect", lambda create: looks)  # noqa: ARG005
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 1_000)  # the watcher looks once

    async def play() -> None:
        hub = Hub()
        heard = hub.listen("ABC234", "events")
        assert "retry" in await anext(heard)
        assert '"version": 1' in await anext(heard)
        hub.publish("ABC234", store.State(3, None, 0))  # a page was read
        late = hub.listen("ABC234", "events")
        assert "retry" in await anext(late)
        hub.publish("ABC234", store.State(2, None, 5))  # a look that took long
        hub.publish("DEF234", store.State(9, None, 0))  # nobody listens
        assert '"version": 3' in await anext(heard)
        assert '"version": 3' in await anext(late)
        hub.publish("ABC234", None)
        hub.publish("ABC234", store.State(3, None, 0))
        assert "ended" in await anext(heard)
        assert "ended" in await anext(late)
        assert [text async for text in heard] == [text async for text in late] == []
        assert hub._rooms == {}
        hub.end()
        hub._watcher.cancel()

    run(play())


@pytest.mark.parametrize(
    ("options", "opened"),
    [
        ({"server.headless": True}, []),
        ({}, ["http://localhost:8501/"]),
        ({"server.baseUrlPath": "/rank/"}, ["http://localhost:8501/rank"]),
        ({"server.address": "10.0.0.7", "server.sslCertFile": "c"}, ["https://10.0.0.7:8501/"]),
        ({"server.address": "0.0.0.0"}, ["http://localhost:8501/"]),
    ],
)
def test_the_browser_opens_as_without_rooms(
    options: dict[str, object], opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {"server.headless": False, "server.port": 8501, "browser.serverAddress": "localhost"}
    usual |= {"server.baseUrlPath": "", "server.address": None, "server.sslCertFile": None}
    shown: list[str] = []
    timer = Mock(side_effect=lambda _seconds, _open, address: shown.extend(address) or Mock())
    monkeypatch.setattr(served_module.st, "get_option", (usual | options).get)
    monkeypatch.setattr(served_module.threading, "Timer", timer)
    monkeypatch.setattr(served_module.of_rooms, "lifespan", lambda _app: nullcontext())

    async def start() -> None:
        async with served_module.lifespan(None):
            assert shown == opened

    run(start())
    for insides in (bootstrap.run_asgi_app, starlette_server.UvicornRunner):
        assert "open_browser" not in inspect.getsource(insides)  # or there would be two


@pytest.mark.slow
def test_nothing_is_made_before_a_room_is_opened_and_streams_end_with_the_server(
    tmp_path: Path,
) -> None:
    with serve(tmp_path / "log") as server:
        phone = Phone(server.address)
        phone.cookie = f"rankbook_voter={'a' * 22}.{'b' * 22}"
        for path in ("/room", "/room/ABC234", "/room/ABC234/mine?number=1", "/average_precision"):
            phone.ask(path)
        phone.answer("ABC234", 1, "0.5")
        assert list(phone.listen("ABC234")) == [{"ended": True}]
        assert [file.name for file in tmp_path.iterdir()] == ["log"]
        opened = database(f"sqlite:///{tmp_path}/rooms.sqlite")
        code, _ = Rooms(opened).open()
        opened.close()
        streams = [phone.listen(code) for _ in range(20)]
        assert [next(stream)["version"] for stream in streams] == [0] * 20
        os.kill(server.pid, signal.SIGTERM)
        assert [list(stream) for stream in streams] == [[]] * 20
        assert os.waitpid(server.pid, 0)[1] in (0, signal.SIGTERM)
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_a_process_is_killed_in_the_middle_of_a_question(rooms_url: str, tmp_path: Path) -> None:
    opened = database(rooms_url)
    rooms = Rooms(opened)
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    Rooms(opened, now=lambda: time.time() - 2 * store.DAY).open()  # of the day before yesterday
    with ExitStack() as running:
        one = running.enter_context(serve(tmp_path / "one", rooms=rooms_url))
        two = running.enter_context(serve(tmp_path / "two", rooms=rooms_url))
        phone = Phone(one.address)
        phone.enter(code)
        assert phone.answer(code, number, "0.5").json["taken"]
        heard = phone.listen(code)
        before = next(heard)
        os.kill(one.pid, signal.SIGKILL)
        assert list(heard) == []
        elsewhere = Phone(two.address)
        elsewhere.cookie = phone.cookie
        assert elsewhere.ask(f"/room/{code}/mine?number={number}").json == {"value": "0.5"}
        assert next(elsewhere.listen(code)) == before
        assert elsewhere.answer(code, number, "0.6").json["taken"]
        port = urlsplit(one.address).port
        running.enter_context(serve(tmp_path / "again", port=port, rooms=rooms_url))
        assert next(phone.listen(code)) == before
        assert phone.answer(code, number, "0.7").json["taken"]
        assert rooms.answers(code, secret, number) == ["0.7"]
        assert opened.run("SELECT count(*) FROM rooms") == [(1,)]  # each process sweeps
    opened.close()
