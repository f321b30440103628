"""Disagreement: the two orders found are the true ones, the reader answers first, swaps are done.

The search is held against one over all pairs of orders, each scored by itself (`expected`).
"""

import re
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    all_orders,
    charts,
    controls,
    is_off,
    notices,
    pieces,
    press,
    set_to,
    shown_grades,
    tiles,
    visit,
)
from expected import Setup
from live_app import settle
from live_board import Board, box, focused, heard, score, to_text
from metrics.catalog import METRICS
from metrics.orders import UNJUDGED, furthest
from test_orders import screen
from ui.draw import orders

Open = Callable[..., Page]

PAGE = "disagreement"
AP, NDCG = "average_precision", "ndcg"


# The finder


@pytest.mark.parametrize(
    ("setup", "one", "other"),
    [
        (Setup((0, 1, 1, 0, 1, 0), (), {"scale": 1, "k": 6}), AP, NDCG),
        (Setup((3, 0, 2, 1, 0, 2), (), {"k": 6}), AP, NDCG),
        (Setup((3, 0, 2, 1, None, 1), (2, 0), {"k": 3, "gain": "exponential"}), "err", NDCG),
        (Setup((2, 0, 1, 0, 3), (1,), {"k": 3}), "reciprocal_rank", "precision"),
        (Setup((2, 0, 1, 0, 3, 1), (1,), {"k": 4}), "mean_rank", "rbp"),  # lower is better
        (Setup((2, 0, 1, 0, 3, 1), (), {"k": 5}), "q_measure", "first_relevant_rank"),
        (Setup((1, 0, 0, 1), (), {"k": 4}), "hit", "recall"),  # no order changes them
        (Setup((2,), (1,)), AP, NDCG),
    ],
)
def test_no_two_orders_divide_two_metrics_further(setup: Setup, one: str, other: str) -> None:
    knobs = {"k": setup["k"], "gain": setup["gain"], "scale": setup["scale"]}
    found = orders.every(screen(setup.grades, setup.missed, **knobs), one, other)
    wanted = setup.with_settings(orders=one, against=other).score("disagreement")
    pair = found.widest
    assert (pair.gap if pair else 0) == pytest.approx(wanted, abs=2e-9)
    if pair is None:
        return
    told = [[None if grade == UNJUDGED else grade for grade in order] for order in pair.orders]
    scores = [
        [Setup(order, setup.missed, setup.knobs).score(key) for key in (one, other)]
        for order in told
    ]
    assert pair.scores == pytest.approx(np.array(scores))
    for at, key in enumerate((one, other)):
        way = 1 if METRICS[key].higher_is_better else -1
        assert way * (scores[at][at] - scores[1 - at][at]) > 0
        assert sorted(map(str, told[at])) == sorted(map(str, setup.grades))


def test_the_search_over_points_is_the_one_over_all_pairs_of_them() -> None:
    """On grids with many ties, on clouds, and where everything or nothing is on the staircase."""
    draw = np.random.default_rng(5)
    clouds = [
        *((draw.integers(0, 6, (2, n)) / 5) for n in range(1, 60)),
        *(draw.random((2, n)) for n in range(1, 60)),
        np.array([np.arange(30) / 29, np.arange(30)[::-1] / 29]),
        np.array([np.arange(30) / 29, np.arange(30) / 29]),
        np.zeros((2, 4)),
    ]
    for one, other in clouds:
        gaps = np.minimum(one[:, None] - one, (other[:, None] - other).T)
        x, y, gap = furthest(one, other)
        assert gap == gaps[x, y] == gaps.max()


def test_what_a_published_comparison_found() -> None:
    """Three hits in eight. AP is (1/2 + 2/3 + 3/4) / 3 of the one, (1 + 2/6 + 3/8) / 3 of another.

    nDCG is 0.6309 + 0.5 + 0.4307 and 1 + 0.3562 + 0.3155, both over 2.1309.
    """
    listed = screen([1, 1, 1, 0, 0, 0, 0, 0], scale=1, k=8)
    pair = orders.every(listed, AP, NDCG).widest
    assert pair is not None
    assert pair.orders == ((0, 1, 1, 1, 0, 0, 0, 0), (1, 0, 0, 0, 0, 1, 0, 1))
    assert pair.scores[0] == pytest.approx((23 / 36, 0.7328), abs=5e-5)
    assert pair.scores[1] == pytest.approx((41 / 72, 0.7845), abs=5e-5)


# The question


def asked(at: AppTest) -> str:
    (piece,) = [piece for piece in pieces(at) if piece.startswith("<div class='rather")]
    return piece


