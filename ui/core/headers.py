"""Headers of every reply: what a page may load, and which sites may hold it in a frame.

RANKBOOK_FRAMES names the sites that embed lessons. Rooms have a stricter policy of their own
(`rooms.routes`), which stays.
"""

import hashlib
import os
import re
import sys
from base64 import b64encode
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LABEL: Final = "[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_SITE: Final = re.compile(
    rf"(https?://)?(\*\.)?{_LABEL}(\.{_LABEL})*(:\d{{1,5}})?", re.ASCII | re.IGNORECASE
)


def guard(html: str) -> Middleware:
    """Return what gives every reply its headers; of inline scripts, those of a page may run."""
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    hashes = [b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts]
    policy = {
        "default-src": "'self'",
        # Streamlit loads the script of a component from a blob.
        "script-src": " ".join(["'self'", *(f"'sha256-{text}'" for text in hashes), "blob:"]),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        **dict.fromkeys(("object-src", "worker-src", "media-src"), "'none'"),
        **dict.fromkeys(("base-uri", "form-action"), "'none'"),
        "frame-ancestors": " ".join(["'self'", *_frames()]),
    }
    return Middleware(
        _Guard,
        {
            "Content-Security-Policy": "; ".join(f"{what} {of}" for what, of in policy.items()),
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        },
    )


def _frames() -> list[str]:
    """Return the sites that may hold a page in a frame; a wrong name ends the start."""
    sites = os.environ.get("RANKBOOK_FRAMES", "").replace(",", " ").split()
    for site in sites:
        if not _SITE.fullmatch(site):
            sys.exit(
                "RANKBOOK_FRAMES must name sites, such as https://moodle.example.edu, with spaces "
                f"between them. {site!r} is none."
            )
    return sites


class _Guard:
    """Gives every reply the headers that it lacks, also the reply to a fault of ours."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self.app, self.headers = app, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the app answer, with these headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    given.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except Exception:
            if not begun:  # what stands around us would answer without headers
                await PlainTextResponse("Internal Server Error", 500)(scope, receive, with_headers)
            raise
