"""From a number back to the definitions that give it, and the lines of tools beside each other."""

import ast
import html
import math
import random
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import ndcg_score, roc_auc_score

from app_driver import cards, charts, visit
from metrics.catalog import METRICS
from metrics.conventions import (
    CONVENTIONS,
    LINES,
    all_definitions,
    answer,
    differing,
    of_scores,
    of_ties,
    pasted,
    printed,
    printed_by,
    ties,
    tools,
)
from metrics.conventions.bounds import Bound, Stated, bounds, measure, off_list
from metrics.conventions.case import Case
from metrics.conventions.causes import causes
from metrics.conventions.combinations import combinations, defined
from metrics.conventions.definitions import FAR, Definition, Scored, differ, giving, worked
from metrics.conventions.explain import explain
from metrics.conventions.explain_two import explain_two
from metrics.conventions.inputs import of_input
from metrics.conventions.lines import Line, read
from metrics.conventions.reading import EXACT, Kind, Number
from metrics.other_measures import FURTHER
from metrics.ranking import Ranking
from metrics.typed import RefusedError

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


@pytest.mark.parametrize(("ranking", "k"), [*random_lists(5)])
def test_all_that_gives_a_number_is_found_and_nothing_else(ranking: Ranking, k: int) -> None:
    scores = {one.key: float(one.score(ranking, k)) for one in all_definitions()}
    found = giving(0.5, 0.05, all_definitions(), ranking, k)
    assert {one.definition.key for one in found} == {
        key for key, score in scores.items() if abs(score - 0.5) <= 0.05
    }


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


TOOL = """
[words]
once = "It was run once."

[[tool]]
name = "my_tool"
version = "1.0"
ties = "id"
call = "my_tool.{name}(y){rel}"
rel = ", t={t}"
note = "{once}"
[tool.prints]
"map@{k}" = {definition = "average_precision-capped", ask = "ap({k})", ties = "worst"}
"map" = "average_precision-whole"
"""


def test_a_line_is_what_its_entry_says() -> None:
    common = {"version": "1.0", "rel": ", t={t}", "note": "It was run once."}
    assert read(tomllib.loads(TOOL), "a.toml") == (
        Line(
            "my_tool",
            prints="map@{k}",
            definition="average_precision-capped",
            ties="worst",
            call="my_tool.ap({k})(y){rel}",
            **common,
        ),
        Line(
            "my_tool",
            prints="map",
            definition="average_precision-whole",
            ties="id",
            call="my_tool.map(y){rel}",
            **common,
        ),
    )


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("[[tool]]", "[[tools]]", "a.toml: unknown field 'tools', allowed: words, tool"),
        ("note =", "notes =", "a.toml, my_tool 1.0: unknown field 'notes', allowed: name, version"),
        ('version = "1.0"\n', "", "a.toml, my_tool ?: lacks version"),
        ('name = "my_tool"', 'name = ""', "a.toml,  1.0: lacks name"),
        ('"map" =', '"map{x}" =', "prints has {x}, which is none of k, t, rel"),
        ('ties = "id"', 'ties = "ids"', "ties = 'ids' is none of order, id, id_first"),
        ('ties = "id"', 'takes = "list"', "takes = 'list' is none of judgements, rows"),
        ('ties = "id"', 'proof = "seen"', "proof = 'seen' is none of run, read, told"),
        ('call = "my_tool.{name}(y){rel}"', 'proof = "run"', "my_tool 1.0, map@{k}: lacks call"),
        ("{once}", "{twice}", "a.toml, my_tool 1.0: note has {twice}, which is none of once"),
        ("{name}(y)", "{names}(y)", "call has {names}, which is none of name, stem, k, t, rel"),
        ("ap({k})", "ap({n})", "ask has {n}, which is none of k, t, rel"),
        (", t={t}", ", t={k}", "rel has {k}, which is none of t"),
        ('"{once}"', "3", "a.toml, my_tool 1.0: note = 3 is no text"),
        ('version = "1.0"', "version = 1.0", "a.toml, my_tool 1.0: version = 1.0 is no text"),
        ('"average_precision-whole"', "3", "my_tool 1.0, map: definition = 3 is no text"),
        ('ties = "worst"', 'ties = "best"', "map@{k}: ties = 'best' is none of order, id"),
        ("[tool.prints]", "[[tool.prints]]", "a.toml, my_tool 1.0: prints is no table of names"),
        ('ask = "ap({k})"', 'asks = "ap"', "map@{k}: unknown field 'asks', allowed: definition"),
        ('definition = "average_precision-capped", ', "", "map@{k}: lacks definition"),
        ('"average_precision-whole"', '"ap"', "map: definition = 'ap': 'ap' is none of hit"),
        ("-capped", "-cap", "'cap' is none of whole, found, capped, unknown"),
        ("-whole", "-capped-whole", "its order is 'average_precision-whole-capped'"),
    ],
)
def test_a_wrong_entry_of_a_tool_is_named_with_what_is_allowed(
    written: str, instead: str, said: str
) -> None:
    assert written in TOOL
    with pytest.raises(ValueError, match=re.escape(said)):
        read(tomllib.loads(TOOL.replace(written, instead)), "a.toml")


def test_the_reference_names_each_line_below_what_it_computes() -> None:
    said = cards(visit("reference"))
    for line in LINES:
        one = CONVENTIONS[line.definition]
        _, ways = said[one.metric].split(f"<b>{one.wording}</b>")
        assert f"{line.tool} {line.version}: {line.name(None)}" in ways.split("</div>")[0]


def test_the_reference_has_bars_where_the_rank_of_one_hit_counts() -> None:
    """Of the other metrics it says the score."""
    at = visit("reference")
    said = cards(at)
    with_bars = [key for key in said if key in METRICS and " at any rank." not in said[key]]
    assert "precision" not in with_bars
    drawn = charts(at).values()
    assert len(drawn) == len(with_bars)
    for bars in drawn:
        assert bars[bars.part == "a"].value.nunique() > 1


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
        "kendall_tau": f"1 0 1 0 1 and its best order 1 1 1 0 0: τ = (7 − 3) / 10 = {ideal:.3f}",
        "expected_clicks": "click on a hit: Expected clicks = 1 + 1/3 + 1/5 = 1.533",
        "weighted_clicks": "IPW = (1 ÷ 1 + 1/3 ÷ 1/9 + 1/5 ÷ 1/25) / 5 = 1.800",
        "mean": "1 0 1 0 1 and 0 1 0 0 0: Mean over queries = (0.756 + 0.500) / 2 = 0.628",
    }
    for key, card in said.items():
        assert "<dt>Example</dt><dd>1 0 1 0 1" in card, key
        assert expected.get(key, "") in card
        (example,) = re.findall("<dt>Example</dt><dd>(.*?)</dd>", card)
        told = re.sub(r".*: (?=[^:]*$)| \([pR] .*?\)(?= =)", "", html.unescape(example))
        _, *sum_, score = told.split(" = ")
        if not sum_:
            assert score in ("0", "1"), key
            continue
        by_python = re.sub(r"÷ (\d+/\d+)", r"/ (\1)", sum_[0])
        by_python = by_python.translate(str.maketrans("·÷−√\xa0", "*/-r "))
        by_python = re.sub(r"r\((.*)\)$", r"(\1)**0.5", by_python.replace("⁵", "**5"))
        value = float(score.replace("−", "-"))
        assert eval(by_python) == pytest.approx(value, abs=6e-4), key


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


@pytest.mark.parametrize(("ranking", "k"), [*random_lists(12)])
def test_what_a_tool_prints_leads_back_to_the_tool(ranking: Ranking, k: int) -> None:
    """And what a tool prints is held against the tool itself (test_tools.py)."""
    scored = Scored.of(all_definitions(), ranking, k)
    for line in LINES:
        number = round(printed_by(line, ranking, k).number, 4)
        named = [at for one in scored.giving(number, HALF) for at in tools(one.definition, ranking)]
        assert line in named or number != number, line


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
    scores = [float(CONVENTIONS[key].score(ranking, k)) for key in (one, other)]
    first, second = (Number.of(f"{score:.4f}", round(score, 4), HALF) for score in scores)
    case = Case(CONVENTIONS[one].metric, ranking, k)
    *explained, knobs = explain_two(first, second, case)
    assert len(knobs) == 1
    for key, of_number in zip((one, other), explained, strict=True):
        assert CONVENTIONS[key] in [each.definition for each in of_number.readings]
    assert differ(CONVENTIONS[one], CONVENTIONS[other]) == [knob]


