"""A room on the lecturer's screen: what is asked, counted, kept back, revealed, taken away, ended.

Answers are put in through the store, as the routes do it for phones.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qsl

import numpy as np
import pytest
import streamlit as st
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    controls,
    data,
    go,
    notices,
    pieces,
    press,
    set_to,
    tiles,
    titles,
    visit,
)
from live_app import serve, settle
from live_board import Board, arrive, box, comes_true, score, to_text
from metrics.average import average_precision
from metrics.catalog import DRILLED, METRICS
from metrics.ranking import Ranking
from pages.drill.alike import alike
from rooms import store
from rooms.questions import judged
from rooms.store import AwayError, Question, RoomError, Rooms
from sample import of_sample
from test_phone import STREAMS
from test_present import LESSONS, MISFITS, ONE_LIST, SIZES, read
from ui.contents import PAGES
from ui.core import link, presets
from ui.core.screen import Screen
from ui.core.session import Room
from ui.draw import orders
from ui.draw.which_metric import verdicts
from ui.room import slide_questions
from ui.room import wall as room
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
HALL = {"present": "1"}
FIVE = {"a": "1A~0B~1C~0D~1E", "scale": "1"}
"""AP@5 = (1/1 + 2/3 + 3/5) / 3 = 34/45 = 0.756."""
RIGHT = 34 / 45


@pytest.fixture(autouse=True)
def rooms_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of this test's own, which is not there yet."""
    file = tmp_path / "rooms.sqlite"
    monkeypatch.setenv("ROOMS", f"sqlite:///{file}")
    return file


class Lecturer:
    """A lecturer's session, and the class that answers."""

    def __init__(
        self, page: str = VEHICLE, query: dict[str, str] | None = None, *, projector: bool = True
    ) -> None:
        """Open a room on a page."""
        self.at = visit(page, {**(FIVE if query is None else query), **(HALL if projector else {})})
        act(self.at, "room_open", by="toolbar")
        assert not self.at.exception
        self.code, self.secret = self.room.code, self.room.secret

    @property
    def room(self) -> Room:
        held = self.at.session_state["session"].projector.room
        assert held
        return held  # type: ignore[no-any-return]

    @property
    def rooms(self) -> Rooms:
        found = store.connect(create=False)
        assert found
        return found

    @property
    def question(self) -> Question:
        state = self.rooms.state(self.code)
        assert state
        assert state.question
        return state.question

    @property
    def says(self) -> str:
        return str(controls(self.at)["asked"]["text"])

    def press(self, *labels: str) -> None:
        for label in labels:
            press(self.at, label)
            assert not self.at.exception

    def do(self, do: str, **more: Any) -> None:
        """Act as the lecturer, with the room's secret."""
        act(self.at, do, by="room_keys", secret=self.secret, **more)

    def answer(self, *values: str) -> None:
        """Answer by phone 0, phone 1 and so on."""
        for phone, value in enumerate(values):
            taken = judged(self.question.content, value)
            assert self.rooms.answer(self.code, f"phone {phone}", self.question.number, taken)

    def verdict(self, phone: int) -> dict[str, Any]:
        mine = self.rooms.mine(self.code, f"phone {phone}", self.question.number)
        assert mine
        return dict(mine[1])


def resumed(
    code: str, secret: str, page: str = VEHICLE, query: dict[str, str] | None = None
) -> AppTest:
    """Another session of the tab that holds a room."""
    at = visit(page, {**(FIVE if query is None else query), **HALL})
    return act(at, "room_resume", by="room", code=code, secret=secret)


def parts(at: AppTest, name: str) -> Sequence[dict[str, Any]]:
    return charts(at)[name].to_dict("records")


# Who is alone


def test_alone_nobody_sees_or_pays_anything(rooms_file: Path) -> None:
    for page in (VEHICLE, "playground", "spot_the_mistake"):
        at = visit(page)
        assert "Room" not in controls(at)
        press(at, "Present")
        assert controls(at)["Room"]["shortcut"] == "R"
        drawn = {node.key for node in at.get("bidi_component")}  # type: ignore[attr-defined]
        assert not drawn & {"room", "room_keys"}
    assert not rooms_file.exists()


# Every kind


def test_a_number_hides_the_score_until_it_is_revealed() -> None:
    one = Lecturer()
    assert tiles(one.at)["AP@5"].score == "0.756"
    one.press("Number")
    assert one.question.content | {"documents": 0} == {
        **{"kind": "number", "text": "What is AP@5 of this list?", "label": "AP@5"},
        **{"low": 0, "high": 1, "documents": 0, "retrieved": 5, "k": 5, "top": 1},
        "symbols": ["○", "●"],
    }
    assert one.question.content["documents"][1] == ["2", "B", 0]
    assert one.says == controls(one.at)["says"]["text"] == "What is AP@5 of this list?"
    act(one.at, "move", list="a", id="2", to=0)
    one.answer("0.756", "34/45", "75 %", "0.5", "1", "0.2")
    act(one.at, "room_look", by="room", unasked=True)
    assert controls(one.at)["Room"]["answered"] == 6
    one.press("Undo", "Keep back")
    for piece in pieces(one.at):  # neither after a move nor while it is kept back
        assert "0.756" not in piece
        assert "0.639" not in piece
    assert one.says == (
        "2 of 6 are within 0.005 (33 %). Advice: let neighbours discuss, then ask again."
    )
    assert one.question.truth == {}
    assert "figure" not in "".join(charts(one.at))
    one.press("Reveal")
    assert one.question.phase == "revealed"
    assert one.question.truth["text"] == one.says == "AP@5 = 0.756"
    assert float(one.question.truth["value"]) == pytest.approx(RIGHT, abs=1e-6)
    assert one.question.truth["within"] == 0.005
    assert tiles(one.at)["AP@5"].score == "0.756"
    drawn = [row for row in parts(one.at, "answered_numbers") if row["part"] == "dot"]
    assert len(drawn) == 6


def test_a_guess_of_before_gives_nothing_away() -> None:
    one = Lecturer()
    one.press("Predict first")
    set_to(one.at, "Your guess for AP@5", "0.7")
    assert any("class='guessed'" in piece for piece in pieces(one.at))
    assert "Before the next move: AP@5" not in controls(one.at)  # the class has its phones
    one.press("Number")
    assert not any("guessed" in piece or "0.756" in piece for piece in pieces(one.at))
    assert "Your guess for AP@5" not in controls(one.at)
    one.press("Reveal")
    assert any("class='guessed'" in piece for piece in pieces(one.at))


def test_a_direction_is_closed_by_the_move_that_answers_it() -> None:
    one = Lecturer()
    one.press("Direction")
    assert one.question.content["text"] == "With the next move, AP@5 …"
    assert controls(one.at)["says"]["text"] == one.question.content["text"]
    assert tiles(one.at)["AP@5"].score == "0.756"
    one.answer(*["falls"] * 4, "rises", "stays")
    one.press("Reveal")
    said = "Make the move first, on the list that begins with “A”. It is the answer."
    assert notices(one.at) == [said]
    assert one.question.phase == "open"
    act(one.at, "move", held=True, list="a", id="2", to=0)  # B over A, not let go yet
    assert one.question.phase == "closed"
    act(one.at, "move", list="a", id="2", to=0)
    assert "4 of 6 are right (67 %)" in one.says
    one.press("Ask again")
    assert notices(one.at) == ["The move is made. Undo it to ask again."]
    one.press("Undo", "Ask again")
    assert (one.question.number, one.question.again) == (2, 1)
    one.answer(*["falls"] * 6)
    act(one.at, "move", list="a", id="2", to=0)
    one.press("Ideal order", "Reveal")  # what comes after that move does not count
    # 0 1 1 0 1: (1/2 + 2/3 + 3/5) / 3 = 53/90 = 0.589, less by 1/6
    assert one.question.truth["text"] == "AP@5 falls by 0.167."
    assert one.question.truth["value"] == "falls"
    bars = [row for row in parts(one.at, "answered_choices") if row["part"] == "bar"]
    assert {row["round"] for row in bars} == {0, 1}
    said = json.dumps(parts(one.at, "answered_choices"))
    assert "2 changed to" in said


