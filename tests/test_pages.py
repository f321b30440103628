"""Every page in every state: no exception, and no number that the package did not return.

What a page should show is worked out in `expected` from what a test has set up, with `metrics`
alone. The pages run through app.py, without a browser.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app_driver import (
    FILES,
    Drawn,
    Part,
    Tile,
    act,
    arrive,
    assert_bars,
    assert_change,
    assert_column,
    assert_ghosts,
    assert_numbers,
    cards,
    charts,
    controls,
    data,
    deliver,
    follow,
    formula,
    go,
    is_off,
    markup,
    notices,
    pictures,
    pieces,
    press,
    run,
    set_to,
    shown_grades,
    tables,
    text,
    tiles,
    titles,
    to_text,
    value,
    visit,
)
from expected import (
    BOARDS,
    EVERY_KNOB,
    FIRST,
    LESSONS,
    LINKS,
    NUMBERS,
    PAGES,
    WITH_BARS,
    WITH_TABLE,
    Bars,
    Setup,
    assert_adds_up,
    change,
    comparison,
    opening,
    own,
    written,
)
from metrics import pointwise
from metrics.agreement import graded_inversions, kendall_tau
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.cwl import precision, rate_of_gain
from metrics.other_measures import FURTHER
from pages.welcome.ways_in import PATHS
from sample import SAMPLE, of_sample, sampled
from steps import STEPS
from ui import contents
from ui.core import knobs, link, presets
from ui.core.plain import typeset
from ui.parts import frame
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")

PLAYGROUND = "playground"
AP = "average_precision"
ERR = "expected_reciprocal_rank"
GAIN = "discounted_gain"
GAP = "graded_average_precision"
RBP = "rank_biased_precision"
CWL = "continuation"
REFERENCE = "reference"


# States


def assert_still(at: AppTest) -> None:
    """Nothing is said or drawn of what was before."""
    assert {tile.change for tile in tiles(at).values()} <= {""}
    for _, drawn in pictures(at):
        assert not any(row.was for column in drawn for row in column.rows.values())


def assert_moved(
    at: AppTest, page: str, before: Setup, now: Setup, were: Sequence[Drawn] = ()
) -> None:
    """The scores say what the last move changed, and behind the bars stand those of before."""
    assert_change(at, before, now, 4 if page == "two_tools" else 3)
    if page in WITH_BARS:
        assert_ghosts(at, page, before, now, were)


def columns(at: AppTest) -> list[Drawn]:
    """The columns of bars beside list A, if there are any."""
    return next((drawn for _, drawn in pictures(at)), [])


SHELF = Setup((1, 3, 0, 2), (2, 1), {"k": 3})
TURNED_ROUND = Setup((2, 0, 3, 1), (2, 1), {"k": 3})
LISTS = {
    "empty": Setup((), ()),
    "one relevant": Setup((3,), ()),
    "one unjudged": Setup((None,), ()),
    "nothing relevant": Setup((0, 0, 0, 0), (0,)),
    "nothing judged": Setup((None, None, None), (None,)),
    "nothing retrieved": Setup((), (3, 0, 1)),
    "shorter than k": Setup((1, 2), (3,), {"k": 50}),
    "some unjudged": Setup((None, 2, 0, None, 3, 1), (None, 3)),
    "fifty": Setup((0, 1, 2, 3, None) * 9, (3, 2, 1, 0, None), {"k": 50}),
    "fewer than grade 2": Setup((1, 1, 0), (), {"from": 2}),
}
SCALES = {
    f"scale {scale}": Setup(tuple(range(scale + 1)), (scale, None), {"scale": scale, "k": 4})
    for scale in (1, 4, 8)
}


@pytest.mark.parametrize("page", PAGES)
def test_first_visit(page: str) -> None:
    at = visit(page)
    first = opening(page)
    assert_numbers(at, page, first)
    assert at.query_params == {}
    assert notices(at) == []
    assert_still(at)
    if page in BOARDS and page != "your_data":
        assert (shown_grades(at), titles(at)) == (
            (first.all_grades(), len(first.grades)),
            list(first.titles or ()),
        )


def test_one_page_is_drawn_at_a_time_and_one_that_fails_lets_others_be_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns: list[bool] = []

    def fail(name: str) -> None:
        turns.append(frame.ONE_PAGE_AT_A_TIME.locked())
        raise RuntimeError(name)

    with monkeypatch.context() as patched:
        patched.setattr("ui.lesson.heading", fail)
        assert visit(VEHICLE).exception
    assert (turns, frame.ONE_PAGE_AT_A_TIME.locked()) == ([True], False)
    assert not visit(VEHICLE).exception


# Each list on a third of the pages, and on each page a third of the lists; all on those that draw
# what no other does. `make test` has those of the sample.
MET = [
    pytest.param(page, name, marks=[pytest.mark.slow] * (f"/{page}" not in SAMPLE))
    for i, page in enumerate(PAGES)
    for j, name in enumerate([*LISTS, *SCALES])
    if (i + j) % 3 == 0 or page in (AP, GAIN, PLAYGROUND)
]


@pytest.mark.parametrize(("page", "name"), MET)
def test_every_list(page: str, name: str) -> None:
    setup = {**LISTS, **SCALES}[name]
    at = visit(page, setup.query())
    assert_numbers(at, page, setup)
    assert at.query_params == setup.query()
    assert notices(at) == []


UNFOLDED = (
    {"gain": "custom", "discount": "power", "utility": "sigmoid", "satisfaction": "sigmoid"},
    {"discount": "geometric", "reader": "inst"},
    {"discount": "log_thresholded"},
    {},
)
"""Positions at which other knobs appear."""
TYPED = {
    "gains": [(0, 1, 10, 100), (0.5, 0, 0, 2.25)],
    "readers": [(0.5, 0.25, 0.25), (0, 0, 1)],
    "verdicts": [("110", "011"), ("1010", "1001", "0111")],
    "labelled": [("ABC", "ABB"), ("1213", "1223", "3213")],
    "votes": [("A B", "3 1", "2 2"), ("x y z", "1 0 2 cac", "0 3 0 bbb", "1 1 1 bca")],
    "unpaired": [("7 5", "3 1"), ("0.5 -2 4", "3.25"), ("mean 6 s 1.4 n 2", "mean 2 s 0 n 3")],
    "tally": [(30, 2, 1, 7), (0, 5, 5, 1)],
    "groups": [(9, 10, 8, 10), (11, 20, 19, 30)],
    **{
        "rates": [(0.12, 0.14), (0.5, 0.25)],
        "weekly": [(8000,), (2,)],
        "ab_each": [(20,), (3,)],
        "within": [(10,), (0.5,)],
    },
    "p_values": [("0.07", "0.001"), ("B 0.5", "0", "LTR 1")],
    **{"seen_clicks": [(5, 2, 1), (0, 1)], "seen_by": [(9,), (1000,), (9, 8, 7)]},
    **{"looks": [(1, 0.5, 0.33), (0.9, 0.3)], "observed_results": ["x y x", "x, y"]},
    **{"further_counts": ["1 2 3 4", "1 2"], "weight_of_fp": [(10,), (0.5,)]},
    **{"clicked_ranks": [(2, 5), (4, 1, 3)], "results_shown": [(7,), (20,)]},
    "click_sessions": ["a b*; a* b", "40 × 0 1; 1 1"],
    **{"own_r": [(0.5, 0.25), (1, 0)], "planned": [(0.9,), (0.2,)]},
    "won": [(14, 26, 20), (3, 3)],
    "two": [(3, 1), (60, 40, 200), (6, 3, 1, 4)],
    **{"users": ["a b; a", "x*; –"], "catalogue": [(9,), (7,)], "popularity": ["i1 0.5", ""]},
    **{"item_classes": ["i1 a b; i2 b", ""], "kappa_weights": [(0, 1), (0, 0.5, 0, 3)]},
    "answers_with_gaps": ["1 – 0 1; 1 0 0 1", ""],
    **{"collection": [(100,), (9,)], "cut": [(2, 3, 10, 20), (1, 1)]},
    **{"cost_matrix": [(-1, 1, 100, 0), (0, 0, 0, 0)], "error_costs": [(1000, 5000), (2, 0)]},
    "rating_scale": [(0, 10), (-3, 3)],
    **{"prices": [(3, 0.5, 0), (1,)], "blocks": [(2, 7.5), (10,)]},
    "tied_ranks": [(3, 4), (1, 9, 2)],
    "tied_groups": [(1, 0, 2, 4), (0, 3)],
    "ranks_by": [("1 2", "2 1"), ("3 1 2", "1 2 3", "2 1 3")],
    "classes": [("A B", "5 1", "2 3"), ("x y z", "1 0 0", "0 2 0", "3 0 1")],
    "curve_at": [("4", "0.25 1", "1 0.5"), ("0", "0.5 0.5")],
    "roc_at": [
        ("0", "FPR TPR", "0.1 0.5", "0.3 0.8"),
        ("0.02", "FPR TPR precision", "0.1 0.5 0.4"),
    ],
    "scored": [(0.9, 1, 0.4, 0), (3, 0, 3, 1, -2, 1)],
    **{"errors": [(1, 2), (0, 3, 0, 1)], "rated": [(4, 4.5), (1, None, -3, 0.5)]},
    **{"drafted": [("ab", "ba"), ("abc", "cab")], "coins": ["b", "ab"], "clicked": ["a", "bc"]},
}


def positions(control: dict[str, Any], name: str, page: str) -> list[Any]:
    """All positions of a knob, or its ends; where it stands now comes last.

    A lesson has one other: how a knob turns, the playground shows for all pages.
    """
    if name in TYPED:
        found = TYPED[name]
    elif control["kind"] == "range":
        found = [control["low"], control["high"], control["value"]]
    else:
        found = [value for value, _ in control["options"]]
        if control["kind"] == "several":
            found = [found[1:3], found[:1], []]
        else:
            found.sort(key=lambda value: value == control["value"])
    return found if page == PLAYGROUND else [found[0], found[-1]]


@pytest.mark.parametrize("page", sampled([PLAYGROUND, *LESSONS]))
def test_every_position_of_every_knob(page: str) -> None:
    tried = {"scale"}
    for given in UNFOLDED:
        setup = Setup((3, 0, None, 2, 1, 3), (1,), given)
        setup = setup.with_settings(show=tuple(METRICS)) if page == PLAYGROUND else setup
        at = visit(page, setup.query())
        for label, control in controls(at).items():
            turns = control.get("change", {})
            name = LINKS.get(turns.get("knob"), turns.get("knob"))
            if (
                "value" not in control
                or turns.get("do") != "turn"
                or name
                in (
                    *tried,
                    "got",
                    "show",
                    "runs",
                    "given",
                    "pairs",
                    "system_b",
                )  # stand in the place of the list
                or (page == PLAYGROUND and name in ("orders", "against"))
            ):
                continue
            tried.add(name)
            for position in positions(control, name, page):
                now = position
                if name == "gains":
                    set_to(at, label, ", ".join(map(str, position)))
                    now = (*position, *FIRST["gains"][4:])
                elif name in NUMBERS:
                    typed = ("–" if each is None else str(each) for each in position)
                    set_to(at, label, ", ".join(typed))
                elif name == "groups":
                    set_to(at, label, "{}/{}, {}/{}".format(*position))
                elif name == "readers":
                    set_to(at, label, list(position))
                    shown = [float(f"{3 * share:g}") for share in position]  # their mean is 1
                    now = (*shown, *FIRST["readers"][3:])
                else:
                    set_to(at, label, position)
                    now = tuple(position) if isinstance(position, list) else position
                assert_numbers(at, page, setup.with_settings(**{name: now}))
                kept = setup.with_settings(**{name: now}).query()
                if FIRST.get(name, control["value"]) == now:
                    del kept[name]
                elif isinstance(now, float):
                    kept[name] = f"{now:g}"
                elif name == "groups":
                    kept[name] = ",".join(map(str, now))
                elif name == "readers":
                    kept[name] = ",".join(f"{weight:g}" for weight in now)
                assert at.query_params == kept
            if name in TYPED or control["kind"] == "several":
                arrive(at, setup.query())
    for key in METRICS if page == PLAYGROUND else contents.PAGES[page].metrics:
        heard = set(METRICS[key].knobs) & knobs.KNOBS.keys() if key in METRICS else set()
        ones_own = {"denominator": "recall"} if key == "recall" else LINKS
        if page != "mean_over_queries":
            assert {ones_own.get(name, LINKS.get(name, name)) for name in heard} <= tried


@pytest.mark.parametrize("page", sampled([PLAYGROUND, *LESSONS]))
def test_every_scale(page: str) -> None:
    setup = Setup((1, 0, None, 1, 0, 1), (1,))
    at = visit(page, setup.query())
    for scale in (1, 4, 5, 8) if "Scale" in controls(at) else ():
        set_to(at, "Scale", scale)
        assert_numbers(at, page, setup.with_settings(scale=scale))
        assert at.query_params == setup.with_settings(scale=scale).query()


BESIDE = ("toolbar", "shares")
"""Groups of controls above the list."""


@pytest.mark.parametrize("page", LESSONS)
def test_decisive_knobs_stand_beside_the_buttons(page: str) -> None:
    drawn = {label: knob["by"] for label, knob in controls(visit(page)).items() if "value" in knob}
    assert drawn.pop("Step") == "steps"
    drawn.pop("Score to predict", None)  # in the menu, where a page has several
    decisive = {"two_tools": {"Gain"}}
    assert {label for label, by in drawn.items() if by in BESIDE} == decisive.get(page, set())


def test_binary_satisfaction_asks_what_counts_as_relevant() -> None:
    at = visit(ERR, {"satisfaction": "binary"})
    set_to(at, "Relevant from grade", 3)
    assert_numbers(at, ERR, Setup().with_settings(satisfaction="binary", **{"from": 3}))


@pytest.mark.parametrize("taken", ["0, 1, x", "0, 1, 2", "0,1,2,-1", "", "nan,1,2,3"])
def test_gains_that_are_no_numbers_are_refused(taken: str) -> None:
    at = visit(PLAYGROUND, {"gain": "custom"})
    set_to(at, "Gain per grade", taken)
    assert notices(at) == [
        f"Gain per grade: “{taken}” was not taken; allowed are 4 numbers from 0 to 1000000 with "
        "commas between them. Nothing was changed."
    ]
    assert value(at, "Gain per grade") == taken  # it stays, to be mended
    assert_numbers(at, PLAYGROUND, Setup().with_settings(gain="custom"))


def test_the_playground_starts_with_three_metrics_and_their_knobs_and_has_all_one_click_away() -> (
    None
):
    at = visit(PLAYGROUND)
    assert list(tiles(at)) == ["AP@5", "nDCG@5", "ERR@5"]
    said = "".join(pieces(at))
    assert "<a href='average_precision'>average precision</a>: a hit, a relevant" in said
    assert " document in the top 5, counts hits so far" in said
    share = "The share is (2<sup>grade</sup> − 1)/8."
    assert f"of readers. {share}" in said  # where ERR's eighths come from
    (more,) = [each for each in data(at, "toolbar")["controls"] if each["kind"] == "menu"]
    assert "list_b" in [each["name"] for each in more["items"]]  # no row needs it
    assert "Missing relevant" not in controls(at)  # only the mean rank has this knob
    assert {"AP denominator", "Discount", "Satisfaction"} <= controls(at).keys()
    act(at, do="turn", knob="metrics", to=[*METRICS])
    assert len(tiles(at)) == len(METRICS)
    assert at.query_params == {"show": ",".join(METRICS)}
    assert_numbers(at, PLAYGROUND, opening(PLAYGROUND).with_settings(show=tuple(METRICS)))
    act(at, do="turn", knob="metrics", to=["average_precision", "ndcg", "err"])
    assert at.query_params == {}
    assert list(tiles(visit(PLAYGROUND, {"show": "err,hit"}))) == ["Hit@5", "ERR@5"]


@pytest.mark.parametrize("keys", [(), ("precision", "bpref"), ("rbp", "dcg", "q_measure")])
def test_a_click_on_a_score_shows_its_bars_and_what_gives_each_by_hand(keys: Sequence[str]) -> None:
    """With the digits that are written: 2/3 ÷ 5 is 0.133."""
    at = visit(PLAYGROUND, opening(PLAYGROUND).with_settings(show=keys).query() if keys else {})
    products = 0
    for key, label in zip(_shown_metrics(at), tiles(at), strict=True):
        act(at, do="look_at", to=key)
        ((_, [column]),) = pictures(at)
        assert column.name.partition(". ")[0] == f"Adds to {label}"
        assert [each for each, tile in tiles(at).items() if tile.present] == [label]
        now = link.decode(at.query_params)[0]
        assert now["orders_against"] != now["orders_by"] == key  # so that they can be compared
        given = {name: at.query_params.get(name, FIRST[name]) for name in ("orders", "against")}
        setup = opening(PLAYGROUND).with_settings(show=keys or FIRST["show"], **given)
        assert_numbers(at, PLAYGROUND, setup)  # a product comes to its number
        products += sum(" = " in row.cell.label for row in column.rows.values())
    assert products >= 4
    press(at, "Keep a copy as list B")  # then all have bars, and products have no room
    for _, columns in pictures(at):
        assert len(columns) == len(tiles(at))
        assert not any(" = " in row.cell.label for c in columns for row in c.rows.values())


@pytest.mark.parametrize("beta", [0.5, 0.1, 2.5])
def test_the_playground_divides_decimals(beta: float) -> None:
    """With β = 0.5 a fraction of Q is 2/2.5; one of 9.5/10 keeps its 10."""
    setup = Setup((2, 0, 3, 1, 0, 2, 1, 0, 3, 2), (), {"k": 10, "patience": beta})
    at = visit(PLAYGROUND, {**setup.query(), "show": "q_measure"})
    assert not at.exception
    (written,) = re.findall(r"Q@10 = 1/7 \((.*?)\) =", re.sub("<[^>]*>", "", markup(at)))
    shares = [float(a) / float(b) for a, b in re.findall(r"([\d.]+)/([\d.]+)", written)]
    assert sum(shares) / 7 == pytest.approx(setup.score("q_measure"), abs=5e-4)


def _shown_metrics(at: AppTest) -> Sequence[str]:
    return link.decode(at.query_params)[0]["metrics"]


def test_an_own_move_looks_at_a_score_that_changed_as_the_answer_does() -> None:
    """The bars are AP's, which stays, and then nDCG's; AP's can be had, and one undo takes all."""
    at = visit(PLAYGROUND)

    def looked_at() -> list[str]:
        return [label for label, tile in tiles(at).items() if tile.present]

    assert looked_at() == ["AP@5"]
    act(at, do="move", list="a", id="5", to=2)
    assert looked_at() == ["nDCG@5"]
    act(at, do="look_at", to="average_precision")
    assert looked_at() == ["AP@5"]
    act(at, "undo")
    act(at, "undo")
    assert looked_at() == ["AP@5"]
    assert is_off(at, "Undo")


