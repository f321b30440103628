"""Wrong pairs: the triangle of pairs, and a swap between every two neighbours."""

import json
import re
from collections.abc import Callable
from math import log2

import pytest
from playwright.sync_api import Page, expect

from app_driver import (
    act,
    data,
    drawn,
    pieces,
    press,
    set_to,
    shown_grades,
    tiles,
    visit,
)
from live_app import settle
from live_board import Board, arrive, box, comes_true, focused, heard, middle, score, to_text
from test_browser import RINGS
from ui.draw import pairs

Open = Callable[..., Page]

PATH = "/wrong_pairs"


def swap(page: Page, rank: int) -> object:
    return page.get_by_role("button", name=f"Swap ranks {rank} and {rank + 1}", exact=True)


# What it says


def test_nine_against_eight() -> None:
    """The lists of a published text: more inversions, and better for all who read from the top.

    nDCG's ideal is 1 + 0.6309 + 0.5 + 0.4307 = 2.5616, AP (1 + 2/5 + 3/6 + 4/7) / 4.
    """
    at = visit("wrong_pairs")
    set_to(at, "Preset", "pairs-nine")
    assert {label: tile.score for label, tile in tiles(at).items()} == {
        **{"Inversions": "9", "RR@7": "1.000", "AP@7": "0.618", "nDCG@7": "0.811"},
        **{"Kendall’s distance": "0.750", "Pairwise accuracy": "0.250"},
    }
    nothing = "Inversions unchanged, RR@7 unchanged, AP@7 unchanged, nDCG@7 unchanged"
    assert data(at)["swaps"] == [
        "Inversions +1, RR@7 −0.500, AP@7 −0.125, nDCG@7 −0.144",  # 0.3691 / 2.5616
        *(nothing, nothing),
        "Inversions −1, RR@7 unchanged, AP@7 +0.025, nDCG@7 +0.017",  # 1/4 (2/4 - 2/5)
        *(nothing, nothing),
    ]
    set_to(at, "Preset", "pairs-eight")
    assert [tile.score for tile in tiles(at).values()][:3] == ["8", "0.333", "0.525"]


@pytest.mark.parametrize(("grades", "steps"), [("1000111", 9), ("0302123", 13), ("321", 0)])
def test_a_list_is_sorted_by_as_many_swaps_of_neighbours_as_it_has_inversions(
    grades: str, steps: int
) -> None:
    parts = "~".join(f"{grade}{at}" for at, grade in enumerate(grades))
    at = visit("wrong_pairs", {"a": parts})
    for left in range(steps, 0, -1):
        assert tiles(at)["Inversions"].score == str(left)
        mends = [said.startswith("Inversions −1, ") for said in data(at)["swaps"]]
        rank = mends.index(True)
        act(at, "move", list="a", id=data(at)["documents"][rank + 1]["id"], to=rank)
        assert tiles(at)["Inversions"].change == "−1"
    assert tiles(at)["Inversions"].score == "0"
    assert not any("−1" in said.split(", ")[0] for said in data(at)["swaps"])
    assert shown_grades(at)[0] == sorted(map(int, grades), reverse=True)


def test_the_mean_over_all_orders_is_computed_once_for_a_list() -> None:
    """Also if nobody judged one of its documents."""
    pairs._mean_changes.cache_clear()
    at = visit("wrong_pairs", {"a": "0A~-B~3C"})
    computed = pairs._mean_changes.cache_info().misses
    act(at, "rename", list="a", id="1", title="Another name")
    assert pairs._mean_changes.cache_info().misses == computed > 0


def test_cells_and_swaps_name_both_documents_and_missed_ones_have_none() -> None:
    at = visit("wrong_pairs", {"a": "0A~-B~3C~.~2D"})
    act(at, "move", list="a", id="3", to=0)
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    assert re.findall(r"<i class=(\w+) style='grid-area:(\S+)' data-doc='([^']*)'", piece) == [
        ("right", "2/1", "a-3 a-1"),
        ("none", "3/1", "a-3 a-2"),
        ("none", "3/2", "a-1 a-2"),
    ]
    (fold,) = [each for each in pieces(at) if "What would each swap do" in each]
    assert re.findall(r"<tr><th[^>]*>([^<]*)</th><td>([^<]*)<", fold) == [
        ("ranks 1 and 2", "+1"),
        ("ranks 2 and 3", "0"),
    ]
    assert "aria-valuetext='0 of 1 wrong. Arrow keys choose a pair.'" in piece
    act(at, "move", list="a", id="3", to=2)
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    assert "aria-valuetext='1 of 1 wrong: rank 1 above 3. Arrow keys" in piece


