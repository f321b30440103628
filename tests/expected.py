"""What every page should show, written once: a row a page, worked out with `metrics` alone.

A `Setup` is what a test has set up: a list's grades and where the knobs stand, by their names in an
address. It comes from a test's own words or, where only a browser's address is known, from that.
Nothing here knows `ui`: what is spelled or computed there is spelled and computed once more here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
import pytest

from metrics import agreement, browsing, compare, cwl, gain, pointwise
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking

QUERIES = tuple(f"q{number}" for number in range(2, 9))
"""What an address calls the queries beside list A."""

CROWDED = 5
"""Columns of bars with room for what was before the last move."""

FIRST: Mapping[str, Any] = {
    **{"scale": 3, "from": 1, "k": 5, "ap": "relevant", "recall": "relevant"},
    **{"missing": "penalty", "readers": (1,) * 8, "patience": 1, "gain": "linear"},
    "gains": (0, 1, 3, 7, 15, 31, 63, 127, 255),
    **{"discount": "log", "base": 2, "exponent": 1, "shift": 0, "ratio": 0.8, "ideal": "judged"},
    **{"p": 0.8, "utility": "linear", "satisfaction": "exponential", "steepness": 2},
    **{"midpoint": 2, "continue": 1, "show": tuple(METRICS)},
    **{"orders": "average_precision", "against": "ndcg", "challenge": "", "places": "hidden"},
    "puzzle": "other-list",
    **{"each": "average_precision", "empty": "worst", "sent": 0, "sent_seed": 0},
    "pairs": (0.9, 0.85, 0.8, 0.82, 0.7, 0.72, 0.6, 0.63, 0.5, 0.55, 0.2, 0.25),
    **{"resamples": 10_000, "seed": 0, "tried": 20, "compared": "dots", "by": "average_precision"},
    **{"wants": "few", "labels": "graded", "attention": "fades", "cost": "top"},
    **{"level": 1, "exercise": 1, "answers": "", "sheet": "one"},
    **{"reader": "precision", "also": (), "curve": (0.8,), "target": 1},
    **{"printed": "ndcg", "handed": "usual", "tied": "none", "got": ""},
}
"""Where each knob stands on a first visit, by its name in an address."""

START = (
    "3Sourdough bread, step by step~0The ten best toasters this year~2Feeding a sourdough starter"
    "~1White bread without kneading~3Why is my sourdough flat?~0Bakeries near you~."
    "~2Sourdough in a Dutch oven"
)
AP_START = (
    "3Sourdough bread, step by step~0The ten best toasters this year~2Feeding a sourdough starter"
    "~1Sourdough in a Dutch oven~3Why is my sourdough flat?~0Bakeries near you~."
    "~2A sourdough timetable for weekends"
)
MSE_START = (
    "2Sourdough bread, step by step~0The ten best toasters this year~3Feeding a sourdough starter"
    "~1Sourdough in a Dutch oven~0Bakeries near you"
)
PR_START = (
    "1Sourdough bread, step by step~0The ten best toasters this year~1Feeding a sourdough starter"
    "~1Sourdough in a Dutch oven~0Bakeries near you~."
    "~1Why is my sourdough flat?~0White bread with dry yeast"
)
RBP_START = (
    "1Sourdough bread, step by step~0The ten best toasters this year~1Feeding a sourdough starter"
    "~0Bakeries near you~1Sourdough in a Dutch oven"
)
DISAGREE_START = (
    "2Sourdough bread, step by step~1Feeding a sourdough starter~0The ten best toasters this year"
    "~3Sourdough in a Dutch oven~0Bakeries near you~1Why is my sourdough flat?"
)
ERR_START = (
    "1Sourdough bread, step by step~2Feeding a sourdough starter~0The ten best toasters this year"
    "~3Sourdough in a Dutch oven~1Why is my sourdough flat?"
)
GAP_START = (
    "1Sourdough bread, step by step~0The ten best toasters this year~2Feeding a sourdough starter"
    "~0Bakeries near you~3Sourdough in a Dutch oven"
)
GAIN_START = (
    "2Sourdough bread, step by step~0The ten best toasters this year~3Feeding a sourdough starter"
    "~1Sourdough in a Dutch oven~0Bakeries near you~.~3Why is my sourdough flat?"
)
PAIRS_START = (
    "0The ten best toasters this year~3Sourdough bread, step by step~0Bakeries near you"
    "~2Feeding a sourdough starter~1Sourdough in a Dutch oven~3Why is my sourdough flat?"
)
WEB_START = (
    "1Sourdough bread, step by step~3Feeding a sourdough starter~0The ten best toasters this year"
    "~2Sourdough in a Dutch oven~0Bakeries near you"
)
RR_START = (
    "0The ten best toasters this year~1Sourdough bread, step by step~0Bakeries near you"
    "~0White bread with dry yeast~0History of the croissant"
)
TWO_START = {
    "a": "3Sourdough bread, step by step~2Feeding a sourdough starter"
    "~0The ten best toasters this year~1Sourdough in a Dutch oven~3Why is my sourdough flat?",
    "b": "2Feeding a sourdough starter~3Sourdough bread, step by step"
    "~0The ten best toasters this year~3Why is my sourdough flat?~1Sourdough in a Dutch oven",
    "p": "0.9",
}
CWL_START = (
    "1Sourdough bread, step by step~0The ten best toasters this year~1Feeding a sourdough starter"
    "~0Bakeries near you~1Sourdough in a Dutch oven"
)
TOOLS_START = (
    "3Sourdough bread, step by step~0The ten best toasters this year~2Feeding a sourdough starter"
    "~0Bakeries near you~1Sourdough in a Dutch oven~."
    "~3Why is my sourdough flat?~1A sourdough timetable for weekends"
)
MEAN_START = {
    "a": "1Sourdough bread, step by step~1Sourdough for beginners~0The ten best toasters this year"
    "~1Sourdough in a Dutch oven~0Bakeries near you~0A brief history of wheat",
    "a_query": "how to bake sourdough bread",
    "q2": "1Feeding a sourdough starter~1Starter from scratch in a week"
    "~1How often to feed a starter~0Yoghurt at home~0Jam jars compared~0Beer brewing kits",
    "q2_query": "feed a sourdough starter",
    "q3": "1Sourdough in a Dutch oven~0Dutch ovens on sale~1No-knead bread in a pot"
    "~0Camping with cast iron~1How hot a Dutch oven should be~0A weekend in Utrecht",
    "q3_query": "bread in a Dutch oven",
    "q4": "0Flat bread with herbs~0A flat in Paris~0Knife sharpening~0Loaf tins compared"
    "~0Pizza stones on sale~1Why is my sourdough flat?~.~1How to tell when dough is proofed",
    "q4_query": "why is my loaf flat",
    **{"scale": "1", "k": "6"},
}
"""The lists of a first visit, as an address would spell them: the lessons have their own."""


@dataclass(frozen=True)
class Setup:
    """What is set up: grades (None: not judged), missed ones, and knobs by address name."""

    grades: Sequence[int | None] = (3, 0, 2, 1, 3, 0)  # the list of a first visit
    missed: Sequence[int | None] = (2,)
    knobs: Mapping[str, Any] = field(default_factory=dict)
    titles: Sequence[str] | None = None  # None: the test does not say
    scores: Sequence[float | None] | None = None  # predicted, if somebody did
    words: str = ""  # what the list is the answer to
    others: "Sequence[Setup]" = ()  # the queries beside this one, without knobs of their own
    b: "Setup | None" = None  # what it is compared with, without knobs of its own

    @classmethod
    def of(cls, query: Mapping[str, str], name: str = "a", page: str = "playground") -> "Setup":
        """Read one list and the knobs out of a page's address; an empty one is its opening."""
        if not query:
            return PAGES[page].opening
        text = query.get(name, START) if name == "a" else query[name]
        parts = [part.replace("\0", "~") for part in text.replace("~_", "\0").split("~") if part]
        end = parts.index(".") if "." in parts else len(parts)
        shown, unseen = parts[:end], parts[end + 1 :]
        grades, missed = (
            tuple(None if part[0] == "-" else int(part[0]) for part in parts)
            for parts in (shown, unseen)
        )
        knobs = {key: _value(key, text) for key, text in query.items() if key in FIRST}
        scores = query.get(f"{name}_scores")
        titles = tuple(part[1:] for part in [*shown, *unseen])
        beside = [at for at in QUERIES if at in query] if name == "a" else []
        return cls(
            grades,
            missed,
            knobs,
            titles,
            scores and tuple(float(each) if each else None for each in scores.split(",")),
            query.get(f"{name}_query", ""),
            tuple(replace(cls.of(query, at, page), knobs={}) for at in beside),
            replace(cls.of(query, "b"), knobs={}) if name == "a" and "b" in query else None,
        )

    @classmethod
    def of_preset(cls, entry: Mapping[str, Any]) -> "Setup":
        """Read a preset as it is written."""
        if "grades" not in entry:  # it is about no list
            return cls(knobs=_linked(entry["settings"]))
        b, names = entry.get("b"), entry.get("titles")
        if b and "order" in b:
            order = [at - 1 for at in b["order"]]
            b = {"grades": [entry["grades"][at] for at in order]}
            b["titles"] = [f"Page {at + 1}" for at in order]
        return cls(
            entry["grades"],
            entry.get("missed", ()),
            _linked(entry.get("settings", {})),
            scores=entry.get("predicted"),
            words=entry.get("query", ""),
            others=tuple(map(cls.of_preset, entry.get("queries", ()))),
            titles=names and tuple(names) if b or "settings" not in entry else None,
            b=b and cls.of_preset(b),
        )

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
            name: ",".join("" if each is None else str(each) for each in value)
            if isinstance(value, tuple)
            else str(value)
            for name, value in self.knobs.items()
        }
        if self.scores:
            each = ("" if score is None else f"{score:g}" for score in self.scores)
            turned["a_scores"] = ",".join(each)
        words = {"a_query": self.words} if self.words else {}
        words |= {"b": self.b.query()["a"]} if self.b else {}
        for name, other in zip(QUERIES, self.others, strict=False):
            words |= {at.replace("a", name, 1): text for at, text in other.query().items()}
        return {"a": "~".join(spelled), **words, **turned}

    def queries(self) -> "list[Setup]":
        """All queries, under the knobs of the first."""
        return [self, *(replace(other, knobs=self.knobs) for other in self.others)]

    def all_grades(self) -> list[int | None]:
        return [*self.grades, *self.missed]

    def predicted(self) -> list[float]:
        """The scores; where there are none, evenly by rank from the top grade to 0."""
        last = len(self.all_grades()) - 1
        even = [self["scale"] * (1 - at / max(last, 1)) for at in range(last + 1)]
        if self.scores is None:
            return [round(score, 2) for score in even]
        return [np.nan if score is None else score for score in self.scores]

    def label(self, key: str) -> str:
        if key not in OTHERS:
            return METRICS[key].label(self["k"])
        name = OTHERS[key][0]
        return name if isinstance(name, str) else name(self)

    def ranking(self) -> Ranking:
        grades, missed = (
            [np.nan if grade is None else grade for grade in part]
            for part in (self.grades, self.missed)
        )
        return Ranking(grades, missed, top_grade=self["scale"], relevant_from=self["from"])

    def compute(self, key: str, **others: Any) -> Breakdown:
        """The metric as this screen sets its parameters, those in `others` apart."""
        if key in OTHERS:
            return OTHERS[key][1](self.turned(**_linked(others)))
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
        spelled = {"persistence": "p", "continuation": "continue", "thresholds": "readers"}
        spelled["denominator"] = "recall" if key == "recall" else "ap"
        parameters = {}
        for name in METRICS[key].knobs:
            if spelled.get(name, name) in FIRST:
                value = self[spelled.get(name, name)]
                value = self.shares() if name == "thresholds" else value
                parameters[name] = family.get(name, {}).get(value, value)
        if "@k" not in METRICS[key].symbol:
            parameters.pop("k", None)
        return METRICS[key].compute(self.ranking(), **{**parameters, **others})

    def shares(self) -> tuple[float, ...]:
        """What part of the readers has each bar; all alike where there are none on this scale."""
        weights = self["readers"][: self["scale"]]
        total = sum(weights)
        return tuple(weight / total if total else 1 / self["scale"] for weight in weights)

    def score(self, key: str, **others: Any) -> float:
        return float(self.compute(key, **others).score)

    def told(self, key: str, **others: Any) -> str:
        """The score as it is written; what is counted has no decimals."""
        if key == "b_wins":
            return _record(self)
        return written(self.score(key, **others), 0 if key in COUNTS else 3)


