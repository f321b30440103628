"""A class in a room: phones that listen, answer, join and come back, against what must be reached.

Phones and servers share the machine's cores, and each request is a new connection, so the times
are upper bounds. ROOMS names the database to try, by default a new file.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from live_app import Server, serve
from rooms.routes import COOKIE, allow_streams
from rooms.store import Rooms, database, proof

ASKED = {"kind": "number", "text": "What is AP@5 of this list?", "low": 0, "high": 1}
ASKED["documents"] = [[str(n), f"Sourdough bread, part {n}", n % 4] for n in range(10)]
ASKED["symbols"] = ["0", "1", "2", "3"]
PATIENCE = 30.0
LOST = (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError, IndexError)


class Phone:
    """One student's browser: a cookie, a stream, and an answer that is sent until it is taken."""

    def __init__(self, number: int, addresses: list[str], code: str) -> None:
        """Use the first address that answers, as a proxy would."""
        self.number, self.addresses, self.code, self.cookie = number, addresses, code, ""
        self.heard: asyncio.Queue[tuple[float, dict]] = asyncio.Queue()
        self.streams = 0

    async def connect(self, address: str, head: str, body: str = "") -> asyncio.StreamReader:
        parts = urlsplit(address)
        reader, self.writer = await asyncio.open_connection(parts.hostname, parts.port)
        lines = [head + " HTTP/1.1", f"Host: {parts.netloc}", f"Cookie: {self.cookie}"]
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join([*lines, "", body]).encode())
        return reader

    async def ask(self, address: str, head: str, body: str = "") -> tuple[int, str, bytes]:
        """One request: its status, its head and its body."""
        async with asyncio.timeout(PATIENCE):
            reader = await self.connect(address, head, body)
            writer = self.writer
            try:
                answer = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = int(answer.lower().partition("content-length: ")[2].split()[0])
                return int(answer.split()[1]), answer, await reader.readexactly(length)
            finally:
                writer.close()

    async def join(self) -> float:
        """Load the page, and listen until the question is there; return the seconds."""
        started = time.perf_counter()
        status, head, _ = await self.ask(self.addresses[0], f"GET /room/{self.code}")
        if status != 200:
            raise RuntimeError(f"The page of the room says {status}.")
        given = re.search(rf"{COOKIE}=[^;]+", head)
        assert given
        self.cookie = given.group()  # the mark, without which no answer counts
        self.listening = asyncio.create_task(self.listen())
        await self.told()
        return time.perf_counter() - started

    async def listen(self, view: str = "events") -> None:
        """Follow the room; when the stream breaks, begin again as a browser does."""
        while True:
            retry = 2.0
            for address in self.addresses:
                try:
                    reader = await self.connect(address, f"GET /room/{self.code}/{view}")
                    writer = self.writer
                    while line := await reader.readline():
                        if line.startswith(b"retry: "):
                            retry = int(line[7:]) / 1000
                        if line.startswith(b"data: "):
                            self.heard.put_nowait((time.perf_counter(), json.loads(line[6:])))
                    writer.close()
                except LOST:
                    continue
                break
            await asyncio.sleep(retry)

    async def told(self) -> tuple[float, dict]:
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()

    async def answer(self, number: int, value: str) -> float:
        """Send an answer until it is taken; return the seconds."""
        started, wait = time.perf_counter(), 0.25
        body = json.dumps({"number": number, "value": value})
        while True:
            for address in self.addresses:
                try:
                    status, _, reply = await self.ask(
                        address, f"POST /room/{self.code}/answer", body
                    )
                except LOST:
                    continue
                if status == 200 and json.loads(reply)["taken"]:
                    return time.perf_counter() - started
                raise RuntimeError(f"{status} {reply.decode()}")
            await asyncio.sleep(wait := min(2 * wait, 4))


class Lecture:
    """A room and its lecturer, in a process of their own."""

    def __init__(self, url: str) -> None:
        """Open a room."""
        self.rooms = Rooms(database(url))
        self.code, self.secret = self.rooms.open()

    async def ask(self) -> tuple[int, float]:
        """Ask; return the number and the moment."""
        number = await asyncio.to_thread(self.rooms.ask, self.code, self.secret, ASKED, {})
        return number, time.perf_counter()

    async def answers(self, number: int) -> list[str]:
        return await asyncio.to_thread(self.rooms.answers, self.code, self.secret, number)


def row(what: str, wanted: str, measured: str, holds: bool) -> None:
    load = os.getloadavg()[0]
    print(
        f"{what:44}{wanted:>14}{measured:>38}  {'ok' if holds else 'NO':4}{load:6.1f}", flush=True
    )


def times(what: str, most: float, seconds: Iterable[float]) -> None:
    """Print a row of times, of which 95 % must be at most so long."""
    taken = [1000 * each for each in seconds]
    p95 = quantiles(taken, n=20)[-1]
    text = f"p50 {median(taken):.0f}, p95 {p95:.0f}, worst {max(taken):.0f} ms"
    row(what, f"p95 <= {1000 * most:.0f} ms", text, p95 <= 1000 * most)


async def spread(acts: Iterable[Callable[[], Awaitable[float]]], within: float) -> list[float]:
    """Do all acts within some seconds, each at a moment of its own."""

    async def act(do: Callable[[], Awaitable[float]], moment: float) -> float:
        await asyncio.sleep(moment)
        return await do()

    draw = random.Random(0)
    return await asyncio.gather(*(act(do, within * draw.random()) for do in acts))


