"""Two rankings: lines between two boards, and what a swap at either end of one would change."""

import re
import warnings
from collections.abc import Callable
from itertools import combinations, permutations, product
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from scipy import stats
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    controls,
    drawn,
    go,
    is_off,
    notices,
    pictures,
    pieces,
    press,
    set_to,
    shown_grades,
    tables,
    text,
    tiles,
    titles,
    visit,
)
from expected import written
from live_app import settle
from live_board import Board, arrive, box, comes_true, focused, heard, middle, query, score
from metrics.distributions import chi_squared_beyond
from pages.rank_agreement import concordance, ranks, typed_ranks, w_by_chance
from test_browser import RINGS
from test_present import assert_nothing_misfits
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS
from ui.core.presets import presets
from ui.core.screen import Screen

Open = Callable[..., Page]

NAME = "rank_agreement"
PATH = f"/{NAME}"
LABELS = ["Kendall’s τ", "Distance", "Spearman’s ρ", "τ-AP", "RBO@5"]
FIVE = "3A~2B~0C~1D~3E"


def beside(b: str, a: str = "ABCDE", **knobs: str) -> dict[str, str]:
    """An address of two lists of documents that are called by letters."""
    grades = dict(zip("ABCDEFGHIJ", "3201321031", strict=True))
    to_text = ["~".join(grades[each] + each for each in order) for order in (a, b)]
    return {"a": to_text[0], "b": to_text[1], "p": "0.9", **knobs}


def scores(at: AppTest, labels: list[str] = LABELS) -> list[str]:
    return [tiles(at)[label].score for label in labels]


def chart(at: AppTest) -> str:
    """The lines between the lists, as they are written."""
    (found,) = (each for each in pieces(at) if "class='slopes'" in each)
    return found


def crossing(at: AppTest) -> list[str]:
    return re.findall(r"title='([^']*)'", chart(at))


# What it says, worked by hand


def test_both_swaps_are_alike_to_tau_and_not_to_who_reads_from_the_top() -> None:
    """From two lists of the same five: one pair of ten crosses, at the top or at the bottom.

    τ-AP at the top: 0/1, 2/2, 3/3, 4/4, so 2·3/4 - 1; at the bottom 1/1, 2/2, 3/3, 3/4. RBO loses
    the weight of depth 1, 0.1, or a quarter of that of depth 4, 0.0729.
    """
    at = visit(NAME, beside("ABCDE"))
    assert scores(at) == ["1.000", "0.000", "1.000", "1.000", "1.000"]
    press(at, "Swap at the top")
    assert titles(at, "b") == [*"BACDE"]
    assert scores(at) == ["0.800", "0.100", "0.900", "0.500", "0.900"]
    assert [tiles(at)[label].mark for label in LABELS] == ["down", "down lower", *["down"] * 3]
    changes = [tiles(at)[label].change for label in LABELS]
    assert changes == ["−0.200", "+0.100", "−0.100", "−0.500", "−0.100"]
    press(at, "Undo")
    assert is_off(at, "Undo")
    press(at, "Swap at the bottom")
    assert titles(at, "b") == [*"ABCED"]
    assert scores(at) == ["0.800", "0.100", "0.900", "0.875", "0.982"]


@pytest.mark.parametrize(
    ("b", "k", "either", "both"),
    [
        ("ABCFG", 5, "0.160", "0.000"),  # D and E each cross F and G: 4 of 25
        ("ABCFG", 3, "0.000", "0.000"),
        ("FGHIJ", 5, "1.000", "–"),
        ("EDCBA", 5, "0.400", "1.000"),  # 10 of 25, or of 10
        ("BADCE", 3, "0.222", "1.000"),  # A-B, and C-D, one of which is in each: 2 of 9; 1 of 1
    ],
)
def test_the_distance_of_two_tops_has_two_readings(b: str, k: int, either: str, both: str) -> None:
    at = visit(NAME, beside(b, k=str(k)))
    assert scores(at, ["in either", "in both"]) == [either, both]


def test_what_only_one_list_has_is_marked_and_in_no_pair() -> None:
    """Of A B C D E and C F A B: A-B-C are in both, and C has come before the other two."""
    at = visit(NAME, {**beside("CFAB"), "k": "5"})
    assert scores(at)[:2] == ["−0.333", "0.667"]
    assert crossing(at) == [
        "Ranks 1 and 3 of A are 3 and 1 of B",
        "Ranks 2 and 3 of A are 4 and 1 of B",
    ]
    assert re.findall(r"<i class='only (\w)' [^>]*data-doc='([^']*)'", chart(at)) == [
        ("a", "a-4"),
        ("a", "a-5"),
        ("b", "b-b2"),
    ]
    above = pictures(at)[1][1][0].rows  # of what is above it in B, how much is above it in A
    drawn = {rank: (row.cell.label, row.cell.parts[-1].end) for rank, row in above.items()}
    assert drawn == {3: ("0 of 1", 0.0), 4: ("1 of 2", 0.5)}
    act(at, "move", by="board_b", list="b", id="3", to=4)  # C is missed in B: it has no rank there
    assert scores(at)[:2] == ["1.000", "0.000"]
    assert crossing(at) == []
    assert ["only" in line for line in re.findall("<i class='([^']*)'", chart(at))].count(True) == 4