def written(number: float, places: int = 3) -> str:
    """A number as it is written, half rounded up, and a dash where there is none."""
    if np.isnan(number):
        return "–"
    exact = Decimal(f"{number:.{places + 6}f}")  # a sum may miss a half by its last bit
    rounded = exact.quantize(Decimal(10) ** -places, ROUND_HALF_UP)
    return f"{rounded or abs(rounded)}".replace("-", "−")


def change(number: float, places: int = 3, nothing: str = "0") -> str:
    """A difference as it is written, with its sign, if one is seen."""
    said = written(number, places)
    return nothing if not said.strip("−0.") else said if number < 0 else f"+{said}"


def _linked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by what an address calls them."""
    links = {"denominator": "ap", "recall_denominator": "recall", "continuation": "continue"}
    links |= {"log_base": "base", "ideal_places": "places", "relevant_from": "from"}
    links |= {"persistence": "p", "read_also": "also", "own_curve": "curve"}
    links |= {"per_query": "each", "empty_query": "empty", "thresholds": "readers"}
    links |= {"paired_scores": "pairs", "metrics_tried": "tried", "compared_by": "by"}
    links |= {"orders_by": "orders", "orders_against": "against", "printed_metric": "printed"}
    return {
        links.get(name, name): tuple(value) if isinstance(value, list) else value
        for name, value in settings.items()
    }


def _value(name: str, text: str) -> Any:
    """A knob's value as an address spells it."""
    if name in ("got", "answers"):
        return text
    if name == "pairs":
        return tuple(float(part) if part else None for part in text.split(","))
    if name in ("gains", "show", "readers", "also", "curve"):
        parts = tuple(text.split(",")) if text else ()
        return parts if name in ("show", "also") else tuple(map(float, parts))
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


class Part(NamedTuple):
    """A rectangle of a bar: its look, and where it is, as shares of the column and of the row."""

    look: str
    start: float
    end: float
    height: float = 0.5


@dataclass(frozen=True)
class Cell:
    """What a column has in one row."""

    parts: Sequence[Part]
    label: str

    @property
    def bar(self) -> Part | None:
        """From where to where it reaches, which is what is seen of it later."""
        filled = [part for part in self.parts if part.look == "filled"]
        solid = [part for part in self.parts if part.look != "dashed"]
        if filled or not solid:
            return filled[0]._replace(look="was filled") if filled else None
        start, end = min(part.start for part in solid), max(part.end for part in solid)
        return Part("was", start, end, solid[0].height)


@dataclass(frozen=True)
class Column:
    """One column of bars beside the cards: its heading, its cells by row, its score, its line.

    `most` is the value that fills it; `name` is what it is called where that is not its heading;
    `still` is one that does not show where its bars were, and one that `clips` does so only where
    all of it has room.
    """

    heading: str
    cells: Mapping[int, Cell]
    score: str = ""
    line: tuple[float, str] | None = None
    most: float = 1
    name: str = ""
    still: bool = False
    clips: bool = False

    def ghosts(self, before: "Column") -> dict[int, Part]:
        """Where its bars were before, by row: those that were there, and not where they are now."""
        found = {}
        ends = [cell.bar.end * before.most for cell in before.cells.values() if cell.bar]
        if self.still or (self.clips and max([0, *ends]) > self.most):
            return {}
        for row, cell in before.cells.items():
            if (was := cell.bar) is None:
                continue
            scale = before.most / self.most
            was = was._replace(start=was.start * scale, end=was.end * scale)
            now = self.cells[row].bar if row in self.cells else None
            off = [abs(one - other) for one, other in zip(was[1:], (now or was)[1:], strict=True)]
            if was.end - was.start > 5e-4 and (not now or sum(off) > 5e-4):
                found[row] = was
        return found


Table = list[list[str]]


