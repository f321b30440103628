"""What the pages should show, worked out with `metrics` alone.

A `Setup` is what a test has set up: a list's grades and where the knobs stand, by their names in an
address. It comes from a test's own words or, where only a browser's address is known, from that.
Numbers come from `metrics` and from the formulas in this file. From `ui` come names alone: the
pages, the labels of a knob's positions, and the screen that a page opens with.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, permutations, product
from math import floor, isqrt, log10
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import pytest

from metrics import agreement, clicks, compare, cwl, gain, pointwise, proportions, reader_models
from metrics.arrays import Array
from metrics.average import naive_graded_average_precision
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from steps import STEPS
from ui import contents
from ui.core import knobs, link, presets
from ui.core.knob_kinds import SCALES, Choice
from ui.core.pages import read_toml
from ui.draw.which_metric import ADVICE

QUERIES = tuple(f"q{number}" for number in range(2, 21))
"""What an address calls the queries beside list A."""

FIRST: Mapping[str, Any] = {
    **{"scale": 3, "from": 1, "k": 5, "ap": "relevant", "recall": "relevant"},
    **{"r": 0.5, "points": 11, "rounding": "up"},
    **{"missing": "penalty", "readers": (1,) * 8, "patience": 1, "gain": "linear"},
    "gains": (0, 1, 3, 7, 15, 31, 63, 127, 255),
    **{"discount": "log", "base": 2, "exponent": 1, "shift": 0, "ratio": 0.8, "ideal": "judged"},
    **{"p": 0.8, "utility": "linear", "satisfaction": "exponential", "steepness": 2},
    **{"midpoint": 2, "continue": 1, "show": ("average_precision", "ndcg", "err")},
    **{"orders": "average_precision", "against": "ndcg", "challenge": "", "places": "hidden"},
    "shortcut": "hidden",
    "puzzle": "first-five",
    **{"each": "average_precision", "empty": "worst", "sent": 0, "sent_seed": 0},
    "pairs": (0.9, 0.85, 0.8, 0.82, 0.7, 0.72, 0.6, 0.63, 0.5, 0.55, 0.2, 0.25),
    **{"clicks": "position", "eta": 1, "propensity": "none", "assumed": 1},
    "groups": (90, 100, 85, 100),
    **{"resamples": 10_000, "seed": 0, "tried": 20, "compared": "dots", "by": "average_precision"},
    **{"alpha": 0.05, "unpaired": ("8 6 5", "4 3"), "within": (1,)},
    "p_values": ("B 0.001", "C 0.012", "D 0.021", "E 0.035", "F 0.3"),
    **{
        "peeks": 5,
        "rates": (0.1, 0.12),
        "ab_alpha": 0.05,
        "sides": 2,
        "wanted": 0.8,
        "ab_each": (1000,),
        "weekly": (1000,),
    },
    "formula": "variances",
    **{"wants": "few", "labels": "graded", "attention": "fades", "cost": "top"},
    **{"level": 1, "exercise": 1, "answers": "", "sheet": "one"},
    **{"reader": "precision", "also": (), "curve": (0.8,), "target": 1},
    **{"printed": "ndcg", "handed": "usual", "tied": "none", "ties": "order", "got": ""},
    **{"judged": "documents", "verdicts": ("110010", "100011"), "tally": (300, 20, 10, 70)},
    "labelled": ("PPNNGG", "PNNNGP"),
    "votes": ("relevant not", "4 0", "3 1", "1 3", "0 4", "2 2"),
    "returned": "",
    **{"margins": "pooled", "needed": "all", "runs": (), "pool": 1, "members": "others"},
    **{"ranks": "k", "system_b": (), "seen_clicks": (60, 10, 15), "seen_by": (100,)},
    **{
        "observed_results": "",
        "looks": (1, 0.5, 0.25),
        "collection": (0,),
        "cut": (6, 10, 1000, 1_000_000),
    },
    **{"cost_matrix": (0, 1, 1, 0), "error_costs": (1, 1), "rating_scale": (1, 5)},
    **{"prices": (5, 1, 2), "blocks": (100, 15), "tied_ranks": (2, 3)},
    "tied_groups": (0, 2, 2, 3),
    **{"errors": (10, 5, 2), "rated": (4.2, 4, 3.9, 2, 2.8, 3)},
    "ranks_by": ("1 2 3 4", "2 1 4 3", "1 3 2 4"),
    "curve_at": ("6", "0.5 0.6"),
    "roc_at": ("0", "FPR TPR", "0.1 0.5", "0.3 0.8", "0.6 0.9"),
    "classes": ("cat dog bird", "5 1 0", "2 3 1", "0 1 4"),
    "scored": (0.9, 1, 0.7, 1, 0.7, 0, 0.4, 1, 0.2, 0),
    **{"drafted": ("abcd", "bdac"), "coins": "a", "picks": 16, "clicked": "", "people": 1},
    **{"given": "list", "counts": (20, 40, 60, 880), "given_p": 0.5, "given_r": 0.5, "beta": 1},
    **{"known": (2, 2, 1, 5), "merged": "team", "further_counts": "", "weight_of_fp": (1,)},
    **{"two": (300, 220), "two_are": "right", "planned": (0.5,), "won": (300, 240, 460)},
    **{"topics_power": 0.8, "topics_level": 0.05},
    **{"known_by": "clicks", "own_r": (0.8, 0.3, 0.5)},
    **{"clicked_ranks": (1, 3, 7), "results_shown": (10,)},
    "click_sessions": "a b* c; a* b c*; b c a*; a b c",
    **{"users": "i1 i2 i3; i1 i2 i4; i1 i3 i5; –", "catalogue": (10,), "popularity": ""},
    **{
        "item_classes": "",
        "kappa_weights": (0, 0, 1),
        "answers_with_gaps": "",
        "judges_labels": "",
    },
}
"""Where each knob stands on a first visit, by its name in an address."""

START = (
    "3Sourdough bread, step by step~0The ten best toasters this year~2Feeding a sourdough starter"
    "~1White bread without kneading~3Why is my sourdough flat?~0Bakeries near you~."
    "~2Sourdough in a Dutch oven"
)
"""List A of a page without an opening of its own, as an address would spell it."""


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
            return opening(page)
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
        return self.knobs[name] if name in self.knobs else FIRST[name]

    def with_settings(self, **knobs: Any) -> "Setup":
        return replace(self, knobs={**self.knobs, **knobs})

    def query(self) -> dict[str, str]:
        """The address of this setup."""
        titles = self.titles or [f"Page {i}" for i in range(1, len(self.all_grades()) + 1)]
        to_text = [
            f"{'-' if grade is None else grade}{title.replace('~', '~_')}"
            for grade, title in zip(self.all_grades(), titles, strict=True)
        ]
        if self.missed:
            to_text.insert(len(self.grades), ".")
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
        return {"a": "~".join(to_text), **words, **turned}

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
            return OTHERS[key][1](self.with_settings(**_linked(others)))
        sigmoid = reader_models.sigmoid(self["steepness"], self["midpoint"])
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
        to_text = {"persistence": "p", "continuation": "continue", "thresholds": "readers"}
        to_text |= {"recall_level": "r", "point_count": "points"}
        to_text["denominator"] = "recall" if key == "recall" else "ap"
        parameters = {}
        for name in METRICS[key].knobs:
            if to_text.get(name, name) in {**FIRST, **self.knobs}:
                value = self[to_text.get(name, name)]
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

    def score_of_ties(self, key: str) -> float:
        """The mean over all orders of tied documents, of a sum over ranks: every tie is turned."""
        together = {"none": 1, "pairs": 2, "all": len(self.grades) or 1}[self["tied"]]
        if self["ties"] == "order" or "discount" not in METRICS[key].knobs:
            together = 1
        ties = [self.grades[at : at + together] for at in range(0, len(self.grades), together)]
        orders = (
            [grade for tie in ties for grade in (*tie[by % len(tie) :], *tie[: by % len(tie)])]
            for by in range(together)
        )
        return fmean(replace(self, grades=order).score(key) for order in orders)

    def told(self, key: str, **others: Any) -> str:
        """The score as it is written; what is counted has no decimals."""
        if key == "b_wins":
            return _record(self)
        if key == "best_clicks":
            return f"{int(self.score(key) + 0.5):,}"
        if key == "proportion_difference" and tuple(self["groups"]) not in GROUPS_OF_STEPS:
            share = self.score(key, **others)
            if abs(share - round(share, 3)) > 1e-9:  # z is computed from four digits, or more
                return written(share, 3 - floor(log10(abs(share))))
        whole = key in COUNTS or (key == "team_draft" and self["people"] == 1)
        return written(self.score(key, **others), 0 if whole else 3)


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


GROUPS_OF_STEPS = {
    tuple(each["ab_groups"])
    for step in read_toml("ab_test", "steps")["step"]
    for each in (step["settings"], step.get("then", {}))
    if "ab_groups" in each
}
"""Counts whose difference is written with three decimals, as the step has it."""

LINKS = {
    **{"denominator": "ap", "recall_denominator": "recall", "continuation": "continue"},
    **{"log_base": "base", "ideal_places": "places", "relevant_from": "from"},
    "naive_gap": "shortcut",
    **{"persistence": "p", "read_also": "also", "own_curve": "curve", "metrics": "show"},
    **{"per_query": "each", "empty_query": "empty", "thresholds": "readers"},
    **{"paired_scores": "pairs", "metrics_tried": "tried", "compared_by": "by"},
    **{
        "level_alpha": "alpha",
        "unpaired_scores": "unpaired",
        "own_p_values": "p_values",
        "group_within": "within",
    },
    **{"ab_rates": "rates", "ab_level": "ab_alpha", "ab_sides": "sides", "ab_weekly": "weekly"},
    **{"ab_wanted_power": "wanted", "ab_formula": "formula", "ab_looks": "peeks"},
    **{"orders_by": "orders", "orders_against": "against", "printed_metric": "printed"},
    **{"gain_per_grade": "gains", "recall_level": "r", "point_count": "points"},
    **{"judged_from": "judged", "judges_said": "verdicts", "judge_counts": "tally"},
    **{"judges_labelled": "labelled", "judges_returned": "returned", "judges_votes": "votes"},
    **{"judges_needed": "needed", "pool_runs": "runs", "pool_depth": "pool"},
    **{"pool_members": "members", "draft_method": "merged"},
    **{"ab_groups": "groups", "collection_size": "collection", "cut_counts": "cut"},
    **{"paid_blocks": "blocks"},
    **{"error_counts": "errors", "rated_pairs": "rated", "judges_ranks": "ranks_by"},
    **{"scored_cases": "scored", "curve_points": "curve_at", "class_counts": "classes"},
    "roc_points": "roc_at",
    **{"observed_clicks": "seen_clicks", "observed_readers": "seen_by"},
    **{"observed_looks": "looks", "query_depth": "ranks", "other_system": "system_b"},
    **{"draft_first": "coins", "draft_picks": "picks", "draft_clicks": "clicked"},
    "draft_wins": "won",
    **{"draft_readers": "people", "counted_from": "given", "retrieved_counts": "counts"},
    **{"given_precision": "given_p", "given_recall": "given_r", "known_counts": "known"},
    **{"two_counts": "two", "two_counts_are": "two_are", "planned_share": "planned"},
    **{"observed_source": "known_by", "own_relevance": "own_r"},
    **{"users_lists": "users", "catalogue_size": "catalogue"},
    **{"click_model": "clicks", "attention_decay": "eta", "assumed_decay": "assumed"},
}
"""What an address calls a knob, where that is not its name."""


NUMBERS = (
    *("seen_clicks", "seen_by", "looks", "collection", "cut", "errors", "rated", "rates"),
    *("own_r", "catalogue", "planned", "two", "scored", "prices", "blocks", "tied_ranks"),
    *("clicked_ranks", "results_shown", "weight_of_fp", "within", "cost_matrix", "error_costs"),
    *("rating_scale", "kappa_weights", "tied_groups", "won"),
)
"""Knobs that are typed as numbers, by their names in an address."""


def _linked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by what an address calls them."""
    return {
        LINKS.get(name, name): tuple(value) if isinstance(value, list) else value
        for name, value in settings.items()
    }