def told(at: AppTest) -> str:
    (piece,) = [piece for piece in pieces(at) if piece.startswith("<div class='told'>")]
    return re.sub("<[^>]*>", "", piece)


def sides(at: AppTest) -> list[list[int]]:
    """The grades of both lists, as their symbols tell them."""
    return [
        ["○◔◑●".index(symbol) for symbol in re.findall(r"'>([○◔◑●])</i>", section)]
        for section in asked(at).split("<section>")[1:]
    ]


def lit(at: AppTest) -> list[list[list[bool]]]:
    """For each list and rank, at which metrics its contribution is lit."""
    return [
        [
            [mark == " class=lit" for mark in re.findall(r"<em( class=lit)?", row)]
            for row in re.findall("<li.*?</li>", section)
        ]
        for section in asked(at).split("<section>")[1:]
    ]


def test_the_reader_answers_first_and_then_is_told_who_is_on_their_side() -> None:
    """2 1 0 3 0 1: AP wants all four hits on top, nDCG the 3 first."""
    at = visit(PAGE)
    setup = Setup.of({}, page=PAGE)
    assert " with" not in asked(at)
    assert "<em" not in asked(at)
    assert told(at).startswith("Of all 180 orders of your documents")
    address, lists = dict(at.query_params), sides(at)
    scores = [[setup_of(setup, grades).score(key) for key in (AP, NDCG)] for grades in lists]
    left = int(scores[1][0] > scores[0][0])  # 0: AP prefers the left one
    names = ["AP@6", "nDCG@6"]
    for side, label in enumerate(("The left one", "The right one")):
        press(at, label)
        assert controls(at)[label]["pressed"] is True
        mine = side ^ left
        assert told(at).startswith(
            f"{names[mine]} agrees with you, {scores[side][mine]:.3f} to "
            f"{scores[1 - side][mine]:.3f}. {names[1 - mine]} prefers the other list, "
            f"{scores[1 - side][1 - mine]:.3f} to {scores[side][1 - mine]:.3f}."
        )
    adds = [
        [setup_of(setup, grades).compute(key).terms["contribution"] for key in (AP, NDCG)]
        for grades in lists
    ]
    differ = np.abs(np.array(adds[0]) - np.array(adds[1])).T > 5e-4
    assert lit(at) == [differ.tolist(), differ.tolist()]
    assert dict(at.query_params) == address
    assert is_off(at, "Undo")


def setup_of(setup: Setup, grades: Sequence[int]) -> Setup:
    return Setup(tuple(grades), setup.missed, setup.knobs)


def test_another_pair_asks_anew_and_the_same_does_not() -> None:
    at = visit(PAGE)
    press(at, "The left one")
    act(at, "move", list="a", id="1", to=3)  # the same documents
    act(at, "turn", knob="persistence", to=0.5)  # neither metric listens
    assert "agrees with you" in told(at)
    for change in (
        {"do": "grade", "list": "a", "id": "3", "grade": 1},
        {"do": "turn", "knob": "orders_against", "to": "err"},
    ):
        act(at, **change)
        assert "agrees with you" not in told(at)
        assert "<em" not in asked(at)
        press(at, "Undo")
        assert "agrees with you" in told(at)
    press(at, "Predict first")
    assert "agrees with you" not in told(at)
    press(at, "The right one")
    assert "agrees with you" not in told(at)  # a score is still to be guessed
    set_to(at, "Your guess for AP@6", "0.5")
    assert "agrees with you" in told(at)


def test_the_two_orders_have_rings_once_one_is_preferred() -> None:
    """Each ring stands where its order scores."""
    at = visit(PAGE)
    assert set(all_orders(at).named) == {"this list"}
    press(at, "The left one")
    rings = all_orders(at).named
    for side, grades in zip(("left", "right"), sides(at), strict=True):
        there = Setup(grades, (), {"k": 6})
        assert rings[side] == pytest.approx([there.score(key) for key in (AP, NDCG)])


def test_either_list_goes_onto_the_board_as_one_step() -> None:
    at = visit(PAGE)
    before, lists = shown_grades(at), sides(at)
    press(at, "The left one")
    for grades in lists:
        act(at, "take_grades", by="text", grades=grades)
        assert shown_grades(at)[0] == grades
        press(at, "Undo")
        assert shown_grades(at) == before


