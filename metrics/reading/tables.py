"""Tables, with names of columns or without: which column holds what. pandas reads them."""

import io
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

import numpy as np
import pandas as pd

from .cells import NOT_JUDGED, grades, numbers
from .headers import (
    ALIASES,
    TEXTS,
    WIDTHS,
    are_counted,
    cells_of,
    letters_of,
    meaning_of,
    role_of,
    width_below,
)
from .names import column, text_of
from .rows import ALL, Asked, Note, Rows, is_number, quoted

_EXAMPLES: Final = {"document": "doc_id, docno", "grade": "relevance, label", "topic": "query_id"}
_LISTED: Final = (list, tuple, set, frozenset, np.ndarray)
_SYSTEMS: Final = {
    *("system", "systemid", "run", "runid", "runname", "runtag", "tag", "model", "method"),
    *("engine", "retriever", "algorithm", "variant"),
}
_CLICKS: Final = ("click", "clicks", "clicked", "isclicked", "clickcount")
_AT_ONCE: Final = 200_000  # rows
_LOOKED_AT: Final = 2000  # characters
_FEW: Final = 11  # numbers with more different values are no grades
_NUMBERED: Final = re.compile(r"(.*?)[\s_.-]*(\d+)")
_RANKED: Final = {
    *("", "rank", "doc", "document", "result", "item", "top", "pred", "prediction", "rec"),
    *("recommendation", "hit", "position", "pos", "id", "docid", "retrieved"),
}
"""Names of columns that hold a document each, before the number of its rank."""

_OBVIOUS: Final = ("id", "url", "title")  # names of documents that may be those of something else
_MOST_NAMED: Final = 8


def with_header(text: str, separator: str, before: int, asked: Asked) -> Rows:
    """Read a table whose first line names the columns; `before` lines were taken away."""
    first, *lines = (line for line in text[:_LOOKED_AT].split("\n") if line.strip())
    names = cells_of(first, separator)
    if width_below(names, [cells_of(line, separator) for line in lines[: -1 or None]]):
        names = ["row", *names]
        text = f"row{separator}{text}"
    cells = _cells(text, len(names), separator, before, asked)
    return of_frame(cells.iloc[1:].set_axis(names, axis=1), asked, f", line {before + 1}")


def without_header(text: str, width: int, separator: str, asked: Asked) -> Rows | None:
    """Read a table by the number of its columns; None where no reading is likely."""
    return without_names(_cells(text, width, separator, 0, asked), asked)


def without_names(cells: pd.DataFrame, asked: Asked, unit: str = "line") -> Rows | None:
    """Read cells whose columns have no names; None where no reading is likely."""
    below = cells.iloc[1:]
    if (
        cells.shape[1] > 2
        and len(below)
        and not any(
            is_number(name) or (below[at] == name).any() for at, name in cells.iloc[0].items()
        )
        and any(below[at].map(is_number).all() for at in cells)
    ):
        cells = below
    if not (names := _guessed(cells, asked)):
        return None
    named = cells.set_axis([name or str(place) for place, name in enumerate(names)], axis=1)
    rows = of_frame(named[[name for name in names if name]], asked, unit=unit)
    rows.sure = cells.shape[1] > 3
    read = ", ".join(name for name in names if name)
    why = "unknown" if cells is below else "no"
    rows.note(f"The columns of {asked.name} have {why} names; they were taken for {read}.")
    return rows