def test_after_a_move_the_playground_says_which_score_changed_most_and_why() -> None:
    """3 0 2 1 3 0 becomes 3 0 3 2 1 0, as the page invites to: hits stay hits. That is undone.

    It becomes 3 2 0 1 3 0, then 3 2 3 0 1 0. Then the other 3 is the third hit of three: 3/3. It
    was the fourth of five.
    """
    at = visit(PLAYGROUND)

    def step() -> Mapping[str, Any]:
        return controls(at)["step"]

    assert step()["do"].endswith("Drag rank 5 (grade 3) to rank 3.")
    assert not step()["open"]
    act(at, **step()["acts"])
    for looked_at in ("ndcg", "average_precision"):  # a look is no move
        changes = {label: tile.change for label, tile in tiles(at).items()}
        assert changes == {"AP@5": "", "nDCG@5": "+0.022", "ERR@5": "+0.008"}
        assert step()["answer"].startswith("AP: it asks only for hits, and ranks 3 to 5 stay hits.")
        act(at, "look_at", to=looked_at)
    sums = "".join(piece for piece in pieces(at) if "class='sums'" in piece)
    assert ["<ins>" in row for row in sums.split("<p")[1:4]] == [False, True, True]
    for _ in range(3):
        act(at, "undo")
    moves: list[tuple[dict[str, Any], str]] = [
        (
            {"do": "move", "list": "a", "id": "3", "to": 1},
            "AP rose most, by 0.067: the card from rank 3 counts 2/2, not 2/3. ERR changed least.",
        ),
        (
            {"do": "move", "list": "a", "id": "5", "to": 2},
            "AP rose most, by 0.050: the card from rank 5 counts 3/3, not 4/5, others more. "
            "ERR changed least.",
        ),
        (
            {"do": "grade", "list": "a", "id": "6", "grade": 1},  # six of six are relevant
            "AP fell most, by 0.127: all counts 1/6, not 1/5. ERR stays.",
        ),
        ({"do": "turn", "knob": "metrics", "to": ["precision", "ndcg"]}, ""),
        (
            {"do": "move", "list": "a", "id": "5", "to": 0},
            "nDCG rose most, by 0.018: the card from rank 3 counts 3·1, not 3·0.5, others less. "
            "P stays.",
        ),
        ({"do": "move", "list": "a", "id": "1", "to": 0}, "No score changed."),  # a 3 for a 3
        (
            {"do": "turn", "knob": "k", "to": 1},
            "P rose most, by 0.200: all counts 1/1, not 1/5, others less. nDCG changed least.",
        ),
        ({"do": "turn", "knob": "metrics", "to": ["hit", "first_relevant_rank"]}, ""),
        (
            {"do": "move", "list": "a", "id": "2", "to": 0},  # a miss, and only k = 1 counts
            "Hit fell by 1.000: the card from rank 1 counts 0, not 1.",
        ),
        ({"do": "turn", "knob": "k", "to": 5}, "Hit rose by 1.000: rank 2 counts 1, not 0."),
        (
            {"do": "move", "list": "a", "id": "2", "to": 1},
            "FRP fell by 1.000: the card from rank 2 counts 1, not 2.",
        ),
    ]
    for move, said in moves:
        act(at, **move)
        assert (step()["answer"], step()["open"]) == (said, bool(said))


