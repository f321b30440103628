"""The score of a list with tied documents: the best, worst, middle and mean place of a tie."""

from itertools import groupby
from math import comb, nan
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, ratio
from ..ranking import Ranking
from .definitions import Definition


class _Tie(NamedTuple):
    """Documents of one score: how many stand above them, how many they are, and their hits."""

    above: int
    size: int
    hits: int


PLACES: Final = {
    "best": ("hits first", "the optimistic rank"),
    "worst": ("misses first", "the pessimistic rank"),
    "middle": ("each at the middle place", "the realistic rank of PyKEEN and OGB"),
    "averaged": ("averaged over all orders", "the mean of McSherry and Najork, 2008"),
}
"""Places that the hits of a tie may get: a phrase, and who gives it."""


def score(
    definition: Definition, place: str, ranking: Ranking, k: int | None, group: NDArray[np.intp]
) -> float:
    """Score a list by a definition, with the hits of each tie at some place.

    Args:
        definition: one that is computed from terms.
        place: a key of `PLACES`.
        ranking: one list, shape (n,), in the order of the scores.
        k: cutoff in ranks, or None.
        group: number of each document's tie, shape (n,), each from 0 to the highest in use.

    Returns:
        The score; NaN if the definition has no such score.

    >>> from metrics.conventions.combinations import defined
    >>> rank, tie = defined("reciprocal_rank"), np.zeros(11, dtype=int)
    >>> last = Ranking([0] * 10 + [1])
    >>> [round(score(rank, place, last, None, tie), 4) for place in PLACES]
    [1.0, 0.0909, 0.1667, 0.2745]
    """
    if place in ("best", "worst"):
        grades = np.nan_to_num(ranking.grades) * (-1 if place == "best" else 1)
        order = np.lexsort((grades, -group))
        return float(definition.score(_in_order(ranking, order), k))
    ties = _ties(ranking, group)
    cutoff = ranking.grades.size if k is None or definition.is_whole else k
    if definition.metric in ("reciprocal_rank", "hit"):
        if set(definition.knobs) - {"k"}:
            return nan
        first = next((tie for tie in ties if tie.hits), None)
        if first is None:
            return 0
        chances = _of_first_hit(first, place)
        seen = {rank: chance for rank, chance in chances.items() if rank <= cutoff}
        is_hit = definition.metric == "hit"
        return sum(chance / (1 if is_hit else rank) for rank, chance in seen.items())
    if place == "middle":
        return nan
    if definition.metric in ("ndcg", "dcg"):
        if "lower" in definition.knobs and ranking.relevant_from <= 1:
            return nan  # the same definition again
        return _of_mean_gains(definition, ranking, k, group)
    if definition.metric in ("precision", "recall", "f1"):
        expected = _expected_hits(ties, cutoff)
    elif definition.metric == "average_precision" and (
        set(definition.knobs) <= {"k", "denominator"}
        and (definition.knobs.get("denominator") != "found" or definition.is_whole)
    ):
        expected = _expected_precisions(ties, cutoff)
    else:
        return nan
    # What the sum is divided by is the same in every order.
    best = Ranking(
        np.sort(np.nan_to_num(ranking.grades))[::-1],
        ranking.missed,
        top_grade=ranking.top_grade,
        relevant_from=ranking.relevant_from,
    )
    hits = float(best.relevant(cutoff).sum())
    return expected * float(definition.score(best, k)) / hits if hits else 0


def under_lines(definition: Definition, ranking: Ranking, group: NDArray[np.intp]) -> float:
    """Return the area under straight lines between the points at the last rank of each tie.

    Args:
        definition: AP by straight lines.
        ranking: one list, shape (n,), in the order of the scores.
        group: as for `score`.

    >>> from metrics.conventions.variants import UNLISTED
    >>> lines = next(each for each in UNLISTED if each.key == "average_precision-lines")
    >>> under_lines(lines, Ranking([1, 0, 0]), np.zeros(3, dtype=int))  # (1 + 1/3) / 2
    0.6666666666666666
    """
    assert definition.compute is not None
    area, above, hits = 0.0, 1.0, 0
    for tie in _ties(ranking, group):
        hits += tie.hits
        at_end = hits / (tie.above + tie.size)
        area += tie.hits * (above + at_end) / 2
        above = at_end
    return float(ratio(np.array(area), definition.compute(ranking, None).aside["denominator"]))


def _in_order(ranking: Ranking, order: NDArray[np.intp]) -> Ranking:
    grades = ranking.grades[order]
    return Ranking(
        grades, ranking.missed, top_grade=ranking.top_grade, relevant_from=ranking.relevant_from
    )


def _ties(ranking: Ranking, group: NDArray[np.intp]) -> list[_Tie]:
    ties, above = [], 0
    for _, documents in groupby(
        zip(group.tolist(), ranking.relevant(), strict=True), lambda d: d[0]
    ):
        hits = [int(hit) for _, hit in documents]
        ties.append(_Tie(above, len(hits), sum(hits)))
        above += len(hits)
    return ties


def _of_first_hit(tie: _Tie, place: str) -> dict[float, float]:
    """Return the probability of each rank of the first hit, in a tie that has one."""
    if place == "middle":
        return {tie.above + (tie.size + 1) / 2: 1.0}
    orders = comb(tie.size, tie.hits)
    last = tie.size - tie.hits + 1
    return {tie.above + at: comb(tie.size - at, tie.hits - 1) / orders for at in range(1, last + 1)}


def _expected_hits(ties: list[_Tie], cutoff: int) -> float:
    """Return the mean number of hits in the top k."""
    seen = ((tie, min(max(cutoff - tie.above, 0), tie.size)) for tie in ties)
    return sum(tie.hits * places / tie.size for tie, places in seen)


def _expected_precisions(ties: list[_Tie], cutoff: int) -> float:
    """Return the mean sum of the precisions at the hits of the top k."""
    total, hits_above = 0.0, 0
    for above, size, hits in ties:
        # Beside a hit, each other place of the tie is a hit in (hits - 1) of (size - 1) orders.
        others = (hits - 1) / (size - 1) if size > 1 else 0
        for at in range(min(size, max(cutoff - above, 0))):
            total += hits / size * (hits_above + at * others + 1) / (above + at + 1)
        hits_above += hits
    return total


def _of_mean_gains(
    definition: Definition, ranking: Ranking, k: int | None, group: NDArray[np.intp]
) -> float:
    """Give each tied document its tie's mean gain, which is the mean over all orders."""
    assert definition.compute is not None
    cut = definition.compute(ranking, k)
    whole = cut if definition.is_whole else definition.compute(ranking, None)
    means: Array = (np.bincount(group, whole.terms["gain"]) / np.bincount(group))[group]
    weight = cut.terms["weight"]
    level = (means[: weight.size] * weight).sum()
    return float(ratio(level, cut.aside.get("ideal_dcg", np.array(1.0))))
