"""What four published texts print about ranking metrics: reproduced, or wrong as their row says.

A figure is recomputed by its kind. A statement in words has a demonstration of its own.
"""

import json
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import harmonic_mean, mean
from typing import Any, TypeAlias

import numpy as np
import pytest

from metrics.agreement import (
    graded_inversions,
    kendall_distance,
    kendall_tau,
    spearman_rho,
    tau_ap,
)
from metrics.average import naive_graded_average_precision
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.gain import DISCOUNTS, GAINS, geometric, logarithmic, logarithmic_thresholded
from metrics.pointwise import mse
from metrics.ranking import Ranking

Row: TypeAlias = dict[str, Any]
Demonstration: TypeAlias = Callable[[Row], list[float]]

PUBLISHED = Path(__file__).with_name("published_examples.json")
ROWS: list[Row] = json.loads(PUBLISHED.read_text(encoding="utf-8"))


def ranking(row: Row, number: int = 0) -> Ranking:
    """Take a list from a row: what it does not show of the relevant documents was missed."""
    grades = row["rankings"][number]
    missed = max(0, row["extra"].get("total_relevant", 0) - np.count_nonzero(grades))
    return Ranking(grades, [1] * missed, top_grade=row["params"].get("gmax", max(1, *grades)))


def breakdown(key: str, row: Row, number: int = 0, **knobs: Any) -> Breakdown:
    """Compute a metric on one list of a row, under the row's conventions unless told otherwise."""
    stated = {
        "k": row["params"].get("k"),
        "denominator": "found" if row["params"].get("denominator") == "found" else "relevant",
        # Each text keeps to one gain, and few of its rows repeat it.
        "gain": "linear" if row["source"] == "chapter" else "exponential",
    }
    metric = METRICS[key]
    known = {knob: value for knob, value in stated.items() if knob in metric.knobs}
    return metric.compute(ranking(row, number), **{**known, **knobs})


def scores(key: str, row: Row, **knobs: Any) -> list[float]:
    every_list = range(len(row["rankings"]))
    return [float(breakdown(key, row, number, **knobs).score) for number in every_list]


def score(key: str, row: Row, **knobs: Any) -> float:
    """Average over the lists of a row, of which most have one."""
    return mean(scores(key, row, **knobs))


def only_hit_at(*ranks: int) -> Ranking:
    """Make a list for each rank, with its one relevant document there."""
    return Ranking(np.eye(max(ranks))[np.array(ranks) - 1])


def weights(discount: str, *ranks: int) -> np.ndarray:
    return DISCOUNTS[discount](np.array(ranks, dtype=float))


def decimals(number: object) -> int:
    return len(str(number).partition(".")[2])


def assert_reproduced(ours: Iterable[float], told: Any) -> None:
    """Compare with every number that is told: in words, those with a point, as they are printed."""
    if isinstance(told, str):
        printed = [(float(number), decimals(number)) for number in re.findall(r"\d*\.\d+", told)]
    else:
        numbers = told.values() if isinstance(told, dict) else np.atleast_1d(told).tolist()
        # A number in JSON drops the zeros at its end; none was rounded to fewer than four decimals.
        printed = [(number, max(4, decimals(number))) for number in numbers]
    pairs = zip(ours, printed, strict=True)
    rounded = [round(float(value), places) for value, (_, places) in pairs]
    assert rounded == [number for number, _ in printed]


# Figures


def rank(row: Row) -> int:
    """Find the rank that a title names, in words or as the i + 1 of the discount's logarithm."""
    if divisor := re.search(r"log2\((\d+)\)", row["title"]):
        return int(divisor[1]) - 1
    return int(re.search(r"(?:at|rank|item)[ -](\d+)", row["title"])[1])


def term(key: str, name: str, row: Row) -> float:
    return breakdown(key, row).terms[name][rank(row) - 1]


def satisfaction(row: Row) -> float:
    grade = int(re.search(r"grade (\d+)", row["title"])[1])
    reader = METRICS["err"].compute(Ranking([grade], top_grade=row["params"]["gmax"]))
    return reader.terms["satisfaction"][0]


