"""Parse uploaded files in a worker process, while the server goes on serving other readers.

Parsing a million lines holds Python's global lock for seconds. So a worker process gets the open
files, prints its progress, and writes the result to a file. If it runs out of memory or is killed,
the reader sees a sentence.

Each reading starts its own worker, which takes a second. `multiprocessing` cannot be used: its
workers run `__main__` again, which under Streamlit is the whole app.
"""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from functools import partial
from io import SEEK_END, BufferedReader, FileIO
from pathlib import Path
from tempfile import TemporaryFile
from threading import BoundedSemaphore, Thread
from typing import IO, Any, Final, TypeAlias
from weakref import WeakSet, WeakValueDictionary

from metrics.reading.files import PACKED
from metrics.reading.rows import Limits, Progress
from metrics.runs import Brought, JudgedRun, together

if sys.platform != "win32":
    import resource

File: TypeAlias = Path | IO[bytes]
"""One of our files, or an upload; both have a name."""

SMALL: Final = 256 * 1024
"""Bytes up to which files are read without a worker, because that is faster."""

LIMITS: Final = Limits(
    bytes=100 * 2**20,
    lines=1_500_000,
    line=100_000,
    columns=100,
    cells=10_000_000,
    name=500,
    grade=1000,
    batch=20_000_000,
)
"""What a file may have: 1.5 times a run of 1,000 topics to depth 1,000, a document's text beside
its id, a title or a URL as a name, and 160 MB for each array of a batch."""

MOST_SECONDS: Final = 60
"""Time limit of a worker; on an idle machine the largest files need a sixth of it."""

MOST_MEMORY: Final = 2**30
"""Memory limit of a worker in bytes; a million lines need a third of it."""

MOST_READINGS: Final = 10
"""Most readings at once, running or waiting; each may have two files of 100 MB on disk."""

MOST_HELD: Final = 25_000_000
"""Most grades and scores that all sessions of a process may hold together, 8 bytes each."""

MOST_KEPT: Final = 40
"""Scores that a page keeps of each topic, by metric and knobs: all metrics twice."""