def test_where_no_two_orders_divide_them_it_says_so() -> None:
    at = visit(PAGE)
    set_to(at, "Preset", "dis-never")
    assert told(at).startswith("AP@6 and nDCG@6 never disagree about all 15 orders")
    assert "The left one" not in controls(at)
    act(at, "grade", list="a", id="1", grade=1)
    assert "The left one" in controls(at)
    set_to(at, "Second metric", "none")
    assert told(at).startswith("Choose a second metric")
    assert list(tiles(at)) == ["AP@6"]
    set_to(at, "Second metric", AP)  # against itself
    assert list(tiles(at)) == ["AP@6"]


def test_of_many_documents_some_orders_are_searched_and_it_is_said() -> None:
    grades = tuple(range(4)) * 5
    at = visit(PAGE, Setup(grades, (), {"k": 10}).query())
    assert told(at).startswith("Of 20,000 random orders of your documents")
    assert asked(at).count("<li") == 24
    assert asked(at).count("and 8 more") == 2


@pytest.mark.parametrize(
    "damaged",
    [
        {"do": "prefer"},
        {"do": "prefer", "metrics": [AP, "x"], "orders": [[1], [0]], "for": 0},
        {"do": "prefer", "metrics": [AP, NDCG], "orders": [["x"], [0]], "for": 0},
        {"do": "prefer", "metrics": [AP, NDCG], "orders": [[1], [0]], "for": 2},
        {"do": "take_hits", "hits": 6, "of": 6},
        {"do": "take_hits", "hits": "1", "of": 6},
        {"do": "swap", "list": "a", "ids": ["1"]},
        {"do": "swap", "list": "a", "ids": ["1", "gone"]},
    ],
)
def test_no_message_breaks_the_page(damaged: dict[str, Any]) -> None:
    at = visit(PAGE)
    act(at, by="pair", **damaged)
    assert not at.exception
    assert len(notices(at)) == 1
    assert is_off(at, "Undo")


# How many hits it takes


def test_two_hits_in_six_never_divide_them_and_three_do() -> None:
    at = visit(PAGE, Setup((3, 0, 2, 1, 0, 2), (1,), {"from": 2, "k": 6}).query())
    (piece,) = [piece for piece in pieces(at) if "<p class='hits'>" in piece]
    gaps = re.findall(r"<b>(\d)</b> hits?<span>([^<]*)</span>", piece)
    wanted = []
    for hits in range(1, 6):
        binary = Setup((1,) * hits + (0,) * (6 - hits), (), {"scale": 1, "k": 6})
        gap = binary.score("disagreement")
        wanted.append((str(hits), f"{gap:.3f}" if gap > 1e-9 else "never"))
    assert gaps == wanted
    assert [gap for _, gap in gaps] == ["never", "never", "0.018", "never", "never"]
    act(at, "take_hits", by="text", hits=3, of=6)
    assert shown_grades(at) == ([1, 0, 1, 0, 0, 1], 6)
    assert {at.query_params[name] for name in ("scale", "k")} == {"1", "6"}
    press(at, "Undo")
    assert is_off(at, "Undo")


# Swaps


SWAPPED = Setup((1, 3, 0, None, 2, 0), (2,), {"k": 4})


def test_a_cell_says_what_the_swap_of_its_ranks_would_do() -> None:
    at = visit(PAGE, SWAPPED.query())
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    maps = piece.split("<div class='pairs swapped'")[1:]
    assert len(maps) == 2
    changes: dict[tuple[int, int], list[float]] = {}
    for high, low in combinations(range(6), 2):
        grades = list(SWAPPED.grades)
        grades[high], grades[low] = grades[low], grades[high]
        swapped = Setup(grades, SWAPPED.missed, SWAPPED.knobs)
        changes[low + 1, high + 1] = [swapped.score(key) - SWAPPED.score(key) for key in (AP, NDCG)]
    for metric, drawn in enumerate(maps):
        cells = re.findall(
            r"<i class='(\w+)( best)?' style='grid-area:(\d)/(\d);--by:([\d.]+)' data-doc='a-(\d) "
            r"a-(\d)' data-swap='(\d) (\d)' data-said='([^']*)'></i>",
            drawn,
        )
        assert len(cells) == len(changes) == 15
        most = max(abs(each[metric]) for each in changes.values())
        best = max(each[metric] for each in changes.values())
        for look, framed, low, high, depth, one, other, *ids, said in cells:
            by = changes[int(low), int(high)]
            assert [one, other] == ids == [high, low]
            told = ", ".join(
                f"{name}@4 "
                + (f"{each:+.3f}".replace("-", "−") if abs(each) >= 5e-4 else "unchanged")
                for name, each in zip(("AP", "nDCG"), by, strict=True)
            )
            assert said == f"Ranks {high} and {low}: {told}"
            assert look == (
                "even" if abs(by[metric]) < 5e-4 else "up" if by[metric] > 0 else "down"
            )
            assert float(depth) == pytest.approx(abs(by[metric]) / most, abs=5.1e-3)
            assert bool(framed) == (by[metric] == pytest.approx(best, abs=1e-9))


