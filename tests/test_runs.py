"""Runs and judgements from files: the order trec_eval makes of them, and what is refused."""

import bz2
import gzip
import io
import lzma
import math
import pickle
import random
import re
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import ir_measures
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import pytrec_eval

import metrics
from app_driver import ROOT
from metrics.breakdown import Breakdown, mean
from metrics.catalog import METRICS
from metrics.reading import files as reading
from metrics.reading import join
from metrics.reading import names as columns
from metrics.reading.rows import Limits
from metrics.runs import InputWarning, JudgedRun, read

TOPICS = [f"t{i}" for i in range(40)]


@pytest.fixture(scope="module")
def files() -> tuple[str, str]:
    """A run and qrels with all that happens: ties, unjudged and missed documents, empty topics."""
    random = np.random.default_rng(7)
    run, qrels = [], []
    for topic in TOPICS[:-4]:
        documents = random.permutation(60)[: random.integers(1, 50)]
        run += [
            f"{topic} Q0 doc{d} {i} {random.integers(0, 30) / 7:.3f} system"
            for i, d in enumerate(documents)
        ]
    for topic in TOPICS[3:]:
        documents = random.permutation(60)[: random.integers(1, 40)]
        grades = random.integers(0, 4, documents.size) * (topic != "t10")
        qrels += [f"{topic} 0 doc{d} {g}" for d, g in zip(documents, grades, strict=True)]
    return "\n".join(random.permutation(run)), "\n".join(random.permutation(qrels))


@pytest.fixture(scope="module")
def judged(files: tuple[str, str]) -> JudgedRun:
    return read(*(text.encode() for text in files), top_grade=3)


