"""What a page saves as a notebook: a valid file that runs alone and prints the page's numbers."""

import ast
import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import altair as alt
import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbclient import NotebookClient
from scipy import stats
from streamlit.testing.v1 import AppTest

from app_driver import (
    PICTURES,
    act,
    charts,
    download,
    drawn,
    go,
    sentences,
    set_to,
    tiles,
    unnamed,
    visit,
)
from expected import BOARDS, LESSONS, Setup, measures, of_table, opening
from metrics.catalog import METRICS
from test_your_data import upload
from ui import contents
from ui.draw import figure
from ui.export import notebook
from ui.export.notebook import Cell, Table
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")

LABEL = "Download as notebook"
TAKEN = [*LESSONS, "playground"]
SEVERAL = ("disagreement", "which_metric", "two_tools", "playground")
"""Pages whose notebook is about several scores."""

ODD = ['"', "'", '"""', "'''", "\\", "\\n", "{x}", "'); raise SystemExit(('", "#", "$x$", "`a`"]
ODD += ["![](http://x.org/a.png)", "é 🍞 שלום", "a\u2028b", "</script>", "%load_ext x", "!ls"]


def saved(at: AppTest) -> nbformat.NotebookNode:
    """The notebook of a page, which is a valid one."""
    made = nbformat.reads(download(at, LABEL).decode(), as_version=nbformat.NO_CONVERT)
    assert (made.nbformat, made.nbformat_minor) == (4, 5)
    nbformat.validate(made)
    return made


def run(made: nbformat.NotebookNode, *, draw: bool = True) -> tuple[dict[str, Any], list[str]]:
    """Run the cells one after the other; return what they leave behind, and what they print.

    The chart that a cell ends in is left behind, too; without `draw`, the two cells that build it
    are left out: they hold the source of the chart, whatever the list is.
    """
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for cell in made.cells:
            builds = re.match("# The style and the shapes|def chart", cell.source)
            if cell.cell_type != "code" or (builds and not draw):
                continue
            tree = ast.parse(cell.source)
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    assert {name.name for name in node.names} <= {"numpy", "pandas", "altair"}
                if isinstance(node, ast.ImportFrom):
                    assert node.module == "typing"
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "cell", "exec"), names)
            if last:
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
                if isinstance(value, alt.TopLevelMixin):
                    names["drawn as"] = value
    return names, printed.getvalue().split("\n")[:-1]


def assert_prints(page: str, setup: Setup, at: AppTest) -> dict[str, Any]:
    """The notebook prints the scores that are on the page."""
    names, printed = run(saved(at))
    if page in SEVERAL:
        keys = [key for key, on in measures(tiles(at), setup).values() if on is setup]
        wanted = [f"{setup.label(key)} A {setup.score(key):.3f}" for key in keys]
        assert printed[: len(keys)] == wanted
    else:
        score = setup.score(of_table(page, setup))
        assert printed == [f"{score:.3f}"] * 2 or (score != score and printed[0] == "nan")
    assert_drawn(names, at)
    return names


def assert_drawn(names: dict[str, Any], at: AppTest) -> None:
    """The notebook's chart is the page's first one, of the same rows; a step may show none yet."""
    if at.session_state["session"].drawn.figure is None:
        return
    name, rows = next(iter(drawn(at).items()))
    made, spec = names["drawn as"].to_dict(), figure.spec(PICTURES[name])
    shapes = "vconcat" if "vconcat" in spec else "layer"
    assert unnamed(made[shapes]) == unnamed(spec[shapes])
    sent = [row for table in made["datasets"].values() for row in table]
    # The page may leave out a lower view, and so the last tables.
    for mine, theirs in zip(sent[: rows.num_rows], rows.to_pylist(), strict=True):
        theirs = {k: v for k, v in theirs.items() if v is not None and (k != "part" or k in mine)}
        assert {k: v for k, v in mine.items() if v is not None} == pytest.approx(theirs)