def _value(name: str, text: str) -> Any:
    """A knob's value as an address spells it."""
    texts = ("got", "answers", "coins", "clicked", "returned", "users", "popularity")
    if name in (*texts, "click_sessions", "item_classes", "answers_with_gaps"):
        return text
    texts = ("verdicts", "labelled", "unpaired", "runs", "drafted", "system_b", "ranks_by")
    if name in (*texts, "p_values", "curve_at", "roc_at", "classes", "votes"):
        return tuple(text.split(","))
    if name in NUMBERS:
        each = text.split(",")  # a bar parts the rows of users
        return tuple(part if part == "|" else float(part) for part in each)
    if name in ("tally", "groups", "counts", "known", "weekly", "ab_each"):
        return tuple(int(part) if part else None for part in text.split(","))
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


# Measures that are not in the catalog


def _offered(setup: Setup) -> list[str]:
    """Two for a product with a step. Else five: nDCG, AP, RR, P and R, or a better one for R."""
    depth = "screen" if setup["k"] <= 5 else "page" if setup["k"] <= 10 else "deep"
    wanted = {each: setup[each] for each in ("wants", "labels", "attention", "cost")}
    if setup["k"] == 1 and wanted["cost"] == "top":  # only the first result is seen
        del wanted["cost"]
    against = {
        key: sum(
            to in advice.objections.get(each, {})
            for each, to in [*wanted.items(), ("depth", depth)]
        )
        for key, advice in ADVICE.items()
        if not advice.never
    }
    needs = ("wants", "labels", "attention", "cost")
    products = [step for step in STEPS if step["lesson"] == "which_metric" and step.get("show")]
    for step in products:  # the two that its step compares
        if all({**FIRST, **step["settings"]}[need] == setup[need] for need in needs):
            return [key for key in METRICS if key in step["show"]]
    best = [key for key in against if against[key] == min(against.values())][:3]
    known = ["ndcg", "average_precision", "reciprocal_rank", "precision", "recall"]
    if not {*best} & {*known}:
        known[-1] = best[0]
    return [key for key in METRICS if key in known]


