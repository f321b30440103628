"""Four counts without a list: by hand, by scikit-learn, and on the page of precision and recall."""

import re
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    confusion_matrix,
    fbeta_score,
    matthews_corrcoef,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
)
from streamlit.testing.v1 import AppTest

from app_driver import act, controls, markup, notices, set_to, tables, text, tiles, visit
from expected import Setup, written
from metrics.contingency import (
    RATES,
    contingency,
    f_score,
    known_and_new,
    matthews,
    rate_of,
    recall_for_f,
    shares_of,
    weighted_accuracy,
)
from metrics.utility import (
    cost_of_counts,
    least_probability,
    linear_utility,
    paid_by_block,
    price_of_same_cost,
)
from pages.average_precision import from_counts
from pages.precision_and_recall import classes, fractions
from ui.core.announcements import describe
from ui.core.knobs import KNOBS
from ui.core.screen import Screen

HERE = "precision_and_recall"
TABLES = ((20, 40, 60, 880), (2, 8, 8, 982), (3, 3, 0, 94), (0, 5, 5, 1), (7, 0, 0, 3))


@pytest.mark.parametrize("beta", [0.5, 1, 2])
@pytest.mark.parametrize("table", TABLES)
def test_scores_are_those_of_scikit_learn(table: tuple[int, ...], beta: float) -> None:
    hits, misses, missed, rejected = table
    truth = [1] * hits + [0] * misses + [1] * missed + [0] * rejected
    found = [1] * (hits + misses) + [0] * (missed + rejected)
    scores = contingency(*table, beta=beta)
    assert scores.precision == pytest.approx(precision_score(truth, found))
    assert scores.recall == pytest.approx(recall_score(truth, found))
    assert scores.f == pytest.approx(fbeta_score(truth, found, beta=beta))
    assert scores.accuracy == pytest.approx(accuracy_score(truth, found))
    # Fall-out is the recall of the irrelevant documents, if retrieved counts as found.
    assert scores.fall_out == pytest.approx(1 - recall_score(truth, found, pos_label=0))
    mcc = matthews(*table)
    assert np.isnan(mcc) or mcc == pytest.approx(matthews_corrcoef(truth, found))
    assert f_score(scores.precision, scores.recall, beta=beta) == pytest.approx(scores.f)


def test_f_by_hand() -> None:
    """An exam's P = 0.27 and R = 0.46; F of α, 1/(α/P + (1 − α)/R), with β² = (1 − α)/α."""
    assert f_score(0.27, 0.46) == pytest.approx(0.2484 / 0.73)
    for alpha in (0.2, 0.5, 0.8):
        beta = ((1 - alpha) / alpha) ** 0.5
        of_alpha = 1 / (alpha / 0.27 + (1 - alpha) / 0.46)
        assert f_score(0.27, 0.46, beta=beta) == pytest.approx(of_alpha)
    assert f_score(0.27, 0.46, beta=0) == pytest.approx(0.27)
    assert f_score(0, 0) == f_score(0, 1) == 0


def test_coverage_and_novelty_by_hand() -> None:
    """A course's task: a user knows 3 relevant documents, 2 are found, 4 relevant ones are."""
    assert known_and_new(2, 2, 1)[:2] == (pytest.approx(2 / 3), 2 / 4)
    assert known_and_new(2, 2, 1, 5).recall == 4 / 10
    # Coverage is recall of the known documents, and novelty is precision for the new ones.
    truth, found = [1, 1, 0, 0, 1, 0, 0, 0, 0, 0], [1] * 4 + [0] * 6
    assert known_and_new(2, 2, 1, 5).coverage == pytest.approx(recall_score(truth, found))
    new = [not known for known in truth]
    assert known_and_new(2, 2, 1, 5).novelty == pytest.approx(precision_score(new, found))
    assert np.isnan(known_and_new(0, 0, 0)).all()


def test_a_share_of_nothing_has_no_value() -> None:
    assert np.isnan(contingency(0, 0, 3, 4).precision)
    assert np.isnan(contingency(0, 3, 0, 4).recall)
    assert np.isnan(contingency(3, 0, 4, 0).fall_out)
    assert np.isnan(contingency(0, 0, 0, 0)).all()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: contingency(-1, 0, 0, 0), "hits must be a whole number"),
        (lambda: contingency(0, 0, 1.5, 0), "missed must be a whole number"),
        (lambda: contingency(1, 1, 1, 1, beta=-1), "beta must be a finite number at least 0"),
        (lambda: known_and_new(1, 1, -1), "known_missed must be a whole number"),
        (lambda: f_score(1.1, 0), "precision must be a finite number"),
        (lambda: f_score(1, -0.1), "recall must be a finite number"),
    ],
)
def test_what_is_no_count_is_refused(wrong, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=re.escape(said)):
        wrong()


# The page


def shown(at) -> dict[str, str]:  # type: ignore[no-untyped-def]
    return {label: tile.score for label, tile in tiles(at).items()}


