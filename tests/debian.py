"""Debian's packages, for the tests that need more of a machine than Python."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import gettempdir


def missing(packages: Mapping[str, Callable[[], bool]]) -> str:
    """Name the packages that this machine lacks: each has a function that says it is there."""
    return ", ".join(name for name, is_there in packages.items() if not is_there())


def install(packages: Mapping[str, Callable[[], bool]], *options: str) -> str:
    """Install what is missing, if allowed to, one command at a time; name what is missing still."""
    if os.geteuid() == 0 and shutil.which("apt-get") and missing(packages):
        with Path(gettempdir(), "rankbook-debian.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # apt-get gives up where another one is at work
            for command in (["update"], ["install", "--yes", *options, *packages]) * 2:
                if missing(packages):  # one may fail
                    subprocess.run(
                        ["apt-get", "--quiet", *command],
                        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                        stdin=subprocess.DEVNULL,
                    )
    return missing(packages)
