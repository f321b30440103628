"""What must hold for every ranking that can be made, tried on many that hypothesis makes.

Every law runs over the whole catalog and all settings of its knobs. Where a law is false for some
metric, the smallest counter-example is kept beside it: it is what the lessons are about.
"""

import math
import os
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.gain import DISCOUNTS, GAINS, custom, geometric, logarithmic, power
from metrics.ranking import Ranking
from metrics.reader_models import UTILITIES, sigmoid

EXAMPLES = int(os.environ.get("EXAMPLES", "15"))  # `make search` tries more
SLACK = 1e-9  # a sum in another order is rounded in another way


def law(**drawn: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return lambda test: settings(max_examples=EXAMPLES, deadline=None)(given(**drawn)(test))


# Every name a knob has, and some members of its families. Gains rise with the grade.
VALUES: dict[str, list[Any]] = {
    "denominator": ["relevant", "found", "capped"],
    "missing": ["penalty", "ignore"],
    "recall_level": [0, 0.3, 0.5, 0.7, 1],
    "point_count": [11, 3, "quarters"],
    "rounding": ["up", "trec_eval"],
    "patience": [0, 1, 10],
    "thresholds": [None],  # what else it may be depends on the scale: a law of its own below
    "gain": [*GAINS, custom([0, 1, 1.5, 4, 5, 6, 7, 8, 30])],
    "discount": [*DISCOUNTS, logarithmic(10), geometric(0), power(2, 3)],
    "ideal": ["judged", "retrieved", "uncut"],
    "persistence": [0, 0.5, 0.8, 0.95],
    "utility": [*UTILITIES, sigmoid(5, 1)],
    "satisfaction": [*UTILITIES, sigmoid(5, 1)],
    "continuation": [0, 0.6, 1],
}


@cache
def settings_of(key: str) -> list[dict[str, Any]]:
    knobs = [knob for knob in METRICS[key].knobs if knob in VALUES]
    combinations = product(*(VALUES[knob] for knob in knobs))
    chosen = [dict(zip(knobs, values, strict=True)) for values in combinations]
    if key == "recall":
        chosen = [knobs for knobs in chosen if knobs["denominator"] != "found"]
    return chosen


every_metric = pytest.mark.parametrize("key", METRICS)


@st.composite
def one_list(draw: st.DrawFn, least: int = 0, most: int = 9) -> dict[str, Any]:
    """Draw what a Ranking is made of: whole grades, NaN among them where nobody judged."""
    top = draw(st.sampled_from([1, 3, 4, 8]))
    grade = st.integers(0, top).map(float)
    grades = st.lists(grade | st.just(math.nan), min_size=least, max_size=most)
    return {
        "grades": draw(grades),
        "missed": draw(st.lists(grade, max_size=4)),
        "top_grade": top,
        "relevant_from": draw(st.integers(1, top)),
    }


cutoffs = st.none() | st.integers(1, 12)


def compute(key: str, knobs: dict[str, Any], k: int | None, ranking: Ranking) -> Breakdown:
    metric = METRICS[key]
    return metric.compute(ranking, **knobs, **({"k": k} if "k" in metric.knobs else {}))


def score(key: str, knobs: dict[str, Any], k: int | None, made_of: dict[str, Any]) -> float:
    return float(compute(key, knobs, k, Ranking(**made_of)).score)


def higher_is_better_score(
    key: str, knobs: dict[str, Any], k: int | None, made_of: dict[str, Any]
) -> float:
    """The score, turned round where a lower one is better."""
    return score(key, knobs, k, made_of) * (1 if METRICS[key].higher_is_better else -1)


def by_grade(grade: float) -> float:
    """What nobody judged is worth less than a judged 0, which a sigmoid likes a little."""
    return -1 if math.isnan(grade) else grade


@every_metric
@law(data=st.data(), made_of=one_list(), k=cutoffs)
def test_a_score_is_the_sum_of_its_contributions_and_stays_in_its_range(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int | None
) -> None:
    breakdown = compute(key, data.draw(st.sampled_from(settings_of(key))), k, Ranking(**made_of))
    contribution = breakdown.terms["contribution"]
    low, high = METRICS[key].range
    depth = len(made_of["grades"])
    if k is not None and "k" in METRICS[key].knobs:
        depth = min(k, depth)
    assert {term.shape for term in breakdown.terms.values()} == {(depth,)}
    assert contribution.sum() + breakdown.remainder == breakdown.score
    assert (contribution >= 0).all()
    assert low <= breakdown.score <= (math.inf if high is None else high + SLACK)
    assert list(breakdown.table()) == ["rank", *breakdown.terms]
    assert all(np.isfinite(values).all() for values in breakdown.aside.values())


@every_metric
@law(data=st.data(), made_of=one_list(), k=cutoffs)
def test_an_undefined_score_is_the_worst_value(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int | None
) -> None:
    breakdown = compute(key, data.draw(st.sampled_from(settings_of(key))), k, Ranking(**made_of))
    depth = len(made_of["grades"]) if k is None else k
    worst = 0 if METRICS[key].higher_is_better else depth + 1
    assert not breakdown.undefined or breakdown.score == worst
    if made_of["grades"] or k is not None:
        never = {"hit", "precision", "f1", "reciprocal_rank", "cumulative_gain"}
        assert not (key in never | {"dcg", "rbp", "err"} and breakdown.undefined)


@every_metric
@law(data=st.data(), made_of=one_list(), k=cutoffs)
def test_the_ideal_order_is_never_beaten(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int | None
) -> None:
    knobs = data.draw(st.sampled_from(settings_of(key)))
    if knobs.get("missing") == "ignore" or (key, knobs.get("denominator")) == (
        "q_measure",
        "found",
    ):
        k = None  # with a cut it can be: the next test
    best = sorted(made_of["grades"], key=by_grade, reverse=True)
    ideal = higher_is_better_score(key, knobs, k, made_of | {"grades": best})
    assert higher_is_better_score(key, knobs, k, made_of) <= ideal + SLACK


def test_the_ideal_order_is_beaten_where_only_what_was_found_counts() -> None:
    """A second hit in the window is one more to average over, and not as good as the first."""
    ignore = {"k": 2, "missing": "ignore"}
    assert METRICS["mean_rank"].compute(Ranking([1, 1, 0]), **ignore).score == (1 + 2) / 2
    assert METRICS["mean_rank"].compute(Ranking([1, 0, 1]), **ignore).score == 1
    found = {"k": 2, "denominator": "found"}
    best, other = (Ranking(grades, [3], top_grade=3) for grades in ([3, 1, 0], [3, 0, 1]))
    assert METRICS["q_measure"].compute(best, **found).score == (4 / 4 + 6 / 8) / 2
    assert METRICS["q_measure"].compute(other, **found).score == 4 / 4


def test_the_order_of_the_grades_is_beaten_where_the_best_grade_is_not_worth_most() -> None:
    """The ideal of nDCG is made of gains, not of grades, so the ratio still ends at 1."""
    knobs = {"gain": custom([0, 5, 1])}
    by_grades, by_gains = Ranking([2, 1], top_grade=2), Ranking([1, 2], top_grade=2)
    assert METRICS["dcg"].compute(by_grades, **knobs).score == pytest.approx(1 + 5 / math.log2(3))
    assert METRICS["dcg"].compute(by_gains, **knobs).score == pytest.approx(5 + 1 / math.log2(3))
    assert METRICS["ndcg"].compute(by_gains, **knobs).score == pytest.approx(1)


def test_the_ideal_order_is_beaten_where_a_lower_rank_counts_more() -> None:
    upside_down = {"discount": lambda ranks: ranks}
    assert METRICS["dcg"].compute(Ranking([1, 0]), **upside_down).score == 1
    assert METRICS["dcg"].compute(Ranking([0, 1]), **upside_down).score == 2


@every_metric
@law(data=st.data(), made_of=one_list(least=2), k=cutoffs)
def test_a_better_document_further_up_never_hurts(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int | None
) -> None:
    knobs = data.draw(st.sampled_from(settings_of(key)))
    if knobs.get("denominator") == "found" or knobs.get("missing") == "ignore":
        k = None  # with a cut it can: the next test
    if key == "q_measure":  # with more than one grade it can: the test after the next
        hits = [float(grade >= made_of["relevant_from"]) for grade in made_of["grades"]]
        made_of = {"grades": hits, "missed": [1] * len(made_of["missed"])}
    # What nobody judged is the worst, but for bpref, which skips it, better than a judged miss.
    unjudged = made_of["relevant_from"] - 0.5 if key == "bpref" else -1
    grades = made_of["grades"]
    above = data.draw(st.integers(0, len(grades) - 2))
    below = data.draw(st.integers(above + 1, len(grades) - 1))
    swapped = list(grades)
    swapped[above], swapped[below] = sorted(
        (grades[above], grades[below]),
        key=lambda grade: unjudged if math.isnan(grade) else grade,
        reverse=True,
    )
    assert higher_is_better_score(key, knobs, k, made_of | {"grades": swapped}) >= (
        higher_is_better_score(key, knobs, k, made_of) - SLACK
    )


def test_a_better_document_further_up_hurts_an_average_over_the_hits_found() -> None:
    """The hit that enters the window is also one more to divide by."""
    found = {"k": 3, "denominator": "found"}
    average_precision = METRICS["average_precision"].compute
    assert average_precision(Ranking([1, 0, 0, 1]), **found).score == 1
    assert average_precision(Ranking([1, 0, 1, 0]), **found).score == (1 + 2 / 3) / 2
    mean_rank, ignore = METRICS["mean_rank"].compute, {"k": 3, "missing": "ignore"}
    assert mean_rank(Ranking([1, 0, 0, 1]), **ignore).score == 1
    assert mean_rank(Ranking([1, 0, 1, 0]), **ignore).score == (1 + 3) / 2


def test_a_better_document_further_up_hurts_q_where_gains_differ() -> None:
    """A 1 in the place of an 8 is a bad start; after the 8 it is as good as an ideal list's."""
    q_measure = METRICS["q_measure"].compute
    late, early = Ranking([0, 8, 1], top_grade=8), Ranking([1, 8, 0], top_grade=8)
    assert q_measure(late).score == pytest.approx(((1 + 8) / (2 + 9) + (2 + 9) / (3 + 9)) / 2)
    assert q_measure(early).score == pytest.approx(((1 + 1) / (1 + 8) + (2 + 9) / (2 + 9)) / 2)
    assert q_measure(early).score < q_measure(late).score


@every_metric
@law(data=st.data(), made_of=one_list(), k=st.integers(1, 12))
def test_a_miss_appended_changes_nothing_at_a_fixed_cut(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int
) -> None:
    knobs = data.draw(st.sampled_from(settings_of(key)))
    before = score(key, knobs, k, made_of)
    unjudged = made_of | {"grades": [*made_of["grades"], math.nan]}
    assert math.isclose(score(key, knobs, k, unjudged), before, abs_tol=SLACK)
    # A sigmoid is pleased by a judged 0 too, so for it that is no miss.
    pleased = knobs.get("utility", knobs.get("satisfaction", "linear"))
    if key != "bpref" and pleased in {"linear", "exponential"}:
        judged = made_of | {"grades": [*made_of["grades"], 0]}
        assert math.isclose(score(key, knobs, k, judged), before, abs_tol=SLACK)


def test_a_judged_miss_appended_raises_bpref() -> None:
    """It has no cut, and one more that could have stood above the hits makes the others weigh less.

    m = 2; N = 1, then 2: the second hit has one of one above it, then one of two.
    """
    bpref = METRICS["bpref"].compute
    assert bpref(Ranking([1, 0, 1])).score == (1 + (1 - 1 / 1)) / 2
    assert bpref(Ranking([1, 0, 1, 0])).score == (1 + (1 - 1 / 2)) / 2


@every_metric
@law(data=st.data(), made_of=one_list(least=1))
def test_a_miss_appended_to_the_whole_list_never_helps(
    key: str, data: st.DataObject, made_of: dict[str, Any]
) -> None:
    knobs = data.draw(st.sampled_from(settings_of(key)))
    longer = made_of | {"grades": [*made_of["grades"], math.nan]}
    assert (
        higher_is_better_score(key, knobs, None, longer)
        <= higher_is_better_score(key, knobs, None, made_of) + SLACK
    )


@pytest.mark.parametrize(
    "key",
    [
        *["hit", "recall", "reciprocal_rank", "first_relevant_rank", "mean_rank"],
        *["average_precision", "average_recall", "graded_average_precision", "q_measure"],
        "interpolated_average_precision",
        *["cumulative_gain", "dcg", "rbp", "err"],
    ],
)
@law(data=st.data(), made_of=one_list(), k=st.integers(1, 11))
def test_looking_one_rank_deeper_never_lowers_what_is_a_sum_over_a_fixed_whole(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int
) -> None:
    fixed = [
        knobs
        for knobs in settings_of(key)
        if knobs.get("denominator", "relevant") == "relevant" and knobs.get("missing") != "ignore"
    ]
    knobs = data.draw(st.sampled_from(fixed))
    assert score(key, knobs, k, made_of) <= score(key, knobs, k + 1, made_of) + SLACK


@pytest.mark.parametrize(
    ("key", "knobs", "grades", "missed", "at_1", "at_2"),
    [
        ("precision", {}, [1, 0], [], 1, 1 / 2),
        ("f1", {}, [1, 0], [], 2 / (1 + 1), 2 / (2 + 1)),
        ("recall", {"denominator": "capped"}, [1, 0], [1], 1, 1 / 2),
        ("average_precision", {"denominator": "capped"}, [1, 0], [1], 1, 1 / 2),
        ("q_measure", {"denominator": "capped"}, [1, 0], [1], 1, 1 / 2),
        ("ndcg", {}, [1, 0], [1], 1, 1 / (1 + 1 / math.log2(3))),
        ("nerr", {}, [1, 0], [1], 1, (1 / 2) / (1 / 2 + 1 / 2 * 1 / 2 * 1 / 2)),
    ],
)
def test_looking_one_rank_deeper_can_lower_what_is_divided_by_more(
    key: str,
    knobs: dict[str, Any],
    grades: list[float],
    missed: list[float],
    at_1: float,
    at_2: float,
) -> None:
    made_of = {"grades": grades, "missed": missed}
    assert score(key, knobs, 1, made_of) == pytest.approx(at_1)
    assert score(key, knobs, 2, made_of) == pytest.approx(at_2)
    assert at_2 < at_1


@every_metric
@law(data=st.data(), k=cutoffs, n=st.integers(0, 20), q=st.integers(1, 4))
def test_a_row_of_a_batch_is_the_single_call_bit_for_bit(
    key: str, data: st.DataObject, k: int | None, n: int, q: int
) -> None:
    knobs = data.draw(st.sampled_from(settings_of(key)))
    row = st.lists(st.integers(0, 8).map(float) | st.just(math.nan), min_size=n, max_size=n)
    grades = data.draw(st.lists(row, min_size=q, max_size=q))
    missed = data.draw(st.lists(st.integers(0, 8), min_size=0, max_size=3))
    scale = {"top_grade": 8, "relevant_from": data.draw(st.integers(1, 8))}
    batch = compute(key, knobs, k, Ranking(np.reshape(grades, (q, n)), missed, **scale))
    assert batch.score.shape == batch.undefined.shape == batch.remainder.shape == (q,)
    for number, each in enumerate(grades):
        single = compute(key, knobs, k, Ranking(each, missed, **scale))
        assert batch.score[number] == single.score
        assert batch.undefined[number] == single.undefined
        for name, term in single.terms.items():
            assert batch.terms[name][number].tobytes() == term.tobytes()
        for name, value in single.aside.items():
            assert batch.aside[name][number].tobytes() == value.tobytes()


@every_metric
@law(data=st.data(), lists=st.lists(one_list(), min_size=1, max_size=4), k=cutoffs)
def test_a_padded_row_of_a_batch_is_the_single_call(
    key: str, data: st.DataObject, lists: list[dict[str, Any]], k: int | None
) -> None:
    knobs = data.draw(st.sampled_from(settings_of(key)))
    scale = {"top_grade": 8, "relevant_from": data.draw(st.integers(1, 8))}
    grades = np.full((len(lists), 9), 7.0)  # what stands in the padding must not matter
    missed = np.full((len(lists), 4), math.nan)
    for row, made_of in enumerate(lists):
        grades[row, : len(made_of["grades"])] = made_of["grades"]
        missed[row, : len(made_of["missed"])] = made_of["missed"]
    lengths = [len(made_of["grades"]) for made_of in lists]
    batch = compute(key, knobs, k, Ranking(grades, missed, lengths, **scale))
    for row, made_of in enumerate(lists):
        single = compute(key, knobs, k, Ranking(made_of["grades"], made_of["missed"], **scale))
        depth = single.terms["contribution"].size
        assert batch.score[row] == pytest.approx(single.score, abs=SLACK)
        assert batch.undefined[row] == single.undefined
        assert not batch.terms["contribution"][row, depth:].any()
        for name, term in single.terms.items():
            assert batch.terms[name][row, :depth] == pytest.approx(term, abs=SLACK)
        for name, value in single.aside.items():
            padded = (
                batch.aside[name][row, ..., : value.size] if value.ndim else batch.aside[name][row]
            )
            assert padded == pytest.approx(value, abs=SLACK)


@pytest.mark.parametrize("key", ["err", "nerr"])
@law(data=st.data(), made_of=one_list(), k=cutoffs)
def test_every_reader_of_err_stops_satisfied_or_leaves(
    key: str, data: st.DataObject, made_of: dict[str, Any], k: int | None
) -> None:
    breakdown = compute(key, data.draw(st.sampled_from(settings_of(key))), k, Ranking(**made_of))
    aside = breakdown.aside
    assert breakdown.terms["stop"].sum() + aside["leaves"] == pytest.approx(1)
    assert aside["gave_up"] + aside["reached_end"] == pytest.approx(aside["leaves"])


@law(data=st.data(), made_of=one_list(), k=cutoffs)
def test_the_residual_of_rbp_bounds_what_any_judgement_and_any_longer_list_can_add(
    data: st.DataObject, made_of: dict[str, Any], k: int | None
) -> None:
    knobs = data.draw(st.sampled_from(settings_of("rbp")))
    breakdown = compute("rbp", knobs, k, Ranking(**made_of))
    grade = st.integers(0, made_of["top_grade"])
    shown = made_of["grades"][:k]
    known = [data.draw(grade) if math.isnan(each) else each for each in shown]
    # An unread document may turn out to be anything, so the rest of the list is drawn anew.
    longer = made_of | {"grades": [*known, *data.draw(st.lists(grade, max_size=30))]}
    later = score("rbp", knobs, None, longer)
    assert breakdown.score - SLACK <= later <= breakdown.score + breakdown.aside["residual"] + SLACK


@law(made_of=one_list(), k=cutoffs, base=st.floats(1.01, 100))
def test_ndcg_does_not_feel_the_base_of_the_logarithm(
    made_of: dict[str, Any], k: int | None, base: float
) -> None:
    ours = score("ndcg", {"discount": logarithmic(base)}, k, made_of)
    assert ours == pytest.approx(score("ndcg", {}, k, made_of))


@law(made_of=one_list(), k=cutoffs, denominator=st.sampled_from(["relevant", "found", "capped"]))
def test_average_precision_is_the_area_under_its_steps(
    made_of: dict[str, Any], k: int | None, denominator: str
) -> None:
    breakdown = compute("average_precision", {"denominator": denominator}, k, Ranking(**made_of))
    recall_gained = np.diff(breakdown.terms["recall"], prepend=0)
    assert (breakdown.terms["precision"] * recall_gained).sum() == pytest.approx(breakdown.score)


@law(made_of=one_list(), k=st.integers(1, 12))
def test_metrics_that_are_relatives_say_the_same(made_of: dict[str, Any], k: int) -> None:
    precision, recall = (score(key, {}, k, made_of) for key in ("precision", "recall"))
    harmonic = 2 * precision * recall / (precision + recall) if precision + recall else 0
    assert score("f1", {}, k, made_of) == pytest.approx(harmonic)

    relevant = int(Ranking(**made_of).relevant_total)
    if relevant:
        at_m = score("precision", {}, relevant, made_of)
        assert score("r_precision", {}, None, made_of) == pytest.approx(at_m)
    if relevant == 1:
        assert score("hit", {}, k, made_of) == recall
        first = score("reciprocal_rank", {}, k, made_of)
        assert score("average_precision", {}, k, made_of) == pytest.approx(first)

        assert score("mean_rank", {}, k, made_of) == score("first_relevant_rank", {}, k, made_of)
    if first := score("reciprocal_rank", {}, k, made_of):
        assert score("first_relevant_rank", {}, k, made_of) == pytest.approx(1 / first)
    average_recall = compute("average_recall", {}, k, Ranking(**made_of))
    found = average_recall.aside["found"]
    expected = (found + 1) / (2 * relevant) if found else 0
    assert average_recall.score == pytest.approx(expected)

    # A reader without patience for gain, and readers who all draw the line at the same grade.
    average_precision = score("average_precision", {}, k, made_of)
    assert score("q_measure", {"patience": 0}, k, made_of) == pytest.approx(average_precision)
    bars = range(1, made_of["top_grade"] + 1)
    same_bar = {"thresholds": [float(bar == made_of["relevant_from"]) for bar in bars]}
    assert score("graded_average_precision", same_bar, k, made_of) == pytest.approx(
        average_precision
    )

    assert score("dcg", {"discount": "none"}, k, made_of) == pytest.approx(
        score("cumulative_gain", {}, k, made_of)
    )
    # A reader who is satisfied by any hit, and by nothing else, has stopped at the first one.
    assert score("err", {"satisfaction": "binary"}, k, made_of) == pytest.approx(
        score("reciprocal_rank", {}, k, made_of)
    )


@law(made_of=one_list(), k=cutoffs, weights=st.lists(st.integers(0, 5), min_size=8, max_size=8))
def test_graded_average_precision_weighs_the_precisions_of_readers_by_how_many_they_are(
    made_of: dict[str, Any], k: int | None, weights: list[int]
) -> None:
    """The sums of one reader per bar, each an AP times the documents that reach the bar."""
    top = made_of["top_grade"]
    shares = np.array([*weights[: top - 1], 1]) / (sum(weights[: top - 1]) + 1)
    added = possible = 0.0
    for bar, share in enumerate(shares, start=1):
        breakdown = compute("average_precision", {}, k, Ranking(**made_of | {"relevant_from": bar}))
        exist = breakdown.aside["relevant_total"]
        added += share * breakdown.score * exist
        possible += share * exist
    ours = score("graded_average_precision", {"thresholds": shares}, k, made_of)
    assert ours == pytest.approx(added / possible if possible else 0)


@pytest.mark.parametrize(
    "key",
    [
        *["r_precision", "average_precision", "q_measure", "bpref", "ndcg", "nerr"],
        "interpolated_precision",
    ],
)
@law(made_of=one_list(least=1), k=st.integers(1, 9))
def test_a_perfect_list_that_missed_nothing_scores_1(
    key: str, made_of: dict[str, Any], k: int
) -> None:
    grades = sorted(made_of["grades"], key=by_grade, reverse=True)
    ranking = Ranking(grades, (), None, made_of["top_grade"], made_of["relevant_from"])
    if ranking.relevant_total:
        capped = key in {"average_precision", "q_measure"}
        knobs = {"denominator": "capped"} if capped else {}
        assert compute(key, knobs, k, ranking).score == pytest.approx(1)
