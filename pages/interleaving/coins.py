"""The lists that readers may see, one for each way the coins may fall, and who wins each."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Final

from metrics.interleaving import Draft, Team
from pages.interleaving import drawing, model
from pages.interleaving.knobs import Interleaving
from ui.core.plain import counted, decimals
from ui.core.screen import Screen

MOST: Final = 3
"""Most coins that are turned: with more there is no room for all lists."""

_NAMED: Final = 0.08
"""Least share of a bar that has room for its name."""


def html(screen: Screen, told: str, *, hidden: bool, ranked: bool = False) -> str:
    """Return a table with a column for each list; if `hidden`, without clicks and who wins.

    Args:
        screen: the screen.
        told: what is said of many readers below the table.
        hidden: whether the answer is hidden.
        ranked: whether both rankings stand in front of the lists, and behind them who looks.
    """
    now, one = model.coins(screen), model.is_one(screen)
    lists = [*model.lists(screen, MOST)]
    rankings = model.rankings(screen)
    clicks = screen[Interleaving.CLICKS] * (one and not hidden)
    worked_at = 1 % len(lists)
    marks = [" aria-current='true'" * (one and each.coins == now) for each in lists]
    how = "" if one else _worked(screen, lists[worked_at])
    if how:
        marks[worked_at] = " class='framed'"

    def row(head: str, cells: Sequence[str], beside: Sequence[str] = ("", "", "")) -> str:
        each = "".join(f"<td{mark}>{cell}</td>" for cell, mark in zip(cells, marks, strict=True))
        a, b, look = (f"<td>{cell}</td>" for cell in beside)
        inner = f"{a}{b}{each}{look}" if ranked else each
        return f"<tr><th scope='row'>{head}</th>{inner}</tr>"

    heads = ["".join(map(_coin, each.coins[:MOST])) for each in lists]
    body = "".join(
        row(
            f"{at + 1}",
            [_document(screen, each.draft, at, clicks) for each in lists],
            [
                *(drawing.shown(screen, each[at]) if at < len(each) else "" for each in rankings),
                f"<small>{_click(screen, at)}</small>",
            ],
        )
        for at in range(model.picks(screen))
    )
    if one:
        won = ["A" if each.a else "B" if each.b else "tie" for each in lists]
        foot = row("wins", ["" if hidden else f"<strong>{each}</strong>" for each in won])
        told = f"A wins {won.count('A')} of {counted(len(won), 'list')}, B wins {won.count('B')}."
    else:
        foot = row("A wins", [_share(each.a, each.b) for each in lists])
        foot += row("B wins", [_share(each.b, each.a) for each in lists])
    title, legend = "Rankings A and B, lists by coins.", "All equally often."
    if one:
        title = "What if the coins fall another way?"
        legend = "A column is a list. Shaded: the list of this board. Thick: clicked."
    table = f"{row('first', heads, ('A', 'B', '<small>● click</small>'))}{body}{foot}"
    return (
        f"<div class='coins{' of-many' * (not one)}'><h2>{title}</h2> <p>{legend}</p>"
        f"<div role='region' aria-label='Lists with other coins'>"
        f"<table style='--lists:{len(lists) + 3 * ranked}'>{table}</table></div>"
        f"{how}<p><b>{'' if hidden else told}</b></p>{'' if one else _all(screen)}</div>"
    )


def _click(screen: Screen, at: int) -> str:
    """Return the share of many readers that clicks on a relevant document at a rank."""
    return _fraction(model.clicks_at(screen)[at])


def at_rank_3(screen: Screen) -> str:
    """Return the share that looks at rank 3, times the half that clicks; "" if all look."""
    clicks = model.clicks_at(screen)[2:3]
    if not clicks or model.none_is_relevant(screen) or 2 * clicks[0] == 1:
        return ""
    return f": at rank 3 it is {_fraction(2 * clicks[0])} · 1/2 = {_fraction(clicks[0])}"


def _worked(screen: Screen, merged: model.Merged) -> str:
    """Return how A or B wins the readers of a list: there is a sum if one or two are relevant."""
    chances, clicks = model.chances(screen), model.clicks_at(screen)
    rows = zip(merged.draft.documents, merged.draft.teams, clicks, strict=False)
    relevant = [(str(name), team, p) for name, team, p in rows if chances[str(name)]]
    found = [(model.names(screen, name)[0], team, p) for name, team, p in relevant]
    if not 1 <= len(found) <= 2 or model.is_balanced(screen) or model.none_is_relevant(screen):
        return ""
    (one, team, p), *others = found
    if not others:
        case, sum_, share = f"{one} is clicked", f"{_fraction(p)} = ", p
    else:
        ((other, by, q),) = others
        case = f"{one} or {other} is clicked" if by == team else f"{one} is clicked, not {other}"
        left = f"(1 − {_fraction(p)}) · (1 − {_fraction(q)})"
        sum_ = f"1 − {left} = " if by == team else f"{_fraction(p)} · (1 − {_fraction(q)}) = "
        share = 1 - (1 - p) * (1 - q) if by == team else p * (1 - q)
    name, coins = team.upper(), merged.coins[:MOST].upper()
    return f"<p class='how'>{coins}: {name} wins if {case}: {sum_}{decimals(share)}</p>"


def _fraction(share: float) -> str:
    """Write a share as a fraction with a small denominator, if it is one."""
    found = Fraction(share).limit_denominator(200)
    return f"{found}" if abs(found - share) < 1e-12 else decimals(share)


def _all(screen: Screen) -> str:
    """Return all readers as a bar: those that A wins, ties, and those that B wins."""
    found = model.expected(screen)
    tie = 1 - found.a - found.b
    parts = (
        f"<{tag} class='{look}' style='flex-grow:{share:.4f}'>{name * (share >= _NAMED)}</{tag}>"
        for tag, look, name, share in (
            ("b", "a", "A", found.a),
            ("i", "tie", "tie", tie),
            ("b", "b", "B", found.b),
        )
    )
    return f"<p class='all' aria-hidden='true'>{''.join(parts)}</p>"


def _share(one: float, other: float) -> str:
    """Write a share of readers, thick if it is the larger one."""
    tag = "strong" if one > other else "span"
    return f"<{tag} class='share'>{decimals(one)}</{tag}>"


def _coin(coin: str) -> str:
    return f"<i class='{coin}'>{coin.upper()}</i>"


def _document(screen: Screen, draft: Draft[Team], at: int, clicks: str) -> str:
    """Return the HTML of a document in a list, or of none."""
    if at >= len(draft.documents):
        return ""
    name, team = str(draft.documents[at]), draft.teams[at]
    on = name in clicks
    said = f"<span>, of {team.upper()}{', clicked' * on}</span>"
    return f"<b class='{team}{' on' * on}'>{escape(drawing.shown(screen, name))}{said}</b>"
