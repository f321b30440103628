"""Reading a reader's files in a process of its own, while the server goes on answering the others.

To parse a million lines holds Python's lock for seconds. So a worker does it: it gets the files as
they are, says how far it is, and leaves the result in a file that is taken over in one piece.
Whatever happens to it, be it a file too large for its memory or a kill, becomes a sentence.

Every reading has a worker of its own, which costs a second at the start and leaves nothing behind.
It is none of `multiprocessing`: those run `__main__` again, which under Streamlit is the whole app.
"""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from io import SEEK_END, BufferedReader, FileIO
from pathlib import Path
from tempfile import TemporaryFile
from threading import BoundedSemaphore, Thread
from typing import IO, Any, Final, TypeAlias
from weakref import WeakSet, WeakValueDictionary

from metrics.runs import JudgedRun, Progress, read_table, read_trec

if sys.platform != "win32":
    import resource

File: TypeAlias = Path | IO[bytes]
"""A file of ours, or an upload; either has a name."""

SMALL: Final = 256 * 1024
"""Bytes, up to which files are read on the spot: it takes less than to start a worker."""

MOST_SECONDS: Final = 60
"""What a worker may take; on an idle machine the largest files need a sixth of it."""

MOST_MEMORY: Final = 2**30
"""Bytes a worker may hold; a million lines need a third of it."""

MOST_READINGS: Final = 10
"""Readings at once, under way or waiting; each may have two files of 100 MB on disk."""

MOST_HELD: Final = 100_000_000
"""Grades that all readers of a process may hold together, 8 bytes each."""

