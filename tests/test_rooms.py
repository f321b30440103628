"""Rooms, questions and answers in a database; every property on SQLite and on PostgreSQL."""

import json
import multiprocessing
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from rooms import store
from rooms.questions import judged
from rooms.store import AwayError, Database, RoomError, Rooms, database

ASKED = {"kind": "number", "text": "What is AP?", "low": 0, "high": 1}
KEPT = {"page": "average_precision", "key": "ap"}
EVIL = "x'); DROP TABLE answers; --"
TABLES = ("rooms", "questions", "answers", "verdicts", "listeners", "admitted")


@pytest.fixture
def db(rooms_url: str) -> Iterator[Database]:
    opened = database(rooms_url)
    yield opened
    opened.close()


@pytest.fixture
def rooms(db: Database) -> Rooms:
    return Rooms(db)


@contextmanager
def other_process(url: str) -> Iterator[Rooms]:
    """The same rooms, through a connection of its own."""
    opened = database(url)
    try:
        yield Rooms(opened)
    finally:
        opened.close()


def rows(db: Database) -> dict[str, int]:
    """How many rows each table has."""
    return {table: db.run(f"SELECT count(*) FROM {table}")[0][0] for table in TABLES}


# Who may do what


def test_a_code_is_short_and_a_secret_is_long(rooms: Rooms) -> None:
    opened = [rooms.open() for _ in range(20)]
    for code, secret in opened:
        assert len(code) == 6
        assert set(code) <= set(store.ALPHABET)
        assert len(secret) >= 22  # 128 bits
        assert code not in secret
        assert rooms.holds(code, secret)
    assert len(set(opened)) == 20


def test_only_the_secret_opens_what_is_the_lecturers(rooms: Rooms, db: Database) -> None:
    code, secret = rooms.open()
    other, theirs = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    rooms.answer(code, "phone", number, "0.5")
    stored = db.run("SELECT host FROM rooms WHERE code = ?", code)[0][0]
    before = rooms.state(code)
    for forged in (
        "",
        code,
        theirs,
        secret[:-1],
        f"{secret} ",
        stored,
        "' OR 1=1 --",
        "\0",
        "\ud800",
    ):
        assert not rooms.holds(code, forged)
        for act in (
            lambda forged=forged: rooms.ask(code, forged, ASKED, KEPT),
            lambda forged=forged: rooms.close(code, forged, number),
            lambda forged=forged: rooms.reveal(code, forged, number, {"text": "0.5"}, {}),
            lambda forged=forged: rooms.kept(code, forged, number),
            lambda forged=forged: rooms.end(code, forged),
            lambda forged=forged: rooms.check_held(code, forged),
        ):
            with pytest.raises(RoomError, match="Another device has taken the room over"):
                act()
        assert rooms.answers(code, forged, number) == []
        assert rooms.moves(code, forged, number) == []
        assert not rooms.take_over(code, forged, "x" * 100)
    assert rooms.state(code) == before
    assert stored not in (secret, code)
    assert rooms.holds(other, theirs)


def test_a_question_that_was_never_asked_keeps_nothing(rooms: Rooms) -> None:
    code, secret = rooms.open()
    with pytest.raises(RoomError, match=r"^This room has no question 9\.$"):
        rooms.kept(code, secret, 9)


def test_who_takes_a_room_over_is_the_only_one_who_holds_it(rooms: Rooms) -> None:
    (code, secret), (other, theirs) = rooms.open(), rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    rooms.answer(code, "phone", number, "0.5")
    before = rooms.state(code)
    assert before
    assert rooms.take_over(code, secret, f"{secret[:-1]}-")
    assert not rooms.take_over(code, secret, f"{secret[:-1]}_")  # a code works once
    after = rooms.state(code)
    assert after
    assert after.version == before.version + 1
    assert (after.question, after.answer_count) == (before.question, 1)
    assert not rooms.holds(code, secret)
    with pytest.raises(RoomError, match="Another device has taken the room over"):
        rooms.close(code, secret, number)
    rooms.close(code, f"{secret[:-1]}-", number)
    assert rooms.holds(other, theirs)


