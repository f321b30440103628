"""Two tools: equal numbers stand together, and a number that was typed is explained.

What tools print is worked out here by hand, formula by formula, without the package.
"""

import html
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple
from urllib.parse import urlencode

import ir_measures
import pytest
import pytrec_eval
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    controls,
    notices,
    pieces,
    press,
    set_to,
    value,
    visit,
)
from expected import Setup
from live_app import settle
from live_board import Board, box, heard
from metrics import conventions
from metrics.catalog import METRICS
from metrics.conventions import pasted, printing
from metrics.conventions.differing import decided

Open = Callable[..., Page]

PAGE = "two_tools"
FIELD = "The number you got"
SHOWN, MISSED = (3, 0, 2, 0, 1), (3, 1)
"""The list of a step that makes ten numbers or more."""


class Group(NamedTuple):
    """A number of the page, and the text beside it."""

    text: str
    marks: str

    def has(self, tool: str) -> bool:
        return re.search(rf"\b{re.escape(tool)}\b", self.text) is not None


def groups(at: AppTest) -> dict[str, Group]:
    """The groups by their number, from top to bottom."""
    (piece,) = (each for each in pieces(at) if each.startswith("<section class='printed'"))
    rows = re.findall(
        r"<li class='([^']*)'><details[^>]*><summary><b>([^<]*)</b>(.*?)<em>.*?</em></summary>"
        "<div class='ways'>(.*?)</div>",
        piece,
    )
    found = {number: Group(_spaced(f"{name} {ways}"), marks) for marks, number, name, ways in rows}
    assert len(found) == len(rows)
    count = len(found.keys() - {"none"})
    numbers = "number" if count == 1 else "different numbers"
    assert f"<b>{count}</b> {numbers} for one list" in piece
    return found


def _spaced(written: str) -> str:
    return re.sub(" +", " ", _plain(re.sub("(?=</?(p|ul|li|summary|code|small)>)", " ", written)))


def _plain(written: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", written))


def answers(at: AppTest) -> str:
    """What the page says of the numbers that were typed, or why it cannot."""
    (piece,) = (each for each in pieces(at) if each.startswith("<div class='answers'"))
    (refusal,) = re.findall("<p class='plain error'.*?</p>|$", short(at))[:1]
    piece = piece.removeprefix("<div class='answers'></div>") or refusal
    return _plain(re.sub("</(li|h3|p|small)>|(?=<p)|(?=<small)", "\n", piece))


def short(at: AppTest) -> str:
    """What it says of them beside the board."""
    (piece,) = (each for each in pieces(at) if each.startswith("<div class='short'"))
    return piece


TEN = f"/two_tools?{urlencode(Setup(SHOWN, MISSED, {'k': 3}).query())}"


def opened(
    k: int = 3, shown: Sequence[int] = SHOWN, missed: Sequence[int] = MISSED, **knobs: str
) -> AppTest:
    return visit(PAGE, Setup(shown, missed, {"k": k, **knobs}).query())


# By hand


def dcg(gains: Sequence[float], k: int) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains[:k], start=1))


def best(grades: Sequence[int]) -> list[int]:
    return sorted(grades, reverse=True)


def exponential(grades: Sequence[int]) -> list[int]:
    return [2**grade - 1 for grade in grades]


def precision(rank: int) -> float:
    return sum(map(bool, SHOWN[:rank])) / rank


def ndcg_of(k: int) -> dict[str, float]:
    every = [*SHOWN, *MISSED]
    hits, whole = [int(grade > 0) for grade in SHOWN], len(every)
    return {
        "trec_eval": dcg(SHOWN, k) / dcg(best(every), k),
        "gdeval": dcg(exponential(SHOWN), k) / dcg(exponential(best(every)), k),
        "Quepid": dcg(exponential(SHOWN), k) / dcg(exponential(best(every)), whole),
        "RecBole": dcg(hits, k) / dcg([1] * min(k, 5), k),
        "RecTools": dcg(hits, k) / dcg([1] * k, k),
        "scikit-learn": dcg(SHOWN, k) / dcg(best(SHOWN), k),
        "LightGBM": dcg(exponential(SHOWN), k) / dcg(exponential(best(SHOWN)), k),
    }


def ap_of(k: int) -> dict[str, float]:
    ranks = range(1, min(k, len(SHOWN)) + 1)
    hits = [rank for rank in ranks if SHOWN[rank - 1]]
    total = sum(map(precision, hits))
    every = [precision(rank) if rank <= 5 else 3 / rank for rank in range(1, k + 1)]
    return {
        "trec_eval": total / 5,
        "RecBole": total / min(5, k),
        "LightGBM": total / min(3, k),
        "torchmetrics": total / len(hits),
        "Elliot": sum(every) / k,
    }


@pytest.mark.parametrize("k", [3, 10])
@pytest.mark.parametrize(
    ("metric", "numbers"),
    [
        ("ndcg", ndcg_of),
        ("average_precision", ap_of),
        ("precision", lambda k: {"trec_eval": precision(min(k, 5)) * min(k, 5) / k}),
        ("recall", lambda k: {"trec_eval": {3: 2, 10: 3}[k] / 5}),
        ("reciprocal_rank", lambda _: {"trec_eval": 1.0}),
    ],
)
def test_who_prints_which_number(
    metric: str, numbers: Callable[[int], dict[str, float]], k: int
) -> None:
    at = opened(k, printed=metric)
    found = groups(at)
    for tool, number in numbers(k).items():
        group = found.get(f"{number:.4f}")
        assert group, (tool, number, list(found))
        assert group.has(tool), (tool, number, group)
    (piece,) = (each for each in pieces(at) if each.startswith("<section class='printed'"))
    for part in piece.split("<details class='rest'>"):
        known = [float(number) for number in re.findall(r"<summary><b>([\d.]+)</b>", part)]
        assert known == sorted(known, reverse=True)
    (own,) = (number for number, group in found.items() if "own" in group.marks.split())
    assert own == f"{numbers(k)['trec_eval']:.4f}"


def test_what_is_relevant_in_the_list_alone_is_called_so() -> None:
    """2 hits of 3 in the top 3, of 3 relevant in the list and 5 in all."""
    found = groups(opened(printed="f1"))
    assert "k + relevant in the list" in found[f"{4 / 6:.4f}"].text
    assert "scikit-learn" in found[f"{4 / 6:.4f}"].text
    assert "in the list" not in found[f"{4 / 8:.4f}"].text


def test_how_each_line_is_known_is_marked() -> None:
    for metric, known in {
        "ndcg": ("ranx 0.3.21 ndcg@3 : run by", "Quepid 8.1 and later NDCG@3 : read in"),
        "reciprocal_rank": ("ranx 0.3.21 mrr@3 : run by",),
    }.items():
        text = " ".join(group.text for group in groups(opened(printed=metric)).values())
        assert [each for each in known if each in text] == list(known)


def test_a_page_of_numbers_for_one_list() -> None:
    """The six of the table, by hand; what makes them is said beside each."""
    at = visit(PAGE)
    before = groups(at)  # it opens with the gain alone; what its act makes waits for it
    assert {"0.8175", "?"} <= {*before}
    assert "0.7364" not in before
    assert charts(at)["printed"].query("label == '?'").number.isna().tolist() == [True]
    set_to(at, "Gain", "exponential")
    assert {*groups(at)} == ({*before} - {"?"}) | {"0.7364"}
    assert "?" not in {*charts(at)["printed"].label}
    set_to(at, "Step", "tools-opening")
    found = groups(at)
    for number, word in {
        "0.6788": "grade",
        "0.6581": "2^g",
        "0.6189": "not cut",
        "0.8400": "list alone",
        "0.9049": "list alone",
    }.items():
        assert word in found[number].text.replace("2g", "2^g")


def test_the_chart_has_each_convention_that_differs_in_one_thing() -> None:
    at = opened(got="0.6788 and 0.93")
    rows = charts(at)["printed"]
    ways = rows[rows.part == "ways"].set_index("name")
    assert ways.number.is_monotonic_decreasing
    own = ways.loc["gain g, ideal of all judged, cut at k"]
    assert own.said.startswith("0.6788 as Rankbook: gain = grade, ideal of all judged, cut at k (t")
    other = ways.loc["gain 2ᵍ − 1"]
    assert other.said.endswith("). Only the gain differs: 0.6788 → 0.6581")
    assert (other.own, other.strong, own.strong) == (own.number, False, True)
    assert "gain 2^g − 1, ideal of the list alone" not in ways.index  # two things
    alone = ways.number["ideal of the list alone"]
    assert alone == pytest.approx(dcg(SHOWN, 3) / dcg(best(SHOWN), 3))
    labels = rows[rows.part == "own"].label.tolist()
    assert labels == ["Rankbook 0.6788", "yours 0.6788", "yours 0.93"]
    act(at, "move", list="a", id="3", to=0)
    assert {*charts(at)["printed"].query("part == 'ways'").key} == {*ways.key}