@pytest.mark.parametrize(
    ("last", "by", "to", "says"),
    [
        # Nine hits on top, and the tenth at rank `last`. A rank lower: 10/19 - 10/20 of a tenth.
        (19, 19, 20, "AP@50 falls by 0.003."),
        (20, 20, 19, "AP@50 rises by 0.003."),
        (20, 20, 21, "AP@50 falls by 0.002."),  # 10/20 - 10/21 of a tenth: 0.0024
        (29, 29, 30, "AP@50 falls by 0.001."),  # 10/29 - 10/30 of a tenth: 0.0011
        (49, 49, 50, "AP@50 stays."),  # 10/49 - 10/50 of a tenth: 0.0004 is printed as 0.000
        (29, 1, 9, "AP@50 stays."),  # a hit among hits
    ],
)
def test_a_small_change_has_a_direction_too(last: int, by: int, to: int, says: str) -> None:
    grades = [int(rank < 10 or rank == last) for rank in range(1, 51)]
    query = {"a": "~".join(f"{grade}D{at}" for at, grade in enumerate(grades)), "scale": "1"}
    one = Lecturer(query={**query, "k": "50"}, projector=False)
    one.press("Direction")
    one.answer(*["falls"] * 5)
    act(one.at, "move", list="a", id=str(by), to=to - 1)
    one.press("Reveal")
    assert one.question.truth["text"] == says
    assert one.question.truth["value"] == says.split()[1].rstrip(".")


def test_a_move_that_leaves_no_score_is_no_answer() -> None:
    """τ needs two documents that both lists have."""
    one = Lecturer("rank_agreement", {"a": "1A~1B", "b": "1B~1A"}, projector=False)
    one.press("Direction")
    one.answer(*["falls"] * 5)
    act(one.at, "delete", list="a", id="1")
    one.press("Reveal")
    said = "There is no score to compare with. Undo the move, and make another."
    assert notices(one.at) == [said]
    assert one.question.truth == {}


def test_a_choice_of_two_lists_and_of_the_steps_of_a_puzzle() -> None:
    one = Lecturer(query={**FIVE, "b": "1A~1C~1E~0B~0D"})
    one.press("Choice")
    assert one.question.content["text"] == "Which list has the higher AP@5?"
    assert controls(one.at)["says"]["text"] == one.question.content["text"]
    assert all("0.756" not in piece for piece in pieces(one.at))
    one.answer(*"011211")
    one.press("Reveal")
    truth = one.question.truth
    assert (truth["text"], truth["value"]) == ("List B: 1 1 1 0 0", "1")
    puzzle = Lecturer("spot_the_mistake", {})
    puzzle.press("Choice")
    assert puzzle.question.content["choices"][0].startswith("1. ")
    puzzle.answer(*"012321")
    puzzle.press("Reveal")
    right = int(puzzle.question.truth["value"]) + 1
    act(puzzle.at, "point_out", of=data(puzzle.at, "puzzles")["controls"][5]["value"], on=right)
    assert f"step {right} is false" in puzzle.at.session_state["session"].drawn.remark
    assert "answered_choices" in charts(puzzle.at)
    press(puzzle.at, "Next puzzle")
    assert "answered_choices" not in charts(puzzle.at)


def test_which_metric_the_next_move_changes_most() -> None:
    """B over A. AP: 34/45 to 53/90. DCG: 1 + 1/2 become 1/log₂ 3 + 1/2, less by 0.369 of 2.131."""
    one = Lecturer("disagreement", FIVE, projector=False)
    assert "What is chosen" not in controls(one.at)  # there is no list B
    one.press("Choice")
    asked = one.question.content
    assert asked["text"] == "With the next move, which metric changes most?"
    assert asked["choices"] == ["AP@5", "nDCG@5", "Both by the same"]
    assert [grade for *_, grade in asked["documents"]] == [1, 0, 1, 0, 1]
    one.answer(*"00112")
    one.press("Reveal")
    assert one.question.phase == "open"
    act(one.at, "move", list="a", id="2", to=0)
    assert one.question.phase == "closed"
    assert one.says.startswith("2 of 5 are right (40 %). Reveal, or undo the move")
    one.press("Undo")
    assert "Make the move first" in one.says  # what was said of that move is forgotten
    act(one.at, "move", list="a", id="2", to=0)
    one.press("Reveal")
    truth = one.question.truth
    assert (truth["value"], truth["text"]) == ("1", "nDCG@5 changes most, from 0.885 to 0.712.")
    assert "answered_choices" in charts(one.at)


@pytest.mark.parametrize(
    ("to", "text"), [(1, "No metric changes."), (6, "Both by the same, 0.200.")]
)
def test_metrics_that_change_alike_have_an_answer_of_their_own(to: int, text: str) -> None:
    """Five hits: P@5 and R@5 of 1 0 1 0 1 1 1 are 3/5, and 4/5 once the first miss is the last."""
    query = {"a": "1A~0B~1C~0D~1E~1F~1G", "scale": "1", "k": "5"}
    one = Lecturer("disagreement", query, projector=False)
    act(one.at, "turn", knob="orders_by", to="precision")
    act(one.at, "turn", knob="orders_against", to="recall")
    one.press("Choice")
    one.answer(*"00112")
    act(one.at, "move", list="a", id="2" if to == 6 else "1", to=to)
    one.press("Reveal")
    assert (one.question.truth["value"], one.question.truth["text"]) == ("2", text)


def test_which_metric_prefers_a_list() -> None:
    one = Lecturer("disagreement", {}, projector=False)
    assert [key for key, _ in controls(one.at)["What is chosen"]["options"]] == [
        *("rather", "metric", "lists", "changes")
    ]
    act(one.at, by="steps", do="preset", lesson="disagreement", to="dis-grades")
    set_to(one.at, "What is chosen", "metric")
    assert any("0.806" in piece for piece in pieces(one.at))
    one.press("Choice")
    asked = one.question.content
    found = re.search(r"list A, ([\d ]+), to list B, ([\d ]+)\?", asked["text"])
    assert found
    a, b = (Ranking([*map(int, row.split())], top_grade=3) for row in found.groups())
    prefers = [float(average_precision(each).score) for each in (a, b)]
    assert asked["choices"] == ["AP@4", "nDCG@4", "Both", "Neither"]
    for piece in pieces(one.at):  # no score of B, and no winner
        assert "0.806" not in piece
        assert "isagree." not in piece
    assert "leads" not in charts(one.at)
    one.answer(*"01230")
    one.press("Reveal")
    assert one.question.truth["text"] == ("AP@4" if prefers[0] > prefers[1] else "nDCG@4")
    assert "answered_choices" in charts(one.at)


def test_which_metric_fits_is_not_on_the_slide_while_it_is_asked() -> None:
    one = Lecturer("which_metric", {})
    screen = one.at.session_state["session"].current
    fits = [verdict.key for verdict in verdicts(screen) if verdict.rank == "fits"]
    one.press("Choice")
    asked = one.question.content["choices"]
    right = [name for name in asked if name in {METRICS[key].name for key in fits}]
    assert len(asked) == 4
    assert len(right) == 1
    for piece in pieces(one.at):
        assert "It fits." not in piece
        assert "Adds to" not in piece
    assert "needs" not in charts(one.at)
    one.answer(*"01230")
    one.press("Keep back", "Reveal")
    assert one.question.truth["text"] == right[0]
    assert "answered_choices" in charts(one.at)


def test_the_other_lists_of_the_drill_are_offered_where_it_has_some() -> None:
    for key in DRILLED:
        assert alike(Screen(), key, 0), key
    for page, why in (
        (VEHICLE, ""),
        ("squared_error", "The drill has no exercise on MSE."),
        ("welcome", "The scores of this page stay in sight."),
    ):
        one = Lecturer(page, {})
        button = controls(one.at)["Alike"]
        assert button["help"].startswith(why)
        assert ("look" in button) == bool(why)
        one.do("room_end")