def of_frame(frame: pd.DataFrame, asked: Asked, where: str = "", unit: str = "line") -> Rows:
    """Read a table with named columns; its index holds the numbers of its lines.

    Args:
        frame: the table; cells are text, numbers, or lists of ids.
        asked: how it is to be read.
        where: where the names stand, for a sentence.
        unit: what the index numbers.
    """
    frame, notes = _listed(frame, asked), []
    places = _places([*frame.columns], asked, where)
    lists = _lists(frame, places)
    if lists and ("document" not in places or not {"grade", "score", "rank"} & places.keys()):
        return _of_questions(frame, lists, asked)
    notes += _further(frame, places, asked, where)
    if "document" not in places:
        _refuse_missing("document", frame, asked, where)
    if not {"grade", "score", "rank"} & places.keys():
        _refuse_clicks(frame, asked, where)
    columns = {name: frame.iloc[:, place] for name, place in places.items()}
    rows = Rows(asked.name, "run", "a run", column([]), column([]), unit=unit)
    rows.notes += notes
    rows.lines = frame.index.to_numpy(np.intp)
    rows.document = _ids(columns["document"], rows, "document")
    rows.topic = (
        _ids(columns["topic"], rows, "topic") if "topic" in columns else column([ALL] * len(frame))
    )
    if "score" in columns and not {"rank", "grade"} & columns.keys() and asked.hint != "run":
        rows.sure = asked.hint is not None
        if asked.hint == "qrels" or _like_grades(columns["score"]):  # as in BEIR's qrels
            columns["grade"] = columns.pop("score")
            rows.note(
                f"The column {frame.columns[places['score']]} of {asked.name} holds the grades."
            )
    ordered = {"score", "rank"} & columns.keys()
    if "grade" in columns:
        rows.kind, rows.form = ("both", "lists with grades") if ordered else ("qrels", "judgements")
    if asked.hint == "qrels" and rows.kind == "run":
        _refuse_missing("grade", frame, asked, where)
    for name in ordered:
        _read_order(columns[name], rows, name)
    if "grade" in columns:
        rows.grade = grades(columns["grade"], rows, asked)
    elif not ordered:
        rows.score = -np.arange(len(frame), dtype=float)
        unread = frame.drop(columns=frame.columns[[*places.values()]])
        values = unread.apply(pd.to_numeric, errors="coerce").notna().all()
        rows.note(
            f"{asked.name} has neither scores nor ranks: its {unit}s were taken in order.",
            doubt=bool(values.any()),
        )
    _note_unread(frame, places, rows)
    return rows


def _further(frame: pd.DataFrame, places: dict[str, int], asked: Asked, where: str) -> list[Note]:
    """Add the places of columns whose names are not known, and say what they were read as.

    A name means what its last word means. Else one column of ids that is left holds documents, and
    one of numbers holds grades, ranks or scores.
    """
    notes = []

    def left() -> list[int]:
        return [at for at in range(frame.shape[1]) if at not in places.values()]

    def read_as(name: str, at: int, *, doubt: bool = False) -> None:
        places[name] = at
        title = quoted(str(frame.columns[at]))
        first = ", the highest first" * (doubt and name == "score")
        said = f"The column {title} of {asked.name} was read as the {name}{first}."
        notes.append(Note(said, doubt))

    lacking = [name for name in ALIASES if name not in places]
    if {"score", "rank"} & places.keys() or ("grade" in places and asked.hint == "qrels"):
        lacking = [name for name in lacking if name not in ("score", "rank")]
    if asked.hint == "run":
        lacking = [name for name in lacking if name != "grade"]
    for name in lacking:
        found = [at for at in left() if meaning_of(frame.columns[at]) == name]
        if name == "document" and not found:
            found = [at for at in left() if meaning_of(frame.columns[at]) == "id"]
        if name in ("score", "rank") and {"score", "rank"} & places.keys():
            continue
        if len(found) == 1:
            read_as(name, found[0])
        elif len(found) > 1 and name in ("grade", "score"):
            listed = ", ".join(str(frame.columns[at]) for at in found)
            raise ValueError(
                f"{asked.name}{where}: one column must be called {name}, got {len(found)}: {listed}"
            )
    if {"grade", "score", "rank"} & places.keys() or "document" not in places or not len(frame):
        return notes
    if any(letters_of(frame.columns[at]) in _CLICKS for at in left()):
        return notes
    of_numbers = [
        at for at in left() if pd.to_numeric(frame.iloc[:, at], errors="coerce").notna().all()
    ]
    if len(of_numbers) == 1 and "topic" in places:
        (at,) = of_numbers
        cells = frame.iloc[:, at]
        ranks = _like_ranks(frame.iloc[:, places["topic"]], pd.to_numeric(cells))
        if asked.hint == "qrels" or (asked.hint is None and not ranks and _like_grades(cells)):
            read_as("grade", at, doubt=True)
        else:
            read_as("rank" if ranks else "score", at, doubt=not ranks)
    return notes


