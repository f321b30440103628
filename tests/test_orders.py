"""All orders of a list: each is there, scored as it would be alone, and can be taken with a click.

The orders are found here once more with `itertools`, and each is scored by itself.
"""

import json
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    captions,
    charts,
    go,
    installed_components,
    is_off,
    notices,
    press,
    run,
    set_to,
    shown_grades,
    titles,
    visit,
)
from expected import Setup
from metrics.catalog import METRICS
from ui import orders
from ui.documents import Document, RankedList, RefusedError
from ui.screen import Screen

__all__ = ["installed_components"]  # a fixture, for all tests of this file

PLAYGROUND = "playground"
SCATTER, STRIP = "orders_scatter", "orders_strip"


def screen(grades: Any, missed: Any = (), **settings: Any) -> Screen:
    documents = tuple(
        Document(str(i), f"Page {i}", grade) for i, grade in enumerate((*grades, *missed))
    )
    return (
        Screen({"a": RankedList((), 0)})
        .turned(**settings)
        .with_list("a", RankedList(documents, len(grades)))
    )


# The orders


@pytest.mark.parametrize(
    "grades", [(), (2,), (0, 0, 0), (0, 1, 2, 3), (-1, 0, 1, 1, 1, 3), (0, 0, 1, 1, 2, 2, 8)]
)
def test_all_orders_are_those_that_can_be_told_apart(grades: tuple[int, ...]) -> None:
    found, total = orders.all_or_some(grades)
    wanted = set(permutations(grades))
    assert total == len(found) == len(wanted)
    assert set(map(tuple, found.tolist())) == wanted


def test_eight_different_grades_are_looked_at_in_all_their_orders_and_more_are_not() -> None:
    assert len(orders.all_or_some(tuple(range(8)))[0]) == 40_320
    sample, total = orders.all_or_some(tuple(range(10)))
    assert total == 3_628_800
    assert 4_900 < len(sample) <= 5_000
    assert len(set(map(tuple, sample.tolist()))) == len(sample)
    assert (np.sort(sample) == np.arange(10)).all()
    assert {tuple(range(10)), tuple(range(9, -1, -1))} <= set(map(tuple, sample.tolist()))
    # No grade stands in one place more often than chance has it: 500 +- 4 standard deviations.
    for place in sample.T:
        assert np.bincount(place) == pytest.approx(500, abs=90)
    assert (orders.all_or_some(tuple(range(10)))[0] == sample).all()


def test_scores_of_three_orders_by_hand() -> None:
    """1 1 0: 1; 1 0 1: (1 + 2/3) / 2; 0 1 1: (1/2 + 2/3) / 2."""
    found = orders.every(screen([0, 1, 1], scale=1), "average_precision")
    assert found.scores[0] == pytest.approx([7 / 12, 5 / 6, 1])
    assert found.grades.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert (found.counts.tolist(), found.total, found.exact) == ([1, 1, 1], 3, True)


@pytest.mark.parametrize("key", METRICS)
def test_each_order_scores_what_it_would_score_alone(key: str) -> None:
    """Beside nDCG, with missed and unjudged documents, and with every order counted once."""
    turned = {"k": 3, "from": 2, "gain": "exponential", "p": 0.7, "missing": "ignore"}
    grades, missed = (3, 0, None, 2, 2), (1, 3, None)
    there = screen(
        *(grades, missed),
        **{"k": 3, "relevant_from": 2, "gain": "exponential", "persistence": 0.7},
        missing="ignore",
    )
    wanted: Counter[tuple[float, float]] = Counter()
    for order in set(permutations(grades)):
        alone = Setup(order, missed, turned)
        wanted[round(alone.score(key), 6), round(alone.score("ndcg"), 6)] += 1
    found = orders.every(there, key, "ndcg")
    scored = zip(*(each.round(6).tolist() for each in found.scores), strict=True)
    assert dict(zip(scored, found.counts.tolist(), strict=True)) == wanted
    assert (found.seen, found.total, found.exact) == (60, 60, True)


