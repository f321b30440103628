"""A server and a browser for every test process, and a fresh reader for every test."""

import gc
import os
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

import chromium
from live_app import PATIENCE, ROOT, SETTLED, serve, settle
from live_board import ACTIVE, arrive
from live_postgresql import postgresql
from sample import FEATURES
from vehicle import add

# What is read before the first test stays to the end. To look through it for garbage, again and
# again, takes a third of the time that it takes to read it.
gc.disable()

# Compiling for speed does not pay in a tab, or a library, that works for a few seconds.
os.environ["NUMBA_DISABLE_JIT"] = "1"
# Test processes and servers fill the cores by themselves: the threads of a library only wait.
os.environ["OMP_NUM_THREADS"] = "1"
HASTE = ("--js-flags=--no-opt --no-maglev --min-semi-space-size=32", "--in-process-gpu")

# Every run tries the same examples. `make search` tries new ones, and many more.
tried = hypothesis.settings(deadline=None, max_examples=int(os.environ.get("EXAMPLES", "20")))
hypothesis.settings.register_profile("same", tried, derandomize=True, database=None)
hypothesis.settings.register_profile("new", tried)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A line of the server's output that our own code answers for: a warning, or a step of a traceback.
OUR_FILE = rf"{re.escape(str(ROOT))}/(?!\.venv/)"
OURS = re.compile(rf'^ *(?:{OUR_FILE}.*Warning:|File "{OUR_FILE}).*', re.MULTILINE)


DATABASES = count(1)
MOST = 220
"""How often `make test` may wait for a page to rest: it stays a matter of minutes."""
WAITS: list[int] = []
"""How often each process that has ended did so."""

