"""Every chart is valid and constant, draws its list's breakdown and nothing that is still hidden.

Where a chart stands is found on the pages themselves: a new one is held by these tests at once.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import altair as alt
import jsonschema
import numpy as np
import pandas as pd
import pytest
import vl_convert
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    PICTURES,
    act,
    data,
    deliver,
    drawn,
    pictures,
    run,
    text,
    tiles,
    unnamed,
    visit,
)
from app_driver import to_text as outbox
from expected import BOARDS, WITH_BARS, Setup
from live_app import settle
from live_board import Board, begin, box, middle, press, to_text
from sample import of_sample
from ui import contents
from ui.core import link, presets
from ui.core.screen import Screen
from ui.draw import figure, style
from ui.parts import frame
from vehicle import PATH

Row = dict[str, Any]

VEGA_LITE = jsonschema.Draft7Validator(alt.load_schema())
LISTS = {
    "opening": {},
    "empty": {"a": ""},
    "one": {"a": "2x"},
    "many": {"a": "~".join(["1x", "0y"] * 25), "k": "50"},
    "unjudged": {"a": "-x~3y~-z~0w~.~-v~2u", "k": "3"},
    "nothing relevant": {"a": "0x~0y~0z~.~0w", "k": "2"},
    "nothing retrieved": {"a": ".~2x~0y"},
}
LONG = {"a": "3A~0B~1C~2D~0E~.~1F~2G", "k": "4"}
ON_A_LIST = BOARDS
"""Pages whose first list is A's board."""


def opened(page: str, query: Mapping[str, str]) -> AppTest:
    """A page with all its folded charts open."""
    return visit(page, query, **{f"fold_{name}": True for name in PICTURES})


def charts(at: AppTest) -> dict[str, list[Row]]:
    """The rows of each chart of a page, by its file."""
    return {key: rows.to_pylist() for key, rows in drawn(at).items()}


def picture(key: str) -> ModuleType:
    """The file of a chart, by its key on a page."""
    return PICTURES[key.split()[0]]


def part(rows: list[Row], name: str) -> dict[Any, Row]:
    """The rows of a part that are about a rank, by the rank."""
    return {
        row["rank"]: row for row in rows if row.get("part") == name and row.get("rank") is not None
    }


def within(spec: Any) -> Iterator[Row]:
    """Every object inside a spec, itself included."""
    if isinstance(spec, dict):
        yield spec
    for each in spec.values() if isinstance(spec, dict) else spec:
        if isinstance(each, dict | list):
            yield from within(each)


LATER = {"mistaken", "answered_numbers", "answered_choices", "depths", "fractions"}
LATER |= {"class_orders", "class_orders_by_one", "class_places", "simulated_means", "swapped_by_ap"}
LATER |= {"by_readers", "preferences", "each_query", "without", "roc_of_models"}
"""Charts that a page has only after something was done there, held by that page's tests."""


@pytest.mark.slow
def test_every_chart_is_on_a_page_and_every_lesson_has_one() -> None:
    found = {page: charts(opened(page, {})) for page in contents.PAGES}
    on_pages = {picture(key) for each in found.values() for key in each}
    assert {name for name, each in PICTURES.items() if each not in on_pages} <= LATER
    without = [page.name for page in contents.LESSONS if not found[page.name]]
    assert without == ["interleaving"]  # one reader has no chart, many have


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_a_chart_follows_the_schema_of_vega_lite_and_compiles(name: str) -> None:
    spec = {**figure.spec(PICTURES[name]), "data": {"name": "rows", "values": []}}
    VEGA_LITE.validate(spec)
    assert vl_convert.vegalite_to_vega({**spec, "width": 600})["marks"]


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_a_chart_is_built_once_without_data(name: str) -> None:
    each = PICTURES[name]
    spec = figure.spec(each)
    assert figure.spec(each) is spec
    assert not any("values" in part.get("data", {}) for part in within(spec))
    assert not any("datasets" in part for part in within(spec))
    assert each.__doc__
    titles = [each.TITLE, *getattr(each, "VIEWS", ())]
    assert len(titles) == len(spec.get("vconcat", [spec]))
    assert all(title.endswith("?") for title in titles)


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_a_chart_is_constant_and_needs_the_style_alone(name: str) -> None:
    """So a notebook can hold its source, and draws the same, but for titles of lower views."""
    names: dict[str, Any] = {}
    exec(inspect.getsource(style), names)
    exec(inspect.getsource(PICTURES[name].chart), names)
    again, spec = names["chart"]().to_dict(validate=False), figure.spec(PICTURES[name])
    added = ("data", "autosize", "padding")
    assert unnamed({key: part for key, part in again.items() if key not in added}) == unnamed(
        {key: part for key, part in spec.items() if key not in added}
    )


