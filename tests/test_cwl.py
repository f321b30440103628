"""Readers told by their continuation score what cwl-eval, their authors' own program, says."""

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from cwl.ruler.measures.cwl_dcg import NDCGCWLMetric
from cwl.ruler.measures.cwl_insq import INSQCWLMetric
from cwl.ruler.measures.cwl_inst import INSTCWLMetric
from cwl.ruler.measures.cwl_metrics import CWLMetric
from cwl.ruler.measures.cwl_precision import PrecisionCWLMetric
from cwl.ruler.measures.cwl_rbp import RBPCWLMetric
from cwl.ruler.measures.cwl_rr import RRCWLMetric
from cwl.ruler.ranking import Ranking as TheirRanking

from metrics import cwl
from metrics.catalog import METRICS
from metrics.cwl import Continuation, rate_of_gain
from metrics.ranking import Ranking

TOP = 4
NAN = math.nan


def lists() -> Iterator[list[float]]:
    draw = random.Random(2017)
    for of in ([0, TOP], [0, 1, 2, 3, 4], [NAN, 0, 1, 4], [0], [TOP], [NAN]):
        for _ in range(20):
            yield [draw.choice(of) for _ in range(draw.randint(1, 15))]


LISTS = list(lists())

READERS: list[tuple[Callable[[], CWLMetric], Continuation]] = [
    *[(lambda k=k: PrecisionCWLMetric(k), cwl.precision(k)) for k in (1, 5, 30)],
    *[(lambda p=p: RBPCWLMetric(p), cwl.rbp(p)) for p in (0.0, 0.5, 0.95)],
    *[(lambda k=k: NDCGCWLMetric(k), cwl.scaled_dcg(k)) for k in (1, 5, 30)],
    *[(lambda t=t: INSQCWLMetric(t), cwl.insq(t)) for t in (0.5, 1, 3)],
    *[(lambda t=t: INSTCWLMetric(t), cwl.inst(t)) for t in (0.5, 1, 3)],
]


def theirs(metric: CWLMetric, grades: list[float]) -> tuple[CWLMetric, TheirRanking]:
    ranking = TheirRanking("1", np.array(grades) / TOP, np.ones(len(grades)))
    metric.measure(ranking)
    return metric, ranking


@pytest.mark.slow
@pytest.mark.parametrize(("make", "reader"), READERS)
def test_cwl_eval_agrees(make: Callable[[], CWLMetric], reader: Continuation) -> None:
    for grades in LISTS[::2]:
        ours = rate_of_gain(Ranking(grades, top_grade=TOP), reader)
        measured, ranking = theirs(make(), grades)
        n = len(grades)
        assert ours.score == pytest.approx(measured.expected_utility)
        assert ours.aside["expected_documents"] == pytest.approx(measured.expected_items)
        assert ours.terms["continuation"] == pytest.approx(measured.c_vector(ranking)[:n])
        assert ours.terms["weight"] == pytest.approx(measured.w_vector(ranking)[:n])
        assert ours.terms["stop"] == pytest.approx(measured.l_vector(ranking)[:n])
        # Their most patient readers do not stop at rank 1000, and what those gain is not counted.
        assert ours.aside["total_gain"] == pytest.approx(
            measured.expected_total_utility, rel=1e-3, abs=1e-3
        )


def test_cwl_eval_agrees_on_the_reciprocal_rank_of_a_binary_list() -> None:
    """With a half-hearted gain at the first hit the score is that gain's share, not 1 / rank."""
    for grades in LISTS:
        ours = rate_of_gain(Ranking(grades, top_grade=TOP), cwl.reciprocal_rank())
        measured, _ = theirs(RRCWLMetric(), grades)
        assert ours.score == pytest.approx(measured.expected_utility)
        assert ours.aside["expected_documents"] == pytest.approx(measured.expected_items)


@pytest.mark.parametrize(
    ("reader", "key", "knobs"),
    [
        (cwl.precision(5), "precision", {"k": 5}),
        (cwl.rbp(0.8), "rbp", {"persistence": 0.8, "utility": "binary"}),
        (cwl.reciprocal_rank(), "reciprocal_rank", {}),
    ],
)
def test_what_the_catalog_has_is_the_same_metric(
    reader: Continuation, key: str, knobs: dict[str, Any]
) -> None:
    for grades in LISTS:
        ranking = Ranking(grades, top_grade=TOP)
        ours = rate_of_gain(ranking, reader, utility="binary")
        assert ours.score == pytest.approx(METRICS[key].compute(ranking, **knobs).score)


def test_a_readers_own_numbers_stay_as_they_were() -> None:
    curve = np.full(cwl.DEEPEST, 0.9)
    rate_of_gain(Ranking([1, 0]), lambda _gain: curve)
    assert (curve == 0.9).all()
    perfect = Ranking(np.ones(cwl.DEEPEST))
    assert rate_of_gain(perfect, lambda gain: gain).score == pytest.approx(1)


def test_scaled_dcg_is_dcg_over_the_sum_of_its_weights() -> None:
    weights = [1 / math.log2(rank + 1) for rank in range(1, 6)]
    for grades in LISTS:
        ranking = Ranking(grades, top_grade=TOP)
        dcg = METRICS["dcg"].compute(ranking, k=5).score / TOP
        ours = rate_of_gain(ranking, cwl.scaled_dcg(5)).score
        assert ours == pytest.approx(dcg / sum(weights))