def test_what_is_typed_is_never_run(rooms: Rooms, db: Database) -> None:
    code, secret = rooms.open()
    number = rooms.ask(code, secret, {**ASKED, "text": EVIL}, {"page": EVIL})
    assert rooms.answer(code, EVIL, number, EVIL)
    assert rooms.answers(code, secret, number) == [EVIL]
    assert rooms.mine(code, EVIL, number) == (EVIL, {})
    for other in (EVIL, "", "%", "______", f"{code}\0", "\ud800"):
        assert rooms.state(other) is None
        assert not rooms.answer(other, "phone", number, "0.5")
        assert rooms.mine(other, EVIL, number) is None
        assert not rooms.holds(other, secret)
    rooms.reveal(code, secret, number, {"text": EVIL}, {EVIL: {"text": EVIL}})
    assert rooms.mine(code, EVIL, number) == (EVIL, {"text": EVIL})
    rooms.note(code, {EVIL: True})
    assert rooms.ask(code, secret, ASKED, KEPT, only_here=True) == 2
    assert not rooms.is_barred(code, EVIL, 2)
    assert rows(db) == dict.fromkeys(TABLES, 1) | {"questions": 2}


# Marks


def test_a_room_knows_only_the_marks_that_it_gave_out(rooms: Rooms) -> None:
    (code, secret), (other, _) = rooms.open(), rooms.open()
    marks = [rooms.mark(code) for _ in range(20)]
    assert len({rooms.phone(code, mark) for mark in marks} - {None}) == 20
    number, _, signature = marks[0].partition(".")
    assert len(number) == len(signature) == 22  # 128 bits each
    for forged in (
        *("", ".", number, f"{number}.", f".{signature}", "a" * 22, EVIL, "\ud800", "é" * 45),
        *(f"{marks[0]} ", f"{marks[0]}.", marks[0].lower(), f"{marks[1][:22]}.{signature}"),
        *(rooms.mark(other), f"{signature}.{number}", secret),
    ):
        assert rooms.phone(code, forged) is None, forged
    assert rooms.phone(other, marks[0]) is None
    rooms.end(code, secret)
    assert rooms.phone(code, marks[0]) is None
    assert rooms.mark(code) == ""


def test_a_database_holds_no_mark_and_no_secret_of_a_wall(rooms: Rooms, db: Database) -> None:
    code, secret = rooms.open()
    number, mark = rooms.ask(code, secret, ASKED, KEPT), rooms.mark(code)
    phone = rooms.phone(code, mark)
    assert phone
    rooms.note(code, {phone: True})
    rooms.answer(code, phone, number, "0.5")
    stored = str([db.run(f"SELECT * FROM {table}") for table in TABLES])
    assert phone in stored
    assert store.proof(secret) not in stored
    assert not any(part in stored for part in mark.split("."))
    assert len(db.run("SELECT salt FROM rooms")[0][0]) == 32  # 128 bits


def test_only_the_lecturer_can_prove_that_a_wall_is_theirs(rooms: Rooms, db: Database) -> None:
    (code, secret), (other, theirs) = rooms.open(), rooms.open()
    stored = db.run("SELECT host FROM rooms WHERE code = ?", code)[0][0]
    assert rooms.is_wall(code, store.proof(secret))
    for forged in ("", secret, stored, store.proof(theirs), store.proof(""), "\ud800", EVIL):
        assert not rooms.is_wall(code, forged)
    fresh = "n" * 22
    rooms.take_over(code, secret, fresh)
    assert not rooms.is_wall(code, store.proof(secret))
    assert rooms.is_wall(code, store.proof(fresh))
    assert not rooms.is_wall("AAAAAA", store.proof(theirs))
    assert rooms.is_wall(other, store.proof(theirs))


# Answers


