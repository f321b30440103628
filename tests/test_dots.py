"""Predicted scores make the order, wherever they are changed: on their line, or by a card."""

import json
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect
from sklearn.metrics import mean_absolute_error, mean_squared_error
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    data,
    drawn,
    formula,
    notices,
    pictures,
    pieces,
    press,
    run,
    set_to,
    text,
    tiles,
    titles,
    visit,
)
from expected import written
from live_app import settle
from live_board import Board, begin, box, comes_true, heard, middle, query, score, swipe
from metrics.pointwise import nmae
from pages.squared_error import frequencies, rated
from ui.core import link
from ui.core.documents import Document, RankedList, RefusedError
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from ui.draw import orders

PAGE = "squared_error"
REPAIR = {
    "a": "2Sourdough bread, step by step~0The ten best toasters this year"
    "~3Feeding a sourdough starter~1Sourdough in a Dutch oven~0Bakeries near you",
    "a_scores": "2.9,2.4,1.9,1,0.4",
}
"""A step of the lesson."""
FIVE = {"a": "1A~0B~0C~0D~0E", "a_scores": "0.6,0.55,0.5,0.5,0.5", "scale": "1"}


# The list


def shelf(text: str, retrieved: int | None = None) -> RankedList:
    """A list written like `A0.6 B0.5 C?`: titles, which are the ids too, and scores."""
    cards = [(card[0], None if card[1:] == "?" else float(card[1:])) for card in text.split()]
    documents = tuple(Document(title, title, 0, score) for title, score in cards)
    return RankedList(documents, len(cards) if retrieved is None else retrieved)


def told(ranked: RankedList) -> str:
    return " ".join(
        f"{d.title}{'?' if d.predicted is None else f'{d.predicted:g}'}" for d in ranked.documents
    )


def test_scores_make_the_order_and_equal_ones_keep_theirs() -> None:
    assert told(shelf("A0.2 B0.6 C0.2 D0.9")) == "D0.9 B0.6 A0.2 C0.2"
    assert told(shelf("A0.2 B? C0.6")) == "C0.6 B? A0.2"  # what has none stays in its row
    changed = shelf("A0.6 B0.5 C0.5 D0.1")
    assert told(changed.rescored({"D": 0.5})) == "A0.6 B0.5 C0.5 D0.5"
    assert told(changed.rescored({"A": 0.5})) == "A0.5 B0.5 C0.5 D0.1"
    assert told(changed.rescored({"A": 0.3, "D": 0.4})) == "B0.5 C0.5 D0.4 A0.3"
    with pytest.raises(RefusedError, match="no longer in the list"):
        changed.rescored({"X": 1})


@pytest.mark.parametrize(
    ("document", "to", "expected"),
    [
        ("D", 0, "D0.7 A0.6 B0.5 C0.5"),  # a step above the first
        ("A", 4, "B0.5 C0.5 D0.1 A0"),  # a step below the last
        ("D", 1, "A0.6 D0.55 B0.5 C0.5"),  # between two
        ("D", 2, "A0.6 B0.5 D0.5 C0.5"),  # between equals
        ("C", 1, "A0.6 C0.5 B0.5 D0.1"),  # its own score fits there, too
        ("B", 1, "A0.6 B0.5 C0.5 D0.1"),  # where it stood
        ("A", 2, "B0.5 C0.5 A0.3 D0.1"),
    ],
)
def test_a_card_takes_a_score_that_keeps_it_where_it_was_put(
    document: str, to: int, expected: str
) -> None:
    assert told(shelf("A0.6 B0.5 C0.5 D0.1").moved(document, to)) == expected


def test_a_card_that_crosses_the_line_keeps_its_score() -> None:
    missed = shelf("A0.6 B0.5 C0.1", 2)
    assert told(missed.moved("C", 2)) == "A0.6 B0.5 C0.1"
    assert missed.moved("C", 2).retrieved == 3
    assert told(missed.moved("B", 2)) == "A0.6 B0.5 C0.1"
    assert missed.moved("B", 2).retrieved == 1


def test_other_orders_leave_the_scores_with_the_ranks() -> None:
    ranked = shelf("A0.6 B0.5 C0.1", 2).edited("C", grade=1)
    assert told(ranked.ideal()) == "C0.6 A0.5 B0.1"  # documents of one grade stay as they stand
    assert told(ranked.reversed()) == "B0.6 A0.5 C0.1"
    assert [d.predicted for d in ranked.shuffled().documents] == [0.6, 0.5, 0.1]
    graded = shelf("A0.6 B0.5 C0.1").edited("C", grade=1)
    assert told(orders.in_order(graded, [1, 0, 0])) == "C0.6 A0.5 B0.1"


