"""Read runs and judgements of many queries from files into one batch.

A run holds the answers to all topics, qrels hold the judgements, in trec_eval's formats. Together
they are a `Ranking` with a row per topic.

A file may contain anything. Its bytes are checked before parsing, in a twentieth of the time. Files
that are no text, or would take too long or too much memory, are refused.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from io import SEEK_END, BytesIO
from itertools import chain, islice, repeat
from math import isfinite
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metrics import checks
from metrics.ranking import Ranking

Source: TypeAlias = str | Path | bytes | IO[bytes]
"""A file: its path, its content, or a binary file object such as an upload. A str with a line break
is content."""

Nested: TypeAlias = Mapping[str, Mapping[str, float]]
"""Scores or grades by topic and document."""

Given: TypeAlias = Source | Nested | pd.DataFrame
"""A run or judgements: a TREC file, a dict of dicts, or a table with a row for each document."""

Progress: TypeAlias = Callable[[float], object]
"""Called from time to time with the share of the input that was read, from 0 to 1."""

MOST_BYTES = 100 * 2**20
"""Largest file, the same as the app's limit for uploads."""

MOST_LINES = 1_500_000
"""Most lines of a file, with blank ones: 1.5 times a run of 1,000 topics to depth 1,000. They take
about 6 s to read."""

LONGEST_LINE = 100_000
"""Most bytes of a line: enough for a document's text beside its id."""

MOST_COLUMNS = 100
"""Most columns of a table; at most five of them are read."""

LONGEST_NAME = 500
"""Most characters of a topic's or document's name: enough for a title or a URL."""

MOST_TABLE_CELLS = 10_000_000
"""Most cells of a table, lines times columns: all are parsed, also those that are ignored."""

MOST_CELLS = 20_000_000
"""Most cells of a batch, topics times ranks of the longest list: 160 MB for each array."""

ALIASES = {
    "topic": ("topic", "query", "qid", "query_id", "topic_id", "q_id"),
    "document": ("document", "title", "docno", "docid", "doc_id", "doc", "corpus_id"),
    "grade": ("grade", "relevance", "rel", "label", "rating"),
    "score": ("score", "similarity"),
    "rank": ("rank", "position"),
}
"""Common names of a table's columns, by their name here."""
_AT_ONCE = 200_000  # lines
_BLOCK = 2**20  # bytes
_HEAD = 2**16  # bytes; the first files of an archive are named in them
_CONTROL = "[\x00-\x1f\x7f-\x9f]"
_COMPRESSED = "is compressed; unpack it first"
_SHEET = "is a spreadsheet; save it as CSV first"
_TABLE = "is a binary table; save it as text first"
_OTHERS = {
    rb"\x1f[\x8b\x9d\xa0]|BZh[1-9](1AY|\x17rE)|\xfd7zXZ|\(\xb5/\xfd|\x04\x22M\x18": _COMPRESSED,
    rb"PK\x03\x04(?s:.*)(\[Content_Types\]|xl/|opendocument\.spreadsheet)": _SHEET,
    rb"PK\x03\x04(?s:.*)\.npy|\x93NUMPY": "is a NumPy array; save it as text first",
    rb"PK(\x03\x04|\x05\x06)|7z\xbc\xaf|Rar!\x1a": _COMPRESSED,
    rb"\xd0\xcf\x11\xe0": _SHEET,
    rb"(PAR1|ORC|FEA1|Obj)[^\t -~]|ARROW1\0|\x89HDF|SQLite format 3\0": _TABLE,
    rb"\x80[\x02-\x05]": "is a pickled object; save it as text first",
    rb"%PDF-": "is a PDF file; save it as text first",
    rb"\xff\xfe|\xfe\xff": "is text in UTF-16; save it in UTF-8",
}
"""How files that are no text begin, as patterns, and what a reader can do about it."""


