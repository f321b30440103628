"""A run with its judgements: what reading comes to, from files and from dicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..arrays import Array, Truth
from ..ranking import Ranking
from .alike import spelled_apart
from .names import Names
from .noticed import Noticed, some
from .rows import ALL, Note, NothingError

if TYPE_CHECKING:
    import pandas as pd

Numbers: TypeAlias = NDArray[np.int64]

Precision: TypeAlias = Literal["single", "double"]
"""Of scores: "single" as up to trec_eval 9 and in pytrec_eval, "double" as in trec_eval 10."""


@dataclass(frozen=True, eq=False)
class Ids:
    """Ids of documents in rows, stored as one column; a row becomes strings on access.

    It is read like an array of shape (q, n): `ids[topic]`, `ids[topic, place]`, `ids[topics]`. A
    million ids take 10 MB instead of 70, and pass to another process as one object.

    Attributes:
        shape: number of rows q, and number of ids in the longest row; "" is padding.
        names: all ids, row after row.
        bounds: shape (q + 1,), places in `names` at which rows begin; each row ends at the next.
    """

    shape: tuple[int, int]
    names: Names
    bounds: NDArray[np.int64]

    def __getitem__(self, place: Any) -> Any:
        """Return one id as a string, or several as an array."""
        topics, *places = place if isinstance(place, tuple) else (place,)
        rows = np.arange(self.shape[0])[topics]
        ids = np.full((*rows.shape, self.shape[1]), "", dtype=object)
        for row, topic in zip(ids.reshape(rows.size, self.shape[1]), rows.flat, strict=True):
            start, end = self.bounds[topic : topic + 2].tolist()
            row[: end - start] = self.names[start:end].to_pylist()
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
        ranking: shape (q, n), n the longest list; documents nobody judged are NaN, a negative grade
            is 0.
        noticed: what was noticed.
        spam: shape (q, n) and (q, m), places in `ranking.grades` and `ranking.missed` of negative
            grades; None without any.
        documents: shape (q, n), ids at the places of `ranking.grades`; "" is padding. None for runs
            from dicts.
        missed: shape (q, m), ids at the places of `ranking.missed`; "" is padding.
        forms: the names of the files, and what each was taken for.
    """

    topics: tuple[str, ...]
    ranking: Ranking
    noticed: Noticed
    spam: tuple[Truth, Truth] | None = None
    documents: Ids | None = None
    missed: Ids | None = None
    forms: tuple[tuple[str, str], ...] = ()

    def table(self) -> "pd.DataFrame":
        """Return what was read: topic, document, its rank and its grade.

        A document without a rank was missed; one without a grade was not judged, or has a negative
        one.
        """
        import pandas as pd

        assert self.documents
        assert self.missed
        parts, of = [], self.without_spam
        for ids, grades in ((self.documents, of.grades), (self.missed, of.missed)):
            lengths = np.diff(ids.bounds)
            row = np.repeat(np.arange(len(lengths)), lengths)
            place = np.arange(len(row)) - ids.bounds[row]
            part = {"row": row, "document": ids.names.to_pylist(), "rank": place + 1}
            parts.append(pd.DataFrame(part | {"grade": grades[row, place]}))
        parts[1]["rank"] = pd.NA
        table = pd.concat(parts).sort_values("row", kind="stable", ignore_index=True)
        table.insert(0, "topic", np.array(self.topics, dtype=object)[table.pop("row")])
        return table.astype({"rank": "Int64"})

    @cached_property
    def notes(self) -> Sequence[Note]:
        """What was noticed, in the order of its weight."""
        return self.noticed.notes(self.ranking.top_grade, self.ranking.relevant_from)

    @property
    def without_spam(self) -> Ranking:
        """The ranking in which a negative grade means a document that nobody judged."""
        if self.spam is None:
            return self.ranking
        of = self.ranking
        grades, missed = (
            np.where(spam, np.nan, values)
            for spam, values in zip(self.spam, (of.grades, of.missed), strict=True)
        )
        return Ranking(grades, missed, of.lengths, of.top_grade, of.relevant_from)


def judged_run(
    topics: Sequence[str],
    laid_out: tuple[Array, Array, Numbers],
    grades: Array,
    noticed: Noticed,
    scale: tuple[float | None, float],
    **more: Any,
) -> JudgedRun:
    """Return what was read, with whatever was noticed.

    Args:
        topics: the q judged topics.
        laid_out: the grades of the lists, (q, n); those of missed documents, (q, m); and the
            lengths of the lists, (q,).
        grades: all judgements.
        noticed: what was noticed of run and judgements together.
        scale: the top grade, None for the highest, and the lowest relevant grade.
        more: further attributes.
    """
    shown, left, lengths = laid_out
    given, relevant_from = scale
    lowest = checks.number("relevant_from", relevant_from, above=0)
    noticed.look_at(grades, lowest)
    top = float(max(1, noticed.highest, lowest) if given is None else given)
    spam = (shown < 0, left < 0) if noticed.negative else None
    if spam:
        shown, left = np.maximum(shown, 0), np.maximum(left, 0)
    ranking = Ranking(shown, left, lengths, top, relevant_from)
    return JudgedRun(tuple(topics), ranking, noticed, spam, **more)


def in_rows(flat: NDArray[Any], lengths: NDArray[np.intp], padding: float) -> NDArray[Any]:
    """Lay numbers out in rows of some lengths, padded to the longest."""
    shape = len(lengths), int(lengths.max(initial=0))
    if flat.size == shape[0] * shape[1]:
        return flat.reshape(shape)
    rows = np.full(shape, padding, flat.dtype)
    rows[np.arange(rows.shape[1]) < lengths[:, None]] = flat
    return rows


def beside(same: Truth) -> Truth:
    """Mark both of each two neighbours that are the same, along the last axis."""
    none = np.zeros((*same.shape[:-1], 1), dtype=bool)
    marked: Truth = np.append(same, none, -1) | np.append(none, same, -1)
    return marked


def refuse_apart(of_run: Sequence[str], of_qrels: Sequence[str]) -> NoReturn:
    """Refuse a run without a document for any judged topic.

    Raises:
        NothingError: always.
    """
    said = f"run and qrels share no topic: the run has {some(of_run)}, the qrels {some(of_qrels)}"
    if ALL in (*of_run, *of_qrels):
        said += f". A table without a column called topic (or query_id) is one topic, “{ALL}”"
    elif spelled_apart((("", name) for name in of_run), (("", name) for name in of_qrels)):
        said += ". They may be the same ones; write them alike"
    raise NothingError(said)


def refuse_size(topics: int, deepest: int, most: float) -> None:
    """Refuse lists that would need too much memory in rows."""
    if topics * deepest > most:
        raise ValueError(
            f"{topics:,} topics with up to {deepest:,} documents are too many to lay out in rows: "
            f"topics times documents may be at most {most:,.0f}, so cut the longest lists"
        )