@pytest.mark.parametrize("page", ["two_tools", "your_data"])
def test_rows_of_a_fixed_height_are_not_told_to_fit(
    page: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Vega-Lite cannot do that, and says so in the console of each reader."""
    for node in visit(page).main.get("vega_lite_chart"):
        proto = node.proto  # type: ignore[attr-defined]
        vl_convert.vegalite_to_vega(proto.spec, show_warnings=True)
    assert "fit-y" not in capfd.readouterr().err


@pytest.mark.parametrize("ranked", ["1A", ".~1A"])
@pytest.mark.parametrize("page", ["wrong_pairs", "rank_biased_precision", "rank_agreement"])
def test_a_sentence_stands_where_a_list_leaves_nothing_to_draw(page: str, ranked: str) -> None:
    """Axes alone would look like a chart that has not come yet."""
    at = visit(page, {"a": ranked})
    gone = drawn(visit(page)).keys() - drawn(at).keys()
    assert text(at).count("There is nothing to draw for this list.") == len(gone)
    assert all(rows.num_rows for rows in drawn(at).values())


@pytest.mark.parametrize(
    "ranked", ["opening", *(pytest.param(each, marks=pytest.mark.slow) for each in [*LISTS][1:])]
)
@pytest.mark.parametrize("page", contents.PAGES)
def test_rows_of_any_list(page: str, ranked: str) -> None:
    """Marks have keys of their own; a sentence that begins with a rank is in that rank's place.

    And what leads to a curve's name looks as the curve does.
    """
    at = opened(page, LISTS[ranked])
    assert not at.exception, at.exception
    for key, rows in charts(at).items():
        assert len(rows), key
        keys = [(row["part"], row["key"]) for row in rows if row.get("key")]
        assert len(keys) == len(set(keys)), key
        for row in rows:
            said = row.get("said") or ""
            assert "nan" not in said.lower().split()
            if (match := re.match(r"Rank (\d+):", said)) and row.get("rank") is not None:
                assert row["rank"] == int(match[1])
        looks = {(row["colour"], row["dash"]) for row in rows if row["part"] == "line"}
        led = [row for row in rows if row["part"] == "end" and row.get("at") is not None]
        assert {(row["colour"], row["dash"]) for row in led} <= looks, key


@pytest.mark.parametrize("page", ON_A_LIST)
def test_every_rank_of_the_list_has_its_sentence(page: str) -> None:
    at = visit(page, LONG)
    retrieved = data(at)["retrieved"]
    said = [str(row.get("said")) for rows in charts(at).values() for row in rows]
    about = {int(m[1]) for each in said if (m := re.match(r"Rank (\d+):", each))}
    if page not in WITHOUT_RANKS and about:  # a chart may have no sentences
        assert set(range(1, retrieved + 1)) <= about


WITHOUT_RANKS = {"welcome", "playground", "which_metric", "two_tools", "your_data"}
"""Pages whose charts are about metrics, tools, topics or orders, not about the list's ranks."""


@pytest.mark.parametrize(
    ("page", "key"),
    [
        ("average_precision", "average_precision"),
        ("expected_reciprocal_rank", "err"),
        ("rank_biased_precision", "rbp"),
        ("graded_average_precision", "graded_average_precision"),
        ("discounted_gain", "dcg"),
    ],
)
@pytest.mark.parametrize(
    "setup",
    [
        Setup((3, 0, 1, 2, 0), (1, 2), {"k": 4}),
        Setup((0, None, 2, 3), (None,), {"k": 4, "from": 2}),
        Setup((1, 1, 0, 1, 0, 2), (), {"k": 6, "p": 0.5, "ap": "found", "gain": "exponential"}),
    ],
    ids=str,
)
def test_a_sentence_tells_what_the_metrics_package_finds(page: str, key: str, setup: Setup) -> None:
    """The package is held by hand-worked examples and other libraries; here, that it is told."""
    rows = next(iter(charts(visit(page, setup.query())).values()))
    adds = setup.compute(key).terms["contribution"].tolist()
    there = part(rows, "a")
    assert len(there) == len(adds)
    for rank, value in enumerate(adds, start=1):
        told = re.findall(r"\d+(?:\.\d+)?", there[rank]["said"].partition(":")[2])
        said = "nothing" in there[rank]["said"] and not value
        assert said or any(abs(float(each) - value) < 5.1e-4 for each in told), (rank, told)


def test_average_precision_by_hand() -> None:
    """Hits at 1 and 3 of five, four relevant: 1/4 (1/1 + 2/3) = 0.417."""
    at = opened("average_precision", {"a": "1A~0B~1C~0D~0E~.~1F~1G", "k": "5", "scale": "1"})
    rows = charts(at)["precisions"]
    ranks = part(rows, "a")
    assert ranks[3]["said"] == "Rank 3: 2 hits in 3 = 0.667, adds 1/4 × 0.667 = 0.167 (C)"
    assert ranks[2]["said"] == "Rank 2: 1 hit in 2 = 0.500, no hit, adds nothing (B)"
    shown = [(ranks[rank]["label"], ranks[rank]["filled"]) for rank in range(1, 6)]
    assert shown == [("1/1", 1), ("1/2", 0), ("2/3", 1), ("2/4", 0), ("2/5", 0)]
    slots = [row for row in charts(at)["areas"] if row["part"] == "slots"]
    assert [(row["start"], row["end"]) for row in slots] == [
        *((0, 0.25), (0.25, 0.5), (0.5, 0.75), (0.75, 1))
    ]
    assert [round(row["height"], 3) for row in slots] == [1, 0.667, 0, 0]
    assert slots[1]["said"] == "Rank 3: area 1/4 × 0.667 = 0.167, what it adds (C)"
    assert slots[2]["said"] == "Slot 3 of 4: no hit fills it, adds nothing"
    gone = [(row["slot"], row["adds"]) for row in rows if row["part"] == "gone"]
    assert gone == [(1, "0"), (1, "0")]
    gone = [row["said"] for row in rows if row["part"] == "gone"]
    assert gone == [
        "Row 6: never retrieved, adds nothing (F)",
        "Row 7: never retrieved, adds nothing (G)",
    ]


def test_err_by_hand() -> None:
    """2 3 0 on a scale to 3: stop 3/8 at rank 1, 5/8 · 7/8 = 0.547 at rank 2."""
    drawn = charts(opened("expected_reciprocal_rank", {"a": "2A~3B~0C", "k": "3"}))
    second = part(drawn["stops"], "a")[2]
    said = second["said"]
    assert said == (
        "Rank 2: 0.625 still read, the document satisfies 0.875 of them: 0.547 stop. "
        "Adds 1/2 × 0.547 = 0.273 (B)"
    )
    assert (second["stop"], second["label"]) == (0.546875, "+0.273")
    rows = drawn["stop_areas"]
    second = part(rows, "a")[2]
    assert second["said"] == said
    assert (second["start"], second["end"], second["worth"]) == (0.375, 0.921875, 0.5)
    assert (second["label"], second["adds"]) == ("rank 2\n0.547", "+0.273")
    assert [row["label"] for row in rows if row["part"] == "left"] == ["leave\n0.078"]


def test_only_what_is_lost_is_named_below_the_cut() -> None:
    """A hit and a miss below the cut, one of each never found; a hit at 1 of three relevant."""
    at = visit("average_precision", {"a": "1A~0B~1C~0D~.~1F~0G", "k": "2", "scale": "1"})
    rows = charts(at)["precisions"]
    labels = [row["label"] for row in rows if row["part"] == "gone"]
    assert labels == ["cut off", "", "not found", ""]
    assert [row["label"] for row in rows if row["part"] == "levels"] == ["AP 0.333"]


@pytest.mark.parametrize(
    ("page", "key", "move"),
    [
        ("rank_biased_precision", "attention", {"do": "send", "readers": 100}),
        ("rank_biased_precision", "attention", {"do": "turn", "knob": "k", "to": 3}),
        ("q_measure", "q_patience", {"do": "turn", "knob": "patience", "to": 2}),
        ("reciprocal_rank", "first_hits", {"do": "move", "list": "a", "id": "4", "to": 4}),
        ("average_precision", "precisions", {"do": "turn", "knob": "k", "to": 5}),
    ],
)
def test_what_a_move_leaves_as_it_is_has_no_ghost(page: str, key: str, move: Row) -> None:
    at = visit(page, {**LONG, "k": "6"})
    act(at, **move)
    assert "was" not in {row["part"] for row in charts(at)[key]}


def test_what_a_ghost_is_is_said_and_has_its_room_before() -> None:
    at = visit("average_precision", LONG)
    said = "Dashed outline: before the last move."
    assert f"<span style='visibility: hidden'>{said}</span></small>" in text(at)
    act(at, "move", list="a", id="2", to=0)
    assert f"<span>{said}</span></small>" in text(at)


def test_a_legend_is_a_sentence() -> None:
    """It stands in front of that."""
    legends = [getattr(each, "LEGEND", None) for each in PICTURES.values()]
    assert any(legends)
    assert all(each is None or re.fullmatch(r"[^(){}]+\.", each) for each in legends)
    told = text(visit("precision_and_recall", LONG))
    assert "<small> <span" in told  # a chart without one


def values(row: Row) -> Row:
    """What a mark is like: its numbers, but none of its names and looks."""
    looks = {"colour", "rank", "key", "part"}
    return {
        name: value
        for name, value in row.items()
        if isinstance(value, int | float) and name not in looks
    }


@pytest.mark.parametrize("page", ON_A_LIST)
def test_a_ghost_is_the_state_before_and_stays_what_it_was(page: str) -> None:
    at = visit(page, LONG)
    before = charts(at)
    act(at, "move", list="a", id="2", to=0)
    for key, rows in charts(at).items():
        assert not part(before[key], "was")
        for rank, ghost in part(rows, "was").items():
            was = values(part(before[key], "a")[rank])
            assert values(ghost).items() <= was.items() | values(ghost).items()
            for name in ("value", "sum", "start", "end", "height", "stop"):
                if ghost.get(name) is not None:
                    assert ghost[name] == pytest.approx(was[name]), (key, rank, name)


@pytest.mark.parametrize(
    ("page", "key"),
    [
        ("playground", "cutoffs"),
        ("q_measure", "q_patience"),
    ],
)
def test_the_ghost_of_a_curve_is_the_curve_before(page: str, key: str) -> None:
    at = visit(page, LONG)

    def curves(part: str) -> list[tuple[float, float]]:
        there = [row for row in charts(at)[key] if row["part"] == part]
        return sorted((row["x"], row["y"]) for row in there if row["dash"] is not None)

    before, none = curves("line"), curves("was")
    act(at, "move", list="a", id="2", to=0)
    assert not none
    assert curves("was")
    assert set(curves("was")) <= set(before)
    assert curves("line") != before


@pytest.mark.parametrize(
    "page",
    ["average_precision", "expected_reciprocal_rank", "rank_biased_precision", "discounted_gain"],
)
def test_list_b_is_drawn_as_list_a_would_be(page: str) -> None:
    both = visit(page, {**LONG, "b": "0A~3B~2C~.~1D"})
    alone = visit(page, {**LONG, "a": "0A~3B~2C~.~1D"})
    key = next(iter(charts(both)))
    over, wanted = part(charts(both)[key], "b"), part(charts(alone)[key], "a")
    assert over.keys() == wanted.keys()
    for rank, row in over.items():
        assert row["said"].startswith(f"List B, rank {rank}:")
        for name in ("value", "sum", "start", "end", "height", "stop"):
            if row.get(name) is not None:
                assert row[name] == wanted[rank][name]


@pytest.mark.slow
@pytest.mark.parametrize("page", ON_A_LIST)
def test_what_is_held_is_drawn_as_it_would_be(page: str) -> None:
    """The marks are those of the list as it would be, and the ghosts those of the list as it is."""
    at, after = visit(page, LONG), visit(page, {**LONG, "a": "0B~3A~1C~2D~0E~.~1F~2G"})
    act(at, "move", list="a", id="2", to=0, held=True)
    for key, rows in charts(after).items():
        now = part(charts(at)[key], "a")
        for rank, row in part(rows, "a").items():
            assert values(now[rank]) == pytest.approx(values(row), nan_ok=True), (key, rank)


@pytest.mark.parametrize("page", [page.name for page in contents.LESSONS])
def test_nothing_of_an_answer_is_drawn_while_it_is_hidden(page: str) -> None:
    """What is drawn then is the same for two lists."""
    shown = []
    for ranked in ("3A~0B~1C~2D~.~1F", "0A~2B~0C~3D~.~1F"):
        shown.append(charts(visit(page, {"a": ranked, "predict": "1"})))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("page", contents.PAGES)
def test_only_the_rows_of_a_chart_change(page: str) -> None:
    """Were its alternative text, its key or its spec another, the browser would build it anew."""
    at = visit(page, {"b": "1x~0y"})

    def constant() -> dict[str, bytes]:
        kept = {}
        for key, node in zip(drawn(at), at.main.get("vega_lite_chart"), strict=True):
            proto = type(node.proto)()  # type: ignore[attr-defined]
            proto.CopyFrom(node.proto)  # type: ignore[attr-defined]
            proto.ClearField("datasets")
            kept[key] = proto.SerializeToString(deterministic=True)
        return kept

    before = constant()
    turn: Row = {"do": "turn", "knob": "k", "to": 3}
    grade: Row = {"do": "grade", "list": "a", "id": "1", "grade": 1}
    move: Row = {"do": "move", "list": "a", "id": "2", "to": 0}
    deliver(at, outbox(at, turn, grade, move))
    for key, now in constant().items():
        assert before.get(key, now) == now, key


def test_bpref_by_hand() -> None:
    """Three hits exist and two judged misses: D has one of them above it, 1/3 (1 - 1/2)."""
    at = visit("unjudged", {"a": "1A~0B~-C~1D~.~0E~1F", "scale": "1"})
    rows = charts(at)["preferences"]
    ranks = part(rows, "a")
    assert [ranks[rank]["said"] for rank in (1, 2, 3, 4)] == [
        "Rank 1: 0 judged misses above, adds 1/3 × (1 − 0/2) = 0.333 (A)",
        "Rank 2: a judged miss, each hit below it adds less, adds nothing (B)",
        "Rank 3: nobody judged it, adds nothing and takes nothing (C)",
        "Rank 4: 1 judged miss above, adds 1/3 × (1 − 1/2) = 0.167 (D)",
    ]
    assert [round(ranks[rank]["value"], 3) for rank in (1, 2, 3, 4)] == [0.333, 0, 0, 0.167]
    assert [ranks[rank]["due"] for rank in (1, 2, 3, 4)] == [1 / 3, None, None, 1 / 3]
    assert [row["label"] for row in rows if row["part"] == "gone"] == ["", "not found"]
    act(at, "move", list="a", id="3", to=0)  # what nobody judged stands somewhere else
    assert [row["value"] for row in charts(at)["preferences"] if row["part"] == "was"] != []
    assert tiles(at)["bpref"].change == ""


def test_the_border_between_two_lists_by_hand() -> None:
    """A is 1 3, B 3 1. Who wants a 3 has an AP of 1/2 and 1; of both, (1 + 1 + 1/2) / 3 and 1."""
    at = opened("graded_average_precision", {"a": "1A~3B", "b": "3A~1B", "scale": "3"})
    crowds = {(row["easy"], row["picky"]): row for row in charts(at)["borders"]}
    assert len(crowds) == 66
    assert {place: row["label"] for place, row in crowds.items() if row["label"] != "B"} == {
        (100, 0): "="  # all others have readers for whom A begins with a miss
    }
    assert crowds[0, 100]["said"] == (
        "0 % accept a 1, 100 % want a 3: A 0.500, B 1.000, better in B"
    )
    assert ": A 0.833, B 1.000," in crowds[50, 50]["said"]
    assert crowds[0, 100]["strength"] == 0.75
    act(at, **json.loads(crowds[50, 50]["do"]))
    (now,) = [row for row in charts(at)["borders"] if row["strong"]]
    assert (now["easy"], now["picky"]) == (50, 50)
    at = opened("graded_average_precision", {"a": "1A~3B", "scale": "3"})
    assert {row["label"] for row in charts(at)["borders"]} == {""}
    act(at, "move", list="a", id="2", to=0)
    crowds = {(row["easy"], row["picky"]): row for row in charts(at)["borders"]}
    assert {row["label"] for row in crowds.values()} == {"+", "="}
    assert crowds[0, 100]["said"].endswith("now 1.000, before 0.500, better now")


def test_one_bad_query_rules_the_mean_rank_by_hand() -> None:
    """First hits at 1, 1, 1 and 20: (3 + 1/20) / 4 = 0.7625 and (3 + 20) / 4 = 5.75."""
    at = opened("reciprocal_rank", {"a": "0A~0B~1C~0D", "scale": "1"})
    rows = charts(at)["outliers"]
    lines = [row for row in rows if row["part"] == "line"]
    ends = {row["name"]: row["worth"] or row["opened"] for row in lines if row["x"] == 20}
    assert ends == {"mean RR": pytest.approx(0.7625), "mean rank": 5.75}
    places = {row["key"]: row for row in rows if row["part"] == "at"}
    assert places["at2"]["said"] == "Rank 2: (1 + 1 + 1 + 1/2) / 4 = 0.875, the mean RR"
    assert (
        places["at20"]["grown"]
        == "First hit at rank 20: (1 + 1 + 1 + 20) / 4 = 5.75, the mean rank"
    )
    assert {row["x"] for row in rows if row["part"] in ("here", "mark")} == {3}
    act(at, **json.loads(places["at2"]["do"]))
    assert tiles(at)["RR@5"].score == "0.500"
    assert places["at5"]["do"] is None
    # A document below the threshold is no hit, whatever its grade.
    at = opened("reciprocal_rank", {"a": "1A~0B~2C~0D", "scale": "3", "from": "2"})
    here = {row["x"] for row in charts(at)["outliers"] if row["part"] in ("here", "mark")}
    assert here == {3}


def test_topics_by_two_metrics() -> None:
    """The third goes another way than the others, and the share unjudged is counted by hand."""
    x, y = np.array([0.1, 0.2, 0.3, 0.9]), np.array([0.2, 0.3, 0.9, 0.9])
    rows = [*PICTURES["two_metrics"].rows(["a", "b", "c", "d"], ("P@5", "RR@5"), x, y, 1)]
    dots = {row["key"]: row for row in rows if row["part"] == "a"}
    assert dots["topic 2"]["said"] == "Topic c: P@5 0.300, RR@5 0.900"
    assert json.loads(dots["topic 2"]["do"]) == {"do": "topic", "to": 2}
    assert dots["topic 2"]["name"] == "c"
    assert [row["strong"] for row in dots.values()] == [False, True, False, False]
    (mean,) = [row for row in rows if row["part"] == "mean"]
    assert (mean["x"], mean["y"]) == pytest.approx((0.375, 0.575))
    at = visit("your_data", {"k": "5"})
    at.session_state["data_beside"], at.session_state["fold_two_metrics"] = "unjudged", True
    shares = {
        row["said"].split()[1].strip(":"): row["y"]
        for row in charts(run(at))["two_metrics"]
        if row["part"] == "a"
    }
    files = (Path(contents.__file__).parents[1] / "assets" / f"example_{x}.txt" for x in _FILES)
    ranked, judged = ([line.split() for line in file.read_text().splitlines()] for file in files)
    known = {(topic, document) for topic, _, document, _ in judged}
    for name, share in shares.items():
        scored = [
            (float(score), document) for topic, _, document, _, score, _ in ranked if topic == name
        ]
        first = [document for _, document in sorted(scored, reverse=True)[:5]]
        unknown = sum((name, document) not in known for document in first)
        assert share == pytest.approx(unknown / max(len(first), 1)), name
    assert len({*shares.values()}) > 2


_FILES = ("run", "qrels")


def test_dcg_and_the_ideal_grow_as_the_metrics_say() -> None:
    """Down to each rank both are what they are with the cut there."""
    setup = Setup((2, 0, 3, 1, 0), (3, 1), {"k": 5, "gain": "exponential"})
    rows = charts(visit("discounted_gain", setup.query()))["adds"]
    ranks, due = part(rows, "a"), part(rows, "ideal")
    assert ranks.keys() == due.keys()
    for k, row in ranks.items():
        assert row["sum"] == pytest.approx(setup.with_settings(k=k).compute("dcg").score)
        ideal = setup.with_settings(k=k).compute("ndcg").aside["ideal_dcg"]
        assert due[k]["sum"] == pytest.approx(float(ideal))


@pytest.mark.parametrize(
    "page",
    [
        *("playground", "precision_and_recall", "continuation", "reciprocal_rank"),
        *("average_precision", "graded_average_precision", "discounted_gain", "wrong_pairs"),
        *("expected_reciprocal_rank", "rank_biased_precision"),
    ],
)
def test_a_ghost_is_drawn_only_where_something_changed(page: str) -> None:
    """Two misses change places: no score moves, and no term of one."""
    at = opened(page, {"a": "3A~0B~0C~2D~.~1E", "k": "4", "b": "2x~0y"})
    act(at, "move", list="a", id="3", to=1)
    ghosts = {key: {row["part"] for row in rows} & GHOSTS for key, rows in charts(at).items()}
    assert not any(ghosts.values()), ghosts
    act(at, "move", list="a", id="1", to=3)
    # a reader who takes 5 documents whatever they are goes on as before; bars of what a move would
    # change, or of what every rank costs, tell of now alone
    # and so do those in frames of the ideal order
    alone = ("continuation", "reciprocal_rank", "wrong_pairs", "discounted_gain")
    assert page in alone or any(
        {row["part"] for row in rows} & GHOSTS for rows in charts(at).values()
    )


GHOSTS = {"was", "before", "group was", "curves_was", "points_was"}


def test_the_schema_would_find_a_mistake() -> None:
    spec = figure.spec(PICTURES["precisions"])
    with pytest.raises(jsonschema.ValidationError):
        VEGA_LITE.validate({**spec, "vconcat": [{"mark": "sausage"}], "data": {"values": []}})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "ranked"),
    [
        (page, ranked)
        for turn, page in enumerate(WITH_BARS)
        for ranked in ("many", ("opening", "empty", "one")[turn % 3])
    ],
)
def test_each_row_of_bars_is_a_card_of_the_list_beside_it(page: str, ranked: str) -> None:
    """By its document, its place and its height; so do those of list B."""
    at = visit(page, {**LISTS[ranked], "b": "1x~0y~.~-z", "show": "average_precision,err"})
    act(at, "move", list="a", id="2", to=0)
    act(at, "move", list="b", by="board_b", id="b3", to=0)
    shown = pictures(at)
    for name, (sizes, columns) in zip("ab", shown, strict=False):
        board = data(at, f"board_{name}")
        for size in ("head", "pitch", "gap"):
            assert f"--row-{size}: {board[size]}px;" in frame.CODE["page.css"]
        cards = [f"{name}-{document['id']}" for document in board["documents"]]
        assert sizes["--rows"] == str(len(cards))
        for column in columns:
            assert set(column.rows) <= set(range(1, len(cards) + 1))
            assert all(there.document == cards[row - 1] for row, there in column.rows.items())
    # Disagreement has one more in its fold.
    assert len(shown) == {"playground": 2, "rank_agreement": 2, "disagreement": 3}.get(page, 1)