def test_inst_by_hand() -> None:
    """T = 1 and one gain of 1 at rank 1: T_1 = 0, and C = (1/2)², (2/3)², (3/4)² and so on.

    So W(i) is as 1/i², and W(1) the inverse of its sum to 1000.
    """
    breakdown = rate_of_gain(Ranking([1]), cwl.inst(1))
    squares = sum(1 / rank**2 for rank in range(1, 1001))
    assert breakdown.terms["continuation"].tolist() == [1 / 4]
    assert breakdown.score == pytest.approx(1 / squares)
    assert breakdown.aside["expected_documents"] == pytest.approx(squares)
    assert breakdown.aside["total_gain"] == pytest.approx(1)


def test_err_has_this_reader_and_divides_each_stop_by_its_own_rank() -> None:
    """Hits satisfy half of those who see them: L is 1/2, 0, 1/4, 0, and 1/4 gets to rank 5."""
    ranking = Ranking([1, 0, 1, 0, 1])
    breakdown = rate_of_gain(ranking, cwl.err_like(5), utility="exponential")
    assert breakdown.terms["continuation"].tolist() == [1 / 2, 1, 1 / 2, 1, 0]
    assert breakdown.terms["stop"].tolist() == [1 / 2, 0, 1 / 4, 0, 1 / 4]
    assert breakdown.aside["expected_documents"] == 1 / 2 * 1 + 1 / 4 * 3 + 1 / 4 * 5
    assert breakdown.score == pytest.approx((1 - 1 / 8) / 2.5)
    satisfied = 1 / 2 * 1 + 1 / 4 * 1 / 3 + 1 / 4 * 1 / 2 * 1 / 5
    assert METRICS["err"].compute(ranking, k=5).score == pytest.approx(satisfied)


def test_err_is_built_on_where_its_reader_stops() -> None:
    """Down to rank k - 1 who stops is satisfied; at k only the gain's share of them is."""
    for grades in LISTS:
        ranking = Ranking(grades, top_grade=TOP)
        terms = rate_of_gain(ranking, cwl.err_like(6)).terms
        stops = terms["stop"][:6].copy()
        stops[5:] *= terms["gain"][5:6]
        built = (stops / np.arange(1, stops.size + 1)).sum()
        err = METRICS["err"].compute(ranking, k=6, satisfaction="linear").score
        assert err == pytest.approx(built)


def test_a_given_curve_is_whoever_has_it() -> None:
    for grades in LISTS:
        ranking = Ranking(grades, top_grade=TOP)
        for curve, reader in (([1, 1, 0], cwl.precision(3)), ([0.7], cwl.rbp(0.7))):
            ours, named = (rate_of_gain(ranking, each) for each in (cwl.given(curve), reader))
            assert ours.score == named.score
            assert ours.aside["expected_documents"] == named.aside["expected_documents"]


def test_an_adaptive_reader_reacts_and_a_static_one_does_not() -> None:
    found, nothing = (Ranking(grades) for grades in ([1, 0, 0], [0, 0, 0]))
    for reader, reacts in ((cwl.inst(), True), (cwl.insq(), False), (cwl.reciprocal_rank(), True)):
        continuations = [
            rate_of_gain(ranking, reader).terms["continuation"].tolist()
            for ranking in (found, nothing)
        ]
        assert (continuations[0] != continuations[1]) == reacts


@pytest.mark.parametrize(("_make", "reader"), READERS)
def test_a_row_of_a_batch_is_the_single_call(_make: object, reader: Continuation) -> None:
    rows = [grades for grades in LISTS if len(grades) == 7]
    batch = rate_of_gain(Ranking(rows, top_grade=TOP), reader)
    for number, grades in enumerate(rows):
        single = rate_of_gain(Ranking(grades, top_grade=TOP), reader)
        assert batch.score[number] == pytest.approx(single.score)
        assert batch.aside["total_gain"][number] == pytest.approx(single.aside["total_gain"])
        for name, term in single.terms.items():
            assert batch.terms[name][number] == pytest.approx(term)
    assert len(rows) > 3


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: cwl.rbp(1), "persistence must be .* less than 1, got 1"),
        (lambda: cwl.precision(0), "k must be .* got 0"),
        (lambda: cwl.insq(0), "target must be .* more than 0, got 0"),
        (lambda: cwl.inst(0.1), "target must be .* at least 0.5, got 0.1"),
        (lambda: cwl.err_like(0), "k must be .* got 0"),
        (lambda: cwl.given([]), "curve must be numbers from 0 to 1, at least one, got .]"),
        (lambda: cwl.given([0.5, 1.1]), "curve must be numbers from 0 to 1, .* got .0.5, 1.1"),
        (lambda: cwl.given([NAN]), "curve must be numbers from 0 to 1, .* got .nan"),
        (lambda: rate_of_gain(Ranking([1]), lambda gain: gain + 1), "continuation must give .* 2"),
        (lambda: rate_of_gain(Ranking([1]), "rbp"), "continuation must be one of a function, got"),
        (lambda: rate_of_gain(Ranking([0] * 1001), cwl.rbp()), "rank 1000, got a list of 1001"),
        (lambda: rate_of_gain(Ranking([1]), cwl.rbp(), utility="log"), "utility must be one of"),
    ],
)
def test_bad_input_is_refused_in_words(call: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        call()
