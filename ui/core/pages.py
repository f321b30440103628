"""Read the TOML files in the folders of the pages."""

import tomllib
from functools import cache
from typing import Any

from ui.contents import FOLDER


@cache
def read_toml(page: str, name: str = "steps") -> dict[str, Any]:
    """Return what a page's TOML file holds, or {} if it has none.

    Raises:
        ValueError: the file is not valid; the message names it, and the line.
    """
    path = FOLDER / page / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except tomllib.TOMLDecodeError as wrong:
        raise ValueError(f"pages/{page}/{name}.toml: {wrong}") from wrong
