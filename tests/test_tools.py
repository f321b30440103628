"""Every tool that is said to be run prints, on hundreds of random lists, what its line says.

The lists have ties, unjudged and missed documents, nothing relevant, one document, fewer than k.
What a tool is given is made here from the lists alone; what it prints is held against its line.
Of tools that are only read, the definitions are computed here in plain loops, as their sources do.
"""

import csv
import math
import random
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from pyNTCIREVAL import metrics as ntcireval
from sklearn import metrics as sklearn_metrics

from metrics.conventions import CONVENTIONS, LINES, TIES, Handed, Line, printed_by
from metrics.ranking import Ranking

pytestmark = pytest.mark.slow

TOP = 4
CUTOFFS = (1, 3, 5, 20)


@dataclass(frozen=True)
class Case:
    """A list, best rank first: grades, None where nobody judged, ids, and a model's scores."""

    kind: str
    grades: tuple[int | None, ...]
    missed: tuple[int, ...]
    ids: tuple[str, ...]
    scores: tuple[float, ...]

    @cached_property
    def ranking(self) -> Ranking:
        grades = [math.nan if grade is None else grade for grade in self.grades]
        return Ranking(grades, self.missed, top_grade=TOP)


def random_cases() -> Iterator[Case]:
    draw = random.Random(1960)
    kinds: dict[str, tuple[tuple[int | None, ...], tuple[int, ...], int, int]] = {
        "binary": ((0, 1), (), 2, 14),
        "graded": ((0, 1, 2, 3, 4), (), 2, 14),
        "unjudged": ((None, None, 0, 1, 2, 4), (), 2, 14),
        "missed": ((0, 0, 1, 3), (0, 1, 2, 4), 2, 14),
        "unjudged and missed": ((None, 0, 1, 4), (0, 1, 4), 2, 14),
        "nothing relevant": ((None, 0), (0,), 2, 6),
        "everything relevant": ((2, 3, 4), (2, 4), 2, 8),
        "one document": ((None, 0, 1, 4), (0, 1, 4), 1, 1),
    }
    for number in range(30):
        for kind, (grades, missed, low, high) in kinds.items():
            n = draw.randint(low, high)
            levels = n if number % 2 else max(1, n // 3)  # few levels: many ties
            scores = (
                sorted((float(draw.randrange(1, levels + 1)) for _ in range(n)), reverse=True)
                if levels < n
                else [float(n - rank) for rank in range(n)]
            )
            names = draw.sample("abcdefghijklmnopqrstuvwxyz", n)
            yield Case(
                kind,
                tuple(draw.choice(grades) for _ in range(n)),
                tuple(draw.choice(missed) for _ in range(draw.randint(0, 6)) if missed),
                tuple(names),
                tuple(scores),
            )


CASES = {str(topic): case for topic, case in enumerate(random_cases())}
# A judged miss nobody retrieves: libraries leave out topics with nothing judged.
QRELS = {
    topic: {
        name: grade for name, grade in zip(case.ids, case.grades, strict=True) if grade is not None
    }
    | {f"missed{i}": grade for i, grade in enumerate((*case.missed, 0))}
    for topic, case in CASES.items()
}
RUN = {topic: dict(zip(case.ids, case.scores, strict=True)) for topic, case in CASES.items()}

Printed: TypeAlias = Iterator[tuple[str, int, str, float]]
"""What a tool prints: the name it prints, the cutoff, the topic, the number; NaN for none."""


def names(tool: str) -> dict[str, Line]:
    """What a tool that is run prints, each name with its line."""
    return {line.prints: line for line in LINES if line.tool == tool and line.proof == "run"}


def cuts(name: str) -> tuple[int, ...]:
    return CUTOFFS if "{k}" in name else (5,)  # which a line without a cutoff does not look at


def assert_holds(
    tool: str, printed: Printed, handed: Handed = "usual", tolerance: float = 1e-9
) -> None:
    """Hold every line of a tool against what the tool prints."""
    lines, wrong, seen = names(tool), [], Counter[str]()
    for name, k, topic, theirs in printed:
        case = CASES[topic]
        ours = printed_by(
            lines[name], case.ranking, k, handed=handed, tied=case.scores, ids=case.ids
        )
        seen[name] += 1
        agree = math.isclose(ours.number, theirs, abs_tol=tolerance)
        if not agree and not (math.isnan(theirs) and ours.why):
            wrong.append((name, k, case, ours.number, theirs))
    assert not wrong, (len(wrong), wrong[:3])
    assert seen.keys() == lines.keys()
    assert min(seen.values()) > 200


@cache
def judgements(handed: Handed) -> dict[str, dict[str, int]]:
    if handed == "usual":
        return QRELS
    # One that is judged, not relevant and not retrieved keeps a topic from being left out.
    return {
        topic: {name: grade for name, grade in grades.items() if name in CASES[topic].ids}
        | {"missed": 0}
        for topic, grades in QRELS.items()
    }


@pytest.mark.parametrize("handed", ["usual", "list"])
def test_trec_eval(handed: Handed) -> None:
    """As pytrec_eval, which is its code: so they share what they print."""
    tool = "pytrec_eval"
    shared = [
        {(line.prints, line.definition, line.ties, line.takes) for line in names(one).values()}
        for one in ("trec_eval", tool)
    ]
    assert shared[0] == shared[1]

    def printed() -> Printed:
        qrels = judgements(handed)
        for name in names(tool):
            measures = {k: name.format(k=k) for k in cuts(name)}
            asked = {name.replace("_{k}", "." + ",".join(map(str, CUTOFFS)))}
            evaluated = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(RUN)
            for topic, values in evaluated.items():
                yield from ((name, k, topic, values[key]) for k, key in measures.items())

    assert_holds(tool, printed(), handed)


@pytest.mark.parametrize("handed", ["usual", "list"])
def test_ir_measures(handed: Handed) -> None:
    def printed() -> Printed:
        asked = {
            ir_measures.parse_measure(name.format(k=k)): (name, k)
            for name in names("ir_measures")
            for k in cuts(name)
        }
        for one in ir_measures.iter_calc([*asked], judgements(handed), RUN):
            yield *asked[one.measure], one.query_id, one.value

    # gdeval, which it asks for ERR, prints five decimals.
    assert_holds("ir_measures", printed(), handed, tolerance=6e-6)


def test_gdeval(tmp_path: Path) -> None:
    gdeval = Path(ir_measures.__file__).parent / "bin" / "gdeval.pl"
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("".join(f"{t} 0 {d} {g}\n" for t in QRELS for d, g in QRELS[t].items()))
    run.write_text("".join(f"{t} Q0 {d} 1 {s} us\n" for t in RUN for d, s in RUN[t].items()))

    def printed() -> Printed:
        for k in CUTOFFS:
            said = subprocess.run(
                ["perl", gdeval, qrels, run, str(k)], capture_output=True, text=True, check=True
            )
            by_topic = {topic: numbers for _, topic, *numbers in csv.reader(said.stdout.split())}
            for topic in CASES:
                ndcg, err = map(float, by_topic.get(topic, ("nan", "nan")))
                yield "ndcg@{k}", k, topic, ndcg
                yield "err@{k}", k, topic, err

    assert_holds("gdeval", printed(), tolerance=6e-6)


@pytest.mark.filterwarnings("ignore:unsafe cast")  # its compiler's
@pytest.mark.parametrize("handed", ["usual", "list"])
def test_ranx(handed: Handed) -> None:
    import ranx  # takes seconds, and every test process reads this file

    def printed() -> Printed:
        qrels = ranx.Qrels(judgements(handed))
        for name in names("ranx"):
            for k in cuts(name):
                run = ranx.Run(RUN)
                ranx.evaluate(qrels, run, name.format(k=k) + "-l1")
                (scores,) = run.scores.values()
                yield from ((name, k, topic, value) for topic, value in scores.items())

    assert_holds("ranx", printed(), handed)


def test_ntcireval() -> None:
    gains = [1, 2, 3, 4]
    measures: dict[str, Callable[[list[int], int], ntcireval.Metric]] = {
        "MSnDCG@{k}": lambda judged, k: ntcireval.MSnDCG(judged, gains, k),
        "nDCG@{k}": lambda judged, k: ntcireval.nDCG(judged, gains, 2, k),
        "AP": lambda judged, _: ntcireval.AP(judged, gains),
        "AP@{k}": lambda judged, k: ntcireval.AP(judged, gains, k),
        "P@{k}": lambda _, k: ntcireval.Precision(k),
        "RR": lambda *_: ntcireval.RR(),
        "Hit@{k}": lambda _, k: ntcireval.Hit(k),
    }

    def printed() -> Printed:
        for topic, case in CASES.items():
            grades = [grade for grade in (*case.grades, *case.missed) if grade is not None]
            judged = [grades.count(level) for level in range(TOP + 1)]
            for name, measure in measures.items():
                for k in cuts(name):
                    try:
                        number = measure(judged, k).compute(list(enumerate(case.grades)))
                    except ZeroDivisionError:
                        number = math.nan
                    yield name, k, topic, number

    assert_holds("NTCIREVAL", printed())


def rows(case: Case, handed: Handed) -> tuple[list[int], list[float]]:
    """What a tool without judgements is given: labels, and scores; what was missed, below all."""
    labels = [grade or 0 for grade in case.grades]
    if handed == "usual":
        return labels, [*case.scores]
    below = [case.scores[-1] - 1 - at for at in range(len(case.missed))]
    return [*labels, *case.missed], [*case.scores, *below]


@pytest.mark.parametrize("handed", ["usual", "everything"])
def test_scikit_learn(handed: Handed) -> None:
    def printed() -> Printed:
        for topic, case in CASES.items():
            labels, scores = rows(case, handed)
            hits = [[int(label > 0) for label in labels]]
            lrap = sklearn_metrics.label_ranking_average_precision_score(hits, [scores])
            yield "label_ranking_average_precision_score", 5, topic, lrap
            for k in CUTOFFS:
                try:
                    number = sklearn_metrics.ndcg_score([labels], [scores], k=k)
                except ValueError:
                    number = math.nan
                yield "ndcg_score", k, topic, number

    assert_holds("scikit-learn", printed(), handed)


@pytest.mark.parametrize("handed", ["usual", "everything"])
def test_lightgbm(handed: Handed) -> None:
    import lightgbm

    asked = {"objective": "regression", "metric": ["ndcg", "map"], "eval_at": CUTOFFS}
    asked |= {"num_threads": 1, "verbose": -1}

    def printed() -> Printed:
        for topic, case in CASES.items():
            labels, scores = rows(case, handed)
            data = lightgbm.Dataset(
                np.zeros((len(labels), 1)),
                labels,
                group=[len(labels)],
                init_score=scores,
                params=asked,
            )
            untrained = lightgbm.Booster(asked, data)
            for _, measure, number, _ in untrained.eval_train():
                name, _, k = measure.partition("@")
                yield f"{name}@{{k}}", int(k), topic, number

    assert_holds("LightGBM", printed(), handed)


@pytest.mark.parametrize("handed", ["usual", "everything"])
def test_xgboost(handed: Handed) -> None:
    import xgboost

    def data(labels: list[int], scores: list[float]) -> xgboost.DMatrix:
        nothing = np.zeros((len(labels), 1))
        grouped = xgboost.DMatrix(nothing, labels, base_margin=scores, nthread=1)
        grouped.set_group([len(labels)])
        return grouped

    def untrained(measures: dict[str, tuple[str, int]]) -> xgboost.Booster:
        asked = {"objective": "rank:ndcg", "eval_metric": [*measures], "nthread": 1}
        return xgboost.train(asked, data([0, 1], [0, 1]), num_boost_round=0)

    measures = {name.format(k=k): (name, k) for name in names("XGBoost") for k in cuts(name)}
    graded = {key: value for key, value in measures.items() if key.startswith("ndcg")}
    binary = {key: measures[key] for key in measures.keys() - graded.keys()}

    def printed() -> Printed:
        for asked in (graded, binary):
            model = untrained(asked)
            for topic, case in CASES.items():
                labels, scores = rows(case, handed)
                if asked is binary:
                    labels = [int(label > 0) for label in labels]
                said = model.eval_set([(data(labels, scores), "")])
                for measure in said.split("\t")[1:]:
                    key, _, number = measure.removeprefix("-").rpartition(":")
                    yield *asked[key], topic, float(number)

    assert_holds("XGBoost", printed(), handed)
    with pytest.raises(xgboost.core.XGBoostError, match="binary labels"):
        untrained(binary).eval_set([(data([2, 1], [1, 0]), "")])


@dataclass
class Recommends:
    """A model that recommends items 0, 1, 2 … to everybody."""

    items: int

    def recommend(self, *_: Any, N: int, **__: Any) -> tuple[Any, Any]:  # noqa: N803
        shown = np.arange(min(N, self.items), dtype=np.int32)[None]
        return shown, -shown.astype(np.float32)


@pytest.mark.parametrize("handed", ["usual", "list"])
def test_implicit(handed: Handed) -> None:
    from implicit.evaluation import ranking_metrics_at_k
    from scipy.sparse import csr_matrix

    def printed() -> Printed:
        for topic, case in CASES.items():
            missed = case.missed if handed == "usual" else ()
            grades = (*case.grades, *missed, 0)  # the last is liked by nobody: its AUC needs one
            likes = csr_matrix([[float((grade or 0) > 0) for grade in grades]])
            nothing_seen = csr_matrix(likes.shape)
            model = Recommends(len(case.grades))
            for k in CUTOFFS:
                if k > len(case.grades):
                    continue
                try:
                    numbers = ranking_metrics_at_k(
                        model, nothing_seen, likes, K=k, show_progress=False, num_threads=1
                    )
                except ZeroDivisionError:  # nobody has likes: no user is left
                    numbers = dict.fromkeys(names("implicit"), math.nan)
                yield from ((name, k, topic, numbers[name]) for name in names("implicit"))

    assert_holds("implicit", printed(), handed)


# Read, not run


def dcg(gains: Iterable[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def doubled(grades: Iterable[int]) -> list[int]:
    return [2**grade - 1 for grade in grades]


def best(gains: Iterable[float]) -> list[float]:
    return sorted(gains, reverse=True)


def hits(grades: Iterable[int]) -> list[int]:
    return [int(grade > 0) for grade in grades]


def share(part: float, whole: float, nothing: float = 0.0) -> float:
    return part / whole if whole else nothing


def precisions(shown: list[int]) -> list[float]:
    """Precision at each hit."""
    return [sum(hits(shown[:rank])) / rank for rank, grade in enumerate(shown, 1) if grade]


def expected_reciprocal_rank(shown: list[int], top: int) -> float:
    value, unsatisfied = 0.0, 1.0
    for rank, gain in enumerate(doubled(shown), 1):
        value += unsatisfied * gain / 2**top / rank
        unsatisfied *= 1 - gain / 2**top
    return value


def from_bar(grades: Iterable[int], bar: int) -> list[int]:
    return [2 ** (grade - bar + 1) - 1 if grade >= bar else 0 for grade in grades]


# The list, and all judged documents, as grades; k, and the grade that is relevant.
READ: dict[str, Callable[[list[int], list[int], int, int], float]] = {
    "ndcg-exponential": lambda shown, judged, k, _: share(
        dcg(doubled(shown[:k])), dcg(best(doubled(judged))[:k])
    ),
    "ndcg-exponential-uncut": lambda shown, judged, k, _: share(
        dcg(doubled(shown[:k])), dcg(best(doubled(judged)))
    ),
    "ndcg-exponential-returned": lambda shown, judged, k, _: share(
        dcg(doubled(shown[:k])), dcg(best(doubled(judged))[: len(shown[:k])])
    ),
    "ndcg-binary": lambda shown, judged, k, _: share(
        dcg(hits(shown[:k])), dcg([1] * min(sum(hits(judged)), k))
    ),
    "ndcg-binary-ones": lambda shown, _judged, k, _: dcg(hits(shown[:k])) / dcg([1] * k),
    "ndcg-binary-returned_ones": lambda shown, *_: dcg(hits(shown)) / dcg([1] * len(shown)),
    "ndcg-whole-binary-uncut": lambda shown, judged, *_: share(
        dcg(hits(shown)), dcg([1] * sum(hits(judged)))
    ),
    "ndcg-from_bar": lambda shown, judged, k, bar: share(
        dcg(from_bar(shown[:k], bar)), dcg(best(from_bar(judged, bar))[:k])
    ),
    "ndcg-retrieved-1": lambda shown, _judged, k, _: share(
        dcg(shown[:k]), dcg(best(shown)[:k]), nothing=1
    ),
    "ndcg-reciprocal-retrieved-1": lambda shown, _judged, k, _: share(
        sum(grade / rank for rank, grade in enumerate(shown[:k], 1)),
        sum(grade / rank for rank, grade in enumerate(best(shown)[:k], 1)),
        nothing=1,
    ),
    "average_precision-found": lambda shown, _judged, k, _: share(
        sum(precisions(shown[:k])), sum(hits(shown[:k]))
    ),
    "average_precision-whole-found": lambda shown, *_: share(
        sum(precisions(shown)), sum(hits(shown))
    ),
    "average_precision-cutoff": lambda shown, _judged, k, _: sum(precisions(shown[:k])) / k,
    "average_precision-every_rank": lambda shown, _judged, k, _: float(
        np.mean([sum(hits(shown[:rank])) / rank for rank in range(1, k + 1)])
    ),
    "precision-returned": lambda shown, _judged, k, _: sum(hits(shown[:k])) / len(shown[:k]),
    "recall-capped": lambda shown, judged, k, _: share(
        sum(hits(shown[:k])), min(sum(hits(judged)), k)
    ),
    "recall-1": lambda shown, judged, k, _: share(
        sum(hits(shown[:k])), sum(hits(judged)), nothing=1
    ),
    "err": lambda shown, _judged, k, _: expected_reciprocal_rank(shown[:k], TOP),
    "err-top_3": lambda shown, _judged, k, _: expected_reciprocal_rank(
        [min(grade, 3) for grade in shown[:k]], 3
    ),
}


@pytest.mark.parametrize("key", READ)
def test_what_is_read_is_computed_as_the_source_does(key: str) -> None:
    for case in CASES.values():
        if key == "err-top_3" and 4 in case.grades:
            continue  # a scale to 3 has no 4
        shown = [grade or 0 for grade in case.grades]
        for k in CUTOFFS:
            # Only Elliot's gain minds the bar: the others are binary, or do not look at it.
            for bar in (1, 3) if key == "ndcg-from_bar" else (1,):
                ranking = with_bar(case.ranking, bar)
                ours = CONVENTIONS[key].score(ranking, k)
                theirs = READ[key](shown, [*shown, *case.missed], k, bar)
                assert math.isclose(ours, theirs, abs_tol=1e-12), (case, k, bar)


def with_bar(ranking: Ranking, bar: int) -> Ranking:
    return Ranking(ranking.grades, ranking.missed, top_grade=TOP, relevant_from=bar)


def test_a_tool_is_run_at_the_version_that_its_line_names() -> None:
    packages = {"pytrec_eval": "pytrec_eval-terrier", "NTCIREVAL": "pyNTCIREVAL"}
    packages |= {"LightGBM": "lightgbm", "XGBoost": "xgboost-cpu"}
    inside_another = {"trec_eval", "gdeval"}
    for line in LINES:
        if line.proof == "run" and line.tool not in inside_another:
            installed = version(packages.get(line.tool, line.tool))
            assert f"{installed}.".startswith(f"{line.version.split()[-1]}."), line


def test_every_definition_is_run_or_computed_as_read() -> None:
    run = {line.definition for line in LINES if line.proof == "run"}
    assert CONVENTIONS.keys() == {line.definition for line in LINES}
    # A zero for 0/0 or none, a cutoff or none: the other one is run.
    of_catalog = {"hit-whole", "f1", "reciprocal_rank-whole", "precision-whole", "recall-whole"}
    assert CONVENTIONS.keys() <= run | READ.keys() | of_catalog


def test_every_tool_has_its_lines() -> None:
    assert {line.ties for line in LINES} == TIES.keys()
    assert "; ".join(dict.fromkeys(line.tool for line in LINES)) == (
        "trec_eval; pytrec_eval; ir_measures; gdeval; NTCIREVAL; ranx; scikit-learn; torchmetrics; "
        "TF-Ranking; LightGBM; XGBoost; CatBoost; Elasticsearch; OpenSearch; Quepid; RecBole; "
        "Recommenders; implicit; RecTools; Elliot; BEIR; MTEB; sentence-transformers; LlamaIndex; "
        "RAGAS; ml_metrics"
    )
