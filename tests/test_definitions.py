"""From a number back to the definitions that give it, and the lines of tools beside each other."""

import ast
import random
from collections.abc import Iterator
from itertools import pairwise, permutations

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import ndcg_score, roc_auc_score

from app_driver import cards, visit
from metrics.catalog import METRICS
from metrics.conventions import (
    CONVENTIONS,
    LINES,
    all_definitions,
    of_ties,
    printed,
    printed_by,
    tools,
)
from metrics.conventions.combinations import combinations, defined
from metrics.conventions.definitions import FAR, Definition, Scored, differ, giving, worked
from metrics.other_measures import FURTHER
from metrics.ranking import Ranking

TOP = 4
HALF = 0.5e-4 + 1e-9  # of the fourth decimal
LIST = Ranking([3, 0, 2, 0, 1], missed=[3, 1], top_grade=3)


def random_lists(count: int) -> Iterator[tuple[Ranking, int]]:
    draw = random.Random(1992)
    for _ in range(count):
        grades = draw.choices((np.nan, 0, 0, 1, 2, 3, 4), k=draw.randint(1, 20))
        missed = draw.choices((0, 1, 2, 4), k=draw.choice((0, 0, 1, 3, 6)))
        bar = draw.choice((1, 1, 2))
        yield Ranking(grades, missed, top_grade=TOP, relevant_from=bar), draw.choice((1, 3, 5, 10))


# Worked with a calculator: grades 3 0 2 0 1, and a 3 and a 1 that were missed.
WORKED = {
    "ndcg": (0.6788, 0.6537),
    "ndcg-exponential": (0.6581, 0.6471),
    "ndcg-exponential-uncut": (0.6189, 0.6471),
    "ndcg-binary": (0.7039, 0.6399),
    "ndcg-binary-ones": (0.7039, 0.4153),
    "ndcg-retrieved": (0.8400, 0.9212),
    "ndcg-exponential-retrieved": (0.9049, 0.9461),
    "average_precision": (0.3333, 0.4533),
    "average_precision-capped": (0.5556, 0.4533),
    "average_precision-found": (0.8333, 0.7556),
    "average_precision-cutoff": (0.5556, 0.2267),
    "average_precision-every_rank": (0.7222, 0.5204),
    "precision": (0.6667, 0.3),
    "precision-returned": (0.6667, 0.6),
}


@pytest.mark.parametrize("key", WORKED)
def test_one_list_that_shows_them(key: str) -> None:
    scores = [float(CONVENTIONS[key].score(LIST, k)) for k in (3, 10)]
    assert [round(score, 4) for score in scores] == [*WORKED[key]]


# What is handed in


def numbers(metric: str, k: int, tools: tuple[str, ...], **said: object) -> dict[str, float]:
    return {
        one.line.tool: round(one.number, 4)
        for one in printed(LIST, k, metric, **said)  # type: ignore[arg-type]
        if one.line.tool in tools and "()" not in one.line.prints
    }


def test_what_is_handed_in_makes_tools_agree() -> None:
    tools_ = ("BEIR", "scikit-learn", "TF-Ranking")
    usual = {"BEIR": 0.6788, "scikit-learn": 0.84, "TF-Ranking": 0.9049}
    assert numbers("ndcg", 3, tools_) == usual
    everything = {"BEIR": 0.6788, "scikit-learn": 0.6788, "TF-Ranking": 0.6581}
    assert numbers("ndcg", 3, tools_, handed="everything") == everything
    of_list = {"BEIR": 0.84, "scikit-learn": 0.84, "TF-Ranking": 0.9049}
    assert numbers("ndcg", 3, tools_, handed="list") == of_list


def test_a_tie_is_worth_what_a_tool_makes_of_it() -> None:
    """A 1 and a 0 of one score: 1, or 1/log2(3) = 0.6309 below the other, or between: 0.8155."""
    tie = Ranking([1, 0])
    lines = printed(tie, 2, "ndcg", tied=[0.5, 0.5], ids=["a", "b"])
    found = {
        one.line.prints: round(one.number, 4) for one in lines if one.line.tool != "Recommenders"
    }
    assert found["ndcg_cut_{k}"] == found["NDCG:top={k};type=Base"] == 0.6309
    assert found["ndcg_score"] == found["RetrievalNormalizedDCG"] == 0.8155
    assert found["ndcg_burges@{k}"] == 1.0
    lines = printed(tie, 2, "reciprocal_rank", tied=[0.5, 0.5], ids=["a", "b"])
    found = {one.line.name(None): one.number for one in lines if one.line.tool == "ir_measures"}
    assert found == {"RR": 0.5, "RR@k": 1.0}