def _ideal_dcg(setup: Setup) -> Breakdown:
    """The DCG of the best order, of those documents that the ideal is of."""
    pool = setup.grades if setup["ideal"] == "retrieved" else setup.all_grades()
    worth = setup["gains"] if setup["gain"] == "custom" else range(9)
    best = sorted(pool, key=lambda grade: 0 if grade is None else worth[grade], reverse=True)
    depth = max(len(pool), 1) if setup["ideal"] == "uncut" else setup["k"]
    return replace(setup, grades=best, missed=()).compute("dcg", k=depth)


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


RANKS = ("first_relevant_rank", "mean_rank")
"""Metrics of which less is better."""


def _each(setup: Setup) -> tuple[list[float], list[bool]]:
    """The score of each query, as it counts; and whether it is one, and not 0/0."""
    key, scores, there = setup["each"], [], []
    for query in setup.queries():
        whole = setup["ranks"] == "list" and "@k" in METRICS[key].symbol
        found = query.compute(key, **({"k": len(query.grades) or 1} if whole else {}))
        lowest = 1 if key in ("ndcg", "err", "rbp") else setup["from"]
        relevant = sum(grade is not None and grade >= lowest for grade in query.all_grades())
        there.append(not found.undefined and relevant > 0)
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


def _mean_of_b(setup: Setup) -> Breakdown:
    """The mean over the lists of system B."""
    parts = [each.partition("|") for each in setup["system_b"]]
    lists = [
        replace(setup, grades=[*map(int, ranked)], missed=[*map(int, missed)], others=())
        for ranked, _, missed in parts
    ]
    return _mean(replace(lists[0], others=tuple(replace(one, knobs={}) for one in lists[1:])))


def _root(setup: Setup) -> Breakdown:
    return Breakdown({"contribution": np.array([_errors(setup).score ** 0.5])})


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
    if key in RANKS:
        return _single(len(scores) / sum(1 / score for score in scores))
    return _single(np.prod([max(score, 1e-5) for score in scores]) ** (1 / len(scores)))


def _worst_query(setup: Setup) -> Breakdown:
    worst = max if setup["each"] in RANKS else min
    return _single(worst(_counted(setup), default=np.nan))


def _mean_label(setup: Setup) -> str:
    names = {
        **{"average_precision": "MAP@k", "reciprocal_rank": "MRR@k", "average_recall": "MAR@k"},
        **{"first_relevant_rank": "mean FRP@k", "mean_rank": "mean MR@k", "err": "MERR@k"},
        **{"ndcg": "mean nDCG@k", "hit": "mean Hit@k", "rbp": "mean RBP"},
        **{"precision": "macro P@k", "recall": "macro R@k", "f1": "mean F1@k"},
    }
    return _at_k(names[setup["each"]], setup)


def _other_label(setup: Setup) -> str:
    names = {
        **{"average_precision": "GMAP@k"} | dict.fromkeys(RANKS, "harmonic mean"),
        **{"precision": "micro P@k", "recall": "micro R@k"},
    }
    return _at_k(names.get(setup["each"], "geometric mean"), setup)


def _at_k(name: str, setup: Setup) -> str:
    """A name with the cutoff, or without one if each query has its own."""
    return name.removesuffix("@k") + f"@{setup['k']}" * (
        name.endswith("@k") and setup["ranks"] != "list"
    )


def _worst_label(setup: Setup) -> str:
    way = "highest" if setup["each"] in RANKS else "lowest"
    return f"{way} {METRICS[setup['each']].label()}"


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
    drawn = drawn[: setup["resamples"] or None]
    return _single(float(np.quantile(gaps[drawn].mean(-1), share)))


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


def _rate(setup: Setup) -> Breakdown:
    worth = setup["utility"]
    if worth == "sigmoid":
        worth = reader_models.sigmoid(setup["steepness"], setup["midpoint"])
    return cwl.rate_of_gain(setup.ranking(), READERS[setup["reader"]](setup), utility=worth)


def _votes(setup: Setup) -> Breakdown:
    """Fleiss' κ by label, of how many judges gave each label to each document."""
    names, *rows = setup["votes"]
    votes = np.array([[*map(int, row.split()[: len(names.split())])] for row in rows])
    judges = votes[0].sum()
    seen = (votes * (votes - 1)).sum(0) / (len(votes) * judges * (judges - 1))
    by_chance = (votes.sum(0) / votes.sum()) ** 2
    adds = (seen - by_chance) / (1 - by_chance.sum() or np.nan)
    return Breakdown({"P(A)": seen, "P(E)": by_chance, "contribution": adds})


def _tables(setup: Setup) -> dict[str, list[int]]:
    """By two judges how many documents both call relevant, only one, only the other, neither.

    Of labels of any kind: how many have each pair of labels.
    """
    if setup["judged"] == "many":
        return {}
    if setup["judged"] == "counts":
        return {"12": list(setup["tally"])}
    labelled = setup["judged"] == "labels"
    said = dict(enumerate(setup["labelled" if labelled else "verdicts"], start=1))
    kinds = sorted({*"".join(said.values())}) if labelled else "10"
    return {
        f"{one}{other}": [
            [*zip(said[one], said[other], strict=True)].count(both)
            for both in product(kinds, repeat=2)
        ]
        for one, other in combinations(said, 2)
    }


def _diagonal(table: list[int]) -> list[int]:
    return table[:: isqrt(len(table)) + 1]


def _chance(setup: Setup, table: list[int]) -> list[float]:
    """How often two judges both give a label by chance: relevant, and not."""
    kinds, count = isqrt(len(table)), sum(table)
    chance = []
    for kind in range(kinds):
        shares = sum(table[kinds * kind :][:kinds]) / count, sum(table[kind::kinds]) / count
        if setup["margins"] == "pooled":
            shares = (fmean(shares),) * 2
        chance.append(shares[0] * shares[1])
    return chance


def _kappas(setup: Setup) -> dict[str, Breakdown]:
    """κ of each two judges, by both relevant and both not."""
    found = {}
    for judges, table in _tables(setup).items():
        chance = _chance(setup, table)
        seen, by_chance = np.array(_diagonal(table)) / sum(table), np.array(chance)
        adds = (seen - by_chance) / (1 - sum(chance) or np.nan)
        terms = {"P(A)": seen, "P(E)": by_chance, "contribution": adds}
        found[judges] = Breakdown(terms)
    return found


def _kappa(setup: Setup) -> Breakdown:
    """κ of two judges by their answers, or of three by pairs."""
    every = [*_kappas(setup).values()] or [_votes(setup)]
    return every[0] if len(every) == 1 else _over_pairs([float(each.score) for each in every])


def _over_pairs(scores: Sequence[float]) -> Breakdown:
    return Breakdown({"contribution": np.array(scores) / len(scores)})


def _agreement(setup: Setup) -> Breakdown:
    tables = [*_tables(setup).values()]
    if not tables:
        return Breakdown({"contribution": _votes(setup).terms["P(A)"]})
    if len(tables) > 1:
        return _over_pairs([sum(_diagonal(table)) / sum(table) for table in tables])
    return Breakdown({"contribution": np.array(_diagonal(tables[0])) / sum(tables[0])})


def _expected(setup: Setup) -> float:
    if setup["judged"] == "many":
        return float(_votes(setup).terms["P(E)"].sum())
    return fmean(sum(_chance(setup, table)) for table in _tables(setup).values())


