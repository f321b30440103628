"""What the common tools compute under a metric's name, and how each line of it is known.

A `Line` says which tool prints which `Definition` under which name, and what it does with ties and
odd input. `printed` scores a list under all lines of a metric:

>>> ranking = Ranking([3, 0, 2, 0, 1], missed=[3, 1], top_grade=3)
>>> lines = printed(ranking, 3, "ndcg")
>>> {one.line.tool: round(one.number, 4) for one in lines if one.line.tool in ("ranx", "LightGBM")}
{'ranx': 0.6581, 'LightGBM': 0.9049}
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.combinations import POSITIONS, combinations, defined
from metrics.definitions import Definition
from metrics.gain import dcg
from metrics.ranking import Ranking
from metrics.variants import VARIANTS

Handed: TypeAlias = Literal["usual", "everything", "list"]


CONVENTIONS: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        one.key: one
        for one in (
            defined("ndcg"),
            defined("ndcg", gain="exponential"),
            defined("ndcg", k="whole", ideal="uncut"),
            defined("ndcg", gain="exponential", ideal="uncut"),
            defined("ndcg", gain="binary"),
            defined("ndcg", k="whole", gain="binary", ideal="uncut"),
            defined("ndcg", discount="log_thresholded"),
            defined("ndcg", ideal="retrieved"),
            defined("ndcg", gain="exponential", ideal="retrieved"),
            defined("average_precision"),
            defined("average_precision", k="whole"),
            defined("average_precision", denominator="capped"),
            defined("average_precision", denominator="found"),
            defined("average_precision", k="whole", denominator="found"),
            defined("precision"),
            defined("precision", k="whole"),
            defined("recall"),
            defined("recall", k="whole"),
            defined("recall", denominator="capped"),
            defined("reciprocal_rank"),
            defined("reciprocal_rank", k="whole"),
            defined("hit"),
            defined("hit", k="whole"),
            defined("f1"),
            defined("f1", k="whole"),
            defined("err"),
            *VARIANTS,
        )
    }
)
"""What is printed by a metric's name, by key."""


TIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "order": "as they stand",
        "id": "by document id, z first",
        "id_first": "by document id, a first",
        "averaged": "averaged over all orders",
        "worst": "misses first",
        "last": "each at the last rank of its tie",
        "shuffled": "shuffled anew each time",
    }
)
"""What a tool does with documents of one score."""


@dataclass(frozen=True)
class Line:
    """What one tool prints under one name.

    Attributes:
        tool: its name.
        version: from which on, or between which, the line holds.
        prints: the name it prints, with {k} for the cutoff.
        definition: key of what it computes, in CONVENTIONS.
        ties: what it does with equal scores, a key of TIES.
        takes: "judgements", so that it knows of documents that were not retrieved, or "rows" of
            labels and scores, of which it knows no more than is handed in.
        proof: "run", tests compare every number with the tool's own; "read" in its source; or
            "told" by those who use it.
        empty: why it prints nothing where nothing is relevant, or "".
        alone: why it prints nothing for a single document, or "".
        short: why it prints nothing for a list of fewer than k, or "".
        odd: what else it does with empty or odd input.
        note: where running or reading it said otherwise than is told of it.
    """

    tool: str
    version: str
    prints: str
    definition: str
    ties: str = "order"
    takes: Literal["judgements", "rows"] = "judgements"
    proof: Literal["run", "read", "told"] = "read"
    empty: str = ""
    alone: str = ""
    short: str = ""
    odd: str = ""
    note: str = ""

    def name(self, k: int | None) -> str:
        """Write the name it prints at a cutoff."""
        return self.prints.replace("{k}", "k" if k is None else str(k))


def _tool(tool: str, version: str, prints: Mapping[str, str], **common: Any) -> Iterator[Line]:
    for name, definition in prints.items():
        yield Line(tool, version, name, definition, **common)


_ONCE: Final = "Its code was also run once, on the lists of the tests; it brings too much along."
_LEFT_OUT: Final = "leaves a query without anything relevant out"
_ZERO_DIVISION: Final = "divides by zero where nothing is relevant"
_EXPECTED: Final = "refuses a query without expected documents"
_TREC: Final = {
    "ndcg_cut_{k}": "ndcg",
    "ndcg": "ndcg-whole-uncut",
    "map_cut_{k}": "average_precision",
    "map": "average_precision-whole",
    "P_{k}": "precision",
    "recall_{k}": "recall",
    "recip_rank": "reciprocal_rank-whole",
    "success_{k}": "hit",
    "set_P": "precision-whole",
    "set_recall": "recall-whole",
    "set_F": "f1-whole",
}
_BEIR: Final = {
    "NDCG@{k}": "ndcg",
    "MAP@{k}": "average_precision",
    "P@{k}": "precision",
    "Recall@{k}": "recall",
}
_BEIR_ODD: Final = "A document whose id is the query's is dropped; means have five decimals."
_BEIR_NOTE: Final = "It is pytrec_eval, which is run."