@dataclass(frozen=True, eq=False)
class Ids:
    """Ids of documents in rows, stored as one text; a row becomes strings on access.

    It is read like an array of shape (q, n): `ids[topic]`, `ids[topic, place]`, `ids[topics]`. A
    million ids take 10 MB instead of 70, and pass to another process as one object.

    Attributes:
        shape: number of rows q, and number of ids in the longest row; "" is padding.
        text: one id per line, row after row, in UTF-8.
        bounds: shape (q + 1,), byte offsets in the text at which rows begin; each row ends at the
            next.
    """

    shape: tuple[int, int]
    text: bytes
    bounds: NDArray[np.int64]

    def __getitem__(self, place: Any) -> Any:
        """Return one id as a string, or several as an array."""
        topics, *places = place if isinstance(place, tuple) else (place,)
        rows = np.arange(self.shape[0])[topics]
        ids = np.full((*rows.shape, self.shape[1]), "", dtype=object)
        for row, topic in zip(ids.reshape(rows.size, self.shape[1]), rows.flat, strict=True):
            lines = self.text[self.bounds[topic] : self.bounds[topic + 1]].decode().split("\n")
            row[: len(lines) - 1] = lines[:-1]
        return ids[(..., *places)][()]  # [()] turns an array without axes into its string

    def tolist(self) -> list[list[str]]:
        """Return all ids as nested lists."""
        rows: list[list[str]] = self[:].tolist()
        return rows


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """A system's lists for q topics with their grades.

    Attributes:
        topics: names of the q judged topics, in the order of the qrels.
        ranking: shape (q, n), n the longest list; documents nobody judged are NaN.
        documents: shape (q, n), ids at the places of `ranking.grades`; "" is padding.
        missed: shape (q, m), ids at the places of `ranking.missed`; "" is padding.
        ties: number of documents that share their score with another one of their topic.
        empty: judged topics that the run lacks; they count, as empty lists.
        not_judged: topics of the run that nobody judged; they do not count.
        negative: number of judgements with a negative grade, which counts as 0, not relevant.
    """

    topics: tuple[str, ...]
    ranking: Ranking
    documents: Ids
    missed: Ids
    ties: int
    empty: tuple[str, ...]
    not_judged: tuple[str, ...]
    negative: int


@contextmanager
def _within_memory() -> Iterator[None]:
    """Turn a MemoryError into a ValueError with a sentence."""
    try:
        yield
    except MemoryError:
        raise ValueError("there is not enough memory to read so much at once") from None


@_within_memory()
def read_trec(
    run: Source,
    qrels: Source,
    *,
    top_grade: int | None = None,
    relevant_from: float = 1,
    progress: Progress | None = None,
) -> JudgedRun:
    r"""Read a run and its qrels into one batch, in trec_eval's order.

    A run's line is `topic Q0 document rank score tag`. Only the score, in single precision, decides
    the order, highest first. Of equal scores, the later document id in the alphabet comes first. A
    line of qrels is `topic iteration document grade`. A negative grade, as for spam in TREC's Web
    tracks, counts as 0. Judged topics that the run lacks count as empty lists (trec_eval's option
    -c).

    Args:
        run: the run.
        qrels: the judgements.
        top_grade: highest grade of the scale; None: the highest in the judgements, at least 1 and
            at least `relevant_from`.
        relevant_from: lowest grade that counts as relevant.
        progress: called with the share of the input that was read, from 0 to 1.

    Raises:
        ValueError: naming file, line and reason: too few or too many fields, a score that is not a
            finite number, a grade that is not a whole number or above `top_grade`, a document
            twice in one topic, a name with control characters, bytes that are not UTF-8. Also for
            input that is empty or exceeds the limits of this module, and for a run and qrels that
            share no topic.

    >>> judged = read_trec(b"q1 Q0 a 1 0.5 x\nq1 Q0 b 2 0.5 x", b"q1 0 a 1\nq1 0 c 1")
    >>> judged.documents.tolist(), judged.ranking.grades.tolist(), judged.missed.tolist()
    ([['b', 'a']], [[nan, 1.0]], [['c']])
    >>> judged.ties
    2
    """
    with _opened(run, "run") as runs, _opened(qrels, "qrels") as judgements:
        whole = runs.size + judgements.size

        def progress_after(before: int) -> Progress | None:
            return progress and (lambda read: progress((before + read) / max(whole, 1)))

        ranked = _fields(runs, "topic Q0 document rank score tag", _read_scores, progress_after(0))
        judged = _fields(
            judgements,
            "topic iteration document grade",
            partial(_read_grades, top_grade=top_grade),
            progress_after(runs.size),
        )
    for rows, what in ((ranked, "documents"), (judged, "judgements")):
        if rows.empty:
            raise ValueError(f"{rows.index.name} holds no {what}")
    names = _numbered(ranked, judged)
    joined = _joined(ranked, judged, names, top_grade, relevant_from)
    _refuse_apart(joined.ranking, joined.not_judged, joined.topics)
    return joined


