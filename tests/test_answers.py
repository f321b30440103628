"""What is computed of a class's answers, by hand and against SciPy, and what is drawn of them."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
import vl_convert
from scipy import stats

from app_driver import tiles, visit
from ui.contents import LESSONS
from ui.core import link, presets
from ui.core.documents import Document, RankedList, RefusedError
from ui.core.plain import decimals
from ui.core.screen import START, Screen
from ui.draw import figure
from ui.draw.figure import Figure
from ui.draw.orders import every
from ui.room import counts as answers
from ui.room import figures as drawing
from ui.room.counts import FEWEST

Row = dict[str, Any]

NUMBER = {"kind": "number", "text": "What is AP@5?", "low": 0, "high": 1, "label": "AP@5"}
DIRECTION = {"kind": "direction", "text": "With the next move, AP@5 …"}
CHOICE = {"kind": "choice", "text": "Which list is better?", "choices": ["List A", "List B"]}
ORDER = {"kind": "order", "text": "Put these into the best order for you."}
FIVE = ["0,1,2", "0,2,1", "1,0,2", "2,1,0", "1,2,0"]
"""A B C, A C B, B A C, C B A and B C A."""
TIED = ["0,1,2", "0,1,2", "0,1,2", "1,2,0", "1,0,2"]
"""A B C three times, B C A and B A C."""


def agreed(orders: Sequence[str]) -> answers.Agreement:
    """The agreement of orders of as many documents as they have."""
    return answers.agreement([answers.rows_of_answer(each, each.count(",") + 1) for each in orders])


# Numbers


def test_guesses_by_hand() -> None:
    """Of 0.1 0.33 0.34 0.5 0.9 the third is the median; 0.33 is near 1/3, 0.34 is 0.007 off."""
    found = answers.numbers(["0.5", "0.34", "0.9", "0.1", "0.33"], 1 / 3)
    assert found.values == (0.1, 0.33, 0.34, 0.5, 0.9)
    assert (found.median, found.right) == (0.34, 1)


def test_the_median_of_an_even_number_of_guesses_is_between_the_middle_ones() -> None:
    assert answers.numbers(["0.2", "0.4", "0.5", "1"], 0.5).median == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("guess", "near"), [(0.5, True), (0.505, True), (0.495, True), (0.5051, False), (0.494, False)]
)
def test_a_guess_is_right_within_half_a_hundredth(guess: float, near: bool) -> None:
    assert answers.near(guess, 0.5) is near
    assert answers.is_right(NUMBER, f"{guess:.6g}", "0.5") is near


# Directions and choices


def test_counts_and_changes_by_hand() -> None:
    """Seven answer twice: three come to rises, one leaves it, one stays what it was, as do two."""
    moves = [("falls", "rises")] * 2 + [("stays", "rises"), ("rises", "falls")]
    moves += [("rises", "rises"), ("falls", "falls"), ("stays", "stays")]
    assert answers.tally(DIRECTION, [second for _, second in moves]) == {
        **{"rises": 4, "stays": 1, "falls": 2}
    }
    assert answers.changes(DIRECTION, moves) == {"rises": (3, 1), "stays": (0, 1), "falls": (1, 2)}
    assert answers.change_text(3, 1) == "3 changed to it, 1 away"
    assert answers.changes(DIRECTION, moves[:4]) == {}  # so few could be recognised


def test_an_option_that_nobody_chose_is_counted() -> None:
    assert answers.tally(CHOICE, ["1", "1"]) == {"0": 0, "1": 2}


# Orders


def test_agreement_by_hand() -> None:
    """Three documents, five students.

    Points: A 2+2+1+0+0 = 5, B 1+0+2+1+2 = 6, C 0+1+0+2+1 = 4. Positions of A: 1 1 2 3 3, of B:
    2 3 1 2 1, of C: 3 2 3 1 2. All medians are 2. τ with B A C: 1/3 −1/3 1 −1/3 1/3. τ with A B C:
    1 1/3 1/3 −1 −1/3. The ten pairs of students: by A-B 2 of 5, by A-C 3 of 5, by B-C 3 of 5, so
    each pair of documents has 4 pairs of students that agree and 6 that do not.
    """
    found = agreed(FIVE)
    assert found.positions.tolist() == [[1, 2, 3], [1, 3, 2], [2, 1, 3], [3, 2, 1], [3, 1, 2]]
    assert found.means == pytest.approx((2, 1.8, 2.2))
    assert found.spreads == pytest.approx([np.sqrt(square / 5) for square in (4, 2.8, 2.8)])
    assert (found.borda.values, found.borda.order) == ((5, 6, 4), (1, 0, 2))
    assert (found.median.values, found.median.order) == ((2, 2, 2), (0, 1, 2))
    assert (found.borda.ties, found.median.ties) == ((), ((0, 1, 2),))
    assert found.borda.tau == pytest.approx(1 / 5)
    assert found.median.tau == pytest.approx(1 / 15)
    assert found.alike == pytest.approx(-1 / 5)


def test_a_tie_of_points_is_named_and_stands_as_on_the_wall() -> None:
    """A 2+2+2+0+1 = 7, B 1+1+1+2+2 = 7, C 1. The medians of A and B are 1 and 2."""
    found = agreed(TIED)
    assert (found.borda.values, found.borda.order) == ((7, 7, 1), (0, 1, 2))
    assert found.borda.ties == ((0, 1),)
    assert (found.median.values, found.median.ties) == ((1, 2, 3), ())
    assert answers.agreement_texts(found)[1:3] == [
        "Order by median: the same.",
        "Equal points: 1 = 2, as on the wall.",
    ]
    renamed = {"0": "2", "1": "0", "2": "1"}  # the wall shows B C A: B is above A now
    other = agreed([",".join(renamed[row] for row in each.split(",")) for each in TIED])
    assert other.borda.order == (0, 2, 1)
    assert other.borda.ties == ((0, 2),)


def test_what_a_class_agrees_on_is_said_with_both_rounds() -> None:
    """By median A B C stands as on the wall; by points B A C, so A is 2 and B is 1."""
    assert answers.agreement_texts(agreed(FIVE), agreed(TIED)) == [
        "Order by Borda points: mean τ 0.200 (first 0.600).",
        "Order by median: 2 1 3, mean τ 0.067.",
        "Equal median: 2 = 1 = 3, as on the wall.",
        "Any two students: mean τ −0.200 (first 0.333).",
    ]


@pytest.mark.parametrize("length", [2, 3, 5, 9])
@pytest.mark.parametrize("students", [1, 2, 7, 12])
def test_agreement_is_what_scipy_finds(length: int, students: int) -> None:
    drawn = np.random.default_rng(length * students)
    orders = [tuple(drawn.permutation(length).tolist()) for _ in range(students)]
    found = answers.agreement(orders)
    ranks = [np.argsort(order) for order in orders]
    for agreed in (found.borda, found.median):
        own = np.argsort(agreed.order)
        taus = [stats.kendalltau(own, each).statistic for each in ranks]
        assert agreed.tau == pytest.approx(np.mean(taus))
    pairs = [stats.kendalltau(one, other).statistic for one, other in combinations(ranks, 2)]
    assert found.alike == pytest.approx(np.mean(pairs) if pairs else np.nan, nan_ok=True)
    assert found.means == pytest.approx(np.mean(ranks, axis=0) + 1)
    assert found.median.values == pytest.approx(np.median(ranks, axis=0) + 1)
    points = sum(length - 1 - each for each in ranks)
    assert found.borda.values == pytest.approx(points)
    by_points = sorted(range(length), key=lambda row: (-points[row], row))
    assert found.borda.order == tuple(by_points)


@pytest.mark.parametrize("text", ["", "0,1", "0,1,1", "0,1,3", "a,b,c", "0,1,2,3", "-1,0,1"])
def test_what_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="not an order of the 3 documents"):
        answers.rows_of_answer(text, 3)


ORDERS = ["0,1,2,3,4,5", "5,4,3,2,1,0", "3,1,4,0,5,2"]


@pytest.mark.parametrize(
    ("page", "key", "label", "order"),
    [
        ("average_precision", "average_precision", "AP@5", "3,1,4,0,5,2"),
        ("discounted_gain", "ndcg", "nDCG@5", "5,4,3,2,1,0"),
        ("expected_reciprocal_rank", "err", "ERR@5", "0,1,2,3,4,5"),
    ],
)
def test_an_order_has_the_score_that_the_page_shows(
    page: str, key: str, label: str, order: str
) -> None:
    scored = answers.scores(Screen(), [key], [order])
    query = link.encode(answers.with_order(Screen(), order), presets.opening(page))
    assert tiles(visit(page, query))[label].score == decimals(scored[order][0])


def test_all_orders_and_the_orders_of_a_class_have_the_same_scores() -> None:
    """Every order of four documents is one of those in the grey picture."""
    ranked = RankedList(START.documents[:5], retrieved=4)
    screen, keys = Screen({"a": ranked}), ["average_precision", "ndcg"]
    everybody = [",".join(map(str, order)) for order in permutations(range(4))]
    scored = answers.scores(screen, keys, everybody)
    found = every(screen, *keys)
    assert {tuple(np.round(each, 9)) for each in scored.values()} == {
        tuple(np.round(each, 9)) for each in zip(*found.scores, strict=True)
    }


def test_a_students_list_keeps_what_was_missed_and_the_scores_of_the_ranks() -> None:
    taken = answers.with_order(Screen(), "3,1,4,0,5,2").a
    assert [document.id for document in taken.documents] == ["4", "2", "5", "1", "6", "3", "7"]
    assert taken.retrieved == 6


@pytest.mark.parametrize(
    ("goal", "scored", "meets"),
    [
        ({}, (0.1, 0.1), True),
        ({"average_precision": [0.5, 0.5]}, (0.5004, 0.1), True),
        ({"average_precision": [0.5, 0.5]}, (0.4996, 0.1), True),
        ({"average_precision": [0.5, 0.5]}, (0.501, 0.1), False),
        ({"average_precision": [0.7, None], "ndcg": [None, 0.6]}, (0.7, 0.6), True),
        ({"average_precision": [0.7, None], "ndcg": [None, 0.6]}, (0.9, 0.61), False),
        ({"average_precision": [0.7, None], "ndcg": [None, 0.6]}, (0.69, 0.5), False),
    ],
)
def test_a_goal_is_met_in_three_decimals(
    goal: answers.Goal, scored: Sequence[float], meets: bool
) -> None:
    assert answers.meets(goal, ["average_precision", "ndcg"], scored) is meets


@pytest.mark.parametrize(
    ("key", "limits", "merits"),
    [
        ("ndcg", (0.7, None), (0.7, 0.9)),
        ("ndcg", (None, 0.5), (0.1, 0.5)),
        ("ndcg", (0.3, 0.4), (0.3, 0.4)),
        ("ndcg", (0.5, 0.5), (0.496, 0.504)),
        ("ndcg", (0.9, 0.9), (0.892, 0.9)),
        ("ndcg", None, (0.1, 0.9)),
        ("first_relevant_rank", (None, -0.5), (0.5, 0.9)),  # lower is better: merits are negative
        ("first_relevant_rank", (-0.5, None), (0.1, 0.5)),
    ],
)
def test_the_place_of_a_goal(key: str, limits: Any, merits: tuple[float, float]) -> None:
    goal = {} if limits is None else {key: limits}
    assert answers.reached(goal, key, 0.1, 0.9) == pytest.approx(merits)


# Sentences


@pytest.mark.parametrize(
    ("right", "way"),
    [(8, "go on"), (7, "let neighbours discuss"), (3, "let neighbours discuss"), (2, "explain it")],
)
def test_peer_instruction_has_three_branches(right: int, way: str) -> None:
    told = answers.advice(right, 10)
    assert told.startswith(f"{right} of 10 are right ({10 * right} %). Advice: {way}")


def test_right_answers_are_counted_and_opinions_are_not() -> None:
    assert answers.right(DIRECTION, ["rises", "falls", "rises"], "rises") == 2
    assert answers.right(CHOICE, ["0", "1", "1"], 1) == 2
    assert answers.right(CHOICE, ["0", "1", "1"]) is None
    scored = {"0,1": [0.4], "1,0": [0.9]}
    goal = {"ndcg": (0.8, None)}
    given = ["0,1", "1,0", "1,0"]
    assert answers.right(ORDER, given, goal=goal, keys=["ndcg"], scored=scored) == 2
    assert answers.right(ORDER, given, keys=["ndcg"], scored=scored) is None


@pytest.mark.parametrize("page", [page.name for page in LESSONS[:3]])
def test_a_students_order_has_its_scores_and_a_link_that_opens_it(page: str) -> None:
    """3 0 2 1 3 0 become 1 0 3 3 0 2, with one missed: (1 + 2/3 + 3/4) / 5 = 0.483."""
    keys, order = ["average_precision", "ndcg"], "3,1,4,0,5,2"
    goal = {"average_precision": [None, 0.5]}
    scored = answers.scores(Screen(), keys, [order])
    told = answers.verdicts(
        [order], screen=Screen(), page=page, keys=keys, goal=goal, scored=scored
    )[order]
    ndcg = decimals(scored[order][1])
    assert told["text"] == (f"Your order: AP@5 = 0.483, nDCG@5 = {ndcg}. It reaches the goal.")
    goal = {"average_precision": [None, 0.4]}
    told = answers.verdicts(
        [order], screen=Screen(), page=page, keys=keys, goal=goal, scored=scored
    )[order]
    assert told["text"].endswith(". It does not reach the goal.")
    address = urlsplit(told["link"])
    assert not address.path.startswith("/")
    opened, problems = link.decode(dict(parse_qsl(address.query)), presets.opening(page))
    assert (opened, problems) == (answers.with_order(Screen(), order), [])


def test_the_link_of_the_opening_list_is_that_of_the_page() -> None:
    screen = presets.opening("reciprocal_rank")
    order = ",".join(map(str, range(screen.a.retrieved)))
    told = answers.verdicts([order], screen=screen, page="reciprocal_rank")
    assert told[order] == {"text": "Your order.", "link": "reciprocal_rank"}


# Pictures


def test_too_few_answers_are_never_drawn() -> None:
    given = {"number": "0.5", "direction": "rises", "choice": "0", "order": "0,1,2,3,4,5"}
    for asked in (NUMBER, DIRECTION, CHOICE, ORDER):
        one, keys = given[str(asked["kind"])], ["average_precision"]

        def figures(*rounds: int, asked: Any = asked, one: str = one, keys: Any = keys) -> Any:
            answered = [[one] * many for many in rounds]
            return drawing.figures(asked, answered, screen=Screen(), keys=keys)

        assert figures(FEWEST - 1) == figures(FEWEST, FEWEST - 1) == []
        assert figures(FEWEST)
        assert [*figures(FEWEST - 1, FEWEST)[0].rows] == [*figures(FEWEST)[0].rows]


def parts(figure_: Figure, part: str) -> list[Row]:
    """The rows of a part of a figure."""
    return [dict(row) for row in figure_.rows if row["part"] == part]


def test_every_guess_is_a_dot_in_the_column_of_its_number() -> None:
    """Truth 1/3: 0.33 to 0.34 are in its column, 0.36 in the next; columns are 1/20 wide."""
    given = ["0.33", "0.335", "0.34", "0.36", "0.9", "0.9", "0"]
    (found,) = drawing.figures(NUMBER, [given], "0.333333")
    dots = [(row["x"], row["level"], row["right"]) for row in parts(found, "dot")]
    assert [(round(x, 4), *rest) for x, *rest in dots] == [
        (0.0, 0, False),  # 1/3 - 7/20 < 0
        (0.3333, 0, True),
        (0.3333, 1, True),
        (0.3333, 2, False),
        (0.3833, 0, False),
        (0.8833, 0, False),
        (0.8833, 1, False),
    ]
    assert [row["said"] for row in parts(found, "at")] == [
        "0: 1 guess (14 %)",
        "0.33 to 0.34: 3 guesses (43 %)",
        "0.36: 1 guess (14 %)",
        "0.9: 2 guesses (29 %)",
    ]
    assert [row["name"] for row in parts(found, "truth")] == ["AP@5 = 0.333"]
    assert [(row["x"], row["name"]) for row in parts(found, "median")] == [
        (pytest.approx(0.34), "median 0.340")
    ]
    assert [row["name"] for row in parts(found, "lane")] == ["2 of 7 are within 0.005"]


def test_two_rounds_of_guesses_share_an_axis() -> None:
    (found,) = drawing.figures(NUMBER, [["0.2"] * 5, ["0.5"] * 6], "0.5")
    assert Counter(row["lane"] for row in parts(found, "dot")) == {0: 5, 1: 6}
    assert [row["name"] for row in parts(found, "lane")] == [
        "First answers: 0 of 5 are within 0.005",
        "Second answers: 6 of 6 are within 0.005",
    ]


def test_one_wild_guess_leaves_the_others_their_room() -> None:
    """The axis ends at three medians and three truths: 3 · 4 + 3 · 5."""
    asked = {**NUMBER, "high": None, "label": "DCG@5"}
    (found,) = drawing.figures(asked, [["3", "4", "4", "5", "1e+09"]], "5")
    assert max(row["x"] for row in parts(found, "dot")) == pytest.approx(27, abs=27 / 20 / 2)
    assert [row["name"] for row in parts(found, "lane")] == ["1 of 5 are within 0.005, 1 above 27"]


def test_what_was_chosen_twice_is_drawn_with_what_moved() -> None:
    first = ["rises"] * 2 + ["stays"] * 3 + ["falls"] * 5
    second = ["rises"] * 6 + ["stays"] + ["falls"] * 3
    moves = [*zip(first, second, strict=True)]
    (found,) = drawing.figures(DIRECTION, [first, second], "rises", moves=moves)
    assert [row["share"] for row in parts(found, "bar")] == [0.2, 0.6, 0.3, 0.1, 0.5, 0.3]
    (option, *_) = parts(found, "option")
    assert option["name"] == "Right: ↑ rises"  # in words, not by a colour
    assert option["short"] == "2 (20 %) → 6 (60 %)"
    assert option["said"] == (
        "Right: ↑ rises: first answers 2 (20 %), second answers 6 (60 %); 4 changed to it, 0 away"
    )
    assert len(parts(found, "rounds")) == 1


def test_every_student_is_a_dot_among_all_orders_and_a_click_takes_the_list() -> None:
    given = ["0,2,4,3,1,5"] * 3 + ["3,1,4,0,5,2"] * 2
    for keys in (["average_precision"], ["average_precision", "ndcg"]):
        found, _ = drawing.figures(ORDER, [given], screen=Screen(), keys=keys)
        dots = parts(found, "dot")
        assert Counter(json.loads(row["do"])["order"] for row in dots) == Counter(given)
        assert {json.loads(row["do"])["do"] for row in dots} == {"take_answer"}
        scored = answers.scores(Screen(), keys, given)
        for row in dots:
            ap = decimals(scored[json.loads(row["do"])["order"]][0])
            assert row["said"].startswith(f"AP@5 {ap}")
        assert any(
            "Documents 1, 3, 5, 4, 2, 6 of the wall, from 3 students." in row["said"]
            for row in dots
        )


def test_named_orders_stand_where_their_scores_are() -> None:
    """The best order by both metrics is one place, and each of its names has a height."""
    given = ["0,4,2,3,1,5"] * 5  # grades 3 3 2 1 0 0
    found, _ = drawing.figures(ORDER, [given], screen=Screen(), keys=["dcg", "ndcg"])
    places = {row["name"]: (row["x"], row["y"]) for row in parts(found, "place")}
    best = answers.scores(Screen(), ["dcg", "ndcg"], given)[given[0]]
    assert places.pop("list on the wall") == pytest.approx(
        answers.scores(Screen(), ["dcg", "ndcg"], ORDERS)[ORDERS[0]]
    )
    assert places == {
        name: pytest.approx(best) for name in ("order of the class", "best DCG@5", "best nDCG@5")
    }


def test_a_goal_chooses_the_picture_and_is_drawn() -> None:
    given, keys = ["0,4,2,3,1,5"] * 5, ["average_precision", "ndcg"]
    one, _ = drawing.figures(
        ORDER, [given], screen=Screen(), keys=keys, goal={"average_precision": [0.5, 0.5]}
    )
    assert one.name == "class_orders_by_one"
    (band,) = parts(one, "goal")
    assert band["x"] < 0.5 < band["x2"]
    assert "the goal: 0.500" in {row["name"] for row in parts(one, "mark")}
    goal = {"average_precision": [0.7, None], "ndcg": [None, 0.8]}
    two, _ = drawing.figures(ORDER, [given], screen=Screen(), keys=keys, goal=goal)
    assert two.name == "class_orders"
    (field,) = parts(two, "goal")
    found = every(Screen(), *keys)
    assert (field["x"], field["y2"]) == (0.7, 0.8)
    assert field["x2"] == pytest.approx(found.merits[0].max())
    assert field["y"] == pytest.approx(found.merits[1].min())
    goal = {"average_precision": [None, 0.5], "ndcg": [None, 1.0]}
    both = ["0,4,2,3,1,5"] * 3 + ["3,1,4,0,5,2"] * 2  # an AP of 0.8, and of 0.483
    two, _ = drawing.figures(ORDER, [both], screen=Screen(), keys=keys, goal=goal)
    assert sorted(row["right"] for row in parts(two, "dot")) == [False] * 3 + [True] * 2


def test_the_positions_of_a_document_by_hand() -> None:
    """B has the positions 2 3 1 2 1: mean 1.8, spread √(2.8/5) = 0.748, median 2, 6 points."""
    documents = tuple(
        Document(name, name, grade) for name, grade in zip("ABC", (1, 2, 0), strict=True)
    )
    screen = Screen({"a": RankedList(documents, retrieved=3)})
    _, found = drawing.figures(ORDER, [FIVE], screen=screen, keys=["ndcg"])
    assert [row["name"] for row in parts(found, "a")] == ["1. B", "2. A", "3. C"]
    first = parts(found, "a")[0]
    assert first["said"] == "B: mean 1.8 ± 0.7, median 2, 6 Borda points; 2 at 1, 2 at 2, 1 at 3"
    assert (first["low"], first["high"]) == pytest.approx((1.0517, 2.5483), abs=1e-4)
    shares = [(row["position"], row["share"]) for row in parts(found, "at") if row["place"] == 1]
    assert shares == [(1, 0.4), (2, 0.4), (3, 0.2)]


def test_dots_that_reach_a_goal_are_spread_into_its_frame() -> None:
    """0 1 1 1 0 alone reaches it, at its corner; downwards is a lower nDCG."""
    documents = tuple(
        Document(str(at), f"D{at}", grade) for at, grade in enumerate((1, 0, 1, 0, 1))
    )
    screen = Screen({"a": RankedList(documents, retrieved=5)}).with_settings(scale=1)
    goal = {"average_precision": [0.63, None], "ndcg": [None, 0.74]}
    given = [*["1,0,2,4,3"] * 12, *["0,1,2,3,4"] * 12]
    found, _ = drawing.figures(ORDER, [given], screen=screen, keys=TWO, goal=goal)
    dots = parts(found, "dot")
    (field,) = parts(found, "goal")
    for dot in dots:
        radius = dot["size"] ** 0.5 / 2
        inside = dot["x"] >= field["x"] - 1e-9 and dot["y"] <= field["y2"] + 1e-9
        assert dot["right"] == inside
        if dot["right"]:
            assert min(dot["dx"], dot["dy"]) >= radius
    for right in (True, False):
        places = [(dot["dx"], dot["dy"]) for dot in dots if dot["right"] == right]
        assert len(set(places)) == len(places) == 12
    around = [dot["dx"] for dot in dots if not dot["right"]]
    assert min(around) < 0 < max(around)


def like(order: Sequence[int], students: int) -> list[str]:
    """Orders that are more or less like one."""
    drawn = np.random.default_rng(students)
    noise = drawn.normal(0, 1.5, (students, len(order)))
    return [",".join(str(order[at]) for at in np.argsort(np.arange(len(order)) + n)) for n in noise]


def listed(grades: Sequence[int | None], missed: int = 1) -> Screen:
    """A screen with a list of grades, of which the last ones were missed."""
    titles = ("Sourdough bread, step by step", "The ten best toasters this year", "Short")
    documents = tuple(
        Document(str(at), f"{titles[at % 3]} {at}", grade) for at, grade in enumerate(grades)
    )
    return Screen({"a": RankedList(documents, retrieved=len(grades) - missed)})


EIGHT = listed((3, 0, 2, 1, 3, 0, 2, 1), 0)
STEPS = {
    "kind": "choice",
    "text": "Which step is false?",
    "choices": [f"Step {at}: the sum of all precisions is divided by {at}" for at in range(1, 13)],
}
GUESSES = [f"{value:.6g}" for value in np.random.default_rng(0).beta(2, 3, 300).round(2)]
TWO = ["average_precision", "ndcg"]
CASES: dict[str, list[Figure]] = {
    "guesses": drawing.figures(NUMBER, [GUESSES[:60]], "0.333333"),
    "guesses twice": drawing.figures(NUMBER, [GUESSES, GUESSES[::2]], "0.9"),
    "all guess the same": drawing.figures(NUMBER, [["0.5"] * 300], "0.5"),
    "no right number": drawing.figures(NUMBER, [GUESSES[:5]]),
    "no limit": drawing.figures({**NUMBER, "high": None}, [["3", "4", "4", "5", "900"]], "5"),
    "directions": drawing.figures(DIRECTION, [["rises"] * 5], "falls"),
    "directions twice": drawing.figures(
        DIRECTION, [["rises"] * 50, ["falls"] * 50], "falls", moves=[("rises", "falls")] * 50
    ),
    "steps twice": drawing.figures(STEPS, [["0"] * 5, [*map(str, range(12))]], "3"),
    "a class of 300": drawing.figures(
        ORDER, [like(range(8), 300)], screen=EIGHT, keys=TWO, goal={"ndcg": [0.9, None]}
    ),
    "by two": drawing.figures(
        ORDER, [like(range(8), 60), like(range(8), 40)], screen=EIGHT, keys=TWO
    ),
    "by one": drawing.figures(ORDER, [like(range(8), 60)], screen=EIGHT, keys=["err"]),
    "the worst list": drawing.figures(
        ORDER, [["0,1,2,3"] * 5], screen=listed((0, 0, 1, 3), 0), keys=TWO
    ),
    "the best list": drawing.figures(
        ORDER, [["0,1,2,3"] * 5], screen=listed((3, 1, 0, 0), 0), keys=TWO
    ),
    "one grade": drawing.figures(ORDER, [["0,1,2"] * 5], screen=listed((1, 1, 1), 0), keys=TWO),
    "nothing relevant": drawing.figures(
        ORDER, [["0,1,2"] * 5], screen=listed((0, 0, None, 0)), keys=TWO
    ),
    "lower is better": drawing.figures(
        ORDER,
        [like(range(6), 30)],
        screen=listed((0, 0, 1, None, 2, 3)[:6], 0),
        keys=["first_relevant_rank"],
        goal={"first_relevant_rank": [None, 2]},
    ),
    "a long list": drawing.figures(
        ORDER, [like(range(20), 30)], screen=listed((3, 0, 2, 1) * 5, 0), keys=TWO
    ),
}
DRAWN = [(name, figure_.name) for name, each in CASES.items() for figure_ in each]


def of_case(case: str, name: str) -> Figure:
    """A figure of a case by its name."""
    (found,) = [each for each in CASES[case] if each.name == name]
    return found


@pytest.mark.parametrize(("case", "name"), DRAWN)
def test_marks_have_keys_of_their_own_and_sentences(case: str, name: str) -> None:
    found = of_case(case, name)
    keys = [(row["part"], row["key"]) for row in found.rows]
    assert len(keys) == len(set(keys))
    read = re.findall(r"'fields?': \[?'(\w+)'|datum\.(\w+)", repr(figure.spec(found.picture)))
    for row in found.rows:
        assert row.keys() <= {*chain(*read), "part", "do"}, "a column that the chart does not read"
        said = row.get("said") or ""
        assert "nan" not in said.lower().split()
        numbers = [value for value in row.values() if isinstance(value, float)]
        assert np.isfinite(numbers).all()


@pytest.mark.parametrize(
    "case", [case for case in CASES if CASES[case][0].name.startswith("class")]
)
def test_all_orders_are_exact_as_long_as_they_can_be_counted(case: str) -> None:
    found = CASES[case][0]
    if found.name == "class_orders_by_one":
        assert any(row["name"].startswith("all ") for row in parts(found, "side"))
    assert parts(found, "order") or parts(found, "bin")
    assert parts(found, "dot")


@pytest.mark.parametrize("case", [case for case, name in DRAWN if name == "class_orders"])
def test_names_of_orders_have_heights_of_their_own_within_the_picture(case: str) -> None:
    found = of_case(case, "class_orders")
    low, high = sorted(row["y"] for row in parts(found, "room"))
    heights = sorted(row["name_y"] for row in parts(found, "place"))
    assert low - 1e-9 <= heights[0] < heights[-1] <= high + 1e-9
    assert min(np.diff(heights)) >= 0.07 * (high - low)


def rendered(found: Figure, width: int, height: int) -> str:
    """A figure as it is drawn in a width and a height of pixels."""
    rows = figure.table(found.rows).to_pylist()
    values = {"name": "rows", "values": rows}
    return str(
        vl_convert.vegalite_to_svg(
            {**figure.spec(found.picture, 0), "width": width, "height": height, "data": values}
        )
    )


def texts(svg: str) -> Iterator[tuple[str, float, float, float, float]]:
    """Each text of a drawing with its left, right, top and bottom, by the usual size of letters."""

    def walk(node: ElementTree.Element, x: float, y: float) -> Any:
        if match := re.match(r"translate\(([-\d.e]+),([-\d.e]+)\)", node.get("transform", "")):
            x, y = x + float(match[1]), y + float(match[2])
        if node.tag.endswith("text") and node.text and node.get("opacity") != "0":
            wide = (7.1 if node.get("font-weight") else 6.4) * len(node.text)
            left = {"end": x - wide, "middle": x - wide / 2}.get(node.get("text-anchor", ""), x)
            yield node.text, left, left + wide, y - 11, y + 3
        for child in node:
            yield from walk(child, x, y)

    yield from walk(ElementTree.fromstring(svg), 0, 0)


SIZES = [(860, 420), (430, 250), (340, 400)]
"""Pixels of a chart alone in a hall, beside the cards of a hall, and on a phone."""


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("case", "name"), DRAWN)
def test_no_text_is_cut_off_or_lies_on_another_one(
    case: str, name: str, size: tuple[int, int]
) -> None:
    svg = rendered(of_case(case, name), *size)
    found = [*texts(svg)]
    assert len(found) > 3
    for one, other in combinations(found, 2):
        wide = min(one[2], other[2]) - max(one[1], other[1])
        high = min(one[4], other[4]) - max(one[3], other[3])
        assert wide < 8 or high < 4, (one, other)
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    for text, left, right, top, bottom in found:
        assert left > -12, text
        assert right < width + 12, text
        assert top >= -3, text
        assert bottom <= height + 3, text


def test_the_alternative_text_of_each_picture_is_its_own() -> None:
    pictures = {found.picture for each in CASES.values() for found in each}
    assert len(pictures) == 5
    assert len({picture.__doc__ for picture in pictures}) == 5