def drop_of_the_top_grade(row: Row) -> float:
    """Divide what the best document adds in the first list by what it adds in the second."""
    before, after = (
        breakdown("err", row, number).terms["contribution"][np.argmax(row["rankings"][number])]
        for number in (0, 1)
    )
    return before / after


def precision_sum(row: Row) -> float:
    average = breakdown("average_precision", row)
    return average.score * average.aside["denominator"]


FIGURES: dict[str, Callable[[Row], float]] = {
    "P@k": partial(score, "precision"),
    "R@k": partial(score, "recall"),
    "Hit@k": partial(score, "hit"),
    "RR": partial(score, "reciprocal_rank"),
    "AP": partial(score, "average_precision"),
    "MAP": partial(score, "average_precision"),
    "AP sum": precision_sum,
    "inversions": lambda row: graded_inversions(row["rankings"][0]).score,
    "discount": lambda row: weights("log" if "log" in row["title"] else "reciprocal", rank(row))[0],
    "DCG": partial(score, "dcg"),
    "DCG term": partial(term, "dcg", "contribution"),
    "IDCG": lambda row: breakdown("ndcg", row).aside["ideal_dcg"],
    "nDCG": partial(score, "ndcg"),
    "ERR": partial(score, "err"),
    "ERR R": satisfaction,
    "ERR stop": partial(term, "err", "stop"),
    "ERR term": partial(term, "err", "contribution"),
    "ERR check": lambda row: breakdown("err", row).terms["stop"].sum(),
    "ERR ratio": drop_of_the_top_grade,
}

# What no reader and no order of the same documents can exceed.
CEILINGS: dict[str, Callable[[Row], float]] = {
    "ERR": lambda row: breakdown("nerr", row).aside["ideal_err"],
    "ERR stop": partial(term, "err", "reach"),  # only who arrives can stop
    "ERR check": lambda row: FIGURES["ERR check"](row) + breakdown("err", row).aside["leaves"],
}


def slip(row: Row) -> np.ndarray:
    """Let 1 - stop go on, as the chapter does, where 1 - R should; each rounded as printed."""
    stops: list[float] = []
    for satisfied in breakdown("err", row).terms["satisfaction"]:
        stops.append(round(satisfied * np.prod(1 - np.array(stops)), 3))
    return np.array(stops)


SLIPS: dict[str, Callable[[Row], float]] = {
    "ERR": lambda row: np.dot(slip(row), 1 / ranking(row).ranks()),
    "ERR stop": lambda row: slip(row)[rank(row) - 1],
    "ERR check": lambda row: slip(row).sum(),
}


def origin_of_a_wrong_figure(row: Row) -> float:
    """Trace it to the list it belongs to, or to a slip whose result no list can have."""
    if of_another := row["extra"].get("matches_ranking"):
        return FIGURES[row["kind"]]({**row, "rankings": [of_another]})
    assert row["published"] > CEILINGS[row["kind"]](row)
    return SLIPS[row["kind"]](row)


# Statements

STATEMENTS: dict[str, tuple[str, Demonstration]] = {}
"""Rows in words: how wrong they are, and a demonstration that returns what `recomputed` quotes."""


def shows(severity: str, *rows: str) -> Callable[[Demonstration], Demonstration]:
    """File a demonstration under the rows it settles, and say how wrong it shows them to be."""

    def register(demonstration: Demonstration) -> Demonstration:
        assert STATEMENTS.keys().isdisjoint(rows)
        STATEMENTS.update(dict.fromkeys(rows, (severity, demonstration)))
        return demonstration

    return register


@shows("misleading", "guide-03")
def recall_stays_where_it_is_at_a_miss(row: Row) -> list[float]:
    """Recall never falls as k grows, but only a hit raises it."""
    recalls = METRICS["recall"].compute(Ranking([0, 1, 0, 1])).terms["recall"]
    assert recalls.tolist() == [0, 1 / 2, 1 / 2, 1]
    return [score("recall", row, k=1), score("recall", row, k=2)]


