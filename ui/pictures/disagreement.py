"""Two orders of the same documents side by side, and what each rank adds to two metrics in both."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from ui.look import theme
from ui.look.plain import about, decimals
from ui.state.documents import RankedList

SIDES: Final = ("Left", "Right")
MOST: Final = 12
"""Ranks that are drawn."""


class Adds(NamedTuple):
    """What the ranks of both lists add to a metric, its score of both, and which it prefers."""

    label: str
    ranks: Sequence[Sequence[float]]
    scores: Sequence[float]
    prefers: int


def html(lists: Sequence[RankedList], top_grade: int, told: Sequence[Adds] = ()) -> str:
    """Write two lists side by side.

    What `told` holds of metrics stands beside the titles, as a bar in each row; it is lit where it
    differs from what the same rank adds in the other list.
    """
    sides = "".join(_side(at, ranked, top_grade, told) for at, ranked in enumerate(lists))
    return f"<div class='rather{' with' * bool(told)}'>{sides}</div>"


def _side(at: int, ranked: RankedList, top_grade: int, told: Sequence[Adds]) -> str:
    scores = "".join(
        f"<span{' class=prefers' * (each.prefers == at)}>{each.label} "
        f"<b>{decimals(each.scores[at])}</b></span>"
        for each in told
    )
    rows = []
    for rank, document in enumerate(ranked.documents[: min(ranked.retrieved, MOST)]):
        grade = document.grade
        colour, symbol = theme.colour(grade, top_grade), theme.symbol(grade, top_grade)
        said = "not judged" if grade is None else f"grade {grade} of {top_grade}"
        rows.append(
            f"<li{about(f'a-{document.id}')}><b>{rank + 1}</b><i aria-hidden='true' "
            f"style='--colour:var(--colour-{colour})'>{symbol}</i>"
            f"<span>{escape(document.title)}</span><small>, {said}</small>"
            f"{''.join(_bar(each, at, rank) for each in told)}</li>"
        )
    more = f"<p>and {ranked.retrieved - MOST} more</p>" if ranked.retrieved > MOST else ""
    return (
        f"<section><p><b>{SIDES[at]}</b>{scores}</p>"
        f"<ol role='list' aria-label='{SIDES[at]} list'>{''.join(rows)}</ol>{more}</section>"
    )


def _bar(each: Adds, at: int, rank: int) -> str:
    mine, theirs = (
        side[rank] if rank < len(side) else 0.0 for side in (each.ranks[at], each.ranks[1 - at])
    )
    most = max(max(side, default=0.0) for side in each.ranks) or 1
    lit = " class=lit" * (abs(mine - theirs) >= 5e-4)
    return (
        f"<em{lit} style='--to:{max(mine, 0) / most:.3f}'><small>{each.label} adds </small>"
        f"<span>{decimals(mine)}</span></em>"
    )