@pytest.mark.parametrize("keys", [[*METRICS][at : at + 5] for at in range(0, len(METRICS), 5)])
def test_each_score_is_written_as_a_sum_whose_numbers_come_to_it(keys: list[str]) -> None:
    """What the last move changed is marked."""
    lists = [Setup(grades, (2,)) for grades in ((3, 0, 2, 1, 3, 0), (0, 3, 2, 1, 3, 0))]
    was, now = (each.with_settings(show=tuple(keys)) for each in lists)
    at = visit(PLAYGROUND, was.query())
    act(at, "move", list="a", id="1", to=1)
    sums = "".join(piece for piece in pieces(at) if "class='sums'" in piece)
    rows = re.findall(r"<p[^>]*><span>(.*?)</span> <small", sums)
    for key, row in zip(keys, rows, strict=True):
        label, worked, score = re.sub(r"<.*?>", "", row).split(" = ")
        assert label == now.label(key)
        python = worked.replace("·", "*").replace(" (", "*(")
        assert eval(python) == pytest.approx(now.score(key), abs=2e-3)
        assert float(score) == pytest.approx(now.score(key), abs=6e-4)
        assert ("<ins>" in row) == (now.score(key) != was.score(key))


def test_the_better_list_is_bold_in_each_column_and_nothing_is_green() -> None:
    """AP and bpref are higher in A, ERR in B, P is equal."""
    a, b = Setup((1, 1, 3, 0), ()), Setup((3, 0, 1, 1), ())
    keys = ("average_precision", "bpref", "precision", "err")
    at = visit(PLAYGROUND, {**a.with_settings(show=keys).query(), "b": b.query()["a"]})
    (table,) = [piece for piece in pieces(at) if "class='compared'" in piece]
    rows = re.findall(r"<tr>(.*?)</tr>", table)[1:3]
    bold = [["<b>" in cell for cell in re.findall(r"<td>(.*?)</td>", row)] for row in rows]
    # in the order of the catalog: P, AP, bpref, ERR
    assert bold == [[False, True, True, False], [False, False, False, True]]
    assert not re.search("better'|worse'", table)


@pytest.mark.parametrize("chosen", [[], ["ERR@k", "Hit@k"]])
def test_metrics_are_picked(chosen: list[str]) -> None:
    at = visit(PLAYGROUND)
    setup = opening(PLAYGROUND)
    keys = [key for key, metric in METRICS.items() if metric.symbol in chosen]
    set_to(at, "Metrics", list(reversed(keys)))
    assert not at.exception
    assert list(tiles(at)) == [setup.label(key) for key in keys]
    assert at.query_params == {"show": ",".join(keys)}
    assert_numbers(at, PLAYGROUND, setup.with_settings(show=tuple(keys)))


# Presets

PRESETS = [(page, entry) for page in LESSONS for entry in STEPS if entry["lesson"] == page]


def test_every_preset_has_a_page() -> None:
    pages = {page.name for page in contents.LESSONS}
    assert {entry["lesson"] for entry in STEPS} == pages


@pytest.mark.parametrize("page", sampled(LESSONS))
def test_every_preset_is_one_step(page: str) -> None:
    before = {"from": "2", "k": "7", "shift": "3", "pairs": "0.5,0.5", "groups": "1,2,1,2"}
    at = visit(page, before)
    entries = [entry for lesson, entry in PRESETS if lesson == page]
    for turn, entry in enumerate(entries if page == AP else [entries[0], entries[-1]]):
        set_to(at, "Step", entry["id"])
        setup = Setup.of_preset(entry)
        assert_numbers(at, page, setup)
        assert at.query_params["shift"] == "3"
        assert controls(at)["step"]["answer"] == typeset(entry["answer"])
        assert_still(at)
        now, problems = link.decode(at.query_params)
        assert (presets.presets(page)[entry["id"]].on(now), problems) == (now, [])
        if turn == 0:
            again = visit(page, at.query_params)
            assert_numbers(again, page, setup)
            assert value(again, "Step") == entry["id"]
        press(at, "Undo")
        assert at.query_params == before
        assert is_off(at, "Undo")


def named(at: AppTest) -> str:
    """What the menu of steps says is on the board."""
    choice = controls(at)["Step"]
    mark = f" ({choice['mark']})" * bool(choice["mark"])
    return dict(choice["options"]).get(choice["value"], "") + mark


def test_a_step_that_was_changed_by_hand_keeps_its_answer_and_is_called_so() -> None:
    page = "which_metric"
    one, two, *_ = [entry for lesson, entry in PRESETS if lesson == page]
    first, second = f"1. {one['title']}", f"2. {two['title']}"
    at = visit(page)
    assert named(at) == first
    set_to(at, "Step", two["id"])
    act(at, "grade", list="a", id="1", grade=int(not two["grades"][0]))
    assert named(at) == f"{second} (changed)"
    go(at, PLAYGROUND)
    go(at, page)
    assert named(at) == f"{second} (changed)"
    assert controls(at)["step"]["answer"] == typeset(two["answer"])
    press(at, "Undo")
    assert named(at) == second
    act(at, "turn", knob="k", to=2)
    assert named(at) == f"{second} (changed)"
    arrive(at, {"a": "1x~0y"})  # something else, no change of this
    assert (named(at), controls(at)["step"]["answer"]) == ("", "")
    press(at, "Next step")
    assert named(at) == first
    act(at, "order", list="a", order="reverse")
    press(at, "Reset")  # to the step, as before the change
    act(at, "turn", knob="k", to=2)
    assert named(at) == f"{first} (changed)"


@pytest.mark.parametrize("at", range(len(contents.LESSONS)))
def test_each_lesson_says_where_it_is_and_leads_to_its_neighbours(at: int) -> None:
    named = [page.name for page in contents.LESSONS]
    before, after = named[max(at - 1, 0) : at], named[at + 1 : at + 2]
    (way,) = re.findall("<nav class='ways'.*?>(.*?)</nav>", markup(visit(named[at])))
    assert way.startswith(f"Lesson {at + 1} of {len(named)}")
    assert re.findall("href='(.*?)'", way)[: len(before + after)] == before + after
    without = {"judges", "significance", "ab_test", "interleaving"}
    assert ("This list" in way) == (named[at] not in without)


def test_a_list_that_was_pasted_is_no_change_of_the_preset_before_it() -> None:
    at = press(visit(VEHICLE), "Next step")
    go(at, "your_data")
    set_to(at, "Where from", "paste")
    set_to(at, "Titles and grades, one document per line, best first", "Bread, 1\nTea, 0")
    press(at, "Put it on the board")
    go(at, VEHICLE)
    assert (shown_grades(at), named(at)) == (([1, 0], 2), "")
    assert controls(at)["step"]["do"] == "This is a list of your own: move a document."
    press(at, "Undo")
    assert named(at) == "2. The second"


def test_a_preset_that_came_by_a_link_is_still_called_so_when_it_is_changed() -> None:
    at = visit(VEHICLE)
    set_to(at, "Step", "vehicle-second")
    there = visit(VEHICLE, at.query_params)
    act(there, "move", list="a", id="1", to=2)
    assert named(there) == "2. The second (changed)"


def test_a_list_is_not_called_after_a_preset_that_was_undone() -> None:
    at = visit(VEHICLE, SHELF.query())
    set_to(at, "Step", "vehicle-second")
    press(at, "Undo")
    assert named(at) == ""
    press(at, "Redo")
    assert named(at) == "2. The second"


def test_steps_are_walked_through() -> None:
    page = "which_metric"
    entries = [e for lesson, e in PRESETS if lesson == page and e["group"] == "further"]
    at = visit(page)
    assert is_off(at, "Previous step")
    for before, entry in [*pairwise(entries[:3]), (entries[-2], entries[-1])]:
        set_to(at, "Step", before["id"])
        press(at, "Next step")
        assert named(at).endswith(f". {entry['title']}")
    assert is_off(at, "Next step")
    assert shown_grades(at)[0] == [*entries[-1]["grades"], *entries[-1]["missed"]]
    act(at, "move", list="a", id="1", to=2)
    press(at, "Previous step")  # from the one that was changed, as from itself
    assert named(at).endswith(entries[-2]["title"])
    assert_still(at)
    own = visit(page, SHELF.query())
    assert (named(own), is_off(own, "Previous step")) == ("", True)


# What a page opens with


def test_each_lesson_opens_with_its_own_list_until_the_reader_has_one() -> None:
    at = visit("welcome")
    pages = (*of_sample(PAGES), VEHICLE)
    for page in pages:
        go(at, page)
        assert_numbers(at, page, opening(page))
        assert at.query_params == {}
        if page in BOARDS and page != "your_data":
            assert titles(at) == list(opening(page).titles or ())
            assert is_off(at, "Undo")
    act(at, "move", list="a", id="3", to=0)
    touched = Setup((1, 1, 0, 0, 1), (), {"scale": 1})
    address = at.query_params
    for page in reversed(pages):
        go(at, page)
        assert_numbers(at, page, touched)
        assert at.query_params == address


def test_back_at_the_empty_address_stands_what_the_page_opens_with() -> None:
    at = visit(VEHICLE)
    act(at, "move", list="a", id="3", to=0)
    act(at, "move", list="a", id="3", to=1)
    arrive(at, {})
    assert_numbers(at, VEHICLE, opening(VEHICLE))
    assert at.query_params == {}
    assert_still(at)
    press(at, "Undo")
    press(at, "Undo")
    press(at, "Undo")
    assert is_off(at, "Undo")
    assert_numbers(at, VEHICLE, opening(VEHICLE))
    assert at.query_params == {}


def test_undo_back_to_what_the_page_opened_with_empties_the_address() -> None:
    at = visit(VEHICLE)
    set_to(at, "Cutoff k", 4)
    assert at.query_params.keys() == {"a", "k", "scale"}
    press(at, "Undo")
    assert_numbers(at, VEHICLE, opening(VEHICLE))
    assert at.query_params == {}
    press(at, "Reverse")
    press(at, "Reset")
    assert at.query_params == {}


def test_the_list_of_the_other_pages_has_an_address_on_a_lesson_too() -> None:
    at = visit(VEHICLE, {"k": "5"})
    assert_numbers(at, VEHICLE, opening(PLAYGROUND))
    assert at.query_params == {"k": "5"}
    go(at, VEHICLE)
    assert_numbers(at, VEHICLE, opening(PLAYGROUND))
    assert at.query_params == {"k": "5"}
    go(at, PLAYGROUND)
    assert at.query_params == {}
    assert_numbers(at, PLAYGROUND, opening(PLAYGROUND))


@pytest.mark.parametrize("to", [VEHICLE, GAIN, PLAYGROUND])
@pytest.mark.parametrize("steps", [1, 2])
def test_back_to_another_page_at_its_empty_address_gives_what_that_opens_with(
    to: str, steps: int
) -> None:
    """The browser's message of it comes with the question for that page, before it is there."""
    at = visit(to)
    go(at, GAIN if to == VEHICLE else VEHICLE)
    act(at, "move", list="a", id="1", to=2)
    if steps == 2:
        arrive(at, {})
    at.query_params = {}
    at.switch_page(FILES[to])
    act(at, "arrive", by="address", query="", page=to)
    assert_numbers(at, to, opening(to))
    assert at.query_params == {}


