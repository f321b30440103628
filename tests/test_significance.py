"""Two systems: what the page makes of pairs of scores, and how they are dragged.

Every number here is worked by hand, or with SciPy.
"""

import html
import json
import re
import time
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any
from urllib.parse import unquote

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect
from scipy import stats
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    controls,
    data,
    download,
    follow,
    formula,
    go,
    is_off,
    notices,
    pieces,
    press,
    run,
    sentences,
    set_to,
    tables,
    text,
    tiles,
    value,
    visit,
)
from live_app import settle
from live_board import (
    box,
    comes_true,
    focused,
    heard,
    middle,
    overhang,
    query,
    score,
    swipe,
    turn_to,
)
from metrics.catalog import METRICS
from test_your_data import bring_both, upload
from ui.core import theme
from ui.core.announcements import describe
from ui.core.knobs import KNOBS
from ui.core.plain import p_value
from ui.core.screen import Screen

HERE = "significance"
SIX = {"pairs": "0.9,0.85,0.7,0.72,0.2,0.25,0.6,0.63,0.8,0.82,0.5,0.55"}
"""The step with five wins of B and one of A: −0.05, +0.02, +0.02, +0.03, +0.05, +0.05."""
THREE = {"pairs": "0.4,0.5,0.6,0.8,0.7,0.6"}
"""+0.1, +0.2, −0.1: the mean is 0.067, and of the 8 ways to change names 2 come to 0, 6 as far."""


def dots(at: AppTest) -> dict[str, Any]:
    return dict(data(at, "pairs")["controls"][0])


def means(at: AppTest, which: int = 0) -> pd.DataFrame:
    """What a histogram of the page draws: that of the draws, or that of swapped scores."""
    shown = [rows for name, rows in charts(at).items() if name.startswith("chance")]
    (rows,) = [rows for rows in shown if ("none" in set(rows["key"])) == (not which)]
    return rows


def title(at: AppTest, which: str = "drawn") -> str:
    (said,) = re.findall(f"data-name='chance_{which}'><h2>(.*?)</h2>", text(at))
    assert " = " not in said  # a number stands in the line of its name
    return str(said).replace("\xa0", " ")


def interval(at: AppTest) -> list[str]:
    rows = means(at)
    return [str(name) for name in rows["name"][rows["part"] == "interval"]]


def scores(at: AppTest) -> list[str]:
    """The mean difference, p, and what B wins; a step that tells the lesson shows but two."""
    return [tile.score for tile in list(tiles(at).values())[:3]]


# What it says


def test_three_topics_by_hand() -> None:
    at = visit(HERE, THREE)
    assert scores(at) == ["0.067", "0.750", "2–0–1"]
    assert title(at, "changed") == "A lead of 0.067 or more in 6 of 8 ways"
    said = "<span>In 6 one leads by 0.067 or more: p = 6/8 = 0.750.</span>"
    assert said in "".join(pieces(visit(HERE)))


def test_the_ways_of_three_topics_are_written_by_hand() -> None:
    """Differences +0.1, +0.2, −0.1. With topic 2 swapped they sum to −0.2.

    The ways run as the bars of the chart, from the lowest mean to the highest. Leads of 0.067 or
    more are bold.
    """
    at = visit(HERE)
    (ways,) = [piece for piece in pieces(at) if "class='swapped'" in piece]
    assert re.findall("<li[^>]*?( class=far)?>([^<]*)<", ways) == [
        (" class=far", "swap 1, 2: −0.133"),
        (" class=far", "swap 2: −0.067"),
        (" class=far", "swap all: −0.067"),
        ("", "swap 1: 0"),
        ("", "swap 2, 3: 0"),
        (" class=far", "swap none: +0.067"),
        (" class=far", "swap 1, 3: +0.067"),
        (" class=far", "swap 3: +0.133"),
    ]
    assert "Bold: 0.067 or more, for A or B." in ways
    # Each way and the bar of its mean light each other.
    rows = means(at, 1)
    bars = {said.split(":")[0] for said in rows[rows["part"] == "places"]["said"]}
    assert {*re.findall("data-doc='mean([^']*)'", ways)} == bars
    act(at, by="steps", do="preset", lesson=HERE, to="ts-opening")
    assert not any("class='swapped'" in piece for piece in pieces(at))


@pytest.mark.parametrize(
    ("third", "names"),
    [
        (0.9, ["−0.133", "seen +0.133"]),
        (0.1, ["seen −0.133", "+0.133"]),
        (0.5, ["0", "0"]),
    ],
)
def test_one_of_the_two_lines_is_named_as_the_measured_mean(third: float, names: list[str]) -> None:
    """0.1 + 0.2 and a third difference, 0.1, −0.7 or −0.3, over 3: 0.133, −0.133 and 0."""
    at = visit(HERE)
    act(at, "pair", by="pairs", topic=2, to=[0.8, third])
    lines = means(at, 1).query("part == 'lines'")
    assert lines["name"].tolist() == names
    size = abs(0.1 + 0.2 + third - 0.8) / 3
    assert lines["low"].tolist() == pytest.approx([-size, size], abs=1e-9)


def test_the_dots_know_where_they_were_before_the_last_move() -> None:
    at = visit(HERE)
    act(at, "pair", by="pairs", topic=2, to=[0.8, 0.9])
    # While the topics are as many.
    assert dots(at)["was"] == [0.5, 0.6, 0.4, 0.6, 0.8, 0.7]
    act(at, "pair", by="pairs", topic=0, to=None)
    assert dots(at)["was"] is None


@pytest.mark.parametrize(("step", "can"), [("ts-three", False), ("ts-empty", True)])
def test_most_first_steps_do_not_offer_that_a_topic_has_nothing_to_find(
    step: str, can: bool
) -> None:
    at = visit(HERE)
    act(at, by="steps", do="preset", lesson=HERE, to=step)
    assert dots(at)["empties"] == can
    assert ("Press ∅" in text(at)) == can
    assert dots(visit(HERE, {"pairs": "0.5,0.6,0.5,0.7"}))["empties"]


def test_a_lead_of_two_hundredths_on_six_queries_tells_nothing() -> None:
    at = visit(HERE, SIX)
    assert scores(at) == ["0.020", "0.313"]
    assert "2<sup>6</sup> = 64 ways" in text(at)
    assert dots(at)["means"] == pytest.approx([0.617, 0.637], abs=5e-4)
    assert interval(at) == ["95 %: −0.010 to +0.042"]
    assert title(at) == "10,000 draws: 0 is in the 95 % interval"
    student = stats.ttest_1samp([-0.05, 0.02, 0.02, 0.03, 0.05, 0.05], 0)
    low, high = student.confidence_interval()
    said = text(at)
    for number in (
        *("about **29** topics", "only 86 % of cases", f">{student.pvalue:.3f}<"),
        *(f"−{-low:.3f} to +{high:.3f}", f">{stats.binomtest(5, 6).pvalue:.3f}<"),
    ):
        assert number in said
    # One drag, and 0 has left the interval: +0.05 in the place of −0.05.
    act(at, "pair", by="pairs", topic=0, to=[0.8, 0.85])
    assert scores(at) == ["0.037", "0.031"]
    assert title(at) == "10,000 draws: 0 is outside the 95 % interval"
    assert title(at, "changed") == "A lead of 0.037 or more in 2 of 64 ways"
    assert tiles(at)["p"].mark == "moved"  # a smaller one is neither better nor worse


def test_student_s_t_is_worked_with_its_degrees_of_freedom() -> None:
    """+0.1, +0.2, −0.1: mean 0.2/3; squares 1, 16 and 25 of 1/30 add up to 42/900, s² is 21/900."""
    at = visit(HERE, THREE)
    t = (0.2 / 3) / ((21 / 900) ** 0.5 / 3**0.5)
    assert f"{t:.3f}" == "0.756"
    assert "÷ √3) = **+0.756**, with n − 1 = **2** degrees of freedom" in text(at)
    assert recomputed(at) == "+0.756"
    one_sided = stats.ttest_1samp([0.1, 0.2, -0.1], 0, alternative="greater").pvalue
    assert sided(at, "Student’s t-test") == [f"{one_sided:.3f}", f"{1 - one_sided:.3f}"]
    set_to(at, "Scores A/B by topic", "0.5/0.4, 0.8/0.6, 0.6/0.7")
    assert sided(at, "Student’s t-test") == [f"{1 - one_sided:.3f}", f"{one_sided:.3f}"]
    set_to(at, "Or differences B − A alone", "0.0051 0.0123 -0.0013 0.0071 0.0004")
    assert recomputed(at) in text(at)
    set_to(at, "Scores A/B by topic", "0.5/0.5, 0.6/0.6")
    assert "with n − 1" not in text(at)
    assert "so Student’s t would divide by 0" in text(at)


def test_all_draws_of_few_topics_are_counted() -> None:
    """Of 27, −0.1 three times, with one 0.1, or with one 0.2 has a mean ≤ 0: 1 + 3 + 3."""
    at = visit(HERE, {})
    set_to(at, "Or differences B − A alone", "0.2 0.1 -0.1")
    said = text(at)
    assert "= 27 ordered draws, 7 have a mean of 0 or less: 7/27 = 0.259." in said
    assert "standard deviation 0.072" in said  # the squares add up to 0.14/3: √(0.14/9)/√3
    assert "s/√n is 0.088" in said
    assert "= 0.296 of the draws" in said  # 8/27
    set_to(at, "Or differences B − A alone", "-0.2 -0.1 0.1")
    assert "7 have a mean of 0 or more" in text(at)


def recomputed(at: AppTest) -> str:
    """Student's t of a reader who types the numbers of its working into a calculator."""
    worked = r"([−.\d]+) ÷ \(([.\d]+) ÷ √(\d+)\)"
    (found,) = re.findall(worked, text(at))
    mean, s, n = (float(each.replace("−", "-")) for each in found)
    return f"{mean / (s / n**0.5):+.3f}".replace("-", "−")


def sided(at: AppTest, test: str) -> list[str]:
    """The one-sided p of a test, if B was said to be better, and if A was."""
    (row,) = [row for table in tables(at) for row in table if row[0] == test]
    return row[4:]


