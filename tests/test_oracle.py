"""Hundreds of random rankings score here what they score in libraries that know nothing of us.

The tables read: our metric, its knobs, the grade from which a document is relevant, their measure.
Where no library has a knob, the definition is computed in another form: readers are followed from
the last rank back to the first, and an ideal is the best of all orders that there are.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from ir_measures import AP, ERR, RR, Bpref, IPrec, P, R, Rprec, SetF, SetP, SetR, Success, nDCG
from pyNTCIREVAL import metrics as ntcireval
from sklearn import metrics as sklearn_metrics

from metrics.catalog import METRICS
from metrics.gain import custom, logarithmic
from metrics.ranking import Ranking

TOP = 4  # the top grade of gdeval's ERR, which ir_measures calls, is fixed
CUTOFFS = (1, 3, 5, 10, 20)
DEEP = 50  # deeper than any list and its missed documents together


@dataclass(frozen=True)
class Case:
    """A list of grades, best rank first, None where nobody judged, and what was not retrieved."""

    kind: str
    grades: tuple[int | None, ...]
    missed: tuple[int, ...]

    def ranking(self, relevant_from: float = 1) -> Ranking:
        grades = [math.nan if grade is None else grade for grade in self.grades]
        return Ranking(grades, self.missed, top_grade=TOP, relevant_from=relevant_from)


def random_cases() -> Iterator[Case]:
    draw = random.Random(1895)

    def some(low: int, high: int, of: Sequence[int | None]) -> tuple[Any, ...]:
        return tuple(draw.choice(of) for _ in range(draw.randint(low, high)))

    def case(kind: str, grades: tuple[int | None, ...], missed: tuple[int, ...]) -> Case:
        # A judged miss that no list retrieves: libraries leave out topics with nothing judged.
        return Case(kind, grades, (*missed, 0))

    for _ in range(25):
        yield case("binary", some(2, 14, (0, 1)), ())
        yield case("graded", some(2, 14, (0, 1, 2, 3, 4)), ())
        yield case("unjudged", some(2, 14, (None, None, 0, 1, 2, 4)), ())
        yield case("missed", some(2, 14, (0, 0, 1, 3)), some(1, 8, (0, 1, 2, 4)))
        yield case("unjudged and missed", some(2, 14, (None, 0, 1, 4)), some(1, 8, (0, 1, 4)))
        yield case("nothing relevant", some(2, 14, (None, 0)), some(0, 2, (0,)))
        yield case("everything relevant", some(2, 14, (2, 3, 4)), some(0, 3, (2, 4)))
        yield case("one document", some(1, 1, (None, 0, 1, 4)), some(0, 2, (0, 1, 4)))


CASES = {str(topic): case for topic, case in enumerate(random_cases())}

QRELS = {
    topic: {f"rank{i}": grade for i, grade in enumerate(case.grades) if grade is not None}
    | {f"missed{i}": grade for i, grade in enumerate(case.missed)}
    for topic, case in CASES.items()
}
RUN = {
    topic: {f"rank{i}": float(-i) for i in range(len(case.grades))} for topic, case in CASES.items()
}


@cache
def ranking_of(topic: str, relevant_from: float) -> Ranking:
    return CASES[topic].ranking(relevant_from)


def assert_scores(
    expected: dict[str, float],
    key: str,
    knobs: dict[str, Any],
    relevant_from: float = 1,
    tolerance: float = 1e-12,
) -> None:
    wrong = {}
    for topic, theirs in expected.items():
        ours = METRICS[key].compute(ranking_of(topic, relevant_from), **knobs).score
        if not math.isclose(ours, theirs, abs_tol=tolerance):
            wrong[topic] = (CASES[topic], float(ours), theirs)
    assert not wrong
    assert expected


STEEP = [0.0, 1.0, 5.0, 6.0, 20.0]  # a gain per grade that is neither linear nor exponential

WITH_IR_MEASURES = [
    *[("hit", {"k": k}, rel, Success(rel=rel) @ k) for k in CUTOFFS for rel in (1, 2)],
    *[("precision", {"k": k}, rel, P(rel=rel) @ k) for k in CUTOFFS for rel in (1, 2)],
    *[("recall", {"k": k}, rel, R(rel=rel) @ k) for k in CUTOFFS for rel in (1, 2)],
    *[("reciprocal_rank", {"k": k}, rel, RR(rel=rel) @ k) for k in CUTOFFS for rel in (1, 2)],
    *[("average_precision", {"k": k}, rel, AP(rel=rel) @ k) for k in CUTOFFS for rel in (1, 2)],
    *[("ndcg", {"k": k}, 1, nDCG @ k) for k in CUTOFFS],
    *[
        ("ndcg", {"k": k, "gain": "exponential"}, 1, nDCG(gains={1: 1, 2: 3, 3: 7, 4: 15}) @ k)
        for k in CUTOFFS
    ],
    *[
        ("ndcg", {"k": k, "gain": custom(STEEP)}, 1, nDCG(gains={1: 1, 2: 5, 3: 6, 4: 20}) @ k)
        for k in CUTOFFS
    ],
    *[("err", {"k": k}, 1, ERR @ k) for k in CUTOFFS],
    ("precision", {}, 1, SetP),
    ("precision", {}, 3, SetP(rel=3)),
    ("recall", {}, 1, SetR),
    ("recall", {}, 3, SetR(rel=3)),
    ("f1", {}, 1, SetF),
    ("f1", {}, 3, SetF(rel=3)),
    ("r_precision", {}, 1, Rprec),
    ("r_precision", {}, 3, Rprec(rel=3)),
    ("reciprocal_rank", {}, 3, RR(rel=3)),
    ("average_precision", {}, 3, AP(rel=3)),
    ("bpref", {}, 1, Bpref),
    ("bpref", {}, 3, Bpref(rel=3)),
    *[
        (
            "interpolated_precision",
            {"recall_level": level, "rounding": "trec_eval"},
            rel,
            IPrec(rel=rel) @ level,
        )
        for level in (0.0, 0.05, 0.1, 0.33, 0.34, 0.5, 0.7, 0.9, 1.0)
        for rel in (1, 2)
    ],
    ("ndcg", {"k": DEEP}, 1, nDCG),
]


@pytest.mark.parametrize(
    ("key", "knobs", "relevant_from", "measure"),
    WITH_IR_MEASURES,
    ids=[f"{key}-{measure}" for key, _, _, measure in WITH_IR_MEASURES],
)
def test_ir_measures_agrees(
    key: str, knobs: dict[str, Any], relevant_from: int, measure: ir_measures.Measure
) -> None:
    theirs = {m.query_id: m.value for m in ir_measures.iter_calc([measure], QRELS, RUN)}
    assert theirs.keys() == CASES.keys()
    # gdeval prints five decimals.
    assert_scores(theirs, key, knobs, relevant_from, tolerance=6e-6 if key == "err" else 1e-12)


WITH_TREC_EVAL = [
    *[("hit", {"k": k}, rel, f"success_{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("precision", {"k": k}, rel, f"P_{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("recall", {"k": k}, rel, f"recall_{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("average_precision", {"k": k}, rel, f"map_cut_{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("ndcg", {"k": k}, 1, f"ndcg_cut_{k}") for k in CUTOFFS],
    *[("precision", {}, rel, "set_P") for rel in (1, 2, 4)],
    *[("recall", {}, rel, "set_recall") for rel in (1, 2, 4)],
    *[("f1", {}, rel, "set_F") for rel in (1, 2, 4)],
    *[("r_precision", {}, rel, "Rprec") for rel in (1, 2, 4)],
    *[("reciprocal_rank", {}, rel, "recip_rank") for rel in (1, 2, 4)],
    *[("average_precision", {}, rel, "map") for rel in (1, 2, 4)],
    *[("bpref", {}, rel, "bpref") for rel in (1, 2, 4)],
    *[
        ("interpolated_average_precision", {"rounding": "trec_eval"}, rel, "11pt_avg")
        for rel in (1, 2, 4)
    ],
    ("ndcg", {"k": DEEP}, 1, "ndcg"),
    ("ndcg", {"ideal": "uncut"}, 1, "ndcg"),
]


@pytest.mark.parametrize(("key", "knobs", "relevant_from", "measure"), WITH_TREC_EVAL)
def test_trec_eval_agrees(
    key: str, knobs: dict[str, Any], relevant_from: int, measure: str
) -> None:
    name, _, k = measure.rpartition("_")
    asked = f"{name}.{k}" if k.isdigit() else measure
    evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {asked}, relevance_level=relevant_from)
    theirs = {topic: values[measure] for topic, values in evaluator.evaluate(RUN).items()}
    assert theirs.keys() == CASES.keys()
    assert_scores(theirs, key, knobs, relevant_from)


WITH_RANX = [
    *[("hit", {"k": k}, rel, f"hit_rate@{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("precision", {"k": k}, rel, f"precision@{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("recall", {"k": k}, rel, f"recall@{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("f1", {"k": k}, rel, f"f1@{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("reciprocal_rank", {"k": k}, rel, f"mrr@{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("average_precision", {"k": k}, rel, f"map@{k}") for k in CUTOFFS for rel in (1, 2)],
    *[("r_precision", {}, rel, "r-precision") for rel in (1, 2, 4)],
    *[("dcg", {"k": k}, 1, f"dcg@{k}") for k in CUTOFFS],
    *[("dcg", {"k": k, "gain": "exponential"}, 1, f"dcg_burges@{k}") for k in CUTOFFS],
    *[("ndcg", {"k": k}, 1, f"ndcg@{k}") for k in CUTOFFS],
    *[("ndcg", {"k": k, "gain": "exponential"}, 1, f"ndcg_burges@{k}") for k in CUTOFFS],
]


@pytest.mark.filterwarnings("ignore:unsafe cast")  # its compiler's
@pytest.mark.slow
@pytest.mark.parametrize(("key", "knobs", "relevant_from", "measure"), WITH_RANX)
def test_ranx_agrees(key: str, knobs: dict[str, Any], relevant_from: int, measure: str) -> None:
    import ranx  # takes seconds, and every test process reads this file

    run = ranx.Run(RUN)
    ranx.evaluate(ranx.Qrels(QRELS), run, f"{measure}-l{relevant_from}")
    (theirs,) = run.scores.values()
    assert theirs.keys() == CASES.keys()
    assert_scores(theirs, key, knobs, relevant_from)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:unsafe cast")
@pytest.mark.parametrize("persistence", [0.5, 0.8, 0.95])
def test_ranx_does_not_divide_the_grades_of_rbp_by_the_top_grade(persistence: float) -> None:
    import ranx

    run = ranx.Run(RUN)
    ranx.evaluate(ranx.Qrels(QRELS), run, f"rbp.{round(100 * persistence)}")
    (theirs,) = run.scores.values()
    ours = {topic: value / TOP for topic, value in theirs.items()}
    assert_scores(ours, "rbp", {"persistence": persistence})


NTCIR_GAINS = {"linear": [1, 2, 3, 4], "exponential": [1, 3, 7, 15]}
WITH_NTCIREVAL: list[tuple[str, dict[str, Any], Callable[[list[int]], ntcireval.Metric]]] = [
    *[
        (
            "average_precision",
            {"k": k, "denominator": "capped"},
            lambda judged, k=k: ntcireval.AP(judged, NTCIR_GAINS["linear"], k),
        )
        for k in CUTOFFS
    ],
    *[
        (
            "q_measure",
            {"k": k, "gain": gain, "patience": patience, "denominator": "capped"},
            lambda judged, k=k, gain=gain, patience=patience: ntcireval.QMeasure(
                judged, NTCIR_GAINS[gain], patience, k
            ),
        )
        for k, gain, patience in product(CUTOFFS, NTCIR_GAINS, (0, 0.5, 1, 10))
    ],
    *[
        (
            "q_measure",
            {"gain": gain},
            lambda judged, gain=gain: ntcireval.QMeasure(judged, NTCIR_GAINS[gain], 1),
        )
        for gain in NTCIR_GAINS
    ],
    *[
        (
            "ndcg",
            {"k": k, "gain": gain},
            lambda judged, k=k, gain=gain: ntcireval.MSnDCG(judged, NTCIR_GAINS[gain], k),
        )
        for k, gain in product(CUTOFFS, NTCIR_GAINS)
    ],
    # Its satisfaction is the gain over the top gain plus 1: with 2^g - 1 that is Chapelle's.
    *[
        (
            "nerr",
            {"k": k},
            lambda judged, k=k: ntcireval.nERR(judged, NTCIR_GAINS["exponential"], k),
        )
        for k in CUTOFFS
    ],
    ("err", {}, lambda judged: ntcireval.ERR(judged, NTCIR_GAINS["exponential"])),
    *[
        (
            "rbp",
            {"persistence": p},
            lambda judged, p=p: ntcireval.RBP(judged, NTCIR_GAINS["linear"], p),
        )
        for p in (0.5, 0.8, 0.95)
    ],
]


@pytest.mark.parametrize(("key", "knobs", "make"), WITH_NTCIREVAL)
def test_ntcireval_agrees(
    key: str, knobs: dict[str, Any], make: Callable[[list[int]], ntcireval.Metric]
) -> None:
    theirs = {}
    for topic, case in CASES.items():
        grades = [grade for grade in (*case.grades, *case.missed) if grade is not None]
        judged = [grades.count(level) for level in range(TOP + 1)]
        if any(judged[1:]):  # it divides by zero where nothing is relevant
            theirs[topic] = make(judged).compute(list(enumerate(case.grades)))
    assert_scores(theirs, key, knobs)


@pytest.mark.parametrize("relevant_from", [1, 2])
@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize(
    ("key", "share"),
    [
        ("precision", sklearn_metrics.precision_score),
        ("recall", sklearn_metrics.recall_score),
        ("f1", sklearn_metrics.f1_score),
    ],
)
def test_scikit_learn_agrees_on_what_is_in_the_window(
    key: str, share: Callable[..., Iterable[float]], k: int, relevant_from: int
) -> None:
    # A column is a topic. A document neither relevant nor in the window is one no share looks at.
    relevant, in_window = np.zeros((2, DEEP, len(CASES)), dtype=bool)
    in_window[:k] = True  # also where the list has no document: k is what the window promised
    for column, case in enumerate(CASES.values()):
        shown = [*case.grades, *[None] * (k - len(case.grades))]
        grades = [grade or 0 for grade in (*shown, *case.missed)]
        relevant[: len(grades), column] = np.greater_equal(grades, relevant_from)
    theirs = share(relevant, in_window, average=None, zero_division=0)
    assert_scores(dict(zip(CASES, theirs, strict=True)), key, {"k": k}, relevant_from)


@pytest.mark.parametrize("relevant_from", [1, 3])
@pytest.mark.parametrize("k", [1, 5, 20])
def test_scikit_learn_divides_average_precision_by_the_hits_found(
    k: int, relevant_from: int
) -> None:
    expected = {}
    for topic, case in CASES.items():
        hits = [(grade or 0) >= relevant_from for grade in case.grades[:k]]
        if any(hits):  # else it warns; ours is undefined
            scores = range(len(hits), 0, -1)
            expected[topic] = float(sklearn_metrics.average_precision_score(hits, scores))
    assert_scores(expected, "average_precision", {"k": k, "denominator": "found"}, relevant_from)


GAINS = [
    ("linear", lambda grade: float(grade)),
    ("exponential", lambda grade: 2.0**grade - 1),
    (custom(STEEP), lambda grade: STEEP[grade]),
    (np.sqrt, math.sqrt),
]


@pytest.mark.slow
@pytest.mark.parametrize(("gain", "worth"), GAINS, ids=["linear", "exponential", "custom", "root"])
@pytest.mark.parametrize("k", [3, None])
def test_scikit_learn_takes_its_ideal_from_the_list_alone(
    k: int | None, gain: Any, worth: Callable[[int], float]
) -> None:
    dcg, ndcg = {}, {}
    for topic, case in CASES.items():
        if len(case.grades) > 1:  # it refuses one document
            gains = [[worth(grade or 0) for grade in case.grades]]
            scores = [range(len(case.grades), 0, -1)]
            dcg[topic] = float(sklearn_metrics.dcg_score(gains, scores, k=k))
            ndcg[topic] = float(sklearn_metrics.ndcg_score(gains, scores, k=k))
    assert_scores(dcg, "dcg", {"k": k, "gain": gain})
    assert_scores(ndcg, "ndcg", {"k": k, "gain": gain, "ideal": "retrieved"})


@pytest.mark.parametrize("base", [1.5, math.e, 10])
def test_scikit_learn_agrees_on_the_base_of_the_logarithm(base: float) -> None:
    expected = {
        topic: float(
            sklearn_metrics.dcg_score(
                [[grade or 0 for grade in case.grades]],
                [range(len(case.grades), 0, -1)],
                log_base=base,
            )
        )
        for topic, case in CASES.items()
        if len(case.grades) > 1
    }
    assert_scores(expected, "dcg", {"discount": logarithmic(base)})


SATISFACTIONS: dict[str, Callable[[int], float]] = {
    "linear": lambda grade: grade / 4,
    "exponential": lambda grade: (2**grade - 1) / 16,
    "binary": lambda grade: float(grade >= 2),
    "sigmoid": lambda grade: 1 / (1 + math.exp(-2 * (grade - 2))),
}


def satisfied(name: str, grades: Sequence[int | None]) -> list[float]:
    return [0.0 if grade is None else SATISFACTIONS[name](grade) for grade in grades]


def rbp_from_the_end(utilities: Sequence[float], persistence: float) -> float:
    value = 0.0
    for utility in reversed(utilities):
        value = (1 - persistence) * utility + persistence * value
    return value


def err_from_the_end(satisfactions: Sequence[float], continuation: float) -> float:
    value = 0.0
    for rank in range(len(satisfactions), 0, -1):
        stops = satisfactions[rank - 1]
        value = stops / rank + (1 - stops) * continuation * value
    return value


@pytest.mark.parametrize("utility", SATISFACTIONS)
@pytest.mark.parametrize("persistence", [0, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("k", [None, 1, 5, 20])
def test_rbp_is_what_a_reader_gains_followed_from_the_end(
    k: int | None, persistence: float, utility: str
) -> None:
    expected = {
        topic: rbp_from_the_end(satisfied(utility, case.grades[:k]), persistence)
        for topic, case in CASES.items()
    }
    knobs = {"k": k, "persistence": persistence, "utility": utility}
    assert_scores(expected, "rbp", knobs, relevant_from=2)


@pytest.mark.parametrize("satisfaction", SATISFACTIONS)
@pytest.mark.parametrize("continuation", [0, 0.5, 0.9, 1])
@pytest.mark.parametrize("k", [None, 1, 5, 20])
def test_err_is_what_a_reader_gains_followed_from_the_end(
    k: int | None, continuation: float, satisfaction: str
) -> None:
    expected = {
        topic: err_from_the_end(satisfied(satisfaction, case.grades[:k]), continuation)
        for topic, case in CASES.items()
    }
    knobs = {"k": k, "continuation": continuation, "satisfaction": satisfaction}
    assert_scores(expected, "err", knobs, relevant_from=2)


SMALL = {topic: case for topic, case in CASES.items() if len(case.grades) + len(case.missed) <= 5}


def best_of_all_orders(
    values: Sequence[float], depth: int, score: Callable[[Sequence[float]], float]
) -> float:
    return max(score(order) for order in permutations(values, min(depth, len(values))))


@pytest.mark.parametrize("satisfaction", SATISFACTIONS)
@pytest.mark.parametrize(
    ("k", "continuation", "ideal"),
    [*product([None, 2, 9], [0.5, 1], ["judged", "retrieved", "uncut"])],
)
def test_nerr_divides_by_the_best_of_all_orders(
    k: int | None, continuation: float, ideal: str, satisfaction: str
) -> None:
    expected = {}
    for topic, case in SMALL.items():
        shown = satisfied(satisfaction, case.grades)
        unseen = satisfied(satisfaction, case.missed) if ideal != "retrieved" else []
        depth = len(shown) if k is None else k
        depth = len(shown) + len(unseen) if ideal == "uncut" else depth
        best = best_of_all_orders(
            [*shown, *unseen], depth, lambda order: err_from_the_end(order, continuation)
        )
        expected[topic] = err_from_the_end(shown[:k], continuation) / best if best else 0.0
    knobs = {"k": k, "continuation": continuation, "satisfaction": satisfaction, "ideal": ideal}
    assert_scores(expected, "nerr", knobs, relevant_from=2)


DISCOUNTS: dict[str, Callable[[int], float]] = {
    "log": lambda rank: 1 / math.log2(rank + 1),
    "log_thresholded": lambda rank: 1.0 if rank < 2 else 1 / math.log2(rank),
    "reciprocal": lambda rank: 1 / rank,
    "power": lambda rank: 1 / rank,
    "geometric": lambda rank: 0.8 ** (rank - 1),
    "none": lambda _rank: 1.0,
}


@pytest.mark.parametrize("discount", DISCOUNTS)
@pytest.mark.parametrize(("k", "ideal"), [*product([None, 2, 9], ["judged", "retrieved", "uncut"])])
def test_ndcg_divides_by_the_best_of_all_orders(k: int | None, ideal: str, discount: str) -> None:
    def dcg(gains: Sequence[float]) -> float:
        return sum(gain * DISCOUNTS[discount](rank) for rank, gain in enumerate(gains, 1))

    expected = {}
    for topic, case in SMALL.items():
        shown = [float(grade or 0) for grade in case.grades]
        unseen = [float(grade) for grade in case.missed] if ideal != "retrieved" else []
        depth = len(shown) if k is None else k
        depth = len(shown) + len(unseen) if ideal == "uncut" else depth
        best = best_of_all_orders([*shown, *unseen], depth, dcg)
        expected[topic] = dcg(shown[:k]) / best if best else 0.0
    assert_scores(expected, "ndcg", {"k": k, "discount": discount, "ideal": ideal})


@pytest.mark.parametrize("k", [None, *CUTOFFS])
def test_what_is_capped_is_divided_by_what_fits(k: int | None) -> None:
    """No library caps; counted with Python's own sum over the list."""
    recall, average_precision = {}, {}
    for topic, case in CASES.items():
        hits = [bool(grade) for grade in case.grades[:k]]
        exist = sum(map(bool, (*case.grades, *case.missed)))
        fits = min(exist, len(case.grades) if k is None else k)
        precisions = [sum(hits[:rank]) / rank for rank, hit in enumerate(hits, 1) if hit]
        recall[topic] = sum(hits) / fits if fits else 0.0
        average_precision[topic] = sum(precisions) / fits if fits else 0.0
    assert_scores(recall, "recall", {"k": k, "denominator": "capped"})
    assert_scores(average_precision, "average_precision", {"k": k, "denominator": "capped"})


