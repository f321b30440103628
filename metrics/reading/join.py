"""Join the documents of a run with their grades, in trec_eval's order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from ..arrays import Array, Truth
from .alike import Pair, spelled_apart, stride
from .judged import (
    Ids,
    JudgedRun,
    Numbers,
    Precision,
    beside,
    in_rows,
    judged_run,
    refuse_apart,
    refuse_size,
)
from .names import Names, are_among, are_blank, are_longer, by_name, coded, have_controls, unique
from .noticed import Noticed
from .rows import Limits, Note, NothingError, Rows

_AT_ONCE: Final = 10_000  # names
_FEW: Final = 200_000
"""Pairs that are sooner sorted than pandas, whose tables are faster, is imported."""


class NoRankingError(ValueError):
    """There are judgements, and nothing says in which order the system returned documents."""


def both(parts: Sequence[Rows], order_of_lines: bool) -> tuple[Rows, Rows]:
    """Return the documents that are ranked and those that are judged, or refuse what is amiss."""
    ranked, graded = parts[0], parts[-1]
    if ranked.form == "predictions":
        if graded.form != "LETOR" or len(graded.topic) != len(ranked.topic):
            raise ValueError(
                f"{ranked.name} holds one number in a line; as predictions it needs a LETOR file "
                "with as many lines"
            )
        ranked = replace(ranked, topic=graded.topic, document=graded.document)
    if ranked is not graded and ranked.kind == "qrels" and graded.kind == "run":
        raise ValueError(f"{ranked.name} holds judgements, and {graded.name} a run: swap them")
    if graded.kind == "run":
        more = " and no judgements" if ranked is graded else "; it must hold judgements"
        raise ValueError(f"{graded.name} holds a run{more}")
    if ranked.kind == "qrels":
        if not order_of_lines:
            raise NoRankingError(
                f"{ranked.name} holds judgements and no ranking: it has neither scores nor ranks"
            )
        ranked = replace(ranked, score=-np.arange(len(ranked.topic), dtype=float))
        ranked.notes = [
            *ranked.notes,
            Note(f"The order of the lines of {ranked.name} was taken for the ranking."),
        ]
    return ranked, graded


def check_names(rows: Rows, limits: Limits) -> None:
    """Refuse a name that is empty, too long, or holds what cannot be seen."""
    for what in ("topic", "document"):
        names = getattr(rows, what)
        each = unique(names)
        faults = {
            f"has no {what}": are_blank(each),
            f"the {what} holds a control character:": have_controls(each),
        }
        if what == "document":
            lacking = are_among(each, ["nan", "NaN", "<NA>", "NaT"])
            faults["the document is a missing value:"] = lacking
        if limits.name < np.inf:
            long = are_longer(each, int(limits.name))
            faults[f"the {what} is over {limits.name} characters long:"] = long
        for reason, wrong in faults.items():
            if wrong.any():
                places = are_among(names, each.filter(wrong))
                shown = None if reason.startswith("has") else names
                rows.refuse(places, reason, shown)


class _Pairs(NamedTuple):
    """Documents of topics with a value each, which is a score or a grade; shape (n,) each.

    Topics and documents are numbered as they first occur, those of the judgements first.
    """

    topic: Numbers
    document: Numbers
    pair: Numbers
    value: Array

    def keep(self, kept: Any) -> "_Pairs":
        return _Pairs(*(column[kept] for column in self))


def joined_rows(
    ranked: Rows,
    graded: Rows,
    top_grade: float | None,
    relevant_from: float,
    precision: Precision,
    limits: Limits,
    *,
    part: bool = False,
) -> JudgedRun:
    """Give each ranked document its grade, and lay out the sorted lists in rows.

    Raises:
        NothingError: no judged topic has a document, unless it is part of more.
    """
    forms = {rows.name: rows.form for rows in (ranked, graded)}
    notes = dict.fromkeys([*ranked.notes, *graded.notes])
    by_rank = ranked.score is None
    order_by = -_there(ranked.rank) if by_rank else _there(ranked.score)
    ranked = _those_with(order_by, ranked, "" if part else "documents")
    graded = _those_with(_there(graded.grade), graded, "" if part else "judgements")
    ranks = None if by_rank else ranked.rank
    grades = _there(graded.grade)
    if top_grade is not None:
        allowed = f"the grade must be a number up to {top_grade:g}, got"
        graded.refuse(grades > top_grade, allowed, grades)
    topics, topic = coded(graded.topic, ranked.topic)
    documents, document = coded(graded.document, ranked.document)
    pairs = [each * len(documents) + other for each, other in zip(topic, document, strict=True)]
    order_by = order_by[~np.isnan(order_by)]
    judged = _Pairs(topic[0], document[0], pairs[0], grades)
    listed = _Pairs(topic[1], document[1], pairs[1], order_by)
    first_judged, first_listed = _first(graded, judged), _first(ranked, listed)
    judged, count = judged.keep(first_judged), int(topic[0].max(initial=-1)) + 1
    kept = first_listed & (listed.topic < count)
    if not (part or kept.any()):
        refuse_apart(topics[count:].to_pylist(), topics[:count].to_pylist())
    listed = listed.keep(kept)
    found = _looked_up(listed, judged)
    grade = np.append(judged.value, np.nan)[found]
    as_given = np.argsort(listed.topic, kind="stable")
    looked_at = grade[as_given], listed.value[as_given], np.bincount(listed.topic, minlength=count)
    order, tied, in_single = _sorted(listed, documents, precision)
    listed, found, grade = listed.keep(order), found[order], grade[order]
    unseen = np.ones(len(judged.pair), dtype=bool)
    unseen[found[found >= 0]] = False
    missed = judged.keep(unseen)
    missed = missed.keep(np.argsort(missed.topic, kind="stable"))
    lengths, many = (np.bincount(each.topic, minlength=count) for each in (listed, missed))
    refuse_size(count, int(max(lengths.max(initial=0), many.max(initial=0))), limits.batch)
    shown = in_rows(grade, lengths, np.nan)
    left = in_rows(missed.value, many, np.nan)
    names = topics.to_pylist()
    upside_down = 0 if ranks is None else _disagree(listed, ranks[kept][order])
    unknown = listed.keep((found < 0) & (listed.document > judged.document.max(initial=-1)))
    step = stride(len(unknown.pair))
    apart = [each.keep(each.topic % step == 0) for each in (unknown, missed)]
    noticed = Noticed(
        topics=count,
        ranked=len(found),
        unjudged=int((found < 0).sum()),
        tied=tied,
        tied_in_single=in_single,
        upside_down=upside_down,
        copies=int((~first_judged).sum() + (~first_listed).sum()),
        by_rank=by_rank,
        spelled=spelled_apart(*(_named(each, names, documents) for each in apart)),
        suspect=_swapped(ranks, listed.value),
        empty=[names[at] for at in np.flatnonzero(lengths == 0)],
        left_out=names[count:],
        of_files=[*notes],
    )
    noticed.look_at_lists(*looked_at, judged.value)
    return judged_run(
        names[:count],
        (shown, left, lengths),
        judged.value,
        noticed,
        (top_grade, relevant_from),
        documents=_ids(documents, listed.document, lengths),
        missed=_ids(documents, missed.document, many),
        forms=tuple(forms.items()),
    )


def _there(values: Array | None) -> Array:
    assert values is not None
    return values


def _those_with(values: Array, rows: Rows, what: str) -> Rows:
    """Return the documents that have a value; with `what` there must be some."""
    rows = replace(rows)
    if (lacks := np.isnan(values)).any():
        rows.keep(~lacks)
    if what and not len(rows.topic):
        raise NothingError(f"{rows.name} holds no {what}")
    return rows


def _first(rows: Rows, pairs: _Pairs) -> Truth:
    """Mark the first line of each document of a topic; refuse another that contradicts it."""
    in_order = np.sort(pairs.pair)
    if not (in_order[1:] == in_order[:-1]).any():
        return np.ones(len(in_order), dtype=bool)
    _, firsts, which = np.unique(pairs.pair, return_index=True, return_inverse=True)
    first = firsts[which]
    rows.refuse(
        pairs.value != pairs.value[first], "the topic already has a document", rows.document
    )
    kept: Truth = first == np.arange(len(first))
    return kept


def _sorted(listed: _Pairs, names: Names, precision: Precision) -> tuple[Numbers, int, int]:
    """Sort documents by topic and score, and ties by document from z to a.

    Returns:
        The order; how many documents are tied; how many of them in single precision only.
    """
    with np.errstate(over="ignore"):
        score = listed.value.astype(np.float32) if precision == "single" else listed.value
    row = listed.topic
    steps = (row[1:] > row[:-1]) | ((row[1:] == row[:-1]) & (score[1:] <= score[:-1]))
    order = np.arange(len(row)) if steps.all() else np.lexsort((-score, row))
    row, score, exact = row[order], score[order], listed.value[order]
    same = (row[1:] == row[:-1]) & (score[1:] == score[:-1])
    if not same.any():
        return order, 0, 0
    tied, exactly = beside(same), beside(same & (exact[1:] == exact[:-1]))
    there = order[tied]
    group = np.append(0, np.cumsum(~same))[tied]
    order[tied] = there[by_name(group, names.take(listed.document[there]))]
    return order, int(tied.sum()), int((tied & ~exactly).sum())


def _looked_up(listed: _Pairs, judged: _Pairs) -> Numbers:
    """Return the places of ranked documents among the judgements; -1 for what nobody judged."""
    found = np.full(len(listed.pair), -1)
    # Judged documents have the first numbers.
    known = listed.document <= judged.document.max(initial=-1)
    found[known] = _places(judged.pair, listed.pair[known])
    return found


def _places(pairs: Numbers, some: Numbers) -> Numbers:
    """Return where some pairs stand among pairs; -1 for one that does not."""
    if len(pairs) + len(some) > _FEW:
        import pandas as pd

        return pd.Index(pairs).get_indexer(pd.Index(some))
    if not len(pairs):
        return np.full(len(some), -1)
    order = np.argsort(pairs)
    near = order[np.searchsorted(pairs, some, sorter=order) % len(pairs)]
    return np.where(pairs[near] == some, near, -1)


def _disagree(listed: _Pairs, ranks: Array) -> int:
    """Count the topics in which a document with a lower score has a better rank."""
    row, score = listed.topic, listed.value
    better = (row[1:] == row[:-1]) & (score[1:] < score[:-1]) & (ranks[1:] < ranks[:-1])
    return len(np.unique(row[1:][better]))


def _swapped(ranks: Array | None, scores: Array) -> str:
    """Say if ranks have fractions, and scores have none."""
    if ranks is None or not (ranks % 1 > 0).any() or (scores != np.floor(scores)).any():
        return ""
    return (
        "The ranks are fractions, and the scores are whole: the columns may be swapped. The score "
        "decides, the highest first, as in trec_eval."
    )


def _named(pairs: _Pairs, topics: Sequence[str], documents: Names) -> Iterator[Pair]:
    """Return the names of topics and documents."""
    for start in range(0, len(pairs.pair), _AT_ONCE):
        part = pairs.keep(slice(start, start + _AT_ONCE))
        names = documents.take(part.document).to_pylist()
        yield from zip(map(topics.__getitem__, part.topic.tolist()), names, strict=True)


def _ids(names: Names, numbers: Numbers, lengths: Numbers) -> Ids:
    shape = len(lengths), int(lengths.max(initial=0))
    return Ids(shape, names.take(numbers), np.append(0, np.cumsum(lengths)))