def test_a_paired_t_test_of_an_exam_is_worked_and_decided() -> None:
    """Ten folds in percent: B − A has the sum 55 and the sum of squares 931."""
    a, b = "73 81 82 72 85 86 87 89 93 81", "93 83 83 90 89 78 93 90 95 90"
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", f"{a}; {b}")
    said = text(at)
    assert f"so {931 - 55**2 / 10:g}/9 = 69.8333" in said
    assert "5.500 ÷ (8.357 ÷ √10) = **+2.081**, with n − 1 = **9** degrees of freedom" in said
    student, wilcoxon, wins = (
        said.partition(test)[2].partition("\n\n")[0]
        for test in ("**Student’s t**", "**Wilcoxon’s test**", "**The sign test**")
    )
    critical = [f"{stats.t.ppf(p, 9):.3f}" for p in (0.9, 0.95, 0.975, 0.995, 0.99)]
    assert critical == ["1.383", "1.833", "2.262", "3.250", "2.821"]
    assert "are **1.833** at 10 %, **2.262** at 5 % and **3.250** at 1 %" in student
    assert "Those of one side are 1.383, 1.833 and 2.821." in student
    said_of = "Of both sides, the lead is **significant at"
    more = "Of the side that leads, if it was chosen before, also at"
    assert f"{said_of} 10 %, and not at 5 % or 1 %**. {more} 5 %." in student
    for other, p in ((wilcoxon, "2 · 18/1,024 = 0.035"), (wins, "2 · 11/1,024 = 0.021")):
        assert f"{p}. {said_of} 10 % and 5 %, and not at 1 %**." in other
    assert "mean ± 2.262 · 2.643 = +5.500 ± 5.978: −0.478 to +11.478." in said
    assert f"5.500 ÷ 8.357 = **+{5.5 / (628.5 / 9) ** 0.5:.3f}**" in said
    rows = [row for table in tables(at) for row in table]
    (row,) = [row for row in rows if row[0] == "Student’s t-test"]
    assert row[2:4] == ["−0.478 to +11.478", "0.067"]
    set_to(at, "Scores A/B by topic", "0/9, 0/8, 0/9, 0/8, 0/9, 0/8, 0/9, 0/8")
    assert text(at).count(f"{said_of} 10 %, 5 % and 1 %**.") == 4
    assert more not in text(at)


def test_an_end_near_0_is_not_written_as_0() -> None:
    """The mean is 0.001, and t(5) · s/√6 = 2.570582 · 0.000358701 = 0.000922071."""
    at = visit(HERE)
    set_to(at, "Or differences B − A alone", "0.002 0.001 0.0015 −0.0006 0.0009 0.0012")
    (answers,) = [each for each in tables(at) if each[0][:2] == ["method", "assumes"]]
    (student,) = [row for row in answers if row[0] == "Student’s t-test"]
    assert student[2:4] == ["+0.000078 to +0.001922", "0.039"]


_WAYS = [*product((1, -1), repeat=10)]


@pytest.mark.parametrize("side", [1, -1])
def test_a_textbook_s_tests_are_worked_on_both_sides(side: int) -> None:
    """Croft, Metzler & Strohman (2010): ten queries in percent, 7 wins, 2 losses and a tie.

    The sizes 2 9 10 24 25 25 41 60 70: A wins those at ranks 1 and 4.
    """
    a, b = "25 43 39 75 43 15 20 52 49 50", "35 84 15 75 68 85 80 50 58 75"
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", f"{a}; {b}" if side > 0 else f"{b}; {a}")
    said = text(at)
    leader = "B" if side > 0 else "A"
    wins = "B wins 7, and A 2" if side > 0 else "B wins 2, and A 7"
    assert f"{wins}. 1 tie is left out: n = 9." in said
    assert f"In 36 + 9 + 1 = 46 of them {leader} wins 7 or more" in said
    assert "46/512 = 0.090. The p of both sides is 2 · 46/512 = 0.180." in said
    sums = ("W+ = 40", "W− = 5") if side > 0 else ("W+ = 5", "W− = 40")
    assert all(each in said for each in sums)
    assert "together 9 · 10 ÷ 2 = 45." in said
    assert "9 have a W+ of 5 or less" in said
    assert "The p of both sides is 2 · 9/512 = 0.035." in said
    d = [side * (y - x) for x, y in zip(map(int, a.split()), map(int, b.split()), strict=True)]
    one = [stats.wilcoxon([s * each for each in d], alternative="greater").pvalue for s in (1, -1)]
    assert sided(at, "Wilcoxon’s signed-rank test") == [f"{p:.3f}" for p in one]
    p = [stats.binomtest(wins, 9, alternative="greater").pvalue for wins in (7, 2)[::side]]
    assert sided(at, "sign test") == [f"{each:.3f}" for each in p]
    rows = [row for table in tables(at) for row in table]
    gap = ["−21.4", "3.6"] if side > 0 else ["21.4", "−3.6"]  # from the mean, 21.4
    assert ["4", "tie", "", "", gap[0], "457.96"] in rows
    five = ["+25", "5.5", ""] if side > 0 else ["−25", "", "5.5"]
    assert ["5", *five, gap[1], "12.96"] in rows
    assert "7612.4" in [row[-1] for row in rows if row[0] == "sum"]
    assert "are left out (here 1, so n = 9)." in said
    # SciPy's normal distribution takes shared ranks into account, too: 25 and 25.
    normal = stats.wilcoxon([each for each in d if each], method="approx", correction=False)
    assert f"p = {normal.pvalue:.3f} of both sides; 6/48 is for ranks that are shared" in said
    assert "of n = 9: 8 at 10 %, 5 at 5 %, 1 at 1 %; one-sided 10 at 10 %, 8 at 5 %, 3" in said
    far = [abs(sum(w * e for w, e in zip(way, d, strict=True))) for way in _WAYS]
    count = sum(each >= abs(sum(d)) for each in far)
    assert f"{count} have a sum as far from 0: the p of both sides is {count}/1,024 = 0.047" in said


@pytest.mark.parametrize(
    "typed",
    [
        *("0.4/0.5, 0.6/0.8, 0.7/0.6", ".4 / .5 .6/.8 .7/.6", "0.4 0.6 0.7; 0.5, 0.8, 0.6"),
        *("A: 0.4 0.6 0.7; B: 0.5 0.8 0.6", "0.4 0.5; 0.6 0.8; 0.7 0.6"),
        "1 0.4 0.5; 2 0.6 0.8; 3 0.7 0.6",
    ],
)
def test_the_scores_of_an_exercise_are_typed(typed: str) -> None:
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", typed)
    assert scores(at)[:2] == ["0.067", "0.750"]
    assert controls(at)["Scores A/B by topic"]["value"] == "0.4/0.5, 0.6/0.8, 0.7/0.6"
    assert notices(at) == []
    for wrong in (
        "0.4/0.5, 0.6",
        "0.4 0.5; 0.6",
        "a/b",
        "-1/0.2",
        "1/1/1",
        "5/6, /",
        ";",
        "0.4 0.5",
        "1001/9",
    ):
        set_to(at, "Scores A/B by topic", wrong)
        assert "was not taken" in notices(at)[0], wrong
        assert controls(at)["Scores A/B by topic"]["value"] == wrong
        assert "note" not in controls(at)["Or differences B − A alone"]
        assert scores(at)[0] == "0.067"


@pytest.mark.parametrize(
    "typed",
    [
        ".11 .01 .01 -.02 .02 .47 .11 −.01 .01 –.07",
        "+0.11, 0.01, 0.01, - 0.02, 0.02, 0.47, 0.11, -0.01, 0.01, -0.07",
    ],
)
def test_differences_alone_are_typed(typed: str) -> None:
    """Ten differences of a handbook: the mean 0.64/10, t 1.32 with p 0.218, sign test 0.344."""
    at = visit(HERE)
    set_to(at, "Or differences B − A alone", typed)
    assert scores(at)[0] == "0.064"
    given = [0.11, 0.01, 0.01, -0.02, 0.02, 0.47, 0.11, -0.01, 0.01, -0.07]
    assert f"**{stats.ttest_1samp(given, 0).statistic:+.3f}**" in text(at)
    assert any("Only the differences are known" in said for said in notices(at))
    written = controls(at)["Or differences B − A alone"]["value"]
    assert written == "0.11, 0.01, 0.01, −0.02, 0.02, 0.47, 0.11, −0.01, 0.01, −0.07"
    for wrong in ("0.1 0.2 x", "", "1001 0.2", "0.1/0.2"):
        set_to(at, "Or differences B − A alone", wrong)
        assert "was not taken; allowed are numbers from −1000 to 1000" in notices(at)[0], wrong
        assert scores(at)[0] == "0.064"


# Of other exercises: pairs in their own unit, with what SciPy says of them.
PRE, POST = (75, 62, 83, 71, 75, 78, 82, 83, 80, 65), (91, 60, 83, 72, 80, 92, 79, 85, 80, 79)
FIRST, SECOND = (
    (92, 90, 92, 85, 89, 97, 88, 86, 85, 78),
    (102, 89, 96, 80, 92, 77, 101, 87, 102, 76),
)


