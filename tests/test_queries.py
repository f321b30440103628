"""Several queries at once: rows of squares, a score each, and what a mean makes of them."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from sklearn.metrics import dcg_score, ndcg_score
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    controls,
    data,
    drawn,
    formula,
    is_off,
    markup,
    notices,
    pieces,
    press,
    set_to,
    shown_grades,
    tables,
    text,
    tiles,
    visit,
)
from live_app import settle
from live_board import begin, box, comes_true, focused, heard, middle, overhang, query, score, swipe
from pages.mean_over_queries import mean_curve, queries, systems
from ui.core import link, presets
from ui.core.announcements import describe
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
Open = Callable[..., Page]

HERE = "mean_over_queries"
TWO = {"a": "1A~0B~0C", "a_query": "rye", "q2": "0D~0E~1F~.~1G", "scale": "1", "k": "3"}
"""AP 1, and (1/3) / 2 = 0.167: MAP is 0.583."""


def scores(at: AppTest) -> list[str]:
    return [tile.score for tile in list(tiles(at).values())[:3]]


def dots(at: AppTest) -> list[Any]:
    return [tuple(dot) for dot in data(at, "queries")["axis"]["dots"]]


def words_of(at: AppTest) -> list[str]:
    return [row["query"] for row in data(at, "queries")["rows"]]


# What a mean hides


def test_the_score_of_each_query_is_chosen_where_a_step_asks_for_it() -> None:
    at = visit(HERE)
    assert controls(at)["Score of each query"]["by"] != "toolbar"  # but in the settings
    set_to(at, "Step", "mq-late")
    assert controls(at)["Score of each query"]["by"] == "toolbar"
    assert controls(visit(HERE, {"a": "1A"}))["Score of each query"]["by"] == "toolbar"


@pytest.mark.parametrize(
    ("preset", "shown"),
    [
        ("mq-opening", ["0.717", "0.507", "0.083"]),  # of 11/12, 1, 13/15 and 1/12
        ("mq-halves", ["0.500", "0.500", "0.500"]),
        ("mq-one-and-nothing", ["0.500", "0.003", "0.000"]),  # the root of 1 · 0.00001
        ("mq-outlier", ["7.000", "1.316", "25.000"]),  # 28/4, 4/(3 + 1/25)
        ("mq-macro-micro", ["0.600", "0.273", "0.200"]),  # (1 + 2/10)/2, 3/11
        ("mq-voice", ["0.750", "0.056", "0.000"]),  # 3/4; the fourth root of 0.00001
        # 7/8 + 1/8 · 3/8 / 2, 7/8 / 2 + 1/8 · 1/8 / 3, and 1/8 + 7/8 · 3/8 / 3
        ("mq-err", ["0.525", "0.453", "0.234"]),
    ],
)
def test_means_by_hand(preset: str, shown: list[str]) -> None:
    """Those of the first steps show the mean alone; a list of one's own shows all three."""
    at = visit(HERE)
    set_to(at, "Step", preset)
    step = presets.presets(HERE)[preset]
    assert scores(at) == (shown[:1] if step.group == "first" else shown)
    assert scores(visit(HERE, address(preset, query="own"))) == shown


def address(step: str, **changed: str) -> dict[str, str]:
    """The address of a step, or of one whose list A is changed."""
    screen = presets.presets(HERE)[step].on(Screen())
    screen = screen.with_list("a", replace(screen.a, **changed))  # type: ignore[arg-type]
    return dict(link.encode(screen, presets.opening(HERE)))


GRADED = {"a": "3A~0B~1C~.~2D", "q2": "0E~2F", "scale": "3", "k": "3"}


@pytest.mark.parametrize(
    ("settings", "label", "mean", "other"),
    [
        # (1 + 3 + 4)/3 and 2: what is missing counts as rank 4; then (1 + 3)/2 and 2
        ({"each": "mean_rank"}, "mean MR@3", "2.333", "2.286"),
        ({"each": "mean_rank", "missing": "ignore"}, "mean MR@3", "2.000", "2.000"),
        ({"each": "hit"}, "mean Hit@3", "1.000", "1.000"),
        ({"each": "hit", "k": "1"}, "mean Hit@1", "0.500", "0.003"),
        # 7/8 + 1/8 · 1/8 / 3 and 3/8 / 2
        ({"each": "err"}, "MERR@3", "0.534", "0.406"),
        ({"each": "err", "satisfaction": "linear"}, "MERR@3", "0.667", "0.577"),  # 1 and 2/3 / 2
        # 0.2 (1 + 0.64 / 3) and 0.2 · 0.8 · 2/3
        ({"each": "rbp"}, "mean RBP", "0.175", "0.161"),
        ({"each": "rbp", "p": "0.5"}, "mean RBP", "0.354", "0.300"),  # 1/2 + 1/24 and 1/6
        # 2·2/(3 + 3) and 2·1/(3 + 1); the means of P and R are 1/2 and 5/6
        ({"each": "f1"}, "mean F1@3", "0.583", "0.625"),
        ({"each": "r_precision"}, "mean RP", "0.333", "0.003"),  # 2/3 and 0
        ({"each": "dcg"}, "mean DCG@3", "2.381", "2.102"),  # 3 + 1/2 and 2 · 0.631
        # (1 + 0)/3, as the only judged miss is above the second hit, and 0
        ({"each": "bpref"}, "mean bpref", "0.167", "0.002"),
    ],
)
def test_every_metric_has_its_mean(
    settings: dict[str, str], label: str, mean: str, other: str
) -> None:
    """Of 3 0 1 with a 2 that was missed, and 0 2; the lines of NumPy say the same."""
    at = visit(HERE, GRADED | settings)
    assert (next(iter(tiles(at))), scores(at)[:2]) == (label, [mean, other])
    (code,) = re.findall(r"<code>(.*?)</code>", "".join(pieces(at)), re.DOTALL)
    names: dict[str, Any] = {}
    exec(html.unescape(code), names)
    assert f"{names['score']:.3f}" == mean


def test_a_query_without_a_grade_has_nothing_to_find_for_err() -> None:
    at = visit(HERE, {"a": "3A", "q2": "0B", "each": "err", "empty": "skip"})
    assert (scores(at)[0], dots(at)[1]) == ("0.875", (None, "left out"))
    set_to(at, "A query with nothing to find", "worst")
    assert scores(at)[0] == "0.438"


def test_average_recall_stands_still_however_the_lists_are_ordered() -> None:
    at = visit(HERE)
    set_to(at, "Step", "mq-average-recall")
    still = [(0.6667, "0.667")] * 3
    for button in ("Shuffle", "Reverse", "Shuffle", "Ideal order"):
        press(at, button)
        assert (dots(at), scores(at)[0]) == (still, "0.667")
    act(at, "move", list="q3", id="5", to=0)
    assert dots(at) == still
    assert {tile.change for tile in tiles(at).values()} == {""}
    # Average precision does see it: 1 0 1 1 0 is left of the third list.
    set_to(at, "Score of each query", "average_precision")
    assert dots(at) == [(1.0, "1.000")] * 3
    press(at, "Reverse")
    assert [said for _, said in dots(at)] == ["0.478"] * 3


def test_two_means_disagree_on_which_system_is_better() -> None:
    """First hits at 1 and 25, or at 10 and 10: (1 + 1/25)/2, 13; 1/10, 10."""
    at = visit(HERE)
    for preset, reciprocal, rank in (
        ("mq-ranks-1-25", "0.520", "13.000"),
        ("mq-ranks-10-10", "0.100", "10.000"),
    ):
        set_to(at, "Step", preset)
        assert tiles(at)["MRR@25"].score == reciprocal
        set_to(at, "Score of each query", "first_relevant_rank")
        assert tiles(at)["mean FRP@25"].score == rank
        # What had been reciprocal ranks is nothing that ranks could be compared with.
        assert {tile.change for tile in tiles(at).values()} == {""}