@shows("none", "guide-04")
def recall_can_be_bought_by_showing_everything(row: Row) -> list[float]:
    """The last document shown makes recall whole, and precision no better than the pool."""
    assert score("recall", row, k=2) == 1 / 2
    assert score("precision", row, k=3) == pytest.approx(2 / 3)
    assert score("recall", row, k=3) == row["published"]
    return [score("recall", row, k=3)]


@shows("convention", "guide-10")
def dividing_by_what_was_found_hides_what_was_missed(row: Row) -> list[float]:
    """Over the hits found AP is the printed one; over all that exist it pays for the fourth."""
    found = score("average_precision", row, denominator="found")
    assert round(found, decimals(row["published"])) == row["published"]
    second = {**row, "rankings": [[0, 1, 0, 1, 1]]}
    assert score("average_precision", second) == pytest.approx(row["extra"]["q2_with_R4"])
    return scores("average_precision", row)


@shows("wrong", "guide-13")
def precision_cannot_tell_the_top_of_its_window_from_the_bottom(row: Row) -> list[float]:
    """A "not" is missing: P@10 is the same for both lists, and AP tells them apart."""
    top, bottom = scores("precision", row)
    assert top == bottom
    return [top, bottom, *scores("average_precision", row)]


@shows("none", "guide-16")
def a_lower_error_can_come_with_a_worse_order(row: Row) -> list[float]:
    """Sorted by the better predictions, the one relevant document is last."""
    true = np.array(row["extra"]["true"])
    predictions = [np.array(row["extra"][name]) for name in ("pred_1", "pred_2")]
    for predicted, listed in zip(predictions, row["rankings"], strict=True):
        assert true[np.argsort(-predicted, stable=True)].tolist() == listed
    errors = [mse(predicted, true).score for predicted in predictions]
    ranks = scores("reciprocal_rank", row)
    assert errors[1] < errors[0]
    assert ranks[1] < ranks[0]
    return [errors[0], ranks[0], errors[1], ranks[1]]


@shows("none", "guide-17", "guide-18")
@shows("misleading", "guide-19", "guide-20")
def a_grade_more_is_about_twice_the_gain_only_high_on_the_scale(row: Row) -> list[float]:
    """The gain 2^g - 1 more than doubles with each grade: by a tenth or more below grade 4."""
    grades = [float(grade) for grade in re.findall(r"\d", row["title"])]
    higher, lower = GAINS["exponential"](np.array(grades))
    assert (higher / lower == pytest.approx(row["published"], rel=0.1)) == row["agrees"]
    return [higher / lower]


@shows("wrong", "guide-21")
def a_reader_who_never_stops_reads_without_end(row: Row) -> list[float]:
    """The sum of p^(i-1) is the documents read: it settles for p below 1, and at 1 only grows."""
    forever = Ranking([1] * 1000)
    documents = METRICS["dcg"].compute
    for persistence, depth in row["extra"]["expected_depth"].items():
        read = documents(forever, discount=geometric(float(persistence))).score
        assert read == pytest.approx(depth)
    assert documents(forever, discount=geometric(1)).score == 1000
    with pytest.raises(ValueError, match=r"persistence must be .* less than 1, got 1"):
        METRICS["rbp"].compute(forever, persistence=1)
    return []


@shows("none", "guide-22")
def rbp_of_a_perfect_list_stops_short_of_one(row: Row) -> list[float]:
    """Ten perfect documents leave p^10 of the readers' attention for what stands below."""

    def perfect(persistence: float) -> float:
        reader = breakdown("rbp", row, persistence=persistence)
        assert reader.score + reader.aside["residual"] == pytest.approx(1)
        return float(reader.score)

    assert_reproduced([perfect(0.8)], row["extra"]["p=.8"])
    assert_reproduced([perfect(0.5)], row["extra"]["p=.5"])
    return [perfect(row["params"]["p"])]


@shows("misleading", "guide-23")
def whoever_chooses_the_persistence_chooses_the_winner(_row: Row) -> list[float]:
    """Of two systems each is better for some reader, so results cannot say which p is right."""
    systems = Ranking([[1, 0, 0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 0]])
    observed = 0.78  # out of a study's query logs: a fact about readers, which no metric computes
    winners = {
        persistence: int(METRICS["rbp"].compute(systems, persistence=persistence).score.argmax())
        for persistence in (0.5, observed)
    }
    assert winners == {0.5: 0, observed: 1}
    return [observed]


