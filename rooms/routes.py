"""The addresses of a room, for phones and for the wall: plain HTTP, no session, no account.

A phone is told apart by a mark: a cookie that only its room can read, and that the room has signed.
Nothing here knows a lecturer's secret, so nothing here can show the answers of others, or a truth
that is not revealed.
"""

import asyncio
import gzip
import hashlib
import json
import re
import signal
import threading
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from rooms import page, questions, store
from rooms.hub import Hub, student_view
from rooms.store import AwayError, FullError, Phone, RoomError, Rooms, State

COOKIE: Final = "rankbook_voter"
MOST_BODY: Final = 4_000
"""Most bytes of a posted answer."""
SWEEP_EVERY: Final = 600.0
"""Seconds between two deletions of the rooms whose day is over."""

_BOARD: Final = re.compile(r"board-[0-9a-f]+\.js")
_NO_ROOM: Final = "There is no such room, or it has ended."
_NO_MARK: Final = (
    "This phone has no mark of this room. Let the browser keep cookies, load the page again, and"
    " send your answer again."
)

_hub: Final = Hub()
_readers: Final = ThreadPoolExecutor(8, "rooms-read")
_writers: Final = ThreadPoolExecutor(4, "rooms-write")
"""Threads for the requests of phones: a slow database does not hold up the app, and answers that
wait for it do not hold up pages. They are fewer than the connections to PostgreSQL."""

Result = TypeVar("Result")
Handler: TypeAlias = Callable[[Request, str], Awaitable[Response]]
"""Answers a request. The text is the path under which the app is served."""


class _RefusalError(Exception):
    """A request is refused, with a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


# ---- What `st.App` is given


def routes(base: str) -> list[BaseRoute]:
    """Return the routes below the path under which the app is served, "" for none."""
    base = f"/{base.strip('/')}".rstrip("/")

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        async def endpoint(request: Request) -> Response:
            try:
                return await handler(request, base)
            except _RefusalError as refused:
                return _problem(request, str(refused), refused.status)
            except AwayError as away:
                return _problem(request, str(away), 503)
            except RoomError as refused:
                return _problem(request, str(refused), 400)
            except ClientDisconnect:  # nobody reads a reply
                return Response(status_code=400)

        return Route(f"{base}/room{path}", endpoint, methods=[method])

    return [
        route("", _enter),
        route("/", _enter),
        route("/-/{file}", _file),
        route("/{code}", _phone),
        route("/{code}/events", _events),
        route("/{code}/count", _count),
        route("/{code}/mine", _mine),
        route("/{code}/answer", _answer, "POST"),
        route("/{code}/{rest:path}", _nothing),
    ]


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Serve rooms: allow a class its streams, end them with the server, sweep expired rooms."""
    allow_streams()
    if threading.current_thread() is threading.main_thread():
        _end_streams_on(signal.SIGTERM, asyncio.get_running_loop())
        _end_streams_on(signal.SIGINT, asyncio.get_running_loop())
    sweeper = asyncio.create_task(_sweep())
    yield
    sweeper.cancel()


def allow_streams() -> None:
    """Raise the number of open files to what the system allows: each stream is one."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 32_768 if most == resource.RLIM_INFINITY else min(most, 32_768)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, wanted), most))


def _end_streams_on(signal_number: int, loop: asyncio.AbstractEventLoop) -> None:
    """End the streams at a signal, before the server waits for them."""
    before = signal.getsignal(signal_number)

    def end(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(_hub.end)
        if callable(before):
            before(number, frame)

    signal.signal(signal_number, end)


async def _sweep() -> None:
    while True:
        with suppress(RoomError):
            await asyncio.to_thread(_sweep_once)
        await asyncio.sleep(SWEEP_EVERY)


def _sweep_once() -> None:
    if rooms := store.connect(create=False):
        rooms.sweep()


# ---- Pages


async def _enter(request: Request, base: str) -> Response:
    """Ask for a code, or go to the room of the code in the form."""
    typed = request.query_params.get("code", "")
    if code := _code(typed):
        return RedirectResponse(f"{base}/room/{code}", 303, _headers())
    return _html(request, page.html(base, typed.strip()[:20], None, {}), 404 if typed else 200)


async def _phone(request: Request, base: str) -> Response:
    """Show a room to a phone, and give it a mark if it has none."""
    raw = request.path_params["code"]
    code, mark = _code(raw), request.cookies.get(COOKIE, "")
    if code and code != raw:
        return RedirectResponse(f"{base}/room/{code}", 303, _headers())
    seen = await _in_thread(_readers, _seen, code, mark)
    _hub.publish(code, seen and seen.state)
    if seen is None:
        reply = _html(request, page.html(base, code or raw.strip()[:20], None, {}), 404)
        if mark:
            reply.delete_cookie(COOKIE, path=f"{base}/room/{code}")
        return reply
    # A phone to which no events come reads the page every few seconds, and says so.
    _hub.note(code, seen.phone, is_here="here" in request.query_params)
    reply = _html(request, page.html(base, code, student_view(seen.state), seen.mine))
    if seen.mark != mark:
        reply.set_cookie(
            COOKIE,
            seen.mark,
            max_age=int(store.DAY),
            path=f"{base}/room/{code}",
            secure=_scheme(request) == "https",
            httponly=True,
            samesite="lax",
        )
    return reply


async def _file(request: Request, _base: str) -> Response:
    """Send the board; a browser keeps it, because its name holds a hash of it.

    A page of another version of the app, which this one follows, names another board.
    """
    name = request.path_params["file"]
    if not _BOARD.fullmatch(name):
        raise _RefusalError(404, "There is no such file.")
    [(present, board)] = page.FILES.items()
    keep = "public, max-age=31536000, immutable" if name == present else "no-cache"
    headers = {**_headers(), "Cache-Control": keep}
    return _packed(request, board, 200, "text/javascript", headers)


async def _nothing(_request: Request, _base: str) -> Response:
    """Refuse what no room has; the app would answer otherwise."""
    raise _RefusalError(404, "A room has no such page.")


# ---- Streams


async def _events(request: Request, _base: str) -> Response:
    """Tell a phone what is asked, and every change of it."""
    code, mark = _code(request.path_params["code"]), request.cookies.get(COOKIE, "")
    return _stream(request, code, "events", await _in_thread(_readers, _phone_of, code, mark))


async def _count(request: Request, _base: str) -> Response:
    """Tell the lecturer's wall how many have answered; whoever asks must prove that it is one."""
    code, proof = _code(request.path_params["code"]), request.query_params.get("proof", "")
    return _stream(request, code, "count", await _in_thread(_readers, _wall_of, code, proof))


