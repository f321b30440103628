"""The precision–recall curve: a line, stairs above it, eleven points, and a second list."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import (
    auc,
    average_precision_score,
    precision_recall_curve,
    roc_auc_score,
)
from streamlit.testing.v1 import AppTest

from app_driver import act, charts, markup, pieces, set_to, tables, text, visit
from expected import written
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from pages.precision_recall_curve import beside, curve, each_query, from_points, roc, roc_of_points
from ui.core import presets
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from ui.draw import score

PAGE = "precision_recall_curve"


def measured(written: str) -> score.Measured:
    ranked, missed = presets.grades(written)
    screen = Screen({"a": presets.listed([*ranked, *missed], len(ranked))})
    settings = screen.with_settings(scale=1, k=10)
    return score.measure("interpolated_average_precision", "a", settings)


def test_line_stairs_and_points_by_hand() -> None:
    """With m = 4, 1/1, 2/3 and 3/6 at recall 1/4, 2/4 and 3/4; the fourth was not found."""
    tables = curve.rows(measured("1 0 1 0 0 1 | 1"))
    line = [(row["recall"], row["precision"]) for row in tables["ranks"]]
    assert line == [
        *[(1 / 4, 1), (1 / 4, 1 / 2), (2 / 4, 2 / 3), (2 / 4, 2 / 4), (2 / 4, 2 / 5)],
        (3 / 4, 3 / 6),
    ]
    stairs = [(row["recall"], row["precision"]) for row in tables["stairs"]]
    assert stairs == [(0, 1), (1 / 4, 1), (2 / 4, 2 / 3), (3 / 4, 3 / 6), (1, 0)]
    points = [(row["recall"], row["precision"], row["label"]) for row in tables["levels"]]
    stairs = [("1/1", 1, 3), ("2/3", 2 / 3, 3), ("3/6", 3 / 6, 2), ("0", 0, 3)]
    heights = [(high, label * (not at)) for label, high, wide in stairs for at in range(wide)]
    assert points == [(tenths / 10, *height) for tenths, height in enumerate(heights)]
    assert tables["levels"][4]["said"].startswith("Rank 3: best from recall 0.4 on, 2/3 = 0.667")
    assert tables["levels"][9]["said"] == "Recall 0.9: never reached, 0"
    assert tables["ranks"][5]["said"].startswith(
        "Rank 6: P 3/6 = 0.500, R 3/4 = 0.750, the best at 2 of 11 recall levels, adds 0.091"
    )
    (never,) = tables["never"]
    assert (never["recall"], never["end"]) == (3 / 4, 1)
    assert never["said"].startswith("Row 7: never retrieved, adds nothing")


def test_each_rank_has_its_number_in_the_chart() -> None:
    """A miss at the left of its point; ranks above all hits are one point, (0, 0)."""
    names = curve.rows(measured("0 0 1 0"))["names"]
    each = [(row["label"], row["recall"], row["precision"], row["left"]) for row in names]
    assert each == [("1–2", 0, 0, True), ("3", 1, 1 / 3, False), ("4", 1, 1 / 4, True)]
    assert [row["label"] for row in curve.rows(measured("0 1"))["names"]] == ["1", "2"]


def test_a_hit_leaves_its_point_behind() -> None:
    """From rank 5 to 3 the second hit rises from 2/5 to 2/3; the first one stays."""
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="prc-eleven")
    assert "was_hits" not in set(charts(at)["curve"]["part"])
    act(at, "move", list="a", id="5", to=2)
    rows = charts(at)["curve"]
    before = rows[rows["part"] == "was_hits"]
    assert [*zip(before["recall"], before["precision"], strict=True)] == [(1, 2 / 5)]


def test_stairs_do_not_see_a_dip() -> None:
    """At rank 3 precision is 2/3, at rank 4 3/4."""
    stairs = curve.rows(measured("1 0 1 1"))["stairs"]
    assert [row["precision"] for row in stairs] == [1, 1, 3 / 4, 3 / 4]


def test_the_point_at_k_is_read_at_both_axes() -> None:
    """Of 1 0 1 1 1 the top 3 has two hits: P is 2/3, and R 2/4. A point at recall 0 has no line."""
    drawn = curve.rows(measured("1 0 1 1 1"), large=3, with_stairs=False, averaged=False)
    lines = [(row["recall"], row["precision"], row["end"], row["top"]) for row in drawn["guides"]]
    assert lines == [(0, 2 / 3, 1 / 2, 2 / 3), (1 / 2, 0, 1 / 2, 2 / 3)]
    labels = {row["key"]: row["label"] for row in drawn["names"]}
    assert (labels["p"], labels["r"]) == ("P 2/3", "R 2/4")
    drawn = curve.rows(measured("0 1 1"), large=1, with_stairs=False, averaged=False)
    assert not drawn["guides"]


def test_stairs_have_one_height_at_each_recall() -> None:
    """1/1 is the best at recall 1/2, at rank 2 too. In the second list 3/7 is best from 2/3 on."""
    for grades, heights in {
        (1, 0, 1, 0): [1, 1, 2 / 3, 2 / 3],
        (0, 1, 0, 0, 0, 1, 1): [1 / 2, 1 / 2, 1 / 2, 1 / 2, 1 / 2, 3 / 7, 3 / 7],
        (0, 0): [0, 0],
    }.items():
        found = METRICS["interpolated_average_precision"].compute(Ranking([*grades]))
        assert found.terms["interpolated"].tolist() == pytest.approx(heights)


def test_lines_of_a_level_and_of_equal_scores_are_drawn_when_they_are_asked_for() -> None:
    iap = measured("1 0 1")
    assert curve.rows(iap)["guides"] == []
    guides = curve.rows(iap, level=0.3, equal=True)["guides"]
    ends = [(row["recall"], row["precision"], row["end"], row["top"]) for row in guides]
    assert ends == [(0, 0, 1, 1), (0.3, 0, 0.3, 1)]
    for level, named in ((0.1, 0), (0.3, 1)):  # nearer to 0 the height of the stairs stands there
        names = curve.rows(iap, level=level, height=1, averaged=False)["names"]
        assert len([row for row in names if row["label"] == "stairs"]) == named


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (0.5, "Stairs at r = 0.5: P at rank 5, 3 hits / rank 5."),
        (0.2, "Stairs at r = 0.2: P at rank 1, 1 hit / rank 1."),
        (0.9, "Recall 0.9 is never reached: the stairs are at 0."),
    ],
)
def test_the_rank_that_gives_the_stairs_their_height_is_said(level: float, said: str) -> None:
    """Of 1 0 0 1 1 with a fourth one missed, P is 1/1 and then at best 3/5, to recall 3/4."""
    screen = presets.with_typed(Screen(), ["1 0 0 1 1 | 1"]).with_settings(recall_level=level)
    iprec = score.measure("interpolated_precision", screen=screen)
    assert beside.best_from(iprec, level) == said


@pytest.mark.parametrize("written", ["1 0 1 0 0", "0 0 1", "0 1 1 0 1 | 1", "1 1 0 1", "0 0 | 1"])
def test_the_area_under_straight_lines_is_that_of_scikit_learn(written: str) -> None:
    """Of what was found: it knows nothing of documents that were missed."""
    ranked, missed = presets.grades(written)
    hits = np.array(ranked)
    ours = beside.under_lines(measured(written))
    if not hits.any():
        assert ours == 0
        return
    precision, recall, _ = precision_recall_curve(hits, -np.arange(hits.size))
    exist = hits.sum() + len(missed)
    assert ours == pytest.approx(auc(recall, precision) * hits.sum() / exist)


def test_precision_on_straight_lines_by_hand() -> None:
    """From 1/4 at recall 1/3 the line leads to 2/5 at 2/3: 0.6 is 4/5 of the way."""
    iap = measured("1 0 0 0 1 1")
    assert beside.on_line(iap, 0.6) == pytest.approx(1 / 4 + 4 / 5 * (2 / 5 - 1 / 4))
    assert beside.on_line(iap, 2 / 3) == pytest.approx(2 / 5)
    assert (beside.on_line(iap, 0), beside.on_line(measured("1 0 | 1"), 0.6)) == (1, 0)


def test_the_first_steps_draw_a_point_for_each_rank_down_to_k_and_no_stairs() -> None:
    at = visit(PAGE)
    for k in (2, 3):
        act(at, "turn", knob="k", to=k)
        rows = charts(at)["curve"]
        ranks = rows[rows["part"] == "a"]
        assert (len(ranks), ranks["size"].idxmax()) == (k, ranks.index[-1])
        assert not any("adds" in said for said in ranks["said"])
        assert not {"stairs", "levels", "never"} & {*rows["part"]}


# Of a course: three queries, ten documents each, and two systems.
OF_A = "RRRNRNNNNN; NRNNNRNNNR; RNNNNNRRRN"
OF_B = "NRRRRNNNNN; NRNNNRNNNR; NRRRNNRNNN"


def typed(a: str, b: str = "", **knobs: object) -> AppTest:
    at = visit(PAGE)
    for knob, to in knobs.items():
        act(at, "turn", knob=knob, to=to)
    for system, lists in (("a", a), ("b", b)):
        if lists:
            act(at, "type_queries", system=system, to=lists)
    return at


def queries_table(at: AppTest) -> list[list[str]]:
    found = markup(at).partition("Interpolated precision of each query")[2]
    rows = re.findall("<tr>(.*?)</tr>", found.partition("</table>")[0])[1:]
    return [re.findall(r">([^<>]+)</t[dh]", row) for row in rows]


def test_each_query_has_its_stairs_and_its_means_by_hand() -> None:
    rows = queries_table(typed(OF_A, OF_B, point_count="quarters"))
    assert {row[0]: row[4] for row in rows} == {
        **{"A, Query 1": "1.000", "A, Query 2": "0.378", "A, Query 3": "0.630", "A, mean": "0.669"},
        **{"B, Query 1": "0.800", "B, Query 2": "0.378", "B, Query 3": "0.750", "B, mean": "0.643"},
    }
    assert rows[2][1:4] == ["1/1 = 1.000", "4/9 = 0.444", "4/9 = 0.444"]


def test_stairs_of_queries_end_where_their_hits_stand_and_the_mean_is_between() -> None:
    """1 0 1 has 1, then 2/3 beyond recall 1/2; 0 1 has 1/2. The mean is 3/4, then 7/12."""
    screen = typed("101; 01").session_state["session"].current
    rows = [row for row in each_query.rows(screen) if row["part"] == "line"]
    lines = {
        name: [(row["x"], row["y"]) for row in rows if row["name"] == name]
        for name in ("query 1", "query 2", "mean")
    }
    assert lines == {
        "query 1": [(0, 1), (0.5, 2 / 3), (1, 2 / 3)],
        "query 2": [(0, 0.5), (0.5, 0.5), (1, 0.5)],
        "mean": [(0, 3 / 4), (0.5, (2 / 3 + 1 / 2) / 2), (1, (2 / 3 + 1 / 2) / 2)],
    }


@pytest.mark.parametrize(("many", "named"), [(10, 11), (11, 1), (20, 1)])
def test_many_queries_have_stairs_and_dots_and_the_mean_alone_has_a_name(
    many: int, named: int
) -> None:
    rows = [*each_query.rows(presets.with_typed(Screen(), ["101"] * many))]
    assert len({row["name"] for row in rows if row["part"] == "line"}) == many + 1
    assert len([row for row in rows if row["part"] == "here"]) == 2 * many
    assert len([row for row in rows if row["part"] == "end"]) == named


def test_precision_where_a_recall_is_reached_stands_beside_that_of_the_stairs() -> None:
    """4/7 and 2/4 at recall 0.4, mean 0.536; the stairs of the second have 5/7."""
    at = typed("1001101 m=10; 01011110 m=5", recall_level=0.4)
    rows = queries_table(at)
    assert [row[-2:] for row in rows] == [
        ["4/7 = 0.571", "0.571"],
        ["2/4 = 0.500", "0.714"],
        ["0.536", "0.643"],
    ]
    alone = typed("01011110 m=5", recall_level=0.4)
    assert "Rank 4 is the first with this recall. Its own P is 2/4 = 0.500." in markup(alone)


def test_the_roc_curve_by_hand() -> None:
    """Spam at ranks 1, 2, 4 and 7 of eight: 2 + 3 + 3 + 4 of 16 pairs are right."""
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="prc-roc")
    rows = charts(at)["roc"]
    path = rows[rows["part"] == "path"] if "part" in rows else rows
    corners = [*zip(path["fpr"], path["tpr"], strict=True)]
    assert corners[:4] == [(0, 0), (0, 0.25), (0, 0.5), (0.25, 0.5)]
    assert corners[-1] == (1, 1)
    area = rows[rows["part"] == "area"]
    assert ((area["end"] - area["fpr"]) * area["tpr"]).sum() == pytest.approx(12 / 16)
    for k, rates in {5: "TPR 3/4, FPR 2/4", 3: "TPR 2/4, FPR 1/4", 7: "TPR 4/4, FPR 3/4"}.items():
        act(at, "turn", knob="k", to=k)
        assert f"Above the line k = {k}: {rates}." in "".join(pieces(at))


def test_a_list_with_one_kind_of_document_has_no_roc_curve() -> None:
    for one_kind in ("1 1", "0 0"):
        assert not any(roc.rows(measured(one_kind).screen).values())


FAWCETT = (
    "0.9 1, 0.8 1, 0.7 0, 0.6 1, 0.55 1, 0.54 1, 0.53 0, 0.52 0, 0.51 1, 0.505 0, 0.4 1, 0.39 0, "
    "0.38 1, 0.37 0, 0.36 0, 0.35 0, 0.34 1, 0.33 0, 0.3 1, 0.1 0"
)


def test_each_threshold_has_a_cost_and_the_cheapest_one_is_named() -> None:
    """Fawcett's twenty cases; a false alarm costs 1,000 and a miss 5,000."""
    at = visit(PAGE)
    act(at, "turn", knob="scored_cases", to=FAWCETT)
    act(at, "turn", knob="error_costs", to="1000, 5000")
    said = text(at)
    assert "The cheapest threshold here: **0.3**, 9,000; to say 0 to all costs 10·5,000" in said
    assert "C_FP/(C_FP + C_FN) = 1,000/(1,000 + 5,000) = **0.167** on" in said
    (rows,) = [rows for rows in tables(at) if rows[0][0] == "score from"]
    costs = {row[0]: row[-1] for row in rows[1:]}
    assert costs["0.54"] == "1·1,000 + 5·5,000 = 26,000"
    assert [score for score, cost in costs.items() if "least" in cost] == ["0.3"]
    for row in rows[1:]:
        _, hits, wrong, lost, *_ = row
        total = 1000 * int(wrong) + 5000 * int(lost)
        assert row[-1].split(" (")[0] == f"{wrong}·1,000 + {lost}·5,000 = {total:,}"
        assert int(hits) + int(lost) == 10
    act(at, "turn", knob="error_costs", to="100, 1")
    assert "But to say 0 to all costs 10·1 = 10, less." not in text(at)  # 0.9 misses 8
    act(at, "turn", knob="scored_cases", to="0.9 0, 0.5 1")
    assert "threshold here: **0.5**, 100. But to say 0 to all costs 1·1 = 1, less." in text(at)
    act(at, "turn", knob="scored_cases", to="0.9 1, 0.7 1, 0.5 0, 0.4 0")
    act(at, "turn", knob="error_costs", to="0, 0")
    assert "The cheapest thresholds here: **0.9, 0.7, 0.5 and 0.4**, 0" in text(at)
    assert "C_FP/" not in text(at)
    act(at, "turn", knob="scored_cases", to="case A B class; 1 0.9 0.2 1; 2 0.1 0.8 0")
    assert text(at).count("The cheapest threshold") == 2