def test_what_a_slide_offers_works_out_no_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may take a fifth of a second, and every run says what can be asked."""
    one = Lecturer()

    def refused(*_: object) -> None:
        raise AssertionError("a question was worked out")

    monkeypatch.setattr(orders, "every", refused)
    act(one.at, "room_look", by="room", unasked=True)
    assert "look" not in controls(one.at)["Order"]


def test_a_key_that_is_pressed_twice_asks_once() -> None:
    one = Lecturer()
    one.press("Number")
    for do, more in (("room_ask", {"kind": "order"}), ("room_again", {}), ("room_alike", {})):
        one.do(do, **more)
        assert (one.question.number, one.question.content["kind"]) == (1, "number")
    board = one.at.session_state["session"].current.a
    assert [each.grade for each in board.documents] == [1, 0, 1, 0, 1]
    one.press("Keep back", "Ask again")
    one.do("room_again")
    assert (one.question.number, one.question.again) == (2, 1)


def test_a_list_that_is_not_the_one_asked_about_is_said() -> None:
    one = Lecturer()
    one.press("Number")
    assert one.says == "What is AP@5 of this list?"
    act(one.at, "move", list="a", id="2", to=0)
    assert one.says == (
        "What is AP@5 of this list? It is about the list on the phones, not about this one."
    )
    one.press("Undo")
    assert one.says == "What is AP@5 of this list?"


def test_an_opinion_has_no_right_answer_and_no_advice() -> None:
    one = Lecturer("disagreement", {}, projector=False)
    one.press("Choice")
    assert one.question.content["choices"][0].startswith("List A: ")
    one.answer(*"000111")
    one.press("Keep back")
    assert one.says == "Answers are closed."
    one.press("Reveal")
    assert (one.question.truth["value"], one.says) == (None, "There is no right answer.")


@pytest.mark.parametrize(
    ("page", "label", "why"),
    [
        ("welcome", "Number", "The scores of this page stay in sight. Ask for one on a lesson."),
        ("reference", "Order", "This slide has no list of retrieved documents to put in order."),
        ("mean_over_queries", "Order", "This slide has no list of retrieved documents"),
        (
            VEHICLE,
            "Choice",
            "This slide has nothing to choose from: no two lists, steps or metrics.",
        ),
        ("drill", "Direction", "This page has no score to ask for."),
    ],
)
def test_a_page_says_why_it_offers_none(page: str, label: str, why: str) -> None:
    one = Lecturer()
    if page != VEHICLE:
        go(one.at, page)
    button = controls(one.at)[label]
    assert button["help"].startswith(why)
    assert button["look"] == "dim"
    press(one.at, label)
    assert not one.at.exception
    assert one.rooms.state(one.code).question is None  # type: ignore[union-attr]


def test_orders_are_scored_and_any_of_them_comes_to_the_board() -> None:
    one = Lecturer()
    set_to(one.at, "Goal of the order", "apart")
    one.press("Order")
    asked = one.question.content
    # Of all 10 orders of three hits, 0 1 1 1 0 has AP most above nDCG: 23/36 and 0.733.
    assert asked["text"] == (
        "Put these into an order whose AP@5 is at least 0.63 and whose nDCG@5 is at most 0.74."
    )
    assert asked["graded"]
    orders = ["0,2,4,1,3", "1,0,2,4,3", "0,1,2,3,4", "4,3,2,1,0", "0,1,2,3,4"]
    one.answer(*orders)
    one.press("Keep back")
    assert one.says.startswith("1 of 5 are right (20 %). Advice: explain it first")
    one.press("Reveal")
    for phone, order in enumerate(orders):
        rows = [int(row) for row in order.split(",")]
        ap = average_precision(Ranking([(1, 0, 1, 0, 1)[row] for row in rows]), 5).score
        verdict = one.verdict(phone)
        assert f"AP@5 = {float(ap):.3f}, nDCG@5 = " in verdict["text"]
        opened, wrong = link.decode(dict(parse_qsl(verdict["link"].partition("?")[2])))
        assert [d.title for d in opened.a.documents] == ["ABCDE"[row] for row in rows]
        assert wrong == []
    opened, _ = link.decode(dict(parse_qsl(one.question.truth["link"].partition("?")[2])))
    assert [d.grade for d in opened.a.documents] == [0, 1, 1, 1, 0]
    acts = [
        json.loads(row["do"]) for row in parts(one.at, "class_orders") if isinstance(row["do"], str)
    ]
    act(one.at, **next(each for each in acts if each["order"] == "1,0,2,4,3"))
    assert titles(one.at) == [*"BACED"]
    assert "class_orders" in charts(one.at)  # the picture stays
    act(one.at, "chart", by="toolbar", to=3)  # as on a lesson with more charts than pictures here
    assert "class_orders" in charts(one.at)
    press(one.at, "Chart")
    assert "class_places" in charts(one.at)
    press(one.at, "Undo")
    assert titles(one.at) == [*"ABCDE"]


def test_orders_are_never_scored_by_two_metrics_of_which_one_tells_the_other() -> None:
    """Of all orders of some lists two scores are on no line, and a metric left out agrees."""
    screen, tried = presets.opening(VEHICLE), list[dict[str, Any]]()
    for grades, missed in (([3, 2, 0, 1, 0, 0], [2]), ([1, 1, 0, 2, 3, 2], []), ([0, 1, 3], [1])):
        ranking = Ranking([*set(permutations(grades))], missed, top_grade=3)
        scores = {
            key: metric.compute(ranking, **{"k": 3} if "k" in metric.knobs else {}).score
            * (1 if metric.higher_is_better else -1)
            for key, metric in METRICS.items()
        }
        tried.append(scores)

    def disagree(one: str, other: str) -> bool:
        pairs = ((scores[other], scores[one].round(9)) for scores in tried)
        return any(np.diff(pair[0][np.lexsort(pair)]).min() < -1e-9 for pair in pairs)

    def is_line(one: str, other: str) -> bool:
        pairs = ((scores[one], scores[other]) for scores in tried)
        return all(min(map(np.ptp, p)) < 1e-9 or np.corrcoef(p)[0, 1] > 1 - 1e-9 for p in pairs)

    for one, other in permutations(METRICS, 2):
        slide = slide_questions.Slide(VEHICLE, screen, screen, [Mock(key=one), Mock(key=other)])
        first, second = slide_questions.order_keys(slide)
        assert first == one
        assert not is_line(one, second), (one, second)
        assert second == other or not disagree(one, other), (one, other)


def test_two_metrics_that_score_all_orders_alike_are_refused_as_a_goal() -> None:
    """Of two documents there are two orders: the better one is better by both metrics."""
    one = Lecturer(query={"scale": "1", "k": "2", "a": "1A~0B"})
    set_to(one.at, "Goal of the order", "apart")
    one.press("Order")
    assert notices(one.at) == ["These metrics score all orders of these documents alike."]


def test_an_order_may_have_an_exact_score_or_no_goal() -> None:
    one = Lecturer()
    set_to(one.at, "Goal of the order", "exact")
    one.press("Order")
    # AP of 1 1 0 0 0 … no order of three hits has AP 1/2; 0 1 0 1 1 has (1/2+1/2+3/5)/3 = 8/15.
    assert one.question.content["text"] == "Put these into an order whose AP@5 is exactly 0.478."
    worst = Fraction(1, 3) * (Fraction(1, 3) + Fraction(2, 4) + Fraction(3, 5))
    assert f"{float(worst):.3f}" == "0.478"
    one.answer("1,3,0,2,4", *["0,1,2,3,4"] * 4)
    one.press("Keep back")
    assert one.says.startswith("1 of 5 are right")
    set_to(one.at, "Goal of the order", "best")
    one.press("Order")
    assert one.question.content["graded"] is False
    assert {grade for *_, grade in one.question.content["documents"]} == {None}
    one.answer(*["4,3,2,1,0"] * 5)
    one.press("Keep back", "Reveal")
    assert one.question.truth["value"] is None
    assert "class_orders" in charts(one.at)


# Rounds


def test_the_first_answers_are_kept_back_and_both_rounds_are_drawn() -> None:
    one = Lecturer()
    one.press("Number")
    one.answer("0.5", "0.5", "0.6", "0.756", "0.756", "1")
    one.press("Keep back", "Ask again")
    assert (one.question.number, one.question.again) == (2, 1)
    assert all("0.756" not in piece for piece in pieces(one.at))
    one.answer(*["0.756"] * 5, "1")
    one.press("Reveal")
    drawn = parts(one.at, "answered_numbers")
    assert len([row for row in drawn if row["part"] == "dot"]) == 12
    told = [" ".join(map(str, row.values())) for row in drawn]
    assert any("First answers" in row for row in told)
    assert any("Second answers" in row for row in told)


@pytest.mark.parametrize("many", [0, 4])
def test_fewer_than_five_answers_are_not_drawn(many: int) -> None:
    one = Lecturer()
    one.press("Number")
    one.answer(*["0.5"] * many)
    one.press("Keep back")
    assert one.says == "Fewer than 5 have answered: the answers are not drawn."
    one.press("Reveal")
    assert "Fewer than 5 have answered" in one.says
    assert "answered_numbers" not in charts(one.at)
    assert "0.5," not in room._csv(one.room).decode()


def test_only_the_phones_that_are_here_are_asked() -> None:
    """Until that is taken back: each kind of question, and a question again."""
    one = Lecturer()
    one.press("Only phones here now", "Number")
    assert notices(one.at) == [
        "No phone is here now. Wait until one has joined, or ask all phones."
    ]
    assert one.rooms.state(one.code).question is None  # type: ignore[union-attr]
    one.rooms.note(one.code, {"phone 0": True, "phone 1": True, "phone 2": False})
    given = {"number": "0.5", "order": "0,1,2,3,4", "direction": "rises"}
    for label in ("Number", "Ask again", "Order", "Direction", "Alike"):
        one.press(label)
        asked = one.question.number
        one.answer(given[one.question.content["kind"]])
        for phone in ("phone 2", "phone 3"):
            with pytest.raises(RoomError, match="for the phones that were here"):
                one.rooms.answer(one.code, phone, asked, "0.5")
        assert controls(one.at)["Room"]["admitted"] == 2
        one.press("Keep back")
    assert controls(one.at)["Only phones here now"]["pressed"]
    one.press("Only phones here now", "Ask again")
    assert controls(one.at)["Room"]["admitted"] == 0
    one.answer(*["0.5"] * 4)
    assert one.question.number == 6


def test_the_wall_counts_the_phones_of_the_room() -> None:
    one = Lecturer()
    shown = controls(one.at)["Room"]
    assert (shown["phones"], shown["here"], shown["answered"]) == (0, 0, None)
    one.rooms.note(one.code, {**dict.fromkeys("abc", True), "d": False, store.WALL: True})
    one.press("Number")
    one.answer("0.5")
    act(one.at, "room_look", by="room", unasked=True)
    shown = controls(one.at)["Room"]
    assert (shown["phones"], shown["here"], shown["answered"]) == (4, 3, 1)
    assert one.rooms.is_wall(one.code, shown["stream"].partition("?proof=")[2])
    assert one.secret not in shown["stream"]


def test_an_alike_question_is_another_list_of_the_drill() -> None:
    one = Lecturer()
    one.press("Number", "Keep back", "Alike")
    assert one.question.number == 2
    graded = [grade for *_, grade in one.question.content["documents"]]
    assert graded != [1, 0, 1, 0, 1]
    assert one.question.content["text"].startswith("What is AP@")
    assert all(f"{RIGHT:.3f}" not in piece for piece in pieces(one.at))
    press(one.at, "Undo")
    assert titles(one.at) == [*"ABCDE"]
    go(one.at, "squared_error")
    press(one.at, "Keep back")
    press(one.at, "Alike")
    assert notices(one.at) == ["The drill has no exercise on MSE."]


@pytest.mark.parametrize("key", ["average_precision", "ndcg", "precision", "err", "rbp"])
def test_lists_of_the_drill_follow_each_other(key: str) -> None:
    screens = [alike(Screen(), key, number) for number in range(4)]
    assert all(screens)
    lists = [[d.grade for d in screen.a.documents] for screen in screens if screen]
    assert all(one != other for one, other in pairwise(lists))


# Reload, restart, other tabs


def test_a_reload_finds_the_room_and_still_hides_the_score() -> None:
    one = Lecturer()
    act(one.at, "move", list="a", id="5", to=0)  # a list that is no preset
    one.press("Number")
    query = {name: one.at.query_params[name] for name in ("a", "scale", "predict", "present")}
    assert "AP@5" not in tiles(visit(VEHICLE, query))  # until the tab has sent its secret
    at = resumed(one.code, one.secret, query=query)
    assert not at.exception
    assert controls(at)["Room"]["code"] == one.code
    assert controls(at)["asked"]["text"] == "What is AP@5 of this list?"
    shown = next(piece for piece in pieces(at) if "class='room scores" in piece)
    assert "<b>?</b>" in shown
    press(at, "Reveal")
    assert one.question.phase == "revealed"
    assert "predict" not in at.query_params
    assert tiles(at)["AP@5"]


def test_no_score_is_drawn_before_the_tab_has_told_its_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An address that is typed anew says nothing of the room; the cookie of the browser does."""
    one = Lecturer()
    one.press("Number")
    cookies = {room.COOKIE: one.code}
    monkeypatch.setattr(type(st.context), "cookies", property(lambda _: cookies))

    def seen(at: AppTest) -> bool:
        return any("0.756" in piece for piece in pieces(at))

    at = visit(VEHICLE, {**FIVE, **HALL})
    assert not seen(at)
    assert "predict" not in at.query_params
    assert "Three hits" not in str(controls(at)["says"]["text"])
    act(at, "room_resume", by="room", code=one.code, secret=one.secret)
    assert controls(at)["says"]["text"] == "What is AP@5 of this list?"
    assert not seen(at)
    press(at, "Reveal")
    assert seen(at)
    other = visit(VEHICLE, {**FIVE, **HALL})  # nothing is asked any more
    assert seen(other)
    act(one.at, "room_look", by="room", unasked=True)
    one.press("Number")
    with monkeypatch.context() as away:
        away.setattr(Rooms, "state", Mock(side_effect=AwayError("The database is away.")))
        late = visit(VEHICLE, {**FIVE, **HALL})
        act(late, "room_resume", by="room", code=one.code, secret=one.secret)
        assert notices(late) == ["The database is away."]
        assert not seen(late)
    act(late, "room_look", by="room", unasked=True)  # as the stream of the room asks for
    assert controls(late)["says"]["text"] == "What is AP@5 of this list?"
    assert not seen(late)
    other = visit(VEHICLE, {**FIVE, **HALL})
    assert not seen(other)
    act(other, "room_none", by="room")
    assert seen(other)
    cookies[room.COOKIE] = "' OR 1=1"
    assert seen(visit(VEHICLE, {**FIVE, **HALL}))


