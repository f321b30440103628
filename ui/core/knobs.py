"""The knobs of the app, one entry each: its label, its first value, the values it allows.

Those of metrics, and those that several pages have, stand here. What only one page has stands in
the module `knobs` of its folder.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from metrics import gain, reader_models
from metrics.catalog import METRICS
from ui.contents import modules
from ui.core.knob_kinds import (
    SCALES,
    Amounts,
    Choice,
    Cutoff,
    Grade,
    Knob,
    Numbers,
    Position,
    Range,
    Several,
    Shares,
    to_text,
)
from ui.core.pages import read_toml
from ui.core.typed_knobs import Lists, Pairs, SheetText


class Sending(StrEnum):
    """How many readers are sent down the list, and the seed; buttons set both."""

    SENT = "sent"
    SEED = "sent_seed"


class MeanOverQueries(StrEnum):
    """Knobs of a mean over queries; no metric of one list uses them."""

    METRIC = "per_query"
    EMPTY = "empty_query"
    DEPTH = "query_depth"
    OTHER = "other_system"


class Compared(StrEnum):
    """Two systems: their scores topic by topic, and where these come from."""

    PAIRS = "paired_scores"
    SOURCE = "compared"


class WhichMetric(StrEnum):
    """Needs that a metric is chosen by, besides k; no score depends on them."""

    WANTS = "wants"
    LABELS = "labels"
    ATTENTION = "attention"
    COST = "cost"


class Drill(StrEnum):
    """Which exercises are asked, the answers, and how many are shown; buttons set them."""

    LEVEL = "drill_level"
    SEED = "drill_seed"
    ANSWERS = "drill_answers"
    SHEET = "drill_sheet"


OWN_RELEVANCE: Final = "own_relevance"
"""Key of the knob of probabilities of relevance that somebody types."""

ATTENTION_DECAY: Final = "attention_decay"
"""Key of the knob of η: at rank i look 1/i^η of the readers."""

PUZZLE: Final = "puzzle"
"""Key of the knob that chooses a puzzle (pages/spot_the_mistake/drawing.py)."""


SHOWN: Final = (
    *("metrics", "orders_by", "orders_against", "challenge", "ideal_places", "naive_gap"),
    *Sending,
    PUZZLE,
)
"""Knobs that change what is shown, but no score of a list on a board."""

_CHALLENGES: Final[Mapping[str, str]] = {
    entry["id"]: entry["title"] for entry in read_toml("playground", "challenges")["challenge"]
}

_PUZZLES: Final[Mapping[str, str]] = {
    entry["id"]: entry["title"] for entry in read_toml("spot_the_mistake", "puzzles")["puzzle"]
} | {id_: id_ for id_ in read_toml("spot_the_mistake", "puzzles")["withdrawn"]}

_GAIN: Final = Position("custom", ("gain_per_grade",), gain.custom)
_CURVES: Final[Mapping[str, str | Position]] = {
    "linear": "Linear: g/top",
    "exponential": "Exponential: (2^g − 1)/2^top",
    "binary": Position("Binary: relevant or not", ("relevant_from",)),
    "sigmoid": Position(
        "Sigmoid: 1/(1 + e^(steepness · (midpoint − g)))",
        ("steepness", "midpoint"),
        reader_models.sigmoid,
    ),
}

CUTOFF: Final = Cutoff(
    label="Cutoff k",
    first=5,
    low=1,
    high=50,
    step=1,
    deepest=1_000_000,
    help="Only the top k ranks count. You can also drag the cut.",
)

_SHARED: Final[Mapping[str, Knob]] = {
    "scale": Choice(
        label="Scale",
        first=3,
        options=SCALES,
        help="Which grades a judge may give. A smaller scale lowers grades that do not fit; go "
        "back to the old scale, and they return.",
    ),
    "relevant_from": Grade(
        label="Relevant from grade",
        first=1,
        link="from",
        options={grade: str(grade) for grade in range(1, 9)},
        help="Binary metrics count a document as relevant from this grade on.",
    ),
    "k": CUTOFF,
    "denominator": Choice(
        label="AP denominator",
        first="relevant",
        link="ap",
        options={
            "relevant": "all relevant",
            "found": "found in the top k",
            "capped": "capped at k",
        },
    ),
    "recall_denominator": Choice(
        label="Recall denominator",
        first="relevant",
        link="recall",
        parameter=("recall", "denominator"),
        options={"relevant": "all relevant", "capped": "capped at k"},
    ),
    "recall_level": Range(
        label="Recall level r",
        first=0.5,
        link="r",
        low=0.0,
        high=1.0,
        step=0.01,
        help="The part of all relevant documents that a reader wants.",
    ),
    "point_count": Choice(
        label="Recall levels",
        first=11,
        link="points",
        options={
            11: "11 points: 0, 0.1, … 1",
            3: "0.2, 0.5, 0.8",
            "quarters": "0.25, 0.5, 0.75",
        },
    ),
    "rounding": Choice(
        label="Hits for a recall level",
        first="up",
        options={"up": "rounded up", "trec_eval": "as in trec_eval"},
        help="trec_eval needs one hit less where less than a tenth of a document is left over, and "
        "by a flaw for 0.7 of three.",
    ),
    "missing": Choice(
        label="Missing relevant",
        first="penalty",
        options={"penalty": "cost k + 1 each", "ignore": "are left out"},
        help="Relevant documents below the line k, or never found, have no rank.",
    ),
    "thresholds": Shares(
        label="Shares of readers by what they accept",
        first=(1,) * max(SCALES),
        link="readers",
        help="Each share is the readers who accept these grades. All shares "
        "add up to 1: if you move one, the others change, too.",
    ),
    "naive_gap": Choice(
        label="Grade × precision",
        first="hidden",
        link="shortcut",
        options={"hidden": "hidden", "shown": "shown"},
        help="Also shows the shortcut that puts the grade in the place of AP’s hit.",
    ),
    "patience": Range(
        label="Patience β",
        first=1,
        low=0.0,
        high=10.0,
        step=0.1,
        help="Of the Q-measure. At 0 Q is AP; the larger β, the more the gain counts.",
    ),
    "gain": Choice(
        label="Gain",
        first="linear",
        short={"linear": "g"},
        options={"linear": "the grade g", "exponential": "2^g − 1", "custom": _GAIN},
        help="How much a document of grade g is worth.",
    ),
    "gain_per_grade": Amounts(
        label="Gain per grade",
        first=(0, 1, 3, 7, 15, 31, 63, 127, 255),
        link="gains",
        help="One number a grade, from grade 0 up.",
    ),
    "discount": Choice(
        label="Discount",
        first="log",
        short={"log": "Log", "log_thresholded": "Log from rank b", "power": "Power"},
        options={
            "log": Position("Logarithm: 1 / log(i + 1)", ("log_base",), gain.logarithmic),
            "log_thresholded": Position(
                "Logarithm from rank b on: 1 / log(i)",
                ("log_base",),
                gain.logarithmic_thresholded,
            ),
            "reciprocal": "Reciprocal: 1 / i",
            "power": Position("Power (Zipf): 1 / (i + shift)^s", ("exponent", "shift"), gain.power),
            "geometric": Position("Geometric: p^(i − 1)", ("ratio",), gain.geometric),
            "none": "None",
        },
        help="How much rank i counts.",
    ),
    "log_base": Range(
        label="Log base",
        first=2,
        link="base",
        low=1.1,
        high=10.0,
        step=0.1,
        help="b of the logarithm. With 1 / log(i + 1) it changes DCG, but not nDCG.",
    ),
    "exponent": Range(label="Power exponent", first=1, low=0.0, high=4.0, step=0.1),
    "shift": Range(label="Rank shift", first=0, low=0, high=20, step=1),
    "ratio": Range(label="Geometric ratio", first=0.8, low=0.05, high=1.0, step=0.05),
    "ideal": Choice(
        label="Ideal from",
        first="judged",
        options={
            "judged": "all judged",
            "retrieved": "the list alone",
            "uncut": "all judged, not cut",
        },
        help="The best order of which documents? nDCG is 1 where the list is as good as that.",
    ),
    "ideal_places": Choice(
        label="Ideal places",
        first="hidden",
        link="places",
        options={"hidden": "hidden", "shown": "shown"},
        help="Lines lead from each card to where the ideal order has it.",
    ),
    "persistence": Range(
        label="Persistence p",
        first=0.8,
        link="p",
        low=0.0,
        high=0.99,
        step=0.01,
        meaning=lambda p: f"looks at {1 / (1 - p):.3g} on average",
        help="The probability that a reader goes on to the next rank.",
    ),
    "utility": Choice(
        label="Utility",
        first="linear",
        options=_CURVES,
        help="How much a document of grade g is worth, from 0 to 1.",
    ),
    "satisfaction": Choice(
        label="Satisfaction",
        first="exponential",
        options=_CURVES,
        help="The probability that a document of grade g satisfies a reader who looks at it.",
    ),
    "steepness": Range(
        label="Steepness",
        first=2,
        low=0.1,
        high=10.0,
        step=0.1,
        help="How suddenly the sigmoid rises at its midpoint.",
    ),
    "midpoint": Range(
        label="Midpoint",
        first=2,
        low=0.0,
        high=8.0,
        step=0.1,
        help="The grade at which the sigmoid is 0.5.",
    ),
    "continuation": Range(
        label="Goes on if unsatisfied: c",
        first=1,
        link="continue",
        low=0.0,
        high=1.0,
        step=0.01,
        help="The probability c that an unsatisfied reader looks at the next rank. In the original "
        "paper it is 1: nobody gives up.",
    ),
    "sent": Choice(
        label="Readers sent",
        first=0,
        options={0: "none", 1: "one", 100: "100", 10_000: "10,000"},
    ),
    "sent_seed": Range(label="Seed of the readers", first=0, low=0, high=999, step=1),
    "per_query": Choice(
        label="Score of each query",
        first="average_precision",
        link="each",
        options={
            "average_precision": "AP: average precision",
            "reciprocal_rank": "RR: reciprocal rank",
            "first_relevant_rank": "FRP: first relevant rank, or position",
            "mean_rank": "MR: mean rank",
            "hit": "Hit: a hit in the top k",
            "precision": "P: precision",
            "recall": "R: recall",
            "f1": "F1: precision and recall in one",
            "r_precision": "RP: R-precision",
            "interpolated_average_precision": "IAP: interpolated, at 11 or 3 recalls",
            "average_recall": "AR: average recall",
            "dcg": "DCG: discounted gain",
            "ndcg": "nDCG: discounted gain over the best",
            "bpref": "bpref: binary preference",
            "err": "ERR: expected reciprocal rank",
            "rbp": "RBP: rank-biased precision",
        },
    ),
    "empty_query": Choice(
        label="A query with nothing to find",
        first="worst",
        link="empty",
        options={
            "worst": "counts as worst",
            "skip": "is left out",
            "best": "counts as best",
        },
        help="A query for which no relevant document exists.",
    ),
    "query_depth": Choice(
        label="Ranks that count",
        first="k",
        link="ranks",
        options={"k": "the top k", "list": "the whole list"},
        help="The whole list: each query has its own k, the length of its list.",
    ),
    "other_system": Lists(
        label="Lists of system B",
        first=(),
        link="system_b",
        most=20,
        longest=51,
        help="A list of grades for each query, best first. After a bar stand those that B missed.",
    ),
    "paired_scores": Pairs(
        label="Scores of A and B",
        first=(0.9, 0.85, 0.8, 0.82, 0.7, 0.72, 0.6, 0.63, 0.5, 0.55, 0.2, 0.25),
        link="pairs",
        most=50,
        top=1000,
    ),
    "compared": Choice(
        label="What is compared",
        first="dots",
        options={
            "dots": "the dots",
            "example": "our two example runs",
            "files": "two runs of your own",
        },
    ),
    "attention_decay": Range(
        label="Attention: η",
        first=1,
        link="eta",
        low=0.0,
        high=2.0,
        step=0.1,
        help="1/i to the power η of the readers look at rank i. At 0 all look at every rank.",
    ),
    "own_relevance": Numbers(
        label="R at rank 1, 2, …",
        first=(0.8, 0.3, 0.5),
        link="own_r",
        most=50,
        high=1,
        help="A probability for each rank: 0.8, 0.3, 0.5, or 1/2 1/4 1/6.",
    ),
    "metrics": Several(
        label="Metrics",
        first=("average_precision", "ndcg", "err"),
        link="show",
        options={key: metric.symbol for key, metric in METRICS.items()},
    ),
    "orders_by": Choice(
        label="First metric",
        first="average_precision",
        link="orders",
        options={key: metric.symbol for key, metric in METRICS.items()},
    ),
    "orders_against": Choice(
        label="Second metric",
        first="ndcg",
        link="against",
        options={"none": "nothing"} | {key: metric.symbol for key, metric in METRICS.items()},
    ),
    "wants": Choice(
        label="Who reads",
        first="few",
        options={"one": "wants one answer", "few": "wants a few", "all": "wants all there is"},
    ),
    "labels": Choice(
        label="Labels",
        first="graded",
        options={
            "binary": "relevant or not",
            "graded": "graded",
            "incomplete": "many never judged",
        },
    ),
    "attention": Choice(
        label="Attention",
        first="fades",
        options={
            "same": "all in sight",
            "fades": "less at each rank",
            "until": "until satisfied",
        },
    ),
    "cost": Choice(
        label="What costs",
        first="top",
        options={
            "top": "a bad first result",
            "missed": "a missed document",
            "wasted": "junk in the list",
            "both": "missed or junk",
        },
    ),
    "drill_level": Range(label="Level", first=1, link="level", low=1, high=5, step=1),
    "drill_seed": Range(label="Exercise", first=1, link="exercise", low=0, high=99_999, step=1),
    "drill_answers": SheetText(label="Answers", first="", link="answers", most=100),
    "drill_sheet": Choice(
        label="Exercises shown",
        first="one",
        link="sheet",
        options={"one": "one at a time", "ten": "ten on a sheet"},
    ),
    "challenge": Choice(label="Challenge", first="", options={"": "Play freely", **_CHALLENGES}),
    "puzzle": Choice(label="Puzzle", first=next(iter(_PUZZLES)), options=_PUZZLES),
}


def _of_pages() -> Iterator[Mapping[str, Knob]]:
    """Yield the knobs that one page alone has, from the module `knobs` in its folder."""
    for module in modules():
        if module.endswith(".knobs"):
            yield import_module(module).KNOBS


KNOBS: Final[Mapping[str, Knob]] = {
    str(key): knob for knobs in (_SHARED, *_of_pages()) for key, knob in knobs.items()
}

CHALLENGE: Final = "challenge"
"""The knob that holds the id of the current challenge."""

REPLACE_LIST: Final = tuple(key for key, knob in KNOBS.items() if knob.replaces_list)

FIRST_SETTINGS: Final[Mapping[str, Any]] = MappingProxyType(
    {key: knob.first for key, knob in KNOBS.items()}
)

_TURNED: Final = {knob.parameter: key for key, knob in KNOBS.items() if knob.parameter}

for _metric in METRICS.values():
    for _name in _metric.knobs:
        if _TURNED.get((_metric.key, _name), _name) not in KNOBS:
            raise ValueError(
                f"the metric {_metric.key!r} has a knob {_name!r} without an entry of KNOBS"
            )


def of_metrics(*metrics: str) -> list[str]:
    """Return the knobs that some metrics depend on, each once, in the order of `KNOBS`."""
    wanted = {knob for key in metrics for knob in _parameters(key).values()}
    if any(METRICS[key].reads != "graded" for key in metrics):
        wanted.add("relevant_from")
    return [name for name in KNOBS if name in wanted or name == "scale"]


def to_draw(names: Iterable[str], settings: Mapping[str, Any]) -> list[str]:
    """Return the knobs to draw: each, and after it those that its value needs."""
    wanted = chain(*((name, *_needs(name, settings[name])) for name in names))
    return [
        name
        for name in dict.fromkeys(wanted)
        if settings["scale"] > 1 or name not in ("relevant_from", "thresholds")
    ]


def positions(metric: str) -> dict[str, str]:
    """Return, by label, the possible values of a metric's knobs, without the scale.

    After each knob come those that some position of it needs.
    """
    shown = {
        part: KNOBS[part]
        for name in of_metrics(metric)
        for part in (name, *chain(*(_needs(name, option) for option in _options(name))))
        if part != "scale"  # it belongs to the list
    }
    return {knob.label: knob.positions for knob in shown.values()}


def position(name: str, value: Any) -> str:
    """Return the name of a position of a choice."""
    option = _options(name)[value]
    return option if isinstance(option, str) else option.label


def value_text(name: str, settings: Mapping[str, Any]) -> str:
    """Return the name of a choice's value, with the values of the knobs that it needs."""
    further = needed_values(name, settings[name], settings)
    return position(name, settings[name]) + f" ({further})" * bool(further)