@_within_memory()
def read_table(
    table: Source,
    *,
    top_grade: int | None = None,
    relevant_from: float = 1,
    progress: Progress | None = None,
) -> JudgedRun:
    r"""Read one CSV file with lists and judgements into one batch.

    The first line names the columns: `document` and `grade`; `topic` for several lists; `score`
    (highest first, ties as in `read_trec`) or `rank` (1 first). Without score and rank, the order
    is that of the lines. An empty grade, or ?, means that nobody judged the document. An empty
    score or rank means that the system missed it. Commas, semicolons or tabs separate columns.
    Other common names are known; other columns are ignored. Args as for `read_trec`.

    Raises:
        ValueError: as `read_trec`, or for a column that is missing or named twice.

    >>> judged = read_table(b"document,grade,score\na,0,1.5\nb,1,2.5\nc,1,\n")
    >>> judged.documents.tolist(), judged.ranking.grades.tolist(), judged.missed.tolist()
    ([['b', 'a']], [[1.0, 0.0]], [['c']])
    """
    with _opened(table, "table") as lines:
        cells = _rows(lines, progress and (lambda read: progress(read / max(lines.size, 1))))
    names = _numbered(cells)
    order = next((column for column in ("score", "rank") if column in cells), None)
    if order is None:
        ranked = cells.assign(score=-np.arange(len(cells), dtype=np.float32))
    else:
        ranked = cells[cells[order] != ""].copy()
        _read_scores(ranked, order)
        ranked["score"] = ranked[order] * (-1 if order == "rank" else 1)
    judged = cells[~cells["grade"].isin(["", "?"])].copy()
    if judged.empty:
        raise ValueError(f"{cells.index.name} holds no judgements")
    _read_grades(judged, top_grade)
    return _joined(ranked, judged, names, top_grade, relevant_from)


@_within_memory()
def read(
    run: Given, qrels: Given, *, top_grade: int | None = None, relevant_from: float = 1
) -> tuple[tuple[str, ...], Ranking]:
    """Read a run and its judgements, each a TREC file, a dict of dicts, or a DataFrame.

    Order, ties and judged topics that the run lacks are those of `read_trec`. The columns of a
    DataFrame have one of the names known to `read_table`: topic, document, and score (or rank) or
    grade. Other columns are ignored. Args as for `read_trec`.

    Returns:
        The judged topics, in the order of the qrels, and a ranking with a row for each.

    Raises:
        ValueError: as `read_trec`, naming topic and document; also for a run or qrels in none of
            these forms.

    >>> topics, ranking = read({"q1": {"a": 0.5, "b": 0.5}}, {"q1": {"a": 1, "c": 2}})
    >>> topics, ranking.grades.tolist(), ranking.missed.tolist(), ranking.top_grade
    (('q1',), [[nan, 1.0]], [[2.0]], 2.0)
    """
    if not isinstance(run, Mapping | pd.DataFrame) and not isinstance(
        qrels, Mapping | pd.DataFrame
    ):
        judged = read_trec(run, qrels, top_grade=top_grade, relevant_from=relevant_from)
        return judged.topics, judged.ranking
    scores, grades = _nested(run, "run", "score"), _nested(qrels, "qrels", "grade")
    ranking = _laid_out(scores, grades, top_grade, relevant_from)
    _refuse_apart(ranking, tuple(scores), tuple(grades))
    return tuple(grades), ranking


def _refuse_apart(ranking: Ranking, of_run: Sequence[str], of_qrels: Sequence[str]) -> None:
    """Refuse a run without a document for any judged topic."""
    if ranking.lengths is not None and not ranking.lengths.any():
        raise ValueError(
            f"run and qrels share no topic: the run has {_some(of_run)}, the qrels "
            f"{_some(of_qrels)}"
        )


class _Lines(NamedTuple):
    file: IO[bytes]
    name: str
    size: int  # bytes
    length: int  # lines


@contextmanager
def _opened(source: Source, kind: str) -> Iterator[_Lines]:
    """Check a source and yield it at its start; a file that was already open stays open."""
    with ExitStack() as stack:
        if isinstance(source, str) and "\n" in source:
            source = source.encode()
        if isinstance(source, str | Path):
            file: IO[bytes] = stack.enter_context(Path(source).open("rb"))
            name = Path(source).name
        else:
            if not isinstance(source, bytes) and not hasattr(source, "seek"):
                raise ValueError(
                    f"{kind} must be a TREC file (its path or content), a dict of dicts or a "
                    f"DataFrame, got {type(source).__name__}"
                )
            file = BytesIO(source) if isinstance(source, bytes) else source
            name = Path(str(getattr(file, "name", kind))).name
        name = _quoted(name)
        size = file.seek(0, SEEK_END)
        if size > MOST_BYTES:
            raise ValueError(f"{name} has {size:,} bytes; a file may have {MOST_BYTES:,}")
        file.seek(0)
        count = _survey(file, name)
        file.seek(0)
        yield _Lines(file, name, size, count)


