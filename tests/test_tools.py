"""Every tool that is said to be run prints, on over a hundred random lists, what its line says.

The lists have ties, unjudged and missed documents, nothing relevant, one document, fewer than k.
What a tool is given is made here from the lists alone; what it prints is held against its line.
Of tools that are only read, the definitions are computed here in plain loops, as their sources do.
"""

import csv
import importlib
import math
import random
import re
import shlex
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any, NamedTuple, TypeAlias

import ir_measures
import numpy as np
import pytest
import pytrec_eval

import newest_tools
from metrics.catalog import METRICS
from metrics.conventions import CONVENTIONS, LINES, TIES, Line, ToolInput, printed_by
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
    for number in range(16):
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
# Libraries leave out topics with nothing judged: those get a judged miss that nobody retrieves.
_ANYTHING = {"missed": 0}
QRELS = {
    topic: {
        name: grade for name, grade in zip(case.ids, case.grades, strict=True) if grade is not None
    }
    | {f"missed{i}": grade for i, grade in enumerate(case.missed)}
    or _ANYTHING
    for topic, case in CASES.items()
}
RUN = {topic: dict(zip(case.ids, case.scores, strict=True)) for topic, case in CASES.items()}

Printed: TypeAlias = Iterator[tuple[Line, int, str, float]]
"""What a tool prints: its line, the cutoff, the topic, the number; NaN for none."""