def test_a_phone_has_one_answer_and_can_change_it(rooms: Rooms) -> None:
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    for value in ("0.5", "0.5", "0.7"):  # a tap too many, and another thought
        assert rooms.answer(code, "phone", number, value)
    assert rooms.answer(code, "other", number, "0.1")
    assert rooms.answers(code, secret, number) == ["0.1", "0.7"]
    assert rooms.mine(code, "phone", number) == ("0.7", {})
    assert rooms.mine(code, "third", number) is None
    assert rooms.state(code).answer_count == 2
    rooms.close(code, secret, number)
    assert not rooms.answer(code, "phone", number, "0.9")
    assert not rooms.answer(code, "late", number, "0.9")
    assert rooms.answers(code, secret, number) == ["0.1", "0.7"]


def test_no_answer_where_nothing_is_asked(rooms: Rooms) -> None:
    code, secret = rooms.open()
    assert rooms.state(code).question is None
    assert not rooms.answer(code, "phone", 1, "0.5")
    number = rooms.ask(code, secret, ASKED, KEPT)
    for wrong in (0, number + 1, -1):
        assert not rooms.answer(code, "phone", wrong, "0.5")
    again = rooms.ask(code, secret, ASKED, KEPT)  # closes the first
    assert not rooms.answer(code, "phone", number, "0.5")
    assert rooms.answer(code, "phone", again, "0.5")
    with pytest.raises(RoomError, match="at most 400 characters"):
        rooms.answer(code, "phone", again, "9" * 401)


def test_rooms_do_not_see_each_other(rooms: Rooms) -> None:
    (one, secret), (two, theirs) = rooms.open(), rooms.open()
    rooms.ask(one, secret, ASKED, KEPT)
    rooms.ask(two, theirs, ASKED, KEPT)
    rooms.answer(one, "phone", 1, "0.5")
    assert rooms.answers(two, theirs, 1) == []
    assert rooms.answers(two, secret, 1) == []
    assert rooms.state(two).answer_count == 0
    assert rooms.mine(two, "phone", 1) is None
    rooms.answer(two, "phone", 1, "0.5")
    rooms.end(one, secret)
    assert rooms.answers(two, theirs, 1) == ["0.5"]


# The reveal


def test_nothing_is_seen_before_the_reveal(rooms: Rooms, db: Database) -> None:
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, {**KEPT, "goal": "hidden-7351"})
    rooms.answer(code, "phone", number, "0.73519")
    for step in (lambda: None, lambda: rooms.close(code, secret, number)):
        step()
        seen = rooms.state(code)
        assert seen.question.truth == {}
        assert "7351" not in repr(seen)
        assert rooms.mine(code, "other", number) is None
    assert db.run("SELECT truth FROM questions") == [("{}",)]
    rooms.reveal(code, secret, number, {"text": "AP = 0.5"}, {"0.73519": {"text": "0.23519 off"}})
    assert rooms.state(code).question.truth == {"text": "AP = 0.5"}
    assert rooms.mine(code, "phone", number) == ("0.73519", {"text": "0.23519 off"})
    assert "7351" not in repr(rooms.state(code))  # a verdict is for the phone that gave the answer


def test_a_question_is_revealed_again_and_a_missing_one_never(rooms: Rooms) -> None:
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    for text in ("one", "two"):
        rooms.reveal(code, secret, number, {"text": text}, {"0.5": {"text": text}})
    assert rooms.state(code).question.truth == {"text": "two"}
    with pytest.raises(RoomError, match="no question 9"):
        rooms.reveal(code, secret, 9, {}, {})


def test_a_second_round_is_a_question_and_shows_who_moved(rooms: Rooms) -> None:
    code, secret = rooms.open()
    first = rooms.ask(code, secret, ASKED, KEPT)
    for phone, value in {"a": "0.1", "b": "0.2", "c": "0.3"}.items():
        rooms.answer(code, phone, first, value)
    rooms.close(code, secret, first)
    second = rooms.ask(code, secret, ASKED, KEPT, again=first)
    for phone, value in {"a": "0.5", "b": "0.2", "d": "0.5"}.items():
        rooms.answer(code, phone, second, value)
    assert rooms.state(code).question.again == first
    assert rooms.moves(code, secret, second) == [("0.1", "0.5"), ("0.2", "0.2")]
    assert rooms.moves(code, secret, first) == []


