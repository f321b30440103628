"""Discounted gain: areas beside those of the ideal order, lines to ideal places, discounts.

Every number here is worked by hand or with a calculator's logarithm.
"""

import html
import json
import math
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sklearn.metrics import dcg_score
from streamlit.testing.v1 import AppTest

from app_driver import (
    Part,
    act,
    all_orders,
    controls,
    drawn,
    is_off,
    markup,
    notices,
    pictures,
    pieces,
    press,
    run,
    set_to,
    tables,
    text,
    tiles,
    visit,
)
from expected import Setup
from live_app import settle
from live_board import Board, arrive, box, comes_true, heard, query, score, to_text
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core.plain import decimals
from ui.draw import rank_terms

GAIN = "discounted_gain"
FILM = Setup((3, 3, 0, 3, 2), ())
MISSED = Setup((2, 0, 3, 1, 0), (3,))


def changes(at: AppTest) -> dict[str, str]:
    """What the last move changed, by the score's label."""
    names = ("nDCG@5", "DCG@5", "Ideal DCG", "CG@5")
    return {label: tile.change for label, tile in tiles(at).items() if label in names}


@pytest.mark.parametrize("gain", [0, 1, 2, 3, 7, 15, 31])
def test_a_written_product_is_that_of_its_written_factors(gain: int) -> None:
    """7 × 0.431 would be 3.017, and a document adds 3.015."""
    weights = [1 / math.log2(1 + rank) for rank in range(1, 51)]
    texts = [rank_terms.weight_of(gain, weight) for weight in weights]
    assert all(
        decimals(gain * float(text)) == decimals(gain * weight)
        for text, weight in zip(texts, weights, strict=True)
    )
    assert rank_terms.weight_of(7, weights[3]) == "0.4307"


def test_each_cutoff_has_dcg_its_ideal_and_their_quotient() -> None:
    """As scikit-learn scores the list down to it; the missed 3 stands last."""
    at = visit(GAIN, MISSED.query())
    table = next(each for each in tables(at) if each[0][:2] == ["rank", "document"])
    assert table[0][3:] == ["gain", "weight", "DCG@i", "ideal DCG@i", "nDCG@i", "adds"]
    grades, order = [[*MISSED.grades, 3]], [[6, 5, 4, 3, 2, 1]]
    for k in range(1, len(MISSED.grades) + 1):
        dcg, ideal = (dcg_score(grades, each, k=k) for each in (order, grades))
        assert table[k][5:8] == [f"{each:.4f}" for each in (dcg, ideal, dcg / ideal)]


def test_a_card_is_a_rectangle_beside_that_of_the_ideal_order() -> None:
    """2 0 3 1 0 and a 3 that was missed: DCG 2 + 3/2 + 1/log2(5), ideal 6.323."""
    at = visit(GAIN, MISSED.query())
    _, (best, areas) = pictures(at)[0]
    high, second = 0.99, 1 / math.log2(3)
    assert {row: list(there.cell.parts) for row, there in areas.rows.items()} == {
        1: [Part("filled", 0, 0.6667, high)],
        2: [Part("filled", 0, 0, round(high * second, 3))],
        3: [Part("filled", 0, 1, high / 2)],
        4: [Part("filled", 0, 0.3333, 0.426)],
        5: [Part("filled", 0, 0, 0.383)],
    }
    assert {row: list(there.cell.parts) for row, there in best.rows.items()} == {
        1: [Part("dashed", 0, 1, high)],
        2: [Part("dashed", 0, 1, round(high * second, 3))],
        3: [Part("dashed", 0, 0.6667, high / 2)],
        4: [Part("dashed", 0, 0.3333, 0.426)],
    }
    assert [there.cell.label for there in areas.rows.values()] == [
        *("2 × 1.000 = 2.000", "0 × 0.631 = 0.000", "3 × 0.500 = 1.500"),
        *("1 × 0.431 = 0.431", "0 × 0.387 = 0.000"),
    ]
    assert best.rows[2].cell.label == f"3 × 0.631 = {3 * second:.3f}"
    dcg, ideal = 2 + 3 / 2 + 1 / math.log2(5), 3 + 3 * second + 2 / 2 + 1 / math.log2(5)
    assert (best.score, areas.score) == (f"Ideal DCG = {ideal:.3f}", f"DCG = {dcg:.3f}")
    quotient = f"nDCG = {dcg:.3f} / {ideal:.3f} = {dcg / ideal:.3f}"
    assert f"<p>{quotient}</p>" in "".join(pieces(at))


