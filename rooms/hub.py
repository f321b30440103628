"""One watcher a process: it reads the rooms that somebody listens to, and feeds event streams.

Its cost does not depend on the number of phones: one query a room, and none while nobody listens.
It also writes down who listens, many at once, so that all processes know which phones are here.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import randrange
from typing import Any, Final

from rooms import limits, store
from rooms.store import Crowd, RoomError, State

POLL_SECONDS: Final = 0.4
"""Seconds between two reads of the rooms."""
KEEPALIVE_SECONDS: Final = 20.0
"""Seconds without an event after which a stream sends a comment.

A proxy then keeps the connection, and the server finds out if it is closed.
"""
NOTE_SECONDS: Final = 20.0
"""Seconds after which it is written down again whose streams are open."""
CROWDED_SECONDS: Final = 60
"""Seconds until a stream that had to make way comes back; until then its phone reads the page."""


def student_view(state: State | None) -> Mapping[str, Any]:
    """Return what a phone may know of a room."""
    if state is None:
        return {"ended": True}
    question = state.question
    if question is None:
        return {"version": state.version, "number": None}
    return {
        "version": state.version,
        "number": question.number,
        "phase": question.phase,
        "again": question.again,
        "asked": question.content,
        "truth": question.truth,
    }


def wall_view(state: State | None) -> Mapping[str, Any]:
    """Return how many have answered, and its phones, for the wall."""
    if state is None:
        return {"ended": True}
    return {
        "version": state.version,
        "number": state.question and state.question.number,
        "answered": state.answer_count,
        **vars(state.crowd or Crowd()),
    }


VIEWS: Final[Mapping[str, Callable[[State | None], Mapping[str, Any]]]] = {
    "events": student_view,
    "count": wall_view,
}
_ENDED: Final = json.dumps(student_view(None))


class _Stream:
    """An event stream: what it shows of which room, and to whom; "" is a phone without a mark."""

    def __init__(self, code: str, view: str, who: str) -> None:
        self.code, self.view, self.who = code, view, who
        self.event = asyncio.Event()
        self.makes_way = False


@dataclass
class _Room:
    """The streams of a room, the oldest of each listener first, and what was published to them."""

    streams: dict[str, list[_Stream]] = field(default_factory=dict)
    count: int = 0
    published: dict[str, str] = field(default_factory=dict)
    newest: tuple[int, int] = (-1, 0)  # version, answers

    def __iter__(self) -> Iterator[_Stream]:
        return (stream for streams in self.streams.values() for stream in streams)


class Hub:
    """The streams of a process, and the watcher that feeds them."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self._rooms: dict[str, _Room] = {}
        self._noted: dict[str, dict[str, bool]] = {}  # by room and name, to be written down
        self._noted_all = 0.0  # when it was written down last whose streams are open
        self._writing: asyncio.Task[None] | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._ending = False

    def is_full(self, code: str, who: str) -> bool:
        """Return whether so many streams are open that another one is refused."""
        return self._making_way(code, who) is None

    def has(self, code: str, who: str) -> bool:
        """Return whether a stream of a listener is open here."""
        room = self._rooms.get(code)
        return room is not None and who in room.streams

    def note(self, code: str, who: str, *, is_here: bool) -> None:
        """Write down soon that a listener is connected, or that a phone has loaded the page."""
        listeners = self._noted.setdefault(code, {})
        if who in listeners or len(listeners) < limits.PHONES:
            listeners[who] = is_here or listeners.get(who, False)
        self._begin()

    def end(self) -> None:
        """End all streams: a server that was told to stop waits for them."""
        self._ending = True
        for room in self._rooms.values():
            for stream in room:
                stream.event.set()

    async def listen(self, code: str, view: str, who: str = "") -> AsyncIterator[str]:
        """Write an event stream: what is known of a room now, and whatever changes.

        Args:
            code: the room's code.
            view: one of `VIEWS`.
            who: a phone's pseudonym, `store.WALL`, or "" for a phone without a mark.
        """
        stream = self._enter(code, view, who)
        if stream is None:
            return
        room, last_sent = self._rooms[code], ""
        try:
            # Phones that lost a server come back one after the other.
            yield f"retry: {randrange(1000, 3000)}\n\n"
            if view not in room.published:
                await self._refresh([code])
            stream.event.set()
            while True:
                try:
                    async with asyncio.timeout(KEEPALIVE_SECONDS):
                        await stream.event.wait()
                except TimeoutError:
                    yield ":\n\n"
                    continue
                stream.event.clear()
                if self._ending:
                    return
                if stream.makes_way:
                    yield f"retry: {CROWDED_SECONDS}000\n\n"
                    return
                text = room.published.get(view, last_sent)
                if text != last_sent:
                    last_sent = text
                    yield f"data: {text}\n\n"
                if text == _ENDED:
                    return
        finally:
            self._leave(stream)

    def _making_way(self, code: str, who: str) -> list[_Stream] | None:
        """Return the stream that ends for another one, if one has to; None if that is refused.

        The oldest stream of a phone that has too many ends. If a room or the process has too many,
        one without a mark ends for one with a mark; then one of the phone that has most of them.
        """
        here = self._rooms.get(code, _Room())
        own = here.streams.get(who, [])
        if who and len(own) >= limits.STREAMS_OF_PHONE:
            return own[:1]
        if here.count >= limits.STREAMS_OF_ROOM:
            crowd = [here]
        elif sum(room.count for room in self._rooms.values()) >= limits.STREAMS:
            crowd = [*self._rooms.values()]
        else:
            return []
        if not who:
            return None
        for room in crowd:
            if "" in room.streams:
                return room.streams[""][:1]
        phones = (
            streams
            for room in crowd
            for name, streams in room.streams.items()
            if name != store.WALL
        )
        most = max(phones, key=len, default=[])
        least = 1 if who == store.WALL else len(own) + 2
        return most[:1] if len(most) >= least else None

    def _enter(self, code: str, view: str, who: str) -> _Stream | None:
        """Open a stream, unless there are too many."""
        ending = self._making_way(code, who)
        if ending is None:
            return None
        for each in ending:
            each.makes_way = True
            each.event.set()
            self._leave(each)
        stream = _Stream(code, view, who)
        room = self._rooms.setdefault(code, _Room())
        room.streams.setdefault(who, []).append(stream)
        room.count += 1
        if who:
            self.note(code, who, is_here=True)
        self._begin()
        return stream

    def _leave(self, stream: _Stream) -> None:
        """Forget a stream that ends."""
        room = self._rooms.get(stream.code, _Room())
        own = room.streams.get(stream.who, [])
        if stream not in own:  # it has made way
            return
        own.remove(stream)
        room.count -= 1
        if not own:
            del room.streams[stream.who]
        if not room.count:
            del self._rooms[stream.code]

    def _begin(self) -> None:
        if self._watcher is None and not self._ending:
            self._watcher = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Read the rooms again and again, until nobody listens and all is written down."""
        try:
            while (self._rooms or self._noted) and not self._ending:
                self._write_down()
                await self._refresh(list(self._rooms))
                await asyncio.sleep(POLL_SECONDS)
        finally:
            self._watcher = None

    def _write_down(self) -> None:
        """Begin to write down who listens; nobody waits for that."""
        if self._writing and not self._writing.done():
            return
        if time.monotonic() > self._noted_all + NOTE_SECONDS:
            self._noted_all = time.monotonic()
            for code, room in self._rooms.items():
                for who in filter(None, room.streams):
                    self.note(code, who, is_here=True)
        if self._noted:
            self._writing = asyncio.create_task(self._write(self._noted))
            self._noted = {}

    async def _write(self, noted: Mapping[str, Mapping[str, bool]]) -> None:
        try:
            await asyncio.to_thread(_note, noted)
        except RoomError:
            for code, listeners in noted.items():
                for who, is_here in listeners.items():
                    self.note(code, who, is_here=is_here)

    async def _refresh(self, codes: Iterable[str]) -> None:
        """Read rooms, and publish what is new."""
        for code, state in (await asyncio.to_thread(_read, list(codes))).items():
            self.publish(code, state)

    def publish(self, code: str, state: State | None) -> None:
        """Publish a state of a room to its streams, unless a newer one was published.

        The page of a room publishes what it shows, so that its stream never starts with less. Its
        phones are not counted for that, so the wall is told by the watcher.
        """
        room = self._rooms.get(code)
        newest = (state.version, state.answer_count) if state else (sys.maxsize, 0)
        if room is None or newest < room.newest:
            return
        room.newest = newest
        for view, write in VIEWS.items():
            if view == "count" and state and not state.crowd:
                continue
            text = json.dumps(write(state))
            if room.published.get(view) != text:
                room.published[view] = text
                for stream in room:
                    if stream.view == view:
                        stream.event.set()


def _note(noted: Mapping[str, Mapping[str, bool]]) -> None:
    """Write down who listens to rooms."""
    if rooms := store.connect(create=False):
        for code, listeners in noted.items():
            rooms.note(code, listeners)


def _read(codes: Iterable[str]) -> Mapping[str, State | None]:
    """Return the states of rooms; of none that cannot be read now."""
    try:
        rooms = store.connect(create=False)
        return {code: rooms.state(code, counted=True) if rooms else None for code in codes}
    except RoomError:
        return {}
