"""Handles beside the cards: a reader's curve, what follows from it, and who else has it.

Every number here is worked by hand.
"""

import json
import math
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    formula,
    notices,
    pictures,
    pieces,
    press,
    run,
    set_to,
    tables,
    text,
    tiles,
    value,
    visit,
)
from expected import Setup
from live_board import Board, box, comes_true, heard, middle, overhang, query, score, to_text
from ui.core.announcements import describe
from ui.core.screen import Screen

CWL = "continuation"
HITS = Setup((1, 0, 1, 0, 1), (), {"scale": 1})
LOGS = [1 / math.log2(rank + 1) for rank in range(1, 6)]
HALVES = 1 / 2 + 1 / 4 / 3 + 1 / 8 / 5
"""ERR of that list where a hit satisfies half of those who see it."""


def chances(at: AppTest) -> list[str]:
    """Where the handles stand."""
    return [f"{chance:.3f}" for chance in value(at, "Goes on")]


def readers(at: AppTest) -> dict[str, list[str]]:
    """The table of all readers, by who they are."""
    (table,) = [table for table in tables(at) if table[0][0] == "reader"]
    return {row[0]: row[1:] for row in table[1:]}


def unfold(at: AppTest) -> AppTest:
    """Open the fold of the curves."""
    at.session_state["fold_continued"] = True
    return run(at)


def headings(at: AppTest) -> list[str]:
    return [column.heading for column in pictures(at)[0][1]]


def labels(at: AppTest) -> list[list[str]]:
    """What stands beside each card, column by column."""
    return [[row.cell.label for row in column.rows.values()] for column in pictures(at)[0][1]]


def test_readers_score_what_their_metrics_do_digit_by_digit() -> None:
    at = visit(CWL, HITS.query())
    found = readers(at)
    dcg = (LOGS[0] + LOGS[2] + LOGS[4]) / sum(LOGS)
    known = {
        "P@k": ("P@5", 3 / 5, 5.0),
        "RBP": ("RBP", 0.2 * (1 + 0.64 + 0.4096), 5.0),
        "RR": ("RR", 1.0, 1.0),
        "DCG": ("DCG@5 / Σ weights", dcg, sum(LOGS)),
        "ERR": ("ERR@5", 1.0, 1.0),  # a hit satisfies everybody, and the first one stands first
    }
    for name, (label, rate, documents) in known.items():
        assert found[name][1:] == [
            *(f"{documents:.3f}", f"{rate * documents:.3f}", f"{rate:.4f}"),
            f"= {label} {rate:.4f}",
        ]
    # Their fourth digit depends on the rank at which all readers stop.
    assert [found[name][-2:] for name in ("INSQ", "INST")] == [["0.528", ""], ["0.755", ""]]
    assert "Reader: P@k. Its formula gives <b>0.600</b>" in text(at)
    act(at, "turn", knob="utility", to="exponential")
    assert readers(at)["ERR"][1:] == [
        *("2.500", "0.875", f"{0.875 / 2.5:.4f}"),
        f"≠ ERR@5 {HALVES:.4f}",
    ]
    assert readers(at)["P@k"][-2:] == ["0.3000", "≠ P@5 0.6000"]
    assert "Reader: P@k, but P@5 = <b>0.600</b>, which counts hits, not gain" in text(at)
    assert f"ERR@5 = **{HALVES:.3f}**, rate of gain = 0.875 / 2.500 = **0.350**" in text(at)


