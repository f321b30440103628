"""Runs and judgements as dicts of dicts, the fastest way to them from Python."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from metrics import checks
from metrics.arrays import Array
from metrics.reading.alike import Pair, spelled_apart, stride
from metrics.reading.judged import (
    JudgedRun,
    Numbers,
    Precision,
    beside,
    by_name,
    in_rows,
    judged_run,
    refuse_apart,
)
from metrics.reading.noticed import Noticed, suspect
from metrics.reading.rows import Note
from metrics.reading.tables import text_of

Nested: TypeAlias = Mapping[str, Mapping[str, float]]
"""Scores or grades by topic and document."""


def in_text(given: Mapping[Any, Any], kind: str, value: str) -> Nested:
    """Return scores or grades by topic and document; ids become strings.

    A list of ids is a ranking, best first, or relevant documents; a set is relevant documents.
    """
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
    nested: Nested = given
    if not _are_text(given):
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
    if not any(nested.values()):
        raise ValueError(f"{kind} holds no {'documents' if value == 'score' else 'judgements'}")
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
    scores: Nested,
    grades: Nested,
    top_grade: float | None,
    relevant_from: float,
    precision: Precision,
    notes: Sequence[Note] = (),
) -> JudgedRun:
    """Sort the documents of each judged topic, and lay their grades out in rows."""
    lists = [scores.get(topic, {}) for topic in grades]
    if not any(lists):
        refuse_apart(tuple(scores), tuple(grades))
    exact = _numbers(dict(zip(grades, lists, strict=True)), "run", "score")
    pairs = [*zip(grades.values(), lists, strict=True)]
    most = np.finfo(float).max if top_grade is None else top_grade
    try:
        found, missed, judged = _looked_up(pairs, exact, most)
    except (OverflowError, TypeError, ValueError):
        wrong = ~(np.abs(_numbers(grades, "qrels", "grade")) <= most)
        allowed = "a finite number" if top_grade is None else f"a number up to {top_grade:g}"
        problem = f"the grade must be {allowed}"
        raise ValueError(_where(grades, int(np.argmax(wrong)), "qrels", problem)) from None
    lengths = np.fromiter(map(len, lists), np.int64)
    grade = in_rows(found, lengths, np.nan)
    order, tied, in_single = _sorted(lists, in_rows(exact, lengths, np.nan), precision)
    noticed = Noticed(
        topics=len(lists),
        ranked=len(found),
        unjudged=int(np.isnan(found).sum()),
        tied=tied,
        tied_in_single=in_single,
        empty=[topic for topic, ranked in zip(grades, lists, strict=True) if not ranked],
        left_out=[topic for topic in scores if topic not in grades],
    )
    some = slice(0, None, stride(noticed.unjudged))
    unknown = [_lacking(ranked, graded) for graded, ranked in pairs[some]]
    unseen = [_lacking(graded, ranked) for graded, ranked in pairs[some]]
    noticed.spelled = spelled_apart(*(_named([*grades][some], each) for each in (unknown, unseen)))
    noticed.suspect = suspect(
        found, exact, lengths, missed=int((~np.isnan(missed)).sum()), judged=judged, by_rank=False
    )
    in_order = grade if order is None else np.take_along_axis(grade, order, 1)
    laid_out = in_order, missed, lengths
    return judged_run(tuple(grades), laid_out, judged, noticed, (top_grade, relevant_from), notes)


def _looked_up(
    pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]], exact: Array, most: float
) -> tuple[Array, Array, Array]:
    """Return the grades of the run's n documents, shape (n,), those of the others in rows, and all.

    NaN stands for documents that nobody judged, and for padding.

    Args:
        pairs: for each topic grades and scores by document.
        exact: the n scores.
        most: the highest grade allowed.

    Raises:
        OverflowError, TypeError, ValueError: a grade is no number, or too high.
    """
    sizes = []

    def joined() -> Iterator[Iterable[float]]:
        # Keys keep their places, so the run's documents come first; those that nobody judged have
        # their score. To look up each takes longer.
        for graded, ranked in pairs:
            both = {**ranked, **graded}
            sizes.append(len(both))
            yield both.values()

    flat = np.fromiter(chain.from_iterable(joined()), np.float64)
    many, lengths = (np.fromiter(map(len, each), np.int64) for each in zip(*pairs, strict=True))
    others = sizes - lengths
    are_ranked = np.repeat(np.tile([True, False], len(pairs)), np.stack([lengths, others], 1).flat)
    found, missed = flat[are_ranked], flat[~are_ranked]
    same = in_rows(found == exact, lengths, False)
    for row in np.flatnonzero(same.sum(1) != sizes - many).tolist():  # a grade is the score, too
        graded, ranked = pairs[row]
        same[row, : len(ranked)] = np.invert([*map(graded.__contains__, ranked)])
    unjudged = same[np.arange(same.shape[1]) < lengths[:, None]]
    known = np.append(found[~unjudged], missed)
    if not (known.max() <= most and known.min() >= -most):
        raise ValueError(most)
    found[unjudged] = np.nan
    return found, in_rows(missed, others, np.nan), known


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
    names = [
        name
        for ranked, places, here in zip(lists, order, tied, strict=True)
        if (ids := [*ranked]) and here.any()
        for name in map(ids.__getitem__, places[here].tolist())
    ]
    order[tied] = order[tied][by_name(group, pa.array(names))]
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
