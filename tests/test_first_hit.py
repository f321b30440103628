"""The lesson on reciprocal rank: one card, two scales, and the mark that can be dragged on both."""

import json
import re
from collections.abc import Callable
from itertools import chain, permutations, product
from math import isnan
from random import Random
from typing import NamedTuple
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import act, drawn, pieces, press, run, set_to, tiles, visit
from expected import Setup
from live_app import settle
from live_board import Board, middle, query, score, swipe, to_text
from metrics.first_hit import Tied, expected_search_length

PAGE = "reciprocal_rank"
ONE = Setup((0, 1, 0, 0, 0), (), {"scale": 1}, "ABCDE")
Open = Callable[..., Page]


def search_length(documents: str, wanted: int) -> int:
    """How many misses, 0, stand before the last wanted hit, 1, of a list."""
    place = [at for at, each in enumerate(documents) if each == "1"][wanted - 1]
    return documents[:place].count("0")


@pytest.mark.parametrize("groups", ["00111", "0 001", "1 0 01", "01 0011", "000", "0011 01"])
@pytest.mark.parametrize("wanted", [1, 2, 3, 4])
def test_the_expected_search_length_is_the_mean_over_all_orders_of_ties(
    groups: str, wanted: int
) -> None:
    tied = groups.split()
    orders = ["".join(chain(*each)) for each in product(*map(permutations, tied))]
    counts = [Tied(each.count("1"), each.count("0")) for each in tied]
    if groups.count("1") < wanted:
        assert isnan(expected_search_length(counts, wanted))
        return
    lengths = [search_length(order, wanted) for order in orders]
    expected = sum(lengths) / len(lengths)
    assert expected_search_length(counts, wanted) == pytest.approx(expected)


def test_the_page_tells_the_search_length_of_its_list_and_of_a_random_order() -> None:
    # Of A to E, B alone is a hit: (5 - 1) / (1 + 1), and A stands before it.
    told = "(5 − 1)/(1 + 1) = 2.000. In the order that you see it is 1."
    assert told in "\n".join(each.value for each in visit(PAGE, ONE.query()).main.markdown)


class Scales(NamedTuple):
    """Each scale, ranks first: where its mark is in percent and what it says, the last step."""

    at: list[float]
    says: list[str]
    took: list[tuple[float, float]]
    steps: list[str]
    document: str


def scales(at: AppTest) -> Scales:
    """Read the two scales of a page that AppTest has run."""
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='scales")]
    marks = re.findall(
        r"<b class='(?:above|below)(?: end)?'(?: data-doc='([^']*)' data-take='\1')? "
        r"data-places='[\d. ]*' style='--at:([\d.]+)%'>([^<]*)</b>",
        piece,
    )
    took = re.findall(
        r"<i class='(?:above|below)' style='--from:([\d.]+);--to:([\d.]+);?'></i>", piece
    )
    steps = re.findall(r"</span><b>([^<]*)</b></p>", piece)
    return Scales(
        [float(place) for _, place, _ in marks],
        [says for *_, says in marks],
        [(float(start), float(end)) for start, end in took],
        steps,
        marks[0][0] if marks else "",
    )


def invitation(at: AppTest, text: str) -> dict[str, object]:
    """What an invitation of the page's text does."""
    said = "\n".join(each.value for each in at.main.markdown)
    (done,) = re.findall(rf"\[\*\*{re.escape(text)}\*\*\]\(#do=([^)]*)\)", said)
    found: dict[str, object] = json.loads(unquote(done))
    return found


def accept(at: AppTest, text: str) -> None:
    """Do what an invitation says."""
    change = invitation(at, text)
    act(at, str(change.pop("do")), **change)


# The point of the page


def test_equal_steps_of_the_rank_are_shrinking_steps_of_its_reciprocal() -> None:
    """1/2 − 1/3 is 0.167, 1/3 − 1/4 0.083, 1/4 − 1/5 0.050; behind the last rank all is lost."""
    at = visit(PAGE, ONE.query())
    drawn = scales(at)
    assert (drawn.at, drawn.says) == ([20, 50], ["2", "1/2"])
    assert drawn.steps == ["&nbsp;", "&nbsp;"]
    for to, (says, places, lost) in enumerate(
        (
            (["3", "1/3"], [40, 66.67], "−0.167"),
            (["4", "1/4"], [60, 75], "−0.083"),
            (["5", "1/5"], [80, 80], "−0.050"),
        ),
        start=2,
    ):
        before = drawn
        act(at, "move", list="a", id="2", to=to)
        drawn = scales(at)
        assert (drawn.says, drawn.at) == (says, places)
        assert drawn.steps == [f"{to} → {to + 1}", lost]
        for (start, end), was, now in zip(drawn.took, before.at, drawn.at, strict=True):
            assert (start, end) == pytest.approx((was / 100, now / 100), abs=1e-4)
    act(at, "move", list="a", id="2", to=5)  # below the retrieval line
    drawn = scales(at)
    assert (drawn.says, drawn.at) == (["no hit", "0"], [100, 100])
    assert drawn.steps == ["5 → no hit", "−0.200"]
    assert drawn.document == "a-2"  # it can be fetched back