# Hand-worked


@pytest.mark.parametrize(
    ("grades", "settings", "says"),
    [
        # Two of eight are missing after 20 ranks; then 7/21 and 8/22 come at best.
        ("11000000101000100001~11", {"k": "20"}, ("0.416", "0.503", "from rank 21 on")),
        ("101~1", {"k": "3", "ap": "found"}, ("Choose *all relevant*",)),
        ("101~1", {"k": "2"}, ("nothing below can change it",)),
        ("101", {"k": "3"}, ("nothing below can change AP",)),
    ],
)
def test_ap_of_a_list_that_goes_on_lies_between_two_numbers(
    grades: str, settings: dict[str, str], says: tuple[str, ...]
) -> None:
    found, _, missed = grades.partition("~")
    cards = "~".join(f"{grade}{at}" for at, grade in enumerate(found)) + "~." * bool(missed)
    cards += "".join(f"~{grade}m{at}" for at, grade in enumerate(missed))
    said = text(visit(AP, {"a": cards, "scale": "1", **settings}))
    for each in says:
        assert each in said


def test_average_precision_is_the_mean_of_the_bars() -> None:
    """Two hits in three, and five exist: 1/5 (1/1 + 2/3) = 1/3."""
    at = visit(AP, Setup().with_settings(k=3).query())
    _, (bars,) = pictures(at)[0]
    assert {row: there.cell.label for row, there in bars.rows.items()} == {
        1: "1/1 = 1.000",
        3: "2/3 = 0.667",
        4: "cut off: 0",
        5: "cut off: 0",
        7: "counts 0",
    }
    looks = {row: [part.look for part in there.cell.parts] for row, there in bars.rows.items()}
    assert looks[1] == ["solid"]
    assert looks[3] == ["solid", "hollow", "solid"], "as the list is"
    assert looks[4] == looks[5] == looks[7] == ["dashed"]
    assert [part.end for part in bars.rows[3].cell.parts] == [0.3333, 0.6667, 1]
    assert [part.end for part in bars.rows[1].cell.parts] == [0.3333]
    assert formula(at).factor == Fraction(1, 5)
    assert formula(at).terms == {"a-1": 1, "a-3": Fraction(2, 3)}
    assert {label: tile.score for label, tile in tiles(at).items()} == {
        "AP@3": "0.333",
        "all relevant": "0.333",
        "found in the top k": "0.833",
        "capped at k": "0.556",
    }
    _, (bars,) = pictures(visit(AP, Setup((1, 0, 0, 1), (1,), {"k": 2}).query()))[0]
    assert [bars.rows[row].cell.label for row in (4, 5)] == ["cut off: 0", "counts 0"]


def test_err_is_who_still_reads_and_stops() -> None:
    """R is 1/8, 3/8, 0, 7/8, 1/8 for the grades 1 2 0 3 1: 7/8·3/8 = .328, 7/8·5/8·7/8 = .479."""
    at = visit(ERR, Setup((1, 2, 0, 3, 1), ()).query())
    _, (readers,) = pictures(at)[0]
    assert [row.cell.label for row in readers.rows.values()] == [
        "1 of 8 readers 1/8 ÷ 1 = 0.125",
        "3/8 of 7/8 21/64 ÷ 2 = 0.164",
        "none stop",
        "7/8 of 35/64 0.479 ÷ 4 = 0.120",
        "1/8 of 0.068 0.009 ÷ 5 = 0.002",
    ]
    assert readers.past
    assert readers.past.label == "left unsatisfied: 0.060"
    told = data(at, "board_a")["adds"]
    assert told["heading"] == "8 readers: filled stop. Adds: stops ÷ rank"
    assert [label for label, *_ in told["rows"].values()] == [
        "1/8 ÷ 1 = 0.125",
        "21/64 ÷ 2 = 0.164",
        "none stop",
        "0.479 ÷ 4 = 0.120",
        "0.009 ÷ 5 = 0.002",
    ]


# These formulas also show terms of 0, unless there are many terms.
SHOWS_ZEROS = {
    *("precision_and_recall", "rank_biased_precision", "clicks"),
    *("squared_error", "wrong_pairs"),
}
SAYS_UNJUDGED = ("squared_error", "rank_biased_precision")  # and has no term for it
MOST_WITH_ZEROS = 8


@pytest.mark.parametrize("page", [page for page in WITH_TABLE if page in BOARDS])
@pytest.mark.parametrize(
    "setup",
    [
        SHELF,
        pytest.param(LISTS["some unjudged"], marks=pytest.mark.slow),
        pytest.param(Setup((2, 0, 1), (), {"k": 2}), marks=pytest.mark.slow),
    ],
)
def test_bars_terms_and_rows_name_the_documents_they_are_about(page: str, setup: Setup) -> None:
    """So that pointing at one lights the others (assets/lit.js)."""
    at = visit(page, setup.query())
    if page != "squared_error":  # its scores put a list in order
        press(at, "Reverse")
    act(at, "move", list="a", id="1", to=0)
    documents = [f"a-{document['id']}" for document in data(at)["documents"]]
    grades, shown = shown_grades(at)
    key = LESSONS[page]
    now = replace(setup, grades=grades[:shown], missed=grades[shown:])
    adds = now.compute(key).terms["contribution"]
    counted = documents[: len(adds)]
    said = "\n".join(pieces(at))
    assert re.findall("<tr data-doc='([^']*)'>", said) == counted
    terms = ["same", "opposite"] if page == "rank_agreement" else []
    terms += [
        document
        for document, add, grade in zip(counted, adds, grades, strict=False)
        if (add and page != "rank_agreement")
        or (page == "unjudged" and grade)  # a hit below all judged misses
        or (
            (page in SHOWS_ZEROS and len(adds) <= MOST_WITH_ZEROS)
            and (page not in SAYS_UNJUDGED or grade is not None)
        )
    ]
    if page == GAP:  # which adds up groups of readers; their terms are numbered
        terms = [f"{nth}" for nth in range(1, len(formula(at).terms) + 1)]
    assert list(formula(at).terms) == terms
    for _, columns in pictures(at):
        for column in columns:
            for row, there in column.rows.items():
                assert there.document == documents[row - 1]


# Edits


@pytest.mark.parametrize("page", [VEHICLE, *sampled(BOARDS, GAIN)])
def test_each_edit_shows_numbers_and_change(page: str) -> None:
    """A drag, a grade, a cut, an addition, a name, deletions, cards across the line.

    And on one of the pages all of it back and forth.
    """
    at = visit(page, SHELF.query())
    title = " Added,\n100 % ~new~ & <b>bold</b> שלום 👩‍💻"
    edits: list[tuple[dict[str, Any], tuple[Any, Any, int]]] = [
        ({"do": "move", "id": "2", "to": 0}, ((3, 1, 0, 2), (2, 1), 3)),
        ({"do": "grade", "id": "3", "grade": 2}, ((3, 1, 2, 2), (2, 1), 3)),
        (
            {"do": "add", "id": "n1aZ", "title": title, "grade": None},
            ((3, 1, 2, 2, None), (2, 1), 3),
        ),
        ({"do": "move", "id": "n1aZ", "to": 1}, ((3, None, 1, 2, 2), (2, 1), 3)),
        ({"do": "turn", "knob": "k", "to": 2}, ((3, None, 1, 2, 2), (2, 1), 2)),
        ({"do": "delete", "id": "2"}, ((None, 1, 2, 2), (2, 1), 2)),
        ({"do": "rename", "id": "1", "title": "One  more\tname"}, ((None, 1, 2, 2), (2, 1), 2)),
        ({"do": "grade", "id": "n1aZ", "grade": 3}, ((3, 1, 2, 2), (2, 1), 2)),
        ({"do": "grade", "id": "n1aZ", "grade": None}, ((None, 1, 2, 2), (2, 1), 2)),
        ({"do": "move", "id": "6", "to": 4}, ((None, 1, 2, 2, 1), (2,), 2)),  # above the line
        ({"do": "move", "id": "5", "to": 5}, ((None, 1, 2, 2, 1, 2), (), 2)),
        ({"do": "move", "id": "1", "to": 6}, ((None, 2, 2, 1, 2), (1,), 2)),  # below it
        ({"do": "delete", "id": "1"}, ((None, 2, 2, 1, 2), (), 2)),
        ({"do": "delete", "id": "n1aZ"}, ((2, 2, 1, 2), (), 2)),
        *(
            ({"do": "delete", "id": which}, ((2, 2, 1, 2)[left:], (), 2))
            for left, which in enumerate(("3", "4", "6", "5"), start=1)
        ),
    ]
    steps = [SHELF]
    # What every page shares the code of is done on three.
    for edit, (grades, missed, k) in edits if page in (PLAYGROUND, VEHICLE, GAIN) else edits[:6]:
        were = columns(at)
        act(at, **edit, list="a")
        steps.append(Setup(grades, missed, {"k": k}))
        assert_numbers(at, page, steps[-1])
        assert_moved(at, page, steps[-2], steps[-1], were)
        assert shown_grades(at) == ([*grades, *missed], len(grades))
        if edit["do"] == "add":
            assert "~-Added, 100 % ~_new~_ & <b>bold</b> שלום 👩‍💻~" in at.query_params["a"]
        if edit.get("id") == "n1aZ" and edit["do"] == "move":
            assert page not in WITH_TABLE or "~new~ &amp; &lt;b&gt;bold" in text(at)
        if edit["do"] == "rename":
            assert "~1One more name~" in at.query_params["a"]
    if page == VEHICLE:
        for later, earlier in pairwise(reversed(steps)):
            were = columns(at)
            press(at, "Undo")
            assert_numbers(at, page, earlier)
            assert_moved(at, page, later, earlier, were)
        assert is_off(at, "Undo")
        for _ in edits:
            press(at, "Redo")
        assert_numbers(at, page, steps[-1])
        assert is_off(at, "Redo")


@pytest.mark.parametrize("shown", [("average_precision", "dcg"), tuple(METRICS)[:5]])
def test_few_metrics_have_room_for_the_bars_of_before_the_last_move(shown: tuple[str, ...]) -> None:
    steps = [
        ({"do": "move", "id": "2", "to": 0}, replace(SHELF, grades=(3, 1, 0, 2))),
        ({"do": "turn", "knob": "k", "to": 1}, Setup((3, 1, 0, 2), (2, 1), {"k": 1})),
        ({"do": "delete", "id": "2"}, Setup((1, 0, 2), (2, 1), {"k": 1})),
        ({"do": "turn", "knob": "metrics", "to": ["err"]}, Setup((1, 0, 2), (2, 1), {"k": 1})),
    ]
    before = SHELF.with_settings(show=shown)
    at = visit(PLAYGROUND, before.query())
    for action, setup in steps:
        act(at, **action, list="a")
        now = setup.with_settings(show=("err",) if action.get("knob") == "metrics" else shown)
        assert_numbers(at, PLAYGROUND, now, were=[before])
        assert_moved(at, PLAYGROUND, before, now)
        before = now
    assert_still(at)