def _by_rule(setup: Setup, metric: str) -> Breakdown:
    """A metric of what was returned, if all judges must say relevant, most of them, or one."""
    votes = [[*map(int, said)] for said in zip(*setup["verdicts"], strict=True)]
    hit = {
        "all": all,
        "most": lambda said: sum(said) > len(said) / 2,
        "one": any,
    }[setup["needed"]]
    counts_as = [int(hit(said)) for said in votes]
    marked = [mark == "1" for mark in setup["returned"].ljust(len(votes), "0")]
    shown, others = (
        [grade for grade, mark in zip(counts_as, marked, strict=False) if mark == wanted]
        for wanted in (True, False)
    )
    return METRICS[metric].compute(Ranking(shown, missed=others))


def _members(setup: Setup) -> Sequence[str]:
    """The runs whose tops judges read."""
    runs: Sequence[str] = setup["runs"]
    return runs if setup["members"] == "all" else runs[:-1]


def _last_run(setup: Setup) -> str:
    return "ABCDE"[len(setup["runs"]) - 1] if setup["members"] == "all" else "New"


def _in_pool(setup: Setup, run: int) -> tuple[list[int | None], int]:
    """What judges say of each document of a run, and how many relevant ones it lacks."""
    read = {letter for each in _members(setup) for letter in each[: setup["pool"]]}
    said = [int(letter < "a") if letter in read else None for letter in setup["runs"][run]]
    return said, sum(letter < "a" for letter in read - {*setup["runs"][run]})


def _pool_ap(
    setup: Setup, run: int, said: Sequence[int] | None = None, elsewhere: int = 0
) -> Breakdown:
    """AP of a run: of what was judged, or with other judgements; what nobody judged is a miss."""
    known, missed = _in_pool(setup, run)
    grades = [grade or 0 for grade in known] if said is None else said
    return METRICS["average_precision"].compute(Ranking(grades, [1] * (missed + elsewhere)), k=50)


def _pool_short(setup: Setup) -> Breakdown:
    return _pool_ap(setup, -1, [grade for grade in _in_pool(setup, -1)[0] if grade is not None])


def _pool_bounds(setup: Setup) -> list[float]:
    """AP of the new run for each thing that judges could say of all documents, in order."""
    known, _ = _in_pool(setup, -1)
    read = {letter for each in _members(setup) for letter in each[: setup["pool"]]}
    others = len({*"".join(setup["runs"])} - read - {*setup["runs"][-1]})
    ways = product(*([0, 1] if grade is None else [grade] for grade in known))
    return sorted(
        float(_pool_ap(setup, -1, said, elsewhere).score)
        for said, elsewhere in product(ways, range(others + 1))
    )


def _of_set(setup: Setup, key: str) -> Breakdown:
    """A score of four counts, or of precision and recall: F as its weighted harmonic mean."""
    a, b, c, d = map(float, setup["counts"])
    p, r = np.divide(a, [a + b or np.nan, a + c or np.nan])
    if setup["given"] == "rates":
        p, r = setup["given_p"], setup["given_r"]
    alpha = 1 / (1 + setup["beta"] ** 2)
    return _single(
        {
            "set_precision": p,
            "set_recall": r,
            "set_f": 1 / (alpha / p + (1 - alpha) / r) if p and r else 0 * p,
            "set_mean": (p + r) / 2,
            "fall_out": b / (b + d) if b + d else np.nan,
            "accuracy": (a + d) / (a + b + c + d) if a + b + c + d else np.nan,
        }[key]
    )


def _of_known(setup: Setup, key: str) -> Breakdown:
    """A score of relevant documents that a user knew or not, by sets of them."""
    a, b, c, d = setup["known"]
    every = [*range(a + b + c + d)]
    found, knew = {*every[: a + b]}, {*every[:a], *every[a + b : a + b + c]}
    some, of = {
        "coverage": (found & knew, knew),
        "novelty": (found - knew, found),
        "known_recall": (found, every),
    }[key]
    return _single(len(some) / len(of) if of else np.nan)


def _merged(setup: Setup, coins: Sequence[str]) -> list[tuple[str, str]]:
    """A team draft, with who picked what: by turns, each its first that is not taken."""
    left = {team: ranking.lower() for team, ranking in zip("ab", setup["drafted"], strict=True)}
    found: list[tuple[str, str]] = []
    for coin in coins:
        for team in ("ab", "ba")[coin == "b"]:
            if left[team]:
                found.append((left[team][0], team))
                left = {each: rest.replace(found[-1][0], "") for each, rest in left.items()}
    return found


def _balanced(setup: Setup, coin: str) -> str:
    """A balanced list: a rank of the one, the same rank of the other, and each document once."""
    a, b = (ranking.lower() for ranking in setup["drafted"])
    first, second = (a, b) if coin == "a" else (b, a)
    given = [pair for pairs in zip(first, second, strict=False) for pair in pairs]
    if len(first) > len(second):
        given.append(first[len(second)])
    return "".join(dict.fromkeys(given))


def _preferred(setup: Setup, list_: str, clicked: Sequence[str]) -> int:
    """More clicks in the top k of A than of B, where k is where the lowest click is first found."""
    if not clicked:
        return 0
    lowest = max(clicked, key=list_.index)
    tops = [ranking.lower() for ranking in setup["drafted"]]
    k = next(k for k in range(1, 9) if any(lowest in top[:k] for top in tops))
    a, b = (sum(letter in top[:k] for letter in clicked) for top in tops)
    return int(np.sign(a - b))


def _shown_picks(setup: Setup) -> list[tuple[str, str]]:
    """The list of the one reader as far as it is shown, with who picked what."""
    coins = setup["coins"] or "a"
    if setup["merged"] == "balanced":
        found = [(letter, "") for letter in _balanced(setup, coins[0])]
    else:
        rounds = min(map(len, setup["drafted"]))
        found = _merged(setup, (coins * rounds)[:rounds])
    return found[: setup["picks"]]


def _click_chance(letter: str, relevant: Set[str]) -> float:
    """Half of those who look click on a relevant document; without any, one in ten on each."""
    return (0.5 if letter in relevant else 0.0) if relevant else 0.1


def _readers_won(setup: Setup) -> tuple[float, float]:
    """The shares of readers that A wins and B wins, over all coins and all sets of clicks."""
    rounds = min(map(len, setup["drafted"]))
    if setup["merged"] == "balanced":
        return _readers_of_balanced(setup)
    if setup["people"] == 1:
        teams = [team for letter, team in _shown_picks(setup) if letter in setup["clicked"]]
        a, b = map(teams.count, "ab")
        return float(a > b), float(b > a)
    relevant = {letter.lower() for letter in "".join(setup["drafted"]) if letter.isupper()}
    won = {1: 0.0, -1: 0.0, 0: 0.0}
    for coins in product("ab", repeat=rounds):
        list_ = _merged(setup, coins)
        chances = [
            _click_chance(letter, relevant) / rank ** setup["eta"]
            for rank, (letter, _) in enumerate(list_, start=1)
        ]
        for clicked in product((0, 1), repeat=len(list_)):
            lead = sum(
                click * (1 if team == "a" else -1)
                for click, (_, team) in zip(clicked, list_, strict=True)
            )
            parts = [p if on else 1 - p for on, p in zip(clicked, chances, strict=True)]
            won[int(np.sign(lead))] += float(np.prod(parts)) / 2**rounds
    return won[1], won[-1]


