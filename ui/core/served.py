"""Routes and middleware of the server: rooms, our scripts and styles, compressed static files.

Streamlit sends its files uncompressed. Here each is compressed once per process. Streamlit's HTML
gets the page's question and list, to read at once, and links to our code, which a browser caches.
"""

import gzip
import hashlib
import json
import re
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import net_util
from streamlit.file_util import get_static_dir
from streamlit.runtime.pages_manager import PagesManager

from rooms import routes as of_rooms
from ui.core import headers, uploads

FirstHtml: TypeAlias = Callable[[str, Mapping[str, str]], str]
"""Returns what a page shows before its scripts have loaded, given its path and URL parameters."""

CUT: Final = {
    "MaterialSymbols-Rounded.": "icons.woff2",
    "SourceSansVF-Upright.": "symbols.woff2",
}
"""How the file names of two of Streamlit's typefaces begin, and our subset that is sent instead:
the symbols that our pages can show, in 18 KB and not 545 KB (tests/streamlits_fonts.py). Streamlit
loads its icons at the start, and looks into its Source Sans for each symbol that ours lacks; it has
no option for either."""

# Before it refuses a page of another site, Streamlit would ask a server of Amazon's for this
# computer's address, while every reader waits. It has no option for that.
net_util.get_external_ip = lambda: None

# There is a folder pages/, so before its first run Streamlit would look for the pages in it, as its
# old apps had them. It would find none of ours, and tell the first reader "Page not found".
PagesManager.uses_pages_directory = False

_STREAMLIT: Final = Path(get_static_dir())
_STATIC: Final = Path(__file__).parents[2] / "static"
_ASSETS: Final = Path(__file__).parents[2] / "assets"
_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
_FOR_GOOD: Final = "public, immutable, max-age=31536000"
_A_DAY: Final = "public, max-age=86400, stale-while-revalidate=31536000"
SOON: Final = ("BidiComponent", "serialization", "recordbatch", "Html", "purify.es")
"""Scripts of Streamlit that boards and texts need: loaded with the others, not after them."""
_READ_FIRST: Final = "<!-- what is read first -->"


class _Content(NamedTuple):
    """The content of an answer, as it is and compressed, and a text that names this content."""

    plain: bytes
    packed: bytes
    tag: str
    media_type: str

    @classmethod
    def of(cls, plain: bytes, ending: str) -> "_Content":
        tag = hashlib.sha256(plain).hexdigest()[:16]
        return cls(plain, gzip.compress(plain, mtime=0), tag, _TYPES[ending])

    def answer(self, request: Headers, keep: str) -> Response:
        """Answer a request with these headers; `keep` tells how long a browser keeps it."""
        packs = _unpacks(request.get("accept-encoding", "")) and len(self.packed) < len(self.plain)
        tag = f'"{self.tag}-gzip"' if packs else f'"{self.tag}"'
        named = {"Cache-Control": keep, "ETag": tag, "Vary": "Accept-Encoding"}
        if tag in request.get("if-none-match", ""):
            return Response(status_code=304, headers=named)
        if packs:
            named["Content-Encoding"] = "gzip"
        return Response(self.packed if packs else self.plain, 200, named, self.media_type)


def _unpacks(accepts: str) -> bool:
    """Return whether a browser takes gzip, by its header Accept-Encoding."""
    parts = (part.replace(" ", "").partition(";") for part in accepts.split(","))
    return any(name == "gzip" and not re.fullmatch(r"q=0(\.0*)?", how) for name, _, how in parts)


# ---- What `st.App` is given


def routes(code: Mapping[str, str], first: FirstHtml, moved: FirstHtml) -> list[BaseRoute]:
    """Return the routes of the rooms, of our code, by its files' names, and of all pages.

    A page that `moved` gives another address for is answered with that.
    """
    base = _base()
    files = {name: _Content.of(text.encode(), Path(name).suffix) for name, text in code.items()}
    shell = _shell(
        [
            f"own/{content.tag}/{name}"
            for name, content in files.items()
            if name.endswith((".css", ".js"))
        ]
    )

    def own(request: Request) -> Response:
        content = files.get(request.path_params["name"])
        if content is None:
            return PlainTextResponse("There is no such file.", 404)
        # Another version of the app, which this one follows, names another content.
        keep = _FOR_GOOD if request.path_params["tag"] == content.tag else "no-cache"
        return content.answer(request.headers, keep)

    def page(request: Request) -> Response:
        name, query = request.path_params["page"], request.query_params
        if to := moved(name, query):
            return RedirectResponse(f"{base}/{to}")
        html = shell.replace(_READ_FIRST, first(name, query))
        return _Content.of(html.encode(), ".html").answer(request.headers, "no-cache")

    register_url_convertor("page", _PageName())
    return [
        *of_rooms.routes(base),
        Route(f"{base}/own/{{tag}}/{{name}}", own),
        Route(f"{base}/{{page:page}}", page),
    ]


