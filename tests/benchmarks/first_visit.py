"""A first and a second visit by phone without a proxy: seconds until it can be used, KB by kind.

The phone has a quarter of this machine's speed, 1.6 Mbit/s and 150 ms to the server, by Chromium's
own emulation. Bytes are those that the server sent. The visits run one after another on the
machine that also serves them, so read the load that is printed beside them.
"""

import contextlib
import os
import socket
import sys
import threading
from collections import Counter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

import chromium
from live_app import PATIENCE, serve, settle
from live_board import comes_true
from live_proxy import Proxy, Way

VISITS = 3
PATH = "/average_precision"
SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
MOMENTS = ("read", "board", "score", "moved", "charts")
GOALS = {"first": {"moved": 6.0, "KB": 1000}, "second": {"moved": 1.5}}

# The moments of a visit in seconds: the titles can be read; the board is there; the score is there;
# a card that was moved as soon as both were has changed the score. The charts are there: seconds
# after the reader has come to them.
WATCH = """
  const moments = (globalThis.moments = {});
  const score = () => document.querySelector("dl.scores")?.textContent;
  const card = () => [...document.querySelectorAll(".st-key-board_a *")]
    .map(({shadowRoot}) => shadowRoot?.querySelector("ol > .card")).find(Boolean);
  let before;
  const looks = {
    board: card,
    read: () => moments.board || document.querySelector("#first ol > li")?.checkVisibility(),
    score,
    moved: () => before && score() !== before,
    charts: () => document.querySelector(".stVegaLiteChart svg .role-mark *"),
  };
  const timer = setInterval(() => {
    for (const [name, look] of Object.entries(looks)) {
      if (!moments[name] && look()) moments[name] = performance.now() / 1000;
    }
    if (!before && moments.board && moments.score) {
      before = score();
      const press = {key: "ArrowDown", altKey: true, bubbles: true, composed: true};
      card().querySelector(".grip").dispatchEvent(new KeyboardEvent("keydown", press));
    }
    if (Object.keys(looks).every((name) => moments[name])) clearInterval(timer);
  }, 50);
"""


class Counting(Proxy):
    """Passes bytes on, and counts those of web sockets: a browser counts them only unpacked."""

    def __init__(self, server_port: int) -> None:
        """Listen on a free port."""
        super().__init__(server_port)
        self.sent: Counter[str] = Counter()
        self.streams: set[socket.socket] = set()

    def pass_on(self, source: socket.socket, target: socket.socket, way: Way) -> None:
        """Pass on what comes one way."""
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if way == "up" and b"/_stcore/stream" in data.partition(b"\r\n")[0]:
                    self.streams.add(target)
                if way == "down":
                    self.sent["websocket" if source in self.streams else "http"] += len(data)
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def visit(context: BrowserContext, proxy: Counting, *, detailed: bool = False) -> dict[str, float]:
    """Open the lesson in a new tab; return its moments in seconds, and KB by kind."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    answers: dict[str, dict[str, Any]] = {}
    sizes: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    devtools.on("Network.responseReceived", lambda said: answers.update({said["requestId"]: said}))

    def loaded(said: dict[str, Any]) -> None:
        if answer := answers.get(said["requestId"]):
            sizes[answer["type"].lower()] += said["encodedDataLength"] / 1000
            lengths[answer["response"]["url"]] += said["encodedDataLength"]

    devtools.on("Network.loadingFinished", loaded)
    proxy.sent.clear()
    page.add_init_script(WATCH)
    page.goto(proxy.address + PATH, wait_until="commit", timeout=2 * PATIENCE)
    comes_true(page, lambda: page.evaluate("!!moments.moved"), "the page can be used")
    page.wait_for_load_state("networkidle", timeout=2 * PATIENCE)
    moments = page.evaluate("moments")
    total = proxy.sent.total() / 1000
    kinds, requests = dict(sizes), len(lengths)
    stream = proxy.sent["websocket"] / 1000
    page.locator(".titled").first.scroll_into_view_if_needed()
    asked = page.evaluate("performance.now() / 1000")
    comes_true(page, lambda: page.evaluate("!!moments.charts"), "its charts are drawn")
    moments["charts"] = max(0.0, page.evaluate("moments.charts") - asked)
    page.close()
    if detailed:
        for url, length in lengths.most_common(40):
            print(f"{length / 1000:9.1f} KB  {url.partition('/static/')[2] or url}")
    return {**moments, **kinds, "websocket": stream, "KB": total, "requests": requests}


def main() -> None:
    """Visit the lesson some times for the first time, and each time once more."""
    found: dict[str, list[dict[str, float]]] = {"first": [], "second": []}
    with (
        TemporaryDirectory() as logs,
        serve(Path(logs) / "server.log") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        page = browser.new_page()
        page.goto(server.address + PATH)  # the first visit after a start is special
        settle(page, 1000)
        page.close()
        proxy = Counting(int(server.address.rpartition(":")[2]))
        threading.Thread(target=proxy.accept, daemon=True).start()
        phone = {**playwright.devices["Pixel 5"]}
        phone.pop("default_browser_type")
        for turn in range(VISITS):
            context = browser.new_context(**phone)
            for visits in found.values():
                visits.append(visit(context, proxy, detailed="--files" in sys.argv and not turn))
            context.close()
        browser.close()
        proxy.listener.close()
    print(
        f"A visit of {PATH} by phone (CPU / {SLOWER}, 1.6 Mbit/s, 150 ms), seconds and KB; "
        f"goals in\nbrackets. The median of {VISITS}; load {os.getloadavg()[0]:.1f}.\n"
        f"{'':12}{'first visit':19}{'second visit'}"
    )
    kinds = sorted({kind for visits in found.values() for one in visits for kind in one})
    for column in (*MOMENTS, "KB", *(kind for kind in kinds if kind not in (*MOMENTS, "KB"))):
        row = f"{column:12}"
        for name, visits in found.items():
            middle = median(one.get(column, 0) for one in visits)
            goal = GOALS[name].get(column)
            row += f"{middle:10.1f} {f'({goal})' if goal else '':8}"
        print(row)


if __name__ == "__main__":
    main()
