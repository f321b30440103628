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

from . import compare as compare
from .evaluation import evaluate as evaluate
from .runs import InputWarning as InputWarning
