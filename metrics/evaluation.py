"""Evaluate a run under the usual names of metrics: a score for each topic, and the means.

The names are those of ir_measures, "nDCG@10", "RBP(p=0.8)", those of trec_eval, "map_cut_10", and
Rankbook's own, in capitals or not. `meaning` says what a name stands for.
"""

import ast
import math
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict, Unpack

import numpy as np

from . import checks
from .arrays import Array, average
from .breakdown import Breakdown, Undefined, left_out
from .catalog import METRICS, NAMES, nearest
from .means import FLOOR, geometric_mean
from .ranking import Ranking
from .reading.noticed import Noticed
from .reading.rows import Note, Progress
from .runs import Given, InputWarning, JudgedRun, Precision, read
from .top_k import f_beta

if TYPE_CHECKING:
    import pandas as pd

    from .conventions.definitions import Definition

MEAN: Final = "mean"
"""Name of the row of means."""

_JUDGED: Final = "judged"
_HITS: Final = "hits"
_F: Final = "f"
_COUNTED: Final = {
    _JUDGED: "share of the documents that somebody judged",
    _HITS: "how many documents are relevant, as in ranx",
    _F: "(1 + β²) times the hits, over k + β² times the relevant documents",
    "num_ret": "how many documents were retrieved",
    "num_rel": "how many relevant documents exist",
    "num_rel_ret": "how many relevant documents were retrieved",
}
_KNOWN: Final = (
    {name.casefold(): meant for name, meant in NAMES.items()}
    | {
        name: (key, {})
        for key in _COUNTED
        for name in (key, f"{key}@k")
        if not (key.startswith("num") and name != key)
    }
    | {"numret": ("num_ret", {}), "numrel": ("num_rel", {}), "numrelret": ("num_rel_ret", {})}
)
_SAME: Final = {
    "avg_prec": "map",
    "mean_average_precision": "map",
    "mean_avg_prec": "map",
    "mean_reciprocal_rank": "mrr",
    "recip_rank_cut": "mrr",
    "normalized_dcg": "ndcg",
    "normalized_discounted_cumulative_gain": "ndcg",
    "n_dcg": "ndcg",
    "discounted_cumulative_gain": "dcg",
    "hr": "hit",
    "s": "hit",
    "hitrate": "hit",
    "hit_ratio": "hit",
    "hitratio": "hit",
    "success_rate": "hit",
    "rec": "recall",
    "tpr": "recall",
    "r_prec": "rprec",
    "b_pref": "bpref",
    "set_f1": "set_f",
    "f_1": "f1",
    "f1_measure": "f1",
    "fmeasure": "f1",
    "fbeta": "f",
    "f_beta": "f",
    "fbeta_score": "f",
}
"""Other spellings, beside those that the reference lists."""
_GEOMETRIC: Final = ("gmap", "gm_map")
_ABSENT: Final = {
    "alpha": "diversity is not measured here",
    "infap": "infAP is not computed here; Bpref is another metric for few judgements",
    **dict.fromkeys(("accuracy", "acc"), "accuracy has several meanings; Success is hit or miss"),
    "amr": "the adjusted mean rank is not computed here",
}
_AT_RECALL: Final = re.compile(
    r"\s*(iprec(?:_at_recall)?|interpolated_precision)(?:\((.*)\))?[@_](\d*\.?\d+)\s*", re.I
)
"""A name with a level of recall where others have a cutoff, as "IPrec@0.5"."""
_CLOSE: Final = re.compile(r"(ndcg(?:_cut)?|dcg|mrr|p|prec|precision|recall|hit)-?(\d+)", re.I)
"""A cutoff without a sign before it. Not for AP: AP50 is of another kind, for pictures."""
_SEVERAL: Final = re.compile(r"(.*[@_.])(\d+(?:,\d+)+)")
"""Several cutoffs in one name, as trec_eval takes them."""


class Options(TypedDict, total=False):
    """Further arguments of `evaluate`, which explains them."""

    top_grade: float | None
    relevant_from: float
    undefined: Undefined
    precision: Precision
    order_of_lines: bool
    worth: Mapping[str, float] | None


