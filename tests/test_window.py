"""The lesson on precision and recall: five curves, and the cut that can be taken in them."""

import html
import json
import re
from collections.abc import Callable
from math import ceil
from random import Random
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import act, drawn, pieces, press, run, set_to, tiles, visit
from expected import Setup, written
from live_app import settle
from live_board import Board, box, middle, query, score, swipe, to_text

PAGE = "precision_and_recall"
OPENING = {"a": "1A~0B~1C~1D~0E~.~1F~0G", "scale": "1"}
Point = tuple[float, float]


class Curves(NamedTuple):
    """What is laid over the column: curves, shaded corners, what is read at the cut, the ring."""

    lines: dict[str, list[Point]]
    shades: dict[str, list[Point]]
    dots: dict[str, Point]
    labels: dict[str, str]
    ring: tuple[Point, str] | None


def curves(page: object) -> Curves:
    """Read the picture of a page that AppTest has run; shades in percent of width and height.

    Of the stairs, which change in the middle of a card, each step is the point at its k.
    """
    (piece,) = re.findall("<span class='curves.*?</span>", "".join(pieces(page)))  # type: ignore[arg-type]

    def points(path: str) -> list[Point]:
        return [
            (float(x), float(y)) for x, y in (each.split() for each in re.split("[ML]", path)[1:])
        ]

    lines = {}
    for look, mask in re.findall(r"class='stroke ([\w ]+)' style='([^']*)'", piece):
        (path,) = re.findall("<path d='([^']*)'", unquote(html.unescape(mask)))
        stairs = points(path)
        assert [x for x, _ in stairs[::2]] == [x for x, _ in stairs[1::2]]
        lines[look] = [(x, ceil(y)) for x, y in stairs[::2]]
    shades = {
        look: [(float(x), float(y)) for x, y in (each.split() for each in area.split(","))]
        for look, area in (
            (look, area.replace("%", ""))
            for look, area in re.findall(
                r"class='shade (\w+)' style='clip-path:polygon\((.*?)\)'", piece
            )
        )
    }
    places = r"style='--x:([\d.]+);--y:(\d+)'>"
    dots = {
        look: (float(x), float(y))
        for look, x, y in re.findall(rf"class='dot (\w+)' {places}", piece)
    }
    labels = dict(re.findall(rf"<b class='(\w+)' {places.replace('(', '(?:')}([^<]*)</b>", piece))
    found = re.search(rf"class='meet' {places}(?:<b class='\w+'>([^<]*)</b>)?", piece)
    ring = ((float(found[1]), float(found[2])), found[3]) if found else None
    return Curves(lines, shades, dots, labels, ring)


def changed(page: object) -> str:
    """The line above the list, without its emphasis."""
    (said,) = re.findall("<p class='changed'>(.*?)</p>", "".join(pieces(page)))  # type: ignore[arg-type]
    return re.sub("<[^>]*>", "", said)


# What is drawn