async def lesson(server: Server, lecture: Lecture, count: int) -> None:
    """A class that listens and answers, and a wall that counts."""
    number, _ = await lecture.ask()
    phones = [Phone(n, [server.address], lecture.code) for n in range(count)]
    wall = Phone(-1, [server.address], lecture.code)
    await spread([phone.join for phone in phones], count / 100)
    before, began = server.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(10)
    cores = (server.cpu_seconds() - before) / (time.perf_counter() - began)
    row(f"{count} phones, nobody acts", "<= 0.1 cores", f"{cores:.3f} cores", cores <= 0.1)
    moved = []
    for _ in range(10):
        number, moment = await lecture.ask()
        for phone in phones:
            heard, told = await phone.told()
            while told["number"] != number:
                heard, told = await phone.told()
            moved.append(heard - moment)
        await asyncio.sleep(0.5)
    times(f"{count} phones, the lecturer moved on", 1, moved)
    listening = asyncio.create_task(wall.listen(f"count?proof={proof(lecture.secret)}"))
    await wall.told()
    acknowledged: list[float] = []

    async def answer(phone: Phone) -> float:
        took = await phone.answer(number, f"{phone.number / count:.6g}")
        acknowledged.append(time.perf_counter())
        return took

    times(
        f"{count} phones answer within 10 s",
        0.25,
        await spread([partial(answer, phone) for phone in phones], 10),
    )
    shown, on_wall = 0, []
    while shown < count:
        moment, told = await wall.told()
        on_wall += [max(0.0, moment - when) for when in acknowledged[shown : told["answered"]]]
        shown = told["answered"]
    row(f"{count} answers on the wall", "<= 1 s", f"worst {max(on_wall):.2f} s", max(on_wall) <= 1)
    for task in [listening, *(phone.listening for phone in phones)]:
        task.cancel()


async def arrive(server: Server, lecture: Lecture, count: int) -> list[Phone]:
    """A class that joins within five seconds: page, cookie and the first message of the stream."""
    await lecture.ask()
    phones = [Phone(n, [server.address], lecture.code) for n in range(count)]
    times(f"{count} join within 5 s", 1, await spread([phone.join for phone in phones], 5))
    return phones


async def come_back(
    phones: list[Phone], stop: Callable[[], Awaitable[None]], start: Callable[[], Awaitable[None]]
) -> None:
    """Streams whose server is stopped and started again."""
    for phone in phones:
        while not phone.heard.empty():
            phone.heard.get_nowait()
    await stop()
    stopped = time.perf_counter()
    await start()
    started = time.perf_counter()
    back = [(await phone.told())[0] for phone in phones]
    text = f"{len(back)}, last {max(back) - started:.1f} s; start took {started - stopped:.1f} s"
    row(f"{len(phones)} streams back", "<= 10 s", text, max(back) - started <= 10)
    for phone in phones:
        phone.listening.cancel()


async def many(
    servers: list[Server], lecture: Lecture, count: int, questions: int, disturb: dict
) -> None:
    """Answers to questions in a row while a process is killed and started again."""
    addresses = [server.address for server in servers]
    phones = [Phone(n, addresses[:: 1 if n % 2 else -1], lecture.code) for n in range(count)]
    number, _ = await lecture.ask()
    await spread([phone.join for phone in phones], 5)
    wrong, waits, disturbing = 0, [], []
    for turn in range(questions):
        number, _ = await lecture.ask()
        if turn in disturb:
            disturbing.append(asyncio.create_task(disturb[turn]()))
        acts = [partial(phone.answer, number, f"{phone.number / count:.6g}") for phone in phones]
        waits += await spread(acts, 1.5)
        there = await lecture.answers(number)
        wrong += sorted(there) != sorted(f"{phone.number / count:.6g}" for phone in phones)
    await asyncio.gather(*disturbing)
    total = count * questions
    text = f"{wrong} questions differ; worst wait {max(waits):.1f} s"
    row(f"{total:,} answers, a process killed", "none lost", text, wrong == 0)
    for phone in phones:
        phone.listening.cancel()


async def run(url: str, logs: Path, small: bool) -> None:
    """Print a row for each number to reach."""
    listening, joining, questions = (30, 50, 5) if small else (300, 500, 20)
    with ExitStack() as running:

        def started(name: str, port: int = 0) -> Server:
            return running.enter_context(serve(logs / name, rooms=url, port=port))

        one = await asyncio.to_thread(started, "one")
        await lesson(one, Lecture(url), listening)
        phones = await arrive(one, Lecture(url), joining)

        async def stop(how: signal.Signals = signal.SIGTERM) -> None:
            os.kill(one.pid, how)
            await asyncio.to_thread(os.waitpid, one.pid, 0)

        async def start() -> None:
            nonlocal one
            port = urlsplit(one.address).port or 0
            one = await asyncio.to_thread(started, "one again", port)

        await come_back(phones, stop, start)
        two = await asyncio.to_thread(started, "two")
        kill = {questions // 4: lambda: stop(signal.SIGKILL), questions // 2: start}
        await many([one, two], Lecture(url), joining, questions, kill)


def main() -> None:
    """Measure a class."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a tenth of the phones")
    small = parser.parse_args().small
    allow_streams()  # the phones hold as many
    with TemporaryDirectory() as logs:
        url = os.environ.get("ROOMS") or f"sqlite:///{logs}/rooms.sqlite"
        print(f"Rooms in {urlsplit(url).scheme}, {os.cpu_count()} cores, shared with the phones.")
        print(f"{'':44}{'to reach':>14}{'measured':>38}  {'':4}{'load':>6}")
        asyncio.run(run(url, Path(logs), small))


if __name__ == "__main__":
    main()