def test_the_first_step_counts_people_and_the_next_one_shares_out_their_looks() -> None:
    """On 1 0 1 half of all go on each time: 100, 50 and 25 look, and 100 + 25 find."""
    at = visit(CWL)
    assert [*tiles(at)] == ["Rate of gain"]
    assert (formula(at).factor, formula(at).terms) == (Fraction(1, 175), {"a-1": 100, "a-3": 25})
    assert "125 found ÷ 175 looks" in text(at)
    assert labels(at) == [["100 × 1", "50 × 0", "25 × 1"]]
    act(at, "bend", to=[[3, 0.5]])  # 12.5 look at rank 4, and stop there
    assert "125 found ÷ 187.5 looks</p>" in text(at)
    assert "There are 187.5: 175 in the list, 12.5 below." in text(at)
    set_to(at, "Step", "cwl-shares")
    assert headings(at) == ["W (people ÷ looks) × gain"]
    assert labels(at) == [["100/250 × 1", "100/250 × 1", "50/250 × 0"]]
    assert "200 found ÷ 250 looks</p>" in text(at)  # no metric has this reader
    assert "<p class='twin uncut'>" in text(at)  # no line k, which these readers do not read
    set_to(at, "Step", "cwl-precision")
    assert "<p class='twin'>" in text(at)
    assert labels(at) == [[f"100/500 × {grade}" for grade in (1, 0, 1, 0, 1)]]
    assert "300 found ÷ 500 looks. This is P@5.</p>" in text(at)
    set_to(at, "Step", "cwl-rbp")  # 1 / (1 - 0.8) looks, some of them below the list
    assert labels(at)[0][:3] == ["100/500 × 1", "80/500 × 0", "64/500 × 1"]
    assert "204.96 found ÷ 500 looks. This is RBP.</p>" in text(at)
    assert "÷ 500, all looks: 336.16 in the list, 163.84 below" in text(at)  # 100 (1 − 0.8⁵) / 0.2
    set_to(at, "Step", "cwl-rr")  # all stop at the hit at rank 2: this is L, which is new here
    assert headings(at) == ["W (people ÷ looks), L"]
    looks = zip((100, 100, 0, 0, 0), (0, 1, 0, 0, 0), strict=True)
    assert labels(at) == [[f"{here}/200, L\u00a0=\u00a0{stop}" for here, stop in looks]]


def test_a_handle_makes_the_named_reader_ones_own_in_one_step() -> None:
    at = visit(CWL, HITS.with_settings(reader="rbp").query())
    before = dict(at.query_params)
    act(at, "bend", to=[[2, 0.5]])
    assert chances(at) == ["0.800", "0.500", "0.800", "0.800", "0.800"]
    assert (value(at, "Reader"), at.query_params["curve"]) == ("own", "0.8,0.5,0.8")
    documents = 1 + 0.8 + 0.4 / (1 - 0.8)
    gain = 1 + 0.4 + 0.4 * 0.64
    assert [tile.score for tile in tiles(at).values()] == [
        f"{number:.3f}" for number in (gain / documents, gain, documents)
    ]
    act(at, "bend", to=[[1, 1], [2, 1], [3, 0]])
    assert at.query_params["curve"] == "1,1,0,0.8"
    assert "Its formula gives <b>0.667</b>" in text(at)
    press(at, "Undo")
    press(at, "Undo")
    assert at.query_params == before


@pytest.mark.parametrize(
    ("curve", "said"),
    [
        ("1,1,0", ". Its formula gives <b>0.667</b>"),
        ("1,0,0.7", ". Its formula gives <b>0.500</b>"),
        ("0", ". Its formula gives <b>1.000</b>"),
        ("0.5", ". Its formula gives <b>0.656</b>"),
        ("1", ", no metric yet"),
        ("0.5,0.6", ", no metric yet"),
    ],
)
def test_a_curve_that_has_a_name_gets_it(curve: str, said: str) -> None:
    at = visit(CWL, HITS.with_settings(reader="own").query() | {"curve": curve})
    assert f"<p class='twin'>Reader: Your own{said}</p>" in text(at)


def test_named_readers_keep_their_weights_when_they_become_ones_own() -> None:
    """As far down as a curve goes, and so do scores, but for three decimals of each handle."""
    for reader in ("precision", "rbp", "reciprocal_rank", "dcg", "insq", "inst", "err"):
        at = visit(CWL, HITS.with_settings(reader=reader, k=9).query())
        was, rate = chances(at), float(tiles(at)["Rate of gain"].score)
        act(at, "bend", to=[[5, float(was[4])]])
        assert (value(at, "Reader"), chances(at)) == ("own", was)
        # Beyond rank 50 the last number holds: INSQ would grow more patient still.
        assert float(tiles(at)["Rate of gain"].score) == pytest.approx(rate, rel=0.02)