# What a page shows of a definition


@pytest.mark.parametrize(("ranking", "k"), [*random_lists(4)])
def test_a_formula_with_its_numbers_gives_the_score(ranking: Ranking, k: int) -> None:
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


# Definitions that no line has, by hand


def score(key: str, grades: list[float], missed: tuple[float, ...] = (), k: int = 5) -> float:
    by_key = {one.key: one for one in all_definitions()}
    return float(by_key[key].score(Ranking(grades, missed, top_grade=3), k))


def test_average_precision_under_straight_lines() -> None:
    """Half of the step from P@1 = 0 to P@2 = 1/2; from 1 to 1 and from 1/2 to 2/3 at two hits."""
    assert score("average_precision-lines", [0, 1, 0, 0, 0]) == pytest.approx((0 + 1 / 2) / 2)
    both = ((1 + 1) / 2 + (1 / 2 + 2 / 3) / 2) / 2
    assert score("average_precision-lines", [1, 0, 1, 0, 0]) == pytest.approx(both)
    assert score("average_precision-lines", [1, 0, 1], (1, 1)) == pytest.approx(both / 2)
    assert score("average_precision-lines_found", [1, 0, 1], (1, 1)) == pytest.approx(both)


def test_ideals_of_ndcg_that_no_line_has() -> None:
    """On grades 1 3 2 to 3: k top grades, 3 or 7 each; and of the top 2 alone, sorted."""
    second, third = 1 / np.log2(3), 1 / 2
    dcg, of_seven = 1 + 3 * second + 2 * third, 1 + 7 * second + 3 * third
    every = 1 + second + third
    assert score("ndcg-top_grades", [1, 3, 2], k=3) == pytest.approx(dcg / (3 * every))
    steep = of_seven / (7 * every)
    assert score("ndcg-exponential-top_grades", [1, 3, 2], k=3) == pytest.approx(steep)
    # At k = 5 the ideal has five, or with the whole list three.
    longer = every + 1 / np.log2(5) + 1 / np.log2(6)
    assert score("ndcg-top_grades", [1, 3, 2]) == pytest.approx(dcg / (3 * longer))
    assert score("ndcg-whole-top_grades", [1, 3, 2]) == pytest.approx(dcg / (3 * every))
    window = (1 + 3 * second) / (3 + 1 * second)
    assert score("ndcg-window", [1, 3, 2], (3,), 2) == pytest.approx(window)
    assert score("ndcg-window", [0, 0, 2], k=2) == 0


def test_reciprocal_ranks_of_several_hits() -> None:
    assert score("reciprocal_rank-sum", [0, 1, 0, 1]) == 1 / 2 + 1 / 4
    assert score("reciprocal_rank-last", [0, 1, 0, 1]) == 1 / 4
    assert score("reciprocal_rank-last", [0, 1, 0, 1], k=3) == 1 / 2
    assert score("reciprocal_rank-last", [0, 0]) == 0


# Other input


def given(name: str, metric: str, grades: list[float], missed: tuple[float, ...] = ()) -> float:
    return float(of_input(defined(metric), name).score(Ranking(grades, missed, top_grade=3), 5))


@pytest.mark.parametrize(
    ("name", "metric", "grades", "missed", "by_hand"),
    [
        ("judged", "average_precision", [np.nan, 1, np.nan, 1], (), 1),  # of the judged two
        ("judged", "reciprocal_rank", [np.nan, 0, 1], (), 1 / 2),
        ("judged", "ndcg", [1, 0], (), None),
        ("all_copies", "average_precision", [1, 1], (), 2),
        ("all_copies", "ndcg", [1, 1], (), 1 + 1 / np.log2(3)),
        ("all_copies", "recall", [1, 1, 0], (), 2),
        ("all_copies", "recall", [1, 1, 0], (1,), 1),
        ("all_copies", "f1", [1, 1, 0], (), None),
        ("all_copies", "reciprocal_rank", [1, 1], (), None),
        ("all_copies", "recall", [1, 2], (), None),  # of two grades: two documents
        ("one_copy", "recall", [1, 1, 1], (), 3 / 2),
        ("one_copy", "recall", [1, 1], (), None),
        ("copies_once", "recall", [1, 1], (1,), 1 / 2),
        ("copies_once", "ndcg", [1, 1], (), 1),
        ("copies_missed", "average_precision", [1, 1, 1], (), 1 / 3),
        ("copies_missed", "average_precision", [1, 0, 1, 2], (1,), (1 + 2 / 4) / 4),
        ("copies_missed", "ndcg", [1, 1], (), 1 / (1 + 1 / np.log2(3))),
        ("copies_missed", "recall", [1, 2], (), None),
        ("copies_missed", "precision", [1, 1], (), None),
        ("one_copy_missed", "average_precision", [1, 1, 1], (), (1 + 2 / 3) / 3),
        ("one_copy_missed", "average_precision", [1, 1], (), None),
        ("appended", "average_precision", [0, 1], (0, 1), (1 / 2 + 2 / 4) / 2),
        ("appended", "average_precision", [0, 1], (), None),
        ("reversed", "reciprocal_rank", [1, 0, 0], (), 1 / 3),
        ("reversed", "reciprocal_rank", [1, 0, 1], (), None),
        ("unjudged_1", "ndcg", [np.nan, 3], (), (1 + 3 / np.log2(3)) / (3 + 1 / np.log2(3))),
        ("unjudged_2", "err", [np.nan, 1], (), 3 / 8 + 5 / 8 * 1 / 8 / 2),
        ("unjudged_3", "dcg", [np.nan, 1], (), 3 + 1 / np.log2(3)),
        ("unjudged_4", "dcg", [np.nan, 1], (), None),  # above the scale
        ("unjudged_1", "dcg", [0, 1], (), None),
        ("unjudged_1", "precision", [np.nan, 1], (), None),  # "counts as relevant" says that
        ("unjudged_hits", "precision", [np.nan, 1], (), 2 / 5),
        ("unjudged_hits", "ndcg", [np.nan, 1], (), None),
    ],
)
def test_another_input(
    name: str, metric: str, grades: list[float], missed: tuple[float, ...], by_hand: float | None
) -> None:
    score = given(name, metric, grades, missed)
    assert np.isnan(score) if by_hand is None else score == pytest.approx(by_hand)


# The places of a tie


def test_the_first_hit_of_a_tie_has_four_places() -> None:
    """Ten misses and a hit: H(11)/11 = 0.27453; and two hits of three: 2/3 · 1 + 1/3 · 1/2."""
    tie, two = np.zeros(11, dtype=int), np.zeros(3, dtype=int)
    last = Ranking([0] * 10 + [1])
    rank = defined("reciprocal_rank")
    found = [ties.score(rank, place, last, None, tie) for place in ties.PLACES]
    assert found == pytest.approx([1, 1 / 11, 1 / 6, sum(1 / at for at in range(1, 12)) / 11])
    mean = ties.score(rank, "averaged", Ranking([0, 1, 1]), None, two)
    assert mean == pytest.approx(2 / 3 + 1 / 6)


@pytest.mark.parametrize("key", [one.key for one in CONVENTIONS.values()])
def test_the_mean_place_of_a_tie_is_the_mean_over_all_orders(key: str) -> None:
    ranking = Ranking([0, 3, 1, 0, 2, 0], [1, 3], top_grade=3, relevant_from=2)
    group = np.array([2, 1, 1, 1, 0, 0])  # ranks 2 to 4, and 5 to 6
    for k in (1, 2, 3, 5, 9):
        ours = ties.score(CONVENTIONS[key], "averaged", ranking, k, group)
        orders = [
            ranking.grades[[0, *three, *two]]
            for three in permutations((1, 2, 3))
            for two in permutations((4, 5))
        ]
        each = [
            CONVENTIONS[key].score(Ranking(order, ranking.missed, top_grade=3, relevant_from=2), k)
            for order in orders
        ]
        assert np.isnan(ours) or ours == pytest.approx(np.mean(each)), k
        known = ("ndcg", "dcg", "precision", "recall", "hit")
        assert not np.isnan(ours) or CONVENTIONS[key].metric not in known


