"""What common tools compute under a metric's name, and the evidence for each.

A `Line` says which tool prints which `Definition` under which name, and how it treats ties and odd
input. `printed` scores a list under all lines of a metric:

>>> from metrics.ranking import Ranking
>>> ranking = Ranking([3, 0, 2, 0, 1], missed=[3, 1], top_grade=3)
>>> lines = printed(ranking, 3, "ndcg")
>>> {p.line.name(3): round(p.number, 4) for p in lines if p.line.tool == "ranx"}
{'ndcg@3': 0.6788, 'ndcg_burges@3': 0.6581, 'ndcg': 0.6537, 'ndcg_burges': 0.6471}
"""

from .lines import CONVENTIONS, LINES, TIES, Line
from .printing import (
    Printed,
    ToolInput,
    all_definitions,
    of_ties,
    printed,
    printed_by,
    tools,
    tools_by,
)

__all__ = [
    "CONVENTIONS",
    "LINES",
    "TIES",
    "Line",
    "Printed",
    "ToolInput",
    "all_definitions",
    "of_ties",
    "printed",
    "printed_by",
    "tools",
    "tools_by",
]