# In a browser

Open = Callable[..., Page]
WITH_CARDS = [page for page in ON_A_LIST if page not in ("welcome", "your_data", "which_metric")]

# Marks by their place and key; afterwards, those that were built anew although they were there.
# A line is one mark for all its rows, and has the key of the first.
WATCH = """() => {
  const named = (mark) => [
    mark.closest("[class*=st-key-figure_]").className.match(/st-key-figure_\\w+/)[0],
    mark.parentElement.getAttribute("class"), keyOf(mark),
  ].join();
  const keyOf = ({ __data__: { datum: { key, rank, start } = {} } = {} }) => key ?? rank ?? start;
  const marks = () => [...document.querySelectorAll(".stVegaLiteChart .role-mark > *")]
    .filter((mark) => keyOf(mark) !== undefined).map((mark) => [named(mark), mark]);
  const before = new Map(marks());
  window.anew = () => marks().map(([name, mark]) => [name, before.get(name) ?? mark, mark])
    .filter(([, was, is]) => was !== is).map(([name]) => name);
  return before.size;
}"""


@pytest.mark.parametrize("page", of_sample(WITH_CARDS))
def test_marks_outlive_an_edit_an_undo_and_what_is_held(reader: Page, page: str) -> None:
    """What is there before a step and after it is the same element: it glides."""
    begin(reader, page, to_text("20311", "2"))
    board = Board(reader)
    edit: list[Callable[[], object]] = [
        lambda: board.grip("B").press("Alt+ArrowUp"),
        lambda: reader.get_by_role("button", name="Undo").click(),
    ]
    held: list[Callable[[], object]] = [
        lambda: board.grip("C").press("Enter"),
        *(lambda key=key: reader.keyboard.press(key) for key in ("ArrowUp", "Escape")),
    ]
    for step in (*edit, *held):
        assert reader.evaluate(WATCH) > 0
        step()
        settle(reader)
        assert reader.evaluate("anew()") == []