def test_a_query_with_nothing_to_find_counts_as_it_is_told_to() -> None:
    at = visit(HERE)
    set_to(at, "Step", "mq-empty")
    for way, mean, dot in (
        ("worst", "0.500", (0.0, "0/0 → 0.000")),
        ("skip", "0.750", (None, "left out")),
        ("best", "0.833", (1.0, "0/0 → 1.000")),
    ):
        set_to(at, "A query with nothing to find", way)
        assert (scores(at)[0], dots(at)[2]) == (mean, dot)
    # The reciprocal rank of such a query is a plain 0, and still nothing was there to be found.
    set_to(at, "Score of each query", "reciprocal_rank")
    assert (scores(at)[0], dots(at)[2]) == ("0.833", (1.0, "0/0 → 1.000"))
    set_to(at, "Score of each query", "first_relevant_rank")
    assert scores(at)[0] == "1.333"
    set_to(at, "A query with nothing to find", "worst")
    assert scores(at)[0] == "2.333"


def test_a_mean_over_no_query_is_none() -> None:
    at = visit(HERE, {"a": "0x", "q2": "0y", "empty": "skip"})
    assert scores(at) == ["–"] * 3
    assert [dot for dot, _ in dots(at)] == [None, None]
    assert data(at, "queries")["axis"]["lines"] == []


def test_terms_and_rows_name_the_query_they_are_about() -> None:
    """So that pointing at one lights the others (assets/lit.js)."""
    at = visit(HERE, address("mq-opening"))
    named = ["a", "q2", "q3", "q4"]
    assert list(formula(at).terms) == named
    assert re.findall("<tr data-doc='([^']*)'>", "\n".join(pieces(at))) == named
    set_to(at, "Step", "mq-empty")
    set_to(at, "A query with nothing to find", "skip")
    assert list(formula(at).terms) == ["a", "q2"]


def test_nothing_gives_the_mean_away_before_the_guess() -> None:
    at = visit(HERE, address("mq-opening", query="own"))
    assert "0.200 + 0.283 + 0.150 = 0.633" in text(at)
    press(at, "Predict first")
    assert data(at, "queries")["axis"] is None
    assert "class='dots'" not in text(at)
    assert "0.633 long" not in text(at)
    set_to(at, "Your guess for MAP@6", "0.7")
    assert (scores(at)[0], len(dots(at))) == ("0.717", 4)


def chart(at: AppTest, part: str = "queries") -> list[dict[str, Any]]:
    """The rows of one table of the chart."""
    return [row for row in drawn(at)["without"].to_pylist() if row["part"] == part]


def test_the_chart_has_the_mean_without_each_query_and_says_what_it_adds() -> None:
    """Of 1/12, 11/12, 1 and 13/15, each a quarter; then 1/2 in the place of 1/6 of the first."""
    at = visit(HERE, address("mq-opening"))
    aps = [1 / 12, 11 / 12, 1, 13 / 15]
    rows = chart(at)
    assert [row["height"] for row in rows] == pytest.approx([(sum(aps) - ap) / 3 for ap in aps])
    assert [row["label"] for row in rows] == ["0.928", "0.650", "0.622", "0.667"]
    assert rows[3]["said"] == (
        "Query 4, bread in a Dutch oven: 0.867, adds 1/4 × 0.867 = 0.217. Without it: MAP@6 0.667"
    )
    assert [row["label"] for row in chart(at, "levels")] == ["mean 0.717"]
    assert chart(at, "was") == []
    act(at, "move", list="a", id="6", to=1)
    assert [row["query"] for row in chart(at, "was")] == [2, 3, 4]  # the others lack it as before
    assert chart(at, "was")[0]["height"] == pytest.approx(rows[1]["height"])
    assert [row["label"] for row in chart(at, "levels")] == ["mean 0.758"]
    assert chart(at)[0]["label"] == "0.928"


def test_the_chart_has_a_query_that_is_left_out_or_gets_the_best_score() -> None:
    at = visit(HERE, address("mq-empty"))
    set_to(at, "A query with nothing to find", "skip")
    last = chart(at)[-1]
    assert (last["label"], last["said"].partition(": ")[2]) == (
        "0.750",
        "nothing to find, left out. Without it: MAP@3 0.750",
    )
    set_to(at, "A query with nothing to find", "best")
    assert "0/0 → 1.000, adds 1/3 × 1.000 = 0.333" in chart(at)[-1]["said"]
    set_to(at, "Score of each query", "first_relevant_rank")
    assert [row["height"] for row in chart(at)] == [1.5, 1, 1.5]
    assert [said for _, said in dots(at)] == ["1", "2", "0/0 → 1"]  # ranks are whole numbers
    press(at, "Predict first")
    assert drawn(at) == {}


def test_the_chart_of_one_query_has_no_bar() -> None:
    (row,) = chart(visit(HERE, {"a": "1A", "q2": "0B", "empty": "skip"}))[:1]
    assert (row["height"], row["label"]) == (None, "–")
    assert row["said"].endswith("Without it: no query")


@pytest.mark.parametrize(
    ("metric", "worked"),
    [
        ("average_precision", ["(1/6) / 2", "(1/1 + 2/2 + 3/4) / 3", "(1/1 + 2/2 + 3/3) / 3"]),
        ("precision", ["1 / 6", "3 / 6", "3 / 6"]),
        ("recall", ["1 / 2", "3 / 3", "3 / 3"]),
        ("reciprocal_rank", ["1 / 6", "1 / 1", "1 / 1"]),
        ("ndcg", ["", "", ""]),
    ],
)
def test_a_row_says_how_its_score_comes_about(metric: str, worked: list[str]) -> None:
    at = visit(HERE, {**address("mq-opening"), "each": metric})
    assert data(at, "queries")["axis"]["worked"][:3] == worked


def test_the_sums_of_both_sides_come_with_the_act() -> None:
    at = visit(HERE, address("mq-opening"))
    assert "0.633 long" not in text(at)
    act(at, "move", list="a", id="6", to=1)
    assert "Left of the mean the bars are 0.508 long, right of it" in text(at)
    assert data(at, "queries")["axis"]["apart"] == ["0.508", "0.158", "0.242", "0.108"]


def test_a_step_is_not_done_when_another_query_is_changed_too() -> None:
    at = visit(HERE)
    act(at, "move", list="q2", id="1", to=2)
    act(at, "move", list="a", id="4", to=1)
    assert not controls(at)["step"]["open"]
    act(at, "move", list="q2", id="1", to=0)
    assert controls(at)["step"]["open"]


# Queries come and go


