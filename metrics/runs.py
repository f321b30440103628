"""Runs and judgements of many queries, read into one batch.

A run holds the answers to all topics, qrels hold the judgements. Together they are a `Ranking` with
a row per topic. `metrics.reading` says which files are known.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from . import checks
from .reading.dicts import Nested, in_text, of_dicts
from .reading.files import Source, rows_of
from .reading.join import NoRankingError as NoRankingError
from .reading.join import both, check_names, joined_rows
from .reading.judged import Ids as Ids
from .reading.judged import JudgedRun as JudgedRun
from .reading.judged import Precision as Precision
from .reading.names import column
from .reading.rows import Asked, Kind, LabelsError, Limits, NothingError, Progress, Rows, quoted

if TYPE_CHECKING:
    import pandas as pd

Given: TypeAlias = "Source | Nested | pd.DataFrame"
"""A run or judgements: a file, a dict of dicts, or a table with a row for each document."""

_UNLIMITED: Final = Limits()
_NAMED: Final = {
    "run": re.compile("run|result|retriev|predict|ranking|hits|output", re.IGNORECASE),
    "qrels": re.compile("qrel|judg|relev|truth|gold|rating|label|expect", re.IGNORECASE),
}
"""What names of files say, where their content does not."""

_OTHER: Final[Mapping[str, Kind]] = {"run": "qrels", "qrels": "run"}


class InputWarning(UserWarning):
    """The numbers may not be those that were meant."""


@contextmanager
def _within_memory() -> Iterator[None]:
    """Turn a MemoryError into a ValueError with a sentence."""
    try:
        yield
    except MemoryError:
        raise ValueError("there is not enough memory to read so much at once") from None


@_within_memory()
def read(
    run: Given,
    qrels: "Given | None" = None,
    *,
    top_grade: float | None = None,
    relevant_from: float = 1,
    precision: Precision = "single",
    order_of_lines: bool = False,
    worth: Mapping[str, float] | None = None,
    limits: Limits = _UNLIMITED,
    progress: Progress | None = None,
    part: bool = False,
) -> JudgedRun:
    r"""Read a run and its judgements into one batch, in trec_eval's order.

    Each is a file, a dict of dicts, or a DataFrame. A file may be in TREC's formats, a table, JSON,
    or gzip of these: its content decides. The highest score comes first; of equal scores, the
    later document id in the alphabet. Without scores ranks decide, 1 first. A negative grade, as
    for spam in TREC's Web tracks, counts as 0. Judged topics that the run lacks count as empty
    lists (trec_eval's option -c).

    Args:
        run: the run; or all, in a table with grades and with scores or ranks.
        qrels: the judgements; None where the run has them.
        top_grade: highest grade of the scale; None: the highest in the judgements, at least 1 and
            at least `relevant_from`.
        relevant_from: lowest grade that counts as relevant.
        precision: of scores; in single precision 16.000001 and 16.000002 are tied.
        order_of_lines: whether the lines of judgements without a ranking are one, best first.
        worth: what words are worth as grades, such as {"E": 3, "S": 2}.
        limits: what files may have at most.
        progress: called with the share of the input that was read, from 0 to 1.
        part: whether this is part of more, and may be empty or share no topic.

    Raises:
        ValueError: naming file, line and reason: too few or too many fields, a score or grade that
            is no number, a grade above `top_grade`, a document twice in one topic, a name with
            control characters, a file of no known form; also for input that is empty or exceeds
            the limits, and for a run and qrels that share no topic.
        NoRankingError: judgements alone, unless `order_of_lines`.
        LabelsError: grades are words that `worth` lacks.

    >>> judged = read(b"q1 Q0 a 1 0.5 x\nq1 Q0 b 2 0.5 x", b"q1 0 a 1\nq1 0 c 2")
    >>> judged.documents.tolist(), judged.ranking.grades.tolist(), judged.missed.tolist()
    ([['b', 'a']], [[nan, 1.0]], [['c']])
    >>> read({"q1": {"a": 0.5}}, {"q1": {"a": 1, "c": 2}}).ranking.top_grade
    2.0
    """
    checks.one_of("precision", precision, ("single", "double"))
    if isinstance(run, Mapping) and isinstance(qrels, Mapping):
        return of_dicts(run, qrels, top_grade, relevant_from, precision, part=part)
    asked = Asked("file", None, limits, worth or {})
    given: list[tuple[Given, Asked]] = [(run, asked)]
    if qrels is not None:
        hints: tuple[Kind, Kind] = ("run", "qrels")
        told = (asked._replace(name=hint, hint=hint) for hint in hints)
        given = [*zip((run, qrels), told, strict=True)]

    def joined(*, line_by_line: bool) -> JudgedRun:
        parts = [
            _rows(source, asked._replace(progress=share), line_by_line, part=part)
            for (source, asked), share in zip(given, _shares(progress, len(given)), strict=True)
        ]
        ranked, graded = both(parts, order_of_lines)
        check_names(ranked, limits)
        if graded is not ranked:
            check_names(graded, limits)
        return joined_rows(ranked, graded, top_grade, relevant_from, precision, limits, part=part)

    try:
        return joined(line_by_line=False)
    except (LabelsError, NoRankingError):
        raise
    except ValueError:  # with the number of the line
        return joined(line_by_line=True)


class Taken(NamedTuple):
    """What a file was taken for.

    Attributes:
        name: the name of the file.
        kind: what it holds; None if it could not be read.
        form: the same in words, such as "a TREC run".
    """

    name: str
    kind: Kind | None
    form: str


class Brought(NamedTuple):
    """What came of files that were brought together.

    Attributes:
        taken: what each file was taken for.
        runs: the runs that were read, two at most, with the same judgements.
        problem: why there are none.
        labels: words for which `worth` must say what they are worth.
        lacks_order: whether `order_of_lines` would help.
    """

    taken: Sequence[Taken]
    runs: Sequence[JudgedRun] = ()
    problem: str = ""
    labels: Sequence[str] = ()
    lacks_order: bool = False


def together(
    files: Sequence[Source],
    kinds: Sequence[str | None] = (),
    *,
    order_of_lines: bool = False,
    worth: Mapping[str, float] | None = None,
    limits: Limits = _UNLIMITED,
    progress: Progress | None = None,
) -> Brought:
    """Read files that were brought together: judgements, and one run or two, in any order.

    Args:
        files: the files.
        kinds: what each holds; None where its content decides.
        order_of_lines: as for `read`.
        worth: as for `read`.
        limits: as for `read`.
        progress: as for `read`.
    """
    hints: list[Any] = [*kinds, *[None] * (len(files) - len(kinds))]
    taken = [Taken(_name_of(file), None, "not read") for file in files]
    asked = Asked("file", None, limits, worth or {})
    try:
        for line_by_line in (False, True):
            try:
                parts = []
                for at, (file, told) in enumerate(
                    zip(files, _shares(progress, len(files)), strict=True)
                ):
                    wanted = asked._replace(hint=hints[at], progress=told)
                    parts.append(rows_of(file, wanted, line_by_line=line_by_line))
                if (other := _other_kind(parts, hints)) is not None:
                    wanted = asked._replace(hint=_OTHER[parts[other].kind])
                    parts[other] = rows_of(files[other], wanted, line_by_line=line_by_line)
                taken = [Taken(rows.name, rows.kind, rows.form) for rows in parts]
                runs = []
                for pair in _pairs(parts):
                    ranked, graded = both(pair, order_of_lines)
                    check_names(ranked, limits)
                    check_names(graded, limits)
                    runs.append(joined_rows(ranked, graded, None, 1, "single", limits))
                return Brought(taken, runs)
            except (LabelsError, NoRankingError):
                raise
            except ValueError:  # with the number of the line
                if line_by_line:
                    raise
    except LabelsError as unknown:
        return Brought(taken, problem=str(unknown), labels=unknown.labels)
    except NoRankingError as lacking:
        return Brought(taken, problem=str(lacking), lacks_order=True)
    except ValueError as refused:
        return Brought(taken, problem=str(refused))
    except MemoryError:
        return Brought(taken, problem="there is not enough memory to read so much at once")
    raise AssertionError


def _name_of(file: Source) -> str:
    return quoted(Path(str(getattr(file, "name", file))).name)


def _other_kind(parts: Sequence[Rows], hints: Sequence[Kind | None]) -> int | None:
    """Return the place of a file that must hold the other kind, if all seem to hold one."""
    kinds = {rows.kind for rows in parts}
    if len(parts) < 2 or len(kinds) > 1 or kinds == {"both"}:
        return None
    unsure = [at for at, rows in enumerate(parts) if not rows.sure and hints[at] is None]
    if not unsure:
        return None

    def different(at: int) -> int:
        rows = parts[at]
        values = (each for each in (rows.score, rows.rank, rows.grade) if each is not None)
        return len(np.unique(next(values)))

    wanted: Kind = "run" if kinds == {"qrels"} else "qrels"
    named = [at for at in unsure if _NAMED[wanted].search(parts[at].name)]
    others = [at for at in unsure if not _NAMED[_OTHER[wanted]].search(parts[at].name)]
    # A run has more different numbers than judgements have.
    alike = len(unsure) > 1 and len({different(at) for at in unsure}) == 1
    among = (named or others or unsure) if alike else unsure
    other = (max if kinds == {"qrels"} else min)(among, key=different)
    if alike:
        names = " and ".join(rows.name for rows in parts)
        noted = next(rows for at, rows in enumerate(parts) if at != other)
        noted.note(f"Which of {names} holds the judgements was guessed.", doubt=True)
    return other


def _pairs(parts: Sequence[Rows]) -> list[tuple[Rows, Rows]]:
    """Return each run with its judgements, or refuse what is amiss."""
    graded = [rows for rows in parts if rows.kind == "qrels"]
    ranked = [rows for rows in parts if rows.kind != "qrels"]
    both = [rows for rows in ranked if rows.kind == "both"]
    if len(graded) > 1:
        names = " and ".join(rows.name for rows in graded[:2])
        raise ValueError(f"{names} both hold judgements; bring one of them, and a run")
    if len(ranked) > 2:
        raise ValueError(f"{len(ranked)} files hold runs; two can be compared, so bring two")
    if not graded and not both:
        raise ValueError(f"{ranked[0].name} holds a run and no judgements; bring these, too")
    return [(rows, (graded or both)[0]) for rows in ranked or graded]


def _shares(progress: Progress | None, count: int) -> list[Progress]:
    """Return for each of some files what is called with its share."""
    tell = progress or (lambda _share: None)
    return [lambda share, at=at: tell((at + share) / count) for at in range(count)]  # type: ignore[misc]


def _rows(source: Given, asked: Asked, line_by_line: bool, *, part: bool) -> Rows:
    try:
        return _some_rows(source, asked, line_by_line)
    except NothingError:
        if not part:
            raise
        nothing, kind = np.zeros(0), asked.hint or "both"
        return Rows(asked.name, kind, "", column([]), column([]), score=nothing, grade=nothing)


def _some_rows(source: Given, asked: Asked, line_by_line: bool) -> Rows:
    if isinstance(source, str | Path | bytes | io.IOBase):
        return rows_of(source, asked, line_by_line=line_by_line)
    import pandas as pd

    from .reading.headers import is_known
    from .reading.tables import of_frame

    given: Any = source
    if isinstance(given, pd.Series) and any(map(is_known, given.index.names)):
        source = given.to_frame(given.name or "score")
    elif not isinstance(given, pd.DataFrame) and hasattr(given, "to_pandas"):
        source = given.to_pandas()  # of pyarrow, Polars
    if isinstance(source, pd.DataFrame):
        if levels := [
            name for name in source.index.names if is_known(name) and name not in source.columns
        ]:
            source = source.reset_index(level=levels)
        return of_frame(source.set_axis(pd.RangeIndex(len(source))), asked, unit="row")
    if isinstance(source, Mapping):
        nested = in_text(source, asked.name, "grade" if asked.hint == "qrels" else "score")
        triples = [(t, d, each) for t, documents in nested.items() for d, each in documents.items()]
        value = "grade" if asked.hint == "qrels" else "score"
        frame = pd.DataFrame(triples, columns=["topic", "document", value])
        return of_frame(frame, asked, unit="entry")
    return rows_of(source, asked, line_by_line=line_by_line)