def hovered(page: Page, mark: Locator) -> None:
    mark.scroll_into_view_if_needed()
    x, y = middle(mark)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)


def test_a_mark_lights_its_card_and_a_card_its_marks(open_page: Open) -> None:
    page = open_page("/average_precision" + to_text("10110", "1", scale=1), height=1400)
    column = page.locator(".stVegaLiteChart [aria-label^='Rank 3:']").first
    hovered(page, column)
    expect(page.locator("#vg-tooltip-element")).to_have_text(
        "Rank 3: 2 hits in 3 = 0.667, adds 1/4 × 0.667 = 0.167 (C)"
    )
    lit = "(node) => getComputedStyle(node).outlineStyle"
    assert page.locator(".formula [data-doc='a-3']").evaluate(lit) == "solid"
    assert page.locator(".formula [data-doc='a-1']").evaluate(lit) == "none"
    hovered(page, page.locator(".formula [data-doc='a-1']"))
    strokes = "(marks) => marks.map((mark) => getComputedStyle(mark).strokeWidth)"
    first = page.locator(".stVegaLiteChart [aria-label^='Rank 1:']")
    assert set(first.evaluate_all(strokes)) == {"3px"}
    assert "3px" not in page.locator(".stVegaLiteChart [aria-label^='Rank 3:']").evaluate_all(
        strokes
    )