def _listed(frame: pd.DataFrame, asked: Asked) -> pd.DataFrame:
    """Return a table with a cell of several ids in the place of columns with one each.

    Such columns are numbered from 0 or 1: rank1, rank2, … or relevant_1, relevant_2, …
    """
    stems: dict[str, list[int]] = {}
    for at, name in enumerate(frame.columns):
        if match := _NUMBERED.fullmatch(str(name).strip()):
            stems.setdefault(letters_of(match[1]) if match[1] else "", []).append(at)
    for stem, places in stems.items():
        numbers_ = [_NUMBERED.fullmatch(str(frame.columns[at]).strip())[2] for at in places]  # type: ignore[index]
        if not are_counted(numbers_) or not (stem in _RANKED or role_of(stem)):
            continue
        rest = [at for at in range(frame.shape[1]) if at not in places]
        if any(letters_of(frame.columns[at]) in ALIASES["document"][:-3] for at in rest):
            continue
        cells = frame.iloc[:, places]
        rows = [
            [str(each).strip() for each in row if _is_there(each) and str(each).strip()]
            for row in cells.itertuples(index=False)
        ]
        if any(len({*row}) < len(row) for row in rows) and _like_grades(
            pd.Series([each for row in rows for each in row])
        ):
            first, last = (quoted(str(frame.columns[at])) for at in (places[0], places[-1]))
            raise ValueError(
                f"{asked.name}: the columns {first} to {last} hold grades and no ids; write a line "
                "for each document, with topic, document, rank and grade"
            )
        joined = pd.Series(rows, index=frame.index, dtype=object)
        name = f"{'relevant' if role_of(stem) == 'relevant' else 'retrieved'} ids"
        frame = frame.iloc[:, rest].assign(**{name: joined})
        return _listed(frame, asked)
    return frame


def _places(names: Sequence[object], asked: Asked, where: str) -> dict[str, int]:
    """Return the places of the columns that are read, by what they hold."""
    called = [letters_of(name) for name in names]
    places = {}
    for name, aliases in ALIASES.items():
        found = sorted(
            (aliases.index(each), at) for at, each in enumerate(called) if each in aliases
        )
        twice = len(found) > 1 and (found[0][0] == found[1][0] or name in ("grade", "score"))
        if twice:
            listed = ", ".join(str(names[at]) for _, at in found)
            raise ValueError(
                f"{asked.name}{where}: one column must be called {name}, got {len(found)}: {listed}"
            )
        if found:
            places[name] = found[0][1]
    return places


def _refuse_missing(name: str, frame: pd.DataFrame, asked: Asked, where: str) -> NoReturn:
    """Say which column is missing, or what the file is instead."""
    called = {letters_of(each): str(each) for each in frame}
    named = quoted(", ".join(called.values()))
    if texts := [
        each for key, each in called.items() if TEXTS.search(key) and role_of(key, ids=False)
    ]:
        raise ValueError(
            f"{asked.name}{where}: holds texts in the place of ids ({quoted(texts[0])}); give each "
            "text an id, and list the ids"
        )
    raise ValueError(
        f"{asked.name}{where}: one column must be called {name} (or {_EXAMPLES[name]}), got {named}"
    )


def _refuse_clicks(frame: pd.DataFrame, asked: Asked, where: str) -> None:
    """Refuse a table of clicks, which are no judgements."""
    if clicks := [str(name) for name in frame if letters_of(name) in _CLICKS]:
        raise ValueError(
            f"{asked.name}{where}: holds clicks and no judgements. If a click is to count as grade "
            f"1, call the column {quoted(clicks[0])} grade"
        )


