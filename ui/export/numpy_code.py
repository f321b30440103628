"""Every metric of the catalog in lines of plain NumPy, with the knobs at their positions.

The lines are in the catalog (`Metric.numpy`). They may use:

- the names that `setting` defines: `k`, `bar`, `grades`, `every`, `hit`, `m`, `top`, `ranks`;
- the functions of `_HELPERS`;
- `{knob}` for the position of a knob. For a curve, such as the gain, this is a list of its
  values: a number for each grade, or for each rank.
"""

from collections.abc import Mapping
from textwrap import indent
from typing import Any, Final

import numpy as np

from metrics.catalog import METRICS
from metrics.gain import DISCOUNTS, GAINS
from metrics.ranking import Ranking
from metrics.reader_models import UTILITIES
from ui.core import knobs
from ui.core.screen import Screen
from ui.draw.score import Measured

_NAMES: Final[Mapping[str, Mapping[Any, str]]] = {
    "denominator": {"relevant": "m", "found": "top.sum()", "capped": "min(m, k)"},
    "missing": {"penalty": "m", "ignore": "top.sum()"},
    "point_count": {
        11: "np.arange(11) / 10",
        3: "(0.2, 0.5, 0.8)",
        "quarters": "(0.25, 0.5, 0.75)",
    },
    "rounding": {"up": "np.ceil(asked - 1e-9)", "trec_eval": "asked + 0.9"},
    "ideal": {"judged": "every, k", "retrieved": "grades, k", "uncut": "every"},
}
"""Code for positions of knobs: a number, or the documents of an ideal order."""

_DISCOUNTS: Final[Mapping[str, str]] = {
    "log": "np.log2({log_base}) / np.log2(all_ranks + 1)",
    "log_thresholded": "np.log2({log_base}) / np.log2(np.maximum(all_ranks, {log_base}))",
    "reciprocal": "1 / all_ranks",
    "power": "(all_ranks + {shift}) ** -float({exponent})",
    "geometric": "float({ratio}) ** (all_ranks - 1)",
    "none": "all_ranks ** 0",
}
"""Code for the weights of all ranks of a list whose length is not known."""

_HELPERS: Final[Mapping[str, str]] = {
    "over": '''\
def over(total, by):
    """Divide, and take 0/0 for 0."""
    return total / by if by else 0.0''',
    "worth": '''\
def worth(values, grades):
    """Look up what each grade is worth; what nobody judged is worth nothing."""
    return np.where(np.isnan(grades), 0, np.array(values)[np.nan_to_num(grades).astype(int)])''',
    "best": '''\
def best(values, grades, k=None):
    """Value the best order of some documents, down to rank k."""
    return -np.sort(-worth(values, grades))[:k]''',
    "stops": '''\
def stops(satisfied, go_on=1):
    """Tell which share of all readers is satisfied at each rank."""
    reach = np.concatenate([[1], (go_on * (1 - satisfied)).cumprod()[:-1]])[: len(satisfied)]
    return reach * satisfied''',
}


def helpers(*texts: str) -> str:
    """Return the source of the functions that some lines call."""
    called = "".join(texts)
    called += "".join(text for name, text in _HELPERS.items() if f"{name}(" in called)
    return "\n\n\n".join(text for name, text in _HELPERS.items() if f"{name}(" in called)


def code_of(measured: Measured) -> str:
    """Return the code of one metric: functions, list and score."""
    score = lines(measured)
    return "\n\n".join(filter(None, (helpers(score), setting(measured), score)))


def setting(measured: Measured) -> str:
    """Return the lines that define a list, shared by all its metrics."""
    return f"""\
k = {measured.screen.k}
bar = {measured.screen.relevant_from}  # from this grade on a document is a hit
grades = np.array({measured.grades}, dtype=float)  # NaN: nobody judged it
every = np.concatenate([grades, np.array({measured.missed}, dtype=float)])  # the missed ones, too
hit = (grades >= bar).astype(float)
m = (every >= bar).sum()
top, ranks = hit[:k], np.arange(1.0, len(hit[:k]) + 1)"""


def lines(measured: Measured) -> str:
    """Return the lines for a metric of the catalog; they end with `score`."""
    arguments = knobs.arguments(measured.key, measured.screen.settings)
    ranks = np.arange(1.0, len(measured.ranked.documents) + 1)
    at = arguments.get("discount")
    weights = _values(DISCOUNTS.get(at, at)(ranks)) if at else ""
    return _lines(measured.key, measured.screen, arguments, weights)


def of_topics(labels: Mapping[str, str], screen: Screen, arguments: Mapping[str, Any]) -> str:
    """Return a function that scores the list of one topic by some metrics, with what it calls.

    Args:
        labels: the labels by metric, under which the function returns the scores.
        screen: the knobs.
        arguments: the arguments of each metric.
    """
    weights = _DISCOUNTS[screen["discount"]].format(**screen.settings)
    each = "\n\n".join(
        f"{_lines(key, screen, arguments[key], weights)}\nfound[{label!r}] = score"
        for key, label in labels.items()
    )
    whole = screen.cutoff is None
    body = f"""\
{"k = len(grades)  # the whole list" if whole else f"k = {screen.cutoff}"}
bar = {screen.relevant_from}  # from this grade on a document is a hit
every = np.concatenate([grades, missed])
hit = (grades >= bar).astype(float)
m = (every >= bar).sum()
top, ranks = hit[:k], np.arange(1.0, len(hit[:k]) + 1)
all_ranks = np.arange(1.0, len(every) + 1)
found = {{}}

{each}

return found"""
    scores = (
        "def scores(grades, missed):\n"
        '    """Score one topic: the grades of its list (NaN: not judged) and the missed ones."""\n'
    )
    return "\n\n\n".join(filter(None, (helpers(body), scores + indent(body, "    "))))


def _lines(key: str, screen: Screen, arguments: Mapping[str, Any], weights: str) -> str:
    """Return the lines for a metric; `weights` is the code of the discount of all ranks."""
    written = {knob: _written(knob, at, screen, weights) for knob, at in arguments.items()}
    return METRICS[key].numpy.format(**written)


def _written(knob: str, at: Any, screen: Screen, weights: str) -> str:
    """Return a knob's position as code; a curve as its value for each grade or rank."""
    grades = np.arange(screen.scale + 1.0)
    match knob:
        case "gain":
            return _values(GAINS.get(at, at)(grades))
        case "utility" | "satisfaction":
            scale = Ranking([], top_grade=screen.scale, relevant_from=screen.relevant_from)
            return _values(UTILITIES.get(at, at)(grades, scale))
        case "discount":
            return weights
        case _ if knob in _NAMES:
            return _NAMES[knob][at]
        case _:
            return repr(at)


def _values(numbers: Any) -> str:
    """Format numbers as a list, integers without a point."""
    return f"[{', '.join(f'{x:g}' if x == int(x) else repr(float(x)) for x in numbers)}]"
