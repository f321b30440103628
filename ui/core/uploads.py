"""Uploads: who may send one, and how many bytes a session and the process hold.

Streamlit keeps in memory whatever is sent, until the session ends. Here a file comes to an address
that its session was given, and an address takes one file. Bytes are counted as they arrive, because
a request may lie about its length, or never end. At the bound of the process (`rooms.limits`),
files that no page has read make way, oldest first.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import RLock
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import get_instance, memory_uploaded_file_manager
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec, UploadFileUrlInfo

from rooms import limits

SILENCE: float = 30
"""Seconds without a byte after which an upload is given up."""

_MEGABYTE: Final = 2**20
_APIECE: Final = 4096
"""Bytes that any file takes besides its own."""
_MOST_DROPPED: Final = 128 * _MEGABYTE
"""Bytes of a refused upload that are read and dropped: a browser reads the reply only then."""
_METHODS: Final = "PUT, DELETE, OPTIONS"
_REASONS: Final = {
    0: "the connection broke. Bring it again.",
    408: "it stopped on its way. Bring it again.",
    413: "a reader’s files may have {} MB together. Take one back first, or bring a smaller one.",
    429: "too many arrive at once. Bring it again in a minute.",
    507: "the server holds as many files as it can. Bring it again in a few minutes.",
}
_OTHERWISE: Final = "load this page again, and bring it then."


def why(status: int) -> str:
    """Return a sentence for the reader of an upload that failed with a status; 0: no reply."""
    reason = _REASONS.get(status, _OTHERWISE).format(limits.UPLOADS_OF_SESSION)
    return f"The file was not taken: {reason}"


def gate(base: str) -> Middleware:
    """Put a bound on Streamlit's uploads, below a path; return what stands before them."""
    # Streamlit makes its store with the first request, and has no option for another one.
    memory_uploaded_file_manager.MemoryUploadedFileManager = Uploads  # type: ignore[misc]
    return Middleware(_Gate, f"{base}/_stcore/upload_file/")


def tidy(kept: Collection[str]) -> bool:
    """Forget this reader's files but those that the page shows, by their ids.

    Returns whether the page has asked for a file that had to make way.
    """
    context = get_script_run_ctx()
    assert context
    store = context.uploaded_file_mgr  # AppTest has another one
    return isinstance(store, Uploads) and store.tidy(context.session_id, kept)


class _RefusalError(Exception):
    """An upload is refused, with a status."""

    def __init__(self, status: int) -> None:
        super().__init__(why(status))
        self.status = status


@dataclass(eq=False)
class _Upload:
    """An address that a session was given, and what came to it.

    Attributes:
        session: the id of the session.
        file: the id of the file.
        size: bytes that it takes.
        begun: whether a request has used the address.
        stored: whether the file has arrived as a whole.
        read: whether a page has read it.
        spare: whether the page did not show it in its last run.
        gone: whether it made way.
    """

    session: str
    file: str
    size: int = 0
    begun: bool = False
    stored: bool = False
    read: bool = False
    spare: bool = False
    gone: bool = False


