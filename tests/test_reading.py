"""Reading beside the server: the same result, and a sentence whatever happens to the worker."""

import gc
import io
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from weakref import WeakValueDictionary

import numpy as np
import pytest

from live_app import ROOT
from metrics.runs import Brought, Ids, JudgedRun, read
from ui.core import upload_worker
from ui.core.upload_worker import LIMITS, MOST_READINGS, Reading, start

pytestmark = pytest.mark.slow

RUN = "".join(f"q{i % 50} Q0 ä{i} 1 {i % 997} system\n" for i in range(20_000)).encode()
QRELS = "".join(f"q{i % 60} 0 ä{i * 3} {i % 4}\n" for i in range(9_000)).encode()
TABLE = b"title,grade,rank\n" + b"".join(b"title %d,%d,%d\n" % (i, i % 4, i) for i in range(30_000))


SMALL = b"title,grade,rank\na,1,1\n"


def ids(reading: Reading) -> Ids:
    """The ids of the documents that were read."""
    (run,) = reading.result().runs
    assert run.documents
    return run.documents


def upload(content: bytes, name: str) -> io.BytesIO:
    """A file as Streamlit hands it over, which someone has looked into before."""
    file = io.BytesIO(content)
    file.name = name
    file.read(7)
    return file


def run_and_qrels() -> list[io.BytesIO]:
    return [upload(RUN, "my.run"), upload(QRELS, "my.qrels")]


def assert_same(brought: Brought, theirs: JudgedRun) -> None:
    (ours,) = brought.runs
    assert ours.topics == theirs.topics
    assert ours.notes[0] == theirs.notes[0]
    for name in ("documents", "missed"):
        assert getattr(ours, name).tolist() == getattr(theirs, name).tolist()
    for name in ("grades", "missed", "lengths", "top_grade", "relevant_from"):
        value = getattr(ours.ranking, name)
        np.testing.assert_array_equal(value, getattr(theirs.ranking, name))
        assert np.ndim(value) == 0 or not value.flags.writeable


def until(true: str, of: Reading) -> None:
    """Wait until something is true of a reading."""
    end = time.monotonic() + 60
    while not getattr(of, true):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_worker_reads_what_reading_at_once_reads(tmp_path: Path) -> None:
    path = tmp_path / "my.csv"
    path.write_bytes(TABLE)
    files = run_and_qrels()
    by_worker, of_table = start(files), start([path])
    assert not by_worker.done
    assert_same(by_worker.result(), read(RUN, QRELS))
    assert_same(of_table.result(), read(TABLE))
    assert by_worker.done
    assert not any(file.closed for file in files)


