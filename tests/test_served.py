"""What the server sends at a first visit: small files that stay, and what can be read at once."""

import gzip
import re
import select
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from streamlit.file_util import get_static_dir
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from conftest import Tabs
from live_app import PATHS, ROOT, Server, serve, settle
from live_board import DRAWN
from ui.parts import frame
from ui.wire import served

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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server below a path."""
    log = tmp_path_factory.mktemp("below") / "output.log"
    with serve(log, more={"server.baseUrlPath": BASE.strip("/")}) as server:
        yield server


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
    assert {path.rpartition("/")[2]: ask(server, path).text for path in paths} == frame.CODE


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


def test_what_streamlit_answers_besides_pages_stays(server: Server) -> None:
    assert ask(server, "/favicon.png").body == (STREAMLIT / "favicon.png").read_bytes()
    assert ask(server, "/_stcore/health").status == 200
    assert ask(server, "/static/js/nonsense.js").headers["content-type"].startswith("text/html")
    assert ask(server, "/static/../index.html").status in (200, 400, 404)
    assert ask(server, "/own/../app.py").status in (400, 404)


def test_the_cut_typefaces_are_sent_instead_of_streamlit_s(server: Server) -> None:
    for begin, name in served.CUT.items():
        [whole] = (STREAMLIT / "static" / "media").glob(f"{begin}*")
        answer = ask(server, f"/static/media/{whole.name}")
        assert answer.body == (ROOT / "static" / name).read_bytes()
        assert answer.headers["content-type"] == "font/woff2"


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
    page.goto("/average_precision")
    page.get_by_role("heading", name="The formula, with these numbers").wait_for(state="attached")
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
    page.goto("/average_precision")
    awaited = page.locator(".awaited").first
    awaited.wait_for(state="attached")
    page.wait_for_function("globalThis.rankbook && !document.getElementById('first')")
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
    page.goto("/average_precision")
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
    assert title == "Average precision: how clean is the road to each hit?"
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


@pytest.mark.parametrize("path", PATHS)
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