SCORED = "Scores with classes"
SCORES, CLASSES = "0.9 0.8 0.7 0.7 0.6 0.5 0.4 0.3 0.2 0.1", "1 1 0 1 1 0 1 1 0 0"
CASES = [*zip(SCORES.split(), CLASSES.split(), strict=True)]


@pytest.mark.parametrize(
    "typed",
    [
        ", ".join(map(" ".join, CASES)),
        "; ".join(map(" ".join, CASES)),
        " ".join(map(" ".join, CASES)),
        ", ".join(f"({score}, {of})" for score, of in CASES),
        f"{SCORES}; {CLASSES}",
        f"Scores: {SCORES.replace(' ', ', ')}; true classes: {CLASSES.replace(' ', ', ')}",
        f"[{SCORES.replace(' ', ', ')}], [{CLASSES.replace(' ', ', ')}]",
        f"true classes {CLASSES}; scores {SCORES}",
        " ".join(f"{score}{'-+'[int(of)]}" for score, of in CASES),
        "case score class; "
        + "; ".join(f"{at} {score} {of}" for at, (score, of) in enumerate(CASES, 1)),
        "; ".join(f"{score.replace('.', ',')} {of}" for score, of in CASES),
        "positive: 0.9 0.8 0.7 0.6 0.4 0.3; negative: 0.7 0.5 0.2 0.1",
        ", ".join(f"{score} {'spam' if of == '1' else 'not'}" for score, of in CASES),
        ", ".join(f"{score} {'Spam' if of == '1' else 'Ham'}" for score, of in CASES)
        + "; spam is positive",
        "\n".join(f"{score}\t{'ham' if of == '1' else 'legitimate'}" for score, of in CASES)
        + "\nham = 1",
        f"{SCORES}; {CLASSES.replace('1', 'ill').replace('0', 'well')}; ill = 1",
    ],
)
def test_scores_and_classes_are_read_however_they_are_written(typed: str) -> None:
    found = KNOBS["scored_cases"].from_browser(typed, (), 3)
    cases = [*zip(found[::2], found[1::2], strict=True)]
    assert sorted(cases) == sorted((float(score), int(of)) for score, of in CASES)


