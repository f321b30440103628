"""A chart on a page: below its title, with a menu that saves it (assets/charts.js)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import chain
from types import ModuleType
from typing import Any, Final, NamedTuple

import pyarrow as pa
import streamlit as st

from metrics.catalog import METRICS
from ui.core import plain
from ui.core.session import Depth, session
from ui.draw import score, style
from ui.draw.rows import ConstantRows, Row
from ui.draw.score import Measured

_FORMS = ("svg", "png", "csv")
_ROWS = style.DATA.name
_PADDING = {"left": 0, "right": 6, "top": 4, "bottom": 4}
_KEYS = (
    "<p role='slider' tabindex='0' aria-label='Marks of the chart: {title}' aria-valuemin='1' "
    "aria-valuemax='1' aria-valuenow='1' aria-valuetext='Arrow keys choose a mark, Enter "
    "takes it.'></p>"
)
_AXES, _GAP, _TITLE, _ASKED = 98, 8, 12, 30
"""Pixels of the axes of a view, of the gap between two views, of an axis title that is left out,
and of the title of a lower view. The page reserves at least as much as the chart will take, so that
nothing jumps.
"""


class Figure(NamedTuple):
    """A chart: a module of `ui.charts`, whose docstring is its alternative text, and its rows."""

    picture: ModuleType
    rows: Iterable[Row] | Mapping[str, Sequence[Row]]
    """Rows, or a table of rows for each kind of mark. Rows may be an iterator, read when the chart
    is drawn: scores and bars come first."""
    about: str = ""
    """Suffix of its name if a page has several charts of one module."""
    title: str = ""
    """Its title; by default that of the module."""
    legend: str = ""
    """The line below its title; by default that of the module."""
    alone: bool = False
    """Whether its first view is drawn without those below it."""

    @property
    def name(self) -> str:
        """Name of the module, and `about`."""
        return "_".join(filter(None, (self.picture.__name__.rpartition(".")[2], self.about)))

    def read(self) -> "Figure":
        """Return the chart with rows that can be read more than once."""
        kept = isinstance(self.rows, ConstantRows | Mapping)
        return self if kept else self._replace(rows=[*self.rows])

    def tables(self) -> Mapping[str, Sequence[Row]]:
        """Return the tables by name; rows alone are one. The rows must have been read."""
        if isinstance(self.rows, Mapping):
            return self.rows
        assert isinstance(self.rows, Sequence)
        return {_ROWS: self.rows}


def of_score(picture: ModuleType, measured: Measured, *more: Any) -> Figure:
    """Return a chart of a score, with the score of list B if there is one."""
    with_b = "b" in measured.screen.lists and measured.key in METRICS
    other = score.measure(measured.key, "b") if with_b else None
    return Figure(picture, picture.rows(measured, other, *more))


def spec(picture: ModuleType, view: int | None = None) -> dict[str, Any]:
    """Return the Vega-Lite specification of a chart, or of one `view` of it; cached, it is slow.

    A single view fills its container, unless its rows have a fixed height.
    """
    return _spec(picture, view)


@cache
def _spec(picture: ModuleType, view: int | None) -> dict[str, Any]:
    built: dict[str, Any] = picture.chart().to_dict(validate=False)  # tests do, it takes 50 ms
    data = {"data": {"name": _ROWS}} if "data" in built else {}  # else each layer names its table
    if view is None and "vconcat" in built:
        for lower, title in zip(built["vconcat"][1:], picture.VIEWS, strict=True):
            lower["title"] = title
    if view is not None and "vconcat" in built:
        built = built["vconcat"][view] | {
            name: built[name] for name in ("config", "padding") if name in built
        }
    fit = "fit" if _stretches(picture, view) else "fit-x"
    size = {"type": fit, "contains": "padding"}
    return {"padding": _PADDING, **built, **data, "autosize": size}


@cache
def _drawn(
    picture: ModuleType, view: int | None, *, alone: bool
) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the specification of what is drawn, and the names of the tables that its marks read.

    Streamlit does not draw a chart anew that also has another table.
    """
    drawn = spec(picture, view)
    if alone and view is None:
        drawn = {**drawn, "vconcat": drawn["vconcat"][:1]}
    return drawn, frozenset(each["data"]["name"] for each in _within(drawn) if "data" in each)


def _within(spec: Any) -> Iterator[dict[str, Any]]:
    """Yield each object of a specification, itself included."""
    if isinstance(spec, dict):
        yield spec
    for each in spec.values() if isinstance(spec, dict) else spec:
        if isinstance(each, dict | list):
            yield from _within(each)


def columns(rows: Iterable[Row]) -> list[str]:
    """Return the columns that some of the rows have."""
    return [*dict.fromkeys(chain.from_iterable(rows))]


def table(rows: Sequence[Row]) -> pa.Table:
    """Return rows as an Arrow table; Streamlit would convert other types at ten times the cost."""
    return _arrow_cached(rows) if isinstance(rows, ConstantRows) else _arrow(rows)


def _arrow(rows: Sequence[Row]) -> pa.Table:
    return pa.table({name: [row.get(name) for row in rows] for name in columns(rows)})


_arrow_cached: Final = lru_cache(maxsize=128)(_arrow)