def test_a_document_that_is_added_or_deleted() -> None:
    new = Document("N", "N", 0)
    assert told(shelf("A0.6 B0.5 C0.1", 2).added(new)) == "A0.6 B0.5 N0.3 C0.1"
    assert told(shelf("A0.6 B0.5").added(new)) == "A0.6 B0.5 N0.4"
    assert told(shelf("A0.6 B0.5").without("A")) == "B0.5"
    assert told(shelf("A? B?").added(new)) == "A? B? N?"


def test_a_list_without_scores_is_untouched() -> None:
    plain = shelf("A? B? C?")
    for edited in (plain.moved("C", 0), plain.reversed(), plain.ideal(), plain.shuffled()):
        assert {d.predicted for d in edited.documents} == {None}
    assert told(plain.scored(3)) == "A3 B1.5 C0"
    assert told(shelf("A?").scored(3)) == "A3"
    assert told(shelf("").scored(3)) == ""
    assert told(shelf("A0.6 B?").scored(3)) == "A0.6 B?"


def test_no_score_leaves_what_an_address_holds() -> None:
    top = shelf("A1000000 B0 C-1000000")
    assert told(top.moved("B", 0)) == "B1e+06 A1e+06 C-1e+06"
    assert told(top.moved("B", 3)) == "A1e+06 C-1e+06 B-1e+06"


def test_an_address_is_read_in_the_order_of_its_scores() -> None:
    found, problems = link.decode({"a": "0A~1B~.~2C", "a_scores": "0.1,0.9,0.5"})
    assert (told(found.a), found.a.retrieved, problems) == ("B0.9 C0.5 A0.1", 2, [])


# The page


def ranked_as(at: AppTest) -> tuple[str, str]:
    """RR and nDCG of the list, which the page does not show, on the playground."""
    shown = tiles(visit("playground", {**at.query_params, "show": "reciprocal_rank,ndcg"}))
    return tuple(shown[f"{name}@{data(at)['k']}"].score for name in ("RR", "nDCG"))


def test_mending_a_prediction_lowers_the_error_and_worsens_the_list() -> None:
    """Errors 0.9, 2.4, -1.1, 0, 0.4: 7.94/5; without the first 7.13/5."""
    at = visit(PAGE, REPAIR)
    assert next(iter(tiles(at).values())).score == tiles(at)["MSE"].score == "1.588"
    assert ranked_as(at) == ("1.000", "0.825")
    act(at, "score", by="dots", list="a", id="1", to=2)
    assert tiles(at)["MSE"][:3] == ("1.426", "−0.162", "up lower")
    assert "Less error, worse order." in "".join(pieces(at))
    assert ranked_as(at) == ("0.500", "0.670")
    assert titles(at)[:2] == ["The ten best toasters this year", "Sourdough bread, step by step"]
    assert at.query_params["a_scores"] == "2.4,2,1.9,1,0.4"
    press(at, "Undo")
    assert (tiles(at)["MSE"].score, at.query_params) == ("1.588", REPAIR)


def test_what_keeps_the_order_keeps_the_ranking_metrics() -> None:
    """(9.6² + 10.55² + 3 · 10.5²) / 5; and halved (0.7² + 0.275² + 3 · 0.25²) / 5."""
    at = visit(PAGE, FIVE)
    for how, error, scores in (
        ("add", 106.8425, "10.6,10.55,10.5,10.5,10.5"),
        ("halve", 0.150625, "0.3,0.275,0.25,0.25,0.25"),
        ("truth", 0, "1,0,0,0,0"),
    ):
        act(at, "rescore", by="dots", list="a", how=how)
        assert float(tiles(at)["MSE"].score) == pytest.approx(error, abs=5.1e-4)
        assert ranked_as(at) == ("1.000", "1.000")
        assert at.query_params["a_scores"] == scores
        press(at, "Undo")
    assert at.query_params == FIVE


def test_the_truth_orders_the_list_and_leaves_what_nobody_judged() -> None:
    at = visit(PAGE, {"a": "0A~2B~-C~3D", "a_scores": "4,3,2.5,1"})
    act(at, "rescore", by="dots", list="a", how="truth")
    assert at.query_params == {"a": "3D~-C~2B~0A", "a_scores": "3,2.5,2,0"}
    assert tiles(at)["MSE"].score == "0.000"
    assert ranked_as(at)[1] == "0.939"  # 4 / (3 + 2 / log2(3))


def test_a_list_of_the_readers_own_is_read_evenly_until_a_dot_moves() -> None:
    own = {"a": "3A~0B~2C~1D"}
    at = visit(PAGE, own)
    assert [d["score"] for d in data(at, "dots")["documents"]] == [3, 2, 1, 0]
    assert tiles(at)["MSE"].score == "1.500"  # (0 + 4 + 1 + 1) / 4
    act(at, "move", list="a", id="3", to=1)
    assert at.query_params == {"a": "3A~2C~0B~1D"}
    assert tiles(at)["MSE"].score == "0.500"  # (0 + 0 + 1 + 1) / 4
    act(at, "score", by="dots", list="a", id="4", to=1.5)
    assert at.query_params == {"a": "3A~2C~1D~0B", "a_scores": "3,2,1.5,1"}
    press(at, "Undo")
    assert at.query_params == {"a": "3A~2C~0B~1D"}


