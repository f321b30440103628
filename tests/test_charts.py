"""Every chart is valid Vega-Lite and finds its fields in its rows; bars have their cards' rows."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import altair as alt
import jsonschema
import pytest
import vl_convert

from app_driver import ROOT, act, data, drawn, installed_components, pictures, set_to, visit
from expected import PAGES
from ui.pictures import topics
from ui.pictures.grammar import Spec, table

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


DRAWN = {
    "topics": Picture(
        "your_data",
        "data_bars",
        topics.built,
        topics.FIELDS,
        frozenset({"Topics, best first", "Score"}),
    ),
}
"""A row a picture."""


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


def test_every_chart_is_tried() -> None:
    charts = {path for path in (ROOT / "ui/pictures").glob("*.py") if "altair" in path.read_text()}
    tried = {topics}
    assert {path.stem for path in charts} - {"grammar"} == {
        each.__name__.split(".")[-1] for each in tried
    }
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


@pytest.mark.parametrize("page", sorted({picture.page for picture in DRAWN.values()}))
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
    set_to(at, "Scale", 4)
    assert constant() == before
    assert all(now.to_pylist() != then for now, then in zip(drawn(at).values(), first, strict=True))


def test_the_schema_would_find_a_mistake() -> None:
    spec = filled(topics.built(), [])
    with pytest.raises(jsonschema.ValidationError):
        VEGA_LITE.validate({**spec, "layer": [{"mark": "sausage"}]})


@pytest.mark.parametrize("page", [name for name, page in PAGES.items() if page.bars])
@pytest.mark.parametrize("ranked", LISTS)
def test_each_row_of_bars_is_a_card_of_the_list_beside_it(page: str, ranked: str) -> None:
    """By its document, its place and its height; so do those of list B."""
    at = visit(page, {**LISTS[ranked], "b": "1x~0y~.~-z", "show": "average_precision,err"})
    act(at, "move", list="a", id="2", to=0)
    act(at, "move", list="b", by="board_b", id="b3", to=0)
    shown = pictures(at)
    for name, (style, columns) in zip("ab", shown, strict=False):
        board = data(at, f"board_{name}")
        heights = [board[size] for size in ("head", "pitch", "gap")]
        assert [style[f"--{size}"] for size in ("head", "pitch", "gap")] == [
            f"{height}px" for height in heights
        ]
        cards = [f"{name}-{document['id']}" for document in board["documents"]]
        assert style["--rows"] == str(len(cards))
        for column in columns:
            assert set(column.rows) <= set(range(1, len(cards) + 1))
            assert all(there.document == cards[row - 1] for row, there in column.rows.items())
    assert len(shown) == (2 if page in ("playground", "rank_agreement") else 1)