@pytest.mark.parametrize(
    "typed",
    [
        "0.9 1 x5, 0.7 1 x5, 0.5 1 x4, 0.3 1 x3, 0.9 0 x1, 0.7 0 x4",
        "0.9 1 × 5; 0.7 1 ×5; 0.5 1 (4 times); 0.3 1 3x; 0.9 0; 0.7 0 * 4",
        "5x 0.9 1, 5x 0.7 1, 4x 0.5 1, 3x 0.3 1, 0.9 0, 4x 0.7 0",
        "1 0.9 1 x5; 2 0.7 1 x5; 3 0.5 1 x4; 4 0.3 1 x3; 5 0.9 0 x1; 6 0.7 0 x4",
        "score class count\n0.9 1 5\n0.7 1 5\n0.5 1 4\n0.3 1 3\n0.9 0 1\n0.7 0 4",
        "(0.9, 1) x5, (0.7, 1) x5, (0.5, 1) x4, (0.3, 1) x3, (0.9, 0), (0.7, 0) x4",
    ],
)
def test_a_case_comes_as_often_as_is_said_and_is_written_back_so(typed: str) -> None:
    """17 · 5 pairs: at 0.9 each has 4 1/2 of 5, at 0.7 two of 5, else none: 5 · 4.5 + 5 · 2."""
    at = visit(PAGE)
    set_to(at, SCORED, typed)
    assert "32.5/85 = **0.382**" in text(at)
    value = KNOBS["scored_cases"].parse(at.query_params["scored"], 3)
    back = "0.9 1 x5, 0.7 1 x5, 0.5 1 x4, 0.3 1 x3, 0.9 0, 0.7 0 x4"
    assert KNOBS["scored_cases"].in_words(value, 3) == back
    scores, classes = value[::2], value[1::2]
    assert roc_auc_score(classes, scores) == pytest.approx(32.5 / 85)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("0.9 1 foo; 0.7 0 bar", "“foo” in “0.9 1 foo”"),
        ("0.9 1 5, 0.7 0 4", "“0.9” in “0.9 1 5”"),
        ("3/4 1, 1/2 0", "“3” in “3 4 1”"),
        ("(0.9, 1) late, (0.7, 0)", "“late” stands outside"),
        ("0.9 1; 0.7 0; 0.3", "“0.3” is no score with its class"),
        ("0.9 spam, 0.8 ham", "Which is class 1, “spam” or “ham”? Say it last: spam = 1"),
        ("0.9 0.8 0.7; ill well ill", "“ill” or “well”? Say it last: ill = 1"),
        ("5 times: 0.9 1; 4 times: 0.7 0", "“5” in “5 0.9 1”"),
    ],
)
def test_a_word_beside_scores_and_classes_is_refused_with_its_place(typed: str, place: str) -> None:
    with pytest.raises(ValueError, match="scores with their classes") as refused:
        KNOBS["scored_cases"].from_browser(typed, (), 3)
    assert place in str(refused.value)