def test_a_name_at_the_end_of_a_curve_chooses_it_by_mouse_and_by_keys(open_page: Open) -> None:
    page = open_page("/discounted_gain" + to_text("20311", "2"))
    page.locator(".st-key-further summary").first.click()
    settle(page)
    figure_ = page.locator(".st-key-figure_discounts")
    figure_.get_by_text("Reciprocal = Power", exact=True).click()
    expect(page).to_have_url(re.compile("discount=reciprocal"))
    slider = figure_.get_by_role("slider")
    slider.press("Home")
    slider.press("Enter")
    settle(page)
    expect(page).not_to_have_url(re.compile("discount=reciprocal"))


def test_the_keys_and_save_of_a_chart_to_come_lead_to_no_other_one(open_page: Open) -> None:
    page = open_page("/discounted_gain" + to_text("20311", "2"))
    page.locator(".st-key-further summary").first.click()
    settle(page)
    titled = page.locator(".titled", has=page.get_by_role("slider")).first
    titled.evaluate(
        """(title) => [...document.querySelectorAll(".stVegaLiteChart")].find((chart) =>
             title.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING).remove()"""
    )
    titled.get_by_role("slider").press("ArrowRight")
    titled.locator(".save summary").click()
    titled.get_by_role("button", name="CSV", exact=True).click()
    expect(page.locator(".chosen")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True])