def test_a_table_is_filled_by_hand_and_everything_or_nothing_is_retrieved() -> None:
    """The task of a course: P 20/60, R 20/80, F1 40/140."""
    at = visit(HERE, {"given": "counts", "counts": "1,2,3,4"})
    for cell, typed in enumerate(("20", "40", " 60 ", "999,880")):
        act(at, "tally", by="tally", knob="retrieved_counts", cell=cell, to=typed)
    found = {"P": "0.333", "R": "0.250", "F1": "0.286"}
    found |= {"Fall-out": "0.00004", "Accuracy": "0.9999"}
    assert shown(at) == found
    assert [controls(at)[f"sum-{row}"]["text"] for row in (1, 2)] == ["60", "999,940"]
    act(at, "tally", by="tally", knob="retrieved_counts", cell=0, to="half")
    assert "Hits (TP): “half” was not taken" in notices(at)[0]
    act(at, "turn", by="retrieve", knob="retrieved_counts", to="0,0,80,999920")
    found |= {"P": "–", "R": "0.000", "F1": "0.000", "Fall-out": "0.000", "Accuracy": "0.99992"}
    assert shown(at) == found
    assert "of the irrelevant" in text(at)
    assert "80/1000000 of all" in text(at)  # generality


@pytest.mark.parametrize(
    "typed", ["20,40,60,880", "20, 40, 60, 880", "20 40 60 880", "20;40;60;880"]
)
def test_four_counts_are_read_as_people_write_them(typed: str) -> None:
    assert KNOBS["retrieved_counts"].parse(typed, 3) == (20, 40, 60, 880)


@pytest.mark.parametrize("typed", ["20 40 60", "1 000 20 30 40", "20, 40, 60, half"])
def test_counts_that_may_mean_anything_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="four whole numbers"):
        KNOBS["retrieved_counts"].parse(typed, 3)


def test_what_a_user_knew_is_typed() -> None:
    at = visit(HERE)
    set_to(at, "What is given", "known")
    assert shown(at) == {"Coverage": "0.667", "Novelty": "0.500", "R": "0.400"}
    for cell, typed in enumerate(("7", "3", "2", "0")):
        act(at, "tally", by="tally", knob="known_counts", cell=cell, to=typed)
    assert shown(at) == {"Coverage": "0.778", "Novelty": "0.300", "R": "0.833"}
    assert "Of 12 relevant: 10 retrieved, 9 known" in text(at)


@pytest.mark.parametrize(
    ("page", "query"),
    [(HERE, {"given": "counts"}), ("unjudged", {"runs": "ab,ba"}), ("ab_test", {})],
)
def test_beside_what_is_no_list_there_is_no_list(page: str, query: dict[str, str]) -> None:
    assert "class='picture" not in text(visit(page, query))


def test_another_table_is_not_there() -> None:
    at = visit(HERE, {"given": "counts"})
    act(at, "tally", by="tally", knob="k", cell=0, to="7")
    assert notices(at) == ["This table is not there. Nothing was changed."]


def test_three_counts_are_refused_with_how_to_leave_the_fourth_empty() -> None:
    with pytest.raises(ValueError, match="type three and a last comma: 20, 40, 60,") as refused:
        KNOBS["retrieved_counts"].parse("50,30,50", 3)
    written = str(refused.value).partition("comma: ")[2]
    assert KNOBS["retrieved_counts"].parse(written, 3) == (20, 40, 60, None)


def test_mcc_is_worked_where_all_four_counts_are_known() -> None:
    """A course: 428 · 781 − 328 · 72 = 310,652, over √(756 · 500 · 853 · 1109) = 597,979."""
    assert matthews(428, 328, 72, 781) == pytest.approx(310_652 / 597_979, abs=1e-6)
    rows = [row for each in tables(_of_counts("428,328,72,781")) for row in each]
    worked = "(428 · 781 − 328 · 72)/√(756 · 500 · 853 · 1,109)"
    assert ["MCC", worked, "0.520"] in rows
    rows = [row for each in tables(_of_counts("428,328,72,")) for row in each]
    assert ["MCC", "needs the fourth count, TN", "–"] in rows
    rows = [row for each in tables(_of_counts("0,0,5,9")) for row in each]
    assert ["MCC", "(0 · 9 − 0 · 5)/√(0 · 5 · 14 · 9)", "–"] in rows


def _of_counts(counts: str) -> AppTest:
    return visit(HERE, {"given": "counts", "counts": counts})


