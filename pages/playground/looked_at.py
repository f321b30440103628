"""The score whose bars are drawn, and the others, which a click looks at."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ui.core import post
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session
from ui.draw import scoreboard
from ui.draw.many_metrics import IN_SHORT, plain_name
from ui.draw.score import Measured
from ui.parts.controls import turned


def of(measured: Sequence[Measured], screen: Screen) -> str:
    """Return the key of the metric that is looked at: the first one of the chart of all orders."""
    keys = [each.key for each in measured]
    return screen["orders_by"] if screen["orders_by"] in keys else keys[0]


def tiles(measured: Sequence[Measured], chosen: str) -> None:
    """Draw scores side by side, each with its name and what it asks; a click chooses one."""
    st.html(f"<dl class='scores choice'>{''.join(_tile(one, chosen) for one in measured)}</dl>")


def _tile(one: Measured, chosen: str) -> str:
    current = " aria-current=true" * (one.key == chosen)
    href = post.href({"do": "look_at", "to": one.key})
    tile = scoreboard.tile_html(one, f"<a href='{href}'{current}>{one.label}</a>")
    asks = IN_SHORT.get(one.key, "")
    colon = ": " * bool(asks)
    name = f"<i>{plain_name(one.key)}{colon}</i>" if asks else plain_name(one.key)
    said = f"<dd><small>{name}{asks}</small></dd></div>"
    tile = tile.removesuffix("</div>") + said
    return tile.replace("<div>", "<div class=present>", 1) if current else tile


@post.on_session("look_at", linked=True)
def _look_at(state: Session, action: Action) -> None:
    """Show the bars of a metric; what the last move changed stays in sight."""
    state.act(partial(_by, action["to"]), looks=True)


def _by(key: object, screen: Screen) -> Screen:
    """Return a screen whose orders are those by a metric; two metrics change places."""
    now = turned(screen, "orders_by", key)
    if now["orders_by"] != now["orders_against"]:
        return now
    return now.with_settings(orders_against=screen["orders_by"])