def test_of_a_metric_that_is_better_lower_a_fall_helps() -> None:
    at = visit(PAGE, {"a": "0A~0B~1C", "scale": "1", "orders": "first_relevant_rank"})
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    first = piece.split("<div class='pairs swapped'")[1]
    looks = re.findall(r"<i class='(\w+(?: best)?)' style='grid-area:(\d/\d)", first)
    assert looks == [("even", "2/1"), ("up best", "3/1"), ("up", "3/2")]
    assert "Ranks 1 and 3: FRP@5 −2.000" in first


def test_of_a_long_list_the_first_twelve_ranks_can_be_swapped() -> None:
    at = visit(PAGE, Setup((0, 1) * 10, (), {"scale": 1, "k": 20}).query())
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    assert piece.count("data-swap") == 2 * 66
    assert "grid-area:12/11" in piece
    assert "grid-area:13/" not in piece


def test_predict_first_hides_what_a_swap_would_do() -> None:
    at = visit(PAGE)
    press(at, "Predict first")
    assert not any("data-swap" in piece for piece in pieces(at))
    assert charts(at) == {}


def test_a_click_or_enter_swaps(open_page: Open) -> None:
    """One step each, told in words; with the keys the chosen cell stays where it is."""
    page = open_page(f"/{PAGE}" + to_text("10302", "", k=5), 1400, 1300)
    board = Board(page)
    first = page.get_by_role("slider", name="Swaps by AP@5")
    cell = first.locator("[data-swap='1 5']")
    cell.hover()
    expect(first.locator("p > span")).to_have_text(re.compile("^Ranks 1 and 5: AP@5 "))
    settle(page)
    cell.click()
    board.shows("E2 B0 C3 D0 A1")
    expect(heard(page)).to_contain_text("E, rank 1 of 5; A, rank 5 of 5. AP@5")
    page.keyboard.press("Control+z")
    board.shows("A1 B0 C3 D0 E2")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    for key in ("Home", "ArrowDown", "ArrowRight"):
        first.press(key)
    expect(first).to_have_attribute("aria-valuetext", re.compile("^Ranks 2 and 3: AP@5 "))
    first.press("Enter")
    board.shows("A1 C3 B0 D0 E2")
    expect(first.locator(".chosen")).to_have_attribute("data-swap", "3 2")
    assert focused(page) == "Swaps by AP@5"
    page.keyboard.press("Enter")  # and back
    board.shows("A1 B0 C3 D0 E2")
    settle(page)


def test_a_finger_is_told_what_a_cell_swaps_before_it_does(open_page: Open) -> None:
    page = open_page(f"/{PAGE}" + to_text("10302", "", k=5), 390, 844, touch=True)
    board, told = Board(page), page.locator(".tapped")
    cell = page.get_by_role("slider", name="Swaps by AP@5").locator("[data-swap='1 5']")
    other = page.get_by_role("slider", name="Swaps by AP@5").locator("[data-swap='2 3']")
    size = box(cell)
    assert min(size["width"], size["height"]) >= 24
    cell.tap()
    expect(told).to_have_text(re.compile(r"^Ranks 1 and 5: AP@5 .*Tap again to take it\.$"))
    other.tap()
    expect(told).to_have_text(re.compile(r"^Ranks 2 and 3: AP@5 "))
    settle(page)
    board.shows("A1 B0 C3 D0 E2")
    other.tap()
    board.shows("A1 C3 B0 D0 E2")
    expect(told).to_have_count(0)


def test_the_question_is_answered_with_the_keys_and_by_touch(open_page: Open) -> None:
    page = open_page(f"/{PAGE}", 390, 844, touch=True)
    left = page.get_by_role("button", name="The left one")
    assert (left.bounding_box() or {})["height"] >= 44
    left.press("Enter")
    expect(page.locator(".told")).to_contain_text("agrees with you")
    expect(heard(page)).to_contain_text("agrees with you")
    expect(left).to_be_focused()
    page.get_by_role("button", name="The right one").tap()
    expect(left).to_have_attribute("aria-pressed", "false")
    before = score(page, "AP@6").inner_text()
    page.get_by_role("link", name="the right one").tap()
    expect(score(page, "AP@6")).not_to_have_text(before)
    expect(page.locator(".told")).to_contain_text("agrees with you")