def nested(files: tuple[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scores and grades by topic and document."""
    run: dict[str, dict[str, float]] = {}
    qrels: dict[str, dict[str, int]] = {}
    for line in files[0].split("\n"):
        topic, _, document, _, similarity, _ = line.split()
        run.setdefault(topic, {})[document] = float(similarity)
    for line in files[1].split("\n"):
        topic, _, document, grade = line.split()
        qrels.setdefault(topic, {})[document] = int(grade)
    return run, qrels


def untied(run: dict[str, Any]) -> dict[str, Any]:
    """The same order, each document with a score of its own."""
    return {
        topic: {
            document: float(place)
            for place, (_, document) in enumerate(
                sorted((np.float32(score), document) for document, score in documents.items())
            )
        }
        for topic, documents in run.items()
    }


@pytest.mark.parametrize(
    ("key", "knobs", "measure"),
    [
        ("average_precision", {}, "map"),
        ("reciprocal_rank", {}, "recip_rank"),
        ("bpref", {}, "bpref"),
        ("r_precision", {}, "Rprec"),
        ("precision", {"k": 5}, "P_5"),
        ("recall", {"k": 10}, "recall_10"),
        ("ndcg", {"k": 10}, "ndcg_cut_10"),
        ("ndcg", {"k": 1000}, "ndcg"),
    ],
)
def test_trec_eval_agrees_on_every_topic(
    files: tuple[str, str], judged: JudgedRun, key: str, knobs: dict[str, Any], measure: str
) -> None:
    run, qrels = nested(files)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {measure.replace("_cut_", "_cut.")}).evaluate(
        {topic: run.get(topic, {}) for topic in qrels}
    )
    score = METRICS[key].compute(judged.ranking, **knobs).score
    assert set(judged.topics) == set(theirs) == set(TOPICS[3:])
    for topic, ours in zip(judged.topics, score, strict=True):
        assert ours == pytest.approx(theirs[topic][measure], abs=1e-6), topic


def test_ir_measures_reads_the_same_files_to_the_same_means(
    files: tuple[str, str], judged: JudgedRun
) -> None:
    measures = {
        "average_precision": (ir_measures.AP, {}),
        "ndcg": (ir_measures.nDCG @ 10, {"k": 10}),
    }
    theirs = ir_measures.calc_aggregate(
        [measure for measure, _ in measures.values()],
        ir_measures.read_trec_qrels(files[1]),
        ir_measures.read_trec_run(files[0]),
    )
    for key, (measure, knobs) in measures.items():
        ours = mean(METRICS[key].compute(judged.ranking, **knobs))
        assert ours == pytest.approx(theirs[measure], abs=1e-6)


# Under the usual names


def frame(table: dict[str, dict[str, float]], *columns: str) -> pd.DataFrame:
    rows = [(topic, *pair) for topic, documents in table.items() for pair in documents.items()]
    return pd.DataFrame(rows, columns=columns)


def test_a_small_file_is_read_as_a_large_one(
    files: tuple[str, str], judged: JudgedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, limit in ((reading, "_SMALL"), (columns, "FEW"), (join, "_FEW")):
        monkeypatch.setattr(module, limit, -1)
    large = read(*(text.encode() for text in files), top_grade=3)
    for small, big in ((judged.documents, large.documents), (judged.missed, large.missed)):
        assert small
        assert big
        assert isinstance(big.names, columns.Names) != columns.HAS_ARROW
        assert small.tolist() == big.tolist()
    np.testing.assert_array_equal(judged.ranking.grades, large.ranking.grades)
    np.testing.assert_array_equal(judged.ranking.missed, large.ranking.missed)
    assert (judged.topics, judged.notes) == (large.topics, large.notes)


@pytest.mark.parametrize("form", ["dicts", "frames", "pyterrier", "file and dict", "dict and file"])
def test_every_form_of_a_run_is_read_as_its_file(
    files: tuple[str, str], judged: JudgedRun, form: str
) -> None:
    """With ties, unjudged and missed documents, and topics of one side only."""
    run, qrels = nested(files)
    ranks = {
        topic: {document: 99 - place for document, place in documents.items()}
        for topic, documents in untied(run).items()
    }
    given: tuple[Any, Any] = {
        "dicts": (run, qrels),
        "frames": (
            frame(run, "query_id", "doc_id", "score").sample(frac=1, random_state=1),
            frame(qrels, "query_id", "doc_id", "relevance"),
        ),
        "pyterrier": (
            frame(ranks, "qid", "docno", "rank"),
            frame(qrels, "qid", "docno", "label"),
        ),
        "file and dict": (files[0].encode(), qrels),
        "dict and file": (run, files[1].encode()),
    }[form]
    again = read(*given)
    ranking = again.ranking
    assert again.topics == judged.topics
    np.testing.assert_equal(ranking.grades, judged.ranking.grades)
    np.testing.assert_equal(ranking.lengths, judged.ranking.lengths)
    np.testing.assert_equal(np.sort(ranking.missed), np.sort(judged.ranking.missed))
    assert ranking.top_grade == 3


NAMES = (
    *("nDCG@10", "nDCG", "NDCG@3", "nDCG(dcg='exp-log2')@5", "AP", "MAP", "AP@5", "AP(rel=2)@10"),
    *("P@5", "P(rel=3)@10", "R@100", "Recall@5", "RR", "MRR", "RR(rel=2)", "Bpref", "BPref"),
    *("Bpref(rel=2)", "RBP(rel=1)", "RBP(p=0.5, rel=2)", "Rprec", "RPrec", "Success@5", "SetP"),
    *("SetR", "SetF", "SetF(beta=2.0)", "SetF(beta=0.5)", "Judged@10", "Judged", "ERR@20"),
    *("nDCG(judged_only=True)@10", "AP(judged_only=True)", "P(judged_only=True)@5", "NumRet"),
    *("RR(judged_only=True)", "IPrec@0.0", "IPrec@0.1", "IPrec@0.33", "IPrec@0.7", "IPrec@1.0"),
    "IPrec(rel=2)@0.5",
)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_ir_measures_mean_what_it_prints(files: tuple[str, str], name: str) -> None:
    run, qrels = nested(files)
    top, within = 3, 1e-6
    if "ERR" in name or "exp" in name:  # gdeval: numbered topics, top grade 4, five decimals
        run, qrels = ({topic[1:]: each for topic, each in of.items()} for of in (run, qrels))
        top, within = 4, 6e-6
    elif "RBP" in name or "Judged" in name:  # they order ties in another way
        run = untied(run)
    table = metrics.evaluate(run, qrels, name, top_grade=top)
    measure = ir_measures.parse_measure(name)
    theirs = {each.query_id: each.value for each in ir_measures.iter_calc([measure], qrels, run)}
    assert {*theirs} == {*table.index} - {"mean"}
    for topic, value in theirs.items():
        assert table.loc[topic, name] == pytest.approx(value, abs=within), topic
    assert table.loc["mean", name] == pytest.approx(table[name][:-1].mean(), abs=1e-12)


@pytest.mark.parametrize(
    "name",
    [
        *("map", "ndcg", "ndcg_cut_10", "P_5", "recall_100", "recip_rank", "bpref", "Rprec"),
        *("map_cut_10", "success_5", "set_P", "set_recall", "set_F"),
        *("11pt_avg", "iprec_at_recall_0.00", "iprec_at_recall_0.70", "iprec_at_recall_1.00"),
        *("num_ret", "num_rel_ret"),
    ],
)
def test_names_of_trec_eval_mean_what_it_prints(files: tuple[str, str], name: str) -> None:
    run, qrels = nested(files)
    table = metrics.evaluate(run, qrels, [name])
    measure = re.sub(r"_([\d.]+)$", r".\1", name)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)
    assert len(theirs) == 33
    for topic in table.index.drop("mean"):  # a topic without a list is empty, as with -c
        value = theirs.get(topic, {name: 0})[name]
        assert table.loc[topic, name] == pytest.approx(value, abs=1e-6), topic


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "theirs"),
    {
        "F1@5": "f1@5",
        "Hit@5": "hit_rate@5",
        "MRR@10": "mrr@10",
        "nDCG@7": "ndcg@7",
        "nDCG(gain='exponential')@7": "ndcg_burges@7",
        "average_precision": "map",
        "bpref": "bpref",
        "RP": "r-precision",
        "DCG@5": "dcg@5",
    }.items(),
)
def test_names_of_rankbook_mean_what_ranx_prints(
    files: tuple[str, str], name: str, theirs: str
) -> None:
    """Ranx breaks ties as it likes, so the scores are told apart first."""
    import ranx  # takes seconds, and every test process reads this file

    run, qrels = nested(files)
    run = {topic: documents for topic, documents in untied(run).items() if topic in qrels}
    judged = {topic: qrels[topic] for topic in run}
    table = metrics.evaluate(run, qrels, name)
    with np.errstate(invalid="ignore"):
        found = ranx.evaluate(ranx.Qrels(judged), ranx.Run(run), theirs, return_mean=False)
    for topic, value in zip(sorted(run), found, strict=True):
        of_one_kind = len({grade > 0 for grade in judged[topic].values()}) == 1
        if name == "bpref" and of_one_kind:
            assert np.isnan(value) or value == 0  # as the reference says; 0 without any hit
        else:
            assert table.loc[topic, name] == pytest.approx(value, abs=1e-6), topic


def test_a_topic_without_anything_relevant_counts_as_one_says(files: tuple[str, str]) -> None:
    run, qrels = nested(files)
    worst = metrics.evaluate(run, qrels, ["AP", "P@5"])
    with pytest.warns(InputWarning, match="of 37, AP over 36, P@5 over 37"):
        skip = metrics.evaluate(run, qrels, ["AP", "P@5"], undefined="skip")
    assert worst.loc["t10"].tolist() == [0, 0]
    np.testing.assert_equal(skip.loc["t10"].to_numpy(), [math.nan, 0])
    assert skip.loc["mean", "AP"] == pytest.approx(worst["AP"][:-1].sum() / skip["AP"][:-1].count())
    with pytest.raises(ValueError, match="queries is undefined"):
        metrics.evaluate(run, qrels, "AP", undefined="error")


@pytest.mark.parametrize(
    ("run", "qrels", "names", "said"),
    [
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "nDGC@10", "'nDGC@10'; the nearest name is 'nDCG@10'"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "mapp@5", "'mapp@5'; the nearest name is 'MAP@5'"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "bpref@5", "bpref takes no cutoff, got 'bpref@5'"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "AP@0", "k must be a whole number of at least 1"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "AP(p=1)", "AP has no parameter 'persistence'"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "RBP(0.8)", "written like p=0.8"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "AP(rel=2)(rel=1)", "written like p=0.8"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "P(k=1)@2", "one cutoff, k= or @k, got 'P"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "", "no metric is called ''"),
        ({"q": {"a": 1}}, {"1": {"a": 1}}, "AP", "no topic: the run has q, the qrels 1"),
        ({"q": {"a": "x"}}, {"q": {"a": 1}}, "AP", "run, topic q, document a: .* got 'x'"),
        ({"q": {"a": math.nan}}, {"q": {"a": 1}}, "AP", "run, topic q, .* be a number, got nan"),
        ({"q": {"a": 1}}, {"q": {"b": 1, "a": math.inf}}, "AP", "topic q, document a: .* got inf"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "AUC", "no metric is called 'AUC', and no known name"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "num_q", "'num_q', and no known name is like it"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "AP(rel=2", "bracket has no counterpart, in 'AP"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "nDCG@-1", "cutoff after @ must be .* got 'nDCG@-1'"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "P@0", "k must be a whole number of at least 1"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "P(a={[]:1})", "parameters are written like p=0.8"),
        ({"q": {"a": 10**400}}, {"q": {"a": 1}}, "AP", "topic q, document a: .* a number"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "IPrec@1.5", "recall_level must be .* most 1, got 1.5"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, "P@5.5", "cutoff after @ must be .* got 'P@5.5'"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, None, "names must be a name or several, .* got None"),
        ({"q": {"a": 1}}, {"q": {"a": 1}}, 5, "names must be a name or several, .* got 5"),
        ([("q", "a", 1)], {"q": {"a": 1}}, "AP", "run must be a file .* got list"),
        ([("q", "a", 1)], b"q 0 a 1", "AP", "run must be a file .* got list"),
        ({"q": {"a": 1}}, 5, "AP", "qrels must be a file .* got int"),
        ({"q": {"a": 1.5}}, None, "AP", "file holds a run and no judgements"),
        ({"q": {"a": 1}}, {"q": {"a": None}}, "AP", "qrels, topic q, document a: .* got None"),
        ({"q": "a"}, {"q": {"a": 1}}, "AP", "run, topic q: there must be a dict .* got str"),
        ({"q": {"a"}}, {"q": {"a": 1}}, "AP", "run, topic q: there must be a dict .* got set"),
        ({}, {"q": {"a": 1}}, "AP", "run holds no documents"),
        ({"q": {"a": 1}}, {"q": {}}, "AP", "qrels holds no judgements"),
        ({"mean": {"a": 1}}, {"mean": {"a": 1}}, "AP", "a topic is called 'mean'"),
        (pd.DataFrame({"qid": ["q"]}), {"q": {"a": 1}}, "AP", "run: .* called document"),
        (
            pd.DataFrame({"qid": ["q", "q"], "docno": ["a", "a"], "score": [1, 2]}),
            {"q": {"a": 1}},
            "AP",
            "run, row 1: the topic already has a document a",
        ),
    ],
)
def test_what_cannot_be_evaluated_is_said(run: Any, qrels: Any, names: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        metrics.evaluate(run, qrels, names)


def test_negative_grades_count_as_0_as_in_trec_eval() -> None:
    """TREC's Web tracks give spam the grade -2."""
    run, qrels = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"a": -2, "b": 1, "c": 2, "d": -1}}
    names = ["map", "ndcg", "P_5", "recip_rank", "Rprec", "set_F"]
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)["q"]
    files = (
        b"q Q0 a 1 3 s\nq Q0 b 2 2 s\nq Q0 c 3 1 s",
        b"q 0 a -2\nq 0 b 1\nq 0 c 2\nq 0 d -1",
    )
    for given in ((run, qrels), files):
        table = metrics.evaluate(*given, names)
        assert table.loc["q"].to_dict() == pytest.approx({name: theirs[name] for name in names})
    judged = read(*files)
    assert "2 judgements with a negative grade" in " ".join(note.text for note in judged.notes)
    np.testing.assert_equal([judged.ranking.grades, judged.ranking.missed], [[[0, 1, 2]], [[0]]])