def test_both_charts_tell_the_pairs_and_what_a_swap_would_change() -> None:
    """Of 0 3 1 - 2, 0-3, 0-1 and 0-2 and 1-2 are wrong, 3-1 and 3-2 are right."""
    at = visit("wrong_pairs", {"a": "0A~3B~1C~-D~2E~.~1F", "k": "5"})
    bars = drawn(at)["inversions"].to_pylist()
    assert [row["said"] for row in bars if row["said"]] == [
        "Rank 1: of 0 above 0 are worse and 0 better, adds 0 (A)",
        "Rank 2: of 1 above 1 are worse and 0 better, adds 1 (B)",
        "Rank 3: of 2 above 1 are worse and 1 better, adds 1 (C)",
        "Rank 4: of 3 above 0 are worse and 0 better, adds 0 (D)",
        "Rank 5: of 4 above 2 are worse and 1 better, adds 2 (E)",
        "Row 6: never retrieved, is in no pair (F)",
    ]
    assert [row["label"] for row in bars if row["part"] == "a"] == ["", "1/1", "1/2", "0/0", "2/3"]
    costs = drawn(at)["swap_costs"].to_pylist()
    places = [row for row in costs if row["part"] == "at"]
    for rank, (row, said) in enumerate(zip(places, data(at)["swaps"], strict=True), start=1):
        assert row["said"] == f"Swap ranks {rank} and {rank + 1}: {said}"
    flat = [row["y"] for row in costs if row["part"] == "line" and row["name"] == "Inversions"]
    assert flat == pytest.approx([1] * 4)
    act(at, **json.loads(places[0]["do"]), by="chart")
    assert shown_grades(at)[0] == [3, 0, 1, None, 2, 1]
    ghosts = [row["value"] for row in drawn(at)["inversions"].to_pylist() if row["part"] == "was"]
    assert ghosts == [0, 1, 1, 0, 2]


def test_over_all_orders_a_swap_moves_the_count_alike_and_the_others_most_at_the_top() -> None:
    """Of 1 0 0 in three orders; two neighbours differ in two of them.

    RR goes from 1 to 1/2 by two swaps at the top, and from 1/2 to 1/3 by two at the bottom.
    """
    at = visit("wrong_pairs", {"a": "0A~1B~0C", "scale": "1", "k": "3"})
    lines = [row for row in drawn(at)["swap_costs"].to_pylist() if row["part"] == "line"]
    for name, sizes in {
        "Inversions": (2 / 3, 2 / 3),
        "RR@3": (2 / 3 * 1 / 2, 2 / 3 * 1 / 6),
        "nDCG@3": (2 / 3 * (1 - 1 / log2(3)), 2 / 3 * (1 / log2(3) - 1 / 2)),
    }.items():
        shares = [row["y"] for row in lines if row["name"] == name]
        assert shares == pytest.approx([size / sizes[0] for size in sizes])


def test_over_orders_of_many_documents_the_count_is_moved_alike() -> None:
    """Not all orders of ten are tried, but each with all its rotations."""
    spelling = "~".join(
        f"{grade}{title}" for grade, title in zip("0001022031", "ABCDEFGHIJ", strict=True)
    )
    at = visit("wrong_pairs", {"a": spelling, "k": "10"})
    lines = [row for row in drawn(at)["swap_costs"].to_pylist() if row["part"] == "line"]
    shares = [row["y"] for row in lines if row["name"] == "Inversions"]
    assert shares == pytest.approx([1] * 9)
    assert all(row["y"] == 1 for row in lines if row["x"] == 1)


def test_predict_first_hides_the_pairs_and_what_a_swap_would_change() -> None:
    at = visit("wrong_pairs")
    set_to(at, "Preset", "pairs-opening")
    press(at, "Predict first")
    assert data(at)["swaps"] == []
    assert not any("class='pairs'" in each or "each swap do" in each for each in pieces(at))
    set_to(at, "Your guess for Inversions", "14")
    assert "from 0 to 13" in str(data(at, "guess")["controls"])
    set_to(at, "Your guess for Inversions", "8")
    assert "off by <b>1.000</b>" in "".join(pieces(at))
    assert len(data(at)["swaps"]) == 5


# By hand


def test_neighbours_are_swapped_by_mouse_and_keys(open_page: Open) -> None:
    """One step to undo each, the count by one, and no press is lost, however quick."""
    page = open_page(PATH + to_text("0302", "1", k=4))
    board = Board(page)
    expect(score(page, "Inversions")).to_have_text("3")
    expect(page.get_by_role("button", name="Swap ranks")).to_have_count(3)
    swap(page, 1).click()
    board.shows("B3 A0 C0 D2 | E1")
    expect(score(page, "Inversions")).to_have_text("2")
    expect(heard(page)).to_contain_text("B, rank 1 of 4. Inversions 2, down 1")
    page.get_by_role("button", name="Undo", exact=True).click()
    board.shows("A0 B3 C0 D2 | E1")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    swap(page, 3).dblclick()  # there and back
    settle(page)
    board.shows("A0 B3 C0 D2 | E1")
    swap(page, 3).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert focused(page) == "Swap ranks 1 and 2"
    board.shows("D2 A0 B3 C0 | E1")
    expect(score(page, "Inversions")).to_have_text("2")
    settle(page)
    assert focused(page) == "Swap ranks 1 and 2"
    for text in ("A0 D2 B3 C0 | E1", "A0 B3 D2 C0 | E1", "A0 B3 C0 D2 | E1"):
        page.keyboard.press("Control+z")
        board.shows(text)
    page.keyboard.press("End")
    assert focused(page) == "Swap ranks 3 and 4"
    page.keyboard.press("Home")
    page.keyboard.press("Tab")  # all are one stop
    assert not focused(page).startswith("Swap ranks")
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "Swap ranks 1 and 2"
    for _ in range(3):  # with the list gone to one document, there is nothing to swap
        board.cards.first.get_by_role("button", name="Delete").click()
    board.shows("D2 | E1")
    expect(page.get_by_role("button", name="Swap ranks")).to_have_count(0)