def _survey(file: IO[bytes], name: str) -> int:
    """Count a file's lines; refuse a file that is no text or would take too long to parse."""
    before, head = 0, file.read(_HEAD)
    file.seek(0)
    # A block ends at the end of a line, so no fault crosses two blocks.
    while block := file.read(_BLOCK) + file.readline(LONGEST_LINE + 1):
        ends = np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n"))
        lengths = np.diff(ends, prepend=-1, append=len(block)) - 1
        too_long = lengths > LONGEST_LINE
        if too_long.any():
            problem = f"is longer than the {LONGEST_LINE:,} bytes that a line may have"
            fault: tuple[int, str] | None = (int(np.argmax(too_long)), problem)
        elif before + len(ends) > MOST_LINES:
            problem = f"a file may have {MOST_LINES:,} lines, this one has more"
            fault = (MOST_LINES - before, problem)
        else:
            fault = _not_text(block)
        if fault:
            for begins, kind in _OTHERS.items():
                if re.match(begins, head):
                    raise ValueError(f"{name} {kind}")
            line, problem = fault
            raise ValueError(f"{name}, line {before + line + 1}: {problem}")
        before += len(ends)
    return before


def _not_text(block: bytes) -> tuple[int, str] | None:
    """Return the first fault of text with the number of lines before it; None without any."""
    try:
        block.decode()
    except UnicodeDecodeError as error:
        return block.count(b"\n", 0, error.start), "is not text in UTF-8"
    if (place := block.find(b"\0")) >= 0:
        return block.count(b"\n", 0, place), "is not text, it holds a byte of 0"
    if block.count(b"\r") > block.count(b"\r\n") and (lone_cr := re.search(rb"\r(?!\n)", block)):
        problem = "holds a carriage return that does not end it; lines end in LF or CR LF"
        return block.count(b"\n", 0, lone_cr.start()), problem
    return None


def _columns(lines: _Lines) -> tuple[str, list[str]]:
    """Read a table's separator and its columns by their names here; "" for an ignored column."""
    head = lines.file.readline().decode("utf-8-sig")
    lines.file.seek(0)
    if not head.strip():
        raise ValueError(f"{lines.name}, line 1: must name the columns, and holds nothing")
    separator = max(",;\t", key=head.count)
    columns = _our_columns(next(csv.reader([head], delimiter=separator), []))
    if len(columns) > MOST_COLUMNS:
        raise ValueError(
            f"{lines.name}, line 1: a table may have {MOST_COLUMNS} columns, got {len(columns):,}"
        )
    if len(columns) * lines.length > MOST_TABLE_CELLS:
        raise ValueError(
            f"{lines.name}: {lines.length:,} lines of {len(columns)} columns are too many; lines "
            f"times columns may be {MOST_TABLE_CELLS:,}, so leave out columns that are not needed"
        )
    _refuse_columns(f"{lines.name}, line 1", columns, {"document", "grade"})
    return separator, columns


def _our_columns(names: Iterable[object]) -> list[str]:
    """Return columns by their names here; "" for an ignored column."""
    columns = {alias: column for column, names in ALIASES.items() for alias in names}
    return [columns.get(re.sub(r"[\s-]+", "_", str(name).strip().lower()), "") for name in names]


def _refuse_columns(where: str, columns: Sequence[str], needed: set[str]) -> None:
    """Raise a ValueError for a column that is named twice, or needed and missing."""
    for column, names in ALIASES.items():
        count = columns.count(column)
        if count > 1 or (count == 0 and column in needed):
            raise ValueError(
                f"{where}: one column must be called {column} (or {', '.join(names[1:])}), "
                f"got {count or 'none'}"
            )