def test_the_lesson_opens_with_dcg_alone_then_the_ideal_order_then_the_quotient() -> None:
    """2 3 1 0: the weight of rank 2, 0.631, is 1/log2(1 + 2)."""
    at = visit(GAIN)
    _, (weights, areas) = pictures(at)[0]
    assert (weights.heading, areas.score) == ("Weight: 1/log₂(1 + rank)", "")
    assert [there.cell.label for there in weights.rows.values()] == [
        *("1/log₂ 2 = 1.000", "1/log₂ 3 = 0.631", "1/log₂ 4 = 0.500", "1/log₂ 5 = 0.431")
    ]
    assert next(iter(tiles(at))) == "DCG@4"
    assert adds(at, "ideal") == []
    act(at, "move", list="a", id="2", to=0)
    assert next(iter(tiles(at))) == "DCG@4"  # it stays so while the reader tries
    press(at, "Next step")
    assert [column.heading for column in pictures(at)[0][1]] == ["The ideal order", "Gain × weight"]
    assert next(iter(tiles(at))) == "DCG@3"
    assert pictures(at)[0][1][0].score == "Ideal DCG = 4.262"
    press(at, "Next step")
    assert next(iter(tiles(at))) == "nDCG@4"
    assert "<p>nDCG = 4.062 / 4.131 = 0.983</p>" in "".join(pieces(at))
    # With three digits each, 5.459 / 7.254 would be 0.753.
    act(at, by="steps", do="preset", lesson=GAIN, to="ndcg-query-many")
    assert "<p>nDCG = 5.4585 / 7.2541 = 0.752</p>" in "".join(pieces(at))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"base": 10}, ("1/log₁₀ 2", "1/log₁₀ 4")),
        ({"discount": "log_thresholded", "base": 2}, ("", "1/log₂ 3")),
        ({"discount": "reciprocal"}, ("1/1", "1/3")),
        ({"discount": "power"}, ("1/1", "1/3")),
        ({"discount": "power", "exponent": 1.5, "shift": 2}, ("1/(1 + 2)^1.5", "1/(3 + 2)^1.5")),
        ({"discount": "geometric", "ratio": 0.5}, ("0.5^0", "0.5^2")),
        ({"discount": "none"}, ("", "")),
    ],
    ids=str,
)
def test_a_weight_says_how_it_comes_about(settings: dict[str, Any], told: tuple[str, str]) -> None:
    setup = FILM.with_settings(**settings)
    rows = adds(visit(GAIN, setup.query()), "a")
    weights = setup.compute("dcg").terms["weight"]
    for rank, how in zip((1, 3), told, strict=True):
        gain = f"gain {(3, 3, 0)[rank - 1]} × weight {how and how + ' = '}"
        times = f"{(3, 3, 0)[rank - 1]} × " * bool(how)
        weight = rank_terms.weight_of((3, 3, 0)[rank - 1], weights[rank - 1])
        assert rows[rank - 1]["said"].startswith(f"Rank {rank}: {gain}{times}{weight} = ")


def adds(at: AppTest, part: str) -> list[dict[str, Any]]:
    """The rows of a part of the chart that holds a list against its ideal order."""
    return [row for row in drawn(at)["adds"].to_pylist() if row["part"] == part]