def test_documents_are_the_same_by_title_and_place_among_those_of_one_title() -> None:
    """So a link shows what was copied, however the documents were made."""
    query = {"a": "1New~1Rye~1New", "b": "1New~1New~1Rye"}
    at = visit(NAME, query)
    assert tiles(at)["Kendall’s τ"].score == "0.333"  # Rye and the second New
    act(at, "rename", list="b", by="board_b", id="b2", title="Spelt")
    assert tiles(at)["Kendall’s τ"].score == "1.000"
    act(at, "rename", list="a", id="3", title="Spelt")
    assert tiles(at)["Kendall’s τ"].score == "0.333"
    assert scores(visit(NAME, at.query_params)) == scores(at)


@pytest.mark.parametrize("seed", range(4))
def test_as_many_marks_as_pairs_cross_each_where_its_lines_meet(seed: int) -> None:
    """τ of scipy tells how many do; where they meet, both lines are at one height."""
    order = Random(seed).sample("ABCDEFG", 7)
    at = visit(NAME, beside("".join(order), "ABCDEFG", k="7"))
    tau = stats.kendalltau(range(7), [order.index(each) for each in "ABCDEFG"]).statistic
    assert tiles(at)["Kendall’s τ"].score == written(tau)
    marks = re.findall(
        r"<b style='--x:([\d.]+);--y:([\d.]+)' title='([^']*)' data-doc='([^']*)'>(\d*)</b>",
        chart(at),
    )
    pairs = 0
    for x, y, said, documents, count in marks:
        pairs += int(count or 1)
        assert said == f"{count} pairs cross here" if count else said.startswith("Ranks ")
        for line in zip(documents.split()[::2], documents.split()[1::2], strict=True):
            a, b = (each.partition("-")[2] for each in line)
            start, end = int(a), [str("ABCDEFG".index(each) + 1) for each in order].index(b) + 1
            assert start + float(x) * (end - start) == pytest.approx(float(y), abs=2e-3)
    assert pairs == round((1 - tau) / 2 * 21)
    said = f"{pairs} of 21 cross"
    assert pictures(at)[0][1][0].score == said


def test_of_very_many_crossings_only_the_lines_are_drawn() -> None:
    letters = [chr(ord("a") + at) for at in range(12)]
    lists = ["~".join(f"1{each}" for each in order) for order in (letters, letters[::-1])]
    at = visit(NAME, {"a": lists[0], "b": lists[1], "k": "12"})
    assert scores(at, LABELS[:2]) == ["−1.000", "1.000"]
    assert crossing(at) == []
    assert chart(at).count("data-same") == 12
    assert pictures(at)[0][1][0].score == "66 of 66 cross"


@pytest.mark.parametrize("order", ["ABCDE", "BACDE", "BADEC", "EDCBA", "CFAB"])
def test_the_boxes_lead_right_for_each_pair_in_order_and_back_to_tau(order: str) -> None:
    """So many boxes as pairs of documents in both lists, one beside the other, and τ at the end."""
    at = visit(NAME, beside(order))
    rows = drawn(at)["crossings"].to_pylist()
    boxes = [row for row in rows if row["part"] == "boxes"]
    both = len({*order} & {*"ABCDE"})
    assert len(boxes) == both * (both - 1) // 2
    place = 0.0
    for row in boxes:
        assert row["start"] == pytest.approx(place)
        place = row["end"]
    (end,) = (row for row in rows if row["part"] == "ends")
    assert place == pytest.approx(end["start"])
    assert end["label"] == f"τ {tiles(at)['Kendall’s τ'].score}"


def test_overlaps_by_depth_are_an_area_and_the_area_is_rbo() -> None:
    """A B C D E and B A C E D at p = 0.9: 0/1, 2/2, 3/3, 3/4, 5/5; 0.9⁵ of the readers go on."""
    at = visit(NAME, beside("BACED"))
    every = drawn(at)["overlaps"].to_pylist()
    rows = [row for row in every if row["part"] == "a"]
    areas = [row for row in every if row["part"] in ("slots", "rest")]
    assert [row["label"] for row in rows] == ["0/1", "2/2", "3/3", "3/4", "5/5"]
    assert rows[3]["said"] == ("Rank 4: depth 4: 3 of 4 in both = 0.750, weight 0.073, adds 0.055")
    unseen = "Never seen: weight 0.590, adds 0.590 × 1.000 = 0.590 if the overlap stays"
    assert areas[-1]["said"] == unseen
    area = sum((row["end"] - row["start"]) * row["height"] for row in areas)
    assert f"{area:.3f}" == tiles(at)["RBO@5"].score == "0.882"
    press(at, "Swap at the top")
    ghosts = {
        r["rank"]: r["height"] for r in drawn(at)["overlaps"].to_pylist() if r["part"] == "was"
    }
    assert ghosts == {1: 0}  # the one that has changed