def test_two_lists_and_their_bars_of_before_are_drawn_to_one_scale() -> None:
    """Cumulative gain at 2: A falls from 3 + 3 to 3 + 0, and B has 0 + 3; six fill the column."""
    query = {"a": "3x~3y~0z", "b": "0z~3x~3y", "k": "2", "show": "cumulative_gain"}
    at = visit(PLAYGROUND, query)
    act(at, "move", list="a", id="3", to=1)
    (_, (a,)), (_, (b,)) = pictures(at)
    assert [part[1:3] for row in a.rows.values() for part in row.cell.parts] == [
        (0, 0.5),
        (0.5, 0.5),
    ]
    assert not any(row.was for row in a.rows.values())  # rank 2 has another document now
    assert [part[1:3] for row in b.rows.values() for part in row.cell.parts] == [(0, 0), (0, 0.5)]
    assert not any(row.was for row in b.rows.values())
    set_to(at, "Metrics", ["cumulative_gain", *list(METRICS)[:5]])  # no room for what was before
    (_, drawn), _ = pictures(at)
    act(at, "move", list="a", id="3", to=2)
    act(at, "move", list="a", id="3", to=1)
    (_, again), _ = pictures(at)
    assert again == drawn
    assert [column.rows[1].cell.parts[0].end for column in again if column.heading == "CG@2"] == [1]


def test_who_still_read_below_a_cut_that_moved_up_is_seen_where_they_were() -> None:
    """R is 7/8 and 1/8 for the grades 3 and 1: 1, 1/8 and 1/8·7/8 = .109 get to the ranks."""
    at = visit(ERR, {"a": "3x~1y~0z", "k": "3"})
    set_to(at, "Cutoff k", 1)
    _, (readers,) = pictures(at)[0]
    assert {row: list(there.was) for row, there in readers.rows.items() if there.was} == {
        2: [Part("was", 0, 0.125)],
        3: [Part("was", 0, 0.1094)],
    }
    assert [row for row, there in readers.rows.items() if there.cell.parts] == [1]


def test_a_card_put_where_it_stood_is_no_step() -> None:
    at = visit(VEHICLE, SHELF.query())
    for card, to in (("1", 0), ("3", 2), ("5", 5), ("6", 6), ("6", 99), ("1", -3)):
        act(at, "move", list="a", id=card, to=to)
        assert_numbers(at, VEHICLE, SHELF)
    assert is_off(at, "Undo")


@pytest.mark.parametrize(
    ("button", "grades", "missed"),
    [
        ("Ideal order", [3, 2, 2, 1], [1, 0]),
        ("Reverse", [2, 0, 3, 1], [2, 1]),
    ],
)
def test_orders(button: str, grades: list[int], missed: list[int]) -> None:
    at = visit(VEHICLE, SHELF.query())
    press(at, button)
    assert_numbers(at, VEHICLE, Setup(grades, missed, {"k": 3}))
    press(at, button)
    assert shown_grades(at)[0] == (
        grades + missed if button == "Ideal order" else [1, 3, 0, 2, 2, 1]
    )
    assert (is_off(at, "Undo"), is_off(at, "Redo")) == (False, True)


def test_shuffle_is_a_permutation_of_what_was_retrieved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.core.documents.Random", partial(Random, 1))
    setup = Setup((0, 1, 2, 3, 0, 1, 2, 3, None, 1), (2, 1))
    at = visit(PLAYGROUND, setup.query())
    for _ in range(2):
        press(at, "Shuffle")
        grades, retrieved = shown_grades(at)
        shuffled = Setup(grades[:retrieved], grades[retrieved:])
        assert_numbers(at, PLAYGROUND, shuffled)
        assert sorted(map(str, shuffled.grades)) == sorted(map(str, setup.grades))
        assert (retrieved, shuffled.missed) == (10, [2, 1])
        assert list(shuffled.grades) != list(setup.grades)


def test_reset_returns_to_the_start_as_one_step() -> None:
    at = visit(VEHICLE, SHELF.query())
    press(at, "Reverse")
    set_to(at, "AP denominator", "found")
    edited = at.query_params
    press(at, "Reset")
    assert at.query_params == SHELF.query()
    assert_still(at)
    press(at, "Undo")
    assert at.query_params == edited


def test_unjudged_documents_come_last_in_the_ideal_order() -> None:
    at = visit(VEHICLE, Setup((None, 0, 1), (None, 3)).query())
    press(at, "Ideal order")
    assert shown_grades(at) == ([3, 1, 0, None, None], 3)


@pytest.mark.parametrize(
    ("before", "scale", "grades", "relevant_from"),
    [
        (Setup((0, 1, 2, 3, None), (2,), {"from": 2}), 1, [0, 0, 1, 1, None, 1], 1),
        (Setup((0, 1, 2, 3, None), (2,)), 1, [0, 1, 1, 1, None, 1], 1),
        (Setup((0, 3, 4, 5, 8), (5,), {"scale": 8, "from": 5}), 4, [0, 3, 3, 4, 4, 4], 4),
        (Setup((0, 2, 3, 8), (4,), {"scale": 8, "from": 3}), 1, [0, 0, 1, 1, 1], 1),
        (Setup((0, 1, 2, 3, None), (2,), {"from": 2}), 8, [0, 1, 2, 3, None, 2], 2),
    ],
)
def test_another_scale_keeps_what_was_relevant(
    before: Setup, scale: int, grades: list[int | None], relevant_from: int
) -> None:
    """It is one step, and no document gains or loses its relevance."""
    at = visit(VEHICLE, before.query())
    set_to(at, "Scale", scale)
    n = len(before.grades)
    assert shown_grades(at) == (grades, n)
    now = Setup(grades[:n], grades[n:], {"scale": scale, "from": relevant_from})
    assert_numbers(at, VEHICLE, now)
    assert now.score("average_precision") == before.score("average_precision")
    press(at, "Undo")
    assert at.query_params == before.query()


# Refusals

LONG = "日本語のとても長い題名" * 7  # 77 signs, 693 characters of an address
GONE = "This document is no longer in the list."
FIFTY = Setup((1,) * 50, (), {"k": 3})
WIDE = Setup((0,) * 11, (), {"k": 3}, [LONG] * 11)
MARKED = Setup((1, 3, 0, 2), (2, 1), {"k": 3}, ["![x](y)", *"bcdef"])


@pytest.fixture(scope="module")
def shelf(vehicle: None) -> Iterator[AppTest]:  # noqa: ARG001 (the page)
    """A reader who has turned the list round and back, and does it again after all tests."""
    at = press(press(visit(VEHICLE, SHELF.query()), "Reverse"), "Undo")
    yield at
    press(at, "Redo")
    assert notices(at) == []
    assert_numbers(at, VEHICLE, TURNED_ROUND)


@pytest.mark.parametrize(
    ("setup", "action", "sentence"),
    [
        (
            FIFTY,
            {"do": "add", "id": "n1", "title": "x", "grade": 0},
            "The list would have 51 documents; at most 50 are allowed. "
            "“Your own data” scores longer ones from files.",
        ),
        (
            SHELF,
            {"do": "rename", "id": "1", "title": "y" * 81},
            f"The title “{'y' * 30}…” has 81 characters; at most 80 are allowed.",
        ),
        (
            SHELF,
            {"do": "add", "id": "n1", "title": "y" * 81, "grade": 0},
            f"The title “{'y' * 30}…” has 81 characters; at most 80 are allowed.",
        ),
        (
            SHELF,
            {"do": "rename", "id": "1", "title": " \n "},
            "A document needs a title of 1 to 80 characters.",
        ),
        (
            SHELF,
            {"do": "rename", "id": "1", "title": None},
            "A document needs a title of 1 to 80 characters.",
        ),
        (
            MARKED,
            {"do": "grade", "id": "1", "grade": 4},
            "“![x](y)” has the grade 4; allowed are 0 to 3 and ?.",
        ),
        (
            MARKED,
            {"do": "grade", "id": "1", "grade": 1.5},
            "“![x](y)” has the grade 1.5; allowed are 0 to 3 and ?.",
        ),
        (
            SHELF,
            {"do": "grade", "id": "1", "grade": True},
            "“Page 1” has the grade True; allowed are 0 to 3 and ?.",
        ),
        (
            SHELF,
            {"do": "add", "id": "n1", "title": "x", "grade": -1},
            "“x” has the grade -1; allowed are 0 to 3 and ?.",
        ),
        (SHELF, {"do": "move", "id": "7", "to": 0}, GONE),
        (SHELF, {"do": "grade", "id": "7", "grade": 0}, GONE),
        (SHELF, {"do": "rename", "id": "7", "title": "x"}, GONE),
        (SHELF, {"do": "delete", "id": "7"}, GONE),
        (SHELF, {"do": "delete", "id": 1}, GONE),
        (SHELF, {"do": "delete", "id": "<b>1</b>"}, GONE),
        (
            SHELF,
            {"do": "add", "id": "1", "title": "x", "grade": 0},
            "This document is in the list already.",
        ),
        (
            SHELF,
            {"do": "add", "id": "<img src=x>", "title": "x", "grade": 0},
            "The new document arrived damaged.",
        ),
        (
            SHELF,
            {"do": "add", "id": "n" * 41, "title": "x", "grade": 0},
            "The new document arrived damaged.",
        ),
        (
            SHELF,
            {"do": "turn", "knob": "k", "to": 51},
            "Cutoff k: “51” was not taken; allowed are a whole number from 1 to 50.",
        ),
        (
            SHELF,
            {"do": "turn", "knob": "k", "to": 2.5},
            "Cutoff k: “2.5” was not taken; allowed are a whole number from 1 to 50.",
        ),
        (
            SHELF,
            {"do": "turn", "knob": "relevant_from", "to": 4},
            "Relevant from grade: “4” was not taken; allowed are a grade from 1 to 3.",
        ),
        (
            SHELF,
            {"do": "turn", "knob": "metrics", "to": ["err", "<b>"]},
            f"Metrics: “err,<b>” was not taken; allowed are names out of {', '.join(METRICS)}.",
        ),
        (SHELF, {"do": "move", "list": "b", "id": "1", "to": 0}, "List B is no longer there."),
        (SHELF, {"do": "order", "list": "q2", "order": "ideal"}, "List Q2 is no longer there."),
        (
            WIDE,
            {"do": "add", "id": "n1", "title": LONG, "grade": 0},
            # one more "0" and title, and the "~" between
            f"This would make the address {len(urlencode(WIDE.query())) + 695} characters long and "
            "at most 8000 can be shared: use fewer documents or shorter titles.",
        ),
    ],
)
def test_refused_edits_change_nothing(
    shelf: AppTest, setup: Setup, action: dict[str, Any], sentence: str
) -> None:
    at = shelf if setup is SHELF else visit(VEHICLE, setup.query())
    taken = data(at, "post")["ack"]
    act(at, **{"list": "a", **action})
    assert notices(at) == [f"{sentence} Nothing was changed."]
    assert_numbers(at, VEHICLE, setup)
    assert at.query_params == setup.query()
    # Acknowledged all the same, or the browser would wait for an answer.
    assert data(at)["ack"] == data(at, "post")["ack"] == taken + 1
    if setup is SHELF:
        assert_moved(at, VEHICLE, TURNED_ROUND, SHELF)
        assert not is_off(at, "Redo")