FRESH = "n" * 22
"""A secret that a second device has made up."""
TAKEN = "Another device has taken the room over. This one no longer holds it."


def offer(at: AppTest, code: str, handed: str, secret: str = FRESH, **more: str) -> AppTest:
    """A device has scanned the code that hands a room over."""
    return act(at, "room_take", by="room", code=code, replaces=handed, secret=secret, **more)


def lost(at: AppTest) -> list[str]:
    """The secrets that the browser is told to forget."""
    return [secret for each in parts_of_wall(at, "lost_rooms") for secret in each["secrets"]]


def parts_of_wall(at: AppTest, kind: str) -> list[dict[str, Any]]:
    return [each for each in controls(at).values() if each["kind"] == kind]


def test_who_takes_the_room_over_holds_it_alone() -> None:
    one = Lecturer()
    one.press("Number")
    at = visit(VEHICLE, {**FIVE, **HALL})
    for _ in range(3):
        offer(at, one.code, one.secret)
        assert controls(at)["asked"]["text"] == "What is AP@5 of this list?"
        assert (controls(at)["Room"]["secret"], controls(at)["Room"]["came"]) == (
            *(FRESH, "taken over"),
        )
        at = visit(VEHICLE, {**FIVE, **HALL})  # a reload before the tab knows that it was taken
    offer(at, one.code, one.secret)
    one.press("Keep back")
    assert notices(one.at) == [TAKEN]
    assert lost(one.at) == [one.secret]
    assert one.question.phase == "open"
    press(at, "Keep back")
    assert one.question.phase == "closed"
    # The same code once more, on the device that holds the room, or on a third one.
    offer(at, one.code, one.secret, "m" * 22)
    said = [f"This browser holds room {one.code[:3]} {one.code[3:]} already."]
    assert notices(at) == said
    act(at, "present", to=False, unasked=True)  # a phone's page does so by itself
    assert notices(at) == said
    assert lost(at) == ["m" * 22]
    third = offer(visit(VEHICLE, HALL), one.code, one.secret, "t" * 22)
    (sentence,) = notices(third)
    assert sentence.startswith(f"Room {one.code[:3]} {one.code[3:]} cannot be taken over: its code")
    assert lost(third) == ["t" * 22]
    assert one.rooms.holds(one.code, FRESH)


def test_a_lecturer_is_asked_before_another_room_replaces_theirs() -> None:
    mine, theirs = Lecturer(), Lecturer()
    for _ in range(2):
        offer(mine.at, theirs.code, theirs.secret)
        assert (mine.room.code, lost(mine.at)) == (mine.code, [])
        (question,) = parts_of_wall(mine.at, "take_room")
        assert mine.code[:3] in question["text"]
    assert theirs.rooms.holds(theirs.code, theirs.secret)  # nothing is taken before the answer
    act(mine.at, by="room_keys", **{**question["change"], "gives_up": "x" * 22})
    assert mine.room.code == mine.code
    act(mine.at, "room_keep", by="room_keys")
    assert (parts_of_wall(mine.at, "take_room"), lost(mine.at)) == ([], [FRESH])
    mine.press("Number")
    assert mine.question.phase == "open"
    offer(mine.at, theirs.code, theirs.secret)
    act(mine.at, by="room_keys", **parts_of_wall(mine.at, "take_room")[0]["change"])
    assert (mine.room.code, mine.room.secret) == (theirs.code, FRESH)
    assert lost(mine.at)[-1] == mine.secret
    assert mine.rooms.state(mine.code)  # its phones are still in it