def test_adaptive_handles_move_with_the_cards_and_others_rest() -> None:
    """INST wants 1: ((i + 1) / (i + 2))² down to the hit, and (i / (i + 1))² from there on."""
    found = {
        "inst": [(2 / 3) ** 2, (3 / 4) ** 2, (3 / 4) ** 2, (4 / 5) ** 2],
        "reciprocal_rank": [1, 1, 0, 0],
        "err": [1, 1, 0, 1],
    }
    for reader, after in found.items():
        at = visit(CWL, Setup((1, 0, 0, 0), (), {"scale": 1, "reader": reader, "k": 9}).query())
        before = chances(at)
        act(at, "move", list="a", id="1", to=2)
        assert chances(at) == [f"{chance:.3f}" for chance in after] != before
    for reader in ("precision", "rbp", "dcg", "insq", "own"):
        at = visit(CWL, Setup((1, 0, 0, 0), (), {"scale": 1, "reader": reader}).query())
        before = chances(at)
        act(at, "move", list="a", id="1", to=2)
        assert chances(at) == before


@pytest.mark.parametrize(
    ("knobs", "weight"),
    [
        ({"reader": "rbp"}, 0.8**5),
        ({"reader": "precision", "k": 4}, 0),
        ({"reader": "precision", "k": 10}, 1 / 2),
        ({"reader": "own", "curve": "1,1,1,1,1,0"}, 1 / 6),
    ],
)
def test_what_is_read_beyond_the_list_makes_the_attention_one(
    knobs: dict[str, object], weight: float
) -> None:
    at = visit(CWL, HITS.query() | {name: str(each) for name, each in knobs.items()})
    (piece,) = [piece for piece in pieces(at) if piece.startswith("<div class='picture")]
    assert re.findall(r"below the list: ([\d.]+)<", piece) == [f"{weight:.3f}"] * (weight > 0)
    weights = pictures(at)[0][1][1]
    assert weights.heading == "W × gain"
    seen = sum(float(row.cell.label.split(" × ")[0]) for row in weights.rows.values())
    assert seen + weight == pytest.approx(1, abs=3e-3)


def test_two_readers_prefer_different_lists_and_patience_turns_one_round() -> None:
    rates = {}
    for preset in ("cwl-front", "cwl-deep"):
        at = visit(CWL)
        set_to(at, "Step", preset)
        besides = pictures(at)[0][1][1]
        assert besides.heading == "W, P@k"
        patient = act(at, "turn", knob="persistence", to=0.9)
        rates[preset] = besides.score, tiles(patient)["Rate of gain"].score
    assert rates == {"cwl-front": ("= 0.200", "0.100"), "cwl-deep": ("= 0.400", "0.154")}


@pytest.mark.parametrize("typed", ["2", "-0.1", "nan", "", "1,,1", "many", ",".join("1" * 51)])
def test_a_curve_that_cannot_be_is_left_out_with_a_word(typed: str) -> None:
    at = visit(CWL, HITS.with_settings(reader="own").query() | {"curve": typed})
    (said,) = notices(at)
    assert said.endswith("allowed: 1 to 50 numbers from 0 to 1 with commas between them.")
    assert chances(at) == ["0.800"] * 5


def test_no_more_than_three_read_side_by_side() -> None:
    at = visit(CWL, HITS.query() | {"also": "rbp,inst,insq"})
    assert "allowed: at most 2 names out of precision, rbp" in notices(at)[0]
    act(at, "turn", knob="read_also", to=["inst", "rbp"])
    assert [column.heading for column in pictures(at)[0][1]] == [
        "W",
        "W, RBP",
        "W, INST",
        "W × gain",
    ]
    act(at, "turn", knob="read_also", to=["inst", "rbp", "dcg"])
    assert "was not taken; allowed are at most 2 names" in notices(at)[0]
    assert at.query_params["also"] == "rbp,inst"
    act(at, "turn", knob="reader", to="inst")  # who reads anyway is not drawn twice
    assert headings(at) == ["W", "W, RBP", "W × gain"]


