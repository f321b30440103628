"""Two rankings, or predictions and truth: by hand, by laws, and against libraries."""

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics as sklearn_metrics

from metrics.agreement import (
    auc,
    average_overlap,
    graded_inversions,
    inversions,
    kendall_distance,
    kendall_tau,
    mean_ranks,
    pair_counts,
    pearson_r,
    rbo,
    rbo_bounds,
    rbo_of_groups,
    spearman_rho,
    tau_ap,
    thresholds,
)
from metrics.breakdown import Breakdown
from metrics.pointwise import mae, mse, rmse

# A list of one length and one of another, each document once.
orders = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
permutations = st.integers(2, 8).flatmap(lambda n: st.permutations("abcdefgh"[:n]))
scores = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9)


@given(a=orders, b=orders, k=st.one_of(st.none(), st.integers(1, 9)))
def test_average_overlap_is_the_mean_share(a: list[str], b: list[str], k: int | None) -> None:
    """By counting each depth that both lists have."""
    depths = range(1, min(len(a), len(b), k or 9) + 1)
    shares = [len({*a[:depth]} & {*b[:depth]}) / depth for depth in depths]
    found = average_overlap(a, b, k)
    assert found.terms["overlap"].tolist() == pytest.approx(shares)
    assert bool(found.undefined) == (not shares)
    if shares:
        assert float(found.score) == pytest.approx(sum(shares) / len(shares))


@pytest.mark.parametrize(
    ("x", "y"),
    [([1, 2, 3, 4], [1, 2, 3, 10]), ([11, 18, 13, 15], [19, 12, 17.5, 15]), ([0.1, 0.2], [5, -1])],
)
def test_pearsons_r_is_that_of_scipy(x: list[float], y: list[float]) -> None:
    found = pearson_r(x, y)
    assert float(found.score) == pytest.approx(stats.pearsonr(x, y).statistic)
    assert found.terms["contribution"].shape == (len(x),)


def test_pearsons_r_of_equal_scores_has_no_value() -> None:
    """The mean of three times 0.1 is not 0.1 in a computer."""
    assert pearson_r([0.1, 0.1, 0.1], [1, 2, 4]).undefined
    assert pearson_r([], []).undefined


def test_inversions_by_hand() -> None:
    breakdown = inversions("abcd", "bdac")  # a-b, a-d, c-d
    assert breakdown.score == 3
    assert breakdown.terms["contribution"].tolist() == [2 / 2, 1 / 2, 1 / 2, 2 / 2]
    assert breakdown.aside["pairs"].tolist() == [
        [0, 1, 0, 1],
        [1, 0, 0, 0],
        [0, 0, 0, 1],
        [1, 0, 1, 0],
    ]
    assert inversions("", "").score == 0


@pytest.mark.parametrize(
    ("a", "b", "k", "pairs", "by_hand"),
    [
        ("abcde", "edcba", None, "union", 10 / 10),
        ("abcde", "bacde", None, "union", 1 / 10),
        ("abcde", "abced", None, "union", 1 / 10),  # a swap below costs what one at the top does
        ("abcde", "edcba", 5, "union", 10 / 25),
        ("abcde", "edcba", 5, "common", 10 / 10),
        ("ab", "cd", 2, "union", 4 / 4),  # a-c, a-d, b-c, b-d; a-b and c-d stand in one list only
        ("abc", "bcd", 3, "union", 3 / 9),  # d stands below a, b and c in the first list:
        #                                     a-d is opposite, a-b and a-c too; b-c is not
        ("abc", "bcd", 3, "common", 0 / 1),
        ("abcx", "bacy", 2, "union", 1 / 4),  # only a-b is seen
        ("ab", "ab", 9, "union", 0 / 4),
        ("ab", "cde", 9, "union", 6 / 6),  # both tops are shorter than k
    ],
)
def test_kendall_distance_by_hand(
    a: str, b: str, k: int | None, pairs: Any, by_hand: float
) -> None:
    assert kendall_distance(a, b, k, pairs=pairs).score == pytest.approx(by_hand)


