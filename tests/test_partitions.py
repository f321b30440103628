"""Partitions by topic add up to the numbers of one table, on one machine and on many workers."""

import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from textwrap import indent
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metrics
from metrics import InputWarning, compare
from metrics.catalog import METRICS
from metrics.evaluation import Scored
from metrics.partitions import combine, evaluate_part

ROOT = Path(__file__).parents[1]
RUN, RUN_B, QRELS = (
    (ROOT / f"assets/example_{name}.txt").read_text() for name in ("run", "run_b", "qrels")
)
NAMES = ["nDCG@10", "AP", "RR", "P@5", "bpref", "Judged@10", "gm_map", "recall_10", "num_rel"]


def lines(text: str) -> dict[str, str]:
    """A file for each topic."""
    by_topic: dict[str, str] = {}
    for line in text.splitlines(keepends=True):
        topic = line.split()[0]
        by_topic[topic] = by_topic.get(topic, "") + line
    return by_topic


def dicts(text: str) -> dict[str, dict[str, float]]:
    """Scores or grades by topic and document."""
    fields = (line.split() for line in text.splitlines())
    return {
        topic: {line[2]: float(line[4] if len(line) > 4 else line[3]) for line in group}
        for topic, group in groupby(fields, key=lambda line: line[0])
    }


def frame(nested: Mapping[str, Mapping[str, float]], value: str) -> pd.DataFrame:
    rows = [(t, d, each) for t, documents in nested.items() for d, each in documents.items()]
    return pd.DataFrame(rows, columns=["query_id", "doc_id", value]).astype(
        {"query_id": "str", "doc_id": "str", value: float}
    )


def taken(kind: str, nested: Mapping[str, Any], topics: Iterable[str], value: str) -> Any:
    """What a run or qrels has of some topics, as a file, a table or a dict."""
    some = {topic: nested[topic] for topic in topics if topic in nested}
    if kind == "file":
        return "".join(some.values()).encode()
    return frame(some, value) if kind == "table" else some


def source(kind: str, text: str) -> Mapping[str, Any]:
    return lines(text) if kind == "file" else dicts(text)


TOPICS = [*dict.fromkeys([*lines(QRELS), *lines(RUN)])]
SPLITS = {
    "one": [TOPICS],
    "each": [[topic] for topic in TOPICS],
    "halves": [TOPICS[:3], TOPICS[3:]],
    "with empty ones": [[], TOPICS[:5], [], TOPICS[5:], []],
    "backwards": [TOPICS[5:], TOPICS[:5]],
}


def parts(
    kind: str, split: str, names: Iterable[str], run: str = RUN, **options: Any
) -> list[Scored]:
    runs, qrels = source(kind, run), source(kind, QRELS)
    return [
        evaluate_part(
            taken(kind, runs, topics, "score"),
            taken(kind, qrels, topics, "grade"),
            names,
            **options,
        )
        for topics in SPLITS[split]
    ]


def whole(kind: str, names: Iterable[str], run: str = RUN, **options: Any) -> pd.DataFrame:
    runs, qrels = source(kind, run), source(kind, QRELS)
    return metrics.evaluate(
        taken(kind, runs, runs, "score"), taken(kind, qrels, qrels, "grade"), names, **options
    )


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("kind", ["file", "table", "dict"])
@pytest.mark.parametrize("undefined", ["worst", "skip"])
@pytest.mark.filterwarnings("ignore::metrics.runs.InputWarning")
def test_partitions_give_the_table_of_all(kind: str, split: str, undefined: str) -> None:
    """Scores and means are equal to the last digit, in whatever order partitions come."""
    found = combine(parts(kind, split, NAMES, undefined=undefined))
    wanted = whole(kind, NAMES, undefined=undefined)
    assert [*found.index] == [
        t for topics in SPLITS[split] for t in topics if t in wanted.index
    ] + ["mean"]
    pd.testing.assert_frame_equal(found.loc[wanted.index], wanted, check_exact=True)
    assert {*found.attrs["notes"]} == {*wanted.attrs["notes"]}