@pytest.mark.slow
@pytest.mark.parametrize("page", TAKEN)
def test_every_page_is_a_notebook_that_prints_its_scores(page: str) -> None:
    setup = opening(page)
    at = visit(page)
    names = assert_prints(page, setup, at)
    assert len(names["table"]) > 1


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in TAKEN if page in BOARDS])
@pytest.mark.parametrize("case", ["unjudged", "nothing"])
def test_whatever_is_on_the_board(page: str, case: str) -> None:
    grades, missed = {"unjudged": ((2, None, 0, 3), (1, None)), "nothing": ((), ())}[case]
    setup = Setup(grades, missed, {"k": 3})
    at = visit(page, setup.query())
    names, printed = run(saved(at), draw=case == "nothing")
    assert all(line.split()[-1] == "nan" or float(line.split()[-1]) >= -1 for line in printed)
    assert "table" in names


@pytest.mark.parametrize("page", [VEHICLE, "playground", "discounted_gain"])
def test_titles_of_any_kind_stay_titles(page: str) -> None:
    setup = Setup((3, 0, 2) * 6, (), {"k": 18})
    titles = (ODD * 2)[:18]
    listed = "~".join(f"{g}{title}" for g, title in zip(setup.grades, titles, strict=True))
    at = visit(page, {**setup.query(), "a": listed})
    names, _ = run(saved(at), draw=False)
    assert list(names["table"]["document"])[:17] == [" ".join(t.split()) for t in titles[:17]]


def statements(source: str) -> list[type[ast.AST]]:
    """What a piece of code does, whatever the values are that it does it with."""
    values = (ast.expr, ast.expr_context, ast.unaryop)
    every = ast.walk(ast.parse(source))
    return [type(node) for node in every if not isinstance(node, values)]


@given(st.lists(st.one_of(st.text(), st.sampled_from(ODD), st.floats(), st.integers(), st.none())))
def test_a_cell_gives_back_what_was_written_into_it(row: list[Any]) -> None:
    """Whatever a text holds, it is one literal: the file has the same lines of code as without."""
    source = notebook.frame(Table([f"c{at}" for at in range(len(row))], [row, row])).source
    plain = notebook.frame(Table([f"c{at}" for at in range(len(row))], [[0] * len(row)] * 2)).source
    assert source.count("\n") == plain.count("\n")
    assert statements(source) == statements(plain)
    made = nbformat.reads(notebook.written([Cell("code", source)]).decode(), as_version=4)
    nbformat.validate(made)
    tuples = [
        node for node in ast.walk(ast.parse(made.cells[0].source)) if isinstance(node, ast.Tuple)
    ]
    for each in tuples:
        back = [eval(compile(ast.Expression(one), "", "eval"), {"np": np}) for one in each.elts]
        for value, was in zip(back, row, strict=True):
            if isinstance(was, float):
                finite = was == was and abs(was) < float("inf")
                assert value == was if finite else value != value
            else:
                assert value == was
                assert type(value) is type(was)


CURVES = (
    {},
    {"k": 3, "ap": "found", "recall": "capped", "missing": "ignore", "gain": "exponential"},
    {"k": 4, "ap": "capped", "from": 2, "ideal": "retrieved", "discount": "power", "exponent": 1.5},
    {
        "ideal": "uncut",
        "gain": "custom",
        "gains": (0, 2, 3, 9, 15, 31, 63, 127, 255),
        "patience": 3,
    },
    {"utility": "sigmoid", "satisfaction": "binary", "continue": 0.7, "p": 0.35, "scale": 4},
    {"discount": "log_thresholded", "base": 3, "satisfaction": "linear", "utility": "exponential"},
    {"discount": "geometric", "ratio": 0.5, "readers": (1, 2, 0, 1, 1, 1, 1, 1), "k": 50},
    {"scale": 1, "discount": "none", "satisfaction": "sigmoid", "midpoint": 1, "steepness": 4},
)
SHORT = (
    ((), ()),
    ((0, 0), (1,)),
    ((None, 0, 1, None), (0, None)),
    ((1, 0, 1, 0, 1, 0, 0, 1), (1, 0, 1)),
    ((0, 1), ()),
)