def test_a_chart_is_saved_as_it_is_seen(open_page: Open, tmp_path: Path, dark: bool) -> None:
    page = open_page("/average_precision" + to_text("10110", "1", scale=1), dark=dark)
    page.locator(".save summary").first.click()
    files = {}
    for form in ("svg", "png", "csv"):
        with page.expect_download() as saving:
            page.get_by_role("button", name=form.upper(), exact=True).first.click()
        files[form] = tmp_path / saving.value.suggested_filename
        saving.value.save_as(files[form])
        assert files[form].name == f"precisions.{form}"
    drawing = files["svg"].read_text()
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert "data:font/woff2;base64," in drawing or "data:application/octet" in drawing
    assert "currentColor" not in re.sub(r'(fill|stroke)="currentColor"', "", drawing)
    assert "var(--" not in drawing
    picture_ = Image.open(files["png"]).convert("RGB")
    width = page.locator(".stVegaLiteChart svg").first.evaluate("(svg) => svg.clientWidth")
    assert picture_.width == 2 * width
    ground = (21, 23, 27) if dark else (253, 252, 250)
    assert picture_.getpixel((picture_.width - 2, 2)) == ground
    table = pd.read_csv(files["csv"])
    rows = table[table["part"] == "ranks"].sort_values("rank")
    assert rows["height"].round(3).tolist() == [1, 0.5, 0.667, 0.75, 0.6]
    assert rows["said"].iloc[2].startswith("Rank 3: 2 hits in 3 = 0.667")


