r"""Every combination of a metric of the catalog with its knobs, as definitions with formulas.

A combination is named by the knobs that differ from the metric as taught:

>>> definition = defined("average_precision", denominator="capped")
>>> definition.key, definition.wording
('average_precision-capped', 'divided by min(relevant, k)')
>>> definition.latex
'\\mathrm{AP@}k = \\frac{1}{\\min(m, k)} \\sum_{i=1}^{k} \\mathrm{P@}i \\cdot \\mathrm{hit}_i'
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import Any, Final

import numpy as np

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import METRICS, Phrase, divided_by
from ..gain import Gain, geometric, logarithmic, logarithmic_thresholded
from ..ranking import Ranking
from .definitions import FAR, Definition, Phrases


@dataclass(frozen=True)
class Position:
    """A position of a knob: a phrase, and the replacements that it makes in the formula."""

    phrase: str | Phrase
    latex: tuple[tuple[str, str], ...] = ()
    argument: Any = None
    """The catalog's argument for it, if that is not its name."""
    more: str = ""
    """A second phrase."""


_WHOLE: Final = Position(
    "no cutoff",
    (
        ("@}k", "}"),
        ("^{k}", "^{n}"),
        (r"\le k", r"\le n"),
        ("{1}{k}", "{1}{n}"),
        ("k + ", "n + "),
        ("(m, k)", "(m, n)"),
        (r"{\mathrm{hits}_k}", r"{\mathrm{hits}_n}"),
    ),
)


def _worth(gain: str) -> tuple[tuple[str, str], ...]:
    """Replace G in the formula by a gain, written with `g` for the grade."""
    return (("G(g_i)", gain), ("G(g^*_i)", gain.replace("_i", "^*_i")))


def _weight(weight: str) -> tuple[tuple[str, str], ...]:
    return (("w_i", weight),)


def _satisfies(what: str, letter: str) -> tuple[tuple[str, str], ...]:
    return (("", rf", \quad {letter} = {what}"),)


_CUT: Final = "cut at k"
_SATISFIED: Final = {
    "linear": ("grade / top grade", r"\frac{g_i}{g_{\max}}"),
    "exponential": ("(2^g − 1) / 2^top", r"\frac{2^{g_i} - 1}{2^{g_{\max}}}"),
    "binary": ("1 for a hit", r"\mathrm{hit}_i"),
    "sigmoid": ("a sigmoid of the grade", r"\frac{1}{1 + e^{-2 (g_i - g_{\max} / 2)}}"),
}