@pytest.mark.parametrize("b", ["ABCDE", "EDACB"])
def test_a_swap_costs_two_scores_alike_everywhere_and_two_most_at_the_top(b: str) -> None:
    """Whichever lists are there: two equal ones of five are swapped.

    τ loses 2/10 and ρ 2·6/120; τ-AP 2/4 of 1/i; RBO the weight of depth i, 0.1 · 0.9^(i-1), over i.
    Each is drawn as a share of what it loses at the top.
    """
    costs = drawn(visit(NAME, beside(b)))["swap_costs"].to_pylist()
    curves = {
        label: [row["y"] for row in costs if row["part"] == "line" and row["name"] == label]
        for label in LABELS
    }
    assert curves == {
        "Kendall’s τ": pytest.approx([1] * 4),
        "Distance": [],
        "Spearman’s ρ": pytest.approx([1] * 4),
        "τ-AP": pytest.approx([1 / rank for rank in (1, 2, 3, 4)]),
        "RBO@5": pytest.approx([0.9 ** (rank - 1) / rank for rank in (1, 2, 3, 4)]),
    }
    assert next(row["said"] for row in costs if row["part"] == "at") == (
        "Swap ranks 1 and 2 in a copy of A: Kendall’s τ −0.200, Spearman’s ρ −0.100, "
        "τ-AP −0.500, RBO@5 −0.100"
    )


# A reader without list B


def test_who_comes_without_a_list_b_finds_a_again_and_a_swap_makes_one() -> None:
    at = visit(NAME, {"a": FIVE})
    assert scores(at, LABELS[:4]) == ["1.000", "0.000", "1.000", "1.000"]
    (copy,) = (each for each in pieces(at) if each.startswith("<div class='copy'"))
    assert re.findall("<li data-doc='(a-.)'>(. .)</li>", copy) == [
        (f"a-{rank}", f"{rank} {title}") for rank, title in enumerate("ABCDE", start=1)
    ]
    press(at, "Swap at the bottom")
    assert at.query_params == {"a": FIVE, "b": "3A~2B~0C~3E~1D"}
    assert not any("class='copy'" in each for each in pieces(at))
    press(at, "Undo")
    assert at.query_params == {"a": FIVE}
    act(at, "keep_b", by="text")
    assert shown_grades(at, "b") == shown_grades(at)
    go(at, "playground")
    press(at, "Remove list B")
    go(at, NAME)
    assert any("class='copy'" in each for each in pieces(at))


@pytest.mark.parametrize("b", ["", "1A", "1A~.~1B"])
def test_where_no_two_were_retrieved_there_is_nothing_to_swap(b: str) -> None:
    at = visit(NAME, {"a": "1A~1B", "b": b})
    assert not at.exception
    before = dict(at.query_params)
    press(at, "Swap at the top")
    assert notices(at) == ["There are no two documents to swap. Nothing was changed."]
    assert at.query_params == before


def test_reset_brings_a_presets_list_b_back() -> None:
    at = visit(NAME)
    opening = scores(at)
    for button in ("Swap at the top", "Reverse", "Reset"):
        press(at, button)
    assert scores(at) == opening
    assert at.query_params == {}


# Held, and hidden


def test_all_scores_follow_a_card_of_b_while_it_is_held() -> None:
    at = visit(NAME, beside("ABCDE"))
    act(at, "move", by="board_b", list="b", id="1", to=4, held=True)
    assert scores(at) == ["0.200", "0.400", "0.000", "0.500", "0.810"]
    assert len(crossing(at)) == 4
    assert titles(at, "b") == [*"ABCDE"]  # what is held is the browser's
    act(at, "cancel", by="board_b", held=True)
    assert scores(at) == ["1.000", "0.000", "1.000", "1.000", "1.000"]
    assert is_off(at, "Undo")


def test_predict_first_asks_for_tau_and_hides_the_lines() -> None:
    at = visit(NAME)
    press(at, "Predict first")
    assert not any("class='slopes'" in each for each in pieces(at))
    assert (tiles(at), tables(at)) == ({}, [])
    set_to(at, "Your guess for Kendall’s τ", "-1.1")
    assert "from -1 to 1" in controls(at)["Your guess for Kendall’s τ"]["note"]
    set_to(at, "Your guess for Kendall’s τ", "-0.5")
    assert "off by <b>1.300</b>" in "".join(pieces(at))


# By hand


def swap(page: Page, end: str) -> Any:
    return page.get_by_role("button", name=f"Swap at the {end}", exact=True)


