"""Evaluate a run under the usual names of metrics: a score for each topic, and the means.

The names are those of ir_measures, "nDCG@10", "RBP(p=0.8)", those of trec_eval, "map_cut_10", and
Rankbook's own, in capitals or not. `meaning` says what a name stands for.
"""

import ast
import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from metrics import checks
from metrics.breakdown import Breakdown, Undefined, mean
from metrics.catalog import METRICS, NAMES, nearest
from metrics.conventions.combinations import POSITIONS, defined
from metrics.means import FLOOR, geometric_mean
from metrics.ranking import Ranking
from metrics.runs import Given, read

MEAN: Final = "mean"
"""Name of the row of means."""

_JUDGED: Final = "judged"
_HITS: Final = "hits"
_COUNTED: Final = {
    _JUDGED: "share of the documents that somebody judged",
    _HITS: "how many documents are relevant, as in ranx",
}
_KNOWN: Final = {name.casefold(): meant for name, meant in NAMES.items()} | {
    name: (key, {}) for key in _COUNTED for name in (key, f"{key}@k")
}
_GEOMETRIC: Final = ("gmap", "gm_map")
_ABSENT: Final = {"iprec": "interpolated precision is not computed here"}
_SEVERAL: Final = re.compile(r"(.*[@_.])(\d+(?:,\d+)+)")
"""Several cutoffs in one name, as trec_eval takes them."""


class MetricSettings(NamedTuple):
    """What a name asks for.

    Attributes:
        key: key of the metric.
        knobs: its knobs that the name sets.
        relevant_from: the lowest relevant grade, if the name sets it.
        geometric: whether the mean over topics is the geometric one.
    """

    key: str
    knobs: dict[str, Any]
    relevant_from: float | None = None
    geometric: bool = False


def evaluate(
    run: Given,
    qrels: Given,
    names: Iterable[object] | str,
    *,
    top_grade: int | None = None,
    relevant_from: float = 1,
    undefined: Undefined = "worst",
) -> pd.DataFrame:
    """Score a run under several names: a row for each judged topic, and last the row "mean".

    For all names order and ties are those of trec_eval: highest score first, of equal scores the
    later document id. Judged topics that the run lacks count as empty lists; topics that nobody
    judged do not count. ERR, nERR, RBP and GAP depend on the top grade. gdeval's ERR, which
    ir_measures prints, needs top_grade=4.

    Args:
        run: scores, as a TREC file (its path or content), a dict of dicts, or a DataFrame with the
            columns query_id, doc_id and score, or other usual names (`metrics.runs.read`). A str
            with a line break is content.
        qrels: grades, in any of these forms. A negative grade counts as 0, as in trec_eval for all
            metrics but bpref, where it means a document that nobody judged.
        names: one name or several; `meaning` says what each stands for. A name may have several
            cutoffs, as "P_5,10": then it has a column for each, P_5 and P_10.
        top_grade: highest grade of the scale; None: the highest in the qrels, at least
            1 and at least `relevant_from`.
        relevant_from: lowest grade that counts as relevant, unless a name has its own `rel`.
        undefined: how to treat a topic with an undefined score, such as one with nothing relevant.
            "worst": it has the worst score, as in trec_eval. "skip": it is NaN, and the mean leaves
            it out. "error": refuse.

    Raises:
        ValueError: an unknown name, with the nearest known; a name that is given twice; input as
            for `metrics.runs.read`; a topic that is called "mean".

    >>> run = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"a": 2.0, "d": 1.0}}
    >>> evaluate(run, {"q1": {"a": 1, "c": 1}, "q2": {"d": 2}}, ["AP", "RR@10", "P_1"]).round(3)
    ... # doctest: +NORMALIZE_WHITESPACE
              AP  RR@10  P_1
    topic
    q1     0.833   1.00  1.0
    q2     0.500   0.50  0.0
    mean   0.667   0.75  0.5
    """
    if not isinstance(names, Iterable):
        raise ValueError(f"names must be a name or several, such as ['AP', 'P@5'], got {names!r}")
    given = [names] if isinstance(names, str) else [str(name) for name in names]
    labels = [label for name in given for label in _one_by_one(name)]
    if twice := next((label for label in labels if labels.count(label) > 1), ""):
        raise ValueError(f"{twice!r} is named twice; a table has one column for each name")
    settings = {label: parse(label) for label in labels}
    topics, ranking = read(run, qrels, top_grade=top_grade, relevant_from=relevant_from)
    if MEAN in topics:
        raise ValueError(f"a topic is called {MEAN!r}, which is the name of the row of means")
    scores = {}
    for label, wanted in settings.items():
        found = _computed(wanted, ranking)
        values = found.score
        if undefined == "skip":
            values = np.where(found.undefined, np.nan, values)
        average = mean(found, undefined=undefined)
        if wanted.geometric:
            average = geometric_mean(values[~np.isnan(values)])
        scores[label] = np.append(values, average)
    return pd.DataFrame(scores, index=pd.Index([*topics, MEAN], name="topic"))


