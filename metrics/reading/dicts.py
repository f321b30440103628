"""Runs and judgements as dicts of dicts, the fastest way to them from Python."""

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any, Final, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..arrays import Array
from .alike import Pair, spelled_apart, stride
from .judged import (
    JudgedRun,
    Numbers,
    Precision,
    beside,
    in_rows,
    judged_run,
    refuse_apart,
)
from .names import by_name, column, text_of
from .noticed import Noticed
from .rows import Note, NothingError

Nested: TypeAlias = Mapping[str, Mapping[str, float]]
"""Scores or grades by topic and document."""

_NO_BYTE: Final = 255
"""Stands for no grade, where grades are bytes."""

_OF_BYTE: Final = np.append(np.arange(float(_NO_BYTE)), np.nan)
"""The grade that each byte stands for."""


def in_text(given: Mapping[Any, Any], kind: str, value: str) -> Nested:
    """Return scores or grades by topic and document; ids become strings.

    A list of ids is a ranking, best first, or relevant documents; a set is relevant documents.
    """
    return _spelled(_in_dicts(given, kind, value), kind)


def _in_dicts(given: Mapping[Any, Any], kind: str, value: str) -> Nested:
    """Return scores or grades by topic and document."""
    if not _are_dicts(given):
        given = {
            topic: _of_list(each, value, f"{kind}, topic {topic}") for topic, each in given.items()
        }
        for topic, documents in given.items():
            if not isinstance(documents, Mapping):
                raise ValueError(
                    f"{kind}, topic {topic}: there must be a dict with a {value} for each document "
                    f"id, got {type(documents).__name__}"
                )
    return given


def _spelled(given: Mapping[Any, Mapping[Any, float]], kind: str) -> Nested:
    """Return the same with ids as strings."""
    if _are_text(given):
        return given
    nested = {
        text_of(topic, f"{kind}, a topic"): {
            text_of(document, f"{kind}, topic {topic}, a document"): number
            for document, number in documents.items()
        }
        for topic, documents in given.items()
    }
    _refuse_alike(given, nested, f"{kind}: two topics are")
    for topic, documents in given.items():
        by_text = nested[text_of(topic, kind)]
        _refuse_alike(documents, by_text, f"{kind}, topic {topic}: two documents are")
    return nested


def _are_dicts(given: Mapping[Any, Any]) -> bool:
    """Return whether each topic has a dict, as nearly always."""
    return {*map(type, given.values())} <= {dict}


def _are_text(given: Nested) -> bool:
    """Return whether all ids are strings; nothing else can be joined."""
    try:
        for ids in (given, *given.values()):
            "".join(ids)
    except TypeError:
        return False
    return True


def note_of_lists(given: Mapping[Any, Any], kind: str) -> list[Note]:
    """Say what lists of documents were taken for."""
    if _are_dicts(given):
        return []
    lists = (each for each in given.values() if not isinstance(each, Mapping))
    if not any(isinstance(each, str | int | np.integer) for names in lists for each in names):
        return []
    meant = "relevant ones" if kind == "qrels" else "ranking, best first"
    return [Note(f"The documents of each topic of {kind} were taken for its {meant}.")]


def _of_list(documents: Any, value: str, where: str) -> Any:
    """Return a dict for a list of ids, or of ids with a number each; else what was given."""
    if isinstance(documents, set | frozenset) and value == "score":
        return documents  # it has no order
    if not isinstance(documents, list | tuple | set | frozenset | np.ndarray):
        return documents
    if all(isinstance(each, list | tuple) and len(each) == 2 for each in documents):
        pairs = [*documents]
    else:
        names = [*documents]
        if not all(isinstance(each, str | int | np.integer) for each in names):
            return documents
        pairs = [(name, 1 if value == "grade" else -at) for at, name in enumerate(names)]
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = checks.repeated([name for name, _ in pairs])
        raise ValueError(f"{where}: the document {twice} stands twice in its list")
    return found


def _refuse_alike(given: Mapping[Any, Any], by_text: Mapping[str, Any], what: str) -> None:
    """Refuse ids that differ in kind alone, such as 1 and "1"."""
    if len(by_text) < len(given):
        seen: dict[str, object] = {}
        for name in given:
            before = seen.setdefault(text := text_of(name, what), name)
            if before is not name:
                raise ValueError(f"{what} called {text}: {before!r} and {name!r}")