def test_a_tie_makes_the_roc_curve_diagonal_and_counts_half() -> None:
    """A textbook: at 0.7 a 1 and a 0 come at once, and AUC is 18.5/24."""
    at = visit(PAGE, fold_the_roc_curve_of_the_list=False)
    set_to(at, SCORED, f"{SCORES}; {CLASSES}")
    rows = charts(at)["roc"]
    path = rows[rows["part"] == "path"]
    counts = [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5), (2, 6), (3, 6), (4, 6)]
    assert [*path["fpr"]] == pytest.approx([right / 4 for right, _ in counts])
    assert [*path["tpr"]] == pytest.approx([up / 6 for _, up in counts])
    area = rows[rows["part"] == "area"]
    left, right = (rows[rows["part"] == "slopes"].iloc[at] for at in (0, 1))
    slope = (right["fpr"] - left["fpr"]) * (left["tpr"] + right["tpr"]) / 2
    assert ((area["end"] - area["fpr"]) * area["tpr"]).sum() + slope == pytest.approx(18.5 / 24)
    assert "AUC = (4 + 4 + 3.5 + 3 + 2 + 2) / 24 = 18.5/24 = **0.771**" in text(at)
    assert "from 0.750, the 0s first, to 0.792, the 1s first" in text(at)
    points = next(each for each in tables(at) if each[0][0] == "score from")
    counts = ["3", "1", "3", "3"]
    shares = ["3/6 = 0.500", "1/4 = 0.250", "3/4 = 0.750", "6/10 = 0.600", "6/10 = 0.600"]
    assert points[0][1:5] == ["TP", "FP", "FN", "TN"]
    assert points[3] == ["0.7", *counts, *shares, "+0.250", "1·1 + 3·1 = 4"]


