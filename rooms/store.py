"""Where rooms, questions and answers are kept, outside the processes that serve them.

The same SQL runs on SQLite (3.35 or newer) and on PostgreSQL. Only the connection, the sign of a
placeholder and the lock of one statement differ.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import sqlite3
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Final, NewType, Protocol, TypeAlias

from rooms import limits

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Signs of a code: digits and capitals without 0, O, 1, I, L and U, which are easily confused."""
PATIENCE: Final = 5.0
"""Seconds to wait for the database; all who wait share them."""
MISSING: Final = 60.0
"""Seconds that the file of a database may be away. Then its rooms have ended."""
CODE_LENGTH: Final = 6
CODE: Final = re.compile(f"[{ALPHABET}]{{{CODE_LENGTH}}}")
DAY: Final = 24 * 3600.0
"""Seconds that a room lives at most."""
UNUSED: Final = 3600.0
"""Seconds after which also a room in use makes way if there are too many, if it has no answers."""
HERE: Final = 60.0
"""Seconds for which a stream counts as open after it was last known to be."""
BLUR: Final = 20.0
"""Seconds to which `listeners.seen` is rounded down: it tells no moment."""
MOST_VALUE: Final = 400
"""Most characters of an answer."""
WALL: Final = "wall"
CROWDED: Final = "crowded"
"""Listeners that are no phones: the lecturer's wall, and the sign that streams are refused."""
_PHONES: Final = f"who NOT IN ('{WALL}', '{CROWDED}')"

Phone = NewType("Phone", str)
"""A phone's pseudonym in a room. Only `Rooms.phone` makes one, of a mark that the room gave out."""

Row: TypeAlias = tuple[Any, ...]
Run: TypeAlias = Callable[..., list[Row]]
"""Run a statement with its values; return its rows, or its row count as the only one."""

_SCHEMA: Final = (
    # host: SHA-256 of the lecturer's secret. salt: a phone has another mark in every room.
    # version: one more with every act of the lecturer.
    """CREATE TABLE IF NOT EXISTS rooms (
        code TEXT PRIMARY KEY,
        host TEXT NOT NULL,
        salt TEXT NOT NULL,
        version INTEGER NOT NULL,
        expires DOUBLE PRECISION NOT NULL)""",
    # asked: JSON for everybody. kept: JSON for the lecturer. truth: JSON for everybody, after the
    # reveal. again: number of the question that it repeats.
    """CREATE TABLE IF NOT EXISTS questions (
        room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        number INTEGER NOT NULL,
        asked TEXT NOT NULL,
        kept TEXT NOT NULL,
        truth TEXT NOT NULL DEFAULT '{}',
        phase TEXT NOT NULL CHECK (phase IN ('open', 'closed', 'revealed')),
        again INTEGER,
        PRIMARY KEY (room, number))""",
    """CREATE TABLE IF NOT EXISTS answers (
        room TEXT NOT NULL,
        question INTEGER NOT NULL,
        voter TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (room, question, voter),
        FOREIGN KEY (room, question) REFERENCES questions ON DELETE CASCADE)""",
    # What a phone is told of its answer after the reveal.
    """CREATE TABLE IF NOT EXISTS verdicts (
        room TEXT NOT NULL,
        question INTEGER NOT NULL,
        value TEXT NOT NULL,
        verdict TEXT NOT NULL,
        PRIMARY KEY (room, question, value),
        FOREIGN KEY (room, question) REFERENCES questions ON DELETE CASCADE)""",
    # who: a phone whose page was loaded, WALL or CROWDED. seen: seconds since 1970, rounded down to
    # BLUR, when its stream was last known to be open; 0 for never.
    """CREATE TABLE IF NOT EXISTS listeners (
        room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        who TEXT NOT NULL,
        seen DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (room, who))""",
    # The phones that may answer a question; all may if there are none.
    """CREATE TABLE IF NOT EXISTS admitted (
        room TEXT NOT NULL,
        question INTEGER NOT NULL,
        who TEXT NOT NULL,
        PRIMARY KEY (room, question, who),
        FOREIGN KEY (room, question) REFERENCES questions ON DELETE CASCADE)""",
    "CREATE INDEX IF NOT EXISTS rooms_expire ON rooms (expires)",
)