def test_a_file_s_content_may_be_a_str(tmp_path: Path) -> None:
    run, qrels = "q Q0 a 1 3 s\n", "q 0 a 1\n"
    path = tmp_path / "run"
    path.write_text(run)
    for given in (run, run.encode(), str(path), path):
        assert metrics.evaluate(given, qrels, "AP").loc["q", "AP"] == 1


def test_a_threshold_above_all_grades_finds_nothing_relevant() -> None:
    run, qrels = {"q": {"a": 2.0}}, {"q": {"a": 1}}
    named = metrics.evaluate(run, qrels, "AP(rel=2)")
    assert metrics.evaluate(run, qrels, "AP", relevant_from=2).loc["q", "AP"] == 0
    assert named.loc["q", "AP(rel=2)"] == 0


def test_names_that_the_reference_lists_are_taken() -> None:
    run, qrels = {"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}
    for names in (["Hit@1", "success@1"], ["F1", "F-measure", "f_score"], ["RP", "r-precision"]):
        assert len({*metrics.evaluate(run, qrels, names).loc["q"]}) == 1


LISTED = {"q": {"x": 3.0, "a": 2.0, "b": 1.0}}
GRADED = {"q": {"a": 3, "b": 1, "z": 2}}


@pytest.mark.parametrize(
    "names",
    [
        ("nDCG@1", "nDCG(k=1)", "nDCG(cutoff=1)", "ndcg_cut_1"),
        ("P(rel=2)@2", "P@2(rel=2)", "P(rel=2, cutoff=2)"),
        ("nDCG(dcg='exp-log2')@2", "ndcg_burges@2"),
        ("R(denominator='capped')@2", "R_cap@2"),
        ("map", "AP", "mean_average_precision", "avg_prec"),
        ("AP@2", "map_cut.2", "MAP_at_2", "map @ 2"),
        ("nDCG@2", "ndcg_at_2", "nDCG at 2", "NDCG@k=2", "ndcg2", "ndcg-2", "normalized_dcg@2"),
        ("P@2", "P2", "precision_at_2", "P @ 2"),
        ("R@2", "rec@2", "recall_at_2", "tpr@2", "recall2"),
        ("RR", "mean_reciprocal_rank", "mrr10"),
        ("Success@2", "HR@2", "hitrate@2", "hit_ratio@2", "S@2"),
        ("F(beta=2)@2", "f2@2", "fbeta(beta=2)@2", "f_beta(beta=2)@2"),
        ("Rprec", "R-prec", "R_prec"),
        ("IPrec@0.6", "IPrec(recall=0.6)", "iprec_at_recall_0.60", "IPrec at 0.6"),
        ("num_rel_ret", "NumRelRet", "NumRet(rel=1)"),
        ("gm_map", "GMAP"),
    ],
)
def test_a_metric_has_one_number_however_it_is_spelled(names: tuple[str, ...]) -> None:
    found = metrics.evaluate(LISTED, GRADED, names)
    assert len({*found.loc["q"]}) == len({*found.loc["mean"]}) == 1


def test_one_judged_document_of_two_is_found_at_the_only_rank_of_ndcg() -> None:
    """ir_measures' nDCG(cutoff=1) of run a, x with the qrels a: 1, b: 1 is 1."""
    found = metrics.evaluate({"q": {"a": 2.0, "x": 1.0}}, {"q": {"a": 1, "b": 1}}, "nDCG(k=1)")
    assert found.loc["q", "nDCG(k=1)"] == 1


def test_hits_are_counted_as_by_ranx() -> None:
    found = metrics.evaluate(LISTED, GRADED, ["hits@2", "hits", "Hit@3"])
    assert found.loc["q"].tolist() == [1, 2, 1]
    assert metrics.evaluation.meaning("hits@5").startswith(
        "Hits@5: how many documents are relevant"
    )


def test_several_cutoffs_in_one_name_are_several_columns() -> None:
    assert [*metrics.evaluate(LISTED, GRADED, ["P_1,3", "AP"])] == ["P_1", "P_3", "AP"]


def test_the_geometric_mean_is_that_of_trec_eval() -> None:
    """AP is 1/2 and 0, which counts as 0.00001."""
    run, qrels = {"1": {"x": 2.0, "a": 1.0}, "2": {"x": 1.0}}, {"1": {"a": 1}, "2": {"b": 1}}
    found = metrics.evaluate(run, qrels, "gm_map")["gm_map"]
    assert found.loc[["1", "2"]].tolist() == [0.5, 0]
    assert found.loc["mean"] == pytest.approx((0.5 * 0.00001) ** 0.5)
    with pytest.raises(ValueError, match="no score for each topic"):
        metrics.compare.runs(run, run, qrels, "gm_map")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("MAR@5", "the nearest name is 'AR@5'"),
        ("IPrec", "IPrec needs a level of recall, as IPrec@0.5"),
        ("11pt_avg@5", "11pt_avg takes no cutoff"),
        ("alpha_nDCG@10", "diversity is not measured here"),
        ("infAP", "infAP is not computed here"),
        ("accuracy", "accuracy has several meanings; Success is hit or miss"),
        ("accuracy@5", "sentence-transformers prints it for 'Hit@5'"),
        ("f_beta@5", "does not say what β is"),
        ("AP50", "no metric is called 'AP50'"),
        ("AMR", "the adjusted mean rank is not computed here"),
        ("map@5-l2", "ranx prints it for 'AP(rel=2)@5'"),
        ("RBP@10", "LensKit prints it for RBP, p = 0.85, utility 1 for a hit"),
        ("ndcg_score()", "scikit-learn prints it for \"nDCG(ideal='retrieved')\""),
        ("expected_reciprocal_rank", "Elasticsearch prints it for ERR"),
        ("nDCG(k=2)@3", "a name has one cutoff"),
        ("nDCG(k=2, cutoff=3)", "a name has one cutoff"),
        ("nDCG(cutoff=0)", "k must be"),
    ],
)
def test_a_name_that_is_not_taken_is_told_why(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        metrics.evaluate(LISTED, GRADED, name)


def test_a_name_that_is_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'AP' is named twice"):
        metrics.evaluate(LISTED, GRADED, ["AP", "P_5", "AP"])


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ({"q": {1: 0.5, "1": 0.7}}, "run, topic q: two documents are called 1: 1 and '1'"),
        ({1: {"a": 1.0}, "1": {"b": 1.0}}, "run: two topics are called 1: 1 and '1'"),
        ({"q": {1.0: 0.5, 1.5: 0.7, "1": 1.0}}, "two documents are called 1: 1.0 and '1'"),
        ({"q": {None: 0.5}}, "run, topic q, a document has no id, got None"),
        ({"q": {math.nan: 0.5}}, "run, topic q, a document has no id, got nan"),
    ],
)
def test_ids_that_would_become_one_are_refused(run: Any, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        metrics.evaluate(run, {"q": {"1": 1}}, "AP")


def test_numbers_in_a_frame_are_the_ids_that_they_are_in_another() -> None:
    """A missing value makes pandas read 10 as 10.0."""
    run = pd.DataFrame({"topic": [1, 1], "document": [10.0, 11.0], "score": [2.0, 1.0]})
    qrels = pd.DataFrame({"topic": ["1"], "document": [11], "grade": [1]})
    assert metrics.evaluate(run, qrels, "RR").loc["1", "RR"] == 0.5
    run.loc[1, "document"] = math.nan
    with pytest.raises(ValueError, match="run, row 1: the document has no id"):
        metrics.evaluate(run, qrels, "RR")


def test_the_package_leads_to_both_of_its_doors() -> None:
    """In a fresh process, where nothing has imported them."""
    code = "import metrics; assert {'compare', 'evaluate'} <= {*dir(metrics)}; metrics.compare.runs"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_numbers_as_ids_match_their_text() -> None:
    table = metrics.evaluate({1: {10: 2.0, 11: 1.0}}, {"1": {"11": 1}}, "RR")  # type: ignore[dict-item]
    assert table["RR"].to_dict() == {"1": 0.5, "mean": 0.5}


@pytest.mark.parametrize("high", [2, 254, 255, 256, 300.5, True])
def test_grades_in_dicts_are_read_whatever_numbers_they_are(high: float) -> None:
    grades = {"b": high, "c": 0, "d": high}
    judged = read({"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": grades, "none": {"d": 1}})
    ranked = [[np.nan, high, 0], [np.nan] * 3]
    np.testing.assert_array_equal(judged.ranking.grades, ranked)
    np.testing.assert_array_equal(judged.ranking.missed, [[high], [1]])


def test_the_top_grade_is_that_of_the_judgements_unless_told() -> None:
    run, qrels = b"q Q0 a 1 2 s\nq Q0 b 2 1 s", b"q 0 a 1\nq 0 b 3"
    assert read(run, qrels).ranking.top_grade == 3
    assert read(run, qrels, top_grade=4).ranking.top_grade == 4
    assert read(run, b"q 0 a 0").ranking.top_grade == 1
    # (2^1 - 1) / 2^3 of the first, and the rest of 7/8 at rank 2
    assert metrics.evaluate(run, qrels, "ERR").loc["q", "ERR"] == 1 / 8 + 7 / 8 * 7 / 8 / 2


def test_what_is_noticed_is_counted(files: tuple[str, str], judged: JudgedRun) -> None:
    run, qrels = nested(files)
    scored = [(topic, score) for topic, all_ in run.items() for score in all_.values()]
    counted = [pair for pair in scored if pair[0] in judged.topics]
    ties = sum(counted.count(pair) > 1 for pair in counted)
    unjudged = sum(d not in qrels[t] for t in run if t in qrels for d in run[t])
    for given in ((files[0].encode(), files[1].encode()), (run, qrels)):
        noticed = [note.text for note in read(*given).notes]
        assert noticed[0].startswith("Rank and score disagree") == (given[0] is not run)
        assert noticed[-5:] == [
            "The scale is 0 to 3.",
            *(each for each in noticed if each.startswith(("4 topics without doc", "3 topics of"))),
            f"{unjudged:,} of {len(counted):,} ranked documents without a judgement, which count "
            "as not relevant.",
            f"{ties:,} documents with the same score as another of the topic. Such ties are "
            "ordered by document, from z to a, as in trec_eval.",
        ]
    empty = judged.topics.index("t36")
    assert judged.ranking.lengths is not None
    assert judged.ranking.lengths[empty] == 0
    assert METRICS["precision"].compute(judged.ranking, k=5).score[empty] == 0


@pytest.mark.parametrize("comment", ["", "# read line by line\n"])
def test_a_document_that_is_judged_for_two_subtopics_is_told(comment: str) -> None:
    """It counts once: the one relevant document stands at rank 2."""
    table = metrics.evaluate(RUN, f"{comment}q 1 b 1\nq 2 b 1\nq 2 a 0\n", "AP")
    assert table.loc["q", "AP"] == 0.5
    (said,) = [note for note in table.attrs["notes"] if "subtopic" in note]
    assert said.startswith("qrels judges documents by subtopic, in the second column")


@pytest.mark.parametrize(
    ("grades", "told"), [((1, 2, 4), True), ((0, 2, 4), False), ((1, 1, 1), False)]
)
def test_a_scale_that_may_be_upside_down_is_told(grades: tuple[int, int, int], told: bool) -> None:
    """Cranfield's judgements have 1 for the best and 4 for the worst, and no 0."""
    notes = metrics.evaluate(
        {"1": {"a": 1.0}}, {"1": dict(zip("abc", grades, strict=True))}, "nDCG"
    ).attrs["notes"]
    assert any("turn such grades around" in note for note in notes) == told


def test_ties_by_hand() -> None:
    """Equal scores stand in reverse alphabetical order; in single precision so do nearly equal."""
    run = b"q Q0 b 1 2.0 s\nq Q0 a 2 2.0 s\nq Q0 c 3 1.0 s\nq Q0 d 4 1.00000001 s\nq Q0 e 9 3 s"
    judged = read(run, b"q 0 a 1")
    assert judged.documents.tolist() == [["e", "b", "a", "d", "c"]]
    assert "4 documents with the same score" in judged.notes[-2].text
    assert "2 are tied in single precision only" in judged.notes[-1].text
    assert read(run, b"q 0 a 1", precision="double").documents.tolist() == [[*"ebadc"]]


def test_one_topic_laid_out_by_hand() -> None:
    run = b"q1 Q0 x 1 3 s\nq1 Q0 y 2 2 s\nq2 Q0 x 1 9 s\n"
    qrels = b"q2 0 y 2\nq2 0 z 0\nq1 0 y 3\nq3 0 w 1\n"
    judged = read(run, qrels, top_grade=3, relevant_from=2)
    assert judged.topics == ("q2", "q1", "q3")
    assert judged.documents.tolist() == [["x", ""], ["x", "y"], ["", ""]]
    np.testing.assert_equal(
        judged.ranking.grades, [[math.nan, math.nan], [math.nan, 3], [math.nan, math.nan]]
    )
    assert judged.missed.tolist() == [["y", "z"], ["", ""], ["w", ""]]
    np.testing.assert_equal(judged.ranking.missed, [[2, 0], [math.nan, math.nan], [1, math.nan]])
    assert judged.ranking.lengths is not None
    assert judged.ranking.lengths.tolist() == [1, 2, 0]
    assert (judged.ranking.top_grade, judged.ranking.relevant_from) == (3, 2)


def test_a_table_holds_the_same_as_a_run_and_qrels(files: tuple[str, str]) -> None:
    expected = read(*(text.encode() for text in files), top_grade=3)
    grade = {tuple(line.split()[::2]): line.split()[3] for line in files[1].split("\n")}
    score = {tuple(line.split()[:3:2]): line.split()[4] for line in files[0].split("\n")}
    lines = [
        f"{topic};{document};{grade.get((topic, document), '')};{score.get((topic, document), '')}"
        for topic, document in sorted(grade.keys() | score.keys())
    ]
    table = "Query;DocNo;Relevance;Score\r\n" + "\r\n".join(lines)
    judged = read(table.encode("utf-8-sig"), top_grade=3)
    assert expected.documents
    assert expected.missed
    assert judged.documents
    assert judged.missed
    place = [judged.topics.index(topic) for topic in expected.topics]
    assert judged.documents[place].tolist() == expected.documents.tolist()
    np.testing.assert_equal(judged.ranking.grades[place], expected.ranking.grades)
    assert [set(row) for row in judged.missed[place]] == [set(row) for row in expected.missed]


def test_a_table_ordered_by_rank_or_by_its_lines() -> None:
    by_rank = read(b"rank,document,grade\n2,a,0\n1,b,1\n,c,1\n")
    assert (ids(by_rank), ids(by_rank, "missed")) == ([["b", "a"]], [["c"]])
    exported = read(b"Query ID; Corpus-ID ;Rating\nq1;a;?\nq1;b; 1\n", order_of_lines=True)
    assert (exported.topics, ids(exported)) == (("q1",), [["a", "b"]])
    np.testing.assert_equal(exported.ranking.grades, [[math.nan, 1]])
    lines = b'document\tgrade\tnote\n"b, or a"\t1\tx\na\t\t\n'
    by_line = read(lines, order_of_lines=True)
    assert ids(by_line) == [["b, or a", "a"]]
    np.testing.assert_equal(by_line.ranking.grades, [[1, math.nan]])


def ids(judged: JudgedRun, which: str = "documents") -> list[list[str]]:
    """Documents of each topic."""
    rows: list[list[str]] = getattr(judged, which).tolist()
    return rows


RUN, QRELS = "q Q0 a 1 2.5 s\nq Q0 b 2 1.5 s\n", "q 0 a 1\nq 0 b 0\n"


@pytest.mark.parametrize(
    ("run", "qrels", "sentence"),
    [
        (RUN + "q Q0 c 3 1.5\n", QRELS, "run, line 3: must have 6 fields: topic Q0 document"),
        (RUN + "\n\nq Q0 c\n", QRELS, "run, line 5: must have 6 fields"),
        (
            "1 2 3 4 five 6 7 8 9\n" + RUN,
            QRELS,
            "run, line 1: the score must be a number, got five",
        ),
        (RUN + "q Q0 c 3 high s\n", QRELS, "run, line 3: the score must be a number, got high"),
        (RUN + "q Q0 c 3 nan s\n", QRELS, "run, line 3: the score must be a number, got nan"),
        (RUN + "q Q0 a 3 1 s\n", QRELS, "run, line 3: the topic already has a document a"),
        (RUN, QRELS + "q 0 b 1\n", "qrels, line 3: the topic already has a document b"),
        (RUN, QRELS + "q 0 c 2\n", r"qrels, line 3: .* a number up to 1, got 2"),
        (RUN, "q 0 c -inf\n", r"qrels, line 1: .* a finite number, got -inf"),
        (RUN, "Q 0 a 1\n", r"run and qrels share no topic: the run has q, the qrels Q"),
        (RUN, QRELS + "q 0 c many\n", r"qrels, line 3: .* a finite number, got many"),
        (RUN, "q a\n", "qrels, line 1: must have 4 fields: topic iteration document grade"),
        (RUN, "", "qrels holds no judgements"),
        (RUN, "\n \n", "qrels holds no judgements"),
        (RUN, QRELS + "q 0 \udc81 1\n", "qrels, line 3: is not text in UTF-8"),
        ("", QRELS, "run holds no documents"),
        ("\n \n", QRELS, "run holds no documents"),
        ("\ufeff", "\ufeff", "run holds no documents"),
        ("", "", "run holds no documents"),
        ("# nothing\n", "", "run, line 1: must have 6 fields"),
        ("{", QRELS, "run, line 1: is not JSON: expecting property name"),
        ("[" * 90_000, QRELS, "run: its JSON is nested too deeply"),
        (RUN, "1.5\n0.5\n", "qrels holds a run; it must hold judgements"),
        ("1.5\n0.5\n", QRELS, "run holds one number in a line; as predictions it needs a LETOR"),
        (QRELS, RUN, "run holds judgements, and qrels a run: swap them"),
        (QRELS, QRELS, "run holds judgements and no ranking"),
        (RUN, "q 1 a 1\nq 2 a 0\n", "qrels: judges documents by subtopic"),
        (RUN, "q a 1 2 0.5\n", "qrels, line 1: looks like prels"),
        (RUN + "q Q0 a\x01b 3 1 s\n", QRELS, "run, line 3: the document holds a control .*: a�b"),
        (RUN + "q Q0 a\x85b 3 1 s\n", QRELS, "run, line 3: the document holds a control .*: a�b"),
        (RUN, QRELS + "\x7f 0 a 1\n", "qrels, line 3: the topic holds a control character: �"),
        (RUN + "q Q0 \xa0 3 1 s\n", QRELS, "run, line 3: has no document$"),
        (
            RUN + f"q Q0 {'x' * 501} 3 1 s\n",
            QRELS,
            "run, line 3: .* over 500 characters long: x{39}…$",
        ),
        (RUN, QRELS + f"q 0 c {'9' * 90_000}\n", r"qrels, line 3: .* finite number, got 9{39}…$"),
        (RUN, QRELS + "q 0 c a\u202eb\n", "qrels, line 3: .*, got a�b$"),
    ],
)
def test_a_bad_line_is_named(run: str, qrels: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        read(
            run.encode(),
            qrels.encode(errors="surrogateescape"),
            top_grade=1,
            limits=Limits(name=500),
            progress=lambda _share: None,
        )


def upload(content: bytes, name: str) -> io.BytesIO:
    """A file with a name."""
    file = io.BytesIO(content)
    file.name = name
    return file


def archive(name: str) -> bytes:
    """A ZIP archive with a file of this name."""
    with zipfile.ZipFile(file := io.BytesIO(), "w") as packed:
        packed.writestr(name, RUN)
    return file.getvalue()


def parquet() -> bytes:
    pd.DataFrame({"document": ["a"], "grade": [1]}).to_parquet(file := io.BytesIO())
    return file.getvalue()


def array() -> bytes:
    np.save(file := io.BytesIO(), np.ones(3))
    return file.getvalue()


PACKED = "is compressed by {}; unpack it, or pack it with gzip"
SAVE = "save it as CSV"
OTHERS = {
    "damaged gzip": (gzip.compress(RUN.encode())[:-9], "is a damaged gzip file; pack it once more"),
    "bz2": (bz2.compress(RUN.encode()), PACKED.format("bzip2")),
    "xz": (lzma.compress(RUN.encode()), PACKED.format("xz")),
    "zstd": (pa.compress(RUN.encode(), "zstd", asbytes=True), PACKED.format("zstd")),
    "lz4": (pa.compress(RUN.encode(), "lz4", asbytes=True), PACKED.format("lz4")),
    "zip": (archive("web.run"), "is a zip archive; unpack it, and bring the files in it"),
    "xlsx": (archive("xl/workbook.xml"), "is an Excel file; save it there as CSV"),
    "npz": (archive("a.npy"), f"is a NumPy array; {SAVE}"),
    "npy": (array(), f"is a NumPy array; {SAVE}"),
    "parquet": (parquet(), rf"is a Parquet table; {SAVE}, as by pandas\..*"),
    "pickle": (pickle.dumps({"q": {"a": 1.0}}), f"is a pickled object; {SAVE}"),
    "a topic named PAR1": (b"PAR1 Q0 \x81 1 2 s\n", "line 1: is not text in UTF-8"),
}


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("kind", ["run", "qrels", "table"])
def test_a_file_that_is_no_text_is_called_what_it_is(other: str, kind: str) -> None:
    content, sentence = OTHERS[other]
    file = upload(content, "mine.gz")
    taken = {"run": (file, QRELS.encode()), "qrels": (RUN.encode(), file), "table": (file,)}
    with pytest.raises(ValueError, match=f"^mine.gz,? {sentence}$"):
        read(*taken[kind])


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("title,score\na,1.5\n", "table holds a run and no judgements"),
        ("rel,label\na,b\n", r"table, line 1: one column must be called grade, got 2: rel, label"),
        ("name,grade\na,1\n", r"table, line 1: one column must be called document .*, got name"),
        ("title,grade\na,1\nb,1,2\n", "table, line 3: must have 2 cells, as line 1"),
        ("title,grade\na,1,2\nb,1\n", "table, line 2: must have 2 cells, as line 1"),
        ("title,grade\na,1\n\n,1\n", "table, line 4: has no document"),
        ('note,title,grade\n"x\n\ny",a,1\n,b,many\n', "table, line 5: the grade must be"),
        ("title,grade,score\na,1,2\nb,1,best\n", "table, line 3: the score must be a number"),
        ("title,grade,rank\na,1,2\nb,1,-\n", "table, line 3: the rank must be a number"),
        ("title,grade\na,1\na,\n", "table, line 3: the topic already has a document a"),
        ('title,grade\na,1\n"b,0\nc,0\n', "table, row 3: a quotation is never closed"),
        ('title,grade\n"a\nb",1\nc,0,x,y\n', "table, row 3: must have 2 cells, as line 1"),
        ('title,grade\n"a\nb",1\nc,0,x\n', "table, line 4: must have 2 cells, as line 1"),
        ("title,grade\na,1,2,3,4\nb,1\n", "table, row 2: must have 2 cells, as line 1"),
        ("title,grade\na\tb,1\n", "table, line 2: the document holds a control character: a�b"),
        ("title,grade\na,\n", "table holds no judgements"),
        ("", "table holds no documents"),
        ("title,grade,grade\na,1,2\n", r"table, line 1: one column must be called grade, got 2"),
        ("title,grade,topic\na,1,\n", "table, line 2: has no topic"),
        ("title,grade\na,1\na ,0\n", "table, line 3: the topic already has a document a"),
        ("title,grade\n\udc81,1\n", "table, line 2: is not text in UTF-8"),
        ("title,grade\na\0,1\n", "table, line 2: is not text, it holds a byte of 0"),
        ("title,grade\r\na,1\r\nb\r,0\r\n", "table, line 3: holds a carriage return"),
    ],
)
def test_a_bad_table_is_refused(table: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        read(upload(table.encode(errors="surrogateescape"), "table"), order_of_lines=True)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (b"\n" * 51, "table, line 51: a file may have 50 lines, this one has more"),
        (b"title,grade\n" + b"\r\n" * 51, "table, line 51: a file may have 50 lines"),
        (b"," * 201, "table, line 1: is longer than the 200 bytes that a line may have"),
        (b'"' * 900, "table, line 1: is longer than the 200 bytes"),
        (b"\r" * 900, "table, line 1: is longer than the 200 bytes"),
        (b"\0" * 900, "table, line 1: is longer than the 200 bytes"),
        (b"title,grade\n" + b"7" * 201 + b"\n", "table, line 2: is longer than the 200 bytes"),
        (b"title,grade\na,1\n" + "ä".encode() * 101, "table, line 3: is longer than the 200"),
        (b"," * 9 + b"\n", "table, line 1: a table may have 9 columns, got 10"),
        (b"title,grade\n" + b"a,1\n" * 16, "table: 17 lines of 2 columns are too many; .* be 32"),
        (b"\n" * 1001, "table has more than the 1,000 bytes that a file may have$"),
        (gzip.compress(b"\n" * 10**6), "table has more than the 1,000 bytes .* have, unpacked"),
        (random.Random(7).randbytes(150), "table, line 1: is not text in UTF-8"),
        (b"PK\3\4\x14\0\0\0\x08\0\xc1\xd2", "table is a zip archive; unpack it"),
        (b"", "table holds no documents"),
        (b"\xef\xbb\xbf", "table holds no documents"),
        (b"\n \n", "table holds no documents"),
        (b"[" * 190, "table, line 1: is not JSON"),
    ],
)
@pytest.mark.parametrize("block", [1, 7, 2**20])
def test_a_monster_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch, table: bytes, sentence: str, block: int
) -> None:
    limits = Limits(bytes=1000, lines=50, line=200, columns=9, cells=32)
    monkeypatch.setattr(reading, "_BLOCK", block)
    monkeypatch.delattr(pd, "read_csv")
    with pytest.raises(ValueError, match=f"^{sentence}"):
        read(upload(table, "table"), limits=limits)