MODELS = """case,LR,SVM,class
1,0.95,0.6,1
2,0.8,0.9,1
3,0.7,0.7,0
4,0.6,0.8,1
5,0.4,0.1,0
6,0.3,0.7,1
7,0.2,0.3,0"""


@pytest.mark.parametrize(
    "typed",
    [
        MODELS,
        MODELS.replace(",", "\t"),
        MODELS.replace(",", " ").replace("\n", "; "),
        re.sub(r",1$", ",pos", re.sub(r",0$", ",neg", MODELS, flags=re.M), flags=re.M),
        "LR: .95 .8 .7 .6 .4 .3 .2; SVM: .6 .9 .7 .8 .1 .7 .3; true class: 1 1 0 1 0 1 0",
    ],
)
def test_two_models_have_two_roc_curves_in_one_chart_with_each_auc_and_ap(typed: str) -> None:
    """Of 12 pairs LR has 3 + 3 + 2 + 1 right; SVM 3 + 3 + 2.5 + 2, its 0.7 being a 1 and a 0."""
    at = visit(PAGE)
    set_to(at, SCORED, typed)
    first = "LR SVM,0.95 0.6 1,0.8 0.9 1,0.7 0.7 0,0.6 0.8 1,0.4 0.1 0,0.3 0.7 1,0.2 0.3 0"
    assert at.query_params["scored"] == first
    rows = [row.split() for row in first.split(",")[1:]]
    classes = [int(row[2]) for row in rows]
    drawn = charts(at)["roc_of_models"]
    for name, column, sum_of_pairs, value in (
        ("LR", 0, "3 + 3 + 2 + 1", "9/12 = **0.750**"),
        ("SVM", 1, "3 + 3 + 2.5 + 2", "10.5/12 = **0.875**"),
    ):
        scores = [float(row[column]) for row in rows]
        oracle, ap = roc_auc_score(classes, scores), average_precision_score(classes, scores)
        assert f"**{name}**: AUC = ({sum_of_pairs}) / 12 = {value}. AP" in text(at)
        said = text(at).partition(f"**{name}**: AUC")[2].partition("\n")[0]
        assert f"/ 4 = **{written(ap)}**" in said
        path = drawn[(drawn["part"] == "line") & (drawn["name"] == f"{name}: AUC {oracle:.3f}")]
        assert auc([*path["x"]], [*path["y"]]) == pytest.approx(oracle)
    assert "AUC is highest for **SVM**. The curve of SVM is nowhere below that of LR." in text(at)


