"""Every metric against arithmetic that can be followed by hand, and every kind of bad input."""

import dataclasses
import math
import re
from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metrics.average import naive_graded_average_precision
from metrics.breakdown import Breakdown, mean
from metrics.catalog import METRICS, nearest
from metrics.conventions import CONVENTIONS, LINES
from metrics.evaluation import meaning, parse
from metrics.gain import (
    DISCOUNTS,
    GAINS,
    custom,
    geometric,
    logarithmic,
    logarithmic_thresholded,
    power,
)
from metrics.ranking import BLOCK, Ranking
from metrics.reader_models import UTILITIES, sigmoid
from ui.draw import rank_terms

NAN = math.nan


def compute(key: str, grades: Any, missed: Any = (), **options: Any) -> Breakdown:
    """Compute a metric; options that a Ranking has are the ranking's, all others are knobs."""
    of_ranking = {"lengths", "top_grade", "relevant_from"} & options.keys()
    made_of = {name: options.pop(name) for name in of_ranking}
    return METRICS[key].compute(Ranking(grades, missed, **made_of), **options)


def log2(number: float) -> float:
    return math.log2(number)


BINARY = [
    # What is in the window
    ("hit", [0, 1, 1], [], {"k": 1}, 0),
    ("hit", [0, 1, 1], [], {"k": 2}, 1),
    ("hit", [0, 0, 0], [1], {}, 0),
    ("precision", [1, 0, 1, 1, 0], [], {"k": 5}, 3 / 5),
    ("precision", [1, 0, 1, 1, 0], [], {}, 3 / 5),
    ("precision", [1, 1], [], {"k": 10}, 2 / 10),
    ("precision", [1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [], {"k": 10}, 2 / 10),
    ("precision", [0, 0, 0, 0, 0, 0, 0, 0, 1, 1], [], {"k": 10}, 2 / 10),
    ("recall", [1, 0, 1, 1, 0], [1], {"k": 5}, 3 / 4),
    ("recall", [1, 0, 1, 1, 0], [1], {"k": 1}, 1 / 4),
    ("recall", [1, 0], [1], {"k": 1, "denominator": "capped"}, 1 / 1),
    ("recall", [1, 0], [1], {"k": 2, "denominator": "capped"}, 1 / 2),
    ("recall", [1], [1, 1], {"k": 2, "denominator": "capped"}, 1 / 2),
    ("recall", [1], [1, 1], {"denominator": "capped"}, 1 / 1),
    ("f1", [1, 0, 1, 1, 0], [1], {"k": 5}, 2 * (3 / 5) * (3 / 4) / (3 / 5 + 3 / 4)),
    ("f1", [1, 0, 1, 1, 0], [1], {"k": 2}, 2 * (1 / 2) * (1 / 4) / (1 / 2 + 1 / 4)),
    ("f1", [1], [1], {"k": 4}, 2 * (1 / 4) * (1 / 2) / (1 / 4 + 1 / 2)),
    ("r_precision", [1, 0, 1, 1, 0], [], {}, 2 / 3),
    ("r_precision", [1, 0, 1, 1, 0], [1, 1, 1], {}, 3 / 6),
    ("r_precision", [1, 1], [1, 1], {}, 2 / 4),
    # The first hit
    ("reciprocal_rank", [0, 0, 1, 1], [], {}, 1 / 3),
    ("reciprocal_rank", [0, 0, 1, 1], [], {"k": 2}, 0),
    ("reciprocal_rank", [1, 1, 1, 1], [1], {}, 1),
    ("first_relevant_rank", [0, 0, 1, 1], [], {}, 3),
    ("first_relevant_rank", [0, 0, 1, 1], [], {"k": 2}, 2 + 1),
    ("first_relevant_rank", [0, 0], [1], {}, 2 + 1),
    ("first_relevant_rank", [0, 0], [1], {"k": 9}, 9 + 1),
    # Every hit's rank: a worse list "improves" where the missing ones are ignored
    ("mean_rank", [1, 0, 0, 0, 1, 0], [], {"k": 5}, (1 + 5) / 2),
    ("mean_rank", [1, 0, 0, 0, 0, 1], [], {"k": 5}, (1 + 6) / 2),
    ("mean_rank", [1, 0, 0, 0, 1, 0], [], {"k": 5, "missing": "ignore"}, (1 + 5) / 2),
    ("mean_rank", [1, 0, 0, 0, 0, 1], [], {"k": 5, "missing": "ignore"}, 1 / 1),
    ("mean_rank", [0, 1], [1, 1], {}, (2 + 3 + 3) / 3),
    ("mean_rank", [0, 1], [1, 1], {"k": 9}, (2 + 10 + 10) / 3),
    # The road to each hit
    ("average_precision", [1, 0, 1, 0, 1], [], {}, (1 / 1 + 2 / 3 + 3 / 5) / 3),
    ("average_precision", [1, 1, 1, 0, 0], [], {}, (1 / 1 + 2 / 2 + 3 / 3) / 3),
    ("average_precision", [0, 1, 0, 1, 0, 1], [], {}, (1 / 2 + 2 / 4 + 3 / 6) / 3),
    ("average_precision", [1, 0, 1, 1, 0], [1], {}, (1 / 1 + 2 / 3 + 3 / 4) / 4),
    ("average_precision", [1, 0, 1, 1, 0], [1], {"denominator": "found"}, (1 + 2 / 3 + 3 / 4) / 3),
    ("average_precision", [1, 0, 1, 1, 0], [1], {"k": 3, "denominator": "capped"}, (1 + 2 / 3) / 3),
    ("average_precision", [1, 0, 1, 1, 0], [1], {"k": 9, "denominator": "capped"}, 29 / 12 / 4),
    ("average_precision", [1] * 5, [1] * 5, {"k": 5}, 5 / 10),
    ("average_precision", [1] * 5, [1] * 5, {"k": 5, "denominator": "found"}, 5 / 5),
    ("average_precision", [1] * 5, [1] * 5, {"k": 5, "denominator": "capped"}, 5 / 5),
    ("average_precision", [0] * 29 + [1], [], {}, 1 / 30),
    # The stairs above the curve of precision and recall
    ("interpolated_precision", [0, 1, 1, 1, 0, 0, 0, 1, 0, 0], [1], {}, 3 / 4),
    ("interpolated_precision", [0, 1, 1, 1, 0, 0, 0, 1, 0, 0], [1], {"recall_level": 0}, 3 / 4),
    ("interpolated_precision", [0, 1, 1, 1, 0, 0, 0, 1, 0, 0], [1], {"recall_level": 0.61}, 4 / 8),
    ("interpolated_precision", [0, 1, 1, 1, 0, 0, 0, 1, 0, 0], [1], {"recall_level": 0.81}, 0),
    (
        "interpolated_average_precision",
        [0, 1, 1, 1, 0, 0, 0, 1, 0, 0],
        [1],
        {},
        (7 * 0.75 + 0.5 + 0.5 + 0 + 0) / 11,
    ),
    (
        "interpolated_average_precision",
        [0, 1, 1, 1, 0, 0, 0, 1, 0, 0],
        [1],
        {"point_count": 3},
        (0.75 + 0.75 + 0.5) / 3,
    ),
    ("interpolated_average_precision", [1, 0, 0, 0, 1], [], {"k": 4}, 6 * 1 / 11),
    # Three queries of a homework, at recall 0.25, 0.5 and 0.75
    *(
        ("interpolated_average_precision", grades, [], {"point_count": "quarters"}, expected)
        for grades, expected in (
            ([1, 1, 1, 0, 1], 1),
            ([0, 1, 0, 0, 0, 1, 0, 0, 0, 1], (1 / 2 + 2 / 6 + 3 / 10) / 3),
            ([1, 0, 0, 0, 0, 0, 1, 1, 1, 0], (1 + 4 / 9 + 4 / 9) / 3),
        )
    ),
    # Of three, recall 0.7 needs the third; trec_eval's sum of 0.7 · 3 and 0.9 is less than 3.
    ("interpolated_precision", [1, 1, 0, 1], [], {"recall_level": 0.7}, 3 / 4),
    ("interpolated_precision", [1, 1, 0, 1], [], {"recall_level": 0.7, "rounding": "trec_eval"}, 1),
    ("interpolated_precision", [1, 1, 0, 1], [], {"recall_level": 0.34}, 1),
    # Of twenty, recall 0.55 needs eleven, though 0.55 · 20 is more than 11 in binary.
    ("interpolated_precision", [1] * 11 + [0] * 9, [1] * 9, {"recall_level": 0.55}, 1),
    ("average_recall", [1, 0, 1, 0, 1], [], {}, (1 / 3 + 2 / 3 + 3 / 3) / 3),
    ("average_recall", [0, 0, 1, 1, 1], [], {}, (1 / 3 + 2 / 3 + 3 / 3) / 3),
    ("average_recall", [1, 0, 1, 0, 1], [1], {"k": 4}, (1 / 4 + 2 / 4) / 2),
    ("graded_average_precision", [1, 0, 1, 0, 1], [], {}, (1 / 1 + 2 / 3 + 3 / 5) / 3),
    ("q_measure", [1, 0, 1], [], {"patience": 0}, (1 / 1 + 2 / 3) / 2),
    ("q_measure", [1, 0, 1], [], {}, ((1 + 1) / (1 + 1) + (2 + 2) / (3 + 2)) / 2),
    # What the judges saw
    ("bpref", [1, 0, 1, NAN, 0, 1], [], {}, (1 + (1 - 1 / 2) + (1 - 2 / 2)) / 3),
    ("bpref", [0, 0, 0, 1], [1], {}, (1 - 2 / 2) / 2),
    ("bpref", [0, 1], [1, 0, 0, 0], {}, (1 - 1 / 2) / 2),
    ("bpref", [NAN, 1, NAN, 1], [1], {}, (1 + 1) / 3),
]


GRADED = [
    # Gain and discount, all on the scale 0-3
    ("cumulative_gain", [3, 2, 0, 1], [3], {}, 3 + 2 + 0 + 1),
    ("cumulative_gain", [3, 2, 0, 1], [3], {"k": 3, "gain": "exponential"}, 7 + 3 + 0),
    ("cumulative_gain", [3, 2, 0, 1], [], {"gain": custom([0, 1, 5, 9])}, 9 + 5 + 0 + 1),
    ("cumulative_gain", [3, 2.5, 0.5], [], {}, 3 + 2.5 + 0.5),
    ("dcg", [3, 0, 2], [], {}, 3 / log2(2) + 2 / log2(4)),
    ("dcg", [3, 0, 2], [], {"k": 2}, 3 / log2(2)),
    ("dcg", [3, 0, 2], [], {"gain": "exponential"}, 7 / log2(2) + 3 / log2(4)),
    ("dcg", [1, 1, 1], [], {"discount": logarithmic(10)}, 1 / log2(2) * log2(10)
     + 1 / log2(3) * log2(10) + 1 / log2(4) * log2(10)),
    ("dcg", [1, 1, 1, 1], [], {"discount": "log_thresholded"}, 1 + 1 + 1 / log2(3) + 1 / 2),
    ("dcg", [1, 1, 1, 1], [], {"discount": logarithmic_thresholded(3)}, 3 + log2(3) / log2(4)),
    ("dcg", [1, 1, 1, 1], [], {"discount": "reciprocal"}, 1 + 1 / 2 + 1 / 3 + 1 / 4),
    ("dcg", [1, 1, 1], [], {"discount": "power"}, 1 + 1 / 2 + 1 / 3),
    ("dcg", [1, 1, 1], [], {"discount": power(2)}, 1 + 1 / 4 + 1 / 9),
    ("dcg", [1, 1, 1], [], {"discount": power(0.5, 3)}, 1 / 2 + 1 / 5**0.5 + 1 / 6**0.5),
    ("dcg", [1, 1, 1], [], {"discount": "geometric"}, 1 + 0.8 + 0.64),
    ("dcg", [1, 1, 1], [], {"discount": geometric(0)}, 1 + 0 + 0),
    ("dcg", [1, 1, 1], [], {"discount": "none"}, 1 + 1 + 1),
    ("dcg", [3, 2, 1], [], {"discount": lambda ranks: 4 - ranks}, 3 * 3 + 2 * 2 + 1 * 1),
    ("ndcg", [3, 3, 0, 3, 2], [], {}, (3 + 3 / log2(3) + 3 / log2(5) + 2 / log2(6))
     / (3 + 3 / log2(3) + 3 / 2 + 2 / log2(5))),
    ("ndcg", [2, 1, 3], [], {"gain": "exponential"},
     (3 + 1 / log2(3) + 7 / 2) / (7 + 3 / log2(3) + 1 / 2)),
    ("ndcg", [0, 0, 1], [1, 1], {"k": 3}, (1 / 2) / (1 + 1 / log2(3) + 1 / 2)),
    ("ndcg", [0, 0, 1], [1, 1], {"k": 3, "ideal": "retrieved"}, (1 / 2) / 1),
    ("ndcg", [1, 0, 1], [1, NAN], {"k": 1, "ideal": "uncut"}, 1 / (1 + 1 / log2(3) + 1 / 2)),
    ("ndcg", [0, 3, 0], [2], {"k": 1}, 0),
    ("ndcg", [1, 2], [3], {"k": 1}, 1 / 3),
    ("ndcg", [1, 2], [3], {}, (1 + 2 / log2(3)) / (3 + 2 / log2(3))),
    ("ndcg", [1, 2], [3], {"k": 3}, (1 + 2 / log2(3)) / (3 + 2 / log2(3) + 1 / 2)),
    # AP with grades: readers with the bars 1, 2, 3; at each hit precision blended with gain
    ("graded_average_precision", [1, 3], [], {},
     ((1 + 1) + 1 / 2 + 1 / 2) / (2 + 1 + 1)),
    ("graded_average_precision", [3, 1], [], {}, ((1 + 1) + 1 + 1) / (2 + 1 + 1)),
    ("graded_average_precision", [1, 3], [2], {"k": 1}, 1 / (3 + 2 + 1)),
    ("graded_average_precision", [1, 3], [], {"thresholds": [0.5, 0, 0.5]},
     (0.5 * (1 + 1) + 0.5 * 1 / 2) / (0.5 * 2 + 0.5 * 1)),
    ("q_measure", [1, 0, 3], [], {}, ((1 + 1) / (1 + 3) + (2 + 4) / (3 + 4)) / 2),
    ("q_measure", [1, 0, 3], [], {"patience": 10}, ((1 + 10) / (1 + 30) + (2 + 40) / (3 + 40)) / 2),
    ("q_measure", [1, 0, 3], [], {"gain": "exponential"},
     ((1 + 1) / (1 + 7) + (2 + 8) / (3 + 8)) / 2),
    ("q_measure", [1, 0, 3], [2], {"k": 2}, (1 + 1) / (1 + 3) / 3),
    ("q_measure", [1, 0, 3], [2], {"k": 2, "denominator": "found"}, (1 + 1) / (1 + 3) / 1),
    ("q_measure", [1, 0, 3], [2], {"k": 2, "denominator": "capped"}, (1 + 1) / (1 + 3) / 2),
    # A person reading
    ("rbp", [3, 0, 3], [], {}, 0.2 * (1 + 0.64)),
    ("rbp", [3, 0, 3], [], {"k": 2}, 0.2 * 1),
    ("rbp", [3, 0, 3], [], {"persistence": 0}, 1),
    ("rbp", [0, 3, 3], [], {"persistence": 0}, 0),
    ("rbp", [1, 2, 3], [], {"persistence": 0.5}, 0.5 * (1 / 3 + 2 / 3 * 0.5 + 3 / 3 * 0.25)),
    ("rbp", [1, 3], [], {"persistence": 0.5, "utility": "exponential"}, 0.5 * (1 / 8 + 7 / 16)),
    ("rbp", [1, 3], [], {"persistence": 0.5, "utility": "binary"}, 0.5 * (1 + 0.5)),
    ("rbp", [1, 3], [], {"persistence": 0.5, "utility": sigmoid(1, 1)},
     0.5 * (1 / 2 + 1 / (1 + math.exp(-2)) * 0.5)),
    ("rbp", [0], [], {"persistence": 0.5, "utility": sigmoid(1, 1)}, 0.5 / (1 + math.e)),
    ("rbp", [2, 3], [], {"persistence": 0.5, "utility": lambda g, r: (g / r.top_grade) ** 2},
     0.5 * (4 / 9 + 1 * 0.5)),
    ("err", [2, 3, 0], [], {}, 3 / 8 + 1 / 2 * 7 / 8 * 5 / 8),
    ("err", [2, 3, 0], [3], {"k": 1}, 3 / 8),
    ("err", [2, 3, 0], [], {"continuation": 0.75}, 3 / 8 + 1 / 2 * 7 / 8 * 5 / 8 * 0.75),
    ("err", [2, 3, 0], [], {"continuation": 0}, 3 / 8),
    ("err", [2, 3, 0], [], {"satisfaction": "linear"}, 2 / 3 + 1 / 2 * 1 * 1 / 3),
    ("err", [0, 1, 3], [], {"satisfaction": "binary"}, 1 / 2),
    ("err", [3, 0], [], {"satisfaction": sigmoid(1, 3)},
     1 / 2 + 1 / 2 * (1 / (1 + math.exp(3))) * 1 / 2),
    ("err", [0, 0, 3], [], {}, 7 / 8 / 3),
    ("nerr", [2, 3, 0], [], {}, (3 / 8 + 1 / 2 * 7 / 8 * 5 / 8) / (7 / 8 + 1 / 2 * 3 / 8 * 1 / 8)),
    ("nerr", [2], [3], {"k": 1}, (3 / 8) / (7 / 8)),
    ("nerr", [2], [3], {"k": 2}, (3 / 8) / (7 / 8 + 1 / 2 * 3 / 8 * 1 / 8)),
    ("nerr", [2], [3], {"k": 2, "ideal": "retrieved"}, 1),
    ("nerr", [1], [1], {"k": 1, "ideal": "uncut"}, (1 / 8) / (1 / 8 + 7 / 8 * 1 / 8 / 2)),
    ("nerr", [0, 3], [], {"continuation": 0.75}, (1 / 2 * 7 / 8 * 0.75) / (7 / 8)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "grades", "missed", "knobs", "by_hand"), BINARY)
def test_hits_and_misses_by_hand(
    key: str, grades: list[float], missed: list[float], knobs: dict[str, Any], by_hand: float
) -> None:
    assert compute(key, grades, missed, **knobs).score == pytest.approx(by_hand, abs=1e-12)


@pytest.mark.parametrize(("key", "grades", "missed", "knobs", "by_hand"), GRADED)
def test_grades_by_hand(
    key: str, grades: list[float], missed: list[float], knobs: dict[str, Any], by_hand: float
) -> None:
    score = compute(key, grades, missed, top_grade=3, **knobs).score
    assert score == pytest.approx(by_hand, abs=1e-12)


@pytest.mark.parametrize(
    ("key", "options", "published"),
    [
        ("ndcg", {"k": 6}, 0.7850),  # trec_eval@6
        ("ndcg", {"k": 8}, 0.7562),  # trec_eval without a cutoff: room for all judged documents
        ("ndcg", {"k": 6, "ideal": "retrieved"}, 0.9608),  # scikit-learn
        ("ndcg", {"k": 6, "gain": "exponential"}, 0.7511),
        ("ndcg", {"k": 6, "discount": logarithmic_thresholded(2)}, 0.7691),
        ("ndcg", {"k": 6, "discount": logarithmic_thresholded(10)}, 0.7333),
        ("average_precision", {"k": 6}, 0.6619),
        ("average_precision", {"k": 6, "denominator": "found"}, 0.9267),
        ("average_precision", {"k": 3}, 0.4286),
        ("average_precision", {"k": 3, "denominator": "capped"}, 1.0),
        ("err", {"k": 6}, 0.9220),
        ("err", {"k": 6, "top_grade": 4}, 0.5676),  # gdeval's fixed top grade
        ("rbp", {"k": 6, "utility": "binary"}, 0.6355),
        ("rbp", {"k": 6, "utility": "linear"}, 0.5057),
    ],
)
def test_same_list_different_answers(key: str, options: dict[str, Any], published: float) -> None:
    pool = [3, 3, 3, 2, 2, 2, 1, 0]
    grades = [3, 2, 3, 0, 1, 2]
    missed = [3, 2]
    assert sorted([*grades, *missed], reverse=True) == pool
    score = compute(key, grades, missed, **{"top_grade": 3, **options}).score
    assert round(float(score), 4) == published


@pytest.mark.parametrize(
    ("key", "worse", "better", "options"),
    [
        ("reciprocal_rank", [0, 0, 1, 1, 1, 0], [1, 0, 0, 0, 0, 0, 1, 1], {}),
        ("precision", [1, 0, 0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 0], {"k": 5}),
        ("average_precision", [1, 0, 0, 0, 0, 1, 0, 1], [0, 1, 1, 1, 0, 0, 0, 0], {}),
        ("ndcg", [0, 1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 1, 0, 1], {}),
        ("err", [1, 2, 3, 2, 0, 0], [2, 0, 0, 1, 3, 2], {"top_grade": 3}),
        ("ndcg", [2, 0, 0, 1, 3, 2], [1, 2, 3, 2, 0, 0], {"top_grade": 3}),
        ("ndcg", [0, 3, 1, 0, 1, 1], [1, 1, 1, 3, 0, 0], {"top_grade": 3}),
        ("ndcg", [1, 1, 1, 3, 0, 0], [0, 3, 1, 0, 1, 1], {"top_grade": 3, "gain": "exponential"}),
        ("rbp", [0, 1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 1, 1], {"persistence": 0.5}),
        ("rbp", [1, 0, 0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 0], {"persistence": 0.95}),
    ],
)
def test_metrics_disagree_about_which_list_is_better(
    key: str, worse: list[float], better: list[float], options: dict[str, Any]
) -> None:
    assert compute(key, worse, **options).score < compute(key, better, **options).score


def test_average_precision_names_its_steps_and_its_denominator() -> None:
    breakdown = compute("average_precision", [1, 0, 1], [1])
    assert breakdown.terms["relevant"].tolist() == [1, 0, 1]
    assert breakdown.terms["precision"].tolist() == [1 / 1, 1 / 2, 2 / 3]
    assert breakdown.terms["recall"].tolist() == [1 / 3, 1 / 3, 2 / 3]
    assert breakdown.terms["contribution"].tolist() == [1 / 3, 0, (2 / 3) / 3]
    assert breakdown.aside == {"denominator": 3, "relevant_total": 3, "found": 2}


def test_recall_names_the_share_found_so_far() -> None:
    breakdown = compute("recall", [1, 0, 1], [1, 1])
    assert breakdown.terms["recall"].tolist() == [1 / 4, 1 / 4, 2 / 4]
    assert breakdown.terms["contribution"].tolist() == [1 / 4, 0, 1 / 4]
    assert breakdown.aside == {"denominator": 4}


def test_ndcg_stands_beside_the_ideal_it_is_divided_by() -> None:
    breakdown = compute("ndcg", [1, 0, 2], [3, NAN], k=3, top_grade=3)
    assert breakdown.terms["gain"].tolist() == [1, 0, 2]
    assert breakdown.terms["weight"] == pytest.approx([1, 1 / log2(3), 1 / 2])
    assert breakdown.aside["dcg"] == pytest.approx(1 + 2 / 2)
    assert breakdown.aside["ideal_gain"].tolist() == [3, 2, 1]
    assert breakdown.aside["ideal_weight"] == pytest.approx([1, 1 / log2(3), 1 / 2])
    assert breakdown.aside["ideal_dcg"] == pytest.approx(3 + 2 / log2(3) + 1 / 2)


def test_rbp_residual_is_what_could_still_come() -> None:
    for persistence, score, residual in [
        (0.5, 0.656, 0.031),
        (0.8, 0.410, 0.328),
        (0.95, 0.136, 0.774),
    ]:
        breakdown = compute("rbp", [1, 0, 1, 0, 1], persistence=persistence)
        assert round(float(breakdown.score), 3) == score
        assert round(float(breakdown.aside["residual"]), 3) == residual
        assert breakdown.aside["expected_documents"] == pytest.approx(1 / (1 - persistence))


def test_rbp_residual_grows_with_what_nobody_judged_and_is_worth_the_top_grade() -> None:
    breakdown = compute("rbp", [3, NAN, 0], persistence=0.5, top_grade=3)
    assert breakdown.aside["residual"] == pytest.approx(0.5**3 + 0.5 * 0.5)
    exponential = compute("rbp", [3, NAN, 0], persistence=0.5, top_grade=3, utility="exponential")
    assert exponential.aside["residual"] == pytest.approx(7 / 8 * (0.5**3 + 0.5 * 0.5))
    # Padding is no document: nothing was shown there, and everything below is unread.
    padded = compute("rbp", [3, NAN, 0], lengths=1, persistence=0.5, top_grade=3)
    assert padded.aside["residual"] == pytest.approx(0.5)


def test_err_follows_every_reader() -> None:
    """[3, 2, 3, 1, 0]: R = 7/8, 3/8, 7/8, 1/8, 0."""
    breakdown = compute("err", [3, 2, 3, 1, 0], top_grade=3)
    left_1, left_2, left_3, left_4 = 1 / 8, 1 / 8 * 5 / 8, 1 / 8 * 5 / 8 * 1 / 8, 35 / 4096
    assert breakdown.terms["satisfaction"].tolist() == [7 / 8, 3 / 8, 7 / 8, 1 / 8, 0]
    assert breakdown.terms["reach"].tolist() == [1, left_1, left_2, left_3, left_4]
    assert breakdown.terms["stop"].round(3).tolist() == [0.875, 0.047, 0.068, 0.001, 0]
    assert breakdown.aside["leaves"] == left_4
    assert breakdown.aside["gave_up"] == 0
    assert round(float(breakdown.score), 4) == 0.9215
    best = compute("err", [3, 3, 2, 1, 0], top_grade=3).score
    assert best == pytest.approx(7 / 8 + 7 / 64 / 2 + 3 / 512 / 3 + 5 / 4096 / 4)
    assert round(float(best), 3) == 0.932


def test_the_terms_of_err_are_products_that_add_up_to_it() -> None:
    """A course's 2 2 2 1 1 of grades 0 to 2: 0.861. Rank 5 has 1/5 · 3/256 · 1/4."""
    err = METRICS["err"].compute(Ranking([2, 2, 2, 1, 1], top_grade=2))
    written = [term.summand for term in rank_terms.of_err(err)]
    assert written[-1] == "1/5·3/1024"
    six = METRICS["err"].compute(Ranking([3, 2, 3, 0, 1, 2], top_grade=3))
    assert rank_terms.of_err(six)[-1].summand == "1/6·0.0032"  # 105/32768 is nobody's hand
    added = sum(prod(map(Fraction, each.split("·"))) for each in written)
    assert float(added) == pytest.approx(float(err.score)) == pytest.approx(0.861, abs=5e-4)
    long = METRICS["err"].compute(Ranking([1] * 9, top_grade=4))
    last = rank_terms.of_err(long)[-1]
    assert last.summand == "1/9·0.0373"  # whose fraction has a long denominator
    assert last.value == pytest.approx(0.0373 / 9, abs=5e-6)


def test_err_tells_who_gave_up_from_who_reached_the_end() -> None:
    """R = 1/2, 0; of the unsatisfied 3 in 4 go on, so 1/8 of all give up at rank 1, 3/32 at 2."""
    breakdown = compute("err", [1, 0], continuation=0.75)
    assert breakdown.terms["reach"].tolist() == [1, 3 / 8]
    assert breakdown.terms["stop"].tolist() == [1 / 2, 0]
    assert breakdown.aside == {"gave_up": 1 / 8 + 3 / 32, "reached_end": 9 / 32, "leaves": 1 / 2}


def test_err_sees_only_what_is_new_after_a_good_first_document() -> None:
    assert round(float(compute("err", [8, 4, 4, 4, 4], top_grade=8).score), 3) == 0.996
    assert round(float(compute("err", [4, 4, 4, 4, 8], top_grade=8).score), 3) == 0.272


def test_nerr_stands_beside_the_ideal_it_is_divided_by() -> None:
    breakdown = compute("nerr", [0, 1])
    assert breakdown.aside["err"] == 1 / 4
    assert breakdown.aside["ideal_err"] == 1 / 2
    assert breakdown.terms["stop"].tolist() == [0, 1 / 2]
    assert breakdown.terms["contribution"].tolist() == [0, 1 / 2]


@pytest.mark.parametrize("grades", [[], [0, 0], [NAN, NAN], [NAN, 0, NAN]])
@pytest.mark.parametrize("key", METRICS)
def test_nothing_relevant_is_reported_as_the_worst_value(key: str, grades: list[float]) -> None:
    metric = METRICS[key]
    breakdown = metric.compute(Ranking(grades), **({"k": 3} if "k" in metric.knobs else {}))
    divided = {"recall", "r_precision", "mean_rank", "average_precision"}
    divided |= {"interpolated_precision", "interpolated_average_precision"}
    divided |= {"average_recall", "graded_average_precision", "q_measure", "bpref", "ndcg", "nerr"}
    assert breakdown.score == (0 if metric.higher_is_better else 3 + 1)
    assert breakdown.undefined == (key in divided)


@pytest.mark.parametrize(
    ("key", "grades", "missed", "knobs"),
    [
        ("average_precision", [0, 0, 1], [], {"k": 2, "denominator": "found"}),
        ("q_measure", [0, 0, 1], [], {"k": 2, "denominator": "found"}),
        ("average_recall", [0, 0, 1], [], {"k": 2}),
        ("graded_average_precision", [1, 0], [1], {"thresholds": [0, 1]}),
        ("ndcg", [0, 0], [1], {"ideal": "retrieved"}),
        ("nerr", [0, 0], [1], {"ideal": "retrieved"}),
        ("precision", [], [1], {}),
        ("f1", [], [], {}),
    ],
)
def test_a_denominator_of_0_is_undefined(
    key: str, grades: list[float], missed: list[float], knobs: dict[str, Any]
) -> None:
    breakdown = compute(key, grades, missed, **knobs, top_grade=2 if "thresholds" in knobs else 1)
    assert breakdown.score == 0
    assert breakdown.undefined


def test_mean_rank_of_no_hit_in_sight_is_undefined_where_what_is_missing_is_ignored() -> None:
    breakdown = compute("mean_rank", [0, 0, 1], k=2, missing="ignore")
    assert breakdown.score == 2 + 1
    assert breakdown.undefined
    assert not compute("mean_rank", [0, 0, 1], k=2).undefined


def test_what_was_not_found_is_charged_beside_the_ranks() -> None:
    breakdown = compute("mean_rank", [1, 0, 1, 0], [1, 1], k=4)
    assert breakdown.terms["contribution"].tolist() == [1 / 4, 0, 3 / 4, 0]
    assert breakdown.remainder == 2 / 4 * 5
    assert compute("first_relevant_rank", [0, 1], [1]).remainder == 0
    assert compute("first_relevant_rank", [0, 0], [1]).remainder == 3


def test_the_grade_in_the_place_of_the_hit_by_hand() -> None:
    """The naive form weighs hits by their grades, and does not see two neighbours change places."""
    naive = naive_graded_average_precision
    lists = Ranking([[1, 3, 0], [3, 1, 0], [1, 0, 3]], [2], top_grade=3)
    assert naive(lists).score.tolist() == [
        (1 * 1 + 1 * 3) / (1 + 3 + 2),
        (1 * 3 + 1 * 1) / (1 + 3 + 2),
        (1 * 1 + 2 / 3 * 3) / (1 + 3 + 2),
    ]
    assert naive(lists, 2).score.tolist() == [4 / 6, 4 / 6, 1 / 6]
    assert not naive(lists).undefined.any()
    assert naive(Ranking([0, 0])).undefined


@pytest.mark.parametrize("utility", [*UTILITIES, sigmoid(9, 0.1)])
def test_what_nobody_judged_is_worth_nothing_under_any_utility(utility: Any) -> None:
    for key, knob in [("rbp", "utility"), ("err", "satisfaction")]:
        assert compute(key, [NAN, NAN, 0], [1], lengths=2, **{knob: utility}).score == 0


@pytest.mark.parametrize("gain", [*GAINS, custom([5, 6]), lambda grades: grades + 1])
def test_what_nobody_judged_gains_nothing_under_any_gain(gain: Any) -> None:
    assert compute("dcg", [NAN, NAN, 1], [1], lengths=2, gain=gain).score == 0


@pytest.mark.parametrize(("relevant_from", "hits"), [(1, 4), (2, 3), (2.5, 2), (3, 1), (0.5, 5)])
def test_the_threshold_turns_grades_into_hits(relevant_from: float, hits: int) -> None:
    grades = [3, 2.5, 2, 1, 0.5, 0, NAN]
    breakdown = compute("precision", grades, k=7, top_grade=3, relevant_from=relevant_from)
    assert breakdown.score == pytest.approx(hits / 7)


@pytest.mark.parametrize("key", METRICS)
def test_many_rankings_are_scored_at_once(key: str) -> None:
    grades = np.array([[[3, 0, 1], [0, 0, 0]], [[1, 2, 3], [0, 3, NAN]]])
    breakdown = METRICS[key].compute(Ranking(grades, [[2], [NAN]], top_grade=3))
    assert breakdown.score.shape == breakdown.undefined.shape == (2, 2)
    assert {term.shape for term in breakdown.terms.values()} == {(2, 2, 3)}
    alone = METRICS[key].compute(Ranking([1, 2, 3], [2], top_grade=3))
    assert breakdown.score[1, 0] == alone.score


def test_rows_without_a_common_length_are_cut_each_at_its_own() -> None:
    grades, lengths = [[1, 0, 1, 1], [1, 1, 1, 1]], [4, 2]
    assert compute("precision", grades, lengths=lengths).score.tolist() == [3 / 4, 2 / 2]
    assert compute("precision", grades, lengths=lengths, k=4).score.tolist() == [3 / 4, 2 / 4]
    assert compute("ndcg", grades, [1], lengths=lengths).score[1] == pytest.approx(1)


def test_leading_axes_broadcast() -> None:
    """One list, three pools of missed documents."""
    breakdown = compute("recall", [1, 0], [[1, NAN], [1, 1], [NAN, NAN]])
    assert breakdown.score.tolist() == [1 / 2, 1 / 3, 1 / 1]
    assert breakdown.terms["contribution"].shape == (3, 2)


def batch(*leading: int, padded: bool = False) -> Ranking:
    """Draw lists of nine grades with two missed ones, NaN and fractions among them."""
    draw = np.random.default_rng(7)
    grades = draw.choice([0, 1, 2.5, 3, NAN], (*leading, 9))
    missed = draw.choice([0, 1, 3, NAN], (*leading, 2))
    lengths = draw.integers(0, 10, leading) if padded else None
    return Ranking(grades, missed, lengths, top_grade=3, relevant_from=2)


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("key", METRICS)
def test_a_batch_of_many_blocks_is_its_rows(
    key: str, padded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("metrics.ranking.BLOCK", 50)
    many = batch(23, padded=padded)
    assert [len(block.grades) for block in many.blocks] == [5, 5, 5, 5, 3]
    lengths = [None] * 23 if many.lengths is None else many.lengths
    lists = [
        Ranking(grades, missed, length, top_grade=3, relevant_from=2)
        for grades, missed, length in zip(many.grades, many.missed, lengths, strict=True)
    ]
    metric = METRICS[key]
    for knobs in [{"k": k} for k in (None, 4, 20)] if "k" in metric.knobs else [{}]:
        breakdown = metric.compute(many, **knobs)
        rows = [metric.compute(alone, **knobs) for alone in lists]
        for field in ("score", "undefined", "remainder"):
            each = np.array([getattr(row, field) for row in rows])
            np.testing.assert_allclose(getattr(breakdown, field), each, atol=1e-12)
        for field in ("terms", "aside"):
            assert list(getattr(breakdown, field)) == list(getattr(rows[0], field))
            for name, values in getattr(breakdown, field).items():
                each = np.array([getattr(row, field)[name] for row in rows])
                np.testing.assert_allclose(values, each, atol=1e-12)
        assert (
            breakdown.score == breakdown.terms["contribution"].sum(-1) + breakdown.remainder
        ).all()


@pytest.mark.parametrize("key", METRICS)
def test_blocks_have_every_size_and_shape(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More axes than one, rows larger than a block, no rows, missed ones that all rows share."""
    large = batch(BLOCK // 4)
    assert 2 <= len(large.blocks) <= 3
    monkeypatch.setattr("metrics.ranking.BLOCK", 50)
    shared = Ranking(batch(23).grades, [1, 3], top_grade=3)
    assert shared.relevant_total.shape == (23,)  # known before there are blocks
    for many, blocks in [
        (large, len(large.blocks)),
        (batch(7, 3), 4),
        (batch(3, 11), 3),
        (shared, 5),
        (batch(0), 0),
        (batch(9), 0),
        (Ranking(np.ones(200)), 0),
    ]:
        assert len(many.blocks) == blocks
        breakdown, whole = METRICS[key].compute(many), METRICS[key].function(many)
        for field in ("score", "undefined", "remainder"):
            np.testing.assert_array_equal(getattr(breakdown, field), getattr(whole, field))
        assert breakdown.terms["contribution"].shape == many.grades.shape


def test_terms_of_a_large_batch_are_worked_out_once_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    def counted(ranking: Ranking, k: int | None = None) -> Breakdown:
        seen.append(ranking)
        return METRICS["ndcg"].function(ranking, k)

    monkeypatch.setattr("metrics.ranking.BLOCK", 50)
    many = batch(23)
    breakdown = dataclasses.replace(METRICS["ndcg"], function=counted).compute(many, k=3)
    assert mean(breakdown, undefined="skip") > 0
    assert seen == list(many.blocks)
    assert breakdown.aside["dcg"].shape == (23,)
    assert list(breakdown.terms) == ["gain", "weight", "contribution"]
    with pytest.raises(ValueError, match=r"one ranking, got terms of shape \(23, 3\)"):
        breakdown.table()
    assert seen[len(many.blocks) :] == [many]


def test_a_large_batch_refuses_a_knob_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrics.ranking.BLOCK", 50)
    with pytest.raises(ValueError, match=r"gain must give .* at least 0"):
        METRICS["dcg"].compute(batch(23), gain=lambda grades: -grades)


def test_shares_of_a_total_keep_everything_else() -> None:
    charged = Breakdown(
        {"hit": np.array([[1.0, 0.0]] * 3), "contribution": np.array([[2.0, 1.0]] * 3)},
        remainder=np.array([1.0, 0.0, 1.0]),
        undefined=np.array([False, True, False]),
        aside={"first": np.zeros(3)},
    )
    shares = charged.over(np.array([4.0, 2.0, 0.0]), {"then": np.ones(3)})
    assert shares.score.tolist() == [(2 + 1 + 1) / 4, (2 + 1) / 2, 0]
    assert shares.undefined.tolist() == [False, True, True]
    assert shares.terms["hit"] is charged.terms["hit"]
    assert list(shares.terms) == ["hit", "contribution"]
    assert list(shares.aside) == ["first", "then"]


def test_a_ranking_owns_what_it_was_given() -> None:
    grades = np.array([1.0, 0.0, 1.0])
    ranking = Ranking(grades, lengths=2)
    grades[:] = 0
    assert ranking.grades.tolist()[:2] == [1, 0]
    with pytest.raises(ValueError, match="read-only"):
        ranking.grades[0] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        ranking.top_grade = 4  # type: ignore[misc]
    assert dataclasses.replace(ranking, top_grade=4).top_grade == 4


def test_a_table_has_a_row_per_rank() -> None:
    table = compute("reciprocal_rank", [0, 1]).table()
    expected = {"rank": [1, 2], "relevant": [0.0, 1.0], "contribution": [0.0, 0.5]}
    pd.testing.assert_frame_equal(table, pd.DataFrame(expected))
    with pytest.raises(ValueError, match=r"one ranking, got terms of shape \(1, 2\)"):
        compute("reciprocal_rank", [[0, 1]]).table()


def test_a_remainder_is_part_of_the_score() -> None:
    breakdown = Breakdown({"contribution": np.array([0.0, 2.0])}, remainder=np.array(3.0))
    assert breakdown.score == 5


def test_the_catalog_is_in_teaching_order_and_keyed_by_its_functions() -> None:
    order = "hit precision recall f1 r_precision reciprocal_rank first_relevant_rank mean_rank"
    order += " average_precision interpolated_precision interpolated_average_precision"
    order += " average_recall graded_average_precision q_measure bpref"
    order += " cumulative_gain dcg ndcg rbp err nerr"
    assert [key for key in METRICS if key in order.split()] == order.split()
    assert all(metric.key == metric.function.__name__ == key for key, metric in METRICS.items())


def test_labels_and_knobs() -> None:
    labels = "Hit@5 P@5 R@5 F1@5 RP RR@5 FRP@5 MR@5 AP@5 AR@5 GAP@5 Q@5 bpref"
    labels += " IPrec IAP@5 CG@5 DCG@5 nDCG@5 RBP ERR@5 nERR@5"
    assert {metric.label(5) for metric in METRICS.values()} >= {*labels.split()}
    assert METRICS["ndcg"].label() == "nDCG"
    assert all(
        "k" not in METRICS[key].knobs for key in ("r_precision", "bpref", "interpolated_precision")
    )
    assert METRICS["err"].knobs == ("k", "satisfaction", "continuation")


def test_names_that_can_be_chosen() -> None:
    assert list(GAINS) == ["linear", "exponential"]
    discounts = ["log", "log_thresholded", "reciprocal", "power", "geometric", "none"]
    assert list(DISCOUNTS) == discounts
    assert list(UTILITIES) == ["linear", "exponential", "binary", "sigmoid"]


@pytest.mark.parametrize(
    ("made_of", "complaint"),
    [
        ({"grades": [1, -1]}, r"grades must be from 0 to top_grade \(1\).*got -1"),
        ({"grades": [1, 2]}, r"grades must be from 0 to top_grade \(1\).*got 2"),
        ({"grades": [math.inf]}, "grades .* got inf"),
        ({"grades": [-math.inf]}, "grades .* got -inf"),
        ({"grades": ["good"]}, r"grades must be numbers .* got \['good'\]"),
        ({"grades": ["1"]}, r"grades must be numbers .* got \['1'\]"),
        ({"grades": ["1", None]}, "grades must be numbers"),
        ({"grades": [1j]}, "grades must be numbers"),
        ({"grades": [[1], [1, 0]]}, "grades must be numbers in rows of one length"),
        ({"grades": 1}, "grades and missed must be rows"),
        ({"grades": [1], "missed": 1}, "grades and missed must be rows"),
        ({"grades": [1], "missed": [3]}, "missed must be from 0 to top_grade .* got 3"),
        ({"grades": [[1], [0]], "missed": [[1], [0], [1]]}, "must agree in their leading axes"),
        ({"grades": [[1], [0]], "lengths": [1, 1, 1]}, "must agree in their leading axes"),
        ({"grades": [1], "lengths": 2}, "lengths must be whole numbers from 0 to the 1 .* got 2"),
        ({"grades": [1], "lengths": -1}, "lengths .* got -1"),
        ({"grades": [1], "lengths": 0.5}, "lengths .* got 0.5"),
        ({"grades": [1], "lengths": NAN}, "lengths .* got nan"),
        ({"grades": [0], "top_grade": 0}, "top_grade must be a finite number at least 1, got 0"),
        ({"grades": [0], "top_grade": NAN}, "top_grade .* got nan"),
        ({"grades": [0], "top_grade": math.inf}, "top_grade .* got inf"),
        ({"grades": [0], "top_grade": "3"}, "top_grade .* got '3'"),
        ({"grades": [0], "relevant_from": 0}, "relevant_from .* at most 1 and more than 0, got 0"),
        ({"grades": [0], "relevant_from": 2}, "relevant_from .* at most 1 .* got 2"),
    ],
)
def test_a_ranking_that_cannot_be_is_refused(made_of: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Ranking(**made_of)


@pytest.mark.parametrize(
    ("key", "knobs", "complaint"),
    [
        *[(key, {"k": 0}, "k must be a whole number of at least 1.*got 0") for key in METRICS
          if key not in {"r_precision", "bpref", "interpolated_precision"}],
        ("hit", {"k": -3}, "k must be .* got -3"),
        ("dcg", {"k": 2.0}, "k must be .* got 2.0"),
        ("err", {"k": True}, "k must be .* got True"),
        ("rbp", {"k": "5"}, "k must be .* got '5'"),
        ("r_precision", {"k": 5}, "r_precision has no knob k=5, its knobs: none"),
        ("ndcg", {"persistence": 0.5}, "ndcg has no knob persistence=0.5, its knobs: k, gain"),
        ("recall", {"denominator": "found"}, "denominator must be one of relevant, capped, got"),
        ("average_precision", {"denominator": "all"}, "one of relevant, found, capped, got 'all'"),
        ("mean_rank", {"missing": "worst"}, "missing must be one of penalty, ignore, got 'worst'"),
        ("interpolated_precision", {"recall_level": 1.5}, "recall_level must be .* at most 1, got"),
        ("interpolated_precision", {"rounding": "down"}, "rounding must be one of up, trec_eval, "),
        ("interpolated_average_precision", {"point_count": 5}, "one of 11, 3, quarters, got 5"),
        ("q_measure", {"patience": -1}, "patience must be .* at least 0, got -1"),
        ("q_measure", {"gain": "zipf"}, "gain must be .* got 'zipf'"),
        ("graded_average_precision", {"thresholds": [1, 0]}, "thresholds must be 3 numbers"),
        ("graded_average_precision", {"thresholds": [1, 1, 1]}, "add up to 1.*, got .1, 1, 1"),
        ("graded_average_precision", {"thresholds": [2, -1, 0]}, "from 0 to 1 .* got .2, -1, 0"),
        ("graded_average_precision", {"thresholds": "uniform"}, "thresholds must be numbers"),
        ("graded_average_precision", {"thresholds": [NAN, 1, 0]}, "thresholds .* got .nan"),
        ("ndcg", {"ideal": "best"}, "ideal must be one of judged, retrieved, uncut, got 'best'"),
        ("nerr", {"ideal": None}, "ideal must be one of judged, retrieved, uncut, got None"),
        ("cumulative_gain", {"gain": "power"}, "gain must be .* linear, exponential, got 'power'"),
        ("dcg", {"discount": "zipf"}, "discount must be .* log, log_thresholded.* got 'zipf'"),
        ("rbp", {"utility": ["linear"]}, "utility must be .* linear, .*sigmoid, got"),
        ("err", {"satisfaction": 2}, "satisfaction must be .* got 2"),
        ("rbp", {"persistence": 1}, "persistence must be .* at least 0 and less than 1, got 1"),
        ("rbp", {"persistence": -0.1}, "persistence .* got -0.1"),
        ("rbp", {"persistence": NAN}, "persistence .* got nan"),
        ("rbp", {"persistence": None}, "persistence .* got None"),
        ("err", {"continuation": 1.1}, "continuation must be .* at least 0 and at most 1, got 1.1"),
        ("nerr", {"continuation": -1}, "continuation .* got -1"),
        ("err", {"continuation": True}, "continuation .* got True"),
        ("dcg", {"gain": lambda grades: -grades}, "gain must give .* at least 0.* got -2 for 2"),
        ("dcg", {"gain": lambda grades: grades / 0}, "gain must give .* finite, got inf for 2"),
        ("dcg", {"gain": lambda _grades: 1.0}, r"gain must give values of the shape .* \(3,\)"),
        ("dcg", {"gain": custom([0, 1])}, "whole grade from 0 to 1, got grade 2"),
        ("dcg", {"discount": lambda ranks: 2 - ranks}, "discount must give .* got -1 for 3"),
        ("rbp", {"utility": lambda grades, _: grades}, "utility must give .* got 2 for 2"),
        ("err", {"satisfaction": lambda grades, _: grades + 1}, "must give .* got 3 for 2"),
    ],
)  # fmt: skip
def test_a_knob_that_cannot_be_turned_so_is_refused(
    key: str, knobs: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        METRICS[key].compute(Ranking([2, 0, 1], top_grade=3), **knobs)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: logarithmic(1), "base must be a finite number more than 1, got 1"),
        (lambda: logarithmic(math.inf), "base .* got inf"),
        (lambda: logarithmic_thresholded(0.5), "base .* more than 1, got 0.5"),
        (lambda: power(-1), "exponent .* at least 0, got -1"),
        (lambda: power(1, -1), "shift .* more than -1, got -1"),
        (lambda: geometric(1.5), "ratio .* at most 1, got 1.5"),
        (lambda: custom([]), "custom gain values .* got"),
        (lambda: custom([0, -1]), "custom gain values .* at least 0, got"),
        (lambda: custom([0, NAN]), "custom gain values .* finite"),
        (lambda: custom([0, 1])(np.array([0.5])), "whole grade from 0 to 1, got grade 0.5"),
        (lambda: sigmoid(0), "steepness .* more than 0, got 0"),
        (lambda: sigmoid(1, NAN), "midpoint must be a finite number, got nan"),
        (lambda: Ranking([1]).denominator(None, "other"), "denominator must be one of"),
    ],
)
def test_a_family_checks_its_parameter(make: Callable[[], object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        make()


def test_a_top_grade_too_high_for_a_float_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"gain must give .* finite, got inf for 2000"):
        compute("dcg", [2000], top_grade=2000, gain="exponential")
    assert compute("err", [2000], top_grade=2000, satisfaction=sigmoid()).score == 1


def test_a_list_of_grades_is_told_how_to_become_a_ranking() -> None:
    with pytest.raises(TypeError, match=r"ndcg takes a Ranking, got list: wrap .* Ranking\(\["):
        METRICS["ndcg"].compute([3, 2, 1], k=2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "near"),
    [("map", "average_precision"), ("nDCG@10", "ndcg"), ("mrr", "reciprocal_rank"), ("er", "err")],
)
def test_an_unknown_key_names_the_nearest(key: str, near: str) -> None:
    with pytest.raises(KeyError, match=f"no metric has the key '{key}'; the nearest is '{near}'"):
        METRICS[key]
    assert METRICS.get(key) is None


@pytest.mark.parametrize(
    ("name", "near"),
    [
        *(("mean_rnk", "mean_rank"), ("average_rank", "mean_rank"), ("avgRank@k", "mean_rank@k")),
        *(("first_rank", "first_relevant_rank"), ("mean_recip_rank", "recip_rank")),
        *((name, "") for name in ("MdR@k", "MPR", "MAE", "ndcg_loss", "miss_rate@k")),
    ],
)
def test_the_nearest_name_never_runs_the_other_way(name: str, near: str) -> None:
    assert nearest(name) == near


def test_a_name_that_a_tool_prints_is_one_of_ours_or_is_told() -> None:
    """Where it is told, the name of ours is of the tool's metric."""
    told = 0
    for line in LINES:
        metric, name = CONVENTIONS[line.definition].metric, line.name(10, 2)
        said = ""
        try:
            assert parse(name).key == metric, name
        except ValueError as error:
            said = str(error)
        assert not said or line.tool in said, name
        for ours in re.findall(r"prints? it for ['\"](.*?@10|.*?\)|\w+)['\"]", said):
            assert parse(ours).key == metric, (name, ours)
            told += 1
    assert told > 60


def test_a_name_says_its_convention_as_two_tools_does() -> None:
    """The names of trec_eval and ir_measures stand for the definitions of their lines."""
    checked = 0
    for line in LINES:
        if line.tool not in ("trec_eval", "ir_measures") or "top_4" in line.definition:
            continue
        if "rel=" in line.prints:  # the name says from which grade on a document is a hit
            continue
        # rbp is of trec_eval 10, where p is 0.9, and this bpref of trec_eval 7.3 and before.
        if line.prints == "rbp" or line.definition == "bpref-retrieved":
            continue
        says = CONVENTIONS[line.definition].wording
        assert meaning(line.name(10)).partition(": ")[2] == says, line
        checked += 1
    assert checked > 15