_READINGS: Final[WeakSet["Reading"]] = WeakSet()
_HELD: Final[WeakValueDictionary[int, JudgedRun]] = WeakValueDictionary()
_ROOM: Final = BoundedSemaphore(1)  # two of the largest files would not fit into the memory
_ROOT: Final = Path(__file__).parents[2]
# Otherwise the libraries reserve more memory than a worker may have.
_FRUGAL: Final = {"OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}


class Reading:
    """A running or finished reading of files into a `JudgedRun`.

    Attributes:
        progress: share of the files that was read, from 0 to 1; at 1 the lines are being sorted.
    """

    def __init__(self) -> None:
        """Create a reading without a worker."""
        self.progress = 0.0
        self._outcome: Future[Brought] = Future()
        self._worker: subprocess.Popen[str] | None = None
        self._cancelled = False

    @property
    def done(self) -> bool:
        """Whether `result` returns at once."""
        return self._outcome.done()

    def result(self) -> Brought:
        """Wait for the reading, and return what was read, or why nothing was.

        Raises:
            ValueError: the server can't read now; the message is a sentence for the reader.
            RuntimeError: the worker failed.
        """
        return self._outcome.result()

    def cancel(self) -> None:
        """Stop the worker, because the result is no longer needed."""
        self._cancelled = True
        if self._worker:
            self._worker.kill()

    def _set_progress(self, read: float) -> None:
        self.progress = read

    def _keep_outcome(self, read: Callable[[], Brought]) -> None:
        """Call `read`, and keep its result or exception for `result`."""
        try:
            self._outcome.set_result(read())
        except Exception as problem:  # `result` raises it
            self._outcome.set_exception(problem)

    def _with_worker(self, files: Sequence[IO[bytes]], request: dict[str, Any]) -> Brought:
        """Let a worker read open files, and wait for it without holding Python's lock."""
        with ExitStack() as stack:
            for file in files:
                stack.enter_context(file)
            stack.enter_context(_ROOM)
            _refuse_if_much_is_held()
            result = stack.enter_context(TemporaryFile())
            open_files = [file.fileno() for file in (*files, result)]
            worker = stack.enter_context(
                subprocess.Popen(
                    [
                        sys.executable,
                        "-m",
                        "ui.core.upload_worker",
                        json.dumps(request),
                        *map(str, open_files),
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=_ROOT,
                    env=os.environ | _FRUGAL,
                    pass_fds=open_files,
                )
            )
            self._worker = worker
            if self._cancelled:  # cancelled before the worker started
                worker.kill()
            for share in worker.stdout or ():
                self._set_progress(float(share))
            if worker.wait() == -signal.SIGALRM:
                raise ValueError(
                    f"reading was stopped because it took more than {request['seconds']} s"
                )
            if worker.returncode < 0:  # pandas may crash without memory
                most = f"{request['memory'] / 2**20:,.0f} MB"
                raise ValueError(f"reading stopped; it may need more memory than {most}")
            if worker.returncode:
                raise RuntimeError("the worker failed; its traceback is in the server's log")
            result.seek(0)
            outcome: Brought = pickle.load(result)
            return _held(outcome)


def start(
    files: Sequence[File],
    kinds: Sequence[str | None] = (),
    *,
    order_of_lines: bool = False,
    worth: Mapping[str, float] | None = None,
) -> Reading:
    """Start to read files that were brought together (`metrics.runs.together`).

    If the process is full, `Reading.result` raises a `ValueError`; our own examples always fit.
    """
    reading = Reading()
    try:
        if not all(isinstance(file, Path) for file in files):
            _refuse_if_many_read()
            _refuse_if_much_is_held()
    except ValueError as refusal:
        reading._outcome.set_exception(refusal)
        return reading
    _READINGS.add(reading)
    # Windows can neither pass open files to a worker nor limit it: other readers wait there.
    options = {"kinds": [*kinds], "order_of_lines": order_of_lines, "worth": {**(worth or {})}}
    if sys.platform == "win32" or sum(map(_size, files)) <= SMALL:
        reading._keep_outcome(lambda: _held(_read(files, options, reading._set_progress)))
    else:
        request = {
            "names": [file.name for file in files],
            "options": options,
            "seconds": MOST_SECONDS,
            "memory": MOST_MEMORY,
        }
        wait = partial(reading._with_worker, [_own(file) for file in files], request)
        Thread(target=reading._keep_outcome, args=(wait,), daemon=True).start()
    return reading


def _refuse_if_many_read() -> None:
    if sum(not reading.done for reading in list(_READINGS)) >= MOST_READINGS:
        raise ValueError("the server is reading files of other readers; try again in a minute")


def _refuse_if_much_is_held() -> None:
    pools = (run.ranking for run in list(_HELD.values()))
    sizes = (each.grades.size + each.missed.size + MOST_KEPT * len(each.grades) for each in pools)
    if sum(sizes) >= MOST_HELD:
        raise ValueError(
            "the server holds as much data as it can for other readers; try again later"
        )


def _held(brought: Brought) -> Brought:
    for run in brought.runs:
        _HELD[id(run)] = run
    return brought


def _size(file: File) -> int:
    """Return the bytes of a file; of a packed one, more than any that is read at once."""
    if isinstance(file, Path):
        return file.stat().st_size
    file.seek(0)
    return SMALL + 1 if file.read(2) == PACKED else file.seek(0, SEEK_END)


def _own(file: File) -> IO[bytes]:
    """Open a file again, or copy an upload to a temporary file."""
    if isinstance(file, Path):
        return file.open("rb")
    copy = TemporaryFile()  # noqa: SIM115, _with_worker closes it
    file.seek(0)
    shutil.copyfileobj(file, copy, 2**20)
    copy.flush()
    return copy


def _read(files: Sequence[File], options: Mapping[str, Any], progress: Progress) -> Brought:
    return together(files, **options, limits=LIMITS, progress=progress)


def _work(
    *opened: int,
    names: Sequence[str],
    options: Mapping[str, Any],
    seconds: float,
    memory: int,
) -> None:
    """Run in the worker: read open files by number, and write the outcome to the last one."""
    signal.setitimer(signal.ITIMER_REAL, seconds)  # ends the process even inside C code
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends with the server, without a traceback
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    os.nice(10)  # the server has priority
    with suppress(OSError):  # without memory, Linux ends the worker, and not the server
        Path("/proc/self/oom_score_adj").write_text("1000")
    *sources, target = opened
    files = [_named(*source) for source in zip(sources, names, strict=True)]
    outcome = _read(files, options, partial(print, flush=True))
    with os.fdopen(target, "wb") as result:
        pickle.dump(outcome, result, protocol=5)  # fast for large arrays


def _named(number: int, name: str) -> IO[bytes]:
    """Return a file object for an open file number, with the name that the reader knows."""
    file = FileIO(number)
    file.name = name
    return BufferedReader(file)


if __name__ == "__main__":
    _work(*map(int, sys.argv[2:]), **json.loads(sys.argv[1]))