@pytest.mark.parametrize(
    "typed", ["A B class; 0.9 0.8 1; 0.7 0.3 1; 0.1 0.2 1", "A B C; 0.9 0.8 1.5; 0.7 0.3 1; 1 2 3"]
)
def test_several_models_without_two_classes_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="scores with their classes"):
        KNOBS["scored_cases"].parse(typed, 3)


def test_average_precision_of_the_list_stands_as_a_sum_beside_the_stairs() -> None:
    """1/1, 2/3 and 3/6, of four relevant documents."""
    at = typed("1 0 1 0 0 1 | 1")
    assert re.search(r"\bAP@\d+ = 1/4 · \(1/1 \+ 2/3 \+ 3/6\) = \*\*0.542\*\*", text(at))


POINTS = "Points: recall and precision"


def lists_of(typed: str) -> str:
    """What the page says of typed points, without its tags."""
    value = KNOBS["curve_points"].from_browser(typed, (), 3)
    assert KNOBS["curve_points"].parse(to_text(value), 3) == value
    assert KNOBS["curve_points"].parse(KNOBS["curve_points"].in_words(value, 3), 3) == value
    said = from_points.worked(Screen().with_settings(curve_points=value))
    return re.sub(r"\s*<[^>]*>\s*", " ", said)


@pytest.mark.parametrize(
    "typed",
    [
        "(0.25, 1), (0.5, 0.67), (0.75, 0.6), (1, 0.5)",
        "recall precision\n0.25 1\n0.5 0.67\n0.75 0.6\n1 0.5",
        "P: 1 0.67 0.6 0.5; R: 0.25 0.5 0.75 1",
        "R = 1/4, P = 1; R = 2/4, P = 2/3; R = 3/4, P = 3/5; R = 1, P = 4/8; m = 4",
        "25% 100%; 50% 67%; 75% 60%; 100% 50%",
        "0,25 1; 0,5 0,67; 0,75 0,6; 1 0,5; 4 relevant documents",
        "P at R 0.25 is 1; P at R 0.5 is 0.67; P at R 0.75 is 0.6; P at R 1 is 0.5",
    ],
)
def test_points_of_a_curve_give_the_ranks_of_the_hits(typed: str) -> None:
    """4 relevant: hit 1 at 1/1, hit 2 at 2/0.67 = 3, hit 3 at 3/0.6 = 5, hit 4 at 4/0.5 = 8."""
    said = lists_of(typed)
    assert "Hits for sure: **rank 1, 3, 5 and 8**. These are all hits." in said
    assert "1 0 1 0 1 0 0 1 m = 4" in said


def test_one_point_leaves_the_places_of_the_hits_before_it_open() -> None:
    """3 of 6 in the top 5: if the third is at 5, the others are two of four: 6 ways."""
    at = visit(PAGE)
    set_to(at, POINTS, "0.5 0.6; m = 6")
    said = text(at)
    assert "3 / 0.6 = 5" in said
    assert "the other 2 hits at any of the ranks 1 to 4: 6 ways." in said
    assert "The other 3 relevant ones are below rank 5, or missed." in said


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (
            "0.5 0.7; m = 6",
            "3 hits / 0.7 = 4.286 is no whole rank. Near it are 3/4 = 0.750 at rank 4",
        ),
        ("0.5 0.6; m = 5", "0.5 · 5 = 2.5 is no whole number of hits"),
        ("0.5 0.6; 1 0.9; m = 6", "6 hits / 0.9 = 6.667 is no whole rank"),
        ("0.25 0.1; 0.5 0.5; m = 4", "at rank 10 with 1 hit, the second at rank 4 with 2"),
    ],
)
def test_points_that_no_list_has_are_refused_with_a_sentence(typed: str, why: str) -> None:
    assert "No list has" in lists_of(typed)
    assert why in lists_of(typed)


@pytest.mark.parametrize("typed", ["", "0.5", "0.5 1.2", "0 1", "0.5 0.6 1", "up down"])
def test_what_is_no_point_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="Each is a recall and a precision"):
        KNOBS["curve_points"].parse(typed, 3)


@pytest.mark.parametrize(
    ("typed", "word"),
    [("threshold 0.5 0.6; 1 0.4", "threshold"), ("d3 0.5 0.6", "d3"), ("0.5 F1 0.6", "F1")],
)
def test_no_word_beside_points_is_skipped(typed: str, word: str) -> None:
    with pytest.raises(ValueError, match=f"“{word}” is neither a number, R, P nor m"):
        KNOBS["curve_points"].parse(typed, 3)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=20), st.integers(0, 3))
