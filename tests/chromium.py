"""A Chromium for the tests: which one is used, and how a machine without one gets it.

Run as a program, it sees to it that there is one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

import debian

SHELL = "chromium-headless-shell"
"""The same engine without windows of its own: a test takes an eighth less of the processor."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# No sandbox, because containers run as root; the rest keeps a fresh profile from calling home, and
# the address bar, which nobody sees, from being drawn by two pages of its own.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=MediaRouter,OptimizationHints,HttpsUpgrades,PaintHolding,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def executable(*, windows: bool = False) -> str | None:
    """Path of the machine's own Chromium: $CHROMIUM if set, else the first on the PATH that runs.

    None leaves the choice to Playwright, which then takes the one it has downloaded itself.

    Args:
        windows: whether it must be able to open a window.
    """
    chosen = os.environ.get("CHROMIUM")
    names = [chosen] if chosen else NAMES if windows else (SHELL, *NAMES)
    return next((path for name in names if (path := shutil.which(name)) and runs(path)), None)


def launch(playwright: Playwright, *more: str) -> Browser:
    """Start it as a reader does, with scrollbars; perhaps with more arguments."""
    return playwright.chromium.launch(
        executable_path=executable(),
        args=[*ARGUMENTS, *more],
        ignore_default_args=["--hide-scrollbars"],
    )


def runs(path: str) -> bool:
    """Whether it starts: some systems have a stub of that name, or lack a library."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def found() -> bool:
    """Whether the tests have a browser to start."""
    if executable():
        return True
    with sync_playwright() as playwright:
        downloaded = playwright.chromium.executable_path
    return Path(downloaded).exists() and runs(downloaded)


def install() -> None:
    """Install one from the system's packages if allowed to, else Playwright's."""
    if debian.install({SHELL: found}) and debian.install({"chromium": found}):
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    if not found():
        print("No Chromium on this machine: installing one for the browser tests ...", flush=True)
        install()
    if not found():
        sys.exit(
            "The browser tests need Chromium, and it could not be installed: "
            "install it by hand, or name one with CHROMIUM=/path/to/chromium."
        )