@shows("wrong", "guide-24")
def err_expects_over_where_one_reader_may_stop(row: Row) -> list[float]:
    """One query is enough: 1/rank is averaged over the chances to stop there, or to leave."""
    reader = breakdown("err", row)
    stop = reader.terms["stop"]
    assert stop.sum() + reader.aside["leaves"] == pytest.approx(1)
    assert reader.score == pytest.approx(np.dot(stop, 1 / ranking(row).ranks()))
    return [reader.score]


@shows("convention", "guide-25")
def a_reader_who_may_give_up_is_a_variant_of_err(row: Row) -> list[float]:
    """With p below 1 some leave unsatisfied at every rank; the paper's reader never does."""
    gives_up = row["params"]["p"]
    assert breakdown("err", row).aside["gave_up"] == 0
    assert breakdown("err", row, continuation=gives_up).aside["gave_up"] > 0
    return [score("err", row), gives_up, score("err", row, continuation=gives_up)]


@shows("none", "guide-26")
def graded_metrics_see_the_better_document_first(row: Row) -> list[float]:
    """Two hits of different grades change places: AP and RR stay, nDCG, RBP and ERR fall."""
    for key in ("ndcg", "rbp", "err"):
        better_first, worse_first = scores(key, row)
        assert better_first > worse_first
    binary = [scores(key, row) for key in ("average_precision", "reciprocal_rank")]
    return [*binary[0], *binary[1], *scores("ndcg", row)]


@shows("none", "notes-01")
def ap_is_precision_times_the_recall_gained(row: Row) -> list[float]:
    """Recall rises only at hits, so the area under the stepped curve is AP."""
    average = breakdown("average_precision", row)
    gained = np.diff(average.terms["recall"], prepend=0)
    return [average.score, np.dot(average.terms["precision"], gained)]


@shows("none", "notes-02")
def a_window_too_small_for_all_hits_caps_ap(row: Row) -> list[float]:
    """Over all m relevant documents a flawless page scores k/m; over min(m, k) it scores 1."""
    return [score("average_precision", row, denominator=over) for over in ("relevant", "capped")]


@shows("none", "notes-03")
def accuracy_asks_for_any_hit(row: Row) -> list[float]:
    """The hit at rank 3 is all that counts, once the window reaches it."""
    at_3, at_2 = (score("hit", row, k=k) for k in (3, 2))
    assert f"{at_3:g}" == row["published"]
    assert f"Hit@3={at_3:g}, Hit@2={at_2:g}" == row["recomputed"]
    return []


@shows("misleading", "notes-04")
def ndcg_divides_by_what_the_query_offers(row: Row) -> list[float]:
    """Two lists of one length have different ideals, and a longer list need not."""
    longer = {**row, "rankings": [[3, 0, 0, 0]]}
    ideals = [breakdown("ndcg", row, number).aside["ideal_dcg"] for number in (0, 1)]
    assert breakdown("ndcg", longer).aside["ideal_dcg"] == ideals[0]
    return ideals


@shows("none", "notes-05")
def kendall_charges_a_swap_the_same_everywhere(row: Row) -> list[float]:
    """One swap of five is one pair of ten, at the top or at the bottom; tau_AP minds the top."""
    order = sorted(row["rankings"][0])
    assert_reproduced(
        (kendall_tau(order, other).score for other in row["rankings"]), row["extra"]["tau"]
    )
    top, bottom = (tau_ap(order, other).score for other in row["rankings"])
    assert top < bottom
    return [kendall_distance(order, other).score for other in row["rankings"]]