def test_a_drag_computes_nothing_anew_and_what_matters_does() -> None:
    there = screen([3, 0, 2, 1], [1])
    found = orders.every(there, "ndcg", "err")
    ranked = there.a
    for same in (
        there.with_list("a", ranked.reversed()),
        there.with_list("a", ranked.edited("1", title="Other")),
        there.turned(persistence=0.5, metrics=()),
        there.with_list("b", ranked),
    ):
        assert orders.every(same, "ndcg", "err") is found
    for other in (
        there.with_list("a", ranked.edited("1", grade=1)),
        there.with_list("a", ranked.edited("4", grade=2)),
        there.with_list("a", ranked.moved("4", 0)),
        there.turned(k=2),
        there.turned(scale=4),
        there.turned(gain="exponential"),
        there.turned(satisfaction="linear"),
    ):
        assert orders.every(other, "ndcg", "err") is not found
    assert orders.every(there, "err", "ndcg") is not found


def test_of_very_many_scores_a_picture_shows_some_and_the_outermost() -> None:
    found = orders.every(screen(range(8), scale=8, k=8), "dcg", "err")
    assert len(found.counts) > 20_000
    assert 250 < len(found.dots) <= 500
    for each in found.scores:
        assert each[found.dots].min() == each.min()
        assert each[found.dots].max() == each.max()


def test_that_some_dots_stand_for_others_is_said() -> None:
    setup = Setup(tuple(range(8)), (), {"scale": 8, "k": 8, "orders": "dcg", "against": "err"})
    at = visit(PLAYGROUND, setup.query())
    assert any(f"{len(dots(at))} dots stand for all." in said for said in captions(at))
    assert not any("stand for all" in said for said in captions(visit(PLAYGROUND)))


# One order of them


def test_documents_of_one_grade_keep_their_order() -> None:
    ranked = screen([1, 0, None, 1, 3], [1, 0]).a
    ordered = orders.in_order(ranked, [1, 3, 1, -1, 0])
    assert [d.title for d in ordered.documents] == [f"Page {i}" for i in (0, 4, 3, 2, 1, 5, 6)]
    assert ordered.retrieved == 5


@pytest.mark.parametrize("grades", [[1, 0], [1, 0, 0], [1, 0, 1, 0], [1, 1, -1]])
def test_an_order_of_other_grades_is_refused(grades: list[int]) -> None:
    with pytest.raises(RefusedError, match="other grades than the list"):
        orders.in_order(screen([1, 0, 1], [0]).a, grades)


# On the page

LISTED = Setup((1, 0, 3, 0), (2,), {"show": ("ndcg",)})
AP_NDCG = "average_precision", "ndcg"


def dots(at: AppTest, key: str = SCATTER) -> pd.DataFrame:
    """What can be clicked in a picture."""
    rows = charts(at)[key]
    return rows[rows["id"].notna()].reset_index(drop=True)


def test_the_scatter_has_each_pair_of_scores_and_the_list_among_them() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    every = Counter(
        tuple(round(Setup(order, (2,)).score(key), 6) for key in AP_NDCG)
        for order in set(permutations((1, 0, 3, 0)))
    )
    shown = dots(at)
    pairs = zip(shown["x"].round(6), shown["y"].round(6), strict=True)
    assert dict(zip(pairs, shown["orders"].astype(int), strict=True)) == every
    rows = charts(at)[SCATTER]
    here = [LISTED.score(key) for key in AP_NDCG]
    assert rows[rows["kind"] == "this"][["x", "y"]].to_numpy().tolist() == [pytest.approx(here)]
    (lower, upper) = rows[rows["kind"] == "field"][["x", "x2", "y", "y2"]].to_numpy()
    most = {axis: shown[axis].max() for axis in "xy"}
    least = {axis: shown[axis].min() for axis in "xy"}
    assert lower == pytest.approx([here[0], most["x"], least["y"], here[1]])
    assert upper == pytest.approx([least["x"], here[0], here[1], most["y"]])
    first = sum(n for (x, y), n in every.items() if x > here[0] + 1e-5 and y < here[1] - 1e-5)
    second = sum(n for (x, y), n in every.items() if x < here[0] - 1e-5 and y > here[1] + 1e-5)
    assert first + second > 0
    assert any(
        said.startswith("All 12 orders of the retrieved grades")
        and f"AP@5 and nDCG@5 disagree about {first + second} of them: AP@5 prefers {first} to "
        f"this list, nDCG@5 the other {second}."
        in said
        for said in captions(at)
    )