@pytest.mark.slow
@pytest.mark.parametrize("knobs", CURVES, ids=str)
@pytest.mark.parametrize("lists", SHORT, ids=str)
def test_every_metric_in_numpy_is_the_packages(
    knobs: dict[str, Any], lists: tuple[tuple[int | None, ...], tuple[int | None, ...]]
) -> None:
    """Wherever its knobs stand; grades as high as the scale has them."""
    scale = knobs.get("scale", 3)
    shown, missed = (
        tuple(grade and 1 + (at * 2 + grade) % scale for at, grade in enumerate(each))
        for each in lists
    )
    setup = Setup(shown, missed, {**knobs, "show": tuple(METRICS)})
    _, printed = run(saved(visit("playground", setup.query())), draw=False)
    assert printed == [f"{setup.label(key)} A {setup.score(key):.3f}" for key in METRICS]


ONE = "".join(
    f"{topic} Q0 {document} 0 {score} s\n"
    for topic, ranked in {"t1": "badfc", "t2": "cab", "t3": "ade", "t9": "ab"}.items()
    for document, score in zip(ranked, (3, 2, 2, 1, 0.5), strict=False)
)
JUDGED = (
    "t1 0 a 3\nt1 0 b 0\nt1 0 c 1\nt1 0 f -2\nt1 0 z 2\nt2 0 b 1\nt2 0 c 2\nt3 0 a 0\nt4 0 a 1\n"
)
FILES = {
    "one.run": ONE.encode(),
    "web qrels.txt": JUDGED.encode(),
    "two.run": ONE.replace(" 3 s", " 1.5 s").encode(),
}
"""Ties; a grade below 0; a topic with nothing to find, one no run has, one that nobody judged."""
KNOBS = (
    {},
    {"k": "2"},
    {"k": "50", "depth": "all", "ap": "found", "recall": "capped", "missing": "ignore"},
    {"k": "50", "depth": "1000", "ap": "capped", "from": "2", "discount": "none", "gain": "custom"},
    {"k": "50", "depth": "all", "discount": "log_thresholded", "base": "3", "ideal": "retrieved"},
    {"k": "4", "discount": "geometric", "ratio": "0.5", "gain": "exponential", "p": "0.35"},
    {"k": "50", "depth": "all", "discount": "power", "exponent": "1.5", "shift": "2"},
    {"k": "3", "discount": "reciprocal", "ideal": "uncut", "satisfaction": "linear"},
)


def beside(
    at: AppTest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], list[str]]:
    """Run the notebook of a page in a folder with the lists that the page saves."""
    for button in at.get("download_button"):
        name, what, _ = button.proto.label.partition(": what was read")  # type: ignore[attr-defined]
        if what:
            (folder / name).write_bytes(download(at, button.proto.label))  # type: ignore[attr-defined]
    monkeypatch.chdir(folder)
    return run(saved(at))