def test_a_sum_gives_the_number_that_it_stands_at() -> None:
    """Of each metric and list, also where missed documents are counted by some tools alone."""
    found = 0
    for metric in ("precision", "f1", "rbp"):
        for number, group in groups(opened(printed=metric)).items():
            for written in re.findall(r"\btools? ([\d(][\d./ ·+()]*) [A-Za-z]", group.text):
                value = eval(written.replace("·", "*"))
                assert value == pytest.approx(float(number), abs=2e-3), (metric, written)
                found += 1
    assert found > 3


@pytest.mark.parametrize("metric", ["ndcg", "average_precision"])
@pytest.mark.parametrize("knobs", [{}, {"ideal": "uncut"}])
def test_two_bars_and_their_sums_give_the_number_they_stand_at(
    metric: str, knobs: dict[str, str]
) -> None:
    found = set()
    (piece,) = (
        each
        for each in pieces(opened(printed=metric, **knobs))
        if each.startswith("<section class='printed'")
    )
    for row in piece.split("<li class='")[1:]:
        number, *bars = re.findall("<summary><b>(.*?)</b>|<b aria-hidden='true'>(.*?)</b>", row)
        if not bars:
            continue
        above, below = (
            sum(float(each) for each in re.findall(r"width:([\d.]+)%", bar)) for _, bar in bars
        )
        assert max(above, below) == pytest.approx(100, abs=0.1)
        assert above / below == pytest.approx(float(number[0]), abs=1e-3)
        said = re.findall("</b></dd><dd>(.*?)(?:<span> = (.*?)</span>)?</dd>", row)
        values = [eval(written.replace("·", "*")) for written, _ in said]
        assert values[0] / values[1] == pytest.approx(float(number[0]), abs=2e-3)
        for by_hand, (_, total) in zip(values, said, strict=True):
            assert not total or float(total) == pytest.approx(by_hand, abs=5e-3)
        found.add(row.partition("'")[0])
    assert found == {"", "own"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "metric", ["average_precision", "reciprocal_rank", "precision", "f1", "rbp", "ndcg", "dcg"]
)
def test_a_call_beside_a_number_prints_it_from_grade_2_on(metric: str) -> None:
    """Each call of the page is evaluated, with documents a, b, c … of falling scores."""
    import ranx  # takes seconds

    shown, missed = (1, 2, 0, 3, 1), (0, 1)
    grades = dict(zip("abcdefg", (*shown, *missed), strict=True))
    scores = {name: 9.0 - rank for rank, name in enumerate("abcde")}
    libraries = {"ranx": ranx, "ir_measures": ir_measures, "pytrec_eval": pytrec_eval}

    def printed_by(call: str) -> float:
        of_ranx = call.startswith("ranx")
        qrels, run = ({"1": each} for each in (grades, scores))
        given = (ranx.Qrels(qrels), ranx.Run(run)) if of_ranx else (qrels, run)
        said = eval(call, {**libraries, "qrels": given[0], "run": given[1]})
        if call.startswith("ir_measures"):
            return float(next(ir_measures.iter_calc([said], qrels, run)).value)
        return float(said) if of_ranx else float(*said["1"].values())

    at = opened(4, shown, missed, printed=metric, scale="3", **{"from": "2"})
    (piece,) = (each for each in pieces(at) if each.startswith("<section class='printed'"))
    evaluated = 0
    for number, ways in re.findall(r"<summary><b>([\d.]+)</b>(.*?)</div></details></li>", piece):
        for call in map(html.unescape, re.findall("<code>([^<]*)</code>", ways)):
            if call.partition(".")[0] in libraries:
                assert f"{printed_by(call):.4f}" == number, call
                evaluated += 1
    assert evaluated >= 4


def test_what_is_handed_in_brings_groups_together() -> None:
    at = opened()
    assert groups(at)["0.8400"].has("scikit-learn")
    before = len(groups(at))
    set_to(at, "Judgements the tool gets", "everything")
    assert groups(at)["0.6788"].has("scikit-learn")
    assert "0.8400" not in groups(at)
    assert len(groups(at)) < before
    set_to(at, "Judgements the tool gets", "list")
    assert groups(at)["0.8400"].has("trec_eval")
    press(at, "Undo")
    press(at, "Undo")
    assert groups(at)["0.8400"].has("scikit-learn")


def test_groups_follow_what_is_held() -> None:
    at = opened()
    before = groups(at)
    act(at, "move", list="a", id="3", to=0, held=True)
    moved = (2, 3, 0, 0, 1)
    number = dcg(moved, 3) / dcg(best([*SHOWN, *MISSED]), 3)
    assert groups(at)[f"{number:.4f}"].has("trec_eval")
    act(at, "cancel", held=True)
    assert groups(at) == before


def test_names_of_documents_break_ties() -> None:
    """All scores tied: trec_eval reads from z to a, so a new name is a new place."""
    at = opened(4, (0, 3, 1, 2), (), tied="all")  # Page 1, Page 2 …, read from the last
    ideal = dcg([3, 2, 1, 0], 4)
    assert groups(at)[f"{dcg([2, 1, 3, 0], 4) / ideal:.4f}"].has("trec_eval")
    mean = sum([3, 2, 1]) / 4 * sum(1 / math.log2(rank + 1) for rank in range(1, 5))
    assert groups(at)[f"{mean / ideal:.4f}"].has("scikit-learn")
    act(at, "rename", list="a", id="2", title="Zebra")
    assert groups(at)[f"{dcg([3, 2, 1, 0], 4) / ideal:.4f}"].has("trec_eval")


@pytest.mark.parametrize(
    ("typed", "graded", "retrieved", "scale"),
    [
        ("1 0 3 / 2", [1, 0, 3, 2], 3, 3),
        ("[1, 0, ?, 1]", [1, 0, None, 1], 4, 1),
        ("10110", [1, 0, 1, 1, 0], 5, 1),
        ("0 2", [0, 2], 2, 2),
        ("5 0", [5, 0], 2, 5),
        ("7 0", [7, 0], 2, 8),
    ],
)
def test_a_list_is_typed_as_its_grades(
    typed: str, graded: list[int | None], retrieved: int, scale: int
) -> None:
    at = opened()
    act(at, "type_list", to=typed)
    now = at.session_state["session"].current
    assert [document.grade for document in now.a.documents] == graded
    assert (now.a.retrieved, now.scale, now.k) == (retrieved, scale, retrieved)
    said = f"The scale is now 0 to {scale}, the shortest that has all grades."
    assert notices(at) == [said] * (scale != 3)


def test_a_typed_list_may_end_with_its_cutoff() -> None:
    at = opened()
    for typed, written in (("1 0 0 @20", "1 0 0 @ 20"), ("3 0 / 1 k = 1", "3 0 / 1 @ 1")):
        act(at, "type_list", to=typed)
        assert value(at, "The list") == written
        assert at.session_state["session"].current.k == int(written.split()[-1])
    act(at, "type_list", to="1 0 0")
    assert (value(at, "The list"), at.session_state["session"].current.k) == ("1 0 0", 3)
    act(at, "type_list", to="1 0 0 @ 51")
    assert "k is a whole number from 1 to 50, got 51." in short(at)


def test_each_typed_list_sets_the_scale_until_the_reader_does() -> None:
    at = opened()
    for typed, scale in (("8 0", 8), ("1 0 0", 1), ("2 0", 2)):
        act(at, "type_list", to=typed)
        assert at.session_state["session"].current.scale == scale
    act(at, "turn", knob="scale", to="4")
    act(at, "type_list", to="1 0 0")
    assert at.session_state["session"].current.scale == 4
    assert not notices(at)


def test_a_link_with_a_scale_keeps_it() -> None:
    at = visit(PAGE, {"scale": "4"})
    act(at, "type_list", to="1 0 0")
    assert at.session_state["session"].current.scale == 4


def test_a_refused_list_stays_in_its_field_beside_its_sentence() -> None:
    """The ratios 0.4 : 0.1 : 0.8 and −0.5 : 1 are 4 : 1 : 8 and −1 : 2."""
    at = opened()
    act(at, "type_list", to="0.4 0.1 0.8")
    act(at, "turn", knob="got", to="0.5")
    said = "“0.4 0.1 0.8” is not read, so all answers are of the list on the board."
    assert said in short(at)
    assert "if all grades are multiplied: type 4 1 8." in short(at)
    assert value(at, "The list") == "0.4 0.1 0.8"
    act(at, "type_list", to="-.5 1 / 0.25")
    assert "type -2 4 / 1. A grade below 0 is read as ?, not judged." in short(at)
    act(at, "type_list", to="3.00 2.70 2.10 1.99")
    assert "multiplied" not in short(at)
    assert "These look like a model’s scores, and not like grades. Type the grades" in short(at)
    act(at, "type_list", to="1 0")
    assert "is not read" not in short(at)


def test_the_task_of_a_step_goes_when_another_list_is_typed() -> None:
    at = visit(PAGE)
    act(at, "type_list", to="1 0 0")
    assert controls(at)["step"]["do"] == "This is a list of your own: move a document."


def test_what_is_refused_in_one_field_stays_when_another_one_is_refused() -> None:
    at = opened()
    act(at, "type_list", to="doc1 doc2")
    act(at, "turn", knob="got", to="about half")
    assert (value(at, "The list"), value(at, FIELD)) == ("doc1 doc2", "about half")


