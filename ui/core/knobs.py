"""The knobs of the app, one entry each: its label, its first value, the values it allows."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from itertools import chain
from string import ascii_lowercase
from types import MappingProxyType
from typing import Any, Final

from metrics import cwl, gain, reader_models
from metrics.catalog import METRICS
from ui.core import judged_tables
from ui.core.knob_kinds import (
    SCALES,
    Amounts,
    Choice,
    Curve,
    Cutoff,
    Exact,
    Grade,
    Knob,
    Line,
    Numbers,
    Position,
    Range,
    Several,
    Shares,
    to_text,
)
from ui.core.pages import read_toml
from ui.core.typed_knobs import (
    Classes,
    Counts,
    Groups,
    ItemLists,
    Labelled,
    Letters,
    Lists,
    Pairs,
    Points,
    Popularity,
    PValues,
    Ranks,
    Rated,
    Rates,
    Readers,
    RocPoints,
    Runs,
    Scored,
    SheetText,
    TwoCounts,
    TwoGroups,
    Verdicts,
    Votes,
)


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


class Significance(StrEnum):
    """Knobs of a comparison of two systems."""

    PAIRS = "paired_scores"
    RESAMPLES = "resamples"
    SEED = "seed"
    TRIED = "metrics_tried"
    LEVEL = "level_alpha"
    UNPAIRED = "unpaired_scores"
    WITHIN = "group_within"
    OWN_P = "own_p_values"
    SOURCE = "compared"
    METRIC = "compared_by"


class Pool(StrEnum):
    """Runs, which of them take part in a pool, and how deep judges read these."""

    RUNS = "pool_runs"
    MEMBERS = "pool_members"
    DEPTH = "pool_depth"


class Judges(StrEnum):
    """What judges said, and what is made of it; no metric of one list uses these knobs."""

    SOURCE = "judged_from"
    VERDICTS = "judges_said"
    LABELS = "judges_labelled"
    MANY = "judges_votes"
    COUNTS = "judge_counts"
    MARGINS = "margins"
    NEEDED = "judges_needed"
    RETURNED = "judges_returned"


class Retrieved(StrEnum):
    """A set that was retrieved, without ranks: four counts, or precision and recall alone."""

    SOURCE = "counted_from"
    COUNTS = "retrieved_counts"
    KNOWN = "known_counts"
    CLASSES = "class_counts"
    BESIDE = "further_counts"
    WEIGHT = "weight_of_fp"
    PRECISION = "given_precision"
    RECALL = "given_recall"
    BETA = "beta"


class AbTest(StrEnum):
    """The counts of an A/B test."""

    GROUPS = "ab_groups"
    RATES = "ab_rates"
    LEVEL = "ab_level"
    LOOKS = "ab_looks"
    SIDES = "ab_sides"
    WANTED = "ab_wanted_power"
    WEEKLY = "ab_weekly"
    FORMULA = "ab_formula"
    COUNTS = "two_counts"
    KIND = "two_counts_are"
    PLANNED = "planned_share"


class Interleaving(StrEnum):
    """Two rankings, how they are merged, and who clicks."""

    RANKINGS = "drafted"
    METHOD = "draft_method"
    FIRST = "draft_first"
    PICKS = "draft_picks"
    CLICKS = "draft_clicks"
    READERS = "draft_readers"


class WhichMetric(StrEnum):
    """Needs that a metric is chosen by, besides k; no score depends on them."""

    WANTS = "wants"
    LABELS = "labels"
    ATTENTION = "attention"
    COST = "cost"


class TwoTools(StrEnum):
    """Which metric tools print, their input, and the number that a reader got."""

    METRIC = "printed_metric"
    HANDED = "handed"
    TIED = "tied"
    TIES = "tie_rule"
    GOT = "got"


class Continuation(StrEnum):
    """Knobs of a reader's gain per document; no metric of the catalog uses them."""

    READER = "reader"
    ALSO = "read_also"
    CURVE = "own_curve"
    TARGET = "target"


