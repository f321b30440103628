"""How fast nDCG@10, AP, RR, RBP and ERR are here, and in the libraries that others use for them.

Each library computes those of the five that it has, a value per query, and is compared with our
time for the same ones. What it reads is built before the clock starts: dictionaries, arrays, and
for us a `Ranking`, which is grades by rank. A library that matches document names and sorts scores
at every call does it on the clock; one that does it once, while its input is built, does not.
Everything is warm, the rounds are interleaved, and the fastest counts: whatever else runs on the
machine only makes them slower. That tells most with ranx, which uses every core, the others one:
where another process has one of two cores, it takes up to twice its time. A value that differs from
ours is an error. All are asked for scores: of batches as large as these Rankbook works out the
terms only when they are looked at, which nobody does here.
The traps, and what is done about them:

- ranx's `Qrels` and `Run` are unpacked at every call; here it gets them unpacked. Its RBP is not
  divided by the top grade.
- ir_measures asks trec_eval for three of the five, cwl-eval for RBP, which reads hits, and a Perl
  script for ERR, with five decimals and the top grade 4. The last two have a row of their own.
- scikit-learn has nDCG only, and returns the mean. Its ideal order is that of the list it is given,
  so it also gets the missed documents, scored below all others. It is told that nothing is tied.

A second table begins where most people do, with dictionaries or with TREC files: `metrics.evaluate`
beside the libraries that take them, everything on the clock, with scores in order and with every
tenth tied. It counts processor time, because pyarrow reads with every core. The last line reads a
run of the size of MS MARCO's, 7 million lines, in a fresh process each.

Memory is what one evaluation adds to the resident size of a fresh process at its peak, after ten
queries to warm up and with the input built; what it starts, such as Perl, is not counted.
"""

import ctypes
import gc
import math
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from timeit import timeit
from typing import Any, ClassVar

import ir_measures
import numpy as np
import pytrec_eval
import ranx
from ir_measures import AP, ERR, RBP, RR, nDCG
from sklearn.metrics import ndcg_score

from metrics import evaluate
from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.ranking import Ranking

SIZES = (1_000, 10_000)  # queries
DOCUMENTS, MISSED, TOP = 100, 20, 4  # retrieved, missed at most, and the top grade
ROUNDS, SLOW_ROUNDS = 15, 3  # the slow take longer than a second each
TOLERANCE = 1e-6
RANX_GOAL = 2.0  # its time over ours, where it has two cores and the most queries
AHEAD_GOAL = 1.5  # the time of the fastest other over ours, from dictionaries and from files
LARGE = (6_980, 1_000)  # topics and documents each
LARGE_GOAL = 3.0  # GB
CATALOG_GOAL = 2.0  # ms for every metric of one list of ten documents

OURS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "nDCG@10": ("ndcg", {"k": 10}),
    "AP": ("average_precision", {}),
    "RR": ("reciprocal_rank", {}),
    "RBP": ("rbp", {}),
    "RBP of hits": ("rbp", {"utility": "binary"}),
    "ERR": ("err", {}),
}
FIVE = ("nDCG@10", "AP", "RR", "RBP", "ERR")

Scores = Mapping[str, Array]  # a name of OURS, and a value per query