def views(figures: Iterable[Figure]) -> list[tuple[Figure, int]]:
    """Return all views for a hall, in the order of the page."""
    return [
        (figure, at)
        for figure in figures
        for at in range(1 if figure.alone else len(_heights(figure.picture)))
    ]


def in_hall(figure: Figure, view: int = 0) -> None:
    """Draw one view of a chart for a hall, beside what a page is about or in its place."""
    with st.container(key="hall_chart"):
        show(figure, view=view)


def show(figure: Figure, *, view: int | None = None, bare: bool = False) -> None:
    """Draw a chart below its title, or without it if `bare`; in front of a hall one `view`."""
    picture, name, tables = figure.picture, figure.name, figure.read().tables()
    rows = [*chain.from_iterable(tables.values())]
    with st.container(key=f"figure_{name}"):
        if not rows:  # axes alone would look like a chart that has not come yet
            if not bare:
                plain.heading(figure.title or picture.TITLE)
            plain.sentence("There is nothing to draw for this list.", "text")
            return
        acts = any(row.get("do") for row in rows)
        places = len({row["place"] for row in rows if "place" in row})
        if view is not None:
            heading = picture.VIEWS[view - 1] if view else figure.title or picture.TITLE
            keys = _KEYS.format(title=escape(heading)) * acts
            st.html(f"<div class='titled'><p class='asks'>{plain.title(heading)}</p>{keys}</div>")
        elif not bare:
            moved = any("was" in row.get("part", "") for row in rows) or any(
                marks for table, marks in tables.items() if "was" in table
            )
            title = figure.title or picture.TITLE
            legend = figure.legend or getattr(picture, "LEGEND", "")
            # On a phone rows with a second line are higher.
            taller = getattr(picture, "TALLER", 1) if any(row.get("marks") for row in rows) else 1
            st.html(
                _title(
                    *(picture, name, title, legend, places, taller),
                    **{"acts": acts, "moved": moved, "alone": figure.alone},
                )
            )
        if session().depth < Depth.ALL:
            st.html("<div class='awaited'></div>")
            return
        drawn, names = _drawn(picture, view, alone=figure.alone)
        if isinstance(height := drawn.get("height"), dict):  # Vega-Lite warns that it cannot fit it
            drawn = {**drawn, "height": height["step"] * places}
        fits = getattr(picture, "FITS", False)
        if fits:  # the style of its page says how high it is
            drawn = {**drawn, "autosize": {**drawn["autosize"], "type": "fit"}}
        st.vega_lite_chart(
            None,
            {**drawn, "datasets": {each: table(tables[each]) for each in tables if each in names}},
            key=f"chart_{name}",
            alt=picture.__doc__,
            width="stretch",
            height="stretch" if fits or _stretches(picture, view) else "content",
        )


def _stretches(picture: ModuleType, view: int | None) -> bool:
    return view is not None and not isinstance(_heights(picture)[view], dict)


def _heights(picture: ModuleType) -> list[Any]:
    return [view["height"] for view in spec(picture).get("vconcat", [spec(picture)])]


@lru_cache(maxsize=256)
def _title(
    picture: ModuleType,
    name: str,
    title: str,
    legend: str,
    places: int,
    taller: float,
    *,
    acts: bool,
    moved: bool,
    alone: bool,
) -> str:
    """Write the title of a chart, with the menu that saves it and the slider for its marks.

    The height is reserved, by the number of `places` in rows; so is the line that explains ghosts.
    """
    buttons = "".join(f"<button data-save='{form}'>{form.upper()}</button>" for form in _FORMS)
    keys, ghost = _KEYS.format(title=escape(title)) * acts, ""
    objects = [*_within(spec(picture))]
    # It has rows of "was", or a table of that name.
    if any("was'" in each.get("filter", "") or "was" in each.get("name", "") for each in objects):
        seen = "" if moved else " style='visibility: hidden'"
        look = getattr(picture, "BEFORE", "Grey")
        before = f"<span{seen}>{look}: before the last move.</span>"
        ghost = f"<small>{legend} {before}</small>"
    elif legend:
        ghost = f"<small>{legend}</small>"
    elif acts and hasattr(picture, "SELECT"):
        ghost = f"<small class='select'>{picture.SELECT}</small>"
    heights = _heights(picture)[: 1 if alone else None]
    untitled = any(each.get("title", "") is None for each in objects)
    axes = _AXES + _GAP * (len(heights) > 1) - _TITLE * untitled
    room = _ASKED * (len(heights) - 1) + sum(
        axes + (height["step"] * places if isinstance(height, dict) else height)
        for height in heights
    )
    rows = sum(height["step"] * places for height in heights if isinstance(height, dict))
    more = f"@media (width <= 500px) {{ min-height: {room + rows * (taller - 1):g}px }} "
    return (
        f"<style>.st-key-figure_{name} :is(.stVegaLiteChart, .awaited) "
        f"{{ min-height: {room}px; {more * (taller > 1)}}}</style>"
        f"<div class='titled' data-name='{name}'><h2>{plain.title(title)}</h2>"
        f"<details class='save'><summary>Save</summary><p>{buttons}</p></details>{ghost}{keys}"
        "</div>"
    )