def test_a_document_without_a_grade_or_a_score_counts_for_nothing() -> None:
    at = visit(PAGE, {"a": "3A~-B~1C~.~0D", "a_scores": "2,1.5,,0.5"})
    assert tiles(at)["MSE"].score == "0.625"  # (1 + 0.25) / 2
    assert [d["title"] for d in data(at, "dots")["documents"]] == ["A", "B", "D"]
    assert [float(term) for term in formula(at).terms.values()] == [1, 0.25]


def test_other_pages_take_a_list_with_scores_as_any_other() -> None:
    at = visit("playground", FIVE)
    act(at, "move", list="a", id="1", to=4)
    act(at, "take_grades", by="orders", grades=[0, 1, 0, 0, 0])
    press(at, "Keep a copy as list B")
    press(at, "Ideal order")
    assert not at.exception
    assert notices(at) == []
    assert at.query_params["a_scores"] == at.query_params["b_scores"] == "0.55,0.5,0.5,0.5,0.4"
    assert (at.query_params["a"][:3], at.query_params["b"][:3]) == ("1A~", "0B~")


@pytest.mark.parametrize("to", [1e7, float("nan"), "1", None, True, [1]])
def test_what_is_no_score_is_refused(to: object) -> None:
    at = visit(PAGE, FIVE)
    act(at, "score", by="dots", list="a", id="1", to=to)
    assert notices(at) == [
        "A predicted score is a number from -1000000 to 1000000. Nothing was changed."
    ]
    assert at.query_params == FIVE
    act(at, "score", by="dots", list="a", id="nobody", to=1)
    assert notices(at) == ["This document is no longer in the list. Nothing was changed."]
    act(at, "rescore", by="dots", list="a", how="magic")
    assert notices(at) == ["A message of this page arrived damaged. Nothing was changed."]


def test_what_is_held_in_one_place_is_seen_in_the_others() -> None:
    at = visit(PAGE, FIVE)
    act(at, "score", by="dots", list="a", id="1", to=0.52, held=True)
    assert titles(at) == ["B", "A", "C", "D", "E"]
    assert data(at, "dots")["documents"][0]["score"] == 0.6  # it has its own
    assert tiles(at)["MSE"].score == "0.257"  # (0.48² + 0.55² + 3 · 0.5²) / 5
    act(at, "move", list="a", id="1", to=2, held=True)
    assert titles(at) == ["A", "B", "C", "D", "E"]
    shown = data(at, "dots")["documents"]
    assert [(d["title"], d["score"]) for d in shown][:3] == [("B", 0.55), ("C", 0.5), ("A", 0.5)]
    set_to(run(at), "Cutoff k", 2)
    assert (titles(at), at.query_params) == (["A", "B", "C", "D", "E"], {**FIVE, "k": "2"})


# The charts


def charted(at: AppTest, name: str) -> dict[str, dict[str, Any]]:
    """The rows of a chart by their keys."""
    return {f"{row['part']} {row['key']}": row for row in drawn(at)[name].to_pylist()}


def adds(at: AppTest) -> dict[int, str]:
    """What stands beside each card."""
    ((_, (column,)),) = pictures(at)
    return {row: shown.cell.label for row, shown in column.rows.items()}


def test_each_squared_error_is_worked_out_and_those_without_say_so() -> None:
    at = visit(PAGE, {"a": "3A~-B~1C~.~0D", "a_scores": "2,1.5,,0.5"})
    assert adds(at) == {
        1: "(2 − 3)² = 1",
        2: "no grade",
        3: "no score",
        4: "(0.5 − 0)² = 0.25",
    }


def test_errors_that_explode_fit_the_column() -> None:
    """The square of the largest one is as high as its card."""
    at = visit(PAGE, FIVE)
    act(at, "rescore", by="dots", list="a", how="add")
    ((_, (column,)),) = pictures(at)
    assert [adds(at)[1], adds(at)[2]] == ["(10.6 − 1)² = 92.16", "(10.55 − 0)² = 111.3025"]
    assert column.rows[2].cell.parts[-1].end == pytest.approx(1)


def test_wrong_pairs_wait_for_a_step_about_the_order() -> None:
    """The tile is hidden by the style of the words below it."""
    at = visit(PAGE)
    for step, others in (("mse-double", False), ("mse-last", False), ("mse-sides", True)):
        set_to(at, "Step", step)
        said = text(at)
        assert ("class='error-only'" in said) != others
        assert ("**wrong pair**" in said) == others
        slide = at.main.get("vega_lite_chart")[0].proto  # type: ignore[attr-defined]
        assert len(json.loads(slide.spec)["vconcat"]) == 1 + others


