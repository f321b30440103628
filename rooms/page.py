"""The phone's page."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

INLINE: Final[tuple[str, ...]] = ()
"""The texts of the page's <script> and <style> elements: the browser runs no others."""

FILES: Final[Mapping[str, bytes]] = {}
"""What the page fetches from `room/-/`, by file name; the name holds a hash of the content."""


def html(base: str, code: str, told: Mapping[str, Any] | None, mine: Mapping[str, Any]) -> str:
    """Return the page of a room; `told` is None if there is no such room."""
    return f"<!doctype html><title>Rankbook</title>{escape(f'{base} {code} {told} {mine}')}"