def test_names_are_said_to_be_allowed_until_a_number_is_typed() -> None:
    assert "need their names: MRR 0.06" in short(opened())
    assert "need their names" not in short(opened(got="0.5"))


def test_a_grade_below_0_is_not_judged_and_is_said() -> None:
    at = opened()
    act(at, "type_list", to="-1 2 / -2")
    shown = at.session_state["session"].current.a.documents
    assert [document.grade for document in shown] == [None, 2, None]
    said = notices(at)[0].partition(" The scale")[0]
    assert "is read as ?, not judged: trec_eval -J takes it so." in said
    act(at, "turn", knob="got", to="0.5")
    assert said in _plain(short(at))  # beside the answer, as long as this list stands
    act(at, "type_list", to="0 2")
    assert said not in _plain(short(at))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("10 0 0 1 5", "from 0 to 8, or ?. Type 8 0 0 1 4, and let your tool score these grades"),
        ("20 0 ? 10 / 30", "if all grades are divided: type 2 0 ? 1 / 3."),
        ("100 -1 1", "Type 8 ? 1, and let"),
        ("100 / 100 1", "Type 1 0 0 / 8 1, and let"),
    ],
)
def test_a_grade_that_is_too_high_is_refused_with_what_to_type(typed: str, told: str) -> None:
    at = opened()
    act(at, "type_list", to=typed)
    assert told in short(at)


@pytest.mark.parametrize("typed", ["", "/ 1", "doc1 doc2", "9 1", "1 0.5", "1 " * 51])
def test_what_is_no_list_of_grades_is_refused(typed: str) -> None:
    at = opened()
    before = at.session_state["session"].current
    act(at, "type_list", to=typed)
    assert at.session_state["session"].current == before
    (said,) = notices(at)
    assert "Nothing was changed" in said


def test_what_a_link_lacks_stands_beside_the_answer_until_the_list_changes() -> None:
    at = visit(PAGE, {"a": "1One~9Two~0Three"})
    assert "“Two” has the grade 9" in short(at)
    act(at, "move", list="a", id="2", to=0)
    assert "Two" not in short(at)


def test_two_numbers_may_differ_in_ties() -> None:
    ideal = dcg([3, 2, 1, 0], 4)
    stands, from_z = (dcg(order, 4) / ideal for order in ((0, 3, 1, 2), (2, 1, 3, 0)))
    at = opened(4, (0, 3, 1, 2), (), tied="all", got=f"{stands:.4f} and {from_z:.4f}")
    assert answers(at).strip().startswith("The two differ in how ties are broken")


def test_nothing_to_find_is_0_or_1_or_nothing() -> None:
    found = groups(opened(3, (0, 0, 0), ()))
    assert found["1.0000"].has("LightGBM")
    assert "1 where nothing is relevant" in found["1.0000"].text
    assert found["0.0000"].has("scikit-learn")
    assert list(found)[-1] == "none"
    assert found["none"].has("gdeval")


def test_numbers_are_hidden_until_they_are_guessed() -> None:
    at = opened()
    press(at, "Predict first")
    said = "".join(pieces(at))
    assert "0.6788" not in said
    assert "0.8400" not in said
    set_to(at, "Your guess for nDCG@3", "0.5")
    assert groups(at)["0.8400"]


# What people brought: the list, the number, and what must and must not be said of it


class Brought(NamedTuple):
    """A number from outside. The list is in digits, unjudged ?, missed ones after a slash."""

    grades: str
    knobs: dict[str, object]
    got: str
    says: tuple[str, ...]
    never: tuple[str, ...] = ()


RR, HIT, AP, P, R = (
    {"printed": key, "scale": 1}
    for key in ("reciprocal_rank", "hit", "average_precision", "precision", "recall")
)
NDCG = {"printed": "ndcg"}
STANDS = "of this list as it stands"
GRADED = {**P, "scale": 5, "k": 5}
TIED = "If all scores are tied: RR@11, 1 / rank of the first hit, ties "
ALL_COPIES = "If all hits of one grade are the same document, and each counts: "