def test_a_chart_is_saved_without_its_typeface_if_the_server_is_gone(
    open_page: Open, problems: list[str], tmp_path: Path
) -> None:
    page = open_page("/average_precision" + to_text("10110", "1", scale=1))
    page.route("**/*.woff2", lambda route: route.abort())
    page.locator(".save summary").first.click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="SVG", exact=True).first.click()
    saving.value.save_as(tmp_path / "drawing.svg")
    drawing = (tmp_path / "drawing.svg").read_text()
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert "@font-face" not in drawing
    page.unroute_all()  # the next test has this tab
    problems.clear()


def test_no_cell_of_a_charts_table_is_run_by_a_spreadsheet(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/average_precision" + to_text("10101010", k=8, scale=1))
    names = ["=1+1", "-1+cmd|x", "+1+1", "@x", "\uff1d1", "-0.5", "−0.5", "-2.5e-7"]
    page.evaluate(
        """(names) => {
          const mark = document.querySelector(".stVegaLiteChart .role-mark > *").__data__.mark;
          const rows = mark.group.context.data.ranks.values.value;
          names.forEach((name, at) => { rows[at].label = name; });
        }""",
        names,
    )
    page.locator(".save summary").first.click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="CSV", exact=True).first.click()
    saving.value.save_as(tmp_path / "rows.csv")
    saved = pd.read_csv(tmp_path / "rows.csv", dtype=str)["label"].tolist()
    assert saved[: len(names)] == [*(f"'{name}" for name in names[:5]), *names[5:]]


def test_a_saved_table_holds_every_point_of_a_curve_without_dots(
    open_page: Open, tmp_path: Path
) -> None:
    page = open_page("/continuation")
    page.get_by_text("Further:").click()
    page.get_by_text("Readers as curves").click()
    curves = page.locator(".st-key-figure_continued")
    curves.locator(".save summary").click()
    with page.expect_download() as saving:
        curves.get_by_role("button", name="CSV", exact=True).click()
    saving.value.save_as(tmp_path / "rows.csv")
    at = visit("continuation")
    at.session_state["fold_continued"] = True
    saved, sent = pd.read_csv(tmp_path / "rows.csv"), charts(run(at))["continued"]
    assert sorted(saved["key"]) == sorted(row["key"] for row in sent)
    assert (saved["part"] == "line").sum() == 4  # 3 ranks, and the end of the last


IN_HALL = {
    "average_precision": ["precisions", "areas"],
    "squared_error": ["slide"],
    "continuation": ["reads"],
    "rank_agreement": ["crossings"],
    "which_metric": ["needs"],
}
"""The charts that a hall sees, but for what the board of two lists draws itself."""


@pytest.mark.parametrize("page", IN_HALL)
def test_a_hall_sees_one_view_after_the_other_beside_the_cards(open_page: Open, page: str) -> None:
    # Squared error has its lower view from the first step about the order on.
    steps = [*presets.presets(page).values()]
    step = next((step for step in steps if "inversions" in step.show), steps[0])
    there = open_page(
        "/" + page + "?" + urlencode({**link.encode(step.on(Screen())), "present": 1})
    )
    chart = there.locator(".stVegaLiteChart svg")
    button = there.get_by_role("button", name="Chart")
    expect(chart).to_have_count(0)
    seen = []
    specs = [figure.spec(PICTURES[name]) for name in IN_HALL[page]]
    views = sum(len(spec.get("vconcat", [spec])) for spec in specs)
    for at in range(1, views + 1):
        there.keyboard.press("c")
        expect(button).to_have_attribute("title", f"Chart {at} of {views}, C")
        expect(there.locator(".st-key-hall_chart .asks")).to_be_visible()
        expect(chart).to_be_visible()
        for width, height in ((1024, 768), (1400, 900)):
            there.set_viewport_size({"width": width, "height": height})
            settle(there, 600)
            place = box(chart)
            assert place["y"] + place["height"] <= height
            assert place["x"] + place["width"] <= width
            assert place["height"] > 0.25 * height
            assert there.get_by_test_id("stMain").evaluate("(m) => m.scrollHeight") <= height
            assert box(Board(there).cards.first)["height"] >= 32
        texts = chart.locator("text").evaluate_all(
            "(texts) => texts.map((text) => text.getBoundingClientRect().height)"
        )
        assert min(high for high in texts if high) >= 22
        seen.append(chart.inner_html())
    assert len(set(seen)) == len(seen)
    there.keyboard.press("c")
    expect(chart).to_have_count(0)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_view_in_front_of_a_hall_follows_the_list(open_page: Open) -> None:
    page = open_page("/average_precision?present=1")
    page.keyboard.press("ArrowRight")
    settle(page)  # a key that comes before the next step's picture is for the one that goes
    page.keyboard.press("c")
    expect(page.locator(".stVegaLiteChart")).to_be_visible()
    page.keyboard.press("c")  # the second view
    second = page.locator(".stVegaLiteChart [aria-label^='Rank 2: area']")
    expect(page.locator(".stVegaLiteChart [aria-label^='Rank 3: area']")).to_have_count(1)
    expect(second).to_have_count(0)
    Board(page).grip("Feeding a sourdough starter").press("Alt+ArrowUp")
    expect(second).to_have_count(1)


