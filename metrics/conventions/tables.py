"""Read the TOML files beside this module, which hold what needs no code."""

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any


def read_table(name: str) -> tuple[dict[str, Any], str]:
    """Return what a TOML file of this folder holds, and the file's name for errors.

    Raises:
        ValueError: the file is not valid; the message names it, and the line.
    """
    path = Path(__file__).with_name(name)
    where = f"metrics/conventions/{name}"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")), where
    except tomllib.TOMLDecodeError as wrong:
        raise ValueError(f"{where}: {wrong}") from wrong


def refuse_unknown(entry: Mapping[str, Any], fields: Collection[str], where: str) -> None:
    """Refuse an entry with a field that is none of the given ones.

    Raises:
        ValueError: the message names the entry, the field and the fields that it may have.
    """
    for field in entry:
        if field not in fields:
            raise ValueError(f"{where}: unknown field {field!r}, allowed: {', '.join(fields)}")