LINES: Final[tuple[Line, ...]] = (
    *_tool(
        "trec_eval",
        "9, 10",
        _TREC,
        ties="id",
        proof="run",
        odd="Relevant from grade 1, or from that of -l, which nDCG ignores; a negative one is 0. "
        "Scores are single precision up to 9.0.8, so that near ones tie. A topic missing from the "
        "run is skipped, with -c it is 0.",
        note="Run by pytrec_eval, which is its code.",
    ),
    *_tool(
        "pytrec_eval",
        "terrier 0.5.11",
        _TREC,
        ties="id",
        proof="run",
        odd="No mean of its own; a topic missing from the run is absent.",
    ),
    *_tool(
        "ir_measures",
        "0.4.3",
        {
            "nDCG@{k}": "ndcg",
            "nDCG": "ndcg-whole-uncut",
            "nDCG(dcg='exp-log2')@{k}": "ndcg-exponential",
            "AP@{k}": "average_precision",
            "AP": "average_precision-whole",
            "P@{k}": "precision",
            "R@{k}": "recall",
            "RR": "reciprocal_rank-whole",
            "Success@{k}": "hit",
            "SetF": "f1-whole",
            "ERR@{k}": "err-top_4",
        },
        ties="id",
        proof="run",
        odd="A topic missing from the run is 0. ERR, and nDCG with exp-log2, need Perl.",
    ),
    Line(
        "ir_measures",
        "0.4.3",
        "RR@{k}",
        "reciprocal_rank",
        ties="id_first",
        proof="run",
        note="With a cutoff another program computes it, which orders a tie the other way.",
    ),
    *_tool(
        "gdeval",
        "1.2a, as in ir_measures",
        {"ndcg@{k}": "ndcg-exponential", "err@{k}": "err-top_4"},
        ties="id",
        proof="run",
        empty=_LEFT_OUT,
        odd="Its scale ends at 4, whatever the grades do; it refuses a 5.",
    ),
    *_tool(
        "NTCIREVAL",
        "pyNTCIREVAL 0.0.3",
        {
            "MSnDCG@{k}": "ndcg",
            "nDCG@{k}": "ndcg-log_thresholded",
        },
        proof="run",
        empty=_ZERO_DIVISION,
        odd="A gain is given for every grade, here the grade itself, and a base for nDCG, here 2.",
    ),
    *_tool(
        "NTCIREVAL",
        "pyNTCIREVAL 0.0.3",
        {
            "AP": "average_precision-whole",
            "AP@{k}": "average_precision-capped",
            "P@{k}": "precision",
            "RR": "reciprocal_rank-whole",
            "Hit@{k}": "hit",
        },
        proof="run",
    ),
    *_tool(
        "ranx",
        "0.3.21",
        {
            "ndcg@{k}": "ndcg",
            "ndcg_burges@{k}": "ndcg-exponential",
            "map@{k}": "average_precision",
            "map": "average_precision-whole",
            "precision@{k}": "precision",
            "recall@{k}": "recall",
            "mrr@{k}": "reciprocal_rank",
            "hit_rate@{k}": "hit",
            "f1@{k}": "f1",
            "rbp.80": "rbp-grade",
        },
        proof="run",
    ),
    Line(
        "scikit-learn",
        "1.9",
        "ndcg_score",
        "ndcg-retrieved",
        ties="averaged",
        takes="rows",
        proof="run",
        alone="refuses a single document",
        odd="Refuses negative grades.",
    ),
    Line(
        "scikit-learn",
        "1.9",
        "label_ranking_average_precision_score",
        "average_precision-whole-found-1",
        ties="last",
        takes="rows",
        proof="run",
    ),
    Line(
        "torchmetrics",
        "1.9",
        "RetrievalNormalizedDCG",
        "ndcg-retrieved",
        ties="averaged",
        takes="rows",
    ),
    *_tool(
        "torchmetrics",
        "1.9",
        {
            "RetrievalMAP": "average_precision-found",
            "RetrievalPrecision": "precision",
            "RetrievalRecall": "recall",
            "RetrievalMRR": "reciprocal_rank",
            "RetrievalHitRate": "hit",
        },
        takes="rows",
        odd="A score of 0 or less makes a document irrelevant in MAP, precision, recall and MRR, "
        "not in nDCG and hit rate. Nothing relevant: 0, or by empty_target_action 1, left out, "
        "an error.",
    ),
    Line(
        "TF-Ranking",
        "older",
        "MeanAveragePrecisionMetric",
        "average_precision-found",
        ties="shuffled",
        takes="rows",
        proof="told",
    ),
    *_tool(
        "TF-Ranking",
        "0.5",
        {
            "NDCGMetric": "ndcg-exponential-retrieved",
            "MeanAveragePrecisionMetric": "average_precision",
            "PrecisionMetric": "precision-returned",
            "RecallMetric": "recall",
            "MRRMetric": "reciprocal_rank",
        },
        takes="rows",
        ties="shuffled",
    ),
    *_tool(
        "LightGBM",
        "4.7",
        {"ndcg@{k}": "ndcg-exponential-retrieved-1", "map@{k}": "average_precision-capped-1"},
        takes="rows",
        proof="run",
    ),
    *_tool(
        "XGBoost",
        "2.0 to 3.2",
        {
            "ndcg@{k}": "ndcg-exponential-retrieved-1",
            "ndcg@{k}-": "ndcg-exponential-retrieved",
            "map@{k}": "average_precision-capped-1",
            "map@{k}-": "average_precision-capped",
            "pre@{k}": "precision-returned",
        },
        takes="rows",
        proof="run",
        odd="AP and precision refuse grades other than 0 and 1.",
    ),
    *_tool(
        "XGBoost",
        "1.x",
        {"map@{k}": "average_precision", "pre@{k}": "precision"},
        takes="rows",
        proof="told",
    ),
    *_tool(
        "CatBoost",
        "1.2.10",
        {
            "NDCG:top={k};type=Base": "ndcg-retrieved-1",
            "NDCG:top={k};type=Exp": "ndcg-exponential-retrieved-1",
            "NDCG:top={k};denominator=Position": "ndcg-reciprocal-retrieved-1",
            "MAP:top={k}": "average_precision-capped",
            "PrecisionAt:top={k}": "precision-returned",
            "RecallAt:top={k}": "recall-1",
            "MRR:top={k}": "reciprocal_rank",
        },
        takes="rows",
        ties="worst",
        note=f"{_ONCE} AP is divided by min(relevant, k).",
    ),
    *_tool(
        "Elasticsearch",
        "rank_eval, 7",
        {
            "dcg (normalize)": "ndcg-exponential-returned",
            "precision": "precision-returned",
        },
        odd="What nobody rated keeps its rank.",
    ),
    *_tool(
        "Elasticsearch",
        "rank_eval, 7",
        {
            "recall": "recall",
            "mean_reciprocal_rank": "reciprocal_rank",
            "expected_reciprocal_rank": "err",
        },
        proof="told",
    ),
    *_tool(
        "OpenSearch",
        "Search Relevance Workbench",
        {
            "NDCG@{k}": "ndcg-exponential",
            "MAP@{k}": "average_precision",
            "Precision@{k}": "precision-returned",
            "Recall@{k}": "recall",
            "MRR": "reciprocal_rank",
        },
        odd="Every query is rounded to two decimals.",
    ),
    Line("Quepid", "its own scorers", "AP@{k}", "average_precision", empty=_ZERO_DIVISION),
    *_tool(
        "Quepid",
        "its own scorers",
        {
            "NDCG@{k}": "ndcg-exponential-uncut",
            "NDCG_CUT@{k}": "ndcg-exponential",
            "P@{k}": "precision-returned",
            "RR@{k}": "reciprocal_rank",
            "ERR@{k}": "err-top_3",
        },
        note="Scorers are edited freely; another version of NDCG takes the grade as gain and the "
        "ideal from the documents shown.",
    ),
    *_tool(
        "RecBole",
        "1.2.1",
        {
            "ndcg@{k}": "ndcg-binary",
            "map@{k}": "average_precision-capped",
            "precision@{k}": "precision",
            "recall@{k}": "recall",
            "mrr@{k}": "reciprocal_rank",
            "hit@{k}": "hit",
        },
        note=_ONCE,
    ),
    *_tool(
        "Recommenders",
        "1.2.1",
        {
            "ndcg_at_k": "ndcg-binary",
            "map": "average_precision",
            "map_at_k": "average_precision-capped",
            "precision_at_k": "precision",
            "recall_at_k": "recall",
        },
        empty=_LEFT_OUT,
        odd="Its logarithm is natural, which cancels.",
        note=_ONCE,
    ),
    *_tool(
        "implicit",
        "0.7.3",
        {
            "ndcg": "ndcg-binary",
            "map": "average_precision-capped",
            "precision": "precision-capped",
        },
        proof="run",
        empty="leaves a user without likes out",
        short="reads on past the end of a list of fewer than k, and prints anything",
        odd="Precision is pooled: the hits of all users over the min(k, likes) of all users.",
    ),
    *_tool(
        "RecTools",
        "0.19",
        {
            "NDCG": "ndcg-binary-ones",
            "NDCG(divide_by_achievable=True)": "ndcg-binary",
            "MAP": "average_precision",
            "MAP(divide_by_k=True)": "average_precision-cutoff",
            "Precision": "precision",
            "Recall": "recall",
            "MRR": "reciprocal_rank",
            "HitRate": "hit",
        },
        empty=_LEFT_OUT,
        note=_ONCE,
    ),
    *_tool(
        "Elliot",
        "0.3",
        {
            "nDCG": "ndcg-from_bar",
            "MAP": "average_precision-every_rank",
            "Precision": "precision",
        },
        empty=_LEFT_OUT,
    ),
    *_tool(
        "Elliot",
        "0.3",
        {"Recall": "recall", "MRR": "reciprocal_rank", "HR": "hit", "F1": "f1"},
        empty=_LEFT_OUT,
        proof="told",
    ),
    *_tool("BEIR", "2.2", _BEIR, ties="id", odd=_BEIR_ODD, note=_BEIR_NOTE),
    Line("BEIR", "2.2", "MRR@{k}", "reciprocal_rank", note=_ONCE),
    Line("BEIR", "2.2", "R_cap@{k}", "recall-capped", empty=_ZERO_DIVISION, note=_ONCE),
    *_tool("MTEB", "2.26", _BEIR, ties="id", odd=_BEIR_ODD, note=_BEIR_NOTE),
    Line("MTEB", "2.26", "MRR@{k}", "reciprocal_rank", ties="id", note=_ONCE),
    Line("MTEB", "2.26", "R_cap@{k}", "recall-capped", ties="id", empty=_LEFT_OUT, note=_ONCE),
    *_tool(
        "sentence-transformers",
        "6",
        {
            "ndcg@{k}": "ndcg-binary",
            "map@{k}": "average_precision-capped",
            "precision@{k}": "precision",
            "recall@{k}": "recall",
            "mrr@{k}": "reciprocal_rank",
            "accuracy@{k}": "hit",
        },
        ties="id_first",
        empty=_LEFT_OUT,
        note=_ONCE,
    ),
    Line(
        "LlamaIndex",
        "until Dec 2024",
        "ndcg",
        "ndcg-binary-returned_ones",
        empty=_EXPECTED,
        odd="There is no cutoff.",
        proof="told",
    ),
    *_tool(
        "LlamaIndex",
        "0.14",
        {
            "ndcg": "ndcg-whole-binary-uncut",
            "ap": "average_precision-whole",
            "precision": "precision-whole",
            "recall": "recall-whole",
            "mrr": "reciprocal_rank-whole",
            "hit_rate": "hit-whole",
        },
        empty=_EXPECTED,
        odd="There is no cutoff.",
        note=f"{_ONCE} The ideal of its nDCG has all expected hits, not as many as fit.",
    ),
    Line(
        "RAGAS",
        "0.4",
        "context_precision",
        "average_precision-whole-found",
        takes="rows",
        note=_ONCE,
    ),
    Line(
        "ml_metrics",
        "0.1.4",
        "apk",
        "average_precision-capped",
        odd="Nothing relevant is 0; in its repository 1.",
    ),
)


