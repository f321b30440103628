"""Many queries: what a system ranked and what the judges said, from files to one batch.

A run holds the answers to all topics, qrels hold the judgements (trec_eval's words and formats).
Together they are a `Ranking` with a row per topic, which every metric reads as it reads one list.
"""

import csv
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metrics.ranking import Ranking

Source: TypeAlias = str | Path | bytes | IO[bytes]
"""A file by its path, its content, or open for reading bytes, such as an upload."""

Progress: TypeAlias = Callable[[float], object]
"""Is told now and then which share of the input has been read, from 0 to 1."""

MOST_CELLS = 20_000_000
"""What a batch may hold, topics times ranks of the longest list: 160 MB for each array."""

# What people call the columns of a table, by the name that is used here.
_ALIASES = {
    "topic": ("topic", "query", "qid", "query_id", "topic_id"),
    "document": ("document", "title", "docno", "docid", "doc_id", "doc", "corpus_id"),
    "grade": ("grade", "relevance", "rel", "label", "rating"),
    "score": ("score", "similarity"),
    "rank": ("rank", "position"),
}
_AT_ONCE = 200_000  # lines


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """A system's lists for q topics with their grades, and what was noticed on the way.

    Attributes:
        topics: names of the q topics that were judged, in the order of the qrels.
        ranking: shape (q, n), n the longest list; documents nobody judged are NaN.
        documents: shape (q, n), ids at the places of `ranking.grades`; "" is padding.
        missed: shape (q, m), ids at the places of `ranking.missed`; "" is padding.
        ties: how many documents share their score with another one of their topic.
        empty: judged topics that the run does not have; they count, as empty lists.
        not_judged: topics of the run that nobody judged; they do not count.
    """

    topics: tuple[str, ...]
    ranking: Ranking
    documents: NDArray[np.object_]
    missed: NDArray[np.object_]
    ties: int
    empty: tuple[str, ...]
    not_judged: tuple[str, ...]


def read_trec(
    run: Source,
    qrels: Source,
    *,
    top_grade: int = 1,
    relevant_from: float = 1,
    progress: Progress | None = None,
) -> JudgedRun:
    r"""Read a run and its qrels into one batch, in the order that trec_eval makes of them.

    A run's line is `topic Q0 document rank score tag`. Only the score decides the order, highest
    first; it is read in single precision, and of equal ones the document whose id is later in the
    alphabet comes first. A line of qrels is `topic iteration document grade`. Judged topics that
    the run does not have count as empty lists (trec_eval's option -c).

    Raises:
        ValueError: naming file, line and reason: too few or too many fields, a score that is not a
            finite number, a grade that is not a whole number from 0 to `top_grade`, a document
            twice in one topic. Or that there is nothing to read, or more than `MOST_CELLS`.

    >>> judged = read_trec(b"q1 Q0 a 1 0.5 x\nq1 Q0 b 2 0.5 x", b"q1 0 a 1\nq1 0 c 1")
    >>> judged.documents.tolist(), judged.ranking.grades.tolist(), judged.missed.tolist()
    ([['b', 'a']], [[nan, 1.0]], [['c']])
    >>> judged.ties
    2
    """
    with _opened(run, "run") as runs, _opened(qrels, "qrels") as judgements:
        whole = runs.size + judgements.size

        def tell(before: int) -> Progress | None:
            return progress and (lambda read: progress((before + read) / whole))

        ranked = _fields(runs, "topic Q0 document rank score tag", _read_scores, tell(0))
        judged = _fields(
            judgements,
            "topic iteration document grade",
            partial(_read_grades, top_grade=top_grade),
            tell(runs.size),
        )
    _refuse_twice(ranked)
    _refuse_twice(judged)
    return _joined(ranked, judged, top_grade, relevant_from)