@pytest.mark.parametrize(
    ("a", "b", "mean", "ranks", "p_signs", "top"),
    [
        (PRE, POST, "4.700", (29.5, 6.5, "2 · 16/256 = 0.125"), "2 · 37/256 = 0.289", 100),
        (FIRST, SECOND, "2.000", (34.5, 20.5, "2 · 260/1,024 = 0.508"), "0.754", 120),
    ],
)
def test_scores_above_1_keep_their_unit(
    a: tuple[int, ...],
    b: tuple[int, ...],
    mean: str,
    ranks: tuple[float, float, str],
    p_signs: str,
    top: float,
) -> None:
    """Two of the first pairs are equal, so eight have ranks: W− is 2.5 + 4."""
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", "; ".join(" ".join(map(str, each)) for each in (a, b)))
    assert notices(at) == []
    gaps = np.subtract(b, a)
    assert scores(at)[0] == mean
    assert (dots(at)["top"], dots(at)["empties"]) == (top, False)
    assert dots(at)["means"] == pytest.approx([np.mean(a), np.mean(b)])
    by_ways = [
        np.mean([w * gap for w, gap in zip(way, gaps, strict=True)])
        for way in product((1, -1), repeat=10)
    ]
    p = np.mean([abs(each) >= abs(gaps.mean()) - 1e-9 for each in by_ways])
    assert scores(at)[1] == f"{p:.3f}"
    won, lost, p_ranks = ranks
    said = text(at)
    assert f"W+ = {won:g}, those that A wins W− = {lost:g}" in said
    assert p_ranks in said
    assert p_signs in said
    student = stats.ttest_rel(b, a)
    assert f"**{student.statistic:+.3f}**" in said
    assert f"The p of both sides is {student.pvalue:.3f}." in said
    written = ", ".join(f"{x}/{y}" for x, y in zip(a, b, strict=True))
    assert controls(at)["Scores A/B by topic"]["value"] == written
    assert visit(HERE, at.query_params).query_params == at.query_params
    hundredth = np.divide(gaps, 100)  # what is drawn only has another unit
    small = visit(HERE)
    set_to(small, "Or differences B − A alone", " ".join(f"{gap:g}" for gap in hundredth))
    assert scores(small)[1:] == scores(at)[1:]
    rows = charts(at)["detectable"]
    unit = rows["high_end"].max()
    assert unit >= top
    assert rows["y"].dropna().max() <= unit


def test_scores_above_1_have_no_topic_without_a_score() -> None:
    at = visit(HERE, {"pairs": "5,6,7,9"})
    act(at, "pair", by="pairs", topic=0, to=[])
    assert "nothing twice beside numbers up to 1" in notices(at)[0]
    assert "Press ∅" not in text(at)
    act(at, "pair", by="pairs", topic=2, to=[5, 1000])
    assert (at.query_params["pairs"], dots(at)["top"]) == ("5,6,7,9,5,1000", 1000)


def test_both_means_are_written_as_sums() -> None:
    """AP of four needs: 1.81/4 and 2.959/4; the root of 0.473 · 0.587 · 0.75 · 0.00001 is 0.038."""
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", "0.473/0.359, 0.587/0.6, 0.75/1, 0/1")
    said = text(at)
    assert "Mean A = 1/4 (0.473 + 0.587 + 0.75 + 0) = **0.453**" in said
    assert "Mean B = 1/4 (0.359 + 0.6 + 1 + 1) = **0.740**" in said
    root = stats.gmean([0.473, 0.587, 0.75, 1e-5])
    line = "Geometric mean A = (0.473 · 0.587 · 0.75 · 0.00001)<sup>1/4</sup>"
    assert f"{line} = **{root:.3f}**" in said
    assert "trec_eval takes 0.00001 for every lower score" in said
    set_to(at, "Scores A/B by topic", "0.5/0.6")
    assert "Mean A = 1/1 (0.5) = **0.500**" in text(at)
    assert "takes 0.00001" not in text(at)
    set_to(at, "Or differences B − A alone", "0.2 −0.1 0.3")
    assert "B − A: the mean is **+0.133**" in text(at)
    assert "The means of A and of B then say nothing" in text(at)
    assert "Mean A" not in text(at)


@pytest.mark.parametrize(
    ("typed", "ways", "two_sided", "one_sided"),
    [
        ("7, 5 / 3, 1", 6, "2/6 = **0.333**", "1/6 = **0.167**"),
        ("8 6 5 / 4 3", 10, "2/10 = **0.200**", "1/10 = **0.100**"),
        ("1.5, -2, 0.25 / 4, 3.5, 9, 0.5", 35, None, None),
        ("1 2 3 4 5 6 7 / 2 4 6 8 1 3 5 7", 6435, None, None),
    ],
)
def test_two_groups_that_are_not_paired(
    typed: str, ways: int, two_sided: str | None, one_sided: str | None
) -> None:
    at = set_to(visit(HERE), "Scores of each group", typed)
    a, b = ([*map(float, part.replace(",", " ").split())] for part in typed.split("/"))

    def test(statistic: Callable[..., Any]) -> Any:
        found = stats.permutation_test(
            (a, b), statistic, n_resamples=np.inf, alternative="greater", vectorized=False
        )
        assert len(found.null_distribution) == ways
        return found.pvalue

    far = test(lambda x, y: abs(np.mean(x) - np.mean(y)))
    high = test(lambda x, y: np.mean(x) - np.mean(y))
    low = test(lambda x, y: np.mean(y) - np.mean(x))
    said = text(at)
    assert f"**{ways:,}** ways to split" in said
    for p in (far, high, low):
        digits = f"{p:.3f}" if p >= 0.01 else f"{p:.2g}"
        assert f"{round(p * ways):,}/{ways:,} = **{digits}**" in said
    assert two_sided is None or f"p of both sides: {two_sided}" in said
    assert one_sided is None or f"group 1 is higher: {one_sided}" in said
    listed = [
        rows for rows in tables(at) if rows[0] == ["group 1", "group 2", "difference", "as far"]
    ]
    assert [len(rows) - 1 for rows in listed] == ([ways] if ways <= 70 else [])
    if listed:
        assert [row[3] for row in listed[0]].count("yes") == round(far * ways)


def test_the_splits_of_four_scores_are_written_by_hand() -> None:
    at = set_to(visit(HERE), "Scores of each group", "7, 5 / 3, 1")
    (rows,) = [rows for rows in tables(at) if rows[0][:2] == ["group 1", "group 2"]]
    assert [row[2] for row in rows[1:]] == ["+4", "+2", "0", "0", "−2", "−4"]
    assert "Mean 1 = (7 + 5)/2 = 6.000, mean 2 = (3 + 1)/2 = 2.000" in text(at)
    assert "at least 1/6, and p of both sides at least 2/6 = 0.333: each split" in text(at)
    many = f"{' '.join(map(str, range(1, 32)))} / 1"
    for wrong in ("7 5", "7, 5, 3", "7,5,3", "1/2/3/4/5/6/7", "x/3", many, "1 / 1001", "/ 1"):
        set_to(at, "Scores of each group", wrong)
        assert "was not taken; allowed are 1 to 30 numbers, a stroke" in notices(at)[0], wrong
        assert at.query_params["unpaired"] == "7 5,3 1"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((62, 70, 71, 55, 60), (80, 75, 68, 77, 81)),
        ((8, 6, 5), (4, 3)),
        ((1, 2, 2, 3), (2, 3, 5, 5)),
        (tuple(range(12)), tuple(range(0, 24, 2))),
    ],
)
def test_two_groups_are_tested_by_t_and_by_ranks(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    typed = " / ".join(" ".join(map(str, each)) for each in (a, b))
    at = set_to(visit(HERE), "Scores of each group", typed)
    said = text(at)
    for name, is_pooled in (("**Student’s t of two groups**", True), ("**Welch’s t**", False)):
        part = said.partition(name)[2].partition("\n\n")[0]
        wanted = stats.ttest_ind(a, b, equal_var=is_pooled)
        assert f"**{wanted.statistic:+.3f}**".replace("-", "−") in part
        assert f"**{wanted.pvalue:.{3 if wanted.pvalue > 0.01 else 4}f}**" in part
        assert f"{wanted.df:.{0 if is_pooled else 2}f}" in part
        above, below = re.findall(r"([−.\d]+) ÷ ([.\d]+) = \*\*", part)[-1]
        assert float(above.replace("−", "-")) / float(below) == pytest.approx(
            wanted.statistic, abs=6e-4
        )
    u = stats.mannwhitneyu(a, b).statistic
    assert (
        f"= **{u:g}**, and U₂ = {len(a)} · {len(b)} − {u:g} = **{len(a) * len(b) - u:g}**" in said
    )
    assert f"difference is **{np.mean(a) - np.mean(b):+g}".replace("-", "−")[:20] in said
    assert ("more than the 200,000 that are counted" in said) == (len(a) == 12)
    for corrected, after in ((True, "."), (False, " of both sides.")):
        rough = stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=corrected).pvalue
        assert f"{p_value(rough)}{after}" in said.partition("Books also use")[2]
    if len(a) < 12:
        ranks = stats.rankdata([*a, *b])
        p = stats.permutation_test(
            (ranks[: len(a)], ranks[len(a) :]),
            lambda x, y: abs(np.mean(x) - np.mean(y)),
            n_resamples=np.inf,
            alternative="greater",
            vectorized=False,
        ).pvalue
        assert f"By all splits, the p of both sides is **{p:.3f}**" in said


def test_groups_of_nine_have_48620_splits_and_larger_ones_a_normal_distribution() -> None:
    """Nothing may vanish without a word. 12 + 12 scores have 2,704,156 splits."""
    nine = [10, 12, 15, 9, 14, 11, 13, 8, 16], [14, 17, 13, 18, 12, 16, 15, 19, 11]
    at = set_to(visit(HERE), "Scores of each group", "; ".join(" ".join(map(str, g)) for g in nine))
    wanted = stats.permutation_test(
        nine, lambda x, y, axis: x.mean(axis) - y.mean(axis), n_resamples=np.inf, vectorized=True
    )
    ways = round(wanted.pvalue * 48_620)
    assert f"p of both sides: {ways:,}/48,620 = **{p_value(wanted.pvalue)}**" in text(at)
    assert "(10 + 12 + 15 + 9 + 14 + 11 + 13 + 8 + 16)/9 = 12.000" in text(at)
    more = [*range(1, 31)], [*range(9, 39)]
    set_to(at, "Scores of each group", " / ".join(" ".join(map(str, g)) for g in more))
    assert "Mean 1 = 465/30 = 15.500, mean 2 = 705/30 = 23.500. Their difference is **−8**." in (
        text(at)
    )
    assert "There are 118,264,581,564,861,424 ways to split 60 scores" in text(at)
    s = np.std([*more[0], *more[1]], ddof=1)
    z = -8 / (s * np.sqrt(2 / 30))
    assert f"**{z:+.3f}**, and the p of both sides is about".replace("-", "−") in text(at)
    assert f"**{p_value(2 * stats.norm.sf(abs(z)))}**" in text(at)


