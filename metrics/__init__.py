"""Ranking metrics that show their working: grades in, one term per rank and their sum out.

Start with `ranking.Ranking`, then compare `average.average_precision` with its textbook formula.
`catalog.METRICS` holds every metric by its key. All metrics share one interface:

Args:
    ranking: a `Ranking`, one list of shape (n,) or a batch of shape (..., n).
    k: cutoff in ranks, a whole number of at least 1. None: the whole list.
    **knobs: keyword arguments of the metric.

Returns:
    A `Breakdown` with terms of shape (..., min(k, n)) and scores of shape (...).

Raises:
    ValueError: for an invalid k or knob. The message names the parameter, value and limits.

`evaluate` scores a run under the usual names, and `compare.runs` compares two:

>>> import metrics
>>> metrics.evaluate({"q": {"a": 2, "b": 1}}, {"q": {"b": 1}}, ["RR", "P@1"]).loc["mean"].tolist()
[0.5, 0.0]

>>> from metrics.catalog import METRICS
>>> from metrics.ranking import Ranking
>>> breakdown = METRICS["precision"].compute(Ranking([1, 0, 1, 1, 0]), k=2)
>>> float(breakdown.score)
0.5
>>> breakdown.table()
   rank  relevant  contribution
0     1       1.0           0.5
1     2       0.0           0.0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import compare as compare
    from .evaluation import evaluate as evaluate
    from .runs import InputWarning as InputWarning

_FROM = {"evaluate": ".evaluation", "InputWarning": ".runs"}


def __getattr__(name: str) -> Any:
    """Import what stands above when it is first asked for: `rankbook --help` needs no pandas."""
    if name == "compare":
        return import_module(".compare", __name__)
    if name in _FROM:
        return getattr(import_module(_FROM[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