def read_table(
    table: Source,
    *,
    top_grade: int = 1,
    relevant_from: float = 1,
    progress: Progress | None = None,
) -> JudgedRun:
    r"""Read one CSV file that holds lists and judgements, into one batch.

    Its first line names the columns: `document` and `grade`; `topic` where there are several lists;
    `score` (highest first, ties as in `read_trec`) or `rank` (1 first), without which the lines are
    in order. No grade, or ?: nobody judged it. No score or rank: the system missed it. Columns are
    parted by commas, semicolons or tabs; other common names are known, other columns ignored.

    Raises:
        ValueError: as `read_trec`, or a column that is missing or there twice.

    >>> judged = read_table(b"document,grade,score\na,0,1.5\nb,1,2.5\nc,1,\n")
    >>> judged.documents.tolist(), judged.ranking.grades.tolist(), judged.missed.tolist()
    ([['b', 'a']], [[1.0, 0.0]], [['c']])
    """
    with _opened(table, "table") as lines:
        separator, columns = _columns(lines)
        tell = progress and (lambda read: progress(read / lines.size))
        due = f"must have {len(columns)} cells, as line 1"
        cells = pd.concat(_cells(lines, due, tell, sep=separator, skipinitialspace=True))
    cells.columns = pd.Index(columns)
    # A cell in quotation marks may hold line breaks, so a row is not always a line.
    breaks = sum(cells.iloc[:, i].str.count("\n") for i in range(cells.shape[1]))
    cells.index = pd.Index(2 + np.arange(len(cells)) + np.cumsum(breaks) - breaks, name=lines.name)
    cells = cells[(cells != "").any(axis=1)].drop(columns="", errors="ignore")
    cells = cells.apply(lambda column: column.str.strip())
    if "topic" not in cells:
        cells["topic"] = "all"
    for needed in ("topic", "document"):
        _refuse(cells, cells[needed] == "", f"has no {needed}")
    _refuse_twice(cells)
    order = next((column for column in ("score", "rank") if column in cells), None)
    if order is None:
        ranked = cells.assign(score=-np.arange(len(cells), dtype=np.float32))
    else:
        ranked = cells[cells[order] != ""].copy()
        _read_scores(ranked, order)
        ranked["score"] = ranked[order] * (-1 if order == "rank" else 1)
    judged = cells[~cells["grade"].isin(["", "?"])].copy()
    _read_grades(judged, top_grade)
    return _joined(ranked, judged, top_grade, relevant_from)


class _Lines(NamedTuple):
    file: IO[bytes]
    name: str
    size: int


def _columns(lines: _Lines) -> tuple[str, list[str]]:
    """Read what separates the columns of a table, and their names as used here; "" is ignored."""
    try:
        head = lines.file.readline().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{lines.name} is not a text file in UTF-8") from None
    lines.file.seek(0)
    separator = max(",;\t", key=head.count)
    known = {alias: column for column, names in _ALIASES.items() for alias in names}
    named = next(csv.reader([head], delimiter=separator), [])
    columns = [known.get(re.sub(r"[\s-]+", "_", name.strip().lower()), "") for name in named]
    for column, names in _ALIASES.items():
        count = columns.count(column)
        if count > 1 or (count == 0 and column in {"document", "grade"}):
            raise ValueError(
                f"{lines.name}, line 1: one column must be called {column} (or "
                f"{', '.join(names[1:])}), got {count or 'none'}"
            )
    return separator, columns


@contextmanager
def _opened(source: Source, kind: str) -> Iterator[_Lines]:
    """Open a source at its start; a file that was open already stays so."""
    with ExitStack() as stack:
        if isinstance(source, str | Path):
            file: IO[bytes] = stack.enter_context(Path(source).open("rb"))
            name = Path(source).name
        else:
            file = BytesIO(source) if isinstance(source, bytes) else source
            name = Path(str(getattr(file, "name", kind))).name
        size = file.seek(0, SEEK_END)
        file.seek(0)
        yield _Lines(file, name, size)


def _fields(
    lines: _Lines,
    columns: str,
    read_numbers: Callable[[pd.DataFrame], None],
    tell: Progress | None,
) -> pd.DataFrame:
    """Read lines of fields with space between them; the index counts lines and bears the name."""
    names = columns.split()
    form = {"sep": r"\s+", "header": None, "names": [*names, "more"], "quoting": csv.QUOTE_NONE}
    due = f"must have {len(names)} fields: {columns}"
    parts = []
    for cells in _cells(lines, due, tell, **form):
        cells.index = pd.Index(cells.index + 1, name=lines.name)
        part = cells[cells[names[0]] != ""]
        wrong = (part[names[-1]] == "") | (part["more"] != "")
        _refuse(part, wrong, due)
        part = part[[name for name in names if name in _ALIASES and name != "rank"]]
        read_numbers(part)
        parts.append(part)
    return pd.concat(parts)


