"""Imports point one way, app -> pages -> ui -> rooms -> metrics; nothing comes from another host.

And what there is of knobs, lessons and pictures is named once, where a newcomer looks for it.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

from expected import OTHERS
from metrics.catalog import METRICS
from ui import contents
from ui.core import knob_kinds, knobs, presets, screen

ROOT = Path(__file__).parents[1]

# The floors of the house: each imports only itself and those before it.
FLOORS = (
    *("metrics", "rooms"),
    *("ui", "ui.contents", "ui.core", "ui.parts", "ui.draw", "ui.room", "ui.export", "ui.lesson"),
    *("pages", "app"),
)
# What holds what a reader has set up: it can be tried without Streamlit and without a reader.
STATE = {
    f"ui.core.{name}"
    for name in (
        *("documents", "link", "predict", "presets", "screen"),
        *("knob_kinds", "typed_knobs", "knobs"),
    )
}
# What only the session may change: everything else calls it.
SESSION = {"steps", "position", "before", "opening", "origin", "preview", "owed", "_drawn"}
NEEDS = {
    "metrics": {"numpy", "pandas", "pyarrow"} | sys.stdlib_module_names,
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
                f"{'.' * node.level}{node.module or ''}{'.' * bool(node.module)}{alias.name}"
                for alias in node.names
            )


def absolute(name: str, path: Path, within: str) -> str:
    """The dotted name that a relative one has in a module."""
    bare = name.lstrip(".")
    up = len(name) - len(bare) - (path.name == "__init__.py")
    parts = within.split(".")
    return ".".join([*parts[: len(parts) - up], bare]) if bare != name else name


def floor(module: str) -> int:
    """The floor of a module; -1 for what is not ours."""
    first, *rest = module.split(".")
    name = ".".join([first, *rest[:1]]) if first == "ui" else first
    return FLOORS.index(name) if name in FLOORS else -1


def lesson(module: str) -> str:
    """The folder of `pages` that a module lies in, or ""."""
    return ".".join(module.split(".")[:2]) if module.startswith("pages.") else ""


def draws(path: Path) -> bool:
    """Whether a file draws a chart, or has the style or the rows of charts."""
    is_shared = path.parent.name == "draw" and path.name in ("style.py", "rows.py")
    return is_shared or "\ndef chart(" in path.read_text()


def faults_of_module(path: Path, within: str) -> Iterator[str]:
    """What one Python file does that it must not; `within` is its dotted name."""
    layer = within.partition(".")[0]
    for name in imported(path):
        is_relative, name = name.startswith("."), absolute(name, path, within)
        package = name.partition(".")[0]
        if is_relative and layer != "metrics":
            yield f"imports {name} relatively"
        if not is_relative and package == layer == "metrics":
            yield f"imports {name}, which an installed package has under another name"
        if floor(name) > floor(within):
            yield f"imports {name}, which is above it"
        if floor(name) < 0 and package not in NEEDS.get(layer, {package}):
            yield f"imports {name}"
        if lesson(name) and lesson(name) != lesson(within):
            yield f"imports {name}, another page"
        if package == "altair" and not draws(path):
            yield f"imports {name}"
        apart = within in STATE or path.name == "knobs.py" or draws(path)
        if apart and (package == "streamlit" or name.startswith("ui.core.session")):
            yield f"imports {name}"
    for node in nodes(path):
        named = (
            getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "name", None)
        )
        if path.name == "page.py" and named == "session_state":
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
    for place in ("app.py", "pages", "ui", "rooms", "metrics"):
        for path in sorted([*root.glob(place), *root.glob(f"{place}/**/*.py")]):
            if path.suffix == ".py":
                inside = path.relative_to(root)
                name = ".".join(inside.with_suffix("").parts).removesuffix(".__init__")
                found += [f"{inside}: {f}" for f in faults_of_module(path, name)]
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
        ("app.py", "import streamlit as st\nfrom ui.core import address\nimport metrics.gain"),
        ("metrics/gain.py", "from . import ranking\nimport numpy as np"),
        ("pages/ap/page.py", "st.markdown('[paper](https://doi.org/10.1145/345508.345543)')"),
        ("pages/ap/page.py", "from pages.ap import bars"),
        ("pages/ap/bars.py", "import altair as alt\n\ndef chart(): ..."),
        (
            "ui/draw/bars.py",
            "import altair as alt\nfrom ui.core.theme import HIT\ndef chart(): ...",
        ),
        ("rooms/routes.py", "from starlette.routing import Route\nimport psycopg"),
        ("ui/room/wall.py", "from rooms import store"),
        ("ui/core/session.py", "import streamlit\nself.steps = []"),
        ("ui/lesson.py", "from ui.draw import figure"),
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
        ("metrics/gain.py", "from ui.core import theme", "imports ui.core.theme, which is above"),
        ("metrics/gain.py", "from metrics import ranking", "imports metrics.ranking, which an"),
        ("metrics/reading/rows.py", "from ...rooms import store", "imports rooms.store, which is"),
        ("ui/core/link.py", "from . import screen", "imports ui.core.screen relatively"),
        ("metrics/gain.py", "from rooms import store", "imports rooms.store, which is above"),
        ("rooms/store.py", "from ui.core import link", "imports ui.core.link, which is above"),
        ("rooms/routes.py", "import streamlit as st", "imports streamlit"),
        ("ui/parts/board.py", "import pages.ap.bars", "imports pages.ap.bars, which is above"),
        ("ui/parts/board.py", "from ui import lesson", "imports ui.lesson, which is above"),
        ("ui/parts/board.py", "from ui.draw import score", "imports ui.draw.score, which is above"),
        ("ui/core/link.py", "def f():\n    import streamlit as st", "imports streamlit"),
        ("ui/core/screen.py", "from ui.core.session import session", "imports ui.core.session"),
        ("ui/draw/bars.py", "import altair", "imports altair"),
        ("pages/ap/page.py", "import altair", "imports altair"),
        ("pages/ap/bars.py", "import streamlit\ndef chart(): ...", "imports streamlit"),
        ("pages/ap/knobs.py", "import streamlit", "imports streamlit"),
        (
            "pages/ap/bars.py",
            "from ui.core.session import session\ndef chart(): ...",
            "imports ui.core.session",
        ),
        ("pages/ap/page.py", "from pages.err import stops", "imports pages.err.stops, another"),
        ("pages/ap/page.py", "st.session_state['k'] = 3", "uses session_state"),
        ("ui/parts/board.py", "now.steps = []", "sets now.steps"),
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


def loose_brace(css: str) -> int:
    """The line of a style sheet whose brace has no partner, or 0. A browser drops the next rule."""
    depth, kept = (
        0,
        re.sub(r"/\*.*?\*/|\"[^\"]*\"", lambda out: "\n" * out[0].count("\n"), css, flags=re.S),
    )
    for number, line in enumerate(kept.splitlines(), start=1):
        for sign in re.findall("[{}]", line):
            depth += 1 if sign == "{" else -1
            if depth < 0:
                return number
    return number if depth else 0


def test_no_style_sheet_has_a_brace_too_many() -> None:
    assert loose_brace('a { b { c: "}"; } /* } */ }\nd { }') == 0
    assert loose_brace("a { b: c; } }\nd { }") == 1
    assert loose_brace("a {\nb { }") == 2
    sheets = [path for place in ("pages", "assets") for path in (ROOT / place).rglob("*.css")]
    assert [path for path in sheets if loose_brace(path.read_text())] == []
    assert len(sheets) > 20


# Named once


def literals() -> Iterator[tuple[str, str]]:
    """Texts and attributes in the files that pages share; but of charts, which name terms."""
    for path in (ROOT / "ui").rglob("*.py"):
        if draws(path) and path.name != "rows.py":
            continue
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.name, node.value
            elif isinstance(node, ast.Attribute):
                yield path.name, node.attr


def test_every_page_is_a_file_and_a_line() -> None:
    lines = [page for pages in contents.CHAPTERS.values() for page in pages]
    assert sorted(page.path for page in lines) == sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / "pages").rglob("page.py")
    )
    assert sorted(page.name for page in lines) == sorted(
        path.parent.name for path in (ROOT / "pages").glob("*/__init__.py")
    )
    assert {page.name: page for page in lines} == contents.PAGES
    assert len({page.name for page in lines}) == len({page.title for page in lines}) == len(lines)
    for page in lines:
        text = (ROOT / page.path).read_text()
        assert text.count("lesson.heading(") == 1
        if page.name != "welcome":  # whose title is its own
            name = re.search(r'lesson\.heading\((?:"(\w+)"|NAME\b)', text)
            assert name
            assert name[1] == page.name or f'NAME = "{page.name}"' in text


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


def test_every_lesson_has_presets_and_no_other_page() -> None:
    files = {path.parent.name for path in (ROOT / "pages").glob("*/steps.toml")}
    assert files == {page.name for page in contents.LESSONS if presets.presets(page.name)}
    assert files == {page.name for page in contents.LESSONS}


def test_every_knob_is_one_entry_that_something_listens_to() -> None:
    every = knobs.KNOBS.values()
    assert len({knob.label for knob in every}) == len(every)
    links = [knob.link or key for key, knob in knobs.KNOBS.items()]
    assert len({*links, *screen.NAMES}) == len(links) + len(screen.NAMES)
    options = [knob.options.values() for knob in every if isinstance(knob, knob_kinds.Choice)]
    needed = {
        name
        for position in chain(*options)
        if isinstance(position, knob_kinds.Position)
        for name in position.needs
    }
    heard = set(chain(*(knobs.of_metrics(key) for key in METRICS)))
    others = {*knobs.SHOWN, *knobs.MeanOverQueries, *knobs.Compared, *knobs.WhichMetric}
    others |= {*knobs.Drill, knobs.ATTENTION_DECAY, knobs.OWN_RELEVANCE}
    of_pages = [import_module(name).KNOBS for name in contents.modules() if name.endswith(".knobs")]
    others |= {*chain(*of_pages)}
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
    found = {
        (file, text)
        for file, text in literals()
        if text in knobs.KNOBS.keys() - everybodys
        # The last two write out what metrics are given, in code and in a sentence for a paper.
        and file not in ("knobs.py", "numpy_code.py", "report.py", "which_metric.py")
    }
    # The name of a page, and of a group of controls.
    assert found == {
        ("contents.py", "continuation"),
        # Terms of a breakdown.
        ("summands.py", "denominator"),
        *(
            ("rank_terms.py", term)
            for term in (
                *("denominator", "satisfaction", "utility", "gain", "continuation", "patience"),
            )
        ),
    }


def test_every_module_has_a_user() -> None:
    files = [*ROOT.glob("pages/*/*.py"), *ROOT.glob("ui/*/*.py")]
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in files
        if path.name not in ("__init__.py", "page.py") and "@room.on_room" not in path.read_text()
    }
    assert modules <= {
        used
        for path in [*files, ROOT / "app.py", ROOT / "ui/lesson.py"]
        for name in imported(path)
        for used in (name, name.rpartition(".")[0])
    }


def write(path: Path, text: str) -> None:
    """Write a file into a new tree."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