class Judgements:
    """Random rankings, each with documents nobody judged and judged ones that it missed."""

    def __init__(self, queries: int) -> None:
        """Draw the same for the same number of queries."""
        draw = np.random.default_rng(1895)
        shape = (queries, DOCUMENTS + MISSED)
        pool = draw.choice(np.arange(TOP + 1.0), shape, p=[0.5, 0.25, 0.12, 0.08, 0.05])
        pool[::100] = 0  # nothing relevant
        pool[:, :DOCUMENTS][draw.random((queries, DOCUMENTS)) < 0.4] = math.nan
        missed = draw.integers(1, MISSED + 1, (queries, 1))
        pool[:, DOCUMENTS:][np.arange(MISSED) >= missed] = math.nan
        self.pool = pool
        self.grades, self.missed = pool[:, :DOCUMENTS].copy(), pool[:, DOCUMENTS:].copy()

    def ranking(self) -> Ranking:
        return Ranking(self.grades, self.missed, top_grade=TOP)

    def qrels(self) -> dict[str, dict[str, int]]:
        return {
            topic: {
                name: int(grade)
                for name, grade in zip(self.names(), grades, strict=True)
                if not math.isnan(grade)
            }
            for topic, grades in zip(self.topics(), self.pool.tolist(), strict=True)
        }

    def run(self) -> dict[str, dict[str, float]]:
        names = self.names()[:DOCUMENTS]
        return {
            topic: {name: float(-rank) for rank, name in enumerate(names)}
            for topic in self.topics()
        }

    def topics(self) -> list[str]:
        # Numbers, which the Perl script needs, that stand in the same order as text.
        return [str(10_000 + query) for query in range(len(self.pool))]

    def names(self) -> list[str]:
        return [f"document{number:03}" for number in range(DOCUMENTS + MISSED)]


class Rankbook:
    name = "Rankbook"

    def __init__(self, judgements: Judgements, metrics: Collection[str] = FIVE) -> None:
        """Build a ranking of all queries."""
        self.metrics = metrics
        self.ranking = judgements.ranking()

    def evaluate(self) -> Scores:
        scores = {}
        for name in self.metrics:
            key, knobs = OURS[name]
            scores[name] = METRICS[key].compute(self.ranking, **knobs).score
        return scores


class TrecEval:
    name = "pytrec_eval"
    measures: ClassVar = {"nDCG@10": "ndcg_cut_10", "AP": "map", "RR": "recip_rank"}

    def __init__(self, judgements: Judgements) -> None:
        """Build the dictionaries, and read the judgements into its evaluator."""
        self.run = judgements.run()
        asked = {"ndcg_cut.10", "map", "recip_rank"}
        self.evaluator = pytrec_eval.RelevanceEvaluator(judgements.qrels(), asked)

    def evaluate(self) -> dict[str, dict[str, float]]:
        return self.evaluator.evaluate(self.run)

    def scores(self, answer: dict[str, dict[str, float]]) -> Scores:
        return {
            ours: np.array([answer[topic][theirs] for topic in self.run])
            for ours, theirs in self.measures.items()
        }


class Ranx:
    name = "ranx"
    measures: ClassVar = {"nDCG@10": "ndcg@10", "AP": "map", "RR": "mrr", "RBP": "rbp.80"}

    def __init__(self, judgements: Judgements) -> None:
        """Build what is inside Qrels and Run."""
        self.qrels = ranx.Qrels(judgements.qrels()).to_typed_list()
        self.run = ranx.Run(judgements.run()).to_typed_list()

    def evaluate(self) -> dict[str, Array]:
        return ranx.evaluate(self.qrels, self.run, list(self.measures.values()), return_mean=False)

    def scores(self, answer: dict[str, Array]) -> Scores:
        scores = {ours: answer[theirs] for ours, theirs in self.measures.items()}
        return scores | {"RBP": scores["RBP"] / TOP}


class IrMeasures:
    name = "ir_measures"
    measures: ClassVar = {"nDCG@10": nDCG @ 10, "AP": AP, "RR": RR}

    def __init__(self, judgements: Judgements) -> None:
        """Build the dictionaries, and read the judgements into its evaluators."""
        self.run = judgements.run()
        self.evaluator = ir_measures.evaluator(self.measures.values(), judgements.qrels())

    def evaluate(self) -> list[ir_measures.Metric]:
        return list(self.evaluator.iter_calc(self.run))

    def scores(self, answer: list[ir_measures.Metric]) -> Scores:
        values: dict[Any, dict[str, float]] = defaultdict(dict)
        for metric in answer:
            values[metric.measure][metric.query_id] = metric.value
        return {
            ours: np.array([values[theirs][topic] for topic in self.run])
            for ours, theirs in self.measures.items()
        }