ENDED: Final = "The room has ended. All answers are deleted."
TAKEN: Final = "Another device has taken the room over. This one no longer holds it."
NOBODY: Final = "No phone is here now. Wait until one has joined, or ask all phones."
BARRED: Final = (
    "This question is for the phones that were here when it was asked. Yours was not. It can"
    " answer the next one."
)


class RoomError(Exception):
    """Something does not exist, is not allowed, or is too much; the message is for the reader."""


class AwayError(RoomError):
    """The database does not answer; the request can be repeated."""


class FullError(RoomError):
    """A question has as many answers as are allowed."""


class Database(Protocol):
    """One of the two databases. Each raises `AwayError` if it does not answer."""

    lock: str
    """End of a SELECT: nobody changes the question that it read until the transaction ends."""
    hold: str
    """The same, and nobody answers the question."""

    def run(self, statement: str, *values: Any) -> list[Row]:
        """Run one statement by itself."""

    def transaction(self) -> AbstractContextManager[Run]:
        """Give a function that runs statements; all of them happen, or none."""

    def forget(self) -> None:
        """Overwrite what was deleted."""

    def is_there(self) -> bool:
        """Return whether it is still the database that was opened."""

    def close(self) -> None:
        """Close all connections."""


class SQLite:
    """One file, for any number of processes of one machine.

    One connection writes and one reads, so nobody who reads waits for a lock of another program.
    """

    lock = hold = ""  # SQLite has one writer

    def __init__(self, path: Path) -> None:
        """Open the file, and create it for its owner alone."""
        self._path = path
        self._write_mutex, self._read_mutex = threading.Lock(), threading.Lock()
        self._until = -inf  # when all who wait for the lock of the file give up
        with _telling(sqlite3.Error, OSError):
            path.touch(mode=0o600)
            self._file = _inode(path)
            self._writer, self._reader = (
                sqlite3.connect(
                    path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
                )
                for _ in range(2)
            )
            for pragma in (
                "synchronous = NORMAL",
                "foreign_keys = ON",
                "secure_delete = ON",  # what is deleted is overwritten
            ):
                self._writer.execute(f"PRAGMA {pragma}")
            self._use_log()
            for statement in _SCHEMA:
                self._writer.execute(statement)
            self._reader.execute("PRAGMA query_only = ON")

    def run(self, statement: str, *values: Any) -> list[Row]:
        """Run one statement by itself."""
        if statement.startswith("SELECT"):
            with self._read_mutex, self._asked():
                return self._run(self._reader, statement, *values)
        with self._writing():
            done = self._run(self._writer, statement, *values)
            self._until = -inf
            return done

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """Give a function that runs statements; all of them happen, or none."""
        with self._writing():
            # A read that becomes a write could not wait for the lock.
            self._writer.execute("BEGIN IMMEDIATE")
            self._until = -inf
            try:
                yield lambda statement, *values: self._run(self._writer, statement, *values)
                self._writer.execute("COMMIT")
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise

    def forget(self) -> None:
        """Overwrite what was deleted: until then it stands in the log of changes beside the file.

        Another process that reads at this moment keeps the log; the next sweep tries again.
        """
        self.run("PRAGMA wal_checkpoint(TRUNCATE)")

    def is_there(self) -> bool:
        """Return whether the path still leads to the file that was opened."""
        return _inode(self._path) == self._file

    def close(self) -> None:
        """Close the connections."""
        with self._write_mutex, self._read_mutex, _telling(sqlite3.Error):
            self._reader.close()
            self._writer.close()

    @staticmethod
    def _run(connection: sqlite3.Connection, statement: str, *values: Any) -> list[Row]:
        done = connection.execute(statement, _storable(values))
        rows = done.fetchall()
        return rows if done.description else [(done.rowcount,)]

    def _use_log(self) -> None:
        """Write changes into a log, so that nobody who reads waits for who writes.

        Of processes that start at once one makes the log; SQLite does not let the others wait.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._writer.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                return

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the connection that writes.

        Another program may hold the lock of the file. All who come meanwhile wait together, and
        not one after the other. After that each tries once, until the lock is free.
        """
        if not self._write_mutex.acquire(timeout=self._patience()):
            raise AwayError(_AWAY)
        try:
            with self._asked():
                self._writer.execute(f"PRAGMA busy_timeout = {1000 * self._patience():.0f}")
                yield
        finally:
            self._write_mutex.release()

    def _patience(self) -> float:
        """Return the seconds left to wait for the lock of the file."""
        now = time.monotonic()
        if now > self._until + PATIENCE:
            self._until = now + PATIENCE
        return max(0.0, self._until - now)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """Raise `AwayError` if the file cannot be read or written, or is another one.

        What is written to a file without a name would be lost, and no other process would see it.
        """
        if not self.is_there():
            raise AwayError(_AWAY)
        with _telling(sqlite3.Error, OSError):
            yield