def parse(name: str) -> MetricSettings:
    """Return what a name asks for.

    Raises:
        ValueError: an unknown name or parameter, or a cutoff after @ below 1. Other values are
            checked when the metric is computed.

    >>> parse("nDCG(dcg='exp-log2')@5")[:2]
    ('ndcg', {'gain': 'exponential', 'k': 5})
    >>> parse("ndcg").knobs, parse("AP(rel=2)").relevant_from
    ({'ideal': 'uncut'}, 2.0)
    """
    if name.count("(") != name.count(")"):
        raise ValueError(f"a bracket has no counterpart, in {name!r}")
    # The brackets may also stand behind the cutoff.
    turned = re.sub(r"([@_.]\d+)\s*(\(.*\))\s*$", r"\2\1", name)
    parts = re.fullmatch(r"\s*([\w-]+?)(\(.*\))?(?:[@_.](\d+))?\s*", turned)
    stem, given, behind = parts.groups() if parts else (name, None, None)
    if why := _ABSENT.get(re.split(r"[@_.(]", stem, maxsplit=1)[0].casefold()):
        raise ValueError(f"{why}, got {name!r}")
    if not parts and "@" in name:
        raise ValueError(f"the cutoff after @ must be a whole number of at least 1, got {name!r}")
    parameters = _parameters(name, given)
    cutoffs = [parameters.pop(each) for each in ("k", "cutoff") if each in parameters]
    if len(cutoffs) + (behind is not None) > 1:
        raise ValueError(f"a name has one cutoff, k= or @k, got {name!r}")
    cutoff = int(behind) if behind else checks.cutoff(cutoffs[0]) if cutoffs else None
    wanted = stem.casefold().replace("-", "_")
    geometric = wanted in _GEOMETRIC
    if geometric:
        wanted = "map"
    wanted += "@k" * (cutoff is not None)
    if wanted not in _KNOWN:
        if cutoff is not None and wanted.removesuffix("@k") in _KNOWN:
            raise ValueError(f"{stem} takes no cutoff, got {name!r}")
        near = nearest(wanted).replace("@k", f"@{cutoff or 10}").replace("cut@", "cut_")
        near = f"; the nearest name is {near!r}" if near else ", and no known name is like it"
        raise ValueError(f"no metric is called {name!r}{near}")
    key, fixed = _KNOWN[wanted]
    knobs, relevant_from = {**fixed}, None
    for parameter, value in parameters.items():
        if parameter == "rel":
            relevant_from = checks.number("rel", value, above=0)
            if key == "rbp":
                knobs["utility"] = "binary"
        elif parameter == "p":
            knobs["persistence"] = value
        elif parameter == "dcg":
            checks.one_of("dcg", value, ("log2", "exp-log2"))
            knobs["gain"] = "linear" if value == "log2" else "exponential"
        else:
            knobs[parameter] = value
    if cutoff is not None:
        knobs["k"] = checks.cutoff(cutoff)
    taken = () if key in _COUNTED else METRICS[key].knobs
    if wrong := next((knob for knob in knobs if knob not in taken and knob != "k"), ""):
        raise ValueError(f"{stem} has no parameter {wrong!r}, in {name!r}")
    return MetricSettings(key, knobs, relevant_from, geometric)


def _one_by_one(name: str) -> list[str]:
    """Return a name with several cutoffs as one name for each."""
    several = _SEVERAL.fullmatch(name.strip())
    return [f"{several[1]}{k}" for k in several[2].split(",")] if several else [name]


def meaning(name: str) -> str:
    """Say which metric a name stands for, and by which convention.

    >>> meaning("map")
    'AP: divided by all relevant, no cutoff'
    >>> meaning("ndcg")
    'nDCG: gain = grade, ideal of all judged, not cut, no cutoff'
    >>> meaning("ndcg_cut_10")
    'nDCG@10: gain = grade, ideal of all judged, cut at k'
    """
    key, knobs, relevant_from, geometric = parse(name)
    k = knobs.pop("k", None)
    if key in _COUNTED:
        return f"{key.capitalize()}{f'@{k}' * bool(k)}: {_COUNTED[key]}"
    if k is None and METRICS[key].has_cutoff:
        knobs["k"] = "whole"
    if relevant_from is not None:
        knobs["relevant_from"] = relevant_from
    # A list, because a value that cannot be hashed cannot be looked up.
    turned = {knob: at for knob, at in knobs.items() if at in [*POSITIONS.get(knob, ())]}
    words = defined(key, **turned).wording
    others = [f"{knob} = {at}" for knob, at in knobs.items() if knob not in turned]
    if geometric:
        others.append(f"geometric mean over topics, where a score below {FLOOR:.5f} counts as that")
    label = "G" * geometric + METRICS[key].label(k).replace("AP", "MAP" if geometric else "AP")
    return f"{label}: {', '.join(filter(None, (words, *others)))}"


def _parameters(name: str, given: str | None) -> dict[str, Any]:
    """Return the parameters in the brackets of a name."""
    try:
        call = ast.parse(f"f{given or '()'}", mode="eval").body
        if not isinstance(call, ast.Call) or call.args or not isinstance(call.func, ast.Name):
            raise ValueError
        return {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
    except (SyntaxError, TypeError, ValueError):
        raise ValueError(
            f"parameters are written like p=0.8 and separated by commas, got {name!r}"
        ) from None


def _computed(settings: MetricSettings, ranking: Ranking) -> Breakdown:
    key, knobs, relevant_from, _ = settings
    if relevant_from is not None and relevant_from != ranking.relevant_from:
        ranking = Ranking(
            ranking.grades,
            ranking.missed,
            ranking.lengths,
            max(ranking.top_grade, relevant_from),
            relevant_from,
        )
    if key == _HITS:
        return Breakdown({"contribution": ranking.relevant(knobs.get("k"))})
    if key == _JUDGED:
        k = knobs.get("k")
        shown = np.minimum(ranking.cutoff(None), ranking.cutoff(k))
        judged = (~np.isnan(ranking.grades[..., : checks.cutoff(k)])).astype(np.float64)
        return Breakdown({"contribution": judged}).over(shown, {})
    return METRICS[key].compute(ranking, **knobs)