def test_queries_are_added_copied_removed_and_named_in_one_step_each() -> None:
    at = visit(HERE, TWO)
    assert (scores(at)[0], words_of(at)) == ("0.583", ["rye", ""])
    act(at, "copy_query", list="a")
    assert (scores(at)[0], words_of(at)) == ("0.722", ["rye", "rye", ""])
    assert tiles(at)["MAP@3"].change == "+0.139"
    act(at, "name_query", list="q2", query="  oats ")
    act(at, "remove_query", list="a")
    assert (words_of(at), at.query_params["a_query"]) == (["oats", ""], "oats")
    assert "q3" not in at.query_params
    act(at, "add_query")
    assert words_of(at) == ["oats", "", "New query"]
    assert shown_grades(at, "q3") == ([0, 1, 0, 0, 0], 5)
    assert visit(HERE, at.query_params).query_params == at.query_params
    for _ in range(4):
        press(at, "Undo")
    assert at.query_params == TWO
    assert is_off(at, "Undo")
    press(at, "Redo")
    press(at, "Reset")
    assert at.query_params == TWO


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"do": "remove_query", "list": "a"}, "A mean is taken over 1 to 20 queries."),
        ({"do": "name_query", "list": "a", "query": "x" * 81}, "has 81 characters"),
        ({"do": "copy_query", "list": "q5"}, "List Q5 is no longer there."),
        ({"do": "name_query", "list": "a", "query": 5}, "A query needs a title"),
        ({"do": "copy_query"}, "arrived damaged"),
        ({"do": "order", "list": "queries", "order": "up"}, "arrived damaged"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_is_said(
    action: dict[str, Any], sentence: str
) -> None:
    at = visit(HERE, {"a": "1A"})
    do = action.pop("do")
    act(at, do, **action)
    (said,) = notices(at)
    assert sentence in said
    assert "Nothing was changed." in said
    assert at.query_params == {"a": "1A"}


def test_there_is_room_for_twenty() -> None:
    at = visit(HERE, {"a": "1A"})
    for _ in range(20):
        act(at, "add_query")
    assert notices(at) == ["A mean is taken over 1 to 20 queries. Nothing was changed."]
    assert len(data(at, "queries")["rows"]) == 20


HITS_A = "3 5 8, 4 10, 6 7 8 9, 2 3 7, 3 5 8, 2 5 10, 5 8 9, 3 9, 2 3 5 7, 2 4 8"
HITS_B = "2 6 10, 2 6, 4 10, 1 2 3 10, 6 8 9, 1 3 8, 3 7, 4 5 6 8, 4 5 6, 1 2 3 7 10"


def exercise(ranks: str) -> str:
    """Write the hits of ten queries, of ten results each, as a reader types them."""
    each = enumerate(ranks.split(", "), start=1)
    return "; ".join(f"q{at}: hits at {hits} of 10" for at, hits in each) + "; m = 5 each"


def test_the_ten_queries_of_an_exercise() -> None:
    """University of Basel, Multimedia Retrieval, exercise 2.1b, worked by hand.

    Of A the first hits are at 3 4 6 2 3 2 5 3 2 2 and the second ones at 5 10 7 3 5 5 8 9 3 4.
    """
    at = visit(HERE)
    act(at, "type_queries", system="a", to=exercise(HITS_A))
    act(at, "type_queries", system="b", to=exercise(HITS_B))
    assert len(data(at, "queries")["rows"]) == 10
    every = measures(at)
    first = sum(1 / rank for rank in (3, 4, 6, 2, 3, 2, 5, 3, 2, 2)) / 10
    assert every["MRR@10"][:2] == [f"{first:.3f}", "0.525"]
    assert every["macro P@10"][:2] == ["0.300", "0.310"]
    assert every["macro R@10"][:2] == ["0.600", "0.620"]
    assert every["mean RP"][:2] == ["0.320", "0.320"]
    assert every["mean nDCG@10"][:2] == ["0.415", "0.490"]
    assert every["MAP@10"][:2] == ["0.236", "0.322"]
    # Ten bars have no room for their numbers: one has its own, that of the query without which the
    # mean changes most.
    labels = [row["label"] for row in chart(at)]
    assert [at for at, label in enumerate(labels, start=1) if label] == [9]
    assert re.search(r"<i style='--at:0.09'></i>", text(at))  # on the small axis no number fits


def test_lists_beyond_what_is_read_are_refused_and_none_is_dropped() -> None:
    at = visit(HERE)
    before = data(at, "queries")["rows"]
    act(at, "type_queries", system="a", to="; ".join(["1 0"] * 21))
    assert "allowed are up to 20 lists" in notices(at)[0]
    act(at, "type_queries", system="a", to="1 0; " + " " * 5000 + "0 1")
    assert notices(at)[-1].endswith("was not taken: it is too long. Nothing was changed.")
    assert data(at, "queries")["rows"] == before


def test_a_preset_brings_all_its_queries_and_no_other_stays() -> None:
    at = visit(HERE)
    set_to(at, "Step", "mq-halves")
    assert words_of(at) == ["sourdough starter", "flat sourdough"]
    act(at, "add_query")
    press(at, "Reset")
    assert len(words_of(at)) == 2
    # The presets of other lessons are about A alone, and leave the rest in peace.
    other = presets.presets(VEHICLE)["vehicle-first"]
    assert len(other.on(presets.opening(HERE)).queries) == 2


def test_another_scale_is_that_of_all_queries() -> None:
    at = visit(HERE, {**TWO, "scale": "3", "a": "3A~0B", "from": "2", "q2": "2D~3E~1F"})
    set_to(at, "Scale", 1)
    assert [shown_grades(at, name)[0] for name in ("a", "q2")] == [[1, 0], [1, 1, 0]]
    set_to(at, "Scale", 3)
    assert shown_grades(at, "q2")[0] == [2, 3, 1]


def test_words_of_a_reader_are_text() -> None:
    at = visit(HERE, {**TWO, "a_query": "<b>*rye*</b>"})
    assert html.escape("<b>*rye*</b>") in text(at)
    assert "<b>*rye*</b>" not in text(at)


def test_it_is_told_which_query_was_changed_and_how() -> None:
    opening = presets.presets(HERE)["mq-opening"].on(Screen())
    first, second, *_ = every = list(opening.queries.values())

    def told(screen: Screen, hand: str = "", *, back: bool = False) -> str:
        return describe(opening, screen, HERE, hand, back=back)

    moved = opening.with_list("q4", every[3].moved("5", 1))
    assert told(moved, "5") == "bread in a Dutch oven: How hot a Dutch oven should be, rank 2 of 6"
    assert told(opening.with_queries([first, first, *every[1:]])) == f"{first.query} added"
    assert told(opening.with_queries(every[1:])) == f"{first.query} removed"
    assert describe(opening.with_queries(every[:3]), opening, HERE, back=True) == (
        "bread in a Dutch oven is back"
    )
    assert (
        told(opening.with_list("q2", replace(second, query="rye"))) == "Query 2 is now called rye"
    )
    reversed_ = opening.with_queries([each.reversed() for each in every])
    assert told(reversed_).endswith("; 1 more changed")
    assert told(opening.with_list("b", second)) == "List B is there"


# By hand


class Rows:
    """The rows of queries on a page."""

    def __init__(self, page: Page) -> None:
        """Find them anew whenever they are used."""
        self.page = page
        self.rows = page.locator(".queries .row")

    def square(self, title: str) -> Any:
        return self.page.get_by_role(
            "button", name=re.compile(rf"^{re.escape(title)}, (rank \d|not retr)")
        )

    def text(self, at: int) -> str:
        """A row in short: `A1 B? | C0`, missed ones behind the line."""
        row = self.rows.nth(at)
        names = row.locator(".square").evaluate_all("(all) => all.map((each) => each.ariaLabel)")
        said = []
        for name in names:
            title, place, grade = re.fullmatch(
                r"(.*), (rank \d+ of \d+|not retrieved), relevance (.*)", name
            ).groups()  # type: ignore[union-attr]
            if place == "not retrieved" and "|" not in said:
                said.append("|")
            said.append(title + (grade[0] if grade[0].isdigit() else "?"))
        return " ".join(said)

    def shows(self, at: int, text: str) -> None:
        comes_true(self.page, lambda: self.text(at) == text, f"row {at} shows {text}")

    def middle_of(self, at: int, part: str) -> float:
        """Where a dot, or the line of the mean, is from left to right, from 0 to 1."""
        axis = box(self.rows.nth(at).locator(".base"))
        return (middle(self.rows.nth(at).locator(f".axis .{part}"))[0] - axis["x"]) / axis["width"]

    def drag(self, title: str, onto: str, *, drop: bool = True) -> None:
        self.square(title).hover()  # when it has glided to its place
        self.page.mouse.down()
        self.page.mouse.move(*middle(self.square(onto)), steps=8)
        if drop:
            self.page.mouse.up()


GIVEN = "?a=1A~0B~0C&a_query=rye&q2=0D~0E~1F~.~1G&scale=1&k=3"


def undo(page: Page) -> None:
    """Take back the last step, and wait until the squares stand where they stood."""
    page.get_by_role("button", name="Undo", exact=True).click()
    settle(page)


def test_a_square_is_dragged_and_the_dot_and_the_mean_follow(reader: Page) -> None:
    page = reader
    begin(page, HERE, GIVEN)
    rows = Rows(page)
    expect(score(page, "MAP@3")).to_have_text("0.583")
    assert rows.middle_of(1, "dot") == pytest.approx(1 / 6, abs=0.02)
    assert rows.middle_of(0, "mean") == pytest.approx(0.583, abs=0.02)
    # Held, it is previewed: (1/1) / 2, so the mean is 0.75; nothing is kept.
    before = box(rows.square("D"))
    rows.drag("F", "D", drop=False)
    expect(score(page, "MAP@3")).to_have_text("0.750")
    held = rows.rows.nth(1).locator(".dot")
    comes_true(page, lambda: abs(rows.middle_of(1, "dot") - 0.5) < 0.02, "the dot follows")
    comes_true(page, lambda: abs(rows.middle_of(0, "mean") - 0.75) < 0.02, "so does the mean")
    expect(held).to_be_visible()
    assert query(page)["q2"].startswith("0D")
    page.keyboard.press("Escape")
    rows.shows(1, "D0 E0 F1 | G1")
    expect(score(page, "MAP@3")).to_have_text("0.583")
    page.mouse.up()
    settle(page)
    assert box(rows.square("D")) == before
    # Let go, it is one step; and a drag is no click: the grade is what it was.
    rows.drag("F", "D")
    rows.shows(1, "F1 D0 E0 | G1")
    expect(score(page, "MAP@3")).to_have_text("0.750")
    expect(heard(page)).to_contain_text("Query 2: F, rank 1 of 3. MAP@3 0.750, up 0.167")
    comes_true(page, lambda: query(page)["q2"] == "1F~0D~0E~.~1G", "the address has it")
    undo(page)
    rows.shows(1, "D0 E0 F1 | G1")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    # Over the line, a document was never retrieved; and back.
    rows.drag("D", "G")
    rows.shows(1, "E0 F1 | D0 G1")
    rows.drag("D", "E")
    rows.shows(1, "D0 E0 F1 | G1")
    # A click grades one higher, from the top to 0.
    rows.square("B").click()
    rows.shows(0, "A1 B1 C0")
    rows.square("B").click()
    rows.shows(0, "A1 B0 C0")


def test_squares_by_the_keys(reader: Page) -> None:
    page = reader
    begin(page, HERE, GIVEN.replace("scale=1", "scale=3"))
    rows, keys = Rows(page), page.keyboard
    rows.square("A").focus()
    keys.press("ArrowRight")
    assert focused(page).startswith("B, rank 2 of 3")
    keys.press("3")
    rows.shows(0, "A1 B3 C0")
    keys.press("u")
    rows.shows(0, "A1 B? C0")
    keys.press("Alt+ArrowLeft")
    rows.shows(0, "B? A1 C0")
    assert focused(page).startswith("B, rank 1 of 3")
    keys.press("Space")
    keys.press("ArrowRight")
    expect(score(page, "MAP@3")).to_have_text("0.583")  # B behind A, while it is held
    keys.press("Escape")
    rows.shows(0, "B? A1 C0")
    expect(score(page, "MAP@3")).to_have_text("0.333")
    keys.press("Space")
    keys.press("End")
    keys.press("Space")
    rows.shows(0, "A1 C0 | B?")
    assert focused(page).startswith("B, not retrieved")
    keys.press("Delete")
    rows.shows(0, "A1 C0")
    assert focused(page).startswith("C, rank 2 of 2")
    keys.press("Enter")
    assert focused(page) == "Title of C"
    keys.type("Rye")
    keys.press("Enter")
    rows.shows(0, "A1 Rye0")
    assert focused(page).startswith("Rye, rank 2 of 2")
    expect(page.get_by_role("radiogroup", name="Relevance of Rye")).to_be_visible()
    page.locator(".queries").get_by_role("radio", name="2", exact=True).click()
    rows.shows(0, "A1 Rye2")
    # One stop of Tab for the squares of a row.
    assert rows.rows.nth(0).locator(".square[tabindex='0']").count() == 1
    cut = page.get_by_role("slider", name="Cut at k", exact=True)
    cut.press("ArrowLeft")
    expect(cut).to_have_attribute("aria-valuetext", "k = 2")
    cut.press("ArrowLeft")
    comes_true(page, lambda: query(page)["k"] == "1", "the cut is kept")
    above, below = rows.rows.nth(0).locator(".square").all()
    expect(above).to_have_css("opacity", "1")
    assert float(below.evaluate("(square) => getComputedStyle(square).opacity")) < 1
    # Escape takes back what was typed.
    words = page.get_by_role("textbox", name="Query 1, its words")
    words.fill("oats")
    words.press("Escape")
    expect(words).to_have_value("rye")


def test_queries_by_hand(reader: Page) -> None:
    page = reader
    begin(page, HERE, GIVEN)
    rows = Rows(page)
    page.get_by_role("button", name="Duplicate rye").click()
    page.get_by_role("button", name="Remove Query 3").click()  # at once, and no edit is lost
    rows.shows(1, "A1 B0 C0")
    expect(rows.rows).to_have_count(2)
    expect(score(page, "MAP@3")).to_have_text("1.000")
    second = page.get_by_role("textbox", name="Query 2, its words")
    second.fill("oats")
    second.press("Enter")
    expect(heard(page)).to_contain_text("Query 2 is now called oats")
    page.get_by_role("button", name="Add a document to oats").click()
    rows.shows(1, "A1 B0 C0 New document0")
    page.get_by_role("button", name="Remove rye").click()
    expect(rows.rows).to_have_count(1)
    last = page.get_by_role("button", name="Remove oats")
    expect(last).to_be_disabled()
    page.get_by_role("button", name="Add query").click()
    expect(rows.rows).to_have_count(2)
    assert focused(page) == "Query 2, its words"
    # The cut is dragged with a preview, too, and dropped as one step.
    chip, k = page.locator(".cut .chip"), page.locator(".queries .cut")
    x, y = middle(chip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - box(k)["width"] * 2, y, steps=6)
    expect(page.locator("dl.scores dt").first).to_have_text("MAP@1")
    assert query(page)["k"] == "3"
    page.mouse.up()
    comes_true(page, lambda: query(page)["k"] == "1", "the cut is kept")
    undo(page)
    comes_true(page, lambda: query(page)["k"] == "3", "as one step")


def test_rows_for_a_finger(open_page: Open) -> None:
    """The first tap tells what a square stands for, the next grades it; a swipe drags it."""
    page = open_page(f"/{HERE}{GIVEN}", 390, 844, touch=True)
    rows, finger = Rows(page), page.context.new_cdp_session(page)
    for part in page.locator(".queries button:visible").all():
        assert min(box(part)["width"], box(part)["height"]) >= 43.9, part.get_attribute("class")
    rows.square("B").tap()
    expect(page.locator(".queries .title")).to_have_value("B")
    rows.shows(0, "A1 B0 C0")
    rows.square("B").tap()
    rows.shows(0, "A1 B1 C0")
    start, end = middle(rows.square("C")), middle(rows.square("A"))
    swipe(finger, [start, (start[0] - 15, start[1]), (end[0] + 20, end[1]), end])
    rows.shows(0, "C0 A1 B1")
    expect(score(page, "MAP@3")).to_have_text("0.375")  # (1/2 + 2/3)/2, and 1/6
    for preset in ("mq-outlier", "mq-three-queries", "mq-macro-micro"):
        page.evaluate("(to) => rankbook.act('text', {do: 'preset', lesson: 'x', to})", preset)
    page.goto("/mean_over_queries?a=" + "~".join(f"0Page {at}" for at in range(50)))
    settle(page)
    assert overhang(page) == []
    assert all(at["x"] + at["width"] <= 390 for at in map(box, page.locator(".square").all()))


def test_a_link_of_a_text_leads_to_the_test_of_two_systems_in_the_same_session(
    open_page: Open,
) -> None:
    """Reciprocal ranks of A 1 and 1/2, of B 1/3 and 1: −2/3 and +1/2. Undo takes them back."""
    query = {"a": "1A~0B~0C~1D", "q2": "0A~1B", "scale": "1", "each": "reciprocal_rank"}
    page = open_page(f"/{HERE}?{urlencode({**query, 'system_b': '001|1,1|'})}")
    page.get_by_text("Further:").click()
    page.locator("summary", has_text=re.compile("Two systems$")).click()
    page.get_by_role("link", name="Test these RR@5 in Two systems").click()
    expect(score(page, "mean B − A")).to_have_text("−0.083")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(score(page, "mean B − A")).not_to_have_text("−0.083")


def test_the_first_screen_holds_the_rows_in_every_size(open_page: Open) -> None:
    page = open_page(f"/mean_over_queries?{urlencode(address('mq-opening'))}")
    rows, tile = Rows(page), page.locator("dl.scores").first
    places = []
    for width, height in ((1400, 900), (1024, 768), (933, 600)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        seen = [at for at in map(box, rows.rows.all()) if at["y"] + at["height"] <= height]
        assert len(seen) >= (4 if height > 700 else 2), (width, height)
        assert overhang(page) == []
        places.append(box(rows.rows.first)["y"])
    # What the last move changed has its room: no row jumps under the hand.
    page.set_viewport_size({"width": 1400, "height": 900})
    settle(page)
    rows.square("Why is my sourdough flat?").press("Alt+ArrowLeft")
    expect(tile.locator(".up").first).to_be_visible()
    assert box(rows.rows.first)["y"] == places[0]


def test_changes_stand_clear_and_long_workings_leave_the_row(open_page: Open) -> None:
    """Eight ranks and six missed: the score of each row is on the screen, its working is not."""
    lists = {"a": "1A~0B~0C~1D~1E~0F~1G~0H~.~1I~1J~1K~1L~1M~1N", "q2": "0A~1B~0C~1D~1E~1F~1G~0H"}
    page = open_page(f"/mean_over_queries?{urlencode({**lists, 'scale': '1', 'k': '8'})}")
    page.set_viewport_size({"width": 1400, "height": 900})
    settle(page)
    for value in page.locator(".row .value").all():
        assert box(value)["x"] + box(value)["width"] <= 1400
    page.get_by_role("button", name="Ideal order").first.click()
    change, below = page.locator("dl.scores .up").first, page.locator(".below > p").last
    expect(change).to_be_visible()
    settle(page)
    assert box(change)["y"] + box(change)["height"] <= box(below)["y"] + 2


def test_axe_of_the_rows(open_page: Open) -> None:
    """With a square chosen, something missed, a query left out; in light and in dark."""
    page = open_page("/mean_over_queries?a=3A~0B~-C~.~2D&q2=0E&q3=1F~1G&empty=skip&k=2")
    Rows(page).square("A").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        settle(page)
        found = Axe().run(page, {"include": [".stMainBlockContainer"]}).response["violations"]
        serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
        assert not serious, [
            (fault["id"], node["html"][:150]) for fault in serious for node in fault["nodes"]
        ]


def test_a_step_writes_what_changes(reader: Page) -> None:
    """Not all that is drawn: two squares and what is said of them, a dot, and the means."""
    page = reader
    begin(page, HERE, GIVEN)
    rows = Rows(page)
    by_tab(page, "A")
    settle(page)
    page.locator(".queries").evaluate(
        """(queries) => {
          const options = {subtree: true, childList: true, attributes: true, characterData: true};
          globalThis.writes = [];
          new MutationObserver((all) => writes.push(...all)).observe(queries, options);
        }"""
    )
    page.keyboard.press("Alt+ArrowRight")
    rows.shows(0, "B0 A1 C0")
    settle(page)
    assert 2 <= page.evaluate("writes.length") <= 40


def by_tab(page: Page, title: str) -> None:
    """Focus the first square of a row with Tab, from the button before it."""
    rows = Rows(page)
    rows.rows.filter(has=rows.square(title)).locator(".remove").focus()
    page.keyboard.press("Tab")
    assert focused(page).startswith(f"{title}, ")


def test_keys_edit_the_document_that_is_shown(reader: Page) -> None:
    """It is the one that the keyboard has focused, though the mouse rests on another."""
    page = reader
    begin(page, HERE, GIVEN)
    rows, keys, title = Rows(page), page.keyboard, page.locator(".queries .title")
    rows.square("B").hover()
    expect(title).to_have_value("B")
    by_tab(page, "A")
    expect(title).to_have_value("A")
    keys.press("Enter")
    keys.type("Rye")
    keys.press("Enter")
    rows.shows(0, "Rye1 B0 C0")
    x, y = middle(rows.square("C"))
    page.mouse.move(x, y)  # it does not take the keyboard's document away
    expect(title).to_have_value("Rye")
    keys.press("0")
    rows.shows(0, "Rye0 B0 C0")
    page.locator(".queries").get_by_role("radio", name="0", exact=True).focus()
    page.mouse.move(*middle(rows.square("B")))
    expect(title).to_have_value("Rye")
    keys.press("ArrowRight")
    rows.shows(0, "Rye1 B0 C0")
    page.get_by_role("button", name="Delete Rye").press("Enter")
    rows.shows(0, "B0 C0")
    assert focused(page).startswith("B, ")


def test_a_mouse_edits_the_document_that_is_shown(reader: Page) -> None:
    """What it has clicked is no reason to hide the next; a key is for the one that is shown."""
    page = reader
    begin(page, HERE, GIVEN)
    rows, keys, title = Rows(page), page.keyboard, page.locator(".queries .title")
    rows.square("C").click()
    rows.shows(0, "A1 B0 C1")
    for key, text_ in (
        ("1", "A1 B1 C1"),
        ("Alt+ArrowLeft", "B1 A1 C1"),
        ("Delete", "A1 C1"),
    ):
        rows.square("B").hover()
        expect(title).to_have_value("B")
        keys.press(key)
        rows.shows(0, text_)
        rows.square("C").click()
        rows.square("C").click()
    rows.square("A").hover()
    keys.press("Enter")
    assert focused(page) == "Title of A"
    page.mouse.move(*middle(rows.square("F")))
    keys.type("Oats")
    page.get_by_role("button", name="Add query").click()
    rows.shows(0, "Oats1 C1")
    rows.shows(1, "D0 E0 F1 | G1")


def test_what_is_edited_comes_and_goes(reader: Page) -> None:
    """No key goes to a document that took the place of another."""
    page = reader
    begin(page, HERE, GIVEN)
    rows, keys = Rows(page), page.keyboard
    # A query comes back above: the square keeps the focus, and the field its text.
    page.get_by_role("button", name="Remove rye").click()
    rows.shows(0, "D0 E0 F1 | G1")
    rows.square("F").focus()
    keys.press("Control+z")
    rows.shows(1, "D0 E0 F1 | G1")
    assert focused(page).startswith("F, ")
    keys.press("Enter")
    keys.type("Flax")
    keys.press("Enter")
    rows.shows(1, "D0 E0 Flax1 | G1")
    page.get_by_role("textbox", name="Query 2, its words").fill("oats")
    page.get_by_role("button", name="Duplicate rye").click()
    rows.shows(2, "D0 E0 Flax1 | G1")
    expect(page.get_by_role("textbox", name="Query 3, its words")).to_have_value("oats")
    expect(page.get_by_role("textbox", name="Query 2, its words")).to_have_value("rye")
    undo(page)
    expect(rows.rows).to_have_count(2)
    # A document goes while its title has the focus; so does its query.
    page.get_by_role("button", name="Add a document to oats").click()
    rows.square("New document").focus()
    keys.press("Enter")
    keys.press("Control+z")
    rows.shows(1, "D0 E0 Flax1 | G1")
    assert focused(page).startswith("G, ")
    keys.press("Enter")
    keys.type("Germ")
    keys.press("Enter")
    rows.shows(1, "D0 E0 Flax1 | Germ1")
    page.get_by_role("button", name="Add query").click()
    assert focused(page) == "Query 3, its words"
    keys.press("Control+z")  # at once
    expect(rows.rows).to_have_count(2)
    page.get_by_role("button", name="Add query").click()
    by_tab(page, "Document 1")
    keys.press("Enter")
    keys.press("Control+z")
    expect(rows.rows).to_have_count(2)
    assert focused(page).startswith("A, ")


def test_what_is_typed_is_saved_when_a_drag_begins(reader: Page) -> None:
    page = reader
    begin(page, HERE, GIVEN)
    rows, keys = Rows(page), page.keyboard
    chip, width = page.locator(".cut .chip"), box(page.locator(".queries .cut"))["width"]
    x, y = middle(chip)
    rows.square("A").focus()
    for k, name in ((2, "Query 2, its words"), (1, "Title of A")):
        if k == 1:
            rows.square("A").focus()
            keys.press("Enter")
        field = page.get_by_role("textbox", name=name)
        field.fill("Oats")
        page.mouse.move(x, y)
        page.mouse.down()
        x -= width
        page.mouse.move(x, y, steps=4)
        page.mouse.up()
        comes_true(page, lambda k=k: query(page)["k"] == str(k), "the cut is moved")  # type: ignore[misc]
    rows.shows(0, "Oats1 B0 C0")
    assert query(page)["q2_query"] == "Oats"


def test_what_a_finger_typed_is_saved_when_it_drags(open_page: Open) -> None:
    page = open_page(f"/{HERE}{GIVEN}", 390, 844, touch=True)
    rows, finger = Rows(page), page.context.new_cdp_session(page)
    page.get_by_role("textbox", name="Query 2, its words").fill("Oats")
    start, end = middle(rows.square("C")), middle(rows.square("A"))
    swipe(finger, [start, (start[0] - 15, start[1]), (end[0] + 20, end[1]), end])
    rows.shows(0, "C0 A1 B0")
    comes_true(page, lambda: query(page).get("q2_query") == "Oats", "the words are kept")


# The whole list, two systems, and the mean curve


def test_each_query_has_its_own_k_if_the_whole_list_counts() -> None:
    """R N N R R of ten and N R R N N N of three: (3/5 + 2/6)/2, and F1 (6/15 + 4/9)/2."""
    at = visit(HERE)
    set_to(at, "Step", "mq-whole")
    assert tiles(at)["macro P"].score == "0.467"
    assert tiles(at)["micro P"].score == "0.455"  # 5 of 11
    set_to(at, "Score of each query", "f1")
    assert tiles(at)["mean F1"].score == "0.422"
    assert tiles(at)["F1 of the means"].score == "0.475"  # of 0.467 and (3/10 + 2/3)/2
    said = re.sub(" +", " ", re.sub("<[^>]*>", "", markup(at)))
    assert "F1 of the means = 2 · 0.467 · 0.483 / (0.467 + 0.483) = 0.475" in said
    assert "micro F1 = 2 · 5 / (11 + 13) = 0.417" in said
    set_to(at, "Score of each query", "precision")
    assert "A query with a long list has many votes" in text(at)
    assert at.query_params["ranks"] == "list"


def measures(at: AppTest) -> dict[str, list[str]]:
    (table,) = [each for each in tables(at) if each[0][0] == "measure"]
    return {row[0]: row[1:] for row in table[1:]}


def test_two_systems_have_all_measures_side_by_side() -> None:
    """B has hits at ranks 2 and 3 of both queries, A at 1 and 4; k is 3."""
    at = visit(HERE)
    set_to(at, "Step", "mq-two-systems")
    found = measures(at)
    assert found["MAP@3"] == ["0.500", "0.583", "−0.083"]
    assert found["MRR@3"] == ["1.000", "0.500", "+0.500"]
    assert found["macro P@3"] == ["0.333", "0.667", "−0.333"]
    assert found["mean FRP@3"] == ["1.000", "2.000", "−1.000"]
    assert found["mean IAP@3 at 0.2, 0.5, 0.8"] == ["0.667", "0.667", "0"]  # 1 1 0 and 2/3 thrice
    assert found["micro R@3"] == ["0.500", "1.000", "−0.500"]  # 2 and 4 of 4
    assert len(found) == 24
    act(at, "turn", by="toolbar", knob="other_system", to="")
    assert "Two systems, all measures" not in text(at)


def test_both_lists_of_each_query_are_seen() -> None:
    """A has AP@5 of (1 + 2/4)/2 and 1/2, B of 1/3 over the two that exist, and nothing to find."""
    query = {"a": "1A~0B~0C~1D", "q2": "0A~1B", "scale": "1", "k": "5", "empty": "skip"}
    at = visit(HERE, {**query, "system_b": "001|1,0"})
    (table,) = [each for each in tables(at) if "list of A" in each[0]]
    assert table[0] == ["query", "AP@5 of A", "AP@5 of B", "A − B", "list of A", "list of B"]
    assert [row[1:] for row in table[1:]] == [
        ["0.750", "0.167", "+0.583", "● ○ ○ ●", "○ ○ ● | ●"],
        ["0.500", "left out", "", "○ ●", "○"],
    ]
    assert "aria-label='grades 0, 0, 1; missed 1'" in text(at)


def test_the_scores_of_two_systems_lead_to_their_paired_test() -> None:
    """AP@5 of A is 0.75 and 0.5, of B 1/6 and 1; the third query has nothing to find."""
    query = {"a": "1A~0B~0C~1D", "q2": "0A~1B", "q3": "0A", "scale": "1", "k": "5"}
    at = visit(HERE, {**query, "system_b": "001|1,1|,0"})
    (place,) = re.findall(r"<a href='(significance\?[^']*)'>Test these AP@5", text(at))
    there = visit("significance", dict(parse_qsl(place.partition("?")[2])))
    assert data(there, "pairs")["controls"][0]["value"] == [0.75, 0.1667, 0.5, 1, None, None]
    assert tiles(there)["mean B − A"].score == "−0.028"  # (1/6 − 3/4 + 1/2) / 3
    act(at, "turn", knob="empty_query", to="skip")
    assert "empty=skip" in text(at)
    act(at, "turn", knob="per_query", to="first_relevant_rank")
    assert "in Two systems" not in text(at)  # a low rank is the better one
    assert "in Two systems" not in text(visit(HERE, {**query, "system_b": "001|1,1|"}))


OF_A, OF_B = "Lists of system A", "Lists of system B"


@pytest.mark.parametrize(
    "typed",
    [
        "10011,011000",
        "q1: R N N R R / q2: N R R N N N",
        "Query 1 = [1, 0, 0, 1, 1], Query 2 = [0, 1, 1, 0, 0, 0]",
        "q1 R N N R R; q2 N R R N N N",
        "[[1, 0, 0, 1, 1], [0, 1, 1, 0, 0, 0]]",
        "1 0 0 1 1 / 0 1 1 0 0 0",
        "1. 0. 0. 1. 1.\n0. 1. 1. 0. 0. 0.",
        "yes no no yes yes; no yes yes no no no",
        "1-0-0-1-1; 0-1-1-0-0-0",
        "1 0 0 1 1, 0 1 1 0 0 0",
        "R N N R R, N R R N N N",
        "RNNRR NRRNNN",
        "+−−++;-++---",
    ],
)
def test_lists_of_system_b_are_read_as_people_write_them(typed: str) -> None:
    assert KNOBS["other_system"].parse(typed, 3) == ("10011", "011000")


def test_the_lists_of_all_queries_are_typed() -> None:
    """Two lists of a midterm, m = 4 each: AP 0.6 and 0.49286, so MAP is 0.546."""
    at = set_to(visit(HERE), OF_A, "R N R N N N N N R R, N R N N R R R N N N")
    assert notices(at) == []
    assert (at.query_params["k"], tiles(at)["MAP@10"].score) == ("10", "0.546")
    (every,) = [each for each in tables(at) if each[0] == ["measure", "mean", "query 1", "query 2"]]
    assert every[1] == ["MAP@10", "0.546", "0.600", "0.493"]
    assert ["MRR@10", "0.750", "1.000", "0.500"] in every
    set_to(at, OF_A, "2 0 5, 1 | 5")
    assert (at.query_params["k"], at.query_params["scale"]) == ("3", "5")
    assert notices(at) == ["The scale is now 0 to 5."]
    set_to(at, OF_A, "2 9")
    assert notices(at)[0].startswith("Lists: “2 9” was not taken; allowed are up to 20 lists")
    for too_much in ("; ".join(["1 0"] * 21), "1 " * 51):
        set_to(at, "Lists of system A", too_much)
        assert "“Your own data” scores " in notices(at)[0]


def test_typed_lists_have_the_ways_in_which_tools_count() -> None:
    """APs by hits found are 2.75/3, 1/3, 0 and 0.9/2; then precisions are 3/5 and 2/6."""
    at = set_to(visit(HERE), OF_A, "11010 m = 4; 00100 m = 1; 00000 m = 2; 01001 m = 2")
    every = measures(at)
    assert every["MAP@5"][0] == "0.368"
    assert every["MAP@5, ÷ hits found (context precision)"][0] == "0.425"
    assert "macro P, each of its whole list" not in every
    set_to(at, OF_A, "RNNRR m = 10; NRRNNN m = 3")
    every = measures(at)
    assert every["macro P@6"][0] == "0.417"  # (3/6 + 2/6)/2
    assert every["macro P, each of its whole list"] == ["0.467", "0.600", "0.333"]
    assert every["micro P"][0] == "0.455"  # 5/11
    # AP is (1 + 2/4 + 3/5)/10, or over 6 ranks; and (1/2 + 2/3)/3.
    assert every["MAP@6, ÷ m, at most k"] == ["0.369", "0.350", "0.389"]


def test_lists_of_both_systems_are_typed() -> None:
    """An exercise: A has AP@5 of (1 + 2/4)/4 and (1/2 + 2/3)/2, B of (1/2 + 2/3)/4 and 1/2."""
    at = set_to(visit(HERE), OF_A, "R N N R N m = 4; N R R")
    set_to(at, OF_B, "q1: N R R N N (m=4) / q2: R N N N | R")
    assert notices(at) == []
    assert measures(at)["MAP@5"] == ["0.479", "0.396", "+0.083"]
    assert at.query_params["system_b"] == "01100|11,1000|1"
    said = text(at)  # the numbers of B stand where two systems are explained, the means first
    places = [
        said.index(part) for part in ("has a button that keeps", "'Two systems'", "Both lists")
    ]
    assert places == sorted(places)
    assert said[places[0] : places[1]].count("\n") < 8
    set_to(at, OF_A, "A: R N; B: N R")
    assert notices(at) == ["A and B are two systems on the same query."]
    assert measures(at)["MAP@2"] == ["1.000", "0.500", "+0.500"]
    set_to(at, OF_B, "")
    assert "Two systems, all measures" not in text(at)


def test_ids_of_documents_are_typed() -> None:
    """A has AP 1/2 and (1/3 + 2/4)/3, B 1 and 1/3; what A's list lacks stands below it."""
    ids = "relevant: q1 rye; q2 oat 7 d9\nA: q1 bun rye; q2 d1 d2 oat 7\nB: q1 rye bun; q2 d9 d1"
    at = set_to(visit(HERE), OF_A, ids.replace("\n", "; "))
    assert notices(at) == ["Read as 2 queries, of 2 and 4 documents."]
    assert measures(at)["MAP@4"] == ["0.389", "0.667", "−0.278"]
    assert at.query_params["a"] == "0bun~1rye"
    assert at.query_params["q2"] == "0d1~0d2~1oat~17~.~1d9"
    set_to(at, OF_A, "q1: bun rye; q2: oat | relevant: oat")
    assert "q1 has no relevant documents; write none if there are none" in notices(at)[0]


@pytest.mark.parametrize(
    ("typed", "query", "said"),
    [
        ("1,0,1", {"a": "101"}, "The commas part the grades of one list here."),
        ("1; 0; 1", {"a": "1", "q2": "0", "q3": "1"}, ""),
        ("10 / 01 / 11", {"a": "10", "q2": "01", "q3": "11"}, "Each / parts two queries here."),
        ("101 / 1", {"a": "101.1"}, ""),
        ("101; 11; m = 4", None, "Lists: “101; 11; m = 4” was not taken"),
        ("101 m = 1", None, "Lists: “101 m = 1” was not taken"),
        ("hits at 1, 2 of 3, m = 3", {"a": "110.1"}, ""),
        ("hits at 1, 4 of 3", None, "Lists: “hits at 1, 4 of 3” was not taken"),
        ("1 3 10", None, "Lists: “1 3 10” was not taken"),
        ("A: 10", None, "Lists: “A: 10” was not taken"),
        ("101; 1 9 0; 011", None, "Lists: “101; 1 9 0; 011” was not taken, because of list 2, “1"),
        ("101; 110 m = 1", None, "Lists: “101; 110 m = 1” was not taken, because of list 2, “110"),
        ("A: 101; B: 1x1", None, "Lists: “A: 101; B: 1x1” was not taken, because of the list of B"),
        ("101; " + 51 * "1", None, "List 2 would have 51 documents; at most 50 are allowed."),
        ("A: 101; B: " + 51 * "1", None, "List 1 of B would have 51 documents"),
        ("101; " + 61 * "1", None, f"Lists: “101; {35 * '1'}” was not taken, because of list 2;"),
    ],
)
def test_what_may_be_meant_in_two_ways_is_said(
    typed: str, query: dict[str, str] | None, said: str
) -> None:
    at = visit(HERE, {"a": "1A", "q2": "1A", "scale": "1"})
    set_to(at, OF_A, typed)
    assert len(notices(at)) == bool(said)
    assert not said or notices(at)[0].startswith(said)
    found = {
        name: re.sub("Document .|~", "", at.query_params[name])
        for name in ("a", "q2", "q3")
        if name in at.query_params
    }
    assert found == (query or {"a": "1A", "q2": "1A"})


def test_iap_of_each_query_is_worked_out() -> None:
    """1 0 0 0 1: six levels at 1/1, five at 2/5, so 8/11; at 0.2, 0.5 and 0.8 it is 2.4/3."""
    screen, _ = link.decode({"a": "1A~0B~0C~0D~1E", "scale": "1", "k": "5"})
    screen = screen.with_settings(per_query="interpolated_average_precision")
    assert queries.by_hand(screen, "a") == "(6 · 1/1 + 5 · 2/5) / 11"
    assert float(queries.mean(screen).score) == pytest.approx(8 / 11)
    three = screen.with_settings(point_count=3)
    assert (queries.label(three), queries.by_hand(three, "a")) == (
        "mean IAP@5 at 0.2, 0.5, 0.8",
        "(2 · 1/1 + 1 · 2/5) / 3",
    )
    assert float(queries.mean(three).score) == pytest.approx(0.8)
    _, *rows = re.findall("<tr>(.*?)</tr>", systems.curve_table(screen))
    assert [row.count("0.400") for row in rows] == [5, 5]  # of query 1, and the mean


def test_all_lists_are_kept_as_system_b() -> None:
    at = visit(HERE, {"a": "1A~0B~-C~.~1D", "q2": "0A~1B", "scale": "1", "k": "5"})
    kept = controls(at)["Keep all lists as system B"]["change"]
    assert kept == {"do": "turn", "knob": "other_system", "to": "10?|1,01"}
    act(at, "turn", by="toolbar", knob="other_system", to=kept["to"])
    assert {tuple(row[-1:]) for row in measures(at).values()} == {("0",)}
    assert at.query_params["system_b"] == "10?|1,01"


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ("10", "A has 2 queries and B has 1: give each query one list of each system."),
        ("10,11", "Query 2: A and B do not know the same number of relevant documents."),
        ("1,01", "Query 1: the list of B has only 1 of 5 ranks. The others count as misses"),
    ],
)
def test_systems_that_cannot_be_compared_are_named(lists: str, said: str) -> None:
    at = visit(HERE, {"a": "1A~0B", "q2": "0A~1B", "scale": "1", "system_b": lists})
    assert said in text(at)


