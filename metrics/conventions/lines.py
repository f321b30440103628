"""The lines that tools print under a metric's name, and the evidence for each."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

from metrics.conventions.combinations import POSITIONS, defined
from metrics.conventions.definitions import Definition
from metrics.conventions.variants import VARIANTS, from_t

_NDCGS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"gain": "exponential"},
    {"k": "whole", "ideal": "uncut"},
    {"k": "whole", "gain": "exponential", "ideal": "uncut"},
)
_DCGS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"gain": "exponential"},
    {"k": "whole"},
    {"k": "whole", "gain": "exponential"},
)
_RBPS: Final[Mapping[float, dict[str, Any]]] = {
    p: {"persistence": p} if p != next(iter(POSITIONS["persistence"])) else {}
    for p in POSITIONS["persistence"]
}
"""Knobs of RBP by its persistence."""

CONVENTIONS: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        definition.key: definition
        for definition in (
            *(defined("ndcg", **knobs) for knobs in _NDCGS),
            defined("ndcg", gain="exponential", ideal="uncut"),
            defined("ndcg", gain="binary"),
            defined("ndcg", k="whole", gain="binary", ideal="uncut"),
            defined("ndcg", discount="log_thresholded"),
            defined("ndcg", ideal="retrieved"),
            defined("ndcg", k="whole", ideal="retrieved"),
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
            defined("r_precision"),
            defined("bpref"),
            defined("cumulative_gain"),
            *(defined("dcg", **knobs) for knobs in _DCGS),
            defined("err"),
            *(defined("rbp", k="whole", **knobs) for knobs in _RBPS.values()),
            *(defined("rbp", k="whole", **knobs, utility="binary") for knobs in _RBPS.values()),
            *VARIANTS,
            *(from_t(defined("ndcg", **knobs)) for knobs in _NDCGS),
            *(from_t(defined("dcg", **knobs)) for knobs in _DCGS),
            *(from_t(variant) for variant in VARIANTS if variant.knobs.get("utility") == "grade"),
        )
    }
)
"""Definitions that tools print, by key."""


TIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "order": "as they stand",
        "id": "by document id, z first",
        "id_first": "by document id, a first",
        "reversed": "the last row first, on many machines",
        "averaged": "averaged over all orders",
        "worst": "misses first",
        "last": "each at the last rank of its tie",
        "unstable": "in an order that depends on the machine",
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
        prints: printed name, with {k} for the cutoff, {t} for the relevance threshold, and
            {rel}.
        rel: how a tool is told a relevance threshold {t} above 1. It stands for {rel} in name and
            call.
        call: code that prints it, or "" where there is none to type. Python, or a command of a
            shell. Its names: qrels and run as dicts by query, labels y and scores s in the order of
            the rows. Where hits count and there is no {rel}, labels are 1 for a hit and else 0.
        definition: key of what it computes, in `CONVENTIONS`.
        ties: rule for equal scores, a key of `TIES`.
        takes: "judgements", which include documents that were not retrieved, or "rows" of labels
            and scores, which do not.
        proof: "run": tests compare all numbers with the tool's own. "read": in its source. "told":
            by its users.
        empty: why it prints nothing if nothing is relevant, or "".
        single: why it prints nothing for a single document, or "".
        short: why it prints nothing for a list of fewer than k, or "".
        no_miss: why it prints nothing if no judged document is irrelevant, or "".
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
    single: str = ""
    short: str = ""
    no_miss: str = ""
    odd: str = ""
    note: str = ""
    call: str = ""
    rel: str = ""

    def name(self, k: int | None, relevant_from: float = 1) -> str:
        """Return the printed name at a cutoff and a relevance threshold."""
        return self._filled(self.prints, k, relevant_from)

    def called(self, k: int | None, relevant_from: float = 1) -> str:
        """Return the call at a cutoff and a relevance threshold."""
        return self._filled(self.call, k, relevant_from)

    def _filled(self, text: str, k: int | None, relevant_from: float) -> str:
        text = text.replace("{rel}", self.rel if relevant_from > 1 else "")
        return text.replace("{k}", "k" if k is None else str(k)).replace(
            "{t}", f"{relevant_from:g}"
        )


def _tool(
    tool: str,
    version: str,
    prints: Mapping[str, str],
    call: str | Callable[[str], str] = "",
    **common: Any,
) -> Iterator[Line]:
    """Yield a line for each printed name; the call holds it as {name}, or is made from it."""
    for name, definition in prints.items():
        code = call.replace("{name}", name) if isinstance(call, str) else call(name)
        yield Line(tool, version, name, definition, call=code, **common)


def _dotted(name: str) -> str:
    """Return the name by which trec_eval is asked: ndcg_cut.5 for ndcg_cut_5."""
    return name.replace("_{k}", ".{k}")


def _stem(name: str) -> str:
    return name.partition("@")[0]


def _built(name: str) -> str:
    """Return RecTools' metric with its cutoff."""
    return name.replace(")", ", k={k})") if ")" in name else f"{name}(k={{k}})"