def test_markdown_in_a_title_is_shown_as_text() -> None:
    at = visit(VEHICLE, {"a": "9![x](https://example.org/y.png)~1Rye"})
    assert notices(at) == [
        "List A in the address: “![x](https://example.org/y.png)” has the grade 9; "
        "allowed are 0 to 3 and ?. It was left out."
    ]
    assert not any("![" in each.value for each in [*at.main.markdown, *at.caption])


def test_edits_that_would_make_the_address_too_long_are_refused_wherever_they_are_made() -> None:
    """A copy as list B, and one knob more: what is on the screen always fits the address."""
    half = {"a": "~".join(f"1{LONG}" for _ in range(6))}
    at = visit(PLAYGROUND, half)
    press(at, "Keep a copy as list B")
    assert notices(at)[0].endswith("use fewer documents or shorter titles. Nothing was changed.")
    assert at.query_params == half
    full = {"a": "~".join(f"1{LONG}" for _ in range(11))}
    full["a"] += f"~1{'x' * 80}" * 4
    full["a"] += f"~1{'x' * (8000 - len(urlencode(full)) - 2)}"
    at = visit(VEHICLE, full)
    assert (notices(at), len(urlencode(at.query_params))) == ([], 8000)
    set_to(at, "Cutoff k", 7)
    assert len(notices(at)) == 1
    assert (at.query_params, value(at, "Cutoff k")) == (full, 5)


@pytest.mark.parametrize("page", PAGES)
def test_mangled_address_draws_what_could_be_read(page: str) -> None:
    query = {"a": "9Rye~1Spelt", "k": "banana", "q": "x", "p": "2", "from": "9", "scale": "4"}
    at = visit(page, query)
    assert_numbers(at, page, Setup((1,), (), {"scale": 4}))
    assert at.query_params == {"a": "1Spelt", "scale": "4"}
    (said,) = notices(at)
    assert said.startswith("The address has a part “q” that Rankbook does not know; it was left")
    assert said.endswith(" 2 more parts of the address were left out.")


# Previews


@pytest.mark.parametrize("page", sampled(BOARDS, GAIN))
def test_preview_is_shown_and_not_taken(page: str) -> None:
    at = visit(page, SHELF.query())
    were = columns(at)
    for card, to, grades in (("2", 0, (3, 1, 0, 2)), ("3", 3, (1, 3, 2, 0))):
        act(at, "move", list="a", id=card, to=to, held=True)
        held = Setup(grades, (2, 1), {"k": 3})
        assert_numbers(at, page, held)
        assert_moved(at, page, SHELF, held, were)
        assert at.query_params == SHELF.query()
        assert is_off(at, "Undo")
        assert shown_grades(at) == ([1, 3, 0, 2, 2, 1], 4)
    act(at, "turn", knob="k", to=1, held=True)
    assert_numbers(at, page, SHELF.with_settings(k=1))
    assert data(at)["k"] == 3
    act(at, "cancel", held=True)
    assert_numbers(at, page, SHELF)
    assert_still(at)
    assert is_off(at, "Undo")


def test_preview_of_a_knob_is_shown_and_not_taken() -> None:
    at = visit(PLAYGROUND, SHELF.query())
    act(at, "turn", by="knobs", knob="continuation", to=0.25, held=True)
    assert_numbers(at, PLAYGROUND, SHELF.with_settings(**{"continue": 0.25}))
    assert at.query_params == SHELF.query()
    act(at, "cancel", by="knobs", held=True)
    assert_numbers(at, PLAYGROUND, SHELF)
    assert value(at, "Goes on if unsatisfied: c") == 1


@pytest.mark.parametrize(
    "refused",
    [
        {"do": "turn", "knob": "k", "to": 51},
        {"do": "move", "list": "a", "id": "gone", "to": 1},
        {"do": "move", "list": "b", "id": "1", "to": 1},
        {"do": "grade", "list": "a", "id": "1", "grade": 9},
    ],
)
def test_what_cannot_be_taken_is_not_previewed_and_nothing_is_said(refused: Any) -> None:
    """A reader may pass over it, and is told when letting go."""
    at = visit(VEHICLE, SHELF.query())
    act(at, "move", list="a", id="2", to=0, held=True)
    act(at, **refused, held=True)
    assert_numbers(at, VEHICLE, SHELF)
    assert notices(at) == []


def test_preview_ends_with_the_next_run() -> None:
    at = visit(VEHICLE, SHELF.query())
    act(at, "move", list="a", id="2", to=0, held=True)
    run(at)
    assert_numbers(at, VEHICLE, SHELF)
    act(at, "move", list="a", id="2", to=0, held=True)
    set_to(at, "Cutoff k", 2)
    assert_numbers(at, VEHICLE, SHELF.with_settings(k=2))
    act(at, "move", list="a", id="3", to=0)
    dropped = Setup((0, 1, 3, 2), (2, 1), {"k": 2})
    assert_numbers(at, VEHICLE, dropped)
    assert_moved(at, VEHICLE, SHELF.with_settings(k=2), dropped)
    act(at, "move", list="a", id="1", to=0, held=True)
    assert_moved(at, VEHICLE, dropped, Setup((1, 0, 3, 2), (2, 1), {"k": 2}))
    act(at, "cancel", held=True)
    assert_moved(at, VEHICLE, SHELF.with_settings(k=2), dropped)


def test_each_message_is_acknowledged() -> None:
    """Without it the browser would take the board's own echo for stale, or wait for it."""
    at = visit(VEHICLE)

    def acks() -> list[int]:
        return [data(at, by)["ack"] for by in ("post", "board_a", "knobs", "toolbar")]

    assert acks() == [0, 0, 0, 0]
    act(at, "move", list="a", id="1", to=2, held=True, seq=3)
    act(at, "cancel", held=True, seq=4)
    assert acks() == [4, 4, 0, 0]
    act(at, "move", list="a", id="gone", to=1, seq=5)
    assert acks() == [5, 5, 0, 0]
    set_to(at, "Cutoff k", 4)
    press(at, "Undo")
    assert acks() == [7, 5, 6, 7]


# Predict first


@pytest.mark.parametrize("page", sampled(LESSONS))
def test_predict_first(page: str) -> None:
    """The answer is hidden until the guess, and again after an edit."""
    at = visit(page, SHELF.query())
    key = own(page, SHELF)
    label = SHELF.label(key)

    def assert_hidden() -> None:
        assert not at.exception
        assert tiles(at) == {}
        assert charts(at).keys() <= {"discounts", "patiences", "needs"}  # which no list changes
        for column in [column for _, columns in pictures(at)[:1] for column in columns]:
            assert column.score == ""
            # A slot is where it will be, but empty; any other bar could be of any length.
            slots = SHELF.compute(key).aside.get("denominator")
            width = 1 / float(slots) if slots is not None and "precision ÷" in column.name else 1
            for there in column.rows.values():
                (part,) = there.cell.parts
                assert (part.look, there.cell.label, there.was) == ("dashed", "", [])
                assert part.end - part.start == pytest.approx(width, abs=1e-4)
        assert f"{label} = " not in text(at)
        assert not any("Sum" in cell for table in tables(at) for cell in table[-1][1:2])

    press(at, "Predict first")
    assert_hidden()
    set_to(at, f"Your guess for {label}", "0.25")
    score = SHELF.score(key)
    assert f"off by <b>{abs(score - 0.25):.3f}</b>" in text(at)
    assert_numbers(at, page, SHELF)
    act(at, "move", list="a", id="2", to=0, held=True)
    assert_hidden()
    act(at, "cancel", held=True)
    assert_numbers(at, page, SHELF)
    act(at, "move", list="a", id="2", to=0)
    assert_hidden()
    press(at, "Undo")
    act(at, "turn", knob="k", to=2)
    label = SHELF.with_settings(k=2).label(key)
    assert_hidden()
    press(at, "Predict first")
    assert_numbers(at, page, SHELF.with_settings(k=2))
    assert "off by" not in text(at)


def test_a_preset_names_the_text_it_comes_from() -> None:
    """With a link; a list of our own has none."""
    at = visit(VEHICLE)
    source = contents.TEXTS["chapter"]
    assert controls(at)["step"]["source"] == [f"From {source.name}", source.url]
    set_to(at, "Step", "vehicle-last")
    assert "source" not in controls(at)["step"]


# Reference


def test_cards_say_what_the_catalog_says() -> None:
    said = cards(visit(REFERENCE))
    assert sorted(said) == sorted([*METRICS, *FURTHER])
    plain = {key: re.sub("</?(a|span)\\b[^>]*>", "", text) for key, text in said.items()}
    for key, metric in METRICS.items():
        for part in (metric.name, metric.teaches, metric.source, metric.reader, metric.tools):
            assert part in plain[key]
    for key, measure in FURTHER.items():
        for part in (measure.name, measure.teaches, measure.source, measure.of, measure.also):
            assert part in plain[key]
    for key, metric in (METRICS | FURTHER).items():
        assert f"$$\n{metric.latex}\n$$\n\n{metric.in_words}\n" in plain[key]
        assert ("lower is better" in said[key]) == (not metric.higher_is_better)
    for key, metric in METRICS.items():
        for reads in ("binary", "graded"):
            assert (reads in said[key].split("Reads")[1][:40]) == (metric.reads in (reads, "both"))
    for key, reach in {
        "rbp": "0 to 1,",
        "dcg": "0 and up,",
        "mean_rank": "1 and up,",
        "tau_ap": "−1 to 1,",
    }.items():
        assert f"<dt>Range</dt><dd>{reach} " in said[key]


def test_cards_link_the_papers_that_they_name_and_the_page_its_four_texts() -> None:
    at = visit(REFERENCE)
    linked = re.findall(
        r"<a href='https://doi\.org/(10\.[^']+)'[^>]*>([^<]+)</a>", " ".join(cards(at).values())
    )
    papers = dict(linked)
    assert len(set(linked)) == len(papers) == 20
    assert papers["10.1145/582415.582418"] == "Järvelin & Kekäläinen (2002)"
    assert papers["10.1145/1416950.1416952"] == "Moffat & Zobel (2008)"
    assert papers["10.1145/1645953.1646033"] == "Chapelle, Metzler, Zhang & Grinspan (2009)"
    reading = at.main.markdown[-1].value
    for source in contents.TEXTS.values():
        assert source.cited in reading
        assert source.url in reading


@pytest.mark.parametrize(
    ("page", "key"),
    [("squared_error", "mse"), ("wrong_pairs", "inversions"), ("mean_over_queries", "mean")],
)
def test_a_lesson_has_the_formula_of_its_card(page: str, key: str) -> None:
    assert any(FURTHER[key].latex in drawn.value for drawn in visit(page).main.markdown)


@pytest.fixture(scope="module")
def all_cards() -> dict[str, str]:
    return cards(visit(REFERENCE))


