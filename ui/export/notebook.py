"""A page's numbers as a Jupyter notebook: to be run, changed and kept, without Rankbook.

What a reader typed stands in it as a Python literal, and nowhere else, so that no title ends a
string or begins a line of code. The notebook needs numpy, pandas and altair.
"""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from urllib.parse import urlencode

import streamlit as st

from metrics.catalog import METRICS
from ui.charts import house
from ui.contents import PAGES, Page
from ui.export import numpy_code
from ui.figure import Figure, fields
from ui.models.score import Measured
from ui.state import knobs, link
from ui.state.knobs import KNOBS, Choice
from ui.state.screen import Screen
from ui.state.session import session

Kind: TypeAlias = Literal["markdown", "code"]

IMPORTS: Final = "import altair as alt\nimport numpy as np\nimport pandas as pd"
_CHECK: Final = 'table.groupby(["metric", "list"], sort=False)["adds"].sum()'
_FACETS: Final = """\
alt.Chart(table).mark_bar().encode(
    x=alt.X(field="adds", type="quantitative"),
    y=alt.Y(field="rank", type="ordinal", sort=None),
    row=alt.Row(field="metric", type="nominal", sort=None),
    column=alt.Column(field="list", type="nominal"),
)"""


class Cell(NamedTuple):
    """A cell of a notebook: text in Markdown that is all ours, or Python."""

    kind: Kind
    source: str


class Table(NamedTuple):
    """A table of a page: its headings, and its rows."""

    head: Sequence[str]
    body: Sequence[Sequence[object]]


class Origin(NamedTuple):
    """Where a notebook is from: a page, its screen as drawn, kept and opened, and what it shows."""

    page: Page
    shown: Screen
    current: Screen
    opening: Screen
    formula: str
    figure: Figure | None