def of_dicts(
    run: Mapping[Any, Any],
    qrels: Mapping[Any, Any],
    top_grade: float | None,
    relevant_from: float,
    precision: Precision,
    *,
    part: bool = False,
) -> JudgedRun:
    """Sort the documents of each judged topic, and lay their grades out in rows.

    Raises:
        NothingError: no judged topic has a document, unless it is part of more.
    """
    notes = [*note_of_lists(run, "run"), *note_of_lists(qrels, "qrels")]
    scores, grades = _in_dicts(run, "run", "score"), _in_dicts(qrels, "qrels", "grade")
    for given, what in ((scores, "run holds no documents"), (grades, "qrels holds no judgements")):
        if not (part or any(given.values())):
            raise NothingError(what)
    most = np.finfo(float).max if top_grade is None else top_grade
    # Nearly always ids are strings, and grades small whole numbers.
    for unjudged, packed in ((_NO_BYTE, bytes), (np.nan, _packed)):
        with suppress(OverflowError, TypeError, ValueError):
            exact, flat, sizes = _flat(scores, grades, unjudged, packed)
            break
        scores, grades = _spelled(scores, "run"), _spelled(grades, "qrels")
    else:
        _refuse(scores, grades, most)
    judged = flat[~np.isnan(flat)]
    lowest, highest = judged.min(initial=0), judged.max(initial=0)
    if np.isnan(exact.max(initial=0)) or max(-lowest, highest) > most:
        _refuse(scores, grades, most)
    lists = [scores.get(topic, {}) for topic in grades]
    lengths = np.fromiter(map(len, lists), np.int64)
    if not (part or len(exact)):
        refuse_apart(tuple(scores), tuple(grades))
    others = sizes - lengths
    are_ranked = np.repeat(np.tile([True, False], len(lists)), np.stack([lengths, others], 1).flat)
    found, missed = flat[are_ranked], flat[~are_ranked]
    order, tied, in_single = _sorted(lists, in_rows(exact, lengths, np.nan), precision)
    noticed = Noticed(
        topics=len(lists),
        ranked=len(found),
        unjudged=len(flat) - len(judged),
        tied=tied,
        tied_in_single=in_single,
        empty=[topic for topic, ranked in zip(grades, lists, strict=True) if not ranked],
        left_out=[topic for topic in scores if topic not in grades],
        of_files=notes,
    )
    some = slice(0, None, stride(noticed.unjudged))
    pairs = [*zip(grades.values(), lists, strict=True)][some]
    unknown = [_lacking(ranked, graded) for graded, ranked in pairs]
    unseen = [_lacking(graded, ranked) for graded, ranked in pairs]
    noticed.spelled = spelled_apart(*(_named([*grades][some], each) for each in (unknown, unseen)))
    noticed.look_at_lists(found, exact, lengths, judged)
    grade = in_rows(found, lengths, np.nan)
    in_order = grade if order is None else np.take_along_axis(grade, order, 1)
    laid_out = in_order, in_rows(missed, others, np.nan), lengths
    return judged_run(tuple(grades), laid_out, judged, noticed, (top_grade, relevant_from))


def _flat(
    scores: Nested,
    grades: Nested,
    unjudged: float,
    packed: Callable[[Collection[Any]], bytes],
) -> tuple[Array, Array, Numbers]:
    """Read all numbers of the judged topics, topic after topic.

    Each topic is read at once, while its ids and numbers are in the processor's cache.

    Args:
        scores: by topic and document.
        grades: by topic and document.
        unjudged: stands for the grade of a document that nobody judged.
        packed: turns grades into bytes, one for each or eight.

    Returns:
        The scores of the run; the grades of all documents, those of the run first in each topic,
        NaN where nobody judged; and how many documents each topic has.

    Raises:
        OverflowError, TypeError, ValueError: an id is no string, or something is no number.
    """
    every_score, every_grade, sizes = [], [], []
    for topic, graded in grades.items():
        ranked = scores.get(topic, {})
        both: dict[str, float] = dict.fromkeys(ranked, unjudged)
        both.update(graded)  # keys keep their places
        "".join(both)
        every_score.append(_packed(ranked.values()))
        every_grade.append(packed(both.values()))
        sizes.append(len(both))
    "".join(chain(scores, grades))
    in_bytes = packed is bytes
    flat: Array = np.frombuffer(b"".join(every_grade), np.uint8 if in_bytes else np.float64)
    if in_bytes:
        flat = _OF_BYTE[flat]
    if len(flat) - np.isnan(flat).sum() < sum(map(len, grades.values())):
        raise ValueError("a grade is what stands for none")
    return np.frombuffer(b"".join(every_score)), flat, np.array(sizes, dtype=np.int64)