BROUGHT = {
    "T1": Brought(
        *("100", {**RR, "k": 3}, "0.5"),
        (
            f"No tool that we know prints 0.5 as RR@3 {STANDS}",
            "1/(rank + 1), one over a rank too many",
        ),
        ("decimals",),
    ),
    "T2": Brought(
        "12135", GRADED, "0.4", ("Relevant from grade 3, P@5 is 0.4: divided by k (trec_eval",)
    ),
    "T2, two": Brought(
        "12135", GRADED, "0.40", ("Relevant from grade 3, P@5 is 0.40: divided by k (",)
    ),
    "T3": Brought(
        *("10", {**RR, "scale": 3, "k": 2}, "0"),
        ("ids that do not match", "scores of 0 or less", "RR@2 of this list is 0.5000."),
        ("relevant from", "Relevant from"),
    ),
    "T4": Brought(
        *("12135", GRADED, "1 and 0.4"),
        ("The two differ in the grade from which", "trec_eval -l 3", "ir_measures rel=3"),
        ("No tool that we know", "no tool that we know"),
    ),
    "T5, AP": Brought("11", {**AP, "k": 2}, "2", (f"{ALL_COPIES}AP@2", "Duplicates"), ("But",)),
    "T5, nDCG": Brought("11", {**NDCG, "k": 2}, "1.63", (f"{ALL_COPIES}nDCG@2", "Duplicates")),
    "T5, R": Brought("110", {**R, "k": 3}, "2.0", (f"{ALL_COPIES}R@3", "Duplicates")),
    "T5, RR": Brought("101", {**RR, "k": 3}, "1.3333", ("sum of 1/rank over all hits", "Duplic")),
    "T6, cut": Brought(
        *("111111110", {**P, "k": 9}, ".8888"),
        ("P@9 is 0.8889", "0.88889, cut off after 4"),
    ),
    "T6, cut 2": Brought("110", {**P, "k": 3}, ".6666", ("P@3 is 0.6667", "cut off after 4")),
    "T6, less": Brought(
        "01",
        {**RR, "k": 2},
        ".4999",
        (
            "RR@2 is 0.5000",
            "one less in the last",
        ),
    ),
    "T6, nDCG": Brought(
        *("2101/1121", {**NDCG, "k": 4}, "0.7302"),
        ("nDCG@4 is 0.7303: gain = grade", "0.73025, cut off"),
        ("ERR@4", "No tool"),
    ),
    "T7": Brought("01000", {**AP, "k": 5}, ".25", ("AP is .25: area under straight lines", "0.18")),
    "T7, two": Brought("10100", {**AP, "k": 5}, ".7917", ("AP is .7917: area under straight",)),
    "T8, best": Brought("0" * 10 + "1", {**RR, "k": 11}, "1", (f"{STANDS}. {TIED}hits first",)),
    "T8, middle": Brought("0" * 10 + "1", {**RR, "k": 11}, "1/6", (f"{TIED}each at the middle",)),
    "T8, worst": Brought(
        *("1" + "0" * 10, {**RR, "k": 11}, "1/11"),
        (
            "mistake gives it: precision",
            "if all scores are tied, RR@11 is 1/11, as misses come first",
        ),
    ),
    "T8, mean": Brought("0" * 10 + "1", {**RR, "k": 11}, ".2745", (f"{TIED}averaged over all",)),
    "T8, hit": Brought("00010", {**HIT, "k": 2}, ".4", ("ties averaged over all orders",)),
    "T9": Brought(
        *("1??", {**P, "k": 3}, "1 and 0.3333"),
        ("The two differ in whether unjudged documents count", "trec_eval with -J"),
    ),
    "T10": Brought("111", {**NDCG, "k": 3}, ".3333", ("ideal of k top grades",), ("No tool",)),
    "T11": Brought(
        *("101", RR, "MRR 0.06, Hits@1 0.06, Hits@10 0.30"),
        ("cannot all be right. RR is at least 0.06/1 + 0.24/10 = 0.084, so 0.06 is impossible",),
    ),
    "T12, candidates": Brought(
        *("00100", {**HIT, "k": 5}, "1"),
        ("Hit@5 is 1", "is the same in any order"),
    ),
    "T12, F1": Brought(
        *("101", RR, "P@5 0.40, R@5 0.30, F1@5 0.31"),
        ("F1 of the two means is 2PR/(P + R) = 0.3429", "0.31 is below: it may be that mean"),
    ),
    "T12, nDCG": Brought("101", RR, "nDCG@5 0.70, nDCG@10 0.60", ("the ideal order grows with k",)),
    "T13": Brought(
        *("001", {"printed": "r_precision", "scale": 1, "k": 3}, "0.3333"),
        ("No tool that we know prints 0.3333 as RP", "mistake gives it: precision of the whole"),
    ),
    # Threads that lost points
    "scikit-learn 9618": Brought(
        *("01000", {**AP, "k": 5}, "0.25 and 0.5"),
        ("The two differ in what lies between two",),
        ("tied", "RBP, p"),
    ),
    "scikit-learn 30147": Brought(
        *("11111", {**AP, "scale": 3, "k": 5}, "1 and 0"),
        ("so every order is ideal",),
        ("elevant from grade", "0/0"),
    ),
    "trulens 2746": Brought(
        *("11/1", {**R, "k": 2}, "1.0 and 0.5"),
        ("leads from 1.0, as the list stands, to 0.5: rank 2 repeats a document from above",),
        ("No tool that we know prints 1.0",),  # divided by min(relevant, k) it is 1, too
    ),
    "re-move 4": Brought(
        "00", {**RR, "k": 2}, "1", ("Nothing in this list is relevant.",), ("CatB",)
    ),
    "ogb 406": Brought(
        "100",
        {**HIT, "k": 1},
        "1 and 0",
        ("leads from 1, as the list stands, to 0: all scores are",),
    ),
    # A page of a student, and a candidate's
    "rounded twice": Brought(
        "132", {**NDCG, "k": 3}, "0.818", ("nDCG@3 is 0.817", "0.8175 rounded")
    ),
    "one number": Brought(
        "132", {**NDCG, "k": 3}, "0.8175 and 0.818", ("0.818 is 0.8175, rounded",)
    ),
    "no rounding": Brought(
        "132", {**NDCG, "k": 3}, "0.3", ("Nothing gives 0.3",), ("round to", "rounds")
    ),
    "a half": Brought("132", {**NDCG, "k": 3}, "0.5", ("same number as",), ("rounds", "decimals")),
    "nan": Brought("00", {**NDCG, "k": 2}, "nan", ("nDCG@2 is no number", "divides by zero")),
    "nan, retrieved nothing": Brought(
        *("000/11", {**NDCG, "k": 3}, "nan"),
        ("nDCG@3 is no number: nothing relevant was retrieved. It is nan then in trectools",),
        ("nothing is relevant",),
    ),
    "nan, AP": Brought(
        *("000/11", {**AP, "k": 3}, "nan"),
        ("Nothing relevant was retrieved, so a sum over the hits found is 0/0",),
    ),
    # Threads of a later trial, and their kinds
    "Metrics 57": Brought(
        *("111", {**AP, "k": 3}, "0.3333"),  # (1/1) / 3
        ("if all hits of one grade are one document, the first alone adds", "ml_metrics"),
    ),
    "one copy": Brought(
        *("111", {**AP, "k": 3}, "0.5556"),  # (1/1 + 2/3) / 3
        ("If two hits are one document, the first alone adds, and both are relevant: AP@3",),
    ),
    "xor": Brought(
        *("3021", {**NDCG, "k": 4}, "1.0573"),
        ("mistake gives it: the gain 2 ^ g, which is 2 XOR g in Python and C", "power is 2**g"),
    ),
    "xor of DCG": Brought(
        *("3021", {"printed": "dcg", "k": 4}, "3.5539"), ("XOR g",), ("read from its end",)
    ),
    "late discount": Brought(
        *("100", {**NDCG, "k": 3, "scale": 1}, "0.6309"),
        ("mistake gives it: the list discounted by 1/log₂(i + 2), the ideal order by 1/log₂(i",),
        ("tied two by two",),
    ),
    "off by one": Brought(
        *("0001", {**HIT, "k": 3}, "1"),
        ("Hit is 1: 1 for any hit, no cutoff. Or, with k = 4, Hit@4 is 1",),
    ),
    "Recommenders": Brought(
        *("10100/11111", {**AP, "k": 5}, "0.2381 and 0.3333"),  # 5/3 over 7 and over 5
        (
            "what is divided by. Recommenders prints both: map 0.2381 and map_at_k 0.3333",
            "0.3333 is also AP@5 divided by k (RecTools) or AP@5 divided by min(relevant, the doc",
        ),
    ),
    "count of Hit": Brought(
        *("10101", {**HIT, "k": 5}, "3"),
        ("The top 5 has 3 hits: ranx prints that as hits@5. Or it may come from large labels",),
    ),
    "count of R": Brought(
        *("10101", {**R, "k": 5}, "3"),
        ("If all hits of one grade are the same document, and each counts: R@5", "number of hits"),
    ),
    "trec_eval -J": Brought(
        *("?1", {**P, "k": 1}, "0.0000 and 1.0000"),
        ("The two differ in whether unjudged documents count",),
    ),
    "no dropped document": Brought(
        *("01", {**RR, "k": 2}, "1"),
        ("A common mistake gives it: one over the misses above the first hit",),
        ("drops",),
    ),
    "BEIR 187": Brought(
        *("1111111111", {**NDCG, "k": 10, "scale": 1}, "0.94"),  # DCG of nine over that of ten
        (
            "If the tool drops the first document, whose id is the query’s, nDCG@10 is 0.94",
            "(BEIR, MTEB). Or, with k = 9, nDCG@9 is 0.94",
        ),
    ),
    "a mean": Brought(
        *("0110", {**NDCG, "k": 10, "scale": 1}, "0.8467"),  # (0.6934 + 1) / 2
        (
            "in the mean with another query that scores 1",
            "A query with nothing relevant counts 0 in trec_eval",
            "It counts 1 in LightGBM",
            "It is left out by gdeval",
            "without a retrieved document counts 0 in ir_measures and PyTerrier. It is left",
        ),
    ),
    "a mean, or a cutoff": Brought(
        *("10100", {**AP, "k": 5}, "0.4167"),  # 5/6 / 2
        ("Or, in the mean with another query that scores 0, AP@5 is 0.4167",),
    ),
    "rapidfireai 261": Brought(
        *("101/1", {**NDCG, "k": 3, "scale": 1}, "0.2346"),  # 1.5 / (3 · 2.1309)
        ("mistake gives it: a gain of 1 for each hit in the list, and of 3 in the ideal order",),
        ("empty",),
    ),
    "autoevals 176": Brought(
        *("01", {**AP, "k": 2}, "ContextPrecision 1 and 0.5"),
        (
            "the same number as Hit, which autoevals prints as ContextPrecision",
            "AP is 0.5",
            "The two differ in the metric: 1 is Hit, which autoevals prints as ContextPrecision, "
            "and 0.5 is AP, which RAGAS prints as context_precision. ",
            "Or all scores are tied",  # trec_eval prints 1
        ),
    ),
    # Twenty threads that nobody here had seen
    "lkpy 309": Brought(
        *("543", {**NDCG, "scale": 5, "k": 2}, "1.21"),
        ("mistake gives it: DCG of the whole list over the ideal DCG of the top k", "What can ma"),
    ),
    "ragas 997": Brought(
        *("10", {**AP, "k": 2}, "1.5"),  # 1/1 + 1/2
        ("the sum of P@r over all ranks, divided by the hits found", "What can make it"),
        ("percentage",),
    ),
    "ones in the ideal": Brought(
        *("1122121100/22222222", {**NDCG, "k": 10}, "1.1533"),  # 5.2404 / 4.5436 = 1.15336
        ("an ideal order with a gain of 1 for each", "1.1533 is 1.15336, cut off after 4"),
    ),
    "catboost 2029": Brought(
        *("11110", {**P, "k": 10, "tied": "all"}, "0.8 and 0.4"),
        ("The two differ in what is divided by.", "P@10 divided by the documents returned"),
        ("differ in the cutoff",),
    ),
    "elasticsearch 154362": Brought(
        *("3/3333", {**NDCG, "k": 10}, "1.0 and 0.34"),
        ("differ in the ideal: that of 1.0 is of the list alone or cut at what was returned.",),
    ),
    "python-recsys 29": Brought(
        *("011/111", {**AP, "k": 3}, "0.5833335 and 0.23333"),  # (0.5 + 0.666667) / 2
        ("The two differ in what is divided by", "a value on the way to it was rounded"),
        ("Nothing",),
    ),
    "times k": Brought(
        *("010", {**NDCG, "scale": 1, "k": 3}, "1.8928"),
        ("cut at k, times k",),  # 3 / log2(3)
    ),
    "mteb 5092": Brought(
        *("101", RR, "mrr@10 1.0, ndcg@10 0.0"),
        ("cannot all be right", "so nDCG@10 is above 0, too"),
    ),
    "TF-Ranking 178": Brought(
        *("010", {**NDCG, "scale": 1, "k": 3}, "2.0"), ("gains multiplied by the rank",)
    ),
    "xor, sorted": Brought(
        *("3021", {**NDCG, "k": 4}, "0.7463"),  # over 3 + 2 / log2(3) + 1 / 2
        ("XOR g in Python and C, over an ideal sorted by that gain",),
    ),
    "nan of bpref": Brought(
        *("11", {"printed": "bpref", "scale": 1, "k": 2}, "nan"),
        ("bpref is no number: ranx prints nan, because it divides by the judged documents",),
        ("–",),
    ),
    "unitxt": Brought(
        *("01/1", {**NDCG, "scale": 1, "k": 3}, "0.3869 and 0.6934"),  # of 0 1, and of 0 1 1
        ("The two differ in whether the missed documents stand at the end of the list",),
        ("gets the missed",),
    ),
    "kg 53": Brought(
        *("11111/111", {**P, "k": 5}, "P@5 1.0, R@5 0.25"),  # 5 of 8 are 0.625
        ("not all of this list. The list on the board has P@5 1.0, too. But its R@5 is 0.625",),
        ("can stand together",),
    ),
    "xgboost 2208": Brought(
        *("1", {**NDCG, "k": 1}, "map@1 0.766555, ndcg@1 0.765355"),
        ("can stand together only with grades above 1 or with ties", "Here they differ"),
    ),
    "all alike": Brought(
        *("1111", {**NDCG, "scale": 1, "k": 4}, "1.0 and 0.8319"),
        ("All documents have the same grade, so every order is ideal", "One thing leads from 1.0"),
        ("the cutoff",),
    ),
    "a factor": Brought(
        *("4310321402", {**NDCG, "scale": 4, "k": 10}, "9.12"), ("nDCG@10 = 10 · 0.912 = 9.1166",)
    ),
    "nan of a hit": Brought(
        "01", {**NDCG, "k": 2}, "nan", ("nDCG@2", "A score that is nan"), ("e is nan:",)
    ),
}
"""T1 to T13, and threads, by hand. Of 11 tied, the mean of 1/rank is H(11)/11 = 0.2745."""