def test_an_interface_is_faster_by_15_to_115_seconds() -> None:
    """A quiz: 2 · 14 users. Its solution has 1682 for ± 10 s at 99 %, which forgets a half."""
    of = "mean 250, s 71, n 14 / mean 315, s 86, n 14"
    at = set_to(visit(HERE), "Scores of each group", of)
    set_to(at, "Plan: the difference within ± w", "10")
    (rows,) = [rows for rows in tables(at) if "interval, Welch" in rows[0]]
    each = {row[0]: row[1:] for row in rows[1:]}
    assert each["90 %"][:2] == ["1.706", "−115.836 to −14.164"]
    assert [row[-1] for row in each.values()] == ["337", "478", "826"]
    for level, row in each.items():
        share = float(level.removesuffix(" %")) / 100
        x, y = (
            [m + s * v for v in stats.zscore([*range(14)], ddof=1)]
            for m, s in ((250, 71), (315, 86))
        )
        for column, pooled in ((1, True), (3, False)):
            low, high = stats.ttest_ind(x, y, equal_var=pooled).confidence_interval(share)
            assert row[column] == f"{low:+.3f} to {high:+.3f}".replace("-", "−")


def test_coffee_has_intervals_at_three_levels() -> None:
    """Nine experts: B − A has the 90 % interval .477 to 1.967; the 95 % one .298 to 2.146."""
    at = visit(HERE)
    typed = "23 24 19 21 21 25 26 21 19; 24 24 21 23 24 26 25 22 21"
    set_to(at, "Scores A/B by topic", typed)
    for part in ("+0.298 to +2.146. With 1.860 that of 90 % is +0.477 to +1.967.", "With 3.355"):
        assert part in text(at)
    assert "B − A: the mean is **+1.222**, the median **+1.000**." in text(at)


def test_a_mean_and_a_median_may_have_different_signs() -> None:
    """Eleven trials where smaller is better: the page names the higher one, not the better."""
    a = "878 872 865 877 872 890 873 887 868 888 878"
    b = "890 888 879 874 870 886 871 879 873 882 881"
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", f"{a}; {b}")
    assert "the mean is **+2.273**, the median **−2.000**. Their signs differ" in text(at)
    assert "For errors, times or ranks smaller is better" in text(at)
    (rows,) = [rows for rows in tables(at) if rows[0][:2] == ["topic", "higher"]]
    assert [row[1] for row in rows[1:4]] == ["B", "B", "B"]


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("mean 8.833, s 8.11, n 6", "mean 8.833 s 8.11 n 6"),
        ("n = 25; d̄ = −0.4; variance = 1.44", "mean -0.4 s 1.2 n 25"),
    ],
)
def test_mean_s_and_n_of_paired_differences_are_enough_for_t(typed: str, address: str) -> None:
    """Six people: t(5) = 8.833 / (8.11/√6) = 2.668, p 0.044."""
    at = set_to(visit(HERE), "Scores of each group", typed)
    assert at.query_params["unpaired"] == address
    _, mean, _, s, _, n = address.split()
    wanted = stats.ttest_ind_from_stats(float(mean), float(s), int(n), 0, 1e-12, int(n))
    t, freedom = float(mean) / (float(s) / int(n) ** 0.5), int(n) - 1
    p = float(2 * stats.t.sf(abs(t), freedom))
    said = text(at).partition("These are **paired differences**")[2]
    assert wanted.statistic == pytest.approx(t)
    assert f"**{t:+.3f}**, with n − 1 = **{freedom}**".replace("-", "−") in said
    assert f"The p of both sides is {p:.3f}. The one-sided p is half" in said
    assert f"system that leads: {p / 2:.3f}" in said


def test_mean_s_and_n_of_groups_are_enough_for_t_and_f() -> None:
    two = "M = 20, SD = 3, n = 10; M = 18, s² = 16, n = 12"
    at = set_to(visit(HERE), "Scores of each group", two)
    assert at.query_params["unpaired"] == "mean 20 s 3 n 10,mean 18 s 4 n 12"
    for pooled in (True, False):
        wanted = stats.ttest_ind_from_stats(20, 3, 10, 18, 4, 12, equal_var=pooled)
        assert f"**{wanted.statistic:+.3f}**" in text(at)
        assert f"**{wanted.pvalue:.3f}**" in text(at)
    set_to(at, "Scores of each group", f"{two} / mean 25 s 2 n 9")
    such = [(20, 3, 10), (18, 4, 12), (25, 2, 9)]
    f = stats.f_oneway(*(mean + s * stats.zscore(np.arange(n), ddof=1) for mean, s, n in such))
    assert f"F(2, 28) = <strong>{f.statistic:.3f}</strong>, p = <strong>{p_value(f.pvalue)}<" in (
        text(at)
    )
    set_to(at, "Scores of each group", "mean 20, s 3")
    assert "Or type mean 6, s 1.4, n 2 of each" in notices(at)[0]


def test_three_groups_have_an_analysis_of_variance() -> None:
    """Means 7/3, 13/4 and 7, of all 4.1; within 14/3 + 11/4 + 2."""
    at = set_to(visit(HERE), "Scores of each group", "1 2 4 / 2 3 4 4 / 6, 7, 8")
    rows = [row for table in tables(at) for row in table]
    between = 3 * (7 / 3 - 4.1) ** 2 + 4 * (13 / 4 - 4.1) ** 2 + 3 * (7 - 4.1) ** 2
    wanted = stats.f_oneway([1, 2, 4], [2, 3, 4, 4], [6, 7, 8])
    assert ["between", f"{between:.4f}", "2", "18.7417", f"{wanted.statistic:.3f}"] in rows
    assert ["within", "9.41667", "7", "1.34524", ""] in rows
    said = text(at)
    assert f"p = <strong>{wanted.pvalue:.4f}</strong>: significant at 5 %" in said
    critical = ", ".join(
        f"{stats.f.ppf(1 - level, 2, 7):.3f} at {100 * level:g} %" for level in (0.1, 0.05, 0.01)
    )
    assert f"The critical F is {critical}." in said
    assert "way to split" not in said
    for typed, why in (
        ("1 / 2 / 3", "One score in each group does not vary"),
        ("1 1 / 2 2 / 3 3", "F would divide by 0"),
        ("1 / 2", "One score in each group has no t."),
        ("1 1 / 2 2", "t would divide by 0"),
    ):
        assert why in text(set_to(at, "Scores of each group", typed))


def test_what_is_typed_stands_as_it_was() -> None:
    """An empty topic and four decimals come back."""
    at = visit(HERE)
    for label, typed in (
        ("Scores A/B by topic", "0.4567/0.4568, /, 0/1"),
        ("Or differences B − A alone", "0.0001, ∅, −1"),
    ):
        set_to(at, label, typed)
        assert controls(at)[label]["value"] == typed


@pytest.mark.parametrize(
    ("step", "topic", "nearer", "further"),
    [("ts-three", 2, 0.86, 0.94), ("ts-opening", 0, 0.92, 1), ("ts-interval", 0, 0.72, 0.8)],
)
def test_what_a_drag_answers_holds_wherever_it_lets_go(
    step: str, topic: int, nearer: float, further: float
) -> None:
    """And no further: on the ring it is a tie, and p another."""
    for to, is_open in ((nearer, True), (further, True), (nearer - 0.2, False)):
        at = visit(HERE)
        set_to(at, "Step", step)
        act(at, "pair", by="pairs", topic=topic, to=[dots(at)["value"][2 * topic], to])
        assert controls(at)["step"]["open"] == is_open, to
        count = len(dots(at)["value"]) // 2
        if "p" in tiles(at):
            assert (tiles(at)["p"].score == f"{2 / 2**count:.3f}") == is_open
        else:
            assert ("0 is outside" in title(at)) == is_open


@pytest.mark.parametrize(
    ("step", "shown", "outside"),
    [
        ("ts-small-wins", ["0.019", "0.0078", "8–0–0"], True),
        ("ts-one-huge", ["0.089", "1.000", "1–1–6"], False),
        ("ts-fifty", ["0.020", "0.0013", "31–4–15"], True),
        ("ts-ties", ["0.067", "0.500", "2–8–0"], False),
        ("ts-unclear", ["0.083", "0.688", "3–0–3"], False),
    ],
)
def test_what_the_steps_show(step: str, shown: list[str], outside: bool) -> None:
    at = visit(HERE)
    set_to(at, "Step", step)
    assert scores(at) == shown
    assert ("0 is outside" in title(at)) == outside


def test_a_topic_with_nothing_to_find_counts_as_it_is_told_to() -> None:
    """{1, 0.5, none}: a mean of 0.5 or 0.75."""
    at = visit(HERE)
    set_to(at, "Step", "ts-empty")
    for way, mean, means in (
        ("worst", "0.100", [0.5, 0.6]),
        ("skip", "0.150", [0.75, 0.9]),
        ("best", "0.100", [2.5 / 3, 2.8 / 3]),
    ):
        set_to(at, "A query with nothing to find", way)
        assert scores(at)[0] == mean
        assert dots(at)["means"] == pytest.approx(means)


def test_where_no_topic_counts_there_is_no_number_and_nothing_breaks() -> None:
    at = visit(HERE, {"pairs": ",", "empty": "skip"})
    assert not at.exception
    assert scores(at) == ["–", "–", "0–0–0"]
    assert dots(at)["means"] is None
    assert set(sentences(at, "text")) == {"There is nothing to draw for this list."}
    at = visit(HERE, {"pairs": "0.5,0.7"})
    assert not at.exception
    assert scores(at) == ["0.200", "1.000", "1–0–0"]


# What is drawn


BAR = ["part", "low", "high", "bottom", "top", "strong", "colour"]


def bars(at: AppTest, which: int = 0) -> pd.DataFrame:
    """The bars of a histogram, and how many means each holds."""
    rows = means(at, which).reindex(columns=BAR)
    rows = rows[rows["part"] == "bars"]
    return rows.assign(held=rows["top"] - rows["bottom"])