def _ids(cells: pd.Series, rows: Rows, name: str) -> Any:
    """Return a column of ids as text."""
    if (missing := cells.isna().to_numpy(bool)).any():
        assert rows.lines is not None
        line = rows.lines[int(np.argmax(missing))]
        raise ValueError(f"{rows.name}, {rows.unit} {line}: the {name} has no id")
    if not pd.api.types.is_string_dtype(cells):
        return column([text_of(each, f"{rows.name}, a {name}") for each in cells])
    if cells.str.contains("\n", regex=False).any():
        cells = cells.str.replace(r"\s*\n\s*", " ", regex=True)
    return column(cells)


def _read_order(cells: pd.Series, rows: Rows, name: str) -> None:
    """Read scores or ranks. In a table with grades, an empty cell is a missed document."""
    lacks = cells.isna() | cells.astype(str).str.strip().isin(["", "?"])
    lacks &= rows.kind == "both"
    found = numbers(cells.where(~lacks, 0 if cells.dtype != object else "0"), rows, name)
    setattr(rows, name, np.where(lacks, np.nan, found))


def _like_grades(cells: pd.Series) -> bool:
    """Return whether numbers may be grades: few, whole and not negative."""
    there = cells[~cells.astype(str).str.strip().str.lower().isin(NOT_JUDGED)]
    found = pd.to_numeric(there, errors="coerce")
    return bool(
        len(found) and ((found >= 0) & (found == np.floor(found))).all() and found.nunique() <= _FEW
    )


def _note_unread(frame: pd.DataFrame, places: Mapping[str, int], rows: Rows) -> None:
    """Note the columns that are not read, and what stands for a topic."""
    unread = [at for at in range(frame.shape[1]) if at not in places.values()]
    if named := [quoted(str(frame.columns[at])) for at in unread if str(frame.columns[at])]:
        more = f" and {len(named) - _MOST_NAMED} more" * (len(named) > _MOST_NAMED)
        listed = ", ".join(named[:_MOST_NAMED])
        rows.note(f"Columns of {rows.name} that are not read: {listed}{more}.")
    for at in unread:
        if rows.kind != "qrels" and letters_of(frame.columns[at]) in _SYSTEMS:
            rows.note_systems([*frame.iloc[:, at].astype(str).unique()])
    if "rank" in places and letters_of(frame.columns[places["rank"]]) == "distance":
        rows.note(f"The lowest distance of {rows.name} comes first.")
    if "topic" in places or len(frame) < 2:
        return
    # Where values repeat, a column may hold the topics.
    groups = [at for at in unread if 1 < frame.iloc[:, at].astype(str).nunique() <= len(frame) / 2]
    also = (
        f" If {quoted(str(frame.columns[groups[0]]))} is the topic, call it so." if groups else ""
    )
    rows.note(
        f"No column of {rows.name} is called topic, so all lines are one list.{also}",
        doubt=bool(groups),
    )


# A row for each question


def _lists(frame: pd.DataFrame, places: Mapping[str, int]) -> dict[str, int]:
    """Return the places of the columns that hold several ids in a cell, by their role."""
    found: dict[str, int] = {}
    # An "id" or a "title" may be that of the question.
    free = "document" not in places or letters_of(frame.columns[places["document"]]) in _OBVIOUS
    for at in sorted(
        range(frame.shape[1]), key=lambda at: "id" not in letters_of(frame.columns[at])
    ):
        if not (role := role_of(frame.columns[at])) or role in found:
            continue
        cells = frame.iloc[:, at].dropna()
        if any(
            isinstance(each, dict | list)
            for cell in cells
            if isinstance(cell, _LISTED)
            for each in cell
        ):
            continue
        several = sum(len(_several(cell)) != 1 or isinstance(cell, _LISTED) for cell in cells)
        # Where documents or a grade may have the same name, most cells must hold several ids.
        if (free and at not in places.values() and len(cells)) or 2 * several > len(cells):
            found[role] = at
    if free and [*found] == ["retrieved"]:
        cells = frame.iloc[:, found["retrieved"]].dropna()
        retrieved = {each for cell in cells for each in _several(cell)}
        for at in range(frame.shape[1]):
            cells = frame.iloc[:, at].dropna()
            if role_of(frame.columns[at]) == "relevant" and any(
                each in retrieved for cell in cells for each in _several(cell)
            ):
                found["relevant"] = at
    return found