class PostgreSQL:
    """A server, for processes on several machines."""

    lock = " FOR SHARE OF q"
    hold = " FOR UPDATE OF q"

    def __init__(self, url: str) -> None:
        """Connect to a server by its `postgresql://` URL."""
        try:
            import psycopg
            from psycopg_pool import ConnectionPool
        except ImportError:
            raise RoomError(
                "Rooms on PostgreSQL need the packages of requirements-postgresql.txt."
            ) from None

        self._error = psycopg.Error
        self._pool = ConnectionPool(
            url,
            min_size=1,
            max_size=8,
            timeout=PATIENCE,
            open=False,
            check=ConnectionPool.check_connection,  # the server may have been started anew
            kwargs={"autocommit": True},
            configure=self._configure,
        )
        try:
            with _telling(self._error):
                self._pool.open()
            with self.transaction() as run:
                run("SELECT pg_advisory_xact_lock(7365)")  # two processes may start at once
                for statement in _SCHEMA:
                    run(statement)
        except RoomError:
            self.close()
            raise

    def run(self, statement: str, *values: Any) -> list[Row]:
        """Run one statement by itself."""
        with _telling(self._error), self._pool.connection() as connection:
            return self._run(connection, statement, *values)

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """Give a function that runs statements; all of them happen, or none."""
        with (
            _telling(self._error),
            self._pool.connection() as connection,
            connection.transaction(),
        ):
            yield lambda statement, *values: self._run(connection, statement, *values)

    def forget(self) -> None:
        """Do nothing: the server frees the space of deleted rows, and later rows overwrite it."""

    def is_there(self) -> bool:
        """Return True: a server that was started anew is connected to anew."""
        return True

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    @staticmethod
    def _configure(connection: Any) -> None:
        """Wait no longer for the lock of another program."""
        connection.execute(f"SET lock_timeout = '{PATIENCE}s'")

    @staticmethod
    def _run(connection: Any, statement: str, *values: Any) -> list[Row]:
        done = connection.execute(statement.replace("?", "%s"), _storable(values))
        return done.fetchall() if done.description else [(done.rowcount,)]


@contextmanager
def _telling(*errors: type[Exception]) -> Iterator[None]:
    """Raise `AwayError` in the place of errors of a database."""
    try:
        yield
    except errors as error:
        raise AwayError(_AWAY) from error


_SQLITE: Final = "sqlite:///"
_AWAY: Final = "The database of the rooms does not answer. Try again in a moment."
_connected: dict[str, "Rooms"] = {}
_failed: dict[str, float] = {}
_missing: dict[str, float] = {}
_connecting: Final = threading.Lock()


def connect(create: bool) -> "Rooms | None":
    """Return the rooms of this process, or None if there is no file and `create` is False.

    The environment variable ROOMS names the database, by default the file `rooms.sqlite` beside
    `app.py`. A file that was deleted is made anew for the next room.

    Args:
        create: whether to create the file if there is none.
    """
    url = os.environ.get("ROOMS") or "sqlite:///rooms.sqlite"
    with _connecting:
        if (connected := _connected.get(url)) and not connected.is_there():
            if not (create or _file(url).exists()):
                since = _missing.setdefault(url, time.monotonic())
                if time.monotonic() < since + MISSING:
                    raise AwayError(_AWAY)  # it may have been moved, and come back
            del _connected[url]
            connected.leave()
        _missing.pop(url, None)
        if url not in _connected:
            if not create and url.startswith(_SQLITE) and not _file(url).exists():
                return None
            if time.monotonic() < _failed.get(url, 0):
                raise AwayError(_AWAY)  # a class does not wait one phone after the other
            try:
                _connected[url] = Rooms(database(url))
            except AwayError:
                _failed[url] = time.monotonic() + PATIENCE
                raise
        return _connected[url]


