"""What every page should show, written once: a row a page, worked out with `metrics` alone.

A `Setup` is what a test has set up: a list's grades and where the knobs stand, by their names in an
address. It comes from a test's own words or, where only a browser's address is known, from that.
Nothing here knows `ui`: what is spelled or computed there is spelled and computed once more here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metrics import browsing, gain
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking

CROWDED = 13
"""Columns of bars with the cutoff in each heading; where there are more, it has no room."""

FIRST: Mapping[str, Any] = {
    **{"scale": 3, "from": 1, "k": 5, "ap": "relevant", "recall": "relevant"},
    **{"missing": "penalty", "patience": 1, "gain": "linear"},
    "gains": (0, 1, 3, 7, 15, 31, 63, 127, 255),
    **{"discount": "log", "base": 2, "exponent": 1, "shift": 0, "ratio": 0.8, "ideal": "judged"},
    **{"p": 0.8, "utility": "linear", "satisfaction": "exponential", "steepness": 2},
    **{"midpoint": 2, "continue": 1, "show": tuple(METRICS)},
}
"""Where each knob stands on a first visit, by its name in an address."""

START = (
    "3Sourdough bread, step by step~0The ten best toasters this year~2Feeding a sourdough starter"
    "~1White bread without kneading~3Why is my sourdough flat?~0Bakeries near you~."
    "~2Sourdough in a Dutch oven"
)
"""The list of a first visit, as an address would spell it."""


@dataclass(frozen=True)
class Setup:
    """What is set up: grades (None: not judged), missed ones, and knobs by address name."""

    grades: Sequence[int | None] = (3, 0, 2, 1, 3, 0)  # the list of a first visit
    missed: Sequence[int | None] = (2,)
    knobs: Mapping[str, Any] = field(default_factory=dict)
    titles: Sequence[str] | None = None  # None: the test does not say

    @classmethod
    def of(cls, query: Mapping[str, str], name: str = "a") -> "Setup":
        """Read one list and the knobs out of an address."""
        text = query.get(name, START) if name == "a" else query[name]
        parts = [part.replace("\0", "~") for part in text.replace("~_", "\0").split("~") if part]
        end = parts.index(".") if "." in parts else len(parts)
        shown, unseen = parts[:end], parts[end + 1 :]
        grades, missed = (
            tuple(None if part[0] == "-" else int(part[0]) for part in parts)
            for parts in (shown, unseen)
        )
        knobs = {key: _value(key, text) for key, text in query.items() if key in FIRST}
        return cls(grades, missed, knobs, tuple(part[1:] for part in [*shown, *unseen]))

    def __getitem__(self, name: str) -> Any:
        """A knob's value, by its name in the address."""
        return self.knobs.get(name, FIRST[name])

    def turned(self, **knobs: Any) -> "Setup":
        return replace(self, knobs={**self.knobs, **knobs})

    def query(self) -> dict[str, str]:
        """The address of this setup."""
        titles = self.titles or [f"Page {i}" for i in range(1, len(self.all_grades()) + 1)]
        spelled = [
            f"{'-' if grade is None else grade}{title.replace('~', '~_')}"
            for grade, title in zip(self.all_grades(), titles, strict=True)
        ]
        if self.missed:
            spelled.insert(len(self.grades), ".")
        turned = {
            name: ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            for name, value in self.knobs.items()
        }
        return {"a": "~".join(spelled), **turned}

    def all_grades(self) -> list[int | None]:
        return [*self.grades, *self.missed]

    def label(self, key: str) -> str:
        return METRICS[key].label(self["k"])

    def ranking(self) -> Ranking:
        grades, missed = (
            [np.nan if grade is None else grade for grade in part]
            for part in (self.grades, self.missed)
        )
        return Ranking(grades, missed, top_grade=self["scale"], relevant_from=self["from"])

    def compute(self, key: str, **others: Any) -> Breakdown:
        """The metric as this screen sets its parameters, those in `others` apart."""
        sigmoid = browsing.sigmoid(self["steepness"], self["midpoint"])
        family = {
            "gain": {"custom": gain.custom(self["gains"])},
            "discount": {
                "log": gain.logarithmic(self["base"]),
                "log_thresholded": gain.logarithmic_thresholded(self["base"]),
                "power": gain.power(self["exponent"], self["shift"]),
                "geometric": gain.geometric(self["ratio"]),
            },
            "utility": {"sigmoid": sigmoid},
            "satisfaction": {"sigmoid": sigmoid},
        }
        spelled = {"persistence": "p", "continuation": "continue"}
        spelled["denominator"] = "recall" if key == "recall" else "ap"
        parameters = {}
        for name in METRICS[key].knobs:
            if spelled.get(name, name) in FIRST:
                value = self[spelled.get(name, name)]
                parameters[name] = family.get(name, {}).get(value, value)
        if "@k" not in METRICS[key].symbol:
            parameters.pop("k", None)
        return METRICS[key].compute(self.ranking(), **{**parameters, **others})

    def score(self, key: str, **others: Any) -> float:
        return float(self.compute(key, **others).score)

    def told(self, key: str, **others: Any) -> str:
        """The score as it is written."""
        return f"{self.score(key, **others):.3f}"


