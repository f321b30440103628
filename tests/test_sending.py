"""Readers are sent down the list of a lesson: where they stop, what is heard, and how it moves."""

import json
import math
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    Drawn,
    Part,
    act,
    arrive,
    controls,
    data,
    drawn,
    go,
    is_off,
    markup,
    notices,
    pictures,
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
from live_board import Board, box, comes_true, heard, middle, overhang, query, score, to_text
from test_states import HEARD, OVERLAPS, misheard

RBP, ERR = "rank_biased_precision", "expected_reciprocal_rank"
LIST = Setup((1, 0, 1, 0, 1), (), {"scale": 1})
SEND = {1: "Send one reader", 100: "Send 100", 10_000: "Send 10,000"}


def stops(number: int, seed: int, p: float = 0.8, most: int = 5) -> list[int]:
    """The rank of the last document each reader looks at: they stop by rank i if u < 1 − p^i."""
    drawn = np.random.default_rng(seed).random(number)
    ranks = np.floor(np.log(1 - drawn) / np.log(p)).astype(int) + 1
    return [int(rank) for rank in np.minimum(ranks, most + 1)]


def found(rank: int, grades: tuple[int, ...] = (1, 0, 1, 0, 1), p: float = 0.8) -> float:
    """What a reader has seen down to a rank, over the documents that one looks at on average."""
    return sum(grades[:rank]) * (1 - p)


def column(at: AppTest) -> Drawn:
    """The column of those who were sent."""
    (_, columns), *_ = pictures(at)
    (sent,) = [each for each in columns if "sent" in each.over]
    return sent


def said(at: AppTest) -> str:
    """What is heard last."""
    told: str = data(at, "post")["said"][1]
    return told


def means(at: AppTest, part: str) -> list[dict[str, Any]]:
    """The rows of a part of the chart of means."""
    return [row for row in drawn(at)["simulated_means"].to_pylist() if row["part"] == part]


def test_nobody_walks_until_somebody_is_sent() -> None:
    at = visit(RBP, LIST.query())
    ((_, (people,)),) = pictures(at)
    assert people.heading == (
        "Of 8 readers, on average. Filled: stops. Hollow:\u00a0goes\u00a0on. "
        "Adds:\u00a0stops\u00a0×\u00a0worth."
    )
    told = data(at, "board_a")["adds"]["rows"]
    hits = ("0.200 × 1 = 0.200", "0.128 × 1 = 0.128", "0.082 × 1 = 0.082")
    in_cards = [hits[0], "0.160 × 0 = 0.000", hits[1], "0.102 × 0 = 0.000", hits[2]]
    assert [label for label, *_ in told.values()] == in_cards
    assert ">Readers look at 1/(1 − 0.8) = 5 documents on average</p>" in text(at)
    assert "simulated_means" not in drawn(at)
    for p, read in ((0, "1 document"), (0.5, "2 documents"), (0.97, "33.3"), (0.99, "100")):
        act(at, "turn", knob="persistence", to=p)
        assert f">Readers look at 1/(1 − {p}) = {read}" in text(at)
    act(at, "turn", knob="persistence", to=0.8)
    press(at, SEND[1])
    assert means(at, "at")[0]["said"].endswith(", 0.410 ± 0.350, two standard errors")