def test_gain_times_weight_stands_beside_the_ideal_and_both_grow() -> None:
    """2 0 3 1 0 and a 3 that was missed; before it, a 0 stood where the 2 is."""
    log = [1 / math.log2(rank + 1) for rank in range(1, 6)]
    at = visit(GAIN, Setup((0, 0, 3, 1, 0), (3,)).query())
    act(at, "grade", list="a", id="1", grade=2)
    now, best = adds(at, "a"), adds(at, "ideal")
    assert [row["rank"] for row in best] == [1, 2, 3, 4, 5]
    each = zip(now, best, (2, 0, 3, 1, 0), (3, 3, 2, 1, 0), log, strict=True)
    so_far = best_so_far = 0.0
    for row, ideal, gain, due, weight in each:
        so_far, best_so_far = so_far + gain * weight, best_so_far + due * weight
        assert row["sum"] == pytest.approx(so_far)
        assert ideal["sum"] == pytest.approx(best_so_far)
        assert row["label"] == f"{so_far:.3f}"
    assert now[2]["said"] == (
        "Rank 3: gain 3 × weight 1/log₂ 4 = 3 × 0.500 = 1.500, the ideal has 1.000 here: DCG "
        "so far 3.500 of 5.893 (Page 3)"
    )
    assert adds(at, "was") == []  # the frames are the ideal's
    (gone,) = adds(at, "gone")
    assert gone["said"] == "Row 6: never retrieved, adds nothing (Page 6)"
    press(at, "Predict first")
    assert "adds" not in drawn(at)


def test_what_is_missed_or_cut_off_has_its_ideal_too() -> None:
    at = visit(GAIN, Setup((3, 3, 3, 0), (2,), {"k": 3, "ideal": "uncut"}).query())
    cut, missed = adds(at, "gone")
    due = 2 / math.log2(5)
    best = {row["rank"]: row["sum"] for row in adds(at, "ideal")}
    assert best[4] - best[3] == pytest.approx(due)
    said = f"below the cut at k = 3, adds nothing, the ideal has {due:.3f} here"
    assert cut["said"] == f"Rank 4: {said} (Page 4)"
    assert best.get(missed["rank"]) in (None, best[4])  # the ideal ends above it
    assert missed["sum"] == 0
    assert cut["sum"] == pytest.approx(4.5 + 3 / math.log2(3))


def test_no_drag_changes_an_axis_of_the_ideal() -> None:
    """Where the ideal is of what was retrieved, a better document may come into the list."""
    at = visit(GAIN, Setup((1, 0), (3,), {"ideal": "retrieved"}).query())
    for to in (1, 0):
        (room,) = adds(at, "room")
        assert room["sum"] == pytest.approx(3 + 1 / math.log2(3))
        act(at, "move", list="a", id="3", to=to)


def test_an_ideal_that_is_not_cut_goes_on_below_the_cut() -> None:
    at = visit(GAIN, Setup((3, 3, 3), (3, 2), {"k": 3, "ideal": "uncut"}).query())
    best, areas = pictures(at)[0][1]
    assert best.rows[4].cell.label == f"3 × 0.4307 = {3 / math.log2(5):.3f}"
    assert best.rows[5].cell.label == f"2 × 0.387 = {2 / math.log2(6):.3f}"
    assert list(areas.rows) == [1, 2, 3]
    ideal = 3 + 3 / math.log2(3) + 3 / 2 + 3 / math.log2(5) + 2 / math.log2(6)
    assert best.score == f"Ideal DCG = {ideal:.3f}"
    assert tiles(at)["all judged"].score == "1.000"
    assert tiles(at)["all judged, not cut"].score == "0.756"


def test_scores_that_are_equal_are_not_compared() -> None:
    """All gains and all ideal orders score alike where nothing can be better."""
    equal, other = (visit(GAIN, Setup(grades, ()).query()) for grades in ((3, 0), (0, 3, 1)))
    gains = {"the grade g", "2^g − 1"}
    assert not gains & {*tiles(equal)}
    assert gains <= {*tiles(other)}
    assert "all judged" not in {*tiles(equal), *tiles(other)}


