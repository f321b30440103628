"""A page's numbers as a Jupyter notebook that runs without Rankbook.

User input enters the notebook only as Python literals, so no title can end a string or start a line
of code. The notebook needs numpy, pandas and altair.
"""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isfinite, nan
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from urllib.parse import urlencode

import streamlit as st

from metrics.catalog import METRICS
from metrics.distributions import t_quantile
from metrics.runs import JudgedRun
from ui.contents import PAGES, Page
from ui.core import knobs, link, plain
from ui.core.knob_kinds import Choice, to_text
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import style
from ui.draw.figure import Figure, columns
from ui.draw.rows import Row
from ui.draw.runs import Data, arguments
from ui.draw.score import Measured
from ui.export import numpy_code

Kind: TypeAlias = Literal["markdown", "code"]

IMPORTS: Final = "import altair as alt\nimport numpy as np\nimport pandas as pd"
_READ: Final = '''\
def read_lists(name):
    """Read lists. Without a rank: missed. Without a grade: not judged."""
    names = {"topic": str, "document": str}
    empty = {"rank": [""], "grade": [""]}
    return pd.read_csv(name, dtype=names, keep_default_na=False, na_values=empty)'''
_EVALUATED: Final = '''\
def evaluated(lists):
    """Return a row of scores for each judged topic."""
    rows = {}
    for topic, documents in lists.groupby("topic", sort=False):
        ranked = documents.dropna(subset=["rank"]).sort_values("rank")
        missed = documents[documents["rank"].isna()]
        with np.errstate(invalid="ignore"):  # precision of an empty list is 0/0
            rows[topic] = scores(ranked["grade"].to_numpy(float), missed["grade"].to_numpy(float))
    return pd.DataFrame(rows).T.fillna(0)'''
_BY_TOPIC: Final = """\
shown = pd.DataFrame({"topic": topics.index, "score": topics.to_numpy()}).head(50)
alt.Chart(shown).mark_bar().encode(
    x=alt.X(field="score", type="quantitative"),
    y=alt.Y(field="topic", type="nominal", sort=None),
)"""
_CHECK: Final = 'table.groupby(["metric", "list"], sort=False)["adds"].sum()'
_FACETS: Final = """\
alt.Chart(table).mark_bar().encode(
    x=alt.X(field="adds", type="quantitative"),
    y=alt.Y(field="rank", type="ordinal", sort=None),
    row=alt.Row(field="metric", type="nominal", sort=None),
    column=alt.Column(field="list", type="nominal"),
)"""


LISTS: Final = ("lists_a.csv", "lists_b.csv")
"""Names of the files with the lists of two runs."""


class Cell(NamedTuple):
    """A notebook cell: Python code, or Markdown without user input."""

    kind: Kind
    source: str


class Table(NamedTuple):
    """A table of a page: its headings and its rows."""

    head: Sequence[str]
    body: Sequence[Sequence[object]]


class Difference(NamedTuple):
    """How the difference of two runs is computed.

    Attributes:
        t: the quantile of Student's t for 95 %; NaN for fewer than two topics.
        draws: number of bootstrap draws, 0 for none.
        start: the seed of the draws.
        only_from: only topics count with a document of at least this grade; 0 for all.
    """

    t: float
    draws: int = 0
    start: int = 0
    only_from: int = 0


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


def download_runs(
    page: str, chosen: str, compared: Sequence[Data], by: "Difference | None" = None
) -> None:
    """Draw the downloads of the lists of one run or two, and of a notebook that scores them."""
    screen, first = session().shown, compared[0]
    files = ["lists.csv"] if len(compared) == 1 else LISTS
    for data, file in zip(compared, files, strict=True):
        assert data.run
        made = partial(_csv, data.run)
        st.download_button(f"{file}: what was read", made, file, "text/csv", on_click="ignore")
    given = {key: arguments(key, screen, first.top_grade) for key in METRICS}
    if len(compared) > 1 and by is None:
        count = len(first.run.topics) if first.run else 0
        by = Difference(t_quantile(0.975, count - 1) if count > 1 else nan)
    download(page, lambda origin: of_files(origin, files, given, chosen, by))


def _csv(run: JudgedRun) -> bytes:
    table = run.table().astype(object)
    return plain.csv([*table], table.where(table.notna(), "").to_numpy().tolist())


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
        title(origin, [measured.key]),
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
    picture, tables = figure.picture, figure.read().tables()
    light = st.get_option("theme.light.chartCategoricalColors")
    rows = "".join(f"    {name!r}: [\n{_records(marks)}    ],\n" for name, marks in tables.items())
    return [
        Cell("markdown", f"## {picture.TITLE}\n\n{picture.__doc__}"),
        Cell("code", f"rows = {{\n{rows}}}"),
        Cell("code", f"# The style and the shapes of all charts.\n\n{inspect.getsource(style)}"),
        Cell(
            "code",
            f"{inspect.getsource(picture.chart)}\n\n"
            "drawn = chart().properties(datasets=rows)\n"
            f"drawn.configure_range(category={list(light)})",
        ),
    ]


