"""A chart on a page: below its title, with a menu that saves it (assets/charts.js)."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from types import ModuleType
from typing import Any, Final, NamedTuple

import pyarrow as pa
import streamlit as st

from metrics.catalog import METRICS
from ui.charts import house
from ui.charts.worked import Row, Still
from ui.models import score
from ui.models.score import Measured

_FORMS = ("svg", "png", "csv")
_ROWS = house.DATA.name
_PADDING = {"left": 0, "right": 6, "top": 4, "bottom": 4}
_AXES, _TITLE = 92, 26
"""Pixels that the axes of a view and the gap below it take; and how many of them are the title's.
They are kept free, so that nothing jumps.
"""


class Figure(NamedTuple):
    """A file of `ui.charts`, whose docstring says what is drawn, and the rows of this run."""

    picture: ModuleType
    rows: Iterable[Row]
    """They may be written once only, when they are drawn: scores and bars come before."""
    about: str = ""
    """What tells it from other figures of the file on one page."""
    title: str = ""
    """What stands above it, if not the title of the file."""

    @property
    def name(self) -> str:
        """The name of the file, and what it is about."""
        return "_".join(filter(None, (self.picture.__name__.rpartition(".")[2], self.about)))


def of(picture: ModuleType, measured: Measured, *more: Any) -> Figure:
    """Return a chart of a score, with list B over it if there is one."""
    with_b = "b" in measured.screen.lists and measured.key in METRICS
    other = score.measure(measured.key, "b") if with_b else None
    return Figure(picture, picture.rows(measured, other, *more))


def spec(picture: ModuleType, view: int | None = None) -> dict[str, Any]:
    """Write a chart, or one `view` of it for a hall, as Vega-Lite; once, for it takes long.

    A view for a hall is as high as its place, unless each of its rows has a height.
    """
    return _spec(picture, view)


@cache
def _spec(picture: ModuleType, view: int | None) -> dict[str, Any]:
    built: dict[str, Any] = picture.chart().to_dict()
    if view is not None and "vconcat" in built:
        built = built["vconcat"][view] | {"config": built["config"]}
    fit = "fit" if _stretches(picture, view) else "fit-x"
    size = {"type": fit, "contains": "padding"}
    return built | {"data": {"name": _ROWS}, "autosize": size, "padding": _PADDING}


@cache
def fields(picture: ModuleType) -> list[str]:
    """Name the columns that a chart reads, and that of the actions for which marks may stand."""
    text = repr(spec(picture))
    found = re.findall(r"'fields?': \[?'(\w+)'|datum\.(\w+)", text)
    read = [field or name for field, name in found]
    made = {*re.findall(r"'as': '(\w+)'", text)}
    return [*dict.fromkeys([*(name for name in read if name not in made), "do"])]


def table(picture: ModuleType, rows: Sequence[Row]) -> pa.Table:
    """Write rows as an Arrow table: what Streamlit would make of anything, at a tenth the cost."""
    return _kept(picture, rows) if isinstance(rows, Still) else _written(picture, rows)


def _written(picture: ModuleType, rows: Sequence[Row]) -> pa.Table:
    return pa.table({name: [row.get(name) for row in rows] for name in fields(picture)})


_kept: Final = lru_cache(maxsize=128)(_written)


def views(figures: Iterable[Figure]) -> list[tuple[Figure, int]]:
    """Return what a hall sees one after the other: first what does not stand beside the cards."""
    each = [(figure, at) for figure in figures for at in range(len(_heights(figure.picture)))]
    return [*each[1:], *each[:1]]


def show(figure: Figure, *, view: int | None = None, bare: bool = False) -> None:
    """Draw a chart below its title, or `bare`; before a hall one `view` of it."""
    picture, name = figure.picture, figure.name
    rows = figure.rows if isinstance(figure.rows, Still) else list(figure.rows)
    with st.container(key=f"figure_{name}"):
        if view is not None:
            st.html(f"<p class='asks'>{escape(figure.title or picture.TITLE)}</p>")
        elif not bare:
            acts = any(row.get("do") for row in rows)
            moved = any("was" in row["part"] for row in rows)
            places = len({row["place"] for row in rows if "place" in row})
            title = figure.title or picture.TITLE
            st.html(_title(picture, name, title, places, acts=acts, moved=moved))
        st.vega_lite_chart(
            None,
            {**spec(picture, view), "datasets": {_ROWS: table(picture, rows)}},
            key=f"chart_{name}",
            alt=picture.__doc__,
            width="stretch",
            height="stretch" if _stretches(picture, view) else "content",
        )


def _stretches(picture: ModuleType, view: int | None) -> bool:
    return view is not None and not isinstance(_heights(picture)[view], dict)


def _heights(picture: ModuleType) -> list[Any]:
    return [view["height"] for view in spec(picture).get("vconcat", [spec(picture)])]


@lru_cache(maxsize=256)
def _title(
    picture: ModuleType, name: str, title: str, places: int, *, acts: bool, moved: bool
) -> str:
    """Write what stands above a chart; one with a row for each `place` is as high as they take.

    What a ghost is has its room before there is one, so that nothing jumps.
    """
    buttons = "".join(f"<button data-save='{form}'>{form.upper()}</button>" for form in _FORMS)
    keys = ghost = ""
    if "was'" in repr(spec(picture)):
        seen = "" if moved else " style='visibility: hidden'"
        ghost = f"<small{seen}>Broad grey line: before your last move.</small>"
    if acts:
        keys = (
            "<p role='slider' tabindex='0' aria-label='Marks of the chart' aria-valuemin='1' "
            "aria-valuemax='1' aria-valuenow='1' aria-valuetext='Arrow keys choose a mark, Enter "
            "takes it.'></p>"
        )
    axes = _AXES - _TITLE * ("'title': None" in repr(spec(picture)))
    room = sum(
        axes + (high["step"] * places if isinstance(high, dict) else high)
        for high in _heights(picture)
    )
    return (
        f"<style>.st-key-figure_{name} .stVegaLiteChart {{ min-height: {room}px }}</style>"
        f"<div class='titled' data-name='{name}'><h2>{escape(title)}</h2>"
        f"<details class='save'><summary>Save</summary><p>{buttons}</p></details>{ghost}{keys}"
        "</div>"
    )
