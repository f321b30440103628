"""Debian's packages, for the tests that need more of a machine than Python."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping


def missing(packages: Mapping[str, Callable[[], bool]]) -> list[str]:
    """Name the packages that this machine lacks: each has a function that says it is there."""
    return [name for name, is_there in packages.items() if not is_there()]


def install(packages: Mapping[str, Callable[[], bool]]) -> str:
    """Install what is missing, as root; name what is missing still, or ""."""
    for command in (["update"], ["install", "--yes", "--no-install-recommends"]) * 2:
        if (lacks := missing(packages)) and not os.geteuid() and shutil.which("apt-get"):
            subprocess.run(
                ["apt-get", "--quiet", *command, *(lacks if "install" in command else ())],
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                stdin=subprocess.DEVNULL,
            )
    return ", ".join(missing(packages))