@pytest.mark.parametrize(
    "to", [[[0, 0.5]], [[51, 0.5]], [[1, 1.5]], [[1, True]], [["1", 0.5]], [[1]], 5, None]
)
def test_what_no_hand_can_do_changes_nothing(to: object) -> None:
    at = visit(CWL, HITS.query())
    act(at, "bend", to=to)
    assert notices(at) == ["A message of this page arrived damaged. Nothing was changed."]
    assert at.query_params == HITS.query()


def test_a_curve_is_told_by_the_handles_that_moved() -> None:
    rbp = Screen().with_settings(reader="rbp")
    mine = rbp.with_settings(reader="own", own_curve=(0.8, 0.8, 0.25, 0.8))
    assert describe(rbp, mine, CWL) == "Reader: Your own; Goes on after rank 3 with 0.250"
    assert describe(mine, rbp, CWL) == "Reader: RBP; Goes on after rank 3 with 0.800"
    flat = mine.with_settings(own_curve=(0.1,))
    assert describe(mine, flat, CWL) == "6 handles moved"
    assert describe(rbp, rbp.with_settings(reader="own"), CWL) == "Reader: Your own"


def test_nothing_gives_the_answer_away_before_the_guess() -> None:
    at = press(visit(CWL, HITS.query()), "Predict first")
    assert chances(at) == ["1.000"] * 4 + ["0.000"]  # which is the question
    shown = "".join(pieces(at)) + text(at)
    assert not re.search(r"class='twin'|below the list: |0\.600|aria-label='All readers'", shown)
    act(at, "bend", to=[[1, 0]])
    assert "class='twin'" not in text(at)
    act(at, "guess", by="guess", key="rate_of_gain", low=0, high=1, to="1")
    assert tiles(at)["Rate of gain"].score == "1.000"
    assert "= P@1" in text(at)


def test_readers_are_steps_as_far_as_somebody_comes_and_each_rank_is_worked() -> None:
    """RBP with p = 0.8 on 1 0 1 0 1: of all readers 0.8² come to rank 3, and one in five stops."""
    query = {**HITS.query(), "reader": "rbp", "also": "precision,reciprocal_rank"}
    at = unfold(visit(CWL, query))
    rows = charts(at)["continued"]
    said = rows[rows.part == "at"].said.tolist()
    assert said[2] == "Rank 3: C 0.800, V 0.640, W 0.128 × gain 1.000 = 0.128, L 0.128 (Page 3)"
    # Below the list they read on: 0.8⁵ = 0.328 come to rank 6, and W is a fifth of that.
    assert said[5] == (
        "Rank 6: C 0.800, V 0.328, W 0.066 × gain 0.000 = 0.000, L 0.066, below the list"
    )
    lines = rows[rows.part == "line"].groupby("name", sort=False)
    assert [*lines.groups] == ["RBP", "P@k", "RR"]
    assert lines.get_group("RBP").x.tolist() == [rank + 0.5 for rank in range(21)]
    # A last step is as wide as the others; the first document is good, so nobody gets past it.
    assert lines.get_group("RR").goes_on.tolist() == [0] * 2
    assert lines.get_group("P@k").weight.tolist() == [0.2] * 6
    assert lines.get_group("P@k").stop.tolist() == [0, 0, 0, 0, 1, 1]
    ends = rows[rows.part == "end"]
    assert {*ends.name} == {"RBP", "P@k", "RR"}  # no name without a curve
    (action,) = rows[rows.key == "goes_on RR"].do
    act(at, **json.loads(action))
    assert at.query_params["reader"] == "reciprocal_rank"
    act(at, "turn", knob="reader", to="inst")
    moved = charts(act(at, "move", list="a", id="2", to=0))["continued"]
    assert moved[moved.part == "was"].goes_on.tolist()[:5] == pytest.approx(
        [(1 / 2) ** 2, (2 / 3) ** 2, (2 / 3) ** 2, (3 / 4) ** 2, (3 / 4) ** 2]
    )
    assert "continued" not in charts(unfold(visit(CWL, {"a": ""})))