class Clicks(StrEnum):
    """Knobs of readers who click, and of what their clicks are divided by."""

    MODEL = "click_model"
    DECAY = "attention_decay"
    PROPENSITY = "propensity"
    ASSUMED = "assumed_decay"


class Observed(StrEnum):
    """Clicks that a reader of the page has counted, or relevance, and the attention."""

    SOURCE = "observed_source"
    CLICKS = "observed_clicks"
    READERS = "observed_readers"
    LOOKS = "observed_looks"
    RESULTS = "observed_results"
    RELEVANCE = "own_relevance"
    CLICKED = "clicked_ranks"
    SHOWN = "results_shown"


class Counted(StrEnum):
    """What an exercise gives without a list: of a collection, a cut list, errors, ranks, users."""

    COLLECTION = "collection_size"
    CUT = "cut_counts"
    ERRORS = "error_counts"
    RATED = "rated_pairs"
    RANKS = "judges_ranks"
    SCORED = "scored_cases"
    POINTS = "curve_points"
    ROC = "roc_points"
    PRICES = "prices"
    BLOCKS = "paid_blocks"
    TIED = "tied_ranks"
    USERS = "users_lists"
    CATALOGUE = "catalogue_size"
    POPULARITY = "popularity"


class Drill(StrEnum):
    """Which exercises are asked, the answers, and how many are shown; buttons set them."""

    LEVEL = "drill_level"
    SEED = "drill_seed"
    ANSWERS = "drill_answers"
    SHEET = "drill_sheet"


PUZZLE: Final = "puzzle"
"""Key of the knob that chooses a puzzle (pages/spot_the_mistake/drawing.py)."""


SHOWN: Final = (
    *("metrics", "orders_by", "orders_against", "challenge", "ideal_places", "naive_gap"),
    *Sending,
    PUZZLE,
)
"""Knobs that change what is shown, but no score of a list on a board."""

PRINTED: Final = (
    *("ndcg", "average_precision", "precision", "recall", "reciprocal_rank"),
    *("hit", "f1", "r_precision", "bpref", "dcg", "rbp", "err"),
)
"""Metrics whose numbers are compared from tool to tool, the most common first."""

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

_CONTINUATIONS: Final[
    Mapping[str, tuple[str, Callable[..., cwl.Continuation], tuple[str, ...]]]
] = {
    "precision": ("P@k", cwl.precision, ("k",)),
    "rbp": ("RBP", cwl.rbp, ("persistence",)),
    "reciprocal_rank": ("RR", cwl.reciprocal_rank, ()),
    "dcg": ("DCG", cwl.scaled_dcg, ("k",)),
    "insq": ("INSQ", cwl.insq, ("target",)),
    "inst": ("INST", cwl.inst, ("target",)),
    "err": ("ERR", cwl.err_like, ("k",)),
    "own": ("Your own", cwl.given, ("own_curve",)),
}
"""For each reader: its name, its continuation, and the knobs that this takes."""
_READERS: Final = {key: name for key, (name, *_) in _CONTINUATIONS.items()}

CUTOFF: Final = Cutoff(
    label="Cutoff k",
    first=5,
    low=1,
    high=50,
    step=1,
    deepest=1_000_000,
    help="Only the top k ranks count. You can also drag the cut.",
)

