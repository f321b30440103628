"""What a browser gets of `assets/`: the same code as one script, without what only people read."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rooms import bundle


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of `assets/`."""
    monkeypatch.setattr(bundle, "_ASSETS", tmp_path)
    return tmp_path


def write(assets: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (assets / name).parent.mkdir(exist_ok=True)
        (assets / name).write_text(text)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("// why\n\nlet a = 1; // so\n  let b = 2;\n", "let a = 1;\nlet b = 2;\n"),
        ("/* a\n  b */\nf(/* none */ x);", "f(x);"),
        ("/*! MIT */\nf();", "/*! MIT */\nf();"),
        ('f("// a", \'/* b */\', "\\"  // c");', 'f("// a", \'/* b */\', "\\"  // c");'),
        ("`a\n  // b\n`;\n  f();", "`a\n  // b\n`;\nf();"),
        (
            "`${g({\n  a: `\n  ${b} {`,\n})}\n  }`;\n  f();",
            "`${g({\na: `\n  ${b} {`,\n})}\n  }`;\nf();",
        ),
        ("x = a / b; // c / d\n  y = '/';", "x = a / b;\ny = '/';"),
        ('s.replace(/["/*]  `\\//g, x);\n  f();', 's.replace(/["/*]  `\\//g, x);\nf();'),
    ],
)
def test_code(assets: Path, written: str, sent: str) -> None:
    write(assets, {"a.js": written})
    assert bundle.text("a.js") == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("/* why */\na {\n  b: c; /* so */\n  --d: ;\n}\n", "a{b:c;--d:;}"),
        ('a { b: "/*  */\\"  /* : "; }', 'a{b:"/*  */\\"  /* : ";}'),
        ("a /* or */ b:hover,\n* :focus { c: d e; }", "a\nb:hover,* :focus{c:d e;}"),
        ("@media (--narrow) {\n  a {\n  }\n}", "@media (max-width: 640px){a{}}"),
        (
            "a {\n  font-size: var(--text-3);\n  b: var(--c);\n}\n",
            "a{font-size:0.875rem;b:var(--c);}",
        ),
    ],
)
def test_style(written: str, sent: str) -> None:
    assert bundle.style(written) == sent


def test_a_style_sheet_has_what_it_imports(assets: Path) -> None:
    """By the same name from a folder of `assets/` and from that of a page."""
    write(assets, {"shared.css": "/* why */\n@media (--narrow) {\n  a {\n  }\n}\n"})
    for file in ("../shared.css", "../../assets/shared.css"):
        sent = bundle.style(f'@import "{file}";\n\nb {{\n}}\n')
        assert sent == "@media (max-width: 640px){a{}}b{}"


def test_each_module_stands_once_behind_what_it_imports(assets: Path) -> None:
    write(
        assets,
        {
            "a.js": 'import { b } from "./in/b.js";\nimport { c } from "./c.js";\n'
            "export const a = b + c;\n",
            "in/b.js": 'import { c } from "../c.js";\nimport css from "./b.css";\n'
            "export const b = [c, css];\n",
            "in/b.css": "/* why */\n.b {\n}\n",
            "c.js": "const b = 1; // its own\nexport const c = b;\n",
        },
    )
    assert bundle.script("a.js") == (
        "const $c_js = {};\n{\nconst b = 1;\nconst c = b;\nObject.assign($c_js, { c });\n}\n"
        'const $in_b_css = ".b{}";\n'
        "const $in_b_js = {};\n{\nconst { c } = $c_js;\nconst css = $in_b_css;\n"
        "const b = [c, css];\nObject.assign($in_b_js, { b });\n}\n"
        "const $a_js = {};\n{\nconst { b } = $in_b_js;\nconst { c } = $c_js;\n"
        "const a = b + c;\nObject.assign($a_js, { a });\n}\n"
        "export const { a } = $a_js;\n"
    )


def test_a_function_that_no_module_uses_is_left_out(assets: Path) -> None:
    """A browser gets it with another script, or not at all; a module may use its own."""
    write(
        assets,
        {
            "a.js": 'import { used } from "./b.js";\nused();\n',
            "b.js": "export function used() {\n  return own();\n}\n"
            "/** Nobody calls it. */\nexport function unused(\n  x,\n) {\n  if (x) {\n  }\n}\n"
            "export class Unused {\n  a = 1;\n}\nexport function own() {\n  return 1;\n}\n",
        },
    )
    assert bundle.script("a.js") == (
        "const $b_js = {};\n{\nfunction used() {\nreturn own();\n}\n"
        "function own() {\nreturn 1;\n}\nObject.assign($b_js, { used, own });\n}\n"
        "const $a_js = {};\n{\nconst { used } = $b_js;\nused();\nObject.assign($a_js, {  });\n}\n"
    )


def test_what_python_writes_takes_the_place_of_a_file(assets: Path) -> None:
    write(assets, {"a.js": 'import b from "./b.json";\nf(b);\n'})
    assert bundle.script("a.js", {"b.json": "[1]"}).startswith("const $b_json = [1];\n")


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}, "a.js > b.js > a.js"),
        ({"a.js": 'import { x } from "./b.js";', "b.js": "export const y = 1;"}, "imports ['x']"),
        ({"a.js": "export let a = 1;"}, "export let"),
        (
            {"a.js": 'import { x as y } from "./b.js";', "b.js": "export const x = 1;"},
            "['as', 'y']",
        ),
        ({"a.js": 'import "https://x.invalid/b.js";'}, "cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_named(assets: Path, files: Mapping[str, str], fault: str) -> None:
    write(assets, files)
    with pytest.raises(ValueError, match=re.escape(fault)):
        bundle.script("a.js")