# Bounds between numbers


def bounded(numbers: str) -> list[Bound]:
    """What numbers with their names say of each other."""
    said = [each.rsplit(" ", 1) for each in numbers.split(", ")]
    stated = [
        Stated(*which, Number.of(text, float(text), 0.5 * 10 ** -len(text.partition(".")[2])))
        for name, text in said
        if (which := measure(name))
    ]
    assert len(stated) == len(said)
    return bounds(stated)


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ("hits@10 0.65, R@10 0.65", "where each query has one relevant document. Here they are."),
        ("hits@10 0.65, R@10 0.40", "Here they are not: some queries have more."),
        ("P@5 0.227, R@5 0.967", "P@5 means 1.135 hits a query, so R@5 may be any number up to 1."),
        ("MAP@1 0.7665, nDCG@1 0.7653", "look for higher grades and for ties."),
        ("MRR@10 0.50, nDCG@10 0.08", "0.08 is below, so grades are higher."),
        ("MRR@10 0.0, nDCG@10 0.3", "0.3 is impossible, unless 0.0 was rounded."),
    ],
)
def test_numbers_that_people_take_for_a_bug_are_explained(numbers: str, says: str) -> None:
    assert [bound.text for bound in bounded(numbers) if bound.text.endswith(says)]


@pytest.mark.parametrize(
    ("numbers", "is_kept"),
    [
        ("MRR 0.06, hits@1 0.06, hits@10 0.30", False),  # at least 0.06 + 0.24/10
        ("MRR 0.09, hits@1 0.06, hits@10 0.30", True),
        ("MRR 0.31, hits@1 0.06, hits@10 0.30", False),  # at most 0.06 + 0.24/2 + 0.70/11 = 0.244
        ("MRR@10 0.20, hits@1 0.06, hits@10 0.30", False),  # at most 0.06 + 0.24/2
        ("R@5 0.40, R@10 0.30", True),  # divided by min(relevant, k)
        ("hits@5 0.3, hits@10 0.2", False),
        ("nDCG@5 0.70, nDCG@10 0.60", True),
        ("P@5 0.40, P@10 0.15", False),  # two hits of ten are left
        ("P@5 0.40, P@10 0.20", True),
        ("P@5 0.40, hits@5 0.30", False),
        ("P@5 0.10, hits@5 0.60", False),  # half a hit in the mean
        ("P@5 0.10, R@5 0.60", False),  # half a hit a query, and each query has one relevant
        ("P@5 0.227, R@5 0.967", True),
        ("hits@10 0.65, R@10 0.65", True),
        ("MAP@1 0.766555, nDCG@1 0.765355", True),
        ("P@5 0.40, R@5 0.30, F1@5 0.36", False),  # 2 · 0.4 · 0.3 / 0.7 = 0.343
        ("P@5 0.40, R@5 0.30, F1@5 0.34", True),
        ("P@5 0.40, R@5 0.30, F1@5 0.20", True),
        ("P@1 0.944, R@1 0.944, F1@1 0.778", False),  # each hit is of one relevant: F1 = P = R
        ("P@1 0.944, R@1 0.944, F1@1 0.943", True),  # 0.9435 + 0.0005
        ("P@1 0.944, R@1 0.944, F1@1 0.942", False),
        ("P@1 0.90, R@1 0.40, F1@1 0.30", False),  # in each query at least R
        ("P@1 0.90, R@1 0.40, F1@1 0.50", True),
        ("P@1 0.90, R@1 0.40, F1@1 0.60", False),  # at most 2 · 0.9 · 0.4 / 1.3 = 0.554
        ("recall@10 1.43, P@10 0.30", False),
        ("MRR 0.01, MR 50", False),  # at least 1/50 = 0.02
        ("MRR 0.02, MR 50", True),
        ("MR 5.0, hits@10 0.30", False),  # at least 0.3 · 1 + 0.7 · 11 = 8
        ("MR 8.0, hits@10 0.30", True),
        ("MRR@1 0.31, hits@1 0.35", False),
        ("hits@1 0.31, P@1 0.35", False),
        ("MRR@1 0.35, hits@1 0.35, P@1 0.35", True),
        ("MRR@1 0.31, R@1 0.35", False),
        ("MRR@1 0.81, R@1 0.05", True),
        ("MAP@10 0.35, hits@10 0.31", False),
        ("MAP@10 0.35, R@10 0.31", True),  # divided by the hits found
        ("nDCG@10 0.35, hits@10 0.31", False),
        # RR@10 = 1 is a hit at rank 1: nDCG is 1/4.5436 = 0.2201 or more, AP and P 1/10
        ("mrr@10 1.0, ndcg@10 0.0", False),
        ("mrr@10 1.0, MAP@10 0.0", False),
        ("mrr@10 1.0, P@10 0.0", False),
        ("mrr@10 0.50, P@10 0.03", False),
        ("mrr@10 0.50, P@10 0.05", True),
        ("mrr@10 0.50, ndcg@10 0.08", True),  # with grades above 1
        ("mrr@10 0.0, ndcg@10 0.3", False),
        ("mrr@10 0.01, R@10 0.20", False),  # at most ten times 0.015
        ("MRR 0.02, P@10 0.31", False),
        ("MRR 0.457, R@1 0.20", True),  # a hit at rank 1 gives RR 1
        ("MRR 0.90, ndcg@10 0.00", False),  # (11 · 0.895 − 1) / 10 in the top ten
        ("MRR 0.12, ndcg@10 0.01", True),  # (11 · 0.12 − 1) / 10 / 4.5436 = 0.0070
    ],
)
def test_numbers_that_cannot_be_stand_out(numbers: str, is_kept: bool) -> None:
    found = bounded(numbers)
    assert found
    assert all(bound.is_kept for bound in found) == is_kept, found
    assert all("impossible" in bound.text for bound in found if not bound.is_kept)


@pytest.mark.parametrize(
    ("numbers", "needs", "unless"),
    [
        # LightGBM prints such numbers: one hit over min(2, k)
        ("map@1 0.9801, map@2 0.96393, map@3 0.953842", "min(relevant, k)", ""),
        ("R@5 0.40, R@10 0.30", "min(relevant, k)", ""),
        ("MAP@10 0.35, R@10 0.31", "less than all relevant", ""),
        ("nDCG@10 0.35, hits@10 0.31", "", "a query with nothing relevant counts 1"),
        ("MAP@10 0.31, R@10 0.35", "", ""),
        ("P@1 0.944, R@1 0.944, F1@1 0.778", "", "a query with nothing relevant counts 1"),
        ("ndcg@1 0.756919, ndcg@3 0.756919, ndcg@5 0.756919", "one cutoff was used for all", ""),
        ("ndcg@1 0.757, ndcg@3 0.757, ndcg@5 0.757", "one cutoff was used for all", ""),
        ("ndcg@3 0.75692, ndcg@5 0.75692", "counts, in the lists and in their ideal orders", ""),
        ("MRR@3 0.75692, MRR@10 0.75692", "no hit stands at ranks 4 to 10", ""),
        # Chance, or no difference at all
        ("ndcg@3 0.757, ndcg@5 0.757", "", ""),
        ("ndcg@1 0.76, ndcg@3 0.76, ndcg@5 0.76", "", ""),
        ("ndcg@1 1.000000, ndcg@3 1.000000, ndcg@5 1.000000", "", ""),
        ("ndcg@3 0.756919, ndcg@5 0.756918", "", ""),
    ],
)
def test_a_bound_names_the_convention_that_it_needs(numbers: str, needs: str, unless: str) -> None:
    first = bounded(numbers)[0]
    assert (needs in first.needs, bool(first.needs)) == (True, bool(needs))
    assert first.unless == unless


def test_what_a_score_above_1_may_be_is_no_certainty() -> None:
    assert bounded("nDCG@2 1.10945")[0].text.endswith("Perhaps a document counts twice.")
    assert bounded("nDCG@2 64.3")[0].text.endswith("It may be a percentage.")