def test_the_points_of_the_hits_of_any_list_give_its_ranks(grades: list[int], missed: int) -> None:
    ranks = [rank for rank, hit in enumerate(grades, start=1) if hit]
    if ranks:
        m = len(ranks) + missed
        typed = "; ".join(f"{at}/{m} {at}/{rank}" for at, rank in enumerate(ranks, start=1))
        *most, last = map(str, ranks)
        said = f"{', '.join(most)} and {last}" if most else last
        assert f"Hits for sure: **rank {said}**" in lists_of(f"{typed}; m = {m}")


def test_scores_without_a_tie_have_no_diagonal() -> None:
    at = visit(PAGE, {"scored": "0.9,1,0.5,0"})
    assert "only goes up or to the right" in text(at)
    assert "slopes" not in {*charts(at)["roc"]["part"]}


@pytest.mark.parametrize(
    "typed", ["", "0.9", "0.9 1, 0.8 1", "0.9 2; 0.8 1", "0.9 0.8; 1 0 1", "0.9 up, 0.8 on"]
)
def test_what_has_no_two_classes_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="scores with their classes"):
        KNOBS["scored_cases"].parse(typed, 3)


@given(
    st.lists(st.tuples(st.integers(-5, 1000).map(lambda n: n / 100), st.integers(0, 1)), max_size=9)
)
def test_scores_with_classes_are_read_as_they_are_written(
    cases: list[tuple[float, int]],
) -> None:
    knob, value = KNOBS["scored_cases"], tuple(float(one) for case in cases for one in case)
    if {of for _, of in cases} == {0, 1} and len(cases) > 1:
        assert knob.parse(to_text(value), 3) == value
        assert knob.parse(knob.in_words(value, 3), 3) == value


def test_a_step_with_two_lists_draws_both_and_the_next_one_has_no_list_b() -> None:
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="prc-two-systems")
    of_b = METRICS["interpolated_average_precision"].compute(
        Ranking([0, 1, 0, 0, 1, 1, 1, 0, 0, 0])
    )
    assert float(of_b.score) == pytest.approx(4 / 7)
    assert "B: IAP 0.571, AP 0.493" in "".join(pieces(at))
    assert "A beside B" not in text(at)  # it would answer the question
    act(at, by="steps", do="preset", lesson=PAGE, to="prc-lines")
    assert "B: IAP" not in "".join(pieces(at))


def test_one_typed_list_of_each_system_are_in_one_chart_with_both_means_worked_out() -> None:
    """A course: 12 relevant, hits of A at 1 2 4 8 12 20 30, of B at ten other ranks."""
    of_b = (2, 3, 7, 10, 11, 13, 17, 20, 23, 25)
    written = f"A: hits 1 2 4 8 12 20 30; B: hits {' '.join(map(str, of_b))} of 30, m = 12"
    at = typed(written)
    rows = charts(at)["curve"]
    stairs = rows[rows["part"] == "b"]
    assert stairs["recall"].max() == 1
    heights = sorted({round(height, 9) for height in stairs["precision"]})
    assert heights == [0, *(round(each, 9) for each in (10 / 25, 7 / 17, 6 / 13, 2 / 3))]
    said = markup(at)
    for one, mean in (("A", "0.361"), ("B", "0.398"), ("A", "0.350"), ("B", "0.376")):
        assert re.search(f"AP@30 of {one} =.*?<b>{mean}</b>", said)
    assert "B: IAP 0.398, AP 0.376" in said
    assert "A beside B" in text(at)
    assert "The stairs: A is higher at recall 0 to 0.3, B is higher at recall 0.4 to 0.8" in text(
        at
    )
    assert "For one query, write the same m" not in text(at)
    table = queries_table(at)
    assert [[row[0], row[1], row[-3]] for row in table] == [
        ["A", "1.000", "0.361"],
        ["B", "0.667", "0.398"],
    ]
    act(at, by="steps", do="preset", lesson=PAGE, to="prc-eleven")
    assert "b" not in {*charts(at)["curve"]["part"]}


def test_two_lists_of_one_query_that_say_two_totals_are_told_so() -> None:
    at = typed("A: hits at 1 2; B: hits at 2 3 4")
    assert "A’s list says that m = 2 are relevant, and B’s that m = 3 are." in text(at)