def _rows(lines: _Lines, progress: Progress | None) -> pd.DataFrame:
    """Read a table's known columns; the index holds line numbers."""
    separator, columns = _columns(lines)
    wanted = {place: name for place, name in enumerate(columns) if name}
    due = f"must have {len(columns)} cells, as line 1"
    parts, line = [], 1
    for cells in _cells(lines, len(columns), due, progress, sep=separator, skipinitialspace=True):
        # A quoted cell may contain line breaks, so a row is not always one line.
        breaks = np.sum([cells[column].str.count("\n") for column in cells], axis=0)
        ends = line + np.cumsum(1 + breaks)
        cells.index = pd.Index(ends - 1 - breaks, name=lines.name)
        line = ends[-1]
        _refuse(cells, cells[len(columns)] != "", due)
        cells = cells[(cells != "").any(axis=1) & (cells.index > 1)]
        part = {name: cells[place].str.strip() for place, name in wanted.items()}
        for name in {"topic", "document"} & part.keys() if breaks.any() else ():
            part[name] = part[name].str.replace(r"\s*\n\s*", " ", regex=True)
        parts.append(pd.DataFrame(part))
    rows = pd.concat(parts)
    return rows if "topic" in rows else rows.assign(topic="all")


def _fields(
    lines: _Lines,
    columns: str,
    read_numbers: Callable[[pd.DataFrame], None],
    progress: Progress | None,
) -> pd.DataFrame:
    """Read lines of fields separated by whitespace; the index holds line numbers and file name."""
    names = columns.split()
    due = f"must have {len(names)} fields: {columns}"
    if len(lines.file.readline().split()) > len(names):  # pandas would take it for an index
        raise ValueError(f"{lines.name}, line 1: {due}")
    lines.file.seek(0)
    parts = []
    for cells in _cells(lines, len(names), due, progress, sep=r"\s+", quoting=csv.QUOTE_NONE):
        cells.index = pd.Index(cells.index + 1, name=lines.name)
        part = cells[cells[0] != ""].rename(columns=dict(enumerate(names)))
        _refuse(part, (part[names[-1]] == "") | (part[len(names)] != ""), due)
        part = part[[name for name in names if name in ALIASES and name != "rank"]]
        read_numbers(part)
        parts.append(part)
    return pd.concat(parts)


def _cells(
    lines: _Lines, columns: int, due: str, progress: Progress | None, **form: Any
) -> Iterator[pd.DataFrame]:
    """Yield a file's cells as text, part by part, and report the bytes read.

    A short line is filled with "". One extra column reveals a line that is too long.
    """
    try:
        with pd.read_csv(
            lines.file,
            header=None,
            names=range(columns + 1),
            dtype=str,
            na_filter=False,
            skip_blank_lines=False,
            encoding="utf-8-sig",
            chunksize=_AT_ONCE,
            **form,
        ) as parts:
            for part in parts:
                yield part
                if progress:
                    progress(lines.file.tell())
    except pd.errors.ParserError as error:
        if "out of memory" in str(error):
            raise MemoryError from None
        # Pandas counts rows here. Line breaks in quoted cells make them fewer than lines.
        if long := re.search(r"line (\d+), saw", str(error)):
            problem = f"{'line' if 'quoting' in form else 'row'} {long[1]}: {due}"
        else:
            opened = int(re.findall(r"\d+", str(error))[-1]) + 1
            problem = f"row {opened}: a quotation is never closed"
        raise ValueError(f"{lines.name}, {problem}") from None


class _Names(NamedTuple):
    topics: pd.Index
    documents: pd.Index


def _numbered(*tables: pd.DataFrame) -> _Names:
    """Replace topics and documents by numbers in alphabetical order, and return the names.

    Numbers are sorted and compared much faster, and each name is checked only once. The column
    `pair` numbers topic and document together; no table may hold a pair twice.
    """
    ends = np.cumsum([len(table) for table in tables])
    named = []
    for column in ("topic", "document"):
        codes, names = pd.factorize(pd.concat([table[column] for table in tables]), sort=True)
        for table, numbers in zip(tables, np.split(codes, ends[:-1]), strict=True):
            table[column] = numbers
        faults = {
            f"has no {column}": (names == "") | names.str.isspace(),
            f"the {column} holds a control character:": names.str.contains(_CONTROL),
            f"the {column} is over {LONGEST_NAME} characters long:": names.str.len() > LONGEST_NAME,
        }
        for reason, wrong in faults.items():
            for table in tables if wrong.any() else ():
                _refuse(table, wrong[table[column]], reason, names[table[column]])
        named.append(names)
    for table in tables:
        table["pair"] = table["topic"] * len(names) + table["document"]
        twice = table["pair"].duplicated()
        _refuse(table, twice, "the topic already has a document", names[table["document"]])
    return _Names(*named)


