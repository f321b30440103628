"""All orders of a list: each is there, scored as it would be alone, and can be taken with a click.

The orders are found here once more with `itertools`, and each is scored by itself.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    all_orders,
    charts,
    is_off,
    notices,
    press,
    set_to,
    shown_grades,
    text,
    titles,
    visit,
)
from expected import Setup
from metrics.catalog import METRICS
from metrics.orders import all_or_some
from metrics.ranking import Ranking
from pages.average_precision import tied
from ui.core.documents import Document, RankedList, RefusedError
from ui.core.screen import Screen
from ui.draw import orders

PLAYGROUND = "playground"


def screen(grades: Any, missed: Any = (), **settings: Any) -> Screen:
    documents = tuple(
        Document(str(i), f"Page {i}", grade) for i, grade in enumerate((*grades, *missed))
    )
    return (
        Screen({"a": RankedList((), 0)})
        .with_settings(**settings)
        .with_list("a", RankedList(documents, len(grades)))
    )


# The orders


@pytest.mark.parametrize(
    "grades", [(), (2,), (0, 0, 0), (0, 1, 2, 3), (-1, 0, 1, 1, 1, 3), (0, 0, 1, 1, 2, 2, 8)]
)
def test_all_orders_are_those_that_can_be_told_apart(grades: tuple[int, ...]) -> None:
    found, total = all_or_some(grades)
    wanted = set(permutations(grades))
    assert total == len(found) == len(wanted)
    assert set(map(tuple, found.tolist())) == wanted


def test_eight_different_grades_are_looked_at_in_all_their_orders_and_more_are_not() -> None:
    assert len(all_or_some(tuple(range(8)))[0]) == 40_320
    sample, total = all_or_some(tuple(range(10)))
    assert total == 3_628_800
    assert 19_800 < len(sample) <= 20_000
    assert len(set(map(tuple, sample.tolist()))) == len(sample)
    assert (np.sort(sample) == np.arange(10)).all()
    assert {tuple(range(10)), tuple(range(9, -1, -1))} <= set(map(tuple, sample.tolist()))
    # No grade stands in one place more often than chance has it: 2,000 +- 5 standard deviations.
    for place in sample.T:
        assert np.bincount(place) == pytest.approx(2_000, abs=215)
    assert (all_or_some(tuple(range(10)))[0] == sample).all()


def test_scores_of_three_orders_by_hand() -> None:
    """1 1 0: 1; 1 0 1: (1 + 2/3) / 2; 0 1 1: (1/2 + 2/3) / 2."""
    found = orders.every(screen([0, 1, 1], scale=1), "average_precision")
    assert found.scores[0] == pytest.approx([7 / 12, 5 / 6, 1])
    assert found.grades.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert (found.counts.tolist(), found.total, found.exact) == ([1, 1, 1], 3, True)


@pytest.mark.parametrize("key", sorted(METRICS.keys() - {"ndcg"}))
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
        there.with_settings(persistence=0.5, metrics=()),
        there.with_list("b", ranked),
    ):
        assert orders.every(same, "ndcg", "err") is found
    for other in (
        there.with_list("a", ranked.edited("1", grade=1)),
        there.with_list("a", ranked.edited("4", grade=2)),
        there.with_list("a", ranked.moved("4", 0)),
        there.with_settings(k=2),
        there.with_settings(scale=4),
        there.with_settings(gain="exponential"),
        there.with_settings(satisfaction="linear"),
    ):
        assert orders.every(other, "ndcg", "err") is not found
    assert orders.every(there, "err", "ndcg") is not found


def test_a_class_with_lists_of_their_own_computes_each_once() -> None:
    lists = [screen([at // 9 % 9, at % 9, 0, 1, 2], scale=8) for at in range(60)]
    first = [orders.every(each, "average_precision", "ndcg") for each in lists]
    pairs = [each.widest for each in first]
    again = [orders.every(each, "average_precision", "ndcg") for each in lists]
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert all(each.widest is pair for each, pair in zip(again, pairs, strict=True))


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
    shown = all_orders(at)
    assert f"{len(shown.marks)} dots stand for all." in shown.said
    assert "stand for all" not in all_orders(visit(PLAYGROUND)).said


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


def test_the_scatter_has_each_pair_of_scores_and_the_list_among_them() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    every = Counter(
        tuple(round(Setup(order, (2,)).score(key), 6) for key in AP_NDCG)
        for order in set(permutations((1, 0, 3, 0)))
    )
    pairs, shown = [*every.items()], all_orders(at)
    assert len(shown.marks) == len(every)
    for _, dot in shown.marks.iterrows():
        x, y = (Setup(dot["order"], (2,)).score(key) for key in AP_NDCG)
        assert (dot["x"], dot["y"]) == pytest.approx((x, y), abs=5.1e-4)
        assert dot["orders"] == every.pop((round(x, 6), round(y, 6)))
    assert not every
    here = [LISTED.score(key) for key in AP_NDCG]
    assert shown.named == {"this list": pytest.approx(here)}
    most = [max(pair[axis] for pair, _ in pairs) for axis in (0, 1)]
    least = [min(pair[axis] for pair, _ in pairs) for axis in (0, 1)]
    assert shown.fields == {
        "① AP@5 better, nDCG@5 worse": pytest.approx((here[0], most[0], least[1], here[1])),
        "② AP@5 worse, nDCG@5 better": pytest.approx((least[0], here[0], here[1], most[1])),
    }
    first = sum(n for (x, y), n in pairs if x > here[0] + 1e-5 and y < here[1] - 1e-5)
    second = sum(n for (x, y), n in pairs if x < here[0] - 1e-5 and y > here[1] + 1e-5)
    assert first + second > 0
    assert shown.said.startswith("All 12 orders of the retrieved grades")
    assert (
        f"AP@5 and nDCG@5 disagree on {first + second} of them: AP@5 prefers {first} to "
        f"this list (①), nDCG@5 prefers {second} (②)."
    ) in shown.said
    (best,) = {said for said in charts(at)["all_orders"]["said"] if f"{said}".startswith("3 1 0 0")}
    by = [Setup((3, 1, 0, 0), (2,)).score(key) for key in AP_NDCG]
    told = "; ".join(
        f"{label} {score:.3f}, better by {score - now:.3f}"
        for label, score, now in zip(("AP@5", "nDCG@5"), by, here, strict=True)
    )
    assert best == f"3 1 0 0: {told}: 1 order. Click to take it."


def test_where_lower_is_better_the_fields_are_on_the_other_side() -> None:
    """FRP of 1 0 3 0 is 1, which is best; no order has a better one."""
    at = visit(PLAYGROUND, {**LISTED.query(), "orders": "first_relevant_rank", "against": "ndcg"})
    shown, rows = all_orders(at), charts(at)["all_orders"]
    assert rows["x"].max() == -1  # to the right is better
    assert shown.fields["② FRP@5 worse, nDCG@5 better"][:2] == (3, 1)
    assert shown.fields[""][:2] == (1, 1)  # nothing is better, so there is no field
    (title,) = rows["name"][rows["key"] == "title column"]
    assert title == "FRP@5: worst 3.000, mean 1.667, best 1.000"


def test_the_distributions_beside_the_dots_hold_all_orders_and_know_their_dots() -> None:
    rows = charts(visit(PLAYGROUND, LISTED.query()))["all_orders"]
    dots = rows[rows["part"] == "dot"]
    for part, at, end in (("column", "x", "x2"), ("row", "y", "y2")):
        bars = rows[rows["part"] == part].set_index(part)
        held = bars["said"].str.extract(r": (\d+) orders?$")[0].astype(int)
        assert held.sum() == 12
        assert bars["share"].tolist() == (held / held.max()).tolist()
        for _, dot in dots.iterrows():
            bar = bars.loc[dot[part]]
            assert bar[at] - 1e-9 <= dot[at] <= bar[end] + 1e-9


def test_the_strip_counts_every_order_and_names_four_scores() -> None:
    """1 1 0 0 has six orders: AP 1, 5/6, 3/4, 7/12, 1/2, 5/12; their mean is 49/72."""
    at = visit(PLAYGROUND, Setup((1, 0, 0, 1), (), {"scale": 1, "against": "none"}).query())
    shown = all_orders(at)
    bars = shown.marks
    assert (shown.kind, bars["orders"].sum()) == ("strip", 6)
    for score in (1, 5 / 6, 3 / 4, 7 / 12, 1 / 2, 5 / 12):
        assert ((bars["x"] <= score + 5e-4) & (score <= bars["y"] + 5e-4)).any()
    four = {"this list": 3 / 4, "best": 1, "mean": 49 / 72, "worst": 5 / 12}
    assert shown.named == pytest.approx(four)
    assert "mean 0.681" in set(charts(at)["orders_by_one"]["name"])
    assert "All 6 orders" in shown.said
    assert "2 orders are better, 3 are worse." in shown.said
    assert (bars["x"].min(), bars["y"].max()) == pytest.approx((5 / 12, 1))


def test_orders_that_score_the_same_are_counted_together() -> None:
    """Of the ten orders of 1 1 0 0 0 one has both hits in the top two, six have one, three none."""
    query = {"orders": "precision", "against": "none", "scale": 1, "k": 2}
    at = visit(PLAYGROUND, Setup((1, 0, 0, 1, 0), (), query).query())
    shown = all_orders(at)
    assert shown.marks["orders"].tolist() == [3, 6, 1]
    assert shown.named["mean"] == pytest.approx(0.4)
    assert "1 order is better, 3 are worse." in shown.said


def test_where_a_metric_is_indifferent_there_is_no_disagreement() -> None:
    at = visit(PLAYGROUND, {**LISTED.query(), "against": "recall"})
    assert "AP@5 and R@5 disagree on 0 of them" in all_orders(at).said


def test_a_metric_against_itself_is_a_strip() -> None:
    assert all_orders(visit(PLAYGROUND, {"against": "average_precision"})).kind == "strip"
    assert all_orders(visit(PLAYGROUND)).kind == "scatter"


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
    assert said in all_orders(at).said
    assert len(all_orders(at).marks) <= 500


def test_the_two_metrics_are_knobs_like_any_other() -> None:
    at = visit(PLAYGROUND, LISTED.query())
    set_to(at, "First metric", "err")
    set_to(at, "Second metric", "rbp")
    assert {**LISTED.query(), "orders": "err", "against": "rbp"} == at.query_params
    shown = all_orders(at)
    there = [LISTED.score(key) for key in ("err", "rbp")]
    assert shown.named == {"this list": pytest.approx(there)}
    set_to(at, "Second metric", "none")
    assert all_orders(at).kind == "strip"
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


def click(at: AppTest, order: Sequence[int]) -> AppTest:
    """Click a dot or a bar that stands for an order."""
    return act(at, "take_grades", by="orders", grades=list(order))


def order_of(at: AppTest, *order: int) -> tuple[int, ...]:
    """The order that stands for all with the scores of an order."""
    there, marks = Setup(order, (2,)), all_orders(at).marks
    x, y = (there.score(key) for key in AP_NDCG)
    off = (
        abs(marks["x"] - x) + abs(marks["y"] - y)
        if all_orders(at).kind == "scatter"
        else (marks["x"] - 5e-4 > x).astype(float) + (marks["y"] + 5e-4 < x)
    )
    assert off.min() < 2e-3
    found: tuple[int, ...] = marks["order"][off.argmin()]
    return found


@pytest.mark.parametrize("against", ["ndcg", "none"])
def test_a_click_takes_an_order_as_one_step(against: str) -> None:
    at = visit(PLAYGROUND, LISTED.with_settings(against=against).query())
    click(at, order_of(at, 0, 0, 3, 1))
    assert shown_grades(at)[0] in ([0, 0, 3, 1, 2], [0, 0, 1, 3, 2])
    click(at, order_of(at, 3, 1, 0, 0))
    assert shown_grades(at)[0] in ([3, 1, 0, 0, 2], [1, 3, 0, 0, 2])
    press(at, "Undo")
    press(at, "Undo")
    assert (shown_grades(at)[0], is_off(at, "Undo")) == ([1, 0, 3, 0, 2], True)


def test_a_click_on_a_picture_of_before_is_refused_in_words() -> None:
    """Its orders may be of other grades."""
    at = visit(PLAYGROUND, LISTED.query())
    old = order_of(at, 3, 1, 0, 0)
    act(at, "grade", list="a", id="1", grade=2)
    before = at.query_params
    click(at, old)
    assert at.query_params == before
    assert notices(at) == [
        "This order is of other grades than the list now has. Nothing was changed."
    ]


@pytest.mark.parametrize("grades", [["x"], None, [[1]], {"a": 1}, [float("inf")], "abc"])
def test_an_order_that_no_picture_sends_changes_nothing(grades: Any) -> None:
    at = visit(PLAYGROUND, LISTED.query())
    act(at, "take_grades", by="orders", grades=grades)
    assert len(notices(at)) == 1
    assert at.query_params == LISTED.query()


def test_a_click_keeps_the_documents_and_their_titles() -> None:
    query = Setup((1, 0, 1), (), {"scale": 1}, ("First", "Second", "Third")).query()
    at = visit(PLAYGROUND, query)
    press(at, "Worst AP")
    assert titles(at) == ["Second", "First", "Third"]


# Ties of a list of one's own


@pytest.mark.parametrize(
    ("grades", "typed"),
    [([1, 1, 0, 0, 1], [2, 3]), ([0, 1, 0, 1, 1, 0, 0, 1], [1, 3, 5, 7]), ([0, 0, 1], [1, 9])],
)
def test_ap_of_ties_is_that_of_every_order(grades: list[int], typed: list[float]) -> None:
    """Each order of each tie is scored; of a course's five, ranks 2 and 3 have one hit."""
    each = [list(range(len(grades)))]
    for first, last in tied.groups(typed, len(grades)):
        places = slice(first - 1, last)
        each = [
            [*order[: first - 1], *some, *order[last:]]
            for order in each
            for some in permutations(order[places])
        ]
    ap = METRICS["average_precision"]
    scores = [float(ap.compute(Ranking([grades[at] for at in order])).score) for order in each]
    at = visit(
        "average_precision",
        {
            "a": "~".join(f"{grade}D{at}" for at, grade in enumerate(grades)),
            **{"scale": "1", "k": "10", "tied_ranks": ",".join(f"{rank:g}" for rank in typed)},
        },
    )
    said = text(at)
    for name, score in (
        ("Hits first", max(scores)),
        ("Misses first", min(scores)),
        ("Mean over all orders", np.mean(scores)),
    ):
        (result,) = re.findall(rf"{name}: AP@10 = .*?\*\*([\d.]+)\*\*", said)
        assert result == f"{score:.3f}"


def test_a_tie_of_misses_alone_does_not_matter() -> None:
    """A course's 1 0 0 0 1, of which ranks 3 and 4 are tied: AP is 0.700."""
    at = visit("average_precision", {"a": "1A~0B~0C~0D~1E", "tied_ranks": "3,4"})
    assert "order does not matter: AP@5 is **0.700** in each" in text(at).replace("\u00a0", " ")
    at = visit("average_precision", {"a": "1A~0B", "tied_ranks": "7"})
    assert "Type the first and the last rank of a tie among the 2 ranks." in text(at)
