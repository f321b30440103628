"""Orca, a real screen reader, on a screen of its own: what it speaks of a page in Chromium.

Run as a program, it installs what that needs from the packages of Debian.

Nobody hears Orca: it has no speech server, because one without a sound device blocks it, and its
log holds each utterance. Screen, message bus, settings and browser are private and end with it.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from playwright.sync_api import Page, sync_playwright

import chromium
import debian
from live_app import settle

T = TypeVar("T")

BUS_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
SYSTEM = "/usr/bin:/bin:/usr/sbin:/sbin"  # Orca needs the system's Python, not that of the tests
PACKAGES = {
    "at-spi2-core": BUS_LAUNCHER.exists,
    "chromium": lambda: chromium.executable(windows=True) is not None,
    "dbus": lambda: _has("dbus-daemon") and _has("dbus-send"),
    "openbox": lambda: _has("openbox"),
    "orca": lambda: _has("orca"),
    "xvfb": lambda: _has("Xvfb"),
}
"""Debian's packages, and whether this machine has what is needed of each."""
PATIENCE = 60  # seconds
COURTESY = 20  # seconds, for one utterance

# A line that a reader never meets. Orca speaks it after all that the page has said before.
MARK = """(text) => {
  let line = document.querySelector("#mark");
  if (!line) {
    line = document.body.appendChild(document.createElement("div"));
    line.id = "mark";
    line.role = "status";
  }
  line.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
}"""


def _has(program: str) -> bool:
    return shutil.which(program, path=SYSTEM) is not None


class Listener:
    """A page, and what Orca has spoken of it."""

    def __init__(self, page: Page, log: Path) -> None:
        """Read `log`, where each line is an utterance."""
        self.page, self.log = page, log
        self.marks = 0
        self.read = 0  # lines

    def open(self, address: str) -> None:
        """Open an address as a new reader, with the focus on its title; nothing of that is kept."""
        self.page.goto("about:blank")
        self.page.goto(address)
        settle(self.page)
        title = self.page.get_by_role("heading", level=1)
        title.evaluate("(title) => { title.tabIndex = -1; title.focus(); }")
        self.spoken()

    def spoken(self, awaited: Sequence[str] = ()) -> list[str]:
        """What Orca has spoken since this was asked last, once it has nothing more to speak.

        What is awaited may take its time: Orca speaks it when page and browser are ready.
        """
        with suppress(TimeoutError):  # the caller sees what is missing
            until(lambda: set(awaited) <= set(self._unread()) or None, "", COURTESY)
        until(lambda: self.page.evaluate("globalThis.rankbook?.busy() ? null : true"), "the server")
        settle(self.page, quiet=300)
        self.marks += 1
        mark = f"mark {self.marks}"
        tried = float("-inf")

        def heard() -> list[str] | None:
            nonlocal tried
            if time.monotonic() > tried + 3:  # among many changes Orca drops some
                tried = time.monotonic()
                self.page.evaluate(MARK, mark)
            said = self._unread()
            return said[: said.index(mark)] if mark in said else None

        said = until(heard, f"Orca spoke no “{mark}”")
        self.read += len(said) + 1
        return [each for each in said if each and not each.startswith("mark ")]

    def _unread(self) -> list[str]:
        return self.log.read_text().splitlines()[self.read :]


def until(come: Callable[[], T | None], else_: str, seconds: float = PATIENCE) -> T:
    """Wait for what comes."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (found := come()) is not None:
            return found
        time.sleep(0.05)
    raise TimeoutError(else_)


@contextmanager
def listening() -> Iterator[Listener]:
    """Run Orca and a browser with one page."""
    if lacks := debian.missing(PACKAGES):
        raise RuntimeError(f"Listening needs {lacks}: run `make listen` as root.")
    with TemporaryDirectory(prefix="rankbook-orca-", ignore_cleanup_errors=True) as folder:
        home, started = Path(folder), []
        try:
            yield from _run(home, started)
        finally:
            # The browser first: it aborts when its screen or bus is gone, and hangs in that if what
            # reports a crash is ended meanwhile.
            for process in reversed(started):
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
            _end_all_of(home)


def _run(home: Path, started: list[subprocess.Popen[str]]) -> Iterator[Listener]:
    runtime, spoken = home / "run", home / "spoken"
    runtime.mkdir(mode=0o700)
    environment = {
        "HOME": str(home),
        "PATH": SYSTEM,
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(runtime),
        "GSETTINGS_BACKEND": "memory",
    }

    def start(*command: str, output: int | None = None, **more: str) -> subprocess.Popen[str]:
        with (home / "output").open("ab") as rest:
            process = subprocess.Popen(
                command,
                env={**environment, **more},
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=output or rest,
                stderr=rest,
                text=True,
                start_new_session=True,
            )
        started.append(process)
        return process

    screen = start(
        *("Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1280x1000x24"),
        output=subprocess.PIPE,
    )
    environment["DISPLAY"] = f":{screen.stdout.readline().strip()}"
    bus = start("dbus-daemon", "--session", "--nofork", "--print-address=1", output=subprocess.PIPE)
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    start(str(BUS_LAUNCHER), "--launch-immediately")

    def enable(name: str) -> bool | None:
        status = start(
            *("dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"),
            *("org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status"),
            *(f"string:{name}", "variant:boolean:true"),
        ).wait()
        return True if status == 0 else None

    for name in ("IsEnabled", "ScreenReaderEnabled"):
        until(lambda name=name: enable(name), "The bus of accessibility did not start")
    start("openbox")
    with spoken.open("wb") as output:
        start(
            "/usr/bin/python3", str(Path(__file__).with_name("spoken.py")), output=output.fileno()
        )
    until(lambda: "Screen reader on." in spoken.read_text() or None, "Orca did not start")
    profile = home / "chromium"
    start(
        str(chromium.executable(windows=True)),
        *chromium.ARGUMENTS,
        "--force-renderer-accessibility",
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        "--window-position=0,0",
        "--window-size=1280,1000",
        "about:blank",
    )
    port = until(lambda: _port(profile), "Chromium did not start")
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = browser.contexts[0].pages[0]
        page.bring_to_front()
        yield Listener(page, spoken)
        browser.close()


def _port(profile: Path) -> str | None:
    try:
        return (profile / "DevToolsActivePort").read_text().split()[0]
    except (OSError, IndexError):
        return None


def _end_all_of(home: Path) -> None:
    """End what has been started by the bus: it has this home."""
    own = f"HOME={home}".encode()

    def left() -> list[int]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if own in (process / "environ").read_bytes().split(b"\0"):
                    found.append(int(process.name))
            except OSError:  # it has ended, or is another user's
                continue
        return found

    deadline = time.monotonic() + 10
    while (processes := left()) and time.monotonic() < deadline:
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.05)


if __name__ == "__main__":
    if lacks := debian.install(PACKAGES, "--no-install-recommends"):
        sys.exit(f"`make listen` could not install from Debian: {lacks}.")