@pytest.mark.parametrize("split", SPLITS)
def test_every_metric_takes_partitions(split: str) -> None:
    names = [
        metric.label() for metric in METRICS.values() if metric.key != "interpolated_precision"
    ]
    found = combine(parts("dict", split, names, top_grade=3))
    wanted = whole("dict", names, top_grade=3)
    pd.testing.assert_frame_equal(found.loc[wanted.index], wanted, check_exact=True)


@pytest.mark.parametrize("split", ["each", "backwards"])
def test_intervals_are_those_of_all(split: str) -> None:
    """Of a mean, and of the difference of two runs."""
    a, b = (combine(parts("file", split, ["AP", "RR"], run)) for run in (RUN, RUN_B))
    given = {"A": RUN.encode(), "B": RUN_B.encode()}
    wanted = compare.several(given, QRELS.encode(), ["AP", "RR"]).drop(columns="randomisation")
    assert compare.of_tables({"A": a, "B": b})[[*wanted]].equals(wanted)
    mean = whole("file", "AP")["AP"].drop("mean").to_numpy()
    assert compare.t_interval(a["AP"].drop("mean").to_numpy()) == compare.t_interval(mean)


def test_by_hand() -> None:
    """AP is 1, 1/2 and, without a run, 0; the mean 1/2 counts all three."""
    runs = [{"q1": {"a": 2.0, "b": 1.0}}, {"q2": {"a": 2.0, "d": 1.0}}, {}]
    qrels = [{"q1": {"a": 1}}, {"q2": {"d": 2}}, {"q3": {"e": 1}}]
    every = [evaluate_part(*part, "AP") for part in zip(runs, qrels, strict=True)]
    assert combine(every)["AP"].to_dict() == {"q1": 1, "q2": 0.5, "q3": 0, "mean": 0.5}
    assert "1 topic without documents in the run" in " ".join(combine(every).attrs["notes"])


Q1, Q2 = {"q1": {"a": 2.5, "b": 1.0}}, {"q2": {"a": 2.5, "b": 1.0}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([(Q1, Q1), (Q2, Q2), (Q1, Q1)], "the topic q1 is in partitions 1 and 3"),
        ([(Q1, Q1), (Q1, Q2)], "the topic q1 is in partitions 1 and 2"),
        ([(Q1, Q2), (Q2, Q1)], "the topic q1 is in partitions 1 and 2"),
        ([(Q1, Q1), ({}, Q1)], "the topic q1 is in partitions 1 and 2"),
        ([(Q1, {}), (Q1, Q2)], "the topic q1 is in partitions 1 and 2"),
        ([(Q1, {}), ({}, Q2)], "run and qrels share no topic: the run has q1, the qrels q2"),
        ([(Q1, {}), (Q2, {})], "no partition holds judgements"),
        ([({}, {})], "no partition holds judgements"),
        ([], "no partition holds judgements"),
    ],
)
def test_a_wrong_split_is_refused(given: list[tuple[Any, Any]], said: str) -> None:
    """A topic in two partitions would be a wrong number."""
    every = [evaluate_part(*part, "AP") for part in given]
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        combine(every)


def test_a_scale_is_the_same_in_each() -> None:
    """ERR depends on the top grade, which is 1 in one partition and 2 in the other."""
    low, high = {"q1": {"a": 1}}, {"q2": {"a": 2}}
    with pytest.raises(ValueError, match="ERR@5 depends on the highest grade"):
        combine([evaluate_part(Q1, low, ["AP", "ERR@5"]), evaluate_part(Q2, high, ["AP", "ERR@5"])])
    found = combine([evaluate_part(Q1, low, "nDCG"), evaluate_part(Q2, high, "nDCG")])
    assert found["nDCG"].tolist() == [1, 1, 1]
    assert "The scale is 0 to 2." in found.attrs["notes"]
    every = [
        evaluate_part(Q1, low, "ERR", top_grade=2),
        evaluate_part(Q2, high, "ERR", top_grade=2),
    ]
    assert combine(every)["ERR"].tolist() == [0.25, 0.75, 0.5]  # (2^g − 1) / 2^2