def test_bounds_hold_for_what_tools_print_of_short_lists() -> None:
    """A mean over all hits is no RR of the first; each bound that falls has its exception."""
    metrics = ("hit", "precision", "recall", "f1", "average_precision", "ndcg", "reciprocal_rank")
    by_tool: dict[str, set[str]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        if definition.metric in metrics and "every_hit" not in definition.key:
            by_tool.setdefault(line.tool, set()).add(definition.key)
    together = {pair for keys in by_tool.values() for pair in product(keys, keys)}
    lists = [
        Ranking(grades, missed)
        for size in (1, 2, 3)
        for grades in product((0, 1), repeat=size)
        for missed in ((), (1,))
    ]
    tried = 0
    for one, other in sorted(together):
        a, b = CONVENTIONS[one], CONVENTIONS[other]
        if (a.metric == b.metric) is not (one == other):
            continue  # two definitions of one metric are no two cutoffs of it
        for ranking, (k, deeper) in product(lists, ((1, 1), (1, 3), (2, 2), (2, 3), (3, 1))):
            stated = [
                Stated(each.metric, None if each.is_whole else at, exact(float(score)))
                for each, at in ((a, k), (b, deeper))
                if not np.isnan(score := each.score(ranking, at))
            ]
            tried += 1
            assert not [each for each in bounds(stated) if not (each.is_kept or each.unless)], (
                one,
                other,
                ranking,
                k,
                deeper,
            )
    assert tried > 10_000


def exact(score: float) -> Number:
    return Number.of(f"{score:.6f}", score, 5e-7)


def test_bounds_hold_for_lists() -> None:
    """None of the bounds is broken by the scores, and means, of lists that exist."""
    for lists in zip(*[iter([one for one, _ in random_lists(20)])] * 2, strict=True):
        measures = [
            ("reciprocal_rank", None),
            ("reciprocal_rank", 1),
            *(
                (metric, k)
                for k in (1, 3, 5)
                for metric in ("hit", "precision", "recall", "f1", "average_precision")
            ),
        ]
        stated = [
            Stated(metric, k, Number.of(f"{mean:.4f}", mean, EXACT / 2))
            for metric, k in measures
            for mean in [np.mean([float(METRICS[metric].compute(one, k=k).score) for one in lists])]
        ]
        assert not [bound for bound in bounds(stated) if not bound.is_kept]


# What gives a number that no convention gives


def said_of(grades: str, metric: str, typed: str, k: int | None = None, top: int = 1) -> str:
    """The answer to a number; the list is in digits, missed ones after a slash."""
    shown, missed = ([int(each) for each in part] for part in f"{grades}/".split("/")[:2])
    (number,) = pasted.read(typed)
    case = Case(metric, Ranking(shown, missed, top_grade=top), k or len(shown))
    return "".join(answer.headline(explain(number, case)))


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "says"),
    [
        # (1 + 2/3) / 2 = 5/6, with 0 or 1 beside it 5/12 or 11/12; and (1/3 + 0 + 1) / 3
        ("101", "average_precision", "0.4167", "in the mean with another query that scores 0"),
        ("101", "average_precision", "0.9167", "in the mean with another query that scores 1"),
        ("101", "average_precision", "0.2778", "in the mean with 2 other queries that score 0"),
        ("001", "reciprocal_rank", "0.4444", "in the mean with other queries that score 0 and 1"),
        # 2 of 7; (1 + 2/3) / 8; 2 · 2 / (4 + 5); of twice 3 2, 3 + 2 / log2(3) over 3 + 3 / log2(3)
        ("101/1", "recall", "0.2857", "if 7 documents are relevant"),
        ("1010/11", "average_precision", "0.2083", "as if the judgements were loaded twice"),
        ("1010/1", "f1", "0.4444", "if 5 documents are relevant, as if every judged document were"),
        ("32", "ndcg", "0.8710", "as if the judgements were loaded twice"),
        # 1/2 + 1/3 over 4; 0 + 1/2 + 2/3 + 1/2 over 2; 1 + 1/3 over 3
        ("0110", "average_precision", "0.2083", "the sum of 1/rank over the hits, divided by k"),
        ("0110", "average_precision", "0.8333", "P@r over all ranks, divided by the hits found"),
        ("101", "reciprocal_rank", "0.4444", "the sum of 1/rank over the hits, divided by k"),
        ("11100", "hit", "0.6", "the number of hits, divided by k"),
    ],
)
def test_what_few_slips_give_is_found(grades: str, metric: str, typed: str, says: str) -> None:
    said = said_of(grades, metric, typed, top=5 if metric == "ndcg" else 1)
    assert said.startswith(f"No tool that we know prints {typed} as "), said
    assert says in said


def test_an_exact_total_comes_before_a_last_digit() -> None:
    """One of 30 is 0.033, one of 31 is 0.032; and 0.01 is no slip of 0.02."""
    assert "as if the judgements named one of them twice" in said_of(
        "1/" + "1" * 29, "recall", "0.032"
    )
    assert "last digit" not in said_of("1/" + "1" * 49, "recall", "0.01")


def test_guesses_need_decimals() -> None:
    """Of 33 relevant documents 2 are 0.0606; 0.06 is one of 101 numbers, and many give it."""
    assert "if 33 documents are relevant" in said_of("101/1", "recall", "0.0606")
    assert said_of("101/1", "recall", "0.06") == "Nothing gives 0.06 for this list at k = 3"


def test_guesses_come_after_mistakes_and_before_other_metrics() -> None:
    """A sum of 1/rank over all relevant is a known mistake; of 1/rank over k, 3/8, RR has one."""
    assert "A common mistake gives it: the sum of 1/rank" in said_of(
        "1010/1", "average_precision", "0.4444", 3
    )
    explained = explain(
        Number.of("0.375", 0.375, 5e-4), Case("average_precision", Ranking([0, 1, 0, 1]), 2)
    )
    assert [each.kind for each in explained.readings] == sorted(
        each.kind for each in explained.readings
    )
    assert {Kind.OTHER} <= {each.kind for each in explained.readings}
    assert explained.kind is Kind.GUESS


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "says"),
    [
        ("00/1", "f1", "1", "their harmonic mean 2PR / (P + R) is 0/0"),
        ("00/1", "f1", "nan", "their harmonic mean 2PR / (P + R) is 0/0"),
        ("00", "f1", "1", "Nothing in this list is relevant"),
        ("00/1", "average_precision", "nan", "a sum over the hits found is 0/0"),
        ("00/1", "average_precision", "1", "1 where nothing relevant was found"),
        ("00/1", "ndcg", "1", "ideal of the list alone, 1 where nothing relevant was found"),
        ("00", "ndcg", "1", "1 where nothing is relevant"),
    ],
)
def test_a_metrics_own_0_over_0_comes_first(
    grades: str, metric: str, typed: str, says: str
) -> None:
    said = said_of(grades, metric, typed)
    assert says in said
    assert "the same number" not in said


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "k", "says"),
    [
        # 5 + 4 + 3 / log2(3) over 5 + 4; 5 + 4 / log2(3) + 3 / 2 over 5 + 4 / log2(3)
        ("543", "ndcg", "1.21", 2, "DCG of the whole list over the ideal DCG of the top k, both"),
        ("543", "ndcg", "1.1994", 2, "DCG of the whole list over the ideal DCG of the top k"),
        ("10", "average_precision", "1.5", 2, "the sum of P@r over all ranks, divided by"),
        # 3 + 2 / log2(3) over 1 + 1 / log2(3) = 2.6131
        ("32", "ndcg", "2.6131", 2, "an ideal order with a gain of 1 for each relevant document"),
        ("32", "ndcg", "2.613", 2, "an ideal order with a gain of 1 for each relevant document"),
        ("32", "ndcg", "2.61314", 2, "2.61314 is 2.613147, cut off after 5 decimals"),
        ("010", "ndcg", "2.0", 3, "the gains multiplied by the rank, in the list and in the ideal"),
        ("010", "ndcg", "1.585", 3, "the gains multiplied by log₂(i + 1)"),
        # 1 / log2(3) = 0.6309, three times and a hundred times
        ("010", "ndcg", "1.8928", 3, "ideal of all judged, cut at k, times k"),
        ("010", "ndcg", "63.09", 3, "ideal of all judged, cut at k, times 100, a percentage"),
    ],
)
def test_a_number_that_cannot_be_is_first_what_gives_it_exactly(
    grades: str, metric: str, typed: str, k: int, says: str
) -> None:
    said = said_of(grades, metric, typed, k, top=5)
    assert said.startswith(f"No {METRICS[metric].label(k)} is {typed}: it goes from 0 to 1. ")
    assert says in said
    assert "may come from" not in said