@pytest.mark.parametrize(
    ("code", "handed", "says"),
    [
        ("AAAAAA", "x", "cannot be taken over"),
        ("AAAAAA", "", "cannot be taken over"),
        ("AAAAAA", None, "cannot be taken over"),
        ("aaaaaa", "x", "hands over no room"),
        ("x; path=/elsewhere", "y", "hands over no room"),
        ("", "x", "hands over no room"),
        (None, "x", "hands over no room"),
        ("A" * 10_000, "x", "hands over no room"),
        ("own", "x", "already"),
    ],
)
def test_a_link_that_hands_nothing_over_leaves_the_room_as_it_was(
    code: Any, handed: Any, says: str
) -> None:
    one = Lecturer()
    one.press("Number")
    offer(one.at, one.code if code == "own" else code, handed)
    (sentence,) = notices(one.at)
    assert says in sentence
    assert lost(one.at) == [FRESH]
    one.press("Keep back")
    assert one.question.phase == "closed"


def test_a_room_is_handed_back_to_a_tab_that_has_not_noticed_that_it_went() -> None:
    one = Lecturer()
    other = offer(visit(VEHICLE, HALL), one.code, one.secret)
    offer(one.at, one.code, FRESH, "b" * 22)
    assert one.room.secret == "b" * 22
    act(other, "room_look", by="room", unasked=True)
    assert notices(other) == [TAKEN]


def test_a_database_that_is_away_loses_no_room_that_is_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = Lecturer()
    at = visit(VEHICLE, HALL)
    with monkeypatch.context() as away:
        away.setattr(Rooms, "holds", Mock(side_effect=AwayError("The database is away.")))
        offer(at, one.code, one.secret)
        assert "Then reload this page to take the room over." in notices(at)[0]
        assert lost(at) == []  # the browser keeps the offer
    assert offer(visit(VEHICLE, HALL), one.code, one.secret)
    assert one.rooms.holds(one.code, FRESH)


def test_a_second_tab_with_another_list_closes_no_question_on_the_next_move() -> None:
    """A link to another list of one's own opens such a tab, and nobody has moved a card there."""
    query = {"a": "1A~0B~1C~1D~1E", "scale": "1"}
    one = Lecturer(query=query)
    one.press("Direction")
    other = resumed(one.code, one.secret, query={**query, "a": "1A~1B~1C~0D~1E"})
    act(other, "room_look", by="room", unasked=True)
    assert one.question.phase == "open"
    act(other, "move", list="a", id="1", to=2)
    assert one.question.phase == "open"
    act(one.at, "move", list="a", id="1", to=2)
    assert one.question.phase == "closed"


def test_a_server_that_was_started_anew_reveals_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, given, drawn in (
        ("Number", ["0.756"] * 5, "answered_numbers"),
        ("Direction", ["falls"] * 5, "answered_choices"),
        ("Order", ["0,1,2,3,4"] * 5, "class_orders"),
    ):
        one = Lecturer()
        one.press(kind)
        one.answer(*given)
        monkeypatch.setattr(store, "_connected", {})  # as a new process
        at = resumed(one.code, one.secret)
        if kind == "Direction":
            act(at, "move", list="a", id="2", to=0)
            press(at, "Reveal")
            assert one.question.truth["value"] == "falls"
        else:
            press(at, "Reveal")
        assert not at.exception
        assert one.question.phase == "revealed"
        assert drawn in charts(at)


def test_a_wrong_secret_or_an_ended_room_is_said_and_forgotten() -> None:
    one = Lecturer()
    at = resumed(one.code, "x" * 22)
    assert notices(at) == [TAKEN]
    assert lost(at) == ["x" * 22]
    act(at, "room_look", by="room", unasked=True)
    assert "Room" in controls(at)
    assert controls(at)["Room"]["kind"] == "button"
    other = resumed(one.code, one.secret)
    one.press("Number")
    act(other, "room_look", by="room", unasked=True)
    assert controls(other)["asked"]["text"] == "What is AP@5 of this list?"
    one.do("room_end")
    assert notices(one.at) == ["The room has ended. All answers are deleted."]
    assert one.rooms.state(one.code) is None
    press(other, "Reveal")
    assert not other.exception
    assert "This room has ended" in notices(other)[0] or "The room has ended" in notices(other)[0]


def test_two_tabs_of_a_lecturer_are_one(rooms_file: Path) -> None:
    one = Lecturer()
    other = resumed(one.code, one.secret)
    one.press("Number")
    one.answer(*["0.5"] * 5)
    act(other, "room_look", by="room", unasked=True)
    press(other, "Keep back")
    assert one.question.phase == "closed"
    one.press("Reveal")
    act(other, "room_look", by="room", unasked=True)
    assert "answered_numbers" in charts(other)
    assert rooms_file.exists()


def test_a_database_that_fails_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Lecturer()
    one.press("Number")
    one.answer(*["0.5"] * 5)
    one.rooms.close(one.code, one.secret, 1)

    def away(*_: object, **__: object) -> None:
        raise AwayError("The database of the rooms does not answer. Try again in a moment.")

    with monkeypatch.context() as only:
        only.setattr(Rooms, "answers", away)
        act(one.at, "room_look", by="room", unasked=True)
        assert not one.at.exception
        assert one.says == "The database of the rooms does not answer. Try again in a moment."
    one.press("Ask again")
    for name in ("state", "close", "answers", "ask", "reveal", "end", "holds"):
        monkeypatch.setattr(Rooms, name, away)
    for label in ("Keep back", "Reveal"):
        press(one.at, label)
        assert not one.at.exception
        said = ["The database of the rooms does not answer. Try again in a moment."]
        assert notices(one.at) == said
    at = resumed(one.code, one.secret)
    assert not at.exception
    assert controls(at)["Room"]["code"] == one.code
    assert lost(at) == []
    monkeypatch.setenv("ROOMS", "mysql://x")
    at = visit(VEHICLE, HALL)
    press(at, "Room")
    assert not at.exception
    (sentence,) = notices(at)
    assert sentence.startswith("ROOMS must be")


def test_damaged_actions_do_nothing() -> None:
    one = Lecturer()
    for broken in (
        {"do": "room_ask", "kind": "secret"},
        {"do": "room_ask"},
        {"do": "take_answer", "order": "9,9"},
        {"do": "room_goal", "to": "x"},
        {"do": "room_only"},
        {"do": "room_only", "to": "yes"},
        {"do": "room_hand"},
    ):
        one.do(**broken)
        assert not one.at.exception
    at = visit(VEHICLE)
    for do in ("room_ask", "room_end", "room_again", "room_reveal", "room_hand"):
        act(at, do, kind="number", of="")
        assert not at.exception


# What is taken away, what is handed over


def test_the_table_has_the_counted_answers_of_all_questions() -> None:
    one = Lecturer(query={**FIVE, "b": "1A~1C~1E~0B~0D"})
    one.press("Number")
    one.answer("0.5", "0.5", "0.5", "1", "0.756")
    one.press("Keep back", "Ask again")
    one.answer(*["0.756"] * 6)
    one.press("Reveal", "Choice")
    one.answer(*"11110")
    one.press("Keep back")
    set_to(one.at, "Goal of the order", "best")
    one.press("Order")
    one.answer(*["4,3,2,1,0"] * 5)
    one.press("Keep back")
    one.do("room_results")
    head, *rows = csv.reader(io.StringIO(controls(one.at)["Answers as CSV"]["table"]))
    assert head == ["number", "kind", "text", "round", "answer", "count"]
    number, which = "What is AP@5 of this list?", "Which list has the higher AP@5?"
    best = "Put these into the order that is best for you."
    assert rows == [
        ["1", "number", number, "1", "0.5", "3"],
        ["1", "number", number, "1", "0.756", "1"],
        ["1", "number", number, "1", "1", "1"],
        ["2", "number", number, "2", "0.756", "6"],
        ["3", "choice", which, "1", "List B: 1 1 1 0 0", "4"],
        ["3", "choice", which, "1", "List A: 1 0 1 0 1", "1"],
        ["4", "order", best, "1", "E > D > C > B > A", "5"],
    ]
    act(one.at, "room_look", by="room", unasked=True)
    assert "table" not in controls(one.at)["Answers as CSV"]