def test_the_base_moves_dcg_and_not_ndcg_but_in_the_form_of_2002() -> None:
    at = visit(GAIN, FILM.query())
    act(at, "turn", knob="log_base", to=10, by="text")
    grown = f"{tiles(at)['DCG@5'].score}"
    assert grown == f"{6.958525 * math.log2(10):.3f}"
    assert changes(at)["DCG@5"] == f"+{6.958525 * (math.log2(10) - 1):.3f}"
    assert (changes(at)["Ideal DCG"][0], changes(at)["nDCG@5"], changes(at)["CG@5"]) == (
        "+",
        "",
        "",
    )
    assert tiles(at)["nDCG@5"].score == "0.959"
    for base, told in ((2, "0.940"), (3, "0.920"), (5, "1.000")):
        at = visit(GAIN, FILM.with_settings(discount="log_thresholded", base=base).query())
        assert tiles(at)["nDCG@5"].score == told


def test_another_gain_turns_two_lists_round() -> None:
    many, one = Setup((1, 1, 1, 3, 0, 0), (), {"k": 6}), Setup((0, 3, 1, 0, 1, 1), (), {"k": 6})
    for gain, told in (("linear", ("0.750", "0.687")), ("exponential", ("0.601", "0.661"))):
        both = [visit(GAIN, each.with_settings(gain=gain).query()) for each in (many, one)]
        assert tuple(tiles(at)["nDCG@6"].score for at in both) == told


# Lines to the ideal places


def places(at: AppTest) -> list[tuple[str, str, str, str]]:
    """For each place in the ideal order its document, from where it comes, its look, its words."""
    (over,) = re.findall("<div class='over'>(.*?)</div>", "".join(pieces(at)))
    mark = r"<li data-doc='([^']*)' class='([^']*)'[^>]*><b>([^<]*) </b><i[^>]*>[^<]*</i> ([^<]*)<"
    found = re.findall(mark, over)
    lines = re.findall(r"<i data-doc='([^']*)' class='([^']*)'", over)
    assert lines == [(document, look) for document, look, *_ in found]
    return [(document, came, look, html.unescape(said)) for document, look, said, came in found]


def test_each_card_leads_to_its_place_in_the_ideal_order() -> None:
    """Equal documents keep the order they have, so that no line crosses without need."""
    given = Setup((0, 3, 2, 3, None), (3,), {"places": "shown", "k": 3})
    at = visit(GAIN, given.query())
    assert places(at) == [
        ("a-2", "from 2", "", "ideal rank 1: Page 2"),
        ("a-4", "from 4", "", "ideal rank 2: Page 4"),
        ("a-6", "missed", "missed", "ideal rank 3: Page 6"),
        ("a-3", "from 3", "idle", "ideal rank 4: Page 3"),
        ("a-1", "from 1", "idle", "ideal rank 5: Page 1"),
        ("a-5", "from 5", "idle", "ideal rank 6: Page 5"),
    ]
    set_to(at, "Ideal from", "retrieved")
    assert [came for _, came, _, _ in places(at)] == ["from 2", "from 4", "", "from 1", ""]
    set_to(at, "Ideal from", "uncut")
    assert [look for _, _, look, _ in places(at)] == ["", "", "missed", "", "idle", "idle"]
    press(at, "Ideal order")
    assert {came for _, came, _, _ in places(at)} == {"", "missed"}
    act(at, "turn", knob="gain", to="custom")
    act(at, "turn", knob="gain_per_grade", to="0, 5, 9, 1")  # a 2 is worth most
    assert places(at)[0][3] == "ideal rank 1: Page 3"