def written(cells: Sequence[Cell]) -> bytes:
    """Write cells as a file of nbformat 4.5."""
    made = {
        "cells": [
            {
                "cell_type": kind,
                "id": f"cell-{number}",
                "metadata": {},
                "source": source.strip("\n").splitlines(keepends=True),
                **({"execution_count": None, "outputs": []} if kind == "code" else {}),
            }
            for number, (kind, source) in enumerate(cells, start=1)
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made, indent=1).encode()


def download(name: str, cells: Callable[[Origin], Sequence[Cell]]) -> None:
    """Draw the button that takes a page along, by its name; its cells are made when it is pressed.

    By then the session may be elsewhere: so they are made of what is noted now.
    """
    now, page = session(), PAGES[name]
    origin = Origin(page, now.shown, now.current, now.opening, now.drawn.formula, now.drawn.figure)
    st.download_button(
        "Download as notebook",
        lambda: written(cells(origin)),
        f"{name}.ipynb",
        "application/x-ipynb+json",
        on_click="ignore",
    )


def of_one(origin: Origin, measured: Measured, code: str, table: Table, adds: str) -> list[Cell]:
    """Return the cells for one score: its table, its formula, lines of NumPy, and a chart.

    Args:
        origin: where it was.
        measured: the score.
        code: lines of NumPy that end with `score`.
        table: what makes it up.
        adds: the heading of what each row adds.
    """
    return [
        title(origin, [measured]),
        frame(table),
        Cell("markdown", f"## The formula\n\n{origin.formula}"),
        Cell("markdown", f"## {measured.label} in plain NumPy"),
        Cell("code", f'{code.strip()}\nprint(f"{{score:.3f}}")'),
        Cell("markdown", f"## What each {table.head[0]} adds\n\nTogether it is the same score."),
        Cell("code", f'print(f"{{table[{adds!r}].sum():.3f}}")'),
        *drawn(origin.figure),
    ]


def drawn(figure: Figure | None) -> list[Cell]:
    """Return the cells that draw a page's chart, with the very source that the page has."""
    if figure is None:
        return []
    picture, names = figure.picture, fields(figure.picture)
    light = st.get_option("theme.light.chartCategoricalColors")
    rows = "".join(
        f"    {{{', '.join(f'{name!r}: {literal(row.get(name))}' for name in names)}}},\n"
        for row in figure.rows
    )
    return [
        Cell("markdown", f"## {picture.TITLE}\n\n{picture.__doc__}"),
        Cell("code", f"rows = pd.DataFrame([\n{rows}])"),
        Cell("code", f"# The style and the shapes of all charts.\n\n{inspect.getsource(house)}"),
        Cell(
            "code",
            f"{inspect.getsource(picture.chart)}\n\n"
            "values = rows.astype(object).where(rows.notna(), None).to_dict('records')\n"
            "drawn = chart().properties(datasets={DATA.name: values})\n"
            f"drawn.configure_range(category={list(light)})",
        ),
    ]


def of_several(origin: Origin, measured: Sequence[Measured]) -> list[Cell]:
    """Return the cells for several scores, of one list or of more: what each rank adds to each."""
    formulas = {one.label: one.latex for one in measured}
    written_out = "\n\n".join(f"{label}:\n\n$$\n{tex}\n$$" for label, tex in formulas.items())
    rows = [row for one in measured for row in _rows(one)]
    helpers = numpy_code.helpers(*map(numpy_code.lines, measured))
    opens = [at == 0 or one.name != measured[at - 1].name for at, one in enumerate(measured)]
    return [
        title(origin, measured),
        frame(Table(("metric", "list", "rank", "document", "grade", "adds"), rows)),
        Cell("markdown", f"## The formulas\n\n{written_out}"),
        Cell("markdown", "## The scores in plain NumPy"),
        *([Cell("code", helpers)] if helpers else []),
        *(
            Cell("code", _computed(one, opens=new))
            for one, new in zip(measured, opens, strict=True)
        ),
        Cell("markdown", "## What each rank adds\n\nTogether, for each metric, it is the score."),
        Cell("code", _CHECK),
        *(drawn(origin.figure) or [Cell("code", _FACETS)]),
    ]


def _computed(one: Measured, *, opens: bool) -> str:
    """Write a score in NumPy and have it printed; what `opens` a list begins with its grades."""
    told = f'print("{one.label} {one.name.upper()}", f"{{score:.3f}}")'
    return "\n".join([*[numpy_code.setting(one) + "\n"] * opens, numpy_code.lines(one), told])


def _rows(one: Measured) -> Iterator[list[object]]:
    """Return a row for each rank of a score, and one for what is charged beside the ranks."""
    of = [one.label, one.name.upper()]
    adds = one.breakdown.terms["contribution"].tolist()
    for rank, (document, value) in enumerate(zip(one.ranked.documents, adds, strict=False), 1):
        yield [*of, str(rank), document.title, document.grade, value]
    if remainder := float(one.breakdown.remainder):
        yield [*of, "–", "charged for what was not found", None, remainder]


def title(origin: Origin, measured: Sequence[Measured]) -> Cell:
    """Say what a notebook is of, and how the knobs stood."""
    page, settings = origin.page, origin.shown.settings
    names = dict.fromkeys(n for one in measured if one.key in METRICS for n in knobs.of(one.key))
    knobs_told = [
        f"- {KNOBS[n].label}: {_position(n, settings)}" for n in knobs.drawn(names, settings)
    ]
    query = urlencode(link.encode(origin.current, origin.opening))
    told = [
        f"# {page.title}: {page.question}",
        f"From Rankbook, at the address `/{page.url}{'?' * bool(query)}{query}`. It runs from top "
        "to bottom with numpy, pandas and altair: change a number, and run it again.",
        "\n".join(knobs_told),
    ]
    return Cell("markdown", "\n\n".join(told))


def _position(name: str, settings: Mapping[str, Any]) -> str:
    """Say where a knob stands; as code, for Markdown would take some of it for a formula."""
    choice = isinstance(KNOBS[name], Choice)
    return f"`{knobs.position(name, settings[name]) if choice else knobs.spelled(settings[name])}`"


def frame(table: Table) -> Cell:
    """Write a table as the lines that make it in pandas."""
    rows = "".join(f"        ({', '.join(map(literal, row))}),\n" for row in table.body)
    head = ", ".join(map(literal, table.head))
    made = f"pd.DataFrame(\n    [\n{rows}    ],\n    columns=[{head}],\n)"
    return Cell("code", f"{IMPORTS}\n\ntable = {made}\ntable")


def literal(value: object) -> str:
    """Write a value as Python that gives it back: a text in quotes, whatever is in it."""
    if value is None or isinstance(value, str | int):
        return repr(value)
    number = float(value)  # type: ignore[arg-type]
    return repr(number) if isfinite(number) else "np.nan"