def test_both_boards_are_level_and_what_is_done_to_b_is_heard_and_undone(open_page: Open) -> None:
    page = open_page(f"{PATH}?a={FIVE}&b={FIVE}&p=0.9")
    a, b = Board(page), Board(page, "Ranked documents B")
    for board in (a, b):
        board.shows("A3 B2 C0 D1 E3")
    for one, other in zip(a.cards.all(), b.cards.all(), strict=True):
        assert abs(box(one)["y"] - box(other)["y"]) < 1
    ends = page.locator(".slopes .lines i").evaluate_all(
        "(all) => all.map((line) => (({ left, right, top, bottom }) =>"
        " [left, right, (top + bottom) / 2])(line.getBoundingClientRect()))"
    )
    first, second = box(a.cards.first), box(b.cards.first)
    for (left, right, y), card in zip(ends, a.cards.all(), strict=True):
        assert first["x"] + first["width"] < left < right <= second["x"]
        assert abs(y - middle(card)[1]) < 2
    page.get_by_role("button", name="More", exact=True).click()
    swap(page, "top").click()
    b.shows("B2 A3 C0 D1 E3")
    expect(score(page, "τ-AP")).to_have_text("0.500")
    expect(heard(page)).to_contain_text(
        "List B: B, rank 1 of 5; A, rank 2 of 5. Kendall’s τ 0.800, down 0.200"
    )
    b.take("E")
    b.carry(b.grip("B"))
    expect(score(page, "Kendall’s τ")).to_have_text("0.000")  # E B A C D: 4 and 1 of 10 cross
    page.keyboard.press("Escape")
    page.mouse.up()
    b.shows("B2 A3 C0 D1 E3")
    expect(score(page, "Kendall’s τ")).to_have_text("0.800")
    for key in ("Enter", "Enter"):  # no press is lost, however quick
        page.get_by_role("button", name="More", exact=True).click()
        swap(page, "bottom").press(key)
    comes_true(page, lambda: "~3E" in query(page)["b"][-3:], "two swaps are none")
    undo = page.get_by_role("button", name="Undo", exact=True)
    for order in ("B2 A3 C0 E3 D1", "B2 A3 C0 D1 E3", "A3 B2 C0 D1 E3"):
        undo.click()
        b.shows(order)
    settle(page)
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_a_crossing_lights_both_lines_and_all_four_cards(open_page: Open) -> None:
    """By the pointer and by the keys; a card lights the same document in the other list."""
    page = open_page(f"{PATH}?a={FIVE}&b=2B~3A~0C~3E~1D&p=0.9", 1400, 2400)

    def lit(kind: str) -> list[str]:
        return [each.removesuffix(f" {kind}") for each in page.evaluate(RINGS) if kind in each]

    marks, chart = page.locator(".slopes b"), page.get_by_role("slider", name="Crossings")
    marks.first.hover()
    comes_true(page, lambda: lit("card") == ["a-1", "a-2", "b-1", "b-2"], "four cards are lit")
    assert {"a-1 b-1", "a-2 b-2"} <= {*lit("bar")}
    expect(page.locator(".slopes .told")).to_have_text("Ranks 1 and 2 of A are 2 and 1 of B")
    chart.press("End")
    comes_true(page, lambda: lit("card") == ["a-4", "a-5", "b-4", "b-5"], "the last one is lit")
    expect(chart).to_have_attribute("aria-valuetext", "Ranks 4 and 5 of A are 5 and 4 of B")
    chart.press("ArrowUp")
    comes_true(page, lambda: lit("card") == ["a-1", "a-2", "b-1", "b-2"], "the one before is lit")
    assert focused(page) == "Crossings"
    Board(page, "Ranked documents B").card("C").locator(".rank").hover()
    comes_true(page, lambda: lit("card") == ["a-3", "b-3"], "both cards of C are lit")
    assert "a-3 b-3" in lit("bar")
    arrive(page, f"{PATH}?a={FIVE}&b={FIVE}")
    expect(chart).to_have_attribute("aria-valuetext", "0 of 10 pairs cross.")


def test_on_a_phone_the_lines_stand_between_both_lists_and_a_finger_swaps(open_page: Open) -> None:
    page = open_page(f"{PATH}?a={FIVE}&b=2B~3A~0C~1D~3E", 390, 844, touch=True)
    a, b, lines = Board(page), Board(page, "Ranked documents B"), page.locator(".slopes .lines i")
    for one, other in zip(a.cards.all(), b.cards.all(), strict=True):
        assert box(one)["y"] == box(other)["y"]
        assert box(one)["x"] + box(one)["width"] < box(other)["x"]
    for line, card in zip(lines.all()[2:], a.cards.all()[2:], strict=True):  # those that are level
        place = box(line)
        assert abs(place["y"] - middle(card)[1]) < 3
        assert box(card)["x"] + box(card)["width"] < place["x"]
        assert place["x"] + place["width"] < box(b.cards.first)["x"]
    parts = page.locator(".board :is(.grip, .cut, .add)")  # no two have the same name
    names = parts.evaluate_all("(parts) => parts.map(({ ariaLabel }) => ariaLabel)")
    assert len(names) == len(set(names)) == 14
    page.get_by_role("button", name="More", exact=True).tap()
    for end in ("top", "bottom"):
        at = box(swap(page, end))
        assert min(at["width"], at["height"]) >= 40
    swap(page, "top").tap()
    expect(score(page, "Kendall’s τ")).to_have_text("1.000")
    page.get_by_role("button", name="More about A").last.tap()  # what else it can do is folded away
    page.get_by_role("button", name="Delete A").last.tap()
    b.shows("B2 C0 D1 E3")