def test_what_the_limits_allow_is_read() -> None:
    table = b"\xef\xbb\xbftitle,grade\r\n" + b"a" * 17 + b",1\r\nb,3.0\r\n\r\n" + b"c,0"
    limits = Limits(bytes=len(table), lines=4, line=20, columns=2, name=17, grade=3)
    judged = read(table, order_of_lines=True, limits=limits)
    assert ids(judged) == [["a" * 17, "b", "c"]]
    assert judged.ranking.grades.tolist() == [[1, 3, 0]]


def test_odd_tables_that_are_read() -> None:
    """Line breaks in a title are spaces; a comma too many holds nothing; notes may be anything."""
    broken = b'title,grade\n"a\r\n b\n\nc",1\nd,0,\n'
    assert ids(read(broken, order_of_lines=True)) == [["a b c", "d"]]
    noted = b'note,title,grade,note\n"\x0c\n\x07",a,1,' + b"x" * 99_000 + b"\n,b,1\n"
    assert ids(read(noted, order_of_lines=True)) == [["a", "b"]]
    old_mac = b"title,grade\ra,1\rb,0\r"
    assert ids(read(old_mac, order_of_lines=True)) == [["a", "b"]]


def test_any_file_is_read_or_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b"q1 Q0 a 1 2 s\n", b"q1 0 a 1\n", b"title,grade,score\n", b"a,1,2\n", b"b;0;1\n"
    marks = b"\n|\r|\r\n|,|;|\t| |\"|\0|\x0b|\xff|\xc2\x85|\xef\xbb\xbf|-1|1e999|nan|?|\\|'"
    pieces = [*lines, *marks.split(b"|"), b"9" * 400, "ä�𝄞".encode()]
    chance = random.Random(7)
    monkeypatch.setattr(reading, "_BLOCK", 16)
    taken, said = 0, []
    for _ in range(120):
        table, run, qrels = (b"".join(chance.choices(pieces, k=chance.randrange(9))) for _ in "abc")
        for attempt in (
            partial(read, b"title,grade,score\n" * chance.randrange(2) + table),
            partial(read, RUN.encode() + run, QRELS.encode() + qrels),
        ):
            try:
                attempt(top_grade=3)
                taken += 1
            except ValueError as refused:
                said.append(str(refused))
    assert taken > 3
    for sentence in said:
        assert re.match(r"(file|run|qrels)\b.{9,250}$", sentence)
        assert sentence.isprintable()