def assert_means(names: dict[str, Any], at: AppTest) -> None:
    """The notebook's means are those of the page's table, metric by metric."""
    page, own = at.dataframe[0].value.set_index("symbol"), names["means"]
    assert [*own.index] == [*page.index]
    assert len(own) == len(METRICS)
    for mine, theirs in {"mean": "mean", "A": "A", "B": "B", "B - A": "B − A"}.items():
        if mine in own:
            assert own[mine].tolist() == pytest.approx(page[theirs].tolist(), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_own_data_is_computed_again_from_the_files(
    knobs: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every metric, wherever its knobs stand; and the difference of two runs."""
    at = upload(visit("your_data", knobs), dict(list(FILES.items())[:2]))
    names, printed = beside(at, tmp_path, monkeypatch)
    assert_means(names, at)
    assert printed == []
    names, printed = beside(upload(at, FILES), tmp_path, monkeypatch)
    assert_means(names, at)
    assert printed[1] == f"{at.dataframe[0].value.set_index('metric')['B − A'][AP]:.4f}"
    gaps = (names["b"] - names["a"])[next(each for each in names["a"] if each.startswith("AP"))]
    assert printed[2].split() == [
        f"{end:.4f}" for end in stats.ttest_1samp(gaps, 0).confidence_interval()
    ]


AP = "Average precision"


@pytest.mark.parametrize(
    "table",
    [
        "topic,document,grade,score\nt1,a,3,1\nt1,b,0,1\nt1,c,2,\nt2,a,1,0.5\nt2,b,?,0.7\nt2,c,-2,9\n",
        "Query ID;Doc ID;Rank;Relevance;note\nq;b;2;1;x\nq;a;1;;x\n\nq;c;;3;x\n",
        'title\tgrade\trank\n"Bread, white"\t3\t1\nTea\t0\t2\n Jam \t1\t3\n',
    ],
)
@pytest.mark.parametrize("knobs", KNOBS[1:3], ids=str)
def test_a_table_is_computed_again(
    table: str, knobs: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"my 'own'.csv": table.encode()}
    at = upload(visit("your_data", knobs), files)
    assert sentences(at, "error") == []
    names, _ = beside(at, tmp_path, monkeypatch)
    assert_means(names, at)


@pytest.mark.parametrize("rule", ["worst", "skip"])
def test_two_systems_are_computed_again_from_the_files(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mean difference, Student's interval and that of the page's own draws."""
    at = upload(visit("your_data"), FILES)
    go(at, "significance")
    act(at, "turn", knob="compared", to="files")
    set_to(at, "A query with nothing to find", rule)
    _, printed = beside(at, tmp_path, monkeypatch)
    assert f"{float(printed[1]):.3f}" == tiles(at)["mean B − A"].score.replace("−", "-")
    shown = [sentences(at, "text")[0], *charts(at)["chance"].query("part == 'interval'")["name"]]
    for said, low_high in zip(shown, printed[2:], strict=True):
        low, high = (f"{float(end):+.3f}" for end in low_high.split())
        assert f"{low} to {high}" in said.replace("−", "-")


def test_both_lists_are_in_it() -> None:
    query = {"a": "3A~0B~2C", "b": "2C~3A~0B", "show": "average_precision,ndcg"}
    a, b = Setup((3, 0, 2), ()), Setup((2, 3, 0), ())
    names, printed = run(saved(visit("playground", query)))
    assert printed == [
        f"{each.label(key)} {name} {each.score(key):.3f}"
        for name, each in (("A", a), ("B", b))
        for key in ("average_precision", "ndcg")
    ]
    assert list(names["table"]["document"][6:9]) == ["C", "A", "B"]


@pytest.mark.slow
def test_jupyter_runs_them_from_top_to_bottom() -> None:
    """In one kernel, as Jupyter starts it: that of a lesson, and after it that of many scores."""
    cells: list[nbformat.NotebookNode] = []
    for page in (VEHICLE, "playground"):
        cells += saved(visit(page)).cells
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    made = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(made, timeout=60, kernel_name="python3").execute()
    outputs = [out for cell in made.cells if cell.cell_type == "code" for out in cell.outputs]
    text = "".join(
        out.text for out in outputs if out.output_type == "stream" and out.name == "stdout"
    )
    first = tiles(visit(VEHICLE))["AP@5"].score
    assert text.split()[:2] == [first] * 2
    assert (
        sum(
            "application/vnd.vegalite.v6+json" in out.get("data", {})
            or "text/html" in out.get("data", {})
            for out in outputs
        )
        >= 4
    )


def test_a_notebook_says_where_it_is_from_and_how_the_knobs_stood() -> None:
    at = visit(VEHICLE, {"k": "4", "ap": "found", "a": "3A `b` $c$~0B"})
    said = saved(at).cells[0].source
    assert "`/average_precision?a=3A+%60b%60+%24c%24~0B&k=4&ap=found`" in said
    assert "- Cutoff k: `4`\n- AP denominator: `found in the top k`" in said
    act(at, "turn", knob="k", to=2)
    assert "- Cutoff k: `2`" in saved(at).cells[0].source


@pytest.mark.parametrize("page", [VEHICLE, "playground"])
def test_a_formula_stands_above_its_sentences(page: str) -> None:
    said = "\n".join(cell.source for cell in saved(visit(page)).cells)
    metric = METRICS["average_precision"]
    assert f"$$\n{metric.latex}\n$$\n\n{metric.in_words}\n" in said


def test_what_is_hidden_is_in_no_notebook() -> None:
    at = visit(VEHICLE)
    act(at, "predict", to=True)
    labels = [button.proto.label for button in at.get("download_button")]  # type: ignore[attr-defined]
    assert LABEL not in labels


def test_every_lesson_is_among_them() -> None:
    assert {page.name for page in contents.LESSONS} >= set(LESSONS)
    json.loads(notebook.written([]))
