"""Where rooms, questions and answers are kept, outside the processes that serve them.

The same SQL runs on SQLite (3.35 or newer) and on PostgreSQL. Only the connection, the sign of a
placeholder and the lock of one statement differ.
"""

import hashlib
import json
import os
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Signs of a code: digits and capitals without 0, O, 1, I, L and U, which are easily confused."""
PATIENCE: Final = 5.0
"""Seconds to wait for the database."""
CODE_LENGTH: Final = 6
CODE: Final = re.compile(f"[{ALPHABET}]{{{CODE_LENGTH}}}")
DAY: Final = 24 * 3600.0
"""Seconds that a room lives at most."""
MOST_ROOMS: Final = 500
UNUSED: Final = 3600.0
"""Seconds after which a room without answers makes way for another one, if there are too many."""
MOST_QUESTIONS: Final = 200
MOST_VOTERS: Final = 2_000
"""Most answers to one question."""
MOST_VALUE: Final = 400
"""Most characters of an answer."""

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
    "CREATE INDEX IF NOT EXISTS rooms_expire ON rooms (expires)",
)


ENDED: Final = "The room has ended. All answers are deleted."
TAKEN: Final = "Another device has taken the room over. This one no longer holds it."


class RoomError(Exception):
    """Something does not exist, is not allowed, or is too much; the message is for the reader."""


class AwayError(RoomError):
    """The database does not answer; the request can be repeated."""


class Database(Protocol):
    """One of the two databases. Each raises `AwayError` if it does not answer."""

    lock: str
    """End of a SELECT that holds the row it read until the transaction ends."""

    def run(self, statement: str, *values: Any) -> list[Row]:
        """Run one statement by itself."""

    def transaction(self) -> AbstractContextManager[Run]:
        """Give a function that runs statements; all of them happen, or none."""

    def forget(self) -> None:
        """Overwrite what was deleted."""

    def close(self) -> None:
        """Close all connections."""


class SQLite:
    """One file, for any number of processes of one machine."""

    lock = ""  # SQLite has one writer

    def __init__(self, path: Path) -> None:
        """Open the file, and create it for its owner alone."""
        self._mutex = threading.Lock()
        with self._asked():
            path.touch(mode=0o600)
            self._connection = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            for pragma in (
                "synchronous = NORMAL",
                "foreign_keys = ON",
                "secure_delete = ON",  # what is deleted is overwritten
            ):
                self._connection.execute(f"PRAGMA {pragma}")
            self._use_log()
            for statement in _SCHEMA:
                self._run(statement)

    def run(self, statement: str, *values: Any) -> list[Row]:
        """Run one statement by itself."""
        with self._asked():
            return self._run(statement, *values)

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """Give a function that runs statements; all of them happen, or none."""
        with self._asked():
            # A read that becomes a write could not wait for the lock.
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._run
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise

    def forget(self) -> None:
        """Overwrite what was deleted: until then it stands in the log of changes beside the file.

        Another process that reads at this moment keeps the log; the next sweep tries again.
        """
        self.run("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the connection."""
        with self._asked():
            self._connection.close()

    def _run(self, statement: str, *values: Any) -> list[Row]:
        done = self._connection.execute(statement, _storable(values))
        rows = done.fetchall()
        return rows if done.description else [(done.rowcount,)]

    def _use_log(self) -> None:
        """Write changes into a log, so that nobody who reads waits for who writes.

        Of processes that start at once one makes the log; SQLite does not let the others wait.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                return

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """Hold the connection, and raise `AwayError` if the file cannot be read or written."""
        try:
            with self._mutex:
                yield
        except (sqlite3.Error, OSError) as error:
            raise AwayError(_AWAY) from error


class PostgreSQL:
    """A server, for processes on several machines."""

    lock = " FOR SHARE OF q"

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
        )
        try:
            with self._asked():
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
        with self._asked(), self._pool.connection() as connection:
            return self._run(connection, statement, *values)

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """Give a function that runs statements; all of them happen, or none."""
        with self._asked(), self._pool.connection() as connection, connection.transaction():
            yield lambda statement, *values: self._run(connection, statement, *values)

    def forget(self) -> None:
        """Do nothing: the server frees the space of deleted rows, and later rows overwrite it."""

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    @staticmethod
    def _run(connection: Any, statement: str, *values: Any) -> list[Row]:
        done = connection.execute(statement.replace("?", "%s"), _storable(values))
        return done.fetchall() if done.description else [(done.rowcount,)]

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """Raise `AwayError` if the server does not answer."""
        try:
            yield
        except self._error as error:
            raise AwayError(_AWAY) from error


_SQLITE: Final = "sqlite:///"
_AWAY: Final = "The database of the rooms does not answer. Try again in a moment."
_connected: dict[str, "Rooms"] = {}
_failed: dict[str, float] = {}
_connecting: Final = threading.Lock()


def connect(create: bool) -> "Rooms | None":
    """Return the rooms of this process, or None if there is no file and `create` is False.

    The environment variable ROOMS names the database, by default the file `rooms.sqlite` beside
    `app.py`.

    Args:
        create: whether to create the file if there is none yet.
    """
    url = os.environ.get("ROOMS") or "sqlite:///rooms.sqlite"
    with _connecting:
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
        asked: what is asked (`rooms.questions`).
        phase: "open", "closed" or "revealed".
        again: number of the question that it repeats after a discussion.
        truth: what the lecturer revealed; empty before.
    """

    number: int
    asked: Mapping[str, Any]
    phase: str
    again: int | None
    truth: Mapping[str, Any]


@dataclass(frozen=True)
class State:
    """The present state of a room; only the lecturer's screen shows `answered`."""

    version: int
    question: Question | None
    answered: int


