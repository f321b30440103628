"""Disagreement: the two orders found are the true ones, both lists are compared, swaps are done.

The search is held against one over all pairs of orders, each scored by itself (`expected`).
"""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    all_orders,
    assert_bars,
    charts,
    is_off,
    listed,
    markup,
    notices,
    pieces,
    press,
    set_to,
    shown_grades,
    text,
    tiles,
    visit,
)
from expected import Setup
from live_app import settle
from live_board import Board, box, focused, heard, to_text
from metrics.catalog import METRICS
from metrics.orders import UNJUDGED, furthest
from steps import STEPS
from test_orders import screen
from test_steps import rearrange
from ui.core import link
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


# Two lists


def both(at: AppTest) -> list[Setup]:
    """Lists A and B, as the boards have them."""
    setup = Setup.of(link.encode(at.session_state["session"].current))
    return [Setup(tuple(shown_grades(at, name)[0]), (), setup.knobs) for name in "ab"]


def below_score(at: AppTest) -> str:
    (piece,) = [piece for piece in pieces(at) if "<dl class='scores several'" in piece]
    return re.sub("<[^>]*>", "", piece.partition("<div class='below'>")[2])


def preferred(at: AppTest) -> list[str]:
    """What stands below the names of both lists."""
    return [listed(at, name)["called"][1] for name in "ab"]


def on_phone(at: AppTest) -> list[str]:
    """Who prefers each list, above its cards on a phone."""
    return [listed(at, name)["adds"]["heading"].partition("\n")[0] for name in "ab"]


def test_a_phone_has_two_numbers_inside_each_card() -> None:
    """A has hits at 3, 4 and 6, B at 2, 5 and 6; k is 4: RR adds at the first, P 1/4 at each."""
    at = visit(PAGE)
    for name, added in (("a", {3: "0.333", 4: "0"}), ("b", {2: "0.500"})):
        adds, documents = listed(at, name)["adds"], listed(at, name)["documents"]
        rows = [adds["rows"].get(document["id"]) for document in documents]
        for rank, row in enumerate(rows[:4], start=1):
            assert row == [f"{added[rank]}, 0.250" if rank in added else ""]
        assert adds["heading"].endswith("\nAdds to RR, P")
        assert rows[4:] == [None] * len(rows[4:])


def test_the_ranks_that_a_reader_reads_are_shaded_where_one_leaves_early() -> None:
    """A has its first hit at rank 3, B at rank 2; the reader of P looks at k = 4 documents."""
    at = visit(PAGE)
    read = re.compile("class='read' style='--ranks:([0-9]+)'")
    assert read.findall("".join(pieces(at))) == ["3", "4", "2", "4"]
    act(at, by="steps", do="preset", lesson=PAGE, to="dis-grades")
    assert not read.findall("".join(pieces(at)))


@pytest.mark.parametrize(
    ("step", "of_b", "named", "then"),
    [
        (
            "dis-first",
            "B: RR 0.500, P 0.250. RR prefers B, P prefers A. They disagree.",
            ["P prefers it.", "RR prefers it."],
            ["RR and P prefer it.", "&nbsp;"],
        ),
        (
            "dis-grades",
            "B: AP 0.806, nDCG 0.952. AP prefers A, nDCG prefers B. They disagree.",
            ["AP prefers it.", "nDCG prefers it."],
            ["AP and nDCG prefer it.", "&nbsp;"],
        ),
        (
            "dis-drag",
            "B: AP 0.756, nDCG 0.921. Both see a tie.",
            ["&nbsp;", "&nbsp;"],
            ["AP prefers it.", "nDCG prefers it."],
        ),
        (
            "dis-two-hits",
            "B: AP 0.393, nDCG 0.591. AP prefers A, nDCG prefers B. They disagree.",
            ["AP prefers it.", "nDCG prefers it."],
            ["AP and nDCG prefer it.", "&nbsp;"],
        ),
    ],
)
def test_a_drag_changes_who_prefers_which_list(
    step: str, of_b: str, named: list[str], then: list[str]
) -> None:
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to=step)
    assert below_score(at) == of_b
    assert preferred(at) == named
    assert on_phone(at) == [each.replace("&nbsp;", "none prefers it").rstrip(".") for each in named]
    asked = next(each for each in STEPS if each["id"] == step)
    rearrange(at, asked["then"])
    assert preferred(at) == then
    press(at, "Undo")
    assert preferred(at) == named