def test_scikit_learn_told_to_ignore_ties_takes_the_last_row_first() -> None:
    """Only where all scores are equal: else the order depends on the machine."""
    for grades, k in (((1, 0, 1, 1, 0, 0), 4), ((3, 0, 2, 0, 1), 3)):
        (line,) = (one for one in LINES if one.ties == "reversed")
        theirs = ndcg_score([grades], [[1] * len(grades)], k=k, ignore_ties=True)
        ranking = Ranking(grades, [1], top_grade=3)
        ours = printed_by(line, ranking, k, tied=[1] * len(grades)).number
        assert ours == pytest.approx(theirs)


def test_a_tool_that_prints_nothing_says_why() -> None:
    alone = printed(Ranking([1]), 1, "ndcg")
    refused = {one.line.prints for one in alone if one.why == "refuses a single document"}
    assert refused == {"ndcg_score", "ndcg_score()", "ndcg_score(ignore_ties=True)"}
    nothing = {one.line.tool: one for one in printed(Ranking([0, 0]), 1, "ndcg")}
    assert np.isnan(nothing["gdeval"].number)
    assert "leaves" in nothing["gdeval"].why
    assert (nothing["LightGBM"].number, nothing["pytrec_eval"].number) == (1, 0)
    for missed, why in (((), True), ((0,), False)):
        hit = printed(Ranking([1], missed), None, "bpref")
        undefined = {one.line.tool for one in hit if np.isnan(one.number) and "nan" in one.why}
        assert undefined == ({"ranx"} if why else set())
    for k, prints in ((2, True), (3, False)):
        short = {one.line.tool: one for one in printed(Ranking([0, 1]), k, "ndcg")}
        assert (short["implicit"].why == "") == (short["implicit"].number > 0) == prints


@pytest.mark.parametrize("key", ["ndcg-retrieved", "ndcg-whole-retrieved", "dcg", "dcg-whole"])
def test_averaged_ties_are_the_mean_over_all_their_orders(key: str) -> None:
    (line,) = (
        one
        for one in LINES
        if one.definition == key and one.ties == "averaged" and one.proof == "run"
    )
    ranking = Ranking([0, 3, 1, 2, 0, 2], top_grade=3)
    for k in (1, 2, 4, 9):
        orders = [
            ranking.grades[[0, *tie, 4, 5]] for tie in permutations((1, 2, 3))
        ]  # ranks 2 to 4 are tied
        each = [CONVENTIONS[key].score(Ranking(order, top_grade=3), k) for order in orders]
        ours = printed_by(line, ranking, k, tied=[9, 5, 5, 5, 2, 1]).number
        assert ours == pytest.approx(np.mean(each), abs=1e-12)


# From a number back


SIXTEEN = {
    "0.5257": {"pytrec_eval": "ndcg_cut_k", "ir_measures": "nDCG@k", "ranx": "ndcg@k"},
    "0.5483": {"pytrec_eval": "ndcg"},
    "0.4596": {"ranx": "ndcg_burges@k"},
    "0.7230": {"scikit-learn": "ndcg_score"},
    "0.7916": {"scikit-learn": "ndcg_score()"},
    "0.6829": {"LightGBM": "ndcg@k", "XGBoost": "ndcg@k"},
    "0.4583": {"pytrec_eval": "map_cut_k", "ranx": "map@k"},
    "0.5694": {"pytrec_eval": "map"},
    "0.6875": {"LightGBM": "map@k", "XGBoost": "map@k"},
    "0.8542": {"scikit-learn": "average_precision_score"},
    "0.4167": {"trec_eval": "bpref", "pytrec_eval": "bpref", "ranx": "bpref"},
    "0.5279": {"ir_measures": "RBP(p=0.8, rel=1)"},
    "0.9503": {"ranx": "rbp.80"},
    "0.5455": {"ranx": "f1@k"},
    "3.7541": {"scikit-learn": "dcg_score", "ranx": "dcg@k"},
    "6.7085": {"ranx": "dcg_burges@k"},
}
"""What an engineer's libraries printed for 1 3 0 2 0 1, a 3 and a 2 missed, at k = 5."""


@pytest.mark.parametrize("number", SIXTEEN)
def test_numbers_of_libraries_lead_to_their_libraries(number: str) -> None:
    ranking = Ranking([1, 3, 0, 2, 0, 1], missed=[3, 2], top_grade=3)
    found = giving(float(number), HALF, all_definitions(), ranking, 5)
    named = [line for one in found for line in tools(one.definition, ranking)]
    for tool, prints in SIXTEEN[number].items():
        line = next(one for one in named if (one.tool, one.name(None)) == (tool, prints))
        assert f"{printed_by(line, ranking, 5).number:.4f}" == number