_ONCE: Final = (
    "Its code was also run once, on the lists of the tests. It needs too many other packages to be "
    "run each time."
)
_LEFT_OUT: Final = "leaves a query without anything relevant out"
_ZERO_DIVISION: Final = "divides by zero where nothing is relevant"
_NOT_A_NUMBER: Final = "prints nan where nothing is relevant"
_GAINS: Final = "A gain is given for every grade, here the grade itself."
_FLOORED: Final = "Each summand below the first rank, and the score, are cut to two decimals."
_EXTRACTED: Final = "These lines of its code were also run, without the package around them."
_DEEPREC: Final = "recommenders.models.deeprec.deeprec_utils.{name}"
_RANX: Final = "ranx.evaluate(qrels, run, '{name}')"
_BURGES: Final = "ndcg-whole-exponential-uncut"
_HAYSTACK: Final = "haystack.components.evaluators.{name}().run([relevant], [retrieved])"
_HAYSTACK_RUN: Final = "Its code was also run once, at 3.4, on the lists of the tests."
_AT_A_COMMIT: Final = "Read in its repository at one commit, which does not say its version."
_SHARED: Final = {"precision": "precision_recall", "recall": "precision_recall"}
"""Arguments of sentence-transformers that are for two metrics."""
_REL: Final = "(rel={t})"
_NDCG_SCORES: Final[tuple[tuple[str, str, str, str, Literal["run", "read"]], ...]] = (
    ("ndcg_score", "ndcg-retrieved", ", k={k}", "averaged", "run"),
    ("ndcg_score()", "ndcg-whole-retrieved", "", "averaged", "run"),
    (
        "ndcg_score(ignore_ties=True)",
        "ndcg-retrieved",
        ", k={k}, ignore_ties=True",
        "reversed",
        "read",
    ),
)
_RANK_EVAL: Final = 'POST index/_rank_eval {"metric": {"{metric}": {"k": {k}{more}}}, …}'
_RANK_EVALS: Final[tuple[tuple[str, str, Literal["read", "told"], str], ...]] = (
    ("dcg (normalize)", "ndcg-exponential-returned", "read", ', "normalize": true'),
    ("dcg", "dcg-exponential", "read", ""),
    ("precision", "precision-returned", "read", "{rel}"),
    ("recall", "recall", "told", "{rel}"),
    ("mean_reciprocal_rank", "reciprocal_rank", "told", "{rel}"),
    ("expected_reciprocal_rank", "err", "told", ', "maximum_relevance": 3'),
)
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
    "Rprec": "r_precision",
    "bpref": "bpref",
}
_BEIR: Final = {
    "NDCG@{k}": "ndcg",
    "MAP@{k}": "average_precision",
    "P@{k}": "precision",
    "Recall@{k}": "recall",
}
_BEIR_CUSTOM: Final = (
    "beir.retrieval.evaluation.EvaluateRetrieval"
    ".evaluate_custom(qrels, run, [{k}], metric='{metric}')"
)
_BEIR_ODD: Final = "A document whose id is the query's is dropped; means have five decimals."
_BEIR_NOTE: Final = "It is pytrec_eval, which is run."