def test_p_and_r_are_typed_exactly_and_f_gives_the_recall_back() -> None:
    """A course: P 1 and R 1/5 have F1 0.4/1.2 = 0.333; at P = 1, R = 1/3 gives F1 = 0.5."""
    at = visit(HERE, {"given": "rates"})
    set_to(at, "P, also 1/3", "1")
    set_to(at, "R, also 1/3", "1/5")
    assert shown(at)["F1"] == "0.333"
    assert (
        "At P = 1, F1 is 0.5 if R = F1 · P / (2 · P − F1) = 0.5 · 1 / (2 · 1 − 0.5) = 0.333."
        in (text(at))
    )
    set_to(at, "R, also 1/3", "1/3")
    assert shown(at)["F1"] == "0.500"
    assert controls(at)["R, also 1/3"]["value"] == "0.333333"
    set_to(at, "P, also 1/3", "1/3")
    assert "F1 is 0.5 if R" in text(at)
    set_to(at, "P, also 1/3", "0.333")
    assert "At P = 0.333 no R gives F1 = 0.5." in text(at)
    set_to(at, "P, also 1/3", "1.2")
    assert "allowed are a number from 0 to 1, a fraction such as 1/2" in notices(at)[0]
    for p, r in combinations((0.2, 0.5, 0.8, 1), 2):
        assert recall_for_f(f_score(p, r), p) == pytest.approx(r)


def test_two_typed_scores_have_an_f() -> None:
    at = visit(HERE, {"given": "rates", "given_p": "0.27", "given_r": "0.46"})
    assert shown(at) == {"F1": "0.340", "(P + R)/2": "0.365"}
    set_to(at, "β of F", 2)
    assert shown(at)["F2"] == "0.403"  # 5 · 0.1242 / (1.08 + 0.46)


@pytest.mark.parametrize(
    ("counts", "beta", "f"),
    [
        ("20,40,0,40", "√3", ("F(β = √3)", "0.667")),
        ("20,40,0,40", "√(1/3)", ("F(β = 1/√3)", "0.400")),
        ("20,40,0,40", "1/√3", ("F(β = 1/√3)", "0.400")),
        ("20,40,0,40", "1/sqrt(3)", ("F(β = 1/√3)", "0.400")),
        ("20,40,0,40", "np.sqrt(1/3)", ("F(β = 1/√3)", "0.400")),
        ("20,40,0,40", "2√3", ("F(β = √12)", "0.867")),  # 13 · 20 / (13 · 20 + 40)
        ("15,25,5,55", "1.7320508", ("F(β = √3)", "0.600")),
        ("15,25,5,55", "0,57735", ("F(β = 1/√3)", "0.429")),
        ("15,25,5,55", "0.57", ("F0.57", "0.427")),
        ("20,40,60,880", "10", ("F10", "0.251")),  # 101 · 20 / (101 · 20 + 100 · 60 + 40)
    ],
)
def test_beta_is_typed_exactly(counts: str, beta: str, f: tuple[str, str]) -> None:
    """A course has F with α = 1/4 and 3/4, so β² is 3 and 1/3."""
    at = visit(HERE, {"given": "counts", "counts": counts})
    set_to(at, "β, also 1/√3", beta)
    assert f in shown(at).items()
    set_to(at, "β, also 1/√3", "√-1")
    assert "from 0 to 100, a fraction such as 1/2, or a root such as 1/√3" in notices(at)[0]
    again = visit(HERE, at.query_params)
    assert f in shown(again).items()
    assert "beta" in at.query_params


def test_the_chart_has_a_bar_for_each_score_and_says_what_it_is_a_share_of() -> None:
    rows = fractions.rows(
        [fractions.Share("P", 20, 60, "of the retrieved"), fractions.Share("R", 0, 0, "")]
    )["bars"]
    assert [row["said"] for row in rows] == [
        "P: 20/60 = 0.333 of the retrieved",
        "R: a share of nothing",
    ]


def test_numbers_of_ones_own_are_no_list() -> None:
    at = visit(HERE, {"given": "counts", "counts": "1,2,3,4"})
    assert controls(at)["step"]["do"] == "These are numbers of your own: change one."
    at = visit("unjudged", {"runs": "Ab,bA,cA", "pool": "1"})
    assert controls(at)["step"]["do"] == "These are numbers of your own: change one."
    at = visit(HERE, {"a": "1A~0B"})
    assert controls(at)["step"]["do"] == "This is a list of your own: move a document."