def test_the_worse_number_of_each_pair_is_marked() -> None:
    """RR is 0.333 and 0.500, P 0.500 and 0.250: A's first is worse, and B's second."""
    at = visit(PAGE)
    assert any("<p class='a0 b1'>" in piece for piece in pieces(at))
    act(at, by="steps", do="preset", lesson=PAGE, to="dis-drag")
    assert not any("<p class='" in piece and "Both see a tie" in piece for piece in pieces(at))


def test_ap_is_said_to_be_divided_by_what_it_is_divided_by() -> None:
    """1 0 0 0 0 1 0 1 down to rank 2: the only share is 1, and AP is 1/3."""
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="dis-ndcg")
    act(at, "turn", knob="k", to=2)
    assert tiles(at)["AP@2"].score == "0.333"
    assert "AP is their sum, divided by the number of relevant documents." in text(at)
    act(at, "turn", knob="denominator", to="found")
    assert tiles(at)["AP@2"].score == "1.000"
    assert "AP is their sum, divided by the number of hits." in text(at)


def test_the_bars_of_both_lists_are_what_their_ranks_add() -> None:
    at = visit(PAGE)
    for picture, setup in enumerate(both(at)):
        assert_bars(at, PAGE, setup, picture=picture)


@pytest.mark.parametrize("step", [each["id"] for each in STEPS if each["lesson"] == PAGE])
def test_the_chart_draws_the_lead_down_to_each_rank(step: str) -> None:
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to=step)
    rows = charts(at)["leads"]
    a, b = both(at)
    for key in (a["orders"], a["against"]):
        name = METRICS[key].symbol.partition("@")[0]
        adds = [setup.compute(key).terms["contribution"] for setup in (a, b)]
        deepest = min(a["k"], len(a.grades))  # all metrics of these steps end at the cut
        wanted = [
            float(of_a[:rank].sum() - of_b[:rank].sum())
            for of_a, of_b in [adds]
            for rank in range(1, deepest + 1)
        ]
        drawn = rows[(rows["part"] == "curves") & (rows["name"] == name)]
        assert drawn["lead"].tolist() == pytest.approx(wanted)
        assert drawn["lead"].iloc[-1] == pytest.approx(a.score(key) - b.score(key))
        (end,) = rows[(rows["part"] == "ends") & (rows["label"] == name)]["rank"]
        assert end == deepest
    most = rows[rows["part"] == "sides"]["lead"].max()
    assert rows[rows["part"] == "curves"]["lead"].abs().max() <= most


def test_what_the_chart_says_of_a_rank_by_hand() -> None:
    """AP of 1 1 3 0 has 1/3 at each hit; of 3 0 1 1 it has 1/3 and 2/9 at ranks 1 and 3."""
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="dis-grades")
    said = charts(at)["leads"].query("part == 'a' and rank == 3")["said"].item()
    assert said.startswith(
        "Rank 3: AP so far 1.000 in A, 0.556 in B: A is ahead by 0.444; "
        "nDCG so far 0.758 in A, 0.847 in B: B is ahead by 0.089 ("
    )


def test_of_a_metric_that_is_better_lower_the_lower_score_leads() -> None:
    query = {"a": "0A~1B", "b": "1C~0D", "scale": "1", "k": "2"}
    at = visit(PAGE, {**query, "orders": "first_relevant_rank", "against": "average_precision"})
    assert preferred(at) == ["&nbsp;", "FRP and AP prefer it."]
    rows = charts(at)["leads"]
    last = rows[(rows["part"] == "curves") & (rows["rank"] == 2)]
    assert dict(zip(last["name"], last["lead"], strict=True)) == {"FRP": -1, "AP": -0.5}


def test_without_list_b_one_can_be_made() -> None:
    at = visit(PAGE, {"a": "0A~1B~1C", "scale": "1", "k": "3"})
    assert below_score(at) == "There is no list B to compare with."
    assert "leads" not in charts(at)
    act(at, "keep_b", by="text")
    assert below_score(at) == "B: AP 0.583, nDCG 0.693. Both see a tie."
    assert "leads" in charts(at)


