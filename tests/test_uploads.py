"""Uploads that nobody asked for, that lie, that never end, and that are too many.

They go through Streamlit's own route, without a server. Its requests are written by hand, because
no client would send them.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import Message
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.starlette import starlette_routes

from rooms import limits
from test_room_routes import run
from ui.core import uploads
from ui.core.uploads import Uploads

PREFIX = "/_stcore/upload_file/"
HEAD = b'--x\r\nContent-Disposition: form-data; name="a"; filename="a.run"\r\n\r\n'
TAIL = b"\r\n--x--\r\n"
MEGABYTE = 2**20


class Reply(NamedTuple):
    status: int
    text: str


class Server(NamedTuple):
    """Streamlit's store and its route, behind our gate."""

    store: Uploads
    ask: Callable[..., Coroutine[Any, Any, Reply]]

    def address(self, session: str) -> str:
        [given] = self.store.get_upload_urls(session, ["a.run"])
        return given.upload_url

    async def put(self, session: str, megabytes: float) -> Reply:
        return await self.ask(self.address(session), content(megabytes))

    def held(self, session: str = "") -> list[int]:
        """The sizes of the files that are in memory, in megabytes."""
        return [
            round(len(file.data) / MEGABYTE)
            for of, files in self.store.file_storage.items()
            for file in files.values()
            if of.startswith(session)
        ]