def test_the_mean_curve_averages_at_each_level() -> None:
    """1 0 0 0 1 has 1 six times and 0.4 five times; 1 has 1 everywhere; an empty list 0."""
    query = {"a": "1A~0B~0C~0D~1E", "q2": "1A", "scale": "1", "k": "5"}
    screen, problems = link.decode(query)
    assert problems == []
    assert systems.at_levels(screen) == pytest.approx([1] * 6 + [0.7] * 5)
    screen, _ = link.decode({**query, "q3": "0A"})
    assert systems.at_levels(screen) == pytest.approx([2 / 3] * 6 + [1.4 / 3] * 5)
    skipped = screen.with_settings(empty_query="skip")
    assert systems.at_levels(skipped) == pytest.approx([1] * 6 + [0.7] * 5)
    for k, told in (("5", False), ("4", True)):
        cut, _ = link.decode({**query, "k": k})
        words = "down to rank k = 4"
        assert (words in systems.curve(cut).title, words in systems.curve_table(cut)) == (told,) * 2
        assert words not in systems.curve(cut.with_settings(query_depth="list")).title
    rows = [*mean_curve.rows({"A": [0.5] * 11, "B": [0.25] * 11})]
    said = [row["said"] for row in rows if row["part"] == "at"]
    assert said[3] == "Recall 0.3: A 0.500, B 0.250"


