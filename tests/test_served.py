"""What the server sends at a first visit: small files that stay, and what can be read at once."""

import gzip
import re
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import MagicMock
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from streamlit.file_util import get_static_dir
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.server.starlette.starlette_app import create_streamlit_routes
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.sync.client import connect

from conftest import Tabs
from live_app import PATHS, ROOT, Server, serve, settle
from live_board import DRAWN, comes_true
from rooms import limits
from sample import of_sample
from test_room_routes import run
from ui.core import headers, link, presets, served, uploads
from ui.core.screen import Screen
from ui.parts import frame
from vehicle import PATH

STREAMLIT = Path(get_static_dir())
BASE = "/below"
HANDSHAKE = {
    **{"Connection": "Upgrade", "Upgrade": "websocket"},
    **{"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="},
}


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return gzip.decompress(self.body).decode()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, sites: tuple[str, str]) -> Iterator[Server]:
    """A server below a path. It has room for 1 MB of uploads, and one site may hold its pages."""
    log = tmp_path_factory.mktemp("below") / "output.log"
    settings = {"RANKBOOK_UPLOADS": "1", "RANKBOOK_UPLOADS_OF_SESSION": "1"}
    settings |= {"RANKBOOK_FRAMES": sites[0]}
    with serve(log, more={"server.baseUrlPath": BASE.strip("/")}, env=settings) as server:
        yield server


class Site(BaseHTTPRequestHandler):
    """A site that holds in a frame whatever stands behind the question mark."""

    def do_GET(self) -> None:
        """Send the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<iframe src='{self.path.partition('?')[2]}'></iframe>".encode())

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def sites() -> Iterator[tuple[str, str]]:
    """The addresses of two sites."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Site) for _ in range(2)]
    for each in servers:
        threading.Thread(target=each.serve_forever).start()
    one, other = (f"http://127.0.0.1:{each.server_port}" for each in servers)
    yield one, other
    for each in servers:
        each.shutdown()
        each.server_close()


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    connection = HTTPConnection(urlsplit(server.address).netloc, timeout=30)
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    below = urlsplit(server.address).path + path
    connection.request(method, below, headers={"Accept-Encoding": "gzip", **asked})
    reply = connection.getresponse()
    named = {name.lower(): value for name, value in reply.getheaders()}
    answer = Answer(reply.status, named, reply.read())
    connection.close()
    return answer


def named(html: str) -> list[str]:
    """The scripts, styles and typefaces that a page names."""
    return re.findall(r'(?:src|href)="\.(/(?:static|own)/[^"]+)"', html)


@pytest.mark.slow
def test_the_server_asks_nobody_for_its_own_address(tmp_path: Path) -> None:
    """Streamlit would ask Amazon, at its start and before it refuses a page from elsewhere."""
    with socket.create_server(("127.0.0.1", 0)) as outside:
        proxy = f"http://127.0.0.1:{outside.getsockname()[1]}"
        with serve(
            tmp_path / "output.log",
            more={"server.address": "0.0.0.0"},
            env={"http_proxy": proxy, "https_proxy": proxy, "no_proxy": "127.0.0.1"},
        ) as server:
            connection = HTTPConnection(urlsplit(server.address).netloc, timeout=30)
            foreign = {**HANDSHAKE, "Origin": "http://elsewhere.example"}
            connection.request("GET", "/_stcore/stream", headers=foreign)
            assert connection.getresponse().status == 403
            connection.close()
        calls, *_ = select.select([outside], [], [], 0)
        assert not calls


WATCHED = """new MutationObserver(() => {
  const said = [...document.querySelectorAll("[role=dialog]")].map((node) => node.textContent);
  if (said.some((text) => text.includes("Page not found"))) globalThis.alarmed = true;
}).observe(document, {subtree: true, childList: true, characterData: true});"""


@pytest.mark.slow
@pytest.mark.parametrize("base", ["", "below/a/path"])
def test_the_first_reader_of_a_process_finds_the_page_of_a_deep_link(
    browser: Browser, tmp_path: Path, base: str
) -> None:
    with serve(tmp_path / "output.log", more={"server.baseUrlPath": base}) as (address, _):
        page = browser.new_page()
        page.add_init_script(WATCHED)
        for path, alarmed in (("average_precision", False), ("nonsense", True)):
            page.goto(f"{address}/{path}")
            settle(page)
            assert page.evaluate("Boolean(globalThis.alarmed)") == alarmed, path
        page.close()