def test_no_grade_is_seen_as_grades_play_no_part(open_page: Open) -> None:
    """Nor does a first step offer more than to drag."""
    page = open_page(PATH)
    seen = page.locator(".board :is(.symbol, .grade, .grades, .cut, .add, .delete):visible")
    expect(Board(page).cards).to_have_count(5)
    assert seen.count() == 0


def test_ten_cards_and_three_scores_fit_in_front_of_a_hall(open_page: Open) -> None:
    page = open_page(f"{PATH}?present=1", 1024, 768)
    step = str([*presets(NAME)].index("two-same-top"))
    page.get_by_label("Step", exact=True).select_option(step)
    expect(Board(page).cards).to_have_count(10)
    assert_nothing_misfits(page)


# The formulas


@pytest.mark.parametrize("preset", ["two-top", "two-opening", "two-last-first", "two-tails"])
def test_the_numbers_in_the_formulas_give_the_scores(preset: str) -> None:
    """Each line of numbers, worked out as it is written, is the score behind it."""
    at = visit(NAME)
    set_to(at, "Step", preset)
    found = re.findall(r"Here: (.*?) = \*\*(−?[\d.]+)\*\*", text(at))
    assert len(found) == 4
    shown = tiles(at)
    for (numbers, said), label in zip(
        found, ("Distance", "Spearman’s ρ", "τ-AP", "RBO@5"), strict=True
    ):
        spelt = numbers.replace("·", "*").replace("−", "-").replace("²", "**2")
        assert re.fullmatch(r"[\d.+*/() -]+", spelt)
        assert eval(spelt) == pytest.approx(float(said.replace("−", "-")), abs=2e-3)
        assert shown[label].score == said


def test_long_lists_have_formulas_without_numbers() -> None:
    at = visit(NAME)
    set_to(at, "Step", "two-same-top")
    assert "Here: " not in text(at)
    assert "cov}(R_A, R_B)" in text(at)


# Typed rankings, and ranks of judges

RANKINGS = "Two rankings, best first"
RANKS = "Ranks or scores of each judge"


def test_two_typed_rankings_come_into_the_lists() -> None:
    """A class exercise: seven of the ten pairs are in another order, so τ is −0.4."""
    at = visit(NAME)
    set_to(at, RANKINGS, "0, 4, 3, 1, 2; B: 1 4 2 3 0")
    assert (titles(at), titles(at, "b")) == ([*"04312"], [*"14230"])
    assert scores(at, LABELS[:2]) == ["−0.400", "0.700"]
    assert controls(at)[RANKINGS]["value"] == "0 4 3 1 2; 1 4 2 3 0"
    set_to(at, RANKINGS, "1 4 2")
    assert "was not taken" in notices(at)[0]
    set_to(at, RANKINGS, "1 4 1; 2 3 4")
    assert "1 stands twice" in notices(at)[0]
    assert titles(at) == [*"04312"]


@pytest.mark.parametrize(
    "typed",
    [
        "A: 1 2 3 4 5; B: 2 4 1 5 3; C: 1 3 5 2 4",
        "1,2,3,4,5; 2,4,1,5,3; 1,3,5,2,4",
        "1 2 1; 2 4 3; 3 1 5; 4 5 2; 5 3 4",
        "P 1 2 1; Q 2 4 3; R 3 1 5; S 4 5 2; T 5 3 4",
    ],
)
def test_three_judges_ranks_have_rho_with_all_its_squares(typed: str) -> None:
    """A textbook: the sums of d² are 14, 28 and 10, so A and C are most alike."""
    at = visit(NAME)
    set_to(at, RANKS, typed)
    assert at.query_params["ranks_by"] == "1 2 3 4 5,2 4 1 5 3,1 3 5 2 4"
    said = text(at)
    for one, other in (("A", "B"), ("A", "C"), ("B", "C")):
        ranks = dict(zip("ABC", ("12345", "24153", "13524"), strict=True))
        rho = stats.spearmanr([*ranks[one]], [*ranks[other]]).statistic
        tau = stats.kendalltau([*map(int, ranks[one])], [*map(int, ranks[other])]).statistic
        line = re.search(
            rf"\*\*{one} and {other}\*\*: ρ = (.*?) = \*\*(.*?)\*\*\..*\*\*(.*?)\*\*", said
        )
        assert line
        assert [eval(line[1].replace("·", "*").replace("−", "-"))] == [pytest.approx(rho)]
        assert [line[2], line[3]] == [written(rho), written(tau)]
    assert "highest for **A and C**" in said