KNOBS: Final[Mapping[str, Knob]] = {
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
    "counted_from": Choice(
        label="What is given",
        first="list",
        link="given",
        options={
            "list": "a list",
            "counts": "four counts",
            "rates": "P and R",
            "known": "what a user knew",
        },
        replaces_list=True,
    ),
    "retrieved_counts": Counts(
        is_subject=True,
        label="Documents",
        first=(20, 40, 60, 880),
        link="counts",
        most=100_000_000,
        signs=("TP", "FP", "FN", "TN"),
        last_unknown=True,
        help="Retrieved and relevant, retrieved and not relevant, relevant and not retrieved, "
        "neither. Or TP=20 FP=40 FN=60, with TN if it is known. Or rates: prevalence 2 %, P 50 %, "
        "R 10 %, N 10,000; also FPR, specificity, accuracy.",
        rows=("Retrieved", "Not retrieved"),
        columns=("Relevant", "Not relevant"),
        cells=("Hits (TP)", "Misses (FP)", "Relevant, missed (FN)", "Neither (TN)"),
    ),
    "further_counts": Line(
        label="Further tables: TP FP FN TN each",
        first="",
        most=300,
        help="Four counts for each table: 120 1 80 599; 160 10 40 590. They stand beside yours.",
    ),
    "weight_of_fp": Numbers(
        label="Weight of an FP in accuracy",
        first=(1.0,),
        most=1,
        high=1e6,
        help="(TP + TN) / (TP + TN + w · FP + FN): 10 if a lost good e-mail costs ten times.",
    ),
    "class_counts": Classes(
        label="Table of the classes",
        first=("cat dog bird", "5 1 0", "2 3 1", "0 1 4"),
        link="classes",
        most=100_000_000,
        help="A row for each actual class, a column for each predicted one: 5 1 0; 2 3 1; 0 1 4. "
        "Or paste the actual and the predicted class of each case.",
    ),
    "known_counts": Counts(
        is_subject=True,
        label="Relevant documents",
        first=(2, 2, 1, 5),
        link="known",
        most=100_000_000,
        help="Relevant documents: known and retrieved, new and retrieved, known and not "
        "retrieved, neither.",
        rows=("Retrieved", "Not retrieved"),
        columns=("Known", "New"),
        cells=("Known, retrieved", "New, retrieved", "Known, missed", "New, missed"),
    ),
    "given_precision": Exact(
        label="Precision P", first=0.5, link="given_p", low=0.0, high=1.0, most=1.0, step=0.01
    ),
    "given_recall": Exact(
        label="Recall R", first=0.5, link="given_r", low=0.0, high=1.0, most=1.0, step=0.01
    ),
    "beta": Exact(
        label="β of F",
        first=1,
        low=0.0,
        high=5.0,
        most=100.0,
        step=0.1,
        help="F with β takes recall for β times as important as precision. β² is (1 − α)/α.",
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
            "retrieved": "only the retrieved",
            "uncut": "all judged, uncut",
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
    "resamples": Range(
        label="Resamples",
        first=10_000,
        low=0,
        high=10_000,
        step=1,
        help="How many times we draw as many topics as there are: some twice, some not at all.",
    ),
    "seed": Range(
        label="Seed",
        first=0,
        low=0,
        high=999,
        step=1,
        help="The same seed gives the same draws. Report it, and others get your numbers.",
    ),
    "ab_groups": Groups(
        is_subject=True,
        label="Successes of A, of B",
        first=(90, 100, 85, 100),
        link="groups",
        most=1_000_000_000,
    ),
    "ab_rates": Rates(
        label="From which rate to which",
        first=(0.1, 0.12),
        link="rates",
        help="Two rates: 10 %, 12 %. Or one and the smallest change to find, in points or relative "
        "to it: 10 % + 2 points, 10 % + 20 % relative.",
    ),
    "ab_level": Choice(
        label="Level α of the test",
        first=0.05,
        link="ab_alpha",
        options={0.1: "0.1", 0.05: "0.05", 0.01: "0.01"},
        help="How often the test finds a difference where there is none.",
    ),
    "ab_looks": Range(label="Looks", first=5, link="peeks", low=2, high=20, step=1),
    "ab_sides": Choice(
        label="The test has",
        first=2,
        link="sides",
        options={2: "two sides", 1: "one side"},
        help="One side: you said before which group would be better, and test only that.",
    ),
    "ab_wanted_power": Choice(
        label="Power",
        first=0.8,
        link="wanted",
        options={0.5: "0.5", 0.8: "0.8", 0.9: "0.9", 0.95: "0.95"},
        help="How often the test finds the difference if it is real.",
    ),
    "ab_weekly": Numbers(
        label="Users a week, of both groups",
        first=(1000,),
        link="weekly",
        help="For a given n in each group, type 2 · n: the first row has its power.",
        most=1,
        low=2,
        high=1_000_000_000,
        whole=True,
    ),
    "ab_formula": Choice(
        label="Formula",
        first="variances",
        link="formula",
        options={
            "variances": "two variances",
            "pooled": "pooled under equal rates",
            "baseline": "one variance: effect size d",
            "arcsine": "arcsine: effect size h",
        },
    ),
    "two_counts": TwoCounts(
        label="Two counts",
        first=(300.0, 220.0),
        link="two",
        most=4,
        high=1e9,
        whole=True,
        help="300 : 220, or with the number of all: 300 : 220 of 10,000. Or four cells: what both, "
        "only A, only B and neither got right.",
    ),
    "two_counts_are": Choice(
        label="What they count",
        first="right",
        link="two_are",
        options={
            "right": "what only A and only B got right",
            "wins": "readers that A won and that B won",
            "split": "readers who saw A and who saw B",
        },
    ),
    "planned_share": Numbers(
        label="Planned share of A",
        first=(0.5,),
        link="planned",
        most=1,
        low=0.001,
        high=0.999,
        help="0.5, 1/2 or 50 %.",
    ),
    "drafted": Runs(
        is_subject=True,
        label="Rankings A and B",
        first=("abcd", "bdac"),
        most=8,
        runs=2,
        help="A letter for each document, a capital one if it is relevant: aBc,Bad. Or numbers: "
        "1 2* 3, 2 1 4.",
    ),
    "draft_method": Choice(
        label="Merged by",
        first="team",
        link="merged",
        options={"team": "team draft", "balanced": "balanced"},
        help="Balanced: one coin says who begins. Then each ranking gives its next rank by turns.",
    ),
    "draft_first": Letters(
        label="Picks first",
        first="a",
        link="coins",
        letters="ab",
        most=8,
        help="The ranking that picks first in each round, a or b. After the last letter they "
        "begin again.",
    ),
    "draft_picks": Range(label="Picks shown", first=16, link="picks", low=0, high=16, step=1),
    "draft_clicks": Letters(
        label="Clicked",
        first="",
        link="clicked",
        letters=ascii_lowercase,
        most=16,
        help="The documents that this reader clicks on.",
    ),
    "draft_readers": Choice(
        label="Readers",
        first=1,
        link="people",
        options={1: "one, by hand", 100: "100", 1000: "1,000", 10_000: "10,000"},
        help="Of many readers 1/i to the power η look at rank i. Half of these click on a relevant "
        "document. If none is relevant, one in ten clicks.",
    ),
    "metrics_tried": Range(label="Metrics tried", first=20, link="tried", low=1, high=40, step=1),
    "level_alpha": Range(
        label="Level α",
        first=0.05,
        link="alpha",
        low=0.005,
        high=0.2,
        step=0.005,
        help="A p below it counts as significant.",
    ),
    "unpaired_scores": TwoGroups(
        label="Scores of each group",
        first=("8 6 5", "4 3"),
        link="unpaired",
        most=30,
        groups=6,
        help="All scores of the first group, a stroke, all of the second, and so on. Or mean 6, "
        "s 1.4, n 2 of each group, or once of paired differences.",
    ),
    "group_within": Numbers(
        label="Plan: the difference within ± w",
        first=(1,),
        link="within",
        help="How exact a new study shall be: the interval of its difference is ± w.",
        most=1,
        low=0.001,
        high=1_000_000,
    ),
    "own_p_values": PValues(
        label="p-values",
        first=("B 0.001", "C 0.012", "D 0.021", "E 0.035", "F 0.3"),
        link="p_values",
        most=40,
        help="One for each test, with commas between them. A name may stand in front: B 0.001.",
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
    "compared_by": Choice(
        label="Score of each topic",
        first="average_precision",
        link="by",
        options={
            key: f"{metric.symbol}: {metric.name}"
            for key, metric in METRICS.items()
            if metric.range == (0, 1) and metric.higher_is_better
        },
    ),
    "pool_runs": Runs(
        label="Runs",
        first=(),
        link="runs",
        most=20,
        replaces_list=True,
        named=True,
        help="A letter for each document, a capital one if it is relevant, and a comma after each "
        "run but the last: aBc,Bad,Bce. Or names with a star if relevant: d3* A1 7; A1 d2 d3.",
    ),
    "pool_members": Choice(
        label="Judges read the tops of",
        first="others",
        link="members",
        options={"others": "all runs but the last", "all": "all runs"},
    ),
    "pool_depth": Range(label="Pool depth", first=1, link="pool", low=1, high=20, step=1),
    "judged_from": Choice(
        label="What was judged",
        link="judged",
        first="documents",
        options={
            "documents": "documents, one by one",
            "counts": "a table of counts",
            "labels": "documents, with labels of any kind",
            "many": "how many judges gave each label",
        },
    ),
    "judges_said": Verdicts(
        is_subject=True,
        label="Judgements",
        link="verdicts",
        first=("110010", "100011"),
        most=500,
        help="A row for each judge: 1 0, + −, R N or yes no. Or paste a column for each judge, "
        "with or without names. Marks 0 to 10 or up to eleven other labels are taken: PNG, PGG. "
        "So is a table of counts: 300 20; 10 70. Four judges or more: a column each, or Fleiss’ "
        "table with a row for each document: 3 1; 2 2; 0 4.",
    ),
    "judges_labelled": Labelled(
        is_subject=True,
        label="Judgements with labels",
        link="labelled",
        first=("PPNNGG", "PNNNGP"),
        most=500,
        most_labels=judged_tables.MOST_LABELS,
    ),
    "judges_votes": Votes(
        is_subject=True,
        label="Votes for each label",
        link="votes",
        first=("relevant not", "4 0", "3 1", "1 3", "0 4", "2 2"),
        most=100,
        judges=99,
    ),
    "judge_counts": Counts(
        is_subject=True,
        label="Counts",
        link="tally",
        first=(300, 20, 10, 70),
        most=1_000_000,
        square=True,
        help="300 20; 10 70: documents that both judges call relevant, only the first, only the "
        "second, neither. Or a larger table, pasted with or without names and sums.",
        rows=("Judge 1: relevant", "Judge 1: not"),
        columns=("Judge 2: relevant", "Judge 2: not"),
        cells=("Both say relevant", "Only judge 1", "Only judge 2", "Both say not"),
    ),
    "margins": Choice(
        label="Shares in P(E)",
        first="pooled",
        options={"pooled": "pooled (Scott)", "own": "own (Cohen)"},
        help="How often a judge says “relevant” by chance: as often as both together (Scott’s π), "
        "or as often as this judge does (Cohen’s κ).",
    ),
    "judges_needed": Choice(
        label="Relevant if",
        link="needed",
        first="all",
        options={"all": "all judges say so", "most": "most of them do", "one": "one judge does"},
        help="What a metric takes for relevant if judges disagree.",
    ),
    "judges_returned": Letters(
        label="Returned",
        first="",
        link="returned",
        letters="01",
        most=20,
        help="1 for each document that a system returned, from document 1 on.",
    ),
    "reader": Choice(
        label="Reader",
        first="precision",
        options=_READERS,
        help="INSQ (“inverse squares”): attention falls about as 1/i², and later if the reader "
        "wants more (Moffat, Scholer & Thomas 2012). INST (“INSQ with a target”): the same reader, "
        "but each find brings the end nearer (Bailey, Moffat, Scholer & Thomas 2015).",
    ),
    "read_also": Several(
        label="Read also by",
        first=(),
        link="also",
        options=_READERS,
        most=2,
        help="Up to two more readers of the same list. Each has a column of attention.",
    ),
    "own_curve": Curve(
        label="Goes on",
        first=(0.8,),
        link="curve",
        most=50,
        help="The probability of going on to the next document, after each rank.",
    ),
    "target": Range(
        label="Wanted documents T",
        first=1,
        low=0.5,
        high=10.0,
        step=0.5,
        help="How much gain the readers INSQ and INST want. The more they want, the longer they "
        "read.",
    ),
    "click_model": Choice(
        label="Readers look",
        first="position",
        link="clicks",
        options={
            "position": "by the rank",
            "cascade": "until they click",
        },
        help="The position-based model: attention falls with the rank, whatever stands above. The "
        "cascade model: readers go from rank to rank, up to their first click.",
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
    "propensity": Choice(
        label="Divide clicks by",
        first="none",
        options={
            "none": "nothing",
            "position": "attention",
            "cascade": "readers left",
        },
        help="The share of readers who are assumed to look at rank i: 1/i to the power η. “Readers "
        "left” have no click above. It is right if they look until they click.",
    ),
    "assumed_decay": Range(
        label="Assumed: η",
        first=1,
        link="assumed",
        low=0.0,
        high=2.0,
        step=0.1,
        help="The η that the clicks are divided by. In truth it may be another one.",
    ),
    "observed_source": Choice(
        label="What you know",
        first="clicks",
        link="known_by",
        options={"clicks": "clicks", "relevance": "relevance"},
    ),
    "observed_clicks": Numbers(
        label="Clicks at rank 1, 2, …",
        first=(60.0, 10.0, 15.0),
        link="seen_clicks",
        most=50,
        high=1e9,
        whole=True,
        help="How many of your readers clicked at each rank.",
    ),
    "observed_readers": Readers(
        label="Readers who saw it",
        first=(100.0,),
        link="seen_by",
        most=50,
        low=1,
        high=1e9,
        whole=True,
        help="How many readers were shown the list: 100. Or a number for each rank: 200 200 100.",
    ),
    "observed_looks": Numbers(
        label="Attention at rank 1, 2, …",
        first=(1.0, 0.5, 0.25),
        link="looks",
        most=50,
        high=1,
        help="The share of readers who look at each rank: 1, 0.5, 0.25, or 1, 1/2, 1/4.",
    ),
    "observed_results": Line(
        label="Result at each rank, if one is at several",
        first="",
        most=400,
        help="A name for each: x y z z. Then each result has one estimate from all its ranks.",
    ),
    "own_relevance": Numbers(
        label="R at rank 1, 2, …",
        first=(0.8, 0.3, 0.5),
        link="own_r",
        most=50,
        high=1,
        help="A probability for each rank: 0.8, 0.3, 0.5, or 1/2 1/4 1/6.",
    ),
    "clicked_ranks": Numbers(
        label="Clicked ranks",
        first=(1.0, 3.0, 7.0),
        most=50,
        low=1,
        high=1000,
        whole=True,
        help="In the order of the clicks: 1, 3, 7. The order decides which click is the last.",
    ),
    "results_shown": Numbers(
        label="Results shown",
        first=(10.0,),
        most=1,
        low=1,
        high=1000,
        whole=True,
    ),
    "collection_size": Numbers(
        label="Documents in the collection",
        first=(0.0,),
        link="collection",
        most=1,
        high=1e9,
        whole=True,
        help="For fall-out. 0: only those of the list.",
    ),
    "prices": Numbers(
        label="B (a hit), A (reading), C (missed)",
        first=(5.0, 1.0, 2.0),
        most=3,
        high=1e6,
        help="What a hit is worth, what reading a document costs, and what a relevant document "
        "costs that is missed: 5, 1, 2.",
    ),
    "tied_ranks": Numbers(
        label="First and last rank of each tie",
        first=(2.0, 3.0),
        most=10,
        low=1,
        high=50,
        whole=True,
        help="2 3: ranks 2 and 3 have one score. 2 3 5 8: so have ranks 5 to 8.",
    ),
    "paid_blocks": Numbers(
        label="Documents in a block, price",
        first=(100.0, 15.0),
        link="blocks",
        most=2,
        high=1e6,
        help="An assistant reads 100 results an hour and is paid 15 for each hour begun: 100, 15.",
    ),
    "cut_counts": Numbers(
        label="Found, relevant, shown, collection",
        first=(6.0, 10.0, 1000.0, 1_000_000.0),
        link="cut",
        most=4,
        high=1e9,
        whole=True,
        help="How many relevant documents are shown, how many exist, how many documents are shown, "
        "and how many the collection has: 6, 10, 1000, 1000000.",
    ),
    "error_counts": Numbers(
        label="How many errors of 0, 1, 2, …",
        first=(10.0, 5.0, 2.0),
        link="errors",
        most=20,
        high=1e9,
        whole=True,
        help="How many documents have the error 0, how many 1, how many 2 and so on, up or down.",
    ),
    "judges_ranks": Ranks(
        label="Ranks or scores of each judge",
        first=("1 2 3 4", "2 1 4 3", "1 3 2 4"),
        link="ranks_by",
        judges=8,
        most=50,
        help="A row for each judge: 1 2.5 2.5 4; 2 1 4 3. Or paste a row for each item.",
    ),
    "scored_cases": Scored(
        label="Scores with classes",
        first=(0.9, 1.0, 0.7, 1.0, 0.7, 0.0, 0.4, 1.0, 0.2, 0.0),
        link="scored",
        most=50,
        help="A score and its class, 1 or 0: 0.9 1, 0.7 0. Or words: 0.9 spam, 0.7 ham; spam = 1. "
        "Or two rows: 0.9 0.7; 1 0. Several "
        "models: paste their columns beside one of classes.",
    ),
    "curve_points": Points(
        label="Points: recall and precision",
        first=("6", "0.5 0.6"),
        link="curve_at",
        most=20,
        help="A recall and its precision: 0.5 0.6; 1 0.4. Behind them m = 6, if it is known.",
    ),
    "roc_points": RocPoints(
        label="Points: FPR and TPR",
        first=("0", "FPR TPR", "0.1 0.5", "0.3 0.8", "0.6 0.9"),
        link="roc_at",
        most=20,
        help="FPR and TPR: 0.1 0.5; 0.3 0.8. Behind them share 2 %, of positives. Other columns "
        "need names: threshold TPR FPR precision.",
    ),
    "rated_pairs": Rated(
        label="Predicted/actual ratings",
        first=(4.2, 4.0, 3.9, 2.0, 2.8, 3.0),
        link="rated",
        most=50,
        help="A pair for each item: 4.2/4, 3.9/2. Or two lines: all predicted, or one for all, "
        "then all actual. – is unknown. Each user of several has a row: 4/5 3/3; 2/1 4/–.",
    ),
    "users_lists": ItemLists(
        label="List of each user",
        first="i1 i2 i3; i1 i2 i4; i1 i3 i5; –",
        link="users",
        users=20,
        most=20,
        help="A semicolon after each list: i1 i2*; i1 i3; –. A star: the user liked it. A dash: "
        "no list.",
    ),
    "catalogue_size": Numbers(
        label="Items in the catalogue",
        first=(10.0,),
        link="catalogue",
        most=1,
        low=1,
        high=1e9,
        whole=True,
    ),
    "popularity": Popularity(
        label="Popularity of each item",
        first="",
        most=100,
        help="The share of users who know it: i1 0.8, i2 2/5. Empty: the share of these lists.",
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
    "printed_metric": Choice(
        label="Metric",
        first="ndcg",
        link="printed",
        options={key: f"{METRICS[key].label()}: {METRICS[key].name}" for key in PRINTED},
    ),
    "handed": Choice(
        label="Judgements the tool gets",
        first="usual",
        options={
            "usual": "as its API takes them",
            "everything": "all",
            "list": "only of the list",
        },
        help="Some tools take all judgements, also of missed documents. The API of others takes "
        "only one list of labels and scores.",
    ),
    "tied": Choice(
        label="Tied scores",
        first="none",
        options={"none": "none", "pairs": "two by two", "all": "all of them"},
        help="Documents that the model gave the same score. Tools that break ties by document use "
        "the titles: rename a card to see it.",
    ),
    "tie_rule": Choice(
        label="Ties in Rankbook",
        link="ties",
        first="order",
        options={"order": "as they stand", "averaged": "averaged over all orders"},
        help="Averaged, as scikit-learn does: each tied document has the mean gain of its tie.",
    ),
    "got": Line(label="The number you got", first="", most=500),
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


def continuation_of(reader: str, settings: Mapping[str, Any]) -> tuple[cwl.Continuation, Any]:
    """Return a reader's continuation, and the utility of a grade to them, for the settings."""
    _, family, names = _CONTINUATIONS[reader]
    return family(*(settings[name] for name in names)), arguments("rbp", settings)["utility"]


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