@pytest.mark.slow
def test_a_process_that_cannot_draw_its_charts_gets_no_readers(tmp_path: Path) -> None:
    broken = "import streamlit\ndel streamlit.vega_lite_chart\n"
    (tmp_path / "sitecustomize.py").write_text(broken)
    with serve(tmp_path / "server.log", env={"PYTHONPATH": str(tmp_path)}) as server:
        visit = [sys.executable, "deploy/visit.py", server.address]
        visited = subprocess.run(visit, cwd=ROOT, capture_output=True, text=True)
    assert "A page has a fault" in visited.stderr


def test_every_file_of_a_page_comes_compressed_and_for_good(server: Server) -> None:
    paths = named(ask(server, "/average_precision").text)
    assert len(paths) > 50
    for path in paths:
        answer = ask(server, path)
        assert answer.status == 200, path
        assert "immutable" in answer.headers["cache-control"], path
        assert "Accept-Encoding" in answer.headers["vary"]
        if path.startswith("/static"):
            whole = (STREAMLIT / path[1:]).read_bytes()
            packed = answer.headers.get("content-encoding") == "gzip"
            assert (gzip.decompress(answer.body) if packed else answer.body) == whole, path
            assert packed or len(whole) < 200, path


def test_our_code_is_sent_as_it_is(server: Server) -> None:
    paths = [path for path in named(ask(server, "/").text) if path.startswith("/own")]
    sent = {path.rpartition("/")[2]: ask(server, path).text for path in paths}
    # Only who searches fetches the index.
    assert sent | {"search.json": ask(server, "/own/x/search.json").text} == frame.CODE
    assert "search.json" not in sent


@pytest.mark.parametrize("accepts", ["", "br", "gzip;q=0", "br, gzip; q=0.0"])
def test_a_browser_that_cannot_unpack_gets_the_whole_file(server: Server, accepts: str) -> None:
    path = named(ask(server, "/").text)[0]
    answer = ask(server, path, Accept_Encoding=accepts)
    assert "content-encoding" not in answer.headers
    assert answer.body == (STREAMLIT / path[1:]).read_bytes()