@pytest.mark.parametrize("key", METRICS)
def test_cards_name_the_knobs_that_the_playground_draws(
    key: str, all_cards: dict[str, str]
) -> None:
    """With their positions, and with the knobs that stand there at some position of another."""
    _, knobs = all_cards[key].split("<dt>Knobs</dt>")
    said = dict(re.findall("<b>(.*?)</b> <span>(.*?)</span>", knobs))
    drawn: dict[str, Any] = {}
    unfolds = {"gain", "discount", "utility", "satisfaction"} & {*METRICS[key].knobs}
    for gains, discount, curve in (
        ("linear", "log", "sigmoid"),
        ("custom", "power", "binary"),
        ("linear", "geometric", "linear"),
    )[: 3 if unfolds else 1]:
        turned = {"gain": gains, "discount": discount, "utility": curve, "satisfaction": curve}
        at = visit(PLAYGROUND, {"show": key, "scale": "8", **turned})
        drawn |= {label: knob for label, knob in controls(at).items() if knob["by"] == "knobs"}
    del drawn["Scale"], drawn["Metrics"]
    assert said.keys() == drawn.keys()
    for label, knob in drawn.items():
        options = [typeset(name) for _, name in knob.get("options", ())]
        if label == "Relevant from grade":
            assert said[label] == f"{options[0]} to {options[-1]}"
        elif knob["kind"] == "range":
            assert said[label] == f"{knob['low']:g} to {knob['high']:g}"
        elif knob["kind"] == "shares":
            assert said[label] == "one share a grade from grade 1 up, which add up to 1"
        elif knob["kind"] != "line":
            assert said[label].split("; ") == options


@pytest.mark.slow
def test_links_lead_from_a_metric_into_the_app_and_take_the_screen_along() -> None:
    at = visit(REFERENCE, SHELF.query())
    follow(at, "Playground with ERR")
    assert_numbers(at, PLAYGROUND, SHELF.with_settings(show=("err",)))
    assert at.query_params == {**SHELF.query(), "show": "err"}
    press(at, "Undo")
    go(at, REFERENCE)
    for page in LESSONS:
        taught = [key for key in contents.PAGES[page].metrics if key in METRICS]
        if not taught:  # it has no card
            continue
        (key, *_) = taught
        follow(at, f"Lesson on {METRICS[key].label()}")
        assert_numbers(at, page, SHELF)
        go(at, REFERENCE)
    go(at, "welcome")
    ways = [(way["by"], way["path"]) for way in controls(at).values() if way["kind"] == "link"]
    path = [("path", stop.page) for stop in PATHS["I am new"]]
    assert ways == [*path, ("invitation", PLAYGROUND)]


# One state, many views


def test_knobs_and_list_live_through_page_switches() -> None:
    """Also those that a page on the way does not show."""
    at = visit(PLAYGROUND)
    set_to(at, "Goes on if unsatisfied: c", 0.5)
    set_to(at, "Gain", "exponential")
    set_to(at, "Cutoff k", 3)
    act(at, "move", list="a", id="7", to=0)
    act(at, "move", list="a", id="6", to=7)
    setup = Setup((2, 3, 0, 2, 1, 3), (0,), {"continue": 0.5, "gain": "exponential", "k": 3})
    query = at.query_params
    assert {name: query[name] for name in query if name != "a"} == {
        "continue": "0.5",
        "gain": "exponential",
        "k": "3",
    }
    for page in (VEHICLE, GAIN, "welcome", REFERENCE, PLAYGROUND):
        go(at, page)
        assert_numbers(at, page, setup)
        assert at.query_params == query


@pytest.mark.parametrize("page", sampled(BOARDS))
def test_every_part_of_an_address_is_kept(page: str) -> None:
    """All of it, shown there or not, through an edit."""
    query = dict(parse_qsl(EVERY_KNOB))
    at = visit(page, query)
    assert titles(at) == ["Alpha & Omega", "🍞 שלום", "50% off", "A~B"]
    assert shown_grades(at) == ([4, 0, None, 3], 3)
    assert at.query_params == query
    act(at, "move", list="a", id="4", to=0)
    assert {**at.query_params, "a": ""} == {**query, "a": ""}


def test_back_takes_the_last_edit_away_and_redo_brings_it_again() -> None:
    at = visit(VEHICLE, SHELF.query())
    press(at, "Reverse")
    reversed_query = at.query_params
    arrive(at, SHELF.query())
    assert_numbers(at, VEHICLE, SHELF)
    assert at.query_params == SHELF.query()
    assert is_off(at, "Undo")
    press(at, "Redo")
    assert at.query_params == reversed_query
    arrive(at, SHELF.query())  # Back, and Forward
    arrive(at, reversed_query)
    assert shown_grades(at)[0] == [2, 0, 3, 1, 2, 1]
    assert is_off(at, "Redo")
    arrive(at, {"k": "9"})  # another address in the same tab's history is an edit like others
    assert_numbers(at, VEHICLE, Setup().with_settings(k=9))
    press(at, "Undo")
    assert at.query_params == reversed_query


@pytest.mark.parametrize("page", sampled(PAGES))
def test_an_address_at_which_nobody_arrived_is_put_right(page: str) -> None:
    """It is one that is still on its way from the browser, or was lost on its way there."""
    at = visit(page, SHELF.query())
    for query in ({"k": "9"}, {}, {"a": "nonsense", "x": "y"}):
        at.query_params = dict(query)
        run(at)
        assert_numbers(at, page, SHELF)
        assert at.query_params == SHELF.query()
        assert notices(at) == []


def test_what_is_wrong_with_an_address_at_which_a_reader_arrives_is_said() -> None:
    at = visit(VEHICLE, SHELF.query())
    arrive(at, {"k": "99", "q": "x", "p": "0.5"})
    assert notices(at) == [
        "The address has a part “q” that Rankbook does not know; it was left out. "
        "“k=99” in the address was left out; allowed: a whole number from 1 to 50."
    ]
    assert_numbers(at, VEHICLE, Setup())
    assert at.query_params == {"p": "0.5"}


def test_list_b_is_kept_compared_and_let_go() -> None:
    at = visit(PLAYGROUND, SHELF.query())
    press(at, "Keep a copy as list B")
    assert at.query_params == {**SHELF.query(), "b": SHELF.query()["a"]}
    assert shown_grades(at, "b") == shown_grades(at, "a")
    act(at, "move", by="board_b", list="b", id="2", to=0)
    press(at, "Reverse")
    a, b = (Setup(grades, (2, 1), {"k": 3}) for grades in ((2, 0, 3, 1), (3, 1, 0, 2)))
    assert_bars(at, PLAYGROUND, a, [b])
    assert_bars(at, PLAYGROUND, b, [a], picture=1)
    assert tables(at) == [comparison({"a": a, "b": b}, FIRST["show"])]
    set_to(at, "Metrics", ["mean_rank", "err"])
    assert tables(at) == [comparison({"a": a, "b": b}, ["mean_rank", "err"])]
    press(at, "Undo")
    press(at, "Ideal order B")
    assert shown_grades(at, "b")[0] == [3, 2, 2, 1, 1, 0]
    press(at, "Reset")
    assert shown_grades(at, "b")[0] == [3, 2, 2, 1, 1, 0]
    press(at, "Remove list B")
    assert at.query_params == SHELF.query()
    act(at, "grade", by="board_b", list="b", id="1", grade=0)  # it was on its way
    assert notices(at) == ["List B is no longer there. Nothing was changed."]
    assert at.query_params == SHELF.query()
    assert "Ideal order B" not in controls(at)


def test_it_is_said_which_metrics_see_two_lists_otherwise() -> None:
    """AP and bpref see three hits above the miss in A; ERR sees the best one first in B.

    The hits are at 1 2 3 and at 1 3 4: a lower mean rank in A, the same precision.
    """
    a, b = Setup((1, 1, 3, 0), ()), Setup((3, 0, 1, 1), ())
    keys = ("average_precision", "bpref", "precision", "err")
    for one, other, first, second in ((a, b, "A", "B"), (b, a, "B", "A")):
        at = visit(PLAYGROUND, {**one.with_settings(show=keys).query(), "b": other.query()["a"]})
        said = r"<p class='plain text'>([^<]*)</p>"
        assert re.findall(said, text(at)) == [
            f"Bold: the better list. ERR@5 prefers {second}, and AP@5 and bpref prefer {first}."
        ]
        one_each = {first: "MR@5", second: "ERR@5"}
        for chosen, sentence in (
            (["mean_rank", "err"], f"{one_each['B']} prefers B, and {one_each['A']} prefers A."),
            (["average_precision", "bpref"], ""),
            (["precision", "err"], ""),
            (["precision"], ""),
        ):
            set_to(at, "Metrics", chosen)
            assert re.findall(said, text(at)) == [f"Bold: the better list. {sentence}".strip()]


def test_list_b_is_kept_as_the_list_is_then() -> None:
    """Not as it was when the button was drawn: a drop is just before it in one message."""
    at = visit(PLAYGROUND, SHELF.query())
    drop = {"do": "move", "list": "a", "id": "2", "to": 0}
    keep = controls(at)["Keep a copy as list B"]["change"]
    deliver(at, to_text(at, drop, {"by": "toolbar", **keep}))
    assert shown_grades(at, "b") == shown_grades(at, "a") == ([3, 1, 0, 2, 2, 1], 4)
    press(at, "Undo")
    assert "b" not in at.query_params
    press(at, "Undo")
    assert at.query_params == SHELF.query()


def test_each_card_draws_what_one_relevant_document_is_worth_at_each_rank() -> None:
    """But not where it is worth the same at each."""
    at = visit(REFERENCE)
    alone = [
        Setup((0,) * at + (1,) + (0,) * (9 - at), (), {"k": 10, "scale": 1}) for at in range(10)
    ]
    worth = {key: [one.score(key) for one in alone] for key in cards(at) if key in METRICS}
    differ = {key: each for key, each in worth.items() if each != pytest.approx(each[:1] * 10)}
    for (key, each), rows in zip(differ.items(), charts(at).values(), strict=True):
        assert rows[rows.part == "a"].value.tolist() == pytest.approx(each), key
        assert rows.said[1].startswith("At rank 2 alone: ")


def test_scores_are_drawn_at_every_k_and_who_is_ahead_from_where() -> None:
    """A is 1 0 0 1, B 0 1 1: both with two relevant: B is ahead at 3 alone."""
    query = {"a": "1x~0y~0z~1w", "b": "0x~1y~1z~.~0w", "scale": "1", "k": "2"}
    at = visit(PLAYGROUND, {**query, "show": "precision,average_precision,dcg,rbp"})
    rows = charts(at)["cutoffs"]
    lines = rows[rows.part == "line"].groupby("name").y.agg(list)
    assert lines["P a"] == pytest.approx([1, 1 / 2, 1 / 3, 2 / 4])
    assert lines["P b"] == pytest.approx([0, 1 / 2, 2 / 3, 2 / 4])
    assert lines["AP a"] == pytest.approx([1 / 2, 1 / 2, 1 / 2, 3 / 4])
    assert lines["AP b"] == pytest.approx([0, 1 / 4, 7 / 12, 7 / 12])
    crossed = rows[(rows.part == "here")].set_index("key")
    assert crossed.x.to_dict() == pytest.approx(
        {"P crosses 2": 2, "AP crosses 2": 2.75, "AP crosses 3": 3 + 1 / 3}
    )
    said = rows[rows.part == "at"].set_index("key").said
    ahead = "k = 3: AP A 0.500, B 0.583, B ahead from k = 3 on; P A 0.333, B 0.667, B ahead from"
    assert said["at3"].startswith(ahead)
    assert "ahead" not in said["at4"]
    assert "List B is dashed; a dot is where A and B cross." in text(at)
    assert "DCG has no upper limit: not drawn. RBP has no k: not drawn." in text(at)
    act(at, **json.loads(rows.set_index("key").do["at3"]))
    assert at.query_params["k"] == "3"
    assert "cutoffs" not in charts(visit(PLAYGROUND, {"show": "dcg,rbp"}))