def test_too_little_memory_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(*_: object, **__: object) -> None:
        raise pd.errors.ParserError("Error tokenizing data. C error: out of memory")

    monkeypatch.setattr(pd, "read_csv", run_out)
    with pytest.raises(ValueError, match=r"^there is not enough memory"):
        read(b"title,grade,score\na,1,2\n")


def test_ids_read_as_an_array_would() -> None:
    table = b"topic,document,grade\nq,\xc3\xa4,1\nq,b,0\nr,c d,1\ns,e,0\ns,f,0\ns,g,1\n"
    judged = read(table, order_of_lines=True)
    ids = judged.documents
    assert ids
    assert judged.missed
    array = np.array([["ä", "b", ""], ["c d", "", ""], ["e", "f", "g"]], dtype=object)
    assert ids.shape == array.shape
    places: list[Any] = [0, -1, (0, 1), (np.int64(2), np.int64(2)), [2, 0], slice(1, 3)]
    for place in [*places, np.array([True, False, True]), (slice(None), 0), ([0, 2], 1)]:
        assert type(ids[place]) is type(array[place])
        np.testing.assert_array_equal(ids[place], array[place])
    for place in (3, (0, 3)):
        with pytest.raises(IndexError):
            ids[place]
    assert judged.missed[1].tolist() == []


