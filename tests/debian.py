"""Debian's packages, for the tests that need more of a machine than Python."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping


def missing(packages: Mapping[str, Callable[[], bool]]) -> str:
    """Name the packages that this machine lacks: each has a function that says it is there."""
    return ", ".join(name for name, is_there in packages.items() if not is_there())


def install(packages: Mapping[str, Callable[[], bool]], *options: str) -> str:
    """Install what is missing, if allowed to; name what is missing still."""
    may = os.geteuid() == 0 and shutil.which("apt-get")
    for command in (["update"], ["install", "--yes", *options, *packages]) * 2:  # one may fail
        if may and missing(packages):
            subprocess.run(
                ["apt-get", "--quiet", *command],
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                stdin=subprocess.DEVNULL,
            )
    return missing(packages)