def test_progress_rises(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def tell(reading: Reading, read: float) -> None:
        seen.append(read)
        reading.progress = read

    monkeypatch.setattr(Reading, "_set_progress", tell)
    lines = b"".join(b"q1 Q0 d%d 1 2 s\n" % i for i in range(450_000))
    under_way = start([upload(lines, "my.run"), upload(b"q1 0 d1 1\n", "my.qrels")])
    assert under_way.progress == 0
    assert ids(under_way).shape == (1, 450_000)
    assert seen == sorted(seen)
    assert (under_way.progress, seen[-1]) == (1, 1)
    assert len(set(seen)) >= 3


def test_a_process_reads_for_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    small = [upload(SMALL, "my.csv")]
    waiting = [Reading() for _ in range(MOST_READINGS)]
    monkeypatch.setattr("ui.core.upload_worker._READINGS", {*waiting[1:]})
    assert start(small).result().runs
    monkeypatch.setattr("ui.core.upload_worker._READINGS", {*waiting})
    with pytest.raises(ValueError, match="the server is reading files of other readers"):
        start(small).result()
    assert start([ROOT / "assets/example.csv"]).result().runs  # our example always fits


def test_a_process_holds_so_many_grades_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody has any more does not count."""
    monkeypatch.setattr("ui.core.upload_worker._HELD", WeakValueDictionary())
    monkeypatch.setattr("ui.core.upload_worker.MOST_HELD", 2)
    small = [upload(SMALL + b"b,0,2\n", "my.csv")]
    held = start(small).result()
    with pytest.raises(ValueError, match="the server holds as much data as it can"):
        start(small).result()
    del held
    gc.collect()
    assert start(small).result().runs


def test_who_waits_for_a_worker_is_refused_where_the_process_is_full_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.core.upload_worker._HELD", WeakValueDictionary())
    monkeypatch.setattr("ui.core.upload_worker.MOST_HELD", 1)
    with upload_worker._ROOM:
        waits = start(run_and_qrels())
        held = start([upload(SMALL, "my.csv")]).result()
    with pytest.raises(ValueError, match="the server holds as much data as it can"):
        waits.result()
    assert waits._worker is None
    assert held.runs


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="Linux alone has it")
def test_without_memory_the_system_ends_a_worker_and_not_the_server() -> None:
    lines = b"".join(b"q1 Q0 d%d 1 2 s\n" % i for i in range(450_000))
    under_way = start([upload(lines, "my.run"), upload(b"q1 0 d1 1\n", "my.qrels")])
    until("_worker", under_way)
    assert under_way._worker
    while Path(f"/proc/{under_way._worker.pid}/oom_score_adj").read_text() != "1000\n":
        time.sleep(0.01)
    under_way.cancel()


def test_small_files_need_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(subprocess, "Popen")
    small = start([upload(SMALL, "my.csv")])
    assert (small.done, small.progress) == (True, 1)
    assert ids(small).tolist() == [["a"]]
    bad = start([upload(SMALL.replace(b",1,", b",1001,"), "my.csv")]).result()
    assert bad.problem == "my.csv, line 2: the grade must be a number up to 1,000, got 1001"


@pytest.mark.parametrize("name", ["my.csv", "a\0\ud800.csv", ""])
def test_a_worker_refuses_in_the_same_words(name: str) -> None:
    content = TABLE + b"x,1001,7\n"
    with pytest.raises(ValueError, match=r"line 30002: the grade .* got 1001$") as here:
        read(upload(content, name), limits=LIMITS)
    assert start([upload(content, name)]).result().problem == str(here.value)


def test_a_worker_that_is_killed() -> None:
    under_way = start(run_and_qrels())
    until("_worker", under_way)
    assert under_way._worker
    os.kill(under_way._worker.pid, signal.SIGKILL)
    with pytest.raises(ValueError, match=r"^reading stopped"):
        under_way.result()


def test_a_fault_of_ours_is_not_the_files(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upload_worker, "MOST_MEMORY", "much")
    with pytest.raises(RuntimeError, match=r"^the worker failed"):
        start(run_and_qrels()).result()
    assert "Traceback" in capfd.readouterr().err


def test_a_worker_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_worker, "MOST_SECONDS", 0.02)
    with pytest.raises(ValueError, match=r"^reading was stopped because it took more than 0\.02 s"):
        start(run_and_qrels()).result()


def test_a_worker_that_needs_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it notices, or dies of it: pandas does either."""
    monkeypatch.setattr(upload_worker, "MOST_MEMORY", 140 * 2**20)
    lines = b"".join(b"q1 Q0 d%d 1 2 s\n" % i for i in range(900_000))
    under_way = start([upload(lines, "my.run"), upload(b"q1 0 d1 1\n", "my.qrels")])
    try:
        said = under_way.result().problem
    except ValueError as stopped:
        said = str(stopped)
    assert re.match(r"(there is not enough|reading stopped; .*) memory", said)


def test_a_reading_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is stopped while it reads, the second while it waits for room."""
    monkeypatch.setattr(upload_worker, "_ROOM", upload_worker.BoundedSemaphore(1))
    first, second, third = (start(run_and_qrels()) for _ in range(3))
    second.cancel()
    until("_worker", first)
    first.cancel()
    for stopped in (first, second):
        with pytest.raises(ValueError, match=r"^reading stopped"):
            stopped.result()
        assert stopped._worker
        assert stopped._worker.returncode == -signal.SIGKILL
    assert len(third.result().runs[0].topics) == 60
    third.cancel()  # too late, which does no harm
    assert third.result().runs
