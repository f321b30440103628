"""Ranking metrics that show their working: grades in, the terms of every rank and their sum out.

Start with `ranking.Ranking`, read `average.average_precision` beside its formula in a textbook,
and find every metric by its key in `catalog.METRICS`.

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