def test_the_secret_is_handed_over_once_behind_the_sign_that_no_browser_sends() -> None:
    one = Lecturer()
    one.press("Number")
    assert one.secret not in json.dumps(dict(one.at.query_params))
    wall = controls(one.at)["Room"]
    assert one.secret not in wall["address"]
    assert read(wall).endswith(f"/room/{one.code}")
    page = "http://10.0.0.7:8501/average_precision?present=1"
    one.do("room_hand", of=page)
    handed = controls(one.at)["Other device"]["given"]
    assert read(handed) == f"{page}#room={one.code}.{one.secret}"
    act(one.at, "room_look", by="room", unasked=True)
    assert "given" not in controls(one.at)["Other device"]


# In a browser


def told(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage['rankbook-room'] ?? 'null')")


@pytest.fixture
def live(app_url: str, server_log: Path, monkeypatch: pytest.MonkeyPatch) -> Rooms:  # noqa: ARG001
    """The store of the running app."""
    monkeypatch.setenv("ROOMS", f"sqlite:///{server_log.parent}/rooms.sqlite")
    found = store.connect(create=True)
    assert found
    return found


@pytest.fixture
def opened(open_page: Callable[..., Page], live: Rooms) -> Iterator[Callable[..., Page]]:
    """Open a page and a room on it."""
    codes = []

    def opened(path: str, *size: int, **more: bool) -> Page:
        page = open_page(path, *size, **more)
        expect(page.get_by_role("button", name="Room", exact=True)).to_be_visible()  # with its key
        page.keyboard.press("r")
        expect(page.get_by_role("dialog", name="Room")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Room")).to_be_hidden()
        codes.append(told(page))
        settle(page)
        return page

    yield opened
    for each in codes:
        if live.holds(each["code"], each["secret"]):
            live.end(each["code"], each["secret"])


def give(live: Rooms, code: str, *values: str) -> None:
    state = live.state(code)
    assert state
    assert state.question
    for phone, value in enumerate(values):
        assert live.answer(code, f"phone {phone}", state.question.number, value)


def seen(picture: bytes) -> list[str]:
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("L"))
    return [str(found.text) for found in zxingcpp.read_barcodes(pixels)]


def test_where_the_browser_stores_nothing_a_room_is_held_by_its_tab(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error(); }; }")
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name="Room")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    settle(page)  # the keys come with the strip
    page.keyboard.press("n")
    expect(score(page, "AP@5")).to_have_text("?")
    page.get_by_role("button", name="End room").click()
    page.get_by_role("button", name="End and delete").click()
    expect(score(page, "AP@5")).to_have_text("0.756")
    assert told(page) is None


