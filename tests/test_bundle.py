"""What a browser gets of `assets/`: the same code, without what only people read."""

from pathlib import Path

import pytest

from rooms import bundle


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
def test_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, sent: str) -> None:
    monkeypatch.setattr(bundle, "_ASSETS", tmp_path)
    (tmp_path / "a.js").write_text(written)
    assert bundle.text("a.js") == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("/* why */\na {\n  b: c; /* so */\n}\n", "a {\nb: c;\n}\n"),
        ('a { b: "/*  */\\"  /* "; }', 'a { b: "/*  */\\"  /* "; }'),
        ("a /* or */ b { c: d; }", "a b { c: d; }"),
    ],
)
def test_style(written: str, sent: str) -> None:
    assert bundle.style(written) == sent