def _several(cell: object) -> list[str]:
    """Return the ids of a cell: a list, its text, or ids with | ; , or blanks between them."""
    if isinstance(cell, _LISTED):
        return [text_of(each, "a list of ids") for each in cell]
    text = str(cell).strip()
    if re.fullmatch(r"\[.*\]|\(.*\)|\{[^:]*\}", text, re.DOTALL):
        text = text[1:-1].strip(" ,")
        with suppress(json.JSONDecodeError, RecursionError):
            return _several(json.loads(f"[{text}]".replace("'", '"')))
    sign = next((sign for sign in "|;,\n" if sign in text), None)
    return [each.strip("'\" ") for each in text.split(sign) if each.strip("'\" ")]


def _of_questions(frame: pd.DataFrame, lists: Mapping[str, int], asked: Asked) -> Rows:
    """Read a table with a row for each question: relevant ids, retrieved ids, or both."""
    called = [letters_of(name) for name in frame]
    known = [*(name for name in ALIASES["topic"] if name.endswith("id")), "id", *ALIASES["topic"]]
    topic = next((called.index(name) for name in known if name in called), None)
    records: list[tuple[int, str, str, float, float]] = []
    for number, (line, cells) in enumerate(
        zip(frame.index, frame.itertuples(index=False), strict=True)
    ):
        name = str(number + 1) if topic is None else text_of(cells[topic], f"{asked.name}, a topic")
        retrieved, relevant = (
            _several(cells[lists[role]]) if role in lists and _is_there(cells[lists[role]]) else []
            for role in ("retrieved", "relevant")
        )
        grade = dict.fromkeys(relevant, 1.0)
        records += [
            (line, name, each, rank, grade.pop(each, np.nan))
            for rank, each in enumerate(retrieved, 1)
        ]
        records += [(line, name, each, np.nan, 1.0) for each in grade]
    lines, topics, documents, ranks, found = [*zip(*records, strict=True)] or [()] * 5
    kind = "both" if len(lists) == 2 else "run" if "retrieved" in lists else "qrels"
    read = " and ".join(quoted(str(frame.columns[at])) for at in lists.values())
    rows = Rows(asked.name, kind, "a row for each question", column(topics), column(documents))  # type: ignore[arg-type]
    rows.lines = np.array(lines, np.intp)
    if kind != "qrels":
        rows.rank = np.array(ranks)
    if kind != "run":
        rows.grade = np.array(found)
    rows.note(f"{asked.name} has a row for each question; ids were read from {read}.")
    return rows


def _is_there(cell: object) -> bool:
    return isinstance(cell, _LISTED) or not (cell is None or cell is pd.NA or cell != cell)


# Cells