@pytest.mark.parametrize("number", SEND)
def test_readers_stop_where_their_numbers_fall(number: int) -> None:
    at = visit(RBP, LIST.query())
    press(at, SEND[number])
    assert {**LIST.query(), "sent": str(number), "sent_seed": "1"} == at.query_params
    ranks = stops(number, seed=1)
    mean = np.mean([found(rank) for rank in ranks])
    here = column(at)
    counts = [ranks.count(rank) for rank in range(1, 7)]
    cells = [*(row.cell for row in here.rows.values()), here.past]
    due = [0.2 * 0.8**at for at in range(5)] + [0.8**5]
    if number == 1:
        assert (here.heading, here.score) == ("One reader", f"{mean:.3f}")
        labels = ["" if not count else f"found {mean:.3f}" for count in counts]
        labels[-1] = "walked off the end" + f": {labels[-1]}" * counts[-1]
        bars = [()] * 6
        assert f"--row:{ranks[0]};" in f"{here.over[:-1]};"
        how = f"stopped at rank {ranks[0]}" if ranks[0] < 6 else "walked off the end"
        assert said(at) == f"One reader: {how}, found {mean:.3f}"
    else:
        spread = np.sqrt(sum(s * (found(r) - 0.4099) ** 2 for r, s in enumerate(due, 1)))
        off = f"{mean:.3f} ± {2 * spread / number**0.5:.3f}"
        assert (here.heading, here.score) == (f"{number:,} readers", off)
        labels = [f"{count:,}" for count in counts]
        labels[-1] = f"walked off the end: {labels[-1]}"
        look = "dots" if number == 100 else "solid"
        bars = [(Part(look, 0, count / number),) for count in counts]
        assert said(at) == f"{number:,} readers: {off} on average; the formula says 0.410"
        assert f"<p>{number:,} readers: <b>{off.replace(' ', '</b> ', 1)}</p>" in text(at)
    assert [cell.label for cell in cells if cell] == labels
    for cell, bar, share in zip(cells, bars, due, strict=True):
        assert cell
        for one, other in zip(cell.parts, [*bar, Part("hollow", 0, share)], strict=True):
            assert one.look == other.look
            assert one[1:3] == pytest.approx(other[1:3], abs=5.1e-5)


def test_other_readers_come_each_time_and_the_same_ones_by_link_and_undo() -> None:
    at = visit(RBP, LIST.query())
    came = []
    for seed in (1, 2, 3):
        press(at, "Send 100")
        mean = np.mean([found(rank) for rank in stops(100, seed)])
        assert column(at).score.startswith(f"{mean:.3f} ")
        came.append(column(at).rows)
    assert all(came.count(rows) == 1 for rows in came)
    press(at, "Undo")
    assert column(at).rows == came[1]
    assert said(at).startswith("100 readers: ")
    assert column(visit(RBP, at.query_params)).rows == came[1]
    press(at, "Undo")
    press(at, "Undo")
    assert said(at) == "Readers sent: none"
    assert is_off(at, "Undo")
    last = visit(RBP, {**LIST.query(), "sent": "1", "sent_seed": "999"})
    press(last, "Send 100")
    assert (last.query_params["sent"], "sent_seed" in last.query_params) == ("100", False)
    assert column(last).score.startswith(f"{np.mean([found(r) for r in stops(100, 0)]):.3f} ")


def test_another_reader_who_does_the_same_is_heard_again() -> None:
    first = next(seed for seed in range(2, 100) if stops(1, seed) == stops(1, seed + 1))
    at = visit(RBP, {**LIST.query(), "sent_seed": str(first - 1)})
    press(at, "Send one reader")
    before, told = data(at, "post")["said"]
    press(at, "Send one reader")
    assert data(at, "post")["said"] == [before + 1, told]
    assert told.startswith("One reader: ")


def test_while_a_card_is_held_the_same_readers_find_something_else() -> None:
    at = visit(RBP, {**LIST.query(), "sent": "100", "sent_seed": "2"})
    before = column(at)
    act(at, "move", list="a", id="2", to=0, held=True)
    held = column(at)
    assert [row.cell.label for row in held.rows.values()] == [
        row.cell.label for row in before.rows.values()
    ]
    mean = np.mean([found(rank, (0, 1, 1, 0, 1)) for rank in stops(100, 2)])
    assert held.score.startswith(f"{mean:.3f} ")
    act(at, "turn", by="toolbar", knob="persistence", to=0.5, held=True)
    ranks = stops(100, 2, p=0.5)
    assert [row.cell.label for row in column(at).rows.values()] == [
        str(ranks.count(rank)) for rank in range(1, 6)
    ]
    act(at, "cancel", held=True)
    assert column(at).score == before.score


def test_the_figure_walks_once() -> None:
    """Not with every edit of something else anew, and not when a link is opened."""
    at = visit(RBP, {**LIST.query(), "sent": "1", "sent_seed": "2"})
    assert "walks" not in column(at).over
    walked = []
    for _ in range(12):
        press(at, "Send one reader")
        walked.append("walks" in column(at).over)
        moves = stops(1, int(at.query_params["sent_seed"]))[0] - 1
        assert walked[-1] == (moves > 0)
        assert not moves or f"--moves:{moves};" in column(at).over
        act(at, "grade", list="a", id="1", grade=0)
        assert "walks" not in column(at).over
        press(at, "Undo")
        assert "walks" not in column(at).over
    assert any(walked)
    press(at, "Send 100")
    assert column(at).over == "<i class='sent new'></i>"
    act(at, "grade", list="a", id="1", grade=0)
    assert column(at).over == "<i class='sent'></i>"
    go(at, "playground")
    go(at, RBP)
    assert column(at).over == "<i class='sent'></i>"


