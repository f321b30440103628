"""One server process with many readers at once, who speak Streamlit's protocol without a browser.

Each reader opens a lesson and from then on swaps the two upper documents every few seconds, all
spread evenly over that time, and waits for the end of the run. What a browser would draw is not
counted. The readers share the machine's cores with the server, so read the numbers as rough.
"""

import asyncio
import json
import time
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import websockets
from bench import cpu_seconds
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from live_app import serve

READERS = (60, 200)
PAGE = "average_precision"
THINK, SECONDS = 5.0, 40.0
PATIENCE = 30.0


class Reader:
    """One session: what its browser would remember between two messages."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        """Speak over a connection."""
        self.socket = socket
        self.page_hash = self.post = self.session = ""
        self.seq = 0
        self.cached: set[str] = set()  # messages that a browser keeps, and names instead

    async def run(self, outbox: dict[str, Any] | None = None, page: str = PAGE) -> float:
        """Ask for a run, with an outbox if something was done; return the seconds to its end."""
        asked = BackMsg()
        asked.rerun_script.page_script_hash = self.page_hash
        asked.rerun_script.page_name = "" if self.page_hash else page
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
            elif kind == "delta" and told.delta.new_element.WhichOneof("type") == "bidi_component":
                component = told.delta.new_element.bidi_component
                if component.component_name.endswith("rankbook_post"):
                    self.post, self.session = component.id, json.loads(component.json)["session"]
            elif kind == "script_finished":
                if told.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
                    raise RuntimeError(f"a run ended with status {told.script_finished}")
                return time.perf_counter() - started

    async def swap(self) -> float:
        """Swap the two upper documents."""
        self.seq += 1
        action = {"seq": self.seq, "by": "board_a", "do": "move", "list": "a", "id": "1"}
        action["to"] = self.seq % 2
        return await self.run(
            {"session": self.session, "actions": [action], "preview": None, "charts": True}
        )


async def read(
    address: str, number: int, readers: int, begin: asyncio.Event, seen: Counter, times: list[float]
) -> None:
    """Open the lesson, wait until everybody has, then act again and again."""
    url = f"ws{address.removeprefix('http')}/_stcore/stream"
    try:
        async with websockets.connect(
            url, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE
        ) as socket:
            reader = Reader(socket)
            await reader.run()
            seen["ready"] += 1
            await begin.wait()
            await asyncio.sleep(THINK * number / readers)
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                took = await reader.swap()
                times.append(took)
                await asyncio.sleep(max(0.0, THINK - took))
    except (OSError, TimeoutError, RuntimeError, websockets.WebSocketException) as failed:
        seen[f"{type(failed).__name__}: {failed}"[:80]] += 1


async def first_visit(address: str) -> None:
    """Visit the first page: until somebody has, a new server knows no other."""
    url = f"ws{address.removeprefix('http')}/_stcore/stream"
    async with websockets.connect(url, subprotocols=["streamlit"], max_size=None) as socket:
        await Reader(socket).run(page="")


def memory(pid: int) -> float:
    """Resident MB of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def load(address: str, pid: int, readers: int) -> None:
    """Print a row for so many readers."""
    begin, seen, times = asyncio.Event(), Counter[str](), []
    tasks = [
        asyncio.create_task(read(address, number, readers, begin, seen, times))
        for number in range(readers)
    ]
    while seen.total() < readers:
        await asyncio.sleep(0.1)
    before = cpu_seconds(pid)
    begin.set()
    await asyncio.gather(*tasks)
    spent = 1000 * (cpu_seconds(pid) - before) / max(len(times), 1)
    failed = {why: count for why, count in seen.items() if why != "ready"}
    milliseconds = [1000 * took for took in times]
    print(
        f"{readers:8}{len(times):9}{median(milliseconds):8.0f}"
        f"{quantiles(milliseconds, n=20)[-1]:8.0f}{max(milliseconds):8.0f}{spent:12.1f}"
        f"{memory(pid):9.0f}   {failed or ''}",
        flush=True,
    )


def main() -> None:
    """Measure one process with ever more readers."""
    print(f"Readers who act every {THINK:.0f} s, one process, ms to the end of a run:")
    print(f"{'readers':>8}{'actions':>9}{'p50':>8}{'p95':>8}{'worst':>8}{'CPU each':>12}{'MB':>9}")
    for readers in READERS:
        with TemporaryDirectory() as logs, serve(Path(logs) / "load.log") as server:
            asyncio.run(first_visit(server.address))
            asyncio.run(load(server.address, server.pid, readers))


if __name__ == "__main__":
    main()
