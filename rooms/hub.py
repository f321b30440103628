"""One watcher a process: it reads the rooms that somebody listens to, and feeds event streams.

Its cost does not depend on the number of phones: one query a room, and none while nobody listens.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from random import randrange
from typing import Any, Final, TypeAlias

from rooms import store
from rooms.store import RoomError, State

POLL_SECONDS: Final = 0.4
"""Seconds between two reads of the rooms."""
KEEPALIVE_SECONDS: Final = 20.0
"""Seconds without an event after which a stream sends a comment.

A proxy then keeps the connection, and the server finds out if it is closed.
"""
MOST_OF_ROOM: Final = 6_000
MOST_OF_PROCESS: Final = 20_000
"""Most streams. A class of 2,000 with two tabs each has 4,000."""

Channel: TypeAlias = tuple[str, str]
"""A room's code, and one of `VIEWS`."""


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
        "asked": question.asked,
        "truth": question.truth,
    }


def wall_view(state: State | None) -> Mapping[str, Any]:
    """Return how many have answered, and whether the room is another, for the wall."""
    if state is None:
        return {"ended": True}
    number = state.question and state.question.number
    return {"version": state.version, "number": number, "answered": state.answered}


VIEWS: Final[Mapping[str, Callable[[State | None], Mapping[str, Any]]]] = {
    "events": student_view,
    "count": wall_view,
}
_ENDED: Final = json.dumps(student_view(None))


class Hub:
    """The streams of a process, and the watcher that feeds them."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self._listeners: dict[Channel, set[asyncio.Event]] = {}
        self._published: dict[Channel, str] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._ending = False
        self._newest: dict[str, tuple[int, int]] = {}  # by code: version, answers

    def full(self, code: str) -> bool:
        """Return whether so many streams are open that no more are allowed."""
        of_room = sum(len(self._listeners.get((code, view), ())) for view in VIEWS)
        return of_room >= MOST_OF_ROOM or (
            sum(map(len, self._listeners.values())) >= MOST_OF_PROCESS
        )

    def end(self) -> None:
        """End all streams: a server that was told to stop waits for them."""
        self._ending = True
        for listeners in self._listeners.values():
            for event in listeners:
                event.set()

    async def listen(self, code: str, view: str) -> AsyncIterator[str]:
        """Write an event stream: what is known of a room now, and whatever changes."""
        channel, event, sent = (code, view), asyncio.Event(), ""
        self._listeners.setdefault(channel, set()).add(event)
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch())
        try:
            # Phones that lost a server come back one after the other.
            yield f"retry: {randrange(1000, 3000)}\n\n"
            if channel not in self._published:
                await self._refresh([code])
            event.set()
            while True:
                try:
                    async with asyncio.timeout(KEEPALIVE_SECONDS):
                        await event.wait()
                except TimeoutError:
                    yield ":\n\n"
                    continue
                event.clear()
                if self._ending:
                    return
                said = self._published.get(channel, sent)
                if said != sent:
                    sent = said
                    yield f"data: {said}\n\n"
                if said == _ENDED:
                    return
        finally:
            self._listeners[channel].discard(event)
            if not self._listeners[channel]:
                del self._listeners[channel]
                self._published.pop(channel, None)
                if not any((code, each) in self._listeners for each in VIEWS):
                    self._newest.pop(code, None)

    async def _watch(self) -> None:
        """Read the rooms again and again, until nobody listens."""
        try:
            while self._listeners and not self._ending:
                await self._refresh({code for code, _ in self._listeners})
                await asyncio.sleep(POLL_SECONDS)
        finally:
            self._watcher = None

    async def _refresh(self, codes: Iterable[str]) -> None:
        """Read rooms, and publish what is new."""
        for code, state in (await asyncio.to_thread(_read, list(codes))).items():
            self.publish(code, state)

    def publish(self, code: str, state: State | None) -> None:
        """Publish a state of a room to its streams, unless a newer one was published.

        The page of a room publishes what it shows, so that its stream never starts with less.
        """
        newest = (state.version, state.answered) if state else (sys.maxsize, 0)
        if newest < self._newest.get(code, newest):
            return
        for view, write in VIEWS.items():
            listeners = self._listeners.get((code, view))
            if listeners:
                self._newest[code] = newest
                said = json.dumps(write(state))
                if self._published.get((code, view)) != said:
                    self._published[code, view] = said
                    for event in listeners:
                        event.set()


def _read(codes: Iterable[str]) -> Mapping[str, State | None]:
    """Return the states of rooms; of none that cannot be read now."""
    try:
        rooms = store.connect(create=False)
        return {code: rooms.state(code) if rooms else None for code in codes}
    except RoomError:
        return {}