def test_who_walks_off_stands_below_the_last_card_missed_ones_among_them() -> None:
    seed = next(seed for seed in range(100) if stops(1, seed) == [6])
    shown = Setup((1, 0, 1, 0, 1), (1, 1), {"scale": 1, "sent": 1, "sent_seed": seed})
    here = column(visit(RBP, shown.query()))
    assert "--row:8'" in here.over
    assert list(here.rows) == [1, 2, 3, 4, 5]
    assert here.past
    assert here.past.label == "walked off the end: found 0.600"


def test_the_mean_comes_to_the_formula_inside_its_band() -> None:
    at = visit(RBP, {**LIST.query(), "sent": "10000", "sent_seed": "5"})
    (rows,) = [table for table in tables(at) if table[0][0] == "readers"]
    assert rows[0] == ["readers", "1", "10", "100", "1,000", "10,000"]
    ranks = stops(10_000, 5)
    for at_, number in enumerate((1, 10, 100, 1000, 10_000), start=1):
        mean = float(np.mean([found(rank) for rank in ranks[:number]]))
        assert rows[1][at_] == f"{mean:.3f}"
        assert float(rows[3][at_].replace("−", "-")) == pytest.approx(mean - 0.40992, abs=6e-4)
    assert float(rows[2][-1][2:]) == pytest.approx(float(rows[2][1][2:]) / 100, abs=6e-4)
    points = [(row["x"], row["y"]) for row in means(at, "line") if row["strong"]]
    assert points[0] == pytest.approx((1, found(ranks[0])))
    assert points[-1] == pytest.approx((10_000, float(rows[1][-1])), abs=5e-4)
    (here,) = means(at, "here")
    assert (here["x"], here["y"]) == pytest.approx(points[-1])
    first, *_, last = means(at, "band")
    assert first["high"] == pytest.approx(0.6)  # three hits, over the 5 documents one looks at
    margin = float(rows[2][-1][2:])
    assert (last["low"], last["high"]) == pytest.approx(
        (0.40992 - margin, 0.40992 + margin), abs=6e-4
    )
    told = f"10,000 readers: mean {rows[1][-1]}, 0.410 {rows[2][-1]}, two standard errors"
    assert means(at, "at")[-1]["said"] == told
    assert [row["said"] for row in means(at, "end")] == ["The formula says 0.410"]


def test_err_readers_stop_satisfied_or_leave_with_nothing() -> None:
    """R is 1/8, 3/8, 0, 7/8, 1/8; of the unsatisfied nine in ten go on."""
    at = visit(ERR, {"a": "1A~2B~0C~3D~1E", "continue": "0.9"})
    assert len(pictures(at)[0][1]) == 1
    assert "What the readers brought back" not in text(at)
    press(at, "Send 10,000")
    here = 1.0
    ends, gave_up = [], []
    for satisfies in (1 / 8, 3 / 8, 0, 7 / 8, 1 / 8):
        ends.append(here * satisfies)
        gave_up.append(here * (1 - satisfies) * 0.1)
        here *= (1 - satisfies) * 0.9
    bounds = np.cumsum([*ends, *gave_up, here])
    drawn = np.random.default_rng(1).random(10_000)
    came = np.histogram(drawn, [0, *bounds[:-1], 1])[0].tolist()
    shown = column(at)
    assert [row.cell.label for row in shown.rows.values()] == [f"{each:,}" for each in came[:5]]
    assert shown.past
    assert shown.past.label == f"left unsatisfied: {sum(came[5:]):,}"
    mean = sum(count / rank for rank, count in enumerate(came[:5], 1)) / 10_000
    assert shown.score.startswith(f"{mean:.3f} ± 0.0")
    assert "What the readers brought back" in text(at)
    outcomes = {}
    for seed in range(60):
        arrive(at, {"a": "1A~2B~0C~3D~1E", "continue": "0.9", "sent": "1", "sent_seed": str(seed)})
        end = int(np.searchsorted(bounds, np.random.default_rng(seed).random(), side="right"))
        rank = end % 5 + 1
        if end < 5:
            wanted = f"One reader: satisfied at rank {rank}, worth {1 / rank:.3f}"
        elif end < 10:
            wanted = f"One reader: gave up at rank {rank}, worth 0.000"
        else:
            wanted = "One reader: reached the end unsatisfied, worth 0.000"
        outcomes[wanted] = said(at)
        assert f"--row:{rank if end < 10 else 6}'" in column(at).over
    assert all(wanted == told for wanted, told in outcomes.items())
    assert len(outcomes) > 5