def _read_scores(ranked: pd.DataFrame, column: str = "score") -> None:
    """Convert a column of text to numbers in single precision, as trec_eval stores them."""
    with np.errstate(over="ignore"):
        numbers = pd.to_numeric(ranked[column], errors="coerce").astype(np.float32)
    wrong = ~numbers.between(-np.inf, np.inf, inclusive="neither")
    _refuse(ranked, wrong, f"the {column} must be a finite number, got", ranked[column])
    ranked[column] = numbers


def _read_grades(judged: pd.DataFrame, top_grade: int | None) -> None:
    grades = pd.to_numeric(judged["grade"], errors="coerce")
    wrong = _not_grades(grades, top_grade)
    _refuse(judged, wrong, f"the grade must be {_grades_up_to(top_grade)}, got", judged["grade"])
    judged["grade"] = grades


def _not_grades(grades: Any, top_grade: int | None) -> Any:
    """Mark what is not a whole number, or is above the top grade, if there is one."""
    most = np.inf if top_grade is None else top_grade + 1
    return ~((grades > -np.inf) & (grades < most) & (grades == np.floor(grades)))


def _grades_up_to(top_grade: int | None) -> str:
    return f"a whole number from 0 {'up' if top_grade is None else f'to {top_grade}'}"


def _refuse(
    rows: pd.DataFrame,
    wrong: pd.Series | NDArray[np.bool_],
    reason: str,
    values: pd.Series | pd.Index | None = None,
) -> None:
    """Raise a ValueError for the first wrong row, with file and line from the index."""
    if wrong.any():
        first = int(np.argmax(wrong))
        got = "" if values is None else _quoted(values.to_numpy()[first])
        raise ValueError(f"{rows.index.name}, line {rows.index[first]}: {reason} {got}".rstrip())


def _quoted(text: str) -> str:
    """Shorten a text from a file, and replace characters that cannot be seen."""
    text = text.strip()
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(character if character.isprintable() else "�" for character in short)


def _joined(
    ranked: pd.DataFrame,
    judged: pd.DataFrame,
    names: _Names,
    top_grade: int | None,
    relevant_from: float,
) -> JudgedRun:
    """Join a run's `score` with the qrels' `grade`, and lay out the sorted documents in rows."""
    negative = int((judged["grade"] < 0).sum())
    judged = judged.assign(grade=judged["grade"].clip(lower=0))
    order = judged["topic"].unique()
    row_of = np.full(len(names.topics), -1)
    row_of[order] = np.arange(len(order))
    ranked = ranked.assign(row=row_of[ranked["topic"]])
    judged = judged.assign(row=row_of[judged["topic"]])
    not_judged = names.topics[ranked["topic"][ranked["row"] < 0].unique()]
    ranked = ranked[ranked["row"] >= 0]
    ranked = ranked.iloc[np.lexsort((-ranked["document"], -ranked["score"], ranked["row"]))]
    equals_next = (np.diff(ranked["row"]) == 0) & (np.diff(ranked["score"]) == 0)
    ties = int((np.append(equals_next, False) | np.append(False, equals_next)).sum())
    place = pd.Index(judged["pair"]).get_indexer(pd.Index(ranked["pair"]))  # -1: unjudged
    graded = ranked.assign(grade=np.append(judged["grade"], np.nan)[place])
    unseen = judged[np.bincount(place[place >= 0], minlength=len(judged)) == 0]
    lengths = np.bincount(graded["row"], minlength=len(order))
    deepest = max(lengths.max(), np.bincount(unseen["row"]).max(initial=0))
    _refuse_size(len(order), deepest)
    ids, grades = _in_rows(graded, len(order), names.documents)
    missed, missed_grades = _in_rows(unseen, len(order), names.documents)
    return JudgedRun(
        tuple(names.topics[order]),
        Ranking(
            grades,
            missed_grades,
            lengths,
            _top(top_grade, judged["grade"], relevant_from),
            relevant_from,
        ),
        ids,
        missed,
        ties,
        tuple(names.topics[order[lengths == 0]]),
        tuple(not_judged),
        negative,
    )


def _top(top_grade: int | None, grades: Any, relevant_from: float) -> float:
    """Return the top grade, by default the highest of the judgements."""
    if top_grade is not None:
        return float(top_grade)
    return float(max(1, grades.max(), checks.number("relevant_from", relevant_from, above=0)))


