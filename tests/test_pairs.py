"""Wrong pairs: the triangle of pairs, and a swap between every two neighbours."""

import json
import re
from collections.abc import Callable
from math import log2
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app_driver import (
    act,
    data,
    drawn,
    formula,
    pieces,
    press,
    set_to,
    shown_grades,
    tiles,
    visit,
)
from app_driver import text as page_text
from live_app import settle
from live_board import Board, arrive, box, comes_true, focused, heard, middle, score, to_text
from test_browser import RINGS
from ui.core import presets, theme
from ui.core.screen import Screen
from ui.draw import pairs, rank_terms

Open = Callable[..., Page]

PATH = "/wrong_pairs"
AP = "average_precision"


def swap(page: Page, rank: int) -> object:
    return page.get_by_role("button", name=f"Swap ranks {rank} and {rank + 1}", exact=True)


# What it says


def step(at: Any, name: str) -> None:
    act(at, by="steps", do="preset", lesson="wrong_pairs", to=name)


def swap_table(at: Any) -> list[list[str]]:
    """What each swap would do to the list, in the fold: its rows of changes."""
    (fold,) = [each for each in pieces(at) if "What would each swap do" in each]
    rows = re.findall(r"<tr>(<th[^>]*>ranks.*?)</tr>", fold)
    return [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in rows]


def test_nine_against_eight() -> None:
    """The lists of a published text: more inversions, and better for all who read from the top.

    nDCG's ideal is 1 + 0.6309 + 0.5 + 0.4307 = 2.5616, AP (1 + 2/5 + 3/6 + 4/7) / 4.
    """
    at = visit("wrong_pairs")
    step(at, "pairs-nine")
    assert {label: tile.score for label, tile in tiles(at).items()} == {
        **{"Wrong pairs": "9", "RR@7": "1.000", "AP@7": "0.618", "nDCG@7": "0.811"},
        **{"Kendall’s distance": "0.750", "Pairwise accuracy": "0.250"},
    }
    nothing = "Wrong pairs unchanged, RR@7 unchanged, AP@7 unchanged"
    assert data(at)["swaps"] == [
        "Wrong pairs +1, RR@7 −0.500, AP@7 −0.125",
        *(nothing, nothing),
        "Wrong pairs −1, RR@7 unchanged, AP@7 +0.025",  # 1/4 (2/4 - 2/5)
        *(nothing, nothing),
    ]
    assert swap_table(at) == [
        ["ranks 1 and 2", "+1", "−0.500", "−0.125", "−0.144"],  # 0.3691 / 2.5616
        *(["ranks 2 and 3", "0", "0", "0", "0"], ["ranks 3 and 4", "0", "0", "0", "0"]),
        ["ranks 4 and 5", "−1", "0", "+0.025", "+0.017"],
        *(["ranks 5 and 6", "0", "0", "0", "0"], ["ranks 6 and 7", "0", "0", "0", "0"]),
    ]
    step(at, "pairs-eight")
    assert [tile.score for tile in tiles(at).values()][:3] == ["8", "0.333", "0.525"]


def test_other_scores_are_shown_only_by_the_steps_that_explain_them() -> None:
    at = visit("wrong_pairs", further=False)
    assert list(tiles(at)) == ["Wrong pairs", "Kendall’s distance", "Pairwise accuracy"]
    assert set(data(at)["swaps"]) == {"Wrong pairs +1", "Wrong pairs −1"}
    assert not re.search(r"\b(RR|AP|nDCG|AUC)\b", re.sub("<[^>]*>", "", page_text(at)))
    step(at, "pairs-by-ap")
    assert list(tiles(at))[:2] == ["Wrong pairs", "AP@5"]
    assert "**AP**, average precision" in page_text(at)


@pytest.mark.parametrize(("grades", "steps"), [("1000111", 9), ("0302123", 13), ("321", 0)])
def test_a_list_is_sorted_by_as_many_swaps_of_neighbours_as_it_has_inversions(
    grades: str, steps: int
) -> None:
    parts = "~".join(f"{grade}{at}" for at, grade in enumerate(grades))
    at = visit("wrong_pairs", {"a": parts})
    for left in range(steps, 0, -1):
        assert tiles(at)["Wrong pairs"].score == str(left)
        rank = data(at)["swaps"].index("Wrong pairs −1")
        act(at, "move", list="a", id=data(at)["documents"][rank + 1]["id"], to=rank)
        assert tiles(at)["Wrong pairs"].change == "−1"
    assert tiles(at)["Wrong pairs"].score == "0"
    assert "Wrong pairs −1" not in data(at)["swaps"]
    assert shown_grades(at)[0] == sorted(map(int, grades), reverse=True)