def middleware() -> list[Middleware]:
    """Return what stands before the app, the outermost first.

    Streamlit's files and our typefaces are sent compressed, for a browser to keep.
    """
    base = _base()
    files = {
        f"{base}/static/{file.parent.name}/{file.name}": (file, _FOR_GOOD)
        for file in (_STREAMLIT / "static").glob("*/*")
        if file.suffix in (".js", ".css")
    }
    for begin, name in CUT.items():
        for file in (_STREAMLIT / "static" / "media").glob(f"{begin}*"):
            files[f"{base}/static/media/{file.name}"] = _STATIC / name, _A_DAY
    for file in _STATIC.glob("*.woff*"):
        files[f"{base}/app/static/{file.name}"] = file, _A_DAY
    return [
        headers.guard(_shell([])),
        Middleware(_Closed, f"{base}/_stcore/metrics"),
        uploads.gate(base),
        Middleware(_Files, files),
    ]


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Serve rooms. Streamlit opens no browser for an app with routes, so open one."""
    if not st.get_option("server.headless"):
        scheme = "https" if st.get_option("server.sslCertFile") else "http"
        host = st.get_option("server.address")
        if host in (None, "", "0.0.0.0", "::"):
            host = st.get_option("browser.serverAddress")
        port, base = st.get_option("server.port"), st.get_option("server.baseUrlPath").strip("/")
        # Half a second later the server answers.
        opening = threading.Timer(0.5, webbrowser.open, [f"{scheme}://{host}:{port}/{base}"])
        opening.daemon = True
        opening.start()
    async with of_rooms.lifespan(app):
        yield


class _PageName(StringConvertor):
    """The path of a page, "" for the first; not that of a file."""

    regex = "[^/.]*"


class _Closed:
    """Hides a path of Streamlit's: how much it holds, and for how many, concerns nobody."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app, self.path = app, path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the path, or have the app answer."""
        is_closed = scope["type"] == "http" and scope["path"] == self.path
        await (PlainTextResponse("Not Found", 404) if is_closed else self.app)(scope, receive, send)


class _Files:
    """Answers requests for files: their paths, each with a file and how long it is kept."""

    def __init__(self, app: ASGIApp, files: Mapping[str, tuple[Path, str]]) -> None:
        self.app, self.files = app, files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, or have the app answer."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not is_read or scope["path"] not in self.files:
            await self.app(scope, receive, send)
            return
        file, keep = self.files[scope["path"]]
        content = await run_in_threadpool(_content, file)
        await content.answer(Headers(scope=scope), keep)(scope, receive, send)


@cache
def _content(file: Path) -> _Content:
    return _Content.of(file.read_bytes(), file.suffix)


def _base() -> str:
    """Return the path under which the app is served, "" for none."""
    return f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")


def _shell(code: list[str]) -> str:
    """Write Streamlit's page with our code in it, by the addresses of its files."""
    html = (_STREAMLIT / "index.html").read_text(encoding="utf-8")
    # Streamlit loads a typeface ahead that our pages do not use.
    html = re.sub(r'<link[^>]*\bas="font"[^>]*>', "", html)
    # Streamlit need not guess where its server is, nor ask which hosts may hold it in a frame.
    # `page_icon` would be sent with every run.
    icon = quote((_ASSETS / "icon.svg").read_text(encoding="utf-8"))
    html = re.sub(
        r'<link rel="shortcut icon"[^>]*>',
        f'<link rel="icon" href="data:image/svg+xml,{icon}">',
        html,
    )
    origins = json.dumps(st.get_option("client.allowedOrigins") or ["https://none.invalid"])
    window = (
        "<script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location).href, HOST_CONFIG: "
        f"{{allowedOrigins: {origins}, useExternalAuthToken: false}}}};"
        # Boards and controls wait for the engine. Their scripts are sent with their data, so are
        # short, and call these.
        "{ const engine = new Promise((resolve) => addEventListener('rankbook-engine', "
        "() => resolve(rankbook), {once: true})); "
        "window.rankbookMount = async (part) => "
        "(await engine).mount(part.parentElement, part.data); "
        "window.rankbookPost = async (part) => (await engine).post("
        "part.data, part.setStateValue, part.parentElement.querySelector('p')); }</script>"
    )
    ahead = "".join(
        f'<link rel="modulepreload" crossorigin href="./static/js/{file.name}">'
        for name in SOON
        for file in (_STREAMLIT / "static" / "js").glob(f"{name}.*.js")
    )
    # After Streamlit's styles; what is read first does not wait for ours.
    links = "".join(
        f'<link rel="stylesheet" href="./{path}">'
        if path.endswith(".css")
        else f'<script type="module" async src="./{path}"></script>'
        for path in code
    )
    html = html.replace("<head>", f"<head>{window}").replace("</head>", f"{ahead}</head>")
    return html.replace("<body>", f"<body>{_READ_FIRST}{links}")