def _of_the_list(definition: Definition) -> Definition:
    """Define the same for a tool that is not told of the missed documents."""
    inner = definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        return inner(_with(ranking, ranking.grades, ()), k)

    return replace(
        definition,
        key=f"{definition.key}-unknown",
        says=f"{definition.says}, missed documents not handed in",
        # Where none is missed, it is nothing else.
        score=lambda ranking, k: (
            compute(ranking, k).score if ranking.missed.size else np.array(np.nan)
        ),
        steps=definition.steps + 1,
        knobs={**definition.knobs, "missed": "unknown"},
        compute=compute,
    )


_OF_THE_LIST: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        one.key: one
        for line in LINES
        if line.takes == "rows"
        and CONVENTIONS[line.definition].metric in ("average_precision", "recall")
        and CONVENTIONS[line.definition].knobs.get("denominator") != "found"
        for one in [_of_the_list(CONVENTIONS[line.definition])]
    }
)
"""What tools that take rows compute, where the missed documents would have made a difference."""


@dataclass(frozen=True)
class Printed:
    """A line and the number it prints; NaN, and why, where it prints none."""

    line: Line
    definition: Definition
    number: float
    why: str = ""


def printed(
    ranking: Ranking,
    k: int | None,
    metric: str,
    *,
    handed: Handed = "usual",
    tied: Sequence[float] | None = None,
    ids: Sequence[str] | None = None,
) -> list[Printed]:
    """Score a list under every line of a metric.

    Args:
        ranking: one list, shape (n,).
        k: the cutoff, or None.
        metric: catalog key.
        handed: which documents a tool gets to know. "usual": those who take judgements all judged
            ones, those who take rows the list's. "everything": the missed ones too, as rows below
            the list, each under the one before. "list": nobody knows of the missed ones.
        tied: the model's score of each document of the list, in the order they stand in; equal
            ones are a tie. None: no two are equal.
        ids: the documents' ids, for tools that order a tie by them. None: a, b, c … down the list.
    """
    # Many lines differ in words alone, and a page asks for all of them at every move of a card.
    alike: dict[tuple[str, ...], Printed] = {}
    found = []
    for line in LINES:
        if CONVENTIONS[line.definition].metric == metric:
            ties = "" if tied is None else line.ties
            same = (line.definition, line.takes, ties, line.empty, line.alone, line.short)
            if same not in alike:
                alike[same] = printed_by(line, ranking, k, handed=handed, tied=tied, ids=ids)
            one = alike[same]
            found.append(Printed(line, one.definition, one.number, one.why))
    return found