def test_a_title_is_text_in_the_ideal_order_too() -> None:
    at = visit(GAIN, {"a": "1<img src=x>~3<b>Rye</b>", "places": "shown"})
    assert places(at)[0][3] == "ideal rank 1: <b>Rye</b>"
    assert "<img" not in "".join(pieces(at))


def test_ideal_places_are_a_knob_in_the_address_and_no_answer_before_the_guess() -> None:
    at = visit(GAIN, FILM.query())
    assert [column.heading for column in pictures(at)[0][1]] == ["The ideal order", "Gain × weight"]
    set_to(at, "Ideal places", "shown")
    assert at.query_params == {**FILM.query(), "places": "shown"}
    assert [column.heading for column in pictures(at)[0][1]] == [
        "Lines: to the ideal places",
        "Gain × weight",
    ]
    assert set(changes(at).values()) == {""}
    press(at, "Predict first")
    assert "class='over'" not in "".join(pieces(at))
    press(at, "Predict first")
    press(at, "Undo")
    assert (at.query_params, is_off(at, "Undo")) == (FILM.query(), True)


def test_a_hall_sees_the_knob_that_a_step_needs_so_the_cards_have_room() -> None:
    at = visit(GAIN, FILM.query() | {"present": "1"})
    knobs = {"Gain", "Discount", "Log base", "Ideal from", "Ideal places"}
    assert not knobs & {*controls(at)}
    act(at, by="steps", do="preset", lesson=GAIN, to="ndcg-missed")
    assert knobs & {*controls(at)} == {"Ideal from"}


# Discounts


def weights_told(at: AppTest) -> dict[str, list[float]]:
    """The table of weights: by the discount's name those of the ranks, and the score."""
    (table,) = [table for table in tables(at) if table[0][0] == "weight of"]
    return {
        name: [
            int(cell[:-1]) / 100 if cell.endswith("%") else float(cell)  # of ranks 1 to 3
            for cell in cells
        ]
        for name, *cells in table[1:]
    }


def test_weights_of_every_discount_stand_at_ranks_1_2_5_10_50() -> None:
    given = FILM.with_settings(discount="power", exponent=2, shift=1, ratio=0.5, base=4)
    at = visit(GAIN, given.query())
    table = weights_told(at)
    ranks = (1, 2, 5, 10, 50)
    assert {name: row[1:6] for name, row in table.items()} == {
        "Log": [round(2 / math.log2(i + 1), 3) for i in ranks],
        "Log from rank b": [1, 1, *(round(2 / math.log2(i), 3) for i in (5, 10, 50))],
        "Reciprocal": [1, 0.5, 0.2, 0.1, 0.02],
        "Power (Zipf)": [round((i + 1) ** -2, 3) for i in ranks],
        "Geometric": [1, 0.5, 0.063, 0.002, 0],
        "None": [1] * 5,
    }
    assert [table[name][6] for name in ("Log", "Reciprocal", "None")] == [0.17, 0.41, 0.06]
    assert table["Log"][0] == 0.959
    assert table["None"][0] == 1
    assert f"{table['Power (Zipf)'][0]:.3f}" == tiles(at)["nDCG@5"].score
    press(at, "Predict first")
    assert {len(row) for row in weights_told(at).values()} == {6}


def curves(at: AppTest, part: str, chart: str = "discounts") -> list[dict[str, Any]]:
    """The rows of a part of a chart of curves."""
    return [row for row in drawn(at)[chart].to_pylist() if row["part"] == part]