def _stream(request: Request, code: str, view: str, who: str) -> Response:
    if _hub.is_full(code, who):
        if who:
            _hub.note(code, store.CROWDED, is_here=True)
        raise _RefusalError(503, "Too many pages of this room are open. Close some.")
    # Nothing to be kept on the way, and nothing to be held back.
    headers = {**_headers(), "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return Response(headers=headers, media_type="text/event-stream")
    return StreamingResponse(
        _hub.listen(code, view, who), headers=headers, media_type="text/event-stream"
    )


# ---- Answers


async def _mine(request: Request, _base: str) -> Response:
    """Tell a phone its own answer, and after the reveal the verdict on it."""
    code, mark = _code(request.path_params["code"]), request.cookies.get(COOKIE, "")
    number = request.query_params.get("number", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise _RefusalError(400, "A question has a number.")
    return _json(await _in_thread(_readers, _told, code, mark, int(number)))


async def _answer(request: Request, _base: str) -> Response:
    """Take an answer of a phone."""
    # No form and no page of another site can send this.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _RefusalError(415, "An answer is sent as JSON.")
    if not _is_of_this_site(request):
        raise _RefusalError(403, "An answer comes from the page of the room.")
    body = await _body(request)
    try:
        answer = json.loads(body)
        number, value = answer["number"], answer["value"]
    except (ValueError, KeyError, TypeError, RecursionError):
        number = value = None
    if type(number) is not int or not isinstance(value, str):
        raise _RefusalError(400, 'An answer looks like {"number": 1, "value": "0.5"}.')
    code, mark = _code(request.path_params["code"]), request.cookies.get(COOKIE, "")
    return _json(await _in_thread(_writers, _taken, code, mark, number, value))


def _is_of_this_site(request: Request) -> bool:
    """Return whether a page of this site sends a request; programs that are no browsers may."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    # A browser says so itself, also behind a proxy that does not tell the scheme.
    is_same = request.headers.get("sec-fetch-site") == "same-origin"
    schemes = {"http", "https"} if is_same else {_scheme(request)}
    return host == request.headers.get("host") and scheme in schemes


def _scheme(request: Request) -> str:
    """Return the scheme that the browser knows; a proxy tells it."""
    scheme = request.headers.get("x-forwarded-proto", "").partition(",")[0].strip()
    return scheme or request.url.scheme


async def _body(request: Request) -> bytes:
    body, size = b"", 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= MOST_BODY:
            body += chunk
        elif size > 20 * MOST_BODY:
            break  # who sends a little too much is read to the end, and reads the reply
    if size > MOST_BODY:
        raise _RefusalError(413, f"An answer has at most {MOST_BODY} bytes.")
    return body


# ---- What is asked of the store, in a thread


async def _in_thread(
    threads: ThreadPoolExecutor, function: Callable[..., Result], *arguments: object
) -> Result:
    return await asyncio.get_running_loop().run_in_executor(threads, function, *arguments)


class _Seen(NamedTuple):
    """What the page of a room shows to a phone, and the phone's mark."""

    state: State
    phone: Phone
    mark: str
    mine: Mapping[str, Any]


def _seen(code: str, mark: str) -> _Seen | None:
    """Return what a phone sees of a room, or None if there is no such room."""
    rooms = store.connect(create=False) if code else None
    state = rooms and rooms.state(code)
    if not (rooms and state):
        return None
    phone = rooms.phone(code, mark)
    if phone is None:
        mark = rooms.mark(code)
        phone = rooms.phone(code, mark)
    if phone is None:  # it has ended meanwhile
        return None
    number = state.question.number if state.question else 0
    return _Seen(state, phone, mark, _answer_of(rooms, code, phone, number))


def _phone_of(code: str, mark: str) -> str:
    """Return the phone of a mark, "" if the room has not given that out."""
    rooms = store.connect(create=False)
    return (rooms and rooms.phone(code, mark)) or ""


def _wall_of(code: str, proof: str) -> str:
    """Return the name of the wall; "" if there is no room of which something could be told."""
    rooms = store.connect(create=False)
    if not rooms or not rooms.state(code):
        return ""
    if not rooms.is_wall(code, proof):
        raise _RefusalError(403, "Only the lecturer's wall is told how many have answered.")
    return store.WALL


def _told(code: str, mark: str, number: int) -> Mapping[str, Any]:
    """Return what `_mine` tells."""
    rooms = store.connect(create=False)
    if not rooms or not rooms.state(code):
        return {}
    return _answer_of(rooms, code, _known(rooms, code, mark), number)


def _known(rooms: Rooms, code: str, mark: str) -> Phone:
    """Return the phone of a mark; without one that the room gave out nobody is served."""
    phone = rooms.phone(code, mark)
    if phone is None:
        raise _RefusalError(403, _NO_MARK)
    return phone


def _answer_of(rooms: Rooms, code: str, phone: Phone, number: int) -> Mapping[str, Any]:
    """Return a phone's answer, with the verdict on it; or that the question is for others."""
    mine = rooms.mine(code, phone, number)
    if not mine:
        return {"barred": store.BARRED} if rooms.is_barred(code, phone, number) else {}
    value, verdict = mine
    return {"value": value, "verdict": verdict} if verdict else {"value": value}


def _taken(code: str, mark: str, number: int, text: str) -> Mapping[str, Any]:
    """Judge an answer and store it."""
    rooms = store.connect(create=False)
    state = rooms and rooms.state(code)
    if not (rooms and state):
        raise _RefusalError(404, _NO_ROOM)
    phone = _known(rooms, code, mark)
    question = state.question
    if not question or (question.number, question.phase) != (number, "open"):
        return {"taken": False}
    value = questions.judged(question.content, text)
    try:
        taken = rooms.answer(code, phone, number, value)
    except FullError:
        if not _hub.has(code, phone):
            raise
        rooms.note(code, {phone: True})  # it has connected just now
        taken = rooms.answer(code, phone, number, value)
    return {"taken": True, "value": value} if taken else {"taken": False}


# ---- Requests and replies


def _code(text: str) -> str:
    """Return the code that somebody typed, "" if it cannot be one."""
    code = re.sub(r"[\s-]", "", text).upper()
    return code if store.CODE.fullmatch(code) else ""


@lru_cache(1)
def _headers() -> Mapping[str, str]:
    hashes = [
        f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in page.INLINE
    ]
    own = " ".join(["'self'", *hashes])
    return {
        "Cache-Control": "no-store",
        "Content-Security-Policy": (
            f"default-src 'none'; script-src {own}; style-src {own}; img-src 'self' data:;"
            " font-src data:; connect-src 'self'; form-action 'self'; base-uri 'none';"
            " frame-ancestors 'none'"
        ),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def _html(request: Request, text: str, status: int = 200) -> Response:
    return _packed(request, _encoded(text), status, "text/html", _headers())


def _json(content: Mapping[str, Any], status: int = 200) -> Response:
    return Response(json.dumps(content), status, _headers(), "application/json")


def _problem(request: Request, sentence: str, status: int) -> Response:
    """Refuse a request: a script is sent JSON, and a person the sentence."""
    if "text/html" in request.headers.get("accept", ""):
        return Response(_encoded(sentence), status, _headers(), "text/plain")
    return _json({"problem": sentence}, status)


def _encoded(text: str) -> bytes:
    """Encode a text, which may quote half a surrogate pair of what was sent."""
    return text.encode(errors="replace")


def _packed(
    request: Request, content: bytes, status: int, media_type: str, headers: Mapping[str, str]
) -> Response:
    """Send a text compressed, if the phone accepts that."""
    headers = {**headers, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = _gzip(content)
    return Response(content, status, headers, media_type)


@lru_cache(32)
def _gzip(content: bytes) -> bytes:
    """Compress a text; a class that arrives is sent the same one."""
    return gzip.compress(content, mtime=0)