def test_a_level_is_read_by_both_rules() -> None:
    at = visit(PAGE, {"a": "1A~0B~0C~0D~1E~1F", "scale": "1"})
    act(at, "turn", knob="recall_level", to=0.6)
    assert "Straight lines at recall 0.6: 0.370" in markup(at)
    assert "<dt>IPrec at 0.6</dt><dd><b>0.500</b>" in "".join(pieces(at))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1 m = 3", "The list ends at rank 1, and ranks down to m count as misses."),
        ("0 0 0 0 0 0 1 1", "P and R are both 0 there"),
        ("1 0 1", "P and R are equal there, at the *break-even point*."),
    ],
)
def test_break_even_is_said_where_it_is(typed: str, said: str) -> None:
    """Of the first, P is 1/1 and R 1/3 at the only rank; of the second, both are 0 at rank 2."""
    ranked, missed = presets.grades(typed.replace(" m = 3", " | 1 1"))
    screen = Screen({"a": presets.listed([*ranked, *missed], len(ranked))})
    rp = score.measure("r_precision", "a", screen.with_settings(scale=1))
    assert beside.break_even(rp).startswith(said)


ROC_POINTS = "Points: FPR and TPR"
RATES = ([0.6, 0.35, 0.2, 0.1, 0.02], [0.95, 0.85, 0.7, 0.5, 0.25])


@pytest.mark.parametrize(
    "typed",
    [
        "TPR .95 .85 .70 .50 .25; FPR .60 .35 .20 .10 .02",
        ".60 .95; .35 .85; .20 .70; .10 .50; .02 .25",
        "threshold,TPR,FPR\n1,.95,.60\n2,.85,.35\n3,.70,.20\n4,.50,.10\n5,.25,.02",
        "(60%, 95%), (35%, 85%), (20%, 70%), (10%, 50%), (2%, 25%)",
    ],
)
def test_typed_points_of_a_roc_curve_have_trapezoids_from_0_0_to_1_1(typed: str) -> None:
    """0.0025 + 0.03 + 0.06 + 0.11625 + 0.225 + 0.39."""
    at = visit(PAGE)
    set_to(at, ROC_POINTS, typed)
    assert "The sum is AUC = **0.824**" in text(at)
    fpr, tpr = ([0.0, *sorted(rates), 1.0] for rates in RATES)
    screen = at.session_state["session"].current
    assert roc_of_points.area(screen) == pytest.approx(auc(fpr, tpr))
    path = roc_of_points.rows(screen)["path"]
    assert [row["fpr"] for row in path] == pytest.approx(fpr)
    assert [row["tpr"] for row in path] == pytest.approx(tpr)


def of_roc(typed: str) -> str:
    knob = KNOBS["roc_points"]
    value = knob.from_browser(typed, (), 3)
    assert knob.parse(to_text(value), 3) == value
    assert knob.parse(knob.in_words(value, 3), 3) == value
    said = roc_of_points.worked(Screen().with_settings(roc_points=value))
    return re.sub(r"(?:\s*<[^>]*>\s*)+", " ", said)


def test_a_share_of_positives_gives_each_point_its_precision() -> None:
    """At 2 % of 1,000: 16 of 20 and 294 of 980, 16/310 = 0.052; of the others 686 of 690."""
    said = of_roc("0.1 0.5; 0.3 0.8; share 2 %")
    assert "0.02·0.8 / (0.02·0.8 + 0.98·0.3) 0.052 0.994" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [  # of 50 positives and 50 others: 40 and 10; then 45 and 30
        ("FPR TPR precision; 0.2 0.8 0.8; 0.6 0.9 0.6", "These rows fit one test set"),
        ("FPR TPR precision; 0.20 0.80 0.80; 0.60 0.90 0.40", "do not fit one test set"),
        ("FPR TPR precision; 0.20 0.80 0.80", "0.80·0.20 / (0.80·0.20 + 0.80·(1 − 0.80)) 0.500"),
        ("0.1 0.9; 0.3 0.8", "TPR falls from 0.9 to 0.8"),
    ],
)
def test_a_precision_implies_a_share_of_positives_that_all_rows_have(typed: str, said: str) -> None:
    assert said in of_roc(typed)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("0.1 0.5 foo; 0.3 0.8", "“foo” is neither"),
        ("0.1 0.5 0.3", "“0.1 0.5 0.3” has not FPR and TPR"),
        ("0.1 1.5", "TPR 1.5 is not between 0 and 1"),
        ("0.1 0.5; 0.3", "“0.3” has not FPR and TPR"),
        ("threshold TPR; 0.1 0.5", "Name the columns"),
        ("0.1 0.5; share 2", "The share 2 is not between 0 and 1"),
        ("", "has not FPR and TPR"),
    ],
)
def test_what_is_no_point_of_a_roc_curve_is_refused_with_its_place(typed: str, why: str) -> None:
    with pytest.raises(ValueError, match="FPR and TPR of each") as refused:
        KNOBS["roc_points"].from_browser(typed, (), 3)
    assert why in str(refused.value)


@pytest.mark.parametrize("given", ["1A~0B~1C~.~1D", "1A~1B", "0A~.~1B"])
def test_the_sum_has_all_eleven_points_also_those_at_0(given: str) -> None:
    said = text(visit("precision_recall_curve", {"scale": "1", "a": given}))
    (formula,) = re.findall("<p class='wide formula'.*?</p>", said)
    counts = re.findall(r"<span(?: data-doc='[^']*')?>(\d+) · ", formula)
    assert sum(map(int, counts)) == 11