def test_curves_are_drawn_against_their_first_rank_and_none_hides_another() -> None:
    for base in (2, 10):
        at = visit(GAIN, FILM.with_settings(base=base).query())
        points = [row for row in curves(at, "line") if row["strong"]]
        assert {row["name"] for row in points} == {"Log"}
        assert [row["x"] for row in points] == list(range(1, 51))
        assert [row["y"] for row in points] == pytest.approx(
            [1 / math.log2(rank + 1) for rank in range(1, 51)]
        )
        looks = {row["name"]: (row["dash"], row["colour"]) for row in curves(at, "line")}
        assert len(set(looks.values())) == len(looks) == 5
        assert "Reciprocal = Power" in looks  # with the exponent 1, and no shift
        led = {row["name"]: (row["dash"], row["colour"], row["at"]) for row in curves(at, "end")}
        last = {row["name"]: row["y"] for row in curves(at, "line") if row["x"] == 50}
        assert led == {name: (*look, last[name]) for name, look in looks.items()}
    (tenth,) = [row for row in curves(at, "at") if row["key"] == "at10"]
    assert tenth["said"].startswith("Rank 10: ")
    assert "Log: 0.289" in tenth["said"]
    assert "Reciprocal: 0.100" in tenth["said"]


@pytest.mark.parametrize("discount", ["log", "none", "geometric"])
@pytest.mark.parametrize(
    ("more", "names"),
    [
        ({}, 5),
        ({"exponent": 0.0}, 5),  # the power is none
        ({"shift": 20, "ratio": 1.0}, 5),  # the geometric is none
        ({"exponent": 0.5}, 6),
    ],
)
def test_no_name_of_a_curve_stands_on_another(
    discount: str, more: dict[str, float], names: int
) -> None:
    at = visit(GAIN, FILM.with_settings(discount=discount, **more).query())
    heights = sorted(row["y"] for row in curves(at, "end"))
    assert len(heights) == names
    assert heights[0] >= -1e-9
    assert heights[-1] <= 1
    assert all(b - a >= 0.066 - 1e-9 for a, b in pairwise(heights))


def test_an_edit_of_the_list_leaves_the_curves_alone() -> None:
    at = visit(GAIN, FILM.query())
    before = drawn(at)["discounts"]
    act(at, "grade", list="a", id="1", grade=0)
    assert drawn(at)["discounts"] == before


@pytest.mark.parametrize(
    ("page", "knob", "worth"),
    [
        (GAIN, "gain", {"g": (0, 1, 2, 3), "2^g − 1": (0, 1, 3, 7)}),
        (
            "expected_reciprocal_rank",
            "satisfaction",
            {"Linear": (0, 1 / 3, 2 / 3, 1), "Exponential": (0, 1 / 8, 3 / 8, 7 / 8)},
        ),
        ("rank_biased_precision", "utility", {"Binary": (0, 1, 1, 1)}),
    ],
)
def test_what_a_grade_is_worth_is_a_curve_that_is_drawn_when_it_is_unfolded(
    page: str, knob: str, worth: dict[str, tuple[float, ...]]
) -> None:
    at = visit(page, Setup((3, 0), ()).query())
    assert "worths" not in drawn(at)
    at.session_state["fold_worths"] = True
    rows = curves(run(at), "line", "worths")
    for name, heights in worth.items():
        found = {row["x"]: row["y"] for row in rows if row["name"] == name}
        assert found == pytest.approx(dict(enumerate(heights)))
    clicks = [json.loads(row["do"]) for row in curves(at, "end", "worths")]
    assert {(click["do"], click["knob"]) for click in clicks} == {("turn", knob)}


# All orders


def test_what_a_shuffled_list_may_expect() -> None:
    """The mean of all 20 orders of 3 3 0 3 2 is 0.894; five of them beat the list."""
    at = visit(GAIN, FILM.query())
    assert "The mean over all 20 orders of these grades is **0.894**" in text(at)
    shown = all_orders(at)
    assert (shown.kind, round(shown.named["mean"], 3)) == ("strip", 0.894)
    assert "5 orders are better, 14 are worse." in shown.said
    act(at, "move", list="a", id="1", to=2)
    assert all_orders(at).marks.equals(shown.marks)
    act(at, "take_grades", by="orders", grades=[3, 3, 3, 2, 0])
    assert (tiles(at)["nDCG@5"].score, notices(at)) == ("1.000", [])
    at = visit(GAIN, Setup(tuple(range(9)), (), {"scale": 8}).query())
    assert re.search(r"The mean over [\d,]+ random orders of these grades is", text(at))


