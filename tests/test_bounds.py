"""Bounds of what strangers can use of rooms: at each of them, a class goes on as if it were alone.

Every test sets small bounds of its own, but for the 2,000 marks of one stranger.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette

from app_driver import act, controls, notices, visit
from rooms import hub, limits, routes, store
from rooms.hub import Hub
from rooms.store import CROWDED, WALL, Crowd, FullError, RoomError, Rooms, database
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
ASKED = {"kind": "number", "text": "What is AP?", "low": 0, "high": 1}
NOON = 1_700_000_000.0


class Clock:
    """A clock that a test turns."""

    now = NOON

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rooms(rooms_url: str, clock: Clock) -> Iterator[Rooms]:
    """The store on both databases, at a time that stands still."""
    opened = database(rooms_url)
    yield Rooms(opened, clock)
    opened.close()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread: the browser of other tests holds the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def asked(rooms: Rooms, *, only_here: bool = False) -> tuple[str, str, int]:
    """A new room in which something is asked."""
    code, secret = rooms.open()
    return code, secret, rooms.ask(code, secret, ASKED, {}, only_here=only_here)


def test_the_defaults_leave_a_lecture_of_2000_alone() -> None:
    assert limits.ANSWERS >= 2_000
    assert limits.PHONES >= 2 * limits.ANSWERS  # a stranger fetches as many marks
    assert limits.STREAMS_OF_ROOM >= 2 * limits.ANSWERS + 100  # two tabs each, and walls
    assert limits.STREAMS >= 3 * limits.STREAMS_OF_ROOM


# Rooms


def test_rooms_that_were_left_make_way_at_once(
    rooms: Rooms, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred sessions open one room each, and leave."""
    monkeypatch.setattr(limits, "ROOMS", 10)
    code, _, number = asked(rooms)
    rooms.note(code, {WALL: True, "phone": True})
    rooms.answer(code, "phone", number, "0.5")
    lecture, _ = rooms.open()
    rooms.note(lecture, {WALL: True})
    for _ in range(100):
        rooms.open()
    late, secret = rooms.open()
    assert rooms.state(code).answer_count == 1
    assert rooms.state(lecture)
    for _ in range(8):  # as many as there is room for beside these two
        rooms.open()
        rooms.note(late, {WALL: True})
    assert rooms.holds(late, secret)
    [(count,)] = rooms._db.run("SELECT count(*) FROM rooms")
    assert count == 10
    clock.now += store.HERE  # the lecture is in use as long as its wall is
    rooms.note(lecture, {WALL: True})
    for _ in range(20):
        rooms.open()
    assert rooms.state(lecture)