# At the same moment


class Halfway:
    """A database in which an answer stands still between its statement and its end."""

    def __init__(self, inner: Database) -> None:
        """Ask another one."""
        self.inner, self.lock = inner, inner.lock
        self.begun, self.go = threading.Event(), threading.Event()

    def run(self, statement, *values):
        if not statement.startswith("INSERT INTO answers"):
            return self.inner.run(statement, *values)
        with self.inner.transaction() as run:
            done = run(statement, *values)
            self.begun.set()
            assert self.go.wait(30)
            return done


@pytest.mark.parametrize("act", ["close", "reveal", "ask"])
def test_an_answer_under_way_is_waited_for(rooms: Rooms, rooms_url: str, act: str) -> None:
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    acts = {
        "close": lambda: rooms.close(code, secret, number),
        "reveal": lambda: rooms.reveal(code, secret, number, {}, {}),
        "ask": lambda: rooms.ask(code, secret, ASKED, KEPT),
    }
    seen: list[list[str]] = []

    def lecture() -> None:
        acts[act]()
        seen.append(rooms.answers(code, secret, number))

    with other_process(rooms_url) as others:
        halfway = Halfway(others._db)
        phone = threading.Thread(target=lambda: Rooms(halfway).answer(code, "phone", number, "0.5"))
        phone.start()
        assert halfway.begun.wait(30)
        lecturer = threading.Thread(target=lecture)
        lecturer.start()
        lecturer.join(0.3)
        assert seen == []  # it waits
        halfway.go.set()
        phone.join()
        lecturer.join()
    assert seen == [["0.5"]] == [rooms.answers(code, secret, number)]


def keep_answering(url, code, number, voter, gone_on, results) -> None:
    """Answer as 40 phones, each again and again, until the question is closed."""
    with other_process(url) as rooms:
        taken, turn = {}, 0
        while rooms.answer(code, f"{voter}-{turn % 40}", number, f"{voter}-{turn}"):
            taken[turn % 40] = f"{voter}-{turn}"
            turn += 1
            if turn == 60:
                gone_on.release()
        late = [rooms.answer(code, f"{voter}-{late}", number, "late") for late in range(10)]
        results.put((list(taken.values()), any(late)))