@pytest.mark.parametrize("name", BROUGHT)
def test_what_was_brought_is_explained(name: str) -> None:
    grades, knobs, got, says, never = BROUGHT[name]
    shown, missed = (
        [None if each == "?" else int(each) for each in part]
        for part in f"{grades}/".split("/")[:2]
    )
    at = visit(PAGE, Setup(shown, missed, {**knobs, "got": got}).query())
    said = _plain(short(at)) + answers(at).replace("\n", " ")
    assert not [each for each in says if each not in said], said[:900]
    assert not [each for each in never if each in short(at)], short(at)


@pytest.mark.parametrize(
    "number", ["0.6788", "0.400", "0.818", "0.9", "1.5", "0", "0.67132", "nan"]
)
def test_an_answer_does_not_contradict_itself(number: str) -> None:
    """Either the metric "is" the number, or no tool prints it, or nothing gives it."""
    at = opened(got=number)
    title = answers(at).strip().partition("\n")[0]
    claims = (
        "No tool that we know prints",
        "Nothing gives",
        f"No nDCG@3 is {number}",
        "nDCG@3 is ",
    )
    assert sum(title.startswith(claim) for claim in claims) == 1
    if not title.startswith("nDCG@3 is "):
        assert f"nDCG@3 is {number}" not in short(at).replace(f"No nDCG@3 is {number}", "")


# From a number back


@pytest.mark.parametrize("typed", ["0.6788", ".6788", "0,6788", "67.88 %", "0.679"])
def test_a_number_is_explained(typed: str) -> None:
    at = opened()
    set_to(at, FIELD, typed)
    said = answers(at)
    assert f"nDCG@3 is {typed}" in said
    assert "trec_eval" in said
    # 3/1 + 2/2 over 3/1 + 3/log2(3) + 2/2
    assert "(3 + 2 · 0.500) / (3 + 3 · 0.631 + 2 · 0.500) = 0.6788" in said
    assert "0.6788" in said
    assert at.query_params["got"] == typed
    assert [number for number, group in groups(at).items() if "yours" in group.marks] == ["0.6788"]
    assert notices(at) == []
    press(at, "Undo")
    assert answers(at) == ""


def test_two_numbers_differ_in_one_thing() -> None:
    at = opened()
    set_to(at, FIELD, "0.6788 and 0.6581")
    said = answers(at)
    assert said.strip().startswith("The two differ in the gain")
    assert "nDCG@3 is 0.6788" in said
    assert "nDCG@3 is 0.6581" in said
    set_to(at, FIELD, "0.8400; 0.6788")
    told = "the ideal of 0.6788 has the missed documents, that of 0.8400 does not"
    assert answers(at).strip().startswith(f"The two differ in the ideal: {told}")
    set_to(at, FIELD, "0.68 and 0.6788")
    assert "one number" in answers(at)


@pytest.mark.parametrize(
    ("got", "told"),
    [
        # 1 0 1 and one missed: (1 + 2/3) / 3 and / 2; 1/2 + 1/2 · p² · 1/3 · 1/2, p = 1 and 0.9
        ("average_precision 0.5556 and 0.8333", "what is divided by"),
        ("err 0.5833 and 0.5675", "how many unsatisfied readers go on"),
    ],
)
def test_what_two_numbers_differ_in_ends_its_sentence(got: str, told: str) -> None:
    metric, _, got = got.partition(" ")
    at = opened(3, (1, 0, 1), (1,), printed=metric, scale="1", got=got)
    assert f"<p>The two differ in {told}." in short(at)


@pytest.mark.parametrize(
    ("typed", "tools"),
    [
        ("0.84 and 0.90", ["TF-Ranking NDCGMetric", "LightGBM ndcg@3", "XGBoost ndcg@3,"]),
        ("0.84 and 0.90", ["XGBoost ndcg@3-", "CatBoost NDCG:top=3;type=Exp", "scikit-learn"]),
        ("0.6788 and 0.8400", ["trec_eval ndcg_cut_3", "CatBoost NDCG:top=3;type=Base"]),
    ],
)
def test_all_tools_that_read_alike_are_told_of_two_numbers(typed: str, tools: list[str]) -> None:
    """Those that count 1 where nothing is relevant, too, for here something is."""
    both = answers(opened(got=typed)).partition("nDCG@3 is ")[0]
    assert [each for each in tools if each in both] == tools


def test_whatever_two_definitions_differ_in_has_a_name() -> None:
    assert all(decided(knob) for one in conventions.all_definitions() for knob in one.knobs)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        # 1 0 0 and two missed: one of three, one of two at k = 2; 1 before two is the best order
        (
            "Recall@3 0.3333",
            "The number’s name is “Recall@3”, so this is about R@3 and not about nDCG@5. "
            "R@3 is 0.3333: divided by all relevant",
        ),
        ("R@3 0.5", "so this is about R@3 and not about nDCG@5. With k = 2, R@2 is 0.5"),
        ("average precision: 0.3333 and 1", "so this is about AP@5 and not about nDCG@5"),
        ("ndcg@1 1.0", "so this is about nDCG@1 and not about nDCG@5. nDCG@1 is 1.0"),
        ("ContextPrecision 0.3333", "so this is about AP@5 and not about nDCG@5"),
        ("context precision@2 0.5", "so this is about AP@2 and not about nDCG@5"),
        ("MAP@R 0.3333", "about AP@3 and not about nDCG@5. AP@3 is 0.3333"),  # R is 3
        ("mean rank 1", "ignored, and the answer is about nDCG@5. nDCG@5 is 1"),
        ("auc 1", "“auc” is no metric that we know, so the number is read as nDCG@5. nDCG@5 is 1"),
    ],
)
def test_a_single_name_chooses_the_metric_or_is_said_to_be_ignored(typed: str, told: str) -> None:
    at = opened(5, (1, 0, 0), (1, 1), got=typed)
    assert told in _plain(short(at).replace("</p><p>", " "))


@pytest.mark.parametrize("typed", ["nDCG@5 0.4693", "trec_eval: 0.4693", "0.4693", "nDCG 0.4693"])
def test_a_name_that_changes_nothing_is_not_mentioned(typed: str) -> None:
    """1 over 1 + 1/log2(3) + 1/2."""
    assert short(opened(5, (1, 0, 0), (1, 1), got=typed)).startswith(
        "<div class='short'><p>nDCG@5 is 0.4693"
    )


def test_a_number_of_another_metric_is_not_marked_among_those_of_this_one() -> None:
    """R@3 and AP@5 of 1 0 0 and two missed are 1/3; nDCG@5 is 0.4693."""
    for got, marked in (("0.4693", 1), ("nDCG@5 0.4693", 1), ("R@3 0.4693", 0)):
        found = groups(opened(5, (1, 0, 0), (1, 1), got=got))
        assert sum("yours" in each.marks for each in found.values()) == marked, got


def test_a_link_carries_the_number() -> None:
    at = opened(got="5/9", printed="average_precision")
    assert "AP@3 is 5/9" in answers(at)  # (1 + 2/3) / 3
    assert groups(at)["0.5556"].marks.split() == ["yours"]


def test_another_metric_may_be_what_gives_it() -> None:
    at = opened(got="0.400")
    assert (
        "No tool that we know prints 0.400 as nDCG@3 of this list. It is the same number as R@3: "
        "divided by all relevant" in short(at)
    )
    assert "R@3 = 2 / 5 = 0.4000" in answers(at)


def test_where_nothing_gives_it_the_nearest_stand_and_what_else_to_check() -> None:
    at = opened(got="0.67132")
    said = answers(at)
    assert said.startswith("Nothing gives 0.67132 for this list at k = 3")
    assert "Nearest, within 0.02, come" in said
    assert "What else to check" not in said
    _, _, hints = _plain(short(at)).partition("What else to check")
    assert "Rounding. Some tools round each query" in hints