def _value(name: str, text: str) -> Any:
    """A knob's value as an address spells it."""
    if name in ("gains", "show"):
        parts = tuple(text.split(",")) if text else ()
        return parts if name == "show" else tuple(map(float, parts))
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


@dataclass(frozen=True)
class Column:
    """One column of bars beside the cards: its heading, where each bar ends, and its score."""

    heading: str
    ends: Sequence[float]
    score: str = ""


Table = list[list[str]]
Rows = pd.DataFrame


@dataclass(frozen=True)
class Page:
    """What one page shows.

    Attributes:
        scores: metrics that stand as scores, the first the page's own; None: those of the knob.
        bars: heading and term of each column of its picture; a "+" before the term: a running sum;
            None: a column a metric, with what each rank adds.
        picture: the key of the picture with these bars, or "".
        table: heading and term of the columns of its table, rank by rank.
        variants: scores beside, by label, with the parameters that differ.
        pictures: the other pictures, by their first column, with a check of their rows.
        knobs: labels of its knobs, the sub-knobs of a sigmoid's position among them.
        has_board: it shows list A.
    """

    scores: Sequence[str] | None = ()
    bars: Mapping[str, str] | None = field(default_factory=dict)
    picture: str = ""
    table: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    pictures: Mapping[str, Callable[[Rows, Setup], None]] = field(default_factory=dict)
    knobs: frozenset[str] = frozenset()
    has_board: bool = True

    def keys(self, setup: Setup) -> list[str]:
        """The metrics that stand as scores, in their order."""
        wanted = setup["show"] if self.scores is None else self.scores
        return [key for key in METRICS if key in wanted] if self.scores is None else list(wanted)

    def tiles(self, setup: Setup) -> dict[str, str]:
        """All scores by label, in their order."""
        variants = {
            label: setup.told(self.keys(setup)[0], **others)
            for label, others in self.variants.items()
        }
        return {setup.label(key): setup.told(key) for key in self.keys(setup)} | variants

    def undefined(self, setup: Setup) -> list[str]:
        """The note on scores without a denominator."""
        labels = [setup.label(key) for key in self.keys(setup) if setup.compute(key).undefined]
        return [
            f"0/0 for {', '.join(labels)}: no relevant document counts here, so the worst value is "
            "reported."
        ] * bool(labels)

    def columns(self, setup: Setup) -> list[Column]:
        """The columns of bars."""
        keys = self.keys(setup)
        if self.bars is None:
            return [
                Column(
                    METRICS[key].label(None if len(keys) > CROWDED else setup["k"]),
                    (adds := setup.compute(key).terms["contribution"]) / (adds.max(initial=0) or 1),
                    setup.told(key),
                )
                for key in keys
            ]
        terms = setup.compute(keys[0]).terms if self.bars else {}
        drawn = []
        for heading, term in self.bars.items():
            if term.startswith("+"):
                label, score = setup.label(keys[0]), setup.told(keys[0])
                drawn.append(Column(heading.format(label), terms[term[1:]].cumsum(), score))
            else:
                drawn.append(Column(heading, terms[term]))
        return drawn

    def rows(self, setup: Setup) -> Table:
        """The table rank by rank: its head, its rows and its sum; "" where a title is not known."""
        if not self.table:
            return []
        key = self.keys(setup)[0]
        return table(setup.label(key), setup.compute(key), self.table, setup)


def table(label: str, breakdown: Breakdown, terms: Mapping[str, str], setup: Setup) -> Table:
    """A lesson's table: a row a rank, one for what is charged beside the ranks, and their sum."""
    columns = [breakdown.terms[term] for term in terms.values()]
    titles = setup.titles or [""] * len(setup.all_grades())
    rows = [
        [str(rank), titles[rank - 1], "?" if grade is None else str(grade)]
        + [f"{value:.4f}" for value in values]
        for rank, (grade, *values) in enumerate(
            zip(setup.grades, *columns, strict=False),  # a cutoff ends the columns
            start=1,
        )
    ]
    blank = [""] * (len(terms) - 1)
    if breakdown.remainder:
        charged = f"{float(breakdown.remainder):.4f}"
        rows.append(["", "charged for what was not found", "", *blank, charged])
    total = f"{float(breakdown.score):.4f}"
    return [
        ["rank", "document", "grade", *terms],
        *rows,
        ["", f"Sum = {label}", "", *blank, total],
    ]


def comparison(lists: Mapping[str, Setup], keys: Sequence[str]) -> Table:
    """The table of list A beside list B, a column a metric."""
    crowded = len(keys) > CROWDED
    scores = {name: [setup.score(key) for key in keys] for name, setup in lists.items()}
    k = None if crowded else lists["a"]["k"]
    return [
        ["list", *(METRICS[key].label(k) for key in keys)],
        *([name.upper(), *(f"{score:.3f}" for score in each)] for name, each in scores.items()),
        ["B − A", *(f"{b - a:+.3f}" for a, b in zip(*scores.values(), strict=True))],
    ]