def test_a_form_that_carries_a_tools_name_has_lines() -> None:
    names = {line.tool for line in LINES}
    carry = [one for one in all_definitions() if any(name in one.wording for name in names)]
    assert {one.metric for one in carry} == {"bpref"}
    assert all(tools(one) for one in carry)


@pytest.mark.slow
def test_a_definition_is_found_by_its_number_five_hundred_times() -> None:
    draw = random.Random(1895)
    every = all_definitions()
    pairs = 0
    for ranking, k in random_lists(10):
        scored = Scored.of(every, ranking, k)
        conventions = [one for one in scored.definitions if one.steps <= FAR]
        for meant in draw.choices(conventions, k=40) + draw.choices(scored.definitions, k=10):
            pairs += 1
            number = round(float(meant.score(ranking, k)), 4)
            answers = [found.definition for found in scored.giving(number, HALF)]
            assert meant in answers, (meant.key, ranking, k)
            assert all(tried.steps <= after.steps for tried, after in pairwise(answers))
            if all(meant.steps < other.steps for other in answers if other is not meant):
                assert answers[0] is meant
    assert pairs == 500


def test_all_that_gives_a_number_is_found_and_nothing_else() -> None:
    for ranking, k in random_lists(5):
        scores = {one.key: float(one.score(ranking, k)) for one in all_definitions()}
        found = giving(0.5, 0.05, all_definitions(), ranking, k)
        assert {one.definition.key for one in found} == {
            key for key, score in scores.items() if abs(score - 0.5) <= 0.05
        }
        by_distance = Scored.of(all_definitions(), ranking, k).nearest(0.5)
        assert [one.off for one in by_distance] == sorted(one.off for one in by_distance)
        assert len(by_distance) == sum(score == score for score in scores.values())


def test_what_is_taught_comes_before_what_tools_do_and_that_before_what_nobody_does() -> None:
    steps = {one.key: one.steps for one in all_definitions()}
    assert len(steps) == len(all_definitions())
    assert steps["ndcg"] == steps["average_precision"] == 0
    assert max(steps[key] for key in CONVENTIONS) <= FAR
    others = [one for one in combinations() if one.key not in CONVENTIONS and one.knobs]
    assert min(one.steps for one in others) > FAR
    answers = giving(0.5556, HALF, all_definitions("average_precision"), LIST, 3)
    keys = [one.definition.key for one in answers]
    assert keys[:3] == [f"average_precision-{name}" for name in ("capped", "unknown", "cutoff")]
    assert keys[-1] == "average_precision-relevant_from_2"


def test_a_number_names_its_tools() -> None:
    """AP@3 of 0.5556 is LightGBM's too, which was not told what was missed."""
    answers = giving(0.5556, HALF, all_definitions("average_precision"), LIST, 3)
    named = {line.tool for one in answers for line in tools(one.definition)}
    assert {"ml_metrics", "RecBole", "LightGBM", "RecTools"} <= named
    assert not {"trec_eval", "torchmetrics"} & named
    assert {line for one in all_definitions() for line in tools(one)} == {*LINES}


def test_the_reference_names_each_line_below_what_it_computes() -> None:
    said = cards(visit("reference"))
    for line in LINES:
        one = CONVENTIONS[line.definition]
        _, ways = said[one.metric].split(f"<b>{one.wording}</b>")
        assert f"{line.tool} {line.version}: {line.name(None)}" in ways.split("</div>")[0]


def test_the_reference_works_every_measure_out_on_one_list() -> None:
    """By hand, by scikit-learn and by SciPy; the best order of a b c d e is a c e b d."""
    said = cards(visit("reference"))
    assert {*said} == {*METRICS, *FURTHER}
    ideal = stats.kendalltau([5, 4, 3, 2, 1], [5, 2, 4, 1, 3]).statistic
    area = roc_auc_score([1, 0, 1, 0, 1], [5, 4, 3, 2, 1])
    expected = {
        "average_precision": "1 0 1 0 1: AP@5 = (1 + 2/3 + 3/5) / 3 = 0.756",
        "err": "ERR@5 = 1/2 + 1/12 + 1/40 = 0.608",
        "inversions": "Inversions = 1 + 2 = 3",
        "pairwise_accuracy": f"Pairwise accuracy = 1 − 3/6 = {area:.3f}",
        "kendall_tau": f"1 0 1 0 1 and its best order 1 1 1 0 0: τ = {ideal:.3f}",
        "mean": "1 0 1 0 1 and 0 1 0 0 0: Mean over queries = (0.756 + 0.500) / 2 = 0.628",
    }
    for key, card in said.items():
        assert "<dt>Example</dt><dd>1 0 1 0 1" in card, key
        assert expected.get(key, "") in card