def test_the_histogram_builds_up_draw_by_draw() -> None:
    at = visit(HERE, SIX)
    assert is_off(at, "1 more")
    assert dots(at)["times"] is None
    press(at, "No draws")
    assert (title(at), len(bars(at)), interval(at)) == ("No draw yet", 0, [])
    gaps = np.array([-0.05, 0.02, 0.05, 0.03, 0.02, 0.05])
    rows = np.random.default_rng(0).integers(0, 6, (10_000, 6))
    for number in (1, 2, 3):
        press(at, "1 more")
        times = [int((rows[number - 1] == topic).sum()) for topic in range(6)]
        assert dots(at)["times"] == times
        mean = f"{gaps[rows[number - 1]].mean():+.3f}".replace("-", "−")
        assert title(at) == f"Draw {number}: mean {mean}"
    assert bars(at)["held"].sum() == 3
    assert means(at)["top"].max() >= 8  # there is room for bricks
    press(at, "100 more")
    assert title(at) == "103 draws: 0 is in the 95 % interval"
    low, high = np.quantile(gaps[rows[:103]].mean(1), [0.025, 0.975])
    assert interval(at) == [f"95 %: {low:+.3f} to {high:+.3f}".replace("-", "−")]
    press(at, "10,000 more")
    assert (value(at, "Resamples"), "resamples" in at.query_params) == (10_000, False)
    press(at, "Undo")
    assert title(at).startswith("103 draws")
    press(at, "Draw anew")
    assert value(at, "Seed") == 1
    assert dots(at)["times"] != [int((rows[102] == topic).sum()) for topic in range(6)]
    again = visit(HERE, at.query_params)
    assert means(again).equals(means(at))


def test_a_topic_that_is_left_out_is_not_drawn() -> None:
    at = visit(HERE, {"pairs": "0.4,0.5,,,0.6,0.8", "resamples": "1", "empty": "skip"})
    times = dots(at)["times"]
    assert times[1] is None
    assert times[0] + times[2] == 2


@pytest.mark.parametrize("preset", [None, "ts-small-wins", "ts-one-huge", "ts-fifty", "ts-ties"])
def test_bars_hold_every_mean(preset: str | None) -> None:
    """What is pale lies outside the interval, a twentieth; beyond the axis none is lost."""
    at = visit(HERE)
    if preset:
        set_to(at, "Step", preset)
    for which in (0, 1):
        each = bars(at, which)
        pale = each[~each["strong"].astype(bool)]["held"].sum()
        total = each["held"].sum()
        stacked = each.sort_values("bottom").groupby("low", sort=False)
        assert all((bar["bottom"][1:].values == bar["top"][:-1].values).all() for _, bar in stacked)
        if which == 0:
            assert total == 10_000
            assert pale <= 500
        else:
            (ways,) = re.findall(r"of ([\d,]+) ways", title(at, "changed"))
            assert total == int(ways.replace(",", ""))
    rows = means(at)
    ends = rows[rows["part"] == "room"]["low"].tolist()
    assert ends[0] <= rows["low"].min()
    assert rows["high"].max() <= ends[1]


def test_ways_as_far_as_the_real_one_are_strong() -> None:
    """Of 64 ways to change names 20, which is p; each mean that can be has a bar and is told."""
    at = visit(HERE, SIX)
    each = bars(at, 1)
    assert each[each["strong"].astype(bool)]["held"].sum() == 20
    assert title(at, "changed") == "A lead of 0.020 or more in 20 of 64 ways"
    assert sorted(means(at, 1).query("part == 'lines'")["low"]) == pytest.approx([-0.02, 0.02])
    rows = means(visit(HERE, THREE), 1)  # ±0.1 ±0.2 ±0.1, over three
    said = set(rows["said"][rows["part"] == "places"])
    far = "at least as far from 0 as the measured one"
    assert said == {
        *(f"{sign}0.133: 1 way, {far}" for sign in "+−"),
        *(f"{sign}0.067: 2 ways, {far}" for sign in "+−"),
        "0: 2 ways, nearer to 0",
    }


@pytest.mark.parametrize("preset", [None, "ts-small-wins", "ts-fifty", "ts-ties"])
def test_bars_have_the_colour_of_the_system_that_leads(preset: str | None) -> None:
    """What is exactly 0 has a bar of its own."""
    at = visit(HERE)
    if preset:
        set_to(at, "Step", preset)
    each = bars(at)
    gaps = np.array(dots(at)["value"]).reshape(-1, 2) @ [-1, 1]
    drawn = gaps[np.random.default_rng(0).integers(0, len(gaps), (10_000, len(gaps)))].mean(1)
    for colour, count in (
        (theme.LINES, (drawn > 1e-12).sum()),
        (0, (abs(drawn) <= 1e-12).sum()),
        (theme.UNJUDGED, (drawn < -1e-12).sum()),
    ):
        assert each[each["colour"] == colour]["held"].sum() == count


def test_what_so_many_topics_can_show() -> None:
    """Their differences spread with s = 0.037: six find 0.053, and 0.020 takes 29."""
    at = visit(HERE, SIX)
    rows = charts(at)["detectable"]
    (here,) = rows[rows["part"] == "here"][["x", "y"]].to_numpy().tolist()
    gaps = np.array([-0.05, 0.02, 0.05, 0.03, 0.02, 0.05])
    assert here == [6, pytest.approx(detectable(gaps, 6))]
    assert "29 needed" in set(rows["name"])
    said = set(rows["said"])
    assert "With 29 topics a difference of 0.020 is found in four of five comparisons" in said
    curve = rows[(rows["part"] == "line") & (rows["name"] == "found")]
    for _, point in curve.iterrows():
        if point["x"] < 5000:  # beyond, Student's t is taken for normal
            assert point["y"] == pytest.approx(detectable(gaps, int(point["x"])))
    assert "your lead 0.020" in set(rows["name"])
    # The better of two may be the first: then B is behind by as much.
    behind = SIX["pairs"].split(",")
    behind[::2], behind[1::2] = behind[1::2], behind[::2]
    turned = charts(visit(HERE, {"pairs": ",".join(behind)}))["detectable"]
    assert {"your lead 0.020", "29 needed"} <= set(turned["name"])
    # Nothing is found where nothing spreads, and one topic has no spread.
    for pairs in ("0.4,0.5,0.5,0.6", "0.4,0.5"):
        assert (charts(visit(HERE, {"pairs": pairs}))["detectable"]["part"] != "here").all()


def detectable(gaps: Any, topics: int) -> float:
    quantiles = stats.t.ppf([0.975, 0.8], topics - 1)
    return float(quantiles.sum() * np.std(gaps, ddof=1) / topics**0.5)


def test_so_many_metrics_find_so_much_by_chance() -> None:
    at = visit(HERE)
    for tried, expected, any_ in ((20, "1", "0.642"), (1, "0.05", "0.050"), (40, "2", "0.871")):
        set_to(at, "Metrics tried", tried)
        (squares,) = re.findall("<ol class='alarms'.*?</ol>", text(at))
        said = [float(p) for p in re.findall(r">([\d.]+)</li>", squares)]
        assert said == pytest.approx(np.random.default_rng(0).random(tried), abs=5e-4)
        assert squares.count("class=alarm>") == sum(p < 0.05 for p in said)
        assert f"**{expected}** of them are expected below 0.05" in text(at)
        assert f"**{any_}**" in text(at)
        last = f"0.95<sup>{tried - 1}</sup> · 0.05 = **{0.95 ** (tried - 1) * 0.05:.4f}**"
        assert f"metric {tried} is the first one below 0.05 is {last}" in text(at)
    assert "From 14 metrics on it is above one half." in text(at)  # 1 − 0.95^13 is 0.487
    set_to(at, "Metrics tried", 10)
    assert "0.95<sup>9</sup> · 0.05 = **0.0315**" in text(at)
    set_to(at, "Level α", 0.01)
    assert "expected below 0.01." in text(at)
    assert "= **0.096**, if" in text(at)  # 1 − 0.99^10
    assert "From 69 metrics on" in text(at)  # 1 − 0.99^68 is 0.495


def own_tests(at: AppTest) -> tuple[list[list[str]], list[list[str]]]:
    """The rows of Bonferroni and Holm, and those of Benjamini and Hochberg."""
    both = (("Holm: p ≤ limit", 5), ("rejected", 3))
    strict, fdr = (
        next(table[1:] for table in tables(at) if table[0][column:][:1] == [head])
        for head, column in both
    )
    return strict, fdr


def test_p_values_of_an_exam_are_corrected_and_worked() -> None:
    """UC Berkeley, IEOR 151 (2013), homework 3: 0.05/5, and 0.05/5, 0.05/4, 0.05/3, 0.05/2."""
    at = visit(HERE)
    set_to(at, "p-values", "0.07, 0.001, 0.015, 0.005, 0.05")
    said = text(at)
    assert "Without a correction **3 of 5** are below α = 0.05, and 1 is exactly α." in said
    assert "here 0.05/5 = 0.01." in said
    assert said.count("Rejected: **2 of 5: test 2 and test 4**.") == 1
    assert said.count("Rejected: **3 of 5: test 2, test 4 and test 3**.") == 2
    strict, fdr = own_tests(at)
    assert strict == [
        ["test 2", "0.001", "yes", "0.005", "0.05/5 = 0.01", "yes", "5 · 0.001 = 0.005"],
        ["test 4", "0.005", "yes", "0.025", "0.05/4 = 0.0125", "yes", "4 · 0.005 = 0.02"],
        ["test 3", "0.015", "no", "0.075", "0.05/3 = 0.01667", "yes", "3 · 0.015 = 0.045"],
        ["test 5", "0.05", "no", "0.25", "0.05/2 = 0.025", "no", "2 · 0.05 = 0.1"],
        [
            *("test 1", "0.07", "no", "0.35", "0.05/1 = 0.05", "no"),
            "0.1, as above: 1 · 0.07 is less",
        ],
    ]
    assert fdr[3] == ["test 5", "0.05", "4 · 0.05/5 = 0.04", "no", "0.0625"]
    set_to(at, "Level α", 0.01)
    assert text(at).count("Rejected: **1 of 5: test 2**.") == 3
    set_to(at, "p-values", "BM25 p = 0.9; LTR 0.8")
    strict, _ = own_tests(at)
    assert strict[0][::6] == ["LTR", "2 · 0.8 = 1.6, so 1"]
    assert strict[1][::6] == ["BM25", "1, as above: 1 · 0.9 is less"]
    assert "Rejected: **none**." in text(at)