def test_a_list_that_goes_on_says_between_which_values_both_scores_lie() -> None:
    """20 of many ranks, six of eight found: two more may come."""
    grades = [1, 1, *[0] * 6, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    a = "~".join(f"{grade}D{at}" for at, grade in enumerate(grades)) + "~.~1X~1Y"
    at = visit(HERE, {"a": a, "scale": "1", "k": "20"})
    said = text(at)
    assert "20 ranks are shown, with 6 of 8 relevant documents." in said
    assert "P@10000 = 6/10000 = 0.0006, R@10000 = 6/8 = 0.750" in said
    assert "P@10000 = 8/10000 = 0.0008, R@10000 = 8/8 = 1.000" in said


def test_a_changed_count_is_announced() -> None:
    old = Screen().with_settings(counted_from="counts")
    new = old.with_settings(retrieved_counts=(20, 40, 30, 880))
    assert describe(old, new, HERE) == "Relevant, missed (FN): 30"


def test_fall_out_is_worked_at_each_rank() -> None:
    """A midterm: three relevant of 100, at ranks 1, 3 and 5 of six; each miss is one of 97."""
    at = visit(HERE, Setup((1, 0, 1, 0, 1, 0), (), {"k": 6}).query())
    set_to(at, "Documents in the collection", "100")
    assert "Fall-out@6 = irrelevant above the line ÷ irrelevant that exist = 3/97 = 0.031" in text(
        at
    )
    (numbers,) = [each for each in tables(at) if "fall-out@i" in each[0]]
    column = numbers[0].index("fall-out@i")
    shown = [row[column] for row in numbers[1:7]]
    assert shown == [f"{misses / 97:.4f}" for misses in (0, 1, 1, 2, 2, 3)]
    set_to(at, "Documents in the collection", "0")
    assert "= 3/3 = 1.000" in text(at)
    set_to(at, "Documents in the collection", "1,000,000")
    assert "= 3/999,997 = 0.000003." in text(at)
    (numbers,) = [each for each in tables(at) if "fall-out@i" in each[0]]
    assert [row[column] for row in numbers[1:4]] == ["0.0000", "0.000001", "0.000001"]


def test_no_share_that_is_not_0_reads_0_and_none_that_is_not_1_reads_1() -> None:
    """Cornell's midterm: 200 of a million are returned, half of the 100 relevant ones with them."""
    at = visit(HERE, {"given": "counts", "counts": "50,150,50,999750"})
    of = shown(at)
    assert (of["Fall-out"], of["Accuracy"], of["P"]) == ("0.00015", "0.9998", "0.250")
    assert "<dl class='scores several long'>" in markup(at)  # smaller, so that it fits
    (rows,) = [rows for rows in tables(at) if rows[0] == ["score", "worked", "value"]]
    worked = {name: value for name, _, value in rows[1:]}
    wanted = {
        "Fall-out": 150 / 999_900,
        "Accuracy": 999_800 / 1_000_000,
        "Specificity": 999_750 / 999_900,
        "NPV": 999_750 / 999_800,
        "Error rate": 200 / 1_000_000,
        "Generality": 100 / 1_000_000,
        "Youden’s J": 50 / 100 - 150 / 999_900,
    }
    for name, value in wanted.items():
        away = min(value, 1 - value)
        assert abs(float(worked[name]) - value) < away / 20, name
        assert worked[name] not in ("0.000", "1.000", "0.500"), name
    (beside,) = [rows for rows in tables(at) if rows[0][:2] == ["table", "TP FP FN TN"]]
    assert beside[1][5] == "0.9998"
    bars = fractions.rows([fractions.Share("Fall-out", 150, 999_900, "")])["bars"]
    assert bars[0]["said"] == "Fall-out: 150/999900 = 0.00015"
    at = visit(HERE, {"given": "counts", "counts": "0,0,5,5"})
    assert (shown(at)["R"], shown(at)["Fall-out"]) == ("0.000", "0.000")
    rare = visit(HERE, {"given": "counts", "classes": "a b,99999 1,1 99999"})
    assert "**0.99999**" in text(rare)


@pytest.mark.parametrize("counts", [(2, 3, 5, 9), (0, 2, 3, 6), (3, 3, 4, 4), (0, 1, 1, 2)])
def test_counts_of_a_cut_list_bound_what_scikit_learn_finds(counts: tuple[int, ...]) -> None:
    """The lowest and the highest AP of all orders with so many hits among those shown."""
    found, relevant, shown, collection = counts
    low, high = map(float, allowed(counts)[f"AP of all {collection:,}"])
    scores = [
        average_precision_score(np.isin(np.arange(collection), hits), -np.arange(collection))
        for hits in combinations(range(collection), relevant)
        if sum(hit < shown for hit in hits) == found
    ]
    assert (low, high) == pytest.approx((min(scores), max(scores)), abs=6e-4)


def test_a_list_cut_at_rank_1000_misses_so_much_of_ap() -> None:
    """A midterm: 6 of 10 are in the top 1000 of a million; the error is 0.0034 at most."""
    at = allowed((6, 10, 1000, 1_000_000))
    least, most = at["what the rest adds to AP"]
    assert least.endswith("= 0.0000034")
    assert most == "(7/1,001 + 8/1,002 + 9/1,003 + 10/1,004)/10 = 0.0034"
    assert at["P@1,000"][0] == "6/1,000 = 0.0060"
    assert at["R@1,000"][0] == "6/10 = 0.600"


def allowed(counts: tuple[int, ...]) -> dict[str, list[str]]:
    """What four counts allow: the lowest and the highest value of each score."""
    said = from_counts.table(Screen().with_settings(cut_counts=counts))
    cells = [re.sub("<[^>]*>", "", cell) for cell in re.findall("<t[hd] ?.*?</t[hd]>", said)]
    return {cells[row]: cells[row + 1 : row + 3] for row in range(3, len(cells), 3)}


@pytest.mark.parametrize(
    "counts", [(6, 10), (5, 4, 10, 20), (1, 2, 9, 9), (0, 0, 1, 1), (0, 1, 0, 9)]
)
def test_counts_that_cannot_be_are_refused(counts: tuple[int, ...]) -> None:
    assert "<table" not in from_counts.table(Screen().with_settings(cut_counts=counts))


# Without the fourth count


def test_p_r_and_f_need_no_count_of_what_is_neither() -> None:
    """A course's four counts without TN: 20/60, 20/80 and 40/140; the other scores are unknown."""
    found = contingency(20, 40, 60, None)
    assert (found.precision, found.recall) == (pytest.approx(1 / 3), 0.25)
    assert found.f == pytest.approx(2 / 7)
    assert np.isnan([found.fall_out, found.accuracy]).all()
    at = visit(HERE, {"given": "counts", "counts": "20,40,60,880"})
    act(at, "tally", by="tally", knob="retrieved_counts", cell=3, to="")
    assert at.query_params["counts"] == "20,40,60,"
    known = {"P": "0.333", "R": "0.250", "F1": "0.286"}
    assert shown(at) == {**known, "Fall-out": "–", "Accuracy": "–"}
    said = text(at)
    assert "Fall-out needs the fourth count, TN." in said
    assert "nothing to compare" not in said
    assert "Retrieve everything" not in controls(at)
    rows = re.findall("<tr><th[^>]*>(.*?)</th><td[^>]*>(.*?)</td><td>(.*?)</td></tr>", said)
    assert ("Specificity", "needs the fourth count, TN", "–") in rows
    assert [controls(at)[name]["text"] for name in ("sum-1", "sum-2", "foot-1", "foot-2")] == [
        *("60", "?", "80", "?")
    ]
    act(at, "tally", by="tally", knob="retrieved_counts", cell=3, to="880")
    assert shown(at) == {**known, "Fall-out": "0.043", "Accuracy": "0.900"}


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("TP=20 FP=40 FN=60 TN=880", (20, 40, 60, 880)),
        ("fn: 60, tp: 20, fp: 40", (20, 40, 60, None)),
        ("20, 40, 60,", (20, 40, 60, None)),
    ],
)
def test_counts_with_their_signs_are_read(typed: str, counts: tuple[int | None, ...]) -> None:
    assert KNOBS["retrieved_counts"].parse(typed, 3) == counts
    for refused in ("TP=20 FP=40", "20,,60,880"):
        with pytest.raises(ValueError, match="four whole numbers"):
            KNOBS["retrieved_counts"].parse(refused, 3)