@pytest.mark.parametrize(("typed", "meant"), [("0.6878", "0.6788"), ("0.9094", "0.9049")])
def test_two_swapped_digits_lead_to_the_number_of_a_tool(typed: str, meant: str) -> None:
    assert f"Or two digits are swapped: tools print {meant}." in short(opened(got=typed))
    assert "swapped" not in short(opened(got=meant))


def test_the_two_rows_that_stand_open_are_named_by_what_they_differ_in() -> None:
    """In the first steps, each of which has one difference."""
    at = visit(PAGE)
    for step, own, other in (
        ("tools-gain", "gain g", "gain 2g − 1"),
        ("tools-pool", "ideal of all judged, cut at k", "ideal of the list alone"),
    ):
        set_to(at, "Step", step)
        (piece,) = (each for each in pieces(at) if each.startswith("<section class='printed'"))
        rows = re.findall(r"<details open><summary><b>.*?</b><span>(.*?) <small>", piece)
        assert {*map(_plain, rows)} == {own, other}, step


def test_by_how_much_both_sums_grow_stands_beside_them_after_the_act_that_asks_for_it() -> None:
    at = visit(PAGE)
    assert "%</strong>" not in "".join(pieces(at))
    act(at, "turn", knob="gain", to="exponential")
    (own,) = re.findall("<li class='own'>.*?</div></details></li>", "".join(pieces(at)))
    grown = [dcg(exponential(order), 3) / dcg(order, 3) - 1 for order in ([1, 3, 2], [3, 2, 1])]
    written = [f"+{each:.0%}".replace("%", "\u00a0%") for each in grown]
    assert re.findall("<strong>(.*?)</strong>", own) == written
    act(at, "move", list="a", id="1", to=2)
    assert "%</strong>" not in "".join(pieces(at))


def test_all_numbers_that_a_question_names_stand_open() -> None:
    at = visit(PAGE)
    set_to(at, "Step", "tools-opening")

    def named() -> list[tuple[str, str]]:
        (piece,) = (each for each in pieces(at) if each.startswith("<section class='printed'"))
        return re.findall(r"<details open><summary><b>(.*?)</b><span>(.*?) <small>", piece)

    # Why the named number differs is what the question asks, so it waits for the act.
    assert named() == [("0.9049", "?"), ("0.6788", "gain g, ideal of all judged, cut at k")]
    act(at, "turn", knob="gain", to="exponential")
    of_lists = ("ideal of the list alone", "ideal of all judged, cut at k")
    assert named() == [*zip(("0.9049", "0.6581"), of_lists, strict=True)]


def test_another_cutoff_is_tried() -> None:
    at = opened(got="0.63256")  # at k = 4: 4 / (3 + 3 · 0.631 + 1 + 0.431)
    assert "With k = 4, nDCG@4 is 0.63256: gain = grade" in short(at)
    assert "With k = 4: nDCG@4 gain = grade" in answers(at)


def test_another_cutoff_is_likelier_than_what_no_tool_computes() -> None:
    at = opened(got="0.61")  # at k = 2: 3 / (3 + 3 · 0.631) = 0.613
    said = "With k = 2, nDCG@2 is 0.61: gain = grade, ideal of all judged, cut at k (trec_eval"
    assert said in short(at)
    first, _, others = answers(at).partition("efinitions that no known tool has")
    assert "no tool that we know of" not in first
    assert "no tool that we know of" in others
    said = answers(opened(got="75 %"))
    assert -1 < said.find("With k = 2") < said.find("nDCG gain 1 for a hit")


SIXTEEN = [
    ("ndcg", "0.5257", "pytrec_eval", "ir_measures", "ranx"),
    ("ndcg", "0.5483", "pytrec_eval ndcg"),
    ("ndcg", "0.4596", "ranx ndcg_burges@5"),
    ("ndcg", "0.7230", "scikit-learn ndcg_score"),
    ("ndcg", "0.7229882141809967", "scikit-learn ndcg_score"),
    ("ndcg", "0.7916", "scikit-learn ndcg_score"),
    ("ndcg", "0.6829", "LightGBM ndcg@5", "XGBoost ndcg@5"),
    ("average_precision", "0.4583", "pytrec_eval map_cut_5", "ranx map@5"),
    ("average_precision", "0.5694", "pytrec_eval map"),
    ("average_precision", "0.6875", "LightGBM map@5", "XGBoost map@5"),
    ("average_precision", "0.8542", "scikit-learn average_precision_score", "RAGAS"),
    ("bpref", "0.4167", "trec_eval", "pytrec_eval", "ir_measures"),
    ("rbp", "0.5279", "ir_measures"),
    ("dcg", "3.7541", "scikit-learn dcg_score", "ranx dcg"),
    ("dcg", "6.7085", "ranx dcg_burges"),
    ("rbp", "0.9503", "ranx rbp.80"),
    ("f1", "0.5455", "ranx f1@5"),
    ("f1", "0.6667", "scikit-learn f1_score"),
]
"""What an engineer's libraries print for 1 3 0 2 0 1, a 3 and a 2 missed, at k = 5."""


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "typed", "tools"), [(m, n, t) for m, n, *t in SIXTEEN])
def test_numbers_of_real_libraries_lead_to_these(metric: str, typed: str, tools: list[str]) -> None:
    at = opened(5, (1, 3, 0, 2, 0, 1), (3, 2), printed=metric, got=typed)
    first = answers(at).partition("more give")[0]
    assert [tool for tool in tools if tool in first] == tools
    if metric != "ndcg":  # and whoever takes it for another metric is led there, too
        set_to(at, "Metric", "ndcg")
        first = answers(at).partition("Definitions that no known tool prints")[0]
        assert [tool for tool in tools if tool in first] == tools


@pytest.mark.parametrize(
    ("setup", "printed", "got", "tools"),
    [
        # ranx.evaluate(qrels, run, "ndcg@4-l2"), and scikit-learn's ndcg_score of all tied
        (((1, 2, 0, 3, 1, None), (2, 1), {"from": 2, "k": 4}), "ndcg", "0.4854", "ranx ndcg@4-l2"),
        (((1, 2, 0, 3, 1, None), (2, 1), {"from": 2, "k": 4}), "rbp", "0.6272", "ranx rbp.80-l2"),
        (((1, 2, 0, 3, 1, None), (2, 1), {"k": 4}), "ndcg", "0.4854", "ranx ndcg@4-l2"),
        (((0, 3, 1, None, 2, 0, 1), (3, 1, 0), {"k": 5}), "ndcg", "0.454953", "ranx ndcg_burges"),
        (
            ((1, 0, 1, 1, 0, 0), (1,), {"k": 4, "tied": "all"}),
            *("ndcg", "0.4367", "scikit-learn ndcg_score(ignore_ties=True)"),
        ),
    ],
)
def test_what_an_engineer_did_not_find(
    setup: tuple[Sequence[int | None], Sequence[int], dict[str, object]],
    printed: str,
    got: str,
    tools: str,
) -> None:
    shown, missed, knobs = setup
    at = visit(PAGE, Setup(shown, missed, {**knobs, "printed": printed, "got": got}).query())
    assert tools in answers(at).partition("more give")[0]


# By hand: DCG 1 + 3/log2(3) + 2/log2(5), with 2^g - 1 1 + 7/log2(3) + 3/log2(5), and bpref, where
# of 5 relevant documents four are found, two below one of two judged misses: (1 + 1 + 1/2 + 0) / 6.
@pytest.mark.parametrize("typed", ["3.7541", "6.7085", "0.4167"])
def test_a_form_that_bears_the_name_of_a_tool_is_never_unknown(typed: str) -> None:
    at = opened(5, (1, 3, 0, 2, 0, 1), (3, 2), got=typed)
    (piece,) = (each for each in pieces(at) if each.startswith("<div class='answers'"))
    items = [_plain(item) for item in piece.split("<li>")]
    assert any("DCG@5" in item or "bpref" in item for item in items)
    tools = {line.tool for line in conventions.LINES}
    unknown = [item for item in items if "no tool that we know of" in item]
    assert not [item for item in unknown if any(tool in item for tool in tools)]


@pytest.mark.parametrize("metric", ["err", "rbp", "f1", "dcg", "bpref"])
def test_a_metric_of_few_tools_is_chosen(metric: str) -> None:
    at = opened(3)
    set_to(at, "Metric", metric)
    (own,) = (number for number, group in groups(at).items() if "own" in group.marks.split())
    by_hand = {
        "err": 7 / 8 + 1 / 8 / 3 * 3 / 8,
        "rbp": 0.2 * (1 + 0.64 * 2 / 3 + 0.8**4 / 3),
        "f1": 2 * 2 / (3 + 5),
        "dcg": 4,
        "bpref": (1 + 1 / 2 + 0) / 5,  # two judged misses, so a hit loses half for each above it
    }
    assert own == f"{by_hand[metric]:.4f}"
    set_to(at, FIELD, own)
    said = short(at)
    assert "is " + own in said or "No tool that we know" in said