@pytest.mark.parametrize(
    ("typed", "tests"),
    [
        ("0.07 0.001 .015", ("0.07", "0.001", "0.015")),
        ("0,07; 0,001", ("0.07", "0.001")),
        ("H1: p = 0.07, H2: p=1e-5", ("H1 0.07", "H2 1e-05")),
        ("nDCG@10 0.021 RR (0.1)", ("nDCG@10 0.021", "RR 0.1")),
        ("AP\t0.07\nRR\t0", ("AP 0.07", "RR 0")),
    ],
)
def test_p_values_are_read_as_people_write_them(typed: str, tests: tuple[str, ...]) -> None:
    knob = KNOBS["own_p_values"]
    assert knob.parse(typed, 3) == tests
    assert knob.parse(knob.in_words(tests, 3), 3) == tests


@pytest.mark.parametrize("typed", ["", "x", "1.2", "0.5,,0.4", "-0.5", "p < 0.001", "0.1 " * 41])
def test_what_is_no_p_value_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="numbers from 0 to 1, with commas"):
        KNOBS["own_p_values"].parse(typed, 3)


def test_plain_numpy_draws_the_same_interval() -> None:
    at = visit(HERE, {**THREE, "seed": "5", "resamples": "400"})
    (code,) = re.findall("<code>(.*?)</code>", text(at), re.S)
    names: dict[str, Any] = {}
    exec(html.unescape(code), names)
    ends = f"{names['low']:+.3f} to {names['high']:+.3f}".replace("-", "−").replace("+0.000", "0")
    assert interval(at) == [f"95 %: {ends}"]


def test_nothing_gives_the_mean_away_before_the_guess() -> None:
    at = visit(HERE, SIX)
    press(at, "Predict first")
    assert (dots(at)["means"], charts(at)) == (None, {})
    assert "95 % interval: the middle" not in text(at)
    set_to(at, "Your guess for mean B − A", "0.1")
    assert scores(at)[0] == "0.020"
    assert "off by <b>0.080</b>" in text(at)


def test_terms_and_rows_name_the_topic_they_are_about() -> None:
    """So that pointing at one lights the others (assets/lit.js)."""
    at = visit(HERE, THREE)
    named = ["topic-1", "topic-2", "topic-3"]
    assert list(formula(at).terms) == named
    assert re.findall("<tr data-doc='([^']*)'>", "\n".join(pieces(at))) == named


# What can be done


def test_topics_are_set_added_emptied_and_removed_in_one_step_each() -> None:
    at = visit(HERE, THREE)
    for action, pairs in (
        ({"topic": 1, "to": [0.6, 0.65]}, "0.4,0.5,0.6,0.65,0.7,0.6"),
        ({"topic": 3, "to": [0.5, 0.5]}, "0.4,0.5,0.6,0.65,0.7,0.6,0.5,0.5"),
        ({"topic": 0, "to": []}, ",,0.6,0.65,0.7,0.6,0.5,0.5"),
        ({"topic": 2, "to": None}, ",,0.6,0.65,0.5,0.5"),
    ):
        act(at, "pair", by="pairs", **action)
        assert at.query_params == {"pairs": pairs}
        assert visit(HERE, at.query_params).query_params == at.query_params
    for _ in range(4):
        press(at, "Undo")
    assert at.query_params == THREE
    assert is_off(at, "Undo")
    press(at, "Redo")
    press(at, "Reset")
    assert at.query_params == THREE