def test_readers_give_nothing_away_before_the_guess() -> None:
    at = visit(RBP, LIST.query())
    press(at, "Predict first")
    press(at, "Send 100")
    assert said(at) == "Readers sent: 100"
    (_, columns), *_ = pictures(at)
    assert [each.heading for each in columns][1] == "100 readers"
    for each in columns:
        assert (each.score, each.past, each.over) == ("", None, "")
        assert all(not row.cell.label for row in each.rows.values())
    assert "on average" not in text(at).partition("Could you answer")[0].replace("documents on", "")
    assert not drawn(at)
    set_to(at, "Your guess for RBP", "0.5")
    assert column(at).score


@pytest.mark.parametrize("wrong", [7, -1, "many", None, [], 1e9, 100.5])
def test_only_as_many_readers_are_sent_as_a_button_sends(wrong: object) -> None:
    at = visit(RBP, LIST.query())
    act(at, "send", by="toolbar", readers=wrong)
    assert notices(at) == ["A message of this page arrived damaged. Nothing was changed."]
    assert at.query_params == LIST.query()


def test_a_list_without_documents_is_walked_off() -> None:
    at = visit(RBP, {"a": ""})
    press(at, "Send 100")
    assert not at.exception
    here = column(at)
    assert (here.rows, here.score) == ({}, "0.000 ± 0.000")
    assert here.past
    assert here.past.label == "walked off the end: 100"


# Patience, and what nobody knows


def parts(at: AppTest) -> list[str]:
    """The depth that is judged; of 1, what is known, what nobody knows, and what is lost."""
    told = text(at).replace("**", "")
    said = r"to rank (\d+), (.*?) is known, (.*?) is not known, and (.*?) is lost"
    ((depth, *each),) = re.findall(said, told)
    assert sum(map(float, each)) == pytest.approx(1, abs=2e-3)
    return [depth, *each]


def test_the_residual_is_what_lies_below_the_cut_and_what_nobody_judged() -> None:
    at = visit(RBP, LIST.query())
    assert parts(at) == ["5", "0.410", f"{0.8**5:.3f}", f"{0.2 * (0.8 + 0.8**3):.3f}"]
    set_to(at, "Cutoff k", 3)
    assert parts(at) == ["3", f"{0.2 * (1 + 0.64):.3f}", f"{0.8**3:.3f}", "0.160"]
    assert tiles(at)["RBP"].score == "0.410"  # which has no cut
    set_to(at, "Cutoff k", 5)
    act(at, "grade", list="a", id="2", grade=None)
    assert parts(at)[2] == f"{0.8**5 + 0.16:.3f}"
    assert "judge the first ? a miss" in text(at)
    graded = visit(RBP, {"a": "3A~-B", "utility": "exponential", "p": "0.5"})
    assert parts(graded)[2] == "0.438"  # 7/8 of 0.25 + 0.25
    assert parts(visit(RBP, {"a": ""})) == ["0", "0.000", "1.000", "0.000"]


def test_more_patience_turns_two_lists_round() -> None:
    early, late = (1, 0, 0, 0, 0, 0, 1, 1), (0, 1, 1, 1, 0, 0, 0, 0)
    scores = {
        (grades, p): tiles(visit(RBP, Setup(grades, (), {"scale": 1, "p": p}).query()))["RBP"].score
        for grades in (early, late)
        for p in (0.5, 0.95)
    }
    assert (scores[early, 0.5], scores[late, 0.5]) == ("0.512", "0.438")
    assert (scores[early, 0.95], scores[late, 0.95]) == ("0.122", "0.135")