@pytest.mark.slow
def test_what_was_taken_is_what_is_there_at_closing_and_afterwards(
    rooms: Rooms, rooms_url: str
) -> None:
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    spawn = multiprocessing.get_context("spawn")
    gone_on, results = spawn.Semaphore(0), spawn.Queue()
    processes = [
        spawn.Process(
            target=keep_answering, args=(rooms_url, code, number, voter, gone_on, results)
        )
        for voter in "ab"
    ]
    for process in processes:
        process.start()
    for _ in processes:
        assert gone_on.acquire(timeout=120)
    rooms.close(code, secret, number)
    at_closing = rooms.answers(code, secret, number)
    told = [results.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    taken = [value for values, _ in told for value in values]
    assert sorted(taken) == at_closing == rooms.answers(code, secret, number)
    assert len(taken) == 80
    assert not any(late for _, late in told)


def test_two_tabs_of_a_lecturer(rooms: Rooms, rooms_url: str, db: Database) -> None:
    code, secret = rooms.open()
    numbers: list[int] = []
    with other_process(rooms_url) as others:
        tabs = [
            threading.Thread(target=lambda of=of: numbers.append(of.ask(code, secret, ASKED, KEPT)))
            for of in (rooms, others) * 4
        ]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()
        assert sorted(numbers) == list(range(1, 9))
        assert db.run("SELECT number FROM questions WHERE phase = 'open'") == [(8,)]
        others.close(code, secret, 8)
        rooms.close(code, secret, 8)
        others.reveal(code, secret, 8, {"text": "0.5"}, {})
        rooms.close(code, secret, 8)  # a tab that lags behind hides nothing
        assert rooms.state(code).question.phase == "revealed"
        assert rooms.state(code).version == 12  # each act is one more, so every phone hears of it
        others.end(code, secret)
        with pytest.raises(RoomError, match="has ended"):
            rooms.ask(code, secret, ASKED, KEPT)


def test_a_restart_in_the_middle_of_a_question(rooms_url: str) -> None:
    with other_process(rooms_url) as before:
        code, secret = before.open()
        number = before.ask(code, secret, ASKED, KEPT)
        before.answer(code, "phone", number, "0.5")
        state = before.state(code)
    with other_process(rooms_url) as after:
        assert after.state(code) == state
        assert after.holds(code, secret)
        assert after.kept(code, secret, number) == KEPT
        assert after.answer(code, "phone", number, "0.6")
        assert after.answer(code, "other", number, "0.7")
        assert after.answers(code, secret, number) == ["0.6", "0.7"]


def test_processes_that_start_at_once_share_a_new_database(rooms_url: str) -> None:
    together, codes = threading.Barrier(6), []

    def begin() -> None:
        together.wait()
        with other_process(rooms_url) as rooms:
            codes.append(rooms.open()[0])

    starting = [threading.Thread(target=begin) for _ in range(6)]
    for one in starting:
        one.start()
    for one in starting:
        one.join()
    with other_process(rooms_url) as rooms:
        assert len(codes) == 6
        assert all(map(rooms.state, codes))


def test_a_process_waits_for_the_one_that_makes_the_file(tmp_path: Path) -> None:
    first = sqlite3.connect(
        tmp_path / "rooms.sqlite", isolation_level=None, check_same_thread=False
    )
    first.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, first.execute, ["ROLLBACK"]).start()
    with other_process(f"sqlite:///{tmp_path}/rooms.sqlite") as rooms:
        code, _ = rooms.open()
        assert rooms.state(code)
    first.close()


@pytest.mark.slow
def test_a_server_of_databases_that_was_restarted(postgresql_url: str) -> None:
    with other_process(postgresql_url) as rooms, other_process(postgresql_url) as others:
        code, secret = rooms.open()
        others._db.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        assert rooms.holds(code, secret)
        rooms.end(code, secret)


def test_two_processes_on_one_database(rooms: Rooms, rooms_url: str) -> None:
    with other_process(rooms_url) as others:
        code, secret = rooms.open()
        number = others.ask(code, secret, ASKED, KEPT)
        assert rooms.answer(code, "phone", number, "0.5")
        assert others.answer(code, "phone", number, "0.6")
        assert others.mine(code, "phone", number) == rooms.mine(code, "phone", number)
        assert rooms.state(code) == others.state(code)
        assert rooms.answers(code, secret, number) == ["0.6"]


# Deletion


def fill(rooms: Rooms) -> tuple[str, str]:
    """A room with something in every table, all of it easy to find in a file."""
    code, secret = rooms.open()
    rooms.note(code, {f"phone {phone} of the MARKed": True for phone in range(200)})
    rooms.ask(code, secret, ASKED, KEPT, only_here=True)
    number = rooms.ask(code, secret, {**ASKED, "text": "ASKED-MARK" * 40}, {"page": "KEPT-MARK"})
    for phone in range(200):
        rooms.answer(code, f"phone {phone}", number, f"ANSWER-MARK {phone}")
        rooms.answer(code, f"phone {phone}", number, f"ANSWER-MARK changed {phone}")
    rooms.reveal(
        code, secret, number, {"text": "TRUTH-MARK"}, {"ANSWER-MARK changed 1": {"text": "V-MARK"}}
    )
    return code, secret


