"""Score a list as tools do, and find the tools that print a definition."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.conventions.combinations import POSITIONS, combinations
from metrics.conventions.definitions import Definition
from metrics.conventions.lines import CONVENTIONS, LINES, TIES, Line
from metrics.gain import dcg
from metrics.ranking import Ranking

Handed: TypeAlias = Literal["usual", "everything", "list"]


def _of_the_list(definition: Definition) -> Definition:
    """Define the same for a tool that is not told of the missed documents."""
    inner = definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        return inner(_with(ranking, ranking.grades, ()), k)

    return replace(
        definition,
        key=f"{definition.key}-unknown",
        says=f"{definition.says}, missed documents not handed in",
        # Where none is missed, it is nothing else.
        score=lambda ranking, k: (
            compute(ranking, k).score if ranking.missed.size else np.array(np.nan)
        ),
        steps=definition.steps + 1,
        knobs={**definition.knobs, "missed": "unknown"},
        compute=compute,
    )


_OF_THE_LIST: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        one.key: one
        for line in LINES
        if line.takes == "rows"
        and CONVENTIONS[line.definition].metric in ("average_precision", "recall")
        and CONVENTIONS[line.definition].knobs.get("denominator") != "found"
        for one in [_of_the_list(CONVENTIONS[line.definition])]
    }
)
"""What tools that take rows compute, where the missed documents would have made a difference."""


@dataclass(frozen=True)
class Printed:
    """A line and the number it prints; NaN, and why, where it prints none."""

    line: Line
    definition: Definition
    number: float
    why: str = ""


def printed(
    ranking: Ranking,
    k: int | None,
    metric: str,
    *,
    handed: Handed = "usual",
    tied: Sequence[float] | None = None,
    ids: Sequence[str] | None = None,
) -> list[Printed]:
    """Score a list under every line of a metric.

    Args:
        ranking: one list, shape (n,).
        k: the cutoff, or None.
        metric: catalog key.
        handed: which documents a tool gets to know. "usual": those who take judgements all judged
            ones, those who take rows the list's. "everything": the missed ones too, as rows below
            the list, each under the one before. "list": nobody knows of the missed ones.
        tied: the model's score of each document of the list, in the order they stand in; equal
            ones are a tie. None: no two are equal.
        ids: the documents' ids, for tools that order a tie by them. None: a, b, c … down the list.
    """
    # Many lines differ in words alone, and a page asks for all of them at every move of a card.
    alike: dict[tuple[str, ...], Printed] = {}
    found = []
    for line in LINES:
        if CONVENTIONS[line.definition].metric == metric:
            ties = "" if tied is None else line.ties
            same = (line.definition, line.takes, ties, line.empty, line.alone, line.short)
            if same not in alike:
                alike[same] = printed_by(line, ranking, k, handed=handed, tied=tied, ids=ids)
            one = alike[same]
            found.append(Printed(line, one.definition, one.number, one.why))
    return found


def printed_by(
    line: Line,
    ranking: Ranking,
    k: int | None,
    *,
    handed: Handed = "usual",
    tied: Sequence[float] | None = None,
    ids: Sequence[str] | None = None,
) -> Printed:
    """Score a list under one line; as for `printed`."""
    definition = CONVENTIONS[line.definition]
    given, scores = _given(ranking, line, handed, tied)
    counts_hits = METRICS[definition.metric].reads == "binary" or "binary" in definition.key
    judged = np.nansum(given.grades) + np.nansum(given.missed)
    nothing = not (given.relevant_total if counts_hits else judged)
    n = given.grades.size
    odd = {line.empty: nothing, line.alone: n == 1, line.short: k is not None and n < k}
    why = next((why for why, so in odd.items() if why and so), "")
    number = np.nan if why else _tied(definition, line.ties, given, k, scores, ids)
    return Printed(line, definition, float(number), why)


def tools(definition: Definition, ranking: Ranking | None = None) -> tuple[Line, ...]:
    """Return the lines that print a definition, when tools are handed what they usually are.

    Of a list without missed documents those that would not have been told of them print the same.
    """
    something_missed = ranking is None or ranking.missed.size > 0
    return _lines_by_definition(something_missed).get(definition.key, ())


@cache
def tools_by(metric: str, knob: str) -> Mapping[Any, tuple[str, ...]]:
    """Name, for each position of a metric's knob, the tools that have it there, each once.

    A position that no tool has is left out. A tool is in two places where it prints two numbers.

    >>> tools_by("ndcg", "ideal")["returned"]
    ('Elasticsearch',)
    """
    found: dict[Any, dict[str, None]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        if definition.metric == metric:
            first = next(iter(POSITIONS[knob]))
            found.setdefault(definition.knobs.get(knob, first), {})[line.tool] = None
    return {position: tuple(names) for position, names in found.items()}


@cache
def _lines_by_definition(something_missed: bool) -> dict[str, tuple[Line, ...]]:
    found: dict[str, tuple[Line, ...]] = {}
    for line in LINES:
        for key in (_usual(line) if something_missed else line.definition, _with_its_ties(line)):
            found[key] = (*found.get(key, ()), line)
    return found


def of_ties(tied: Sequence[float], ids: Sequence[str] | None = None) -> tuple[Definition, ...]:
    """Define what tools make of documents of one score; as for `printed`. () if there are none.

    A list alone does not tell which of its documents are tied, so `known` holds none of these.
    """
    if len({*tied}) == len(tied):
        return ()
    found = {}
    for line in LINES:
        if line.ties in ("order", "shuffled"):
            continue
        one = CONVENTIONS[line.definition]
        found[_with_its_ties(line)] = replace(
            one,
            key=_with_its_ties(line),
            says=f"{one.says}, ties {TIES[line.ties]}",
            score=partial(_number, line, tied, ids),
            steps=one.steps + 1,
            knobs={**one.knobs, "ties": line.ties},
            compute=None,
        )
    return tuple(found.values())


@cache
def known(metric: str | None = None) -> tuple[Definition, ...]:
    """Return all definitions, or those of one metric: the conventions, and what else there is."""
    every = {one.key: one for one in combinations()} | {**CONVENTIONS, **_OF_THE_LIST}
    found = [one for one in every.values() if metric in (None, one.metric)]
    return tuple(sorted(found, key=lambda one: one.steps))


def _usual(line: Line) -> str:
    """Return the key of what a line computes from what the tool is usually handed."""
    of_list = f"{line.definition}-unknown"
    return of_list if line.takes == "rows" and of_list in _OF_THE_LIST else line.definition


def _number(
    line: Line,
    tied: Sequence[float],
    ids: Sequence[str] | None,
    ranking: Ranking,
    k: int | None,
) -> float:
    return printed_by(line, ranking, k, tied=tied, ids=ids).number


def _with_its_ties(line: Line) -> str:
    return f"{line.definition}-ties_{line.ties}"


def _given(
    ranking: Ranking, line: Line, handed: Handed, tied: Sequence[float] | None
) -> tuple[Ranking, Array | None]:
    """Return what is handed to a tool, and the scores of its documents where some are tied."""
    scores = None if tied is None else np.asarray(tied, dtype=np.float64)
    if line.takes == "judgements":
        return (_with(ranking, ranking.grades, ()) if handed == "list" else ranking), scores
    if handed != "everything":
        return _with(ranking, ranking.grades, ()), scores
    grades = np.concatenate([ranking.grades, ranking.missed])
    if scores is not None:
        lowest = scores.min(initial=0)
        scores = np.concatenate([scores, lowest - 1 - np.arange(ranking.missed.size)])
    return _with(ranking, grades, ()), scores


def _with(ranking: Ranking, grades: Array, missed: ArrayLike) -> Ranking:
    return Ranking(grades, missed, top_grade=ranking.top_grade, relevant_from=ranking.relevant_from)


def _tied(
    definition: Definition,
    rule: str,
    ranking: Ranking,
    k: int | None,
    scores: Array | None,
    ids: Sequence[str] | None,
) -> float | Array:
    """Score a list in which documents of equal score are ordered by a tool's rule."""
    if scores is None or rule in ("order", "shuffled"):
        return definition.score(ranking, k)
    group = np.unique(scores, return_inverse=True)[1]
    if rule == "averaged":
        return _averaged(definition, ranking, k, group)
    if rule == "last":
        return _at_the_last_rank(ranking, group)
    worth: Array = np.nan_to_num(ranking.grades)
    if rule in ("id", "id_first"):
        named = ids or [f"{at:04d}" for at in range(worth.size)]
        worth = np.argsort(np.argsort(named)).astype(np.float64) * (-1 if rule == "id" else 1)
    order = np.lexsort((worth, -group))
    return definition.score(_with(ranking, ranking.grades[order], ranking.missed), k)


def _averaged(
    definition: Definition, ranking: Ranking, k: int | None, group: NDArray[np.intp]
) -> Array:
    """Give each document of a tie the tie's mean gain, which is its mean over all orders."""
    assert definition.compute is not None
    gains = np.nan_to_num(ranking.grades)
    means = np.bincount(group, gains) / np.bincount(group)
    level = _with(ranking, means[group], ranking.missed)
    return ratio(dcg(level, k).score, definition.compute(ranking, k).aside["ideal_dcg"])


def _at_the_last_rank(ranking: Ranking, group: NDArray[np.intp]) -> float:
    """Average the precisions at the last rank of each hit's tie."""
    hits = ranking.relevant()
    if hits.all() or not hits.any():
        return 1.0
    upto = group[:, None] <= group  # documents at or above each one's tie
    return float(((upto * hits).sum(-1) / upto.sum(-1))[hits > 0].mean())
