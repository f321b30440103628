"""The app as a reader meets it: a running server, and a page that has come to rest."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import psutil
from playwright.sync_api import Page

from ui.contents import PAGES

ROOT = Path(__file__).parents[1]
PATIENCE = 30_000  # ms

PATHS = [f"/{page.url}" for page in PAGES.values()]

# The server has taken every action, nothing is running, and for `quiet` milliseconds nothing on
# the page has changed: a script that a click is about to start would have been seen. These are
# counted while the page has its turn on the processor, or a busy machine's page, which draws a
# chart late, would be taken for one that rests. What moves inside a shadow root is not seen, but
# the run that it causes is. A skeleton stands for an element whose code the browser still loads.
# Charts that a phone would load when they are near are asked for; a closed fold may draw none.
AT_REST = """async (quiet) => {
  const app = () => document.querySelector('[data-testid="stApp"]')?.dataset;
  const start = performance.now();
  let calm = 0;
  const voice = document.querySelector("body > [role=status]"); // what is heard moves nothing
  const observer = new MutationObserver((changes) => {
    if (changes.some(({target}) => !voice?.contains(target))) calm = 0;
  });
  observer.observe(document.body,
                   {subtree: true, childList: true, attributes: true, characterData: true});
  const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));
  const frame = () => new Promise(requestAnimationFrame); // none comes in a tab that nobody sees
  const loads = () => document.querySelector('[data-testid="stSkeleton"], .awaited');
  const restless = () => Object.entries({
    "it changed": calm < quiet,
    "a script runs": app()?.testScriptState !== "notRunning",
    "an action is not acknowledged": globalThis.rankbook?.busy?.(),
    "a sentence is to be announced": globalThis.rankbook?.speaks?.(),
    "it is not connected": app()?.testConnectionState !== "CONNECTED",
    [`an element loads: ${loads()?.outerHTML}`]: loads(),
    "a chart has no marks":
      document.querySelector('.stVegaLiteChart:not(:has(.role-mark > *), details:not([open]) *)'),
  }).find(([, holds]) => holds)?.[0];
  for (let why; (why = restless());) {
    if (performance.now() - start > 60_000) throw new Error(`The page does not rest: ${why}.`);
    if (document.querySelector(".awaited")) globalThis.rankbook?.takeAll();
    await Promise.all([pause(20), Promise.race([frame(), pause(100)])]);
    calm += 20;
  }
  observer.disconnect();
}"""


class Server(NamedTuple):
    """A running app: where it answers, and its process."""

    address: str
    pid: int

    def cpu_seconds(self) -> float:
        """User and system time the process has used."""
        used = psutil.Process(self.pid).cpu_times()
        return float(used.user + used.system)

    def megabytes(self) -> float:
        """Memory the process holds."""
        return float(psutil.Process(self.pid).memory_info().rss) / 2**20


# A hundred for each test process, below those that the system gives to any connection: where a
# server was killed, another of the same port can start.
_PORTS = count(20_000 + os.getpid() % 100 * 100)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@contextmanager
def serve(
    log: Path,
    script: str = "app.py",
    port: int = 0,
    *,
    rooms: str = "",
    more: Mapping[str, str] = MappingProxyType({}),
    env: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Server]:
    """Run the app on a port, by default a free one; what it prints goes to log.

    Its rooms are in a database, by default one beside the log; `more` are options of Streamlit,
    `env` variables of its environment.
    """
    port = port or next(filter(_is_free, _PORTS))
    options = {
        "server.headless": "true",
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.fileWatcherType": "none",
        **more,
    }
    command = [sys.executable, "-W", "default", "-m", "tests.vehicle", "run", script]
    command += [f"--{name}={value}" for name, value in options.items()]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "ROOMS": rooms or f"sqlite:///{log.parent}/rooms.sqlite", **env},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        base = options.get("server.baseUrlPath", "")
        address = f"http://127.0.0.1:{port}{base and '/'}{base}"
        await_health(address, process, log)
        yield Server(address, process.pid)
    finally:
        # The group, because a server may have started helpers of its own.
        for ending in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, ending)
                process.wait(timeout=10)
                break
            except ProcessLookupError:
                process.poll()
                break
            except subprocess.TimeoutExpired:
                continue


def await_health(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the server answers; a server that does not is a RuntimeError with its output."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
    raise RuntimeError(f"The app did not start:\n{log.read_text()}")


SETTLED: Final = count()
"""How often this process has waited for a page to rest."""


def settle(page: Page, quiet: int = 200) -> None:
    """Wait until the app has answered: no script runs, and nothing moved for `quiet` ms."""
    next(SETTLED)
    page.locator('[data-testid="stApp"]').wait_for()
    page.evaluate(AT_REST, quiet)
