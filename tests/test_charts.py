"""Every picture is valid Vega-Lite, finds its fields in its rows, stands level with the cards."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import altair as alt
import jsonschema
import pytest
import vl_convert

from app_driver import ROOT, act, drawn, installed_components, set_to, visit
from expected import BOARDS
from metrics.catalog import METRICS
from ui.pictures import beside_cards, shares, staircase, topics
from ui.pictures.grammar import Spec, table
from ui.theme import HEAD, ROW_GAP, ROW_PITCH

__all__ = ["installed_components"]  # a fixture, for all tests of this file

Row = dict[str, Any]

VEGA_LITE = jsonschema.Draft7Validator(alt.load_schema())

LISTS = {"first": {}, "empty": {"a": ""}, "one": {"a": "2x"}, "many": {"a": "~".join(["1x"] * 50)}}


class Picture(NamedTuple):
    """Where a picture is drawn, under which key, its spec, its rows' fields, its axes' titles."""

    page: str
    key: str
    spec: Callable[[], Spec]
    fields: Mapping[str, type]
    titles: frozenset[str] = frozenset()
    query: Mapping[str, str] = {}


def bars(page: str, columns: int, key: str = "pick", **query: str) -> Picture:
    spec = lambda: beside_cards.built(columns)  # noqa: E731
    return Picture(page, key, spec, beside_cards.FIELDS, query=query)


DRAWN = {
    "one column": bars("your_data", 1, "pick_a"),
    "average precision": bars("average_precision", 2),
    "err": bars("expected_reciprocal_rank", 4),
    "matrix": bars("playground", 19, "pick_a"),
    "thirteen": bars("playground", 13, "pick_a", show=",".join(list(METRICS)[:13])),
    "list b": bars("playground", 19, "pick_b", b="1x~0y~-z"),
    "staircase": Picture(
        "average_precision",
        "from",
        staircase.built,
        staircase.FIELDS,
        frozenset({"Recall at that rank", "Precision at that rank"}),
    ),
    "shares": Picture(
        "expected_reciprocal_rank",
        "start",
        shares.built,
        shares.FIELDS,
        frozenset({"Share of all readers"}),
    ),
    "topics": Picture(
        "your_data",
        "data_bars",
        topics.built,
        topics.FIELDS,
        frozenset({"Topics, best first", "Score"}),
    ),
}
"""A row a picture."""
BESIDE_CARDS = [name for name, picture in DRAWN.items() if picture.fields is beside_cards.FIELDS]


def rows(picture: Picture, query: Mapping[str, str]) -> list[Row]:
    """The rows that a page sends to a picture."""
    at = visit(picture.page, {**query, **picture.query})
    sent: list[Row] = drawn(at)[picture.key].to_pylist()
    return sent


def filled(spec: Spec, values: list[Row]) -> Spec:
    return {**spec, "width": 600, "data": {"values": values}}


def within(spec: Any) -> Iterator[Row]:
    """Every object inside a spec, itself included."""
    if isinstance(spec, dict):
        yield spec
    for part in spec.values() if isinstance(spec, dict) else spec:
        if isinstance(part, dict | list):
            yield from within(part)


def fields(spec: Spec) -> set[str]:
    """What a spec reads from its rows: as a field or in an expression, its own makings apart."""
    read, made = set(), set()
    for part in within(spec):
        for name, value in part.items():
            if name == "field":
                read.add(value)
            elif name == "fields":
                read.update(value)
            elif name == "as":
                made.add(value)
            elif isinstance(value, str):
                read.update(re.findall(r"\bdatum\.(\w+)", value))
    return read - made


def test_every_picture_is_tried() -> None:
    files = {path.stem for path in (ROOT / "ui/pictures").glob("*.py")}
    tried = {beside_cards, staircase, shares, topics}
    assert files - {"__init__", "grammar"} == {each.__name__.split(".")[-1] for each in tried}
    assert {id(each.FIELDS) for each in tried} == {id(each.fields) for each in DRAWN.values()}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("ranked", LISTS)
def test_spec_is_valid_and_finds_its_fields(name: str, ranked: str) -> None:
    picture = DRAWN[name]
    spec, sent = picture.spec(), rows(picture, LISTS[ranked])
    VEGA_LITE.validate(filled(spec, sent))
    assert fields(spec) <= picture.fields.keys()
    for row in sent:
        assert row.keys() == picture.fields.keys()
    compiled = vl_convert.vegalite_to_vega(filled(spec, sent))
    titles = {axis["title"] for axis in compiled.get("axes", []) if not axis.get("grid")}
    assert titles == picture.titles


@pytest.mark.parametrize("name", DRAWN)
def test_spec_is_built_once_without_data(name: str) -> None:
    spec = DRAWN[name].spec
    assert spec() is spec()
    assert not any("data" in part or "datasets" in part for part in within(spec()))


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_without_rows_still_has_its_fields(name: str) -> None:
    nothing = table([], DRAWN[name].fields)
    assert (nothing.num_rows, nothing.column_names) == (0, list(DRAWN[name].fields))


@pytest.mark.parametrize("page", BOARDS)
def test_only_the_data_of_a_picture_changes(page: str) -> None:
    """Were its alternative text, its key or its spec another, the browser would build it anew."""
    at = visit(page, {"b": "1x~0y"})

    def constant() -> list[bytes]:
        kept = []
        for node in at.main.get("vega_lite_chart"):
            proto = type(node.proto)()  # type: ignore[attr-defined]
            proto.CopyFrom(node.proto)  # type: ignore[attr-defined]
            proto.ClearField("data")
            kept.append(proto.SerializeToString(deterministic=True))
        return kept

    before, first = constant(), [each.to_pylist() for each in drawn(at).values()]
    act(at, "turn", knob="k", to=3)
    act(at, "grade", list="a", id="1", grade=1)
    act(at, "move", list="a", id="2", to=0)
    set_to(at, "Scale", 4) if page != "welcome" else act(at, "turn", knob="scale", to=4)
    assert constant() == before
    assert all(now.to_pylist() != then for now, then in zip(drawn(at).values(), first, strict=True))


def test_the_schema_would_find_a_mistake() -> None:
    spec = filled(shares.built(), [])
    with pytest.raises(jsonschema.ValidationError):
        VEGA_LITE.validate({**spec, "layer": [{"mark": "sausage"}]})


@pytest.mark.parametrize("name", BESIDE_CARDS)
@pytest.mark.parametrize("ranked", ["first", "one", "many"])
def test_bars_stand_level_with_the_cards(name: str, ranked: str) -> None:
    """Rank i's row is ROW_PITCH high and begins (i - 1) of them below the first card's top."""
    picture = DRAWN[name]
    sent = rows(picture, LISTS[ranked])
    shown = sum(row["kind"] == "rank" for row in sent)
    vega = vl_convert.vegalite_to_scenegraph(filled(picture.spec(), sent))
    # The chart begins where the board does, and leaves HEAD above the first card, whose own half
    # of the gap to its upper neighbour belongs to its row.
    assert vega["origin"][1] == HEAD - ROW_GAP / 2
    (frame,) = vega["scenegraph"]["items"]
    assert frame["height"] == shown * ROW_PITCH
    marks = [(mark["marktype"], item) for mark in frame["items"] for item in mark["items"]]

    bars = [item for kind, item in marks if kind == "rect" and item["y"] >= 0]
    ranks = [row["rank"] for row in sent if row["kind"] == "bar"]
    offsets = {
        bar["y"] + bar["height"] / 2 - (rank - 0.5) * ROW_PITCH
        for rank, bar in zip(ranks, bars, strict=True)
    }
    assert offsets == {0}

    names = [item["y"] for kind, item in marks if kind == "text" and item["x"] == -30]
    assert names == [(i - 0.5) * ROW_PITCH for i in range(1, shown + 1)]
    assert all(later - earlier == ROW_PITCH for earlier, later in pairwise(names))
    cuts = [item["y"] for kind, item in marks if kind == "rule" and item["y"] > 0]
    assert cuts == [min(5, shown) * ROW_PITCH]