def test_a_sigmoid_says_with_which_steepness_and_midpoint() -> None:
    """Of 1 0 0 at p = 0.8 it makes 0.2 · 0.5 + (0.16 + 0.128) / (1 + e³)."""
    at = visit(RBP, {"a": "1A~0B~0C", "scale": "1", "p": "0.8", "steepness": "3", "midpoint": "1"})
    (tile,) = [tile for label, tile in tiles(at).items() if label.startswith("Sigmoid")]
    assert tile.score == f"{0.1 + 0.288 / (1 + math.exp(3)):.3f}"
    assert "steepness 3, midpoint 1" in tile.remark


def test_weights_of_other_readers_stand_beside_the_present_ones() -> None:
    at = visit(RBP, {**LIST.query(), "p": "0.6"})
    (rows,) = [table for table in tables(at) if table[0][0] == "weight of"]
    people = {"p = 0.5, in a hurry": 0.5, "p = 0.6": 0.6, "p = 0.8, common": 0.8}
    people |= {"p = 0.95, patient": 0.95}
    for (name, p), row in zip(people.items(), rows[1:], strict=True):
        weights = [(1 - p) * p ** (rank - 1) for rank in (1, 2, 5, 10, 20)]
        rbp = (1 - p) * (1 + p**2 + p**4)
        numbers = [f"{weight:.3f}" for weight in (rbp, *weights, 1 - p**10)]
        assert row == [name, *numbers]
        assert tiles(at)[name].score == numbers[0]
        assert tiles(at)[name].remark == f"looks at {1 / (1 - p):.3g}"
    assert len(controls(at)["Send one reader"]["change"]) == 2
    for knob, others in (("persistence", 3), ("utility", 3)):  # a name turns the knob to it
        turn = quote(f'{{"do":"turn","knob":"{knob}","to":', safe=",:")
        assert len(re.findall(f"<dt><a href='#do={turn}", markup(at))) == others


def test_what_weight_times_worth_adds_up_to_stands_by_rank() -> None:
    """Grades 3 0 2 on a scale to 3, a 1 that was missed, and list B of 0 3."""
    at = visit(RBP, {"a": "3A~0B~2C~.~1D", "b": "0E~3F", "p": "0.5"})
    rows = drawn(at)["attention"].to_pylist()
    a, b, gone = ([row for row in rows if row["part"] == part] for part in ("a", "b", "gone"))
    (stop,) = pictures(at)[0][1]
    assert [row.cell.label for row in stop.rows.values()] == [
        "4 of 8 stop 1/2 × 1 = 0.500",
        "2 of 4 stop 1/4 × 0 = 0.000",
        "1 of 2 stop 1/8 × 0.667: +0.083",
    ]
    assert stop.past
    assert stop.past.label == "go on below: 1/8"
    assert [row["known"] for row in a] == pytest.approx([0.5, 0.5, 0.5 + 0.125 * 2 / 3])
    assert [row["possible"] for row in a] == pytest.approx([1, 0.75, 0.75 - 0.125 / 3])
    assert a[2]["said"] == (
        "Rank 3: 0.250 look here, 0.125 stop: the weight. Adds 0.125 × worth 0.6667 = 0.083 (C)"
    )
    assert [row["known"] for row in b] == [0, 0.25]
    assert [row["said"] for row in gone] == ["Row 4: never retrieved, adds nothing (D)"]


def test_the_true_score_lies_in_a_band_that_narrows_with_the_depth() -> None:
    """What is below, or was left out, may all be perfect: p^d, and the weight of each ?."""
    query = {"a": "1A~-B~1C", "b": "0D~1E", "scale": "1", "p": "0.5", "k": "2"}
    rows = drawn(visit(RBP, query))["attention"].to_pylist()
    ranks = [row for row in rows if row["part"] == "a"]
    assert [(row["known"], row["possible"]) for row in ranks] == [(0.5, 1), (0.5, 1), (0.625, 1)]
    assert [row["known"] for row in rows if row["part"] == "b"] == [0, 0.25]
    assert [row["grown"] for row in ranks] == [
        "Rank 1: RBP is at least 0.500 and at most 1.000",
        "Rank 2: RBP is at least 0.500 and at most 1.000",
        "Rank 3: RBP is at least 0.625 and at most 1.000",
    ]


