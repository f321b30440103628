"""The same definition on another input than the list as it stands.

What a tool gets may have no unjudged documents, all missed ones at its end, or one document twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import METRICS
from ..ranking import Ranking
from .definitions import TOTALS, Definition

Change: TypeAlias = Callable[[Ranking], Ranking | None]
"""Maps a list to what reached the tool; None where that is the same list."""


@dataclass(frozen=True)
class Input:
    """What may have reached a tool in place of the list.

    Attributes:
        knob: what it decides, as a knob of a definition.
        phrase: what reached the tool.
        change: makes it out of a list.
        known: who has it so, as the end of a sentence; "" if any tool may.
        counts_twice: whether documents that `change` removes count in the list all the same, and
            not in what its sum is divided by.
        keeps_total: whether its sum is divided by what the list as typed gives.
        of_hits: whether it changes only what counts as a hit.
        of_grades: whether it changes only grades, of which a metric of hits sees one threshold.
    """

    knob: str
    phrase: str
    change: Change
    known: str = ""
    counts_twice: bool = False
    keeps_total: bool = False
    of_hits: bool = False
    of_grades: bool = False


def _like(ranking: Ranking, grades: Array, missed: ArrayLike) -> Ranking:
    return Ranking(grades, missed, top_grade=ranking.top_grade, relevant_from=ranking.relevant_from)


def _judged(ranking: Ranking) -> Ranking | None:
    judged = ranking.grades[~np.isnan(ranking.grades)]
    return _like(ranking, judged, ranking.missed) if judged.size < ranking.grades.size else None


def _appended(ranking: Ranking) -> Ranking | None:
    every = np.concatenate([ranking.grades, ranking.missed])
    return _like(ranking, every, ()) if ranking.missed.size else None


def _every_judged(ranking: Ranking) -> Ranking | None:
    """Raise the grade of each judged document to the relevance threshold; a list needs a hit."""
    if not ranking.relevant().any():
        return None
    bar = ranking.relevant_from
    grades, missed = (np.where(each < bar, bar, each) for each in (ranking.grades, ranking.missed))
    is_other = (ranking.grades < bar).any() or (ranking.missed < bar).any()
    return _like(ranking, grades, missed) if is_other else None


def _reversed(ranking: Ranking) -> Ranking | None:
    turned = ranking.grades[::-1]
    is_other = not np.array_equal(turned, ranking.grades, equal_nan=True)
    return _like(ranking, turned, ranking.missed) if is_other else None


def _sorted(ranking: Ranking) -> Ranking | None:
    best = np.sort(np.nan_to_num(ranking.grades))[::-1]
    is_other = not np.array_equal(best, np.nan_to_num(ranking.grades))
    return _like(ranking, best, ranking.missed) if is_other else None


def _unjudged_as(grade: float) -> Change:
    """Make a change that gives each unjudged document a grade of the scale."""

    def change(ranking: Ranking) -> Ranking | None:
        unjudged = np.isnan(ranking.grades)
        if not unjudged.any() or grade > ranking.top_grade:
            return None
        return _like(ranking, np.where(unjudged, grade, ranking.grades), ranking.missed)

    return change


def _unjudged_as_hits(ranking: Ranking) -> Ranking | None:
    return _unjudged_as(ranking.relevant_from)(ranking)


def _alike(ranking: Ranking) -> NDArray[np.intp] | None:
    """Return the places of the first grade that two or more hits have; None if there is none."""
    for hit in ranking.grades[ranking.relevant() > 0]:
        (places,) = np.nonzero(ranking.grades == hit)
        if places.size > 1:
            return places
    return None


def _all_copies(ranking: Ranking) -> Ranking | None:
    """Remove all hits of one grade but the first."""
    places = _alike(ranking)
    if places is None:
        return None
    return _like(ranking, np.delete(ranking.grades, places[1:]), ranking.missed)


def _one_copy(ranking: Ranking) -> Ranking | None:
    """Remove the second of more than two hits of one grade."""
    places = _alike(ranking)
    if places is None or places.size == 2:
        return None
    return _like(ranking, np.delete(ranking.grades, places[1]), ranking.missed)


def _as_misses(ranking: Ranking, places: NDArray[np.intp]) -> Ranking:
    grades = ranking.grades.copy()
    grades[places] = 0
    return _like(ranking, grades, ranking.missed)


def _copies_as_misses(ranking: Ranking) -> Ranking | None:
    places = _alike(ranking)
    return None if places is None else _as_misses(ranking, places[1:])


def _one_copy_as_miss(ranking: Ranking) -> Ranking | None:
    places = _alike(ranking)
    return None if places is None or places.size == 2 else _as_misses(ranking, places[1:2])


_COUNTED: Final = "programs that count rows and not documents"
_GIVEN_GRADE: Final = "programs with a grade for what nobody judged, such as RRE and Elasticsearch"
_HIGHEST_GIVEN: Final = 8
_ROWS_JUDGED: Final = "ml_metrics, and programs that count the rows of the judgements"

INPUTS: Final[Mapping[str, Input]] = {
    "judged": Input(
        "unjudged",
        "unjudged documents left out",
        _judged,
        "trec_eval with -J, and Elasticsearch with ignore_unlabeled",
    ),
    "all_copies": Input(
        "copies",
        "if all hits of one grade are the same document, and each counts",
        _all_copies,
        _COUNTED,
        counts_twice=True,
    ),
    "one_copy": Input(
        "copies",
        "if two hits are the same document, and both count",
        _one_copy,
        _COUNTED,
        counts_twice=True,
    ),
    "copies_once": Input(
        "copies",
        "if all hits of one grade are the same document, and only the first counts",
        _copies_as_misses,
        "programs that count each document once",
    ),
    "copies_missed": Input(
        "copies",
        "if all hits of one grade are one document, the first alone adds, and each is relevant",
        _copies_as_misses,
        _ROWS_JUDGED,
        keeps_total=True,
    ),
    "one_copy_missed": Input(
        "copies",
        "if two hits are one document, the first alone adds, and both are relevant",
        _one_copy_as_miss,
        _ROWS_JUDGED,
        keeps_total=True,
    ),
    "appended": Input(
        "appended",
        "if the missed documents stand at the end of the list",
        _appended,
        "programs that rank every judged document",
    ),
    "every_judged": Input(
        "grades",
        "if every judged document counts as relevant, whatever its grade",
        _every_judged,
        "LensKit, Recommenders and programs that do not read the grades",
        of_hits=True,
    ),
    "unjudged_hits": Input(
        "unjudged",
        "if each unjudged document counts as relevant",
        _unjudged_as_hits,
        of_hits=True,
    ),
    **{
        f"unjudged_{grade}": Input(
            "unjudged",
            f"if each unjudged document counts as grade {grade}",
            _unjudged_as(grade),
            _GIVEN_GRADE,
            of_grades=True,
        )
        for grade in range(1, _HIGHEST_GIVEN + 1)
    },
    "reversed": Input("order", "if the list is read from its end", _reversed),
    "sorted": Input(
        "order",
        "if the grades themselves are the scores, so that they sort the list",
        _sorted,
        "programs that get the labels in the place of the scores",
    ),
}
"""Other inputs by their name, those that are reported most first."""


def of_input(definition: Definition, name: str) -> Definition:
    """Return a definition on another input; NaN for a list that it leaves as it is.

    Args:
        definition: one that is computed from terms.
        name: a key of `INPUTS`.

    >>> from metrics.conventions.combinations import defined
    >>> twice = of_input(defined("average_precision"), "all_copies")
    >>> twice.wording
    'divided by all relevant, if all hits of one grade are the same document, and each counts'
    >>> float(twice.score(Ranking([1, 1]), None))
    2.0
    """
    given, inner = INPUTS[name], definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        changed = given.change(ranking)
        if changed is None:
            return inner(ranking, k)
        one, whole = inner(changed, k), inner(ranking, k)
        if given.keeps_total:
            return _over_total_of(whole, one)
        return _over_total_of(one, whole) if given.counts_twice else one

    def score(ranking: Ranking, k: int | None) -> Array:
        is_of_total = given.counts_twice or given.keeps_total
        is_other_metric = (is_of_total and not _counts_judged(definition)) or (
            (given.of_hits and not _counts_hits(definition))
            or (given.of_grades and _counts_hits(definition))
        )
        if given.change(ranking) is None or is_other_metric:
            return np.array(np.nan)
        return compute(ranking, k).score

    return replace(
        definition,
        key=f"{definition.key}-{name}",
        phrases=(*definition.phrases, given.phrase),
        score=score,
        steps=definition.steps + 1,
        knobs={**definition.knobs, given.knob: name},
        compute=compute,
        known=given.known,
    )


def _counts_hits(definition: Definition) -> bool:
    """Return whether a definition sees of a grade only whether it is relevant."""
    is_binary = METRICS[definition.metric].reads == "binary"
    return is_binary or definition.knobs.get("gain") == "binary"


def _counts_judged(definition: Definition) -> bool:
    """Return whether a sum is divided by what the judged documents give, each counted once."""
    knobs = definition.knobs
    by_total = knobs.get("denominator", "relevant") in ("relevant", "capped")
    if definition.metric == "ndcg":
        return knobs.get("ideal", "judged") in ("judged", "uncut")
    return definition.metric in ("average_precision", "recall") and by_total


def _over_total_of(one: Breakdown, counted: Breakdown) -> Breakdown:
    """Divide the sum of one breakdown by the total of another."""
    name = next(each for each in TOTALS if each in counted.aside)
    total = counted.aside[name]
    summed = Breakdown(
        {**counted.terms, "contribution": counted.terms["contribution"] * total},
        remainder=counted.remainder * total,
        aside=one.aside,
    )
    return summed.over(one.aside[name], {})