def test_where_lower_is_better_the_fields_are_on_the_other_side() -> None:
    """FRP of 1 0 3 0 is 1, which is best; no order has a better one."""
    at = visit(PLAYGROUND, {**LISTED.query(), "orders": "first_relevant_rank", "against": "ndcg"})
    rows = charts(at)[SCATTER]
    lower, upper = rows[rows["kind"] == "field"][["x", "x2", "label"]].to_numpy().tolist()
    assert lower == [1, 1, "FRP better, nDCG worse"]
    assert upper == [3, 1, "FRP worse, nDCG better"]


def test_the_strip_counts_every_order_and_names_four_scores() -> None:
    """1 1 0 0 has six orders: AP 1, 5/6, 3/4, 7/12, 1/2, 5/12; their mean is 49/72."""
    at = visit(PLAYGROUND, Setup((1, 0, 0, 1), (), {"scale": 1, "against": "none"}).query())
    assert SCATTER not in charts(at)
    rows, bars = charts(at)[STRIP], dots(at, STRIP)
    assert bars["orders"].sum() == 6
    assert bars["y"].tolist() == pytest.approx((bars["orders"] / bars["orders"].max()).tolist())
    for score in (1, 5 / 6, 3 / 4, 7 / 12, 1 / 2, 5 / 12):
        assert ((bars["x"] <= score) & (score <= bars["x2"] + 1e-9)).any()
    named = rows[rows["id"].isna()]
    assert named["label"].tolist() == [
        *("this list 0.750", "best 1.000"),
        *("mean 0.681", "worst 0.417"),
    ]
    assert named["x"].tolist() == pytest.approx([3 / 4, 1, 49 / 72, 5 / 12])
    assert any(
        "All 6 orders" in said
        and "AP@5 prefers 2 of them to this list, and this list to 3." in said
        for said in captions(at)
    )


def test_orders_that_score_the_same_are_counted_together() -> None:
    """Of the ten orders of 1 1 0 0 0 one has both hits in the top two, six have one, three none."""
    query = {"orders": "precision", "against": "none", "scale": 1, "k": 2}
    at = visit(PLAYGROUND, Setup((1, 0, 0, 1, 0), (), query).query())
    assert dots(at, STRIP)["orders"].tolist() == [3, 6, 1]
    assert dots(at, STRIP)["y"].tolist() == pytest.approx([1 / 2, 1, 1 / 6])
    assert "mean 0.400" in charts(at)[STRIP]["label"].tolist()
    assert any("P@2 prefers 1 of them to this list, and this list to 3." in s for s in captions(at))


def test_where_a_metric_is_indifferent_there_is_no_disagreement() -> None:
    at = visit(PLAYGROUND, {**LISTED.query(), "against": "recall"})
    assert any("AP@5 and R@5 disagree about 0 of them" in said for said in captions(at))


def test_a_metric_against_itself_is_a_strip() -> None:
    assert set(charts(visit(PLAYGROUND, {"against": "average_precision"}))) == {STRIP}
    assert set(charts(visit(PLAYGROUND))) == {SCATTER}


@pytest.mark.parametrize(
    ("grades", "said"),
    [
        ((), "These grades have only one order."),
        ((2, 2), "These grades have only one order."),
        (tuple(range(9)), "of 362,880 orders of the retrieved grades, drawn at random"),
        ((0, 1, 2, 3) * 10, "of more than a billion orders of the retrieved grades, drawn at"),
    ],
)
@pytest.mark.parametrize("against", ["none", "ndcg"])
def test_how_many_orders_were_looked_at(grades: tuple[int, ...], said: str, against: str) -> None:
    scale = {"scale": 8} if len(grades) == 9 else {}
    at = visit(PLAYGROUND, Setup(grades, (), {**scale, "against": against}).query())
    assert not at.exception
    assert any(said in each for each in captions(at))
    (rows,) = charts(at).values()
    assert len(rows) <= 2_000