@pytest.mark.parametrize("way", ["end", "sweep", "open"])
def test_ending_and_the_day_delete_everything(
    rooms: Rooms, db: Database, rooms_url: str, way: str
) -> None:
    code, secret = fill(rooms)
    with other_process(rooms_url) as others:
        assert others.state(code)
        clock = store.time.time
        later = Rooms(others._db, now=lambda: clock() + store.DAY + 1)
        if way == "end":
            others.end(code, secret)
        else:  # nobody sees an expired room, swept or not
            assert later.state(code) is None
            assert not later.answer(code, "phone 1", 2, "0.5")
            assert later.mine(code, "phone 1", 2) is None
            assert not later.holds(code, secret)
            with pytest.raises(RoomError, match="has ended"):
                later.ask(code, secret, ASKED, KEPT)
        if way == "sweep":
            assert later.sweep() == 1
        if way == "open":
            later.open()
    assert rows(db) == dict.fromkeys(TABLES, 0) | {"rooms": int(way == "open")}
    assert rooms.state(code) is None
    if rooms_url.startswith("sqlite"):
        files = list(Path(rooms_url.removeprefix("sqlite:///")).parent.glob("rooms.sqlite*"))
        assert len(files) == 3  # the log is there: a process has the file open
        assert not [file.name for file in files if b"MARK" in file.read_bytes()]


def test_a_sweep_leaves_what_is_not_a_day_old(rooms: Rooms) -> None:
    code, _ = rooms.open()
    assert rooms.sweep() == 0
    assert rooms.state(code)


# The database of a process


def test_no_file_before_a_room_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_connected", {})
    file = tmp_path / "rooms.sqlite"
    monkeypatch.setenv("ROOMS", f"sqlite:///{file}")
    assert store.connect(create=False) is None
    assert list(tmp_path.iterdir()) == []
    rooms = store.connect(create=True)
    assert rooms is store.connect(create=False) is store.connect(create=True)
    assert file.stat().st_mode & 0o777 == 0o600
    rooms._db.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://x", "sqlite:///PATH or postgresql://"),
        ("rooms.db", "sqlite:///PATH or postgresql://"),
        ("sqlite:////no/such/folder/rooms.sqlite", "does not answer"),
        ("postgresql://nobody@127.0.0.1:1/none?connect_timeout=1", "does not answer"),
    ],
)
def test_a_database_that_cannot_be_had_is_a_sentence(
    url: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.5)
    monkeypatch.setattr(store, "_failed", {})
    monkeypatch.setenv("ROOMS", url)
    with pytest.raises(RoomError, match=sentence):
        store.connect(create=True)


def test_a_class_does_not_wait_for_a_dead_database_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_connected", {})
    monkeypatch.setattr(store, "_failed", {})
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    monkeypatch.setenv("ROOMS", f"sqlite:///{tmp_path}/later/rooms.sqlite")
    tried: list[str] = []
    real = store.database
    monkeypatch.setattr(store, "database", lambda url: tried.append(url) or real(url))
    for _ in range(3):
        with pytest.raises(AwayError, match="does not answer"):
            store.connect(create=True)
    assert len(tried) == 1
    (tmp_path / "later").mkdir()
    while True:  # until it is tried again
        try:
            rooms = store.connect(create=True)
        except AwayError:
            continue
        break
    rooms._db.close()


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Rooms]:
    """The file of this process, and its rooms."""
    monkeypatch.setattr(store, "_connected", {})
    monkeypatch.setattr(store, "_missing", {})
    monkeypatch.setenv("ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")
    rooms = store.connect(create=True)
    assert rooms
    return tmp_path / "rooms.sqlite", rooms


def delete(file: Path) -> None:
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


def test_a_file_that_is_deleted_takes_no_more_answers(opened: tuple[Path, Rooms]) -> None:
    """They would be acknowledged, and lost. The next room makes a new file."""
    file, rooms = opened
    code, secret = rooms.open()
    number = rooms.ask(code, secret, ASKED, KEPT)
    delete(file)
    for act in (
        lambda: rooms.answer(code, "phone", number, "0.5"),
        lambda: rooms.mine(code, "phone", number),
        lambda: rooms.state(code),
        lambda: rooms.close(code, secret, number),
        lambda: rooms.open(),
        lambda: rooms.note(code, {"phone": True}),
        lambda: store.connect(create=False),
    ):
        with pytest.raises(AwayError, match="does not answer"):
            act()
    assert not file.exists()
    fresh = store.connect(create=True)
    assert fresh
    assert fresh is store.connect(create=False)
    assert fresh.state(code) is None
    code, _ = fresh.open()
    with other_process(f"sqlite:///{file}") as others:
        assert others.state(code)
    fresh.leave()


