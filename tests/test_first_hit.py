"""The lesson on reciprocal rank: a bar of 1/rank beside each card, and what one rank costs."""

import json
import re
from collections.abc import Callable
from itertools import chain, permutations, product
from math import isnan
from random import Random
from typing import NamedTuple
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page
from streamlit.testing.v1 import AppTest

from app_driver import act, drawn, pictures, press, run, set_to, text, tiles, visit
from expected import Setup
from metrics.first_hit import Tied, expected_search_length
from pages.reciprocal_rank import groups
from ui.core.knobs import KNOBS
from ui.core.screen import Screen

PAGE = "reciprocal_rank"
ONE = Setup((0, 1, 0, 0, 0), (), {"scale": 1}, "ABCDE")
Open = Callable[..., Page]


def search_length(documents: str, wanted: int) -> int:
    """How many misses, 0, stand before the last wanted hit, 1, of a list."""
    place = [at for at, each in enumerate(documents) if each == "1"][wanted - 1]
    return documents[:place].count("0")


@pytest.mark.parametrize("listed", ["00111", "0 001", "1 0 01", "01 0011", "000", "0011 01"])
@pytest.mark.parametrize("wanted", [1, 2, 3, 4])
def test_the_expected_search_length_is_the_mean_over_all_orders_of_ties(
    listed: str, wanted: int
) -> None:
    tied = listed.split()
    orders = ["".join(chain(*each)) for each in product(*map(permutations, tied))]
    counts = [Tied(each.count("1"), each.count("0")) for each in tied]
    if listed.count("1") < wanted:
        assert isnan(expected_search_length(counts, wanted))
        return
    lengths = [search_length(order, wanted) for order in orders]
    expected = sum(lengths) / len(lengths)
    assert expected_search_length(counts, wanted) == pytest.approx(expected)


def test_the_page_tells_the_search_length_of_its_list_and_of_a_random_order() -> None:
    # Of A to E, B alone is a hit: (5 - 1) / (1 + 1), and A stands before it.
    told = "(5 − 1)/(1 + 1) = 2.000. In the order that you see it is 1."
    assert told in "\n".join(each.value for each in visit(PAGE, ONE.query()).main.markdown)


def test_groups_of_ties_are_typed_and_each_hit_has_its_sum() -> None:
    """By hand: 2 + 3 · 1/(2 + 1) = 3 and 2 + 3 · 2/3 = 4; all 7 tied, 5 · 1/3 and 5 · 2/3."""
    knob = KNOBS["tied_groups"]
    for typed in ("0 2; 2 3", "NN; RRNNN", "{-,-},{+,+,−,−,−}", "00 / 11000", "0, 2, 2, 3"):
        assert knob.parse(typed, 1) == (0, 2, 2, 3)
    for wrong in ("0 2; 2", "7", "", "NN; RX", "0.5 1"):
        with pytest.raises(ValueError, match="hits and misses of each of up to 15 groups"):
            knob.parse(wrong, 1)
    rows = re.findall("<td.*?>(.*?)</td>", groups.table(Screen()))
    assert rows == [
        *("2", "2 + 3 · 1/(2 + 1)", "3.000", "1.667"),
        *("2", "2 + 3 · 2/(2 + 1)", "4.000", "3.333"),
    ]
    assert "no hit" in groups.table(Screen().with_settings(tied_groups=(0, 4)))
    many = groups.table(Screen().with_settings(tied_groups=(25, 26)))
    assert many.count("<tr") == 21
    assert "The first 20 of 25 hits have a row." in many


class Bars(NamedTuple):
    """The bars beside the cards: their lengths, their labels, and those that are filled."""

    long: list[float]
    says: list[str]
    filled: list[int]


def beside_cards(at: AppTest) -> Bars:
    """Read the bars of a page that AppTest has run."""
    (column,) = pictures(at)[0][1]
    parts = {row: each.cell.parts[0] for row, each in column.rows.items()}
    return Bars(
        [part.end for part in parts.values()],
        [each.cell.label for each in column.rows.values()],
        [row for row, part in parts.items() if part.look == "solid"],
    )