_READINGS: Final[WeakSet["Reading"]] = WeakSet()
_HELD: Final[WeakValueDictionary[int, JudgedRun]] = WeakValueDictionary()
_ROOM: Final = BoundedSemaphore(2)  # more workers at once would only wait for each other
_ROOT: Final = Path(__file__).parents[2]
# Else the libraries reserve for other threads and for later more than a worker may hold.
_FRUGAL: Final = {"OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}


class Reading:
    """Files on their way to a `JudgedRun`; ask it now and then how far it is.

    Attributes:
        progress: which share of the files has been read, from 0 to 1; then their lines are sorted.
    """

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.progress = 0.0
        self._outcome: Future[JudgedRun] = Future()
        self._worker: subprocess.Popen[str] | None = None
        self._cancelled = False

    @property
    def done(self) -> bool:
        """Tell whether `result` need not wait."""
        return self._outcome.done()

    def result(self) -> JudgedRun:
        """Return what was read; waits until it is.

        Raises:
            ValueError: why the files can't be read, in a sentence.
            RuntimeError: a fault of ours.
        """
        return self._outcome.result()

    def cancel(self) -> None:
        """Stop, for nobody waits for the result any more."""
        self._cancelled = True
        if self._worker:
            self._worker.kill()

    def _tell(self, read: float) -> None:
        self.progress = read

    def _settle(self, read: Callable[[], JudgedRun]) -> None:
        """Read, and keep what comes of it for whoever asks."""
        try:
            result = read()
            _HELD[id(result)] = result
            self._outcome.set_result(result)
        except Exception as problem:  # nothing is hidden: `result` raises it
            self._outcome.set_exception(problem)

    def _with_worker(self, files: Sequence[IO[bytes]], order: dict[str, Any]) -> JudgedRun:
        """Have a worker read open files, and wait for it without holding Python's lock."""
        with ExitStack() as stack:
            for file in files:
                stack.enter_context(file)
            stack.enter_context(_ROOM)
            result = stack.enter_context(TemporaryFile())
            open_for_it = [file.fileno() for file in (*files, result)]
            worker = stack.enter_context(
                subprocess.Popen(
                    [
                        sys.executable,
                        "-m",
                        "ui.studies.reading",
                        json.dumps(order),
                        *map(str, open_for_it),
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=_ROOT,
                    env=os.environ | _FRUGAL,
                    pass_fds=open_for_it,
                )
            )
            self._worker = worker
            if self._cancelled:  # before there was a worker to stop
                worker.kill()
            for share in worker.stdout or ():
                self._tell(float(share))
            if worker.wait() == -signal.SIGALRM:
                raise ValueError(f"reading was stopped, it took more than {order['seconds']} s")
            if worker.returncode < 0:  # pandas does not survive every lack of memory
                most = f"{order['memory'] / 2**20:,.0f} MB"
                raise ValueError(f"reading broke off, perhaps for want of more memory than {most}")
            if worker.returncode:
                raise RuntimeError("the worker failed; its traceback stands in the server's log")
            result.seek(0)
            outcome: JudgedRun | ValueError = pickle.load(result)
        if isinstance(outcome, ValueError):
            raise outcome
        return outcome


def start(files: Sequence[File], top_grade: int) -> Reading:
    """Begin to read a table, or a run and its qrels, with grades from 0 to `top_grade`.

    Where the process is full, the reading is refused: its result is a `ValueError`.
    """
    reading, full = Reading(), _full()
    if full:
        reading._outcome.set_exception(ValueError(full))
        return reading
    _READINGS.add(reading)
    # Windows has no way to hand over open files and to bound a worker; there others wait.
    if sys.platform == "win32" or sum(map(_size, files)) <= SMALL:
        reading._settle(partial(_read, files, top_grade, reading._tell))
    else:
        order = {
            "names": [file.name for file in files],
            "top_grade": top_grade,
            "seconds": MOST_SECONDS,
            "memory": MOST_MEMORY,
        }
        wait = partial(reading._with_worker, [_own(file) for file in files], order)
        Thread(target=reading._settle, args=(wait,), daemon=True).start()
    return reading


def _full() -> str:
    """Say in a sentence why no more can be read now, if it cannot."""
    if sum(not each.done for each in list(_READINGS)) >= MOST_READINGS:
        return "the server is reading files of other readers; try again in a minute"
    pools = (run.ranking for run in list(_HELD.values()))
    if sum(pool.grades.size + pool.missed.size for pool in pools) >= MOST_HELD:
        return "the server holds as much data as it can for other readers; try again later"
    return ""


def _size(file: File) -> int:
    return file.stat().st_size if isinstance(file, Path) else file.seek(0, SEEK_END)


def _own(file: File) -> IO[bytes]:
    """Open a file once more, or copy an upload to one that has no name and ends with its users."""
    if isinstance(file, Path):
        return file.open("rb")
    copy = TemporaryFile()  # noqa: SIM115, the one who waits for the worker closes it
    file.seek(0)
    shutil.copyfileobj(file, copy, 2**20)
    copy.flush()
    return copy


def _read(files: Sequence[File], top_grade: int, progress: Progress) -> JudgedRun:
    read: Callable[..., JudgedRun] = read_table if len(files) == 1 else read_trec
    return read(*files, top_grade=top_grade, progress=progress)


def _work(*opened: int, names: Sequence[str], top_grade: int, seconds: float, memory: int) -> None:
    """Be a worker: read files that are open by number, and leave the outcome in the last one."""
    signal.setitimer(signal.ITIMER_REAL, seconds)  # ends the process, in the midst of C code too
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the server's end is ours, without a traceback
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    os.nice(10)  # readers who act come before readers who wait
    *sources, target = opened
    files = [_named(*source) for source in zip(sources, names, strict=True)]
    outcome: JudgedRun | ValueError
    try:
        outcome = _read(files, top_grade, partial(print, flush=True))
    except ValueError as refused:
        outcome = refused
    with os.fdopen(target, "wb") as result:
        pickle.dump(outcome, result, protocol=5)  # an array in one piece, to be read as fast


def _named(number: int, name: str) -> IO[bytes]:
    """Open what is open by its number, under the name that its reader knows."""
    file = FileIO(number)
    file.name = name
    return BufferedReader(file)


if __name__ == "__main__":
    _work(*map(int, sys.argv[2:]), **json.loads(sys.argv[1]))