def test_predict_first_hides_both_lists_and_who_prefers_them() -> None:
    at = visit(PAGE)
    press(at, "Predict first")
    assert preferred(at) == on_phone(at) == ["", ""]
    assert charts(at) == {}
    assert not any("data-swap" in piece for piece in pieces(at))
    assert not any("0.250" in piece for piece in pieces(at))
    set_to(at, "Your guess for RR@4", "0.5")
    assert preferred(at) == ["P prefers it.", "RR prefers it."]


def test_list_b_has_a_ring_among_all_orders() -> None:
    at = visit(PAGE)
    there = both(at)[1]
    assert all_orders(at).named["list B"] == pytest.approx(
        [there.score(key) for key in ("reciprocal_rank", "precision")]
    )


def test_both_lists_have_their_formula() -> None:
    """What a class is asked for is not said by the formula of B either."""
    at = visit(PAGE)
    (written,) = re.findall("<p class='wide formula'.*?</p>", markup(at))
    a, b = (re.sub("<[^>]*>", "", line).replace("\u00a0", " ") for line in written.split("<br>"))
    assert (a, b) == (
        "RR@4 = 1/3 = 0.333P@4 = 2/4 = 0.500",
        "B:\u2002RR@4 = 1/2 = 0.500P@4 = 1/4 = 0.250",
    )


def test_the_table_names_the_list_that_other_metrics_prefer() -> None:
    at = visit(PAGE)
    (piece,) = re.findall("Both lists by other metrics.*?</table>", markup(at), re.DOTALL)
    found = [re.findall(r"<t[hd][^>]*>(?:<b>)?([^<]*)<", row) for row in piece.split("<tr")[2:]]
    a, b = both(at)
    keys = (AP, NDCG, "err", "rbp")  # RR and P stand above
    wanted = []
    for key in keys:
        scores = [setup.score(key) for setup in (a, b)]
        wanted.append(
            [a.label(key), *(f"{score:.3f}" for score in scores), "AB"[int(scores[0] < scores[1])]]
        )
    assert found == wanted


# The pair that divides the metrics most


def widest(at: AppTest) -> str:
    (said,) = re.findall(r"Of (?:all )?[\d,]+ .*disagree most about.*|.*never disagree.*", text(at))
    return re.sub("<[^>]*>", "", said)


def test_the_two_orders_that_divide_them_most_go_onto_both_boards() -> None:
    """2 1 0 3 0 1: AP wants all four hits on top, nDCG the 3 first."""
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="dis-opening")
    assert widest(at) == (
        "Of all 180 orders of A’s documents, AP@6 and nDCG@6 disagree most about 1 1 2 0 3 0 and "
        "3 0 2 0 1 1. AP@6 prefers the first one, 0.950 to 0.733. nDCG@6 prefers the second one, "
        "0.913 to 0.730. Take these two as A and B."
    )
    act(at, "take_pair", by="text", orders=[[1, 1, 2, 0, 3, 0], [3, 0, 2, 0, 1, 1]])
    assert [shown_grades(at, name)[0] for name in "ab"] == [[1, 1, 2, 0, 3, 0], [3, 0, 2, 0, 1, 1]]
    assert (
        below_score(at) == "B: AP 0.733, nDCG 0.913. AP prefers A, nDCG prefers B. They disagree."
    )
    press(at, "Undo")
    assert shown_grades(at)[0] == [2, 1, 0, 3, 0, 1]


def test_where_no_two_orders_divide_them_it_says_so() -> None:
    at = visit(PAGE)
    act(at, by="steps", do="preset", lesson=PAGE, to="dis-never")
    assert "**never disagree** about all 15 orders" in widest(at)
    act(at, "grade", list="a", id="1", grade=1)
    assert "disagree most about" in widest(at)
    act(at, "turn", knob="orders_against", to="none")
    assert "Choose a second metric" in text(at)
    assert list(tiles(at)) == ["AP@6"]
    act(at, "turn", knob="orders_against", to=AP)  # against itself
    assert list(tiles(at)) == ["AP@6"]


def test_of_many_documents_some_orders_are_searched_and_it_is_said() -> None:
    grades = tuple(range(4)) * 5
    at = visit(PAGE, Setup(grades, (), {"k": 10}).query())
    assert widest(at).startswith("Of 20,000 random orders of A’s documents")
    assert widest(at).count(" …") == 2


