"""Score a list as tools do, and find the tools that print a definition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import METRICS
from ..ranking import Ranking
from . import ties as places
from .combinations import POSITIONS, combinations
from .definitions import Definition
from .lines import CONVENTIONS, LINES, TIES, Line
from .variants import UNLISTED

_AS_THEY_STAND: Final = ("order", "shuffled", "unstable")
"""Rules that leave ties in the order of the list, or in one that nobody can predict."""

_LONG: Final = 12
"""Length of a list that is not short for any tool."""

ToolInput: TypeAlias = Literal["usual", "everything", "list"]


def _of_the_list(definition: Definition) -> Definition:
    """Return a copy of the definition for a tool that receives no missed documents."""
    inner = definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        return inner(_with(ranking, ranking.grades, ()), k)

    return replace(
        definition,
        key=f"{definition.key}-unknown",
        phrases=(*definition.phrases, POSITIONS["missed"]["unknown"].phrase),
        # Without missed documents this is the same definition again.
        score=lambda ranking, k: (
            compute(ranking, k).score if ranking.missed.size else np.array(np.nan)
        ),
        steps=definition.steps + 1,
        knobs={**definition.knobs, "missed": "unknown"},
        compute=compute,
    )


_OF_THE_LIST: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        definition.key: definition
        for line in LINES
        if line.takes == "rows"
        and CONVENTIONS[line.definition].metric
        in ("average_precision", "recall", "r_precision", "bpref", "f1")
        and CONVENTIONS[line.definition].knobs.get("denominator") != "found"
        for definition in [_of_the_list(CONVENTIONS[line.definition])]
    }
)
"""Definitions of tools that take rows, for metrics that depend on missed documents."""


@dataclass(frozen=True)
class Printed:
    """A line and the number it prints; NaN, and the reason, where it prints none."""

    line: Line
    definition: Definition
    number: float
    why: str = ""


def printed(
    ranking: Ranking,
    k: int | None,
    metric: str,
    *,
    handed: ToolInput = "usual",
    tied: Sequence[float] | None = None,
    ids: Sequence[str] | None = None,
) -> list[Printed]:
    """Score a list under each line of a metric; lines with neither number nor reason are left out.

    Args:
        ranking: one list, shape (n,).
        k: cutoff in ranks, or None.
        metric: catalog key.
        handed: the documents that a tool receives. "usual": all judged ones if it takes judgements,
            the list's if it takes rows. "everything": missed ones too, as rows below the list with
            falling scores. "list": no missed ones.
        tied: the model's scores of the documents, in the order of the list; equal scores are ties.
            None: no ties.
        ids: ids of the documents, for tools that order ties by them. None: a, b, c … down the list.
    """
    # Many lines compute the same, and a page needs all of them for every move of a card.
    alike: dict[tuple[str, ...], Printed] = {}
    results = []
    for line in LINES:
        if CONVENTIONS[line.definition].metric == metric:
            ties = "" if tied is None else line.ties
            whys = (line.empty, line.single, line.short, line.no_hit, line.no_miss)
            same = (line.definition, line.takes, ties, *whys)
            if same not in alike:
                alike[same] = printed_by(line, ranking, k, handed=handed, tied=tied, ids=ids)
            if alike[same].why or not np.isnan(alike[same].number):
                results.append(replace(alike[same], line=line))
    return results


def printed_by(
    line: Line,
    ranking: Ranking,
    k: int | None,
    *,
    handed: ToolInput = "usual",
    tied: Sequence[float] | None = None,
    ids: Sequence[str] | None = None,
) -> Printed:
    """Score a list under one line. Args as for `printed`."""
    definition = CONVENTIONS[line.definition]
    received, scores = _given(ranking, line, handed, tied)
    knobs = definition.knobs.values()
    counts_hits = METRICS[definition.metric].reads == "binary" or "binary" in knobs
    judged = np.nansum(received.grades) + np.nansum(received.missed)
    all_irrelevant = not (received.relevant_total if counts_hits else judged)
    n = received.grades.size
    found = received.relevant(k).any() if counts_hits else np.nansum(received.grades[:k])
    odd = (
        (line.empty, all_irrelevant),
        (line.single, n == 1),
        (line.short, k is not None and n < k),
        (line.no_hit, not all_irrelevant and not found),
        (line.no_miss, bool(received.relevant().any()) and not _misses(received)),
    )
    why = next((why for why, so in odd if why and so), "")
    number = np.nan if why else _tied(definition, line.ties, received, k, scores, ids)
    return Printed(line, definition, float(number), why)


def tools(definition: Definition, ranking: Ranking | None = None) -> tuple[Line, ...]:
    """Return the lines that print a definition when tools receive their usual input.

    For a list without missed documents these include tools that never receive missed documents.
    """
    something_missed = ranking is None or ranking.missed.size > 0
    return _lines_by_definition(something_missed).get(definition.key, ())


@cache
def tools_by(metric: str, knob: str) -> Mapping[Any, tuple[str, ...]]:
    """Return, for each position of a metric's knob, the names of the tools that use it.

    A position without tools is left out. A tool that prints two numbers may have two positions.

    >>> tools_by("ndcg", "ideal")["returned"]
    ('Elasticsearch', 'MLflow')
    """
    tools_at: dict[Any, dict[str, None]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        if definition.metric == metric:
            first = next(iter(POSITIONS[knob]))
            tools_at.setdefault(definition.knobs.get(knob, first), {})[line.tool] = None
    return {position: tuple(names) for position, names in tools_at.items()}


@cache
def tools_by_nothing(
    metric: str,
) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]:
    """Return what queries with nothing count in the means of tools, as the tools' names.

    Returns:
        Tools by "0", "1" and "left out": for a query with nothing relevant, and for one without a
        retrieved document. A tool that answers differently for two of its names is left out.

    >>> relevant, retrieved = tools_by_nothing("reciprocal_rank")
    >>> relevant["left out"][:2], retrieved["0"]
    (('RecTools', 'Elliot'), ('ir_measures', 'PyTerrier'))
    """
    answers: tuple[dict[str, set[str]], dict[str, set[str]]] = {}, {}
    nothing = Ranking(np.zeros(_LONG))
    for line in LINES:
        if CONVENTIONS[line.definition].metric == metric:
            number = printed_by(line, nothing, _LONG).number
            counts = "left out" if line.empty.endswith(" out") else f"{number:g}"
            for of, answer in zip(answers, (counts, line.absent), strict=True):
                of.setdefault(line.tool, set()).add(answer)
    one, other = (
        {
            answer: tuple(tool for tool, given in of.items() if given == {answer})
            for answer in ("0", "1", "left out")
        }
        for of in answers
    )
    return one, other


@cache
def _lines_by_definition(something_missed: bool) -> dict[str, tuple[Line, ...]]:
    lines: dict[str, tuple[Line, ...]] = {}
    for line in LINES:
        for key in (_usual(line) if something_missed else line.definition, _with_its_ties(line)):
            lines[key] = (*lines.get(key, ()), line)
    return lines


def of_ties(
    tied: Sequence[float], ids: Sequence[str] | None = None, metric: str | None = None
) -> tuple[Definition, ...]:
    """Define what tools compute from tied documents; () without ties.

    A list alone does not show its ties, so `all_definitions` contains none of these.

    Args:
        tied: as for `printed`.
        ids: as for `printed`.
        metric: None: all that tools print. Else only of this metric, also the best, the worst, the
            middle and the mean place of each tie, which no line may print.
    """
    if len({*tied}) == len(tied):
        return ()
    group = np.unique(np.asarray(tied, dtype=np.float64), return_inverse=True)[1]
    definitions = {}
    for untied in CONVENTIONS.values():
        for place, (phrase, known) in places.PLACES.items():
            if untied.metric == metric:
                score = partial(_placed, untied, place, group)
                definitions[f"{untied.key}-ties_{place}"] = replace(
                    _as_tied(untied, place, phrase, score), known=known
                )
    for untied in UNLISTED if metric == "average_precision" else ():
        area = partial(_under_lines, untied, group)
        of_lines = _as_tied(untied, "last", TIES["last"], area)
        definitions |= {of_lines.key: of_lines} if "between" in untied.knobs else {}
    for line in LINES:
        untied = CONVENTIONS[line.definition]
        if line.ties not in _AS_THEY_STAND and metric in (None, untied.metric):
            score = partial(_number, line, tied, ids)
            definitions[_with_its_ties(line)] = _as_tied(untied, line.ties, TIES[line.ties], score)
    return tuple(definitions.values())


def _as_tied(
    untied: Definition, rule: str, phrase: str, score: Callable[[Ranking, int | None], float]
) -> Definition:
    return replace(
        untied,
        key=f"{untied.key}-ties_{rule}",
        phrases=(*untied.phrases, f"ties {phrase}"),
        score=score,
        steps=untied.steps + 1,
        knobs={**untied.knobs, "ties": rule},
        compute=None,
    )


def _placed(
    untied: Definition, place: str, group: NDArray[np.intp], ranking: Ranking, k: int | None
) -> float:
    return places.score(untied, place, ranking, k, group)


def _under_lines(
    untied: Definition, group: NDArray[np.intp], ranking: Ranking, _: int | None
) -> float:
    return places.under_lines(untied, ranking, group)


@cache
def all_definitions(metric: str | None = None) -> tuple[Definition, ...]:
    """Return all definitions, or those of one metric: conventions, combinations and variants."""
    by_key = {d.key: d for d in (*combinations(), *UNLISTED)} | {**CONVENTIONS, **_OF_THE_LIST}
    definitions = [d for d in by_key.values() if metric in (None, d.metric)]
    return tuple(sorted(definitions, key=lambda definition: definition.steps))


def usual(line: Line) -> Definition:
    """Return what a line computes from the tool's usual input, if documents were missed."""
    key = _usual(line)
    return _OF_THE_LIST.get(key) or CONVENTIONS[key]