def _records(rows: Sequence[Row]) -> str:
    """Write the rows of a table, all with the same columns."""
    names = columns(rows)
    return "".join(
        f"        {{{', '.join(f'{name!r}: {literal(row.get(name))}' for name in names)}}},\n"
        for row in rows
    )


def of_several(origin: Origin, measured: Sequence[Measured]) -> list[Cell]:
    """Return the cells for several scores of one list or more, with each rank's contribution."""
    formulas = {score.label: f"$$\n{score.latex}\n$$\n\n{score.in_words}" for score in measured}
    written_out = "\n\n".join(f"{label}:\n\n{written}" for label, written in formulas.items())
    rows = [row for score in measured for row in _rows(score)]
    helpers = numpy_code.helpers(*map(numpy_code.lines, measured))
    opens = [at == 0 or score.name != measured[at - 1].name for at, score in enumerate(measured)]
    return [
        title(origin, [score.key for score in measured]),
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


def of_files(
    origin: Origin,
    files: Sequence[str],
    arguments: Mapping[str, Mapping[str, Any]],
    chosen: str,
    difference: Difference | None = None,
) -> list[Cell]:
    """Return the cells that read a reader's files, and score one run or compare two.

    Args:
        origin: the page.
        files: names of the files with the lists of each run .
        arguments: the arguments of each metric.
        chosen: the metric whose topics are shown.
        difference: how the difference of two runs is computed.
    """
    screen = origin.shown
    labels = {key: METRICS[key].label(screen.cutoff) for key in arguments}
    label = literal(labels[chosen])
    reads = [
        f"{name} = evaluated(read_lists({literal(file)}))"
        for name, file in zip("ab", files, strict=False)
    ]
    means = "a.mean().to_frame('mean')"
    if difference:
        means = "pd.DataFrame({'A': a.mean(), 'B': b.mean(), 'B - A': (b - a).mean()})"
    reads += [f"means = {means}", "means"]
    worst_first = METRICS[chosen].higher_is_better
    return [
        title(origin, [*arguments], "whole list" if screen.cutoff is None else str(screen.cutoff)),
        Cell("markdown", f"Put {', '.join(f'`{name}`' for name in files)} beside this notebook."),
        Cell("code", f"{IMPORTS}\n\n{_READ}"),
        Cell("markdown", "## All metrics of one topic in plain NumPy"),
        Cell("code", numpy_code.of_topics(labels, screen, arguments)),
        Cell("markdown", "## The scores of all topics, and their means"),
        Cell("code", "\n".join([f"{_EVALUATED}\n\n", *reads])),
        *(_differs(label, difference) if difference else []),
        Cell("markdown", "## Topic by topic"),
        Cell(
            "code",
            f"topics = {'(b - a)' if difference else 'a'}[{label}]"
            f".sort_values(ascending={worst_first})\ntopics.to_frame()",
        ),
        Cell("code", _BY_TOPIC),
    ]


def _differs(label: str, by: Difference) -> list[Cell]:
    """Return the cells of the mean difference of two runs, and of its intervals."""
    code = [f"difference = (b - a)[{label}]"]
    if by.only_from:
        code += [
            f'lists = read_lists("{LISTS[0]}")',
            f'exist = lists.loc[lists["grade"] >= {by.only_from}, "topic"]  # something to find',
            "difference = difference[difference.index.isin(exist)]",
        ]
    code.append(f'print(f"{{a[{label}].mean():.4f}} {{b[{label}].mean():.4f}}")')
    code.append('print(f"{difference.mean():.4f}")')
    code += [
        f"t = {by.t!r}  # Student’s t, below which it is with probability 0.975",
        "reach = t * difference.std() / len(difference) ** 0.5",
        'print(f"{difference.mean() - reach:.4f} {difference.mean() + reach:.4f}")',
    ] * (by.t == by.t)
    code += [
        "values = difference.to_numpy()",
        f"draws = np.random.default_rng({by.start}).integers(0, len(values), "
        f"({by.draws}, len(values)))",
        "low, high = np.quantile(values[draws].mean(axis=1), [0.025, 0.975])",
        'print(f"{low:.4f} {high:.4f}")  # bootstrap',
    ] * bool(by.draws)
    return [
        Cell(
            "markdown",
            "## B − A\n\nBoth means, the mean difference, and its interval of 95 % by Student’s t"
            + " and by the bootstrap" * bool(by.draws)
            + ".",
        ),
        Cell("code", "\n".join(code)),
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


def title(origin: Origin, keys: Sequence[str], cutoff: str = "") -> Cell:
    """Return the title cell: the page, its URL and its knobs; `cutoff` replaces k."""
    page, settings = origin.page, origin.shown.settings
    names = dict.fromkeys(name for key in keys if key in METRICS for name in knobs.of_metrics(key))
    positions = [
        f"- {KNOBS[n].label}: {f'`{cutoff}`' if cutoff and n == 'k' else _position(n, settings)}"
        for n in knobs.to_draw(names, settings)
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
    return f"`{knobs.position(name, settings[name]) if choice else to_text(settings[name])}`"


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