@pytest.mark.parametrize(
    "damaged",
    [
        {"do": "take_pair"},
        {"do": "take_pair", "orders": [[1], [0]]},
        {"do": "take_pair", "orders": [["x"], [0]]},
        {"do": "take_pair", "orders": 3},
        {"do": "take_pair", "orders": [1, 0]},
        {"do": "swap", "list": "a", "ids": ["1"]},
        {"do": "swap", "list": "a", "ids": ["1", "gone"]},
    ],
)
def test_no_message_breaks_the_page(damaged: dict[str, Any]) -> None:
    at = visit(PAGE)
    act(at, by="text", **damaged)
    assert not at.exception
    assert len(notices(at)) == 1
    assert is_off(at, "Undo")


def test_two_hits_in_six_never_divide_them_and_three_do() -> None:
    gaps = []
    for hits in range(1, 6):
        grades = (1,) * hits + (0,) * (6 - hits)
        pair = orders.every(screen(grades, scale=1, k=6), AP, NDCG).widest
        wanted = Setup(grades, (), {"scale": 1, "k": 6}).score("disagreement")
        assert (pair.gap if pair else 0) == pytest.approx(wanted, abs=2e-9)
        gaps.append(f"{pair.gap:.3f}" if pair else "never")
    assert gaps == ["never", "never", "0.018", "never", "never"]


# Swaps


def swaps(at: AppTest) -> str:
    (piece,) = [each for each in pieces(at) if "<div class='pairs swapped'" in each]
    return piece


SWAPPED = Setup((1, 3, 0, None, 2, 0), (2,), {"k": 4})


def test_a_cell_says_what_the_swap_of_its_ranks_would_do() -> None:
    at = visit(PAGE, {**SWAPPED.query(), "orders": AP, "against": NDCG})
    piece = swaps(at)
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
    piece = swaps(at)
    first = piece.split("<div class='pairs swapped'")[1]
    looks = re.findall(r"<i class='(\w+(?: best)?)' style='grid-area:(\d/\d)", first)
    assert looks == [("even", "2/1"), ("up best", "3/1"), ("up", "3/2")]
    assert "Ranks 1 and 3: FRP@5 −2.000" in first


def test_of_a_long_list_the_first_twelve_ranks_can_be_swapped() -> None:
    at = visit(PAGE, Setup((0, 1) * 10, (), {"scale": 1, "k": 20}).query())
    piece = swaps(at)
    assert piece.count("data-swap") == 2 * 66
    assert "grid-area:12/11" in piece
    assert "grid-area:13/" not in piece


def test_a_click_or_enter_swaps(open_page: Open) -> None:
    """One step each, told in words; with the keys the chosen cell stays where it is."""
    page = open_page(f"/{PAGE}" + to_text("10302", "", k=5, orders=AP, against=NDCG), 1400, 1300)
    page.get_by_text("Further:").click()
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
    address = f"/{PAGE}" + to_text("10302", "", k=5, orders=AP, against=NDCG)
    page = open_page(address, 390, 844, touch=True)
    page.get_by_text("Further:").click()
    settle(page)
    board, told = Board(page), page.locator(".tapped")
    cell = page.get_by_role("slider", name="Swaps by AP@5").locator("[data-swap='1 5']")
    other = page.get_by_role("slider", name="Swaps by AP@5").locator("[data-swap='2 3']")
    size = box(cell)
    assert min(size["width"], size["height"]) >= 24
    cell.tap()
    expect(told).to_have_text(re.compile(r"^Ranks 1 and 5: AP@5 .*Tap again to take it\.$"))
    other.tap()
    expect(told).to_have_text(re.compile(r"^Ranks 2 and 3: AP@5 "))
    board.title("E").fill("Last")
    board.title("E").press("Enter")
    board.shows("A1 B0 C3 D0 Last2")
    settle(page)  # a run between the two taps takes a label away only if it's outdated
    expect(told).to_have_text(re.compile(r"^Ranks 2 and 3: AP@5 "))
    other.tap()
    board.shows("A1 C3 B0 D0 Last2")
    expect(told).to_have_count(0)
