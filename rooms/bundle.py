"""What a browser gets of `assets/`: a module and all that it imports, as one script.

Each module becomes a block, so that it shares no names with others, and hands on what it exports.
A function or a class that a module exports, and that no module of this script uses, is left out.
Nothing is sent that only people read: indents, empty lines, and comments, but for licences, which
begin with an exclamation mark. Within strings and templates nothing changes.
"""

import json
import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

_ASSETS: Final = Path(__file__).parents[1] / "assets"
_STRING: Final = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_COMMENT: Final = r"/\*(?!!)(?:(?!\*/).)*\*/"
_CSS: Final = re.compile(rf"{_STRING}|(?P<gone>(?:{_COMMENT}\s*)+)", re.DOTALL)
_NARROW: Final = re.compile(
    r"^@container \(width < (?P<most>\d+)(?P<unit>px|rem)\) (?P<rules>\{\n.*?^\}\n)",
    re.MULTILINE | re.DOTALL,
)
_JS: Final = re.compile(
    rf"""(?xs) {_STRING} | (?P<gone> (?: (?:{_COMMENT} | //[^\n]*) \s* )+ ) | [`{{}}]
    | (?P<regex> / (?: \\. | \[ (?: \\. | [^\]\\\n] )* \] | [^/\\\[\n] )+ / )"""
)
_BEFORE_A_REGEX: Final = re.compile(r"(?:[(,=:\[!&|?{};]|\breturn|^)\s*$")
_IN_TEMPLATE: Final = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?P<end>`|\$\{)", re.DOTALL)
_IMPORT: Final = re.compile(
    r"^import (?:(?P<only>\w+) from |\{(?P<names>[\w\s,]*)\} from )?\"(?P<file>\.[^\"]*)\";$",
    re.MULTILINE,
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async function|function|class|const) (?P<name>\w+))", re.MULTILINE
)
_DECLARED: Final = re.compile(
    r"^export (?:async function|function|class) (?P<name>\w+)[^\n]*[^}\n]\n.*?^\}\n", re.M | re.S
)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_CSS_IMPORT: Final = re.compile(r'^@import "(?:\.\./)*(?:assets/)?(?P<file>[^"]+)";$', re.M)
_NAMED_MEDIA: Final = re.compile(r"@media \(--([\w-]+)\)")
_MEDIA: Final = json.loads((_ASSETS / "media.json").read_text(encoding="utf-8"))
_NAMED_SIZE: Final = re.compile(r"var\(--((?:text|radius)-\w+)\)")
_SIZES: Final = json.loads((_ASSETS / "sizes.json").read_text(encoding="utf-8"))


def script(entry: str, given: Mapping[str, str] = {}) -> str:
    """Return a module and all that it imports as one script, which exports what the module does.

    A file that is no script is imported as its text, or as its value if it is JSON.

    Args:
        entry: the module, as a path in `assets/`.
        given: texts in place of files in `assets/`, by their paths.

    Raises:
        ValueError: modules import each other, or what is not there.
    """
    modules = dict(_in_order(entry, given, ()))
    used = {entry: {*_exported(modules[entry])}}
    for name, code in modules.items():
        for found in _IMPORT.finditer(code) if name.endswith(".js") else ():
            used.setdefault(_path(name, found["file"]), set()).update(_names(found))
    exported: dict[str, list[str]] = {}
    parts: list[str] = []
    for name, code in modules.items():
        if name.endswith(".js"):
            idle = {each for each in _exported(code) if len(re.findall(rf"\b{each}\b", code)) == 1}
            code = text(name, idle - used.get(name, set()))
        exported[name] = _exported(code)
        parts.append(_block(name, code, exported))
    names = f" {', '.join(exported[entry])} "
    return "".join(parts) + (
        f"export const {{{names}}} = {_id(entry)};\n" if exported[entry] else ""
    )


def _in_order(
    name: str, given: Mapping[str, str], above: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield all that a module imports, and the module, each after what it imports itself."""
    if name in above:
        raise ValueError(f"modules import each other: {' > '.join([*above, name])}")
    code = given[name] if name in given else text(name)
    if name.endswith(".js"):
        for found in _IMPORT.finditer(code):
            yield from _in_order(_path(name, found["file"]), given, (*above, name))
    yield name, code


def _block(name: str, code: str, exported: Mapping[str, list[str]]) -> str:
    """Write a module as a block; the names that it exports are those of an object."""
    if not name.endswith(".js"):
        value = code if name.endswith(".json") else json.dumps(code)
        return f"const {_id(name)} = {value};\n"

    def named(found: re.Match[str]) -> str:
        file = _path(name, found["file"])
        if found["only"]:
            return f"const {found['only']} = {_id(file)};"
        names = _names(found)
        if missing := sorted({*names} - {*exported[file]}):
            raise ValueError(f"{name} imports {missing}, which {file} does not export")
        return f"const {{ {', '.join(names)} }} = {_id(file)};" if names else ""

    body = _EXPORT.sub("", _IMPORT.sub(named, code))
    if other := _OTHER.search(body):
        raise ValueError(f"{name} has what cannot be joined: {other[0]}")
    names = ", ".join(exported[name])
    return f"const {_id(name)} = {{}};\n{{\n{body}Object.assign({_id(name)}, {{ {names} }});\n}}\n"


def _path(name: str, file: str) -> str:
    """Return the path of a file that a module imports."""
    path = PurePosixPath(name).parent
    for part in PurePosixPath(file).parts:
        path = path.parent if part == ".." else path / part
    return str(path)


def _id(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name)


def _exported(code: str) -> list[str]:
    return [found["name"] for found in _EXPORT.finditer(code)]


def _names(imported: re.Match[str]) -> list[str]:
    return re.findall(r"\w+", imported["names"] or "")


def text(name: str, without: Container[str] = ()) -> str:
    """Return a file as it is sent, without some of the functions and classes that it exports."""
    whole = (_ASSETS / name).read_text(encoding="utf-8")
    whole = _DECLARED.sub(lambda found: "" if found["name"] in without else found[0], whole)
    if name.endswith(".css"):
        return style(whole)
    return "".join(_of_js(whole) if name.endswith(".js") else _plain(whole)).lstrip()


def style(css: str) -> str:
    """Return a style sheet as it is sent.

    It has the conditions that `assets/media.json` names, and the sizes of `assets/sizes.json`. A
    sheet that it imports stands in its place; each is imported from `assets/`.
    """
    css = _CSS_IMPORT.sub(lambda found: (_ASSETS / found["file"]).read_text(encoding="utf-8"), css)
    css = _NAMED_SIZE.sub(lambda found: _SIZES[found[1]], css)
    return _NAMED_MEDIA.sub(
        lambda found: f"@media {_MEDIA[found[1]]}",
        "".join(_of_css(_NARROW.sub(_on_paper_too, css))).lstrip(),
    )


def _on_paper_too(narrow: re.Match[str]) -> str:
    """Repeat for paper what holds in a narrow container: Firefox prints without `@container`.

    The half of a sheet has less than 400 pixels.
    """
    holds = int(narrow["most"]) * {"px": 1, "rem": 16}[narrow["unit"]] >= 400
    return narrow[0] + f"@media print {narrow['rules']}" * holds


def _plain(code: str) -> str:
    return re.sub(r"[ \t]*\n\s*", "\n", code)


def _before_comment(code: str, comment: str) -> str:
    ends = "\n" in comment and not code.endswith("\n")
    return code.rstrip(" ") + "\n" if ends else code


def _of_css(css: str) -> Iterator[str]:
    """Yield rules without space that separates nothing, and strings as they are."""
    at, code = 0, ""
    for token in _CSS.finditer(css):
        code += css[at : token.start()]
        at = token.end()
        if token["gone"]:
            code += "\n"
        else:
            yield _dense(code) + token[0]
            code = ""
    yield _dense(code + css[at:])


def _dense(css: str) -> str:
    return re.sub(r"(?<=[{};,])\s+|(?<=:) +|\s+(?=[{}])", "", _plain(css))


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