# In a browser

Open = Callable[..., Page]

# Each line's document, and how far its ends are from the middle of its card's row and of its mark.
OFF = """() => [...document.querySelectorAll(".over .lines i")].map((line) => {
  const own = `[data-doc="${line.dataset.doc}"]`;
  const middle = (box) => (box.top + box.bottom) / 2;
  const cards = [...document.querySelectorAll("*")].map((host) => host.shadowRoot).filter(Boolean)
    .flatMap((root) => [...root.querySelectorAll(".card[data-doc]")]);
  const card = cards.find((each) => each.dataset.doc === line.dataset.doc);
  if (!card) return [line.dataset.doc, Infinity, Infinity, 0]; // the board is not drawn yet
  const mark = document.querySelector(`.over li${own}`).getBoundingClientRect();
  const at = line.getBoundingClientRect();
  const [high, low] = [card.getBoundingClientRect(), mark].map(middle).sort((a, b) => a - b);
  return [line.dataset.doc, Math.abs(at.top - high), Math.abs(at.bottom - low),
          mark.left - at.right];
})"""


def ends_meet(page: Page, count: int) -> bool:
    """Whether each line goes from the middle of its card's height to its mark."""
    lines = page.evaluate(OFF)
    return len(lines) == count and all(
        top < 5 and bottom < 5 and -2 < gap < 14 for _, top, bottom, gap in lines
    )


def unfold(page: Page) -> None:
    """Open the fold below the text."""
    page.locator(".st-key-further summary").first.click()
    settle(page)


def test_lines_lead_from_card_to_ideal_place_and_follow_what_is_dragged(open_page: Open) -> None:
    page = open_page("/discounted_gain" + to_text("2031", "3"), 1400, 1200)
    board, lines = Board(page), page.locator(".over .lines i")
    expect(lines).to_have_count(0)
    page.get_by_role("link", name="Show lines to the ideal places").click()
    expect(lines).to_have_count(5)
    expect(heard(page)).to_contain_text("Ideal places: shown")
    comes_true(page, lambda: ends_meet(page, 5), "lines go from cards to marks")
    places = page.get_by_role("list", name="The ideal order").get_by_role("listitem")
    expect(places.nth(0)).to_contain_text("from 3")
    board.take("C")
    board.carry(board.grip("A"))
    expect(places.nth(0)).not_to_contain_text("from")  # while it is still held
    expect(lines.first).to_have_class("still")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(places.nth(0)).to_contain_text("from 3")
    board.drag("C", onto="A")
    board.shows("C3 A2 B0 D1 | E3")
    expect(places.nth(0)).not_to_contain_text("from")
    board.grip("E").press("Alt+ArrowUp")
    board.shows("C3 A2 B0 D1 E3")
    expect(places.nth(1)).to_contain_text("from 5")
    settle(page)
    undo = page.get_by_role("button", name="Undo", exact=True)
    for _ in range(3):
        expect(undo).to_be_enabled()
        undo.click()
        settle(page)
    expect(undo).to_be_disabled()
    expect(lines).to_have_count(0)
    assert query(page) == {"a": "2A~0B~3C~1D~.~3E"}


def test_a_place_lights_its_card_and_long_lists_keep_level(open_page: Open) -> None:
    graded = "0123" * 4
    page = open_page("/discounted_gain" + to_text(graded, "3", k=9, places="shown"), 1400, 2200)
    comes_true(page, lambda: ends_meet(page, 17), "all lines go from cards to marks")
    page.locator(".over li").first.hover()
    card = Board(page).card("D")
    expect(card).to_have_css("outline-width", "3px")
    arrive(page, "/discounted_gain?present=1&places=shown&a=1A~2B~3C~.~3D")
    comes_true(page, lambda: ends_meet(page, 4), "so do they before a hall")