def _list_won(setup: Setup, coins: str) -> float:
    """The share of the readers of one list whose clicks are more on picks of A than of B."""
    relevant = {letter.lower() for letter in "".join(setup["drafted"]) if letter.isupper()}
    list_, share = _merged(setup, coins), 0.0
    for clicked in product((0, 1), repeat=len(list_)):
        chance, lead = 1.0, 0
        for rank, (on, (letter, team)) in enumerate(zip(clicked, list_, strict=True), start=1):
            p = _click_chance(letter, relevant) / rank ** setup["eta"]
            chance *= p if on else 1 - p
            lead += on * (1 if team == "a" else -1)
        share += chance * (lead > 0)
    return share


def _readers_of_balanced(setup: Setup) -> tuple[float, float]:
    if setup["people"] == 1:
        list_ = "".join(letter for letter, _ in _shown_picks(setup))
        lead = _preferred(setup, list_, [each for each in list_ if each in setup["clicked"]])
        return float(lead > 0), float(lead < 0)
    relevant = {letter.lower() for letter in "".join(setup["drafted"]) if letter.isupper()}
    won = {1: 0.0, -1: 0.0, 0: 0.0}
    for coin in "ab":
        list_ = _balanced(setup, coin)
        for said in product((0, 1), repeat=len(list_)):
            chance = 0.5
            for rank, (letter, on) in enumerate(zip(list_, said, strict=True), start=1):
                p = _click_chance(letter, relevant) / rank ** setup["eta"]
                chance *= p if on else 1 - p
            clicked = [letter for letter, on in zip(list_, said, strict=True) if on]
            won[_preferred(setup, list_, clicked)] += chance
    return won[1], won[-1]


def _drafted(setup: Setup, end: int = 0) -> float:
    """A − B, or an end of its 95 % interval for so many readers."""
    a, b = _readers_won(setup)
    return a - b + end * 1.959964 * ((a + b - (a - b) ** 2) / setup["people"]) ** 0.5


def _drafts_needed(setup: Setup) -> float:
    """How many readers find the lead in four tests of five, as for one mean."""
    a, b = _readers_won(setup)
    if not round(a - b, 12):
        return np.nan  # nobody leads
    return float(np.ceil((1.959964 + 0.841621) ** 2 * (a + b - (a - b) ** 2) / (a - b) ** 2))


def _alone(setup: Setup, run: int) -> float:
    """The share of readers who click on anything in one of the rankings."""
    relevant = {letter.lower() for letter in "".join(setup["drafted"]) if letter.isupper()}
    missed = [
        1 - _click_chance(letter, relevant) / rank ** setup["eta"]
        for rank, letter in enumerate(setup["drafted"][run].lower(), start=1)
    ]
    return 1 - float(np.prod(missed))


def _proportions(setup: Setup) -> proportions.TwoProportions:
    return proportions.two_proportions(*setup["groups"])


def _lead(setup: Setup) -> Breakdown:
    a, b = _proportions(setup)[:2]
    return Breakdown({"share": np.array([a, b]), "contribution": np.array([-a, b])})


def _power(setup: Setup) -> float:
    a, b = _proportions(setup)[:2]
    return proportions.power(a, b, min(setup["groups"][1::2]))


def _clicks(setup: Setup) -> Breakdown:
    return clicks.expected_clicks(setup.ranking(), setup["k"], **_who_clicks(setup))


def _weighted(setup: Setup) -> Breakdown:
    assumed = {"propensity": setup["propensity"], "assumed_decay": setup["assumed"]}
    return clicks.weighted_clicks(setup.ranking(), setup["k"], **assumed, **_who_clicks(setup))


def _best_estimate(setup: Setup) -> float:
    """The estimate of the last of the most relevant documents; of the readers sent if any are."""
    told = _weighted(setup).terms
    if not told["relevance"].size:
        return float("nan")
    at = _best_at(setup)
    assumed = told["propensity"][at]
    return float(_clicked(setup, at) / assumed) if assumed else float("nan")


def _best_clicks(setup: Setup) -> float:
    """How many of those sent, or of 1,200 readers, click on that document."""
    if not _clicks(setup).terms["relevance"].size:
        return 0.0
    return (setup["sent"] or 1200) * _clicked(setup, _best_at(setup))


def _best_at(setup: Setup) -> int:
    relevance = _clicks(setup).terms["relevance"]
    return int(np.flatnonzero(relevance == relevance.max())[-1])


def _clicked(setup: Setup, at: int) -> float:
    """The share of readers who click on a document; of the readers sent if any are."""
    told = _clicks(setup)
    if sent := setup["sent"]:
        each = clicks.simulated_clicks(told, sent, setup["sent_seed"], model=setup["clicks"])
        return float(each[:, at].mean())
    return float(told.terms["contribution"][at])


def _who_clicks(setup: Setup) -> dict[str, Any]:
    worth = setup["utility"]
    if worth == "sigmoid":
        worth = reader_models.sigmoid(setup["steepness"], setup["midpoint"])
    return {"model": setup["clicks"], "decay": setup["eta"], "relevance": worth}


def _auc(setup: Setup) -> Breakdown:
    relevant = [bool(grade and grade >= setup["from"]) for grade in setup.grades]
    pairs = [a > b for a, b in combinations(relevant, 2) if a != b]
    return _single(fmean(pairs) if pairs else np.nan)


def _judged(setup: Setup) -> Breakdown:
    top = setup.grades[: setup["k"]]
    return _single(sum(grade is not None for grade in top) / len(top) if top else np.nan)


