"""Every metric of the catalog as a line or a few of plain NumPy, as the knobs stand.

Where a knob is a curve (what a grade is worth, what a rank weighs) the lines hold its values: a
number for each grade, or for each rank.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from metrics.browsing import UTILITIES
from metrics.gain import DISCOUNTS, GAINS
from metrics.ranking import Ranking
from ui import knobs
from ui.score import Measured

_BY: Final = {"relevant": "m", "found": "top.sum()", "capped": "min(m, k)"}
"""What AP, and others after it, may divide by."""
_POOLS: Final = {"judged": "every, k", "retrieved": "grades, k", "uncut": "every"}
"""Which documents an ideal order is made of, and where it is cut."""

HELP: Final = '''\
def over(total, by):
    """Divide, and take 0/0 for 0."""
    return total / by if by else 0.0


def worth(values, grades):
    """Look up what each grade is worth; what nobody judged is worth nothing."""
    return np.where(np.isnan(grades), 0, np.array(values)[np.nan_to_num(grades).astype(int)])


def best(values, grades, k=None):
    """Value the best order of some documents, down to rank k."""
    return -np.sort(-worth(values, grades))[:k]


def stops(satisfied, go_on=1):
    """Tell which share of all readers is satisfied at each rank."""
    reach = np.concatenate([[1], (go_on * (1 - satisfied)).cumprod()[:-1]])[: len(satisfied)]
    return reach * satisfied'''
"""Functions that the lines call."""

_LINES: Final[Mapping[str, str]] = {
    "hit": "score = float(top.any())",
    "precision": "score = top.sum() / k",
    "recall": "score = over(top.sum(), {by})",
    "f1": "score = over(2 * top.sum(), k + m)",
    "r_precision": "score = over(hit[:m].sum(), m)",
    "reciprocal_rank": "score = (top / ranks).max(initial=0)",
    "first_relevant_rank": "score = ranks[top > 0].min(initial=k + 1)",
    "mean_rank_of_the_found": "score = (top * ranks).sum() / top.sum() if top.any() else k + 1",
    "mean_rank": "charged = (m - top.sum()) * (k + 1)\n"
    "score = ((top * ranks).sum() + charged) / m if m else k + 1",
    "average_precision": "score = over((top * top.cumsum() / ranks).sum(), {by})",
    "average_recall": "score = over((top * top.cumsum()).sum(), m * top.sum())",
    "graded_average_precision": """\
score = reach = 0.0
for bar, share in enumerate({shares}, start=1):
    good = grades[:k] >= bar
    score += share * (good * good.cumsum() / ranks).sum()
    reach += share * (every >= bar).sum()
score = over(score, reach)""",
    "q_measure": """\
gained, ideal = worth({gain}, grades[:k]).cumsum(), best({gain}, every, k).cumsum()
blended = (top.cumsum() + {patience} * gained) / (ranks + {patience} * ideal[: len(ranks)])
score = over((blended * top).sum(), {by})""",
    "bpref": """\
above = (grades < {bar}).cumsum()  # judged, and not relevant
least = min((every < {bar}).sum(), m)
preferred = 1 - (np.minimum(above, m) / least if least else 0)
score = over((preferred * hit).sum(), m)""",
    "cumulative_gain": "score = worth({gain}, grades[:k]).sum()",
    "dcg": "score = (worth({gain}, grades[:k]) * weights[: len(ranks)]).sum()",
    "ndcg": """\
ideal = best({gain}, {pool})
dcg = (worth({gain}, grades[:k]) * weights[: len(ranks)]).sum()
score = over(dcg, (ideal * weights[: len(ideal)]).sum())""",
    "rbp": "score = ((1 - {p}) * {p} ** np.arange(len(grades)) * worth({utility}, grades)).sum()",
    "err": "score = (stops(worth({satisfied}, grades[:k]), {go_on}) / ranks).sum()",
    "nerr": """\
ideal = best({satisfied}, {pool})
err = (stops(worth({satisfied}, grades[:k]), {go_on}) / ranks).sum()
score = over(err, (stops(ideal, {go_on}) / np.arange(1, len(ideal) + 1)).sum())""",
}


def setting(measured: Measured) -> str:
    """Write the lines that all metrics of a list begin with."""
    return f"""\
k = {measured.screen.k}
grades = np.array({measured.grades}, dtype=float)  # NaN: nobody judged it
every = np.concatenate([grades, np.array({measured.missed}, dtype=float)])  # the missed ones, too
hit = (grades >= {measured.screen.relevant_from}).astype(float)
m = (every >= {measured.screen.relevant_from}).sum()
top, ranks = hit[:k], np.arange(1.0, len(hit[:k]) + 1)"""


def lines(measured: Measured) -> str:
    """Write the lines for a metric of the catalog, which end with `score`."""
    screen, given = measured.screen, knobs.arguments(measured.key, measured.screen.settings)
    grades = np.arange(screen.scale + 1.0)
    scale = Ranking([], top_grade=screen.scale, relevant_from=screen.relevant_from)
    filled = {
        "by": _BY[given.get("denominator", "relevant")],
        "bar": screen.relevant_from,
        "shares": given.get("thresholds"),
        "patience": given.get("patience"),
        "pool": _POOLS[given.get("ideal", "judged")],
        "p": given.get("persistence"),
        "go_on": given.get("continuation"),
    }
    if "gain" in given:
        filled["gain"] = _values(GAINS.get(given["gain"], given["gain"])(grades))
    for name, place in (("utility", "utility"), ("satisfaction", "satisfied")):
        if name in given:
            curve = UTILITIES.get(given[name], given[name])
            filled[place] = _values(curve(grades, scale))
    of_found = given.get("missing") == "ignore"
    text = _LINES[measured.key + "_of_the_found" * of_found].format(**filled)
    if "discount" in given:
        depth = np.arange(1.0, len(measured.ranked.documents) + 1)
        weights = DISCOUNTS.get(given["discount"], given["discount"])(depth)
        text = f"weights = np.array({_values(weights)})\n{text}"
    return text


def _values(numbers: Any) -> str:
    """Write numbers, whole ones without a point."""
    return f"[{', '.join(f'{x:g}' if x == int(x) else repr(float(x)) for x in numbers)}]"
