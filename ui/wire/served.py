"""What the server does beside the pages: it serves rooms, and opens the browser of `make run`."""

import asyncio
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
        address = st.get_option("server.address") or "localhost"
        port, base = st.get_option("server.port"), st.get_option("server.baseUrlPath").strip("/")
        at = f"http://{address}:{port}/{base}"
        asyncio.get_running_loop().call_later(0.5, webbrowser.open, at)  # once it answers
    async with of_rooms.lifespan(app):
        yield
