"""Many readers at once, who speak Streamlit's protocol without a browser.

Each reader opens one of all pages with one of 60 lists, and from then on does something every few
seconds: swaps the two upper documents, or turns to the next page. All are spread evenly over that
time, and wait for the end of the run. What a browser would draw is not counted. The readers share
the machine's cores with the server, so read the numbers as rough.
"""

import asyncio
import json
import os
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from live_app import Server, serve
from ui.contents import PAGES
from ui.core.session import Depth

URLS = [page.url for page in PAGES.values()]
READERS = (60, 200)
LISTS, SWAPS = 60, 5  # so many swaps before a reader turns the page
THINK, SECONDS = 5.0, 40.0
STAYING = 20  # readers at any moment who come and go
PATIENCE = 30.0
FAULTS = (OSError, TimeoutError, RuntimeError, websockets.WebSocketException)


def address_of(number: int) -> str:
    """The URL parameters of one of the lists: 6 to 12 documents, and two never retrieved."""
    draw = Random(number % LISTS)
    texts = [f"{draw.randrange(4)}Document {n}" for n in range(draw.randrange(6, 13))]
    return urlencode({"a": "~".join([*texts, ".", "2Missed", "1Missed too"])})


class Reader:
    """One session: what its browser would remember between two messages."""

    def __init__(self, socket: websockets.ClientConnection, number: int) -> None:
        """Speak over a connection; the number says which page is opened, with which list."""
        self.socket, self.number, self.query = socket, number, address_of(number)
        self.page_hash = self.post = self.session = ""
        self.seq = self.acts = 0
        self.cached: set[str] = set()  # messages that a browser keeps, and names instead
        self.titles: list[str] = []  # of the list, in its order

    async def run(self, outbox: dict[str, Any] | None = None) -> float:
        """Ask for a run, with an outbox if something was done; return the seconds to its end."""
        asked = BackMsg()
        asked.rerun_script.page_script_hash = self.page_hash
        asked.rerun_script.query_string = self.query
        if not self.page_hash:
            asked.rerun_script.page_name = URLS[self.number % len(URLS)]
        asked.rerun_script.cached_message_hashes.extend(self.cached)
        if outbox:
            state = asked.rerun_script.widget_states.widgets.add()
            state.id, state.json_value = self.post, json.dumps({"outbox": json.dumps(outbox)})
        started = time.perf_counter()
        await self.socket.send(asked.SerializeToString())
        while True:
            told = ForwardMsg.FromString(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            kind = told.WhichOneof("type")
            if told.metadata.cacheable:
                self.cached.add(told.hash)
            if kind == "navigation":
                self.page_hash = told.navigation.page_script_hash
            elif kind == "page_info_changed":
                self.query = told.page_info_changed.query_string
            elif kind == "delta" and told.delta.new_element.WhichOneof("type") == "bidi_component":
                component = told.delta.new_element.bidi_component
                if component.component_name.endswith("rankbook_post"):
                    self.post, self.session = component.id, json.loads(component.json)["session"]
                if component.component_name.endswith("rankbook_board"):
                    self.titles = [
                        each["title"] for each in json.loads(component.json)["documents"]
                    ]
            elif kind == "script_finished":
                if told.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
                    raise RuntimeError(f"a run ended with status {told.script_finished}")
                return time.perf_counter() - started

    async def act(self) -> float:
        """Swap the two upper documents; after some swaps, or without a list, turn the page."""
        self.acts += 1
        if self.acts % (SWAPS + 1) == 0 or not self.titles:
            self.number, self.page_hash, self.query = self.number + 1, "", ""
            self.titles = []
            return await self.run()
        self.seq += 1
        action = {"seq": self.seq, "by": "board_a", "do": "move", "list": "a", "id": "1"}
        action["to"] = self.seq % 2
        return await self.run(
            {"session": self.session, "actions": [action], "preview": None, "depth": Depth.ALL}
        )


def connection(address: str, origin: str | None = None) -> websockets.connect:
    """Open a websocket. A browser's has an origin, and its first run ends at the stage."""
    return websockets.connect(
        f"ws{address.removeprefix('http')}/_stcore/stream",
        origin=origin and websockets.Origin(origin),
        subprotocols=[websockets.Subprotocol("streamlit")],
        max_size=None,
        open_timeout=PATIENCE,
    )


async def read(
    address: str, number: int, readers: int, begin: asyncio.Event, seen: Counter, times: list[float]
) -> None:
    """Open a page, wait until everybody has, then act again and again."""
    try:
        async with connection(address, origin=address) as socket:
            reader = Reader(socket, number)
            await reader.run()
            seen["ready"] += 1
            await begin.wait()
            await asyncio.sleep(THINK * number / readers)
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                took = await reader.act()
                times.append(took)
                await asyncio.sleep(max(0.0, THINK - took))
    except FAULTS as failed:
        seen[f"{type(failed).__name__}: {failed}"[:80]] += 1


async def load(address: str, servers: Sequence[Server], readers: int) -> None:
    """Print a row for so many readers at an address, behind which there may be several servers."""
    begin, seen, times = asyncio.Event(), Counter[str](), []
    empty = sum(server.megabytes() for server in servers)
    tasks = [
        asyncio.create_task(read(address, number, readers, begin, seen, times))
        for number in range(readers)
    ]
    while seen.total() < readers:
        await asyncio.sleep(0.1)
    before = sum(server.cpu_seconds() for server in servers)
    begin.set()
    await asyncio.gather(*tasks)
    spent = sum(server.cpu_seconds() for server in servers) - before
    each = (sum(server.megabytes() for server in servers) - empty) / readers
    failed = {why: count for why, count in seen.items() if why != "ready"}
    milliseconds = [1000 * took for took in times]
    print(
        f"{readers:8}{len(times):9}{median(milliseconds):8.0f}"
        f"{quantiles(milliseconds, n=20)[-1]:8.0f}{max(milliseconds):8.0f}"
        f"{1000 * spent / max(len(times), 1):12.1f}{each:12.2f}{os.getloadavg()[0]:7.1f}"
        f"   {failed or ''}",
        flush=True,
    )


async def warm(server: Server) -> None:
    """Visit every page, as deploy/visit.py does: a server builds charts when first drawn."""
    for number in range(len(URLS)):
        async with connection(server.address) as socket:
            await Reader(socket, number).run()


async def come_and_go(server: Server, seconds: float) -> None:
    """Print once a minute what a process holds while readers come, act and leave."""
    end, visits, faults = time.monotonic() + seconds, 0, Counter[str]()
    acts: list[float] = []

    async def visitors() -> None:
        nonlocal visits
        while time.monotonic() < end:
            visits += 1
            try:
                async with connection(server.address, origin=server.address) as socket:
                    reader = Reader(socket, time.time_ns() % 1_000_000)
                    await reader.run()
                    for _ in range(4 * (SWAPS + 1)):
                        acts.append(await reader.act())
                        await asyncio.sleep(THINK)
            except FAULTS as failed:
                faults[f"{type(failed).__name__}: {failed}"[:80]] += 1

    async with asyncio.TaskGroup() as group:
        for _ in range(STAYING):
            group.create_task(visitors())
        print(f"{'minute':>8}{'visits':>9}{'actions':>9}{'MB':>8}   faults")
        while time.monotonic() < end:
            await asyncio.sleep(60)
            minute = round((seconds - (end - time.monotonic())) / 60)
            held = server.megabytes()
            print(f"{minute:8}{visits:9}{len(acts):9}{held:8.1f}   {dict(faults)}", flush=True)


def main() -> None:
    """Measure one process with ever more readers, or with some who come and go for a while."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, help="only let readers come and go for so long")
    if seconds := parser.parse_args().seconds:
        with TemporaryDirectory() as logs, serve(Path(logs) / "load.log") as server:
            asyncio.run(warm(server))
            asyncio.run(come_and_go(server, seconds))
        return
    print(f"Readers who act every {THINK:.0f} s, one process, ms to the end of a run:")
    print(
        f"{'readers':>8}{'actions':>9}{'p50':>8}{'p95':>8}{'worst':>8}{'CPU each':>12}"
        f"{'MB each':>12}{'load':>7}"
    )
    for readers in READERS:
        with TemporaryDirectory() as logs, serve(Path(logs) / "load.log") as server:
            asyncio.run(warm(server))
            asyncio.run(load(server.address, [server], readers))


if __name__ == "__main__":
    main()
