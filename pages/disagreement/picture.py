"""Two orders of the same documents side by side, with what each rank adds to two metrics."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from ui.core import theme
from ui.core.documents import RankedList
from ui.core.plain import about, decimals

SIDES: Final = ("Left", "Right")
MOST: Final = 12
"""Most ranks that are drawn."""


class Adds(NamedTuple):
    """A metric of both lists: what each rank adds, both scores, and which list it prefers."""

    label: str
    ranks: Sequence[Sequence[float]]
    scores: Sequence[float]
    prefers: int


def html(lists: Sequence[RankedList], top_grade: int, adds: Sequence[Adds] = ()) -> str:
    """Return the HTML of two lists side by side.

    Each metric in `adds` has a bar in each row. It is highlighted where the same rank of the other
    list adds a different amount.
    """
    sides = "".join(_side(side, ranked, top_grade, adds) for side, ranked in enumerate(lists))
    return f"<div class='rather{' with' * bool(adds)}'>{sides}</div>"


def _side(side: int, ranked: RankedList, top_grade: int, adds: Sequence[Adds]) -> str:
    scores = "".join(
        f"<span{' class=prefers' * (metric.prefers == side)}>{metric.label} "
        f"<b>{decimals(metric.scores[side])}</b></span>"
        for metric in adds
    )
    rows = []
    for rank, document in enumerate(ranked.documents[: min(ranked.retrieved, MOST)]):
        grade = document.grade
        colour, symbol = theme.colour(grade, top_grade), theme.symbol(grade, top_grade)
        judgement = "not judged" if grade is None else f"grade {grade} of {top_grade}"
        rows.append(
            f"<li{about(f'a-{document.id}')}><b>{rank + 1}</b><i aria-hidden='true' "
            f"style='--colour:var(--colour-{colour})'>{symbol}</i>"
            f"<span>{escape(document.title)}</span><small>, {judgement}</small>"
            f"{''.join(_bar(metric, side, rank) for metric in adds)}</li>"
        )
    more = f"<p>and {ranked.retrieved - MOST} more</p>" if ranked.retrieved > MOST else ""
    return (
        f"<section><p><b>{SIDES[side]}</b>{scores}</p>"
        f"<ol role='list' aria-label='{SIDES[side]} list'>{''.join(rows)}</ol>{more}</section>"
    )


def _bar(metric: Adds, side: int, rank: int) -> str:
    lists = metric.ranks[side], metric.ranks[1 - side]
    own, other = (adds[rank] if rank < len(adds) else 0.0 for adds in lists)
    most = max(max(adds, default=0.0) for adds in lists) or 1
    lit = " class=lit" * (abs(own - other) >= 5e-4)
    return (
        f"<em{lit} style='--to:{max(own, 0) / most:.3f}'><small>{metric.label} adds </small>"
        f"<span>{decimals(own)}</span></em>"
    )