def test_rules_are_the_same_in_each() -> None:
    one = evaluate_part(Q1, {"q1": {"a": 1}}, "AP", relevant_from=1)
    with pytest.raises(ValueError, match="same relevant_from, got 1 in partition 1 and 2 in part"):
        combine([one, evaluate_part(Q2, {"q2": {"a": 1}}, "AP", relevant_from=2)])
    with pytest.raises(ValueError, match="same names, got AP in partition 1 and RR in partition 2"):
        combine([one, evaluate_part(Q2, {"q2": {"a": 1}}, "RR")])
    assert len(combine([one, evaluate_part(Q2, {"q2": {"a": 1}}, "AP")])) == 3


def test_an_error_of_a_partition_is_its_own() -> None:
    with pytest.raises(ValueError, match="the score of 1 of 1 queries is undefined"):
        evaluate_part(Q1, {"q1": {"a": 0}}, "AP", undefined="error")
    with pytest.raises(ValueError, match="topic is called 'mean'"):
        evaluate_part({"mean": {"a": 1.0}}, {"mean": {"a": 1}}, "AP")


def test_a_doubt_is_that_of_all() -> None:
    """What one partition looks like is no doubt if the others do not."""
    tied, judged = {"q1": {"a": 1.0, "b": 1.0}}, {"q1": {"a": 1, "c": 0}}
    fine = [({f"q{at}": {"a": 2.0, "b": 0.5}}, {f"q{at}": {"a": 1, "c": 0}}) for at in range(2, 5)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        combine([evaluate_part(*part, "AP") for part in [(tied, judged), *fine]])
        grades = {"q1": {"a": 1.0, "b": 0.0}}
        combine([evaluate_part(grades, grades, "AP"), evaluate_part(*fine[0], "AP")])
        combine([evaluate_part({"q1": {"z": 0.5}}, judged, "AP"), evaluate_part(*fine[0], "AP")])
    with pytest.warns(InputWarning, match="The scores are the grades"):
        combine([evaluate_part(grades, grades, "AP")])
    with pytest.warns(InputWarning, match="same score in 1 of 1 topic,"):
        combine([evaluate_part(tied, judged, "AP")])
    given = [*fine, ({"q9": {"a": 1.0}}, {"q9": {"a": 0}})]
    every = [evaluate_part(*part, ["AP", "P@1"], undefined="skip") for part in given]
    with pytest.warns(InputWarning, match="The means leave out different topics"):
        combine(every)


# Dask starts its workers from the script that asks for them, as multiprocessing does.
SCRIPT = """
import pandas
from dask.distributed import Client, LocalCluster

if __name__ == "__main__":
    for name in ("run", "qrels"):
        pandas.read_pickle(name).to_parquet(f"{{name}}.parquet")
    with LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
{lines}
        table.to_pickle("table")
"""


@pytest.mark.slow
@pytest.mark.timeout(600)  # it starts three processes
def test_dask_runs_the_partitions(tmp_path: Path) -> None:
    """The README's lines give the numbers of one table, on two workers."""
    run, qrels = (
        pd.DataFrame(
            {
                "query_id": [f"q{topic}" for topic in range(500) for _ in range(most)],
                "doc_id": [
                    f"d{topic * at * step % 101}" for topic in range(500) for at in range(most)
                ],
            }
        ).drop_duplicates()
        for most, step in ((80, 3), (30, 7))
    )
    run["score"] = 1000 - np.arange(len(run)) % 997.0
    qrels["grade"] = np.arange(len(qrels)) % 4
    run.to_pickle(tmp_path / "run")
    qrels.to_pickle(tmp_path / "qrels")
    (lines,) = re.findall(r"```python\n(from dask .*?)```", (ROOT / "README.md").read_text(), re.S)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(lines=indent(lines, " " * 8)))
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, script], cwd=tmp_path, env=environment, check=True)
    found = pd.read_pickle(tmp_path / "table")
    wanted = metrics.evaluate(run, qrels, ["nDCG@10", "AP"])
    pd.testing.assert_frame_equal(found.loc[wanted.index], wanted, check_exact=True)