def test_a_score_may_be_divided_by_k_once_more() -> None:
    """Of 1 0 0 1 0, 3/4 over 5; it is (1 + 2/4) / 10, too."""
    assert ", or then divided by k" in said_of("10010", "average_precision", "0.15000")


def test_another_top_grade() -> None:
    """ERR of 2 0 1: 3/4 + 1/4 · 1/3 · 1/4 on a scale to 2; 3/16 + 13/16 · 1/3 · 1/16 to 4."""
    assert said_of("201", "err", "0.7708", top=3).startswith("With top grade 2, ERR@3 is 0.7708")
    numbers = [Number.of(text, float(text), 5e-5) for text in ("0.7708", "0.2044")]
    *_, knobs = explain_two(*numbers, Case("err", Ranking([2, 0, 1], top_grade=2), 3))
    assert knobs == ["top"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("0.8333333134651184", "in single precision: 32 bits keep 7 digits"),  # 5/6 as a float32
        ("0.83333333329", "RAGAS adds 1e-10"),  # (1 + 2/3) / (2 + 1e-10)
        ("0.8333335", "a value on the way to it was rounded"),  # (1 + 0.666667) / 2
        ("0.8333333333333333", ""),
        ("0.83333333", ""),
        ("0.8333333", ""),
    ],
)
def test_the_last_of_many_digits(typed: str, says: str) -> None:
    said = said_of("101", "average_precision", typed)
    assert said.startswith(f"AP@3 is {typed}: divided by all relevant")
    assert said.endswith(says)
    assert says or "precision" not in said


def test_two_ideals_are_both_named() -> None:
    """2 3, and a 1 missed, at k = 10: both ideals are 3 2. 3 + 7 / log2(3) over 7 + 3 / log2(3)."""
    said = said_of("23/1", "ndcg", "0.8340", 10, top=3)
    assert "ideal of the list alone, or ideal of all judged, cut at what was returned" in said


def test_two_ideals_are_both_named_for_a_pair() -> None:
    """A 3, and four missed, at k = 10: 1 / (1 + 0.6309 + 0.5 + 0.4307 + 0.3869) = 0.3392."""
    case = Case("ndcg", Ranking([3], [3] * 4, top_grade=3), 10)
    one, other, knobs = explain_two(Number.of("1", 1, EXACT), Number.of("0.34", 0.34, 5e-3), case)
    assert knobs == ["ideal"]
    assert differing.ideals(one) == "of the list alone or cut at what was returned"
    assert differing.ideals(other) == ""
    said = said_of("3/3333", "ndcg", "1.0", 10, top=3)
    assert "ideal of the list alone, or gain 2^g − 1, ideal of all judged, cut at what was" in said


def test_two_denominators_come_before_the_cutoff() -> None:
    """Four hits of five, at k = 10: over 5 or over 10. No cutoff would give 4/5, too."""
    for tied in (None, [0.0] * 5):
        case = Case("precision", Ranking([1, 1, 1, 1, 0]), 10, tied)
        numbers = [Number.of(text, float(text), 0.05) for text in ("0.8", "0.4")]
        one, other, knobs = explain_two(*numbers, case)
        assert knobs == ["denominator"]
        assert (one.readings[0].label, other.readings[0].label) == ("P@10", "P@10")


def test_what_else_a_number_of_a_pair_is_takes_few_words() -> None:
    case = Case("precision", Ranking([1, 1, 1, 1, 0]), 10, [0.0] * 5)
    for text in ("0.8", "0.4"):
        said = answer.also(explain(Number.of(text, float(text), 0.05), case))
        assert said.startswith(f"{text} is also ")
        assert len(said.split()) <= 25


def pair_of(
    grades: str, metric: str, typed: tuple[str, str], k: int, top: int = 1
) -> tuple[list[str], str]:
    """The knobs in which a pair differs, and all that is said of both numbers."""
    shown, missed = ([int(each) for each in part] for part in f"{grades}/".split("/")[:2])
    numbers = [pasted.read(text)[0] for text in typed]
    *both, knobs = explain_two(*numbers, Case(metric, Ranking(shown, missed, top_grade=top), k))
    return [*knobs], " ".join("".join(answer.headline(each)) for each in both)


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "k", "knobs", "says"),
    [
        # 1 + 1/log2(3) + 1/2 of the four hits' 2.5616
        (
            *("1111", "ndcg", ("1.0", "0.8319"), 4, ["dropped"]),
            "all documents have the same grade, so every order is ideal",
        ),
        # Three precisions, 1 + 1 + 3/4, over four
        (
            *("1111", "average_precision", ("1.0", "0.6875"), 4, ["unmatched"]),
            "If the id of the hit at rank 3 matches no judgement, AP@4 is 0.6875",
        ),
        # Hits at ranks 2 and 5 or 1 and 5 below: 1/log2(3) + 1/log2(5), and both means, over 1.6309
        (
            *("1000100000", "ndcg", ("0.6509", "0.7506"), 10, ["ties"]),
            "If the documents at ranks 1 and 2, and at 4 and 5, are tied",
        ),
        # (1 + 2/3) / 2 with the hit at rank 4 before the miss above it
        (
            *("10010", "average_precision", ("0.8333", "0.75"), 5, ["ties"]),
            "If the documents at ranks 3 and 4 are tied: AP@5",
        ),
        # The mean of 1 and 1/log2(3) is 0.8155
        (
            *("101000", "ndcg", ("0.9197", "0.8155"), 6, ["discount"]),
            "Or it is the mean of 2 queries, with a hit each at ranks 1 and 2",
        ),
        ("11000/111", "recall", ("0.667", "0.4"), 3, ["denominator"], "here k: the same as P@3"),
        ("01", "precision", ("0", "1"), 1, ["ties"], "ties by document id, z first"),
        ("110", "ndcg", ("1.0", "0.5"), 3, ["empty"], "In the mean with another query that s"),
        (
            "101",
            "average_precision",
            ("0.8333", "0.4167"),
            3,
            ["empty"],
            "another query that scores",
        ),
        # AP of the hit is 1/3, that of the misses from the end (1/2 + 2/3) / 2
        ("001", "average_precision", ("0.3333", "0.4583"), 3, ["classes"], "mean of two classes"),
    ],
)
def test_what_a_pair_of_a_thread_differs_in(
    grades: str, metric: str, typed: tuple[str, str], k: int, knobs: list[str], says: str
) -> None:
    assert pair_of(grades, metric, typed, k)[0] == knobs
    assert says in pair_of(grades, metric, typed, k)[1]


def test_who_does_not_read_the_grades_is_said_to() -> None:
    """Six of six documents that are judged, two of them 0: gain 1 for each is ideal."""
    knobs, said = pair_of("323012/32", "ndcg", ("1.0", "0.785"), 6, top=3)
    assert knobs == ["grades"]
    assert said.startswith("If every judged document counts as relevant, whatever its grade, nDCG")
    assert "LensKit, Recommenders" in said


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "k", "says"),
    [
        # 3/7 is 0.42857
        (
            "1001100",
            "hit",
            "0.42",
            7,
            "divided by k. 0.42 is 0.429, cut off after 2 decimals, perh",
        ),
        ("1111111111", "ndcg", "100", 10, "so every order is ideal"),
        ("111", "ndcg", "1", 3, "nDCG@3 is 1: all documents have the same grade"),
        ("00110", "ndcg", "1.0", 5, "If the grades themselves are the scores, so that they sort"),
        ("0011000/1", "ndcg", "4.533", 7, "predicted may stand where the grades belong"),
        ("0011000/1", "dcg", "9.347", 7, "No order of this list has a DCG@7 above 3, whatever"),
        ("1011", "dcg", "2.7854", 4, "natural logarithm (an example in Cohere’s documentation"),
        # The two hits above rank 2 and the three misses below, of six
        ("110100", "precision", "0.8333", 2, "on the right side of rank k"),
        ("110", "precision", "0", 3, "whole numbers"),
        # P is 2/3 for hits, and 1/2 for the two below the cut
        ("11010", "precision", "0.5833", 3, "in the mean of two classes, hits and misses"),
        # 1 − 1/log2(3)
        ("010", "ndcg", "0.3691", 3, "one minus nDCG, a loss"),
        ("010", "ndcg", "-0.6309", 3, "times −1, as a loss"),
    ],
)
def test_what_a_number_of_a_thread_is(
    grades: str, metric: str, typed: str, k: int, says: str
) -> None:
    assert says in said_of(grades, metric, typed, k)