def test_in_front_of_a_hall_too_keys_take_a_mark(open_page: Open) -> None:
    page = open_page("/squared_error?present=1")
    for _ in range(4):  # the views of the first chart come first
        page.keyboard.press("c")
        settle(page)
        if page.get_by_role("slider", name="Marks of the chart").count():
            break
    place, slider = box(page.locator("svg.marks")), page.get_by_role("slider", name="Marks of")
    slider.press("Home")
    expect(slider).to_have_text(re.compile("^Score "))
    assert box(page.locator("svg.marks")) == place  # what is chosen takes no room
    slider.press("Enter")
    expect(page).to_have_url(re.compile("a_scores="))


def middle_of(place: dict[str, float]) -> float:
    return place["y"] + place["height"] / 2


def test_a_long_list_scrolls_beside_a_chart_and_its_cards_stay_readable(open_page: Open) -> None:
    page = open_page("/squared_error" + to_text("3021030211", "2", k=3, present=1))
    page.keyboard.press("c")
    expect(page.locator(".st-key-hall_chart svg.marks")).to_be_visible()
    settle(page)
    board = Board(page)
    assert {box(card)["height"] >= 32 for card in board.cards.all()} == {True}
    page.set_viewport_size({"width": 1024, "height": 768})
    settle(page)
    card, grade = box(board.cards.first), box(board.grade("A", 0))  # in one line, with its title
    assert abs(middle_of(card) - middle_of(grade)) < 3
    board.cards.last.scroll_into_view_if_needed()
    expect(board.cards.last).to_be_in_viewport()
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollTop") == 0


def test_without_an_answer_there_is_no_chart_and_the_button_says_so(open_page: Open) -> None:
    page = open_page(f"{PATH}?present=1")
    button = page.get_by_role("button", name="Chart")
    page.keyboard.press("c")
    expect(button).to_have_attribute("aria-pressed", "true")
    press(page, "Predict first")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button).to_have_attribute("title", "Charts come with the answer")
    expect(page.locator(".stVegaLiteChart")).to_have_count(0)


def test_the_frame_follows_the_card_and_no_tooltip_tells_old_numbers(open_page: Open) -> None:
    page = open_page("/average_precision" + to_text("10110", "1", scale=1), height=1400)
    framed = """(marks) => [...new Set(marks.filter(
      (mark) => getComputedStyle(mark).strokeWidth === "3px"
    ).map((mark) => mark.ariaLabel.split(":")[0]))]"""
    marks = page.locator(".stVegaLiteChart [aria-label]")
    tooltip = page.locator("#vg-tooltip-element")
    board = Board(page)
    board.grip("D").focus()
    assert marks.evaluate_all(framed) == ["Rank 4"]
    for rank in (3, 2, 1):
        page.keyboard.press("Alt+ArrowUp")
        settle(page)
        assert marks.evaluate_all(framed) == [f"Rank {rank}"]
    hovered(page, page.locator(".stVegaLiteChart [aria-label^='Rank 3:']").first)
    expect(tooltip).to_be_visible()
    page.keyboard.press("Alt+ArrowDown")
    settle(page)
    expect(tooltip).to_be_hidden()


@pytest.mark.parametrize("beside", [0, 10])  # pixels above the mark
def test_a_tap_names_a_mark_and_a_second_one_takes_it(open_page: Open, beside: int) -> None:
    page = open_page("/precision_and_recall" + to_text("10110", "1", k=4, scale=1), 390, touch=True)
    column = page.locator(".stVegaLiteChart [aria-label^='Rank 2:']").first
    column.scroll_into_view_if_needed()
    x, y = middle(column)
    y = box(column)["y"] - beside if beside else y
    page.touchscreen.tap(x, y)
    told = page.locator(".tapped")
    expect(told).to_have_text(re.compile(r"^Rank 2: 1 hit in 2: P@2 = .*Tap again to take it\.$"))
    expect(page).to_have_url(re.compile("k=4"))
    page.touchscreen.tap(x, y)
    expect(page).to_have_url(re.compile("k=2"))
    expect(told).to_have_count(0)
    chart = box(page.locator(".stVegaLiteChart svg").first)
    page.touchscreen.tap(chart["x"] + 2, chart["y"] + 2)  # far from every mark
    expect(told).to_have_count(0)
