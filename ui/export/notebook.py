"""A page's numbers as a Jupyter notebook that runs without Rankbook.

User input enters the notebook only as Python literals, so no title can end a string or start a line
of code. The notebook needs numpy, pandas and altair.
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
    """A notebook cell: Python code, or Markdown without user input."""

    kind: Kind
    source: str


class Table(NamedTuple):
    """A table of a page: its headings and its rows."""

    head: Sequence[str]
    body: Sequence[Sequence[object]]


class Origin(NamedTuple):
    """The page behind a notebook: displayed, current and opening screen, formula and chart."""

    page: Page
    shown: Screen
    current: Screen
    opening: Screen
    formula: str
    figure: Figure | None


def written(cells: Sequence[Cell]) -> bytes:
    """Encode cells as a file in nbformat 4.5."""
    document = {
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
    return json.dumps(document, indent=1).encode()


def download(name: str, cells: Callable[[Origin], Sequence[Cell]]) -> None:
    """Draw the download button of a page; its cells are computed when it is pressed.

    The session may show another page by then, so the page's state is stored now.
    """
    state, page = session(), PAGES[name]
    formula, figure = state.drawn.formula, state.drawn.figure
    origin = Origin(page, state.shown, state.current, state.opening, formula, figure)
    st.download_button(
        "Download as notebook",
        lambda: written(cells(origin)),
        f"{name}.ipynb",
        "application/x-ipynb+json",
        on_click="ignore",
    )


def of_one(origin: Origin, measured: Measured, code: str, table: Table, adds: str) -> list[Cell]:
    """Return the cells for one score: table, formula, lines of NumPy, and chart.

    Args:
        origin: the page.
        measured: the score.
        code: lines of NumPy that end with `score`.
        table: the terms of the score.
        adds: heading of the column with each row's contribution.
    """
    return [
        title(origin, [measured]),
        frame(table),
        Cell("markdown", f"## The formula\n\n{origin.formula}"),
        Cell("markdown", f"## {measured.label} in plain NumPy"),
        Cell("code", f'{code.strip()}\nprint(f"{{score:.3f}}")'),
        Cell("markdown", f"## What each {table.head[0]} adds\n\nTogether it is the same score."),
        Cell("code", f'print(f"{{table[{adds!r}].sum():.3f}}")'),
        *chart_cells(origin.figure),
    ]


def chart_cells(figure: Figure | None) -> list[Cell]:
    """Return the cells that draw a page's chart with the page's own source code."""
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
    """Return the cells for several scores of one list or more, with each rank's contribution."""
    formulas = {score.label: score.latex for score in measured}
    written_out = "\n\n".join(f"{label}:\n\n$$\n{tex}\n$$" for label, tex in formulas.items())
    rows = [row for score in measured for row in _rows(score)]
    helpers = numpy_code.helpers(*map(numpy_code.lines, measured))
    opens = [at == 0 or score.name != measured[at - 1].name for at, score in enumerate(measured)]
    return [
        title(origin, measured),
        frame(Table(("metric", "list", "rank", "document", "grade", "adds"), rows)),
        Cell("markdown", f"## The formulas\n\n{written_out}"),
        Cell("markdown", "## The scores in plain NumPy"),
        *([Cell("code", helpers)] if helpers else []),
        *(
            Cell("code", _computed(score, opens=new))
            for score, new in zip(measured, opens, strict=True)
        ),
        Cell("markdown", "## What each rank adds\n\nTogether, for each metric, it is the score."),
        Cell("code", _CHECK),
        *(chart_cells(origin.figure) or [Cell("code", _FACETS)]),
    ]


def _computed(measured: Measured, *, opens: bool) -> str:
    """Return code that computes and prints a score; `opens` says whether its list begins here."""
    prints = f'print("{measured.label} {measured.name.upper()}", f"{{score:.3f}}")'
    setting = [numpy_code.setting(measured) + "\n"] * opens
    return "\n".join([*setting, numpy_code.lines(measured), prints])


def _rows(measured: Measured) -> Iterator[list[object]]:
    """Yield a row for each rank of a score, and one for its remainder."""
    columns = [measured.label, measured.name.upper()]
    adds = measured.breakdown.terms["contribution"].tolist()
    for rank, (document, value) in enumerate(zip(measured.ranked.documents, adds, strict=False), 1):
        yield [*columns, str(rank), document.title, document.grade, value]
    if remainder := float(measured.breakdown.remainder):
        yield [*columns, "–", "charged for what was not found", None, remainder]


def title(origin: Origin, measured: Sequence[Measured]) -> Cell:
    """Return the title cell: the page, its URL and its knobs."""
    page, settings = origin.page, origin.shown.settings
    keys = [score.key for score in measured if score.key in METRICS]
    names = dict.fromkeys(name for key in keys for name in knobs.of(key))
    positions = [
        f"- {KNOBS[n].label}: {_position(n, settings)}" for n in knobs.drawn(names, settings)
    ]
    query = urlencode(link.encode(origin.current, origin.opening))
    paragraphs = [
        f"# {page.title}: {page.question}",
        f"From Rankbook, at the address `/{page.url}{'?' * bool(query)}{query}`. It runs from top "
        "to bottom with numpy, pandas and altair: change a number, and run it again.",
        "\n".join(positions),
    ]
    return Cell("markdown", "\n\n".join(paragraphs))


def _position(name: str, settings: Mapping[str, Any]) -> str:
    """Return a knob's position as code, since Markdown would read some of it as a formula."""
    choice = isinstance(KNOBS[name], Choice)
    return f"`{knobs.position(name, settings[name]) if choice else knobs.spelled(settings[name])}`"


def frame(table: Table) -> Cell:
    """Return the cell that builds a table in pandas."""
    rows = "".join(f"        ({', '.join(map(literal, row))}),\n" for row in table.body)
    head = ", ".join(map(literal, table.head))
    table_code = f"pd.DataFrame(\n    [\n{rows}    ],\n    columns=[{head}],\n)"
    return Cell("code", f"{IMPORTS}\n\ntable = {table_code}\ntable")


def literal(value: object) -> str:
    """Return a value as a Python literal; any text becomes a quoted string."""
    if value is None or isinstance(value, str | int):
        return repr(value)
    number = float(value)  # type: ignore[arg-type]
    return repr(number) if isfinite(number) else "np.nan"