def _packed(numbers: Collection[Any]) -> bytes:
    """Return numbers as the bytes of floats."""
    try:
        return struct.pack(f"{len(numbers)}d", *numbers)
    except struct.error:  # a number as text is one, too
        return np.fromiter(numbers, np.float64, len(numbers)).tobytes()


def _refuse(scores: Nested, grades: Nested, most: float) -> NoReturn:
    """Say which score, or else which grade, is none."""
    _numbers({topic: scores.get(topic, {}) for topic in grades}, "run", "score")
    wrong = ~(np.abs(_numbers(grades, "qrels", "grade")) <= most)
    allowed = "a finite number" if most == np.finfo(float).max else f"a number up to {most:g}"
    problem = f"the grade must be {allowed}"
    raise ValueError(_where(grades, int(np.argmax(wrong)), "qrels", problem))


def _sorted(
    lists: Sequence[Mapping[str, float]], exact: Array, precision: Precision
) -> tuple[Numbers | None, int, int]:
    """Sort the documents of each topic by score, and ties by document from z to a.

    Args:
        lists: scores by document, for each of q topics.
        exact: the same scores in rows, (q, n); NaN is padding.
        precision: of scores.

    Returns:
        The order in rows, None where it is as given; how many documents are tied; and how many of
        them in single precision only.
    """
    with np.errstate(over="ignore"):
        score: NDArray[Any] = exact.astype(np.float32) if precision == "single" else exact
    order = None
    if (score[:, 1:] > score[:, :-1]).any():
        order = np.argsort(-score, kind="stable")
        score = np.take_along_axis(score, order, 1)
        exact = np.take_along_axis(exact, order, 1)
    same = score[:, 1:] == score[:, :-1]
    if not same.any():
        return order, 0, 0
    tied, exactly = beside(same), beside(same & (exact[:, 1:] == exact[:, :-1]))
    order = np.tile(np.arange(score.shape[1]), (len(lists), 1)) if order is None else order
    group = np.cumsum(np.insert(~same, 0, True, axis=1))[tied.ravel()]
    rows = np.flatnonzero(tied.any(1))
    some = [lists[row] for row in rows.tolist()]
    ids, lengths = [*chain.from_iterable(some)], [*map(len, some)]
    starts = np.cumsum([0, *lengths[:-1]], dtype=np.int64)
    places: Numbers = (order[rows] + starts[:, None])[tied[rows]]
    order[tied] = order[tied][by_name(group, column(ids), places)]
    return order, int(tied.sum()), int((tied & ~exactly).sum())


def _lacking(some: Iterable[str], others: Mapping[str, float]) -> Iterator[str]:
    return (each for each in some if each not in others)


def _named(topics: Iterable[str], lists: Iterable[Iterable[str]]) -> Iterator[Pair]:
    """Return documents with their topics."""
    return ((topic, each) for topic, names in zip(topics, lists, strict=True) for each in names)


def _numbers(nested: Nested, kind: str, value: str) -> Array:
    """Return all scores or grades in one row."""
    every = chain.from_iterable(documents.values() for documents in nested.values())
    try:
        numbers = np.fromiter(every, np.float64, sum(map(len, nested.values())))
        wrong = np.isnan(numbers)
    except (OverflowError, TypeError, ValueError):
        every = chain.from_iterable(documents.values() for documents in nested.values())
        wrong = np.array([not _is_number(each) for each in every])
        numbers = np.zeros(len(wrong))
    if wrong.any():
        problem = f"the {value} must be a number"
        raise ValueError(_where(nested, int(np.argmax(wrong)), kind, problem))
    return numbers


def _is_number(number: Any) -> bool:
    try:
        return not isinstance(number, str) and float(number) == float(number)
    except (OverflowError, TypeError, ValueError):
        return False


def _where(nested: Nested, place: int, kind: str, problem: str) -> str:
    """Write a sentence on the number at a place, with its topic and document."""
    every = ((topic, *item) for topic, documents in nested.items() for item in documents.items())
    topic, document, number = next(islice(every, place, None))
    return f"{kind}, topic {topic}, document {document}: {problem}, got {number!r}"