def test_five_curves_are_read_at_the_cut() -> None:
    """1 0 1 1 0, four exist: P@5 is 3/5, R@5 3/4, F1@5 6/9; at k = 4 all are 3/4."""
    drawn = curves(visit(PAGE, OPENING))
    assert drawn.lines["p"] == [(1, 1), (0.5, 2), (0.6667, 3), (0.75, 4), (0.6, 5)]
    assert drawn.lines["r"] == [(0.25, 1), (0.25, 2), (0.5, 3), (0.75, 4), (0.75, 5)]
    assert drawn.lines["f1"] == [(0.4, 1), (0.3333, 2), (0.5714, 3), (0.75, 4), (0.6667, 5)]
    assert drawn.lines["hit"] == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]  # no curve is at k = 0
    assert drawn.lines["r never"] == [(0.75, 5), (1, 6), (1, 7)]  # where recall would go on
    assert drawn.dots == {"p": (0.6, 5), "r": (0.75, 5), "f1": (0.6667, 5), "hit": (1, 5)}
    assert drawn.labels == {"p": "P 3/5", "f1": "F1 6/9", "r": "R 3/4", "hit": "Hit 1"}
    assert drawn.ring == ((0.75, 4), "RP 3/4")
    # R at most k/4 as far as rank 4 of 7; P at most 4/5 at rank 5.
    assert drawn.shades["r"][:2] == [(25, 7.14), (25, 21.43)]
    assert drawn.shades["r"][6:8] == [(100, 50), (100, 57.14)]
    assert drawn.shades["p"] == [
        *((100, 57.14), (100, 64.29), (80, 64.29), (80, 71.43)),
        *((100, 71.43), (100, 57.14)),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_curves_are_the_metrics_at_every_k(seed: int) -> None:
    """And no order of the same documents gets into the shade: the ideal one runs along it."""
    choose = Random(seed)
    setup = Setup(
        choose.choices([0, 1, 2, 3, None], k=choose.randint(1, 9)),
        choose.choices([0, 1, 2, 3, None], k=choose.randint(0, 3)),
        {"k": choose.randint(1, 11), "from": 2, "recall": choose.choice(["relevant", "capped"])},
    )
    at = visit(PAGE, setup.query())
    drawn, shown = curves(at), len(setup.grades)
    for look, key in {"p": "precision", "r": "recall", "f1": "f1", "hit": "hit"}.items():
        places = {y: x for x, y in drawn.lines[look]}
        for k, x in places.items():
            if k:
                assert x == pytest.approx(setup.score(key, k=int(k)), abs=6e-5)
        assert look == "hit" or set(range(1, shown + 1)) <= places.keys()
        assert drawn.dots[look] == (
            pytest.approx(setup.score(key), abs=6e-5),
            min(setup["k"], shown),
        )
    exist = int(setup.ranking().relevant_total)
    assert (drawn.ring is None) == (exist == 0)
    if drawn.ring:
        (x, y), label = drawn.ring
        assert (label is None) == (exist == min(setup["k"], shown))  # it is read there as P, R, F1
        assert (x, y) == (pytest.approx(setup.score("r_precision"), abs=6e-5), exist)
    press(at, "Ideal order")
    best = curves(at)
    for look, shade in best.shades.items():
        listed = shown + len(setup.missed)
        edge = {ceil(y / 100 * listed - 0.01): x for x, y in shade[:-2:2]}
        for x, y in best.lines[look]:
            assert edge.get(int(y), 100 * x) == pytest.approx(100 * x, abs=0.01)


def test_where_fewer_are_shown_than_exist_the_ring_stands_beyond_the_list() -> None:
    """1 1 and three missed, m = 5: P falls to 2/5 over empty ranks, where it meets R."""
    drawn = curves(visit(PAGE, {"a": "1A~1B~.~1C~1D~1E", "scale": "1", "k": "2"}))
    assert drawn.ring == ((0.4, 5), "RP 2/5")
    assert drawn.lines["p rest"] == [(1, 2), (0.6667, 3), (0.5, 4), (0.4, 5)]
    assert drawn.lines["r rest"] == [(0.4, 2), (0.4, 3), (0.4, 4), (0.4, 5)]
    assert drawn.lines["r never"] == [(0.4, 2), (0.6, 3), (0.8, 4), (1, 5)]


def test_without_documents_there_is_no_curve() -> None:
    at = visit(PAGE, {"a": ".~1A"})
    assert not at.exception
    assert "class='curves" not in "".join(pieces(at))


def of_part(at: AppTest, part: str) -> list[dict[str, Any]]:
    """The rows of one part of the chart."""
    return [row for row in drawn(at)["windows"].to_pylist() if row["part"] == part]


@pytest.mark.parametrize("seed", range(6))
def test_the_chart_holds_the_metrics_at_every_k_of_both_lists(seed: int) -> None:
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
    at = visit(PAGE, {**a.query(), "b": b.query()["a"]})
    for part, setup in {"a": a, "b": b}.items():
        path = of_part(at, part)
        assert len(path) == max(len(a.grades) + len(a.missed), a["k"])
        for row in path:
            scores = [setup.score(key, k=row["rank"]) for key in ("recall", "precision")]
            assert [row["recall"], row["precision"]] == pytest.approx(scores)
        assert [row["rank"] for row in path if row["strong"]] == [a["k"]]
    steps = [row for row in of_part(at, "line") if not row["name"].endswith("of list B")]
    for row in steps:
        key = {"P@k": "precision", "R@k": "recall", "F1@k": "f1"}[row["name"]]
        k = min(int(row["x"] + 0.5), int(max(step["x"] for step in steps) - 0.5))
        assert row["y"] == pytest.approx(a.score(key, k=k))
    for k, row in enumerate(of_part(at, "at"), start=1):
        for key, name in {"precision": "P", "recall": "R", "f1": "F1"}.items():
            worked = re.search(rf"{name}@{k} = \S+ = ([\d.]+)", row["said"])
            assert worked is not None
            assert worked[1] == written(a.score(key, k=k))


def test_the_chart_works_out_each_k_and_remembers_the_last_move() -> None:
    at = visit(PAGE, OPENING)
    assert [row["said"] for row in of_part(at, "at")][2].startswith(
        "Rank 3: 2 hits in 3: P@3 = 2/3 = 0.667, R@3 = 2/4 = 0.500, F1@3 = 2·2/(3+4) = 0.571 ("
    )
    assert of_part(at, "at")[5]["said"].startswith("k = 6, no document there: 3 hits in 6")
    (never,) = of_part(at, "never")
    assert (never["recall"], never["label"]) == (0.75, "never found: 1 of 4")
    assert {row["recall"] for row in of_part(at, "equal")} >= {1}
    for row in of_part(at, "equal"):
        f1 = 2 * row["precision"] * row["recall"] / (row["precision"] + row["recall"])
        assert f1 == pytest.approx(float(row["name"]))
    before = [(row["recall"], row["precision"]) for row in of_part(at, "a")]
    act(at, "move", list="a", id="1", to=1)
    assert [(row["recall"], row["precision"]) for row in of_part(at, "before")] == before
    assert [row["counts"] for row in of_part(at, "a")][:2] == [False, True]
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
    set_to(at, "Preset", "pr-flat")
    assert changed(at) == "1 hit in the top 4, 2 relevant exist: P 1/4, R 1/2, F1 2/6"


def test_the_order_inside_the_window_is_invisible() -> None:
    """The page's invitation moves the first document down to rank k; no score moves."""
    at = visit(PAGE, OPENING)
    before = curves(at)
    (invitation,) = re.findall(
        r"\[\*\*Move the first[^(]*\(#do=([^)]*)\)",
        "\n".join(each.value for each in at.main.markdown),
    )
    assert json.loads(unquote(invitation)) == {"do": "move", "list": "a", "id": "1", "to": 4}
    act(at, "move", list="a", id="1", to=4)
    assert changed(at) == "The same documents are in the top k. All stay: P 3/5, R 3/4, F1 6/9"
    after = curves(at)
    assert after.dots == before.dots
    assert after.lines["p"] == [(0, 1), (0.5, 2), (0.6667, 3), (0.5, 4), (0.6, 5)]
    assert {label: tile.change for label, tile in tiles(at).items() if tile.change} == {
        "RP": "−0.250"  # it looks at four ranks
    }


def test_who_predicts_first_sees_neither_curves_nor_fractions() -> None:
    at = press(visit(PAGE, OPENING), "Predict first")
    assert changed(at) == "&nbsp;"
    assert "class='curves" not in "".join(pieces(at))
    act(at, "turn", knob="k", to=4)
    assert changed(at) == "&nbsp;"
    assert "3/4" not in "".join(pieces(at))


# The cut in the picture

Open = Callable[..., Page]


def test_the_cut_is_taken_in_the_picture(open_page: Open) -> None:
    """By its handle or anywhere in the curves; previewed, one step, and Escape lets it be."""
    page = open_page(f"/{PAGE}" + to_text("10110", "10", scale=1))
    board, handle = Board(page), page.locator(".curves .take")
    read = page.locator(".curves > b.p")
    line = page.locator(".picture > .cut")
    pitch = box(board.card("C"))["y"] - box(board.card("B"))["y"]
    x, y = middle(handle)
    assert abs(middle(line)[1] - y) < 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 2 * pitch, steps=6)
    expect(board.cut).to_have_attribute("aria-valuenow", "3")
    expect(read).to_have_text("P 2/3")
    expect(score(page, "P@3")).to_have_text("0.667")
    expect(page.locator(".changed")).to_contain_text("Hits in the top k: 3 → 2")
    assert abs(middle(line)[1] - (y - 2 * pitch)) < 2
    assert "k" not in query(page)  # nothing is kept
    page.keyboard.press("Escape")
    expect(board.cut).to_have_attribute("aria-valuenow", "5")
    expect(read).to_have_text("P 3/5")
    page.mouse.up()
    settle(page)
    assert "k" not in query(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()

    second = page.locator(".picture .column").first.locator("li").nth(1)
    at = box(second)
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] - 4)
    page.mouse.down()
    expect(read).to_have_text("P 1/2")
    page.mouse.up()
    expect(board.cut).to_have_attribute("aria-valuenow", "2")
    settle(page)
    assert query(page)["k"] == "2"
    board.cut.press("ArrowDown")
    expect(read).to_have_text("P 2/3")
    for there in ("P 1/2", "P 3/5"):
        page.get_by_role("button", name="Undo").click()
        expect(read).to_have_text(there)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_finger_takes_the_cut_by_its_handle_below_the_list(open_page: Open) -> None:
    """There the picture's rows are not the cards' any more. Elsewhere a finger moves nothing."""
    page = open_page(f"/{PAGE}" + to_text("10110", "10", scale=1), 390, 844, touch=True)
    board, handle = Board(page), page.locator(".curves .take")
    finger = page.context.new_cdp_session(page)
    handle.scroll_into_view_if_needed()
    settle(page)
    rows = page.locator(".picture .column").first.locator("li")
    pitch = box(rows.nth(1))["y"] - box(rows.nth(0))["y"]
    x, y = middle(handle)
    swipe(finger, [(x, y - part * pitch / 4) for part in range(9)])
    expect(board.cut).to_have_attribute("aria-valuenow", "3")
    expect(page.locator(".curves > b.p")).to_have_text("P 2/3")
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
