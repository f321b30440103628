"""The lesson on precision and recall: two boxes, curves, and the cut that can be taken there."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import act, drawn, pieces, press, run, set_to, tiles, visit
from expected import Setup, written
from live_app import settle
from live_board import Board, box, middle, query, score, swipe, to_text
from ui.core.presets import presets

PAGE = "precision_and_recall"
OPENING = {"a": "1A~0B~1C~1D~0E~.~1F~0G", "scale": "1"}


class Boxes(NamedTuple):
    """What is laid over the column: the names of the boxes, the row of the cut, and the dots.

    A dot has its look, its place between the sides, and its row.
    """

    names: list[str]
    cut: int
    dots: list[tuple[str, float, float]]


def boxes(page: object) -> Boxes:
    """Read the picture of a page that AppTest has run."""
    (piece,) = re.findall("<span class='boxes.*?</span>", "".join(pieces(page)))  # type: ignore[arg-type]
    dots = re.findall(r"<i class='((?:in|out) \w+)' style='--x:([\d.]+);--y:([\d.]+)'>", piece)
    (cut,) = re.findall(r"--cut:(\d+)", piece)
    return Boxes(
        re.findall(r"<b class='\w+'>([^<]*)</b>", piece),
        int(cut),
        [(look, float(x), float(y)) for look, x, y in dots],
    )


def changed(page: object) -> str:
    """The line below the scores, without its emphasis."""
    (said,) = re.findall("<p class='changed'>(.*?)</p>", "".join(pieces(page)))  # type: ignore[arg-type]
    return re.sub("<[^>]*>", "", said)


def of_part(at: AppTest, part: str, chart: str = "every_k") -> list[dict[str, Any]]:
    """The rows of one table of a chart; those of the ranks are "a"."""
    return [row for row in drawn(at)[chart].to_pylist() if row["part"] == part]


def opened(query: dict[str, str]) -> AppTest:
    """The page with its folded chart open."""
    return visit(PAGE, query, fold_trade=True)


def curve(at: AppTest, name: str, part: str = "curves") -> list[float]:
    """A curve of the chart, for every k."""
    rows = [row for row in of_part(at, part) if row["name"] == name]
    assert [row["rank"] for row in rows] == [*range(1, len(rows) + 1)]
    return [row["height"] for row in rows]


# What is drawn


def test_the_first_picture_has_precision_alone_and_recall_comes_later() -> None:
    """And F1 after them."""
    at = visit(PAGE)
    shown = []
    for step in (step for step in presets(PAGE).values() if step.group == "first"):
        set_to(at, "Step", step.id)
        found = boxes(at).names, {row["name"] for row in of_part(at, "curves")}
        stage = [label.partition("@")[0] for label in scores_in_sight(at)]
        inside = [name for name in found[0] if name not in ("not relevant", "relevant")]
        shown.append((len(inside), sorted(found[1]), stage))
    alone, both = (1, ["P"], ["P"]), (2, ["P", "R"], ["P", "R"])
    assert shown == [
        *(alone, alone, both, both, both),
        (2, ["F1", "P", "R"], ["P", "R", "F1"]),
    ]


def scores_in_sight(at: AppTest) -> list[str]:
    """The labels of the scores above the bars."""
    (first, *_) = re.findall(
        r"<dl class='scores (?:big|several)'>(.*?)</dl>", "".join(pieces(at)), re.S
    )
    return re.findall("<dt>(.*?)</dt>", first)


def test_the_hits_are_in_both_boxes() -> None:
    """1 0 1 1 0, four exist, and the last was not retrieved."""
    at = visit(PAGE, OPENING)
    left, right = 0.25, 0.75
    assert boxes(at) == Boxes(
        ["top 5", "all 4 relevant"],
        5,
        [
            *(("in relevant", right, 0.5), ("in other", left, 1.5), ("in relevant", right, 2.5)),
            *(("in relevant", right, 3.5), ("in other", left, 4.5)),
            *(("out relevant", right, 5.5), ("out other", left, 6.5)),
        ],
    )
    spoken = re.findall(r"<b>([^<]*: )</b>((?:a |relevant|not)[^<]*)<", "".join(pieces(at)))
    assert spoken[-3:] == [
        ("rank 5: ", "a miss"),
        ("not retrieved: ", "relevant, but not in the top 5"),
        ("not retrieved: ", "not relevant, below the cut"),
    ]
    act(at, "turn", knob="k", to=3)
    assert (boxes(at).names[0], boxes(at).cut) == ("top 3", 3)
    inside = [look for look, _, _ in boxes(at).dots]
    assert inside.count("in relevant") == 2
    beside = re.findall(r">(P \d/\d, R \d/\d)<", "".join(pieces(at)))
    assert beside == ["P 1/1, R 1/4", "P 1/2, R 1/4", "P 2/3, R 2/4"]


def test_five_curves_are_read_at_every_k() -> None:
    """1 0 1 1 0, four exist: P@5 is 3/5, R@5 3/4, F1@5 6/9; at k = 4 all are 3/4."""
    at = visit(PAGE, OPENING)
    thirds = [1, 1 / 2, 2 / 3, 3 / 4, 3 / 5, 3 / 6, 3 / 7]
    assert curve(at, "P") == pytest.approx(thirds)
    assert curve(at, "R") == [0.25, 0.25, 0.5, 0.75, 0.75, 0.75, 0.75]
    assert curve(at, "F1") == pytest.approx([2 / 5, 2 / 6, 4 / 7, 6 / 8, 6 / 9, 6 / 10, 6 / 11])
    assert curve(at, "Hit") == [1] * 7
    labels = [row["label"] for row in of_part(at, "curves") if row["name"] == "P"]
    assert labels == ["1/1", "1/2", "2/3", "3/4", "3/5", "3/6", "3/7"]
    (meet,) = of_part(at, "meet")
    assert (meet["rank"], meet["height"], meet["label"]) == (4, 0.75, "RP 3/4")


@pytest.mark.parametrize("seed", range(12))
def test_curves_are_the_metrics_at_every_k(seed: int) -> None:
    """And no order of the same documents gets above m/k or k/m: the ideal one runs along it."""
    choose = Random(seed)
    setup = Setup(
        choose.choices([0, 1, 2, 3, None], k=choose.randint(1, 9)),
        choose.choices([0, 1, 2, 3, None], k=choose.randint(0, 3)),
        {"k": choose.randint(1, 11), "from": 2, "recall": choose.choice(["relevant", "capped"])},
    )
    at = visit(PAGE, setup.query())
    names = {"P": "precision", "R": "recall", "F1": "f1", "Hit": "hit"}
    for name, key in names.items():
        for k, height in enumerate(curve(at, name), start=1):
            assert height == pytest.approx(setup.score(key, k=k))
        here = [row["rank"] for row in of_part(at, "curves") if row["strong"]]
        assert set(here) == {setup["k"]}
    exist = int(setup.ranking().relevant_total)
    found = [(row["rank"], row["height"]) for row in of_part(at, "meet")]
    assert found == [(exist, pytest.approx(setup.score("r_precision")))] * (exist > 0)
    press(at, "Ideal order")
    for k, height in enumerate(curve(at, "P"), start=1):
        assert height == pytest.approx(min(k, exist, len(setup.grades)) / k)
        if setup["recall"] == "relevant":
            assert curve(at, "R")[k - 1] <= k / max(exist, 1)


def test_where_fewer_are_shown_than_exist_both_meet_beyond_the_list() -> None:
    """1 1 and three missed, m = 5: P falls to 2/5 over empty ranks, where it meets R."""
    at = visit(PAGE, {"a": "1A~1B~.~1C~1D~1E", "scale": "1", "k": "2"})
    (meet,) = of_part(at, "meet")
    assert (meet["rank"], meet["label"]) == (5, "RP 2/5")
    assert curve(at, "P") == pytest.approx([1, 1, 2 / 3, 2 / 4, 2 / 5])
    assert curve(at, "R") == pytest.approx([1 / 5, 2 / 5, 2 / 5, 2 / 5, 2 / 5])
    said = [row["said"] for row in of_part(at, "a")]
    assert said[2].startswith("k = 3, no document there: 2 hits in 3: P@3 = 2/3 = 0.667")


def test_without_documents_there_is_no_box() -> None:
    at = visit(PAGE, {"a": ""})
    assert not at.exception
    assert "class='boxes" not in "".join(pieces(at))


@pytest.mark.parametrize("seed", range(6))
def test_the_charts_hold_the_metrics_at_every_k_of_both_lists(seed: int) -> None:
    choose = Random(seed)
    knobs = {"k": choose.randint(1, 9), "from": 2, "recall": choose.choice(["relevant", "capped"])}
    a, b = (
        Setup(
            choose.choices([0, 1, 2, 3, None], k=choose.randint(1, 8)),
            choose.choices([0, 1, 2, 3], k=choose.randint(0, 2)),
            knobs,
        )
        for _ in "ab"
    )
    at = opened({**a.query(), "b": b.query()["a"]})
    deepest = max(len(a.grades) + len(a.missed), a["k"])
    for part, setup in {"points": a, "b": b}.items():
        path = of_part(at, part, "trade")
        assert len(path) == deepest
        for row in path:
            found = [setup.score(key, k=row["rank"]) for key in ("recall", "precision")]
            assert [row["recall"], row["precision"]] == pytest.approx(found)
        assert [row["rank"] for row in path if row["strong"]] == [a["k"]]
    for part, setup in {"curves": a, "b": b}.items():
        for name, key in {"P": "precision", "R": "recall"}.items():
            heights = [setup.score(key, k=k) for k in range(1, deepest + 1)]
            assert curve(at, name, part) == pytest.approx(heights)
    for k, row in enumerate(of_part(at, "a"), start=1):
        for key, name in {"precision": "P", "recall": "R", "f1": "F1"}.items():
            shown = rf"{name}@{k}(?: = \S+ =|: 0/0, which counts as) ([\d.]+)"
            worked = re.search(shown, row["said"])
            assert worked is not None
            assert worked[1] == written(a.score(key, k=k))


def test_the_charts_work_out_each_k_and_remember_the_last_move() -> None:
    at = opened(OPENING)
    assert [row["said"] for row in of_part(at, "a")][2] == (
        "Rank 3: 2 hits in 3: P@3 = 2/3 = 0.667, R@3 = 2/4 = 0.500, F1@3 = 2·2/(3+4) = 0.571, "
        "Hit@3 = 1 (C)"
    )
    assert of_part(at, "a")[5]["said"].startswith("k = 6, no document there: 3 hits in 6")
    (never,) = of_part(at, "never", "trade")
    assert (never["recall"], never["label"]) == (0.75, "never found: 1 of 4")
    assert {row["recall"] for row in of_part(at, "equal", "trade")} >= {1}
    for row in of_part(at, "equal", "trade"):
        f1 = 2 * row["precision"] * row["recall"] / (row["precision"] + row["recall"])
        assert f1 == pytest.approx(float(row["name"]))
    points = of_part(at, "points", "trade")
    before, curves = [(row["recall"], row["precision"]) for row in points], curve(at, "P")
    assert not of_part(at, "curves_was")
    act(at, "move", list="a", id="1", to=1)
    were = of_part(at, "points_was", "trade")
    assert [(row["recall"], row["precision"]) for row in were] == before
    assert curve(at, "P", "curves_was") == curves
    assert curve(at, "P") == pytest.approx([0, *curves[1:]])
    press(at, "Predict first")
    act(at, "turn", knob="k", to=2)
    assert drawn(at) == {}


# What the last move changed


def test_a_cut_moved_by_one_says_what_came_in_and_what_it_made_of_the_fractions() -> None:
    at = visit(PAGE, OPENING)
    assert changed(at) == "3 hits in the top 5, 4 relevant exist: P 3/5, R 3/4, F1 6/9"
    act(at, "turn", knob="k", to=4)
    assert changed(at) == "Rank 5 left the top k, a miss: P 3/5 → 3/4, R 3/4, F1 6/9 → 6/8"
    act(at, "turn", knob="k", to=3)
    assert changed(at) == "Rank 4 left the top k, a hit: P 3/4 → 2/3, R 3/4 → 2/4, F1 6/8 → 4/7"
    act(at, "turn", knob="k", to=4, held=True)  # while the line is held, too
    assert changed(at) == (
        "Rank 4 came into the top k, a hit: P 2/3 → 3/4, R 2/4 → 3/4, F1 4/7 → 6/8"
    )
    run(at)
    act(at, "turn", knob="k", to=5)
    assert changed(at) == "Hits in the top k: 2 → 3: P 2/3 → 3/5, R 2/4 → 3/4, F1 4/7 → 6/9"
    act(at, "turn", knob="k", to=6)
    assert changed(at) == "Rank 6 came into the top k, empty: P 3/5 → 3/6, R 3/4, F1 6/9 → 6/10"
    act(at, "turn", knob="k", to=9)
    assert changed(at) == "The same number of hits: P 3/6 → 3/9, R 3/4, F1 6/10 → 6/13"
    set_to(at, "Recall denominator", "capped")
    assert changed(at) == "Recall is divided by at most k. All stay: P 3/9, R 3/4, F1 6/13"
    act(at, "grade", list="a", id="7", grade=1)
    assert changed(at) == "Relevant documents: 4 → 5: P 3/9, R 3/4 → 3/5, F1 6/13 → 6/14"
    set_to(at, "Step", "pr-flat")
    assert changed(at) == "1 hit in the top 4, 2 relevant exist: P 1/4, R 1/2"
    set_to(at, "Step", "pr-simple")
    assert changed(at) == "2 hits in the top 3: P 2/3"
    act(at, "turn", knob="k", to=4)
    assert changed(at) == "Rank 4 came into the top k, a hit: P 2/3 → 3/4"


def test_the_order_inside_the_top_k_is_invisible() -> None:
    """The first document moves down to rank k; no score of the top k moves."""
    at = visit(PAGE, OPENING)
    act(at, "move", list="a", id="1", to=4)
    assert changed(at) == "The same documents are in the top k. All stay: P 3/5, R 3/4, F1 6/9"
    assert curve(at, "P") == pytest.approx([0, 1 / 2, 2 / 3, 1 / 2, 3 / 5, 3 / 6, 3 / 7])
    assert {label: tile.change for label, tile in tiles(at).items() if tile.change} == {
        "RP": "−0.250"  # it looks at four ranks
    }
    set_to(at, "Step", "pr-order-inside")
    act(at, "move", list="a", id="1", to=2)
    assert changed(at) == "The same documents are in the top k. It stays: P 2/3"


def test_who_predicts_first_sees_neither_curves_nor_fractions() -> None:
    at = press(visit(PAGE, OPENING), "Predict first")
    for _ in range(2):
        assert "class='changed" not in "".join(pieces(at))
        assert "class='boxes" not in "".join(pieces(at))
        act(at, "turn", knob="k", to=4)
    assert "3/4" not in "".join(pieces(at))


# The cut in the picture

Open = Callable[..., Page]


def test_the_cut_is_taken_in_the_picture(open_page: Open) -> None:
    """By its handle or anywhere in the curves; previewed, one step, and Escape lets it be."""
    page = open_page(f"/{PAGE}" + to_text("10110", "10", scale=1))
    board, handle = Board(page), page.locator(".boxes .take")
    read = page.locator(".boxes > b.top")
    line = page.locator(".picture > .cut")
    pitch = box(board.card("C"))["y"] - box(board.card("B"))["y"]
    x, y = middle(handle)
    assert abs(middle(line)[1] - y) < 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 2 * pitch, steps=6)
    expect(board.cut).to_have_attribute("aria-valuenow", "3")
    expect(read).to_have_text("top 3")
    expect(score(page, "P@3")).to_have_text("0.667")
    expect(page.locator(".changed")).to_contain_text("Hits in the top k: 3 → 2")
    assert abs(middle(line)[1] - (y - 2 * pitch)) < 2
    assert "k" not in query(page)  # nothing is kept
    page.keyboard.press("Escape")
    expect(board.cut).to_have_attribute("aria-valuenow", "5")
    expect(read).to_have_text("top 5")
    page.mouse.up()
    settle(page)
    assert "k" not in query(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()

    second = page.locator(".picture .column").first.locator("li").nth(1)
    at = box(second)
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] - 4)
    page.mouse.down()
    expect(read).to_have_text("top 2")
    page.mouse.up()
    expect(board.cut).to_have_attribute("aria-valuenow", "2")
    settle(page)
    assert query(page)["k"] == "2"
    board.cut.press("ArrowDown")
    expect(read).to_have_text("top 3")
    for there in ("top 2", "top 5"):
        page.get_by_role("button", name="Undo").click()
        expect(read).to_have_text(there)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_finger_takes_the_cut_by_its_handle_below_the_list(open_page: Open) -> None:
    """There the picture's rows are not the cards' any more. Elsewhere a finger moves nothing."""
    page = open_page(f"/{PAGE}" + to_text("10110", "10", scale=1), 390, 844, touch=True)
    board, handle = Board(page), page.locator(".boxes .take")
    finger = page.context.new_cdp_session(page)
    handle.scroll_into_view_if_needed()
    settle(page)
    rows = page.locator(".picture .column").first.locator("li")
    pitch = box(rows.nth(1))["y"] - box(rows.nth(0))["y"]
    x, y = middle(handle)
    swipe(finger, [(x, y - part * pitch / 4) for part in range(9)])
    expect(board.cut).to_have_attribute("aria-valuenow", "3")
    expect(page.locator(".boxes > b.top")).to_have_text("top 3")
    settle(page)
    assert query(page)["k"] == "3"
    rows.nth(0).tap()
    settle(page)
    expect(board.cut).to_have_attribute("aria-valuenow", "3")


def test_a_click_in_the_chart_takes_the_cut_there(open_page: Open) -> None:
    page = open_page(f"/{PAGE}" + to_text("10110", "10", scale=1))
    column = page.locator(".stVegaLiteChart [aria-label^='Rank 3: 2 hits']")
    column.click()
    expect(score(page, "P@3")).to_have_text("0.667")
    expect(page.locator(".stVegaLiteChart text", has_text="k = 3").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(score(page, "P@5")).to_have_text("0.600")