@shows("convention", "notes-06")
def two_tops_hold_more_documents_than_one(row: Row) -> list[float]:
    """With n = K there would be K(K-1)/2 pairs; two tops without a document in common have K²."""
    k = row["params"]["K"]
    of_k = k * (k - 1) / 2
    tops = row["extra"]["top_lists"]
    count, union, common = (
        kendall_distance(*tops, k, normalised=False),
        kendall_distance(*tops, k),
        kendall_distance(*tops, k, pairs="common"),
    )
    assert union.terms["pairs"].size == 2 * k
    assert count.score == k**2 > of_k
    assert union.score == 1
    assert common.undefined
    same_documents = kendall_distance(tops[0], tops[0][::-1], k, pairs="common")
    assert same_documents.aside["most"] == of_k
    return []


@shows("none", "notes-07")
def spearman_charges_a_swap_the_same_at_either_end(row: Row) -> list[float]:
    """A rank off is a rank off, at the top as at the bottom."""
    order = sorted(row["rankings"][0])
    assert spearman_rho(order, [1, 2, 3, 5, 4]).score == pytest.approx(row["recomputed"])
    return [spearman_rho(order, row["rankings"][0]).score]


@shows("wrong", "chapter-18")
def ap_averages_precision_alone(row: Row) -> list[float]:
    """A hit adds its precision times 1/m, the step recall takes there; recall is no summand."""
    average = breakdown("average_precision", row)
    hits = average.terms["relevant"] == 1
    precision, recall = (average.terms[name][hits] for name in ("precision", "recall"))
    assert average.score == pytest.approx(precision.mean())
    assert average.score != pytest.approx((precision + recall).mean() / 2)
    weight = average.terms["contribution"][hits] / precision
    assert weight == pytest.approx(np.diff(recall, prepend=0))
    assert weight == pytest.approx(1 / average.aside["relevant_total"])
    return []


@shows("wrong", "chapter-19")
def a_hit_counts_once_for_every_hit_from_it_on(row: Row) -> list[float]:
    """Take a hit away and look which terms fall: precision is read at hits, not at each k."""
    grades = np.array(row["rankings"][0])

    def without(place: int) -> Breakdown:
        present = np.arange(grades.size) != place
        return METRICS["average_precision"].compute(Ranking(grades * present, missed=[1]))

    average, no_first, no_last = breakdown("average_precision", row), without(0), without(4)
    assert_reproduced([average.score], row["extra"]["AP"])
    assert_reproduced([average.score - no_first.score], row["extra"]["weight_of_rank_1"])
    of_first, of_last = (
        np.count_nonzero(average.terms["contribution"] > less.terms["contribution"])
        for less in (no_first, no_last)
    )
    assert of_last == 1
    assert of_first < row["published"] == grades.size
    return [of_first]


@shows("convention", "chapter-20")
def ap_over_the_hits_found_rewards_losing_the_rest(row: Row) -> list[float]:
    """One hit of three on top is perfect by the printed denominator, and a third by all three."""
    found = score("average_precision", row)
    late = {**row, "rankings": [[1, 0, 0, 0, 1]]}
    assert score("average_precision", late) < found
    everything = partial(score, "average_precision", denominator="relevant")
    assert everything(late) > everything(row)
    return [found, everything(row)]


@shows("wrong", "chapter-21")
def average_recall_is_the_same_in_any_order(row: Row) -> list[float]:
    """The j-th hit sees recall j/m wherever it stands; AP tells the same lists apart."""
    assert len({tuple(sorted(grades)) for grades in row["rankings"]}) == 1
    assert len(set(scores("average_precision", row))) == len(row["rankings"])
    return scores("average_recall", row)


@shows("none", "chapter-22")
def a_grade_in_the_place_of_the_hit_does_not_see_two_hits_change_places(row: Row) -> list[float]:
    """A grade as a weight leaves precision blind to it; GAP has a reader for each threshold."""
    naive = [
        float(naive_graded_average_precision(ranking(row, number)).score)
        for number in range(len(row["rankings"]))
    ]
    return [*naive, *scores("graded_average_precision", row)]