def test_the_mean_over_all_orders_is_computed_once_for_a_list() -> None:
    """Also if nobody judged one of its documents."""
    pairs._mean_changes.cache_clear()
    at = visit("wrong_pairs", {"a": "0A~-B~3C"})
    computed = pairs._mean_changes.cache_info().misses
    act(at, "rename", list="a", id="1", title="Another name")
    assert pairs._mean_changes.cache_info().misses == computed > 0


@pytest.mark.parametrize(("ranks", "compared"), [(7, ["1 &lt; 3", "1 = 1"]), (8, ["", ""])])
def test_a_cell_of_a_short_list_has_both_grades_the_upper_one_first(
    ranks: int, compared: list[str]
) -> None:
    at = visit("wrong_pairs", {"a": "~".join(["1A", "3B", *["1C"] * (ranks - 2)])})
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    cells = dict(re.findall(r"<i class='?\w+'? style='grid-area:(\S+)'[^>]*>([^<]*)</i>", piece))
    assert [cells["2/1"], cells["3/1"]] == compared


@pytest.mark.parametrize(
    ("given", "says"),
    [("2A~3B~1C", "Here 2 < 3 is wrong"), ("3A~-B~2C", "A box is filled if its pair is wrong")],
)
def test_the_words_take_their_example_from_the_list(given: str, says: str) -> None:
    assert says in page_text(visit("wrong_pairs", {"a": given}))


def test_cells_and_swaps_name_both_documents_and_missed_ones_have_none() -> None:
    at = visit("wrong_pairs", {"a": "0A~-B~3C~.~2D"})
    act(at, "move", list="a", id="3", to=0)
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    cell = r"<i class='?([\w ]+?)'? style='grid-area:(\S+)' data-doc='([^']*)'"
    assert re.findall(cell, piece) == [
        ("right moved", "2/1", "a-3 a-1"),  # it was wrong
        ("none", "3/1", "a-3 a-2"),
        ("none", "3/2", "a-1 a-2"),
    ]
    assert [row[:2] for row in swap_table(at)] == [["ranks 1 and 2", "+1"], ["ranks 2 and 3", "0"]]
    assert "aria-valuetext='0 of 1 wrong. Arrow keys choose a pair.'" in piece
    act(at, "move", list="a", id="3", to=2)
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='picture")]
    assert "aria-valuetext='1 of 1 wrong: rank 1 above 3. Arrow keys" in piece


def test_each_rank_counts_the_worse_ones_above_it() -> None:
    """Of 0 3 1 - 2, 0-3, 0-1 and 0-2 and 1-2 are wrong, 3-1 and 3-2 are right."""
    screen = Screen().with_list("a", presets.listed([0, 3, 1, None, 2, 1], 5))
    terms = rank_terms.of_inversions(pairs.inversions(screen))
    assert [(term.summand, term.short) for term in terms] == [
        *(("0", ""), ("1", "+1"), ("1", "+1"), ("0", ""), ("2", "+2"))
    ]
    assert [term.sentence for term in terms] == [
        "0 of 0 above worse, adds 0",
        "1 of 1 above worse, adds 1",
        "1 of 2 above worse, adds 1",
        "0 of 3 above worse, adds 0",
        "2 of 4 above worse, adds 2",
    ]
    assert pairs.inversions(screen).terms["right"].tolist() == [0, 0, 1, 0, 1]
    at = visit("wrong_pairs", {"a": "0A~3B~1C~-D~2E~.~1F", "k": "5"})
    assert formula(at).result == "4"


def test_the_chart_tells_what_a_swap_would_change_and_does_it() -> None:
    at = visit("wrong_pairs", {"a": "0A~3B~1C~-D~2E~.~1F", "k": "5"})
    rows = drawn(at)["swapped"].to_pylist()
    for rank, (row, said) in enumerate(zip(rows, data(at)["swaps"], strict=True), start=1):
        assert row["said"] == f"Swap ranks {rank} and {rank + 1}: {said}"
    assert [row["inversions"] for row in rows] == [-1, 1, 0, 0]
    assert [row["inversions_label"] for row in rows] == ["−1", "+1", "0", "0"]
    act(at, **json.loads(rows[0]["do"]), by="chart")
    assert shown_grades(at)[0] == [3, 0, 1, None, 2, 1]
    rows = drawn(at)["swapped"].to_pylist()
    assert [row["inversions"] for row in rows] == [1, -1, 0, 0]  # now, and nothing of before


def test_with_ap_the_chart_shows_both_in_their_own_units() -> None:
    """0 1 0 0 1: AP is (1/2 + 2/5) / 2, with ranks 1 and 2 swapped (1 + 2/5) / 2."""
    at = visit("wrong_pairs")
    step(at, "pairs-by-ap")
    rows = drawn(at)["swapped_by_ap"].to_pylist()
    assert [row["average_precision"] for row in rows] == pytest.approx([1 / 4, -1 / 12, 0, 1 / 20])
    assert [row["inversions"] for row in rows] == [-1, 1, 0, -1]
    colours = [[row[f"{key}_colour"] for row in rows[:2]] for key in ("inversions", AP)]
    assert colours == [[theme.HIT, theme.LOST]] * 2