def test_weights_are_a_curve_for_each_patience() -> None:
    at = visit(RBP, {**LIST.query(), "p": "0.6"})
    assert "patiences" not in drawn(at)
    at.session_state["fold_patiences"] = True
    rows = drawn(run(at))["patiences"].to_pylist()
    for p in (0.5, 0.6, 0.8, 0.95):
        points = [row for row in rows if row["part"] == "line" and row["name"] == f"p = {p:g}"]
        assert {row["x"]: row["y"] for row in points} == pytest.approx(
            {rank: (1 - p) * p ** (rank - 1) for rank in range(1, 21)}
        )
        assert {row["strong"] for row in points} == {p == 0.6}
    clicks = [json.loads(row["do"])["to"] for row in rows if row["part"] == "end"]
    assert sorted(clicks) == [0.5, 0.6, 0.8, 0.95]


# In a browser

Open = Callable[..., Page]


# Which of the animations of readers have begun.
MOVED = """() => {
  globalThis.moved = [];
  document.addEventListener("animationstart", ({ animationName }) => {
    if (/walk|pile/.test(animationName)) moved.push(animationName);
  });
}"""


def test_a_figure_walks_down_to_where_the_reader_stops(open_page: Open) -> None:
    seed = next(seed for seed in range(1, 100) if stops(1, seed) == [4])
    page = open_page(f"/{RBP}" + to_text("10101", scale=1, sent_seed=seed - 1), 1400, 900)
    board, figure = Board(page), page.locator(".figure")
    menu = page.get_by_role("button", name="More")
    page.evaluate(MOVED)
    menu.press("Enter")
    page.get_by_role("button", name="Send one reader").press("Enter")
    expect(heard(page)).to_have_text("One reader: stopped at rank 4, found 0.400")
    expect(menu).to_be_focused()

    def level() -> bool:
        return abs(middle(figure)[1] - middle(board.card("D"))[1]) < 4

    comes_true(page, level, "the figure stands beside the card")
    assert page.evaluate("moved.splice(0)") == ["walk"]
    board.grip("A").press("0")
    expect(heard(page)).to_contain_text("One reader: stopped at rank 4, found 0.200")
    settle(page)
    assert level()
    page.emulate_media(reduced_motion="reduce")
    for name in [SEND[1]] * 3 + [SEND[100]]:
        menu.click()
        page.get_by_role("button", name=name, exact=True).click()
        settle(page)
    expect(page.locator(".dots")).to_have_count(6)
    settle(page)
    assert page.evaluate("moved") == []
    page.emulate_media(reduced_motion="no-preference")
    slider = page.get_by_role("slider", name="Persistence p")
    slider.press("ArrowLeft")
    expect(page.locator(".picture .column").nth(0)).to_contain_text("0.210 of all")
    expect(score(page, "RBP")).to_have_text(f"{0.21 * (0.79**2 + 0.79**4):.3f}")
    comes_true(page, lambda: query(page).get("p") == "0.79", "the address has the patience")


@pytest.mark.parametrize("path", [RBP, ERR])
def test_a_finger_sends_readers_on_a_phone(open_page: Open, path: str) -> None:
    page = open_page(f"/{path}" + to_text("10101", scale=1), 390, 844, touch=True)
    menu = page.get_by_role("button", name="More")
    for name in SEND.values():
        menu.tap()
        button = page.get_by_role("button", name=name, exact=True)
        place = box(button)
        assert place["height"] >= 44
        assert 0 <= place["x"] <= 390 - place["width"]
        button.tap()
        settle(page)
    assert overhang(page) == []
    expect(page.locator(".st-key-score")).to_contain_text("10,000 readers")
    comes_true(page, lambda: query(page).get("sent_seed") == "3", "each sent others")


@pytest.mark.parametrize(("path", "number"), [(RBP, 100), (ERR, 1)])
def test_a_third_column_has_room_at_every_width(open_page: Open, path: str, number: int) -> None:
    page = open_page(f"/{path}" + to_text("302", "1", sent=number, sent_seed=3))
    assert not misheard.look(page, path)
    for width, height in ((1400, 900), (820, 1180), (350, 225)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page, 50)
        for each in (OVERLAPS, HEARD):
            assert not each.look(page, path), (width, each.name)