@given(a=orders, b=orders, k=st.integers(1, 9))
def test_the_distance_of_two_tops_has_four_cases(a: list[str], b: list[str], k: int) -> None:
    """As Fagin, Kumar & Sivakumar tell them apart."""
    top_a, top_b = a[:k], b[:k]
    opposite = 0
    for i, j in combinations({*top_a, *top_b}, 2):
        in_a, in_b = ({i, j} & {*top} for top in (top_a, top_b))
        if len(in_a) == len(in_b) == 2:
            opposite += (top_a.index(i) < top_a.index(j)) != (top_b.index(i) < top_b.index(j))
        elif {len(in_a), len(in_b)} == {1, 2}:
            (whole, part) = (top_a, in_b) if len(in_a) == 2 else (top_b, in_a)
            (present,), (absent,) = part, {i, j} - part
            opposite += whole.index(absent) < whole.index(present)
        elif len(in_a) == len(in_b) == 1:
            opposite += 1
    assert kendall_distance(a, b, k, normalised=False).score == opposite
    share = opposite / most if (most := len(top_a) * len(top_b)) else np.nan
    assert kendall_distance(a, b, k).score == pytest.approx(share, nan_ok=True)
    assert kendall_distance(b, a, k).score == pytest.approx(share, nan_ok=True)


@given(a=permutations, data=st.data())
def test_scipy_agrees_on_two_orders(a: list[str], data: st.DataObject) -> None:
    b = data.draw(st.permutations(a))
    places = [[order.index(document) for document in sorted(a)] for order in (a, b)]
    tau = stats.kendalltau(*places).statistic
    assert kendall_distance(a, b).score == pytest.approx((1 - tau) / 2)
    assert kendall_tau(*places, variant="a").score == pytest.approx(tau)
    # Taken over all pairs, the optimistic top-k distance is the plain one.
    n = len(a)
    assert kendall_distance(a, b, n).score * n**2 == pytest.approx(inversions(a, b).score)
    assert kendall_distance(a, a[::-1]).score == pytest.approx(1)
    assert tau_ap(a, a).score == pytest.approx(1)
    assert tau_ap(a, a[::-1]).score == pytest.approx(-1)
    share = [
        sum(a.index(above) < a.index(document) for above in b[:rank]) / rank
        for rank, document in enumerate(b)
        if rank
    ]
    assert tau_ap(a, b).score == pytest.approx(2 * np.mean(share) - 1)
    assert tau_ap(a, b).terms["right_above"][1:].tolist() == share


def test_tau_ap_minds_the_top_and_is_not_symmetric() -> None:
    # Swapped at the top: 0/1, 2/2, 3/3. Swapped at the end: 1/1, 2/2, 2/3.
    assert tau_ap("abcd", "bacd").score == pytest.approx(2 * (0 + 1 + 1) / 3 - 1)
    assert tau_ap("abcd", "abdc").score == pytest.approx(2 * (1 + 1 + 2 / 3) / 3 - 1)
    assert kendall_distance("abcd", "bacd").score == kendall_distance("abcd", "abdc").score
    # c first: 0/1, 1/2. The other way round the faults are a and b below c: 1/1, 0/2.
    assert tau_ap("abc", "cab").score == pytest.approx(2 * (0 + 1 / 2) / 2 - 1)
    assert tau_ap("cab", "abc").score == pytest.approx(2 * (1 + 0) / 2 - 1)


@given(pairs=scores)
def test_scipy_agrees_on_scores_with_ties(pairs: list[tuple[int, int]]) -> None:
    x, y = zip(*pairs, strict=True)
    constant = len({*x}) == 1 or len({*y}) == 1
    for ours, theirs in (
        (kendall_tau(x, y), stats.kendalltau),
        (spearman_rho(x, y), stats.spearmanr),
    ):
        assert ours.undefined == constant
        if constant:
            assert math.isnan(ours.score)
        else:
            assert ours.score == pytest.approx(theirs(x, y).statistic)
    signs = [np.sign((a - c) * (b - d)) for (a, b), (c, d) in combinations(pairs, 2)]
    assert kendall_tau(x, y, variant="a").score == pytest.approx(np.mean(signs))


