"""WebKitGTK's own small browser, on a screen that nobody sees, by its WebDriver."""

import base64
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

DRIVER: Final = Path("/usr/bin/WebKitWebDriver")
NARROWEST: Final = 447
"""Pixels of the narrowest window: its toolbar is as wide."""
# The console cannot be asked. This is there before the app's code, which comes later as modules.
_HEAR: Final = """
if (window.leaving || !document.documentElement || location.href !== arguments[0]) return false;
if (!window.problems) {
  window.problems = [];
  const { error } = console;
  console.error = (...all) => { window.problems.push(all.map(String).join(" ")); error(...all); };
  const hear = ({message, filename, lineno}) =>
    message && window.problems.push(`${message} ${filename}:${lineno}`);
  addEventListener("error", hear, true);
  addEventListener("unhandledrejection", ({reason}) => window.problems.push(String(reason)));
}
return document.readyState === "complete";
"""
_CALL: Final = """
const done = [...arguments].at(-1), args = [...arguments].slice(0, -1);
Promise.resolve().then(() => (function () { %s }).apply(null, args)).then(
  (value) => done({value: value ?? null}), (error) => done({error: `${error} ${error?.stack}`}));
"""


def browser() -> Path | None:
    """Find the program that the driver drives: each architecture has it elsewhere."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)


class WebKit:
    """A window."""

    def __init__(self, home: Path) -> None:
        """Start a screen, the driver and a browser without a past."""
        self.home = home
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1600x1200x24"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.screen.stdout
        folders = dict.fromkeys(
            ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(home)
        )
        environment = {
            **os.environ,
            **folders,
            "DISPLAY": f":{self.screen.stdout.readline().strip()}",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # containers run as root
        }
        with socket.socket() as probe:  # two drivers at one port would share a session
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with (home / "log").open("w") as output:
            self.process = subprocess.Popen(
                [DRIVER, f"--port={port}"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=environment,
            )
        self.base = f"http://127.0.0.1:{port}"
        self._begin()

    def _begin(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                self.http("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        arguments = ["--automation", "--geometry=1400x1000"]
        options = {"binary": str(browser()), "args": arguments}
        wanted = {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
        made = self.http("POST", "/session", capabilities={"alwaysMatch": wanted})
        self.base += f"/session/{made['sessionId']}"
        self.http("POST", "/timeouts", script=120_000, pageLoad=120_000)
        self.tab: str = self.http("GET", "/window")

    def http(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, data, head, method=method)
        try:
            with urllib.request.urlopen(request, timeout=150) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None

    def window(self) -> str:
        """Open another window, and go there."""
        tab: str = self.http("POST", "/window/new", type="window")["handle"]
        return self.switch(tab)

    def switch(self, tab: str) -> str:
        """Go to a window, and return the one that was left."""
        left, self.tab = self.tab, tab
        self.http("POST", "/window", handle=tab)
        return left

    def resize(self, width: int, height: int) -> None:
        """Give the inside of the window a size, but for a smaller width than it can have."""
        wanted = [max(width, NARROWEST), height]
        deadline = time.monotonic() + 10
        while (inside := self.js("return [innerWidth, innerHeight]")) != wanted:
            assert time.monotonic() < deadline, f"The window stays at {inside}, not {wanted}."
            rect = self.http("GET", "/window/rect")
            size = [
                rect[side] + new - old
                for side, new, old in zip(("width", "height"), wanted, inside, strict=True)
            ]
            self.http("POST", "/window/rect", width=size[0], height=size[1])
            time.sleep(0.2)

    def goto(self, url: str) -> None:
        self.http("POST", "/execute/sync", script="window.leaving = true", args=[])
        self.http("POST", "/url", url=url)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                if self.http("POST", "/execute/sync", script=_HEAR, args=[url]):
                    return
            except RuntimeError:  # between two documents
                pass
            time.sleep(0.02)
        raise TimeoutError(url)

    def js(self, body: str, *args: Any) -> Any:
        """Call a function with this body; what it returns, or promises, can be JSON."""
        got = self.http("POST", "/execute/async", script=_CALL % body, args=args)
        if "error" in got:
            raise RuntimeError(got["error"])
        return got["value"]

    def actions(self, source: dict[str, Any]) -> None:
        self.http("POST", "/actions", actions=[source])

    def files(self, query: str, *paths: Path) -> None:
        """Choose files in the element that an expression finds."""
        found = self.http("POST", "/execute/sync", script=f"return {query}", args=[])
        text = "\n".join(map(str, paths))
        self.http("POST", f"/element/{next(iter(found.values()))}/value", text=text)

    def back(self, delta: int = -1) -> None:
        self.http("POST", "/back" if delta < 0 else "/forward")

    def png(self) -> bytes:
        return base64.b64decode(self.http("GET", "/screenshot"))

    def saved(self, name: str) -> bytes:
        """Return a file that was downloaded, as soon as it is whole."""
        return next((path.read_bytes() for path in self.home.rglob(name)), b"")

    def problems(self) -> list[str]:
        """Errors of this page since this was asked last."""
        found: list[str] = self.js("return (window.problems ?? []).splice(0)")
        return found

    def quit(self) -> None:
        self.http("DELETE", "")
        for process in (self.process, self.screen):
            process.terminate()
            process.wait(30)