def test_unjudged_documents_may_count_as_relevant() -> None:
    """Of 1 ? 0, two of three."""
    case = Case("precision", Ranking([1, np.nan, 0]), 3)
    said = "".join(answer.headline(explain(Number.of("0.6667", 0.6667, 5e-5), case)))
    assert "If each unjudged document counts as relevant: P@3" in said


NINE_AND_A_3 = [np.nan] * 9 + [3]


def test_unjudged_documents_may_have_a_grade() -> None:
    """Nine 2s and a 3: of 3/8 and 7/8, each times 5/8 for each 2 above, over the rank."""
    err = sum((5 / 8) ** (rank - 1) * 3 / 8 / rank for rank in range(1, 10))
    err += (5 / 8) ** 9 * 7 / 8 / 10
    case = Case("err", Ranking(NINE_AND_A_3, top_grade=3), 10)
    for typed, names in (
        (f"{err:.4f}", {"RRE"}),
        (f"{7 / 8 / 10:.4f}", {"Elasticsearch", "Quepid"}),
    ):
        explained = explain(Number.of(typed, float(typed), 5e-5), case)
        printed = (line for each in explained.by_kind[0] for line in each.lines)
        assert {line.tool for line in printed} == names
    *both, knobs = explain_two(*pasted.read(f"{err:.4f} and 0.0875"), case)
    said = differing.in_full(both, knobs)
    assert said.endswith("0.5885 comes if an unjudged document counts as grade 2 (RRE)")


@pytest.mark.parametrize(
    ("metric", "grades", "k", "typed", "says"),
    [
        # (1/3 + 2/3) / 3 for (1 + 2/3) / 3
        (
            *("average_precision", "101/1", 3, "0.5555556 and 0.3333"),
            "leads from 0.5555556 to 0.3333: the hits so far divided by k at each hit, not by its",
        ),
        # (1/2 + 2/2) / 2 of three for (1 + 1) / 3
        (
            *("average_precision", "11/1", 2, "0.6667 and 0.75"),
            "the hits so far divided by k at each hit, not by its rank, and their sum by k",
        ),
        # DCG of three hits over that of two, 2.1309 / 1.6309, and of one, 1 / 1.6309
        ("ndcg", "111/1", 10, "1.30 and 0.61", "1.30 comes if all hits of one grade are the same"),
        # The 3 hits over min(3, 4) irrelevant ones that exist, or over the one that was retrieved
        (
            *("bpref", "101/001", 10, "0.3333 and 0.5556"),
            "The two differ in which irrelevant documents count",
        ),
        ("average_precision", "1000", 4, "0.9999999999 and 0.25", "is AP@4 and 0.25 is P@4"),
        (
            *("reciprocal_rank", "101/1", 3, "1 and 0.5"),
            "one answer, and 1 missed answer counts 0. The mean is (1 + 0) / 2 = 0.5",
        ),
        # Predicted as 0 or 1: (2 · 2/3 + 3/6) / 3, and by scores (1 + 1 + 3/4) / 3
        (
            *("average_precision", "110100", 6, "0.6111 and 0.9167"),
            "ranks 1 to 3, and at 4 to 6, are tied, as predictions of 0 and 1 are and each hit",
        ),
        # (1 − 0/2 + 1 − 5/2) / 2, and (1 + 1 − 2/2) / 2
        ("bpref", "1000001", 7, "-0.25 and 0.5", "every irrelevant document above a hit costs"),
        # 3 + 2 + 3/log2(3) + 1/log2(5) + 2/log2(6), and 3 + 2/log2(3) + 3/2 + 1/log2(6) + 2/log2(7)
        ("dcg", "323012", 6, "6.8611 and 8.0972", "The two differ in the discount"),
    ],
)
def test_what_a_later_trial_did_not_find(
    metric: str, grades: str, k: int, typed: str, says: str
) -> None:
    shown, missed = ([int(each) for each in part] for part in f"{grades}/".split("/")[:2])
    case = Case(metric, Ranking(shown, missed, top_grade=max(1, *shown)), k)
    *both, knobs = explain_two(*pasted.read(typed), case)
    assert says in differing.in_full(both, knobs)


@pytest.mark.parametrize(
    ("metric", "lists", "k", "typed", "says"),
    [
        # Hits at ranks 1, 2 and 10: 3 / 13, and (1 + 1/2 + 1/10) / 3
        (
            *("reciprocal_rank", [[1], [0, 1], [0] * 9 + [1]], 10, "0.2308"),
            "RR@10, 1 / the mean rank of the first hit",
        ),
        # 3 hits in one list and none in the other
        ("hit", [[1, 1, 0, 1, 0], [0] * 5], 5, "1.5", "Hit@5, the mean number of hits"),
        # 1 of 1 and 1 of 3: 2 of 4, and (1 + 1/3) / 2
        ("recall", [[1, 0], [1, 0, 1, 1]], 2, "0.5", "R@2, the hits of all queries over all their"),
        # 2 · 2 / (2 · 2 + 4)
        (
            "f1",
            [[1, 0], [1, 0, 1, 1]],
            2,
            "0.5",
            "F1@2, 2 · the hits of all queries over all their ranks to k",
        ),
    ],
)
def test_what_queries_are_at_once_is_no_mean(
    metric: str, lists: list[list[int]], k: int, typed: str, says: str
) -> None:
    first, *further = map(Ranking, lists)
    explained = explain(*pasted.read(typed), Case(metric, first, k, further=further))
    assert says in next(f"{each.label}, {each.phrase}" for each in explained.readings)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1, 0.9, 0, 0, 0 → 0.38", "the mean of these 5 scores"),
        ("1, 0.9, 0, 0, 0 → 0.95", "the mean of the 2 scores above 0"),
        ("1 0.5 0 -> 0.8333", "the mean, if the one score of 0 counts 1"),
        ("0.8 0.5 0.34 => 0.728", "the mean of these 3 scores and 2 others that count 1"),
        ("0,6; 0,4; 0,8 → 0,45", "the mean of these 3 scores and another query that counts 0"),
        ("1, nan, 0.5 → 0.75", "the mean of these 2 scores, without the one that is nan"),
        ("1, nan, 0.5 → 0.5", "the mean of these 3 scores, where nan counts 0"),
        ("1, 0.5, 0.1 → 0.2308", "1 over the mean of 1/score"),
        ("0.1, 0.9 → 0.3", "the geometric mean"),
        ("0.1, 0.2, 0.9 → 1.2", "their sum"),
        ("0.1, 0.2, 0.9, 0.95 → 0.55", "the median of these scores"),
    ],
)
def test_a_number_of_several_scores_is_explained(typed: str, says: str) -> None:
    read = pasted.of_scores(typed)
    assert read is not None
    scores, (number,) = read
    assert of_scores.fitting(number, scores)[0].phrase.startswith(says)


@pytest.mark.parametrize(
    "typed", ["0.8 → 0.5", "→ 0.5", "nan, nan → 0.5", "0.8, x → 0.5", "1 0 →", "0.8, 0,5 → 0.65"]
)
def test_scores_that_cannot_be_read_are_refused(typed: str) -> None:
    with pytest.raises(RefusedError):
        pasted.of_scores(typed)


def test_nan_is_one_of_two_numbers() -> None:
    first, second = pasted.read("nan, 0")
    assert math.isnan(first.value)
    assert second.value == 0