@dataclass(frozen=True)
class Page:
    """What one page shows.

    Attributes:
        scores: metrics that stand as scores, the first the page's own, which may depend on the
            screen; None: those of the knob.
        bars: the columns of bars beside the list; None: there is no such picture.
        table: heading and term of the columns of its table, rank by rank; or all of the table.
        variants: scores beside, by label, with the knob that differs, by its name in an address, or
            the "key" of another measure.
        varied: the metric they are of; by default the page's own.
        terms: terms of the table that the metric's breakdown does not have.
        area: the chart in which the score is the area of all parts.
        knobs: labels of its knobs, the sub-knobs of a sigmoid's position among them.
        has_board: it shows list A.
        opening: what it shows to a reader who has not done anything yet.
    """

    scores: Sequence[str] | Callable[[Setup], Sequence[str]] | None = ()
    bars: "Callable[[Page, Setup, Sequence[Setup]], list[Column]] | None" = None
    table: "Mapping[str, str] | Callable[[Setup], Table]" = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    varied: str = ""
    terms: "Callable[[Setup], Mapping[str, Array]]" = lambda _: {}
    area: str = ""
    knobs: frozenset[str] = frozenset()
    has_board: bool = True
    opening: Setup = field(default_factory=lambda: Setup.of({"a": START}))

    def keys(self, setup: Setup) -> list[str]:
        """The metrics that stand as scores, in their order."""
        if callable(self.scores):
            return list(self.scores(setup))
        wanted = setup["show"] if self.scores is None else self.scores
        return [key for key in METRICS if key in wanted] if self.scores is None else list(wanted)

    def tiles(self, setup: Setup) -> dict[str, str]:
        """All scores by label, in their order."""
        variants = {
            label: setup.turned(**others).told(
                others.get("key") or self.varied or self.keys(setup)[0]
            )
            for label, others in self.variants.items()
        }
        return {setup.label(key): setup.told(key) for key in self.keys(setup)} | variants

    def undefined(self, setup: Setup) -> list[str]:
        """The note on scores without a denominator."""
        every = {key: setup.score(key) for key in self.keys(setup) if setup.compute(key).undefined}
        worst = [setup.label(key) for key, score in every.items() if not np.isnan(score)]
        none = [setup.label(key) for key, score in every.items() if np.isnan(score)]
        said = [
            f"0/0 for {', '.join(worst)}: no relevant document counts here, so the worst value is "
            "reported."
        ] * bool(worst)
        said += [
            f"0/0 for {', '.join(none)}: there is nothing to compare, so there is no score."
        ] * bool(none)
        return [" ".join(said)] * bool(said)

    def columns(self, setup: Setup, *others: Setup, were: Sequence[Setup] = ()) -> list[Column]:
        """The columns of bars beside a list, where others are compared with it.

        `were` is what stood there before the last move: it is drawn, too, where there is room.
        """
        seen = were if len(self.keys(setup)) <= CROWDED else ()
        return self.bars(self, setup, [*others, *seen]) if self.bars else []

    def ghosts(self, before: Setup, now: Setup) -> list[dict[int, Part]]:
        """Where the bars of each column were before a move, by row; not where they are many."""
        columns, listed = self.columns(now, were=[before]), len(now.all_grades())
        were = self.columns(before.turned(show=now["show"]))
        return [
            {row: part for row, part in column.ghosts(was).items() if row <= listed}
            if len(columns) <= CROWDED
            else {}
            for column, was in zip(columns, were, strict=True)
        ]

    def rows(self, setup: Setup) -> Table:
        """The table rank by rank: its head, its rows and its sum; "" where a title is not known."""
        if not self.table:
            return []
        if callable(self.table):
            return self.table(setup)
        label = setup.label(self.keys(setup)[0])
        return table(label, self.breakdown(setup), self.table, setup)

    def breakdown(self, setup: Setup) -> Breakdown:
        """Its metric, and every term of its table."""
        breakdown = setup.compute(self.keys(setup)[0])
        return replace(breakdown, terms={**breakdown.terms, **self.terms(setup)})


def table(label: str, breakdown: Breakdown, terms: Mapping[str, str], setup: Setup) -> Table:
    """A lesson's table: a row a rank, one for what is charged beside the ranks, and their sum."""
    columns = [breakdown.terms[term] for term in terms.values()]
    titles = setup.titles or [""] * len(setup.all_grades())
    rows = [
        [
            str(rank) if rank <= len(setup.grades) else "–",
            titles[rank - 1],
            "?" if grade is None else str(grade),
        ]
        + [written(value, 4) for value in values]
        for rank, (grade, *values) in enumerate(
            zip(setup.all_grades(), *columns, strict=False),  # a cutoff ends the columns
            start=1,
        )
    ]
    blank = [""] * (len(terms) - 1)
    if breakdown.remainder and not np.isnan(breakdown.remainder):
        charged = written(float(breakdown.remainder), 4)
        rows.append(["", "charged for what was not found", "", *blank, charged])
    total = written(float(breakdown.score), 4)
    return [
        ["rank", "document", "grade", *terms],
        *rows,
        ["", f"Sum = {label}", "", *blank, total],
    ]


def comparison(lists: Mapping[str, Setup], keys: Sequence[str]) -> Table:
    """The table of list A beside list B, a column a metric."""
    a, b = ([setup.score(key) for key in keys] for setup in lists.values())
    return [
        ["list", *(METRICS[key].label() for key in keys)],
        ["A", *(written(score) for score in a)],
        ["B", *(written(score) for score in b)],
        ["A − B", *(change(one - other) for one, other in zip(a, b, strict=True))],
    ]


def assert_adds_up(rows: Table) -> None:
    """The last column of a table is what its rows add up to, but for their rounding."""
    _, *each, total = [row[-1].replace("−", "-") for row in rows]
    off = 5e-5 * (len(each) + 1) + 1e-9
    if total == "–":  # there is nothing to compare
        assert {float(cell) for cell in each} <= {0}
        return
    assert sum(map(float, each)) == pytest.approx(float(total), abs=off)


def running(heading: str, adds: Array, score: str, most: float = 1, **more: Any) -> Column:
    """A column whose bars each begin where the last one ended."""
    ends = adds.cumsum() / most
    cells = {
        row: Cell([Part("solid", end - add / most, end)], f"+{written(add)}" if add else "")
        for row, (end, add) in enumerate(zip(ends, adds, strict=True), start=1)
    }
    return Column(heading, cells, score, most=most, **more)


def _matrix(page: Page, setup: Setup, others: Sequence[Setup]) -> list[Column]:
    """A column a metric, which climbs to its score: from 0 to 1, or to the highest drawn."""
    columns = []
    for key in page.keys(setup):
        sums = [each.compute(key).terms["contribution"].sum() for each in (setup, *others)]
        most = METRICS[key].range[1] or float(max(sums)) or 1
        adds, name = setup.compute(key).terms["contribution"], METRICS[key].label()
        column = running(setup.label(key), adds, setup.told(key), most, name=name)
        cells = {
            row: replace(cell, label=written(add) if add >= 5e-4 else "")
            for add, (row, cell) in zip(adds, column.cells.items(), strict=True)
            if add >= 5e-4 or len(page.keys(setup)) <= CROWDED
        }
        columns.append(replace(column, cells=cells))
    return columns


def _suited(setup: Setup) -> list[str]:
    """The metrics with the fewest objections, three at most, in the catalog's order."""
    depth = "screen" if setup["k"] <= 5 else "page" if setup["k"] <= 10 else "deep"
    wanted = {each: setup[each] for each in ("wants", "labels", "attention", "cost")}
    against = {
        key: sum(
            to in metric.advice.objections.get(each, {})
            for each, to in [*wanted.items(), ("depth", depth)]
        )
        for key, metric in METRICS.items()
        if not metric.advice.never
    }
    return [key for key in against if against[key] == min(against.values())][:3]