def test_an_emptied_topic_has_its_own_scores_again_wherever_it_stands() -> None:
    """They go with their topic, through Undo and another page, and to no other."""

    def had(at: AppTest) -> list[Any]:
        return [pair and list(pair) for pair in dots(at)["had"]]

    at = visit(HERE, THREE)
    act(at, "pair", topic=1, to=[])
    act(at, "pair", topic=1, to=[])  # twice is once
    assert had(at) == [None, [0.6, 0.8], None]
    act(at, "pair", topic=2, to=[])
    act(at, "pair", topic=0, to=None)
    assert had(at) == [[0.6, 0.8], [0.7, 0.6]]
    act(at, "pair", topic=2, to=[0.5, 0.5])
    act(at, "pair", topic=0, to=[0.6, 0.8])
    assert had(at) == [None, [0.7, 0.6], None]
    assert at.query_params["pairs"] == "0.6,0.8,,,0.5,0.5"
    for _ in range(3):
        press(at, "Undo")
    assert had(at) == [None, [0.6, 0.8], [0.7, 0.6]]
    press(at, "Redo")
    assert had(go(go(at, "welcome"), HERE)) == [[0.6, 0.8], [0.7, 0.6]]
    # Other scores, also equal ones, are of other topics.
    set_to(at, "Step", "ts-empty")
    assert not any(had(at))
    act(at, "pair", topic=2, to=[0.5, 0.5])
    act(at, "pair", topic=2, to=[])
    assert had(at)[2] == [0.5, 0.5]
    assert value(at, "Step") == "ts-empty"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"topic": 4, "to": [0.5, 0.5]}, "This topic is no longer there."),
        ({"topic": -1, "to": None}, "This topic is no longer there."),
        ({"topic": 0, "to": [0.5, 1500]}, "A comparison holds two numbers from 0 to 1"),
        ({"topic": 0, "to": [0.5, None]}, "A comparison holds two numbers from 0 to 1"),
        ({"topic": 0, "to": [0.5]}, "A comparison holds two numbers from 0 to 1"),
        ({"topic": 0, "to": "many"}, "A comparison holds"),
        ({"topic": 0}, "arrived damaged"),
        ({"topic": 0, "to": 5}, "arrived damaged"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_is_said(
    action: dict[str, Any], sentence: str
) -> None:
    at = act(visit(HERE, THREE), "pair", by="pairs", **action)
    (said,) = notices(at)
    assert sentence in said
    assert "Nothing was changed." in said
    assert at.query_params == THREE


def test_one_topic_stays_and_fifty_are_the_most() -> None:
    at = visit(HERE, {"pairs": "0.4,0.5"})
    assert "of 1 to 50 topics" in notices(act(at, "pair", by="pairs", topic=0, to=None))[0]
    full = visit(HERE, {"pairs": ",".join(["0.4,0.5"] * 50)})
    assert "of 1 to 50 topics" in notices(act(full, "pair", by="pairs", topic=50, to=[0, 1]))[0]
    assert len(dots(full)["value"]) == 100


@pytest.mark.parametrize(
    "typed", ["0.5", "1,2000", "2,3,,", "0.5,", "a,b", "nan,1", "-0.1,0.5", "0.1,0.2,0.3"]
)
def test_pairs_that_cannot_be_are_left_out_with_a_word(typed: str) -> None:
    at = visit(HERE, {"pairs": typed})
    (said,) = notices(at)
    assert f"“pairs={typed}” in the address was left out; allowed: two numbers from 0 to 1" in said
    assert scores(at)[0] == "0.020"


def test_presets_leave_the_list_on_the_board_alone() -> None:
    at = visit(HERE, {"a": "3A~0B", "pairs": "0.5,0.5"})
    set_to(at, "Step", "ts-ties")
    assert at.query_params["a"] == "3A~0B"
    act(at, "pair", by="pairs", topic=0, to=[0, 1])
    assert (value(at, "Step"), controls(at)["Step"]["mark"]) == ("ts-ties", "changed")


def test_it_is_told_what_happened_to_which_topic() -> None:
    now = Screen().with_settings(paired_scores=(0.4, 0.5, 0.6, 0.8, 0.7, 0.6))

    def told(*pairs: float | None, back: bool = False) -> str:
        return describe(now, now.with_settings(paired_scores=pairs), HERE, back=back)

    assert told(0.4, 0.5, 0.6, 0.9, 0.7, 0.6) == "Topic 2: A 0.60, B 0.90"
    assert told(0.4, 0.5, None, None, 0.7, 0.6) == "Topic 2: nothing to find"
    assert told(0.4, 0.5, 0.7, 0.6) == "Topic 2 removed"
    assert told(0.4, 0.5, 0.6, 0.8, 0.7, 0.6, 0.5, 0.5) == "Topic 4 added"
    assert told(0.4, 0.5, 0.6, 0.8, 0.7, 0.6, 0.5, 0.5, back=True) == "Topic 4 is back"
    assert told(0.1, 0.5, 0.6, 0.9, 0.7, 0.6) == "The scores of 2 topics changed"
    assert told(0.4, 0.5) == "Other scores, of 1 topics"


# Two runs

YOURS = {
    "one.run": b"t1 Q0 a 1 3 s\nt1 Q0 b 2 2 s\nt2 Q0 c 1 9 s\nt3 Q0 d 1 1 s\n",
    "web.qrels": b"t1 0 b 1\nt2 0 c 1\nt2 0 z 1\nt3 0 d 0\n",
    "two.run": b"t1 Q0 b 1 3 s\nt1 Q0 a 2 2 s\nt2 Q0 x 1 9 s\nt2 Q0 z 2 8 s\n",
}
"""AP: 1/2 and 1; 1/2 and 1/4; nothing to find."""


def bring(at: AppTest, files: Mapping[str, bytes]) -> AppTest:
    """Bring files, cut at the usual depth."""
    return act(upload(at, files), "cut", by="topic", to=5)


def test_two_runs_of_a_readers_own_are_compared() -> None:
    at = follow(bring(visit("your_data"), YOURS), "Compare both runs")
    assert at.query_params == {"compared": "files"}
    assert scores(at) == ["0.083", "1.000", "1–1–1"]
    low, high = stats.ttest_1samp([0.5, -0.25, 0], 0).confidence_interval()
    assert sentences(at, "text") == [
        "Mean AP@5 of 3 topics. A: 0.333, one.run, Judged@10 83 %. B: 0.417, two.run, "
        f"Judged@10 50 %. B − A: 95 % from −{-low:.3f} to +{high:.3f}, 0 is inside (Student’s t). "
        "With few topics the interval of the draws is too short.",
        "Run B: 1 topic without documents in the run, which counts as an empty list: t3.",
    ]
    assert title(at, "changed").endswith("in 8 of 8 ways")
    set_to(at, "A query with nothing to find", "skip")
    assert (scores(at)[0], scores(at)[2]) == ("0.125", "1–0–1")
    set_to(at, "Score of each topic", "reciprocal_rank")  # 1/2 and 1; 1 and 1/2
    assert (scores(at)[0], tiles(at)["mean B − A"].change) == ("0.000", "")  # of another kind
    set_to(at, "Cutoff k", 1000)
    assert sentences(at, "text")[0].startswith("Mean RR@1000 of 2 topics. A: 0.750, one.run")
    act(at, "cut", by="cutoff", to=1)
    assert scores(at)[2] == "1–0–1"
    (most,) = [table for table in tables(at) if table[0] == ["topic", "A", "B", "B − A"]]
    assert most[1:] == [
        ["t1", "0.0000", "1.0000", "1.0000"],
        ["t2", "1.0000", "0.0000", "−1.0000"],
    ]
    press(at, "Back to the dots")
    assert (scores(at)[0], len(dots(at)["value"])) == ("0.020", 12)
    assert "your two runs" in text(at)
    press(at, "Undo")
    assert scores(at)[2] == "1–0–1"
    # Another qrels, or none of this session's: the dots, and a word about it.
    at = visit(HERE, at.query_params)
    assert scores(at)[0] == "0.020"
    assert sentences(at, "caption")[0].startswith("Your two runs are not loaded.")


def test_no_draws_goes_to_none_for_so_many_topics_that_fewer_draws_are_made() -> None:
    """For 1,250 topics 8,000 are drawn at most, and the knob stands at 10,000."""
    topics = [f"q{at}" for at in range(1_250)]
    run = "".join(f"{topic} Q0 d 1 1 s\n" for topic in topics).encode()
    qrels = "".join(f"{topic} 0 d {at % 3}\n" for at, topic in enumerate(topics)).encode()
    files = {"one.run": run, "web.qrels": qrels, "two.run": run.replace(b"q9 Q0 d", b"q9 Q0 x")}
    at = follow(bring_both(visit("your_data"), files), "Compare both runs")
    press(at, "No draws")
    assert at.query_params["resamples"] == "0"
    press(at, "1 more")
    assert at.query_params["resamples"] == "1"


def test_a_second_run_that_cannot_be_read_is_none() -> None:
    at = bring(visit("your_data"), {**YOURS, "two.run": b"t1 Q0 b\n"})
    (said,) = sentences(at, "error")
    assert "two.run" in said
    assert "must have" in said or "no form that is known" in said
    assert "Compare both runs" not in controls(at)
    at = upload(at, YOURS)
    assert sentences(at, "error") == []
    assert "Compare both runs" in controls(at)
    # Without the second run there is nothing to compare.
    upload(at, {"one.run": YOURS["one.run"], "other.qrels": YOURS["web.qrels"]})
    assert scores(go(at, HERE))[0] == "0.020"


def test_our_example_tells_what_a_metric_chosen_late_can_find() -> None:
    """By nDCG p is below 0.05, by AP it is not; none of all metrics is after Holm."""
    at = visit(HERE)
    (way,) = re.findall(r"\[\*\*our two example runs\*\*\]\(#do=(.*?)\)", text(at))
    act(at, **json.loads(unquote(way)))
    assert at.query_params["compared"] == "example"
    assert value(at, "Step") is None  # its sentence is about the dots
    gaps = [0.2639, -0.05, 0.0889, -0.0333, -0.1667, 0.5, 0, 0.25]
    assert scores(at) == ["0.107", "0.203", "4–1–3"]
    assert float(np.mean(gaps)) == pytest.approx(0.1066, abs=1e-4)
    drawn = charts(at)["topics"].query("part == 'a'")
    assert drawn["value"].tolist() == pytest.approx(sorted(gaps), abs=5e-5)
    assert drawn["label"].tolist()[-2:] == ["+0.264", "+0.500"]
    assert re.fullmatch(r".+: A 0\.\d{3}, B 0\.\d{3}: \+0\.500", drawn["said"].tolist()[-1])
    set_to(at, "Score of each topic", "ndcg")
    assert scores(at)[1] == "0.047"
    assert "0 is outside" in title(at)
    (every,) = [table for table in tables(at) if table[0][0] == "metric"]
    wanted = {metric.label(5) for metric in METRICS.values()}
    assert {row[0].removesuffix(" (lower is better)") for row in every[1:]} == wanted
    assert all(float(row[3]) > 0.05 for row in every[1:])
    assert min(float(row[2]) for row in every[1:]) < 0.05
    saved = download(at, "All topics as CSV").decode().splitlines()
    assert (saved[0], len(saved)) == ("topic,A,B,B − A", 9)
    set_to(at, "Step", "ts-ties")
    assert scores(at)[0] == "0.067"


def test_a_metric_without_a_p_takes_no_p_from_the_others() -> None:
    """By binary metrics one topic counts, which is too few for a test; by graded ones two do."""
    files = {**YOURS, "web.qrels": b"t1 0 b 2\nt2 0 c 1\nt2 0 z 1\nt3 0 d 0\n"}
    at = follow(bring(visit("your_data"), files), "Compare both runs")
    act(at, "turn", knob="relevant_from", to=2)
    set_to(at, "A query with nothing to find", "skip")
    (every,) = [table for table in tables(at) if table[0][0] == "metric"]
    missing = {row[0]: (row[2] == "–", row[3] == "–") for row in every[1:]}
    assert missing["AP@5"] == (True, True)
    assert missing["nDCG@5"] == (False, False)
    assert all(p == corrected for p, corrected in missing.values())


def test_names_of_runs_and_topics_are_text() -> None:
    odd = "<img/src=x>"
    files = {f"{odd.replace('/', '_')}.run": f"{odd} Q0 a 1 1 s\n".encode()}
    files |= {"web.qrels": f"{odd} 0 a 1\nt2 0 b 1\n".encode()}
    files |= {"*two*.run": b"t2 Q0 b 1 1 s\n"}
    at = follow(bring(visit("your_data"), files), "Compare both runs")
    assert "<img" not in text(at)
    assert html.escape(odd) in text(at)
    assert "*two*.run, Judged@10 100 %." in sentences(at, "text")[0]


@pytest.mark.slow
def test_five_thousand_topics_are_compared() -> None:
    randomly = np.random.default_rng(0)
    lines: dict[str, list[str]] = {"one.run": [], "two.run": [], "web.qrels": []}
    for topic in range(5000):
        for name in ("one.run", "two.run"):
            order = randomly.permutation(10)
            lines[name] += [f"t{topic} Q0 d{d} 1 {10 - at} s" for at, d in enumerate(order)]
        lines["web.qrels"] += [f"t{topic} 0 d{d} {int(randomly.random() < 0.3)}" for d in range(10)]
    files = {name: "\n".join(lines[name]).encode() for name in ("one.run", "web.qrels", "two.run")}
    at = bring(visit("your_data"), files)
    end = time.monotonic() + 60
    while "Compare both runs" not in controls(at) and time.monotonic() < end:
        time.sleep(0.2)
        run(at)
    follow(at, "Compare both runs")
    assert "5,000 topics" in sentences(at, "text")[0]
    assert title(at).startswith("2,000 draws")
    act(at, "turn", knob="k", to=3)  # scores all topics anew
    assert not at.exception
    assert "5,000 topics" in sentences(at, "text")[0]


# In a browser

Open = Callable[..., Page]
ADDRESS = f"/{HERE}?pairs=0.4,0.5,0.6,0.8,0.7,0.6"


def dot(page: Page, topic: int, system: str) -> Locator:
    return page.get_by_role("slider", name=f"Topic {topic}, {system}", exact=True)


def place(slider: Locator, at: float) -> tuple[float, float]:
    """Where a dot of this score would be."""
    there = box(slider)
    half = slider.evaluate("(input) => parseFloat(getComputedStyle(input).fontSize)") / 2
    return there["x"] + half + at * (there["width"] - 2 * half), middle(slider)[1]


def test_a_dot_is_dragged_and_everything_follows(open_page: Open) -> None:
    page = open_page(ADDRESS, 1400, 1000)
    mean, undo = score(page, "mean B − A"), page.get_by_role("button", name="Undo", exact=True)
    expect(mean).to_have_text("0.067")
    given = query(page)
    third = dot(page, 3, "B")
    title = page.locator(".st-key-figure_chance_drawn h2")
    expect(title).to_contain_text("10,000 draws")
    was = title.inner_text()
    page.get_by_role("button", name="10,000 more").press("Enter")
    expect(page.get_by_role("status").filter(has_text="There are 10,000 already")).to_have_count(1)

    # Held, it is previewed; nothing is kept, and Escape gives it up.
    page.mouse.move(*place(third, 0.6))
    page.mouse.down()
    page.mouse.move(*place(third, 0.9), steps=5)
    expect(mean).to_have_text(re.compile(r"0\.1[67]\d"))
    expect(title).not_to_have_text(was)
    assert query(page) == given
    page.keyboard.press("Escape")
    expect(mean).to_have_text("0.067")
    page.mouse.move(*place(third, 0.95))
    page.mouse.up()
    expect(third).to_have_attribute("aria-valuetext", "0.60")
    expect(undo).to_be_disabled()

    # Let go, it is one step.
    page.mouse.move(*place(third, 0.6))
    page.mouse.down()
    page.mouse.move(*place(third, 0.9), steps=5)
    page.mouse.move(*place(third, 1.1), steps=3)
    page.mouse.up()
    expect(mean).to_have_text("0.200")
    expect(heard(page)).to_contain_text("Topic 3: A 0.70, B 1.00. mean B − A 0.200, up 0.133")
    comes_true(page, lambda: query(page)["pairs"].endswith("0.7,1"), "the address has it")
    undo.click()
    expect(mean).to_have_text("0.067")
    expect(undo).to_be_disabled()

    # Where both are equal, both can be seen and taken: A above the line, B below.
    page.mouse.click(*place(dot(page, 3, "A"), 0.6))
    expect(page.locator(".pair:nth-child(3) .difference")).to_have_text("0")
    a, b = dot(page, 3, "A"), dot(page, 3, "B")
    assert box(a)["y"] + box(a)["height"] <= box(b)["y"]
    page.mouse.click(*place(a, 0.2))
    expect(a).to_have_attribute("aria-valuetext", "0.20")
    expect(b).to_have_attribute("aria-valuetext", "0.60")

    # What stands for one topic lights up together.
    page.locator(".formula [data-doc=topic-2]").hover()
    lit = "(row) => getComputedStyle(row).outlineStyle"
    comes_true(
        page, lambda: page.locator(".pair:nth-child(2)").evaluate(lit) == "solid", "its row is lit"
    )


def test_topics_by_the_keys_in_quick_succession(open_page: Open) -> None:
    page = open_page(ADDRESS, 1400, 1000)
    mean, undo = score(page, "mean B − A"), page.get_by_role("button", name="Undo", exact=True)
    first = dot(page, 1, "A")
    for key in ("End", "ArrowLeft", "ArrowLeft", "Home"):
        first.press(key)
    expect(mean).to_have_text("0.200")  # 0.5, 0.2, −0.1
    for text_ in ("0.98", "0.99", "1.00", "0.40"):
        undo.click()
        expect(first).to_have_attribute("aria-valuetext", text_)
    expect(undo).to_be_disabled()
    # Two are removed, one added and one emptied before Python has answered.
    page.get_by_role("button", name="Remove topic 1").click()
    page.get_by_role("button", name="Remove topic 2").click()
    page.get_by_role("button", name="Add a topic").click()
    assert focused(page) == "Topic 2, A"
    page.keyboard.press("Home")
    page.get_by_role("button", name="Topic 1: nothing to find").press("Enter")
    comes_true(page, lambda: query(page)["pairs"] == ",,0,0.5", "nothing was lost")
    expect(mean).to_have_text("0.250")
    page.get_by_role("button", name="Topic 1: nothing to find").press("Enter")
    comes_true(page, lambda: query(page)["pairs"] == "0.6,0.8,0,0.5", "it has its scores again")
    page.get_by_role("button", name="Remove topic 2").press("Enter")
    assert focused(page) == "Remove topic 1"
    expect(page.get_by_role("button", name="Remove topic 1")).to_be_disabled()
    page.keyboard.press("Enter")
    settle(page)
    assert query(page)["pairs"] == "0.6,0.8"


def test_dots_of_another_unit_stand_on_an_axis_of_their_own(open_page: Open) -> None:
    """It goes to 120, by steps of 1; a new topic stands in its middle."""
    page = open_page(f"/{HERE}?pairs=92,102,90,89.5", 1400, 1000)
    expect(page.locator(".pairs .scale")).to_have_text("060120score")
    expect(page.locator(".pairs .difference")).to_have_text(["+10", "\u22120.5"])
    first = dot(page, 1, "B")
    track, line = box(page.locator(".pair .track").nth(1)), page.locator(".pairs .between").first
    reach = track["width"] - first.evaluate("(dot) => parseFloat(getComputedStyle(dot).fontSize)")
    assert box(line)["width"] == pytest.approx(10 / 120 * reach, abs=2)
    first.press("ArrowLeft")
    expect(first).to_have_attribute("aria-valuetext", "101")
    page.get_by_role("button", name="Add a topic").click()
    comes_true(page, lambda: query(page)["pairs"] == "92,101,90,89.5,60,60", "in its unit")
    page.mouse.click(*place(dot(page, 2, "A"), 0.5))
    comes_true(page, lambda: query(page)["pairs"] == "92,101,60,89.5,60,60", "in its unit")
    expect(score(page, "mean B − A")).to_have_text("12.833")  # 9, 29.5 and 0


def test_an_emptied_topic_keeps_its_scores(open_page: Open) -> None:
    """By what is done in quick succession, and by what Python has answered."""
    page = open_page(ADDRESS, 1400, 1000)

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    def has(pairs: str) -> None:
        comes_true(page, lambda: query(page).get("pairs") == pairs, f"the topics are {pairs}")

    press("Topic 2: nothing to find")
    press("Remove topic 1")
    press("Topic 1: nothing to find")
    has("0.6,0.8,0.7,0.6")
    press("Topic 1: nothing to find")
    press("Topic 2: nothing to find")
    press("Topic 1: nothing to find")
    press("Topic 1: nothing to find")
    has(",,,")
    settle(page)
    press("Undo")
    press("Undo")
    press("Remove topic 1")
    press("Topic 1: nothing to find")
    has("0.7,0.6")
    for _ in range(2):
        press("Undo")
    turn_to(page, "mean_over_queries")
    turn_to(page, HERE)
    press("Topic 2: nothing to find")
    has(",,0.7,0.6")
    # A mouse that holds a topic's score lets it go when the topics change, and takes no other.
    press("Add a topic")
    page.mouse.move(*place(dot(page, 2, "A"), 0.7))
    page.mouse.down()
    page.mouse.move(*place(dot(page, 2, "A"), 0.2), steps=3)
    page.get_by_role("button", name="Remove topic 1").press("Enter")
    page.mouse.move(*place(dot(page, 1, "A"), 0.9), steps=3)
    page.mouse.up()
    settle(page)
    assert re.fullmatch(r"0\.\d+,0\.6,0\.5,0\.5", query(page)["pairs"])


def test_draws_are_shown_at_the_topics(open_page: Open) -> None:
    page = open_page(ADDRESS, 1400, 1000)
    for name in ("No draws", "1 more", "1 more"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".st-key-figure_chance_drawn h2")).to_contain_text("Draw 2: mean")
    times = page.locator(".pairs .pair[data-times]").evaluate_all(
        "(rows) => rows.map((row) => Number(row.dataset.times))"
    )
    drawn = np.random.default_rng(0).integers(0, 3, (2, 3))[1]
    assert times == [int((drawn == topic).sum()) for topic in range(3)]
    expect(heard(page)).to_contain_text("Resamples: 2")