def test_only_what_is_near_is_called_near() -> None:
    far = answers(opened(got="0.123"))
    assert "Nothing gives 0.123" in far
    assert "Nearest" not in far
    near = answers(opened(got="0.67132"))
    _, _, below = near.partition("Nearest, within 0.02, come")
    below, _, _ = below.partition("What else to check")
    found = [float(number) for number in re.findall(r"= (\d\.\d{4})", below)]
    assert found
    assert all(abs(number - 0.67132) <= 0.02 for number in found)


def test_the_headline_is_about_the_readings_below_it() -> None:
    """Of 0 1, all tied: 1/2 as they stand, and 1 from z to a. Both divide by the one hit."""
    at = opened(2, (0, 1), (), printed="average_precision", tied="all", got="0.50 and 1")
    assert "<p>The two differ in how ties are broken." in short(at)
    said = answers(at)
    assert said.strip().startswith("The two differ in how ties are broken")
    both = said.partition("AP@2 is 0.50")[0]
    readings = re.findall("^AP@2 (divided .*?) *$", both, re.MULTILINE)
    assert readings == [
        "divided by all relevant, ties as they stand",
        "divided by all relevant, ties by document id, z first",
    ][: len(readings)] or readings == [
        "divided by all relevant",
        "divided by all relevant, ties by document id, z first",
    ]
    # A tool that reads ties by id does not print what stands.
    assert "trec_eval" not in both.partition("by document id, z first")[0].partition("ranx")[0]


TURNS = {
    "the gain": "gain",
    "the ideal": "ideal",
    "what is divided by": "divided",
    "the discount": "discount",
}


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["ndcg", "average_precision"])
def test_what_the_headline_names_is_what_the_first_readings_differ_in(metric: str) -> None:
    numbers = sorted(groups(opened(printed=metric)).keys() - {"none"})
    told = 0
    for first, second in [*combinations(numbers, 2)][::3]:
        at = opened(printed=metric, got=f"{first} and {second}")
        headline, *_ = (line for line in answers(at).split("\n") if line)
        if not headline.startswith("The two differ in "):
            continue  # one definition gives both, or one alone
        readings = [
            {part.partition(" ")[0]: part for part in re.split(", (?!cut|not|none|at )", says)}
            for says in re.findall(rf"{re.escape('is')} [\d.]+: (.*?)[.<]", _plain(short(at)))
        ]
        if len(readings) < 2:
            continue  # the other number has no definition of its own beside the board
        told += 1
        for name, start in TURNS.items():
            one, other = (reading.get(start) for reading in readings)
            assert name not in headline or one != other, (headline, readings)
    assert told


def test_ties_are_tried_unasked() -> None:
    """The mean over all orders of four tied documents, and the order from z to a."""
    shown = (0, 3, 1, 2)
    mean = 6 / 4 * sum(1 / math.log2(rank + 1) for rank in range(1, 5)) / dcg([3, 2, 1, 0], 4)
    from_z = dcg([2, 1, 3, 0], 4) / dcg([3, 2, 1, 0], 4)
    said = short(opened(4, shown, (), got=f"{mean:.6f}"))
    assert "If all scores are tied: nDCG@4, gain = grade" in said
    assert "ties averaged over all orders (scikit-learn" in said
    said = short(opened(4, shown, (), got=f"{from_z:.6f} and {mean:.6f}"))
    from_z_is = f"{from_z:.6f} puts the last id in the alphabet first"
    assert f"All scores are tied: {from_z_is}, {mean:.6f} is the mean over all orders" in said


def test_with_two_decimals_chance_is_counted() -> None:
    printed = {f"{float(number):.2f}" for number in groups(opened()).keys() - {"none"}}
    said = answers(opened(got="0.84"))
    (count, others) = re.findall(
        r"of the 101 numbers with 2 decimals from 0 to 1, tools print (\d+) as nDCG@3 of this "
        r"list, and (\d+) as some metric",
        said,
    )[0]
    assert int(count) == len(printed)
    assert f"one number in {round(101 / int(others))} fits some tool by chance" in short(
        opened(got="0.84")
    )
    assert "By chance" not in answers(opened(got="0.840"))


def test_a_coincidence_is_called_one() -> None:
    """0.400 is the recall of the list, 2/5; 0.4583333 is its AP@5, with seven decimals."""
    assert "perhaps a coincidence" in short(opened(got="0.400"))
    said = short(opened(5, (1, 3, 0, 2, 0, 1), (3, 2), got="0.4583333"))
    assert "coincidence" not in said


@pytest.mark.parametrize(
    ("shown", "knobs", "says"),
    [
        ((2, 2, 2), {"got": "1"}, "so every order is ideal"),
        ((3, 0, 2, 0, 1), {"got": "0.6667"}, "P@3 counts hits and does not see their order."),
        ((3, 0, 2, 0, 1), {"got": "0.400"}, "R@3 counts hits and does not see their order."),
        ((3, 0, 2, 0, 1), {"got": "4.000"}, "A common mistake gives it: DCG itself"),
        ((3, 0, 2, 0, 1), {"got": "1.414"}, "DCG@3 is 4.0000 with the gain g, and 8.5000 with"),
        ((3, 0, 2, 0, 1), {"got": "1.414"}, "A document that stands twice"),
        ((3, 0, 2, 0, 1), {"got": "1.414", "printed": "err"}, "with a grade above the tool’s top"),
    ],
)
def test_special_lists_and_numbers_get_their_sentence(
    shown: Sequence[int], knobs: dict[str, str], says: str
) -> None:
    at = opened(3, shown, () if shown == (2, 2, 2) else MISSED, **knobs)
    assert says in answers(at) + _plain(short(at))


def test_of_a_sorted_list_only_this_order_is_ideal() -> None:
    assert "every order" not in answers(opened(3, (2, 1, 0), (), got="1"))


def test_ties_averaged_is_a_knob() -> None:
    """1.5 at each rank; with 2^g − 1 the mean of 0, 7, 1 and 3."""
    at = opened(4, (0, 3, 1, 2), (), tied="all")
    assert "scikit-learn" not in next(
        group.text for group in groups(at).values() if "own" in group.marks.split()
    )
    weights = sum(1 / math.log2(rank + 1) for rank in range(1, 5))
    for gain, number in {
        "linear": 6 / 4 * weights / dcg([3, 2, 1, 0], 4),
        "exponential": 11 / 4 * weights / dcg([7, 3, 1, 0], 4),
    }.items():
        set_to(at, "Ties in Rankbook", "averaged")
        set_to(at, "Gain", gain)
        (own,) = (number for number, group in groups(at).items() if "own" in group.marks.split())
        assert own == f"{number:.4f}"
        if gain == "linear":
            assert groups(at)[own].has("scikit-learn")
            ways = charts(at)["printed"].set_index("name")
            said = ways.said["ties as they stand"]
            assert "Only how ties are broken differs" in said


def test_a_line_says_its_version_its_rule_for_ties_and_its_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = [
        replace(line, call=f"ranx.{line.prints}" if line.tool == "ranx" else "")
        for line in conventions.LINES
    ]
    monkeypatch.setattr(printing, "LINES", tuple(called))
    (piece,) = (each for each in pieces(opened()) if each.startswith("<section class='printed'"))
    said = _plain(piece)
    assert "ir_measures 0.4.3 nDCG@3: run by our tests. Ties: by document id, z first." in said
    assert "TF-Ranking 0.5 NDCGMetric: read in its source. Ties: shuffled anew each time." in said
    assert "<code>ranx.ndcg_burges@3</code>" in piece


@pytest.mark.parametrize("scale", ["3", "5"])
def test_a_call_that_names_the_top_grade_follows_the_scale(scale: str) -> None:
    at = opened(printed="err", scale=scale)
    (piece,) = (each for each in pieces(at) if each.startswith("<section class='printed'"))
    assert re.findall('"maximum_relevance": (.*?)}', html.unescape(piece)) == [scale]
    (line,) = (each for each in conventions.LINES if "maximum" in each.call)
    assert '"maximum_relevance": top}' in line.called(10)


def test_a_remark_on_one_line_of_a_tool_names_the_line() -> None:
    (piece,) = (each for each in pieces(visit(PAGE)) if "What each tool computes" in each)
    heads = {
        tool: _plain(remarks)
        for tool, remarks in re.findall("<b>([^<]*)</b> [^<]*<small>(.*?)</small>", piece)
    }
    assert "bpref: Prints nan" in heads["ranx"]
    assert "RBP 0.95: A gain is given" in heads["NTCIREVAL"]
    assert "average_precision_score, label_ranking" in heads["scikit-learn"]
    assert heads["implicit"].startswith("Leaves a user without likes out.")
    for remarks in heads.values():
        sentences = re.split(r"(?<=\.) ", re.sub(r"(^|(?<=\. )).{,400}?: (?=[A-Z])", "", remarks))
        assert len({*sentences}) == len(sentences), sentences


def test_what_the_reference_says_of_a_tool_is_its_name() -> None:
    for metric in METRICS.values():
        for name, tool in re.findall(r"([\w-]+) in (\w+)", metric.tools):
            names = {line.name(10) for line in conventions.LINES if line.tool == tool}
            assert not names or name in names, (metric.key, name, tool)