class Uploads(MemoryUploadedFileManager):
    """Streamlit's store of uploads, with a bound."""

    def __init__(self, upload_endpoint: str) -> None:
        """Hold nothing."""
        super().__init__(upload_endpoint)
        self._guard = RLock()  # pages read in other threads
        self._given: dict[str, dict[str, _Upload]] = {}  # by session and file
        self._unread: dict[_Upload, None] = {}  # arriving or stored; oldest first
        self._bytes = Counter[str]()  # by session
        self._total = self._total_unread = 0
        self._missed: set[str] = set()  # sessions whose page has asked for a file that made way

    # What Streamlit calls

    def get_upload_urls(
        self, session_id: str, file_names: Sequence[str]
    ) -> list[UploadFileUrlInfo]:
        """Give a session addresses. Of too many, it loses first those that it has not used."""
        most = limits.UPLOAD_ADDRESSES
        given = super().get_upload_urls(session_id, file_names[:most])
        with self._guard:
            own = self._given.setdefault(session_id, {})
            own |= {each.file_id: _Upload(session_id, each.file_id) for each in given}
            by_use = sorted(own.values(), key=lambda each: each.begun)
            for surplus in by_use[: max(len(own) - most, 0)]:
                self.remove_file(session_id, surplus.file)
        return given

    def get_files(self, session_id: str, file_ids: Sequence[str]) -> list[UploadedFileRec]:
        """Return files, which count as read."""
        with self._guard:
            for upload in self._of(session_id, file_ids):
                if upload.gone:
                    self._missed.add(session_id)
                elif upload.stored and not upload.read:
                    upload.read = True
                    self._total_unread -= upload.size
                    del self._unread[upload]
            return super().get_files(session_id, file_ids)

    def add_file(self, session_id: str, file: UploadedFileRec) -> None:
        """Store a file that has arrived, unless it was taken back or had to make way."""
        with self._guard:
            for upload in self._of(session_id, [file.file_id]):
                if not upload.gone:
                    upload.stored = True
                    super().add_file(session_id, file)
                    return
        raise _RefusalError(507)

    def remove_file(self, session_id: str, file_id: str) -> None:
        """Forget a file and its address."""
        with self._guard:
            for upload in self._of(session_id, [file_id]):
                self._drop(upload)
                del self._given[session_id][file_id]

    def remove_session_files(self, session_id: str) -> None:
        """Forget all files and addresses of a session."""
        with self._guard:
            for file_id in [*self._given.get(session_id, {})]:
                self.remove_file(session_id, file_id)
            self._given.pop(session_id, None)
            self._bytes.pop(session_id, None)
            self._missed.discard(session_id)
            super().remove_session_files(session_id)

    # What the gate and a page call

    def knows(self, session_id: str, file_id: str) -> bool:
        """Return whether a session was given an address, and has it still."""
        with self._guard:
            return bool(self._of(session_id, [file_id]))

    @contextmanager
    def arriving(self, session_id: str, file_id: str, declared: int) -> Iterator[_Upload]:
        """Let a file come that declares its length; forget it unless it is stored then."""
        with self._guard:
            [upload] = self._of(session_id, [file_id])
            if upload.begun:
                raise _RefusalError(409)
            upload.begun = True
            self._unread[upload] = None
        try:
            self._refuse_too_much(upload, declared)
            self.grow(upload, _APIECE)
            yield upload
        finally:
            with self._guard:
                if not upload.stored:
                    self.remove_file(session_id, file_id)

    def grow(self, upload: _Upload, more: int) -> None:
        """Count bytes of a file that have arrived. Where they do not fit, unread files make way."""
        with self._guard:
            if upload.gone:
                raise _RefusalError(507)
            self._refuse_too_much(upload, more)
            self._count(upload, more)
            while self._total > limits.UPLOADS * _MEGABYTE:
                self._drop(next(other for other in self._unread if other is not upload))

    def tidy(self, session_id: str, kept: Collection[str]) -> bool:
        """Forget what a page has read and no longer shows; return whether it missed a file."""
        with self._guard:
            for upload in [*self._given.get(session_id, {}).values()]:
                was_spare, upload.spare = upload.spare, upload.read and upload.file not in kept
                if was_spare and upload.spare:  # not only in a run that began before it came
                    self.remove_file(session_id, upload.file)
            missed = session_id in self._missed
            self._missed.discard(session_id)
            return missed

    def _of(self, session_id: str, file_ids: Sequence[str]) -> list[_Upload]:
        own = self._given.get(session_id, {})
        return [own[each] for each in file_ids if each in own]

    def _refuse_too_much(self, upload: _Upload, more: int) -> None:
        """Refuse what would not fit, even if all other unread files made way."""
        if self._bytes[upload.session] + more > limits.UPLOADS_OF_SESSION * _MEGABYTE:
            raise _RefusalError(413)
        if self._total - self._total_unread + upload.size + more > limits.UPLOADS * _MEGABYTE:
            raise _RefusalError(507)

    def _count(self, upload: _Upload, more: int) -> None:
        upload.size += more
        self._bytes[upload.session] += more
        self._total += more
        self._total_unread += more * (upload in self._unread)

    def _drop(self, upload: _Upload) -> None:
        """Hold nothing of a file any more; its address is not free again."""
        self._count(upload, -upload.size)
        self._unread.pop(upload, None)
        upload.gone = True
        super().remove_file(upload.session, upload.file)


class _Gate:
    """Stands before Streamlit's route for uploads."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let uploads pass that fit, and everything else."""
        if scope["type"] != "http" or not scope["path"].startswith(self.prefix):
            await self.app(scope, receive, send)
            return
        store = get_instance().uploaded_file_mgr
        assert isinstance(store, Uploads)
        session, _, file = scope["path"].removeprefix(self.prefix).partition("/")
        try:
            if scope["method"] not in _METHODS.split(", "):
                raise _RefusalError(405)
            if not store.knows(session, file):
                raise _RefusalError(404)
            if scope["method"] == "PUT":
                with store.arriving(session, file, _declared(scope)) as upload:
                    await self.app(scope, _counted(receive, store, upload), send)
            else:
                await self.app(scope, receive, send)
        except _RefusalError as refused:
            await _read_out(receive)
            reply = PlainTextResponse(str(refused), refused.status, {"Allow": _METHODS})
            await reply(scope, receive, send)


def _declared(scope: Scope) -> int:
    """Return how many bytes a request says that it has; 0 if it does not say."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else 0


def _counted(receive: Receive, store: Uploads, upload: _Upload) -> Receive:
    """Return a `receive` that counts, and gives up what is silent for too long."""

    async def counted() -> Message:
        try:
            async with asyncio.timeout(SILENCE):
                message = await receive()
        except TimeoutError:
            raise _RefusalError(408) from None
        store.grow(upload, len(message.get("body", b"")))
        return message

    return counted


async def _read_out(receive: Receive) -> None:
    """Read the rest of a request, and drop it."""
    read = 0
    with suppress(TimeoutError):
        while read < _MOST_DROPPED:
            async with asyncio.timeout(SILENCE):
                message = await receive()
            if not message.get("more_body"):
                return
            read += len(message["body"])