def invitation(at: AppTest, text: str) -> dict[str, object]:
    """What an invitation of the page's text does."""
    said = "\n".join(each.value for each in at.main.markdown)
    (done,) = re.findall(rf"\[\*\*{re.escape(text)}\*\*\]\(#do=([^)]*)\)", said)
    found: dict[str, object] = json.loads(unquote(done))
    return found


def accept(at: AppTest, text: str) -> None:
    """Do what an invitation says."""
    change = invitation(at, text)
    act(at, str(change.pop("do")), **change)


# The point of the page


def test_equal_steps_of_the_rank_are_shrinking_steps_of_its_reciprocal() -> None:
    """1/2 − 1/3 is 0.167, 1/3 − 1/4 0.083, 1/4 − 1/5 0.050; behind the last rank all is lost."""
    at = visit(PAGE, ONE.query())
    drawn = beside_cards(at)
    assert drawn.long == pytest.approx([1 / rank for rank in range(1, 6)], abs=1e-4)
    assert drawn.says == ["1/1 = 1.000", "1/2 = 0.500", "1/3 = 0.333", "1/4 = 0.250", "1/5 = 0.200"]
    assert drawn.filled == [2]
    for to, lost in ((2, "−0.167"), (3, "−0.083"), (4, "−0.050")):
        act(at, "move", list="a", id="2", to=to)
        assert beside_cards(at) == drawn._replace(filled=[to + 1])
        assert tiles(at)["RR@5"].change == lost
    act(at, "move", list="a", id="2", to=5)  # below the retrieval line
    after = beside_cards(at)
    assert (after.filled, after.long[4], after.says[4]) == ([5], 0, "below k: 0")
    assert tiles(at)["RR@5"].change == "−0.200"


@pytest.mark.parametrize("seed", range(8))
def test_the_filled_bar_stands_at_the_first_hit_and_is_as_long_as_rr(seed: int) -> None:
    choose = Random(seed)
    setup = Setup(
        choose.choices([0, 1, 2, None], [6, 1, 1, 1], k=choose.randint(1, 12)),
        choose.choices([0, 1, 2, None], k=choose.randint(0, 2)),
        {"k": choose.randint(1, 16), "from": choose.choice([1, 2])},
    )
    drawn = beside_cards(visit(PAGE, setup.query()))
    relevant = [row for row, g in enumerate(setup.all_grades(), 1) if g and g >= setup["from"]]
    assert drawn.filled == relevant[:1]
    score = sum(drawn.long[row - 1] for row in drawn.filled)
    assert score == pytest.approx(setup.score("reciprocal_rank"), abs=1e-4)
    rank = setup.score("first_relevant_rank")
    assert rank == (relevant[0] if score else setup["k"] + 1)


def test_a_bar_a_rank_says_what_the_first_hit_loses_one_rank_lower() -> None:
    """The first hit at 2 of 5, k = 4, list B's at 3; what is missed has a place of its own."""
    setup = Setup((0, 1, 0, 0, 1), (1,), {"scale": 1, "k": 4}, "ABCDEF")
    at = visit(PAGE, {**setup.query(), "b": "0x~0y~1z"})
    rows = drawn(at)["first_hits"].to_pylist()
    bars = [row for row in rows if row["part"] == "a"]
    assert [row["loss"] for row in bars[:5]] == pytest.approx([1 / 2, 1 / 6, 1 / 12, 1 / 4, 0])
    assert [row["rank"] for row in bars if row["filled"]] == [2]
    assert [row["label"] for row in bars] == [
        *("0.500", "0.167", "0.083", "0.250, falls below k", "")
    ]
    more = "and one more document to open"
    assert [row["said"] for row in bars[1:6]] == [
        f"Rank 2: 1/2 = 0.500, the first hit. One rank lower costs 0.167, {more} (B)",
        f"Rank 3: 1/3 = 0.333, if the first hit were here. One rank lower costs 0.083, {more} (C)",
        f"Rank 4: 1/4 = 0.250, if the first hit were here. One rank lower costs 0.250, {more} (D)",
        "Rank 5: below the cut at k = 4: RR 0, first relevant rank 5 (E)",
    ]
    (b,) = [row for row in rows if row["part"] == "b"]
    assert (b["rank"], b["said"]) == (3, "List B, rank 3: 1/3 = 0.333, its first hit (z)")
    (gone,) = [row for row in rows if row["part"] == "gone"]
    assert gone["said"] == "Row 6: never retrieved: RR 0, first relevant rank 5 (F)"
    act(at, "move", list="a", id="2", to=0)
    assert [row["rank"] for row in drawn(at)["first_hits"].to_pylist() if row["filled"]] == [1]