def over_orders(at: Any, name: str) -> list[float]:
    """How much a swap changes a score at each rank, on average over all orders."""
    rows = drawn(at)["over_orders"].to_pylist()
    if name == "Wrong pairs":
        return [row["count"] for row in rows if row["part"] == "a"]
    return [row["size"] for row in rows if row["part"] == "curves" and row["name"] == name]


def test_over_all_orders_a_swap_moves_the_count_alike_and_the_others_most_at_the_top() -> None:
    """Of 1 0 0 in three orders; two neighbours differ in two of them.

    RR goes from 1 to 1/2 by two swaps at the top, and from 1/2 to 1/3 by two at the bottom.
    """
    at = visit("wrong_pairs", {"a": "0A~1B~0C", "scale": "1", "k": "3"})
    for name, sizes in {
        "Wrong pairs": (2 / 3, 2 / 3),
        "RR@3": (2 / 3 * 1 / 2, 2 / 3 * 1 / 6),
        "AP@3": (2 / 3 * 1 / 2, 2 / 3 * 1 / 6),
        "nDCG@3": (2 / 3 * (1 - 1 / log2(3)), 2 / 3 * (1 / log2(3) - 1 / 2)),
    }.items():
        assert over_orders(at, name) == pytest.approx(sizes)
    first = drawn(at)["over_orders"].to_pylist()[0]["said"]
    assert first.startswith("Swap ranks 1 and 2, on average: Wrong pairs by 0.667, RR@3 by 0.333")


def test_over_orders_of_many_documents_the_count_is_moved_alike() -> None:
    """Not all orders of ten are tried, but each with all its rotations."""
    spelling = "~".join(
        f"{grade}{title}" for grade, title in zip("0001022031", "ABCDEFGHIJ", strict=True)
    )
    at = visit("wrong_pairs", {"a": spelling, "k": "10"})
    sizes = over_orders(at, "Wrong pairs")
    assert len(sizes) == 9
    assert sizes == pytest.approx([sizes[0]] * 9)
    for name in ("RR@10", "AP@10", "nDCG@10"):
        first, *rest = over_orders(at, name)
        assert all(first > size for size in rest)


def test_predict_first_hides_the_pairs_and_what_a_swap_would_change() -> None:
    at = visit("wrong_pairs")
    step(at, "pairs-opening")
    press(at, "Predict first")
    assert data(at)["swaps"] == []
    assert not any("class='pairs'" in each or "each swap do" in each for each in pieces(at))
    set_to(at, "Your guess for Wrong pairs", "14")
    assert "from 0 to 13" in str(data(at, "guess")["controls"])
    set_to(at, "Your guess for Wrong pairs", "8")
    assert "off by <b>1.000</b>" in "".join(pieces(at))
    assert len(data(at)["swaps"]) == 5


# By hand


def test_neighbours_are_swapped_by_mouse_and_keys(open_page: Open) -> None:
    """One step to undo each, the count by one, and no press is lost, however quick."""
    page = open_page(PATH + to_text("0302", "1", k=4))
    board = Board(page)
    expect(score(page, "Wrong pairs")).to_have_text("3")
    expect(page.get_by_role("button", name="Swap ranks")).to_have_count(3)
    swap(page, 1).click()
    board.shows("B3 A0 C0 D2 | E1")
    expect(score(page, "Wrong pairs")).to_have_text("2")
    expect(heard(page)).to_contain_text("B, rank 1 of 4. Wrong pairs 2, down 1")
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
    expect(score(page, "Wrong pairs")).to_have_text("2")
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


RING = """cell => {
  const { color } = getComputedStyle(cell.closest(".stApp"));
  return getComputedStyle(cell).boxShadow.includes(`${color} 0px 0px 0px 5px`);
}"""


def test_a_new_wrong_pair_has_a_ring_in_the_colour_of_the_text(open_page: Open) -> None:
    """The legend says so in the line below the heading, from the same left edge on."""
    page = open_page(PATH + to_text("032", "", k=3))
    swap(page, 2).click()
    ring = page.locator(".pairs .wrong.moved")
    expect(ring).to_have_text("2 < 3")
    assert ring.evaluate(RING)
    legend = page.locator(".pairs p > b")
    expect(legend).to_have_text("Ring: wrong now")
    heading = page.locator(".picture .column > p")
    assert box(legend)["x"] == pytest.approx(box(heading)["x"], abs=1)


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
    expect(score(page, "Wrong pairs")).to_have_text("0")