def test_a_finger_finds_the_areas_below_the_list_and_the_curves_by_name(open_page: Open) -> None:
    page = open_page("/discounted_gain" + to_text("2031", "3"), 390, 844, touch=True)
    page.get_by_role("link", name="Show lines to the ideal places").tap()
    expect(page.locator(".over .lines i")).to_have_count(5)
    picture, last = box(page.locator(".picture")), Board(page).cards.last
    assert picture["y"] > box(last)["y"]
    assert picture["width"] <= 390
    unfold(page)
    name = page.locator(".st-key-figure_discounts [aria-label='Choose “Reciprocal = Power”']")
    name.scroll_into_view_if_needed()
    name.tap()  # which tells what it is
    name.tap()
    expect(page).to_have_url(re.compile("discount=reciprocal"))
    chosen = page.get_by_role("combobox", name="Discount").locator("option:checked")
    expect(chosen).to_contain_text("Reciprocal")
    expect(name).to_have_attribute("font-weight", "700")
    dcg = 2 + 3 / 3 + 1 / 4
    expect(score(page, "DCG@5")).to_have_text(f"{dcg:.3f}")


def test_the_base_is_slid_and_ndcg_stands_still(open_page: Open) -> None:
    """With the keys, while it is held in a preview, and as one step."""
    page = open_page("/discounted_gain" + to_text("20", "3"), 1400, 1200)
    unfold(page)
    base = page.get_by_role("slider", name="Log base")
    ndcg = 2 / (3 + 2 / math.log2(3))
    base.press("End")
    expect(score(page, "DCG@5")).to_have_text(f"{2 * math.log2(10):.3f}")
    expect(score(page, "nDCG@5")).to_have_text(f"{ndcg:.3f}")
    expect(page).to_have_url(re.compile("base=10"))
    expect(page.locator("dl.scores > div").first.locator("span")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(score(page, "DCG@5")).to_have_text("2.000")
    # Escape gives it up, also while the mouse goes on.
    base.scroll_into_view_if_needed()
    place = box(base)
    y = place["y"] + place["height"] / 2
    page.mouse.move(place["x"] + 9, y)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"], y)
    expect(score(page, "DCG@5")).to_have_text(f"{2 * math.log2(10):.3f}")
    page.keyboard.press("Escape")
    expect(score(page, "DCG@5")).to_have_text("2.000")
    page.mouse.move(place["x"] + place["width"] / 2, y)
    page.mouse.up()
    settle(page)
    expect(base).to_have_attribute("aria-valuetext", "2")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_the_parts_of_a_worked_quotient_give_its_last_digit() -> None:
    """Of 3 2 0 1, 4.693/4.762 would be 0.986 by hand; nDCG is 4.6925/4.7619 = 0.985."""
    ndcg = METRICS["ndcg"].compute(Ranking([3, 2, 0, 1], top_grade=3), k=4, gain="linear")
    summands = [term.summand for term in rank_terms.of_gain(ndcg)]
    assert summands == ["3·1.0000", "2·0.6309", "", "1·0.4307"]
    assert rank_terms.factor("ndcg", ndcg, 4) == "1/4.7619"
    dcg = METRICS["dcg"].compute(Ranking([2, 3, 1, 0], top_grade=3), k=4, gain="linear")
    summands = [term.summand for term in rank_terms.of_gain(dcg)]
    assert summands == ["2·1.000", "3·0.631", "1·0.500", ""]


def test_a_swap_shows_how_much_more_or_less_each_document_adds() -> None:
    """The 3 adds 3 instead of 3 · 0.6309, the 2 adds 2 · 0.6309 instead of 2."""
    at = visit(GAIN)
    assert "<em>" not in markup(at)
    act(at, "move", list="a", id="2", to=0)
    assert re.findall(r"<em>(.*?)</em>", markup(at)) == ["+1.107", "−0.738"]