@pytest.mark.parametrize("typed", ["", "1 2 3", "1; 2", "1 2; 1 2 3", "3,5 4,2 1; 1 2 3"])
def test_rows_that_do_not_fit_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="ranks or scores of 2 to 8 judges"):
        KNOBS["judges_ranks"].parse(typed, 3)


TEST_1, TEST_2 = "36 34 33 29 29 28 28 28 24 22 19 12", "18 26 24 18 15 12 14 13 12 10 8 9"
PUPILS = [*zip(TEST_1.split(), TEST_2.split(), strict=True)]


@pytest.mark.parametrize(
    "typed",
    [
        f"{TEST_1}; {TEST_2}",
        f"Test 1: {TEST_1}; test 2 (same pupils): {TEST_2}",
        f"Test 1 {TEST_1}; Test 2 {TEST_2}",
        f"[{TEST_1.replace(' ', ', ')}], [{TEST_2.replace(' ', ', ')}]",
        ", ".join(f"({one}, {other})" for one, other in PUPILS),
        "Pupil, test 1, test 2; " + "; ".join(f"{one}, {other}" for one, other in PUPILS),
        "; ".join(f"{at} {one} {other}" for at, (one, other) in enumerate(PUPILS, start=1)),
    ],
)
def test_scores_of_judges_are_read_however_they_are_written(typed: str) -> None:
    assert KNOBS["judges_ranks"].from_browser(typed, (), 3) == (TEST_1, TEST_2)


def test_scores_with_ties_have_mean_ranks() -> None:
    """A homework. Σd² is 15; the sums of squares are 143 − 2.5 and 143 − 1; 57 pairs agree."""
    at = visit(NAME)
    set_to(at, RANKS, f"{TEST_1}; {TEST_2}")
    assert at.query_params["ranks_by"] == f"{TEST_1},{TEST_2}"
    said = text(at)
    for part in (
        "read as scores: the largest has rank 1. Tied items share the mean of their ranks.",
        "ρ = 133.75 / √(140.5 · 142) = **0.947**",
        "1 − 6 · 15 / (12 · 143) = 0.948",
        "(2³ − 2)/12 + (3³ − 3)/12 + (2³ − 2)/12 + (2³ − 2)/12 = 3.5: 1 − 6 · (15 + 3.5)",
        "(12 · 143) = 0.935. That is a third number",
        "Of 66 pairs, in the same order: 57, in opposite orders: 3.",
        "Tied by A alone: 4, by B alone: 2, by both: 0.",
        "(57 − 3) / 66 = **0.818**",
        "(57 − 3) / √(62 · 64) = **0.857**",
    ):
        assert part in said
    rows = next(each for each in tables(at) if "A typed" in each[0])
    column = [row[rows[0].index("A")] for row in rows[1:-1]]
    assert column == ["1", "2", "3", "4.5", "4.5", "7", "7", "7", "9", "10", "11", "12"]
    assert rows[-1][-1] == "15"


@given(
    rows=st.integers(3, 7).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(-2, 4), min_size=n, max_size=n), min_size=2, max_size=4
        )
    )
)
def test_ties_have_the_coefficients_of_scipy_and_an_address_keeps_them(
    rows: list[list[int]],
) -> None:
    knob = KNOBS["judges_ranks"]
    value = knob.from_browser("; ".join(" ".join(map(str, row)) for row in rows), (), 3)
    assert knob.parse(to_text(value), 3) == value
    screen = Screen().with_settings(judges_ranks=value)
    numbers = [[*map(float, row.split())] for row in value]
    said = ranks.worked(screen).replace("−", "-")
    for (a, first), (b, second) in combinations(zip("ABCD", numbers, strict=False), 2):
        part = said.partition(f"**{a} and {b}**")[2].partition("\n\n**")[0]
        part, _, pearson = part.partition("\n\nPearson")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rho = stats.spearmanr(first, second).statistic
            tau = stats.kendalltau(first, second).statistic
            theirs = stats.pearsonr(first, second)
        assert bool(pearson) != typed_ranks.are_ranks(numbers)
        if pearson and theirs.statistic == theirs.statistic:
            assert written(theirs.statistic).replace("−", "-") in pearson
            assert ("two-sided p" in pearson) == (abs(theirs.statistic) < 1 - 1e-9)
        assert re.findall(r"= \*\*(.*?)\*\*", part)[0] == written(rho).replace("−", "-")
        assert re.findall(r"= \*\*(.*?)\*\*", part)[-1] == written(tau).replace("−", "-")