# A busy machine is no fault of the page's: what is waited for may take long, as long as it comes.
expect.set_options(timeout=PATIENCE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make check`."""
    parser.addoption(
        "--few", type=int, help="try one case of each test, and so many tests of a file with pages"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start what takes longest first, so that no process is left alone with it at the end.

    Proofs that turn to a page follow each other page by page: most of it stays as it is. A feature
    is tried in a browser with the first of its parameters; more is slow.
    """
    first = (
        "test_focus",
        "test_guides",
        "test_walk",
        "test_storm",
        "test_connection",
    )

    def place(item: pytest.Item) -> tuple[bool, bool, str]:
        slow = item.nodeid.removeprefix("tests/").startswith(first) or any(
            f"::{name}" in item.nodeid for name in first
        )
        needs = getattr(item, "fixturenames", ())
        given = item.callspec.params if hasattr(item, "callspec") else {}
        turned = str(given.get("path", "")) if "turn_to" in needs else ""
        return not slow, "browser" not in needs, turned

    tried = set()
    for item in items:
        if "browser" not in getattr(item, "fixturenames", ()):
            continue
        item.add_marker("browser")
        name = item.name.partition("[")[0]
        if name != "test_state" and (name in tried or name not in FEATURES.values()):
            item.add_marker("slow")
        tried.add(name)
    items.sort(key=place)
    if few := config.getoption("few"):
        _keep_few(config, items, few)


def _keep_few(config: pytest.Config, items: list[pytest.Item], few: int) -> None:
    """Keep one case of each test. Of a file that draws pages keep so many tests, evenly spread."""
    tests: dict[Any, dict[str, pytest.Item]] = {}
    for item in items:
        of_file = tests.setdefault(getattr(item, "module", None), {})
        of_file.setdefault(item.nodeid.partition("[")[0], item)
    kept = set()
    for module, of_file in tests.items():
        each = [*of_file.values()]
        stride = -(-len(each) // few) if hasattr(module, "AppTest") else 1
        kept.update(each[::stride])
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_collection_finish() -> None:
    """All tests are known. From now on there is garbage, but only among what is new."""
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count how often `make test` has waited for a page to rest; too often fails the run."""
    waits = next(SETTLED)
    if output := getattr(session.config, "workeroutput", None):
        output["waits"] = waits
    elif session.config.option.markexpr == "not slow" and (waits := waits + sum(WAITS)) > MOST:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print(
            f"\nThis run has waited {waits} times for a page to rest, at most {MOST} are allowed."
        )


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the count of a process that has ended."""
    WAITS.append(getattr(node, "workeroutput", {}).get("waits", 0))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    with sync_playwright() as playwright:
        instance = chromium.launch(playwright, *HASTE)
        yield instance
        instance.close()


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL server for all tests of this process."""
    with postgresql() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def rooms_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A new database for rooms, of both kinds in turn: what ROOMS would say."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/rooms.sqlite"
        return
    import psycopg

    server, name = request.getfixturevalue("postgresql_url"), f"of_test_{next(DATABASES)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield server.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def vehicle() -> Iterator[None]:
    """The tests' own page is one of the app's for a file that drives it from within."""
    with pytest.MonkeyPatch.context() as patch:
        add(patch)
        yield


@pytest.fixture(scope="session")
def server_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What this process's server prints."""
    return tmp_path_factory.mktemp("server") / "output.log"


@pytest.fixture(scope="session")
def app_url(browser: Browser, server_log: Path) -> Iterator[str]:
    """Address of a running app, already visited once, so that no test pays for its first run."""
    with serve(server_log) as (address, _):
        page = browser.new_page()
        page.goto(address)
        settle(page)
        page.close()
        yield address


@pytest.fixture
def problems() -> list[str]:
    """What went wrong behind the page. It fails the test, unless the test expects and clears it."""
    return []


class Tabs:
    """The tabs of one test process: each serves one test after the other.

    A visit in a tab that has seen the app before costs a third of what it costs in a new one: the
    browser has the app's code ready. A reader is new all the same: each visit is a new session of
    the server's, and what the browser stored for the last reader is deleted.
    """

    def __init__(self, browser: Browser, app_url: str) -> None:
        """Open none yet; what goes wrong is told to the present `problems`."""
        self.browser, self.app_url = browser, app_url
        self.problems: list[str] = []
        self.kept: dict[bool, list[Page]] = {False: [], True: []}  # for mice, for fingers
        self.taken: list[tuple[bool, Page]] = []
        self.with_settings: dict[bool, Page] = {}  # those that go from page to page
        self.left: dict[bool, Any] = {}  # in what state these were left

    def take(self, *, touch: bool) -> Page:
        """A tab of a reader who was never here."""
        free = [page for page in self.kept[touch] if not page.is_closed()]
        page = free.pop() if free else self.open(touch=touch)
        self.kept[touch] = free
        self.taken.append((touch, page))
        page.bring_to_front()  # what lies behind another tab is drawn seldom
        return page

    def open(self, *, touch: bool) -> Page:
        reader = self.browser.new_context(
            base_url=self.app_url,
            has_touch=touch,
            is_mobile=touch,
            permissions=["clipboard-read", "clipboard-write"],
        )
        reader.on("console", self.hear)
        reader.on("weberror", lambda error: self.problems.append(f"page: {error.error}"))
        # Names of other hosts lead nowhere (chromium.ARGUMENTS), so what is asked of one fails.
        reader.on("requestfailed", lambda request: self.reached(request.url))
        page = reader.new_page()
        page.on("websocket", lambda socket: self.reached(socket.url))
        return page

    def give_back(self) -> None:
        """The test has ended: what its readers left in their tabs is forgotten."""
        for touch, page in self.taken:
            if page.is_closed():
                page.context.close()
                continue
            page.mouse.up()
            # Not on another page: what a reader leaves undone would be done there.
            page.goto(f"{self.app_url}/_stcore/health")
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.mouse.move(0, 0)
            page.context.clear_cookies()
            self.kept[touch].append(page)
        self.taken.clear()

    def hear(self, message: ConsoleMessage) -> None:
        source = message.location.get("url", "")
        # Vega warns where a chart draws a part that has no rows.
        if message.type == "error" or "extent" in message.text:
            self.problems.append(f"console: {message.text} ({source})")

    def reached(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.app_url).netloc:
            self.problems.append(f"request to another host: {url}")


@pytest.fixture(scope="session")
def tabs(browser: Browser, app_url: str) -> Tabs:
    return Tabs(browser, app_url)


@pytest.fixture
def open_page(tabs: Tabs, server_log: Path, problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Open the app as a new reader: `open_page("/?k=3", width=390, dark=True, touch=True)`.

    Errors in the browser's console or in our own part of the server, warnings of our own code, and
    any request that leaves this machine are problems, and fail the test.
    """
    printed = server_log.stat().st_size
    tabs.problems = problems

    def open_page(
        path: str = "/",
        width: int = 1400,
        height: int = 900,
        *,
        dark: bool = False,
        touch: bool = False,
        motion: bool = True,
    ) -> Page:
        page = tabs.take(touch=touch)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            media="screen",
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        page.goto(path)
        settle(page)
        return page

    yield open_page
    tabs.give_back()
    output = server_log.read_bytes()[printed:].decode(errors="replace")
    problems += [f"server: {found.group().strip()}" for found in OURS.finditer(output)]
    assert not problems, "\n".join(problems)


@pytest.fixture
def turn_to(
    request: pytest.FixtureRequest, tabs: Tabs, open_page: Callable[..., Page]
) -> Iterator[Callable[..., Page]]:
    """Bring a tab to an address, from wherever the test before has left it.

    For proofs that look at a page and leave nothing behind but what its address holds: it takes a
    quarter of a visit. What `does` does there is done once for all screens that follow each other.
    What a test that failed has left goes to no other test.
    """
    failed = request.session.testsfailed

    def turn_to(
        path: str,
        width: int = 1400,
        height: int = 900,
        *,
        touch: bool = False,
        media: Mapping[str, Any] = MappingProxyType({}),
        does: Callable[[Page], None] | None = None,
    ) -> Page:
        if touch not in tabs.with_settings:
            tabs.with_settings[touch] = open_page(touch=touch)
            tabs.taken.remove((touch, tabs.with_settings[touch]))
        page = tabs.with_settings[touch]
        page.bring_to_front()
        page.set_viewport_size({"width": width, "height": height})
        usual = {
            **{"media": "screen", "color_scheme": "light", "contrast": "no-preference"},
            # What is looked at has come to rest, and does so at once.
            **{"forced_colors": "none", "reduced_motion": "reduce"},
        }
        page.emulate_media(**{**usual, **media})
        page.mouse.move(700, 20)  # over nothing
        page.evaluate(f"({ACTIVE})().blur()")
        if tabs.left.get(touch) == (path, does, page.url):
            settle(page, 50)
        else:
            if page.url != tabs.app_url + path:
                arrive(page, path)
            if does:
                does(page)
                settle(page, 50)
            tabs.left[touch] = path, does, page.url
        page.get_by_test_id("stMain").evaluate("(main) => main.scrollTo(0, 0)")
        return page

    yield turn_to
    if request.session.testsfailed > failed:
        tabs.taken += tabs.with_settings.items()
        tabs.with_settings.clear()


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """The welcome page on a wide screen, in light."""
    return open_page()


@pytest.fixture(scope="module")
def kept(tabs: Tabs) -> Iterator[Page]:
    """A tab of a file's own, which nobody gives back between its tests."""
    page = tabs.open(touch=False)
    page.set_viewport_size({"width": 1400, "height": 900})
    yield page
    page.context.close()


@pytest.fixture
def reader(open_page: Callable[..., Page], kept: Page) -> Page:  # noqa: ARG001 (finds problems)
    """The one reader of a file's tests that begin (`live_board.begin`) where a new one would."""
    return kept