def test_a_number_of_a_tie_names_who_orders_it_so() -> None:
    tie = Ranking([1, 0], missed=[1])
    definitions = (*all_definitions("ndcg"), *of_ties([0.5, 0.5], ["a", "b"]))
    named = {
        line.tool
        for one in giving(0.8155, HALF, definitions, tie, 2)
        for line in tools(one.definition)
    }
    assert named == {"scikit-learn", "torchmetrics"}
    assert of_ties([0.5, 0.4]) == ()


def test_what_a_tool_prints_leads_back_to_the_tool() -> None:
    """And what a tool prints is held against the tool itself (test_tools.py)."""
    for ranking, k in random_lists(12):
        scored = Scored.of(all_definitions(), ranking, k)
        for line in LINES:
            number = round(printed_by(line, ranking, k).number, 4)
            named = [
                at for one in scored.giving(number, HALF) for at in tools(one.definition, ranking)
            ]
            assert line in named or number != number, (line, ranking, k)


@pytest.mark.parametrize(
    ("one", "other", "knob"),
    [
        ("ndcg", "ndcg-exponential", "gain"),
        ("ndcg-exponential", "ndcg-exponential-uncut", "ideal"),
        ("ndcg-exponential", "ndcg-exponential-retrieved", "ideal"),
        ("average_precision", "average_precision-capped", "denominator"),
        ("average_precision-found", "average_precision", "denominator"),
        ("precision", "precision-returned", "denominator"),
        ("recall", "recall-capped", "denominator"),
        ("ndcg-binary", "ndcg-binary-ones", "ideal"),
    ],
)
def test_two_numbers_are_told_apart_by_one_knob(one: str, other: str, knob: str) -> None:
    ranking = Ranking([1, 0, 0, 3, 0, 2, 2], missed=[3, 3, 1, 2], top_grade=3)
    k = 9 if {"precision-returned", "ndcg-binary-ones"} & {one, other} else 5
    first, second = (round(float(CONVENTIONS[key].score(ranking, k)), 4) for key in (one, other))
    pairs = Scored.of(all_definitions(), ranking, k).both((first, HALF), (second, HALF))
    found = [tuple(one.definition for one in pair) for pair in pairs]
    assert len(differ(*found[0])) == 1
    assert (CONVENTIONS[one], CONVENTIONS[other]) in found[:2]
    assert differ(CONVENTIONS[one], CONVENTIONS[other]) == [knob]


# What a page shows of a definition


def test_a_formula_with_its_numbers_gives_the_score() -> None:
    for ranking, k in random_lists(4):
        scored = Scored.of(all_definitions(), ranking, k)
        for one, score in zip(scored.definitions, scored.scores, strict=True):
            text = worked(one, ranking, k)
            assert text
            if text.endswith("/ 0"):
                assert score in (0, 1) or one.metric in ("mean_rank", "first_relevant_rank")
                continue
            value = eval(compile(ast.parse(text.replace("·", "*"), mode="eval"), "", "eval"))
            assert value == pytest.approx(score, abs=0.004), (one.key, text)


def test_every_definition_has_a_phrase_and_a_formula_of_its_own() -> None:
    formulas: dict[str, list[Definition]] = {}
    for one in all_definitions():
        assert one.wording
        assert one.latex.count("{") == one.latex.count("}")
        assert one.latex.count("=") >= 1
        formulas.setdefault(one.latex, []).append(one)
    for same in formulas.values():
        # The formula does not say what was handed in.
        apart = {tuple(k for k in differ(same[0], one) if k != "missed") for one in same}
        assert apart == {()}, [one.key for one in same]
    assert len({(one.metric, one.wording) for one in all_definitions()}) == len(all_definitions())


def test_a_combination_is_the_catalogs_metric_with_these_knobs() -> None:
    one = defined("ndcg", gain="exponential", discount="reciprocal", ideal="uncut")
    assert float(one.score(LIST, 3)) == pytest.approx(
        (7 / 1 + 3 / 3) / (7 + 7 / 2 + 3 / 3 + 1 / 4 + 1 / 5)
    )
    assert worked(one, LIST, 3) == "(7 + 1) / 11.95"
    assert one.wording == "gain 2^g − 1, discount 1/rank, ideal of all judged, not cut"