def test_files_by_path_and_as_uploads_are_called_by_their_names(tmp_path: Path) -> None:
    run, qrels = tmp_path / "mine.run", tmp_path / "web.qrels"
    run.write_text(RUN)
    qrels.write_text(QRELS)
    assert ids(read(run, str(qrels))) == [["a", "b"]]
    brought = upload(b"q 0 a 0x7\n", "web.qrels")
    brought.read()  # as if someone had looked into it before
    with pytest.raises(ValueError, match=r"^web\.qrels, line 1: .* got 0x7"):
        read(run, brought)
    assert not brought.closed


def test_progress_only_grows_and_ends_at_one() -> None:
    lines = [f"q Q0 d{i} {i} {i} s" for i in range(50_000)]
    told: list[float] = []
    read("\n".join(lines).encode(), b"q 0 d1 1", progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < 0.9
    assert told[-1] == 1
    assert len(set(told)) > 2


def test_a_batch_that_would_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"2 topics with up to 2 documents .* may be at most 3"):
        read(RUN.encode(), b"q 0 a 1\nr 0 a 1", limits=Limits(batch=3))


SCORES = Breakdown(
    {"contribution": np.array([[0.9, 0.1], [0.5, 0.0], [0.0, 0.0]])},
    undefined=np.array([False, False, True]),
)


def test_three_ways_to_average_by_hand() -> None:
    assert mean(SCORES) == mean(SCORES, undefined="worst") == (1 + 0.5 + 0) / 3
    assert mean(SCORES, undefined="skip") == (1 + 0.5) / 2
    with pytest.raises(ValueError, match="the score of 1 of 3 queries is undefined"):
        mean(SCORES, undefined="error")
    with pytest.raises(ValueError, match="undefined must be one of worst, skip, error"):
        mean(SCORES, undefined="zero")  # type: ignore[arg-type]


def test_a_mean_of_nothing_is_no_number() -> None:
    nothing = Breakdown({"contribution": np.zeros((1, 2))}, undefined=np.array([True]))
    assert math.isnan(mean(nothing, undefined="skip"))
    assert mean(nothing) == 0


def test_scores_of_a_dict_may_be_text() -> None:
    """A number as text is read as from a file."""
    judged = read({"q": {"a": "0.5", "b": 2, "c": 1.5}}, {"q": {"a": "2", "c": 1}})
    assert judged.ranking.grades.tolist()[0][1:] == [1, 2]
