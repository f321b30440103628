"""What a browser gets of a file of `assets/`: no indents, no empty lines, and no comments.

Licences stay: comments that begin with an exclamation mark. Within strings and templates nothing
changes.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ASSETS: Final = Path(__file__).parents[1] / "assets"
_STRING: Final = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_COMMENT: Final = r"/\*(?!!)(?:(?!\*/).)*\*/"
_CSS: Final = re.compile(rf"{_STRING}|(?P<gone>(?:{_COMMENT}\s*)+)", re.DOTALL)
_JS: Final = re.compile(
    rf"""(?xs) {_STRING} | (?P<gone> (?: (?:{_COMMENT} | //[^\n]*) \s* )+ ) | [`{{}}]
    | (?P<regex> / (?: \\. | \[ (?: \\. | [^\]\\\n] )* \] | [^/\\\[\n] )+ / )"""
)
_BEFORE_A_REGEX: Final = re.compile(r"(?:[(,=:\[!&|?{};]|\breturn|^)\s*$")
_IN_TEMPLATE: Final = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?P<end>`|\$\{)", re.DOTALL)


def text(name: str) -> str:
    """Return a file as it is sent."""
    whole = (_ASSETS / name).read_text(encoding="utf-8")
    parts = {".js": _of_js, ".css": _of_css}.get(Path(name).suffix, _plain)(whole)
    return "".join(parts).lstrip()


def style(css: str) -> str:
    """Return a style sheet as it is sent."""
    return "".join(_of_css(css)).lstrip()


def _plain(code: str) -> str:
    return re.sub(r"[ \t]*\n\s*", "\n", code)


def _before_comment(code: str, comment: str) -> str:
    ends = "\n" in comment and not code.endswith("\n")
    return code.rstrip(" ") + "\n" if ends else code


def _of_css(css: str) -> Iterator[str]:
    at = 0
    for token in _CSS.finditer(css):
        code = _plain(css[at : token.start()])
        yield _before_comment(code, token["gone"]) if token["gone"] else code + token[0]
        at = token.end()
    yield _plain(css[at:])


def _of_js(js: str) -> Iterator[str]:
    """Yield code without indents, and strings, templates and regular expressions as they are."""
    at = 0
    open_braces = [0]  # of the code, and of each `${` that this place is in
    while token := _JS.search(js, at):
        code, sign = _plain(js[at : token.start()]), token[0]
        at = token.end()
        if token["gone"]:
            yield _before_comment(code, sign)
            continue
        if token["regex"] and not _BEFORE_A_REGEX.search(code):
            at = token.start() + 1  # it divides
            sign = "/"
        yield code + sign
        ends_code = sign == "}" and not open_braces[-1]
        if ends_code:
            open_braces.pop()
        elif sign in "{}":
            open_braces[-1] += 1 if sign == "{" else -1
        if ends_code or sign == "`":
            inside = _IN_TEMPLATE.match(js, at)
            assert inside, f"no end: {js[at : at + 80]}"
            yield inside[0]
            at = inside.end()
            if inside["end"] == "${":
                open_braces.append(0)
    yield _plain(js[at:])