def printed_by(
    line: Line,
    ranking: Ranking,
    k: int | None,
    *,
    handed: Handed = "usual",
    tied: Sequence[float] | None = None,
    ids: Sequence[str] | None = None,
) -> Printed:
    """Score a list under one line; as for `printed`."""
    definition = CONVENTIONS[line.definition]
    given, scores = _given(ranking, line, handed, tied)
    counts_hits = METRICS[definition.metric].reads == "binary" or "binary" in definition.key
    judged = np.nansum(given.grades) + np.nansum(given.missed)
    nothing = not (given.relevant_total if counts_hits else judged)
    n = given.grades.size
    odd = {line.empty: nothing, line.alone: n == 1, line.short: k is not None and n < k}
    why = next((why for why, so in odd.items() if why and so), "")
    number = np.nan if why else _tied(definition, line.ties, given, k, scores, ids)
    return Printed(line, definition, float(number), why)


def tools(definition: Definition, ranking: Ranking | None = None) -> tuple[Line, ...]:
    """Return the lines that print a definition, when tools are handed what they usually are.

    Of a list without missed documents those that would not have been told of them print the same.
    """
    something_missed = ranking is None or ranking.missed.size > 0
    return _lines_by_definition(something_missed).get(definition.key, ())


@cache
def tools_by(metric: str, knob: str) -> Mapping[Any, tuple[str, ...]]:
    """Name, for each position of a metric's knob, the tools that have it there, each once.

    A position that no tool has is left out. A tool is in two places where it prints two numbers.

    >>> tools_by("ndcg", "ideal")["returned"]
    ('Elasticsearch',)
    """
    found: dict[Any, dict[str, None]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        if definition.metric == metric:
            first = next(iter(POSITIONS[knob]))
            found.setdefault(definition.knobs.get(knob, first), {})[line.tool] = None
    return {position: tuple(names) for position, names in found.items()}


@cache
def _lines_by_definition(something_missed: bool) -> dict[str, tuple[Line, ...]]:
    found: dict[str, tuple[Line, ...]] = {}
    for line in LINES:
        for key in (_usual(line) if something_missed else line.definition, _with_its_ties(line)):
            found[key] = (*found.get(key, ()), line)
    return found


def of_ties(tied: Sequence[float], ids: Sequence[str] | None = None) -> tuple[Definition, ...]:
    """Define what tools make of documents of one score; as for `printed`. () if there are none.

    A list alone does not tell which of its documents are tied, so `known` holds none of these.
    """
    if len({*tied}) == len(tied):
        return ()
    found = {}
    for line in LINES:
        if line.ties in ("order", "shuffled"):
            continue
        one = CONVENTIONS[line.definition]
        found[_with_its_ties(line)] = replace(
            one,
            key=_with_its_ties(line),
            says=f"{one.says}, ties {TIES[line.ties]}",
            score=partial(_number, line, tied, ids),
            steps=one.steps + 1,
            knobs={**one.knobs, "ties": line.ties},
            compute=None,
        )
    return tuple(found.values())


@cache
def known(metric: str | None = None) -> tuple[Definition, ...]:
    """Return all definitions, or those of one metric: the conventions, and what else there is."""
    every = {one.key: one for one in combinations()} | {**CONVENTIONS, **_OF_THE_LIST}
    found = [one for one in every.values() if metric in (None, one.metric)]
    return tuple(sorted(found, key=lambda one: one.steps))


def _usual(line: Line) -> str:
    """Return the key of what a line computes from what the tool is usually handed."""
    of_list = f"{line.definition}-unknown"
    return of_list if line.takes == "rows" and of_list in _OF_THE_LIST else line.definition


def _number(
    line: Line,
    tied: Sequence[float],
    ids: Sequence[str] | None,
    ranking: Ranking,
    k: int | None,
) -> float:
    return printed_by(line, ranking, k, tied=tied, ids=ids).number


def _with_its_ties(line: Line) -> str:
    return f"{line.definition}-ties_{line.ties}"


def _given(
    ranking: Ranking, line: Line, handed: Handed, tied: Sequence[float] | None
) -> tuple[Ranking, Array | None]:
    """Return what is handed to a tool, and the scores of its documents where some are tied."""
    scores = None if tied is None else np.asarray(tied, dtype=np.float64)
    if line.takes == "judgements":
        return (_with(ranking, ranking.grades, ()) if handed == "list" else ranking), scores
    if handed != "everything":
        return _with(ranking, ranking.grades, ()), scores
    grades = np.concatenate([ranking.grades, ranking.missed])
    if scores is not None:
        lowest = scores.min(initial=0)
        scores = np.concatenate([scores, lowest - 1 - np.arange(ranking.missed.size)])
    return _with(ranking, grades, ()), scores


def _with(ranking: Ranking, grades: Array, missed: ArrayLike) -> Ranking:
    return Ranking(grades, missed, top_grade=ranking.top_grade, relevant_from=ranking.relevant_from)


def _tied(
    definition: Definition,
    rule: str,
    ranking: Ranking,
    k: int | None,
    scores: Array | None,
    ids: Sequence[str] | None,
) -> float | Array:
    """Score a list in which documents of equal score are ordered by a tool's rule."""
    if scores is None or rule in ("order", "shuffled"):
        return definition.score(ranking, k)
    group = np.unique(scores, return_inverse=True)[1]
    if rule == "averaged":
        return _averaged(definition, ranking, k, group)
    if rule == "last":
        return _at_the_last_rank(ranking, group)
    worth: Array = np.nan_to_num(ranking.grades)
    if rule in ("id", "id_first"):
        named = ids or [f"{at:04d}" for at in range(worth.size)]
        worth = np.argsort(np.argsort(named)).astype(np.float64) * (-1 if rule == "id" else 1)
    order = np.lexsort((worth, -group))
    return definition.score(_with(ranking, ranking.grades[order], ranking.missed), k)


def _averaged(
    definition: Definition, ranking: Ranking, k: int | None, group: NDArray[np.intp]
) -> Array:
    """Give each document of a tie the tie's mean gain, which is its mean over all orders."""
    assert definition.compute is not None
    gains = np.nan_to_num(ranking.grades)
    means = np.bincount(group, gains) / np.bincount(group)
    level = _with(ranking, means[group], ranking.missed)
    return ratio(dcg(level, k).score, definition.compute(ranking, k).aside["ideal_dcg"])


def _at_the_last_rank(ranking: Ranking, group: NDArray[np.intp]) -> float:
    """Average the precisions at the last rank of each hit's tie."""
    hits = ranking.relevant()
    if hits.all() or not hits.any():
        return 1.0
    upto = group[:, None] <= group  # documents at or above each one's tie
    return float(((upto * hits).sum(-1) / upto.sum(-1))[hits > 0].mean())