def test_keys_lead_through_a_question_and_the_count_is_live(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    code = told(page)["code"]
    wall = page.locator(".st-key-wall")
    expect(wall.get_by_text(f"{code[:3]} {code[3:]}").first).to_be_visible()
    (address,) = seen(wall.locator(".corner svg").screenshot())
    assert address.endswith(f"/room/{code}")
    page.keyboard.press("n")
    expect(score(page, "AP@5")).to_have_text("?")
    runs = page.locator("[data-testid=stApp]")
    give(live, code, "0.5", "0.756", "0.6")
    expect(wall.locator(".answered b")).to_have_text("3")
    give(live, code, *["0.756"] * 6)
    expect(wall.locator(".answered b")).to_have_text("6")
    expect(runs).to_have_attribute("data-test-script-state", "notRunning")
    page.keyboard.press("k")
    expect(wall.get_by_text("6 of 6 are within 0.005 (100 %)")).to_be_visible()
    expect(score(page, "AP@5")).to_have_text("?")
    page.keyboard.press("v")
    expect(page.locator(".st-key-hall_chart svg.marks")).to_be_visible()
    expect(score(page, "AP@5")).to_have_text("0.756")
    expect(wall.locator(".corner")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator(".st-key-hall_chart")).to_have_count(0)
    page.keyboard.press("v")
    page.keyboard.press("a")
    expect(score(page, "AP@5")).to_have_text("?")
    assert "secret" not in page.url
    assert told(page)["secret"] not in page.url

    # Its keys are the lecturer's only where nothing is typed; those of Present keep their meaning.
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    expect(wall.locator(".corner")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()


def test_answers_that_are_counted_before_their_question_is_drawn_stay_counted(
    opened: Callable[..., Page], live: Rooms
) -> None:
    """The stream of counts may be faster than the run that draws the question."""
    page = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    late: list[tuple[WebSocketRoute, str | bytes]] = []
    holds = False

    def delay(there: WebSocketRoute) -> None:
        server = there.connect_to_server()
        server.on_message(
            lambda message: late.append((there, message)) if holds else there.send(message)
        )

    page.route_web_socket("**/_stcore/stream", delay)
    page.add_init_script("""{
      globalThis.EventSource = class extends EventSource {
        constructor(path) {
          super(path);
          this.addEventListener("message", ({ data }) => {
            globalThis.counted = JSON.parse(data).answered;
          });
        }
      };
    }""")
    page.reload()
    wall, code = page.locator(".st-key-wall"), told(page)["code"]
    expect(wall.locator(".joined")).to_be_visible()
    settle(page)
    holds = True
    page.keyboard.press("n")
    asked = lambda: bool((state := live.state(code)) and state.question)  # noqa: E731
    comes_true(page, asked, "the question is asked")
    give(live, code, "0.5", "0.756", "0.6")
    comes_true(page, lambda: page.evaluate("globalThis.counted") == 3, "the answers are counted")
    holds = False
    for there, message in late:
        there.send(message)
    expect(wall.locator(".answered b")).to_have_text("3")


def test_the_wall_counts_phones_while_they_come(opened: Callable[..., Page], live: Rooms) -> None:
    page = opened(f"/{VEHICLE}?present=1")
    wall, code = page.locator(".st-key-wall"), told(page)["code"]
    joined, answered = wall.locator(".joined"), wall.locator(".answered")
    expect(joined).to_have_text("0 phones")
    live.note(code, {"phone 0": True})
    expect(joined).to_have_text("1 phone")
    live.note(code, {"phone 1": True, "phone 2": False})
    expect(joined).to_have_text("3 phones")
    only = wall.get_by_role("button", name="Only phones here now")
    only.click()
    expect(joined).to_have_text("2 of 3 here")
    page.keyboard.press("n")
    expect(answered).to_have_text("0 of 2 phones")
    give(live, code, "0.5")
    expect(answered).to_have_text("1 of 2 phones")
    page.keyboard.press("k")
    only.click()
    expect(only).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("a")
    expect(answered).to_have_text("0 of 3 phones")
    give(live, code, *["0.5"] * 4)
    expect(answered).to_have_text("4 of 4 phones")  # one of them has loaded no page here
    page.keyboard.press("v")
    expect(joined).to_have_text("3 phones")


def test_the_wall_says_that_too_many_pages_are_open(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}?present=1")
    crowded = page.locator(".st-key-wall .crowded")
    expect(crowded).to_be_hidden()
    live.note(told(page)["code"], {store.CROWDED: True})
    for width, height in (*SIZES, (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(crowded).to_contain_text("Too many pages of this room are open.")
        assert box(crowded)["x"] + box(crowded)["width"] <= width


def test_a_wall_that_lost_its_room_finds_out_when_its_stream_is_refused(
    open_page: Callable[..., Page], live: Rooms
) -> None:
    """Another device takes the room over while this one sleeps, and hears nothing."""
    page = open_page(f"/{VEHICLE}?present=1")
    page.evaluate(f"{STREAMS} true")
    page.keyboard.press("r")
    joined = page.locator(".joined")
    expect(joined).to_have_text("0 phones")
    room = told(page)
    close, refuse = "streams.at(-1).close()", "streams.at(-1).onerror()"
    page.evaluate(f"{close}; {refuse}")  # once before, by a proxy: it comes back
    comes_true(page, lambda: page.evaluate("streams.length") > 1, "the stream is opened again")
    live.note(room["code"], {"phone": True})
    expect(joined).to_have_text("1 phone")
    page.evaluate(close)
    live.take_over(room["code"], room["secret"], "n" * 22)
    page.evaluate(refuse)
    expect(page.locator(".st-key-wall")).to_have_count(0)
    live.end(room["code"], "n" * 22)


def test_a_click_on_a_dot_takes_its_list_to_the_board(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    page.keyboard.press("o")
    expect(page.locator(".answered")).to_be_visible()
    give(live, told(page)["code"], *["4,3,2,1,0"] * 5)
    page.keyboard.press("v")
    dot = page.locator(".st-key-hall_chart [aria-label*='5 students']").first
    expect(dot).to_be_visible()
    settle(page)
    dot.click(force=True)
    Board(page).shows("E1 D0 C1 B0 A1")
    page.keyboard.press("Control+z")
    Board(page).shows("A1 B0 C1 D0 E1")


def test_a_reload_finds_the_room_and_end_deletes_it_after_one_question(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}?present=1")
    code = told(page)["code"]
    page.keyboard.press("n")
    expect(score(page, "AP@5")).to_have_text("?")
    page.reload()
    expect(page.locator(".st-key-wall .corner")).to_be_visible()
    expect(score(page, "AP@5")).to_have_text("?")
    page.keyboard.press("k")
    with page.expect_download() as table:
        page.get_by_role("button", name="Answers as CSV").click()
    assert "What is AP@5 of this list?" in Path(table.value.path()).read_text()
    page.get_by_role("button", name="End room").click()
    expect(page.get_by_text("End and delete all answers?")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()  # not what deletes
    dialog = page.get_by_role("dialog", name="End room")
    assert box(dialog)["height"] < 300
    page.keyboard.press("Escape")
    assert live.state(code)
    page.get_by_role("button", name="End room").click()
    page.get_by_role("button", name="End and delete").click()
    expect(page.locator(".st-key-wall .corner")).to_have_count(0)
    comes_true(page, lambda: told(page) is None, "the tab has forgotten the room")
    assert live.state(code) is None
    page.reload()
    settle(page)
    expect(page.locator(".notice")).to_have_count(0)


def test_another_device_takes_the_room_over_by_a_code_that_is_shown_once(
    opened: Callable[..., Page], browser: Browser, app_url: str
) -> None:
    page = opened(f"/{VEHICLE}?present=1")
    page.get_by_role("button", name="Other device").click()
    dialog = page.get_by_role("dialog", name="Other device")
    expect(dialog.get_by_text("Turn the projector off first.")).to_be_visible()
    drawing = dialog.get_by_role("img")
    expect(drawing).to_be_hidden()
    dialog.get_by_role("button", name="The projector is off").click()
    expect(drawing).to_be_visible()
    settle(page)
    (address,) = seen(drawing.screenshot())
    page.keyboard.press("Escape")  # closes the dialog alone
    expect(dialog).to_be_hidden()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    page.get_by_role("button", name="Other device").click()
    expect(drawing).to_be_hidden()
    secret = told(page)["secret"]
    before, _, behind = address.partition("#")
    assert secret not in before
    assert secret in behind
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    other = phone.new_page()
    other.goto(f"{app_url}/{VEHICLE}?present=1#{behind}")
    expect(other.locator(".st-key-wall .corner")).to_be_visible()
    assert "#" not in other.url
    assert not any(secret in url for url in asked)
    expect(page.locator(".voice")).to_contain_text(TAKEN)
    expect(page.locator(".st-key-wall")).to_have_count(0)
    comes_true(page, lambda: told(page) is None, "the tab has forgotten the room")
    mine = told(other)
    assert mine["secret"] != secret
    other.reload()
    expect(other.locator(".st-key-wall .corner")).to_be_visible()
    settle(other)
    # The same code, scanned once more.
    other.goto("about:blank")
    other.goto(f"{app_url}/{VEHICLE}?present=1#{behind}")
    expect(other.locator(".notice")).to_have_text(re.compile("^This browser holds room .* already"))
    expect(other.locator(".st-key-wall .corner")).to_be_visible()
    settle(other)
    assert told(other) == mine
    assert other.evaluate("localStorage['rankbook-offers']") is None
    wide = other.evaluate("document.querySelector('.stMain').scrollWidth")
    assert wide <= 390
    phone.close()


def test_a_browser_that_holds_a_room_asks_before_it_takes_another(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}?present=1")
    mine, (code, secret) = told(page), live.open()
    dialog = page.get_by_role("dialog", name=f"Take room {code[:3]} {code[3:]}?")
    keep = dialog.get_by_role("button", name=f"Keep {mine['code'][:3]} {mine['code'][3:]}")

    def scan() -> None:
        page.goto("about:blank")
        page.goto(f"/{VEHICLE}?present=1#room={code}.{secret}")
        expect(dialog).to_be_visible()
        expect(keep).to_be_focused()  # a second Enter gives nothing up
        settle(page)

    scan()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    settle(page)
    assert told(page) == mine
    assert live.holds(code, secret)
    page.reload()
    expect(page.locator(".st-key-wall .corner")).to_be_visible()
    settle(page)
    expect(dialog).to_be_hidden()
    scan()
    page.reload()  # nothing is decided: it asks again
    dialog.get_by_role("button", name="Give").click()
    comes_true(page, lambda: (told(page) or mine)["code"] == code, "it holds the other room")
    assert live.holds(**told(page))
    assert live.state(mine["code"])
    live.end(mine["code"], mine["secret"])
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name=f"Room {code} at")).to_be_visible()
    settle(page)
    page.keyboard.press("n")
    expect(score(page, "AP@5")).to_have_text("?")
    live.end(**told(page))


def test_a_second_tab_joins_the_room_and_follows_the_first(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    code = told(page)["code"]
    second = page.context.new_page()
    # Each change of the page, from the first on.
    second.add_init_script(
        "globalThis.seen = []; new MutationObserver(() => seen.push(document.body?.textContent))"
        ".observe(document, {subtree: true, childList: true, characterData: true})"
    )
    second.goto(f"/{VEHICLE}?present=1")
    expect(second.locator(".st-key-wall .corner")).to_be_visible()
    settle(second)
    second.keyboard.press("r")
    expect(second.get_by_role("dialog", name="Room")).to_be_visible()
    second.keyboard.press("Escape")
    assert told(second)["code"] == code
    page.keyboard.press("n")
    expect(second.locator(".st-key-wall")).to_contain_text("What is AP@5 of this list?")
    give(live, code, *["0.5"] * 5)
    expect(second.locator(".answered b")).to_have_text("5")
    second.keyboard.press("k")
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    # An address that is typed anew says nothing of the room.
    second.goto(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    expect(second.locator(".st-key-wall .corner")).to_be_visible()
    settle(second)
    expect(score(second, "AP@5")).to_have_text("?")
    assert not any("0.756" in (text or "") for text in second.evaluate("seen"))
    page.keyboard.press("v")
    expect(second.locator(".st-key-hall_chart svg.marks")).to_be_visible()
    second.close()


def test_a_picture_comes_to_rest_in_a_narrow_window(
    opened: Callable[..., Page], live: Rooms
) -> None:
    page = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    page.keyboard.press("o")
    expect(page.locator(".answered b")).to_be_visible()
    give(live, told(page)["code"], *["4,3,2,1,0"] * 5)
    page.keyboard.press("v")
    picture = page.locator(".st-key-hall_chart svg.marks")
    expect(picture).to_be_visible()
    for width, height in ((390, 844), (320, 640), (1024, 420)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)  # in vain if it is drawn again and again
        place = box(picture)
        assert place["height"] > 100
        assert place["x"] + place["width"] <= width
        keys = box(page.locator(".st-key-room_keys .controls"))
        assert keys["x"] >= 0
        assert keys["y"] < height - 20


def test_a_server_that_starts_anew_finds_the_room_of_the_tab(
    browser: Browser, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/of_both.sqlite"
    with serve(tmp_path / "first.log", rooms=url) as first:
        port = int(first.address.rpartition(":")[2])
        reader = browser.new_context(base_url=first.address)
        page = reader.new_page()
        page.goto(f"/{VEHICLE}?present=1")
        settle(page)
        page.keyboard.press("r")
        expect(page.get_by_role("dialog", name="Room")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Room")).to_be_hidden()
        settle(page)
        page.keyboard.press("n")
        expect(score(page, "AP@5")).to_have_text("?")
        code = told(page)["code"]
    with serve(tmp_path / "second.log", port=port, rooms=url):
        corner = page.locator(".st-key-wall .corner")
        expect(corner).to_be_visible()
        expect(score(page, "AP@5")).to_have_text("?")
        settle(page)
        page.keyboard.press("k")
        expect(page.get_by_role("button", name="Ask again")).to_be_visible()
        assert told(page)["code"] == code
    reader.close()


def assert_nothing_is_covered(page: Page, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(MISFITS) == [], (page.url, width)
        strip, keys = (
            box(page.locator(place)) for place in (".st-key-wall", ".st-key-room_keys .controls")
        )
        assert strip["y"] - 3 <= keys["y"], (page.url, width)
        assert keys["y"] + keys["height"] <= height + 1, (page.url, width)


def test_the_strip_covers_nothing_of_any_slide(opened: Callable[..., Page]) -> None:
    """Ten cards, or six below a line of dots; and with the longest sentence.

    One page is looked at in both windows, every other one in that which has less room.
    """
    page = opened(f"/{VEHICLE}{to_text('3021030211', k=10, present=1)}", *SIZES[1])
    page.keyboard.press("n")
    expect(page.locator(".answered b")).to_be_visible()
    assert_nothing_is_covered(page)
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    assert_nothing_is_covered(page)
    others = ("squared_error", "mean_over_queries", "playground", "your_data", "spot_the_mistake")
    for lesson in [*of_sample(LESSONS), *others, ""]:
        count = 6 if lesson == "squared_error" else 10
        given = to_text("3021030211"[:count], k=count, present=1)
        arrive(page, f"/{lesson}{given if lesson in ONE_LIST else '?present=1'}")
        expect(page.locator(".st-key-wall .corner")).to_be_visible()
        expect(page.locator(".st-key-toolbar")).to_be_attached()
        assert_nothing_is_covered(page, SIZES[1:])


@pytest.mark.parametrize(
    ("page", "key", "label", "right"),
    [
        # Hits at ranks 1 and 3 of the top 3, and one at rank 5: 2/3, 2/3 of all; (1 + 2/3) / 3.
        ("precision_and_recall", "recall", "R@3", 2 / 3),
        ("playground", "average_precision", "AP@3", 5 / 9),
        ("playground", "err", "ERR@3", 1 / 2 + 1 / 2 * 1 / 2 * 1 / 3),
    ],
)
def test_each_score_of_a_slide_can_be_asked(page: str, key: str, label: str, right: float) -> None:
    one = Lecturer(page, {"a": "1A~0B~1C~0D~1E", "k": "3", "scale": "1"})
    set_to(one.at, "Score to ask for", key)
    one.press("Number")
    assert one.question.content["label"] == label
    said = [each for each in pieces(one.at) if re.search(r"0\.[0-9]{3}", each)]
    assert not said
    one.press("Keep back", "Reveal")
    assert float(one.question.truth["value"]) == pytest.approx(right, abs=1e-6)
    assert f"<b>{right:.3f}</b>" in "".join(pieces(one.at))


def test_every_measure_of_a_lesson_is_asked_in_its_own_words() -> None:
    for lesson in LESSONS:
        one = Lecturer(lesson, {}, projector=False)
        why = controls(one.at)["Number"].get("look")
        if why:
            assert len(controls(one.at)["Number"]["help"]) > 10
            continue
        one.press("Number")
        asked = one.question.content
        page = PAGES[lesson]
        assert asked["text"] == (page.guess_question or asked["text"])
        assert asked["text"].endswith("?")
        assert ("documents" in asked) == (one.room.lecturers_copy[1]["key"] in METRICS)
        one.do("room_end")


def test_axe_finds_nothing_on_the_wall(opened: Callable[..., Page], live: Rooms) -> None:
    """Asked, kept back, and with the picture of each kind of answers, in both themes."""
    page = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    code = told(page)["code"]

    def look(state: str) -> None:
        settle(page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            settle(page)
            # In dark only the colours are others.
            asked = {"runOnly": ["color-contrast"]} if scheme == "dark" else {}
            asked["resultTypes"] = ["violations"]
            main = {"include": [".stMainBlockContainer"]}
            found = Axe().run(page, main, asked).response["violations"]
            assert not found, f"{state}, {scheme}: {json.dumps(found)[:1500]}"

    for key, answers in (("n", ["0.5", "0.756"] * 3), ("o", ["4,3,2,1,0", "0,1,2,3,4"] * 3)):
        page.keyboard.press(key)
        expect(page.locator(".answered b")).to_be_visible()
        give(live, code, *answers)
        expect(page.locator(".answered b")).to_have_text("6")
        look(f"{key} asked")
        page.keyboard.press("k")
        expect(page.get_by_role("button", name="Ask again")).to_be_visible()
        look(f"{key} kept back")
        page.keyboard.press("v")
        expect(page.locator(".st-key-hall_chart svg.marks")).to_be_visible()
        look(f"{key} revealed")


def test_a_lesson_with_a_wall_and_five_phones(
    opened: Callable[..., Page], browser: Browser, app_url: str
) -> None:
    """Every kind of question, two rounds, a late one, a reload, a lost network, and the end."""
    wall = opened(f"/{VEHICLE}{to_text('10101', scale=1, present=1)}")
    answered, picture = wall.locator(".answered b"), wall.locator(".st-key-hall_chart svg.marks")
    pockets = [
        browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        for _ in range(5)
    ]
    phones = [pocket.new_page() for pocket in pockets]
    address = f"{app_url}/room/{told(wall)['code']}"

    def send(phone: Page, number: str = "", *, is_heard: bool = True) -> None:
        if number:
            phone.get_by_role("textbox", name="Your answer").fill(number)
        phone.get_by_role("button", name="Send").click()
        if is_heard:
            expect(
                phone.get_by_role("status", name="Your answer is in", exact=True)
            ).to_be_visible()

    for phone in phones[:4]:
        phone.goto(address)
    wall.keyboard.press("n")
    for phone, number in zip(phones, ["0.5", "2/3", "75 %", "0.756"], strict=False):
        send(phone, number)
    expect(answered).to_have_text("4")
    phones[4].goto(address)  # late
    send(phones[4], "0.6")
    expect(answered).to_have_text("5")
    send(phones[0], "0.6")  # changed
    phones[1].reload()
    expect(phones[1].locator("#said")).to_contain_text("You said 0.667.")
    wall.keyboard.press("k")
    expect(wall.get_by_text("1 of 5 are within 0.005 (20 %)")).to_be_visible()
    expect(phones[0].get_by_role("textbox")).to_have_count(0)

    wall.keyboard.press("a")
    for phone in phones[:4]:
        send(phone, "0.756")
    pockets[4].set_offline(True)
    send(phones[4], "0.7", is_heard=False)
    pockets[4].set_offline(False)
    expect(answered).to_have_text("5")
    wall.keyboard.press("v")
    expect(picture).to_be_visible()
    expect(wall.locator("[aria-label^='Second answers, 0.756: 4 guesses']")).to_have_count(1)
    expect(phones[2].locator("#said")).to_contain_text("AP@5 = 0.756")
    expect(phones[4].get_by_role("link", name="Open this list in Rankbook")).to_be_visible()

    pockets[3].set_offline(True)  # asleep
    wall.keyboard.press("d")
    for phone in (*phones[:3], phones[4]):
        phone.get_by_role("radio").nth(2).check()
    expect(answered).to_have_text("4")
    pockets[3].set_offline(False)
    phones[3].get_by_role("radio").nth(0).check()
    expect(answered).to_have_text("5")
    Board(wall).grip("E").focus()
    wall.keyboard.press("Alt+ArrowUp")
    expect(wall.get_by_role("button", name="Reveal")).to_be_visible()
    settle(wall)
    wall.keyboard.press("v")
    expect(picture).to_be_visible()
    expect(phones[3].locator("#said")).to_contain_text("AP@5 rises by 0.050")

    wall.keyboard.press("o")
    for phone in phones:
        send(phone)
    expect(answered).to_have_text("5")
    wall.keyboard.press("v")
    expect(picture).to_be_visible()
    expect(phones[0].get_by_role("link", name="Open your order in Rankbook")).to_be_visible()

    wall.goto(f"{app_url}/spot_the_mistake?present=1")
    expect(wall.locator(".st-key-wall .corner")).to_be_visible()
    settle(wall)
    wall.keyboard.press("w")
    for phone in phones:
        phone.get_by_role("radio").nth(1).check()
    expect(answered).to_have_text("5")
    wall.keyboard.press("v")
    expect(wall.get_by_title("Answers, V")).to_be_visible()

    wall.get_by_role("button", name="End room").click()
    wall.get_by_role("button", name="End and delete").click()
    for phone in phones:
        expect(phone.get_by_role("heading")).to_have_text("The room has ended. Nothing was kept.")
    for pocket in pockets:
        pocket.close()