def content(megabytes: float) -> list[bytes]:
    """A file in the pieces in which it arrives."""
    piece = bytes(MEGABYTE // 16)
    return [HEAD, *[piece] * round(megabytes * 16), TAIL]


async def at_once(pieces: list[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A process that holds 4 MB, and 3 of a session."""
    monkeypatch.setattr(limits, "UPLOADS", 4)
    monkeypatch.setattr(limits, "UPLOADS_OF_SESSION", 3)
    monkeypatch.setattr(starlette_routes, "is_xsrf_enabled", lambda: False)
    store = Uploads(PREFIX.rstrip("/"))
    runtime: Any = SimpleNamespace(uploaded_file_mgr=store, is_active_session=bool)
    monkeypatch.setattr(uploads, "get_instance", lambda: runtime)
    app = Starlette(
        routes=starlette_routes.create_upload_routes(runtime, store, ""),
        middleware=[Middleware(uploads._Gate, PREFIX)],
    )

    async def ask(
        path: str, body: list[bytes] | AsyncIterator[bytes], method: str = "PUT", length: int = 0
    ) -> Reply:
        """Send a request."""
        headers = [(b"content-type", b"multipart/form-data; boundary=x")]
        headers += [(b"content-length", b"%d" % length)] * bool(length)
        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        scope |= {"query_string": b"", "http_version": "1.1", "root_path": ""}
        left, sent = aiter(at_once(body) if isinstance(body, list) else body), list[Message]()

        async def receive() -> Message:
            piece = await anext(left, b"")
            return {"type": "http.request", "body": piece, "more_body": bool(piece)}

        async def send(message: Message) -> None:
            sent.append(message)

        await app(scope, receive, send)
        return Reply(sent[0]["status"], sent[1].get("body", b"").decode())

    yield Server(store, ask)
    known = [upload for own in store._given.values() for upload in own.values()]
    assert store._total == sum(store._bytes.values()) == sum(each.size for each in known)
    assert store._total_unread == sum(each.size for each in store._unread)


def test_a_file_comes_to_an_address_that_was_given_out_once(server: Server) -> None:
    async def scenario() -> None:
        address = server.address("one")
        assert (await server.ask(address, [], "OPTIONS")).status == 204
        assert (await server.ask(address, content(1))).status == 204
        assert server.held() == [1]
        assert (await server.ask(address, content(1))).status == 409
        assert (await server.ask(address, [], "DELETE")).status == 204
        assert server.held() == []
        assert (await server.ask(address, content(1))).status == 404

    run(scenario())


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    "made_up", ["one/mine", "other/{file}", "{file}", "one", "one/{file}/", "one/{file}/x", "", "/"]
)
def test_an_address_that_was_not_given_out_takes_nothing(
    server: Server, method: str, made_up: str
) -> None:
    [given] = server.store.get_upload_urls("one", ["a.run"])
    path = PREFIX + made_up.format(file=given.file_id)
    reply = run(server.ask(path, content(1), method))
    assert reply == (404, uploads.why(404))
    assert server.held() == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "TRACE", "put", ""])
def test_no_other_method_is_known(server: Server, method: str) -> None:
    assert run(server.ask(server.address("one"), content(1), method)).status == 405


def test_a_refused_file_is_read_to_its_end(server: Server) -> None:
    """A browser reads the reply only then."""
    seen = []

    async def pieces() -> AsyncIterator[bytes]:
        for piece in content(4):
            seen.append(piece)
            yield piece

    assert run(server.ask(server.address("one"), pieces())).status == 413
    assert seen == content(4)


def test_an_empty_file_counts_too(server: Server) -> None:
    assert run(server.put("one", 0)).status == 204
    assert server.store._total > 4000


def test_a_file_that_made_way_when_it_had_arrived_is_not_stored(server: Server) -> None:
    [given] = server.store.get_upload_urls("one", ["a.run"])
    file = UploadedFileRec(given.file_id, "a.run", "", b"1")
    with server.store.arriving("one", given.file_id, 0) as upload:
        server.store._drop(upload)
        with pytest.raises(uploads._RefusalError):
            server.store.add_file("one", file)
    assert server.held() == []


def test_a_session_holds_so_much_and_no_more(server: Server) -> None:
    async def scenario() -> None:
        assert (await server.put("one", 1.5)).status == 204
        assert await server.put("one", 2) == (413, uploads.why(413))
        assert "3 MB" in uploads.why(413)
        assert (await server.put("one", 1)).status == 204
        assert (await server.put("two", 1)).status == 204

    run(scenario())


@pytest.mark.parametrize("length", [0, 1, 3 * MEGABYTE, 10**18], ids=["none", "less", "3", "more"])
def test_what_arrives_is_counted_whatever_length_was_declared(server: Server, length: int) -> None:
    reply = run(server.ask(server.address("one"), content(3.5), length=length))
    assert reply == (413, uploads.why(413))
    assert (server.held(), server.store._total) == ([], 0)


def test_what_is_declared_and_cannot_fit_makes_nobody_s_file_way(server: Server) -> None:
    async def scenario() -> None:
        await server.put("one", 2)
        reply = await server.ask(server.address("two"), content(3.5), length=4 * MEGABYTE)
        assert (reply.status, server.held()) == (413, [2])

    run(scenario())


def test_unread_files_make_way_the_oldest_first_and_then_no_more_fit(server: Server) -> None:
    async def scenario() -> None:
        for session in ("one", "two", "three"):
            assert (await server.put(session, 1.1)).status == 204
        read = [*server.store.file_storage["two"]]
        assert server.store.get_files("two", read)
        assert (await server.put("four", 1.1)).status == 204
        assert [server.held(each) for each in ("one", "two", "three")] == [[], [1], [1]]
        assert (await server.put("five", 2)).status == 204
        assert [server.held(each) for each in ("two", "three", "four", "five")] == [
            [1],
            [],
            [],
            [2],
        ]
        assert server.store.get_files("five", [*server.store.file_storage["five"]])
        assert await server.put("six", 2) == (507, uploads.why(507))
        assert sorted(server.held()) == [1, 2]
        server.store.remove_session_files("five")
        assert (await server.put("six", 2)).status == 204

    run(scenario())


def test_an_upload_on_its_way_is_counted_and_makes_way_too(server: Server) -> None:
    async def scenario() -> None:
        waits, goes_on = asyncio.Event(), asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            for piece in content(2)[:-1]:
                yield piece
            waits.set()
            await goes_on.wait()
            before = server.store._total
            yield TAIL
            assert server.store._total == before

        slow_one = asyncio.create_task(server.ask(server.address("one"), slow()))
        await waits.wait()
        assert server.store._total > 2 * MEGABYTE
        assert (await server.put("two", 2.5)).status == 204
        assert server.store._total < 3 * MEGABYTE
        goes_on.set()
        assert await slow_one == (507, uploads.why(507))
        assert len(server.held()) == 1

    run(scenario())


def test_the_file_that_arrives_does_not_make_way_for_itself(server: Server) -> None:
    async def scenario() -> None:
        waits, goes_on = asyncio.Event(), asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            pieces = content(2)
            for piece in pieces[:16]:
                yield piece
            waits.set()
            await goes_on.wait()
            for piece in pieces[16:]:
                yield piece

        slow_one = asyncio.create_task(server.ask(server.address("one"), slow()))
        await waits.wait()
        assert (await server.put("two", 2.5)).status == 204
        goes_on.set()
        assert (await slow_one).status == 204
        assert [server.held(each) for each in ("one", "two")] == [[2], []]

    run(scenario())


def test_an_upload_that_falls_silent_is_given_up_and_not_counted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "SILENCE", 0.01)

    async def endless() -> AsyncIterator[bytes]:
        for piece in content(1)[:-1]:
            yield piece
        await asyncio.Event().wait()

    reply = run(server.ask(server.address("one"), endless()))
    assert reply == (408, uploads.why(408))
    assert server.store._total == 0


def test_what_streamlit_refuses_is_not_counted_and_its_address_is_used(server: Server) -> None:
    address = server.address("one")
    assert run(server.ask(address, [b"no form", *content(2)])).status == 400
    assert server.store._total == 0
    assert run(server.ask(address, content(1))).status == 404


def test_a_session_has_so_many_addresses_and_loses_first_what_it_has_not_used(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPLOAD_ADDRESSES", 3)
    used = server.address("one")
    assert run(server.ask(used, content(1))).status == 204
    first = server.address("one")
    assert len(server.store.get_upload_urls("one", ["a"] * 9)) == 3
    assert run(server.ask(first, content(1))).status == 404
    assert server.held() == [1]
    assert len(server.store._given["one"]) == 3
    assert run(server.ask(server.address("two"), content(1))).status == 204


def test_a_page_gives_back_what_it_has_read_and_no_longer_shows(server: Server) -> None:
    """Twice not shown, because two runs may overlap; what it has not read yet stays."""
    run(server.put("one", 1))
    [file] = server.store.file_storage["one"]
    for _ in range(3):
        assert not server.store.tidy("one", ())
    assert server.held() == [1]
    server.store.get_files("one", [file])
    for kept in ([file], (), [file], ()):
        server.store.tidy("one", kept)
        assert server.held() == [1]
    server.store.tidy("one", ())
    assert (server.held(), server.store._total) == ([], 0)


def test_a_page_is_told_that_its_file_made_way(server: Server) -> None:
    run(server.put("one", 2))
    [file] = server.store.file_storage["one"]
    run(server.put("two", 2.5))
    assert server.store.get_files("one", [file]) == []
    assert server.store.tidy("one", [file])
    assert not server.store.tidy("one", [])