def test_the_two_metrics_are_knobs_like_any_other() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    set_to(at, "All orders by", "err")
    set_to(at, "and against it", "rbp")
    assert {**LISTED.query(), "orders": "err", "against": "rbp"} == at.query_params
    here = charts(at)[SCATTER].set_index("kind").loc["this", ["x", "y"]]
    assert here.tolist() == pytest.approx([LISTED.score("err"), LISTED.score("rbp")])
    set_to(at, "and against it", "none")
    assert set(charts(at)) == {STRIP}
    assert notices(visit(PLAYGROUND, {"orders": "none"})) == [
        f"“orders=none” in the address was left out; allowed: one of {', '.join(METRICS)}."
    ]


# Buttons


@pytest.mark.parametrize(
    ("button", "grades"),
    [
        ("Best AP", {(1, 3, 0, 0), (3, 1, 0, 0)}),
        ("Worst AP", {(0, 0, 1, 3), (0, 0, 3, 1)}),
        ("Best nDCG", {(3, 1, 0, 0)}),
        ("AP better, nDCG worse", {(1, 3, 0, 0)}),
        ("AP worse, nDCG better", {(0, 3, 1, 0)}),
    ],
)
def test_a_button_takes_an_order_as_one_step(button: str, grades: set[tuple[int, ...]]) -> None:
    """3 0 1 0 has an AP of 5/6 x 2/3; only 1 3 0 0 beats it by AP and loses by nDCG.

    From 1 0 0 3 the order 0 3 1 0 loses by AP, 7/12 to 3/4, and wins by nDCG.
    """
    start = (1, 0, 0, 3) if button.startswith("AP worse") else (3, 0, 1, 0)
    at = visit(PLAYGROUND, Setup(start, (2,)).query())
    press(at, button)
    shown, retrieved = shown_grades(at)
    assert tuple(shown[:4]) in grades
    assert (shown[4:], retrieved, notices(at)) == ([2], 4, [])
    press(at, "Undo")
    assert (shown_grades(at)[0], is_off(at, "Undo")) == ([*start, 2], True)


def test_a_typical_order_scores_about_the_mean() -> None:
    """The mean AP of the six orders of 1 1 0 0 is 49/72; 3/4 is nearest to it."""
    query = Setup((1, 1, 0, 0), (), {"scale": 1, "against": "none"}).query()
    at = visit(PLAYGROUND, query)
    press(at, "A typical order")
    assert shown_grades(at)[0] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("grades", "button", "said"),
    [
        ((3, 1, 0), "Best AP", "No order has a better AP@5 than this list."),
        ((3, 1, 0), "Best nDCG", "No order has a better nDCG@5 than this list."),
        ((0, 1, 3), "Worst AP", "No order has a worse AP@5 than this list."),
        (
            (3, 1, 0),
            "AP worse, nDCG better",
            "No order has a better nDCG@5 and a worse AP@5 than this list.",
        ),
        ((), "Best AP", "No order has a better AP@5 than this list."),
    ],
)
def test_an_order_that_is_not_there_is_refused_in_words(
    grades: tuple[int, ...], button: str, said: str
) -> None:
    at = visit(PLAYGROUND, Setup(grades).query())
    press(at, button)
    assert notices(at) == [f"{said} Nothing was changed."]
    assert is_off(at, "Undo")


@pytest.mark.parametrize(
    "more",
    [
        {"which": "best", "of": ["nonsense"]},
        {"which": "best", "of": []},
        {"which": "best", "of": ["ndcg"] * 3},
        {"which": "nonsense", "of": ["ndcg", "err"]},
        {"which": "first_only", "of": ["ndcg"]},
        {"which": "best"},
        {"of": ["ndcg"]},
        {"which": ["best"], "of": [["ndcg"]]},
    ],
)
def test_what_no_button_asks_for_changes_nothing(more: dict[str, Any]) -> None:
    at = visit(PLAYGROUND, LISTED.query())
    act(at, "take_order", **more)
    assert notices(at) == ["A message of this page arrived damaged. Nothing was changed."]
    assert at.query_params == LISTED.query()