def _nested(given: Given, kind: str, value: str) -> Nested:
    """Return scores or grades by topic and document; ids become strings."""
    if isinstance(given, Mapping):
        for topic, documents in given.items():
            if not isinstance(documents, Mapping):
                raise ValueError(
                    f"{kind}, topic {topic}: there must be a dict with a {value} for each document "
                    f"id, got {type(documents).__name__}"
                )
        ids = chain(given, chain.from_iterable(given.values()))
        nested: Nested = given
        if not {*map(type, ids)} <= {str}:
            nested = {
                _text_of(topic, f"{kind}, a topic"): {
                    _text_of(document, f"{kind}, topic {topic}, a document"): number
                    for document, number in documents.items()
                }
                for topic, documents in given.items()
            }
            _refuse_alike(given, nested, f"{kind}: two topics are")
            for topic, documents in given.items():
                _refuse_alike(
                    documents,
                    nested[_text_of(topic, kind)],
                    f"{kind}, topic {topic}: two documents are",
                )
    else:
        if isinstance(given, pd.DataFrame):
            table = _of_frame(given, kind, value)
        else:
            with _opened(given, kind) as lines:
                if value == "score":
                    columns, numbers = "topic Q0 document rank score tag", _read_scores
                else:
                    columns = "topic iteration document grade"
                    numbers = partial(_read_grades, top_grade=None)
                table = _fields(lines, columns, numbers, None)
        _refuse(
            table,
            table.duplicated(["topic", "document"]),
            "the topic already has a document",
            table["document"],
        )
        rows: dict[str, dict[str, float]] = {}
        for topic, document, number in zip(
            *(table[column].tolist() for column in ("topic", "document", value)), strict=True
        ):
            rows.setdefault(topic, {})[document] = number
        nested = rows
    if not any(nested.values()):
        raise ValueError(f"{kind} holds no {'documents' if value == 'score' else 'judgements'}")
    return nested


def _text_of(name: object, what: str) -> str:
    """Return an id as text: a whole number has no decimals, and what is missing is refused."""
    if name is None or name is pd.NaT or name is pd.NA or name != name:
        raise ValueError(f"{what} has no id, got {name!r}")
    if isinstance(name, float | np.floating) and float(name).is_integer():
        return str(int(name))
    return str(name)


def _refuse_alike(given: Mapping[Any, Any], by_text: Mapping[str, Any], what: str) -> None:
    """Refuse ids that differ in kind alone, such as 1 and "1"."""
    if len(by_text) < len(given):
        seen: dict[str, object] = {}
        for name in given:
            before = seen.setdefault(text := _text_of(name, what), name)
            if before is not name:
                raise ValueError(f"{what} called {text}: {before!r} and {name!r}")


def _of_frame(given: pd.DataFrame, kind: str, value: str) -> pd.DataFrame:
    """Return a DataFrame's columns under their names here; the index holds row numbers."""
    table = given.set_axis(_our_columns(given.columns), axis=1)
    by_rank = value == "score" and "score" not in table and "rank" in table
    needed = "rank" if by_rank else value
    _refuse_columns(kind, [*table.columns], {"topic", "document", needed})
    table = table[["topic", "document", needed]].rename(columns={needed: value})
    for column in ("topic", "document"):
        if table[column].isna().any():
            row = int(np.argmax(table[column].isna()))
            raise ValueError(f"{kind}, row {row}: the {column} has no id")
        if pd.api.types.infer_dtype(table[column]) != "string":
            table[column] = [_text_of(name, kind) for name in table[column]]
    if by_rank:
        table["score"] = -pd.to_numeric(table["score"], errors="coerce")
    table.index = pd.RangeIndex(len(table), name=kind)
    return table