OTHERS: dict[str, tuple[str | Callable[[Setup], str], Callable[..., Breakdown]]] = {
    "pool_new": (lambda setup: f"{_last_run(setup)}: AP", lambda setup: _pool_ap(setup, -1)),
    "pool_new_short": (lambda setup: f"{_last_run(setup)} without ?", _pool_short),
    "pool_a": ("A: AP", lambda setup: _pool_ap(setup, 0)),
    "pool_size": (
        "Pool",
        lambda setup: _single(
            float(len({*"".join(run[: setup["pool"]] for run in _members(setup))}))
        ),
    ),
    "judged": (lambda setup: f"Judged@{setup['k']}", _judged),
    "pool_low": ("lowest", lambda setup: _single(_pool_bounds(setup)[0])),
    "pool_high": ("highest", lambda setup: _single(_pool_bounds(setup)[-1])),
    **{
        key: (label, lambda setup, key=key: _of_set(setup, key))
        for key, label in {
            **{"set_precision": "P", "set_recall": "R", "set_mean": "(P + R)/2"},
            **{"fall_out": "Fall-out", "accuracy": "Accuracy"},
        }.items()
    },
    **{
        key: (label, lambda setup, key=key: _of_known(setup, key))
        for key, label in {
            **{"coverage": "Coverage", "novelty": "Novelty", "known_recall": "R"},
        }.items()
    },
    "set_f": (lambda setup: f"F{setup['beta']:.4g}", lambda setup: _of_set(setup, "set_f")),
    "kappa": (
        lambda setup: (
            "κ (Fleiss)"
            if setup["judged"] == "many"
            else "κ"
            if (setup["judged"], setup["margins"]) == ("documents", "pooled")
            and len(_tables(setup)) == 1
            else "mean " * (len(_tables(setup)) > 1)
            + {"pooled": "κ (Scott)", "own": "κ (Cohen)"}[setup["margins"]]
        ),
        _kappa,
    ),
    **{
        f"kappa_{pair}": (f"κ {pair}", lambda setup, pair=pair: _kappas(setup)[pair])
        for pair in ("12", "13", "23")
    },
    "observed_agreement": ("P(A)", _agreement),
    "expected_agreement": ("P(E)", lambda setup: _single(_expected(setup))),
    "beyond_chance": (
        "P(A) − P(E)",
        lambda setup: _single(float(_agreement(setup).score) - _expected(setup)),
    ),
    "left_by_chance": ("1 − P(E)", lambda setup: _single(1 - _expected(setup))),
    # What Manning, Raghavan and Schütze (2008) call good and fair.
    "good_kappa": ("good", lambda _: _single(0.8)),
    "fair_kappa": ("fair", lambda _: _single(0.67)),
    **{
        f"agreed_{metric}": (
            METRICS[metric].label(),
            lambda setup, metric=metric: _by_rule(setup, metric),
        )
        for metric in ("precision", "recall", "f1")
    },
    "inversions": ("Wrong pairs", _inversions),
    "wrong_share": ("Kendall’s distance", lambda setup: _share(1 - _right_pairs(setup))),
    "pairwise_accuracy": ("Pairwise accuracy", lambda setup: _share(_right_pairs(setup))),
    "ideal_dcg": ("Ideal DCG", _ideal_dcg),
    "mse": ("MSE", _errors),
    "mae": ("MAE", lambda setup: _errors(setup, pointwise.mae)),
    "rmse": ("RMSE", _root),
    "mean": (_mean_label, _mean),
    "mean_b": ("mean of B", _mean_of_b),
    "other_mean": (_other_label, _other_mean),
    "worst_query": (_worst_label, _worst_query),
    "below_mean": (
        "mean − lowest",
        lambda setup: _single(float(_mean(setup).score) - float(_worst_query(setup).score)),
    ),
    "mean_difference": ("mean B − A", _mean_gap),
    "p_value": ("p", lambda setup: _single(_changed_names(setup))),
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
        lambda setup: setup.label(_offered(setup)[0]),
        lambda setup: setup.compute(_offered(setup)[0]),
    ),
    "convention": (
        lambda setup: setup.label(setup["printed"]),
        lambda setup: setup.compute(setup["printed"]),
    ),
    "disagreement": ("Disagreement", _gap),
    "rate_of_gain": ("Rate of gain", _rate),
    "team_draft": (
        lambda setup: "This reader’s vote" if setup["people"] == 1 else "A − B",
        lambda setup: Breakdown(
            {
                "wins": np.array(_readers_won(setup)),
                "contribution": np.array(_readers_won(setup)) * [1, -1],
            }
        ),
    ),
    "draft_a": ("A wins", lambda setup: _single(_readers_won(setup)[0])),
    "draft_b": ("B wins", lambda setup: _single(_readers_won(setup)[1])),
    "draft_list_ab": ("A wins list AB", lambda setup: _single(_list_won(setup, "ab"))),
    "draft_low": ("from", lambda setup: _single(_drafted(setup, -1))),
    "draft_high": ("to", lambda setup: _single(_drafted(setup, 1))),
    "draft_needed": ("Readers needed", lambda setup: _single(_drafts_needed(setup))),
    "draft_alone_a": ("A alone", lambda setup: _single(_alone(setup, 0))),
    "draft_alone_b": ("B alone", lambda setup: _single(_alone(setup, 1))),
    "draft_needed_alone": (
        "needed alone",
        lambda setup: _single(
            2.0 * proportions.sample_size(_alone(setup, 0), _alone(setup, 1)),
        ),
    ),
    "proportion_difference": ("B − A", _lead),
    "z": ("z", lambda setup: _single(_proportions(setup).z)),
    "p": ("p-value", lambda setup: _single(_proportions(setup).p)),
    "ab_power": ("Power", lambda setup: _single(_power(setup))),
    "auc": ("AUC", _auc),
    "expected_clicks": ("Clicks per reader", _clicks),
    "weighted_clicks": ("Mean estimate", _weighted),
    "best_estimate": ("Estimate", lambda setup: _single(_best_estimate(setup))),
    "best_clicks": ("Clicks on the best", lambda setup: _single(_best_clicks(setup))),
    "expected_documents": (
        "Read",
        lambda setup: _single(float(_rate(setup).aside["expected_documents"])),
    ),
    "total_gain": ("Found", lambda setup: _single(float(_rate(setup).aside["total_gain"]))),
}
"""Measures that are not in the catalog: each one's name on the screen, and how it is computed."""

COUNTS = ("inversions", "draft_needed", "draft_needed_alone", "pool_size")
"""Measures that are whole numbers."""


# Pages


def _picked(setup: Setup) -> list[str]:
    return [key for key in METRICS if key in setup["show"]]


# An address with all of them, and two lists of titles that are hard to spell.
EVERY_KNOB = (
    "scale=4&from=2&k=7&ap=found&recall=capped&gain=custom&gains=0,1,2,4,9,31,63,127,255"
    "&discount=power&base=3&exponent=1.5&shift=2&ratio=0.5&ideal=retrieved&p=0.5&utility=binary"
    "&satisfaction=sigmoid&steepness=3&midpoint=1.5&continue=0.9&show=ndcg,err"
    "&readers=1,2,0.5,0,1,1,1,1&sent=100&sent_seed=7"
    "&printed=recall&handed=list&tied=pairs&ties=averaged&got=0.5+and+2/3"
    "&a=4Alpha+%26+Omega~0%F0%9F%8D%9E+%D7%A9%D7%9C%D7%95%D7%9D~-50%25+off~.~3A~_B&b=1X~4Y"
)

UNLISTED = (
    *("drill", "reference", "spot_the_mistake", "mean_over_queries", "significance", "judges"),
    *("ab_test", "interleaving"),
)
"""Pages without a list of their own."""
WITHOUT_BARS = ("welcome", "two_tools")
"""Pages with a list, and no bars beside it."""
WITHOUT_TABLE = ("disagreement", "which_metric", "two_tools")
"""Lessons that show no term of their score rank by rank."""

PAGES = list(contents.PAGES)
BOARDS = [page for page in PAGES if page not in UNLISTED]
LESSONS = {page.name: page.metrics[0] for page in contents.LESSONS}
"""Each lesson's own measure."""
WITH_BARS = [page for page in BOARDS if page not in WITHOUT_BARS]
WITH_TABLE = [page for page in LESSONS if page not in WITHOUT_TABLE]


def opening(page: str) -> Setup:
    """What a page opens with; `test_presets` holds that against the presets as they are written."""
    return Setup.of({"a": START, **link.encode(presets.opening(page))}, page=page)


def several(page: str, setup: Setup) -> list[str]:
    """The metrics that a page with a choice of them shows; none for another page."""
    chosen = {"which_metric": _offered, "disagreement": _chosen, "playground": _picked}
    return chosen[page](setup) if page in chosen else []


_MADE_OF = dict.fromkeys(("ndcg-swap", "ndcg-ideal"), "dcg")
"""What some steps show instead of their lesson's own measure, which is made of it."""