def assert_adds_up(rows: Table) -> None:
    """The last column of a table is what its rows add up to, but for their rounding."""
    _, *each, total = rows
    off = 5e-5 * (len(each) + 1) + 1e-9
    assert sum(float(row[-1]) for row in each) == pytest.approx(float(total[-1]), abs=off)


def _staircase(steps: Rows, setup: Setup) -> None:
    """The area of the staircase is the average precision, a step each hit."""
    area = ((steps["to"] - steps["from"]) * steps["precision"]).sum()
    assert area == pytest.approx(setup.score("average_precision"))
    assert len(steps) == setup.compute("average_precision").terms["relevant"].sum()


def _shares(shares: Rows, setup: Setup) -> None:
    """Everyone ends up somewhere: who stops at each rank, who gives up, who reaches the end."""
    err = setup.compute("err")
    assert shares["end"].iloc[-1] == pytest.approx(1)
    assert (shares["end"] - shares["start"]).to_numpy() == pytest.approx(
        [*err.terms["stop"], *(float(err.aside[name]) for name in ("gave_up", "reached_end"))]
    )


PAGES = {
    "welcome": Page(scores=("average_precision", "ndcg", "err")),
    "playground": Page(scores=None, bars=None, picture="pick_a"),
    "your_data": Page(scores=("average_precision",), bars=None, picture="pick_a"),
    "average_precision": Page(
        scores=("average_precision",),
        bars={"Precision down to here": "precision", "Adds to {}": "+contribution"},
        picture="pick",
        table={
            "hit": "relevant",
            "precision": "precision",
            "recall": "recall",
            "adds": "contribution",
        },
        variants={
            "÷ all relevant": {"denominator": "relevant"},
            "÷ found in the top k": {"denominator": "found"},
            "÷ capped at k": {"denominator": "capped"},
        },
        pictures={"from": _staircase},
        knobs=frozenset({"Scale", "Relevant from grade", "Cutoff k", "AP denominator"}),
    ),
    "expected_reciprocal_rank": Page(
        scores=("err",),
        bars={
            "Get here": "reach",
            "Satisfied": "satisfaction",
            "Stop here": "stop",
            "Adds to {}": "+contribution",
        },
        picture="pick",
        table={
            "get here": "reach",
            "satisfied": "satisfaction",
            "stop here": "stop",
            "adds": "contribution",
        },
        pictures={"start": _shares},
        knobs=frozenset(
            {
                *("Scale", "Cutoff k", "Satisfaction", "Goes on if unsatisfied"),
                *("Steepness", "Midpoint"),
            }
        ),
    ),
    "reference": Page(has_board=False),
}
"""What each page shows, by its name in an address."""

BOARDS = [name for name, page in PAGES.items() if page.has_board]
LESSONS = {name: page.keys(Setup())[0] for name, page in PAGES.items() if page.table}

# Label, name in the address, positions, and what must be set for the knob to show.
KNOBS: list[tuple[str, str, list[Any], dict[str, Any]]] = [
    ("Scale", "scale", [3, 4, 8, 1], {"scale": 1}),
    ("Relevant from grade", "from", [2, 3, 1], {}),
    ("Cutoff k", "k", [1, 3, 50], {}),
    ("AP denominator", "ap", ["found", "capped", "relevant"], {}),
    ("Recall denominator", "recall", ["capped", "relevant"], {}),
    ("Missing relevant", "missing", ["ignore", "penalty"], {}),
    ("Patience", "patience", [0.0, 2.5, 1.0], {}),
    ("Gain", "gain", ["exponential", "custom", "linear"], {}),
    ("Gain per grade", "gains", [(0, 1, 10, 100), (0.5, 0, 0, 2.25)], {"gain": "custom"}),
    (
        "Discount",
        "discount",
        ["log_thresholded", "reciprocal", "power", "geometric", "none", "log"],
        {},
    ),
    ("Log base", "base", [1.1, 10.0, 2.0], {}),
    ("Log base", "base", [1.1, 10.0, 2.0], {"discount": "log_thresholded"}),
    ("Power exponent", "exponent", [0.0, 4.0, 1.0], {"discount": "power"}),
    ("Rank shift", "shift", [1, 20, 0], {"discount": "power"}),
    ("Geometric ratio", "ratio", [0.05, 1.0], {"discount": "geometric"}),
    ("Ideal from", "ideal", ["retrieved", "judged"], {}),
    ("Persistence p", "p", [0.0, 0.99, 0.8], {}),
    ("Utility", "utility", ["exponential", "binary", "sigmoid", "linear"], {}),
    ("Steepness", "steepness", [0.1, 10.0], {"utility": "sigmoid"}),
    ("Satisfaction", "satisfaction", ["linear", "binary", "sigmoid", "exponential"], {}),
    ("Steepness", "steepness", [0.1, 10.0, 2.0], {"satisfaction": "sigmoid"}),
    ("Midpoint", "midpoint", [0.0, 8.0, 2.0], {"satisfaction": "sigmoid"}),
    ("Goes on if unsatisfied", "continue", [0.0, 0.5, 1.0], {}),
]