def _by_grade(prints: Mapping[str, str]) -> dict[str, str]:
    """Add to ranx's graded metrics their forms in which lower grades than the relevant are 0."""
    return dict(prints) | {f"{name}-l{{t}}": f"{key}-from_t" for name, key in prints.items()}


def _rbp(persistence: float, **knobs: Any) -> str:
    return defined("rbp", k="whole", **_RBPS[persistence], **knobs).key


LINES: Final[tuple[Line, ...]] = (
    *_tool(
        "trec_eval",
        "9, 10",
        _TREC,
        call=lambda name: f"trec_eval{{rel}} -m {_dotted(name)} qrels run",
        rel=" -l {t}",
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
        call=lambda name: (
            f"pytrec_eval.RelevanceEvaluator(qrels, {{'{_dotted(name)}'}}{{rel}}).evaluate(run)"
        ),
        rel=", relevance_level={t}",
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
            "AP{rel}@{k}": "average_precision",
            "AP{rel}": "average_precision-whole",
            "P{rel}@{k}": "precision",
            "R{rel}@{k}": "recall",
            "RR{rel}": "reciprocal_rank-whole",
            "Success{rel}@{k}": "hit",
            "SetP{rel}": "precision-whole",
            "SetR{rel}": "recall-whole",
            "SetF{rel}": "f1-whole",
            "Rprec{rel}": "r_precision",
            "Bpref{rel}": "bpref",
            "ERR@{k}": "err-top_4",
        },
        call="ir_measures.{name}",
        rel=_REL,
        ties="id",
        proof="run",
        odd="A topic missing from the run is 0. ERR, and nDCG with exp-log2, need Perl.",
    ),
    Line(
        "ir_measures",
        "0.4.3",
        "RR{rel}@{k}",
        "reciprocal_rank",
        ties="id_first",
        proof="run",
        rel=_REL,
        note="With a cutoff another program computes it, which orders a tie the other way.",
        call="ir_measures.RR{rel}@{k}",
    ),
    *_tool(
        "ir_measures",
        "0.4.3",
        {f"RBP(p={p}, rel={{t}})": _rbp(p, utility="binary") for p in _RBPS},
        call="ir_measures.{name}",
        ties="order",
        proof="run",
        odd="Needs cwl-eval, rel, and no cutoff: a document is a hit from grade rel on. "
        "It reads 1,000 ranks.",
    ),
    *_tool(
        "gdeval",
        "1.2a, as in ir_measures",
        {"ndcg@{k}": "ndcg-exponential", "err@{k}": "err-top_4"},
        call="gdeval.pl qrels run {k}",
        ties="id",
        proof="run",
        empty=_LEFT_OUT,
        odd="Its scale ends at 4, whatever the grades do; it refuses a 5.",
    ),
    Line(
        "NTCIREVAL",
        "pyNTCIREVAL 0.0.3",
        "MSnDCG@{k}",
        "ndcg",
        proof="run",
        empty=_ZERO_DIVISION,
        odd=_GAINS,
        call="pyNTCIREVAL.metrics.MSnDCG(levels, gains, {k}).compute(ranked)",
    ),
    Line(
        "NTCIREVAL",
        "pyNTCIREVAL 0.0.3",
        "nDCG@{k}",
        "ndcg-log_thresholded",
        proof="run",
        empty=_ZERO_DIVISION,
        odd=_GAINS,
        note="It takes the base of a logarithm, too, here 2.",
        call="pyNTCIREVAL.metrics.nDCG(levels, gains, 2, {k}).compute(ranked)",
    ),
    *(
        Line(
            "NTCIREVAL",
            "pyNTCIREVAL 0.0.3",
            prints,
            definition,
            proof="run",
            odd=_GAINS if graded else "",
            call=f"pyNTCIREVAL.metrics.{call}.compute(ranked)",
        )
        for prints, definition, call, graded in (
            ("AP", "average_precision-whole", "AP(levels, gains)", False),
            ("AP@{k}", "average_precision-capped", "AP(levels, gains, {k})", False),
            ("P@{k}", "precision", "Precision({k})", False),
            ("RR", "reciprocal_rank-whole", "RR()", False),
            ("Hit@{k}", "hit", "Hit({k})", False),
            ("ERR", "err-plus_1", "ERR(levels, gains)", True),
            *((f"RBP {p}", _rbp(p), f"RBP(levels, gains, {p})", True) for p in _RBPS),
        )
    ),
    *_tool(
        "ranx",
        "0.3.21",
        {
            **_by_grade({"ndcg@{k}": "ndcg", "ndcg_burges@{k}": "ndcg-exponential"}),
            **_by_grade({"ndcg": "ndcg-whole-uncut", "ndcg_burges": _BURGES}),
            "map{rel}": "average_precision-whole",
            "map@{k}{rel}": "average_precision",
            "precision{rel}": "precision-whole",
            "precision@{k}{rel}": "precision",
            "recall{rel}": "recall-whole",
            "recall@{k}{rel}": "recall",
            "mrr{rel}": "reciprocal_rank-whole",
            "mrr@{k}{rel}": "reciprocal_rank",
            "hit_rate{rel}": "hit-whole",
            "hit_rate@{k}{rel}": "hit",
            "f1{rel}": "f1-whole",
            "f1@{k}{rel}": "f1",
            "r-precision{rel}": "r_precision",
            **_by_grade({"dcg@{k}": "dcg", "dcg_burges@{k}": "dcg-exponential"}),
            **_by_grade({"dcg": "dcg-whole", "dcg_burges": "dcg-whole-exponential"}),
            **_by_grade({f"rbp.{round(100 * p)}": f"rbp-grade_{p}" for p in _RBPS}),
        },
        call=_RANX,
        rel="-l{t}",
        proof="run",
    ),
    Line(
        "ranx",
        "0.3.21",
        "bpref{rel}",
        "bpref",
        proof="run",
        no_miss="prints nan: it divides by the judged documents that are not relevant",
        odd="A query with nothing relevant is 0, and makes others of the same run 0, too.",
        call=_RANX.replace("{name}", "bpref{rel}"),
        rel="-l{t}",
    ),
    *(
        Line(
            "scikit-learn",
            "1.9",
            prints,
            definition,
            ties=ties,
            takes="rows",
            proof=proof,
            single="refuses a single document",
            odd="Refuses negative grades.",
            call=f"sklearn.metrics.ndcg_score([y], [s]{cut})",
        )
        for prints, definition, cut, ties, proof in _NDCG_SCORES
    ),
    *(
        Line(
            "scikit-learn",
            "1.9",
            prints,
            definition,
            ties="averaged",
            takes="rows",
            proof="run",
            single="refuses a single document",
            call=f"sklearn.metrics.dcg_score([y], [s]{cut})",
        )
        for prints, definition, cut in (
            ("dcg_score", "dcg", ", k={k}"),
            ("dcg_score()", "dcg-whole", ""),
        )
    ),
    Line(
        "scikit-learn",
        "1.9",
        "average_precision_score",
        "average_precision-whole-found",
        ties="last",
        takes="rows",
        proof="run",
        odd="Takes labels 0 and 1 only.",
        note="Nothing relevant is 0, with a warning.",
        call="sklearn.metrics.average_precision_score(y, s)",
    ),
    Line(
        "scikit-learn",
        "1.9",
        "f1_score",
        "f1",
        takes="rows",
        proof="run",
        short="refuses a top k of a list of fewer than k",
        odd="It does not sort: the top k get the label 1.",
        call="sklearn.metrics.f1_score(y, [1] * {k} + [0] * (len(y) - {k}))",
    ),
    Line(
        "scikit-learn",
        "1.9",
        "label_ranking_average_precision_score",
        "average_precision-whole-found-1",
        ties="last",
        takes="rows",
        proof="run",
        odd="Takes labels 0 and 1 only.",
        call="sklearn.metrics.label_ranking_average_precision_score([y], [s])",
    ),
    Line(
        "torchmetrics",
        "1.9",
        "RetrievalNormalizedDCG",
        "ndcg-retrieved",
        ties="averaged",
        takes="rows",
        call="torchmetrics.retrieval.RetrievalNormalizedDCG(top_k={k})(s, y, indexes=queries)",
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
        call="torchmetrics.retrieval.{name}(top_k={k})(s, y, indexes=queries)",
        ties="unstable",
        takes="rows",
        odd="A score of 0 or less makes a document irrelevant in MAP, precision, recall and MRR, "
        "not in nDCG and hit rate. Nothing relevant: 0, or by empty_target_action 1, left out, "
        "an error.",
    ),
    Line(
        "torchmetrics",
        "1.9",
        "RetrievalRPrecision",
        "r_precision",
        ties="unstable",
        takes="rows",
        call="torchmetrics.retrieval.RetrievalRPrecision()(s, y, indexes=queries)",
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
            "HitsMetric": "hit",
            "DCGMetric": "dcg-exponential",
        },
        call="tensorflow_ranking.keras.metrics.{name}(topn={k})(y, s)",
        takes="rows",
        ties="shuffled",
    ),
    Line(
        "TF-Ranking",
        "0.5",
        "bpref",
        "bpref",
        ties="shuffled",
        takes="rows",
        odd="Labels below 0 are unjudged, and are left out.",
        call="tensorflow_ranking.metrics.make_ranking_metric_fn('bpref')(y, s, {})",
    ),
    *(
        Line(
            "LightGBM",
            "4.7",
            f"{metric}@{{k}}",
            definition,
            takes="rows",
            proof="run",
            call=f"lightgbm.Booster({{'metric': '{metric}', 'eval_at': [{{k}}]}}, data)"
            ".eval_train()",
        )
        for metric, definition in (
            ("ndcg", "ndcg-exponential-retrieved-1"),
            ("map", "average_precision-capped-1"),
        )
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
        call="xgboost.Booster({'objective': 'rank:ndcg', 'eval_metric': '{name}'}, [data])"
        ".eval(data)",
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
        call="catboost.utils.eval_metric(y, s, '{name}', group_id=queries)",
        takes="rows",
        ties="worst",
        note=f"{_ONCE} AP is divided by min(relevant, k).",
    ),
    *(
        Line(
            "Elasticsearch",
            "rank_eval, 7",
            prints,
            definition,
            proof=proof,
            odd="What nobody rated keeps its rank." if proof == "read" else "",
            call=_RANK_EVAL.replace("{metric}", prints.partition(" ")[0]).replace("{more}", more),
            rel=', "relevant_rating_threshold": {t}',
        )
        for prints, definition, proof, more in _RANK_EVALS
    ),
    *_tool(
        "OpenSearch",
        "Search Relevance Workbench, 3.9",
        {
            "NDCG@{k}": "ndcg-exponential",
            "DCG@{k}": "dcg-exponential",
            "MAP@{k}": "average_precision",
            "Precision@{k}": "precision-returned",
            "Recall@{k}": "recall",
            "MRR": "reciprocal_rank",
        },
        odd="Every query is rounded to two decimals.",
    ),
    Line(
        "Quepid",
        "communal scorers",
        "AP@{k}",
        "average_precision",
        empty=_ZERO_DIVISION,
        note=_AT_A_COMMIT,
    ),
    Line("Quepid", "before 8.1", "NDCG@{k}", "ndcg-exponential", proof="told"),
    *_tool(
        "Quepid",
        "8.1 and later",
        {"NDCG@{k}": "ndcg-exponential-uncut", "NDCG_CUT@{k}": "ndcg-exponential"},
        note="Scorers are edited freely. NDCG_CUT came in May 2025, for those who missed the NDCG "
        "of before 8.1.",
    ),
    *_tool(
        "Quepid",
        "communal scorers",
        {"P@{k}": "precision-returned", "RR@{k}": "reciprocal_rank", "ERR@{k}": "err-top_3"},
        note=_AT_A_COMMIT,
    ),
    *_tool(
        "Quepid",
        "communal scorers",
        {"DCG@{k}": "dcg-exponential", "CG@{k}": "cumulative_gain"},
        note=_AT_A_COMMIT,
        odd="An unrated document makes it no number.",
    ),
    Line(
        "RRE",
        "before Nov 2025",
        "NDCG@{k}",
        "ndcg-exponential",
        odd=_FLOORED,
        note="RRE is the Rated Ranking Evaluator.",
    ),
    Line(
        "RRE",
        "since Nov 2025",
        "NDCG@{k}",
        "ndcg",
        odd=_FLOORED,
        note="It was changed so that it agrees with MTEB.",
    ),
    *_tool(
        "RRE",
        "1.0 and later",
        {
            "AP": "average_precision-whole",
            "P@{k}": "precision-returned",
            "R@{k}": "recall",
        },
        odd="Every rated document counts as relevant, whatever its grade. Nothing relevant is 1 "
        "where nothing was returned.",
        note=_AT_A_COMMIT,
    ),
    Line(
        "RRE",
        "1.0 and later",
        "RR@{k}",
        "reciprocal_rank-best",
        odd="Rounded to two decimals.",
        note=_AT_A_COMMIT,
    ),
    Line(
        "RRE",
        "1.0 and later",
        "ERR@{k}",
        "err-top_3",
        odd="The scale may be set; it ends at 3 by default. An unrated document counts as grade 2.",
        note=_AT_A_COMMIT,
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
        ties="unstable",
        call=lambda name: (
            "recbole.quick_start.run_recbole("
            f"config_dict={{'metrics': ['{_stem(name)}'], 'topk': [{{k}}]}})"
        ),
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
        call="recommenders.evaluation.python_evaluation.{name}(true, predicted, k={k})",
        empty=_LEFT_OUT,
        odd="Its logarithm is natural, which cancels.",
        note=_ONCE,
    ),
    Line(
        "Recommenders",
        "1.2.1, deeprec",
        "mrr_score",
        "reciprocal_rank-every_hit",
        ties="unstable",
        takes="rows",
        empty=_NOT_A_NUMBER,
        odd="mean_mrr is its mean, and has four decimals.",
        note=_EXTRACTED,
        call=_DEEPREC.replace("{name}", "mrr_score(y, s)"),
    ),
    *(
        Line(
            "Recommenders",
            "1.2.1, deeprec",
            prints,
            definition,
            ties="unstable",
            takes="rows",
            empty=empty,
            note=_EXTRACTED,
            call=_DEEPREC.replace("{name}", f"{prints}(y, s, k={{k}})"),
        )
        for prints, definition, empty in (
            ("ndcg_score", "ndcg-exponential-retrieved", _NOT_A_NUMBER),
            ("dcg_score", "dcg-exponential", ""),
            ("hit_score", "hit", ""),
        )
    ),
    *(
        Line(
            "implicit",
            "0.7.3",
            prints,
            definition,
            proof="run",
            empty="leaves a user without likes out",
            short="reads on past the end of a list of fewer than k, and prints anything",
            odd=odd,
            call=f"implicit.evaluation.{function}(model, seen, likes, K={{k}})",
        )
        for prints, definition, function, odd in (
            ("ndcg", "ndcg-binary", "ndcg_at_k", ""),
            ("map", "average_precision-capped", "mean_average_precision_at_k", ""),
            (
                "precision",
                "precision-capped",
                "precision_at_k",
                "Pooled: the hits of all users over the min(k, likes) of all users.",
            ),
        )
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
            "F1Beta": "f1",
        },
        call=lambda name: f"rectools.metrics.{_built(name)}.calc(reco, interactions)",
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
    *_tool(
        "BEIR",
        "2.2",
        _BEIR,
        "beir.retrieval.evaluation.EvaluateRetrieval.evaluate(qrels, run, [{k}])",
        ties="id",
        odd=_BEIR_ODD,
        note=_BEIR_NOTE,
    ),
    Line(
        "BEIR",
        "2.2",
        "MRR@{k}",
        "reciprocal_rank",
        note=_ONCE,
        call=_BEIR_CUSTOM.replace("{metric}", "mrr"),
    ),
    Line(
        "BEIR",
        "2.2",
        "R_cap@{k}",
        "recall-capped",
        empty=_ZERO_DIVISION,
        note=_ONCE,
        call=_BEIR_CUSTOM.replace("{metric}", "r_cap"),
    ),
    *_tool("MTEB", "2.26", _BEIR, ties="id", odd=_BEIR_ODD, note=_BEIR_NOTE),
    Line("MTEB", "2.26", "MRR@{k}", "reciprocal_rank", ties="id", note=_ONCE),
    Line(
        "MTEB",
        "before Aug 2026",
        "MRR@{k}",
        "reciprocal_rank",
        proof="told",
        odd="Tied documents stood in the order of the run, while nDCG orders them by id.",
    ),
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
        call=lambda name: (
            "sentence_transformers.evaluation.InformationRetrievalEvaluator(queries, corpus, "
            f"relevant, {_SHARED.get(_stem(name), _stem(name))}_at_k=[{{k}}])(model)"
        ),
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
        call="llama_index.core.evaluation.resolve_metrics(['{name}'])[0]()"
        ".compute(expected_ids=relevant, retrieved_ids=retrieved)",
        empty=_EXPECTED,
        odd="There is no cutoff.",
        note=f"{_ONCE} The ideal of its nDCG has all expected hits, not as many as fit.",
    ),
    *_tool(
        "Haystack",
        "3.0 and before",
        {
            "DocumentNDCGEvaluator": "ndcg-whole-uncut",
            "DocumentMAPEvaluator": "average_precision-whole-found",
        },
        call=_HAYSTACK,
        odd="There is no cutoff. A document that is retrieved twice counts twice.",
        note="Read in 2.19, 2.24 and 3.0.",
    ),
    *_tool(
        "Haystack",
        "3.1 and later",
        {
            "DocumentNDCGEvaluator": "ndcg-whole-uncut",
            "DocumentMAPEvaluator": "average_precision-whole",
        },
        call=_HAYSTACK,
        odd="There is no cutoff. A document that is retrieved twice counts once.",
        note=f"{_HAYSTACK_RUN} Until 3.0 its AP was divided by the hits found.",
    ),
    *(
        Line(
            "Haystack",
            "2.0 and later",
            prints,
            definition,
            odd="There is no cutoff.",
            note=_HAYSTACK_RUN,
            call=_HAYSTACK.replace("{name}()", call),
        )
        for prints, definition, call in (
            ("DocumentMRREvaluator", "reciprocal_rank-whole", "DocumentMRREvaluator()"),
            ("DocumentRecallEvaluator", "hit-whole", "DocumentRecallEvaluator()"),
            (
                "DocumentRecallEvaluator(mode='multi_hit')",
                "recall-whole",
                "DocumentRecallEvaluator(mode='multi_hit')",
            ),
        )
    ),
    Line(
        "autoevals",
        "0.4.1",
        "ContextPrecision",
        "hit-whole",
        takes="rows",
        odd="A language model reads all contexts as one text and answers 1 or 0. No rank counts.",
        call="autoevals.ragas.ContextPrecision().eval(output, expected, input=question, "
        "context=contexts)",
    ),
    *_tool(
        "RAGAS",
        "0.4",
        {
            "context_precision": "average_precision-whole-found",
            "non_llm_context_precision_with_reference": "average_precision-whole-found",
        },
        takes="rows",
        odd="Nothing relevant is 0. A language model, or the distance to a reference, says which "
        "context is relevant.",
        note=_ONCE,
    ),
    Line(
        "RAGAS",
        "0.4",
        "id_based_context_precision",
        "precision-whole",
        odd="Each id counts once. No rank counts.",
    ),
    Line(
        "ml_metrics",
        "0.1.4",
        "apk",
        "average_precision-capped",
        odd="Nothing relevant is 0; in its repository 1.",
        call="ml_metrics.apk(actual, predicted, k={k})",
    ),
)