POSITIONS: Final[Mapping[str, Mapping[Any, Position]]] = {
    "k": {"cut": Position(""), "whole": _WHOLE},
    "gain": {
        "linear": Position(Phrase("gain = grade", "gain g"), _worth("g_i")),
        "exponential": Position("gain 2^g − 1", _worth("(2^{g_i} - 1)")),
        "binary": Position("gain 1 for a hit", _worth(r"\mathrm{hit}_i")),
    },
    "discount": {
        "log": Position("", _weight(r"\frac{1}{\log_2(i + 1)}")),
        "log_e": Position(
            "natural logarithm", _weight(r"\frac{1}{\ln(i + 1)}"), logarithmic(math.e)
        ),
        "log_10": Position(
            "logarithm to base 10", _weight(r"\frac{1}{\log_{10}(i + 1)}"), logarithmic(10)
        ),
        "log_thresholded": Position(
            Phrase(
                "discount 1/log2(rank), rank 2 costs nothing", "discount 1/log2(rank) from rank 2"
            ),
            _weight(r"\frac{1}{\max(1, \log_2 i)}"),
        ),
        "log_thresholded_10": Position(
            "discount 1/log10(rank), ranks to 10 cost nothing",
            _weight(r"\frac{1}{\max(1, \log_{10} i)}"),
            logarithmic_thresholded(10),
        ),
        "reciprocal": Position("discount 1/rank", _weight(r"\frac{1}{i}")),
        "geometric_0.5": Position(
            "discount 0.5^(rank − 1)", _weight(r"0.5^{\,i - 1}"), geometric(0.5)
        ),
        "geometric": Position("discount 0.8^(rank − 1)", _weight(r"0.8^{\,i - 1}")),
        "none": Position("no discount", ((r" \, w_i", ""),)),
    },
    "ideal": {
        "judged": Position("ideal of all judged", more=_CUT),
        "retrieved": Position(
            "ideal of the list alone",
            (("^*", r"^{\ast\mathrm{list}}"), ("ideal order", "ideal order of the list")),
        ),
        "uncut": Position(
            "ideal of all judged",
            ((r"}{\sum_{i=1}^{k}", r"}{\sum_{i \ge 1}"), ("ideal order", "ideal order, not cut")),
            more="not cut",
        ),
    },
    "denominator": {
        "relevant": Position(divided_by("all {relevant}")),
        "found": Position(divided_by("the hits found"), (("{m}", r"{\mathrm{hits}_k}"),)),
        "capped": Position(divided_by("min({relevant}, {k})"), (("{m}", r"{\min(m, k)}"),)),
    },
    "persistence": {
        p: Position(f"p = {p}", (("1 - p", f"1 - {p}"), ("p^", f"{p}^")))
        for p in (0.8, 0.5, 0.85, 0.9, 0.95)
    },
    "utility": {
        name: Position(f"utility {phrase}", _satisfies(latex, "u_i"))
        for name, (phrase, latex) in _SATISFIED.items()
    },
    "satisfaction": {
        name: Position(f"satisfied by {phrase}", _satisfies(latex, "R_i"))
        for name, (phrase, latex) in (
            (key, _SATISFIED[key]) for key in ("exponential", "linear", "binary", "sigmoid")
        )
    },
    "continuation": {
        1: Position("", ((r" \, c^{\,i-1}", ""),)),
        **{
            c: Position(f"goes on with c = {c}", (("c^{", f"{c}^{{"),))
            for c in (0.5, 0.8, 0.85, 0.9, 0.95)
        },
    },
    "patience": {
        beta: Position(
            "" if beta == 1 else f"β = {beta}",
            ((r"\beta \, ", "" if beta == 1 else rf"{beta} \, "),),
        )
        for beta in (1, 0.1, 0.5, 2, 10)
    },
    "point_count": {
        11: Position("11 recall levels"),
        3: Position(
            "recall levels 0.2, 0.5, 0.8",
            (("{11}", "{3}"), (r"0,\, 0.1,\, \ldots,\, 1", r"0.2,\, 0.5,\, 0.8")),
        ),
        "quarters": Position(
            "recall levels 0.25, 0.5, 0.75",
            (("{11}", "{3}"), (r"0,\, 0.1,\, \ldots,\, 1", r"0.25,\, 0.5,\, 0.75")),
        ),
    },
    "rounding": {
        "up": Position(""),
        "trec_eval": Position(
            "hits for a recall level rounded down, if less than 0.1 is left over",
            ((r"\mathrm{R@}i \ge r", r"\mathrm{hits}_i \ge \lfloor r m + 0.9 \rfloor"),),
        ),
    },
    "missing": {
        "penalty": Position("a missing one at rank {k} + 1"),
        "ignore": Position("over those found only", (("{m}", r"{\mathrm{hits}_k}"),)),
    },
    "missed": {
        "known": Position(""),
        "unknown": Position("missed documents not handed in"),
    },
    "relevant_from": {
        "own": Position(""),
        **{
            grade: Position(
                f"relevant from grade {grade}",
                (("", rf", \quad \mathrm{{hit}}_i = [g_i \ge {grade}]"),),
            )
            for grade in (1, 2, 3, 4)
        },
    },
}
"""Positions of each knob; the first is the one in the metric as taught."""

_NATURAL: Final = "an example in Cohere’s documentation, by a report of 2025"
_FIRST: Final = "the paper of Järvelin and Kekäläinen, 2002"
_NORMALISED: Final = ("log_e", "log_10")
"""Discounts that cancel in a ratio such as nDCG."""


_COMPUTED: Final[dict[tuple[object, ...], Breakdown]] = {}
"""What was computed of short lists: one answer asks for most of it several times."""
_MOST_COMPUTED: Final = 2000
_SHORT: Final = 50


def _content(ranking: Ranking) -> tuple[object, ...]:
    """Return what two lists of one content have in common."""
    grades, lengths = ranking.grades, ranking.lengths
    return (
        *(grades.shape, grades.tobytes(), ranking.missed.tobytes()),
        *(None if lengths is None else lengths.tobytes(), ranking.top_grade, ranking.relevant_from),
    )


def defined(metric: str, steps: int | None = None, **turned: Any) -> Definition:
    """Define a metric of the catalog with some knobs in other than their first positions.

    Args:
        metric: catalog key.
        steps: distance from the metric as taught; None: the number of knobs in `turned`.
        **turned: positions by knob, keys of `POSITIONS`.
    """
    name = (metric, *turned.items())

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        asked = (name, None if "k" in turned else k, _content(ranking))
        if asked in _COMPUTED:
            return _COMPUTED[asked]
        found = METRICS[metric].compute(
            _handed(ranking, turned), **_arguments(metric, ranking, k, turned)
        )
        if ranking.grades.ndim == 1 and ranking.grades.size <= _SHORT:
            if len(_COMPUTED) >= _MOST_COMPUTED:
                _COMPUTED.clear()
            _COMPUTED[asked] = found
        return found

    def score(ranking: Ranking, k: int | None) -> Array:
        bar = turned.get("relevant_from")
        if bar and (bar == ranking.relevant_from or bar > highest(ranking)):
            return np.array(np.nan)
        return compute(ranking, k).score

    return Definition(
        key="-".join([metric, *(_named(knob, at) for knob, at in turned.items())]),
        metric=metric,
        phrases=_phrases(metric, turned),
        score=score,
        steps=len(turned) if steps is None else steps,
        latex=_latex(metric, turned),
        knobs=turned,
        compute=compute,
        known=_known(metric, turned),
    )