def test_each_list_is_worked_of_both_systems() -> None:
    """Ten ranks with hits at 1 3 6 9 10, m = 5, and at 2 5 7, m = 5: each term stands there."""
    at = visit(HERE)
    set_to(at, "Lists of system A", "1010010011")
    set_to(at, "Lists of system B", "0100101000 | 11")
    act(at, "turn", knob="k", to="10")
    said = markup(at)
    ap = (1 + 2 / 3 + 3 / 6 + 4 / 9 + 5 / 10) / 5
    assert f"AP@10 = (1/1 + 2/3 + 3/6 + 4/9 + 5/10) / 5 = {ap:.3f}" in said
    assert f"AP@10 = (1/2 + 2/5 + 3/7) / 5 = {(1 / 2 + 2 / 5 + 3 / 7) / 5:.3f}" in said


def test_a_micro_mean_is_a_fraction_of_both_systems() -> None:
    """2 of 3 and 1 of 1 relevant documents are found: 3/4; B finds 1 of 3 and 0 of 1."""
    at = visit(HERE)
    set_to(at, "Lists of system A", "1 1 0 | 1; 0 1")
    set_to(at, "Score of each query", "recall")
    assert "micro R@3 = (2 + 1) / (3 + 1) = 0.750" in re.sub("<[^>]*>", "", markup(at))
    set_to(at, "Lists of system B", "1 0 0 | 1 1; 0 | 1")
    row = re.search(r"micro R(?:@\d)?</t[hd]>(.*?)</tr>", markup(at))
    assert row is not None
    assert re.findall(r"[+−]?\d\.\d{3}", row[1]) == ["0.750", "0.250", "+0.500"]