def test_scores_have_pearsons_r_as_its_sums() -> None:
    """Two panels and ten applicants; scipy: r = −0.693, p = 0.026. Ranks have ρ alone."""
    at = visit(NAME)
    first, second = "11 18 13 15 16 17 18 19 12 14", "19 12 17 15 12 18 12 11 15 20"
    set_to(at, RANKS, f"{first}; {second}")
    for part in (
        "Subtract the means, 15.3 and 15.1.",
        "r = −56.3 / √(68.1 · 96.9) = **−0.693**",
        "= −2.719 of 8 degrees of freedom, the two-sided p is 0.026.",
    ):
        assert part in text(at)
    set_to(at, RANKS, "; ".join([first, second, first, second, first]))
    (rows,) = (each for each in tables(at) if each[0] == ["judges", "ρ", "τ", "r"])
    assert rows[1][1:] == ["−0.728", "−0.589", "−0.693"]
    set_to(at, RANKS, "1 2 3; 2 1 3")
    assert "Pearson’s r of" not in text(at)
    assert "There is no r" in text(set_to(at, RANKS, "5 5 5; 1 2 4"))


def test_the_average_overlap_is_the_mean_of_the_shares() -> None:
    """The package rbo 0.1.3 has 0.41667 for these at p = 1."""
    at = visit(NAME)
    set_to(at, RANKINGS, "a b c d e; e d c b a")
    assert "(0/1 + 0/2 + 1/3 + 3/4 + 5/5) / 5 = **0.417**" in text(at)
    set_to(at, RANKINGS, "a b c; b a d c")
    assert "depth 3, where the shorter list ends: (0/1 + 2/2 + 2/3) / 3 = **0.556**" in text(at)


def test_three_executives_have_kendalls_w() -> None:
    """A textbook's six applicants: the sums are 8, 14, 11, 11, 11, 8, S is 25.5, and W 0.162."""
    at = visit(NAME)
    set_to(at, RANKS, "1 6 3 2 5 4; 1 5 6 4 2 3; 6 3 2 5 4 1")
    assert "They are 8, 14, 11, 11, 11, 8, and their mean is 10.5." in text(at)
    assert "W = 12 · 25.5 / (3² · (6³ − 6)) = **0.162**" in text(at)
    assert "3 · 5 · W = 2.429, with 5 degrees of freedom: p = 0.787. At 5 % χ² must" in text(at)
    assert "Kendall’s W of all 3 judges is 0.162, not significant at 5 %." in text(at)
    assert "(3 · 0.162 − 1) / (3 − 1) = −0.257." in text(at)  # ρ is 0.771, −0.543 and −1
    set_to(at, RANKS, "1 2 3 4; 2 1 4 3; 1 3 2 4; 1 2 4 3")
    assert "of all 4 judges is 0.675, significant at 5 %." in text(at)  # a table has 0.65, at 5 %
    assert "two-sided at 5 %: ρ is significant for none, τ is significant for none." in text(at)
    assert "of A and B is **not" not in text(at)
    set_to(at, RANKS, "1 2 3 4; 2 1 4 3")
    assert "Kendall’s W of all" not in text(at)


@given(
    st.integers(3, 8).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 4), min_size=n, max_size=n), min_size=3, max_size=n
        )
    )
)
def test_w_is_that_of_friedman(rows: list[list[int]]) -> None:
    """χ² of Friedman’s test with its correction for ties is m · (n − 1) · W."""
    found = concordance.of([stats.rankdata(row).tolist() for row in rows])
    if found.w == found.w:
        chi = stats.friedmanchisquare(*map(list, zip(*rows, strict=True))).statistic
        freedom = len(rows[0]) - 1
        assert len(rows) * freedom * found.w == pytest.approx(chi, abs=1e-9)
        p = chi_squared_beyond(chi, freedom)
        assert p == pytest.approx(stats.chi2.sf(chi, freedom), abs=1e-9)
        least = w_by_chance.critical_chi_squared(freedom)
        assert least == pytest.approx(stats.chi2.isf(0.05, freedom))


@pytest.mark.parametrize(
    "rows",
    [
        ("123", "123", "132"),
        ("1234", "2134", "1324"),
        ("123", "213", "123", "321"),
        ("112", "222", "123", "122"),  # scores with ties
    ],
)
def test_the_exact_p_of_w_counts_the_orders_of_all_judges(rows: tuple[str, ...]) -> None:
    ranks = [stats.rankdata([*map(int, row)]).tolist() for row in rows]
    every = [concordance.of([*map(list, each)]).w for each in product(*map(permutations, ranks))]
    w = concordance.of(ranks).w
    found = w_by_chance.counted(ranks)
    assert found is not None
    assert found.p == pytest.approx(sum(each > w - 1e-9 for each in every) / len(every))
    at_least = {one: sum(each > one - 1e-9 for each in every) / len(every) for one in every}
    wanted = min((one for one, p in at_least.items() if p <= 0.05), default=inf)
    assert found.least == pytest.approx(wanted)


def test_critical_values_of_w_are_those_of_a_table() -> None:
    """Siegel (1956), table R: the spread S must be 64.4, 103.9, 157.3 for three judges.

    These are interpolated: W is significant from the next spread that is possible.
    """
    for n, spread in ((5, 64.4), (6, 103.9), (7, 157.3)):
        found = w_by_chance.counted([[*range(1, n + 1)]] * 3)
        assert found is not None
        assert found.least == pytest.approx(12 * spread / (9 * (n**3 - n)), abs=0.006)
    assert w_by_chance.counted([[*range(8)]] * 3) is None