def _known(metric: str, turned: Mapping[str, Any]) -> str:
    """Return which document or paper gives a combination, or ""."""
    if metric == "dcg" and turned == {"discount": "log_e"}:
        return _NATURAL
    of_paper = metric in ("dcg", "ndcg") and "gain" not in turned and "ideal" not in turned
    return _FIRST * (of_paper and turned.get("discount") == "log_thresholded")


def by_key(key: str) -> Definition:
    """Return the definition that `defined` gives a key, "ndcg-whole-exponential".

    Raises:
        ValueError: no definition has that key; the message says what is allowed.

    >>> by_key("ndcg-whole-exponential").knobs
    {'k': 'whole', 'gain': 'exponential'}
    """
    metric, *names = key.split("-")
    if metric not in METRICS:
        raise ValueError(f"{metric!r} is none of {', '.join(METRICS)}")
    positions = {
        _named(knob, at): (knob, at)
        for knob in (*_knobs(metric), *METRICS[metric].varies)
        for at in [*POSITIONS[knob]][1:]
    }
    if unknown := [name for name in names if name not in positions]:
        raise ValueError(f"{unknown[0]!r} is none of {', '.join(positions)}")
    turned = dict(positions[name] for name in positions if name in names)
    definition = defined(metric, min(len(turned), FAR), **turned)  # of a tool: never far
    if definition.key != key:
        raise ValueError(f"its order is {definition.key!r}")
    return definition


def highest(ranking: Ranking) -> float:
    """Return the highest grade of a list; no threshold above it has a meaning for the list."""
    return float(np.fmax.reduce([0.0, *ranking.grades, *ranking.missed]))


@cache
def combinations() -> tuple[Definition, ...]:
    """Return all definitions that the catalog can compute, the metrics as taught first."""
    definitions = [
        defined(metric, len(turned) and FAR + len(turned), **turned)
        for metric in METRICS
        for turned in _turnings(metric)
    ]
    return tuple(sorted(definitions, key=lambda definition: definition.steps))


def _turnings(metric: str) -> Iterator[dict[str, Any]]:
    """Yield each combination of a metric's knobs as the positions that are not first."""
    knobs = {
        knob: [
            at
            for at in POSITIONS[knob]
            if not (metric == "ndcg" and at in _NORMALISED)
            and not (metric == "recall" and at == "found")
            and not (metric in ("cumulative_gain", "q_measure") and at == "binary")
        ]
        for knob in _knobs(metric)
    }
    for positions in product(*knobs.values()):
        turned = zip(knobs, positions, strict=True)
        yield {knob: at for knob, at in turned if at != next(iter(POSITIONS[knob]))}
    if "missed" in METRICS[metric].varies:
        yield {"missed": "unknown"}
    if "relevant_from" in METRICS[metric].varies:
        yield from ({"relevant_from": at} for at in POSITIONS["relevant_from"] if at != "own")


def _knobs(metric: str) -> list[str]:
    return [knob for knob in METRICS[metric].knobs if knob in POSITIONS]


def _handed(ranking: Ranking, turned: Mapping[str, Any]) -> Ranking:
    """Return the list as a tool receives it: no missed documents, or another threshold."""
    if "missed" not in turned and "relevant_from" not in turned:
        return ranking
    return Ranking(
        ranking.grades,
        () if "missed" in turned else ranking.missed,
        ranking.lengths,
        ranking.top_grade,
        turned.get("relevant_from", ranking.relevant_from),
    )


def _arguments(
    metric: str, ranking: Ranking, k: int | None, turned: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the keyword arguments for the catalog's function."""
    arguments: dict[str, Any] = {}
    for knob, at in turned.items():
        if knob in METRICS[metric].knobs:
            argument = POSITIONS[knob][at].argument
            arguments[knob] = at if argument is None else argument
    if arguments.get("gain") == "binary":
        arguments["gain"] = binary(ranking)
    if "k" in METRICS[metric].knobs:
        arguments["k"] = None if "k" in turned else k
    return arguments


def binary(ranking: Ranking) -> Gain:
    """Make a gain of 1 for every relevant document, and else 0."""
    return lambda grades: (grades >= ranking.relevant_from).astype(np.float64)


def _phrases(metric: str, turned: Mapping[str, Any]) -> Phrases:
    knobs = [knob for knob in _knobs(metric) if knob != "k"] + ["missed", "relevant_from", "k"]
    positions = (POSITIONS[knob][turned.get(knob, next(iter(POSITIONS[knob])))] for knob in knobs)
    phrases = [METRICS[metric].phrase, *chain(*((each.phrase, each.more) for each in positions))]
    return tuple(each for each in phrases if each and not (each == _CUT and "k" in turned))


def _latex(metric: str, turned: Mapping[str, Any]) -> str:
    formula = METRICS[metric].general or METRICS[metric].latex
    for knob in [*_knobs(metric)[1:], *turned.keys() - {*_knobs(metric)}, *_knobs(metric)[:1]]:
        at = turned.get(knob, next(iter(POSITIONS[knob])))
        for old, new in POSITIONS[knob][at].latex:
            formula = formula.replace(old, new) if old else formula + new
    return formula


def _named(knob: str, at: Any) -> str:
    return at if isinstance(at, str) else f"{knob}_{at}"