# A lesson about anything


def anything(measures: tuple[str, ...], charged: float = 10) -> None:
    """A page of our own, about any measures; AppTest runs its text."""
    import streamlit as st

    from metrics import agreement, cwl, pointwise
    from metrics.breakdown import Breakdown
    from ui import lesson
    from ui.core import address, post
    from ui.core.screen import Screen
    from ui.draw import beside_cards, score

    def mse(screen: Screen) -> Breakdown:
        documents = screen.a.documents
        return pointwise.mse(
            [d.predicted or 0 for d in documents], [d.grade or 0 for d in documents]
        )

    def inversions(screen: Screen) -> Breakdown:
        return agreement.graded_inversions([d.grade for d in screen.a.documents])

    def tau(screen: Screen) -> Breakdown:
        b = [d.id for d in screen.lists["b"].documents] if "b" in screen.lists else []
        a = [d.id for d in screen.a.documents if d.id in b]
        return agreement.kendall_tau(range(len(a)), [b.index(each) for each in a])

    def rate(screen: Screen) -> Breakdown:
        ranking = screen.a.ranking(screen.scale, screen.relevant_from)
        return cwl.rate_of_gain(ranking, cwl.precision(screen.k))

    free = {
        "MSE": (mse, {"bounds": (0, None), "higher_is_better": False, "key": "mse"}),
        "inversions": (inversions, {"bounds": (0, None), "higher_is_better": False}),
        "τ": (tau, {"bounds": (-1, 1), "latex": "x"}),
        "rate": (rate, {}),
    }
    address.read("anything")
    lesson.heading("Anything")
    measured = [
        score.measure_by(free[name][0], name, **free[name][1])
        if name in free
        else score.measure(name)
        for name in measures
    ]
    first = measured[0]
    bars = [
        beside_cards.bars(first, "contribution", "Each", most=charged),
        beside_cards.running(first, first.label, most=charged),
    ]
    worked = lesson.WorkedFormula(first, [])
    if lesson.show("anything", lesson.Stage(measured, bars, "What?", worked)):
        st.markdown(lesson.formula_text(first, {"x": "anything"}))
        lesson.numbers(first, "score = 0\n", contribution="adds")
    address.write()
    post.deliver()


def opened(*measures: str, **query: str) -> AppTest:
    at = AppTest.from_function(anything, default_timeout=30, kwargs={"measures": measures})
    at.query_params = query
    return at.run()


def assert_about(at: AppTest, label: str, wanted: Breakdown, setup: Setup) -> None:
    """The first measure's score, bars, table and formula are the package's."""
    assert not at.exception
    shown = written(wanted.score)
    assert tiles(at)[label].score == shown
    assert_drawn(at, wanted, setup)
    (table,) = tables(at)
    adds = [row[-1] for row in table[1:-1] if row[1] != "charged for what was not found"]
    assert adds == [written(add, 4) for add in wanted.terms["contribution"]]
    assert (table[-1][1], table[-1][-1]) == (f"Sum = {label}", written(wanted.score, 4))
    assert_adds_up(table)
    assert (formula(at).label, formula(at).result) == (label, shown)


def assert_drawn(at: AppTest, wanted: Breakdown, setup: Setup, picture: int = 0) -> None:
    """What each rank adds, in tenths, and the running sum of it."""
    each, climb = pictures(at)[picture][1]
    adds = dict(enumerate(wanted.terms["contribution"].tolist(), start=1))
    assert_column(each, Bars(adds, 10), len(setup.grades))
    charged = 0 if np.isnan(wanted.score) else float(wanted.remainder)
    assert_column(climb, Bars(adds, 10, climbs=True, charged=charged), len(setup.grades))


TRIED = Setup((3, 0, 2, 1), (), {"k": 4})
PREDICTED = (2.5, 1, 0, -1)


def predicted(*grades: int) -> dict[str, str]:
    return {**Setup(grades, ()).query(), "a_scores": "2.5,1,0,-1"}


def test_a_lesson_about_predicted_scores() -> None:
    at = opened("MSE", **predicted(3, 0, 2, 1))
    before = pointwise.mse(PREDICTED, TRIED.grades)
    assert_about(at, "MSE", before, TRIED)
    act(at, "grade", list="a", id="3", grade=0)
    after = pointwise.mse(PREDICTED, (3, 0, 0, 1))
    assert_about(at, "MSE", after, replace(TRIED, grades=(3, 0, 0, 1)))
    assert tiles(at)["MSE"][1:3] == (change(after.score - before.score), "up lower")
    press(at, "Undo")
    assert tiles(at)["MSE"][1:3] == (change(before.score - after.score), "down lower")
    act(
        at, "move", list="a", id="4", to=0
    )  # the order is that of the scores: it needs a higher one
    moved = pointwise.mse((2.6, 2.5, 1, 0), (1, 3, 0, 2))
    assert tiles(at)["MSE"][:2] == (written(moved.score), change(moved.score - before.score))
    assert at.query_params == {"a": "1Page 4~3Page 1~0Page 2~2Page 3", "a_scores": "2.6,2.5,1,0"}


def test_a_lesson_about_inversions() -> None:
    at = opened("inversions", **TRIED.query())
    assert_about(at, "inversions", graded_inversions(TRIED.grades), TRIED)
    assert tiles(at)["inversions"].score == "2.000"
    press(at, "Ideal order")
    assert tiles(at)["inversions"] == Tile("0.000", "−2.000", "up lower")
    press(at, "Reverse")
    assert tiles(at)["inversions"] == Tile("6.000", "+6.000", "down lower")


@pytest.mark.parametrize("key", ["first_relevant_rank", "mean_rank", "dcg"])
@pytest.mark.parametrize("grades", [(3, 0, 2, 1), (0, 0, 0, 3), (0, 0), (), (None, 2)])
@pytest.mark.parametrize("missed", [(), (2, 1)])
def test_a_lesson_whose_scores_are_beyond_one(
    key: str, grades: tuple[int, ...], missed: tuple[int, ...]
) -> None:
    """What is charged for what was not found has its row, so that the rows add up to the sum."""
    setup = Setup(grades, missed, {"k": 3})
    at = opened(key, **setup.query())
    assert_about(at, setup.label(key), setup.compute(key), setup)
    charged = [row for row in tables(at)[0] if row[1] == "charged for what was not found"]
    assert len(charged) == bool(setup.compute(key).remainder)
    act(at, "turn", knob="k", to=1)
    now = setup.with_settings(k=1)
    assert_about(at, now.label(key), now.compute(key), now)
    assert text(at).count("0/0 for ") == bool(now.compute(key).undefined)


def test_a_lesson_about_two_lists() -> None:
    at = opened("τ", **TRIED.query())
    assert not at.exception
    assert tiles(at) == {"τ": Tile("–")}
    said = "0/0 for τ: there is nothing to compare, so there is no score."
    assert said in text(at)
    assert "nan" not in text(at)
    assert [row[1] for row in tables(at)[0]] == ["document", "Sum = τ"]
    assert len(pictures(at)) == 1
    act(at, "keep_b", by="toolbar")
    assert tiles(at) == {"τ": Tile("1.000")}
    assert said not in text(at)
    act(at, "move", by="board_b", list="b", id="4", to=0)
    assert_about(at, "τ", kendall_tau(range(4), [1, 2, 3, 0]), TRIED)
    assert tiles(at) == {"τ": Tile("0.000", "−1.000", "down")}
    act(at, "order", list="a", order="reverse")  # three pairs agree and three do not, again
    assert tiles(at) == {"τ": Tile("0.000")}
    for card in ("2", "3", "4"):
        act(at, "delete", by="board_b", list="b", id=card)
    assert tiles(at) == {"τ": Tile("–")}
    assert said in text(at)
    act(at, "remove_b", by="toolbar")
    assert tiles(at) == {"τ": Tile("–")}


def test_two_lists_hold_the_same_documents_after_a_reload() -> None:
    """Or what a lesson says of both would be another number by its own link."""
    at = opened("τ", **TRIED.query())
    act(at, "keep_b", by="toolbar")
    act(at, "move", by="board_b", list="b", id="4", to=0)
    assert tiles(at)["τ"].score == "0.000"
    again = opened("τ", **at.query_params)
    assert tiles(again)["τ"].score == "0.000"


def test_a_lesson_about_several_measures_side_by_side() -> None:
    at = opened("rate", "err", "MSE", "mean_rank", "τ", **predicted(3, 0, 2, 1), k="3")
    now = replace(TRIED, knobs={"k": 3})
    assert_about(at, "rate", rate_of_gain(now.ranking(), precision(3)), now)
    assert {label: tile.score for label, tile in tiles(at).items()} == {
        "rate": f"{5 / 9:.3f}",
        "ERR@3": now.told("err"),
        "MSE": written(pointwise.mse(PREDICTED, now.grades).score),
        "MR@3": now.told("mean_rank"),
        "τ": "–",
    }
    act(at, "move", list="a", id="4", to=1)
    marks = {label: tile.mark for label, tile in tiles(at).items()}
    # Its score falls between those of its new neighbours, from -1 to 1.75: nearer to its grade, 1.
    assert marks == {
        **{"rate": "down", "ERR@3": "down", "MSE": "up lower", "MR@3": "up lower", "τ": ""}
    }


@pytest.mark.parametrize(
    ("measure", "label", "low", "high", "allowed"),
    [
        ("MSE", "MSE", 0, None, "of at least 0"),
        ("inversions", "inversions", 0, None, "of at least 0"),
        ("first_relevant_rank", "FRP@4", 1, None, "of at least 1"),
        ("dcg", "DCG@4", 0, None, "of at least 0"),
        ("τ", "τ", -1, 1, "from -1 to 1"),
        ("rate", "rate", 0, 1, "from 0 to 1"),
    ],
)
def test_predict_first_asks_within_the_bounds_of_its_measure(
    measure: str, label: str, low: float, high: float | None, allowed: str
) -> None:
    at = opened(measure, "err", **TRIED.query())
    press(at, "Predict first")
    assert (tiles(at), charts(at), tables(at)) == ({}, {}, [])
    asked = f"Your guess for {label}"
    for refused in (f"{low - 0.1:g}", *([] if high is None else [f"{high + 0.1:g}"]), "x"):
        set_to(at, asked, refused)
        assert controls(at)[asked]["note"].startswith(f"A guess is a number {allowed}, as ")
        assert (tiles(at), controls(at)[asked]["value"]) == ({}, refused)
    set_to(at, asked, f"{low + 7 if high is None else high:g}")
    assert not at.exception
    assert list(tiles(at)) == [label, "ERR@4"]
    assert ("off by <b>" in text(at)) == (tiles(at)[label].score != "–")
    act(at, "move", list="a", id="4", to=0)
    assert tiles(at) == {}
