"""One server for all engines, one window for each of them, and a fresh reader for every test.

The first process installs what is missing and starts the server; the others are told its address.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import firefox
import pytest
import webkit
from firefox import Firefox
from reader import Engine, Reader
from webkit import WebKit

import debian
from live_app import serve

ADDRESS = pytest.StashKey[str]()
PACKAGES = {
    "firefox-esr": firefox.PROGRAM.exists,
    "poppler-utils": Path("/usr/bin/pdftotext").exists,
    "webkit2gtk-driver": lambda: webkit.DRIVER.exists() and webkit.browser() is not None,
    "xvfb": Path("/usr/bin/Xvfb").exists,
}
"""Debian's packages, and whether this machine has what is needed of each."""
# What is no fault of the page's, with its reason.
HARMLESS = re.compile(
    # Long.js, within Streamlit, tries WebAssembly and does without: our policy refuses it.
    r"blocked WebAssembly"
    # A height that is measured changes another one: it is measured again in the next frame.
    r"|ResizeObserver loop completed with undelivered notifications"
    # A reader who leaves a page cuts its connection, and Streamlit says so.
    r"|^Client Error: WebSocket onerror$"
)


def pytest_configure(config: pytest.Config) -> None:
    """Start the server, unless this process was given the address of one."""
    if hasattr(config, "workerinput"):
        config.stash[ADDRESS] = config.workerinput["address"]
        return
    if lacks := debian.install(PACKAGES, "--no-install-recommends"):
        pytest.exit(f"make browsers could not install from Debian: {lacks}.", returncode=1)
    running = ExitStack()
    config.add_cleanup(running.close)
    folder = Path(running.enter_context(TemporaryDirectory(prefix="rankbook-browsers-")))
    config.stash[ADDRESS] = running.enter_context(serve(folder / "output.log")).address


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process where the server is."""
    node.workerinput["address"] = node.config.stash[ADDRESS]


@pytest.fixture(
    scope="session",
    params=[pytest.param(each, id=each.__name__) for each in (Firefox, WebKit)],
)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """Each engine, with one window for all of its tests."""
    started: Engine = request.param(tmp_path_factory.mktemp("home"))
    yield started
    started.quit()


@pytest.fixture
def reader(engine: Engine, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """Who opens pages; an error in the console fails the test."""
    window = engine.tab
    yield Reader(engine, request.config.stash[ADDRESS])
    engine.switch(window)
    assert [each for each in engine.problems() if not HARMLESS.search(each)] == []


@pytest.fixture(scope="session")
def touched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A Firefox with a finger; WebKitGTK can be told of none."""
    started = Firefox(tmp_path_factory.mktemp("home"), firefox.FINGER)
    yield started
    started.quit()


@pytest.fixture
def finger(touched: Firefox, request: pytest.FixtureRequest) -> Reader:
    """Who opens pages on a phone."""
    return Reader(touched, request.config.stash[ADDRESS])