@shows("wrong", "chapter-29")
def the_base_of_the_logarithm_cancels_in_ndcg(row: Row) -> list[float]:
    """Another base lifts every weight by one factor, unless the first ranks are spared."""
    bases = row["params"]["bases"]
    gains = [score("dcg", row, discount=logarithmic(base)) for base in bases]
    assert_reproduced(gains, row["extra"]["DCG"])
    assert_reproduced(
        (score("ndcg", row, discount=logarithmic_thresholded(base)) for base in (2, 3, 5)),
        row["extra"]["counter_example"],
    )
    return [score("ndcg", row, discount=logarithmic(base)) for base in bases]


@shows("wrong", "chapter-42")
def who_examines_a_document_need_not_be_satisfied(_row: Row) -> list[float]:
    """Everybody examines rank 1, even where it satisfies nobody; who is left examines rank 2."""
    reader = METRICS["err"].compute(Ranking([0, 2, 2], top_grade=2))
    assert reader.terms["satisfaction"].tolist() == [0, 3 / 4, 3 / 4]
    assert reader.terms["reach"].tolist() == [1, 1, 1 / 4]
    return []


@shows("none", "chapter-43")
def a_far_first_hit_moves_a_mean_of_ranks_more_than_one_of_reciprocals(row: Row) -> list[float]:
    """Beyond rank 10 a reciprocal has little to lose; so a hit at rank 1 outweighs two at 10."""

    def means(ranks: list[int]) -> list[float]:
        keys = ("first_relevant_rank", "reciprocal_rank")
        return [float(METRICS[key].compute(only_hit_at(*ranks)).score.mean()) for key in keys]

    with_outlier = row["extra"]["first_relevant_ranks"]
    assert means(with_outlier[:-1]) == [1, 1]
    far, near = (means(row["extra"]["second_example"][name]) for name in ("a", "b"))
    assert far == pytest.approx([50.5, 0.505])
    assert near == pytest.approx([10, 0.1])
    return means(with_outlier)


@shows("misleading", "chapter-44")
def ignoring_what_left_the_window_rewards_a_worse_list(row: Row) -> list[float]:
    """The lost hit must cost k + 1, or the mean rank improves without it."""
    before, after = scores("mean_rank", row)
    assert after > before
    return scores("mean_rank", row, missing="ignore")


@shows("wrong", "article-02")
def mrr_inverted_is_the_harmonic_mean_rank(row: Row) -> list[float]:
    """A mean of reciprocals is no mean of ranks: one far hit pulls the mean, hardly the MRR."""
    ranks = scores("first_relevant_rank", row)
    mean_reciprocal = score("reciprocal_rank", row)
    assert 1 / mean_reciprocal == pytest.approx(harmonic_mean(ranks))
    return [mean(ranks), mean_reciprocal, 1 / mean_reciprocal]


@shows("wrong", "article-07")
def one_over_the_rank_is_steeper_than_the_logarithm(row: Row) -> list[float]:
    """AP of a single hit is 1/rank: no line, but a curve that falls faster than DCG's."""
    average, gain = scores("average_precision", row), scores("dcg", row)
    assert average == pytest.approx([1 / len(grades) for grades in row["rankings"]])
    assert average[1] / average[2] == pytest.approx(10)
    return [gain[1] / gain[2]]


@shows("none", "article-08")
def binary_metrics_ignore_grades(row: Row) -> list[float]:
    """A 3 and a 1 are two hits, in either order."""
    for key in ("average_precision", "reciprocal_rank"):
        assert scores(key, row) == [1, 1]
    best, swapped = scores("ndcg", row)
    assert best == 1
    return [swapped, *scores("err", row)]


@shows("wrong", "article-10")
def the_printed_sum_forgets_that_satisfied_readers_left(row: Row) -> list[float]:
    """The number is ERR's; the formula beside it lets every reader arrive at every rank."""
    reader = breakdown("err", row)
    assert round(float(reader.score), decimals(row["published"])) == row["published"]
    return [np.dot(reader.terms["satisfaction"], 1 / ranking(row).ranks())]