class Rooms:
    """Rooms, questions and answers in a database.

    Only the lecturer's methods need the room's secret. With a wrong one, `holds` returns False,
    `answers` and `moves` return nothing, `take_over` returns False, and the others raise
    `RoomError`.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        """Keep rooms in a database; `now` returns the seconds since 1970."""
        self._db, self._now = database, now

    # ---- the lecturer

    def open(self) -> tuple[str, str]:
        """Open a room; return its code for everybody, and its secret for the lecturer's tab."""
        self.sweep()
        secret, salt = secrets.token_urlsafe(16), secrets.token_hex(8)
        for _ in range(5):
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            with self._db.transaction() as run:
                # The oldest room in which nobody has answered makes way.
                run(
                    "DELETE FROM rooms WHERE code = (SELECT code FROM rooms WHERE expires < ?"
                    " AND NOT EXISTS (SELECT 1 FROM answers WHERE room = rooms.code)"
                    " AND (SELECT count(*) FROM rooms) >= ? ORDER BY expires LIMIT 1)",
                    *(self._now() + DAY - UNUSED, MOST_ROOMS),
                )
                [(made,)] = run(
                    "INSERT INTO rooms (code, host, salt, version, expires)"
                    " SELECT ?, ?, ?, 0, ? WHERE (SELECT count(*) FROM rooms) < ?"
                    " ON CONFLICT (code) DO NOTHING",
                    *(code, _digest(secret), salt, self._now() + DAY, MOST_ROOMS),
                )
            if made:
                return code, secret
        raise RoomError(
            f"{MOST_ROOMS} rooms are open, and no more fit. A room without answers makes way after"
            " an hour: try again then."
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
        asked: Mapping[str, Any],
        kept: Mapping[str, Any],
        again: int | None = None,
    ) -> int:
        """Ask the next question and close the one before; return its number.

        Args:
            code: the room's code.
            secret: the room's secret.
            asked: what everybody may know.
            kept: what the lecturer needs to reveal it, also after the server was started anew.
            again: number of the question that it repeats.
        """
        with self._acting(code, secret) as run:
            run("UPDATE questions SET phase = 'closed' WHERE room = ? AND phase = 'open'", code)
            [(number,)] = run(
                "SELECT coalesce(max(number), 0) + 1 FROM questions WHERE room = ?", code
            )
            if number > MOST_QUESTIONS:
                raise RoomError(f"A room has at most {MOST_QUESTIONS} questions.")
            run(
                "INSERT INTO questions (room, number, asked, kept, phase, again)"
                " VALUES (?, ?, ?, ?, 'open', ?)",
                *(code, number, json.dumps(dict(asked)), json.dumps(dict(kept)), again),
            )
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
                told = json.dumps(dict(verdict))
                run("INSERT INTO verdicts VALUES (?, ?, ?, ?)", code, number, value, told)

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

    def state(self, code: str) -> State | None:
        """Return the present state of a room, or None if there is none."""
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
        version, number, asked, phase, again, truth, count = rows[0]
        question = None
        if number is not None:
            question = Question(number, json.loads(asked), phase, again, json.loads(truth))
        return State(version, question, count)

    def answer(self, code: str, token: str, number: int, value: str) -> bool:
        """Take an answer, or a changed one, while the question is open; return whether it was.

        One statement checks and writes. PostgreSQL also holds the question's row, so that whoever
        closes the question waits for the answers under way.

        Args:
            code: the room's code.
            token: the cookie of the phone.
            number: the question's number.
            value: the answer (`rooms.questions.judged`).
        """
        if len(value) > MOST_VALUE:
            raise RoomError(f"An answer has at most {MOST_VALUE} characters.")
        voter = self._voter(code, token)
        [(taken,)] = self._db.run(
            "INSERT INTO answers (room, question, voter, value)"
            " SELECT q.room, q.number, ?, ? FROM questions q JOIN rooms r ON r.code = q.room"
            " WHERE q.room = ? AND q.number = ? AND q.phase = 'open' AND r.expires > ?"
            " AND (SELECT count(*) FROM answers a WHERE a.room = q.room AND a.question = q.number"
            f" AND a.voter <> ?) < ?{self._db.lock}"
            " ON CONFLICT (room, question, voter) DO UPDATE SET value = excluded.value",
            *(voter, value, code, number, self._now(), voter, MOST_VOTERS),
        )
        return bool(taken == 1)

    def mine(self, code: str, token: str, number: int) -> tuple[str, Mapping[str, Any]] | None:
        """Return a phone's answer to a question, and the verdict on it, empty before the reveal."""
        rows = self._db.run(
            "SELECT a.value, v.verdict FROM answers a JOIN rooms r ON r.code = a.room"
            " LEFT JOIN verdicts v ON v.room = a.room AND v.question = a.question"
            " AND v.value = a.value"
            " WHERE a.room = ? AND a.question = ? AND a.voter = ? AND r.expires > ?",
            *(code, number, self._voter(code, token), self._now()),
        )
        return (rows[0][0], json.loads(rows[0][1] or "{}")) if rows else None

    def sweep(self) -> int:
        """Delete the rooms whose day is over; return how many."""
        [(gone,)] = self._db.run("DELETE FROM rooms WHERE expires <= ?", self._now())
        self._db.forget()
        return int(gone)

    def _voter(self, code: str, token: str) -> str:
        """Return a phone's pseudonym in a room: a salted hash of its cookie, new in every room."""
        rows = self._db.run("SELECT salt FROM rooms WHERE code = ?", code)
        return _digest(f"{rows[0][0] if rows else ''}:{token}")[:22]

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


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