@pytest.mark.parametrize("metric", ["ndcg", "average_precision", "err", "rbp"])
def test_names_of_conventions_end_before_the_numbers_of_a_phone(metric: str) -> None:
    at = opened(3, (1, 2, 0, 3, 1), (2, 1), printed=metric, scale="3", **{"from": "2"})
    names = charts(at)["printed"].query("part == 'ways'").name
    assert max(map(len, names)) <= 46  # of 6 pixels, in 350 less the 66 of the numbers


def test_readings_that_are_folded_are_counted() -> None:
    """Of hits, with 0.8^(rank − 1): (1 + 0.64 + 0.4096) / (1 + 0.8 + 0.64) is 0.84, too."""
    assert "Further definitions that no known tool has: 1" in answers(opened(got="0.8400"))
    assert re.search(r"definitions that no known tool has: \d", answers(opened(got="0.84")))


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("nDCG = 0.84", [0.84]),
        ("ndcg@3: 0,84", [0.84]),
        ("AP = 5/9", [5 / 9]),
        ("0.8400 (0.6788)", [0.84, 0.6788]),
        ("nDCG: 84 % (67.88 %)", [0.84, 0.6788]),
        ("0.6788/0.8400", [0.6788, 0.84]),
        ("trec_eval: 0.6788 and scikit-learn: 0.84", [0.6788, 0.84]),
        ("0.75 / 3", [0.25]),
        ("(1 + 2/3) / 3", [5 / 9]),
        ("2/3", [2 / 3]),
        ("map all 0.3897", [0.3897]),
        ("map                   \tall\t0.3897", [0.3897]),
        ("nDCG@5 0.4719", [0.4719]),
        ("nDCG@5 0.4719 0.61", [0.4719, 0.61]),
        ("np.float64(0.2624)", [0.2624]),
        ("NDCG:top=3;type=Base: 0.84", [0.84]),
        ("[0.4719]", [0.4719]),
        ("[0.4719, 0.6098]", [0.4719, 0.6098]),
        ("{'map': 0.3897}", [0.3897]),
        ("array([0.4719 0.6098])", [0.4719, 0.6098]),
        ("5e-2", [0.05]),
        ("trec_eval 0.4719 vs sklearn 0.6098", [0.4719, 0.6098]),
        ("1.0", [1]),
        ("0.3889 and 0.5", [0.3889, 0.5]),
    ],
)
def test_numbers_are_taken_as_people_paste_them(typed: str, values: list[float]) -> None:
    assert [each.value for each in pasted.read(typed)] == pytest.approx(values)


def test_the_first_screen_leads_to_the_field_for_a_number(open_page: Open) -> None:
    page = open_page("/two_tools")
    field = page.get_by_role("textbox", name=FIELD)
    way = page.get_by_role("link", name="Explain my number")
    for width, height in ((1400, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        page.evaluate("document.querySelector('.stMain').scrollTo(0, 0)")
        at = box(way)
        assert 0 < at["y"] < height - at["height"]
        way.click()
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport()
    page.set_viewport_size({"width": 1400, "height": 900})
    field.fill("0.6788")
    field.press("Enter")
    expect(page.locator(".answers h3").first).to_be_in_viewport()
    assert "/two_tools?" in page.url
    # What was typed and not asked gives way to a number that the page explains.
    field.fill("0.9")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(field).to_have_value("")
    field.fill("0.9")
    page.get_by_role("button", name="Redo", exact=True).click()
    expect(field).to_have_value("0.6788")
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    page.evaluate("document.querySelector('.stMain').scrollTo(0, 0)")
    # On a phone the list precedes its numbers; a short one leaves room for the first of them.
    page.get_by_role("combobox", name="Step").select_option(label="1. What a grade is worth")
    settle(page)
    last, first = box(Board(page).cards.last), box(page.locator(".printed .halves dd").nth(1))
    assert last["y"] + last["height"] < first["y"] < first["y"] + first["height"] < 844


@pytest.fixture(scope="module")
def at() -> AppTest:
    """One reader, who types one after the other."""
    return opened()


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("a word", "“a word” is not a number."),
        ("1e999", "“1e999” is not a number."),
        ("3/0", "“3/0” is not a number."),
        ("0.5 and x", "“x” is not a number."),
        ("1; 2; 3", "These are 3 numbers"),
        ("1,50", "No nDCG@3 is 1,50"),
        ("1.414", "No nDCG@3 is 1.414"),
        ("-0.25", "No nDCG@3 is -0.25"),
        ("67", "If it is a percentage, type 67 %."),
        ("0.9", "No tool that we know prints 0.9 as nDCG@3 of this list"),
        ("0.3", "No tool that we know prints 0.3 as nDCG@3 of this list"),
        ("0,7 and 0.6788", "No tool that we know prints 0,7 as nDCG@3 of this list"),
        ("66.7", "If it is a percentage, type 66.7 %."),
        ("5: 0.84", "“5: 0.84” is not a number."),
        ("<b>0.5</b>", "is not a number."),
    ],
)
def test_what_is_no_such_number_gets_a_sentence_and_stays(
    at: AppTest, typed: str, says: str
) -> None:
    set_to(at, FIELD, typed)
    assert says in answers(at)
    assert at.query_params["got"] == typed
    assert not at.exception
    assert notices(at) == []
    assert groups(at)["0.6788"]


def test_no_formula_stands_beside_a_score_that_it_does_not_give() -> None:
    """Of 1 1 1 at k = 20 nDCG is 1; a tool that wants a list of k documents counts 0."""
    at = visit(PAGE, {"a": "1A~1B~1C", "k": "20", "printed": "ndcg", "got": "0 and 1"})
    worked = [line for line in answers(at).splitlines() if line.startswith("nDCG@20 = ")]
    assert worked
    assert all(line.endswith("= 1.0000") for line in worked)


def test_one_decimal_is_what_python_prints_of_an_exact_number() -> None:
    """Of 1 0 0 1 at k = 4: P@4 is 2/4. A number of a pair that is too coarse hides no other."""
    said = answers(opened(4, (1, 0, 0, 1), (), printed="precision", got="0.5"))
    assert said.strip().startswith("P@4 is 0.5")
    assert "0.5 is taken as exact" in said
    said = answers(opened(got="0.6788 and 0.7"))
    assert "nDCG@3 is 0.6788" in said
    assert "No tool that we know prints 0.7 as nDCG@3" in said
    assert "It may be 0.9212 or 0.9049, rounded. Type more decimals" in short(opened(got="0.9"))


def test_75_percent_and_a_comma_are_fine() -> None:
    for typed in ("75 %", "0,75"):
        said = answers(opened(got=typed, shown=(1, 0, 1, 1), missed=(), k=4, printed="precision"))
        assert f"P@4 is {typed}" in said


def test_it_is_asked_and_answered_by_keys_and_heard(open_page: Open) -> None:
    """Groups follow a card that is held; a number is typed, explained, taken back, refused."""
    page = open_page(TEN)
    board = Board(page)
    many, rows = page.locator(".many b"), page.locator(".printed ol > li")
    expect(rows.nth(9)).to_be_attached()
    expect(many).to_have_text(str(rows.count()))
    grip, before = board.cards.nth(1).locator(".grip"), page.url
    grip.focus()
    for key in ("Space", "ArrowDown"):
        page.keyboard.press(key)
    number = dcg((3, 2, 0, 0, 1), 3) / dcg([3, 3, 2], 3)
    own = page.locator(".printed .own > details > summary > b")
    expect(own).to_have_text(f"{number:.4f}")
    assert page.url == before
    page.keyboard.press("Escape")
    expect(own).to_have_text("0.6788")

    field = page.get_by_role("textbox", name=FIELD)
    field.focus()
    page.keyboard.type("0.6788 and 0.8400")
    page.keyboard.press("Enter")
    told = page.locator(".answers")
    expect(told).to_contain_text("The two differ in the ideal")
    expect(page.locator(".short")).to_contain_text("nDCG@3 is 0.8400: gain = grade")
    expect(page.locator(".printed .yours")).to_have_count(2)
    expect(heard(page)).to_contain_text(
        "that of 0.8400 does not. nDCG@3 is 0.6788: gain = grade, ideal of all judged"
    )
    assert "got=0.6788+and+0.8400" in page.url
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("about half")
    page.keyboard.press("Enter")
    expect(page.locator(".short").get_by_role("alert")).to_contain_text(
        "“about half” is not a number."
    )
    expect(field).to_have_value("about half")
    page.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("0.6788 and 0.8400")
    expect(told).to_contain_text("The two differ in the ideal")

    way = page.locator(".printed .own .ways details").first
    way.locator("summary").press("Enter")
    expect(way.get_by_role("listitem").first).to_be_visible()


def test_paper_has_every_group_and_nothing_over_it(open_page: Open) -> None:
    page = open_page(TEN)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 695, "height": 1000})  # a sheet of A4 between its margins
    settle(page)
    rows = page.locator(".printed ol > li:visible")
    expect(rows).to_have_count(page.locator(".printed ol > li").count())
    assert rows.count() >= 10
    assert page.locator(".printed .own").is_visible()
    cards, first = box(Board(page).cards.last), box(rows.first)
    assert cards["y"] + cards["height"] < first["y"]
