"""Imports point one way, app -> pages -> ui -> metrics; nothing comes from another host."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# What each layer may import of the project. A page imports no other page.
LAYERS = {
    "app": {"pages", "ui", "metrics"},
    "pages": {"ui", "metrics"},
    "ui": {"ui", "metrics"},
    "metrics": {"metrics"},
}
METRICS_NEEDS = {"numpy", "pandas"} | sys.stdlib_module_names

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


def imported(tree: ast.Module) -> Iterator[str]:
    """Dotted names of the modules, and of the names taken from them, that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names
            )


def faults_of_module(path: Path, layer: str) -> Iterator[str]:
    """What one Python file of a layer does that it must not."""
    tree = ast.parse(path.read_text())
    for name in imported(tree):
        package = name.split(".")[0]
        if package in LAYERS and package not in LAYERS[layer]:
            yield f"imports {name}"
        if not package:
            yield f"imports {name} relatively"
        if layer == "metrics" and package not in METRICS_NEEDS | LAYERS["metrics"]:
            yield f"imports {name}"
        if layer == "pages" and package == "altair":
            yield f"imports {name}"
        if (layer, path.name, package) == ("ui", "charts.py", "streamlit"):
            yield f"imports {name}"
    for node in ast.walk(tree):
        named = (
            getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "name", None)
        )
        if layer == "pages" and named == "session_state":
            yield "uses session_state"
        # Streamlit writes white on the accent there, which nobody can read on the dark theme's.
        if isinstance(node, ast.keyword) and ast.unparse(node) == "type='primary'":
            yield "has a button of type primary"


def faults(root: Path) -> list[str]:
    """Every rule that the project under root breaks, as `file: what it does`."""
    found = []
    for layer in LAYERS:
        modules = [root / "app.py"] if layer == "app" else sorted((root / layer).rglob("*.py"))
        for path in filter(Path.exists, modules):
            found += [f"{path.relative_to(root)}: {f}" for f in faults_of_module(path, layer)]
    folders = ["pages", "ui", "metrics", "assets", "static", ".streamlit"]
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
        ("app.py", "import streamlit as st\nfrom ui import address\nimport metrics.gain"),
        (
            "pages/binary/ap.py",
            "import streamlit as st\nfrom metrics.average import ap\nimport ui.board",
        ),
        ("pages/binary/ap.py", "st.markdown('[paper](https://doi.org/10.1145/345508.345543)')"),
        ("ui/charts.py", "import altair as alt\nfrom ui.theme import ROW_PITCH"),
        ("ui/board.py", "import streamlit as st\nst.session_state['board'] = 1"),
        ("metrics/gain.py", "import math\nimport numpy.typing as npt\nfrom metrics import ranking"),
        ("assets/board/board.js", "const SVG = 'http://www.w3.org/2000/svg'; // github.com/x/y"),
    ],
)
def test_what_is_allowed(tmp_path: Path, path: str, text: str) -> None:
    write(tmp_path / path, text)
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        ("metrics/gain.py", "import streamlit", "imports streamlit"),
        ("metrics/gain.py", "def f():\n    from scipy import stats", "imports scipy.stats"),
        ("metrics/gain.py", "from ui.theme import SYMBOLS", "imports ui.theme.SYMBOLS"),
        ("metrics/gain.py", "from . import ranking", "imports ..ranking relatively"),
        ("ui/board.py", "import pages.binary.ap", "imports pages.binary.ap"),
        ("ui/knobs.py", "import app", "imports app"),
        ("ui/charts.py", "from streamlit import cache_data", "imports streamlit.cache_data"),
        ("pages/binary/ap.py", "from pages.binary import err", "imports pages.binary.err"),
        ("pages/binary/ap.py", "import altair as alt", "imports altair"),
        ("pages/binary/ap.py", "st.session_state['k'] = 3", "uses session_state"),
        ("pages/binary/ap.py", "from streamlit import session_state as s", "uses session_state"),
        ("ui/lesson.py", "st.button('Check', type='primary')", "has a button of type primary"),
        ("assets/board/board.css", "a { b: url(https://x.org/a.woff2) }", "fetches url(https://"),
        ("assets/board/board.html", '<script src="//x.org/a.js">', 'fetches src="//'),
        ("assets/board/board.js", "import x from 'https://x.org/a.js'", "fetches from 'https://"),
        ("ui/board.py", 'JS = "https://cdn.jsdelivr.net/npm/a"', "fetches cdn."),
        (
            ".streamlit/config.toml",
            'font = "A:https://fonts.googleapis.com"',
            "fetches fonts.google",
        ),
        (".streamlit/config.toml", 'url = "https://x.org/a.woff2"', 'fetches url = "https://'),
    ],
)
def test_what_is_not(tmp_path: Path, path: str, text: str, fault: str) -> None:
    write(tmp_path / path, text)
    assert any(f"{path}: {fault}" in found for found in faults(tmp_path)), faults(tmp_path)


def write(path: Path, text: str) -> None:
    """Write a file into a new tree."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