@cache
def tried(line: Line, k: int) -> list[str]:
    """The topics that a line is tried on at a cutoff: a fourth of each kind, ties and none."""
    if "{k}" not in line.call:
        return [*CASES]
    return [topic for topic in CASES if CUTOFFS[int(topic) // 16 % 4] == k]


def lines(tool: str, bar: int = 1, topic: str = "") -> Iterator[tuple[Line, int]]:
    """What a tool that is run can be asked for, or is asked of one topic: lines and cutoffs."""
    for line in LINES:
        is_run = line.proof == "run" or (tool in ELSEWHERE and not line.version.endswith("before"))
        # From grade 1 on these say nothing of their own.
        if line.tool == tool and is_run and (bar > 1 or not line.definition.endswith("-from_t")):
            for k in CUTOFFS if "{k}" in line.call else (5,):  # without a cutoff, any will do
                if not topic or topic in tried(line, k):
                    yield line, k


@cache
def compiled(call: str) -> CodeType:
    return compile(call, call, "eval")


@cache
def package(called: str) -> Any:
    """Import the modules that a dotted name begins with; return the first."""
    modules, *rest = called.split(".")
    for name in rest:
        try:
            importlib.import_module(f"{modules}.{name}")
        except ModuleNotFoundError:
            break
        modules += f".{name}"
    return importlib.import_module(called.partition(".")[0])


def answer(line: Line, k: int, bar: int = 1, **named: Any) -> Any:
    """Evaluate a line's call, with values for the names in it."""
    called = line.call.partition("(")[0]
    return eval(compiled(line.called(k, bar)), {called.partition(".")[0]: package(called), **named})


def run_on(topics: list[str]) -> dict[str, dict[str, float]]:
    return {topic: RUN[topic] for topic in topics}


@cache
def judgements(handed: ToolInput) -> dict[str, dict[str, int]]:
    if handed == "usual":
        return QRELS
    return {
        topic: {name: grade for name, grade in grades.items() if name in CASES[topic].ids}
        or _ANYTHING
        for topic, grades in QRELS.items()
    }


def run_trec_eval(handed: ToolInput, bar: int) -> Printed:
    """As pytrec_eval, which is its code."""
    for line, k in lines("trec_eval", bar):
        command, *options, _qrels, _run = shlex.split(line.called(k, bar))
        asked = dict(zip(options[::2], options[1::2], strict=True))
        assert (command, [*asked]) == ("trec_eval", ["-l", "-m"] if bar > 1 else ["-m"])
        evaluated = pytrec_eval.RelevanceEvaluator(
            judgements(handed), {asked["-m"]}, relevance_level=int(asked.get("-l", 1))
        ).evaluate(run_on(tried(line, k)))
        yield from ((line, k, topic, *values.values()) for topic, values in evaluated.items())


def run_pytrec_eval(handed: ToolInput, bar: int) -> Printed:
    for line, k in lines("pytrec_eval", bar):
        evaluated = answer(line, k, bar, qrels=judgements(handed), run=run_on(tried(line, k)))
        yield from ((line, k, topic, *values.values()) for topic, values in evaluated.items())


def run_ir_measures(handed: ToolInput, bar: int) -> Printed:
    asked = {answer(line, k, bar): (line, k) for line, k in lines("ir_measures", bar)}
    alike = defaultdict(list)
    for measure, (line, k) in asked.items():
        alike[tuple(tried(line, k))].append(measure)
    for topics, measures in alike.items():
        judged = {topic: judgements(handed)[topic] for topic in topics}
        for one in ir_measures.iter_calc(measures, judged, run_on([*topics])):
            yield *asked[one.measure], one.query_id, float(one.value)


def run_gdeval(_: ToolInput, bar: int) -> Printed:
    script = Path(ir_measures.__file__).parent / "bin" / "gdeval.pl"
    with TemporaryDirectory() as folder:
        qrels, run = Path(folder, "qrels"), Path(folder, "run")
        qrels.write_text("".join(f"{t} 0 {d} {g}\n" for t in QRELS for d, g in QRELS[t].items()))
        run.write_text("".join(f"{t} Q0 {d} 1 {s} us\n" for t in RUN for d, s in RUN[t].items()))
        for line, k in lines("gdeval", bar):
            command, *options = shlex.split(line.called(k, bar))
            assert command == script.name
            said = subprocess.run(
                ["perl", script, *options], cwd=folder, capture_output=True, text=True, check=True
            )
            header, *rows = csv.reader(said.stdout.split())
            at = header.index(line.name(k))
            by_topic = {row[1]: float(row[at]) for row in rows}
            yield from ((line, k, topic, by_topic.get(topic, math.nan)) for topic in tried(line, k))


def run_ranx(handed: ToolInput, bar: int) -> Printed:
    import ranx  # takes seconds, and every test process reads this file

    judged = judgements(handed)
    relevant = {topic for topic, grades in judged.items() if max(grades.values()) >= bar}
    for line, k in lines("ranx", bar):
        # A query with nothing relevant spoils the bpref of others, as its line says.
        topics = [t for t in tried(line, k) if t in relevant or "bpref" not in line.prints]
        run = ranx.Run(run_on(topics))
        answer(line, k, bar, qrels=ranx.Qrels({topic: judged[topic] for topic in topics}), run=run)
        (scores,) = run.scores.values()
        yield from ((line, k, topic, float(value)) for topic, value in scores.items())


def counts_hits(line: Line) -> bool:
    return METRICS[CONVENTIONS[line.definition].metric].reads == "binary"


def run_ntcireval(_: ToolInput, bar: int) -> Printed:
    gains = [1, 2, 3, 4]
    for topic, case in CASES.items():
        for line, k in lines("NTCIREVAL", bar, topic):
            shown, missed = (
                [
                    grade if grade is None or not counts_hits(line) else int(grade >= bar)
                    for grade in of
                ]
                for of in (case.grades, case.missed)
            )
            levels = [(*shown, *missed).count(at) for at in range(TOP + 1)]
            ranked = [*enumerate(shown)]
            try:
                number = answer(line, k, bar, levels=levels, gains=gains, ranked=ranked)
            except ZeroDivisionError:
                number = math.nan
            yield line, k, topic, number


def rows(case: Case, handed: ToolInput) -> tuple[list[int], list[float]]:
    """What a tool without judgements is given: labels, and scores; what was missed, below all."""
    labels = [grade or 0 for grade in case.grades]
    if handed == "usual":
        return labels, [*case.scores]
    below = [case.scores[-1] - 1 - at for at in range(len(case.missed))]
    return [*labels, *case.missed], [*case.scores, *below]


def run_scikit_learn(handed: ToolInput, bar: int) -> Printed:
    for topic, case in CASES.items():
        labels, scores = rows(case, handed)
        for line, k in lines("scikit-learn", bar, topic):
            y = hits(labels, bar) if counts_hits(line) else labels
            try:
                yield line, k, topic, answer(line, k, bar, y=y, s=scores)
            except ValueError:
                yield line, k, topic, math.nan


def run_lightgbm(handed: ToolInput, bar: int) -> Printed:
    import lightgbm

    for topic, case in CASES.items():
        labels, scores = rows(case, handed)
        for line, k in lines("LightGBM", bar, topic):
            data = lightgbm.Dataset(
                np.zeros((len(labels), 1)),
                hits(labels, bar) if counts_hits(line) else labels,
                group=[len(labels)],
                init_score=scores,
                params={"verbose": -1, "num_threads": 1},
            )
            ((_, _, number, _),) = answer(line, k, bar, data=data)
            yield line, k, topic, number


def run_xgboost(handed: ToolInput, bar: int) -> Printed:
    import xgboost

    def data(labels: list[int], scores: list[float]) -> xgboost.DMatrix:
        nothing = np.zeros((len(labels), 1))
        grouped = xgboost.DMatrix(nothing, labels, base_margin=scores, nthread=1)
        grouped.set_group([len(labels)])
        return grouped

    for topic, case in CASES.items():
        labels, scores = rows(case, handed)
        graded, binary = data(labels, scores), data(hits(labels, bar), scores)
        for line, k in lines("XGBoost", bar, topic):
            given = binary if counts_hits(line) else graded
            said = answer(line, k, bar, data=given)
            yield line, k, topic, float(said.rpartition(":")[2])


@dataclass
class Recommends:
    """A model that recommends items 0, 1, 2 … to everybody."""

    items: int

    def recommend(self, *_: Any, N: int, **__: Any) -> tuple[Any, Any]:  # noqa: N803
        shown = np.arange(min(N, self.items), dtype=np.int32)[None]
        return shown, -shown.astype(np.float32)


def run_implicit(handed: ToolInput, bar: int) -> Printed:
    from scipy.sparse import csr_matrix

    for topic, case in CASES.items():
        missed = case.missed if handed == "usual" else ()
        grades = (*case.grades, *missed, 0)  # the last is liked by nobody: its AUC needs one
        likes = csr_matrix([[float((grade or 0) >= bar) for grade in grades]])
        given = {"model": Recommends(len(case.grades)), "likes": likes}
        for line, k in lines("implicit", bar, topic):
            if k <= len(case.grades):
                try:
                    number = answer(line, k, bar, seen=csr_matrix(likes.shape), **given)
                except ZeroDivisionError:  # nobody has likes: no user is left
                    number = math.nan
                yield line, k, topic, number


def run_haystack(handed: ToolInput, bar: int) -> Printed:
    haystack = package("haystack")
    for topic, grades in judgements(handed).items():
        retrieved = [haystack.Document(id=name, content=name) for name in CASES[topic].ids]
        for line, k in lines("Haystack", bar):
            relevant = [
                haystack.Document(id=name, content=name, score=float(grade))
                for name, grade in grades.items()
                if grade >= (bar if counts_hits(line) else 1)
            ]
            said = answer(line, k, bar, relevant=relevant, retrieved=retrieved)
            yield line, k, topic, said["score"]


def run_catboost(handed: ToolInput, bar: int) -> Printed:
    for topic, case in CASES.items():
        labels, scores = rows(case, handed)
        for line, k in lines("CatBoost", bar, topic):
            y = hits(labels, bar) if counts_hits(line) else labels
            (number,) = answer(line, k, bar, y=y, s=scores, queries=[0] * len(y))
            yield line, k, topic, number


ELSEWHERE = ("Haystack", "CatBoost")
"""Tools that tests/newest_tools.py installs, for too much comes along with them."""

RUN_BY: dict[str, tuple[Callable[[ToolInput, int], Printed], str, Sequence[ToolInput]]] = {
    "trec_eval": (run_trec_eval, "pytrec_eval-terrier", ("usual", "list")),
    "pytrec_eval": (run_pytrec_eval, "pytrec_eval-terrier", ("usual", "list")),
    "ir_measures": (run_ir_measures, "ir_measures", ("usual", "list")),
    "gdeval": (run_gdeval, "ir_measures", ("usual",)),
    "NTCIREVAL": (run_ntcireval, "pyNTCIREVAL", ("usual",)),
    "ranx": (run_ranx, "ranx", ("usual", "list")),
    "scikit-learn": (run_scikit_learn, "scikit-learn", ("usual", "everything")),
    "LightGBM": (run_lightgbm, "lightgbm", ("usual", "everything")),
    "XGBoost": (run_xgboost, "xgboost-cpu", ("usual", "everything")),
    "implicit": (run_implicit, "implicit", ("usual", "list")),
    "Haystack": (run_haystack, "haystack-ai", ("usual", "list")),
    "CatBoost": (run_catboost, "catboost", ("usual", "everything")),
}
"""Tools that are run: how, the package that has each, and what each is given."""

_FIVE_DECIMALS = ("gdeval", "ir_measures")  # which asks gdeval for ERR


class Wrong(NamedTuple):
    """A number that a line does not say."""

    line: Line
    k: int
    case: Case
    ours: float
    theirs: float


def compared(tool: str, handed: ToolInput, bar: int = 1) -> tuple[list[Wrong], Counter[Line]]:
    """Hold each line of a tool against what it prints; return what differs, and all counts."""
    wrong, seen = [], Counter[Line]()
    for line, k, topic, theirs in RUN_BY[tool][0](handed, bar):
        case = CASES[topic]
        ranking = with_bar(case.ranking, bar)
        ours = printed_by(line, ranking, k, handed=handed, tied=case.scores, ids=case.ids)
        seen[line] += 1
        agree = math.isclose(ours.number, theirs, abs_tol=6e-6 if tool in _FIVE_DECIMALS else 1e-9)
        if not agree and not (math.isnan(theirs) and ours.why):
            wrong.append(Wrong(line, k, case, ours.number, theirs))
    return wrong, seen


def installed(tool: str) -> str:
    """Return the version of a tool's package, or ""."""
    try:
        return version(RUN_BY[tool][1])
    except PackageNotFoundError:
        return ""


@pytest.mark.filterwarnings("ignore:No positive class", "ignore:invalid value")
@pytest.mark.parametrize("tool", [*filter(installed, RUN_BY)])
def test_a_call_prints_what_its_line_says(tool: str) -> None:
    *_, all_handed = RUN_BY[tool]
    for handed, bar in (*((each, 1) for each in all_handed), ("usual", 2)):
        wrong, seen = compared(tool, handed, bar)
        assert not wrong, (handed, bar, len(wrong), wrong[:3])
        assert seen.keys() == {line for line, _ in lines(tool, bar)}
        assert min(seen.values()) > len(CASES) / 2


def test_newest_tools_installs_all_that_is_run() -> None:
    assert {package for _, package, _ in RUN_BY.values()} <= {*newest_tools.packages()}


def test_each_line_that_is_run_has_a_call() -> None:
    assert all(installed(line.tool) for line in LINES if line.proof == "run")
    assert {line.tool for line in LINES if line.proof == "run"} <= RUN_BY.keys()
    assert all(line.call for line in LINES if line.proof == "run")
    for line in LINES:
        assert not re.findall(r"{\w+}", line.called(7, 2) + line.name(7, 2)), line


def test_what_trec_eval_prints_pytrec_eval_prints() -> None:
    shared = [
        {
            (line.prints, line.definition, line.ties, line.takes, line.proof)
            for line in LINES
            if line.tool == tool and line.proof == "run"
        }
        for tool in ("trec_eval", "pytrec_eval")
    ]
    assert shared[0] == shared[1]


def test_xgboost_refuses_grades() -> None:
    import xgboost

    data = xgboost.DMatrix(np.zeros((2, 1)), [2, 1], base_margin=[1, 0])
    with pytest.raises(xgboost.core.XGBoostError, match="binary labels"):
        xgboost.Booster({"objective": "rank:ndcg", "eval_metric": "map@2"}, [data]).eval(data)


# Read, not run


def dcg(gains: Iterable[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def doubled(grades: Iterable[int]) -> list[int]:
    return [2**grade - 1 for grade in grades]


def best(gains: Iterable[float]) -> list[float]:
    return sorted(gains, reverse=True)


def hits(grades: Iterable[int], bar: int = 1) -> list[int]:
    return [int(grade >= bar) for grade in grades]


def late(gains: Iterable[float]) -> float:
    """DCG as it was first published: no discount before rank 3."""
    return math.fsum(gain / math.log2(max(rank, 2)) for rank, gain in enumerate(gains, 1))


def biased(worths: Iterable[float], p: float) -> float:
    return (1 - p) * math.fsum(worth * p**at for at, worth in enumerate(worths))


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


def preferred(shown: list[int], relevant: int) -> float:
    """Binary preference as trec_eval 7.3 had it: of irrelevant documents it knows the retrieved."""
    irrelevant = len(shown) - sum(hits(shown))
    most = min(relevant, irrelevant)
    above = [shown[:at].count(0) for at, grade in enumerate(shown) if grade]
    return share(
        math.fsum(1 - min(each, relevant) / most if each else 1 for each in above), relevant
    )


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
    "ndcg-binary-returned": lambda shown, judged, k, _: share(
        dcg(hits(shown[:k])), dcg([1] * min(sum(hits(judged)), len(shown[:k])))
    ),
    "ndcg-binary-log_thresholded": lambda shown, judged, k, _: share(
        late(hits(shown[:k])), late([1] * min(sum(hits(judged)), k))
    ),
    "ndcg-whole-binary-log_thresholded-uncut": lambda shown, judged, *_: share(
        late(hits(shown)), late([1] * sum(hits(judged)))
    ),
    "ndcg-whole-log_thresholded-uncut": lambda shown, judged, *_: share(
        late(shown), late(best(judged))
    ),
    "dcg-binary-log_thresholded": lambda shown, _judged, k, _: late(hits(shown[:k])),
    "dcg-whole-binary-log_thresholded": lambda shown, *_: late(hits(shown)),
    "dcg-log_thresholded": lambda shown, _judged, k, _: late(shown[:k]),
    "dcg-whole-log_thresholded": lambda shown, *_: late(shown),
    "bpref-retrieved": lambda shown, judged, *_: preferred(shown, sum(hits(judged))),
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
    "average_precision-returned": lambda shown, judged, k, _: share(
        sum(precisions(shown[:k])), min(sum(hits(judged)), len(shown[:k]))
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
    "cumulative_gain": lambda shown, _judged, k, _: sum(shown[:k]),
    "reciprocal_rank-every_hit": lambda shown, *_: share(
        sum(hit / rank for rank, hit in enumerate(hits(shown), 1)), sum(hits(shown))
    ),
    "reciprocal_rank-best": lambda shown, _judged, k, _: (
        1 / (1 + shown.index(max(shown[:k]))) if max(shown[:k]) else 0
    ),
    "rbp-persistence_0.85-binary": lambda shown, _judged, k, _: biased(hits(shown[:k]), 0.85),
    "rbp-highest_0.9": lambda shown, judged, *_: biased(
        [grade / max(1, *judged) for grade in shown], 0.9
    ),
    "err-top_3-unjudged_2": lambda shown, _judged, k, _: expected_reciprocal_rank(
        [min(grade, 3) for grade in shown[:k]], 3
    ),
    "err-top_3": lambda shown, _judged, k, _: expected_reciprocal_rank(
        [min(grade, 3) for grade in shown[:k]], 3
    ),
}


@pytest.mark.parametrize("key", READ)
def test_what_is_read_is_computed_as_the_source_does(key: str) -> None:
    for case in CASES.values():
        if key.startswith("err-top_3") and 4 in case.grades:
            continue  # a scale to 3 has no 4
        if ("unjudged" in key or key.startswith("bpref")) and None in case.grades:
            continue  # its own test has unjudged documents, which bpref leaves out
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
    for line in LINES:
        if line.proof == "run" and line.tool not in ("trec_eval", "gdeval"):  # inside another
            assert f"{installed(line.tool)}.".startswith(f"{line.version.split()[-1]}."), line


def test_every_definition_is_run_or_computed_as_read() -> None:
    run = {line.definition for line in LINES if line.proof == "run"}
    assert CONVENTIONS.keys() == {line.definition for line in LINES}
    # A zero for 0/0 or none, a cutoff or none: the other one is run.
    of_catalog = {"hit-whole", "f1", "reciprocal_rank-whole", "precision-whole", "recall-whole"}
    assert CONVENTIONS.keys() <= run | READ.keys() | of_catalog


def test_every_tool_has_its_lines() -> None:
    assert {line.ties for line in LINES} == TIES.keys()
    assert "; ".join(dict.fromkeys(line.tool for line in LINES)) == (
        "trec_eval; pytrec_eval; ir_measures; PyTerrier; trectools; gdeval; NTCIREVAL; ranx; "
        "scikit-learn; torchmetrics; TF-Ranking; LightGBM; XGBoost; CatBoost; Elasticsearch; "
        "OpenSearch; Quepid; RRE; RecBole; Recommenders; implicit; RecTools; Elliot; Spark MLlib; "
        "LensKit; Surprise; PyTorch Geometric; BEIR; MTEB; sentence-transformers; LlamaIndex; "
        "Haystack; MLflow; TruLens; DeepEval; autoevals; RAGAS; ml_metrics"
    )