def test_the_square_of_an_error_that_doubles_holds_the_square_before() -> None:
    """Its side doubles, so that its area is fourfold."""
    at = visit(PAGE)
    act(at, "score", by="dots", list="a", id="1", to=3)
    ((_, (column,)),) = pictures(at)
    first, *others = column.rows.values()
    assert first.cell.parts[-1].end == pytest.approx(2 * first.was[0].end)
    assert not any(row.was for row in others)


PAIRS = "wrong pairs"


@pytest.mark.parametrize("query", [{}, {"a": "3A~0B~-C~2D~.~1E", "k": "3"}, FIVE])
def test_a_score_that_slides_does_what_it_would_if_it_were_moved_there(
    query: dict[str, str],
) -> None:
    """Sentences, bowl and stairs, against the page itself with the score at some of the places."""
    at = visit(PAGE, query)
    first = titles(at)[0]
    rows = list(charted(at, "slide").values())
    places = [row for row in rows if row["part"] == "at"]
    bowl = [row["error"] for row in rows if row["part"] == "line" and row["name"] == "MSE"]
    for place in (0, 7, len(places) // 2, len(places) - 1):
        row = places[place]
        act(at, **json.loads(row["do"]), by="chart")
        there = tiles(at)
        (error,) = re.findall(r"MSE ([\d.]+)", row["said"])
        assert float(error) == pytest.approx(float(there["MSE"].score), abs=1.1e-3)
        shown = data(at)
        (told,) = re.findall(r"(\d+|no) wrong pairs?", row["grown"])
        grades = [d["grade"] for d in shown["documents"][: shown["retrieved"]]]
        pairs = combinations([grade for grade in grades if grade is not None], 2)
        wrong = sum(above < below for above, below in pairs)
        assert told == (str(wrong) if wrong else "no")
        rank = titles(at).index(first) + 1
        said = f" rank {rank}," if rank <= shown["retrieved"] else " not retrieved,"
        assert said in row["grown"]
        assert bowl[place] == pytest.approx(float(there["MSE"].score), abs=5.1e-4)
        here = {row["key"]: row for row in charted(at, "slide").values() if row["part"] == "here"}
        assert written(here["MSE"]["error"]) == there["MSE"].score
        one = here[PAIRS]
        assert one["y"] == wrong
        steps = [r for r in rows if r["part"] == "line" and r["name"] == PAIRS]
        below = [row["y"] for row in steps if row["x"] < one["x"]]
        on_a_step = any(row["x"] == pytest.approx(one["x"]) for row in steps)
        assert not below or on_a_step or below[-1] == wrong
        press(at, "Undo")


def test_the_least_error_is_not_on_the_lowest_stair() -> None:
    """A 2 at 2.9: at 2 the error is least, 7.13/5, and the toasters stand above it.

    Without it 0 3 1 0 have two wrong pairs; above 2.4 it has one, with the 3.
    """
    rows = charted(visit(PAGE, REPAIR), "slide")
    lines = [row for row in rows.values() if row["part"] == "line"]
    bowl = {row["x"]: row["error"] for row in lines if row["name"] == "MSE"}
    assert bowl[2] == min(bowl.values()) == pytest.approx(7.13 / 5)
    assert rows["mark grade"]["x"] == 2
    stairs = [(row["x"], row["y"]) for row in lines if row["name"] == PAIRS]
    assert stairs == [(-1, 5), (0.4, 4), (1, 3), (1.9, 4), (2.4, 3), (4, 3)]


def test_the_score_that_a_document_had_is_marked_where_the_bowl_is_drawn() -> None:
    at = visit(PAGE, REPAIR)

    def was() -> set[float]:
        rows = charted(at, "slide").values()
        return {round(row["x"], 2) for row in rows if row["part"] == "was"}

    assert was() == set()
    act(at, "score", by="dots", list="a", id="1", to=2)
    assert was() == {2.9}


def test_what_was_moved_last_slides() -> None:
    at = visit(PAGE, REPAIR)

    def slides() -> str:
        said = [row["said"] for row in charted(at, "slide").values() if row["part"] == "at"]
        return str(re.findall(r"\((.*)\)", said[0])[0])

    assert slides() == "Sourdough bread, step by step"
    act(at, "score", by="dots", list="a", id="3", to=1.2, held=True)
    assert slides() == "Feeding a sourdough starter"
    act(at, "rescore", by="dots", list="a", how="add")
    assert slides() == "Sourdough bread, step by step"
    assert "slide" not in drawn(visit(PAGE, {"a": "-x~-y"}))


# The gesture


Open = Callable[..., Page]

SLIDER = re.compile("^Predicted score of ")


def dot(page: Page, title: str) -> Locator:
    return page.get_by_role("slider", name=f"Predicted score of {title}")


@pytest.fixture
def five(reader: Page) -> Page:
    begin(reader, PAGE, "?a=1A~0B~0C~0D~0E&a_scores=0.6,0.55,0.5,0.5,0.4&scale=1")
    return reader


def place(page: Page, value: float) -> float:
    """Where on the screen a score is on the line, by two of its dots."""
    (low, _), (high, _) = middle(dot(page, "E")), middle(dot(page, "A"))
    return low + (value - 0.4) / 0.2 * (high - low)


def test_a_dot_is_dragged_and_the_list_follows(five: Page) -> None:
    page = five
    board = Board(page)
    target, (x, y) = place(page, 0.45), middle(dot(page, "A"))
    page.mouse.move(x, y)
    expect(board.card("A")).to_have_css("outline-style", "solid")  # its card is lit
    page.mouse.down()
    page.mouse.move((x + target) / 2, y, steps=5)
    page.mouse.move(target, y + 15, steps=5)
    # While it is held, all follow: (0.55² + 0.55² + 0.5² + 0.5² + 0.4²) / 5.
    board.shows("B0 C0 D0 A1 E0")
    expect(score(page, "MSE")).to_have_text("0.253")
    expect(page.locator(".st-key-score")).to_contain_text("More error, worse order.")
    expect(dot(page, "A")).to_have_attribute("aria-valuetext", "0.45, place 4 of 5, grade 1")
    assert query(page)["a_scores"] == "0.6,0.55,0.5,0.5,0.4"
    page.mouse.up()
    expect(heard(page)).to_contain_text("A scored 0.45, rank 4 of 5. MSE 0.253, up 0.029")
    moved = "0.55,0.5,0.5,0.45,0.4"
    comes_true(page, lambda: query(page)["a_scores"] == moved, "the address has it")
    page.keyboard.press("Control+z")
    board.shows("A1 B0 C0 D0 E0")
    expect(dot(page, "A")).to_have_attribute("aria-valuenow", "0.6")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize(("width", "grade"), [(1400, "grade 2"), (390, "2")])
def test_the_document_that_a_step_moves_says_its_score_and_error(
    open_page: Open, width: int, grade: str
) -> None:
    """2.5 − 2 and 1.5 − 2; the other document is off by 0.6, which is more."""
    page = open_page("/squared_error", width=width)
    for _ in (2, 3):
        page.get_by_role("button", name="Next step").click()
        settle(page)
    label, moved = page.locator(".dots .error"), page.locator(".dot.named .value")
    expect(label).to_have_text("error +0.5")
    expect(moved).to_have_text("score 2.5")
    expect(page.locator(".axis .grade span").filter(has_text="2")).to_contain_text(grade)
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(label).to_have_text("error −0.5")
    expect(moved).to_have_text("score 1.5")


@pytest.mark.parametrize("width", [1400, 390])
def test_five_dots_that_are_close_stand_at_their_scores_without_overlap(
    open_page: Open, width: int
) -> None:
    """A is 0.15 above E, B 0.1, and C and D are equal."""
    scores = "10.6,10.55,10.5,10.5,10.45"
    page = open_page(f"/{PAGE}?a=1A~0B~0C~0D~0E&a_scores={scores}&scale=1", width=width)
    knobs = [box(dot(page, title).locator(".knob")) for title in "ABCDE"]
    a, b, c, d, e = (knob["x"] + knob["width"] / 2 for knob in knobs)
    assert c == pytest.approx(d, abs=0.5)
    assert b - e == pytest.approx((a - e) * 2 / 3, abs=0.5)
    for upper, lower in pairwise(sorted(knobs, key=lambda knob: knob["y"])):
        assert upper["y"] + upper["height"] <= lower["y"] + 1


def test_the_error_of_an_arc_is_clear_of_the_numbers_below(open_page: Open) -> None:
    """From 3 to 1: the middle of the arc is above the 2."""
    page = open_page("/squared_error")
    page.get_by_role("button", name="Answer", exact=True).click()
    label = page.locator(".dots .error")
    expect(label).to_have_text("error +2")
    settle(page)
    two = box(page.locator(".axis .grade span").filter(has_text="2"))
    error = box(label)
    assert error["x"] < two["x"] + two["width"] / 2 < error["x"] + error["width"]
    assert error["y"] + error["height"] <= two["y"] - 4


def test_the_first_press_takes_a_dot_while_a_card_is_lifted(five: Page) -> None:
    page = five
    board = Board(page)
    board.grip("E").focus()
    page.keyboard.press("Space")
    target, (x, y) = place(page, 0.45), middle(dot(page, "A"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(target, y, steps=5)
    board.shows("B0 C0 D0 A1 E0")
    page.mouse.up()
    expect(dot(page, "A")).to_have_attribute("aria-valuenow", "0.45")


def test_escape_takes_a_held_dot_back(five: Page) -> None:
    page = five
    board = Board(page)
    x, y = middle(dot(page, "A"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(place(page, 0.45), y, steps=5)
    board.shows("B0 C0 D0 A1 E0")
    page.keyboard.press("Escape")
    expect(dot(page, "A")).to_have_attribute("aria-valuenow", "0.6")
    board.shows("A1 B0 C0 D0 E0")
    page.mouse.move(x + 50, y)
    page.mouse.up()
    settle(page)
    assert query(page)["a_scores"] == "0.6,0.55,0.5,0.5,0.4"
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    # A click is no drag, and a card that is dragged takes its dot along.
    dot(page, "A").click()
    expect(dot(page, "A")).to_be_focused()
    x, y = middle(dot(page, "E"))
    page.mouse.click(x, y + 20)  # beside it is near enough
    expect(dot(page, "E")).to_be_focused()
    board.take("E")
    board.carry(board.grip("A"))
    expect(dot(page, "E")).to_have_attribute("aria-valuenow", "0.7")
    page.keyboard.press("Escape")
    expect(dot(page, "E")).to_have_attribute("aria-valuenow", "0.4")
    page.mouse.up()
    settle(page)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def test_the_keys_move_a_dot(five: Page) -> None:
    page = five
    board, keys = Board(page), page.keyboard
    dot(page, "B").focus()
    for key, value in {
        "ArrowRight": "0.6",
        "ArrowUp": "0.65",
        "ArrowLeft": "0.6",
        "Shift+ArrowRight": "1.1",
        "PageDown": "0.6",
        "Home": "-0.1",
        "End": "1.1",
        "ArrowDown": "1.05",
    }.items():
        keys.press(key)
        expect(dot(page, "B")).to_have_attribute("aria-valuenow", value)
        expect(dot(page, "B")).to_be_focused()
        settle(page, 100)  # the ends of the line follow the scores when Python has answered
    board.shows("B0 A1 C0 D0 E0")
    expect(heard(page)).to_contain_text("B scored 1.05, rank 1 of 5")
    # As long as a key is down, it is one step, or none.
    for _ in range(4):
        keys.down("ArrowLeft")
    expect(dot(page, "B")).to_have_attribute("aria-valuenow", "0.85")
    keys.press("Escape")
    expect(dot(page, "B")).to_have_attribute("aria-valuenow", "1.05")
    keys.up("ArrowLeft")
    for _ in range(4):
        keys.down("ArrowLeft")
    keys.up("ArrowLeft")
    comes_true(page, lambda: query(page)["a_scores"].startswith("0.85,"), "it is one step")
    keys.press("Control+z")
    comes_true(page, lambda: query(page)["a_scores"].startswith("1.05,"), "it is taken back")
    expect(dot(page, "B")).to_be_focused()
    # Tab goes from rank to rank.
    keys.press("Tab")
    expect(dot(page, "A")).to_be_focused()


def test_a_finger_takes_the_nearest_of_dots_that_are_close(open_page: Open) -> None:
    page = open_page(
        f"/{PAGE}?a=0A~0B~0C~0D~0E~0F~1G&a_scores=0.25,0.25,0.25,0.25,0.25,0.25,0.25&scale=1",
        *(390, 844),
        touch=True,
    )
    places = [middle(dot(page, title)) for title in "ABCDEFG"]
    assert len(set(places)) == 7  # they stand above each other
    assert len({round(x) for x, _ in places}) == 2  # every second one beside the one below it
    dot(page, "G").scroll_into_view_if_needed()
    x, y = middle(dot(page, "G"))
    finger = page.context.new_cdp_session(page)
    swipe(finger, [(x, y), (x + 20, y), (x + 60, y), (x + 80, y)])
    comes_true(page, lambda: page.url.count("1G~0A") == 1, "the lowest was taken, and leads")
    top = middle(dot(page, "A"))
    swipe(finger, [top, (top[0] - 20, top[1]), (top[0] - 40, top[1])])
    comes_true(page, lambda: page.url.count("~0A&") == 1, "the highest was taken, and comes last")


def test_the_line_rests_while_a_dot_is_held_and_grows_when_scores_leave_it(five: Page) -> None:
    page = five

    def ends() -> list[str | None]:
        return [dot(page, "A").get_attribute(f"aria-value{end}") for end in ("min", "max")]

    assert ends() == ["-0.1", "1.1"]
    x, y = middle(dot(page, "A"))
    edge = page.evaluate("innerWidth") - 5
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(edge, y, steps=5)
    expect(score(page, "MSE")).to_have_text("0.195")  # A is off by 0.1 only: beyond is nothing
    assert ends() == ["-0.1", "1.1"]
    page.mouse.up()
    expect(dot(page, "A")).to_have_attribute("aria-valuemax", "1.2")
    # Nor does it move while a card is held, which takes its dot along, beyond the first.
    board = Board(page)
    board.take("E")
    board.carry(board.grip("A"))
    expect(dot(page, "E")).to_have_attribute("aria-valuenow", "1.2")
    expect(dot(page, "E")).to_have_attribute("aria-valuemax", "1.2")
    page.mouse.up()
    expect(dot(page, "E")).to_have_attribute("aria-valuemax", "1.3")
    page.get_by_role("button", name="Add 10 to all").click()
    expect(dot(page, "A")).to_have_attribute("aria-valuemax", "13")
    board.shows("E0 A1 B0 C0 D0")
    rose = page.locator("dl.scores .down.lower").first  # worse, because it rose
    sign = rose.evaluate("(change) => getComputedStyle(change, '::before').content")
    assert (sign.strip('" '), rose.inner_text()[:1]) == ("▲", "+")
    expect(page.get_by_role("slider", name=SLIDER)).to_have_count(5)


@pytest.mark.parametrize("counts", [(10, 5, 2), (0, 3, 0, 1), (4,)])
def test_errors_that_are_counted_are_those_of_scikit_learn(counts: tuple[int, ...]) -> None:
    errors = np.repeat(np.arange(len(counts)), counts)
    said = frequencies.table(Screen().with_settings(error_counts=counts))
    found = re.findall(r">([\d.]+)</td></tr>", said)
    absolute = mean_absolute_error(errors, np.zeros(len(errors)))
    square = mean_squared_error(errors, np.zeros(len(errors)))
    assert found == [f"{each:.3f}" for each in (absolute, square, square**0.5)]
    assert "<table" not in frequencies.table(Screen().with_settings(error_counts=(0, 0)))


@pytest.mark.parametrize(
    "typed",
    [
        "4.2 / 4, 3.9 / 2, 2.8 / 3, 1.5 / 1, 4.1 / 5",
        "4.2/4; 3.9/2; 2.8/3; 1.5/1; 4.1/5",
        "Predicted: 4.2, 3.9, 2.8, 1.5, 4.1; Actual: 4, 2, 3, 1, 5",
        "4.2 4; 3.9 2; 2.8 3; 1.5 1; 4.1 5",
        "(4.2, 4), (3.9, 2), (2.8, 3), (1.5, 1), (4.1, 5)",
        "4.2,4,3.9,2,2.8,3,1.5,1,4.1,5",
    ],
)
def test_ratings_are_typed_as_exercises_write_them(typed: str) -> None:
    """A homework: squared errors 0.04, 3.61, 0.04, 0.25, 0.81; they print an RMSE of 1.13."""
    found = KNOBS["rated_pairs"].parse(typed, 3)
    screen = Screen().with_settings(rated_pairs=found)
    predicted, actual = found[::2], found[1::2]
    square = mean_squared_error(actual, predicted)
    absolute = mean_absolute_error(actual, predicted)
    said = rated.worked(screen)
    assert f"4.75/5 = **{square:.3f}**" in said
    assert f"√MSE, is √{square:.3f} = **{square**0.5:.3f}**" in said
    assert f"3.7/5 = **{absolute:.3f}**" in said
    assert ">3.61<" in rated.table(screen)
    assert KNOBS["rated_pairs"].parse(KNOBS["rated_pairs"].in_words(found, 3), 3) == found


def test_nmae_is_mae_over_the_length_of_the_scale() -> None:
    """Zafarani, Abbasi & Liu: five ratings on a scale from 1 to 5, MAE 2."""
    screen = Screen().with_settings(rated_pairs=(1.0, 3.0, 2.0, 5.0, 3.0, 3.0, 4.0, 2.0, 4.0, 1.0))
    assert "here from 1 to 5: 2.000/(5 − 1) = **0.500**." in rated.worked(screen)
    wider = screen.with_settings(rating_scale=(6.0, -2.0))
    assert "here from (−2) to 6: 2.000/(6 − (−2)) = **0.250**." in rated.worked(wider)
    for ends in ((2.0, 5.0), (1.0, 4.0), (5.0, 5.0)):
        said = rated.worked(screen.with_settings(rating_scale=ends))
        assert "all actual ratings between them: here from 1 to 5." in said
    assert nmae([[1, 5], [0, 0]], [5, 1], 1, 5).tolist() == [1, 0.75]
    with pytest.raises(ValueError, match="high must be"):
        nmae([1], [2], 5, 5)


@pytest.mark.parametrize(
    "typed",
    [
        "4/5 3/3 5/4; 2/2 1/2 –/3",
        "u1: 4/5, 3/3, 5/4\nu2: 2/2, 1/2, –/3",
        "predicted: 4 3 5; 2 1 –; actual: 5 3 4; 2 2 3",
        "Actual ratings: [[5, 3, 4], [2, 2, 3]] Model: [[4, 3, 5], [2, 1, ?]]",
        "4,5,3,3,5,4,|,2,2,1,2,,3",
    ],
)
def test_each_user_of_a_matrix_has_its_own_errors(typed: str) -> None:
    """Errors −1 0 1 of the first user, 0 −1 of the second one, who has an item not predicted."""
    knob = KNOBS["rated_pairs"]
    found = knob.parse(typed, 3)
    assert (knob.parse(knob.in_words(found, 3), 3), knob.parse(to_text(found), 3)) == (found, found)
    screen = Screen().with_settings(rated_pairs=found)
    users = [([5, 3, 4], [4, 3, 5]), ([2, 2], [2, 1])]
    each = [(mean_squared_error(*both) ** 0.5, mean_absolute_error(*both)) for both in users]
    said = rated.of_each_user(screen)
    for (rmse, mae), (sizes, n) in zip(each, ((2, 3), (1, 2)), strict=True):
        assert f"<td>√({sizes}/{n}) = {rmse:.3f}</td><td>{sizes}/{n} = {mae:.3f}</td>" in said
    rmse, mae = np.mean(each, axis=0)
    assert f"<td>{rmse:.3f}</td><td>{mae:.3f}</td></tr></tfoot>" in said
    assert "n = 5. MSE of these is 3/5 = **0.600**" in rated.worked(screen)
    assert "user 2, item 3" in rated.table(screen)
    if "\n" not in typed:
        at = set_to(visit("squared_error"), "Predicted/actual ratings", typed)
        assert at.query_params["rated"] == "4,5,3,3,5,4,|,2,2,1,2,,3"
        assert f"{rmse:.3f}" in text(at)


def test_a_constant_is_predicted_for_a_whole_matrix() -> None:
    """Leskovec, Rajaraman and Ullman, exercise 9.4.2: 75 / 23 of all known ratings."""
    rows = "5 2 4 4 3; 3 1 2 4 1; 2 – 3 1 4; 2 5 4 3 5; 4 4 5 4 –"
    for typed in (f"2 / {rows}", f"2; {rows.replace(';', ' /')}"):
        screen = Screen().with_settings(rated_pairs=KNOBS["rated_pairs"].parse(typed, 3))
        assert "RMSE, √MSE, is √3.261 = **1.806**" in rated.worked(screen)
        assert "median, 4, has MAE **1.087**" in rated.worked(screen)
        assert "<td>√(21/4) = 2.291</td><td>9/4 = 2.250</td>" in rated.of_each_user(screen)
    for refused in ("predicted: 4 3; 2 1 actual: 5 3; 2", "4/– 3/–; –/2 1/–"):
        with pytest.raises(ValueError, match="Users have a row each"):
            KNOBS["rated_pairs"].parse(refused, 3)


@pytest.mark.parametrize("typed", ["2 / 5 2 4 4 3", "2/5, 2, 4, 4, 3", "2; 5 2 4 4 3"])
def test_one_prediction_for_all_items_beside_the_best_constants(typed: str) -> None:
    """Errors −3, 0, −2, −2, −1. The mean is 3.6, off by 1.4, −1.6, 0.4, 0.4, −0.6; the median 4."""
    found = KNOBS["rated_pairs"].parse(typed, 3)
    assert found == (2, 5, 2, 2, 2, 4, 2, 4, 2, 3)
    said = rated.worked(Screen().with_settings(rated_pairs=found))
    assert "18/5 = **3.600**" in said
    assert f"the mean of the actual ratings, 3.6, has RMSE **{np.sqrt(5.2 / 5):.3f}**" in said
    assert "their median, 4, has MAE **0.800**" in said
    assert "left out" not in said


@pytest.mark.parametrize("typed", ["4.2/4, 3/–, –/5, 2.8/3", "4.2 3 - 2.8; 4 ? 5 3"])
def test_an_item_without_a_rating_is_left_out(typed: str) -> None:
    knob = KNOBS["rated_pairs"]
    found = knob.parse(typed, 3)
    assert knob.parse(to_text(found), 3) == knob.parse(knob.in_words(found, 3), 3) == found
    screen = Screen().with_settings(rated_pairs=found)
    said = rated.worked(screen)
    assert said.startswith("2 items lack a rating and are left out: n = 2. MSE of these is 0.08/2")
    assert "<td>3</td><td>–</td><td></td>" in rated.table(screen)


@pytest.mark.parametrize(
    "typed",
    ["", "4.2", "4.2/4/1", "4.2/x", "1 2 3; 1 2", "2000/1", "1/2, 3", "4/–", "–; 5 4"],
)
def test_ratings_that_lack_a_partner_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="pairs such as"):
        KNOBS["rated_pairs"].parse(typed, 3)