@pytest.mark.parametrize("k", [None, *CUTOFFS])
def test_cumulative_gain_is_a_plain_sum(k: int | None) -> None:
    for gain, worth in GAINS:
        expected = {
            topic: math.fsum(worth(grade or 0) for grade in case.grades[:k])
            for topic, case in CASES.items()
        }
        assert_scores(expected, "cumulative_gain", {"k": k, "gain": gain})


@pytest.mark.parametrize(
    "weights", [None, (0.25, 0.25, 0.25, 0.25), (0.4, 0, 0.6, 0), (0, 0, 0, 1)]
)
@pytest.mark.parametrize("k", [None, *CUTOFFS])
def test_graded_average_precision_is_the_double_sum_of_its_paper(
    k: int | None, weights: tuple[float, ...] | None
) -> None:
    """No library has it. In the paper each pair of ranks adds what both grades exceed."""
    shares = weights or (1 / TOP,) * TOP
    expected = {}
    for topic, case in CASES.items():
        worth = [math.fsum(shares[: grade or 0]) for grade in (*case.grades, *case.missed)]
        shown = worth[: len(case.grades)][:k]
        pairs = (
            min(worth[above], value) / rank
            for rank, value in enumerate(shown, 1)
            for above in range(rank)
        )
        possible = math.fsum(worth)
        expected[topic] = math.fsum(pairs) / possible if possible else 0.0
    assert_scores(expected, "graded_average_precision", {"k": k, "thresholds": weights})