def test_a_swap_stands_in_its_gap_and_a_pair_beside_its_lower_card(open_page: Open) -> None:
    page = open_page(PATH, 1400, 1200)
    board = Board(page)
    for query, ranks in (("", 4), (to_text("103201", "2", k=3), 6)):
        arrive(page, PATH + query)
        cards = [box(card) for card in board.cards.all()]
        for rank in range(1, ranks):
            upper, lower = cards[rank - 1 : rank + 1]
            gap = (upper["y"] + upper["height"] + lower["y"]) / 2
            assert abs(middle(swap(page, rank))[1] - gap) <= 2
            corner = page.locator(f".pairs i[style='grid-area:{rank + 1}/{rank}']")
            assert abs(middle(corner)[1] - (lower["y"] + lower["height"] / 2)) <= 2
    board.grip("A").press("Space")  # lifted: the next click says where it goes
    x, y = middle(swap(page, 3))
    page.mouse.click(x - 8, y - 8)
    board.shows("B0 C3 A1 D2 E0 F1 | G2")
    page.goto(page.url.replace(PATH, "/average_precision"))
    settle(page)
    expect(page.get_by_role("button", name="Swap ranks")).to_have_count(0)


def test_a_cell_lights_its_two_cards_and_says_the_pair(open_page: Open) -> None:
    """Pointed at, or chosen with the keys; a swap's button lights its two cards."""
    page = open_page(PATH + to_text("03022", "", k=5), 1400, 1200)
    said = page.locator(".pairs p > span")

    def lights(*documents: int) -> None:
        def cards() -> list[str]:
            return [each for each in page.evaluate(RINGS) if each.endswith("card")]

        wanted = [f"a-{document} card" for document in documents]
        comes_true(page, lambda: cards() == wanted, f"{wanted} are lit")

    page.locator(".pairs i").nth(7).hover()
    lights(2, 5)
    expect(said).to_have_text("Right: rank 2 is better than rank 5")
    page.locator(".pairs i[data-doc='a-1 a-4']").hover()
    lights(1, 4)
    expect(said).to_have_text("Wrong: rank 4 is better than rank 1")
    swap(page, 2).hover()
    lights(2, 3)
    page.mouse.move(700, 20)
    lights()
    pairs = page.get_by_role("slider", name="Pairs of ranks")
    expect(pairs).to_have_attribute(
        "aria-valuetext",
        "5 of 8 wrong: rank 1 above 2, 4, 5; rank 3 above 4, 5. Arrow keys choose a pair.",
    )
    for key, words, documents in (
        ("ArrowDown", "Wrong: rank 2 is better than rank 1", (1, 2)),
        ("ArrowUp", "Wrong: rank 2 is better than rank 1", (1, 2)),  # there is none above
        ("End", "Wrong: rank 5 is better than rank 1", (1, 5)),
        ("ArrowRight", "Right: rank 2 is better than rank 5", (2, 5)),
        ("ArrowRight", "Wrong: rank 5 is better than rank 3", (3, 5)),
        ("ArrowRight", "Ranks 4 and 5 are as good as each other", (4, 5)),
        ("ArrowRight", "Ranks 4 and 5 are as good as each other", (4, 5)),
        ("Home", "Wrong: rank 2 is better than rank 1", (1, 2)),
    ):
        pairs.press(key)
        lights(*documents)
        expect(pairs).to_have_attribute("aria-valuetext", words)
        expect(said).to_have_text(words)
    expect(pairs).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("Control+z")
    Board(page).grip("A").focus()
    lights(1)


def test_on_a_phone_a_finger_swaps(open_page: Open) -> None:
    page = open_page(PATH + to_text("030", "1", k=3), 390, 844, touch=True)
    board = Board(page)
    target = swap(page, 1)
    high = target.evaluate(
        "(it) => it.offsetHeight - 2 * parseFloat(getComputedStyle(it, '::after').top)"
    )
    assert high >= 44
    assert box(target)["width"] >= 44
    target.tap()
    board.shows("B3 A0 C0 | D1")
    expect(score(page, "Inversions")).to_have_text("0")