def test_a_file_that_another_process_has_replaced_is_opened(opened: tuple[Path, Rooms]) -> None:
    file, rooms = opened
    gone, _ = rooms.open()
    delete(file)
    with other_process(f"sqlite:///{file}") as others:
        code, secret = others.open()
        with pytest.raises(AwayError):
            rooms.state(gone)
        found = store.connect(create=False)
        assert found
        assert found.holds(code, secret)
        assert found.state(gone) is None
        found.leave()


def test_a_file_that_comes_back_goes_on_and_one_that_does_not_has_ended(
    opened: tuple[Path, Rooms], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, rooms = opened
    code, secret = rooms.open()
    file.rename(file.with_name("elsewhere"))
    with pytest.raises(AwayError):
        store.connect(create=False)
    file.with_name("elsewhere").rename(file)
    assert store.connect(create=False) is rooms
    assert rooms.holds(code, secret)
    delete(file)
    with pytest.raises(AwayError):
        store.connect(create=False)
    monkeypatch.setattr(store, "MISSING", 0.0)  # the time is over
    assert store.connect(create=False) is None
    assert not file.exists()


def test_a_database_of_an_older_version_is_opened(rooms_url: str) -> None:
    """It lacks tables, and its rooms have shorter salts."""
    new = ("EXISTS listeners", "EXISTS admitted")
    older = [each for each in store._SCHEMA if not any(name in each for name in new)]
    assert len(older) == len(store._SCHEMA) - len(new)
    opened = database(rooms_url)
    for table in ("listeners", "admitted"):
        opened.run(f"DROP TABLE {table}")
    host, expires = store._digest("secret"), time.time() + 1_000
    opened.run("INSERT INTO rooms VALUES (?, ?, ?, 0, ?)", "ABC234", host, "a1" * 8, expires)
    opened.close()
    with other_process(rooms_url) as rooms:
        number = rooms.ask("ABC234", "secret", ASKED, KEPT)
        phone = rooms.phone("ABC234", rooms.mark("ABC234"))
        rooms.note("ABC234", {phone: True})
        assert rooms.answer("ABC234", phone, number, "0.5")
        assert rooms.ask("ABC234", "secret", ASKED, KEPT, only_here=True) == 2
        rooms.open()


# Another program holds the lock


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Nobody else can write, as during a backup, or in a browser of databases."""
    if url.startswith("sqlite"):
        other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
    else:
        import psycopg

        other = psycopg.connect(url)
        other.execute("LOCK TABLE answers, questions, listeners IN EXCLUSIVE MODE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


def test_who_reads_does_not_wait_for_who_writes(rooms: Rooms, rooms_url: str) -> None:
    code, secret = rooms.open()
    number, mark = rooms.ask(code, secret, ASKED, KEPT), rooms.mark(code)
    writing = threading.Barrier(5)

    def answer(phone: str) -> bool:
        writing.wait()
        while True:  # as a phone does
            with suppress(AwayError):
                return rooms.answer(code, phone, number, "0.5")

    with ThreadPoolExecutor(5) as threads:
        with locked(rooms_url):
            answers = [threads.submit(answer, f"phone {n}") for n in range(4)]
            writing.wait()
            reads = [
                *(lambda: rooms.state(code, counted=True), lambda: rooms.phone(code, mark)),
                *(lambda: rooms.holds(code, secret), lambda: rooms.kept(code, secret, number)),
                lambda: rooms.answers(code, secret, number) == [],
                lambda: rooms.mine(code, "phone 1", number) is None,
            ]
            assert all(threads.submit(read).result(30) for read in reads)
            assert not any(each.done() for each in answers)
        assert all(each.result(30) for each in answers)
    assert rooms.answers(code, secret, number) == ["0.5"] * 4


def test_all_who_wait_for_the_lock_wait_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes after them does not wait at all, until somebody has got the lock."""
    url, now = f"sqlite:///{tmp_path}/rooms.sqlite", [100.0]
    with other_process(url) as rooms:
        code, secret = rooms.open()
        number = rooms.ask(code, secret, ASKED, KEPT)
        clock = Mock(monotonic=lambda: now[0])
        monkeypatch.setattr(store, "time", clock)
        monkeypatch.setattr(store, "PATIENCE", 0.25)
        waited = []

        def answer() -> bool:
            try:
                return rooms.answer(code, "phone", number, "0.5")
            finally:
                waited.extend(rooms._db._writer.execute("PRAGMA busy_timeout").fetchone())

        with locked(url):
            for later in (0.125, 0.125, 0.125):
                with pytest.raises(AwayError, match="does not answer"):
                    answer()
                now[0] += later
        for _ in range(2):
            assert answer()
        assert waited == [250, 125, 0, 0, 250]
        with locked(url):
            now[0] += 100
            with pytest.raises(AwayError):
                answer()
            now[0] += 100  # that is forgotten
            with pytest.raises(AwayError):
                answer()
        assert waited[5:] == [250, 250]


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "rooms.sqlite").write_text("no database" * 100)
    with pytest.raises(AwayError, match="does not answer"):
        database(f"sqlite:///{tmp_path}/rooms.sqlite")