@pytest.mark.parametrize("relevant_from", [1, 3])
@pytest.mark.parametrize("k", [None, *CUTOFFS])
def test_ranks_are_counted_as_a_reader_counts_them(k: int | None, relevant_from: int) -> None:
    """No library bounds the rank of what it cannot see; counted with Python's own lists."""
    first, penalty, ignore, recall = {}, {}, {}, {}
    for topic, case in CASES.items():
        depth = len(case.grades) if k is None else k
        hits = [(grade or 0) >= relevant_from for grade in (*case.grades, *case.missed)]
        exist = sum(hits)
        ranks = [rank for rank, hit in enumerate(hits[: len(case.grades)][:depth], 1) if hit]
        first[topic] = min(ranks, default=depth + 1)
        unseen = [depth + 1] * (exist - len(ranks))
        penalty[topic] = float(np.mean([*ranks, *unseen])) if exist else depth + 1
        ignore[topic] = float(np.mean(ranks)) if ranks else depth + 1
        found = [number / exist for number in range(1, len(ranks) + 1)]
        recall[topic] = float(np.mean(found)) if found else 0.0
    assert_scores(first, "first_relevant_rank", {"k": k}, relevant_from)
    assert_scores(penalty, "mean_rank", {"k": k}, relevant_from, tolerance=1e-12 * DEEP)
    assert_scores(ignore, "mean_rank", {"k": k, "missing": "ignore"}, relevant_from)
    assert_scores(recall, "average_recall", {"k": k}, relevant_from)
