"""The lines that tools print under a metric's name, and the evidence for each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

from metrics.conventions.combinations import defined
from metrics.conventions.definitions import Definition
from metrics.conventions.variants import VARIANTS

CONVENTIONS: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        definition.key: definition
        for definition in (
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
"""Definitions that tools print, by key."""


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
"""Rules of tools for documents of equal score, as phrases."""


@dataclass(frozen=True)
class Line:
    """What one tool prints under one name.

    Attributes:
        tool: name of the tool.
        version: first version, or range of versions, that the line holds for.
        prints: printed name, with {k} for the cutoff.
        call: code that prints it, with {k} for the cutoff, or "" where there is none to type.
        definition: key of what it computes, in `CONVENTIONS`.
        ties: rule for equal scores, a key of `TIES`.
        takes: "judgements", which include documents that were not retrieved, or "rows" of labels
            and scores, which do not.
        proof: "run": tests compare all numbers with the tool's own. "read": in its source. "told":
            by its users.
        empty: why it prints nothing if nothing is relevant, or "".
        alone: why it prints nothing for a single document, or "".
        short: why it prints nothing for a list of fewer than k, or "".
        odd: other behaviour for empty or odd input.
        note: where a run or its source contradicts what is said about it.
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
    call: str = ""

    def name(self, k: int | None) -> str:
        """Return the printed name at a cutoff."""
        return self.prints.replace("{k}", "k" if k is None else str(k))

    def called(self, k: int | None) -> str:
        """Return the call at a cutoff."""
        return self.call.replace("{k}", "k" if k is None else str(k))


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
