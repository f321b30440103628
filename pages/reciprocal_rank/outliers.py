"""The mean RR and the mean rank of four queries: three hit at rank 1, one anywhere."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np

from metrics.breakdown import mean
from metrics.first_hit import first_relevant_rank, reciprocal_rank
from metrics.ranking import Ranking
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends
from ui.draw.score import Measured
from ui.draw.style import GROWN, View, across, curves, stack, up

TITLE: Final = "Which mean does one bad query change most?"
VIEWS: Final = ("What does the fourth query do to the mean rank?",)
_DEEPEST: Final = 20


def chart() -> View:
    """Draw the mean RR, and below it the mean rank, over the rank of the fourth query's hit."""
    values = [1, 5, 10, 15, 20]
    rank = across("x", "Fourth at rank", format="d", values=values)
    worth = up("worth", "Mean RR", 1.4, values=[0, 0.5, 1])  # a name above the curve
    ranks = up("opened", "Mean rank of the first hits", None, tickCount=3)
    return stack(
        curves(across("x", "", format="d", values=values), worth, dots=True, high=130),
        curves(rank, ranks, dots=True, sentence=GROWN, high=130),
    )


def rows(rr: Measured, _other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank and mean, and for the first hit of the list."""
    ranks, retrieved = range(1, _DEEPEST + 1), rr.ranked.retrieved
    relevant = [(d.grade or 0) >= rr.screen.relevant_from for d in rr.ranked.documents[:retrieved]]
    stands = relevant.index(True) + 1 if any(relevant) else 0
    means = _means()
    for (view, name), each, colour in zip(_VIEWS.items(), means, _COLOURS, strict=True):
        look = {"colour": colour, "dash": 0}
        drawn = [
            *curve(name, ranks, each, strong=True, colour=colour),
            *ends({name: (_DEEPEST, each[-1])}, 0, name, looks={name: look}),
        ]
        if 0 < stands <= _DEEPEST:
            here = {"x": stands, "y": each[stands - 1], "colour": colour}
            drawn.append({"part": "here", "key": f"here {name}", **here})
        for row in drawn:
            yield {**row, view: row["y"], "y": None}
    for rank, worth, opened in zip(ranks, *means, strict=True):
        begins = f"Rank {rank}:" if rank <= retrieved else f"First hit at rank {rank}:"
        hit = rr.ranked.documents[stands - 1].id if stands and rank <= retrieved else ""
        yield column(
            rank,
            (1, _DEEPEST),
            f"{begins} (1 + 1 + 1 + 1/{rank}) / 4 = {decimals(worth)}, the mean RR",
            {"do": "move", "list": "a", "id": hit, "to": rank - 1} if hit else None,
            grown=f"{begins} (1 + 1 + 1 + {rank}) / 4 = {decimals(opened, 2)}, the mean rank",
        )
    if 0 < stands <= _DEEPEST:
        place = {"x": stands, "label": "this list", "left": stands > _DEEPEST / 2}
        yield {"part": "mark", "key": "mark", **place}


@cache
def _means() -> tuple[list[float], list[float]]:
    """Return both means without a cutoff, for each rank of the fourth query's first hit."""
    hits = np.eye(_DEEPEST)
    four = [Ranking(hits[[0, 0, 0, at]]) for at in range(_DEEPEST)]
    worth = [float(mean(reciprocal_rank(each))) for each in four]
    return worth, [float(mean(first_relevant_rank(each, _DEEPEST))) for each in four]


_VIEWS: Final = {"worth": "mean RR", "opened": "mean rank"}
_COLOURS: Final = (theme.HIT, theme.LOST)