# Rates in the place of counts


def test_three_rates_tell_all_four_counts_as_scikit_learn_has_them() -> None:
    """Any three rates give the shares that they were made of, or leave more than one way."""
    counts = (12, 30, 4, 54)
    actual, predicted = np.repeat([[1, 0, 1, 0], [1, 1, 0, 0]], counts, axis=1)
    measured = {
        "prevalence": actual.mean(),
        "precision": precision_score(actual, predicted),
        "recall": recall_score(actual, predicted),
        "specificity": recall_score(actual, predicted, pos_label=0),
        "NPV": precision_score(actual, predicted, pos_label=0),
        "accuracy": accuracy_score(actual, predicted),
    }
    measured["fall-out"] = 1 - measured["specificity"]
    measured["miss rate"] = 1 - measured["recall"]
    rates = {name: rate_of(name, [*map(Fraction, counts)]) or Fraction(0) for name in RATES}
    assert measured == pytest.approx({name: float(rate) for name, rate in rates.items()})
    for names in combinations(RATES, 3):
        three = {name: rates[name] for name in names}
        if {"recall", "miss rate"} <= {*names} or {"fall-out", "specificity"} <= {*names}:
            with pytest.raises(ValueError, match="another rate is needed"):
                shares_of(three)
        else:
            assert [share * 100 for share in shares_of(three)] == [*counts]


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("prevalence 2 %, P = 50 %, R = 10 %, N = 10,000", (20, 20, 180, 9780)),
        ("2 % positives, precision 50%, recall 10%, accuracy 98%", (2, 2, 18, 978)),
        ("1% relevant; sensitivity 90 %; specificity 91 %; 10000 people", (90, 891, 10, 9009)),
        ("N = 10,000, m = 200, P .5, R .1", (20, 20, 180, 9780)),
        ("share 0.1, TPR 0.7, FPR 0.2", (7, 18, 3, 72)),
        ("P .667, R .5, fall-out .1", (2, 1, 2, 9)),
        ("share of positives: 1/10; true positive rate 7/10; FPR 1/5", (7, 18, 3, 72)),
    ],
)
def test_rates_are_counts(typed: str, counts: tuple[int, ...]) -> None:
    assert KNOBS["retrieved_counts"].parse(typed, 3) == counts


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("share 2 %, P 50 %, R 10 %, accuracy 97 %", "by the other rates accuracy is 0.98, not 97"),
        ("share 1 %, R 90 %, specificity 91 %, N 1,000", "of 1,000 one count is 89.1; with N = 10"),
        ("prevalence 2 %, N 100", "another rate is needed"),
        ("prevalence 50 %, R 1, P 0.25", "no four counts have these rates"),
        ("prevalence 50 %, R 0.1, P 2", "precision 2 is not between 0 and 1"),
        ("m = 20, P 0.5, R 0.5", "m needs N, how many there are in all"),
    ],
)
def test_it_is_said_why_rates_are_no_counts(typed: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"rates that four counts have: {why}"):
        KNOBS["retrieved_counts"].parse(typed, 3)