def _climbs(page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """What each rank adds to each of the scores, the page's own last."""
    columns = []
    for key in reversed(page.keys(setup)):
        adds = setup.compute(key).terms["contribution"]
        most = METRICS[key].range[1] or max(float(adds.sum()), 1)
        score = f"{setup.label(key)} = {setup.told(key)}"
        columns.append(running(METRICS[key].label(), adds, score, most))
    return columns


def _slots(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """The precision at each rank; and a slot for each relevant document that counts."""
    ap, score = setup.compute("average_precision"), setup.told("average_precision")
    exist, shown = float(ap.aside["denominator"]), len(setup.grades)
    precisions, slots = {}, {}
    hits = 0
    for row, grade in enumerate(setup.all_grades(), start=1):
        hit = grade is not None and grade >= setup["from"]
        hits += hit
        precision = hits / row
        if row <= min(setup["k"], shown):
            look = "solid" if hit else "hollow"
            label = f"{hits}/{row} = {written(precision)}"
            precisions[row] = Cell([Part(look, 0, precision)], label)
        if hit and hits <= exist:
            ends = (hits - 1) / exist, hits / exist
            if row in precisions:
                parts = [Part("hollow", *ends, 1), Part("filled", *ends, precision)]
                slots[row] = Cell(parts, f"+{written(precision / exist)}")
            else:
                missed = "cut off: 0" if row <= shown else "never found: 0"
                slots[row] = Cell([Part("dashed", *ends, 1)], missed)
    heading = f"Adds 1/{exist:g} × precision" if exist else "Adds nothing: 0/0"
    total = f"{setup.label('average_precision')} = {score}"
    line = setup.score("average_precision"), f"average {score}"
    return [
        Column("Precision down to here", precisions, line=line),
        Column(heading, slots, total),
    ]


def _readers(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """Who is still reading, and who of them stops; and what the stops add to the score."""
    terms = setup.compute("err").terms
    cells = {
        row: Cell(
            [Part("pale", stop, reach), Part("solid", 0, stop)],
            f"{written(stop)} of {written(reach)}",
        )
        for row, (reach, stop) in enumerate(zip(terms["reach"], terms["stop"], strict=True), 1)
    }
    heading = "Adds: stops ÷ rank"
    return [
        Column("Still reading, and how many stop", cells),
        running(heading, terms["contribution"], f"{setup.label('err')} = {setup.told('err')}"),
    ]


def _patient(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """Who looks at each rank, and who of them stops there; and what that adds to the score."""
    p, n = setup["p"], len(setup.grades)
    cells = {}
    for row in range(1, n + 1):
        reach, stop = p ** (row - 1), (1 - p) * p ** (row - 1)
        parts = [Part("pale", stop, reach), Part("solid", 0, stop)]
        cells[row] = Cell(parts, f"{written(stop)} of {written(reach)}")
    adds = setup.compute("rbp").terms["contribution"]
    return [
        Column("Still reading, and how many stop", cells),
        running("Adds: weight × worth", adds, f"RBP = {setup.told('rbp')}"),
    ]


def gains(setup: Setup, grades: Sequence[int | None]) -> list[float]:
    """What documents of these grades are worth; what nobody judged is worth nothing."""
    worth: dict[str, Callable[[int], float]] = {
        "linear": float,
        "exponential": lambda grade: 2.0**grade - 1,
        "custom": lambda grade: float(setup["gains"][grade]),
    }
    return [0.0 if grade is None else worth[setup["gain"]](grade) for grade in grades]


def weights(setup: Setup, count: int) -> list[float]:
    """How much the first ranks count."""
    base = np.log(setup["base"])
    formulas: dict[str, Callable[[int], float]] = {
        "log": lambda rank: float(base / np.log(rank + 1)),
        "log_thresholded": lambda rank: float(base / np.log(max(rank, setup["base"]))),
        "reciprocal": lambda rank: 1 / rank,
        "power": lambda rank: float((rank + setup["shift"]) ** -float(setup["exponent"])),
        "geometric": lambda rank: float(setup["ratio"] ** (rank - 1)),
        "none": lambda _rank: 1.0,
    }
    return [formulas[setup["discount"]](rank) for rank in range(1, count + 1)]


def ideal_gains(setup: Setup) -> list[float]:
    """The gains of the best order, of those that the ideal is of."""
    pool = setup.grades if setup["ideal"] == "retrieved" else setup.all_grades()
    best = sorted(gains(setup, pool), reverse=True)
    return best if setup["ideal"] == "uncut" else best[: setup["k"]]


def _ideal_dcg(setup: Setup) -> Breakdown:
    best = ideal_gains(setup)
    return Breakdown({"contribution": np.array(best) * weights(setup, len(best))})


def _areas(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """Gain by weight and the ideal's behind it; what each rank lacks of it; what it adds."""
    own, best = gains(setup, setup.grades)[: setup["k"]], ideal_gains(setup)
    ranks = max(len(own), len(best))
    weight = weights(setup, ranks)
    most = max(gains(setup, range(setup["scale"] + 1))) or 1
    total = sum(gain * w for gain, w in zip(best, weight, strict=False))
    areas, lost = {}, {}
    share = weight[1] / weight[0] if len(best) > 1 else 0.6
    zero = share / (1 + share)
    largest = (best[0] * weight[0] / total if best and total else 0) or 1
    for rank, w in enumerate(weight, start=1):
        height = 0.64 * w / weight[0]
        parts, label, adds, due = [], "", 0.0, 0.0
        if rank <= len(best) and best[rank - 1]:
            due = best[rank - 1] * w
            parts = [Part("dashed", 0, best[rank - 1] / most, height)]
            label = f"nothing, ideal {written(due)}"
        if rank <= len(own):
            adds = own[rank - 1] * w
            parts.insert(0, Part("solid", 0, own[rank - 1] / most, height))
            label = f"{own[rank - 1]:g} × {written(w)} = {written(adds)}"
        if parts:
            areas[rank] = Cell(parts, label)
        regret = (due - adds) / total if total else 0.0
        end = zero + (1 - zero) * regret / largest
        look = "solid" if end >= zero else "pale"
        told = change(regret)
        lost[rank] = Cell([Part(look, *sorted((zero, end)))], told)
    score = setup.score("ndcg")
    return [
        *([Column("Ideal places", {})] if setup["places"] == "shown" else []),
        Column("Gain × weight", areas, f"DCG = {setup.told('dcg')}", most=most),
        Column(
            "Regret",
            lost,
            f"= {written(1 - score)}" if total else "",
            line=(zero, "") if lost else None,
            still=True,
        ),
        running("Adds", setup.compute("ndcg").terms["contribution"], f"= {written(score)}"),
    ]


def _crowd(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """The precisions at the hits of each reader, as thick as their share; and what they all add."""
    columns, shares = [], setup.shares()
    few = len(shares) + 1 <= CROWDED
    for bar, share in enumerate(shares, start=1):
        good = [grade is not None and grade >= bar for grade in setup.all_grades()]
        cells, average = {}, 0.0
        for row in range(1, min(setup["k"], len(setup.grades)) + 1):
            if good[row - 1]:
                found = sum(good[:row])
                average += found / row / sum(good)
                height = 0.64 * share / max(0.5, *shares) if few else 0.5
                cells[row] = Cell([Part("solid", 0, found / row, height)], f"{found}/{row}")
        columns.append(Column(f"Good from {bar}", cells, f"AP {written(average)}"))
    key = "graded_average_precision"
    adds = running("Adds", setup.compute(key).terms["contribution"], f"= {setup.told(key)}")
    drawn = {row: cell for row, cell in adds.cells.items() if few or cell.label}
    return [*columns, replace(adds, cells=drawn)]


def _stairs(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """What rank and 1/rank would be if the first hit stood in a row; full where it does."""
    seen, nowhere = min(setup["k"], len(setup.grades)), setup["k"] + 1
    relevant = [grade is not None and grade >= setup["from"] for grade in setup.all_grades()]
    ranks, shares = {}, {}
    for row in range(1, len(relevant) + 1):
        first = relevant[row - 1] and not any(relevant[: row - 1])
        if row <= seen:
            look = "solid" if first else "hollow"
            ranks[row] = Cell([Part(look, 0, row / nowhere)], str(row))
            adds = f"{'+' if first else ''}1/{row} = {written(1 / row)}"
            shares[row] = Cell([Part(look, 0, 1 / row)], adds)
        else:
            look = "solid" if first else "dashed"
            ranks[row] = Cell([Part(look, 0, 1)], f"none: {nowhere}")
            shares[row] = Cell([Part(look, 0, 0)], "none: 0")
    rank = setup.score("first_relevant_rank")
    return [
        Column(
            "Rank, if first here",
            ranks,
            f"{setup.label('first_relevant_rank')} = {rank:g}",
            still=True,
        ),
        Column(
            "1/rank, if first here",
            shares,
            f"{setup.label('reciprocal_rank')} = {setup.told('reciprocal_rank')}",
            still=True,
        ),
    ]


def _window(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """The fractions at every k, to be heard beside the curves; and 1/k for each hit."""
    hits = 0
    exist = sum(grade is not None and grade >= setup["from"] for grade in setup.all_grades())
    cells = {}
    for k, grade in enumerate(setup.grades, start=1):
        hits += grade is not None and grade >= setup["from"]
        possible = min(exist, k) if setup["recall"] == "capped" else exist
        said = f"P {hits}/{k}, R {hits}/{possible}, F1 {2 * hits}/{k + exist}"
        cells[k] = Cell([Part("dashed", 0, 1, 1)], said)
    precision = setup.compute("precision")
    adds = running(f"Adds 1/{setup['k']}", precision.terms["contribution"], "")
    labelled = {
        row: replace(cell, label=cell.label and f"+1/{setup['k']}")
        for row, cell in adds.cells.items()
    }
    return [
        Column("P, R, F1 and Hit at every k", cells),
        replace(adds, cells=labelled, score=f"P = {setup.told('precision')}"),
    ]


def _every_k(setup: Setup) -> dict[str, Array]:
    """Precision, recall and F1 at every cutoff up to k."""
    cutoffs = range(1, min(setup["k"], len(setup.grades)) + 1)
    return {
        term: np.array([setup.score(term, k=k) for k in cutoffs])
        for term in ("precision", "recall", "f1")
    }


def _inversions(setup: Setup) -> Breakdown:
    """A document adds those above it with a lower grade; who is not judged, or missed, does not."""
    judged = [np.nan if grade is None else grade for grade in setup.grades]
    adds = [sum(high < low for high in judged[:at]) for at, low in enumerate(judged)]
    return Breakdown({"contribution": np.array(adds, dtype=float)})


def _right_pairs(setup: Setup) -> float:
    """The share of pairs with two different grades whose better document stands above."""
    judged = [grade for grade in setup.grades if grade is not None]
    pairs = list(combinations(judged, 2))
    right, wrong = (sum(one > other for one, other in way) for way in (pairs, map(reversed, pairs)))
    return right / (right + wrong) if right + wrong else np.nan


def _share(score: float) -> Breakdown:
    return Breakdown({"contribution": np.array([score])})


def _worse_above(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """Two columns that are laid over their rows; and the worse ones above each, of all pairs."""
    judged = [grade for grade in setup.grades if grade is not None]
    most = sum(one != other for one, other in combinations(judged, 2)) or 1
    adds = setup.compute("inversions").terms["contribution"]
    told = setup.told("inversions")
    column = running("Worse above", adds, f"Sum = {told}", most)
    cells = {
        row: replace(cell, label=f"+{add:.0f}" if add else "")
        for add, (row, cell) in zip(adds, column.cells.items(), strict=True)
    }
    return [
        Column("A swap here: ← worse, better →", {}),
        Column("All pairs, filled if wrong", {}),
        replace(column, cells=cells),
    ]


def _slopes(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """How many lines each document's line crosses; and the lines, which lie over their rows."""
    a, _, in_a, _ = both(setup)
    wrong, n = _tau(setup).terms["wrong"], len(in_a)
    most = max(n - 1, 1)
    cells = {
        row: Cell([Part("solid", 0, count / most)], f"{count:g}" if each in in_a else "–")
        for row, (each, count) in enumerate(zip(a, wrong, strict=True), start=1)
    }
    crossings = sum(wrong) / 2
    return [
        Column("Crosses", cells, most=most),
        Column(
            "Lines, and how often each crosses", {}, f"{crossings:g} of {n * (n - 1) // 2} cross"
        ),
    ]


def _by_document(setup: Setup) -> Table:
    """A row a rank of A: where the document stands in B, and with how many alike or not."""
    a, b, *_ = both(setup)
    tau, known = _tau(setup), {each: str(rank) for rank, each in enumerate(b, start=1)}
    rows = [
        [str(rank), each[0] if setup.titles else "", known.get(each, "–")]
        + [
            written(float(tau.terms[term][rank - 1]), 4)
            for term in ("right", "wrong", "contribution")
        ]
        for rank, each in enumerate(a, start=1)
    ]
    total = written(float(tau.score), 4)
    return [
        ["rank", "document", "rank in B", "in the same order", "in opposite orders", "adds"],
        *rows,
        ["", "Sum = Kendall’s τ", "", "", "", total],
    ]


def _errors(setup: Setup, of: Callable[..., Breakdown] = pointwise.mse) -> Breakdown:
    """A measure of predicted scores against grades, a row for each document; NaN: not judged."""
    grades = [np.nan if grade is None else grade for grade in setup.all_grades()]
    scores = np.array(setup.predicted())
    judged = ~np.isnan(np.array(grades, dtype=float) - scores)
    found = of(scores[judged], np.array(grades, dtype=float)[judged])
    adds = np.zeros(len(grades))
    adds[judged] = found.terms["contribution"]
    off = scores - np.array(grades, dtype=float)
    return Breakdown(
        {"score": scores, "error": off, "squared": off**2, "contribution": adds},
        remainder=np.array(0.0 if judged.any() else np.nan),
        undefined=np.array(not judged.any()),
    )


def _root(setup: Setup) -> Breakdown:
    return Breakdown({"contribution": np.array([_errors(setup).score ** 0.5])})


def _dumbbells(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """From each grade to its score, all on one scale; and what the squares of these ways add."""
    scores, grades = setup.predicted(), setup.all_grades()
    low, high = np.nanmin([0, *scores]), np.nanmax([setup["scale"], *scores])
    cells = {}
    for row, (score, grade) in enumerate(zip(scores, grades, strict=True), start=1):
        if np.isnan(score):
            continue
        at, number = (score - low) / (high - low), f"{round(score, 3):g}".replace("-", "−")
        spot = Part("spot", at, at)
        if grade is None:
            cells[row] = Cell([spot], f"{number}, no grade")
            continue
        true, off = (grade - low) / (high - low), round(score - grade, 9)
        sign = {1: "+", 0: "", -1: "−"}[int(np.sign(off))]
        cells[row] = Cell(
            [Part("way", min(at, true), max(at, true), 0.12), Part("goal", true, true), spot],
            f"{number} − {grade} = {sign}{round(abs(off), 3):g}",
        )
    most = max(setup["scale"] ** 2 / 4, float(np.nan_to_num(setup.score("mse"))))
    judged = sum(g is not None and s == s for g, s in zip(grades, scores, strict=True))
    adds = setup.compute("mse").terms["contribution"]
    return [
        Column("Error: score − grade", cells, still=True),
        running(f"Adds: error² ÷ {judged}", adds, f"MSE = {setup.told('mse')}", most, clips=True),
    ]


def _each(setup: Setup) -> tuple[list[float], list[bool]]:
    """The score of each query, as it counts; and whether it is one, and not 0/0."""
    key, scores, there = setup["each"], [], []
    for query in setup.queries():
        found = query.compute(key)
        relevant = sum(grade is not None and grade >= setup["from"] for grade in query.all_grades())
        there.append(not found.undefined and (key == "ndcg" or relevant > 0))
        scores.append(1.0 if setup["empty"] == "best" and not there[-1] else float(found.score))
    return scores, there


def _counted(setup: Setup) -> list[float]:
    """The scores that go into the mean."""
    every = zip(*_each(setup), strict=True)
    return [score for score, there in every if there or setup["empty"] != "skip"]


def _mean(setup: Setup) -> Breakdown:
    """Each query that counts adds its score, over how many there are."""
    (scores, there), count = _each(setup), len(_counted(setup))
    counts = [each or setup["empty"] != "skip" for each in there]
    adds = [score / count if at else 0.0 for score, at in zip(scores, counts, strict=True)]
    return Breakdown(
        {"score": np.array(scores), "counts": np.array(counts), "contribution": np.array(adds)},
        remainder=np.array(0.0 if count else np.nan),
        undefined=np.array(not count),
    )


def _by_query(setup: Setup) -> Table:
    """A row a query: its words, what was found of what there is, its score, what that adds."""
    mean, rows = _mean(setup), []
    scores, adds = mean.terms["score"], mean.terms["contribution"]
    for at, (query, score, add) in enumerate(zip(setup.queries(), scores, adds, strict=True), 1):
        hits = [grade is not None and grade >= setup["from"] for grade in query.all_grades()]
        found = sum(hits[: min(setup["k"], len(query.grades))])
        named = [str(at), query.words or f"Query {at}", f"{found} of {sum(hits)}"]
        rows.append([*named, written(score, 4), written(add, 4)])
    label = METRICS[setup["each"]].label(setup["k"])
    total = written(float(mean.score), 4)
    return [
        ["query", "its words", "relevant", label, "adds"],
        *rows,
        ["", f"Sum = {_mean_label(setup)}", "", "", total],
    ]


def _single(value: float) -> Breakdown:
    return Breakdown({"contribution": np.array([value])}, undefined=np.array(value != value))


def _other_mean(setup: Setup) -> Breakdown:
    """The geometric mean; of ranks the harmonic one; of shares the one that is pooled."""
    scores, key = _counted(setup), setup["each"]
    if key in ("precision", "recall"):
        each = setup.queries()
        hits = sum(
            grade is not None and grade >= setup["from"]
            for query in each
            for grade in query.grades[: setup["k"]]
        )
        whole = [float(query.compute("recall").aside["denominator"]) for query in each]
        if key == "precision":
            whole = [float(setup["k"])] * len(scores)
        return _single(hits / sum(whole) if sum(whole) else np.nan)
    if not scores:
        return _single(np.nan)
    if key == "first_relevant_rank":
        return _single(len(scores) / sum(1 / score for score in scores))
    return _single(np.prod([max(score, 1e-5) for score in scores]) ** (1 / len(scores)))


def _worst_query(setup: Setup) -> Breakdown:
    worst = max if setup["each"] == "first_relevant_rank" else min
    return _single(worst(_counted(setup), default=np.nan))


def _mean_label(setup: Setup) -> str:
    return {
        **{"average_precision": "MAP@{}", "reciprocal_rank": "MRR@{}", "average_recall": "MAR@{}"},
        **{"first_relevant_rank": "mean FRP@{}", "ndcg": "mean nDCG@{}"},
        **{"precision": "macro P@{}", "recall": "macro R@{}"},
    }[setup["each"]].format(setup["k"])


def _other_label(setup: Setup) -> str:
    return {
        **{"average_precision": "GMAP@{}", "first_relevant_rank": "harmonic mean"},
        **{"precision": "micro P@{}", "recall": "micro R@{}"},
    }.get(setup["each"], "geometric mean").format(setup["k"])


def _worst_label(setup: Setup) -> str:
    way = "highest" if setup["each"] == "first_relevant_rank" else "lowest"
    return f"{way} {METRICS[setup['each']].label(setup['k'])}"


def titles_of(setup: Setup) -> list[tuple[str, int]]:
    """What was retrieved, by title, and by how many of that title stand above."""
    names = setup.titles or [f"Page {i}" for i in range(1, len(setup.all_grades()) + 1)]
    shown = list(names)[: len(setup.grades)]
    return [(name, shown[:at].count(name)) for at, name in enumerate(shown)]


Titles = list[tuple[str, int]]


def both(setup: Setup) -> tuple[Titles, Titles, Titles, Titles]:
    """Two rankings, and what both have, in the order of either; without B it is A again."""
    a, b = titles_of(setup), titles_of(setup.b or setup)
    return a, b, [each for each in a if each in b], [each for each in b if each in a]


def _tau(setup: Setup) -> Breakdown:
    """Each document adds those it stands alike to in both lists, less those it does not."""
    a, _, in_a, in_b = both(setup)
    n = len(in_a)
    right, wrong = np.zeros(len(a)), np.zeros(len(a))
    for one, other in combinations(in_a, 2):
        alike = in_b.index(one) < in_b.index(other)
        for each in (one, other):
            (right if alike else wrong)[a.index(each)] += 1
    return Breakdown(
        {"right": right, "wrong": wrong, "contribution": (right - wrong) / (n * (n - 1) or 1)},
        remainder=np.array(0.0 if n > 1 else np.nan),
        undefined=np.array(n < 2),
    )


def _crossing(setup: Setup) -> Breakdown:
    """The share of pairs that cross, half of each for either document."""
    tau, n = _tau(setup), len(both(setup)[2])
    return replace(tau, terms={"contribution": tau.terms["wrong"] / (n * (n - 1) or 1)})


def _spearman(setup: Setup) -> Breakdown:
    _, _, in_a, in_b = both(setup)
    return agreement.spearman_rho(range(len(in_a)), [in_b.index(each) for each in in_a])


def _rbo(setup: Setup, *, extrapolated: bool = True) -> Breakdown:
    a, b, *_ = both(setup)
    return agreement.rbo(a, b, setup["p"], setup["k"], extrapolated=extrapolated)


def _tops(setup: Setup, pairs: Any) -> Breakdown:
    a, b, *_ = both(setup)
    found = agreement.kendall_distance(a, b, setup["k"], pairs=pairs)
    return _share(float(found.score))


def _topics(setup: Setup) -> list[tuple[float, float]]:
    """The scores of A and B on each topic that counts."""
    scores, empty = setup["pairs"], setup["empty"]
    each = list(zip(scores[::2], scores[1::2], strict=True))
    rule = float(empty == "best")
    found = [(rule, rule) if None in pair else pair for pair in each]
    counts = [empty != "skip" or None not in pair for pair in each]
    return [pair for pair, there in zip(found, counts, strict=True) if there]


def _gaps(setup: Setup) -> list[float]:
    return [b - a for a, b in _topics(setup)]


def _mean_gap(setup: Setup) -> Breakdown:
    """What each topic adds to the mean difference, over how many count."""
    scores, counts = setup["pairs"], len(_gaps(setup))
    rule = float(setup["empty"] == "best")
    a, b = (np.array([rule if s is None else s for s in scores[side::2]]) for side in (0, 1))
    adds = (b - a) / (counts or 1)
    return Breakdown(
        {"a": a, "b": b, "difference": b - a, "contribution": adds},
        remainder=np.array(0.0 if counts else np.nan),
        undefined=np.array(not counts),
    )


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else np.nan


def _changed_names(setup: Setup) -> float:
    """Of all ways to give the two scores of each topic to A and B, those as far apart as it is."""
    gaps = _gaps(setup)
    if not gaps or len(gaps) > compare.MOST_EXACT:
        return compare.randomisation(np.array(gaps), setup["seed"]).p
    signs = product((-1, 1), repeat=len(gaps))
    ways = [sum(s * gap for s, gap in zip(each, gaps, strict=True)) for each in signs]
    return sum(abs(way) >= abs(sum(gaps)) - 1e-9 for way in ways) / len(ways)


def _record(setup: Setup) -> str:
    gaps = [round(gap, 9) for gap in _gaps(setup)]
    return "–".join(str(sum(np.sign(gap) == sign for gap in gaps)) for sign in (1, 0, -1))


def _percentile(setup: Setup, share: float) -> Breakdown:
    """An end of the middle 95 % of what NumPy draws."""
    gaps = np.array(_gaps(setup))
    drawn = np.random.default_rng(setup["seed"]).integers(0, len(gaps), (10_000, len(gaps)))
    return _single(float(np.quantile(gaps[drawn].mean(-1), share)))


def _by_topic(setup: Setup) -> Table:
    """A row a topic: who is better, the two scores, and what their difference adds."""
    counts, rows = len(_gaps(setup)), []
    scores, rule = setup["pairs"], float(setup["empty"] == "best")
    for at, (a, b) in enumerate(zip(scores[::2], scores[1::2], strict=True), start=1):
        better = "tie" if a == b else "B" if b > a else "A"
        add = (b - a) / counts if a is not None else 0.0
        if a is None:
            better = "left out" if setup["empty"] == "skip" else "tie, nothing to find"
            a = b = rule
        rows.append([str(at), better, *(written(n, 4) for n in (a, b, b - a, add))])
    total = written(_average(_gaps(setup)), 4)
    return [
        ["topic", "better", "A", "B", "B − A", "adds"],
        *rows,
        ["", "Sum = mean B − A", "", "", "", total],
    ]


def _chosen(setup: Setup) -> list[str]:
    """The metrics of the two knobs; one where there is no second."""
    one, other = setup["orders"], setup["against"]
    return [one] if other in (one, "none") else [one, other]


def _gap(setup: Setup) -> Breakdown:
    """How far two metrics disagree: of all pairs of orders, what either loses at least, at most."""
    orders = [*set(permutations(setup.grades))]
    shares = []
    for key in _chosen(setup):
        scores = np.array([replace(setup, grades=order).score(key) for order in orders])
        scores = scores if METRICS[key].higher_is_better else -scores
        shares.append(scores / (np.ptp(scores) if np.ptp(scores) > 1e-9 else 1))
    one, other = (share[:, None] - share for share in shares)
    return _share(max(0.0, float(np.minimum(one, other.T).max())))


def _swaps(page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """A column of swaps a metric, laid over its rows; and what each rank adds to the first."""
    key, *_ = keys = page.keys(setup)
    most = METRICS[key].range[1] or max(setup.score(key), 1)
    adds = setup.compute(key).terms["contribution"]
    total = f"{setup.label(key)} = {setup.told(key)}"
    return [
        *(Column(f"A swap changes {setup.label(each)}", {}) for each in keys),
        running("Adds", adds, total, most),
    ]


READERS: dict[str, Callable[[Setup], cwl.Continuation]] = {
    "precision": lambda setup: cwl.precision(setup["k"]),
    "rbp": lambda setup: cwl.rbp(setup["p"]),
    "reciprocal_rank": lambda _: cwl.reciprocal_rank(),
    "dcg": lambda setup: cwl.scaled_dcg(setup["k"]),
    "insq": lambda setup: cwl.insq(setup["target"]),
    "inst": lambda setup: cwl.inst(setup["target"]),
    "err": lambda setup: cwl.err_like(setup["k"]),
    "own": lambda setup: cwl.given(setup["curve"]),
}
READ_BY = {
    **{"precision": "P@k", "rbp": "RBP", "reciprocal_rank": "RR", "dcg": "DCG", "insq": "INSQ"},
    **{"inst": "INST", "err": "ERR", "own": "Your own"},
}


def _rate(setup: Setup) -> Breakdown:
    worth = setup["utility"]
    if worth == "sigmoid":
        worth = browsing.sigmoid(setup["steepness"], setup["midpoint"])
    return cwl.rate_of_gain(setup.ranking(), READERS[setup["reader"]](setup), utility=worth)


def _attention(_page: Page, setup: Setup, _others: Sequence[Setup]) -> list[Column]:
    """W and L of the reader, W of those who read the list besides, and what each rank adds."""

    def bars(heading: str, values: Array, counts: Array, score: str = "") -> Column:
        each = enumerate(zip(values, counts, strict=True), start=1)
        cells = {
            row: Cell([Part("solid" if count else "hollow", 0, value)], written(value))
            for row, (value, count) in each
        }
        return Column(heading, cells, score)

    found = _rate(setup)
    gains, every = found.terms["gain"], np.ones_like(found.terms["gain"])
    also = [reader for reader in READERS if reader in setup["also"] and reader != setup["reader"]]
    besides = [(READ_BY[by], _rate(setup.turned(reader=by))) for by in also]
    told = f"= {written(found.score)}"
    return [
        bars("W" if also else "W: attention", found.terms["weight"], gains),
        bars("L" if also else "L: stops here", found.terms["stop"], every),
        *(
            bars(f"W, {name}", other.terms["weight"], gains, f"= {written(other.score)}")
            for name, other in besides
        ),
        running("Adds" if also else "W × gain", found.terms["contribution"], told),
    ]


OTHERS: dict[str, tuple[str | Callable[[Setup], str], Callable[..., Breakdown]]] = {
    "inversions": ("Inversions", _inversions),
    "wrong_share": ("Kendall’s distance", lambda setup: _share(1 - _right_pairs(setup))),
    "pairwise_accuracy": ("Pairwise accuracy", lambda setup: _share(_right_pairs(setup))),
    "ideal_dcg": ("Ideal DCG", _ideal_dcg),
    "mse": ("MSE", _errors),
    "mae": ("MAE", lambda setup: _errors(setup, pointwise.mae)),
    "rmse": ("RMSE", _root),
    "mean": (_mean_label, _mean),
    "other_mean": (_other_label, _other_mean),
    "worst_query": (_worst_label, _worst_query),
    "mean_difference": ("mean B − A", _mean_gap),
    "p_value": ("p-value", lambda setup: _single(_changed_names(setup))),
    "b_wins": ("wins–ties–losses", lambda setup: _single(float(_record(setup).split("–")[0]))),
    "mean_a": ("mean A", lambda setup: _single(_average([a for a, _ in _topics(setup)]))),
    "interval_low": ("2.5 %", lambda setup: _percentile(setup, 0.025)),
    "interval_high": ("97.5 %", lambda setup: _percentile(setup, 0.975)),
    "kendall_tau": ("Kendall’s τ", _tau),
    "kendall_distance": ("Distance", _crossing),
    "spearman_rho": ("Spearman’s ρ", _spearman),
    "tau_ap": ("τ-AP", lambda setup: agreement.tau_ap(*both(setup)[2:])),
    "rbo": (lambda setup: f"RBO@{setup['k']}", _rbo),
    "rbo_extrapolated": ("extrapolated", lambda setup: _share(float(_rbo(setup).score))),
    "rbo_truncated": (
        "truncated",
        lambda setup: _share(float(_rbo(setup, extrapolated=False).score)),
    ),
    "union_distance": ("in either", lambda setup: _tops(setup, "union")),
    "common_distance": ("in both", lambda setup: _tops(setup, "common")),
    "choice": (
        lambda setup: setup.label(_suited(setup)[0]),
        lambda setup: setup.compute(_suited(setup)[0]),
    ),
    "convention": (
        lambda setup: setup.label(setup["printed"]),
        lambda setup: setup.compute(setup["printed"]),
    ),
    "disagreement": ("Disagreement", _gap),
    "rate_of_gain": ("Rate of gain", _rate),
    "expected_documents": (
        "Documents read",
        lambda setup: _single(float(_rate(setup).aside["expected_documents"])),
    ),
    "total_gain": ("Total gain", lambda setup: _single(float(_rate(setup).aside["total_gain"]))),
}
"""Measures that are not in the catalog: each one's name on the screen, and how it is computed."""

COUNTS = ("inversions",)
"""Measures that are whole numbers."""

PAGES = {
    "welcome": Page(scores=("average_precision", "ndcg", "err")),
    "playground": Page(scores=None, bars=_matrix),
    "your_data": Page(scores=("average_precision",), bars=_matrix),
    "drill": Page(has_board=False),
    "squared_error": Page(
        scores=("mse", "reciprocal_rank", "ndcg"),
        bars=_dumbbells,
        table={
            "score": "score",
            "error": "error",
            "error²": "squared",
            "adds": "contribution",
        },
        variants={
            "MSE, mean of error²": {"key": "mse"},
            "MAE, mean of |error|": {"key": "mae"},
            "RMSE, root of MSE": {"key": "rmse"},
        },
        knobs=frozenset({"Scale", "Relevant from grade", "Cutoff k"}),
        opening=Setup.of({"a": MSE_START, "a_scores": "2.9,2.4,1.9,1,0.4"}),
    ),
    "wrong_pairs": Page(
        scores=(
            *("inversions", "reciprocal_rank", "average_precision", "ndcg"),
            *("wrong_share", "pairwise_accuracy"),
        ),
        bars=_worse_above,
        table={"worse ones above": "contribution"},
        knobs=frozenset(
            {
                *("Scale", "Relevant from grade", "Cutoff k", "Gain", "Gain per grade", "Discount"),
                *("Log base", "Power exponent", "Rank shift", "Geometric ratio"),
            }
        ),
        opening=Setup.of({"a": PAIRS_START, "k": "6"}),
    ),
    "precision_and_recall": Page(
        scores=("precision", "recall", "f1", "hit", "r_precision"),
        bars=_window,
        table={
            "hit": "relevant",
            "P@i": "precision",
            "R@i": "recall",
            "F1@i": "f1",
            "adds": "contribution",
        },
        variants={
            "all relevant": {"recall": "relevant"},
            "capped at k": {"recall": "capped"},
        },
        varied="recall",
        terms=_every_k,
        knobs=frozenset({"Scale", "Relevant from grade", "Cutoff k", "Recall denominator"}),
        opening=Setup.of({"a": PR_START, "scale": "1"}),
    ),
    "reciprocal_rank": Page(
        scores=("reciprocal_rank", "first_relevant_rank", "mean_rank"),
        bars=_stairs,
        table={"hit": "relevant", "adds": "contribution"},
        variants={
            "cost k + 1 each": {"missing": "penalty"},
            "are left out": {"missing": "ignore"},
        },
        varied="mean_rank",
        knobs=frozenset({"Scale", "Relevant from grade", "Cutoff k", "Missing relevant"}),
        opening=Setup.of({"a": RR_START, "scale": "1"}),
    ),
    "average_precision": Page(
        scores=("average_precision",),
        bars=_slots,
        table={
            "hit": "relevant",
            "precision": "precision",
            "share of slots": "recall",
            "adds": "contribution",
        },
        variants={
            "all relevant": {"ap": "relevant"},
            "found in the top k": {"ap": "found"},
            "capped at k": {"ap": "capped"},
        },
        area="precisions",
        knobs=frozenset({"Scale", "Relevant from grade", "Cutoff k", "AP denominator"}),
        opening=Setup.of({"a": AP_START, "k": "3"}),
    ),
    "mean_over_queries": Page(
        scores=("mean", "other_mean", "worst_query"),
        table=_by_query,
        variants={
            "gets the worst score": {"empty": "worst"},
            "is left out": {"empty": "skip"},
            "gets the best score": {"empty": "best"},
        },
        knobs=frozenset(
            {
                *("Scale", "Relevant from grade", "Cutoff k", "AP denominator"),
                *("Score of each query", "A query with nothing to find"),
            }
        ),
        has_board=False,
        opening=Setup.of(MEAN_START),
    ),
    "discounted_gain": Page(
        scores=("ndcg", "dcg", "ideal_dcg", "cumulative_gain"),
        bars=_areas,
        table={"gain": "gain", "weight": "weight", "adds": "contribution"},
        variants={
            "g": {"gain": "linear"},
            "2^g − 1": {"gain": "exponential"},
            "custom": {"gain": "custom"},
            "all judged": {"ideal": "judged"},
            "only the retrieved": {"ideal": "retrieved"},
            "all judged, uncut": {"ideal": "uncut"},
        },
        knobs=frozenset(
            {
                *("Scale", "Cutoff k", "Gain", "Gain per grade", "Ideal from", "Ideal places"),
                *("Discount", "Log base", "Power exponent", "Rank shift", "Geometric ratio"),
            }
        ),
        opening=Setup.of({"a": GAIN_START}),
    ),
    "graded_average_precision": Page(
        scores=("graded_average_precision", "q_measure", "bpref", "average_precision"),
        bars=_crowd,
        table={"share × precision": "precision", "adds": "contribution"},
        knobs=frozenset(
            {
                *("Scale", "Relevant from grade", "Cutoff k", "AP denominator"),
                *("Readers by their bar", "Patience", "Gain", "Gain per grade"),
            }
        ),
        opening=Setup.of({"a": GAP_START}),
    ),
    "rank_biased_precision": Page(
        scores=("rbp",),
        bars=_patient,
        table={
            "look here": "reach",
            "stop here": "weight",
            "worth": "utility",
            "adds": "contribution",
        },
        variants={
            "Linear: g/top": {"utility": "linear"},
            "Exponential: (2^g − 1)/2^top": {"utility": "exponential"},
            "Binary: relevant or not": {"utility": "binary"},
            "Sigmoid": {"utility": "sigmoid"},
        },
        knobs=frozenset({"Scale", "Cutoff k", "Persistence p", "Utility", "Steepness", "Midpoint"}),
        opening=Setup.of({"a": RBP_START, "scale": "1"}),
    ),
    "expected_reciprocal_rank": Page(
        scores=("err",),
        bars=_readers,
        table={
            "get here": "reach",
            "satisfied": "satisfaction",
            "stop here": "stop",
            "adds": "contribution",
        },
        area="stops",
        knobs=frozenset(
            {
                *("Scale", "Cutoff k", "Satisfaction", "Goes on if unsatisfied"),
                *("Steepness", "Midpoint"),
            }
        ),
        opening=Setup.of({"a": ERR_START}),
    ),
    "continuation": Page(
        scores=("rate_of_gain", "expected_documents", "total_gain"),
        bars=_attention,
        table={
            **{"C": "continuation", "W": "weight", "L": "stop", "gain": "gain"},
            "adds": "contribution",
        },
        knobs=frozenset(
            {
                *("Scale", "Relevant from grade", "Cutoff k", "Persistence p", "Utility"),
                *("Steepness", "Midpoint", "Reader", "Read also by", "Goes on"),
                "Wanted documents T",
            }
        ),
        opening=Setup.of({"a": CWL_START, "scale": "1"}),
    ),
    "rank_agreement": Page(
        scores=(
            *("kendall_tau", "kendall_distance", "spearman_rho", "tau_ap", "rbo"),
            *("rbo_extrapolated", "rbo_truncated", "union_distance", "common_distance"),
        ),
        bars=_slopes,
        table=_by_document,
        knobs=frozenset({"Cutoff k", "Persistence p"}),
        opening=Setup.of(TWO_START),
    ),
    "disagreement": Page(
        scores=_chosen,
        bars=_swaps,
        knobs=frozenset(
            {
                *("Scale", "Relevant from grade", "Cutoff k", "AP denominator", "Ideal from"),
                *("Gain", "Gain per grade", "Discount", "Log base", "Power exponent"),
                *("Rank shift", "Geometric ratio", "First metric", "Second metric"),
            }
        ),
        opening=Setup.of({"a": DISAGREE_START, "k": "6"}),
    ),
    "significance": Page(
        scores=("mean_difference", "p_value", "b_wins"),
        table=_by_topic,
        variants={
            "gets the worst score": {"empty": "worst"},
            "is left out": {"empty": "skip"},
            "gets the best score": {"empty": "best"},
        },
        knobs=frozenset(
            {
                *("A query with nothing to find", "Resamples", "Seed", "Metrics tried"),
                "Scores of A and B",
            }
        ),
        has_board=False,
    ),
    "which_metric": Page(
        scores=_suited,
        bars=_climbs,
        knobs=frozenset(
            {
                # Without an address nDCG and RBP fit.
                *("Who reads", "Labels", "Attention", "What costs", "Cutoff k", "Scale"),
                *("Gain", "Gain per grade", "Discount", "Log base"),
                *("Power exponent", "Rank shift", "Geometric ratio", "Ideal from"),
                *("Persistence p", "Utility", "Steepness", "Midpoint"),
                "A query with nothing to find",
            }
        ),
        opening=Setup.of({"a": WEB_START, "k": "10", "attention": "until"}),
    ),
    "two_tools": Page(
        scores=lambda setup: [setup["printed"]],
        knobs=frozenset(
            {
                *("Metric", "Handed to the tools", "Tied scores", "The number you got"),
                *("Scale", "Relevant from grade", "Cutoff k", "Gain", "Gain per grade"),
                *("Discount", "Log base", "Power exponent", "Rank shift", "Geometric ratio"),
                "Ideal from",
            }
        ),
        opening=Setup.of({"a": TOOLS_START, "k": "3"}),
    ),
    "reference": Page(has_board=False),
    "spot_the_mistake": Page(has_board=False),
}
"""What each page shows, by its name in an address."""

BOARDS = [name for name, page in PAGES.items() if page.has_board]
LESSONS = {name: page.keys(page.opening)[0] for name, page in PAGES.items() if page.knobs}

# An address with all of them, and two lists of titles that are hard to spell.
EVERY_KNOB = (
    "scale=4&from=2&k=7&ap=found&recall=capped&gain=custom&gains=0,1,2,4,9,31,63,127,255"
    "&discount=power&base=3&exponent=1.5&shift=2&ratio=0.5&ideal=retrieved&p=0.5&utility=binary"
    "&satisfaction=sigmoid&steepness=3&midpoint=1.5&continue=0.9&show=ndcg,err"
    "&readers=1,2,0.5,0,1,1,1,1&sent=100&sent_seed=7"
    "&printed=recall&handed=list&tied=pairs&got=0.5+and+2/3"
    "&a=4Alpha+%26+Omega~0%F0%9F%8D%9E+%D7%A9%D7%9C%D7%95%D7%9D~-50%25+off~.~3A~_B&b=1X~4Y"
)

# Label, name in the address, positions, and what must be set for the knob to show.
KNOBS: list[tuple[str, str, list[Any], dict[str, Any]]] = [
    ("Scale", "scale", [3, 4, 8, 1], {"scale": 1}),
    ("Relevant from grade", "from", [2, 3, 1], {}),
    ("Cutoff k", "k", [1, 3, 50], {}),
    ("AP denominator", "ap", ["found", "capped", "relevant"], {}),
    ("Recall denominator", "recall", ["capped", "relevant"], {}),
    ("Missing relevant", "missing", ["ignore", "penalty"], {}),
    ("Readers by their bar", "readers", [(0.5, 0.25, 0.25), (0, 0, 1)], {}),
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
    ("Ideal from", "ideal", ["retrieved", "uncut", "judged"], {}),
    ("Persistence p", "p", [0.0, 0.99, 0.8], {}),
    ("Utility", "utility", ["exponential", "binary", "sigmoid", "linear"], {}),
    ("Steepness", "steepness", [0.1, 10.0], {"utility": "sigmoid"}),
    ("Satisfaction", "satisfaction", ["linear", "binary", "sigmoid", "exponential"], {}),
    ("Steepness", "steepness", [0.1, 10.0, 2.0], {"satisfaction": "sigmoid"}),
    ("Midpoint", "midpoint", [0.0, 8.0, 2.0], {"satisfaction": "sigmoid"}),
    ("Goes on if unsatisfied", "continue", [0.0, 0.5, 1.0], {}),
    (
        "Score of each query",
        "each",
        [
            *("reciprocal_rank", "first_relevant_rank", "average_recall", "precision", "recall"),
            *("ndcg", "average_precision"),
        ],
        {},
    ),
    ("A query with nothing to find", "empty", ["skip", "best", "worst"], {}),
    ("Resamples", "resamples", [0, 1, 250, 10_000], {}),
    ("Seed", "seed", [1, 999, 0], {}),
    ("Metrics tried", "tried", [1, 40, 20], {}),
    ("Reader", "reader", [*list(READERS)[1:], "precision"], {}),
    ("Read also by", "also", [("rbp",), ("precision", "inst"), ("rbp", "own"), ()], {}),
    ("Wanted documents T", "target", [0.5, 10.0, 1], {"reader": "inst"}),
    (
        "Metric",
        "printed",
        ["average_precision", "precision", "recall", "reciprocal_rank", "ndcg"],
        {},
    ),
    ("Handed to the tools", "handed", ["everything", "list", "usual"], {}),
    ("Tied scores", "tied", ["pairs", "all", "none"], {}),
]
OF_NO_METRIC = (
    *("each", "empty", "resamples", "seed", "tried"),
    *("reader", "also", "target"),
    *("printed", "handed", "tied"),
)
"""Knobs, by their names in an address, that a lesson listens to, and no metric of one list."""