@pytest.mark.parametrize("seed", range(8))
def test_the_marks_stand_where_the_measures_are(seed: int) -> None:
    choose = Random(seed)
    setup = Setup(
        choose.choices([0, 1, 2, None], [6, 1, 1, 1], k=choose.randint(1, 12)),
        choose.choices([0, 1, 2, None], k=choose.randint(0, 2)),
        {"k": choose.randint(1, 16), "from": choose.choice([1, 2])},
    )
    drawn = scales(visit(PAGE, setup.query()))
    rank, k = setup.score("first_relevant_rank"), setup["k"]
    assert drawn.at == pytest.approx(
        [100 * (rank - 1) / k, 100 * (1 - setup.score("reciprocal_rank"))], abs=6e-3
    )
    relevant = [row for row, g in enumerate(setup.all_grades(), 1) if g and g >= setup["from"]]
    assert drawn.document == (f"a-{relevant[0]}" if relevant else "")


def test_a_bar_a_rank_says_what_the_first_hit_loses_one_rank_lower() -> None:
    """The first hit at 2 of 5, k = 4, list B's at 3; what is missed has a place of its own."""
    setup = Setup((0, 1, 0, 0, 1), (1,), {"scale": 1, "k": 4}, "ABCDEF")
    at = visit(PAGE, {**setup.query(), "b": "0x~0y~1z"})
    rows = drawn(at)["first_hits"].to_pylist()
    bars = [row for row in rows if row["part"] == "a"]
    assert [row["loss"] for row in bars[:5]] == pytest.approx([1 / 2, 1 / 6, 1 / 12, 1 / 4, 0])
    assert [row["rank"] for row in bars if row["filled"]] == [2]
    assert [row["label"] for row in bars] == [
        *("0.500", "0.167", "0.083", "0.250, falls below k", "")
    ]
    more = "and one more document to open"
    assert [row["said"] for row in bars[1:6]] == [
        f"Rank 2: 1/2 = 0.500, the first hit. One rank lower costs 0.167, {more} (B)",
        f"Rank 3: 1/3 = 0.333, if the first hit were here. One rank lower costs 0.083, {more} (C)",
        f"Rank 4: 1/4 = 0.250, if the first hit were here. One rank lower costs 0.250, {more} (D)",
        "Rank 5: below the cut at k = 4: RR 0, first relevant rank 5 (E)",
    ]
    (b,) = [row for row in rows if row["part"] == "b"]
    assert (b["rank"], b["said"]) == (3, "List B, rank 3: 1/3 = 0.333, its first hit (z)")
    (gone,) = [row for row in rows if row["part"] == "gone"]
    assert gone["said"] == "Row 6: never retrieved: RR 0, first relevant rank 5 (F)"
    act(at, "move", list="a", id="2", to=0)
    assert [row["rank"] for row in drawn(at)["first_hits"].to_pylist() if row["filled"]] == [1]


def test_the_mean_rank_gets_better_by_losing_a_hit() -> None:
    """(1 + 5)/2 = 3, then 1/1 if what is lost is left out, and (1 + 6)/2 = 3.5 if it is charged."""
    at = visit(PAGE)
    set_to(at, "Step", "rr-mean")
    assert tiles(at)["MR@5"].score == "3.000"
    accept(at, "Drag the last hit to the end of the list")
    mean = tiles(at)["MR@5"]
    assert (mean.score, mean.change, mean.mark) == ("1.000", "−2.000", "up lower")
    assert tiles(at)["RR@5"].change == ""
    set_to(at, "Missing relevant", "penalty")
    assert tiles(at)["MR@5"].score == "3.500"


def test_what_comes_after_the_first_hit_is_not_seen() -> None:
    """0 1 0 0 0 1: the second hit comes up to rank 3, MR falls from 8/2 to 5/2, RR stays 1/2."""
    at = visit(PAGE)
    set_to(at, "Step", "rr-two")
    before = scales(at)
    accept(at, "Move the last hit up, to the rank below the first")
    after = scales(at)
    assert (after.at, after.says) == (before.at, before.says)
    assert {label: tile.change for label, tile in tiles(at).items() if tile.change} == {
        "MR@6": "−1.500"
    }
    assert after.steps == ["&nbsp;", "&nbsp;"]


def test_a_preview_moves_the_marks_and_keeps_nothing() -> None:
    at = visit(PAGE, ONE.query())
    act(at, "move", list="a", id="2", to=3, held=True)
    assert scales(at).says == ["4", "1/4"]
    assert scales(at).steps[1] == "−0.250"
    run(at)
    act(at, "cancel")
    assert scales(at).says == ["2", "1/2"]