def database(url: str) -> Database:
    """Connect to a database: `sqlite:///PATH` or `postgresql://USER@HOST/DATABASE`."""
    if url.startswith(_SQLITE):
        return SQLite(_file(url))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgreSQL(url)
    raise RoomError("ROOMS must be sqlite:///PATH or postgresql://USER@HOST/DATABASE.")


def _file(url: str) -> Path:
    """Return the file of a URL; a relative path starts beside `app.py`."""
    return Path(__file__).parents[1] / url.removeprefix(_SQLITE)


def _inode(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one of its name, or None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _storable(values: tuple[Any, ...]) -> list[Any]:
    """Replace the characters that a database refuses: NUL, and halves of surrogate pairs."""
    return [
        value.encode(errors="replace").decode().replace("\0", "?")
        if isinstance(value, str)
        else value
        for value in values
    ]


@dataclass(frozen=True)
class Question:
    """A question as everybody may know it.

    Attributes:
        number: its number in the room, from 1.
        content: what is asked (`rooms.questions`).
        phase: "open", "closed" or "revealed".
        again: number of the question that it repeats after a discussion.
        truth: what the lecturer revealed; empty before.
    """

    number: int
    content: Mapping[str, Any]
    phase: str
    again: int | None
    truth: Mapping[str, Any]


@dataclass(frozen=True)
class Crowd:
    """The phones of a room.

    Attributes:
        phones: how many have loaded its page.
        here: how many of them are connected now.
        admitted: how many the present question is for; 0 if it is for all.
        crowded: whether a stream of a phone was refused in the last minute.
    """

    phones: int = 0
    here: int = 0
    admitted: int = 0
    crowded: bool = False


@dataclass(frozen=True)
class State:
    """The present state of a room.

    Attributes:
        version: how often the lecturer has changed it.
        question: its last question, or None.
        answer_count: how many have answered that; only the lecturer's screen shows it.
        crowd: the phones, for the lecturer's screen, or None if they were not counted.
    """

    version: int
    question: Question | None
    answer_count: int
    crowd: Crowd | None = None


class Rooms:
    """Rooms, questions and answers in a database.

    Only the lecturer's methods need the room's secret. With a wrong one, `holds` returns False,
    `answers` and `moves` return nothing, `take_over` returns False, and the others raise
    `RoomError`.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        """Keep rooms in a database; `now` returns the seconds since 1970."""
        self._db, self._now = database, now

    def is_there(self) -> bool:
        """Return whether the database is still the one that was opened."""
        return self._db.is_there()

    def leave(self) -> None:
        """Close all connections."""
        self._db.close()

    # ---- the lecturer

    def open(self) -> tuple[str, str]:
        """Open a room; return its code for everybody, and its secret for the lecturer's tab."""
        self.sweep()
        secret, salt = secrets.token_urlsafe(16), secrets.token_hex(16)
        for _ in range(5):
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            with self._db.transaction() as run:
                self._make_way(run)
                [(made,)] = run(
                    "INSERT INTO rooms (code, host, salt, version, expires)"
                    " SELECT ?, ?, ?, 0, ? WHERE (SELECT count(*) FROM rooms) < ?"
                    " ON CONFLICT (code) DO NOTHING",
                    *(code, _digest(secret), salt, self._now() + DAY, limits.ROOMS),
                )
            if made:
                return code, secret
        raise RoomError(
            f"{limits.ROOMS:,} rooms are in use, and no more fit. A room without answers makes way"
            " after an hour: try again then."
        )

    def _make_way(self, run: Run) -> None:
        """Delete rooms if there are too many for another one.

        A room that is not in use goes first, without wall and phones: of those that were not opened
        just now, the one with the fewest answers, and then the one that was left longest ago. A
        room in use goes only if it has no answers after an hour.
        """
        [(count,)] = run("SELECT count(*) FROM rooms")
        if count < limits.ROOMS:
            return
        now = self._now()
        run(
            "DELETE FROM rooms WHERE code IN (SELECT code FROM (SELECT code, expires,"
            " (SELECT count(*) FROM listeners WHERE room = code AND seen > ?) AS here,"
            " (SELECT count(*) FROM answers WHERE room = code) AS answered,"
            " (SELECT coalesce(max(seen), 0) FROM listeners WHERE room = code) AS seen"
            " FROM rooms) AS counted WHERE here = 0 OR (answered = 0 AND expires < ?)"
            " ORDER BY here, CASE WHEN expires > ? THEN 1 ELSE 0 END, answered, seen, expires"
            " LIMIT ?)",
            *(self._since(), now + DAY - UNUSED, now + DAY - HERE, count - limits.ROOMS + 1),
        )

    def holds(self, code: str, secret: str) -> bool:
        """Return whether a secret belongs to an open room."""
        found = self._db.run(
            "SELECT 1 FROM rooms WHERE code = ? AND host = ? AND expires > ?",
            *(code, _digest(secret), self._now()),
        )
        return bool(found)

    def check_held(self, code: str, secret: str) -> None:
        """Check that a secret belongs to an open room."""
        self._check(self._db.run, code, self.holds(code, secret))

    def take_over(self, code: str, handed: str, secret: str) -> bool:
        """Give a room a new secret in the place of one that was handed over; return whether."""
        [(taken,)] = self._db.run(
            "UPDATE rooms SET version = version + 1, host = ?"
            " WHERE code = ? AND host = ? AND expires > ?",
            *(_digest(secret), code, _digest(handed), self._now()),
        )
        return bool(taken)

    def ask(
        self,
        code: str,
        secret: str,
        content: Mapping[str, Any],
        kept: Mapping[str, Any],
        again: int | None = None,
        *,
        only_here: bool = False,
    ) -> int:
        """Ask the next question and close the one before; return its number.

        Args:
            code: the room's code.
            secret: the room's secret.
            content: what everybody may know.
            kept: what the lecturer needs to reveal it, also after the server was started anew.
            again: number of the question that it repeats.
            only_here: whether only the phones that are connected now may answer.
        """
        with self._acting(code, secret) as run:
            run("UPDATE questions SET phase = 'closed' WHERE room = ? AND phase = 'open'", code)
            [(number,)] = run(
                "SELECT coalesce(max(number), 0) + 1 FROM questions WHERE room = ?", code
            )
            if number > limits.QUESTIONS:
                raise RoomError(
                    f"A room has at most {limits.QUESTIONS} questions. End it, and open another."
                )
            run(
                "INSERT INTO questions (room, number, asked, kept, phase, again)"
                " VALUES (?, ?, ?, ?, 'open', ?)",
                *(code, number, json.dumps(dict(content)), json.dumps(dict(kept)), again),
            )
            if only_here:
                [(admitted,)] = run(
                    "INSERT INTO admitted (room, question, who)"
                    " SELECT room, ?, who FROM listeners"
                    f" WHERE room = ? AND {_PHONES} AND seen > ?",
                    *(number, code, self._since()),
                )
                if not admitted:
                    raise RoomError(NOBODY)
        return int(number)

    def close(self, code: str, secret: str, number: int) -> None:
        """Take no more answers to a question."""
        with self._acting(code, secret) as run:
            run(
                "UPDATE questions SET phase = 'closed'"
                " WHERE room = ? AND number = ? AND phase = 'open'",
                *(code, number),
            )

    def reveal(
        self,
        code: str,
        secret: str,
        number: int,
        truth: Mapping[str, Any],
        verdicts: Mapping[str, Mapping[str, Any]],
    ) -> None:
        """Show the truth to everybody, and to each phone the verdict on its answer.

        Args:
            code: the room's code.
            secret: the room's secret.
            number: the question's number.
            truth: what everybody may know from now on.
            verdicts: by answer, what the phones that gave it are told.
        """
        with self._acting(code, secret) as run:
            [(found,)] = run(
                "UPDATE questions SET phase = 'revealed', truth = ? WHERE room = ? AND number = ?",
                *(json.dumps(dict(truth)), code, number),
            )
            if not found:
                raise RoomError(f"This room has no question {number}.")
            run("DELETE FROM verdicts WHERE room = ? AND question = ?", code, number)
            for value, verdict in verdicts.items():
                verdict_json = json.dumps(dict(verdict))
                run("INSERT INTO verdicts VALUES (?, ?, ?, ?)", code, number, value, verdict_json)

    def answers(self, code: str, secret: str, number: int) -> list[str]:
        """Return the answers to a question, without who gave them."""
        rows = self._db.run(
            "SELECT a.value FROM answers a JOIN rooms r ON r.code = a.room"
            " WHERE r.code = ? AND r.host = ? AND a.question = ? ORDER BY a.value",
            *(code, _digest(secret), number),
        )
        return [value for (value,) in rows]

    def moves(self, code: str, secret: str, number: int) -> list[tuple[str, str]]:
        """Return, of each phone that answered twice, its first answer and the answer again."""
        rows = self._db.run(
            "SELECT one.value, two.value FROM questions q JOIN rooms r ON r.code = q.room"
            " JOIN answers one ON one.room = q.room AND one.question = q.again"
            " JOIN answers two ON two.room = q.room AND two.question = q.number"
            " AND two.voter = one.voter"
            " WHERE r.code = ? AND r.host = ? AND q.number = ? ORDER BY one.value, two.value",
            *(code, _digest(secret), number),
        )
        return [(first, second) for first, second in rows]

    def kept(self, code: str, secret: str, number: int) -> Mapping[str, Any]:
        """Return what the lecturer kept for a question."""
        rows = self._db.run(
            "SELECT q.kept FROM questions q JOIN rooms r ON r.code = q.room"
            " WHERE r.code = ? AND r.host = ? AND q.number = ?",
            *(code, _digest(secret), number),
        )
        if not rows:
            self.check_held(code, secret)
            raise RoomError(f"This room has no question {number}.")
        return dict(json.loads(rows[0][0]))

    def end(self, code: str, secret: str) -> None:
        """Delete a room and everything in it."""
        [(gone,)] = self._db.run(
            "DELETE FROM rooms WHERE code = ? AND host = ?", code, _digest(secret)
        )
        self._check(self._db.run, code, gone)
        self._db.forget()

    # ---- everybody

    def state(self, code: str, *, counted: bool = False) -> State | None:
        """Return the present state of a room, or None if there is none.

        Args:
            code: the room's code.
            counted: whether to count its phones; that takes longer than all else.
        """
        rows = self._db.run(
            "SELECT r.version, q.number, q.asked, q.phase, q.again, q.truth,"
            " (SELECT count(*) FROM answers a WHERE a.room = r.code AND a.question = q.number)"
            " FROM rooms r LEFT JOIN questions q ON q.room = r.code AND q.number ="
            " (SELECT max(number) FROM questions WHERE room = r.code)"
            " WHERE r.code = ? AND r.expires > ?",
            *(code, self._now()),
        )
        if not rows:
            return None
        version, number, content, phase, again, truth, answer_count = rows[0]
        question = None
        if number is not None:
            question = Question(number, json.loads(content), phase, again, json.loads(truth))
        crowd = self._crowd(code, number or 0) if counted else None
        return State(version, question, answer_count, crowd)

    def _crowd(self, code: str, number: int) -> Crowd:
        since = self._since()
        [(phones, here, admitted, crowded)] = self._db.run(
            "SELECT count(*), count(CASE WHEN seen > ? THEN 1 END),"
            " (SELECT count(*) FROM admitted WHERE room = ? AND question = ?),"
            " (SELECT count(*) FROM listeners WHERE room = ? AND who = ? AND seen > ?)"
            f" FROM listeners WHERE room = ? AND {_PHONES}",
            *(since, code, number, code, CROWDED, since, code),
        )
        return Crowd(phones, here, admitted, crowded > 0)

    def mark(self, code: str) -> str:
        """Return a new mark for a phone, to be kept by it; "" if there is no such room.

        A mark is signed with the room's salt, so the room knows it without keeping it.
        """
        salt, number = self._salt(code), secrets.token_urlsafe(16)
        return f"{number}.{_signature(salt, number)}" if salt else ""

    def phone(self, code: str, mark: str) -> Phone | None:
        """Return a phone by its mark, or None if this room has not given that out."""
        salt, number = self._salt(code), mark.partition(".")[0]
        if not salt or not _is_same(mark, f"{number}.{_signature(salt, number)}"):
            return None
        return Phone(_digest(f"{salt}:{mark}")[:22])

    def is_wall(self, code: str, proof: str) -> bool:
        """Return whether a proof is that of the room's lecturer (`proof`)."""
        rows = self._db.run("SELECT host FROM rooms WHERE code = ?", code)
        return bool(rows) and _is_same(proof, _proof(rows[0][0]))

    def note(self, code: str, listeners: Mapping[str, bool]) -> None:
        """Note who listens to a room: phones, `WALL` or `CROWDED`.

        Of too many phones, those go that are not connected, first those that never were.

        Args:
            code: the room's code.
            listeners: by name, whether a stream is open; else only the page was loaded.
        """
        now, names = self._blurred(), sorted(listeners)
        with self._db.transaction() as run:
            if not run("SELECT 1 FROM rooms WHERE code = ?", code):
                return
            for at in range(0, len(names), 300):
                some = names[at : at + 300]
                rows = [(code, who, now if listeners[who] else 0.0) for who in some]
                run(
                    f"INSERT INTO listeners VALUES {', '.join(['(?, ?, ?)'] * len(rows))}"
                    " ON CONFLICT (room, who) DO UPDATE SET seen = excluded.seen"
                    " WHERE excluded.seen > listeners.seen",
                    *(value for row in rows for value in row),
                )
            [(count,)] = run(f"SELECT count(*) FROM listeners WHERE room = ? AND {_PHONES}", code)
            if count > limits.PHONES:
                run(
                    "DELETE FROM listeners WHERE room = ? AND who IN (SELECT who FROM listeners"
                    f" WHERE room = ? AND {_PHONES} ORDER BY seen, who LIMIT ?)",
                    *(code, code, count - limits.PHONES),
                )

    def answer(self, code: str, phone: Phone, number: int, value: str) -> bool:
        """Take an answer, or a changed one, while the question is open; return whether it was.

        One statement checks and writes. PostgreSQL also holds the question's row, so that whoever
        closes the question waits for the answers under way.

        Args:
            code: the room's code.
            phone: who answers.
            number: the question's number.
            value: the answer (`rooms.questions.judged`).

        Raises:
            RoomError: if the question is for other phones.
            FullError: if the question has as many answers as are allowed, and none makes way.
        """
        if len(value) > MOST_VALUE:
            raise RoomError(f"An answer has at most {MOST_VALUE} characters.")
        of_question = "room = q.room AND question = q.number"
        [(taken,)] = self._db.run(
            "INSERT INTO answers (room, question, voter, value)"
            " SELECT q.room, q.number, ?, ? FROM questions q JOIN rooms r ON r.code = q.room"
            " WHERE q.room = ? AND q.number = ? AND q.phase = 'open' AND r.expires > ?"
            f" AND (NOT EXISTS (SELECT 1 FROM admitted WHERE {of_question})"
            f" OR EXISTS (SELECT 1 FROM admitted WHERE {of_question} AND who = ?))"
            f" AND (SELECT count(*) FROM answers WHERE {of_question} AND voter <> ?) < ?"
            f"{self._db.lock}"
            " ON CONFLICT (room, question, voter) DO UPDATE SET value = excluded.value",
            *(phone, value, code, number, self._now(), phone, phone, limits.ANSWERS),
        )
        return taken == 1 or self._replace(code, phone, number, value)

    def _replace(self, code: str, phone: Phone, number: int, value: str) -> bool:
        """Take an answer in the place of another one, if the phone is connected and that is not.

        So marks that somebody only collects, and answers with, keep no phone of a class out.
        """
        with self._db.transaction() as run:
            is_open = run(
                "SELECT 1 FROM questions q JOIN rooms r ON r.code = q.room WHERE q.room = ?"
                f" AND q.number = ? AND q.phase = 'open' AND r.expires > ?{self._db.hold}",
                *(code, number, self._now()),
            )
            if not is_open:
                return False
            if self._is_barred(run, code, phone, number):
                raise RoomError(BARRED)
            [(others,)] = run(
                "SELECT count(*) FROM answers WHERE room = ? AND question = ? AND voter <> ?",
                *(code, number, phone),
            )
            if (surplus := others - limits.ANSWERS + 1) > 0:
                full = f"{limits.ANSWERS:,} phones have answered, and no more answers fit."
                is_here = run(
                    "SELECT 1 FROM listeners WHERE room = ? AND who = ? AND seen > ?",
                    *(code, phone, self._since()),
                )
                if not is_here:
                    raise FullError(f"{full} Reload this page, and send your answer again.")
                [(gone,)] = run(
                    "DELETE FROM answers WHERE room = ? AND question = ? AND voter IN"
                    " (SELECT voter FROM answers a LEFT JOIN listeners l ON l.room = a.room"
                    " AND l.who = a.voter WHERE a.room = ? AND a.question = ?"
                    " AND coalesce(l.seen, 0) <= ? ORDER BY coalesce(l.seen, 0), voter LIMIT ?)",
                    *(code, number, code, number, self._since(), surplus),
                )
                if gone < surplus:
                    raise FullError(f"{full} Tell the lecturer your answer.")
            run(
                "INSERT INTO answers (room, question, voter, value) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (room, question, voter) DO UPDATE SET value = excluded.value",
                *(code, number, phone, value),
            )
        return True

    def is_barred(self, code: str, phone: Phone, number: int) -> bool:
        """Return whether a question is for other phones: this one was not connected."""
        return self._is_barred(self._db.run, code, phone, number)

    @staticmethod
    def _is_barred(run: Run, code: str, phone: Phone, number: int) -> bool:
        [(admitted, is_admitted)] = run(
            "SELECT count(*), count(CASE WHEN who = ? THEN 1 END) FROM admitted"
            " WHERE room = ? AND question = ?",
            *(phone, code, number),
        )
        return bool(admitted and not is_admitted)

    def mine(self, code: str, phone: Phone, number: int) -> tuple[str, Mapping[str, Any]] | None:
        """Return a phone's answer to a question, and the verdict on it, empty before the reveal."""
        rows = self._db.run(
            "SELECT a.value, v.verdict FROM answers a JOIN rooms r ON r.code = a.room"
            " LEFT JOIN verdicts v ON v.room = a.room AND v.question = a.question"
            " AND v.value = a.value"
            " WHERE a.room = ? AND a.question = ? AND a.voter = ? AND r.expires > ?",
            *(code, number, phone, self._now()),
        )
        return (rows[0][0], json.loads(rows[0][1] or "{}")) if rows else None

    def sweep(self) -> int:
        """Delete the rooms whose day is over; return how many."""
        [(gone,)] = self._db.run("DELETE FROM rooms WHERE expires <= ?", self._now())
        self._db.forget()
        return int(gone)

    def _salt(self, code: str) -> str:
        rows = self._db.run(
            "SELECT salt FROM rooms WHERE code = ? AND expires > ?", code, self._now()
        )
        return str(rows[0][0]) if rows else ""

    def _blurred(self) -> float:
        return self._now() // BLUR * BLUR

    def _since(self) -> float:
        """Return the time after which a listener was seen if it is connected."""
        return max(0.0, self._now() - HERE)

    @contextmanager
    def _acting(self, code: str, secret: str) -> Iterator[Run]:
        """Hold the room's row, so that two tabs of the lecturer act one after the other."""
        with self._db.transaction() as run:
            [(held,)] = run(
                "UPDATE rooms SET version = version + 1"
                " WHERE code = ? AND host = ? AND expires > ?",
                *(code, _digest(secret), self._now()),
            )
            self._check(run, code, held)
            yield run

    def _check(self, run: Run, code: str, held: object) -> None:
        """Check that a statement with the room's secret has found the room."""
        if not held:
            is_open = run("SELECT 1 FROM rooms WHERE code = ? AND expires > ?", code, self._now())
            raise RoomError(TAKEN if is_open else ENDED)


def proof(secret: str) -> str:
    """Return what proves that a wall is the lecturer's, and says nothing of the secret."""
    return _proof(_digest(secret))


def _proof(host: str) -> str:
    return _digest(f"wall:{host}")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _signature(salt: str, number: str) -> str:
    """Sign the number of a mark; 128 bits, as 22 characters."""
    signed = hmac.digest(salt.encode(), number.encode(errors="replace"), "sha256")
    return urlsafe_b64encode(signed[:16]).decode().rstrip("=")


def _is_same(one: str, other: str) -> bool:
    """Compare in a time that tells nothing of where the texts differ."""
    return hmac.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))
