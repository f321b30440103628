"""Imports point one way, app -> pages -> ui -> rooms -> metrics; nothing comes from another host.

And what there is of knobs, lessons and pictures is named once, where a newcomer looks for it.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from expected import OTHERS
from metrics.catalog import METRICS
from ui import contents
from ui.state import knobs, presets, screen

ROOT = Path(__file__).parents[1]

# What each layer may import of the project. A page imports no other page.
LAYERS = {
    "app": {"pages", "ui", "rooms", "metrics"},
    "pages": {"ui", "rooms", "metrics"},
    "ui": {"ui", "rooms", "metrics"},
    "rooms": {"rooms", "metrics"},
    "metrics": {"metrics"},
}
# The folders and files of `ui` in order: each imports only itself and those before it.
ORDER = (
    *("contents", "look", "state", "wire", "models", "parts", "pictures", "charts", "figure"),
    *("answers", "export", "lesson", "studies", "drill"),
)
# What only the session may change: everything else calls it.
SESSION = {"steps", "position", "before", "opening", "origin", "preview", "owed", "_drawn"}
NEEDS = {
    "metrics": {"numpy", "pandas"} | sys.stdlib_module_names,
    "rooms": {"starlette", "psycopg", "psycopg_pool"} | sys.stdlib_module_names,
}

# What a browser would fetch by itself. A link that a reader may follow is none of it.
FETCHED = re.compile(
    r"""(?ix)
    (?: url\( | @import | \bsrc \s* = | \bfrom | \bimport \s* \(? | \bfetch \( | \bXMLHttpRequest
      | <link [^>]* \bhref \s* = | \bnew \s+ (?:WebSocket|EventSource|Worker) \( | ^\s* url \s* = )
    \s* ["'`]? (?: https? | wss? )? : ? //
    """,
    re.MULTILINE,
)
DELIVERY_HOSTS = re.compile(
    r"(?i)\b(?:cdn[\w-]*\.|fonts?\.[\w-]+\.|unpkg\.com|[\w-]*\.?jsdelivr\.net|esm\.sh|skypack\.dev"
    r"|ajax\.googleapis|[\w.-]*\.gstatic\.com|[\w-]*\.?cdnjs\.|[\w.-]*bootstrapcdn\.com|use\.typekit)"
)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All that a Python file consists of."""
    return [*ast.walk(ast.parse(path.read_text()))]


def imported(path: Path) -> Iterator[str]:
    """Dotted names of the modules, and of the names taken from them, that a file imports."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names
            )


def place(module: str) -> int:
    """The place of a module of `ui` in that order; -1 for `ui` itself."""
    part = module.split(".")[1:2]
    return ORDER.index(*part) if part else -1


def faults_of_module(path: Path, layer: str, within: str = "") -> Iterator[str]:
    """What one Python file of a layer does that it must not; `within` is its dotted name."""
    for name in imported(path):
        package = name.split(".")[0]
        if package in LAYERS and package not in LAYERS[layer]:
            yield f"imports {name}"
        if not package:
            yield f"imports {name} relatively"
        if package not in NEEDS.get(layer, {package}) | LAYERS[layer]:
            yield f"imports {name}"
        if layer == "pages" and package == "altair":
            yield f"imports {name}"
        if layer == "ui" and package == "altair" and path.parent.name != "charts":
            yield f"imports {name}"
        if layer == "ui" and package == "ui" and place(name) > place(within):
            yield f"imports {name}, which comes after it"
        # What a reader has set up, and a chart, can be tried without Streamlit and without reader.
        apart = within.startswith(("ui.charts.", "ui.state.")) and within != "ui.state.session"
        if apart and (package == "streamlit" or name.startswith("ui.state.session")):
            yield f"imports {name}"
    for node in nodes(path):
        named = (
            getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "name", None)
        )
        if layer == "pages" and named == "session_state":
            yield "uses session_state"
        changed = isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        if changed and named in SESSION and path.name != "session.py":
            yield f"sets {ast.unparse(node)}"
        # Streamlit writes white on the accent there, which nobody can read on the dark theme's.
        is_type = isinstance(node, ast.keyword) and node.arg == "type"
        if is_type and ast.unparse(node) == "type='primary'":
            yield "has a button of type primary"


def faults(root: Path) -> list[str]:
    """Every rule that the project under root breaks, as `file: what it does`."""
    found = []
    for layer in LAYERS:
        modules = [root / "app.py"] if layer == "app" else sorted((root / layer).rglob("*.py"))
        for path in filter(Path.exists, modules):
            inside = path.relative_to(root)
            name = ".".join(inside.with_suffix("").parts).removesuffix(".__init__")
            found += [f"{inside}: {f}" for f in faults_of_module(path, layer, name)]
    folders = ["pages", "ui", "rooms", "metrics", "assets", "static", ".streamlit"]
    served = [root / "app.py", *(path for folder in folders for path in (root / folder).rglob("*"))]
    for path in served:
        if (
            path.suffix in {".py", ".js", ".css", ".html", ".svg", ".json", ".toml"}
            and path.exists()
        ):
            text = path.read_text()
            hits = [*FETCHED.finditer(text), *DELIVERY_HOSTS.finditer(text)]
            found += [f"{path.relative_to(root)}: fetches {hit.group().strip()}" for hit in hits]
    return found


def test_this_project() -> None:
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("app.py", "import streamlit as st\nfrom ui.wire import address\nimport metrics.gain"),
        ("pages/binary/ap.py", "st.markdown('[paper](https://doi.org/10.1145/345508.345543)')"),
        ("ui/charts/bars.py", "import altair as alt\nfrom ui.look.theme import HIT"),
        ("rooms/routes.py", "from starlette.routing import Route\nimport psycopg"),
        ("ui/parts/room.py", "from rooms import store"),
        ("ui/state/session.py", "import streamlit\nself.steps = []"),
        ("ui/studies/orders.py", "from ui import figure, lesson"),
        ("assets/board/board.js", "const SVG = 'http://www.w3.org/2000/svg'; // github.com/x/y"),
    ],
)
def test_what_is_allowed(tmp_path: Path, path: str, text: str) -> None:
    write(tmp_path / path, text)
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        ("metrics/gain.py", "def f():\n    from scipy import stats", "imports scipy.stats"),
        ("metrics/gain.py", "from ui.look import theme", "imports ui.look.theme"),
        ("metrics/gain.py", "from . import ranking", "imports ..ranking relatively"),
        ("ui/parts/board.py", "import pages.binary.ap", "imports pages.binary.ap"),
        ("rooms/store.py", "from ui.state import link", "imports ui.state.link"),
        ("rooms/routes.py", "import streamlit as st", "imports streamlit"),
        ("metrics/gain.py", "from rooms import typed", "imports rooms.typed"),
        ("ui/parts/board.py", "from ui import lesson", "imports ui.lesson, which comes after"),
        (
            "ui/state/link.py",
            "from ui.wire import post",
            "imports ui.wire.post, which comes after",
        ),
        ("ui/state/link.py", "def f():\n    import streamlit as st", "imports streamlit"),
        ("ui/state/screen.py", "from ui.state.session import session", "imports ui.state.session"),
        ("ui/charts/bars.py", "from ui.state.session import session", "imports ui.state.session"),
        ("ui/pictures/bars.py", "import altair", "imports altair"),
        ("ui/parts/board.py", "now.steps = []", "sets now.steps"),
        ("pages/binary/ap.py", "from pages.binary import err", "imports pages.binary.err"),
        ("pages/binary/ap.py", "st.session_state['k'] = 3", "uses session_state"),
        ("ui/lesson.py", "st.button('Check', type='primary')", "has a button of type primary"),
        ("assets/board/board.css", "a { b: url(https://x.org/a.woff2) }", "fetches url(https://"),
        ("assets/board/board.js", "import x from 'https://x.org/a.js'", "fetches from 'https://"),
        ("ui/parts/board.py", 'JS = "https://cdn.jsdelivr.net/npm/a"', "fetches cdn."),
        (".streamlit/config.toml", 'url = "https://x.org/a.woff2"', 'fetches url = "https://'),
    ],
)
def test_what_is_not(tmp_path: Path, path: str, text: str, fault: str) -> None:
    write(tmp_path / path, text)
    assert any(f"{path}: {fault}" in found for found in faults(tmp_path)), faults(tmp_path)


# Named once


def literals(root: Path) -> Iterator[tuple[str, str]]:
    """Every text and every attribute that the files under a folder name, with the file."""
    for path in root.rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.name, node.value
            elif isinstance(node, ast.Attribute):
                yield path.name, node.attr


def test_every_page_is_a_file_and_a_line() -> None:
    lines = [page for pages in contents.CHAPTERS.values() for page in pages]
    assert sorted(page.path for page in lines) == sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / "pages").rglob("*.py")
    )
    assert {page.name: page for page in lines} == contents.PAGES
    assert len({page.name for page in lines}) == len({page.title for page in lines}) == len(lines)
    for page in lines:
        text = (ROOT / page.path).read_text()
        assert text.count("lesson.heading(") == 1
        if page.name != "welcome":  # whose title is its own
            assert f'lesson.heading("{page.name}"' in text


def test_every_lesson_is_about_metrics_that_exist_and_each_has_one_lesson() -> None:
    taught = Counter(chain(*(page.metrics for page in contents.LESSONS)))
    assert taught.keys() <= METRICS.keys() | OTHERS.keys()
    assert set(taught.values()) == {1}
    for page in contents.LESSONS:
        assert page.question
        for key in page.metrics:
            assert contents.lesson_on(key) is page
    for key in METRICS.keys() - taught.keys():
        assert contents.lesson_on(key) is None


def test_every_preset_is_of_a_lesson() -> None:
    read = [preset for page in contents.LESSONS for preset in presets.presets(page.name).values()]
    assert {preset.lesson for preset in read} == {page.name for page in contents.LESSONS}


def test_every_knob_is_one_entry_that_something_listens_to() -> None:
    every = knobs.KNOBS.values()
    assert len({knob.label for knob in every}) == len(every)
    links = [knob.link or key for key, knob in knobs.KNOBS.items()]
    assert len({*links, *screen.NAMES}) == len(links) + len(screen.NAMES)
    options = [knob.options.values() for knob in every if isinstance(knob, knobs.Choice)]
    needed = {
        name
        for position in chain(*options)
        if isinstance(position, knobs.Position)
        for name in position.needs
    }
    heard = set(chain(*(knobs.of(key) for key in METRICS)))
    others = {*knobs.SHOWN, *knobs.MeanOverQueries, *knobs.Significance, *knobs.WhichMetric}
    others |= {*knobs.Continuation, *knobs.TwoTools, *knobs.Drill}
    assert heard | needed | others == knobs.KNOBS.keys()
    assert not (heard | needed) & others
    for key in METRICS:
        # Of a function of the package, the app offers every parameter.
        offered = knobs.arguments(key, screen.Screen().settings).keys()
        whole = {"k"} if "@k" not in METRICS[key].symbol else set()
        assert set(METRICS[key].knobs) - offered - whole == set()


def test_a_knob_is_named_where_it_stands_and_where_a_lesson_speaks_of_it() -> None:
    """Whatever holds, spells, draws or judges the knobs knows none of them by name."""
    everybodys = {"k", "scale", "relevant_from", "metrics"}  # what a list and a screen are about
    everybodys |= {"ideal"}  # which is an order of a list, too
    charts = {path.name for path in (ROOT / "ui/charts").glob("*.py")} - {
        "worked.py"
    }  # they name terms
    found = {
        (file, text)
        for file, text in literals(ROOT / "ui")
        if text in knobs.KNOBS.keys() - everybodys
        # The last two write out what metrics are given, in code and in a sentence for a paper.
        and file not in ("knobs.py", "numpy_code.py", "which_metric.py")
        and file not in charts
    }
    # What a breakdown calls it that is drawn, or added up.
    drawn = {("slots.py", "denominator"), ("gains.py", "gain"), ("crowd.py", "denominator")}
    drawn |= {("queries.py", "denominator")}
    drawn |= {("continuation.py", "gain"), ("continuation.py", "continuation")}
    # whom a metric of the catalog assumes
    drawn |= {("disagreement.py", "reader"), ("reference.py", "reader")}
    of_tools = ("gain", "discount", "denominator", "continuation", "missing")
    drawn |= {("two_tools.py", each) for each in of_tools}
    drawn |= {("worked.py", term) for term in ("gain", "utility", "satisfaction")}
    drawn |= {("exercises.py", "gain"), ("exercises.py", "persistence")}  # what is asked about
    drawn |= {("tour.py", "tour")}  # its group of controls and its action
    assert found == {*drawn, ("rank_agreement.py", "persistence")}  # of readers like those of RBP


@pytest.mark.parametrize("folder", ["pictures", "charts"])
def test_every_picture_is_drawn(folder: str) -> None:
    pictures = {path.stem for path in (ROOT / "ui" / folder).glob("*.py")} - {"__init__"}
    used = {
        part
        for parent in ("ui", "pages")
        for path in (ROOT / parent).rglob("*.py")
        for name in imported(path)
        if name.startswith(f"ui.{folder}")
        for part in name.split(".")[2:]
    }
    assert pictures <= used


def write(path: Path, text: str) -> None:
    """Write a file into a new tree."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