class IrMeasuresOfReaders(IrMeasures):
    measures: ClassVar = {"RBP of hits": RBP(rel=1, p=0.8), "ERR": ERR @ DOCUMENTS}


class ScikitLearn:
    name = "scikit-learn"
    measures: ClassVar = {"nDCG@10": ndcg_score}

    def __init__(self, judgements: Judgements) -> None:
        """Build a row of truth and one of scores for each query."""
        self.truth = np.nan_to_num(judgements.pool)
        self.predicted = np.tile(-np.arange(self.truth.shape[1], dtype=float), (len(self.truth), 1))

    def evaluate(self, rows: slice = slice(None)) -> float:
        return ndcg_score(self.truth[rows], self.predicted[rows], k=10, ignore_ties=True)

    def scores(self, answer: float) -> Scores:
        each = np.array([self.evaluate(slice(row, row + 1)) for row in range(len(self.truth))])
        assert math.isclose(each.mean(), answer)
        return {"nDCG@10": each}


LIBRARIES = (TrecEval, Ranx, IrMeasures, IrMeasuresOfReaders, ScikitLearn)


def disagreements(theirs: Scores, ours: Scores) -> list[str]:
    """Name each metric of theirs whose values are not ours for every query."""
    wrong = []
    for metric, values in theirs.items():
        # gdeval prints five decimals.
        tolerance = 6e-6 if metric == "ERR" else TOLERANCE
        apart = np.abs(values - ours[metric])
        if not (apart <= tolerance).all():
            wrong.append(f"{metric}, by up to {np.nanmax(apart):.2g} in query {apart.argmax()}")
    return wrong


def milliseconds(function: Callable[[], object]) -> float:
    return 1000 * timeit(function, number=1)  # which keeps the garbage collector out