def test_the_last_rank_of_a_list_costs_nothing_unless_the_first_hit_is_there() -> None:
    """No rank of the list is below it."""
    for query, last in (
        (ONE.query(), (None, "")),
        (
            Setup((0, 0, 1), (), {"scale": 1, "k": 3}).query(),
            (pytest.approx(1 / 3), "0.333, falls below k"),
        ),
    ):
        rows = drawn(visit(PAGE, query))["first_hits"].to_pylist()
        row = [row for row in rows if row["part"] == "a"][-1]
        assert (row["loss"], row["label"]) == last


def test_the_mean_rank_gets_better_by_losing_a_hit() -> None:
    """(1 + 5)/2 = 3, then 1/1 if what is lost is left out, and (1 + 6)/2 = 3.5 if it is charged."""
    at = visit(PAGE)
    set_to(at, "Step", "rr-mean")
    assert tiles(at)["MR@5"].score == "3.000"
    accept(at, "Drag the last hit to the end of the list")
    mean = tiles(at)["MR@5"]
    assert (mean.score, mean.change, mean.mark) == ("1.000", "−2.000", "up lower")
    assert tiles(at)["RR@5"].change == ""
    set_to(at, "Missing relevant", "penalty")
    assert tiles(at)["MR@5"].score == "3.500"


def test_what_comes_after_the_first_hit_is_not_seen() -> None:
    """0 1 0 0 0 1: the second hit comes up to rank 3, MR falls from 8/2 to 5/2, RR stays 1/2."""
    at = visit(PAGE)
    set_to(at, "Step", "rr-two")
    before = beside_cards(at)
    accept(at, "Move the last hit up, to the rank below the first")
    assert beside_cards(at) == before
    assert {label: tile.change for label, tile in tiles(at).items() if tile.change} == {
        "MR@6": "−1.500"
    }


def test_a_second_query_whose_hit_leads_makes_a_mean() -> None:
    """(1/2 + 1)/2 = 0.75, then (1/3 + 1)/2 = 0.667."""
    at = visit(PAGE)
    assert "MRR" not in tiles(at)
    set_to(at, "Step", "rr-lower")
    assert (tiles(at)["RR@4"].score, tiles(at)["MRR"].score) == ("0.500", "0.750")
    act(at, "move", list="a", id="2", to=2)
    assert (tiles(at)["MRR"].score, tiles(at)["MRR"].change) == ("0.667", "−0.083")
    assert "Query 1: RR 0.333. Query 2: RR 1.000." in text(at)


def test_what_rr_was_at_the_old_line_stays_beside_it() -> None:
    """0 0 0 1 0 0: no hit in the top 3, and 1/4 in the top 4."""
    at = visit(PAGE)
    set_to(at, "Step", "rr-cut")
    assert "No hit in the top k</p>" in text(at)
    act(at, "turn", knob="k", to=4)
    assert "1 ÷ the rank of the first hit. RR@3 was 0.000." in text(at)


def test_a_preview_fills_another_bar_and_keeps_nothing() -> None:
    at = visit(PAGE, ONE.query())
    act(at, "move", list="a", id="2", to=3, held=True)
    assert beside_cards(at).filled == [4]
    assert tiles(at)["RR@5"].change == "−0.250"
    run(at)
    act(at, "cancel")
    assert beside_cards(at).filled == [2]


def test_who_predicts_first_sees_no_bar_filled() -> None:
    at = press(visit(PAGE, ONE.query()), "Predict first")
    act(at, "move", list="a", id="2", to=3)
    drawn = beside_cards(at)
    assert (set(drawn.long), set(drawn.says), drawn.filled) == ({1}, {""}, [])


def test_without_anything_relevant_no_bar_is_filled() -> None:
    for given in (Setup((0, None), (), {"k": 1}), Setup((0,) * 9, (), {"k": 50})):
        at = visit(PAGE, given.query())
        assert not at.exception
        assert not beside_cards(at).filled
    assert not visit(PAGE, Setup((), ()).query()).exception