def _laid_out(
    scores: Nested, grades: Nested, top_grade: int | None, relevant_from: float
) -> Ranking:
    """Sort the documents of each judged topic, and lay their grades out in rows."""
    lists = [scores.get(topic, {}) for topic in grades]
    score = _numbers(dict(zip(grades, lists, strict=True)), "run", "score", np.float32)
    judged = _numbers(grades, "qrels", "grade")
    wrong = _not_grades(judged, top_grade)
    if wrong.any():
        problem = f"the grade must be {_grades_up_to(top_grade)}"
        raise ValueError(_where(grades, int(np.argmax(wrong)), "qrels", problem))
    pairs = [*zip(grades.values(), lists, strict=True)]
    unjudged = repeat(np.nan)
    found = np.fromiter(
        chain.from_iterable(map(graded.get, ranked, unjudged) for graded, ranked in pairs),
        np.float64,
    )
    unseen = [[graded[each] for each in graded.keys() - ranked.keys()] for graded, ranked in pairs]
    lengths = np.fromiter(map(len, lists), np.intp)
    deepest = max(lengths.max(), max(map(len, unseen)))
    _refuse_size(len(lists), deepest)
    score = _rows_of(score, lengths, -np.inf)
    grade = _rows_of(found, lengths, np.nan)
    if (score[:, 1:] > score[:, :-1]).any():
        order = np.argsort(-score, kind="stable")
        in_order, ordered = np.take_along_axis(grade, order, 1), np.take_along_axis(score, order, 1)
    else:
        in_order, ordered = grade.copy(), score
    tied = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > -np.inf)
    for row in np.flatnonzero(tied.any(1)):
        places = sorted(range(lengths[row]), key=[*lists[row]].__getitem__, reverse=True)
        places.sort(key=score[row].tolist().__getitem__, reverse=True)
        in_order[row, : lengths[row]] = grade[row, places]
    missed = np.fromiter(chain.from_iterable(unseen), np.float64)
    missed = _rows_of(missed, np.fromiter(map(len, unseen), np.intp), np.nan)
    top = _top(top_grade, judged, relevant_from)
    return Ranking(np.maximum(in_order, 0), np.maximum(missed, 0), lengths, top, relevant_from)


def _numbers(nested: Nested, kind: str, value: str, dtype: Any = np.float64) -> NDArray[Any]:
    """Return all scores or grades in one row."""
    every = chain.from_iterable(documents.values() for documents in nested.values())
    try:
        with np.errstate(over="ignore"):
            numbers = np.fromiter(every, np.float64).astype(dtype)
        wrong = ~np.isfinite(numbers)
    except (OverflowError, TypeError, ValueError):
        every = chain.from_iterable(documents.values() for documents in nested.values())
        wrong = np.array([not _is_finite(each) for each in every])
    if wrong.any():
        problem = f"the {value} must be a finite number"
        raise ValueError(_where(nested, int(np.argmax(wrong)), kind, problem))
    return numbers


def _is_finite(number: Any) -> bool:
    try:
        return isfinite(number)
    except (OverflowError, TypeError, ValueError):
        return False


def _where(nested: Nested, place: int, kind: str, problem: str) -> str:
    """Write a sentence on the number at a place, with its topic and document."""
    every = ((topic, *item) for topic, documents in nested.items() for item in documents.items())
    topic, document, number = next(islice(every, place, None))
    return f"{kind}, topic {topic}, document {document}: {problem}, got {number!r}"


def _rows_of(flat: NDArray[Any], lengths: NDArray[np.intp], padding: float) -> NDArray[Any]:
    """Lay numbers out in rows of some lengths, padded to the longest."""
    rows = np.full((len(lengths), int(lengths.max(initial=0))), padding, flat.dtype)
    rows[np.arange(rows.shape[1]) < lengths[:, None]] = flat
    return rows


def _some(names: Sequence[str]) -> str:
    return ", ".join(map(_quoted, names[:3])) + " …" * (len(names) > 3)


def _refuse_size(topics: int, deepest: int) -> None:
    if topics * deepest > MOST_CELLS:
        raise ValueError(
            f"{topics} topics with up to {deepest} documents are too many to lay out in rows: "
            f"topics times documents may be at most {MOST_CELLS}, so cut the longest lists"
        )


def _in_rows(table: pd.DataFrame, rows: int, documents: pd.Index) -> tuple[Ids, NDArray[Any]]:
    """Lay out documents in their order, a row per topic: ids (rows, n) and grades (rows, n)."""
    table = table.sort_values("row", kind="stable")
    lengths = np.bincount(table["row"], minlength=rows)
    ends = np.cumsum(lengths)
    column = np.arange(len(table)) - np.repeat(ends - lengths, lengths)
    shape = rows, int(lengths.max())
    grades = np.full(shape, np.nan)
    grades[table["row"], column] = table["grade"]
    text = "\n".join([*documents.to_numpy(object)[table["document"]], ""]).encode()
    breaks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    return Ids(shape, text, np.append(0, breaks + 1)[np.append(0, ends)]), grades