def needed_values(name: str, value: Any, settings: Mapping[str, Any]) -> str:
    """Return the values of the knobs that a position of a choice needs."""
    return ", ".join(
        f"{KNOBS[needed].label.lower()} {to_text(settings[needed])}"
        for needed in _needs(name, value)
    )


def arguments(metric: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return a metric's arguments for the values of the knobs."""
    values = {}
    for parameter, knob in _parameters(metric).items():
        value = settings[knob]
        position = _options(knob).get(value)
        values[parameter] = (
            position.family(*(settings[name] for name in position.needs))
            if isinstance(position, Position) and position.family
            else KNOBS[knob].argument(value, settings["scale"])
        )
    return values


def _options(name: str) -> Mapping[Any, str | Position]:
    knob = KNOBS[name]
    return knob.options if isinstance(knob, Choice) else {}


def _needs(name: str, value: Any) -> tuple[str, ...]:
    position = _options(name).get(value)
    return position.needs if isinstance(position, Position) else ()


@cache
def _parameters(metric: str) -> Mapping[str, str]:
    """Return the knob of each parameter of a metric.

    k is one of them only if the metric's symbol shows it; other metrics read the whole list.
    """
    return {
        name: _TURNED.get((metric, name), name)
        for name in METRICS[metric].knobs
        if METRICS[metric].has_cutoff or name != "k"
    }