# What counts as an answer

NUMBER = {"kind": "number", "low": 0, "high": 1}
ORDER = {"kind": "order", "documents": [["1", "A"], ["2", "B"], ["3", "C"], ["4", "D"]]}


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        *((NUMBER, text, "0.666667") for text in ("2/3", "0.6666666", "66.66666 %")),
        *((NUMBER, text, "0.667") for text in ("0.667", "0,667", " .667 ", "66.7 %", "66,7%")),
        (NUMBER, "1", "1"),
        (NUMBER, "0.0", "0"),
        ({"kind": "number", "low": 0, "high": None}, "7 * 2", "14"),
        *(({"kind": "direction"}, way, way) for way in ("rises", "stays", "falls")),
        ({"kind": "choice", "choices": ["A", "B"]}, "1", "1"),
        (ORDER, "3,0,2,1", "3,0,2,1"),
        ({**ORDER, "retrieved": 3}, "2,0,1", "2,0,1"),
    ],
)
def test_answers_that_count(asked: dict, text: str, value: str) -> None:
    assert judged(asked, text) == value
    assert judged(json.loads(json.dumps(asked)), value) == value  # what is stored is an answer


@pytest.mark.parametrize(
    ("asked", "text", "sentence"),
    [
        *(
            (NUMBER, text, "is not a number. Type one")
            for text in ("", "?", "1e9", "<b>", "\ud800")
        ),
        *((NUMBER, text, "from 0 to 1") for text in ("1.1", "-0.1", "101 %")),
        ({"kind": "number", "low": 0, "high": None}, "-1", "from 0 or more"),
        *(({"kind": "direction"}, text, "rises, stays or falls") for text in ("", "RISES", "up")),
        *(
            ({"kind": "choice", "choices": ["A", "B"]}, text, "one of the 2")
            for text in ("", "2", "-1", "01", "A", "1.0", "\u0661")
        ),
        *(
            (ORDER, text, "each of the 4 documents once")
            for text in ("", "0,1,2", "0,1,2,2", "0,1,2,3,4", "0, 1,2,3", "3 2 1 0", "a,b,c,d")
        ),
        (ORDER, "0,1,2,3,3", "each of the 4 documents once"),
        ({**ORDER, "retrieved": 3}, "0,1,3", "each of the 3"),
    ],
)
def test_answers_that_do_not(asked: dict, text: str, sentence: str) -> None:
    with pytest.raises(RoomError, match=sentence) as refused:
        judged(asked, text)
    assert len(str(refused.value)) < 120