def resident(line: str) -> int:
    """Resident size of this process in bytes: "VmRSS" now, "VmHWM" at its peak."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(rf"{line}:\s*(\d+) kB", status)[1])


def peak(library: Callable[[Judgements], Any], queries: int) -> int:
    """Bytes that one evaluation adds to this process at its peak."""
    library(Judgements(10)).evaluate()
    prepared = library(Judgements(queries))
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what was freed would be used again unseen
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    before = resident("VmRSS")
    answer = prepared.evaluate()
    grown = resident("VmHWM") - before
    del answer
    return grown


def measured_peak(library: Callable[[Judgements], Any], queries: int) -> int:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        return fresh.submit(peak, library, queries).result()


def print_row(
    name: str, metrics: Collection[str], queries: int, theirs: float, ours: float, memory: int
) -> None:
    print(
        f"{name:14}{', '.join(metrics):31}{queries:8,}{theirs:9.1f}{1000 * queries / theirs:12,.0f}"
        f"{ours:9.1f}{theirs / ours:8.2f}{memory / 1e6:10.1f}",
        flush=True,
    )


def compare(queries: int) -> bool:
    """Print a row for each library, and tell whether all agree with us."""
    judgements = Judgements(queries)
    expected = Rankbook(judgements, OURS).evaluate()
    agree = True
    prepared = [library(judgements) for library in LIBRARIES]
    for library in prepared:  # which also warms up
        for wrong in disagreements(library.scores(library.evaluate()), expected):
            print(f"{library.name} DISAGREES on {wrong}", file=sys.stderr)
            agree = False
    times = defaultdict(list)
    for turn in range(ROUNDS):
        times["build"].append(milliseconds(judgements.ranking))
        times["five"].append(milliseconds(Rankbook(judgements).evaluate))
        for library in prepared:
            if turn >= SLOW_ROUNDS and min(times[library]) > 1000:
                continue
            times[library].append(milliseconds(library.evaluate))
            # A new ranking each time: the number of relevant documents is not known yet.
            times[library, "ours"].append(
                milliseconds(Rankbook(judgements, library.measures).evaluate)
            )
    fastest = {what: min(each) for what, each in times.items()}
    memory = measured_peak(Rankbook, queries)
    print_row("Rankbook", FIVE, queries, fastest["five"], fastest["five"], memory)
    for library in prepared:
        print_row(
            library.name,
            library.measures,
            queries,
            fastest[library],
            fastest[library, "ours"],
            measured_peak(type(library), queries),
        )
    print(
        f"Rankbook takes {memory / (queries * DOCUMENTS):.0f} bytes for each document ranked, "
        f"a grade has 8. Its Ranking is built from arrays in {fastest['build']:.1f} ms."
    )
    return agree


def cpu(function: Callable[[], object]) -> float:
    """Milliseconds of processor time, the least of some rounds."""
    times = []
    for _ in range(SLOW_ROUNDS):
        gc.collect()
        start = process_time()
        function()
        times.append(1000 * (process_time() - start))
    return min(times)


def print_ahead(what: str, times: dict[str, float]) -> None:
    listed = ", ".join(f"{name} {time:,.0f} ms" for name, time in times.items())
    ours = times.pop("Rankbook")
    ahead = min(times.values()) / ours
    print(f"{what}: {listed}. Ahead by {ahead:.2f}; goal: {AHEAD_GOAL:g}.", flush=True)


def from_dictionaries(queries: int) -> None:
    """Print how long each library takes from dictionaries to nDCG@10, AP and RR of each query."""
    judgements = Judgements(queries)
    qrels, ordered = judgements.qrels(), judgements.run()
    tied = {
        topic: {name: score // 10 for name, score in sorted(run.items(), reverse=True)}
        for topic, run in ordered.items()
    }
    for kind, run in {"in order": ordered, "tied": tied}.items():
        ways: dict[str, Callable[[], object]] = {
            "Rankbook": lambda run=run: evaluate(run, qrels, [*TrecEval.measures]),
            "pytrec_eval": lambda run=run: pytrec_eval.RelevanceEvaluator(
                qrels, {"ndcg_cut.10", "map", "recip_rank"}
            ).evaluate(run),
            "ir_measures": lambda run=run: [
                *ir_measures.iter_calc(IrMeasures.measures.values(), qrels, run)
            ],
            "ranx": lambda run=run: ranx.evaluate(
                ranx.Qrels(qrels), ranx.Run(run), ["ndcg@10", "map", "mrr"]
            ),
        }
        times = {name: cpu(way) for name, way in ways.items()}
        print_ahead(f"From dictionaries, {queries:,} queries, scores {kind}", times)


def write_trec(folder: Path, topics: int, documents: int) -> tuple[Path, Path]:
    """Write a run and qrels of numbered topics."""
    draw = np.random.default_rng(1895)
    run, qrels = folder / f"{topics}.trec", folder / f"{topics}.qrels"
    with run.open("w") as lines:
        for topic in range(topics):
            names = draw.permutation(documents * 4)[:documents]
            scores = np.sort(draw.random(documents))[::-1]
            lines.writelines(
                f"{10_000 + topic} Q0 document{name} {rank} {score:.6f} system\n"
                for rank, (name, score) in enumerate(
                    zip(names.tolist(), scores.tolist(), strict=True), 1
                )
            )
    with qrels.open("w") as lines:
        for topic in range(topics):
            lines.writelines(
                f"{10_000 + topic} 0 document{name} {draw.integers(0, TOP + 1)}\n"
                for name in draw.permutation(documents * 4)[:20]
            )
    return run, qrels


def ours(run: Path, qrels: Path) -> object:
    return evaluate(run, qrels, [*TrecEval.measures])


def trec_evals(run: Path, qrels: Path) -> object:
    with run.open() as lines:
        ranked = pytrec_eval.parse_run(lines)
    with qrels.open() as lines:
        judged = pytrec_eval.parse_qrel(lines)
    asked = {"ndcg_cut.10", "map", "recip_rank"}
    return pytrec_eval.RelevanceEvaluator(judged, asked).evaluate(ranked)


def ir_measures_s(run: Path, qrels: Path) -> object:
    judged, ranked = ir_measures.read_trec_qrels(str(qrels)), ir_measures.read_trec_run(str(run))
    return [*ir_measures.iter_calc(IrMeasures.measures.values(), judged, ranked)]


def ranx_s(run: Path, qrels: Path) -> object:
    judged = ranx.Qrels.from_file(str(qrels), kind="trec")
    ranked = ranx.Run.from_file(str(run), kind="trec")
    return ranx.evaluate(judged, ranked, ["ndcg@10", "map", "mrr"])


def from_files(topics: int, documents: int, folder: Path) -> None:
    """Print how long each library takes from TREC files to nDCG@10, AP and RR of each query."""
    files = write_trec(folder, topics, documents)
    ways = {
        "Rankbook": ours,
        "pytrec_eval": trec_evals,
        "ir_measures": ir_measures_s,
        "ranx": ranx_s,
    }
    times = {name: cpu(partial(way, *files)) for name, way in ways.items()}
    print_ahead(f"From TREC files, {topics:,} queries of {documents:,}", times)


def spent(way: Callable[[Path, Path], object], run: Path, qrels: Path) -> tuple[float, float]:
    """Seconds of processor time, and GB at the peak."""
    start = process_time()
    way(run, qrels)
    return process_time() - start, resident("VmHWM") / 1e9


def from_a_large_file(folder: Path) -> None:
    """Print what a run of the size of MS MARCO's takes."""
    files = write_trec(folder, *LARGE)
    said = []
    for name, way in {"Rankbook": ours, "pytrec_eval": trec_evals}.items():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            seconds, most = fresh.submit(spent, way, *files).result()
        said.append(f"{name} {seconds:.1f} s and {most:.1f} GB")
    lines = LARGE[0] * LARGE[1] / 1e6
    print(f"A TREC run of {lines:.0f} million lines: {', '.join(said)}. Goal: {LARGE_GOAL:g} GB.")