_RULES: Final[Options] = {
    "top_grade": None,
    "relevant_from": 1,
    "undefined": "worst",
    "precision": "single",
    "order_of_lines": False,
    "worth": None,
}


class MetricSettings(NamedTuple):
    """What a name asks for.

    Attributes:
        key: key of the metric.
        knobs: its knobs that the name sets.
        relevant_from: the lowest relevant grade, if the name sets it.
        geometric: whether the mean over topics is the geometric one.
        judged_only: whether documents that nobody judged are left out (`Ranking.condensed`).
    """

    key: str
    knobs: dict[str, Any]
    relevant_from: float | None = None
    geometric: bool = False
    judged_only: bool = False


def evaluate(
    run: Given,
    qrels: "Given | None",
    names: Iterable[object] | str,
    *,
    top_grade: float | None = None,
    relevant_from: float = 1,
    undefined: Undefined = "worst",
    precision: Precision = "single",
    order_of_lines: bool = False,
    worth: Mapping[str, float] | None = None,
) -> "pd.DataFrame":
    """Score a run under several names: a row for each judged topic, and last the row "mean".

    For all names order and ties are those of trec_eval: highest score first, of equal scores the
    later document id. Judged topics that the run lacks count as empty lists; topics that nobody
    judged do not count. ERR, nERR, RBP and GAP depend on the top grade. gdeval's ERR, which
    ir_measures prints, needs top_grade=4.

    What was noticed stands in `attrs["notes"]` of the table. Where the numbers may not be those
    that were meant, there is an `InputWarning`, too.

    Args:
        run: scores, as a file (its path or content), a dict of dicts, or a DataFrame with the
            columns query_id, doc_id and score, or other usual names. A file may be a TREC run, a
            table, JSON, or gzip of these (`metrics.runs.read`). A str with a line break is content.
            A dict may have a list of ids for each topic, best first.
        qrels: grades, in any of these forms; None where the run has a grade for each document. A
            negative grade counts as 0, as in trec_eval for all metrics but bpref, where it means a
            document that nobody judged. A dict may have a list or a set of relevant ids for each
            topic.
        names: one name or several; `meaning` says what each stands for. A name may have several
            cutoffs, as "P_5,10": then it has a column for each, P_5 and P_10.
        top_grade: highest grade of the scale; None: the highest in the qrels, at least
            1 and at least `relevant_from`.
        relevant_from: lowest grade that counts as relevant, unless a name has its own `rel`.
        undefined: how to treat a topic with an undefined score, such as one with nothing relevant.
            "worst": it has the worst score, as in trec_eval. "skip": it is NaN, and the mean leaves
            it out. "error": refuse.
        precision: of scores: "single" as up to trec_eval 9, "double" as in trec_eval 10.
        order_of_lines: whether the lines of judgements without a ranking are one, best first.
        worth: what words are worth as grades, such as {"E": 3, "S": 2}.

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
    found = summed_up(
        scored(
            run,
            qrels,
            names,
            top_grade=top_grade,
            relevant_from=relevant_from,
            undefined=undefined,
            precision=precision,
            order_of_lines=order_of_lines,
            worth=worth,
        )
    )
    for doubt in found.doubts:
        warnings.warn(doubt, InputWarning, stacklevel=2)
    return found.table()


class Scored(NamedTuple):
    """Scores of topics, before there are means.

    Attributes:
        topics: names of n topics.
        scores: shape (n,) for each name of a metric; NaN where a score is undefined and left out.
        noticed: what was noticed.
        top_grade: highest grade of the scale.
        rules: the arguments by which topics were scored.
    """

    topics: tuple[str, ...]
    scores: Mapping[str, Array]
    noticed: Noticed
    top_grade: float
    rules: Options


def scored(
    run: Given,
    qrels: "Given | None",
    names: Iterable[object] | str,
    *,
    part: bool = False,
    progress: Progress = lambda _share: None,
    **asked: Unpack[Options],
) -> Scored:
    """Score each topic, as `evaluate`, which says what the arguments mean.

    Args:
        run: as for `evaluate`.
        qrels: as for `evaluate`.
        names: as for `evaluate`.
        part: whether this is part of more, and may be empty or share no topic.
        progress: called with the share of the work that is done: half of it is to read.
        asked: as for `evaluate`.
    """
    if not isinstance(names, Iterable):
        raise ValueError(f"names must be a name or several, such as ['AP', 'P@5'], got {names!r}")
    given = [names] if isinstance(names, str) else [str(name) for name in names]
    labels = [label for name in given for label in _one_by_one(name)]
    if twice := checks.repeated(labels):
        raise ValueError(f"{twice!r} is named twice; a table has one column for each name")
    settings = {label: parse(label) for label in labels}
    rules: Options = {**_RULES, **asked}
    undefined = rules["undefined"]
    reading: Any = {name: value for name, value in rules.items() if name != "undefined"}
    judged = read(run, qrels, part=part, progress=lambda read: progress(read / 2), **reading)
    if MEAN in judged.topics:
        raise ValueError(f"a topic is called {MEAN!r}, which is the name of the row of means")
    scores = {}
    for at, (label, wanted) in enumerate(settings.items()):
        progress(1 / 2 + at / (2 * len(settings)))
        if not judged.topics:
            scores[label] = np.zeros(0)
            continue
        found = _computed(wanted, judged)
        scores[label] = np.where(left_out(found, undefined), np.nan, found.score)
    return Scored(judged.topics, scores, judged.noticed, judged.ranking.top_grade, rules)


class Summary(NamedTuple):
    """What `evaluate` returns, before it is a table.

    Attributes:
        topics: names of n topics, and last "mean".
        columns: shape (n + 1,) for each name of a metric.
        notes: what was noticed.
        doubts: what of that may be a mistake.
    """

    topics: tuple[str, ...]
    columns: Mapping[str, Array]
    notes: Sequence[str]
    doubts: Sequence[str]

    def table(self) -> "pd.DataFrame":
        """Return the table."""
        import pandas as pd

        table = pd.DataFrame(self.columns, index=pd.Index(self.topics, name="topic"))
        table.attrs["notes"] = [*self.notes]
        return table


def summed_up(found: Scored) -> Summary:
    """Return scores with their means and with what was noticed."""
    columns, counted = {}, {}
    settings = {label: parse(label) for label in found.scores}
    for label, values in found.scores.items():
        defined = values[~np.isnan(values)]
        counted[label] = len(defined)
        mean = geometric_mean if settings[label].geometric else average
        columns[label] = np.append(values, mean(defined))
    notes = [
        *_of_means(counted, len(found.topics)),
        *found.noticed.notes(found.top_grade, found.rules["relevant_from"]),
    ]
    binary = any(key in _COUNTED or METRICS[key].reads != "graded" for key, *_ in settings.values())
    return Summary(
        (*found.topics, MEAN),
        columns,
        [note.text for note in notes],
        [note.text for note in notes if note.doubt and (binary or not note.of_hits)],
    )


def reads_scale(name: str) -> bool:
    """Return whether scores depend on the top grade, and not on the grades alone.

    >>> reads_scale("ERR@20"), reads_scale("nDCG@20")
    (True, False)
    """
    wanted = parse(name)
    low = max(3, wanted.relevant_from or 0)

    def score(top: float) -> Array:
        ranking = Ranking([[1, 0, 3, math.nan]], [[2]], top_grade=top)
        return _computed(wanted, JudgedRun(("",), ranking, Noticed(1, 4, 1))).score

    try:
        return not np.array_equal(score(low), score(low + 4))
    except ValueError:  # as for GAP with a share for each grade
        return True


def _of_means(counted: Mapping[str, int], topics: int) -> list[Note]:
    """Note that means are over different topics."""
    if len({*counted.values()}) < 2:
        return []
    of = ", ".join(f"{label} over {count:,}" for label, count in counted.items())
    return [Note(f"The means leave out different topics: of {topics:,}, {of}.", doubt=True)]


def parse(name: str) -> MetricSettings:
    """Return what a name asks for.

    Raises:
        ValueError: an unknown name or parameter, or a cutoff after @ below 1. A name that another
            tool prints is told as a name of ours. Other values are checked when the metric is
            computed.

    >>> parse("nDCG(dcg='exp-log2')@5")[:2]
    ('ndcg', {'gain': 'exponential', 'k': 5})
    >>> parse("ndcg").knobs, parse("AP(rel=2)").relevant_from
    ({'ideal': 'uncut'}, 2.0)
    """
    try:
        return _parse(name)
    except ValueError:
        if said := _as_tools_print(name.strip()):
            raise ValueError(f"no metric is called {name!r}; {said}") from None
        raise


def _as_tools_print(name: str) -> str:
    """Say for what tools print a name, by our names if there are any; "" if none prints it."""
    from .conventions import CONVENTIONS, LINES

    said: dict[str, list[str]] = {}
    for line in LINES:
        if found := line.read_name(name):
            definition, (k, threshold) = CONVENTIONS[line.definition], found
            ours = _ours(definition, k, threshold)
            meant = repr(ours) if ours else f"{definition.label(k)}, {definition.wording}"
            said.setdefault(meant, []).append(line.tool)
    return "; ".join(
        f"{' and '.join(dict.fromkeys(by))} print{'s' * (len({*by}) == 1)} it for {meant}"
        for meant, by in said.items()
    )


def _ours(definition: "Definition", k: int | None, threshold: float) -> str:
    """Return the name here of what a tool prints, or "" if no name is exactly that."""
    metric, knobs = METRICS[definition.metric], dict(definition.knobs)
    if knobs.pop("k", "") == "whole":
        k = None
    elif "k" in metric.knobs and not metric.has_cutoff:
        return ""
    given = {knob: repr(at) for knob, at in knobs.items()}
    if given.keys() - {*metric.knobs} or knobs.get("gain") == "binary":
        return ""
    given |= {"rel": f"{threshold:g}"} if threshold > 1 else {}
    brackets = f"({', '.join(f'{knob}={at}' for knob, at in given.items())})" * bool(given)
    ours = f"{metric.label()}{brackets}{f'@{k}' * (k is not None and metric.has_cutoff)}"
    meant = meaning(ours).partition(": ")[2].replace(f", relevant from grade {threshold:g}", "")
    wording = definition.wording
    return ours * (
        meant in (wording, wording.removesuffix(", no cutoff" * (not metric.has_cutoff)))
    )


def _parse(name: str) -> MetricSettings:
    """Return what a name asks for, as `parse`."""
    if name.count("(") != name.count(")"):
        raise ValueError(f"a bracket has no counterpart, in {name!r}")
    # Blanks and the word "at" around the cutoff; the brackets may also stand behind it.
    plain = re.sub(r"\s*@\s*(?:k\s*=\s*)?(?=\d)|[\s_-]+at[\s_-]+(?=\d)", "@", name, flags=re.I)
    if level := _AT_RECALL.fullmatch(plain):
        inside = ", ".join(filter(None, (level[2], f"recall={level[3]}")))
        plain = f"{level[1]}({inside})"
    turned = re.sub(r"([@_.]\d+)\s*(\(.*\))\s*$", r"\2\1", plain)
    parts = re.fullmatch(r"\s*([\w-]+?)(\(.*\))?(?:[@_.](\d+))?\s*", turned)
    stem, given, behind = parts.groups() if parts else (name, None, None)
    if close := _CLOSE.fullmatch(stem) if behind is None else None:
        stem, behind = close.groups()
    if why := _ABSENT.get(re.split(r"[@_.(]", stem, maxsplit=1)[0].casefold()):
        raise ValueError(f"{why}, got {name!r}")
    if not parts and "@" in name:
        raise ValueError(f"the cutoff after @ must be a whole number of at least 1, got {name!r}")
    parameters = _parameters(name, given)
    cutoffs = [parameters.pop(each) for each in ("k", "cutoff") if each in parameters]
    if len(cutoffs) + (behind is not None) > 1:
        raise ValueError(f"a name has one cutoff, k= or @k, got {name!r}")
    cutoff = int(behind) if behind else checks.cutoff(cutoffs[0]) if cutoffs else None
    judged_only = parameters.pop("judged_only", False)
    if not isinstance(judged_only, bool):
        raise ValueError(f"judged_only must be True or False, got {judged_only!r} in {name!r}")
    wanted = stem.casefold().replace("-", "_")
    wanted = _SAME.get(wanted, wanted)
    if wanted == "f" and stem.casefold() != "f" and "beta" not in parameters:
        raise ValueError(f"{stem} does not say what β is; write F(beta=2), got {name!r}")
    if weighed := re.fullmatch(r"f_?([2-9])(_?(score|measure))?", wanted):
        wanted = "f"
        parameters.setdefault("beta", int(weighed[1]))
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
    if key == "f1" and "beta" in parameters and wanted != "f1":
        key = _F
        if wanted.startswith("set"):  # trec_eval and ir_measures call the square so
            weight = checks.number("beta", parameters["beta"], above=0)
            parameters["beta"] = weight**0.5
    knobs, relevant_from = {**fixed}, None
    for parameter, value in parameters.items():
        if parameter == "rel":
            relevant_from = checks.number("rel", value, above=0)
            if key == "rbp":
                knobs["utility"] = "binary"
        elif parameter == "recall":
            knobs["recall_level"] = value
        elif parameter == "p":
            knobs["persistence"] = value
        elif parameter == "dcg":
            checks.one_of("dcg", value, ("log2", "exp-log2"))
            knobs["gain"] = "linear" if value == "log2" else "exponential"
        else:
            knobs[parameter] = value
    if key == "interpolated_precision" and "recall_level" not in knobs:
        raise ValueError(f"{stem} needs a level of recall, as {stem}@0.5, got {name!r}")
    if cutoff is not None:
        knobs["k"] = checks.cutoff(cutoff)
    if key == "num_ret" and relevant_from is not None:  # as in ir_measures
        key = "num_rel_ret"
    taken = (("beta",) if key == _F else ()) if key in _COUNTED else METRICS[key].knobs
    if wrong := next((knob for knob in knobs if knob not in taken and knob != "k"), ""):
        raise ValueError(f"{stem} has no parameter {wrong!r}, in {name!r}")
    return MetricSettings(key, knobs, relevant_from, geometric, judged_only)


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
    from .conventions.combinations import POSITIONS, defined

    key, knobs, relevant_from, geometric, judged_only = parse(name)
    k = knobs.pop("k", None)
    if key in _COUNTED:
        beta = f", β² = {knobs['beta'] ** 2:g}" if "beta" in knobs else ""
        return f"{key.capitalize()}{f'@{k}' * bool(k)}: {_COUNTED[key]}{beta}"
    if k is None and METRICS[key].has_cutoff:
        knobs["k"] = "whole"
    if relevant_from is not None:
        knobs["relevant_from"] = relevant_from
    # A list, because a value that cannot be hashed cannot be looked up.
    turned = {knob: at for knob, at in knobs.items() if at in [*POSITIONS.get(knob, ())]}
    words = defined(key, **turned).wording
    others = [f"{knob} = {at}" for knob, at in knobs.items() if knob not in turned]
    if judged_only:
        others.append("documents that nobody judged are left out")
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


def _computed(settings: MetricSettings, judged: JudgedRun) -> Breakdown:
    key, knobs, relevant_from, _, judged_only = settings
    ranking = judged.ranking if key == _JUDGED else judged.without_spam
    if relevant_from is not None and relevant_from != ranking.relevant_from:
        ranking = Ranking(
            ranking.grades,
            ranking.missed,
            ranking.lengths,
            max(ranking.top_grade, relevant_from),
            relevant_from,
        )
    if judged_only:
        ranking = ranking.condensed()
    if key == _F:
        return f_beta(ranking, **knobs)
    if key in ("num_ret", "num_rel", "num_rel_ret"):
        counts = {
            "num_ret": ranking.cutoff(None),
            "num_rel": ranking.relevant_total,
            "num_rel_ret": ranking.relevant().sum(-1),
        }
        return Breakdown({"contribution": counts[key][..., None]})
    if key == _HITS:
        return Breakdown({"contribution": ranking.relevant(knobs.get("k"))})
    if key == _JUDGED:
        k = knobs.get("k")
        shown = np.minimum(ranking.cutoff(None), ranking.cutoff(k))
        known = (~np.isnan(ranking.grades[..., : checks.cutoff(k)])).astype(np.float64)
        return Breakdown({"contribution": known}).over(shown, {})
    return METRICS[key].compute(ranking, **knobs)