def test_dots_for_a_finger(open_page: Open) -> None:
    page = open_page(ADDRESS, 390, 844, touch=True)
    finger = page.context.new_cdp_session(page)
    third = dot(page, 3, "B")
    for part in page.locator(".pairs :is(button, input):visible").all():
        assert min(box(part)["width"], box(part)["height"]) >= 29.9
    third.evaluate("(input) => input.scrollIntoView({block: 'center'})")
    start, end = place(third, 0.6), place(third, 0.3)
    swipe(finger, [start, (start[0] - 20, start[1]), end])
    comes_true(page, lambda: 0.2 < float(query(page)["pairs"].rpartition(",")[2]) < 0.4, "it moved")
    page.goto(f"/{HERE}?pairs=" + ",".join(["0.01,1,1,0"] * 25))
    settle(page)
    assert overhang(page) == []


def test_the_first_screen_holds_what_matters(open_page: Open) -> None:
    """Question, scores, dots, histogram and interval, without scrolling; and in a hall."""
    six = f"/{HERE}?pairs=0.7,0.64,0.38,0.44,0.84,0.86,0.25,0.3,0.61,0.65,0.5,0.53"
    page = open_page(six)
    for path, width, height in (("", 1400, 900), ("", 1024, 768), ("&present=1", 1400, 900)):
        page.set_viewport_size({"width": width, "height": height})
        if path:
            page.goto(f"{six}{path}")
        settle(page)
        rows = page.locator(".pairs li")
        interval = page.locator(".st-key-figure_chance_drawn [aria-label^='95 %: ']")
        for part in (page.locator("dl.scores").first, rows.last, interval):
            at = box(part)
            assert 0 <= at["y"] <= height - at["height"], (width, part)
        assert overhang(page) == []


def test_steps_of_draws_work_out_a_draw_and_have_no_p() -> None:
    at = visit(HERE)
    set_to(at, "Step", "ts-draws")
    assert [*tiles(at)] == ["mean B − A"]
    press(at, "1 more")
    assert "This draw: (−0.05 + 2 · 0.02 + 2 · 0.03 + 0.05)/6 = +0.017" in "".join(pieces(at))
    assert title(at).endswith("+0.017")
    set_to(at, "Step", "ts-interval")
    assert [*tiles(at)] == ["mean B − A"]
    set_to(at, "Step", "ts-empty")  # a knob has the third one's room
    assert [*tiles(at)] == ["mean B − A", "p"]


def test_what_topics_can_show_follows_mean_s_and_n_that_are_typed() -> None:
    """G*Power 3.1: dz = 0.375 takes 58 topics for power 0.8; 40 have 0.638."""
    at = visit(HERE)
    set_to(at, "Scores of each group", "mean 0.03, s 0.08, n 40")
    said = text(at)
    assert "The differences that you typed have the standard deviation s = 0.080" in said
    assert "you need about **58** topics" in said
    assert "((1.960 + 0.842) · 0.080 ÷ 0.030)² = 55.8, so **56 topics**" in said
    far, centre = stats.t.ppf(0.975, 39), 0.375 * 40**0.5
    power = stats.nct.sf(far, 39, centre) + stats.nct.cdf(-far, 39, centre)
    assert f"So the power is **{power:.3f}**" in said
    assert "58 needed" in set(charts(at)["detectable"]["name"])
    set_to(at, "Power of the plan", 0.9)
    set_to(at, "α of the plan", 0.01)
    assert "takes ((z₁ + z₂) · s ÷ difference)² = ((2.576 + 1.282) · 0.080 ÷ 0.030)²" in text(at)
    set_to(at, "Scores of each group", "mean 0, s 0.08, n 40")
    assert "There is nothing to plan" in text(at)


def test_means_of_aps_are_map_and_gmap_and_may_disagree() -> None:
    at = visit(HERE)
    set_to(at, "Scores A/B by topic", ".62 .48 .02 .75 .33; .50 .41 .12 .60 .37")
    said = text(at)
    a, b = [0.62, 0.48, 0.02, 0.75, 0.33], [0.5, 0.41, 0.12, 0.6, 0.37]
    for scores in (a, b):
        assert f"**{stats.gmean(scores):.3f}**" in said
    assert "A has the higher mean, B the higher geometric mean." in said
    set_to(at, "Scores A/B by topic", "0.5/0.6, 0.4/0.6")
    assert "the higher geometric mean" not in text(at)