@shows("none", "article-36")
def the_logarithm_falls_most_at_the_top(row: Row) -> list[float]:
    """From 10 to 50 it loses a smaller share than 1/r, and yet more in absolute terms."""
    logarithm, reciprocal = (weights(name, 1, 2, 10, 50) for name in ("log", "reciprocal"))
    shares = [weight[3] / weight[2] - 1 for weight in (logarithm, reciprocal)]
    assert "log {:.0%}, 1/r {:.0%}".format(*shares) in row["recomputed"]
    of_logarithm, of_reciprocal = (-np.diff(weight)[[0, 2]] for weight in (logarithm, reciprocal))
    assert of_logarithm[1] < of_logarithm[0]
    assert of_logarithm[1] > of_reciprocal[1]
    return [*of_logarithm, *of_reciprocal]


@shows("convention", "article-37")
def a_discount_is_a_divisor_or_a_multiplier(_row: Row) -> list[float]:
    """The weight 1/log2(1 + i) flattens out as it falls, and so does log2(1 + i) as it rises.

    Who takes the divisor for the multiplier rewards a hit for standing lower.
    """

    def divisor(ranks: np.ndarray) -> np.ndarray:
        return 1 / DISCOUNTS["log"](ranks)

    ranks = np.arange(1.0, 51)
    assert divisor(ranks) == pytest.approx(np.log2(1 + ranks))
    assert (np.diff(DISCOUNTS["log"](ranks), 2) > 0).all()
    assert (np.diff(divisor(ranks), 2) < 0).all()
    higher_up, lower_down = METRICS["dcg"].compute(only_hit_at(1, 2), discount=divisor).score
    assert higher_up < lower_down
    return []


@shows("convention", "article-38")
def ndcg_needs_a_rule_for_a_query_without_relevant_documents(row: Row) -> list[float]:
    """0/0 counts as 0 in the mean, or is left out; and which ideal is meant has to be said too."""
    assert breakdown("ndcg", row).undefined
    queries = METRICS["ndcg"].compute(Ranking([[1, 0, 0], [0, 0, 1], *row["rankings"]]))
    assert queries.score.tolist() == [1, 0.5, 0]
    last_of_three = Ranking([0, 0, 1], missed=[1, 1])
    ideals = (
        METRICS["ndcg"].compute(last_of_three, ideal=pool) for pool in ("retrieved", "judged")
    )
    assert [round(float(ideal.score), 2) for ideal in ideals] == [0.5, 0.23]
    return [queries.score.mean(), queries.score[~queries.undefined].mean(), queries.score[1]]


FIGURE_ROWS = [row for row in ROWS if row["id"] not in STATEMENTS]
STATEMENT_ROWS = [row for row in ROWS if row["id"] in STATEMENTS]


@pytest.mark.parametrize("row", FIGURE_ROWS, ids=lambda row: row["id"])
def test_figure(row: Row) -> None:
    ours, published = float(FIGURES[row["kind"]](row)), row["published"]
    assert_reproduced([ours], row["recomputed"])
    places = row["published_decimals"]
    if places is None:
        places = decimals(published)
    assert (round(ours, places) == published) == row["agrees"]
    if row["severity"] == "rounding":
        assert abs(ours - published) < 2 * 10**-places
    elif row["severity"] == "wrong":
        assert abs(ours - published) > 2 * 10**-places
        assert round(float(origin_of_a_wrong_figure(row)), places) == published


@pytest.mark.parametrize("row", STATEMENT_ROWS, ids=lambda row: row["id"])
def test_statement(row: Row) -> None:
    severity, demonstration = STATEMENTS[row["id"]]
    assert row["severity"] == severity
    assert_reproduced(demonstration(row), row["recomputed"])


def test_every_row_has_one_case() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(set(ids)) == len(ids)
    by_kind = [row["id"] for row in FIGURE_ROWS if row["kind"] in FIGURES]
    assert sorted([*by_kind, *STATEMENTS]) == sorted(ids)
    assert {row["kind"] for row in FIGURE_ROWS} == FIGURES.keys()
    # Conventions and what misleads are not a matter of one figure: they need a demonstration.
    assert {row["severity"] for row in FIGURE_ROWS} == {"none", "rounding", "wrong"}


def test_a_row_agrees_where_nothing_is_wrong_with_it() -> None:
    assert [row["id"] for row in ROWS if row["agrees"] != (row["severity"] == "none")] == []
