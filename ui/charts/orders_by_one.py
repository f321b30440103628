"""How many orders of a list have which score, and where the list itself stands among them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from ui import theme
from ui.charts.house import MERIT, View, bins
from ui.charts.worked import Row
from ui.plain import decimals

if TYPE_CHECKING:
    from ui.orders import Orders

TITLE: Final = "Where does this list stand among all its orders?"
_BINS: Final = 60
_LANE: Final = 18


def chart() -> View:
    """Draw a bar for each step of the score; further to the right is better."""
    return bins("Score", up="How many orders", room=76, **MERIT)


def rows(found: "Orders", label: str, here: float, whole: tuple[float, float]) -> Iterator[Row]:
    """Write a row for each bar, the list's own place, and the best, mean and worst score.

    Args:
        found: the orders.
        label: what the metric is called.
        here: the merit of the list.
        whole: from where to where the bars go.
    """
    yield from _bars(found, label, whole)
    worst, best = found.ends[0]
    mean = float(np.average(found.merits[0], weights=found.counts))
    each = {"this list": here, "best": best, "mean": mean, "worst": worst}
    for lane, (name, at) in enumerate(each.items()):
        yield {
            **{"part": "mark", "key": name, "low": at, "name": f"{name} {decimals(abs(at))}"},
            **{"lane": lane * _LANE, "left": at > sum(whole) / 2, "strong": not lane},
        }


@lru_cache(maxsize=32)
def _bars(found: "Orders", label: str, whole: tuple[float, float]) -> Sequence[Row]:
    edges = np.linspace(*whole, _BINS + 1)
    bin_of, held = found.binned(0, edges)
    drawn: list[Row] = []
    for at, many in enumerate(held.tolist()):
        if not many and 0 < at < _BINS - 1:  # the outermost keep the axis as long as it is
            continue
        low, high = edges[at : at + 2]
        kinds = np.flatnonzero(bin_of == at)
        said = f"{label} {found.within(low, high)}: "
        drawn.append(
            {
                **{"part": "bin", "key": f"bin{at}", "low": low, "high": high, "bottom": 0},
                **{"top": many, "strong": False, "colour": theme.HIT},
                "said": said + (found.held(many) if many else "no order"),
                "do": found.take(int(kinds[len(kinds) // 2])) if many else None,
            }
        )
    return drawn
