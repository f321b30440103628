"""The lists that one reader may see, one for each way the coins may fall, and who wins each."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import product
from typing import Final

from metrics.interleaving import Draft
from pages.interleaving import model
from ui.core.knobs import Interleaving
from ui.core.plain import counted
from ui.core.screen import Screen

_MOST: Final = 3
"""Most coins that are turned: with more there is no room for all lists."""
_WINNERS: Final = {1: "A", -1: "B", 0: "tie"}


def html(screen: Screen, *, hidden: bool) -> str:
    """Return a table with a column for each list; if `hidden`, without clicks and who wins."""
    now, lists = model.coins(screen), [*_lists(screen)]
    clicks = "" if hidden or model.waits(screen) else screen[Interleaving.CLICKS]
    marks = [" aria-current='true'" * (coins == now) for coins, _, _ in lists]

    def row(head: str, cells: Sequence[str]) -> str:
        each = zip(cells, marks, strict=True)
        inner = "".join(f"<td{mark}>{cell}</td>" for cell, mark in each)
        return f"<tr><th scope='row'>{head}</th>{inner}</tr>"

    heads = ["".join(map(_coin, coins[:_MOST])) for coins, _, _ in lists]
    body = "".join(
        row(f"{at + 1}", [_document(draft, at, clicks) for _, draft, _ in lists])
        for at in range(model.picks(screen))
    )
    won = [_WINNERS[(lead > 0) - (lead < 0)] for _, _, lead in lists]
    foot = row("wins", won if clicks else [""] * len(won))
    told = (
        f"A wins {won.count('A')} of {counted(len(won), 'list')}, B wins {won.count('B')}."
        if clicks
        else "Nobody has clicked yet."
    )
    legend = "A column is a list. Shaded: the one at the left." + " Thick: clicked." * bool(clicks)
    table = f"{row('first', heads)}{body}{foot}"
    return (
        f"<div class='coins'><h2>What if the coins fall another way?</h2><p>{legend}</p>"
        f"<div role='region' aria-label='Lists with other coins'>"
        f"<table style='--lists:{len(lists)}'>{table}</table></div><p><b>{told}</b></p></div>"
    )


def _lists(screen: Screen) -> Iterator[tuple[str, Draft, int]]:
    """Yield coins, the list that they make, and by how many clicks A leads in it."""
    now = model.coins(screen)
    for turned in product("ab", repeat=min(len(now), _MOST)):
        coins = "".join(turned) + now[_MOST:]
        other = screen.with_settings(**{Interleaving.FIRST: coins})
        lead = len(model.clicked(other, "a")) - len(model.clicked(other, "b"))
        yield coins, model.draft(other), lead


def _coin(coin: str) -> str:
    return f"<i class='{coin}'>{coin.upper()}</i>"


def _document(draft: Draft, at: int, clicks: str) -> str:
    """Return the HTML of a document in a list, or of none."""
    if at >= len(draft.documents):
        return ""
    name, team = str(draft.documents[at]), draft.teams[at]
    on = name in clicks
    said = f"<span>, of {team.upper()}{', clicked' * on}</span>"
    return f"<b class='{team}{' on' * on}'>{escape(name)}{said}</b>"