def made_of(page: str, setup: Setup) -> str:
    """The measure that a step shows instead of its lesson's own; "" if it is no such step."""
    steps = [step for step in STEPS if step["lesson"] == page and step["id"] in _MADE_OF]
    is_first = setup == opening(page)
    return next(
        (_MADE_OF[step["id"]] for step in steps if is_first or setup == Setup.of_preset(step)), ""
    )


def own(page: str, setup: Setup) -> str:
    """The measure that a page is about."""
    if page == "two_tools":
        return str(setup["printed"])
    answers = ("judged", "verdicts", "margins")
    if page == "judges" and all(setup[at] == opening(page)[at] for at in answers):
        return "observed_agreement"
    if measure := made_of(page, setup):
        return measure
    return next(iter(several(page, setup)), LESSONS.get(page, "average_precision"))


_ALONE = {
    "precision_recall_curve": ("precision", "interpolated_precision", "r_precision", "auc"),
    "clicks": ("best_clicks", "best_estimate"),
}
"""What a step that shows it has instead of its lesson's own measure, whose bars stay."""


def first(page: str, setup: Setup) -> str:
    """The measure whose score stands first, and is worked out."""
    if page == "unjudged" and tuple(setup.grades) == opening(page).grades:
        return "average_precision"
    if alone := _ALONE.get(page):
        mine = [step for step in STEPS if step["lesson"] == page]
        now = mine[:1] if setup == opening(page) else mine
        found = (step for step in now if now[1:] == [] or setup == Setup.of_preset(step))
        shown = next(found, {}).get("show", ())
        return next((key for key in alone if key in shown), own(page, setup))
    return own(page, setup)


def measures(labels: Iterable[str], setup: Setup) -> dict[str, tuple[str, Setup]]:
    """The measure that a score's label names, and the knobs it is of.

    The label of one of several scores beside each other is that of a knob's position.
    """
    named = {setup.label(key): key for key in (*OTHERS, *METRICS)}
    keys = {label: named.get(label) or named.get(label.partition(", ")[0]) for label in labels}
    known = {label: (key, setup) for label, key in keys.items() if key}
    found: dict[str, tuple[str, Setup]] = {}
    for label in keys:
        before = [*found.values(), *known.values()]
        found[label] = known.get(label) or _variant(label, before, setup)
    return found


WAYS = {
    "AP: ? is a miss": "average_precision",
    "AP: ? left out": "average_precision",
    "AP without ?": "average_precision",
    "bpref: ? skipped": "bpref",
    "bpref: 1 − above": "bpref",
    "RBP: ? unknown": "rbp",
}
"""What each way to treat what nobody judged measures."""


def _variant(label: str, before: Sequence[tuple[str, Setup]], setup: Setup) -> tuple[str, Setup]:
    """The first measure, best before it, that listens to the knob with this position."""
    heard = [key for key, _ in before]
    other = next((key for key in heard[:1] if key in OTHERS), "")
    choices = {name: knob for name, knob in knobs.KNOBS.items() if isinstance(knob, Choice)}
    for name, knob in choices.items():
        names = knob.names(setup["scale"]).items()
        at = {text.partition(":")[0]: value for value, text in names}  # Linear: g/top
        argument = name.removeprefix("recall_")
        listens = (key for key in heard if key in METRICS and argument in METRICS[key].knobs)
        key = next(listens, other)
        if label in at and key and (name != argument) == (key == "recall"):
            return key, setup.with_settings(**_linked({name: at[label]}))
    if found := re.match(r"p = ([\d.]+)", label):
        return "rbp", setup.with_settings(**_linked({"persistence": float(found[1])}))
    if label in WAYS:
        judged, missed = (
            [g for g in part if g is not None] for part in (setup.grades, setup.missed)
        )
        condensed = replace(setup, grades=tuple(judged), missed=tuple(missed))
        return WAYS[label], condensed if label in ("AP without ?", "AP: ? left out") else replace(
            setup
        )
    if label == f"IPrec at {setup['r']:g}":
        return "interpolated_precision", setup
    if found := re.match(r"β = ([\d.]+)", label):
        return "q_measure", setup.with_settings(patience=float(found[1]))
    top = setup["scale"]
    none = [0] * (top - 1)
    mixes = {
        "equal groups": [1] * top,
        "all accept 1 or 2" if top == 2 else f"all accept 1–{top}": [top, *none],
        f"all accept only {top}": [*none, top],
    }
    if label in mixes:
        readers = *mixes[label], *[1] * (max(SCALES) - top)
        return "graded_average_precision", setup.with_settings(readers=readers)
    if label == "these readers":
        return "graded_average_precision", setup
    raise AssertionError(f"no knob has the position {label}")


def assert_scores(page: str, shown: Mapping[str, str], setup: Setup) -> None:
    """Every score on a page is the one that its label names; its own is the first."""
    found = measures(shown, setup)
    assert dict(shown) == {
        label: written(on.score_of_ties(key), 4) if page == "two_tools" else on.told(key)
        for label, (key, on) in found.items()
    }
    if choice := several(page, setup):
        assert [key for key, _ in found.values()] == choice
    if (page in BOARDS and shown) or page in LESSONS:
        assert next(iter(shown)) == setup.label(first(page, setup))
    for key in contents.PAGES[page].metrics if page in LESSONS and not made_of(page, setup) else ():
        shows = [each for each, _ in found.values()]
        by_sum = page == "unjudged" and key in ("bpref", "rbp")  # a table: test_pool.py
        assert by_sum or key in shows or setup.label(key) in shown or key in ELSEWHERE


ELSEWHERE = (
    *("average_recall", "disagreement", "interpolated_precision", "kappa", "pool_size"),
    *("auc", "interpolated_average_precision", "weighted_clicks", "expected_clicks"),
)
"""Measures that their lesson does not show beside its own, or not at each step."""


def undefined(labels: Iterable[str], setup: Setup) -> list[str]:
    """The note on scores without a denominator."""
    named = measures(labels, setup).items()
    found = [label for label, (_, on) in named if on is setup or label == "AP without ?"]
    keys = {label: key for label, (key, _) in measures(found, setup).items() if "," not in label}
    every = {label: setup.score(key) for label, key in keys.items() if setup.compute(key).undefined}
    worst = [label for label, score in every.items() if score == score]
    none = [
        label
        for label, score in every.items()
        if score != score and keys[label] != "draft_needed"  # it says why in its own words
    ]
    said = [
        f"0/0 for {', '.join(worst)}: no relevant document counts here. "
        "It counts as the worst score."
    ] * bool(worst)
    said += [
        f"0/0 for {', '.join(none)}: there is nothing to compare, so there is no score."
    ] * bool(none)
    return [" ".join(said)] * bool(said)


Table = list[list[str]]

TERMS = {
    **{"hit": "relevant", "share of slots": "recall", "share × precision": "precision"},
    **{"P@i": "precision", "R@i": "recall", "F1@i": "f1", "error²": "squared", "C": "continuation"},
    **{"look here": "reach", "get here": "reach", "satisfied": "satisfaction", "worth": "utility"},
    **{"W": "weight", "L": "stop", "adds": "contribution", "worse ones above": "contribution"},
    **{"in the same order": "right", "in opposite orders": "wrong", "B − A": "difference"},
    **{"A": "a", "B": "b", "look": "reach", "R": "relevance", "click": "contribution"},
}
"""The term that a heading of a lesson's table means, where it is not called so itself."""