def test_readers_who_read_alike_are_one_line_with_both_names() -> None:
    """Who goes on for certain down to rank 5 is P@5."""
    mine = {"reader": "own", "curve": "1,1,1,1,0", "also": "precision,rbp"}
    rows = charts(unfold(visit(CWL, {**HITS.query(), **mine})))["continued"]
    lines = rows[rows.part == "line"].groupby("name", sort=False)
    assert [*lines.groups] == ["Your own = P@k", "RBP"]
    (action,) = rows[rows.key == "goes_on Your own = P@k"].do
    assert json.loads(action) == {"do": "turn", "knob": "reader", "to": "precision"}


# In a browser

Open = Callable[..., Page]


def handles(page: Page) -> Locator:
    return page.get_by_role("slider", name="Goes on after rank")


def told(page: Page) -> list[str | None]:
    """What the handles say."""
    return [each.get_attribute("aria-valuetext") for each in handles(page).all()]


def place_of(handle: Locator, at: float) -> tuple[float, float]:
    """Where a handle stands for a probability."""
    place, thumb = box(handle), 11
    return place["x"] + thumb / 2 + at * (place["width"] - thumb), middle(handle)[1]


def test_a_handle_is_held_painted_with_and_let_go_as_one_step(open_page: Open) -> None:
    page = open_page(f"/{CWL}" + to_text("10101", scale=1), 1400, 1000)
    rate, undo = score(page, "Rate of gain"), page.get_by_role("button", name="Undo", exact=True)
    given, each = query(page), handles(page)
    Board(page).shows("A1 B0 C1 D0 E1")
    cards = page.locator(".card")
    for card, handle in zip(cards.all(), each.all(), strict=True):
        assert box(card)["y"] == pytest.approx(box(handle)["y"], abs=1)
        assert box(card)["height"] == pytest.approx(box(handle)["height"], abs=1)

    page.mouse.move(*place_of(each.nth(0), 1))
    page.mouse.down()
    page.mouse.move(*place_of(each.nth(0), 0.5))
    documents = 1 + 4 * 0.5
    expect(rate).to_have_text(f"{(1 + 2 * 0.5) / documents:.3f}")  # while it is still held
    assert query(page) == given
    page.mouse.move(*place_of(each.nth(2), 0.5))  # so fast that the second is jumped over
    expect(rate).to_have_text(f"{(1 + 0.25 + 0.125) / (1 + 0.5 + 0.25 + 0.125 + 0.125):.3f}")
    assert told(page) == ["0.500", "0.500", "0.500", "1.000", "0.000"]
    page.keyboard.press("Escape")
    expect(rate).to_have_text("0.600")
    page.mouse.move(*place_of(each.nth(3), 0.1))
    page.mouse.up()
    assert told(page) == ["1.000"] * 4 + ["0.000"]
    expect(undo).to_be_disabled()

    page.mouse.move(*place_of(each.nth(0), 1))
    page.mouse.down()
    page.mouse.move(*place_of(each.nth(1), 0.02), steps=4)  # its end catches a hand near it
    # At once: places on the way back would change rank 2 if the browser reports them.
    page.mouse.move(*place_of(each.nth(0), 1))
    page.mouse.up()
    expect(heard(page)).to_contain_text("Reader: Your own; Goes on after rank 2 with 0.000")
    expect(page.locator(".twin")).to_contain_text("Its formula gives 0.500")
    comes_true(page, lambda: query(page).get("curve") == "1,0,1,1,0", "the curve is in the address")
    undo.click()
    expect(rate).to_have_text("0.600")
    expect(undo).to_be_disabled()
    comes_true(page, lambda: query(page) == given, "the address is as it was")


