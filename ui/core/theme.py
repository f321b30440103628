"""Sizes, colours and symbols shared by the board and the pictures."""

from collections.abc import Mapping, Sequence
from typing import Final

ROW_PITCH: Final = 58
"""Pixels from the top of one card, or bar, to the top of the next."""

ROW_GAP: Final = 8
"""Pixels of a row that are the gap between two cards; the cut and other lines run there."""

ROW_MIDDLE: Final = (ROW_PITCH - ROW_GAP) / 2
"""Pixels from the top of a card, or bar, to its middle."""

HEAD: Final = 44
"""Pixels above the first card and the first bar, for the headings of columns."""

# Indices into `theme.*.chartCategoricalColors` of .streamlit/config.toml. Grade 0 is grey, higher
# grades are one blue in even steps of lightness.
COLOURS: Final = {
    1: (0, 8),
    2: (0, 4, 8),
    3: (0, 2, 5, 8),
    4: (0, 2, 4, 6, 8),
    5: (0, 2, 4, 6, 7, 8),
    8: tuple(range(9)),
}
HIT: Final = 8
UNJUDGED: Final = 9
LINES: Final = 10
LOST: Final = 11
"""Colours: grades by scale; relevant documents for a binary metric; unjudged documents; lines and
satisfied readers; losses.
"""

_OF_METRICS: Final[Mapping[str, int]] = {
    "average_precision": HIT,
    "ndcg": 0,
    "reciprocal_rank": UNJUDGED,
    "err": LOST,
    "precision": LINES,
    "recall": LOST,
    "f1": HIT,
    "hit": 0,
    "mse": HIT,
    "inversions": LOST,
    "kendall_tau": LOST,
    "spearman_rho": HIT,
    "tau_ap": LINES,
    "rbo": COLOURS[3][1],
}
"""Colours of metrics that share a chart with others."""
_FREE: Final = (HIT, LOST, 0, LINES, COLOURS[3][1])
"""Colours of a chart for metrics without one of their own, most different first."""

SYMBOLS: Final = {
    **{1: "○●", 2: "○◑●", 3: "○◔◑●", 4: "○◔◑◕●"},
    **{5: "○▁▃▄▆█", 8: "○▁▂▃▄▅▆▇█"},
}


def colour(grade: int | None, top_grade: int) -> int:
    """Return the index of a grade's colour in the theme's categorical colours."""
    return UNJUDGED if grade is None else COLOURS[top_grade][grade]


def symbol(grade: int | None, top_grade: int) -> str:
    """Return the symbol of a grade; an unjudged document has a question mark."""
    return "?" if grade is None else SYMBOLS[top_grade][grade]


def grades(top_grade: int) -> dict[str, object]:
    """Return how a board draws grades: the top grade, their symbols and colours."""
    return {
        "top": top_grade,
        "symbols": SYMBOLS[top_grade],
        "colours": COLOURS[top_grade],
        "unjudged": UNJUDGED,
    }


def of_metrics(keys: Sequence[str]) -> list[int]:
    """Return the colour of each metric of a chart, which a metric has on all pages.

    A metric without one, or whose colour another one before it has, gets one that is free.

    >>> of_metrics(["average_precision", "rbp", "f1"])
    [8, 11, 0]
    """
    own: dict[str, int] = {}
    for key in keys:
        if key in _OF_METRICS and _OF_METRICS[key] not in own.values():
            own[key] = _OF_METRICS[key]
    free = iter([colour for colour in _FREE if colour not in own.values()])
    return [own[key] if key in own else next(free) for key in keys]
