"""Visit every page of a process that has just started, before readers do: visit.py http://HOST:PORT/PATH.

A process reads its pages when they are first asked for. Were 100 readers the first, each of their
runs would do so. And a process whose pages cannot be drawn must not be given readers.
A browser sends its origin and first gets a part of a page. This script sends none, and gets
the whole page.
"""

import asyncio
import sys

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


async def run(socket: websockets.ClientConnection, page_hash: str = "") -> set[str]:
    """Ask for a page, by default the first; return all pages that its navigation names."""
    asked, pages = BackMsg(), set[str]()
    asked.rerun_script.page_script_hash = page_hash
    await socket.send(asked.SerializeToString())
    while True:
        said = ForwardMsg.FromString(await asyncio.wait_for(socket.recv(), 60))
        if said.WhichOneof("type") == "navigation":
            pages = {page.page_script_hash for page in said.navigation.app_pages}
        if said.WhichOneof("type") == "delta" and said.delta.new_element.HasField("exception"):
            sys.exit("A page has a fault: see the log of the process.")
        if said.WhichOneof("type") == "script_finished":
            return pages


async def main() -> None:
    """Visit the first page, and then all others."""
    address = f"ws{sys.argv[1].removeprefix('http').rstrip('/')}/_stcore/stream"
    async with websockets.connect(
        address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None
    ) as socket:
        for page_hash in await run(socket):
            await run(socket, page_hash)


if __name__ == "__main__":
    asyncio.run(main())