def test_on_a_busy_machine_one_gesture_does_not_end_in_the_next(open_page: Open) -> None:
    """Timers are late, and the mouse has gone on: what was let go was let go then."""
    page = open_page(f"/{CWL}" + to_text("10101", scale=1), 1400, 1000)
    rate, undo = score(page, "Rate of gain"), page.get_by_role("button", name="Undo", exact=True)
    each = handles(page)
    page.evaluate(
        """() => {
          const timer = window.setTimeout;
          window.setTimeout = (happen, ms, ...rest) => timer(happen, ms || 300, ...rest);
        }"""
    )

    def take_and_carry(ends: list[tuple[int, float]]) -> None:
        page.mouse.move(*place_of(each.nth(0), 1))
        page.mouse.down()
        for rank, at in ends:
            page.mouse.move(*place_of(each.nth(rank), at))

    take_and_carry([(0, 0.5)])
    page.keyboard.press("Escape")
    page.mouse.up()
    assert told(page) == ["1.000"] * 4 + ["0.000"]
    take_and_carry([(0, 0.5), (1, 0.5)])
    page.wait_for_timeout(600)
    page.mouse.move(*place_of(each.nth(2), 0.5))
    assert told(page) == ["0.500"] * 3 + ["1.000", "0.000"]
    expect(rate).to_have_text(f"{(1 + 0.25 + 0.125) / (1 + 0.5 + 0.25 + 0.125 + 0.125):.3f}")
    expect(undo).to_be_disabled()  # it is held
    page.mouse.up()
    comes_true(page, lambda: query(page).get("curve") == "0.5,0.5,0.5,1,0", "it is in the address")
    undo.click()
    expect(rate).to_have_text("0.600")
    expect(undo).to_be_disabled()


def test_a_fast_hand_paints_every_rank_as_it_crossed_it(open_page: Open) -> None:
    """A busy browser tells of several moves in one."""
    page = open_page(f"/{CWL}" + to_text("10101", scale=1), 1400, 1000)
    each = handles(page)
    page.mouse.move(*place_of(each.nth(0), 1))
    page.mouse.down()
    path = [place_of(each.nth(rank), at) for rank, at in enumerate((0.9, 0.6, 0.3))]
    each.first.evaluate(
        """(handle, path) => {
          const told = (type, [clientX, clientY], more) => new PointerEvent(
            type, {bubbles: true, pointerType: "mouse", buttons: 1, clientX, clientY, ...more});
          const coalescedEvents = path.map((place) => told("pointermove", place));
          handle.dispatchEvent(told("pointermove", path.at(-1), {coalescedEvents}));
        }""",
        path,
    )
    assert told(page) == ["0.900", "0.600", "0.300", "1.000", "0.000"]
    page.mouse.up()
    comes_true(page, lambda: query(page).get("curve") == "0.9,0.6,0.3,1,0", "it is one step")


def test_handles_are_turned_by_keys_in_quick_succession(open_page: Open) -> None:
    page = open_page(f"/{CWL}" + to_text("10101", scale=1, reader="rbp"), 1400, 1000)
    last = handles(page).nth(4)
    for key in ("Home", "ArrowRight", "ArrowRight"):
        last.press(key)
    first = handles(page).first
    first.press("End")
    expect(heard(page)).to_contain_text("Goes on after rank 1 with 1.000")
    assert told(page) == ["1.000", "0.800", "0.800", "0.800", "0.020"]
    comes_true(page, lambda: query(page).get("curve") == "1,0.8,0.8,0.8,0.02,0.8", "all are taken")
    undo = page.get_by_role("button", name="Undo", exact=True)
    for curve in ("0.800", "0.800", "0.800", "0.800"):
        undo.click()
        expect(handles(page).first).to_have_attribute("aria-valuetext", curve)
    expect(undo).to_be_disabled()
    expect(page.get_by_role("radio", name="RBP")).to_be_checked()
    first.focus()
    page.keyboard.press("Tab")
    assert (
        handles(page).nth(1).evaluate("(slider) => slider.getRootNode().activeElement === slider")
    )


def test_a_finger_moves_a_handle_and_a_dragged_card_moves_those_that_react(open_page: Open) -> None:
    page = open_page(f"/{CWL}" + to_text("10101", scale=1, reader="inst"), 390, 844, touch=True)
    first = handles(page).first
    place = box(first)
    assert place["height"] >= 44
    before = told(page)
    page.get_by_role("button", name="Move A, rank 1 of 5").press("Alt+ArrowDown")
    expect(first).to_have_attribute("aria-valuetext", f"{4 / 9:.3f}")
    assert told(page) != before
    first.tap(position={"x": place["width"] - 1, "y": place["height"] / 2})
    expect(first).to_have_attribute("aria-valuetext", "1.000")
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()
    assert overhang(page) == []
