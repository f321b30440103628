"""Firefox without a window, by WebDriver BiDi."""

import base64
import json
import os
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

PROGRAM: Final = Path("/usr/bin/firefox-esr")
MOUSE, FINGER = 6, 1
_QUIET: Final = {
    "remote.prefs.recommended": True,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
}


class Firefox:
    """A window; `pointer` is what moves in it: without a screen, Firefox has neither by itself."""

    def __init__(self, home: Path, pointer: int = MOUSE) -> None:
        """Start it with a new profile in a folder of its own."""
        self.home = home
        prefs = _QUIET | {
            "browser.download.dir": str(home),
            "browser.download.folderList": 2,
            "ui.primaryPointerCapabilities": pointer,
            "ui.allPointerCapabilities": pointer,
            "dom.w3c_touch_events.enabled": int(pointer == FINGER),
        }
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in prefs.items()]
        (home / "user.js").write_text("".join(lines))
        log = home / "log"
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [
                    *(PROGRAM, "--headless", "--no-remote", "--profile", home),
                    *("--remote-debugging-port", "0"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "HOME": str(home)},
            )
        deadline = time.monotonic() + 60
        while not (found := re.search(r"BiDi listening on (ws://\S+)", log.read_text())):
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        self.connected = ExitStack()
        session = connect(found[1] + "/session", max_size=None, ping_interval=None)
        self.socket = self.connected.enter_context(session)
        self.number = 0
        self.events: list[Any] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        # Its first tab never has the focus.
        self.tab = self.window()

    def send(self, method: str, **params: Any) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(timeout=120))
            if message["type"] == "event":
                self.events.append(message)
            elif message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(message["message"])
                return message["result"]

    def window(self) -> str:
        """Open another tab, and go there."""
        tab: str = self.send("browsingContext.create", type="tab")["context"]
        return self.switch(tab)

    def switch(self, tab: str) -> str:
        """Go to a tab, and return the one that was left."""
        left = getattr(self, "tab", tab)
        self.send("browsingContext.activate", context=tab)
        self.tab = tab
        return left

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.tab, viewport=viewport)

    def goto(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def js(self, body: str, *args: Any) -> Any:
        """Call a function with this body; what it returns, or promises, can be JSON."""
        call = f"(function () {{ {body} }}).apply(null, {json.dumps(args)})"
        got = self.send(
            "script.evaluate",
            target={"context": self.tab},
            awaitPromise=True,
            expression=f"(async () => JSON.stringify((await {call}) ?? null))()",
        )
        if got["type"] == "exception":
            raise RuntimeError(got["exceptionDetails"]["text"])
        return json.loads(got["result"]["value"])

    def actions(self, source: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.tab, actions=[source])

    def files(self, query: str, *paths: Path) -> None:
        """Choose files in the element that an expression finds."""
        got = self.send(
            "script.evaluate",
            target={"context": self.tab},
            awaitPromise=False,
            expression=query,
        )
        element = {"sharedId": got["result"]["sharedId"]}
        names = [str(path) for path in paths]
        self.send("input.setFiles", context=self.tab, element=element, files=names)

    def back(self, delta: int = -1) -> None:
        self.send("browsingContext.traverseHistory", context=self.tab, delta=delta)

    def png(self) -> bytes:
        taken = self.send("browsingContext.captureScreenshot", context=self.tab)
        return base64.b64decode(taken["data"])

    def pdf(self) -> bytes:
        """Print the page on A4, with the margins that its style sheet asks for."""
        page = {"width": 21.0, "height": 29.7}
        printed = self.send("browsingContext.print", context=self.tab, page=page)
        return base64.b64decode(printed["data"])

    def saved(self, name: str) -> bytes:
        """Return a file that was downloaded, as soon as it is whole."""
        return next((path.read_bytes() for path in self.home.rglob(name)), b"")

    def problems(self) -> list[str]:
        """Errors in the console, of any tab, since this was asked last."""
        found = [e["params"] for e in self.events if e["params"].get("level") == "error"]
        self.events.clear()
        return [str(each["text"]) for each in found]

    def quit(self) -> None:
        self.send("browser.close")
        self.connected.close()
        self.process.wait(30)