def test_eight_judges_have_a_table_of_each_two() -> None:
    rows = ["1 2 3 4 5 6 7 8 9", *["2 1 3 4 5 6 7 9 8"] * 7]
    at = visit(NAME)
    set_to(at, RANKS, "; ".join(rows))
    assert at.query_params["ranks_by"] == ",".join(rows)
    (found,) = (each for each in tables(at) if each[0][:2] == ["judges", "ρ"])
    rho = stats.spearmanr(*([*map(int, row.split())] for row in rows[:2])).statistic
    assert len(found) == 1 + 28 + 1
    assert found[1][:2] == ["A and B", written(rho)]
    assert "Kendall’s W of all 8 judges" in text(at)


def test_scores_typed_as_two_rankings_are_sent_to_the_right_field() -> None:
    at = visit(NAME)
    set_to(at, RANKINGS, "36 34 29 29; 18 26 24 18")
    assert "29 stands twice in a list. Ranks or scores" in notices(at)[0]
    set_to(at, RANKINGS, "36 34 29; 18 26 24")
    assert (
        "share no item. Ranks or scores of the same items belong into the field" in notices(at)[0]
    )


def test_dancers_ranked_by_two_judges_agree_more_than_chance() -> None:
    """An exam: Σd² is 22. Its table has the one-sided critical value .7833 at 1 %."""
    at = visit(NAME)
    set_to(at, RANKS, "1 2 3 4 5 6 7 8 9; 1 3 4 5 2 8 6 9 7")
    (found,) = (each for each in tables(at) if "p, one-sided" in each[0])
    rows = {row[1]: row[2:] for row in found[1:]}
    assert rows["ρ"] == ["0.817", "0.0054", "0.600 ✓", "0.783 ✓", "0.011", "0.700 ✓", "0.833"]
    assert rows["τ"][:4] == ["0.667", "0.0063", "0.500 ✓", "0.667 ✓"]
    assert "ρ of A and B is **significant** one-sided at 5 % and 1 %, two-sided at 5 %." in text(at)
    assert "The p of ρ and τ is exact: it counts all 362,880 orders." in text(at)
    set_to(at, RANKS, "1 1 1; 1 2 3")
    assert "ρ of A and B is not defined." in text(at)
    tied = " ".join(map(str, [1, 1, *range(3, 12)]))
    set_to(at, RANKS, f"{tied}; {tied}")
    assert "ρ of A and B is without a p." in text(at)
    assert "τ-b of A and B is **significant** by the approximation one-sided" in text(at)
    (found,) = (each for each in tables(at) if "p, one-sided" in each[0])
    assert [row[4].partition(" ")[0] for row in found[1:]] == ["–", "about"]
    assert "✓" not in str(found)
    set_to(at, RANKS, f"{tied}; {tied}; {' '.join(map(str, range(1, 12)))}")
    assert "τ is significant by the approximation for A and B, A and C and B and C" in text(at)


def test_marks_with_ties_are_significant_by_all_orders() -> None:
    """A question in print: t and z would have ρ at 1 % and τ-b two-sided; 120 orders do not."""
    at = visit(NAME)
    set_to(at, RANKS, "70 92 80 65 70; 54 43 43 67 64")
    (found,) = (each for each in tables(at) if "p, one-sided" in each[0])
    rows = {row[1]: row[2:] for row in found[1:]}
    assert rows["ρ"] == ["−0.947", "0.033", "0.947 ✓", "none", "0.033", "0.947 ✓", "none"]
    assert rows["τ-b"] == ["−0.889", "0.033", "0.889 ✓", "none", "0.067", "none", "none"]
    assert "ρ of A and B is **significant** one-sided at 5 %, two-sided at 5 %." in text(at)
    assert "τ-b of A and B is **significant** one-sided at 5 %, two-sided not at 5 %." in text(at)
    assert "it counts all 120 orders. These p and critical values keep the ties." in text(at)


def test_an_order_and_ranks_say_which_they_were_read_as() -> None:
    """3 1 2 as an order has item 3 first; as ranks item 1 has rank 3."""
    order = ranks.read_as_order([["3", "1", "2"], ["2", "1", "3"]])
    assert order == (
        "A is read as an *order*: item 3 is first. If 3 1 2 are *ranks*, item 1 has rank 3: type "
        "them into the next field."
    )
    for other in ([["a", "b"], ["b", "a"]], [["3", "7"], ["7", "3"]], [["1", "2"], []]):
        assert ranks.read_as_order(other) == ""
    typed = Screen().with_settings(judges_ranks=("3 1 2", "2 1 3"))
    assert ranks.how_read(typed) == (
        "These are read as *ranks*: item 1 of A has rank 3. If A is an *order*, item 3 is first: "
        "type it into the field above."
    )
