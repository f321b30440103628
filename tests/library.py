"""Write what LIBRARY.md says of each name of the package, from its docstring: `make names`.

The rest of that file is written by hand. A test runs the calls in it.
"""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import metrics

PAGE: Final = Path(__file__).parents[1] / "LIBRARY.md"
BEGIN: Final = "<!-- From here on `make names` writes what docstrings say. -->\n"
_INSIDE: Final = re.compile(
    r"metrics\.(arrays|checks|command|typed|reading.*"
    r"|conventions\.(?!(definitions|explain|lines|over_topics|pasted|printing)$).*)"
)
"""Modules that serve the others."""


def modules() -> Iterator[ModuleType]:
    """The modules that people import from, as they are called in the app."""
    found = pkgutil.walk_packages(metrics.__path__, "metrics.")
    for name in sorted(each.name for each in found):
        if not _INSIDE.fullmatch(name):
            yield import_module(name)


def names() -> dict[str, tuple[str, str]]:
    """The signature and the docstring of each public function and class, by its installed name."""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            is_own = getattr(value, "__module__", "") == module.__name__
            if name.startswith("_") or not is_own or not inspect.getdoc(value):
                continue
            if inspect.isfunction(value) or inspect.isclass(value):
                called = f"{module.__name__}.{name}"
                told = _installed(inspect.cleandoc(str(value.__doc__)))
                found[_installed(called)] = (_signature(name, value), told)
    return dict(sorted(found.items(), key=lambda each: each[0].rpartition(".")[2].casefold()))


def _installed(text: str) -> str:
    """Call the package by the name that a wheel gives it."""
    return re.sub(
        r"\bmetrics(?=\.[a-z_])|(?<=from )metrics\b|(?<=import )metrics\b", "rankbook", text
    )


def _signature(name: str, value: object) -> str:
    """Names of parameters, with a star before those that are given by name."""
    if inspect.isclass(value) and issubclass(value, Exception | dict):
        return name
    taken = inspect.signature(value).parameters.values()  # type: ignore[arg-type]
    words, by_name = [], False
    for each in taken:
        if each.kind is each.KEYWORD_ONLY and not by_name:
            words.append("*")
            by_name = True
        default = "" if each.default is each.empty else f"={_short(each.default)}"
        star = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        words.append(f"{star}{each.name}{default}")
    return f"{name}({', '.join(words)})"


def _short(default: object) -> str:
    text = getattr(default, "__name__", repr(default))
    return text if len(text) <= 20 and " at 0x" not in text else "…"


def written() -> str:
    """The part of the page that docstrings make."""
    parts = []
    for called, (signature, told) in names().items():
        module, _, _ = called.rpartition(".")
        parts.append(f"### {signature}\n\nfrom `{module}`\n\n```text\n{told}\n```\n")
    return "\n".join(parts)


def page(now: str) -> str:
    """The page with that part as it must be."""
    head, mark, _ = now.partition(BEGIN)
    if not mark:
        raise ValueError(f"{PAGE.name} lacks the line {BEGIN.strip()}")
    return f"{head}{BEGIN}\n{written()}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