def test_rates_fill_the_table_whose_cells_have_their_signs() -> None:
    at = visit(HERE, {"given": "counts"})
    set_to(at, "Documents", "2 % relevant, P 50 %, R 10 %, accuracy 98 %, N = 10,000")
    assert at.query_params["counts"] == "20,20,180,9780"
    fields = {each["name"]: each for each in controls(at).values()}
    assert [fields[f"cell-{cell}"]["note"] for cell in range(4)] == ["TP", "FP", "FN", "TN"]
    set_to(at, "Documents", "2 % relevant, P 50 %")
    assert "rates that four counts have: another rate is needed" in notices(at)[0]


# Gain and cost


def test_utility_by_hand() -> None:
    """TREC's filtering tracks: 2 for a hit, −1 for a miss; of 20 hits and 40 misses it is 0."""
    assert float(linear_utility(20, 60, worth=3, reading=1)) == 2 * 20 - 40
    batch = linear_utility([3, 0], [4, 0], [2, 5], worth=5, reading=1, missing=2)
    assert batch.tolist() == [15 - 4 - 4, -10]
    assert paid_by_block([[1, 100], [101, 0]], 100, 15).tolist() == [[15, 15], [30, 0]]
    for wrong in (
        lambda: linear_utility(3, 2),
        lambda: linear_utility(-1, 2),
        lambda: linear_utility(1, 2, worth=-1),
        lambda: paid_by_block(1, 0),
        lambda: paid_by_block([np.inf], 10),
    ):
        with pytest.raises(ValueError, match="must be"):
            wrong()


def test_what_a_list_or_a_table_is_worth_is_worked_with_typed_prices() -> None:
    """Three of four are hits and two are missed: 5·3 − 1·4 − 2·2."""
    at = visit(HERE, {"a": "1A~1B~0C~1D~1E~1F", "k": "4"})
    assert "U@4 = 5·3 − 1·4 − 2·2 = **7**" in plain_text(at)
    assert "above A/(B + C) = 1/(5 + 2) = 0.143." in plain_text(at)
    set_to(at, at_price(at), "0.5 1 0.5")
    assert "no document pays" in plain_text(at)
    at = visit(HERE, {"a": "0A~0B~1C", "blocks": "2,15", "k": "2"})
    assert "The first hit is at rank 3: 3/2, rounded up, is 2 blocks. It costs 15·2 = **30**." in (
        plain_text(at)
    )
    at = visit(HERE, {"a": "0A~0B~0C", "blocks": "100,15"})
    assert "No hit in 3 ranks: 3/100, rounded up, is 1 block." in plain_text(at)
    at = visit(HERE, {"given": "counts", "counts": "20,40,60,", "prices": "3,1"})
    assert "U = 3·20 − 1·60 − 0·60 = **0**" in plain_text(at)
    assert "rounded up" not in plain_text(at)


def at_price(at) -> str:  # type: ignore[no-untyped-def]
    return next(name for name, each in controls(at).items() if each["name"] == "prices")


def plain_text(at) -> str:  # type: ignore[no-untyped-def]
    return text(at).replace("\u00a0", " ")


PETS = ("cat dog bird", "5 1 0", "2 3 1", "0 1 4")
OF_CASES = [
    (actual, predicted)
    for actual, row in zip(PETS[0].split(), PETS[1:], strict=True)
    for predicted, count in zip(PETS[0].split(), row.split(), strict=True)
    for _ in range(int(count))
]


@pytest.mark.parametrize(
    "typed",
    [
        "cat dog bird; 5 1 0; 2 3 1; 0 1 4",
        "cat 5 1 0; dog 2 3 1; bird 0 1 4",
        "actual\\predicted,cat,dog,bird,sum\ncat,5,1,0,6\ndog,2,3,1,6\nbird,0,1,4,5\nsum,7,5,5,17",
        "\tpred cat\tpred dog\tpred bird\n"
        "actual cat\t5\t1\t0\nactual dog\t2\t3\t1\nactual bird\t0\t1\t4",
        "predicted / actual,cat,dog,bird\ncat,5,2,0\ndog,1,3,1\nbird,0,1,4",
        "Predicted cat 5 2 0; Predicted dog 1 3 1; Predicted bird 0 1 4",
        "| | cat | dog | bird |\n|---|---|---|---|\n"
        "| cat | 5 | 1 | 0 |\n| dog | 2 | 3 | 1 |\n| bird | 0 | 1 | 4 |",
    ],
)
def test_a_table_of_classes_is_read_however_it_is_written(typed: str) -> None:
    assert KNOBS["class_counts"].from_browser(typed, (), 3) == PETS