def test_who_has_a_file_already_is_told_so_and_who_asks_for_its_head_gets_no_more(
    server: Server,
) -> None:
    for path in ["/", *named(ask(server, "/").text)[:1], "/app/static/icons.woff2"]:
        answer = ask(server, path)
        tag = answer.headers["etag"]
        again = ask(server, path, If_None_Match=tag)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert ask(server, path, If_None_Match='"other"').status == 200
        head = ask(server, path, "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == answer.headers["content-length"]
        plain = ask(server, path, Accept_Encoding="")
        assert plain.headers["etag"] != tag or plain.body == answer.body


def test_another_version_of_the_app_gets_this_one_s_code_and_does_not_keep_it(
    server: Server,
) -> None:
    answer = ask(server, "/own/0123456789abcdef/engine.js")
    assert answer.text == frame.CODE["engine.js"]
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(server, "/own/0123456789abcdef/other.js").status == 404


def test_a_page_is_asked_for_anew_every_time(server: Server) -> None:
    for path in (*PATHS, "/nonsense"):
        answer = ask(server, path)
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache"), path
        assert "engine.js" in answer.text


def test_an_old_address_of_a_step_is_answered_with_the_new_one(server: Server) -> None:
    """Below the path of the app, and with all that stands in it."""
    screen = presets.presets("q_measure")["q-dip"].on(Screen())
    query = urlencode({**link.encode(screen), "present": "1"})
    answer = ask(server, f"/graded_average_precision?{query}")
    below = urlsplit(server.address).path
    assert answer.status == 307
    assert answer.headers["location"] == f"{below}/q_measure?{query}"
    assert ask(server, answer.headers["location"].removeprefix(below)).status == 200


def test_the_first_page_is_found_by_its_name_too(server: Server) -> None:
    below = urlsplit(server.address).path
    assert ask(server, "/welcome?k=3").headers["location"] == f"{below}/?k=3"
    assert ask(server, "/welcome").headers["location"] == f"{below}/."


def test_what_streamlit_answers_besides_pages_stays(server: Server) -> None:
    assert ask(server, "/favicon.png").body == (STREAMLIT / "favicon.png").read_bytes()
    assert ask(server, "/_stcore/health").status == 200
    assert ask(server, "/static/js/nonsense.js").headers["content-type"].startswith("text/html")
    assert ask(server, "/static/../index.html").status in (200, 400, 404)
    assert ask(server, "/own/../app.py").status in (400, 404)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_how_much_a_process_holds_concerns_nobody(server: Server, method: str) -> None:
    assert ask(server, "/_stcore/metrics", method).status == 404


def test_the_cut_typefaces_are_sent_instead_of_streamlit_s(server: Server) -> None:
    for begin, name in served.CUT.items():
        [whole] = (STREAMLIT / "static" / "media").glob(f"{begin}*")
        answer = ask(server, f"/static/media/{whole.name}")
        assert answer.body == (ROOT / "static" / name).read_bytes()
        assert answer.headers["content-type"] == "font/woff2"


# Headers: what a page may load, and who may hold it in a frame


def routes() -> Iterator[tuple[str, str]]:
    """The method and the path of each route of the app: ours, and Streamlit's."""
    ours = served.routes(frame.CODE, frame.first_html, presets.moved)
    theirs = create_streamlit_routes(MagicMock())
    for route in (*ours, *theirs):
        path = re.sub(r"{.*?}", "x", getattr(route, "path", "")) or "/"
        for method in sorted(getattr(route, "methods", None) or {"GET"}):
            yield method, path


ASKED = [
    *dict.fromkeys(routes()),
    *(
        ("GET", path)
        for path in ("/static/js/nonsense.js", "/room/ABCDEF", "/room/", "/app/static/x")
    ),
    *(("GET", path) for path in ("/own/x/y", "/favicon.png", "/%5c%5cx", "/../x", "/x.y", "")),
    *(("GET", path) for path in ("/media/x.csv", "/component/x/y", "/_stcore/agent/openapi.json")),
    *((method, "/average_precision") for method in ("POST", "PUT", "DELETE", "TRACE", "X")),
]


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_every_reply_has_the_headers(server: Server, method: str, path: str) -> None:
    answer = ask(server, path, method)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = dict(
        part.split(None, 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["base-uri"] == policy.get("object-src", policy["default-src"]) == "'none'"
    assert "unsafe" not in policy["script-src"]
    if path.startswith("/room"):
        assert policy["frame-ancestors"] == policy["default-src"] == "'none'"
    else:
        assert policy["frame-ancestors"].startswith("'self'")


def test_what_is_already_there_and_what_fails_have_the_headers_too(server: Server) -> None:
    tag = ask(server, "/").headers["etag"]
    assert "content-security-policy" in ask(server, "/", If_None_Match=tag).headers

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    guard, sent = headers.guard(""), list[dict[str, Any]]()
    app: Any = guard.cls(broken, *guard.args)
    with pytest.raises(ZeroDivisionError):
        run(app({"type": "http"}, None, send))
    assert sent[0]["status"] == 500
    assert (b"x-content-type-options", b"nosniff") in sent[0]["headers"]


def test_no_script_runs_that_stands_in_an_address_or_is_made_of_text(
    open_page: Callable[..., Page], problems: list[str]
) -> None:
    """What a page refuses to load is among the problems, which fail every other test."""
    page = open_page("/average_precision")
    assert problems == []
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.stolen = 1";
      document.head.append(script);
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='globalThis.stolen = 2'>");
      setTimeout("globalThis.stolen = 3");
    }""")
    page.wait_for_timeout(100)
    assert page.evaluate("globalThis.stolen ?? 0") == 0
    refused = [each for each in problems if "Content Security Policy" in each]
    assert len(refused) == 3
    problems.clear()


def test_a_page_stands_in_a_frame_of_a_site_that_is_named_and_of_no_other(
    server: Server, sites: tuple[str, str], browser: Browser
) -> None:
    page = browser.new_page()
    for site, is_named in zip(sites, (True, False), strict=True):
        page.goto(f"{site}?{server.address}/average_precision")
        page.wait_for_load_state()
        inside = page.frames[1]
        if is_named:
            expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_be_visible()
            settle(inside)  # type: ignore[arg-type]
        else:
            assert not inside.url.startswith("http")
    page.close()


@pytest.mark.parametrize(
    "sites", ["*", "'self'", "https:", "https://", "a b;c", "x.y/z", "x:y", "a..b", "-", "ä.de"]
)
def test_a_wrong_name_of_a_site_ends_the_start(monkeypatch: pytest.MonkeyPatch, sites: str) -> None:
    monkeypatch.setenv("RANKBOOK_FRAMES", sites)
    with pytest.raises(SystemExit, match="RANKBOOK_FRAMES must name sites, such as"):
        headers.guard("")


def test_sites_are_named_with_spaces_or_commas_between_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sites = "https://moodle.example.edu", "*.example.org", "x:8080"
    monkeypatch.setenv("RANKBOOK_FRAMES", f"{sites[0]}, {sites[1]} {sites[2]}")
    policy = headers.guard("").args[0]["Content-Security-Policy"]  # type: ignore[index]
    assert policy.endswith("frame-ancestors 'self' " + " ".join(sites))


def test_the_environment_of_a_server_names_every_bound_with_its_default() -> None:
    named = re.findall(r"(?m)^#RANKBOOK_(\w+)=(\d+)$", (ROOT / "deploy/environment").read_text())
    source = Path(limits.__file__).read_text(encoding="utf-8")
    defaults = re.findall(r'(?m)^(\w+): int = setting\("\1", ([\d_]+)\)$', source)
    assert source.count(" = setting(") == len(defaults) > 10
    assert named == [(name, default.replace("_", "")) for name, default in defaults]


# Uploads (tests/test_uploads.py has all that goes wrong with them)


def test_a_reader_is_told_why_a_file_was_not_taken_and_can_bring_another(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "large.run").write_bytes(b"q Q0 d 1 2 s\n" * 100_000)
    page = browser.new_page()
    page.goto(f"{server.address}/your_data?a=1Tea~0Rum")
    settle(page)
    before = page.url
    page.get_by_text("Files", exact=True).click()
    settle(page)
    page.locator("input[type=file]").set_input_files(tmp_path / "large.run")
    expect(page.get_by_text(uploads.why(413).replace("320", "1"))).to_be_visible()
    settle(page)
    expect(page.get_by_text("AxiosError")).to_have_count(0)
    assert page.url == before
    names = ("example_run.txt", "example_qrels.txt")
    page.locator("input[type=file]").set_input_files([ROOT / "assets" / name for name in names])
    expect(page.get_by_text("Read: 8 topics of example_run.txt")).to_be_visible()
    page.close()


def test_the_running_server_takes_no_upload_that_nobody_asked_for(server: Server) -> None:
    answer = ask(server, "/_stcore/upload_file/made/up", "PUT")
    assert (answer.status, answer.body.decode()) == (404, uploads.why(404))
    assert ask(server, "/_stcore/upload_file/made/up").status == 405


def test_a_text_that_is_much_too_long_is_refused_and_the_page_goes_on(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("/your_data")
    page.get_by_text("Paste your list").click()
    page.get_by_role("textbox", name="Titles and grades").focus()
    page.evaluate("navigator.clipboard.writeText('Tea, 1\\n'.repeat(500_000))")
    page.keyboard.press("Control+v")
    page.get_by_role("button", name="Put it on the board").click()
    said = page.locator(".notice", has_text="28572 documents; at most 50 are allowed.")
    expect(said).to_be_visible()


@pytest.mark.parametrize("megabytes", [3, 5])
def test_a_message_that_no_page_would_send_ends_its_connection(
    server: Server, megabytes: int
) -> None:
    """The server reads the smaller one, and only the beginning of the larger one."""
    address = f"ws{server.address.removeprefix('http')}/_stcore/stream"
    with connect(address) as socket:
        socket.send(bytes(megabytes * 10**6))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == CloseCode.MESSAGE_TOO_BIG


# The stage comes first, the text and the charts later


def test_a_phone_gets_the_stage_first_and_after_a_pause_the_text_without_charts(tabs: Tabs) -> None:
    page = tabs.open(touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    sent: list[ForwardMsg] = []
    page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived", lambda frame: sent.append(ForwardMsg.FromString(frame))
        ),
    )
    page.goto(PATH)
    page.get_by_role("heading", name="The formula").wait_for(state="attached")
    kinds = [message.WhichOneof("type") for message in sent]
    first_run, later = (
        " ".join(str(message.delta.new_element) for message in messages)
        for messages in (sent[: kinds.index("script_finished")], sent)
    )
    assert "rankbook_board" in first_run
    assert "The formula" not in first_run
    assert "The formula" in later
    assert "vega" not in later
    page.context.close()


def test_a_phone_loads_the_code_of_charts_when_one_is_near_and_nothing_jumps(tabs: Tabs) -> None:
    page = tabs.open(touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(PATH)
    awaited = page.locator(".awaited").first
    awaited.wait_for(state="attached")
    drawn = "!!globalThis.rankbook && !document.getElementById('first')"
    comes_true(page, lambda: page.evaluate(drawn), "the page's own code has drawn it")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "VegaLite" in url]
    expect(awaited).to_be_attached()
    room = awaited.evaluate("(place) => place.offsetHeight")
    title = page.locator(".titled").first
    place = (
        "(node) => node.getBoundingClientRect().top + document.querySelector('.stMain').scrollTop"
    )
    before = title.evaluate(place)
    title.scroll_into_view_if_needed()
    page.locator(".stVegaLiteChart svg.marks").first.wait_for()
    settle(page)
    assert abs(title.evaluate(place) - before) < 2
    height = page.locator(".stVegaLiteChart").first.evaluate("(chart) => chart.offsetHeight")
    assert room == pytest.approx(height, abs=1)
    page.context.close()


def test_a_mouse_s_page_loads_its_charts_by_itself(tabs: Tabs) -> None:
    page = tabs.open(touch=False)
    page.goto(PATH)
    page.locator(".stVegaLiteChart svg.marks").first.wait_for()
    page.context.close()


# What is read first


def read_first(server: Server, path: str) -> tuple[str, list[tuple[str, str, bool]]]:
    """The title that is sent with a page; and title, grade and whether missed of each document."""
    html = ask(server, path).text
    title = re.search(r"<main id='first'><h1>(.*?)</h1>", html)
    lines = re.findall(r"<li( class=missed)?>. (.*?) <small>grade ([\d?])", html)
    cards = [(unescape(name), grade, bool(missed)) for missed, name, grade in lines]
    return unescape(re.sub("<.*?>", "", title.group(1))) if title else "", cards


def test_an_address_s_list_is_sent_with_the_page_and_cannot_smuggle(server: Server) -> None:
    title, cards = read_first(server, "/average_precision?a=1A~0%3Cb%3E%26B~.~1C&k=2")
    assert title == "Average precision: how early do all the good ones come?"
    assert cards == [("A", "1", False), ("<b>&B", "0", False), ("C", "1", True)]
    assert "<b>" not in ask(server, "/average_precision?a=0%3Cb%3E").text


@pytest.mark.parametrize("query", ["a=%FF~~", "a=9Z", "k=banana", "scale=1&a=3A", "tour=99", "a="])
def test_a_damaged_address_can_be_read_too(server: Server, query: str) -> None:
    answer = ask(server, f"/average_precision?{query}")
    assert answer.status == 200
    assert read_first(server, f"/average_precision?{query}")[0]


def test_nothing_is_read_first_of_what_a_hall_or_a_guess_is_to_see(server: Server) -> None:
    for flag in ("present=1", "predict=1"):
        assert read_first(server, f"/average_precision?{flag}") == ("", [])


@pytest.mark.parametrize(
    "path",
    [
        *("/precision_and_recall?given=counts", "/precision_and_recall?given=rates"),
        *("/unjudged?runs=aBc,BaD", "/judges", "/interleaving"),
    ],
)
def test_no_list_is_read_first_where_the_page_has_none(server: Server, path: str) -> None:
    """It would lie over the page for ten seconds, as no list takes its place."""
    title, cards = read_first(server, path)
    assert title
    assert not cards


@pytest.mark.parametrize("path", of_sample(PATHS))
def test_what_is_read_first_is_what_the_page_then_shows(
    path: str, app_url: str, turn_to: object
) -> None:
    page: Page = turn_to(path)  # type: ignore[operator]
    title, cards = read_first(Server(app_url, pid=0), path)
    if not title:
        assert path == "/"
        return
    heading = page.get_by_role("heading", level=1)
    assert re.sub(r"\W+", " ", heading.inner_text()).strip() == re.sub(r"\W+", " ", title).strip()
    if cards:
        drawn = page.locator(".st-key-board_a ol > .card").evaluate_all(DRAWN)
        assert [(each["title"], each["grade"][-1], each["missed"]) for each in drawn] == cards