def catalog_of_one_list() -> None:
    ranking = Ranking([3, 2, math.nan, 0, 1, 2, 0, 0, 1, 0], missed=[3, 1], top_grade=3)
    for metric in METRICS.values():
        metric.compute(ranking).score  # noqa: B018


def main() -> None:
    """Measure all libraries, smallest size first, and fail where one has other answers."""
    print(
        f"{'':14}{'metrics':31}{'queries':>8}{'ms':>9}{'queries/s':>12}{'ours':>9}{'ratio':>8}"
        f"{'peak MB':>10}   (ours: ms for the same metrics)"
    )
    agree = [compare(queries) for queries in SIZES]
    from_dictionaries(SIZES[-1])
    with TemporaryDirectory() as folder:
        for topics, documents in ((SIZES[-1], DOCUMENTS), (1_000, 1_000)):
            from_files(topics, documents, Path(folder))
        from_a_large_file(Path(folder))
    one = min(milliseconds(catalog_of_one_list) for _ in range(200))
    print(
        f"Goal for every ratio: above 1, and at least {RANX_GOAL:g} for ranx on two cores with "
        f"{SIZES[-1]:,} queries. This machine has {os.cpu_count()} cores."
    )
    print(
        f"All {len(METRICS)} metrics of one list of 10 documents: {one:.2f} ms. "
        f"Goal: at most {CATALOG_GOAL:.1f} ms."
    )
    if not all(agree):
        sys.exit("Not every library agrees, see above.")


if __name__ == "__main__":
    main()