@pytest.mark.parametrize(
    "typed",
    [
        "id actual predicted\n"
        + "\n".join(f"{at} {a} {p}" for at, (a, p) in enumerate(OF_CASES, 1)),
        "predicted,actual\n" + "\n".join(f"{p},{a}" for a, p in OF_CASES),
        "; ".join(f"{a} {p}" for a, p in OF_CASES),
        "y_true = [{}]; y_pred = [{}]".format(
            *(", ".join(each) for each in zip(*OF_CASES, strict=True))
        ),
        "y_true: {}; y_pred: {}".format(*(" ".join(each) for each in zip(*OF_CASES, strict=True))),
    ],
)
def test_two_columns_of_classes_are_counted(typed: str) -> None:
    names = ["bird", "cat", "dog"]
    counts = confusion_matrix(*zip(*OF_CASES, strict=True), labels=names).tolist()
    rows = (" ".join(names), *(" ".join(map(str, row)) for row in counts))
    assert KNOBS["class_counts"].from_browser(typed, (), 3) == rows


@pytest.mark.parametrize("typed", ["", "5", "5 1 0; 2 3", "a b; c", "0 0; 0 0"])
def test_what_is_no_table_of_classes_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="a table of counts of 2 to 11 classes"):
        KNOBS["class_counts"].parse(typed, 3)


def test_classes_have_their_scores_and_all_means_worked() -> None:
    """Cats 5/7 and 5/6, dogs 3/5 and 3/6, birds 4/5 and 4/5; 12 of 17 cases are right."""
    at = set_to(visit(HERE), "Table of the classes", "5 1 0; 2 3 1; 0 1 4")
    assert at.query_params["classes"] == "A B C,5 1 0,2 3 1,0 1 4"
    rows = next(each for each in tables(at) if each[0][:2] == ["class", "TP"])
    assert rows[1] == ["A", "5", "2", "1", "9", "5/7 = 0.714", "5/6 = 0.833", "10/13 = 0.769", "6"]
    assert rows[2] == ["B", "3", "2", "3", "9", "3/5 = 0.600", "3/6 = 0.500", "6/11 = 0.545", "6"]
    assert rows[-1][:5] == ["sum", "12", "5", "5", "29"]
    said = text(at)
    assert "Macro P = (0.714 + 0.600 + 0.800)/3 = **0.705**" in said
    assert "Macro F1 = (0.769 + 0.545 + 0.800)/3 = **0.705**" in said
    assert "Weighted R = (6·0.833 + 6·0.500 + 5·0.800)/17 = **0.706**" in said
    assert "are the same: (5 + 3 + 4)/17 = 12/17 = **0.706**" in said
    act(at, by="classes", **controls(at)["Turn the table"]["change"])
    assert at.query_params["classes"] == "A B C,5 2 0,1 3 1,0 1 4"
    rows = next(each for each in tables(at) if each[0][:2] == ["class", "TP"])
    assert rows[1][5:7] == ["5/6 = 0.833", "5/7 = 0.714"]


@given(
    st.integers(2, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 6), min_size=n, max_size=n), min_size=n, max_size=n
        )
    )
)
def test_means_over_classes_are_those_of_scikit_learn(rows: list[list[int]]) -> None:
    pairs = [
        (actual, predicted)
        for actual, row in enumerate(rows)
        for predicted, count in enumerate(row)
        for _ in range(count)
    ]
    if not pairs:
        return
    knob = KNOBS["class_counts"]
    value = ("a b c d e"[: 2 * len(rows) - 1], *(" ".join(map(str, row)) for row in rows))
    assert knob.parse(",".join(value), 3) == knob.parse(knob.in_words(value, 3), 3) == value
    said = classes.means(classes.of(Screen().with_settings(class_counts=value)))
    if len(rows) > 2:
        actual, predicted = (np.array(each) for each in zip(*pairs, strict=True))
        beside = [accuracy_score(actual == at, predicted == at) for at in range(len(rows))]
        assert f"= **{written(np.mean(beside))}**" in said
    for mean in ("macro", "weighted"):
        found = precision_recall_fscore_support(
            *zip(*pairs, strict=True), labels=range(len(rows)), average=mean, zero_division=0
        )
        for name, value_ in zip(("P", "R", "F1"), found, strict=False):
            line = re.search(rf"{mean.capitalize()} {name} = .*\*\*(.*)\*\*", said)
            assert line
            assert line[1] == written(value_)


