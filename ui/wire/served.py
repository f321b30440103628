"""What the server does beside the pages: it serves rooms, and opens the browser of `make run`."""

import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.routing import BaseRoute

from rooms import routes as of_rooms


def routes() -> list[BaseRoute]:
    """Return the routes of the rooms."""
    return of_rooms.routes(st.get_option("server.baseUrlPath"))


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