def of_table(page: str, setup: Setup) -> str:
    """The measure whose terms are in a lesson's table; looks are told in that of the rate."""
    key = own(page, setup)
    return "rate_of_gain" if key == "expected_documents" else key


def terms(head: Sequence[str], page: str, setup: Setup) -> dict[int, list[float]]:
    """The terms in a lesson's table, by their columns."""
    key = of_table(page, setup)
    known = dict(setup.compute(key).terms)
    if page == "precision_and_recall":
        cutoffs = range(1, min(setup["k"], len(setup.grades)) + 1)
        for name in ("precision", "recall", "f1"):
            known[name] = np.array([setup.score(name, k=k) for k in cutoffs])
    stops = "stop" if "stop" in known else "weight"
    mean = (
        {METRICS[setup["each"]].label(setup["k"]): "score"} if page == "mean_over_queries" else {}
    )
    called = {**TERMS, **mean, "stop here": stops}
    found = {at: known.get(called.get(name, name)) for at, name in enumerate(head)}
    return {at: values.tolist() for at, values in found.items() if values is not None}


def assert_table(rows: Table, page: str, setup: Setup) -> None:
    """A lesson's table names the documents, its cells are the terms, and they add up."""
    head, *body, total = rows
    score = setup.compute(of_table(page, setup))
    columns = terms(head, page, setup)
    one = page == "interleaving" and setup["people"] == 1
    whole = [
        one or page == "wrong_pairs" or TERMS.get(name) in ("relevant", "right", "wrong")
        for name in head
    ]
    assert len(head) - 1 in columns
    if score.remainder and not np.isnan(score.remainder):
        *body, charged = body
        assert charged[1] == "charged for what was not found"
        assert charged[-1] == written(float(score.remainder), 4)
    assert len(body) == len(columns[len(head) - 1])
    for row, cells in enumerate(body):
        for at, values in columns.items():
            wanted = written(values[row], 0 if whole[at] else 4)
            if not whole[at] and 1e-12 < abs(values[row]) < 5e-5:  # its first two digits
                places = 1 - int(np.floor(np.log10(abs(values[row]))))
                wanted = written(values[row], places).rstrip("0")
            assert cells[at] == wanted, (head[at], row)
        if head[1] == "document":
            assert cells[0] == (str(row + 1) if row < len(setup.grades) else "–")
            assert setup.titles is None or cells[1] == setup.titles[row]
        if head[2] == "grade":
            grade = setup.all_grades()[row]
            assert cells[2] == ("?" if grade is None else str(grade))
    assert (total[1], total[-1]) == (
        f"Sum = {setup.label(of_table(page, setup))}",
        written(float(score.score), 0 if whole[-1] else 4),
    )
    assert_adds_up(rows)


def assert_adds_up(rows: Table) -> None:
    """The last column of a table is what its rows add up to, but for their rounding."""
    _, *each, total = [row[-1].replace("−", "-") for row in rows]
    off = 5e-5 * (len(each) + 1) + 1e-9
    if total == "–":  # there is nothing to compare
        assert {float(cell) for cell in each} <= {0}
        return
    assert sum(map(float, each)) == pytest.approx(float(total), abs=off)


def comparison(lists: Mapping[str, Setup], keys: Sequence[str]) -> Table:
    """The table of list A beside list B, a column a metric."""
    a, b = ([setup.score(key) for key in keys] for setup in lists.values())
    return [
        ["list", *(METRICS[key].label() for key in keys)],
        ["A", *(written(score) for score in a)],
        ["B", *(written(score) for score in b)],
        ["A − B", *(change(one - other) for one, other in zip(a, b, strict=True))],
    ]


# Bars


class Bars(NamedTuple):
    """The numbers that a column of bars draws, row by row.

    `most` fills the column; None: it is the same for all rows. Bars that climb begin where the last
    one ended, and climb to the score, but for what is `charged` beside the ranks. Those that are
    `squares` are as long as the side.
    """

    values: Mapping[int, float]
    most: float | None = 1
    climbs: bool = False
    charged: float = 0
    squares: bool = False


DRAWN = {
    "Precision down": ("precision",),
    "L:": ("stop",),
    r"V(:|$)": ("reach",),
    r"W(:|$)": ("weight",),
    "Who looks. In colour": ("contribution",),
}
"""The term that a column draws which is not what the ranks add, by how its heading begins."""


def bars(page: str, heading: str, setup: Setup, others: Sequence[Setup] = ()) -> Bars | None:
    """What a column draws, by its heading; `others` are drawn to one scale with it.

    None where no term of a breakdown is drawn: the numbers in the column's labels tell what is.
    """
    if page == "unjudged":  # at each hit a share
        return None
    metrics = {m.label(): key for key, m in METRICS.items()}
    metrics |= {setup.label(key): key for key in METRICS}
    heading = heading.removeprefix("Adds to ").partition(". ")[0]  # a metric
    key = metrics.get(heading) or own(page, setup)
    known = setup.compute(key).terms
    for name, drawn in DRAWN.items():
        if re.match(name, heading):
            (term,) = [term for term in drawn if term in known][:1]
            most = max(len(both(setup)[2]) - 1, 1) if term == "wrong" else 1
            return Bars(_by_row(known[term]), most)
    if heading.startswith("(hits + "):  # at each hit its ratio
        return Bars(_by_row(known["relevant"] * known["blended_ratio"]))
    if heading == "Shortcut":
        terms = naive_graded_average_precision(setup.ranking(), setup["k"]).terms
        return Bars(_by_row(terms["contribution"]), 1, climbs=True)
    if squares := re.match(r"Adds: \(score − grade\)²(, a square)?", heading):
        return Bars(_by_row(np.nan_to_num(known["squared"])), None, squares=bool(squares[1]))
    if heading not in metrics and not re.match("Adds(?!.*(× precision|0/0))|W [×=]|Worse", heading):
        return None
    most = METRICS[key].range[1] if key in METRICS else _most(key, setup)
    sums = [float(each.compute(key).terms["contribution"].sum()) for each in (setup, *others)]
    if most is None and page in ("playground", "your_data"):
        most = max(sums) or 1
    elif most is None and page in ("which_metric", "disagreement"):
        most = max(setup.score(key) if page == "disagreement" else sums[0], 1)
    charged = float(np.nan_to_num(setup.compute(key).remainder))
    return Bars(_by_row(known["contribution"]), most, climbs=True, charged=charged)


def _most(key: str, setup: Setup) -> float:
    """What fills the column of a measure that the catalog does not have."""
    judged = [grade for grade in setup.grades if grade is not None]
    pairs = sum(one != other for one, other in combinations(judged, 2)) or 1
    return pairs if key == "inversions" else 1


def _by_row(values: Array) -> dict[int, float]:
    return dict(enumerate(map(float, values), start=1))


STILL = (
    "Precision at ",  # the labels say from which share to which
    "Weight: ",
    "The ideal order",
    "RR, if the first hit",
    "Adds: (score − grade)².",
    "(hits + ",  # a ratio has two bars
)
"""Columns that do not show where their bars were, by how their headings begin."""