# A click


def click(at: AppTest, key: str, dot: int | None) -> AppTest:
    """Click a dot, by its id; it stays picked, and the browser says so with all that follows."""
    (node,) = [node for node in at.main.get("vega_lite_chart") if node.key == key]
    id_ = node.proto.id  # type: ignore[attr-defined]
    selection = {"pick": [] if dot is None else [{"id": dot}]}

    def sent(states: Any) -> AppTest:
        states.widgets.add(id=id_, string_value=json.dumps({"selection": selection}))
        return AppTest._run(at, states)

    vars(at)["_run"] = sent
    return run(at)


def dot_of(at: AppTest, *order: int, key: str = SCATTER) -> int:
    """The id of the dot at the scores of an order."""
    there = Setup(order, (2,))
    shown = dots(at, key)
    off = abs(shown["x"] - there.score("average_precision"))
    if key == SCATTER:
        off += abs(shown["y"] - there.score("ndcg"))
    else:
        off = (shown["x"] - 1e-9 > there.score("average_precision")) + off
    assert off.min() < 0.02
    return int(shown["id"][off.argmin()])


@pytest.mark.parametrize("key", [SCATTER, STRIP])
def test_a_click_takes_an_order_once(key: str) -> None:
    """What is picked stays picked, and does nothing by that: not after Undo, nor on any message."""
    query = LISTED.turned(**({"against": "none"} if key == STRIP else {})).query()
    at = visit(PLAYGROUND, query)
    click(at, key, dot_of(at, 0, 0, 3, 1, key=key))
    taken = shown_grades(at)[0]
    assert taken in ([0, 0, 3, 1, 2], [0, 0, 1, 3, 2])
    run(at)
    assert shown_grades(at)[0] == taken
    press(at, "Undo")
    assert (shown_grades(at)[0], is_off(at, "Undo")) == ([1, 0, 3, 0, 2], True)
    for _ in range(2):
        run(at)
        set_to(at, "Cutoff k", 4)
        press(at, "Undo")
        assert shown_grades(at)[0] == [1, 0, 3, 0, 2]
    press(at, "Redo")
    assert at.query_params["k"] == "4"


def test_the_same_dot_can_be_taken_again_after_undo() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    for _ in range(3):
        click(at, SCATTER, dot_of(at, 3, 1, 0, 0))
        assert shown_grades(at)[0] == [3, 1, 0, 0, 2]
        press(at, "Undo")
        assert shown_grades(at)[0] == [1, 0, 3, 0, 2]


def test_two_clicks_are_two_steps() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    for order in ([3, 1, 0, 0], [0, 0, 1, 3]):
        click(at, SCATTER, dot_of(at, *order))
        assert shown_grades(at)[0] == [*order, 2]
    press(at, "Undo")
    assert shown_grades(at)[0] == [3, 1, 0, 0, 2]
    press(at, "Undo")
    assert is_off(at, "Undo")


def test_a_click_on_a_picture_of_before_is_not_taken() -> None:
    """Its orders may be of other documents."""
    at = visit(PLAYGROUND, LISTED.query())
    old = dot_of(at, 3, 1, 0, 0)
    act(at, "grade", list="a", id="1", grade=2)
    before = at.query_params
    for id_ in (old, -5, 10**15):
        click(at, SCATTER, id_)
        assert at.query_params == before
    click(at, SCATTER, None)
    assert at.query_params == before
    assert not at.exception


def test_a_pick_is_over_with_the_page() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    click(at, SCATTER, dot_of(at, 3, 1, 0, 0))
    press(at, "Undo")
    go(at, "average_precision")
    go(at, PLAYGROUND)
    assert shown_grades(at)[0] == [1, 0, 3, 0, 2]


def test_a_click_keeps_the_documents_and_their_titles() -> None:
    query = Setup((1, 0, 1), (), {"scale": 1}, ("First", "Second", "Third")).query()
    at = visit(PLAYGROUND, query)
    press(at, "Worst AP")
    assert titles(at) == ["Second", "First", "Third"]