@given(pairs=scores)
def test_pairs_of_each_kind_are_counted_once(pairs: list[tuple[int, int]]) -> None:
    x, y = zip(*pairs, strict=True)
    signs = [(np.sign(a - c), np.sign(b - d)) for (a, b), (c, d) in combinations(pairs, 2)]
    assert [*pair_counts(x, y)] == [
        sum(a * b > 0 for a, b in signs),
        sum(a * b < 0 for a, b in signs),
        sum(a == 0 != b for a, b in signs),
        sum(b == 0 != a for a, b in signs),
        sum(a == b == 0 for a, b in signs),
    ]
    assert mean_ranks(x).tolist() == stats.rankdata(-np.array(x)).tolist()


def test_a_tie_keeps_tau_a_from_one() -> None:
    # Five pairs of six agree, the sixth is tied in x: 5/6, and 5/√(5·6).
    x, y = [1, 1, 2, 3], [1, 2, 3, 4]
    assert kendall_tau(x, y, variant="a").score == pytest.approx(5 / 6)
    assert kendall_tau(x, y, variant="b").score == pytest.approx(5 / math.sqrt(5 * 6))


RECORDED = json.loads((Path(__file__).parent / "rbo.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("position", range(0, len(RECORDED), 20))
def test_the_rbo_library_agrees(position: int) -> None:
    """Version 0.1.3 needs an older NumPy than the app, so what it answered is kept in rbo.json."""
    for a, b, persistence, truncated, extrapolated in RECORDED[position : position + 20]:
        assert rbo(a, b, persistence).score == pytest.approx(extrapolated, abs=1e-9)
        if truncated is not None:
            ours = rbo(a, b, persistence, extrapolated=False).score
            assert ours == pytest.approx(truncated, abs=1e-9)


def test_rbo_by_hand() -> None:
    # Depths 1, 2, 3 share 0, 1 and 2 documents.
    overlap = [0 / 1, 1 / 2, 2 / 3]
    breakdown = rbo("abc", "bdc", 0.5)
    assert breakdown.terms["overlap"].tolist() == pytest.approx(overlap)
    terms = [0.5 * 0.5**depth * share for depth, share in enumerate(overlap)]
    assert breakdown.terms["contribution"].tolist() == pytest.approx(terms)
    assert breakdown.remainder == pytest.approx(2 / 3 * 0.5**3)
    assert rbo("abc", "bdc", 0.5, extrapolated=False).score == pytest.approx(sum(terms))
    assert rbo("abcxyz", "bdcuvw", 0.5, 3).score == pytest.approx(breakdown.score)
    assert rbo("ab", "cd").score == 0
    assert rbo("ab", "").score == 0


@given(a=orders, b=orders, persistence=st.sampled_from([0, 0.5, 0.9, 0.98]))
def test_rbo_is_symmetric_and_between_0_and_1(
    a: list[str], b: list[str], persistence: float
) -> None:
    breakdown = rbo(a, b, persistence)
    assert breakdown.undefined == (not a and not b)
    if breakdown.undefined:
        assert math.isnan(breakdown.score)
        return
    assert -1e-12 <= breakdown.score <= 1 + 1e-12
    assert rbo(b, a, persistence).score == pytest.approx(breakdown.score)
    assert rbo(a, b, persistence, extrapolated=False).score <= breakdown.score + 1e-12
    everybody = list(dict.fromkeys(a + b))
    assert rbo(everybody, everybody, persistence).score == pytest.approx(1)


@given(grades=st.lists(st.integers(0, 3) | st.just(math.nan), max_size=9))
def test_graded_inversions_count_what_a_better_order_would_swap(grades: list[float]) -> None:
    wrong = sum(above < below for above, below in combinations(grades, 2))
    different = sum(above != below and above - below == above - below
                    for above, below in combinations(grades, 2))  # fmt: skip
    breakdown = graded_inversions(grades)
    assert breakdown.score == wrong
    assert breakdown.aside["ordered_pairs"] == different
    accuracy = breakdown.aside["pairwise_accuracy"]
    if different:
        assert accuracy == pytest.approx(1 - wrong / different)
    else:
        assert math.isnan(accuracy)


@given(hits=st.lists(st.integers(0, 1), min_size=2, max_size=9))
def test_scikit_learn_calls_the_pairwise_accuracy_of_hits_auc(hits: list[int]) -> None:
    if len({*hits}) == 2:
        auc = sklearn_metrics.roc_auc_score(hits, range(len(hits), 0, -1))
        assert graded_inversions(hits).aside["pairwise_accuracy"] == pytest.approx(auc)


def test_many_lists_are_counted_at_once() -> None:
    breakdown = graded_inversions([[0, 1, 2], [2, 1, 0]])
    assert breakdown.score.tolist() == [3, 0]
    assert breakdown.terms["contribution"].tolist() == [[0, 1, 2], [0, 0, 0]]


numbers = st.floats(-5, 5)


@given(rows=st.lists(st.tuples(numbers, numbers), min_size=1, max_size=9))
def test_scikit_learn_agrees_on_errors(rows: list[tuple[float, float]]) -> None:
    predicted, true = zip(*rows, strict=True)
    for ours, theirs in (
        (mse(predicted, true).score, sklearn_metrics.mean_squared_error),
        (mae(predicted, true).score, sklearn_metrics.mean_absolute_error),
        (rmse(predicted, true), sklearn_metrics.root_mean_squared_error),
    ):
        assert ours == pytest.approx(theirs(true, predicted))


def test_errors_are_per_document_and_per_row() -> None:
    breakdown = mse([[3, 1], [0, 0]], [1, 1])  # one truth for both rows
    assert breakdown.terms["squared_error"].tolist() == [[4, 0], [1, 1]]
    assert breakdown.terms["contribution"].tolist() == [[2, 0], [0.5, 0.5]]
    assert breakdown.score.tolist() == [2, 1]
    assert rmse([[3, 1], [0, 0]], [1, 1]).tolist() == [math.sqrt(2), 1]
    assert mae([], []).undefined
    assert mae([], []).score == 0


def assert_nan(breakdown: Breakdown) -> None:
    assert breakdown.undefined
    assert math.isnan(breakdown.score)


def test_what_cannot_be_compared_is_undefined() -> None:
    assert_nan(kendall_distance("a", "a"))
    assert_nan(kendall_distance("", ""))
    assert_nan(kendall_distance("ab", "bc", 2, pairs="common"))
    assert_nan(kendall_tau([1, 1], [1, 2]))
    assert_nan(kendall_tau([], [], variant="a"))
    assert_nan(spearman_rho([2, 2, 2], [1, 2, 3]))
    assert_nan(tau_ap("a", "a"))
    assert_nan(tau_ap("", ""))
    assert_nan(rbo("", ""))


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: inversions("aba", "ab"), "a must hold each document once, got 'a' twice"),
        (lambda: inversions("ab", "abc"), "must hold the same documents, got 'c' in one"),
        (lambda: kendall_distance("ab", "ab", 0), "k must be a whole number .* got 0"),
        (lambda: kendall_distance("ab", "ab", pairs="all"), "pairs must be one of union, common"),
        (lambda: kendall_tau([1, 2], [1, 2, 3]), "two rows of one length"),
        (lambda: kendall_tau([1, math.nan], [1, 2]), "finite numbers"),
        (lambda: kendall_tau([1, 2], [1, 2], variant="c"), "variant must be one of a, b, got 'c'"),
        (lambda: spearman_rho([[1, 2]], [[1, 2]]), "two rows of one length"),
        (lambda: tau_ap("ab", "ac"), "must hold the same documents"),
        (lambda: tau_ap("ab", "bb"), "other must hold each document once, got 'b' twice"),
        (lambda: rbo("ab", "ab", 1), "persistence must be .* less than 1, got 1"),
        (lambda: rbo("aa", "ab"), "a must hold each document once"),
        (lambda: graded_inversions(3), "grades must be a row"),
        (lambda: mse([1, 2], [1]), r"got the shapes \(2,\) and \(1,\)"),
        (lambda: mae([1, math.inf], [1, 2]), "predicted must be finite numbers, got inf"),
        (lambda: rmse("ab", [1, 2]), "predicted must be numbers"),
        (lambda: mse(1, 2), "must be rows"),
    ],
)
def test_bad_input_is_refused_in_words(call: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        call()


@given(orders, orders, st.sampled_from([0.2, 0.5, 0.9, 0.98]))
def test_rbo_stays_between_its_bounds_whatever_follows(a: str, b: str, p: float) -> None:
    """With 2,000 more documents: none in common; or first those of the other, then the same."""
    more = [f"x{at}" for at in range(2000)], [f"y{at}" for at in range(2000)]
    others = [d for d in b if d not in a], [d for d in a if d not in b]
    worst = rbo([*a, *more[0]], [*b, *more[1]], p, extrapolated=False).score
    best = rbo([*a, *others[0], *more[0]], [*b, *others[1], *more[0]], p, extrapolated=False).score
    bounds = rbo_bounds(a, b, p)
    assert bounds == pytest.approx((float(worst), float(best)), abs=1e-9)
    assert bounds.residual == pytest.approx(float(best - worst), abs=1e-9)


@given(orders, orders)
def test_rbo_of_groups_without_ties_is_rbo(a: str, b: str) -> None:
    if len(a) == len(b) > 0:
        assert rbo_of_groups([*a], [*b]).score == pytest.approx(rbo(a, b).score)


def test_rbo_with_ties_by_hand() -> None:
    """Depth 1: 2 · 1 / (3 + 1); 2: 2 · 2 / (3 + 2); 3: 2 · 3 / (3 + 3)."""
    tied = rbo_of_groups(["abc"], ["a", "b", "c"], persistence=0.5)
    assert tied.terms["overlap"].tolist() == [0.5, 0.8, 1]
    assert tied.score == 0.25 + 0.2 + 0.125 + 0.125
    assert math.isnan(rbo_of_groups([], []).score)
    with pytest.raises(ValueError, match="must hold each document once, got 'a' twice"):
        rbo_of_groups(["ab", "a"], ["c"])


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=2))
def test_auc_with_ties_is_that_of_scikit_learn(pairs: list[tuple[int, bool]]) -> None:
    given_scores, hits = zip(*pairs, strict=True)
    if len({*hits}) == 2:
        theirs = sklearn_metrics.roc_auc_score(hits, given_scores)
        assert auc(given_scores, hits) == pytest.approx(theirs)
        found = thresholds(given_scores, hits)
        fpr, tpr, each = sklearn_metrics.roc_curve(hits, given_scores, drop_intermediate=False)
        assert found.score.tolist() == each[1:].tolist()
        assert found.hits.tolist() == pytest.approx(tpr[1:] * sum(hits))
        assert found.others.tolist() == pytest.approx(fpr[1:] * (len(hits) - sum(hits)))
    else:
        assert math.isnan(auc(given_scores, hits))


def test_tau_of_many_documents_needs_no_matrix() -> None:
    chance = np.random.default_rng(3)
    x, y = chance.integers(0, 900, (2, 20_000))
    found = kendall_tau(x, y)
    assert "pairs" not in found.aside
    assert found.score == pytest.approx(stats.kendalltau(x, y).statistic)