def test_tables_stand_beside_each_other_with_a_weight_of_fp() -> None:
    """A spam filter task: q = (TP + TN)/(TP + TN + 10 FP + FN) is 750/890 and 719/809."""
    at = visit(HERE, {"given": "counts", "counts": "160,10,40,590"})
    set_to(at, "Further tables: TP FP FN TN each", "120, 1, 80, 599; 200 600 0 0; 0 0 200 600")
    set_to(at, "Weight of an FP in accuracy", "10")
    (rows,) = [rows for rows in tables(at) if rows[0][:2] == ["table", "TP FP FN TN"]]
    assert rows[0][2:-2] == ["P", "R", "F1", "accuracy", "accuracy, FP × 10"]
    assert [row[2:-2] for row in rows[1:]] == [
        ["0.941", "0.800", "0.865", "0.938", "0.843"],
        ["0.992", "0.600", "0.748", "0.899", "0.889"],
        ["0.250", "1.000", "0.400", "0.250", "0.032"],
        ["–", "0.000", "0.000", "0.750", "0.750"],
    ]
    assert weighted_accuracy(120, 1, 80, 599) == contingency(120, 1, 80, 599).accuracy
    for wrong in ("1 2 3", "TP 1 2 3 4", "1 2 3 4 " * 9):
        set_to(at, "Further tables: TP FP FN TN each", wrong)
        assert "Type four counts for each of up to 8 tables" in text(at)


def test_a_cost_matrix_prices_four_counts_and_says_when_two_tables_cost_the_same() -> None:
    """Tan, Steinbach & Kumar: a hit −1, a false alarm 1, a miss 100: 3,910 against 4,255."""
    at = visit(HERE, {"given": "counts", "counts": "150,60,40,250", "cost_matrix": "-1,1,100,0"})
    said = plain_text(at)
    assert "Cost = 150·(−1) + 60·1 + 40·100 + 250·0 = **3,910**." in said
    assert "Expected cost: 3,910/500 = **7.82**." in said
    assert "retrieve it from **0.010** on" in said  # 1/102
    assert "(FP − TN)/(FP − TN + FN − TP) = (1 − 0)/(1 − 0 + 100 − (−1))." in said
    set_to(at, "Further tables: TP FP FN TN each", "250 5 45 200; 150 60 40 0; 100 60 90 250")
    (rows,) = [rows for rows in tables(at) if rows[0][:2] == ["table", "TP FP FN TN"]]
    assert rows[0][-2:] == ["cost", "costs as much as yours at a price of"]
    assert [row[-2:] for row in rows[1:]] == [
        ["150·(−1) + 60·1 + 40·100 + 250·0 = 3,910", ""],
        ["250·(−1) + 5·1 + 45·100 + 200·0 = 4,255", "FP 7.273 or FN 31"],
        ["150·(−1) + 60·1 + 40·100 + 0·0 = 3,910", "–"],
        ["100·(−1) + 60·1 + 90·100 + 250·0 = 8,960", "FN −1"],
    ]
    for price in (7.272727273, 31):  # each is put into both sums
        fp, fn = (price, 100) if price < 8 else (1, price)
        assert -150 + 60 * fp + 40 * fn == pytest.approx(-250 + 5 * fp + 45 * fn)
    unknown = visit(HERE, {"given": "counts", "counts": "20,40,60,"})
    assert "Cost = 20·0 + 40·1 + 60·1 + 0·0 = **100**." in plain_text(unknown)
    assert "Expected cost: " not in plain_text(unknown)
    with_tn = visit(HERE, {"given": "counts", "counts": "20,40,60,", "cost_matrix": "0,1,1,2"})
    assert "The cost needs the fourth count, TN, or 0 as its price." in plain_text(with_tn)
    with pytest.raises(ValueError, match="4 numbers from -100000 to 1,000,000"):
        KNOBS["cost_matrix"].parse("1, 5", 3)


@pytest.mark.parametrize("prices", [(0, 1, 5, 0), (-2, 3, 4, -1), (0, 1000, 5000, 0)])
def test_from_the_least_probability_on_it_costs_less_to_retrieve(prices: tuple[int, ...]) -> None:
    hit, miss, missed, rejected = prices
    least = least_probability(prices)
    for p in np.linspace(0, 1, 101):
        retrieve, leave = p * hit + (1 - p) * miss, p * missed + (1 - p) * rejected
        assert (retrieve < leave - 1e-9) == (p > least + 1e-9)
    for always in ((0, -1, 5, 0), (0, 0, 0, 0)):
        assert np.isnan(least_probability(always))
    for wrong in (
        lambda: least_probability((1, 2, 3)),
        lambda: cost_of_counts((1, 2, 3, -4), prices),
        lambda: price_of_same_cost((1, 2, 3, 4), (1, 2, 3, 4), prices, 4),
    ):
        with pytest.raises(ValueError, match="must be"):
            wrong()


def test_youdens_j_is_sensitivity_minus_what_specificity_lacks() -> None:
    """40 of 50 are found ill, and 60 of 750 who are not: 0.8 − 0.08."""
    at = visit(HERE, {"given": "counts", "counts": "40,60,10,690"})
    (rows,) = [rows for rows in tables(at) if rows[0] == ["score", "worked", "value"]]
    assert ["Youden’s J", "40/50 − 60/750", "0.720"] in rows
    assert ["E = 1 − F1", "1 − 0.533", "0.467"] in rows  # van Rijsbergen: F1 is 80/150
    with pytest.raises(ValueError, match="weight must be"):
        weighted_accuracy(1, 1, 1, 1, weight=-1)