@pytest.mark.parametrize(
    ("metric", "score"),
    [
        ("rbp", 0.2 * (1 + 0.8**2)),
        ("err", 1 / 2 + 1 / 3 / 2 / 2),  # a hit satisfies half of those who look
        ("bpref", (1 + 0) / 2),  # the one that is not relevant stands above the second hit
    ],
)
def test_sums_over_ranks_of_each_query_are_worked(metric: str, score: float) -> None:
    at = visit(HERE)
    set_to(at, "Lists of system A", "1 0 1; 0 1 1")
    set_to(at, "Score of each query", metric)
    (worked, result) = re.findall(r">\w+(?:@3)? = ([^<]*) = ([\d.]+)<", markup(at))[0]
    assert f"{eval(worked.replace('·', '*')):.3f}" == result == f"{score:.3f}"


@pytest.mark.parametrize(
    ("listed", "missed"), [((3, 2, 0, 1), (3,)), ((0, 2, 3, 3, 1, 2), ()), ((1, 1, 0, 3), (2, 3))]
)
def test_dcg_and_the_ideal_dcg_of_each_query_are_worked(
    listed: tuple[int, ...], missed: tuple[int, ...]
) -> None:
    """A reader who types what stands there into a calculator finds what scikit-learn finds."""
    at = visit(HERE)
    written = " ".join(map(str, listed)) + (" | " + " ".join(map(str, missed))) * bool(missed)
    set_to(at, "Lists of system A", f"{written}; 3 0")
    act(at, "turn", knob="k", to="4")
    set_to(at, "Score of each query", "ndcg")
    row = re.findall(r">(DCG = [^<]*)<", markup(at))[0]
    shown = {}
    for part in row.split("; "):
        name, worked, result = part.split(" = ")
        by_hand = eval(worked.replace("·", "*"))
        assert f"{by_hand:.3f}" == result
        shown[name] = float(result)
    grades = np.array([[*listed, *missed]])
    order = -np.arange(grades.size, dtype=float)[None]
    order[:, len(listed) :] = -99
    assert shown["DCG"] == pytest.approx(dcg_score(grades, order, k=4), abs=6e-4)
    assert shown["ideal DCG"] == pytest.approx(dcg_score(grades, grades, k=4), abs=6e-4)
    assert shown["nDCG"] == pytest.approx(ndcg_score(grades, order, k=4), abs=6e-4)


def test_dots_of_a_small_axis_that_would_overlap_are_one_group_with_all_numbers() -> None:
    dots = [(0.25, ""), (0.917, ""), (None, ""), (1.0, ""), (0.867, "")]
    numbers = [[number for _, number in there] for there in queries.places(dots, 0.08)]
    assert numbers == [[1], [5, 2], [4]]
    apart = [[number for _, number in there] for there in queries.places(dots, 0.01)]
    assert apart == [[1], [5], [2], [4]]