def test_who_predicts_first_sees_scales_without_marks() -> None:
    at = press(visit(PAGE, ONE.query()), "Predict first")
    act(at, "move", list="a", id="2", to=3)
    drawn = scales(at)
    assert (drawn.at, drawn.took, drawn.steps) == ([], [], [])
    (piece,) = [each for each in pieces(at) if each.startswith("<div class='scales")]
    assert "hidden" in piece
    assert "now" not in piece


def test_without_anything_relevant_there_is_nothing_to_take() -> None:
    for given in (Setup((0, None), (), {"k": 1}), Setup((), ()), Setup((0,) * 9, (), {"k": 50})):
        at = visit(PAGE, given.query())
        assert not at.exception
        drawn = scales(at)
        assert (drawn.at, drawn.document) == ([100, 100], "")


# The mark, dragged


def test_the_mark_is_dragged_on_either_scale(open_page: Open) -> None:
    """Both, the card, bars and scores follow; one step to undo; Escape lets it be."""
    page = open_page(f"/{PAGE}" + to_text("010000", "", scale=1))
    board, above, below = Board(page), page.locator(".scales b.above"), page.locator("b.below")
    field = page.locator(".scales > div").bounding_box()
    assert field

    def carry(mark: object, place: float) -> None:
        x, y = middle(mark)  # type: ignore[arg-type]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(field["x"] + field["width"] * place, y, steps=6)

    def shows(rank: str, share: str, list_: str) -> None:
        expect(above).to_have_text(rank)
        expect(below).to_have_text(share)
        board.shows(list_)

    carry(above, 3 / 5)  # ranks 1 to 5 and none, a fifth apart
    shows("4", "1/4", "A0 C0 D0 B1 E0 F0")
    expect(score(page, "RR@5")).to_have_text("0.250")
    assert "a" not in query(page) or "B" not in query(page)["a"].split("~")[3]  # nothing is kept
    page.keyboard.press("Escape")
    shows("2", "1/2", "A0 B1 C0 D0 E0 F0")
    page.mouse.up()
    settle(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()

    carry(below, 2 / 3 + 0.02)  # nearest to 1/3
    shows("3", "1/3", "A0 C0 B1 D0 E0 F0")
    page.mouse.up()
    settle(page)
    carry(above, 0.98)  # none: the row below the cut
    shows("no hit", "0", "A0 C0 D0 E0 F0 B1")
    page.mouse.up()
    settle(page)
    carry(below, 0.1)  # and back from there
    shows("1", "1", "B1 A0 C0 D0 E0 F0")
    page.mouse.up()
    settle(page)
    undo = page.get_by_role("button", name="Undo")
    for rank, share, list_ in (
        ("no hit", "0", "A0 C0 D0 E0 F0 B1"),
        ("3", "1/3", "A0 C0 B1 D0 E0 F0"),
        ("2", "1/2", "A0 B1 C0 D0 E0 F0"),
    ):
        undo.click()
        shows(rank, share, list_)
    expect(undo).to_be_disabled()

    board.grip("B").press("Alt+ArrowDown")  # the keys have the card
    shows("3", "1/3", "A0 C0 B1 D0 E0 F0")
    board.drag("B", "E")  # as has the hand
    shows("5", "1/5", "A0 C0 D0 E0 B1 F0")
    expect(page.locator(".scales > p b").last).to_have_text("−0.133")  # 1/3 − 1/5


def test_a_finger_drags_the_mark(open_page: Open) -> None:
    """Past the end of a list that is shorter than k it is not retrieved. It scrolls nothing."""
    page = open_page(f"/{PAGE}" + to_text("010", "", scale=1), 390, 844, touch=True)
    board, mark = Board(page), page.locator(".scales b.above")
    finger = page.context.new_cdp_session(page)
    mark.scroll_into_view_if_needed()
    settle(page)
    field = page.locator(".scales > div").bounding_box()
    assert field
    reach = mark.evaluate("""(mark) => {
      const { width, height } = getComputedStyle(mark, '::after');
      return [parseFloat(width), parseFloat(height)];
    }""")
    assert min(reach) >= 44
    x, y = middle(mark)
    swipe(finger, [(x + part * (field["width"] / 5) / 4, y) for part in range(5)])
    board.shows("A0 C0 B1")
    expect(mark).to_have_text("3")
    settle(page)
    x, y = middle(mark)
    end = field["x"] + field["width"]
    swipe(finger, [(x + part * (end - x) / 6, y) for part in range(7)])
    board.shows("A0 C0 | B1")
    expect(mark).to_have_text("no hit")
    settle(page)
    assert query(page)["a"] == "0A~0C~.~1B"
