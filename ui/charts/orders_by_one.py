"""How many orders of a list have which score, and where the list itself stands among them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from metrics.orders import Orders
from ui.charts.house import MERIT, View, bins
from ui.charts.worked import Row
from ui.look import theme
from ui.look.plain import decimals
from ui.models import orders

TITLE: Final = "Where does this list stand among all its orders?"
_BINS: Final = 60
"""Bars from end to end of the axis."""
_LANE: Final = 18


def chart() -> View:
    """Draw a bar for each step of the score; further to the right is better."""
    return bins("Score", up="How many orders", room=94, **MERIT)


def rows(
    found: Orders,
    label: str,
    here: float,
    whole: tuple[float, float],
    marked: Mapping[str, float],
) -> Iterator[Row]:
    """Write a row for each bar, the list's own place, and the best, mean and worst score.

    Args:
        found: the orders.
        label: what the metric is called.
        here: the merit of the list.
        whole: from where to where the axis goes.
        marked: other scores, by their names, which are drawn if any order reaches them.
    """
    yield from _bars(found, label, whole)
    for end in whole:
        yield {"part": "room", "key": f"room{end}", "low": end}
    worst, best = found.ends[0]
    mean = float(np.average(found.merits[0], weights=found.counts))
    each = {"this list": here, "best": best, "mean": mean, "worst": worst}
    each |= {name: at for name, at in marked.items() if worst <= at <= best}
    # a name stands to the left of its line, where other lines begin further down
    for lane, (name, at) in enumerate(sorted(each.items(), key=lambda mark: -mark[1])):
        told = name if name in marked else f"{name} {decimals(abs(at))}"
        yield {
            **{"part": "mark", "key": name, "low": at, "name": told, "lane": lane * _LANE},
            **{"from": lane * _LANE, "left": True, "strong": name == "this list"},
        }


@lru_cache(maxsize=32)
def _bars(found: Orders, label: str, whole: tuple[float, float]) -> Sequence[Row]:
    (worst, best), wide = found.ends[0], (whole[1] - whole[0]) / _BINS
    edges = np.linspace(worst, max(best, worst + wide), max(round((best - worst) / wide), 1) + 1)
    bin_of, held = found.binned(0, edges)
    drawn: list[Row] = []
    for at, many in enumerate(held.tolist()):
        if not many:
            continue
        low, high = edges[at : at + 2]
        kinds = np.flatnonzero(bin_of == at)
        drawn.append(
            {
                **{"part": "bin", "key": f"bin{at}", "low": low, "high": high, "bottom": 0},
                **{"top": many, "strong": False, "colour": theme.HIT},
                "said": f"{label} {orders.score_range(low, high)}: {orders.offer(many)}",
                "do": orders.take(found, int(kinds[len(kinds) // 2])),
            }
        )
    return drawn