def test_of_rooms_that_were_left_that_with_the_fewest_answers_goes_first(
    rooms: Rooms, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = {}
    for name, answers, unseen in (
        *(("two", 2, 900), ("one, long ago", 1, 800), ("one", 1, 300)),
        *(("none, long ago", 0, 700), ("none", 0, 400)),
    ):
        clock.now = NOON - unseen
        code, _, number = opened[name] = asked(rooms)
        rooms.note(code, {WALL: True})
        for phone in range(answers):
            rooms.answer(code, f"phone {phone}", number, "0.5")
    clock.now = NOON
    monkeypatch.setattr(limits, "ROOMS", 5)
    went = []
    for _ in range(5):
        kept, _ = rooms.open()
        rooms.note(kept, {WALL: True})
        went += [name for name, (code, *_) in opened.items() if not rooms.state(code)]
        opened = {name: (code, *_) for name, (code, *_) in opened.items() if rooms.state(code)}
    assert went == ["none, long ago", "none", "one, long ago", "one", "two"]


def test_a_room_in_use_makes_way_only_without_answers_after_an_hour(
    rooms: Rooms, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ROOMS", 3)
    used, secret, number = asked(rooms)
    rooms.answer(used, "phone", number, "0.5")
    with_phones, _ = rooms.open()
    alone, _ = rooms.open()

    def all_are_here() -> None:
        for code in (used, with_phones, alone):
            rooms.note(code, {WALL: True})
        rooms.note(with_phones, {"phone": True, "other": True})

    all_are_here()
    clock.now += store.UNUSED - 1
    all_are_here()
    with pytest.raises(RoomError, match=r"^3 rooms are in use.*makes way after an hour: try again"):
        rooms.open()
    clock.now += 2
    all_are_here()
    fresh, _ = rooms.open()
    assert rooms.state(alone) is None
    assert rooms.state(with_phones)
    rooms.note(fresh, {WALL: True})
    rooms.open()
    assert rooms.state(with_phones) is None
    assert rooms.holds(used, secret)
    assert rooms.state(fresh)


def test_a_bound_that_was_lowered_is_kept(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = [rooms.open()[0] for _ in range(6)]
    monkeypatch.setattr(limits, "ROOMS", 3)
    rooms.open()
    assert [code for code in opened if rooms.state(code)] == opened[4:]


def test_a_session_opens_so_many_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives its rooms away, and opens another one; what it ends does not count."""
    monkeypatch.setenv("ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")
    monkeypatch.setattr(limits, "ROOMS_OF_SESSION", 2)
    at = visit(VEHICLE)

    def opened() -> tuple[str, str]:
        act(at, "room_open", by="toolbar")
        wall = controls(at)["Room"]
        return wall["code"], wall["secret"]

    for _ in range(4):
        _, secret = opened()
        act(at, "room_end", by="room_keys", secret=secret)
    rooms = store.connect(create=False)
    assert rooms
    for _ in range(2):
        assert rooms.take_over(*opened(), "n" * 22)
        act(at, "room_look", by="room", unasked=True)
    act(at, "room_open", by="toolbar")
    assert notices(at) == [
        "This tab has opened 2 rooms, and all of them are open."
        " Reload the page to open another one."
    ]
    assert rooms._db.run("SELECT count(*) FROM rooms") == [(2,)]
    other = visit(VEHICLE)
    act(other, "room_open", by="toolbar")
    assert controls(other)["Room"]["kind"] == "wall"


# Questions and answers


def test_a_room_has_so_many_questions(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUESTIONS", 1)
    code, secret, _ = asked(rooms)
    with pytest.raises(RoomError, match=r"at most 1 questions\. End it, and open another\."):
        rooms.ask(code, secret, ASKED, {})
    assert rooms.state(code).question.phase == "open"  # all of an act happens, or none


def test_an_answer_of_a_phone_that_is_here_replaces_one_of_a_phone_that_is_not(
    rooms: Rooms, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First goes one that was never connected, then the one that was longest ago."""
    monkeypatch.setattr(limits, "ANSWERS", 4)
    code, secret, number = asked(rooms)
    clock.now -= 1_000
    rooms.note(code, {"a, gone long ago": True})
    clock.now += 500
    rooms.note(code, {"z, gone": True})
    clock.now += 500
    rooms.note(code, {"m, page only": False, "here": True})
    for phone in ("z, gone", "m, page only", "here", "a, gone long ago"):
        assert rooms.answer(code, phone, number, phone)
    for phone in ("stranger", "page only 2"):
        with pytest.raises(FullError, match=r"^4 phones have answered.*Reload this page"):
            rooms.answer(code, phone, number, phone)
    assert rooms.answer(code, "z, gone", number, "changed")  # who is in can still change theirs
    went = []
    for turn in range(4):
        rooms.note(code, {f"class {turn}": True})
        before = {*rooms.answers(code, secret, number)}
        if turn < 3:
            assert rooms.answer(code, f"class {turn}", number, f"class {turn}")
            went += before - {*rooms.answers(code, secret, number)}
            continue
        with pytest.raises(FullError, match=r"^4 phones have answered.*Tell the lecturer"):
            rooms.answer(code, f"class {turn}", number, f"class {turn}")
    assert went == ["m, page only", "a, gone long ago", "changed"]
    assert rooms.answers(code, secret, number) == ["class 0", "class 1", "class 2", "here"]
    assert rooms.state(code).answer_count == 4
    rooms.close(code, secret, number)
    assert not rooms.answer(code, "class 3", number, "0.5")


def test_a_phone_is_here_for_a_minute_after_its_stream(rooms: Rooms, clock: Clock) -> None:
    code, _, _ = asked(rooms)
    rooms.note(code, {"page": False, "stream": True, "blurred": True, WALL: True, CROWDED: True})
    assert rooms.state(code, counted=True).crowd == Crowd(phones=3, here=2, crowded=True)
    rooms.note(code, {"stream": False})  # the page is loaded anew
    assert rooms.state(code, counted=True).crowd.here == 2
    clock.now += hub.NOTE_SECONDS + store.BLUR  # longest until it is noted again
    assert rooms.state(code, counted=True).crowd.here == 2
    clock.now += store.HERE
    assert rooms.state(code, counted=True).crowd == Crowd(phones=3)
    times = {seen for (seen,) in rooms._db.run("SELECT seen FROM listeners")}
    assert times == {0, NOON // store.BLUR * store.BLUR}  # no moment is kept


def test_a_question_for_the_phones_that_are_here(rooms: Rooms, clock: Clock) -> None:
    code, secret, first = asked(rooms)
    with pytest.raises(RoomError, match="No phone is here now"):
        rooms.ask(code, secret, ASKED, {}, only_here=True)
    state = rooms.state(code)
    assert (state.question.number, state.question.phase) == (first, "open")
    rooms.note(code, {"gone": True})
    clock.now += 2 * store.HERE
    rooms.note(code, {"page": False, "here": True, "also here": True, WALL: True})
    number = rooms.ask(code, secret, ASKED, {}, first, only_here=True)
    rooms.note(code, {"late": True})
    assert rooms.answer(code, "here", number, "0.5")
    for phone in ("gone", "page", "late", "stranger", WALL):
        assert rooms.is_barred(code, phone, number)
        with pytest.raises(RoomError, match="for the phones that were here when it was asked"):
            rooms.answer(code, phone, number, "0.5")
    assert not rooms.is_barred(code, "also here", number)
    assert rooms.state(code, counted=True).crowd == Crowd(phones=5, here=3, admitted=2)
    rooms.close(code, secret, number)
    assert not rooms.answer(code, "late", number, "0.5")  # it is closed for all
    number = rooms.ask(code, secret, ASKED, {})
    assert rooms.answer(code, "late", number, "0.5")
    assert rooms.state(code, counted=True).crowd.admitted == 0


def test_of_too_many_phones_those_that_are_not_here_are_forgotten(
    rooms: Rooms, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PHONES", 5)
    code, _, number = asked(rooms)
    mark = rooms.mark(code)
    phone = rooms.phone(code, mark)
    assert phone
    rooms.note(code, {phone: True})
    clock.now += 500
    rooms.note(code, {WALL: True, "here 1": True, "here 2": True, "here 3": True})
    rooms.note(code, {f"stranger {number}": False for number in range(1_000)})

    def left() -> set[str]:
        rows = rooms._db.run("SELECT who FROM listeners WHERE room = ?", code)
        return {who for (who,) in rows}

    assert left() > {WALL, "here 1", "here 2", "here 3", phone}
    assert rooms.state(code, counted=True).crowd.phones == 5
    rooms.note(code, {"here 4": True, "here 5": True})
    assert left() == {WALL, *(f"here {at}" for at in range(1, 6))}
    assert rooms.phone(code, mark) == phone  # a mark stays valid
    assert rooms.answer(code, phone, number, "0.5")
    rooms.note(code, {f"here {at}": True for at in range(1, 10)})
    assert rooms.state(code, counted=True).crowd.phones == 5


# A stranger with 2,000 marks


class Reply(NamedTuple):
    status: int
    mark: str
    body: bytes


class Site:
    """The rooms as a server runs them, but without a server between."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, rooms: Rooms) -> None:
        """Serve the rooms of a store."""
        self.hub = Hub()
        monkeypatch.setattr(routes, "_hub", self.hub)
        monkeypatch.setattr(store, "connect", lambda create: rooms)  # noqa: ARG005
        self.app = Starlette(routes=routes.routes(""))

    async def ask(self, path: str, mark: str = "", body: Any = None) -> Reply:
        """One request, to its end."""
        status, mark_given, parts = 0, "", []
        async for message in self.send(path, mark, body):
            status = message.get("status", status)
            for name, value in message.get("headers", ()):
                if name == b"set-cookie":
                    mark_given = SimpleCookie(value.decode())[routes.COOKIE].value
            parts.append(message.get("body", b""))
        return Reply(status, mark_given, b"".join(parts))

    async def send(self, path: str, mark: str, body: Any) -> AsyncIterator[dict[str, Any]]:
        """The messages of the reply to a request."""
        path, _, query = path.partition("?")
        headers = {"host": "host", "content-type": "application/json"}
        if mark:
            headers["cookie"] = f"{routes.COOKIE}={mark}"
        scope = {
            **{"type": "http", "method": "GET" if body is None else "POST", "scheme": "http"},
            **{"path": path, "raw_path": path.encode(), "query_string": query.encode()},
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            **{"root_path": "", "http_version": "1.1", "server": ("host", 80)},
        }
        sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        received = iter([{"type": "http.request", "body": json.dumps(body).encode()}])

        async def receive() -> dict[str, Any]:
            for message in received:
                return message
            await asyncio.Event().wait()  # it never goes away
            raise AssertionError

        answering = asyncio.create_task(self.app(scope, receive, sent.put))
        try:
            more = True
            while more:
                message = await sent.get()
                more = message["type"] == "http.response.start" or message.get("more_body", False)
                yield message
        finally:
            answering.cancel()

    async def join(self, code: str) -> str:
        """Load the page; return the mark that it gives."""
        return (await self.ask(f"/room/{code}")).mark

    async def answer(self, code: str, number: int, mark: str, value: str) -> Reply:
        return await self.ask(f"/room/{code}/answer", mark, {"number": number, "value": value})


class Listening:
    """Streams that are held open."""

    def __init__(self, site: Site) -> None:
        """Hold none yet."""
        self.site = site
        self.streams: list[AsyncIterator[dict[str, Any]]] = []

    async def open(self, path: str, mark: str = "") -> int:
        """Open a stream, hear its first message, and return its status."""
        stream = self.site.send(path, mark, None)
        status = int((await anext(stream))["status"])
        if status == 200:
            await anext(stream)
            self.streams.append(stream)
        return status

    async def close(self) -> None:
        for stream in self.streams:
            await stream.aclose()  # type: ignore[attr-defined]


@pytest.mark.slow
def test_2000_fetched_marks_cost_a_class_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of them answer, and then all; each time a class of 20 listens and answers."""
    rooms = Rooms(database(f"sqlite:///{tmp_path}/rooms.sqlite"))
    code, secret, number = asked(rooms)
    site = Site(monkeypatch, rooms)
    held = Listening(site)

    async def classmates() -> list[str]:
        """Phones that join, and listen."""
        joined = [await site.join(code) for _ in range(20)]
        for mark in joined:
            assert await held.open(f"/room/{code}/events", mark) == 200
        return joined

    async def answer(marks: list[str], value: str) -> list[Reply]:
        return [await site.answer(code, number, mark, value) for mark in marks]

    async def play() -> None:
        early = await classmates()
        marks = [await site.join(code) for _ in range(2_000)]
        assert {reply.status for reply in await answer(marks[:500], "0.9")} == {200}
        assert {reply.status for reply in await answer(early, "0.5")} == {200}
        replies = await answer(marks, "0.9")
        assert [reply.status for reply in replies] == [200] * 1_980 + [400] * 20
        assert all(b"2,000 phones have answered" in reply.body for reply in replies[1_980:])
        late = await classmates()  # who answer at the moment at which they connect
        assert {reply.status for reply in await answer([*late, *early], "0.5")} == {200}
        assert {reply.status for reply in await answer(marks[-20:], "0.9")} == {400}
        given = rooms.answers(code, secret, number)
        assert (given.count("0.5"), len(given)) == (40, limits.ANSWERS)
        while (crowd := rooms.state(code, counted=True).crowd).here < 40:
            await asyncio.sleep(0.01)
        assert crowd == Crowd(phones=2_040, here=40)
        site.hub.end()
        await held.close()

    run(play())
    rooms._db.close()


# Streams


async def heard(stream: AsyncIterator[str]) -> str:
    """The last thing that a stream says, until it ends."""
    last = ""
    async for text in stream:
        last = text
    return last


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """A hub without a database."""
    monkeypatch.setattr(hub.store, "connect", lambda create: None)  # noqa: ARG005
    monkeypatch.setattr(hub, "_read", lambda _: {})
    return Hub()


async def opened(of: Hub, code: str, *names: str) -> list[AsyncIterator[str]]:
    """Streams of a room, by whom they are."""
    streams = [of.listen(code, "count" if who == WALL else "events", who) for who in names]
    for stream in streams:
        assert "retry" in await anext(stream)
    return streams


def test_the_oldest_stream_of_a_phone_ends_when_one_more_opens(
    silent: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STREAMS_OF_PHONE", 2)

    async def play() -> None:
        first, second, *held = await opened(silent, "ABC234", *["one"] * 3, "other")
        assert "retry: 60000" in await heard(first)  # it does not come back at once
        held += await opened(silent, "ABC234", "one")
        assert "retry: 60000" in await heard(second)
        assert silent._rooms["ABC234"].count == 3
        held += await opened(silent, "DEF234", "one", "one")  # another room, another phone
        assert silent._rooms["ABC234"].count == 3
        silent.end()
        assert [await heard(stream) for stream in held] == [""] * 5

    run(play())


@pytest.mark.parametrize(("of_room", "of_all"), [(4, 100), (100, 4)])
def test_streams_without_a_mark_make_way(
    silent: Hub, monkeypatch: pytest.MonkeyPatch, of_room: int, of_all: int
) -> None:
    """A stranger has filled the room, or the process; phones and a wall come."""
    monkeypatch.setattr(limits, "STREAMS_OF_ROOM", of_room)
    monkeypatch.setattr(limits, "STREAMS", of_all)

    async def play() -> None:
        strangers = await opened(silent, "ABC234", *[""] * 4)
        assert silent.is_full("ABC234", "")
        assert await heard(silent.listen("ABC234", "events")) == ""  # refused
        held: list[AsyncIterator[str]] = []
        for who, stranger in zip(["one", "other", WALL, "third"], strangers, strict=True):
            assert not silent.is_full("ABC234", who)
            held += await opened(silent, "ABC234", who)
            assert "retry: 60000" in await heard(stranger)
            assert silent._rooms["ABC234"].count == 4
        for who in ("", "fourth", "one"):
            assert silent.is_full("ABC234", who)
        await held[0].aclose()  # type: ignore[attr-defined]
        assert not silent.is_full("ABC234", "")
        assert not silent.is_full("ABC234", "fourth")
        silent.end()

    run(play())


def test_who_has_most_streams_makes_way_and_a_wall_always_gets_one(
    silent: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STREAMS_OF_ROOM", 5)

    async def play() -> None:
        stranger = await opened(silent, "ABC234", *["stranger"] * 5)
        phones = await opened(silent, "ABC234", "one", "other", "third")
        assert ["60000" in await heard(stream) for stream in stranger[:3]] == [True] * 3
        assert silent.is_full("ABC234", "stranger")
        phones += await opened(silent, "ABC234", "fourth")
        assert silent.is_full("ABC234", "fifth")  # each has one
        [wall] = await opened(silent, "ABC234", WALL)
        assert silent._rooms["ABC234"].count == 5
        assert silent.has("ABC234", WALL)
        await wall.aclose()  # type: ignore[attr-defined]
        silent.end()
        for stream in phones:
            await stream.aclose()  # type: ignore[attr-defined]

    run(play())


def test_the_wall_is_told_that_streams_of_phones_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by another process: it is written down. What strangers are refused says nothing."""
    rooms = Rooms(database(f"sqlite:///{tmp_path}/rooms.sqlite"))
    code, _, _ = asked(rooms)
    site = Site(monkeypatch, rooms)
    monkeypatch.setattr(hub, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(limits, "STREAMS_OF_ROOM", 2)

    def crowd() -> Crowd:
        return rooms.state(code, counted=True).crowd

    async def play() -> None:
        one, other, third = [await site.join(code) for _ in range(3)]
        held = Listening(site)
        assert await held.open(f"/room/{code}/events", one) == 200
        assert await held.open(f"/room/{code}/events", other) == 200
        reply = await site.ask(f"/room/{code}/events")
        assert (reply.status, b"Too many pages" in reply.body) == (503, True)
        while site.hub._noted or not crowd().here:
            await asyncio.sleep(0.01)
        assert not crowd().crowded
        assert await held.open(f"/room/{code}/events", third) == 503
        while not crowd().crowded:
            await asyncio.sleep(0.01)
        assert crowd().phones == 3
        site.hub.end()
        await held.close()

    run(play())
    rooms._db.close()


def test_what_is_to_be_written_down_is_bounded_and_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The database does not answer for a while."""
    monkeypatch.setattr(limits, "PHONES", 10)
    monkeypatch.setattr(hub, "POLL_SECONDS", 0.01)
    written: list[dict[str, bool]] = []
    tries = iter([store.AwayError, store.AwayError, None])

    class Store:
        def state(self, _code: str, *, counted: bool) -> None:  # noqa: ARG002
            return None

        def note(self, _code: str, listeners: dict[str, bool]) -> None:
            if error := next(tries):
                raise error
            written.append(listeners)

    monkeypatch.setattr(hub.store, "connect", lambda create: Store())  # noqa: ARG005

    async def play() -> None:
        watching = Hub()
        for number in range(100):
            watching.note("ABC234", f"phone {number}", is_here=number == 3)
            watching.note("ABC234", f"phone {number}", is_here=False)
        while not written:
            await asyncio.sleep(0.01)
        assert written == [{f"phone {number}": number == 3 for number in range(10)}]
        while watching._watcher:
            await asyncio.sleep(0.01)
        assert watching._noted == {}

    run(play())


def test_streams_that_stay_open_are_noted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(hub, "NOTE_SECONDS", 0.0)
    noted: list[dict[str, bool]] = []
    monkeypatch.setattr(hub, "_note", lambda rooms: noted.append(rooms["ABC234"]))
    monkeypatch.setattr(hub, "_read", lambda _: {})

    async def play() -> None:
        watching = Hub()
        one, wall, stranger = await opened(watching, "ABC234", "one", WALL, "")
        while len(noted) < 5:
            await asyncio.sleep(0.01)
        assert noted[1:] == [{"one": True, WALL: True}] * (len(noted) - 1)
        async with aclosing(one), aclosing(stranger):  # type: ignore[type-var]
            pass
        noted.clear()
        while len(noted) < 5:
            await asyncio.sleep(0.01)
        assert noted[1:] == [{WALL: True}] * (len(noted) - 1)
        watching.end()
        await wall.aclose()  # type: ignore[attr-defined]

    run(play())