def test_only_metrics_of_the_first_hit_have_answers_as_queries() -> None:
    """AP 5/9 counts the missed document, so its half is of no two answers."""
    case = Case("average_precision", Ranking([1, 0, 1], [1]), 3)
    *both, knobs = explain_two(*pasted.read("0.5556 and 0.2778"), case)
    assert "answer" not in differing.in_full(both, knobs)


@pytest.mark.parametrize(
    ("metric", "grades", "missed", "number", "who"),
    [
        ("bpref", [1, 0, 1], [0, 0, 1], 1 / 3, "trec_eval"),  # (1 + 1 - 1/1) / 3
        ("bpref", [1, 0, 1, 0, 1], [1], (1 + 3 / 4 + 2 / 4) / 4, "the formula of Buckley and V"),
        ("bpref", [0, 0, 1], [0], 0, "the formula of Buckley and V"),  # 1 - 1/1
        ("dcg", [3, 2, 3], [], 3 + 2 + 3 / np.log2(3), "LensKit"),
    ],
)
def test_published_forms_are_no_mistakes(
    metric: str, grades: list[int], missed: list[int], number: float, who: str
) -> None:
    case = Case(metric, Ranking(grades, missed, top_grade=3), 10)
    found = explain(Number.of(f"{number:.7f}", number, 5e-8), case).readings
    assert any(each.who.startswith(who) for each in found if each.kind <= Kind.KNOWN)
    assert all(each.kind is not Kind.MISTAKE for each in found)


@pytest.mark.parametrize(
    ("metric", "grades", "typed"),
    [
        ("ndcg", "111/1", "1.30"),  # 1.3066, three copies
        ("err", "21", "0.107"),  # 3/32 + 29/32 · 1/32 / 2 = 0.1079 on a scale to 5
    ],
)
def test_every_reading_knows_numbers_that_were_cut_off(
    metric: str, grades: str, typed: str
) -> None:
    shown, missed = ([int(each) for each in part] for part in f"{grades}/".split("/")[:2])
    case = Case(metric, Ranking(shown, missed, top_grade=max(shown)), 10)
    explained = explain(pasted.read(typed)[0], case)
    assert f"cut off after {len(typed) - 2} decimals" in "".join(answer.headline(explained))


def test_long_numbers_of_a_pair_are_short_in_sentences() -> None:
    one, other = pasted.read("0.5555555555555556 and 0.8333333333333334")
    assert (one.text, one.decimals, other.text) == ("0.555555…", 16, "0.833333…")
    assert [each.text for each in pasted.read("0.8333333333333334 and 0.8333333333333335")] == [
        "0.8333333333333334",
        "0.8333333333333335",
    ]


def test_a_name_that_nobody_knows_leaves_the_others_an_answer() -> None:
    typed = "hit@1 0.545086, hit@10 0.956689, hit@50 1, mean ranks 2.77"
    assert [each.label for each in pasted.stated(typed)] == ["Hit@1", "Hit@10", "Hit@50"]
    assert pasted.unknown(typed) == ["mean ranks"]


def test_the_most_used_tools_are_named_first() -> None:
    case = Case("average_precision", Ranking([1, 1], [1]), 2)
    who = {each.phrase: each.who for each in case.standing if each.lines}
    first = "Spark MLlib, Recommenders, RecBole and others"
    assert who["divided by min(relevant, k)"].startswith(first)


def test_unjudged_documents_may_have_any_grade_of_the_scale() -> None:
    """Of ? 3, 1 before the 3: (1 + 3/log2(3)) / (3 + 1/log2(3))."""
    number = (1 + 3 / np.log2(3)) / (3 + 1 / np.log2(3))
    case = Case("ndcg", Ranking([np.nan, 3], top_grade=3), 2)
    said = "".join(answer.headline(explain(Number.of(f"{number:.4f}", number, 5e-5), case)))
    assert "If each unjudged document counts as grade 1: nDCG@2, gain = grade" in said


def test_further_queries_of_the_board_have_a_mean_and_one_list() -> None:
    """1/log2(3) and 1 have the mean 0.8155; 1 0 1 as one list 1.5 / 1.6309 = 0.9197."""
    case = Case("ndcg", Ranking([0, 1, 0]), 3, further=[Ranking([1, 0, 0])])
    numbers = [Number.of(text, float(text), 5e-5) for text in ("0.8155", "0.9197")]
    one, other, knobs = explain_two(*numbers, case)
    assert knobs == ["queries"]
    assert "In the mean over the 2 queries on the board" in "".join(answer.headline(one))
    assert "ranked as one list" in "".join(answer.headline(other))


@pytest.mark.parametrize(
    "typed",
    [
        *("0.5", "0.6309", "2"),
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("0.8155", "0.3333", "1.0", "0.1234")
        ),
    ],
)
def test_sentences_of_an_answer_are_short(typed: str) -> None:
    for metric in ("ndcg", "average_precision", "reciprocal_rank", "recall"):
        for grades in ("0110", "1010/1", "1111", "3012/2"):
            said = re.sub(r" \([^()]*\)", "", said_of(grades, metric, typed, top=3))
            for sentence in re.split(r"(?<=[^ ])\. (?=[A-Z0-9])", said):
                assert len(sentence.split()) <= 25, sentence


def test_a_list_may_have_one_number_and_not_the_other() -> None:
    """5 of 5, and of 8 that are relevant; the numbers of another list are said to be of another."""
    ranking = Ranking([1] * 5, missed=[1] * 3)
    assert off_list(pasted.stated("P@5 1.0, R@5 0.25"), ranking)[0].endswith("0.625 and not 0.25.")
    assert not off_list(pasted.stated("P@5 1.0, R@5 0.625"), ranking)
    for of_another in ("P@5 0.4, R@5 0.25", "Hit@5 1, P@5 0.4, R@5 0.25"):  # most lists have Hit 1
        (said,) = off_list(pasted.stated(of_another), ranking)
        assert said.startswith("None of them is of the list on the board.")


def test_equal_numbers_of_two_metrics_are_explained() -> None:
    both = bounds(pasted.stated("P@5 0.5579, R@5 0.5579, Hit@5 1.0"))[0]
    assert "equal in each query for which 5 documents are relevant" in both.text
    at_1 = "ndcg_at_1 0.28002, map_at_1 0.27984, recall_at_1 0.27984, precision_at_1 0.28002"
    (first, *others) = bounds(pasted.stated(at_1))
    assert first.text.startswith("AP@1 and R@1 are equal where both divide by all relevant")
    assert first.needs == "if some queries have several relevant documents"
    assert all(bound.is_kept for bound in others)


@pytest.mark.parametrize("typed", ["1 0 1", "[3, 0, 2, 1]", "1 0 ? / 1", "doc1, doc2", "d7 d3 d1"])
def test_a_list_is_no_number(typed: str) -> None:
    with pytest.raises(RefusedError, match="Give the list first"):
        pasted.read(typed)


def test_straight_lines_begin_and_end_at_a_tie() -> None:
    """1 and nineteen 0, all tied: from precision 1 to 1/20 at recall 1, as scikit-learn printed."""
    said = said_of("1" + "0" * 19, "average_precision", "0.525")
    assert "If all scores are tied, it is AP. Its rule: area under straight lines" in said


def test_ties_lead_no_pair_that_the_list_as_it_stands_explains() -> None:
    """Of 0 1 1, 1/2 + 1/3 is the sum over hits, and of all tied the mean of 1, 1 and 1/2."""
    numbers = [Number.of(text, float(text), 5e-5) for text in ("0.5000", "0.8333")]
    one, other, _ = explain_two(*numbers, Case("reciprocal_rank", Ranking([0, 1, 1]), 3))
    assert [each.readings[0].when for each in (one, other)] == ["", ""]