def _usual(line: Line) -> str:
    """Return the key of what a line computes from the tool's usual input."""
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


def _misses(ranking: Ranking) -> int:
    """Count the judged documents that are not relevant, retrieved or not."""
    judged = np.concatenate([ranking.grades, ranking.missed])
    return int((judged < ranking.relevant_from).sum())


def _given(
    ranking: Ranking, line: Line, handed: ToolInput, tied: Sequence[float] | None
) -> tuple[Ranking, Array | None]:
    """Return what a tool receives, and its documents' scores if there are ties."""
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
    """Score a list after ordering documents of equal score by a tool's rule."""
    if scores is None or rule in _AS_THEY_STAND:
        return definition.score(ranking, k)
    group = np.unique(scores, return_inverse=True)[1]
    if rule in ("averaged", "worst"):
        return places.score(definition, rule, ranking, k, group)
    if rule == "last":
        return _at_the_last_rank(definition, ranking, group)
    tie_break: Array = np.nan_to_num(ranking.grades)
    if rule == "reversed":
        tie_break = -np.arange(tie_break.size, dtype=np.float64)
    if rule in ("id", "id_first"):
        names = ids or [f"{at:04d}" for at in range(tie_break.size)]
        tie_break = np.argsort(np.argsort(names)).astype(np.float64) * (-1 if rule == "id" else 1)
    order = np.lexsort((tie_break, -group))
    return definition.score(_with(ranking, ranking.grades[order], ranking.missed), k)


def _at_the_last_rank(
    definition: Definition, ranking: Ranking, group: NDArray[np.intp]
) -> float | Array:
    """Average the precisions at the last rank of each hit's tie."""
    hits = ranking.relevant()
    if not hits.any():
        return definition.score(ranking, None)
    upto = group[:, None] <= group  # for each document, those in its tie or above
    return float(((upto * hits).sum(-1) / upto.sum(-1))[hits > 0].mean())