def _cells(lines: _Lines, due: str, tell: Progress | None, **form: Any) -> Iterator[pd.DataFrame]:
    """Read a file's cells as text, part by part, and tell how many bytes are read."""
    try:
        with pd.read_csv(
            lines.file,
            dtype=str,
            na_filter=False,
            skip_blank_lines=False,
            encoding="utf-8-sig",
            chunksize=_AT_ONCE,
            **form,
        ) as parts:
            for part in parts:
                if not isinstance(part.index, pd.RangeIndex):  # it took what is too much for names
                    first = 1 if "header" in form else 2
                    raise ValueError(f"{lines.name}, line {first}: {due}")
                yield part
                if tell:
                    tell(lines.file.tell())
    except UnicodeDecodeError:
        raise ValueError(f"{lines.name} is not a text file in UTF-8") from None
    except pd.errors.EmptyDataError:
        raise ValueError(f"{lines.name} is empty") from None
    except pd.errors.ParserError as error:
        long = re.search(r"line (\d+), saw", str(error))
        problem = f"line {long[1]}: {due}" if long else "a quotation is never closed"
        raise ValueError(f"{lines.name}, {problem}") from None


def _read_scores(ranked: pd.DataFrame, column: str = "score") -> None:
    """Turn a column of text into numbers of single precision, as trec_eval holds them."""
    with np.errstate(over="ignore"):
        numbers = pd.to_numeric(ranked[column], errors="coerce").astype(np.float32)
    wrong = ~numbers.between(-np.inf, np.inf, inclusive="neither")
    _refuse(ranked, wrong, f"the {column} must be a finite number, got", ranked[column])
    ranked[column] = numbers


def _read_grades(judged: pd.DataFrame, top_grade: int) -> None:
    grades = pd.to_numeric(judged["grade"], errors="coerce")
    wrong = ~((grades >= 0) & (grades <= top_grade) & (grades == np.floor(grades)))
    allowed = f"a whole number from 0 to {top_grade}"
    _refuse(judged, wrong, f"the grade must be {allowed}, got", judged["grade"])
    judged["grade"] = grades


def _refuse_twice(documents: pd.DataFrame) -> None:
    twice = documents.duplicated(["topic", "document"])
    _refuse(documents, twice, "the topic already has a document", documents["document"])


def _refuse(
    rows: pd.DataFrame, wrong: pd.Series, reason: str, values: pd.Series | None = None
) -> None:
    """Raise for the first row that is wrong, with the name and line that the index knows."""
    if wrong.any():
        first = int(np.argmax(wrong))
        got = "" if values is None else f" {values.iloc[first]}"
        raise ValueError(f"{rows.index.name}, line {rows.index[first]}: {reason}{got}")


def _joined(
    ranked: pd.DataFrame, judged: pd.DataFrame, top_grade: int, relevant_from: float
) -> JudgedRun:
    """Sort, join and lay out in rows what the run says by `score` and the qrels by `grade`."""
    name = judged.index.name
    if judged.empty:
        raise ValueError(f"{name} holds no judgements")
    codes, topics = pd.factorize(judged["topic"])
    judged = judged.assign(row=codes)[["row", "document", "grade"]]
    row_of = pd.Series(range(len(topics)), index=topics)
    rows = ranked["topic"].map(row_of)
    not_judged = tuple(ranked["topic"][rows.isna()].unique())
    ranked = ranked[["document", "score"]].assign(row=rows)[rows.notna()]
    ranked = ranked.astype({"row": int}).sort_values(
        ["row", "score", "document"], ascending=[True, False, False]
    )
    ties = int(ranked.duplicated(["row", "score"], keep=False).sum())
    judged["place"] = np.arange(len(judged))
    found = ranked.merge(judged, on=["row", "document"], how="left")
    unseen = judged[~judged["place"].isin(found["place"])]
    lengths = np.bincount(found["row"], minlength=len(topics))
    deepest = max(lengths.max(), unseen["row"].value_counts().max() if len(unseen) else 0)
    if len(topics) * deepest > MOST_CELLS:
        raise ValueError(
            f"{len(topics)} topics with up to {deepest} documents are too many to lay out in rows: "
            f"topics times documents may be at most {MOST_CELLS}, so cut the longest lists"
        )
    documents, grades = _in_rows(found, len(topics))
    missed, missed_grades = _in_rows(unseen, len(topics))
    return JudgedRun(
        tuple(topics),
        Ranking(grades, missed_grades, lengths, top_grade, relevant_from),
        documents,
        missed,
        ties,
        tuple(topics[lengths == 0]),
        not_judged,
    )


def _in_rows(documents: pd.DataFrame, rows: int) -> tuple[NDArray[np.object_], NDArray[Any]]:
    """Lay out documents in their order, a row per topic: ids (rows, n) and grades (rows, n)."""
    row, column = documents["row"].to_numpy(), documents.groupby("row").cumcount().to_numpy()
    shape = rows, int(column.max(initial=-1)) + 1
    ids, grades = np.full(shape, "", dtype=object), np.full(shape, np.nan)
    ids[row, column] = documents["document"].to_numpy(object)
    grades[row, column] = documents["grade"]
    return ids, grades