def test_every_judged_document_counted_as_relevant() -> None:
    """Wikipedia's example with gain 1 for each rated document: the first six are ideal."""
    ranking = Ranking([3, 2, 3, 0, 1, 2], [3, 2], top_grade=3)
    numbers = [Number.of(text, float(text), 5e-5) for text in ("0.7850", "1.0000")]
    _, other, _ = explain_two(*numbers, Case("ndcg", ranking, 6))
    assert other.readings[0].when.startswith("If every judged document counts as relevant")


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "says"),
    [
        # The last hit is at rank 3; P = 2/4 and R = 2/3; (1 + 2/4) / 2
        ("1010", "reciprocal_rank", "0.3333", "RR@4, 1 / rank of the last hit"),
        ("1010/1", "f1", "0.3333", "F1@4 by a common mistake, precision times recall"),
        ("1001", "reciprocal_rank", "0.75", "It is the same number as AP@4"),
        ("01", "average_precision", "1.0", "Hit, which autoevals prints as ContextPrecision"),
    ],
)
def test_what_the_list_as_it_stands_gives_is_in_the_first_sentences(
    grades: str, metric: str, typed: str, says: str
) -> None:
    said = said_of(grades, metric, typed)
    assert says in said
    assert "tied" not in said or ". Or, as the list stands, it is " in said


def test_a_line_is_found_by_the_metric_whose_name_it_prints() -> None:
    ranking = Ranking([0, 1, 1], missed=[1])
    named = {
        (metric, line.tool, each.label)
        for metric in ("recall", "precision", "average_precision", "ndcg")
        for each in Case(metric, ranking, 3).others
        if each.kind is Kind.NAMED
        for line in each.lines
    }
    assert named == {
        ("recall", "Haystack", "Hit"),
        ("precision", "autoevals", "Hit"),
        ("precision", "RAGAS", "AP"),
        ("precision", "DeepEval", "AP"),
        ("average_precision", "autoevals", "Hit"),
    }
    wrong = TOOL.replace('ties = "worst"', 'named = "map"')
    with pytest.raises(ValueError, match=r"my_tool 1\.0, map@{k}: unknown field 'map', allowed: "):
        read(tomllib.loads(wrong), "a.toml")


def test_what_the_list_alone_gives_is_said_once_where_it_leads() -> None:
    """(1 + 2/3) / 2 is AP; 1 + 1/3 the sum over both hits, with no other input before it."""
    for metric, typed in (("average_precision", "0.8333"), ("reciprocal_rank", "1.3333")):
        assert "as the list stands" not in said_of("101", metric, typed)


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "says"),
    [
        # 2 hits over k; and trec_eval reads all tied from z to a, so that the last one is first
        ("110", "hit", ("0.6667", "1.0"), ("the number of hits, divided by k", "1 for any hit")),
        # A tie comes before the hit that autoevals prints by the name of AP
        ("001", "average_precision", ("1.0", "0.3333"), ("by document id, z first", "relevant")),
        ("01", "average_precision", ("1.0", "0.5"), ("by document id, z first", "relevant")),
        ("001", "ndcg", ("1.0", "0.5"), ("by document id, z first", "gain = grade")),
        # (1 + 1/4) / 4; and (1 + 2/4) / 2, AP
        (
            "1001",
            "reciprocal_rank",
            ("0.75", "0.3125"),
            ("AP@4", "1/rank over the hits, divided"),
        ),
    ],
)
def test_a_pair_is_led_by_what_leads_each_number(
    grades: str, metric: str, typed: tuple[str, str], says: tuple[str, str]
) -> None:
    numbers = [Number.of(each, float(each), 0.5 * 10.0 ** (2 - len(each))) for each in typed]
    ranking = Ranking([int(each) for each in grades])
    *both, _ = explain_two(*numbers, Case(metric, ranking, len(grades)))
    for explained, said in zip(both, says, strict=True):
        first = explained.readings[0]
        assert said in f"{first.label}, {first.phrase}"


@pytest.mark.parametrize(
    ("metric", "typed"), [("ndcg", "0.94"), ("recall", "0.90"), ("average_precision", "0.90")]
)
def test_a_document_may_be_dropped_that_stays_judged(metric: str, typed: str) -> None:
    """Nine of ten hits; of nDCG (4.5436 − 1/log2(11)) / 4.5436 = 0.9364."""
    said = said_of("1" * 10, metric, typed)
    assert said.startswith("If the tool drops the first document, whose id is the query’s, ")
    assert "(BEIR, MTEB)" in said
    assert f"{METRICS[metric].label(10)} is {typed}" in said


def test_each_document_may_be_dropped_but_none_that_leaves_0() -> None:
    """Of 1 0 1 0 1 without the third: (1 + 2/4) / 3. Without its one hit, a list has 0."""
    case = Case("average_precision", Ranking([1, 0, 1, 0, 1]), 5)
    found = [each for each in case.moved if each.turned.get("dropped") == 3]
    assert found[0].score == pytest.approx((1 + 2 / 4) / 3)
    assert "rank 3" in found[0].when
    assert "drop" not in said_of("10", "reciprocal_rank", "0")


def test_negative_gains_give_any_size() -> None:
    """396.03 is no percentage, and 1.4 has likelier causes."""
    first = {
        value: next(causes(value, str(value), "ndcg", Ranking([1, 0, 1]), 3)).name
        for value in (396.03, 1.4)
    }
    assert first[396.03] == "gains below 0"
    counted_again = causes(1.3333, "1.3333", "recall", Ranking([1, 1, 0], missed=[1]), 3)
    assert next(counted_again).name == "duplicates"
    of_grades = causes(4.533, "4.533", "ndcg", Ranking([3, 2, 2, 1], top_grade=3), 4)
    assert next(of_grades).name == "scores as gains"
    assert first[1.4] == "a percentage"
    many = [each.name for each in causes(1.4, "1.4", "ndcg", Ranking([1, 0, 1]), 3)]
    assert "gains below 0" in many


@pytest.mark.parametrize(("metric", "k"), [("ndcg", 20), ("precision", 5)])
def test_a_short_list_may_score_0(metric: str, k: int) -> None:
    for cutoff, short in ((k, True), (3, False)):
        found = [each.name for each in causes(0, "0", metric, Ranking([1, 1, 1]), cutoff)]
        assert ("fewer documents than k" in found) == short


def test_causes_above_1_name_scores_and_totals() -> None:
    names = {
        metric: {each.name for each in causes(1.3, "1.3", metric, Ranking([1, 0, 1]), 3)}
        for metric in ("ndcg", "recall")
    }
    assert {"scores as gains", "a small ideal"} <= names["ndcg"]
    assert {"a small total", "duplicates"} <= names["recall"]
    (count,) = (
        each for each in causes(2, "2", "hit", Ranking([1, 0, 1]), 3) if each.name == "a count"
    )
    assert "The top 3 has 2 hits" in count.text


def test_of_all_readings_the_first_is_of_the_likeliest_kind() -> None:
    """And each reading gives the number, or gives it but for its last digit."""
    for ranking, k in random_lists(4):
        case = Case("ndcg", ranking, k)
        for text in ("0.5", "0.613", "1", f"{case.own:.4f}"):
            number = Number.of(text, float(text), 0.5 * 10.0 ** -len(text.partition(".")[2]))
            explained = explain(number, case)
            kinds = [each.kind for each in explained.readings]
            assert kinds == sorted(kinds)
            for each in explained.readings:
                unit = 10.0 ** -(number.places or 9)
                assert number.means(each.score) or abs(each.score - number.value) <= 1.01 * unit


@pytest.mark.parametrize(
    "metric",
    [
        pytest.param(metric, marks=[pytest.mark.slow] * (metric not in {"ndcg", "recall", "err"}))
        for metric in dict.fromkeys(one.metric for one in CONVENTIONS.values())
    ],
)
def test_every_number_of_every_list_has_an_answer(metric: str) -> None:
    """Also of lists with nothing relevant, nothing judged, or one document."""
    for grades in ([1], [0, 0], [np.nan], [np.nan, 1], [0, 1]):
        for missed in ((), (2,)):
            for tied in (None, [0.0] * len(grades)):
                case = Case(metric, Ranking(grades, missed, top_grade=3), 5, tied)
                for value in (0, 0.5, 1, 2, -1, np.nan):
                    explained = explain(Number.of(f"{value}", value, EXACT), case)
                    title, rest = answer.headline(explained)
                    assert title
                    assert ". ." not in f"{title}{rest}. "
                    assert [*answer.remarks(explained), answer.chance(explained)]