def _cells(text: str, columns: int, separator: str, before: int, asked: Asked) -> pd.DataFrame:
    """Read a table's cells as text, without blank lines; the index holds line numbers."""
    limits, lines = asked.limits, text.rstrip("\n").count("\n") + 1
    if columns > limits.columns:
        raise ValueError(
            f"{asked.name}, line {before + 1}: a table may have {limits.columns} columns, got "
            f"{columns:,}"
        )
    if columns * lines > limits.cells:
        raise ValueError(
            f"{asked.name}: {lines:,} lines of {columns} columns are too many; lines times columns "
            f"may be {limits.cells:,}, so leave out columns that are not needed"
        )
    due = f"must have {columns} cells, as line {before + 1}"
    parts, line, source = [], before + 1, io.StringIO(text)
    try:
        with pd.read_csv(
            source,
            sep=r"\s+" if separator == " " else separator,
            header=None,
            names=range(columns + 1),  # one more reveals a line that is too long
            index_col=False,
            dtype=str,
            na_filter=False,
            skip_blank_lines=False,
            skipinitialspace=True,
            chunksize=_AT_ONCE,
        ) as reader:
            for part in reader:
                # A quoted cell may contain line breaks, so a row is not always one line.
                breaks = np.sum([part[name].str.count("\n") for name in part], axis=0)
                ends = line + np.cumsum(1 + breaks)
                part.index = pd.Index(ends - 1 - breaks)
                line = int(ends[-1])
                if (long := part[columns] != "").any():
                    raise ValueError(
                        f"{asked.name}, line {part.index[int(np.argmax(long))]}: {due}"
                    )
                part = part.drop(columns=columns).apply(lambda cells: cells.str.strip())
                if marked := [at for at in part if part[at].iloc[0][:1] == "'"]:
                    part[marked] = part[marked].replace(r"^'(.*)'$", r"\1", regex=True)
                parts.append(part[(part != "").any(axis=1)])
                asked.progress(min(source.tell() / len(text), 1))
    except pd.errors.ParserError as error:
        if "out of memory" in str(error):
            raise MemoryError from None
        # Pandas counts rows here. Line breaks in quoted cells make them fewer than lines.
        if found := re.search(r"line (\d+), saw", str(error)):
            problem = f"row {int(found[1]) + before}: {due}"
        else:
            opened = int(re.findall(r"\d+", str(error))[-1]) + 1 + before
            problem = f"row {opened}: a quotation is never closed"
        raise ValueError(f"{asked.name}, {problem}") from None
    cells: pd.DataFrame = pd.concat(parts)
    return cells


def _guessed(cells: pd.DataFrame, asked: Asked) -> Sequence[str]:
    """Return what the columns of a table without names are; () where nothing is likely."""
    width, hint = cells.shape[1], asked.hint
    numeric = [pd.to_numeric(cells[at], errors="coerce").notna().all() for at in cells]
    if width in (5, 6):
        trec = width == 6 or cells[1].str.upper().isin(["0", "Q0"]).all()
        if not trec and numeric[2] and numeric[3] and not numeric[4]:
            return ("topic", "document", *rank_and_score(cells), "")
        return WIDTHS[width] if trec and numeric[4] else ()
    if width == 4:
        trec = cells[1].str.upper().isin(["0", "Q0"]).all()
        ranked = not trec and hint != "qrels" and numeric[2] and numeric[3]
        return ("topic", "document", *rank_and_score(cells)) if ranked else WIDTHS[4]
    if width == 3 and numeric[2]:
        ranks = _like_ranks(cells[0], pd.to_numeric(cells[2]))
        if hint == "qrels" or (hint is None and not ranks and _like_grades(cells[2])):
            return ("topic", "document", "grade")
        return ("topic", "document", "rank" if ranks else "score")
    if width == 3 and hint != "run" and 2 * cells[2].nunique() <= len(cells):
        return ("topic", "document", "grade")  # words
    if width == 2 and numeric[1]:
        return ("document", "grade" if hint != "run" and _like_grades(cells[1]) else "score")
    if width == 2 and all(len(_several(cell)) > 1 for cell in cells[1]):
        return ("topic", "relevant ids" if hint == "qrels" else "retrieved ids")
    return ()


def rank_and_score(cells: pd.DataFrame, *, sure: bool = False) -> Sequence[str]:
    """Return which of the third and fourth column is which; () if one must be `sure` and isn't."""
    found = [_like_ranks(cells[0], cells[at].map(_number)) for at in (2, 3)]
    if sure and not any(found):
        return ()
    return ("score", "rank") if found == [False, True] else ("rank", "score")


def _number(cell: str) -> float:
    return float(cell.replace(",", ".")) if is_number(cell) else np.nan


def _like_ranks(topics: pd.Series, found: pd.Series) -> bool:
    """Return whether numbers are ranks: in each topic the whole numbers from 0 or 1, each once."""
    by_topic = found.groupby(topics)
    first, last, once = by_topic.min(), by_topic.max(), by_topic.nunique()
    alike = first.isin([0, 1]) & (last - first + 1 == once) & (once == by_topic.size())
    return bool(alike.all() and (once > 1).any())
