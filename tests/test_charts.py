"""Every chart is valid Vega-Lite, finds its fields in its rows, and stands level with the cards."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import altair as alt
import jsonschema
import pyarrow as pa
import pytest
import vl_convert
from streamlit.testing.v1 import AppTest

from ui import charts
from ui.theme import HEAD, ROW_GAP, ROW_PITCH

Row = dict[str, Any]

ROOT = Path(__file__).parents[1]
VEGA_LITE = jsonschema.Draft7Validator(alt.load_schema())

LISTS = {"first": {}, "empty": {"a": ""}, "one": {"a": "2x"}, "many": {"a": "~".join(["1x"] * 50)}}
DRAWN: dict[str, tuple[str, int, Callable[[], charts.Spec]]] = {
    "average precision": ("binary/average_precision", 0, lambda: charts.beside_cards(2)),
    "staircase": ("binary/average_precision", 1, charts.staircase),
    "err": ("reading/expected_reciprocal_rank", 0, lambda: charts.beside_cards(4)),
    "shares": ("reading/expected_reciprocal_rank", 1, charts.shares),
    "matrix": ("start/playground", 0, lambda: charts.beside_cards(13)),
}


def rows(page: str, number: int, query: dict[str, str]) -> list[Row]:
    """The rows that a page sends to one of its charts."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    at.query_params = query
    at.switch_page(f"pages/{page}.py").run()
    sent = at.main.get("vega_lite_chart")[number].proto.data.data  # type: ignore[attr-defined]
    table: list[Row] = pa.ipc.open_stream(sent).read_all().to_pylist()
    return table


def filled(spec: charts.Spec, values: list[Row]) -> charts.Spec:
    return {**spec, "width": 600, "data": {"values": values}}


def within(spec: Any) -> Iterator[Row]:
    """Every object inside a spec, itself included."""
    if isinstance(spec, dict):
        yield spec
    for part in spec.values() if isinstance(spec, dict) else spec:
        if isinstance(part, dict | list):
            yield from within(part)


def fields(spec: charts.Spec) -> set[str]:
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


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("ranked", LISTS)
def test_spec_is_valid_and_finds_its_fields(name: str, ranked: str) -> None:
    page, number, spec = DRAWN[name]
    table = rows(page, number, LISTS[ranked])
    VEGA_LITE.validate(filled(spec(), table))
    for row in table:
        assert fields(spec()) <= row.keys()
    compiled = vl_convert.vegalite_to_vega(filled(spec(), table))
    titles = [axis["title"] for axis in compiled.get("axes", []) if not axis.get("grid")]
    assert all(re.fullmatch(r"[A-Z][a-z]+( [a-z]+)+", title) for title in titles), titles


@pytest.mark.parametrize("name", DRAWN)
def test_spec_is_built_once_without_data(name: str) -> None:
    _, _, spec = DRAWN[name]
    assert spec() is spec()
    assert not any("data" in part or "datasets" in part for part in within(spec()))


def test_the_schema_would_find_a_mistake() -> None:
    spec = filled(charts.shares(), [])
    with pytest.raises(jsonschema.ValidationError):
        VEGA_LITE.validate({**spec, "layer": [{"mark": "sausage"}]})


@pytest.mark.parametrize("name", ["average precision", "err", "matrix"])
@pytest.mark.parametrize("ranked", ["first", "one", "many"])
def test_bars_stand_level_with_the_cards(name: str, ranked: str) -> None:
    """Rank i's row is ROW_PITCH high and begins (i - 1) of them below the first card's top."""
    page, number, spec = DRAWN[name]
    table = rows(page, number, LISTS[ranked])
    drawn = vl_convert.vegalite_to_scenegraph(filled(spec(), table))
    shown = sum(row["column"] == -1 for row in table)
    # The chart begins where the board does, and leaves HEAD above the first card, whose own half
    # of the gap to its upper neighbour belongs to its row.
    assert drawn["origin"][1] == HEAD - ROW_GAP / 2
    (frame,) = drawn["scenegraph"]["items"]
    assert frame["height"] == shown * ROW_PITCH
    marks = [(mark["marktype"], item) for mark in frame["items"] for item in mark["items"]]

    bars = [item for kind, item in marks if kind == "rect" and item["y"] >= 0]
    ranks = [row["rank"] for row in table if row["column"] >= 0 and row["rank"] > 0]
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
